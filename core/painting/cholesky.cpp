// SPDX-License-Identifier: GPL-3.0-or-later
#include "painting/cholesky.h"

#include <cmath>

namespace headscope {

bool solveByCholesky(std::vector<double>& matrix, Index size, std::vector<double>& right) {
    double* const l = matrix.data();
    for (Index row = 0; row < size; ++row) {
        double* const own = l + row * size;
        for (Index column = 0; column <= row; ++column) {
            const double* const other = l + column * size;
            double rest = own[column];
            for (Index k = 0; k < column; ++k)
                rest -= own[k] * other[k];
            if (column < row)
                own[column] = rest / other[column];
            else if (rest > 0)
                own[row] = std::sqrt(rest);
            else
                return false; // NaN too
        }
    }
    for (Index row = 0; row < size; ++row) {
        double rest = right[static_cast<std::size_t>(row)];
        for (Index k = 0; k < row; ++k)
            rest -= l[row * size + k] * right[static_cast<std::size_t>(k)];
        right[static_cast<std::size_t>(row)] = rest / l[row * size + row];
    }
    for (Index row = size - 1; row >= 0; --row) {
        double rest = right[static_cast<std::size_t>(row)];
        for (Index k = row + 1; k < size; ++k)
            rest -= l[k * size + row] * right[static_cast<std::size_t>(k)];
        right[static_cast<std::size_t>(row)] = rest / l[row * size + row];
    }
    return true;
}

} // namespace headscope
