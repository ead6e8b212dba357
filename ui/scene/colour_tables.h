// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRgb>

#include <array>

namespace headscope {

/// Opaque sRGB from the lowest to the highest value. viridis and magma: CC0
/// (Smith, van der Walt 2015); cividis: Nuñez, Anderton, Renslow 2018.
extern const std::array<QRgb, 256> viridisTable;
extern const std::array<QRgb, 256> cividisTable;
extern const std::array<QRgb, 256> magmaTable;

} // namespace headscope
