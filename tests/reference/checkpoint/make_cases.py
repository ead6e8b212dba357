#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the model folders of the tests, and what PyTorch computes of them in float64.

    /usr/bin/python3 tests/reference/checkpoint/make_cases.py     (Debian's python3-torch)

Each folder is the smallest of its family, its numbers drawn by the crc32 of their names
(make_random.py); expected.json has, for the ids that stand there, the logits or (without a head)
what the last layer gives, the attention weights of every block, and `error`: the largest
difference of PyTorch's own float32, the measure for ours. make_analyses.py and make_questions.py
write beside it, and are to be run after it."""
import json
import os
import shutil
import sys

import numpy as np
import torch

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
import make_random
import reference

SMALL = {
    "gpt2": dict(n_embd=8, n_head=2, n_layer=2, n_positions=10, n_ctx=10, vocab_size=14, n_inner=12, bos_token_id=13, eos_token_id=13),
    "bert-base": dict(hidden_size=8, num_attention_heads=2, num_hidden_layers=2, intermediate_size=12, max_position_embeddings=10, vocab_size=14),
    "distilbert": dict(dim=8, n_heads=2, n_layers=2, hidden_dim=12, max_position_embeddings=10, vocab_size=14),
    "roberta": dict(hidden_size=8, num_attention_heads=2, num_hidden_layers=2, intermediate_size=12, max_position_embeddings=12, vocab_size=14),
    "llama-15m": dict(hidden_size=8, num_attention_heads=4, num_key_value_heads=2, num_hidden_layers=2, intermediate_size=12, max_position_embeddings=64, vocab_size=14),
    "llama3-1b": dict(hidden_size=8, head_dim=4, num_attention_heads=4, num_key_value_heads=2, num_hidden_layers=2, intermediate_size=12, max_position_embeddings=512, vocab_size=14, bos_token_id=1, eos_token_id=2, rope_scaling={"factor": 8.0, "high_freq_factor": 4.0, "low_freq_factor": 1.0, "original_max_position_embeddings": 64, "rope_type": "llama3"}),
    "qwen2-0.5b": dict(hidden_size=8, num_attention_heads=4, num_key_value_heads=2, num_hidden_layers=2, intermediate_size=12, max_position_embeddings=64, vocab_size=14, bos_token_id=13, eos_token_id=13, max_window_layers=2),
    "qwen3-0.6b": dict(hidden_size=8, head_dim=4, num_attention_heads=4, num_key_value_heads=2, num_hidden_layers=2, intermediate_size=12, max_position_embeddings=64, vocab_size=14, bos_token_id=13, eos_token_id=13, max_window_layers=2),
    "marian": dict(d_model=8, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=12, decoder_ffn_dim=12, encoder_layers=1, decoder_layers=2, num_hidden_layers=1, vocab_size=14, decoder_vocab_size=14, pad_token_id=13, decoder_start_token_id=13, bad_words_ids=[[13]], max_position_embeddings=10),
}
# name: family, how the folder differs, ids, ids of the target
CASES = {
    "gpt2": ("gpt2", {}, "3,1,4,1,5", None),
    "gpt2_old_names": ("gpt2", dict(hub=True, scale_attn_by_inverse_layer_idx=True), "3,1,4;2,7,1", None),
    "gpt2_untied_bf16_parts": ("gpt2", dict(untied=True, dtype="BF16", shards=1500, activation_function="relu"), "9,2,6", None),
    "gpt2_quick_gelu": ("gpt2", dict(activation_function="quick_gelu"), "3,1,4,1,5", None),
    "bert": ("bert-base", {}, "2,7,1,8", None),
    "bert_old_names": ("bert-base", dict(hub=True), "2,7,1,8;3,5", None),
    "bert_without_head_f16": ("bert-base", dict(headless=True, dtype="F16", hidden_act="gelu_new"), "2,7,1", None),
    "distilbert": ("distilbert", {}, "6,2,9", None),
    "roberta": ("roberta", {}, "0,5,3,2", None),
    "llama": ("llama-15m", {}, "1,6,1,8", None),
    "llama_bias": ("llama-15m", dict(attention_bias=True, rope_theta=500.0), "1,6,1,8", None),
    "llama3": ("llama3-1b", {}, "1,6,1,8,0", None),
    "qwen2": ("qwen2-0.5b", {}, "4,2,4", None),
    "qwen2_window": ("qwen2-0.5b", dict(use_sliding_window=True, sliding_window=2, max_window_layers=1), "4,2,4,1,7", None),
    "mistral": ("llama-15m", dict(model_type="mistral", architectures=["MistralForCausalLM"], sliding_window=3, hidden_act="tanh"), "1,6,1,8,0", None),
    "qwen3": ("qwen3-0.6b", {}, "4,2,4", None),
    "marian": ("marian", {}, "5,3,5,0", "13,2,8"),
    "marian_unequal": ("marian", dict(encoder_attention_heads=4, decoder_attention_heads=2, decoder_ffn_dim=10), "5,3,5,0", "13,2,8"),
}


def run(folder, dtype, ids, target):
    model = reference.Run(folder, dtype, "all", False)
    words, real = reference.batch(ids, model.c.get("pad_token_id"), "right")
    model.run(words, real, reference.batch(target, 0, "right")[0] if target else None)
    stages = {name: x for name, x in model.stages.items() if name.endswith("/attention_weights")}
    stages["last"] = model.last
    for name in ("pooler/pooled", "prediction/logits"):
        if name in model.stages:
            stages[name] = model.stages[name]
    return stages


def effects(folder, ids):
    """Of the likeliest next word: its logit, and for each head the share of it (through the last norm as it was) and the probability without the head."""
    model = reference.Run(folder, torch.float64, "all", True)
    words = reference.batch(ids, None, "right")[0]
    logits = model.run(words)[0, -1]
    target = int(logits.argmax())
    s, c = model.stages, model.c
    layers, heads = c.get("n_layer") or c["num_hidden_layers"], c.get("n_head") or c["num_attention_heads"]
    rms = "layers/norm/mean_square" in s
    spread = s["layers/norm/mean_square" if rms else "layers/norm/variance"][0, -1]
    direction = s["layers/norm/norm_gain"] * s["prediction/vocabulary_weight"][:, target] / torch.sqrt(spread + (c["rms_norm_eps"] if rms else c["layer_norm_epsilon"]))
    rows = []
    for layer in range(layers):
        z = s[f"layers/{layer}/self_attention/concatenated_context"][0, -1]
        weight = s[f"layers/{layer}/self_attention/output_weight"]
        width = weight.shape[0] // heads
        for head in range(heads):
            part = slice(head * width, (head + 1) * width)
            out = z[part] @ weight[part]
            share = float(((out if rms else out - out.mean()) * direction).sum())
            off = reference.Run(folder, torch.float64, "none", False)
            gpt2 = c["model_type"] == "gpt2"
            name = f"transformer.h.{layer}.attn.c_proj.weight" if gpt2 else f"model.layers.{layer}.self_attn.o_proj.weight"
            changed = off.w(name).clone()
            (changed if gpt2 else changed.T)[part] = 0
            off.cache[name] = changed
            rows.append([share, float(torch.softmax(off.run(words)[0, -1], -1)[target])])
    return {"target": target, "logit": float(logits[target]), "heads": rows}


def main():
    for name, (family, how, ids, target) in CASES.items():
        folder = os.path.join(FOLDER, name)
        shutil.rmtree(folder, ignore_errors=True)
        how = dict(how)
        make_random.make(family, folder, tiny=True, **{**SMALL[family], **how})
        exact = run(folder, torch.float64, ids, target)
        rough = run(folder, torch.float32, ids, target)
        error = max(float((rough[k].double() - exact[k]).abs().max()) for k in exact)
        with open(os.path.join(folder, "expected.json"), "w") as f:
            json.dump({"ids": ids, "target": target or "", "error": error, **({"effects": effects(folder, ids)} if name in ("gpt2", "llama") else {}),
                       "stages": {k: {"shape": list(x.shape), "values": [round(v, 9) for v in x.flatten().tolist()]} for k, x in exact.items()}}, f)
            f.write("\n")


if __name__ == "__main__":
    main()
