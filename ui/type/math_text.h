// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace headscope {

/// A piece of a line: below (−1), on (0) or above (1) the base line.
struct MathRun {
    QString text;
    int level = 0;
};
std::vector<MathRun> mathRuns(const QString& markup);
/// The size of a run's type and how far it is lifted, as parts of the line's own size.
double mathRunSize(int level);
double mathRunLift(int level);

/// One line with subscripts and superscripts: "÷ √d_{k}", "K^{T}".
double mathTextWidth(const QString& markup, const QFont& font);
/// Draws in the painter's pen; `alignment` as in QPainter::drawText.
void drawMathText(QPainter& painter, const QRectF& rect, Qt::Alignment alignment,
                  const QString& markup, const QFont& font);
/// One plain line, elided at its end where the rectangle is too narrow; in the
/// painter's font and pen.
void drawElidedText(QPainter& painter, const QRectF& rect, int alignment, const QString& text);
/// Markup for a QLabel: <sub> and <sup>.
QString mathHtml(const QString& markup);

/// As much of the markup as fits that width, with "…" behind; all of it where that fits.
QString elidedMathText(const QString& markup, const QFont& font, double width);
/// "d_{k}" becomes "d_k", "10^{38}" becomes "10^38".
QString withoutMarkup(QString text);

} // namespace headscope
