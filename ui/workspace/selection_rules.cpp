// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/selection_rules.h"

#include <algorithm>

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

/// What the head of the panel has learnt to find, where that is there.
std::optional<HeadExample> learntExample(const Scene& scene, const MatrixPanel& panel) {
    const std::vector<HeadExample>& all = scene.run->origin().examples;
    std::optional<HeadExample> best;
    const auto weight = [&panel](const HeadExample& pair) {
        return panel.matrix(pair.query, pair.key);
    };
    for (const HeadExample& pair : all) {
        const bool shown = panel.kind == MatrixPanel::Kind::Head && pair.head == panel.head &&
                           pair.scope == scene.selection.scope && scene.selection.sequence == 0;
        if (shown && weight(pair) >= static_cast<float>(HeadEvidence::leastShare) &&
            (!best || weight(pair) > weight(*best)))
            best = pair;
    }
    return best;
}

} // namespace

void clampSelection(Scene& scene) {
    if (!scene.trace)
        return;
    Selection& selection = scene.selection;
    selection.sequence = std::clamp<Index>(selection.sequence, 0, scene.run->batch() - 1);
    const auto tensors = tensorsOf(selection.stage, *scene.trace);
    selection.tensor = std::min(selection.tensor, tensors.empty() ? 0 : tensors.size() - 1);
    const PanelExtent extent = extentOf(*scene.trace, selection);
    selection.panel = std::clamp(selection.panel, 0, std::max(0, extent.panels - 1));
    clamp(selection.hovered, extent);
    clamp(selection.locked, extent);
}

void leavePadding(Scene& scene, const Selection& before) {
    const auto tensors = tensorsOf(scene.selection.stage, *scene.trace);
    if (tensors.empty())
        return;
    const auto panels = slicesOf(*scene.trace, scene.tokens(),
                                 tensors[std::min(scene.selection.tensor, tensors.size() - 1)],
                                 scene.selection.sequence);
    if (panels.empty())
        return;
    // Other blocks show what they compute of padding (batch norm counts it), but a question
    // does not begin there either.
    const MatrixPanel& panel = panels.front();
    const Index end =
        scene.kind() == ScopeKind::Attention
            ? panel.paddingFrom
            : paddingBegin(scene.tokens(), panel.matrix.axes()[0], scene.selection.sequence);
    if (end < 1)
        return;
    const auto leave = [&](std::optional<PanelCell>& cell, const std::optional<PanelCell>& old) {
        const bool carried = cell && old && cell->row == old->row && cell->column == old->column;
        if (carried)
            cell->row = std::min(cell->row, end - 1);
    };
    leave(scene.selection.hovered, before.hovered);
    leave(scene.selection.locked, before.locked);
}

std::optional<PanelCell> firstQuestion(const Scene& scene) {
    if (scene.isEmpty() || scene.selection.stage != Stage::Weights)
        return std::nullopt;
    const auto panels = slicesOf(*scene.trace, scene.tokens(), TensorName::AttentionWeights,
                                 scene.selection.sequence);
    if (panels.empty())
        return std::nullopt;
    const int last = static_cast<int>(panels.size()) - 1;
    const int shown = std::clamp(scene.selection.panel, 0, last);
    const MatrixPanel& panel = panels[static_cast<std::size_t>(shown)];
    const Tensor& values = panel.matrix;
    PanelCell cell{scene.selection.panel, std::min(values.size(0), panel.paddingFrom) - 1, 0};
    if (const auto learnt = learntExample(scene, panel))
        return PanelCell{cell.panel, learnt->query, learnt->key};
    for (Index key = 1; key < values.size(1); ++key) {
        if (values(cell.row, key) > values(cell.row, cell.column))
            cell.column = key;
    }
    return cell;
}

std::optional<PanelCell> panelCellOf(const Trace& trace, TensorName name, const Cell& cell,
                                     Index sequence) {
    const auto panels = slicesOf(trace, name, sequence);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const Index row = cell[panels[i].rowAxis];
        const Index column = cell[panels[i].columnAxis];
        if (panels[i].cellAt(row, column) == cell)
            return PanelCell{static_cast<int>(i), row, column};
    }
    return std::nullopt;
}

void selectPart(Scene& scene, const PreparedView& view) {
    Selection& selection = scene.selection;
    if (const auto place = view.stage ? stageTensorOf(*view.stage, *scene.trace) : std::nullopt) {
        selection.stage = place->stage;
        selection.tensor = place->tensor;
    }
    selection.sequence = view.sequence.value_or(selection.sequence);
    selection.panel = view.head.value_or(selection.panel);
    selection.solo = view.alone;
    // Whatever was asked before: the same view is the same picture.
    selection.locked.reset();
    selection.hovered.reset();
    clampSelection(scene);
    const PanelExtent extent = extentOf(*scene.trace, selection);
    if (view.cell && view.cell->first < extent.rows && view.cell->second < extent.columns)
        selection.hovered = selection.locked =
            PanelCell{selection.panel, view.cell->first, view.cell->second};
    else if (view.lesson.empty()) // which points at cells itself
        selection.hovered = firstQuestion(scene);
}

PreparedView viewOf(const Scene& scene) {
    const Selection& selection = scene.selection;
    PreparedView view;
    view.scope = selection.scope;
    view.stage = scene.isEmpty() ? std::nullopt : shownTensor(scene);
    view.sequence = selection.sequence;
    view.head = selection.panel;
    view.alone = selection.solo;
    const std::optional<PanelCell> asked = selection.asked();
    if (asked && (selection.locked || asked != firstQuestion(scene)))
        view.cell = {asked->row, asked->column};
    return view;
}

} // namespace headscope
