#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes ui/scene/colour_tables.cpp: the published 256-entry tables of viridis,
magma (Smith, van der Walt, CC0) and cividis (Nunez, Anderton, Renslow 2018,
free of copyright), as 8-bit sRGB. Needs python3-matplotlib, which ships them.

    python3 resources/colour_maps/make_colour_maps.py > ui/scene/colour_tables.cpp
"""
import matplotlib.cm


def table(name):
    entries = matplotlib.cm.get_cmap(name).colors
    assert len(entries) == 256
    words = ["0xff%02x%02x%02x" % tuple(round(channel * 255) for channel in rgb) for rgb in entries]
    lines = ["    " + ", ".join(words[i:i + 8]) + "," for i in range(0, 256, 8)]
    return "const std::array<QRgb, 256> %sTable = {\n%s\n};\n" % (name, "\n".join(lines))


print("""// SPDX-License-Identifier: GPL-3.0-or-later
// Made by resources/colour_maps/make_colour_maps.py; do not edit.
#include "scene/colour_tables.h"

// clang-format off
namespace headscope {
""")
for map_name in ("viridis", "cividis", "magma"):
    print(table(map_name))
print("} // namespace headscope")
