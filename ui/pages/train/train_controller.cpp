// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_controller.h"

#include "training/training_session.h"

#include <algorithm>

namespace headscope {

namespace {
constexpr int wholeRecording = 6000; ///< ms
constexpr int slowestPicture = 500;
constexpr int quickestPicture = 60;
} // namespace

TrainController::TrainController(QObject* parent)
    : QObject(parent)
    , m_recipe(recipeOf(TaskKind::Translate)) {
    connect(&m_player, &QTimer::timeout, this, [this] {
        const RecordedSteps& records = m_scene.moment.records;
        if (m_scene.playhead + 1 >= records.size())
            return setPlaying(false);
        seek(records[m_scene.playhead + 1]->step());
    });
}

TrainController::~TrainController() = default;

TrainingSession& TrainController::session() {
    if (!m_session) {
        m_session = std::make_unique<TrainingSession>();
        connect(m_session.get(), &TrainingSession::changed, this, &TrainController::refresh);
    }
    return *m_session;
}

const TrainingMoment* TrainController::moment() const {
    return m_session ? &m_session->moment() : nullptr;
}

void TrainController::setNext(const TrainingRecipe& recipe) {
    m_recipe = recipe;
    Q_EMIT recipeSet(m_recipe);
}

void TrainController::setRecipe(const TrainingRecipe& recipe) {
    setNext(recipe);
    const TrainingMoment& moment = session().moment();
    if (moment.isEmpty() || moment.stepsDone == 0)
        return begin();
    // What may change while it learns.
    if (!(moment.recipe.optimiser == recipe.optimiser))
        session().setOptimiser(recipe.optimiser);
    if (moment.recipe.smoothing != recipe.smoothing)
        session().setSmoothing(recipe.smoothing);
    if (moment.recipe.batch != recipe.batch)
        session().setBatch(recipe.batch);
    if (moment.recipe.steps != recipe.steps)
        session().setSteps(recipe.steps);
    refresh(); // what counts after Reset is said
}

void TrainController::begin() {
    m_asked = m_recipe;
    session().begin(m_recipe);
}

void TrainController::open(std::shared_ptr<const PackedTraining> kept) {
    m_asked.reset();
    session().open(std::move(kept));
}

void TrainController::start() {
    if (m_pace.byHand)
        setPace({}); // who starts it wants it to go on by itself
    m_scene.follow = true;
    setPlaying(false);
    session().start();
}

void TrainController::pause() {
    session().pause();
}

void TrainController::takeStep() {
    setFollowing(true);
    session().step();
}

bool TrainController::resetForgets() {
    const TrainingMoment& moment = session().moment();
    return moment.aside && moment.aside->stepsDone > moment.aside->opened && moment.stepsDone > 0;
}

void TrainController::reset() {
    setPlaying(false);
    m_scene.follow = true;
    begin();
}

void TrainController::bringBack() {
    if (!session().moment().canBringBack())
        return;
    setPlaying(false);
    m_scene.follow = true;
    m_asked.reset(); // its settings are shown, whatever was refused before
    session().bringBack();
}

void TrainController::setPace(const TrainPace& pace) {
    m_pace = pace;
    Q_EMIT paceSet(pace);
    session().setPace(pace.stepsPerSecond);
    if (pace.byHand)
        session().pause();
}

void TrainController::seek(Index step) {
    m_step = step;
    m_scene.follow = false;
    refresh();
}

void TrainController::step(int by) {
    if (m_scene.isEmpty())
        return;
    stopPlaying();
    const auto last = static_cast<std::ptrdiff_t>(m_scene.moment.records.size()) - 1;
    const std::ptrdiff_t next =
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(m_scene.playhead) + by, 0, last);
    seek(m_scene.moment.records[static_cast<std::size_t>(next)]->step());
}

void TrainController::setFollowing(bool on) {
    stopPlaying();
    if (!on && !m_scene.isEmpty())
        m_step = m_scene.at().step();
    m_scene.follow = on;
    refresh();
}

void TrainController::setPlaying(bool on) {
    const std::size_t count = m_scene.moment.records.size();
    on = on && count > 1;
    if (on && m_scene.playhead + 1 >= count)
        seek(m_scene.moment.records.front()->step());
    stopPlaying();
    if (on) {
        m_scene.playing = true;
        m_scene.follow = false;
        m_step = m_scene.at().step();
        m_player.start(
            std::clamp(wholeRecording / static_cast<int>(count), quickestPicture, slowestPicture));
    }
    refresh();
}

void TrainController::stopPlaying() {
    m_scene.playing = false;
    m_player.stop();
}

bool TrainController::setHead(int head) {
    if (m_scene.isEmpty() || head < 0 || head >= m_scene.heads())
        return false;
    m_scene.head = head;
    refresh();
    return true;
}

bool TrainController::setAttention(const std::string& scope, TrainValues values) {
    if (m_scene.isEmpty() || !m_scene.at().find(scope))
        return false;
    m_scene.scope = scope;
    m_scene.values = values;
    m_scene.stop.reset();
    refresh();
    return true;
}

void TrainController::setStop(StepStop::Kind stop) {
    if (m_scene.isEmpty())
        return;
    m_scene.stop = stop;
    refresh();
}

void TrainController::setPinned(std::optional<Index> step) {
    m_scene.pinned = step;
    refresh();
}

void TrainController::togglePin() {
    const Index here = m_scene.at().step();
    setPinned(m_scene.pinned == here ? std::nullopt : std::optional(here));
}

void TrainController::lookAt(const std::string& scope, Index head) {
    if (m_scene.isEmpty())
        return;
    if (m_scene.at().find(scope))
        m_scene.scope = scope;
    if (head < m_scene.heads())
        m_scene.head = static_cast<int>(head);
}

void TrainController::refresh() {
    if (!m_session)
        return;
    const TrainingMoment& moment = m_session->moment();
    const bool otherLearner = moment.learner != m_scene.moment.learner;
    m_scene.moment = moment;
    m_scene.begun = m_scene.begun || moment.stepsDone > 0;
    if (!moment.isEmpty()) {
        if (otherLearner)
            m_scene.pinned.reset();
        // Of what was opened before somebody asked for this one, the settings are past.
        if (moment.recipe == m_asked)
            m_asked.reset();
        if (otherLearner && moment.shown && !m_asked) {
            setNext(moment.recipe);
            m_step = *moment.shown;
            m_scene.follow = m_step >= moment.records.back()->step();
        }
        m_scene.playhead = m_scene.follow ? moment.records.size() - 1 : moment.placeOf(m_step);
        const RecordedStep& at = m_scene.at();
        if (otherLearner || !at.find(m_scene.scope)) {
            // The attention that the task is about: the last one.
            m_scene.scope = at.attentions.back().scope;
        }
        m_scene.head = std::clamp(m_scene.head, 0, m_scene.heads() - 1);
    }
    Q_EMIT changed();
}

} // namespace headscope
