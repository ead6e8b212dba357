// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/masks/mask_check.h"
#include "experiment/edits/cell_place.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/fitting.h"
#include "experiment/edits/with_member.h"
#include "experiment/experiment_run.h"

#include <algorithm>

namespace headscope {

namespace {

/// A fresh copy of the painted mask, with a matrix for every sequence.
Tensor ownMask(const Experiment& experiment, const Shape& pairs) {
    const Axes axes = {Axis::Batch, Axis::Query, Axis::Key};
    if (!experiment.mayAttend)
        return Tensor::filled(pairs, axes, 1);
    const Tensor& painted = *experiment.mayAttend;
    if (painted.rank() > 2 && (painted.size(0) > 1 || experiment.batch() == 1))
        return painted.withElement(Cell(painted.rank(), 0), *painted.data());
    // One mask served all sequences; from now on each has its own.
    Tensor own = painted.rank() == 4
                     ? Tensor::uninitialized({pairs[0], painted.size(1), pairs[1], pairs[2]},
                                             {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key})
                     : Tensor::uninitialized(pairs, axes);
    const Tensor dense = painted.contiguous();
    float* data = own.mutableData();
    for (Index i = 0; i < pairs[0]; ++i)
        data = std::copy(dense.values().begin(), dense.values().end(), data);
    return own;
}

} // namespace

Experiment withCausal(const Experiment& experiment, bool causal) {
    return withMember(experiment, &Experiment::causal, causal);
}

Experiment withCausalAlignment(const Experiment& experiment, CausalAlignment alignment) {
    return withMember(experiment, &Experiment::causalAlignment, alignment);
}

Result<Experiment> withWindow(const Experiment& experiment, std::optional<Index> window) {
    if (const Status fits = checkPlaces(window, {}, ExperimentLimits::tokens); !fits)
        return fits.error();
    return withMember(experiment, &Experiment::window, window);
}

Result<Experiment> withPrefix(const Experiment& experiment, std::optional<Index> prefix) {
    if (const Status fits = checkPlaces({}, prefix, ExperimentLimits::tokens); !fits)
        return fits.error();
    return withMember(experiment, &Experiment::prefix, prefix);
}

Experiment withMaskPadding(const Experiment& experiment, bool maskPadding) {
    return withMember(experiment, &Experiment::maskPadding, maskPadding);
}

Tensor maskToPaintOn(const Experiment& experiment) {
    const Index queries = experiment.queryLength();
    const Index keys = experiment.maskKeyLength();
    MaskOptions places;
    places.causal = experiment.causal;
    places.alignment = experiment.causalAlignment;
    places.window = experiment.window;
    places.prefix = experiment.prefix;
    Tensor mask = Tensor::filled({experiment.batch(), queries, keys},
                                 {Axis::Batch, Axis::Query, Axis::Key}, 0);
    float* data = mask.mutableData();
    for (Index row = 0; row < experiment.batch() * queries; ++row) {
        const KeyRange sight = keysInSight(places, row % queries, queries, keys);
        std::fill(data + row * keys + sight.begin, data + row * keys + sight.end, 1.0F);
    }
    return mask;
}

Result<Experiment> withPair(const Experiment& experiment, Index sequence, Index query, Index key,
                            bool mayAttend) {
    return withPairs(experiment, sequence, query, {key, key + 1}, mayAttend);
}

Result<Experiment> withPairs(const Experiment& experiment, Index sequence, Index query,
                             KeyRange keys, bool mayAttend) {
    const Shape pairs = {experiment.batch(), experiment.queryLength(), experiment.maskKeyLength()};
    for (const Index key : {keys.begin, keys.end - 1}) {
        if (!isInside({sequence, query, key}, pairs))
            return makeError(
                HEADSCOPE_MESSAGE("Message", "the mask has no cell %1; its shape is %2"),
                positionText({sequence, query, key}), shapeText(pairs));
    }
    // A mask may have gigabytes: it is written once, with the change in it.
    Tensor mask = ownMask(experiment, pairs);
    float* data = mask.mutableData();
    const Index heads = mask.rank() == 4 ? mask.size(1) : 1;
    for (Index head = 0; head < heads; ++head) {
        for (Index key = keys.begin; key < keys.end; ++key) {
            const Cell cell =
                mask.rank() == 4 ? Cell{sequence, head, query, key} : Cell{sequence, query, key};
            data[mask.storageIndex(cell)] = mayAttend ? 1.0F : 0.0F;
        }
    }
    Experiment next = experiment;
    next.mayAttend = std::move(mask);
    return next;
}

Result<Experiment> withTurnedPair(const Experiment& experiment, std::string_view scope,
                                  Index sequence, Index query, Index key) {
    if (!holdsOwnMask(experiment, scope))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the mask holds in the decoder's self-attention; here "
                                           "only padding is masked"));
    bool allowed = true;
    if (experiment.mayAttend) {
        const Tensor& mask = *experiment.mayAttend;
        const Index first = mask.rank() > 2 ? std::min(sequence, mask.size(0) - 1) : 0;
        const Tensor matrix = mask.rank() == 2   ? mask
                              : mask.rank() == 3 ? mask.selected(0, first)
                                                 : mask.selected(0, first).selected(0, 0);
        allowed =
            matrix(std::min(query, matrix.size(0) - 1), std::min(key, matrix.size(1) - 1)) != 0.0F;
    }
    Result<Experiment> next = withPair(experiment, sequence, query, key, !allowed);
    if (!next || allowed)
        return next;
    const Tensor painted = next->mayAttend->contiguous();
    return std::ranges::all_of(painted.values(), [](float value) { return value == 1.0F; })
               ? withPaintedMask(*next, std::nullopt)
               : next;
}

Experiment withPaintedMask(const Experiment& experiment, std::optional<Tensor> mayAttend) {
    Experiment next = experiment;
    next.mayAttend = std::move(mayAttend);
    return next;
}

} // namespace headscope
