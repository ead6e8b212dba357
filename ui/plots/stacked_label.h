// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace headscope {

// A label over a narrow column whose characters stand upright below each other, as Chinese
// is written from top to bottom; Latin words are turned instead.

/// "机票 (2)" as "机", "票", "(2)": each Chinese character and each run of others in a line.
QStringList stackedLines(const QString& label);
/// Whether labels can be stacked: each has Chinese, and runs of others are short.
bool canStack(const QStringList& labels);
/// From line to line, in type of so many pixels.
constexpr double stackedPitch(double pixels) {
    return 1.1 * pixels;
}
/// Of the highest of them.
double stackedHeight(const QStringList& labels, double pixels);

} // namespace headscope
