// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor.h"

#include "tensor/block_cache.h"
#include "tensor/recipes.h"
#include "tensor/storage.h"

#include <cstring>
#include <limits>

namespace headscope {

namespace {
/// Before all of a fresh tensor is written at once.
void preferLargePages(float* data, Index count) {
    constexpr std::size_t severalPages = std::size_t{4} << 20;
    const auto bytes = static_cast<std::size_t>(count) * sizeof(float);
    if (bytes >= severalPages)
        block_cache::preferLargePages(data, bytes);
}
} // namespace

Tensor::Tensor()
    : m_shape{0}
    , m_strides{1}
    , m_axes{Axis::Feature} {}

Tensor Tensor::uninitialized(const Shape& shape, const Axes& axes) {
    assert(shape.size() == axes.size());
    Index count = 0;
    [[maybe_unused]] const bool fits = checkedElementCount(shape, count);
    assert(fits);
    Tensor tensor;
    tensor.m_storage = allocateStorage(count);
    tensor.m_data = tensor.m_storage.get();
    tensor.m_storageSize = count;
    tensor.m_shape = shape;
    tensor.m_strides = contiguousStrides(shape);
    tensor.m_axes = axes;
    return tensor;
}

Tensor Tensor::filled(const Shape& shape, const Axes& axes, float value) {
    Tensor tensor = uninitialized(shape, axes);
    preferLargePages(tensor.m_data, tensor.m_storageSize);
    std::fill_n(tensor.m_data, tensor.m_storageSize, value);
    return tensor;
}

Tensor Tensor::madeLater(const Shape& shape, const Axes& axes, std::function<void(float*)> fill,
                         Making making) {
    assert(shape.size() == axes.size());
    Index count = 0;
    [[maybe_unused]] const bool fits = checkedElementCount(shape, count);
    assert(fits);
    Tensor tensor;
    tensor.m_storage = allocateStorage(
        count,
        [fill = std::move(fill), count](float* numbers) {
            preferLargePages(numbers, count);
            fill(numbers);
        },
        making);
    if (isFilled(tensor.m_storage))
        tensor.m_data = tensor.m_storage.get();
    tensor.m_storageSize = count;
    tensor.m_shape = shape;
    tensor.m_strides = contiguousStrides(shape);
    tensor.m_axes = axes;
    return tensor;
}

float* Tensor::made() const {
    if (m_storage)
        fillStorage(m_storage);
    return m_storage.get();
}

Tensor Tensor::fromValues(const Shape& shape, const Axes& axes, std::span<const float> values) {
    Tensor tensor = uninitialized(shape, axes);
    assert(static_cast<Index>(values.size()) == tensor.m_storageSize);
    std::copy(values.begin(), values.end(), tensor.m_data);
    return tensor;
}

Index Tensor::elementCount() const {
    Index count = 1;
    for (const Index size : m_shape)
        count *= size;
    return count;
}

Index Tensor::storageIndex(const Cell& cell) const {
    assert(cell.size() == rank());
    Index index = m_offset;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        assert(cell[i] >= 0 && cell[i] < m_shape[i]);
        index += cell[i] * m_strides[i];
    }
    return index;
}

Index Tensor::storageSize() const {
    return m_storageSize;
}

const float* Tensor::data() const {
    const float* const first = start();
    return first ? first + m_offset : nullptr;
}

float* Tensor::mutableData() {
    assert(m_storage.use_count() <= 1 && isContiguous());
    forgetNumbers(m_storage);
    m_data = start();
    return m_data ? m_data + m_offset : nullptr;
}

std::span<const float> Tensor::values() const {
    assert(isContiguous());
    return {data(), static_cast<std::size_t>(elementCount())};
}

bool Tensor::isContiguous() const {
    if (isEmpty())
        return true;
    Index expected = 1;
    for (std::size_t i = rank(); i-- > 0;) {
        if (m_shape[i] == 1)
            continue;
        if (m_strides[i] != expected)
            return false;
        expected *= m_shape[i];
    }
    return true;
}

bool Tensor::isWholeStorage() const {
    return m_offset == 0 && elementCount() == m_storageSize && isContiguous();
}

Result<Tensor> Tensor::view(const Shape& shape, const Axes& axes) const {
    assert(shape.size() == axes.size());
    Index count = 0;
    if (!checkedElementCount(shape, count) || count != elementCount())
        return makeError(
            HEADSCOPE_MESSAGE("Message", "shape %1 does not hold the %2 elements of %3"),
            shapeText(shape), elementCount(), shapeText(m_shape));
    Tensor result = *this;
    result.m_shape = shape;
    result.m_axes = axes;
    if (isEmpty()) {
        result.m_strides = contiguousStrides(shape);
        return result;
    }
    // Runs of old axes that lie in memory as one axis would ("chunks") can be cut
    // freely; a new axis must not cross the border between two runs.
    result.m_strides = Strides(shape.size(), 1);
    std::size_t next = shape.size();
    Index chunkSize = 1;
    Index chunkStride = rank() == 0 ? 1 : m_strides.back();
    for (std::size_t i = rank(); i-- > 0;) {
        chunkSize *= m_shape[i];
        const bool chunkEnds =
            i == 0 || (m_shape[i - 1] != 1 && m_strides[i - 1] != chunkSize * chunkStride);
        if (!chunkEnds)
            continue;
        Index filled = 1;
        while (next > 0 && (filled < chunkSize || shape[next - 1] == 1)) {
            --next;
            result.m_strides[next] = filled * chunkStride;
            filled *= shape[next];
        }
        if (filled != chunkSize)
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "a view of shape %1 would have to copy memory: "
                                               "shape %2 is not contiguous there"),
                             shapeText(shape), shapeText(m_shape));
        if (i > 0) {
            chunkSize = 1;
            chunkStride = m_strides[i - 1];
        }
    }
    return result;
}

Tensor Tensor::transposed(std::size_t a, std::size_t b) const {
    Tensor result = *this;
    std::swap(result.m_shape[a], result.m_shape[b]);
    std::swap(result.m_strides[a], result.m_strides[b]);
    std::swap(result.m_axes[a], result.m_axes[b]);
    return result;
}

Tensor Tensor::permuted(std::span<const std::size_t> order) const {
    assert(order.size() == rank());
    Tensor result = *this;
    for (std::size_t i = 0; i < order.size(); ++i) {
        result.m_shape[i] = m_shape[order[i]];
        result.m_strides[i] = m_strides[order[i]];
        result.m_axes[i] = m_axes[order[i]];
    }
    return result;
}

Tensor Tensor::contiguous() const {
    if (isContiguous())
        return *this;
    Tensor copy = uninitialized(m_shape, m_axes);
    // The last axis in a tight loop, the others by the odometer.
    const std::size_t last = rank() - 1;
    const Index run = m_shape[last];
    const Index step = m_strides[last];
    Shape outer = m_shape;
    outer[last] = 1;
    Cell cell(rank(), 0);
    float* target = copy.m_data;
    const float* const numbers = start();
    do {
        const float* source = numbers + storageIndex(cell);
        if (step == 1) {
            std::memcpy(target, source, static_cast<std::size_t>(run) * sizeof(float));
        } else {
            for (Index i = 0; i < run; ++i)
                target[i] = source[i * step];
        }
        target += run;
    } while (advance(cell, outer));
    return copy;
}

Tensor Tensor::reshaped(const Shape& shape, const Axes& axes) const {
    if (Result<Tensor> same = view(shape, axes))
        return *same;
    return *contiguous().view(shape, axes);
}

Tensor Tensor::selected(std::size_t axis, Index index) const {
    assert(index >= 0 && index < m_shape[axis]);
    Tensor result = *this;
    result.m_offset += index * m_strides[axis];
    result.m_shape = {};
    result.m_strides = {};
    result.m_axes = {};
    for (std::size_t i = 0; i < rank(); ++i) {
        if (i == axis)
            continue;
        result.m_shape.push_back(m_shape[i]);
        result.m_strides.push_back(m_strides[i]);
        result.m_axes.push_back(m_axes[i]);
    }
    return result;
}

Tensor Tensor::withAxes(const Axes& axes) const {
    assert(axes.size() == rank());
    Tensor result = *this;
    result.m_axes = axes;
    return result;
}

Tensor Tensor::on(const Tensor& whole) const {
    assert(whole.isWholeStorage() && whole.m_storageSize == m_storageSize);
    Tensor result = *this;
    result.m_storage = whole.m_storage;
    result.m_data = whole.m_data;
    return result;
}

Tensor Tensor::withElement(const Cell& cell, float value) const {
    Tensor copy = uninitialized(m_shape, m_axes);
    preferLargePages(copy.m_data, copy.m_storageSize);
    const Tensor source = contiguous();
    std::copy(source.values().begin(), source.values().end(), copy.m_data);
    copy.m_data[copy.storageIndex(cell)] = value;
    return copy;
}

bool operator==(const Tensor& a, const Tensor& b) {
    if (!(a.m_shape == b.m_shape) || !(a.m_axes == b.m_axes))
        return false;
    if (a.m_storage == b.m_storage && a.m_offset == b.m_offset && a.m_strides == b.m_strides)
        return true;
    if (recipes::haveOneOrigin(a, b))
        return true; // whether they are made or not
    const Tensor left = a.contiguous();
    const Tensor right = b.contiguous();
    return left.isEmpty() ||
           std::memcmp(left.data(), right.data(),
                       static_cast<std::size_t>(left.elementCount()) * sizeof(float)) == 0;
}

Strides contiguousStrides(const Shape& shape) {
    Strides strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = strides[i] * std::max<Index>(shape[i], 1);
    return strides;
}

bool checkedElementCount(const Shape& shape, Index& count) {
    count = 1;
    for (const Index size : shape) {
        if (size < 0 || __builtin_mul_overflow(count, size, &count))
            return false;
    }
    return count <= std::numeric_limits<Index>::max() / Index{sizeof(float)};
}

std::string shapeText(const Shape& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

} // namespace headscope
