// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/head_effects.h"

#include "checkpoint/next_word.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

double probabilityOf(const std::vector<float>& logits, Index id) {
    for (const NextWord& word : nextWords(logits, {})) {
        if (word.id == id)
            return word.probability;
    }
    return 0;
}

/// How a number of the residual stream at the asked place becomes a share of the logit: by the last
/// norm as it was, and the column of the word.
class LogitDirection {
public:
    LogitDirection(const Trace& trace, const CheckpointConfig& config, const HeadEffects& asked)
        : m_centred(config.model.norm == NormKind::Layer) {
        const std::string norm = Scope::lastNorm(ModelPart::Layers).path();
        const TensorName spread = m_centred ? TensorName::Variance : TensorName::MeanSquare;
        const double variance = double{trace.find(spread, norm)->result(0, asked.place, 0)};
        const Tensor& gain = trace.find(TensorName::NormGain, norm)->result;
        const Tensor& words =
            trace.find(TensorName::VocabularyWeight, Scope::of(ModelPart::Prediction).path())
                ->result;
        const double root = std::sqrt(variance + double{config.model.epsilon});
        for (Index i = 0; i < gain.size(0); ++i)
            m_weights.push_back(double{gain(i)} * double{words(i, asked.target)} / root);
    }
    /// Σ (v − mean of v) · weight, without the mean of an RMS norm.
    double share(const std::vector<double>& vector) const {
        double mean = 0;
        for (const double number : vector)
            mean += number / static_cast<double>(vector.size());
        double sum = 0;
        for (std::size_t i = 0; i < vector.size(); ++i)
            sum += (vector[i] - (m_centred ? mean : 0)) * m_weights[i];
        return sum;
    }

private:
    bool m_centred;
    std::vector<double> m_weights;
};

/// z·W_O of one head at the asked place, [d_model].
std::vector<double> outputOf(const Trace& trace, const Scope& scope, Index head, Index width,
                             Index place) {
    const Tensor& context = trace.find(TensorName::ConcatenatedContext, scope.path())->result;
    const Tensor& weight = trace.find(TensorName::OutputWeight, scope.path())->result;
    std::vector<double> output(static_cast<std::size_t>(weight.size(1)), 0);
    for (Index i = head * width; i < (head + 1) * width; ++i) {
        const double z = double{context(0, place, i)};
        for (Index j = 0; j < weight.size(1); ++j)
            output[static_cast<std::size_t>(j)] += z * double{weight(i, j)};
    }
    return output;
}

/// Contexts of the heads side by side [1, word, heads·d_v], once for each of so many heads, whose
/// numbers are 0 there: [heads, word, heads·d_v].
Tensor without(const Tensor& contexts, Index firstHead, Index heads, Index width) {
    const Tensor all = contexts.contiguous();
    const Index columns = all.size(2);
    Tensor changed = Tensor::uninitialized({heads, all.size(1), columns}, all.axes());
    float* to = changed.mutableData();
    for (Index head = firstHead; head < firstHead + heads; ++head) {
        float* row = to;
        to = std::copy_n(all.data(), all.elementCount(), to);
        for (; row != to; row += columns)
            std::fill_n(row + head * width, width, 0.0F);
    }
    return changed;
}

/// Heads are switched off together, each in a text of its own, up to so many words in all: the
/// weights are then read once for all of them.
constexpr Index wordsAtOnce = 1024;

} // namespace

Result<HeadEffects> headEffects(const Checkpoint& checkpoint, const HeadQuestion& question,
                                const RunOptions& options,
                                const std::function<void(Index, Index)>& step) {
    const CheckpointConfig& config = checkpoint.config;
    if (!checkpoint.predicts)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has no output head: it cannot say which "
                                                      "word comes next"),
                         checkpoint.folder.path);
    if (config.model.architecture != Architecture::Encoder)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 translates; heads are switched off in "
                                                      "models of one stack alone"),
                         checkpoint.folder.path);
    const WordIds ids = {{question.words}, {}};
    const Result<Trace> trace = runCheckpoint(checkpoint, ids, options);
    if (!trace)
        return trace.error();
    HeadEffects effects;
    effects.place = question.place.value_or(static_cast<Index>(question.words.size()) - 1);
    const std::vector<float> logits = logitsAt(*trace, effects.place);
    effects.target =
        question.target.value_or(std::distance(logits.begin(), std::ranges::max_element(logits)));
    if (effects.target < 0 || effects.target >= config.vocabulary)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "id %1 is none of the model: it has the ids 0 "
                                           "to %2"),
                         effects.target, config.vocabulary - 1);
    effects.logit = double{logits[static_cast<std::size_t>(effects.target)]};
    effects.probability = probabilityOf(logits, effects.target);
    std::optional<LogitDirection> direction;
    if (config.model.placement == NormPlacement::Pre) {
        direction.emplace(*trace, config, effects);
        effects.rest = effects.logit;
    }
    const Index heads = config.attention.heads;
    const Index width = headSizes(config.attention).value().valueDim;
    const Index all = config.model.layers * heads;
    const Index words = static_cast<Index>(question.words.size());
    const Index together = std::clamp<Index>(wordsAtOnce / words, 1, heads);
    for (Index layer = 0; layer < config.model.layers; ++layer) {
        const Scope scope = Scope::of(ModelPart::Layers, layer, Sublayer::SelfAttention);
        const Tensor& contexts = trace->find(TensorName::ConcatenatedContext, scope.path())->result;
        for (Index first = 0; first < heads; first += together) {
            const Index count = std::min(together, heads - first);
            const Result<Trace> off = runWithContexts(
                checkpoint, *trace, {layer, without(contexts, first, count, width), effects.place},
                options);
            if (!off)
                return off.error();
            for (Index i = 0; i < count; ++i) {
                HeadEffect effect{.layer = layer, .head = first + i};
                if (direction) {
                    effect.contribution = direction->share(
                        outputOf(*trace, scope, effect.head, width, effects.place));
                    *effects.rest -= *effect.contribution;
                }
                effect.probabilityOff = probabilityOf(logitsAt(*off, 0, i), effects.target);
                effects.heads.push_back(effect);
            }
            if (step)
                step(layer * heads + first + count, all);
        }
    }
    return effects;
}

} // namespace headscope
