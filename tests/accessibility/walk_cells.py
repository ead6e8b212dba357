#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Walks the cells of every page as a screen reader does, over AT-SPI:

    dbus-run-session -- xvfb-run -a python3 walk_cells.py PROGRAM

Each page has to be a table whose cells say query, key and value, and which of them are masked.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

# What is shown on a page, of fuzz/seeds/experiment, and words of which each has to be said by some
# cell of its first table.
PAGES = {
    "heads": ("causal-padding", ["query", "key", "masked"]),
    "lines": ("causal-padding", ["looks at", "masked"]),
    "text": ("causal-padding", ["looks at"]),
    "steps": ("causal-padding", ["query", "key", "masked"]),
    "shapes": ("arange", ["element", "token", "head"]),
    "paint": ("one-row", ["painted"]),
    "layers": ("encoder-decoder", ["encoder", "head"]),
    "norm": ("norms", ["token", "feature"]),
}
SEEDS = pathlib.Path(__file__).resolve().parent.parent / "fuzz" / "seeds" / "experiment"
SECONDS = 60
NUMBER = re.compile(r"query .*, key .*: \d")


def within(seconds, ask):
    """The first answer that is none of None, False and []."""
    until = time.monotonic() + seconds
    while True:
        answer = ask()
        if answer or time.monotonic() > until:
            return answer
        time.sleep(0.2)


def application(pid):
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        found = desktop.get_child_at_index(i)
        if found and found.get_process_id() == pid:
            return found
    return None


def size(table):
    return Atspi.Table.get_n_rows(table), Atspi.Table.get_n_columns(table)


def tables(node, depth=0):
    """Of what is seen; what lies within a table is not looked through."""
    if node is None or depth > 40:
        return []
    if node.get_role() == Atspi.Role.TABLE:
        return [node] if size(node)[0] * size(node)[1] > 0 else []
    if depth > 0 and not node.get_state_set().contains(Atspi.StateType.SHOWING):
        if node.get_role() != Atspi.Role.FRAME:
            return []
    found = []
    for i in range(min(node.get_child_count(), 200)):
        found += tables(node.get_child_at_index(i), depth + 1)
    return found


def picture_tables(app):
    """Without the tables of numbers beside the picture, whose cells are Qt's."""
    return [t for t in tables(app) if t.get_parent().get_role() == Atspi.Role.PANEL]


def cells_of(found):
    """What the cells of the first table say."""
    if not found:
        return []
    rows, columns = size(found[0])
    cells = [Atspi.Table.get_accessible_at(found[0], row, column)
             for row in range(rows) for column in range(columns)]
    return [cell.get_name() for cell in cells if cell]


def shown_on(page, experiment, folder):
    """A copy of that file which opens on the page."""
    content = json.loads((SEEDS / f"{experiment}.headscope").read_text())
    content["version"] = 9
    content["weight_source"].setdefault("d_model", content["config"]["d_model"])
    content["last_view"] = {"page": page}
    file = pathlib.Path(folder) / f"{page}.headscope"
    file.write_text(json.dumps(content))
    return str(file)


def walk(page, program, folder):
    experiment, wanted = PAGES[page]
    environment = dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_QPA_PLATFORM="xcb",
                       XDG_CONFIG_HOME=folder, HOME=folder, LC_ALL="C.UTF-8")
    process = subprocess.Popen([program, shown_on(page, experiment, folder)], env=environment)
    try:
        app = within(SECONDS, lambda: application(process.pid))
        assert app, f"{page}: no application is on the bus"
        heard = []

        def hears_all():
            heard[:] = cells_of(picture_tables(app))
            return all(any(word in cell for cell in heard) for word in wanted)

        assert within(SECONDS, hears_all), f"{page}: not all of {wanted} is said: {heard[:4]}"
        assert all(heard), f"{page}: a cell says nothing"
        if "query" in wanted:
            assert any(NUMBER.search(cell) for cell in heard), f"{page}: no cell says a number"
        print(f"{page}: {len(heard)} cells, {heard[0]}")
    finally:
        process.terminate()
        process.wait(30)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for page in PAGES:
            walk(page, sys.argv[1], folder)


if __name__ == "__main__":
    main()
