// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/workspace.h"

#include "scene/matrix_panel.h"

#include <QMetaObject>

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
    // Without the summaries, which cost a pass over all values: only their number counts.
    const auto panels = panelsOf(trace, tensors[tensor], selection.sequence, false);
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

Workspace::Workspace(Experiment experiment, QObject* parent)
    : QObject(parent)
    , m_document(std::move(experiment)) {
    connect(&m_document, &Document::changed, this, &Workspace::requestRun);
    connect(&m_runner, &EngineRunner::finished, this, &Workspace::take);
    requestRun();
}

void Workspace::requestRun() {
    m_computing = true;
    m_runner.request(m_document.revision(), m_document.experiment());
}

void Workspace::take(const RunOutcome& outcome) {
    m_computing = false;
    const bool hadError = m_error.has_value();
    m_error = outcome.error;
    if (hadError || m_error)
        Q_EMIT errorChanged();
    if (!outcome.trace)
        return;
    m_scene.experiment = outcome.experiment;
    m_scene.trace = outcome.trace;
    m_scene.computeMilliseconds = outcome.milliseconds;
    clampSelection();
    if (!m_scene.selection.asked())
        askStrongestKey();
    announce();
}

void Workspace::clampSelection() {
    if (!m_scene.trace)
        return;
    Selection& selection = m_scene.selection;
    selection.sequence = std::clamp<Index>(selection.sequence, 0, m_scene.experiment->batch() - 1);
    const auto tensors = tensorsOf(selection.stage, *m_scene.trace);
    selection.tensor = std::min(selection.tensor, tensors.empty() ? 0 : tensors.size() - 1);
    const PanelExtent extent = extentOf(*m_scene.trace, selection);
    selection.panel = std::clamp(selection.panel, 0, std::max(0, extent.panels - 1));
    clamp(selection.hovered, extent);
    clamp(selection.locked, extent);
}

void Workspace::askStrongestKey() {
    const TraceStep* weights = m_scene.trace->find(TensorName::AttentionWeights);
    if (!weights || weights->result.isEmpty() || m_scene.selection.stage != Stage::Weights)
        return;
    const Tensor& values = weights->result;
    PanelCell cell{0, values.size(2) - 1, 0};
    const Index sequence = m_scene.selection.sequence;
    for (Index key = 1; key < values.size(3); ++key) {
        if (values(sequence, 0, cell.row, key) > values(sequence, 0, cell.row, cell.column))
            cell.column = key;
    }
    m_scene.selection.hovered = cell;
}

void Workspace::setSelection(Selection selection) {
    if (selection == m_scene.selection)
        return;
    m_scene.selection = std::move(selection);
    clampSelection();
    announce();
}

void Workspace::setDisplay(const DisplayOptions& display) {
    if (display == m_scene.display)
        return;
    m_scene.display = display;
    announce();
}

void Workspace::showStage(Stage stage, std::size_t tensor) {
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
    m_runner.finish();
}

void Workspace::announce() {
    if (m_announcing)
        return;
    m_announcing = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_announcing = false;
            Q_EMIT sceneChanged(m_scene);
        },
        Qt::QueuedConnection);
}

} // namespace headscope
