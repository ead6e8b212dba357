// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope {

/// The numbers that something takes, both ends included.
template <class Number> struct Bounds {
    Number low;
    Number high;
};

} // namespace headscope
