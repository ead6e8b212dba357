# SPDX-License-Identifier: GPL-3.0-or-later
"""Attention from Python in HeadScope: one file, Python 3.9 or later, with NumPy and nothing else.

    import headscope
    headscope.show(outputs.attentions, tokens)                # opens the window
    headscope.figure(outputs.attentions, tokens, layer=5)     # an SVG, which a notebook shows
    headscope.save("attention.safetensors", outputs.attentions, tokens)
    headscope.show(mha, query)                                # an nn.MultiheadAttention, its numbers

Whole encoders and decoders of torch and their layers are modules, too: headscope.show(encoder,
source), headscope.show(decoder, target, memory), headscope.show(transformer, source, target).

What is taken as *attention*: what `output_attentions=True` gives (a tuple of layers, each
[batch, heads, query, key]; of generate() a tuple of such tuples, one for each new token),
TransformerLens' cache (its `hook_pattern`s, else its `hook_attn_scores`), dictionaries of layers,
and arrays of two to five axes: [query, key], [heads, query, key], [batch, heads, query, key],
[layers, heads, query, key] and [layers, batch, heads, query, key]. `axes` names them where they
could be meant in two ways. Tensors of torch are taken as they are, on any device, with or without a
gradient; torch itself is not imported. So are arrays of other libraries that NumPy understands.

Layers and heads are counted from 1, as HeadScope shows them; `batch` counts from 0, as arrays do.
The program is the `headscope` of the environment variable HEADSCOPE, of the folder of this file, or
of the PATH. What cannot be shown raises a HeadScopeError that says why in one sentence; what the
program remarks, such as rows that do not sum to 1, and what it asks are warnings.
"""

import json
import operator
import os
import re
import shutil
import struct
import subprocess
import tempfile
import threading
import warnings

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
# What the inputs and masks of a call are called, in its order: of nn.MultiheadAttention, of encoders
# and decoders and their layers, of nn.Transformer; and the options of the program that take them.
# What else those of a decoder take has no option.
_INPUTS = {
    "attention": {"query": "query", "key": "key", "value": "value"},
    "encoder": {"src": "query"},
    "decoder": {"tgt": "query", "memory": "key"},
    "transformer": {"src": "key", "tgt": "query"},
}
_MASKS = {
    "attention": {"attn_mask": "mask", "key_padding_mask": "key-padding"},
    "encoder": {"mask": "mask", "src_mask": "mask", "src_key_padding_mask": "key-padding"},
    "decoder": {"tgt_mask": "mask"},
    "transformer": {"tgt_mask": "mask"},
}
_OF_THE_RESULT = ("need_weights", "average_attn_weights")  # what a call gives, not what it computes
_EAGER = 'call the model with output_attentions=True, and load it with attn_implementation="eager"'


class HeadScopeError(ValueError):
    """What was given cannot be shown, or the program could not do it; the text says why."""


class Figure(str):
    """An SVG as text, which a notebook shows as a picture."""

    def _repr_svg_(self):
        return str(self)


# ---- what was given, as arrays ---------------------------------------------------------------


def _of_torch(value, what):
    """A NumPy array of a tensor, without importing torch: of any device, bfloat16, sparse or quantized."""
    if getattr(value, "is_nested", False):
        raise HeadScopeError(f"{what} is a nested tensor: torch.nested.to_padded_tensor makes one with axes of it")
    if getattr(value, "is_meta", False):
        raise HeadScopeError(f"{what} is on the device meta, where tensors have no numbers")
    value = value.detach().to("cpu")
    if getattr(value, "is_quantized", False):
        value = value.dequantize()
    elif "strided" not in str(getattr(value, "layout", "strided")):
        value = value.to_dense()
    return (value.float() if "float" in str(value.dtype) else value).numpy()


def _numbers(value, what):
    """An array of its own kind of numbers of a NumPy array, a torch tensor or nested lists."""
    try:
        if hasattr(value, "detach"):
            value = _of_torch(value, what)
        elif hasattr(value, "toarray"):  # SciPy's sparse matrices
            value = value.toarray()
        elif "bfloat16" in str(getattr(value, "dtype", "")):  # which NumPy knows by a name alone
            value = numpy.asarray(value).astype(numpy.float32)
        array = numpy.asarray(value)
    except HeadScopeError:
        raise
    except ValueError:
        raise HeadScopeError(f"{what} is a list of rows that differ in length, and no array") from None
    except (TypeError, RuntimeError) as error:
        raise HeadScopeError(f"{what} cannot be read as an array: {str(error).strip().splitlines()[0]}") from None
    if array.dtype == object or array.dtype.kind not in "fiub":
        raise HeadScopeError(f"{what} holds {array.dtype}, and no numbers")
    if array.size == 0:
        raise HeadScopeError(f"{what} is empty")
    return array


def _array(value, what):
    return numpy.ascontiguousarray(_numbers(value, what), dtype=numpy.float32)


def _is_array(value):
    """NumPy's, torch's, or one of another library; no array of objects, which is a list."""
    if isinstance(value, numpy.ndarray):
        return value.dtype != object
    as_array = hasattr(value, "__array__") or hasattr(value, "toarray")
    return hasattr(value, "detach") or (as_array and hasattr(value, "shape"))


class _Layers(list):
    """Arrays [heads, query, key], one of each layer."""

    scores = False  # before the softmax, which the program computes


def _by_number(names):
    """In the order of the numbers in them: layer_2 before layer_10."""
    return sorted(names, key=lambda name: [int(part) for part in re.findall(r"\d+", str(name))])


def _patterns(cache):
    """The attention patterns of a dictionary, in the order of their layers; whether they are scores."""
    names = list(cache.keys())
    for ending in ("pattern", "attn_scores"):
        pattern = r"(?:blocks|layers?)[./]\d+[./](?:attn|attention)[./](?:hook_)?" + ending
        found = [name for name in names if re.fullmatch(pattern, str(name))]
        if found:
            return [cache[name] for name in _by_number(found)], ending == "attn_scores"
    sides = [name for name in _SIDES if name in names]
    if sides:
        raise HeadScopeError(f"the dictionary has {', '.join(sides)}: choose one, such as [{sides[-1]!r}]")
    if "attentions" in names:
        return cache["attentions"], False
    arrays = [  # other hooks of a cache are no attention
        name
        for name in names
        if _is_array(cache[name]) and 2 <= len(cache[name].shape) <= 4 and "hook_" not in str(name)
    ]
    called = [
        name
        for name in arrays
        if re.search("attn|attention|pattern", str(name).lower()) and not str(name).lower().endswith("mask")
    ]
    numbered = all(re.search(r"\d", str(name)) for name in names)
    if called or (arrays and len(arrays) == len(names) and numbered):
        return [cache[name] for name in _by_number(called or arrays)], False
    some = ", ".join(str(name) for name in names[:3]) or "nothing"
    if "logits" in names or "last_hidden_state" in names:
        raise HeadScopeError(f"this output has no attentions, but {some}: {_EAGER}")
    raise HeadScopeError(
        "the dictionary has no attention pattern, such as blocks.0.attn.hook_pattern; it has " + some
    )


def _joined_steps(steps, batch):
    """Layers of what generate() gives, a tuple of layers for each new token: below each other stand
    the queries of all steps, 0 where a key came later."""
    all_steps = [_layers(step, None, batch) for step in steps]
    if len({len(step) for step in all_steps}) != 1:
        raise HeadScopeError("the steps of this tuple have different numbers of layers")
    sizes = [[part.shape for part in step] for step in all_steps]
    if len(steps) > 1 and all(size == sizes[0] for size in sizes) and sizes[0][0][1] > 1:
        raise HeadScopeError(
            "these tuples are no steps of generate(), which grow: a cache of keys and values is no attention, and "
            "of several outputs one at a time is shown"
        )
    if all(part.shape[1] == part.shape[2] for step in all_steps for part in step):
        return all_steps[-1]  # without a cache of keys: the last step has the queries of all
    joined = _Layers()
    for parts in zip(*all_steps):
        queries, keys = sum(part.shape[1] for part in parts), max(part.shape[2] for part in parts)
        if len({part.shape[0] for part in parts}) != 1:
            raise HeadScopeError("the steps of this tuple have different numbers of heads")
        whole = numpy.zeros((parts[0].shape[0], queries, keys), dtype=numpy.float32)
        start = 0
        for part in parts:
            whole[:, start : start + part.shape[1], : part.shape[2]] = part
            start += part.shape[1]
        joined.append(whole)
    return joined


def _axis_names(axes):
    """The names of axes, which may be one text, as a tuple; None stays None."""
    names = axes.replace(" ", "").split(",") if isinstance(axes, str) else axes
    if names is not None and not (isinstance(names, (list, tuple)) and all(isinstance(name, str) for name in names)):
        raise HeadScopeError(f"axes is {axes!r}: names are needed, such as ('layers', 'heads', 'query', 'key')")
    return names


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


def _sequence(batch, count, what):
    """The number of the sequence that batch names, from 0."""
    index = _whole(batch)
    if index is None:
        raise HeadScopeError(f"batch is {batch!r}: the number of a sequence is needed, from 0 on")
    if not -count <= index < count:
        raise HeadScopeError(f"batch {index} does not exist: {what} has {count}")
    return index % count


def _one_layer(array, names, batch, what):
    """[heads, query, key] of an array whose axes have the names, without layers."""
    if "batch" in names:
        at = names.index("batch")
        if batch is None and array.shape[at] != 1:
            raise HeadScopeError(
                f"{what} has a batch of {array.shape[at]} ({_shape(array)}): say which one, such as batch=0, or "
                "what the axes are, such as axes=('layers', 'heads', 'query', 'key')"
            )
        array = numpy.take(array, _sequence(batch or 0, array.shape[at], what), axis=at)
        names = tuple(name for name in names if name != "batch")
    if "heads" not in names:
        array = array[numpy.newaxis]
        names = ("heads",) + names
    return array.transpose([names.index(name) for name in ("heads", "query", "key")])


def _of_a_pair(first, second):
    """The cache of TransformerLens' (logits, cache); two layers stay two layers."""
    if _is_array(first) and hasattr(second, "keys") and not _is_array(second):
        return second
    if _is_array(first) and _is_array(second):
        output, weights = _array(first, "layer 1"), _array(second, "layer 2")
        if output.min() < 0 <= weights.min() and numpy.allclose(weights.sum(-1), 1, atol=0.01):
            raise HeadScopeError(
                "this is an output with its attention, as nn.MultiheadAttention gives them: give the second of "
                "the two, [1], which average_attn_weights=False gives for each head"
            )
    return first, second


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
        raise HeadScopeError(f"there is no attention (None): {_EAGER}")
    axes = _axis_names(axes)
    scores = False
    if isinstance(attentions, tuple) and len(attentions) == 2:
        attentions = _of_a_pair(*attentions)
    if hasattr(attentions, "keys") and hasattr(attentions, "__getitem__") and not _is_array(attentions):
        attentions, scores = _patterns(attentions)
    if hasattr(attentions, "__next__") or (
        isinstance(attentions, numpy.ndarray) and attentions.dtype == object and attentions.ndim == 1
    ):
        attentions = list(attentions)
    if isinstance(attentions, (tuple, list)) and len(attentions) > 0:
        first = attentions[0]
        if isinstance(first, (tuple, list)) and first and _is_array(first[0]):
            return _joined_steps(attentions, batch)
        if first is None or _is_array(first):
            inner = None if axes is None else tuple(name for name in axes if name != "layers")
            layers = _Layers()
            layers.scores = scores
            for number, layer in enumerate(attentions, 1):
                what = f"layer {number}"
                if layer is None:
                    raise HeadScopeError(f"{what} has no attention (None): {_EAGER}")
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
        return _Layers(_one_layer(part, rest, batch, "the attention") for part in parts)
    return _Layers([_one_layer(array, names, batch, "the attention")])


def _word(token):
    token = token.tolist() if hasattr(token, "tolist") else token  # a number of an array, or its word
    text = token.decode(errors="replace") if isinstance(token, bytes) else str(token)
    return text.encode(errors="replace").decode()  # halves of pairs are no letters


def _are_words(value):
    """Whether it is text, or a list or an array of texts; of several sequences a list of such."""
    if hasattr(value, "tolist") and getattr(value.dtype, "kind", None) in ("U", "S", "O"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return bool(value) and all(_are_words(part) for part in value)
    return isinstance(value, (str, bytes))


def _is_list(value):
    return isinstance(value, (list, tuple)) or bool(getattr(value, "shape", ()))


def _word_list(tokens, what):
    """The words, or of several sequences their lists."""
    if hasattr(tokens, "tolist"):
        tokens = tokens.tolist()
    if isinstance(tokens, str):
        return tokens.split()
    try:
        return list(tokens)
    except TypeError:
        raise HeadScopeError(
            f"{what} is a list of words, or one text with spaces between them, and no {type(tokens).__name__}"
        ) from None


def _words(tokens, count, what, batch=None, hint=""):
    """The words as a list of as many, or None; of lists for several sequences that of the batch."""
    if tokens is None:
        return None
    tokens = _word_list(tokens, what)
    if tokens and all(_is_list(token) for token in tokens):
        if batch is None and len(tokens) > 1:
            raise HeadScopeError(f"{what} has words for {len(tokens)} sequences: say which one, such as batch=0")
        return _words(tokens[_sequence(batch or 0, len(tokens), what)], count, what)
    words = [_word(token) for token in tokens]
    if len(words) != count:
        raise HeadScopeError(f"{what} has {len(words)} words, but the attention has {count} of them{hint}")
    return words


def _words_of_batch(tokens, count, what, sequence, sequences, hint):
    """The words of all sequences alike, a list of them for each, or those of one of them."""
    tokens = _word_list(tokens, what)
    if not tokens or not all(_is_list(token) for token in tokens):
        return _words(tokens, count, what, hint=hint)
    if len(tokens) != sequences:
        raise HeadScopeError(f"{what} has words for {len(tokens)} sequences, but the batch has {sequences}")
    if sequence is not None:
        return _words(tokens[sequence], count, what, hint=hint)
    return [_words(words, count, what, hint=hint) for words in tokens]


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
    [1, heads, query, key]; the words are JSON lists in the metadata, tokens and key_tokens. Where
    the program is there, it is asked what it remarks on the file.
    """
    if _is_module(attentions):
        raise HeadScopeError(
            "a module has no attention before it computes one: headscope.show(module, query) opens it, "
            "and what it returns can be saved"
        )
    if not isinstance(path, (str, os.PathLike)):
        raise HeadScopeError("the name of the file stands first: headscope.save(path, attentions, tokens)")
    if not str(path).endswith(".safetensors"):
        raise HeadScopeError(f"{path}: the name of the file has to end in .safetensors")
    _save(path, _layers(attentions, axes, batch), tokens, key_tokens, batch)
    _warn(_remarks(path))


def _save(path, layers, tokens, key_tokens, batch):
    queries = max(layer.shape[1] for layer in layers)
    keys = max(layer.shape[2] for layer in layers)
    metadata = {}
    words = _words(tokens, queries, "tokens", batch)
    key_words = _words(key_tokens, keys, "key_tokens", batch)
    if words:
        metadata["tokens"] = json.dumps(words)
    if key_words:
        metadata["key_tokens"] = json.dumps(key_words)
    name = "blocks.{}.attn.hook_attn_scores" if layers.scores else "layers.{}.attention_weights"
    _write_safetensors(path, {name.format(n): layer[numpy.newaxis] for n, layer in enumerate(layers)}, metadata)


# ---- a module --------------------------------------------------------------------------------


def _is_module(value):
    return callable(getattr(value, "state_dict", None)) and not _is_array(value)


def _translates(module):
    """Whether it is a whole nn.Transformer, of an encoder and a decoder."""
    return all(hasattr(getattr(module, side, None), "layers") for side in ("encoder", "decoder"))


def _first_layer(module):
    """The first layer of a stack, of a whole nn.Transformer that of its decoder; what has none
    stands for itself."""
    module = module.decoder if _translates(module) else module
    layers = getattr(module, "layers", None)
    return layers[0] if layers is not None and len(layers) > 0 else module


def _attention_of(module):
    """The nn.MultiheadAttention that a module is, or that its first layer has."""
    if isinstance(module, type):
        raise HeadScopeError(f"{module.__name__} is a class: a module of it is needed, with its weights")
    first = _first_layer(module)
    attention = getattr(first, "self_attn", first)
    if not hasattr(attention, "num_heads"):
        named = getattr(module, "named_modules", lambda: ())()
        within = [name for name, part in named if name and hasattr(part, "num_heads")]
        raise HeadScopeError(
            f"{type(module).__name__} is no attention: nn.MultiheadAttention, nn.TransformerEncoderLayer, "
            "nn.TransformerEncoder, their decoders and nn.Transformer are"
            + (f", such as its part {within[0]}" if within else "")
        )
    for option, there in (
        ("add_bias_kv", getattr(attention, "bias_k", None) is not None),
        ("add_zero_attn", getattr(attention, "add_zero_attn", False)),
    ):
        if there:
            raise HeadScopeError(f"this attention has {option}=True, a key of its own that HeadScope does not compute")
    return attention


def _decodes(module):
    return hasattr(_first_layer(module), "multihead_attn")


def _kind(module):
    """Which inputs and masks its call has."""
    if _translates(module):
        return "transformer"
    if _decodes(module):
        return "decoder"
    return "attention" if _layers_of(module) is None else "encoder"


def _layers_of(module):
    """How many layers a module has; nothing where it is an attention by itself."""
    module = module.decoder if _translates(module) else module
    if hasattr(module, "layers"):
        return len(module.layers)
    return 1 if hasattr(module, "self_attn") else None


def _layer_options(module):
    """What the weights of whole layers do not say: activation and where their norms stand."""
    layer = _first_layer(module)
    if not hasattr(layer, "norm_first"):
        return []
    for norm in (part for part in module.modules() if type(part).__name__ == "LayerNorm"):
        if norm.eps != 1e-5:
            raise HeadScopeError(f"this module has norms with eps {norm.eps:g}; HeadScope computes them with 1e-05")
    activation = getattr(layer, "activation", None)  # a function, or a module such as nn.GELU()
    name = getattr(activation, "__name__", type(activation).__name__).lower()
    if name == "gelu" and getattr(activation, "approximate", "none") == "tanh":
        name = "gelu-tanh"
    known = ("relu", "gelu", "gelu-tanh", "silu", "tanh")
    if name not in known:
        raise HeadScopeError(f"this module has the activation {name}; HeadScope computes {', '.join(known)}")
    return ["--placement", "pre" if layer.norm_first else "post", "--activation", name]


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


def _inputs(module, given, options):
    """What the program takes as query, key and value: the inputs of a call, in order or by name."""
    kind, name_of_it = _kind(module), type(module).__name__
    roles = _INPUTS[kind]
    call = f"headscope.show(module, {', '.join(roles)})"
    if len(given) > len(roles):
        raise HeadScopeError(
            f"{name_of_it} takes {', '.join(roles)}, but {len(given)} inputs are given: {call}; "
            "masks and words have names"
        )
    values = dict(zip(roles, given))
    for name in roles:
        if name in options:
            if name in values:
                raise HeadScopeError(f"{name} is given twice")
            values[name] = options.pop(name)
    needed = ["query"] if kind == "attention" else list(roles)
    if any(values.get(name) is None for name in needed):
        raise HeadScopeError(f"{name_of_it} needs {' and '.join(needed)}: {call}")
    attention = _attention_of(module)
    return {
        role: _with_batch(values[name], attention, name) for name, role in roles.items() if values.get(name) is not None
    }


def _leave_out_repeated(arrays):
    """Takes away keys and values that are the queries, whose words are then those of the keys, too."""
    for role in ("key", "value"):
        if role in arrays and not numpy.array_equal(arrays[role], arrays["query"]):
            return
        arrays.pop(role, None)


def _mask(value, what):
    """A mask as torch means it: bool, or bytes, where True is masked, or float, which is added."""
    array = _numbers(value, what)
    if array.dtype.kind == "f":
        return array.astype(numpy.float32)
    if array.dtype in (numpy.bool_, numpy.uint8):
        return array.astype(bool)
    raise HeadScopeError(f"{what} holds {array.dtype}: bool is needed, where True is masked, or float, which is added")


def _mask_of(array, name, sequence, sequences, heads):
    """What a mask [batch · heads, query, key] or [batch, key] says of one sequence."""
    if len(array) != sequences * heads:
        raise HeadScopeError(f"{name} has shape {_shape(array)}, but the batch has {sequences} sequences")
    part = array.reshape(sequences, heads, *array.shape[1:])[sequence]
    return part if heads > 1 or array.ndim == 3 else part.reshape(1, -1)


def _mask_files(folder, module, options, sequence, sequences):
    """Writes the masks among the options of a call, as torch means them, of all sequences or of one;
    gives the options that read them."""
    call = []
    for name, option in _MASKS[_kind(module)].items():
        value = options.pop(name, None)
        if value is None:
            continue
        array = _mask(value, name)
        if sequence is not None and array.ndim == 3:
            array = _mask_of(array, name, sequence, sequences, int(_attention_of(module).num_heads))
        elif sequence is not None and option == "key-padding" and array.ndim == 2:
            array = _mask_of(array, name, sequence, sequences, 1)
        path = os.path.join(folder, name + ".npy")
        numpy.save(path, array)
        call += ["--" + option, path]
    names = ("is_causal", "tgt_is_causal") if _decodes(module) else ("is_causal",)
    causal = ["--mask", "causal"] if any([options.pop(name, False) for name in names]) else []
    return causal + call + (["--mask-means", "masked"] if call else [])


def _module_files(folder, module, given, tokens, key_tokens, options):
    """Writes state dict, inputs, masks and words of a module; gives the options that read them."""
    attention = _attention_of(module)
    arrays = _inputs(module, given, options)
    if key_tokens is None and _kind(module) == "attention":
        _leave_out_repeated(arrays)
    for name in _OF_THE_RESULT if _kind(module) == "attention" else ():
        options.pop(name, None)
    sequences, sequence = len(arrays["query"]), options.pop("batch", None)
    if sequence is not None:
        sequence = _sequence(sequence, sequences, "the module's input")
        if any(len(array) != sequences for array in arrays.values()):
            sizes = ", ".join(f"{role} {len(array)}" for role, array in arrays.items())
            raise HeadScopeError(f"the inputs of the module have batches of different sizes: {sizes}")
    path = os.path.join(folder, "weights.safetensors")
    _write_safetensors(path, {name: _array(tensor, name) for name, tensor in module.state_dict().items()}, {})
    call = ["--weights", path, "--heads", str(int(attention.num_heads)), *_layer_options(module)]
    for role, array in arrays.items():
        path = os.path.join(folder, role + ".npy")
        numpy.save(path, array if sequence is None else array[[sequence]])
        call += ["--" + role, path]
    batch_first = getattr(attention, "batch_first", True)
    hint = "" if batch_first else "; with batch_first=False three axes are [sequence, batch, features]"
    for name, words, role in (("tokens", tokens, "query"), ("key_tokens", key_tokens, "key")):
        if words is None:
            continue
        length = arrays.get(role, arrays["query"]).shape[1]
        path = os.path.join(folder, name + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(_words_of_batch(words, length, name, sequence, sequences, hint), file)
        call += ["--" + name.replace("_", "-"), path]
    return call + _mask_files(folder, module, options, sequence, sequences)


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


def _sentences(written, folder):
    """What the program wrote to its standard error, without its name and those of the files in the folder."""
    ours = r"\b(query|key|value|weights|attention|tokens|key_tokens|\w*mask)\.(npy|safetensors|json)"
    sentences = []
    for line in written.decode(errors="replace").splitlines():
        if not line.startswith("headscope"):
            continue  # the loader's, or Qt's
        text = re.sub(r"^headscope( \w+)?: ", "", line.strip()).replace(folder + os.sep, "")
        text = re.sub(r"^(weights|attention)\.safetensors: ", "", text)
        text = text.replace("the weights of weights.safetensors", "the weights of the module")
        sentences.append(re.sub(ours, r"\1", text))
    return sentences


def _refusal(written, folder, status):
    """The error that stands behind what was only remarked."""
    sentences = _sentences(written, folder) or written.decode(errors="replace").strip().splitlines()[:1]
    return HeadScopeError(sentences[-1] if sentences else f"headscope ended with {status}")


def _warn(sentences):
    """Warns the caller of the function that calls this of what the program remarked or asked."""
    for sentence in sentences:
        warnings.warn(sentence, stacklevel=3)


def _remarks(path):
    """What the program remarks on a file of attention, where there is a program."""
    folder, name = os.path.split(os.path.abspath(path))
    with tempfile.TemporaryDirectory(prefix="headscope-") as other:
        smallest = ["--out", os.path.join(other, "figure.svg"), "--show", "1", "--no-values"]
        try:
            call = [_program(), "export", *smallest, "--attention", os.path.join(folder, name)]
            done = subprocess.run(call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        except (HeadScopeError, OSError):
            return []
    return [sentence.replace(name + ": ", "", 1) for sentence in _sentences(done.stderr, folder)]


def _files(folder, attentions, arguments, options):
    """The options by which the program reads what was given, out of files in the folder, and how
    many layers that is (None: an attention by itself)."""
    tokens, key_tokens = options.pop("tokens", None), options.pop("key_tokens", None)
    if _is_module(attentions):
        if options.pop("axes", None) is not None:
            raise HeadScopeError("axes are those of attention, and not of a module and its inputs")
        inputs = list(arguments)
        words = []
        while inputs and _are_words(inputs[-1]):
            words.insert(0, inputs.pop())
        if any(_are_words(value) for value in inputs):
            raise HeadScopeError("words stand behind the inputs of a module, or have the name tokens=")
        if len(words) > 2 or (words and tokens is not None) or (len(words) == 2 and key_tokens is not None):
            raise HeadScopeError("the words of a module are tokens and key_tokens, each once")
        tokens = words[0] if words else tokens
        key_tokens = words[1] if len(words) == 2 else key_tokens
        return _module_files(folder, attentions, inputs, tokens, key_tokens, options), _layers_of(attentions)
    if len(arguments) > 2:
        raise HeadScopeError("after the attention come its words and those of its keys, nothing else")
    given = list(arguments) + [None, None]
    for name, there, named in (("tokens", given[0], tokens), ("key_tokens", given[1], key_tokens)):
        if there is not None and named is not None:
            raise HeadScopeError(f"{name} is given twice")
    path = os.path.join(folder, "attention.safetensors")
    batch = options.pop("batch", None)
    layers = _layers(attentions, options.pop("axes", None), batch)
    _save(path, layers, tokens if given[0] is None else given[0], key_tokens if given[1] is None else given[1], batch)
    return ["--attention", path], len(layers)


def _whole(number):
    """A whole number, of NumPy too; None where it is none."""
    try:
        return None if isinstance(number, bool) else operator.index(number)
    except TypeError:
        return None


def _head_list(heads):
    several = hasattr(heads, "__iter__") and _whole(heads) is None
    numbers = [_whole(head) for head in (heads if several else [heads])]
    if not numbers or any(number is None or number < 1 for number in numbers):
        raise HeadScopeError(f"heads is {heads!r}: numbers from 1 on are needed, such as [1, 2], or \"mean\"")
    return ",".join(str(number) for number in numbers)


def figure(attentions, *arguments, layer=None, heads=None, title=None, theme=None, size=None, **options):
    """The figure of the heads as an SVG (a str that a notebook shows as a picture).

    figure(attentions, tokens, key_tokens) or figure(module, query, key, value, tokens), with the
    names and the masks of that module's call (attn_mask, key_padding_mask, is_causal);
    batch -- which sequence, from 0; layer -- which one, from 1 (default: the first); heads -- a
    list, from 1, or "mean" (default: all), or one number; title -- in the place of the stage's name;
    theme -- "light" or "dark"; size -- (width, height) in pixels of 1/96 inch.
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
            number = _whole(layer)
            if number is None or not 1 <= number <= layers:
                raise HeadScopeError(f"layer is {layer!r}: a whole number from 1 to {layers} is needed")
            if _is_module(attentions) or layers > 1:
                where = "layers" if not _is_module(attentions) else "decoder" if _decodes(attentions) else "encoder"
                call += ["--scope", f"{where}/{number - 1}/self_attention"]
        if heads is not None:
            call += ["--show", heads if isinstance(heads, str) else _head_list(heads)]
        if title is not None:
            call += ["--title", str(title)]
        if theme is not None:
            call += ["--theme", str(theme)]
        if size is not None:
            if isinstance(size, str) or not hasattr(size, "__len__") or len(size) != 2:
                raise HeadScopeError(f"size is {size!r}: width and height are needed, such as (800, 600)")
            call += ["--size", f"{size[0]}x{size[1]}"]
        done = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0 or not os.path.exists(out):
            raise _refusal(done.stderr, folder, done.returncode)
        _warn(_sentences(done.stderr, folder))
        with open(out, encoding="utf-8") as file:
            return Figure(file.read())


def _check_started(process, said, folder):
    """What the program refuses it refuses at once; after that it is a window."""
    try:
        status = process.wait(timeout=1)
    except subprocess.TimeoutExpired:
        return
    if status != 0:
        with open(said, "rb") as file:
            raise _refusal(file.read(), folder, status)


def show(attentions, *arguments, wait=False, **options):
    """Opens the window on attention and its words, or on a module and its inputs.

    show(attentions, tokens, key_tokens) or show(module, query, key, value, tokens), which also takes
    the names and the masks of that module's call (attn_mask, key_padding_mask, is_causal). batch
    shows that sequence alone, from 0. Returns the process of the window, which goes on by itself;
    wait=True returns when it is closed, and warns of what the program remarked until then. The files
    that it reads lie in a folder for temporary files, which is removed when it is closed.
    """
    folder = tempfile.mkdtemp(prefix="headscope-")
    try:
        call, _ = _files(folder, attentions, arguments, options)
        if options:
            raise HeadScopeError("show does not know " + ", ".join(sorted(options)))
        said = os.path.join(folder, "said.txt")
        with open(said, "wb") as file:
            process = subprocess.Popen([_program(), *call], stderr=file)
        _check_started(process, said, folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise

    def close():
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)

    if wait:
        process.wait()
    with open(said, "rb") as file:
        sentences = _sentences(file.read(), folder)
    if wait:
        close()
    else:
        threading.Thread(target=close, daemon=True).start()
    _warn(sentences)
    return process
