#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes how PyTorch prints tensors, for the tests to compare with.

    /usr/bin/python3 tests/reference/make_prints.py           (Debian's python3-torch)

A file is text: a line "shape" with the sizes; a line "values" with either
"ramp START STEP" (value i is START + i * STEP in float32) or the numbers as
hexadecimal floats; a line "transpose A B" or "plain"; then the print.
"""
import os

import torch

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prints")
NAN, INF = float("nan"), float("inf")
CASES = []


def ramp(name, shape, start=0.0, step=1.0, transpose=None):
    CASES.append((name, shape, (start, step), None, transpose))


def given(name, shape, values, transpose=None):
    CASES.append((name, shape, None, values, transpose))


ramp("arange_2_3_6", (2, 3, 6))
ramp("arange_2_3_3_2", (2, 3, 3, 2))
ramp("arange_2_3_3_2_transposed", (2, 3, 3, 2), transpose=(1, 2))
ramp("arange_6_3_2", (6, 3, 2))
ramp("vector", (5,))
ramp("one_number_in_a_vector", (1,), start=7.0)
ramp("scalar", (), start=2.5)
ramp("matrix_of_negative_numbers", (3, 4), start=-6.0)
ramp("quarters", (2, 5), start=-1.0, step=0.25)
ramp("long_vector_breaks_lines", (60,))
ramp("long_rows_break_lines", (2, 40), start=0.5, step=0.5)
ramp("exactly_1000_elements_are_all_printed", (10, 100))
ramp("summarized_matrix", (50, 60), step=0.5)
ramp("summarized_vector", (2000,), start=-3.0)
ramp("summarized_only_where_long", (4, 6, 300))
ramp("summarized_four_axes", (8, 9, 10, 11), start=0.125, step=0.25)
ramp("summarized_transposed", (8, 40, 7, 2), transpose=(1, 2))
ramp("summarized_style_comes_from_the_edges", (3000,), start=1.0, step=0.0009765625)
ramp("six_axes", (1, 2, 1, 2, 1, 2))
ramp("sizes_of_one", (1, 1, 3))
ramp("indent_of_five_axes_breaks_lines", (1, 1, 1, 1, 20), start=100.0)
given("all_zero", (2, 3), [0.0] * 6)
given("negative_zero", (3,), [-0.0, 0.0, 1.0])
given("whole_numbers_far_apart_use_exponents", (2, 2), [1.0, 2.0, 1001.0, 5.0])
given("whole_numbers_1000_times_do_not", (2, 2), [1.0, 2.0, 1000.0, 5.0])
given("large_whole_numbers_use_exponents", (3,), [1.0e9, 2.0e9, 3.0e9])
given("tiny_numbers_use_exponents", (3,), [9.0e-5, 2.0e-4, 3.0e-4])
given("fractions_far_apart_use_exponents", (2, 3), [0.001, -12.5, 3.25, 0.5, -0.25, 7.0])
given("not_a_number_and_infinities", (2, 3), [NAN, INF, -INF, 1.5, 0.0, -2.25])
given("not_a_number_among_whole_numbers", (4,), [NAN, INF, 3.0, -14.0])
given("nothing_finite", (4,), [NAN, INF, -INF, 0.0])
given("infinities_with_exponents", (4,), [INF, -INF, 1.0e-7, 1.0e7])
given("rounding_to_four_digits", (6,), [0.12345, 0.00015, 0.99995, 1.00005, 2.99999, -0.33335])
given("rounding_carries_into_the_width", (2,), [9.99996, 1.5])
given("largest_and_smallest_floats", (3,), [3.4028234663852886e38, 1.401298464324817e-45, 1.0])
given("attention_rows_of_ln_3", (2, 2), [0.75, 0.25, 0.25, 0.75])
given("masked_scores", (3, 3), [0.5, -INF, -INF, 1.25, 0.75, -INF, 2.0, 0.125, 1.0])
given("empty_vector", (0,), [])
given("empty_matrix", (2, 0, 3), [])


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for name, shape, steps, values, transpose in CASES:
        if steps:
            count = 1
            for size in shape:
                count *= size
            start, step = steps
            tensor = torch.arange(count, dtype=torch.float32) * step + start
            words = f"ramp {start} {step}"
        else:
            tensor = torch.tensor(values, dtype=torch.float32)
            words = " ".join(number.hex() for number in tensor.double().tolist())
        tensor = tensor.reshape(shape)
        line = "plain"
        if transpose:
            tensor = tensor.transpose(*transpose)
            line = f"transpose {transpose[0]} {transpose[1]}"
        with open(os.path.join(FOLDER, name + ".txt"), "w", encoding="ascii") as file:
            file.write(f"shape {' '.join(map(str, shape))}\nvalues {words}\n{line}\n{tensor!r}\n")


if __name__ == "__main__":
    main()
