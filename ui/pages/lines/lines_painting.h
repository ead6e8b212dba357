// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/lines/lines_geometry.h"
#include "pages/lines/lines_picture.h"

#include <QImage>

class QPainter;

namespace headscope {

/// All that the picture of the Lines page is a function of.
struct LinesSheet {
    const LinesPicture& picture;
    const LinesGeometry& geometry;
    const AskedToken* asked = nullptr;
    std::optional<PanelCell> cell; ///< whose number is asked
    ThemeKind theme = ThemeKind::Light;
    QString sentence{}; ///< below the title: what the heads have learnt, or what is asked
    bool presented = false;
};

/// The lines of everybody in the room of `geometry.lines`, with so many pixels for each logical
/// one; `faded`: somebody is asked.
QImage allLines(const LinesSheet& sheet, double ratio, bool faded);
/// The same with the lines of the asked token over them.
QImage withAskedLines(QImage lines, const LinesSheet& sheet);
/// Which tokens of a side are written: where there is no room for all of them, the asked one, those
/// that its strongest lines lead to, and others at even distances.
std::vector<int> writtenTokens(const LinesSheet& sheet, LinesSide side);
/// Pins on the lines of typed weights, near the side that is not asked, where lines are apart;
/// none where rows are too low.
std::vector<std::vector<QPointF>> linePins(const LinesSheet& sheet);
/// Around each the ground is seen, so many pixels wide in all, times the text's scale.
inline constexpr double linePinEdge = 3;
/// Those before the numbers of a row of the table.
std::vector<std::vector<QPointF>> numberPins(const LinesSheet& sheet, int row);
/// In the window.
void paintLinePins(QPainter& painter, const LinesSheet& sheet);
/// The tokens of both sides.
void paintTokens(QPainter& painter, const LinesSheet& sheet);
/// The numbers beside them and their sums.
void paintTable(QPainter& painter, const LinesSheet& sheet);
/// Title, names of the columns, legend.
void paintSurround(QPainter& painter, const LinesSheet& sheet);

/// The colour of a track: that of its head, grey for the mean.
QColor trackColour(const LinesTrack& track, const Theme& theme);

} // namespace headscope
