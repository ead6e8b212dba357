// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/wrong_attention.h"
#include "pages/shapes/shapes_scene.h"
#include "support/cancellation.h"
#include "trace/trace_writer.h"
#include "words/numbers/number_format.h"

#include <QSet>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace headscope {

namespace {

Result<Journey> arangeJourney(const ShapesOptions& options) {
    LayoutSizes sizes = options.sizes;
    if (options.order == MemoryOrder::Unbatched)
        sizes.sequence = 1;
    if (options.path == LayoutPath::SideBySide)
        sizes.batch = 1;
    Index count = 0;
    if (!checkedElementCount({sizes.batch, sizes.sequence, sizes.heads, sizes.headDim}, count) ||
        count > mostShapesElements)
        return makeError(HEADSCOPE_MESSAGE("Message", "shape %1 holds more than %2 elements"),
                         shapeText({sizes.batch, sizes.sequence, sizes.heads, sizes.headDim}),
                         mostShapesElements);
    return makeJourney(arangeRequest(options.path, options.order, sizes));
}

Result<Journey> tracedJourney(const Trace& trace, const ShapesOptions& options) {
    // A trace always has a sequence axis.
    const MemoryOrder order =
        options.order == MemoryOrder::Unbatched ? MemoryOrder::BatchFirst : options.order;
    std::optional<Journey> journey;
    switch (options.path) {
    case LayoutPath::Split: journey = splitJourney(trace, options.of, order); break;
    case LayoutPath::Merge: journey = mergeJourney(trace, order); break;
    case LayoutPath::SideBySide: journey = sideBySideJourney(trace, options.sequence); break;
    }
    if (!journey)
        return makeError(HEADSCOPE_MESSAGE("Message", "this experiment has no heads to split or "
                                                      "merge: take arange"));
    if (journey->elementCount() > mostShapesElements)
        return makeError(HEADSCOPE_MESSAGE("Message", "shape %1 holds more than %2 elements"),
                         shapeText((*journey)[journey->firstStep()].tensor.shape()),
                         mostShapesElements);
    return std::move(*journey);
}

/// The masks of a trace with other weights under them.
std::shared_ptr<const Trace> withWeights(const Trace& trace, const Tensor& weights) {
    Trace other;
    for (const TensorName name : {TensorName::MayAttend, TensorName::AdditiveMask}) {
        if (const TraceStep* mask = trace.find(name))
            TraceWriter(other).add(name, mask->operation, mask->result);
    }
    TraceWriter(other).add(TensorName::AttentionWeights, Operation::Softmax, weights);
    return std::make_shared<const Trace>(std::move(other));
}

/// The chosen way where the path has it, else the usual one.
WrongWay wayOf(const Journey& right, const WrongWay& chosen) {
    const std::vector<WrongWay> ways = wrongWays(right);
    return std::find(ways.begin(), ways.end(), chosen) == ways.end() ? ways.front() : chosen;
}

/// The numbers of so many elements, evenly chosen, decide how large all are written.
int longestNumber(const Journey& journey, int mostCharacters) {
    constexpr Index looked = 4096;
    const float* values = journey[journey.firstStep()].tensor.data();
    const Index count = journey.elementCount();
    const Index step = std::max<Index>(1, count / looked);
    int longest = static_cast<int>(elementText(values[count - 1], mostCharacters).size());
    for (Index i = 0; i < count; i += step)
        longest =
            std::max(longest, static_cast<int>(elementText(values[i], mostCharacters).size()));
    return std::max(longest, 2);
}

/// Whether most numbers of the source can be told from each other as they are written.
bool areDistinct(const Journey& journey) {
    if (journey.elementCount() > mostSingleElements)
        return true; // nobody reads them one by one
    const float* values = journey[journey.firstStep()].tensor.data();
    QSet<QString> texts;
    for (Index i = 0; i < journey.elementCount(); ++i)
        texts.insert(elementText(values[i]));
    return 2 * texts.size() > journey.elementCount();
}

/// All that takes no long time, even for the largest tensors.
ShapesModel modelOf(Journey right, const ShapesOptions& options) {
    static std::atomic<std::uint64_t> models = 0;
    ShapesModel model{++models, 2,  2,  false,   std::move(right), std::nullopt,
                      {},       {}, {}, nullptr, nullptr};
    model.longestNumber = longestNumber(model.right, 4);
    model.shortestForm = longestNumber(model.right, 3);
    model.timeline = journeyTimeline(model.right);
    if (options.wrongShown) {
        model.wrongWay = wayOf(model.right, options.wrongWay);
        model.wrong = wrongJourney(model.right, model.wrongWay);
    }
    return model;
}

} // namespace

std::shared_ptr<const ShapesModel> shapesModel(Journey right, const ShapesOptions& options) {
    ShapesModel model = modelOf(std::move(right), options);
    if (model.wrong)
        model.misplaced = countMisplaced(model.right, *model.wrong);
    return std::make_shared<const ShapesModel>(std::move(model));
}

Stage stageOfStep(const Journey& journey, std::size_t step) {
    const LayoutOperation operation = journey[step].operation;
    if (journey.path() == LayoutPath::Split)
        return operation == LayoutOperation::Source    ? Stage::Input
               : operation == LayoutOperation::Project ? Stage::Projections
                                                       : Stage::Split;
    return operation == LayoutOperation::Source    ? Stage::Context
           : operation == LayoutOperation::Project ? Stage::Output
                                                   : Stage::Merge;
}

std::optional<std::size_t> stepOfStage(const Journey& journey, Stage stage) {
    for (std::size_t step = 0; step < journey.steps().size(); ++step) {
        if (stageOfStep(journey, step) == stage)
            return step;
    }
    return std::nullopt;
}

QString elementText(float value, int mostCharacters) {
    if (std::abs(value) <= static_cast<float>(mostShapesElements) && value == std::floor(value))
        return QString::number(static_cast<int>(value)).replace(u'-', QChar(0x2212));
    return cellText(value, mostCharacters, NearOne::Rounded);
}

Result<std::shared_ptr<const ShapesModel>>
makeShapesModel(const std::shared_ptr<const Trace>& trace, const ShapesOptions& options,
                const CancellationToken& cancellation) {
    const bool traced = options.values == ShapesValues::Experiment && trace;
    Result<Journey> right = traced ? tracedJourney(*trace, options) : arangeJourney(options);
    if (!right)
        return right.error();
    const bool numbered =
        traced && options.path != LayoutPath::Split && !areDistinct(right.value());
    if (numbered)
        right =
            makeJourney(arangeRequest(options.path, right.value().order(), right.value().sizes()));
    if (cancellation.isCancelled())
        return cancelled();
    ShapesModel model = modelOf(std::move(right).value(), options);
    model.numbered = numbered;
    if (model.wrong) {
        if (cancellation.isCancelled())
            return cancelled();
        model.misplaced = countMisplaced(model.right, *model.wrong);
        if (traced && options.attentionShown && options.path == LayoutPath::Split) {
            Execution execution;
            execution.cancellation = cancellation;
            auto wrong = attendWrongly(*trace, model.wrongWay, model.right.order(), execution);
            if (wrong) {
                model.rightAttention = trace;
                model.wrongAttention = withWeights(*trace, wrong->weights);
            }
        }
    }
    return std::shared_ptr<const ShapesModel>(std::make_shared<ShapesModel>(std::move(model)));
}

} // namespace headscope
