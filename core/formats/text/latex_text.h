// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace headscope {

/// Any text, UTF-8, as LaTeX writes it in a paragraph or a cell of a table, whatever the encoding
/// of its fonts. What would hide or turn other text is written out (visibleText).
std::string latexText(std::string_view text);
/// Markup (_{} and ^{}) as LaTeX writes it between dollars.
std::string latexMath(std::string_view markup);

} // namespace headscope
