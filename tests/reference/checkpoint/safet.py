#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""safetensors in numpy alone: read (memory-mapped), write (F64/F32/F16/BF16/I64/...), sharded with index. BF16 is kept as uint16."""
import json, os, struct
import numpy as np

DT = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U8": "u1", "BOOL": "?"}

def header(path):
    with open(path, "rb") as f:
        n = struct.unpack("<Q", f.read(8))[0]
        return json.loads(f.read(n)), 8 + n

class File:
    """A file's tensors as views of one memory map; nothing is read before it is used."""
    def __init__(self, path):
        self.head, self.start = header(path)
        self.meta = self.head.pop("__metadata__", {})
        self.map = np.memmap(path, dtype=np.uint8, mode="r")
    def keys(self): return self.head.keys()
    def raw(self, name):
        h = self.head[name]; a, b = h["data_offsets"]
        return self.map[self.start + a:self.start + b].view(DT[h["dtype"]]).reshape(h["shape"]), h["dtype"]
    def get(self, name, dtype=np.float32):
        x, d = self.raw(name)
        return widen(x, d).astype(dtype)

def widen(x, d):
    return (x.astype(np.uint32) << 16).view(np.float32) if d == "BF16" else x

def to_bf16(x):
    """round to nearest even, as PyTorch"""
    u = np.ascontiguousarray(x, np.float32).view(np.uint32)
    return ((u + 0x7FFF + ((u >> 16) & 1)) >> 16).astype(np.uint16)

class Folder:
    """model.safetensors, or model.safetensors.index.json with its shards."""
    def __init__(self, folder):
        index = os.path.join(folder, "model.safetensors.index.json")
        self.where = {}
        if os.path.exists(os.path.join(folder, "model.safetensors")):
            f = File(os.path.join(folder, "model.safetensors")); self.where = {k: f for k in f.keys()}
        else:
            files = {}
            for k, v in json.load(open(index))["weight_map"].items():
                if v not in files: files[v] = File(os.path.join(folder, v))
                self.where[k] = files[v]
        self.config = json.load(open(os.path.join(folder, "config.json")))
    def __contains__(self, k): return k in self.where
    def keys(self): return self.where.keys()
    def shape(self, k): return tuple(self.where[k].head[k]["shape"])
    def get(self, k, dtype=np.float64): return self.where[k].get(k, dtype)

def write(path, tensors, dtype=None, metadata={"format": "pt"}):
    """tensors: {name: array}; dtype: F32 (as they are), F16, BF16, F64 for the floating ones."""
    head, offset, blobs = {"__metadata__": metadata} if metadata else {}, 0, []
    for k in sorted(tensors):
        x = tensors[k]
        if x.dtype.kind == "f":
            d = dtype or {8: "F64", 4: "F32", 2: "F16"}[x.dtype.itemsize]
            y = to_bf16(x) if d == "BF16" else np.ascontiguousarray(x, DT[d])
        else:
            d = {"i8": "I64", "i4": "I32", "u1": "U8", "b1": "BOOL"}[x.dtype.kind + str(x.dtype.itemsize)]; y = np.ascontiguousarray(x)
        head[k] = {"dtype": d, "shape": list(x.shape), "data_offsets": [offset, offset + y.nbytes]}; offset += y.nbytes; blobs.append(y)
    h = json.dumps(head, separators=(",", ":")).encode(); h += b" " * (-len(h) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(h))); f.write(h)
        for y in blobs: f.write(y.tobytes())
    return offset

def write_sharded(folder, tensors, limit, dtype=None):
    """As huggingface_hub splits: in the order given, a new file where the limit (bytes) would be passed."""
    size = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2}
    shards, now, n = [], {}, 0
    for k, x in tensors.items():
        b = x.size * (size[dtype] if dtype and x.dtype.kind == "f" else x.itemsize)
        if now and n + b > limit: shards.append(now); now, n = {}, 0
        now[k] = x; n += b
    shards.append(now)
    total, places = 0, {}
    for i, s in enumerate(shards):
        name = f"model-{i + 1:05d}-of-{len(shards):05d}.safetensors"
        total += write(os.path.join(folder, name), s, dtype); places |= {k: name for k in s}
    json.dump({"metadata": {"total_size": total}, "weight_map": dict(sorted(places.items()))}, open(os.path.join(folder, "model.safetensors.index.json"), "w"), indent=2)
    return len(shards)
