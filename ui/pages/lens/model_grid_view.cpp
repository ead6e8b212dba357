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

QPointF ModelGridView::scrolled() const {
    return QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
}

QRectF ModelGridView::cellRect(int row, int column) const {
    return m_geometry.cellRect(row, column, scrolled());
}

std::optional<QPoint> ModelGridView::cursor() const {
    const bool there =
        m_cursor && m_cursor->x() < m_grid.columns.size() && m_cursor->y() < m_grid.rows.size();
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
        showCell({*m_grid.askedColumn, 0});
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
        m_geometry.cell.width());
    set(verticalScrollBar(), m_geometry.all.height(), m_geometry.body.height(),
        m_geometry.cell.height());
}

void ModelGridView::showCell(QPoint cell) {
    const QRectF room = cellRect(cell.y(), cell.x());
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

void ModelGridView::setCursorAt(QPoint cell) {
    m_cursor = cell;
    showCell(cell);
    describe();
    viewport()->update();
}

void ModelGridView::describe() {
    setAccessibleName(m_grid.title);
    const std::optional<QPoint> at = cursor();
    sayOf(*this, at ? m_grid.at(at->y(), at->x()).tip : m_grid.subtitle);
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
    const auto cell = [this](const CellPlace& place) -> const ModelGrid::Cell& {
        return m_grid.at(static_cast<int>(place.row), static_cast<int>(place.column));
    };
    table.words = [this, cell](const CellPlace& place) {
        const QString& tip = cell(place).tip;
        return tip.isEmpty() ? m_grid.rows.value(place.row) + QStringLiteral(", ") +
                                   m_grid.columns.value(place.column)
                             : tip;
    };
    table.rect = [this](const CellPlace& place) {
        return cellRect(static_cast<int>(place.row), static_cast<int>(place.column))
            .translated(viewport()->pos());
    };
    table.at = [this](QPointF point) -> std::optional<CellPlace> {
        const auto there =
            m_geometry.cellAt(point - QPointF(viewport()->pos()), scrolled(), m_grid);
        return there ? std::optional(CellPlace{there->y(), there->x()}) : std::nullopt;
    };
    table.visit = [this](const CellPlace& place) {
        setCursorAt({static_cast<int>(place.column), static_cast<int>(place.row)});
    };
    table.first = {0, m_grid.askedColumn.value_or(0)};
    table.choose = [this](const CellPlace& place) {
        setCursorAt({static_cast<int>(place.column), static_cast<int>(place.row)});
        Q_EMIT chosen(static_cast<int>(place.row), static_cast<int>(place.column));
    };
    if (const std::optional<QPoint> at = cursor())
        table.asked = CellPlace{at->y(), at->x()};
    return {table};
}

void ModelGridView::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<QPoint> cell = m_geometry.cellAt(event->position(), scrolled(), m_grid);
    viewport()->setCursor(cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (std::exchange(m_hovered, cell) != cell)
        viewport()->update();
}

void ModelGridView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    if (const auto cell = m_geometry.cellAt(event->position(), scrolled(), m_grid)) {
        setCursorAt(*cell);
        Q_EMIT chosen(cell->y(), cell->x());
    }
}

void ModelGridView::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const std::optional<QPoint> cell =
        byKey ? meant() : m_geometry.cellAt(event->pos(), scrolled(), m_grid);
    if (!cell)
        return QAbstractScrollArea::contextMenuEvent(event);
    Q_EMIT menuAsked(
        cell->y(), cell->x(),
        byKey ? viewport()->mapToGlobal(cellRect(cell->y(), cell->x()).center().toPoint())
              : event->globalPos());
}

void ModelGridView::keyPressEvent(QKeyEvent* event) {
    if (m_grid.isEmpty() || (event->modifiers() & ~Qt::KeypadModifier)) {
        event->ignore();
        return;
    }
    if (walkByKey(*event))
        return;
    const QPoint cell = cursor().value_or(QPoint(m_grid.askedColumn.value_or(0), 0));
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT chosen(cell.y(), cell.x());
    else
        event->ignore();
}

void ModelGridView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason && !cursor() && !m_grid.isEmpty())
        setCursorAt({m_grid.askedColumn.value_or(0), 0});
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
    const std::optional<QPoint> at = m_hovered    ? m_hovered
                                     : hasFocus() ? cursor()
                                                  : std::optional<QPoint>();
    within(m_geometry.body.adjusted(-4, -4, 4, 4),
           [&] { paintGridBody(canvas, m_grid, m_geometry, scrolled(), at); });
    within(m_geometry.head, [&] { paintGridHead(canvas, m_grid, m_geometry, scrolled()); });
    within(m_geometry.names, [&] { paintGridNames(canvas, m_grid, m_geometry, scrolled()); });
    paintGridFrame(canvas, m_grid, m_geometry);
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
    const auto cell = m_geometry.cellAt(help->pos(), scrolled(), m_grid);
    const QString tip = cell ? m_grid.at(cell->y(), cell->x()).tip : QString();
    QToolTip::showText(help->globalPos(), unmistaken(tip), viewport());
    return true;
}

} // namespace headscope
