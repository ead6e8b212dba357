// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around attention: cases that a person can check, and what is refused.
#include "arithmetic/activations.h"
#include "arithmetic/arithmetic.h"
#include "formats/trace_json.h"
#include "support/numbers.h"
#include "support/parameter_paths.h"
#include "support/random_model.h"
#include "support/test_program.h"
#include "transformer/layers/norm.h"
#include "transformer/layers/positional_encoding.h"
#include "transformer/model_memory.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <limits>
#include <thread>

using namespace headscope;

namespace {

using Change = std::function<void(ModelProblem&)>;

/// Puts another number into one cell of a parameter.
void spoil(ModelProblem& problem, const ParameterPath& place, const Cell& cell, float value) {
    Parameters& weights = problem.attention.weights;
    set(weights, place, at(weights, place).withElement(cell, value));
}

Tensor vectorOf(std::initializer_list<float> values) {
    const std::vector<float> numbers(values);
    return Tensor::fromValues({static_cast<Index>(numbers.size())}, {Axis::ModelDim}, numbers);
}

Tensor tokensOf(const Shape& shape, std::initializer_list<float> values) {
    return Tensor::fromValues(shape, {Axis::Batch, Axis::Sequence, Axis::ModelDim},
                              std::vector<float>(values));
}

bool nearly(float value, double expected) {
    return std::abs(static_cast<double>(value) - expected) < 1e-6;
}

} // namespace

class TestModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void layer_norm_of_1_and_3_is_minus_1_and_1();
    void batch_norm_takes_the_columns_of_all_sequences();
    void equal_numbers_become_the_shift();
    void norm_far_from_zero_keeps_its_digits();
    void relu_and_gelu_have_their_known_values();
    void first_positions_are_known();
    void odd_width_ends_with_a_sine();
    void without_residual_nothing_is_added();
    void value_input_of_its_own_gets_no_positions();
    void decoder_reads_the_last_layer_of_the_encoder();
    void softmax_over_the_vocabulary_is_by_rows();
    void automatic_hidden_width_is_four_times_the_model();

    void what_is_wrong_is_said_data();
    void what_is_wrong_is_said();
    void plain_attention_is_refused_in_the_same_words();
    void too_much_memory_is_refused_before_it_is_taken();
    void cancelled_runs_say_so();
    void cancelled_runs_stop_soon();
};

void TestModel::layer_norm_of_1_and_3_is_minus_1_and_1() {
    const Tensor x = tokensOf({1, 2, 2}, {1, 3, -5, -5});
    const Tensor gain = vectorOf({2, 10});
    const Tensor shift = vectorOf({0, 1});
    Normalisation norm;
    QVERIFY(layerNorm({x, gain, &shift, 1e-12F}, {}, norm));
    QVERIFY(norm.mean.shape() == (Shape{1, 2, 1}));
    QCOMPARE(norm.mean(0, 0, 0), 2.0F);
    QCOMPARE(norm.variance(0, 0, 0), 1.0F);
    QCOMPARE(norm.normalised(0, 0, 0), -1.0F);
    QCOMPARE(norm.normalised(0, 0, 1), 1.0F);
    QCOMPARE(norm.output(0, 0, 0), -2.0F);
    QCOMPARE(norm.output(0, 0, 1), 11.0F);
    QCOMPARE(norm.mean(0, 1, 0), -5.0F);
    QCOMPARE(norm.output(0, 1, 1), 1.0F);
}

void TestModel::batch_norm_takes_the_columns_of_all_sequences() {
    const Tensor x = tokensOf({2, 1, 2}, {1, 10, 3, 10});
    const Tensor gain = vectorOf({1, 1});
    const Tensor shift = vectorOf({0, 7});
    Normalisation norm;
    QVERIFY(batchNorm({x, gain, &shift, 1e-12F}, {}, norm));
    QVERIFY(norm.mean.shape() == (Shape{1, 1, 2}));
    QCOMPARE(norm.mean(0, 0, 0), 2.0F);
    QCOMPARE(norm.variance(0, 0, 0), 1.0F);
    QCOMPARE(norm.normalised(0, 0, 0), -1.0F);
    QCOMPARE(norm.normalised(1, 0, 0), 1.0F);
    QCOMPARE(norm.output(0, 0, 1), 7.0F); // both sequences agree there
}

void TestModel::equal_numbers_become_the_shift() {
    for (const float number : {0.0F, 0.1F, -1e30F, 1e-40F}) {
        const Tensor x =
            Tensor::filled({1, 1, 3}, {Axis::Batch, Axis::Sequence, Axis::ModelDim}, number);
        const Tensor gain = vectorOf({5, 5, 5});
        const Tensor shift = vectorOf({1, 2, 3});
        Normalisation norm;
        QVERIFY(layerNorm({x, gain, &shift, 1e-5F}, {}, norm));
        QCOMPARE(norm.output(0, 0, 1), 2.0F);
        QVERIFY(batchNorm({x, gain, &shift, 1e-5F}, {}, norm));
        QCOMPARE(norm.output(0, 0, 2), 3.0F);
    }
}

void TestModel::norm_far_from_zero_keeps_its_digits() {
    // Neither Σx² − (Σx)²/n nor sums in float32 get this right.
    const Tensor x = tokensOf({1, 1, 4}, {16777200, 16777202, 16777204, 16777206});
    const Tensor gain = vectorOf({1, 1, 1, 1});
    const Tensor shift = vectorOf({0, 0, 0, 0});
    Normalisation norm;
    QVERIFY(layerNorm({x, gain, &shift, 1e-5F}, {}, norm));
    QCOMPARE(norm.mean(0, 0, 0), 16777203.0F);
    QCOMPARE(norm.variance(0, 0, 0), 5.0F);
    QVERIFY(nearly(norm.normalised(0, 0, 3), 3 / std::sqrt(5 + 1e-5)));
}

void TestModel::relu_and_gelu_have_their_known_values() {
    const std::vector<float> x = {-2, -0.5F, 0, 1, 3, -20, infinity, std::nanf("")};
    std::vector<float> y(x.size());
    const ConstMatrix from = denseMatrix(x.data(), 1, static_cast<Index>(x.size()));
    const Matrix to = denseMatrix(y.data(), 1, static_cast<Index>(y.size()));
    arithmetic::relu(from, to);
    QVERIFY(std::vector<float>(y.begin(), y.begin() + 7) ==
            (std::vector<float>{0, 0, 0, 1, 3, 0, infinity}));
    QVERIFY(std::isnan(y[7]));
    arithmetic::gelu(from, to);
    // x·Φ(x) with Φ from a table of the normal distribution
    QVERIFY(nearly(y[0], -2 * 0.02275013194817921));
    QVERIFY(nearly(y[1], -0.5 * 0.3085375387259869));
    QCOMPARE(y[2], 0.0F);
    QVERIFY(nearly(y[3], 0.8413447460685429));
    QVERIFY(nearly(y[4], 3 * 0.9986501019683699));
    QVERIFY(y[5] <= 0 && y[5] > -1e-30F);
    QCOMPARE(y[6], infinity);
    QVERIFY(std::isnan(y[7]));
}

void TestModel::first_positions_are_known() {
    Tensor encoding;
    QVERIFY(positionalEncoding(3, 4, {}, encoding));
    for (Index column = 0; column < 4; ++column)
        QCOMPARE(encoding(0, column), column % 2 ? 1.0F : 0.0F);
    QVERIFY(nearly(encoding(1, 0), 0.8414709848078965)); // sin 1
    QVERIFY(nearly(encoding(1, 1), 0.5403023058681398)); // cos 1
    QVERIFY(nearly(encoding(2, 2), 0.0199986666933331)); // sin 2/100
    QVERIFY(nearly(encoding(2, 3), 0.9998000066665778)); // cos 2/100
}

void TestModel::odd_width_ends_with_a_sine() {
    Tensor encoding;
    QVERIFY(positionalEncoding(2, 3, {}, encoding));
    QVERIFY(nearly(encoding(1, 2), std::sin(std::pow(10000.0, -2.0 / 3))));
    QVERIFY(positionalEncoding(2, 1, {}, encoding));
    QVERIFY(nearly(encoding(1, 0), std::sin(1.0)));
}

void TestModel::without_residual_nothing_is_added() {
    for (const NormPlacement placement : {NormPlacement::Post, NormPlacement::Pre}) {
        ModelShape shape;
        shape.config.residual = false;
        shape.config.placement = placement;
        const Trace trace = runModel(randomModel(shape)).value();
        for (const TraceStep& step : trace.steps())
            QVERIFY(step.operation != Operation::Add);
    }
}

void TestModel::value_input_of_its_own_gets_no_positions() {
    ModelShape shape;
    shape.config.architecture = Architecture::Attention;
    shape.config.positions = true;
    shape.attention.cross = shape.attention.valuesApart = true;
    const ModelProblem problem = randomModel(shape);
    const Trace trace = runModel(problem).value();
    const TraceStep* value = trace.find(TensorName::ProjectedValue);
    const TraceStep* key = trace.find(TensorName::ProjectedKey);
    QVERIFY(value && key);
    QCOMPARE(trace[value->operands[0]].name, TensorName::ValueInput);
    QCOMPARE(qualifiedName(trace[key->operands[0]]),
             std::string("source/positions/embedded_input"));
}

void TestModel::decoder_reads_the_last_layer_of_the_encoder() {
    for (const NormPlacement placement : {NormPlacement::Post, NormPlacement::Pre}) {
        ModelShape shape;
        shape.config.architecture = Architecture::EncoderDecoder;
        shape.config.layers = 3;
        shape.config.placement = placement;
        const Trace trace = runModel(randomModel(shape)).value();
        const std::string memory = placement == NormPlacement::Post
                                       ? "encoder/2/feed_forward_norm/norm_output"
                                       : "encoder/norm/norm_output";
        for (int layer = 0; layer < 3; ++layer) {
            const std::string scope = "decoder/" + std::to_string(layer) + "/cross_attention";
            for (const TensorName name : {TensorName::ProjectedKey, TensorName::ProjectedValue})
                QCOMPARE(qualifiedName(trace[trace.find(name, scope)->operands[0]]), memory);
        }
    }
}

void TestModel::softmax_over_the_vocabulary_is_by_rows() {
    ModelShape shape;
    shape.vocabulary = 3;
    const Trace trace = runModel(randomModel(shape)).value();
    const Tensor& logits = trace.find(TensorName::Logits, "prediction")->result;
    const Tensor& probabilities = trace.find(TensorName::Probabilities, "prediction")->result;
    QVERIFY(logits.axes() == (Axes{Axis::Batch, Axis::Sequence, Axis::Vocabulary}));
    double sum = 0;
    for (Index word = 0; word < 3; ++word)
        sum += std::exp(static_cast<double>(logits(1, 2, word)));
    for (Index word = 0; word < 3; ++word)
        QVERIFY(nearly(probabilities(1, 2, word),
                       std::exp(static_cast<double>(logits(1, 2, word))) / sum));
}

void TestModel::automatic_hidden_width_is_four_times_the_model() {
    ModelShape shape;
    shape.attention.modelDim = 5;
    const Trace trace = runModel(randomModel(shape)).value();
    const TraceStep* hidden = trace.find(TensorName::Hidden, "encoder/0/feed_forward");
    QVERIFY(hidden);
    QCOMPARE(hidden->result.size(2), Index{20});
    QVERIFY(hidden->result.axes() == (Axes{Axis::Batch, Axis::Sequence, Axis::HiddenDim}));
}

void TestModel::what_is_wrong_is_said_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* says, Change change) {
        QTest::newRow(name) << std::move(change) << QString::fromUtf8(says);
    };
    const float nan = std::nanf("");
    row("no_layer", "the number of layers is 0; it must be at least 1",
        [](ModelProblem& p) { p.config.layers = 0; });
    row("a_layer_without_weights", "2 encoder layers and the model has 3",
        [](ModelProblem& p) { p.config.layers = 3; });
    row("a_decoder_too_few", "1 decoder layers and the model has 2", [](ModelProblem& p) {
        const Parameters whole = p.attention.weights;
        for (const Parameters::Entry& entry : whole.entries()) {
            if (entry.scope.part == ModelPart::Decoder && entry.scope.layer == 1)
                p.attention.weights.erase(entry.role, entry.scope);
        }
    });
    row("decoders_of_an_encoder", "2 decoder layers and the model has 0", [](ModelProblem& p) {
        p.config.architecture = Architecture::Encoder;
        p.attention.keyInput.reset();
    });
    row("no_hidden_unit", "d_ff is 0; it must be at least 1",
        [](ModelProblem& p) { p.config.feedForwardDim = 0; });
    row("no_epsilon", "ε of the norms is 0", [](ModelProblem& p) { p.config.epsilon = 0; });
    row("epsilon_is_not_a_number", "ε of the norms is nan",
        [nan](ModelProblem& p) { p.config.epsilon = nan; });
    row("heads_that_do_not_divide", "heads", [](ModelProblem& p) {
        p.attention.config.keyDim.reset();
        p.attention.config.heads = 4;
    });
    row("no_source", "key_input is missing", [](ModelProblem& p) { p.attention.keyInput.reset(); });
    row("values_apart", "there is a value_input",
        [](ModelProblem& p) { p.attention.valueInput = p.attention.queryInput; });
    row("keys_of_an_encoder", "an encoder reads one sequence",
        [](ModelProblem& p) { p.config.architecture = Architecture::Encoder; });
    row("padding_of_no_source", "only an encoder with a decoder has a source", [](ModelProblem& p) {
        p.config.architecture = Architecture::Encoder;
        p.attention.keyInput.reset();
        p.sourcePadding = Tensor::filled({2, 5}, {Axis::Batch, Axis::Key}, 1);
    });
    row("padding_of_another_source", "the key padding has shape (2, 4); it must have shape (2, 5)",
        [](ModelProblem& p) {
            p.sourcePadding = Tensor::filled({2, 4}, {Axis::Batch, Axis::Key}, 1);
        });
    row("a_batch_of_other_sources", "key_input has batch 3", [](ModelProblem& p) {
        p.attention.keyInput = ProblemMaker(1).normal({3, 5, 6});
    });
    row("a_wider_source", "key_input", [](ModelProblem& p) {
        p.attention.keyInput = ProblemMaker(1).normal({2, 5, 7});
    });
    row("a_mask_of_another_size", "may_attend has shape (3, 3)", [](ModelProblem& p) {
        p.attention.mask.mayAttend = Tensor::filled({3, 3}, {Axis::Query, Axis::Key}, 1);
    });
    row("attention_of_another_width", "decoder/1/cross_attention/value_weight has shape (5, 6)",
        [](ModelProblem& p) {
            set(p.attention.weights, "decoder/1/cross_attention/value_weight",
                ProblemMaker(1).normal({5, 6}));
        });
    row("a_short_gain",
        "encoder/1/feed_forward_norm/norm_gain has shape (5,); it must have shape "
        "(6,) (d_model)",
        [](ModelProblem& p) {
            set(p.attention.weights, "encoder/1/feed_forward_norm/norm_gain",
                ProblemMaker(1).normal({5}));
        });
    row("a_hidden_matrix_turned_round",
        "encoder/0/feed_forward/hidden_weight has shape (24, 6); "
        "it must have shape (6, 24) (d_model, d_ff)",
        [](ModelProblem& p) {
            const ParameterPath place = "encoder/0/feed_forward/hidden_weight";
            set(p.attention.weights, place, at(p.attention.weights, place).transposed(0, 1));
        });
    row("a_wrong_hidden_bias", "decoder/0/feed_forward/hidden_bias has shape (1,)",
        [](ModelProblem& p) {
            set(p.attention.weights, "decoder/0/feed_forward/hidden_bias", vectorOf({1}));
        });
    row("nan_in_a_weight", "decoder/1/feed_forward/feed_forward_weight[i=2, j=3] is not a number",
        [nan](ModelProblem& p) {
            spoil(p, "decoder/1/feed_forward/feed_forward_weight", {2, 3}, nan);
        });
    row("infinity_in_a_shift", "decoder/0/cross_attention_norm/norm_shift[j=4] is infinite",
        [](ModelProblem& p) {
            spoil(p, "decoder/0/cross_attention_norm/norm_shift", {4}, HUGE_VALF);
        });
    row("nan_in_an_input", "key_input[b=1, s=2, d=3] is not a number", [nan](ModelProblem& p) {
        p.attention.keyInput = p.attention.keyInput->withElement({1, 2, 3}, nan);
    });
    row("nan_in_attention", "encoder/1/self_attention/query_weight[i=0, j=1] is not a number",
        [nan](ModelProblem& p) {
            spoil(p, "encoder/1/self_attention/query_weight", {0, 1}, nan);
        });
    row("norms_first_without_the_last_norm", "encoder/norm/norm_gain is missing among the weights",
        [](ModelProblem& p) { p.config.placement = NormPlacement::Pre; });
    row("a_bias_without_a_vocabulary", "prediction/vocabulary_weight is missing among the weights",
        [](ModelProblem& p) { set(p.attention.weights, "prediction/vocabulary_bias", Tensor()); });
    row("a_vocabulary_of_two_sizes",
        "prediction/vocabulary_bias has shape (2,); it must have shape (3,)", [](ModelProblem& p) {
            set(p.attention.weights, "prediction/vocabulary_weight",
                ProblemMaker(1).normal({6, 3}));
            set(p.attention.weights, "prediction/vocabulary_bias", vectorOf({1, 2}));
        });
}

void TestModel::what_is_wrong_is_said() {
    QFETCH(Change, change);
    QFETCH(QString, says);
    ModelShape shape;
    shape.config.architecture = Architecture::EncoderDecoder;
    shape.config.layers = 2;
    ModelProblem problem = randomModel(shape);
    QVERIFY(validate(problem).ok());
    change(problem);
    const Status status = validate(problem);
    QVERIFY(!status.ok());
    const QString text = QString::fromStdString(status.error().text());
    QVERIFY2(text.contains(says), qPrintable(text));
    const Result<Trace> trace = runModel(problem);
    QVERIFY(!trace.ok());
    QCOMPARE(trace.error().text(), status.error().text());
}

void TestModel::plain_attention_is_refused_in_the_same_words() {
    ModelShape shape;
    shape.config.architecture = Architecture::Attention;
    ModelProblem problem = randomModel(shape);
    problem.attention.weights.set(Role::QueryWeight, ProblemMaker(1).normal({2, 2}));
    for (const bool positions : {false, true}) {
        problem.config.positions = positions;
        const Result<Trace> trace = runModel(problem);
        QVERIFY(!trace.ok());
        QCOMPARE(trace.error().text(), runAttention(problem.attention).error().text());
    }
}

void TestModel::too_much_memory_is_refused_before_it_is_taken() {
    ModelShape shape;
    shape.config.layers = 12;
    shape.attention.batch = 1;
    shape.attention.queries = 8;
    shape.attention.modelDim = shape.attention.keyDim = shape.attention.valueDim = 1;
    shape.attention.heads = 8;
    ModelProblem problem = randomModel(shape);
    QVERIFY(validate(problem).ok());
    // One layer of this would fit, twelve do not: 12 · 3 · 8 · 6000² · 4 bytes and more.
    problem.attention.queryInput =
        Tensor::filled({1, 6000, 1}, {Axis::Batch, Axis::Sequence, Axis::ModelDim}, 1);
    constexpr Index limit = Index{8} << 30;
    QVERIFY(*traceBytes(problem) > limit);
    const Status fits = checkMemory(traceBytes(problem), limit);
    QVERIFY(!fits);
    QVERIFY2(fits.error().text().find("the stages would need 39") != std::string::npos,
             fits.error().text().c_str());
    QVERIFY(checkMemory(traceBytes(problem), *traceBytes(problem)));
    QVERIFY(!checkMemory(traceBytes(problem), *traceBytes(problem) - 1));
    problem.config.layers = 1;
    QVERIFY(checkMemory(traceBytes(problem), limit));
}

void TestModel::cancelled_runs_say_so() {
    for (const Architecture architecture :
         {Architecture::Encoder, Architecture::EncoderDecoder, Architecture::Attention}) {
        ModelShape shape;
        shape.config.architecture = architecture;
        shape.config.positions = true;
        RunOptions options;
        options.cancellation = CancellationToken::create();
        options.cancellation.cancel();
        const Result<Trace> trace = runModel(randomModel(shape), options);
        QVERIFY(!trace.ok());
        QCOMPARE(trace.error().text(), std::string("the computation was cancelled"));
    }
}

void TestModel::cancelled_runs_stop_soon() {
    ModelShape shape;
    shape.config.layers = 12;
    shape.attention.batch = 1;
    shape.attention.queries = 400;
    shape.attention.modelDim = 64;
    shape.attention.keyDim = shape.attention.valueDim = 32;
    const ModelProblem problem = randomModel(shape);
    const auto whole = runModel(problem).value().steps().size();
    QVERIFY(whole > 12 * 25);
    // Whenever it is cancelled, the run ends; with the whole trace or with the sentence.
    for (int microseconds = 0; microseconds < 20000; microseconds += 2500) {
        RunOptions options;
        options.cancellation = CancellationToken::create();
        std::optional<Result<Trace>> trace;
        std::thread runner([&] { trace = runModel(problem, options); });
        std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
        options.cancellation.cancel();
        runner.join();
        QVERIFY(trace->ok() ? trace->value().steps().size() == whole
                            : trace->error().text() == "the computation was cancelled");
    }
}

HEADSCOPE_TEST(TestModel, QCoreApplication)
#include "test_model.moc"
