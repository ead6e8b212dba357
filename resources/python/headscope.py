# SPDX-License-Identifier: GPL-3.0-or-later
"""Attention from Python in HeadScope: one file, Python 3.9 or later, with NumPy and nothing else.

    import headscope
    headscope.show(outputs.attentions, tokens)                # opens the window
    headscope.figure(outputs.attentions, tokens, layer=5)     # an SVG, which a notebook shows
    headscope.save("attention.safetensors", outputs.attentions, tokens)
    headscope.show(mha, query)                                # an nn.MultiheadAttention, its numbers

Whole encoders of torch and their layers are modules, too: headscope.show(encoder, source).

What is taken as *attention*: what `output_attentions=True` gives (a tuple of layers, each
[batch, heads, query, key]), TransformerLens' cache (its `hook_pattern`s), and arrays of two to five
axes: [query, key], [heads, query, key], [batch, heads, query, key], [layers, heads, query, key] and
[layers, batch, heads, query, key]. `axes` names them where they could be meant in two ways. Tensors
of torch are taken as they are, on any device, with or without a gradient; torch itself is not
imported.

Layers and heads are counted from 1, as HeadScope shows them; `batch` counts from 0, as arrays do.
The program is the `headscope` of the environment variable HEADSCOPE, of the folder of this file, or
of the PATH. What cannot be shown raises a HeadScopeError that says why in one sentence.
"""

import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import threading

import numpy

__all__ = ["HeadScopeError", "Figure", "figure", "save", "show"]

_AXES = {
    2: ("query", "key"),
    3: ("heads", "query", "key"),
    4: ("batch", "heads", "query", "key"),
    5: ("layers", "batch", "heads", "query", "key"),
}
# What a model of two sides gives, such as a translation.
_SIDES = ("encoder_attentions", "decoder_attentions", "cross_attentions")
_AXIS_NAMES = ("layers", "batch", "heads", "query", "key")


class HeadScopeError(ValueError):
    """What was given cannot be shown, or the program could not do it; the text says why."""


class Figure(str):
    """An SVG as text, which a notebook shows as a picture."""

    def _repr_svg_(self):
        return str(self)


# ---- what was given, as arrays ---------------------------------------------------------------


def _array(value, what):
    """A float32 array of a NumPy array, a torch tensor (any device, bfloat16 too) or nested lists."""
    if hasattr(value, "detach"):  # torch, without importing it
        value = value.detach().to("cpu")
        if "float" in str(value.dtype):
            value = value.float()
        value = value.numpy()
    try:
        array = numpy.asarray(value)
    except ValueError:
        raise HeadScopeError(f"{what} is a list of rows that differ in length, and no array") from None
    if array.dtype == object or array.dtype.kind not in "fiub":
        raise HeadScopeError(f"{what} holds {array.dtype}, and no numbers")
    if array.size == 0:
        raise HeadScopeError(f"{what} is empty")
    return numpy.ascontiguousarray(array, dtype=numpy.float32)


def _is_array(value):
    return hasattr(value, "detach") or isinstance(value, numpy.ndarray)


def _patterns(cache):
    """The attention patterns of a dictionary, in the order of their layers."""
    found = []
    for name in cache:
        match = re.fullmatch(r"(?:blocks|layers?)[./](\d+)[./](?:attn|attention)[./](?:hook_)?pattern", str(name))
        if match:
            found.append((int(match.group(1)), name))
    if not found:
        some = ", ".join(str(name) for name in list(cache)[:3]) or "nothing"
        raise HeadScopeError(
            "the dictionary has no attention pattern, such as blocks.0.attn.hook_pattern; it has " + some
        )
    return [cache[name] for _, name in sorted(found, key=lambda pair: pair[0])]


def _axes_of(array, axes, default, what):
    """The names of the axes of an array, checked."""
    names = default.get(array.ndim) if axes is None else tuple(axes)
    if names is None:
        raise HeadScopeError(
            f"{what} has {array.ndim} axes ({_shape(array)}); two to five are understood, "
            "such as [heads, query, key]"
        )
    if len(names) != array.ndim:
        raise HeadScopeError(
            f"axes names {len(names)} ({', '.join(names)}), but {what} has {array.ndim} ({_shape(array)})"
        )
    unknown = [name for name in names if name not in _AXIS_NAMES]
    if unknown or len(set(names)) != len(names) or not {"query", "key"} <= set(names):
        raise HeadScopeError(
            "axes are some of layers, batch, heads, query and key, each once, query and key always; "
            f"not {', '.join(names)}"
        )
    return names


def _shape(array):
    return "[" + ", ".join(str(size) for size in array.shape) + "]"


def _one_layer(array, names, batch, what):
    """[heads, query, key] of an array whose axes have the names, without layers."""
    if "batch" in names:
        at = names.index("batch")
        if batch is None and array.shape[at] != 1:
            raise HeadScopeError(
                f"{what} has a batch of {array.shape[at]} ({_shape(array)}): say which one, such as batch=0, or "
                "what the axes are, such as axes=('layers', 'heads', 'query', 'key')"
            )
        index = 0 if batch is None else batch
        if not -array.shape[at] <= index < array.shape[at]:
            raise HeadScopeError(f"batch {index} does not exist: {what} has {array.shape[at]} ({_shape(array)})")
        array = numpy.take(array, index, axis=at)
        names = tuple(name for name in names if name != "batch")
    if "heads" not in names:
        array = array[numpy.newaxis]
        names = ("heads",) + names
    return array.transpose([names.index(name) for name in ("heads", "query", "key")])


def _layers(attentions, axes=None, batch=None):
    """A list of arrays [heads, query, key], one of each layer."""
    if hasattr(attentions, "attentions") and not _is_array(attentions):
        attentions = attentions.attentions  # the whole output of a model
    sides = [name for name in _SIDES if getattr(attentions, name, None) is not None]
    if sides and not _is_array(attentions):
        raise HeadScopeError(
            f"this output has {', '.join(sides)}: choose one, such as output.{sides[-1]}"
        )
    if attentions is None:
        raise HeadScopeError(
            "there is no attention (None): call the model with output_attentions=True, and load it "
            'with attn_implementation="eager"'
        )
    if hasattr(attentions, "keys") and hasattr(attentions, "__getitem__"):
        attentions = _patterns(attentions)
    if isinstance(attentions, (tuple, list)) and attentions:
        first = attentions[0]
        if isinstance(first, (tuple, list)) and first and _is_array(first[0]):
            raise HeadScopeError(
                f"this is a tuple of {len(attentions)} tuples, as generate() gives it, one for each new "
                "token: choose one, such as attentions[0]"
            )
        if first is None or _is_array(first):
            inner = None if axes is None else tuple(name for name in axes if name != "layers")
            layers = []
            for number, layer in enumerate(attentions, 1):
                what = f"layer {number}"
                if layer is None:
                    raise HeadScopeError(f"{what} has no attention (None)")
                array = _array(layer, what)
                names = _axes_of(array, inner, {n: _AXES[n] for n in (2, 3, 4)}, what)
                if "layers" in names:
                    raise HeadScopeError(f"{what} of the list has layers of its own")
                layers.append(_one_layer(array, names, batch, what))
            return layers
    array = _array(attentions, "the attention")
    names = _axes_of(array, axes, _AXES, "the attention")
    if "layers" in names:
        rest = tuple(name for name in names if name != "layers")
        parts = numpy.moveaxis(array, names.index("layers"), 0)
        return [_one_layer(part, rest, batch, "the attention") for part in parts]
    return [_one_layer(array, names, batch, "the attention")]


def _words(tokens, count, what):
    """The words as a list of as many, or None."""
    if tokens is None:
        return None
    if hasattr(tokens, "tolist"):
        tokens = tokens.tolist()
    words = tokens.split() if isinstance(tokens, str) else [str(token) for token in tokens]
    if len(words) != count:
        raise HeadScopeError(f"{what} has {len(words)} words, but the attention has {count} of them")
    return words


# ---- files -----------------------------------------------------------------------------------


def _write_safetensors(path, tensors, metadata):
    header, data = {}, []
    if metadata:
        header["__metadata__"] = metadata
    offset = 0
    for name, array in tensors.items():
        array = numpy.ascontiguousarray(array, dtype="<f4")
        header[name] = {
            "dtype": "F32",
            "shape": list(array.shape),
            "data_offsets": [offset, offset + array.nbytes],
        }
        offset += array.nbytes
        data.append(array)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    try:
        with open(path, "wb") as file:
            file.write(struct.pack("<Q", len(text)))
            file.write(text)
            for array in data:
                file.write(array.tobytes())
    except OSError as error:
        raise HeadScopeError(f"{path} cannot be written: {error.strerror}") from None


def save(path, attentions, tokens=None, key_tokens=None, *, axes=None, batch=None):
    """Writes attention and its words as a .safetensors that HeadScope opens.

    attentions -- see above; tokens -- the words of the queries (and of the keys, unless key_tokens
    has them): a list, or one string with spaces; axes -- names of the axes, in their order; batch --
    which sequence of a batch, from 0. Tensors are called layers.0.attention_weights and so on, each
    [1, heads, query, key]; the words are JSON lists in the metadata, tokens and key_tokens.
    """
    if _is_module(attentions):
        raise HeadScopeError(
            "a module has no attention before it computes one: headscope.show(module, query) opens it, "
            "and what it returns can be saved"
        )
    layers = _layers(attentions, axes, batch)
    if not str(path).endswith(".safetensors"):
        raise HeadScopeError(f"{path}: the name of the file has to end in .safetensors")
    queries, keys = layers[0].shape[1:]
    metadata = {}
    words = _words(tokens, queries, "tokens")
    key_words = _words(key_tokens, keys, "key_tokens")
    if words:
        metadata["tokens"] = json.dumps(words)
    if key_words:
        metadata["key_tokens"] = json.dumps(key_words)
    _write_safetensors(
        path, {f"layers.{n}.attention_weights": layer[numpy.newaxis] for n, layer in enumerate(layers)}, metadata
    )


# ---- a module --------------------------------------------------------------------------------


def _is_module(value):
    return callable(getattr(value, "state_dict", None)) and not _is_array(value)


def _first_layer(module):
    """The first layer of a stack; what has none stands for itself."""
    layers = getattr(module, "layers", None)
    return layers[0] if layers is not None and len(layers) > 0 else module


def _attention_of(module):
    """The nn.MultiheadAttention that a module is, or that its first layer has."""
    first = _first_layer(module)
    attention = getattr(first, "self_attn", first)
    if not hasattr(attention, "num_heads"):
        raise HeadScopeError(
            f"{type(module).__name__} is no attention: nn.MultiheadAttention, "
            "nn.TransformerEncoderLayer and nn.TransformerEncoder are"
        )
    return attention


def _layers_of(module):
    """How many layers a module has; nothing where it is an attention by itself."""
    if hasattr(module, "layers"):
        return len(module.layers)
    return 1 if hasattr(module, "self_attn") else None


def _layer_options(module):
    """What the weights of whole layers do not say: activation and where their norms stand."""
    layer = _first_layer(module)
    if not hasattr(layer, "norm_first"):
        return []
    options = ["--placement", "pre" if layer.norm_first else "post"]
    activation = getattr(layer, "activation", None)  # a function, or a module such as nn.GELU()
    name = getattr(activation, "__name__", type(activation).__name__).lower()
    return options + (["--activation", name] if name in ("relu", "gelu") else [])


def _with_batch(value, module, what):
    """[batch, sequence, features] of an input of the module."""
    array = _array(value, what)
    if array.ndim == 2:
        return array[numpy.newaxis]
    if array.ndim != 3:
        raise HeadScopeError(
            f"{what} has {array.ndim} axes ({_shape(array)}); [batch, sequence, features] is needed"
        )
    return array if getattr(module, "batch_first", True) else array.swapaxes(0, 1)


def _module_files(folder, module, inputs, tokens, key_tokens):
    """Writes state dict and inputs of a module; gives the options that read them."""
    attention = _attention_of(module)
    weights = {name: _array(tensor, name) for name, tensor in module.state_dict().items()}
    path = os.path.join(folder, "weights.safetensors")
    _write_safetensors(path, weights, {})
    options = ["--weights", path, "--heads", str(int(attention.num_heads)), *_layer_options(module)]
    arrays = {}
    for name, value in zip(("query", "key", "value"), inputs):
        if value is None:
            continue
        arrays[name] = _with_batch(value, attention, name)
        path = os.path.join(folder, name + ".npy")
        numpy.save(path, arrays[name])
        options += ["--" + name, path]
    if "query" not in arrays:
        raise HeadScopeError("a module needs its input: headscope.show(module, query)")
    for option, words, of in (("--tokens", tokens, "query"), ("--key-tokens", key_tokens, "key")):
        if words is None:
            continue
        length = arrays.get(of, arrays["query"]).shape[1]
        path = os.path.join(folder, option[2:] + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(_words(words, length, option[2:].replace("-", "_")), file)
        options += [option, path]
    return options


# ---- the program -----------------------------------------------------------------------------


def _program():
    named = os.environ.get("HEADSCOPE")
    if named:
        if shutil.which(named):
            return named
        raise HeadScopeError(f"HEADSCOPE names {named}, which is no program")
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "headscope")
    found = beside if os.path.isfile(beside) and os.access(beside, os.X_OK) else shutil.which("headscope")
    if not found:
        raise HeadScopeError(
            "the program headscope is not in the PATH; HEADSCOPE can name it, such as "
            "HEADSCOPE=/usr/local/bin/headscope"
        )
    return found


def _said(done):
    """One sentence of what the program wrote to its standard error."""
    lines = [line.strip() for line in done.stderr.decode(errors="replace").splitlines() if line.strip()]
    text = next((line for line in lines if line.startswith("headscope: ")), lines[0] if lines else "")
    return text.removeprefix("headscope: ") if hasattr(text, "removeprefix") else text


def _files(folder, attentions, arguments, options):
    """The options by which the program reads what was given, out of files in the folder, and how
    many layers that is (None: an attention by itself)."""
    tokens, key_tokens = options.pop("tokens", None), options.pop("key_tokens", None)
    if _is_module(attentions):
        for name in ("axes", "batch"):
            if options.pop(name, None) is not None:
                raise HeadScopeError(f"{name} is of attention, and not of a module and its inputs")
        inputs = list(arguments)
        if len(inputs) > 3:
            raise HeadScopeError("a module takes query, key and value; name tokens= what they are")
        return _module_files(folder, attentions, inputs, tokens, key_tokens), _layers_of(attentions)
    if len(arguments) > 2:
        raise HeadScopeError("after the attention come its words and those of its keys, nothing else")
    given = list(arguments) + [None, None]
    for name, there, named in (("tokens", given[0], tokens), ("key_tokens", given[1], key_tokens)):
        if there is not None and named is not None:
            raise HeadScopeError(f"{name} is given twice")
    path = os.path.join(folder, "attention.safetensors")
    layers = _layers(attentions, options.pop("axes", None), options.pop("batch", None))
    save(
        path,
        layers,
        tokens if given[0] is None else given[0],
        key_tokens if given[1] is None else given[1],
    )
    return ["--attention", path], len(layers)


def figure(attentions, *arguments, layer=None, heads=None, title=None, theme=None, size=None, **options):
    """The figure of the heads as an SVG (a str that a notebook shows as a picture).

    figure(attentions, tokens, key_tokens) or figure(module, query, key, value, tokens=...);
    layer -- which one, from 1 (default: the first); heads -- a list, from 1, or "mean" (default:
    all); title -- in the place of the stage's name; theme -- "light" or "dark"; size -- (width,
    height) in pixels of 1/96 inch.
    """
    with tempfile.TemporaryDirectory(prefix="headscope-") as folder:
        files, layers = _files(folder, attentions, arguments, options)
        if options:
            raise HeadScopeError("figure does not know " + ", ".join(sorted(options)))
        out = os.path.join(folder, "figure.svg")
        call = [_program(), "export", "--out", out, *files]
        if layer is not None:
            if layers is None:
                raise HeadScopeError("a module is one layer; layer is of attention that has several")
            if isinstance(layer, bool) or not isinstance(layer, int) or not 1 <= layer <= layers:
                raise HeadScopeError(f"layer is {layer!r}: a whole number from 1 to {layers} is needed")
            if _is_module(attentions) or layers > 1:
                where = "encoder" if _is_module(attentions) else "layers"
                call += ["--scope", f"{where}/{layer - 1}/self_attention"]
        if heads is not None:
            call += ["--heads", heads if isinstance(heads, str) else ",".join(str(head) for head in heads)]
        if title is not None:
            call += ["--title", title]
        if theme is not None:
            call += ["--theme", theme]
        if size is not None:
            call += ["--size", f"{size[0]}x{size[1]}"]
        done = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0 or not os.path.exists(out):
            said = _said(done).replace(folder + os.sep, "")
            raise HeadScopeError(said or f"headscope ended with {done.returncode}")
        with open(out, encoding="utf-8") as file:
            return Figure(file.read())


def show(attentions, *arguments, wait=False, **options):
    """Opens the window on attention and its words, or on a module and its inputs.

    show(attentions, tokens, key_tokens) or show(module, query, key, value, tokens=...). Returns the
    process of the window, which goes on by itself; wait=True returns when it is closed. The files
    that it reads lie in a folder for temporary files, which is removed when it is closed.
    """
    folder = tempfile.mkdtemp(prefix="headscope-")
    try:
        call, _ = _files(folder, attentions, arguments, options)
        if options:
            raise HeadScopeError("show does not know " + ", ".join(sorted(options)))
        process = subprocess.Popen([_program(), *call])
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise

    def close():
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)

    if wait:
        close()
    else:
        threading.Thread(target=close, daemon=True).start()
    return process
