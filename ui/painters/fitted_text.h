// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

namespace headscope {

/// Writes several lines from the upper left, in the font or in a smaller one that fits into the
/// rectangle, but in none of less than `smallest` pixels; gives how high they became.
double drawFitted(QPainter& painter, const QRectF& rect, QFont font, const QString& text,
                  double smallest);

} // namespace headscope
