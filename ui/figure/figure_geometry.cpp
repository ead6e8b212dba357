// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_geometry.h"

#include "figure/figure_bands.h"
#include "painters/number_type.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// a … z, aa, ab …
QString letterOf(int panel) {
    QString letter(QChar(u'a' + panel % 26));
    return panel < 26 ? letter : letterOf(panel / 26 - 1) + letter;
}

/// Writes the texts of a layout from its plan, top to bottom.
class Composer {
public:
    Composer(const FigureGeometryInput& in, const TextMeasure& measure, double shrink)
        : m_in(in)
        , m_measure(measure)
        , m_sizes(in.type ? FigureSizes(*in.type, in.margin) : FigureSizes(in.size, shrink)) {
        m_geometry.size = in.size;
        m_geometry.scale = m_sizes.scale;
    }

    /// False where nothing fits at this size of type.
    bool compose() {
        const double room = m_in.size.width() - 2 * m_sizes.margin;
        const FigureBand caption = captionBand(m_in, m_measure, m_sizes, room);
        const FigureBand footer = footerBand(m_in, m_measure, m_sizes, room);
        m_plan = planFigure(
            m_in, m_measure, m_sizes,
            {room, m_in.size.height() - 2 * m_sizes.margin - caption.height - footer.height});
        if (m_plan.score < 0)
            return false;
        const double cellsHeight = m_plan.pitchY * static_cast<double>(m_in.rows) - m_plan.gap;
        const double gridWidth = m_plan.width(m_sizes.gutter);
        const double gridHeight = m_plan.height(m_sizes.gutter, cellsHeight);
        const double width = std::max({gridWidth, caption.width, footer.width});
        const double height = caption.height + gridHeight + footer.height;
        // Whole pixels, so that cells have sharp edges in a raster.
        const QPointF corner(std::floor((m_in.size.width() - width) / 2),
                             std::floor((m_in.size.height() - height) / 2));
        moveTexts(caption.texts, corner);
        panels(corner + QPointF(0, caption.height));
        // Under the cells rather than under their labels, where there is room.
        const double indent = footer.width + m_plan.rowBand <= width ? m_plan.rowBand : 0;
        const QPointF foot = corner + QPointF(indent, caption.height + gridHeight);
        moveTexts(footer.texts, foot);
        m_geometry.bar = footer.bar.translated(foot);
        for (const double tick : footer.barTicks)
            m_geometry.barTicks.push_back(tick + foot.x());
        for (const FigureSwatch& swatch : footer.swatches)
            m_geometry.swatches.push_back({swatch.kind, swatch.rect.translated(foot)});
        m_geometry.gridColumns = m_plan.gridColumns;
        m_geometry.rowStep = m_plan.rowStep;
        m_geometry.columnStep = m_plan.columnStep;
        chooseValues();
        crop();
        return true;
    }

    FigureGeometry take() { return std::move(m_geometry); }

private:
    const FigureGeometryInput& m_in;
    const TextMeasure& m_measure;
    FigureSizes m_sizes;
    FigurePlan m_plan;
    FigureGeometry m_geometry;

    /// The page ends where its content does, with the same margin all around.
    void crop() {
        if (!m_in.cropWidth && !m_in.cropHeight)
            return;
        QRectF content = m_geometry.bar;
        for (const FigureText& text : m_geometry.texts)
            content |= text.box;
        for (const MatrixGeometry& matrix : m_geometry.matrices)
            content |= matrix.bounds();
        for (const QRectF& badge : m_geometry.badges)
            content |= badge;
        for (const FigureRule& rule : m_geometry.rules)
            content |= rule.rect;
        for (const FigureSwatch& swatch : m_geometry.swatches)
            content |= swatch.rect;
        // By whole pixels, so that cells keep their sharp edges.
        const double margin = std::ceil(m_sizes.margin);
        QPointF by(0, 0);
        if (m_in.cropWidth) {
            by.setX(margin - std::floor(content.left()));
            m_geometry.size.setWidth(
                std::min(m_in.size.width(), std::ceil(content.right() + by.x() + margin)));
        }
        if (m_in.cropHeight) {
            by.setY(margin - std::floor(content.top()));
            m_geometry.size.setHeight(
                std::min(m_in.size.height(), std::ceil(content.bottom() + by.y() + margin)));
        }
        move(by);
    }

    void move(QPointF by) {
        m_geometry.bar.translate(by);
        for (double& tick : m_geometry.barTicks)
            tick += by.x();
        for (FigureText& text : m_geometry.texts) {
            text.origin += by;
            text.box.translate(by);
        }
        for (MatrixGeometry& matrix : m_geometry.matrices)
            matrix.origin += by;
        for (QRectF& badge : m_geometry.badges)
            badge.translate(by);
        for (FigureRule& rule : m_geometry.rules)
            rule.rect.translate(by);
        for (FigureSwatch& swatch : m_geometry.swatches)
            swatch.rect.translate(by);
    }

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
            m_geometry.texts.push_back(std::move(text));
        }
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
        MatrixGeometry matrix{origin, m_in.rows, m_in.columns, m_plan.pitchX, m_plan.pitchY};
        matrix.setGap(m_plan.gap);
        m_geometry.matrices.push_back(matrix);
        const auto first = m_geometry.texts.size();
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
            labelRows(matrix, columnLabels || !m_in.type);
        for (auto i = first; i < m_geometry.texts.size(); ++i)
            m_geometry.texts[i].panel = panel;
    }

    void panelTitle(int panel, double bottom, const MatrixGeometry& matrix) {
        if (m_in.panelTitles.isEmpty())
            return;
        const double s = m_sizes.scale;
        const double badge = m_sizes.badge;
        double left = matrix.origin.x();
        if (m_in.letters) {
            FigureText letter = text(FigureRole::PanelLetter, letterOf(panel), m_sizes.panelTitle);
            letter.bold = true;
            put(m_geometry.texts, letter,
                {left,
                 bottom - m_plan.titleBand + badge / 2 + m_sizes.panelTitle * middleToBaseline});
            left += m_sizes.letterWidth(m_in.panels);
        }
        const QRectF square(left, bottom - m_plan.titleBand, badge, badge);
        m_geometry.badges.push_back(square);
        const double baseline = square.center().y() + m_sizes.panelTitle * middleToBaseline;
        FigureText number = text(FigureRole::BadgeNumber, m_in.badgeNumbers[panel], m_sizes.tick);
        number.bold = true;
        number.anchor = FigureAnchor::Middle;
        if (const double width = m_measure.width(number); width > badge - 2 * s)
            number.pixels = std::max(1, static_cast<int>(number.pixels * (badge - 2 * s) / width));
        put(m_geometry.texts, number,
            {square.center().x(), square.center().y() + number.pixels * middleToBaseline});
        double x = square.right() + 7 * s;
        if (m_plan.wordTitles)
            x = put(m_geometry.texts,
                    text(FigureRole::PanelTitle, m_in.panelTitles[panel], m_sizes.panelTitle),
                    {x, baseline}) +
                10 * s;
        if (!m_in.panelNotes.isEmpty()) {
            FigureText note = text(FigureRole::PanelNote, m_in.panelNotes[panel], m_sizes.tick);
            note.font = FigureFont::Number;
            put(m_geometry.texts, note, {x, baseline});
        }
        if (!m_in.panelJobs.isEmpty()) {
            const QString job =
                m_measure.elided(m_in.panelJobs[panel], m_sizes.tick, m_plan.slotWidth);
            put(m_geometry.texts, text(FigureRole::PanelJob, job, m_sizes.tick),
                {matrix.origin.x(), square.bottom() + m_sizes.jobLine(m_in) * 0.8});
        }
    }

    /// "key →": at the end of the title's line, or on a line of its own.
    void columnAxis(double top, const MatrixGeometry& matrix) {
        FigureText axis = text(FigureRole::ColumnAxis, m_in.columnAxis, m_plan.label);
        axis.math = true;
        QPointF origin(matrix.origin.x(), top + m_plan.label * textAscent);
        if (!m_plan.axisLine) {
            axis.anchor = FigureAnchor::End;
            origin = {matrix.bounds().right(),
                      top - m_plan.titleBand + m_sizes.badge / 2 + m_plan.label * middleToBaseline};
        }
        put(m_geometry.texts, axis, origin);
    }

    void labelColumns(const MatrixGeometry& matrix) {
        const double gap = m_plan.upright ? m_sizes.labelGap : std::ceil(m_plan.label * 0.42);
        const QStringList cut =
            m_plan.upright
                ? m_measure.elidedApart(m_in.columnLabels, m_plan.label, m_plan.columnLimit)
                : m_in.columnLabels;
        for (Index column = 0; column < m_in.columns; ++column) {
            if (!isFigureLabelled(column, m_plan.columnStep, m_in.columns, m_in.columnNumbers))
                continue;
            const double middle = matrix.cellRect(0, column).center().x();
            FigureText label = text(FigureRole::ColumnLabel, cut[column], m_plan.label);
            label.index = static_cast<int>(column);
            QPointF origin(middle, matrix.origin.y() - gap);
            if (m_plan.upright) {
                label.upright = true;
                origin.setX(middle + label.pixels * (textAscent - textHeight / 2));
            } else {
                label.anchor = FigureAnchor::Middle;
            }
            put(m_geometry.texts, label, origin);
        }
    }

    /// A rule in the head's colour over the columns of each head, its number above.
    void groups(const MatrixGeometry& matrix) {
        const double s = m_sizes.scale;
        const Index each = m_in.columns / m_in.columnGroups;
        const double thick = std::max(1.0, std::round(3 * s));
        for (int group = 0; group < m_in.columnGroups; ++group) {
            const QRectF from = matrix.cellRect(0, group * each);
            const QRectF to = matrix.cellRect(0, group * each + each - 1);
            // Apart from its neighbours even where cells touch.
            const double inset = matrix.gapX > 0 ? 0 : std::min(1.0, from.width() / 4);
            const QRectF rule(from.left() + inset, from.top() - thick - std::ceil(2 * s),
                              to.right() - from.left() - 2 * inset, thick);
            m_geometry.rules.push_back({group, rule});
            FigureText label = text(FigureRole::GroupLabel, m_in.columnLabels[group], m_plan.label);
            label.index = group;
            label.anchor = FigureAnchor::Middle;
            put(m_geometry.texts, label,
                {rule.center().x(), rule.top() - std::ceil(m_plan.label * 0.3)});
        }
    }

    void labelRows(const MatrixGeometry& matrix, bool named) {
        const double right = matrix.origin.x() - m_sizes.labelGap;
        double top = matrix.origin.y();
        const QStringList cut =
            m_measure.elidedApart(m_in.rowLabels, m_plan.label, m_plan.rowLimit);
        for (Index row = 0; row < m_in.rows; ++row) {
            if (!isFigureLabelled(row, m_plan.rowStep, m_in.rows, m_in.rowNumbers))
                continue;
            FigureText label = text(FigureRole::RowLabel, cut[row], m_plan.label);
            label.index = static_cast<int>(row);
            label.anchor = FigureAnchor::End;
            put(m_geometry.texts, label,
                {right, matrix.cellRect(row, 0).center().y() + label.pixels * middleToBaseline});
            top = std::min(top, m_geometry.texts.back().box.top());
        }
        if (m_in.rowAxis.isEmpty() || !named)
            return;
        FigureText axis = text(FigureRole::RowAxis, m_in.rowAxis, m_plan.label);
        axis.math = true;
        axis.anchor = FigureAnchor::End;
        const double baseline = std::min(matrix.origin.y() - std::ceil(m_plan.label * 0.42),
                                         top - m_plan.label * textDescent);
        put(m_geometry.texts, axis, {matrix.origin.x() - m_plan.axisGap, baseline});
    }

    void chooseValues() {
        const double most = 0.4 * m_plan.pitchY;
        for (const int i : {0, 1}) {
            const int characters = m_in.valueCharacters[i];
            if (characters == 0)
                continue;
            const double em =
                m_measure.emWidth(QString(characters, u'0'), FigureFont::Number, false);
            const auto pixels = numberPixels({.cell = {m_plan.pitchX * 0.92 - m_plan.gap, 0},
                                              .inset = 2,
                                              .most = std::min(most, 20 * m_sizes.scale),
                                              .least = static_cast<double>(m_sizes.smallestValue),
                                              .em = em},
                                             1);
            if (pixels && std::floor(*pixels) * textHeight < m_plan.pitchY) {
                m_geometry.valuePixels = static_cast<int>(*pixels);
                m_geometry.valueWidth = 5 - i;
                return;
            }
        }
    }
};

} // namespace

FigureGeometry layoutFigure(const FigureGeometryInput& input, const TextMeasure& measure) {
    // Type gives way only where the page is too small for it, and nobody said how large it is.
    for (double shrink = 1; shrink > (input.type ? 0.9 : 0.01); shrink *= 0.85) {
        Composer composer(input, measure, shrink);
        if (composer.compose())
            return composer.take();
    }
    FigureGeometry empty;
    empty.size = input.size;
    return empty;
}

} // namespace headscope
