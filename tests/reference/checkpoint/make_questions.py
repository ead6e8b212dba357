#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what PyTorch answers in float64 to what may be asked of the models of the tests.

    /usr/bin/python3 tests/reference/checkpoint/make_questions.py     (Debian's python3-torch)

questions.json of a folder that make_cases.py wrote has, for the ids of its expected.json:
  off    logits of all words with heads switched off: what they give, weights · V, is 0, or at each
         word its mean over all words of the text
  lens   probabilities of all words after each layer, from none to all but the last: the residual
         stream there, through what stands behind the last layer
  parts  of a logit: the share of each head and feed-forward network, of the embedding, of the
         biases of attention and vocabulary and of the shift of the last norm, through the last norm
         with the mean and variance that it had."""
import json
import os
import sys

import torch

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
import reference

# folder: sets of heads, each of (block, head) from 0
CASES = {
    "gpt2": [[("layers/0/self_attention", 1)], [("layers/0/self_attention", 0), ("layers/1/self_attention", 0), ("layers/1/self_attention", 1)]],
    "llama": [[("layers/1/self_attention", 3)], [("layers/0/self_attention", 0), ("layers/0/self_attention", 2)]],
    "bert": [[("layers/0/self_attention", 0), ("layers/1/self_attention", 1)]],
    "marian": [[("encoder/0/self_attention", 1)], [("decoder/0/cross_attention", 0), ("decoder/1/self_attention", 1)]],
}


class Off(reference.Run):
    """A run with heads switched off."""

    def __init__(self, folder, heads, by):
        super().__init__(folder, torch.float64, "all", True)
        self.heads_off, self.by = heads, by

    def attention(self, scope, q, k, v, heads, *others):
        z = super().attention(scope, q, k, v, heads, *others).clone()
        width = z.shape[-1] // heads
        for block, head in self.heads_off:
            if block == scope:
                part = z[..., head * width:(head + 1) * width]
                part[:] = 0 if self.by == "zero" else part.mean(1, keepdim=True)
        return z


def rounded(x):
    return [round(v, 9) for v in x.flatten().tolist()]


def ending(run, x):
    """The logits behind a residual stream in the place of the last layer's."""
    c, kind = run.c, run.c["model_type"]
    if kind == "gpt2":
        w = lambda k: run.w("transformer." + k, k)
        return run.logits(run.norm("lens", x, w("ln_f.weight"), w("ln_f.bias"), c["layer_norm_epsilon"]), w("wte.weight"), scope="lens")
    if kind == "llama":
        return run.logits(run.rms("lens", x, run.w("model.norm.weight"), c["rms_norm_eps"]), run.w("lm_head.weight") if run.has("lm_head.weight") else run.w("model.embed_tokens.weight"), scope="lens")
    return run.mlm(x, "cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", run.w("bert.embeddings.word_embeddings.weight"), "cls.predictions.decoder.weight", "cls.predictions.bias", c["hidden_act"], c["layer_norm_eps"])


def layers_of(c):
    return c.get("n_layer") or c["num_hidden_layers"]


def before(stages, kind, layer):
    """The residual stream before a layer."""
    if layer == 0:
        return stages[{"gpt2": "positions/embedded_input", "llama": "embedding/embedding", "bert": "embedding_norm/norm_output"}[kind]]
    return stages[f"layers/{layer - 1}/feed_forward_" + ("norm/norm_output" if kind == "bert" else "residual/residual")]


def parts(run, place, target):
    s, c, kind = dict(run.stages), run.c, run.c["model_type"]
    rms = kind == "llama"
    spread = s["layers/norm/" + ("mean_square" if rms else "variance")][0, place]
    row = s["prediction/vocabulary_weight"][:, target]
    direction = s["layers/norm/norm_gain"] * row / torch.sqrt(spread + (c["rms_norm_eps"] if rms else c["layer_norm_epsilon"]))
    share = lambda v: float(((v if rms else v - v.mean()) * direction).sum())
    n = c.get("n_head") or c["num_attention_heads"]
    heads, feed, biases = [], [], 0.0
    for layer in range(layers_of(c)):
        a = f"layers/{layer}/self_attention"
        z, weight = s[a + "/concatenated_context"][0, place], s[a + "/output_weight"]
        width = weight.shape[0] // n
        heads.append([share(z[h * width:(h + 1) * width] @ weight[h * width:(h + 1) * width]) for h in range(n)])
        feed.append(share(s[f"layers/{layer}/feed_forward/feed_forward_output"][0, place]))
        if a + "/output_bias" in s: biases += share(s[a + "/output_bias"])
    shift = 0.0 if rms else float((s["layers/norm/norm_shift"] * row).sum())
    embedding = share(before(s, kind, 0)[0, place])
    logit = float(s["prediction/logits"][0, place, target])
    assert abs(sum(map(sum, heads)) + sum(feed) + biases + shift + embedding - logit) < 1e-9
    return {"place": place, "target": target, "logit": logit, "heads": heads, "feed_forward": feed, "embedding": embedding, "biases": biases, "shift": shift}


def main():
    for name, sets in CASES.items():
        folder = os.path.join(FOLDER, name)
        asked = json.load(open(os.path.join(folder, "expected.json")))
        words = reference.batch(asked["ids"], None, "right")[0]
        target = reference.batch(asked["target"], 0, "right")[0] if asked["target"] else None
        answers = {"off": []}
        for heads in sets:
            for by in ("zero", "mean"):
                logits = Off(folder, heads, by).run(words, None, target)
                answers["off"].append({"heads": [f"{block}/{head}" for block, head in heads], "by": by, "logits": rounded(logits)})
        run = reference.Run(folder, torch.float64, "all", True)
        run.run(words, None, target)
        kind = run.c["model_type"]
        if kind != "marian":
            kept = dict(run.stages)
            if kind != "bert":
                answers["parts"] = parts(run, 1, 3)
            answers["lens"] = [rounded(torch.softmax(ending(run, before(kept, kind, layer)), -1)) for layer in range(layers_of(run.c))]
        with open(os.path.join(folder, "questions.json"), "w") as f:
            json.dump(answers, f)
            f.write("\n")


if __name__ == "__main__":
    main()
