// SPDX-License-Identifier: GPL-3.0-or-later
// A training in a thread of its own: what is asked for happens, in its order, and what comes of
// it is what the training itself gives.
#include "support/test_program.h"
#include "training/training_session.h"

#include <QApplication>
#include <QtTest>

#include <chrono>
#include <thread>

using namespace headscope;

using State = TrainingMoment::State;

namespace {

/// Small enough to be trained in no time.
TrainingRecipe smallRecipe(Index steps = 12, Index every = 4) {
    TrainingRecipe recipe = recipeOf(TaskKind::Translate);
    recipe.modelDim = 8;
    recipe.heads = 2;
    recipe.batch = 8;
    recipe.encoderLayers = 0;
    recipe.steps = steps;
    recipe.recordEvery = every;
    return recipe;
}

std::vector<Index> stepsOf(const TrainingMoment& moment) {
    std::vector<Index> steps;
    for (const auto& record : moment.records)
        steps.push_back(record->step());
    return steps;
}

/// The parameters of a training that was stopped there.
Parameters stoppedAt(const TrainingRecipe& recipe, Index step) {
    Result<Training> training = Training::create(recipe);
    while (training->stepsDone() < step) {
        if (!training->advance())
            break;
    }
    return training->parameters();
}

bool sameBits(const Parameters& a, const Parameters& b) {
    if (a.entries().size() != b.entries().size())
        return false;
    for (std::size_t i = 0; i < a.entries().size(); ++i) {
        const auto x = a.entries()[i].tensor.values();
        const auto y = b.entries()[i].tensor.values();
        if (x.size() != y.size() || std::memcmp(x.data(), y.data(), x.size_bytes()) != 0)
            return false;
    }
    return true;
}

} // namespace

class TestTrainingSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothing_happens_before_it_is_asked_for();
    void begins_with_step_0_and_pauses();
    void runs_to_its_end();
    void pauses_and_goes_on_as_if_nothing_had_been();
    void one_step_is_recorded();
    void a_record_is_what_stopping_there_gives();
    void settings_change_while_it_runs();
    void settings_do_not_hold_up_its_pace();
    void a_batch_changes_from_the_next_step_on();
    void a_batch_that_is_too_large_changes_nothing();
    void a_record_knows_the_step_behind_it();
    void what_cannot_be_trained_leaves_what_was();
    void an_explosion_says_so_and_keeps_what_was_recorded();
    void the_training_before_comes_back();
    void ends_with_the_window_while_it_trains();
    void the_window_is_told_at_most_at_its_own_pace();
    void the_strip_has_the_stages_of_one_step();
};

void TestTrainingSession::nothing_happens_before_it_is_asked_for() {
    TrainingSession session;
    session.start();
    session.step();
    session.finish();
    QCOMPARE(session.moment().state, State::None);
    QVERIFY(session.moment().isEmpty());
}

void TestTrainingSession::begins_with_step_0_and_pauses() {
    TrainingSession session;
    session.begin(smallRecipe());
    session.finish();
    QCOMPARE(session.moment().state, State::Paused);
    QCOMPARE(stepsOf(session.moment()), std::vector<Index>{0});
    QVERIFY(session.moment().losses->empty());
    // Fresh parameters know nothing: about the loss of one who guesses.
    const Evaluation& evaluation = session.moment().records[0]->evaluation();
    QVERIFY(std::abs(evaluation.loss - evaluation.guessing) < 1.5);
}

void TestTrainingSession::runs_to_its_end() {
    TrainingSession session;
    session.begin(smallRecipe(10, 4));
    session.start();
    session.finish();
    QCOMPARE(session.moment().state, State::Finished);
    QCOMPARE(session.moment().stepsDone, 10);
    QCOMPARE(stepsOf(session.moment()), (std::vector<Index>{0, 4, 8, 10}));
    QCOMPARE(session.moment().losses->size(), std::size_t{10});
    for (std::size_t i = 0; i < 10; ++i)
        QCOMPARE((*session.moment().losses)[i].step, static_cast<Index>(i));
}

void TestTrainingSession::pauses_and_goes_on_as_if_nothing_had_been() {
    const TrainingRecipe recipe = smallRecipe(30, 10);
    TrainingSession session;
    session.begin(recipe);
    session.setPace(200);
    session.start();
    QTRY_VERIFY(session.moment().stepsDone >= 3);
    session.pause();
    session.finish();
    const Index paused = session.moment().stepsDone;
    QVERIFY(paused < 30);
    QCOMPARE(session.moment().state, State::Paused);
    QTest::qWait(60);
    QCOMPARE(session.moment().stepsDone, paused);
    session.setPace(0);
    session.start();
    session.finish();
    QCOMPARE(session.moment().state, State::Finished);
    QVERIFY(sameBits(session.moment().records.back()->record->parameters, stoppedAt(recipe, 30)));
}

void TestTrainingSession::one_step_is_recorded() {
    TrainingSession session;
    session.begin(smallRecipe());
    session.step();
    session.finish();
    QCOMPARE(session.moment().stepsDone, 1);
    QCOMPARE(stepsOf(session.moment()), (std::vector<Index>{0, 1}));
    QCOMPARE(session.moment().state, State::Paused);
}

void TestTrainingSession::a_record_is_what_stopping_there_gives() {
    const TrainingRecipe recipe = smallRecipe(12, 4);
    TrainingSession session;
    session.begin(recipe);
    session.start();
    session.finish();
    const RecordedStep& record = *session.moment().records[2];
    QCOMPARE(record.step(), 8);
    const Parameters stopped = stoppedAt(recipe, 8);
    QVERIFY(sameBits(record.record->parameters, stopped));
    QVERIFY(!sameBits(record.record->parameters, stoppedAt(recipe, 7)));
    // The run that all pages show has the weights that the film shows.
    const auto run = watchedRun(*session.moment().learner, *record.record);
    QVERIFY(run);
    for (const WatchedAttention& attention : record.attentions) {
        const TraceStep* step = run->trace()->find(TensorName::AttentionWeights, attention.scope);
        QVERIFY2(step, attention.scope.c_str());
        QCOMPARE(step->result.shape(), attention.weights.shape());
        for (Index i = 0; i < attention.weights.elementCount(); ++i)
            QVERIFY(std::abs(step->result.contiguous().data()[i] - attention.weights.data()[i]) <
                    1e-6F);
    }
}

void TestTrainingSession::settings_change_while_it_runs() {
    TrainingSession session;
    session.begin(smallRecipe(400, 50));
    session.setPace(400);
    session.start();
    QTRY_VERIFY(session.moment().stepsDone >= 2);
    OptimiserConfig slow = smallRecipe().optimiser;
    slow.rate = 1e-4F;
    session.setOptimiser(slow);
    session.setSteps(40);
    session.setPace(0);
    session.finish();
    QCOMPARE(session.moment().state, State::Finished);
    QCOMPARE(session.moment().stepsDone, 40);
    QCOMPARE(session.moment().losses->back().rate, 1e-4F);
    QCOMPARE(session.moment().losses->front().rate, smallRecipe().optimiser.rate);
    QVERIFY(!session.moment().changes.empty());
    QVERIFY(session.moment().changes.front() >= 2);
}

/// Step n has the sentences that a training of the new size has at step n.
void TestTrainingSession::settings_do_not_hold_up_its_pace() {
    TrainingSession session;
    session.begin(smallRecipe(1000, 1000));
    session.setPace(5);
    session.start();
    QTRY_VERIFY(session.moment().stepsDone >= 1);
    for (int dragged = 0; dragged < 200; ++dragged) { // as a slider does
        session.setSmoothing(0.001F * static_cast<float>(dragged));
        QTest::qWait(1);
    }
    const Index before = session.moment().stepsDone;
    QTRY_VERIFY(session.moment().stepsDone >= before + 2);
    // A pace of one step in a minute is left at once.
    session.setPace(1.0 / 60);
    QTest::qWait(250);
    const Index slow = session.moment().stepsDone;
    session.setPace(0);
    QTRY_VERIFY(session.moment().stepsDone > slow);
}

void TestTrainingSession::a_batch_changes_from_the_next_step_on() {
    const TrainingRecipe recipe = smallRecipe(12, 4);
    Training wanted = Training::create(recipe).value();
    for (int i = 0; i < 5; ++i)
        QVERIFY(wanted.advance().ok());
    QVERIFY(wanted.setBatch(5).ok());
    TrainingRecipe other = recipe;
    other.batch = 5;
    QVERIFY(wanted.learner().batchAt(5).samples.size() == 5);
    const Training fresh = Training::create(other).value();
    const Batch here = wanted.learner().batchAt(7);
    const Batch there = fresh.learner().batchAt(7);
    for (std::size_t i = 0; i < 5; ++i)
        QVERIFY(here.samples[i]->tokens == there.samples[i]->tokens);
    while (!wanted.isFinished())
        QVERIFY(wanted.advance().ok());

    TrainingSession session;
    session.begin(recipe);
    for (int i = 0; i < 5; ++i)
        session.step();
    session.finish();
    session.setBatch(5);
    session.start();
    session.finish();
    QCOMPARE(session.moment().recipe.batch, Index{5});
    QVERIFY(session.moment().changes == std::vector<Index>{5});
    QCOMPARE(session.moment().stops.front().shape[0], Index{5}); // as the strip says
    QVERIFY(sameBits(session.moment().records.back()->record->parameters, wanted.parameters()));
}

void TestTrainingSession::a_batch_that_is_too_large_changes_nothing() {
    TrainingSession session;
    session.begin(smallRecipe(12, 4));
    session.step();
    session.setBatch(100000);
    session.finish();
    QVERIFY(session.moment().error.has_value());
    QVERIFY(session.moment().error->text().find("100000") != std::string::npos);
    QCOMPARE(session.moment().recipe.batch, smallRecipe().batch);
    QCOMPARE(session.moment().state, State::Paused);
    session.setBatch(4); // and then it is forgotten
    session.start();
    session.finish();
    QVERIFY(!session.moment().error);
    QCOMPARE(session.moment().stepsDone, 12);
}

void TestTrainingSession::a_record_knows_the_step_behind_it() {
    TrainingSession session;
    session.begin(smallRecipe(6, 1));
    session.start();
    session.finish();
    const RecordedSteps& records = session.moment().records;
    const auto& losses = *session.moment().losses;
    for (std::size_t i = 0; i + 1 < records.size(); ++i) {
        const StepAnatomy& anatomy = *records[i]->anatomy;
        // What it foresaw is what was done.
        QCOMPARE(anatomy.loss, losses[i].loss);
        QCOMPARE(anatomy.rate, losses[i].rate);
        QCOMPARE(anatomy.batch.size(), static_cast<std::size_t>(smallRecipe().batch));
        double gradient = 0;
        double update = 0;
        Index count = 0;
        for (const BlockStep& block : anatomy.blocks) {
            gradient += block.gradient * block.gradient;
            update += block.update * block.update;
            count += block.count;
        }
        QCOMPARE(count, session.moment().parameterCount);
        QVERIFY(std::abs(std::sqrt(gradient) - losses[i].gradientNorm) <
                1e-5 * losses[i].gradientNorm);
        double moved = 0;
        const auto before = records[i]->record->parameters.entries();
        const auto after = records[i + 1]->record->parameters.entries();
        for (std::size_t k = 0; k < before.size(); ++k) {
            for (Index e = 0; e < before[k].tensor.elementCount(); ++e) {
                const double change =
                    double{after[k].tensor.data()[e]} - double{before[k].tensor.data()[e]};
                moved += change * change;
            }
        }
        QVERIFY(update > 0);
        QVERIFY(std::abs(std::sqrt(update) - std::sqrt(moved)) < 1e-6 * std::sqrt(moved));
    }
    // The logits give the loss of the watched sentence, by hand.
    const RecordedStep& last = *records.back();
    const auto classes = static_cast<double>(last.logits.size(1));
    const double smoothing = double{session.moment().recipe.smoothing};
    double sum = 0;
    int asked = 0;
    for (std::size_t row = 0; row < last.targets.size(); ++row) {
        if (last.targets[row] < 0)
            continue;
        double all = 0;
        double mean = 0;
        for (Index c = 0; c < last.logits.size(1); ++c) {
            all += std::exp(double{last.logits(static_cast<Index>(row), c)});
            mean += double{last.logits(static_cast<Index>(row), c)} / classes;
        }
        const double right = double{last.logits(static_cast<Index>(row), last.targets[row])};
        sum += std::log(all) - (1 - smoothing) * right - smoothing * mean;
        ++asked;
    }
    QVERIFY(asked > 0);
    QVERIFY(std::abs(sum / asked - last.loss) < 1e-5);
}

void TestTrainingSession::what_cannot_be_trained_leaves_what_was() {
    TrainingSession session;
    session.begin(smallRecipe());
    session.start();
    session.finish();
    TrainingRecipe wrong = smallRecipe();
    wrong.text = "\n";
    session.begin(wrong);
    session.finish();
    QVERIFY(session.moment().error.has_value());
    QCOMPARE(session.moment().stepsDone, 12);
    QCOMPARE(stepsOf(session.moment()).size(), std::size_t{4});
    // And without one before there is the sentence alone.
    TrainingSession other;
    other.begin(wrong);
    other.finish();
    QCOMPARE(other.moment().state, State::Failed);
    QVERIFY(other.moment().error.has_value());
    QVERIFY(other.moment().isEmpty());
}

void TestTrainingSession::an_explosion_says_so_and_keeps_what_was_recorded() {
    TrainingRecipe recipe = smallRecipe(200, 10);
    recipe.optimiser.kind = OptimiserKind::Sgd;
    recipe.optimiser.rate = 1000;
    TrainingSession session;
    session.begin(recipe);
    session.start();
    session.finish();
    QCOMPARE(session.moment().state, State::Failed);
    QVERIFY(session.moment().error.has_value());
    QVERIFY(!session.moment().isEmpty());
    QVERIFY(session.moment().stepsDone < 200);
}

void TestTrainingSession::the_training_before_comes_back() {
    TrainingSession session;
    session.begin(smallRecipe(8, 4));
    session.start();
    session.finish();
    const auto last = session.moment().records.back();
    session.begin(smallRecipe(20, 5));
    session.finish();
    QCOMPARE(session.moment().stepsDone, 0);
    QVERIFY(session.moment().losses->empty());
    QVERIFY(session.moment().canBringBack());
    session.bringBack();
    session.finish();
    QCOMPARE(session.moment().stepsDone, 8);
    QCOMPARE(session.moment().losses->size(), std::size_t{8});
    QCOMPARE(session.moment().records.back(), last);
}

void TestTrainingSession::ends_with_the_window_while_it_trains() {
    QElapsedTimer clock;
    {
        TrainingSession session;
        session.begin(recipeOf(TaskKind::CardsDense));
        session.start();
        QTRY_VERIFY_WITH_TIMEOUT(session.moment().stepsDone > 0, 60000);
        clock.start();
    }
    QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
    // Whatever it was about to do.
    for (int moment = 0; moment < 60; ++moment) {
        TrainingSession session;
        session.begin(smallRecipe(1'000'000, 1'000'000));
        session.start();
        std::this_thread::sleep_for(std::chrono::microseconds(50 * moment));
    }
}

void TestTrainingSession::the_window_is_told_at_most_at_its_own_pace() {
    TrainingSession session;
    QSignalSpy told(&session, &TrainingSession::changed);
    session.begin(smallRecipe(2000, 1000));
    QElapsedTimer clock;
    clock.start();
    session.start();
    QTRY_COMPARE_WITH_TIMEOUT(session.moment().state, State::Finished, 60000);
    // Commands, the beginning and the end are told besides.
    QVERIFY2(told.count() <= clock.elapsed() / 16 + 8,
             qPrintable(QStringLiteral("%1 in %2 ms").arg(told.count()).arg(clock.elapsed())));
    QCOMPARE(session.moment().losses->size(), std::size_t{2000});
}

void TestTrainingSession::the_strip_has_the_stages_of_one_step() {
    TrainingRecipe recipe = recipeOf(TaskKind::Translate);
    TrainingSession session;
    session.begin(recipe);
    session.finish();
    using enum StepStop::Kind;
    std::vector<StepStop::Kind> kinds;
    for (const StepStop& stop : session.moment().stops)
        kinds.push_back(stop.kind);
    QCOMPARE(kinds, (std::vector<StepStop::Kind>{Data, Encoder, Self, Cross, Logits, Loss, Gradient,
                                                 Optimiser}));
    const StepStop& cross = session.moment().stops[3];
    QCOMPARE(cross.scope, std::string("decoder/0/cross_attention"));
    QCOMPARE(cross.shape[0], recipe.batch);
    QCOMPARE(cross.shape[1], recipe.heads);
    QCOMPARE(session.moment().stops.back().shape[0], session.moment().parameterCount);
    Index count = 0;
    for (const auto& entry : session.moment().records[0]->record->parameters.entries())
        count += entry.tensor.elementCount();
    QCOMPARE(session.moment().parameterCount, count);
}

HEADSCOPE_TEST(TestTrainingSession, QApplication)
#include "test_training_session.moc"
