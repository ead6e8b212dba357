// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/analysis_text.h"

#include <QCoreApplication>

namespace headscope {

namespace {

QString analysisText(const char* source) {
    return QCoreApplication::translate("Analysis", source);
}

/// Which biases are in it.
QString biasNote(const Trace& block) {
    const bool ofValues = block.find(TensorName::ValueBias) != nullptr;
    const bool ofOutput = block.find(TensorName::OutputBias) != nullptr;
    if (ofValues && ofOutput)
        return analysisText(QT_TRANSLATE_NOOP(
            "Analysis", "v has b_{V} in it; b_{O}, added once for all keys, is left out."));
    if (ofValues)
        return analysisText(QT_TRANSLATE_NOOP("Analysis", "v has b_{V} in it."));
    return ofOutput ? analysisText(QT_TRANSLATE_NOOP(
                          "Analysis", "b_{O}, added once for all keys, is left out."))
                    : QString();
}

} // namespace

QString analysisSource(TensorName name) {
    switch (name) {
    case TensorName::ValueNorm:
    case TensorName::ValueWeighted:
        return analysisText(QT_TRANSLATE_NOOP("Analysis", "Kobayashi et al. 2020"));
    case TensorName::Rollout:
        return analysisText(QT_TRANSLATE_NOOP("Analysis", "Abnar and Zuidema 2020"));
    default: return {};
    }
}

QStringList analysisNotes(const Trace& block, TensorName name) {
    const auto from = [&](const QString& words) {
        return QStringList{words.arg(analysisSource(name))};
    };
    switch (name) {
    case TensorName::ValueNorm:
        return from(analysisText(QT_TRANSLATE_NOOP(
                   "Analysis", "How long the vector is that this head adds to the output of a "
                               "query that looks at this key alone (%1)."))) +
               QStringList(biasNote(block)).filter(QStringLiteral("b"));
    case TensorName::ValueWeighted:
        return from(analysisText(QT_TRANSLATE_NOOP(
                   "Analysis", "How long the vector is that this key adds to the output of this "
                               "query (%1): a large weight on a short value adds little."))) +
               QStringList(biasNote(block)).filter(QStringLiteral("b"));
    case TensorName::Rollout:
        return from(analysisText(QT_TRANSLATE_NOOP(
                   "Analysis", "How much of this key's word has come to this query's, if every "
                               "layer handed on half of what it was given and shared the other "
                               "half by the mean of its heads (%1)."))) +
               QStringList(analysisText(QT_TRANSLATE_NOOP(
                   "Analysis", "It says little of models whose words look back only: from layer "
                               "to layer all of it gathers at the first words.")));
    default: return {};
    }
}

} // namespace headscope
