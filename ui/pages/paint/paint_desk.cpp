// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_desk.h"

#include "painting/presets.h"
#include "scene/matrix_panel.h"

#include <algorithm>
#include <thread>

namespace headscope {

namespace {

/// Up to so many pairs of query and key a search takes a moment, and begins by itself.
constexpr Index quickPairs = 400;
constexpr Index quickWidth = 64;

} // namespace

PaintDesk::PaintDesk(QObject* parent)
    : QObject(parent)
    , m_runner(&PaintDesk::search, [this](Outcome outcome) { take(std::move(outcome)); }) {
    m_poll.setInterval(50);
    connect(&m_poll, &QTimer::timeout, this, [this] {
        if (m_progress && m_scene.isBusy) {
            m_scene.stepsDone = m_progress->steps.load(std::memory_order_relaxed);
            Q_EMIT sceneChanged();
        }
    });
}

PaintDesk::~PaintDesk() = default;

PaintDesk::Outcome PaintDesk::search(const Request& request, const CancellationToken& token) {
    Execution execution;
    // One is left to the window.
    execution.threads = static_cast<int>(std::max(2U, std::thread::hardware_concurrency())) - 1;
    execution.cancellation = token;
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

void PaintDesk::readProblem() {
    if (m_shown.isEmpty()) {
        stop();
        m_scene.problem.reset();
        m_scene.forgetPainting();
        m_scene.byKeyDim.clear();
        m_refusal.reset();
        announce();
        return;
    }
    const Run& run = *m_shown.run;
    m_scene.head = m_shown.selection.panel < run.heads() ? m_shown.selection.panel : 0;
    m_scene.positionsFixed = addsPositions(run);
    Result<PaintProblem> problem = paintProblemOf(run, m_shown.selection.sequence, m_scene.head,
                                                  m_scene.positions && !m_scene.positionsFixed);
    m_refusal.reset();
    m_otherInputs.reset();
    if (problem && !m_scene.positionsFixed) {
        Result<PaintProblem> other =
            paintProblemOf(run, m_shown.selection.sequence, m_scene.head, !m_scene.positions);
        if (other)
            m_otherInputs = std::move(other).value();
    }
    if (!problem) {
        m_refusal = problem.error();
        stop();
        m_scene.problem.reset();
        announce();
        return;
    }
    const PaintTarget blank = problem->target;
    const bool sameExample = m_example == run.origin().example && m_scene.problem;
    m_example = run.origin().example;
    if (sameExample) {
        const PaintTarget& before = m_scene.problem->target;
        const bool fits = before.queries == blank.queries && before.keys == blank.keys;
        problem->target =
            withMask(fits ? before : resized(before, blank.queries, blank.keys), blank.mayAttend);
        if (!fits) {
            m_undo.clear();
            m_redo.clear();
        }
    } else {
        const bool isTicket = m_example == "ticket" && blank.queries == 10 && blank.keys == 10;
        problem->target = withMask(isTicket ? ticketRelations()
                                            : paintPresets()[0].make(blank.queries, blank.keys),
                                   blank.mayAttend);
        m_undo.clear();
        m_redo.clear();
        m_scene.asked.reset();
    }
    const AxisTokens tokens = m_shown.tokens();
    m_scene.queryLabels =
        axisLabels(tokens, Axis::Query, m_shown.selection.sequence, blank.queries);
    m_scene.keyLabels = axisLabels(tokens, Axis::Key, m_shown.selection.sequence, blank.keys);
    const bool sameProblem = m_scene.problem && *m_scene.problem == *problem;
    m_scene.problem = std::make_shared<const PaintProblem>(std::move(problem).value());
    m_scene.options.keyDim =
        std::min(m_scene.options.keyDim,
                 std::max(m_scene.problem->queryWidth(), m_scene.problem->keyWidth()));
    if (sameProblem && m_scene.painting)
        return announce();
    stop(); // what is on its way fits the problem before
    if (m_scene.asked &&
        (m_scene.asked->query >= blank.queries || m_scene.asked->key >= blank.keys))
        m_scene.asked.reset();
    m_scene.forgetPainting();
    m_scene.byKeyDim.clear();
    if (isQuick() && m_active)
        start();
    else
        announce();
}

bool PaintDesk::isQuick() const {
    const PaintTarget& target = m_scene.problem->target;
    return target.queries * target.keys <= quickPairs &&
           std::max(m_scene.problem->queryWidth(), m_scene.problem->keyWidth()) <= quickWidth;
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
    } else if (m_scene.problem && isQuick()) {
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
    request(m_scene.options);
}

void PaintDesk::request(const PaintOptions& options) {
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
    m_runner.request({*m_scene.problem, options, m_progress, std::move(other)});
    announce();
}

void PaintDesk::cancel() {
    stop();
    announce();
}

void PaintDesk::stop() {
    m_runner.forget();
    m_poll.stop();
    m_scene.isBusy = false;
}

void PaintDesk::take(Outcome outcome) {
    Result<Painting>& result = outcome.painting;
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

void PaintDesk::showPainting(std::shared_ptr<const Painting> painting) {
    m_scene.painting = std::move(painting);
    m_scene.record = m_scene.painting->descents.history.size() - 1;
    showRecord();
}

void PaintDesk::setRecord(std::size_t record) {
    if (!m_scene.painting)
        return;
    m_scene.record = std::min(record, m_scene.painting->descents.history.size() - 1);
    showRecord();
}

void PaintDesk::showRecord() {
    const Painting& painting = *m_scene.painting;
    // The end of the way is what was found: the best weights of it.
    const bool atEnd = m_scene.record + 1 == painting.descents.history.size();
    m_scene.weights =
        atEnd ? painting.weights : rounded(painting.descents.history[m_scene.record].weights);
    m_scene.now = paintedHead(*m_scene.problem, m_scene.weights);
    m_scene.plane = keyPlaneOf(*m_scene.problem, m_scene.weights);
    if (!m_scene.asked)
        askWorstRow();
    announce();
}

void PaintDesk::askWorstRow() {
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

void PaintDesk::setShown(bool shown) {
    m_active = shown;
    if (shown) {
        if (m_scene.problem && !m_scene.painting && isQuick())
            start();
    } else {
        stop();
    }
}

void PaintDesk::finish() {
    while (m_runner.isBusy())
        m_runner.finish();
}

void PaintDesk::announce() {
    m_scene.canUndo = !m_undo.empty();
    m_scene.canRedo = !m_redo.empty();
    Q_EMIT sceneChanged();
}

} // namespace headscope
