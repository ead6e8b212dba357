// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/masks/mask.h"

#include <algorithm>

namespace headscope {

KeyRange keysInSight(const MaskOptions& mask, Index query, Index queries, Index keys) {
    const Index place =
        mask.alignment == CausalAlignment::LowerRight ? query + keys - queries : query;
    Index begin = 0;
    Index end = keys;
    if (mask.causal || mask.prefix)
        end = std::max(place + 1, mask.prefix.value_or(0));
    if (mask.window) {
        begin = place - *mask.window + 1;
        end = std::min(end, place + *mask.window);
    }
    begin = std::clamp<Index>(begin, 0, keys);
    return {begin, std::clamp(end, begin, keys)};
}

} // namespace headscope
