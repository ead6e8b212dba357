// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/head_attention.h"

#include "arithmetic/arithmetic.h"
#include "attention/dropout.h"
#include "attention/masks/mask_tensors.h"
#include "support/parallel.h"
#include "tensor/recipes.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace headscope {

/// Where the results of one run go, all rows of all heads one below the other. Made of
/// pointers, so that no task touches a reference count.
struct HeadAttention::Targets {
    Matrix scores; ///< [batch·heads·query, key], as the four below; of scores that nobody keeps
                   ///< the weights, in whose place they become these
    Matrix scaled;
    Matrix masked; ///< no data where it is `scaled`
    Matrix weights;
    Matrix dropped; ///< no data without dropout
    float* context = nullptr;
    Strides contextStrides;        ///< of batch, head, query
    float* concatenated = nullptr; ///< null where the context is already laid out so
    float fullyMasked = 0;
    float* wouldBe = nullptr; ///< one for each typed number
};

struct HeadAttention::Sizes {
    Index batch, heads, queries, keys, keyDim, valueDim;
};

namespace {

using Sizes = HeadAttention::Sizes;
using Targets = HeadAttention::Targets;

float weightOfFullyMasked(FullyMasked choice, Index keys) {
    switch (choice) {
    case FullyMasked::Zeros: return 0;
    case FullyMasked::NaN: return std::numeric_limits<float>::quiet_NaN();
    case FullyMasked::Uniform: return 1.0F / static_cast<float>(keys);
    }
    return 0;
}

/// Queries of one task: enough that preparing keys and values for the products, which
/// every task does anew, does not count; few enough to stop soon.
constexpr Index mostRowsOfTask = 256;
/// The arithmetic multiplies so many rows together; a task of another number would begin again for
/// its last ones.
constexpr Index rowsAtOnce = 4;

Index roundedUp(Index number, Index multiple) {
    return (number + multiple - 1) / multiple * multiple;
}

/// So many scores become weights at once: with what is made of them they are 24 kB, which stay in
/// the first cache. 512 tokens take 3 % less than with four times as many, 2048 tokens a tenth less
/// than with all of a task.
constexpr Index scoresAtOnce = 2048;

/// Heads side by side: the merge of the next stage, while the rows are at hand.
void concatenate(ConstMatrix context, Index width, float* target) {
    for (Index row = 0; row < context.rows; ++row)
        std::copy_n(context.data + row * context.rowStride, context.columns, target + row * width);
}

/// Which queries of which head.
struct Rows {
    Index batch, head;
    Index first, count;
    Index place; ///< of the first one among all rows of all heads

    Rows part(Index from, Index most) const {
        return {batch, head, first + from, std::clamp(count - from, Index{0}, most), place + from};
    }
};

/// The queries of all heads, cut into tasks. All of a head are equally long, but for a few rows: a
/// short one behind the others would prepare the keys and values for next to nothing.
class Tasks {
public:
    explicit Tasks(const Sizes& sizes)
        : m_sizes(sizes)
        , m_blocks((sizes.queries + mostRowsOfTask - 1) / mostRowsOfTask)
        , m_rows(roundedUp((sizes.queries + m_blocks - 1) / m_blocks, rowsAtOnce)) {}

    Index count() const { return m_sizes.batch * m_sizes.heads * m_blocks; }
    Rows operator[](Index task) const {
        const Index head = task / m_blocks;
        const Rows all = {head / m_sizes.heads, head % m_sizes.heads, 0, m_sizes.queries,
                          head * m_sizes.queries};
        return all.part(task % m_blocks * m_rows, m_rows);
    }

private:
    Sizes m_sizes;
    Index m_blocks;
    Index m_rows;
};

Shape squareOf(const Sizes& sizes) {
    return {sizes.batch, sizes.heads, sizes.queries, sizes.keys};
}
const Axes squareAxes = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};

Matrix rowsOf(float* numbers, const Sizes& sizes) {
    return denseMatrix(numbers, sizes.batch * sizes.heads * sizes.queries, sizes.keys);
}

/// Allocates a square that is kept, and says where it is written.
Matrix makeSquare(Tensor& tensor, const Sizes& sizes) {
    tensor = Tensor::uninitialized(squareOf(sizes), squareAxes);
    return rowsOf(tensor.mutableData(), sizes);
}

/// A square that is made when it is first read, task by task as it was in the run: bits are the
/// same. `before` is the one that it is made of, `each` makes rows of rows.
template <class Each>
Tensor madeLater(const Sizes& sizes, const std::optional<Tensor>& before, const Each& each) {
    const auto fill = [sizes, before, each](float* numbers) {
        const ConstMatrix from = before ? rowsOf(*before) : ConstMatrix();
        const Tasks tasks(sizes);
        parallelFor(tasks.count(), {allThreads(), {}}, [&](Index task) {
            const Rows rows = tasks[task];
            each(rows, before ? from.middleRows(rows.place, rows.count) : ConstMatrix(),
                 rowsOf(numbers, sizes).middleRows(rows.place, rows.count));
        });
    };
    return recipes::makeOnce({squareOf(sizes), squareAxes, fill});
}

/// Q·Kᵀ of some queries  [rows, keys]
void multiplyRows(const Tensor& query, const Tensor& key, const Rows& rows, const Matrix& to) {
    const ConstMatrix q =
        lastTwoAxes(query, {rows.batch, rows.head}).middleRows(rows.first, rows.count);
    const Index shared = rows.head / (query.size(1) / key.size(1)); // by neighbours
    arithmetic::multiply(q, lastTwoAxes(key, {rows.batch, shared}).transposed(), to);
}

/// `to` is `from`, −∞ where a query may not look at a key and more where the mask adds something.
void maskRowsOf(const std::optional<Tensor>& mayAttend, const std::optional<Tensor>& additive,
                const Rows& rows, const ConstMatrix& from, const Matrix& to) {
    const auto rowsOfMask = [&](const std::optional<Tensor>& mask) {
        return mask ? maskRows(*mask, rows.batch, rows.head, rows.first, rows.count)
                    : ConstMatrix();
    };
    arithmetic::mask(from, rowsOfMask(mayAttend), rowsOfMask(additive), to);
}

/// Puts the typed numbers of one stage into its rows; what was computed there is kept.
void putTyped(const HeadAttention& attention, TensorName stage, const Targets& to,
              const Matrix& all, const Rows& rows) {
    for (std::size_t i = 0; i < attention.typedNumbers.size(); ++i) {
        const TypedNumber& typed = attention.typedNumbers[i];
        const Index row = typed.query - rows.first;
        if (typed.name != stage || typed.batch != rows.batch || typed.head != rows.head ||
            row < 0 || row >= rows.count || typed.key < 0 || typed.key >= all.columns)
            continue;
        float& cell = all.data[(rows.place + row) * all.rowStride + typed.key];
        to.wouldBe[i] = std::exchange(cell, typed.value);
    }
}

/// weights = softmax(mask(scores / √d_k)), each row by itself.
void weigh(const HeadAttention& attention, const Sizes& sizes, const Targets& to,
           const Rows& rows) {
    const auto of = [&](const Matrix& all) { return all.middleRows(rows.place, rows.count); };
    // scaled = scores · 1/√d_k  [rows, keys]
    arithmetic::scale(of(to.scores), attention.scale, of(to.scaled));
    putTyped(attention, TensorName::ScaledScores, to, to.scaled, rows);
    // masked = scaled, −∞ where this query may not look at this key  [rows, keys]
    Matrix masked = of(to.scaled);
    if (to.masked.data) {
        masked = of(to.masked);
        if (attention.mayAttend || attention.additive)
            maskRowsOf(attention.mayAttend, attention.additive, rows, of(to.scaled), masked);
        else
            arithmetic::scale(of(to.scaled), 1, masked);
        putTyped(attention, TensorName::MaskedScores, to, to.masked, rows);
    }
    // weights = softmax(masked)  [rows, keys]
    const Matrix weights = of(to.weights);
    arithmetic::softmax(masked, weights, to.fullyMasked);
    putTyped(attention, TensorName::AttentionWeights, to, to.weights, rows);
    if (to.dropped.data) {
        const Index at = rows.place * sizes.keys;
        dropout(weights.data, rows.count * sizes.keys, at, attention.dropout, attention.dropoutSeed,
                to.dropped.data + at);
        putTyped(attention, TensorName::DroppedWeights, to, to.dropped, rows);
    }
}

/// Queries of one head through all stages.
void computeRows(const HeadAttention& attention, const Sizes& sizes, const Targets& to,
                 const Rows& rows) {
    const Index b = rows.batch;
    const Index h = rows.head;
    const auto of = [&](const Matrix& all) { return all.middleRows(rows.place, rows.count); };
    const Index shared = h / (sizes.heads / attention.key.size(1));  // by neighbours
    const ConstMatrix v = lastTwoAxes(attention.value, {b, shared}); // [keys, d_v]

    // scores = Q·Kᵀ  [rows, keys]
    multiplyRows(attention.query, attention.key, rows, of(to.scores));
    putTyped(attention, TensorName::Scores, to, to.scores, rows);
    // weights = softmax(mask(scores / √d_k))  [rows, keys]
    const Index atOnce = std::max(scoresAtOnce / sizes.keys, Index{1});
    for (Index row = 0; row < rows.count; row += atOnce)
        weigh(attention, sizes, to, rows.part(row, atOnce));
    // context = weights · V  [rows, d_v]
    float* const contextData = to.context + b * to.contextStrides[0] + h * to.contextStrides[1] +
                               rows.first * to.contextStrides[2];
    const Matrix context = {contextData, rows.count, sizes.valueDim, to.contextStrides[2]};
    arithmetic::multiply(of(to.dropped.data ? to.dropped : to.weights), v, context);
    if (to.concatenated) {
        const Index width = sizes.heads * sizes.valueDim;
        concatenate(context, width,
                    to.concatenated + (b * sizes.queries + rows.first) * width +
                        h * sizes.valueDim);
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

/// Scores that are kept.
void HeadAttention::makeScores(const Sizes& sizes, Targets& to) {
    to.scores = makeSquare(scores, sizes);
    to.scaled = makeSquare(scaledScores, sizes);
    const auto isMaskedScore = [](const TypedNumber& typed) {
        return typed.name == TensorName::MaskedScores;
    };
    // A typed masked score must not change the scaled one before it.
    if (mayAttend || additive || std::ranges::any_of(typedNumbers, isMaskedScore))
        to.masked = makeSquare(maskedScores, sizes);
    else
        maskedScores = scaledScores;
}

/// Scores that become weights in the place of these, and are computed again for who reads them.
void HeadAttention::leaveScores(const Sizes& sizes, Targets& to) {
    to.scores = to.scaled = to.weights;
    scores = madeLater(
        sizes, {}, [q = query, k = key](const Rows& rows, const ConstMatrix&, const Matrix& into) {
            multiplyRows(q, k, rows, into);
        });
    scaledScores = madeLater(
        sizes, scores, [by = scale](const Rows&, const ConstMatrix& from, const Matrix& into) {
            arithmetic::scale(from, by, into);
        });
    maskedScores = scaledScores;
    if (!mayAttend && !additive)
        return;
    to.masked = to.weights;
    maskedScores = madeLater(sizes, scaledScores,
                             [may = mayAttend, added = additive](
                                 const Rows& rows, const ConstMatrix& from, const Matrix& into) {
                                 maskRowsOf(may, added, rows, from, into);
                             });
}

bool HeadAttention::compute(const Execution& execution) {
    const Sizes sizes = {query.size(0), query.size(1), query.size(2),
                         key.size(2),   query.size(3), value.size(3)};
    Targets to;
    to.weights = makeSquare(attentionWeights, sizes);
    if (scoresLater && typedNumbers.empty())
        leaveScores(sizes, to);
    else
        makeScores(sizes, to);
    if (dropout > 0)
        to.dropped = makeSquare(droppedWeights.emplace(), sizes);

    wouldBe.assign(typedNumbers.size(), 0);
    to.wouldBe = wouldBe.data();
    to.fullyMasked = weightOfFullyMasked(fullyMasked, sizes.keys);
    makeContexts(sizes, to);

    const Tasks tasks(sizes);
    if (!parallelFor(tasks.count(), execution,
                     [&](Index task) { computeRows(*this, sizes, to, tasks[task]); }))
        return false;
    if (layout == Layout::SequenceFirst)
        turnSquares();
    return true;
}

} // namespace headscope
