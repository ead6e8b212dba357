// SPDX-License-Identifier: GPL-3.0-or-later
// What attention costs, against a computation whose numbers count their own products, and
// against the tensors of a run.
#include "attention/multi_head_attention.h"
#include "measures/head_cost.h"
#include "support/random_problem.h"
#include "support/test_program.h"

#include <QtTest>
#include <rapidcheck.h>

#include <cmath>

using namespace headscope;

namespace {

Index products = 0; ///< and quotients, so far

/// A number that counts.
struct Counted {
    double value = 0;
    Counted operator*(const Counted& other) const {
        ++products;
        return {value * other.value};
    }
    Counted operator/(const Counted& other) const {
        ++products;
        return {value / other.value};
    }
    Counted operator+(const Counted& other) const { return {value + other.value}; }
};

/// Rows of numbers.
using Rows = std::vector<std::vector<Counted>>;

Rows doubleRowsOf(const Tensor& matrix) {
    Rows rows(static_cast<std::size_t>(matrix.size(0)));
    for (Index row = 0; row < matrix.size(0); ++row) {
        for (Index column = 0; column < matrix.size(1); ++column)
            rows[static_cast<std::size_t>(row)].push_back({matrix(row, column)});
    }
    return rows;
}

Rows sequenceOf(const Tensor& input, Index sequence) {
    Rows rows(static_cast<std::size_t>(input.size(1)));
    for (Index row = 0; row < input.size(1); ++row) {
        for (Index column = 0; column < input.size(2); ++column)
            rows[static_cast<std::size_t>(row)].push_back({input(sequence, row, column)});
    }
    return rows;
}

/// [m, n] · [n, p], term by term.
Rows product(const Rows& a, const Rows& b) {
    Rows result(a.size(), std::vector<Counted>(b.front().size()));
    for (std::size_t row = 0; row < a.size(); ++row) {
        for (std::size_t column = 0; column < b.front().size(); ++column) {
            for (std::size_t term = 0; term < b.size(); ++term)
                result[row][column] = result[row][column] + a[row][term] * b[term][column];
        }
    }
    return result;
}

Rows linear(const Rows& x, const Tensor& weight, const Tensor* bias) {
    Rows result = product(x, doubleRowsOf(weight));
    for (auto& row : result) {
        for (std::size_t i = 0; bias && i < row.size(); ++i)
            row[i] = row[i] + Counted{(*bias)(static_cast<Index>(i))};
    }
    return result;
}

Rows columnsOf(const Rows& all, Index from, Index count) {
    Rows rows;
    for (const auto& row : all)
        rows.emplace_back(row.begin() + from, row.begin() + from + count);
    return rows;
}

Rows transposed(const Rows& a) {
    Rows result(a.front().size(), std::vector<Counted>(a.size()));
    for (std::size_t row = 0; row < a.size(); ++row) {
        for (std::size_t column = 0; column < a.front().size(); ++column)
            result[column][row] = a[row][column];
    }
    return result;
}

/// Attention without masks, step by step; the products of each part.
struct Plain {
    std::array<Index, costPartCount> counted = {};
    std::vector<Rows> outputs;

    void count(CostPart part) {
        counted[static_cast<std::size_t>(part)] += products;
        products = 0;
    }
    explicit Plain(const AttentionProblem& problem) {
        const Tensor& keyInput = problem.keyInput ? *problem.keyInput : problem.queryInput;
        const Tensor& valueInput = problem.valueInput ? *problem.valueInput : keyInput;
        const auto tensor = [&](Role role) { return problem.weights.find(role); };
        const Index heads = problem.config.heads;
        const Index keyDim = *problem.config.keyDim;
        const Index valueDim = *problem.config.valueDim;
        products = 0;
        for (Index sequence = 0; sequence < problem.queryInput.size(0); ++sequence) {
            const Rows q = linear(sequenceOf(problem.queryInput, sequence),
                                  *tensor(Role::QueryWeight), tensor(Role::QueryBias));
            count(CostPart::QueryProjection);
            const Rows k = linear(sequenceOf(keyInput, sequence), *tensor(Role::KeyWeight),
                                  tensor(Role::KeyBias));
            count(CostPart::KeyProjection);
            const Rows v = linear(sequenceOf(valueInput, sequence), *tensor(Role::ValueWeight),
                                  tensor(Role::ValueBias));
            count(CostPart::ValueProjection);
            Rows together(q.size());
            for (Index head = 0; head < heads; ++head) {
                Rows scores = product(columnsOf(q, head * keyDim, keyDim),
                                      transposed(columnsOf(k, head * keyDim, keyDim)));
                count(CostPart::Scores);
                for (auto& row : scores) {
                    for (Counted& score : row)
                        score = score * Counted{1 / std::sqrt(static_cast<double>(keyDim))};
                }
                count(CostPart::Scale);
                for (auto& row : scores) {
                    Counted sum;
                    for (Counted& score : row) {
                        score.value = std::exp(score.value);
                        sum = sum + score;
                    }
                    for (Counted& score : row)
                        score = score / sum;
                }
                count(CostPart::Softmax);
                const Rows context = product(scores, columnsOf(v, head * valueDim, valueDim));
                count(CostPart::Context);
                for (std::size_t row = 0; row < context.size(); ++row)
                    together[row].insert(together[row].end(), context[row].begin(),
                                         context[row].end());
            }
            outputs.push_back(
                linear(together, *tensor(Role::OutputWeight), tensor(Role::OutputBias)));
            count(CostPart::OutputProjection);
        }
    }
};

Index elementsOf(const Trace& trace, TensorName name) {
    const TraceStep* step = trace.find(name);
    return step ? step->result.elementCount() : 0;
}

} // namespace

class TestHeadCost : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_counts_are_those_of_a_computation_that_counts();
    void the_numbers_are_the_elements_of_the_run();
    void what_stays_and_what_grows_with_the_heads();
    void weights_alone_have_no_cost();
};

void TestHeadCost::the_counts_are_those_of_a_computation_that_counts() {
    QVERIFY(rc::check("counted", [] {
        ProblemShape shape;
        shape.batch = *rc::gen::inRange(1, 3);
        shape.queries = *rc::gen::inRange(1, 6);
        shape.keys = *rc::gen::inRange(1, 6);
        shape.modelDim = *rc::gen::inRange(1, 7);
        shape.heads = *rc::gen::inRange(1, 5);
        shape.keyDim = *rc::gen::inRange(1, 5);
        shape.valueDim = *rc::gen::inRange(1, 5);
        shape.cross = *rc::gen::arbitrary<bool>();
        shape.valuesApart = *rc::gen::arbitrary<bool>();
        shape.biases = *rc::gen::arbitrary<bool>();
        shape.seed = *rc::gen::inRange(1U, 1000U);
        const AttentionProblem problem = randomProblem(shape);
        const Result<Trace> trace = runAttention(problem);
        RC_ASSERT(trace.ok());
        const std::optional<AttentionSizes> sizes = attentionSizes(*trace);
        RC_ASSERT(sizes.has_value());
        const AttentionCost cost = attentionCost(*sizes);
        const Plain plain(problem);
        for (std::size_t part = 0; part < costPartCount; ++part)
            RC_ASSERT(cost.parts[part].multiplications == plain.counted[part]);
        // What was counted is that computation.
        const Tensor& output = (*trace)[TensorName::Output];
        for (Index sequence = 0; sequence < output.size(0); ++sequence) {
            for (Index row = 0; row < output.size(1); ++row) {
                for (Index column = 0; column < output.size(2); ++column) {
                    const double expected =
                        plain
                            .outputs[static_cast<std::size_t>(sequence)][static_cast<std::size_t>(
                                row)][static_cast<std::size_t>(column)]
                            .value;
                    RC_ASSERT(std::fabs(double{output(sequence, row, column)} - expected) <=
                              1e-4 * std::max(1.0, std::fabs(expected)));
                }
            }
        }
    }));
}

void TestHeadCost::the_numbers_are_the_elements_of_the_run() {
    QVERIFY(rc::check("elements", [] {
        ProblemShape shape;
        shape.batch = *rc::gen::inRange(1, 4);
        shape.queries = *rc::gen::inRange(1, 7);
        shape.keys = *rc::gen::inRange(1, 7);
        shape.heads = *rc::gen::inRange(1, 5);
        shape.keyDim = *rc::gen::inRange(1, 5);
        shape.valueDim = *rc::gen::inRange(1, 5);
        shape.cross = *rc::gen::arbitrary<bool>();
        shape.biases = *rc::gen::arbitrary<bool>();
        shape.causal = *rc::gen::arbitrary<bool>();
        shape.dropout = *rc::gen::element(0.0F, 0.5F);
        shape.perHead = *rc::gen::arbitrary<bool>();
        shape.sequenceFirst = *rc::gen::arbitrary<bool>();
        const Result<Trace> trace = runAttention(randomProblem(shape));
        RC_ASSERT(trace.ok());
        const std::optional<AttentionSizes> sizes = attentionSizes(*trace);
        RC_ASSERT(sizes.has_value());
        const AttentionCost cost = attentionCost(*sizes);
        const auto weights = [&](TensorName weight, TensorName bias) {
            return elementsOf(*trace, weight) + elementsOf(*trace, bias);
        };
        RC_ASSERT(cost[CostPart::QueryProjection].parameters ==
                  weights(TensorName::QueryWeight, TensorName::QueryBias));
        RC_ASSERT(cost[CostPart::KeyProjection].parameters ==
                  weights(TensorName::KeyWeight, TensorName::KeyBias));
        RC_ASSERT(cost[CostPart::ValueProjection].parameters ==
                  weights(TensorName::ValueWeight, TensorName::ValueBias));
        RC_ASSERT(cost[CostPart::OutputProjection].parameters ==
                  weights(TensorName::OutputWeight, TensorName::OutputBias));
        RC_ASSERT(cost.all().parameters == cost[CostPart::QueryProjection].parameters +
                                               cost[CostPart::KeyProjection].parameters +
                                               cost[CostPart::ValueProjection].parameters +
                                               cost[CostPart::OutputProjection].parameters);
        const std::pair<CostPart, TensorName> results[] = {
            {CostPart::QueryProjection, TensorName::Query},
            {CostPart::KeyProjection, TensorName::Key},
            {CostPart::ValueProjection, TensorName::Value},
            {CostPart::Scores, TensorName::Scores},
            {CostPart::Scale, TensorName::ScaledScores},
            {CostPart::Softmax, TensorName::AttentionWeights},
            {CostPart::Context, TensorName::HeadContext},
            {CostPart::OutputProjection, TensorName::Output}};
        for (const auto& [part, name] : results)
            RC_ASSERT(cost[part].numbers == elementsOf(*trace, name));
        // Numbers of their own only where something is masked or dropped.
        RC_ASSERT(cost[CostPart::Mask].numbers ==
                  (shape.causal ? elementsOf(*trace, TensorName::MaskedScores) : 0));
        RC_ASSERT(cost[CostPart::Dropout].numbers ==
                  elementsOf(*trace, TensorName::DroppedWeights));
    }));
}

void TestHeadCost::what_stays_and_what_grows_with_the_heads() {
    QVERIFY(rc::check("heads", [] {
        AttentionSizes sizes;
        sizes.batch = *rc::gen::inRange<Index>(1, 5);
        sizes.queries = *rc::gen::inRange<Index>(1, 100);
        sizes.keys = *rc::gen::inRange<Index>(1, 100);
        sizes.heads = *rc::gen::inRange<Index>(1, 9);
        sizes.keyDim = 2 * *rc::gen::inRange<Index>(1, 9);
        sizes.valueDim = 2 * *rc::gen::inRange<Index>(1, 9);
        sizes.queryWidth = sizes.keyWidth = sizes.valueWidth = sizes.outputWidth =
            sizes.heads * sizes.keyDim;
        sizes.biases.fill(*rc::gen::arbitrary<bool>());
        const AttentionCost now = attentionCost(sizes);
        const AttentionCost shared =
            attentionCost(*withHeads(sizes, 2 * sizes.heads, HeadWidth::Shared));
        const AttentionCost kept =
            attentionCost(*withHeads(sizes, 2 * sizes.heads, HeadWidth::Kept));
        for (const CostPart part : {CostPart::QueryProjection, CostPart::KeyProjection,
                                    CostPart::ValueProjection, CostPart::OutputProjection}) {
            RC_ASSERT(shared[part] == now[part]);
            RC_ASSERT(kept[part].multiplications == 2 * now[part].multiplications);
        }
        for (const CostPart part : {CostPart::Scores, CostPart::Scale, CostPart::Softmax}) {
            RC_ASSERT(shared[part].numbers == 2 * now[part].numbers);
            RC_ASSERT(kept[part].numbers == 2 * now[part].numbers);
        }
        // As many products make twice as many scores, each of half as many terms.
        RC_ASSERT(shared[CostPart::Scores].multiplications ==
                  now[CostPart::Scores].multiplications);
        RC_ASSERT(kept[CostPart::Scores].multiplications ==
                  2 * now[CostPart::Scores].multiplications);
        RC_ASSERT(*withHeads(sizes, sizes.heads, HeadWidth::Shared) == sizes);
        RC_ASSERT(!withHeads(sizes, sizes.heads * sizes.keyDim + 1, HeadWidth::Shared));
    }));
}

void TestHeadCost::weights_alone_have_no_cost() {
    Trace trace;
    trace.add(
        {TensorName::AttentionWeights,
         Operation::Input,
         {},
         Tensor::filled({1, 1, 2, 2}, {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key}, 0.5F),
         1,
         {},
         {}});
    QVERIFY(!attentionSizes(trace));
}

HEADSCOPE_TEST(TestHeadCost, headscope::testing::NoApplication)
#include "test_head_cost.moc"
