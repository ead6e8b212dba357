// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/pooled_panel.h"

#include <algorithm>
#include <cmath>

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

/// `best` becomes the one of the larger magnitude; a NaN is never replaced.
inline void takeLarger(float& best, float value) {
    best = !(std::fabs(value) <= std::fabs(best)) && best == best ? value : best;
}

/// One row of the matrix as it lies in memory, and its mask.
struct Row {
    const float* values;
    const float* may; ///< nullptr: no mask
    Index valueStride, mayStride;
};

Row rowOf(const MatrixPanel& panel, Index row) {
    const Tensor& matrix = panel.matrix;
    Row result{matrix.data() + row * matrix.stride(0), nullptr, matrix.stride(1), 0};
    if (panel.mayAttend) {
        result.may = panel.mayAttend->data() + row * panel.mayAttend->stride(0);
        result.mayStride = panel.mayAttend->stride(1);
    }
    return result;
}

/// Takes a row into the largest values of its columns so far.
void fold(const Row& row, std::vector<float>& best, std::vector<float>& any) {
    const auto columns = static_cast<Index>(best.size());
    if (!row.may && row.valueStride == 1) {
        for (Index i = 0; i < columns; ++i)
            takeLarger(best[static_cast<std::size_t>(i)], row.values[i]);
        return;
    }
    for (Index i = 0; i < columns; ++i) {
        const float may = row.may ? row.may[i * row.mayStride] : 1.0F;
        const auto place = static_cast<std::size_t>(i);
        takeLarger(best[place], may != 0.0F ? row.values[i * row.valueStride] : 0.0F);
        any[place] = may != 0.0F ? 1.0F : any[place];
    }
}

} // namespace

MatrixPanel pooled(const MatrixPanel& panel, Index factor, const CancellationToken& token) {
    const Index rows = panel.matrix.size(0);
    const Index columns = panel.matrix.size(1);
    const Shape shape = {pooledSize(rows, factor), pooledSize(columns, factor)};
    MatrixPanel result = panel;
    result.prefix = {};
    result.matrix = Tensor::filled(shape, panel.matrix.axes(), 0);
    float* values = result.matrix.mutableData();
    float* mays = nullptr;
    if (panel.mayAttend) {
        result.mayAttend = Tensor::filled(shape, panel.matrix.axes(), 0);
        mays = result.mayAttend->mutableData();
    }
    std::vector<float> best(static_cast<std::size_t>(columns));
    std::vector<float> any(static_cast<std::size_t>(columns));
    for (Index y = 0; y < shape[0] && !token.isCancelled(); ++y) {
        std::ranges::fill(best, 0.0F);
        std::ranges::fill(any, 0.0F);
        for (Index row = y * factor; row < std::min(rows, (y + 1) * factor); ++row)
            fold(rowOf(panel, row), best, any);
        for (Index column = 0; column < columns; ++column) {
            const Index x = y * shape[1] + column / factor;
            takeLarger(values[x], best[static_cast<std::size_t>(column)]);
            if (mays && any[static_cast<std::size_t>(column)] != 0.0F)
                mays[x] = 1.0F;
        }
    }
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
