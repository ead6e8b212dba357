// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/evidence.h"

#include <algorithm>

namespace headscope {

std::vector<RelationShare> HeadEvidence::jobs() const {
    std::vector<RelationShare> found;
    std::ranges::copy_if(shares, std::back_inserter(found),
                         [](const RelationShare& share) { return share.share >= leastShare; });
    return found;
}

const HeadEvidence* LearntEvidence::find(std::string_view scope, Index head) const {
    const auto found = std::ranges::find_if(
        heads, [&](const HeadEvidence& each) { return each.scope == scope && each.head == head; });
    return found == heads.end() ? nullptr : &*found;
}

bool Unlearnt::isEmpty() const {
    const auto none = [](const std::vector<UnlearntToken>& each) { return each.empty(); };
    return std::ranges::all_of(tokens, none) && std::ranges::all_of(keyTokens, none);
}

Index Unlearnt::count(NotLearnt why) const {
    Index count = 0;
    for (const UnlearntTokens* const side : {&tokens, &keyTokens}) {
        for (const std::vector<UnlearntToken>& sequence : *side)
            count += std::ranges::count(sequence, why, &UnlearntToken::why);
    }
    return count;
}

} // namespace headscope
