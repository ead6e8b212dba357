// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/head_costs_view.h"

#include "controls/segmented_control.h"
#include "type/fonts.h"
#include "type/math_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

namespace headscope {

HeadCostsView::HeadCostsView(QWidget* parent)
    : QWidget(parent)
    , m_widths(new SegmentedControl(this)) {
    connect(m_widths, &SegmentedControl::chosen, this, [this](int index) {
        m_chosen = index == 0 ? HeadWidth::Shared : HeadWidth::Kept;
        describe();
    });
    describe();
}

void HeadCostsView::setScene(const Scene& scene) {
    const bool otherLook = scene.display != m_scene.display;
    const bool otherTrace = scene.trace != m_scene.trace;
    m_scene = scene;
    if (otherTrace) {
        const std::optional<AttentionSizes> sizes =
            scene.isEmpty() || scene.kind() != ScopeKind::Attention ? std::nullopt
                                                                    : attentionSizes(*scene.trace);
        if (sizes != m_sizes) {
            m_sizes = sizes;
            return describe();
        }
    }
    if (otherLook)
        relayout();
}

void HeadCostsView::describe() {
    // As with d_k = d_model / heads, where that is how wide they are.
    const HeadWidth fitting = m_sizes && m_sizes->heads * m_sizes->keyDim == m_sizes->queryWidth
                                  ? HeadWidth::Shared
                                  : HeadWidth::Kept;
    const HeadWidth width = m_chosen.value_or(fitting);
    m_widths->setChoices(HeadCostWords::widths());
    m_widths->setCurrent(width == HeadWidth::Shared ? 0 : 1);
    m_widths->setToolTip(HeadCostWords::widthTip());
    m_widths->setVisible(m_sizes.has_value());
    m_content = m_sizes ? HeadCostWords::describe(*m_sizes, width) : HeadCosts();
    if (!m_sizes)
        m_content.sentence = HeadCostWords::unknown();
    QStringList said(m_content.sentence);
    for (const HeadCosts::Group& group : m_content.groups) {
        for (const HeadCosts::Row& row : group.rows)
            said << group.title + u' ' + withoutMarkup(row.name) + QStringLiteral(": ") +
                        row.exact.join(QStringLiteral(", "));
    }
    setAccessibleDescription(said.join(u'\n'));
    relayout();
}

void HeadCostsView::setPanelWidth(int width) {
    m_panelWidth = width;
    relayout();
}

void HeadCostsView::relayout() {
    const double s = m_scene.display.textScale;
    m_widths->setFont(textFont(13 * s));
    m_widths->setGeometry(QRect(QPoint(qRound(16 * s), qRound(4 * s)), m_widths->sizeHint()));
    const double top = m_sizes ? m_widths->geometry().bottom() + 12 * s : 8 * s;
    m_geometry = layoutHeadCosts(m_content, top, m_panelWidth, s);
    setMinimumHeight(static_cast<int>(std::ceil(m_geometry.height)));
    update();
}

void HeadCostsView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        describe();
}

bool HeadCostsView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    QString text;
    for (std::size_t group = 0; group < m_geometry.groups.size(); ++group) {
        const auto& rows = m_geometry.groups[group].rows;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const HeadCosts::Row& said = m_content.groups[group].rows[row];
            for (std::size_t column = 0; column < m_geometry.columns; ++column) {
                const auto place = static_cast<qsizetype>(column);
                if (m_geometry.cell(rows[row], column).contains(help->pos()) &&
                    !said.exact[place].isEmpty())
                    text = m_content.columns[column].heads + QStringLiteral(", ") +
                           withoutMarkup(said.name) + QStringLiteral(": ") + said.exact[place];
            }
        }
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

void HeadCostsView::paintEvent(QPaintEvent* event) {
    const Theme& colours = theme(m_scene.display.theme);
    QPainter painter(this);
    painter.fillRect(event->rect(), colours.window);
    const double s = m_geometry.scale;
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.text);
    painter.drawText(m_geometry.sentence, Qt::AlignLeft | Qt::TextWordWrap, m_content.sentence);
    for (std::size_t group = 0; group < m_content.groups.size(); ++group)
        paintGroup(painter, group);
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.secondary);
    painter.drawText(m_geometry.note, Qt::AlignLeft | Qt::TextWordWrap, m_content.note);
}

void HeadCostsView::paintGroup(QPainter& painter, std::size_t index) const {
    const HeadCosts::Group& group = m_content.groups[index];
    const HeadCostsGeometry::Group& place = m_geometry.groups[index];
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_geometry.scale;
    painter.fillRect(QRectF(place.title.left(), place.title.top() - 7 * s, place.title.width(), 1),
                     colours.hairline);
    painter.setFont(textFont(14 * s, QFont::DemiBold));
    painter.setPen(colours.text);
    painter.drawText(place.title, Qt::AlignLeft | Qt::AlignVCenter, group.title);
    painter.setFont(textFont(12 * s));
    painter.setPen(colours.secondary);
    drawElidedText(painter, place.title.adjusted(place.title.width() / 2, 0, 0, 0),
                   Qt::AlignRight | Qt::AlignVCenter, group.scale);
    if (!place.head.isEmpty()) {
        for (std::size_t column = 0; column < m_geometry.columns; ++column) {
            const HeadCosts::Column& said = m_content.columns[column];
            const QRectF cell = m_geometry.cell(place.head, column);
            const QRectF upper(cell.left(), cell.top(), cell.width(), cell.height() / 2);
            const QFont font = textFont(12 * s, said.now ? QFont::DemiBold : QFont::Normal);
            painter.setFont(font);
            painter.setPen(said.now ? colours.text : colours.secondary);
            drawElidedText(painter, upper, Qt::AlignRight | Qt::AlignVCenter, said.heads);
            drawMathText(painter, upper.translated(0, upper.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         elidedMathText(said.width, font, cell.width()), font);
        }
    }
    for (std::size_t row = 0; row < group.rows.size(); ++row) {
        const HeadCosts::Row& said = group.rows[row];
        const QRectF& line = place.rows[row];
        if (said.sum)
            painter.fillRect(QRectF(line.left(), line.top(), line.width(), 1), colours.hairline);
        painter.setPen(colours.text);
        drawMathText(painter, QRectF(line.left(), line.top(), m_geometry.nameWidth, line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, said.name,
                     textFont(13 * s, said.sum ? QFont::DemiBold : QFont::Normal));
        for (std::size_t column = 0; column < m_geometry.columns; ++column) {
            const bool now = m_content.columns[column].now;
            const QString& number = said.numbers[static_cast<qsizetype>(column)];
            const QRectF cell = m_geometry.cell(line, column);
            painter.setFont(
                fittedFont(numberFont(12 * s, now || said.sum ? QFont::DemiBold : QFont::Normal),
                           number, cell.width() - 4 * s, 9 * s));
            painter.setPen(now ? colours.text : colours.secondary);
            painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter, number);
        }
    }
}

} // namespace headscope
