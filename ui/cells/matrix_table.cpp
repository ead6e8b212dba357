// SPDX-License-Identifier: GPL-3.0-or-later
#include "cells/matrix_table.h"

namespace headscope {

CellTable matrixTable(const MatrixGeometry& geometry, const MatrixWords& cells) {
    const bool turned = geometry.turned;
    const auto inTensor = [turned](const CellPlace& place) {
        return turned ? MatrixGeometry::Position{place.column, place.row}
                      : MatrixGeometry::Position{place.row, place.column};
    };
    CellTable table;
    table.title = cells.title;
    table.rows = geometry.down();
    table.columns = geometry.across();
    table.rowName = [names = turned ? cells.columns : cells.rows](Index row) {
        return names.value(row);
    };
    table.columnName = [names = turned ? cells.rows : cells.columns](Index column) {
        return names.value(column);
    };
    table.words = [inTensor, words = cells.words](const CellPlace& place) {
        const auto at = inTensor(place);
        return words(at.row, at.column);
    };
    table.rect = [inTensor, geometry](const CellPlace& place) {
        const auto at = inTensor(place);
        return geometry.cellRect(at.row, at.column);
    };
    table.at = [turned, geometry](QPointF point) -> std::optional<CellPlace> {
        const auto at = geometry.cellAt(point);
        if (!at)
            return std::nullopt;
        return turned ? CellPlace{at->column, at->row} : CellPlace{at->row, at->column};
    };
    const auto inPlace = [inTensor](const std::function<void(Index row, Index column)>& does) {
        return [inTensor, does](const CellPlace& place) {
            const auto at = inTensor(place);
            does(at.row, at.column);
        };
    };
    table.choose = inPlace(cells.choose);
    table.visit = inPlace(cells.visit);
    if (cells.asked && cells.asked->row < geometry.rows && cells.asked->column < geometry.columns)
        table.asked = turned ? CellPlace{cells.asked->column, cells.asked->row}
                             : CellPlace{cells.asked->row, cells.asked->column};
    return table;
}

} // namespace headscope
