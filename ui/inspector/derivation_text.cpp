// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a text with a row of weights as its ground.
#include "inspector/derivation_flow.h"

#include "inspector/derivation_parts.h"
#include "painters/text_flow.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace headscope {

void DerivationFlow::addTexts(const DerivationRow& row) {
    m_y += px(2);
    for (std::size_t i = 0; i < row.texts.size(); ++i) {
        if (i > 0) { // what is left out between two parts
            text(line(px(14), QStringLiteral("…")), QStringLiteral("…"), words(12),
                 m_theme.secondary);
        }
        addText(row.texts[i]);
    }
    m_y += px(4);
}

void DerivationFlow::addText(const ShownText& shown) {
    const QFont font = words(13);
    const QFontMetricsF metrics(font);
    TextFlowStyle style;
    style.width = m_width;
    style.line = px(25);
    style.box = px(21);
    style.inset = px(2);
    style.between = px(4);
    TokenWords tokens;
    std::vector<double> widths;
    for (const ShownText::Token& token : shown.tokens) {
        tokens.words << token.word;
        tokens.starts.push_back(token.startsWord);
        tokens.spaces.push_back(token.ownsSpace);
        widths.push_back(metrics.horizontalAdvance(token.word));
    }
    const TextFlow flow = flowText(tokens, widths, style);
    const auto lineOf = [&](std::size_t token) {
        return static_cast<int>(flow.boxes[token].center().y() / flow.line);
    };
    // The line of each that matters, and the one before the last of them.
    std::set<int> lines;
    for (const std::size_t token : shown.around)
        lines.insert(lineOf(token));
    lines.insert(std::max(0, *lines.rbegin() - 1));
    int written = -1;
    QRectF room;
    for (std::size_t i = 0; i < shown.tokens.size(); ++i) {
        const int number = lineOf(i);
        if (!lines.contains(number))
            continue;
        const ShownText::Token& token = shown.tokens[i];
        if (std::exchange(written, number) != number) {
            QStringList spoken;
            for (std::size_t at = i; at < shown.tokens.size() && lineOf(at) == number; ++at)
                spoken << shown.tokens[at].word;
            room = line(style.line, spoken.join(u' '));
        }
        const QRectF& place = flow.boxes[i];
        const QRectF box(place.left(), room.top() + (style.line - style.box) / 2, place.width(),
                         style.box);
        if (token.isQuery) {
            const double wide = std::max(2.0, std::round(px(2)));
            fill(box.adjusted(-wide, -wide, wide, wide), m_theme.accent);
            fill(box, m_theme.window);
        }
        if (token.ground)
            fill(box, *token.ground);
        const QColor ink = token.ground ? textColourOn(token.ground->rgb()) : m_theme.inactive;
        text(box, plainMarkup(token.word), font, ink, Qt::AlignHCenter);
        const bool leads = token.number.source && m_style.reachable && m_style.trace &&
                           m_style.reachable(*m_style.trace, *token.number.source);
        m_geometry.targets.push_back({box, leads ? token.number.source : std::nullopt, std::nullopt,
                                      token.number.full, m_geometry.lines.size() - 1});
    }
}

} // namespace headscope
