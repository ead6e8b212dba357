// SPDX-License-Identifier: GPL-3.0-or-later
// The words around the cells: at rows and columns, the name of a matrix, a note.
#include "pages/steps/picture/lens_painter.h"

#include "painters/matrix_geometry.h"
#include "type/fonts.h"
#include "type/math_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

QFont wordFont(const LensLook& look, bool asked) {
    return textFont(13 * look.scale, asked ? QFont::DemiBold : QFont::Normal);
}

/// From place i to the nearest of the large ones, centre to centre; nothing where none is.
std::optional<double> toLargePlaces(const LensAxis& axis, Index i) {
    if (axis.largeFirst >= axis.largeEnd)
        return std::nullopt;
    const Index nearest = std::clamp(i, axis.largeFirst, axis.largeEnd - 1);
    return std::abs(axis.centre(i) - axis.centre(nearest));
}

} // namespace

void paintRowWords(QPainter& painter, const LensMatrix& lens, const QStringList& words,
                   double width, std::optional<Index> asked, const LensLook& look) {
    const double line = 17 * look.scale;
    const Index step = labelStep(lens.y.small, line * 0.9);
    const double right = lens.x.origin - 8 * look.scale;
    // All are alike, and lower than a line, where nothing is asked of many.
    const bool largeHaveRoom = 0.8 * lens.y.large >= look.least;
    for (Index row = lens.y.first; row < lens.y.end; ++row) {
        const bool isAsked = asked == row;
        const bool hasRoom = lens.y.isLarge(row) && largeHaveRoom;
        if (!isAsked && !hasRoom && row % step != 0)
            continue;
        // Words that are no higher than their rows stand in each of them.
        const double apart = hasRoom ? std::min(line, 0.9 * lens.y.large) : line;
        if (!isAsked && asked && std::abs(lens.y.centre(row) - lens.y.centre(*asked)) < apart &&
            lens.y.shows(*asked))
            continue;
        // Small ones have words where those of the large ones leave room.
        if (!isAsked && !hasRoom && largeHaveRoom &&
            toLargePlaces(lens.y, row).value_or(line) < 0.9 * line)
            continue;
        const QRectF cell = lens.row(row);
        QRectF place(right - width, cell.center().y() - line / 2, width, line);
        if (isAsked) {
            QRectF ground(right - width - 8 * look.scale, cell.top(), width + 14 * look.scale,
                          hasRoom ? cell.height() : std::max(cell.height(), line));
            ground.moveCenter({ground.center().x(), cell.center().y()});
            painter.fillRect(ground, look.colours->accent);
        }
        painter.setPen(isAsked ? look.colours->accentText : look.colours->text);
        // Lines of words are no higher than their rows.
        const double pixels = hasRoom ? std::clamp(0.8 * cell.height(), look.least, 13 * look.scale)
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
    const bool largeHaveRoom = lens.x.large >= 0.75 * needed;
    for (Index column = lens.x.first; column < lens.x.end; ++column) {
        const bool isAsked = asked == column;
        const bool hasRoom = lens.x.isLarge(column) && largeHaveRoom;
        if (!isAsked && !hasRoom && column % step != 0)
            continue;
        const QRectF cell = lens.column(column);
        const double width = hasRoom ? cell.width() : std::max(cell.width(), needed);
        if (!isAsked && asked && lens.x.shows(*asked) &&
            std::abs(cell.center().x() - lens.x.centre(*asked)) <
                (width + std::max(lens.x.size(*asked), needed)) / 2)
            continue;
        if (!isAsked && !hasRoom && largeHaveRoom &&
            toLargePlaces(lens.x, column).value_or(width) < (width + lens.x.large) / 2)
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

void paintNote(QPainter& painter, const QRectF& line, Qt::Alignment side, const QString& note,
               const LensLook& look) {
    if (note.isEmpty())
        return;
    painter.setFont(fittedFont(textFont(13 * look.scale), note, line.width(),
                               std::max(10 * look.scale, look.least)));
    painter.setPen(look.colours->secondary);
    drawElidedText(painter, line, side | Qt::AlignVCenter, note);
}

} // namespace headscope
