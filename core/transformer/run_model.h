// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/multi_head_attention.h"
#include "transformer/model.h"

namespace headscope {

/// As validate(AttentionProblem), for all layers and norms.
Status validate(const ModelProblem& problem, const CancellationToken& token = {});

/// Computes the model with every stage kept, as nn.TransformerEncoderLayer and
/// nn.TransformerDecoderLayer do without their dropouts. Scopes, in order:
///   ""                                    query_input (and key_input: the source)
///   "positions", "source/positions"       positional_encoding, embedded_input
///   "encoder/<i>/self_attention"       the stages of attention
///   "encoder/<i>/self_attention_norm"  residual, mean … norm_output
///   "encoder/<i>/feed_forward", "encoder/<i>/feed_forward_norm"
///       (Pre: the norm comes first, with the norm's stages alone, and the residual
///       stands in "encoder/<i>/self_attention_residual" behind the attention)
///   "encoder/norm"                        only where placement is Pre
///   "decoder/<i>/self_attention", …, "decoder/<i>/cross_attention", …
///   "prediction"                          logits, probabilities
/// Architecture::Attention without positions gives the very trace of runAttention().
Result<Trace> runModel(const ModelProblem& problem, const RunOptions& options = {});

} // namespace headscope
