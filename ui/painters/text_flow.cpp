// SPDX-License-Identifier: GPL-3.0-or-later
#include "painters/text_flow.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
constexpr double insideWord = 1; ///< between two tokens of a word
}

TextFlow flowText(const TokenWords& words, const std::vector<double>& widths,
                  const TextFlowStyle& style) {
    TextFlow flow;
    flow.line = style.line;
    flow.boxes.reserve(widths.size());
    double x = 0;
    double y = (style.line - style.box) / 2;
    const auto count = std::ssize(widths);
    const auto boxWidth = [&](Index i) {
        return std::min(widths[static_cast<std::size_t>(i)] + 2 * style.inset, style.width);
    };
    const auto newLine = [&] {
        x = 0;
        y += style.line;
    };
    for (Index first = 0; first < count;) {
        Index end = first + 1;
        double whole = boxWidth(first);
        for (; end < count && !words.startsWord(end); ++end)
            whole += insideWord + boxWidth(end);
        // The first token of a line has nothing before it that could be its space.
        const double before = x > 0 ? style.between : 0;
        if (x > 0 && x + before + whole > style.width && whole <= style.width)
            newLine();
        for (Index i = first; i < end; ++i) {
            const double wide = boxWidth(i);
            double left = x + (x <= 0 ? 0 : i == first ? style.between : insideWord);
            if (x > 0 && left + wide > style.width) {
                newLine();
                left = 0;
            }
            QRectF box(left, y, wide, style.box);
            if (x > 0 && words.ownsSpace(i))
                box.setLeft(x + insideWord);
            flow.boxes.push_back(box);
            flow.lefts.push_back(left + style.inset);
            x = left + wide;
        }
        first = end;
    }
    flow.height = flow.boxes.empty() ? 0 : y + (style.line + style.box) / 2;
    return flow;
}

std::optional<Index> TextFlow::tokenAt(QPointF point) const {
    const auto [first, end] = between(point.y(), point.y());
    std::optional<Index> found;
    for (Index i = first; i < end; ++i) {
        const QRectF& box = boxes[static_cast<std::size_t>(i)];
        if (box.left() - 2 <= point.x())
            found = i;
    }
    // Behind the last word of a line there is none.
    if (found && point.x() > boxes[static_cast<std::size_t>(*found)].right() + 8)
        return std::nullopt;
    return found;
}

std::pair<Index, Index> TextFlow::between(double top, double bottom) const {
    if (boxes.empty() || bottom < 0 || top >= height)
        return {0, 0};
    const double above = std::floor(std::max(0.0, top) / line) * line;
    const double below = (std::floor(bottom / line) + 1) * line;
    const auto first = std::ranges::lower_bound(boxes, above, {},
                                                [](const QRectF& box) { return box.center().y(); });
    const auto end = std::ranges::lower_bound(first, boxes.end(), below, {},
                                              [](const QRectF& box) { return box.center().y(); });
    return {first - boxes.begin(), end - boxes.begin()};
}

} // namespace headscope
