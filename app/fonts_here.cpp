// SPDX-License-Identifier: GPL-3.0-or-later
#include "fonts_here.h"

#include "checkpoint/model_source.h"
#include "experiment/experiment_run.h"
#include "run/readable_tokens.h"
#include "scene/fonts.h"
#include "scene/matrix_panel.h"
#include "scene/statements.h"
#include "source/file_attention.h"

#include <QFontMetricsF>

#include <algorithm>
#include <set>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

QString joined(const TokenList& tokens) {
    QString words;
    for (const std::string& token : tokens)
        words += QString::fromStdString(token) + u' ';
    return words;
}

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

QString wordsOf(const Experiment& experiment) {
    QString words = joined(experiment.vocabulary);
    const RunLabels labels = labelsOf(experiment);
    for (const auto* lists : {&labels.tokens, &labels.keySideTokens()}) {
        for (const TokenList& list : *lists)
            words += joined(list);
    }
    return words;
}

QString wordsOf(const Source& source) {
    if (const auto experiment = source.experiment())
        return wordsOf(*experiment);
    if (const ModelSourcePointer model = source.model())
        return QString::fromStdString(model->text + ' ' + model->target);
    const FileAttentionPointer attention = source.attention();
    QString words;
    for (const TokenLists& lists :
         {attention->tokens, attention->keyTokens.value_or(TokenLists())}) {
        for (const TokenList& list : readableTokens(lists, attention->rawPieces))
            words += joined(list);
    }
    return words;
}

QString wordsOf(const Dataset& data) {
    return joined(data.words.words()) + joined(data.sourceWords.words());
}

Status checkFonts(const QString& words, QTextStream& err) {
    const QFontMetricsF text(textFont(14));
    const QFontMetricsF numbers(numberFont(14));
    if (!text.inFontUcs4(U'a') || !numbers.inFontUcs4(U'0'))
        return makeError("no font here has letters and digits, so that nothing could be read; the "
                         "Debian packages fonts-noto-core and fonts-noto-mono have them, "
                         "fonts-noto-cjk has Chinese");
    std::set<char32_t> missing;
    for (const char32_t letter : visibleLabel(words + axisWord(Axis::Query)).toUcs4()) {
        if (QChar::isLetterOrNumber(letter) || QChar::category(letter) == QChar::Symbol_Other) {
            if (!text.inFontUcs4(letter))
                missing.insert(letter);
        }
    }
    if (missing.empty())
        return Done{};
    constexpr std::size_t most = 8;
    QStringList letters;
    QStringList packages;
    for (const char32_t letter : missing) {
        if (static_cast<std::size_t>(letters.size()) < most)
            letters << QString::fromUcs4(&letter, 1);
        if (const QString package = packageOf(letter); !packages.contains(package))
            packages << package;
    }
    err << u"headscope: no font here has %1%2, drawn as boxes or not at all; %3 of Debian %4 it\n"_s
               .arg(letters.join(u' '), missing.size() > most ? u" …"_s : QString(),
                    packages.join(u" and "_s), packages.size() > 1 ? u"have"_s : u"has"_s);
    return Done{};
}

} // namespace headscope
