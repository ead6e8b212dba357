// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/workspace.h"

#include "examples/examples.h"
#include "experiment/kept_experiment.h"
#include "measures/words.h"
#include "scene/block_text.h"
#include "support/execution.h"
#include "tensor/recipes.h"
#include "workspace/available_memory.h"

#include <QMetaObject>

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

/// Whether two scenes need the same pictures.
bool showsTheSame(const Scene& a, const Scene& b) {
    return a.trace == b.trace && a.selection.stage == b.selection.stage &&
           a.selection.tensor == b.selection.tensor && a.selection.sequence == b.selection.sequence;
}

/// Less is not missed: the picture stays while another one is computed.
constexpr Index worthLettingGo = Index{64} << 20;

} // namespace

Workspace::Workspace(Source source, QObject* parent)
    : QObject(parent)
    , m_document(std::move(source))
    , m_comparisons(m_document)
    , m_pictures(
          [](const Preparation& asked, const CancellationToken& token) {
              const Execution execution{allThreads(), token};
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
        takeCompared();
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
    HeldMemory held;
    const auto add = [&held](const Tensor& tensor) {
        if (recipes::bytesToMake(tensor) == 0)
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
    m_comparisons.setShown(nullptr, {});
    m_ownRun.reset();
    m_given.reset();
    m_scene.pieces.reset();
    m_shown.pieces.reset();
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
    if (!outcome.run) {
        m_wanted.reset();
        return show();
    }
    m_ownRun.reset();
    m_computed = m_document.source();
    m_scene.ofPage = false;
    m_scene.pageRunName.clear();
    m_scene.revision = outcome.revision;
    m_scene.training = m_document.experiment()->training;
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
    m_whole = m_scene.run->trace();
    m_scopes = m_scene.run->scopes();
    m_blocks.clear();
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
        select(*wanted);
    clampSelection();
    if (before && before->labels().tokens != m_scene.run->labels().tokens)
        leavePadding(m_scene.selection);
    if (!m_scene.selection.asked())
        m_scene.selection.hovered = firstQuestion();
    show();
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
    m_shown.compared = m_scene.compared;
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
    BlockCut& block = m_blocks[selection.scope];
    if (!block.trace)
        block = cutBlock(m_whole, m_scopes, selection.scope);
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
