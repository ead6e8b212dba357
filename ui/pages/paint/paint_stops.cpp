// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_stops.h"

#include "pages/paint/paint_words.h"
#include "words/numbers/number_format.h"

#include <QCoreApplication>

namespace headscope {

namespace {

struct StopWords {
    Q_DECLARE_TR_FUNCTIONS(Paint)
};

QString tipOf(PaintStop kind) {
    switch (kind) {
    case PaintStop::Inputs: return StopWords::tr("The tokens as rows of numbers, X");
    case PaintStop::Projected: return StopWords::tr("Q = X·W_{Q} and K = X·W_{K}");
    case PaintStop::Scores: return StopWords::tr("Q·K^{T}, a number for each pair");
    case PaintStop::Scaled: return StopWords::tr("The scores times their scale");
    case PaintStop::Weights:
        return StopWords::tr("The softmax of each row, beside what was painted");
    case PaintStop::Missing:
        return StopWords::tr(
            "One number, the mean of what each row is missing; shown cell by cell");
    case PaintStop::Gradient:
        return StopWords::tr("How KL would change with each score and each weight");
    case PaintStop::Update: return StopWords::tr("What the next step of Adam adds to the weights");
    }
    return {};
}

} // namespace

QString paintStopName(PaintStop kind, const PaintScene& scene) {
    switch (kind) {
    case PaintStop::Inputs: return QStringLiteral("X");
    case PaintStop::Projected: return QStringLiteral("Q, K");
    case PaintStop::Scores: return StopWords::tr("scores");
    case PaintStop::Scaled:
        return scene.problem && scene.problem->scale
                   ? QStringLiteral("× %1").arg(rangeText(*scene.problem->scale))
                   : QStringLiteral("÷ √d_{k}");
    case PaintStop::Weights: return QStringLiteral("softmax");
    case PaintStop::Missing: return QStringLiteral("KL");
    case PaintStop::Gradient: return StopWords::tr("gradient");
    case PaintStop::Update: return QStringLiteral("Adam");
    }
    return {};
}

StopStripPicture paintStops(const PaintScene& scene) {
    StopStripPicture picture;
    picture.theme = scene.display.theme;
    picture.textScale = scene.display.textScale;
    picture.presented = scene.display.presentation;
    picture.playing = scene.playing;
    picture.playable = scene.fit && scene.fit->descents.history.size() > 1;
    for (const PaintStop kind : paintStopOrder) {
        StopStripPicture::Stop stop{paintStopName(kind, scene), tipOf(kind), {}, {}, false};
        if (!scene.isEmpty()) {
            const FitProblem& problem = *scene.problem;
            const Index keyDim =
                scene.weights.query.rank() == 2 ? scene.weights.keyDim() : scene.options.keyDim;
            switch (kind) {
            case PaintStop::Inputs:
                stop.shape = {1, problem.target.queries, problem.queryWidth()};
                stop.axes = {Axis::Batch, Axis::Sequence, Axis::ModelDim};
                break;
            case PaintStop::Projected:
                stop.shape = {1, 1, problem.target.queries, keyDim};
                stop.axes = {Axis::Batch, Axis::Heads, Axis::Sequence, Axis::KeyDim};
                break;
            case PaintStop::Scores:
            case PaintStop::Scaled:
            case PaintStop::Weights:
                stop.shape = {1, 1, problem.target.queries, problem.target.keys};
                stop.axes = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};
                break;
            case PaintStop::Missing: break; // one number
            case PaintStop::Gradient:
            case PaintStop::Update:
                // Of both matrices, one upon the other.
                stop.shape = {problem.queryWidth() + problem.keyWidth(), keyDim};
                stop.axes = {Axis::ModelDim, Axis::KeyDim};
                break;
            }
            stop.opens = scene.fit != nullptr || kind == PaintStop::Weights;
        }
        if (kind == scene.stop)
            picture.current = static_cast<int>(picture.stops.size());
        picture.stops.push_back(std::move(stop));
    }
    return picture;
}

} // namespace headscope
