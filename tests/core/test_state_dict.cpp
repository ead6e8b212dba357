// SPDX-License-Identifier: GPL-3.0-or-later
#include "opening/state_dict.h"
#include "support/test_program.h"

#include <QtTest>

#include <numeric>

using namespace headscope;

namespace {

using StateDict = std::map<std::string, Tensor, std::less<>>;

/// Values first, first + 1, … as files bring them.
Tensor counting(const Shape& shape, float first = 0) {
    Index count = 0;
    checkedElementCount(shape, count);
    std::vector<float> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), first);
    return Tensor::fromValues(shape, Axes(shape.size(), Axis::Feature), values);
}

/// nn.MultiheadAttention(2, heads)
StateDict fused() {
    return {{"in_proj_weight", counting({6, 2})},
            {"in_proj_bias", counting({6}, 100)},
            {"out_proj.weight", counting({2, 2}, 200)},
            {"out_proj.bias", counting({2}, 300)}};
}

/// nn.MultiheadAttention(2, heads, kdim=3, vdim=4)
StateDict separate() {
    return {{"q_proj_weight", counting({2, 2})},        {"k_proj_weight", counting({2, 3}, 10)},
            {"v_proj_weight", counting({2, 4}, 20)},    {"in_proj_bias", counting({6}, 100)},
            {"out_proj.weight", counting({2, 2}, 200)}, {"out_proj.bias", counting({2}, 300)}};
}

StateDict with(StateDict tensors, const std::string& name, const Tensor& tensor) {
    tensors[name] = tensor;
    return tensors;
}

StateDict without(StateDict tensors, const std::string& name) {
    tensors.erase(name);
    return tensors;
}

StateDict prefixed(const StateDict& tensors, const std::string& prefix) {
    StateDict result;
    for (const auto& [name, tensor] : tensors)
        result[prefix + name] = tensor;
    return result;
}

std::vector<float> valuesOf(const Tensor& tensor) {
    return {tensor.values().begin(), tensor.values().end()};
}

using Floats = std::vector<float>;

} // namespace
Q_DECLARE_METATYPE(StateDict)

class TestStateDict : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fused_weights_are_cut_and_turned();
    void separate_weights_have_widths_of_their_own();
    void biases_may_be_missing();
    void labml_has_a_bias_for_each_projection();
    void a_prefix_and_other_layers_are_allowed();
    void an_inner_width_of_its_own_is_taken();
    void the_attentions_of_a_model_are_listed();
    void refused_data();
    void refused();
};

/// The names of labml's MultiHeadAttention(heads, 2), whose bias for query and key is off.
void TestStateDict::labml_has_a_bias_for_each_projection() {
    const StateDict valueAlone = {
        {"query.linear.weight", counting({2, 2})},    {"key.linear.weight", counting({2, 2}, 4)},
        {"value.linear.weight", counting({2, 2}, 8)}, {"value.linear.bias", counting({2}, 100)},
        {"output.weight", counting({2, 2}, 200)},     {"output.bias", counting({2}, 300)}};
    for (const char* prefix : {"", "encoder.self_attn."}) {
        const Result<Parameters> weights = weightsFromStateDict(prefixed(valueAlone, prefix));
        QVERIFY2(weights.ok(), weights ? "" : weights.error().text().c_str());
        QCOMPARE(valuesOf(weights->at(Role::QueryWeight)), (Floats{0, 2, 1, 3}));
        QCOMPARE(valuesOf(weights->at(Role::ValueWeight)), (Floats{8, 10, 9, 11}));
        QVERIFY(!weights->find(Role::QueryBias) && !weights->find(Role::KeyBias));
        QCOMPARE(valuesOf(weights->at(Role::ValueBias)), (Floats{100, 101}));
        QCOMPARE(valuesOf(weights->at(Role::OutputBias)), (Floats{300, 301}));
    }
    const auto sentence = [](const StateDict& tensors) {
        const Result<Parameters> weights = weightsFromStateDict(tensors);
        return weights ? std::string() : weights.error().text();
    };
    QCOMPARE(sentence(without(valueAlone, "key.linear.weight")),
             std::string("the weights have no key.linear.weight, which the state dict of labml's "
                         "MultiHeadAttention has"));
    QCOMPARE(sentence(with(valueAlone, "key.linear.bias", counting({3}))),
             std::string("key.linear.bias has shape (3,): with d_model 2 it must be (2,)"));
    QCOMPARE(sentence(with(valueAlone, "key_pos_embeddings", counting({3, 2}))),
             std::string("the weights have key_pos_embeddings, which labml's MultiHeadAttention "
                         "does not know"));
}

void TestStateDict::fused_weights_are_cut_and_turned() {
    const Result<Parameters> weights = weightsFromStateDict(fused());
    QVERIFY(weights.ok());
    // Rows 0 and 1 of in_proj_weight are (0 1) and (2 3): y = x·W needs the transpose.
    QCOMPARE(valuesOf(weights->at(Role::QueryWeight)), (Floats{0, 2, 1, 3}));
    QCOMPARE(valuesOf(weights->at(Role::KeyWeight)), (Floats{4, 6, 5, 7}));
    QCOMPARE(valuesOf(weights->at(Role::ValueWeight)), (Floats{8, 10, 9, 11}));
    QCOMPARE(valuesOf(weights->at(Role::OutputWeight)), (Floats{200, 202, 201, 203}));
    QCOMPARE(valuesOf(weights->at(Role::QueryBias)), (Floats{100, 101}));
    QCOMPARE(valuesOf(weights->at(Role::KeyBias)), (Floats{102, 103}));
    QCOMPARE(valuesOf(weights->at(Role::ValueBias)), (Floats{104, 105}));
    QCOMPARE(valuesOf(weights->at(Role::OutputBias)), (Floats{300, 301}));
    QVERIFY(weights->at(Role::QueryWeight).axes() == (Axes{Axis::ModelDim, Axis::HeadsKeyDim}));
    QVERIFY(weights->at(Role::ValueWeight).axes() == (Axes{Axis::ModelDim, Axis::HeadsValueDim}));
    QVERIFY(weights->at(Role::OutputWeight).axes() == (Axes{Axis::HeadsValueDim, Axis::ModelDim}));
}

void TestStateDict::separate_weights_have_widths_of_their_own() {
    const Result<Parameters> weights = weightsFromStateDict(separate());
    QVERIFY(weights.ok());
    QVERIFY(weights->at(Role::QueryWeight).shape() == (Shape{2, 2}));
    QVERIFY(weights->at(Role::KeyWeight).shape() == (Shape{3, 2}));
    QVERIFY(weights->at(Role::ValueWeight).shape() == (Shape{4, 2}));
    QCOMPARE(weights->at(Role::KeyWeight)(2, 0), 12.0F);
    QCOMPARE(weights->at(Role::KeyWeight)(0, 1), 13.0F);
    QCOMPARE(weights->at(Role::ValueWeight)(3, 1), 27.0F);
    QCOMPARE(valuesOf(weights->at(Role::ValueBias)), (Floats{104, 105}));
}

void TestStateDict::biases_may_be_missing() {
    const auto weights =
        weightsFromStateDict(without(without(fused(), "in_proj_bias"), "out_proj.bias"));
    QVERIFY(weights.ok());
    QVERIFY(!weights->find(Role::QueryBias) && !weights->find(Role::KeyBias) &&
            !weights->find(Role::ValueBias));
    QVERIFY(!weights->find(Role::OutputBias));
}

void TestStateDict::a_prefix_and_other_layers_are_allowed() {
    const Parameters plain = *weightsFromStateDict(fused());
    StateDict layer = prefixed(fused(), "self_attn.");
    layer["linear1.weight"] = counting({8, 2});
    layer["norm1.bias"] = counting({2});
    const Result<Parameters> weights = weightsFromStateDict(layer);
    QVERIFY(weights.ok());
    QVERIFY(*weights == plain);
    const auto beside = weightsFromStateDict(with(fused(), "embedding.weight", counting({9, 2})));
    QVERIFY(beside.ok());
    QVERIFY(*beside == plain);
    // A name that only ends like one of attention's is not one.
    QVERIFY(weightsFromStateDict(with(fused(), "main_proj_weight", counting({1}))).ok());
}

/// Linear(8, 2·…) of models whose heads are wider or narrower than d_model / heads.
void TestStateDict::an_inner_width_of_its_own_is_taken() {
    const StateDict wide = {{"q_proj_weight", counting({6, 2})},
                            {"k_proj_weight", counting({6, 2}, 20)},
                            {"v_proj_weight", counting({4, 2}, 40)},
                            {"in_proj_bias", counting({16}, 100)},
                            {"out_proj.weight", counting({2, 4}, 200)}};
    const Result<Parameters> weights = weightsFromStateDict(wide);
    QVERIFY2(weights.ok(), weights ? "" : weights.error().text().c_str());
    QVERIFY(weights->at(Role::QueryWeight).shape() == (Shape{2, 6}));
    QVERIFY(weights->at(Role::ValueWeight).shape() == (Shape{2, 4}));
    QVERIFY(weights->at(Role::OutputWeight).shape() == (Shape{4, 2}));
    QCOMPARE(valuesOf(weights->at(Role::KeyBias)), (Floats{106, 107, 108, 109, 110, 111}));
    QCOMPARE(valuesOf(weights->at(Role::ValueBias)), (Floats{112, 113, 114, 115}));
    StateDict packed = fused();
    packed["in_proj_weight"] = counting({12, 2});
    packed["in_proj_bias"] = counting({12}, 100);
    packed["out_proj.weight"] = counting({2, 4}, 200);
    const Result<Parameters> twice = weightsFromStateDict(packed);
    QVERIFY2(twice.ok(), twice ? "" : twice.error().text().c_str());
    QVERIFY(twice->at(Role::KeyWeight).shape() == (Shape{2, 4}));
    QCOMPARE(twice->at(Role::KeyWeight)(1, 0), 9.0F);
}

void TestStateDict::the_attentions_of_a_model_are_listed() {
    std::map<std::string, Shape, std::less<>> shapes;
    for (const char* layer : {"blocks.10.", "blocks.9."}) {
        for (const auto& [name, tensor] : prefixed(fused(), std::string(layer) + "attn."))
            shapes.emplace(name, tensor.shape());
        shapes.emplace(std::string(layer) + "norm1.weight", Shape{2});
        shapes.emplace(std::string(layer) + "norm1.bias", Shape{2});
        shapes.emplace(std::string(layer) + "attn.mask", Shape{8, 8});
    }
    shapes.emplace("embedding.weight", Shape{9, 2});
    const auto attentions = attentionsIn(shapes);
    QVERIFY(attentions.ok());
    QCOMPARE(attentions->size(), std::size_t{2});
    const StoredAttention& first = attentions->front();
    QCOMPARE(first.prefix, std::string("blocks.9.attn."));
    QCOMPARE(first.modelDim, Index{2});
    QCOMPARE(first.keyDims, Index{2});
    QVERIFY(first.possibleHeads() == (std::vector<Index>{1, 2}));
    QCOMPARE(first.tensors.size(), std::size_t{4});
    QVERIFY(first.leftOut == (std::vector<std::string>{"blocks.9.attn.mask", "blocks.9.norm1"}));
    const auto none = attentionsIn({{"q_proj.weight", Shape{2, 2}}});
    QVERIFY(!none.ok());
    QVERIFY(none.error().text().find("They have q_proj.weight") != std::string::npos);
}

void TestStateDict::refused_data() {
    QTest::addColumn<StateDict>("tensors");
    QTest::addColumn<std::string>("says");
    const auto row = [](const char* name, const StateDict& tensors, const std::string& says) {
        QTest::newRow(name) << tensors << says;
    };
    const std::string noAttention = "not the state dict";
    row("nothing", {}, noAttention);
    row("other_layers_only", {{"linear1.weight", counting({2, 2})}}, noAttention);
    row(
        "two_attention_layers",
        [] {
            StateDict both = prefixed(fused(), "layers.0.self_attn.");
            both.merge(prefixed(fused(), "layers.1.self_attn."));
            return both;
        }(),
        "several attention layers (\"layers.0.self_attn.\" and \"layers.1.self_attn.\")");
    row("bias_k", with(fused(), "bias_k", counting({1, 1, 2})), "bias_k (add_bias_kv=True)");
    row("bias_v", with(fused(), "bias_v", counting({1, 1, 2})), "bias_v (add_bias_kv=True)");
    row("fused_and_separate", with(fused(), "v_proj_weight", counting({2, 2})),
        "both in_proj_weight and v_proj_weight");
    row("no_projections", without(fused(), "in_proj_weight"), "have no in_proj_weight");
    row("no_output", without(fused(), "out_proj.weight"), "have no out_proj.weight");
    row("no_query", without(separate(), "q_proj_weight"), "have no q_proj_weight");
    row("no_key", without(separate(), "k_proj_weight"), "have no k_proj_weight");
    row("no_value", without(separate(), "v_proj_weight"), "have no v_proj_weight");
    row("unknown_name_of_the_layer",
        with(prefixed(fused(), "attn."), "attn.in_proj.scale", counting({1})),
        "attn.in_proj.scale");
    row("bias_with_a_slip", with(fused(), "in_proj_biass", counting({6})),
        "have in_proj_biass, which nn.MultiheadAttention does not know");
    row("fused_not_three_fold", with(fused(), "in_proj_weight", counting({4, 2})),
        "(4, 2): it must be [3·d_model, d_model]");
    row("fused_with_another_width", with(fused(), "in_proj_weight", counting({6, 3})),
        "out_proj.weight has shape (2, 2): with d_model 3 it must be (3, 2)");
    row("fused_of_one_axis", with(fused(), "in_proj_weight", counting({12})), "a matrix");
    row("fused_of_three_axes", with(fused(), "in_proj_weight", counting({1, 6, 2})), "a matrix");
    row("fused_without_elements", with(fused(), "in_proj_weight", counting({0, 0})), "a matrix");
    row("query_not_square", with(separate(), "q_proj_weight", counting({3, 2})),
        "k_proj_weight has shape (2, 3): with d_model 2 it must be (3, 3)");
    row("key_with_another_output", with(separate(), "k_proj_weight", counting({3, 3})),
        "k_proj_weight has shape (3, 3)");
    row("value_with_another_output", with(separate(), "v_proj_weight", counting({3, 4})),
        "out_proj.weight has shape (2, 2): with d_model 2 it must be (2, 3)");
    row("output_with_another_width", with(fused(), "out_proj.weight", counting({2, 3})),
        "out_proj.weight has shape (2, 3)");
    row("in_bias_too_short", with(fused(), "in_proj_bias", counting({5})),
        "in_proj_bias has shape (5,): with d_model 2 it must be (6,)");
    row("out_bias_of_two_axes", with(fused(), "out_proj.bias", counting({1, 2})),
        "out_proj.bias has shape (1, 2)");
    row("prefixed_names_are_told_in_full",
        prefixed(without(fused(), "out_proj.weight"), "self_attn."),
        "no self_attn.out_proj.weight");
}

void TestStateDict::refused() {
    QFETCH(StateDict, tensors);
    QFETCH(std::string, says);
    const Result<Parameters> weights = weightsFromStateDict(tensors);
    QVERIFY(!weights.ok());
    const std::string sentence = weights.error().text();
    QVERIFY2(sentence.find(says) != std::string::npos, sentence.c_str());
}

HEADSCOPE_TEST(TestStateDict, QCoreApplication)
#include "test_state_dict.moc"
