// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

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

} // namespace headscope
