// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_view.h"

#include "cells/matrix_table.h"
#include "pages/paint/paint_curves.h"
#include "pages/paint/paint_words.h"
#include "pages/paint/picture/paint_painter.h"
#include "pages/paint/stroke_keys.h"
#include "plots/descent_plot.h"
#include "type/fonts.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

constexpr double sideMargin = 24;

/// All cells on the way from one to another, for a pointer that moves faster than it reports.
std::vector<PaintCell> cellsBetween(const PaintCell& from, const PaintCell& to) {
    std::vector<PaintCell> cells;
    const Index steps = std::max(std::abs(to.query - from.query), std::abs(to.key - from.key));
    for (Index i = 1; i <= steps; ++i)
        cells.push_back({from.query + (to.query - from.query) * i / steps,
                         from.key + (to.key - from.key) * i / steps});
    return cells;
}

} // namespace

PaintView::PaintView(QWidget* parent)
    : QWidget(parent)
    , m_plot(new DescentPlot(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(m_plot, &DescentPlot::playheadDragged, this, &PaintView::recordAsked);
    retranslate();
}

void PaintView::retranslate() {
    setAccessibleName(tr("Painted attention, and what the head does"));
    m_plot->setAccessibleName(tr("Distance to the painting over the steps of the descent"));
    m_plot->setToolTip(tr("Drag the playhead; [ and ] move it step by step"));
}

QSize PaintView::minimumSizeHint() const {
    if (m_picture.scene.display.presentation)
        return {440, 300}; // it has the room that the screen has
    return {440, static_cast<int>(460 * m_picture.scene.display.textScale)};
}

PaintRoom PaintView::room() const {
    PaintRoom room;
    const int sides = width() < 640 ? 12 : static_cast<int>(sideMargin);
    room.area = QRectF(rect()).adjusted(sides, 10, -sides, -14);
    room.textScale = m_picture.textScale();
    room.presented = m_picture.isPresented();
    if (room.presented) {
        const double u = m_picture.scene.display.presentedUnit();
        room.differenceNamed = m_picture.matrices[1].rows > 0 && !m_picture.matrices[1].isPairs;
        room.area = QRectF(rect()).adjusted(40 * u, 8 * u, -40 * u, -20 * u);
    }
    if (m_picture.scene.isEmpty())
        return room;
    const PaintTarget& target = m_picture.scene.problem->target;
    room.queries = target.queries;
    room.keys = target.keys;
    room.queryWidth = m_picture.scene.problem->queryWidth();
    room.keyWidth = m_picture.scene.problem->keyWidth();
    room.keyDim = m_picture.scene.weights.query.rank() == 2 ? m_picture.scene.weights.keyDim()
                                                            : m_picture.scene.options.keyDim;
    room.turned = m_picture.scene.isTurned();
    const QFontMetricsF rows(textFont(13 * room.textScale, QFont::DemiBold));
    for (const QString& label : m_picture.scene.rowLabels())
        room.rowLabelWidth = std::max(room.rowLabelWidth, rows.horizontalAdvance(label) + 8);
    const QFontMetricsF columns(textFont(11 * room.textScale));
    room.columnLabelWidth = 0;
    for (QString label : m_picture.scene.columnLabels()) {
        // As it is drawn: "我 (1)" with a small index.
        label.remove(QLatin1String(" (")).remove(u')');
        if (room.presented)
            label += u' '; // its index is as large as it is
        room.columnLabelWidth = std::max(room.columnLabelWidth, columns.horizontalAdvance(label));
    }
    return room;
}

void PaintView::setPaint(const PaintScene& scene) {
    m_picture.scene = scene;
    m_picture.matrices = paintMatrices(scene);
    m_picture.tables = paintTables(scene);
    relayout();
    sayOf(*this, scene.asked && !scene.isEmpty() ? cellSentence(scene, *scene.asked)
                 : m_picture.opens()             ? openingSentence(scene)
                                                 : QString());
}

std::vector<CellTable> PaintView::cellTables() {
    if (m_picture.scene.isEmpty())
        return {};
    MatrixWords cells;
    cells.title = accessibleName();
    cells.rows = m_picture.scene.queryLabels;
    cells.columns = m_picture.scene.keyLabels;
    cells.words = [this](Index query, Index key) {
        return cellSentence(m_picture.scene, {query, key});
    };
    cells.choose = cells.visit = [this](Index query, Index key) {
        Q_EMIT asked(PaintCell{query, key});
    };
    if (const std::optional<PaintCell>& cell = m_picture.scene.asked)
        cells.asked = {cell->query, cell->key};
    const MatrixGeometry& grid = m_picture.geometry.cells[PaintGeometry::Target];
    CellTable table = matrixTable(grid, cells);
    table.at = [this, turned = grid.turned](QPointF point) -> std::optional<CellPlace> {
        PaintGeometry::Matrix matrix = PaintGeometry::Target; // its last edge is of its last cells
        const auto cell = m_picture.geometry.cellAt(point, &matrix);
        if (!cell || matrix != PaintGeometry::Target)
            return std::nullopt;
        return turned ? CellPlace{cell->key, cell->query} : CellPlace{cell->query, cell->key};
    };
    return {table};
}

void PaintView::relayout() {
    const PaintRoom place = room();
    m_picture.area = place.area;
    m_picture.geometry = layoutPaint(place);
    const bool shown = !m_picture.scene.isEmpty() && !m_picture.opens();
    m_plot->setVisible(shown);
    m_plot->setGeometry(m_picture.geometry.curves.toAlignedRect());
    if (shown) {
        DescentCurves curves = paintCurves(m_picture.scene);
        if (place.presented) // the k of d_k is smaller than the type around it
            curves.textScale = 1.2 * m_picture.textScale();
        m_plot->setCurves(curves);
    }
    placeColours();
    Q_EMIT laidOut();
    update();
}

void PaintView::placeColours() {
    m_picture.colourPlace = {};
    if (m_picture.isPresented() || m_picture.scene.isEmpty() || m_picture.opens())
        return;
    // Under the painting, at the end of its line; the bar becomes shorter.
    ColourPlace place;
    place.map = true;
    place.spread = true;
    const QRectF& bar = m_picture.geometry.bars[PaintGeometry::Target];
    place.left = qRound(bar.right()) - place.width();
    place.middle = qRound(bar.center().y());
    constexpr double least = 52; // of the bar with its two numbers
    if (bar.width() >= least + place.width())
        place.on = this;
    m_picture.colourPlace = place;
}

void PaintView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme(m_picture.scene.display.theme).base);
    if (!m_picture.scene.isEmpty())
        PaintPainter(painter, m_picture).paint();
}

void PaintView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

bool PaintView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        showTip(*static_cast<QHelpEvent*>(event), *this);
        return true;
    }
    return isTakenStrokeKey(*event, m_picture.scene) || QWidget::event(event);
}

void PaintView::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    PaintGeometry::Matrix matrix = PaintGeometry::Target;
    const auto cell = m_picture.scene.isEmpty()
                          ? std::nullopt
                          : m_picture.geometry.cellAt(event->position(), &matrix);
    if (!cell || matrix != PaintGeometry::Target)
        return;
    if (event->modifiers() & Qt::AltModifier) {
        Q_EMIT weightPicked(*cell);
        return;
    }
    if (event->button() != Qt::LeftButton && event->button() != Qt::RightButton)
        return;
    m_stroke = event->button() == Qt::RightButton ? PaintBrush::Erase : m_picture.scene.tools.brush;
    m_lastPainted = cell;
    Q_EMIT strokeBegun();
    Q_EMIT painted(*cell, *m_stroke);
}

void PaintView::mouseMoveEvent(QMouseEvent* event) {
    if (m_picture.scene.isEmpty())
        return;
    PaintGeometry::Matrix matrix = PaintGeometry::Target;
    const auto cell = m_picture.geometry.cellAt(event->position(), &matrix);
    if (!m_stroke) {
        setCursor(cell && matrix == PaintGeometry::Target ? Qt::CrossCursor : Qt::ArrowCursor);
        Q_EMIT asked(cell);
        return;
    }
    // A quick stroke leaves by the edge: it is painted up to there, and begins anew inside.
    const bool isInside = cell && matrix == PaintGeometry::Target;
    const PaintCell now = m_picture.geometry.nearest(PaintGeometry::Target, event->position());
    if (m_lastPainted) {
        for (const PaintCell& each : cellsBetween(*m_lastPainted, now))
            Q_EMIT painted(each, *m_stroke);
    } else if (isInside) {
        Q_EMIT painted(now, *m_stroke);
    }
    m_lastPainted = isInside ? std::optional(now) : std::nullopt;
}

void PaintView::mouseReleaseEvent(QMouseEvent*) {
    if (std::exchange(m_stroke, std::nullopt))
        Q_EMIT strokeEnded();
}

void PaintView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (!m_stroke && !hasFocus())
        Q_EMIT asked(std::nullopt);
}

PaintCell PaintView::cursor() const {
    return m_picture.scene.asked.value_or(PaintCell{});
}

void PaintView::keyPressEvent(QKeyEvent* event) {
    if (m_picture.scene.isEmpty())
        return QWidget::keyPressEvent(event);
    if (isStrokeUndo(*event, m_picture.scene)) {
        Q_EMIT undoAsked();
        return;
    }
    if (isStrokeRedo(*event, m_picture.scene)) {
        Q_EMIT redoAsked();
        return;
    }
    const auto record = static_cast<int>(m_picture.scene.record);
    if (walkByKey(*event))
        return;
    switch (event->key()) {
    case Qt::Key_Space: Q_EMIT playAsked(); return;
    case Qt::Key_Return:
    case Qt::Key_Enter: Q_EMIT painted(cursor(), m_picture.scene.tools.brush); return;
    case Qt::Key_Delete:
    case Qt::Key_Backspace: Q_EMIT painted(cursor(), PaintBrush::Erase); return;
    case Qt::Key_R: Q_EMIT painted(cursor(), PaintBrush::Row); return;
    case Qt::Key_BracketLeft: Q_EMIT recordAsked(std::max(0, record - 1)); return;
    case Qt::Key_BracketRight: Q_EMIT recordAsked(record + 1); return;
    default: QWidget::keyPressEvent(event);
    }
}

void PaintView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void PaintView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void PaintView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        setPaint(m_picture.scene);
    }
}

} // namespace headscope
