// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/axis.h"
#include "trace/tensor_name.h"

#include <QColor>
#include <QRgb>

#include <optional>

namespace headscope {

/// Those of weights, as settings number them, and behind them those that diverge around 0. Paper is
/// white and darker the more there is; around 0 it is light grey there, so that what is below 0 is
/// lighter and what is above it darker.
enum class ColourMap : std::uint8_t {
    Viridis,
    Cividis,
    Magma,
    Grey,
    Paper,
    RedBlue,
    PaperAroundZero
};
inline constexpr ColourMap sequentialMaps[] = {ColourMap::Viridis, ColourMap::Cividis,
                                               ColourMap::Magma, ColourMap::Grey, ColourMap::Paper};

/// What the two ends of a colour map stand for. low < high always.
struct ValueRange {
    double low = 0;
    double high = 1;
    bool operator==(const ValueRange&) const = default;
};

/// Colour of a finite value or ±∞, clamped to the ends of the range; NaN has its
/// own colour (nanColour) that no map contains.
QRgb colourOf(ColourMap map, const ValueRange& range, float value);
/// t in [0, 1] along the map, for colour bars.
QRgb colourAt(ColourMap map, double t);
/// So many colours of a map from its low end to its high one, each from the middle of its part.
std::vector<QRgb> colourRamp(ColourMap map, int count);
QRgb nanColour();
/// `part` of the way from one colour to another, as `over` with that opacity comes out.
QRgb mixed(QRgb under, QRgb over, double part);
/// WCAG relative luminance, 0 to 1.
double relativeLuminance(QRgb colour);
/// Black where the luminance is above 0.179, else white: at least 4.5 : 1 on any cell.
QColor textColourOn(QRgb cell);

enum class ThemeKind : std::uint8_t { Light, Dark };

/// All colours of the interface. Accent means selection, time or checked; nothing else.
struct Theme {
    ThemeKind kind;
    QColor window, base, text, secondary, inactive, hairline, control, controlBorder;
    QColor accent, accentText, accentTint, error, neutralBar;
    QColor hatch;      ///< lines over masked cells, on `window`
    QColor hatchLight; ///< the same in charts
};
const Theme& theme(ThemeKind kind);

/// The line around cells and colour bars of a map whose low end can hardly be told from the ground
/// of the theme: paper on white has no edge else. Nothing: it needs none.
std::optional<QRgb> edgeColour(ColourMap map, ThemeKind kind);

/// Colours of marks (3-px rules, squares), never of text.
QColor axisColour(AxisFamily family);
/// A mark on the ground of a theme: black is white on a dark one, as in the palette's own
/// publication.
QColor markColour(const QColor& colour, ThemeKind kind);
/// Okabe–Ito, repeating after 8; `head` from 0.
QColor headColour(int head, ThemeKind kind);
QColor projectionColour(Projection projection);

} // namespace headscope
