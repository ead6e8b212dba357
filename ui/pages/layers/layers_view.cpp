// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_view.h"

#include "figure/painter_canvas.h"
#include "pages/copy_menu.h"
#include "pages/layers/layers_sheet.h"
#include "pages/layers/previewed_head.h"
#include "pages/switch_menu.h"
#include "words/off_text.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace headscope {

LayersView::LayersView(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Layers and heads"));
}

void LayersView::setScene(const Scene& scene) {
    const Scene& old = this->scene();
    DisplayOptions before = old.display;
    before.layers = scene.display.layers;
    const bool sameOrder = scene.display.layers == old.display.layers;
    const bool same = scene.blocks && old.blocks && scene.blocks->whole == old.blocks->whole &&
                      scene.selection.sequence == old.selection.sequence &&
                      scene.selection.stage == old.selection.stage && scene.display == before &&
                      !m_picture.isEmpty();
    // Who chooses a head elsewhere, in the strip or with the keys 1 to 9, finds the cursor there.
    if (m_cursor && (scene.selection.scope != old.selection.scope ||
                     scene.selection.panel != old.selection.panel))
        m_cursor = {scene.selection.scope, scene.selection.panel};
    m_stale = m_stale || (m_picture.isComparing() ? scene.display != before : !same);
    m_picture.setScene(scene);
    // All heads of all layers cost something: not while another view is shown.
    if (m_stale && isVisible() && isReady()) {
        rebuild();
    } else if (m_stale && !isVisible()) {
        m_picture.clear(); // an old run may hold gigabytes
    } else if (!sameOrder && !m_picture.isEmpty()) {
        m_picture.arrange();
        arranged();
    }
    update();
    Q_EMIT previewChanged();
}

void LayersView::setMeasures(std::shared_ptr<const LayersMeasures> measures) {
    if (measures == m_picture.measures())
        return;
    m_picture.setMeasures(std::move(measures));
    if (m_picture.isEmpty() || m_stale || m_picture.isComparing())
        return;
    m_picture.arrange();
    arranged();
    Q_EMIT previewChanged();
}

void LayersView::setComparison(bool on, std::shared_ptr<const LayersComparison> comparison) {
    if (on == m_picture.isComparing() && comparison == m_picture.comparison())
        return;
    m_picture.setComparison(on, std::move(comparison));
    m_stale = true;
    if (isVisible() && isReady())
        rebuild();
    else
        m_picture.clear();
    update();
    Q_EMIT previewChanged();
}

void LayersView::setPart(ComparedPart part) {
    m_part = part;
    Q_EMIT previewChanged();
}

void LayersView::showEvent(QShowEvent* event) {
    if (m_stale && isReady())
        rebuild();
    QWidget::showEvent(event);
    Q_EMIT previewChanged();
}

bool LayersView::isReady() const {
    return m_picture.isComparing() || !scene().blocks ||
           (scene().layers && suits(*scene().layers, scene())) || layersWork(scene()) <= workAtOnce;
}

void LayersView::rebuild() {
    m_stale = false;
    QToolTip::hideText();
    m_picture.build();
    arranged();
    describe();
}

void LayersView::arranged() {
    m_hovered.reset();
    relayout();
    update();
}

void LayersView::relayout() {
    m_picture.layOut(m_room.isValid() ? m_room : size(), devicePixelRatioF());
    if (geometryNow().size.isValid())
        setMinimumSize(geometryNow().size.toSize());
    updateGeometry();
}

void LayersView::setRoom(QSize room) {
    if (room == m_room)
        return;
    m_room = room;
    relayout();
    update();
}

int LayersView::previewWidth(QSize room) const {
    return qRound(headscope::previewWidth(m_picture.geometryInput(room)));
}

QSize LayersView::sizeHint() const {
    return geometryNow().size.toSize();
}

void LayersView::describe() {
    setAccessibleName(tr("Layers and heads"));
    const std::optional<Place> place = cursorOrShown();
    sayOf(*this, place ? m_picture.wordsOf(*place) : QString());
}

std::vector<CellTable> LayersView::cellTables() {
    if (m_picture.isEmpty())
        return {};
    CellTable table = m_picture.cellTable();
    table.choose = [this](const CellPlace& cell) {
        const Place place{static_cast<int>(cell.row), static_cast<int>(cell.column)};
        if (m_picture.hasHead(place))
            choose(place);
    };
    table.at = [this](QPointF point) -> std::optional<CellPlace> {
        const std::optional<Place> place = m_picture.placeAt(point);
        return place ? std::optional(CellPlace{place->row, place->column}) : std::nullopt;
    };
    if (const std::optional<Place> place = cursorOrShown())
        table.asked = CellPlace{place->row, place->column};
    return {table};
}

std::optional<LabelledMatrix> LayersView::matrix() const {
    const std::optional<Place> place = cursorOrShown();
    return place ? m_picture.matrixAt(*place) : std::nullopt;
}

std::optional<HeadPreview::Head> LayersView::previewed() const {
    const std::optional<Place> place = meant();
    return place ? previewedHead(m_picture, *place, part()) : std::nullopt;
}

std::optional<LayersView::Place> LayersView::cursor() const {
    return m_cursor ? m_picture.placeOf(m_cursor->first, m_cursor->second) : std::nullopt;
}

std::optional<LayersView::Place> LayersView::cursorOrShown() const {
    const std::optional<Place> at = cursor();
    return at ? at : m_picture.shownPlace();
}

std::optional<LayersView::Place> LayersView::meant() const {
    if (m_hovered)
        return m_hovered;
    const std::optional<Place> at = cursorOrShown();
    return at ? at : m_picture.mostPlace(); // what is open is in one of both states only
}

void LayersView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    PainterCanvas canvas(painter, PainterCanvas::Device::Screen, devicePixelRatioF());
    paintLayers(canvas, m_picture,
                {.area = rect(), .hovered = m_hovered, .cursor = cursor(), .framed = hasFocus()},
                event->rect());
}

void LayersView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        m_stale = true;
        if (isVisible() && isReady())
            rebuild();
    }
    QWidget::changeEvent(event);
}

void LayersView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (!m_room.isValid())
        relayout();
}

void LayersView::setCursorAt(const Place& place) {
    m_cursor = {m_picture.scopeAt(place), m_picture.headAt(place)};
    describe();
}

void LayersView::choose(const Place& place) {
    setCursorAt(place);
    Q_EMIT headChosen(m_picture.scopeAt(place), m_picture.headAt(place));
}

void LayersView::open(const Place& place) {
    Q_EMIT headAsked(m_picture.scopeAt(place), m_picture.headAt(place));
}

void LayersView::chooseMost() {
    if (const auto place = m_picture.mostPlace()) {
        choose(*place);
        Q_EMIT cursorMoved(m_picture.thumbnail(*place).toRect());
        Q_EMIT previewChanged();
        update();
    }
}

void LayersView::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<Place> place = m_picture.placeAt(event->position());
    setCursor(place ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (std::exchange(m_hovered, place) != place) {
        update();
        Q_EMIT previewChanged();
    }
}

void LayersView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_hovered.reset();
    update();
    Q_EMIT previewChanged();
}

void LayersView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    if (const auto place = m_picture.placeAt(event->position()))
        choose(*place);
}

void LayersView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mouseDoubleClickEvent(event);
    if (const auto place = m_picture.placeAt(event->position()))
        open(*place);
}

void LayersView::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const std::optional<Place> place = byKey ? meant() : m_picture.placeAt(event->pos());
    if (!place)
        return QWidget::contextMenuEvent(event);
    choose(*place); // what is copied is this one
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto ask = [this](const Intent& intent) { Q_EMIT asked(intent); };
    if (!m_picture.isComparing())
        addSwitchActions(*menu, this, scene(), m_picture.headPlace(*place), ask);
    addCopyActions(*menu, this, *matrix(), std::nullopt, ask);
    menu->popup(byKey ? mapToGlobal(m_picture.thumbnail(*place).center().toPoint())
                      : event->globalPos());
}

void LayersView::moveCursor(int down, int across) {
    const std::vector<LayersPicture::Row>& rows = m_picture.rows();
    const auto hasHeads = [&rows](int row) {
        return row >= 0 && row < std::ssize(rows) &&
               !rows[static_cast<std::size_t>(row)].heads.empty();
    };
    const std::optional<Place> before = cursor();
    Place place = before ? *before : m_picture.shownPlace().value_or(Place{});
    // A layer that only one of two states has is passed over.
    int row = place.row + (before ? down : 0);
    while (!hasHeads(row) && row >= 0 && row < std::ssize(rows))
        row += down < 0 ? -1 : 1;
    if (!hasHeads(row))
        row = place.row;
    if (!hasHeads(row))
        return;
    place.row = row;
    place.column = std::clamp(place.column + (before ? across : 0), 0,
                              static_cast<int>(m_picture.rowAt(place).heads.size()) - 1);
    setCursorAt(place);
    m_hovered.reset(); // what moved last is meant
    Q_EMIT cursorMoved(m_picture.thumbnail(place).toRect());
    Q_EMIT previewChanged();
    update();
}

void LayersView::setHoldsA(bool on) {
    if (std::exchange(m_holdsA, on) != on)
        Q_EMIT previewChanged();
}

void LayersView::keyPressEvent(QKeyEvent* event) {
    const std::optional<Place> at = meant();
    if (!m_picture.isComparing() && at &&
        switchByKey(*event, scene(), m_picture.headPlace(*at),
                    [this](const Intent& intent) { Q_EMIT asked(intent); }))
        return;
    if (event->modifiers() & ~Qt::KeypadModifier)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up: return moveCursor(-1, 0);
    case Qt::Key_Down: return moveCursor(1, 0);
    case Qt::Key_Left: return moveCursor(0, -1);
    case Qt::Key_Right: return moveCursor(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto place = cursor())
            open(*place);
        return;
    case Qt::Key_A:
        if (m_picture.isComparing())
            return setHoldsA(true);
        [[fallthrough]];
    default: return QWidget::keyPressEvent(event);
    }
}

void LayersView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_A && !event->isAutoRepeat())
        return setHoldsA(false);
    QWidget::keyReleaseEvent(event);
}

void LayersView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason && !cursor())
        moveCursor(0, 0);
}

void LayersView::focusOutEvent(QFocusEvent* event) {
    setHoldsA(false); // the key is let go elsewhere
    QWidget::focusOutEvent(event);
    update();
}

bool LayersView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto place = m_picture.placeAt(help->pos())) {
            QStringList lines{m_picture.nameOf(*place)};
            if (const std::optional<HeadBar>& bar = m_picture.barAt(*place))
                lines << m_picture.bars().question + QStringLiteral(", ") + bar->tip;
            if (m_picture.isOff(*place))
                lines << tr("Switched off: %1").arg(offWayText(m_picture.off()->by));
            lines << tr("Click to choose it, double click to open it in Heads.");
            QToolTip::showText(help->globalPos(), lines.join(u'\n'), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace headscope
