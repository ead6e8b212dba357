// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/byte_source.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace headscope {

/// How a file stores one number.
enum class ElementType : std::uint8_t {
    Bool,
    UInt8,
    Int8,
    UInt16,
    Int16,
    UInt32,
    Int32,
    UInt64,
    Int64,
    Float16,
    BFloat16,
    Float32,
    Float64,
};

enum class ByteOrder : std::uint8_t { Little, Big };

/// Whole numbers, bools aside.
bool isInteger(ElementType type);
/// In bytes.
std::uint64_t elementSize(ElementType type);

/// A shape as files announce it, before anybody believed it.
using AnnouncedShape = PerAxis<std::uint64_t>;

/// Π shape · elementSize, or false where that does not fit 63 bits. Zeros do not
/// hide an overflow of the other sizes: the strides would not fit either.
bool checkedByteCount(const AnnouncedShape& shape, ElementType type, std::uint64_t& bytes);

/// Where the numbers of one tensor lie in a file.
struct TensorData {
    AnnouncedShape shape; ///< checkedByteCount() holds
    ElementType type = ElementType::Float32;
    ByteOrder byteOrder = ByteOrder::Little;
    std::uint64_t offset = 0; ///< of the first byte
    /// What is beyond float32 becomes infinite, as the smallest float64 of a mask, which means −∞.
    bool hugeIsInfinite = false;
};

/// The numbers in C order as float32, rounded to nearest as astype(float32) does;
/// bools become 0 and 1. An Error (which calls the tensor `name`) where they do
/// not lie within the source, where a finite number is too large for float32, or
/// where the memory does not suffice.
Result<Tensor> readTensorData(const ByteSource& source, const TensorData& data,
                              const std::string& name);
/// The same into memory for just so many.
Status readTensorData(const ByteSource& source, const TensorData& data, const std::string& name,
                      std::span<float> to);

/// The values of a contiguous tensor as little-endian float32: its own memory,
/// or on a big-endian machine `buffer`, which must live as long as the result.
std::string_view littleEndianBytes(const Tensor& tensor, std::string& buffer);

} // namespace headscope
