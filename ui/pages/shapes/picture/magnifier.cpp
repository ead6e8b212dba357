// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/magnifier.h"

#include "head_shapes/offset_hops.h"
#include "pages/shapes/picture/block_painter.h"
#include "pages/shapes/picture/cell_batch.h"
#include "pages/shapes/shapes_words.h"
#include "type/fonts.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {
constexpr Index rowsAround = 2;
constexpr Index columnsAround = 3;
constexpr double lensCell = 44;
constexpr double lensRow = 24; ///< a line of numbers: what lies under the lens is the picture

/// The indices from which on `count` neighbours of `middle` are shown, within `size`.
Index firstShown(Index middle, Index around, Index size) {
    return std::clamp<Index>(middle - around, 0, std::max<Index>(0, size - 2 * around - 1));
}
} // namespace

void paintMagnifier(QPainter& painter, const StepFrame& frame, QSizeF picture) {
    const Journey& journey = frame.model.right;
    const std::size_t move = frame.position.move;
    if (!frame.element || !frame.geometry.tokens.contains(journey.homeOf(*frame.element).token))
        return;
    // Of the tensor after the step where elements have arrived there, else of the one before.
    const bool after = frame.geometry.after && journey.follows(move) &&
                       (frame.position.progress >= 0.5 || move == journey.firstStep());
    const std::size_t step = after || move == 0 ? move : move - 1;
    const BlockGeometry& blocks =
        after ? frame.geometry.after->blocks : frame.geometry.before.blocks;
    if (!journey.follows(step) || frame.style.numbersFit(cellRect(blocks, PlacedBlock{}).size()))
        return;
    const double scale = frame.geometry.scale;
    const BlockArrangement& arrangement = blocks.arrangement();
    const PlacedBlock focus = arrangement.placeOf(journey.cellOf(step, *frame.element));
    const Index rows = std::min<Index>(2 * rowsAround + 1, arrangement.rows());
    const Index columns = std::min<Index>(2 * columnsAround + 1, arrangement.columns());
    const Index firstRow = firstShown(focus.row, rowsAround, arrangement.rows());
    const Index firstColumn = firstShown(focus.column, columnsAround, arrangement.columns());

    const Theme& theme = frame.style.theme();
    const double cell = std::max(lensCell * scale, frame.style.readableCell(scale));
    const double padding = 10 * scale;
    const double header = 44 * scale;
    const QFont small = textFont(12 * scale);
    const QString where = elementSentence(journey, *frame.element, frame.style.words());
    const QString offset = QString::fromStdString(
        offsetText(journey[step].tensor, journey.cellOf(step, *frame.element)));
    const QFont mono = numberFont(12 * scale);
    const double high = lensRow * scale;
    // The rows are those of the picture, which are called as there.
    const Tensor& tensor = journey[step].tensor;
    const Index sample = journey.homeOf(*frame.element).sample;
    QStringList names;
    double labels = 0;
    for (Index row = 0; row < rows; ++row) {
        const int axis = arrangement.rowAxis();
        names << (axis < 0 ? QString()
                           : frame.style.axisName(
                                 axisFamily(tensor.axes()[static_cast<std::size_t>(axis)]),
                                 arrangement.firstOf(axis) + firstRow + row, sample));
        labels = std::max(labels, QFontMetricsF(small).horizontalAdvance(names.back()));
    }
    labels += 8 * scale;
    const double width = std::max({labels + static_cast<double>(columns) * cell,
                                   QFontMetricsF(small).horizontalAdvance(where),
                                   QFontMetricsF(mono).horizontalAdvance(offset)}) +
                         2 * padding;
    const double height = static_cast<double>(rows) * high + header + 2 * padding;
    // Beside the element, on the side where there is room.
    const QRectF at = cellRect(blocks, focus);
    QRectF lens(at.right() + 18 * scale, at.center().y() - height / 2, width, height);
    if (lens.right() > picture.width() - 8)
        lens.moveRight(at.left() - 18 * scale);
    lens.moveLeft(std::max(8.0, lens.left()));
    lens.moveTop(std::clamp(lens.top(), 8.0, std::max(8.0, picture.height() - height - 8)));

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme.text, 1));
    painter.setBrush(theme.base);
    painter.drawRect(lens);
    painter.setFont(small);
    painter.setPen(theme.text);
    const QRectF words = lens.adjusted(padding, padding / 2, -padding, 0);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop, where);
    painter.setFont(mono);
    painter.setPen(theme.secondary);
    painter.drawText(words.translated(0, 20 * scale), Qt::AlignLeft | Qt::AlignTop, offset);
    CellBatch batch(frame.style);
    QRectF focused;
    for (Index row = 0; row < rows; ++row) {
        const double y = lens.top() + header + static_cast<double>(row) * high;
        painter.setFont(small);
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(lens.left() + padding, y, labels - 8 * scale, high),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                         names[static_cast<qsizetype>(row)]);
        for (Index column = 0; column < columns; ++column) {
            PlacedBlock place = focus;
            place.row = firstRow + row;
            place.column = firstColumn + column;
            const QRectF rect(lens.left() + padding + labels + static_cast<double>(column) * cell,
                              y, cell, high);
            const Index element = journey.elementAt(step, arrangement.cellOf(place));
            batch.add(element, rect);
            if (element == *frame.element)
                focused = rect;
        }
    }
    batch.paint(painter);
    paintFocusFrame(painter, focused, frame.elementLocked);
    painter.restore();
}

} // namespace headscope
