#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times whole processes of HeadScope, and its export beside matplotlib's.

    commands.py build/release/bin/headscope [--rounds 11]

Prints medians over the rounds as JSON; the two exports take turns, so that a
busy moment of the machine meets both, and their ratio is the median of pairs.
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))


def whole(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def first_frame(program, picture):
    """From the start of the process to the line that says that the first frame is painted."""
    start = time.perf_counter()
    with subprocess.Popen([program, "screenshot", "--timing", "--out", picture],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            if line.startswith("painted"):
                elapsed = time.perf_counter() - start
                process.stderr.read()
                return elapsed
    raise SystemExit("the program said nothing of a painted frame")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=11)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "window.png")
        heads = os.path.join(folder, "heads.png")
        ours = [arguments.program, "export", "--example", "paper-size", "--out", heads]
        theirs = ["/usr/bin/python3", os.path.join(here, "matplotlib_heads.py"),
                  os.path.join(folder, "theirs.png")]
        for command in (ours, theirs):
            whole(command)
        pairs = [(whole(ours), whole(theirs)) for _ in range(arguments.rounds)]
        result = {
            "first_frame_ms": 1e3 * statistics.median(
                first_frame(arguments.program, picture) for _ in range(arguments.rounds)),
            "screenshot_ms": 1e3 * statistics.median(
                whole([arguments.program, "screenshot", "--out", picture])
                for _ in range(arguments.rounds)),
            "export_ms": 1e3 * statistics.median(a for a, _ in pairs),
            "matplotlib_ms": 1e3 * statistics.median(b for _, b in pairs),
            "export_to_matplotlib": statistics.median(a / b for a, b in pairs),
        }
    print(json.dumps({key: round(value, 3) for key, value in result.items()}, indent=2))


if __name__ == "__main__":
    main()
