// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/model_memory.h"

#include "attention/memory_need.h"
#include "transformer/attention_sizes.h"
#include "transformer/model_parameters.h"

#include <limits>
#include <set>
#include <string>

namespace headscope {

namespace {

Index batchOf(const AttentionProblem& problem, const Tensor& tensor) {
    return tensor.size(problem.batchAxis());
}

/// Positions keep their encoding and the input with it.
Index positionBytes(const AttentionProblem& problem, const Tensor& input) {
    const Index rows = input.elementCount() / problem.config.modelDim;
    return (rows / batchOf(problem, input) + rows) * problem.config.modelDim * Index{sizeof(float)};
}

/// The sum of what blocks need, as long as it fits.
struct Need {
    Index total = 0;
    bool fits = true;

    void add(std::optional<Index> bytes) {
        fits = fits && bytes && !__builtin_add_overflow(total, *bytes, &total);
    }
    void add(const Need& part, Index times) {
        Index bytes = 0;
        fits = fits && part.fits && !__builtin_mul_overflow(part.total, times, &bytes);
        add(bytes);
    }
    void addNumbers(Index tokens, Index perToken) {
        Index bytes = 0;
        if (__builtin_mul_overflow(tokens, perToken * Index{sizeof(float)}, &bytes))
            fits = false;
        else
            add(bytes);
    }
};

/// Where no mask makes the masked scores others than the scaled ones, a held one does.
void addTypedNumbers(Need& need, const ModelProblem& problem, bool sourceIsMasked) {
    const AttentionProblem& attention = problem.attention;
    std::set<Scope> blocks;
    for (const TypedNumber& number : attention.typedNumbers) {
        const bool translates = problem.config.architecture == Architecture::EncoderDecoder;
        const bool masked =
            sidesOf(translates, number.scope).sourceKeys ? sourceIsMasked : attention.mask.any();
        const auto sizes = attentionSizes(problem.config, number.scope, wholeSizes(attention));
        if (number.name == TensorName::MaskedScores && !masked && sizes &&
            blocks.insert(number.scope).second)
            need.addNumbers(sizes->batch * sizes->heads, sizes->queries * sizes->keys);
    }
}

void addLayers(Need& need, const ModelProblem& problem, const HeadSizes& sizes) {
    const AttentionProblem& attention = problem.attention;
    const Index width = attention.config.modelDim;
    const Index hidden = *feedForwardDim(problem.config, width);
    const bool decoder = problem.config.architecture == Architecture::EncoderDecoder;
    Need encoding; // of one layer of the encoder; all are alike
    Need decoding;
    const auto addAttention = [&](Need& layer, const Tensor& queries, const Tensor& keys,
                                  const MaskOptions& mask) {
        AttentionProblem block;
        block.config = attention.config;
        if (&queries == &keys) // of one sequence
            block.config.rotaryTheta = problem.config.rotaryTheta;
        block.queryInput = queries;
        block.keyInput = keys;
        block.mask = mask;
        layer.add(traceBytes(block, sizes));
    };
    const Tensor& target = attention.queryInput;
    const Tensor& source = decoder ? *attention.keyInput : target;
    MaskOptions sourceMask;
    sourceMask.keyPadding = problem.sourcePadding;
    // A norm keeps the sum, the normalised and the output, twice where both are compared.
    const Index norm = (problem.config.compareNorms ? 5 : 3) * width;
    addAttention(encoding, source, source, decoder ? sourceMask : attention.mask);
    const Index inner = (problem.config.gated ? 4 : 2) * hidden;
    encoding.addNumbers(source.elementCount() / width, 2 * norm + inner + width);
    if (decoder) {
        addAttention(decoding, target, target, attention.mask);
        addAttention(decoding, target, source, sourceMask);
        decoding.addNumbers(target.elementCount() / width, 3 * norm + inner + width);
    }
    need.add(encoding, layersOf(problem.config, ModelPart::Encoder));
    need.add(decoding, layersOf(problem.config, ModelPart::Decoder));
    need.addNumbers(target.elementCount() / width, 2 * descriptionOf(problem).vocabulary);
    addTypedNumbers(need, problem, sourceMask.any());
}

/// "12 MiB", in whole units. Little is said in KiB or bytes: "0 MiB, and the limit is 0 MiB"
/// would say nothing.
std::string sizeText(Index bytes, bool roundedUp) {
    int power = 0;
    const char* unit = " bytes";
    if (bytes >= Index{1} << 20) {
        power = 20;
        unit = " MiB";
    } else if (bytes >= Index{1} << 10) {
        power = 10;
        unit = " KiB";
    }
    const Index whole = bytes >> power;
    const bool more = roundedUp && (whole << power) != bytes;
    return std::to_string(whole + (more ? 1 : 0)) + unit;
}

} // namespace

std::optional<Index> traceBytes(const ModelProblem& problem) {
    const AttentionProblem& attention = problem.attention;
    const HeadSizes sizes = *headSizes(attention.config);
    Need need;
    if (problem.config.positions) {
        need.add(positionBytes(attention, attention.queryInput));
        if (attention.keyInput)
            need.add(positionBytes(attention, *attention.keyInput));
    }
    if (problem.config.architecture == Architecture::Attention) {
        AttentionProblem plain = attention;
        plain.config.rotaryTheta = problem.config.rotaryTheta;
        need.add(traceBytes(plain, sizes));
    } else
        addLayers(need, problem, sizes);
    return need.fits ? std::optional(need.total) : std::nullopt;
}

Status checkMemory(std::optional<Index> bytes, Index limit) {
    if (bytes && *bytes <= limit)
        return Done{};
    const Index needed = bytes.value_or(std::numeric_limits<Index>::max());
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "the stages would need %1 of memory and the limit is %2; "
                                       "use fewer layers, tokens or heads"),
                     sizeText(needed, true), sizeText(limit, false));
}

} // namespace headscope
