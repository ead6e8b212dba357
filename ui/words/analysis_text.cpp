// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/analysis_text.h"

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

QString titleInWords(const QString& title) {
    return analysisText(QT_TRANSLATE_NOOP("Analysis", "%1, in words")).arg(title);
}

QString mergedWordsText() {
    return analysisText(
        QT_TRANSLATE_NOOP("Analysis", "pieces merged to words: sum over keys, mean over queries"));
}

QStringList analysisNotes(const Trace& block, TensorName name) {
    QStringList notes;
    const auto add = [&](const char* words) { notes << analysisText(words); };
    switch (name) {
    case TensorName::ValueNorm:
        add(QT_TRANSLATE_NOOP("Analysis", "How long the vector is that this head adds to the "
                                          "output of a query that looks at this key alone (%1)."));
        notes << biasNote(block);
        break;
    case TensorName::ValueWeighted:
        add(QT_TRANSLATE_NOOP("Analysis",
                              "How long the vector is that this key adds to the output of this "
                              "query (%1): a large weight on a short value adds little."));
        notes << biasNote(block);
        break;
    case TensorName::Rollout:
        add(QT_TRANSLATE_NOOP("Analysis",
                              "How much of this key's word has come to this query's, if every "
                              "layer handed on half of what it was given and shared the other "
                              "half by the mean of its heads (%1)."));
        add(QT_TRANSLATE_NOOP("Analysis",
                              "It says little of models whose words look back only: from layer to "
                              "layer all of it gathers at the first words."));
        break;
    default: return {};
    }
    notes.front() = notes.front().arg(analysisSource(name));
    notes.removeAll(QString());
    return notes;
}

} // namespace headscope
