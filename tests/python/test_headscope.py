# SPDX-License-Identifier: GPL-3.0-or-later
"""resources/python/headscope.py with NumPy and torch against the program that HEADSCOPE names."""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import types
import unittest
import warnings

import numpy

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "..", "resources", "python"))
import headscope  # noqa: E402

try:
    import torch
except ImportError:
    torch = None


def attention(heads, queries, keys, seed=1):
    scores = numpy.random.default_rng(seed).standard_normal((heads, queries, keys))
    weights = numpy.exp(scores)
    return (weights / weights.sum(-1, keepdims=True)).astype(numpy.float32)


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8 : 8 + size])
    metadata = header.pop("__metadata__", {})
    arrays = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        flat = numpy.frombuffer(data[8 + size + start : 8 + size + end], "<f4")
        arrays[name] = flat.reshape(entry["shape"])
    return arrays, metadata


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)


class Saved(Folder):
    def saved(self, *arguments, **options):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # not all of these sum to 1
            headscope.save(self.path("a.safetensors"), *arguments, **options)
        return read(self.path("a.safetensors"))

    def test_arrays_of_two_to_five_axes(self):
        a = attention(3, 4, 5)
        for given, options, layers in [
            (a[0], {}, [a[:1]]),
            (a, {}, [a]),
            (a[None], {}, [a]),
            (numpy.stack([a, 2 * a])[:, None], {}, [a, 2 * a]),
            (numpy.stack([a, 2 * a]), {"axes": ("layers", "heads", "query", "key")}, [a, 2 * a]),
            (numpy.stack([a, 2 * a]), {"batch": 1}, [2 * a]),
            (numpy.stack([a[0], a[1]]), {"axes": ("layers", "query", "key")}, [a[:1], a[1:2]]),
            (a.swapaxes(1, 2), {"axes": ("heads", "key", "query")}, [a]),
            (a.tolist(), {}, [a]),
            ([a, attention(2, 4, 5)], {}, [a, attention(2, 4, 5)]),
            (tuple([a[None], a[None] * 3]), {}, [a, 3 * a]),
            (a.astype(numpy.float64), {}, [a]),
        ]:
            arrays, _ = self.saved(given, **options)
            self.assertEqual(len(arrays), len(layers))
            for number, layer in enumerate(layers):
                numpy.testing.assert_array_equal(arrays[f"layers.{number}.attention_weights"][0], layer)

    def test_words(self):
        a = attention(2, 3, 4)
        self.assertEqual(self.saved(a)[1], {})
        _, words = self.saved(a, "a b c", ["d", "e f", "g", "❤"])
        self.assertEqual(json.loads(words["tokens"]), ["a", "b", "c"])
        self.assertEqual(json.loads(words["key_tokens"]), ["d", "e f", "g", "❤"])

    def test_names_of_a_cache_go_by_their_numbers(self):
        cache = {f"blocks.{n}.attn.hook_pattern": attention(2, 3, 3, n) for n in (10, 2, 0)}
        cache["blocks.0.attn.hook_q"] = numpy.zeros((1, 3, 2, 4))
        arrays, _ = self.saved(cache)
        for number, layer in enumerate((0, 2, 10)):
            numpy.testing.assert_array_equal(
                arrays[f"layers.{number}.attention_weights"][0], attention(2, 3, 3, layer)
            )

    def test_dictionaries_and_outputs(self):
        a, b = attention(2, 3, 3), attention(2, 3, 3, 2)
        for given in (
            {"attentions": (a, b), "logits": numpy.zeros((1, 3, 9))},
            {"layer_10": b, "layer_9": a},
            {1: b, 0: a},
            {"model.1.attn": b, "model.0.attn": a, "attention_mask": numpy.ones((1, 3)), "hidden": a},
            (layer for layer in (a, b)),
        ):
            arrays, _ = self.saved(given)
            numpy.testing.assert_array_equal(arrays["layers.0.attention_weights"][0], a)
            numpy.testing.assert_array_equal(arrays["layers.1.attention_weights"][0], b)
        scores = {f"blocks.{n}.attn.hook_attn_scores": array for n, array in ((1, b), (0, a))}
        arrays, _ = self.saved(scores)
        numpy.testing.assert_array_equal(arrays["blocks.1.attn.hook_attn_scores"][0], b)

    def test_layers_of_objects_and_of_other_libraries(self):
        class Other:  # as JAX and TensorFlow have them
            def __init__(self, values):
                self.values, self.shape = values, values.shape

            def __array__(self, dtype=None):
                return self.values

        a, b = attention(2, 3, 3), attention(4, 3, 3)
        objects = numpy.empty(2, dtype=object)
        objects[:] = [a, b]
        for given in ([Other(a), Other(b)], objects):
            arrays, _ = self.saved(given)
            numpy.testing.assert_array_equal(arrays["layers.1.attention_weights"][0], b)

    def test_steps_of_generate_stand_below_each_other(self):
        steps = tuple(tuple(attention(2, 3 if s == 0 else 1, 3 + s, s + 9 * n)[None] for n in range(2)) for s in range(3))
        arrays, words = self.saved(steps, "a b c d e")
        self.assertEqual(json.loads(words["tokens"]), list("abcde"))
        for n in range(2):
            whole = arrays[f"layers.{n}.attention_weights"][0]
            self.assertEqual(whole.shape, (2, 5, 5))
            numpy.testing.assert_array_equal(whole[:, :3, :3], steps[0][n][0])
            numpy.testing.assert_array_equal(whole[:, 4:], steps[2][n][0])
            self.assertFalse(whole[:, 3, 4].any())

    def test_steps_of_generate_without_a_cache_are_in_the_last_one(self):
        steps = tuple(tuple(attention(2, 3 + s, 3 + s, s + 9 * n)[None] for n in range(2)) for s in range(3))
        arrays, _ = self.saved(steps, "a b c d e")
        for n in range(2):
            numpy.testing.assert_array_equal(arrays[f"layers.{n}.attention_weights"], steps[2][n])

    def test_pairs_that_are_no_two_layers(self):
        a = attention(2, 3, 3)
        logits = numpy.random.default_rng(1).standard_normal((1, 3, 9))
        arrays, _ = self.saved((logits, {"blocks.0.attn.hook_pattern": a[None]}))  # of run_with_cache
        numpy.testing.assert_array_equal(arrays["layers.0.attention_weights"][0], a)
        self.assertEqual(len(self.saved((a, a))[0]), 2)
        with self.assertRaises(headscope.HeadScopeError) as raised:
            self.saved((logits, a[None]))  # of nn.MultiheadAttention
        self.assertIn("give the second of the two, [1]", str(raised.exception))

    def test_words_of_a_batch_and_of_bytes(self):
        a = attention(2, 3, 3)
        _, words = self.saved(numpy.stack([a, a]), [list("abc"), list("xyz")], batch=1)
        self.assertEqual(json.loads(words["tokens"]), ["x", "y", "z"])
        _, words = self.saved(a, numpy.array([[7, 8, 9]]))
        self.assertEqual(json.loads(words["tokens"]), ["7", "8", "9"])
        _, words = self.saved(a, [b"a", "", "\ud800"])
        self.assertEqual(json.loads(words["tokens"]), ["a", "", "?"])
        _, words = self.saved(a, [numpy.str_("ab"), numpy.int64(8), b"c"])
        self.assertEqual(json.loads(words["tokens"]), ["ab", "8", "c"])
        arrays, _ = self.saved(a, axes="heads, query, key")
        numpy.testing.assert_array_equal(arrays["layers.0.attention_weights"][0], a)

    def test_what_cannot_be_shown_says_why(self):
        a = attention(2, 3, 3)
        for words, *given in [
            ("output_attentions=True", None),
            ("differ in length", [[0.5, 0.5], [1.0]]),
            ("batch of 2", numpy.stack([a, a])),
            ("1 axes", a[0, 0]),
            ("6 axes", a[None, None, None]),
            ("output_attentions=True", {"logits": a}),
            ("different numbers of layers", ((a, a), (a,))),
            ("no steps of generate()", ((a, a), (a, a))),
            ("no attention pattern", {"blocks.0.attn.hook_q": a}),
            ("tokens has 2 words", a, "a b"),
            ("words for 2 sequences: say which one", a, [list("abc"), list("xyz")]),
            ("tokens is a list of words", a, 5),
            ("no numbers", numpy.array([["a"]])),
            ("is empty", numpy.zeros((2, 0, 3))),
            ("is empty", []),
            ("layer 2 has no attention", (a, None)),
            ("choose one, such as output.cross_attentions", types.SimpleNamespace(
                encoder_attentions=(a,), decoder_attentions=(a,), cross_attentions=(a,))),
        ]:
            with self.assertRaises(headscope.HeadScopeError) as raised:
                self.saved(*given)
            self.assertIn(words, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))
        for words, path, options in [
            ("end in .safetensors", self.path("a.npy"), {}),
            ("cannot be written", self.path("no/a.safetensors"), {}),
            ("batch 2 does not exist", self.path("a.safetensors"), {"axes": ("batch", "query", "key"), "batch": 2}),
            ("axes names 2", self.path("a.safetensors"), {"axes": ("query", "key")}),
            ("axes is 5", self.path("a.safetensors"), {"axes": 5}),
            ("batch is 'x'", self.path("a.safetensors"), {"axes": ("batch", "query", "key"), "batch": "x"}),
            ("name of the file stands first", a, {}),
            ("each once", self.path("a.safetensors"), {"axes": ("query", "query", "key")}),
        ]:
            with self.assertRaises(headscope.HeadScopeError) as raised:
                headscope.save(path, a, **options)
            self.assertIn(words, str(raised.exception))

    @unittest.skipIf(torch is None, "needs torch")
    def test_tensors_of_torch(self):
        a = torch.rand(1, 2, 3, 3, requires_grad=True)
        arrays, _ = self.saved((a, a.bfloat16(), a.double()))
        for n, given in enumerate((a, a.bfloat16(), a.double())):
            numpy.testing.assert_array_equal(
                arrays[f"layers.{n}.attention_weights"], given.detach().float().numpy()
            )

        class Output:
            attentions = (a,)

        arrays, _ = self.saved(Output())
        numpy.testing.assert_array_equal(arrays["layers.0.attention_weights"], a.detach().numpy())

    @unittest.skipIf(torch is None, "needs torch")
    def test_tensors_of_other_layouts(self):
        a = torch.eye(3)
        quantized = torch.quantize_per_tensor(a, 0.5, 0, torch.qint8)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # torch calls them a beta and a prototype
            rows = a.to_sparse_csr()
            nested = torch.nested.nested_tensor([torch.eye(2), torch.eye(3)])
        for given in (a.to_sparse(), [a.to_sparse()], rows, a.to_mkldnn(), quantized):
            arrays, _ = self.saved(given)
            numpy.testing.assert_array_equal(arrays["layers.0.attention_weights"][0, 0], a.numpy())

        class Sparse:  # as SciPy has them
            shape = (3, 3)

            def toarray(self):
                return a.numpy()

        for given in (Sparse(), [Sparse()]):
            arrays, _ = self.saved(given)
            numpy.testing.assert_array_equal(arrays["layers.0.attention_weights"][0, 0], a.numpy())

        class Elsewhere:  # as CuPy has them
            shape = (3, 3)

            def __array__(self, *arguments, **options):
                raise TypeError("Implicit conversion to a NumPy array is not allowed.\nUse get().")

        for words, given in [
            ("is a nested tensor", nested),
            ("on the device meta", torch.empty(3, 3, device="meta")),
            ("the attention cannot be read as an array: Implicit conversion", Elsewhere()),
        ]:
            with self.assertRaises(headscope.HeadScopeError) as raised:
                self.saved(given)
            self.assertIn(words, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))


class Shown(Folder):
    """With the program itself, which writes what it shows."""

    def test_a_figure_is_an_svg_with_the_words(self):
        layers = tuple(attention(3, 4, 4, seed)[None] for seed in (1, 2))
        figure = headscope.figure(layers, "alpha beta gamma delta", layer=2, heads=[1, 3])
        self.assertTrue(figure.lstrip().startswith("<?xml") or figure.startswith("<svg"))
        self.assertEqual(figure._repr_svg_(), str(figure))
        self.assertIn("gamma", figure)
        self.assertNotEqual(figure, headscope.figure(layers, "alpha beta gamma delta", heads=[1, 3]))
        mean = headscope.figure(layers, "alpha beta gamma delta", layer=2, title="of the second layer")
        self.assertIn("of the second layer", mean)
        self.assertIn(">12.5<", headscope.figure(layers, title=12.5))

    def test_what_the_program_refuses_is_one_sentence(self):
        a = attention(2, 3, 3)
        for options in ({"layer": 7}, {"layer": 1.5}, {"heads": [9]}, {"heads": [0]}, {"heads": []}, {"heads": 1.5},
                        {"size": 600}, {"theme": "blue"}, {"theme": 3}, {"colour": 1}):
            with self.assertRaises(headscope.HeadScopeError) as raised:
                headscope.figure(a, "a b c", **options)
            self.assertTrue(str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))
        os.environ["HEADSCOPE"], program = self.path("none"), os.environ["HEADSCOPE"]
        try:
            with self.assertRaises(headscope.HeadScopeError):
                headscope.figure(a)
        finally:
            os.environ["HEADSCOPE"] = program

    @unittest.skipIf(torch is None, "needs torch")
    def test_a_module_has_the_figure_of_the_attention_that_it_gives(self):
        for batch_first in (True, False):
            torch.manual_seed(3)
            mha = torch.nn.MultiheadAttention(8, 2, batch_first=batch_first)
            query = torch.randn((1, 5, 8) if batch_first else (5, 1, 8))
            _, weights = mha(query, query, query, average_attn_weights=False)
            words = "one two three four five"
            own = headscope.figure(mha, query, tokens=words, title="x")
            given = headscope.figure(weights, words, title="x")
            for word in words.split():
                self.assertIn(word, own)
            self.assertEqual(own.count("<rect"), given.count("<rect"))

    @unittest.skipIf(torch is None, "needs torch")
    def test_whole_layers_have_the_figures_of_their_attentions(self):
        torch.manual_seed(4)
        for options in ({}, {"norm_first": True}, {"activation": "gelu"}, {"activation": torch.tanh}):
            layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, **options)
            encoder = torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False).eval()
            source = torch.randn(1, 5, 8)
            first, second = encoder.layers
            within = first(source)
            given = second.norm1(within) if options.get("norm_first") else within
            _, weights = second.self_attn(given, given, given, average_attn_weights=False)
            own = headscope.figure(encoder, source, layer=2, title="x", heads=[1])
            numbers = re.findall(r">([0-9.<]+)</text>", headscope.figure(weights, title="x", heads=[1]))
            self.assertGreater(len(numbers), 20)
            self.assertEqual(re.findall(r">([0-9.<]+)</text>", own), numbers)
            alone = headscope.figure(first.eval(), source, title="x")
            self.assertIn("<svg", alone)

    @unittest.skipIf(torch is None, "needs torch")
    def test_modules_that_do_not_fit_say_why(self):
        mha = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        for words, call in [
            ("Linear is no attention", lambda: headscope.figure(torch.nn.Linear(2, 2), torch.randn(1, 2, 2))),
            ("vectors of query have 7 numbers, but the weights of the module take 8",
             lambda: headscope.figure(mha, torch.randn(1, 5, 7))),
            ("add_bias_kv=True", lambda: headscope.figure(
                torch.nn.MultiheadAttention(8, 2, add_bias_kv=True), torch.randn(5, 8))),
            ("add_zero_attn=True", lambda: headscope.figure(
                torch.nn.MultiheadAttention(8, 2, add_zero_attn=True), torch.randn(5, 8))),
            ("activation sigmoid", lambda: headscope.figure(
                torch.nn.TransformerEncoderLayer(8, 2, 9, activation=torch.sigmoid), torch.randn(5, 8))),
            ("eps 0.01", lambda: headscope.figure(
                torch.nn.TransformerEncoderLayer(8, 2, 9, layer_norm_eps=0.01), torch.randn(5, 8))),
            ("MultiheadAttention is a class", lambda: headscope.figure(torch.nn.MultiheadAttention, torch.randn(5, 8))),
            ("words stand behind", lambda: headscope.figure(mha, torch.randn(1, 2, 8), "a b", torch.randn(1, 2, 8))),
            ("different sizes: query 2, key 1", lambda: headscope.figure(
                mha, torch.randn(2, 5, 8), torch.randn(1, 3, 8), batch=1)),
            ("such as its part attention", lambda: headscope.figure(
                torch.nn.ModuleDict({"attention": mha}), torch.randn(5, 8))),
            ("attn_mask has shape", lambda: headscope.figure(
                mha, torch.randn(1, 5, 8), attn_mask=torch.ones(3, 4, dtype=bool))),
            ("before it computes one", lambda: headscope.save(self.path("a.safetensors"), mha)),
        ]:
            with self.assertRaises(headscope.HeadScopeError) as raised:
                call()
            self.assertIn(words, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))

    @unittest.skipIf(torch is None, "needs torch")
    def test_masks_mean_what_they_mean_to_the_module(self):
        torch.manual_seed(6)
        mha = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        query = torch.randn(2, 5, 8)
        causal = torch.triu(torch.ones(5, 5), 1) > 0
        padding = torch.tensor([[False] * 5, [False] * 3 + [True] * 2])
        for masks in (
            {"attn_mask": causal},
            {"attn_mask": torch.zeros(5, 5).masked_fill(causal, float("-inf"))},
            {"attn_mask": causal.expand(4, 5, 5), "key_padding_mask": padding},
            {"key_padding_mask": padding},
            {"attn_mask": torch.arange(25.0).reshape(5, 5) / 10},
        ):
            _, weights = mha(query, query, query, average_attn_weights=False, **masks)
            own = self.numbers(mha, query, **masks)
            self.assertEqual(own, self.numbers(weights, batch=0))
        self.assertEqual(self.numbers(mha, query, is_causal=True), self.numbers(mha, query, attn_mask=causal))

    def numbers(self, *arguments, **options):
        figure = headscope.figure(*arguments, title="x", **options)
        drawn = re.findall(r">([-0-9.<]+)</text>", figure)
        return [number for number in drawn if "." in number]  # what is masked is hatched, and no 0

    @unittest.skipIf(torch is None, "needs torch")
    def test_a_decoder_has_layers_and_a_norm(self):
        torch.manual_seed(7)
        layer = torch.nn.TransformerDecoderLayer(8, 2, 16, batch_first=True)
        decoder = torch.nn.TransformerDecoder(layer, 2, norm=torch.nn.LayerNorm(8)).eval()
        target, memory = torch.randn(1, 3, 8), torch.randn(1, 4, 8)
        within = decoder.layers[0](target, memory)
        _, weights = decoder.layers[1].self_attn(within, within, within, average_attn_weights=False)
        self.assertEqual(self.numbers(decoder, target, memory, layer=2), self.numbers(weights))

    @unittest.skipIf(torch is None, "needs torch")
    def test_a_whole_transformer_takes_source_and_target(self):
        torch.manual_seed(8)
        whole = torch.nn.Transformer(8, 2, 1, 2, 16, batch_first=True).eval()
        source, target = torch.randn(1, 4, 8), torch.randn(1, 3, 8)
        layer = whole.decoder.layers[0]
        causal = torch.triu(torch.ones(3, 3), 1) > 0
        _, weights = layer.self_attn(target, target, target, attn_mask=causal, average_attn_weights=False)
        own = self.numbers(whole, source, target, layer=1, tgt_mask=causal)
        self.assertEqual(own, self.numbers(weights))
        for given in ((source,), (source, target, target)):
            with self.assertRaises(headscope.HeadScopeError):
                headscope.figure(whole, *given)
        with self.assertRaises(headscope.HeadScopeError):
            headscope.figure(whole, source, target, src_mask=causal)

    @unittest.skipIf(torch is None, "needs torch")
    def test_words_may_follow_the_inputs_of_a_module(self):
        mha = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        query = torch.randn(1, 3, 8)
        self.assertEqual(headscope.figure(mha, query, "a b c"), headscope.figure(mha, query, tokens="a b c"))
        with self.assertRaises(headscope.HeadScopeError):
            headscope.figure(mha, query, "a b c", tokens="a b c")

    @unittest.skipIf(torch is None, "needs torch")
    def test_bytes_and_lists_of_bools_are_masks_as_bools_are(self):
        torch.manual_seed(11)
        mha = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        query = torch.randn(1, 5, 8)
        causal = torch.triu(torch.ones(5, 5), 1) > 0
        padding = torch.tensor([[False] * 3 + [True] * 2])
        for name, mask in (("attn_mask", causal), ("key_padding_mask", padding)):
            _, weights = mha(query, query, query, average_attn_weights=False, **{name: mask})
            numbers = self.numbers(weights)
            for same in (mask.byte(), mask.tolist(), mask.numpy(), mask.byte().numpy(), list(mask.numpy())):
                self.assertEqual(self.numbers(mha, query, **{name: same}), numbers)
            for other in (mask.long(), mask.long().tolist()):  # which torch refuses; ones of Hugging Face are real
                with self.assertRaises(headscope.HeadScopeError) as raised:
                    headscope.figure(mha, query, **{name: other})
                self.assertIn(f"{name} holds int64: bool is needed", str(raised.exception))

    def warned(self, call):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        for warning in caught:
            self.assertEqual(os.path.basename(warning.filename), "test_headscope.py")
        return [str(warning.message) for warning in caught]

    def test_what_the_program_remarks_is_a_warning(self):
        sums, below = "rows that do not sum to 1: 3 of 3; one sums to ", "values below 0, as scores before the softmax"
        path = self.path("a file: b.safetensors")
        for function in (headscope.figure, lambda attention: headscope.save(path, attention)):
            self.assertEqual(self.warned(lambda: function(numpy.eye(3))), [])
            self.assertEqual(self.warned(lambda: function(numpy.ones((3, 3)))), [sums + "3"])
            first, second = self.warned(lambda: function(-numpy.ones((3, 3))))
            self.assertEqual(first, sums + "-3")
            self.assertTrue(second.startswith(below))
        os.environ["HEADSCOPE"], program = self.path("none"), os.environ["HEADSCOPE"]
        try:
            self.assertEqual(self.warned(lambda: headscope.save(path, numpy.ones((3, 3)))), [])
        finally:
            os.environ["HEADSCOPE"] = program
        with self.assertRaises(headscope.HeadScopeError) as raised:  # and not what was remarked before it
            headscope.figure(numpy.ones((3, 3)), heads=[9])
        self.assertIn("there is no head 9", str(raised.exception))

    def test_a_window_that_was_waited_for_says_its_remarks(self):
        program = self.path("headscope")
        with open(program, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho Qt: something >&2\necho 'headscope: rows of '$2': are odd' >&2\n")
        os.chmod(program, 0o755)
        os.environ["HEADSCOPE"], own = program, os.environ["HEADSCOPE"]
        try:
            said = self.warned(lambda: headscope.show(numpy.eye(3), wait=True))
            self.assertEqual(said, ["rows of attention: are odd"])
        finally:
            os.environ["HEADSCOPE"] = own

    @unittest.skipIf(torch is None, "needs torch")
    def test_what_the_program_asks_is_a_warning(self):
        mha = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        query = torch.randn(1, 3, 8)
        (question,) = self.warned(lambda: headscope.figure(mha, query, attn_mask=torch.ones(3, 3).tril()))
        self.assertTrue(question.startswith("does attn_mask say who may attend?"), question)

    def words_in(self, figure, words):
        return [word for word in words.split() if f">{word}<" in figure]

    @unittest.skipIf(torch is None, "needs torch")
    def test_each_sequence_of_a_batch_has_its_words_and_its_masks(self):
        torch.manual_seed(9)
        first, second, both = "one two three", "four five six", "one two three four five six"
        lists = [first.split(), second.split()]
        for batch_first in (True, False):
            mha = torch.nn.MultiheadAttention(8, 2, batch_first=batch_first)
            query = torch.randn((2, 3, 8) if batch_first else (3, 2, 8))
            masks = {"attn_mask": torch.randn(4, 3, 3),
                     "key_padding_mask": torch.tensor([[False, False, True], [False] * 3])}
            _, weights = mha(query, query, query, average_attn_weights=False, **masks)
            for batch, words in ((0, first), (1, second), (-1, second), (numpy.int64(1), second)):
                own = headscope.figure(mha, query, lists, batch=batch)
                self.assertEqual(self.words_in(own, both), words.split())
                self.assertEqual(self.numbers(mha, query, batch=batch, **masks), self.numbers(weights, batch=batch))
            self.assertEqual(self.words_in(headscope.figure(mha, query, tokens=lists), both), first.split())
            self.assertEqual(self.words_in(headscope.figure(mha, query, first, batch=1), both), first.split())
            files, _ = headscope._files(self.folder, mha, [query], {"tokens": lists})
            with open(self.path("tokens.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file), lists)
        for words, options in [
            ("batch 2 does not exist", {"batch": 2}),
            ("batch is 'x'", {"batch": "x"}),
            ("batch is 1.5", {"batch": 1.5}),
            ("words for 3 sequences, but the batch has 2", {"tokens": lists + [list("abc")]}),
            ("the batch has 2 sequences", {"batch": 1, "attn_mask": torch.randn(2, 3, 3)}),
        ]:
            with self.assertRaises(headscope.HeadScopeError) as raised:
                headscope.figure(mha, query, **options)
            self.assertIn(words, str(raised.exception))

    @unittest.skipIf(torch is None, "needs torch")
    def test_inputs_of_a_module_may_have_the_names_of_its_call(self):
        torch.manual_seed(10)
        mha = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        query, key, value = torch.randn(1, 3, 8), torch.randn(1, 4, 8), torch.randn(1, 4, 8)
        given = self.numbers(mha, query, key, value)
        self.assertEqual(self.numbers(mha, query, key=key, value=value), given)
        self.assertEqual(self.numbers(mha, query=query, key=key, value=value), given)
        sides = torch.nn.TransformerDecoderLayer(8, 2, 16, batch_first=True).eval()
        self.assertEqual(self.numbers(sides, tgt=query, memory=key), self.numbers(sides, query, key))
        whole = torch.nn.Transformer(8, 2, 1, 1, 16, batch_first=True).eval()
        self.assertEqual(self.numbers(whole, src=key, tgt=query), self.numbers(whole, key, query))
        encoder = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval()
        self.assertEqual(self.numbers(encoder, src=query), self.numbers(encoder, query))
        self.assertEqual(self.numbers(mha, query, key, need_weights=True, average_attn_weights=False),
                         self.numbers(mha, query, key))
        causal = torch.ones(3, 3).triu(1) > 0
        self.assertEqual(self.numbers(sides, query, key, tgt_is_causal=True),
                         self.numbers(sides, query, key, tgt_mask=causal))
        for words, call in [
            ("with batch_first=False three axes are", lambda: headscope.figure(
                torch.nn.MultiheadAttention(8, 2), query, "one two three")),
            ("query is given twice", lambda: headscope.figure(mha, query, query=query)),
            ("needs query: headscope.show(module, query, key, value)", lambda: headscope.figure(mha)),
            ("needs tgt and memory", lambda: headscope.figure(sides, query)),
            ("takes src, but 2 inputs", lambda: headscope.figure(encoder, query, query)),
        ]:
            with self.assertRaises(headscope.HeadScopeError) as raised:
                call()
            self.assertIn(words, str(raised.exception))

    @unittest.skipIf(torch is None, "needs torch")
    def test_what_attends_to_itself_has_its_words_on_both_sides(self):
        mha = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        query = torch.randn(1, 3, 8)
        alone = headscope.figure(mha, query, "one two three")
        self.assertEqual(headscope.figure(mha, query, query, query, "one two three"), alone)
        self.assertEqual(headscope.figure(mha, query, query.clone(), numpy.array(["one", "two", "three"])), alone)
        self.assertNotEqual(headscope.figure(mha, query, query, query, "one two three", "four five six"), alone)
        other = [array.numpy() for array in (query, query, torch.randn(1, 3, 8))]
        files, _ = headscope._files(self.folder, mha, other, {})
        self.assertIn("--value", files)
        files, _ = headscope._files(self.folder, mha, [other[0], other[2], other[1]], {})
        self.assertIn("--value", files)

    def test_what_a_window_refuses_is_raised(self):
        with self.assertRaises(headscope.HeadScopeError) as raised:
            headscope.show(attention(2, 3, 3), ["x" * 100000, "b", "c"], "a b c d e")
        self.assertIn("key_tokens has 5 words", str(raised.exception))
        if torch is not None:
            mha = torch.nn.MultiheadAttention(8, 2, batch_first=True)
            with self.assertRaises(headscope.HeadScopeError) as raised:
                headscope.show(mha, torch.full((1, 3, 8), float("nan")))
            self.assertIn("not a number (NaN)", str(raised.exception))

    def test_a_window_opens_and_ends(self):
        process = headscope.show(attention(2, 3, 3), "a b c")
        self.ends_well(process)

    @unittest.skipIf(torch is None, "needs torch")
    def test_a_window_opens_on_a_module(self):
        mha = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        self.ends_well(headscope.show(mha, torch.randn(1, 3, 8), tokens="a b c"))

    def ends_well(self, process):
        time.sleep(1)
        try:
            self.assertIsNone(process.poll(), "the window has ended by itself")
        finally:
            process.terminate()
            process.wait(30)


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].endswith("headscope"):
        os.environ["HEADSCOPE"] = sys.argv.pop(1)
    unittest.main()
