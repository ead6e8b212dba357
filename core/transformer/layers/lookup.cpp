// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/lookup.h"

#include "arithmetic/arithmetic.h"
#include "transformer/layers/rows.h"

namespace headscope {

Tensor lookedUp(const Tensor& ids, const Tensor& source, float factor) {
    Shape shape = ids.shape();
    Axes axes = ids.axes();
    shape.push_back(source.size(1));
    axes.push_back(Axis::ModelDim);
    Tensor rows = Tensor::uninitialized(shape, axes);
    const Matrix to = denseMatrix(rows.mutableData(), ids.elementCount(), source.size(1));
    const ConstMatrix from = rowsOf(source);
    for (Index i = 0; i < to.rows; ++i)
        arithmetic::scale(from.middleRows(static_cast<Index>(ids.data()[i]), 1), factor,
                          to.middleRows(i, 1));
    return rows;
}

std::size_t appendLookup(Trace& trace, const Parameters& parameters, const LookupTable& from,
                         std::size_t ids, TensorName name, const Scope& scope) {
    const Tensor& rows = parameters.at(from.role, from.scope);
    const std::size_t weight = TraceWriter(trace, from.scope.path())
                                   .add(tensorName(from.role), Operation::Parameter, rows);
    return TraceWriter(trace, scope.path())
        .add(name, Operation::Lookup, lookedUp(trace[ids].result, rows, from.factor), {ids, weight},
             from.factor);
}

} // namespace headscope
