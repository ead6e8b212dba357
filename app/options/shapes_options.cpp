// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/shapes_options.h"

#include "head_shapes/trace_journeys.h"
#include "options/model_options.h"
#include "options/option_reader.h"
#include "options/option_words.h"
#include "options/run_options.h"

#include <algorithm>
#include <limits>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

/// arange counts exactly in float32 up to here.
constexpr Index mostElements = Index{1} << 24;

Result<Shape> shapeFrom(const QString& text) {
    Shape shape;
    const QStringList sizes = text.split(u',');
    if (sizes.size() < 2 || sizes.size() > 3)
        return wrongOption("shape", "BATCH,SEQUENCE,D_MODEL or BATCH,D_MODEL", text);
    for (const QString& size : sizes) {
        const Result<Index> number = positiveNumber(size.trimmed(), "shape");
        if (!number)
            return number.error();
        shape.push_back(*number);
    }
    Index count = 0;
    if (!checkedElementCount(shape, count) || count > mostElements)
        return makeError(HEADSCOPE_MESSAGE("Message", "shape %1 holds more than %2 elements"),
                         shapeText(shape), mostElements);
    return shape;
}

Result<LoadedJourneys> arangeJourneys(const QCommandLineParser& parser) {
    if (!parser.positionalArguments().isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "--shape brings its own numbers: "
                                                      "leave out %1"),
                         parser.positionalArguments().constFirst().toStdString());
    const Result<Shape> shape = shapeFrom(parser.value(u"shape"_s));
    if (!shape)
        return shape.error();
    if (!parser.isSet(u"heads"_s))
        return makeError(HEADSCOPE_MESSAGE("Message", "--heads is missing: into how many heads is "
                                                      "%1 to be cut?"),
                         shapeText(*shape));
    const Result<Index> heads = positiveNumber(parser.value(u"heads"_s), "heads");
    if (!heads)
        return heads.error();
    JourneyRequest request;
    request.heads = *heads;
    request.order =
        parser.isSet(u"seq-first"_s) ? MemoryOrder::SequenceFirst : MemoryOrder::BatchFirst;
    if (shape->size() == 2) {
        if (parser.isSet(u"seq-first"_s))
            return makeError(HEADSCOPE_MESSAGE("Message", "--shape has no sequence axis that could "
                                                          "come first: leave out --seq-first"));
        request.order = MemoryOrder::Unbatched;
    }
    request.source = arangeTensor(*shape, Axes(shape->size(), Axis::Feature));
    Result<Journey> split = makeJourney(request);
    if (!split)
        return split.error();
    LoadedJourneys journeys{std::move(split).value(), std::nullopt, std::nullopt};
    const Tensor perHead = journeys.split[journeys.split.arrangedStep()].tensor;
    request.path = LayoutPath::Merge;
    request.source = perHead;
    journeys.merge = makeJourney(request).value();
    if (request.order != MemoryOrder::Unbatched) {
        request.path = LayoutPath::SideBySide;
        request.order = MemoryOrder::BatchFirst;
        request.source = perHead.selected(0, 0);
        journeys.sideBySide = makeJourney(request).value();
    }
    return journeys;
}

} // namespace

QList<QCommandLineOption> journeyOptions() {
    QList<QCommandLineOption> options = problemOptions() + modelOptions();
    options.insert(1, {u"shape"_s,
                       u"arange of these sizes instead: BATCH,SEQUENCE,D_MODEL or BATCH,D_MODEL, "
                       "with --seq-first SEQUENCE,BATCH,D_MODEL; needs --heads"_s,
                       u"SIZES"_s});
    options += {u"scope"_s,
                u"the block of a model, such as encoder/0/self_attention (default: the first "
                "attention)"_s,
                u"PATH"_s};
    options += {u"of"_s, u"which projection is split: query (default), key or value"_s,
                u"query|key|value"_s};
    return options;
}

Result<LoadedJourneys> loadJourneys(const Call& call, bool& failed) {
    const QCommandLineParser& parser = call.parser;
    failed = false;
    if (parser.isSet(u"shape"_s))
        return arangeJourneys(parser);
    SplitOf part = SplitOf::Query;
    OptionReader reader(parser);
    reader.choice("of", part);
    std::optional<std::string> scope;
    readScope(reader, "scope", scope);
    if (!reader.status())
        return reader.status().error();
    const Result<ProblemRequest> request = problemRequest(parser, "arange");
    if (!request)
        return request.error();
    failed = true;
    Result<OpenedExperiment> opened = openComputed(*request);
    if (!opened)
        return opened.error();
    Call known = call;
    known.experiment = opened->isExperiment() ? &opened->experiment : nullptr;
    if (const Status useful = checkOptions(known); !useful) {
        failed = false;
        return useful.error();
    }
    AttentionConfig& config = opened->experiment.config;
    config.weightLayout = WeightLayout::Fused; // else nothing is split
    config.layout = Layout::BatchFirst;        // the journey has an order of its own
    const auto run = computeRun(*opened, request->memoryLimit);
    if (!run)
        return run.error();
    failed = false;
    const Result<ChosenBlock> block = chooseBlock((*run)->trace(), TensorName::HeadContext, scope);
    if (!block)
        return block.error();
    const MemoryOrder order =
        parser.isSet(u"seq-first"_s) ? MemoryOrder::SequenceFirst : MemoryOrder::BatchFirst;
    std::optional<Journey> split = splitJourney(*block->trace, part, order);
    if (!split && scope)
        return makeError(HEADSCOPE_MESSAGE("Message", "the block \"%1\" has no heads to split"),
                         *scope);
    if (!split)
        return makeError(HEADSCOPE_MESSAGE("Message", "this computation has no heads to split"));
    return LoadedJourneys{std::move(*split), mergeJourney(*block->trace, order),
                          sideBySideJourney(*block->trace), block->blocks};
}

QCommandLineOption elementOption() {
    return {u"element"_s, u"of shapes: mark an element, counted in memory from 0"_s, u"N"_s};
}

void readElement(OptionReader& reader, const char* option, std::optional<Index>& element) {
    reader.number(option, Index{0}, std::numeric_limits<Index>::max(), element);
}

} // namespace headscope
