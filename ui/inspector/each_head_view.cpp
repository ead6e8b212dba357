// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/each_head_view.h"

#include "figure/painter_canvas.h"
#include "painters/head_badge.h"
#include "scene/prepared_stage.h"
#include "type/fonts.h"
#include "type/math_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headscope {

EachHeadView::EachHeadView(QWidget* parent)
    : QWidget(parent)
    , m_measures(
          [](const Request& asked, const CancellationToken& token) {
              return measureHeads(*asked.run, asked.scope, asked.sequence, {1, token});
          },
          [this](std::vector<HeadMeasures> heads) { take(std::move(heads)); }) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

bool EachHeadView::isAbout(const Scene& scene) {
    return !scene.isEmpty() && scene.kind() == ScopeKind::Attention &&
           scene.trace->find(TensorName::AttentionWeights);
}

void EachHeadView::setScene(const Scene& scene) {
    const bool otherLook = scene.display != m_scene.display;
    m_scene = scene;
    if (!isAbout(scene)) {
        m_measures.forget();
        m_measured = {};
        m_heads.clear();
        m_content = {};
        return relayout();
    }
    // Who sorted the heads wants the newest order also while this is not seen.
    if (isVisible() || m_sortedBy)
        measure();
    else if (m_measured.run != scene.run)
        m_measured = {}; // an old run may hold gigabytes
    if (otherLook)
        relayout();
    update();
}

void EachHeadView::showEvent(QShowEvent* event) {
    if (isAbout(m_scene))
        measure();
    QWidget::showEvent(event);
}

void EachHeadView::measure() {
    Request wanted{m_scene.run, m_scene.selection.scope, m_scene.selection.sequence};
    if (wanted == m_measured)
        return;
    m_measured = wanted;
    if (measureWork(*wanted.run, wanted.scope) <= workAtOnce) {
        m_measures.forget();
        take(measureHeads(*wanted.run, wanted.scope, wanted.sequence));
    } else {
        m_measures.request(std::move(wanted)); // until then the old ones stay
    }
}

void EachHeadView::take(std::vector<HeadMeasures> heads) {
    m_heads = std::move(heads);
    m_content = EachHeadWords::describe(
        m_heads, !m_measured.run || !m_measured.run->isSelfAttention(m_measured.scope));
    relayout();
    update();
    if (m_sortedBy)
        Q_EMIT orderAsked(headsBy(m_heads, *m_sortedBy));
}

void EachHeadView::setPanelWidth(int width) {
    m_panelWidth = width;
    relayout();
}

void EachHeadView::relayout() {
    m_geometry = layoutEachHead(m_content, m_panelWidth, m_scene.display.textScale);
    setMinimumHeight(m_content.groups.empty() ? 0 : static_cast<int>(std::ceil(m_geometry.height)));
    QStringList said;
    for (const EachHeadGroup& group : m_content.groups) {
        QStringList answers;
        for (const EachHeadGroup::Answer& answer : group.answers)
            answers << answer.text;
        said << group.question + QStringLiteral(": ") +
                    (answers.isEmpty() ? group.scale : answers.join(QStringLiteral(", ")));
    }
    setAccessibleDescription((said + m_content.names).join(u'\n'));
    update();
}

void EachHeadView::sortBy(std::size_t group) {
    if (group >= m_content.groups.size() || m_content.groups[group].answers.empty())
        return;
    const Measure measure = m_content.groups[group].measure;
    if (m_sortedBy == measure)
        m_sortedBy.reset();
    else
        m_sortedBy = measure;
    Q_EMIT orderAsked(m_sortedBy ? headsBy(m_heads, measure) : std::vector<int>());
    update();
}

std::optional<std::size_t> EachHeadView::groupAt(QPointF position) const {
    for (std::size_t group = 0; group < m_geometry.groups.size(); ++group) {
        if (m_geometry.groups[group].title.contains(position) &&
            !m_content.groups[group].answers.empty())
            return group;
    }
    return std::nullopt;
}

std::optional<std::size_t> EachHeadView::headAt(QPointF position) const {
    for (const EachHeadGeometry::Group& group : m_geometry.groups) {
        for (std::size_t head = 0; head < group.rows.size(); ++head) {
            if (group.rows[head].contains(position))
                return head;
        }
    }
    return std::nullopt;
}

void EachHeadView::mouseMoveEvent(QMouseEvent* event) {
    const bool target = groupAt(event->position()) || headAt(event->position());
    setCursor(target ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void EachHeadView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    if (const auto group = groupAt(event->position()))
        sortBy(*group);
    else if (const auto head = headAt(event->position()))
        Q_EMIT headAsked(static_cast<int>(*head));
}

void EachHeadView::keyPressEvent(QKeyEvent* event) {
    const std::size_t count = m_content.groups.size();
    if (count == 0 || event->modifiers() & ~Qt::KeypadModifier)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up: m_cursor = m_cursor > 0 ? m_cursor - 1 : 0; break;
    case Qt::Key_Down: m_cursor = std::min(m_cursor + 1, count - 1); break;
    case Qt::Key_Return:
    case Qt::Key_Enter: sortBy(m_cursor); break;
    default: return QWidget::keyPressEvent(event);
    }
    update();
}

void EachHeadView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void EachHeadView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void EachHeadView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange || m_heads.empty())
        return;
    m_content = EachHeadWords::describe(
        m_heads, !m_measured.run || !m_measured.run->isSelfAttention(m_measured.scope));
    relayout();
}

bool EachHeadView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    QString text;
    if (groupAt(help->pos()))
        text = EachHeadWords::sortTip();
    for (std::size_t group = 0; group < m_geometry.groups.size(); ++group) {
        const std::vector<QRectF>& rows = m_geometry.groups[group].rows;
        for (std::size_t head = 0; head < rows.size(); ++head) {
            if (rows[head].contains(help->pos()))
                text = EachHeadWords::tip(m_content.groups[group], head);
        }
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

void EachHeadView::paintEvent(QPaintEvent* event) {
    const Theme& colours = theme(m_scene.display.theme);
    QPainter painter(this);
    painter.fillRect(event->rect(), colours.window);
    if (m_content.groups.empty())
        return;
    const double s = m_geometry.scale;
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.secondary);
    const QString even = EachHeadWords::evenSpread();
    const double wide = QFontMetricsF(painter.font()).horizontalAdvance(even);
    drawElidedText(painter, m_geometry.top.adjusted(0, 0, -wide - 14 * s, 0),
                   Qt::AlignLeft | Qt::AlignVCenter, m_content.over);
    painter.drawText(m_geometry.top, Qt::AlignRight | Qt::AlignVCenter, even);
    painter.fillRect(QRectF(m_geometry.top.right() - wide - 8 * s,
                            m_geometry.top.center().y() - 7 * s, 2 * s, 14 * s),
                     colours.text);
    for (std::size_t group = 0; group < m_content.groups.size(); ++group)
        paintGroup(painter, group);
    painter.fillRect(QRectF(m_geometry.namesTitle.left(), m_geometry.namesTitle.top() - 7 * s,
                            m_geometry.namesTitle.width(), 1),
                     colours.hairline);
    painter.setFont(textFont(14 * s, QFont::DemiBold));
    painter.setPen(colours.text);
    painter.drawText(m_geometry.namesTitle, Qt::AlignLeft | Qt::AlignVCenter,
                     EachHeadWords::namesTitle());
    painter.setFont(textFont(13 * s));
    painter.setPen(m_content.named ? colours.text : colours.secondary);
    for (std::size_t i = 0; i < m_geometry.names.size(); ++i)
        painter.drawText(m_geometry.names[i], Qt::AlignLeft | Qt::TextWordWrap,
                         m_content.names[static_cast<qsizetype>(i)]);
}

void EachHeadView::paintGroup(QPainter& painter, std::size_t index) const {
    const EachHeadGroup& group = m_content.groups[index];
    const EachHeadGeometry::Group& place = m_geometry.groups[index];
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_geometry.scale;
    const bool sorted = m_sortedBy == group.measure;
    if (index > 0)
        painter.fillRect(
            QRectF(place.title.left(), place.title.top() - 7 * s, place.title.width(), 1),
            colours.hairline);
    const QString question = group.question + (sorted ? QStringLiteral(" ↓") : QString());
    painter.setFont(textFont(14 * s, QFont::DemiBold));
    painter.setPen(group.answers.empty() ? colours.secondary
                   : sorted              ? colours.accent
                                         : colours.text);
    const double wide = QFontMetricsF(painter.font()).horizontalAdvance(question);
    painter.drawText(place.title, Qt::AlignLeft | Qt::AlignVCenter, question);
    painter.setPen(colours.secondary);
    const QRectF room = place.title.adjusted(wide + 8 * s, 0, 0, 0);
    painter.setFont(fittedFont(textFont(12 * s), group.scale, room.width(), 9 * s));
    drawElidedText(painter, room, Qt::AlignRight | Qt::AlignVCenter, group.scale);
    if (hasFocus() && index == m_cursor) {
        painter.setPen(QPen(colours.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(place.title.adjusted(-4 * s, 1, 4 * s, -1));
    }
    PainterCanvas canvas(painter, PainterCanvas::Device::Screen, devicePixelRatioF());
    for (std::size_t head = 0; head < place.rows.size(); ++head) {
        const EachHeadGroup::Answer& answer = group.answers[head];
        const QRectF& row = place.rows[head];
        paintHeadNumber(painter, m_geometry.badge(row), head, place.rows.size(), colours, 10 * s);
        const QRectF bar = m_geometry.bar(row);
        const bool known = answer.queries > 0 && group.largest > 0;
        paintShareBar(canvas, bar, known ? answer.value / group.largest : 0,
                      answer.queries == 0 ? std::nullopt
                                          : std::optional(known ? answer.even / group.largest : 0),
                      colours, s, 5);
        if (answer.queries == 0)
            continue;
        painter.setFont(numberFont(13 * s, answer.most ? QFont::Bold : QFont::Normal));
        painter.setPen(colours.text);
        painter.drawText(m_geometry.number(row), Qt::AlignRight | Qt::AlignVCenter, answer.text);
    }
}

} // namespace headscope
