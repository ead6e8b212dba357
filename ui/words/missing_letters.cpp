// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/missing_letters.h"

#include "scene/panels/matrix_panel.h"
#include "type/fonts.h"
#include "words/statements.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <set>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

/// As app/packages.sh installs them.
QString packageOf(char32_t letter) {
    switch (QChar::script(letter)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Bopomofo:
    case QChar::Script_Hangul: return u"fonts-noto-cjk"_s;
    default: break;
    }
    const bool wide =
        (letter >= 0x3000 && letter < 0x3040) || (letter >= 0xFF00 && letter < 0xFFF0);
    return wide                ? u"fonts-noto-cjk"_s
           : letter >= 0x1F000 ? u"fonts-noto-color-emoji"_s
                               : u"fonts-noto-core"_s;
}

} // namespace

MissingLetters missingLetters(const QString& text) {
    const QFontMetricsF font(textFont(14));
    std::set<char32_t> looked;
    std::set<char32_t> missing;
    for (const char32_t letter : visibleLabel(text).toUcs4()) {
        const bool isLooked =
            QChar::isLetterOrNumber(letter) || QChar::category(letter) == QChar::Symbol_Other;
        if (isLooked && looked.insert(letter).second && !font.inFontUcs4(letter))
            missing.insert(letter);
    }
    constexpr std::size_t most = 8;
    QStringList letters;
    MissingLetters found;
    for (const char32_t letter : missing) {
        if (static_cast<std::size_t>(letters.size()) < most)
            letters << QString::fromUcs4(&letter, 1);
        if (const QString package = packageOf(letter); !found.packages.contains(package))
            found.packages << package;
    }
    found.letters = letters.join(u' ') + (missing.size() > most ? u" …"_s : QString());
    return found;
}

QString wordsOf(const TokenList& list) {
    QString words;
    for (const std::string& token : list)
        words += QString::fromStdString(token) + u' ';
    return words;
}

QString wordsOf(const RunLabels& labels) {
    QString words;
    for (const auto* lists : {&labels.tokens, &labels.keySideTokens()}) {
        for (const TokenList& list : *lists)
            words += wordsOf(list);
    }
    return words;
}

QString missingLettersSentence(const QString& words) {
    const QString own = axisWord(Axis::Query);
    const MissingLetters missing = missingLetters(own + words);
    if (!missing.any())
        return {};
    const bool readable = !missingLetters(own).any();
    const char* const sentence = QT_TRANSLATE_NOOP(
        "MissingLetters", "No font here has some of these letters: they are boxes until %1 of "
                          "Debian is installed.");
    return (readable ? QCoreApplication::translate("MissingLetters", sentence)
                     : QString::fromUtf8(sentence))
        .arg(missing.packages.join(u", "_s));
}

} // namespace headscope
