// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/layout_step.h"

#include <cassert>
#include <utility>

namespace headscope {

namespace {

LayoutStep madeStep(LayoutOperation operation, const Tensor& result, const Tensor& source) {
    LayoutStep step;
    step.operation = operation;
    step.tensor = result;
    if (!result.sharesStorageWith(source)) {
        step.copiedBytes = result.elementCount() * static_cast<Index>(sizeof(float));
        step.copiedFrom = source;
    }
    return step;
}

} // namespace

std::string numberList(const PerAxis<std::size_t>& numbers) {
    std::string text;
    for (const std::size_t number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

std::string stepName(const LayoutStep& step) {
    switch (step.operation) {
    case LayoutOperation::Source: return "x";
    case LayoutOperation::Project: return "projection";
    case LayoutOperation::View: return "view";
    case LayoutOperation::Transpose: return "transpose(" + numberList(step.order) + ")";
    case LayoutOperation::Permute: return "permute(" + numberList(step.order) + ")";
    case LayoutOperation::Contiguous: return "contiguous";
    case LayoutOperation::Reshape: return "reshape";
    case LayoutOperation::Concatenate: return "cat";
    }
    return {};
}

LayoutStep viewStep(const LayoutStep& from, const Shape& shape, const Axes& axes) {
    return madeStep(LayoutOperation::View, from.tensor.view(shape, axes).value(), from.tensor);
}

LayoutStep transposeStep(const LayoutStep& from, std::size_t a, std::size_t b) {
    LayoutStep step =
        madeStep(LayoutOperation::Transpose, from.tensor.transposed(a, b), from.tensor);
    step.order = {a, b};
    return step;
}

LayoutStep permuteStep(const LayoutStep& from, const PerAxis<std::size_t>& order) {
    LayoutStep step = madeStep(LayoutOperation::Permute,
                               from.tensor.permuted({order.begin(), order.size()}), from.tensor);
    step.order = order;
    return step;
}

LayoutStep contiguousStep(const LayoutStep& from) {
    return madeStep(LayoutOperation::Contiguous, from.tensor.contiguous(), from.tensor);
}

LayoutStep reshapeStep(const LayoutStep& from, const Shape& shape, const Axes& axes) {
    return madeStep(LayoutOperation::Reshape, from.tensor.reshaped(shape, axes), from.tensor);
}

LayoutStep concatenateStep(const LayoutStep& from, const Axes& axes) {
    assert(from.tensor.rank() == 3);
    // What torch.cat does with separate matrices: row after row, a piece of each.
    const Tensor rowsFirst = from.tensor.transposed(0, 1);
    const Tensor result =
        rowsFirst.reshaped({rowsFirst.size(0), rowsFirst.size(1) * rowsFirst.size(2)}, axes);
    return madeStep(LayoutOperation::Concatenate, result, rowsFirst);
}

Cell cellAtStorageIndex(const Tensor& tensor, Index storageIndex) {
    // Sorted by insertion: axes are few, and of std::sort over so short an array GCC 12
    // wrongly warns at -O2 that it leaves the array (-Warray-bounds).
    PerAxis<std::size_t> byStride;
    for (std::size_t i = 0; i < tensor.rank(); ++i) {
        if (tensor.size(i) <= 1)
            continue;
        byStride.push_back(i);
        for (std::size_t at = byStride.size() - 1;
             at > 0 && tensor.stride(byStride[at]) > tensor.stride(byStride[at - 1]); --at)
            std::swap(byStride[at], byStride[at - 1]);
    }
    Cell cell(tensor.rank(), 0);
    Index rest = storageIndex - tensor.offset();
    for (const std::size_t axis : byStride) {
        cell[axis] = rest / tensor.stride(axis);
        rest %= tensor.stride(axis);
    }
    assert(rest == 0);
    return cell;
}

} // namespace headscope
