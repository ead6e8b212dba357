// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "worksheet/worksheet.h"

#include <span>

namespace headscope {

/// Where a query may look at several keys, a sheet has weights from leastHandyWeight to
/// mostHandyWeight: 0.00 and 0.99 are nothing to compute with.
inline constexpr double leastHandyWeight = 0.05;
inline constexpr double mostHandyWeight = 0.8;

/// How the weights of a sheet are for hands.
enum class HandyWeights : std::uint8_t {
    Fit,
    TooFar,  ///< some are near 0 or near 1
    TooEven, ///< no row tells its keys apart
};
/// Of the heads and the sequence that come on the sheet. Rows with a typed number, and those of a
/// query with one key or none, are as they are.
HandyWeights handyWeights(const Trace& block, const WorksheetOptions& options);

/// What queries and keys may be multiplied by, the nearest to 1 first: smaller ones where weights
/// are too far apart, larger ones where they are too even.
std::span<const double> handyFactors(HandyWeights weights);

/// W_Q, W_K and their biases of one block times a factor: so are its queries and keys.
Experiment withQueriesAndKeysTimes(const Experiment& experiment, const Scope& scope, double factor);

} // namespace headscope
