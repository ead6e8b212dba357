// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/panels/matrix_panel.h"

#include <vector>

namespace headscope {

/// The tokens of a sequence as the parts of a text: bare, without a number where one repeats.
struct TokenWords {
    QStringList words;
    std::vector<bool> starts; ///< where words begin that have several tokens; empty: everywhere
    std::vector<bool> spaces; ///< where the space before a token belongs to it; empty: nowhere

    bool startsWord(Index i) const {
        return starts.empty() || i >= std::ssize(starts) || starts[static_cast<std::size_t>(i)];
    }
    bool ownsSpace(Index i) const {
        return i < std::ssize(spaces) && spaces[static_cast<std::size_t>(i)];
    }
};

/// How many of `places` are words of the sentence: nobody reads the padding behind it. All, where
/// nobody has words for them.
Index wordCount(const AxisTokens& tokens, Axis axis, Index sequence, Index places);
/// Of an axis that counts tokens; where nobody has words for them, 1, 2, 3 …
TokenWords tokenWords(const AxisTokens& tokens, Axis axis, Index sequence, Index count);
/// Of those from `first` to before `end` alone.
TokenWords tokenWords(const AxisTokens& tokens, Axis axis, Index sequence, Index count, Index first,
                      Index end);

/// What stands at one side of the enlarged matrix.
struct SideWords {
    QStringList words;
    /// The place of each stands beside it: of tokens, where there are many of them or where they
    /// are parts of words. Then the words are bare.
    bool positioned = false;
    std::vector<bool> starts; ///< as TokenWords::starts
};

/// Of rows (side 0) or columns (1) of a panel, whose labels are known.
SideWords sideWords(const AxisTokens& tokens, const MatrixPanel& panel, std::size_t side,
                    Index sequence, const QStringList& labels);

} // namespace headscope
