// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/train_scene.h"

#include <QStringList>

#include <vector>

namespace headscope {

// What the stops of a step hold besides attention, of the record at the playhead.

/// The logits of the watched sentence: a row for each word that is said, a column for each class.
struct LogitTable {
    QStringList rows;          ///< the words at whose places something is said
    QStringList columns;       ///< of the shown classes
    std::vector<int> classes;  ///< which they are
    int allClasses = 0;        ///< how many there are
    std::vector<float> values; ///< [rows, columns]
    std::vector<int> right;    ///< [rows], place in columns
    float largest = 1;         ///< of any value, as far to both sides
};
/// Rows where something is asked; of several answers for each word those that say something. Of
/// more classes than `most` those that are right somewhere or have the largest logits, in their own
/// order.
LogitTable logitTable(const TrainScene& scene, int most);

/// One place where something is asked.
struct LossRow {
    QString place; ///< the word there
    QString right;
    double probability = 0; ///< of the right one
    double nats = 0;        ///< −ln of it
};
/// With right words fed in, without label smoothing.
std::vector<LossRow> lossRows(const TrainScene& scene);

} // namespace headscope
