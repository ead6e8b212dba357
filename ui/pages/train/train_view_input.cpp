// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, keys and tool tips of the training's picture.
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "scene/error_text.h"
#include "scene/number_format.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headscope {

bool TrainView::overTime(QPointF position) const {
    if (m_scene.isEmpty() || position.x() <= m_geometry.loss.left() - px(30))
        return false;
    return m_geometry.isPresented() ? position.x() < m_geometry.timeRight
                                    : position.y() < m_geometry.divider;
}

bool TrainView::overFilm(QPointF position) const {
    return position.y() >= m_geometry.filmTop && position.y() < m_geometry.filmBottom() &&
           position.x() < m_geometry.timeRight;
}

void TrainView::seek(double x) {
    const RecordedSteps& records = m_scene.moment.records;
    const double step = m_geometry.stepAt(x);
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const auto distance = [&](std::size_t at) {
            return std::abs(static_cast<double>(records[at]->step()) - step);
        };
        if (distance(i) < distance(nearest))
            nearest = i;
    }
    Q_EMIT playheadAsked(nearest);
}

QRectF TrainView::besideLabel() const {
    if (m_geometry.right.isEmpty())
        return {};
    return {m_geometry.right.left(), m_geometry.titleY - px(11), px(86), px(22)};
}

void TrainView::mousePressEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (event->button() != Qt::LeftButton || m_scene.isEmpty())
        return QWidget::mousePressEvent(event);
    setFocus();
    if (overFilm(at))
        Q_EMIT headAsked(
            std::clamp(static_cast<int>((at.y() - m_geometry.filmTop) / m_geometry.rowPitch), 0,
                       m_geometry.heads - 1));
    if (overTime(at)) {
        m_dragging = true;
        seek(at.x());
    } else if (besideLabel().contains(at)) {
        Q_EMIT pinAsked(m_scene.pinned ? std::nullopt : std::optional<Index>(m_scene.at().step()));
    }
}

void TrainView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (m_dragging)
        seek(at.x());
    setCursor(m_scene.isEmpty()                            ? Qt::ArrowCursor
              : overTime(at)                               ? Qt::SizeHorCursor
              : besideLabel().contains(at) || overFilm(at) ? Qt::PointingHandCursor
                                                           : Qt::ArrowCursor);
}

void TrainView::mouseReleaseEvent(QMouseEvent*) {
    m_dragging = false;
}

QString TrainView::describe(QPointF position) const {
    if (m_scene.isEmpty())
        return {};
    if (besideLabel().contains(position))
        return m_scene.pinned ? tr("Click: the newest step again")
                              : tr("Click: keep the step of the playhead here");
    for (const auto& [rect, step] : {std::pair(m_geometry.left, &m_scene.at()),
                                     std::pair(m_geometry.right, &m_scene.beside())}) {
        if (!rect.contains(position))
            continue;
        const auto row = static_cast<Index>((position.y() - rect.top()) / m_geometry.cell.height());
        const auto column =
            static_cast<Index>((position.x() - rect.left()) / m_geometry.cell.width());
        const Tensor& tensor = m_scene.tensor(*step);
        return row < tensor.size(2) && column < tensor.size(3) ? cellWords(*step, row, column)
                                                               : QString();
    }
    return {};
}

QString TrainView::cellWords(const RecordedStep& step, Index row, Index column) const {
    const QString sentence = rowsArePredicted(m_scene)
                                 ? tr("head %1, step %2: who predicts %3 looks at %4: %5")
                                 : tr("head %1, step %2: %3 looks at %4: %5");
    return sentence.arg(QString::number(m_scene.head + 1), QString::number(step.step()),
                        u'“' + queryWords(m_scene).value(row) + u'”',
                        u'“' + keyWords(m_scene).value(column) + u'”',
                        isMasked(step, m_scene.head, row, column)
                            ? tr("masked")
                            : fullText(m_scene.tensor(step)(0, m_scene.head, row, column)));
}

std::vector<CellTable> TrainView::cellTables() {
    std::vector<CellTable> tables;
    if (m_scene.isEmpty())
        return tables;
    for (const auto& [rect, step] : {std::pair(m_geometry.left, &m_scene.at()),
                                     std::pair(m_geometry.right, &m_scene.beside())}) {
        if (rect.isEmpty())
            continue;
        const Tensor& tensor = m_scene.tensor(*step);
        CellTable table;
        table.title = tr("head %1, step %2").arg(m_scene.head + 1).arg(step->step());
        table.rows = tensor.size(2);
        table.columns = tensor.size(3);
        table.rowName = [this](Index row) { return queryWords(m_scene).value(row); };
        table.columnName = [this](Index column) { return keyWords(m_scene).value(column); };
        table.words = [this, step = step](const CellPlace& place) {
            return cellWords(*step, place.row, place.column);
        };
        table.rect = [this, rect = rect](const CellPlace& place) {
            return m_geometry.cellAt(rect, static_cast<int>(place.row),
                                     static_cast<int>(place.column));
        };
        tables.push_back(table);
    }
    return tables;
}

bool TrainView::isUndo(const QKeyEvent& event) const {
    return event.matches(QKeySequence::Undo) && m_scene.moment.canBringBack() &&
           m_scene.moment.stepsDone == 0;
}

void TrainView::keyPressEvent(QKeyEvent* event) {
    if (isUndo(*event))
        Q_EMIT bringBackAsked();
    else
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
        const QString text = describe(help->pos());
        text.isEmpty() ? QToolTip::hideText()
                       : QToolTip::showText(help->globalPos(), unmistaken(text), this);
        return true;
    }
    if (event->type() == QEvent::LanguageChange)
        update();
    return QWidget::event(event);
}

} // namespace headscope
