// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_desk.h"

#include "painting/presets.h"
#include "scene/matrix_panel.h"

#include <algorithm>
#include <thread>

namespace headscope {

namespace {

constexpr std::size_t mostStrokes = 200;
/// So many steps follow the brush while it moves, and when it is lifted.
constexpr Index stepsWhilePainting = 300;
constexpr Index stepsAfterStroke = 4000;
/// Up to so many pairs of query and key a search takes a moment, and begins by itself.
constexpr Index quickPairs = 400;
constexpr Index quickWidth = 64;

Result<Painting> search(const PaintProblem& problem, const PaintOptions& options,
                        const CancellationToken& token, PaintProgress* progress) {
    Execution execution;
    // One is left to the window.
    execution.threads = static_cast<int>(std::max(2U, std::thread::hardware_concurrency())) - 1;
    execution.cancellation = token;
    return paint(problem, options, execution, progress);
}

} // namespace

PaintDesk::PaintDesk(QObject* parent)
    : QObject(parent)
    , m_runner(
          [](const Request& request, const CancellationToken& token) {
              return search(request.problem, request.options, token, request.progress.get());
          },
          [this](Result<Painting> painting) { take(std::move(painting)); }) {
    m_poll.setInterval(50);
    connect(&m_poll, &QTimer::timeout, this, [this] {
        if (m_progress && m_scene.isBusy) {
            m_scene.stepsDone = m_progress->steps.load(std::memory_order_relaxed);
            Q_EMIT sceneChanged();
        }
    });
}

PaintDesk::~PaintDesk() = default;

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
        m_runner.forget();
        m_scene.problem.reset();
        m_scene.painting.reset();
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
    if (!problem) {
        m_refusal = problem.error();
        m_runner.forget();
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
    m_scene.painting.reset();
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
        m_scene.painting.reset();
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

void PaintDesk::beginStroke() {
    if (m_scene.problem)
        m_strokeStart = m_scene.problem->target;
}

void PaintDesk::paintCell(const PaintCell& cell, PaintBrush brush) {
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
    const bool single = !m_strokeStart;
    if (single)
        beginStroke();
    replaceTarget(next);
    follow(stepsWhilePainting);
    if (single)
        endStroke();
}

void PaintDesk::endStroke() {
    const std::optional<PaintTarget> before = std::exchange(m_strokeStart, std::nullopt);
    if (!before || !m_scene.problem || *before == m_scene.problem->target)
        return;
    m_undo.push_back(*before);
    if (m_undo.size() > mostStrokes)
        m_undo.erase(m_undo.begin());
    m_redo.clear();
    follow(stepsAfterStroke);
}

void PaintDesk::setTarget(const PaintTarget& target) {
    if (!m_scene.problem || target == m_scene.problem->target)
        return;
    m_undo.push_back(m_scene.problem->target);
    m_redo.clear();
    replaceTarget(target);
    isQuick() ? start() : announce();
}

void PaintDesk::undo() {
    if (m_undo.empty() || !m_scene.problem)
        return;
    m_redo.push_back(m_scene.problem->target);
    replaceTarget(m_undo.back());
    m_undo.pop_back();
    follow(stepsAfterStroke);
}

void PaintDesk::redo() {
    if (m_redo.empty() || !m_scene.problem)
        return;
    m_undo.push_back(m_scene.problem->target);
    replaceTarget(m_redo.back());
    m_redo.pop_back();
    follow(stepsAfterStroke);
}

void PaintDesk::pickWeight(const PaintCell& cell) {
    if (!m_scene.problem)
        return;
    PaintTools tools = m_scene.tools;
    tools.weight = static_cast<double>(m_scene.problem->target.at(cell.query, cell.key));
    tools.brush = PaintBrush::Paint;
    setTools(tools);
}

void PaintDesk::replaceTarget(const PaintTarget& target) {
    PaintProblem next = *m_scene.problem;
    next.target = target;
    m_scene.problem = std::make_shared<const PaintProblem>(std::move(next));
    m_scene.byKeyDim.clear();
    if (m_scene.painting) // the weights stay, what they are compared with is new
        m_scene.now = paintedHead(*m_scene.problem, m_scene.weights);
}

void PaintDesk::follow(Index steps) {
    if (m_scene.problem->target.paintedRows() == 0) {
        m_runner.forget();
        m_scene.isBusy = false;
        return announce();
    }
    PaintOptions options = m_scene.options;
    if (m_scene.painting && m_scene.weights.keyDim() == options.keyDim)
        options.from = m_scene.weights;
    options.starts = 1;
    options.steps = std::min(options.steps, steps);
    if (isQuick())
        request(options);
    else
        announce();
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
    m_runner.request({*m_scene.problem, options, m_progress});
    announce();
}

void PaintDesk::cancel() {
    m_runner.forget();
    m_scene.isBusy = false;
    m_poll.stop();
    announce();
}

void PaintDesk::take(Result<Painting> result) {
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
        m_runner.forget();
        m_poll.stop();
        m_scene.isBusy = false;
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
