// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/journey.h"

namespace headscope {

namespace {

Axes inputAxes(MemoryOrder order, Axis width) {
    switch (order) {
    case MemoryOrder::BatchFirst: return {Axis::Batch, Axis::Sequence, width};
    case MemoryOrder::SequenceFirst: return {Axis::Sequence, Axis::Batch, width};
    case MemoryOrder::Unbatched: return {Axis::Batch, width};
    }
    return {};
}

/// [batch, heads, sequence, d] or, without a sequence, [heads, batch, d].
Axes perHeadAxes(MemoryOrder order, Axis width) {
    if (order == MemoryOrder::Unbatched)
        return {Axis::Heads, Axis::Batch, width};
    return {Axis::Batch, Axis::Heads, Axis::Sequence, width};
}

LayoutStep fresh(LayoutOperation operation, const Tensor& tensor, const Axes& axes) {
    LayoutStep step;
    step.operation = operation;
    step.tensor = tensor.contiguous().withAxes(axes);
    return step;
}

Error wrongRank(const Tensor& source, std::size_t rank) {
    return makeError(HEADSCOPE_MESSAGE("Message", "the tensor of shape %1 has %2 axes, but this "
                                                  "path starts from %3"),
                     shapeText(source.shape()), source.rank(), rank);
}

Status checkRank(const Tensor& source, std::size_t rank) {
    if (source.rank() != rank)
        return wrongRank(source, rank);
    if (source.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "shape %1 holds no elements: every size must "
                                                      "be 1 or more"),
                         shapeText(source.shape()));
    return Done{};
}

Result<Journey> makeSplit(const JourneyRequest& request) {
    const MemoryOrder order = request.order;
    const bool unbatched = order == MemoryOrder::Unbatched;
    const Tensor& source = request.source;
    if (const Status fits = checkRank(source, unbatched ? 2 : 3); !fits)
        return fits.error();
    const Index width = source.shape().back();
    if (request.heads < 1 || width % request.heads != 0)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 heads do not divide the width %2 of %3"),
                         request.heads, width, shapeText(source.shape()));
    LayoutSizes sizes;
    const std::size_t batchAxis = order == MemoryOrder::SequenceFirst ? 1 : 0;
    sizes.batch = source.size(batchAxis);
    sizes.sequence = unbatched ? 1 : source.size(1 - batchAxis);
    sizes.heads = request.heads;
    sizes.headDim = width / request.heads;

    const bool isValue = request.letter == 'v';
    const Axis headWidth = isValue ? Axis::ValueDim : Axis::KeyDim;
    const Axis allHeads = isValue ? Axis::HeadsValueDim : Axis::HeadsKeyDim;
    std::vector<LayoutStep> steps;
    if (request.projectedFrom)
        steps.push_back(fresh(LayoutOperation::Source, *request.projectedFrom,
                              inputAxes(order, Axis::ModelDim)));
    const std::size_t first = steps.size();
    steps.push_back(fresh(first == 0 ? LayoutOperation::Source : LayoutOperation::Project, source,
                          inputAxes(order, request.projectedFrom ? allHeads : Axis::ModelDim)));

    Shape cut = source.shape();
    cut.back() = sizes.heads;
    cut.push_back(sizes.headDim);
    Axes cutAxes = inputAxes(order, Axis::Heads);
    cutAxes.push_back(headWidth);
    steps.push_back(viewStep(steps.back(), cut, cutAxes));
    if (unbatched) {
        steps.push_back(transposeStep(steps.back(), 0, 1));
        const std::size_t arranged = steps.size() - 1;
        steps.push_back(contiguousStep(steps.back()));
        return Journey(request.path, order, sizes, std::move(steps), first, arranged + 1, arranged,
                       request.letter);
    }
    if (order == MemoryOrder::SequenceFirst)
        steps.push_back(permuteStep(steps.back(), {1, 2, 0, 3}));
    else
        steps.push_back(transposeStep(steps.back(), 1, 2));
    const std::size_t arranged = steps.size() - 1;
    steps.push_back(reshapeStep(steps.back(),
                                {sizes.batch * sizes.heads, sizes.sequence, sizes.headDim},
                                {Axis::BatchHeads, Axis::Sequence, headWidth}));
    return Journey(request.path, order, sizes, std::move(steps), first, arranged + 1, arranged,
                   request.letter);
}

Result<Journey> makeMerge(const JourneyRequest& request) {
    const MemoryOrder order = request.order;
    const bool unbatched = order == MemoryOrder::Unbatched;
    const Tensor& source = request.source;
    if (const Status fits = checkRank(source, unbatched ? 3 : 4); !fits)
        return fits.error();
    LayoutSizes sizes;
    sizes.batch = source.size(unbatched ? 1 : 0);
    sizes.heads = source.size(unbatched ? 0 : 1);
    sizes.sequence = unbatched ? 1 : source.size(2);
    sizes.headDim = source.shape().back();

    std::vector<LayoutStep> steps;
    steps.push_back(fresh(LayoutOperation::Source, source, perHeadAxes(order, Axis::ValueDim)));
    if (unbatched)
        steps.push_back(transposeStep(steps.back(), 0, 1));
    else if (order == MemoryOrder::SequenceFirst)
        steps.push_back(permuteStep(steps.back(), {2, 0, 1, 3}));
    else
        steps.push_back(transposeStep(steps.back(), 1, 2));
    steps.push_back(contiguousStep(steps.back()));
    Shape merged = steps.back().tensor.shape();
    Shape shorter;
    for (std::size_t i = 0; i + 2 < merged.size(); ++i)
        shorter.push_back(merged[i]);
    shorter.push_back(sizes.heads * sizes.headDim);
    steps.push_back(viewStep(steps.back(), shorter, inputAxes(order, Axis::HeadsValueDim)));
    const std::size_t last = steps.size() - 1;
    if (request.projectedTo)
        steps.push_back(fresh(LayoutOperation::Project, *request.projectedTo,
                              inputAxes(order, Axis::ModelDim)));
    return Journey(request.path, order, sizes, std::move(steps), 0, last, last);
}

Result<Journey> makeSideBySide(const JourneyRequest& request) {
    const Tensor& source = request.source;
    if (const Status fits = checkRank(source, 3); !fits)
        return fits.error();
    LayoutSizes sizes;
    sizes.heads = source.size(0);
    sizes.sequence = source.size(1);
    sizes.headDim = source.size(2);
    std::vector<LayoutStep> steps;
    steps.push_back(
        fresh(LayoutOperation::Source, source, {Axis::Heads, Axis::Sequence, Axis::ValueDim}));
    steps.push_back(concatenateStep(steps.back(), {Axis::Sequence, Axis::HeadsValueDim}));
    if (request.projectedTo)
        steps.push_back(fresh(LayoutOperation::Project, *request.projectedTo,
                              {Axis::Sequence, Axis::ModelDim}));
    return Journey(request.path, MemoryOrder::BatchFirst, sizes, std::move(steps), 0, 1, 1);
}

} // namespace

Result<Journey> makeJourney(const JourneyRequest& request) {
    switch (request.path) {
    case LayoutPath::Split: return makeSplit(request);
    case LayoutPath::Merge: return makeMerge(request);
    case LayoutPath::SideBySide: break;
    }
    return makeSideBySide(request);
}

JourneyRequest arangeRequest(LayoutPath path, MemoryOrder order, const LayoutSizes& sizes) {
    JourneyRequest request;
    request.path = path;
    request.order = order;
    request.heads = sizes.heads;
    const Index width = sizes.heads * sizes.headDim;
    const bool unbatched = order == MemoryOrder::Unbatched;
    if (path == LayoutPath::SideBySide) {
        request.order = MemoryOrder::BatchFirst;
        request.source = arangeTensor({sizes.heads, sizes.sequence, sizes.headDim},
                                      {Axis::Heads, Axis::Sequence, Axis::ValueDim});
    } else if (path == LayoutPath::Merge) {
        const Shape shape = unbatched
                                ? Shape{sizes.heads, sizes.batch, sizes.headDim}
                                : Shape{sizes.batch, sizes.heads, sizes.sequence, sizes.headDim};
        request.source = arangeTensor(shape, perHeadAxes(order, Axis::ValueDim));
    } else {
        Shape shape = {sizes.batch, sizes.sequence, width};
        if (order == MemoryOrder::SequenceFirst)
            shape = {sizes.sequence, sizes.batch, width};
        else if (unbatched)
            shape = {sizes.batch, width};
        request.source = arangeTensor(shape, inputAxes(order, Axis::ModelDim));
    }
    return request;
}

} // namespace headscope
