// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/workspace.h"

#include "examples/examples.h"
#include "experiment/kept_experiment.h"
#include "scene/block_text.h"
#include "workspace/available_memory.h"

#include <QMetaObject>

#include <algorithm>
#include <numeric>
#include <thread>
#include <utility>

namespace headscope {

namespace {

/// Whether two scenes need the same pictures.
bool showsTheSame(const Scene& a, const Scene& b) {
    return a.trace == b.trace && a.selection.stage == b.selection.stage &&
           a.selection.tensor == b.selection.tensor && a.selection.sequence == b.selection.sequence;
}

/// How many panels the selected stage has, and their rows and columns.
struct PanelExtent {
    int panels = 0;
    Index rows = 0;
    Index columns = 0;
};

PanelExtent extentOf(const Trace& trace, const Selection& selection) {
    const std::vector<TensorName> tensors = tensorsOf(selection.stage, trace);
    if (tensors.empty())
        return {};
    const std::size_t tensor = std::min(selection.tensor, tensors.size() - 1);
    const auto panels = slicesOf(trace, tensors[tensor], selection.sequence);
    if (panels.empty())
        return {};
    const bool summaries = isQueryKeyStage(selection.stage) && panels.size() > 1;
    return {static_cast<int>(panels.size()) + (summaries ? 2 : 0), panels[0].matrix.size(0),
            panels[0].matrix.size(1)};
}

/// Less is not missed: the picture stays while another one is computed.
constexpr Index worthLettingGo = Index{64} << 20;

void clamp(std::optional<PanelCell>& cell, const PanelExtent& extent) {
    if (!cell)
        return;
    if (extent.rows == 0 || extent.columns == 0) {
        cell.reset();
        return;
    }
    cell->panel = std::clamp(cell->panel, 0, extent.panels - 1);
    cell->row = std::clamp<Index>(cell->row, 0, extent.rows - 1);
    cell->column = std::clamp<Index>(cell->column, 0, extent.columns - 1);
}

} // namespace

Workspace::Workspace(Experiment experiment, QObject* parent)
    : QObject(parent)
    , m_document(std::move(experiment))
    , m_comparisons(m_document)
    , m_pictures(
          [](const Preparation& asked, const CancellationToken& token) {
              const auto threads = std::max(1U, std::thread::hardware_concurrency());
              const Execution execution{static_cast<int>(threads), token};
              Prepared prepared = asked.before;
              if (!prepared.stage || !suits(*prepared.stage, asked.scene))
                  prepared.stage = prepareStage(asked.scene, execution, asked.before.stage.get());
              if (!asked.layers)
                  prepared.layers = nullptr;
              else if (!prepared.layers || !suits(*prepared.layers, asked.scene))
                  prepared.layers = prepareLayers(asked.scene, execution);
              return prepared;
          },
          [this](Prepared prepared) { takePrepared(std::move(prepared)); })
    , m_runner(runEngine, [this](RunOutcome outcome) { take(std::move(outcome)); }) {
    setAvailableMemory([] { return availableMemory(); });
    connect(&m_comparisons, &Comparisons::changed, this, [this] {
        m_scene.compared = m_comparisons.compared();
        m_shown.compared = m_scene.compared;
        announce();
    });
    connect(&m_document, &Document::changed, this, &Workspace::requestRun);
    requestRun();
}

void Workspace::requestRun() {
    m_computing = true;
    // Pictures of a trace that is to be replaced would only take time from the new one.
    if (std::exchange(m_preparing, std::nullopt))
        m_pictures.forget();
    m_runner.request({m_document.revision(), m_document.experiment(), m_availableMemory});
}

void Workspace::computeAnyway() {
    if (heldBytes() >= worthLettingGo)
        makeRoom();
    m_computing = true;
    m_runner.request({m_document.revision(), m_document.experiment(), nullptr});
}

void Workspace::setAvailableMemory(std::function<std::optional<Index>()> available) {
    m_comparisons.setAvailableMemory(available);
    m_availableMemory = std::move(available);
}

Index Workspace::heldBytes() const {
    HeldMemory held;
    const auto add = [&held](const Tensor& tensor) {
        held.add(tensor.storage().get(),
                 static_cast<std::size_t>(tensor.storageSize()) * sizeof(float));
    };
    for (const Trace* trace :
         {m_whole.get(), m_shown.blocks ? m_shown.blocks->whole.get() : nullptr}) {
        for (std::size_t i = 0; trace && i < trace->steps().size(); ++i)
            add((*trace)[i].result);
    }
    for (const PreparedStage* stage : {m_shown.stage.get(), m_scene.stage.get()}) {
        for (std::size_t i = 0; stage && i < stage->panels.size(); ++i)
            add(stage->panels[i].panel.matrix);
    }
    return static_cast<Index>(held.bytes());
}

void Workspace::makeRoom() {
    if (std::exchange(m_preparing, std::nullopt))
        m_pictures.forget();
    // What the next run is compared with stays: its words, and where it came from.
    if (m_scene.run)
        m_scene.run = std::make_shared<const Run>(std::make_shared<const Trace>(),
                                                  m_scene.run->labels(), m_scene.run->origin());
    m_shown.run = m_scene.run;
    for (Scene* scene : {&m_scene, &m_shown}) {
        scene->trace.reset();
        scene->blocks.reset();
        scene->stage.reset();
        scene->layers.reset();
    }
    m_comparisons.setShown(nullptr, nullptr);
    m_ownRun.reset();
    m_whole.reset();
    m_scopes.clear();
    m_blocks.clear();
    m_retired.clear();
    Q_EMIT sceneChanged(m_shown); // at once: the next run looks at what is free
    Q_EMIT letGo();
}

void Workspace::take(RunOutcome outcome) {
    if (outcome.shortage) {
        // The estimate is of the new trace alone; what is free, beside the old one.
        const Index held = heldBytes();
        if (held >= worthLettingGo &&
            outcome.shortage->needed <= outcome.shortage->available + held) {
            makeRoom();
            return requestRun();
        }
    }
    m_computing = false;
    const bool hadError = m_error.has_value();
    m_error = outcome.error;
    if (hadError || m_error)
        Q_EMIT errorChanged();
    if (outcome.shortage)
        Q_EMIT memoryShort(*outcome.shortage);
    if (!outcome.run)
        return show();
    m_ownRun.reset();
    m_computed = m_document.experiment();
    m_scene.lent = false;
    m_scene.lentName.clear();
    m_scene.revision = outcome.revision;
    m_scene.training = m_document.experiment()->training;
    m_scene.computeMilliseconds.reset();
    if (m_timed)
        m_scene.computeMilliseconds = outcome.milliseconds;
    showRun(std::move(outcome.run));
}

void Workspace::lend(std::shared_ptr<const Run> run, const QString& name) {
    if (!run && !m_scene.lent)
        return;
    if (!m_scene.lent)
        m_ownRun = m_scene.run;
    m_scene.lent = run != nullptr;
    m_scene.lentName = run ? name : QString();
    m_scene.computeMilliseconds.reset();
    if (!run)
        run = std::exchange(m_ownRun, nullptr);
    if (run)
        showRun(std::move(run));
}

void Workspace::showRun(std::shared_ptr<const Run> run) {
    const std::shared_ptr<const Run> before = std::exchange(m_scene.run, std::move(run));
    const bool otherExample = !before || before->origin().example != m_scene.run->origin().example;
    m_whole = m_scene.run->trace();
    m_scopes = m_scene.run->scopes();
    m_blocks.clear();
    if (otherExample)
        showFocus();
    m_comparisons.setShown(m_scene.run, m_scene.lent ? nullptr : m_computed);
    showBlock();
    clampSelection();
    if (before && before->labels().tokens != m_scene.run->labels().tokens)
        leavePadding(m_scene.selection);
    if (!m_scene.selection.asked())
        askStrongestKey();
    show();
}

void Workspace::showFocus() {
    const Example* example = findExample(m_scene.run->origin().example);
    if (!example)
        return;
    Selection next;
    next.scope = example->focus.scope;
    m_scene.selection = next;
    showBlock(); // where the example was changed, the block may be gone
    Selection& selection = m_scene.selection;
    selection.stage = mainStage(m_scene.kind());
    if (example->focus.tensor)
        selection.stage = stageOf(*example->focus.tensor, *m_scene.trace).value_or(selection.stage);
}

void Workspace::leavePadding(const Selection& before) {
    const auto tensors = tensorsOf(selection().stage, *m_scene.trace);
    if (tensors.empty())
        return;
    const auto panels =
        slicesOf(*m_scene.trace, m_scene.tokens(),
                 tensors[std::min(selection().tensor, tensors.size() - 1)], selection().sequence);
    if (panels.empty())
        return;
    // Other blocks show what they compute of padding (batch norm counts it), but a question
    // does not begin there either.
    const MatrixPanel& panel = panels.front();
    const Index end =
        m_scene.kind() == ScopeKind::Attention
            ? panel.paddingFrom
            : paddingBegin(m_scene.tokens(), panel.matrix.axes()[0], selection().sequence);
    if (end < 1)
        return;
    const auto leave = [&](std::optional<PanelCell>& cell, const std::optional<PanelCell>& old) {
        const bool carried = cell && old && cell->row == old->row && cell->column == old->column;
        if (carried)
            cell->row = std::min(cell->row, end - 1);
    };
    leave(m_scene.selection.hovered, before.hovered);
    leave(m_scene.selection.locked, before.locked);
}

std::optional<std::size_t> Workspace::scopePlace() const {
    const auto found = std::ranges::find(m_scopes, m_scene.selection.scope, &TraceScope::path);
    if (found == m_scopes.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - m_scopes.begin());
}

void Workspace::showBlock() {
    if (!m_whole)
        return;
    Selection& selection = m_scene.selection;
    if (!scopePlace() && !m_scopes.empty()) {
        // What a model is about: the last look at the other sentence, else the first attention.
        const auto cross =
            std::find_if(m_scopes.rbegin(), m_scopes.rend(), [](const TraceScope& scope) {
                return scope.kind == ScopeKind::Attention &&
                       blockScope(scope.path).sublayer == Sublayer::CrossAttention;
            });
        const auto first = std::ranges::find(m_scopes, ScopeKind::Attention, &TraceScope::kind);
        selection.scope = cross != m_scopes.rend()  ? cross->path
                          : first != m_scopes.end() ? first->path
                                                    : m_scopes.front().path;
        selection.locked.reset();
        selection.hovered.reset();
    }
    Block& block = m_blocks[selection.scope];
    if (!block.trace) {
        BlockMap map;
        map.whole = m_whole;
        map.scopes = m_scopes;
        if (const auto place = scopePlace())
            map.shown = m_scopes[*place];
        if (m_scopes.size() <= 1) { // the whole trace is the block
            block.trace = m_whole;
            map.origins.resize(m_whole->steps().size());
            std::iota(map.origins.begin(), map.origins.end(), std::size_t{0});
        } else {
            TraceSlice cut = slice(*m_whole, selection.scope);
            block.trace = std::make_shared<const Trace>(std::move(cut.trace));
            map.origins = std::move(cut.origins);
        }
        block.map = std::make_shared<const BlockMap>(std::move(map));
    }
    m_scene.trace = block.trace;
    m_scene.blocks = block.map;
    const std::vector<Stage> stages = stagesOf(m_scene.kind(), *m_scene.trace);
    if (std::ranges::find(stages, selection.stage) == stages.end()) {
        selection.stage = mainStage(m_scene.kind());
        selection.tensor = 0;
    }
}

void Workspace::clampSelection() {
    if (!m_scene.trace)
        return;
    Selection& selection = m_scene.selection;
    selection.sequence = std::clamp<Index>(selection.sequence, 0, m_scene.run->batch() - 1);
    const auto tensors = tensorsOf(selection.stage, *m_scene.trace);
    selection.tensor = std::min(selection.tensor, tensors.empty() ? 0 : tensors.size() - 1);
    const PanelExtent extent = extentOf(*m_scene.trace, selection);
    selection.panel = std::clamp(selection.panel, 0, std::max(0, extent.panels - 1));
    clamp(selection.hovered, extent);
    clamp(selection.locked, extent);
}

void Workspace::askStrongestKey() {
    if (m_scene.selection.stage != Stage::Weights)
        return;
    const auto panels = slicesOf(*m_scene.trace, m_scene.tokens(), TensorName::AttentionWeights,
                                 m_scene.selection.sequence);
    if (panels.empty())
        return;
    const Tensor& values = panels.front().matrix;
    PanelCell cell{0, std::min(values.size(0), panels.front().paddingFrom) - 1, 0};
    for (Index key = 1; key < values.size(1); ++key) {
        if (values(cell.row, key) > values(cell.row, cell.column))
            cell.column = key;
    }
    m_scene.selection.hovered = cell;
}

void Workspace::setSelection(Selection selection) {
    if (selection == m_scene.selection)
        return;
    const Selection before = std::exchange(m_scene.selection, std::move(selection));
    const bool otherBlock = before.scope != m_scene.selection.scope;
    if (otherBlock)
        showBlock();
    clampSelection();
    if (m_scene.trace && (otherBlock || before.sequence != m_scene.selection.sequence))
        leavePadding(before);
    show();
}

void Workspace::point(std::vector<PointedAt> pointed) {
    if (pointed == m_scene.pointed)
        return;
    m_scene.pointed = std::move(pointed);
    m_shown.pointed = m_scene.pointed;
    announce();
}

void Workspace::setDisplay(const DisplayOptions& display) {
    if (display == m_scene.display)
        return;
    m_scene.display = display;
    show();
}

void Workspace::showScope(const std::string& scope) {
    if (std::ranges::find(m_scopes, scope, &TraceScope::path) == m_scopes.end())
        return;
    Selection next = selection();
    next.scope = scope;
    // The numbers are others, so the question is; the place stays as a start.
    next.hovered = next.asked();
    next.locked.reset();
    setSelection(std::move(next));
}

void Workspace::showOrigin(std::size_t step, const Cell& cell) {
    if (!m_whole || step >= m_whole->steps().size())
        return;
    const Tensor& there = (*m_whole)[step].result;
    if (const std::size_t batch = there.axisOf(Axis::Batch);
        batch < there.rank() && there.size(batch) > 1)
        showSequence(cell[batch]);
    showScope((*m_whole)[step].scope);
    const auto& origins = m_scene.blocks->origins;
    for (std::size_t i = 0; i < origins.size(); ++i) {
        if (origins[i] != step)
            continue;
        const TensorName name = (*m_scene.trace)[i].name;
        const std::optional<Stage> stage = stageOf(name, *m_scene.trace);
        if (!stage)
            return;
        const auto tensors = tensorsOf(*stage, *m_scene.trace);
        const auto tensor = std::ranges::find(tensors, name) - tensors.begin();
        showStage(*stage, static_cast<std::size_t>(tensor));
        const auto panels = slicesOf(*m_scene.trace, name, selection().sequence);
        for (std::size_t panel = 0; panel < panels.size(); ++panel) {
            const Index row = cell[panels[panel].rowAxis];
            const Index column = cell[panels[panel].columnAxis];
            if (panels[panel].cellAt(row, column) == cell)
                return lock(PanelCell{static_cast<int>(panel), row, column});
        }
    }
}

void Workspace::stepScope(int by) {
    if (const auto next = scopeBeside(by))
        showScope(m_scopes[*next].path);
}

std::optional<std::size_t> Workspace::scopeBeside(int by) const {
    const auto place = scopePlace();
    if (!place)
        return std::nullopt;
    auto next = static_cast<std::ptrdiff_t>(*place) + by;
    const auto count = static_cast<std::ptrdiff_t>(m_scopes.size());
    // A norm that only stands there to be compared with is no way station.
    while (next >= 0 && next < count &&
           blockScope(m_scopes[static_cast<std::size_t>(next)].path).beside != Scope::Beside::None)
        next += by;
    if (next < 0 || next >= count)
        return std::nullopt;
    return static_cast<std::size_t>(next);
}

void Workspace::showStart() {
    if (!m_scopes.empty())
        showScope(m_scopes.front().path);
    showStage(Stage::Input);
}

bool Workspace::hasStage(int by) const {
    if (m_scene.isEmpty())
        return false;
    const std::vector<Stage> stages = stagesOf(m_scene.kind(), *m_scene.trace);
    if (stages.empty())
        return false;
    return selection().stage != (by > 0 ? stages.back() : stages.front()) ||
           scopeBeside(by).has_value();
}

void Workspace::stepStage(int by) {
    if (!hasStage(by))
        return;
    const std::vector<Stage> stages = stagesOf(m_scene.kind(), *m_scene.trace);
    const auto here = std::ranges::find(stages, selection().stage);
    if (here == stages.end())
        return showStage(by > 0 ? stages.front() : stages.back());
    if (by > 0 ? here + 1 != stages.end() : here != stages.begin())
        return showStage(by > 0 ? *(here + 1) : *(here - 1));
    stepScope(by);
    const std::vector<Stage> beside = stagesOf(m_scene.kind(), *m_scene.trace);
    if (!beside.empty())
        showStage(by > 0 ? beside.front() : beside.back());
}

void Workspace::showStage(Stage stage, std::size_t tensor) {
    if (!m_scene.isEmpty() && tensorsOf(stage, *m_scene.trace).empty())
        return; // the strip has no such place
    Selection next = selection();
    next.stage = stage;
    next.tensor = tensor;
    // Query × key stages share their cells; elsewhere a column means something
    // else, so that the question cannot stay, only the place.
    if (!isQueryKeyStage(stage) || !isQueryKeyStage(selection().stage)) {
        next.hovered = next.asked();
        next.locked.reset();
    }
    setSelection(std::move(next));
}

void Workspace::showPanel(int panel) {
    Selection next = selection();
    next.panel = panel;
    if (next.locked)
        next.locked->panel = panel;
    if (next.hovered)
        next.hovered->panel = panel;
    setSelection(std::move(next));
}

void Workspace::showSequence(Index sequence) {
    Selection next = selection();
    next.sequence = sequence;
    setSelection(std::move(next));
}

void Workspace::hover(std::optional<PanelCell> cell) {
    Selection next = selection();
    next.hovered = cell;
    setSelection(std::move(next));
}

void Workspace::lock(std::optional<PanelCell> cell) {
    Selection next = selection();
    next.locked = cell;
    if (cell)
        next.panel = cell->panel;
    setSelection(std::move(next));
}

void Workspace::setSolo(bool solo) {
    Selection next = selection();
    next.solo = solo;
    setSelection(std::move(next));
}

void Workspace::finish() {
    while (m_runner.isBusy()) // what came may ask for another run
        m_runner.finish();
    while (m_pictures.isBusy())
        m_pictures.finish();
    m_comparisons.finish();
}

void Workspace::finishSoon() {
    constexpr std::chrono::milliseconds unnoticed{30};
    if (m_runner.finishWithin(unnoticed))
        m_pictures.finishWithin(unnoticed);
}

bool Workspace::needsLayers() const {
    return m_layersShown && m_scene.blocks;
}

bool Workspace::takeOver(Prepared prepared) {
    if (!prepared.stage || !suits(*prepared.stage, m_scene))
        return false;
    if (needsLayers() && !(prepared.layers && suits(*prepared.layers, m_scene)))
        return false;
    m_scene.stage = std::move(prepared.stage);
    m_scene.layers = needsLayers() ? std::move(prepared.layers) : nullptr;
    return true;
}

void Workspace::show() {
    if (m_scene.isEmpty()) {
        m_shown = m_scene;
        return announce();
    }
    const Index work = preparationWork(m_scene) + (needsLayers() ? layersWork(m_scene) : 0);
    if (takeOver({m_shown.stage, m_shown.layers})) {
        // Another cell, panel or colour of the same matrices.
    } else if (work <= workAtOnce) {
        m_scene.stage.reset(); // made when it is announced, once for many changes
        m_scene.layers.reset();
    } else {
        m_shown.display = m_scene.display; // needs no other pictures of the old matrices
        if (!m_preparing || m_preparing->layers != needsLayers() ||
            !showsTheSame(m_preparing->scene, m_scene)) {
            m_preparing = {m_scene, {m_shown.stage, m_shown.layers}, needsLayers()};
            m_pictures.request(*m_preparing);
        }
        return announce();
    }
    if (std::exchange(m_preparing, std::nullopt))
        m_pictures.forget();
    replaceShown();
}

void Workspace::takePrepared(Prepared prepared) {
    m_preparing.reset();
    if (!takeOver(std::move(prepared)))
        return show();
    replaceShown();
}

void Workspace::setLayersShown(bool shown) {
    if (std::exchange(m_layersShown, shown) != shown)
        show();
}

void Workspace::replaceShown() {
    const bool otherStage = m_shown.stage && m_shown.stage != m_scene.stage;
    if (otherStage && preparationWork(m_shown) > workAtOnce)
        m_retired.push_back(std::make_shared<const Scene>(m_shown));
    m_shown = m_scene;
    announce();
}

void Workspace::announce() {
    if (m_announcing)
        return;
    m_announcing = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_announcing = false;
            if (!m_shown.isEmpty())
                m_shown.stage = preparedStage(m_shown);
            if (!m_shown.isEmpty() && needsLayers() && layersWork(m_shown) <= workAtOnce)
                m_shown.layers = preparedLayers(m_shown);
            Q_EMIT sceneChanged(m_shown);
            // Every view has the new one now; the old one is taken apart elsewhere.
            for (auto& scene : std::exchange(m_retired, {}))
                m_pictures.discard(std::move(scene));
        },
        Qt::QueuedConnection);
}

} // namespace headscope
