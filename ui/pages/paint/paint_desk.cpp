// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_desk.h"

#include "support/execution.h"

#include <algorithm>

namespace headscope {

namespace {

/// Up to so many pairs of query and key a search takes a moment, and begins by itself.
constexpr Index quickPairs = 400;
constexpr Index quickWidth = 64;

} // namespace

PaintDesk::PaintDesk(QObject* parent)
    : QObject(parent)
    , m_updates(
          [](const UpdateRequest& asked, const CancellationToken& token) {
              return nextUpdate(*asked.painting, asked.record, {.cancellation = token});
          },
          [this](std::optional<HeadWeights> update) {
              m_scene.update = std::move(update);
              Q_EMIT sceneChanged();
          })
    , m_runner(&PaintDesk::search, [this](Outcome&& outcome) { take(std::move(outcome)); }) {
    m_poll.setInterval(50);
    connect(&m_poll, &QTimer::timeout, this, [this] {
        if (m_progress && m_scene.isBusy) {
            m_scene.stepsDone = m_progress->steps.load(std::memory_order_relaxed);
            Q_EMIT sceneChanged();
        }
    });
    connect(&m_player, &QTimer::timeout, this, [this] {
        if (!m_scene.painting || m_scene.record + 1 >= m_scene.painting->descents.history.size())
            return setPlaying(false);
        setRecord(m_scene.record + 1);
    });
}

PaintDesk::~PaintDesk() = default;

PaintDesk::Outcome PaintDesk::search(const Request& request, const CancellationToken& token) {
    Execution execution;
    // One is left to the window.
    execution.threads = std::max(1, allThreads() - 1);
    execution.cancellation = token;
    if (request.walks)
        return {request.walked
                    ? walkOn(*request.walked, request.record, request.walkSteps, execution)
                    : beginWalk(request.problem, request.options, execution),
                {}};
    Outcome outcome{paint(request.problem, request.options, execution, request.progress.get()), {}};
    if (!request.otherInputs || !outcome.painting)
        return outcome;
    if (const std::optional<PaintOptimum> other = paintOptimum(*request.otherInputs, execution))
        outcome.otherLimit = other->bits;
    return outcome;
}

void PaintDesk::setScene(const Scene& scene) {
    const bool same = scene.run == m_shown.run &&
                      scene.selection.sequence == m_shown.selection.sequence &&
                      scene.selection.panel == m_shown.selection.panel;
    const bool sameDisplay = scene.display == m_scene.display;
    m_shown = scene;
    m_scene.display = scene.display;
    if (!same)
        readProblem();
    else if (!sameDisplay)
        Q_EMIT sceneChanged();
}

bool PaintDesk::isQuick() const {
    const PaintTarget& target = m_scene.problem->target;
    return target.queries * target.keys <= quickPairs &&
           std::max(m_scene.problem->queryWidth(), m_scene.problem->keyWidth()) <= quickWidth;
}

bool PaintDesk::follows() const {
    return m_scene.problem && (m_follows || m_scene.display.presentation) && isQuick();
}

void PaintDesk::setTools(const PaintTools& tools) {
    const bool nowAtOne = tools.keepRowsAtOne && !m_scene.tools.keepRowsAtOne;
    m_scene.tools = tools;
    if (nowAtOne && m_scene.problem) {
        const PaintTarget whole = withRowsAtOne(m_scene.problem->target);
        if (!(whole == m_scene.problem->target))
            return setTarget(whole);
    }
    announce();
}

void PaintDesk::setOptions(const PaintOptions& options) {
    const bool otherKeyDim = options.keyDim != m_scene.options.keyDim;
    const bool otherWay =
        options.largestWeight != m_scene.options.largestWeight ||
        options.rate != m_scene.options.rate || options.seed != m_scene.options.seed ||
        options.starts != m_scene.options.starts || options.steps != m_scene.options.steps;
    m_scene.options = options;
    if (otherWay)
        m_scene.byKeyDim.clear(); // they cannot be compared any more
    if (!otherKeyDim && !otherWay)
        return announce();
    const auto known = m_scene.byKeyDim.find(options.keyDim);
    if (known != m_scene.byKeyDim.end()) {
        showPainting(known->second);
        searchOthers();
    } else if (follows()) {
        start();
    } else {
        stop();
        m_scene.forgetPainting();
        announce();
    }
}

void PaintDesk::setPositions(bool positions) {
    if (std::exchange(m_scene.positions, positions) != positions)
        readProblem();
}

void PaintDesk::setAsked(std::optional<PaintCell> cell) {
    if (std::exchange(m_scene.asked, cell) != cell)
        Q_EMIT sceneChanged();
}

void PaintDesk::start() {
    if (!m_scene.problem || m_scene.problem->target.paintedRows() == 0)
        return announce();
    m_follows = true;
    request(m_scene.options);
}

void PaintDesk::request(const PaintOptions& options) {
    m_walks = false;
    m_begins = false;
    m_walkSteps = 0;
    m_searchesOthers = options.keyDim != m_scene.options.keyDim;
    m_progress = std::make_shared<PaintProgress>();
    if (!m_searchesOthers) {
        m_scene.isBusy = true;
        m_scene.stepsDone = 0;
        m_scene.stepsAll = options.starts * options.steps;
        m_poll.start();
    }
    std::optional<PaintProblem> other;
    if (!m_searchesOthers && isQuick() && m_otherInputs) {
        other = m_otherInputs;
        other->target = m_scene.problem->target;
    }
    Request search;
    search.problem = *m_scene.problem;
    search.options = options;
    search.progress = m_progress;
    search.otherInputs = std::move(other);
    m_runner.request(std::move(search));
    announce();
}

void PaintDesk::cancel() {
    stop();
    announce();
}

void PaintDesk::stop() {
    m_runner.forget();
    m_updates.forget();
    m_poll.stop();
    m_player.stop();
    m_scene.playing = false;
    m_walks = false;
    m_begins = false;
    m_walkSteps = 0;
    m_scene.isBusy = false;
}

void PaintDesk::take(Outcome&& outcome) {
    Result<Painting>& result = outcome.painting;
    if (m_walks)
        return takeWalk(std::move(result));
    if (!m_searchesOthers) {
        m_scene.isBusy = false;
        m_poll.stop();
    }
    if (!result) {
        m_refusal = result.error();
        return announce();
    }
    m_refusal.reset();
    const auto painting = std::make_shared<const Painting>(std::move(result).value());
    m_scene.byKeyDim[painting->options.keyDim] = painting;
    if (!m_searchesOthers) {
        const bool added = m_scene.positions || m_scene.positionsFixed;
        (added ? m_scene.limitWithPositions : m_scene.limitWithout) = painting->limits.optimum.bits;
        (added ? m_scene.limitWithout : m_scene.limitWithPositions) = outcome.otherLimit;
    }
    if (!m_searchesOthers)
        showPainting(painting);
    else
        announce();
    // While the brush follows, the others would only be in its way.
    if (painting->options.starts == m_scene.options.starts || !m_strokeStart)
        searchOthers();
}

void PaintDesk::searchOthers() {
    if (!m_active || !m_scene.problem || !isQuick() || m_scene.isBusy || m_strokeStart)
        return;
    const Index most =
        std::min<Index>(4, std::max(m_scene.problem->queryWidth(), m_scene.problem->keyWidth()));
    for (Index keyDim = 1; keyDim <= most; ++keyDim) {
        if (m_scene.byKeyDim.contains(keyDim) || keyDim == m_scene.options.keyDim)
            continue;
        PaintOptions options = m_scene.options;
        options.keyDim = keyDim;
        return request(options);
    }
}

void PaintDesk::setShown(bool shown) {
    m_active = shown;
    if (shown) {
        if (!m_scene.painting && follows())
            start();
    } else {
        stop();
    }
}

void PaintDesk::finish() {
    while (m_runner.isBusy())
        m_runner.finish();
    if (m_updates.isBusy())
        m_updates.finish();
}

void PaintDesk::announce() {
    m_scene.canUndo = !m_undo.empty();
    m_scene.canRedo = !m_redo.empty();
    Q_EMIT sceneChanged();
}

} // namespace headscope
