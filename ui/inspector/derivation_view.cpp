// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation_view.h"

#include "cells/cell_table.h"
#include "inspector/derivation_parts.h"
#include "plots/row_chart.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/wrapped_text.h"

#include <QPaintEvent>
#include <QPainter>
#include <QResizeEvent>

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

} // namespace headscope
