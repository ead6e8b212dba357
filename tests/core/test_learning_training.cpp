// SPDX-License-Identifier: GPL-3.0-or-later
// A training as a value: it pauses, goes on, is saved and read bit for bit; what it learnt is
// an ordinary experiment; whatever goes wrong is one sentence and nothing is lost.
#include "disk/file_io.h"
#include "document/experiment_json.h"
#include "formats/trace_json.h"
#include "learning/history/summary.h"
#include "learning/history/training_files.h"
#include "learning/training/recipe_json.h"
#include "support/experiment_from_json.h"
#include "support/task_rows.h"
#include "support/test_program.h"
#include "tensor/block_cache.h"
#include "transformer/run_model.h"

#include <QtTest>

#include <sys/resource.h>
#include <thread>
#include <unistd.h>

using namespace headscope;

namespace {

TrainingRecipe shortRecipe(TaskKind task = TaskKind::Translate, Index steps = 12) {
    TrainingRecipe recipe = recipeOf(task);
    recipe.steps = steps;
    recipe.recordEvery = 4;
    if (task == TaskKind::OwnText) {
        recipe.text = "the cat sat on the mat; the dog sat on the log; the bird sat in the tree.";
        recipe.batch = 2;
        recipe.context = 8;
    }
    return recipe;
}

Training trainingOf(const TrainingRecipe& recipe) {
    Result<Training> training = Training::create(recipe);
    if (!training)
        qFatal("%s", training.error().text().c_str());
    return std::move(*training);
}

void learn(Training& training, Index steps) {
    for (Index i = 0; i < steps; ++i) {
        const Result<StepReport> report = training.advance();
        if (!report)
            qFatal("%s", report.error().text().c_str());
    }
}

/// To its end, with records.
TrainingHistory learnAll(Training& training) {
    TrainingHistory history;
    const auto record = [&] {
        history.add({training.stepsDone(), training.parameters(), training.evaluate()});
    };
    record();
    while (!training.isFinished()) {
        history.add(*training.advance());
        if (history.wantsRecord(training.stepsDone(), training.recipe().recordEvery,
                                training.recipe().steps))
            record();
    }
    return history;
}

bool same(const TrainingState& a, const TrainingState& b) {
    return a.step == b.step && a.parameters == b.parameters && a.optimiser == b.optimiser;
}

double largestDifference(const Tensor& a, const Tensor& b) {
    double largest = 0;
    Cell cell(a.rank(), 0);
    do {
        const auto x = static_cast<double>(a.at(cell));
        const auto y = static_cast<double>(b.at(cell));
        if (x != y) // −∞ is where it was
            largest = std::max(largest, std::abs(x - y));
    } while (advance(cell, a.shape()));
    return largest;
}

} // namespace

class TestLearningTraining : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_memory_of_a_step_is_used_by_the_next();
    void pausing_changes_no_bit_data() { taskRows(); }
    void pausing_changes_no_bit();
    void saving_and_reading_changes_no_bit_data() { taskRows(); }
    void saving_and_reading_changes_no_bit();
    void threads_change_no_bit();
    void a_record_is_the_model_that_stopped_there();
    void dropout_is_drawn_anew_in_every_step();
    void the_experiment_is_the_model_data();
    void the_experiment_is_the_model();
    void one_step_is_a_trace_with_gradients();
    void what_is_learnt_is_measured();
    void evaluation_looks_at_nothing_it_learns_from();
    void records_are_thinned();
    void an_explosion_is_a_sentence_and_nothing_is_lost();
    void a_cancelled_step_changes_nothing();
    void wrong_recipes_are_one_sentence_data();
    void wrong_recipes_are_one_sentence();
    void a_recipe_reads_back_data() { taskRows(); }
    void a_recipe_reads_back();
    void wrong_files_are_one_sentence_data();
    void wrong_files_are_one_sentence();
    void rates_follow_their_schedule();
    void gradients_are_clipped_together();
    void another_kind_of_optimiser_begins_afresh();
};

void TestLearningTraining::pausing_changes_no_bit() {
    QFETCH(int, task);
    TrainingRecipe recipe = shortRecipe(static_cast<TaskKind>(task));
    recipe.dropout = 0.1F;
    Training whole = trainingOf(recipe);
    learn(whole, 12);
    Training first = trainingOf(recipe);
    learn(first, 5);
    Result<Training> second = Training::resume(recipe, first.state());
    QVERIFY(second.ok());
    learn(*second, 7);
    QVERIFY(same(whole.state(), second->state()));
    QVERIFY(!same(whole.state(), first.state()));
}

void TestLearningTraining::saving_and_reading_changes_no_bit() {
    QFETCH(int, task);
    QTemporaryDir folder;
    const std::string place = folder.filePath(QStringLiteral("training")).toStdString();
    const TrainingRecipe recipe = shortRecipe(static_cast<TaskKind>(task), 8);
    Training training = trainingOf(recipe);
    TrainingHistory history;
    history.add({0, training.parameters(), training.evaluate()});
    for (int i = 0; i < 4; ++i)
        history.add(*training.advance());
    history.add({4, training.parameters(), training.evaluate()});
    const Status written = writeTraining(place, recipe, training.state(), history);
    QVERIFY2(written.ok(), written.ok() ? "" : written.error().text().c_str());
    Result<SavedTraining> saved = readTraining(place);
    QVERIFY2(saved.ok(), saved.ok() ? "" : saved.error().text().c_str());
    QVERIFY(saved->recipe == recipe);
    QVERIFY(same(saved->state, training.state()));
    QCOMPARE(saved->history.losses().size(), std::size_t{4});
    QCOMPARE(saved->history.records().size(), std::size_t{2});
    QVERIFY(saved->history.records()[0]->parameters == history.records()[0]->parameters);
    QCOMPARE(saved->history.records()[1]->evaluation.loss, history.records()[1]->evaluation.loss);
    Result<Training> again = Training::resume(saved->recipe, saved->state);
    QVERIFY(again.ok());
    learn(training, 4);
    learn(*again, 4);
    QVERIFY(same(training.state(), again->state()));
}

void TestLearningTraining::threads_change_no_bit() {
    Training alone = trainingOf(shortRecipe());
    learn(alone, 12);
    std::vector<TrainingState> states(4);
    std::vector<std::thread> threads;
    for (TrainingState& state : states)
        threads.emplace_back([&state] {
            Training training = trainingOf(shortRecipe());
            learn(training, 12);
            state = training.state();
        });
    for (std::thread& thread : threads)
        thread.join();
    for (const TrainingState& state : states)
        QVERIFY(same(state, alone.state()));
}

void TestLearningTraining::a_record_is_the_model_that_stopped_there() {
    Training longer = trainingOf(shortRecipe(TaskKind::Translate, 12));
    const TrainingHistory history = learnAll(longer);
    QCOMPARE(history.records().size(), std::size_t{4}); // 0, 4, 8, 12
    Training shorter = trainingOf(shortRecipe(TaskKind::Translate, 8));
    learn(shorter, 8);
    QVERIFY(history.at(8)->parameters == shorter.parameters());
    QVERIFY(history.at(9) == history.at(8));
    QVERIFY(longer.learner().experiment(history.at(8)->parameters, longer.data().watched) ==
            shorter.learner().experiment(shorter.parameters(), shorter.data().watched));
}

void TestLearningTraining::dropout_is_drawn_anew_in_every_step() {
    TrainingRecipe recipe = shortRecipe();
    recipe.dropout = 0.5F;
    const Training training = trainingOf(recipe);
    const Batch batch = training.learner().batchAt(0);
    const auto dropped = [&](std::optional<Index> step) {
        return training.learner().forward(training.parameters(), batch, 0, step)->run;
    };
    const std::string block = "decoder/0/cross_attention";
    const Trace first = dropped(0);
    QVERIFY(first.find(TensorName::DroppedWeights, block));
    QVERIFY(first == dropped(0));
    QVERIFY(!(first.find(TensorName::DroppedWeights, block)->result ==
              dropped(1).find(TensorName::DroppedWeights, block)->result));
    QVERIFY(!dropped(std::nullopt).find(TensorName::DroppedWeights, block));
}

void TestLearningTraining::the_experiment_is_the_model_data() {
    QTest::addColumn<int>("task");
    QTest::addColumn<int>("encoder");
    QTest::addColumn<int>("decoder");
    QTest::addColumn<bool>("pre");
    using enum TaskKind;
    const auto row = [](const char* name, TaskKind task, int encoder, int decoder, bool pre) {
        QTest::newRow(name) << static_cast<int>(task) << encoder << decoder << pre;
    };
    row("translate_0_1", Translate, 0, 1, false);
    row("translate_1_1", Translate, 1, 1, false);
    row("translate_2_2_pre", Translate, 2, 2, true);
    row("translate_2_1", Translate, 2, 1, false);
    row("cards", CardsDense, 1, 0, false);
    row("positions", Positions, 1, 0, false);
    row("induction", Induction, 2, 0, false);
    row("own_text", OwnText, 1, 0, true);
}

/// Through its file, and computed as `headscope run` does.
void TestLearningTraining::the_experiment_is_the_model() {
    QFETCH(int, task);
    QFETCH(int, encoder);
    QFETCH(int, decoder);
    QFETCH(bool, pre);
    TrainingRecipe recipe = shortRecipe(static_cast<TaskKind>(task));
    recipe.encoderLayers = encoder;
    recipe.decoderLayers = decoder;
    recipe.placement = pre ? NormPlacement::Pre : NormPlacement::Post;
    Training training = trainingOf(recipe);
    learn(training, 12);
    const Sample& watched = training.data().watched;
    const Experiment learnt = training.learner().experiment(training.parameters(), watched);
    const Result<Experiment> read = experimentFromJson(experimentToJson(learnt));
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    QVERIFY(*read == learnt);
    const Result<Trace> trace = runModel(modelProblemOf(*read));
    QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
    const Sample* const only = &watched;
    const Batch batch = training.learner().batchOf({&only, 1}, "watched", 0);
    const auto pass = training.learner().forward(training.parameters(), batch, 0, std::nullopt);
    int compared = 0;
    for (const TraceStep& step : trace->steps()) {
        const auto found = std::ranges::find(pass->run.steps(), qualifiedName(step), qualifiedName);
        if (isInput(step.name) || step.operation == Operation::Mask)
            continue;
        QVERIFY2(found != pass->run.steps().end(), qualifiedName(step).c_str());
        QVERIFY(largestDifference(step.result, found->result) <= 1e-6);
        ++compared;
    }
    QVERIFY(compared > 15);
}

void TestLearningTraining::one_step_is_a_trace_with_gradients() {
    Training training = trainingOf(shortRecipe());
    learn(training, 3);
    const Training::OneStep one = training.lookAtStep();
    QCOMPARE(one.run.steps().size(), one.gradients.steps().size());
    const TraceStep* const loss = one.run.find(TensorName::Loss, "loss");
    QVERIFY(loss);
    const auto shown = static_cast<double>(*loss->result.data());
    const Result<StepReport> report = training.advance();
    QVERIFY(report.ok());
    QCOMPARE(report->loss, shown);
    QCOMPARE(report->step, Index{3});
    QVERIFY(one.gradients.find(TensorName::Scores, "decoder/0/cross_attention"));
    QVERIFY(one.gradients.find(TensorName::EmbeddingWeight, "source/embedding"));
}

void TestLearningTraining::what_is_learnt_is_measured() {
    TrainingRecipe recipe = recipeOf(TaskKind::Translate);
    recipe.optimiser.rate = 3e-3F;
    recipe.steps = 160;
    Training training = trainingOf(recipe);
    const Evaluation before = training.evaluate();
    QVERIFY(before.words < 0.2);
    learn(training, 160);
    const Evaluation after = training.evaluate();
    QVERIFY2(after.sentences >= 0.95, std::to_string(after.sentences).c_str());
    QVERIFY(after.loss < before.loss / 5);
    QVERIFY(std::abs(before.guessing - std::log(30.0)) < 1e-12);
    std::string answer;
    for (const AnswerWord& word : after.answer) {
        answer += word.word + ' ';
        QCOMPARE(word.word, word.right);
        QVERIFY(word.probability > 0.5 && word.probability <= 1);
    }
    QCOMPARE(answer, std::string("I have a cat <End> "));
    const Agreement* const agreement = after.find("decoder/0/cross_attention", 0, 0);
    QVERIFY(agreement);
    QVERIFY(std::abs(agreement->chance - 0.217) < 0.005);
    for (const Agreement& each : after.agreement)
        QVERIFY(each.share >= 0 && each.share <= 1.000001);
    QCOMPARE(after.entropy.size(), std::size_t{12}); // three attentions of four heads
    for (const HeadEntropy& each : after.entropy)
        QVERIFY(each.bits >= 0 && each.bits <= each.atMost + 1e-6);
}

void TestLearningTraining::evaluation_looks_at_nothing_it_learns_from() {
    const Training training = trainingOf(shortRecipe(TaskKind::CardsDense));
    const TrainingState before = training.state();
    const Evaluation a = training.evaluate();
    const Evaluation b = training.evaluate();
    QCOMPARE(a.loss, b.loss);
    QVERIFY(same(before, training.state()));
}

void TestLearningTraining::records_are_thinned() {
    TrainingHistory history;
    const Index every = 3;
    const Index steps = 3 * 1200;
    Index taken = 0;
    for (Index step = 0; step <= steps; ++step) {
        if (history.wantsRecord(step, every, steps)) {
            history.add(TrainingRecord{step, {}, {}});
            ++taken;
        }
        QVERIFY(history.records().size() <= TrainingHistory::mostRecords);
    }
    QVERIFY(taken > 500);
    QCOMPARE(history.thinning(), Index{4});
    QCOMPARE(history.records().front()->step, Index{0});
    QCOMPARE(history.records().back()->step, steps);
    for (std::size_t i = 1; i < history.records().size(); ++i)
        QVERIFY(history.records()[i]->step > history.records()[i - 1]->step);
    QCOMPARE(history.at(7)->step, Index{0});
    QVERIFY(!TrainingHistory().at(3));
}

void TestLearningTraining::an_explosion_is_a_sentence_and_nothing_is_lost() {
    TrainingRecipe recipe = shortRecipe(TaskKind::Reverse, 400);
    recipe.optimiser.kind = OptimiserKind::Sgd;
    recipe.optimiser.rate = 1000;
    Training training = trainingOf(recipe);
    TrainingState before = training.state();
    for (int i = 0; i < 400; ++i) {
        const Result<StepReport> report = training.advance();
        if (!report) {
            const std::string sentence = report.error().text();
            QVERIFY2(sentence.find("a learning rate below 1000 may help") != std::string::npos,
                     sentence.c_str());
            QVERIFY(same(training.state(), before));
            return;
        }
        before = training.state();
    }
    QFAIL("nothing exploded");
}

void TestLearningTraining::a_cancelled_step_changes_nothing() {
    Training training = trainingOf(shortRecipe());
    learn(training, 2);
    const TrainingState before = training.state();
    const CancellationToken token = CancellationToken::create();
    token.cancel();
    const Result<StepReport> report = training.advance(token);
    QVERIFY(!report.ok());
    QVERIFY(report.error().text().find("cancelled") != std::string::npos);
    QVERIFY(same(before, training.state()));
    QVERIFY(!evaluate(training.learner(), training.parameters(), token));
}

void TestLearningTraining::wrong_recipes_are_one_sentence_data() {
    QTest::addColumn<int>("row");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("no_steps") << 0 << QByteArray("there are 0 steps");
    QTest::newRow("large_batch") << 1 << QByteArray("a batch has 289 sentences and there are 288");
    QTest::newRow("no_heads") << 2 << QByteArray("“heads” is 0");
    QTest::newRow("heads_do_not_divide") << 3 << QByteArray("heads");
    QTest::newRow("no_decoder") << 4 << QByteArray("“decoder_layers” is 0");
    QTest::newRow("negative_rate") << 5 << QByteArray("“rate” is -1");
    QTest::newRow("rate_nan") << 6 << QByteArray("“rate” is");
    QTest::newRow("all_smoothed") << 7 << QByteArray("“smoothing” is 1");
    QTest::newRow("one_sentence") << 8 << QByteArray("only one sentence");
    QTest::newRow("no_encoder") << 9 << QByteArray("“encoder_layers” is 0");
}

void TestLearningTraining::wrong_recipes_are_one_sentence() {
    QFETCH(int, row);
    QFETCH(QByteArray, part);
    TrainingRecipe recipe = recipeOf(row == 9 ? TaskKind::PreviousToken : TaskKind::Translate);
    const std::vector<std::function<void()>> changes = {
        [&] { recipe.steps = 0; },
        [&] { recipe.batch = 289; },
        [&] { recipe.heads = 0; },
        [&] { recipe.heads = 5; },
        [&] { recipe.decoderLayers = 0; },
        [&] { recipe.optimiser.rate = -1; },
        [&] { recipe.optimiser.rate = std::numeric_limits<float>::quiet_NaN(); },
        [&] { recipe.smoothing = 1; },
        [&] { recipe.text = "a\tb"; },
        [&] { recipe.encoderLayers = 0; }};
    changes[static_cast<std::size_t>(row)]();
    const Result<Training> training = Training::create(recipe);
    QVERIFY(!training.ok());
    const std::string sentence = training.error().text();
    QVERIFY2(sentence.find(part.toStdString()) != std::string::npos, sentence.c_str());
    QVERIFY(sentence.find('\n') == std::string::npos);
}

void TestLearningTraining::a_recipe_reads_back() {
    QFETCH(int, task);
    TrainingRecipe recipe = shortRecipe(static_cast<TaskKind>(task), 77);
    recipe.keyDim = 5;
    recipe.optimiser.clip = 0.3F;
    recipe.optimiser.kind = OptimiserKind::Momentum;
    recipe.optimiser.decay = Decay::Cosine;
    recipe.norm = NormKind::Batch;
    recipe.activation = Activation::Gelu;
    recipe.seed = 0xFFFFFFFFFFFFFFFFULL;
    recipe.watched = "\"我\"\\";
    const Result<TrainingRecipe> read = recipeFromJson(recipeToJson(recipe));
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    QVERIFY(*read == recipe);
}

void TestLearningTraining::wrong_files_are_one_sentence_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("format") << QByteArray("headscope-training") << QByteArray("something");
    QTest::newRow("version") << QByteArray("\"version\": 1") << QByteArray("\"version\": 2");
    QTest::newRow("task") << QByteArray("\"translate\"") << QByteArray("\"dance\"");
    QTest::newRow("unknown_member") << QByteArray("\"heads\"") << QByteArray("\"haeds\"");
    QTest::newRow("other_sizes") << QByteArray("\"d_model\": 32") << QByteArray("\"d_model\": 16");
    QTest::newRow("steps_done") << QByteArray("\"steps_done\": 2")
                                << QByteArray("\"steps_done\": -2");
    QTest::newRow("losses") << QByteArray("\"losses\"") << QByteArray("\"lossen\"");
    QTest::newRow("record") << QByteArray("\"step\": 0") << QByteArray("\"step\": 1");
    QTest::newRow("text") << QByteArray("{") << QByteArray("[");
}

void TestLearningTraining::wrong_files_are_one_sentence() {
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QTemporaryDir folder;
    const std::string place = folder.filePath(QStringLiteral("training")).toStdString();
    Training training = trainingOf(shortRecipe(TaskKind::Translate, 2));
    TrainingHistory history;
    history.add(TrainingRecord{0, training.parameters(), {}});
    for (int i = 0; i < 2; ++i)
        history.add(*training.advance());
    history.add(TrainingRecord{2, training.parameters(), {}});
    QVERIFY(writeTraining(place, training.recipe(), training.state(), history).ok());
    QVERIFY(readTraining(place).ok());
    QFile file(QString::fromStdString(place) + QStringLiteral("/training.json"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray text = file.readAll();
    const qsizetype at = text.indexOf(from);
    QVERIFY(at >= 0);
    text.replace(at, from.size(), to);
    file.resize(0);
    file.seek(0);
    file.write(text);
    file.close();
    const Result<SavedTraining> read = readTraining(place);
    QVERIFY(!read.ok());
    QVERIFY(!read.error().text().empty());
    QVERIFY(!readTraining(place + "/nowhere").ok());
}

void TestLearningTraining::rates_follow_their_schedule() {
    OptimiserConfig config;
    config.rate = 1;
    QCOMPARE(rateAt(config, 0, 100), 1.0F);
    QCOMPARE(rateAt(config, 99, 100), 1.0F);
    config.warmUp = 10;
    QCOMPARE(rateAt(config, 0, 100), 0.1F);
    QCOMPARE(rateAt(config, 4, 100), 0.5F);
    QCOMPARE(rateAt(config, 10, 100), 1.0F);
    config.warmUp = 0;
    config.decay = Decay::Linear;
    config.decayStart = 0.5F;
    QCOMPARE(rateAt(config, 50, 100), 1.0F);
    QCOMPARE(rateAt(config, 75, 100), 0.5F);
    QCOMPARE(rateAt(config, 99, 100), 0.02F);
    config.decay = Decay::Cosine;
    config.decayStart = 0;
    QCOMPARE(rateAt(config, 0, 100), 1.0F);
    QVERIFY(std::abs(rateAt(config, 50, 100) - 0.5F) < 1e-6F);
    QVERIFY(rateAt(config, 99, 100) < 1e-3F);
}

void TestLearningTraining::gradients_are_clipped_together() {
    Parameters parameters;
    parameters.set(Role::QueryBias, Tensor::filled({1}, {Axis::HeadsKeyDim}, 1));
    parameters.set(Role::KeyBias, Tensor::filled({1}, {Axis::HeadsKeyDim}, 1));
    const std::vector<Tensor> gradients = {Tensor::filled({1}, {Axis::Feature}, 3),
                                           Tensor::filled({1}, {Axis::Feature}, 4)};
    QVERIFY(std::abs(gradientNorm(gradients) - 5) < 1e-12);
    OptimiserConfig config;
    config.kind = OptimiserKind::Sgd;
    config.rate = 1;
    config.clip = 2.5F;
    OptimiserState state;
    takeStep(config, 0, 1, gradients, parameters, state);
    QVERIFY(std::abs(parameters.at(Role::QueryBias)(0) - (1 - 1.5F)) < 1e-6F);
    QVERIFY(std::abs(parameters.at(Role::KeyBias)(0) - (1 - 2.0F)) < 1e-6F);
    QVERIFY(state.first.empty());
    config.clip = 100;
    config.kind = OptimiserKind::Momentum;
    takeStep(config, 0, 1, gradients, parameters, state);
    takeStep(config, 1, 2, gradients, parameters, state);
    QVERIFY(std::abs(state.first[0] - (0.9F * 3 + 3)) < 1e-6F);
}

void TestLearningTraining::another_kind_of_optimiser_begins_afresh() {
    TrainingRecipe recipe = shortRecipe(TaskKind::Translate, 40);
    recipe.optimiser.kind = OptimiserKind::Momentum;
    Training training = trainingOf(recipe);
    learn(training, 10);
    // To look at another one and to come back changes nothing.
    const TrainingState before = training.state();
    OptimiserConfig adam = recipe.optimiser;
    adam.kind = OptimiserKind::Adam;
    training.setOptimiser(adam);
    training.setOptimiser(recipe.optimiser);
    QVERIFY(training.state().optimiser == before.optimiser);
    // Its first two steps are those of an optimiser that remembers nothing.
    training.setOptimiser(adam);
    Parameters expected = training.parameters();
    OptimiserState fresh;
    for (Index step = 0; step < 2; ++step) {
        const auto next = training.nextStep();
        QVERIFY(next.ok());
        takeStep(adam, step, 40, next->gradients, expected, fresh);
        QVERIFY(training.advance().ok());
        QVERIFY(training.parameters() == expected);
    }
    QCOMPARE(training.state().optimiser.begun, Index{10});
    // As it is kept, and as it goes on from there.
    QTemporaryDir folder;
    const std::string place = folder.filePath(QStringLiteral("t")).toStdString();
    TrainingHistory history;
    for (Index step = 0; step < training.stepsDone(); ++step)
        history.add(StepReport{step, 1, 1, 1});
    history.add({training.stepsDone(), training.parameters(), {}});
    QVERIFY(writeTraining(place, training.recipe(), training.state(), history).ok());
    Result<SavedTraining> saved = readTraining(place);
    QVERIFY(saved.ok());
    Training on = *Training::resume(saved->recipe, saved->state);
    learn(on, 3);
    learn(training, 3);
    QVERIFY(on.parameters() == training.parameters());
    saved->state.optimiser.begun = saved->state.step + 1;
    QVERIFY(!Training::resume(saved->recipe, saved->state).ok());
}

/// Pages that the system gives anew are cleared by it: with large batches that was two thirds of
/// the time of a training.
void TestLearningTraining::the_memory_of_a_step_is_used_by_the_next() {
    TrainingRecipe recipe = shortRecipe(TaskKind::OwnText);
    for (int i = 0; i < 10; ++i)
        recipe.text += recipe.text;
    recipe.batch = 64; // a step takes more than block_cache keeps otherwise
    recipe.context = 128;
    recipe.encoderLayers = 4;
    recipe.heads = 8;
    Training training = trainingOf(recipe);
    std::size_t bytes = 0;
    {
        const Training::OneStep one = training.lookAtStep();
        for (const TraceStep& step : one.run.steps())
            bytes += static_cast<std::size_t>(step.result.elementCount()) * sizeof(float);
    }
    const auto faults = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_minflt;
    };
    const block_cache::Rounds rounds;
    learn(training, 2);
    const long before = faults();
    learn(training, 2);
    const auto pages = static_cast<long>(bytes) / sysconf(_SC_PAGESIZE);
    const long ofStep = (faults() - before) / 2;
    QVERIFY2(ofStep < pages / 10,
             qPrintable(QStringLiteral("%1 faults of %2 pages").arg(ofStep).arg(pages)));
}

HEADSCOPE_TEST(TestLearningTraining, QCoreApplication)
#include "test_learning_training.moc"
