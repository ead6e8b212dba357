// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace headscope {

/// The place that axisLabels() writes behind a word that occurs twice: " (7)" of "the (7)"; empty
/// where there is none.
QString labelPlace(const QString& label);
/// The word alone: "the".
QString withoutPlace(const QString& label);

} // namespace headscope
