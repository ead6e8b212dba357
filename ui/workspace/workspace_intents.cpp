// SPDX-License-Identifier: GPL-3.0-or-later
// What pages and menus want becomes another selection or another experiment.
#include "workspace/workspace.h"

#include "controls/number_input.h"
#include "experiment/edit.h"
#include "experiment/edit_held.h"
#include "scene/number_format.h"
#include "scene/off_text.h"
#include "scene/stage_text.h"
#include "scene/statements.h"
#include "support/cases.h"

namespace headscope {

namespace {
/// "hold score 1.5"
QString holdText(const HeldNumber& number) {
    const QString value = fullText(number.value);
    switch (number.name) {
    case TensorName::Scores: return Workspace::tr("hold score %1").arg(value);
    case TensorName::ScaledScores: return Workspace::tr("hold scaled score %1").arg(value);
    case TensorName::MaskedScores: return Workspace::tr("hold masked score %1").arg(value);
    case TensorName::DroppedWeights: return Workspace::tr("hold dropped weight %1").arg(value);
    default: return Workspace::tr("hold weight %1").arg(value);
    }
}

/// "switch off layer 5, head 3", "switch 4 heads on"
QString switchText(const want::SwitchHeads& wanted) {
    if (wanted.heads.size() == 1) {
        const QString name = headName(wanted.heads.front());
        return wanted.off ? Workspace::tr("switch off %1").arg(name)
                          : Workspace::tr("switch on %1").arg(name);
    }
    const int count = static_cast<int>(wanted.heads.size());
    return wanted.off ? Workspace::tr("switch off %n heads", nullptr, count)
                      : Workspace::tr("switch on %n heads", nullptr, count);
}

/// Numbers typed into one cell one after the other are one step to undo.
QString heldKey(const HeldNumber& number) {
    return QStringLiteral("held/%1/%2/%3/%4/%5/%6")
        .arg(QString::fromStdString(number.scope.path()))
        .arg(static_cast<int>(number.name))
        .arg(number.batch)
        .arg(number.head)
        .arg(number.query)
        .arg(number.key);
}
} // namespace

Status Workspace::edit(const QString& text, Result<Experiment> next, const QString& mergeKey) {
    if (!next)
        return next.error();
    m_document.edit(text, std::move(next).value(), mergeKey);
    return Done{};
}

void Workspace::look(const Intent& intent) {
    const auto show = [this](auto DisplayOptions::*option, const auto& value) {
        DisplayOptions next = display();
        next.*option = value;
        setDisplay(next);
    };
    std::visit(
        Cases{
            [this](const want::Hover& wanted) { hover(wanted.cell); },
            [this](const want::Lock& wanted) { lock(wanted.cell); },
            [this](const want::Panel& wanted) { showPanel(wanted.panel); },
            [this](const want::Solo& wanted) { setSolo(wanted.on); },
            [this](const want::Place& wanted) { showScope(wanted.scope); },
            [this](const want::StageOf& wanted) { showStage(wanted.stage, wanted.tensor); },
            [this](const want::Origin& wanted) { showOrigin(wanted.step, wanted.cell); },
            [this](const want::Head& wanted) { showHead(wanted.scope, wanted.head); },
            [this](const want::Target& wanted) {
                Selection next = selection();
                next.target = wanted.id;
                setSelection(std::move(next));
            },
            [&](const want::ReducedMotion& wanted) {
                show(&DisplayOptions::reducedMotion, wanted.on);
            },
            [&](const want::Layers& wanted) { show(&DisplayOptions::layers, wanted.look); },
            [&](const want::Dialect& wanted) { show(&DisplayOptions::dialect, wanted.dialect); },
            [this](const want::ShowRun& wanted) { showRun(wanted.run, wanted.name); },
            // The clipboard is the window's.
            [](const want::CopyText&) {}, [](const want::CopyMatrix&) {},
            [](const want::CopyFigure&) {},
            [this](const want::Compare& wanted) { m_comparisons.compare(wanted.on); },
            [this](const want::Pin&) { m_comparisons.pin(); },
            [this](const want::RenamePin& wanted) {
                m_comparisons.renamePin(wanted.state, wanted.name);
            },
            [this](const want::DeletePin& wanted) { m_comparisons.deletePin(wanted.state); },
            [this](const want::CompareSide& wanted) {
                m_comparisons.choose(wanted.isB, wanted.side);
            },
            [this](const want::SwapSides&) { m_comparisons.swap(); },
            [this](const want::TakeEdit& wanted) { m_comparisons.take(wanted.edit, wanted.taken); },
            []<class Wanted>(const Wanted&) { static_assert(Wanted::isEdit); }},
        intent);
}

Status Workspace::change(const Intent& intent) {
    return std::visit(
        Cases{[this](const want::TurnPair& wanted) {
                  return edit(tr("paint the mask"),
                              withTurnedPair(experiment(), selection().scope, selection().sequence,
                                             wanted.query, wanted.key));
              },
              [this](const want::Number& wanted) -> Status {
                  const Result<float> value = parseNumber(wanted.text, false);
                  if (!value)
                      return value.error();
                  return edit(
                      tr("change a number of %1").arg(tensorTitle(wanted.name)),
                      withCell(experiment(), wanted.scope, wanted.name, wanted.cell, *value));
              },
              [this](const want::Hold& wanted) -> Status {
                  const Result<float> value = parseNumber(wanted.text, false);
                  if (!value)
                      return value.error();
                  HeldNumber number = wanted.place;
                  number.value = *value;
                  return edit(holdText(number), withHeld(experiment(), number), heldKey(number));
              },
              [this](const want::Release& wanted) {
                  return edit(tr("release a held number"), withoutHeld(experiment(), wanted.place));
              },
              [this](const want::ReleaseAll&) {
                  return edit(tr("release all held numbers"), withoutAnyHeld(experiment()));
              },
              [this](const want::BothNorms&) {
                  ModelConfig model = experiment().model;
                  model.compareNorms = true;
                  return edit(tr("compare the norms"), withModel(experiment(), model));
              },
              [this](const want::Sizes& wanted) {
                  // Digit by digit: what the first one left out is there again for the second.
                  const QString key = QStringLiteral("shapes sizes %1 %2 %3")
                                          .arg(QString::fromStdString(scene().selection.scope))
                                          .arg(wanted.ofValue)
                                          .arg(wanted.ofKeys);
                  const ExperimentPointer before = m_document.beforeMerge(key);
                  if (!before)
                      m_resized = wanted.shown;
                  return edit(tr("change the sizes"),
                              withLayoutSizes(before ? *before : experiment(), m_resized,
                                              wanted.wanted, wanted.ofValue, wanted.ofKeys),
                              key);
              },
              [this](const want::HeadWeights& wanted) {
                  return edit(tr("use the painted head"),
                              withHeadWeights(experiment(), wanted.head, wanted.queryWeight,
                                              wanted.keyWeight, wanted.positions));
              },
              [this](const want::SwitchHeads& wanted) {
                  return switchHeads(switchText(wanted), [&](HeadsOff off) {
                      return switched(off, wanted.heads, wanted.off);
                  });
              },
              [this](const want::SwitchBy& wanted) {
                  return switchHeads(tr("replace heads otherwise"), [&](HeadsOff off) {
                      off.by = wanted.by;
                      return off;
                  });
              },
              [this](const want::Adopt& wanted) { return edit(wanted.text, *wanted.experiment); },
              []<class Wanted>(const Wanted&) -> Status {
                  static_assert(!requires { Wanted::isEdit; });
                  return Done{};
              }},
        intent);
}

Status Workspace::switchHeads(const QString& text,
                              const std::function<HeadsOff(HeadsOff)>& change) {
    const ModelSourcePointer model = m_document.source().model();
    if (!model)
        return makeError(HEADSCOPE_MESSAGE("Message", "only heads of trained models can be "
                                                      "switched off"));
    ModelSource next = *model;
    next.off = change(model->off);
    if (next.off == model->off)
        return Done{};
    m_document.edit(text, std::make_shared<const ModelSource>(std::move(next)));
    return Done{};
}

Status Workspace::mayCompute() const {
    if (m_document.source().experiment())
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "this attention was computed elsewhere: its words "
                                       "and how it is read can be changed, no number"));
}

Status Workspace::carryOut(const Intent& intent) {
    if (isEdit(intent)) {
        // What was trained is an experiment of its own; heads are a model's.
        const bool ofOthers = std::holds_alternative<want::Adopt>(intent) ||
                              std::holds_alternative<want::SwitchHeads>(intent) ||
                              std::holds_alternative<want::SwitchBy>(intent);
        const Status may = ofOthers ? Status(Done{}) : mayCompute();
        return may ? change(intent) : may;
    }
    look(intent);
    return Done{};
}

void Workspace::showHead(const std::string& scope, int head) {
    Selection next = selection();
    next.scope = scope;
    next.tensor = 0;
    next.panel = head;
    next.locked.reset();
    if (next.hovered)
        next.hovered->panel = head;
    setSelection(std::move(next));
}

Status Workspace::changeHeads(Index by) {
    if (const Status may = mayCompute(); !may)
        return may;
    return edit(tr("change the number of heads"), withNextHeads(experiment(), by));
}

Status Workspace::setCausal(bool on) {
    if (const Status may = mayCompute(); !may)
        return may;
    return edit(on ? tr("mask causally") : tr("remove the causal mask"),
                withCausal(experiment(), on));
}

Status Workspace::newSeed() {
    if (const Status may = mayCompute(); !may)
        return may;
    return edit(tr("new seed"), withSeed(experiment(), experiment().seed + 1));
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
