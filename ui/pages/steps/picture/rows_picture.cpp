// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/rows_picture.h"

#include "painters/matrix_painter.h"
#include "timeline/easing.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// The terms of one row of the result: a weight and a row of the right matrix each, a bias last.
struct RowTerms {
    const StepPicture& picture;
    Index row = 0;

    const Tensor& left() const { return picture.operands[0].panel.matrix; }
    const Tensor& right() const { return picture.operands[1].panel.matrix; }
    bool hasBias() const { return picture.operands.size() > 2; }
    std::size_t products() const { return static_cast<std::size_t>(left().size(1)); }
    std::size_t count() const { return products() + (hasBias() ? 1 : 0); }
    double weight(std::size_t term) const {
        return term < products() ? static_cast<double>(left()(row, static_cast<Index>(term))) : 1;
    }
    double product(std::size_t term, Index column) const {
        const auto i = static_cast<Index>(term);
        return term < products()
                   ? static_cast<double>(left()(row, i)) * static_cast<double>(right()(i, column))
                   : static_cast<double>(picture.operands[2].panel.matrix(0, column));
    }
    /// The sum of the first `done` terms; of all the trace's own number.
    float sum(std::size_t done, Index column) const {
        if (done == count())
            return picture.result.panel.matrix(row, column);
        return static_cast<float>(
            partialProduct(left(), right(), row, column, std::min(done, products())));
    }
};

/// How far the sum of `count` terms is: as partialCell() has it.
PartialCell partialRow(std::size_t count, double progress) {
    Explanation terms;
    terms.terms.resize(count);
    return partialCell(terms, progress);
}

/// Where the band of each term lies in the stack.
std::vector<QRectF> bandsOf(const RowTerms& terms, const QRectF& stack) {
    double all = 0;
    for (std::size_t i = 0; i < terms.count(); ++i) {
        const double weight = std::abs(terms.weight(i));
        all += std::isfinite(weight) ? weight : 0;
    }
    std::vector<QRectF> bands;
    double y = stack.top();
    for (std::size_t i = 0; i < terms.count(); ++i) {
        const double weight = std::abs(terms.weight(i));
        const double height = all > 0 && std::isfinite(weight) ? stack.height() * weight / all : 0;
        bands.push_back(QRectF(stack.left(), y, stack.width(), height));
        y += height;
    }
    return bands;
}

/// One term as a row of cells, of any height.
void paintBand(QPainter& painter, const QRectF& rect, const LensAxis& columns,
               const RowTerms& terms, std::size_t term, const LensLook& look, bool weighted) {
    if (rect.height() < 0.3)
        return;
    const StepMatrix& of = terms.picture.operands[term < terms.products() ? 1 : 2];
    for (Index column = columns.first; column < columns.end; ++column) {
        const double x = rect.left() + columns.start(column) - columns.origin;
        const QRectF cell(x, rect.top(), columns.size(column),
                          rect.height() > 4 ? rect.height() - 1 : rect.height());
        const double value =
            weighted ? terms.product(term, column)
                     : static_cast<double>(of.panel.matrix(
                           term < terms.products() ? static_cast<Index>(term) : 0, column));
        paintNumberCell(painter, cell, of, static_cast<float>(value), 0, look, false);
    }
}

} // namespace

RowMoment rowMoment(const StepScene& scene, const StepMoment& moment) {
    if (scene.asked)
        return {scene.asked->row, moment.progress};
    const Index rows = scene.picture->result.panel.matrix.size(0);
    if (moment.progress >= 1)
        return {rows - 1, 1};
    const Index row =
        std::min(rows - 1, static_cast<Index>(moment.progress * static_cast<double>(rows)));
    return {row, sweptProgress(moment.progress, row, rows)};
}

RowsGeometry layoutRows(const QRectF& area, const StepScene& scene, const StepMoment& moment,
                        double s) {
    const StepPicture& picture = *scene.picture;
    const RowMoment now = rowMoment(scene, moment);
    const RowTerms terms{picture, now.row};
    RowsGeometry geometry;
    const Index inner = static_cast<Index>(terms.products());
    const Index columns = terms.right().size(1);
    const auto term = std::min<Index>(
        static_cast<Index>(partialRow(terms.count(), now.progress).current), inner - 1);
    const std::optional<Index> column =
        scene.asked ? std::optional(scene.asked->column) : std::nullopt;
    const double name = 26 * s;
    const double gap = 40 * s;
    geometry.columnWords = 24 * s;
    geometry.rowWords =
        wordsWidth(picture.operands[1].rowWords, s, std::min(120 * s, area.width() / 6));
    const double words = geometry.rowWords + 16 * s;
    const double scaleHeight = 24 * s;
    const LensPitch across = stepsAcross(scene, s);
    const LensPitch down = stepsDown(scene, s);
    const double weightWidth = 56 * s;
    const double room = (area.width() - words - weightWidth - 2 * gap) / 2;
    const double top = area.top() + name + geometry.columnWords;
    const double height = area.bottom() - scaleHeight - 14 * s - top;
    const LensAxis innerDown = lensAxis(top, inner, height, down, term);
    geometry.weights.x = lensAxis(area.left() + words, 1, weightWidth, across, std::nullopt);
    geometry.weights.y = innerDown;
    const double rightLeft = area.left() + words + weightWidth + gap;
    geometry.right = {lensAxis(rightLeft, columns, room, across, column), innerDown};
    const double stackLeft = geometry.right.x.start(geometry.right.x.end) + gap;
    geometry.columns = lensAxis(stackLeft, columns, room, across, column);
    const double width = geometry.columns.length();
    const double sumHeight = 40 * s;
    const double most = std::max(60 * s, innerDown.length() - sumHeight - 34 * s);
    geometry.stack = QRectF(stackLeft, top, width, std::min(most, 260 * s));
    const double sumTop = geometry.stack.bottom() + 30 * s;
    geometry.sum = {geometry.columns, lensAxis(sumTop, 1, sumHeight, down, std::nullopt)};
    geometry.sumWord = QRectF(stackLeft, sumTop - 26 * s, std::max(width, 200 * s), 24 * s);
    geometry.weightsName = QRectF(area.left(), area.top(), words + weightWidth + gap - 8 * s, name);
    geometry.rightName = QRectF(rightLeft, area.top(), stackLeft - rightLeft - 8 * s, name);
    geometry.stackName = QRectF(stackLeft, area.top(), area.right() - stackLeft, name);
    const double bottom =
        std::min(std::max(innerDown.start(innerDown.end), sumTop + sumHeight) + 12 * s,
                 area.bottom() - scaleHeight);
    geometry.scale = QRectF(area.left() + words, bottom, 0.6 * area.width() - words, scaleHeight);
    geometry.note = QRectF(geometry.scale.right() + 12 * s, bottom,
                           area.right() - geometry.scale.right() - 12 * s, scaleHeight);
    return geometry;
}

void paintRows(QPainter& painter, const RowsGeometry& geometry, const StepScene& scene,
               const StepMoment& moment, double s) {
    const StepPicture& picture = *scene.picture;
    const RowMoment now = rowMoment(scene, moment);
    const RowTerms terms{picture, now.row};
    const LensLook look = lensLook(scene, s);
    const Theme& colours = *look.colours;
    const StepMatrix& left = picture.operands[0];
    const StepMatrix& right = picture.operands[1];
    const PartialCell partial = partialRow(terms.count(), now.progress);
    const std::vector<QRectF> bands = bandsOf(terms, geometry.stack);
    const auto current = partial.current < terms.products()
                             ? std::optional(static_cast<Index>(partial.current))
                             : std::nullopt;

    // The weights of the row, one below the other.
    for (Index i = geometry.weights.y.first; i < geometry.weights.y.end; ++i)
        paintNumberCell(painter, geometry.weights.cell(i, 0), left, left.panel.matrix(now.row, i),
                        left.panel.scaleRow(now.row, i), look, current == i);
    paintRowWords(painter, geometry.weights, right.rowWords, geometry.rowWords, current, look);
    const QString row = StepsPictureWords::tr("row “%1”").arg(left.rows.value(now.row));
    painter.setFont(textFont(14 * s, QFont::DemiBold));
    painter.setPen(colours.text);
    drawElidedText(painter, geometry.weightsName, Qt::AlignRight | Qt::AlignVCenter, row);
    paintLens(painter, geometry.right, right, look);
    paintMatrixName(painter, geometry.rightName, right, right.axes, look);
    const std::optional<Index> column =
        scene.asked ? std::optional(scene.asked->column) : std::nullopt;
    paintColumnWords(painter, geometry.right, right.columnWords, geometry.columnWords, column,
                     look);
    painter.setFont(textFont(14 * s));
    painter.setPen(colours.secondary);
    drawElidedText(painter, geometry.stackName, Qt::AlignLeft | Qt::AlignVCenter,
                   StepsPictureWords::tr("weight × row, as high as the weight"));

    // What has arrived, and what is on its way.
    painter.setPen(QPen(colours.hairline, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(geometry.stack.adjusted(-0.5, -0.5, 0.5, 0.5));
    double painted = geometry.stack.top();
    for (std::size_t i = 0; i < std::min(partial.done, terms.count()); ++i) {
        if (i == partial.current || bands[i].bottom() - painted < 1)
            continue; // of many bands within a pixel one is seen
        QRectF band = bands[i];
        if (band.height() < 1)
            band.setTop(painted);
        paintBand(painter, band, geometry.columns, terms, i, look, true);
        painted = band.bottom();
    }
    if (partial.current < terms.count()) {
        const double arrived = eased(Easing::Smooth, std::min(1.0, 2 * partial.portion));
        QRectF from = bands[partial.current];
        from.moveLeft(geometry.right.x.origin);
        if (current && geometry.right.y.shows(*current))
            from = geometry.right.row(*current);
        const QRectF& to = bands[partial.current];
        const QRectF at(from.left() + (to.left() - from.left()) * arrived,
                        from.top() + (to.top() - from.top()) * arrived, to.width(),
                        from.height() + (to.height() - from.height()) * arrived);
        // In flight it passes under the numbers.
        LensLook flying = look;
        flying.values = look.values && arrived >= 1;
        paintBand(painter, at, geometry.columns, terms, partial.current, flying, arrived >= 1);
        if (current && geometry.weights.y.shows(*current))
            paintLockFrame(painter, geometry.weights.cell(*current, 0));
    }

    // The sum of it.
    painter.setFont(textFont(13 * s, QFont::DemiBold));
    painter.setPen(colours.text);
    const QString said =
        partial.done == terms.count()
            ? StepsPictureWords::tr("sum")
            : StepsPictureWords::tr("so far: %1 of %2 rows").arg(partial.done).arg(terms.count());
    drawElidedText(painter, geometry.sumWord, Qt::AlignLeft | Qt::AlignVCenter, said);
    for (Index c = geometry.sum.x.first; c < geometry.sum.x.end; ++c) {
        const QRectF cell = geometry.sum.cell(0, c);
        if (partial.done == 0) {
            painter.fillRect(cell, colours.hairline);
            painter.fillRect(cell.adjusted(1, 1, -1, -1), colours.base);
            continue;
        }
        paintNumberCell(painter, cell, picture.result, terms.sum(partial.done, c), now.row, look,
                        column == c);
    }
    if (column && geometry.sum.x.shows(*column))
        paintLockFrame(painter, geometry.sum.cell(0, *column));
    paintStepScales(painter, geometry.scale, scene, s);
    paintNote(painter, geometry.note, Qt::AlignRight,
              leftOutText({&geometry.right}, column.has_value(), look), look);
}

} // namespace headscope
