// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/difference.h"

#include <QString>

namespace headscope {

/// A change in words: what changed, and from what to what.
struct ChangeText {
    QString subject; ///< "X[北京, 2]", "causal mask"
    QString change;  ///< "0.8 → 2.4", "off → on"
};

/// Of a change that changesBetween(from, to) gave.
ChangeText changeText(const ExperimentChange& change, const Experiment& from, const Experiment& to);

} // namespace headscope
