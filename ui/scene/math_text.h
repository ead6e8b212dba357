// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

namespace headscope {

/// One line with subscripts and superscripts: "÷ √d_{k}", "K^{T}".
double mathTextWidth(const QString& markup, const QFont& font);
/// Draws in the painter's pen; `alignment` as in QPainter::drawText.
void drawMathText(QPainter& painter, const QRectF& rect, Qt::Alignment alignment,
                  const QString& markup, const QFont& font);
/// The same for a QLabel: <sub> and <sup>.
QString mathHtml(const QString& markup);

} // namespace headscope
