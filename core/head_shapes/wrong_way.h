// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/journey.h"

namespace headscope {

/// A mistake that gives the right shape and the wrong elements.
struct WrongWay {
    enum class Kind : std::uint8_t {
        NoTranspose, ///< the arranged shape by view alone
        WrongAxes,   ///< transpose(a, b) of other axes, then reshape to the arranged shape
        OtherOrder,  ///< sequence-first memory taken as batch-first: view(batch, sequence, …)
    };
    Kind kind = Kind::NoTranspose;
    std::size_t a = 0; ///< WrongAxes: a < b
    std::size_t b = 0;

    bool operator==(const WrongWay&) const = default;
};

/// The mistakes that can be made on the way of this journey, the usual one first.
std::vector<WrongWay> wrongWays(const Journey& right);

/// The mistake, done with the same source. Its last step, the arranged one, has
/// the shape of right.arrangedStep().
Journey wrongJourney(const Journey& right, const WrongWay& way);

/// Where an element of a wrong tensor stands that should stand elsewhere. The
/// first that applies.
enum class Misplace : std::uint8_t {
    None,
    Head,    ///< in a head, or in a sample, that is not its own
    Token,   ///< in its head, but in the row of another token
    Feature, ///< in its row, but in another column
};

/// How the element in `cell` of the arranged step of `wrong` stands there.
Misplace misplaceOf(const Journey& right, const Journey& wrong, const Cell& cell);

struct MisplaceCount {
    Index elements = 0;
    Index wrongHead = 0;  ///< Misplace::Head
    Index wrongToken = 0; ///< Misplace::Token
    Index wrongFeature = 0;

    Index misplaced() const { return wrongHead + wrongToken + wrongFeature; }
    bool operator==(const MisplaceCount&) const = default;
};

/// Counts all cells of the arranged step; one pass over the elements.
MisplaceCount countMisplaced(const Journey& right, const Journey& wrong);

} // namespace headscope
