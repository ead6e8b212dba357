// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/problem.h"

namespace headscope {

/// Whether a number is finite; `where` is what the sentence calls its place.
Status checkFinite(const std::string& where, float value);

/// Whether all numbers of a parameter, or of an input [batch, sequence, d_model], are finite;
/// `name` is what the sentence calls it.
Status checkFinite(const Tensor& parameter, std::string_view name, const CancellationToken& token);

/// Whether every number of a problem whose shapes fit may stand where it
/// stands: inputs and parameters finite, boolean masks 0 or 1, additive masks
/// finite or −∞. The Error names the first cell that does not.
/// Once cancelled, the rest is not looked at.
Status checkNumbers(const AttentionProblem& problem, const CancellationToken& token);

} // namespace headscope
