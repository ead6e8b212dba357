// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/train_curves.h"

#include "words/numbers/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// The largest loss that a curve has to show.
double largestLoss(const TrainingMoment& moment) {
    double most = moment.records.front()->evaluation().guessing;
    const auto add = [&most](double loss) { // what exploded has no place on any axis
        most = std::isfinite(loss) ? std::max(most, loss) : most;
    };
    for (const auto& record : moment.records)
        add(record->evaluation().loss);
    for (const StepReport& report : *moment.losses)
        add(report.loss);
    return most;
}

CurvePicture pictureOver(const TrainArrangement& layout, const QRectF& plot) {
    const TrainingMoment& moment = layout.scene().moment;
    CurvePicture picture;
    picture.plot = plot;
    picture.across = {0, static_cast<double>(std::max(moment.recipe.steps, moment.stepsDone))};
    picture.theme = layout.scene().display.theme;
    picture.textScale = layout.geometry().scale;
    return picture;
}

Curve measured(const TrainingMoment& moment, double Evaluation::*measure, double width) {
    Curve curve;
    curve.width = width;
    for (const auto& record : moment.records) {
        curve.x.push_back(static_cast<double>(record->step()));
        curve.y.push_back(record->evaluation().*measure);
    }
    return curve;
}

} // namespace

double lossTop(const TrainingMoment& moment) {
    const double value = largestLoss(moment);
    const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-6))));
    for (const double factor : {1.0, 2.0, 4.0, 6.0, 8.0}) {
        if (value <= factor * power)
            return factor * power;
    }
    return 10 * power;
}

CurvePicture lossCurves(const TrainArrangement& layout) {
    const TrainingMoment& moment = layout.scene().moment;
    CurvePicture loss = pictureOver(layout, layout.geometry().loss);
    const double top = layout.lossTop();
    loss.up = {0, top};
    for (const double tick : {0.0, top / 2, top})
        loss.ticks.emplace_back(tick, rangeText(tick));
    loss.dotted = {moment.records.front()->evaluation().guessing};
    Curve batch;
    batch.secondary = true;
    for (const StepReport& report : *moment.losses) {
        batch.x.push_back(static_cast<double>(report.step));
        batch.y.push_back(report.loss);
    }
    loss.curves = {batch, measured(moment, &Evaluation::loss, 2)};
    return loss;
}

CurvePicture accuracyCurves(const TrainArrangement& layout) {
    const TrainingMoment& moment = layout.scene().moment;
    CurvePicture accuracy = pictureOver(layout, layout.geometry().accuracy);
    accuracy.up = {0, 1};
    accuracy.ticks = {
        {0, QStringLiteral("0")}, {0.5, QStringLiteral("50")}, {1, QStringLiteral("100 %")}};
    Curve words = measured(moment, &Evaluation::words, 1.5);
    words.dashed = true;
    accuracy.curves = {words, measured(moment, &Evaluation::sentences, 2)};
    return accuracy;
}

} // namespace headscope
