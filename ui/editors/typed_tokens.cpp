// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/typed_tokens.h"

#include "learning/history/learnt_tokens.h"
#include "tokenizers/characters.h"

#include <QList>

#include <algorithm>

namespace headscope {

namespace {

/// How many Chinese characters a text has; 0 where anything but punctuation stands beside them, or
/// a bracket, which says what is one token.
qsizetype chineseCharacters(const QString& text) {
    const QList<uint> all = text.trimmed().toUcs4();
    const auto isChinese = [](uint code) { return characters::isChineseOfBert(code); };
    const bool only = std::ranges::all_of(all, [&](uint code) {
        return isChinese(code) || (code >= 128 && characters::isPunctuation(code));
    });
    return only ? std::ranges::count_if(all, isChinese) : 0;
}

} // namespace

TokenList typedTokens(const Experiment& experiment, TokenSide side, const QString& text) {
    TokenList tokens = parseTokens(text.toStdString());
    if (tokens.size() != 1 || chineseCharacters(text) < 2)
        return tokens;
    TokenList cut = cutAtKnownWords(experiment, side, tokens.front());
    return cut.empty() ? tokens : cut;
}

bool lacksSpaces(const Experiment& experiment, TokenSide side, const QString& text) {
    constexpr qsizetype fewest = 3; // most words have two
    return chineseCharacters(text) >= fewest && typedTokens(experiment, side, text).size() == 1 &&
           !isKnownWord(experiment, side, text.trimmed().toStdString());
}

TokenList charactersOf(const QString& text) {
    TokenList tokens;
    for (const uint code : text.trimmed().toUcs4())
        tokens.push_back(characters::utf8(code));
    return tokens;
}

} // namespace headscope
