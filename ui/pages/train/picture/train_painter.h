// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/picture/train_arrangement.h"

class QFont;
class QPainter;

namespace headscope {

/// What the painters of a training's parts share: where they draw, what, and in which colours.
class TrainPainter {
public:
    TrainPainter(QPainter& painter, const TrainArrangement& layout)
        : m_painter(painter)
        , m_layout(layout)
        , m_scene(layout.scene())
        , m_geometry(layout.geometry())
        , m_colours(theme(m_scene.display.theme)) {}

protected:
    static constexpr Qt::Alignment left = Qt::AlignLeft | Qt::AlignVCenter;
    static constexpr Qt::Alignment right = Qt::AlignRight | Qt::AlignVCenter;

    double px(double pixels) const { return m_layout.px(pixels); }
    /// So many pixels high around a middle.
    static QRectF band(double from, double middle, double to, double height) {
        return {from, middle - height / 2, to - from, height};
    }
    /// One line of text; elided where it is too long.
    void write(const QRectF& rect, Qt::Alignment alignment, const QString& text, const QFont& font,
               const QColor& colour) const;
    /// What is said beside the picture: small, grey, around a middle.
    void writeNote(double from, double middle, double to, Qt::Alignment alignment,
                   const QString& text) const;
    /// As write(), read upwards: the rectangle is turned with its origin at that point.
    void writeUpwards(QPointF origin, const QRectF& rect, Qt::Alignment alignment,
                      const QString& text, const QFont& font, const QColor& colour) const;
    void drawHeadMark(const QRectF& rect, int head) const;
    /// "step 12", at most so wide; gives back the rectangle around it.
    QRectF drawStepLabel(double from, double most, const RecordedStep& step, bool accent) const;
    /// Whether cells are large enough for numbers.
    bool fitsNumber(const QSizeF& cell) const;
    void drawCross(QPointF at, double size) const;
    /// A bar of which a share from 0 to 1 is filled.
    void drawBar(const QRectF& bar, double share) const;
    /// The triangle in the corner of a cell that marks it.
    void drawCorner(QPointF topRight, double size, const QColor& colour) const;

    QPainter& m_painter;
    const TrainArrangement& m_layout;
    const TrainScene& m_scene;
    const TrainGeometry& m_geometry;
    const Theme& m_colours;
};

} // namespace headscope
