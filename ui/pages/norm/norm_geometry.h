// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_geometry.h"
#include "painters/number_type.h"

#include <optional>
#include <vector>

namespace headscope {

/// One norm of a matrix [tokens, features]: the matrix and what was taken of it.
struct NormSide {
    QRectF title;
    QRectF explanation; ///< empty in a low area
    QRectF columnAxis;  ///< empty in a lower one
    QRectF rowLabels;
    QRectF columnLabels;
    MatrixGeometry matrix;
    MatrixGeometry mean; ///< a column beside the rows (layer) or a row below (batch)
    MatrixGeometry variance;
    MatrixGeometry gain;  ///< γ, a row below all
    MatrixGeometry shift; ///< β
    bool layer = true;    ///< over the features of a token; else over the tokens of a feature
};

struct NormGeometryInput {
    QRectF area;
    std::vector<bool> sides; ///< true: layer norm, false: batch norm; from left to right
    Index rows = 0;
    Index columns = 0;
    double labelWidth = 0;
    double offerWidth = 0; ///< of the button that offers the other norm beside a single one
    double textScale = 1;
};

struct NormGeometry {
    std::vector<NormSide> sides;
    QRectF colourBar;
    QRectF offer; ///< of that button, in the line of the title
};

/// The most characters in a type that can be read; nothing where three do not fit.
std::optional<NumberType> typeFor(const MatrixGeometry& grid, double textScale);

NormGeometry layoutNorm(const NormGeometryInput& in);

} // namespace headscope
