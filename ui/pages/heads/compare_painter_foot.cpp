// SPDX-License-Identifier: GPL-3.0-or-later
// Colour bars, the cells that changed most, and all heads.
#include "pages/heads/compare_painter.h"

#include "pages/heads/compare_words.h"
#include "scene/number_format.h"
#include "scene/value_range.h"

#include <algorithm>
#include <cmath>

namespace headscope {

void ComparePainter::bar(const QRectF& room, const CellColours& colours, bool isSigned,
                         const std::vector<std::pair<QString, double>>& pointers) {
    const Look small{.pixels = 12, .font = FigureFont::Number};
    const QString low =
        isSigned ? QChar(0x2212) + rangeText(-colours.range.low) : rangeText(colours.range.low);
    const QString high =
        isSigned ? u'+' + rangeText(colours.range.high) : rangeText(colours.range.high);
    const double left = widthOf(low, small, s()) + 8 * s();
    const double right = widthOf(high, small, s()) + 8 * s();
    const QRectF line(room.left() + left, room.center().y() - 4 * s(),
                      std::max(20.0, room.width() - left - right), 10 * s());
    const QRectF text(room.left(), line.center().y() - 8 * s(), room.width(), 16 * s());
    writeIn(text, low, m_theme.secondary, small);
    writeIn(text, high, m_theme.secondary,
            {.pixels = 12, .anchor = FigureAnchor::End, .font = FigureFont::Number});
    paintEdge(m_canvas, line, colours.map, colours.theme, s());
    m_canvas.gradient(line, colourRamp(colours.map, 128));
    for (std::size_t i = 0; i < pointers.size(); ++i) {
        const auto& [name, value] = pointers[i];
        const double part = (value - colours.range.low) / (colours.range.high - colours.range.low);
        if (!std::isfinite(part))
            continue;
        const double x = line.left() + std::clamp(part, 0.0, 1.0) * line.width();
        m_canvas.polygon({{x - 5 * s(), line.top() - 6 * s()},
                          {x + 5 * s(), line.top() - 6 * s()},
                          {x, line.top() - s()}},
                         m_theme.text.rgb());
        if (!name.isEmpty()) {
            // The names of two pointers that meet stand on their outer sides.
            const double other = pointers[1 - i].second;
            const bool atRight = std::isfinite(other) && other != value ? other > value : i == 0;
            write({x + (atRight ? -8 : 8) * s(), line.top() - 2 * s()}, name, m_theme.text,
                  {.pixels = 10,
                   .anchor = atRight ? FigureAnchor::End : FigureAnchor::Start,
                   .bold = true});
        }
    }
}

void ComparePainter::bars() {
    std::vector<std::pair<QString, double>> states;
    std::vector<std::pair<QString, double>> change;
    if (m_look.asked) {
        const Index query = m_look.asked->query;
        const Index key = m_look.asked->key;
        const auto value = [&](const ComparePart& part) -> double {
            const Tensor& matrix = panel(part).matrix;
            if (query >= matrix.size(0) || key >= matrix.size(1) ||
                panel(part).markOf(query, key) != CellMark::None)
                return std::numeric_limits<double>::quiet_NaN();
            return matrix(query, key);
        };
        states = {{QStringLiteral("A"), value(m_content.a)},
                  {QStringLiteral("B"), value(m_content.b)}};
        if (m_content.hasDifference() && query < m_geometry.difference.rows &&
            key < m_geometry.difference.columns)
            change = {{QString(), m_content.difference().difference(query, key)}};
    }
    bar(m_geometry.bar, m_content.colours, m_content.colours.range.low < 0, states);
    if (m_content.hasDifference())
        bar(m_geometry.differenceBar, m_content.differenceColours, true, change);
    legend();
}

void ComparePainter::legend() {
    if (m_geometry.legend.width() < 120 * s())
        return;
    QRectF rest = m_geometry.legend;
    const Look small{.pixels = 12};
    const bool inA = m_content.a.masked;
    const bool inB = m_content.b.masked;
    if (inA || inB) {
        const QRectF swatch(rest.left(), rest.center().y() - 7 * s(), 14 * s(), 14 * s());
        hatch({swatch}, CellMark::Masked);
        const QString text = inA && inB ? CompareWords::tr("masked")
                             : inA      ? CompareWords::tr("masked in A")
                                        : CompareWords::tr("masked in B");
        rest.setLeft(swatch.right() + 6 * s());
        writeIn(rest, text, m_theme.secondary, small);
        rest.setLeft(rest.left() + widthOf(text, small, s()) + 16 * s());
        if (inA != inB && m_content.hasDifference() && rest.width() > 120 * s()) {
            corner({rest.left() + 10 * s(), rest.center().y() - 5 * s()}, 10 * s());
            rest.setLeft(rest.left() + 16 * s());
            const QString one = CompareWords::tr("masked in one");
            writeIn(rest, one, m_theme.secondary, small);
            rest.setLeft(rest.left() + widthOf(one, small, s()) + 16 * s());
        }
    }
    const QString range = CompareWords::tr("one range for A and B");
    if (widthOf(range, small, s()) <= rest.width())
        writeIn(rest, range, m_theme.secondary, {.pixels = 12, .anchor = FigureAnchor::End});
}

QString ComparePainter::stateText(const ComparePart& part, Index query, Index key) const {
    const CellMark mark = panel(part).markOf(query, key);
    return mark == CellMark::None ? cellText(panel(part).matrix(query, key), 4) : markName(mark);
}

void ComparePainter::most() {
    writeIn(m_geometry.mostTitle, CompareWords::tr("Cells that changed most"), m_theme.text,
            {.pixels = 14, .bold = true});
    if (m_content.most.empty() && !m_geometry.most.empty())
        writeIn(m_geometry.most.front(), CompareWords::tr("No cell changed."), m_theme.secondary,
                {});
    const Look states{.pixels = 12, .anchor = FigureAnchor::End, .font = FigureFont::Number};
    const auto statesOf = [&](const CellChange& change) {
        return stateText(m_content.a, change.query, change.key) + QStringLiteral(" → ") +
               stateText(m_content.b, change.query, change.key);
    };
    double largest = 0;
    double statesWidth = 0;
    for (const CellChange& change : m_content.most) {
        if (std::isfinite(change.change))
            largest = std::max(largest, double{std::abs(change.change)});
        statesWidth = std::max(statesWidth, widthOf(statesOf(change), states, s()) + 20 * s());
    }
    for (std::size_t i = 0; i < std::min(m_content.most.size(), m_geometry.most.size()); ++i) {
        const CellChange& change = m_content.most[i];
        const QRectF& line = m_geometry.most[i];
        const bool asked =
            m_look.asked && m_look.asked->query == change.query && m_look.asked->key == change.key;
        if (asked)
            m_canvas.fill(line, m_theme.accentTint.rgb());
        const Look number{.anchor = FigureAnchor::End, .bold = true, .font = FigureFont::Number};
        writeIn(line.adjusted(6 * s(), 0, 0, 0), QString::number(i + 1), m_theme.secondary,
                {.pixels = 12, .font = FigureFont::Number});
        const bool hasStates = line.width() > 300 * s();
        writeIn(line.adjusted(0, 0, -6 * s(), 0), hasStates ? statesOf(change) : QString(),
                m_theme.secondary, states);
        const double right = line.right() - (hasStates ? statesWidth : 6 * s());
        writeIn({line.left(), line.top(), right - line.left(), line.height()},
                (change.change > 0 ? u'+' : QChar(0x2212)) +
                    (std::isinf(change.change) ? QStringLiteral("∞")
                                               : fixedText(std::abs(double{change.change}), 3)),
                m_theme.text, number);
        const double pairLeft = line.left() + 24 * s();
        const double barRoom = 40 * s();
        const double pairRight = right - 62 * s() - barRoom;
        const Look words{.bold = asked};
        writeIn({pairLeft, line.top(), pairRight - pairLeft, line.height()},
                elided(m_content.a.rowLabels.value(change.query) + QStringLiteral(" → ") +
                           m_content.a.columnLabels.value(change.key),
                       words, pairRight - pairLeft - 6 * s()),
                m_theme.text, words);
        const double part = std::isfinite(change.change) && largest > 0
                                ? std::abs(double{change.change}) / largest
                                : 1;
        const double wide = (barRoom - 6 * s()) * part;
        m_canvas.fill({pairRight + (change.change > 0 ? 0 : barRoom - 6 * s() - wide),
                       line.center().y() - 6 * s(), wide, 12 * s()},
                      colourAt(m_content.differenceColours.map, change.change > 0 ? .88 : .12));
    }
}

void ComparePainter::heads() {
    if (m_geometry.heads.empty())
        return;
    QString title = CompareWords::tr("All heads, B − A");
    if (m_content.ownHead)
        title = CompareWords::tr("B − A");
    else if (m_geometry.heads.size() < m_content.heads.size())
        title = CompareWords::tr("Heads 1 – %1 of %2, B − A")
                    .arg(m_geometry.heads.size())
                    .arg(m_content.heads.size());
    writeIn(m_geometry.headsTitle, title, m_theme.text, {.pixels = 14, .bold = true});
    for (std::size_t i = 0; i < m_geometry.heads.size(); ++i) {
        const CompareThumbnail& small = m_geometry.heads[i];
        const bool chosen = i == m_content.shown;
        if (chosen) {
            m_canvas.fill(small.frame, m_theme.accentTint.rgb());
            m_canvas.fill({small.frame.left(), small.frame.top(), 3, small.frame.height()},
                          m_theme.accent.rgb());
        }
        const CompareImages::Picture& picture = m_images.heads[i];
        m_canvas.cellImage(figureMatrix(small.matrix.pooled(picture.factor)), picture.image);
        const int head = m_content.a.panels[i].head;
        const QColor colour = headColour(head, m_theme.kind);
        m_canvas.fill(small.badge, colour.rgb());
        writeIn(small.badge, QString::number(head + 1), textColourOn(colour.rgb()),
                {.pixels = 11, .anchor = FigureAnchor::Middle, .bold = true});
        const MatrixDifference& difference = m_content.differences[i];
        writeIn(small.value,
                m_content.weights ? movedText(difference.moved, difference.unmeasured)
                                  : shortText(difference.largest),
                m_theme.text, {.pixels = 12, .bold = chosen, .font = FigureFont::Number});
    }
}

} // namespace headscope
