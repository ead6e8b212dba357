// SPDX-License-Identifier: GPL-3.0-or-later
#include "steps/partial_cell.h"

#include <algorithm>
#include <cmath>

namespace headscope {

PartialCell partialCell(const Explanation& explanation, double progress) {
    PartialCell partial;
    partial.terms = explanation.terms.size() + (explanation.bias ? 1 : 0);
    partial.current = partial.terms;
    if (!(progress > 0) || partial.terms == 0)
        return partial;
    if (progress >= 1) {
        partial.done = partial.terms;
    } else {
        const double place = progress * static_cast<double>(partial.terms);
        partial.current = std::min(static_cast<std::size_t>(place), partial.terms - 1);
        partial.portion = place - static_cast<double>(partial.current);
        constexpr double counted = 0.5; // it is seen to come before it counts
        partial.done = partial.current + (partial.portion >= counted ? 1 : 0);
    }
    if (partial.done == 0)
        return partial;
    const std::size_t products = std::min(partial.done, explanation.terms.size());
    partial.sum = products > 0 ? explanation.terms[products - 1].partialSum : 0;
    if (partial.done > products)
        partial.sum += static_cast<double>(*explanation.bias);
    return partial;
}

PartialCell partialOfHeads(const Explanation& explanation, Index heads, double progress) {
    Explanation lines;
    lines.terms.resize(static_cast<std::size_t>(heads));
    lines.bias = explanation.bias;
    const PartialCell line = partialCell(lines, progress);
    const std::size_t width = explanation.terms.size() / lines.terms.size();
    const std::size_t products = std::min(line.done, lines.terms.size());
    PartialCell partial = line;
    partial.terms = explanation.terms.size() + (explanation.bias ? 1 : 0);
    partial.done = products * width + (line.done - products);
    partial.current = std::min(line.current * width, partial.terms);
    partial.sum = products > 0 ? explanation.terms[products * width - 1].partialSum : 0;
    if (line.done > products)
        partial.sum += static_cast<double>(*explanation.bias);
    return partial;
}

float shownValue(const Explanation& explanation, const PartialCell& partial) {
    return partial.isComplete() ? explanation.result : static_cast<float>(partial.sum);
}

double partialProduct(const Tensor& left, const Tensor& right, Index row, Index column,
                      std::size_t terms) {
    double sum = 0;
    for (Index i = 0; i < static_cast<Index>(terms); ++i)
        sum += static_cast<double>(left(row, i)) * static_cast<double>(right(i, column));
    return sum;
}

double sweptProgress(double progress, Index index, Index count) {
    if (progress >= 1)
        return 1;
    return std::clamp(progress * static_cast<double>(count) - static_cast<double>(index), 0.0, 1.0);
}

} // namespace headscope
