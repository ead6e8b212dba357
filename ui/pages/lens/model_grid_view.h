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
    /// The cell under the pointer, else where the keys stand.
    std::optional<CellPlace> meant() const { return m_hovered ? m_hovered : cursor(); }
    std::optional<CellPlace> cursor() const;
    std::vector<CellTable> cellTables() override;
    /// A cell as it lies in the viewport now.
    QRectF cellRect(Index row, Index column) const { return seen().cells.cellRect(row, column); }
    QSize sizeHint() const override { return {700, 500}; }
    QSize minimumSizeHint() const override { return {240, 200}; }

Q_SIGNALS:
    void chosen(const headscope::CellPlace& cell);
    void menuAsked(const headscope::CellPlace& cell, QPoint at);

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
    void showCell(const CellPlace& cell);
    void setCursorAt(const CellPlace& cell);
    void describe();
    /// As it is scrolled.
    ModelGridGeometry seen() const;
    /// Under a point of the viewport.
    std::optional<CellPlace> cellAt(QPointF point) const;

    ModelGrid m_grid;
    ModelGridGeometry m_geometry;
    double m_scale = 1;
    std::optional<CellPlace> m_hovered;
    std::optional<CellPlace> m_cursor;
};

} // namespace headscope
