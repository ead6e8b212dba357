// SPDX-License-Identifier: GPL-3.0-or-later
// Every cell of every step around attention is recomputed from nothing but its
// contributors; and a block cut out of a model is a trace that explains itself.
#include "operations/operation_info.h"
#include "run/analyses.h"
#include "support/random_model.h"
#include "support/recompute.h"
#include "support/test_program.h"
#include "trace/scopes.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {
/// A model's trace with what is told of its attentions beside what they compute.
Trace withAll(const Trace& trace) {
    return *withAnalyses(Run(std::make_shared<const Trace>(trace), {}))->trace();
}
} // namespace

class TestModelDependencies : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_cell_follows_from_its_contributors_data();
    void every_cell_follows_from_its_contributors();
    void layer_norm_takes_a_row_and_batch_norm_a_column();
    void every_block_explains_itself_data();
    void every_block_explains_itself();
    void blocks_stand_in_the_order_of_the_computation();
    void block_reads_what_the_one_before_gives();
    void slice_of_plain_attention_is_the_trace();
};

void TestModelDependencies::every_cell_follows_from_its_contributors_data() {
    QTest::addColumn<ModelShape>("shape");
    const auto row = [](const char* name, auto change) {
        ModelShape shape;
        shape.attention.queries = 3;
        shape.config.feedForwardDim = 5;
        change(shape);
        QTest::newRow(name) << shape;
    };
    using enum Architecture;
    row("encoder", [](auto&) {});
    row("encoder_without_residual", [](auto& s) { s.config.residual = false; });
    row("norm_first", [](auto& s) { s.config.placement = NormPlacement::Pre; });
    row("batch_norm", [](auto& s) { s.config.norm = NormKind::Batch; });
    row("rms_norm", [](auto& s) { s.config.norm = NormKind::Rms; });
    row("rms_norm_beside_layer_norm", [](auto& s) {
        s.config.norm = NormKind::Rms;
        s.config.compareNorms = true;
        s.config.placement = NormPlacement::Pre;
    });
    row("rotary_positions", [](auto& s) {
        s.config.rotaryTheta = 100.0F;
        s.attention.keyDim = 6;
    });
    row("rotary_positions_of_plain_attention", [](auto& s) {
        s.config.architecture = Attention;
        s.config.rotaryTheta = 10000.0F;
        s.attention.keyDim = 4;
        s.attention.cross = true;
    });
    row("rotary_positions_of_a_decoder", [](auto& s) {
        s.config.architecture = EncoderDecoder;
        s.config.rotaryTheta = 10000.0F;
        s.attention.keyDim = 2;
    });
    row("gated", [](auto& s) {
        s.config.gated = true;
        s.config.activation = Activation::Silu;
    });
    row("a_layer_of_llama", [](auto& s) {
        s.config.gated = true;
        s.config.activation = Activation::Silu;
        s.config.norm = NormKind::Rms;
        s.config.placement = NormPlacement::Pre;
        s.config.rotaryTheta = 10000.0F;
        s.attention.keyDim = 4;
        s.attention.biases = false;
        s.vocabulary = 5;
    });
    row("both_norms", [](auto& s) { s.config.compareNorms = true; });
    row("both_norms_batch_chosen", [](auto& s) {
        s.config.compareNorms = true;
        s.config.norm = NormKind::Batch;
    });
    for (const ActivationInfo& info : activations())
        row(info.name.data(), [&info](auto& s) { s.config.activation = info.activation; });
    row("positions", [](auto& s) { s.config.positions = true; });
    row("positions_before_plain_attention", [](auto& s) {
        s.config.architecture = Attention;
        s.config.positions = true;
        s.attention.cross = s.attention.valuesApart = true;
    });
    row("prediction", [](auto& s) { s.vocabulary = 7; });
    row("two_layers_under_masks", [](auto& s) {
        s.config.layers = 2;
        s.attention.causal = s.attention.padding = true;
        s.attention.additiveAxes = 4;
    });
    row("dropout", [](auto& s) { s.attention.dropout = 0.4F; });
    row("decoder", [](auto& s) { s.config.architecture = EncoderDecoder; });
    row("one_of_everything", [](auto& s) {
        s.attention.batch = s.attention.queries = s.attention.modelDim = s.attention.heads =
            s.attention.keyDim = s.attention.valueDim = 1;
        s.config.feedForwardDim = 1;
        s.config.positions = true;
        s.config.compareNorms = true;
        s.vocabulary = 1;
    });
    row("all_at_once", [](auto& s) {
        s.config.architecture = EncoderDecoder;
        s.config.layers = 2;
        s.config.activation = Activation::Gelu;
        s.config.placement = NormPlacement::Pre;
        s.config.positions = s.config.compareNorms = true;
        s.attention.causal = s.attention.padding = s.sourcePadding = true;
        s.attention.dropout = 0.2F;
        s.vocabulary = 4;
    });
}

void TestModelDependencies::every_cell_follows_from_its_contributors() {
    QFETCH(ModelShape, shape);
    for (const bool sequenceFirst : {false, true}) {
        for (const bool perHead : {false, true}) {
            shape.attention.sequenceFirst = sequenceFirst;
            shape.attention.perHead = perHead;
            const Result<Trace> trace = runModel(randomModel(shape));
            QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
            const std::string unexplained = firstUnexplained(withAll(*trace), shape.attention.seed);
            QVERIFY2(unexplained.empty(), unexplained.c_str());
        }
    }
}

void TestModelDependencies::layer_norm_takes_a_row_and_batch_norm_a_column() {
    ModelShape shape;
    shape.attention.batch = 1;
    shape.attention.queries = 2;
    shape.attention.modelDim = 3;
    shape.config.compareNorms = true;
    const Result<Trace> trace = runModel(randomModel(shape));
    QVERIFY(trace.ok());
    const std::string norm = "encoder/0/feed_forward_norm";
    const auto ofRow = contributors(*trace, *trace->indexOf(TensorName::Mean, norm), {0, 1, 0});
    QVERIFY(ofRow == (std::vector<Contributor>{{0, {0, 1, 0}}, {0, {0, 1, 1}}, {0, {0, 1, 2}}}));
    const auto ofColumn =
        contributors(*trace, *trace->indexOf(TensorName::Mean, norm + "/batch"), {0, 0, 2});
    QVERIFY(ofColumn == (std::vector<Contributor>{{0, {0, 0, 2}}, {0, {0, 1, 2}}}));
    // Both norms are made of the same matrix, γ and β.
    const TraceStep* layer = trace->find(TensorName::NormOutput, norm);
    const TraceStep* batch = trace->find(TensorName::NormOutput, norm + "/batch");
    QVERIFY(layer && batch);
    QCOMPARE(layer->operands[1], batch->operands[1]);
    QCOMPARE(layer->operands[2], batch->operands[2]);
    QVERIFY(!(layer->result == batch->result));
}

void TestModelDependencies::every_block_explains_itself_data() {
    every_cell_follows_from_its_contributors_data();
}

void TestModelDependencies::every_block_explains_itself() {
    QFETCH(ModelShape, shape);
    const Result<Trace> computed = runModel(randomModel(shape));
    QVERIFY2(computed.ok(), computed.ok() ? "" : computed.error().text().c_str());
    const Trace trace = withAll(*computed);
    const std::vector<TraceScope> scopes = scopesOf(trace);
    QVERIFY(!scopes.empty());
    std::size_t steps = 0;
    for (const TraceScope& scope : scopes) {
        const TraceSlice part = slice(trace, scope.path);
        QCOMPARE(part.origins.size(), part.trace.steps().size());
        const std::string unexplained =
            firstUnexplained(part.trace, shape.attention.seed, scope.path);
        QVERIFY2(unexplained.empty(), (scope.path + ": " + unexplained).c_str());
        for (std::size_t i = 0; i < part.origins.size(); ++i) {
            const TraceStep& whole = trace[part.origins[i]];
            QVERIFY(part.trace[i].result == whole.result);
            QVERIFY(part.trace[i].scope.empty());
            steps += whole.scope == scope.path;
        }
    }
    // Only inputs stand in no block, and in plain attention they do.
    const auto inBlock = std::ranges::count_if(trace.steps(), [&](const TraceStep& step) {
        return std::ranges::find(scopes, step.scope, &TraceScope::path) != scopes.end();
    });
    QCOMPARE(steps, static_cast<std::size_t>(inBlock));
    for (const TraceStep& step : trace.steps())
        QVERIFY(step.operation == Operation::Input ||
                std::ranges::find(scopes, step.scope, &TraceScope::path) != scopes.end());
}

void TestModelDependencies::blocks_stand_in_the_order_of_the_computation() {
    const auto pathsOf = [](const ModelShape& shape) {
        QStringList paths;
        for (const TraceScope& scope : scopesOf(runModel(randomModel(shape)).value()))
            paths << QString::fromStdString(scope.path);
        return paths;
    };
    ModelShape shape;
    shape.config.architecture = Architecture::EncoderDecoder;
    shape.config.positions = true;
    shape.vocabulary = 3;
    QCOMPARE(pathsOf(shape),
             (QStringList{"positions", "source/positions", "encoder/0/self_attention",
                          "encoder/0/self_attention_norm", "encoder/0/feed_forward",
                          "encoder/0/feed_forward_norm", "decoder/0/self_attention",
                          "decoder/0/self_attention_norm", "decoder/0/cross_attention",
                          "decoder/0/cross_attention_norm", "decoder/0/feed_forward",
                          "decoder/0/feed_forward_norm", "prediction"}));
    shape = {};
    shape.config.placement = NormPlacement::Pre;
    QCOMPARE(
        pathsOf(shape),
        (QStringList{"encoder/0/self_attention_norm", "encoder/0/self_attention",
                     "encoder/0/self_attention_residual", "encoder/0/feed_forward_norm",
                     "encoder/0/feed_forward", "encoder/0/feed_forward_residual", "encoder/norm"}));
    shape.config.residual = false;
    shape.config.compareNorms = true;
    QCOMPARE(pathsOf(shape),
             (QStringList{"encoder/0/self_attention_norm", "encoder/0/self_attention_norm/batch",
                          "encoder/0/self_attention", "encoder/0/feed_forward_norm",
                          "encoder/0/feed_forward_norm/batch", "encoder/0/feed_forward",
                          "encoder/norm", "encoder/norm/batch"}));
}

void TestModelDependencies::block_reads_what_the_one_before_gives() {
    ModelShape shape;
    shape.config.architecture = Architecture::EncoderDecoder;
    shape.config.layers = 2;
    const Trace trace = runModel(randomModel(shape)).value();
    const TraceSlice cross = slice(trace, "decoder/1/cross_attention");
    const Tensor& queries = cross.trace[TensorName::QueryInput];
    const Tensor& keys = cross.trace[TensorName::KeyInput];
    QVERIFY(queries == trace.find(TensorName::NormOutput, "decoder/1/self_attention_norm")->result);
    QVERIFY(keys == trace.find(TensorName::NormOutput, "encoder/1/feed_forward_norm")->result);
    const TraceSlice norm = slice(trace, "decoder/1/self_attention_norm");
    QVERIFY(norm.trace[TensorName::QueryInput] ==
            trace.find(TensorName::NormOutput, "decoder/0/feed_forward_norm")->result);
    QVERIFY(norm.trace[TensorName::Output] ==
            trace.find(TensorName::Output, "decoder/1/self_attention")->result);
}

void TestModelDependencies::slice_of_plain_attention_is_the_trace() {
    ModelShape shape;
    shape.config.architecture = Architecture::Attention;
    shape.attention.cross = true;
    const ModelProblem problem = randomModel(shape);
    const Trace trace = runModel(problem).value();
    QVERIFY(trace == runAttention(problem.attention).value());
    QVERIFY(slice(trace, "").trace == trace);
}

HEADSCOPE_TEST(TestModelDependencies, QCoreApplication)
#include "test_model_dependencies.moc"
