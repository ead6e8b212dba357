// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/derivation_view.h"

#include "cells/cell_table.h"
#include "inspector/derivation/derivation_parts.h"
#include "plots/row_chart.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "type/wrapped_text.h"
#include "words/error_text.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double padding = 16; ///< at both sides; a scroll bar stands in the right one
constexpr int leastHeight = 80;

bool leadsSomewhere(const Trace& trace, const TraceCell& at) {
    return stageTensorOf(trace[at.step].name, trace).has_value();
}

} // namespace

DerivationView::DerivationView(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumHeight(leastHeight);
    describeCursor();
}

void DerivationView::setScene(const Scene& scene) {
    if (scene.trace != m_scene.trace)
        m_cache = {}; // it holds the old one
    m_scene = scene;
    rebuild();
}

void DerivationView::setSeen(const std::optional<CellSpan>& seen) {
    const bool same = m_seen == seen;
    m_seen = seen;
    // Only a long row says what is out of view.
    if (!same && m_derivation.chart)
        rebuild();
}

void DerivationView::setPanelWidth(int width) {
    if (width == m_panelWidth)
        return;
    m_panelWidth = width;
    relayout();
}

double DerivationView::contentLeft() const {
    return padding;
}

void DerivationView::rebuild() {
    m_derivation = derivationOf(m_scene, m_unfolding, m_cache, m_seen);
    relayout();
    const auto place = static_cast<std::size_t>(std::max(0, m_cursor));
    if (place >= m_geometry.targets.size() || !isActive(m_geometry.targets[place]))
        m_cursor = -1;
    m_hovered = -1;
    describeCursor();
}

DerivationGeometry DerivationView::layoutNew() const {
    DerivationStyle style;
    style.theme = m_scene.display.theme;
    style.scale = m_scene.display.textScale;
    // The same with and without a scroll bar. The height must follow from nothing that the
    // scroll area decides by the height: the two would change each other without an end.
    const int panel = m_panelWidth > 0 ? m_panelWidth : width();
    style.width = std::max(120.0, panel - 2 * padding);
    style.reachable = leadsSomewhere;
    style.trace = m_scene.trace.get();
    return layoutDerivation(m_derivation, style);
}

void DerivationView::relayout() {
    m_geometry = layoutNew();
    setMinimumHeight(m_derivation.isEmpty() ? leastHeight
                                            : static_cast<int>(std::ceil(m_geometry.height)));
    placeChart();
    update();
}

void DerivationView::placeChart() {
    if (!m_derivation.chart) {
        if (m_chart)
            m_chart->hide();
        return;
    }
    if (!m_chart) {
        m_chart = new RowChart(this);
        connect(m_chart, &RowChart::keyAsked, this, [this](Index key) {
            const auto asked = m_scene.selection.asked();
            if (!asked)
                return;
            PanelCell cell = *asked;
            cell.column = key;
            Q_EMIT stepAsked(m_scene.selection.stage, m_scene.selection.tensor, cell);
        });
    }
    const RowOfKeys& row = *m_derivation.chart;
    m_chart->setData({row.labels, row.weights, row.masked, row.asked}, m_scene.display.theme,
                     m_scene.display.textScale);
    m_chart->setGeometry(onWidget(m_geometry.chart).toRect());
    m_chart->show();
}

QSize DerivationView::sizeHint() const {
    return {qRound(304 * m_scene.display.textScale), minimumHeight()};
}

QString DerivationView::emptyHint() const {
    return translate("Inspector",
                     "Point at any cell to see where its number comes from. A click keeps the "
                     "question: a lock appears here. Esc releases it.") +
           u'\n' +
           translate("Inspector", "With the keyboard: arrow keys move the cell cursor, Enter "
                                  "locks, Esc releases.");
}

void DerivationView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const Theme& colours = theme(m_scene.display.theme);
    painter.fillRect(event->rect(), colours.window);
    if (m_derivation.isEmpty()) {
        const QFont font = textFont(13 * m_scene.display.textScale);
        const double height = QFontMetricsF(font).height() * 1.2;
        double top = 4;
        painter.setPen(colours.secondary);
        for (const QString& paragraph : emptyHint().split(u'\n')) {
            for (const QString& part : wrapMarkup(paragraph, font, width() - 2 * padding)) {
                drawMathText(painter, QRectF(padding, top, width() - 2 * padding, height),
                             Qt::AlignLeft | Qt::AlignVCenter, part, font);
                top += height;
            }
            top += height / 2;
        }
        return;
    }
    const QRectF exposed = QRectF(event->rect()).translated(-contentLeft(), 0);
    painter.translate(contentLeft(), 0);
    for (const LaidPiece& piece : m_geometry.pieces) {
        if (!piece.rect.intersects(exposed))
            continue;
        if (piece.kind == LaidPiece::Kind::Fill) {
            painter.setBrushOrigin(piece.rect.topLeft());
            painter.fillRect(piece.rect, piece.brush);
            continue;
        }
        painter.setPen(piece.brush.color());
        drawMathText(painter, piece.rect, piece.alignment, piece.text, piece.font);
    }
    if (m_hovered >= 0) {
        const LaidTarget& target = m_geometry.targets[static_cast<std::size_t>(m_hovered)];
        if (isActive(target)) {
            const QRectF under(target.rect.left() + 3, target.rect.bottom() - 2,
                               target.rect.width() - 6, 1);
            painter.fillRect(under, colours.text);
        }
    }
    if (m_cursor >= 0 && hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colours.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(
            m_geometry.targets[static_cast<std::size_t>(m_cursor)].rect.adjusted(0, 1, 0, -1), 2,
            2);
    }
}

void DerivationView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_panelWidth == 0 && event->oldSize().width() != event->size().width())
        relayout();
}

void DerivationView::describeCursor() {
    setAccessibleName(translate("Inspector", "Where does this number come from?"));
    // Nobody listens to thousands of keys; the chart says them one by one.
    QString text = m_derivation.isEmpty() ? emptyHint() : plainText(m_derivation, LongRow::Left);
    if (m_cursor >= 0) {
        const LaidTarget& target = m_geometry.targets[static_cast<std::size_t>(m_cursor)];
        text = m_geometry.lines[target.line].spoken;
        if (!target.tip.isEmpty())
            text += QStringLiteral(": ") + target.tip;
    }
    sayOf(*this, text);
}

void DerivationView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        rebuild();
    QWidget::changeEvent(event);
}

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
