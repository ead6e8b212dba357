// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/evidence.h"
#include "tensor/tensor.h"
#include "trace/heads_off.h"

#include <map>
#include <memory>
#include <string>

namespace headscope {

/// What forbids pairs in one attention, in the words of who asked for it. The tensor that came
/// of it is in the trace.
struct MaskRules {
    bool causal = false;
    bool lowerRight = false; ///< the last query stands at the last key; else the first at the first
    std::optional<Index> window;
    std::optional<Index> prefix;
    std::optional<Tensor> painted; ///< 1 = may attend; shapes as of MaskOptions::mayAttend
    bool padding = false;          ///< keys behind the last word of a sequence
    /// [batch, key], 1 = a token: the padding that a file said. It is in `painted` as well, which
    /// does not tell it from any other mask.
    std::optional<Tensor> keyPadding = {};

    bool operator==(const MaskRules&) const = default;
};

/// How a run stands to the example that it started from.
enum class Likeness : std::uint8_t {
    Unknown,     ///< there is no example, and there are no words
    Example,     ///< it is just that
    Edited,      ///< the same words, in another order or with other numbers
    OwnSentence, ///< other words, or no example
};

/// Where the weights of a run come from, as far as anybody said it.
enum class WeightOrigin : std::uint8_t {
    Unknown, ///< a file, or numbers that were typed
    Drawn,   ///< dice: random numbers of a seed; nothing was learnt
    Learnt,  ///< a training, and nothing was changed since
    Altered, ///< a training, but some numbers were changed since
};

/// Why nothing that was measured of a training's heads is claimed of these.
enum class Unclaimed {
    OtherHeads, ///< it was measured of other heads, or under other masks
    OtherWords, ///< it was measured of other words: the weights know none of these
};

struct OpenModel;

/// What a run was computed from, as far as pictures speak of it.
struct RunOrigin {
    std::string example; ///< id of the example that it started from; may be empty
    /// What that is called and one sentence of it; English, keys of their translations (context
    /// "Example").
    std::string title;
    std::string explanation;
    std::string fileName = {}; ///< of the attention, where it was computed elsewhere
    Likeness likeness = Likeness::Unknown;
    std::optional<std::uint64_t> seed; ///< of the weights
    WeightOrigin weights = WeightOrigin::Unknown;
    /// What the heads of learnt weights do, where that was measured.
    std::shared_ptr<const LearntEvidence> learnt;
    /// Pairs of this sentence that are what they have learnt best, where the training says so.
    std::vector<HeadExample> examples;
    /// Why it is not there although it was measured.
    std::optional<Unclaimed> unclaimed;
    /// Of learnt weights, changed ones too: for which tokens they learnt nothing.
    Unlearnt unlearnt;
    /// Of learnt weights: the words of the sentence that they know in another form.
    std::vector<MeantWord> meant;
    /// How many numbers of drawn or learnt weights were changed since, of how many; 0: none.
    Index changedWeights = 0;
    Index weightNumbers = 0;
    std::map<std::string, MaskRules, std::less<>> masks; ///< of the blocks that are attentions
    // Of a trained model:
    std::shared_ptr<const OpenModel> model;
    /// Which heads are switched off; nothing where none can be.
    std::optional<HeadsOff> off;
    /// Where some are: what the model says with all of them, [batch, sequence, vocabulary].
    std::optional<Tensor> logitsAsItIs;
    /// Of which word it is asked what it says: the last one, behind which another comes, or the
    /// first that is masked; nothing where it says nothing.
    std::optional<Index> askedPlace;

    bool operator==(const RunOrigin&) const = default;
};

} // namespace headscope
