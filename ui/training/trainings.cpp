// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/trainings.h"

#include "learning/history/training_json.h"

#include <algorithm>
#include <utility>

namespace headscope {

namespace {
constexpr std::size_t measuredSteps = 50;
}

void Trainings::begin(const TrainingRecipe& recipe, const CancellationToken& token) {
    m_refusal.reset();
    Result<Training> training = Training::create(recipe);
    m_recipeRefused = !training;
    if (!training)
        return refuse(recipe, training.error());
    auto learner = std::make_shared<const Learner>(training->learner());
    replaceCourse({std::move(*training), std::move(learner), {}, {}, {}, {}, {}, {}, 0});
    record(token);
}

void Trainings::refuse(const TrainingRecipe& recipe, const Error& error) {
    m_refusal = error;
    m_refused = recipe;
}

void Trainings::replaceCourse(Course course) {
    // What nobody learnt anything from is not worth coming back to.
    if (m_course && m_course->training.stepsDone() > 0)
        m_before = std::move(m_course);
    m_course.emplace(std::move(course));
    m_recipeRefused = false;
    m_course->stops = stopsOf(m_course->training);
    m_otherCourse = true;
    m_times.clear();
}

void Trainings::open(const PackedTraining& kept, bool atItsEnd, const CancellationToken& token) {
    m_refusal.reset();
    Result<TakenTraining> taken = trainingFromJson(kept.content().json);
    if (!taken)
        return refuse({}, taken.error());
    SavedTraining& saved = taken->training;
    Result<Training> training = Training::resume(saved.recipe, saved.state);
    if (!training)
        return refuse(saved.recipe, training.error());
    auto learner = std::make_shared<const Learner>(training->learner());
    // What was measured follows from the parameters.
    std::vector<TrainingRecord> records;
    RecordedSteps steps;
    for (const auto& record : saved.history.records()) {
        std::optional<Evaluation> evaluation = evaluate(*learner, record->parameters, token);
        if (!evaluation || token.isCancelled())
            return; // another one was asked for
        records.push_back({record->step, record->parameters, std::move(*evaluation)});
    }
    TrainingHistory history = TrainingHistory::restored(saved.history.losses(), std::move(records),
                                                        saved.history.thinning());
    for (const auto& record : history.records())
        steps.push_back(std::make_shared<const RecordedStep>(recordedStep(*learner, record)));
    const Index opened = training->stepsDone();
    const bool endAlone = saved.history.records().size() == 1 && taken->changes.empty() &&
                          saved.recipe.steps == opened;
    // Who looks at one file after another keeps what was trained before them.
    if (m_course && m_course->training.stepsDone() == m_course->opened)
        m_course.reset();
    replaceCourse({std::move(*training),
                   std::move(learner),
                   std::move(history),
                   std::move(steps),
                   {},
                   std::move(taken->changes),
                   {},
                   taken->shown,
                   opened});
    if (!endAlone || atItsEnd)
        return;
    // Nothing of it is left to be scrubbed through: it is watched from its beginning. The end, or
    // what somebody trained before, can be brought back.
    if (m_before) {
        m_course = std::move(m_before);
        m_before.reset();
    }
    begin(saved.recipe, token);
    m_course->shown = 0;
}

void Trainings::bringBack() {
    if (!m_before)
        return;
    std::swap(m_course, m_before);
    m_otherCourse = true;
    m_times.clear();
}

bool Trainings::isRefused() const {
    return m_recipeRefused && m_course->training.stepsDone() == 0;
}

bool Trainings::mayLearn() const {
    if (!m_course || m_course->error || m_course->training.isFinished())
        return false;
    // What is there has not the settings that somebody asked for.
    return !isRefused();
}

void Trainings::record(const CancellationToken& token) {
    Course& course = *m_course;
    const Training& training = course.training;
    Evaluation evaluation = training.evaluate(token);
    if (token.isCancelled())
        return; // the training is left, or the window closed
    course.history.add({training.stepsDone(), training.parameters(), std::move(evaluation)});
    const auto kept = course.history.records();
    RecordedStep made = recordedStep(training.learner(), kept.back());
    if (std::optional<StepAnatomy> anatomy = anatomyOf(training, token))
        made.anatomy = std::make_shared<const StepAnatomy>(*std::move(anatomy));
    course.records.push_back(std::make_shared<const RecordedStep>(std::move(made)));
    // The history thins itself; pictures are kept of what it kept.
    if (course.records.size() > kept.size())
        std::erase_if(course.records, [&kept](const auto& record) {
            return std::ranges::find(kept, record->record) == kept.end();
        });
}

void Trainings::advance(bool recorded, const CancellationToken& token) {
    Course& course = *m_course;
    const Result<StepReport> report = course.training.advance(token);
    if (token.isCancelled())
        return;
    if (!report) {
        course.error = report.error();
    } else {
        course.history.add(*report);
        const TrainingRecipe& recipe = course.training.recipe();
        if (recorded || course.history.wantsRecord(course.training.stepsDone(), recipe.recordEvery,
                                                   recipe.steps))
            record(token);
        m_times.push_back(std::chrono::steady_clock::now());
        if (m_times.size() > measuredSteps + 1)
            m_times.erase(m_times.begin());
    }
}

std::optional<TrainingMoment> Trainings::moment(bool running) const {
    if (!m_course && !m_refusal)
        return std::nullopt;
    TrainingMoment moment;
    using enum TrainingMoment::State;
    if (!m_course) {
        moment.state = Failed;
        moment.error = m_refusal;
        moment.recipe = m_refused;
        return moment;
    }
    const Course& course = *m_course;
    moment.state = course.error                   ? Failed
                   : running                      ? Running
                   : course.training.isFinished() ? Finished
                                                  : Paused;
    moment.error = course.error ? course.error : m_refusal;
    moment.isRefused = isRefused();
    moment.recipe = course.training.recipe();
    moment.learner = course.learner;
    moment.stops = course.stops;
    moment.parameterCount = course.training.parameterCount();
    moment.stepsDone = course.training.stepsDone();
    moment.thinning = course.history.thinning();
    moment.records = course.records;
    moment.changes = course.changes;
    if (m_before)
        moment.aside = {m_before->learner, m_before->training.stepsDone(), m_before->opened,
                        m_before->training.recipe().text};
    moment.shown = course.shown;
    moment.opened = course.opened;
    if (!running)
        moment.trained = std::make_shared<const TrainingState>(course.training.state());
    if (m_times.size() > 1) {
        const std::chrono::duration<double> taken = m_times.back() - m_times.front();
        if (taken.count() > 0)
            moment.stepsPerSecond = static_cast<double>(m_times.size() - 1) / taken.count();
    }
    return moment;
}

Trainings::Losses Trainings::takeLosses() {
    Losses losses{std::exchange(m_otherCourse, false), {}};
    if (!m_course)
        return losses;
    if (losses.anew)
        m_lossesTold = 0;
    const std::vector<StepReport>& all = m_course->history.losses();
    losses.reports.assign(all.begin() + static_cast<std::ptrdiff_t>(m_lossesTold), all.end());
    m_lossesTold = all.size();
    return losses;
}

void Trainings::change(const std::function<Status(Training&)>& change) {
    if (!m_course)
        return;
    const TrainingRecipe before = m_course->training.recipe();
    const Status changed = change(m_course->training);
    m_refusal = changed ? std::nullopt : std::optional(changed.error());
    m_course->stops = stopsOf(m_course->training); // their shapes have the batch
    const Index step = m_course->training.stepsDone();
    const bool again = !m_course->changes.empty() && m_course->changes.back() == step;
    if (step > 0 && !again && !(before == m_course->training.recipe()))
        m_course->changes.push_back(step);
}

} // namespace headscope
