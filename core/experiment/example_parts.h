// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

namespace headscope {

// What the examples are made of.

inline constexpr const char* ticketSentence = "我 请 李雷 帮 我 订了 去 北京 的 机票";

/// The numbers that the words of the ticket sentence have, [1, 10, 4].
Tensor ticketEmbeddings();

/// An experiment of these sizes whose inputs are seeded; weights come of fit().
Experiment blank(const char* id, std::vector<TokenList> tokens, Index modelDim, Index heads,
                 std::uint64_t seed, WeightSource source);

/// The sizes of an example are right by construction, which the tests check.
Experiment fit(Experiment experiment);

inline WeightSource randomWeights(float sigma) {
    return {WeightSource::Kind::Random, sigma};
}
inline constexpr WeightSource identityWeights = {WeightSource::Kind::Identity, 1};

// The examples of what stands around attention, and of its mistakes.
Experiment crossExample();
Experiment encoderDecoderExample();
Experiment stackExample();
Experiment normsExample();
Experiment positionsExample();
Experiment fullyMaskedExample();
Experiment wrongScaleExample();

} // namespace headscope
