#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what two papers tell of the attentions of the models of the tests, in float64.

    /usr/bin/python3 tests/reference/checkpoint/make_analyses.py     (Debian's python3-torch)

analyses.json of a folder that make_cases.py wrote has, for the ids of its expected.json and each
attention by its path:
  value_norm      ‖v·W_O‖ of each head and key, v with its bias
  value_weighted  ‖w·v·W_O‖ of each head, query and key: the vector itself is made, then its length
                  (Kobayashi, Kuribayashi, Yokoi and Inui 2020, "Attention is not only a weight:
                  analyzing transformers with vector norms", section 3)
  rollout         of the layers up to this one, each ½ A + ½ I with A the mean of the heads, as one
                  product of matrices (Abnar and Zuidema 2020, "Quantifying attention flow in
                  transformers", section 3); where all words look at words of their own text alone"""
import json
import os
import sys
from functools import reduce

import torch

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
import reference

CASES = ["gpt2", "llama", "bert", "marian"]


def rounded(x):
    return [round(v, 9) for v in x.flatten().tolist()]


def value_weighted(stages, scope):
    w, v = stages[scope + "/attention_weights"], stages[scope + "/value"]
    output = stages[scope + "/output_weight"]
    heads = w.shape[1]
    v = v.repeat_interleave(heads // v.shape[1], 1)                 # grouped keys and values
    output = output.view(heads, -1, output.shape[-1])               # head, d_v, d_model
    vectors = torch.einsum("bhqk,bhkd,hdm->bhqkm", w, v, output)
    return torch.einsum("bhkd,hdm->bhkm", v, output).norm(dim=-1), vectors.norm(dim=-1)


def rollouts(weights):
    mixed = [a.mean(1) / 2 + torch.eye(a.shape[-1], dtype=a.dtype) / 2 for a in weights]
    return [reduce(lambda done, layer: layer @ done, mixed[:n + 1]) for n in range(len(mixed))]


def main():
    for name in CASES:
        folder = os.path.join(FOLDER, name)
        asked = json.load(open(os.path.join(folder, "expected.json")))
        words = reference.batch(asked["ids"], None, "right")[0]
        target = reference.batch(asked["target"], 0, "right")[0] if asked["target"] else None
        run = reference.Run(folder, torch.float64, "all", True)
        run.run(words, None, target)
        stages = dict(run.stages)
        scopes = [s[:-len("/attention_weights")] for s in stages if s.endswith("/attention_weights")]
        answers = {}
        for scope in scopes:
            norm, weighted = value_weighted(stages, scope)
            answers[scope] = {"value_norm": rounded(norm), "value_weighted": rounded(weighted)}
        for stack in ("layers", "encoder"):
            own = [s for s in scopes if s.startswith(stack + "/")]
            if len(own) < 2:
                continue                                             # nothing to be rolled out
            for scope, rolled in zip(own, rollouts([stages[s + "/attention_weights"] for s in own])):
                answers[scope]["rollout"] = rounded(rolled)
        with open(os.path.join(folder, "analyses.json"), "w") as f:
            json.dump(answers, f)
            f.write("\n")


if __name__ == "__main__":
    main()
