#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every stage of a Hugging Face model in float64 (or float32), under HeadScope's names. Debian's python3-torch + numpy.

  reference.py FOLDER --ids 1,2,3[;4,5] --out DIR [--dtype float64|float32] [--pad left|right] [--target 7,8] [--no-weights] [--stages none|attention|all]
  reference.py FOLDER --ids … --error           largest difference of float32 from float64 for each kind of stage: PyTorch's own error
  reference.py --compare DIR_OF_HEADSCOPE DIR_OF_REFERENCE [--error-of DIR_FLOAT32]
  reference.py FOLDER --generate N --ids …      greedy ids
Batches are separated by ; and padded with the model's pad id (or 0). --target: decoder ids of Marian (start token included).

Files: DIR/SCOPE/NAME.npy and DIR/trace.json, as `headscope run` writes them. Scopes: layers/N/{self_attention, self_attention_norm,
self_attention_residual, feed_forward, …} for models of one stack (the issue's names), encoder/N and decoder/N/cross_attention for
Marian; layers/norm behind the last layer; embedding, positions, segment/embedding, embedding_norm, prediction/….
NEW names (HeadScope has none yet): rotary_cosine, rotary_sine, rotated_query, rotated_key, query_norm/key_norm (Qwen3), mean_square
(RMSNorm; in the place of mean and variance), gate_weight, gate, gate_activated; prediction/transform{,_norm}; pooler/pooled.
With a gate: hidden = x·W_up, activated = silu(gate) · hidden, feed_forward_output = activated · W_down.
Grouped heads: key, value, rotated_key are [batch, kv heads, key, d]; head h reads group h // (heads / kv heads); scores have all heads.
"""
import argparse, json, math, os, re, sys
import numpy as np
import torch, torch.nn.functional as F
import safet
torch.set_grad_enabled(False)

AXES = dict(token_ids="batch sequence", scores="batch heads query key", scaled_scores="batch heads query key", masked_scores="batch heads query key", attention_weights="batch heads query key", logits="batch sequence vocabulary", probabilities="batch sequence vocabulary")

ACTIVATIONS = {
    "relu": F.relu,
    "gelu": F.gelu, "gelu_python": F.gelu,                                                                            # x·Φ(x)
    "gelu_new": lambda x: F.gelu(x, approximate="tanh"), "gelu_fast": lambda x: F.gelu(x, approximate="tanh"),
    "gelu_pytorch_tanh": lambda x: F.gelu(x, approximate="tanh"), "gelu_accurate": lambda x: F.gelu(x, approximate="tanh"),
    "quick_gelu": lambda x: x * torch.sigmoid(1.702 * x),
    "silu": F.silu, "swish": F.silu, "tanh": torch.tanh,
}

class Run:
    def __init__(self, folder, dtype=torch.float64, keep="all", weights=True):
        self.folder, self.dtype, self.keep, self.with_weights = folder, dtype, keep, weights
        self.f = safet.Folder(folder); self.c = self.f.config; self.stages = {}; self.order = []
        names = list(self.f.keys())
        # BERT's oldest files: LayerNorm.gamma / beta
        self.alias = {re.sub(r"LayerNorm\.gamma$", "LayerNorm.weight", re.sub(r"LayerNorm\.beta$", "LayerNorm.bias", k)): k for k in names}
        self.cache = {}
    def has(self, *ks): return any(k in self.alias for k in ks)
    def w(self, *ks):
        """the tensor under the first of the names that is there"""
        for k in ks:
            if k in self.alias:
                if k not in self.cache: self.cache[k] = torch.from_numpy(self.f.get(self.alias[k], np.float64 if self.dtype == torch.float64 else np.float32))
                return self.cache[k]
        raise KeyError(" / ".join(ks))
    def put(self, scope, name, x, axes=None):
        if self.keep == "none" or self.keep == "attention" and name not in ("attention_weights", "logits"): return x
        self.stages[f"{scope}/{name}".lstrip("/")] = x
        return x
    def par(self, scope, name, x):
        if self.with_weights: self.put(scope, name, x)
        return x

    # -- blocks -------------------------------------------------------------------------------------------------------------
    def linear(self, scope, name, out, x, weight, bias=None, transposed=True):
        """weight as the file has it: [out, in] of nn.Linear (transposed=True) or [in, out] of Conv1D; the stage is [in, out]"""
        W = weight.T if transposed else weight
        self.par(scope, name + "_weight", W)
        if bias is not None: self.par(scope, name + "_bias", bias)
        return self.put(scope, out, torch.matmul(x, W) + bias if bias is not None else torch.matmul(x, W))
    def norm(self, scope, x, gain, shift, eps):
        self.par(scope, "norm_gain", gain); self.par(scope, "norm_shift", shift)
        m = self.put(scope, "mean", x.mean(-1, keepdim=True)); v = self.put(scope, "variance", ((x - m) ** 2).mean(-1, keepdim=True))
        self.put(scope, "normalised", (x - m) / torch.sqrt(v + eps))
        return self.put(scope, "norm_output", F.layer_norm(x, x.shape[-1:], gain, shift, eps))
    def rms(self, scope, x, gain, eps):
        self.par(scope, "norm_gain", gain)
        s = self.put(scope, "mean_square", (x * x).mean(-1, keepdim=True)); n = self.put(scope, "normalised", x * torch.rsqrt(s + eps))
        return self.put(scope, "norm_output", n * gain)
    def attention(self, scope, q, k, v, heads, kv_heads, may, scale, rotary=None, qk_norm=None):
        """q, k, v: projected [batch, sequence, heads·d]; may: [batch, query, key] or None"""
        put = lambda name, x: self.put(scope, name, x)
        B, S, _ = q.shape; d = q.shape[-1] // heads; T = k.shape[1]
        q = put("split_query", q.view(B, S, heads, d)); k = put("split_key", k.view(B, T, kv_heads, d)); v = put("split_value", v.view(B, T, kv_heads, d))
        q, k, v = put("query", q.transpose(1, 2)), put("key", k.transpose(1, 2)), put("value", v.transpose(1, 2))
        if qk_norm: q = self.rms(scope + "/query_norm", q, *qk_norm[0]); k = self.rms(scope + "/key_norm", k, *qk_norm[1])
        if rotary:
            cos, sin = put("rotary_cosine", rotary[0]), put("rotary_sine", rotary[1])      # [batch, sequence, d]
            turn = lambda x: x * cos[:, None] + torch.cat((-x[..., d // 2:], x[..., :d // 2]), -1) * sin[:, None]
            q, k = put("rotated_query", turn(q)), put("rotated_key", turn(k))
        if kv_heads != heads: k, v = (x.repeat_interleave(heads // kv_heads, 1) for x in (k, v))
        s = put("scores", torch.matmul(q, k.transpose(-1, -2))); s = put("scaled_scores", s * scale)
        if may is not None:
            put("may_attend", may.to(torch.float32)); s = s.masked_fill(~may[:, None], -math.inf)
        s = put("masked_scores", s); w = torch.softmax(s, -1)
        if may is not None: w = torch.where(torch.isnan(w), torch.zeros((), dtype=w.dtype), w) if self.empty == "zeros" else torch.where(torch.isnan(w), torch.full((), 1 / T, dtype=w.dtype), w)
        w = put("attention_weights", w)
        x = put("head_context", torch.matmul(w, v)); x = put("transposed_context", x.transpose(1, 2))
        return put("concatenated_context", x.reshape(B, S, heads * d))
    empty = "uniform"   # what transformers gives (masked with the smallest finite number); "zeros" as PyTorch's SDPA

    def logits(self, x, matrix, bias=None, scope="prediction"):
        self.par(scope, "vocabulary_weight", matrix.T)
        if bias is not None: self.par(scope, "vocabulary_bias", bias)
        x = torch.matmul(x, matrix.T); x = x + bias if bias is not None else x
        self.put(scope, "logits", x); self.put(scope, "probabilities", torch.softmax(x, -1)); return x
    def post(self, scope, x, y, gain, shift, eps):      # norm(x + y)
        r = self.put(scope, "residual", x + y); return self.norm(scope, r, gain, shift, eps)
    def feed(self, scope, x, w1, b1, w2, b2, act, transposed=True):
        h = self.linear(scope, "hidden", "hidden", x, w1, b1, transposed); a = self.put(scope, "activated", ACTIVATIONS[act](h))
        return self.linear(scope, "feed_forward", "feed_forward_output", a, w2, b2, transposed)
    def eye(self, ids): return ids

    # -- architectures ------------------------------------------------------------------------------------------------------
    def gpt2(self, ids, real):
        c = self.c; n, H, eps = c["n_embd"], c["n_head"], c.get("layer_norm_epsilon", 1e-5); d = n // H; B, S = ids.shape
        w = lambda k: self.w("transformer." + k, k)
        pos = self.positions(ids, real); wte, wpe = w("wte.weight"), w("wpe.weight")
        self.par("embedding", "embedding_weight", wte); self.par("positions", "position_weight", wpe)
        x = self.put("embedding", "embedding", wte[ids]); p = self.put("positions", "embedding", wpe[pos]); x = self.put("positions", "embedded_input", x + p)
        may = self.causal(real)
        for i in range(c["n_layer"]):
            h, L = f"h.{i}.", f"layers/{i}/"; a = L + "self_attention"
            y = self.norm(a + "_norm", x, w(h + "ln_1.weight"), w(h + "ln_1.bias"), eps)
            W, b = w(h + "attn.c_attn.weight"), w(h + "attn.c_attn.bias")
            q, k, v = (self.linear(a, r, "projected_" + r, y, W[:, j * n:(j + 1) * n], b[j * n:(j + 1) * n], False) for j, r in enumerate(("query", "key", "value")))
            scale = d ** -0.5 if c.get("scale_attn_weights", True) else 1.0
            if c.get("scale_attn_by_inverse_layer_idx"): scale /= i + 1
            y = self.attention(a, q, k, v, H, H, may, scale)
            y = self.linear(a, "output", "output", y, w(h + "attn.c_proj.weight"), w(h + "attn.c_proj.bias"), False)
            x = self.put(a + "_residual", "residual", x + y)
            y = self.norm(L + "feed_forward_norm", x, w(h + "ln_2.weight"), w(h + "ln_2.bias"), eps)
            y = self.feed(L + "feed_forward", y, w(h + "mlp.c_fc.weight"), w(h + "mlp.c_fc.bias"), w(h + "mlp.c_proj.weight"), w(h + "mlp.c_proj.bias"), c.get("activation_function", "gelu_new"), False)
            x = self.put(L + "feed_forward_residual", "residual", x + y)
        x = self.last = self.norm("layers/norm", x, w("ln_f.weight"), w("ln_f.bias"), eps)
        return self.logits(x, self.w("lm_head.weight") if self.has("lm_head.weight") else wte)

    def bert(self, ids, real):
        c = self.c; kind = c["model_type"]; H, eps, n = c["num_attention_heads"], c["layer_norm_eps"], c["hidden_size"]; B, S = ids.shape
        w = lambda k: self.w(kind + "." + k, k)
        e = w("embeddings.word_embeddings.weight"); pe, te = w("embeddings.position_embeddings.weight"), w("embeddings.token_type_embeddings.weight")
        if kind == "roberta": pad = c["pad_token_id"]; m = (ids != pad).long(); pos = m.cumsum(1) * m + pad
        else: pos = torch.arange(S)[None].expand(B, S)
        types = self.types if self.types is not None else torch.zeros_like(ids)
        for s, name, m in (("embedding", "embedding_weight", e), ("positions", "position_weight", pe), ("segment/embedding", "embedding_weight", te)): self.par(s, name, m)
        x = self.put("embedding", "embedding", e[ids]); t = self.put("segment/embedding", "embedding", te[types]); p = self.put("positions", "embedding", pe[pos])
        x = self.put("positions", "embedded_input", x + t + p); x = self.norm("embedding_norm", x, w("embeddings.LayerNorm.weight"), w("embeddings.LayerNorm.bias"), eps)
        may = None if real.all() else real[:, None, :].expand(B, S, S)
        for i in range(c["num_hidden_layers"]):
            h, L = f"encoder.layer.{i}.", f"layers/{i}/"; a = L + "self_attention"
            q, k, v = (self.linear(a, r, "projected_" + r, x, w(f"{h}attention.self.{r}.weight"), w(f"{h}attention.self.{r}.bias")) for r in ("query", "key", "value"))
            y = self.attention(a, q, k, v, H, H, may, (n // H) ** -0.5)
            y = self.linear(a, "output", "output", y, w(h + "attention.output.dense.weight"), w(h + "attention.output.dense.bias"))
            x = self.post(a + "_norm", x, y, w(h + "attention.output.LayerNorm.weight"), w(h + "attention.output.LayerNorm.bias"), eps)
            y = self.feed(L + "feed_forward", x, w(h + "intermediate.dense.weight"), w(h + "intermediate.dense.bias"), w(h + "output.dense.weight"), w(h + "output.dense.bias"), c["hidden_act"])
            x = self.post(L + "feed_forward_norm", x, y, w(h + "output.LayerNorm.weight"), w(h + "output.LayerNorm.bias"), eps)
        if self.has(kind + ".pooler.dense.weight", "pooler.dense.weight"):
            y = self.linear("pooler", "hidden", "hidden", x[:, :1], w("pooler.dense.weight"), w("pooler.dense.bias")); self.put("pooler", "pooled", torch.tanh(y))
        self.last = x
        if kind == "roberta" and self.has("lm_head.dense.weight"): return self.mlm(x, "lm_head.dense", "lm_head.layer_norm", e, "lm_head.decoder.weight", "lm_head.bias", c["hidden_act"], eps)
        if self.has("cls.predictions.transform.dense.weight"): return self.mlm(x, "cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", e, "cls.predictions.decoder.weight", "cls.predictions.bias", c["hidden_act"], eps)
        return x
    types = None

    def mlm(self, x, dense, norm, e, decoder, bias, act, eps):
        h = self.linear("prediction/transform", "hidden", "hidden", x, self.w(dense + ".weight"), self.w(dense + ".bias"))
        a = self.put("prediction/transform", "activated", ACTIVATIONS[act](h)) if act != "roberta" else h
        y = self.norm("prediction/transform_norm", a, self.w(norm + ".weight"), self.w(norm + ".bias"), eps)
        return self.logits(y, self.w(decoder) if self.has(decoder) else e, self.w(bias) if self.has(bias) else None)

    def distilbert(self, ids, real):
        c = self.c; H, n, eps = c["n_heads"], c["dim"], 1e-12; B, S = ids.shape
        w = lambda k: self.w("distilbert." + k, k)
        e, pe = w("embeddings.word_embeddings.weight"), w("embeddings.position_embeddings.weight"); self.par("embedding", "embedding_weight", e); self.par("positions", "position_weight", pe)
        x = self.put("embedding", "embedding", e[ids]); p = self.put("positions", "embedding", pe[torch.arange(S)][None].expand(B, S, n)); x = self.put("positions", "embedded_input", x + p)
        x = self.norm("embedding_norm", x, w("embeddings.LayerNorm.weight"), w("embeddings.LayerNorm.bias"), eps); may = None if real.all() else real[:, None, :].expand(B, S, S)
        for i in range(c["n_layers"]):
            h, L = f"transformer.layer.{i}.", f"layers/{i}/"; a = L + "self_attention"
            q, k, v = (self.linear(a, r, "projected_" + r, x, w(f"{h}attention.{r[0]}_lin.weight"), w(f"{h}attention.{r[0]}_lin.bias")) for r in ("query", "key", "value"))
            y = self.attention(a, q, k, v, H, H, may, (n // H) ** -0.5); y = self.linear(a, "output", "output", y, w(h + "attention.out_lin.weight"), w(h + "attention.out_lin.bias"))
            x = self.post(a + "_norm", x, y, w(h + "sa_layer_norm.weight"), w(h + "sa_layer_norm.bias"), eps)
            y = self.feed(L + "feed_forward", x, w(h + "ffn.lin1.weight"), w(h + "ffn.lin1.bias"), w(h + "ffn.lin2.weight"), w(h + "ffn.lin2.bias"), c["activation"])
            x = self.post(L + "feed_forward_norm", x, y, w(h + "output_layer_norm.weight"), w(h + "output_layer_norm.bias"), eps)
        self.last = x
        return self.mlm(x, "vocab_transform", "vocab_layer_norm", e, "vocab_projector.weight", "vocab_projector.bias", c["activation"], 1e-12) if self.has("vocab_transform.weight") else x

    def rotary(self, pos):
        """inverse frequencies in float32, as transformers computes them (they are rounded there too), then widened"""
        c = self.c; d = c.get("head_dim") or c["hidden_size"] // c["num_attention_heads"]; theta = c.get("rope_theta", 10000.0)
        inv = 1.0 / (theta ** (torch.arange(0, d, 2, dtype=torch.int64).float() / d))
        r = c.get("rope_scaling") or {}; kind = r.get("rope_type", r.get("type", "default"))
        if kind == "linear": inv = inv / r["factor"]
        elif kind == "llama3":
            old, low, high = r["original_max_position_embeddings"], r["low_freq_factor"], r["high_freq_factor"]; wave = 2 * math.pi / inv
            smooth = (old / wave - low) / (high - low); middle = (1 - smooth) * inv / r["factor"] + smooth * inv
            inv = torch.where(wave > old / low, inv / r["factor"], torch.where(wave < old / high, inv, middle))
        elif kind != "default": raise ValueError(f"rope_scaling {kind}: not known here")
        a = pos[..., None].to(self.dtype) * inv.to(self.dtype); a = torch.cat((a, a), -1)
        return a.cos(), a.sin()

    def llama(self, ids, real):
        c = self.c; kind = c["model_type"]; n, H = c["hidden_size"], c["num_attention_heads"]; K = c.get("num_key_value_heads") or H; d = c.get("head_dim") or n // H; eps = c["rms_norm_eps"]
        w = lambda k: self.w("model." + k, k); o = lambda k: self.w("model." + k, k) if self.has("model." + k, k) else None
        e = w("embed_tokens.weight"); self.par("embedding", "embedding_weight", e); x = self.put("embedding", "embedding", e[ids]); may = self.causal(real); rot = self.rotary(self.positions(ids, real))
        for i in range(c["num_hidden_layers"]):
            h, L = f"layers.{i}.", f"layers/{i}/"; a = L + "self_attention"; s = h + "self_attn."
            y = self.rms(a + "_norm", x, w(h + "input_layernorm.weight"), eps)
            q, k, v = (self.linear(a, r, "projected_" + r, y, w(f"{s}{r[0]}_proj.weight"), o(f"{s}{r[0]}_proj.bias")) for r in ("query", "key", "value"))
            qk = ((w(s + "q_norm.weight"), eps), (w(s + "k_norm.weight"), eps)) if self.has(f"model.{s}q_norm.weight", s + "q_norm.weight") else None
            y = self.attention(a, q, k, v, H, K, self.windowed(may, i), d ** -0.5, rot, qk); y = self.linear(a, "output", "output", y, w(s + "o_proj.weight"), o(s + "o_proj.bias"))
            x = self.put(a + "_residual", "residual", x + y); y = self.rms(L + "feed_forward_norm", x, w(h + "post_attention_layernorm.weight"), eps); f = L + "feed_forward"
            g = self.linear(f, "gate", "gate", y, w(h + "mlp.gate_proj.weight"), o(h + "mlp.gate_proj.bias")); g = self.put(f, "gate_activated", ACTIVATIONS[c.get("hidden_act", "silu")](g))
            u = self.linear(f, "hidden", "hidden", y, w(h + "mlp.up_proj.weight"), o(h + "mlp.up_proj.bias")); y = self.put(f, "activated", g * u)
            y = self.linear(f, "feed_forward", "feed_forward_output", y, w(h + "mlp.down_proj.weight"), o(h + "mlp.down_proj.bias")); x = self.put(L + "feed_forward_residual", "residual", x + y)
        x = self.rms("layers/norm", x, w("norm.weight"), eps); self.last = x
        return self.logits(x, self.w("lm_head.weight") if self.has("lm_head.weight") and not c.get("tie_word_embeddings") else e)

    def windowed(self, may, layer):
        # A query sees as many keys as the window says, itself among them; layer_types, or max_window_layers, says in which layers.
        c = self.c; types = c.get("layer_types"); on = types[layer] == "sliding_attention" if types else layer >= c.get("max_window_layers", 0)
        if not c.get("use_sliding_window", c["model_type"] == "mistral") or not c.get("sliding_window") or not on: return may
        S = may.shape[-1]; return may & torch.triu(torch.ones(S, S, dtype=torch.bool), 1 - c["sliding_window"])

    def marian(self, ids, real, target=None):
        c = self.c; n = c["d_model"]; root = math.sqrt(n) if c.get("scale_embedding") else 1.0; e = self.w("model.shared.weight"); act = c["activation_function"]
        dim = n // 2; table = lambda S: torch.cat([f(torch.arange(S, dtype=torch.float64)[:, None] / 10000.0 ** (2 * torch.arange(dim, dtype=torch.float64) / n)) for f in (torch.sin, torch.cos)], 1).float().to(self.dtype)
        def stack(side, ids, may, memory=None, cross=None):
            src = "source/" if side == "encoder" else ""; H = c[side + "_attention_heads"]; d = n // H; S = ids.shape[1]
            self.par(src + "embedding", "embedding_weight", e); x = self.put(src + "embedding", "embedding", e[ids] * root)
            p = self.put(src + "positions", "positional_encoding", table(S)); x = self.put(src + "positions", "embedded_input", x + p)
            for i in range(c[side + "_layers"]):
                h, L = f"model.{side}.layers.{i}.", f"{side}/{i}/"
                for part, a, m in (("self_attn", L + "self_attention", may),) + ((("encoder_attn", L + "cross_attention", cross),) if side == "decoder" else ()):
                    kv = x if part == "self_attn" else memory
                    q, k, v = (self.linear(a, r, "projected_" + r, x if r == "query" else kv, self.w(f"{h}{part}.{r[0]}_proj.weight"), self.w(f"{h}{part}.{r[0]}_proj.bias")) for r in ("query", "key", "value"))
                    y = self.attention(a, q, k, v, H, H, m, d ** -0.5); y = self.linear(a, "output", "output", y, self.w(f"{h}{part}.out_proj.weight"), self.w(f"{h}{part}.out_proj.bias"))
                    x = self.post(a + "_norm", x, y, self.w(f"{h}{part}_layer_norm.weight"), self.w(f"{h}{part}_layer_norm.bias"), 1e-5)
                y = self.feed(L + "feed_forward", x, self.w(h + "fc1.weight"), self.w(h + "fc1.bias"), self.w(h + "fc2.weight"), self.w(h + "fc2.bias"), act)
                x = self.post(L + "feed_forward_norm", x, y, self.w(h + "final_layer_norm.weight"), self.w(h + "final_layer_norm.bias"), 1e-5)
            return x
        B, S = ids.shape; memory = stack("encoder", ids, None if real.all() else real[:, None].expand(B, S, S))
        target = torch.tensor([[c["decoder_start_token_id"]]] * B) if target is None else target; T = target.shape[1]
        x = stack("decoder", target, self.causal(torch.ones(B, T, dtype=torch.bool)), memory, None if real.all() else real[:, None].expand(B, T, S)); self.last = x
        return self.logits(x, self.w("lm_head.weight") if self.has("lm_head.weight") else e, self.w("final_logits_bias").view(-1))

    # -- around -------------------------------------------------------------------------------------------------------------
    def causal(self, real): S = real.shape[1]; return torch.tril(torch.ones(S, S, dtype=torch.bool))[None] & real[:, None, :]
    mask_positions = True    # as generate() does with left padding; a plain forward() counts places from 0
    def positions(self, ids, real):
        p = torch.arange(ids.shape[1])[None].expand_as(ids)
        return (real.long().cumsum(1) - 1).clamp(min=0) if self.mask_positions and not real.all() else p
    def run(self, ids, real=None, target=None):
        self.stages = {}; real = torch.ones_like(ids, dtype=torch.bool) if real is None else real; self.put("", "token_ids", ids)
        k = self.c["model_type"]
        return {"gpt2": self.gpt2, "bert": self.bert, "roberta": self.bert, "distilbert": self.distilbert, "llama": self.llama, "mistral": self.llama, "qwen2": self.llama, "qwen3": self.llama}[k](ids, real) if k != "marian" else self.marian(ids, real, target)

def batch(text, pad, side):
    rows = [[int(i) for i in r.split(",") if i.strip()] for r in text.split(";")]; n = max(map(len, rows)); ids = torch.full((len(rows), n), pad or 0); real = torch.zeros(len(rows), n, dtype=torch.bool)
    for i, r in enumerate(rows): s = slice(n - len(r), n) if side == "left" else slice(0, len(r)); ids[i, s] = torch.tensor(r); real[i, s] = True
    return ids, real

def save(stages, out):
    steps = []
    for k, x in stages.items():
        p = os.path.join(out, k + ".npy"); os.makedirs(os.path.dirname(p), exist_ok=True); np.save(p, np.ascontiguousarray(x.numpy()))
        steps.append({"name": k, "axes": AXES.get(k.split("/")[-1], "").split(), "shape": list(x.shape), "dtype": str(x.dtype).removeprefix("torch."), "file": k + ".npy"})
    json.dump({"format": "headscope-reference", "version": 1, "steps": steps}, open(os.path.join(out, "trace.json"), "w"), indent=1)

def difference(a, b):
    with np.errstate(invalid="ignore"): d = np.abs(a.astype(np.float64) - b.astype(np.float64))
    return 0.0 if not d.size else float(np.nanmax(np.where(np.isneginf(a) & np.isneginf(b), 0, d)))

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("folder", nargs="?"); p.add_argument("--ids"); p.add_argument("--target"); p.add_argument("--out"); p.add_argument("--dtype", default="float64"); p.add_argument("--pad", default="right", choices=["left", "right"])
    p.add_argument("--no-weights", action="store_true"); p.add_argument("--stages", default="all"); p.add_argument("--error", action="store_true"); p.add_argument("--generate", type=int); p.add_argument("--compare", nargs=2); p.add_argument("--error-of")
    o = p.parse_args()
    if o.compare:
        a, b = o.compare; worst = {}; missing = []; names = [s["file"] for s in json.load(open(os.path.join(b, "trace.json")))["steps"]]
        for n in names:
            f = os.path.join(a, n)
            if not os.path.exists(f): missing.append(n); continue
            x, y = np.load(f), np.load(os.path.join(b, n)); k = os.path.basename(n)[:-4]
            if x.size != y.size: worst[k] = (math.inf, n, f"{x.shape} against {y.shape}"); continue
            d = difference(x.reshape(y.shape), y); e = difference(np.load(os.path.join(o.error_of, n)), y) if o.error_of else 0
            if d >= worst.get(k, (-1,))[0]: worst[k] = (d, n, f"PyTorch's own {e:.1e}" if o.error_of else "")
        for k, (d, n, t) in sorted(worst.items(), key=lambda i: -i[1][0]): print(f"{d:9.2e}  {k:24s} {n}  {t}")
        print(f"{len(names) - len(missing)} of {len(names)} stages found" + (f"; missing e.g. {missing[:4]}" if missing else "")); return
    r = Run(o.folder, getattr(torch, o.dtype), o.stages, not o.no_weights); ids, real = batch(o.ids, r.c.get("pad_token_id"), o.pad); target = batch(o.target, 0, "right")[0] if o.target else None
    if o.generate:
        r.keep = "none"
        for _ in range(o.generate): ids = torch.cat((ids, r.run(ids)[:, -1:].argmax(-1)), 1)
        print(",".join(map(str, ids[0].tolist()))); return
    y = r.run(ids, real, target)
    if o.error:
        s = Run(o.folder, torch.float32, "all", False); s.run(ids, real, target); worst = {}
        for k, x in s.stages.items():
            d = difference(x.numpy(), r.stages[k].numpy()) if x.dtype.is_floating_point else 0; n = k.split("/")[-1]; worst[n] = max(worst.get(n, (0, "")), (d, k))
        for n, (d, k) in sorted(worst.items(), key=lambda i: -i[1][0]): print(f"{d:9.2e}  {n:24s} {k}")
    if o.out: save(r.stages, o.out); print(f"{len(r.stages)} stages in {o.out}")

if __name__ == "__main__": main()
