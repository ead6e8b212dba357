// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/labels.h"

#include <QStringList>

namespace headscope {

/// Letters that no font here has: they are drawn as boxes, or not at all.
struct MissingLetters {
    QString letters;      ///< the first few of them
    QStringList packages; ///< of Debian, that have them

    bool any() const { return !letters.isEmpty(); }
};

/// Which letters of a text are missing here; marks and signs of text alone are not looked for.
MissingLetters missingLetters(const QString& text);

/// The words of a list, and of a run, as a text.
QString wordsOf(const TokenList& list);
QString wordsOf(const RunLabels& labels);

/// What the window says of these words and of its own in the language that is set: nothing, or one
/// sentence, in English where that language cannot be read here.
QString missingLettersSentence(const QString& words);

} // namespace headscope
