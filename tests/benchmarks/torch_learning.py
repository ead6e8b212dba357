#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A training step in PyTorch beside ours: torch_learning.py PROGRAM [--rounds 5] [--steps 200]

The model of the task translate: nn.Transformer with 1 + 1 layers, d_model 32, 4 heads, d_ff 64,
tables of embeddings, a linear answer; batch 32 of 6 and 8 tokens, cross-entropy with smoothing,
Adam, one thread. PROGRAM is bench_learning of the preset bench. Both take turns; what counts is
the processor's time, and the median over the rounds. --blas as in compare.py.
"""
import argparse
import math
import os
import statistics
import subprocess
import sys
import time


def theirs(steps):
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    import torch
    from torch import nn

    torch.set_num_threads(1)
    torch.manual_seed(8)
    batch, source_length, target_length, width, source_words, words = 32, 6, 8, 32, 21, 30

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.source = nn.Embedding(source_words, width)
            self.target = nn.Embedding(words, width)
            self.transformer = nn.Transformer(width, 4, 1, 1, 2 * width, dropout=0.0,
                                              batch_first=True)
            self.transformer.encoder.norm = self.transformer.decoder.norm = None
            self.answer = nn.Linear(width, words)
            self.register_buffer("places", torch.randn(target_length, width))
            self.register_buffer("causal", torch.triu(
                torch.full((target_length, target_length), -math.inf), 1))

        def forward(self, source, target, padding):
            x = self.source(source) * math.sqrt(width) + self.places[:source_length]
            y = self.target(target) * math.sqrt(width) + self.places
            return self.answer(self.transformer(x, y, tgt_mask=self.causal,
                                                src_key_padding_mask=padding,
                                                memory_key_padding_mask=padding))
    model = Model()
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.98))
    source = torch.randint(0, source_words, (batch, source_length))
    padding = torch.zeros(batch, source_length, dtype=torch.bool)
    padding[::3, 4:] = True
    target = torch.randint(0, words, (batch, target_length))
    labels = torch.randint(0, words, (batch, target_length))

    def step():
        logits = model(source, target, padding)
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten(),
                                           label_smoothing=0.1)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    for _ in range(10):
        step()
    start = time.process_time()
    for _ in range(steps):
        step()
    print(1e3 * (time.process_time() - start) / steps)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--blas", default="", help="folder of PyTorch's libblas.so.3")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        return theirs(arguments.steps)
    environment = dict(os.environ, LD_LIBRARY_PATH=arguments.blas) if arguments.blas else None
    ours, torch = [], []
    for _ in range(arguments.rounds):
        made = subprocess.run([arguments.program, str(arguments.steps)], stdout=subprocess.PIPE,
                              check=True, text=True)
        ours.append(float(made.stdout.split()[0]))
        made = subprocess.run([sys.executable, __file__, "--alone", "--steps",
                               str(arguments.steps)], stdout=subprocess.PIPE, check=True,
                              text=True, env=environment)
        torch.append(float(made.stdout))
    mine, other = statistics.median(ours), statistics.median(torch)
    print(f"ms of the processor for a step: ours {mine:.2f} (best {min(ours):.2f}), "
          f"PyTorch {other:.2f} (best {min(torch):.2f}), ratio {mine / other:.2f}")
    return None


if __name__ == "__main__":
    sys.exit(main())
