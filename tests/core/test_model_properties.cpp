// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for models of any sizes.
#include "formats/trace_json.h"
#include "support/random_activation.h"
#include "support/random_model.h"
#include "support/test_program.h"
#include "support/trace_of.h"
#include "transformer/layers/positional_encoding.h"
#include "transformer/layers/stack.h"

#include <QtTest>
#include <rapidcheck.h>

#include <cmath>
#include <set>

using namespace headscope;

namespace {

/// Any small model but plain attention. Masks hide no row completely where `masked`.
ModelShape anyModel(bool masked) {
    ModelShape shape;
    ModelConfig& config = shape.config;
    config.architecture = *rc::gen::element(Architecture::Encoder, Architecture::EncoderDecoder);
    config.layers = *rc::gen::inRange<Index>(1, 4);
    config.feedForwardDim = *rc::gen::inRange<Index>(1, 9);
    config.activation = randomActivation();
    config.gated = *rc::gen::arbitrary<bool>();
    config.placement = *rc::gen::element(NormPlacement::Post, NormPlacement::Pre);
    config.residual = *rc::gen::arbitrary<bool>();
    config.positions = *rc::gen::arbitrary<bool>();
    ProblemShape& attention = shape.attention;
    attention.batch = *rc::gen::inRange<Index>(1, 4);
    attention.queries = *rc::gen::inRange<Index>(1, 6);
    attention.modelDim = *rc::gen::inRange<Index>(2, 9);
    attention.heads = *rc::gen::inRange<Index>(1, 4);
    attention.keyDim = *rc::gen::inRange<Index>(1, 5);
    attention.valueDim = *rc::gen::inRange<Index>(1, 5);
    attention.biases = *rc::gen::arbitrary<bool>();
    attention.seed = *rc::gen::inRange<unsigned>(1, 100000);
    shape.sourceTokens = *rc::gen::inRange<Index>(1, 6);
    if (masked) {
        attention.causal = *rc::gen::arbitrary<bool>();
        attention.padding = *rc::gen::arbitrary<bool>();
        attention.additiveAxes = *rc::gen::element(0, 2, 4);
        shape.sourcePadding = *rc::gen::arbitrary<bool>();
        attention.dropout = *rc::gen::element(0.0F, 0.3F);
    }
    return shape;
}

const Tensor& lastOf(const Trace& trace) {
    return trace.steps().back().result;
}

double largestDifference(const Tensor& a, const Tensor& b) {
    RC_ASSERT(a.shape() == b.shape());
    double largest = 0;
    Cell cell(a.rank(), 0);
    do {
        const auto x = static_cast<double>(a.at(cell));
        const auto y = static_cast<double>(b.at(cell));
        if (!(std::isnan(x) && std::isnan(y)) && x != y)
            largest = std::max(largest, std::isnan(x - y) ? HUGE_VAL : std::abs(x - y));
    } while (advance(cell, a.shape()));
    return largest;
}

/// One sequence of a batch.
std::optional<Tensor> sequenceOf(const std::optional<Tensor>& tensor, Index index) {
    if (!tensor)
        return std::nullopt;
    Shape shape = tensor->shape();
    shape[0] = 1;
    return tensor->selected(0, index).contiguous().view(shape, tensor->axes()).value();
}

/// The tensor with everything at one place of one axis replaced.
Tensor disturbed(const Tensor& tensor, std::size_t axis, Index index) {
    Tensor result = Tensor::fromValues(tensor.shape(), tensor.axes(), tensor.contiguous().values());
    float* data = result.mutableData();
    Cell cell(tensor.rank(), 0);
    do {
        if (cell[axis] == index)
            data[result.storageIndex(cell)] = 3 - data[result.storageIndex(cell)];
    } while (advance(cell, tensor.shape()));
    return result;
}

} // namespace

class TestModelProperties : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void property_stack_of_one_equals_the_block();
    void property_stack_equals_its_layers_one_after_the_other();
    void property_batch_equals_one_by_one();
    void property_layouts_agree();
    void property_threads_change_no_bit();
    void property_causal_decoder_does_not_see_later_words();
    void property_padding_of_the_source_is_not_read();
    void property_order_of_tokens_does_not_matter_without_positions();
    void property_rotary_scores_depend_on_the_distance();
    void property_norms_normalise();
    void property_probabilities_sum_to_one();
    void property_positions_depend_on_nothing_but_the_place();
    void every_block_drops_by_a_stream_of_its_own();
};

void TestModelProperties::property_stack_of_one_equals_the_block() {
    QVERIFY(rc::check("a stack of one layer is the layer", [] {
        ModelShape shape = anyModel(true);
        shape.config.architecture = Architecture::Encoder;
        shape.config.layers = 1;
        shape.config.placement = NormPlacement::Post;
        shape.config.positions = false;
        const ModelProblem problem = randomModel(shape);
        const Trace stack = traceOf(problem);
        Trace block;
        block.add(stack[0]);
        const ModelRun run = {block, problem, headSizes(problem.attention.config).value(), {}};
        const Step last =
            appendLayer(run, ModelPart::Encoder, 0, 0, {.mask = problem.attention.mask});
        RC_ASSERT(last && block == stack);
    }));
}

void TestModelProperties::property_stack_equals_its_layers_one_after_the_other() {
    QVERIFY(rc::check("what one layer gives out, the next one takes in", [] {
        ModelShape shape = anyModel(true);
        shape.config.architecture = Architecture::Encoder;
        shape.config.placement = NormPlacement::Post;
        shape.attention.dropout = 0; // of which every place has its own
        const ModelProblem problem = randomModel(shape);
        ModelProblem one = problem;
        one.config.layers = 1;
        for (Index layer = 0; layer < problem.config.layers; ++layer) {
            one.attention.weights = {};
            for (const Parameters::Entry& entry : problem.attention.weights.entries()) {
                Scope scope = entry.scope;
                if (scope.layer && *scope.layer != layer)
                    continue;
                if (scope.layer)
                    scope.layer = 0;
                one.attention.weights.set(entry.role, scope, entry.tensor);
            }
            one.attention.queryInput = lastOf(traceOf(one));
            one.config.positions = false;
        }
        RC_ASSERT(one.attention.queryInput == lastOf(traceOf(problem)));
    }));
}

void TestModelProperties::property_batch_equals_one_by_one() {
    QVERIFY(rc::check("sequences of a batch do not touch each other", [] {
        ModelShape shape = anyModel(true);
        shape.attention.dropout = 0; // numbered through the batch
        const ModelProblem problem = randomModel(shape);
        const Tensor whole = lastOf(traceOf(problem));
        for (Index i = 0; i < shape.attention.batch; ++i) {
            ModelProblem one = problem;
            one.attention.queryInput = *sequenceOf(problem.attention.queryInput, i);
            one.attention.keyInput = sequenceOf(problem.attention.keyInput, i);
            one.attention.mask.keyPadding = sequenceOf(problem.attention.mask.keyPadding, i);
            one.sourcePadding = sequenceOf(problem.sourcePadding, i);
            if (problem.attention.mask.additive && problem.attention.mask.additive->rank() == 4)
                one.attention.mask.additive = sequenceOf(problem.attention.mask.additive, i);
            RC_ASSERT(lastOf(traceOf(one)).selected(0, 0).contiguous() ==
                      whole.selected(0, i).contiguous());
        }
    }));
}

void TestModelProperties::property_layouts_agree() {
    QVERIFY(rc::check("both layouts and both ways to hold weights give the same", [] {
        ModelShape shape = anyModel(true);
        shape.config.norm = *rc::gen::element(NormKind::Layer, NormKind::Batch, NormKind::Rms);
        shape.attention.dropout = 0;
        const Tensor plain = lastOf(traceOf(randomModel(shape)));
        shape.attention.perHead = true;
        RC_ASSERT(largestDifference(lastOf(traceOf(randomModel(shape))), plain) < 1e-4);
        shape.attention.sequenceFirst = true;
        const Tensor turned = lastOf(traceOf(randomModel(shape)));
        // The statistics of batch norm are summed in another order there.
        RC_ASSERT(largestDifference(turned.transposed(0, 1), plain) <
                  (shape.config.norm == NormKind::Batch ? 2e-2 : 1e-4));
    }));
}

void TestModelProperties::property_threads_change_no_bit() {
    ModelShape shape;
    shape.config.architecture = Architecture::EncoderDecoder;
    shape.config.layers = 2;
    shape.config.positions = shape.config.compareNorms = true;
    shape.attention.queries = 70;
    shape.sourceTokens = 90;
    shape.attention.modelDim = 48;
    shape.attention.heads = 4;
    shape.attention.keyDim = shape.attention.valueDim = 12;
    shape.attention.causal = true;
    shape.vocabulary = 300;
    const ModelProblem problem = randomModel(shape);
    RunOptions options;
    options.threads = 4;
    QVERIFY(runModel(problem).value() == runModel(problem, options).value());
}

void TestModelProperties::property_causal_decoder_does_not_see_later_words() {
    QVERIFY(rc::check("a later word of the target changes no earlier row", [] {
        ModelShape shape = anyModel(false);
        shape.attention.causal = true;
        shape.attention.queries = *rc::gen::inRange<Index>(2, 6);
        const ModelProblem problem = randomModel(shape);
        const Index place = *rc::gen::inRange<Index>(1, shape.attention.queries);
        ModelProblem other = problem;
        other.attention.queryInput = disturbed(problem.attention.queryInput, 1, place);
        const Tensor before = lastOf(traceOf(problem));
        const Tensor after = lastOf(traceOf(other));
        for (Index row = 0; row < place; ++row)
            RC_ASSERT(before.selected(1, row).contiguous() == after.selected(1, row).contiguous());
        // Without the residual, or in two dimensions, a norm may leave no more than signs.
        if (shape.config.residual && shape.attention.modelDim > 2)
            RC_ASSERT(!(before == after));
    }));
}

void TestModelProperties::property_padding_of_the_source_is_not_read() {
    QVERIFY(rc::check("numbers behind the end of the source change nothing", [] {
        ModelShape shape = anyModel(false);
        shape.config.architecture = Architecture::EncoderDecoder;
        ModelProblem problem = randomModel(shape);
        const Index batch = shape.attention.batch;
        const Index end = *rc::gen::inRange<Index>(1, shape.sourceTokens + 1);
        Tensor padding = Tensor::filled({batch, shape.sourceTokens}, {Axis::Batch, Axis::Key}, 0);
        for (Index row = 0; row < batch; ++row)
            std::fill_n(padding.mutableData() + row * shape.sourceTokens, end, 1.0F);
        problem.sourcePadding = padding;
        const Tensor before = lastOf(traceOf(problem));
        for (Index place = end; place < shape.sourceTokens; ++place)
            problem.attention.keyInput = disturbed(*problem.attention.keyInput, 1, place);
        RC_ASSERT(lastOf(traceOf(problem)) == before);
    }));
}

void TestModelProperties::property_order_of_tokens_does_not_matter_without_positions() {
    QVERIFY(rc::check("turning the sequence round turns the output round", [] {
        ModelShape shape = anyModel(false);
        shape.config.architecture = Architecture::Encoder;
        shape.config.positions = false;
        ModelProblem problem = randomModel(shape);
        const auto turned = [](const Tensor& tensor) {
            Tensor result = Tensor::uninitialized(tensor.shape(), tensor.axes());
            float* data = result.mutableData();
            Cell cell(3, 0);
            do {
                const Cell from = {cell[0], tensor.size(1) - 1 - cell[1], cell[2]};
                data[result.storageIndex(cell)] = tensor.at(from);
            } while (advance(cell, tensor.shape()));
            return result;
        };
        const Tensor before = lastOf(traceOf(problem));
        problem.attention.queryInput = turned(problem.attention.queryInput);
        // A norm of two nearly equal numbers magnifies the last bit by up to 1/√ε.
        RC_ASSERT(largestDifference(turned(lastOf(traceOf(problem))), before) < 2e-2);
    }));
}

void TestModelProperties::property_rotary_scores_depend_on_the_distance() {
    QVERIFY(rc::check("of equal tokens, scores of equal distance are equal", [] {
        ModelShape shape = anyModel(false);
        shape.config.architecture = Architecture::Encoder;
        shape.config.positions = false;
        shape.config.rotaryTheta = *rc::gen::element(10.0F, 10000.0F, 5e5F);
        shape.attention.keyDim = 2 * *rc::gen::inRange<Index>(1, 4);
        ModelProblem problem = randomModel(shape);
        Tensor& input = problem.attention.queryInput;
        const Tensor first = input.selected(1, 0).contiguous();
        Tensor equal = Tensor::uninitialized(input.shape(), input.axes());
        Cell cell(3, 0);
        float* to = equal.mutableData();
        do
            *to++ = first(cell[0], cell[2]);
        while (advance(cell, input.shape()));
        input = equal;
        const Trace trace = traceOf(problem);
        const Tensor& scores = trace.find(TensorName::Scores, "encoder/0/self_attention")->result;
        for (Index i = 1; i < scores.size(2); ++i) {
            for (Index j = 1; j < scores.size(3); ++j) {
                const double one = static_cast<double>(scores(0, 0, i, j));
                const double other = static_cast<double>(scores(0, 0, i - 1, j - 1));
                RC_ASSERT(std::abs(one - other) < 1e-4 * (1 + std::abs(one)));
            }
        }
    }));
}

void TestModelProperties::property_norms_normalise() {
    QVERIFY(rc::check("rows of layer norm, columns of batch norm: mean 0, variance v/(v+ε)", [] {
        ModelShape shape = anyModel(false);
        shape.config.compareNorms = true;
        const Trace trace = traceOf(randomModel(shape));
        for (const TraceStep& step : trace.steps()) {
            if (step.operation != Operation::Normalise)
                continue;
            const Tensor& variance = trace[step.operands[2]].result;
            const Tensor& x = step.result;
            const bool rows = variance.size(2) == 1 && x.size(2) > 1;
            const Index groups = rows ? x.size(0) * x.size(1) : x.size(2);
            const Index size = x.elementCount() / groups;
            for (Index group = 0; group < groups; ++group) {
                double sum = 0;
                double squares = 0;
                for (Index i = 0; i < size; ++i) {
                    const auto value =
                        static_cast<double>(x.data()[rows ? group * size + i : i * groups + group]);
                    sum += value;
                    squares += value * value;
                }
                const auto v = static_cast<double>(variance.data()[group]);
                const double n = static_cast<double>(size);
                const double expected = v / (v + static_cast<double>(step.factor));
                // The mean is rounded to float32; a tiny variance magnifies that.
                const double magnified = 1e-5 + 1e-6 / std::sqrt(v + 1e-5);
                RC_ASSERT(std::abs(sum / n) < magnified);
                RC_ASSERT(std::abs(squares / n - expected) < magnified);
            }
        }
    }));
}

void TestModelProperties::property_probabilities_sum_to_one() {
    QVERIFY(rc::check("each row of the prediction is a distribution", [] {
        ModelShape shape = anyModel(false);
        shape.vocabulary = *rc::gen::inRange<Index>(1, 40);
        const Tensor probabilities = lastOf(traceOf(randomModel(shape)));
        RC_ASSERT(probabilities.size(2) == shape.vocabulary);
        for (Index b = 0; b < probabilities.size(0); ++b) {
            for (Index row = 0; row < probabilities.size(1); ++row) {
                double sum = 0;
                for (Index word = 0; word < shape.vocabulary; ++word) {
                    RC_ASSERT(probabilities(b, row, word) >= 0);
                    sum += static_cast<double>(probabilities(b, row, word));
                }
                RC_ASSERT(std::abs(sum - 1) < 1e-5);
            }
        }
    }));
}

void TestModelProperties::property_positions_depend_on_nothing_but_the_place() {
    QVERIFY(rc::check("a longer encoding begins with the shorter one; sin² + cos² = 1", [] {
        const Index width = *rc::gen::inRange<Index>(1, 20);
        const Index length = *rc::gen::inRange<Index>(1, 300);
        Tensor encoding;
        Tensor longer;
        RC_ASSERT(positionalEncoding(length, width, {}, encoding));
        RC_ASSERT(positionalEncoding(length + 7, width, {}, longer));
        for (Index place = 0; place < length; ++place) {
            for (Index column = 0; column < width; ++column) {
                RC_ASSERT(encoding(place, column) == longer(place, column));
                const double frequency =
                    std::pow(10000.0, -static_cast<double>(column - column % 2) /
                                          static_cast<double>(width));
                const double angle = static_cast<double>(place) * frequency;
                const double exact = column % 2 ? std::cos(angle) : std::sin(angle);
                RC_ASSERT(std::abs(static_cast<double>(encoding(place, column)) - exact) < 1e-7);
            }
        }
    }));
}

void TestModelProperties::every_block_drops_by_a_stream_of_its_own() {
    ModelShape shape;
    shape.config.architecture = Architecture::EncoderDecoder;
    shape.config.layers = 3;
    shape.attention.queries = shape.sourceTokens = 6;
    shape.attention.dropout = 0.5F;
    const ModelProblem problem = randomModel(shape);
    const Trace trace = runModel(problem).value();
    QVERIFY(trace == runModel(problem).value());
    std::set<std::vector<bool>> patterns;
    std::size_t blocks = 0;
    for (const TraceStep& step : trace.steps()) {
        if (step.operation != Operation::Dropout)
            continue;
        ++blocks;
        std::vector<bool> dropped;
        for (const float value : step.result.values())
            dropped.push_back(value == 0.0F);
        patterns.insert(dropped);
    }
    QCOMPARE(blocks, std::size_t{9});
    QCOMPARE(patterns.size(), blocks);
    // Another seed drops others.
    ModelProblem other = problem;
    ++other.attention.config.dropoutSeed;
    QVERIFY(!(runModel(other).value() == trace));
}

HEADSCOPE_TEST(TestModelProperties, QCoreApplication)
#include "test_model_properties.moc"
