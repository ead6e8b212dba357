// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule of the way back against central differences in double, taken of a computation of
// its own (support/double_run.h): random models, losses, masks, norms, layouts.
#include "formats/trace_json.h"
#include "operations/backward/gradients.h"
#include "support/double_run.h"
#include "support/random_activation.h"
#include "support/random_model.h"
#include "support/test_program.h"
#include "trace/scopes.h"
#include "trace/trace_writer.h"

#include <QtTest>
#include <rapidcheck.h>

using namespace headscope;

namespace {

/// Numbers of a seed, for directions and targets.
class Numbers {
public:
    explicit Numbers(std::uint64_t seed)
        : m_maker(static_cast<unsigned>(seed)) {}
    std::vector<double> normal(std::size_t count) {
        const Tensor tensor = m_maker.normal({static_cast<Index>(count)});
        return {tensor.values().begin(), tensor.values().end()};
    }
    Tensor tensor(const Shape& shape) { return m_maker.normal(shape); }

private:
    ProblemMaker m_maker;
};

Tensor tensorOf(const Shape& shape, const std::vector<double>& values) {
    const std::vector<float> floats(values.begin(), values.end());
    return Tensor::fromValues(shape, Axes(shape.size(), Axis::Feature), floats);
}

/// A trace with a loss at its end.
struct Lossy {
    Trace trace;
    std::size_t loss = 0;
};

/// Appends the cross-entropy of the last step's rows with random targets.
Lossy withLoss(Trace trace, float smoothing, std::uint64_t seed) {
    std::size_t logits = trace.steps().size() - 1;
    if (const auto found = trace.indexOf(TensorName::Logits, "prediction"))
        logits = *found;
    // Rows of what is not contiguous would lie elsewhere.
    const Tensor& x = trace[logits].result;
    Numbers numbers(seed);
    TraceWriter writer(trace, "loss");
    const Index rows = x.elementCount() / x.shape().back();
    Shape shape = x.shape();
    shape.back() = 1;
    std::vector<double> targets;
    for (const double number : numbers.normal(static_cast<std::size_t>(rows))) {
        const double right = std::fmod(std::abs(number) * 1000, double(x.shape().back() + 1));
        targets.push_back(std::floor(right) - 1); // some rows are not asked
    }
    const std::size_t step =
        writer.add(TensorName::Targets, Operation::Input, tensorOf(shape, targets));
    Lossy result;
    result.loss = writer.add(TensorName::Loss, Operation::CrossEntropy,
                             Tensor::filled({1}, {Axis::Feature}, 0), {logits, step}, smoothing);
    result.trace = std::move(trace);
    return result;
}

double dot(const Tensor& gradient, const std::vector<double>& direction) {
    double sum = 0;
    std::size_t place = 0;
    Cell cell(gradient.rank(), 0);
    do
        sum += static_cast<double>(gradient.at(cell)) * direction[place++];
    while (advance(cell, gradient.shape()));
    return sum;
}

/// The length of the longest gradient.
double largestLength(const Gradients& gradients) {
    double largest = 0;
    for (std::size_t step = 0; step < gradients.run().steps().size(); ++step) {
        if (!gradients.has(step))
            continue;
        const Tensor dense = gradients[step].contiguous();
        double sum = 0;
        for (const float each : dense.values())
            sum += static_cast<double>(each) * static_cast<double>(each);
        largest = std::max(largest, std::sqrt(sum));
    }
    return largest;
}

/// The gradients of all that is given, each along a random direction, against the central
/// difference of the loss; empty, or the first that differs.
std::string firstWrongGradient(const Lossy& lossy, std::uint64_t seed) {
    Gradients gradients(lossy.trace);
    if (!gradients.goBack(lossy.loss))
        return "cancelled";
    DoubleRun run(lossy.trace);
    Numbers numbers(seed);
    const double size = largestLength(gradients); // what is 0 by cancelling is rounded like this
    for (std::size_t step = 0; step < lossy.trace.steps().size(); ++step) {
        if (!run.isGiven(step) || !gradients.isWanted(step) || lossy.trace[step].result.isEmpty())
            continue;
        const DoubleRun::Values given = run[step];
        std::vector<double> direction = numbers.normal(given.size());
        const double h = 1e-5;
        const auto lossAt = [&](double distance) {
            for (std::size_t i = 0; i < given.size(); ++i)
                run[step][i] = given[i] + distance * direction[i];
            run.compute();
            return run[lossy.loss][0];
        };
        const double forward = lossAt(h);
        const double difference = (forward - lossAt(-h)) / (2 * h);
        run[step] = given;
        double length = 0;
        for (const double each : direction)
            length += each * each;
        const double ours = gradients.has(step) ? dot(gradients[step], direction) : 0;
        const double tolerance = 2e-5 * std::sqrt(length) * (size + 1e-2);
        if (!(std::abs(ours - difference) <= tolerance))
            return qualifiedName(lossy.trace[step]) + ": " + std::to_string(ours) +
                   " != " + std::to_string(difference) + " (tolerance " +
                   std::to_string(tolerance) + ")";
    }
    return {};
}

/// A random small model with everything that it may have.
ModelShape randomShape() {
    using namespace rc;
    ModelShape shape;
    shape.config.architecture =
        *gen::element(Architecture::Attention, Architecture::Encoder, Architecture::EncoderDecoder);
    shape.config.layers = *gen::inRange<Index>(1, 3);
    if (shape.config.architecture == Architecture::EncoderDecoder && *gen::arbitrary<bool>())
        shape.config.decoderLayers = *gen::inRange<Index>(1, 3);
    if (shape.config.decoderLayers && *gen::arbitrary<bool>())
        shape.config.layers = 0;
    shape.config.feedForwardDim = *gen::inRange<Index>(1, 6);
    shape.config.activation = randomActivation();
    shape.config.gated = *gen::arbitrary<bool>();
    shape.config.norm = *gen::element(NormKind::Layer, NormKind::Batch, NormKind::Rms);
    shape.config.placement = *gen::element(NormPlacement::Post, NormPlacement::Pre);
    shape.config.positions = *gen::arbitrary<bool>();
    shape.config.residual = *gen::inRange(0, 4) != 0;
    // Tiny variances make differences of large numbers.
    shape.config.epsilon = 0.1F;
    shape.attention.seed = *gen::inRange<unsigned>(0, 1U << 20);
    shape.attention.batch = *gen::inRange<Index>(1, 3);
    shape.attention.queries = *gen::inRange<Index>(1, 5);
    shape.attention.heads = *gen::inRange<Index>(1, 3);
    shape.attention.modelDim = *gen::inRange<Index>(1, 7);
    shape.attention.keyDim = *gen::inRange<Index>(1, 4);
    if (*gen::arbitrary<bool>()) {
        shape.config.rotaryTheta = 100.0F;
        shape.attention.keyDim = 2 * *gen::inRange<Index>(1, 3);
    }
    shape.attention.valueDim = *gen::inRange<Index>(1, 4);
    shape.attention.cross = *gen::arbitrary<bool>();
    shape.attention.keys = *gen::inRange<Index>(1, 5);
    shape.attention.valuesApart = shape.attention.cross && *gen::arbitrary<bool>();
    shape.attention.causal = *gen::arbitrary<bool>();
    shape.attention.padding = *gen::arbitrary<bool>();
    shape.attention.mayAttendAxes = *gen::element(0, 2, 3, 4);
    shape.attention.additiveAxes = *gen::element(0, 2, 3, 4);
    shape.attention.fullyMasked = *gen::element(FullyMasked::Zeros, FullyMasked::Uniform);
    shape.attention.perHead = *gen::arbitrary<bool>();
    shape.attention.dropout = *gen::element(0.0F, 0.3F);
    shape.sourcePadding = *gen::arbitrary<bool>();
    shape.attention.biases = *gen::arbitrary<bool>();
    shape.attention.sequenceFirst = *gen::arbitrary<bool>();
    shape.sourceTokens = *gen::inRange<Index>(1, 5);
    shape.vocabulary = *gen::inRange<Index>(0, 5);
    return shape;
}

} // namespace

class TestLearningBackward : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_gradient_is_a_central_difference();
    void dropout_uses_the_mask_of_the_run();
    void weights_of_single_heads();
    void a_table_is_looked_up();
    void gradients_have_the_names_and_shapes_of_the_run();
    void masked_pairs_have_no_gradient();
    void what_several_read_has_the_sum();
    void a_cancelled_way_back_says_so();
};

void TestLearningBackward::every_gradient_is_a_central_difference() {
    QVERIFY(rc::check([] {
        const ModelShape shape = randomShape();
        const Result<Trace> trace = runModel(randomModel(shape));
        RC_ASSERT(trace.ok());
        const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
        const Lossy lossy = withLoss(*trace, *rc::gen::element(0.0F, 0.1F, 0.4F), seed);
        const std::string wrong = firstWrongGradient(lossy, seed + 1);
        if (!wrong.empty())
            RC_FAIL(wrong);
    }));
}

void TestLearningBackward::dropout_uses_the_mask_of_the_run() {
    ModelShape shape;
    shape.attention.queries = 5;
    shape.config.epsilon = 0.1F;
    ModelProblem problem = randomModel(shape);
    problem.attention.mask = {};
    problem.attention.config.dropout = 0.4F;
    problem.attention.config.dropoutSeed = 5;
    const Result<Trace> trace = runModel(problem);
    QVERIFY(trace.ok());
    QVERIFY(trace->find(TensorName::DroppedWeights, "encoder/0/self_attention"));
    const std::string wrong = firstWrongGradient(withLoss(*trace, 0, 3), 4);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void TestLearningBackward::weights_of_single_heads() {
    for (const Layout layout : {Layout::BatchFirst, Layout::SequenceFirst}) {
        ProblemShape shape;
        shape.batch = 2;
        shape.heads = 2;
        shape.modelDim = 6;
        AttentionProblem problem = randomProblem(shape);
        problem.mask = {};
        problem.config.weightLayout = WeightLayout::PerHead;
        problem = inLayout(std::move(problem), layout);
        const Result<Trace> trace = runAttention(problem);
        QVERIFY(trace.ok());
        const std::string wrong = firstWrongGradient(withLoss(*trace, 0, 3), 4);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
}

void TestLearningBackward::a_table_is_looked_up() {
    Trace trace;
    TraceWriter writer(trace);
    Numbers numbers(1);
    const std::size_t ids =
        writer.add(TensorName::TokenIds, Operation::Input, tensorOf({1, 4}, {2, 0, 2, 1}));
    const Tensor rows = numbers.tensor({3, 5});
    const std::size_t table = writer.add(TensorName::EmbeddingWeight, Operation::Parameter, rows);
    std::vector<double> looked;
    for (const Index row : {2, 0, 2, 1}) {
        for (Index column = 0; column < 5; ++column)
            looked.push_back(2.5 * static_cast<double>(rows(row, column)));
    }
    writer.add(TensorName::QueryInput, Operation::Lookup, tensorOf({1, 4, 5}, looked), {ids, table},
               2.5F);
    const Lossy lossy = withLoss(std::move(trace), 0.1F, 2);
    const std::string wrong = firstWrongGradient(lossy, 3);
    QVERIFY2(wrong.empty(), wrong.c_str());
    Gradients gradients(lossy.trace);
    QVERIFY(gradients.goBack(lossy.loss));
    QVERIFY(!gradients.has(ids));
}

void TestLearningBackward::gradients_have_the_names_and_shapes_of_the_run() {
    ModelShape shape;
    shape.vocabulary = 4;
    shape.config.architecture = Architecture::EncoderDecoder;
    const Result<Trace> trace = runModel(randomModel(shape));
    QVERIFY(trace.ok());
    const Lossy lossy = withLoss(*trace, 0, 1);
    Gradients gradients(lossy.trace);
    QVERIFY(gradients.goBack(lossy.loss));
    const Trace shown = gradients.trace();
    QCOMPARE(shown.steps().size(), lossy.trace.steps().size());
    for (std::size_t i = 0; i < shown.steps().size(); ++i) {
        QCOMPARE(qualifiedName(shown[i]), qualifiedName(lossy.trace[i]));
        QVERIFY(shown[i].result.shape() == lossy.trace[i].result.shape());
        QVERIFY(shown[i].result.axes() == lossy.trace[i].result.axes());
    }
    QCOMPARE(scopesOf(shown).size(), scopesOf(lossy.trace).size());
    const TraceStep* const scores = shown.find(TensorName::Scores, "decoder/0/cross_attention");
    QVERIFY(scores);
    bool any = false;
    const Tensor dense = scores->result.contiguous();
    for (const float value : dense.values())
        any = any || value != 0;
    QVERIFY(any);
}

void TestLearningBackward::masked_pairs_have_no_gradient() {
    ModelShape shape;
    shape.attention.queries = 4;
    ModelProblem problem = randomModel(shape);
    problem.attention.mask = {};
    problem.attention.mask.causal = true;
    const Result<Trace> trace = runModel(problem);
    QVERIFY(trace.ok());
    const Lossy lossy = withLoss(*trace, 0, 1);
    Gradients gradients(lossy.trace);
    QVERIFY(gradients.goBack(lossy.loss));
    const std::string block = "encoder/0/self_attention";
    const Tensor& scores = gradients[*lossy.trace.indexOf(TensorName::Scores, block)];
    bool below = false;
    for (Index query = 0; query < 4; ++query) {
        for (Index key = 0; key < 4; ++key) {
            if (key > query)
                QCOMPARE(scores(0, 0, query, key), 0.0F);
            else
                below = below || scores(0, 0, query, key) != 0;
        }
    }
    QVERIFY(below);
}

/// x feeds query, key, value and the residual sum: its gradient is what comes through all four.
void TestLearningBackward::what_several_read_has_the_sum() {
    ModelShape shape;
    const Result<Trace> trace = runModel(randomModel(shape));
    QVERIFY(trace.ok());
    const auto x = trace->indexOf(TensorName::QueryInput);
    QVERIFY(x);
    Gradients counted(*trace);
    QCOMPARE(counted.users(*x), Index{4});
    const std::size_t last = trace->steps().size() - 1;
    Gradients gradients(*trace);
    Tensor ones = Tensor::filled((*trace)[last].result.shape(), (*trace)[last].result.axes(), 1);
    gradients.add(last, ones);
    gradients.add(last, ones); // adds up
    QVERIFY(gradients.goBack());
    Gradients once(*trace);
    once.add(last, ones);
    QVERIFY(once.goBack());
    for (Index i = 0; i < gradients[*x].elementCount(); ++i)
        QVERIFY(std::abs(gradients[*x].data()[i] - 2 * once[*x].data()[i]) <=
                1e-5F * (1 + std::abs(once[*x].data()[i])));
}

void TestLearningBackward::a_cancelled_way_back_says_so() {
    const Result<Trace> trace = runModel(randomModel({}));
    QVERIFY(trace.ok());
    const Lossy lossy = withLoss(*trace, 0, 1);
    Gradients gradients(lossy.trace);
    const CancellationToken token = CancellationToken::create();
    token.cancel();
    QVERIFY(!gradients.goBack(lossy.loss, token));
}

HEADSCOPE_TEST(TestLearningBackward, QCoreApplication)
#include "test_learning_backward.moc"
