// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/heads_row.h"

#include "painters/matrix_painter.h"
#include "timeline/easing.h"
#include "type/fonts.h"
#include "type/math_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// Which cell of which head the asked cell of the result is.
struct CellOfHead {
    std::size_t head = 0;
    MatrixGeometry::Position place;
};

CellOfHead cellOfHead(const StepPicture& picture, const MatrixGeometry::Position& asked,
                      bool joined) {
    if (!joined)
        return {static_cast<std::size_t>(picture.head), asked};
    const Index width = picture.heads.front().panel.matrix.size(1);
    return {static_cast<std::size_t>(asked.column / width), {asked.row, asked.column % width}};
}

/// What the stop does in a sentence, where no words above the picture say it.
QString noteOf(const StepScene& scene) {
    if (!scene.display.presentation)
        return {};
    return scene.picture->stop.form == StepForm::Joining
               ? StepsPictureWords::tr("No number changes: the heads stand side by side.")
               : StepsPictureWords::tr("No number changes. The page Shapes shows what this does in "
                                       "memory.");
}

} // namespace

HeadsRow layoutHeadsRow(const QRectF& area, const StepScene& scene, const StepMoment& moment,
                        double s) {
    const StepPicture& picture = *scene.picture;
    HeadsRow row;
    row.joined = picture.stop.form == StepForm::Joining;
    const auto count = static_cast<double>(picture.heads.size());
    const Tensor& first = picture.heads.front().panel.matrix;
    const Index rows = first.size(0);
    const Index columns = first.size(1);
    const double moved = eased(Easing::Smooth, moment.progress);
    const double apart = picture.stop.form == StepForm::Rearranging ? 1
                         : row.joined                               ? 1 - moved
                                                                    : moved;
    row.rowWords =
        wordsWidth(picture.heads.front().rowWords, s, std::min(120 * s, area.width() / 6));
    const double words = row.rowWords + 16 * s;
    const double name = 26 * s;
    row.columnWords = 24 * s;
    const double scaleHeight = 24 * s;
    const double gap = std::min(32 * s, 0.25 * (area.width() - words) / count) * apart;
    const double widest = std::min(32 * s, 0.25 * (area.width() - words) / count);
    const double room = (area.width() - words - widest * (count - 1)) / count;
    std::optional<CellOfHead> asked;
    if (moment.cell && moment.cell->asked)
        asked = cellOfHead(picture, moment.cell->place, row.joined);
    const LensPitch across = stepsAcross(scene, s);
    const LensPitch down = stepsDown(scene, s);
    const double top = area.top() + name + row.columnWords + 8 * s;
    const double height = area.bottom() - scaleHeight - 14 * s - top;
    double x = area.left() + words;
    const double end = area.top() + name;
    row.name = QRectF(area.left() + words, area.top(), area.right() - area.left() - words, name);
    for (std::size_t i = 0; i < picture.heads.size(); ++i) {
        LensMatrix head;
        // All alike, so that they fit each other.
        head.x = lensAxis(x, columns, room, across, std::nullopt);
        head.y = lensAxis(top, rows, height, down,
                          asked ? std::optional(asked->place.row) : std::nullopt);
        const double width = head.x.start(head.x.end) - x;
        row.names.push_back(QRectF(x, end, width, row.columnWords));
        row.heads.push_back(head);
        x += width + gap;
    }
    const double bottom = row.heads.front().y.start(row.heads.front().y.end) + 12 * s;
    const double scaleWidth = noteOf(scene).isEmpty() ? area.width() : 0.5 * area.width();
    row.scale = QRectF(area.left() + words, bottom, scaleWidth - words, scaleHeight);
    row.note = QRectF(row.scale.right() + 12 * s, bottom, area.right() - row.scale.right() - 12 * s,
                      scaleHeight);
    return row;
}

std::optional<MatrixGeometry::Position> HeadsRow::cellAt(QPointF point,
                                                         const StepPicture& picture) const {
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const auto place = heads[i].cellAt(point);
        if (!place)
            continue;
        if (joined)
            return MatrixGeometry::Position{place->row, static_cast<Index>(i) * heads[i].x.count +
                                                            place->column};
        if (static_cast<int>(i) == picture.head)
            return MatrixGeometry::Position{place->row, place->column};
    }
    return std::nullopt;
}

std::optional<QRectF> HeadsRow::around(const CellSpan& cells, const StepPicture& picture) const {
    if (!joined)
        return heads[static_cast<std::size_t>(picture.head)].around(
            cells.firstRow, cells.endRow, cells.firstColumn, cells.endColumn);
    std::optional<QRectF> all;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const Index before = static_cast<Index>(i) * heads[i].x.count;
        const auto part = heads[i].around(cells.firstRow, cells.endRow, cells.firstColumn - before,
                                          cells.endColumn - before);
        if (part)
            all = all ? all->united(*part) : *part;
    }
    return all;
}

void paintHeadsRow(QPainter& painter, const HeadsRow& geometry, const StepScene& scene,
                   const StepMoment& moment, double s) {
    const StepPicture& picture = *scene.picture;
    const LensLook look = lensLook(scene, s);
    std::optional<CellOfHead> asked;
    if (moment.cell && moment.cell->asked)
        asked = cellOfHead(picture, moment.cell->place, geometry.joined);
    const StepMatrix& whole =
        geometry.joined || picture.operands.empty() ? picture.result : picture.operands.front();
    paintMatrixName(painter, geometry.name, geometry.joined ? whole : picture.result,
                    (geometry.joined ? whole : picture.result).axes, look);
    for (std::size_t i = 0; i < geometry.heads.size(); ++i) {
        const QRectF& place = geometry.names[i];
        const QColor colour = headColour(static_cast<int>(i), scene.display.theme);
        painter.fillRect(QRectF(place.left(), place.bottom() - 2 * s, place.width(), 4 * s),
                         colour);
        const QString number = QString::number(i + 1);
        painter.setFont(textFont(13 * s, QFont::DemiBold));
        const QString text = StepsPictureWords::tr("head %1").arg(number);
        const double width = QFontMetricsF(painter.font()).horizontalAdvance(text);
        painter.setPen(look.colours->text);
        painter.drawText(place.adjusted(0, 0, 0, -4 * s), Qt::AlignCenter,
                         width < place.width() ? text : number);
        paintLens(painter, geometry.heads[i], picture.heads[i], look);
    }
    paintRowWords(painter, geometry.heads.front(), picture.heads.front().rowWords,
                  geometry.rowWords, asked ? std::optional(asked->place.row) : std::nullopt, look);
    paintStepScales(painter, geometry.scale, scene, s);
    paintNote(painter, geometry.note, Qt::AlignRight, noteOf(scene), look);
    if (asked && asked->head < geometry.heads.size()) {
        const LensMatrix& head = geometry.heads[asked->head];
        if (head.y.shows(asked->place.row) && head.x.shows(asked->place.column))
            paintLockFrame(painter, head.cell(asked->place.row, asked->place.column));
    }
}

} // namespace headscope
