// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/config.h"
#include "attention/mask.h"
#include "attention/weights.h"
#include "support/cancellation.h"

namespace headscope {

/// All that one run of multi-head attention needs. Self-attention leaves
/// keyInput and valueInput empty: they are then the query input itself.
/// keyInput alone serves as the values too.
struct AttentionProblem {
    Tensor queryInput;                ///< [batch, query, width]
    std::optional<Tensor> keyInput;   ///< [batch, key, width]
    std::optional<Tensor> valueInput; ///< [batch, key, width]
    AttentionConfig config;
    AttentionWeights weights;
    MaskOptions mask;

    const Tensor& keys() const { return keyInput ? *keyInput : queryInput; }
    const Tensor& values() const { return valueInput ? *valueInput : keys(); }
};

/// Whether all shapes fit each other and every given number is finite (a mask's
/// −∞ excepted). The Error names the two things that disagree and their sizes.
/// Once cancelled, numbers are no longer looked through.
Status validate(const AttentionProblem& problem, const CancellationToken& token = {});

} // namespace headscope
