// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/training_session.h"

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
}

TrainingSession::~TrainingSession() {
    { // what is about to start does not
        const std::lock_guard lock(m_mutex);
        m_running = false;
        m_token.cancel();
    }
    m_wake.notify_all();
}

void TrainingSession::leave() {
    const std::lock_guard lock(m_mutex);
    m_running = false;
    m_token.cancel();
    m_token = CancellationToken::create();
}

/// A job takes all commands that wait; between two steps it makes room for the next job.
void TrainingSession::command(Command command) {
    {
        const std::lock_guard lock(m_mutex);
        m_commands.push_back(std::move(command));
    }
    m_job.request([this](const CancellationToken&) -> LatestJob::Delivery {
        work();
        return [this] { deliver(); };
    });
    m_wake.notify_all();
}

void TrainingSession::begin(const TrainingRecipe& recipe) {
    leave();
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
    leave();
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
        m_running = !m_token.isCancelled() && m_trainings.mayLearn();
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

void TrainingSession::finish() {
    m_job.finish();
}

void TrainingSession::work() {
    std::unique_lock lock(m_mutex);
    const std::vector<Command> commands = std::exchange(m_commands, {});
    lock.unlock();
    for (const Command& each : commands)
        each();
    lock.lock();
    publish(true);
    while (waitForTurn(lock)) {
        lock.unlock();
        if (!m_rounds)
            m_rounds.emplace();
        advance(false);
        lock.lock();
        publish(false);
    }
    if (m_running)
        return; // the next job goes on
    m_rounds.reset();
    publish(true);
}

/// Whether there is a step to take now: none where it does not run, or somebody wants something.
bool TrainingSession::waitForTurn(std::unique_lock<std::mutex>& lock) {
    while (m_running && m_commands.empty() && m_pace > 0) {
        const double pace = m_pace;
        const auto between =
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / pace));
        const Clock::time_point next = std::max(m_turn + between, Clock::now());
        if (m_wake.wait_until(lock, next,
                              [&] { return !m_running || !m_commands.empty() || m_pace != pace; }))
            continue;
        m_turn = next;
        break;
    }
    return m_running && m_commands.empty();
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
