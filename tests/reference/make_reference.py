#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the reference results of attention that the tests compare with.

    /usr/bin/python3 tests/reference/make_reference.py        (Debian's python3-torch)

Every stage is computed by PyTorch in float64 from float32 inputs, and again in
float32; the largest difference of the two is PyTorch's own float32 error, the
measure for ours. Where nn.MultiheadAttention can express a configuration
(d_k = d_v = d_model / heads, default scale), its weights and output must agree
with the stages, and its float32 error counts too.

A file begins with lines of text, "name type size size ...", in the order of
the data; an empty line ends them; the numbers follow, little-endian, in C
order. Types: f4, f8. Options are tensors of one value. Errors are float64
tensors of one value named "error:<stage>".
"""
import math
import os
import zlib

import numpy as np
import torch

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "attention")


class Case:
    def __init__(self, name, batch=1, queries=4, keys=None, d_model=8, heads=2, d_k=None, d_v=None,
                 key_width=None, value_width=None, biases="qkvo", causal=False, lengths=None,
                 may_attend=None, additive=None, scale=None, size=1.0, weight_size=None,
                 lower_right=False, window=None, prefix=None, fully_masked="zeros", dropout=None,
                 seed=0, sequence_first=False, equal_tokens=False):
        """biases: which of q, k, v, o have one. keys: cross-attention with so many keys.
        lengths: real tokens of each sequence of keys. may_attend, additive: number of axes
        of the mask (2, 3 or 4), a shape of the letters b, h, q, k and 1 such as "1kb", or a
        function of a generator and the shape [b, h, q, k]."""
        self.__dict__.update(locals())
        self.d_k = d_k or d_model // heads
        self.d_v = d_v or self.d_k
        self.cross = keys is not None or key_width is not None
        self.keys = keys or queries
        self.separate_values = value_width is not None
        self.key_width = key_width or d_model
        self.value_width = value_width or self.key_width


def random_pairs(case, axes, draw):
    letters = {2: "qk", 3: "bqk", 4: "bhqk"}.get(axes, axes)
    sizes = {"b": case.batch, "h": case.heads, "q": case.queries, "k": case.keys, "1": 1}
    return draw(tuple(sizes[letter] for letter in letters))


def with_pair_axes(case, mask):
    """Any mask of the case as [b, h, q, k], of which sizes may be 1."""
    if case.sequence_first:
        return mask.reshape(*mask.shape, *[1] * (4 - mask.dim())).permute(2, 3, 0, 1)
    if mask.dim() == 2:
        return mask[None, None]
    return mask[:, None] if mask.dim() == 3 else mask


def make_inputs(case):
    random = np.random.default_rng(zlib.crc32(case.name.encode()))

    def normal(*shape, size=1.0):
        return torch.from_numpy((random.standard_normal(shape) * size).astype(np.float32))

    def weight(rows, columns):
        return normal(rows, columns, size=case.weight_size or 1 / math.sqrt(rows))

    t = {"query_input": normal(case.batch, case.queries, case.d_model, size=case.size)}
    if case.equal_tokens:
        t["query_input"][:] = t["query_input"][:, :1].clone()
    if case.cross:
        t["key_input"] = normal(case.batch, case.keys, case.key_width, size=case.size)
    if case.separate_values:
        t["value_input"] = normal(case.batch, case.keys, case.value_width, size=case.size)
    t["query_weight"] = weight(case.d_model, case.heads * case.d_k)
    t["key_weight"] = weight(case.key_width, case.heads * case.d_k)
    t["value_weight"] = weight(case.value_width, case.heads * case.d_v)
    t["output_weight"] = weight(case.heads * case.d_v, case.d_model)
    for letter, name, width in (("q", "query", case.heads * case.d_k),
                                ("k", "key", case.heads * case.d_k),
                                ("v", "value", case.heads * case.d_v),
                                ("o", "output", case.d_model)):
        if letter in case.biases:
            t[name + "_bias"] = normal(width, size=0.5)
    if case.lengths:
        t["key_padding"] = (torch.arange(case.keys)[None] <
                            torch.tensor(case.lengths)[:, None]).float()
    if callable(case.may_attend):
        t["may_attend_mask"] = case.may_attend(case)
    elif case.may_attend:
        t["may_attend_mask"] = random_pairs(
            case, case.may_attend,
            lambda shape: torch.from_numpy((random.random(shape) < 0.7).astype(np.float32)))
    if callable(case.additive):
        t["additive_mask"] = case.additive(case)
    elif case.additive:
        def draw(shape):
            mask = random.standard_normal(shape)
            mask[random.random(shape) < 0.2] = -np.inf
            return torch.from_numpy(mask.astype(np.float32))
        t["additive_mask"] = random_pairs(case, case.additive, draw)
    return t


def allowed_pairs(case, t):
    allowed = torch.ones(case.batch, case.heads, case.queries, case.keys, dtype=torch.bool)
    place = torch.arange(case.queries)[:, None]
    if case.lower_right:
        place = place + (case.keys - case.queries)
    key = torch.arange(case.keys)[None]
    if case.prefix:
        allowed &= (key <= place) | (key < case.prefix)
    elif case.causal:
        allowed &= key <= place
    if case.window:
        allowed &= (key - place).abs() < case.window
    if "key_padding" in t:
        allowed &= t["key_padding"].bool()[:, None, None]
    if "may_attend_mask" in t:
        allowed &= with_pair_axes(case, t["may_attend_mask"]).bool()
    return allowed


def mixed(z):
    """The finaliser of SplitMix64."""
    mask = 2**64 - 1
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9 & mask
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb & mask
    return z ^ (z >> 31)


def kept(case):
    """Which weights [b, h, q, k] our dropout keeps: whether the top 53 bits of the hash of
    seed and position reach p. PyTorch is given this pattern instead of its own draws."""
    golden, mask = 0x9e3779b97f4a7c15, 2**64 - 1
    stream = mixed(case.seed + golden & mask)
    threshold = int(float(np.float32(case.dropout)) * 2**53)
    count = case.batch * case.heads * case.queries * case.keys
    keep = [mixed(stream + i * golden & mask) >> 11 >= threshold for i in range(count)]
    return torch.tensor(keep).reshape(case.batch, case.heads, case.queries, case.keys)


def softmax(case, masked, axis):
    """Of rows that are masked throughout, what the case chose."""
    if case.fully_masked == "uniform": # as models that mask with the smallest number
        return torch.softmax(masked.clamp(min=torch.finfo(masked.dtype).min), axis)
    weights = torch.softmax(masked, axis)
    if case.fully_masked == "nan":
        return weights
    return weights.masked_fill(torch.isneginf(masked).all(axis, keepdim=True), 0.0)


def scale_of(case):
    return 1 / math.sqrt(case.d_k) if case.scale is None else case.scale


def dropped(case, weights, keep):
    return weights * (keep.to(weights.dtype) / (1 - case.dropout))


def sequence_first_stages(case, t, dtype):
    """As stages(), in the manner of labml's MultiHeadAttention: einsum over
    [sequence, batch, heads, width], softmax over axis 1."""
    p = {name: tensor.to(dtype) for name, tensor in t.items()}
    key_input = p.get("key_input", p["query_input"])
    value_input = p.get("value_input", key_input)
    r = {}

    def project(x, name, width):
        x = torch.nn.functional.linear(x, p[name + "_weight"].T, p.get(name + "_bias"))
        r["projected_" + name] = x
        r[name] = x.view(*x.shape[:2], case.heads, width)

    project(p["query_input"], "query", case.d_k)
    project(key_input, "key", case.d_k)
    project(value_input, "value", case.d_v)
    r["scores"] = torch.einsum("ibhd,jbhd->ijbh", r["query"], r["key"])
    r["scaled_scores"] = r["scores"] * scale_of(case)
    masked = r["scaled_scores"]
    if "additive_mask" in p:
        mask = p["additive_mask"]
        masked = masked + mask.reshape(*mask.shape, *[1] * (4 - mask.dim()))
    allowed = allowed_pairs(case, t).permute(2, 3, 0, 1)
    r["masked_scores"] = masked.masked_fill(allowed == 0, -math.inf)
    weights = softmax(case, r["masked_scores"], 1)
    r["attention_weights"] = weights
    if case.dropout is not None:
        weights = dropped(case, weights, kept(case).permute(2, 3, 0, 1))
        r["dropped_weights"] = weights
    r["head_context"] = torch.einsum("ijbh,jbhd->ibhd", weights, r["value"])
    r["concatenated_context"] = r["head_context"].reshape(
        case.queries, case.batch, case.heads * case.d_v)
    r["output"] = torch.nn.functional.linear(r["concatenated_context"], p["output_weight"].T,
                                             p.get("output_bias"))
    return r


def stages(case, t, dtype):
    """Every stage that computes, with the operations of PyTorch, in that type."""
    if case.sequence_first:
        return sequence_first_stages(case, t, dtype)
    p = {name: tensor.to(dtype) for name, tensor in t.items()}
    key_input = p.get("key_input", p["query_input"])
    value_input = p.get("value_input", key_input)
    r = {}

    def linear(x, name):
        return torch.nn.functional.linear(x, p[name + "_weight"].T, p.get(name + "_bias"))

    def split(x, width):
        return x.view(x.shape[0], x.shape[1], case.heads, width).transpose(1, 2)

    r["projected_query"] = linear(p["query_input"], "query")
    r["projected_key"] = linear(key_input, "key")
    r["projected_value"] = linear(value_input, "value")
    r["query"] = split(r["projected_query"], case.d_k)
    r["key"] = split(r["projected_key"], case.d_k)
    r["value"] = split(r["projected_value"], case.d_v)
    r["scores"] = r["query"] @ r["key"].transpose(-2, -1)
    r["scaled_scores"] = r["scores"] * scale_of(case)
    allowed = allowed_pairs(case, t)
    masked = r["scaled_scores"]
    if "additive_mask" in p:
        masked = masked + with_pair_axes(case, p["additive_mask"])
    r["masked_scores"] = masked.masked_fill(~allowed, -math.inf)
    weights = softmax(case, r["masked_scores"], -1)
    r["attention_weights"] = weights
    if case.dropout is not None:
        weights = dropped(case, weights, kept(case))
        r["dropped_weights"] = weights
    r["head_context"] = weights @ r["value"]
    r["concatenated_context"] = r["head_context"].transpose(1, 2).reshape(
        case.batch, case.queries, case.heads * case.d_v)
    r["output"] = linear(r["concatenated_context"], "output")
    return r


def module_result(case, t, dtype):
    """weights and output of nn.MultiheadAttention, or None where it cannot say the case."""
    if case.d_k * case.heads != case.d_model or case.d_v != case.d_k or case.scale is not None:
        return None
    if case.dropout is not None or case.fully_masked == "uniform":
        return None
    module = torch.nn.MultiheadAttention(case.d_model, case.heads, bias=True,
                                         batch_first=not case.sequence_first,
                                         kdim=case.key_width, vdim=case.value_width).to(dtype).eval()

    def bias(name, width):
        return t.get(name, torch.zeros(width)).to(dtype)

    with torch.no_grad():
        parts = [t[name + "_weight"].T.to(dtype) for name in ("query", "key", "value")]
        if module.in_proj_weight is not None:
            module.in_proj_weight.copy_(torch.cat(parts))
        else:
            module.q_proj_weight.copy_(parts[0])
            module.k_proj_weight.copy_(parts[1])
            module.v_proj_weight.copy_(parts[2])
        module.in_proj_bias.copy_(torch.cat([bias(n + "_bias", case.d_model)
                                             for n in ("query", "key", "value")]))
        module.out_proj.weight.copy_(t["output_weight"].T.to(dtype))
        module.out_proj.bias.copy_(bias("output_bias", case.d_model))
        # One additive mask for each batch and head says everything that a case can say.
        mask = torch.zeros(case.batch, case.heads, case.queries, case.keys, dtype=dtype)
        if "additive_mask" in t:
            mask = mask + with_pair_axes(case, t["additive_mask"].to(dtype))
        mask = mask.masked_fill(~allowed_pairs(case, t), -math.inf)
        query = t["query_input"].to(dtype)
        key = t.get("key_input", t["query_input"]).to(dtype)
        value = t["value_input"].to(dtype) if "value_input" in t else key
        output, weights = module(query, key, value, need_weights=True, average_attn_weights=False,
                                 attn_mask=mask.reshape(-1, case.queries, case.keys))
    if case.sequence_first:
        weights = weights.permute(2, 3, 0, 1)
    return {"attention_weights": weights, "output": output}


def largest_difference(a, b):
    difference = (a.double() - b.double()).abs()
    # Equal infinities differ by nothing; NaN marks a fully masked row of the module.
    difference[(a.double() == b.double())] = 0
    return float(torch.nan_to_num(difference, nan=0.0).max())


def make(case):
    t = make_inputs(case)
    if case.sequence_first:
        for name in ("query_input", "key_input", "value_input"):
            if name in t:
                t[name] = t[name].transpose(0, 1).contiguous()
    exact = stages(case, t, torch.float64)
    single = stages(case, t, torch.float32)
    errors = {name: largest_difference(exact[name], single[name]) for name in exact}
    module = module_result(case, t, torch.float64)
    if module:
        module32 = module_result(case, t, torch.float32)
        for name in module:
            agreement = largest_difference(exact[name], module[name])
            assert agreement < 1e-12 * max(1.0, float(exact[name].abs().max())), \
                (case.name, name, agreement)
            errors[name] = max(errors[name], largest_difference(exact[name], module32[name]))
    options = {"heads": case.heads, "d_model": case.d_model, "d_k": case.d_k, "d_v": case.d_v,
               "causal": int(case.causal)}
    for name in ("scale", "window", "prefix", "dropout"):
        if getattr(case, name) is not None:
            options[name] = getattr(case, name)
    for name in ("lower_right", "sequence_first", "seed"):
        if getattr(case, name):
            options[name] = int(getattr(case, name))
    if case.fully_masked != "zeros":
        options["fully_masked"] = {"nan": 1, "uniform": 2}[case.fully_masked]
    entries = [(name, np.array([float(value)])) for name, value in options.items()]
    entries += [("input:" + name, tensor.numpy()) for name, tensor in t.items()]
    entries += [("stage:" + name, tensor.contiguous().numpy()) for name, tensor in exact.items()]
    entries += [("error:" + name, np.array([error])) for name, error in errors.items()]
    with open(os.path.join(FOLDER, case.name + ".ref"), "wb") as file:
        for name, array in entries:
            kind = {"float32": "f4", "float64": "f8"}[str(array.dtype)]
            file.write(" ".join([name, kind, *map(str, array.shape)]).encode() + b"\n")
        file.write(b"\n")
        for _, array in entries:
            file.write(array.astype(array.dtype.newbyteorder("<")).tobytes())


def dead_rows(case):
    """Query 1 may look nowhere; the others everywhere."""
    mask = torch.ones(case.queries, case.keys)
    mask[1] = 0
    return mask


def dead_heads(case):
    """Another query of every head may look nowhere."""
    mask = torch.ones(case.batch, case.heads, case.queries, case.keys)
    for head in range(case.heads):
        mask[:, head, head % case.queries] = 0
    return mask


def minus_infinity_rows(case):
    mask = torch.zeros(case.queries, case.keys)
    mask[0] = -math.inf
    return mask


CASES = [
    Case("one_token", queries=1, d_model=4, heads=1),
    Case("one_token_many_heads", queries=1, d_model=12, heads=6),
    Case("one_feature", queries=3, d_model=1, heads=1),
    Case("one_head", queries=5, d_model=6, heads=1),
    Case("as_many_heads_as_features", queries=4, d_model=6, heads=6),
    Case("two_heads_no_bias", biases=""),
    Case("two_heads_all_biases"),
    Case("only_query_bias", biases="q"),
    Case("only_key_bias", biases="k"),
    Case("only_value_and_output_bias", biases="vo"),
    Case("batch_of_three", batch=3, queries=5, d_model=12, heads=3),
    Case("ticket_sizes", queries=10, d_model=4, heads=4, d_k=4, d_v=4, biases=""),
    Case("odd_sizes", batch=2, queries=7, d_model=15, heads=5),
    Case("wider_than_a_register", queries=18, d_model=36, heads=2),
    Case("more_rows_than_a_tile", queries=37, d_model=6, heads=1, biases="qk"),
    Case("d_k_not_d_model_over_heads", queries=5, d_model=8, heads=3, d_k=4),
    Case("d_v_wider_than_d_k", queries=5, d_model=8, heads=2, d_k=3, d_v=7),
    Case("d_v_narrower_than_d_k", batch=2, queries=4, d_model=9, heads=2, d_k=5, d_v=1),
    Case("d_k_of_one", queries=6, d_model=5, heads=3, d_k=1, d_v=2),
    Case("cross_fewer_keys", batch=2, queries=5, keys=3, d_model=8, heads=4),
    Case("cross_more_keys", batch=2, queries=2, keys=9, d_model=8, heads=2),
    Case("cross_one_key", queries=4, keys=1, d_model=6, heads=3),
    Case("keys_of_other_width", queries=4, keys=6, d_model=8, key_width=5, heads=2),
    Case("keys_and_values_of_other_widths", batch=2, queries=4, keys=6, d_model=8, key_width=5,
         value_width=11, heads=2),
    Case("values_apart_in_self_attention", queries=4, d_model=8, value_width=3, heads=2),
    Case("causal", queries=6, d_model=8, heads=2, causal=True),
    Case("causal_batch_no_bias", batch=2, queries=5, d_model=6, heads=3, causal=True, biases=""),
    Case("causal_more_keys", queries=3, keys=5, d_model=6, heads=2, causal=True),
    Case("causal_fewer_keys", queries=5, keys=3, d_model=6, heads=2, causal=True),
    Case("padding", batch=3, queries=5, d_model=8, heads=2, lengths=[5, 3, 1]),
    Case("padding_of_everything", batch=2, queries=3, d_model=6, heads=2, lengths=[3, 0]),
    Case("causal_and_padding", batch=3, queries=6, d_model=8, heads=4, causal=True,
         lengths=[6, 4, 2]),
    Case("bool_mask", queries=6, d_model=8, heads=2, may_attend=2),
    Case("bool_mask_per_sequence", batch=3, queries=4, d_model=8, heads=2, may_attend=3),
    Case("bool_mask_per_head", batch=2, queries=5, d_model=9, heads=3, may_attend=4),
    Case("float_mask", queries=6, d_model=8, heads=2, additive=2),
    Case("float_mask_per_sequence", batch=2, queries=4, d_model=8, heads=2, additive=3),
    Case("float_mask_per_head", batch=2, queries=4, d_model=8, heads=4, additive=4),
    Case("all_masks_together", batch=2, queries=6, d_model=8, heads=2, causal=True, lengths=[6, 4],
         may_attend=3, additive=4),
    Case("cross_masks_together", batch=2, queries=4, keys=7, d_model=8, heads=2, lengths=[7, 5],
         may_attend=4, additive=2),
    Case("fully_masked_row", queries=4, d_model=8, heads=2, may_attend=dead_rows),
    Case("fully_masked_rows_per_head", batch=2, queries=3, d_model=9, heads=3,
         may_attend=dead_heads),
    Case("fully_masked_by_minus_infinity", queries=3, d_model=8, heads=2,
         additive=minus_infinity_rows),
    Case("typed_scale", queries=5, d_model=8, heads=2, scale=0.375),
    Case("scale_zero", queries=5, d_model=8, heads=2, scale=0.0),
    Case("negative_scale", queries=5, d_model=8, heads=2, scale=-1.0),
    Case("large_scores", queries=6, d_model=16, heads=2, size=20.0),
    Case("scores_of_ten_thousand", queries=6, d_model=16, heads=4, size=100.0),
    Case("tiny_inputs", queries=5, d_model=8, heads=2, size=1e-20, biases=""),
    Case("small_probabilities", queries=12, d_model=8, heads=2, size=4.0, weight_size=1.0),
    Case("many_keys", queries=3, keys=130, d_model=8, heads=2),
    Case("deep", queries=3, d_model=8, heads=1, d_k=200, d_v=70),
    # Places.
    Case("lower_right_more_keys", queries=3, keys=6, causal=True, lower_right=True),
    Case("lower_right_fewer_keys", queries=5, keys=3, causal=True, lower_right=True),
    Case("lower_right_equal_lengths", queries=4, causal=True, lower_right=True),
    Case("lower_right_one_query", batch=2, queries=1, keys=5, causal=True, lower_right=True),
    Case("lower_right_and_padding", batch=2, queries=3, keys=5, causal=True, lower_right=True,
         lengths=[5, 3]),
    Case("window_of_one", queries=4, window=1),
    Case("window_both_ways", queries=7, window=3, biases=""),
    Case("window_wider_than_all", queries=4, window=9),
    Case("window_and_causal", batch=2, queries=6, window=2, causal=True),
    Case("window_lower_right", queries=3, keys=7, window=3, causal=True, lower_right=True),
    Case("window_and_padding", batch=2, queries=5, window=2, lengths=[5, 2]),
    Case("window_and_bool_mask", queries=6, window=4, may_attend=2),
    Case("window_and_float_mask", queries=5, window=3, additive=4),
    Case("prefix_of_one", queries=5, prefix=1),
    Case("prefix", queries=6, prefix=3),
    Case("prefix_longer_than_all", queries=3, prefix=5),
    Case("prefix_loosens_causal", queries=6, prefix=4, causal=True),
    Case("prefix_and_window", queries=7, prefix=3, window=3),
    Case("prefix_and_padding", batch=2, queries=5, prefix=2, lengths=[4, 5]),
    Case("prefix_lower_right_cross", queries=4, keys=6, prefix=2, lower_right=True),
    Case("everything_at_once", batch=2, queries=6, keys=8, d_v=3, causal=True, lower_right=True,
         window=5, prefix=2, lengths=[8, 6], may_attend=4, additive=3, dropout=0.25, seed=3),
    # Rows whose keys are all masked.
    Case("nan_row", queries=4, may_attend=dead_rows, fully_masked="nan"),
    Case("nan_rows_per_head", batch=2, queries=3, d_model=9, heads=3, may_attend=dead_heads,
         fully_masked="nan"),
    Case("nan_by_minus_infinity", queries=3, additive=minus_infinity_rows, fully_masked="nan"),
    Case("nan_lower_right", queries=5, keys=3, causal=True, lower_right=True,
         fully_masked="nan"),
    Case("nan_and_dropout", queries=4, may_attend=dead_rows, fully_masked="nan", dropout=0.5),
    Case("uniform_row", queries=4, may_attend=dead_rows, fully_masked="uniform"),
    Case("uniform_rows_per_head", batch=2, queries=3, d_model=9, heads=3, may_attend=dead_heads,
         fully_masked="uniform"),
    Case("uniform_padding_of_everything", batch=2, queries=3, lengths=[3, 0],
         fully_masked="uniform"),
    Case("uniform_and_dropout", queries=4, may_attend=dead_rows, fully_masked="uniform",
         dropout=0.25, seed=9007199254740881),
    # Dropout, with our pattern of what is kept.
    Case("dropout_of_a_tenth", batch=2, queries=5, dropout=0.1, seed=1),
    Case("dropout_of_half", queries=6, dropout=0.5, seed=2),
    Case("dropout_of_nine_tenths", queries=6, dropout=0.9, seed=3),
    Case("dropout_causal", queries=6, dropout=0.3, seed=4, causal=True),
    Case("dropout_cross_masks", batch=2, queries=3, keys=5, dropout=0.2, seed=5, may_attend=3,
         additive=2),
    Case("dropout_of_many_keys", queries=2, keys=40, dropout=0.5, seed=6),
    # Sequence-first.
    Case("sf_one_token", batch=5, queries=1, d_model=12, sequence_first=True),
    Case("sf_one_head", batch=2, queries=4, heads=1, sequence_first=True),
    Case("sf_batch", batch=3, queries=5, d_model=12, heads=3, sequence_first=True),
    Case("sf_no_bias", batch=2, queries=4, biases="", sequence_first=True),
    Case("sf_value_and_output_bias", batch=2, queries=4, biases="vo", sequence_first=True),
    Case("sf_cross", batch=2, queries=3, keys=5, sequence_first=True),
    Case("sf_widths_of_their_own", batch=2, queries=3, keys=4, key_width=5, value_width=7,
         sequence_first=True),
    Case("sf_d_v_wider", batch=2, queries=4, d_k=3, d_v=7, sequence_first=True),
    Case("sf_causal", batch=2, queries=5, causal=True, sequence_first=True),
    Case("sf_lower_right", queries=3, keys=5, causal=True, lower_right=True, sequence_first=True),
    Case("sf_padding", batch=3, queries=4, lengths=[4, 2, 3], sequence_first=True),
    Case("sf_window_and_prefix", queries=6, window=4, prefix=2, sequence_first=True),
    Case("sf_mask", batch=2, queries=4, may_attend="qk", sequence_first=True),
    Case("sf_mask_of_one_query", batch=2, queries=4, may_attend="1k", sequence_first=True),
    Case("sf_mask_per_sequence", batch=2, queries=4, may_attend="qkb", sequence_first=True),
    Case("sf_mask_of_one_query_per_sequence", batch=2, queries=4, may_attend="1kb",
         sequence_first=True),
    Case("sf_mask_for_all_sequences", batch=3, queries=4, may_attend="qk1",
         sequence_first=True),
    Case("sf_mask_per_head", batch=2, queries=4, may_attend="qkbh", sequence_first=True),
    Case("sf_float_mask", batch=2, queries=4, additive="qk", sequence_first=True),
    Case("sf_float_mask_of_one_query", batch=2, queries=4, additive="1kbh", sequence_first=True),
    Case("sf_masks_together", batch=2, queries=4, keys=5, may_attend="qkb", additive="1k1h",
         lengths=[5, 3], sequence_first=True),
    Case("sf_fully_masked_row", batch=2, queries=4, may_attend=dead_rows, sequence_first=True),
    Case("sf_nan_row", batch=2, queries=4, may_attend=dead_rows, fully_masked="nan",
         sequence_first=True),
    Case("sf_uniform_row", batch=2, queries=4, may_attend=dead_rows, fully_masked="uniform",
         sequence_first=True),
    Case("sf_dropout", batch=2, queries=5, dropout=0.4, seed=7, sequence_first=True),
    Case("sf_wrong_scale", batch=2, queries=4, scale=1 / math.sqrt(8), sequence_first=True),
    Case("sf_many_keys", batch=2, queries=2, keys=70, sequence_first=True),
    # Extremes.
    Case("equal_tokens", queries=7, equal_tokens=True),
    Case("equal_tokens_causal", queries=7, equal_tokens=True, causal=True),
    Case("denormal_inputs", queries=4, size=1e-41, biases=""),
    Case("denormal_weights", queries=4, weight_size=1e-42),
    Case("scores_of_ten_thousand_causal", queries=6, d_model=16, heads=4, size=100.0,
         causal=True),
    Case("scale_without_root", queries=5, scale=1.0),
    Case("scale_of_d_model", queries=5, scale=1 / math.sqrt(8)),
]


def main():
    torch.set_num_threads(1)
    os.makedirs(FOLDER, exist_ok=True)
    for name in os.listdir(FOLDER):
        os.remove(os.path.join(FOLDER, name))
    for case in CASES:
        make(case)
    size = sum(os.path.getsize(os.path.join(FOLDER, name)) for name in os.listdir(FOLDER))
    print(f"{len(CASES)} configurations, {size} bytes")


if __name__ == "__main__":
    main()
