#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Seeded random Hugging Face folders of true shapes, for speed, memory and fixtures. Needs python3-numpy only.

  make_random.py NAME OUT [--tiny] [--seed 1] [--dtype F32|F16|BF16] [--shards BYTES] [--hub] [--untied] [--headless]
  make_random.py --all-tiny OUT            one tiny folder of every kind, in the ways that folders differ
  NAME: gpt2 bert-base distilbert roberta llama-15m llama-1b llama3-1b qwen2-0.5b qwen3-0.6b marian
  --tiny      a few kB: two layers, small vocabulary with its tokenizer
  --hub       the names that the oldest files of the hub have: gpt2 without "transformer." and with h.N.attn.bias buffers,
              BERT with LayerNorm.gamma/beta, pooler and next-sentence head
  --headless  saved from the bare model (GPT2Model, BertModel): no prefix, no head
Every number is drawn by the crc32 of seed and name, so one tensor does not move the others. std 0.02 as the models are
initialised; norms 1 + 0.1 n, biases 0.02 n, so that no role can be exchanged unseen. --tiny draws std 0.3: heads differ."""
import argparse, json, math, os, zlib
import numpy as np, safet

def bytes_to_unicode():
    bs = [*range(33, 127), *range(161, 173), *range(174, 256)]; cs = bs[:]; n = 0
    for b in range(256):
        if b not in bs: bs.append(b); cs.append(256 + n); n += 1
    return {b: chr(c) for b, c in zip(bs, cs)}

CONFIG = {
 "gpt2": dict(architectures=["GPT2LMHeadModel"], model_type="gpt2", activation_function="gelu_new", attn_pdrop=0.1, bos_token_id=50256, embd_pdrop=0.1, eos_token_id=50256, initializer_range=0.02, layer_norm_epsilon=1e-05, n_ctx=1024, n_embd=768, n_head=12, n_inner=None, n_layer=12, n_positions=1024, reorder_and_upcast_attn=False, resid_pdrop=0.1, scale_attn_by_inverse_layer_idx=False, scale_attn_weights=True, summary_activation=None, summary_first_dropout=0.1, summary_proj_to_labels=True, summary_type="cls_index", summary_use_proj=True, task_specific_params={"text-generation": {"do_sample": True, "max_length": 50}}, torch_dtype="float32", transformers_version="4.40.0", use_cache=True, vocab_size=50257),
 "bert-base": dict(architectures=["BertForMaskedLM"], attention_probs_dropout_prob=0.1, classifier_dropout=None, gradient_checkpointing=False, hidden_act="gelu", hidden_dropout_prob=0.1, hidden_size=768, initializer_range=0.02, intermediate_size=3072, layer_norm_eps=1e-12, max_position_embeddings=512, model_type="bert", num_attention_heads=12, num_hidden_layers=12, pad_token_id=0, position_embedding_type="absolute", torch_dtype="float32", transformers_version="4.40.0", type_vocab_size=2, use_cache=True, vocab_size=30522),
 "distilbert": dict(activation="gelu", architectures=["DistilBertForMaskedLM"], attention_dropout=0.1, dim=768, dropout=0.1, hidden_dim=3072, initializer_range=0.02, max_position_embeddings=512, model_type="distilbert", n_heads=12, n_layers=6, pad_token_id=0, qa_dropout=0.1, seq_classif_dropout=0.2, sinusoidal_pos_embds=False, tie_weights_=True, torch_dtype="float32", transformers_version="4.40.0", vocab_size=30522),
 "roberta": dict(architectures=["RobertaForMaskedLM"], attention_probs_dropout_prob=0.1, bos_token_id=0, classifier_dropout=None, eos_token_id=2, hidden_act="gelu", hidden_dropout_prob=0.1, hidden_size=768, initializer_range=0.02, intermediate_size=3072, layer_norm_eps=1e-05, max_position_embeddings=514, model_type="roberta", num_attention_heads=12, num_hidden_layers=12, pad_token_id=1, position_embedding_type="absolute", torch_dtype="float32", transformers_version="4.40.0", type_vocab_size=1, use_cache=True, vocab_size=50265),
 "llama-15m": dict(architectures=["LlamaForCausalLM"], attention_bias=False, attention_dropout=0.0, bos_token_id=1, eos_token_id=2, hidden_act="silu", hidden_size=288, initializer_range=0.02, intermediate_size=768, max_position_embeddings=256, mlp_bias=False, model_type="llama", num_attention_heads=6, num_hidden_layers=6, num_key_value_heads=2, pretraining_tp=1, rms_norm_eps=1e-05, rope_scaling=None, rope_theta=10000.0, tie_word_embeddings=False, torch_dtype="float32", transformers_version="4.40.0", use_cache=True, vocab_size=32000),
 "llama-1b": dict(architectures=["LlamaForCausalLM"], attention_bias=False, attention_dropout=0.0, bos_token_id=1, eos_token_id=2, hidden_act="silu", hidden_size=2048, initializer_range=0.02, intermediate_size=5632, max_position_embeddings=2048, mlp_bias=False, model_type="llama", num_attention_heads=32, num_hidden_layers=22, num_key_value_heads=4, pretraining_tp=1, rms_norm_eps=1e-05, rope_scaling=None, rope_theta=10000.0, tie_word_embeddings=False, torch_dtype="bfloat16", transformers_version="4.40.0", use_cache=True, vocab_size=32000),
 "llama3-1b": dict(architectures=["LlamaForCausalLM"], attention_bias=False, attention_dropout=0.0, bos_token_id=128000, eos_token_id=128001, head_dim=64, hidden_act="silu", hidden_size=2048, initializer_range=0.02, intermediate_size=8192, max_position_embeddings=131072, mlp_bias=False, model_type="llama", num_attention_heads=32, num_hidden_layers=16, num_key_value_heads=8, pretraining_tp=1, rms_norm_eps=1e-05, rope_scaling={"factor": 32.0, "high_freq_factor": 4.0, "low_freq_factor": 1.0, "original_max_position_embeddings": 8192, "rope_type": "llama3"}, rope_theta=500000.0, tie_word_embeddings=True, torch_dtype="bfloat16", transformers_version="4.45.0", use_cache=True, vocab_size=128256),
 "qwen2-0.5b": dict(architectures=["Qwen2ForCausalLM"], attention_dropout=0.0, bos_token_id=151643, eos_token_id=151643, hidden_act="silu", hidden_size=896, initializer_range=0.02, intermediate_size=4864, max_position_embeddings=131072, max_window_layers=24, model_type="qwen2", num_attention_heads=14, num_hidden_layers=24, num_key_value_heads=2, rms_norm_eps=1e-06, rope_theta=1000000.0, sliding_window=131072, tie_word_embeddings=True, torch_dtype="bfloat16", transformers_version="4.40.0", use_cache=True, use_sliding_window=False, vocab_size=151936),
 "qwen3-0.6b": dict(architectures=["Qwen3ForCausalLM"], attention_bias=False, attention_dropout=0.0, bos_token_id=151643, eos_token_id=151645, head_dim=128, hidden_act="silu", hidden_size=1024, initializer_range=0.02, intermediate_size=3072, max_position_embeddings=40960, max_window_layers=28, model_type="qwen3", num_attention_heads=16, num_hidden_layers=28, num_key_value_heads=8, rms_norm_eps=1e-06, rope_scaling=None, rope_theta=1000000, sliding_window=None, tie_word_embeddings=True, torch_dtype="bfloat16", transformers_version="4.51.0", use_cache=True, use_sliding_window=False, vocab_size=151936),
 "marian": dict(activation_dropout=0.0, activation_function="swish", add_bias_logits=False, add_final_layer_norm=False, architectures=["MarianMTModel"], attention_dropout=0.0, bad_words_ids=[[58100]], bos_token_id=0, classifier_dropout=0.0, d_model=512, decoder_attention_heads=8, decoder_ffn_dim=2048, decoder_layerdrop=0.0, decoder_layers=6, decoder_start_token_id=58100, decoder_vocab_size=58101, dropout=0.1, encoder_attention_heads=8, encoder_ffn_dim=2048, encoder_layerdrop=0.0, encoder_layers=6, eos_token_id=0, forced_eos_token_id=0, init_std=0.02, is_encoder_decoder=True, max_length=512, max_position_embeddings=512, model_type="marian", normalize_before=False, normalize_embedding=False, num_beams=6, num_hidden_layers=6, pad_token_id=58100, scale_embedding=True, share_encoder_decoder_embeddings=True, static_position_embeddings=True, torch_dtype="float32", transformers_version="4.40.0", use_cache=True, vocab_size=58101),
}
TINY = {
 "gpt2": dict(n_embd=24, n_head=3, n_layer=2, n_positions=32, n_ctx=32, vocab_size=280, bos_token_id=279, eos_token_id=279),
 "bert-base": dict(hidden_size=24, num_attention_heads=3, num_hidden_layers=2, intermediate_size=40, max_position_embeddings=32, vocab_size=120),
 "distilbert": dict(dim=24, n_heads=3, n_layers=2, hidden_dim=40, max_position_embeddings=32, vocab_size=120),
 "roberta": dict(hidden_size=24, num_attention_heads=3, num_hidden_layers=2, intermediate_size=40, max_position_embeddings=34, vocab_size=280),
 "llama-15m": dict(hidden_size=24, num_attention_heads=6, num_key_value_heads=2, num_hidden_layers=2, intermediate_size=40, max_position_embeddings=64, vocab_size=300),
 "llama-1b": dict(hidden_size=32, num_attention_heads=4, num_key_value_heads=1, num_hidden_layers=2, intermediate_size=48, max_position_embeddings=64, vocab_size=300),
 "llama3-1b": dict(hidden_size=24, head_dim=8, num_attention_heads=4, num_key_value_heads=2, num_hidden_layers=2, intermediate_size=40, max_position_embeddings=512, vocab_size=300, bos_token_id=1, eos_token_id=2, rope_scaling={"factor": 8.0, "high_freq_factor": 4.0, "low_freq_factor": 1.0, "original_max_position_embeddings": 64, "rope_type": "llama3"}),
 "qwen2-0.5b": dict(hidden_size=24, num_attention_heads=6, num_key_value_heads=2, num_hidden_layers=2, intermediate_size=40, max_position_embeddings=64, vocab_size=280, bos_token_id=279, eos_token_id=279, max_window_layers=2),
 "qwen3-0.6b": dict(hidden_size=24, head_dim=8, num_attention_heads=4, num_key_value_heads=2, num_hidden_layers=2, intermediate_size=40, max_position_embeddings=64, vocab_size=280, bos_token_id=279, eos_token_id=279, max_window_layers=2),
 "marian": dict(d_model=24, encoder_attention_heads=3, decoder_attention_heads=3, encoder_ffn_dim=40, decoder_ffn_dim=40, encoder_layers=2, decoder_layers=2, num_hidden_layers=2, vocab_size=90, decoder_vocab_size=90, pad_token_id=89, decoder_start_token_id=89, bad_words_ids=[[89]], max_position_embeddings=32),
}

class Draw:
    def __init__(self, seed, std): self.seed, self.std, self.t = seed, std, {}
    def __call__(self, name, *shape, mean=0.0, std=None):
        r = np.random.default_rng(zlib.crc32(f"{self.seed}:{name}".encode()))
        x = r.standard_normal(shape, dtype=np.float32); x *= self.std if std is None else std
        if mean: x += np.float32(mean)
        self.t[name] = x
    def linear(self, name, out, inn, bias=True, weight="weight"):
        self(name + "." + weight, out, inn)
        if bias: self(name + ".bias", out, std=self.std)
    def norm(self, name, n, bias=True, gain="weight", shift="bias"):
        self(name + "." + gain, n, mean=1.0, std=0.1)
        if bias: self(name + "." + shift, n, std=0.1)

def gpt2(d, c, o):
    p = "" if o.hub or o.headless else "transformer."; n, f = c["n_embd"], c["n_inner"] or 4 * c["n_embd"]
    d(p + "wte.weight", c["vocab_size"], n); d(p + "wpe.weight", c["n_positions"], n)
    for i in range(c["n_layer"]):
        h = f"{p}h.{i}."; d.norm(h + "ln_1", n)
        for name, a, b in (("attn.c_attn", n, 3 * n), ("attn.c_proj", n, n), ("mlp.c_fc", n, f), ("mlp.c_proj", f, n)):
            d(h + name + ".weight", a, b); d(h + name + ".bias", b)          # Conv1D: [in, out]
        d.norm(h + "ln_2", n)
        if o.hub: d.t[h + "attn.bias"] = np.tril(np.ones((c["n_ctx"],) * 2, np.float32))[None, None]
    d.norm(p + "ln_f", n)
    if o.untied: d("lm_head.weight", c["vocab_size"], n)

def bert(d, c, o, p="bert."):
    n, f, old = c["hidden_size"], c["intermediate_size"], o.hub and p == "bert."
    g = dict(gain="gamma", shift="beta") if old else {}
    head = p; p = "" if o.headless else p
    e = p + "embeddings."; d(e + "word_embeddings.weight", c["vocab_size"], n); d(e + "position_embeddings.weight", c["max_position_embeddings"], n); d(e + "token_type_embeddings.weight", c["type_vocab_size"], n); d.norm(e + "LayerNorm", n, **g)
    if o.hub: d.t[e + "position_ids"] = np.arange(c["max_position_embeddings"], dtype=np.int64)[None]
    for i in range(c["num_hidden_layers"]):
        h = f"{p}encoder.layer.{i}."
        for q in ("query", "key", "value"): d.linear(h + "attention.self." + q, n, n)
        d.linear(h + "attention.output.dense", n, n); d.norm(h + "attention.output.LayerNorm", n, **g)
        d.linear(h + "intermediate.dense", f, n); d.linear(h + "output.dense", n, f); d.norm(h + "output.LayerNorm", n, **g)
    if o.headless or old: d.linear(p + "pooler.dense", n, n)
    if o.headless: return
    if head == "bert.":
        t = "cls.predictions."; d.linear(t + "transform.dense", n, n); d.norm(t + "transform.LayerNorm", n, **g); d(t + "bias", c["vocab_size"])
        if old: d.linear("cls.seq_relationship", 2, n)
        if o.untied: d(t + "decoder.weight", c["vocab_size"], n)
    else:
        d.linear("lm_head.dense", n, n); d.norm("lm_head.layer_norm", n); d("lm_head.bias", c["vocab_size"])
        if o.untied: d("lm_head.decoder.weight", c["vocab_size"], n)

def distilbert(d, c, o):
    n, f = c["dim"], c["hidden_dim"]; p = "" if o.headless else "distilbert."
    e = p + "embeddings."; d(e + "word_embeddings.weight", c["vocab_size"], n); d(e + "position_embeddings.weight", c["max_position_embeddings"], n); d.norm(e + "LayerNorm", n)
    for i in range(c["n_layers"]):
        h = f"{p}transformer.layer.{i}."
        for q in ("q_lin", "k_lin", "v_lin", "out_lin"): d.linear(h + "attention." + q, n, n)
        d.norm(h + "sa_layer_norm", n); d.linear(h + "ffn.lin1", f, n); d.linear(h + "ffn.lin2", n, f); d.norm(h + "output_layer_norm", n)
    if o.headless: return
    d.linear("vocab_transform", n, n); d.norm("vocab_layer_norm", n); d("vocab_projector.bias", c["vocab_size"])
    if o.hub or o.untied:   # the hub's file keeps the tied matrix twice
        d("vocab_projector.weight", c["vocab_size"], n)
        if not o.untied: d.t["vocab_projector.weight"] = d.t[e + "word_embeddings.weight"]

def llama(d, c, o):
    p = "" if o.headless else "model."; n, f = c["hidden_size"], c["intermediate_size"]; H, K = c["num_attention_heads"], c.get("num_key_value_heads") or c["num_attention_heads"]
    hd = c.get("head_dim") or n // H; bias = c["model_type"] == "qwen2" or c.get("attention_bias", False)
    d(p + "embed_tokens.weight", c["vocab_size"], n)
    for i in range(c["num_hidden_layers"]):
        h = f"{p}layers.{i}."; d.norm(h + "input_layernorm", n, bias=False)
        d.linear(h + "self_attn.q_proj", H * hd, n, bias); d.linear(h + "self_attn.k_proj", K * hd, n, bias); d.linear(h + "self_attn.v_proj", K * hd, n, bias)
        d.linear(h + "self_attn.o_proj", n, H * hd, c.get("attention_bias", False))
        if c["model_type"] == "qwen3": d.norm(h + "self_attn.q_norm", hd, bias=False); d.norm(h + "self_attn.k_norm", hd, bias=False)
        if o.hub: d.t[h + "self_attn.rotary_emb.inv_freq"] = (1.0 / c["rope_theta"] ** (np.arange(0, hd, 2) / hd)).astype(np.float32)
        d.norm(h + "post_attention_layernorm", n, bias=False)
        d.linear(h + "mlp.gate_proj", f, n, False); d.linear(h + "mlp.up_proj", f, n, False); d.linear(h + "mlp.down_proj", n, f, False)
    d.norm(p + "norm", n, bias=False)
    if not c["tie_word_embeddings"] and not o.headless: d("lm_head.weight", c["vocab_size"], n)

def marian(d, c, o):
    n = c["d_model"]; d("model.shared.weight", c["vocab_size"], n)
    if o.hub:   # older files carry the tied and computed ones too
        for s in ("encoder", "decoder"):
            d.t[f"model.{s}.embed_tokens.weight"] = d.t["model.shared.weight"]; d.t[f"model.{s}.embed_positions.weight"] = sinusoid(c["max_position_embeddings"], n).astype(np.float32)
        d.t["lm_head.weight"] = d.t["model.shared.weight"]
    for s in ("encoder", "decoder"):
        for i in range(c[s + "_layers"]):
            h = f"model.{s}.layers.{i}."
            for a in ("self_attn", "encoder_attn") if s == "decoder" else ("self_attn",):
                for q in ("k_proj", "v_proj", "q_proj", "out_proj"): d.linear(h + a + "." + q, n, n)
                d.norm(h + a + "_layer_norm", n)
            d.linear(h + "fc1", c[s + "_ffn_dim"], n); d.linear(h + "fc2", n, c[s + "_ffn_dim"]); d.norm(h + "final_layer_norm", n)
    d("final_logits_bias", 1, c["vocab_size"])

def sinusoid(positions, dim):
    """MarianSinusoidalPositionalEmbedding: all sines, then all cosines."""
    a = np.arange(positions)[:, None] / 10000.0 ** (2 * np.arange(dim // 2) / dim)
    return np.concatenate([np.sin(a), np.cos(a)], 1)

def tokenizer(folder, c):
    """A small one of the right family, so that a tiny folder takes text. Marian's would need SentencePiece models: ids only."""
    js = lambda name, x: json.dump(x, open(os.path.join(folder, name), "w"), ensure_ascii=False)
    kind = c["model_type"]; n = c["vocab_size"]
    if kind in ("gpt2", "roberta", "qwen2", "qwen3"):
        b = list(bytes_to_unicode().values()); first = ["<s>", "<pad>", "</s>", "<unk>"] if kind == "roberta" else []
        merges = "Ġ t|h e|i n|Ġ a|Ġt he|o n|r e|Ġ s|e r|Ġ w|a t|Ġ b|in g|o u|Ġ c".split("|"); words = first + sorted(b, key=lambda ch: ord(ch)) + [m.replace(" ", "") for m in merges]
        last = "<mask>" if kind == "roberta" else "<|endoftext|>"; words += [f"<unused{i}>" for i in range(n - 1 - len(words))] + [last]
        js("vocab.json", {w: i for i, w in enumerate(words)}); open(os.path.join(folder, "merges.txt"), "w").write("#version: 0.2\n" + "\n".join(merges) + "\n")
        js("tokenizer_config.json", {"tokenizer_class": {"gpt2": "GPT2Tokenizer", "roberta": "RobertaTokenizer"}.get(kind, "Qwen2Tokenizer"), "model_max_length": c.get("n_positions") or c["max_position_embeddings"], **({"bos_token": "<s>", "eos_token": "</s>", "mask_token": "<mask>"} if first else {"eos_token": last})})
    elif kind in ("bert", "distilbert"):
        words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + list("abcdefghijklmnopqrstuvwxyz0123456789.,!?'-") + ["##" + ch for ch in "abcdefghijklmnopqrstuvwxyz"] + "the cat dog sat on mat a flight book ##ing ##s ##ed to of and in is it was for you that he she we they".split()
        words += [f"[unused{i}]" for i in range(n - len(words))]; assert len(words) == n, (len(words), n)
        open(os.path.join(folder, "vocab.txt"), "w").write("\n".join(words) + "\n"); js("tokenizer_config.json", {"do_lower_case": True, "model_max_length": c["max_position_embeddings"], "tokenizer_class": "BertTokenizer"})
    elif kind == "llama":
        words = ["<unk>", "<s>", "</s>"] + [f"<0x{b:02X}>" for b in range(256)] + ["▁"] + list("etaoinshrdlu") ; merges = [("▁", "t"), ("h", "e"), ("▁t", "he"), ("i", "n"), ("▁", "a")]
        words += [a + b for a, b in merges]; words += [f"<unused{i}>" for i in range(n - len(words))]
        tok = lambda i, w: {"id": i, "content": w, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        js("tokenizer.json", {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [tok(i, w) for i, w in enumerate(words[:3])], "normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]}, "pre_tokenizer": None, "post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}], "pair": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}], "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}}}, "decoder": {"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]}, "model": {"type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None, "end_of_word_suffix": None, "fuse_unk": True, "byte_fallback": True, "vocab": {w: i for i, w in enumerate(words)}, "merges": [" ".join(m) for m in merges]}})
        js("tokenizer_config.json", {"tokenizer_class": "LlamaTokenizer", "bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>", "add_bos_token": True, "add_eos_token": False})

def make(name, out, tiny=False, seed=1, dtype="F32", shards=0, hub=False, untied=False, headless=False, **change):
    o = argparse.Namespace(hub=hub, untied=untied, headless=headless); c = dict(CONFIG[name]) | (TINY[name] if tiny else {}) | change
    bare = {"GPT2LMHeadModel": "GPT2Model", "BertForMaskedLM": "BertModel", "RobertaForMaskedLM": "RobertaModel", "DistilBertForMaskedLM": "DistilBertModel", "LlamaForCausalLM": "LlamaModel", "Qwen2ForCausalLM": "Qwen2Model"}
    c = {k: v for k, v in c.items() if not (k == "num_key_value_heads" and v is None)}
    if headless: c["architectures"] = [bare[c["architectures"][0]]]
    if untied: c["tie_word_embeddings"] = False
    c["torch_dtype"] = {"F32": "float32", "F16": "float16", "BF16": "bfloat16"}[dtype]
    d = Draw(seed, 0.3 if tiny else 0.02); k = c["model_type"]
    {"gpt2": gpt2, "bert": bert, "roberta": lambda d, c, o: bert(d, c, o, "roberta."), "distilbert": distilbert, "llama": llama, "mistral": llama, "qwen2": llama, "qwen3": llama, "marian": marian}[k](d, c, o)
    os.makedirs(out, exist_ok=True); json.dump(c, open(os.path.join(out, "config.json"), "w"), indent=2)
    if shards: files = safet.write_sharded(out, d.t, shards, dtype)
    else: safet.write(os.path.join(out, "model.safetensors"), d.t, dtype); files = 1
    if tiny and c["vocab_size"] > 100: tokenizer(out, c)
    print(f"{out}: {sum(x.size for x in d.t.values()):,} numbers, {len(d.t)} tensors, {files} file(s), {sum(os.path.getsize(os.path.join(out, f)) for f in os.listdir(out)):,} bytes")

VARIANTS = [("gpt2", "gpt2", {}), ("gpt2-hub-names", "gpt2", dict(hub=True)), ("gpt2-untied-relu", "gpt2", dict(untied=True, activation_function="relu", n_inner=30)), ("gpt2-headless-f16", "gpt2", dict(headless=True, dtype="F16")), ("gpt2-sharded-bf16", "gpt2", dict(dtype="BF16", shards=20000)), ("gpt2-inverse-layer-scale", "gpt2", dict(scale_attn_by_inverse_layer_idx=True)),
 ("bert", "bert-base", {}), ("bert-hub-names", "bert-base", dict(hub=True)), ("bert-headless", "bert-base", dict(headless=True)), ("bert-gelu-new-f16", "bert-base", dict(dtype="F16", hidden_act="gelu_new")),
 ("distilbert", "distilbert", {}), ("distilbert-hub-names", "distilbert", dict(hub=True)), ("distilbert-headless", "distilbert", dict(headless=True)), ("roberta", "roberta", {}),
 ("llama", "llama-15m", {}), ("llama-hub-names", "llama-15m", dict(hub=True)), ("llama-one-kv-tied-bf16", "llama-1b", dict(dtype="BF16", tie_word_embeddings=True)), ("llama3-rope-scaled-head-dim", "llama3-1b", {}), ("llama-bias-theta", "llama-15m", dict(attention_bias=True, rope_theta=500.0)), ("llama-no-kv-field", "llama-15m", dict(num_key_value_heads=None)),
 ("qwen2", "qwen2-0.5b", {}), ("qwen2-untied-sharded", "qwen2-0.5b", dict(tie_word_embeddings=False, shards=15000)), ("qwen3-head-dim-norms", "qwen3-0.6b", {}), ("marian", "marian", {}), ("marian-hub-names", "marian", dict(hub=True))]

if __name__ == "__main__":
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("name", nargs="?", choices=sorted(CONFIG)); a.add_argument("out"); a.add_argument("--all-tiny", action="store_true"); a.add_argument("--tiny", action="store_true"); a.add_argument("--seed", type=int, default=1)
    a.add_argument("--dtype", default="F32", choices=["F32", "F16", "BF16"]); a.add_argument("--shards", type=int, default=0); a.add_argument("--hub", action="store_true"); a.add_argument("--untied", action="store_true"); a.add_argument("--headless", action="store_true")
    o = vars(a.parse_args())
    if o.pop("all_tiny"):
        for folder, name, how in VARIANTS: make(name, os.path.join(o["out"], folder), tiny=True, seed=o["seed"], **how)
    else: make(**o)
