// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/steps_geometry.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// One matrix of the row: how many columns and rows, and the words at its rows.
struct CellsPart {
    Index rows = 0;
    Index columns = 0;
};

} // namespace

CellsGeometry layoutCells(const QRectF& area, const StepScene& scene, const StepMoment& moment,
                          double s) {
    const StepPicture& picture = *scene.picture;
    CellsGeometry geometry;
    std::vector<CellsPart> parts;
    for (const StepMatrix& operand : picture.operands)
        parts.push_back({operand.panel.matrix.size(0), operand.panel.matrix.size(1)});
    const Tensor& result = picture.result.panel.matrix;
    parts.push_back({result.size(0), result.size(1)});

    const bool asked = moment.cell && moment.cell->asked;
    const auto focusIn = [&](Index place, Index count) -> std::optional<Index> {
        return asked ? std::optional(std::min(place, count - 1)) : std::nullopt;
    };
    const double name = 26 * s;
    const double columnWords = geometry.columnWords = 24 * s;
    const double sign = 34 * s;
    const double lineHeight = 64 * s;
    const double scaleHeight = 24 * s;
    geometry.rowWords = wordsWidth(picture.result.rowWords, s, std::min(120 * s, area.width() / 6));
    const double words = geometry.rowWords + 16 * s;
    const LensPitch across = stepsAcross(scene, s);
    const LensPitch down = stepsDown(scene, s);

    const double roomX = area.width() - words - sign * static_cast<double>(parts.size() - 1);
    const double roomY = area.height() - name - columnWords - lineHeight - scaleHeight - 20 * s;
    Index allColumns = 0;
    Index rows = 0;
    for (const CellsPart& part : parts) {
        allColumns += part.columns;
        rows = std::max(rows, part.rows);
    }
    // Narrow parts keep their width, the wide ones share the rest.
    std::vector<double> widths(parts.size());
    const double even = std::floor(roomX / static_cast<double>(allColumns));
    double narrow = 0;
    Index wideColumns = 0;
    for (const CellsPart& part : parts) {
        if (part.columns <= 2)
            narrow += static_cast<double>(part.columns) * across.most;
        else
            wideColumns += part.columns;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto columns = static_cast<double>(parts[i].columns);
        if (even >= across.readable)
            widths[i] = columns * std::min(even, across.most);
        else if (parts[i].columns <= 2)
            widths[i] = columns * across.most;
        else
            widths[i] = (roomX - narrow) * columns / static_cast<double>(wideColumns);
    }
    const double top = area.top() + name + columnWords;
    double x = area.left() + words;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const CellsPart& part = parts[i];
        LensMatrix lens;
        const Index askedColumn = asked ? moment.cell->place.column : 0;
        const Index askedRow = asked ? moment.cell->place.row : 0;
        lens.x = lensAxis(x, part.columns, widths[i], across, focusIn(askedColumn, part.columns));
        const double height =
            part.rows == rows ? roomY : std::min(roomY, static_cast<double>(part.rows) * down.most);
        lens.y = lensAxis(top, part.rows, height, down, focusIn(askedRow, part.rows));
        // A row for all rows stands in the middle of them.
        const double nameWidth = std::max(lens.x.start(lens.x.end) - x, 90 * s);
        geometry.names.push_back(QRectF(x, area.top(), nameWidth, name));
        if (i + 1 < parts.size())
            geometry.operands.push_back(lens);
        else
            geometry.result = lens;
        x = lens.x.start(lens.x.end);
        if (i + 1 < parts.size()) {
            geometry.signs.push_back(QRectF(x, top, sign, 40 * s));
            x += sign;
        }
    }
    const double middle = geometry.result.bounds().center().y();
    for (QRectF& place : geometry.signs)
        place.moveCenter({place.center().x(), middle});
    const double bottom = geometry.result.y.start(geometry.result.y.end);
    geometry.line = QRectF(area.left(), bottom + 14 * s, area.width(), lineHeight - 16 * s);
    geometry.scale = QRectF(area.left() + words, geometry.line.bottom() + 8 * s,
                            area.width() * 0.6 - words, scaleHeight);
    geometry.note = QRectF(geometry.scale.right() + 12 * s, geometry.scale.top(),
                           area.right() - geometry.scale.right() - 12 * s, scaleHeight);
    return geometry;
}

CellsGeometry layoutStack(const QRectF& area, const StepScene& scene, const StepMoment& moment,
                          double s) {
    const StepMatrix& operand = scene.picture->operands.front();
    CellsGeometry geometry;
    geometry.stacked = true;
    const Index rows = operand.panel.matrix.size(0);
    const Index columns = operand.panel.matrix.size(1);
    const bool asked = moment.cell && moment.cell->asked;
    const auto row = asked ? std::optional(moment.cell->place.row) : std::nullopt;
    const auto column = asked ? std::optional(moment.cell->place.column) : std::nullopt;
    const double name = 26 * s;
    const double columnWords = geometry.columnWords = 24 * s;
    const double scaleHeight = 24 * s;
    const double gap = 14 * s;
    geometry.rowWords =
        wordsWidth(scene.picture->result.rowWords, s, std::min(120 * s, area.width() / 5));
    const double words = geometry.rowWords + 16 * s;
    const LensPitch across = stepsAcross(scene, s);
    const LensPitch down = stepsDown(scene, s);
    const double noteHeight = scaleHeight - 4 * s;
    const double wide = area.width() - words - 16 * s;
    double room = (area.height() - 2 * name - columnWords - gap - scaleHeight - 12 * s) / 2;
    // Where not all numbers can be read, a line below says so.
    if (static_cast<double>(rows) * down.readable > room ||
        static_cast<double>(columns) * across.readable > wide)
        room -= noteHeight / 2;
    const LensAxis x = lensAxis(area.left() + words, columns, wide, across, column);
    const double top = area.top() + name + columnWords;
    LensMatrix above{x, lensAxis(top, rows, room, down, row)};
    const double below = above.y.start(above.y.end) + gap + name;
    geometry.operands.push_back(above);
    geometry.result = {x, lensAxis(below, rows, room, down, row)};
    geometry.names = {QRectF(x.origin, area.top(), area.right() - x.origin, name),
                      QRectF(x.origin, below - name, area.right() - x.origin, name)};
    const double bottom = geometry.result.y.start(geometry.result.y.end) + 10 * s;
    geometry.scale = QRectF(x.origin, bottom, area.right() - x.origin, scaleHeight);
    geometry.note = QRectF(area.left(), bottom + scaleHeight, area.width(), noteHeight);
    return geometry;
}

} // namespace headscope
