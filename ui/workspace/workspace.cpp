// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/workspace.h"

#include "examples/examples.h"
#include "measures/words.h"
#include "support/cases.h"
#include "workspace/available_memory.h"
#include "workspace/selection_rules.h"

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

/// Less is not missed: the picture stays while another one is computed.
constexpr Index worthLettingGo = Index{64} << 20;

} // namespace

Workspace::Workspace(Source source, QObject* parent)
    : QObject(parent)
    , m_document(std::move(source))
    , m_edits(m_document)
    , m_shown(m_scene)
    , m_comparisons(m_document)
    , m_runner(runEngine, [this](RunOutcome outcome) { take(std::move(outcome)); }) {
    setAvailableMemory([] { return availableMemory(); });
    connect(&m_shown, &ShownScene::changed, this, &Workspace::sceneChanged);
    connect(&m_comparisons, &Comparisons::changed, this, &Workspace::takeCompared);
    connect(&m_document, &Document::changed, this, &Workspace::requestRun);
    requestRun();
}

void Workspace::requestRun() {
    m_computing = true;
    m_shown.forgetPictures();
    m_runner.request(withKnown({m_document.revision(), m_document.source(), m_availableMemory}));
}

RunRequest Workspace::withKnown(RunRequest request) const {
    const ModelSourcePointer wanted = request.source.model();
    const ModelSourcePointer known = m_computed.model();
    if (wanted && known && readsAlike(*wanted, *known)) {
        request.knownSource = known;
        request.known = m_ownRun ? m_ownRun : m_given;
    }
    return request;
}

void Workspace::computeAnyway() {
    if (heldBytes() >= worthLettingGo)
        makeRoom();
    m_computing = true;
    m_runner.request({m_document.revision(), m_document.source(), nullptr});
}

void Workspace::setAvailableMemory(std::function<std::optional<Index>()> available) {
    m_comparisons.setAvailableMemory(available);
    m_availableMemory = std::move(available);
}

Index Workspace::heldBytes() const {
    const Scene& shown = scene();
    return headscope::heldBytes(
        {m_blocks.whole().get(), shown.blocks ? shown.blocks->whole.get() : nullptr},
        {shown.stage.get()});
}

void Workspace::makeRoom() {
    // What the next run is compared with stays: its words, and where it came from.
    if (m_scene.run)
        m_scene.run = std::make_shared<const Run>(std::make_shared<const Trace>(),
                                                  m_scene.run->labels(), m_scene.run->origin());
    m_scene.trace.reset();
    m_scene.blocks.reset();
    m_comparisons.setShown(nullptr, {});
    m_ownRun.reset();
    m_given.reset();
    m_scene.pieces.reset();
    m_blocks = {};
    m_shown.letGo(); // at once: the next run looks at what is free
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
    if (!outcome.run) {
        m_wanted.reset();
        return m_shown.show();
    }
    m_ownRun.reset();
    m_computed = m_document.source();
    m_scene.ofPage = false;
    m_scene.pageRunName.clear();
    m_scene.revision = outcome.revision;
    m_scene.training = m_document.source().training();
    m_scene.computeMilliseconds.reset();
    if (m_timed)
        m_scene.computeMilliseconds = outcome.milliseconds;
    showComputed(std::move(outcome.run));
}

void Workspace::showRun(std::shared_ptr<const Run> run, const QString& name) {
    if (!run && !m_scene.ofPage)
        return;
    if (!m_scene.ofPage)
        m_ownRun = m_given;
    m_scene.ofPage = run != nullptr;
    m_scene.pageRunName = run ? name : QString();
    m_scene.computeMilliseconds.reset();
    if (!run)
        run = std::exchange(m_ownRun, nullptr);
    if (run)
        showComputed(std::move(run));
}

void Workspace::showComputed(std::shared_ptr<const Run> run) {
    m_given = std::move(run);
    m_scene.hasPieces = hasWordPieces(*m_given);
    showGiven();
}

void Workspace::showGiven() {
    std::shared_ptr<const Run> shown = m_given;
    const bool wereWords = m_scene.pieces != nullptr;
    m_scene.pieces.reset();
    if (m_scene.hasPieces && wordsAreShown())
        m_scene.pieces = std::exchange(shown, inWords(*m_given));
    const std::shared_ptr<const Run> before = std::exchange(m_scene.run, std::move(shown));
    const bool otherExample = !before || before->origin().example != m_scene.run->origin().example;
    m_blocks = RunBlocks(*m_scene.run);
    if (otherExample)
        showFocus();
    m_comparisons.setShown(m_given, m_scene.ofPage ? Source() : m_computed);
    takeCompared();
    if (wereWords != (m_scene.pieces != nullptr)) { // a place means something else
        m_scene.selection.hovered.reset();
        m_scene.selection.locked.reset();
    }
    showBlock();
    if (const auto wanted = std::exchange(m_wanted, std::nullopt))
        showView(*wanted);
    clampSelection(m_scene);
    if (before && before->labels().tokens != m_scene.run->labels().tokens)
        leavePadding(m_scene, m_scene.selection);
    if (!m_scene.selection.asked())
        m_scene.selection.hovered = firstQuestion(m_scene);
    m_shown.show();
}

bool Workspace::wordsAreShown() const {
    return m_scene.display.words && !m_piecesNeeded;
}

void Workspace::setPiecesNeeded(bool needed) {
    const bool before = wordsAreShown();
    m_piecesNeeded = needed;
    if (wordsAreShown() != before && m_given && m_scene.hasPieces)
        showGiven();
}

void Workspace::takeCompared() {
    m_scene.compared = m_comparisons.compared();
    if (m_scene.compared && m_scene.pieces) {
        auto words = std::make_shared<Compared>(*m_scene.compared);
        const auto merge = [](std::shared_ptr<const Run>& run) {
            if (std::shared_ptr<const Run> merged = run ? inWords(*run) : nullptr)
                run = std::move(merged);
        };
        merge(words->a.run);
        merge(words->b.run);
        for (ComparedEdit& edit : words->edits)
            merge(edit.alone);
        m_scene.compared = std::move(words);
    }
    m_shown.showAtOnce();
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

void Workspace::showBlock() {
    if (!m_blocks.whole())
        return;
    Selection& selection = m_scene.selection;
    if (!m_blocks.has(selection.scope) && !m_blocks.isEmpty()) {
        selection.scope = m_blocks.main();
        selection.locked.reset();
        selection.hovered.reset();
    }
    const BlockCut& block = m_blocks.cut(selection.scope);
    m_scene.trace = block.trace;
    m_scene.blocks = block.map;
    const std::vector<Stage> stages = allStagesOf(m_scene.kind(), *m_scene.trace);
    if (std::ranges::find(stages, selection.stage) == stages.end()) {
        selection.stage = mainStage(m_scene.kind());
        selection.tensor = 0;
    }
}

void Workspace::retranslate() {
    m_comparisons.retranslate();
}

void Workspace::finish() {
    while (m_runner.isBusy()) // what came may ask for another run
        m_runner.finish();
    m_shown.finish();
    m_comparisons.finish();
}

void Workspace::finishSoon() {
    constexpr std::chrono::milliseconds unnoticed{30};
    if (m_runner.finishWithin(unnoticed))
        m_shown.finishWithin(unnoticed);
}

void Workspace::look(const want::Look& wanted) {
    std::visit(Cases{[this](const want::Hover& to) { hover(to.cell); },
                     [this](const want::Lock& to) { lock(to.cell); },
                     [this](const want::Panel& to) { showPanel(to.panel); },
                     [this](const want::Solo& to) { setSolo(to.on); },
                     [this](const want::Place& to) { showScope(to.scope); },
                     [this](const want::StageOf& to) { showStage(to.stage, to.tensor); },
                     [this](const want::Origin& to) { showOrigin(to.step, to.cell); },
                     [this](const want::Head& to) { showHead(to.scope, to.head); },
                     [this](const want::Target& to) {
                         select([&](Selection& next) { next.target = to.id; });
                     },
                     [this](const want::ShowRun& to) { showRun(to.run, to.name); }},
               wanted);
}

void Workspace::hoverTensorCell(TensorName name, const Cell& cell) {
    // Only what the shown stage draws can be pointed at; the picture does not
    // jump to another stage because somebody walks through a table.
    const Scene& shown = scene();
    if (shown.isEmpty() || shown.selection.locked || shownTensor(shown) != name)
        return;
    if (const auto place = panelCellOf(*shown.trace, name, cell, shown.selection.sequence))
        hover(place);
}

void Workspace::setSelection(Selection selection) {
    if (selection == m_scene.selection)
        return;
    const Selection before = std::exchange(m_scene.selection, std::move(selection));
    const bool otherBlock = before.scope != m_scene.selection.scope;
    if (otherBlock)
        showBlock();
    clampSelection(m_scene);
    if (m_scene.trace && (otherBlock || before.sequence != m_scene.selection.sequence))
        leavePadding(m_scene, before);
    m_shown.show();
}

void Workspace::look(const PreparedView& view) {
    if (m_computing || m_scene.isEmpty()) {
        m_wanted = view;
        return;
    }
    m_wanted.reset();
    showView(view);
    m_shown.show();
}

void Workspace::showView(const PreparedView& view) {
    if (view.scope && m_blocks.has(*view.scope))
        m_scene.selection.scope = *view.scope;
    showBlock();
    selectPart(m_scene, view);
}

PreparedView Workspace::view() const {
    return viewOf(m_scene);
}

void Workspace::point(std::vector<PointedAt> pointed) {
    if (pointed == m_scene.pointed)
        return;
    m_scene.pointed = std::move(pointed);
    m_shown.showAtOnce();
}

void Workspace::setDisplay(const DisplayOptions& display) {
    if (display == m_scene.display)
        return;
    const bool before = wordsAreShown();
    m_scene.display = display;
    if (wordsAreShown() != before && m_given && m_scene.hasPieces)
        return showGiven();
    m_shown.show();
}

void Workspace::select(const std::function<void(Selection&)>& change) {
    Selection next = selection();
    change(next);
    setSelection(std::move(next));
}

void Workspace::showScope(const std::string& scope) {
    if (!m_blocks.has(scope))
        return;
    select([&](Selection& next) {
        next.scope = scope;
        // The numbers are others, so the question is; the place stays as a start.
        next.hovered = next.asked();
        next.locked.reset();
    });
}

void Workspace::showHead(const std::string& scope, int head) {
    select([&](Selection& next) {
        next.scope = scope;
        next.tensor = 0;
        next.panel = head;
        next.locked.reset();
        if (next.hovered)
            next.hovered->panel = head;
    });
}

void Workspace::showOrigin(std::size_t step, const Cell& cell) {
    const std::shared_ptr<const Trace> whole = m_blocks.whole();
    if (!whole || step >= whole->steps().size())
        return;
    const Tensor& there = (*whole)[step].result;
    if (const std::size_t batch = there.axisOf(Axis::Batch);
        batch < there.rank() && there.size(batch) > 1)
        showSequence(cell[batch]);
    showScope(std::string(withoutPieces((*whole)[step].scope)));
    const auto& origins = m_scene.blocks->origins;
    for (std::size_t i = 0; i < origins.size(); ++i) {
        if (origins[i] != step)
            continue;
        const TensorName name = (*m_scene.trace)[i].name;
        const std::optional<StageTensor> place = stageTensorOf(name, *m_scene.trace);
        if (!place)
            return;
        showStage(place->stage, place->tensor);
        if (const auto shown = panelCellOf(*m_scene.trace, name, cell, selection().sequence))
            return lock(shown);
    }
}

void Workspace::stepScope(int by) {
    if (const auto next = m_blocks.neighbour(selection().scope, by))
        showScope(*next);
}

void Workspace::showStart() {
    if (!m_blocks.isEmpty())
        showScope(m_blocks.first());
    showStage(Stage::Input);
}

bool Workspace::hasStage(int by) const {
    if (m_scene.isEmpty())
        return false;
    const std::vector<Stage> stages = stagesOf(m_scene.kind(), *m_scene.trace);
    if (stages.empty())
        return false;
    return selection().stage != (by > 0 ? stages.back() : stages.front()) ||
           m_blocks.neighbour(selection().scope, by).has_value();
}

void Workspace::stepStage(int by) {
    if (!hasStage(by))
        return;
    const std::vector<Stage> stages = stagesOf(m_scene.kind(), *m_scene.trace);
    const auto here = isAnalysisStage(selection().stage) && !stages.empty()
                          ? stages.end() - 1 // behind which it stands
                          : std::ranges::find(stages, selection().stage);
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
    select([&](Selection& next) {
        // Query × key stages share their cells; elsewhere a column means something
        // else, so that the question cannot stay, only the place.
        if (!isQueryKeyStage(stage) || !isQueryKeyStage(next.stage)) {
            next.hovered = next.asked();
            next.locked.reset();
        }
        next.stage = stage;
        next.tensor = tensor;
    });
}

void Workspace::showPanel(int panel) {
    select([panel](Selection& next) {
        next.panel = panel;
        for (std::optional<PanelCell>* cell : {&next.locked, &next.hovered}) {
            if (*cell)
                (*cell)->panel = panel;
        }
    });
}

void Workspace::showSequence(Index sequence) {
    select([sequence](Selection& next) { next.sequence = sequence; });
}

void Workspace::hover(std::optional<PanelCell> cell) {
    select([&cell](Selection& next) { next.hovered = cell; });
}

void Workspace::lock(std::optional<PanelCell> cell) {
    select([&cell](Selection& next) {
        next.locked = cell;
        if (cell)
            next.panel = cell->panel;
    });
}

void Workspace::setSolo(bool solo) {
    select([solo](Selection& next) { next.solo = solo; });
}

} // namespace headscope
