#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes PyTorch's gradients of small models, and its losses over 20 steps of every task.

    /usr/bin/python3 tests/reference/make_reference_learning.py gradients
    HEADSCOPE_DUMP_TRAININGS=DIR build/dev/tests/test_learning_reference dumps_what_trainings_start_from
    /usr/bin/python3 tests/reference/make_reference_learning.py trainings DIR

The models are written once more with plain operations of PyTorch, one tensor for each step of
a trace, and autograd goes back through them. Gradients are those of float64 from float32
inputs; "error:" is the largest difference to float32, as in make_reference_model.py, where a
gradient counts as no more exact than those that it was made of. The first weights and the
batches of the trainings come from the program, which draws them from its own seeds; what
PyTorch makes of them (float64, its own optimisers) is compared with what the program makes.
"""
import json
import math
import os
import struct
import sys

import numpy as np
import torch
from torch.nn import functional as F

import make_reference_model as models

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "learning")


class Tape:
    """A computation that keeps every tensor, in order, with its gradient."""

    def __init__(self, weights, heads):
        self.weights = weights
        self.heads = heads
        self.kept = {}

    def keep(self, scope, name, tensor):
        if tensor.requires_grad:
            tensor.retain_grad()
        self.kept[f"{scope}/{name}" if scope else name] = tensor
        return tensor

    def weight(self, scope, name):
        path = f"{scope}/{name}" if scope else name
        return self.weights.get(path)

    def linear(self, scope, name, x, weight, bias):
        y = x @ self.weight(scope, weight)
        b = self.weight(scope, bias)
        return self.keep(scope, name, y if b is None else y + b)

    def attention(self, scope, query, key, may=None, added=None):
        def heads_of(name, x):
            y = self.linear(scope, "projected_" + name, x, name + "_weight", name + "_bias")
            split = self.keep(scope, "split_" + name,
                              y.view(*y.shape[:2], self.heads, y.shape[2] // self.heads))
            return self.keep(scope, name, split.transpose(1, 2))
        q, k, v = heads_of("query", query), heads_of("key", key), heads_of("value", key)
        scores = self.keep(scope, "scores", q @ k.transpose(2, 3))
        scaled = self.keep(scope, "scaled_scores", scores / math.sqrt(q.shape[3]))
        masked = scaled if added is None else scaled + added
        if may is not None:
            masked = masked.masked_fill(~may, -math.inf)
        if masked is scaled:
            masked = scaled * 1
        masked = self.keep(scope, "masked_scores", masked)
        weights = self.keep(scope, "attention_weights", masked.softmax(-1))
        context = self.keep(scope, "head_context", weights @ v)
        turned = self.keep(scope, "transposed_context", context.transpose(1, 2))
        side = self.keep(scope, "concatenated_context", turned.flatten(2))
        return self.linear(scope, "output", side, "output_weight", "output_bias")

    def norm(self, scope, x, kind, eps):
        axes = (0, 1) if kind == "batch" else (2,)
        mean = x.mean(axes, keepdim=True)
        variance = ((x - mean) ** 2).mean(axes, keepdim=True)
        y = self.keep(scope, "normalised", (x - mean) / torch.sqrt(variance + eps))
        return self.keep(scope, "norm_output",
                         y * self.weight(scope, "norm_gain") + self.weight(scope, "norm_shift"))

    def sublayer(self, scope, x, config, f):
        if config["norm_first"]:
            y = f(self.norm(scope + "_norm", x, config["norm"], config["eps"]))
            return self.keep(scope + "_residual", "residual", x + y)
        total = self.keep(scope + "_norm", "residual", x + f(x))
        return self.norm(scope + "_norm", total, config["norm"], config["eps"])

    def feed_forward(self, scope, x, activation):
        hidden = self.linear(scope, "hidden", x, "hidden_weight", "hidden_bias")
        active = F.gelu(hidden) if activation == "gelu" else F.relu(hidden)
        active = self.keep(scope, "activated", active)
        return self.linear(scope, "feed_forward_output", active, "feed_forward_weight",
                           "feed_forward_bias")

    def stack(self, name, layers, x, config, self_mask, memory=None, memory_may=None):
        for i in range(layers):
            scope = f"{name}/{i}/"
            x = self.sublayer(scope + "self_attention", x, config, lambda y: self.attention(
                scope + "self_attention", y, y, *self_mask))
            if memory is not None:
                x = self.sublayer(scope + "cross_attention", x, config, lambda y: self.attention(
                    scope + "cross_attention", y, memory, memory_may))
            x = self.sublayer(scope + "feed_forward", x, config, lambda y: self.feed_forward(
                scope + "feed_forward", y, config["activation"]))
        return self.norm(name + "/norm", x, config["norm"], config["eps"]) \
            if config["norm_first"] else x

    def predict(self, x):
        return self.linear("prediction", "logits", x, "vocabulary_weight", "vocabulary_bias")


def cross_entropy(logits, targets, smoothing):
    """targets [.., groups], -1: not asked."""
    classes = logits.shape[-1] // targets.shape[-1]
    return F.cross_entropy(logits.reshape(-1, classes), targets.reshape(-1).long(),
                           ignore_index=-1, label_smoothing=smoothing)


def positions(length, width, dtype):
    """In double and rounded once to float32, as tables are that a program keeps."""
    return models.positions(length, width, torch.float64).float().to(dtype)


# --- gradients -----------------------------------------------------------------------------

def gradients_of(case, inputs, dtype):
    given = {name: torch.from_numpy(array).to(dtype) for name, array in inputs.items()}
    for name, tensor in given.items():
        if name not in ("key_padding", "source_padding", "additive_mask", "targets"):
            tensor.requires_grad_(True)
    tape = Tape(given, case.heads)
    config = {"norm": case.norm, "norm_first": case.norm_first, "eps": case.eps,
              "activation": case.activation}

    def embedded(name, scope):
        x = given[name]
        if not case.positions:
            return x
        return tape.keep(scope, "embedded_input", x + positions(x.shape[1], x.shape[2], dtype))

    def may(name):
        return given[name].bool()[:, None, None] if name in given else None
    x = embedded("query_input", "positions")
    allowed = may("key_padding")
    if case.causal:
        below = torch.ones(case.tokens, case.tokens, dtype=torch.bool).tril()[None, None]
        allowed = below if allowed is None else allowed & below
    added = given.get("additive_mask")
    if case.decoder:
        source = embedded("key_input", "source/positions")
        memory = tape.stack("encoder", case.layers, source, config, (may("source_padding"), None))
        x = tape.stack("decoder", case.layers, x, config, (allowed, added), memory,
                       may("source_padding"))
    else:
        x = tape.stack("encoder", case.layers, x, config, (allowed, added))
    logits = tape.predict(x)
    loss = cross_entropy(logits, given["targets"], case.smoothing)
    loss.backward()
    result = {"loss": loss.detach()[None]}
    # From behind, as they are made.
    for name, tensor in reversed(list(tape.kept.items())):
        if tensor.grad is not None:
            result[name] = tensor.grad
    for name, tensor in given.items():
        if tensor.requires_grad:
            result[name] = tensor.grad
    return result


class GradientCase(models.Case):
    def __init__(self, name, smoothing=0.0, every_stage=True, **options):
        super().__init__(name, words=5, every_stage=every_stage, **options)
        self.smoothing = smoothing


CASES = [
    GradientCase("encoder", smoothing=0.1, lengths=[3, 2]),
    GradientCase("encoder_norm_first_gelu", activation="gelu", norm_first=True, positions=True),
    GradientCase("encoder_batch_norm", norm="batch", every_stage=False),
    GradientCase("encoder_batch_norm_first", norm="batch", norm_first=True, activation="gelu",
                 smoothing=0.2, every_stage=False),
    GradientCase("encoder_stack", layers=3, causal=True, every_stage=False),
    GradientCase("encoder_large_inputs", size=30.0, every_stage=False),
    GradientCase("decoder", decoder=True, causal=True, lengths=[3, 2], source_lengths=[2, 4],
                 smoothing=0.1, positions=True),
    GradientCase("decoder_norm_first_gelu", decoder=True, layers=2, norm_first=True,
                 activation="gelu", causal=True, every_stage=False),
]


def make_gradients():
    for case in CASES:
        inputs = models.draw(case)
        random = np.random.default_rng(len(case.name))
        t = random.integers(0, case.words, (case.batch, case.tokens, 1))
        t[1, 0] = -1
        inputs["targets"] = t.astype(np.float32)
        exact = gradients_of(case, inputs, torch.float64)
        singles = models.in_single(lambda: gradients_of(case, inputs, torch.float32))
        kept = exact.keys() if case.every_stage else \
            {name for name in exact if name == "loss" or name in inputs}
        options = {"decoder": case.decoder, "layers": case.layers, "d_model": case.d_model,
                   "heads": case.heads, "d_ff": case.d_ff, "gelu": case.activation == "gelu",
                   "batch_norm": case.norm == "batch", "norm_first": case.norm_first,
                   "epsilon": case.eps, "causal": case.causal, "positions": case.positions,
                   "smoothing": case.smoothing}
        models.FOLDER = FOLDER
        models.write(case.name, options, inputs, exact, singles, kept)


# --- trainings -----------------------------------------------------------------------------

def read_safetensors(path):
    with open(path, "rb") as file:
        size, = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(size))
        data = file.read()
    return {name: np.frombuffer(data[entry["data_offsets"][0]:entry["data_offsets"][1]],
                                "<f4").reshape(entry["shape"])
            for name, entry in header.items() if name != "__metadata__"}


def rate_at(recipe, step):
    factor = 1.0
    if step < recipe["warm_up"]:
        factor = (step + 1) / recipe["warm_up"]
    start = recipe["decay_start"] * recipe["steps"]
    rest = recipe["steps"] - start
    left = min(1.0, max(0.0, (recipe["steps"] - step) / rest)) if rest > 0 else 1.0
    if recipe["decay"] == "linear":
        factor *= left
    if recipe["decay"] == "cosine":
        factor *= 0.5 * (1 - math.cos(math.pi * left))
    return recipe["rate"] * factor


def logits_of(recipe, parameters, batch):
    tape = Tape(parameters, recipe["heads"])
    tokens = batch["tokens"].long()
    dtype = torch.float64
    if "positions/position_weight" in parameters:
        x = parameters["embedding/embedding_weight"][tokens]
        if "cards" in batch:
            x = x + parameters["segment/embedding/embedding_weight"][batch["cards"].long()]
        x = x + parameters["positions/position_weight"][:tokens.shape[1]]
        may = batch["padding"].bool()[:, None, None] if "padding" in batch else None
        y = tape.attention("", x, x, may)
        return tape.predict(x + y)
    width = recipe["d_model"]
    config = {"norm": recipe["norm"], "norm_first": recipe["placement"] == "pre", "eps": 1e-5,
              "activation": recipe["activation"]}

    def embedded(scope, ids):
        x = parameters[scope + "/embedding_weight"][ids] * math.sqrt(width)
        return x + positions(ids.shape[1], width, dtype)
    x = embedded("embedding", tokens)
    below = torch.ones(tokens.shape[1], tokens.shape[1], dtype=torch.bool).tril()[None, None]
    if "source" in batch:
        may = batch["source_padding"].bool()[:, None, None] if "source_padding" in batch else None
        memory = tape.stack("encoder", recipe["encoder_layers"],
                            embedded("source/embedding", batch["source"].long()), config,
                            (may, None))
        x = tape.stack("decoder", recipe["decoder_layers"], x, config, (below, None), memory, may)
    else:
        x = tape.stack("encoder", recipe["encoder_layers"], x, config, (below, None))
    return tape.predict(x)


def losses_of(recipe, tensors):
    parameters = {name[len("parameter:"):]: torch.from_numpy(array.copy()).double()
                  .requires_grad_(True)
                  for name, array in tensors.items() if name.startswith("parameter:")}
    all_of_them = list(parameters.values())
    rate, decay = recipe["rate"], recipe["weight_decay"]
    if recipe["optimiser"] == "adam":
        optimiser = torch.optim.AdamW(all_of_them, lr=rate, weight_decay=decay,
                                      betas=(recipe["beta1"], recipe["beta2"]),
                                      eps=recipe["epsilon"])
    else:
        momentum = recipe["momentum"] if recipe["optimiser"] == "momentum" else 0
        optimiser = torch.optim.SGD(all_of_them, lr=rate, momentum=momentum)
    losses = []
    for step in range(20):
        prefix = f"step{step:02}:"
        batch = {name[len(prefix):]: torch.from_numpy(array.copy())
                 for name, array in tensors.items() if name.startswith(prefix)}
        loss = cross_entropy(logits_of(recipe, parameters, batch), batch["targets"],
                             recipe["smoothing"])
        optimiser.zero_grad()
        loss.backward()
        if "clip" in recipe:
            torch.nn.utils.clip_grad_norm_(all_of_them, recipe["clip"])
        for group in optimiser.param_groups:
            group["lr"] = rate_at(recipe, step)
        if recipe["optimiser"] != "adam" and decay:
            with torch.no_grad():
                for parameter in all_of_them:
                    parameter *= 1 - rate_at(recipe, step) * decay
        optimiser.step()
        losses.append(loss.item())
    return losses


def make_trainings(folder):
    entries = []
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".json"):
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            recipe = json.load(file)
        task = name[:-len(".json")]
        tensors = read_safetensors(os.path.join(folder, task + ".safetensors"))
        losses = losses_of(recipe, tensors)
        print(task, losses[0], losses[-1])
        entries.append((task, np.array(losses)))
    with open(os.path.join(FOLDER, "trainings.ref"), "wb") as file:
        for key, array in entries:
            file.write(f"{key} f8 {len(array)}\n".encode())
        file.write(b"\n")
        for _, array in entries:
            file.write(array.astype("<f8").tobytes())


def main():
    torch.set_num_threads(1)
    os.makedirs(FOLDER, exist_ok=True)
    if sys.argv[1] == "gradients":
        make_gradients()
    else:
        make_trainings(sys.argv[2])


if __name__ == "__main__":
    main()
