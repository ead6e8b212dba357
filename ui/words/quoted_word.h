// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/panels/matrix_panel.h"

#include <QString>
#include <QStringList>

#include <string_view>

namespace headscope {

class Run;

// Words of a person's sentence as they stand in the sentences of the window: "“not”", and with
// what they mean where the reader's language is another one: "“机票” (ticket)".

/// What the words at so many places of an axis mean to the reader; empty where they are of that
/// language, and where a person typed others. Of queries, keys or a sequence.
QStringList glossesOf(const Run& run, std::string_view scope, Axis axis, Index count,
                      Index sequence);

/// "机票 (ticket)": as it stands in a sentence.
QString glossedWord(const QString& word, const QString& gloss);

/// A label of an axis in a sentence; one that is the number of its place is no word.
QString quotedWord(const QString& label, Index place, const QString& gloss = {});
/// The same of a place of an axis, all of it.
QString quotedWord(const Run& run, std::string_view scope, Axis axis, Index count, Index sequence,
                   Index place);
/// Of a row (side 0) or column (1) of a panel of a block.
QString quotedWord(const Run& run, std::string_view scope, const MatrixPanel& panel,
                   std::size_t side, Index sequence, Index place);

} // namespace headscope
