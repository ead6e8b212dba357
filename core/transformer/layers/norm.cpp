// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/norm.h"

#include "arithmetic/arithmetic.h"
#include "transformer/layers/rows.h"

namespace headscope {

namespace {

/// Allocates the result; `statistics` is the shape of mean and variance.
arithmetic::Norm make(const NormInput& input, const Shape& statistics, Normalisation& result) {
    const Tensor& x = input.x;
    result.mean = Tensor::uninitialized(statistics, x.axes());
    result.variance = Tensor::uninitialized(statistics, x.axes());
    result.normalised = Tensor::uninitialized(x.shape(), x.axes());
    result.output = Tensor::uninitialized(x.shape(), x.axes());
    const ConstMatrix rows = rowsOf(x);
    return {.x = rows,
            .gain = input.gain.data(),
            .shift = input.shift ? input.shift->data() : nullptr,
            .epsilon = input.epsilon,
            .mean = result.mean.mutableData(),
            .variance = result.variance.mutableData(),
            .normalised = denseMatrix(result.normalised.mutableData(), rows.rows, rows.columns),
            .output = denseMatrix(result.output.mutableData(), rows.rows, rows.columns)};
}

/// Every token by itself, some of them at a time.
bool normTokens(const NormInput& input, const Execution& execution, Normalisation& result,
                void (*normalise)(const arithmetic::Norm&)) {
    Shape one = input.x.shape();
    one.back() = 1;
    const arithmetic::Norm norm = make(input, one, result);
    return forParts(norm.x.rows, norm.x.columns, execution, [&](Index first, Index last) {
        const Index rows = last - first;
        arithmetic::Norm part = norm;
        part.x = norm.x.middleRows(first, rows);
        part.mean += first;
        part.variance += first;
        part.normalised = norm.normalised.middleRows(first, rows);
        part.output = norm.output.middleRows(first, rows);
        normalise(part);
    });
}

} // namespace

bool layerNorm(const NormInput& input, const Execution& execution, Normalisation& result) {
    return normTokens(input, execution, result, arithmetic::normaliseRows);
}

bool rmsNorm(const NormInput& input, const Execution& execution, Normalisation& result) {
    return normTokens(input, execution, result, arithmetic::rootNormaliseRows);
}

bool batchNorm(const NormInput& input, const Execution& execution, Normalisation& result) {
    Shape one(input.x.rank(), 1);
    one.back() = input.x.shape().back();
    const arithmetic::Norm norm = make(input, one, result);
    constexpr Index width = 64; // of a task
    const Index columns = norm.x.columns;
    return parallelFor((columns + width - 1) / width, execution, [&](Index task) {
        const Index first = task * width;
        const Index count = std::min(width, columns - first);
        arithmetic::Norm part = norm;
        part.x = norm.x.middleColumns(first, count);
        part.gain += first;
        if (part.shift)
            part.shift += first;
        part.mean += first;
        part.variance += first;
        part.normalised = norm.normalised.middleColumns(first, count);
        part.output = norm.output.middleColumns(first, count);
        arithmetic::normaliseColumns(part);
    });
}

} // namespace headscope
