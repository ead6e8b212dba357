// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/labels.h"
#include "transformer/model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// Where the numbers of the weights come from until a person types others.
struct WeightSource {
    enum class Kind : std::uint8_t {
        Random,   ///< normal, mean 0, from the seed; how wide says weight_spread.h
        Identity, ///< 1 on the diagonal, 0 elsewhere
        File      ///< read from a file; parts added by a resize are random
    };
    Kind kind = Kind::Random;
    /// Standard deviation; in a stack sigma times what suits the shape (suitableSpread).
    float sigma = 1;
    Index modelDim = 1; ///< the d_model that sigma was chosen for, not in a stack

    bool operator==(const WeightSource&) const = default;
};

/// All that a person can edit, batch-first whatever config.layout is. A value: undo keeps copies,
/// tensors share memory.
struct Experiment {
    std::string example; ///< id of the example that it started from ("ticket"), may be empty
    /// One list for each sequence of the batch, without padding; the longest has
    /// queryInput's length, shorter ones are padded behind.
    std::vector<TokenList> tokens;
    /// Tokens of the keys in cross-attention; nothing: self-attention.
    std::optional<std::vector<TokenList>> keyTokens;
    Tensor queryInput;              ///< [batch, sequence, width]
    std::optional<Tensor> keyInput; ///< [batch, sequence, width], only in cross-attention
    std::optional<Tensor> valueInput;
    AttentionConfig config;
    WeightSource weightSource;
    std::uint64_t seed = 0;
    ModelConfig model;
    /// The words of the final softmax; empty: no prediction.
    TokenList vocabulary;
    bool rawPieces = false; ///< words that are pieces of a tokenizer are shown as they are
    bool causal = false;
    CausalAlignment causalAlignment = CausalAlignment::UpperLeft;
    std::optional<Index> window; ///< as in MaskOptions
    std::optional<Index> prefix; ///< as in MaskOptions
    bool maskPadding = true;     ///< keys behind the end of a shorter sequence may not be attended
    std::optional<Tensor> mayAttend; ///< painted by hand or read: 1 = may; shapes as in MaskOptions
    std::optional<Tensor> additiveMask;
    /// Numbers of stages that a person typed in the place of the computed ones, by their places
    /// (edit_typed_numbers.h).
    std::vector<TypedNumber> typedNumbers;
    /// Exactly those that the model needs. Behind the others: two experiments of different seeds
    /// differ before any of these numbers is looked at, or made.
    Parameters weights;

    bool isCross() const { return keyTokens.has_value(); }
    Index batch() const { return queryInput.size(0); }
    Index queryLength() const { return queryInput.size(1); }
    Index keyLength() const { return keyInput ? keyInput->size(1) : queryLength(); }
    /// Of the mask: the decoder's self-attention where there is one.
    Index maskKeyLength() const {
        return model.architecture == Architecture::EncoderDecoder ? queryLength() : keyLength();
    }
    const std::vector<TokenList>& keySideTokens() const { return keyTokens ? *keyTokens : tokens; }

    bool operator==(const Experiment&) const = default;
};

/// What the engine is asked to compute, attention and all around it. The key padding comes of the
/// lengths of the sequences, and only where they differ.
ModelProblem modelProblemOf(const Experiment& experiment);

} // namespace headscope
