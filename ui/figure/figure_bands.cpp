// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_bands.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double lineStep = 1.5; ///< from line to line, in em

FigureText textOf(FigureRole role, const QString& content, int pixels) {
    FigureText text;
    text.role = role;
    text.text = content;
    text.pixels = pixels;
    return text;
}

/// Puts a text at the end of the band.
void put(FigureBand& band, const TextMeasure& measure, FigureText text, QPointF origin) {
    text.origin = origin;
    measure.place(text);
    band.width = std::max(band.width, text.box.right());
    band.texts.push_back(std::move(text));
}

/// The labels under the bar; those that would touch the ends are left out.
void labelBar(FigureBand& band, const FigureGeometryInput& in, const TextMeasure& measure,
              const FigureSizes& sizes) {
    const double space = 4 * sizes.scale;
    const auto count = in.barLabels.size();
    std::vector<FigureText> labels;
    for (qsizetype i = 0; i < count; ++i) {
        const double part = count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0;
        FigureText label = textOf(FigureRole::BarLabel, in.barLabels[i], sizes.tick);
        label.font = FigureFont::Number;
        label.index = static_cast<int>(i);
        label.anchor = i == 0           ? FigureAnchor::Start
                       : i + 1 == count ? FigureAnchor::End
                                        : FigureAnchor::Middle;
        label.origin = {part * band.bar.width(),
                        band.bar.bottom() + std::ceil(3 * sizes.scale) + label.pixels * textAscent};
        measure.place(label);
        band.barTicks.push_back(part * band.bar.width());
        labels.push_back(label);
    }
    double behind = -space;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const bool inner = i > 0 && i + 1 < labels.size();
        if (inner && (labels[i].box.left() < behind + space ||
                      labels[i].box.right() + space > labels.back().box.left()))
            continue;
        behind = labels[i].box.right();
        put(band, measure, labels[i], labels[i].origin);
    }
}

} // namespace

FigureBand captionBand(const FigureGeometryInput& in, const TextMeasure& measure,
                       const FigureSizes& sizes, double room) {
    FigureBand band;
    const double s = sizes.scale;
    double y = 0;
    const auto addLine = [&](FigureText text) {
        const double baseline = y + text.pixels * textAscent;
        y += text.pixels * lineStep;
        put(band, measure, std::move(text), {0, baseline});
    };
    if (!in.title.isEmpty()) {
        FigureText title = textOf(FigureRole::Title, {}, sizes.title);
        title.bold = true;
        // Bold letters are wider than those that the measure elides.
        title.text = measure.elided(in.title, title.pixels, room * 0.9);
        addLine(title);
    }
    if (!in.formula.isEmpty()) {
        FigureText formula = textOf(FigureRole::Formula, in.formula, sizes.formula);
        formula.math = true;
        const double width = measure.width(formula);
        const double behind = band.width + 12 * s;
        if (!band.texts.empty() && behind + width <= room)
            put(band, measure, formula, {behind, band.texts.front().origin.y()});
        else if (width <= room)
            addLine(formula);
    }
    if (!in.note.isEmpty())
        addLine(textOf(FigureRole::Note, measure.elided(in.note, sizes.note, room), sizes.note));
    band.height = y > 0 ? std::ceil(y + 16 * s) : 0;
    return band;
}

FigureBand footerBand(const FigureGeometryInput& in, const TextMeasure& measure,
                      const FigureSizes& sizes, double room) {
    FigureBand band;
    const double s = sizes.scale;
    const double swatch = std::round(14 * s);
    const double between = 24 * s;
    const double behindSwatch = 7 * s;
    const auto entryWidth = [&](qsizetype i) {
        const bool marked = static_cast<std::size_t>(i) < in.legend.size();
        return (marked ? swatch + behindSwatch : 0) +
               measure.emWidth(in.legendTexts[i], FigureFont::Text, false) * sizes.note;
    };
    double legend = 0;
    for (qsizetype i = 0; i < in.legendTexts.size(); ++i)
        legend += between + entryWidth(i);
    const double smallestBar = std::min(room, 150 * s);
    const bool beside = smallestBar + legend <= room;
    const double top = std::ceil(20 * s);
    const double width = std::floor(std::clamp(room - (beside ? legend : 0), smallestBar, 360 * s));
    band.bar = QRectF(0, top, width, std::max(2.0, std::round(12 * s)));
    band.width = width;
    labelBar(band, in, measure, sizes);
    const double belowLabels = band.bar.bottom() + std::ceil(3 * s) + sizes.tick * textHeight;

    double x = beside ? width + between : 0;
    double line = beside ? top : std::ceil(belowLabels + 8 * s);
    double bottom = belowLabels;
    for (qsizetype i = 0; i < in.legendTexts.size(); ++i) {
        if (!beside && x > 0 && x + entryWidth(i) > room) {
            x = 0;
            line += std::ceil(sizes.note * lineStep);
        }
        const double middle = line + band.bar.height() / 2;
        double textAt = x;
        if (static_cast<std::size_t>(i) < in.legend.size()) {
            const QRectF square(std::round(x), std::round(middle - swatch / 2), swatch, swatch);
            band.swatches.push_back({in.legend[static_cast<std::size_t>(i)], square});
            textAt += swatch + behindSwatch;
        }
        put(band, measure, textOf(FigureRole::Legend, in.legendTexts[i], sizes.note),
            {textAt, middle + sizes.note * middleToBaseline});
        bottom = std::max(bottom, line + sizes.note * lineStep);
        x += entryWidth(i) + between;
    }
    if (!in.caption.isEmpty()) {
        bottom += std::ceil(8 * s);
        for (const QString& text : linesOf(in.caption, measure, sizes.note, room)) {
            FigureText caption = textOf(FigureRole::Caption, text, sizes.note);
            put(band, measure, caption, {0, bottom + sizes.note * textAscent});
            bottom += sizes.note * lineStep;
        }
    }
    band.height = std::ceil(bottom);
    return band;
}

} // namespace headscope
