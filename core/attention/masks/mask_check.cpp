// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/masks/mask_check.h"

#include "trace/tensor_name.h"

namespace headscope {

namespace {

/// Whether a mask over pairs fits; axes of size 1 in front stand for all.
bool pairsFit(const Shape& shape, Index batch, Index heads, Index queries, Index keys) {
    const std::size_t rank = shape.size();
    if (rank < 2 || rank > 4 || shape[rank - 1] != keys || shape[rank - 2] != queries)
        return false;
    if (rank > 2 && shape[0] != batch && shape[0] != 1)
        return false;
    return rank < 4 || shape[1] == heads || shape[1] == 1;
}

/// Far more than any sequence, and small enough that places never overflow.
constexpr Index maximumPlaces = Index{1} << 24;

Status checkPairs(const std::optional<Tensor>& mask, TensorName name,
                  const AttentionProblem& problem) {
    const Index batch = problem.batch();
    const Index heads = problem.config.heads;
    const Index queries = problem.queryLength();
    const Index keys = problem.keyLength();
    if (mask && problem.config.layout == Layout::SequenceFirst)
        return checkSequenceFirstPairs(*mask, std::string(snakeCase(name)),
                                       {batch, heads, queries, keys});
    if (!mask || pairsFit(mask->shape(), batch, heads, queries, keys))
        return Done{};
    return makeError(
        HEADSCOPE_MESSAGE("Message", "%1 has shape %2; it must have shape %3 (query, key), "
                                     "%4 (batch, query, key) or %5 (batch, heads, query, "
                                     "key); batch and heads may be 1"),
        std::string(snakeCase(name)), shapeText(mask->shape()), shapeText({queries, keys}),
        shapeText({batch, queries, keys}), shapeText({batch, heads, queries, keys}));
}

} // namespace

Status checkPlaces(std::optional<Index> window, std::optional<Index> prefix, Index most) {
    if (window && (*window < 1 || *window > most))
        return makeError(
            HEADSCOPE_MESSAGE("Message", "the window is %1 wide; it must be between 1 and %2"),
            *window, most);
    if (prefix && (*prefix < 1 || *prefix > most))
        return makeError(
            HEADSCOPE_MESSAGE("Message", "the prefix is %1 long; it must be between 1 and %2"),
            *prefix, most);
    return Done{};
}

Status checkMasks(const AttentionProblem& problem) {
    const MaskOptions& mask = problem.mask;
    if (Status status = checkPlaces(mask.window, mask.prefix, maximumPlaces); !status)
        return status;
    const Shape padding = {problem.batch(), problem.keyLength()};
    if (mask.keyPadding && !(mask.keyPadding->shape() == padding))
        return makeError(HEADSCOPE_MESSAGE("Message", "the key padding has shape %1; it must have "
                                                      "shape %2 (batch, key)"),
                         shapeText(mask.keyPadding->shape()), shapeText(padding));
    if (Status status = checkPairs(mask.mayAttend, TensorName::MayAttend, problem); !status)
        return status;
    return checkPairs(mask.additive, TensorName::AdditiveMask, problem);
}

/// The broadcast rules of [query or 1, key, batch or 1, heads or 1], one by one.
Status checkSequenceFirstPairs(const Tensor& mask, const std::string& name,
                               const PairSizes& sizes) {
    const Shape& shape = mask.shape();
    if (shape.size() < 2 || shape.size() > 4)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 has %2 axes, shape %3; it must have two to four: "
                                           "query or 1, key, batch or 1, heads or 1"),
                         name, shape.size(), shapeText(shape));
    const auto isOneOr = [](Index size, Index expected) { return size == 1 || size == expected; };
    if (!isOneOr(shape[0], sizes.queries))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the first axis of %1 (query) has size %2, shape %3; "
                                           "it must be %4, or 1 for all queries"),
                         name, shape[0], shapeText(shape), sizes.queries);
    if (shape[1] != sizes.keys)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the second axis of %1 (key) has size %2, shape %3; "
                                           "it must be %4, one for each key"),
                         name, shape[1], shapeText(shape), sizes.keys);
    if (shape.size() > 2 && !isOneOr(shape[2], sizes.batch))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the third axis of %1 (batch) has size %2, shape %3; "
                                           "it must be %4, or 1 for all sequences"),
                         name, shape[2], shapeText(shape), sizes.batch);
    if (shape.size() > 3 && !isOneOr(shape[3], sizes.heads))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the fourth axis of %1 (heads) has size %2, shape %3; "
                                           "it must be %4, or 1 for all heads"),
                         name, shape[3], shapeText(shape), sizes.heads);
    return Done{};
}

Tensor pairsInLayout(const Tensor& mask, Layout layout, Index queries) {
    if (layout == Layout::SequenceFirst)
        return maskInLayout(mask, layout);
    Tensor turned = batchFirstMask(mask, Layout::SequenceFirst);
    const std::size_t queryAxis = turned.rank() - 2;
    if (turned.size(queryAxis) == queries)
        return turned;
    Shape shape = turned.shape();
    shape[queryAxis] = queries;
    Tensor repeated = Tensor::uninitialized(shape, turned.axes());
    float* to = repeated.mutableData();
    Cell cell(shape.size(), 0);
    do {
        Cell source = cell;
        source[queryAxis] = 0;
        *to++ = turned.at(source);
    } while (advance(cell, shape));
    return repeated;
}

} // namespace headscope
