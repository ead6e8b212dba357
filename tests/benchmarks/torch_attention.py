#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times PyTorch's nn.MultiheadAttention for one case of bench_attention.

    torch_attention.py attention/batch:1/tokens:512/d_model:512/heads:8/threads:1 [--seconds 1]

Prints the mean of the calls in microseconds, of the wall's time and of the processor's,
as Google Benchmark does. The
weights of every head are asked for, and not averaged, as HeadScope keeps them.
"""
import argparse
import os
import sys
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("case")
    parser.add_argument("--seconds", type=float, default=1.0, help="measure at least this long")
    arguments = parser.parse_args()
    try:
        parts = dict(part.split(":") for part in arguments.case.split("/")[1:])
        batch, tokens, width, heads, threads = (
            int(parts[name]) for name in ("batch", "tokens", "d_model", "heads", "threads"))
    except (KeyError, ValueError):
        print(f"{arguments.case}: not a case of bench_attention", file=sys.stderr)
        return 2

    # torch.set_num_threads does not reach a BLAS with threads of its own.
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = str(threads)
    import torch

    torch.set_num_threads(threads)
    torch.manual_seed(1)
    attention = torch.nn.MultiheadAttention(width, heads, batch_first=True).eval()
    x = torch.randn(batch, tokens, width)
    with torch.no_grad():
        def call():
            attention(x, x, x, need_weights=True, average_attn_weights=False)

        for _ in range(3):
            call()
        calls = 0
        start = time.perf_counter()
        processor = time.process_time()
        while calls < 5 or time.perf_counter() - start < arguments.seconds:
            call()
            calls += 1
        elapsed = time.perf_counter() - start
        processor = time.process_time() - processor
    print(elapsed / calls * 1e6, processor / calls * 1e6)
    return 0


if __name__ == "__main__":
    sys.exit(main())
