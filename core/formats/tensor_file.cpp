// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/tensor_file.h"

#include "formats/torch_file.h"

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

Result<NpyArray> readArray(const std::string& path, bool hugeIsInfinite) {
    Result<std::unique_ptr<ByteSource>> opened = openFile(path);
    if (!opened)
        return opened.error();
    const std::shared_ptr<const ByteSource> source = std::move(*opened);
    const bool named = path.ends_with(".safetensors");
    if (isNpy(*source) || !(named || looksLikeTorch(*source)))
        return readNpy(*source, hugeIsInfinite);
    Result<StoredTensors> tensors =
        looksLikeTorch(*source) ? readTorchFile(*source) : storedInSafetensors(*source);
    if (!tensors)
        return tensors.error();
    if (tensors->size() != 1)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 holds %2 tensors (%3): one alone is needed "
                                                      "here"),
                         path, tensors->size(), namesIn(*tensors));
    StoredTensor& stored = tensors->begin()->second;
    stored.data.hugeIsInfinite = hugeIsInfinite;
    Result<Tensor> tensor = readStoredTensor(*source, stored, tensors->begin()->first);
    if (!tensor)
        return tensor.error();
    return NpyArray{std::move(*tensor), stored.data.type == ElementType::Bool,
                    isInteger(stored.data.type)};
}

} // namespace headscope
