// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "tensor/axis.h"
#include "tensor/cells.h"

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace headscope {

using Axes = PerAxis<Axis>;
/// Where `axis` stands, or how many axes there are.
constexpr std::size_t placeOf(Axis axis, const Axes& axes) {
    return static_cast<std::size_t>(std::find(axes.begin(), axes.end(), axis) - axes.begin());
}

/// What making a number costs: no more than remembering how, or so much that only who reads it
/// should pay.
enum class Making : std::uint8_t { Cheap, Dear };

/// A float32 tensor: storage shared with its views, an offset, a shape and
/// strides (in elements), and a name for each axis. view, transposed, permuted
/// and contiguous behave as PyTorch's and share memory exactly where those do.
/// Values are written once, by whoever makes the tensor, and never change after.
class Tensor {
public:
    /// No elements: rank 1, shape (0).
    Tensor();

    /// A fresh contiguous tensor; its values are unspecified until written
    /// through mutableData(). `axes` has one entry for each of `shape`.
    static Tensor uninitialized(const Shape& shape, const Axes& axes);
    static Tensor filled(const Shape& shape, const Axes& axes, float value);
    /// Fresh and contiguous; `fill` writes its numbers in C order when the first of them is
    /// read, in the thread that does. Others that read meanwhile wait. Few numbers are made at
    /// once, unless each of them is Dear.
    static Tensor madeLater(const Shape& shape, const Axes& axes, std::function<void(float*)> fill,
                            Making making = Making::Cheap);
    /// `values` in C order; their number must be the product of the shape.
    static Tensor fromValues(const Shape& shape, const Axes& axes, std::span<const float> values);

    std::size_t rank() const { return m_shape.size(); }
    const Shape& shape() const { return m_shape; }
    const Strides& strides() const { return m_strides; }
    const Axes& axes() const { return m_axes; }
    Index size(std::size_t axis) const { return m_shape[axis]; }
    Index stride(std::size_t axis) const { return m_strides[axis]; }
    Index elementCount() const;
    bool isEmpty() const { return elementCount() == 0; }
    /// Where the axis of that name stands; rank() where there is none.
    std::size_t axisOf(Axis axis) const { return placeOf(axis, m_axes); }
    bool has(Axis axis) const { return axisOf(axis) < rank(); }
    /// Where the first element lies in the storage, in elements.
    Index offset() const { return m_offset; }
    /// offset() + Σ index · stride: where an element lies in the storage.
    Index storageIndex(const Cell& cell) const;
    /// How many elements the shared storage holds.
    Index storageSize() const;

    /// The first element; others at Σ index · stride from here.
    const float* data() const;
    /// For the maker of a fresh tensor only: contiguous, not yet shared.
    float* mutableData();
    float at(const Cell& cell) const { return start()[storageIndex(cell)]; }
    template <std::convertible_to<Index>... I> float operator()(I... indices) const {
        return at(Cell{static_cast<Index>(indices)...});
    }
    /// The elements in C order; only of a contiguous tensor.
    std::span<const float> values() const;

    /// C order without holes; axes of size 1 do not count (as in PyTorch).
    bool isContiguous() const;
    /// The memory that views share, as the rooms that keep it know it.
    const std::shared_ptr<float[]>& storage() const { return m_storage; }
    /// Whether it is all of its storage, in C order.
    bool isWholeStorage() const;
    bool sharesStorageWith(const Tensor& other) const { return m_storage == other.m_storage; }

    /// The same memory under another shape; an Error where the strides do not
    /// allow it without a copy ("view size is not compatible …" in PyTorch).
    Result<Tensor> view(const Shape& shape, const Axes& axes) const;
    /// Axes a and b exchanged; no element moves.
    Tensor transposed(std::size_t a, std::size_t b) const;
    /// Axis i of the result is axis order[i] of this; no element moves.
    Tensor permuted(std::span<const std::size_t> order) const;
    /// Itself where already contiguous, else a copy in C order.
    Tensor contiguous() const;
    /// A view where the strides allow it, else a view of a contiguous copy.
    Tensor reshaped(const Shape& shape, const Axes& axes) const;
    /// One index of one axis, without that axis; no element moves.
    Tensor selected(std::size_t axis, Index index) const;
    /// Same memory, other names.
    Tensor withAxes(const Axes& axes) const;
    /// The same view of another storage of the same size, which `whole` is all of.
    Tensor on(const Tensor& whole) const;
    /// A contiguous copy with one element replaced.
    Tensor withElement(const Cell& cell, float value) const;

    /// Same shape and axes, and the same values bit for bit (NaN equals itself).
    friend bool operator==(const Tensor& a, const Tensor& b);

private:
    /// The first number of the storage, made where it was not yet.
    float* start() const { return m_data ? m_data : made(); }
    float* made() const;

    std::shared_ptr<float[]> m_storage;
    float* m_data = nullptr; ///< m_storage.get(), if that is filled; saves an indirection
    Index m_storageSize = 0;
    Index m_offset = 0;
    Shape m_shape;
    Strides m_strides;
    Axes m_axes;
};

/// Row-major strides of a shape: strides[i] = Π shape[j > i].
Strides contiguousStrides(const Shape& shape);
/// Π shape, or nothing where it does not fit an Index.
bool checkedElementCount(const Shape& shape, Index& count);
/// "(2, 3, 6)", as PyTorch writes shapes.
std::string shapeText(const Shape& shape);

} // namespace headscope
