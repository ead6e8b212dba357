// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_layout.h"

#include "figure/figure_plan.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double captionLine = 1.5; ///< height of a line, in em
constexpr int smallestValue = 7;    ///< type size; smaller digits nobody reads

/// Writes the texts of a layout from its plan, top to bottom.
class Composer {
public:
    Composer(const FigureLayoutInput& in, const TextMeasure& measure, double shrink)
        : m_in(in)
        , m_measure(measure)
        , m_sizes(in.size, shrink) {
        m_layout.size = in.size;
        m_layout.scale = m_sizes.scale;
    }

    /// False where nothing fits at this size of type.
    bool compose() {
        const double room = m_in.size.width() - 2 * m_sizes.margin;
        const double captionHeight = caption(room);
        const double footerHeight = footer(room);
        m_plan = planFigure(
            m_in, m_measure, m_sizes,
            {room, m_in.size.height() - 2 * m_sizes.margin - captionHeight - footerHeight});
        if (m_plan.score < 0)
            return false;
        const double cellsHeight = m_plan.pitchY * static_cast<double>(m_in.rows) - m_plan.gap;
        const double gridWidth = m_plan.width(m_sizes.gutter);
        const double gridHeight = m_plan.height(m_sizes.gutter, cellsHeight);
        const double width = std::max({gridWidth, m_captionWidth, m_footerWidth});
        const double height = captionHeight + gridHeight + footerHeight;
        // Whole pixels, so that cells have sharp edges in a raster.
        const QPointF corner(std::floor((m_in.size.width() - width) / 2),
                             std::floor((m_in.size.height() - height) / 2));
        moveTexts(m_captionTexts, corner);
        panels(corner + QPointF(0, captionHeight));
        const QPointF foot = corner + QPointF(0, captionHeight + gridHeight);
        moveTexts(m_footerTexts, foot);
        m_layout.bar.translate(foot);
        for (double& tick : m_layout.barTicks)
            tick += foot.x();
        for (FigureSwatch& swatch : m_layout.swatches)
            swatch.rect.translate(foot);
        m_layout.gridColumns = m_plan.gridColumns;
        chooseValues();
        return true;
    }

    FigureLayout take() { return std::move(m_layout); }

private:
    const FigureLayoutInput& m_in;
    const TextMeasure& m_measure;
    FigureSizes m_sizes;
    FigurePlan m_plan;
    FigureLayout m_layout;
    std::vector<FigureText> m_captionTexts;
    std::vector<FigureText> m_footerTexts;
    double m_captionWidth = 0;
    double m_footerWidth = 0;

    FigureText text(FigureRole role, const QString& content, int pixels) const {
        FigureText result;
        result.role = role;
        result.text = content;
        result.pixels = pixels;
        return result;
    }

    /// Puts a text and gives the x behind it.
    double put(std::vector<FigureText>& texts, FigureText text, QPointF origin) const {
        text.origin = origin;
        m_measure.place(text);
        texts.push_back(std::move(text));
        return texts.back().box.right();
    }

    void moveTexts(const std::vector<FigureText>& texts, QPointF by) {
        for (FigureText text : texts) {
            text.origin += by;
            text.box.translate(by);
            m_layout.texts.push_back(std::move(text));
        }
    }

    /// Title and formula on one line where they fit, the note below; gives the height.
    double caption(double room) {
        const double s = m_sizes.scale;
        double y = 0;
        double right = 0;
        if (!m_in.title.isEmpty()) {
            FigureText title = text(FigureRole::Title, {}, m_sizes.title);
            title.bold = true;
            title.text = m_measure.elided(m_in.title, title.pixels, room * 0.9);
            y += m_sizes.title * textAscent;
            right = put(m_captionTexts, title, {0, y});
            y += m_sizes.title * (captionLine - textAscent);
        }
        if (!m_in.formula.isEmpty()) {
            FigureText formula =
                text(FigureRole::Formula, m_in.formula, static_cast<int>(std::lround(15 * s)));
            formula.math = true;
            formula.pixels = std::max(1, formula.pixels);
            const double width = m_measure.width(formula);
            if (right > 0 && right + 12 * s + width <= room) {
                put(m_captionTexts, formula, {right + 12 * s, m_captionTexts.front().origin.y()});
            } else if (width <= room) {
                y += formula.pixels * textAscent;
                put(m_captionTexts, formula, {0, y});
                y += formula.pixels * (captionLine - textAscent);
            }
        }
        if (!m_in.note.isEmpty()) {
            FigureText note = text(FigureRole::Note, {}, m_sizes.note);
            note.text = m_measure.elided(m_in.note, note.pixels, room);
            y += m_sizes.note * textAscent;
            put(m_captionTexts, note, {0, y});
            y += m_sizes.note * (captionLine - textAscent);
        }
        for (const FigureText& each : m_captionTexts)
            m_captionWidth = std::max(m_captionWidth, each.box.right());
        return y > 0 ? std::ceil(y + 16 * s) : 0;
    }

    /// The colour bar with its labels below, the legend beside or under it.
    double footer(double room) {
        const double s = m_sizes.scale;
        const double swatch = std::round(14 * s);
        double legend = 0;
        for (const QString& entry : m_in.legendTexts)
            legend += 24 * s + swatch + 7 * s +
                      m_measure.emWidth(entry, FigureFont::Text, false) * m_sizes.note;
        const double smallestBar = std::min(room, 150 * s);
        const bool beside = smallestBar + legend <= room;
        const double top = std::ceil(20 * s);
        const double barHeight = std::round(12 * s);
        const double width =
            std::floor(std::clamp(room - (beside ? legend : 0), smallestBar, 360 * s));
        m_layout.bar = QRectF(0, top, width, std::max(2.0, barHeight));
        double y = m_layout.bar.bottom() + std::ceil(3 * s);
        const auto last = static_cast<double>(m_in.barLabels.size() - 1);
        double behind = -1;
        for (qsizetype i = 0; i < m_in.barLabels.size(); ++i) {
            const double part = last > 0 ? static_cast<double>(i) / last : 0;
            FigureText label = text(FigureRole::BarLabel, m_in.barLabels[i],
                                    std::max(1, static_cast<int>(std::lround(12 * s))));
            label.font = FigureFont::Number;
            label.index = static_cast<int>(i);
            label.anchor = i == 0                           ? FigureAnchor::Start
                           : i + 1 == m_in.barLabels.size() ? FigureAnchor::End
                                                            : FigureAnchor::Middle;
            label.origin = {part * width, y + label.pixels * textAscent};
            m_measure.place(label);
            // The ends count most: a middle one that would touch them is left out.
            const double nextEnd =
                width -
                m_measure.emWidth(m_in.barLabels.back(), FigureFont::Number, false) * label.pixels;
            const bool inner = i > 0 && i + 1 < m_in.barLabels.size();
            m_layout.barTicks.push_back(part * width);
            if (inner && (label.box.left() < behind + 4 * s || label.box.right() + 4 * s > nextEnd))
                continue;
            behind = label.box.right();
            m_footerTexts.push_back(label);
        }
        const double belowBar = y + 12 * s * textHeight;
        double x = beside ? width + 24 * s : 0;
        double line = beside ? top : std::ceil(belowBar + 8 * s);
        for (qsizetype i = 0; i < m_in.legendTexts.size(); ++i) {
            const FigureText entry = text(FigureRole::Legend, m_in.legendTexts[i], m_sizes.note);
            const double entryWidth = swatch + 7 * s + m_measure.width(entry);
            if (!beside && x > 0 && x + entryWidth > room) {
                x = 0;
                line += std::ceil(m_sizes.note * captionLine);
            }
            const double middle = line + m_layout.bar.height() / 2;
            double textAt = x;
            if (static_cast<std::size_t>(i) < m_in.legend.size()) {
                m_layout.swatches.push_back(
                    {m_in.legend[static_cast<std::size_t>(i)],
                     QRectF(std::round(x), std::round(middle - swatch / 2), swatch, swatch)});
                textAt += swatch + 7 * s;
            }
            put(m_footerTexts, entry, {textAt, middle + m_sizes.note * middleToBaseline});
            x += entryWidth + 24 * s;
        }
        for (const FigureText& each : m_footerTexts)
            m_footerWidth = std::max(m_footerWidth, each.box.right());
        m_footerWidth = std::max(m_footerWidth, width);
        const double legendBottom =
            m_in.legendTexts.isEmpty() ? 0 : line + m_sizes.note * captionLine;
        return std::ceil(std::max(belowBar, legendBottom));
    }

    void panels(QPointF corner) {
        const double cellsHeight = m_plan.pitchY * static_cast<double>(m_in.rows) - m_plan.gap;
        double y = corner.y();
        int panel = 0;
        for (int down = 0; down < m_plan.gridRows; ++down) {
            const bool columnLabels = down == 0 || m_plan.columnLabelsEach;
            y += m_plan.titleBand + (columnLabels ? m_plan.columnBand : 0);
            double x = corner.x();
            for (int across = 0; across < m_plan.gridColumns && panel < m_in.panels; ++across) {
                const bool rowLabels = across == 0 || m_plan.rowLabelsEach;
                x += rowLabels ? m_plan.rowBand : 0;
                onePanel(panel++, {x, y}, rowLabels, columnLabels);
                x += m_plan.slotWidth + m_sizes.gutter;
            }
            y += cellsHeight + m_sizes.gutter;
        }
    }

    void onePanel(int panel, QPointF origin, bool rowLabels, bool columnLabels) {
        const FigureMatrix matrix{origin,     m_plan.pitchX, m_plan.pitchY,
                                  m_plan.gap, m_in.rows,     m_in.columns};
        m_layout.matrices.push_back(matrix);
        const auto first = m_layout.texts.size();
        const double above = columnLabels ? m_plan.columnBand : 0;
        panelTitle(panel, origin.y() - above, matrix);
        if (columnLabels) {
            columnAxis(origin.y() - above, matrix);
            if (m_in.columnGroups > 1)
                groups(matrix);
            else
                labelColumns(matrix);
        }
        if (rowLabels)
            labelRows(matrix);
        for (auto i = first; i < m_layout.texts.size(); ++i)
            m_layout.texts[i].panel = panel;
    }

    void panelTitle(int panel, double bottom, const FigureMatrix& matrix) {
        if (m_in.panelTitles.isEmpty())
            return;
        const double s = m_sizes.scale;
        const double badge = m_sizes.badge;
        const QRectF square(matrix.origin.x(), bottom - m_plan.titleBand, badge, badge);
        m_layout.badges.push_back(square);
        const double baseline = square.center().y() + m_sizes.panelTitle * middleToBaseline;
        FigureText number = text(FigureRole::BadgeNumber, m_in.badgeNumbers[panel],
                                 std::max(1, static_cast<int>(std::lround(12 * s))));
        number.bold = true;
        number.anchor = FigureAnchor::Middle;
        if (const double width = m_measure.width(number); width > badge - 2 * s)
            number.pixels = std::max(1, static_cast<int>(number.pixels * (badge - 2 * s) / width));
        put(m_layout.texts, number,
            {square.center().x(), square.center().y() + number.pixels * middleToBaseline});
        double x = square.right() + 7 * s;
        if (m_plan.wordTitles)
            x = put(m_layout.texts,
                    text(FigureRole::PanelTitle, m_in.panelTitles[panel], m_sizes.panelTitle),
                    {x, baseline}) +
                10 * s;
        if (!m_in.panelNotes.isEmpty()) {
            FigureText note = text(FigureRole::PanelNote, m_in.panelNotes[panel],
                                   std::max(1, static_cast<int>(std::lround(12 * s))));
            note.font = FigureFont::Number;
            put(m_layout.texts, note, {x, baseline});
        }
    }

    /// "key →": at the end of the title's line, or on a line of its own.
    void columnAxis(double top, const FigureMatrix& matrix) {
        FigureText axis = text(FigureRole::ColumnAxis, m_in.columnAxis, m_plan.label);
        axis.math = true;
        QPointF origin(matrix.origin.x(), top + m_plan.label * textAscent);
        if (!m_plan.axisLine) {
            axis.anchor = FigureAnchor::End;
            origin = {matrix.bounds().right(),
                      top - m_plan.titleBand + m_sizes.badge / 2 + m_plan.label * middleToBaseline};
        }
        put(m_layout.texts, axis, origin);
    }

    void labelColumns(const FigureMatrix& matrix) {
        const double gap = m_plan.upright ? m_sizes.labelGap : std::ceil(m_plan.label * 0.35);
        for (Index column = 0; column < m_in.columns; ++column) {
            if (!isLabelled(column, m_plan.columnStep, m_in.columns, m_in.columnNumbers))
                continue;
            const double middle = matrix.cellRect(0, column).center().x();
            FigureText label =
                text(FigureRole::ColumnLabel, m_in.columnLabels[column], m_plan.label);
            label.index = static_cast<int>(column);
            QPointF origin(middle, matrix.origin.y() - gap);
            if (m_plan.upright) {
                label.text = m_measure.elided(label.text, label.pixels, m_plan.columnLimit);
                label.upright = true;
                origin.setX(middle + label.pixels * (textAscent - textHeight / 2));
            } else {
                label.anchor = FigureAnchor::Middle;
            }
            put(m_layout.texts, label, origin);
        }
    }

    /// A rule in the head's colour over the columns of each head, its number above.
    void groups(const FigureMatrix& matrix) {
        const double s = m_sizes.scale;
        const Index each = m_in.columns / m_in.columnGroups;
        const double thick = std::max(1.0, std::round(3 * s));
        for (int group = 0; group < m_in.columnGroups; ++group) {
            const QRectF from = matrix.cellRect(0, group * each);
            const QRectF to = matrix.cellRect(0, group * each + each - 1);
            // Apart from its neighbours even where cells touch.
            const double inset = matrix.gap > 0 ? 0 : std::min(1.0, from.width() / 4);
            const QRectF rule(from.left() + inset, from.top() - thick - std::ceil(2 * s),
                              to.right() - from.left() - 2 * inset, thick);
            m_layout.rules.push_back({group, rule});
            FigureText label = text(FigureRole::GroupLabel, m_in.columnLabels[group], m_plan.label);
            label.index = group;
            label.anchor = FigureAnchor::Middle;
            put(m_layout.texts, label,
                {rule.center().x(), rule.top() - std::ceil(m_plan.label * 0.3)});
        }
    }

    void labelRows(const FigureMatrix& matrix) {
        const double right = matrix.origin.x() - m_sizes.labelGap;
        double top = matrix.origin.y();
        for (Index row = 0; row < m_in.rows; ++row) {
            if (!isLabelled(row, m_plan.rowStep, m_in.rows, m_in.rowNumbers))
                continue;
            FigureText label = text(FigureRole::RowLabel, m_in.rowLabels[row], m_plan.label);
            label.index = static_cast<int>(row);
            label.text = m_measure.elided(label.text, label.pixels, m_plan.rowLimit);
            label.anchor = FigureAnchor::End;
            put(m_layout.texts, label,
                {right, matrix.cellRect(row, 0).center().y() + label.pixels * middleToBaseline});
            top = std::min(top, m_layout.texts.back().box.top());
        }
        FigureText axis = text(FigureRole::RowAxis, m_in.rowAxis, m_plan.label);
        axis.math = true;
        axis.anchor = FigureAnchor::End;
        const double baseline = std::min(matrix.origin.y() - std::ceil(m_plan.label * 0.35),
                                         top - m_plan.label * textDescent);
        put(m_layout.texts, axis, {right, baseline});
    }

    static bool isLabelled(Index index, Index step, Index count, bool numbers) {
        if (!numbers)
            return index % step == 0;
        return (index + 1) % step == 0 || (step > count && index == count - 1);
    }

    void chooseValues() {
        const double most = 0.4 * m_plan.pitchY;
        for (const int i : {0, 1}) {
            const int characters = m_in.valueCharacters[i];
            if (characters == 0)
                continue;
            const double em =
                m_measure.emWidth(QString(characters, u'0'), FigureFont::Number, false);
            const double room = m_plan.pitchX * 0.92 - m_plan.gap - 2;
            const int pixels = static_cast<int>(std::min({room / em, most, 18 * m_sizes.scale}));
            if (pixels >= smallestValue && pixels * textHeight < m_plan.pitchY) {
                m_layout.valuePixels = pixels;
                m_layout.valueWidth = 5 - i;
                return;
            }
        }
    }
};

} // namespace

FigureLayout layoutFigure(const FigureLayoutInput& input, const TextMeasure& measure) {
    // Type gives way only where the page is too small for it.
    for (double shrink = 1; shrink > 0.01; shrink *= 0.85) {
        Composer composer(input, measure, shrink);
        if (composer.compose())
            return composer.take();
    }
    FigureLayout empty;
    empty.size = input.size;
    return empty;
}

} // namespace headscope
