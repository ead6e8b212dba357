// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/word_notes.h"

#include "words/quoted_word.h"

#include <QCoreApplication>

namespace headscope {

namespace {

struct WordNotesText {
    Q_DECLARE_TR_FUNCTIONS(WordNotes)
};

} // namespace

WordNotes wordNotes(const Run& run, std::string_view scope, Axis axis, Index count,
                    Index sequence) {
    const bool keys = axis == Axis::Key;
    if (!keys && axis != Axis::Query && axis != Axis::Sequence)
        return {};
    const AxisTokens tokens = run.tokens(scope);
    const bool ofKeys =
        run.labels().keyTokens && (keys ? tokens.keys : tokens.queries) == &*run.labels().keyTokens;
    const RunOrigin& origin = run.origin();
    WordNotes notes;
    notes.glosses = glossesOf(run, scope, axis, count, sequence);
    const UnlearntTokens& all = ofKeys ? origin.unlearnt.keyTokens : origin.unlearnt.tokens;
    const auto place = static_cast<std::size_t>(std::max<Index>(sequence, 0));
    for (const UnlearntToken& token :
         place < all.size() ? all[place] : std::vector<UnlearntToken>()) {
        if (token.place >= count)
            continue;
        notes.unlearnt.resize(static_cast<std::size_t>(count));
        notes.unlearnt[static_cast<std::size_t>(token.place)] = true;
    }
    return notes;
}

WordNotes wordNotes(const Run& run, std::string_view scope, const MatrixPanel& panel,
                    std::size_t side, Index sequence) {
    return wordNotes(run, scope, tokenSide(panel.name, panel.matrix.axes()[side]),
                     panel.matrix.size(side), sequence);
}

QStringList markedWords(QStringList words, const WordNotes& notes) {
    for (Index place = 0; place < std::ssize(notes.unlearnt) && place < words.size(); ++place) {
        if (notes.isUnlearnt(place))
            words[place] += u'*';
    }
    return words;
}

QStringList wordsWithNotes(const QStringList& words, const WordNotes& notes) {
    QStringList all = markedWords(words, notes);
    for (qsizetype place = 0; place < std::min(all.size(), notes.glosses.size()); ++place)
        all[place] += u' ' + notes.glosses[place];
    return all;
}

QStringList labelsWithNotes(const Run& run, std::string_view scope, Axis axis, Index count,
                            Index sequence) {
    return wordsWithNotes(axisLabels(run.tokens(scope), axis, sequence, count),
                          wordNotes(run, scope, axis, count, sequence));
}

QString spokenWord(const QString& word, const WordNotes& notes, Index place) {
    const QString note =
        notes.isUnlearnt(place) ? WordNotesText::tr("not learnt") : notes.glosses.value(place);
    return glossedWord(word, note);
}

} // namespace headscope
