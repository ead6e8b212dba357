// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_session.h"

#include "pages/paint/paint_figure.h"
#include "scene/panels/matrix_panel.h"
#include "support/execution.h"

#include <algorithm>

namespace headscope {

namespace {

/// Up to so many pairs of query and key a search takes a moment, and begins by itself.
constexpr Index quickPairs = 400;
constexpr Index quickWidth = 64;

/// So many steps follow the brush while it moves, and when it is lifted.
constexpr Index stepsWhilePainting = 300;
constexpr Index stepsAfterStroke = 4000;

constexpr int wholeDescent = 6000; ///< ms that playing it takes
constexpr int slowestRecord = 400;
constexpr int quickestRecord = 30;

} // namespace

PaintSession::PaintSession(QObject* parent)
    : QObject(parent)
    , m_updates(
          [](const UpdateRequest& asked, const CancellationToken& token) {
              return nextUpdate(*asked.fit, asked.record, {.cancellation = token});
          },
          [this](std::optional<HeadWeights> update) {
              m_scene.update = std::move(update);
              Q_EMIT sceneChanged();
          })
    , m_runner(&PaintSession::search, [this](Outcome&& outcome) { take(std::move(outcome)); }) {
    m_poll.setInterval(50);
    connect(&m_poll, &QTimer::timeout, this, [this] {
        if (m_progress && m_scene.isBusy) {
            m_scene.stepsDone = m_progress->steps.load(std::memory_order_relaxed);
            Q_EMIT sceneChanged();
        }
    });
    connect(&m_player, &QTimer::timeout, this, [this] {
        if (!m_scene.fit || m_scene.record + 1 >= m_scene.fit->descents.history.size())
            return setPlaying(false);
        setRecord(m_scene.record + 1);
    });
}

PaintSession::~PaintSession() = default;

PaintSession::Outcome PaintSession::search(const Request& request, const CancellationToken& token) {
    Execution execution;
    // One is left to the window.
    execution.threads = std::max(1, allThreads() - 1);
    execution.cancellation = token;
    if (request.walks)
        return {request.walked
                    ? walkOn(*request.walked, request.record, request.walkSteps, execution)
                    : beginWalk(request.problem, request.options, execution),
                {}};
    Outcome outcome{fitHead(request.problem, request.options, execution, request.progress.get()),
                    {}};
    if (!request.otherInputs || !outcome.fit)
        return outcome;
    if (const std::optional<FitOptimum> other = fitOptimum(*request.otherInputs, execution))
        outcome.otherLimit = other->bits;
    return outcome;
}

void PaintSession::setScene(const Scene& scene) {
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

bool PaintSession::isQuick() const {
    const PaintTarget& target = m_scene.problem->target;
    return target.queries * target.keys <= quickPairs &&
           std::max(m_scene.problem->queryWidth(), m_scene.problem->keyWidth()) <= quickWidth;
}

bool PaintSession::follows() const {
    return m_scene.problem && (m_follows || m_scene.display.presentation) && isQuick();
}

void PaintSession::setTools(const PaintTools& tools) {
    const bool nowAtOne = tools.keepRowsAtOne && !m_scene.tools.keepRowsAtOne;
    m_scene.tools = tools;
    if (nowAtOne && m_scene.problem) {
        const PaintTarget whole = withRowsAtOne(m_scene.problem->target);
        if (!(whole == m_scene.problem->target))
            return setTarget(whole);
    }
    announce();
}

void PaintSession::setOptions(const FitOptions& options) {
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
        showFit(known->second);
        searchOthers();
    } else if (follows()) {
        start();
    } else {
        stop();
        m_scene.forgetPainting();
        announce();
    }
}

void PaintSession::setPositions(bool positions) {
    if (std::exchange(m_scene.positions, positions) != positions)
        readProblem();
}

void PaintSession::setAsked(std::optional<PaintCell> cell) {
    if (std::exchange(m_scene.asked, cell) != cell)
        Q_EMIT sceneChanged();
}

void PaintSession::start() {
    if (!m_scene.problem || m_scene.problem->target.paintedRows() == 0)
        return announce();
    m_follows = true;
    request(m_scene.options);
}

void PaintSession::request(const FitOptions& options) {
    m_walks = false;
    m_begins = false;
    m_walkSteps = 0;
    m_searchesOthers = options.keyDim != m_scene.options.keyDim;
    m_progress = std::make_shared<FitProgress>();
    if (!m_searchesOthers) {
        m_scene.isBusy = true;
        m_scene.stepsDone = 0;
        m_scene.stepsAll = options.starts * options.steps;
        m_poll.start();
    }
    std::optional<FitProblem> other;
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

void PaintSession::cancel() {
    stop();
    announce();
}

void PaintSession::stop() {
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

void PaintSession::take(Outcome&& outcome) {
    Result<HeadFit>& result = outcome.fit;
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
    const auto fit = std::make_shared<const HeadFit>(std::move(result).value());
    m_scene.byKeyDim[fit->options.keyDim] = fit;
    if (!m_searchesOthers) {
        const bool added = m_scene.positions || m_scene.positionsFixed;
        (added ? m_scene.limitWithPositions : m_scene.limitWithout) = fit->limits.optimum.bits;
        (added ? m_scene.limitWithout : m_scene.limitWithPositions) = outcome.otherLimit;
    }
    if (!m_searchesOthers)
        showFit(fit);
    else
        announce();
    // While the brush follows, the others would only be in its way.
    if (fit->options.starts == m_scene.options.starts || !m_strokes.isOpen())
        searchOthers();
}

void PaintSession::searchOthers() {
    if (!m_active || !m_scene.problem || !isQuick() || m_scene.isBusy || m_strokes.isOpen())
        return;
    const Index most =
        std::min<Index>(4, std::max(m_scene.problem->queryWidth(), m_scene.problem->keyWidth()));
    for (Index keyDim = 1; keyDim <= most; ++keyDim) {
        if (m_scene.byKeyDim.contains(keyDim) || keyDim == m_scene.options.keyDim)
            continue;
        FitOptions options = m_scene.options;
        options.keyDim = keyDim;
        return request(options);
    }
}

void PaintSession::setShown(bool shown) {
    m_active = shown;
    if (shown) {
        if (!m_scene.fit && follows())
            start();
    } else {
        stop();
    }
}

void PaintSession::finish() {
    while (m_runner.isBusy())
        m_runner.finish();
    if (m_updates.isBusy())
        m_updates.finish();
}

void PaintSession::announce() {
    m_scene.canUndo = m_strokes.canUndo();
    m_scene.canRedo = m_strokes.canRedo();
    Q_EMIT sceneChanged();
}

void PaintSession::putAside() {
    if (m_scene.problem)
        m_aside = m_scene.problem->target;
    m_scene.problem.reset();
}

std::optional<PaintTarget> PaintSession::painted() const {
    if (!m_strokes.any())
        return std::nullopt;
    return m_scene.problem ? m_scene.problem->target : m_aside;
}

void PaintSession::readProblem() {
    if (m_shown.isEmpty()) {
        stop();
        putAside();
        m_scene.forgetPainting();
        m_scene.byKeyDim.clear();
        m_refusal.reset();
        announce();
        return;
    }
    const Run& run = *m_shown.run;
    m_scene.head = m_shown.selection.panel < run.heads() ? m_shown.selection.panel : 0;
    m_scene.positionsFixed = addsPositions(run);
    Result<FitProblem> problem = fitProblemOf(run, m_shown.selection.sequence, m_scene.head,
                                              m_scene.positions && !m_scene.positionsFixed);
    m_refusal.reset();
    m_otherInputs.reset();
    if (problem && !m_scene.positionsFixed) {
        Result<FitProblem> other =
            fitProblemOf(run, m_shown.selection.sequence, m_scene.head, !m_scene.positions);
        if (other)
            m_otherInputs = std::move(other).value();
    }
    if (!problem) {
        m_refusal = problem.error();
        stop();
        putAside();
        announce();
        return;
    }
    const PaintTarget blank = problem->target;
    if (m_scene.problem)
        m_aside = m_scene.problem->target;
    const bool sameExample = m_example == run.origin().example && m_aside;
    m_example = run.origin().example;
    if (sameExample) {
        const PaintTarget& before = *m_aside;
        const bool fits = before.queries == blank.queries && before.keys == blank.keys;
        problem->target =
            withMask(fits ? before : resized(before, blank.queries, blank.keys), blank.mayAttend);
        if (!fits) {
            m_strokes.resize();
        }
    } else {
        m_follows = false;
        m_strokes.forget();
        m_scene.asked.reset();
    }
    m_aside.reset();
    const AxisTokens tokens = m_shown.tokens();
    m_scene.queryLabels =
        axisLabels(tokens, Axis::Query, m_shown.selection.sequence, blank.queries);
    m_scene.keyLabels = axisLabels(tokens, Axis::Key, m_shown.selection.sequence, blank.keys);
    const bool sameProblem = m_scene.problem && *m_scene.problem == *problem;
    m_scene.problem = std::make_shared<const FitProblem>(std::move(problem).value());
    m_scene.options.keyDim =
        std::min(m_scene.options.keyDim,
                 std::max(m_scene.problem->queryWidth(), m_scene.problem->keyWidth()));
    if (sameProblem && m_scene.fit)
        return announce();
    stop(); // what is on its way fits the problem before
    if (m_scene.asked &&
        (m_scene.asked->query >= blank.queries || m_scene.asked->key >= blank.keys))
        m_scene.asked.reset();
    m_scene.forgetPainting();
    m_scene.byKeyDim.clear();
    if (m_active && follows())
        start();
    else
        announce();
}

void PaintSession::beginStroke() {
    if (m_scene.problem)
        m_strokes.begin(m_scene.problem->target);
}

void PaintSession::paintCell(const PaintCell& cell, PaintBrush brush) {
    if (!m_scene.problem)
        return;
    const PaintTarget& now = m_scene.problem->target;
    const bool keep = m_scene.tools.keepRowsAtOne;
    PaintTarget next;
    switch (brush) {
    case PaintBrush::Paint:
        next = withPaint(now, cell.query, cell.key, static_cast<float>(m_scene.tools.weight), keep);
        break;
    case PaintBrush::Erase: next = withoutPaint(now, cell.query, cell.key, keep); break;
    case PaintBrush::Row: next = withEvenRow(now, cell.query); break;
    }
    m_scene.asked = cell;
    if (next == now)
        return announce();
    const bool single = !m_strokes.isOpen();
    if (single)
        beginStroke();
    replaceTarget(next);
    follow(stepsWhilePainting);
    if (single)
        endStroke();
}

void PaintSession::endStroke() {
    if (m_strokes.end(m_scene.problem ? &m_scene.problem->target : nullptr))
        follow(stepsAfterStroke);
}

void PaintSession::setTarget(const PaintTarget& target) {
    if (!m_scene.problem || target == m_scene.problem->target)
        return;
    m_strokes.add(m_scene.problem->target);
    replaceTarget(target);
    follows() ? start() : announce();
}

void PaintSession::undo() {
    if (!m_strokes.canUndo() || !m_scene.problem)
        return;
    replaceTarget(m_strokes.undo(m_scene.problem->target));
    follow(stepsAfterStroke);
}

void PaintSession::redo() {
    if (!m_strokes.canRedo() || !m_scene.problem)
        return;
    replaceTarget(m_strokes.redo(m_scene.problem->target));
    follow(stepsAfterStroke);
}

void PaintSession::pickWeight(const PaintCell& cell) {
    if (!m_scene.problem)
        return;
    PaintTools tools = m_scene.tools;
    tools.weight = static_cast<double>(m_scene.problem->target.at(cell.query, cell.key));
    tools.brush = PaintBrush::Paint;
    setTools(tools);
}

void PaintSession::replaceTarget(const PaintTarget& target) {
    FitProblem next = *m_scene.problem;
    // The mask is the experiment's, which strokes do not undo.
    next.target = withMask(target, next.target.mayAttend);
    m_scene.problem = std::make_shared<const FitProblem>(std::move(next));
    m_scene.byKeyDim.clear();
    m_scene.limitWithPositions.reset();
    m_scene.limitWithout.reset();
    if (target.paintedRows() == 0) { // nothing is asked for, and so nothing was found
        stop();
        m_scene.forgetPainting();
    }
    if (m_scene.fit) // the weights stay, what they are compared with is new
        m_scene.now = fittedHead(*m_scene.problem, m_scene.weights);
}

void PaintSession::follow(Index steps) {
    if (m_scene.problem->target.paintedRows() == 0) {
        stop();
        return announce();
    }
    FitOptions options = m_scene.options;
    if (m_scene.fit && m_scene.weights.keyDim() == options.keyDim)
        options.from = m_scene.weights;
    options.starts = 1;
    options.steps = std::min(options.steps, steps);
    if (follows())
        request(options);
    else
        announce();
}

void PaintSession::walk() {
    if (!m_scene.problem || m_scene.problem->target.paintedRows() == 0)
        return announce();
    // Steps may be asked for faster than they are there.
    ++m_walkSteps;
    requestWalk();
}

void PaintSession::reset() {
    if (!m_scene.problem || m_scene.problem->target.paintedRows() == 0)
        return announce();
    m_walkSteps = 0;
    m_begins = true;
    requestWalk();
}

void PaintSession::showFound() {
    const auto known = m_scene.byKeyDim.find(m_scene.options.keyDim);
    if (known == m_scene.byKeyDim.end() || known->second == m_scene.fit)
        return;
    stop();
    showFit(known->second);
    searchOthers();
}

void PaintSession::requestWalk() {
    setPlaying(false);
    m_walks = true;
    m_searchesOthers = false;
    m_scene.isBusy = false;
    m_poll.stop();
    Request walk;
    walk.walks = true;
    walk.problem = *m_scene.problem;
    walk.options = m_scene.options;
    const bool goesOn = !m_begins && m_scene.fit && m_scene.fit->problem == *m_scene.problem &&
                        m_scene.fit->options.keyDim == m_scene.options.keyDim;
    if (goesOn) {
        walk.walked = m_scene.fit;
        walk.record = m_scene.record;
        walk.walkSteps = m_walkSteps;
    }
    m_runner.request(std::move(walk));
}

void PaintSession::takeWalk(Result<HeadFit> walked) {
    m_walks = false;
    m_begins = false;
    if (!walked) {
        m_walkSteps = 0;
        m_refusal = walked.error();
        return announce();
    }
    m_refusal.reset();
    const bool begun = walked->descents.history.size() == 1;
    const Index wanted = begun ? m_walkSteps : 0;
    m_walkSteps = 0;
    showFit(std::make_shared<const HeadFit>(std::move(walked).value()));
    if (wanted > 0) {
        m_walkSteps = wanted;
        return requestWalk();
    }
    searchOthers();
}

void PaintSession::showFit(std::shared_ptr<const HeadFit> fit) {
    m_scene.fit = std::move(fit);
    m_scene.record = m_scene.fit->descents.history.size() - 1;
    showRecord();
}

void PaintSession::setRecord(std::size_t record) {
    if (!m_scene.fit)
        return;
    m_scene.record = std::min(record, m_scene.fit->descents.history.size() - 1);
    showRecord();
}

void PaintSession::showRecord() {
    takeRecord(m_scene, m_scene.record);
    m_scene.plane = keyPlaneOf(*m_scene.problem, m_scene.weights);
    if (!m_scene.asked)
        askWorstRow();
    showStop();
    announce();
}

void PaintSession::askWorstRow() {
    const PaintTarget& target = m_scene.problem->target;
    const std::vector<double>& bits = m_scene.now.rowBits;
    const auto worst = std::ranges::max_element(bits) - bits.begin();
    PaintCell cell{worst, 0};
    for (Index key = 0; key < target.keys; ++key) {
        if (target.at(worst, key) > target.at(worst, cell.key))
            cell.key = key;
    }
    m_scene.asked = cell;
}

void PaintSession::setStop(PaintStop stop) {
    if (std::exchange(m_scene.stop, stop) == stop)
        return;
    showStop();
    Q_EMIT sceneChanged();
}

void PaintSession::showStop() {
    m_scene.numbers = {};
    m_scene.update.reset();
    m_updates.forget();
    if (m_scene.stop == PaintStop::Weights || !m_scene.fit || !m_scene.problem)
        return;
    m_scene.numbers = descentNumbers(*m_scene.problem, m_scene.weights);
    if (m_scene.stop == PaintStop::Update && m_scene.fit->problem == *m_scene.problem)
        m_updates.request({m_scene.fit, m_scene.record});
}

void PaintSession::setPlaying(bool on) {
    const auto count = m_scene.fit ? static_cast<int>(m_scene.fit->descents.history.size()) : 0;
    on = on && count > 1;
    if (!on) {
        m_player.stop();
    } else {
        if (m_scene.record + 1 == static_cast<std::size_t>(count))
            setRecord(0);
        m_player.start(std::clamp(wholeDescent / count, quickestRecord, slowestRecord));
    }
    if (std::exchange(m_scene.playing, on) != on)
        Q_EMIT sceneChanged();
}

} // namespace headscope
