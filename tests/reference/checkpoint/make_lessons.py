#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes lessons.json: what the lessons on a trained model come to in PyTorch's float64, with the
model that comes along and the texts that their files name.

    /usr/bin/python3 tests/reference/checkpoint/make_lessons.py     (Debian's python3-torch)

For each lesson which head it is about and which one it compares with, [layer, head] from 0, found
by where they look in the rows from the third on; the ids of the text; the likeliest token with its
probability, with all heads and with either switched off; what the texts say of the heads."""
import json
import os
import re

import torch

import make_questions

ROOT = os.path.join(make_questions.FOLDER, "../../..")
LAYERS, HEADS = 4, 4
WORDS = re.compile(r"'s| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+")


class Tokenizer:
    """Byte-level BPE of ASCII texts."""

    def __init__(self, folder):
        self.ids = json.load(open(folder + "/vocab.json", encoding="utf-8"))
        lines = open(folder + "/merges.txt", encoding="utf-8").read().split("\n")
        merges = [tuple(line.split()) for line in lines if line and not line.startswith("#")]
        self.ranks = {pair: rank for rank, pair in enumerate(merges)}

    def pieces(self, word):
        parts = list(word.replace(" ", "Ġ"))
        while len(parts) > 1:
            ranked = [(self.ranks.get(pair, len(self.ranks)), place) for place, pair in enumerate(zip(parts, parts[1:]))]
            rank, place = min(ranked)
            if rank == len(self.ranks):
                break
            parts[place:place + 2] = [parts[place] + parts[place + 1]]
        return parts

    def encode(self, text):
        return [self.ids[piece] for word in WORDS.findall(text) for piece in self.pieces(word)]


def block(layer):
    return f"layers/{layer}/self_attention"


def shares(weights):
    """Means over the rows from the third on: to the token before, to the first one, to itself."""
    rows = range(2, weights.shape[0])
    mean = lambda key: sum(float(weights[row, key(row)]) for row in rows) / len(rows)
    return {"previous": mean(lambda row: row - 1), "first": mean(lambda row: 0), "self": mean(lambda row: row)}


def main():
    written = {}
    for name in ("previous-token", "first-token"):
        start = json.load(open(f"{ROOT}/resources/lessons/{name}.json", encoding="utf-8"))["start"]
        folder = f"{ROOT}/resources/models/{start['model']}"
        ids = Tokenizer(folder).encode(start["text"])

        def run(off):
            made = make_questions.Off(folder, [(block(layer), head) for layer, head in off], "zero")
            made.run(torch.tensor([ids]))
            return made.stages, torch.softmax(made.stages["prediction/logits"][0, -1], -1)

        stages, said = run([])
        likeliest = int(said.argmax())
        weights = lambda layer, head: stages[block(layer) + "/attention_weights"][0, head]

        def added(layer, head):
            """What a head adds to the last token, measured by the vector that it is added to."""
            context, matrix = stages[block(layer) + "/head_context"][0, head, -1], stages[block(layer) + "/output_weight"]
            width = context.shape[0]
            before = make_questions.before(stages, "gpt2", layer)[0, -1]
            return float((context @ matrix[head * width:(head + 1) * width]).norm() / before.norm())

        places = [(layer, head) for layer in range(LAYERS) for head in range(HEADS)]
        looks = {place: shares(weights(*place)) for place in places}
        if name == "previous-token":
            head = max(places, key=lambda place: looks[place]["previous"])
            other = min((place for place in places if place[0] == head[0] and place != head), key=lambda place: looks[place]["previous"])
        else:
            head = max(places, key=lambda place: looks[place]["first"])
            other = max((place for place in places if looks[place]["first"] < 0.5), key=lambda place: added(*place))
        off, other_off = run([head])[1], run([other])[1]
        key = len(ids) - 2 if name == "previous-token" else 0
        written[name] = {
            "ids": ids, "head": head, "other": other, "likeliest": likeliest,
            "probability": float(said[likeliest]), "off": float(off[likeliest]), "other_off": float(other_off[likeliest]),
            "shares": looks[head], "other_shares": looks[other], "weight": float(weights(*head)[-1, key]),
            "added": added(*head), "other_added": added(*other), "other_largest": float(weights(*other)[-1].max())}
    with open(os.path.join(make_questions.FOLDER, "lessons.json"), "w") as f:
        json.dump(written, f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main()
