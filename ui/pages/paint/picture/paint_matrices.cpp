// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/picture/paint_matrices.h"

#include "pages/paint/paint_stops.h"
#include "pages/paint/paint_words.h"
#include "words/numbers/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

struct TitleWords {
    Q_DECLARE_TR_FUNCTIONS(Paint)
};

double largestOf(const std::vector<double>& values) {
    double largest = 0;
    for (const double value : values) {
        if (std::isfinite(value))
            largest = std::max(largest, std::fabs(value));
    }
    return largest > 0 ? largest : 1;
}

/// The next larger number of two digits: short at the ends of a bar.
double roundedUp(double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
    return std::ceil(value / unit - 1e-9) * unit;
}

std::vector<double> valuesOf(const Tensor& tensor) {
    const Tensor whole = tensor.contiguous();
    return {whole.values().begin(), whole.values().end()};
}

QString whenOf(const PaintScene& scene) {
    return scene.isFound() ? TitleWords::tr("best found")
                           : TitleWords::tr("step %1").arg(qint64{scene.step()});
}

/// A matrix of pairs of which the colours go as far to both sides.
PaintMatrix pairs(const PaintScene& scene, const QString& title, std::vector<double> values) {
    PaintMatrix made;
    made.title = title;
    made.note = whenOf(scene);
    made.atPlayhead = true;
    made.rows = scene.problem->target.queries;
    made.columns = scene.problem->target.keys;
    const double end = roundedUp(largestOf(values));
    made.range = {-end, end};
    made.values = std::move(values);
    return made;
}

/// The same with a row for each token of one side.
PaintMatrix rowsOf(const PaintScene& scene, bool ofQueries, const QString& title,
                   std::vector<double> values, const QString& columnName) {
    PaintMatrix made = pairs(scene, title, std::move(values));
    made.isPairs = false;
    made.rowLabels = ofQueries ? scene.queryLabels : scene.keyLabels;
    made.rows = made.rowLabels.size();
    made.columns = static_cast<Index>(made.values.size()) / std::max<Index>(1, made.rows);
    made.columnName = columnName;
    return made;
}

PaintMatrix attention(const PaintScene& scene) {
    PaintMatrix made = pairs(scene, TitleWords::tr("The head does"), scene.now.attention);
    made.range = {0, 1};
    made.map = scene.display.map;
    made.marksPaint = true;
    return made;
}

PaintMatrix difference(const PaintScene& scene) {
    const PaintTarget& target = scene.problem->target;
    std::vector<double> values = scene.now.attention;
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] -= static_cast<double>(target.weights[i]);
    PaintMatrix made = pairs(scene, TitleWords::tr("Difference"), std::move(values));
    made.note = TitleWords::tr("head − painted");
    made.atPlayhead = false;
    made.range = {-1, 1};
    made.isOfPaint = true;
    made.legend = TitleWords::tr("red: too much");
    return made;
}

PaintTables::Table tableOf(const Tensor& tensor) {
    PaintTables::Table table{tensor.contiguous(), 0, 0};
    for (const float value : table.values.values()) {
        table.largest = std::max(table.largest, std::fabs(static_cast<double>(value)));
        table.norm += static_cast<double>(value) * static_cast<double>(value);
    }
    table.norm = std::sqrt(table.norm);
    return table;
}

Tensor likeWeights(const std::vector<double>& values, const Tensor& weights) {
    const std::vector<float> floats(values.begin(), values.end());
    return Tensor::fromValues(weights.shape(), weights.axes(), floats);
}

} // namespace

std::array<PaintMatrix, 2> paintMatrices(const PaintScene& scene) {
    if (scene.isEmpty() || scene.now.attention.empty())
        return {};
    if (scene.stop == PaintStop::Weights || scene.numbers.scores.empty())
        return {attention(scene), difference(scene)};
    const FitProblem& problem = *scene.problem;
    const DescentNumbers& numbers = scene.numbers;
    const QString features = TitleWords::tr("d_{model}", "columns of X");
    switch (scene.stop) {
    case PaintStop::Inputs: {
        std::array<PaintMatrix, 2> made;
        const bool same = problem.queryInput == problem.keyInput;
        made[0] = rowsOf(scene, true,
                         same ? TitleWords::tr("X, what tokens are")
                              : TitleWords::tr("X of the queries"),
                         valuesOf(problem.queryInput), features);
        made[0].note.clear();
        if (same)
            return made;
        made[1] = rowsOf(scene, false, TitleWords::tr("X of the keys"), valuesOf(problem.keyInput),
                         features);
        made[1].note.clear();
        return made;
    }
    case PaintStop::Projected: {
        const QString keyDim = QStringLiteral("d_{k}");
        return {rowsOf(scene, true, QStringLiteral("Q = X·W_{Q}"), numbers.query, keyDim),
                rowsOf(scene, false, QStringLiteral("K = X·W_{K}"), numbers.key, keyDim)};
    }
    case PaintStop::Scores:
        return {pairs(scene, QStringLiteral("Q·K^{T}"), numbers.scores), attention(scene)};
    case PaintStop::Scaled:
        return {pairs(scene, QStringLiteral("Q·K^{T} %1").arg(paintStopName(scene.stop, scene)),
                      numbers.scaledScores),
                attention(scene)};
    case PaintStop::Missing: {
        PaintMatrix missing = pairs(scene, QStringLiteral("T·log_{2}(T ÷ A)"), numbers.missing);
        missing.note = TitleWords::tr("%1 bits").arg(fixedText(scene.now.bits, 2));
        missing.isOfPaint = true;
        missing.legend = TitleWords::tr("a row's sum is its KL");
        return {attention(scene), missing};
    }
    case PaintStop::Gradient: {
        PaintMatrix gradient =
            pairs(scene, TitleWords::tr("∂KL ÷ ∂scores"), numbers.scoreGradient);
        gradient.isOfPaint = true;
        gradient.legend = TitleWords::tr("red: should fall");
        return {attention(scene), gradient};
    }
    case PaintStop::Update: {
        std::array<PaintMatrix, 2> made{attention(scene), {}};
        if (!scene.update) {
            made[1].title = scene.fit && scene.fit->isOptimum && scene.isFound()
                                ? TitleWords::tr("The optimum: no step led here")
                                : QString();
            return made;
        }
        HeadWeights next = scene.weights;
        const auto add = [](const Tensor& weights, const Tensor& update) {
            std::vector<double> sum = valuesOf(weights);
            const std::vector<double> more = valuesOf(update);
            for (std::size_t i = 0; i < sum.size(); ++i)
                sum[i] += more[i];
            return likeWeights(sum, weights);
        };
        next.query = add(next.query, scene.update->query);
        next.key = add(next.key, scene.update->key);
        std::vector<double> moved = fittedHead(problem, next).attention;
        for (std::size_t i = 0; i < moved.size(); ++i)
            moved[i] -= scene.now.attention[i];
        made[1] = pairs(scene, TitleWords::tr("The step moves"), std::move(moved));
        made[1].note = TitleWords::tr("after − before");
        made[1].legend = TitleWords::tr("red: more weight");
        return made;
    }
    case PaintStop::Weights: break;
    }
    return {};
}

std::optional<PaintTables> paintTables(const PaintScene& scene) {
    if (!scene.fit || scene.weights.query.rank() != 2)
        return std::nullopt;
    PaintTables made;
    const HeadWeights& now = scene.weights;
    // Gradients and steps are small, and all of one size: what they are written in is said.
    const auto inPowers = [&](const QString& title) {
        const double largest = std::max(made.tables[1].largest, made.tables[3].largest);
        made.sameRange = false;
        made.power = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) : 0;
        if (made.power >= -1 && made.power <= 2)
            made.power = 0;
        return made.power == 0 ? title : QStringLiteral("%1, 10^{%2}").arg(title).arg(made.power);
    };
    const auto fill = [&](const HeadWeights& before, const HeadWeights& behind) {
        made.tables = {tableOf(before.query), tableOf(behind.query), tableOf(before.key),
                       tableOf(behind.key)};
    };
    if (scene.stop == PaintStop::Gradient && !scene.numbers.queryGradient.empty()) {
        fill(now, {likeWeights(scene.numbers.queryGradient, now.query),
                   likeWeights(scene.numbers.keyGradient, now.key)});
        made.titles = {whenOf(scene), inPowers(TitleWords::tr("∂KL ÷ ∂W"))};
        return made;
    }
    if (scene.stop == PaintStop::Update && scene.update) {
        fill(now, *scene.update);
        made.titles = {whenOf(scene), inPowers(TitleWords::tr("Adam adds"))};
        return made;
    }
    const HeadWeights before = rounded(scene.fit->descents.history.front().weights);
    if (before.keyDim() != now.keyDim())
        return std::nullopt;
    fill(before, now);
    made.titles = {TitleWords::tr("step %1").arg(0), whenOf(scene)};
    return made;
}

} // namespace headscope
