// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <initializer_list>
#include <span>

namespace headscope {

/// Up to six values, one for each axis of a tensor, without an allocation:
/// a trace holds a few of them for every step, and small runs are mostly overhead.
template <class T> class PerAxis {
public:
    static constexpr std::size_t maxRank = 6;

    constexpr PerAxis() = default;
    constexpr PerAxis(std::initializer_list<T> values)
        : PerAxis(std::span<const T>(values.begin(), values.size())) {}
    constexpr explicit PerAxis(std::span<const T> values)
        : m_size(values.size()) {
        assert(values.size() <= maxRank);
        std::copy(values.begin(), values.end(), m_values.begin());
    }
    constexpr PerAxis(std::size_t size, T value)
        : m_size(size) {
        assert(size <= maxRank);
        std::fill_n(m_values.begin(), size, value);
    }

    constexpr std::size_t size() const { return m_size; }
    constexpr bool empty() const { return m_size == 0; }
    constexpr T& operator[](std::size_t i) {
        assert(i < m_size);
        return m_values[i];
    }
    constexpr const T& operator[](std::size_t i) const {
        assert(i < m_size);
        return m_values[i];
    }
    constexpr T* begin() { return m_values.data(); }
    constexpr T* end() { return m_values.data() + m_size; }
    constexpr const T* begin() const { return m_values.data(); }
    constexpr const T* end() const { return m_values.data() + m_size; }
    constexpr T& back() { return (*this)[m_size - 1]; }
    constexpr const T& back() const { return (*this)[m_size - 1]; }
    constexpr void push_back(T value) {
        assert(m_size < maxRank);
        m_values[m_size++] = value;
    }

    friend constexpr bool operator==(const PerAxis& a, const PerAxis& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    std::array<T, maxRank> m_values{};
    std::size_t m_size = 0;
};

using Shape = PerAxis<Index>;
using Strides = PerAxis<Index>; ///< in elements, as in PyTorch
using Cell = PerAxis<Index>;    ///< the position of one element, an index per axis

} // namespace headscope
