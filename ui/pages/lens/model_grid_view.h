// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/lens/model_grid.h"

#include <QAbstractScrollArea>

namespace headscope {

/// A ModelGrid in the window: points, chooses, walks. A function of what it is given.
class ModelGridView : public QAbstractScrollArea, public CellPicture {
    Q_OBJECT

public:
    explicit ModelGridView(QWidget* parent = nullptr);

    void setGrid(ModelGrid grid, double textScale);
    const ModelGrid& grid() const { return m_grid; }
    const ModelGridGeometry& geometryNow() const { return m_geometry; }
    /// Column and row under the pointer, else where the keys stand.
    std::optional<QPoint> meant() const { return m_hovered ? m_hovered : cursor(); }
    std::optional<QPoint> cursor() const;
    std::vector<CellTable> cellTables() override;
    /// A cell as it lies in the viewport now.
    QRectF cellRect(int row, int column) const;
    QSize sizeHint() const override { return {700, 500}; }
    QSize minimumSizeHint() const override { return {240, 200}; }

Q_SIGNALS:
    void chosen(int row, int column);
    void menuAsked(int row, int column, QPoint at);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void relayout();
    void showCell(QPoint cell);
    void setCursorAt(QPoint cell);
    void describe();
    QPointF scrolled() const;

    ModelGrid m_grid;
    ModelGridGeometry m_geometry;
    double m_scale = 1;
    std::optional<QPoint> m_hovered;
    std::optional<QPoint> m_cursor;
};

} // namespace headscope
