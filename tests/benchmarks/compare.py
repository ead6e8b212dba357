#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares bench_attention with PyTorch, side by side.

    compare.py build/bench/bin/bench_attention [--rounds 5] [--filter tokens:512]
               [--blas /usr/lib/x86_64-linux-gnu/openblas-pthread]
               [--processor]

Debian's PyTorch takes whatever libblas.so.3 is; a plain installation has the
reference BLAS (libblas3), which is slow. --blas names the folder of another. An OpenBLAS
that does not know the processor takes kernels of 2004 and is as slow: which ones it took is
printed, and OPENBLAS_CORETYPE=SKYLAKEX, say, names others.

Both run every case in turn, several rounds, so that a busy moment of the
machine meets both; what counts is the ratio of the medians over the rounds.
The ratio of the best rounds stands beside it: on a quiet machine they agree. On a
busy one --processor counts only the time of the processor, of the cases with one thread.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys


def ours(program, case, seconds, processor):
    result = subprocess.run(
        [program, f"--benchmark_filter=^{re.escape(case)}(/real_time)?$",
         "--benchmark_format=json", f"--benchmark_min_time={seconds}"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True)
    return json.loads(result.stdout)["benchmarks"][0]["cpu_time" if processor else "real_time"]


def theirs(case, seconds, folder, processor):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "torch_attention.py")
    environment = dict(os.environ, LD_LIBRARY_PATH=folder) if folder else None
    result = subprocess.run(["/usr/bin/python3", script, case, "--seconds", str(seconds)],
                            stdout=subprocess.PIPE, check=True, text=True, env=environment)
    return float(result.stdout.split()[1 if processor else 0])


def blas(folder):
    """Which libblas.so.3 PyTorch gets."""
    if folder:
        return folder
    path = "/etc/alternatives/libblas.so.3-x86_64-linux-gnu"
    return os.path.realpath(path) if os.path.exists(path) else "unknown"


def openblas_core(folder):
    """Whose kernels that OpenBLAS takes; nothing where it is another BLAS."""
    environment = dict(os.environ, LD_LIBRARY_PATH=folder, OPENBLAS_VERBOSE="2")
    said = subprocess.run(["/usr/bin/python3", "-c", "import torch"], env=environment, text=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True).stderr
    cores = re.findall(r"^Core: (.+)$", said, re.MULTILINE)
    return cores[0] if cores else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="per case, round and side")
    parser.add_argument("--filter", default="", help="regular expression of case names")
    parser.add_argument("--processor", action="store_true", help="processor time, one thread")
    parser.add_argument("--blas", default="", help="folder of PyTorch's libblas.so.3")
    arguments = parser.parse_args()

    listed = subprocess.run([arguments.program, "--benchmark_list_tests"], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=True, text=True).stdout.split()
    cases = [name.removesuffix("/real_time") for name in listed if name.startswith("attention/")]
    cases = [case for case in cases if re.search(arguments.filter, case) and
             (not arguments.processor or case.endswith("threads:1"))]
    times = {case: ([], []) for case in cases}
    for _ in range(arguments.rounds):
        for case in cases:
            times[case][0].append(ours(arguments.program, case, arguments.seconds,
                                       arguments.processor))
            times[case][1].append(theirs(case, arguments.seconds, arguments.blas,
                                         arguments.processor))

    core = openblas_core(arguments.blas) if arguments.blas else ""
    print(f"PyTorch's BLAS: {blas(arguments.blas)}" + (f", kernels of {core}" if core else ""))
    print(f"{'case':64} {'ours µs':>12} {'PyTorch µs':>12} {'ratio':>7} {'of best':>8}")
    for case, (mine, other) in times.items():
        a, b = statistics.median(mine), statistics.median(other)
        print(f"{case:64} {a:12.1f} {b:12.1f} {a / b:7.3f} {min(mine) / min(other):8.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
