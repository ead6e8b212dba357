// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/byte_source.h"
#include "formats/stored_tensor.h"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace headscope {

/// A tensor of a model's files; its numbers stay there.
struct FolderTensor {
    std::shared_ptr<const ByteSource> file;
    StoredTensor stored;
};
using FolderTensors = std::map<std::string, FolderTensor, std::less<>>;

/// The numbers of one of them, all axes Axis::Feature; an Error as of readStoredTensor().
Result<Tensor> readTensor(const FolderTensor& tensor, const std::string& name);
/// The same into memory for just so many.
Status readTensor(const FolderTensor& tensor, const std::string& name, std::span<float> to);

/// A model as Hugging Face's save_pretrained() leaves it on a disk.
struct ModelFolder {
    std::string path;       ///< of the folder that has config.json
    std::string config;     ///< what that says
    std::string generation; ///< what generation_config.json says; empty: there is none
    FolderTensors tensors;  ///< of model.safetensors, of its parts, or of pytorch_model.bin
};

/// Opens a folder, a snapshot of the hub's cache, or that model's whole folder of the cache
/// ("models--gpt2": the snapshot that its main branch names, or the only one). No number is read.
/// An Error says what was found instead: a pointer of git-lfs, a .gguf, an adapter without its
/// model, a part that is missing, a link out of the folder.
Result<ModelFolder> openModelFolder(const std::string& path);

/// Tells a model from another one, or from itself after more training: 16 digits of a hash of
/// config.json and of the name, type, shape and first numbers of each tensor.
std::string fingerprintOf(const ModelFolder& folder);
/// Which snapshot of the hub's cache a folder is, by its name; empty: none.
std::string revisionOf(const ModelFolder& folder);

/// Which tensors lie in which file of a folder.
using IndexedFiles = std::map<std::string, std::set<std::string>>;
/// Reads model.safetensors.index.json; an Error where it is no such index, or names a file outside
/// its folder.
Result<IndexedFiles> filesInIndex(const std::string& text);

/// Whether a folder has files of a tokenizer.
bool hasTokenizer(const std::string& folder);

/// Whether a path is a folder that openModelFolder() is for.
bool looksLikeModelFolder(const std::string& path);

} // namespace headscope
