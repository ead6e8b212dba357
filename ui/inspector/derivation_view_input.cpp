// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation_view.h"

#include "inspector/derivation_parts.h"
#include "scene/error_text.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headscope {

int DerivationView::targetAt(QPointF position) const {
    const QPointF point = position - QPointF(contentLeft(), 0);
    for (std::size_t i = m_geometry.targets.size(); i-- > 0;) {
        if (m_geometry.targets[i].rect.contains(point))
            return static_cast<int>(i);
    }
    return -1;
}

void DerivationView::mouseMoveEvent(QMouseEvent* event) {
    const int target = targetAt(event->position());
    if (target == m_hovered)
        return;
    m_hovered = target;
    const bool active =
        target >= 0 && isActive(m_geometry.targets[static_cast<std::size_t>(target)]);
    setCursor(active ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void DerivationView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_hovered = -1;
    update();
}

void DerivationView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const int target = targetAt(event->position());
    if (target >= 0)
        activate(target);
}

void DerivationView::activate(int target) {
    const LaidTarget chosen = m_geometry.targets[static_cast<std::size_t>(target)];
    if (chosen.action) {
        const auto slot = static_cast<std::size_t>(chosen.action->projection);
        auto& component = m_unfolding.component[slot];
        if (!chosen.action->component)
            m_unfolding.all[slot] = !m_unfolding.all[slot];
        else if (component == chosen.action->component)
            component.reset();
        else
            component = chosen.action->component;
        rebuild();
        return;
    }
    if (chosen.elsewhere)
        return Q_EMIT blockAsked(*chosen.elsewhere);
    if (!chosen.source || m_scene.isEmpty())
        return;
    const auto destination =
        destinationOf(*m_scene.trace, m_scene.selection.sequence, *chosen.source);
    if (destination)
        Q_EMIT stepAsked(destination->stage, destination->tensor, destination->cell);
}

void DerivationView::setCursorTarget(int target) {
    m_cursor = target;
    describeCursor();
    update();
    if (target >= 0)
        Q_EMIT cursorMoved(
            onWidget(m_geometry.targets[static_cast<std::size_t>(target)].rect).toAlignedRect());
}

void DerivationView::moveCursor(int lines, int within) {
    std::vector<int> active;
    for (std::size_t i = 0; i < m_geometry.targets.size(); ++i) {
        if (isActive(m_geometry.targets[i]))
            active.push_back(static_cast<int>(i));
    }
    if (active.empty())
        return;
    const auto here = std::ranges::find(active, m_cursor);
    if (here == active.end()) {
        setCursorTarget(lines < 0 || within < 0 ? active.back() : active.front());
        return;
    }
    auto place = here - active.begin();
    const auto last = static_cast<std::ptrdiff_t>(active.size()) - 1;
    const auto target = [&](std::ptrdiff_t i) -> const LaidTarget& {
        return m_geometry.targets[static_cast<std::size_t>(active[static_cast<std::size_t>(i)])];
    };
    if (within != 0) {
        place = std::clamp<std::ptrdiff_t>(place + within, 0, last);
    } else {
        // The next line's number that stands nearest below or above.
        const double x = target(place).rect.center().x();
        std::ptrdiff_t next = place;
        while (next >= 0 && next <= last && target(next).line == target(place).line)
            next += lines;
        if (next < 0 || next > last)
            return;
        const std::size_t line = target(next).line;
        place = next;
        for (std::ptrdiff_t i = next; i >= 0 && i <= last && target(i).line == line; i += lines) {
            if (std::fabs(target(i).rect.center().x() - x) <
                std::fabs(target(place).rect.center().x() - x))
                place = i;
        }
    }
    setCursorTarget(active[static_cast<std::size_t>(place)]);
}

void DerivationView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copyAll();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up: moveCursor(-1, 0); return;
    case Qt::Key_Down: moveCursor(1, 0); return;
    case Qt::Key_Left: moveCursor(0, -1); return;
    case Qt::Key_Right: moveCursor(0, 1); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_cursor >= 0)
            activate(m_cursor);
        return;
    case Qt::Key_Escape:
        if (m_scene.selection.locked) {
            Q_EMIT released();
            return;
        }
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void DerivationView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (m_cursor < 0 && event->reason() != Qt::MouseFocusReason)
        moveCursor(1, 0);
    update();
}

void DerivationView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

bool DerivationView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int place = targetAt(help->pos());
        if (place < 0) {
            QToolTip::hideText();
            return true;
        }
        const LaidTarget& target = m_geometry.targets[static_cast<std::size_t>(place)];
        QStringList lines;
        if (!target.tip.isEmpty())
            lines += target.tip;
        if (target.action && target.action->component) {
            lines += termsOf(m_scene, *target.action, m_cache);
            lines += translate("Inspector", "Click keeps the terms.");
        } else if (target.elsewhere)
            lines += translate("Inspector", "Click goes to the block that made it.");
        else if (target.source)
            lines += translate("Inspector", "Click goes to this number.");
        QToolTip::showText(help->globalPos(), unmistaken(lines.join(u'\n')), this);
        return true;
    }
    return QWidget::event(event);
}

void DerivationView::copyAll() const {
    if (!m_derivation.isEmpty())
        QGuiApplication::clipboard()->setText(plainText(m_derivation));
}

void DerivationView::contextMenuEvent(QContextMenuEvent* event) {
    if (m_derivation.isEmpty())
        return;
    QMenu menu(this);
    QAction* all = menu.addAction(translate("Inspector", "Copy the whole derivation"));
    all->setShortcut(QKeySequence::Copy);
    QAction* one = nullptr;
    const int place =
        event->reason() == QContextMenuEvent::Mouse ? targetAt(event->pos()) : m_cursor;
    QString number = m_derivation.result.full;
    if (place >= 0 && !m_geometry.targets[static_cast<std::size_t>(place)].tip.isEmpty())
        number = m_geometry.targets[static_cast<std::size_t>(place)].tip;
    one = menu.addAction(translate("Inspector", "Copy %1").arg(number));
    const QAction* chosen = menu.exec(event->globalPos());
    if (chosen == all)
        copyAll();
    else if (chosen == one)
        QGuiApplication::clipboard()->setText(number);
}

} // namespace headscope
