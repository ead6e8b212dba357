// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/token_words.h"

#include "measures/word_pieces.h"
#include "support/visible_text.h"

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

constexpr Index fewTokens = 16; ///< so many are told apart without their places

/// The words of a sequence; nullptr where nobody has any.
const TokenList* listOf(const AxisTokens& tokens, Axis axis, Index sequence) {
    const bool keys = axis == Axis::Key;
    if (!keys && axis != Axis::Query && axis != Axis::Sequence)
        return nullptr;
    const TokenLists* lists = keys ? tokens.keys : tokens.queries;
    const auto place = static_cast<std::size_t>(std::max<Index>(sequence, 0));
    return lists && place < lists->size() && !(*lists)[place].empty() ? &(*lists)[place] : nullptr;
}

} // namespace

Index wordCount(const AxisTokens& tokens, Axis axis, Index sequence, Index places) {
    const TokenList* list = listOf(tokens, axis, sequence);
    return list ? std::min<Index>(places, std::ssize(*list)) : places;
}

TokenWords tokenWords(const AxisTokens& tokens, Axis axis, Index sequence, Index count) {
    return tokenWords(tokens, axis, sequence, count, 0, count);
}

TokenWords tokenWords(const AxisTokens& tokens, Axis axis, Index sequence, Index count, Index first,
                      Index end) {
    TokenWords result;
    const TokenList* list = listOf(tokens, axis, sequence);
    const std::vector<WordPiece> pieces = list ? wordPieces(*list) : std::vector<WordPiece>();
    const bool joined = hasPieces(pieces);
    for (Index i = first; i < std::min(count, end); ++i) {
        const bool hasPiece = i < std::ssize(pieces);
        const WordPiece piece = hasPiece ? pieces[static_cast<std::size_t>(i)] : WordPiece();
        result.words << (!list      ? QString::number(i + 1)
                         : hasPiece ? QString::fromStdString(visibleText(piece.text))
                                    : QStringLiteral("·"));
        if (!joined)
            continue;
        result.starts.push_back(piece.startsWord);
        result.spaces.push_back(piece.ownsSpace);
    }
    return result;
}

SideWords sideWords(const AxisTokens& tokens, const MatrixPanel& panel, std::size_t side,
                    Index sequence, const QStringList& labels) {
    const Axis axis = tokenSide(panel.name, panel.matrix.axes()[side]);
    const TokenList* list = listOf(tokens, axis, sequence);
    const Index count = panel.matrix.size(side);
    const bool counts = axis == Axis::Key || axis == Axis::Query || axis == Axis::Sequence;
    // One label for all tokens names none.
    if (!counts || count != std::ssize(labels) || (list && count == 1 && list->size() > 1))
        return {labels, false, {}};
    TokenWords words = tokenWords(tokens, axis, sequence, count);
    if (count <= fewTokens && words.starts.empty())
        return {labels, false, {}};
    // Words that are their places are not written twice.
    Index place = 0;
    if (std::ranges::all_of(words.words,
                            [&](const QString& word) { return word == QString::number(++place); }))
        words.words.fill(QString());
    return {std::move(words.words), true, std::move(words.starts)};
}

} // namespace headscope
