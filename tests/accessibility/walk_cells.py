#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Walks the cells of every page as a screen reader does, over AT-SPI:

    dbus-run-session -- xvfb-run -a python3 walk_cells.py PROGRAM

Each page has to be a table whose cells say what they are, their numbers, and which of them are
masked; that are found where they are drawn; and that are heard when they are pressed.
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

# What is shown on a page, of fuzz/seeds/experiment or of a model that comes along; what has to be
# said by some cell of its first table each; and whether a cell stays selected that was pressed.
PAGES = {
    "heads": ("causal-padding", [r"query .*, key .*: \d", "masked"], True),
    "compare": ("pinned", [r"query .*, key .*: A \d.*, B \d"], True),
    "lines": ("causal-padding", [r"looks at .* with \d", "masked"], True),
    "text": ("causal-padding", [r"looks at .*\d"], True),
    "steps": ("causal-padding", [r"query .*, key .*: \d", "masked"], True),
    "shapes": ("arange", ["element", "token", "head"], True),
    "train": ("causal-padding", [r"step 0: .* looks at .*: \d"], True),
    "paint": ("one-row", ["painted"], True),
    "layers": ("encoder-decoder", [r"encoder.*head"], True),
    "lens": ("kjv-gpt2", [r"layer.*\n1\. .* \d"], False),
    "parts": ("kjv-gpt2", [r"\d"], False),
    "norm": ("norms", [r"token .*, feature \d+: .*\d"], True),
}
# What is opened of a page, where that is not its beginning.
VIEWS = {
    "compare": {"page": "heads", "compared": {"a": {"pin": 0}, "b": {}}},
    "shapes": {"page": "shapes", "step": "transpose(1, 2)", "progress": 1},
}
SEEDS = pathlib.Path(__file__).resolve().parent.parent / "fuzz" / "seeds" / "experiment"
MODELS = SEEDS.parents[3] / "resources" / "models"
SECONDS = 60


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


def shown_on(page, name, folder):
    """A file which opens on the page."""
    if (MODELS / name).is_dir():
        content = {"format": "headscope-model", "version": 1, "folder": str(MODELS / name),
                   "text": "And the LORD spake unto", "target": ""}
    else:
        content = json.loads((SEEDS / f"{name}.headscope").read_text())
        content["version"] = 9
        content["weight_source"].setdefault("d_model", content["config"]["d_model"])
    content["last_view"] = VIEWS.get(page, {"page": page})
    file = pathlib.Path(folder) / f"{page}.headscope"
    file.write_text(json.dumps(content))
    return str(file)


def middle(cell):
    place = Atspi.Component.get_extents(cell, Atspi.CoordType.SCREEN)
    return place.x + place.width // 2, place.y + place.height // 2


def is_selected(cell):
    return cell.get_state_set().contains(Atspi.StateType.SELECTED)


def walk(page, program, folder):
    name, wanted, stays = PAGES[page]
    environment = dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_QPA_PLATFORM="xcb",
                       XDG_CONFIG_HOME=folder, HOME=folder, LC_ALL="C.UTF-8")
    process = subprocess.Popen([program, shown_on(page, name, folder)], env=environment)
    try:
        app = within(SECONDS, lambda: application(process.pid))
        assert app, f"{page}: no application is on the bus"
        heard = []

        def hears_all():
            heard[:] = cells_of(picture_tables(app))
            return all(any(re.search(words, cell) for cell in heard) for words in wanted)

        assert within(SECONDS, hears_all), f"{page}: not all of {wanted} is said: {heard[:4]}"
        assert all(heard), f"{page}: a cell says nothing"
        table = picture_tables(app)[0]
        cell = Atspi.Table.get_accessible_at(table, 0, 0)
        found = Atspi.Component.get_accessible_at_point(table, *middle(cell),
                                                        Atspi.CoordType.SCREEN)
        # A word of Lines and Text is drawn once for many cells, and stands for one of them.
        assert found and (page in ("lines", "text") or found.get_name() == cell.get_name()), \
            f"{page}: “{cell.get_name()}” is not found where it is drawn"
        if stays:
            assert Atspi.Action.do_action(cell, 0), f"{page}: a cell cannot be pressed"
            assert within(SECONDS, lambda: is_selected(cell)), f"{page}: a pressed cell is lost"
        print(f"{page}: {len(heard)} cells, {cell.get_name()}")
    finally:
        process.terminate()
        process.wait(30)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for page in PAGES:
            walk(page, sys.argv[1], folder)


if __name__ == "__main__":
    main()
