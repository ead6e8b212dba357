// SPDX-License-Identifier: GPL-3.0-or-later
// What people do with the lines: point, click, walk with the keys.
#include "pages/lines/lines_view.h"
#include "pages/lines/lines_words.h"
#include "scene/error_text.h"
#include "scene/quoted_word.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPointingDevice>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

namespace {
constexpr double zoomStep = 1.25; ///< a step of the wheel, of + and of −
} // namespace

std::optional<LinesView::Target> LinesView::targetAt(QPointF position) const {
    if (m_picture.isEmpty())
        return std::nullopt;
    const double third = m_geometry.lines.width() / 3;
    const double x = position.x();
    if (x < m_geometry.lines.left() + third) {
        if (const auto token = m_geometry.tokenAt(position.y(), static_cast<int>(m_picture.tokens)))
            return Target{LinesSide::Query, *token, {}};
        return std::nullopt;
    }
    if (x >= m_geometry.lines.right() - third && x < m_geometry.keyLabels.right()) {
        if (const auto token =
                m_geometry.tokenAt(position.y(), static_cast<int>(m_picture.count(LinesSide::Key))))
            return Target{LinesSide::Key, *token, {}};
        return std::nullopt;
    }
    if (!m_asked)
        return std::nullopt;
    const bool ofKey = m_asked->side == LinesSide::Key;
    const Index count = ofKey ? m_picture.tokens : m_picture.keys;
    const auto token = m_geometry.tokenAt(position.y(), static_cast<int>(count));
    for (std::size_t place = 0; token && place < m_geometry.columns.size(); ++place) {
        const QRectF& column = m_geometry.columns[place];
        if (x < column.left() || x >= column.right())
            continue;
        const LinesTrack& track =
            m_picture.tracks[place + static_cast<std::size_t>(m_geometry.firstColumn)];
        const PanelCell cell = ofKey ? PanelCell{track.panel, *token, m_asked->token}
                                     : PanelCell{track.panel, m_asked->token, *token};
        return Target{m_asked->side, m_asked->token, cell};
    }
    return std::nullopt;
}

PanelCell LinesView::cellOf(const Target& target) const {
    if (target.cell)
        return *target.cell;
    return strongestCell(m_picture, target.side, target.token, m_scene.selection.panel);
}

void LinesView::ask(const Target& target, bool lock) {
    const PanelCell cell = cellOf(target);
    LinesChoice choice = m_choice;
    choice.side = target.side;
    if (lock || !m_scene.selection.locked)
        setChoice(choice);
    if (lock)
        Q_EMIT locked(cell);
    else if (cell != m_scene.selection.hovered)
        Q_EMIT hovered(cell);
}

void LinesView::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag.down && (event->buttons() & Qt::LeftButton)) {
        const QPointF moved = event->position() - m_drag.from;
        if (m_geometry.most > 0 && moved.manhattanLength() >= QApplication::startDragDistance())
            m_drag.moves = true;
        if (!m_drag.moves)
            return;
        viewport()->setCursor(Qt::ClosedHandCursor);
        verticalScrollBar()->setValue(static_cast<int>(std::lround(m_drag.scroll - moved.y())));
        return;
    }
    const std::optional<Target> target = targetAt(event->position());
    const bool arrow = m_geometry.earlier.contains(event->position()) ||
                       m_geometry.later.contains(event->position());
    viewport()->setCursor(target || arrow ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (target)
        ask(*target, false);
}

void LinesView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    if (m_geometry.earlier.contains(event->position()))
        return turnColumns(-1);
    if (m_geometry.later.contains(event->position()))
        return turnColumns(1);
    m_drag = {event->position(), m_geometry.scroll, true, false};
}

void LinesView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mouseReleaseEvent(event);
    const Drag drag = std::exchange(m_drag, {});
    if (drag.moves)
        viewport()->setCursor(Qt::ArrowCursor);
    else if (drag.down)
        press(drag.from);
}

void LinesView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_geometry.isZoomed())
        showWhole();
}

void LinesView::wheelEvent(QWheelEvent* event) {
    if (m_picture.isEmpty())
        return QAbstractScrollArea::wheelEvent(event);
    event->accept();
    // As on the matrix: two fingers on a trackpad move what they point at, and with Ctrl zoom.
    const bool fingers = event->device()->type() == QInputDevice::DeviceType::TouchPad;
    const QPoint turned = event->angleDelta();
    if (fingers && m_geometry.most > 0 && !(event->modifiers() & Qt::ControlModifier)) {
        const int by = event->pixelDelta().isNull() ? turned.y() / 2 : event->pixelDelta().y();
        verticalScrollBar()->setValue(verticalScrollBar()->value() - by);
    } else if (turned.y() != 0) {
        zoomBy(std::pow(zoomStep, turned.y() / 120.0), event->position().y());
    }
}

void LinesView::press(QPointF position) {
    const std::optional<Target> target = targetAt(position);
    if (!target)
        return;
    // A second click on what is held lets it go again.
    const std::optional<PanelCell>& held = m_scene.selection.locked;
    const bool again =
        held && m_choice.side == target->side &&
        (target->cell
             ? *target->cell == *held
             : target->token == (target->side == LinesSide::Query ? held->row : held->column));
    if (again)
        Q_EMIT locked(std::nullopt);
    else
        ask(*target, true);
}

void LinesView::contextMenuEvent(QContextMenuEvent* event) {
    const std::optional<Target> target = targetAt(event->pos());
    if (!target || target->cell || target->side != LinesSide::Key)
        return QAbstractScrollArea::contextMenuEvent(event);
    const Index key = target->token;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool hidden = m_choice.hidden.others.contains(key);
    const QString name = LinesWords::word(m_picture, LinesSide::Key, key);
    menu->addAction(hidden ? tr("Show the key %1").arg(name) : tr("Hide the key %1").arg(name),
                    this, [this, key] {
                        LinesChoice choice = m_choice;
                        if (choice.hidden.others.erase(key) == 0)
                            choice.hidden.others.insert(key);
                        setChoice(choice);
                    });
    menu->popup(event->globalPos());
}

void LinesView::turnColumns(int by) {
    m_firstColumn =
        std::max(0, m_geometry.firstColumn +
                        by * std::max<int>(1, static_cast<int>(m_geometry.columns.size())));
    relayout();
    m_firstColumn = m_geometry.firstColumn;
    viewport()->update();
}

void LinesView::walk(int by) {
    if (m_picture.isEmpty())
        return;
    const Index count = m_picture.count(m_choice.side);
    const Index token = m_asked ? std::clamp<Index>(m_asked->token + by, 0, count - 1) : Index{0};
    const Target target{m_choice.side, token, {}};
    ask(target, m_scene.selection.locked.has_value());
    scrollTo(token);
}

void LinesView::scrollTo(Index token) {
    const QRectF row = m_geometry.row(static_cast<int>(token));
    QScrollBar* const bar = verticalScrollBar();
    if (row.top() < m_geometry.rows.top())
        bar->setValue(bar->value() - static_cast<int>(m_geometry.rows.top() - row.top() + 1));
    else if (row.bottom() > m_geometry.rows.bottom())
        bar->setValue(bar->value() + static_cast<int>(row.bottom() - m_geometry.rows.bottom() + 1));
}

bool LinesView::zoomKey(int key) {
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(zoomStep, zoomCentre()); return true;
    case Qt::Key_Minus: zoomBy(1 / zoomStep, zoomCentre()); return true;
    case Qt::Key_Home: // goes to the first stage where there is nothing to fit
        if (!m_geometry.isZoomed())
            return false;
        showWhole();
        return true;
    default: return false;
    }
}

void LinesView::keyPressEvent(QKeyEvent* event) {
    // "+" needs the Shift key on most keyboards.
    if (m_picture.isEmpty() || (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))) {
        event->ignore();
        return;
    }
    if (zoomKey(event->key()))
        return;
    switch (event->key()) {
    case Qt::Key_Up: walk(-1); return;
    case Qt::Key_Down: walk(1); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const std::optional<PanelCell> cell = m_scene.selection.asked())
            Q_EMIT locked(cell);
        return;
    default: event->ignore(); // also those that would scroll: they go through the stages
    }
}

/// Tab goes from the queries to the keys before it leaves, and back likewise.
bool LinesView::focusNextPrevChild(bool next) {
    const LinesSide to = next ? LinesSide::Key : LinesSide::Query;
    if (m_picture.count(to) == 0 || m_choice.side == to || !hasFocus())
        return QAbstractScrollArea::focusNextPrevChild(next);
    LinesChoice choice = m_choice;
    choice.side = to;
    setChoice(choice);
    return true;
}

void LinesView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason && !m_asked)
        walk(0);
    viewport()->update();
}

bool LinesView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip || m_picture.isEmpty())
        return QAbstractScrollArea::viewportEvent(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const std::optional<Target> target = targetAt(help->pos());
    QString text;
    if (target && target->cell) {
        const auto track =
            std::ranges::find(m_picture.tracks, target->cell->panel, &LinesTrack::panel);
        text = LinesWords::number(m_picture, *track, target->cell->row, target->cell->column);
    } else if (m_geometry.title.contains(help->pos())) { // of which the end may be cut off
        text = accessibleName() + u'\n' + accessibleDescription();
    } else if (help->pos().x() > m_geometry.lines.right() && !m_picture.count(LinesSide::Key)) {
        text = LinesWords::onlyQueries();
    } else if (target) {
        text = (target->side == LinesSide::Query ? m_picture.queryLabels : m_picture.keyLabels)
                   .value(target->token);
    }
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), unmistaken(text), viewport());
    return true;
}

} // namespace headscope
