// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/tensor_file.h"

#include "formats/torch_file.h"
#include "formats/zip_file.h"
#include "support/listed.h"

#include <algorithm>
#include <array>
#include <map>

namespace headscope {

namespace {

using Names = std::vector<std::string>;

template <class Named> Names namesOf(const Named& tensors) {
    Names found;
    for (const auto& [name, tensor] : tensors)
        found.push_back(name);
    return found;
}

constexpr std::size_t mostNamed = 4;

Error notAlone(const ByteSource& source, const Names& called) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 holds %2 tensors (%3): one alone is needed "
                                                  "here"),
                     source.name(), called.size(), listed(called, mostNamed));
}

/// The one that is meant: it is alone, or alone with the first of the words that any name has.
/// Nothing: none is.
std::optional<std::string> meantAmong(const Names& called,
                                      std::span<const std::string_view> words) {
    if (called.size() == 1)
        return called.front();
    for (const std::string_view word : words) {
        Names with;
        for (const std::string& name : called) {
            if (name.find(word) != name.npos)
                with.push_back(name);
        }
        if (!with.empty())
            return with.size() == 1 ? std::optional(with.front()) : std::nullopt;
    }
    return std::nullopt;
}

bool isNpy(const ByteSource& source) {
    std::array<char, 6> head{};
    return source.size() >= head.size() && source.readAt(0, head) &&
           std::string_view(head.data(), head.size()) == "\x93NUMPY";
}

using Archived = std::map<std::string, ZipEntry>;

/// The arrays of an archive of numpy.savez(), by their names; empty: it is no such archive.
Archived archivedIn(const ByteSource& source) {
    Archived named;
    const Result<std::vector<ZipEntry>> entries = readZipDirectory(source);
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        const ZipEntry& entry = (*entries)[i];
        if (entry.name.ends_with(".npy"))
            named.emplace(entry.name.substr(0, entry.name.size() - 4), entry);
    }
    return named;
}

} // namespace

Result<TensorFile> TensorFile::open(const std::string& path) {
    Result<std::unique_ptr<ByteSource>> source = openFile(path);
    return source ? open(std::shared_ptr<const ByteSource>(std::move(*source))) : source.error();
}

Result<TensorFile> TensorFile::open(std::shared_ptr<const ByteSource> source) {
    if (isNpy(*source))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 is an array of NumPy (.npy), which has no "
                                           "names: weights are a .safetensors or .pt"),
                         source->name());
    if (looksLikeTorch(*source)) {
        if (const Archived arrays = archivedIn(*source); !arrays.empty())
            return makeError(HEADSCOPE_MESSAGE(
                                 "Message",
                                 "%1 holds arrays of NumPy (%2), and weights are a .safetensors or "
                                 ".pt: torch.save({name: torch.from_numpy(array) for name, array "
                                 "in numpy.load(\"%1\").items()}, \"weights.pt\") makes one"),
                             source->name(), listed(namesOf(arrays), mostNamed));
    }
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

/// The meant array of an archive of numpy.savez(); nothing: it is no such archive.
std::optional<Result<NpyArray>> readArchived(const ByteSource& source, bool hugeIsInfinite,
                                             std::span<const std::string_view> words) {
    const Archived named = archivedIn(source);
    if (named.empty())
        return std::nullopt;
    const std::optional<std::string> meant = meantAmong(namesOf(named), words);
    if (!meant)
        return notAlone(source, namesOf(named));
    const Result<std::string> bytes = readZipEntry(source, named.at(*meant));
    if (!bytes)
        return Result<NpyArray>(bytes.error());
    return readNpy(MemorySource(*bytes, source.name()), hugeIsInfinite);
}

} // namespace

Result<NpyArray> readArray(const std::string& path, bool hugeIsInfinite,
                           std::span<const std::string_view> words) {
    Result<std::unique_ptr<ByteSource>> opened = openFile(path);
    if (!opened)
        return opened.error();
    const std::shared_ptr<const ByteSource> source = std::move(*opened);
    const bool isSafetensors = path.ends_with(".safetensors") || looksLikeSafetensors(*source);
    if (isNpy(*source) || !(isSafetensors || looksLikeTorch(*source)))
        return readNpy(*source, hugeIsInfinite);
    if (looksLikeTorch(*source)) {
        if (std::optional<Result<NpyArray>> archived = readArchived(*source, hugeIsInfinite, words))
            return std::move(*archived);
    }
    Result<StoredTensors> tensors =
        looksLikeTorch(*source) ? readTorchFile(*source) : storedInSafetensors(*source);
    if (!tensors)
        return tensors.error();
    const std::optional<std::string> meant = meantAmong(namesOf(*tensors), words);
    if (!meant)
        return notAlone(*source, namesOf(*tensors));
    StoredTensor& stored = tensors->at(*meant);
    stored.data.hugeIsInfinite = hugeIsInfinite;
    Result<Tensor> tensor = readStoredTensor(*source, stored, *meant);
    if (!tensor)
        return tensor.error();
    return NpyArray{std::move(*tensor), stored.data.type == ElementType::Bool,
                    isInteger(stored.data.type)};
}

} // namespace headscope
