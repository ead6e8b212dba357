// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope {

// Of the report of the heads, in pixels of an unscaled type.

inline constexpr double reportPadding = 16;
inline constexpr double headerHeight = 58;
inline constexpr double blockHeight = 160;
inline constexpr double plainBlockHeight = 92; ///< of a head that nobody knows a reference of
inline constexpr double tableRow = 21;
inline constexpr double footHeight = 44;

} // namespace headscope
