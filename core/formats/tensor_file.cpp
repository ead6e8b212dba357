// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/tensor_file.h"

#include "formats/torch_file.h"
#include "formats/zip_file.h"

#include <array>

namespace headscope {

namespace {

/// "a, b, c and 14 more".
std::string namesIn(const StoredTensors& tensors) {
    constexpr std::size_t most = 4;
    std::string listed;
    std::size_t count = 0;
    for (const auto& [name, tensor] : tensors) {
        if (count++ == most)
            return listed + ", …";
        listed += (listed.empty() ? "" : ", ") + name;
    }
    return listed;
}

Error notAlone(const ByteSource& source, const StoredTensors& tensors) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 holds %2 tensors (%3): one alone is needed "
                                                  "here"),
                     source.name(), tensors.size(), namesIn(tensors));
}

bool isNpy(const ByteSource& source) {
    std::array<char, 6> head{};
    return source.size() >= head.size() && source.readAt(0, head) &&
           std::string_view(head.data(), head.size()) == "\x93NUMPY";
}

} // namespace

Result<TensorFile> TensorFile::open(const std::string& path) {
    Result<std::unique_ptr<ByteSource>> source = openFile(path);
    return source ? open(std::shared_ptr<const ByteSource>(std::move(*source))) : source.error();
}

Result<TensorFile> TensorFile::open(std::shared_ptr<const ByteSource> source) {
    if (isNpy(*source))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is an array of NumPy (.npy), which has no "
                                                      "names: weights are a .safetensors or .pt"),
                         source->name());
    Result<StoredTensors> tensors =
        looksLikeTorch(*source) ? readTorchFile(*source) : storedInSafetensors(*source);
    if (!tensors)
        return tensors.error();
    TensorFile file;
    file.m_source = std::move(source);
    file.m_tensors = std::move(*tensors);
    return file;
}

Result<Tensor> TensorFile::read(const std::string& name) const {
    return readStoredTensor(*m_source, m_tensors.at(name), name);
}

namespace {

/// The one array of an archive of numpy.savez(); nothing: it is no such archive.
std::optional<Result<NpyArray>> readArchived(const ByteSource& source, bool hugeIsInfinite) {
    const Result<std::vector<ZipEntry>> entries = readZipDirectory(source);
    if (!entries)
        return std::nullopt;
    StoredTensors named;
    const ZipEntry* only = nullptr;
    for (const ZipEntry& entry : *entries) {
        if (!entry.name.ends_with(".npy"))
            continue;
        only = &entry;
        named.emplace(entry.name.substr(0, entry.name.size() - 4), StoredTensor());
    }
    if (!only)
        return std::nullopt;
    if (named.size() > 1)
        return notAlone(source, named);
    const Result<std::string> bytes = readZipEntry(source, *only);
    if (!bytes)
        return Result<NpyArray>(bytes.error());
    return readNpy(MemorySource(*bytes, source.name()), hugeIsInfinite);
}

} // namespace

Result<NpyArray> readArray(const std::string& path, bool hugeIsInfinite) {
    Result<std::unique_ptr<ByteSource>> opened = openFile(path);
    if (!opened)
        return opened.error();
    const std::shared_ptr<const ByteSource> source = std::move(*opened);
    const bool named = path.ends_with(".safetensors");
    if (isNpy(*source) || !(named || looksLikeTorch(*source)))
        return readNpy(*source, hugeIsInfinite);
    if (looksLikeTorch(*source)) {
        if (std::optional<Result<NpyArray>> archived = readArchived(*source, hugeIsInfinite))
            return std::move(*archived);
    }
    Result<StoredTensors> tensors =
        looksLikeTorch(*source) ? readTorchFile(*source) : storedInSafetensors(*source);
    if (!tensors)
        return tensors.error();
    if (tensors->size() != 1)
        return notAlone(*source, *tensors);
    StoredTensor& stored = tensors->begin()->second;
    stored.data.hugeIsInfinite = hugeIsInfinite;
    Result<Tensor> tensor = readStoredTensor(*source, stored, tensors->begin()->first);
    if (!tensor)
        return tensor.error();
    return NpyArray{std::move(*tensor), stored.data.type == ElementType::Bool,
                    isInteger(stored.data.type)};
}

} // namespace headscope
