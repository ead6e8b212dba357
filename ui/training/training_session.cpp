// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/training_session.h"

#include "tensor/block_cache.h"

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Nobody sees more pictures than that, and each costs the window's thread time.
constexpr milliseconds betweenPictures{16};

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
    command([this, recipe] {
        if (m_trainings.isEmpty()) {
            TrainingMoment first;
            first.recipe = recipe;
            first.state = TrainingMoment::State::Preparing;
            const std::lock_guard lock(m_mutex);
            post(first);
        }
        m_trainings.begin(recipe, token());
    });
}

void TrainingSession::open(std::shared_ptr<const PackedTraining> kept, bool atItsEnd) {
    {
        const std::lock_guard lock(m_mutex);
        m_running = false;
        m_token.cancel();
        m_token = CancellationToken::create();
    }
    command(
        [this, kept = std::move(kept), atItsEnd] { m_trainings.open(*kept, atItsEnd, token()); });
}

void TrainingSession::bringBack() {
    pause();
    command([this] { m_trainings.bringBack(); });
}

void TrainingSession::start() {
    command([this] {
        const std::lock_guard lock(m_mutex);
        m_running = m_trainings.mayLearn();
        m_trainings.measureAnew();
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
        if (m_trainings.mayLearn())
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

void TrainingSession::advance(bool recorded) {
    m_trainings.advance(recorded, token());
    if (m_trainings.mayLearn())
        return;
    const std::lock_guard lock(m_mutex);
    m_running = false;
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

void TrainingSession::publish(bool always) {
    const Clock::time_point now = Clock::now();
    if (!always && now - m_told < betweenPictures)
        return;
    std::optional<TrainingMoment> moment = m_trainings.moment(m_running);
    if (!moment)
        return;
    m_told = now;
    Trainings::Losses losses = m_trainings.takeLosses();
    if (losses.anew) {
        m_news = {};
        m_news.otherCourse = true;
    }
    m_news.losses.insert(m_news.losses.end(), losses.reports.begin(), losses.reports.end());
    post(std::move(*moment));
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
    command([this, change] { m_trainings.change(change); });
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
