// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/words_painter.h"

#include "type/fonts.h"
#include "type/math_text.h"
#include "type/wrapped_text.h"

#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

QFont whatFont(double pixels) {
    return textFont(pixels);
}

QFont askedFont(double pixels) {
    return textFont(pixels, QFont::DemiBold);
}

/// At most `most` lines; the last one has the rest of the text as far as it fits.
QStringList wrapped(const QString& text, const QFont& font, double width, qsizetype most) {
    if (text.isEmpty() || most <= 0)
        return {};
    QStringList lines = wrapMarkup(text, font, width);
    if (lines.size() <= most)
        return lines;
    const QString rest = lines.mid(most - 1).join(u' ');
    lines = lines.mid(0, most - 1);
    lines << elidedMathText(rest, font, width);
    return lines;
}

} // namespace

StepLines layoutStepWords(const QRectF& rect, const StepWords& words, double textScale,
                          double leastMarkup) {
    StepLines lines;
    const double least = mathRuns(words.what).size() > 1 ? leastMarkup : 0;
    lines.pitch = 20 * textScale;
    const auto room = static_cast<qsizetype>(rect.height() / lines.pitch + 0.01);
    const auto needed = [&](double pixels) {
        const auto count = [&](const QString& text, const QFont& font) {
            return text.isEmpty() ? 0 : wrapMarkup(text, font, rect.width()).size();
        };
        return count(words.what, whatFont(std::max(pixels, least))) +
               count(words.asked, askedFont(pixels));
    };
    lines.pixels = 13 * textScale;
    if (needed(lines.pixels) > room && needed(12 * textScale) <= room)
        lines.pixels = 12 * textScale;
    lines.markup = std::max(lines.pixels, least);
    const qsizetype kept = words.asked.isEmpty() || words.what.isEmpty() || room < 2 ? 0 : 1;
    lines.asked = wrapped(words.asked, askedFont(lines.pixels), rect.width(), room - kept);
    lines.what =
        wrapped(words.what, whatFont(lines.markup), rect.width(), room - lines.asked.size());
    return lines;
}

void paintStepWords(QPainter& painter, const QRectF& rect, const StepLines& lines,
                    const Theme& theme) {
    double y = rect.top();
    const auto write = [&](const QStringList& texts, const QFont& font, const QColor& colour) {
        painter.setPen(colour);
        for (const QString& text : texts) {
            drawMathText(painter, QRectF(rect.left(), y, rect.width(), lines.pitch),
                         Qt::AlignLeft | Qt::AlignVCenter, text, font);
            y += lines.pitch;
        }
    };
    write(lines.what, whatFont(lines.markup), theme.secondary);
    write(lines.asked, askedFont(lines.pixels), theme.text);
}

} // namespace headscope
