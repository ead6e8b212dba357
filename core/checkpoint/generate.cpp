// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/generate.h"

#include <algorithm>
#include <limits>

namespace headscope {

Status canGenerate(const Checkpoint& checkpoint) {
    if (!checkpoint.predicts)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has no output head: it cannot say which "
                                                      "word comes next"),
                         checkpoint.folder.path);
    if (!checkpoint.config.causal)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 fills in words that are masked and does "
                                                      "not say which word comes next"),
                         checkpoint.folder.path);
    return Done{};
}

Result<Generated> generate(const Checkpoint& checkpoint, const GenerateRequest& request,
                           const RunOptions& options, const std::function<void(Index)>& each) {
    const CheckpointConfig& config = checkpoint.config;
    if (const Status can = canGenerate(checkpoint); !can)
        return can.error();
    const bool translates = config.model.architecture == Architecture::EncoderDecoder;
    std::vector<Index> text = translates ? request.target : request.words;
    if (translates && text.empty())
        text = {config.decoderStart.value_or(0)};
    Generated generated;
    TextReader reader(checkpoint, options, translates ? request.words : std::vector<Index>(),
                      request.off);
    std::vector<Index> further = text;
    while (static_cast<Index>(generated.words.size()) < request.count) {
        if (config.longest() && static_cast<Index>(text.size()) > *config.longest()) {
            generated.end = GenerateEnd::Places;
            break;
        }
        Result<std::vector<float>> logits = reader.read(further);
        if (!logits)
            return logits.error();
        for (const Index never : config.never) {
            if (never >= 0 && never < std::ssize(*logits))
                (*logits)[static_cast<std::size_t>(never)] =
                    -std::numeric_limits<float>::infinity();
        }
        // The likeliest is found without sorting all.
        const Index word =
            request.draw.temperature <= 0
                ? static_cast<Index>(std::ranges::max_element(*logits) - logits->begin())
                : drawWord(nextWords(*logits, request.draw), request.draw,
                           static_cast<std::uint64_t>(text.size()));
        further = {word};
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
