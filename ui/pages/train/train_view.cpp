// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_view.h"

#include "cells/matrix_table.h"
#include "pages/train/picture/train_curves.h"
#include "pages/train/picture/train_legend.h"
#include "pages/train/train_words.h"
#include "painters/matrix_painter.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/error_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace headscope {

namespace {

constexpr double crossing = 150; ///< ms
constexpr int crossingFrame = 15;

/// Where the playhead is.
class PlayheadOverlay : public QWidget {
public:
    PlayheadOverlay(const TrainArrangement& layout, QWidget* parent)
        : QWidget(parent)
        , m_layout(layout) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        if (m_layout.scene().isEmpty())
            return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        paintPlayhead(painter, m_layout);
    }

private:
    const TrainArrangement& m_layout;
};

} // namespace

TrainView::TrainView(QWidget* parent)
    : QWidget(parent)
    , m_loss(new CurvePlot(this))
    , m_accuracy(new CurvePlot(this))
    , m_playhead(new PlayheadOverlay(m_layout, this)) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    m_crossingTimer.setInterval(crossingFrame);
    connect(&m_crossingTimer, &QTimer::timeout, this, [this] {
        m_crossing.progress = std::min(1.0, m_crossing.progress + crossingFrame / crossing);
        if (m_crossing.progress >= 1)
            m_crossingTimer.stop();
        update();
    });
}

QSize TrainView::minimumSizeHint() const {
    return {qRound(m_layout.px(520)), scene().isEmpty() ? 200 : qRound(m_layout.geometry().height)};
}

void TrainView::setScene(const TrainScene& scene) {
    const TrainScene& before = this->scene();
    const bool otherCells = scene.scope != before.scope || scene.values != before.values ||
                            !(scene.display == before.display) ||
                            scene.moment.learner != before.moment.learner;
    const bool moved = !scene.isEmpty() && !before.isEmpty() && scene.playing && !otherCells &&
                       scene.playhead != before.playhead &&
                       before.playhead < before.moment.records.size();
    if (moved && !scene.display.reducedMotion) {
        m_crossing = {before.moment.records[before.playhead], 0};
        m_crossingTimer.start();
    } else if (scene.playhead != before.playhead || otherCells) {
        m_crossingTimer.stop();
        m_crossing.progress = 1;
    }
    m_layout.setScene(scene);
    for (QWidget* part : std::initializer_list<QWidget*>{m_loss, m_accuracy, m_playhead})
        part->setVisible(!scene.isEmpty());
    relayout();
    if (m_cursor && !m_layout.has(*m_cursor))
        m_cursor.reset();
    if (!scene.playing)
        describe();
    update();
}

void TrainView::stand(std::optional<Cell> cell) {
    m_cursor = cell;
    describe();
    update();
}

void TrainView::describe() {
    sayOf(*this, m_cursor ? m_layout.wordsOf(*m_cursor) : QString());
}

void TrainView::setRoom(QSize room) {
    m_room = room;
    relayout();
    Q_EMIT laidOut();
}

void TrainView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
    Q_EMIT laidOut();
}

void TrainView::relayout() {
    if (scene().isEmpty())
        return;
    const double height = m_layout.geometry().height;
    m_layout.layOut(size(), m_room.height());
    if (qRound(height) != qRound(m_layout.geometry().height))
        updateGeometry();
    m_loss->setPicture(lossCurves(m_layout));
    m_accuracy->setPicture(accuracyCurves(m_layout));
    m_playhead->setGeometry(rect());
    m_playhead->raise();
    m_playhead->update();
}

ColourPlace TrainView::colourPlace() {
    ColourPlace place = colourPlaceOf(m_layout);
    if (place.spread && place.left + place.width() <= width())
        place.on = this;
    return place;
}

void TrainView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& colours = theme(scene().display.theme);
    painter.fillRect(rect(), colours.base);
    if (scene().isEmpty()) {
        const auto& error = scene().moment.error;
        painter.setFont(textFont(14));
        painter.setPen(error ? colours.error : colours.secondary);
        drawElidedText(painter, QRectF(rect()).adjusted(24, 0, -24, 0), Qt::AlignCenter,
                       error ? statusOf(scene()) : progressText(scene().moment));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    m_images.follow(m_layout, devicePixelRatioF());
    paintFilm(painter, m_layout, m_images);
    if (scene().stop)
        return paintStop(painter, m_layout);
    paintEnlargedHead(painter, m_layout, m_crossing);
    if (m_cursor)
        paintLockFrame(painter, m_layout.rectOf(*m_cursor));
    paintAnswer(painter, m_layout);
}

void TrainView::mousePressEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (event->button() != Qt::LeftButton || scene().isEmpty())
        return QWidget::mousePressEvent(event);
    setFocus();
    if (const std::optional<int> head = m_layout.headAt(at))
        Q_EMIT headAsked(*head);
    if (m_layout.isOverTime(at)) {
        m_dragging = true;
        Q_EMIT playheadAsked(m_layout.recordAt(at.x()));
    } else if (m_layout.isOnPin(at)) {
        Q_EMIT pinAsked(scene().pinned ? std::nullopt : std::optional(scene().at().step()));
    } else if (const std::optional<Cell> cell = m_layout.cellAt(at)) {
        stand(cell == m_cursor ? std::nullopt : cell);
    }
}

void TrainView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (m_dragging)
        Q_EMIT playheadAsked(m_layout.recordAt(at.x()));
    const auto isButton = [this, at] {
        return m_layout.isOnPin(at) || m_layout.headAt(at) || m_layout.cellAt(at);
    };
    setCursor(scene().isEmpty()         ? Qt::ArrowCursor
              : m_layout.isOverTime(at) ? Qt::SizeHorCursor
              : isButton()              ? Qt::PointingHandCursor
                                        : Qt::ArrowCursor);
}

void TrainView::mouseReleaseEvent(QMouseEvent*) {
    m_dragging = false;
}

std::vector<CellTable> TrainView::cellTables() {
    std::vector<CellTable> tables;
    for (const auto& [grid, step] : m_layout.matrices()) {
        const auto cell = [matrix = tables.size()](Index row, Index column) {
            return Cell{matrix, row, column};
        };
        MatrixWords cells;
        cells.title = TrainText::tr("head %1, step %2").arg(scene().head + 1).arg(step->step());
        cells.rows = queryWords(scene());
        cells.columns = keyWords(scene());
        cells.words = [this, cell](Index row, Index column) {
            return m_layout.wordsOf(cell(row, column));
        };
        cells.choose =
            cells.visit = [this, cell](Index row, Index column) { stand(cell(row, column)); };
        if (m_cursor && m_cursor->matrix == tables.size())
            cells.asked = {m_cursor->row, m_cursor->column};
        tables.push_back(matrixTable(grid, cells));
    }
    return tables;
}

bool TrainView::isUndo(const QKeyEvent& event) const {
    return event.matches(QKeySequence::Undo) && scene().moment.canBringBack() &&
           scene().moment.stepsDone == 0;
}

void TrainView::keyPressEvent(QKeyEvent* event) {
    if (isUndo(*event))
        return Q_EMIT bringBackAsked();
    if (m_cursor && event->key() == Qt::Key_Escape)
        return stand(std::nullopt);
    // Without a cursor left and right are those of the time, as everywhere.
    if (!m_cursor || !walkByKey(*event))
        QWidget::keyPressEvent(event);
}

bool TrainView::event(QEvent* event) {
    // A training that was put aside is newer than the last edit of the experiment.
    if (event->type() == QEvent::ShortcutOverride &&
        isUndo(static_cast<const QKeyEvent&>(*event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), unmistaken(m_layout.describe(help->pos())), this);
        return true;
    }
    if (event->type() == QEvent::LanguageChange)
        update();
    return QWidget::event(event);
}

} // namespace headscope
