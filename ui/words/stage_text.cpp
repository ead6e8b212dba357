// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/stage_text.h"

#include "words/formula.h"

#include <QCoreApplication>

namespace headscope {

namespace {
QString stageWord(const char* source) {
    return QCoreApplication::translate("Stage", source);
}
} // namespace

namespace {

/// Before anything was computed.
QString generalSymbol(Stage stage) {
    switch (stage) {
    case Stage::Input: return QStringLiteral("X");
    case Stage::Projections: return QStringLiteral("Q·K·V");
    case Stage::Split: return stageWord(QT_TRANSLATE_NOOP("Stage", "split"));
    case Stage::Rotated: return stageWord(QT_TRANSLATE_NOOP("Stage", "rotate"));
    case Stage::Scores: return stageWord(QT_TRANSLATE_NOOP("Stage", "scores"));
    case Stage::Scaled: return QStringLiteral("÷ √d_{k}");
    case Stage::Masked: return stageWord(QT_TRANSLATE_NOOP("Stage", "mask"));
    case Stage::Weights:
    case Stage::Probabilities: return QStringLiteral("softmax");
    case Stage::Dropped: return QStringLiteral("dropout");
    case Stage::Context: return QStringLiteral("· V");
    case Stage::Merge: return stageWord(QT_TRANSLATE_NOOP("Stage", "merge"));
    case Stage::Output: return QStringLiteral("W_{O}");
    case Stage::ValueWeighted: return QStringLiteral("‖w·v·W_{O}‖");
    case Stage::Rollout: return stageWord(QT_TRANSLATE_NOOP("Stage", "rollout"));
    case Stage::Encoding: return QStringLiteral("P");
    case Stage::Embedded: return QStringLiteral("X + P");
    case Stage::Residual: return QStringLiteral("x + f(x)");
    case Stage::Mean: return QStringLiteral("μ");
    case Stage::Variance: return QStringLiteral("σ²");
    case Stage::MeanSquare: return QStringLiteral("m");
    case Stage::Normalised: return QStringLiteral("(x − μ) ÷ √(σ² + ε)");
    case Stage::NormOutput: return QStringLiteral("· γ + β");
    case Stage::Gate: return QStringLiteral("· W_{G}");
    case Stage::GateActivated: return stageWord(QT_TRANSLATE_NOOP("Stage", "gate"));
    case Stage::Hidden: return QStringLiteral("· W_{1}");
    case Stage::Activated: return stageWord(QT_TRANSLATE_NOOP("Stage", "activation"));
    case Stage::FeedForward: return QStringLiteral("· W_{2}");
    case Stage::Logits: return stageWord(QT_TRANSLATE_NOOP("Stage", "logits"));
    }
    return {};
}

/// Whether the stop is named by what happens there; the others by what they hold.
bool isNamedByOperation(Stage stage) {
    switch (stage) {
    case Stage::Input:
    case Stage::Projections:
    case Stage::Split:
    case Stage::Rotated:
    case Stage::Scores:
    case Stage::Merge:
    case Stage::Encoding:
    case Stage::Mean:
    case Stage::Variance:
    case Stage::MeanSquare:
    case Stage::Rollout:
    case Stage::Logits: return false;
    default: return true;
    }
}

} // namespace

QString stageSymbol(Stage stage, const Trace* block) {
    if (block && isNamedByOperation(stage)) {
        const std::vector<TensorName> tensors = tensorsOf(stage, *block);
        const auto step = tensors.empty() ? std::nullopt : block->indexOf(tensors.front());
        const QString operation = step ? operationText(*block, *step) : QString();
        if (!operation.isEmpty())
            return operation;
    }
    return generalSymbol(stage);
}

QString stageName(Stage stage) {
    switch (stage) {
    case Stage::Input: return stageWord(QT_TRANSLATE_NOOP("Stage", "input"));
    case Stage::Projections: return stageWord(QT_TRANSLATE_NOOP("Stage", "projections"));
    case Stage::Split: return stageWord(QT_TRANSLATE_NOOP("Stage", "split into heads"));
    case Stage::Rotated: return stageWord(QT_TRANSLATE_NOOP("Stage", "turned by their positions"));
    case Stage::Scores: return stageWord(QT_TRANSLATE_NOOP("Stage", "scores"));
    case Stage::Scaled: return stageWord(QT_TRANSLATE_NOOP("Stage", "scaled scores"));
    case Stage::Masked: return stageWord(QT_TRANSLATE_NOOP("Stage", "masked scores"));
    case Stage::Weights: return stageWord(QT_TRANSLATE_NOOP("Stage", "attention weights"));
    case Stage::Dropped: return stageWord(QT_TRANSLATE_NOOP("Stage", "weights after dropout"));
    case Stage::Context: return stageWord(QT_TRANSLATE_NOOP("Stage", "context of each head"));
    case Stage::Merge: return stageWord(QT_TRANSLATE_NOOP("Stage", "concatenated context"));
    case Stage::Output: return stageWord(QT_TRANSLATE_NOOP("Stage", "output"));
    case Stage::ValueWeighted:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "value-weighted attention"));
    case Stage::Rollout: return stageWord(QT_TRANSLATE_NOOP("Stage", "attention rollout"));
    case Stage::Encoding: return stageWord(QT_TRANSLATE_NOOP("Stage", "positional encoding"));
    case Stage::Embedded: return stageWord(QT_TRANSLATE_NOOP("Stage", "embeddings with positions"));
    case Stage::Residual: return stageWord(QT_TRANSLATE_NOOP("Stage", "residual sum"));
    case Stage::Mean: return stageWord(QT_TRANSLATE_NOOP("Stage", "mean"));
    case Stage::Variance: return stageWord(QT_TRANSLATE_NOOP("Stage", "variance"));
    case Stage::MeanSquare: return stageWord(QT_TRANSLATE_NOOP("Stage", "mean of the squares"));
    case Stage::Normalised: return stageWord(QT_TRANSLATE_NOOP("Stage", "normalised"));
    case Stage::NormOutput: return stageWord(QT_TRANSLATE_NOOP("Stage", "output of the norm"));
    case Stage::Gate: return stageWord(QT_TRANSLATE_NOOP("Stage", "gate before the activation"));
    case Stage::GateActivated:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "how far the gate is open"));
    case Stage::Hidden: return stageWord(QT_TRANSLATE_NOOP("Stage", "hidden layer"));
    case Stage::Activated: return stageWord(QT_TRANSLATE_NOOP("Stage", "after the activation"));
    case Stage::FeedForward:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "output of the feed-forward network"));
    case Stage::Logits: return stageWord(QT_TRANSLATE_NOOP("Stage", "logits"));
    case Stage::Probabilities:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "probabilities of the next word"));
    }
    return {};
}

QString tensorTitle(TensorName name) {
    switch (name) {
    case TensorName::QueryInput: return stageWord(QT_TRANSLATE_NOOP("Stage", "embeddings"));
    case TensorName::KeyInput: return stageWord(QT_TRANSLATE_NOOP("Stage", "input of the keys"));
    case TensorName::ValueInput:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "input of the values"));
    case TensorName::QueryWeight: return stageWord(QT_TRANSLATE_NOOP("Stage", "query weight"));
    case TensorName::KeyWeight: return stageWord(QT_TRANSLATE_NOOP("Stage", "key weight"));
    case TensorName::ValueWeight: return stageWord(QT_TRANSLATE_NOOP("Stage", "value weight"));
    case TensorName::OutputWeight: return stageWord(QT_TRANSLATE_NOOP("Stage", "output weight"));
    case TensorName::QueryBias: return stageWord(QT_TRANSLATE_NOOP("Stage", "query bias"));
    case TensorName::KeyBias: return stageWord(QT_TRANSLATE_NOOP("Stage", "key bias"));
    case TensorName::ValueBias: return stageWord(QT_TRANSLATE_NOOP("Stage", "value bias"));
    case TensorName::OutputBias: return stageWord(QT_TRANSLATE_NOOP("Stage", "output bias"));
    case TensorName::ProjectedQuery:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "projected query"));
    case TensorName::ProjectedKey: return stageWord(QT_TRANSLATE_NOOP("Stage", "projected key"));
    case TensorName::ProjectedValue:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "projected value"));
    case TensorName::SplitQuery:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "query, viewed as heads"));
    case TensorName::SplitKey: return stageWord(QT_TRANSLATE_NOOP("Stage", "key, viewed as heads"));
    case TensorName::SplitValue:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "value, viewed as heads"));
    case TensorName::Query: return stageWord(QT_TRANSLATE_NOOP("Stage", "query"));
    case TensorName::Key: return stageWord(QT_TRANSLATE_NOOP("Stage", "key"));
    case TensorName::Value: return stageWord(QT_TRANSLATE_NOOP("Stage", "value"));
    case TensorName::RotaryCosine:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "cosines of the positions"));
    case TensorName::RotarySine:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "sines of the positions"));
    case TensorName::RotatedQuery:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "query, turned by its position"));
    case TensorName::RotatedKey:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "key, turned by its position"));
    case TensorName::Scores: return stageWord(QT_TRANSLATE_NOOP("Stage", "scores"));
    case TensorName::ScaledScores: return stageWord(QT_TRANSLATE_NOOP("Stage", "scaled scores"));
    case TensorName::MayAttend: return stageWord(QT_TRANSLATE_NOOP("Stage", "may attend"));
    case TensorName::AdditiveMask: return stageWord(QT_TRANSLATE_NOOP("Stage", "additive mask"));
    case TensorName::MaskedScores: return stageWord(QT_TRANSLATE_NOOP("Stage", "masked scores"));
    case TensorName::AttentionWeights:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "attention weights"));
    case TensorName::DroppedWeights:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "weights after dropout"));
    case TensorName::HeadContext:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "context of each head"));
    case TensorName::TransposedContext:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "context, transposed back"));
    case TensorName::ConcatenatedContext:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "concatenated context"));
    case TensorName::KeptHeads: return stageWord(QT_TRANSLATE_NOOP("Stage", "heads that are on"));
    case TensorName::KeptContext:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "context of the heads that are on"));
    case TensorName::OffHeads: return stageWord(QT_TRANSLATE_NOOP("Stage", "heads that are off"));
    case TensorName::OffContext:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "context of the heads that are off"));
    case TensorName::OffMean:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "its mean over the text"));
    case TensorName::SwitchedContext:
        return stageWord(
            QT_TRANSLATE_NOOP("Stage", "context with the mean of the heads that are off"));
    case TensorName::Output: return stageWord(QT_TRANSLATE_NOOP("Stage", "output"));
    case TensorName::ValueNorm:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "length of what a value adds"));
    case TensorName::ValueWeighted:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "value-weighted attention"));
    case TensorName::Rollout:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "attention rollout up to this layer"));
    case TensorName::PieceWeights:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "attention weights of pieces"));
    case TensorName::QueryWords:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "words of the queries"));
    case TensorName::KeyWords: return stageWord(QT_TRANSLATE_NOOP("Stage", "words of the keys"));
    case TensorName::EarlierRollout:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "attention rollout up to the layer before"));
    case TensorName::PositionalEncoding:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "positional encoding"));
    case TensorName::EmbeddedInput:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "embeddings with positions"));
    case TensorName::Residual: return stageWord(QT_TRANSLATE_NOOP("Stage", "residual sum"));
    case TensorName::Mean: return stageWord(QT_TRANSLATE_NOOP("Stage", "mean"));
    case TensorName::Variance: return stageWord(QT_TRANSLATE_NOOP("Stage", "variance"));
    case TensorName::MeanSquare:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "mean of the squares"));
    case TensorName::Normalised: return stageWord(QT_TRANSLATE_NOOP("Stage", "normalised"));
    case TensorName::NormGain: return stageWord(QT_TRANSLATE_NOOP("Stage", "gain of the norm"));
    case TensorName::NormShift: return stageWord(QT_TRANSLATE_NOOP("Stage", "shift of the norm"));
    case TensorName::NormOutput: return stageWord(QT_TRANSLATE_NOOP("Stage", "output of the norm"));
    case TensorName::HiddenWeight: return stageWord(QT_TRANSLATE_NOOP("Stage", "hidden weight"));
    case TensorName::HiddenBias: return stageWord(QT_TRANSLATE_NOOP("Stage", "hidden bias"));
    case TensorName::GateWeight: return stageWord(QT_TRANSLATE_NOOP("Stage", "gate weight"));
    case TensorName::GateBias: return stageWord(QT_TRANSLATE_NOOP("Stage", "gate bias"));
    case TensorName::Gate:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "gate before the activation"));
    case TensorName::GateActivated:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "how far the gate is open"));
    case TensorName::FeedForwardWeight:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "feed-forward weight"));
    case TensorName::FeedForwardBias:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "feed-forward bias"));
    case TensorName::Hidden: return stageWord(QT_TRANSLATE_NOOP("Stage", "hidden layer"));
    case TensorName::Activated:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "after the activation"));
    case TensorName::Pooled: return stageWord(QT_TRANSLATE_NOOP("Stage", "pooled"));
    case TensorName::FeedForwardOutput:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "output of the feed-forward network"));
    case TensorName::VocabularyWeight:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "vocabulary weight"));
    case TensorName::VocabularyBias:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "vocabulary bias"));
    case TensorName::TokenIds: return stageWord(QT_TRANSLATE_NOOP("Stage", "numbers of the words"));
    case TensorName::EmbeddingWeight:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "table of embeddings"));
    case TensorName::Embedding:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "embeddings of the cards"));
    case TensorName::PositionWeight:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "learnt positions"));
    case TensorName::Targets: return stageWord(QT_TRANSLATE_NOOP("Stage", "right answers"));
    case TensorName::Loss: return stageWord(QT_TRANSLATE_NOOP("Stage", "loss"));
    case TensorName::Logits: return stageWord(QT_TRANSLATE_NOOP("Stage", "logits"));
    case TensorName::Probabilities:
        return stageWord(QT_TRANSLATE_NOOP("Stage", "probabilities of the next word"));
    }
    return {};
}

QString capitalised(const QString& text) {
    return text.isEmpty() ? text : text.left(1).toUpper() + text.mid(1);
}

} // namespace headscope
