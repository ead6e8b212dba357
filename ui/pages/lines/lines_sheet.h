// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"
#include "figure/figure_text.h"
#include "pages/lines/lines_geometry.h"
#include "pages/lines/lines_picture.h"

namespace headscope {

/// The words of tokens as they stand in their columns: cut where they are too long, but not so that
/// different ones look alike.
struct LinesLabels {
    QStringList queries;
    QStringList keys;
    QStringList names; ///< of the queries, at the rows of the table
};
LinesLabels linesLabels(const LinesPicture& picture, const QStringList& queryWords,
                        const QStringList& keyWords, const LinesGeometry& geometry);
/// How wide the widest word is, in the type of an asked token.
double widestToken(const QStringList& words, double textScale);

/// All that a drawing of the Lines page is a function of. Window, projector and paper differ in
/// what stands here.
struct LinesDrawingInput {
    const LinesPicture& picture;
    const LinesGeometry& geometry;
    const AskedToken* asked = nullptr;
    ThemeKind theme = ThemeKind::Light;
    LinesLabels labels{};
    QString title{};
    QString subtitle{};
    bool subtitleBelow = false;      ///< in a line of its own; else behind the title
    QString sentence{};              ///< in the place of what the heads have learnt
    std::optional<PanelCell> cell{}; ///< whose number is marked
    int titlePixels = 20;            ///< times the text's scale
    int leastPixels = 1;             ///< no type is smaller
};

/// What lies in the rows and scrolls with them: tokens, the numbers beside them, and pins.
void paintLinesRows(FigureCanvas& canvas, const LinesDrawingInput& input);
/// Title, names of the columns, sums and legend.
void paintLinesFrame(FigureCanvas& canvas, const LinesDrawingInput& input);

/// Which tokens of a side are written: where there is no room for all of them, the asked one, those
/// that its strongest lines lead to, and others at even distances.
std::vector<int> writtenTokens(const LinesDrawingInput& input, LinesSide side);
/// Pins on the lines of typed weights, near the side that is not asked, where lines are apart;
/// none where rows are too low.
std::vector<std::vector<QPointF>> linePins(const LinesDrawingInput& input);
/// Those before the numbers of a row of the table.
std::vector<std::vector<QPointF>> numberPins(const LinesDrawingInput& input, int row);
/// Of the type of tokens, and how wide the numbers of the table are, bars under them too; times the
/// text's scale.
inline constexpr double tokenPixels = 14;
inline constexpr double numberSlot = 42;
/// The colour of a track: that of its head, grey for the mean.
QColor trackColour(const LinesTrack& track, const Theme& theme);

} // namespace headscope
