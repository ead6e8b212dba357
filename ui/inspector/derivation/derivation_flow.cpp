// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/derivation_flow.h"

#include "inspector/derivation/derivation_parts.h"
#include "painters/text_flow.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "type/wrapped_text.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace headscope {

namespace {

constexpr double rowHeight = 20;
constexpr double equationHeight = 22;
constexpr double badgeSize = 18;
constexpr double badgeIndent = 26;

double widest(std::span<const DerivationRow> rows, std::size_t number, const QFont& font) {
    double width = 0;
    for (const DerivationRow& row : rows) {
        if (number < row.numbers.size())
            width = std::max(width, mathTextWidth(row.numbers[number].text, font));
    }
    return width;
}

double widestLabel(std::span<const DerivationRow> rows, const QFont& font) {
    double width = 0;
    for (const DerivationRow& row : rows)
        width = std::max(width, mathTextWidth(row.label, font));
    return width;
}

} // namespace

DerivationGeometry layoutDerivation(const Derivation& derivation, const DerivationStyle& style) {
    return DerivationFlow(derivation, style).run();
}

DerivationFlow::DerivationFlow(const Derivation& derivation, const DerivationStyle& style)
    : m_derivation(derivation)
    , m_style(style)
    , m_theme(theme(style.theme))
    , m_width(style.width) {}

DerivationGeometry DerivationFlow::run() {
    if (m_derivation.isEmpty())
        return {};
    addTitle();
    addResult();
    for (const DerivationSection& section : m_derivation.sections)
        addSection(section);
    m_geometry.height = m_y + px(16);
    return std::move(m_geometry);
}

QFont DerivationFlow::words(double pixels, QFont::Weight weight) const {
    return textFont(px(pixels), weight);
}

QFont DerivationFlow::digits(double pixels, QFont::Weight weight) const {
    return numberFont(px(pixels), weight);
}

void DerivationFlow::text(const QRectF& rect, const QString& markup, const QFont& font,
                          const QColor& colour, Qt::Alignment alignment) {
    m_geometry.pieces.push_back({LaidPiece::Kind::Text, rect, colour, markup, font,
                                 (alignment & Qt::AlignHorizontal_Mask) | Qt::AlignVCenter});
}

void DerivationFlow::fill(const QRectF& rect, const QBrush& brush) {
    m_geometry.pieces.push_back({LaidPiece::Kind::Fill, rect, brush, {}, {}, {}});
}

void DerivationFlow::badge(const QRectF& rect, const Badge& badge, double pixels) {
    const QColor colour = markColour(badge.colour, m_theme.kind);
    fill(rect, colour);
    text(rect, badge.text, words(pixels, QFont::DemiBold), textColourOn(colour.rgb()),
         Qt::AlignHCenter);
}

QRectF DerivationFlow::line(double height, const QString& spoken) {
    const QRectF rect(0, m_y, m_width, height);
    m_geometry.lines.push_back({rect, spoken});
    m_y += height;
    return rect;
}

void DerivationFlow::number(const ShownNumber& shown, double right, double top, double height,
                            const QFont& font, const QColor& colour) {
    const double width = mathTextWidth(shown.text, font);
    const QRectF rect(right - width, top, width, height);
    text(rect, shown.text, font, colour, Qt::AlignRight);
    const bool leads = shown.source && m_style.reachable && m_style.trace &&
                       m_style.reachable(*m_style.trace, *shown.source);
    if (leads || shown.elsewhere || !shown.full.isEmpty())
        m_geometry.targets.push_back({rect.adjusted(-px(3), 0, px(3), 0),
                                      leads ? shown.source : std::nullopt, std::nullopt, shown.full,
                                      m_geometry.lines.size() - 1, shown.elsewhere});
}

void DerivationFlow::addTitle() {
    if (!m_derivation.block.isEmpty()) {
        const QFont small = words(12);
        for (const QString& part : wrapMarkup(m_derivation.block, small, m_width))
            text(line(px(18), part), part, small, m_theme.secondary);
    }
    const QFont wordFont = words(17);
    const QFont tokenFont = words(17, QFont::DemiBold);
    const double size = px(20);
    double left = m_derivation.badge ? px(30) : 0;
    const double first = left;
    const double height = px(26);
    QRectF row = line(height, m_derivation.title.join(u' '));
    if (m_derivation.badge)
        badge(QRectF(0, row.center().y() - size / 2, size, size), *m_derivation.badge, 13);
    const double gap = px(6);
    for (qsizetype i = 0; i + 1 < m_derivation.title.size(); i += 2) {
        const QString& word = m_derivation.title[i];
        const double wordWidth = mathTextWidth(word, wordFont);
        const QString token =
            elided(m_derivation.title[i + 1], tokenFont, m_width - first - wordWidth - gap);
        const double tokenWidth = mathTextWidth(token, tokenFont);
        if (left > first && left + wordWidth + gap + tokenWidth > m_width) {
            row = QRectF(0, m_y, m_width, height);
            m_geometry.lines.back().rect |= row;
            m_y += height;
            left = first;
        }
        text(QRectF(left, row.top(), wordWidth, height), word, wordFont, m_theme.secondary);
        left += wordWidth + gap;
        text(QRectF(left, row.top(), tokenWidth, height), token, tokenFont, m_theme.text);
        left += tokenWidth + px(9);
    }
    m_y += px(7);
}

void DerivationFlow::addResult() {
    const double size = px(40);
    const ShownNumber& result = m_derivation.result;
    const double left = px(52);
    // A long number in large type shrinks rather than reach beyond the panel.
    QFont font = words(28, QFont::DemiBold);
    const double room = m_width - left;
    if (const double needed = mathTextWidth(result.text, font); needed > room)
        font = words(std::floor(28 * room / needed), QFont::DemiBold);
    const double width = mathTextWidth(result.text, font);
    const QFont captionFont = words(13);
    const double captionLeft = left + width + px(12);
    const QStringList beside =
        wrapMarkup(m_derivation.caption, captionFont, std::max(px(60), m_width - captionLeft));
    const bool fits = beside.size() <= 2 && captionLeft + px(60) <= m_width;
    const QRectF row = line(size, result.text + u' ' + m_derivation.caption);
    fill(QRectF(0, row.top(), size, size), m_derivation.swatch);
    const QRectF place(left, row.top(), width, size);
    text(place, result.text, font, m_theme.text);
    m_geometry.targets.push_back(
        {place, std::nullopt, std::nullopt, result.full, m_geometry.lines.size() - 1});
    const QStringList parts =
        fits ? beside : wrapMarkup(m_derivation.caption, captionFont, m_width - left);
    const double height = px(fits ? 17 : rowHeight);
    double top = fits ? row.center().y() + px(2) - height * static_cast<double>(parts.size()) / 2
                      : row.bottom();
    const double captionX = fits ? captionLeft : left;
    for (const QString& part : parts) {
        text(QRectF(captionX, top, m_width - captionX, height), part, captionFont,
             m_theme.secondary);
        top += height;
    }
    m_y = std::max(m_y, top);
    m_geometry.lines.back().rect.setBottom(m_y);
    m_y += px(12);
}

void DerivationFlow::addSection(const DerivationSection& section) {
    fill(QRectF(0, m_y, m_width, 1), m_theme.hairline);
    m_y += px(6);
    m_indent = section.badge ? px(badgeIndent) : 0;
    if (!section.title.isEmpty())
        addSectionTitle(section);
    std::span<const DerivationRow> rest = section.rows;
    while (!rest.empty()) {
        const auto other = std::ranges::find_if(
            rest, [&](const DerivationRow& row) { return row.kind != rest.front().kind; });
        const auto run = static_cast<std::size_t>(other - rest.begin());
        addRows(rest.first(run));
        rest = rest.subspan(run);
    }
    m_y += px(10);
}

void DerivationFlow::addSectionTitle(const DerivationSection& section) {
    const double top = m_y;
    const QFont font = words(13, section.quiet ? QFont::Normal : QFont::DemiBold);
    if (section.badge)
        badge(QRectF(0, top + px(1), px(badgeSize), px(badgeSize)), *section.badge, 12);
    const QFont remarkFont = words(12);
    const double remarkWidth =
        section.remark.isEmpty() ? 0 : mathTextWidth(section.remark, remarkFont);
    const bool besides =
        m_indent + mathTextWidth(section.title, font) + px(8) + remarkWidth <= m_width;
    addLabelled(section.title, font, m_theme.text, section.value ? &*section.value : nullptr, true,
                m_indent);
    if (section.remark.isEmpty())
        return;
    if (!besides)
        m_y += px(rowHeight);
    text(QRectF(m_indent, m_y - px(rowHeight), m_width - m_indent, px(rowHeight)), section.remark,
         remarkFont, m_theme.secondary, Qt::AlignRight);
}

void DerivationFlow::addLabelled(const QString& label, const QFont& font, const QColor& colour,
                                 const ShownNumber* shown, bool strong, double indent) {
    const QFont valueFont = strong ? digits(14, QFont::DemiBold) : digits(13);
    const double valueWidth = shown ? mathTextWidth(shown->text, valueFont) + px(8) : 0;
    // The number stands on the last line where it fits there, else on one of its own.
    const bool oneLine = indent + mathTextWidth(label, font) + valueWidth <= m_width;
    const QStringList lines =
        oneLine ? QStringList{label} : wrapMarkup(label, font, m_width - indent);
    const double height = px(rowHeight);
    QRectF row = line(height * static_cast<double>(lines.size()),
                      shown ? label + QStringLiteral(" = ") + shown->text : label);
    double top = row.top();
    for (const QString& part : lines) {
        text(QRectF(indent, top, m_width - indent, height), part, font, colour);
        top += height;
    }
    if (!shown)
        return;
    if (indent + mathTextWidth(lines.last(), font) + valueWidth > m_width) {
        m_geometry.lines.back().rect.setBottom(m_y + height);
        m_y += height;
        top += height;
    }
    number(*shown, m_width, top - height, height, valueFont,
           strong ? m_theme.text : m_theme.secondary);
}

void DerivationFlow::addEquation(const DerivationRow& row) {
    const QColor colour = row.strong ? m_theme.text : m_theme.secondary;
    addLabelled(row.label, words(13), colour, &row.numbers.front(), row.strong, m_indent);
    m_y += px(equationHeight - rowHeight);
}

void DerivationFlow::addPosition(const DerivationRow& row) {
    const QFont font = digits(13);
    const ShownNumber& place = row.numbers.front();
    const double width = mathTextWidth(place.text, font);
    const QString label = elided(row.label, words(13), m_width - width - px(12));
    const QRectF rect = line(px(24), row.label + QStringLiteral(", ") + place.text);
    const QRectF upper = rect.adjusted(0, 0, 0, -px(4));
    text(upper, label, words(13), m_theme.secondary);
    text(upper, place.text, font, m_theme.text, Qt::AlignRight);
    fill(QRectF(m_width - width, upper.bottom() - px(1), width, px(3)), axisColour(*row.axis));
}

void DerivationFlow::addNote(const DerivationRow& row) {
    const QFont font = words(12);
    const double size = px(14);
    const double indent = row.warning ? px(22) : m_indent;
    const QStringList lines = wrapMarkup(row.label, font, m_width - indent);
    const double height = px(17);
    m_y += px(2);
    const QRectF rect = line(height * static_cast<double>(lines.size()), row.label);
    if (row.warning)
        badge(QRectF(0, rect.top() + (height - size) / 2, size, size),
              {QStringLiteral("!"), m_theme.error}, 11);
    double top = rect.top();
    for (const QString& part : lines) {
        text(QRectF(indent, top, m_width - indent, height), part, font,
             row.warning ? m_theme.text : m_theme.secondary);
        top += height;
    }
    m_y += px(2);
}

void DerivationFlow::addUnfold(const DerivationRow& row) {
    QFont font = words(12);
    font.setUnderline(true);
    const double width = mathTextWidth(row.label, font);
    const QRectF rect = line(px(rowHeight), row.label);
    const QRectF place(m_width - width, rect.top(), width, rect.height());
    text(place, row.label, font, m_theme.secondary, Qt::AlignRight);
    m_geometry.targets.push_back({place.adjusted(-px(3), 0, px(3), 0),
                                  std::nullopt,
                                  row.action,
                                  {},
                                  m_geometry.lines.size() - 1});
}

void DerivationFlow::addChart() {
    m_y += px(4);
    m_geometry.chart = line(px(112), translate("Inspector", "chart of the whole row"));
    m_y += px(4);
}

void DerivationFlow::addRows(std::span<const DerivationRow> rows) {
    const auto each = [&](void (DerivationFlow::*add)(const DerivationRow&)) {
        for (const DerivationRow& row : rows)
            (this->*add)(row);
    };
    switch (rows.front().kind) {
    case DerivationRow::Kind::Equation: each(&DerivationFlow::addEquation); break;
    case DerivationRow::Kind::Term: addTerms(rows); break;
    case DerivationRow::Kind::Key: addKeys(rows); break;
    case DerivationRow::Kind::Components: each(&DerivationFlow::addComponents); break;
    case DerivationRow::Kind::Note: each(&DerivationFlow::addNote); break;
    case DerivationRow::Kind::Position: each(&DerivationFlow::addPosition); break;
    case DerivationRow::Kind::Unfold: each(&DerivationFlow::addUnfold); break;
    case DerivationRow::Kind::Chart: addChart(); break;
    case DerivationRow::Kind::Text: each(&DerivationFlow::addTexts); break;
    }
}

QColor slotColour(const Theme& theme) {
    const auto middle = [](int a, int b) { return (a + b) / 2; };
    return {middle(theme.window.red(), theme.hairline.red()),
            middle(theme.window.green(), theme.hairline.green()),
            middle(theme.window.blue(), theme.hairline.blue())};
}

QBrush lightHatch(const Theme& theme) {
    QImage tile(6, 6, QImage::Format_ARGB32_Premultiplied);
    tile.fill(theme.window);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.hatchLight, 1));
    for (const int shift : {-6, 0, 6})
        painter.drawLine(QPointF(shift - 1, 7), QPointF(shift + 7, -1));
    painter.end();
    return QBrush(tile);
}

void DerivationFlow::addTerms(std::span<const DerivationRow> rows) {
    const QFont font = digits(13);
    TermColumns columns;
    columns.left = widest(rows, 0, font);
    columns.right = widest(rows, 1, font);
    columns.product = widest(rows, 2, font);
    const double label = widestLabel(rows, words(12));
    const double numbers = columns.left + columns.right + columns.product + px(2 * 18);
    const double gap = label > 0 ? px(8) : 0;
    // Labels give way first, then the product goes below.
    columns.label = std::min(label, m_width - numbers - gap);
    if (columns.label < std::min(label, px(24))) {
        columns.stacked = true;
        columns.label = std::min(label, m_width - columns.left - columns.right - px(18) - gap);
    }
    columns.label = std::max(columns.label, 0.0);
    for (const DerivationRow& row : rows)
        addTerm(row, columns);
}

void DerivationFlow::addTerm(const DerivationRow& row, const TermColumns& columns) {
    const QFont font = digits(13);
    // The columns round each by itself: who multiplies them need not come to the product.
    const QString equal = equalsSign(
        readNumber(row.numbers[0].text) * readNumber(row.numbers[1].text), row.numbers[2].text);
    const QString spoken =
        QStringLiteral("%1 %2 × %3 %4 %5")
            .arg(row.label, row.numbers[0].text, row.numbers[1].text, equal, row.numbers[2].text);
    const double height = px(rowHeight);
    const QRectF rect = line(columns.stacked ? 2 * height : height, spoken);
    const double gap = columns.label > 0 ? px(8) : 0;
    // The three columns share what is left over: the signs stand in the middle of the gaps.
    const double taken = columns.label + gap + columns.left + columns.right +
                         (columns.stacked ? 0 : columns.product);
    const double spare = m_width - taken;
    const double between = columns.stacked ? px(24) : std::clamp(spare * 0.26, px(18), px(32));
    const double before =
        columns.stacked ? spare - between
                        : std::max(0.0, std::min(spare - 2 * between,
                                                 px(72) - columns.left - columns.label - gap));
    const double leftEdge = columns.label + gap + before + columns.left;
    const double rightEdge = leftEdge + between + columns.right;
    if (columns.label > 0)
        text(QRectF(0, rect.top(), columns.label, height),
             elided(row.label, words(12), columns.label), words(12), m_theme.secondary);
    number(row.numbers[0], leftEdge, rect.top(), height, font, m_theme.text);
    text(QRectF(leftEdge, rect.top(), between, height), QStringLiteral("×"), font,
         m_theme.secondary, Qt::AlignHCenter);
    number(row.numbers[1], rightEdge, rect.top(), height, font, m_theme.text);
    const double productTop = rect.bottom() - height;
    const double productLeft = m_width - columns.product;
    const double equals = columns.stacked
                              ? productLeft - px(14)
                              : std::min(rightEdge + px(24), (rightEdge + productLeft) / 2);
    text(QRectF(equals - px(6), productTop, px(12), height), equal, font, m_theme.secondary,
         Qt::AlignHCenter);
    number(row.numbers[2], m_width, productTop, height, font, m_theme.secondary);
}

void DerivationFlow::addKeys(std::span<const DerivationRow> rows) {
    const QFont scoreFont = digits(12);
    const QFont weightFont = digits(13);
    const QFont boldFont = digits(13, QFont::DemiBold);
    const bool scores = rows.front().numbers.size() > 1;
    const std::size_t last = scores ? 1 : 0;
    double score = scores ? widest(rows, 0, scoreFont) : 0;
    // In the place of a score may stand that the key is out of view.
    for (const DerivationRow& row : rows)
        score = std::max(score, mathTextWidth(row.outside, words(12)));
    const double weight = widest(rows, last, boldFont);
    const double numbers = score + weight + px(8 + 12);
    const double longest = widestLabel(rows, words(13, QFont::DemiBold));
    // Where room is short, words stay before bars.
    const double besideBar = m_width - numbers - px(16 + 56);
    const bool bars = besideBar >= std::min(longest, px(56));
    const double label = std::min(longest, std::max(px(24), bars ? besideBar : m_width - numbers));
    const double scoreRight =
        std::max(bars ? px(scores ? 100 : 60) : 0, label + (scores ? px(8) + score : 0));
    const double barLeft = scoreRight + px(12);
    const double barRight = m_width - weight - px(16);
    const double height = px(rowHeight);
    for (const DerivationRow& row : rows) {
        QStringList spoken = {row.label};
        for (const ShownNumber& shown : row.numbers)
            spoken += shown.text;
        if (!row.outside.isEmpty())
            spoken += row.outside;
        const QRectF rect = line(height, spoken.join(QStringLiteral(", ")));
        if (row.asked)
            fill(rect.adjusted(-inspectorBleed, 0, inspectorBleed, 0), m_theme.accentTint);
        const QFont labelFont = words(13, row.asked ? QFont::DemiBold : QFont::Normal);
        text(QRectF(0, rect.top(), label, height), elided(row.label, labelFont, label), labelFont,
             m_theme.text);
        if (!row.outside.isEmpty()) {
            const double wide = mathTextWidth(row.outside, words(12));
            const QRectF room(scoreRight - wide, rect.top(), wide, height);
            text(room, row.outside, words(12), m_theme.secondary, Qt::AlignRight);
            const ShownNumber& weighed = row.numbers[last];
            if (weighed.source)
                m_geometry.targets.push_back({room.adjusted(-px(3), 0, px(3), 0), weighed.source,
                                              std::nullopt, weighed.full,
                                              m_geometry.lines.size() - 1});
        } else if (scores)
            number(row.numbers[0], scoreRight, rect.top(), height, scoreFont, m_theme.secondary);
        const double thick = std::round(px(9));
        const double slotTop = std::round(rect.center().y() - thick / 2);
        const QRectF slot(barLeft, slotTop, std::max(0.0, barRight - barLeft), thick);
        if (bars && row.masked)
            fill(slot, lightHatch(m_theme));
        else if (bars && row.fraction)
            addBar(slot, *row.fraction, row.asked);
        number(row.numbers[last], m_width, rect.top(), height, row.asked ? boldFont : weightFont,
               m_theme.text);
    }
}

void DerivationFlow::addBar(const QRectF& slot, double fraction, bool asked) {
    fill(slot, slotColour(m_theme));
    if (fraction > 0)
        fill(QRectF(slot.left(), slot.top(), std::max(1.0, slot.width() * fraction), slot.height()),
             asked ? m_theme.accent : m_theme.neutralBar);
}

void DerivationFlow::addComponents(const DerivationRow& row) {
    const QFont font = digits(13);
    const QFont boldFont = digits(13, QFont::DemiBold);
    double widestNumber = 0;
    for (const ShownNumber& shown : row.numbers)
        widestNumber = std::max(widestNumber, mathTextWidth(shown.text, boldFont));
    const double room = m_width - m_indent + px(4);
    const double least = widestNumber + px(10);
    // Four or eight in a line keep the positions easy to count.
    int across = 1;
    while (across < 4 && 2 * across * least <= room)
        across *= 2;
    const double pitch = std::max(least, std::min(room / across, px(64)));
    const double height = px(rowHeight);
    const double left = m_width + px(4) - pitch * across;
    QRectF rect;
    for (std::size_t i = 0; i < row.numbers.size(); ++i) {
        const auto column = static_cast<int>(i) % across;
        if (column == 0) {
            QStringList spoken;
            for (std::size_t j = i;
                 j < std::min(row.numbers.size(), i + static_cast<std::size_t>(across)); ++j)
                spoken += row.numbers[j].text;
            rect = line(height, spoken.join(QStringLiteral(", ")));
        }
        const QRectF cell(left + pitch * column, rect.top(), pitch, height);
        const bool marked = row.marked == i;
        if (marked)
            fill(cell, m_theme.accentTint);
        const std::size_t before = m_geometry.targets.size();
        number(row.numbers[i], cell.right() - px(4), rect.top(), height, marked ? boldFont : font,
               m_theme.text);
        if (!row.action || m_geometry.targets.size() == before)
            continue;
        // Unfolding comes first; its line then leads to the cell.
        LaidTarget& target = m_geometry.targets.back();
        target.rect = cell;
        target.source.reset();
        target.elsewhere.reset();
        target.action = UnfoldAction{row.action->projection, static_cast<Index>(i)};
    }
}

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
