#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The steps of bench_paint in PyTorch, for comparison: float64, one thread, torch.optim.Adam.

    /usr/bin/python3 tests/benchmarks/torch_paint.py [STEPS]
"""
import math
import sys
import time

import torch

TICKET = [[.2, .1, .4, .5], [.6, .3, .2, .1], [.9, .7, .4, .2], [.3, .8, .6, .3], [.2, .1, .4, .5],
          [.8, .4, .3, .2], [.5, .6, .4, .1], [.9, .8, .5, .3], [.1, .2, .1, .2], [.8, .9, .6, .4]]


def main():
    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float64)
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    x = torch.tensor(TICKET)
    target = torch.zeros(10, 10)
    target[range(10), [4, 2, 3, 4, 0, 9, 7, 6, 9, 5]] = 1
    for d_k in (1, 2, 3, 4):
        torch.manual_seed(1)
        weights = [torch.randn(4, d_k).requires_grad_() for _ in range(2)]
        optimizer = torch.optim.Adam(weights, lr=.1)
        start = time.process_time()
        for _ in range(steps):
            scores = (x @ weights[0]) @ (x @ weights[1]).T / math.sqrt(d_k)
            loss = -(target * torch.log_softmax(scores, 1)).sum() / 10
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        seconds = (time.process_time() - start) / steps
        print(f"paint_step/tokens:10/d_model:4/d_k/{d_k}  {seconds * 1e6:.0f} us")


if __name__ == "__main__":
    main()
