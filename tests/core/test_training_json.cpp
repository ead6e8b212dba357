// SPDX-License-Identifier: GPL-3.0-or-later
// A training that is kept with an experiment: packed, read back bit for bit, thinned where it is
// too large; whatever is damaged is one sentence, and the experiment is whole.
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "experiment/experiment_run.h"
#include "formats/base64.h"
#include "learning/history/deflate.h"
#include "learning/history/number_packing.h"
#include "learning/history/training_json.h"
#include "source/source_json.h"
#include "support/experiment_from_json.h"
#include "support/test_program.h"
#include "transformer/run_model.h"

#include <nlohmann/json.hpp>

#include <QtTest>

using namespace headscope;

namespace {

TrainingRecipe smallRecipe(OptimiserKind optimiser = OptimiserKind::Adam) {
    TrainingRecipe recipe = recipeOf(TaskKind::Translate);
    recipe.modelDim = 8;
    recipe.batch = 8;
    recipe.steps = 12;
    recipe.recordEvery = 1;
    recipe.optimiser.kind = optimiser;
    return recipe;
}

struct Trained {
    Training training;
    TrainingHistory history;
};

Trained trained(const TrainingRecipe& recipe) {
    Result<Training> training = Training::create(recipe);
    if (!training)
        qFatal("%s", training.error().text().c_str());
    TrainingHistory history;
    history.add({0, training->parameters(), {}});
    while (!training->isFinished()) {
        history.add(*training->advance());
        history.add({training->stepsDone(), training->parameters(), {}});
    }
    return {std::move(*training), std::move(history)};
}

TakenTraining taken(const Trained& trained, Index shown = 5) {
    return {{trained.training.recipe(), trained.training.state(), trained.history}, {3}, shown};
}

bool sameReport(const StepReport& a, const StepReport& b) {
    return a.step == b.step && a.loss == b.loss && a.gradientNorm == b.gradientNorm &&
           a.rate == b.rate;
}

/// A file of an experiment that was taken from a training, with that changed.
std::string fileWith(const std::function<void(nlohmann::json&)>& change) {
    static const Trained course = trained(smallRecipe());
    const Experiment experiment = course.training.learner().experiment(
        course.training.parameters(), course.training.data().watched);
    const auto packed = std::make_shared<const PackedTraining>(trainingToJson(taken(course)).json);
    auto file = nlohmann::json::parse(experimentToJson(experiment, {}, packed));
    change(file["training"]);
    return file.dump();
}

} // namespace

class TestTrainingJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bytes_survive_base64_and_packing();
    void numbers_survive_bit_for_bit();
    void a_training_reads_back_bit_for_bit_data();
    void a_training_reads_back_bit_for_bit();
    void it_goes_on_bit_for_bit();
    void it_goes_on_with_the_optimiser_that_was_chosen_on_the_way();
    void a_large_history_is_thinned_to_fit();
    void packing_saves_bytes();
    void the_experiment_file_carries_it();
    void it_is_packed_once_and_when_asked();
    void damaged_ones_are_one_sentence_data();
    void damaged_ones_are_one_sentence();
    void any_changed_byte_is_refused_or_read();
    void files_need_not_have_one();
};

void TestTrainingJson::bytes_survive_base64_and_packing() {
    std::string bytes;
    for (int length = 0; length < 300; ++length) {
        QCOMPARE(fromBase64(base64(bytes)), std::optional(bytes));
        QCOMPARE(base64(bytes),
                 QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()))
                     .toBase64()
                     .toStdString());
        QCOMPARE(inflated(deflated(bytes), bytes.size()), std::optional(bytes));
        QVERIFY(!inflated(deflated(bytes), bytes.size() + 1));
        QVERIFY(bytes.empty() || !inflated(deflated(bytes), bytes.size() - 1));
        bytes += static_cast<char>(length * 37 % 256);
    }
    for (const char* wrong : {"A", "AB=", "A===", "AB=C", "A*==", "AB==AB==", "AC==x", "AR=="})
        QVERIFY2(!fromBase64(wrong), wrong);
    // No short text makes a reader ask for much memory.
    QVERIFY(!inflated(deflated("short"), std::size_t{1} << 40U));
}

void TestTrainingJson::numbers_survive_bit_for_bit() {
    const std::vector<float> before = {1, -0.0F, 1e-38F, 3};
    const std::vector<float> values = {1.0000001F, 0.0F, -1e-42F, 3};
    const auto read = unpackedFloats(packed(values, before), 4, before);
    QVERIFY(read);
    for (std::size_t i = 0; i < 4; ++i)
        QCOMPARE(std::bit_cast<std::uint32_t>((*read)[i]), std::bit_cast<std::uint32_t>(values[i]));
    QVERIFY(!unpackedFloats(packed(values), 3));
    QVERIFY(!unpackedFloats(packed(values), 5));
    const std::vector<float> infinite = {1, std::numeric_limits<float>::infinity()};
    QVERIFY(!unpackedFloats(packed(infinite), 2));
    QCOMPARE(unpackedFloats(packed(std::span<const float>()), 0)->size(), std::size_t{0});
}

void TestTrainingJson::a_training_reads_back_bit_for_bit_data() {
    QTest::addColumn<int>("optimiser");
    QTest::newRow("sgd") << int(OptimiserKind::Sgd);
    QTest::newRow("momentum") << int(OptimiserKind::Momentum);
    QTest::newRow("adam") << int(OptimiserKind::Adam);
}

void TestTrainingJson::a_training_reads_back_bit_for_bit() {
    QFETCH(int, optimiser);
    const Trained course = trained(smallRecipe(static_cast<OptimiserKind>(optimiser)));
    const PackedTraining::Content content = trainingToJson(taken(course));
    QCOMPARE(content.kept, std::size_t{13});
    QCOMPARE(content.made, std::size_t{13});
    const Result<TakenTraining> read = trainingFromJson(content.json);
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    const SavedTraining& saved = read->training;
    QVERIFY(saved.recipe == course.training.recipe());
    QCOMPARE(read->shown, Index{5});
    QCOMPARE(read->changes, std::vector<Index>{3});
    QVERIFY(saved.state.parameters == course.training.parameters());
    QVERIFY(saved.state.optimiser == course.training.state().optimiser);
    QVERIFY(std::ranges::equal(saved.history.losses(), course.history.losses(), sameReport));
    QVERIFY(std::ranges::equal(saved.history.records(), course.history.records(),
                               [](const auto& a, const auto& b) {
                                   return a->step == b->step && a->parameters == b->parameters;
                               }));
    // The same once more, to the last letter.
    QCOMPARE(trainingToJson(*read).json, content.json);
    QCOMPARE(nlohmann::json::parse(content.json).dump(), content.json);
}

void TestTrainingJson::it_goes_on_bit_for_bit() {
    TrainingRecipe recipe = smallRecipe();
    Result<Training> whole = Training::create(recipe);
    while (!whole->isFinished())
        QVERIFY(whole->advance().ok());
    recipe.steps = 7;
    const Trained part = trained(recipe);
    const Result<TakenTraining> read = trainingFromJson(trainingToJson(taken(part)).json);
    QVERIFY(read.ok());
    Result<Training> on = Training::resume(read->training.recipe, read->training.state);
    QVERIFY(on.ok());
    on->setSteps(12);
    while (!on->isFinished())
        QVERIFY(on->advance().ok());
    QVERIFY(on->parameters() == whole->parameters());
}

void TestTrainingJson::it_goes_on_with_the_optimiser_that_was_chosen_on_the_way() {
    TrainingRecipe recipe = smallRecipe();
    recipe.optimiser.kind = OptimiserKind::Momentum;
    recipe.steps = 5;
    Trained part = trained(recipe);
    OptimiserConfig adam = recipe.optimiser;
    adam.kind = OptimiserKind::Adam;
    part.training.setOptimiser(adam);
    part.training.setSteps(8);
    for (int step = 0; step < 2; ++step) {
        part.history.add(*part.training.advance());
        part.history.add({part.training.stepsDone(), part.training.parameters(), {}});
    }
    const Result<TakenTraining> read = trainingFromJson(trainingToJson(taken(part)).json);
    QVERIFY(read.ok());
    QCOMPARE(read->training.state.optimiser.begun, Index{5});
    Result<Training> on = Training::resume(read->training.recipe, read->training.state);
    QVERIFY(on.ok());
    QVERIFY(on->advance().ok());
    QVERIFY(part.training.advance().ok());
    QVERIFY(on->parameters() == part.training.parameters());
}

void TestTrainingJson::a_large_history_is_thinned_to_fit() {
    const Trained course = trained(smallRecipe());
    const std::size_t whole = trainingToJson(taken(course)).json.size();
    const std::size_t one = course.training.learner().data().longest; // smaller than any record
    for (const std::size_t limit : {whole / 2, whole / 4, one}) {
        const PackedTraining::Content content = trainingToJson(taken(course), limit);
        QVERIFY(content.kept < content.made);
        QCOMPARE(content.made, std::size_t{13});
        const auto file = nlohmann::json::parse(content.json);
        std::size_t bytes = 0;
        for (const auto& record : file["records"])
            bytes += record.get<std::string>().size();
        QVERIFY(bytes <= limit || content.kept == 3); // those three always stay
        const Result<TakenTraining> read = trainingFromJson(content.json);
        QVERIFY(read.ok());
        const auto records = read->training.history.records();
        QCOMPARE(records.size(), content.kept);
        QCOMPARE(records.front()->step, Index{0});
        QCOMPARE(records.back()->step, Index{12});
        QVERIFY(std::ranges::any_of(records, [](const auto& r) { return r->step == 5; }));
        for (const auto& record : records)
            QVERIFY(record->parameters == course.history.at(record->step)->parameters);
        QCOMPARE(read->training.history.losses().size(), std::size_t{12});
        QVERIFY(read->training.history.thinning() > 1);
    }
}

void TestTrainingJson::packing_saves_bytes() {
    const Trained course = trained(smallRecipe());
    const auto file = nlohmann::json::parse(trainingToJson(taken(course)).json);
    const std::size_t raw =
        static_cast<std::size_t>(course.training.parameterCount()) * sizeof(float);
    // Base64 alone makes 4 bytes of 3.
    QVERIFY(file["records"].back().get<std::string>().size() < raw * 4 / 3 * 9 / 10);
}

void TestTrainingJson::the_experiment_file_carries_it() {
    const std::string text = fileWith([](nlohmann::json&) {});
    const Result<Source> read = sourceFromJson(text);
    QVERIFY(read.ok());
    QVERIFY(read->training());
    QVERIFY(trainingFromJson(read->training()->content().json).ok());
    const std::string written = sourceToJson(*read);
    const Result<Source> again = sourceFromJson(written);
    QVERIFY(again.ok());
    QVERIFY(*again->experiment() == *read->experiment());
    QVERIFY(again->training() != read->training());
    QVERIFY(sameTraining(again->training(), read->training()));
    QCOMPARE(sourceToJson(*again), written);
    // Another history is another training, and it goes away with its pointer.
    QVERIFY(!sameTraining(std::make_shared<const PackedTraining>("{}"), read->training()));
    QVERIFY(!sameTraining(nullptr, read->training()));
    QVERIFY(sourceToJson(Source(read->experiment())).find("training") == std::string::npos);
}

void TestTrainingJson::it_is_packed_once_and_when_asked() {
    int packedTimes = 0;
    const PackedTraining kept(
        [&] {
            ++packedTimes;
            return PackedTraining::Content{"{}", 1, 2};
        },
        1000);
    QCOMPARE(kept.bytes(), std::size_t{1000});
    QCOMPARE(packedTimes, 0);
    QCOMPARE(kept.content().json, std::string("{}"));
    QCOMPARE(kept.content().made, std::size_t{2});
    QCOMPARE(packedTimes, 1);
    QCOMPARE(kept.bytes(), std::size_t{2});
    QVERIFY(kept.sameAs(PackedTraining("{}")));
    QVERIFY(!kept.sameAs(PackedTraining("{ }")));
}

void TestTrainingJson::damaged_ones_are_one_sentence_data() {
    QTest::addColumn<QByteArray>("part");
    QTest::addColumn<QByteArray>("to");
    const auto row = [](const char* part, const char* to) {
        QTest::addRow("%s %.20s", part, to) << QByteArray(part) << QByteArray(to);
    };
    for (const char* part : {"recipe", "steps_done", "shown", "thinning", "changes", "losses",
                             "record_steps", "records", "parameters", "first", "second"}) {
        for (const char* to : {"null", "7.5", "-1", "\"AAAA\"", "[[]]", "{\"count\":1}", "1e300"})
            row(part, to);
    }
    row("recipe", "{\"task\":\"translate\"}");
    row("steps_done", "3"); // before its records
    row("steps_done", "18446744073709551615");
    row("optimiser_begun", "13"); // behind its end
    row("optimiser_begun", "-1");
    row("optimiser_begun", "\"1\"");
    row("shown", "13");
    row("thinning", "0");
    row("changes", "[5,5]");
    row("changes", "[13]");
    row("record_steps", "[]");
    row("record_steps", "[0,1,2,3,4,5,6,7,8,9,10,11,11]");
    row("record_steps", "[0,1,2,3,4,5,6,7,8,9,10,11,13]");
    row("records", "[]");
    row("losses", "{\"count\":200001,\"data\":\"AAAA\"}");
    row("losses", "{\"count\":12,\"data\":\"eJwDAAAAAAE=\"}");
}

void TestTrainingJson::damaged_ones_are_one_sentence() {
    QFETCH(QByteArray, part);
    QFETCH(QByteArray, to);
    const std::string text = fileWith([&](nlohmann::json& training) {
        training[part.toStdString()] = nlohmann::json::parse(to.toStdString());
    });
    const Result<Source> read = sourceFromJson(text);
    QVERIFY(read.ok()); // all else of the file is there
    QVERIFY(validate(modelProblemOf(*read->experiment())).ok());
    const Result<TakenTraining> training = trainingFromJson(read->training()->content().json);
    QVERIFY(!training.ok());
    QCOMPARE(training.error().arguments.size(), std::size_t{1});
    // It is saved as it was.
    const Result<Source> again = sourceFromJson(sourceToJson(*read));
    QCOMPARE(again->training()->content().json, read->training()->content().json);
}

void TestTrainingJson::any_changed_byte_is_refused_or_read() {
    const std::string whole =
        sourceFromJson(fileWith([](nlohmann::json&) {}))->training()->content().json;
    int refused = 0;
    for (std::size_t i = 0; i < 400; ++i) {
        std::string text = whole;
        const std::size_t place = i * 7919 % text.size();
        text[place] = static_cast<char>(text[place] == 'Q' ? 'R' : 'Q');
        const Result<TakenTraining> read = trainingFromJson(text);
        refused += !read.ok();
        if (!read)
            QVERIFY(!read.error().text().empty());
    }
    QVERIFY(refused > 300); // zlib's checksum finds what changes a number
    for (std::size_t cut = 0; cut < whole.size(); cut += whole.size() / 50)
        QVERIFY(!trainingFromJson(std::string_view(whole).substr(0, cut)).ok());
    // More memory than any history has is not asked for: a model of 300 million numbers.
    auto large = nlohmann::json::parse(whole);
    large["recipe"]["d_model"] = 1024;
    large["recipe"]["encoder_layers"] = large["recipe"]["decoder_layers"] = 12;
    QVERIFY(!trainingFromJson(large.dump()).ok());
}

void TestTrainingJson::files_need_not_have_one() {
    const Source& ticket = findExample("ticket")->source();
    QVERIFY(!ticket.training());
    auto file = nlohmann::json::parse(sourceToJson(ticket));
    QVERIFY(!file.contains("training"));
    file["version"] = 3;
    QVERIFY(experimentFromJson(file.dump()).ok());
    file["version"] = experimentVersion + 1; // a newer program's
    QVERIFY(!experimentFromJson(file.dump()).ok());
}

HEADSCOPE_TEST(TestTrainingJson, headscope::testing::NoApplication)
#include "test_training_json.moc"
