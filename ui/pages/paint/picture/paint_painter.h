// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/picture/paint_picture.h"

#include <QCoreApplication>

class QPainter;

namespace headscope {

/// Draws the centre of the Paint page: the painting, what the head does, their difference, and what
/// stands around them. The curves are a plot of their own.
class PaintPainter {
    Q_DECLARE_TR_FUNCTIONS(Paint)

public:
    PaintPainter(QPainter& painter, const PaintPicture& picture)
        : m_painter(painter)
        , m_picture(picture) {}

    void paint() const;

private:
    void paintTitles() const;
    void paintOpening() const;
    void paintTarget() const;
    void paintMatrix(std::size_t place) const;
    void paintRows(std::size_t place) const;
    void paintCell(const QRectF& rect, QRgb colour, double value) const;
    void paintMarks() const;
    void paintVerdict() const;

    QPainter& m_painter;
    const PaintPicture& m_picture;
};

} // namespace headscope
