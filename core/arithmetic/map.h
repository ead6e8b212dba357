// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// For small products Eigen has another way, whose bits depend on where in memory
// the result lies.
#define EIGEN_GEMM_TO_COEFFBASED_THRESHOLD 0
// Square roots are those of the processor: Eigen's own are NaN for infinity.
#define EIGEN_FAST_MATH 0

#include "arithmetic/matrix.h"

#include <Eigen/Core>

/// Our matrices as Eigen's.
namespace headscope::arithmetic {

template <int order> using Strided = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, order>;

inline auto map(Matrix m) {
    assert(m.columnStride == 1);
    return Eigen::Map<Strided<Eigen::RowMajor>, Eigen::Unaligned, Eigen::OuterStride<>>(
        m.data, m.rows, m.columns, Eigen::OuterStride<>(m.rowStride));
}
inline auto map(ConstMatrix m) {
    assert(m.columnStride == 1);
    return Eigen::Map<const Strided<Eigen::RowMajor>, Eigen::Unaligned, Eigen::OuterStride<>>(
        m.data, m.rows, m.columns, Eigen::OuterStride<>(m.rowStride));
}
/// A matrix whose columns, not rows, are dense.
inline auto mapTransposed(ConstMatrix m) {
    assert(m.rowStride == 1);
    return Eigen::Map<const Strided<Eigen::ColMajor>, Eigen::Unaligned, Eigen::OuterStride<>>(
        m.data, m.rows, m.columns, Eigen::OuterStride<>(m.columnStride));
}
/// `count` floats as a row.
inline auto mapRow(const float* data, Index count) {
    return Eigen::Map<const Eigen::RowVectorXf>(data, count);
}

} // namespace headscope::arithmetic
