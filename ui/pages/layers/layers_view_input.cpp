// SPDX-License-Identifier: GPL-3.0-or-later
// What people do with the overview: point, choose, walk, hold A.
#include "pages/layers/layers_view.h"

#include "pages/copy_menu.h"
#include "pages/switch_menu.h"
#include "scene/off_text.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace headscope {

void LayersView::setCursorAt(const Place& place) {
    m_cursor = {rowAt(place).attention->scope, headAt(place)};
    describe();
}

void LayersView::choose(const Place& place) {
    setCursorAt(place);
    Q_EMIT headChosen(rowAt(place).attention->scope, headAt(place));
}

void LayersView::chooseMost() {
    if (const auto place = mostPlace()) {
        choose(*place);
        Q_EMIT cursorMoved(m_geometry.thumbnail(place->row, place->column).toRect());
        Q_EMIT previewChanged();
        update();
    }
}

void LayersView::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<Place> place = placeAt(event->position());
    setCursor(place ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (std::exchange(m_hovered, place) != place) {
        update();
        Q_EMIT previewChanged();
    }
}

void LayersView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_hovered.reset();
    update();
    Q_EMIT previewChanged();
}

void LayersView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    if (const auto place = placeAt(event->position()))
        choose(*place);
}

void LayersView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mouseDoubleClickEvent(event);
    if (const auto place = placeAt(event->position()))
        Q_EMIT headAsked(rowAt(*place).attention->scope, headAt(*place));
}

void LayersView::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const std::optional<Place> place = byKey ? meant() : placeAt(event->pos());
    if (!place)
        return QWidget::contextMenuEvent(event);
    choose(*place); // what is copied is this one
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto ask = [this](const Intent& intent) { Q_EMIT asked(intent); };
    if (!m_comparing)
        addSwitchActions(*menu, this, m_scene, headOf(*place), ask);
    addCopyActions(*menu, this, *matrix(), std::nullopt, ask);
    menu->popup(
        byKey ? mapToGlobal(m_geometry.thumbnail(place->row, place->column).center().toPoint())
              : event->globalPos());
}

void LayersView::moveCursor(int down, int across) {
    const auto hasHeads = [this](int row) {
        return row >= 0 && row < std::ssize(m_rows) &&
               !m_rows[static_cast<std::size_t>(row)].heads.empty();
    };
    const std::optional<Place> before = cursor();
    Place place = before ? *before : shownPlace().value_or(Place{});
    // A layer that only one of two states has is passed over.
    int row = place.row + (before ? down : 0);
    while (!hasHeads(row) && row >= 0 && row < std::ssize(m_rows))
        row += down < 0 ? -1 : 1;
    if (!hasHeads(row))
        row = place.row;
    if (!hasHeads(row))
        return;
    place.row = row;
    place.column = std::clamp(place.column + (before ? across : 0), 0,
                              static_cast<int>(rowAt(place).heads.size()) - 1);
    setCursorAt(place);
    Q_EMIT cursorMoved(m_geometry.thumbnail(place.row, place.column).toRect());
    Q_EMIT previewChanged();
    update();
}

void LayersView::setHoldsA(bool on) {
    if (std::exchange(m_holdsA, on) != on)
        Q_EMIT previewChanged();
}

void LayersView::keyPressEvent(QKeyEvent* event) {
    const std::optional<Place> at = meant();
    if (!m_comparing && at &&
        switchByKey(*event, m_scene, headOf(*at),
                    [this](const Intent& intent) { Q_EMIT asked(intent); }))
        return;
    if (event->modifiers() & ~Qt::KeypadModifier)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up: return moveCursor(-1, 0);
    case Qt::Key_Down: return moveCursor(1, 0);
    case Qt::Key_Left: return moveCursor(0, -1);
    case Qt::Key_Right: return moveCursor(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto place = cursor())
            Q_EMIT headAsked(rowAt(*place).attention->scope, headAt(*place));
        return;
    case Qt::Key_A:
        if (m_comparing)
            return setHoldsA(true);
        [[fallthrough]];
    default: return QWidget::keyPressEvent(event);
    }
}

void LayersView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_A && !event->isAutoRepeat())
        return setHoldsA(false);
    QWidget::keyReleaseEvent(event);
}

void LayersView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason && !cursor())
        moveCursor(0, 0);
}

void LayersView::focusOutEvent(QFocusEvent* event) {
    setHoldsA(false); // the key is let go elsewhere
    QWidget::focusOutEvent(event);
    update();
}

bool LayersView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto place = placeAt(help->pos())) {
            QStringList lines{nameOf(*place)};
            if (const std::optional<HeadBar>& bar = barAt(*place))
                lines << m_bars.question + QStringLiteral(", ") + bar->tip;
            if (isOff(*place))
                lines << tr("Switched off: %1").arg(offWayText(off()->by));
            lines << tr("Click to choose it, double click to open it in Heads.");
            QToolTip::showText(help->globalPos(), lines.join(u'\n'), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace headscope
