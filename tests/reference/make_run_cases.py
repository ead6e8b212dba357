#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what "headscope run" is compared with, end to end.

    /usr/bin/python3 tests/reference/make_run_cases.py        (Debian's python3-torch)

Each directory of tests/reference/run is one call: the arguments (one a line,
files relative to the directory), the files that a PyTorch user would have, and
what nn.MultiheadAttention gave for them in float64: expected_output.npy and
expected_attention_weights.npy; of whole layers expected_output.npy alone, and
"stage" names the file that must hold the same. tolerance.npy holds 4 times the
error of the same module in float32, for each of them.
"""
import copy
import json
import math
import os
import shutil
import struct
import zlib

import numpy as np
import torch

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run")


def save_safetensors(path, tensors):
    """The format by its definition; Debian has no package of it."""
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name in sorted(tensors):
        values = tensors[name].numpy().astype("<f4")
        end = len(data) + values.nbytes
        header[name] = {"dtype": "F32", "shape": values.shape, "data_offsets": [len(data), end]}
        data += values.tobytes()
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


class Case:
    def __init__(self, name, batch=2, queries=3, keys=None, d_model=8, heads=2, bias=True,
                 kdim=None, vdim=None, value=False, causal=False, masks=(), lengths=None,
                 sequence_first=False, unbatched=False, prefix="", input_type="<f4",
                 fortran=False, weights_name="w.safetensors", lower_right=False, window=None,
                 prefix_keys=None, true_means_masked=False):
        """masks: of "bool" or "float" and the number of axes, 3.5 for [batch * heads, q, k],
        or a shape of 'q', 'k', 'b', 'h' and '1', such as "qkb" or "1k1"."""
        self.__dict__.update(locals())
        self.cross = keys is not None
        self.keys = keys or queries


def mask_shape(case, axes):
    if isinstance(axes, str):
        sizes = {"q": case.queries, "k": case.keys, "b": case.batch, "h": case.heads, "1": 1}
        return tuple(sizes[letter] for letter in axes)
    pair = (case.queries, case.keys)
    return {2: pair, 3: (case.batch, *pair), 3.5: (case.batch * case.heads, *pair),
            4: (case.batch, case.heads, *pair)}[axes]


def as_per_head(mask, case, axes):
    """[batch, heads, query, key], by the rules of the documentation."""
    if isinstance(axes, str): # sequence-first: [query, key (, batch (, heads))]
        mask = mask.reshape(*mask.shape, *[1] * (4 - mask.dim())).permute(2, 3, 0, 1)
        return mask.expand(case.batch, case.heads, case.queries, case.keys)
    pair = (case.queries, case.keys)
    if mask.dim() == 2:
        mask = mask[None, None]
    elif mask.dim() == 3 and mask.shape[0] == case.batch:
        mask = mask[:, None]
    elif mask.dim() == 3:
        mask = mask.reshape(case.batch, case.heads, *pair)
    return mask.expand(case.batch, case.heads, *pair)


def make(case):
    folder = os.path.join(FOLDER, case.name)
    os.makedirs(folder)
    seed = zlib.crc32(case.name.encode())
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    arguments = []

    def save(name, values, option):
        np.save(os.path.join(folder, name), values)
        arguments.extend(["--" + option, name])

    module = torch.nn.MultiheadAttention(
        case.d_model, case.heads, bias=case.bias, kdim=case.kdim, vdim=case.vdim,
        batch_first=not case.sequence_first).eval()
    if case.bias:
        with torch.no_grad():
            module.in_proj_bias.normal_()
            module.out_proj.bias.normal_()
    save_safetensors(os.path.join(folder, case.weights_name),
                     {case.prefix + n: t for n, t in module.state_dict().items()})
    arguments += ["--weights", case.weights_name, "--heads", str(case.heads)]

    def make_input(option, length, width):
        shape = ((length, width) if case.unbatched else
                 (length, case.batch, width) if case.sequence_first else
                 (case.batch, length, width))
        # float32 numbers in any type, so that the type makes no difference.
        values = random.standard_normal(shape).astype("<f4").astype(case.input_type)
        save(option[0] + ".npy", np.asfortranarray(values) if case.fortran else values, option)
        return torch.from_numpy(np.ascontiguousarray(values).astype("f8"))

    query = make_input("query", case.queries, case.d_model)
    key = make_input("key", case.keys, case.kdim or case.d_model) if case.cross else query
    value = make_input("value", case.keys, case.vdim or case.d_model) if case.value else key
    if case.sequence_first:
        arguments.append("--seq-first")

    allowed = torch.ones(case.batch, case.heads, case.queries, case.keys, dtype=torch.bool)
    added = torch.zeros(allowed.shape, dtype=torch.float64)
    if case.causal:
        arguments.extend(["--mask", "causal"])
        if case.lower_right:
            arguments.extend(["--causal-alignment", "lower-right"])
    # Where a query stands among the keys decides causal, prefix and window.
    place = torch.arange(case.queries)[:, None]
    if case.lower_right:
        place = place + case.keys - case.queries
    key_place = torch.arange(case.keys)[None]
    if case.prefix_keys:
        arguments.extend(["--prefix", str(case.prefix_keys)])
        allowed &= (key_place <= place) | (key_place < case.prefix_keys)
    elif case.causal:
        allowed &= key_place <= place
    if case.window:
        arguments.extend(["--window", str(case.window)])
        allowed &= (key_place - place).abs() < case.window
    if case.true_means_masked:
        arguments.extend(["--mask-means", "masked"])
    for index, (kind, axes) in enumerate(case.masks):
        earlier = sum(other == kind for other, _ in case.masks[:index])
        ending = f"_mask{earlier + 1 if earlier else ''}.npy"
        shape = mask_shape(case, axes)
        if kind == "bool":
            # True means "may attend" here, and the first key stays allowed: a row
            # without any is NaN in this module.
            mask = random.random(shape) < 0.6
            if isinstance(axes, str):
                mask[:, 0] = True
            else:
                mask[..., 0] = True
            save("bool" + ending, ~mask if case.true_means_masked else mask, "mask")
            allowed &= as_per_head(torch.from_numpy(mask), case, axes)
        else:
            mask = random.standard_normal(shape).astype("<f4")
            if isinstance(axes, str):
                mask[:, -1] = -math.inf
            else:
                mask[..., -1] = -math.inf
            save("float" + ending, mask, "mask")
            added = added + as_per_head(torch.from_numpy(mask), case, axes)
    if case.lengths:
        real = np.arange(case.keys)[None] < np.array(case.lengths)[:, None]
        save("key_padding.npy", ~real if case.true_means_masked else real, "key-padding")
        allowed &= torch.from_numpy(real)[:, None, None]

    def result(dtype):
        mask = added.masked_fill(~allowed, -math.inf).to(dtype)
        typed = copy.deepcopy(module).to(dtype)
        with torch.no_grad():
            output, weights = typed(
                query.to(dtype), key.to(dtype), value.to(dtype), need_weights=True,
                average_attn_weights=False,
                attn_mask=mask.reshape(-1, case.queries, case.keys))
        if case.sequence_first: # our trace has the queries and keys in front then
            weights = weights.permute(2, 3, 0, 1).contiguous()
        return output, weights[None] if case.unbatched else weights

    exact, single = result(torch.float64), result(torch.float32)
    for name, values in zip(("output", "attention_weights"), exact):
        assert torch.isfinite(values).all()
        np.save(os.path.join(folder, "expected_" + name + ".npy"), values.numpy())
    np.save(os.path.join(folder, "tolerance.npy"),
            np.array([4 * float((e - s.double()).abs().max()) for e, s in zip(exact, single)]))
    with open(os.path.join(folder, "arguments"), "w") as file:
        file.write("\n".join(arguments) + "\n")


class LayersCase:
    """nn.Transformer*: `module` makes it, `stage` is what its output is called here."""

    def __init__(self, name, module, stage, activation="relu", placement="post", prefix=""):
        self.__dict__.update(locals())


def make_layers(case):
    folder = os.path.join(FOLDER, case.name)
    os.makedirs(folder)
    torch.manual_seed(zlib.crc32(case.name.encode()))
    module = case.module().eval()
    with torch.no_grad():
        for name, values in module.named_parameters():
            values.normal_(1 if "norm" in name and name.endswith("weight") else 0, 0.3)
    state = {case.prefix + n: t for n, t in module.state_dict().items()}
    save_safetensors(os.path.join(folder, "w.safetensors"), state)
    query, key = torch.randn(2, 4, 8), torch.randn(2, 5, 8)
    arguments = ["--weights", "w.safetensors", "--heads", "2", "--query", "q.npy",
                 "--activation", case.activation, "--placement", case.placement]
    np.save(os.path.join(folder, "q.npy"), query.numpy())
    decodes = case.stage.startswith("decoder")
    if decodes:
        np.save(os.path.join(folder, "k.npy"), key.numpy())
        arguments += ["--key", "k.npy", "--mask", "causal"]

    def result(dtype):
        typed = copy.deepcopy(module).to(dtype)
        causal = torch.full((4, 4), -math.inf, dtype=dtype).triu(1)
        if isinstance(module, torch.nn.Transformer):
            return typed(key.to(dtype), query.to(dtype), tgt_mask=causal)
        if decodes:
            return typed(query.to(dtype), key.to(dtype), tgt_mask=causal)
        return typed(query.to(dtype))

    exact, single = result(torch.float64).detach(), result(torch.float32).detach()
    np.save(os.path.join(folder, "expected_output.npy"), exact.numpy())
    np.save(os.path.join(folder, "tolerance.npy"),
            np.array([4 * float((exact - single.double()).abs().max())]))
    for name, lines in (("arguments", arguments), ("stage", [case.stage])):
        with open(os.path.join(folder, name), "w") as file:
            file.write("\n".join(lines) + "\n")


def encoder_layer(**more):
    return torch.nn.TransformerEncoderLayer(8, 2, 12, batch_first=True, **more)


def decoder_layer(**more):
    return torch.nn.TransformerDecoderLayer(8, 2, 12, batch_first=True, **more)


NORM = "feed_forward_norm/norm_output"
SUM = "feed_forward_residual/residual"
LAYERS_CASES = [
    LayersCase("encoder_layer", encoder_layer, "encoder/0/" + NORM),
    LayersCase("encoder_layer_pre",
               lambda: encoder_layer(norm_first=True, activation="gelu"), "encoder/0/" + SUM,
               activation="gelu", placement="pre"),
    LayersCase("encoder_of_a_model",
               lambda: torch.nn.TransformerEncoder(encoder_layer(), 2), "encoder/1/" + NORM,
               prefix="transformer_encoder."),
    LayersCase("encoder_with_a_norm",
               lambda: torch.nn.TransformerEncoder(encoder_layer(), 2, torch.nn.LayerNorm(8)),
               "encoder/norm/norm_output"),
    LayersCase("encoder_pre_with_a_norm",
               lambda: torch.nn.TransformerEncoder(encoder_layer(norm_first=True), 2,
                                                   torch.nn.LayerNorm(8)),
               "encoder/norm/norm_output", placement="pre"),
    LayersCase("decoder_layer", decoder_layer, "decoder/0/" + NORM),
    LayersCase("decoder_pre",
               lambda: torch.nn.TransformerDecoder(decoder_layer(norm_first=True), 2),
               "decoder/1/" + SUM, placement="pre"),
    LayersCase("transformer",
               lambda: torch.nn.Transformer(8, 2, 1, 2, 12, batch_first=True),
               "decoder/norm/norm_output"),
    LayersCase("decoder_with_a_norm",
               lambda: torch.nn.TransformerDecoder(decoder_layer(), 2, torch.nn.LayerNorm(8)),
               "decoder/norm/norm_output"),
]

CASES = [
    Case("self_attention"),
    Case("one_head", heads=1),
    Case("heads_of_width_one", heads=8),
    Case("without_biases", bias=False),
    Case("causal", causal=True, queries=5),
    Case("causal_with_more_keys", causal=True, keys=5),
    Case("key_padding", batch=3, queries=4, lengths=[4, 2, 3]),
    Case("bool_mask", masks=[("bool", 2)]),
    Case("bool_mask_per_sequence", masks=[("bool", 3)]),
    Case("bool_mask_per_head", masks=[("bool", 4)]),
    Case("bool_mask_batch_times_heads", masks=[("bool", 3.5)]),
    Case("float_mask", masks=[("float", 2)]),
    Case("float_mask_per_sequence", masks=[("float", 3)]),
    Case("float_mask_batch_times_heads", masks=[("float", 3.5)]),
    Case("all_masks_together", queries=4, batch=3, lengths=[4, 3, 2], causal=True,
         masks=[("bool", 4), ("float", 2)]),
    Case("cross_attention", keys=5),
    Case("cross_attention_with_values", keys=5, value=True),
    Case("widths_of_their_own", keys=5, value=True, kdim=6, vdim=10),
    Case("width_of_the_keys", keys=4, kdim=6, vdim=6),
    Case("sequence_first", queries=4, sequence_first=True),
    Case("sequence_first_cross_padding", keys=5, value=True, sequence_first=True, lengths=[5, 2]),
    Case("unbatched", batch=1, unbatched=True, queries=4, causal=True),
    Case("unbatched_cross", batch=1, unbatched=True, keys=5),
    Case("prefixed_names", prefix="encoder.layers.0.self_attn."),
    Case("double_precision_files", input_type="<f8"),
    Case("big_endian_files", input_type=">f4"),
    Case("fortran_order_files", keys=4, fortran=True),
    Case("lower_right", causal=True, keys=5, lower_right=True),
    Case("window", queries=6, window=2),
    Case("window_and_causal", queries=6, window=3, causal=True),
    Case("prefix", queries=5, prefix_keys=3),
    Case("prefix_and_window_lower_right", queries=4, keys=6, prefix_keys=2, window=4,
         lower_right=True, causal=True),
    Case("two_bool_and_two_float_masks", batch=3, queries=4,
         masks=[("bool", 2), ("bool", 4), ("float", 3), ("float", 2)]),
    Case("true_means_masked", batch=3, queries=4, lengths=[4, 2, 3], true_means_masked=True,
         masks=[("bool", 2), ("float", 2)]),
    Case("sequence_first_mask", queries=4, keys=5, sequence_first=True,
         masks=[("bool", "qkb"), ("float", "qk")]),
    Case("sequence_first_mask_of_one_query", queries=4, keys=5, sequence_first=True,
         masks=[("bool", "1k1"), ("float", "1kbh")]),
    Case("sequence_first_batch_times_heads", queries=3, keys=5, sequence_first=True,
         masks=[("bool", 3.5)]),
]

if __name__ == "__main__":
    shutil.rmtree(FOLDER, ignore_errors=True)
    for each in CASES:
        make(each)
    for each in LAYERS_CASES:
        make_layers(each)
