#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares a run of GPT-2 with PyTorch, one thread of each, processor time.

    model_speed.py build/bench/bin/bench_model FOLDER [--tokens 64,256,1024] [--rounds 5]
                   [--blas /usr/lib/x86_64-linux-gnu/openblas-pthread]

FOLDER is a model of GPT-2's kind in float32 or float16 (config.json and model.safetensors), with
which both sides compute in float32. PyTorch's side
is what an eager forward pass with output_attentions=True does: the logits of all places, the
weights of all heads kept. Both sides run in turn; what counts is the ratio of the medians.
"""
import argparse
import json
import os
import statistics
import struct
import subprocess
import sys


def pytorch(folder, tokens, runs):
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    import time

    import numpy
    import torch

    torch.set_num_threads(1)
    with open(os.path.join(folder, "config.json")) as file:
        config = json.load(file)
    with open(os.path.join(folder, "model.safetensors"), "rb") as file:
        size = struct.unpack("<Q", file.read(8))[0]
        header = json.loads(file.read(size))
    data = numpy.memmap(os.path.join(folder, "model.safetensors"), mode="c", offset=8 + size)
    weights = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            kind = {"F32": "<f4", "F16": "<f2"}[entry["dtype"]]
            flat = torch.from_numpy(numpy.frombuffer(data[begin:end], kind).astype("<f4"))
            weights[name.removeprefix("transformer.")] = flat.reshape(entry["shape"])
    heads, width = config["n_head"], config["n_embd"]
    ids = torch.tensor([(i * 7919 + 13) % config["vocab_size"] for i in range(tokens)])
    causal = torch.ones(tokens, tokens, dtype=torch.bool).tril()
    smallest = torch.tensor(torch.finfo(torch.float32).min)

    def norm(x, name):
        return torch.nn.functional.layer_norm(x, (width,), weights[name + ".weight"],
                                              weights[name + ".bias"])

    def linear(x, name):
        return torch.addmm(weights[name + ".bias"], x, weights[name + ".weight"])

    def forward():
        kept = []
        x = weights["wte.weight"][ids] + weights["wpe.weight"][:tokens]
        for layer in range(config["n_layer"]):
            at = f"h.{layer}."
            query, key, value = (part.view(tokens, heads, -1).transpose(0, 1) for part in
                                 linear(norm(x, at + "ln_1"), at + "attn.c_attn").split(width, 1))
            scores = query @ key.transpose(1, 2) / (width // heads) ** 0.5
            kept.append(torch.softmax(torch.where(causal, scores, smallest), -1))
            context = (kept[-1] @ value).transpose(0, 1).reshape(tokens, width)
            x = x + linear(context, at + "attn.c_proj")
            hidden = linear(norm(x, at + "ln_2"), at + "mlp.c_fc")
            hidden = 0.5 * hidden * (1 + torch.tanh(
                0.7978845608028654 * (hidden + 0.044715 * torch.pow(hidden, 3))))
            x = x + linear(hidden, at + "mlp.c_proj")
        return norm(x, "ln_f") @ weights["wte.weight"].T, kept

    with torch.no_grad():
        forward()
        for _ in range(runs):
            start = time.process_time()
            forward()
            print(1000 * (time.process_time() - start))


def times(command, environment=None):
    said = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, env=environment)
    return [float(line) for line in said.stdout.split()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="bench_model, or pytorch for one side alone")
    parser.add_argument("folder")
    parser.add_argument("--tokens", default="64,256,1024")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=3, help="of each side in a round")
    parser.add_argument("--blas", default="", help="folder of PyTorch's libblas.so.3")
    arguments = parser.parse_args()
    counts = [int(tokens) for tokens in arguments.tokens.split(",")]
    if arguments.program == "pytorch":
        pytorch(arguments.folder, counts[0], arguments.runs)
        return 0
    environment = dict(os.environ)
    if arguments.blas:
        environment["LD_LIBRARY_PATH"] = arguments.blas
    print(f"{'tokens':>6} {'ours ms':>9} {'PyTorch ms':>11} {'ratio':>7} {'of best':>8}")
    for tokens in counts:
        mine, other = [], []
        for _ in range(arguments.rounds):
            mine += times([arguments.program, arguments.folder, str(tokens), str(arguments.runs)])
            other += times([sys.executable, os.path.abspath(__file__), "pytorch", arguments.folder,
                            "--tokens", str(tokens), "--runs", str(arguments.runs)], environment)
        a, b = statistics.median(mine), statistics.median(other)
        print(f"{tokens:6} {a:9.1f} {b:11.1f} {a / b:7.3f} {min(mine) / min(other):8.3f}",
              flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
