// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/shapes/picture/shapes_geometry.h"
#include "pages/shapes/shapes_scene.h"

#include <QWidget>

namespace headscope {

/// The picture of the Shapes view. Points, keys and clicks come out as signals.
class ShapesCanvas : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit ShapesCanvas(QWidget* parent = nullptr);

    void setShapes(const ShapesScene& scene);
    const ShapesGeometry& geometryNow() const { return m_geometry; }
    QSize minimumSizeHint() const override { return {480, 360}; }
    QSize sizeHint() const override { return {1000, 620}; }
    /// Whether the cells have room for them; else a lens shows those that are pointed at.
    bool showsNumbers() const;
    /// The elements, a row for each token, in the order in which they lay in memory at first.
    std::vector<CellTable> cellTables() override;
    /// Where an element is drawn now, where it is; for tests.
    std::optional<QRectF> elementRect(Index element) const;

Q_SIGNALS:
    void elementHovered(std::optional<headscope::Index> element);
    void elementLocked(std::optional<headscope::Index> element);
    /// Another token is to be the first one that is drawn.
    void tokensAsked(headscope::Index first);
    /// Where buttons may stand, after a resize or another step.
    void laidOut();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void relayout();
    void announce();
    void askTokens(Index first);
    /// Locks an element, and brings its token into the picture.
    void lockShown(std::optional<Index> element);
    /// One cell further in the tensor that is shown; nothing at its edge.
    std::optional<Index> neighbour(int key) const;

    ShapesScene m_scene;
    ShapesGeometry m_geometry;
    std::size_t m_laidOutStep = 0;
    int m_turned = 0;          ///< by the wheel, of a token
    bool m_focusShown = false; ///< the focus came by the keyboard
};

} // namespace headscope
