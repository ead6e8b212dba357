// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"

#include <optional>
#include <string>
#include <vector>

namespace headscope {

using TokenList = std::vector<std::string>; ///< UTF-8
/// One list for each sequence of a batch, without its padding.
using TokenLists = std::vector<TokenList>;

/// "1", "2", "3" …: what tokens are called that nobody named.
TokenList placeTokens(Index count);
/// Whether all of these are called so: they count places and are no words.
bool arePlaces(const TokenLists& lists);

/// The words that the axes of a run count. Where there are none, places are counted.
struct RunLabels {
    TokenLists tokens; ///< of the queries: the sentence, of a translation the target
    /// Of the other side of cross-attention, as of a translation the source; nothing: the same.
    std::optional<TokenLists> keyTokens;
    TokenList vocabulary; ///< of the prediction

    const TokenLists& keySideTokens() const { return keyTokens ? *keyTokens : tokens; }
    bool operator==(const RunLabels&) const = default;
};

/// Which of these words the axes of one block count; they live as long as the labels.
struct AxisTokens {
    const TokenLists* queries = nullptr; ///< also where no side is told apart
    const TokenLists* keys = nullptr;
    const TokenList* vocabulary = nullptr;
};

} // namespace headscope
