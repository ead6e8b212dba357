// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_text.h"

namespace headscope {

/// A text with its numbers.
struct SaidPiece {
    TextPiece::Kind kind = TextPiece::Kind::Words;
    std::string words;           ///< of Words; of MarkBegin the mark's name
    std::optional<double> value; ///< a number, or the place of a word; nothing: there is none
    int decimals = -1;
};
using SaidText = std::vector<SaidPiece>;

/// A paragraph as it stands now.
struct SaidParagraph {
    SaidText text;
    bool holds = true;  ///< else the text is that of the start, and …
    SaidText otherwise; ///< … this is said of now; may be empty
};

/// Asks a scope for the numbers of a text.
SaidText saidWith(const TextPieces& pieces, const ExpressionScope& scope);

} // namespace headscope
