// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/palette.h"

#include "scene/colour_tables.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headscope {

namespace {

/// RdBu of 11 classes, reversed so that blue is negative and red positive
/// (Brewer, Harrower, Pennsylvania State University, colorbrewer2.org).
constexpr std::array<QRgb, 11> redBlueAnchors = {0xff053061, 0xff2166ac, 0xff4393c3, 0xff92c5de,
                                                 0xffd1e5f0, 0xfff7f7f7, 0xfffddbc7, 0xfff4a582,
                                                 0xffd6604d, 0xffb2182b, 0xff67001f};

constexpr std::array<QRgb, 8> okabeIto = {0xffe69f00, 0xff56b4e9, 0xff009e73, 0xffcc79a7,
                                          0xff0072b2, 0xffd55e00, 0xfff0e442, 0xff000000};

/// Continuous, so that the neutral middle falls on exactly t = 0.5.
QRgb redBlueAt(double t) {
    const double place = t * (redBlueAnchors.size() - 1);
    const auto lower = std::min(static_cast<std::size_t>(place), redBlueAnchors.size() - 2);
    const QRgb from = redBlueAnchors[lower];
    const QRgb to = redBlueAnchors[lower + 1];
    const double part = place - static_cast<double>(lower);
    return mixed(from, to, part);
}

/// A channel of sRGB as light. Out of a table, because every number in a cell asks for the
/// luminance under it: powers were a tenth of a frame of Shapes.
double linearChannel(int channel) {
    static const auto table = [] {
        std::array<double, 256> values{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double c = static_cast<double>(i) / 255.0;
            values[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        }
        return values;
    }();
    return table[static_cast<std::size_t>(channel)];
}

QRgb paperAroundZeroAt(double t) {
    // Lightness L* 73: of two sides that print alike one is told from the other, and 0 stays light.
    constexpr double zero = 178;
    const double level = t < 0.5 ? 255 - (255 - zero) * 2 * t : zero * 2 * (1 - t);
    const int rounded = static_cast<int>(std::lround(level));
    return qRgb(rounded, rounded, rounded);
}

Theme makeLight() {
    Theme t;
    t.kind = ThemeKind::Light;
    t.window = QColor(0xf3f4f6);
    t.base = QColor(0xffffff);
    t.text = QColor(0x1a1d21);
    t.secondary = QColor(0x555e68);
    t.inactive = QColor(0x6e7781);
    t.hairline = QColor(0xdadee3);
    t.control = QColor(0xffffff);
    t.controlBorder = QColor(0xb4bcc5);
    t.accent = QColor(0x5b3fd6);
    t.accentText = QColor(0xffffff);
    t.accentTint = QColor(0xece9fb);
    t.error = QColor(0xb3261e);
    t.neutralBar = QColor(0x8b949e);
    t.hatch = QColor(0x7a838c);
    t.hatchLight = QColor(0xb9c0c8);
    return t;
}

Theme makeDark() {
    Theme t;
    t.kind = ThemeKind::Dark;
    t.window = QColor(0x1e2024);
    t.base = QColor(0x16181b);
    t.text = QColor(0xeceef0);
    t.secondary = QColor(0xa9b1ba);
    t.inactive = QColor(0x8a939d);
    t.hairline = QColor(0x33373d);
    t.control = QColor(0x26292e);
    t.controlBorder = QColor(0x4a5059);
    t.accent = QColor(0xb7a8ff);
    t.accentText = QColor(0x16181b);
    t.accentTint = QColor(0x332e52);
    t.error = QColor(0xff8a80);
    t.neutralBar = QColor(0x8b949e);
    t.hatch = QColor(0x7a838c);
    t.hatchLight = QColor(0x4a5059);
    return t;
}

} // namespace

QRgb colourAt(ColourMap map, double t) {
    if (std::isnan(t))
        return nanColour();
    t = std::clamp(t, 0.0, 1.0);
    if (map == ColourMap::RedBlue)
        return redBlueAt(t);
    if (map == ColourMap::PaperAroundZero)
        return paperAroundZeroAt(t);
    // 256 equal bins; 1 belongs to the last one.
    const auto bin = static_cast<std::size_t>(std::min(t * 256, 255.0));
    switch (map) {
    case ColourMap::Viridis: return viridisTable[bin];
    case ColourMap::Cividis: return cividisTable[bin];
    case ColourMap::Magma: return magmaTable[bin];
    case ColourMap::Grey:
    case ColourMap::Paper:
    case ColourMap::RedBlue:
    case ColourMap::PaperAroundZero: break;
    }
    const int level = static_cast<int>(map == ColourMap::Paper ? 255 - bin : bin);
    return qRgb(level, level, level);
}

std::vector<QRgb> colourRamp(ColourMap map, int count) {
    std::vector<QRgb> ramp;
    for (int i = 0; i < count; ++i)
        ramp.push_back(colourAt(map, (i + 0.5) / count));
    return ramp;
}

QRgb colourOf(ColourMap map, const ValueRange& range, float value) {
    if (std::isnan(value))
        return nanColour();
    const double v = value;
    // Compared before any arithmetic: no infinity and no empty range reaches the division.
    if (v <= range.low)
        return colourAt(map, 0);
    if (v >= range.high)
        return colourAt(map, 1);
    return colourAt(map, (v - range.low) / (range.high - range.low));
}

QRgb nanColour() {
    // Vivid magenta, the hue that none of the maps comes near.
    return 0xffff3df5;
}

QRgb mixed(QRgb under, QRgb over, double part) {
    const auto channel = [part](int from, int to) {
        return static_cast<int>(std::lround(from + (to - from) * part));
    };
    return qRgb(channel(qRed(under), qRed(over)), channel(qGreen(under), qGreen(over)),
                channel(qBlue(under), qBlue(over)));
}

double relativeLuminance(QRgb colour) {
    return 0.2126 * linearChannel(qRed(colour)) + 0.7152 * linearChannel(qGreen(colour)) +
           0.0722 * linearChannel(qBlue(colour));
}

QColor textColourOn(QRgb cell) {
    return relativeLuminance(cell) > 0.179 ? QColor(Qt::black) : QColor(Qt::white);
}

const Theme& theme(ThemeKind kind) {
    static const Theme light = makeLight();
    static const Theme dark = makeDark();
    return kind == ThemeKind::Dark ? dark : light;
}

std::optional<QRgb> edgeColour(ColourMap map, ThemeKind kind) {
    constexpr double hardly = 1.1; // of WCAG's contrast
    const double ground = relativeLuminance(theme(kind).base.rgb()) + 0.05;
    const double least = relativeLuminance(colourAt(map, 0)) + 0.05;
    if (std::max(least, ground) >= hardly * std::min(least, ground))
        return std::nullopt;
    return theme(kind).neutralBar.rgb();
}

QColor axisColour(AxisFamily family) {
    switch (family) {
    case AxisFamily::Batch: return QColor(0x64748b);
    case AxisFamily::Sequence: return QColor(0x0072b2);
    case AxisFamily::Heads: return QColor(0xe69f00);
    case AxisFamily::Features: return QColor(0x009e73);
    }
    return {};
}

QColor markColour(const QColor& colour, ThemeKind kind) {
    const bool lost = kind == ThemeKind::Dark && relativeLuminance(colour.rgb()) < 0.02;
    return lost ? theme(kind).text : colour;
}

QColor headColour(int head, ThemeKind kind) {
    const auto count = static_cast<int>(okabeIto.size());
    const auto place = static_cast<std::size_t>(((head % count) + count) % count);
    return markColour(QColor(okabeIto[place]), kind);
}

QColor projectionColour(Projection projection) {
    switch (projection) {
    case Projection::Query: return QColor(0x56b4e9);
    case Projection::Key: return QColor(0xd55e00);
    case Projection::Value: return QColor(0xcc79a7);
    }
    return {};
}

} // namespace headscope
