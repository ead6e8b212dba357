// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/step_words.h"
#include "scene/palette.h"

#include <QRectF>

class QPainter;

namespace headscope {

/// The lines of a stop's words in a width: what happens, then the asked cell.
struct StepLines {
    QStringList what; ///< markup
    QStringList asked;
    double pitch = 20;  ///< from one line to the next
    double pixels = 13; ///< of the type
    double markup = 13; ///< of what happens, whose subscripts are smaller than it

    double height() const { return pitch * static_cast<double>(what.size() + asked.size()); }
};

/// As many lines as have room in the rectangle, in a smaller type where that lets all be read;
/// else the last one of each part is cut with "…". The asked cell goes before what happens: that
/// can be read before it was asked. What has subscripts is no smaller than `leastMarkup`.
StepLines layoutStepWords(const QRectF& rect, const StepWords& words, double textScale,
                          double leastMarkup = 0);
void paintStepWords(QPainter& painter, const QRectF& rect, const StepLines& lines,
                    const Theme& theme);

} // namespace headscope
