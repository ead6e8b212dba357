// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/cell_span.h"

#include <QFontMetricsF>
#include <QStringList>

#include <functional>

namespace headscope {

/// The place that axisLabels() writes behind a word that occurs twice: " (7)" of "the (7)"; empty
/// where there is none.
QString labelPlace(const QString& label);
/// The word alone: "the".
QString withoutPlace(const QString& label);
/// As much of it as fits, and the mark of a word that was not learnt behind: "zeb…*".
QString elidedLabel(const QFontMetricsF& metrics, const QString& label, double width);

/// "queries 3–9 × keys 1–12 of 40 × 40": the places of a part of a matrix with so many rows and
/// columns.
QString partText(const CellSpan& part, Index rows, Index columns, bool queryKey);

/// Labels as `elide` cuts each, by its place in the list, behind what has room. Words that would
/// look alike ("www.exampl…") lose their beginnings instead or, where they end alike, too, what
/// stands before the first letter that tells them apart.
QStringList elidedApart(const QStringList& labels,
                        const std::function<QString(qsizetype, const QString&)>& elide);

} // namespace headscope
