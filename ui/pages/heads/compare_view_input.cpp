// SPDX-License-Identifier: GPL-3.0-or-later
// What people do with a comparison: point, click, walk with the keys, hold A.
#include "pages/heads/compare_view.h"

#include "cells/matrix_table.h"
#include "scene/error_text.h"
#include "scene/number_format.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace headscope {

std::optional<MatrixGeometry::Position> CompareView::cellAt(QPointF position) const {
    if (!m_content || m_content->a.panels.empty() || m_content->b.panels.empty())
        return std::nullopt;
    for (const MatrixGeometry* matrix :
         {&m_geometry.a, &m_geometry.b,
          m_content->hasDifference() ? &m_geometry.difference : nullptr}) {
        if (matrix) {
            if (const auto cell = matrix->cellAt(position))
                return cell;
        }
    }
    for (const CompareThumbnail& small : m_geometry.heads) {
        if (const auto cell = small.matrix.cellAt(position))
            return cell;
    }
    return std::nullopt;
}

std::optional<std::size_t> CompareView::changeAt(QPointF position) const {
    for (std::size_t i = 0; m_content && i < m_geometry.most.size(); ++i) {
        if (i < m_content->most.size() && m_geometry.most[i].contains(position))
            return i;
    }
    return std::nullopt;
}

std::optional<std::size_t> CompareView::headAt(QPointF position) const {
    for (std::size_t i = 0; i < m_geometry.heads.size(); ++i) {
        if (m_geometry.heads[i].frame.contains(position))
            return i;
    }
    return std::nullopt;
}

void CompareView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    const auto cell = cellAt(at);
    setCursor(cell || changeAt(at) || headAt(at) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!cell)
        return;
    const PanelCell hovered = panelCell(cell->row, cell->column);
    if (hovered != m_scene.selection.hovered)
        Q_EMIT asked(want::Hover{hovered});
}

void CompareView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    const QPointF at = event->position();
    if (const auto change = changeAt(at)) {
        const CellChange& moved = m_content->most[*change];
        Q_EMIT asked(want::Lock{panelCell(moved.query, moved.key)});
    } else if (const auto head = headAt(at)) {
        Q_EMIT asked(want::Panel{m_content->a.panels[*head].head});
    } else if (const auto cell = cellAt(at)) {
        const PanelCell place = panelCell(cell->row, cell->column);
        if (m_scene.selection.locked == place)
            Q_EMIT asked(want::Lock{});
        else
            Q_EMIT asked(want::Lock{place});
    }
}

void CompareView::setShowsA(bool on) {
    if (std::exchange(m_showsA, on) != on)
        update();
}

void CompareView::keyPressEvent(QKeyEvent* event) {
    if (!m_content || m_content->a.panels.empty() ||
        (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)))
        return QWidget::keyPressEvent(event);
    Index across = 0;
    Index down = 0;
    switch (event->key()) {
    case Qt::Key_A: setShowsA(true); return;
    case Qt::Key_Left: across = -1; break;
    case Qt::Key_Right: across = 1; break;
    case Qt::Key_Up: down = -1; break;
    case Qt::Key_Down: down = 1; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto cell = askedCell())
            Q_EMIT asked(want::Lock{panelCell(cell->row, cell->column)});
        return;
    default: return QWidget::keyPressEvent(event);
    }
    const std::optional<PanelCell> now = askedCell();
    const PanelCell next =
        now ? panelCell(std::clamp<Index>(now->row + down, 0, m_geometry.a.rows - 1),
                        std::clamp<Index>(now->column + across, 0, m_geometry.a.columns - 1))
            : panelCell(0, 0);
    if (m_scene.selection.locked)
        Q_EMIT asked(want::Lock{next});
    else
        Q_EMIT asked(want::Hover{next});
}

void CompareView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_A && !event->isAutoRepeat())
        return setShowsA(false);
    QWidget::keyReleaseEvent(event);
}

void CompareView::focusOutEvent(QFocusEvent* event) {
    setShowsA(false); // the key is let go elsewhere
    QWidget::focusOutEvent(event);
}

QString CompareView::describe(Index row, Index column) const {
    const auto value = [&](const ComparePart& part) -> QString {
        const MatrixPanel& panel = part.panels[m_content->shown];
        if (row >= panel.matrix.size(0) || column >= panel.matrix.size(1))
            return QStringLiteral("–");
        return panel.markOf(row, column) == CellMark::None ? fullText(panel.matrix(row, column))
                                                           : markName(panel.markOf(row, column));
    };
    QString text = tr("query %1, key %2: A %3, B %4")
                       .arg(visibleName(m_content->a.rowLabels.value(row)),
                            visibleName(m_content->a.columnLabels.value(column)),
                            value(m_content->a), value(m_content->b));
    if (m_content->hasDifference())
        text +=
            QStringLiteral(", B − A ") + fullText(m_content->difference().difference(row, column));
    return text;
}

std::vector<CellTable> CompareView::cellTables() {
    if (!m_content || m_content->a.panels.empty() || m_content->b.panels.empty())
        return {};
    MatrixWords cells;
    cells.title = m_content->title;
    cells.rows = m_content->b.rowLabels;
    cells.columns = m_content->b.columnLabels;
    cells.words = [this](Index row, Index column) { return describe(row, column); };
    cells.choose = [this](Index row, Index column) {
        Q_EMIT asked(want::Lock{panelCell(row, column)});
    };
    if (const std::optional<PanelCell> cell = askedCell())
        cells.asked = {cell->row, cell->column};
    return {matrixTable(m_geometry.b, cells)};
}

void CompareView::announce() {
    const std::optional<PanelCell> cell = askedCell();
    QString text;
    if (m_content)
        text = m_content->title;
    if (cell)
        text = describe(cell->row, cell->column);
    sayOf(*this, text);
}

bool CompareView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto cell = cellAt(help->pos()))
        QToolTip::showText(help->globalPos(), unmistaken(describe(cell->row, cell->column)), this);
    else if (m_content && m_geometry.title.contains(help->pos()))
        QToolTip::showText(help->globalPos(),
                           unmistaken(m_content->title + u' ' + m_content->detail), this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace headscope
