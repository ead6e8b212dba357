// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_view.h"

#include "cells/matrix_table.h"
#include "controls/zoom.h"
#include "pages/copy_menu.h"
#include "pages/heads/cell_typing.h"
#include "pages/heads/heads_colour_bar.h"
#include "pages/heads/heads_painter.h"
#include "pages/heads/heads_sums.h"
#include "pages/switch_menu.h"
#include "plots/colour_scale.h"
#include "plots/matrix_plot.h"
#include "words/error_text.h"
#include "words/labelled_matrix.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QRubberBand>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace headscope {

HeadsView::HeadsView(QWidget* parent)
    : QWidget(parent)
    , m_plot(new MatrixPlot(this))
    , m_scale(new ColourScale(this))
    , m_typing(new CellTyping(m_picture, *this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Heads: attention matrices"));
    connect(m_typing, &CellTyping::asked, this, &HeadsView::asked);
    connect(m_typing, &CellTyping::opening, this, [this](const PanelCell& cell) {
        Q_EMIT said({}); // why another cell could not be typed into
        bringIntoView(cell);
        if (scene().selection.locked != cell)
            Q_EMIT locked(cell); // the inspector says what would be there
    });
}

void HeadsView::setScene(const Scene& next) {
    const Selection was = scene().selection;
    const Selection& now = next.selection;
    const bool sameStage = isSameStage(was, now);
    const bool sameMatrices = scene().trace == next.trace && scene().run == next.run && sameStage &&
                              was.sequence == now.sequence && scene().display == next.display &&
                              !content().isEmpty();
    const std::optional<PanelCell> before = was.asked();
    const std::optional<PanelCell> asked = now.asked();
    const bool samePlace =
        before && asked && before->row == asked->row && before->column == asked->column;
    if (sameMatrices) {
        m_picture.setScene(next);
    } else {
        QToolTip::hideText(); // what it says may not be true any more
        rebuild(next);
    }
    if (before != asked || !sameMatrices)
        sayOf(*this, asked && content().has(*asked) ? content().describe(*asked) : QString());
    if (!sameStage)
        m_typing->forget();
    if (content().isEmpty() || (sameMatrices && was.solo == now.solo))
        refresh();
    else
        relayout();
    m_typing->follow();
    // Who asks from elsewhere sees the cell, too.
    if (!samePlace && sameStage && asked && geometryNow().zoomed && !content().preview() &&
        m_drag.kind == Drag::Kind::None &&
        !geometryNow()
             .matrix.cellRect(asked->row, asked->column)
             .intersects(geometryNow().viewport))
        bringIntoView(*asked);
}

void HeadsView::rebuild(const Scene& scene) {
    m_images.clear();
    m_picture.setContent(HeadsContent(scene, content().preview()));
}

void HeadsView::relayout() {
    if (content().isEmpty())
        return;
    m_picture.layOut(rect());
    refresh();
    m_typing->follow();
    Q_EMIT laidOut();
}

void HeadsView::refresh() {
    m_plot->setVisible(!content().isEmpty());
    m_scale->setVisible(!content().isEmpty());
    update();
    if (content().isEmpty())
        return m_plot->clear();
    m_plot->setPicture(m_picture.matrixPicture());
    const std::optional<PanelCell> asked = scene().selection.asked();
    const MatrixPanel& panel = content().shown();
    const CellColours& colours = content().colours(shownPanel());
    std::optional<double> marked;
    if (asked && panel.markOf(asked->row, asked->column) == CellMark::None)
        marked = colours.range.placeOf(panel.matrix(asked->row, asked->column), asked->row);
    m_scale->setColours(HeadsColourBar(m_picture).bar().toRect(), colours, marked);
}

void HeadsView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme(scene().display.theme).base);
    if (!content().isEmpty())
        HeadsPainter(painter, m_picture, m_images).paint();
}

void HeadsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Heads: attention matrices"));
        rebuild(scene());
        relayout();
    }
    QWidget::changeEvent(event);
}

void HeadsView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

ColourPlace HeadsView::colourPlace() {
    return content().isEmpty() ? ColourPlace() : HeadsColourBar(m_picture).choicesOn(*this);
}

std::vector<CellTable> HeadsView::cellTables() {
    if (content().isEmpty())
        return {};
    const int shown = shownPanel();
    MatrixWords cells;
    cells.title = content().titleOf(content().shown());
    cells.rows = content().rows().labels;
    cells.columns = content().columns().labels;
    cells.words = [this, shown](Index row, Index column) {
        return content().describe({shown, row, column});
    };
    cells.choose = [this, shown](Index row, Index column) {
        Q_EMIT locked(PanelCell{shown, row, column});
    };
    cells.visit = [this](Index row, Index column) {
        visit({scene().selection.panel, row, column});
    };
    if (const std::optional<PanelCell> asked = scene().selection.asked())
        cells.asked = {asked->row, asked->column};
    std::vector<CellTable> tables{matrixTable(geometryNow().matrix, cells)};
    // A zoomed matrix goes on behind its edges.
    tables.front().at = [this, inMatrix = tables.front().at](QPointF point) {
        return geometryNow().viewport.contains(point) ? inMatrix(point) : std::nullopt;
    };
    if (geometryNow().thumbnails.empty())
        return tables;
    CellTable heads;
    heads.title = tr("All heads");
    heads.rows = std::ssize(geometryNow().thumbnails);
    heads.columns = 1;
    heads.rowName = [this](Index row) {
        return content().titleOf(content().panel(static_cast<int>(row)));
    };
    heads.columnName = [](Index) { return QString(); };
    heads.words = [this](const CellPlace& place) {
        const MatrixPanel& panel = content().panel(static_cast<int>(place.row));
        const std::optional<HeadLearnt> found = content().finding(panel);
        const QString title = content().titleOf(panel);
        return found ? title + QStringLiteral(": ") + found->brief : title;
    };
    heads.rect = [this](const CellPlace& place) {
        return geometryNow().thumbnails[static_cast<std::size_t>(place.row)].frame;
    };
    heads.at = [this](QPointF point) -> std::optional<CellPlace> {
        const std::optional<int> head = m_picture.thumbnailAt(point);
        return head ? std::optional(CellPlace{*head, 0}) : std::nullopt;
    };
    heads.choose = [this](const CellPlace& place) {
        Q_EMIT panelAsked(static_cast<int>(place.row));
    };
    tables.push_back(heads);
    return tables;
}

void HeadsView::setPreview(std::optional<int> panel) {
    if (panel == content().preview())
        return;
    m_picture.setPreview(panel);
    refresh();
}

void HeadsView::setZoom(const std::optional<MatrixZoom>& zoom) {
    if (content().isEmpty() || zoom == m_picture.zoom())
        return;
    m_picture.setZoom(zoom);
    relayout();
}

void HeadsView::showCells(const CellSpan& span) {
    if (!content().isEmpty())
        setZoom(zoomedTo(m_picture.geometryInput(), span));
}

void HeadsView::bringIntoView(const PanelCell& cell) {
    if (!content().isEmpty())
        setZoom(showing(m_picture.geometryInput(), geometryNow(), cell.row, cell.column));
}

void HeadsView::zoomBy(double factor, QPointF at) {
    if (!content().isEmpty())
        setZoom(zoomedAt(m_picture.geometryInput(), geometryNow(), at, factor));
}

QPointF HeadsView::zoomCentre() const {
    const QRectF& seen = geometryNow().viewport;
    const std::optional<PanelCell> asked = scene().selection.asked();
    if (!asked)
        return seen.center();
    const QPointF cell = geometryNow().matrix.cellRect(asked->row, asked->column).center();
    return seen.contains(cell) ? cell : seen.center();
}

bool HeadsView::zoomKey(int key) {
    if (const auto factor = zoomOfKey(key))
        zoomBy(*factor, zoomCentre());
    else if (key == Qt::Key_Home && geometryNow().zoomed) // else it goes to the first stage
        showWhole();
    else
        return false;
    return true;
}

void HeadsView::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag.kind != Drag::Kind::None && (event->buttons() & Qt::LeftButton)) {
        dragTo(event->position());
        if (m_drag.kind != Drag::Kind::Click)
            return;
    }
    const std::optional<int> preview = m_picture.thumbnailAt(event->position());
    setPreview(preview);
    const std::optional<PanelCell> cell = m_picture.cellAt(event->position());
    setCursor(cell || preview ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (cell && cell != scene().selection.hovered)
        Q_EMIT hovered(cell);
}

void HeadsView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    const QPointF at = event->position();
    const HeadsGeometry& geometry = geometryNow();
    m_drag = {};
    m_drag.from = at;
    if ((event->modifiers() & Qt::ShiftModifier) && geometry.viewport.contains(at)) {
        m_drag.kind = Drag::Kind::Box;
    } else if (geometry.zoomed && geometry.minimap.bounds().contains(at)) {
        const QRectF frame = minimapFrame(geometry);
        m_drag.kind = Drag::Kind::Minimap;
        m_drag.held = frame.contains(at) ? at - frame.center() : QPointF();
        dragTo(at);
    } else if (const std::optional<int> thumbnail = m_picture.thumbnailAt(at)) {
        Q_EMIT panelAsked(*thumbnail);
    } else if (const std::optional<PanelCell> cell = m_picture.cellAt(at)) {
        const MatrixGeometry& matrix = geometry.matrix;
        m_drag.kind = Drag::Kind::Click;
        m_drag.cell = cell;
        m_drag.held = QPointF((at.x() - matrix.origin.x()) / matrix.pitchX,
                              (at.y() - matrix.origin.y()) / matrix.pitchY);
    }
}

void HeadsView::dragTo(QPointF position) {
    if (content().isEmpty())
        return;
    if (m_drag.kind == Drag::Kind::Box) {
        if (!m_band)
            m_band = new QRubberBand(QRubberBand::Rectangle, this);
        m_band->setGeometry(boxTo(position).toAlignedRect());
        return m_band->show();
    }
    const HeadsGeometry& geometry = geometryNow();
    if (m_drag.kind == Drag::Kind::Minimap)
        return setZoom(centredOn(m_picture.geometryInput(), geometry,
                                 minimapPlace(geometry, position - m_drag.held)));
    if (m_drag.kind == Drag::Kind::Click) {
        if (!geometry.zoomed ||
            (position - m_drag.from).manhattanLength() < QApplication::startDragDistance())
            return;
        m_drag.kind = Drag::Kind::Enlarged;
        setCursor(Qt::ClosedHandCursor);
    }
    // What was taken hold of stays under the pointer, also after an edge stopped it.
    const MatrixGeometry& matrix = geometry.matrix;
    const QPointF now =
        matrix.origin + QPointF(m_drag.held.x() * matrix.pitchX, m_drag.held.y() * matrix.pitchY);
    setZoom(movedBy(m_picture.geometryInput(), geometry, position - now));
}

QRectF HeadsView::boxTo(QPointF position) const {
    return QRectF(m_drag.from, position).normalized() & geometryNow().viewport;
}

void HeadsView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mouseReleaseEvent(event);
    const QRectF box = boxTo(event->position());
    const Drag drag = std::exchange(m_drag, {});
    if (m_band)
        m_band->hide();
    if (drag.kind == Drag::Kind::Box && !content().isEmpty() &&
        std::min(box.width(), box.height()) >= QApplication::startDragDistance()) {
        const CellSpan span = geometryNow().matrix.spanIn(box);
        if (span.cells() > 0)
            showCells(span);
    }
    if (drag.kind == Drag::Kind::Enlarged)
        setCursor(Qt::PointingHandCursor);
    // A second click on the locked cell lets it go again.
    if (drag.kind == Drag::Kind::Click && !content().isEmpty() &&
        m_picture.cellAt(event->position()) == drag.cell)
        Q_EMIT locked(drag.cell == scene().selection.locked ? std::nullopt : drag.cell);
}

void HeadsView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || content().isEmpty())
        return;
    const QPointF at = event->position();
    const std::optional<PanelCell> cell = m_picture.cellAt(at);
    const bool enlarged = geometryNow().viewport.contains(at);
    if (cell && enlarged && valuesFit()) {
        if (content().mayType(*cell))
            return m_typing->open(*cell);
        if (content().mayTypeSomewhere()) // else a double click means the matrix
            return Q_EMIT said(content().whyNotTyped(*cell));
    }
    if (enlarged && geometryNow().zoomed)
        return showWhole();
    if (panels().size() < 2)
        return;
    if (const std::optional<int> thumbnail = m_picture.thumbnailAt(at)) {
        m_picture.setPreview(std::nullopt);
        Q_EMIT panelAsked(*thumbnail);
        Q_EMIT soloAsked(true);
    } else if (cell) {
        Q_EMIT soloAsked(!scene().selection.solo);
    }
}

void HeadsView::wheelEvent(QWheelEvent* event) {
    if (content().isEmpty() || !geometryNow().viewport.contains(event->position()))
        return QWidget::wheelEvent(event);
    event->accept();
    const WheelTurn turn = wheelTurn(*event, geometryNow().zoomed);
    if (turn.factor != 1)
        zoomBy(turn.factor, event->position());
    else
        setZoom(movedBy(m_picture.geometryInput(), geometryNow(), turn.by));
}

void HeadsView::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const std::optional<int> small =
        content().isEmpty() ? std::nullopt : m_picture.thumbnailAt(event->pos());
    if (small && !byKey)
        return smallMenu(*small, event->globalPos());
    if (content().isEmpty() || !geometryNow().viewport.contains(event->pos()))
        return QWidget::contextMenuEvent(event);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::optional<PanelCell> cell =
        byKey ? scene().selection.asked() : m_picture.cellAt(event->pos());
    if (const auto head = content().headOf(content().panel(cell ? cell->panel : shownPanel())))
        addSwitchActions(*menu, this, scene(), *head,
                         [this](const Intent& intent) { Q_EMIT asked(intent); });
    m_typing->addActions(*menu, cell);
    addZoomActions(*menu, event->pos());
    menu->addSeparator();
    addCopyActions(*menu, cell);
    menu->popup(event->globalPos());
}

void HeadsView::smallMenu(int panel, QPoint at) {
    const MatrixPanel& of = content().panel(panel);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto ask = [this](const Intent& intent) { Q_EMIT asked(intent); };
    if (const auto head = content().headOf(of))
        addSwitchActions(*menu, this, scene(), *head, ask);
    headscope::addCopyActions(*menu, this, labelledMatrix(scene(), of), std::nullopt, ask);
    menu->popup(at);
}

void HeadsView::addZoomActions(QMenu& menu, QPointF at) {
    const auto add = [&](const QString& text, const QKeySequence& key, bool enabled, auto does) {
        QAction* action = menu.addAction(text, this, does);
        action->setShortcut(key);
        action->setEnabled(enabled);
    };
    const HeadsGeometry& geometry = geometryNow();
    const double largest = largestZoomedPitch * scene().display.textScale;
    add(tr("Zoom in"), Qt::Key_Plus, geometry.matrix.pitchX < largest,
        [this, at] { zoomBy(zoomStep, at); });
    add(tr("Zoom out"), Qt::Key_Minus, geometry.zoomed, [this, at] { zoomBy(1 / zoomStep, at); });
    add(tr("Whole matrix"), Qt::Key_Home, geometry.zoomed, [this] { showWhole(); });
}

void HeadsView::addCopyActions(QMenu& menu, const std::optional<PanelCell>& cell) {
    std::optional<CopyPlace> place;
    if (cell)
        place = scene().isTurned() ? CopyPlace{cell->column, cell->row}
                                   : CopyPlace{cell->row, cell->column};
    const auto ask = [this](const Intent& intent) { Q_EMIT asked(intent); };
    headscope::addCopyActions(menu, this, *matrix(), place, ask);
    menu.addAction(tr("Copy the figure of the heads"), this, [ask] { ask(want::CopyFigure{}); })
        ->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_C);
}

void HeadsView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    setPreview(std::nullopt);
    // The last question stays: an inspector that empties itself whenever the
    // pointer leaves cannot be read.
}

void HeadsView::keyPressEvent(QKeyEvent* event) {
    if (content().isEmpty() || (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)))
        return QWidget::keyPressEvent(event);
    if (zoomKey(event->key()) ||
        switchByKey(*event, scene(), content().headOf(content().shown()),
                    [this](const Intent& intent) { Q_EMIT asked(intent); }) ||
        walkByKey(*event))
        return;
    const Selection& selection = scene().selection;
    PanelCell cell = selection.asked().value_or(PanelCell{selection.panel, 0, 0});
    cell.panel = selection.panel;
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (selection.locked == cell) // it is for who asked for the cell
            break;
        Q_EMIT locked(cell);
        return;
    case Qt::Key_F2:
        if (content().mayType(cell))
            return m_typing->open(cell);
        if (const QString why = content().whyNotTyped(cell); !why.isEmpty())
            return Q_EMIT said(why);
        break;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (!content().mayType(cell) || !content().isTyped(cell))
            break;
        return m_typing->restore(cell);
    case Qt::Key_M:
        if (!content().isQueryKey() || !selection.asked())
            break;
        Q_EMIT pairToggled(cell.row, cell.column);
        return;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void HeadsView::visit(const PanelCell& cell) {
    bringIntoView(cell);
    if (scene().selection.locked)
        Q_EMIT locked(cell);
    else
        Q_EMIT hovered(cell);
}

void HeadsView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    // Who comes by keyboard gets a cursor to see; who comes by mouse has the pointer.
    if (event->reason() != Qt::MouseFocusReason && !scene().selection.asked() &&
        !content().isEmpty())
        Q_EMIT hovered(PanelCell{scene().selection.panel, 0, 0});
}

QString HeadsView::tipAt(QPointF position) const {
    const HeadsGeometry& geometry = geometryNow();
    if (const std::optional<PanelCell> cell = m_picture.cellAt(position))
        return unmistaken(content().describe(*cell));
    if (const QString sum = sumTip(m_picture, position); !sum.isEmpty())
        return unmistaken(sum);
    if (geometry.caption.contains(position) && m_picture.isNoteCut())
        return unmistaken(content().note());
    if (geometry.zoomed && geometry.minimap.bounds().contains(position))
        return tr("Drag the frame, or click to jump. Home shows the whole matrix.");
    return {};
}

bool HeadsView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), this); // none: hides it
        return true;
    }
    if (event->type() == QEvent::NativeGesture && !content().isEmpty()) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture &&
            geometryNow().viewport.contains(gesture->position())) {
            zoomBy(1 + gesture->value(), gesture->position());
            return true;
        }
    }
    return QWidget::event(event);
}

} // namespace headscope
