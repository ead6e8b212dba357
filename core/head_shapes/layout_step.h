// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headscope {

enum class LayoutOperation : std::uint8_t {
    Source,      ///< what the journey starts from
    Project,     ///< X · W: arithmetic, new numbers in new memory
    View,        ///< another shape, the same memory
    Transpose,   ///< two axes exchanged, the same memory
    Permute,     ///< all axes reordered, the same memory
    Contiguous,  ///< the same shape; copies where the strides are not those of C order
    Reshape,     ///< another shape; copies where a view cannot do it
    Concatenate, ///< separate matrices laid side by side; copies
};

/// One station: an operation of the engine's tensor and what came out of it.
struct LayoutStep {
    LayoutOperation operation = LayoutOperation::Source;
    Tensor tensor;              ///< after the operation, with its real strides
    PerAxis<std::size_t> order; ///< Transpose: the two axes; Permute: the whole order
    Index copiedBytes = 0;      ///< 0 where the memory is that of the step before
    /// Where bytes were copied: the tensor whose elements, in C order, are those of
    /// the new memory.
    Tensor copiedFrom;

    bool copies() const { return copiedBytes > 0; }
};

/// "view", "transpose(1, 2)", "contiguous" … as the operation is called in PyTorch.
std::string stepName(const LayoutStep& step);

/// "1, 2".
std::string numberList(const PerAxis<std::size_t>& numbers);

/// The engine's operations as steps. `from` is the step before.
LayoutStep viewStep(const LayoutStep& from, const Shape& shape, const Axes& axes);
LayoutStep transposeStep(const LayoutStep& from, std::size_t a, std::size_t b);
LayoutStep permuteStep(const LayoutStep& from, const PerAxis<std::size_t>& order);
LayoutStep contiguousStep(const LayoutStep& from);
LayoutStep reshapeStep(const LayoutStep& from, const Shape& shape, const Axes& axes);
/// Matrices [matrices, rows, columns] laid side by side: [rows, matrices · columns].
LayoutStep concatenateStep(const LayoutStep& from, const Axes& axes);

/// The cell that lies at `storageIndex`; of tensors whose elements do not overlap
/// and leave no holes, which is what views and transposes of a whole tensor are.
Cell cellAtStorageIndex(const Tensor& tensor, Index storageIndex);

} // namespace headscope
