// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "measures/comparison.h"
#include "scene/compared.h"
#include "scene/panels/matrix_panel.h"

#include <QCoreApplication>

namespace headscope {

/// What is said of a comparison, on whatever page.
struct CompareWords {
    Q_DECLARE_TR_FUNCTIONS(CompareWords)
};

/// One edit in words, and what it does alone.
struct CompareEdit {
    QString subject;
    QString change;
    QString alone; ///< "on its own 87 %"; empty where nothing is known of it
    bool taken = true;
};

/// "Two edits", as a sentence begins.
QString editCountText(std::size_t count);
/// A share in whole percents: "<1 %", "84 %", ">99 %"; "0 %" and "100 %" are exactly that.
QString percentText(double share);
/// The same of so much that moved, "NaN" where nothing did but numbers came to be none, or none
/// numbers.
QString movedText(double moved, Index unmeasured);
/// What one edit does alone: "on its own 87 %".
QString aloneText(const MatrixDifference& difference);
/// "20 pairs are NaN or ∞ in A or B alone": what no difference can be had of.
QString unmeasuredText(Index pairs);
/// Whether other places or files are compared, so that it is no question of edits.
bool comparesPlaces(const Compared& compared);
/// Why nothing moved; nothing where `edits` lie between A and B all the same.
std::optional<QString> nothingMovedText(const Compared& compared, bool places, std::size_t edits);
/// Why matrices of two sizes have no difference.
QString compareSizesText(const MatrixPanel& a, const MatrixPanel& b);

} // namespace headscope
