// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/training_session.h"

#include "learning/history/training_json.h"
#include "tensor/block_cache.h"

#include <algorithm>
#include <iterator>

namespace headscope {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Nobody sees more pictures than that, and each costs the window's thread time.
constexpr milliseconds betweenPictures{16};
constexpr std::size_t measuredSteps = 50;

} // namespace

TrainingSession::TrainingSession(QObject* parent)
    : QObject(parent) {
    connect(this, &TrainingSession::made, this, &TrainingSession::deliver, Qt::QueuedConnection);
    m_thread = std::thread([this] { work(); });
}

TrainingSession::~TrainingSession() {
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_token.cancel();
    }
    m_wake.notify_all();
    m_thread.join();
}

void TrainingSession::command(Command command) {
    {
        const std::lock_guard lock(m_mutex);
        m_commands.push_back(std::move(command));
    }
    m_wake.notify_all();
}

void TrainingSession::begin(const TrainingRecipe& recipe) {
    {
        const std::lock_guard lock(m_mutex);
        m_running = false;
        m_token.cancel(); // the step that runs is of a training that is left
        m_token = CancellationToken::create();
    }
    command([this, recipe] { create(recipe); });
}

void TrainingSession::open(std::shared_ptr<const PackedTraining> kept, bool atItsEnd) {
    {
        const std::lock_guard lock(m_mutex);
        m_running = false;
        m_token.cancel();
        m_token = CancellationToken::create();
    }
    command([this, kept = std::move(kept), atItsEnd] { read(*kept, atItsEnd); });
}

void TrainingSession::bringBack() {
    pause();
    command([this] {
        if (!m_before)
            return;
        std::swap(m_course, m_before);
        m_otherCourse = true;
        m_times.clear();
    });
}

bool TrainingSession::isRefused() const {
    return m_recipeRefused && m_course->training.stepsDone() == 0;
}

bool TrainingSession::mayLearn() const {
    if (!m_course || m_course->error || m_course->training.isFinished())
        return false;
    // What is there has not the settings that somebody asked for.
    return !isRefused();
}

void TrainingSession::start() {
    command([this] {
        const std::lock_guard lock(m_mutex);
        m_running = mayLearn();
        m_times.clear();
    });
}

void TrainingSession::pause() {
    command([this] {
        const std::lock_guard lock(m_mutex);
        m_running = false;
    });
}

void TrainingSession::step() {
    command([this] {
        if (mayLearn())
            advance(true);
    });
}

void TrainingSession::setPace(double stepsPerSecond) {
    {
        const std::lock_guard lock(m_mutex);
        m_pace = stepsPerSecond;
    }
    m_wake.notify_all();
}

bool TrainingSession::hasWork() const {
    return !m_commands.empty() || m_running;
}

bool TrainingSession::isBusy() const {
    const std::lock_guard lock(m_mutex);
    return hasWork() || m_working;
}

void TrainingSession::finish() {
    {
        std::unique_lock lock(m_mutex);
        m_idle.wait(lock, [this] { return !hasWork() && !m_working; });
    }
    deliver();
}

void TrainingSession::work() {
    Clock::time_point due = Clock::now();
    std::optional<block_cache::Rounds> rounds; // a training that rests keeps no memory
    std::unique_lock lock(m_mutex);
    while (true) {
        if (!hasWork()) {
            rounds.reset();
            m_working = false;
            publish(true);
            m_idle.notify_all();
        }
        m_wake.wait(lock, [this] { return m_stopping || hasWork(); });
        if (m_stopping)
            return;
        m_working = true;
        if (!m_commands.empty()) {
            const std::vector<Command> commands = std::exchange(m_commands, {});
            lock.unlock();
            for (const Command& each : commands)
                each();
            lock.lock();
            publish(true);
            continue;
        }
        if (m_pace > 0) {
            const auto wait = std::chrono::duration_cast<Clock::duration>(
                std::chrono::duration<double>(1 / m_pace));
            due = std::max(due, Clock::now() - wait) + wait;
            m_wake.wait_until(lock, due, [this] { return m_stopping || !m_commands.empty(); });
            if (m_stopping || !m_commands.empty())
                continue;
        }
        lock.unlock();
        if (!rounds)
            rounds.emplace();
        advance(false);
        lock.lock();
        publish(false);
    }
}

CancellationToken TrainingSession::token() const {
    const std::lock_guard lock(m_mutex);
    return m_token;
}

void TrainingSession::post(TrainingMoment moment) {
    m_news.moment = std::move(moment);
    if (!std::exchange(m_posted, true))
        Q_EMIT made(QPrivateSignal());
}

void TrainingSession::create(const TrainingRecipe& recipe) {
    m_refusal.reset();
    m_recipeRefused = false;
    TrainingMoment first;
    first.recipe = recipe;
    first.state = TrainingMoment::State::Preparing;
    if (!m_course) {
        const std::lock_guard lock(m_mutex);
        post(first);
    }
    Result<Training> training = Training::create(recipe);
    m_recipeRefused = !training;
    if (!training)
        return refuse(recipe, training.error());
    auto learner = std::make_shared<const Learner>(training->learner());
    replaceCourse({std::move(*training), std::move(learner), {}, {}, {}, {}, {}, {}, 0});
    record();
}

void TrainingSession::refuse(const TrainingRecipe& recipe, const Error& error) {
    // What was trained stays; the sentence says why there is no other.
    m_refusal = error;
    if (m_course)
        return;
    TrainingMoment first;
    first.recipe = recipe;
    first.state = TrainingMoment::State::Failed;
    first.error = error;
    const std::lock_guard lock(m_mutex);
    post(first);
}

void TrainingSession::replaceCourse(Course course) {
    // What nobody learnt anything from is not worth coming back to.
    if (m_course && m_course->training.stepsDone() > 0)
        m_before = std::move(m_course);
    m_course.emplace(std::move(course));
    m_recipeRefused = false;
    m_course->stops = stopsOf(m_course->training);
    m_otherCourse = true;
    m_times.clear();
}

void TrainingSession::read(const PackedTraining& kept, bool atItsEnd) {
    m_refusal.reset();
    const CancellationToken token = this->token();
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
    create(saved.recipe);
    m_course->shown = 0;
}

void TrainingSession::record() {
    Course& course = *m_course;
    const Training& training = course.training;
    const CancellationToken token = this->token();
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

void TrainingSession::advance(bool recorded) {
    Course& course = *m_course;
    const CancellationToken token = this->token();
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
            record();
        m_times.push_back(Clock::now());
        if (m_times.size() > measuredSteps + 1)
            m_times.erase(m_times.begin());
    }
    if (course.error || course.training.isFinished()) {
        const std::lock_guard lock(m_mutex);
        m_running = false;
    }
}

void TrainingSession::publish(bool always) {
    const Clock::time_point now = Clock::now();
    if (!m_course || (!always && now - m_told < betweenPictures))
        return;
    m_told = now;
    const Course& course = *m_course;
    TrainingMoment moment;
    using enum TrainingMoment::State;
    moment.state = course.error                   ? Failed
                   : m_running                    ? Running
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
    if (!m_running)
        moment.trained = std::make_shared<const TrainingState>(course.training.state());
    if (m_times.size() > 1) {
        const std::chrono::duration<double> taken = m_times.back() - m_times.front();
        if (taken.count() > 0)
            moment.stepsPerSecond = static_cast<double>(m_times.size() - 1) / taken.count();
    }
    if (std::exchange(m_otherCourse, false)) {
        m_lossesTold = 0;
        m_news.otherCourse = true;
        m_news.losses.clear();
    }
    const std::vector<StepReport>& losses = course.history.losses();
    std::copy(losses.begin() + static_cast<std::ptrdiff_t>(m_lossesTold), losses.end(),
              std::back_inserter(m_news.losses));
    m_lossesTold = losses.size();
    post(std::move(moment));
}

void TrainingSession::deliver() {
    News news;
    {
        const std::lock_guard lock(m_mutex);
        m_posted = false;
        news = std::exchange(m_news, {});
    }
    if (!news.moment)
        return;
    if (news.otherCourse || !m_losses)
        m_losses = std::make_shared<std::vector<StepReport>>();
    m_losses->insert(m_losses->end(), news.losses.begin(), news.losses.end());
    m_moment = std::move(*news.moment);
    m_moment.losses = m_losses;
    Q_EMIT changed();
}

void TrainingSession::change(const std::function<Status(Training&)>& change) {
    command([this, change] {
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
    });
}

void TrainingSession::setOptimiser(const OptimiserConfig& config) {
    change([config](Training& training) -> Status {
        training.setOptimiser(config);
        return Done{};
    });
}

void TrainingSession::setSmoothing(float smoothing) {
    change([smoothing](Training& training) -> Status {
        training.setSmoothing(smoothing);
        return Done{};
    });
}

void TrainingSession::setBatch(Index batch) {
    change([batch](Training& training) { return training.setBatch(batch); });
}

void TrainingSession::setSteps(Index steps) {
    change([steps](Training& training) -> Status {
        training.setSteps(std::max(steps, std::max<Index>(1, training.stepsDone())));
        return Done{};
    });
}

} // namespace headscope
