// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/intent_edits.h"

#include "experiment/edits/edit.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "support/cases.h"
#include "words/numbers/number_format.h"
#include "words/off_text.h"
#include "words/stage_text.h"
#include "words/statements.h"

namespace headscope {

namespace {

/// "type score 1.5"
QString holdText(const TypedNumber& number) {
    const QString value = fullText(number.value);
    switch (number.name) {
    case TensorName::Scores: return IntentEdits::tr("type score %1").arg(value);
    case TensorName::ScaledScores: return IntentEdits::tr("type scaled score %1").arg(value);
    case TensorName::MaskedScores: return IntentEdits::tr("type masked score %1").arg(value);
    case TensorName::DroppedWeights: return IntentEdits::tr("type dropped weight %1").arg(value);
    default: return IntentEdits::tr("type weight %1").arg(value);
    }
}

/// "switch off layer 5, head 3", "switch 4 heads on"
QString switchText(const want::SwitchHeads& wanted) {
    if (wanted.heads.size() == 1) {
        const QString name = headName(wanted.heads.front());
        return wanted.off ? IntentEdits::tr("switch off %1").arg(name)
                          : IntentEdits::tr("switch on %1").arg(name);
    }
    const int count = static_cast<int>(wanted.heads.size());
    return wanted.off ? IntentEdits::tr("switch off %n heads", nullptr, count)
                      : IntentEdits::tr("switch on %n heads", nullptr, count);
}

/// Numbers typed into one cell one after the other are one step to undo.
QString typedKey(const TypedNumber& number) {
    return QStringLiteral("held/%1/%2/%3/%4/%5/%6")
        .arg(QString::fromStdString(number.scope.path()))
        .arg(static_cast<int>(number.name))
        .arg(number.batch)
        .arg(number.head)
        .arg(number.query)
        .arg(number.key);
}

} // namespace

Status IntentEdits::carryOut(const want::Edit& wanted, const Selection& selection) {
    // What was trained is an experiment of its own; heads are a model's.
    const bool ofOthers = std::holds_alternative<want::Adopt>(wanted) ||
                          std::holds_alternative<want::SwitchHeads>(wanted) ||
                          std::holds_alternative<want::SwitchBy>(wanted);
    const Status may = ofOthers ? Status(Done{}) : mayCompute();
    return may ? change(wanted, selection) : may;
}

Status IntentEdits::edit(const QString& text, Result<Experiment> next, const QString& mergeKey) {
    if (!next)
        return next.error();
    m_document.edit(text, std::move(next).value(), mergeKey);
    return Done{};
}

Status IntentEdits::change(const want::Edit& edited, const Selection& selection) {
    return std::visit(
        Cases{[&](const want::TurnPair& wanted) {
                  return edit(tr("paint the mask"),
                              withTurnedPair(experiment(), selection.scope, selection.sequence,
                                             wanted.query, wanted.key));
              },
              [this](const want::Causal& wanted) {
                  return edit(wanted.on ? tr("mask causally") : tr("remove the causal mask"),
                              withCausal(experiment(), wanted.on));
              },
              [this](const want::NextHeads& wanted) {
                  return edit(tr("change the number of heads"),
                              withNextHeads(experiment(), wanted.by));
              },
              [this](const want::NewSeed&) {
                  return edit(tr("new seed"), withSeed(experiment(), experiment().seed + 1));
              },
              [this](const want::Number& wanted) {
                  return edit(
                      tr("change a number of %1").arg(tensorTitle(wanted.name)),
                      withCell(experiment(), wanted.scope, wanted.name, wanted.cell, wanted.value));
              },
              [this](const want::TypeNumber& wanted) {
                  return edit(holdText(wanted.number), withTypedNumber(experiment(), wanted.number),
                              typedKey(wanted.number));
              },
              [this](const want::Restore& wanted) {
                  return edit(tr("restore a computed number"),
                              withoutTypedNumber(experiment(), wanted.place));
              },
              [this](const want::RestoreAll&) {
                  return edit(tr("restore all computed numbers"),
                              withoutTypedNumbers(experiment()));
              },
              [this](const want::BothNorms&) {
                  ModelConfig model = experiment().model;
                  model.compareNorms = true;
                  return edit(tr("compare the norms"), withModel(experiment(), model));
              },
              [&](const want::Sizes& wanted) { return resize(wanted, selection); },
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
              [this](const want::Adopt& wanted) {
                  m_document.edit(wanted.text, Source(wanted.experiment, wanted.training));
                  return Status(Done{});
              }},
        edited);
}

Status IntentEdits::resize(const want::Sizes& wanted, const Selection& selection) {
    // Digit by digit: what the first one left out is there again for the second.
    const QString key = QStringLiteral("shapes sizes %1 %2 %3")
                            .arg(QString::fromStdString(selection.scope))
                            .arg(wanted.ofValue)
                            .arg(wanted.ofKeys);
    const ExperimentPointer before = m_document.beforeMerge(key);
    if (!before)
        m_resized = wanted.shown;
    return edit(tr("change the sizes"),
                withLayoutSizes(before ? *before : experiment(), m_resized, wanted.wanted,
                                wanted.ofValue, wanted.ofKeys),
                key);
}

Status IntentEdits::switchHeads(const QString& text,
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

Status IntentEdits::mayCompute() const {
    if (m_document.source().experiment())
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "this attention was computed elsewhere: its words "
                                       "and how it is read can be changed, no number"));
}

} // namespace headscope
