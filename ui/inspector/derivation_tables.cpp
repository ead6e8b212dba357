// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation_flow.h"

#include "scene/math_text.h"
#include "scene/number_format.h"
#include "scene/wrapped_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double tableRowHeight = 20;

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
    const double height = px(tableRowHeight);
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
    const double height = px(tableRowHeight);
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
    const double height = px(tableRowHeight);
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

} // namespace headscope
