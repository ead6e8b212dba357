// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation_flow.h"

#include "inspector/derivation_parts.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/wrapped_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
constexpr double rowHeight = 20;
constexpr double equationHeight = 22;
constexpr double badgeSize = 18;
constexpr double badgeIndent = 26;
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

} // namespace headscope
