// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/change_text.h"

#include "experiment/experiment_run.h"
#include "experiment/typed_number_difference.h"
#include "operations/operation_info.h"
#include "scene/panels/matrix_panel.h"
#include "type/math_text.h"
#include "words/block_text.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"
#include "words/stage_text.h"
#include "words/typed_number_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace headscope {

namespace {

struct ChangeWords {
    Q_DECLARE_TR_FUNCTIONS(Change)
};
using Kind = ExperimentChange::Kind;

QString arrow(const QString& from, const QString& to) {
    return from + QStringLiteral(" → ") + to;
}

QString onOff(bool on) {
    return on ? ChangeWords::tr("on") : ChangeWords::tr("off");
}

QString optionalSize(const std::optional<Index>& size) {
    return size ? QString::number(*size) : ChangeWords::tr("none");
}

/// A letter as it can be read without subscripts: "W_Q".
QString letterOf(TensorName name) {
    const QString letter = withoutMarkup(tensorSymbol(name));
    return letter.isEmpty() ? tensorTitle(name) : letter;
}

/// "X[北京, 2]": a word where a row is a token; sequences only where there are several.
QString changedCellText(const ExperimentChange& change, const Experiment& to) {
    const bool input = isInput(change.tensor);
    const RunLabels labels = labelsOf(to);
    QStringList places;
    for (std::size_t axis = 0; axis < change.cell.size(); ++axis) {
        if (input && axis == 0 && to.batch() == 1)
            continue;
        const Index place = change.cell[axis];
        QString text = QString::number(place + 1);
        if (input && axis == 1) {
            const AxisTokens tokens{&labels.tokens, &labels.keySideTokens(), &labels.vocabulary};
            const Axis of = change.tensor == TensorName::QueryInput ? Axis::Query : Axis::Key;
            const QStringList words = axisLabels(tokens, of, change.cell[0], place + 1);
            text = words.value(place, text);
        }
        places << text;
    }
    return letterOf(change.tensor) + u'[' + places.join(QStringLiteral(", ")) + u']';
}

/// "weight · head 2, 机票 → 订了": what is typed.
QString typedSubject(const ExperimentChange& change, const Experiment& experiment) {
    const TypedNumber number = typedNumberOf(change);
    const RunLabels labels = labelsOf(experiment);
    return typedStageName(number.name) + QStringLiteral(" · ") +
           typedPlaceText(number, tokensOf(experiment, number.scope, labels), experiment.batch());
}

QString tensorText(const ExperimentChange& change) {
    const QString letter = letterOf(change.tensor);
    if (change.scope == Scope())
        return letter;
    return blockName(change.scope.path()) + QStringLiteral(" · ") + letter;
}

/// The first size that differs, as people know it.
ChangeText sizesText(const Experiment& from, const Experiment& to) {
    QStringList subjects;
    QStringList befores;
    QStringList afters;
    const auto add = [&](const QString& name, const QString& before, const QString& after) {
        if (before == after)
            return;
        subjects << name;
        befores << before;
        afters << after;
    };
    const auto automatic = [](const std::optional<Index>& size) {
        return size ? QString::number(*size) : ChangeWords::tr("automatic");
    };
    const auto number = [](Index n) { return QString::number(n); };
    add(ChangeWords::tr("heads"), number(from.config.heads), number(to.config.heads));
    add(QStringLiteral("d_model"), number(from.config.modelDim), number(to.config.modelDim));
    add(QStringLiteral("d_k"), automatic(from.config.keyDim), automatic(to.config.keyDim));
    add(QStringLiteral("d_v"), automatic(from.config.valueDim), automatic(to.config.valueDim));
    add(ChangeWords::tr("layers"), number(from.model.layers), number(to.model.layers));
    if (subjects.isEmpty())
        return {ChangeWords::tr("model"), ChangeWords::tr("changed")};
    return {subjects.join(QStringLiteral(", ")),
            arrow(befores.join(QStringLiteral(", ")), afters.join(QStringLiteral(", ")))};
}

QString normName(NormKind kind) {
    return kind == NormKind::Layer   ? ChangeWords::tr("layer norm")
           : kind == NormKind::Batch ? ChangeWords::tr("batch norm")
                                     : ChangeWords::tr("RMS norm");
}

QString emptyRowsName(FullyMasked kind) {
    switch (kind) {
    case FullyMasked::Zeros: return ChangeWords::tr("zeros");
    case FullyMasked::NaN: return QStringLiteral("NaN");
    case FullyMasked::Uniform: return ChangeWords::tr("equal weights");
    }
    return {};
}

ChangeText causalText(const Experiment& from, const Experiment& to) {
    if (from.causal != to.causal)
        return {ChangeWords::tr("causal mask"), arrow(onOff(from.causal), onOff(to.causal))};
    return {ChangeWords::tr("alignment of the causal mask"), ChangeWords::tr("changed")};
}

} // namespace

ChangeText changeText(const ExperimentChange& change, const Experiment& from,
                      const Experiment& to) {
    switch (change.kind) {
    case Kind::Tokens: return {ChangeWords::tr("tokens"), ChangeWords::tr("changed")};
    case Kind::Sizes: return sizesText(from, to);
    case Kind::Seed:
        if (from.seed != to.seed)
            return {ChangeWords::tr("seed"),
                    arrow(QString::number(from.seed), QString::number(to.seed))};
        return {ChangeWords::tr("weights"), ChangeWords::tr("changed")};
    case Kind::Number: {
        ChangeText text{changedCellText(change, to),
                        arrow(fullText(change.from), fullText(change.to))};
        if (change.scope != Scope())
            text.subject = blockName(change.scope.path()) + QStringLiteral(" · ") + text.subject;
        return text;
    }
    case Kind::Numbers:
        return {tensorText(change), ChangeWords::tr("%1 numbers").arg(qint64{change.count})};
    case Kind::Presence: {
        const std::optional<Role> role = infoOf(change.tensor).role;
        const bool added = role && to.weights.find(*role, change.scope);
        return {tensorText(change), added ? ChangeWords::tr("added") : ChangeWords::tr("removed")};
    }
    case Kind::Positions:
        if (from.model.positions == to.model.positions)
            return {ChangeWords::tr("rotary positions"),
                    arrow(onOff(from.model.rotaryTheta.has_value()),
                          onOff(to.model.rotaryTheta.has_value()))};
        return {ChangeWords::tr("positions"),
                arrow(onOff(from.model.positions), onOff(to.model.positions))};
    case Kind::Residual:
        return {ChangeWords::tr("residual"),
                arrow(onOff(from.model.residual), onOff(to.model.residual))};
    case Kind::Activation:
        return {ChangeWords::tr("activation"),
                arrow(QString::fromUtf8(infoOf(from.model.activation).title),
                      QString::fromUtf8(infoOf(to.model.activation).title))};
    case Kind::Norm:
        if (from.model.norm != to.model.norm)
            return {ChangeWords::tr("norm"),
                    arrow(normName(from.model.norm), normName(to.model.norm))};
        return {ChangeWords::tr("norm"), ChangeWords::tr("changed")};
    case Kind::Causal: return causalText(from, to);
    case Kind::Window:
        return {ChangeWords::tr("window"),
                arrow(optionalSize(from.window), optionalSize(to.window))};
    case Kind::Prefix:
        return {ChangeWords::tr("prefix"),
                arrow(optionalSize(from.prefix), optionalSize(to.prefix))};
    case Kind::MaskPadding:
        return {ChangeWords::tr("padding mask"),
                arrow(onOff(from.maskPadding), onOff(to.maskPadding))};
    case Kind::PaintedMask:
        if (change.count > 0)
            return {ChangeWords::tr("painted mask"),
                    ChangeWords::tr("%1 pairs").arg(qint64{change.count})};
        return {ChangeWords::tr("painted mask"),
                arrow(onOff(from.mayAttend.has_value()), onOff(to.mayAttend.has_value()))};
    case Kind::AdditiveMask: return {ChangeWords::tr("additive mask"), ChangeWords::tr("changed")};
    case Kind::Scale: {
        const auto scale = [](const std::optional<float>& value) {
            return value ? fullText(*value) : ChangeWords::tr("automatic");
        };
        return {ChangeWords::tr("scale"), arrow(scale(from.config.scale), scale(to.config.scale))};
    }
    case Kind::Dropout:
        if (from.config.dropout != to.config.dropout)
            return {ChangeWords::tr("dropout"),
                    arrow(fullText(from.config.dropout), fullText(to.config.dropout))};
        return {ChangeWords::tr("dropout"), ChangeWords::tr("other seed")};
    case Kind::FullyMasked:
        return {ChangeWords::tr("fully masked rows"), arrow(emptyRowsName(from.config.fullyMasked),
                                                            emptyRowsName(to.config.fullyMasked))};
    case Kind::Layout: return {ChangeWords::tr("layout"), ChangeWords::tr("changed")};
    case Kind::Typed:
        return {typedSubject(change, to), ChangeWords::tr("typed: %1").arg(fullText(change.to))};
    case Kind::Restored:
        return {typedSubject(change, from),
                ChangeWords::tr("computed again, was %1").arg(fullText(change.from))};
    case Kind::TypedNumbers:
        return {ChangeWords::tr("typed numbers"),
                ChangeWords::tr("%1 numbers").arg(qint64{change.count})};
    }
    return {};
}

} // namespace headscope
