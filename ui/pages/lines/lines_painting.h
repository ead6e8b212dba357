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
    QString sentence{}; ///< of presentation mode: what the asked number is
};

/// The lines of everybody in the room of `geometry.lines`, with so many pixels for each logical
/// one; `faded`: somebody is asked.
QImage allLines(const LinesSheet& sheet, double ratio, bool faded);
/// The same with the lines of the asked token over them.
QImage withAskedLines(QImage lines, const LinesSheet& sheet);
/// Which tokens of a side are written: where there is no room for all of them, the asked one, those
/// that its strongest lines lead to, and others at even distances.
std::vector<int> writtenTokens(const LinesSheet& sheet, LinesSide side);
/// The tokens of both sides.
void paintTokens(QPainter& painter, const LinesSheet& sheet);
/// The numbers beside them and their sums.
void paintTable(QPainter& painter, const LinesSheet& sheet);
/// Title, names of the columns, legend.
void paintSurround(QPainter& painter, const LinesSheet& sheet);

/// The colour of a track: that of its head, grey for the mean.
QColor trackColour(const LinesTrack& track, const Theme& theme);

} // namespace headscope
