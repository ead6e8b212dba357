// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/logit_lens.h"

#include "formats/text/matrix_text.h"
#include "support/number_text.h"

#include <algorithm>

namespace headscope {

namespace {

/// So many numbers of probabilities are there at once: 16 MiB.
constexpr Index numbersAtOnce = Index{1} << 22U;

/// The likeliest of the words, of equally likely ones that of the lower id first.
LogitLens::Words bestWords(const Tensor& probabilities, Index row) {
    LogitLens::Words words;
    words.fill({-1, -1});
    for (Index id = 0; id < probabilities.size(2); ++id) {
        LensWord word{id, double{probabilities(0, row, id)}};
        for (LensWord& better : words) {
            if (word.probability > better.probability)
                std::swap(word, better);
        }
    }
    return words;
}

} // namespace

ModelPart predictingStack(const ModelConfig& model) {
    return model.architecture == Architecture::EncoderDecoder ? ModelPart::Decoder
                                                              : ModelPart::Layers;
}

Index LogitLens::decidedAt(Index place) const {
    const Index said = at(depths - 1, place).front().id;
    Index depth = depths - 1;
    while (depth > 0 && at(depth - 1, place).front().id == said)
        --depth;
    return depth;
}

Result<LogitLens> logitLens(const Checkpoint& checkpoint, const Trace& trace,
                            const RunOptions& options) {
    const TraceStep* const said =
        trace.find(TensorName::Probabilities, Scope::of(ModelPart::Prediction).path());
    if (!said)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has no output head: it cannot say which "
                                                      "word comes next"),
                         checkpoint.folder.path);
    const ModelConfig& model = checkpoint.config.model;
    const Index layers = layersOf(model, predictingStack(model));
    LogitLens lens;
    lens.depths = layers + 1;
    lens.places = said->result.size(1);
    lens.lastNorm = hasLastNorm(model);
    lens.transforms = checkpoint.config.family->transforms;
    lens.cells.reserve(static_cast<std::size_t>(lens.depths * lens.places));
    const Index together = std::max<Index>(1, numbersAtOnce / said->result.size(2));
    for (Index layer = 0; layer < layers; ++layer) {
        const Scope attention = Scope::of(predictingStack(model), layer, Sublayer::SelfAttention);
        const Tensor stream = streamBefore(trace, model, attention).selected(0, 0).contiguous();
        const Index width = stream.size(1);
        for (Index first = 0; first < lens.places; first += together) {
            const Index count = std::min(together, lens.places - first);
            Tensor rows = Tensor::uninitialized({1, count, width},
                                                {Axis::Batch, Axis::Sequence, Axis::ModelDim});
            std::copy_n(stream.data() + first * width, count * width, rows.mutableData());
            const Result<Trace> ended = runEnding(checkpoint, rows, options);
            if (!ended)
                return ended.error();
            for (Index row = 0; row < count; ++row)
                lens.cells.push_back(bestWords(ended->steps().back().result, row));
        }
    }
    for (Index place = 0; place < lens.places; ++place)
        lens.cells.push_back(bestWords(said->result, place));
    return lens;
}

std::string lensTable(const LogitLens& lens, const TokenList& vocabulary) {
    std::string table = "layer,token,rank,id,text,probability\n";
    for (Index depth = 0; depth < lens.depths; ++depth) {
        for (Index place = 0; place < lens.places; ++place) {
            int rank = 0;
            for (const LensWord& word : lens.at(depth, place)) {
                if (word.id < 0)
                    continue; // the vocabulary has fewer words
                table += std::to_string(depth) + ',' + std::to_string(place + 1) + ',' +
                         std::to_string(++rank) + ',' + std::to_string(word.id) + ',' +
                         tableField(vocabulary[static_cast<std::size_t>(word.id)], ',') + ',' +
                         shortestText(word.probability) + '\n';
            }
        }
    }
    return table;
}

} // namespace headscope
