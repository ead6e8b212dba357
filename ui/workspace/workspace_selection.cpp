// SPDX-License-Identifier: GPL-3.0-or-later
// What is looked at: block, stage, panel, sequence and cell, and that these are there.
#include "workspace/workspace.h"

#include "measures/words.h"
#include "scene/block_text.h"

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

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

std::optional<PanelCell> Workspace::firstQuestion() const {
    if (m_scene.isEmpty() || m_scene.selection.stage != Stage::Weights)
        return std::nullopt;
    const auto panels = slicesOf(*m_scene.trace, m_scene.tokens(), TensorName::AttentionWeights,
                                 m_scene.selection.sequence);
    if (panels.empty())
        return std::nullopt;
    const int last = static_cast<int>(panels.size()) - 1;
    const int shown = std::clamp(m_scene.selection.panel, 0, last);
    const MatrixPanel& panel = panels[static_cast<std::size_t>(shown)];
    const Tensor& values = panel.matrix;
    PanelCell cell{m_scene.selection.panel, std::min(values.size(0), panel.paddingFrom) - 1, 0};
    if (const auto learnt = learntExample(panel))
        return PanelCell{cell.panel, learnt->query, learnt->key};
    for (Index key = 1; key < values.size(1); ++key) {
        if (values(cell.row, key) > values(cell.row, cell.column))
            cell.column = key;
    }
    return cell;
}

std::optional<HeadExample> Workspace::learntExample(const MatrixPanel& panel) const {
    const std::vector<HeadExample>& all = m_scene.run->origin().examples;
    std::optional<HeadExample> best;
    const auto weight = [&panel](const HeadExample& pair) {
        return panel.matrix(pair.query, pair.key);
    };
    for (const HeadExample& pair : all) {
        const bool shown = panel.kind == MatrixPanel::Kind::Head && pair.head == panel.head &&
                           pair.scope == m_scene.selection.scope && m_scene.selection.sequence == 0;
        if (shown && weight(pair) >= static_cast<float>(HeadEvidence::leastShare) &&
            (!best || weight(pair) > weight(*best)))
            best = pair;
    }
    return best;
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

void Workspace::look(const PreparedView& view) {
    if (m_computing || m_scene.isEmpty()) {
        m_wanted = view;
        return;
    }
    m_wanted.reset();
    select(view);
    show();
}

void Workspace::select(const PreparedView& view) {
    const Selection before = m_scene.selection;
    Selection& selection = m_scene.selection;
    if (view.scope && std::ranges::find(m_scopes, *view.scope, &TraceScope::path) != m_scopes.end())
        selection.scope = *view.scope;
    showBlock();
    if (const auto place = view.stage ? stageTensorOf(*view.stage, *m_scene.trace) : std::nullopt) {
        selection.stage = place->stage;
        selection.tensor = place->tensor;
    }
    selection.sequence = view.sequence.value_or(selection.sequence);
    selection.panel = view.head.value_or(selection.panel);
    selection.solo = view.alone;
    // Whatever was asked before: the same view is the same picture.
    selection.locked.reset();
    selection.hovered.reset();
    clampSelection();
    if (before.scope != selection.scope || before.sequence != selection.sequence)
        leavePadding(before);
    const PanelExtent extent = extentOf(*m_scene.trace, selection);
    if (view.cell && view.cell->first < extent.rows && view.cell->second < extent.columns)
        selection.hovered = selection.locked =
            PanelCell{selection.panel, view.cell->first, view.cell->second};
    else if (view.lesson.empty()) // which points at cells itself
        selection.hovered = firstQuestion();
}

PreparedView Workspace::view() const {
    const Selection& selection = m_scene.selection;
    PreparedView view;
    view.scope = selection.scope;
    view.stage = m_scene.isEmpty() ? std::nullopt : shownTensor(m_scene);
    view.sequence = selection.sequence;
    view.head = selection.panel;
    view.alone = selection.solo;
    const std::optional<PanelCell> asked = selection.asked();
    if (asked && (selection.locked || asked != firstQuestion()))
        view.cell = {asked->row, asked->column};
    return view;
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
    const bool before = wordsAreShown();
    m_scene.display = display;
    if (wordsAreShown() != before && m_given && m_scene.hasPieces)
        return showGiven();
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
    showScope(std::string(withoutPieces((*m_whole)[step].scope)));
    const auto& origins = m_scene.blocks->origins;
    for (std::size_t i = 0; i < origins.size(); ++i) {
        if (origins[i] != step)
            continue;
        const TensorName name = (*m_scene.trace)[i].name;
        const std::optional<StageTensor> place = stageTensorOf(name, *m_scene.trace);
        if (!place)
            return;
        showStage(place->stage, place->tensor);
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

} // namespace headscope
