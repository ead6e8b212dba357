// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <vector>

namespace headscope {

/// The rows of a matrix as dense ones: where they lie, or, where the numbers of a row do not
/// lie side by side, as a copy that holds until the next row is asked for.
class DenseRows {
public:
    explicit DenseRows(const Tensor& matrix)
        : m_matrix(matrix) {
        if (matrix.stride(1) != 1)
            m_copy.resize(static_cast<std::size_t>(matrix.size(1)));
    }

    const float* operator[](Index row) {
        const float* value = m_matrix.data() + row * m_matrix.stride(0);
        if (m_copy.empty())
            return value;
        for (float& copy : m_copy) {
            copy = *value;
            value += m_matrix.stride(1);
        }
        return m_copy.data();
    }

private:
    const Tensor& m_matrix;
    std::vector<float> m_copy;
};

} // namespace headscope
