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

    def test_what_cannot_be_shown_says_why(self):
        a = attention(2, 3, 3)
        for words, *given in [
            ("output_attentions=True", None),
            ("differ in length", [[0.5, 0.5], [1.0]]),
            ("batch of 2", numpy.stack([a, a])),
            ("one for each new token", ((a, a), (a, a))),
            ("1 axes", a[0, 0]),
            ("6 axes", a[None, None, None]),
            ("no attention pattern", {"blocks.0.attn.hook_q": a}),
            ("tokens has 2 words", a, "a b"),
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

    def test_what_the_program_refuses_is_one_sentence(self):
        a = attention(2, 3, 3)
        for options in ({"layer": 7}, {"heads": [9]}, {"theme": "blue"}, {"colour": 1}):
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
        for options in ({}, {"norm_first": True}, {"activation": "gelu"}):
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
            ("the vectors of query.npy have 7 numbers", lambda: headscope.figure(mha, torch.randn(1, 5, 7))),
            ("before it computes one", lambda: headscope.save(self.path("a.safetensors"), mha)),
        ]:
            with self.assertRaises(headscope.HeadScopeError) as raised:
                call()
            self.assertIn(words, str(raised.exception))

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
