// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_view.h"

#include "painters/matrix_painter.h"
#include "scene/block_text.h"
#include "scene/fonts.h"
#include "scene/labelled_matrix.h"
#include "scene/stage_text.h"
#include "scene/value_range.h"

#include <QAccessible>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>

#include <algorithm>

namespace headscope {

LayersView::LayersView(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Layers and heads"));
}

void LayersView::setScene(const Scene& scene) {
    const bool same = scene.blocks && m_scene.blocks &&
                      scene.blocks->whole == m_scene.blocks->whole &&
                      scene.selection.sequence == m_scene.selection.sequence &&
                      scene.selection.stage == m_scene.selection.stage &&
                      scene.display == m_scene.display && !m_rows.empty();
    m_scene = scene;
    m_stale = m_stale || !same;
    // All heads of all layers cost something: not while another view is shown.
    if (m_stale && isVisible() && isReady())
        rebuild();
    else if (m_stale && !isVisible())
        clear(); // an old run may hold gigabytes
    update();
    Q_EMIT previewChanged();
}

void LayersView::showEvent(QShowEvent* event) {
    if (m_stale && isReady())
        rebuild();
    QWidget::showEvent(event);
    Q_EMIT previewChanged();
}

bool LayersView::isReady() const {
    return !m_scene.blocks || (m_scene.layers && suits(*m_scene.layers, m_scene)) ||
           layersWork(m_scene) <= workAtOnce;
}

void LayersView::clear() {
    m_rows.clear();
    m_prepared.reset();
    m_scopes.clear();
    m_groups.clear();
    m_heads = 0;
}

void LayersView::rebuild() {
    m_stale = false;
    clear();
    m_hovered.reset();
    QToolTip::hideText();
    if (!m_scene.blocks)
        return;
    m_prepared = preparedLayers(m_scene);
    for (const PreparedLayers::Attention& attention : m_prepared->attentions) {
        const Scope place = blockScope(attention.scope);
        Row row;
        row.attention = &attention;
        row.label = place.layer ? tr("layer %1").arg(*place.layer + 1) : groupName(place);
        row.heads.resize(attention.heads.size());
        if (!attention.heads.empty())
            row.marks = attention.heads.front().panel.possibleMarks();
        m_shown = attention.name;
        m_map = mapOf(attention.name, m_scene.display.map);
        m_heads = std::max(m_heads, static_cast<int>(row.heads.size()));
        // The decoder looks in two ways: layers of one kind stand together, whatever
        // lies between them in the computation.
        QString title = groupName(place);
        if (isPartOfStack(place))
            title += QStringLiteral(" · ") + partName(place, false);
        auto group = std::ranges::find(m_groups, title, &Group::title);
        if (group == m_groups.end())
            group = m_groups.insert(group, {title, 0});
        ++group->rows;
        std::ptrdiff_t at = -1;
        for (auto before = m_groups.begin(); before <= group; ++before)
            at += before->rows;
        m_rows.insert(m_rows.begin() + at, std::move(row));
        m_scopes.insert(m_scopes.begin() + at, attention.scope);
    }
    relayout();
    describe();
}

LayersGeometryInput LayersView::geometryInput(QSize room) const {
    LayersGeometryInput in;
    in.width = room.width();
    in.height = room.height();
    for (const Group& group : m_groups)
        in.groups.push_back(group.rows);
    in.heads = std::max(1, m_heads);
    in.textScale = m_scene.display.textScale;
    const QFontMetricsF metrics(textFont(13 * in.textScale, QFont::DemiBold));
    // "head →", what is shown, the bar with its ends, and the marks.
    std::vector<CellMark> marks;
    for (const Row& row : m_rows) {
        for (const CellMark mark : row.marks) {
            if (std::ranges::find(marks, mark) == marks.end())
                marks.push_back(mark);
        }
    }
    in.subjectWidth = 76 * in.textScale + metrics.horizontalAdvance(subject());
    in.legendWidth = (72 + 16 + 16 + 96 + 32) * in.textScale +
                     metrics.horizontalAdvance(subject()) + markNamesWidth(marks, in.textScale);
    for (const Row& row : m_rows)
        in.labelWidth = std::max(in.labelWidth, metrics.horizontalAdvance(row.label));
    for (const Group& group : m_groups)
        in.headingWidth = std::max(in.headingWidth, metrics.horizontalAdvance(group.title));
    return in;
}

int LayersView::previewWidth(QSize room) const {
    return qRound(headscope::previewWidth(geometryInput(room)));
}

std::optional<HeadPreview::Head> LayersView::previewed() const {
    const std::optional<Place> place = m_hovered ? m_hovered : m_cursor ? m_cursor : shownPlace();
    if (!place || place->row >= std::ssize(m_rows))
        return std::nullopt;
    const Row& row = m_rows[static_cast<std::size_t>(place->row)];
    const auto head = static_cast<std::size_t>(place->head);
    if (head >= row.attention->heads.size())
        return std::nullopt;
    HeadPreview::Head shown;
    shown.panel = {m_prepared, &row.attention->heads[head]};
    shown.colours = {mapOf(row.attention->name, m_scene.display.map),
                     row.attention->range(head, m_scene.display.range), m_scene.display.theme};
    shown.name = nameOf(*place);
    shown.scope = m_scopes[static_cast<std::size_t>(place->row)];
    return shown;
}

void LayersView::relayout() {
    m_geometry = layoutLayers(geometryInput(m_room.isValid() ? m_room : size()));
    if (m_geometry.size.isValid())
        setMinimumSize(m_geometry.size.toSize());
    updateGeometry();
    draw();
}

void LayersView::draw() {
    for (Row& row : m_rows) {
        Index factor = 1;
        for (std::size_t head = 0; head < row.heads.size(); ++head) {
            const PreparedPanel& prepared = row.attention->heads[head];
            const Tensor& matrix = prepared.panel.matrix;
            const auto longer = static_cast<double>(std::max(matrix.size(0), matrix.size(1)));
            const PanelLevels::Level level =
                prepared.levels.at(prepared.panel, m_geometry.cell * devicePixelRatioF() / longer);
            factor = level.factor;
            if (factor == row.factor)
                break;
            const CellColours colours{mapOf(row.attention->name, m_scene.display.map),
                                      row.attention->range(head, m_scene.display.range),
                                      m_scene.display.theme};
            QImage image =
                cellImage(level.panel, colours.pooled(level.factor), m_scene.display.rowsAreKeys);
            // Only hatched cells are transparent; without them the picture is painted faster.
            if (!level.panel.hasMarks())
                image = std::move(image).convertToFormat(QImage::Format_RGB32);
            row.heads[head] = std::move(image);
            row.paddingFrom = level.panel.paddingFrom;
        }
        row.factor = factor;
    }
}

void LayersView::setRoom(QSize room) {
    if (room == m_room)
        return;
    m_room = room;
    relayout();
    update();
}

QSize LayersView::sizeHint() const {
    return m_geometry.size.toSize();
}

std::optional<LayersView::Place> LayersView::placeAt(QPointF position) const {
    const std::optional<Place> place = m_geometry.placeAt(position, m_heads);
    if (!place ||
        place->head >= static_cast<int>(m_rows[static_cast<std::size_t>(place->row)].heads.size()))
        return std::nullopt;
    return place;
}

std::optional<LayersView::Place> LayersView::shownPlace() const {
    const auto row = std::ranges::find(m_scopes, m_scene.selection.scope);
    if (row == m_scopes.end())
        return std::nullopt;
    return Place{static_cast<int>(row - m_scopes.begin()), m_scene.selection.panel};
}

std::optional<LabelledMatrix> LayersView::matrix() const {
    const std::optional<Place> place = m_cursor ? m_cursor : shownPlace();
    if (!place || place->row >= std::ssize(m_rows))
        return std::nullopt;
    const auto row = static_cast<std::size_t>(place->row);
    const auto& heads = m_rows[row].attention->heads;
    const auto head = static_cast<std::size_t>(place->head);
    if (head >= heads.size())
        return std::nullopt;
    LabelledMatrix matrix = labelledMatrix(heads[head].panel, m_scene.run->tokens(m_scopes[row]),
                                           m_scene.selection.sequence, m_scene.display.rowsAreKeys);
    matrix.name = m_scopes[row] + ", " + matrix.name;
    return matrix;
}

QString LayersView::subject() const {
    return m_rows.empty() ? QString() : tensorTitle(m_shown);
}

QString LayersView::nameOf(const Place& place) const {
    return tr("%1, head %2")
        .arg(blockName(m_scopes[static_cast<std::size_t>(place.row)]))
        .arg(place.head + 1);
}

void LayersView::describe() {
    setAccessibleName(tr("Layers and heads"));
    const std::optional<Place> place = m_cursor ? m_cursor : shownPlace();
    setAccessibleDescription(place && place->row < std::ssize(m_rows) ? nameOf(*place) : QString());
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void LayersView::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<Place> place = placeAt(event->position());
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
    if (const auto place = placeAt(event->position())) {
        m_cursor = place;
        Q_EMIT headAsked(m_scopes[static_cast<std::size_t>(place->row)], place->head);
    }
}

void LayersView::moveCursor(int down, int across) {
    if (m_rows.empty())
        return;
    Place place = m_cursor ? *m_cursor : shownPlace().value_or(Place{});
    if (m_cursor) {
        place.row += down;
        place.head += across;
    }
    place.row = std::clamp(place.row, 0, static_cast<int>(m_rows.size()) - 1);
    place.head =
        std::clamp(place.head, 0,
                   static_cast<int>(m_rows[static_cast<std::size_t>(place.row)].heads.size()) - 1);
    m_cursor = place;
    describe();
    Q_EMIT cursorMoved(m_geometry.thumbnail(place.row, place.head).toRect());
    Q_EMIT previewChanged();
    update();
}

void LayersView::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() & ~Qt::KeypadModifier)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up: return moveCursor(-1, 0);
    case Qt::Key_Down: return moveCursor(1, 0);
    case Qt::Key_Left: return moveCursor(0, -1);
    case Qt::Key_Right: return moveCursor(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor)
            Q_EMIT headAsked(m_scopes[static_cast<std::size_t>(m_cursor->row)], m_cursor->head);
        return;
    default: return QWidget::keyPressEvent(event);
    }
}

void LayersView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason && !m_cursor)
        moveCursor(0, 0);
}

void LayersView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

bool LayersView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto place = placeAt(help->pos()))
            QToolTip::showText(help->globalPos(),
                               nameOf(*place) + u'\n' + tr("Click to open it in Heads."), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
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

} // namespace headscope
