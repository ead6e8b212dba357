// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/labels.h"

#include <algorithm>

namespace headscope {

TokenList placeTokens(Index count) {
    TokenList tokens;
    for (Index place = 1; place <= count; ++place)
        tokens.push_back(std::to_string(place));
    return tokens;
}

bool arePlaces(const TokenLists& lists) {
    return std::ranges::all_of(
        lists, [](const TokenList& list) { return list == placeTokens(std::ssize(list)); });
}

} // namespace headscope
