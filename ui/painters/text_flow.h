// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "words/token_words.h"

#include <QRectF>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace headscope {

/// How tokens are laid into lines; in pixels.
struct TextFlowStyle {
    double width = 400;
    double line = 26;   ///< from one line to the next
    double box = 20;    ///< how high a token's box is
    double inset = 3;   ///< between a token and the edge of its box
    double between = 5; ///< two words
};

/// The tokens of a text in lines: where the box of each lies.
struct TextFlow {
    std::vector<QRectF> boxes;
    std::vector<double> lefts; ///< where each is written: behind a space that its box has
    double line = 26;
    double height = 0;

    /// The token under a point; between two tokens of a line the one before.
    std::optional<Index> tokenAt(QPointF point) const;
    /// The tokens of the lines that have a part between two heights: first and behind the last.
    std::pair<Index, Index> between(double top, double bottom) const;
};

/// Lines break between words; inside a word of several tokens only where it is wider than a line.
/// `widths` are those that the tokens are written in.
TextFlow flowText(const TokenWords& words, const std::vector<double>& widths,
                  const TextFlowStyle& style);

} // namespace headscope
