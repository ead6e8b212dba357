#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains a small GPT-2 (byte-level BPE) or BERT (WordPiece, masked words) on the King James Bible (Debian: bible-kjv, text of 1611, out of
copyright) and writes a Hugging Face folder. Python3-torch, python3-regex; one thread. Seeded; not bit-equal across BLAS kernels.
  bible -f gen1:1-rev22:21 > kjv.txt;  make.py gpt2|bert kjv.txt OUT STEPS"""
import collections, json, math, os, re, sys, time
import numpy as np, regex, torch, torch.nn.functional as F
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests/reference/checkpoint")); import safet; from make_random import bytes_to_unicode
kind, path, out, steps = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]); os.makedirs(out, exist_ok=True); torch.set_num_threads(1); torch.manual_seed(7); rng = np.random.default_rng(7)
lines = [re.sub(r"^\S+\d+:\d+ ", "", l.strip()) for l in open(path, encoding="latin-1") if l.strip()]; V, D, L, H, T = 1024, 128, 4, 4, 128 if kind == "gpt2" else 64

def learn(words, symbols, size, join):
    """merges of the most frequent neighbours; words: {tuple of symbols: count}"""
    vocab = list(symbols); merges = []; words = {w: c for w, c in words.items()}
    pairs = collections.Counter(); where = collections.defaultdict(set); ws = [list(w) for w in words]; cs = list(words.values())
    for i, w in enumerate(ws):
        for a, b in zip(w, w[1:]): pairs[a, b] += cs[i]; where[a, b].add(i)
    while len(vocab) < size:
        (a, b), n = max(pairs.items(), key=lambda p: (p[1], p[0])); new = join(a, b); merges.append((a, b)); vocab.append(new) if new not in vocab else None
        for i in list(where[a, b]):
            w = ws[i]
            for x, y in zip(w, w[1:]): pairs[x, y] -= cs[i]
            k, j = [], 0
            while j < len(w):
                if j + 1 < len(w) and w[j] == a and w[j + 1] == b: k.append(new); j += 2
                else: k.append(w[j]); j += 1
            ws[i] = k
            for x, y in zip(k, k[1:]): pairs[x, y] += cs[i]; where[x, y].add(i)
        del pairs[a, b]
    return vocab, merges

if kind == "gpt2":
    B = bytes_to_unicode(); pat = regex.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"); text = "\n".join(lines) + "\n"
    counts = collections.Counter(pat.findall(text)); u = {w: tuple(B[b] for b in w.encode()) for w in counts}
    vocab, merges = learn({u[w]: c for w, c in counts.items()}, sorted(B.values(), key=ord), V - 1, lambda a, b: a + b); vocab.append("<|endoftext|>"); ids = {w: i for i, w in enumerate(vocab)}; rank = {m: i for i, m in enumerate(merges)}
    def bpe(w):
        w = list(u[w])
        while len(w) > 1:
            r, j = min(((rank.get((w[k], w[k + 1]), 1 << 30), k) for k in range(len(w) - 1)))
            if r == 1 << 30: break
            w[j:j + 2] = [w[j] + w[j + 1]]
        return [ids[x] for x in w]
    memo = {w: bpe(w) for w in counts}; data = torch.tensor([i for w in pat.findall(text) for i in memo[w]])
    json.dump(ids, open(out + "/vocab.json", "w"), ensure_ascii=False); open(out + "/merges.txt", "w").write("#version: 0.2\n" + "\n".join(" ".join(m) for m in merges) + "\n")
    json.dump({"tokenizer_class": "GPT2Tokenizer", "bos_token": "<|endoftext|>", "eos_token": "<|endoftext|>", "unk_token": "<|endoftext|>", "model_max_length": T, "add_prefix_space": False}, open(out + "/tokenizer_config.json", "w"))
    config = dict(architectures=["GPT2LMHeadModel"], model_type="gpt2", activation_function="gelu_new", n_layer=L, n_head=H, n_embd=D, n_positions=T, n_ctx=T, vocab_size=V, layer_norm_epsilon=1e-5, bos_token_id=V - 1, eos_token_id=V - 1, tie_word_embeddings=True, torch_dtype="float32")
else:
    split = lambda l: re.findall(r"[a-z0-9]+|[^\sa-z0-9]", l.lower()); counts = collections.Counter(w for l in lines for w in split(l)); special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    first = {w: tuple([w[0]] + ["##" + ch for ch in w[1:]]) for w in counts}; vocab, _ = learn({first[w]: c for w, c in counts.items()}, special + sorted({s for w in first.values() for s in w}), V, lambda a, b: a + b.removeprefix("##")); ids = {w: i for i, w in enumerate(vocab)}
    def piece(w):
        o, s = [], 0
        while s < len(w):
            e = next(e for e in range(len(w), s, -1) if ("##" if s else "") + w[s:e] in ids); o.append(ids[("##" if s else "") + w[s:e]]); s = e
        return o
    memo = {w: piece(w) for w in counts}; rows, now = [], []
    for l in lines:                                    # [CLS] verses [SEP], cut at T
        x = [i for w in split(l) for i in memo[w]]
        if now and len(now) + len(x) > T - 2: rows.append(now); now = []
        now = (now + x)[:T - 2]
    data = torch.zeros(len(rows), T, dtype=torch.long)
    for i, r in enumerate(rows): r = [2] + r + [3]; data[i, :len(r)] = torch.tensor(r)
    open(out + "/vocab.txt", "w").write("\n".join(vocab) + "\n"); json.dump({"tokenizer_class": "BertTokenizer", "do_lower_case": True, "model_max_length": T}, open(out + "/tokenizer_config.json", "w"))
    config = dict(architectures=["BertForMaskedLM"], model_type="bert", hidden_act="gelu", hidden_size=D, num_hidden_layers=L, num_attention_heads=H, intermediate_size=4 * D, max_position_embeddings=T, type_vocab_size=2, vocab_size=V, layer_norm_eps=1e-12, pad_token_id=0, position_embedding_type="absolute", torch_dtype="float32")
json.dump(config, open(out + "/config.json", "w"), indent=2); print(kind, "vocabulary", len(vocab), "data", tuple(data.shape), flush=True)

p = {}
def new(n, *s, mean=0.0, std=0.02): p[n] = torch.nn.Parameter(torch.randn(*s) * std + mean)
def lin(n, a, b, conv): new(n + ".weight", *((a, b) if conv else (b, a))); new(n + ".bias", b, std=0)
def nrm(n): new(n + ".weight", D, mean=1, std=0); new(n + ".bias", D, std=0)
if kind == "gpt2":
    new("transformer.wte.weight", V, D); new("transformer.wpe.weight", T, D, std=0.01); a = torch.arange(T)[:, None] / 10000 ** (torch.arange(0, D, 2) / D); p["transformer.wpe.weight"].data.copy_(0.04 * torch.cat([a.sin(), a.cos()], 1))
    for i in range(L): h = f"transformer.h.{i}."; nrm(h + "ln_1"); lin(h + "attn.c_attn", D, 3 * D, True); lin(h + "attn.c_proj", D, D, True); nrm(h + "ln_2"); lin(h + "mlp.c_fc", D, 4 * D, True); lin(h + "mlp.c_proj", 4 * D, D, True)
    nrm("transformer.ln_f")
else:
    e = "bert.embeddings."; new(e + "word_embeddings.weight", V, D); new(e + "position_embeddings.weight", T, D); a = torch.arange(T)[:, None] / 10000 ** (torch.arange(0, D, 2) / D); p[e + "position_embeddings.weight"].data.copy_(0.04 * torch.cat([a.sin(), a.cos()], 1)); new(e + "token_type_embeddings.weight", 2, D); nrm(e + "LayerNorm")
    for i in range(L):
        h = f"bert.encoder.layer.{i}."; [lin(h + "attention.self." + q, D, D, False) for q in ("query", "key", "value")]; lin(h + "attention.output.dense", D, D, False); nrm(h + "attention.output.LayerNorm"); lin(h + "intermediate.dense", D, 4 * D, False); lin(h + "output.dense", 4 * D, D, False); nrm(h + "output.LayerNorm")
    t = "cls.predictions."; lin(t + "transform.dense", D, D, False); nrm(t + "transform.LayerNorm"); new(t + "bias", V, std=0)
if os.environ.get("INIT"): g = safet.File(os.environ["INIT"] + "/model.safetensors"); [p[k].data.copy_(torch.from_numpy(g.get(k).copy())) for k in g.keys()]; print("goes on from", os.environ["INIT"], flush=True)
REPEAT = float(os.environ.get("REPEAT", 0))    # share of GPT-2's rows that are a random piece again and again: teaches to look one place behind the last occurrence
ln = lambda x, n, eps: F.layer_norm(x, (D,), p[n + ".weight"], p[n + ".bias"], eps)
causal = torch.triu(torch.full((T, T), -1e9), 1)
def heads(x): return x.view(x.shape[0], -1, H, D // H).transpose(1, 2)
def mix(q, k, v, bias): w = torch.softmax(heads(q) @ heads(k).transpose(-1, -2) * (D // H) ** -0.5 + bias, -1); return (w @ heads(v)).transpose(1, 2).reshape(q.shape)
def gpt2(x):
    c = lambda x, n: x @ p[n + ".weight"] + p[n + ".bias"]; y = p["transformer.wte.weight"][x] + p["transformer.wpe.weight"]
    for i in range(L): h = f"transformer.h.{i}."; q, k, v = c(ln(y, h + "ln_1", 1e-5), h + "attn.c_attn").split(D, 2); y = y + c(mix(q, k, v, causal), h + "attn.c_proj"); y = y + c(F.gelu(c(ln(y, h + "ln_2", 1e-5), h + "mlp.c_fc"), approximate="tanh"), h + "mlp.c_proj")
    return ln(y, "transformer.ln_f", 1e-5) @ p["transformer.wte.weight"].T
def bert(x, ask):
    c = lambda x, n: F.linear(x, p[n + ".weight"], p[n + ".bias"]); e = "bert.embeddings."; y = ln(p[e + "word_embeddings.weight"][x] + p[e + "position_embeddings.weight"] + p[e + "token_type_embeddings.weight"][0], e + "LayerNorm", 1e-12); bias = ((x == 0) * -1e9)[:, None, None]
    for i in range(L): h = f"bert.encoder.layer.{i}."; a = h + "attention.self."; y = ln(y + c(mix(c(y, a + "query"), c(y, a + "key"), c(y, a + "value"), bias), h + "attention.output.dense"), h + "attention.output.LayerNorm", 1e-12); y = ln(y + c(F.gelu(c(y, h + "intermediate.dense")), h + "output.dense"), h + "output.LayerNorm", 1e-12)
    t = "cls.predictions."; return ln(F.gelu(c(y[ask], t + "transform.dense")), t + "transform.LayerNorm", 1e-12) @ p[e + "word_embeddings.weight"].T + p[t + "bias"]
decay = [v for v in p.values() if v.dim() > 1]; rest = [v for v in p.values() if v.dim() < 2]; opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.05}, {"params": rest, "weight_decay": 0.0}], lr=1e-3, betas=(0.9, 0.98)); t0 = time.time(); mean = None
held = data[int(len(data) * 0.95):]; data = data[:int(len(data) * 0.95)]
def loss_of(src, n):
    if kind == "gpt2":
        at = rng.integers(0, len(src) - T - 1, n); x = torch.stack([src[a:a + T + 1] for a in at])
        for i in range(int(n * REPEAT) if src is data else 0): k = int(rng.integers(8, 65)); piece = torch.from_numpy(rng.integers(0, V - 1, k)) if i % 2 else x[i, :k].clone(); x[i] = piece.repeat(T // k + 2)[:T + 1]
        return F.cross_entropy(gpt2(x[:, :-1]).reshape(-1, V), x[:, 1:].reshape(-1))
    x = src[torch.from_numpy(rng.integers(0, len(src), n))]; r = torch.from_numpy(rng.random(x.shape)); ask = (r < 0.2) & (x > 4); y = x[ask]; z = x.clone(); z[ask & (r < 0.17)] = 4; z[ask & (r >= 0.17) & (r < 0.18)] = torch.from_numpy(rng.integers(5, V, int((ask & (r >= 0.17) & (r < 0.18)).sum()))); return F.cross_entropy(bert(z, ask), y)
def save(): safet.write(out + "/model.safetensors", {k: v.detach().numpy() for k, v in p.items()}, "F16")
for s in range(steps + 1):
    for g in opt.param_groups: g["lr"] = float(os.environ.get("LR", 1.5e-3)) * min(1, (s + 1) / 200) * (0.1 + 0.9 * 0.5 * (1 + math.cos(math.pi * s / steps)))
    l = loss_of(data, 16 if kind == "gpt2" else 32); opt.zero_grad(); l.backward(); torch.nn.utils.clip_grad_norm_(p.values(), 1.0); opt.step(); mean = l.item() if mean is None else 0.98 * mean + 0.02 * l.item()
    if s % 200 == 0:
        with torch.no_grad(): h = np.mean([loss_of(held, 32).item() for _ in range(4)])
        print(f"step {s} training {mean:.3f} held out {h:.3f} {time.time() - t0:.0f} s", flush=True); save()
save()
