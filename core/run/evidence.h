// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// How much of its weight a head gives to one relation, on sentences that it never learnt from.
struct RelationShare {
    std::string relation; ///< English, key of its translation (context "Relation"): "object"
    double share = 0;     ///< mean over all queries that have the relation, 0 … 1
    double chance = 0;    ///< the share of a head that looks at all keys alike

    bool operator==(const RelationShare&) const = default;
};

/// What one head was measured to do.
struct HeadEvidence {
    std::string scope; ///< the attention: "decoder/0/cross_attention"; empty for plain attention
    Index head = 0;    ///< from 0
    std::vector<RelationShare> shares; ///< of all relations of its kind, the largest first

    /// A relation that gets as much of its weight is what a head has learnt to find.
    static constexpr double leastShare = 0.8;
    /// The relations of at least that share; empty: the head has no job that was measured.
    std::vector<RelationShare> jobs() const;

    bool operator==(const HeadEvidence&) const = default;
};

/// What the heads of learnt weights do, as the training's own evaluation measures it.
struct LearntEvidence {
    std::vector<HeadEvidence> heads;

    /// nullptr where nothing was measured of that head.
    const HeadEvidence* find(std::string_view scope, Index head) const;
    bool operator==(const LearntEvidence&) const = default;
};

/// A pair of the sentence that is there, which is what a head has learnt to find.
struct HeadExample {
    std::string scope; ///< as of HeadEvidence
    Index head = 0;
    Index query = 0;
    Index key = 0;

    bool operator==(const HeadExample&) const = default;
};

/// Why the numbers of a token are none that learnt weights were learnt with.
enum class NotLearnt : std::uint8_t {
    Word,    ///< the word is new: its numbers were drawn
    Place,   ///< the word was learnt, but no sentence was as long: its place was drawn
    Numbers, ///< others were typed or came from elsewhere
};

struct UnlearntToken {
    Index place = 0;
    NotLearnt why = NotLearnt::Word;

    bool operator==(const UnlearntToken&) const = default;
};
/// A list for each sequence, in the order of the places.
using UnlearntTokens = std::vector<std::vector<UnlearntToken>>;

/// The tokens of a run with learnt weights for which nothing was learnt.
struct Unlearnt {
    UnlearntTokens tokens;    ///< of the queries
    UnlearntTokens keyTokens; ///< of the other side, where it has its own

    bool isEmpty() const;
    Index count(NotLearnt why) const;
    bool operator==(const Unlearnt&) const = default;
};

/// A word that has the numbers of a known one, which differs in the case of its letters and in
/// marks around it alone.
struct MeantWord {
    std::string typed;
    std::string known;

    bool operator==(const MeantWord&) const = default;
};

} // namespace headscope
