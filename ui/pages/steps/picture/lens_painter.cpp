// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/lens_painter.h"

#include "painters/matrix_painter.h"
#include "scene/fonts.h"
#include "scene/held_mark.h"
#include "scene/math_text.h"
#include "scene/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double singleCells = 6; ///< from here on, in pixels, a cell is a rectangle of its own

/// How a number is written in a cell: characters beside a sign, and pixels; 0 where none fits.
struct LensType {
    int characters = 0;
    double pixels = 0;
};

LensType typeIn(const QSizeF& cell, bool isSigned, const LensLook& look) {
    if (cell.width() < 24 || cell.height() < 14)
        return {};
    for (const int characters : {4, 3}) {
        const int glyphs = characters + (isSigned ? 1 : 0);
        const double pixels =
            std::min({13 * look.scale, (cell.width() - 5) / glyphs / 0.6, 0.68 * cell.height()});
        if (pixels >= look.least)
            return {characters, pixels};
    }
    return {};
}

struct LensCells {
    QPainter& painter;
    const LensMatrix& lens;
    const StepMatrix& matrix;
    const LensLook& look;

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
        painter.fillRect(rect, markBrush(marked, *look.colours));
        painter.setBrushOrigin(0, 0);
        if (marked == CellMark::Dropped && rect.height() >= 14) {
            painter.setFont(numberFont(std::max(13 * look.scale, look.least)));
            painter.setPen(look.colours->secondary);
            painter.drawText(rect, Qt::AlignCenter, QString(QChar(droppedSign)));
        }
        return;
    }
    const QRgb fill = colour(row, column);
    painter.fillRect(rect, QColor::fromRgb(fill));
    if (matrix.panel.heldAt(row, column) && !isUnderWay(row, column)) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(textColourOn(fill));
        const std::vector<QPointF> mark = heldMark(rect);
        painter.drawPolygon(mark.data(), static_cast<int>(mark.size()));
    }
    if (!look.values)
        return;
    const LensType type = typeIn(rect.size(), matrix.scale.low < 0, look);
    if (type.characters == 0)
        return;
    const bool bold = look.bold && look.bold->row == row && look.bold->column == column;
    painter.setFont(numberFont(type.pixels, bold ? QFont::Bold : QFont::Normal));
    painter.setPen(textColourOn(fill));
    painter.drawText(rect, Qt::AlignCenter, cellText(value(row, column), type.characters));
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

QFont wordFont(const LensLook& look, bool asked) {
    return textFont(13 * look.scale, asked ? QFont::DemiBold : QFont::Normal);
}

} // namespace

double leastType(const StepScene& scene, double wanted) {
    return scene.display.presentation ? std::max(wanted, 11.8 * scene.display.textScale) : wanted;
}

double markupType(const StepScene& scene, double wanted) {
    return std::max(wanted, leastType(scene, 0) / mathRunSize(-1));
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
    const LensType type = typeIn(rect.size(), matrix.scale.low < 0, look);
    if (type.characters == 0)
        return;
    painter.setFont(numberFont(type.pixels, bold ? QFont::Bold : QFont::Normal));
    painter.setPen(textColourOn(fill));
    painter.drawText(rect, Qt::AlignCenter, cellText(value, type.characters));
}

void paintLens(QPainter& painter, const LensMatrix& lens, const StepMatrix& matrix,
               const LensLook& look) {
    const LensCells cells{painter, lens, matrix, look};
    const Index rows[] = {lens.y.first, lens.y.largeFirst, lens.y.largeEnd, lens.y.end};
    const Index columns[] = {lens.x.first, lens.x.largeFirst, lens.x.largeEnd, lens.x.end};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            cells.paintBlock(rows[i], rows[i + 1], columns[j], columns[j + 1]);
    }
}

void paintLensMarks(QPainter& painter, const LensMatrix& lens, const StepMatrix& matrix,
                    const LensLook& look) {
    painter.setBrushOrigin(lens.bounds().topLeft());
    for (Index row = lens.y.first; row < lens.y.end; ++row) {
        for (Index column = lens.x.first; column < lens.x.end; ++column) {
            const CellMark mark = matrix.panel.markOf(row, column);
            if (mark != CellMark::None)
                painter.fillRect(lens.cell(row, column), markBrush(mark, *look.colours));
        }
    }
    painter.setBrushOrigin(0, 0);
}

void paintRowWords(QPainter& painter, const LensMatrix& lens, const QStringList& words,
                   double width, std::optional<Index> asked, const LensLook& look) {
    const double line = 17 * look.scale;
    const Index step = labelStep(lens.y.small, line * 0.9);
    const double right = lens.x.origin - 8 * look.scale;
    for (Index row = lens.y.first; row < lens.y.end; ++row) {
        const bool isAsked = asked == row;
        if (!isAsked && !lens.y.isLarge(row) && row % step != 0)
            continue;
        if (!isAsked && asked && std::abs(lens.y.centre(row) - lens.y.centre(*asked)) < line &&
            lens.y.shows(*asked))
            continue;
        const QRectF cell = lens.row(row);
        QRectF place(right - width, cell.center().y() - line / 2, width, line);
        if (isAsked) {
            QRectF ground(right - width - 8 * look.scale, cell.top(), width + 14 * look.scale,
                          std::max(cell.height(), line));
            ground.moveCenter({ground.center().x(), cell.center().y()});
            painter.fillRect(ground, look.colours->accent);
        }
        painter.setPen(isAsked ? look.colours->accentText : look.colours->text);
        // Lines of words are no higher than their rows.
        const double pixels = lens.y.isLarge(row) || lens.y.isEven()
                                  ? std::clamp(0.8 * cell.height(), look.least, 13 * look.scale)
                                  : 13 * look.scale;
        painter.setFont(fittedFont(textFont(pixels, isAsked ? QFont::DemiBold : QFont::Normal),
                                   words.value(row), width, std::max(10 * look.scale, look.least)));
        drawElidedText(painter, place, Qt::AlignRight | Qt::AlignVCenter, words.value(row));
    }
}

void paintColumnWords(QPainter& painter, const LensMatrix& lens, const QStringList& words,
                      double height, std::optional<Index> asked, const LensLook& look) {
    const double needed = 22 * look.scale;
    const Index step = labelStep(lens.x.small, needed);
    for (Index column = lens.x.first; column < lens.x.end; ++column) {
        const bool isAsked = asked == column;
        if (!isAsked && !lens.x.isLarge(column) && column % step != 0)
            continue;
        const QRectF cell = lens.column(column);
        const double width = std::max(cell.width(), needed);
        if (!isAsked && asked && lens.x.shows(*asked) &&
            std::abs(cell.center().x() - lens.x.centre(*asked)) <
                (width + std::max(lens.x.size(*asked), needed)) / 2)
            continue;
        const QRectF place(cell.center().x() - width / 2, lens.y.origin - height, width,
                           height - 4 * look.scale);
        if (isAsked)
            painter.fillRect(place, look.colours->accent);
        painter.setPen(isAsked ? look.colours->accentText : look.colours->text);
        painter.setFont(fittedFont(wordFont(look, isAsked), words.value(column), width - 2,
                                   std::max(10 * look.scale, look.least)));
        drawElidedText(painter, place, Qt::AlignCenter, words.value(column));
    }
}

void paintMatrixName(QPainter& painter, const QRectF& line, const StepMatrix& matrix,
                     const QString& words, const LensLook& look) {
    const double s = look.scale;
    double x = line.left();
    if (matrix.projection) {
        const QRectF square(x, line.center().y() - 9 * s, 18 * s, 18 * s);
        const QColor fill = projectionColour(*matrix.projection);
        painter.fillRect(square, fill);
        painter.setPen(textColourOn(fill.rgb()));
        painter.setFont(textFont(12 * s, QFont::Bold));
        constexpr const char* letters[] = {"Q", "K", "V"};
        painter.drawText(
            square, Qt::AlignCenter,
            QString::fromLatin1(letters[static_cast<std::size_t>(*matrix.projection)]));
        x = square.right() + 8 * s;
    } else {
        const QFont bold = textFont(std::max(14 * s, look.markup), QFont::DemiBold);
        const QString symbol = elidedMathText(matrix.symbol, bold, line.width());
        painter.setPen(look.colours->text);
        drawMathText(painter, QRectF(x, line.top(), line.width(), line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, symbol, bold);
        x += mathTextWidth(symbol, bold) + 8 * s;
    }
    const QFont font = textFont(look.markup);
    painter.setPen(look.colours->secondary);
    drawMathText(painter, QRectF(x, line.top(), line.right() - x, line.height()),
                 Qt::AlignLeft | Qt::AlignVCenter,
                 elidedMathText(words, font, std::max(0.0, line.right() - x)), font);
}

void paintAccentFrame(QPainter& painter, const QRectF& rect, const LensLook& look) {
    painter.setPen(QPen(look.colours->accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(-1, -1, 1, 1));
}

} // namespace headscope
