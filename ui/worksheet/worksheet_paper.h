// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>

#include <cstdint>

namespace headscope {

enum class WorksheetPaper : std::uint8_t { A4, Letter };
/// In half points, upright.
QSizeF paperSize(WorksheetPaper paper);

} // namespace headscope
