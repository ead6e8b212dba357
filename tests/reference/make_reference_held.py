#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the reference results of attention with held numbers.

    /usr/bin/python3 tests/reference/make_reference_held.py   (Debian's python3-torch)

A held number stands in a stage in the place of the computed one, and all that comes behind is
computed from it. So attention is written out here stage by stage, in float64 from float32
inputs, and again in float32: the largest difference of the two is PyTorch's own float32 error,
the measure for ours. All around attention are PyTorch's own modules, of which only the attention
is replaced (make_reference_model.py).

The format of the files is that of make_reference.py. "held" has one row for each number: which
attention (0 plain or the encoder's, 1 the decoder's self-attention, 2 its cross-attention), the
layer, which stage (0 scores, 1 scaled, 2 masked, 3 weights), sequence, head,
query and key from 0; "held_values" are the numbers.
"""
import math
import os

import numpy as np
import torch

import make_reference_model as model

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "held")
STAGES = ["scores", "scaled_scores", "masked_scores", "attention_weights"]
BLOCKS = ["encoder/{}/self_attention", "decoder/{}/self_attention", "decoder/{}/cross_attention"]


def typed(stage, tensor, held):
    """The stage [batch, heads, query, key] with the numbers that are held in it."""
    tensor = tensor.clone()
    for number in held:
        if STAGES[number["stage"]] == stage:
            tensor[tuple(number["place"])] = number["value"]
    return tensor


def softmax(scores):
    """Rows of −∞ throughout are 0, as since PyTorch 2.5."""
    return torch.nan_to_num(torch.softmax(scores, -1), nan=0.0)


def attend(q, k, v, mask, held, keep):
    """Q, K, V [batch, heads, tokens, d]; `mask` is added."""
    scores = typed("scores", q @ k.transpose(-1, -2), held)
    keep("scores", scores)
    scaled = typed("scaled_scores", scores * (1 / math.sqrt(q.shape[-1])), held)
    keep("scaled_scores", scaled)
    masked = typed("masked_scores", scaled + mask, held)
    keep("masked_scores", masked)
    weights = typed("attention_weights", softmax(masked), held)
    keep("attention_weights", weights)
    context = weights @ v
    keep("head_context", context)
    return context.transpose(1, 2).flatten(2)


def heads_of(x, heads):
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


class Held:
    def __init__(self, stage, place, value, block=0, layer=0):
        self.number = {"stage": STAGES.index(stage), "place": place, "value": value,
                       "block": block, "layer": layer}


class PlainCase:
    """Attention alone, as make_reference.py has it."""

    def __init__(self, name, held, batch=1, queries=4, keys=None, d_model=4, heads=2,
                 causal=False, lengths=None):
        self.__dict__.update(locals())
        self.held = [h.number for h in held]

    def draw(self):
        n = model.Numbers(self.name)
        n.normal("query_input", self.batch, self.queries, self.d_model)
        if self.keys:
            n.normal("key_input", self.batch, self.keys, self.d_model)
        for part in ("query", "key", "value", "output"):
            n.weight(part + "_weight", self.d_model, self.d_model)
            n.normal(part + "_bias", self.d_model, size=0.3)
        if self.lengths:
            n.kept["key_padding"] = model.padding(self.keys or self.queries,
                                                  self.lengths).float().numpy()
        return n.kept

    def compute(self, inputs, dtype):
        t = {name: torch.from_numpy(array).to(dtype) for name, array in inputs.items()}
        stages = {}

        def keep(name, tensor):
            stages[name] = tensor.detach().clone()
        x = t["query_input"]
        y = t.get("key_input", x)

        def projected(part, of):
            return of @ t[part + "_weight"] + t[part + "_bias"]
        mask = torch.zeros(self.batch, 1, x.shape[1], y.shape[1], dtype=dtype)
        if self.causal:
            mask = mask + torch.triu(torch.full(mask.shape[-2:], -math.inf, dtype=dtype), 1)
        if self.lengths:
            mask = mask.masked_fill(~model.padding(y.shape[1], self.lengths)[:, None, None],
                                    -math.inf)
        q, k, v = (heads_of(projected(part, of), self.heads)
                   for part, of in (("query", x), ("key", y), ("value", y)))
        context = attend(q, k, v, mask, self.held, keep)
        keep("output", projected("output", context))
        return stages


class Run(model.Run):
    """A stack of PyTorch's layers whose attentions hold numbers."""

    def __init__(self, case, inputs, dtype, held):
        super().__init__(case, inputs, dtype)
        self.held = held

    def attention(self, module, scope):
        super().attention(module, scope)
        held = [n for n in self.held if BLOCKS[n["block"]].format(n["layer"]) == scope]

        def forward(query, key, value, attn_mask=None, key_padding_mask=None, **options):
            def projected(part, of):
                return (of @ self.inputs[f"{scope}/{part}_weight"]
                        + self.inputs[f"{scope}/{part}_bias"])
            mask = torch.zeros(query.shape[0], 1, query.shape[1], key.shape[1], dtype=self.dtype)
            if attn_mask is not None:
                mask = mask + attn_mask
            if key_padding_mask is not None:
                # PyTorch turns a boolean padding mask into −∞ on its way here.
                hidden = (key_padding_mask if key_padding_mask.dtype == torch.bool
                          else key_padding_mask == -math.inf)
                mask = mask.masked_fill(hidden[:, None, None], -math.inf)
            heads = self.case.heads
            q, k, v = (heads_of(projected(part, of), heads)
                       for part, of in (("query", query), ("key", key), ("value", value)))
            context = attend(q, k, v, mask, held,
                             lambda name, tensor: self.keep(f"{scope}/{name}", tensor))
            output = projected("output", context)
            self.keep(scope + "/output", output)
            return output, None
        module.forward = forward


class ModelCase:
    def __init__(self, name, held, **sizes):
        self.case = model.Case(name, **sizes)
        self.name = name
        self.held = [h.number for h in held]

    def draw(self):
        return model.draw(self.case)

    def compute(self, inputs, dtype):
        return Run(self.case, inputs, dtype, self.held).compute()

    def options(self):
        case = self.case
        return {"decoder": case.decoder, "layers": case.layers, "d_model": case.d_model,
                "heads": case.heads, "d_ff": case.d_ff, "gelu": case.activation == "gelu",
                "batch_norm": case.norm == "batch", "norm_first": case.norm_first,
                "epsilon": case.eps, "causal": case.causal, "positions": case.positions}


def finite(stages):
    """write() of make_reference_model measures finite numbers alone; −∞ stays −∞."""
    return {name: torch.where(torch.isinf(tensor), torch.zeros_like(tensor), tensor)
            for name, tensor in stages.items()}


def write(case, options):
    inputs = case.draw()
    exact = case.compute(inputs, torch.float64)
    singles = model.in_single(lambda: case.compute(inputs, torch.float32))
    worst = 0.0
    entries = [(key, np.array([float(value)])) for key, value in options.items()]
    entries += [("input:" + key, array) for key, array in inputs.items()]
    held = [[n["block"], n["layer"], n["stage"], *n["place"]] for n in case.held]
    entries += [("held", np.array(held, float)),
                ("held_values", np.array([n["value"] for n in case.held], np.float32))]
    finite_exact = finite(exact)
    for key, tensor in exact.items():
        assert not torch.isnan(tensor).any(), (case.name, key)
        largest = float(finite_exact[key].abs().max()) or 1.0
        error = max(model.largest_difference(finite_exact[key], finite(single)[key])
                    for single in singles)
        worst = max(worst, error / largest)
        entries.append(("stage:" + key, tensor.contiguous().numpy()))
        entries.append(("error:" + key, np.array([worst * largest])))
    with open(os.path.join(FOLDER, case.name + ".ref"), "wb") as file:
        for key, array in entries:
            kind = {"float32": "f4", "float64": "f8"}[str(array.dtype)]
            file.write(" ".join([key, kind, *map(str, array.shape)]).encode() + b"\n")
        file.write(b"\n")
        for _, array in entries:
            file.write(array.astype(array.dtype.newbyteorder("<")).tobytes())


PLAIN = [
    PlainCase("score", [Held("scores", [0, 1, 2, 3], 1.5)]),
    PlainCase("scaled_score", [Held("scaled_scores", [0, 0, 1, 0], -2.0)]),
    PlainCase("masked_score_without_a_mask", [Held("masked_scores", [0, 1, 0, 2], 3.0)]),
    PlainCase("weight", [Held("attention_weights", [0, 0, 3, 1], 0.5)]),
    PlainCase("every_stage_of_one_cell",
              [Held(stage, [0, 1, 2, 2], value) for stage, value in
               (("scores", 4.0), ("scaled_scores", 0.25), ("masked_scores", -1.0),
                ("attention_weights", 0.75))]),
    PlainCase("masked_pair_under_a_causal_mask",
              [Held("masked_scores", [0, 0, 0, 3], 0.5), Held("scores", [0, 1, 1, 0], 2.0)],
              causal=True),
    PlainCase("masked_weight_under_padding",
              [Held("attention_weights", [1, 0, 2, 3], 0.25),
               Held("masked_scores", [0, 1, 3, 1], 1.0)], batch=2, lengths=[4, 2]),
    PlainCase("cross_attention", [Held("scores", [1, 1, 2, 4], -3.0),
                                  Held("attention_weights", [0, 0, 0, 0], 1.0)],
              batch=2, queries=3, keys=5),
]

MODELS = [
    ModelCase("encoder", [Held("scores", [1, 1, 2, 0], 2.5)]),
    ModelCase("encoder_two_layers",
              [Held("attention_weights", [0, 0, 1, 2], 0.75, layer=0),
               Held("masked_scores", [1, 1, 0, 2], 1.0, layer=1)], layers=2, causal=True),
    ModelCase("encoder_norm_first_padding", [Held("scaled_scores", [0, 1, 2, 1], -0.5)],
              norm_first=True, lengths=[3, 2]),
    ModelCase("decoder_each_attention",
              [Held("scores", [0, 1, 3, 2], 1.5, block=0),
               Held("masked_scores", [1, 0, 0, 2], 0.25, block=1),
               Held("attention_weights", [0, 1, 2, 3], 0.5, block=2)],
              decoder=True, causal=True, source_lengths=[4, 3]),
    ModelCase("decoder_cross_attention_masked",
              [Held("masked_scores", [1, 1, 1, 3], 2.0, block=2)],
              decoder=True, source_lengths=[4, 2], positions=True),
]


def main():
    torch.set_num_threads(1)
    os.makedirs(FOLDER, exist_ok=True)
    for name in os.listdir(FOLDER):
        os.remove(os.path.join(FOLDER, name))
    for case in PLAIN:
        write(case, {"plain": True, "d_model": case.d_model, "heads": case.heads,
                     "causal": case.causal})
    for case in MODELS:
        write(case, case.options())
    size = sum(os.path.getsize(os.path.join(FOLDER, name)) for name in os.listdir(FOLDER))
    print(f"{len(PLAIN) + len(MODELS)} configurations, {size} bytes")


if __name__ == "__main__":
    main()
