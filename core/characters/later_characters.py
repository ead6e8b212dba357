#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of later_characters.cpp: later_characters.py UnicodeData.txt

UnicodeData.txt is the one of Unicode 16.0; what is older than it is what Python's own tables
(3.11: Unicode 14.0, as those of PCRE2 10.42) have no category for."""
import sys
import unicodedata

assert unicodedata.unidata_version == "14.0.0", unicodedata.unidata_version
runs = []
first = None
for line in open(sys.argv[1], encoding="utf-8"):
    code, name, category = line.strip().split(";")[:3]
    last = int(code, 16)
    if name.endswith(", First>"):
        first = last
        continue
    for point in range(last if first is None else first, last + 1):
        if unicodedata.category(chr(point)) != "Cn":
            continue
        if runs and runs[-1][1] == point - 1 and runs[-1][2] == category:
            runs[-1][1] = point
        else:
            runs.append([point, point, category])
    first = None
for begin, end, category in runs:
    print(f'    {{0x{begin:X}, 0x{end:X}, "{category}"}},')
