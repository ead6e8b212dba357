// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/layers/layers_picture.h"
#include "scene/palette.h"

class QPainter;

namespace headscope {

/// Draws the overview on a screen.
class LayersPainter {
    Q_DECLARE_TR_FUNCTIONS(Layers)

public:
    using Place = LayersPicture::Place;

    /// In an area that the picture is laid out in.
    LayersPainter(QPainter& painter, const QRectF& area, const LayersPicture& picture)
        : m_painter(painter)
        , m_area(area)
        , m_picture(picture)
        , m_colours(theme(picture.scene().display.theme))
        , m_scale(picture.scene().display.textScale)
        , m_shown(picture.shownPlace()) {}

    /// What is under the pointer, and where the keys stand; `framed`: whether that has a frame.
    void setHover(const std::optional<Place>& hovered) { m_hovered = hovered; }
    void setCursor(const std::optional<Place>& cursor, bool framed) {
        m_cursor = cursor;
        m_framed = framed;
    }
    /// Rows that lie outside of `exposed` are left out.
    void paint(const QRectF& exposed) const;

private:
    void write(const QRectF& room, const QString& text, const QFont& font, const QColor& colour,
               Qt::Alignment across = Qt::AlignLeft) const;
    void paintNothing() const;
    void paintLegend() const;
    /// From there on; gives where it ends.
    double paintRange(double left) const;
    /// What a crossed out head is, where there is one; gives the room behind that.
    QRectF paintOffName(QRectF room) const;
    void paintBarLegend() const;
    void paintHeadLines() const;
    void paintRow(int row) const;
    void paintRowLabel(int row) const;
    void paintHead(const Place& place) const;
    /// Marks the typed numbers of a head, whose picture covers `cells`.
    void paintTypedNumberPins(const Place& place, const QRectF& cells) const;
    void paintBar(const Place& place) const;
    void paintFrame(const Place& place, const QColor& colour) const;
    /// Whose row and column have their names in the foreground.
    std::optional<Place> markedPlace() const {
        return m_hovered ? m_hovered : m_cursor ? m_cursor : m_shown;
    }
    /// The picture of the head at a place.
    const QImage& imageAt(const Place& place) const;

    QPainter& m_painter;
    QRectF m_area;
    const LayersPicture& m_picture;
    const Theme& m_colours;
    double m_scale;
    std::optional<Place> m_shown;
    std::optional<Place> m_hovered;
    std::optional<Place> m_cursor;
    bool m_framed = false;
};

} // namespace headscope
