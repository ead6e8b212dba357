// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_view.h"

#include "pages/train/train_colours.h"
#include "pages/train/train_words.h"
#include "plots/curve_plot.h"
#include "plots/stacked_label.h"
#include "scene/fonts.h"
#include "scene/number_format.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

/// Above the plots, which are widgets of their own: where the playhead is.
class PlayheadMarks : public QWidget {
public:
    explicit PlayheadMarks(TrainView* view)
        : QWidget(view)
        , m_view(*view) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        m_view.paintPlayhead(painter);
    }

private:
    TrainView& m_view;
};

namespace {

constexpr double crossing = 150; ///< ms
constexpr int crossingFrame = 15;

} // namespace

TrainView::TrainView(QWidget* parent)
    : QWidget(parent)
    , m_loss(new CurvePlot(this))
    , m_accuracy(new CurvePlot(this))
    , m_marks(new PlayheadMarks(this)) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    m_crossing.setInterval(crossingFrame);
    connect(&m_crossing, &QTimer::timeout, this, [this] {
        m_crossed = std::min(1.0, m_crossed + crossingFrame / crossing);
        if (m_crossed >= 1)
            m_crossing.stop();
        update();
    });
}

QSize TrainView::minimumSizeHint() const {
    return {qRound(px(520)), m_scene.isEmpty() ? 200 : qRound(m_geometry.height)};
}

void TrainView::setScene(const TrainScene& scene) {
    const bool otherCells = scene.scope != m_scene.scope || scene.values != m_scene.values ||
                            !(scene.display == m_scene.display) ||
                            scene.moment.learner != m_scene.moment.learner;
    const bool moved = !scene.isEmpty() && !m_scene.isEmpty() && scene.playing && !otherCells &&
                       scene.playhead != m_scene.playhead &&
                       m_scene.playhead < m_scene.moment.records.size();
    if (moved && !scene.display.reducedMotion) {
        m_from = m_scene.moment.records[m_scene.playhead];
        m_crossed = 0;
        m_crossing.start();
    } else if (scene.playhead != m_scene.playhead || otherCells) {
        m_crossing.stop();
        m_crossed = 1;
    }
    m_scene = scene;
    if (otherCells)
        m_pictures.clear();
    for (QWidget* plot : std::initializer_list<QWidget*>{m_loss, m_accuracy, m_marks})
        plot->setVisible(!scene.isEmpty());
    if (!scene.isEmpty())
        relayout();
    update();
}

void TrainView::setRoom(QSize room) {
    m_room = room;
    relayout();
}

void TrainView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

void TrainView::relayout() {
    if (m_scene.isEmpty())
        return;
    const Tensor& weights = m_scene.weights();
    TrainExtent extent;
    extent.room = QSizeF(width(), std::max(m_room.height(), 1));
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
    extent.steps = std::max(m_scene.moment.recipe.steps, m_scene.moment.stepsDone);
    extent.every = m_scene.moment.recipe.recordEvery * m_scene.moment.thinning;
    const TrainGeometry before = std::exchange(m_geometry, TrainGeometry::of(extent));
    if (before.picture != m_geometry.picture)
        m_pictures.clear();
    if (qRound(before.height) != qRound(m_geometry.height))
        updateGeometry();
    chooseColumns();
    chooseRange();
    showCurves();
    m_marks->setGeometry(rect());
    m_marks->raise();
    m_marks->update();
    placeColours();
    Q_EMIT laidOut();
}

void TrainView::chooseColumns() {
    m_columns.clear();
    const RecordedSteps& records = m_scene.moment.records;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (records[i]->step() % m_geometry.columnEvery == 0)
            m_columns.push_back(i);
    }
}

void TrainView::chooseRange() {
    const TrainColours colours = coloursOf(m_scene);
    m_map = colours.map;
    if (m_scene.values != TrainValues::Weights && !(colours.range == m_range))
        m_pictures.clear();
    m_range = colours.range;
}

void TrainView::showCurves() {
    const TrainingMoment& moment = m_scene.moment;
    const double last = static_cast<double>(std::max(moment.recipe.steps, moment.stepsDone));
    CurvePicture loss;
    loss.plot = m_geometry.loss;
    loss.across = {0, last};
    m_lossTop = lossTop(moment);
    loss.up = {0, m_lossTop};
    for (const double tick : {0.0, m_lossTop / 2, m_lossTop})
        loss.ticks.emplace_back(tick, rangeText(tick));
    loss.theme = m_scene.display.theme;
    loss.textScale = m_geometry.scale;
    CurvePicture accuracy = loss;
    accuracy.plot = m_geometry.accuracy;
    accuracy.up = {0, 1};
    accuracy.ticks = {
        {0, QStringLiteral("0")}, {0.5, QStringLiteral("50")}, {1, QStringLiteral("100 %")}};
    loss.dotted = {moment.records.front()->evaluation().guessing};

    Curve batch;
    batch.secondary = true;
    for (const StepReport& report : *moment.losses) {
        batch.x.push_back(static_cast<double>(report.step));
        batch.y.push_back(report.loss);
    }
    Curve heldOut;
    heldOut.width = 2;
    Curve words;
    words.dashed = true;
    words.width = 1.5;
    Curve sentences;
    sentences.width = 2;
    for (const auto& record : moment.records) {
        const auto x = static_cast<double>(record->step());
        for (Curve* curve : {&heldOut, &words, &sentences})
            curve->x.push_back(x);
        heldOut.y.push_back(record->evaluation().loss);
        words.y.push_back(record->evaluation().words);
        sentences.y.push_back(record->evaluation().sentences);
    }
    loss.curves = {batch, heldOut};
    accuracy.curves = {words, sentences};
    m_loss->setPicture(loss);
    m_accuracy->setPicture(accuracy);
}

} // namespace headscope
