// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lens/model_grid_view.h"

#include "figure/painter_canvas.h"
#include "words/error_text.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headscope {

ModelGridView::ModelGridView(QWidget* parent)
    : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
}

ModelGridGeometry ModelGridView::seen() const {
    ModelGridGeometry seen = m_geometry;
    seen.cells.origin -= QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
    return seen;
}

std::optional<CellPlace> ModelGridView::cellAt(QPointF point) const {
    const auto there = seen().cellAt(point);
    return there ? std::optional(CellPlace{there->row, there->column}) : std::nullopt;
}

std::optional<CellPlace> ModelGridView::cursor() const {
    const bool there =
        m_cursor && m_cursor->column < m_grid.columns.size() && m_cursor->row < m_grid.rows.size();
    return there ? m_cursor : std::nullopt;
}

void ModelGridView::setGrid(ModelGrid grid, double textScale) {
    const bool others = grid.columns != m_grid.columns || grid.rows != m_grid.rows;
    m_grid = std::move(grid);
    m_scale = textScale;
    if (others) {
        m_hovered.reset();
        m_cursor.reset();
    }
    relayout();
    if (others && m_grid.askedColumn && !m_grid.isEmpty())
        showCell({0, *m_grid.askedColumn});
    describe();
    viewport()->update();
}

void ModelGridView::relayout() {
    m_geometry = layoutGrid(m_grid, size(), m_scale);
    const auto scrolls = [](double all, double room) { return all > room + 0.5; };
    const bool across = scrolls(m_geometry.all.width(), m_geometry.body.width());
    const bool down = scrolls(m_geometry.all.height(), m_geometry.body.height());
    setHorizontalScrollBarPolicy(across ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(down ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    if (across || down)
        m_geometry = layoutGrid(m_grid, viewport()->size(), m_scale);
    const auto set = [](QScrollBar* bar, double all, double room, double step) {
        bar->setRange(0, static_cast<int>(std::ceil(std::max(0.0, all - room))));
        bar->setPageStep(static_cast<int>(room));
        bar->setSingleStep(static_cast<int>(step));
    };
    set(horizontalScrollBar(), m_geometry.all.width(), m_geometry.body.width(),
        m_geometry.cells.pitchX);
    set(verticalScrollBar(), m_geometry.all.height(), m_geometry.body.height(),
        m_geometry.cells.pitchY);
}

void ModelGridView::showCell(const CellPlace& cell) {
    const QRectF room = cellRect(cell.row, cell.column);
    const QRectF& body = m_geometry.body;
    const auto bring = [](QScrollBar* bar, double first, double last, double from, double to) {
        if (first < from)
            bar->setValue(bar->value() - static_cast<int>(std::ceil(from - first)));
        else if (last > to)
            bar->setValue(bar->value() + static_cast<int>(std::ceil(last - to)));
    };
    bring(horizontalScrollBar(), room.left(), room.right(), body.left(), body.right());
    bring(verticalScrollBar(), room.top(), room.bottom(), body.top(), body.bottom());
}

void ModelGridView::setCursorAt(const CellPlace& cell) {
    m_cursor = cell;
    showCell(cell);
    describe();
    viewport()->update();
}

void ModelGridView::describe() {
    setAccessibleName(m_grid.title);
    const std::optional<CellPlace> at = cursor();
    sayOf(*this, at ? m_grid.at(at->row, at->column).tip : m_grid.subtitle);
}

std::vector<CellTable> ModelGridView::cellTables() {
    if (m_grid.isEmpty())
        return {};
    CellTable table;
    table.title = m_grid.title;
    table.rows = m_grid.rows.size();
    table.columns = m_grid.columns.size();
    table.rowName = [this](Index row) { return m_grid.rows.value(row); };
    table.columnName = [this](Index column) { return m_grid.columns.value(column); };
    table.words = [this](const CellPlace& place) {
        const QString& tip = m_grid.at(place.row, place.column).tip;
        return tip.isEmpty() ? m_grid.rows.value(place.row) + QStringLiteral(", ") +
                                   m_grid.columns.value(place.column)
                             : tip;
    };
    table.rect = [this](const CellPlace& place) {
        return cellRect(place.row, place.column).translated(viewport()->pos());
    };
    table.at = [this](QPointF point) { return cellAt(point - QPointF(viewport()->pos())); };
    table.visit = [this](const CellPlace& place) {
        m_hovered.reset(); // the keys lead, until the pointer moves again
        setCursorAt(place);
    };
    table.first = {0, m_grid.askedColumn.value_or(0)};
    table.choose = [this](const CellPlace& place) {
        setCursorAt(place);
        Q_EMIT chosen(place);
    };
    table.asked = cursor();
    return {table};
}

void ModelGridView::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<CellPlace> cell = cellAt(event->position());
    viewport()->setCursor(cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (std::exchange(m_hovered, cell) != cell)
        viewport()->update();
}

void ModelGridView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    if (const auto cell = cellAt(event->position())) {
        setCursorAt(*cell);
        Q_EMIT chosen(*cell);
    }
}

void ModelGridView::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const std::optional<CellPlace> cell = byKey ? meant() : cellAt(event->pos());
    if (!cell)
        return QAbstractScrollArea::contextMenuEvent(event);
    Q_EMIT menuAsked(
        *cell, byKey ? viewport()->mapToGlobal(cellRect(cell->row, cell->column).center().toPoint())
                     : event->globalPos());
}

void ModelGridView::keyPressEvent(QKeyEvent* event) {
    if (m_grid.isEmpty() || (event->modifiers() & ~Qt::KeypadModifier)) {
        event->ignore();
        return;
    }
    if (walkByKey(*event))
        return;
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT chosen(cursor().value_or(CellPlace{0, m_grid.askedColumn.value_or(0)}));
    else
        event->ignore();
}

void ModelGridView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason && !cursor() && !m_grid.isEmpty())
        setCursorAt({0, m_grid.askedColumn.value_or(0)});
    viewport()->update();
}

void ModelGridView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void ModelGridView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), theme(m_grid.theme).base);
    if (m_grid.title.isEmpty())
        return;
    PainterCanvas canvas(painter, PainterCanvas::Device::Raster, devicePixelRatioF());
    const auto within = [&](const QRectF& clip, const auto& paint) {
        painter.save();
        painter.setClipRect(clip);
        paint();
        painter.restore();
    };
    const ModelGridGeometry geometry = seen();
    std::optional<QRectF> framed;
    if (m_hovered)
        framed = geometry.cells.cellRect(m_hovered->row, m_hovered->column);
    else if (const auto asked = cursor(); asked && hasFocus())
        framed = geometry.cells.cellRect(asked->row, asked->column);
    within(geometry.body.adjusted(-4, -4, 4, 4),
           [&] { paintGridBody(canvas, m_grid, geometry, framed); });
    within(geometry.head, [&] { paintGridHead(canvas, m_grid, geometry); });
    within(geometry.names, [&] { paintGridNames(canvas, m_grid, geometry); });
    paintGridFrame(canvas, m_grid, geometry);
}

void ModelGridView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void ModelGridView::scrollContentsBy(int, int) {
    viewport()->update();
}

bool ModelGridView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave && m_hovered) {
        m_hovered.reset();
        viewport()->update();
    }
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const auto cell = cellAt(help->pos());
    const QString tip = cell ? m_grid.at(cell->row, cell->column).tip : QString();
    QToolTip::showText(help->globalPos(), unmistaken(tip), viewport());
    return true;
}

} // namespace headscope
