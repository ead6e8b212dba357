// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run.h"

#include <algorithm>

namespace headscope {

namespace {

/// The size of the first such axis in a trace.
Index sizeOf(const Trace& trace, Axis axis) {
    for (const TraceStep& step : trace.steps()) {
        const std::size_t place = step.result.axisOf(axis);
        if (place < step.result.rank())
            return step.result.size(place);
    }
    return 1;
}

} // namespace

Run::Run(std::shared_ptr<const Trace> trace, RunLabels labels, RunOrigin origin)
    : m_trace(std::move(trace))
    , m_labels(std::move(labels))
    , m_origin(std::move(origin))
    , m_scopes(scopesOf(*m_trace))
    , m_batch(sizeOf(*m_trace, Axis::Batch))
    , m_heads(sizeOf(*m_trace, Axis::Heads)) {
    findSides();
}

Run::Run(const Run& pieces, std::shared_ptr<const Trace> trace, RunLabels words)
    : m_trace(std::move(trace))
    , m_labels(pieces.m_labels)
    , m_words(std::move(words))
    , m_origin(pieces.m_origin)
    , m_scopes(scopesOf(*m_trace))
    , m_sides(pieces.m_sides)
    , m_batch(pieces.m_batch)
    , m_heads(pieces.m_heads) {}

bool Run::isAttention(std::string_view scope) const {
    const auto found = std::ranges::find(m_scopes, scope, &TraceScope::path);
    return found != m_scopes.end() && found->kind == ScopeKind::Attention;
}

void Run::findSides() {
    const std::vector<TraceStep>& steps = m_trace->steps();
    std::vector<Sides> sides(steps.size());
    const std::string source = Scope::of(ModelPart::SourceEmbedding).path();
    // Of an attention that was finished elsewhere, the place in the model says it; of the only
    // one, the words do.
    const auto findFinished = [this](std::string_view path) {
        const std::optional<Scope> block = Scope::parse(path);
        if (!block || !block->layer)
            return;
        const bool encodes = block->part == ModelPart::Encoder && m_labels.keyTokens;
        const bool crosses = block->sublayer == Sublayer::CrossAttention ||
                             (block->part == ModelPart::Layers && m_labels.keyTokens);
        m_sides[std::string(path)] = {encodes, encodes || crosses, true};
    };
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const TraceStep& step = steps[i];
        const bool isWeights = step.name == TensorName::AttentionWeights;
        if (step.operands.empty() && (isWeights || step.name == TensorName::MaskedScores))
            findFinished(step.scope);
        if (step.operands.empty() || isInput(step.name)) {
            sides[i].otherQueries = step.name == TensorName::KeyInput ||
                                    step.name == TensorName::ValueInput ||
                                    (step.name == TensorName::TokenIds && step.scope == source);
            continue;
        }
        sides[i] = sides[step.operands[0]];
        // Only attention looks at another side; elsewhere the last step says it for its block.
        Sides& block = m_sides[step.scope];
        if (step.name == TensorName::Scores && step.operands.size() > 1) {
            sides[i].otherKeys = sides[step.operands[1]].otherQueries;
            block = {sides[i].otherQueries, sides[i].otherKeys, true};
        } else if (!block.looks && !isWeights) {
            block.otherQueries = block.otherKeys = sides[i].otherQueries;
        }
    }
}

AxisTokens Run::tokens(std::string_view scope, const RunLabels& labels) const {
    const auto found = m_sides.find(scope);
    const Sides sides = found == m_sides.end() ? Sides() : found->second;
    const auto words = [&labels](bool other) {
        return other ? &labels.keySideTokens() : &labels.tokens;
    };
    return {words(sides.otherQueries), words(sides.otherKeys), &labels.vocabulary};
}

bool Run::isSelfAttention(std::string_view scope) const {
    const auto found = m_sides.find(scope);
    if (found != m_sides.end() && found->second.looks)
        return found->second.otherQueries == found->second.otherKeys;
    const TraceStep* const weights = m_trace->find(TensorName::AttentionWeights, scope);
    if (!weights || m_labels.keyTokens)
        return false;
    const Tensor& tensor = weights->result;
    const std::size_t query = tensor.axisOf(Axis::Query);
    const std::size_t key = tensor.axisOf(Axis::Key);
    return query < tensor.rank() && key < tensor.rank() && tensor.size(query) == tensor.size(key);
}

const MaskRules& Run::maskRules(std::string_view scope) const {
    static const MaskRules none;
    const auto found = m_origin.masks.find(scope);
    return found == m_origin.masks.end() ? none : found->second;
}

} // namespace headscope
