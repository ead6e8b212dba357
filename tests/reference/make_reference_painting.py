#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the reference results of painted heads that the tests compare with.

    /usr/bin/python3 tests/reference/make_reference_painting.py   (Debian's python3-torch)

One head, softmax(X_q W_Q (X_k W_K)^T scale + mask), in float64 from float32 inputs. PyTorch's
autograd gives the gradients of the mean KL divergence over the painted rows, torch.optim.Adam a
path of 40 steps, and torch.optim.LBFGS on M = W_Q W_K^T the least that any d_k can reach ("limit":
it is reached from above, to 1e-6 bits or so). The format is that of make_reference.py.
"""
import math
import os
import zlib

import numpy as np
import torch

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "painting")
STEPS = 40
RATE = 0.1
TICKET = [[.2, .1, .4, .5], [.6, .3, .2, .1], [.9, .7, .4, .2], [.3, .8, .6, .3], [.2, .1, .4, .5],
          [.8, .4, .3, .2], [.5, .6, .4, .1], [.9, .8, .5, .3], [.1, .2, .1, .2], [.8, .9, .6, .4]]


def positions(length, width):
    table = np.zeros((length, width))
    for p in range(length):
        for i in range(0, width, 2):
            table[p, i] = math.sin(p / 10000 ** (i / width))
            if i + 1 < width:
                table[p, i + 1] = math.cos(p / 10000 ** (i / width))
    return table


def one_hot(keys, count):
    target = np.zeros((len(keys), count))
    target[range(len(keys)), keys] = 1
    return target


TICKET_TARGETS = {
    "diagonal": one_hot(list(range(10)), 10),
    "previous": one_hot([0] + list(range(9)), 10),
    "first": one_hot([0] * 10, 10),
    "causal": np.tril(np.ones((10, 10))) / np.arange(1, 11.)[:, None],
    "relations": one_hot([4, 2, 3, 4, 0, 9, 7, 6, 9, 5], 10),
}


def loss_of(scores, target):
    """Mean KL in nats over the rows that are painted, and KL of every row in bits."""
    painted = target.sum(1) > 0
    logs = torch.log_softmax(scores, 1)
    terms = torch.where(target > 0, target * (torch.log(target.clamp_min(1e-300)) - logs),
                        torch.zeros_like(target))
    rows = torch.where(painted, terms.sum(1), torch.zeros_like(terms[:, 0]))
    return rows.sum() / painted.sum(), rows / math.log(2)


def limit_of(query, key, target, mask):
    m = torch.zeros(query.shape[1], key.shape[1], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([m], lr=1, max_iter=20000, max_eval=40000, tolerance_grad=1e-12,
                                  tolerance_change=1e-16, history_size=50,
                                  line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        loss, _ = loss_of(query @ m @ key.T + mask, target)
        loss.backward()
        return loss

    optimizer.step(closure)
    return closure().item() / math.log(2)


def write(name, query, key, target, may_attend, d_k, scale=None):
    generator = torch.Generator().manual_seed(zlib.crc32(name.encode()))
    single = lambda array: torch.tensor(np.asarray(array), dtype=torch.float32)
    query, key, target, may_attend = map(single, (query, key, target, may_attend))
    weights = [torch.randn(x.shape[1], d_k, generator=generator) for x in (query, key)]
    tensors = {"query_input": query, "key_input": key, "target": target, "may_attend": may_attend,
               "query_weight": weights[0], "key_weight": weights[1]}
    if scale is not None:
        tensors["scale"] = torch.tensor(scale, dtype=torch.float64)
    factor = scale if scale is not None else 1 / math.sqrt(d_k)
    query, key, target = query.double(), key.double(), target.double()
    target = target / target.sum(1, keepdim=True).clamp_min(1e-30)
    # A row that may look at nothing is not painted; what stands in it must only be a number.
    dark = may_attend.sum(1, keepdim=True) == 0
    mask = torch.where((may_attend > 0) | dark, 0.0, -math.inf).double()
    w_q, w_k = [w.double().requires_grad_() for w in weights]

    optimizer = torch.optim.Adam([w_q, w_k], lr=RATE)
    losses = []
    for step in range(STEPS + 1):
        optimizer.zero_grad()
        scores = (query @ w_q) @ (key @ w_k).T * factor + mask
        loss, rows = loss_of(scores, target)
        losses.append(loss.item() / math.log(2))
        loss.backward()
        if step == 0:
            tensors["attention"] = torch.where(dark, 0.0, torch.softmax(scores, 1).detach())
            tensors["row_bits"] = rows.detach()
            tensors["query_gradient"] = w_q.grad.clone()
            tensors["key_gradient"] = w_k.grad.clone()
        if step < STEPS:
            optimizer.step()
    tensors["losses"] = torch.tensor(losses, dtype=torch.float64)
    tensors["query_weight_after"], tensors["key_weight_after"] = w_q.detach(), w_k.detach()
    tensors["limit"] = torch.tensor(limit_of(query, key, target, mask), dtype=torch.float64)

    with open(os.path.join(FOLDER, name + ".ref"), "wb") as file:
        for label, tensor in tensors.items():
            kind = "f4" if tensor.dtype == torch.float32 else "f8"
            sizes = "".join(f" {size}" for size in tensor.shape)
            file.write(f"{label} {kind}{sizes}\n".encode())
        file.write(b"\n")
        for tensor in tensors.values():
            file.write(np.ascontiguousarray(tensor.numpy()).tobytes())
    print(name, round(losses[0], 4), round(losses[-1], 4), "limit", tensors["limit"].item())


def main():
    torch.set_num_threads(1)
    os.makedirs(FOLDER, exist_ok=True)
    ones = np.ones((10, 10))
    for number, (name, target) in enumerate(TICKET_TARGETS.items()):
        x = np.array(TICKET, dtype=np.float32)
        write("ticket_" + name, x, x, target, ones, 1 + number % 4)
        x = x + positions(10, 4).astype(np.float32)
        write("positions_" + name, x, x, target, ones, 4 - number % 4)
    random = np.random.default_rng(3)
    x = random.normal(size=(6, 5))
    some = random.random((6, 6)) * (random.random((6, 6)) < 0.6)
    some[2] = 0  # a row that nobody painted
    some[some.sum(1) > 0] /= some[some.sum(1) > 0].sum(1, keepdims=True)
    write("unpainted_row", x, x, some, np.ones((6, 6)), 3)
    causal = np.tril(np.ones((6, 6)))
    write("causal_mask", x, x, causal / causal.sum(1, keepdims=True), causal, 2)
    keys = random.normal(size=(4, 7))
    cross = random.dirichlet(np.ones(4), size=6)
    write("cross_other_width", x, keys, cross, np.ones((6, 4)), 5, scale=.125)
    wide = random.normal(size=(12, 3))
    write("more_tokens_than_features", wide, wide, random.dirichlet(np.ones(12) * .3, size=12),
          np.ones((12, 12)), 2)
    masked = np.ones((12, 12))
    masked[random.random((12, 12)) < 0.3] = 0
    masked[4] = 0
    target = random.random((12, 12)) * masked
    target[4] = 0
    target[target.sum(1) > 0] /= target[target.sum(1) > 0].sum(1, keepdims=True)
    write("fully_masked_row", wide, wide, target, masked, 3)


if __name__ == "__main__":
    main()
