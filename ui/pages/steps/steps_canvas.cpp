// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/steps_canvas.h"

#include "pages/steps/picture/product_painter.h"
#include "pages/steps/softmax/softmax_words.h"
#include "pages/steps/step_words.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"
#include "words/statements.h"

#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace headscope {

StepsCanvas::StepsCanvas(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Steps: one operation at a time, with its numbers"));
}

void StepsCanvas::setSteps(const StepScene& scene) {
    const bool sameQuestion = scene.asked == m_scene.asked && scene.locked == m_scene.locked &&
                              scene.picture == m_scene.picture;
    m_scene = scene;
    relayout();
    // Who listens hears where a move ended, not every frame of it.
    if (!sameQuestion || !scene.playback.playing)
        announce();
}

void StepsCanvas::relayout() {
    if (!m_scene.isEmpty()) {
        m_picture = layoutSteps(QSizeF(size()), m_scene);
        leaveRoomForColours(m_picture, m_scene);
        setMinimumHeight(static_cast<int>(std::ceil(m_picture.leastHeight(height()))));
    } else {
        m_picture = {};
        setMinimumHeight(0);
    }
    Q_EMIT laidOut();
    update();
}

void StepsCanvas::announce() {
    QString said;
    if (!m_scene.isEmpty()) {
        said = plainTitle(m_scene);
        if (const QString learnt = headOfStop(m_scene); !learnt.isEmpty())
            said += QStringLiteral(". ") + learnt;
        if (m_scene.asked)
            said += QStringLiteral(": ") + describe(*m_scene.asked) + QStringLiteral(". ") +
                    withoutMarkup(stepWords(m_scene, m_picture.moment).asked);
    }
    sayOf(*this, said);
}

std::vector<CellTable> StepsCanvas::cellTables() {
    if (m_scene.isEmpty())
        return {};
    const StepMatrix& matrix = m_scene.picture->result;
    CellTable table;
    table.title = plainTitle(m_scene);
    table.rows = matrix.panel.matrix.size(0);
    table.columns = matrix.panel.matrix.size(1);
    table.rowName = [this](Index row) { return m_scene.picture->result.rows.value(row); };
    table.columnName = [this](Index column) {
        return m_scene.picture->result.columns.value(column);
    };
    table.words = [this](const CellPlace& place) { return describe({place.row, place.column}); };
    table.rect = [this](const CellPlace& place) {
        return m_picture
            .placeOf({place.row, place.row + 1, place.column, place.column + 1}, m_scene)
            .value_or(QRectF());
    };
    table.at = [this](QPointF point) -> std::optional<CellPlace> {
        const auto cell = cellAt(point);
        return cell ? std::optional(CellPlace{cell->row, cell->column}) : std::nullopt;
    };
    table.choose = [this](const CellPlace& place) {
        Q_EMIT locked(MatrixGeometry::Position{place.row, place.column});
    };
    table.visit = [this, rect = table.rect](const CellPlace& place) {
        if (const QRectF there = rect(place); !there.isEmpty())
            Q_EMIT cursorMoved(there.toAlignedRect());
        const MatrixGeometry::Position cell{place.row, place.column};
        if (m_scene.locked)
            Q_EMIT locked(cell);
        else
            Q_EMIT hovered(cell);
    };
    if (m_scene.asked)
        table.asked = CellPlace{m_scene.asked->row, m_scene.asked->column};
    return {table};
}

QString StepsCanvas::describe(const MatrixGeometry::Position& cell) const {
    if (m_scene.isEmpty())
        return {};
    const StepMatrix& matrix = m_scene.picture->result;
    const QString row = matrix.rowWords.value(cell.row);
    const QString column = matrix.columnNotes.value(cell.column);
    const Axes& axes = matrix.panel.matrix.axes();
    const bool pair = axes[0] == Axis::Query && axes[1] == Axis::Key;
    const auto place = [&](const QString& value) {
        return pair ? tr("query %1, key %2: %3").arg(row, column, value)
                    : tr("row %1, column %2: %3").arg(row, column, value);
    };
    // What is said is what is shown: no number before it is there.
    const StepMoment& moment = m_picture.moment;
    if (m_picture.softmax && moment.progress < 1)
        return softmaxSentence(m_picture.softmax->data, moment.progress);
    if (moment.cell && moment.cell->place == cell && !moment.cell->partial.isComplete() &&
        m_scene.picture->stop.form == StepForm::Product)
        return place(tr("%1 so far")
                         .arg(shortText(static_cast<double>(
                             shownValue(moment.cell->explanation, moment.cell->partial)))));
    if (!(moment.progress > 0))
        return place(tr("not computed yet"));
    return place(cellStatement(matrix.panel, cell.row, cell.column));
}

std::optional<MatrixGeometry::Position> StepsCanvas::cellAt(QPointF point) const {
    return m_scene.isEmpty() ? std::nullopt : m_picture.cellAt(point, m_scene);
}

void StepsCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme(m_scene.display.theme).base);
    if (m_scene.isEmpty())
        return;
    paintSteps(painter, m_picture, m_scene);
    if (!m_picture.frame.code.isEmpty())
        paintStepCode(painter, m_codePlace, m_scene);
}

void StepsCanvas::setCodePlace(const QRectF& place) {
    m_codePlace = place;
}

void StepsCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

void StepsCanvas::mouseMoveEvent(QMouseEvent* event) {
    const auto cell = cellAt(event->position());
    setCursor(cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!m_scene.locked && cell != m_scene.asked)
        Q_EMIT hovered(cell);
}

void StepsCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    if (m_picture.softmax) {
        if (const auto phase = m_picture.softmax->geometry.phaseAt(event->position()))
            return Q_EMIT momentAsked(endOf(*phase));
    }
    const auto cell = cellAt(event->position());
    if (!cell)
        return;
    if (m_scene.locked && m_scene.asked == cell)
        Q_EMIT locked(std::nullopt);
    else
        Q_EMIT locked(cell);
}

void StepsCanvas::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (!m_scene.locked && m_scene.asked)
        Q_EMIT hovered(std::nullopt);
}

void StepsCanvas::keyPressEvent(QKeyEvent* event) {
    if (m_scene.isEmpty() || (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)))
        return QWidget::keyPressEvent(event);
    const int key = event->key();
    // Without a cursor left and right are those of the timeline, as everywhere.
    const bool ofTime = (key == Qt::Key_Left || key == Qt::Key_Right) && !m_scene.asked;
    if (!ofTime && walkByKey(*event))
        return;
    if (key == Qt::Key_Return || key == Qt::Key_Enter)
        Q_EMIT locked(m_scene.asked.value_or(MatrixGeometry::Position{0, 0}));
    else
        QWidget::keyPressEvent(event);
}

bool StepsCanvas::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    showTip(*static_cast<QHelpEvent*>(event), *this);
    return true;
}

void StepsCanvas::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Steps: one operation at a time, with its numbers"));
        relayout();
        announce();
    }
    QWidget::changeEvent(event);
}

} // namespace headscope
