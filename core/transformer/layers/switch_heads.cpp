// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/switch_heads.h"

#include <algorithm>

namespace headscope {

namespace {

/// `inside` in the columns of these heads, `outside` in all others, [heads·d_v].
Tensor maskOf(const OffHere& off, Index columns, float inside, float outside) {
    Tensor mask = Tensor::uninitialized({columns}, {Axis::HeadsValueDim});
    float* to = mask.mutableData();
    std::fill_n(to, columns, outside);
    for (const Index head : off.heads)
        std::fill_n(to + head * off.valueDim, off.valueDim, inside);
    return mask;
}

/// Every row times `row`.
Tensor timesRow(const Tensor& x, const Tensor& row) {
    Tensor result = Tensor::uninitialized(x.shape(), x.axes());
    float* to = result.mutableData();
    const float* from = x.data();
    for (Index i = 0; i < x.elementCount(); i += row.size(0)) {
        to = std::transform(from, from + row.size(0), row.data(), to, std::multiplies());
        from += row.size(0);
    }
    return result;
}

/// Every word's row plus that of its sequence.
Tensor plusMean(const Tensor& x, const Tensor& mean) {
    Tensor result = Tensor::uninitialized(x.shape(), x.axes());
    float* to = result.mutableData();
    const float* from = x.data();
    const Index width = x.size(2);
    for (Index row = 0; row < x.size(0) * x.size(1); ++row, from += width)
        to = std::transform(from, from + width, mean.data() + row / x.size(1) * width, to,
                            std::plus());
    return result;
}

} // namespace

Tensor meanOverWords(const Tensor& x) {
    Tensor mean = Tensor::uninitialized({x.size(0), 1, x.size(2)}, x.axes());
    float* to = mean.mutableData();
    for (Index sequence = 0; sequence < x.size(0); ++sequence) {
        for (Index column = 0; column < x.size(2); ++column) {
            double sum = 0;
            for (Index word = 0; word < x.size(1); ++word)
                sum += double{x(sequence, word, column)};
            *to++ = static_cast<float>(sum / static_cast<double>(x.size(1)));
        }
    }
    return mean;
}

std::size_t appendSwitchedHeads(TraceWriter& trace, std::size_t contexts, const OffHere& off) {
    const Tensor all = trace[contexts].contiguous();
    const Index columns = all.size(2);
    const Tensor on = maskOf(off, columns, 0, 1);
    const std::size_t kept = trace.add(TensorName::KeptHeads, Operation::Parameter, on);
    const Tensor rest = timesRow(all, on);
    const std::size_t keptContext =
        trace.add(TensorName::KeptContext, Operation::Multiply, rest, {contexts, kept});
    if (off.by == OffBy::Zero)
        return keptContext;
    const Tensor out = maskOf(off, columns, 1, 0);
    const std::size_t offHeads = trace.add(TensorName::OffHeads, Operation::Parameter, out);
    const Tensor theirs = timesRow(all, out);
    const std::size_t offContext =
        trace.add(TensorName::OffContext, Operation::Multiply, theirs, {contexts, offHeads});
    const Tensor mean = meanOverWords(theirs);
    const std::size_t offMean = trace.add(TensorName::OffMean, Operation::Mean, mean, {offContext});
    return trace.add(TensorName::SwitchedContext, Operation::Add, plusMean(rest, mean),
                     {keptContext, offMean});
}

} // namespace headscope
