// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/text/text_view.h"

#include "figure/painter_canvas.h"
#include "pages/text/text_words.h"
#include "words/asked_words.h"
#include "words/error_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

TextView::TextView(QWidget* parent)
    : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
}

void TextView::setScene(const Scene& scene) {
    const Selection& now = scene.selection;
    const Selection& before = m_scene.selection;
    const bool sameText = scene.run == m_scene.run && now.scope == before.scope &&
                          now.sequence == before.sequence && !m_picture.isEmpty();
    const bool same = sameText && scene.trace == m_scene.trace && scene.stage == m_scene.stage &&
                      now.stage == before.stage && now.tensor == before.tensor &&
                      now.panel == before.panel && scene.display == m_scene.display;
    m_scene = scene;
    if (scene.isEmpty()) {
        m_picture = {};
        m_widths = {};
        return viewport()->update();
    }
    const std::optional<Index> asked = m_picture.query;
    if (same) {
        askAgain(m_picture, scene);
    } else {
        m_picture = textPicture(scene);
        if (!sameText)
            m_widths = textWidths(m_picture);
        relayout();
    }
    if (m_picture.query && m_picture.query != asked && !m_asks)
        scrollTo(*m_picture.query);
    describe();
    viewport()->update();
}

void TextView::relayout() {
    if (m_picture.isEmpty())
        return;
    const double s = m_scene.display.textScale;
    // Whether there is a scroll bar follows from the width without it: with it the text only
    // becomes longer.
    const bool presented = m_scene.display.presentation;
    m_geometry = layoutText(m_picture, m_widths, size(), s, presented);
    const bool scrolls = m_geometry.content > m_geometry.body.height();
    setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    if (scrolls)
        m_geometry = layoutText(m_picture, m_widths, viewport()->size(), s, presented);
    m_colourPlace = {};
    if (!presented) {
        m_colourPlace.on = this;
        m_colourPlace.map = m_colourPlace.range = m_colourPlace.spread = true;
        m_colourPlace.shown = m_picture.colours.range;
        m_colourPlace.left = qRound(m_geometry.legend.right()) - m_colourPlace.width();
        m_colourPlace.middle = qRound(m_geometry.bar.center().y());
        m_geometry.legend.setRight(m_colourPlace.left - 12);
    }
    const double most = std::max(0.0, m_geometry.content - m_geometry.body.height());
    const QSignalBlocker quiet(verticalScrollBar());
    verticalScrollBar()->setRange(0, static_cast<int>(std::ceil(most)));
    verticalScrollBar()->setPageStep(static_cast<int>(m_geometry.body.height()));
    verticalScrollBar()->setSingleStep(static_cast<int>(m_geometry.keys.line));
    Q_EMIT laidOut();
}

QRectF TextView::boxOf(Index token, bool key) const {
    const bool other = !key && !m_picture.self;
    const TextFlow& flow = other ? m_geometry.queries : m_geometry.keys;
    const QRectF& area = other ? m_geometry.queryArea : m_geometry.keyArea;
    return flow.boxes[static_cast<std::size_t>(token)].translated(
        area.topLeft() + m_geometry.body.topLeft() - QPointF(0, verticalScrollBar()->value()));
}

std::optional<TextView::Target> TextView::targetAt(QPointF position) const {
    if (m_picture.isEmpty() || !m_geometry.body.contains(position))
        return std::nullopt;
    const QPointF inside =
        position - m_geometry.body.topLeft() + QPointF(0, verticalScrollBar()->value());
    if (const auto token = m_geometry.keys.tokenAt(inside - m_geometry.keyArea.topLeft()))
        return Target{*token, true};
    if (const auto token = m_geometry.queries.tokenAt(inside - m_geometry.queryArea.topLeft()))
        return Target{*token, false};
    return std::nullopt;
}

void TextView::askQuery(Index query, bool lock) {
    const PanelCell cell{m_scene.selection.panel, query, m_picture.strongestKey(query)};
    m_asks = true; // what is pointed at stays where it is
    if (lock)
        Q_EMIT locked(cell);
    else if (cell != m_scene.selection.hovered)
        Q_EMIT hovered(cell);
    m_asks = false;
}

void TextView::point(const Target& target) {
    // A key beside the question: of the text that is looked at, or while the question is held.
    const bool ofKeys = target.key && (!m_picture.self || m_picture.locked);
    if (!ofKeys)
        return askQuery(target.token, false);
    if (!m_picture.query)
        return;
    const PanelCell cell{m_scene.selection.panel, *m_picture.query, target.token};
    if (cell == m_scene.selection.hovered)
        return;
    m_asks = true;
    Q_EMIT hovered(cell);
    m_asks = false;
}

void TextView::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<Target> target = targetAt(event->position());
    viewport()->setCursor(target ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (target)
        point(*target);
}

void TextView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    const std::optional<Target> target = targetAt(event->position());
    if (!target)
        return;
    if (target->key && !m_picture.self) { // this key of the asked query
        if (m_picture.query)
            Q_EMIT locked(PanelCell{m_scene.selection.panel, *m_picture.query, target->token});
        return;
    }
    // A second click on what is held lets it go again.
    if (m_picture.locked && m_picture.query == target->token)
        Q_EMIT locked(std::nullopt);
    else
        askQuery(target->token, true);
}

void TextView::walk(Index by) {
    const Index count = std::ssize(m_picture.queries.words);
    const Index query =
        m_picture.query ? std::clamp<Index>(*m_picture.query + by, 0, count - 1) : Index{0};
    askQuery(query, m_picture.locked);
    scrollTo(query);
}

void TextView::scrollTo(Index query) {
    const QRectF box = boxOf(query, false);
    const QRectF& body = m_geometry.body;
    QScrollBar* const bar = verticalScrollBar();
    if (box.top() < body.top())
        bar->setValue(bar->value() - static_cast<int>(std::ceil(body.top() - box.top() + 4)));
    else if (box.bottom() > body.bottom())
        bar->setValue(bar->value() + static_cast<int>(std::ceil(box.bottom() - body.bottom() + 4)));
}

void TextView::keyPressEvent(QKeyEvent* event) {
    if (m_picture.isEmpty() || (event->modifiers() & ~Qt::KeypadModifier)) {
        event->ignore();
        return;
    }
    const int heads = static_cast<int>(m_scene.run->heads());
    const int panel = m_scene.selection.panel;
    switch (event->key()) {
    case Qt::Key_Left: walk(-1); return;
    case Qt::Key_Right: walk(1); return;
    case Qt::Key_Up: Q_EMIT headAsked(std::max(0, panel - 1)); return;
    case Qt::Key_Down: Q_EMIT headAsked(std::min(heads - 1, panel + 1)); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const std::optional<PanelCell> cell = m_scene.selection.asked())
            Q_EMIT locked(cell);
        return;
    default: event->ignore(); // also those that would scroll: they go through the stages
    }
}

void TextView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason && !m_picture.isEmpty() && !m_picture.query)
        walk(0);
    viewport()->update();
}

void TextView::describe() {
    if (m_picture.isEmpty())
        return;
    m_said = textSaid(m_scene, m_picture);
    setAccessibleName(m_said.title);
    sayOf(*this, m_said.subtitle);
}

std::vector<CellTable> TextView::cellTables() {
    if (m_picture.isEmpty())
        return {};
    CellTable table;
    table.title = m_said.subtitle;
    table.rows = m_picture.queries.words.size();
    table.columns = m_picture.keys.words.size();
    table.rowName = [this](Index row) { return m_picture.queries.words.value(row); };
    table.columnName = [this](Index column) { return m_picture.keys.words.value(column); };
    table.words = [this](const CellPlace& place) {
        return askedWords(m_scene, *m_picture.panel, place.row, place.column).sentence;
    };
    table.rect = [this, corner = QPointF(viewport()->pos())](const CellPlace& place) {
        return boxOf(place.column, true).translated(corner);
    };
    // The keys stand in the same words for every query; what is seen is the asked one's.
    table.at = [this, corner = QPointF(viewport()->pos())](QPointF point) {
        const std::optional<Target> target = targetAt(point - corner);
        return target && (target->key || m_picture.self)
                   ? std::optional(CellPlace{m_picture.query.value_or(0), target->token})
                   : std::nullopt;
    };
    table.choose = [this](const CellPlace& place) {
        Q_EMIT locked(PanelCell{m_scene.selection.panel, place.row, place.column});
    };
    if (m_picture.query && *m_picture.query < table.rows)
        table.asked = CellPlace{*m_picture.query, m_picture.key.value_or(0)};
    return {table};
}

void TextView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), theme(m_scene.display.theme).base);
    if (m_picture.isEmpty())
        return;
    PainterCanvas canvas(painter, PainterCanvas::Device::Raster, devicePixelRatioF());
    painter.save();
    // Frames stand a little out of their token.
    painter.setClipRect(m_geometry.body.adjusted(-4, -2, 4, 2));
    paintTextBody(canvas, m_picture, m_geometry, verticalScrollBar()->value());
    painter.restore();
    paintTextFrame(canvas, m_picture, m_geometry, m_said);
    if (hasFocus()) {
        const QRectF& title = m_geometry.title;
        painter.fillRect(QRectF(title.left(), m_geometry.subtitle.bottom() + 2, title.width(), 1),
                         theme(m_scene.display.theme).accent);
    }
}

void TextView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void TextView::scrollContentsBy(int, int) {
    viewport()->update();
}

void TextView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && !m_picture.isEmpty()) {
        m_picture = textPicture(m_scene); // what words mean stands beside them
        m_widths = textWidths(m_picture);
        relayout();
        describe();
        viewport()->update();
    }
}

bool TextView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip || m_picture.isEmpty())
        return QAbstractScrollArea::viewportEvent(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const std::optional<Target> target = targetAt(help->pos());
    QString text;
    if (target && target->key && m_picture.query)
        text = TextWords::key(m_picture, target->token);
    else if (m_geometry.title.contains(help->pos()) || m_geometry.subtitle.contains(help->pos()))
        text = m_said.title + u'\n' + m_said.subtitle; // of which the end may be cut off
    QToolTip::showText(help->globalPos(), unmistaken(text), viewport());
    return true;
}

} // namespace headscope
