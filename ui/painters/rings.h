// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>

class QColor;
class QPainter;

namespace headscope {

/// A frame of so many pixels around a rectangle, all of it outside.
void paintRing(QPainter& painter, const QRectF& inner, double width, const QColor& colour);

/// The letter of one that people choose from, white on black in a square: the same at a cell and
/// beside its words, in every theme.
void paintLetterBadge(QPainter& painter, const QRectF& square, const QString& letter);

} // namespace headscope
