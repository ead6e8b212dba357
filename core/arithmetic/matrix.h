// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <initializer_list>
#include <type_traits>

namespace headscope {

/// Rows and columns of floats that belong to somebody else: what core/arithmetic
/// reads (ConstMatrix) and writes (Matrix).
template <class T> struct MatrixOf {
    T* data = nullptr;
    Index rows = 0;
    Index columns = 0;
    Index rowStride = 0;    ///< floats from row to row; 0 where one row stands for all
    Index columnStride = 1; ///< floats from column to column; 1 unless transposed

    MatrixOf middleRows(Index first, Index count) const {
        return {data + first * rowStride, count, columns, rowStride, columnStride};
    }
    MatrixOf middleColumns(Index first, Index count) const {
        return {data + first * columnStride, rows, count, rowStride, columnStride};
    }
    MatrixOf transposed() const { return {data, columns, rows, columnStride, rowStride}; }

    operator MatrixOf<const T>() const // NOLINT(google-explicit-constructor)
        requires(!std::is_const_v<T>) {
        return {data, rows, columns, rowStride, columnStride};
    }
};
using Matrix = MatrixOf<float>;
using ConstMatrix = MatrixOf<const float>;

/// `rows` rows of `columns` floats, one after another.
template <class T> MatrixOf<T> denseMatrix(T* data, Index rows, Index columns) {
    return {data, rows, columns, columns};
}

/// The last two axes of a tensor at `place` in the axes before them.
inline ConstMatrix lastTwoAxes(const Tensor& tensor, std::initializer_list<Index> place = {}) {
    const std::size_t last = tensor.rank() - 1;
    assert(place.size() + 1 == last);
    const float* data = tensor.data();
    std::size_t axis = 0;
    for (const Index index : place)
        data += index * tensor.stride(axis++);
    // An axis of size 1 may have any stride.
    const Index columnStride = tensor.size(last) == 1 ? 1 : tensor.stride(last);
    return {data, tensor.size(last - 1), tensor.size(last), tensor.stride(last - 1), columnStride};
}

/// All axes but the last as rows; of a contiguous tensor.
inline ConstMatrix rowsOf(const Tensor& tensor) {
    assert(tensor.isContiguous());
    const Index columns = tensor.shape().back();
    return denseMatrix(tensor.data(), tensor.elementCount() / columns, columns);
}

} // namespace headscope
