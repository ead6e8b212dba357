#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the code lines that the program shows for every operation, and keeps those that are right.

    HEADSCOPE_CODE_LINES=/tmp/lines build/ci/tests/test_operation_code python_lines_are_those_that_were_run
    /usr/bin/python3 tests/reference/make_code_lines.py /tmp/lines      (Debian's python3-torch)

The test lays the operands and results of some runs beside their lines. Every line is run here by
itself on its own operands, and what it assigns must be the trace's result. Those that the page
shows are also run one after the other, as somebody does who copies them. Then the lines are
written to tests/reference/steps, where the test compares them with what the program shows.

Debian has no einops. Where it is not installed, its three functions are those below, which know
the patterns that occur here: letters, 1, and one group "(h d)".
"""
import math
import os
import sys

import numpy as np
import torch

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "steps")


def plain_rearrange(x, pattern, h=None):
    left, right = (side.strip() for side in pattern.split("->"))
    if "(h d)" in left:
        x = x.reshape(*x.shape[:-1], h, x.shape[-1] // h)
        left = left.replace("(h d)", "h d")
    merges = "(h d)" in right
    x = torch.einsum(left.replace(" ", "") + "->" + right.replace("(h d)", "h d").replace(" ", ""), x)
    return x.reshape(*x.shape[:-2], -1) if merges else x


def plain_reduce(x, pattern, how):
    assert how == "mean"
    left, right = (side.split() for side in pattern.split("->"))
    gone = [axis for axis, letter in enumerate(right) if letter == "1" and left[axis] != "1"]
    return x.mean(dim=gone, keepdim=True)


def plain_einsum(*arguments):
    *tensors, pattern = arguments
    return torch.einsum(pattern.replace(" ", ""), *tensors)


try:
    from einops import einsum, rearrange, reduce
    EINOPS = "einops itself"
except ImportError:
    einsum, rearrange, reduce = plain_einsum, plain_rearrange, plain_reduce
    EINOPS = "the functions of this script"


def names_of(dialect, operands):
    values = {"math": math}
    for name, array in operands.items():
        if name == "may_attend":
            array = array != 0
        elif name == "ids":
            array = array.astype(np.int64)
        values[name] = array if dialect == "NumPy" else torch.from_numpy(array)
    if dialect == "NumPy":
        return {**values, "np": np}
    extra = {"einsum": einsum, "rearrange": rearrange, "reduce": reduce}
    return {**values, "torch": torch, **(extra if dialect == "einops" else {})}


def check(line, values, target, where):
    with np.errstate(invalid="ignore"):
        exec(line, values)
    name, expected = target
    made = np.asarray(values[name])
    assert made.shape == expected.shape, (where, line, made.shape, expected.shape)
    assert str(tuple(expected.shape)) in line.split("#")[1], line
    np.testing.assert_allclose(made, expected, rtol=2e-5, atol=2e-6, equal_nan=True,
                               err_msg=f"{where}: {line}")


def run(folder):
    """The lines of one case as they stand in its file, and how many of them were run."""
    written, operands, target, ran, shown, copied = [], {}, None, 0, False, {}
    for text in open(os.path.join(folder, "steps.txt"), encoding="utf-8").read().splitlines():
        kind, *fields = text.split("\t")
        if kind == "scope":
            written.append("[" + fields[0] + "]")
            copied = {}
        elif kind in ("step", "stop"):
            target, operands = (fields[0], np.load(os.path.join(folder, fields[1]))), {}
            shown = kind == "stop"
        elif kind == "operand":
            operands[fields[0]] = np.load(os.path.join(folder, fields[1]))
        else:
            dialect, line = fields
            values = names_of(dialect, operands)
            if shown:
                before = copied.setdefault(dialect, {})
                for name, value in values.items():
                    before.setdefault(name, value)
                check(line, before, target, f"{folder} {dialect}, after the lines before it")
            check(line, values, target, f"{folder} {dialect}")
            written.append(dialect + "\t" + line)
            ran += 1
    return written, ran


def main():
    os.makedirs(FOLDER, exist_ok=True)
    total = 0
    for case in sorted(os.listdir(sys.argv[1])):
        written, ran = run(os.path.join(sys.argv[1], case))
        total += ran
        with open(os.path.join(FOLDER, case + ".txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(written) + "\n")
    print(f"{total} lines were run and gave the trace's numbers; einops: {EINOPS}")


main()
