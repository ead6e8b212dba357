// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/head_attention.h"

#include "attention/dropout.h"
#include "attention/mask_tensors.h"
#include "kernels/kernels.h"
#include "support/parallel.h"
#include "tensor/storage.h"

#include <limits>

namespace headscope {

/// Where the results of one run go; plain pointers, so that no task touches a
/// reference count.
struct HeadAttention::Targets {
    float* scores = nullptr;
    float* scaled = nullptr;
    float* masked = nullptr; ///< null where there is no mask
    float* weights = nullptr;
    float* dropped = nullptr; ///< null without dropout
    float* context = nullptr;
    float* concatenated = nullptr; ///< null where the context is already laid out so
    Strides contextStrides;        ///< of batch, head, query
    float fullyMasked = 0;
};

struct HeadAttention::Sizes {
    Index batch, heads, queries, keys, keyDim, valueDim;
};

namespace {

using Sizes = HeadAttention::Sizes;
using Targets = HeadAttention::Targets;

const float* headStart(const Tensor& tensor, Index batch, Index head) {
    return tensor.data() + batch * tensor.stride(0) + head * tensor.stride(1);
}

float weightOfFullyMasked(FullyMasked choice, Index keys) {
    switch (choice) {
    case FullyMasked::Zeros: return 0;
    case FullyMasked::NaN: return std::numeric_limits<float>::quiet_NaN();
    case FullyMasked::Uniform: return 1.0F / static_cast<float>(keys);
    }
    return 0;
}

/// Rows of one task: three stages of them should fit into half of a
/// second-level cache of 1 MB, and a multiple of 12 suits every variant of the
/// kernels. Measured: 512 keys 16.6 ms with 84 rows, 17.3 with 12; 2048 keys
/// 155 ms with 12 rows, 156 with 24, 180 with 48.
Index rowsPerTask(const Sizes& sizes) {
    constexpr Index floats = 512 * 1024 / 4 / 3;
    const Index rows = floats / std::max<Index>(sizes.keys, 1) / 12 * 12;
    return std::clamp<Index>(rows, 12, 96);
}

/// Keys transposed and values, packed for the two products of every head.
struct PackedHeads {
    explicit PackedHeads(const Sizes& sizes)
        : keySize(kernels::packedSize(sizes.keyDim, sizes.keys))
        , valueSize(kernels::packedSize(sizes.keys, sizes.valueDim))
        , keys(allocateStorage(keySize * sizes.batch * sizes.heads))
        , values(allocateStorage(valueSize * sizes.batch * sizes.heads)) {}

    void pack(const HeadAttention& attention, const Sizes& sizes, Index head) const {
        const Index b = head / sizes.heads;
        const Index h = head % sizes.heads;
        kernels::packTransposed(headStart(attention.key, b, h), attention.key.stride(2),
                                sizes.keyDim, sizes.keys, keys.get() + head * keySize);
        kernels::pack(headStart(attention.value, b, h), attention.value.stride(2), sizes.keys,
                      sizes.valueDim, values.get() + head * valueSize);
    }

    Index keySize;
    Index valueSize;
    std::shared_ptr<float[]> keys;
    std::shared_ptr<float[]> values;
};

/// Rows firstQuery … firstQuery + rows − 1 of one head through all stages.
void computeRows(const HeadAttention& attention, const Sizes& sizes, const PackedHeads& packed,
                 const Targets& to, Index head, Index firstQuery, Index rows) {
    const Index b = head / sizes.heads;
    const Index h = head % sizes.heads;
    const Index firstRow = head * sizes.queries + firstQuery; // of all rows of all heads
    const Index keys = sizes.keys;
    const Index first = firstRow * keys;

    kernels::multiply(
        {.left = headStart(attention.query, b, h) + firstQuery * attention.query.stride(2),
         .leftStride = attention.query.stride(2),
         .packed = packed.keys.get() + head * packed.keySize,
         .result = to.scores + first,
         .resultStride = keys,
         .rows = rows,
         .depth = sizes.keyDim,
         .columns = keys});
    for (Index row = 0; row < rows; ++row) {
        const Index at = first + row * keys;
        const Index q = firstQuery + row;
        const auto mask = [&](const std::optional<Tensor>& tensor) {
            return tensor ? maskRow(*tensor, b, h, q) : nullptr;
        };
        kernels::weigh({.scores = to.scores + at,
                        .count = keys,
                        .factor = attention.scale,
                        .mayAttend = mask(attention.mayAttend),
                        .additive = mask(attention.additive),
                        .scaled = to.scaled + at,
                        .masked = to.masked ? to.masked + at : nullptr,
                        .weights = to.weights + at,
                        .fullyMasked = to.fullyMasked});
        if (to.dropped)
            dropout(to.weights + at, keys, at, attention.dropout, attention.dropoutSeed,
                    to.dropped + at);
    }
    float* const context = to.context + b * to.contextStrides[0] + h * to.contextStrides[1] +
                           firstQuery * to.contextStrides[2];
    kernels::multiply({.left = (to.dropped ? to.dropped : to.weights) + first,
                       .leftStride = keys,
                       .packed = packed.values.get() + head * packed.valueSize,
                       .result = context,
                       .resultStride = to.contextStrides[2],
                       .rows = rows,
                       .depth = keys,
                       .columns = sizes.valueDim});
    if (!to.concatenated)
        return;
    // Heads side by side: the merge of the next stage, while the rows are at hand.
    const float* from = context;
    float* target = to.concatenated +
                    (b * sizes.queries + firstQuery) * sizes.heads * sizes.valueDim +
                    h * sizes.valueDim;
    for (Index row = 0; row < rows; ++row) {
        std::copy_n(from, sizes.valueDim, target);
        from += to.contextStrides[2];
        target += sizes.heads * sizes.valueDim;
    }
}

} // namespace

/// Allocates the context of every head and of all heads side by side.
void HeadAttention::makeContexts(const Sizes& sizes, Targets& to) {
    const Index width = sizes.heads * sizes.valueDim;
    if (layout == Layout::SequenceFirst) {
        // Heads lie side by side from the start; nothing is left to copy.
        headContext =
            Tensor::uninitialized({sizes.queries, sizes.batch, sizes.heads, sizes.valueDim},
                                  {Axis::Query, Axis::Batch, Axis::Heads, Axis::ValueDim});
        to.context = headContext.mutableData();
        to.contextStrides = {width, sizes.valueDim, sizes.batch * width};
        concatenatedContext = *headContext.view({sizes.queries, sizes.batch, width},
                                                {Axis::Query, Axis::Batch, Axis::HeadsValueDim});
        return;
    }
    headContext = Tensor::uninitialized({sizes.batch, sizes.heads, sizes.queries, sizes.valueDim},
                                        {Axis::Batch, Axis::Heads, Axis::Query, Axis::ValueDim});
    to.context = headContext.mutableData();
    to.contextStrides = {sizes.queries * width, sizes.queries * sizes.valueDim, sizes.valueDim};
    // One head, or one query: side by side already, and contiguous() copies nothing.
    const Tensor transposed = headContext.transposed(1, 2);
    const Shape sideBySide = {sizes.batch, sizes.queries, width};
    const Axes sideBySideAxes = {Axis::Batch, Axis::Query, Axis::HeadsValueDim};
    if (transposed.isContiguous()) {
        concatenatedContext = *transposed.view(sideBySide, sideBySideAxes);
    } else {
        concatenatedContext = Tensor::uninitialized(sideBySide, sideBySideAxes);
        to.concatenated = concatenatedContext.mutableData();
    }
}

void HeadAttention::turnSquares() {
    static constexpr std::size_t order[] = {2, 3, 0, 1};
    for (Tensor* tensor : {&scores, &scaledScores, &maskedScores, &attentionWeights})
        *tensor = tensor->permuted(order);
    if (droppedWeights)
        droppedWeights = droppedWeights->permuted(order);
}

bool HeadAttention::compute(const Execution& execution) {
    const Sizes sizes = {query.size(0), query.size(1), query.size(2),
                         key.size(2),   query.size(3), value.size(3)};
    const Shape square = {sizes.batch, sizes.heads, sizes.queries, sizes.keys};
    const Axes squareAxes = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};
    Targets to;
    const auto make = [&](Tensor& tensor, float*& target) {
        tensor = Tensor::uninitialized(square, squareAxes);
        target = tensor.mutableData();
    };
    make(scores, to.scores);
    make(scaledScores, to.scaled);
    if (mayAttend || additive)
        make(maskedScores, to.masked);
    else
        maskedScores = scaledScores;
    make(attentionWeights, to.weights);
    if (dropout > 0)
        make(droppedWeights.emplace(), to.dropped);

    to.fullyMasked = weightOfFullyMasked(fullyMasked, sizes.keys);
    makeContexts(sizes, to);

    const Index heads = sizes.batch * sizes.heads;
    const PackedHeads packed(sizes);
    if (!parallelFor(heads, execution, [&](Index head) { packed.pack(*this, sizes, head); }))
        return false;
    const Index rows = rowsPerTask(sizes);
    const Index blocks = (sizes.queries + rows - 1) / rows;
    if (!parallelFor(heads * blocks, execution, [&](Index task) {
            const Index firstQuery = task % blocks * rows;
            computeRows(*this, sizes, packed, to, task / blocks, firstQuery,
                        std::min(rows, sizes.queries - firstQuery));
        }))
        return false;
    if (layout == Layout::SequenceFirst)
        turnSquares();
    return true;
}

} // namespace headscope
