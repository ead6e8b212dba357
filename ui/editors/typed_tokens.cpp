// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/typed_tokens.h"

#include "characters/characters.h"
#include "learning/history/learnt_tokens.h"

#include <QList>

#include <algorithm>

namespace headscope {

namespace {

bool isChinese(uint code) {
    return characters::isChineseOfBert(code);
}

/// How many Chinese characters a text has; 0 where a space or a bracket says what is one token.
qsizetype chineseCharacters(const QString& text) {
    const QList<uint> all = text.trimmed().toUcs4();
    const bool told = std::ranges::any_of(all, [](uint code) {
        return QChar::isSpace(code) || code == '[' || code == ']' || code == '<';
    });
    return told ? 0 : std::ranges::count_if(all, isChinese);
}

} // namespace

TokenList typedTokens(const Experiment& experiment, const PackedTrainingPointer& training,
                      TokenSide side, const QString& text) {
    TokenList tokens = parseTokens(text.toStdString());
    if (tokens.size() != 1 || chineseCharacters(text) < 2)
        return tokens;
    TokenList cut = cutAtKnownWords(experiment, training, side, tokens.front());
    return cut.empty() ? tokens : cut;
}

bool lacksSpaces(const Experiment& experiment, const PackedTrainingPointer& training,
                 TokenSide side, const QString& text) {
    constexpr qsizetype fewest = 3; // most words have two
    return chineseCharacters(text) >= fewest &&
           typedTokens(experiment, training, side, text).size() == 1 &&
           !isKnownWord(experiment, training, side, text.trimmed().toStdString());
}

TokenList charactersOf(const QString& text) {
    TokenList tokens;
    bool open = false; // a word of other letters goes on
    for (const uint code : text.trimmed().toUcs4()) {
        const bool other = !isChinese(code) && !characters::isPunctuation(code);
        if (other && open)
            tokens.back() += characters::utf8(code);
        else
            tokens.push_back(characters::utf8(code));
        open = other;
    }
    return tokens;
}

} // namespace headscope
