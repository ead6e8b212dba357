// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace headscope {

/// Whether row i of a table has value i of its enumeration, so that rows are found by it.
template <class Table, class Row, class Value>
constexpr bool standsInOrder(const Table& table, Value Row::*value) {
    std::size_t place = 0;
    for (const Row& row : table) {
        if (static_cast<std::size_t>(row.*value) != place++)
            return false;
    }
    return true;
}

} // namespace headscope
