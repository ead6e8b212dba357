// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/block_painter.h"

#include "pages/shapes/picture/axis_text.h"
#include "pages/shapes/picture/cell_batch.h"
#include "pages/shapes/shapes_words.h"
#include "painters/head_badge.h"
#include "type/fonts.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double smallestWords = 12; ///< pixels of what stands over a panel

std::optional<AxisFamily> familyOf(const Tensor& tensor, int axis) {
    if (axis < 0)
        return std::nullopt;
    return axisFamily(tensor.axes()[static_cast<std::size_t>(axis)]);
}

/// A name in the middle of a rectangle, with a badge where it is a head's.
/// `room` is how wide it may become.
void paintName(QPainter& painter, const QRectF& rect, double room, AxisFamily family, Index index,
               Index sample, bool quoted, const ElementStyle& style, double scale) {
    const QFont font = textFont(13 * scale);
    const QFontMetricsF metrics(font);
    QString name = style.axisName(family, index, sample);
    if (quoted)
        name = u'“' + name + u'”';
    const bool badge = family == AxisFamily::Heads && !quoted;
    const double side = 16 * scale;
    const double gap = 6 * scale;
    double width = metrics.horizontalAdvance(name) + (badge ? side + gap : 0);
    bool named = true;
    if (width > room) {
        // Too narrow for words: the number alone, or as much of a token's word as there is room.
        named = false;
        const bool word = name != axisLabel(family, index) && !quoted;
        name = word ? metrics.elidedText(name, Qt::ElideRight, room)
                    : QString::number(qint64{index} + 1);
        width = badge ? side : metrics.horizontalAdvance(name);
    }
    double x = std::round(rect.center().x() - width / 2);
    if (badge) {
        paintHeadBadge(painter, QRectF(x, std::round(rect.center().y() - side / 2), side, side),
                       static_cast<int>(index), style.theme().kind, 12 * scale);
        x += side + gap;
        if (!named)
            return;
    }
    painter.setFont(font);
    painter.setPen(style.theme().text);
    painter.drawText(QRectF(x, rect.top(), width, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     name);
}

void paintRowNames(QPainter& painter, const BlockGeometry& blocks, Index line, Index sample,
                   AxisFamily family, const ElementStyle& style, double scale) {
    const double pitch = blocks.measures().cellHeight;
    const double needed = 15 * scale;
    const auto step = static_cast<Index>(std::ceil(needed / pitch));
    const QFont font = textFont(13 * scale);
    painter.setFont(font);
    painter.setPen(style.theme().secondary);
    const Point corner = blocks.blockOrigin(line, 0);
    const Index first = blocks.arrangement().firstOf(blocks.arrangement().rowAxis());
    const double width = blocks.measures().label;
    for (Index row = 0; row < blocks.arrangement().rows(); row += step) {
        const QRectF rect(corner.x - width, corner.y + static_cast<double>(row) * pitch,
                          width - 8 * scale, pitch);
        painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                         QFontMetricsF(font).elidedText(style.axisName(family, first + row, sample),
                                                        Qt::ElideRight, rect.width()));
    }
}

/// Which heads the columns of a whole row belong to.
void paintColumnHeads(QPainter& painter, const BlockGeometry& blocks, Index line, Index heads,
                      const ElementStyle& style, double scale) {
    const Index columns = blocks.arrangement().columns() / heads;
    const Point corner = blocks.blockOrigin(line, 0);
    const double width = static_cast<double>(columns) * blocks.measures().cellWidth;
    if (width < 16 * scale)
        return;
    for (Index head = 0; head < heads; ++head) {
        const QRectF rect(corner.x + static_cast<double>(head) * width,
                          corner.y - blocks.measures().header, width,
                          blocks.measures().header - blocks.measures().lane);
        paintName(painter, rect, width - 4, AxisFamily::Heads, head, -1, false, style, scale);
    }
}

} // namespace

QRectF cellRect(const BlockGeometry& blocks, const PlacedBlock& place) {
    const Point corner = blocks.at(place);
    return {corner.x, corner.y, blocks.measures().cellWidth, blocks.measures().cellHeight};
}

QRectF cellRect(const BlockGeometry& blocks, const Cell& cell) {
    return cellRect(blocks, blocks.arrangement().placeOf(cell));
}

double axesWordsWidth(const Tensor& tensor, double scale) {
    return axesText(tensor.axes(), numberFont(smallestWords * scale)).width();
}

double panelWordsWidth(const Tensor& tensor, const QString& title, double scale) {
    return std::max(
        QFontMetricsF(textFont(smallestWords * scale, QFont::DemiBold)).horizontalAdvance(title),
        axesWordsWidth(tensor, scale));
}

void paintPanelWords(QPainter& painter, const DrawnTensor& panel, const Tensor& tensor,
                     const QString& title, const ElementStyle& style, double scale, bool wrong) {
    const Theme& theme = style.theme();
    const QFont titleFont = fittedFont(textFont(16 * scale, QFont::DemiBold), title,
                                       panel.title.width(), smallestWords * scale);
    painter.setFont(titleFont);
    painter.setPen(wrong ? theme.error : theme.text);
    painter.drawText(panel.title, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                     QFontMetricsF(titleFont).elidedText(
                         title, Qt::ElideRight, std::max(panel.title.width(), 140 * scale)));
    if (!panel.axes.isEmpty()) {
        AxisText axes = axesText(tensor.axes(), numberFont(15 * scale));
        if (axes.width() > panel.axes.width())
            axes.font = numberFont(smallestWords * scale);
        axes.paint(painter, {panel.axes.left(), panel.axes.top() + 15 * scale}, theme.secondary,
                   scale);
    }

    const BlockGeometry& blocks = panel.blocks;
    if (!blocks.isLabelled())
        return;
    const BlockArrangement& arrangement = blocks.arrangement();
    const auto rowFamily = familyOf(tensor, arrangement.rowAxis());
    const auto blockFamily = familyOf(tensor, arrangement.blockAxis());
    // Of batch·heads, the lines count samples.
    const bool merged =
        arrangement.lineAxis() >= 0 && arrangement.lineAxis() == arrangement.blockAxis();
    const auto lineFamily =
        merged ? std::optional(AxisFamily::Batch) : familyOf(tensor, arrangement.lineAxis());
    const Axis columnAxis = tensor.axes().back();
    const double header = blocks.measures().header;
    const double names = header - blocks.measures().lane;
    for (Index line = 0; line < arrangement.lines(); ++line) {
        const Point corner = blocks.lineOrigin(line);
        const Index sample = lineFamily == AxisFamily::Batch ? line : style.onlySample();
        double taken = corner.x; // by the name of the line
        if (lineFamily && (arrangement.lines() > 1 || *lineFamily != AxisFamily::Batch)) {
            const QString name = style.axisName(
                *lineFamily, arrangement.firstOf(arrangement.lineAxis()) + line, sample);
            painter.setFont(textFont(13 * scale));
            painter.setPen(theme.secondary);
            painter.drawText(QRectF(corner.x, corner.y, 80 * scale, names),
                             Qt::AlignLeft | Qt::AlignVCenter, name);
            taken += QFontMetricsF(painter.font()).horizontalAdvance(name) + 6 * scale;
        }
        if (rowFamily)
            paintRowNames(painter, blocks, line, sample, *rowFamily, style, scale);
        if (blockFamily) {
            const double width = blocks.blockExtent().width;
            const double room = width + blocks.measures().blockGap - 8 * scale;
            // A name is as wide to the left of its middle as to the right.
            const double beside =
                std::min(room, 2 * (blocks.blockOrigin(line, 0).x + width / 2 - taken));
            for (Index block = 0; block < arrangement.blocks(); ++block) {
                const Point top = blocks.blockOrigin(line, block);
                // Heads are named alike: all with the word, or all with the number alone.
                const bool first = block == 0 || *blockFamily == AxisFamily::Heads;
                const double free = first ? beside : room;
                paintName(painter, QRectF(top.x, top.y - header, width, names), free, *blockFamily,
                          arrangement.firstOf(arrangement.blockAxis()) + block, sample,
                          wrong && *blockFamily == AxisFamily::Heads, style, scale);
            }
        } else if (!wrong &&
                   (columnAxis == Axis::HeadsKeyDim || columnAxis == Axis::HeadsValueDim)) {
            paintColumnHeads(painter, blocks, line, style.heads(), style, scale);
        }
    }
}

void paintResting(QPainter& painter, const Journey& journey, std::size_t step,
                  const BlockGeometry& blocks, const ElementStyle& style) {
    CellBatch batch(style);
    const Tensor& tensor = journey[step].tensor;
    Cell cell(tensor.rank(), 0);
    do {
        if (blocks.arrangement().shows(cell))
            batch.add(journey.elementAt(step, cell), cellRect(blocks, cell));
    } while (advance(cell, tensor.shape()));
    batch.paint(painter);
}

void paintWrong(QPainter& painter, const ShapesModel& model, const BlockGeometry& blocks,
                const ElementStyle& style, double scale) {
    const Journey& wrong = *model.wrong;
    const std::size_t step = wrong.arrangedStep();
    paintResting(painter, wrong, step, blocks, style);

    // A frame around each run of misplaced neighbours of a row, a cross at its corner.
    std::vector<QRectF> runs;
    const BlockArrangement& arrangement = blocks.arrangement();
    PlacedBlock place;
    for (place.line = 0; place.line < arrangement.lines(); ++place.line) {
        for (place.block = 0; place.block < arrangement.blocks(); ++place.block) {
            for (place.row = 0; place.row < arrangement.rows(); ++place.row) {
                QRectF run;
                for (place.column = 0; place.column < arrangement.columns(); ++place.column) {
                    const bool misplaced =
                        misplaceOf(model.right, wrong, arrangement.cellOf(place)) != Misplace::None;
                    if (misplaced)
                        run = run.united(cellRect(blocks, place));
                    if (!misplaced || place.column + 1 == arrangement.columns()) {
                        if (!run.isNull())
                            runs.push_back(run);
                        run = {};
                    }
                }
            }
        }
    }
    const Theme& theme = style.theme();
    const double cell = blocks.measures().cellWidth;
    const double smaller = std::min(cell, blocks.measures().cellHeight);
    const double line = smaller >= 18 ? 2 : 1; // beside the digits, and not on them
    painter.save();
    if (smaller < 6) {
        // Frames would cover the cells: hatched like the blocks of a crowd.
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(theme.error, Qt::BDiagPattern));
        painter.drawRects(runs.data(), static_cast<int>(runs.size()));
        painter.restore();
        return;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.error, line, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (QRectF& run : runs)
        run = run.adjusted(line / 2, line / 2, -1 - line / 2, -1 - line / 2);
    painter.drawRects(runs.data(), static_cast<int>(runs.size()));
    const double side = 14 * scale;
    if (smaller >= side * 1.6) {
        painter.setRenderHint(QPainter::Antialiasing);
        for (const QRectF& run : runs) {
            // At the corner, outside of the digits.
            const QRectF badge(std::round(run.right() - side / 2), std::round(run.top() - side / 2),
                               side, side);
            painter.fillRect(badge, theme.error);
            const QRectF cross =
                badge.adjusted(side * 0.28, side * 0.28, -side * 0.28, -side * 0.28);
            painter.setPen(QPen(textColourOn(theme.error.rgb()), 1.6 * scale));
            painter.drawLine(cross.topLeft(), cross.bottomRight());
            painter.drawLine(cross.topRight(), cross.bottomLeft());
        }
    }
    painter.restore();
}

} // namespace headscope
