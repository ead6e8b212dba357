// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/expression.h"
#include "support/language.h"

#include <cstdint>
#include <vector>

namespace headscope {

/// A part of a text of a lesson.
struct TextPiece {
    enum class Kind : std::uint8_t {
        Words,     ///< as they are; "d_{k}" is a subscript
        Number,    ///< what an expression comes to, with `decimals`; −1: as many as it needs
        Query,     ///< the word at a row, which an expression counts from 0
        Key,       ///< the word at a column
        Token,     ///< of the vocabulary of a model, the one with that id
        MarkBegin, ///< from here on the words point into the picture …
        MarkEnd,   ///< … to here
    };
    Kind kind = Kind::Words;
    std::string words; ///< of Words; of MarkBegin the name of the mark
    Expression expression;
    int decimals = -1;
};
using TextPieces = std::vector<TextPiece>;

/// A text in both languages. It is written as
///   "In [row {query:q}](row) the weight is {w:3}, which is {100 * w:0} % of {row_sum(h, q)}."
/// with {expression}, {expression:decimals}, {query:expression}, {key:expression},
/// {token:expression}, [words](name of a mark) and subscripts "d_{k}".
struct LessonText {
    TextPieces english;
    TextPieces chinese;

    const TextPieces& in(Language language) const {
        return language == Language::Chinese ? chinese : english;
    }
    bool isEmpty() const { return english.empty(); }
};

/// An Error quotes the beginning of what cannot be read.
Result<TextPieces> parseLessonText(std::string_view text);

} // namespace headscope
