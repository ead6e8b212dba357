// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/generate.h"

#include <algorithm>

namespace headscope {

std::vector<float> lastLogits(const Trace& trace) {
    const TraceStep* const step =
        trace.find(TensorName::Logits, Scope::of(ModelPart::Prediction).path());
    if (!step)
        return {};
    const Tensor last = step->result.selected(0, 0).selected(0, step->result.size(1) - 1);
    const Tensor dense = last.contiguous();
    return {dense.values().begin(), dense.values().end()};
}

Result<Generated> generate(const Checkpoint& checkpoint, const GenerateRequest& request,
                           const RunOptions& options, const std::function<void(Index)>& each) {
    const CheckpointConfig& config = checkpoint.config;
    if (!checkpoint.predicts)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has no output head: it cannot say which "
                                                      "word comes next"),
                         checkpoint.folder.path);
    if (!config.causal)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 fills in words that are masked and does "
                                                      "not say which word comes next"),
                         checkpoint.folder.path);
    const bool translates = config.model.architecture == Architecture::EncoderDecoder;
    WordIds ids = {{request.words}, {}};
    if (translates)
        ids.target = {request.target.empty()
                          ? std::vector<Index>{config.decoderStart.value_or(0)}
                          : request.target};
    std::vector<Index>& text = translates ? ids.target.front() : ids.words.front();
    Generated generated;
    while (static_cast<Index>(generated.words.size()) < request.count) {
        if (config.longest() && static_cast<Index>(text.size()) > *config.longest()) {
            generated.end = GenerateEnd::Places;
            break;
        }
        const Result<Trace> trace = runCheckpoint(checkpoint, ids, options);
        if (!trace)
            return trace.error();
        const Index word = drawWord(nextWords(lastLogits(*trace), request.draw), request.draw,
                                    static_cast<std::uint64_t>(text.size()));
        text.push_back(word);
        generated.words.push_back(word);
        if (each)
            each(word);
        if (std::ranges::find(config.ends, word) != config.ends.end()) {
            generated.end = GenerateEnd::Word;
            break;
        }
    }
    return generated;
}

} // namespace headscope
