// SPDX-License-Identifier: GPL-3.0-or-later
// A row of weights laid onto the text that it looks at.
#include "inspector/derivation/derivation_parts.h"
#include "scene/value_range.h"
#include "words/token_words.h"

#include <algorithm>

namespace headscope {

namespace {

constexpr Index tokensBefore = 40; ///< so many before a token give its line and the one before
constexpr Index tokensBehind = 12;

struct Part {
    Index first = 0;
    Index end = 0;
    std::vector<Index> around;
};

/// The parts of a text around some of its tokens, in order; those that touch are one.
std::vector<Part> partsAround(std::vector<Index> tokens, Index count) {
    std::ranges::sort(tokens);
    std::vector<Part> parts;
    for (const Index token : tokens) {
        const Index first = std::max<Index>(0, token - tokensBefore);
        const Index end = std::min(count, token + tokensBehind);
        if (!parts.empty() && first <= parts.back().end) {
            parts.back().end = std::max(parts.back().end, end);
            parts.back().around.push_back(token);
        } else {
            parts.push_back({first, end, {token}});
        }
    }
    return parts;
}

} // namespace

DerivationSection textSection(const DerivationContext& context, const TraceCell& at,
                              const std::vector<bool>& masked) {
    const Tensor& weights = context.trace[at.step].result;
    const HeadAxes axes = headAxes(weights);
    const Index query = at.cell[axes.row];
    const bool self = context.scene.run->isSelfAttention(context.scene.selection.scope);
    const ColourMap map = mapOf(TensorName::AttentionWeights, context.scene.display.map);
    const Index count =
        wordCount(context.tokens(), Axis::Key, context.sequence, weights.size(axes.column));

    DerivationSection section;
    section.title = translate("Inspector", "the row in the text");
    DerivationRow row;
    row.kind = DerivationRow::Kind::Text;
    std::vector<Index> tokens = {std::min(at.cell[axes.column], count - 1)};
    if (self && query < count) {
        tokens.push_back(query);
        section.remark = translate("Inspector", "query framed");
    }
    for (const Part& part : partsAround(tokens, count)) {
        const TokenWords words =
            tokenWords(context.tokens(), Axis::Key, context.sequence, count, part.first, part.end);
        ShownText text;
        for (Index key = part.first; key < part.end; ++key) {
            const Index place = key - part.first;
            TraceCell cell = at;
            cell.cell[axes.column] = key;
            ShownText::Token token;
            token.key = key;
            token.word = words.words.value(place);
            token.startsWord = place == 0 || words.startsWord(place);
            token.ownsSpace = words.ownsSpace(place);
            token.isQuery = self && key == query;
            token.number = shownNumber(context.trace, cell);
            if (!masked[static_cast<std::size_t>(key)])
                token.ground =
                    QColor::fromRgb(colourOf(map, context.scale, weights.at(cell.cell), query));
            text.tokens.push_back(std::move(token));
        }
        for (const Index token : part.around)
            text.around.push_back(static_cast<std::size_t>(token - part.first));
        row.texts.push_back(std::move(text));
    }
    section.rows.push_back(std::move(row));
    return section;
}

} // namespace headscope
