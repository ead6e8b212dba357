// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/panels/pooled_panel.h"

#include "arithmetic/passes.h"
#include "scene/panels/dense_rows.h"

#include <algorithm>
#include <limits>

namespace headscope {

namespace {

/// No level has more rows or columns: as many as the pixels of large screens.
constexpr Index largestLevel = 1024;
/// Nor is one made with fewer; the smallest drawings are three times as large.
constexpr Index smallestLevel = 4;
/// A matrix of fewer cells has no levels: every drawing has pixels for it.
constexpr Index smallestPooled = 12;

Index pooledSize(Index size, Index factor) {
    return (size + factor - 1) / factor;
}

/// `tensor`, of the cells of `panel` that count, with `factor` × `factor` in the place of one.
Tensor pooledTensor(const Tensor& tensor, const MatrixPanel& panel, Index factor,
                    const CancellationToken& token) {
    // Rows of padding have no numbers; where rows are keys, columns are those of queries.
    const Index rows = panel.turned ? tensor.size(0) : std::min(tensor.size(0), panel.paddingFrom);
    const Index columns =
        panel.turned ? std::min(tensor.size(1), panel.paddingFrom) : tensor.size(1);
    const Shape shape = {pooledSize(tensor.size(0), factor), pooledSize(tensor.size(1), factor)};
    Tensor result = Tensor::filled(shape, tensor.axes(), 0);
    float* values = result.mutableData();
    std::vector<float> best(static_cast<std::size_t>(columns));
    DenseRows numbers(tensor);
    std::optional<DenseRows> may;
    if (panel.mayAttend)
        may.emplace(*panel.mayAttend);
    for (Index y = 0; y * factor < rows && !token.isCancelled(); ++y) {
        std::ranges::fill(best, 0.0F);
        for (Index row = y * factor; row < std::min(rows, (y + 1) * factor); ++row)
            arithmetic::takeLarger(numbers[row], may ? (*may)[row] : nullptr, columns, best.data());
        arithmetic::takeLargerOfGroups(best.data(), columns, factor, values + y * shape[1]);
    }
    return result;
}

} // namespace

MatrixPanel pooled(const MatrixPanel& panel, Index factor, const CancellationToken& token) {
    MatrixPanel result = panel;
    result.prefix = {};
    result.typedNumbers.clear();
    result.matrix = pooledTensor(panel.matrix, panel, factor, token);
    // One that may is enough; and where a weight was, not all of what is 0 was dropped.
    if (panel.mayAttend)
        result.mayAttend = pooledTensor(*panel.mayAttend, panel, factor, token);
    if (panel.beforeDropout)
        result.beforeDropout = pooledTensor(*panel.beforeDropout, panel, factor, token);
    if (panel.paddingFrom < std::numeric_limits<Index>::max() - factor)
        result.paddingFrom = pooledSize(panel.paddingFrom, factor);
    return result;
}

PanelLevels::PanelLevels(const MatrixPanel& panel, const CancellationToken& token) {
    const Index longer = std::max(panel.matrix.size(0), panel.matrix.size(1));
    Index factor = 2;
    while (pooledSize(longer, factor) > largestLevel)
        factor *= 2;
    if (longer <= smallestPooled)
        return;
    m_levels.push_back({pooled(panel, factor, token), factor});
    while (pooledSize(longer, 2 * factor) >= smallestLevel && !token.isCancelled()) {
        factor *= 2;
        m_levels.push_back({pooled(m_levels.back().panel, 2, token), factor});
    }
}

Index PanelLevels::mostBytes(Index rows, Index columns) {
    const Index largest = std::min(rows, largestLevel) * std::min(columns, largestLevel);
    return largest * Index{2 * sizeof(float)} * 4 / 3; // values and mask, and a quarter, and …
}

PanelLevels::Level PanelLevels::at(const MatrixPanel& panel, double devicePitch) const {
    // A hair less than a pixel is one: 512 cells on 511.9 pixels are not halved.
    constexpr double pixel = 0.999;
    if (m_levels.empty() || devicePitch >= pixel)
        return {panel, 1};
    for (const Pooled& level : m_levels) {
        if (devicePitch * static_cast<double>(level.factor) >= pixel)
            return {level.panel, level.factor};
    }
    return {m_levels.back().panel, m_levels.back().factor};
}

} // namespace headscope
