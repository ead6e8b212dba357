// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/stored_tensor.h"

namespace headscope {

namespace {

/// The last element that the strides reach, from the first on.
std::uint64_t lastOf(const StoredTensor& stored) {
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < stored.data.shape.size(); ++i)
        last += (stored.data.shape[i] - 1) * (*stored.strides)[i];
    return last;
}

bool isInCOrder(const StoredTensor& stored) {
    if (!stored.strides)
        return true;
    std::uint64_t expected = 1;
    for (std::size_t i = stored.data.shape.size(); i-- > 0;) {
        if (stored.data.shape[i] != 1 && (*stored.strides)[i] != expected)
            return false;
        expected *= stored.data.shape[i];
    }
    return true;
}

} // namespace

Shape shapeOf(const StoredTensor& tensor) {
    Shape shape;
    for (const std::uint64_t size : tensor.data.shape)
        shape.push_back(static_cast<Index>(size));
    return shape;
}

Result<Tensor> readStoredTensor(const ByteSource& source, const StoredTensor& stored,
                                const std::string& name) {
    if (!stored.unreadable.empty() && name.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "the tensor of %1 has dtype %2, which cannot "
                                                      "be shown: save it as F32"),
                         source.name(), stored.unreadable);
    if (!stored.unreadable.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "tensor %1 of %2 has dtype %3, which cannot "
                                                      "be shown: save it as F32"),
                         name, source.name(), stored.unreadable);
    const Shape shape = shapeOf(stored);
    Index count = 1;
    for (const Index size : shape)
        count *= size;
    if (count == 0 || isInCOrder(stored))
        return readTensorData(source, stored.data, name);
    TensorData span = stored.data;
    const std::uint64_t last = lastOf(stored);
    span.shape = {last + 1};
    const Result<Tensor> all = readTensorData(source, span, name);
    if (!all)
        return all.error();
    Tensor tensor = Tensor::uninitialized(shape, Axes(shape.size(), Axis::Feature));
    float* to = tensor.mutableData();
    const float* from = all->data();
    Cell cell(shape.size(), 0);
    do {
        Index place = 0;
        for (std::size_t i = 0; i < shape.size(); ++i)
            place += cell[i] * static_cast<Index>((*stored.strides)[i]);
        *to++ = from[place];
    } while (advance(cell, shape));
    return tensor;
}

Status readStoredTensor(const ByteSource& source, const StoredTensor& stored,
                        const std::string& name, std::span<float> to) {
    if (stored.unreadable.empty() && isInCOrder(stored))
        return readTensorData(source, stored.data, name, to);
    const Result<Tensor> tensor = readStoredTensor(source, stored, name);
    if (!tensor)
        return tensor.error();
    std::ranges::copy(tensor->values(), to.begin());
    return Done{};
}

} // namespace headscope
