// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/compare/compare_view.h"

#include "cells/matrix_table.h"
#include "figure/painter_canvas.h"
#include "scene/prepared_stage.h"
#include "scene/value_range.h"
#include "type/fonts.h"
#include "words/error_text.h"
#include "words/numbers/number_format.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

constexpr double comparePadding = 24;

} // namespace

CompareView::CompareView(QWidget* parent)
    : QWidget(parent)
    , m_controls(new CompareControls(this))
    , m_maker([](const Scene& scene,
                 const CancellationToken& token) { return compareContent(scene, token); },
              [this](std::shared_ptr<const CompareContent> content) { take(std::move(content)); }) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Comparison of two states"));
    connect(m_controls, &CompareControls::asked, this, &CompareView::asked);
}

void CompareView::setScene(const Scene& scene) {
    const Selection& now = scene.selection;
    const Selection& before = m_scene.selection;
    const bool same = m_content && scene.compared == m_scene.compared &&
                      now.scope == before.scope && now.stage == before.stage &&
                      now.sequence == before.sequence && now.panel == before.panel &&
                      scene.display == m_scene.display;
    const bool sameChoices = scene.compared == m_scene.compared && now.scope == before.scope;
    m_scene = scene;
    if (!same)
        rebuild();
    if (!sameChoices)
        m_controls->setScene(scene);
    announce();
    update();
}

void CompareView::rebuild() {
    QToolTip::hideText();
    const bool any = m_scene.compared && m_scene.compared->a.run && m_scene.compared->b.run;
    if (any && compareWork(m_scene) > workAtOnce)
        return m_maker.request(m_scene);
    m_maker.forget();
    take(any ? compareContent(m_scene) : nullptr);
}

void CompareView::take(std::shared_ptr<const CompareContent> content) {
    m_content = std::move(content);
    m_controls->setEdits(m_content ? m_content->edits : std::vector<CompareEdit>());
    relayout();
    announce();
    update();
}

void CompareView::relayout() {
    m_images = {};
    const bool any = m_content && !m_content->a.panels.empty() && !m_content->b.panels.empty();
    CompareGeometryInput in;
    if (m_content)
        in = compareLayoutOf(*m_content, m_scene.display.textScale);
    in.presented = m_scene.display.presentation;
    in.edits = true; // the pin stands there
    in.area = QRectF(rect()).adjusted(comparePadding, 10, -comparePadding, -10);
    m_geometry = layoutCompare(in);
    if (any)
        m_images = makeImages(*m_content, m_geometry, devicePixelRatioF());
    // The words of the legend go on in what is left.
    m_colourPlace = {};
    if (any && !in.presented) {
        ColourPlace place;
        place.map = isSequential(m_content->a.panels.front().name);
        place.range = true;
        place.shown = m_content->colours.range;
        const bool masks = m_content->a.masked || m_content->b.masked;
        const QRectF legend = m_geometry.legend;
        if (legend.width() >= place.width() + (masks ? 136 * in.textScale : 0)) {
            place.on = this;
            place.left = qRound(legend.right()) - place.width();
            place.middle = qRound(legend.center().y());
            m_geometry.legend.setRight(place.left - 8);
            m_colourPlace = place;
        }
    }
    m_controls->place(
        {m_geometry.edits, m_geometry.pin, m_geometry.choiceA, m_geometry.swap, m_geometry.choiceB},
        m_scene.display.textScale);
    Q_EMIT laidOut();
}

void CompareView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& colours = theme(m_scene.display.theme);
    painter.fillRect(rect(), colours.base);
    const double scale = m_scene.display.textScale;
    if (!m_content) {
        painter.setFont(textFont(14 * scale));
        painter.setPen(colours.secondary);
        const bool failed = m_scene.compared && m_scene.compared->error;
        painter.drawText(QRectF(rect()).adjusted(40, 120, -40, -40),
                         Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                         failed ? translated(*m_scene.compared->error)
                                : CompareWords::tr("Computing both states …"));
        return;
    }
    CompareLook look;
    look.showsA = m_showsA;
    look.values = m_scene.display.valuesInCells;
    look.textScale = scale;
    const std::optional<PanelCell> cell = askedCell();
    if (cell)
        look.asked = {cell->row, cell->column, 0};
    {
        PainterCanvas canvas(painter, PainterCanvas::Device::Raster, 1);
        paintComparison(canvas, *m_content, m_geometry, m_images, look);
    }
    if (!cell || m_content->a.panels.empty())
        return;
    for (const MatrixGeometry* matrix :
         {&m_geometry.a, &m_geometry.b,
          m_content->hasDifference() ? &m_geometry.difference : nullptr}) {
        if (!matrix || cell->row >= matrix->rows || cell->column >= matrix->columns)
            continue;
        const QRectF place = matrix->cellRect(cell->row, cell->column);
        if (m_scene.selection.locked)
            paintLockFrame(painter, place);
        else
            paintHoverFrame(painter, place);
    }
    for (const CompareThumbnail& small : m_geometry.heads)
        paintHoverFrame(painter, small.matrix.cellRect(cell->row, cell->column));
}

bool CompareView::valuesFit() const {
    return m_content && m_geometry.a.pitchX >= 26 * m_scene.display.textScale;
}

std::optional<PanelCell> CompareView::askedCell() const {
    std::optional<PanelCell> cell = m_scene.selection.asked();
    if (!cell || !m_content || m_content->a.panels.empty() ||
        cell->row >= std::max(m_geometry.a.rows, m_geometry.b.rows) ||
        cell->column >= std::max(m_geometry.a.columns, m_geometry.b.columns))
        return std::nullopt;
    return cell;
}

PanelCell CompareView::panelCell(Index row, Index column) const {
    const int panel =
        m_content->isMean() ? m_scene.selection.panel : m_content->b.panels[m_content->shown].head;
    return {panel, row, column};
}

void CompareView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Comparison of two states"));
        m_controls->retranslate();
        rebuild();
        m_controls->setScene(m_scene);
    }
    QWidget::changeEvent(event);
}

void CompareView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

std::optional<MatrixGeometry::Position> CompareView::cellAt(QPointF position) const {
    if (!m_content || m_content->a.panels.empty() || m_content->b.panels.empty())
        return std::nullopt;
    for (const MatrixGeometry* matrix :
         {&m_geometry.a, &m_geometry.b,
          m_content->hasDifference() ? &m_geometry.difference : nullptr}) {
        if (matrix) {
            if (const auto cell = matrix->cellAt(position))
                return cell;
        }
    }
    for (const CompareThumbnail& small : m_geometry.heads) {
        if (const auto cell = small.matrix.cellAt(position))
            return cell;
    }
    return std::nullopt;
}

std::optional<std::size_t> CompareView::changeAt(QPointF position) const {
    for (std::size_t i = 0; m_content && i < m_geometry.most.size(); ++i) {
        if (i < m_content->most.size() && m_geometry.most[i].contains(position))
            return i;
    }
    return std::nullopt;
}

std::optional<std::size_t> CompareView::headAt(QPointF position) const {
    for (std::size_t i = 0; i < m_geometry.heads.size(); ++i) {
        if (m_geometry.heads[i].frame.contains(position))
            return i;
    }
    return std::nullopt;
}

void CompareView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    const auto cell = cellAt(at);
    setCursor(cell || changeAt(at) || headAt(at) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!cell)
        return;
    const PanelCell hovered = panelCell(cell->row, cell->column);
    if (hovered != m_scene.selection.hovered)
        Q_EMIT asked(want::Hover{hovered});
}

void CompareView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    const QPointF at = event->position();
    if (const auto change = changeAt(at)) {
        const CellChange& moved = m_content->most[*change];
        Q_EMIT asked(want::Lock{panelCell(moved.query, moved.key)});
    } else if (const auto head = headAt(at)) {
        Q_EMIT asked(want::Panel{m_content->a.panels[*head].head});
    } else if (const auto cell = cellAt(at)) {
        const PanelCell place = panelCell(cell->row, cell->column);
        if (m_scene.selection.locked == place)
            Q_EMIT asked(want::Lock{});
        else
            Q_EMIT asked(want::Lock{place});
    }
}

void CompareView::setShowsA(bool on) {
    if (std::exchange(m_showsA, on) != on)
        update();
}

void CompareView::mouseDoubleClickEvent(QMouseEvent* event) {
    QWidget::mouseDoubleClickEvent(event);
    const QPointF at = event->position();
    if (event->button() == Qt::LeftButton && cellAt(at) && !headAt(at))
        sayNotTyped();
}

void CompareView::sayNotTyped() {
    Q_EMIT said(tr("Numbers are typed into one state, not into a comparison."));
}

void CompareView::keyPressEvent(QKeyEvent* event) {
    if (!m_content || m_content->a.panels.empty() ||
        (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)))
        return QWidget::keyPressEvent(event);
    if (walkByKey(*event))
        return;
    switch (event->key()) {
    case Qt::Key_A: setShowsA(true); return;
    case Qt::Key_F2: return sayNotTyped();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto cell = askedCell())
            Q_EMIT asked(want::Lock{panelCell(cell->row, cell->column)});
        return;
    default: return QWidget::keyPressEvent(event);
    }
}

void CompareView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_A && !event->isAutoRepeat())
        return setShowsA(false);
    QWidget::keyReleaseEvent(event);
}

void CompareView::focusOutEvent(QFocusEvent* event) {
    setShowsA(false); // the key is let go elsewhere
    QWidget::focusOutEvent(event);
}

QString CompareView::describe(Index row, Index column) const {
    const auto value = [&](const ComparePart& part) -> QString {
        const MatrixPanel& panel = part.panels[m_content->shown];
        if (row >= panel.matrix.size(0) || column >= panel.matrix.size(1))
            return QStringLiteral("–");
        return panel.markOf(row, column) == CellMark::None ? fullText(panel.matrix(row, column))
                                                           : markName(panel.markOf(row, column));
    };
    QString text = tr("query %1, key %2: A %3, B %4")
                       .arg(visibleName(m_content->a.rowLabels.value(row)),
                            visibleName(m_content->a.columnLabels.value(column)),
                            value(m_content->a), value(m_content->b));
    if (m_content->hasDifference())
        text +=
            QStringLiteral(", B − A ") + fullText(m_content->difference().difference(row, column));
    return text;
}

std::vector<CellTable> CompareView::cellTables() {
    if (!m_content || m_content->a.panels.empty() || m_content->b.panels.empty())
        return {};
    // Those of B; of A where it is larger, and a cell is asked about that B has not.
    const std::optional<PanelCell> cell = askedCell();
    const bool ofB =
        !cell || (cell->row < m_geometry.b.rows && cell->column < m_geometry.b.columns);
    const ComparePart& part = ofB ? m_content->b : m_content->a;
    MatrixWords cells;
    cells.title = m_content->title;
    cells.rows = part.rowLabels;
    cells.columns = part.columnLabels;
    cells.words = [this](Index row, Index column) { return describe(row, column); };
    cells.choose = [this](Index row, Index column) {
        Q_EMIT asked(want::Lock{panelCell(row, column)});
    };
    cells.visit = [this](Index row, Index column) {
        if (m_scene.selection.locked)
            Q_EMIT asked(want::Lock{panelCell(row, column)});
        else
            Q_EMIT asked(want::Hover{panelCell(row, column)});
    };
    if (cell)
        cells.asked = {cell->row, cell->column};
    return {matrixTable(ofB ? m_geometry.b : m_geometry.a, cells)};
}

void CompareView::announce() {
    const std::optional<PanelCell> cell = askedCell();
    QString text;
    if (m_content)
        text = m_content->title;
    if (cell)
        text = describe(cell->row, cell->column);
    sayOf(*this, text);
}

bool CompareView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto cell = cellAt(help->pos()))
        QToolTip::showText(help->globalPos(), unmistaken(describe(cell->row, cell->column)), this);
    else if (m_content && m_geometry.title.contains(help->pos()))
        QToolTip::showText(help->globalPos(),
                           unmistaken(m_content->title + u' ' + m_content->detail), this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace headscope
