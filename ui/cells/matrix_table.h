// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "painters/matrix_geometry.h"

#include <QStringList>

namespace headscope {

/// What a table of a drawn matrix needs beside where its cells lie; rows and columns are those of
/// the tensor, whichever way it is drawn.
struct MatrixWords {
    QString title;
    QStringList rows;
    QStringList columns;
    std::function<QString(Index row, Index column)> words;
    std::function<void(Index row, Index column)> choose;
    std::function<void(Index row, Index column)> visit;
    std::optional<MatrixGeometry::Position> asked = {};
};
/// Its rows are those that are seen: of a turned matrix the tensor's columns.
CellTable matrixTable(const MatrixGeometry& geometry, const MatrixWords& cells);

} // namespace headscope
