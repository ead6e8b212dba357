// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/checkpoint_run.h"
#include "run/labels.h"

#include <array>

namespace headscope {

/// A word that a layer would say.
struct LensWord {
    Index id = 0;
    double probability = 0;

    bool operator==(const LensWord&) const = default;
};

/// What each layer would say at each place, were it the last: the residual stream there goes
/// through what stands behind the last layer (the final norm, where there is one, with its own mean
/// and variance of that stream; the layer before the prediction of masked words) and is multiplied
/// by the vocabulary (nostalgebraist: "interpreting GPT: the logit lens", 2020).
struct LogitLens {
    static constexpr std::size_t best = 3;
    using Words = std::array<LensWord, best>; ///< from the likeliest on

    Index depths = 0;         ///< layers + 1: row 0 stands before the first layer
    Index places = 0;         ///< words of the text
    bool lastNorm = false;    ///< there is a norm behind the last layer
    bool transforms = false;  ///< there is one more layer before the prediction
    std::vector<Words> cells; ///< [depth, place]

    const Words& at(Index depth, Index place) const {
        return cells[static_cast<std::size_t>(depth * places + place)];
    }
    /// From which depth on the likeliest word of the last one is the likeliest at a place.
    Index decidedAt(Index place) const;
};

/// The stack of a trained model that its prediction stands on.
ModelPart predictingStack(const ModelConfig& model);

/// Of the first sequence of a run of the model. `options` as of runCheckpoint(), whose Errors may
/// come, and that of a model that predicts nothing.
Result<LogitLens> logitLens(const Checkpoint& checkpoint, const Trace& trace,
                            const RunOptions& options = {});

/// As CSV, a line for each of the best words of each cell: "layer,token,rank,id,text,probability";
/// layer 0 is before the first one, tokens and ranks are from 1.
std::string lensTable(const LogitLens& lens, const TokenList& vocabulary);

} // namespace headscope
