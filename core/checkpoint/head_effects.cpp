// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/head_effects.h"

#include "checkpoint/next_word.h"
#include "measures/head_contributions.h"
#include "transformer/layers/switch_heads.h"

#include <algorithm>

namespace headscope {

namespace {

/// Contexts of the heads side by side [1, word, heads·d_v], once for each of so many heads, whose
/// numbers are replaced there: [heads, word, heads·d_v].
Tensor without(const Tensor& contexts, Index firstHead, Index heads, Index width, OffBy by) {
    const Tensor all = contexts.contiguous();
    const Index columns = all.size(2);
    const std::optional<Tensor> mean =
        by == OffBy::Mean ? std::optional(meanOverWords(all)) : std::nullopt;
    Tensor changed = Tensor::uninitialized({heads, all.size(1), columns}, all.axes());
    float* to = changed.mutableData();
    for (Index head = firstHead; head < firstHead + heads; ++head) {
        float* const begin = to;
        to = std::copy_n(all.data(), all.elementCount(), to);
        for (Index column = head * width; column < (head + 1) * width; ++column) {
            const float other = mean ? (*mean)(0, 0, column) : 0.0F;
            for (float* row = begin; row != to; row += columns)
                row[column] = other;
        }
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
    const Result<Trace> trace = runCheckpoint(checkpoint, ids, options, question.off);
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
    effects.probability = probabilityIn(nextWords(logits, {}), effects.target);
    const std::optional<HeadContributions> contributions =
        contributionsTo(*trace, {effects.place, effects.target});
    if (contributions)
        effects.rest = contributions->rest();
    const Index heads = config.attention.heads;
    const Index width = headSizes(config.attention).value().valueDim;
    const Index all = config.model.layers * heads;
    const Index words = static_cast<Index>(question.words.size());
    const Index together = std::clamp<Index>(wordsAtOnce / words, 1, heads);
    for (Index layer = 0; layer < config.model.layers; ++layer) {
        const Scope scope = Scope::of(ModelPart::Layers, layer, Sublayer::SelfAttention);
        const Tensor& contexts = contextsOf(*trace, scope);
        for (Index first = 0; first < heads; first += together) {
            const Index count = std::min(together, heads - first);
            const Result<Trace> off =
                runWithContexts(checkpoint, *trace,
                                {layer, without(contexts, first, count, width, question.off.by),
                                 effects.place, question.off},
                                options);
            if (!off)
                return off.error();
            for (Index i = 0; i < count; ++i) {
                HeadEffect effect{.layer = layer, .head = first + i};
                if (contributions)
                    effect.contribution = contributions->of(scope.path(), effect.head);
                effect.probabilityOff =
                    probabilityIn(nextWords(logitsAt(*off, 0, i), {}), effects.target);
                effects.heads.push_back(effect);
            }
            if (step)
                step(layer * heads + first + count, all);
        }
    }
    return effects;
}

} // namespace headscope
