// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/quoted_word.h"

#include "examples/examples.h"
#include "run/run.h"
#include "words/language.h"

namespace headscope {

QStringList glossesOf(const Run& run, std::string_view scope, Axis axis, Index count,
                      Index sequence) {
    const bool keys = axis == Axis::Key;
    if (sequence != 0 || (!keys && axis != Axis::Query && axis != Axis::Sequence))
        return {};
    const AxisTokens tokens = run.tokens(scope);
    const bool ofKeys =
        run.labels().keyTokens && (keys ? tokens.keys : tokens.queries) == &*run.labels().keyTokens;
    const RunOrigin& origin = run.origin();
    const bool ownWords =
        origin.likeness == Likeness::Example || origin.likeness == Likeness::Edited;
    const Example* const example = ownWords ? findExample(origin.example) : nullptr;
    QStringList glosses;
    for (const std::string& word :
         example ? example->glosses(ofKeys, currentLanguage()) : TokenList())
        glosses << QString::fromStdString(word);
    return glosses.size() == count ? glosses : QStringList();
}

QString glossedWord(const QString& word, const QString& gloss) {
    return gloss.isEmpty() ? word : QStringLiteral("%1 (%2)").arg(word, gloss);
}

QString quotedWord(const QString& label, Index place, const QString& gloss) {
    if (label == QString::number(place + 1) || label == QStringLiteral("·")) // of padding
        return label;
    return glossedWord(u'“' + label + u'”', gloss);
}

QString quotedWord(const Run& run, std::string_view scope, Axis axis, Index count, Index sequence,
                   Index place) {
    const QString label = axisLabels(run.tokens(scope), axis, sequence, count).value(place);
    if (axis == Axis::Sequence && count == 1)
        return label; // it stands for all of them
    return quotedWord(label, place, glossesOf(run, scope, axis, count, sequence).value(place));
}

QString quotedWord(const Run& run, std::string_view scope, const MatrixPanel& panel,
                   std::size_t side, Index sequence, Index place) {
    return quotedWord(run, scope, tokenSide(panel.name, panel.matrix.axes()[side]),
                      panel.matrix.size(side), sequence, place);
}

} // namespace headscope
