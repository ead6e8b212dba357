// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/lens_painter.h"

#include "painters/matrix_painter.h"
#include "scene/panels/typed_number_mark.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace headscope {

namespace {

constexpr double singleCells = 6; ///< from here on, in pixels, a cell is a rectangle of its own

/// The hatches of marks: each is made when the first cell needs it.
class MarkBrushes {
public:
    explicit MarkBrushes(const Theme& theme)
        : m_theme(theme) {}

    const QBrush& of(CellMark mark) {
        std::optional<QBrush>& brush = m_brushes[static_cast<std::size_t>(mark)];
        if (!brush)
            brush = markBrush(mark, m_theme);
        return *brush;
    }

private:
    const Theme& m_theme;
    std::array<std::optional<QBrush>, static_cast<std::size_t>(CellMark::Dropped) + 1> m_brushes;
};

struct LensCells {
    QPainter& painter;
    const LensMatrix& lens;
    const StepMatrix& matrix;
    const LensLook& look;
    MarkBrushes& brushes;

    Index place(Index row, Index column) const {
        return row * matrix.panel.matrix.size(1) + column;
    }
    bool isUnderWay(Index row, Index column) const {
        return look.underWay && look.underWay->row == row && look.underWay->column == column;
    }
    bool isBlank(Index row, Index column) const {
        if (look.blankRow == row)
            return true;
        return isUnderWay(row, column) ? !look.begun : place(row, column) >= look.made;
    }
    float value(Index row, Index column) const {
        return isUnderWay(row, column) ? look.soFar : matrix.panel.matrix(row, column);
    }
    CellMark mark(Index row, Index column) const {
        return isUnderWay(row, column) ? CellMark::None : matrix.panel.markOf(row, column);
    }
    QRgb colour(Index row, Index column) const {
        return colourOf(matrix.map, matrix.scale, value(row, column),
                        matrix.panel.scaleRow(row, column));
    }

    void paintCell(Index row, Index column) const;
    void paintBlock(Index row, Index endRow, Index column, Index endColumn) const;
};

void LensCells::paintCell(Index row, Index column) const {
    const QRectF rect = lens.cell(row, column);
    if (isBlank(row, column)) {
        painter.fillRect(rect, look.colours->hairline);
        painter.fillRect(rect.adjusted(1, 1, -1, -1), look.colours->base);
        return;
    }
    const CellMark marked = mark(row, column);
    if (marked != CellMark::None) {
        painter.setBrushOrigin(lens.bounds().topLeft());
        painter.fillRect(rect, brushes.of(marked));
        painter.setBrushOrigin(0, 0);
        if (marked == CellMark::Dropped && rect.height() >= 14) {
            painter.setFont(numberFont(std::max(13 * look.scale, look.least)));
            painter.setPen(look.colours->secondary);
            painter.drawText(rect, Qt::AlignCenter, QString(QChar(droppedSign)));
        }
        return;
    }
    const bool bold = look.bold && look.bold->row == row && look.bold->column == column;
    paintNumberCell(painter, rect, matrix, value(row, column), matrix.panel.scaleRow(row, column),
                    look, bold);
    if (matrix.panel.typedAt(row, column) && !isUnderWay(row, column)) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(textColourOn(colour(row, column)));
        const std::vector<QPointF> mark = typedMark(rect);
        painter.drawPolygon(mark.data(), static_cast<int>(mark.size()));
    }
}

void LensCells::paintBlock(Index row, Index endRow, Index column, Index endColumn) const {
    if (row >= endRow || column >= endColumn)
        return;
    if (std::min(lens.x.size(column), lens.y.size(row)) >= singleCells) {
        for (Index r = row; r < endRow; ++r) {
            for (Index c = column; c < endColumn; ++c)
                paintCell(r, c);
        }
        return;
    }
    QImage image(static_cast<int>(endColumn - column), static_cast<int>(endRow - row),
                 QImage::Format_RGB32);
    const bool marks = matrix.panel.hasMarks();
    for (Index r = row; r < endRow; ++r) {
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(r - row)));
        for (Index c = column; c < endColumn; ++c) {
            QRgb& pixel = pixels[c - column];
            if (isBlank(r, c))
                pixel = look.colours->base.rgb();
            else if (const CellMark marked = marks ? mark(r, c) : CellMark::None;
                     marked != CellMark::None)
                pixel = markStyle(marked, *look.colours).flat;
            else
                pixel = colour(r, c);
        }
    }
    const QRectF rect = lens.cell(row, column) | lens.cell(endRow - 1, endColumn - 1);
    painter.drawImage(rect, image);
    if (place(endRow - 1, endColumn - 1) >= look.made) {
        painter.setPen(look.colours->hairline);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

} // namespace

double leastType(const StepScene& scene, double wanted) {
    return scene.display.presentation ? std::max(wanted, 11.8 * scene.display.textScale) : wanted;
}

double markupType(const StepScene& scene, double wanted) {
    return std::max(wanted, leastType(scene, 0) / mathRunSize(-1));
}

NumberRoom numberRoom(const QSizeF& cell, const LensLook& look) {
    return {.cell = cell,
            .smallest = {24, 14},
            .inset = 5,
            .most = std::min(13 * look.scale, 0.68 * cell.height()),
            .least = look.least};
}

LensLook lensLook(const StepScene& scene, double scale) {
    LensLook look;
    look.colours = &theme(scene.display.theme);
    look.scale = scale;
    look.least = leastType(scene, 9);
    look.markup = markupType(scene, 13 * scale);
    look.values = scene.display.valuesInCells;
    return look;
}

void paintNumberCell(QPainter& painter, const QRectF& rect, const StepMatrix& matrix, float value,
                     Index row, const LensLook& look, bool bold) {
    const QRgb fill = colourOf(matrix.map, matrix.scale, value, row);
    painter.fillRect(rect, QColor::fromRgb(fill));
    if (!look.values)
        return;
    const auto type =
        numberType(numberRoom(rect.size(), look), {4, 3}, matrix.scale.low < 0 ? 1 : 0);
    if (!type)
        return;
    painter.setFont(numberFont(type->pixels, bold ? QFont::Bold : QFont::Normal));
    painter.setPen(textColourOn(fill));
    painter.drawText(rect, Qt::AlignCenter,
                     cellText(value, type->characters, nearOneOf(matrix.panel.name)));
}

void paintLens(QPainter& painter, const LensMatrix& lens, const StepMatrix& matrix,
               const LensLook& look) {
    MarkBrushes brushes(*look.colours);
    const LensCells cells{painter, lens, matrix, look, brushes};
    const Index rows[] = {lens.y.first, lens.y.largeFirst, lens.y.largeEnd, lens.y.end};
    const Index columns[] = {lens.x.first, lens.x.largeFirst, lens.x.largeEnd, lens.x.end};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            cells.paintBlock(rows[i], rows[i + 1], columns[j], columns[j + 1]);
    }
}

void paintLensMarks(QPainter& painter, const LensMatrix& lens, const StepMatrix& matrix,
                    const LensLook& look) {
    MarkBrushes brushes(*look.colours);
    painter.setBrushOrigin(lens.bounds().topLeft());
    for (Index row = lens.y.first; row < lens.y.end; ++row) {
        for (Index column = lens.x.first; column < lens.x.end; ++column) {
            const CellMark mark = matrix.panel.markOf(row, column);
            if (mark != CellMark::None)
                painter.fillRect(lens.cell(row, column), brushes.of(mark));
        }
    }
    painter.setBrushOrigin(0, 0);
}

void paintAccentFrame(QPainter& painter, const QRectF& rect, const LensLook& look) {
    painter.setPen(QPen(look.colours->accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(-1, -1, 1, 1));
}

} // namespace headscope
