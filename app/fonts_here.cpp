// SPDX-License-Identifier: GPL-3.0-or-later
#include "fonts_here.h"

#include "checkpoint/model_source.h"
#include "experiment/experiment_run.h"
#include "run/readable_tokens.h"
#include "source/file_attention.h"
#include "type/fonts.h"
#include "words/missing_letters.h"
#include "words/statements.h"

#include <QFontMetricsF>

namespace headscope {

using namespace Qt::StringLiterals;

QString wordsOf(const Experiment& experiment) {
    return wordsOf(experiment.vocabulary) + wordsOf(labelsOf(experiment));
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
            words += wordsOf(list);
    }
    return words;
}

Status checkFonts(const QString& words, QTextStream& err) {
    const QFontMetricsF text(textFont(14));
    const QFontMetricsF numbers(numberFont(14));
    if (!text.inFontUcs4(U'a') || !numbers.inFontUcs4(U'0'))
        return makeError("no font here has letters and digits, so that nothing could be read; the "
                         "Debian packages fonts-noto-core and fonts-noto-mono have them, "
                         "fonts-noto-cjk has Chinese");
    const MissingLetters missing = missingLetters(words + axisWord(Axis::Query));
    if (missing.any())
        err << u"headscope: no font here has %1, drawn as boxes or not at all; %2 of Debian %3 it\n"_s
                   .arg(missing.letters, missing.packages.join(u" and "_s),
                        missing.packages.size() > 1 ? u"have"_s : u"has"_s);
    return Done{};
}

} // namespace headscope
