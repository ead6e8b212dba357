// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/scopes.h"

#include <algorithm>
#include <map>

namespace headscope {

namespace {

/// The kind that a step proves its scope to be of, if any.
std::optional<ScopeKind> kindProvedBy(TensorName name) {
    switch (name) {
    case TensorName::AttentionWeights: return ScopeKind::Attention;
    case TensorName::PositionalEncoding: return ScopeKind::Positions;
    case TensorName::NormOutput: return ScopeKind::Norm;
    case TensorName::Residual: return ScopeKind::Residual;
    case TensorName::FeedForwardOutput: return ScopeKind::FeedForward;
    case TensorName::Probabilities: return ScopeKind::Prediction;
    case TensorName::EmbeddingWeight: return ScopeKind::Embedding;
    default: return std::nullopt;
    }
}

/// What an operand from outside is called in the slice.
TensorName inputName(const TraceStep& user, std::size_t position, const TraceStep& source) {
    if (user.operation == Operation::MergeWords)
        return TensorName::PieceWeights;
    if (position > 0) // what is called like what is made of it has a name of its own
        return source.name == TensorName::Rollout ? TensorName::EarlierRollout : source.name;
    switch (user.name) {
    case TensorName::ProjectedKey:
    case TensorName::Key: return TensorName::KeyInput;
    case TensorName::ProjectedValue:
    case TensorName::Value: return TensorName::ValueInput;
    default: return TensorName::QueryInput;
    }
}

} // namespace

const TraceStep* logitsOf(const Trace& trace) {
    return trace.find(TensorName::Logits, Scope::of(ModelPart::Prediction).path());
}

std::vector<TraceScope> scopesOf(const Trace& trace) {
    std::vector<TraceScope> scopes;
    for (const TraceStep& step : trace.steps()) {
        const std::optional<ScopeKind> kind = kindProvedBy(step.name);
        if (!kind)
            continue;
        const auto known = std::ranges::find(scopes, step.scope, &TraceScope::path);
        if (known == scopes.end())
            scopes.push_back({step.scope, *kind});
        else if (known->kind == ScopeKind::Residual) // a sum that is normed belongs to the norm
            known->kind = *kind;
    }
    return scopes;
}

TraceSlice slice(const Trace& trace, std::string_view scope) {
    TraceSlice result;
    std::map<std::size_t, std::size_t> places; // of a step of the trace in the slice
    const auto append = [&](std::size_t index, TraceStep step) {
        step.scope.clear();
        places.emplace(index, result.trace.add(std::move(step)));
        result.origins.push_back(index);
    };
    const std::vector<TraceStep>& steps = trace.steps();
    const auto isInside = [&](const TraceStep& step) { return step.scope == scope; };
    for (const TraceStep& user : steps) {
        if (!isInside(user))
            continue;
        for (std::size_t position = 0; position < user.operands.size(); ++position) {
            const std::size_t index = user.operands[position];
            const TraceStep& source = steps[index];
            if (isInside(source) || places.contains(index))
                continue;
            TraceStep input;
            input.name = inputName(user, position, source);
            input.operation =
                source.operation == Operation::Parameter ? Operation::Parameter : Operation::Input;
            input.result = source.result;
            append(index, std::move(input));
        }
    }
    for (std::size_t index = 0; index < steps.size(); ++index) {
        if (!isInside(steps[index]))
            continue;
        TraceStep step = steps[index];
        for (std::size_t& operand : step.operands)
            operand = places.at(operand);
        append(index, std::move(step));
    }
    return result;
}

} // namespace headscope
