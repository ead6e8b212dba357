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

} // namespace headscope
