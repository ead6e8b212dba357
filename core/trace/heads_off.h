// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/scope.h"

#include <compare>
#include <span>
#include <string_view>
#include <vector>

namespace headscope {

/// A head of an attention of a model.
struct HeadPlace {
    Scope block;
    Index head = 0; ///< from 0

    /// "layers/4/self_attention/2", both from 0; parse() reads it, and gives nothing for what is
    /// no such thing.
    std::string path() const { return pathWith(block.path(), std::to_string(head)); }
    static std::optional<HeadPlace> parse(std::string_view path);

    auto operator<=>(const HeadPlace&) const = default;
};

/// What stands in the place of what a head gives that is switched off.
enum class OffBy : std::uint8_t {
    Zero, ///< nothing
    Mean, ///< at each word the mean over all words of the text ("mean ablation")
};

/// The heads of a model that are switched off: what they give, weights · V, is replaced before
/// W_O, and all that follows is computed from that.
struct HeadsOff {
    std::vector<HeadPlace> heads; ///< in their order, each once
    OffBy by = OffBy::Zero;

    bool any() const { return !heads.empty(); }
    /// Of one block, from 0, in their order.
    std::vector<Index> of(const Scope& block) const;
    bool contains(const HeadPlace& place) const;

    bool operator==(const HeadsOff&) const = default;
};

/// The same with these heads off, or on.
HeadsOff switched(const HeadsOff& off, std::span<const HeadPlace> heads, bool toOff);

/// The first layer in which two runs of a model of one stack differ by their heads; nothing where
/// none does.
std::optional<Index> firstDifference(const HeadsOff& a, const HeadsOff& b);

} // namespace headscope
