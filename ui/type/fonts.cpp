// SPDX-License-Identifier: GPL-3.0-or-later
#include "type/fonts.h"

#include <QFontMetricsF>
#include <QStringList>

#include <cmath>

namespace headscope {

namespace {
/// Last: what is a letter or a sign of text stays one. Named, because of an emoji and what
/// modifies it Qt would find each in a font of its own.
const QString colourFamily = QStringLiteral("Noto Color Emoji");

QFont makeFont(const QStringList& families, double pixels, QFont::Weight weight) {
    QFont font;
    font.setFamilies(families);
    font.setPixelSize(static_cast<int>(std::lround(pixels)));
    font.setWeight(weight);
    return font;
}
} // namespace

QFont textFont(double pixels, QFont::Weight weight) {
    // Signs such as √ that Noto Sans lacks: those of the Chinese family are as wide as
    // a character, and its √ has a bar of its own.
    static const QStringList families = {QStringLiteral("Noto Sans"),
                                         QStringLiteral("Noto Sans Math"),
                                         QStringLiteral("Noto Sans CJK SC"), colourFamily};
    return makeFont(families, pixels, weight);
}

QFont numberFont(double pixels, QFont::Weight weight) {
    static const QStringList families = {QStringLiteral("Noto Sans Mono"),
                                         QStringLiteral("Noto Sans Mono CJK SC"),
                                         QStringLiteral("Noto Sans CJK SC"), colourFamily};
    return makeFont(families, pixels, weight);
}

QFont colourFont(double pixels) {
    return makeFont({colourFamily}, pixels, QFont::Normal);
}

QFont fittedFont(QFont font, const QString& text, double width, double smallest) {
    while (font.pixelSize() - 1 >= smallest && QFontMetricsF(font).horizontalAdvance(text) > width)
        font.setPixelSize(font.pixelSize() - 1);
    return font;
}

} // namespace headscope
