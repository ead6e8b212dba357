// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/train_arrangement.h"

#include "pages/train/picture/train_curves.h"
#include "pages/train/train_words.h"
#include "plots/stacked_label.h"
#include "words/numbers/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

void TrainArrangement::layOut(QSizeF size, double heightInSight) {
    m_size = size;
    const TrainingMoment& moment = m_scene.moment;
    const Tensor& weights = m_scene.weights();
    TrainExtent extent;
    extent.room = QSizeF(size.width(), std::max(heightInSight, 1.0));
    // The smallest type of the page, 11, becomes 22 of 1920 × 1080.
    constexpr double presented = 2;
    extent.presented = m_scene.display.presentation;
    extent.scale =
        extent.presented ? presented * m_scene.display.presentedUnit() : m_scene.display.textScale;
    const QStringList keys = keyWords(m_scene);
    if (extent.presented && canStack(keys))
        extent.keyLabelHeight = stackedHeight(keys, 12 * extent.scale);
    extent.answers = static_cast<int>(answerRows(m_scene, m_scene.at()).size());
    extent.heads = m_scene.heads();
    extent.queries = static_cast<int>(weights.size(2));
    extent.keys = static_cast<int>(weights.size(3));
    extent.steps = std::max(moment.recipe.steps, moment.stepsDone);
    extent.every = moment.recipe.recordEvery * moment.thinning;
    m_geometry = TrainGeometry::of(extent);
    m_columns.clear();
    for (std::size_t i = 0; i < moment.records.size(); ++i) {
        if (moment.records[i]->step() % m_geometry.columnEvery == 0)
            m_columns.push_back(i);
    }
    m_colours = coloursOf(m_scene);
    m_lossTop = headscope::lossTop(moment);
}

bool TrainArrangement::isMasked(const RecordedStep& step, int head, Index row, Index column) const {
    return std::isinf(step.find(m_scene.scope)->scores(0, head, row, column));
}

bool TrainArrangement::isOverTime(QPointF position) const {
    if (m_scene.isEmpty() || position.x() <= m_geometry.loss.left() - px(30))
        return false;
    return m_geometry.isPresented() ? position.x() < m_geometry.timeRight
                                    : position.y() < m_geometry.divider;
}

std::size_t TrainArrangement::recordAt(double x) const {
    const RecordedSteps& records = m_scene.moment.records;
    const double step = m_geometry.stepAt(x);
    const auto nearest = std::ranges::min_element(records, {}, [step](const auto& record) {
        return std::abs(static_cast<double>(record->step()) - step);
    });
    return static_cast<std::size_t>(nearest - records.begin());
}

std::optional<int> TrainArrangement::headAt(QPointF position) const {
    const TrainGeometry& g = m_geometry;
    if (m_scene.isEmpty() || position.x() >= g.timeRight || position.y() < g.filmTop ||
        position.y() >= g.filmBottom())
        return std::nullopt;
    return std::clamp(static_cast<int>((position.y() - g.filmTop) / g.rowPitch), 0, g.heads - 1);
}

bool TrainArrangement::isOnPin(QPointF position) const {
    const MatrixGeometry& matrix = m_geometry.right;
    return matrix.rows > 0 &&
           QRectF(matrix.origin.x(), m_geometry.titleY - px(11), px(86), px(22)).contains(position);
}

std::vector<std::pair<MatrixGeometry, const RecordedStep*>> TrainArrangement::matrices() const {
    std::vector<std::pair<MatrixGeometry, const RecordedStep*>> matrices;
    if (m_scene.isEmpty() || m_scene.stop)
        return matrices;
    matrices.emplace_back(m_geometry.left, &m_scene.at());
    if (m_geometry.right.rows > 0)
        matrices.emplace_back(m_geometry.right, &m_scene.atRight());
    return matrices;
}

QString TrainArrangement::describe(QPointF position) const {
    if (m_scene.isEmpty())
        return {};
    if (isOnPin(position))
        return m_scene.pinned ? TrainText::tr("Click: the newest step again")
                              : TrainText::tr("Click: keep the step of the playhead here");
    const std::optional<Cell> cell = cellAt(position);
    return cell ? wordsOf(*cell) : QString();
}

bool TrainArrangement::has(const Cell& cell) const {
    const auto shown = matrices();
    if (cell.matrix >= shown.size())
        return false;
    const Tensor& tensor = m_scene.tensor(*shown[cell.matrix].second);
    return cell.row < tensor.size(2) && cell.column < tensor.size(3);
}

std::optional<TrainArrangement::Cell> TrainArrangement::cellAt(QPointF position) const {
    const auto shown = matrices();
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (const auto at = shown[i].first.cellAt(position))
            return Cell{i, at->row, at->column};
    }
    return std::nullopt;
}

QRectF TrainArrangement::rectOf(const Cell& cell) const {
    return matrices()[cell.matrix].first.cellRect(cell.row, cell.column);
}

QString TrainArrangement::wordsOf(const Cell& cell) const {
    const RecordedStep& step = *matrices()[cell.matrix].second;
    const QString sentence =
        rowsArePredicted(m_scene)
            ? TrainText::tr("head %1, step %2: who predicts %3 looks at %4: %5")
            : TrainText::tr("head %1, step %2: %3 looks at %4: %5");
    return sentence.arg(
        QString::number(m_scene.head + 1), QString::number(step.step()),
        u'“' + queryWords(m_scene).value(cell.row) + u'”',
        u'“' + keyWords(m_scene).value(cell.column) + u'”',
        isMasked(step, m_scene.head, cell.row, cell.column)
            ? TrainText::tr("masked")
            : fullText(m_scene.tensor(step)(0, m_scene.head, cell.row, cell.column)));
}

} // namespace headscope
