// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "support/edits.h"
#include "support/example.h"
#include "support/experiment_from_json.h"
#include "support/random_experiment.h"
#include "support/test_program.h"
#include "transformer/run_model.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <bit>
#include <clocale>
#include <limits>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// The file of the example `arange` with one thing changed.
std::string arangeWith(const std::function<void(nlohmann::json&)>& change) {
    auto file = nlohmann::json::parse(experimentToJson(findExample("arange")->make()));
    change(file);
    return file.dump();
}

/// The file of the example `encoder-decoder` with one thing changed.
std::string modelWith(const std::function<void(nlohmann::json&)>& change) {
    auto file = nlohmann::json::parse(experimentToJson(findExample("encoder-decoder")->make()));
    change(file);
    return file.dump();
}

/// A smaller one, of which there are few enough numbers to try many changes.
nlohmann::json smallModel() {
    Experiment e = *withModelDim(findExample("encoder-decoder")->make(), 2);
    ModelConfig model = e.model;
    model.feedForwardDim = 2;
    return nlohmann::json::parse(experimentToJson(*withModel(e, model)));
}

} // namespace

class TestExperimentJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pins_stand_beside_the_experiment();
    void views_stand_beside_the_experiment();
    void views_that_are_wrong_are_named_data();
    void views_that_are_wrong_are_named();
    void a_pin_that_is_wrong_is_named();
    void a_profile_stands_beside_the_experiment();
    void a_profile_that_is_wrong_is_named_data();
    void a_profile_that_is_wrong_is_named();
    void held_numbers_read_back();
    void wrong_held_numbers_are_refused_data();
    void wrong_held_numbers_are_refused();
    void every_example_reads_back_data();
    void every_example_reads_back();
    void property_any_experiment_reads_back_bit_for_bit();
    void property_any_float_reads_back_bit_for_bit();
    void masks_read_back_with_their_infinities();
    void a_foreign_locale_changes_nothing();
    void the_text_is_for_people();

    void wrong_files_are_refused_data();
    void wrong_files_are_refused();
    void text_that_is_no_json_is_refused_data();
    void text_that_is_no_json_is_refused();
    void every_cut_of_a_file_is_refused();
    void every_member_missing_is_named();
    void a_file_of_version_1_still_means_what_it_meant();
    void every_choice_of_attention_reads_back();
    void property_changed_bytes_are_refused_or_valid();
    void wrong_models_are_refused_data();
    void wrong_models_are_refused();
    void every_member_of_a_model_missing_is_named();
    void property_broken_models_are_refused_or_valid();
};

void TestExperimentJson::every_example_reads_back_data() {
    QTest::addColumn<QByteArray>("id");
    for (const Example& example : examples())
        QTest::newRow(example.id.data()) << QByteArray(example.id.data());
}

void TestExperimentJson::every_example_reads_back() {
    QFETCH(QByteArray, id);
    const Experiment experiment = findExample(id.toStdString())->make();
    const Result<Experiment> read = experimentFromJson(experimentToJson(experiment));
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    QVERIFY(*read == experiment);
}

void TestExperimentJson::property_any_experiment_reads_back_bit_for_bit() {
    QVERIFY(rc::check("experiments survive their file", [] {
        const Experiment experiment = randomExperiment();
        const std::string text = experimentToJson(experiment);
        const Result<Experiment> read = experimentFromJson(text);
        if (!read)
            RC_FAIL(read.error().text());
        RC_ASSERT(*read == experiment);
        RC_ASSERT(experimentToJson(*read) == text);
    }));
}

void TestExperimentJson::property_any_float_reads_back_bit_for_bit() {
    const Experiment start = ticket();
    QVERIFY(rc::check("every finite float survives", [&start] {
        const auto value = std::bit_cast<float>(*rc::gen::arbitrary<std::uint32_t>());
        RC_PRE(std::isfinite(value));
        const Experiment e = *withCell(start, TensorName::QueryWeight, {2, 3}, value);
        const Result<Experiment> read = experimentFromJson(experimentToJson(e));
        RC_ASSERT(read.ok());
        RC_ASSERT(std::bit_cast<std::uint32_t>(read->weights.at(Role::QueryWeight)(2, 3)) ==
                  std::bit_cast<std::uint32_t>(value));
    }));
    for (const float edge : {-0.0F, std::numeric_limits<float>::denorm_min(),
                             std::numeric_limits<float>::max(), std::numeric_limits<float>::min(),
                             -std::numeric_limits<float>::max(), 16777216.0F, 0.1F}) {
        const Experiment e = *withCell(start, TensorName::QueryWeight, {0, 0}, edge);
        QVERIFY(*experimentFromJson(experimentToJson(e)) == e);
    }
}

void TestExperimentJson::masks_read_back_with_their_infinities() {
    Experiment e = ticket();
    Tensor mask = Tensor::filled({10, 10}, {Axis::Query, Axis::Key}, 0.5F);
    mask.mutableData()[3] = -std::numeric_limits<float>::infinity();
    e.additiveMask = mask;
    e.mayAttend =
        Tensor::filled({1, 4, 10, 10}, {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key}, 1);
    const Result<Experiment> read = experimentFromJson(experimentToJson(e));
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    QVERIFY(*read == e);
}

void TestExperimentJson::a_foreign_locale_changes_nothing() {
    const std::string text = experimentToJson(ticket());
    const char* german = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
    if (!german)
        german = std::setlocale(LC_NUMERIC, "de_DE.utf8");
    const auto restore = qScopeGuard([] { std::setlocale(LC_NUMERIC, "C"); });
    if (!german)
        QSKIP("no locale with a decimal comma is installed");
    QCOMPARE(experimentToJson(ticket()), text);
    QVERIFY(*experimentFromJson(text) == ticket());
}

void TestExperimentJson::the_text_is_for_people() {
    const std::string text = experimentToJson(ticket());
    QVERIFY(text.find("\"format\": \"headscope-experiment\"") != std::string::npos);
    QVERIFY(text.find("[0.2, 0.1, 0.4, 0.5]") != std::string::npos); // not 0.20000000298
    QVERIFY(text.find("机票") != std::string::npos);                 // not \u673a
    QVERIFY(text.ends_with("}\n"));
}

void TestExperimentJson::wrong_files_are_refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* says,
                        const std::function<void(nlohmann::json&)>& change) {
        QTest::newRow(name) << QByteArray::fromStdString(arangeWith(change))
                            << QString::fromUtf8(says);
    };
    using json = nlohmann::json;
    row("another_format", "not a HeadScope experiment", [](json& f) { f["format"] = "x"; });
    row("a_newer_version", "version 12", [](json& f) { f["version"] = 12; });
    row("version_zero", "version", [](json& f) { f["version"] = 0; });
    row("an_unknown_layout", "“config.layout” must be \"batch_first\" / \"sequence_first\"",
        [](json& f) { f["config"]["layout"] = "batch-first"; });
    row("an_unknown_choice_for_masked_rows", "must be \"zeros\" / \"nan\" / \"uniform\"",
        [](json& f) { f["config"]["fully_masked"] = "zero"; });
    row("no_window_at_all", "“window” must be a whole number from 1 to 16384",
        [](json& f) { f["window"] = 0; });
    row("an_endless_prefix", "“prefix” must be a whole number from 1 to 16384",
        [](json& f) { f["prefix"] = 1000000; });
    row("a_misspelt_member", "“cuasal” is unknown", [](json& f) { f["cuasal"] = true; });
    row("a_misspelt_inner_member", "“config.head” is unknown",
        [](json& f) { f["config"]["head"] = 1; });
    row("text_for_a_number", "“query_input[1][2][3]” must be a number, but is string",
        [](json& f) { f["query_input"][1][2][3] = "7"; });
    row("null_for_a_number", "“query_weight[0][1]” must be a number, but is null",
        [](json& f) { f["query_weight"][0][1] = nullptr; });
    row("a_number_beyond_float", "“key_weight[5][5]” is too large",
        [](json& f) { f["key_weight"][5][5] = 1e39; });
    row("minus_infinity_outside_of_a_mask", "“key_weight[0][0]” must be a number",
        [](json& f) { f["key_weight"][0][0] = "-inf"; });
    row("a_short_row", "“query_input[0][1]” must be an array of 6",
        [](json& f) { f["query_input"][0][1].erase(5); });
    row("a_number_for_a_row", "“query_input[0][2]” must be an array of 6",
        [](json& f) { f["query_input"][0][2] = 5; });
    row("too_flat", "“query_input” must be numbers in arrays nested 3 deep", [](json& f) {
        f["query_input"] = {{1, 2}, {3, 4}};
    });
    row("empty_arrays", "“query_input” must be numbers in arrays",
        [](json& f) { f["query_input"] = json::array({json::array({json::array()})}); });
    row("no_sequences", "“tokens” must have one list",
        [](json& f) { f["tokens"] = json::array(); });
    row("an_empty_sequence", "“tokens” must have one list",
        [](json& f) { f["tokens"][1] = json::array(); });
    row("an_empty_word", "“tokens” must have one list", [](json& f) { f["tokens"][1][0] = ""; });
    row("more_sequences_than_rows", "“tokens” has 3 sequences and “query_input” has 2",
        [](json& f) { f["tokens"].push_back({"x"}); });
    row("more_tokens_than_rows", "has 4 tokens and “query_input” has 3 rows",
        [](json& f) { f["tokens"][0].push_back("x"); });
    row("key_tokens_alone", "“key_tokens” and “key_input” belong together", [](json& f) {
        f["key_tokens"] = {{"x"}, {"y"}};
    });
    row("value_input_alone", "“value_input” is only possible together with “key_input”",
        [](json& f) { f["value_input"] = f["query_input"]; });
    row("heads_that_do_not_divide", "4 heads do not divide d_model 6",
        [](json& f) { f["config"]["heads"] = 4; });
    row("no_heads", "“config.heads” must be a whole number from 1",
        [](json& f) { f["config"]["heads"] = 0; });
    row("half_a_head", "“config.heads” must be a whole number from 1",
        [](json& f) { f["config"]["heads"] = 1.5; });
    row("negative_d_k", "“config.d_k” must be a whole number from 1",
        [](json& f) { f["config"]["d_k"] = -2; });
    row("a_weight_of_another_width", "query_weight has shape (5, 6)",
        [](json& f) { f["query_weight"].erase(5); });
    row("dropout_of_one", "dropout", [](json& f) { f["config"]["dropout"] = 1; });
    row("a_mask_of_another_size", "may_attend", [](json& f) {
        f["may_attend"] = {{{1, 1}, {1, 1}}};
    });
    row("a_mask_of_two", "“may_attend” must hold nothing but 0 and 1, but has 2", [](json& f) {
        f["may_attend"] = {{1, 1, 1}, {1, 2, 1}, {1, 1, 1}};
    });
    row("a_negative_seed", "“seed” must be a whole number from 0 to 2⁶⁴ − 1, but is -1",
        [](json& f) { f["seed"] = -1; });
    row("a_list_for_the_config", "“config” must be an object", [](json& f) { f["config"] = {1}; });
    row("causal_as_a_number", "“causal” must be true or false", [](json& f) { f["causal"] = 1; });
    row("unknown_weights", "weight_source.kind",
        [](json& f) { f["weight_source"]["kind"] = "magic"; });
    row("a_negative_sigma", "weight_source.sigma",
        [](json& f) { f["weight_source"]["sigma"] = -1; });
}

void TestExperimentJson::wrong_files_are_refused() {
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const Result<Experiment> read = experimentFromJson(text.toStdString());
    QVERIFY(!read.ok());
    const QString sentence = QString::fromStdString(read.error().text());
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
}

void TestExperimentJson::text_that_is_no_json_is_refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QByteArray& text, const char* says) {
        QTest::newRow(name) << text << QString::fromUtf8(says);
    };
    row("nothing", "", "cut off");
    row("only_an_object", "{}", "not a HeadScope experiment");
    row("a_list", "[1, 2]", "not a HeadScope experiment");
    row("words", "hello", "line 1, column");
    row("line_and_column", "{\n  \"a\": tru\n}", "line 2");
    row("nan", "{\"a\": NaN}", "line 1, column");
    row("a_number_beyond_double", "{\"a\": 1e999}", "too large");
    row("a_member_twice", "{\"seed\": 1, \"seed\": 2}", "“seed” is there twice");
    row("bytes_that_are_no_utf8", "{\"a\": \"\xFF\xFE\"}", "line 1, column");
    row("something_behind", "{} x", "line 1, column");
    row("deep_arrays", QByteArray(1'000'000, '['), "nested more than 16");
    row("deep_objects", QByteArray("{\"a\":").repeated(100'000), "nested more than 16");
    row("zeros", QByteArray(1000, '\0'), "line 1, column");
}

void TestExperimentJson::text_that_is_no_json_is_refused() {
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const Result<Experiment> read =
        experimentFromJson({text.data(), static_cast<std::size_t>(text.size())});
    QVERIFY(!read.ok());
    const QString sentence = QString::fromStdString(read.error().text());
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
}

void TestExperimentJson::every_cut_of_a_file_is_refused() {
    const std::string text = experimentToJson(findExample("arange")->make());
    const std::size_t content = text.find_last_of('}');
    for (std::size_t length = 0; length <= content; ++length)
        QVERIFY2(!experimentFromJson(std::string_view(text).substr(0, length)).ok(),
                 qPrintable(QString::number(length)));
}

void TestExperimentJson::every_member_missing_is_named() {
    const auto file = nlohmann::json::parse(experimentToJson(findExample("arange")->make()));
    for (const auto& member : file.items()) {
        const std::string name = member.key();
        const Result<Experiment> read =
            experimentFromJson(arangeWith([&name](nlohmann::json& f) { f.erase(name); }));
        QVERIFY2(!read.ok(), name.c_str());
        QVERIFY2(read.error().text().find(name) != std::string::npos, read.error().text().c_str());
    }
}

void TestExperimentJson::property_changed_bytes_are_refused_or_valid() {
    const std::string original = experimentToJson(findExample("arange")->make());
    QVERIFY(rc::check("a damaged file is refused, or what it gives is valid", [&original] {
        std::string text = original;
        const auto changes = *rc::gen::inRange(1, 5);
        for (int i = 0; i < changes; ++i)
            text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
        const Result<Experiment> read = experimentFromJson(text);
        RC_CLASSIFY(read.ok(), "still valid");
        if (read)
            RC_ASSERT(validate(modelProblemOf(*read)).ok());
        else
            RC_ASSERT(!read.error().text().empty());
    }));
}

void TestExperimentJson::wrong_models_are_refused_data() {
    using json = nlohmann::json;
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* says,
                        const std::function<void(json&)>& change) {
        QTest::newRow(name) << QByteArray::fromStdString(modelWith(change))
                            << QString::fromUtf8(says);
    };
    row("an_unknown_architecture",
        "“model.architecture” must be \"attention\" / \"encoder\" / \"encoder_decoder\"",
        [](json& f) { f["model"]["architecture"] = "decoder"; });
    row("no_layers", "“model.layers” must be a whole number from 1 to",
        [](json& f) { f["model"]["layers"] = 0; });
    row("layers_that_are_not_there", "“encoder” must be a list of 100000000 objects",
        [](json& f) { f["model"]["layers"] = 100000000; });
    row("a_layer_too_few", "“encoder” must be a list of 2 objects",
        [](json& f) { f["encoder"].erase(1); });
    row("a_layer_that_is_a_number", "“decoder” must be a list of 2 objects",
        [](json& f) { f["decoder"][0] = 7; });
    row("decoders_of_an_encoder", "the member “decoder” is unknown",
        [](json& f) { f["model"]["architecture"] = "encoder"; });
    row("an_unknown_norm", "“model.norm” must be \"layer\" / \"batch\"",
        [](json& f) { f["model"]["norm"] = "group"; });
    row("residual_in_words", "“model.residual” must be true or false",
        [](json& f) { f["model"]["residual"] = "yes"; });
    row("no_epsilon", "ε of the norms is 0", [](json& f) { f["model"]["epsilon"] = 0; });
    row("a_huge_epsilon", "“model.epsilon” is too large",
        [](json& f) { f["model"]["epsilon"] = 1e300; });
    row("a_hidden_width_that_does_not_fit", "hidden_weight has shape (8, 32)",
        [](json& f) { f["model"]["d_ff"] = 5; });
    row("a_word_where_a_number_is", "“encoder[1].feed_forward.hidden_bias[3]” must be a number",
        [](json& f) { f["encoder"][1]["feed_forward"]["hidden_bias"][3] = "x"; });
    row("a_short_row", "“decoder[0].cross_attention.key_weight[2]” must be an array of 8",
        [](json& f) { f["decoder"][0]["cross_attention"]["key_weight"][2].erase(0); });
    row("a_stranger_in_a_layer", "the member “encoder[0].norm3” is unknown",
        [](json& f) { f["encoder"][0]["norm3"] = 1; });
    row("a_stranger_in_a_block", "the member “encoder[0].feed_forward.bias” is unknown",
        [](json& f) { f["encoder"][0]["feed_forward"]["bias"] = 1; });
    row("a_norm_that_stands_nowhere", "the member “encoder_norm” is unknown",
        [](json& f) { f["encoder_norm"] = f["encoder"][0]["feed_forward_norm"]; });
    row("norms_first_without_the_last", "the member “encoder_norm” is missing",
        [](json& f) { f["model"]["placement"] = "pre"; });
    row("a_word_too_many", "“vocabulary” has 6 words and “prediction.vocabulary_weight” has 5",
        [](json& f) { f["vocabulary"].push_back("dog"); });
    row("an_empty_word", "“vocabulary” must be a list of at most",
        [](json& f) { f["vocabulary"][0] = ""; });
    row("words_without_a_prediction", "the member “prediction” is missing",
        [](json& f) { f.erase("prediction"); });
    row("no_source", "key_input is missing", [](json& f) {
        f.erase("key_tokens");
        f.erase("key_input");
    });
}

void TestExperimentJson::wrong_models_are_refused() {
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const Result<Experiment> read = experimentFromJson(text.toStdString());
    QVERIFY(!read.ok());
    QVERIFY2(QString::fromStdString(read.error().text()).contains(says),
             read.error().text().c_str());
}

void TestExperimentJson::every_member_of_a_model_missing_is_named() {
    const nlohmann::json file = smallModel();
    int tried = 0;
    // Every member of every object, however deep, that is not a list of numbers.
    const std::function<void(const nlohmann::json::json_pointer&, const nlohmann::json&)> visit =
        [&](const nlohmann::json::json_pointer& place, const nlohmann::json& value) {
            for (const auto& member : value.items()) {
                const bool object = value.is_object();
                const auto here = object
                                      ? place / member.key()
                                      : place / static_cast<std::size_t>(std::stoul(member.key()));
                if (member.value().is_object() || member.key() == "encoder" ||
                    member.key() == "decoder")
                    visit(here, member.value());
                if (!object || member.key() == "key_tokens" || member.key() == "key_input")
                    continue;
                nlohmann::json broken = file;
                broken[place].erase(member.key());
                const Result<Experiment> read = experimentFromJson(broken.dump());
                const bool optional = std::ranges::any_of(roles(), [&](const RoleInfo& info) {
                    return info.optional && info.name == member.key();
                });
                QVERIFY2(read.ok() == optional, here.to_string().c_str());
                ++tried;
                if (optional)
                    continue;
                if (here.parent_pointer().empty()) // of the model itself: its name is there
                    QVERIFY(read.error().text().find(member.key()) != std::string::npos);
            }
        };
    visit(nlohmann::json::json_pointer(), file);
    QVERIFY(tried > 80);
}

void TestExperimentJson::property_broken_models_are_refused_or_valid() {
    const nlohmann::json original = smallModel();
    const nlohmann::json flat = original.flatten();
    std::vector<std::string> places;
    for (const auto& item : flat.items())
        places.push_back(item.key());
    QVERIFY(rc::check("a wrong value anywhere is refused, or what it gives is valid", [&] {
        nlohmann::json file = original;
        const auto place = *rc::gen::elementOf(places);
        file[nlohmann::json::json_pointer(place)] = *rc::gen::element<nlohmann::json>(
            nullptr, true, -1, 0, 3, 1e39, "x", "-inf", nlohmann::json::array(),
            nlohmann::json::object(), nlohmann::json::array({1, 2}), 18446744073709551615U);
        const Result<Experiment> read = experimentFromJson(file.dump());
        RC_CLASSIFY(read.ok(), "still valid");
        if (read) {
            RC_ASSERT(validate(modelProblemOf(*read)).ok());
            RC_ASSERT(*experimentFromJson(experimentToJson(*read)) == *read);
        } else {
            RC_ASSERT(!read.error().text().empty());
        }
    }));
}

/// As the first version wrote it: without all that the second one added.
void TestExperimentJson::a_file_of_version_1_still_means_what_it_meant() {
    const std::string text = arangeWith([](nlohmann::json& f) {
        f["version"] = 1;
        for (const char* name : {"causal_alignment", "window", "prefix", "model", "vocabulary"})
            QCOMPARE(f.erase(name), 1U);
        for (const char* name : {"layout", "weight_layout", "fully_masked"})
            QCOMPARE(f["config"].erase(name), 1U);
        QCOMPARE(f["weight_source"].erase("d_model"), 1U);
    });
    const Result<Experiment> read = experimentFromJson(text);
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    QVERIFY(*read == findExample("arange")->make());
    // Written again it is a file as all others.
    const std::string again = experimentToJson(*read);
    QVERIFY(nlohmann::json::parse(again)["version"] == experimentVersion);
    QVERIFY(*experimentFromJson(again) == *read);
}

void TestExperimentJson::every_choice_of_attention_reads_back() {
    Experiment e = *withPrefix(*withWindow(ticket(), 3), 4);
    for (const Layout layout : {Layout::BatchFirst, Layout::SequenceFirst}) {
        for (const WeightLayout weights : {WeightLayout::Fused, WeightLayout::PerHead}) {
            for (const FullyMasked choice :
                 {FullyMasked::Zeros, FullyMasked::NaN, FullyMasked::Uniform}) {
                for (const CausalAlignment alignment :
                     {CausalAlignment::UpperLeft, CausalAlignment::LowerRight}) {
                    e = withCausalAlignment(
                        withFullyMasked(withWeightLayout(withLayout(e, layout), weights), choice),
                        alignment);
                    const Result<Experiment> read = experimentFromJson(experimentToJson(e));
                    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
                    QVERIFY(*read == e);
                }
            }
        }
    }
}

void TestExperimentJson::pins_stand_beside_the_experiment() {
    const Experiment now = findExample("ticket")->make();
    const Experiment before = withCausal(now, true);
    const Experiment other = findExample("cross")->make();
    const std::vector<Pin> pins = {{1, "\"before\" 订", std::make_shared<const Experiment>(before)},
                                   {2, "other", std::make_shared<const Experiment>(other)}};
    const std::string text = experimentToJson(now, {pins, {}});
    DocumentExtras beside;
    const std::vector<Pin>& read = beside.pins;
    const Result<Experiment> experiment = experimentFromJson(text, &beside);
    QVERIFY2(experiment.ok(), experiment.ok() ? "" : experiment.error().text().c_str());
    QVERIFY(*experiment == now);
    QCOMPARE(read.size(), std::size_t{2});
    QCOMPARE(read[0].name, pins[0].name);
    QVERIFY(*read[0].source.experiment() == before);
    QVERIFY(*read[1].source.experiment() == other);
    // Who wants none reads the same experiment; without any the file is as it was.
    QVERIFY(*experimentFromJson(text) == now);
    QVERIFY(experimentToJson(now, {}) == experimentToJson(now));
}

namespace {

/// A view with all that there is.
PreparedView fullView() {
    PreparedView view;
    view.title = "\"head\" 订";
    view.page = "shapes";
    view.scope = "encoder/0/self_attention";
    view.stage = TensorName::Scores;
    view.sequence = 1;
    view.head = 3;
    view.alone = true;
    view.cell = {9, 7};
    view.zoom = CellSpan{1, 4, 0, 9};
    view.compared = PreparedView::Comparison{{"pin/2", "encoder/1/self_attention", 0, 1},
                                             {"example/cross", {}, {}, {}}};
    view.lesson = "which-axis";
    view.question = 2;
    view.hidesAnswers = true;
    view.way = "side_by_side";
    view.wrong = true;
    view.step = "transpose(1, 2)";
    view.progress = 0.25;
    return view;
}

DocumentExtras twoPinsAndViews() {
    const auto ticket = std::make_shared<const Experiment>(findExample("ticket")->make());
    PreparedView small;
    small.title = "small";
    return {{{1, "first", ticket}, {2, "second", ticket}}, {}, {fullView(), small}, fullView()};
}

} // namespace

void TestExperimentJson::views_stand_beside_the_experiment() {
    const Experiment now = findExample("ticket")->make();
    const DocumentExtras beside = twoPinsAndViews();
    const std::string text = experimentToJson(now, beside);
    DocumentExtras read;
    const Result<Experiment> experiment = experimentFromJson(text, &read);
    QVERIFY2(experiment.ok(), experiment.ok() ? "" : experiment.error().text().c_str());
    QVERIFY(*experiment == now);
    QVERIFY(read.views == beside.views);
    QVERIFY(read.lastView == beside.lastView);
    QVERIFY(*experimentFromJson(text) == now);
    // A pin that is gone, and what no file keeps, stand for what is there now.
    DocumentExtras gone = beside;
    gone.pins.pop_back();
    gone.views[0].compared->b.state = "file/somewhere.headscope";
    DocumentExtras again;
    QVERIFY(experimentFromJson(experimentToJson(now, gone), &again).ok());
    QCOMPARE(again.views[0].compared->a.state, std::string(stateNow));
    QCOMPARE(again.views[0].compared->b.state, std::string(stateNow));
    // Without any the file is as it was.
    QVERIFY(experimentToJson(now).find("view") == std::string::npos);
}

void TestExperimentJson::views_that_are_wrong_are_named_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("said");
    using json = nlohmann::json;
    const std::string good = experimentToJson(findExample("ticket")->make(), twoPinsAndViews());
    const auto row = [&](const char* name, const char* said, auto change) {
        json file = json::parse(good);
        change(file);
        QTest::newRow(name) << QByteArray::fromStdString(file.dump()) << QString::fromUtf8(said);
    };
    const auto first = [&](const char* name, const char* said, auto change) {
        row(name, said, [&](json& file) { change(file["views"][0]); });
    };
    row("no_list", "“views” must be a list", [](json& f) { f["views"] = 3; });
    row("too_many", "200", [](json& f) { f["views"] = json(201, json::object()); });
    row("last_is_no_object", "last_view", [](json& f) { f["last_view"] = "heads"; });
    row("last_is_wrong", "last_view.head", [](json& f) { f["last_view"]["head"] = -1; });
    first("unknown", "views.colour", [](json& v) { v["colour"] = 1; });
    first("long_title", "views.title", [](json& v) { v["title"] = std::string(1001, 't'); });
    first("no_scope", "views.scope", [](json& v) { v["scope"] = "../../etc"; });
    first("no_stage", "views.stage", [](json& v) { v["stage"] = "colours"; });
    first("huge_head", "views.head", [](json& v) { v["head"] = 1e18; });
    first("half_a_cell", "views.cell.column", [](json& v) { v["cell"] = {{"row", 1}}; });
    first("negative_cell", "views.cell.row", [](json& v) { v["cell"]["row"] = -1; });
    first("turned_zoom", "views.zoom", [](json& v) { v["zoom"]["first_row"] = 4; });
    first("no_such_pin", "views.compared.a.pin", [](json& v) { v["compared"]["a"]["pin"] = 2; });
    row("no_pins", "“views.compared.a.pin” must be the place of a pinned state",
        [](json& f) { f["pins"] = json::array(); });
    first("no_sides", "views.compared.a", [](json& v) { v["compared"] = json::object(); });
    first("late", "views.progress", [](json& v) { v["progress"] = 1.5; });
    first("question", "views.question", [](json& v) { v["question"] = 101; });
}

void TestExperimentJson::views_that_are_wrong_are_named() {
    QFETCH(QByteArray, text);
    QFETCH(QString, said);
    DocumentExtras beside;
    const Result<Experiment> read = experimentFromJson(text.toStdString(), &beside);
    QVERIFY(!read.ok());
    QVERIFY2(QString::fromStdString(read.error().text()).contains(said),
             read.error().text().c_str());
    QVERIFY(beside.views.empty());
}

void TestExperimentJson::a_pin_that_is_wrong_is_named() {
    const Experiment now = findExample("ticket")->make();
    std::string text =
        experimentToJson(now, {{{1, "mine", std::make_shared<const Experiment>(now)}}, {}});
    const std::size_t place = text.rfind("\"causal\": false");
    text.replace(place, 15, "\"causal\": 7");
    DocumentExtras beside;
    const Result<Experiment> read = experimentFromJson(text, &beside);
    QVERIFY(!read.ok());
    QVERIFY2(read.error().text().find("mine") != std::string::npos &&
                 read.error().text().find("causal") != std::string::npos,
             read.error().text().c_str());
}

void TestExperimentJson::a_profile_stands_beside_the_experiment() {
    const Experiment ticket = findExample("ticket")->make();
    // Every profile there is survives as text and in a file.
    for (unsigned long bits = 0; bits < 1UL << controlCount; ++bits) {
        Profile profile;
        for (std::size_t i = 0; i < controlCount; ++i)
            profile.setOffered(static_cast<Control>(i), ((bits >> i) & 1) != 0);
        const Result<Profile> again = profileFrom(profileText(profile));
        QVERIFY(again.ok() && *again == profile);
    }
    const Profile few = *profileFrom("tokens,masks");
    QVERIFY(few.offers(Control::Tokens) && few.offers(Control::Masks));
    QVERIFY(!few.offers(Control::Sizes) && !few.offers(Control::Train));
    const std::string text = experimentToJson(ticket, {{}, few});
    DocumentExtras read;
    const Result<Experiment> experiment = experimentFromJson(text, &read);
    QVERIFY(experiment.ok() && *experiment == ticket);
    QVERIFY(read.profile == few);
    QVERIFY(*experimentFromJson(text) == ticket);
    QVERIFY(experimentToJson(ticket).find("profile") == std::string::npos);
}

void TestExperimentJson::a_profile_that_is_wrong_is_named_data() {
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("said");
    QTest::newRow("no_such_control") << "\"tokens,mask\""
                                     << "mask";
    QTest::newRow("empty_word") << "\"tokens,\""
                                << "examples,tokens";
    QTest::newRow("empty") << "\"\""
                           << "none";
    QTest::newRow("a_list") << "[\"tokens\"]"
                            << "profile";
    QTest::newRow("too_long") << "\"" + QString(1000, u't') + "\""
                              << "profile";
    QTest::newRow("a_number") << "7"
                              << "profile";
}

void TestExperimentJson::a_profile_that_is_wrong_is_named() {
    QFETCH(QString, profile);
    QFETCH(QString, said);
    auto file = nlohmann::json::parse(experimentToJson(findExample("ticket")->make()));
    file["profile"] = nlohmann::json::parse(profile.toStdString());
    DocumentExtras beside;
    const Result<Experiment> read = experimentFromJson(file.dump(), &beside);
    QVERIFY(!read.ok());
    QVERIFY2(read.error().text().find(said.toStdString()) != std::string::npos,
             read.error().text().c_str());
}

namespace {

TypedNumber weightOf(Index head, Index query, Index key, float value) {
    return {Scope(), TensorName::AttentionWeights, 0, head, query, key, value};
}

} // namespace

void TestExperimentJson::held_numbers_read_back() {
    const Experiment plain = findExample("ticket")->make();
    const Experiment typed = *withTypedNumber(*withTypedNumber(plain, weightOf(1, 2, 3, 0.1F)),
                                              {Scope(), TensorName::Scores, 0, 0, 9, 9, -1e-30F});
    QVERIFY(experimentToJson(plain).find("held") == std::string::npos);
    const std::string text = experimentToJson(typed);
    QVERIFY(*experimentFromJson(text) == typed);
    // Pins keep theirs.
    const std::vector<Pin> pins = {{1, "mine", std::make_shared<const Experiment>(typed)}};
    const std::string pinned = experimentToJson(plain, {pins, {}});
    DocumentExtras read;
    QVERIFY(*experimentFromJson(pinned, &read) == plain);
    QVERIFY(*read.pins.at(0).source.experiment() == typed);
    // Whoever writes such a file by hand need not sort it.
    nlohmann::json turned = nlohmann::json::parse(text);
    std::reverse(turned["held"].begin(), turned["held"].end());
    QVERIFY(*experimentFromJson(turned.dump()) == typed);
}

void TestExperimentJson::wrong_held_numbers_are_refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    using json = nlohmann::json;
    const Experiment typed =
        *withTypedNumber(findExample("encoder-decoder")->make(),
                         {Scope::of(ModelPart::Decoder, 0, Sublayer::CrossAttention),
                          TensorName::MaskedScores, 0, 0, 1, 1, 2});
    const auto row = [&](const char* name, const char* says, auto change) {
        json file = json::parse(experimentToJson(typed));
        change(file["held"]);
        QTest::newRow(name) << QByteArray::fromStdString(file.dump()) << QString::fromUtf8(says);
    };
    row("no_list", "“held” must be a list of 1000 objects at most", [](json& h) { h = 3; });
    row("no_objects", "“held” must be a list of", [](json& h) { h[0] = 3; });
    row("too_many", "“held” must be a list of", [](json& h) { h = json(1001, h[0]); });
    row("no_number", "“held.value” must be a number", [](json& h) { h[0]["value"] = "nan"; });
    row("too_large", "held.value", [](json& h) { h[0]["value"] = 1e39; });
    row("unknown_stage", "“held.name” must be", [](json& h) { h[0]["name"] = "magic"; });
    row("a_stage_that_cannot_be_typed_over", "query_weight cannot be typed over",
        [](json& h) { h[0]["name"] = "query_weight"; });
    row("no_path", "“held.scope” must be", [](json& h) { h[0]["scope"] = "a/b"; });
    row("another_block",
        "number 1 of “held” in the file: decoder/7/cross_attention/masked_scores (sequence 1, head "
        "1, query 2, key 2) is typed, but there is no such attention",
        [](json& h) { h[0]["scope"] = "decoder/7/cross_attention"; });
    row("no_attention", "there is no such attention",
        [](json& h) { h[0]["scope"] = "encoder/0/feed_forward"; });
    row("plain_attention", "there is no such attention", [](json& h) { h[0]["scope"] = ""; });
    row("a_negative_place", "whole number from 0", [](json& h) { h[0]["key"] = -1; });
    row("a_broken_place", "whole number from 0", [](json& h) { h[0]["head"] = 0.5; });
    row("beyond_the_keys", "key 12001) is typed, but the shape is",
        [](json& h) { h[0]["key"] = 12000; });
    row("nothing_dropped", "nothing is dropped", [](json& h) { h[0]["name"] = "dropped_weights"; });
    row("twice", "numbers 1 and 2 of “held” in the file stand at one place",
        [](json& h) { h.push_back(h[0]); });
    // Which of several, where, and what to do.
    row("the_second",
        "number 2 of “held” in the file: decoder/0/cross_attention/masked_scores "
        "(sequence 1, head 9, query 2, key 2) is typed, but the shape is (1, ",
        [](json& h) {
            h.push_back(h[0]);
            h[1]["head"] = 8;
        });
    row("what_to_do", "Correct it there (places count from 0), or take it out",
        [](json& h) { h[0]["head"] = 8; });
    row("the_second_text", "number 2 of “held” in the file: “held.value” must be a number",
        [](json& h) {
            h.push_back(h[0]);
            h[1]["key"] = 0;
            h[1]["value"] = "x";
        });
    row("an_unknown_member", "held.colour", [](json& h) { h[0]["colour"] = 1; });
    row("a_member_less", "held.query", [](json& h) { h[0].erase("query"); });
}

void TestExperimentJson::wrong_held_numbers_are_refused() {
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const Result<Experiment> read = experimentFromJson(text.toStdString());
    QVERIFY(!read.ok());
    const QString sentence = QString::fromStdString(read.error().text());
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
}

HEADSCOPE_TEST(TestExperimentJson, QCoreApplication)
#include "test_experiment_json.moc"
