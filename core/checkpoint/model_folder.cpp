// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/model_folder.h"

#include "formats/other_file.h"
#include "formats/safetensors.h"
#include "formats/torch_file.h"
#include "json/json_guard.h"
#include "support/hashes.h"
#include "support/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <set>
#include <sstream>

namespace headscope {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view configName = "config.json";
/// What config.json and an index may have; those of the largest models have 2 MB.
constexpr std::uint64_t mostJsonBytes = std::uint64_t{64} << 20;

bool isThere(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// The target of a link may lie beside it, below it, or among the blobs of the hub's cache.
bool staysInFolder(const fs::path& file) {
    std::error_code code;
    if (!fs::is_symlink(file, code))
        return true;
    const fs::path target = fs::canonical(file, code);
    if (code)
        return true; // it leads nowhere: opening it says so
    const fs::path folder = fs::canonical(file.parent_path(), code);
    if (code)
        return true;
    const auto lies = [&](const fs::path& root) {
        const fs::path inside = target.lexically_relative(root);
        return !inside.empty() && *inside.begin() != "..";
    };
    return lies(folder) || lies(folder.parent_path().parent_path() / "blobs");
}

/// A file that can be read at any place: no pipe, no device.
Result<std::shared_ptr<const ByteSource>> openPart(const fs::path& file) {
    const std::string path = file.string();
    std::error_code code;
    const fs::file_status status = fs::status(file, code);
    if (status.type() == fs::file_type::fifo || status.type() == fs::file_type::character ||
        status.type() == fs::file_type::socket || status.type() == fs::file_type::block)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is no file but a pipe or a device"),
                         path);
    if (!staysInFolder(file))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is a link out of its folder, to %2: put "
                                                      "the file itself there"),
                         path, fs::read_symlink(file, code).string());
    Result<std::unique_ptr<ByteSource>> opened = openFile(path);
    if (!opened)
        return opened.error();
    return std::shared_ptr<const ByteSource>(std::move(*opened));
}

Result<std::string> textOf(const fs::path& file) {
    const Result<std::shared_ptr<const ByteSource>> source = openPart(file);
    if (!source)
        return source.error();
    if (auto other = otherFileError(**source); other && file.filename() == configName)
        return *other;
    if ((*source)->size() > mostJsonBytes)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has %2 bytes; at most %3 are read"),
                         (*source)->name(), (*source)->size(), mostJsonBytes);
    std::string text(static_cast<std::size_t>((*source)->size()), '\0');
    if (const Status read = (*source)->readAt(0, text); !read)
        return read.error();
    if (firstWrongByte(text))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is no UTF-8"), (*source)->name());
    return text;
}

/// "models--gpt2" of the hub's cache has the snapshots that were downloaded.
Result<fs::path> snapshotOf(const fs::path& folder) {
    const fs::path snapshots = folder / "snapshots";
    std::error_code code;
    if (!fs::is_directory(snapshots, code) || isThere(folder / configName))
        return folder;
    if (const Result<std::string> main = textOf(folder / "refs" / "main"); main) {
        const std::string name = main->substr(0, main->find_first_of(" \r\n"));
        const bool plain = !name.empty() && name.find('/') == name.npos && name != "..";
        if (plain && isThere(snapshots / name))
            return snapshots / name;
    }
    std::set<fs::path> all;
    for (fs::directory_iterator at(snapshots, code), end; !code && at != end; at.increment(code))
        all.insert(at->path());
    if (all.size() != 1)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has %2 snapshots of a model: open one of "
                                                      "them"),
                         folder.string(), all.size());
    return *all.begin();
}

/// The first file whose name looks as if a model's numbers were in it; empty: there is none.
std::string otherWeightsIn(const fs::path& folder) {
    constexpr std::string_view endings[] = {".gguf", ".pth",     ".pt",   ".bin", ".safetensors",
                                            ".h5",   ".msgpack", ".onnx", ".npz"};
    std::error_code code;
    std::set<std::string> names;
    for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
        if (std::ranges::find(endings, at->path().extension().string()) != std::end(endings))
            names.insert(at->path().filename().string());
    }
    return names.empty() ? std::string() : *names.begin();
}

/// Why there is no config.json, by what there is.
Error noConfig(const fs::path& folder) {
    std::error_code code;
    if (!fs::is_directory(folder, code))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is no folder: the folder of a model has "
                                                      "config.json and model.safetensors"),
                         folder.string());
    for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
        if (at->path().extension() == ".gguf")
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "%1 has a .gguf, whose numbers are packed "
                                               "for llama.cpp: the folder with "
                                               "config.json and model.safetensors of "
                                               "the same model is needed"),
                             folder.string());
    }
    if (isThere(folder / "adapter_config.json"))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 has an adapter without its model: merge it "
                                           "(merge_and_unload) and save the whole"),
                         folder.string());
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "%1 has no config.json: the folder of a model has "
                                       "that and model.safetensors"),
                     folder.string());
}

/// Takes the tensors of one file, all or those that an index expects there.
Status addFile(const fs::path& file, const std::set<std::string>* expected,
               FolderTensors& tensors) {
    const Result<std::shared_ptr<const ByteSource>> source = openPart(file);
    if (!source)
        return source.error();
    const bool torch = file.extension() == ".bin";
    if (auto other = otherFileError(**source); other && !(torch && looksLikeTorch(**source)))
        return *other;
    Result<StoredTensors> stored = torch ? readTorchFile(**source) : storedInSafetensors(**source);
    if (!stored)
        return stored.error();
    for (auto& [name, tensor] : *stored) {
        if (!expected || expected->contains(name))
            tensors.insert_or_assign(name, FolderTensor{*source, std::move(tensor)});
    }
    if (!expected)
        return Done{};
    for (const std::string& name : *expected) {
        if (!tensors.contains(name))
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 has no tensor %2, though the index "
                                                          "says that it lies there"),
                             file.string(), name);
    }
    return Done{};
}

/// The tensors of the files that an index names.
Status addIndexed(const fs::path& index, FolderTensors& tensors) {
    const Result<std::string> text = textOf(index);
    if (!text)
        return text.error();
    const Result<IndexedFiles> files = filesInIndex(*text);
    if (!files)
        return inFile(index.string(), files.error());
    for (const auto& [file, names] : *files) {
        const fs::path path = index.parent_path() / file;
        if (!isThere(path) && !fs::is_symlink(path))
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 is missing, one of %2 files of the "
                                                          "model"),
                             path.string(), files->size());
        if (const Status added = addFile(path, &names, tensors); !added)
            return added.error();
    }
    return Done{};
}

Status addTensors(const fs::path& folder, FolderTensors& tensors) {
    constexpr std::string_view single[] = {"model.safetensors", "pytorch_model.bin"};
    constexpr std::string_view parts[] = {"model.safetensors.index.json",
                                          "pytorch_model.bin.index.json"};
    for (std::size_t i = 0; i < std::size(single); ++i) {
        if (isThere(folder / single[i]))
            return addFile(folder / single[i], nullptr, tensors);
        if (isThere(folder / parts[i]))
            return addIndexed(folder / parts[i], tensors);
    }
    if (isThere(folder / "adapter_model.safetensors"))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 has an adapter without its model: merge it "
                                           "(merge_and_unload) and save the whole"),
                         folder.string());
    const std::string other = otherWeightsIn(folder);
    if (!other.empty())
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 has %2, but neither model.safetensors nor "
                                           "pytorch_model.bin, which are read here"),
                         folder.string(), other);
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 has neither model.safetensors nor "
                                                  "pytorch_model.bin"),
                     folder.string());
}

} // namespace

Result<IndexedFiles> filesInIndex(const std::string& text) {
    const Result<nlohmann::json> parsed = parseUntrustedJson(text);
    if (!parsed)
        return parsed.error();
    const auto map = parsed->is_object() ? parsed->find("weight_map") : parsed->end();
    if (!parsed->is_object() || map == parsed->end() || !map->is_object())
        return makeError(HEADSCOPE_MESSAGE("Message", "it has no weight_map, which says in which "
                                                      "file each tensor lies"));
    IndexedFiles files;
    for (const auto& [name, file] : map->items()) {
        if (!file.is_string())
            return makeError(HEADSCOPE_MESSAGE("Message", "it names no file for tensor %1"), name);
        const auto& where = file.get_ref<const std::string&>();
        if (where.empty() || where.find('/') != where.npos || where.find('\0') != where.npos ||
            where == "." || where == "..")
            return makeError(HEADSCOPE_MESSAGE("Message", "it names the file \"%1\", which is none "
                                                          "of its folder"),
                             where);
        files[where].insert(name);
    }
    return files;
}

Result<Tensor> readTensor(const FolderTensor& tensor, const std::string& name) {
    return readStoredTensor(*tensor.file, tensor.stored, name);
}

Status readTensor(const FolderTensor& tensor, const std::string& name, std::span<float> to) {
    return readStoredTensor(*tensor.file, tensor.stored, name, to);
}

std::string fingerprintOf(const ModelFolder& folder) {
    constexpr std::uint64_t mostRead = 4096;
    std::uint64_t hash = hashes::ofText(folder.config);
    std::string start;
    for (const auto& [name, tensor] : folder.tensors) {
        const TensorData& data = tensor.stored.data;
        hash = hashes::ofText(name, hash);
        hash = hashes::ofText(shapeText(shapeOf(tensor.stored)), hash);
        hash = hashes::ofText(std::to_string(static_cast<int>(data.type)), hash);
        start.resize(std::min(mostRead, tensor.file->size() - data.offset));
        if (tensor.file->readAt(data.offset, start))
            hash = hashes::ofText(start, hash);
    }
    std::ostringstream digits;
    digits << std::hex << std::setw(16) << std::setfill('0') << hash;
    return digits.str();
}

std::string revisionOf(const ModelFolder& folder) {
    const fs::path path(folder.path);
    return path.parent_path().filename() == "snapshots" ? path.filename().string() : std::string();
}

Result<ModelFolder> openModelFolder(const std::string& path) {
    const Result<fs::path> folder = snapshotOf(path);
    if (!folder)
        return folder.error();
    const fs::path config = *folder / configName;
    if (!isThere(config))
        return noConfig(*folder);
    ModelFolder model;
    model.path = folder->string();
    Result<std::string> text = textOf(config);
    if (!text)
        return text.error();
    model.config = std::move(*text);
    if (const fs::path generation = *folder / "generation_config.json"; isThere(generation)) {
        Result<std::string> said = textOf(generation);
        if (!said)
            return said.error();
        model.generation = std::move(*said);
    }
    if (const Status added = addTensors(*folder, model.tensors); !added)
        return added.error();
    return model;
}

bool hasTokenizer(const std::string& folder) {
    constexpr std::string_view files[] = {"tokenizer.json",  "vocab.json",   "vocab.txt",
                                          "tokenizer.model", "spiece.model", "source.spm"};
    return std::ranges::any_of(
        files, [&](std::string_view file) { return isThere(fs::path(folder) / file); });
}

bool looksLikeModelFolder(const std::string& path) {
    std::error_code code;
    const fs::path folder(path);
    return fs::is_directory(folder, code) &&
           (isThere(folder / configName) || isThere(folder / "snapshots") ||
            isThere(folder / "model.safetensors"));
}

} // namespace headscope
