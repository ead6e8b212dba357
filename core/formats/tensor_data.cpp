// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/tensor_data.h"

#include "disk/file_io.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <new>

namespace headscope {

namespace {

template <class Integer> Integer swappedBytes(Integer value) {
    auto bytes = std::bit_cast<std::array<unsigned char, sizeof(Integer)>>(value);
    std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<Integer>(bytes);
}

/// memcpy because data in files need not be aligned (old .safetensors are not).
template <class Value> Value load(const char* bytes, bool swap) {
    Value value{};
    std::memcpy(&value, bytes, sizeof value);
    return swap ? swappedBytes(value) : value;
}

/// IEEE 754 binary16 to binary32; every value has an exact counterpart, and the
/// bits of a NaN move along.
float halfToFloat(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16U;
    const std::uint32_t magnitude = half & 0x7FFFU;
    if (magnitude >= 0x7C00U) // infinity and NaN: all exponent bits set in both
        return std::bit_cast<float>(sign | 0x7F800000U | ((magnitude & 0x3FFU) << 13U));
    if (magnitude >= 0x0400U) // the biases of the exponents are 15 and 127
        return std::bit_cast<float>(sign | ((magnitude << 13U) + (112U << 23U)));
    const float subnormal = static_cast<float>(magnitude) * 0x1p-24F;
    return sign != 0 ? -subnormal : subnormal;
}

float bfloatToFloat(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

/// The first double that rounds to infinity: the largest float and half a step.
constexpr double tooLarge = 0x1.ffffffp127;

/// False where a finite number does not fit: then it is infinite.
bool loadFloat(ElementType type, const char* bytes, bool swap, float& value) {
    switch (type) {
    case ElementType::Bool: value = *bytes != 0 ? 1.0F : 0.0F; return true;
    case ElementType::UInt8: value = load<std::uint8_t>(bytes, swap); return true;
    case ElementType::Int8: value = load<std::int8_t>(bytes, swap); return true;
    case ElementType::UInt16: value = load<std::uint16_t>(bytes, swap); return true;
    case ElementType::Int16: value = load<std::int16_t>(bytes, swap); return true;
    case ElementType::UInt32:
        value = static_cast<float>(load<std::uint32_t>(bytes, swap));
        return true;
    case ElementType::Int32:
        value = static_cast<float>(load<std::int32_t>(bytes, swap));
        return true;
    case ElementType::UInt64:
        value = static_cast<float>(load<std::uint64_t>(bytes, swap));
        return true;
    case ElementType::Int64:
        value = static_cast<float>(load<std::int64_t>(bytes, swap));
        return true;
    case ElementType::Float16: value = halfToFloat(load<std::uint16_t>(bytes, swap)); return true;
    case ElementType::BFloat16:
        value = bfloatToFloat(load<std::uint16_t>(bytes, swap));
        return true;
    case ElementType::Float32:
        value = std::bit_cast<float>(load<std::uint32_t>(bytes, swap));
        return true;
    case ElementType::Float64: {
        const auto wide = std::bit_cast<double>(load<std::uint64_t>(bytes, swap));
        const bool fits = !std::isfinite(wide) || std::abs(wide) < tooLarge;
        value = fits ? static_cast<float>(wide) : static_cast<float>(std::copysign(HUGE_VAL, wide));
        return fits;
    }
    }
    return false;
}

Shape believedShape(const AnnouncedShape& announced) {
    Shape shape;
    for (const std::uint64_t size : announced)
        shape.push_back(static_cast<Index>(size));
    return shape;
}

Error tooLargeIn(const ByteSource& source, const std::string& name, std::size_t element) {
    if (name == source.name())
        return makeError(HEADSCOPE_MESSAGE("Message", "element %1 of %2 is too large for float32 "
                                                      "(at most 3.4028235e38)"),
                         element, name);
    return makeError(HEADSCOPE_MESSAGE("Message", "element %1 of tensor %2 of %3 is too large for "
                                                  "float32 (at most 3.4028235e38)"),
                     element, name, source.name());
}

Status checkPlace(const ByteSource& source, const TensorData& data, const std::string& name) {
    std::uint64_t bytes = 0;
    if (!checkedByteCount(data.shape, data.type, bytes) || data.offset > source.size() ||
        bytes > source.size() - data.offset)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 needs %2 bytes of data from byte %3 on, "
                                                      "but %4 has %5 bytes in all"),
                         name, bytes, data.offset, source.name(), source.size());
    return Done{};
}

/// Reads through a buffer of fixed size, so that no second copy of a large
/// tensor is held.
Status fill(const ByteSource& source, const TensorData& data, const std::string& name,
            std::span<float> values) {
    std::array<char, std::size_t{1} << 15> buffer; // NOLINT: filled before it is read
    const auto size = static_cast<std::size_t>(elementSize(data.type));
    const bool swap =
        (data.byteOrder == ByteOrder::Big) != (std::endian::native == std::endian::big);
    std::uint64_t offset = data.offset;
    for (std::size_t done = 0; done < values.size();) {
        const std::size_t count = std::min(values.size() - done, buffer.size() / size);
        if (Status read = source.readAt(offset, {buffer.data(), count * size}); !read)
            return read;
        for (std::size_t i = 0; i < count; ++i) {
            if (!loadFloat(data.type, buffer.data() + i * size, swap, values[done + i]) &&
                !data.hugeIsInfinite)
                return tooLargeIn(source, name, done + i);
        }
        done += count;
        offset += count * size;
    }
    return Done{};
}

} // namespace

bool isInteger(ElementType type) {
    switch (type) {
    case ElementType::UInt8:
    case ElementType::Int8:
    case ElementType::UInt16:
    case ElementType::Int16:
    case ElementType::UInt32:
    case ElementType::Int32:
    case ElementType::UInt64:
    case ElementType::Int64: return true;
    case ElementType::Bool:
    case ElementType::Float16:
    case ElementType::BFloat16:
    case ElementType::Float32:
    case ElementType::Float64: break;
    }
    return false;
}

std::uint64_t elementSize(ElementType type) {
    switch (type) {
    case ElementType::Bool:
    case ElementType::UInt8:
    case ElementType::Int8: return 1;
    case ElementType::UInt16:
    case ElementType::Int16:
    case ElementType::Float16:
    case ElementType::BFloat16: return 2;
    case ElementType::UInt32:
    case ElementType::Int32:
    case ElementType::Float32: return 4;
    case ElementType::UInt64:
    case ElementType::Int64:
    case ElementType::Float64: return 8;
    }
    return 0;
}

bool checkedByteCount(const AnnouncedShape& shape, ElementType type, std::uint64_t& bytes) {
    // At least the four bytes that one element takes once it is read.
    constexpr auto largest = std::uint64_t{1} << 63U;
    std::uint64_t product = std::max<std::uint64_t>(elementSize(type), sizeof(float));
    bool empty = false;
    for (const std::uint64_t size : shape) {
        empty = empty || size == 0;
        if (size != 0 && (__builtin_mul_overflow(product, size, &product) || product >= largest))
            return false;
    }
    bytes = elementSize(type);
    for (const std::uint64_t size : shape)
        bytes *= size;
    return true;
}

Status readTensorData(const ByteSource& source, const TensorData& data, const std::string& name,
                      std::span<float> to) {
    const Status there = checkPlace(source, data, name);
    return there ? fill(source, data, name, to) : there;
}

Result<Tensor> readTensorData(const ByteSource& source, const TensorData& data,
                              const std::string& name) {
    if (const Status there = checkPlace(source, data, name); !there)
        return there.error();
    try {
        Tensor tensor = Tensor::uninitialized(believedShape(data.shape),
                                              Axes(data.shape.size(), Axis::Feature));
        const std::span<float> values(tensor.mutableData(),
                                      static_cast<std::size_t>(tensor.elementCount()));
        if (const Status filled = fill(source, data, name, values); !filled)
            return filled.error();
        return tensor;
    } catch (const std::bad_alloc&) {
        if (name == source.name())
            return noMemoryToRead(name);
        return makeError(HEADSCOPE_MESSAGE("Message", "there is not enough memory to read tensor "
                                                      "%1 of %2"),
                         name, source.name());
    }
}

std::string_view littleEndianBytes(const Tensor& tensor, std::string& buffer) {
    const std::span<const float> values = tensor.values();
    if constexpr (std::endian::native == std::endian::little)
        return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
    buffer.resize(values.size_bytes());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint32_t bits = swappedBytes(std::bit_cast<std::uint32_t>(values[i]));
        std::memcpy(buffer.data() + i * sizeof bits, &bits, sizeof bits);
    }
    return buffer;
}

} // namespace headscope
