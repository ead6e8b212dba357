// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <iterator>

namespace headscope {

/// Some rows and some columns of a matrix; `end` stands behind the last one.
struct CellSpan {
    Index firstRow = 0;
    Index endRow = 0;
    Index firstColumn = 0;
    Index endColumn = 0;

    Index rows() const { return endRow - firstRow; }
    Index columns() const { return endColumn - firstColumn; }
    Index cells() const { return rows() * columns(); }
    bool operator==(const CellSpan&) const = default;
};

/// Leaves the places of a list from `first` on up to before `end`; a shorter list stays.
template <class List> void keepPlaces(List& list, Index first, Index end) {
    if (std::ssize(list) >= end)
        list = List(list.begin() + first, list.begin() + end);
}

} // namespace headscope
