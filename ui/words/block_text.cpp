// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/block_text.h"

#include <QCoreApplication>

namespace headscope {

namespace {

QString blockWord(const char* source) {
    return QCoreApplication::translate("Block", source);
}

} // namespace

Scope blockScope(std::string_view path) {
    return Scope::parse(path).value_or(Scope());
}

bool isPartOfStack(const Scope& scope) {
    return scope.sublayer != Sublayer::None || scope.place != Scope::Place::Itself;
}

QString groupName(const Scope& scope) {
    if (scope.place == Scope::Place::Norm && sublayersOf(scope.part).empty())
        return blockWord(QT_TRANSLATE_NOOP("Block", "norm"));
    switch (scope.part) {
    case ModelPart::Encoder: return blockWord(QT_TRANSLATE_NOOP("Block", "encoder"));
    case ModelPart::Decoder: return blockWord(QT_TRANSLATE_NOOP("Block", "decoder"));
    case ModelPart::Positions: return blockWord(QT_TRANSLATE_NOOP("Block", "positions"));
    case ModelPart::SourcePositions:
        return blockWord(QT_TRANSLATE_NOOP("Block", "source positions"));
    case ModelPart::Embedding: return blockWord(QT_TRANSLATE_NOOP("Block", "embedding"));
    case ModelPart::SourceEmbedding:
        return blockWord(QT_TRANSLATE_NOOP("Block", "source embedding"));
    case ModelPart::SegmentEmbedding:
        return blockWord(QT_TRANSLATE_NOOP("Block", "segment embedding"));
    case ModelPart::Prediction: return blockWord(QT_TRANSLATE_NOOP("Block", "prediction"));
    case ModelPart::Pooler: return blockWord(QT_TRANSLATE_NOOP("Block", "pooler"));
    case ModelPart::PredictionTransform:
        return blockWord(QT_TRANSLATE_NOOP("Block", "before the prediction"));
    case ModelPart::Layers: return blockWord(QT_TRANSLATE_NOOP("Block", "layer"));
    case ModelPart::Attention: break;
    }
    return blockWord(QT_TRANSLATE_NOOP("Block", "attention"));
}

QString partName(const Scope& scope, bool adds) {
    if (scope.place == Scope::Place::Residual)
        return blockWord(QT_TRANSLATE_NOOP("Block", "add"));
    if (scope.place == Scope::Place::QueryNorm)
        return blockWord(QT_TRANSLATE_NOOP("Block", "norm of the queries"));
    if (scope.place == Scope::Place::KeyNorm)
        return blockWord(QT_TRANSLATE_NOOP("Block", "norm of the keys"));
    const bool isStack = !sublayersOf(scope.part).empty();
    if (scope.place == Scope::Place::Norm && !isStack)
        return blockWord(QT_TRANSLATE_NOOP("Block", "norm"));
    if (scope.place == Scope::Place::Norm && !scope.layer)
        return blockWord(QT_TRANSLATE_NOOP("Block", "last norm"));
    if (scope.place == Scope::Place::Norm)
        return adds ? blockWord(QT_TRANSLATE_NOOP("Block", "add & norm"))
                    : blockWord(QT_TRANSLATE_NOOP("Block", "norm"));
    switch (scope.sublayer) {
    case Sublayer::SelfAttention: return blockWord(QT_TRANSLATE_NOOP("Block", "self-attention"));
    case Sublayer::CrossAttention: return blockWord(QT_TRANSLATE_NOOP("Block", "cross-attention"));
    case Sublayer::FeedForward: return blockWord(QT_TRANSLATE_NOOP("Block", "feed-forward"));
    case Sublayer::None: break;
    }
    return {};
}

QString blockName(std::string_view path, bool adds) {
    const Scope scope = blockScope(path);
    QString name = groupName(scope);
    if (scope.layer)
        name += QStringLiteral(" %1").arg(*scope.layer + 1);
    if (isPartOfStack(scope))
        name += QStringLiteral(" · ") + partName(scope, adds);
    return name;
}

bool addsResidual(const Trace& whole, std::string_view path) {
    return whole.find(TensorName::Residual, path) != nullptr;
}

} // namespace headscope
