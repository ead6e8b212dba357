// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_painter.h"

#include "scene/panels/typed_number_mark.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headscope {

namespace {

/// A mask of more pieces than this is drawn flat instead of hatched.
constexpr std::size_t mostHatchedPieces = 4000;

QRgb headMark(int head, const Theme& theme) {
    return headColour(head, theme.kind).rgb();
}

QRgb textColour(FigureRole role, const Theme& theme) {
    switch (role) {
    case FigureRole::Formula:
    case FigureRole::Note:
    case FigureRole::PanelNote:
    case FigureRole::RowAxis:
    case FigureRole::ColumnAxis:
    case FigureRole::BarLabel:
    case FigureRole::Legend:
    case FigureRole::Caption: return theme.secondary.rgb();
    default: return theme.text.rgb();
    }
}

/// Cells of a mark as few rectangles: runs along a row, and over the gaps between
/// neighbours, so that a hatched area is one calm surface.
std::vector<QRectF> markedRegion(const MatrixPanel& panel, const MatrixGeometry& matrix,
                                 CellMark mark, const FigureWork& work) {
    std::vector<QRectF> region;
    // Calls add(first, last) for each run of columns where isPart holds.
    const auto runs = [&](auto isPart, auto add) {
        for (Index column = 0; column < matrix.columns; ++column) {
            if (!isPart(column))
                continue;
            Index last = column;
            while (last + 1 < matrix.columns && isPart(last + 1))
                ++last;
            add(column, last);
            column = last;
        }
    };
    for (Index row = 0; row < matrix.rows && !work.isCancelled(); ++row) {
        runs([&](Index column) { return panel.markOf(row, column) == mark; },
             [&](Index first, Index last) {
                 region.push_back(matrix.cellRect(row, first) | matrix.cellRect(row, last));
             });
        if (matrix.gapY == 0 || row + 1 == matrix.rows)
            continue;
        runs(
            [&](Index column) {
                return panel.markOf(row, column) == mark && panel.markOf(row + 1, column) == mark;
            },
            [&](Index first, Index last) {
                const QRectF above = matrix.cellRect(row, first) | matrix.cellRect(row, last);
                region.emplace_back(above.left(), above.bottom(), above.width(), matrix.gapY);
            });
    }
    return region;
}

QImage imageOf(const MatrixGeometry& matrix, const std::vector<QRgb>& colours) {
    QImage image(static_cast<int>(matrix.columns), static_cast<int>(matrix.rows),
                 QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < image.height(); ++y)
        std::copy_n(colours.begin() + y * image.width(), image.width(),
                    reinterpret_cast<QRgb*>(image.scanLine(y)));
    return image;
}

class Painting {
public:
    Painting(const FigureContent& content, const FigureGeometry& geometry, FigureCanvas& canvas,
             const FigureWork& work)
        : m_content(content)
        , m_geometry(geometry)
        , m_canvas(canvas)
        , m_work(work)
        , m_theme(theme(content.theme)) {}

    void all() {
        m_canvas.fill(QRectF(QPointF(0, 0), m_geometry.size), m_theme.base.rgb());
        const std::size_t count = m_geometry.matrices.size();
        for (std::size_t i = 0; i < count && !m_work.isCancelled(); ++i) {
            cells(i);
            if (m_work.progress)
                m_work.progress(static_cast<double>(i + 1) / static_cast<double>(count + 1));
        }
        for (std::size_t i = 0; i < m_geometry.badges.size(); ++i)
            m_canvas.fill(m_geometry.badges[i], headMark(m_content.panels[i].head, m_theme));
        for (const FigureRule& rule : m_geometry.rules)
            m_canvas.fill(rule.rect, headMark(rule.group, m_theme));
        bar();
        for (const FigureSwatch& swatch : m_geometry.swatches) {
            switch (swatch.kind) {
            case LegendKind::NotANumber: m_canvas.fill(swatch.rect, nanColour()); break;
            case LegendKind::Masked: legend(swatch.rect, CellMark::Masked); break;
            case LegendKind::Padding: legend(swatch.rect, CellMark::Padding); break;
            case LegendKind::Dropped: legend(swatch.rect, CellMark::Dropped); break;
            case LegendKind::Typed:
                m_canvas.polygon(pinShape(swatch.rect), m_theme.text.rgb());
                break;
            }
        }
        for (const FigureText& text : m_geometry.texts)
            m_canvas.text(text, colourOf(text));
    }

private:
    const FigureContent& m_content;
    const FigureGeometry& m_geometry;
    FigureCanvas& m_canvas;
    const FigureWork& m_work;
    const Theme& m_theme;
    std::array<bool, 4> m_flat{}; ///< marks that are drawn without lines

    QRgb colourOf(const FigureText& text) const {
        if (text.role != FigureRole::BadgeNumber)
            return textColour(text.role, m_theme);
        const int head = m_content.panels[static_cast<std::size_t>(text.panel)].head;
        return textColourOn(headMark(head, m_theme)).rgb();
    }

    void hatch(const std::vector<QRectF>& region, CellMark mark) {
        const MarkStyle style = markStyle(mark, m_theme);
        m_canvas.hatch(region, style.ground, style.lines, style.step * m_geometry.scale,
                       m_geometry.scale);
    }

    void legend(const QRectF& rect, CellMark mark) {
        if (mark == CellMark::Dropped || m_flat[static_cast<std::size_t>(mark)])
            m_canvas.fill(rect, markStyle(mark, m_theme).flat);
        else
            hatch({rect}, mark);
        if (mark == CellMark::Dropped)
            sign(rect, 0.9 * rect.height());
    }

    void sign(const QRectF& rect, double pixels) {
        FigureText text;
        text.role = FigureRole::CellValue;
        text.font = FigureFont::Number;
        text.pixels = pixels;
        text.anchor = FigureAnchor::Middle;
        text.text = QChar(droppedSign);
        text.origin = rect.center() + QPointF(0, pixels * middleToBaseline);
        m_canvas.text(text, m_theme.secondary.rgb());
    }

    void cells(std::size_t place) {
        const MatrixPanel& panel = m_content.panels[place];
        const MatrixGeometry& matrix = m_geometry.matrices[place];
        edge(matrix.bounds());
        std::array<QRgb, 4> marks{};
        marks[static_cast<std::size_t>(CellMark::Dropped)] =
            markStyle(CellMark::Dropped, m_theme).flat;
        for (const CellMark mark : {CellMark::Masked, CellMark::Padding}) {
            if (!panel.hasMarks())
                continue;
            const std::vector<QRectF> region = markedRegion(panel, matrix, mark, m_work);
            const auto at = static_cast<std::size_t>(mark);
            if (region.size() > mostHatchedPieces) {
                marks[at] = markStyle(mark, m_theme).flat;
                m_flat[at] = true;
            } else if (!region.empty()) {
                hatch(region, mark);
            }
        }
        std::vector<QRgb> colours;
        colours.reserve(static_cast<std::size_t>(matrix.rows * matrix.columns));
        for (Index row = 0; row < matrix.rows; ++row) {
            if (m_work.isCancelled())
                return;
            for (Index column = 0; column < matrix.columns; ++column) {
                const CellMark mark = panel.markOf(row, column);
                colours.push_back(mark != CellMark::None
                                      ? marks[static_cast<std::size_t>(mark)]
                                      : headscope::colourOf(m_content.map, m_content.ranges[place],
                                                            panel.matrix(row, column),
                                                            panel.scaleRow(row, column)));
            }
        }
        const Index count = matrix.rows * matrix.columns * m_content.geometry.panels;
        if (count <= mostSingleFigureCells)
            m_canvas.cells(matrix, colours);
        else
            m_canvas.cellImage(matrix, imageOf(matrix, colours));
        if (m_geometry.valuePixels > 0)
            values(panel, matrix, colours);
        paintTypedNumberPins(m_canvas, panel, matrix, colours);
        if (panel.beforeDropout && count <= mostSingleFigureCells)
            signs(panel, matrix);
    }

    void signs(const MatrixPanel& panel, const MatrixGeometry& matrix) {
        const double pixels = std::min(15 * m_geometry.scale, 0.9 * matrix.cellRect(0, 0).height());
        if (pixels < 4)
            return;
        for (Index row = 0; row < matrix.rows; ++row) {
            for (Index column = 0; column < matrix.columns; ++column) {
                if (panel.markOf(row, column) == CellMark::Dropped)
                    sign(matrix.cellRect(row, column), pixels);
            }
        }
    }

    void values(const MatrixPanel& panel, const MatrixGeometry& matrix,
                const std::vector<QRgb>& colours) {
        FigureText text;
        text.role = FigureRole::CellValue;
        text.font = FigureFont::Number;
        text.pixels = m_geometry.valuePixels;
        text.anchor = FigureAnchor::Middle;
        std::size_t place = 0;
        for (Index row = 0; row < matrix.rows; ++row) {
            for (Index column = 0; column < matrix.columns; ++column) {
                const QRgb ground = colours[place++];
                if (panel.markOf(row, column) != CellMark::None)
                    continue;
                text.text = cellText(panel.matrix(row, column), m_geometry.valueWidth,
                                     nearOneOf(panel.name));
                text.origin = matrix.cellRect(row, column).center() +
                              QPointF(0, text.pixels * middleToBaseline);
                m_canvas.text(text, textColourOn(ground).rgb());
            }
        }
    }

    void edge(const QRectF& rect) {
        paintEdge(m_canvas, rect, m_content.map, m_content.theme,
                  std::max(1.0, std::round(m_geometry.scale)));
    }

    void bar() {
        edge(m_geometry.bar);
        m_canvas.gradient(m_geometry.bar, colourRamp(m_content.map, 256));
        const double width = std::max(1.0, std::round(m_geometry.scale));
        for (const double x : m_geometry.barTicks) {
            const double left =
                std::clamp(x - width / 2, m_geometry.bar.left(), m_geometry.bar.right() - width);
            m_canvas.fill(
                QRectF(std::round(left), m_geometry.bar.bottom(), width, 3 * m_geometry.scale),
                m_theme.secondary.rgb());
        }
    }
};

} // namespace

void paintTypedNumberPins(FigureCanvas& canvas, const MatrixPanel& panel,
                          const MatrixGeometry& cells, const std::vector<QRgb>& colours) {
    const auto cellRect = [&](Index row, Index column) { return cells.cellRect(row, column); };
    for (const auto& [row, column, mark] : typedNumberPins(panel, cellRect)) {
        const auto place = static_cast<std::size_t>(row * cells.columns + column);
        canvas.polygon(mark, textColourOn(colours[place]).rgb());
    }
}

void paintFigure(const FigureContent& content, const FigureGeometry& geometry, FigureCanvas& canvas,
                 const FigureWork& work) {
    Painting(content, geometry, canvas, work).all();
}

} // namespace headscope
