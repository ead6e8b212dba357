// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/config.h"
#include "attention/masks/mask.h"
#include "parameters/parameters.h"
#include "support/cancellation.h"
#include "trace/typed_number.h"

namespace headscope {

/// All that one run of multi-head attention needs. Self-attention leaves
/// keyInput and valueInput empty: they are then the query input itself.
/// keyInput alone serves as the values too.
struct AttentionProblem {
    // Below in the order of Layout::BatchFirst. Where config.layout is SequenceFirst,
    // the inputs are [query, batch, width] and [key, batch, width], and masks over
    // pairs have the shapes that MaskOptions says.
    Tensor queryInput;                ///< [batch, query, width]
    std::optional<Tensor> keyInput;   ///< [batch, key, width]
    std::optional<Tensor> valueInput; ///< [batch, key, width]
    AttentionConfig config;
    Parameters weights; ///< fused, whatever config.weightLayout says
    Scope scope;        ///< the block of `weights` that is meant
    MaskOptions mask;
    /// Numbers of the stages in the place of the computed ones, all of them in `scope`; of a model
    /// in any of its attentions.
    std::vector<TypedNumber> typedNumbers;
    /// Scores, scaled and masked ones are computed when they are first read: HeadAttention.
    bool scoresLater = false;

    const Tensor& keys() const { return keyInput ? *keyInput : queryInput; }
    const Tensor& values() const { return valueInput ? *valueInput : keys(); }

    // Of a problem whose inputs have three axes.
    std::size_t batchAxis() const { return config.layout == Layout::BatchFirst ? 0 : 1; }
    std::size_t sequenceAxis() const { return 1 - batchAxis(); }
    Index batch() const { return queryInput.size(batchAxis()); }
    Index queryLength() const { return queryInput.size(sequenceAxis()); }
    Index keyLength() const { return keys().size(sequenceAxis()); }
};

/// The same problem with its inputs and masks in the other order; its results are
/// the same numbers. Of a problem that validate() accepts.
AttentionProblem inLayout(AttentionProblem problem, Layout layout);

/// The sentence for a parameter that the block has not.
Error missingError(const Scope& scope, Role role);

/// Whether all shapes fit each other and every given number is finite (a mask's
/// −∞ excepted). The Error names the two things that disagree and their sizes.
/// Once cancelled, numbers are no longer looked through.
Status validate(const AttentionProblem& problem, const CancellationToken& token = {});

} // namespace headscope
