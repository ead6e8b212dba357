// SPDX-License-Identifier: GPL-3.0-or-later
// What pages and menus want becomes another selection or another experiment.
#include "workspace/workspace.h"

#include "controls/number_input.h"
#include "experiment/edit.h"
#include "scene/stage_text.h"
#include "scene/statements.h"

namespace headscope {

Status Workspace::edit(const QString& text, Result<Experiment> next, const QString& mergeKey) {
    if (!next)
        return next.error();
    m_document.edit(text, std::move(next).value(), mergeKey);
    return Done{};
}

Status Workspace::carryOut(const Intent& intent) {
    return std::visit([this](const auto& wanted) { return carry(wanted); }, intent);
}

Status Workspace::carry(const want::Hover& wanted) {
    hover(wanted.cell);
    return Done{};
}

Status Workspace::carry(const want::Lock& wanted) {
    lock(wanted.cell);
    return Done{};
}

Status Workspace::carry(const want::Panel& wanted) {
    showPanel(wanted.panel);
    return Done{};
}

Status Workspace::carry(const want::Solo& wanted) {
    setSolo(wanted.on);
    return Done{};
}

Status Workspace::carry(const want::Place& wanted) {
    showScope(wanted.scope);
    return Done{};
}

Status Workspace::carry(const want::StageOf& wanted) {
    showStage(wanted.stage, wanted.tensor);
    return Done{};
}

Status Workspace::carry(const want::Origin& wanted) {
    showOrigin(wanted.step, wanted.cell);
    return Done{};
}

Status Workspace::carry(const want::Head& wanted) {
    Selection next = selection();
    next.scope = wanted.scope;
    next.tensor = 0;
    next.panel = wanted.head;
    next.locked.reset();
    if (next.hovered)
        next.hovered->panel = wanted.head;
    setSelection(std::move(next));
    return Done{};
}

Status Workspace::carry(const want::ReducedMotion& wanted) {
    DisplayOptions next = display();
    next.reducedMotion = wanted.on;
    setDisplay(next);
    return Done{};
}

Status Workspace::carry(const want::Lend& wanted) {
    lend(wanted.run, wanted.name);
    return Done{};
}

Status Workspace::carry(const want::TurnPair& wanted) {
    return edit(tr("paint the mask"),
                withTurnedPair(experiment(), selection().scope, selection().sequence, wanted.query,
                               wanted.key));
}

Status Workspace::carry(const want::Number& wanted) {
    const Result<float> value = parseNumber(wanted.text, false);
    if (!value)
        return value.error();
    return edit(tr("change a number of %1").arg(tensorTitle(wanted.name)),
                withCell(experiment(), wanted.scope, wanted.name, wanted.cell, *value));
}

Status Workspace::carry(const want::BothNorms&) {
    ModelConfig model = experiment().model;
    model.compareNorms = true;
    return edit(tr("compare the norms"), withModel(experiment(), model));
}

Status Workspace::carry(const want::Sizes& wanted) {
    return edit(
        tr("change the sizes"),
        withLayoutSizes(experiment(), wanted.shown, wanted.wanted, wanted.ofValue, wanted.ofKeys),
        QStringLiteral("shapes sizes"));
}

Status Workspace::carry(const want::HeadWeights& wanted) {
    return edit(tr("use the painted head"),
                withHeadWeights(experiment(), wanted.head, wanted.queryWeight, wanted.keyWeight,
                                wanted.positions));
}

Status Workspace::carry(const want::Adopt& wanted) {
    return edit(wanted.text, *wanted.experiment);
}

Status Workspace::changeHeads(Index by) {
    return edit(tr("change the number of heads"), withNextHeads(experiment(), by));
}

Status Workspace::setCausal(bool on) {
    return edit(on ? tr("mask causally") : tr("remove the causal mask"),
                withCausal(experiment(), on));
}

Status Workspace::newSeed() {
    return edit(tr("new seed"), withSeed(experiment(), experiment().seed + 1));
}

Status Workspace::turnAskedPair() {
    const std::optional<PanelCell> cell = selection().asked();
    if (!cell || !isQueryKeyStage(selection().stage))
        return Done{};
    return carry(want::TurnPair{cell->row, cell->column});
}

void Workspace::hoverTensorCell(TensorName name, const Cell& cell) {
    // Only what the shown stage draws can be pointed at; the picture does not
    // jump to another stage because somebody walks through a table.
    if (m_shown.isEmpty() || m_shown.selection.locked || shownTensor(m_shown) != name)
        return;
    const auto panels = slicesOf(*m_shown.trace, name, m_shown.selection.sequence);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const Index row = cell[panels[i].rowAxis];
        const Index column = cell[panels[i].columnAxis];
        if (panels[i].cellAt(row, column) == cell)
            hover(PanelCell{static_cast<int>(i), row, column});
    }
}

} // namespace headscope
