// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_canvas.h"

#include "pages/shapes/picture/block_painter.h"
#include "pages/shapes/picture/shapes_picture.h"
#include "pages/shapes/picture/step_painter.h"
#include "pages/shapes/shapes_words.h"
#include "type/fonts.h"
#include "words/error_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace headscope {

ShapesCanvas::ShapesCanvas(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Shapes: how heads are split and merged"));
}

void ShapesCanvas::setShapes(const ShapesScene& scene) {
    const bool sameGeometry = !scene.isEmpty() && scene.model == m_scene.model &&
                              scene.position().move == m_laidOutStep &&
                              scene.display.textScale == m_scene.display.textScale &&
                              scene.options.placesShown == m_scene.options.placesShown &&
                              scene.options.firstToken == m_scene.options.firstToken;
    const bool moved = scene.element != m_scene.element ||
                       (!scene.isEmpty() && scene.position().move != m_laidOutStep);
    m_scene = scene;
    if (!sameGeometry)
        relayout();
    if (moved)
        announce();
    update();
}

void ShapesCanvas::relayout() {
    if (m_scene.isEmpty())
        return;
    ShapesGeometryInput input = geometryInput(m_scene);
    input.size = size();
    // Otherwise the row of the tabs shows the sentence.
    input.withTitle = m_scene.display.presentation;
    input.withChooser = !m_scene.display.presentation; // blocks need the room there
    m_laidOutStep = m_scene.position().move;
    m_geometry = layoutShapes(*m_scene.model, m_laidOutStep, m_scene.options.placesShown, input);
    Q_EMIT laidOut();
}

void ShapesCanvas::announce() {
    if (m_scene.isEmpty())
        return;
    const std::size_t step = m_scene.position().move;
    QString sentence = stepSentence(m_scene.model->right, step);
    if (m_scene.element)
        sentence = elementStatus(m_scene.model->right, step, *m_scene.element, m_scene.words);
    sayOf(*this, sentence);
}

std::vector<CellTable> ShapesCanvas::cellTables() {
    if (m_scene.isEmpty())
        return {};
    const LayoutSizes sizes = m_scene.model->right.sizes();
    const Index width = sizes.heads * sizes.headDim;
    const auto element = [width](const CellPlace& place) {
        return place.row * width + place.column;
    };
    CellTable table;
    table.title = stepSentence(m_scene.model->right, m_scene.position().move);
    table.rows = sizes.batch * sizes.sequence;
    table.columns = width;
    table.rowName = [this, width](Index row) {
        const ElementHome home = m_scene.model->right.homeOf(row * width);
        return axisLabel(AxisFamily::Batch, home.sample) + QStringLiteral(", ") +
               axisLabel(AxisFamily::Sequence, home.token);
    };
    table.columnName = [](Index column) { return axisLabel(AxisFamily::Features, column); };
    table.words = [this, element](const CellPlace& place) {
        return elementStatus(m_scene.model->right, m_scene.position().move, element(place),
                             m_scene.words);
    };
    table.rect = [this, element](const CellPlace& place) {
        return elementRect(element(place)).value_or(QRectF());
    };
    table.at = [this, width](QPointF point) -> std::optional<CellPlace> {
        const std::optional<Index> there = elementAt(m_scene, m_geometry, point);
        return there ? std::optional(CellPlace{*there / width, *there % width}) : std::nullopt;
    };
    table.choose = [this, element](const CellPlace& place) { lockShown(element(place)); };
    if (m_scene.element)
        table.asked = CellPlace{*m_scene.element / width, *m_scene.element % width};
    return {table};
}

void ShapesCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& colours = theme(m_scene.display.theme);
    painter.fillRect(rect(), colours.base);
    if (m_scene.isEmpty()) {
        if (m_scene.error) {
            painter.setPen(colours.error);
            painter.setFont(textFont(14 * m_scene.display.textScale));
            painter.drawText(QRectF(rect()).adjusted(24, 24, -24, -24), Qt::TextWordWrap,
                             translated(*m_scene.error));
        }
        return;
    }
    paintShapes(painter, m_scene, m_geometry);
    if (m_focusShown) {
        painter.setPen(QPen(colours.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

bool ShapesCanvas::showsNumbers() const {
    if (m_scene.isEmpty() || m_scene.options.attentionShown)
        return true;
    const ElementStyle style(m_scene);
    const DrawnTensor& last = m_geometry.after ? *m_geometry.after : m_geometry.before;
    return style.numbersFit(cellRect(last.blocks, PlacedBlock{}).size());
}

std::optional<QRectF> ShapesCanvas::elementRect(Index element) const {
    const ElementStyle style(m_scene);
    const StepFrame frame{*m_scene.model, m_geometry, style, m_scene.position(), {}, false};
    return ElementPlaces(frame).at(element);
}

void ShapesCanvas::resizeEvent(QResizeEvent*) {
    relayout();
}

void ShapesCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (m_scene.isEmpty())
        return;
    const std::optional<Index> element = elementAt(m_scene, m_geometry, event->position());
    setCursor(element ? Qt::PointingHandCursor : Qt::ArrowCursor);
    Q_EMIT elementHovered(element);
}

void ShapesCanvas::mousePressEvent(QMouseEvent* event) {
    if (m_scene.isEmpty() || event->button() != Qt::LeftButton)
        return;
    const std::optional<Index> element = elementAt(m_scene, m_geometry, event->position());
    const bool again = m_scene.elementLocked && m_scene.element == element;
    lockShown(again ? std::nullopt : element);
}

void ShapesCanvas::askTokens(Index first) {
    const TokenWindow& shown = m_geometry.tokens;
    if (m_scene.isEmpty() || shown.count == 0)
        return;
    const Index last = m_scene.model->right.sizes().sequence - shown.count;
    if (const Index clamped = std::clamp<Index>(first, 0, last); clamped != shown.first)
        Q_EMIT tokensAsked(clamped);
}

void ShapesCanvas::lockShown(std::optional<Index> element) {
    const TokenWindow shown = m_geometry.tokens;
    if (element) {
        const Index token = m_scene.model->right.homeOf(*element).token;
        if (!shown.contains(token))
            askTokens(token < shown.first ? token : token - shown.count + 1);
    }
    Q_EMIT elementLocked(element);
}

void ShapesCanvas::wheelEvent(QWheelEvent* event) {
    if (m_geometry.tokens.count == 0 || m_scene.options.attentionShown)
        return QWidget::wheelEvent(event);
    const QPoint turned = event->angleDelta();
    m_turned += turned.y() != 0 ? turned.y() : turned.x();
    const int tokens = m_turned / QWheelEvent::DefaultDeltasPerStep;
    m_turned -= tokens * QWheelEvent::DefaultDeltasPerStep;
    askTokens(m_geometry.tokens.first - tokens);
    event->accept();
}

void ShapesCanvas::leaveEvent(QEvent*) {
    Q_EMIT elementHovered(std::nullopt);
}

void ShapesCanvas::keyPressEvent(QKeyEvent* event) {
    if (m_scene.isEmpty() || event->modifiers() & ~Qt::KeypadModifier)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        // Without a cursor, left and right belong to the timeline.
        const bool vertical = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
        if (!m_scene.element && !vertical)
            break;
        if (const auto next = m_scene.element ? neighbour(event->key()) : std::optional<Index>(0))
            lockShown(next);
        return;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_scene.element)
            Q_EMIT elementLocked(m_scene.element);
        return;
    case Qt::Key_Escape:
        if (!m_scene.holdsElement())
            break;
        Q_EMIT elementLocked(std::nullopt);
        return;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

std::optional<Index> ShapesCanvas::neighbour(int key) const {
    const Journey& journey = m_scene.model->right;
    const TimelinePosition position = m_scene.position();
    std::size_t step = std::clamp(position.move, journey.firstStep(), journey.lastStep());
    if (step > journey.firstStep() && position.progress < 0.5)
        --step;
    const Tensor& tensor = journey[step].tensor;
    const BlockArrangement blocks(tensor, journey.sizes());
    PlacedBlock place = blocks.placeOf(journey.cellOf(step, *m_scene.element));
    // Over the edge of a block into the next one, as the eye goes.
    const auto forward = [](Index& inner, Index innerSize, Index& outer, Index outerSize) {
        if (++inner < innerSize)
            return true;
        inner = 0;
        return ++outer < outerSize;
    };
    const auto backward = [](Index& inner, Index innerSize, Index& outer) {
        if (--inner >= 0)
            return true;
        inner = innerSize - 1;
        return --outer >= 0;
    };
    bool inside = false;
    switch (key) {
    case Qt::Key_Right:
        inside = forward(place.column, blocks.columns(), place.block, blocks.blocks());
        break;
    case Qt::Key_Left: inside = backward(place.column, blocks.columns(), place.block); break;
    case Qt::Key_Down:
        inside = forward(place.row, blocks.rows(), place.line, blocks.lines());
        break;
    default: inside = backward(place.row, blocks.rows(), place.line); break;
    }
    if (!inside)
        return std::nullopt;
    return journey.elementAt(step, blocks.cellOf(place));
}

void ShapesCanvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    // Who clicks knows where they are.
    m_focusShown =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    update();
}

void ShapesCanvas::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    m_focusShown = false;
    update();
}

bool ShapesCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && !m_scene.isEmpty()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto element = elementAt(m_scene, m_geometry, help->pos());
        if (element)
            QToolTip::showText(help->globalPos(),
                               elementTable(m_scene.model->right, *element, m_scene.words), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void ShapesCanvas::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Shapes: how heads are split and merged"));
        relayout();
        announce();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace headscope
