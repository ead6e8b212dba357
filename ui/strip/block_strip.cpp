// SPDX-License-Identifier: GPL-3.0-or-later
#include "strip/block_strip.h"

#include "cells/cell_table.h"
#include "words/block_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

namespace headscope {

BlockStrip::BlockStrip(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Blocks of the model"));
    hide();
}

QSize BlockStrip::sizeHint() const {
    return {640, qRound(36 * scale())};
}

QSize BlockStrip::minimumSizeHint() const {
    return {320, qRound(36 * scale())};
}

void BlockStrip::setScene(const Scene& scene) {
    const bool moved = scene.selection.scope != m_scene.selection.scope;
    const bool same = !moved && scene.blocks == m_scene.blocks && scene.display == m_scene.display;
    const bool resized = scene.display.textScale != m_scene.display.textScale;
    m_scene = scene;
    if (same)
        return;
    setVisible(scene.isModel());
    if (resized)
        updateGeometry();
    relayout();
    describe();
    update();
}

void BlockStrip::describe() {
    if (!m_scene.isModel())
        return;
    const std::string& scope = m_scene.selection.scope;
    sayOf(*this, blockName(scope, addsResidual(*m_scene.blocks->whole, scope)));
}

void BlockStrip::relayout() {
    m_hovered = -1;
    m_chips = layoutBlocks(m_scene, size());
}

int BlockStrip::chipAt(QPointF position) const {
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        if (m_chips[i].clickable && m_chips[i].rect.contains(position))
            return static_cast<int>(i);
    }
    return -1;
}

void BlockStrip::paintEvent(QPaintEvent*) {
    const Theme& colours = theme(m_scene.display.theme);
    QPainter painter(this);
    painter.fillRect(rect(), colours.base);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colours.hairline);
    painter.setRenderHint(QPainter::Antialiasing);
    const double s = scale();
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        const BlockChip& chip = m_chips[i];
        const bool chosen = chip.current && chip.kind != BlockChip::Kind::Mark;
        const bool whole = chip.kind == BlockChip::Kind::Group && chip.current &&
                           chip.scope == m_scene.selection.scope &&
                           !isPartOfStack(blockScope(chip.scope));
        const bool filled = (chosen && chip.kind != BlockChip::Kind::Group) || whole;
        if (filled || static_cast<int>(i) == m_hovered) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(filled ? colours.accentTint : colours.window);
            painter.drawRoundedRect(chip.rect.adjusted(1, 0, -1, 0), 4 * s, 4 * s);
        }
        if (filled && hasFocus() && chip.kind != BlockChip::Kind::Layer) {
            painter.setPen(QPen(colours.accent, 1.5 * s));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(chip.rect.adjusted(1, 0, -1, 0), 4 * s, 4 * s);
        }
        painter.setFont(blockChipFont(chip, s));
        painter.setPen(filled                               ? colours.accent
                       : chosen                             ? colours.text
                       : chip.kind == BlockChip::Kind::Mark ? colours.inactive
                                                            : colours.secondary);
        painter.drawText(chip.rect, Qt::AlignCenter, chip.text);
    }
}

void BlockStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

void BlockStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const int chip = chipAt(event->position());
    if (chip >= 0)
        Q_EMIT scopeAsked(m_chips[static_cast<std::size_t>(chip)].scope);
}

void BlockStrip::mouseMoveEvent(QMouseEvent* event) {
    const int chip = chipAt(event->position());
    setCursor(chip >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (std::exchange(m_hovered, chip) != chip)
        update();
}

void BlockStrip::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_hovered = -1;
    update();
}

void BlockStrip::keyPressEvent(QKeyEvent* event) {
    if (!m_scene.isModel())
        return QWidget::keyPressEvent(event);
    const std::vector<TraceScope>& scopes = m_scene.blocks->scopes;
    const auto ask = [&](std::ptrdiff_t from, int by) {
        for (auto i = from; i >= 0 && i < std::ssize(scopes); i += by) {
            const std::string& path = scopes[static_cast<std::size_t>(i)].path;
            if (blockScope(path).comparedNorm == Scope::ComparedNorm::None)
                return Q_EMIT scopeAsked(path);
        }
    };
    const auto here =
        std::ranges::find(scopes, m_scene.selection.scope, &TraceScope::path) - scopes.begin();
    std::optional<std::string> layer;
    switch (event->key()) {
    case Qt::Key_Left: return ask(here - 1, -1);
    case Qt::Key_Right: return ask(here + 1, 1);
    case Qt::Key_Home: return ask(0, 1);
    case Qt::Key_End: return ask(std::ssize(scopes) - 1, -1);
    case Qt::Key_Up: layer = scopeOneLayerOn(m_scene, -1); break;
    case Qt::Key_Down: layer = scopeOneLayerOn(m_scene, 1); break;
    default: return QWidget::keyPressEvent(event);
    }
    if (layer)
        Q_EMIT scopeAsked(*layer);
}

bool BlockStrip::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int chip = chipAt(help->pos());
        if (chip >= 0)
            QToolTip::showText(help->globalPos(), m_chips[static_cast<std::size_t>(chip)].name,
                               this);
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Blocks of the model"));
        relayout();
        describe();
        update();
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QWidget::event(event);
}

} // namespace headscope
