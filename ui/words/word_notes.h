// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run.h"
#include "scene/panels/matrix_panel.h"

namespace headscope {

/// What is to be known of the words at one side of a matrix beside the words themselves.
struct WordNotes {
    /// What each means in the language of the interface; empty where they are of that language,
    /// and where a person typed others.
    QStringList glosses;
    std::vector<bool> unlearnt; ///< whose numbers learnt weights never learnt; empty: none

    bool isEmpty() const { return glosses.isEmpty() && unlearnt.empty(); }
    bool isUnlearnt(Index place) const {
        return place < std::ssize(unlearnt) && unlearnt[static_cast<std::size_t>(place)];
    }
};

/// Of so many words at an axis of a block: queries, keys or a sequence.
WordNotes wordNotes(const Run& run, std::string_view scope, Axis axis, Index count, Index sequence);
/// Of the rows (side 0) or columns (1) of a panel of a block.
WordNotes wordNotes(const Run& run, std::string_view scope, const MatrixPanel& panel,
                    std::size_t side, Index sequence);

/// "chair*": the words with what marks those whose numbers were not learnt.
QStringList markedWords(QStringList words, const WordNotes& notes);
/// "机票 ticket", "chair*": all in one line.
QStringList wordsWithNotes(const QStringList& words, const WordNotes& notes);
/// The same of an axis of a block.
QStringList labelsWithNotes(const Run& run, std::string_view scope, Axis axis, Index count,
                            Index sequence);
/// "机票 (ticket)": as it is said.
QString spokenWord(const QString& word, const WordNotes& notes, Index place);

} // namespace headscope
