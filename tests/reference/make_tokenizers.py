#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes small tokenizers, and the ids that the reference libraries give with them.

    npm install @anush008/tokenizers@0.6.0         (Hugging Face's library, 0.22.2, for Node)
    apt-get install sentencepiece                  (spm_train, spm_encode)
    NODE_PATH=node_modules /usr/bin/python3 tests/reference/make_tokenizers.py

Each folder below tokenizers/ is what a model's folder has of its tokenizer; cases.json beside
them has for each of them a list of [text, ids, text of the ids], special tokens added, from the
library on a tokenizer.json that says the same (SentencePiece: from its own library).
"""
import collections
import json
import os
import subprocess
import tempfile

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tokenizers")
TEXT = """A head looks at every word before it and asks which of them matter now. The query of the
word asks, the keys of the words answer, and the values are what is handed on. Where the answer is
large the weight is large; where it is small nothing much is taken. Heads that look at the word
before, heads that look at the first word, heads that look for the same word again: each of them has
learnt its own question, and nobody told it which. The mask hides what comes later. The lengths of
queries and keys are divided by the root of their width, so that the weights do not become too sharp.
Unaffable, unhappily, und überall: naïve café words are cut into pieces, pieces into letters. 我请你。
"""
TEXTS = ["", " ", "the", "The heads", " the heads look  at words\n\n  now", "it's what they're, I'LL say",
         "café naïve überall", "e\u0301\u0300 decomposed", "我请 the 你好。", "🙂 and 👩‍👩‍👧!", "a\u0000b",
         "12345 ½ Ⅳ 3,14", "\t tabs\r\nand\u00a0spaces\u3000here", "a\n\n\u180eb", "x" * 120,
         "the <|end|> word", "the <mask> word", "[MASK] heads [SEP]x", "<s>the</s> word", "the<|end|>",
         "ΑΣ İstanbul ſ K", "\ufeffmark\u00ad", "!?...--_#", "weights, keys; queries.", "unaffable unhappily",
         "\u2028lines\u2029", "handed on handed on", ">>xx<< the word",
         # Categories of Unicode 8 count: a punctuation and a mark of 14, a mark that was a letter.
         "the\u061dword", "the\u07fdword", "the\u1885 word\u166d"]
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def write(name, content):
    path = os.path.join(FOLDER, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(content if isinstance(content, str)
                   else json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n")


def byte_alphabet():
    own = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    letters, extra = {}, 0
    for byte in range(256):
        letters[byte] = chr(byte if byte in own else 256 + extra)
        extra += byte not in own
    return letters


def most_common_merges(words, count):
    """Byte pair encoding: `count` times the pair that is most often side by side becomes one."""
    merges = []
    for _ in range(count):
        pairs = collections.Counter()
        for word, often in words.items():
            for pair in zip(word, word[1:]):
                pairs[pair] += often
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        joined = collections.Counter()
        for word, often in words.items():
            parts, i = [], 0
            while i < len(word):
                both = word[i:i + 2] == best
                parts.append(word[i] + word[i + 1] if both else word[i])
                i += 2 if both else 1
            joined[tuple(parts)] += often
        words = joined
    return merges


def byte_level():
    letters = byte_alphabet()
    spaced = collections.Counter()
    for word in TEXT.split():
        spaced[tuple(letters[byte] for byte in (" " + word).encode())] += 1
    merges = most_common_merges(spaced, 60)
    vocabulary = {letters[byte]: i for i, byte in enumerate(sorted(letters))}
    for left, right in merges:
        vocabulary.setdefault(left + right, len(vocabulary))
    return vocabulary, merges


def added(id, content, **more):
    return {"id": id, "content": content, "single_word": False, "lstrip": False, "rstrip": False,
            "normalized": False, "special": True} | more


def template(before, behind):
    special = {content: {"id": content, "ids": [id], "tokens": [content]} for content, id in before + behind}
    item = lambda content: {"SpecialToken": {"id": content, "type_id": 0}}
    single = [item(c) for c, _ in before] + [{"Sequence": {"id": "A", "type_id": 0}}] + [item(c) for c, _ in behind]
    return {"type": "TemplateProcessing", "single": single, "pair": single, "special_tokens": special}


def tokenizer(model, added_tokens=(), normalizer=None, pre=None, post=None, decoder=None):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": list(added_tokens),
            "normalizer": normalizer, "pre_tokenizer": pre, "post_processor": post, "decoder": decoder,
            "model": model}


ORACLE = """
const { Tokenizer } = require('@anush008/tokenizers');
(async () => {
  const tokenizer = Tokenizer.fromFile(process.argv[2]);
  const results = [];
  for (const text of JSON.parse(require('fs').readFileSync(0, 'utf8'))) {
    const ids = Array.from((await tokenizer.encode(text)).getIds());
    results.push([text, ids, await tokenizer.decode(ids, false)]);
  }
  console.log(JSON.stringify(results));
})();
"""


def ask_library(value, texts=TEXTS):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tokenizer.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(value, file)
        return json.loads(subprocess.run(["node", "--eval", ORACLE, path, path],
                                         input=json.dumps(texts), capture_output=True, text=True, check=True).stdout)


def ask_sentencepiece(path, texts, ids_of=None):
    result = []
    for text in texts:
        shown = subprocess.run(["spm_encode", "--model=" + path, "--output_format=" + ("piece" if ids_of else "id")],
                               input=text + "\n", capture_output=True, text=True, check=True).stdout.split()
        result.append([ids_of.get(piece, ids_of["<unk>"]) if ids_of else int(piece) for piece in shown])
    return result


def train_sentencepiece(path, **options):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "text"), "w", encoding="utf-8") as file:
            file.write(TEXT)
        arguments = {"input": "text", "model_prefix": "out", "normalization_rule_name": "identity",
                     "num_threads": 1} | options # the model keeps the names
        subprocess.run(["spm_train"] + [f"--{name}={value}" for name, value in arguments.items()],
                       cwd=folder, check=True, capture_output=True)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(os.path.join(folder, "out.model"), "rb") as file, open(path, "wb") as target:
            target.write(file.read())
        with open(os.path.join(folder, "out.vocab"), encoding="utf-8") as file:
            return [line.rstrip("\n").split("\t") for line in file]


def main():
    cases = {}
    bytes_decoder = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    bytes_pre = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    vocabulary, merges = byte_level()
    end = len(vocabulary)
    gpt2 = vocabulary | {"<|end|>": end}
    bpe = lambda vocab, **more: {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
                                 "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
                                 "vocab": vocab, "merges": [" ".join(pair) for pair in merges]} | more

    write("gpt2/vocab.json", gpt2)
    write("gpt2/merges.txt", "#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges))
    write("gpt2/tokenizer_config.json", {"tokenizer_class": "GPT2Tokenizer", "bos_token": "<|end|>",
                                         "eos_token": "<|end|>", "unk_token": "<|end|>"})
    cases["gpt2"] = ask_library(tokenizer(bpe(gpt2), [added(end, "<|end|>")], pre=bytes_pre, decoder=bytes_decoder))

    roberta = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3} | {s: i + 4 for s, i in vocabulary.items()}
    roberta["<mask>"] = len(roberta)
    specials = [added(i, s) for s, i in roberta.items() if s in ("<s>", "<pad>", "</s>", "<unk>")]
    specials.append(added(roberta["<mask>"], "<mask>", lstrip=True))
    write("roberta/vocab.json", roberta)
    write("roberta/merges.txt", "#version: 0.2\r\n" + "".join(f"{a} {b}\r\n" for a, b in merges))
    write("roberta/tokenizer_config.json", {"tokenizer_class": "RobertaTokenizer"})
    post = {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0], "trim_offsets": True,
            "add_prefix_space": False}
    cases["roberta"] = ask_library(tokenizer(bpe(roberta), specials, pre=bytes_pre, post=post, decoder=bytes_decoder))

    # As Llama 3 and Qwen write theirs: NFC, a pattern of their own, pairs in merges, ignore_merges.
    pattern = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|"
               r"\s*[\r\n]+|\s+(?!\S)|\s+")
    whole = vocabulary | {"Ġqueries": end}
    split = {"type": "Sequence", "pretokenizers": [
        {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False},
        bytes_pre | {"use_regex": False}]}
    pairs = tokenizer(bpe(whole, ignore_merges=True, merges=[list(pair) for pair in merges]),
                      [added(end + 1, "<|end|>"), added(end + 2, "<s>", rstrip=True),
                       added(end + 3, "word", single_word=True, normalized=True, special=False)],
                      normalizer={"type": "NFC"}, pre=split,
                      post={"type": "Sequence", "processors": [
                          {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False, "use_regex": True},
                          template([("<|end|>", end + 1)], [])]},
                      decoder=bytes_decoder)
    write("patterns/tokenizer.json", pairs)
    cases["patterns"] = ask_library(pairs)

    # Llama 2's pipeline: characters, bytes where there is none.
    characters = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]
    words = collections.Counter("▁" + word for word in TEXT.split())
    letters = sorted({c for word in words for c in word if c < "\u0100" or c == "▁"})
    kept = most_common_merges(collections.Counter({tuple(w): n for w, n in words.items() if set(w) <= set(letters)}), 40)
    spelled = {s: i for i, s in enumerate(characters + letters)}
    for left, right in kept:
        spelled.setdefault(left + right, len(spelled))
    fallback = tokenizer(
        bpe(spelled, unk_token="<unk>", fuse_unk=True, byte_fallback=True, merges=[" ".join(p) for p in kept]),
        [added(i, s) for i, s in enumerate(characters[:3])],
        normalizer={"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": "▁"},
            {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
        post=template([("<s>", 1)], [("</s>", 2)]),
        decoder={"type": "Sequence", "decoders": [
            {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"},
            {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]})
    write("fallback/tokenizer.json", fallback)
    cases["fallback"] = ask_library(fallback)

    lower = sorted(set("abcdefghijklmnopqrstuvwxyz0123456789.,;:!?'-_#[]()我你。"))
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + lower + ["##" + c for c in lower if c.isalnum()]
    pieces += ["the", "word", "head", "heads", "words", "##s", "una", "##ffa", "##ble", "cafe", "naive", "##ing"]
    pieces = list(dict.fromkeys(pieces))
    bert = {piece: i for i, piece in enumerate(pieces)}
    for name, lowercase in (("bert", True), ("bert_cased", False)):
        write(name + "/vocab.txt", "".join(p + ("\n" if lowercase else "\r\n") for p in pieces))
        write(name + "/tokenizer_config.json", {"tokenizer_class": "BertTokenizer", "do_lower_case": lowercase})
        cases[name] = ask_library(tokenizer(
            {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
             "max_input_chars_per_word": 100, "vocab": bert},
            [added(i, s) for i, s in enumerate(pieces[:5])],
            normalizer={"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                        "strip_accents": None, "lowercase": lowercase},
            pre={"type": "BertPreTokenizer"},
            post=template([("[CLS]", 2)], [("[SEP]", 3)]),
            decoder={"type": "WordPiece", "prefix": "##", "cleanup": True}))

    words = bert | {piece: len(bert) + i for i, piece in enumerate(
        p + c for c in "½ⅣéΑΣ_\u0301" for p in ("", "##"))}
    split = tokenizer({"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                       "max_input_chars_per_word": 100, "vocab": words},
                      normalizer={"type": "Lowercase"},
                      pre={"type": "Sequence", "pretokenizers": [
                          {"type": "Split", "pattern": {"Regex": r"\w+"}, "behavior": "Removed", "invert": True},
                          {"type": "Digits", "individual_digits": True}]},
                      decoder={"type": "WordPiece", "prefix": "##", "cleanup": False})
    write("words/tokenizer.json", split)
    cases["words"] = ask_library(split)

    plain = [text for text in TEXTS if not set(text) & set("\n\r\0\u2028\u2029\u0085") and "<" not in text
             and "[" not in text]
    llama = os.path.join(FOLDER, "llama", "tokenizer.model")
    train_sentencepiece(llama, model_type="bpe", vocab_size=330, byte_fallback="true",
                        remove_extra_whitespaces="false")
    cases["llama"] = [[text, [1] + ids, None] for text, ids in zip(plain, ask_sentencepiece(llama, plain))]

    unigram = os.path.join(FOLDER, "marian", "source.spm")
    entries = train_sentencepiece(unigram, model_type="unigram", vocab_size=90)
    others = train_sentencepiece(os.path.join(FOLDER, "marian", "target.spm"), model_type="unigram", vocab_size=80)
    marian = {"</s>": 0, "<unk>": 1} | {piece: i + 2 for i, piece in enumerate(
        sorted({piece for piece, _ in entries + others} - {"<s>", "</s>", "<unk>"}))}
    marian |= {">>xx<<": len(marian), "<pad>": len(marian) + 1}
    write("marian/vocab.json", marian)
    write("marian/tokenizer_config.json", {"tokenizer_class": "MarianTokenizer"})
    simple = [text for text in plain if ">>" not in text]
    cases["marian"] = [[text, ids + [0], None]
                       for text, ids in zip(simple, ask_sentencepiece(unigram, simple, marian))]

    scores = tokenizer({"type": "Unigram", "unk_id": 0, "byte_fallback": False,
                        "vocab": [[piece, float(score)] for piece, score in entries]},
                       [added(0, "<unk>"), added(1, "<s>"), added(2, "</s>")],
                       normalizer={"type": "Sequence", "normalizers": [
                           {"type": "NFKC"}, {"type": "Strip", "strip_left": False, "strip_right": True},
                           {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "▁"}]},
                       pre={"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
                       post=template([], [("</s>", 2)]),
                       decoder={"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True})
    write("unigram/tokenizer.json", scores)
    cases["unigram"] = ask_library(scores)
    write("cases.json", cases)


main()
