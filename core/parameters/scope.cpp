// SPDX-License-Identifier: GPL-3.0-or-later
#include "parameters/scope.h"

#include <array>
#include <charconv>
#include <utility>

namespace headscope {

namespace {

template <class Choice> using Names = std::pair<std::string_view, Choice>;

constexpr std::array<Names<ModelPart>, 12> parts = {
    {{"", ModelPart::Attention},
     {"embedding", ModelPart::Embedding},
     {"source/embedding", ModelPart::SourceEmbedding},
     {"segment/embedding", ModelPart::SegmentEmbedding},
     {"positions", ModelPart::Positions},
     {"source/positions", ModelPart::SourcePositions},
     {"layers", ModelPart::Layers},
     {"encoder", ModelPart::Encoder},
     {"decoder", ModelPart::Decoder},
     {"pooler", ModelPart::Pooler},
     {"prediction/transform", ModelPart::PredictionTransform},
     {"prediction", ModelPart::Prediction}}};
constexpr std::array<Names<Sublayer>, 3> sublayers = {
    {{"self_attention", Sublayer::SelfAttention},
     {"cross_attention", Sublayer::CrossAttention},
     {"feed_forward", Sublayer::FeedForward}}};
constexpr std::array<Names<Scope::Place>, 5> places = {{{"", Scope::Place::Itself},
                                                        {"_norm", Scope::Place::Norm},
                                                        {"_residual", Scope::Place::Residual},
                                                        {"/query_norm", Scope::Place::QueryNorm},
                                                        {"/key_norm", Scope::Place::KeyNorm}}};
constexpr std::array<Names<Scope::ComparedNorm>, 2> comparedNorms = {
    {{"/batch", Scope::ComparedNorm::BatchNorm}, {"/layer", Scope::ComparedNorm::LayerNorm}}};
constexpr std::string_view lastNormName = "norm";

template <std::size_t n, class Choice>
constexpr std::string_view nameIn(const std::array<Names<Choice>, n>& names, Choice choice) {
    for (const auto& [name, value] : names) {
        if (value == choice)
            return name;
    }
    return {};
}

template <std::size_t n, class Choice>
std::optional<Choice> choiceIn(const std::array<Names<Choice>, n>& names, std::string_view name) {
    for (const auto& [known, value] : names) {
        if (known == name)
            return value;
    }
    return std::nullopt;
}

bool isStack(ModelPart part) {
    return !sublayersOf(part).empty();
}

/// Whether a part that is no stack may have a norm behind it, "embedding_norm".
bool mayHaveNorm(ModelPart part) {
    return part == ModelPart::Embedding || part == ModelPart::PredictionTransform;
}

/// "feed_forward_norm", the last part of the path of a layer's block.
bool readSublayer(std::string_view name, Scope& scope) {
    for (const auto& [known, sublayer] : sublayers) {
        if (!name.starts_with(known))
            continue;
        const auto place = choiceIn(places, name.substr(known.size()));
        if (!place)
            return false;
        scope.sublayer = sublayer;
        scope.place = *place;
        return true;
    }
    return false;
}

/// "0/feed_forward" or "norm", what follows the name of a stack.
bool readInStack(std::string_view rest, Scope& scope) {
    if (rest == lastNormName) {
        scope.place = Scope::Place::Norm;
        return true;
    }
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos)
        return false;
    Index layer = 0;
    const char* const end = rest.data() + slash;
    const auto [stop, code] = std::from_chars(rest.data(), end, layer);
    if (code != std::errc() || stop != end || layer < 0)
        return false;
    scope.layer = layer;
    return readSublayer(rest.substr(slash + 1), scope);
}

} // namespace

std::optional<Scope> Scope::parse(std::string_view path) {
    Scope scope;
    for (const auto& [name, norm] : comparedNorms) {
        if (path.ends_with(name)) {
            path.remove_suffix(name.size());
            scope.comparedNorm = norm;
        }
    }
    const std::string_view normSuffix = nameIn(places, Place::Norm);
    if (const auto part = choiceIn(parts, path); part && !isStack(*part)) {
        scope.part = *part;
    } else if (const auto normed =
                   path.ends_with(normSuffix)
                       ? choiceIn(parts, path.substr(0, path.size() - normSuffix.size()))
                       : std::nullopt;
               normed && mayHaveNorm(*normed)) {
        scope.part = *normed;
        scope.place = Place::Norm;
    } else {
        const std::size_t slash = path.find('/');
        const auto stack = choiceIn(parts, path.substr(0, slash));
        if (slash == std::string_view::npos || !stack || !isStack(*stack))
            return std::nullopt;
        scope.part = *stack;
        if (!readInStack(path.substr(slash + 1), scope))
            return std::nullopt;
    }
    if (scope.comparedNorm != ComparedNorm::None && scope.place != Place::Norm)
        return std::nullopt;
    return scope;
}

std::string Scope::path() const {
    std::string path(nameIn(parts, part));
    if (layer)
        return path.append("/").append(std::to_string(*layer)).append("/").append(nameInLayer());
    if (isStack(part) && place == Place::Norm)
        path.append("/").append(lastNormName);
    else
        path.append(nameIn(places, place));
    return path.append(nameIn(comparedNorms, comparedNorm));
}

std::string Scope::nameInLayer() const {
    if (!layer)
        return path();
    return std::string(nameIn(sublayers, sublayer))
        .append(nameIn(places, place))
        .append(nameIn(comparedNorms, comparedNorm));
}

ScopeKind Scope::kind() const {
    if (place != Place::Itself)
        return place == Place::Residual ? ScopeKind::Residual : ScopeKind::Norm;
    switch (part) {
    case ModelPart::Positions:
    case ModelPart::SourcePositions: return ScopeKind::Positions;
    case ModelPart::Prediction: return ScopeKind::Prediction;
    case ModelPart::Pooler:
    case ModelPart::PredictionTransform: return ScopeKind::FeedForward;
    case ModelPart::Embedding:
    case ModelPart::SourceEmbedding:
    case ModelPart::SegmentEmbedding: return ScopeKind::Embedding;
    default: break;
    }
    return sublayer == Sublayer::FeedForward ? ScopeKind::FeedForward : ScopeKind::Attention;
}

Scope Scope::at(Place where) const {
    Scope scope = *this;
    scope.place = where;
    return scope;
}

Scope Scope::compared(ComparedNorm with) const {
    Scope scope = *this;
    scope.comparedNorm = with;
    return scope;
}

std::string pathWith(std::string_view scope, std::string_view name) {
    std::string path(scope);
    if (!path.empty())
        path += '/';
    return path.append(name);
}

std::span<const Sublayer> sublayersOf(ModelPart stack) {
    using enum Sublayer;
    static constexpr std::array encoder = {SelfAttention, FeedForward};
    static constexpr std::array decoder = {SelfAttention, CrossAttention, FeedForward};
    switch (stack) {
    case ModelPart::Layers:
    case ModelPart::Encoder: return encoder;
    case ModelPart::Decoder: return decoder;
    default: return {};
    }
}

} // namespace headscope
