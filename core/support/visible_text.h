// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace headscope {

/// `text` (UTF-8) as a message may show it. What would break the line, drive a
/// terminal, turn the reading direction or hide is written out: \n, \t, \u202E,
/// and \xFF for a byte that is no UTF-8. Joiners, which some scripts and emoji
/// need, stay. Of a text longer than any path the end is left out. What was
/// visible already comes back as it is.
std::string visibleText(std::string_view text);

} // namespace headscope
