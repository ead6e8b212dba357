// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of models: pure functions that keep what overlaps.
#include "experiment/edit.h"
#include "experiment/examples.h"
#include "experiment/experiment_json.h"
#include "transformer/run_model.h"

#include <QtTest>

#include <cmath>
#include <functional>

using namespace headscope;

namespace {

Experiment ticket() {
    return findExample("ticket")->make();
}

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
    void sizes_refit_all_layers();
    void seed_regenerates_all_layers();
    void identity_regenerates_all_layers();
    void biases_come_and_go_in_all_layers();
    void new_layers_have_the_biases_of_the_first();
    void norms_first_have_one_more_norm();
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
        QVERIFY(stack.modelWeights.encoder[0].selfAttention == start.weights);
        QVERIFY(runs(stack));
        const Experiment back = changed(stack, {});
        QVERIFY(back.weights == start.weights);
        QVERIFY(back.modelWeights == ModelWeights());
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
    QCOMPARE(one.modelWeights.encoder.size(), std::size_t{1});
    QCOMPARE(one.modelWeights.decoder.size(), std::size_t{1});
    QVERIFY(changed(one, three.model) == three);
    const Experiment twelve = changed(three, config(Architecture::EncoderDecoder, 12));
    for (std::size_t i = 0; i < 3; ++i) {
        QVERIFY(twelve.modelWeights.encoder[i] == three.modelWeights.encoder[i]);
        QVERIFY(twelve.modelWeights.decoder[i] == three.modelWeights.decoder[i]);
    }
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
    QCOMPARE(next.modelWeights.encoder[1].feedForward.hidden(1, 2), 42.0F);
    QCOMPARE(next.modelWeights.encoder[1].selfAttentionNorm.shift(3), 43.0F);
    QCOMPARE(next.modelWeights.encoder[1].feedForward.hidden.size(1), Index{3});
    QVERIFY(runs(next));
}

void TestModelEdit::every_layer_has_numbers_of_its_own() {
    const Experiment e = changed(ticket(), config(Architecture::EncoderDecoder, 3));
    std::vector<float> firsts;
    for (const EncoderLayerWeights& layer : e.modelWeights.encoder) {
        firsts.push_back(layer.selfAttention.query(0, 0));
        firsts.push_back(layer.selfAttention.key(0, 0));
        firsts.push_back(layer.feedForward.hidden(0, 0));
        firsts.push_back(layer.feedForward.output(0, 0));
    }
    for (const DecoderLayerWeights& layer : e.modelWeights.decoder) {
        firsts.push_back(layer.selfAttention.query(0, 0));
        firsts.push_back(layer.crossAttention.query(0, 0));
        firsts.push_back(layer.feedForward.hidden(0, 0));
    }
    std::ranges::sort(firsts);
    QVERIFY(std::ranges::adjacent_find(firsts) == firsts.end());
}

void TestModelEdit::sizes_refit_all_layers() {
    Experiment e = findExample("encoder-decoder")->make();
    e = *withModelDim(e, 12);
    e = *withHeads(e, 3);
    e = *withValueDim(e, 5);
    for (const DecoderLayerWeights& layer : e.modelWeights.decoder) {
        QVERIFY(layer.crossAttention.value.shape() == (Shape{12, 15}));
        QVERIFY(layer.crossAttentionNorm.gain.shape() == (Shape{12}));
        QVERIFY(layer.feedForward.hidden.shape() == (Shape{12, 48}));
    }
    QVERIFY(e.modelWeights.prediction->weight.shape() == (Shape{12, 5}));
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
    const ModelWeights& a = e.modelWeights;
    const ModelWeights& b = next.modelWeights;
    for (std::size_t i = 0; i < 2; ++i) {
        QVERIFY(differ(a.encoder[i].selfAttention.query, b.encoder[i].selfAttention.query));
        QVERIFY(differ(a.encoder[i].feedForward.output, b.encoder[i].feedForward.output));
        QVERIFY(differ(a.decoder[i].crossAttention.output, b.decoder[i].crossAttention.output));
    }
    QVERIFY(differ(a.prediction->weight, b.prediction->weight));
    QCOMPARE(b.decoder[1].crossAttentionNorm.gain(0), 9.0F); // typed, not from the seed
    QVERIFY(next.weights == b.encoder[0].selfAttention);
    // The same seed gives the same again.
    QVERIFY(withSeed(next, 77) == next);
}

void TestModelEdit::identity_regenerates_all_layers() {
    const Experiment e = withWeightSource(changed(ticket(), config(Architecture::Encoder, 2)),
                                          {WeightSource::Kind::Identity, 1});
    for (const EncoderLayerWeights& layer : e.modelWeights.encoder) {
        QCOMPARE(layer.feedForward.hidden(2, 2), 1.0F);
        QCOMPARE(layer.feedForward.hidden(2, 3), 0.0F);
        QCOMPARE(layer.selfAttention.value(3, 3), 1.0F);
    }
}

void TestModelEdit::biases_come_and_go_in_all_layers() {
    const Experiment start = changed(ticket(), config(Architecture::EncoderDecoder, 2));
    const Experiment with = withBiases(start, true);
    for (const DecoderLayerWeights& layer : with.modelWeights.decoder) {
        QVERIFY(layer.crossAttention.queryBias && layer.selfAttention.outputBias);
        QVERIFY(layer.crossAttention.queryBias->shape() == (Shape{16}));
    }
    QVERIFY(with.weights.queryBias.has_value());
    QVERIFY(runs(with));
    QVERIFY(withBiases(with, false) == start);
}

void TestModelEdit::new_layers_have_the_biases_of_the_first() {
    Experiment e = withBiases(changed(ticket(), config(Architecture::Encoder, 1)), true);
    e = *withCell(e, "encoder/0/self_attention", TensorName::KeyBias, {0}, 5);
    e = changed(e, config(Architecture::Encoder, 2));
    QVERIFY(e.modelWeights.encoder[1].selfAttention.keyBias.has_value());
    QCOMPARE((*e.modelWeights.encoder[1].selfAttention.keyBias)(0), 0.0F);
    QCOMPARE((*e.modelWeights.encoder[0].selfAttention.keyBias)(0), 5.0F);
    QVERIFY(runs(e));
}

void TestModelEdit::norms_first_have_one_more_norm() {
    ModelConfig model = config(Architecture::EncoderDecoder, 1);
    const Experiment post = changed(ticket(), model);
    QVERIFY(!post.modelWeights.encoderNorm && !post.modelWeights.decoderNorm);
    model.placement = NormPlacement::Pre;
    const Experiment pre = changed(post, model);
    QVERIFY(pre.modelWeights.encoderNorm && pre.modelWeights.decoderNorm);
    QVERIFY(pre.modelWeights.encoder == post.modelWeights.encoder);
    model.architecture = Architecture::Encoder;
    QVERIFY(!changed(pre, model).modelWeights.decoderNorm);
    QVERIFY(runs(pre));
}

void TestModelEdit::vocabulary_makes_the_prediction() {
    Experiment e = changed(ticket(), config(Architecture::Encoder));
    QVERIFY(!e.modelWeights.prediction);
    e = *withVocabulary(e, {"飞机", "火车", "汽车"});
    QVERIFY(e.modelWeights.prediction->weight.shape() == (Shape{4, 3}));
    const float kept = e.modelWeights.prediction->weight(1, 1);
    e = *withVocabulary(e, {"飞机", "火车"});
    QCOMPARE(e.modelWeights.prediction->weight(1, 1), kept);
    QVERIFY(runs(e));
    QVERIFY(!withVocabulary(e, {})->modelWeights.prediction);
    QVERIFY(!withVocabulary(e, {""}).ok());
    QVERIFY(!withVocabulary(e, TokenList(20000, "x")).ok());
    // Plain attention keeps the words for later.
    const Experiment plain = changed(e, {});
    QVERIFY(runs(plain) && plain.vocabulary == e.vocabulary);
    QVERIFY(changed(plain, config(Architecture::Encoder)).modelWeights.prediction);
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
    using Change = std::function<void(ModelConfig&)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* says, Change change) {
        QTest::newRow(name) << std::move(change) << QString::fromUtf8(says);
    };
    row("no_layer", "between 1 and 12", [](ModelConfig& m) { m.layers = 0; });
    row("a_hundred_layers", "between 1 and 12", [](ModelConfig& m) { m.layers = 100; });
    row("no_hidden_unit", "d_ff is 0", [](ModelConfig& m) { m.feedForwardDim = 0; });
    row("a_negative_width", "d_ff is -4", [](ModelConfig& m) { m.feedForwardDim = -4; });
    row("a_slip_of_the_finger", "d_ff is 1000000; it must be between 1 and 65536",
        [](ModelConfig& m) { m.feedForwardDim = 1000000; });
    row("no_epsilon", "ε of the norms", [](ModelConfig& m) { m.epsilon = 0; });
    row("negative_epsilon", "ε of the norms", [](ModelConfig& m) { m.epsilon = -1e-5F; });
}

void TestModelEdit::wrong_models_are_refused() {
    using Change = std::function<void(ModelConfig&)>;
    QFETCH(Change, change);
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

QTEST_GUILESS_MAIN(TestModelEdit)
#include "test_model_edit.moc"
