// SPDX-License-Identifier: GPL-3.0-or-later
#include "eigen_product.h"

#include <Eigen/Core>

void eigenProduct(const float* a, const float* b, float* c, std::ptrdiff_t rows,
                  std::ptrdiff_t depth, std::ptrdiff_t columns) {
    using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const Matrix> left(a, rows, depth);
    const Eigen::Map<const Matrix> right(b, depth, columns);
    Eigen::Map<Matrix>(c, rows, columns).noalias() = left * right;
}
