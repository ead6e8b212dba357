// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/tensor_data.h"

#include <map>
#include <optional>
#include <string>

namespace headscope {

/// A tensor as the header of a file describes it; its numbers stay where they are.
struct StoredTensor {
    TensorData data; ///< checkedByteCount() holds, and the file is long enough
    /// In elements, from data.offset on; nothing: in C order.
    std::optional<PerAxis<std::uint64_t>> strides = {};
    /// What the file calls a type that cannot be shown; empty: it can be.
    std::string unreadable = {};
};
using StoredTensors = std::map<std::string, StoredTensor, std::less<>>;

/// Its shape, as sentences and checks take it.
Shape shapeOf(const StoredTensor& tensor);

/// The numbers of one of them, all axes Axis::Feature. An Error where its type cannot be shown,
/// and as of readTensorData(). `name` is what it is called.
Result<Tensor> readStoredTensor(const ByteSource& source, const StoredTensor& stored,
                                const std::string& name);
/// The same into memory for just so many.
Status readStoredTensor(const ByteSource& source, const StoredTensor& stored,
                        const std::string& name, std::span<float> to);

} // namespace headscope
