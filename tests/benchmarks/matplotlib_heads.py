#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws what `headscope export` draws, as people do it in Python: a 2 x 4 grid of
heads with tokens on both axes, values in the cells and a colour bar, 1600 x 900.
The numbers are random: drawing is what is compared, computing costs us extra.

    python3 tests/benchmarks/matplotlib_heads.py heads.png
    python3 tests/benchmarks/matplotlib_heads.py --compare build/release/bin/headscope

The second form runs both as whole processes in turn and prints the medians.
Needs python3-matplotlib.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

TOKENS = "我 请 李雷 帮 我 订了 去 北京 的 机票".split()
HEADS = 8


def draw(path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np

    # The first face of fonts-noto-cjk's collection, the only one matplotlib finds.
    plt.rcParams["font.family"] = ["Noto Sans CJK JP"]
    scores = np.random.default_rng(7).normal(0, 2, (HEADS, len(TOKENS), len(TOKENS)))
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    figure, axes = plt.subplots(2, 4, figsize=(16, 9), dpi=100)
    for head, axis in enumerate(axes.flat):
        image = axis.imshow(weights[head], vmin=0, vmax=1, cmap="viridis")
        axis.set_title("head %d" % (head + 1))
        axis.set_xticks(range(len(TOKENS)), TOKENS)
        axis.set_yticks(range(len(TOKENS)), TOKENS)
        axis.set_xlabel("key")
        axis.set_ylabel("query")
        for row in range(len(TOKENS)):
            for column in range(len(TOKENS)):
                value = weights[head, row, column]
                axis.text(column, row, "%.3f" % value, ha="center", va="center", fontsize=6,
                          color="black" if value > 0.5 else "white")
    figure.colorbar(image, ax=axes, shrink=0.6)
    figure.savefig(path)


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def compare(program):
    with tempfile.TemporaryDirectory() as folder:
        ours = [program, "export", "--example", "paper-size", "--out",
                os.path.join(folder, "ours.png")]
        theirs = [sys.executable, __file__, os.path.join(folder, "theirs.png")]
        seconds(ours), seconds(theirs)  # files and font lists into the caches
        rounds = [(seconds(ours), seconds(theirs)) for _ in range(11)]
    mine = statistics.median(r[0] for r in rounds)
    other = statistics.median(r[1] for r in rounds)
    print("headscope export %.3f s, matplotlib %.3f s, ratio %.3f" % (mine, other, mine / other))


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--compare":
        compare(sys.argv[2])
    elif len(sys.argv) == 2:
        draw(sys.argv[1])
    else:
        sys.exit(__doc__)
