// SPDX-License-Identifier: GPL-3.0-or-later
// What people do with the matrices, and the numbers that they type into them.
#include "pages/heads/heads_view.h"

#include "pages/copy_menu.h"
#include "pages/heads/held_editor.h"
#include "pages/switch_menu.h"
#include "plots/matrix_plot.h"
#include "scene/error_text.h"
#include "scene/held_text.h"
#include "scene/labelled_matrix.h"
#include "scene/number_format.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QRubberBand>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

void HeadsView::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag.kind != Drag::Kind::None && (event->buttons() & Qt::LeftButton)) {
        dragTo(event->position());
        if (m_drag.kind != Drag::Kind::Click)
            return;
    }
    const std::optional<int> preview = thumbnailAt(event->position());
    if (preview != m_preview) {
        m_preview = preview;
        refresh();
    }
    const std::optional<PanelCell> cell = cellAt(event->position());
    setCursor(cell || preview ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (cell && cell != m_scene.selection.hovered)
        Q_EMIT hovered(cell);
}

void HeadsView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    const QPointF at = event->position();
    m_drag = {};
    m_drag.from = at;
    if ((event->modifiers() & Qt::ShiftModifier) && m_geometry.viewport.contains(at)) {
        m_drag.kind = Drag::Kind::Box;
    } else if (m_geometry.zoomed && m_geometry.minimap.bounds().contains(at)) {
        const QRectF frame = minimapFrame(m_geometry);
        m_drag.kind = Drag::Kind::Minimap;
        m_drag.held = frame.contains(at) ? at - frame.center() : QPointF();
        dragTo(at);
    } else if (const std::optional<int> thumbnail = thumbnailAt(at)) {
        Q_EMIT panelAsked(*thumbnail);
    } else if (const std::optional<PanelCell> cell = cellAt(at)) {
        const MatrixGeometry& matrix = m_geometry.matrix;
        m_drag.kind = Drag::Kind::Click;
        m_drag.cell = cell;
        m_drag.held = QPointF((at.x() - matrix.origin.x()) / matrix.pitchX,
                              (at.y() - matrix.origin.y()) / matrix.pitchY);
    }
}

void HeadsView::dragTo(QPointF position) {
    if (m_panels.empty())
        return;
    if (m_drag.kind == Drag::Kind::Box) {
        if (!m_band)
            m_band = new QRubberBand(QRubberBand::Rectangle, this);
        m_band->setGeometry(boxTo(position).toAlignedRect());
        return m_band->show();
    }
    const HeadsGeometryInput in = geometryInput();
    if (m_drag.kind == Drag::Kind::Minimap) {
        setZoom(centredOn(in, m_geometry, minimapPlace(m_geometry, position - m_drag.held)));
        return;
    }
    if (m_drag.kind == Drag::Kind::Click) {
        if (!m_geometry.zoomed ||
            (position - m_drag.from).manhattanLength() < QApplication::startDragDistance())
            return;
        m_drag.kind = Drag::Kind::Enlarged;
        setCursor(Qt::ClosedHandCursor);
    }
    // What was taken hold of stays under the pointer, also after an edge stopped it.
    const MatrixGeometry& matrix = m_geometry.matrix;
    const QPointF now =
        matrix.origin + QPointF(m_drag.held.x() * matrix.pitchX, m_drag.held.y() * matrix.pitchY);
    setZoom(movedBy(in, m_geometry, position - now));
}

QRectF HeadsView::boxTo(QPointF position) const {
    return QRectF(m_drag.from, position).normalized() & m_geometry.viewport;
}

void HeadsView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mouseReleaseEvent(event);
    const QRectF box = boxTo(event->position());
    const Drag drag = std::exchange(m_drag, {});
    if (m_band)
        m_band->hide();
    if (drag.kind == Drag::Kind::Box && !m_panels.empty() &&
        std::min(box.width(), box.height()) >= QApplication::startDragDistance()) {
        const CellSpan span = m_geometry.matrix.spanIn(box);
        if (span.cells() > 0)
            showCells(span);
    }
    if (drag.kind == Drag::Kind::Enlarged)
        setCursor(Qt::PointingHandCursor);
    // A second click on the locked cell lets it go again.
    if (drag.kind == Drag::Kind::Click && !m_panels.empty() &&
        cellAt(event->position()) == drag.cell)
        Q_EMIT locked(drag.cell == m_scene.selection.locked ? std::nullopt : drag.cell);
}

void HeadsView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_panels.empty())
        return;
    const QPointF at = event->position();
    if (const std::optional<PanelCell> cell = cellAt(at);
        cell && m_geometry.viewport.contains(at) && valuesFit() && mayHold(*cell))
        return typeInto(*cell);
    if (m_geometry.viewport.contains(at) && m_geometry.zoomed)
        return showWhole();
    if (m_panels.size() < 2)
        return;
    if (const std::optional<int> thumbnail = thumbnailAt(at)) {
        m_preview.reset();
        Q_EMIT panelAsked(*thumbnail);
        Q_EMIT soloAsked(true);
    } else if (cellAt(at)) {
        Q_EMIT soloAsked(!m_scene.selection.solo);
    }
}

void HeadsView::wheelEvent(QWheelEvent* event) {
    if (m_panels.empty() || !m_geometry.viewport.contains(event->position()))
        return QWidget::wheelEvent(event);
    event->accept();
    // Two fingers on a trackpad move what they point at, and with Ctrl, or pinching, zoom.
    const bool fingers = event->device()->type() == QInputDevice::DeviceType::TouchPad;
    const QPoint turned = event->angleDelta();
    if (fingers && m_geometry.zoomed && !(event->modifiers() & Qt::ControlModifier))
        setZoom(movedBy(geometryInput(), m_geometry,
                        event->pixelDelta().isNull() ? turned / 2 : event->pixelDelta()));
    else if (turned.y() != 0)
        zoomBy(std::pow(zoomStep, turned.y() / 120.0), event->position());
    else
        setZoom(movedBy(geometryInput(), m_geometry, QPointF(turned) / 2));
}

void HeadsView::zoomBy(double factor, QPointF at) {
    if (!m_panels.empty())
        setZoom(zoomedAt(geometryInput(), m_geometry, at, factor));
}

QPointF HeadsView::zoomCentre() const {
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    if (asked) {
        const QPointF cell = m_geometry.matrix.cellRect(asked->row, asked->column).center();
        if (m_geometry.viewport.contains(cell))
            return cell;
    }
    return m_geometry.viewport.center();
}

bool HeadsView::zoomKey(int key) {
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(zoomStep, zoomCentre()); return true;
    case Qt::Key_Minus: zoomBy(1 / zoomStep, zoomCentre()); return true;
    case Qt::Key_Home: // goes to the first stage where there is nothing to fit
        if (!m_geometry.zoomed)
            return false;
        showWhole();
        return true;
    default: return false;
    }
}

void HeadsView::contextMenuEvent(QContextMenuEvent* event) {
    const std::optional<int> small = m_panels.empty() ? std::nullopt : thumbnailAt(event->pos());
    if (small && event->reason() != QContextMenuEvent::Keyboard)
        return smallMenu(*small, event->globalPos());
    if (m_panels.empty() || !m_geometry.viewport.contains(event->pos()))
        return QWidget::contextMenuEvent(event);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::optional<PanelCell> cell = event->reason() == QContextMenuEvent::Keyboard
                                              ? m_scene.selection.asked()
                                              : cellAt(event->pos());
    if (const auto head =
            headOf(m_panels[static_cast<std::size_t>(cell ? cell->panel : shownPanel())]))
        addSwitchActions(*menu, this, m_scene, *head,
                         [this](const Intent& intent) { Q_EMIT asked(intent); });
    addHoldActions(*menu, cell);
    addZoomActions(*menu, event->pos());
    menu->addSeparator();
    addCopyActions(*menu, cell);
    menu->popup(event->globalPos());
}

void HeadsView::smallMenu(int panel, QPoint at) {
    const auto head = headOf(m_panels[static_cast<std::size_t>(panel)]);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto ask = [this](const Intent& intent) { Q_EMIT asked(intent); };
    if (head)
        addSwitchActions(*menu, this, m_scene, *head, ask);
    headscope::addCopyActions(*menu, this,
                              labelledMatrix(m_scene, m_panels[static_cast<std::size_t>(panel)]),
                              std::nullopt, ask);
    menu->popup(at);
}

void HeadsView::addZoomActions(QMenu& menu, QPointF at) {
    const auto add = [&](const QString& text, const QKeySequence& key, bool enabled, auto does) {
        QAction* action = menu.addAction(text, this, does);
        action->setShortcut(key);
        action->setEnabled(enabled);
    };
    const double largest = largestZoomedPitch * m_scene.display.textScale;
    add(tr("Zoom in"), Qt::Key_Plus, m_geometry.matrix.pitchX < largest,
        [this, at] { zoomBy(zoomStep, at); });
    add(tr("Zoom out"), Qt::Key_Minus, m_geometry.zoomed, [this, at] { zoomBy(1 / zoomStep, at); });
    add(tr("Whole matrix"), Qt::Key_Home, m_geometry.zoomed, [this] { showWhole(); });
}

void HeadsView::addCopyActions(QMenu& menu, const std::optional<PanelCell>& cell) {
    std::optional<CopyPlace> place;
    if (cell)
        place = m_scene.isTurned() ? CopyPlace{cell->column, cell->row}
                                   : CopyPlace{cell->row, cell->column};
    const auto ask = [this](const Intent& intent) { Q_EMIT asked(intent); };
    headscope::addCopyActions(menu, this, *matrix(), place, ask);
    menu.addAction(tr("Copy the figure of the heads"), this, [ask] { ask(want::CopyFigure{}); })
        ->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_C);
}

void HeadsView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (std::exchange(m_preview, std::nullopt))
        refresh();
    // The last question stays: an inspector that empties itself whenever the
    // pointer leaves cannot be read.
}

void HeadsView::keyPressEvent(QKeyEvent* event) {
    if (m_panels.empty() || (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)))
        return QWidget::keyPressEvent(event);
    if (zoomKey(event->key()) ||
        switchByKey(*event, m_scene, headOf(m_panels[static_cast<std::size_t>(shownPanel())]),
                    [this](const Intent& intent) { Q_EMIT asked(intent); }))
        return;
    const Selection& selection = m_scene.selection;
    const MatrixPanel& panel = m_panels.front();
    PanelCell cell = selection.asked().value_or(PanelCell{selection.panel, 0, 0});
    cell.panel = selection.panel;
    const bool turned = m_scene.isTurned();
    Index across = 0;
    Index down = 0;
    switch (event->key()) {
    case Qt::Key_Left: across = -1; break;
    case Qt::Key_Right: across = 1; break;
    case Qt::Key_Up: down = -1; break;
    case Qt::Key_Down: down = 1; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (selection.locked == cell) // it is for who asked for the cell
            return QWidget::keyPressEvent(event);
        Q_EMIT locked(cell);
        return;
    case Qt::Key_F2:
        if (mayHold(cell))
            return typeInto(cell);
        return QWidget::keyPressEvent(event);
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (mayHold(cell) && isHeld(cell))
            return release(cell);
        return QWidget::keyPressEvent(event);
    case Qt::Key_M:
        if (isQueryKey() && selection.asked()) {
            Q_EMIT pairToggled(cell.row, cell.column);
            return;
        }
        return QWidget::keyPressEvent(event);
    default: return QWidget::keyPressEvent(event);
    }
    if (selection.asked()) {
        cell.row =
            std::clamp<Index>(cell.row + (turned ? across : down), 0, panel.matrix.size(0) - 1);
        cell.column =
            std::clamp<Index>(cell.column + (turned ? down : across), 0, panel.matrix.size(1) - 1);
    }
    setZoom(showing(geometryInput(), m_geometry, cell.row, cell.column));
    if (selection.locked)
        Q_EMIT locked(cell);
    else
        Q_EMIT hovered(cell);
}

void HeadsView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    // Who comes by keyboard gets a cursor to see; who comes by mouse has the pointer.
    if (event->reason() != Qt::MouseFocusReason && !m_scene.selection.asked() && !m_panels.empty())
        Q_EMIT hovered(PanelCell{m_scene.selection.panel, 0, 0});
}

bool HeadsView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const std::optional<PanelCell> cell = cellAt(help->pos());
        if (cell)
            QToolTip::showText(help->globalPos(), unmistaken(describe(*cell)), this);
        else if (const QString sum = sumTip(help->pos()); !sum.isEmpty())
            QToolTip::showText(help->globalPos(), unmistaken(sum), this);
        else if (m_geometry.caption.contains(help->pos()) && isNoteCut())
            QToolTip::showText(help->globalPos(), unmistaken(note()), this);
        else if (m_geometry.zoomed && m_geometry.minimap.bounds().contains(help->pos()))
            QToolTip::showText(help->globalPos(),
                               tr("Drag the frame, or click to jump. Home shows the whole matrix."),
                               this);
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::NativeGesture && !m_panels.empty()) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture &&
            m_geometry.viewport.contains(gesture->position())) {
            zoomBy(1 + gesture->value(), gesture->position());
            return true;
        }
    }
    return QWidget::event(event);
}

HeldEditor* HeadsView::editor() const {
    return m_editor && m_editor->isOpen() ? m_editor : nullptr;
}

bool HeadsView::mayHold(const PanelCell& cell) const {
    if (m_scene.isReadOnly() || cell.panel < 0 || cell.panel >= static_cast<int>(m_panels.size()))
        return false;
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(cell.panel)];
    return canBeHeld(panel.name) && panel.kind == MatrixPanel::Kind::Head &&
           cell.panel == shownPanel() && !panel.isPadding(cell.row, cell.column);
}

bool HeadsView::isHeld(const PanelCell& cell) const {
    return m_panels[static_cast<std::size_t>(cell.panel)].heldAt(cell.row, cell.column);
}

HeldNumber HeadsView::heldNumberOf(const PanelCell& cell) const {
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(cell.panel)];
    HeldNumber number =
        heldNumberAt((*m_scene.trace)[panel.step], panel.cellAt(cell.row, cell.column));
    number.scope = Scope::parse(m_scene.selection.scope).value_or(Scope()); // the block has none
    return number;
}

void HeadsView::typeInto(PanelCell cell) {
    if (!m_editor) {
        m_editor = new HeldEditor(this);
        connect(m_editor, &HeldEditor::typed, this, [this](const QString& text) {
            if (m_typed && mayHold(*m_typed))
                Q_EMIT asked(want::Hold{heldNumberOf(*m_typed), text});
        });
        connect(m_editor, &HeldEditor::movedOn, this, &HeadsView::typeNext);
    }
    setZoom(showing(geometryInput(), m_geometry, cell.row, cell.column));
    if (m_scene.selection.locked != cell)
        Q_EMIT locked(cell); // the inspector says what would be there
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(cell.panel)];
    const float value = panel.matrix(cell.row, cell.column);
    m_typed = cell;
    m_editor->open(m_geometry.matrix.cellRect(cell.row, cell.column),
                   std::clamp(picture().digits.most, 13.0, 40.0),
                   std::isfinite(value) ? fullText(value) : QString(),
                   tr("%1 of head %2, query %3, key %4; type a number")
                       .arg(heldStageName(panel.name))
                       .arg(panel.head + 1)
                       .arg(m_rowLabels.value(cell.row), m_columnLabels.value(cell.column)));
}

void HeadsView::typeNext(int by) {
    if (!m_typed)
        return;
    PanelCell cell = *m_typed;
    // As it is drawn: along a row of the picture, then on to the next one.
    const bool turned = m_scene.isTurned();
    const Tensor& matrix = m_panels[static_cast<std::size_t>(cell.panel)].matrix;
    Index& across = turned ? cell.row : cell.column;
    Index& down = turned ? cell.column : cell.row;
    const Index columns = matrix.size(turned ? 0 : 1);
    const Index rows = matrix.size(turned ? 1 : 0);
    across += by;
    down += across < 0 ? -1 : across >= columns ? 1 : 0;
    across = (across + columns) % columns;
    if (down >= 0 && down < rows && mayHold(cell))
        typeInto(cell);
}

void HeadsView::release(const PanelCell& cell) {
    if (editor())
        m_editor->leave();
    Q_EMIT asked(want::Release{heldNumberOf(cell)});
}

void HeadsView::placeEditor() {
    if (!editor())
        return;
    const bool there = m_typed && m_typed->panel < static_cast<int>(m_panels.size()) &&
                       m_typed->row < m_panels.front().matrix.size(0) &&
                       m_typed->column < m_panels.front().matrix.size(1) && mayHold(*m_typed);
    if (!there)
        return m_editor->leave();
    m_editor->moveTo(m_geometry.matrix.cellRect(m_typed->row, m_typed->column));
}

void HeadsView::addHoldActions(QMenu& menu, const std::optional<PanelCell>& cell) {
    if (!cell || !mayHold(*cell))
        return;
    menu.addAction(tr("Hold this number…"), this,
                   [this, at = *cell] {
                       if (mayHold(at))
                           typeInto(at);
                   })
        ->setShortcut(Qt::Key_F2);
    QAction* release = menu.addAction(tr("Release"), this, [this, at = *cell] {
        if (mayHold(at) && isHeld(at))
            this->release(at);
    });
    release->setShortcut(Qt::Key_Delete);
    release->setEnabled(isHeld(*cell));
    menu.addSeparator();
}

} // namespace headscope
