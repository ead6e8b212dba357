#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the reference results of what stands around attention.

    /usr/bin/python3 tests/reference/make_reference_model.py   (Debian's python3-torch)

PyTorch's own modules compute everything in float64 from float32 inputs, and
again in float32; the largest difference of the two is PyTorch's own float32
error, the measure for ours. Stages come of hooks on the modules: what a norm
reads is the residual sum, what linear2 reads is the activation, and so on.

The format of the files is that of make_reference.py. Stages are named by their
scope and name in a trace ("stage:encoder/0/feed_forward/hidden").
"""
import math
import os
import zlib

import numpy as np
import torch
from torch import nn

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "model")


class TokenBatchNorm(nn.Module):
    """nn.BatchNorm1d in training over the tokens of [batch, sequence, d_model]."""

    def __init__(self, width, eps):
        super().__init__()
        self.norm = nn.BatchNorm1d(width, eps=eps)

    def forward(self, x):
        return self.norm(x.transpose(1, 2)).transpose(1, 2)


class Case:
    def __init__(self, name, decoder=False, layers=1, batch=2, tokens=3, source=4, d_model=6,
                 heads=2, d_ff=6, activation="relu", norm="layer", norm_first=False, eps=1e-5,
                 causal=False, lengths=None, source_lengths=None, additive=False, words=0,
                 positions=False, size=1.0, every_stage=True):
        """lengths: real tokens of each sequence (of the target where there is a decoder)."""
        self.__dict__.update(locals())


class Numbers:
    """The random numbers of a case, kept under the names of the engine."""

    def __init__(self, name):
        self.random = np.random.default_rng(zlib.crc32(name.encode()))
        self.kept = {}

    def normal(self, name, *shape, size=1.0, mean=0.0):
        numbers = (self.random.standard_normal(shape) * size + mean).astype(np.float32)
        self.kept[name] = numbers
        return torch.from_numpy(numbers)

    def weight(self, name, rows, columns):
        return self.normal(name, rows, columns, size=1 / math.sqrt(rows))


def draw_attention(n, scope, width):
    for part in ("query", "key", "value", "output"):
        n.weight(f"{scope}/{part}_weight", width, width)
    for part in ("query", "key", "value", "output"):
        n.normal(f"{scope}/{part}_bias", width, size=0.3)


def draw_norm(n, scope, width):
    n.normal(scope + "/norm_gain", width, size=0.3, mean=1.0)
    n.normal(scope + "/norm_shift", width, size=0.3)


def draw_layer(n, scope, case, decoder):
    attentions = ["self_attention", "cross_attention"] if decoder else ["self_attention"]
    for attention in attentions:
        draw_attention(n, f"{scope}/{attention}", case.d_model)
        draw_norm(n, f"{scope}/{attention}_norm", case.d_model)
    n.weight(scope + "/feed_forward/hidden_weight", case.d_model, case.d_ff)
    n.normal(scope + "/feed_forward/hidden_bias", case.d_ff, size=0.3)
    n.weight(scope + "/feed_forward/feed_forward_weight", case.d_ff, case.d_model)
    n.normal(scope + "/feed_forward/feed_forward_bias", case.d_model, size=0.3)
    draw_norm(n, scope + "/feed_forward_norm", case.d_model)


def draw(case):
    n = Numbers(case.name)
    n.normal("query_input", case.batch, case.tokens, case.d_model, size=case.size)
    if case.decoder:
        n.normal("key_input", case.batch, case.source, case.d_model, size=case.size)
    for layer in range(case.layers):
        draw_layer(n, f"encoder/{layer}", case, False)
        if case.decoder:
            draw_layer(n, f"decoder/{layer}", case, True)
    if case.norm_first:
        draw_norm(n, "encoder/norm", case.d_model)
        if case.decoder:
            draw_norm(n, "decoder/norm", case.d_model)
    if case.words:
        n.weight("prediction/vocabulary_weight", case.d_model, case.words)
        n.normal("prediction/vocabulary_bias", case.words, size=0.3)
    if case.lengths:
        n.kept["key_padding"] = padding(case.tokens, case.lengths).float().numpy()
    if case.source_lengths:
        n.kept["source_padding"] = padding(case.source, case.source_lengths).float().numpy()
    if case.additive:
        n.normal("additive_mask", case.tokens, case.tokens)
    return n.kept


def padding(tokens, lengths):
    return torch.arange(tokens)[None] < torch.tensor(lengths)[:, None]


class Run:
    """One computation in one type; keeps the stages by name."""

    def __init__(self, case, inputs, dtype):
        self.case = case
        self.inputs = {name: torch.from_numpy(array).to(dtype) for name, array in inputs.items()}
        self.dtype = dtype
        self.stages = {}

    def keep(self, name, tensor):
        self.stages[name] = tensor.detach().clone()

    def norm(self, scope):
        case = self.case
        if case.norm == "batch":
            module = TokenBatchNorm(case.d_model, case.eps).to(self.dtype).train()
            inner = module.norm
        else:
            module = inner = nn.LayerNorm(case.d_model, eps=case.eps).to(self.dtype)
        inner.weight.data = self.inputs[scope + "/norm_gain"].clone()
        inner.bias.data = self.inputs[scope + "/norm_shift"].clone()

        def hook(_, read, written):
            x = read[0]
            axes = (0, 1) if case.norm == "batch" else (2,)
            self.keep(scope + "/mean", x.mean(axes, keepdim=True))
            self.keep(scope + "/variance", x.var(axes, unbiased=False, keepdim=True))
            self.keep(scope + "/norm_output", written)
            if not case.norm_first:
                self.keep(scope + "/residual", x)
        module.register_forward_hook(hook)
        return module

    def attention(self, module, scope):
        """Fills in the weights, and keeps the weights of attention, too."""
        part = {p: self.inputs[f"{scope}/{p}_weight"].T for p in
                ("query", "key", "value", "output")}
        bias = {p: self.inputs[f"{scope}/{p}_bias"] for p in part}
        module.in_proj_weight.data = torch.cat([part[p] for p in ("query", "key", "value")])
        module.in_proj_bias.data = torch.cat([bias[p] for p in ("query", "key", "value")])
        module.out_proj.weight.data = part["output"].contiguous()
        module.out_proj.bias.data = bias["output"].clone()
        plain = module.forward

        def forward(*arguments, need_weights=None, **options):
            output, weights = plain(*arguments, need_weights=True, average_attn_weights=False,
                                    **options)
            self.keep(scope + "/attention_weights", weights)
            self.keep(scope + "/output", output)
            return output, weights
        module.forward = forward

    def fill(self, layer, scope, decoder):
        case = self.case
        layer.to(self.dtype).train()  # without dropout; eval would take a fused way past the hooks
        self.attention(layer.self_attn, scope + "/self_attention")
        layer.norm1 = self.norm(scope + "/self_attention_norm")
        if decoder:
            self.attention(layer.multihead_attn, scope + "/cross_attention")
            layer.norm2 = self.norm(scope + "/cross_attention_norm")
            layer.norm3 = self.norm(scope + "/feed_forward_norm")
        else:
            layer.norm2 = self.norm(scope + "/feed_forward_norm")
        block = scope + "/feed_forward"
        for module, weight, bias in ((layer.linear1, "hidden_weight", "hidden_bias"),
                                     (layer.linear2, "feed_forward_weight", "feed_forward_bias")):
            module.weight.data = self.inputs[f"{block}/{weight}"].T.contiguous()
            module.bias.data = self.inputs[f"{block}/{bias}"].clone()
        layer.linear1.register_forward_hook(
            lambda _, read, written: self.keep(block + "/hidden", written))

        def last(_, read, written):
            self.keep(block + "/activated", read[0])
            self.keep(block + "/feed_forward_output", written)
        layer.linear2.register_forward_hook(last)
        if case.norm_first:
            layer.register_forward_hook(
                lambda _, read, written: self.keep(scope + "/feed_forward_residual/residual",
                                                   written))

    def stack(self, name, decoder):
        """nn.TransformerEncoder or nn.TransformerDecoder of the layers."""
        case = self.case
        kind = nn.TransformerDecoderLayer if decoder else nn.TransformerEncoderLayer
        layer = kind(case.d_model, case.heads, case.d_ff, dropout=0.0, activation=case.activation,
                     layer_norm_eps=case.eps, batch_first=True, norm_first=case.norm_first)
        last = self.norm(name + "/norm") if case.norm_first else None
        if decoder:
            stack = nn.TransformerDecoder(layer, case.layers, norm=last)
        else:
            stack = nn.TransformerEncoder(layer, case.layers, norm=last,
                                          enable_nested_tensor=False)
        for i, each in enumerate(stack.layers):
            self.fill(each, f"{name}/{i}", decoder)
        return stack.train()

    def embedded(self, name, scope):
        x = self.inputs[name]
        if not self.case.positions:
            return x
        encoding = positions(x.shape[1], x.shape[2], self.dtype)
        self.keep(scope + "/positional_encoding", encoding)
        self.keep(scope + "/embedded_input", x + encoding)
        return x + encoding

    def compute(self):
        case = self.case
        mask = None
        if case.causal:
            mask = torch.triu(torch.full((case.tokens, case.tokens), -math.inf,
                                         dtype=self.dtype), 1)
        if case.additive:
            added = self.inputs["additive_mask"]
            mask = added if mask is None else added + mask
        ignored = {name: ~padding(*of) if of[1] else None for name, of in
                   {"target": (case.tokens, case.lengths),
                    "source": (case.source, case.source_lengths)}.items()}
        x = self.embedded("query_input", "positions")
        if case.decoder:
            source = self.embedded("key_input", "source/positions")
            memory = self.stack("encoder", False)(source,
                                                  src_key_padding_mask=ignored["source"])
            x = self.stack("decoder", True)(x, memory, tgt_mask=mask,
                                            tgt_key_padding_mask=ignored["target"],
                                            memory_key_padding_mask=ignored["source"])
        else:
            x = self.stack("encoder", False)(x, mask=mask,
                                             src_key_padding_mask=ignored["target"])
        self.keep("last", x)
        if case.words:
            logits = nn.functional.linear(x, self.inputs["prediction/vocabulary_weight"].T,
                                          self.inputs["prediction/vocabulary_bias"])
            self.keep("prediction/logits", logits)
            self.keep("prediction/probabilities", torch.softmax(logits, -1))
        return self.stages


def positions(length, width, dtype):
    """As PyTorch's own tutorial computes them ("Language modeling with nn.Transformer")."""
    position = torch.arange(length, dtype=dtype)[:, None]
    divisor = torch.exp(torch.arange(0, width, 2, dtype=dtype) * (-math.log(10000.0) / width))
    encoding = torch.zeros(length, width, dtype=dtype)
    encoding[:, 0::2] = torch.sin(position * divisor)
    encoding[:, 1::2] = torch.cos(position * divisor[:width // 2])
    return encoding


class ModernCase:
    """A decoder-only stack as Llama (RMS norms, gated, rotary positions, no biases, heads of a
    width of their own) or GPT-2 (GELU by tanh) has it, norms first, written out in full."""

    def __init__(self, name, layers=2, batch=2, tokens=4, d_model=6, heads=2, key_dim=4, d_ff=5,
                 activation="silu", rms=True, gated=True, theta=10000.0, biases=False, words=5,
                 eps=1e-5):
        self.__dict__.update(locals())

    def draw(self):
        n = Numbers(self.name)
        width, wide = self.d_model, self.heads * self.key_dim

        def linear(scope, name, rows, columns):
            n.weight(f"{scope}/{name}_weight", rows, columns)
            if self.biases:
                n.normal(f"{scope}/{name}_bias", columns, size=0.3)

        def norm(scope):
            n.normal(scope + "/norm_gain", width, size=0.3, mean=1.0)
            if self.biases:
                n.normal(scope + "/norm_shift", width, size=0.3)
        n.normal("query_input", self.batch, self.tokens, width)
        for layer in range(self.layers):
            scope = f"encoder/{layer}"
            norm(scope + "/self_attention_norm")
            for part in ("query", "key", "value"):
                linear(scope + "/self_attention", part, width, wide)
            linear(scope + "/self_attention", "output", wide, width)
            norm(scope + "/feed_forward_norm")
            linear(scope + "/feed_forward", "hidden", width, self.d_ff)
            if self.gated:
                linear(scope + "/feed_forward", "gate", width, self.d_ff)
            linear(scope + "/feed_forward", "feed_forward", self.d_ff, width)
        norm("encoder/norm")
        linear("prediction", "vocabulary", width, self.words)
        return n.kept

    def activate(self, x):
        if self.activation == "silu":
            return nn.functional.silu(x)
        return nn.functional.gelu(x, approximate="tanh")

    def compute(self, inputs, dtype):
        given = {name: torch.from_numpy(array).to(dtype) for name, array in inputs.items()}
        stages = {}

        def keep(scope, name, tensor):
            stages[f"{scope}/{name}"] = tensor.clone()
            return tensor

        def linear(scope, name, stage, x):
            y = x @ given[f"{scope}/{name}_weight"]
            if self.biases:
                y = y + given[f"{scope}/{name}_bias"]
            return keep(scope, stage, y)

        def norm(scope, x):
            gain = given[scope + "/norm_gain"]
            if self.rms:
                square = keep(scope, "mean_square", (x * x).mean(-1, keepdim=True))
                y = keep(scope, "normalised", x * torch.rsqrt(square + self.eps)) * gain
            else:
                y = nn.functional.layer_norm(x, x.shape[-1:], gain,
                                             given.get(scope + "/norm_shift"), self.eps)
            return keep(scope, "norm_output", y)

        def attention(scope, x):
            half = self.key_dim // 2
            parts = []
            for part in ("query", "key", "value"):
                y = linear(scope, part, "projected_" + part, x)
                y = y.view(self.batch, self.tokens, self.heads, self.key_dim).transpose(1, 2)
                parts.append(keep(scope, part, y))
            q, k, v = parts
            if self.theta:
                # Frequencies in float32 whatever the rest is made in, as transformers has them.
                exponent = torch.arange(0, self.key_dim, 2, dtype=torch.int64).float()
                frequency = 1.0 / (self.theta ** (exponent / self.key_dim))
                angle = torch.arange(self.tokens)[:, None].to(dtype) * frequency.to(dtype)
                angle = torch.cat((angle, angle), -1)
                cos = keep(scope, "rotary_cosine", angle.cos())
                sin = keep(scope, "rotary_sine", angle.sin())

                def turn(x):
                    return x * cos + torch.cat((-x[..., half:], x[..., :half]), -1) * sin
                q = keep(scope, "rotated_query", turn(q))
                k = keep(scope, "rotated_key", turn(k))
            scores = keep(scope, "scores", q @ k.transpose(-2, -1)) / math.sqrt(self.key_dim)
            later = torch.triu(torch.ones(self.tokens, self.tokens, dtype=torch.bool), 1)
            weights = torch.softmax(scores.masked_fill(later, -math.inf), -1)
            context = keep(scope, "attention_weights", weights) @ v
            context = context.transpose(1, 2).reshape(self.batch, self.tokens, -1)
            return linear(scope, "output", "output", context)

        def feed_forward(scope, x):
            if self.gated:
                gate = linear(scope, "gate", "gate", x)
                gate = keep(scope, "gate_activated", self.activate(gate))
                x = keep(scope, "activated", gate * linear(scope, "hidden", "hidden", x))
            else:
                x = keep(scope, "activated",
                         self.activate(linear(scope, "hidden", "hidden", x)))
            return linear(scope, "feed_forward", "feed_forward_output", x)

        x = given["query_input"]
        for layer in range(self.layers):
            for part, block in (("self_attention", attention), ("feed_forward", feed_forward)):
                scope = f"encoder/{layer}/{part}"
                x = keep(scope + "_residual", "residual",
                         x + block(scope, norm(scope + "_norm", x)))
        x = norm("encoder/norm", x)
        stages["last"] = x
        logits = linear("prediction", "vocabulary", "logits", x)
        keep("prediction", "probabilities", torch.softmax(logits, -1))
        return stages

    def options(self):
        return {"decoder": False, "layers": self.layers, "d_model": self.d_model,
                "heads": self.heads, "key_dim": self.key_dim, "d_ff": self.d_ff, "gelu": False,
                self.activation: True, "batch_norm": False, "rms_norm": self.rms,
                "gated": self.gated, "rotary_theta": self.theta or 0, "norm_first": True,
                "epsilon": self.eps, "causal": True, "positions": False}


class NormCase:
    """One norm alone: what makes it hard is in the numbers."""

    def __init__(self, name, kind, shape, eps=1e-5, mean=0.0, size=1.0, constant=False):
        self.__dict__.update(locals())

    def draw(self):
        n = Numbers(self.name)
        x = n.normal("x", *self.shape, size=self.size, mean=self.mean)
        if self.constant:
            n.kept["x"] = np.full(self.shape, self.mean, np.float32)
        n.normal("norm_gain", self.shape[-1], size=0.3, mean=1.0)
        n.normal("norm_shift", self.shape[-1], size=0.3)
        return n.kept

    def compute(self, inputs, dtype):
        x, gain, shift = (torch.from_numpy(inputs[name]).to(dtype)
                          for name in ("x", "norm_gain", "norm_shift"))
        axes = (0, 1) if self.kind == "batch" else (2,)
        if self.kind == "batch":
            def norm(weight, bias):
                return nn.functional.batch_norm(x.transpose(1, 2), None, None, weight, bias,
                                                training=True, eps=self.eps).transpose(1, 2)
        else:
            def norm(weight, bias):
                return nn.functional.layer_norm(x, x.shape[-1:], weight, bias, self.eps)
        return {"mean": x.mean(axes, keepdim=True),
                "variance": x.var(axes, unbiased=False, keepdim=True),
                "normalised": norm(None, None), "norm_output": norm(gain, shift)}


def largest_difference(a, b):
    return float((a.double() - b.double()).abs().max())


def in_single(compute):
    """The stages in float32, once with oneDNN's products and once with BLAS's: two
    orders of summation, of which one may by chance hit nearly the exact number."""
    runs = []
    for enabled in (True, False):
        with torch.backends.mkldnn.flags(enabled=enabled):
            runs.append(compute())
    return runs


def write(name, options, inputs, exact, singles, kept):
    entries = [(key, np.array([float(value)])) for key, value in options.items()]
    entries += [("input:" + key, array) for key, array in inputs.items()]
    # Relative to the largest number of the stage. A few numbers may by chance be
    # nearly exact; so no stage counts as more exact than those before it, of which it is made.
    worst = 0.0
    for key, tensor in exact.items():
        assert torch.isfinite(tensor).all(), (name, key)
        largest = float(tensor.abs().max()) or 1.0
        error = max(largest_difference(tensor, single[key]) for single in singles)
        worst = max(worst, error / largest)
        if key in kept:
            entries.append(("stage:" + key, tensor.contiguous().numpy()))
            entries.append(("error:" + key, np.array([worst * largest])))
    with open(os.path.join(FOLDER, name + ".ref"), "wb") as file:
        for key, array in entries:
            kind = {"float32": "f4", "float64": "f8"}[str(array.dtype)]
            file.write(" ".join([key, kind, *map(str, array.shape)]).encode() + b"\n")
        file.write(b"\n")
        for _, array in entries:
            file.write(array.astype(array.dtype.newbyteorder("<")).tobytes())


def make(case):
    inputs = draw(case)
    exact = Run(case, inputs, torch.float64).compute()
    singles = in_single(lambda: Run(case, inputs, torch.float32).compute())
    kept = exact.keys() if case.every_stage else {"last"}
    options = {"decoder": case.decoder, "layers": case.layers, "d_model": case.d_model,
               "heads": case.heads, "d_ff": case.d_ff, "gelu": case.activation == "gelu",
               "batch_norm": case.norm == "batch", "norm_first": case.norm_first,
               "epsilon": case.eps, "causal": case.causal, "positions": case.positions}
    write(case.name, options, inputs, exact, singles, kept)


def make_norm(case):
    inputs = case.draw()
    options = {"norm_alone": True, "batch_norm": case.kind == "batch", "epsilon": case.eps}
    exact = case.compute(inputs, torch.float64)
    write(case.name, options, inputs, exact,
          in_single(lambda: case.compute(inputs, torch.float32)), exact.keys())


def make_modern(case):
    inputs = case.draw()
    exact = case.compute(inputs, torch.float64)
    write(case.name, case.options(), inputs, exact,
          in_single(lambda: case.compute(inputs, torch.float32)), exact.keys())


CASES = [
    Case("encoder"),
    Case("encoder_norm_first", norm_first=True),
    Case("encoder_gelu", activation="gelu"),
    Case("encoder_gelu_norm_first", activation="gelu", norm_first=True),
    Case("encoder_causal", causal=True),
    Case("encoder_padding", lengths=[3, 1]),
    Case("encoder_causal_and_padding_norm_first", causal=True, lengths=[2, 3], norm_first=True),
    Case("encoder_float_mask", additive=True),
    Case("encoder_one_token", tokens=1),
    Case("encoder_one_head_of_two", d_model=2, heads=1, d_ff=1),
    Case("encoder_odd_sizes", batch=1, tokens=5, d_model=9, heads=3, d_ff=7, activation="gelu"),
    Case("encoder_wide", batch=1, tokens=2, d_model=20, heads=4, d_ff=33),
    Case("encoder_batch_norm", norm="batch"),
    Case("encoder_batch_norm_first", norm="batch", norm_first=True, activation="gelu"),
    Case("encoder_epsilon_of_bert", eps=1e-12, activation="gelu"),
    Case("encoder_large_inputs", size=100.0),
    Case("encoder_tiny_inputs", size=1e-4, norm_first=True),
    Case("encoder_positions", positions=True, tokens=4),
    Case("encoder_predicts", words=5, causal=True),
    Case("decoder", decoder=True),
    Case("decoder_norm_first", decoder=True, norm_first=True),
    Case("decoder_gelu", decoder=True, activation="gelu"),
    Case("decoder_gelu_norm_first", decoder=True, activation="gelu", norm_first=True),
    Case("decoder_causal", decoder=True, causal=True),
    Case("decoder_all_masks", decoder=True, causal=True, lengths=[3, 2], source_lengths=[2, 4]),
    Case("decoder_all_masks_norm_first", decoder=True, causal=True, lengths=[3, 2],
         source_lengths=[4, 3], norm_first=True),
    Case("decoder_batch_norm", decoder=True, norm="batch"),
    Case("decoder_translates", decoder=True, batch=1, tokens=5, source=4, causal=True,
         positions=True, words=5),
    Case("encoder_stack", layers=3, batch=1),
    Case("encoder_stack_norm_first_gelu", layers=3, batch=1, norm_first=True, activation="gelu"),
    Case("encoder_stack_of_twelve", layers=12, batch=1, every_stage=False),
    Case("encoder_stack_of_twelve_norm_first", layers=12, batch=1, norm_first=True, causal=True,
         every_stage=False),
    Case("decoder_stack", decoder=True, layers=2, batch=1, causal=True),
    Case("decoder_stack_of_four_norm_first", decoder=True, layers=4, norm_first=True, causal=True,
         source_lengths=[4, 2], every_stage=False),
]

MODERN = [
    ModernCase("llama"),
    ModernCase("llama_of_three_heads", batch=1, tokens=6, heads=3, key_dim=2, d_ff=9, theta=500.0),
    ModernCase("gpt2", activation="gelu_tanh", rms=False, gated=False, theta=None, biases=True,
               key_dim=3),
]

NORMS = [
    NormCase("layer_norm", "layer", (2, 3, 6)),
    NormCase("layer_norm_wide", "layer", (1, 2, 130)),
    NormCase("layer_norm_far_from_zero", "layer", (2, 2, 9), mean=1000.0),
    NormCase("layer_norm_huge", "layer", (1, 3, 8), size=1e15),
    NormCase("layer_norm_tiny", "layer", (1, 3, 8), size=1e-3, eps=1e-5),
    NormCase("layer_norm_of_equal_numbers", "layer", (1, 2, 5), mean=3.7, constant=True),
    NormCase("layer_norm_of_one_feature", "layer", (1, 4, 1)),
    NormCase("batch_norm", "batch", (2, 3, 6)),
    NormCase("batch_norm_many_features", "batch", (2, 2, 70)),
    NormCase("batch_norm_many_tokens", "batch", (3, 30, 2)),
    NormCase("batch_norm_far_from_zero", "batch", (2, 4, 3), mean=-1000.0),
    NormCase("batch_norm_of_equal_numbers", "batch", (1, 3, 4), mean=-0.3, constant=True),
]


def main():
    torch.set_num_threads(1)
    os.makedirs(FOLDER, exist_ok=True)
    for name in os.listdir(FOLDER):
        os.remove(os.path.join(FOLDER, name))
    for case in CASES:
        make(case)
    for case in MODERN:
        make_modern(case)
    for case in NORMS:
        make_norm(case)
    size = sum(os.path.getsize(os.path.join(FOLDER, name)) for name in os.listdir(FOLDER))
    print(f"{len(CASES) + len(MODERN) + len(NORMS)} configurations, {size} bytes")


if __name__ == "__main__":
    main()
