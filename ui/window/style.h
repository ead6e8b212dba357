// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/palette.h"

#include <QPalette>
#include <QProxyStyle>

namespace headscope {

/// A tab bar with this property set has tabs that stand closer by so many pixels each.
inline constexpr const char* closeTabs = "closeTabs";
inline constexpr int closerTabs = 14;

/// Fusion with flat controls: one hairline, radius 2, accent only for focus and
/// what is checked. All colours come from the palette, so a theme is a palette.
class Style : public QProxyStyle {
    Q_OBJECT

public:
    Style();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
};

/// The theme's colours in the roles that widgets use: Window, Base, Text,
/// Button (controls), Mid (hairlines), Dark (borders of controls), Highlight
/// (accent), AlternateBase (accent tint), PlaceholderText (secondary), BrightText (error).
QPalette paletteOf(const Theme& theme);

} // namespace headscope
