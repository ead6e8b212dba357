// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of models: pure functions that keep what overlaps.
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "support/edits.h"
#include "support/example.h"
#include "support/experiment_from_json.h"
#include "support/parameter_paths.h"
#include "support/test_program.h"
#include "transformer/run_model.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace headscope;
using namespace headscope::testing;

namespace {

ModelConfig config(Architecture architecture, Index layers = 1) {
    ModelConfig model;
    model.architecture = architecture;
    model.layers = layers;
    return model;
}

Experiment changed(const Experiment& experiment, const ModelConfig& model) {
    Result<Experiment> next = withModel(experiment, model);
    if (!next)
        qFatal("%s", next.error().text().c_str());
    return std::move(next).value();
}

/// Whether the engine takes it.
bool runs(const Experiment& experiment) {
    return runModel(modelProblemOf(experiment)).ok();
}

} // namespace

class TestModelEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void weights_move_into_the_first_layer_and_back();
    void a_source_comes_to_be_as_a_copy_and_goes_again();
    void keys_of_another_language_stay_the_source();
    void layers_that_go_and_come_back_are_the_same();
    void a_typed_number_survives_what_does_not_concern_it();
    void every_layer_has_numbers_of_its_own();
    void as_many_layers_as_memory_holds();
    void an_edit_touches_one_parameter_alone();
    void sizes_refit_all_layers();
    void seed_regenerates_all_layers();
    void identity_regenerates_all_layers();
    void biases_come_and_go_in_all_layers();
    void new_layers_have_the_biases_of_the_first();
    void norms_first_have_one_more_norm();
    void an_rms_norm_has_no_shift_and_a_layer_norm_gets_it_again();
    void a_gate_comes_and_goes_in_all_layers();
    void rotary_positions_want_pairs();
    void vocabulary_makes_the_prediction();
    void numbers_keep_their_size_through_twelve_layers();

    void every_parameter_of_the_trace_can_be_edited_data();
    void every_parameter_of_the_trace_can_be_edited();
    void masks_are_found_where_they_hold();
    void a_mask_of_a_decoder_has_the_size_of_the_target();
    void unknown_places_are_refused_data();
    void unknown_places_are_refused();
    void wrong_models_are_refused_data();
    void wrong_models_are_refused();
    void padding_of_both_sides_reaches_the_engine();
    void an_edited_model_is_not_the_example_any_more();
};

void TestModelEdit::weights_move_into_the_first_layer_and_back() {
    const Experiment start = ticket();
    for (const Architecture architecture : {Architecture::Encoder, Architecture::EncoderDecoder}) {
        const Experiment stack = changed(start, config(architecture, 2));
        QVERIFY(blockOf(stack.weights, "encoder/0/self_attention") == start.weights);
        QVERIFY(runs(stack));
        const Experiment back = changed(stack, {});
        QVERIFY(back.weights == start.weights);
        QVERIFY(back.queryInput == start.queryInput);
        QVERIFY(!back.keyTokens && !back.keyInput);
    }
}

void TestModelEdit::a_source_comes_to_be_as_a_copy_and_goes_again() {
    const Experiment e = changed(ticket(), config(Architecture::EncoderDecoder));
    QVERIFY(e.keyTokens == e.tokens);
    QVERIFY(*e.keyInput == e.queryInput);
    // An edited source is no copy any more, and stays as the keys of cross-attention.
    const Experiment edited = *withTokens(e, TokenSide::Key, 0, {"我", "有", "一只", "猫"});
    QVERIFY(runs(edited));
    const Experiment cross = changed(edited, {});
    QVERIFY(cross.isCross());
    QCOMPARE(cross.keyLength(), Index{4});
    QVERIFY(runs(cross));
    const Experiment encoder = changed(edited, config(Architecture::Encoder));
    QVERIFY(!encoder.isCross() && !encoder.keyInput);
    QVERIFY(runs(encoder));
}

void TestModelEdit::keys_of_another_language_stay_the_source() {
    const Experiment cross = findExample("cross")->make();
    const Experiment e = changed(cross, config(Architecture::EncoderDecoder));
    QVERIFY(e.keyTokens == cross.keyTokens);
    QVERIFY(*e.keyInput == *cross.keyInput);
    QVERIFY(runs(e));
    // A key input of another width takes d_model.
    Experiment oneRow = findExample("one-row")->make();
    oneRow = *withModelDim(oneRow, 1);
    QVERIFY(runs(changed(oneRow, config(Architecture::EncoderDecoder))));
}

void TestModelEdit::layers_that_go_and_come_back_are_the_same() {
    const Experiment three = changed(ticket(), config(Architecture::EncoderDecoder, 3));
    const Experiment one = changed(three, config(Architecture::EncoderDecoder, 1));
    QCOMPARE(layersOf(one.weights, ModelPart::Encoder), std::size_t{1});
    QCOMPARE(layersOf(one.weights, ModelPart::Decoder), std::size_t{1});
    QVERIFY(changed(one, three.model) == three);
    const Experiment twelve = changed(three, config(Architecture::EncoderDecoder, 12));
    for (const Parameters::Entry& entry : three.weights.entries())
        QVERIFY(*twelve.weights.find(entry.role, entry.scope) == entry.tensor);
}

void TestModelEdit::a_typed_number_survives_what_does_not_concern_it() {
    Experiment e = changed(ticket(), config(Architecture::Encoder, 2));
    e = *withCell(e, "encoder/1/feed_forward", TensorName::HiddenWeight, {1, 2}, 42);
    e = *withCell(e, "encoder/1/self_attention_norm", TensorName::NormShift, {3}, 43);
    ModelConfig model = e.model;
    model.feedForwardDim = 3;
    model.activation = Activation::Gelu;
    model.norm = NormKind::Batch;
    model.placement = NormPlacement::Pre;
    model.residual = false;
    model.positions = true;
    model.layers = 5;
    const Experiment next = *withHeads(changed(e, model), 2);
    const Tensor& hidden = at(next.weights, "encoder/1/feed_forward/hidden_weight");
    QCOMPARE(hidden(1, 2), 42.0F);
    QCOMPARE(at(next.weights, "encoder/1/self_attention_norm/norm_shift")(3), 43.0F);
    QCOMPARE(hidden.size(1), Index{3});
    QVERIFY(runs(next));
}

void TestModelEdit::every_layer_has_numbers_of_its_own() {
    const Experiment e = changed(ticket(), config(Architecture::EncoderDecoder, 3));
    std::vector<float> firsts;
    for (const Parameters::Entry& entry : e.weights.entries()) {
        if (entry.tensor.rank() == 2)
            firsts.push_back(entry.tensor(0, 0));
    }
    QCOMPARE(firsts.size(), std::size_t{3 * 6 + 3 * 10});
    std::ranges::sort(firsts);
    QVERIFY(std::ranges::adjacent_find(firsts) == firsts.end());
}

void TestModelEdit::as_many_layers_as_memory_holds() {
    const Experiment e = changed(ticket(), config(Architecture::Encoder, 48));
    QCOMPARE(layersOf(e.weights, ModelPart::Encoder), std::size_t{48});
    QVERIFY(runs(e));
    QVERIFY(*experimentFromJson(experimentToJson(e)) == e);
}

void TestModelEdit::an_edit_touches_one_parameter_alone() {
    const Experiment before = changed(ticket(), config(Architecture::EncoderDecoder, 3));
    const Scope scope = scopeAt("decoder/2/feed_forward");
    const Experiment after = *withCell(before, scope.path(), TensorName::HiddenWeight, {1, 2}, 42);
    QVERIFY(!(after.weights == before.weights));
    QCOMPARE(after.weights.entries().size(), before.weights.entries().size());
    for (const Parameters::Entry& entry : before.weights.entries()) {
        const bool edited = entry.role == Role::HiddenWeight && entry.scope == scope;
        QCOMPARE(after.weights.at(entry.role, entry.scope).sharesStorageWith(entry.tensor),
                 !edited);
    }
    // What does not concern the weights leaves them one and the same.
    const Experiment words = *withTokens(before, TokenSide::Query, 0, {"我", "请"});
    QVERIFY(words.weights.entries().data() == before.weights.entries().data());
}

void TestModelEdit::sizes_refit_all_layers() {
    Experiment e = findExample("encoder-decoder")->make();
    e = *withModelDim(e, 12);
    e = *withHeads(e, 3);
    e = *withValueDim(e, 5);
    for (const std::string layer : {"decoder/0/", "decoder/1/"}) {
        QVERIFY(at(e.weights, layer + "cross_attention/value_weight").shape() == (Shape{12, 15}));
        QVERIFY(at(e.weights, layer + "cross_attention_norm/norm_gain").shape() == (Shape{12}));
        QVERIFY(at(e.weights, layer + "feed_forward/hidden_weight").shape() == (Shape{12, 48}));
    }
    QVERIFY(at(e.weights, "prediction/vocabulary_weight").shape() == (Shape{12, 5}));
    QCOMPARE(e.keyInput->size(2), Index{12});
    QVERIFY(runs(e));
}

void TestModelEdit::seed_regenerates_all_layers() {
    Experiment e = changed(ticket(), config(Architecture::EncoderDecoder, 2));
    e = *withVocabulary(e, {"a", "b"});
    e = *withCell(e, "decoder/1/cross_attention_norm", TensorName::NormGain, {0}, 9);
    const Experiment next = withSeed(e, 77);
    const auto differ = [](const Tensor& a, const Tensor& b) {
        return a.shape() == b.shape() && a(0, 0) != b(0, 0) && a(1, 1) != b(1, 1);
    };
    int matrices = 0;
    for (const Parameters::Entry& entry : e.weights.entries()) {
        if (entry.tensor.rank() != 2)
            continue;
        QVERIFY(differ(entry.tensor, next.weights.at(entry.role, entry.scope)));
        ++matrices;
    }
    QCOMPARE(matrices, 2 * 6 + 2 * 10 + 1);
    // Typed, not from the seed.
    QCOMPARE(at(next.weights, "decoder/1/cross_attention_norm/norm_gain")(0), 9.0F);
    // The same seed gives the same again.
    QVERIFY(withSeed(next, 77) == next);
}

void TestModelEdit::identity_regenerates_all_layers() {
    const Experiment e = withWeightSource(changed(ticket(), config(Architecture::Encoder, 2)),
                                          {WeightSource::Kind::Identity, 1});
    for (const std::string layer : {"encoder/0/", "encoder/1/"}) {
        QCOMPARE(at(e.weights, layer + "feed_forward/hidden_weight")(2, 2), 1.0F);
        QCOMPARE(at(e.weights, layer + "feed_forward/hidden_weight")(2, 3), 0.0F);
        QCOMPARE(at(e.weights, layer + "self_attention/value_weight")(3, 3), 1.0F);
    }
}

void TestModelEdit::biases_come_and_go_in_all_layers() {
    const Experiment start = changed(ticket(), config(Architecture::EncoderDecoder, 2));
    const Experiment with = withBiases(start, true);
    for (const std::string layer : {"decoder/0/", "decoder/1/"}) {
        QVERIFY(find(with.weights, layer + "self_attention/output_bias"));
        QVERIFY(at(with.weights, layer + "cross_attention/query_bias").shape() == (Shape{16}));
    }
    QVERIFY(find(with.weights, "encoder/0/self_attention/query_bias"));
    QVERIFY(runs(with));
    QVERIFY(withBiases(with, false) == start);
}

void TestModelEdit::new_layers_have_the_biases_of_the_first() {
    Experiment e = withBiases(changed(ticket(), config(Architecture::Encoder, 1)), true);
    e = *withCell(e, "encoder/0/self_attention", TensorName::KeyBias, {0}, 5);
    e = changed(e, config(Architecture::Encoder, 2));
    QCOMPARE(at(e.weights, "encoder/1/self_attention/key_bias")(0), 0.0F);
    QCOMPARE(at(e.weights, "encoder/0/self_attention/key_bias")(0), 5.0F);
    QVERIFY(runs(e));
}

void TestModelEdit::an_rms_norm_has_no_shift_and_a_layer_norm_gets_it_again() {
    ModelConfig model = config(Architecture::Encoder, 2);
    const Experiment layer = changed(ticket(), model);
    model.norm = NormKind::Rms;
    const Experiment rms = changed(layer, model);
    QVERIFY(find(rms.weights, "encoder/1/self_attention_norm/norm_gain"));
    QVERIFY(!find(rms.weights, "encoder/1/self_attention_norm/norm_shift"));
    QVERIFY(runs(rms));
    model.placement = NormPlacement::Pre;
    model.norm = NormKind::Layer;
    const Experiment again = changed(rms, model);
    QVERIFY(find(again.weights, "encoder/1/self_attention_norm/norm_shift"));
    QVERIFY(find(again.weights, "encoder/norm/norm_shift"));
    QVERIFY(runs(again));
}

void TestModelEdit::a_gate_comes_and_goes_in_all_layers() {
    ModelConfig model = config(Architecture::Encoder, 2);
    const Experiment plain = changed(ticket(), model);
    model.gated = true;
    model.activation = Activation::Silu;
    const Experiment gated = changed(plain, model);
    for (const char* name : {"gate_weight", "gate_bias"}) {
        const Tensor* const gate =
            find(gated.weights, std::string("encoder/1/feed_forward/") + name);
        QVERIFY(gate && gate->shape().back() == 16);
    }
    QVERIFY(runs(gated));
    model.gated = false;
    model.activation = Activation::Relu;
    QVERIFY(changed(gated, model) == plain);
    // Without the bias of W_1 none comes with the gate, and it runs as well.
    Experiment bare = plain;
    bare.weights.erase(Role::HiddenBias, *Scope::parse("encoder/0/feed_forward"));
    model.gated = true;
    bare = changed(bare, model);
    QVERIFY(!find(bare.weights, "encoder/0/feed_forward/hidden_bias"));
    QVERIFY(!find(bare.weights, "encoder/0/feed_forward/gate_bias"));
    QVERIFY(find(bare.weights, "encoder/1/feed_forward/gate_bias"));
    QVERIFY(runs(bare));
}

void TestModelEdit::rotary_positions_want_pairs() {
    Experiment e = changed(ticket(), config(Architecture::Encoder, 1));
    ModelConfig model = e.model;
    model.rotaryTheta = 10000.0F;
    QVERIFY(runs(changed(e, model)));
    e.config.keyDim = 3;
    const Result<Experiment> odd = withModel(e, model);
    QVERIFY(!odd && odd.error().text().find("must be even") != std::string::npos);
}

void TestModelEdit::norms_first_have_one_more_norm() {
    ModelConfig model = config(Architecture::EncoderDecoder, 1);
    const Experiment post = changed(ticket(), model);
    QVERIFY(!find(post.weights, "encoder/norm/norm_gain"));
    QVERIFY(!find(post.weights, "decoder/norm/norm_gain"));
    model.placement = NormPlacement::Pre;
    const Experiment pre = changed(post, model);
    QVERIFY(find(pre.weights, "encoder/norm/norm_gain"));
    QVERIFY(find(pre.weights, "decoder/norm/norm_shift"));
    for (const Parameters::Entry& entry : post.weights.entries())
        QVERIFY(*pre.weights.find(entry.role, entry.scope) == entry.tensor);
    model.architecture = Architecture::Encoder;
    QVERIFY(!find(changed(pre, model).weights, "decoder/norm/norm_gain"));
    QVERIFY(runs(pre));
}

void TestModelEdit::vocabulary_makes_the_prediction() {
    Experiment e = changed(ticket(), config(Architecture::Encoder));
    QVERIFY(!find(e.weights, "prediction/vocabulary_weight"));
    e = *withVocabulary(e, {"飞机", "火车", "汽车"});
    QVERIFY(at(e.weights, "prediction/vocabulary_weight").shape() == (Shape{4, 3}));
    const float kept = at(e.weights, "prediction/vocabulary_weight")(1, 1);
    e = *withVocabulary(e, {"飞机", "火车"});
    QCOMPARE(at(e.weights, "prediction/vocabulary_weight")(1, 1), kept);
    QVERIFY(runs(e));
    QVERIFY(!find(withVocabulary(e, {})->weights, "prediction/vocabulary_weight"));
    QVERIFY(!withVocabulary(e, {""}).ok());
    // As many words as GPT-2 has; memory is the limit.
    QVERIFY(runs(*withVocabulary(e, TokenList(50257, "x"))));
    QVERIFY(!withVocabulary(e, TokenList((std::size_t{1} << 24) + 1, "x")).ok());
    // Plain attention keeps the words for later.
    const Experiment plain = changed(e, {});
    QVERIFY(runs(plain) && plain.vocabulary == e.vocabulary);
    QVERIFY(find(changed(plain, config(Architecture::Encoder)).weights,
                 "prediction/vocabulary_weight"));
}

void TestModelEdit::numbers_keep_their_size_through_twelve_layers() {
    for (const NormPlacement placement : {NormPlacement::Post, NormPlacement::Pre}) {
        for (const bool residual : {true, false}) {
            ModelConfig model = config(Architecture::EncoderDecoder, 12);
            model.placement = placement;
            model.residual = residual;
            const Trace trace =
                runModel(modelProblemOf(changed(findExample("concat")->make(), model))).value();
            for (const TraceStep& step : trace.steps()) {
                if (step.name != TensorName::Output && step.name != TensorName::Residual)
                    continue;
                for (const float value : step.result.contiguous().values())
                    QVERIFY(std::abs(value) < 1000);
            }
            // Tokens stay apart: the last norm still tells the first two.
            if (residual) {
                const Tensor& last = trace.steps().back().result;
                QVERIFY(std::abs(last(0, 0, 0) - last(0, 1, 0)) > 1e-3F);
            }
        }
    }
}

void TestModelEdit::every_parameter_of_the_trace_can_be_edited_data() {
    QTest::addColumn<QByteArray>("id");
    for (const char* id : {"ticket", "norms", "encoder-decoder", "stack"})
        QTest::newRow(id) << QByteArray(id);
}

void TestModelEdit::every_parameter_of_the_trace_can_be_edited() {
    QFETCH(QByteArray, id);
    const Experiment e = withBiases(findExample(id.toStdString())->make(), true);
    const Trace trace = runModel(modelProblemOf(e)).value();
    int parameters = 0;
    for (const TraceStep& step : trace.steps()) {
        const bool given =
            step.operation == Operation::Parameter || step.operation == Operation::Input;
        const Tensor* tensor = editableTensor(e, step.scope, step.name);
        if (step.operation != Operation::Mask)
            QCOMPARE(tensor != nullptr, given);
        if (!given)
            continue;
        ++parameters;
        QVERIFY(*tensor == step.result.withAxes(tensor->axes()));
        const Cell cell(tensor->rank(), 0);
        const Result<Experiment> next = withCell(e, step.scope, step.name, cell, 0.125F);
        QVERIFY(next.ok());
        QCOMPARE(editableTensor(*next, step.scope, step.name)->at(cell), 0.125F);
        QVERIFY(!(*next == e));
        // Changed there and nowhere else: set back, it is the same again.
        QVERIFY(*withCell(*next, step.scope, step.name, cell, tensor->at(cell)) == e);
    }
    QVERIFY(parameters >= 9);
}

void TestModelEdit::masks_are_found_where_they_hold() {
    Experiment e = changed(ticket(), config(Architecture::Encoder, 2));
    QVERIFY(!editableTensor(e, "encoder/0/self_attention", TensorName::MayAttend));
    e = *withPair(e, 0, 1, 2, false);
    const Tensor* mask = editableTensor(e, TensorName::MayAttend);
    QVERIFY(mask);
    QCOMPARE(editableTensor(e, "encoder/1/self_attention", TensorName::MayAttend), mask);
    QVERIFY(!editableTensor(e, "encoder/1/feed_forward", TensorName::MayAttend));
    QVERIFY(!editableTensor(e, "encoder/2/self_attention", TensorName::MayAttend));
    e = changed(e, config(Architecture::EncoderDecoder));
    QVERIFY(!editableTensor(e, "encoder/0/self_attention", TensorName::MayAttend));
    QVERIFY(editableTensor(e, "decoder/0/self_attention", TensorName::MayAttend));
    QVERIFY(!editableTensor(e, "decoder/0/cross_attention", TensorName::MayAttend));
    // In a stack the weights stand in the layers, and nowhere else.
    QVERIFY(!editableTensor(e, TensorName::QueryWeight));
}

void TestModelEdit::a_mask_of_a_decoder_has_the_size_of_the_target() {
    const Experiment start = findExample("encoder-decoder")->make();
    QVERIFY(maskToPaintOn(start).shape() == (Shape{1, 5, 5}));
    const Experiment e = *withPair(start, 0, 4, 4, false);
    QVERIFY(e.mayAttend->shape() == (Shape{1, 5, 5}));
    const Trace trace = runModel(modelProblemOf(e)).value();
    const Tensor& weights =
        trace.find(TensorName::AttentionWeights, "decoder/1/self_attention")->result;
    QCOMPARE(weights(0, 0, 4, 4), 0.0F);
    const Tensor& cross =
        trace.find(TensorName::AttentionWeights, "decoder/1/cross_attention")->result;
    QVERIFY(cross.shape() == (Shape{1, 2, 5, 4}));
    const Experiment shorter = *withTokens(e, TokenSide::Query, 0, {"<Begin>", "I"});
    QVERIFY(shorter.mayAttend->shape() == (Shape{1, 2, 2}));
    QVERIFY(runs(shorter));
}

void TestModelEdit::unknown_places_are_refused_data() {
    QTest::addColumn<QString>("scope");
    for (const char* scope :
         {"encoder", "encoder/", "encoder/2/self_attention", "encoder/-1/self_attention",
          "encoder/00x/self_attention", "encoder/99999999999999999999/feed_forward",
          "encoder/0/self_attention/", "encoder/0", "encoder/norm", "decoder/0/self_attention",
          "decoder/norm", "prediction", "positions", "encoder/0/self_attention_norm/batch", "/",
          "x"})
        QTest::newRow(scope) << QString::fromUtf8(scope);
}

void TestModelEdit::unknown_places_are_refused() {
    QFETCH(QString, scope);
    const Experiment e = changed(ticket(), config(Architecture::Encoder, 2));
    for (const TensorName name : {TensorName::QueryWeight, TensorName::NormGain,
                                  TensorName::HiddenBias, TensorName::VocabularyWeight}) {
        QVERIFY(!editableTensor(e, scope.toStdString(), name));
        const Result<Experiment> next = withCell(e, scope.toStdString(), name, {0}, 1);
        QVERIFY(!next.ok());
        QVERIFY(next.error().text().starts_with(scope.toStdString() + '/'));
    }
}

void TestModelEdit::wrong_models_are_refused_data() {
    using ConfigChange = std::function<void(ModelConfig&)>;
    QTest::addColumn<ConfigChange>("change");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* says, ConfigChange change) {
        QTest::newRow(name) << std::move(change) << QString::fromUtf8(says);
    };
    row("no_layer", "the number of layers is 0; it must be at least 1",
        [](ModelConfig& m) { m.layers = 0; });
    row("more_layers_than_memory_holds", "all layers together would have",
        [](ModelConfig& m) { m.layers = Index{1} << 40; });
    row("more_layers_than_can_be_counted", "all layers together would have",
        [](ModelConfig& m) { m.layers = std::numeric_limits<Index>::max(); });
    row("no_hidden_unit", "d_ff is 0", [](ModelConfig& m) { m.feedForwardDim = 0; });
    row("a_negative_width", "d_ff is -4", [](ModelConfig& m) { m.feedForwardDim = -4; });
    row("a_slip_of_the_finger", "d_ff is 1000000; it must be between 1 and 65536",
        [](ModelConfig& m) { m.feedForwardDim = 1000000; });
    row("no_epsilon", "ε of the norms", [](ModelConfig& m) { m.epsilon = 0; });
    row("negative_epsilon", "ε of the norms", [](ModelConfig& m) { m.epsilon = -1e-5F; });
}

void TestModelEdit::wrong_models_are_refused() {
    using ConfigChange = std::function<void(ModelConfig&)>;
    QFETCH(ConfigChange, change);
    QFETCH(QString, says);
    ModelConfig model = config(Architecture::Encoder);
    change(model);
    const Result<Experiment> next = withModel(ticket(), model);
    QVERIFY(!next.ok());
    QVERIFY2(QString::fromStdString(next.error().text()).contains(says),
             next.error().text().c_str());
    // Nothing that would be refused later is kept for later.
    model.architecture = Architecture::Attention;
    QVERIFY(!withModel(ticket(), model).ok() || model.feedForwardDim);
}

void TestModelEdit::padding_of_both_sides_reaches_the_engine() {
    Experiment e = findExample("encoder-decoder")->make();
    e = *withBatch(e, 2);
    e = *withTokens(e, TokenSide::Key, 1, {"猫"});
    e = *withTokens(e, TokenSide::Query, 1, {"<Begin>", "cat"});
    const ModelProblem problem = modelProblemOf(e);
    QVERIFY(problem.sourcePadding && problem.attention.mask.keyPadding);
    QVERIFY(problem.sourcePadding->shape() == (Shape{2, 4}));
    QVERIFY(problem.attention.mask.keyPadding->shape() == (Shape{2, 5}));
    const Trace trace = runModel(problem).value();
    const auto weights = [&](const char* scope) {
        return trace.find(TensorName::AttentionWeights, scope)->result;
    };
    QCOMPARE(weights("encoder/0/self_attention")(1, 0, 0, 1), 0.0F);
    QCOMPARE(weights("decoder/0/cross_attention")(1, 0, 1, 0), 1.0F);
    QCOMPARE(weights("decoder/0/self_attention")(1, 1, 4, 3), 0.0F);
    const ModelProblem open = modelProblemOf(withMaskPadding(e, false));
    QVERIFY(!open.sourcePadding && !open.attention.mask.keyPadding);
}

void TestModelEdit::an_edited_model_is_not_the_example_any_more() {
    for (const char* id : {"encoder-decoder", "stack", "norms"}) {
        const Experiment start = findExample(id)->make();
        QVERIFY(isUnedited(start));
        QVERIFY(isUnedited(*experimentFromJson(experimentToJson(start))));
        const Experiment e =
            *withCell(start, "encoder/0/feed_forward", TensorName::HiddenBias, {0}, 1);
        QVERIFY(!isUnedited(e));
        ModelConfig model = start.model;
        model.epsilon = 1e-6F;
        QVERIFY(!isUnedited(changed(start, model)));
    }
}

HEADSCOPE_TEST(TestModelEdit, QCoreApplication)
#include "test_model_edit.moc"
