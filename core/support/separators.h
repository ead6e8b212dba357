// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace headscope {

/// Whether a token (UTF-8) separates others rather than being a word: it is made of punctuation
/// alone (",", "。", "…"), or it is a special token: something in angle brackets without a space
/// ("<s>", "<|endoftext|>"), or letters without a small one among them in square brackets
/// ("[CLS]", "[SEP]"). A mark of a space before it ("Ġ,", "▁,") does not count. Punctuation is what
/// Unicode calls so in ASCII, Latin-1, General Punctuation, CJK and full-width forms.
bool isSeparator(std::string_view token);
/// Whether it is one of them in brackets.
bool isSpecialToken(std::string_view token);

} // namespace headscope
