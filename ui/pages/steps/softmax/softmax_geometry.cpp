// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/softmax/softmax_geometry.h"

#include "painters/number_type.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// A length that gives way in a low area.
struct Stretch {
    double least = 0;
    double natural = 0;

    double at(double part) const { return least + (natural - least) * part; }
};

// As the picture of this page was drawn: /ux. From the top to the bottom.
constexpr Stretch titleHeight = {28, 28};
constexpr Stretch underTitle = {4, 34};
constexpr Stretch labelHeight = {24, 24};
constexpr Stretch underLabels = {2, 4};
constexpr Stretch cellHeight = {26, 40};
constexpr Stretch maxHeight = {18, 20};
constexpr Stretch underMax = {6, 13};
constexpr Stretch exponentialHeight = {28, 88};
constexpr Stretch numberHeight = {20, 22};
constexpr Stretch underNumbers = {4, 14};
constexpr Stretch axisHeight = {22, 24};
constexpr Stretch sumHeight = {22, 34};
constexpr Stretch aboveQuotients = {22, 40}; // with the number of the highest bar
constexpr Stretch quotientHeight = {36, 128};
constexpr Stretch underQuotients = {6, 16};
constexpr Stretch underWeights = {4, 14};
constexpr Stretch calculationHeight = {28, 36};
constexpr Stretch barHeight = {20, 20};
constexpr double noteLine = 18;
constexpr double columnPitch = 56;
constexpr double totalsWidth = 64;
constexpr double switchPadding = 11; ///< at each side of a word of the switch

/// Under the title of a picture that has a remark there.
constexpr Stretch remarkHeight = {20, 34};

constexpr Stretch allButRemarkAndBar[] = {
    titleHeight,       labelHeight,    underLabels,    cellHeight, maxHeight,    underMax,
    exponentialHeight, numberHeight,   underNumbers,   axisHeight, sumHeight,    axisHeight,
    aboveQuotients,    quotientHeight, underQuotients, cellHeight, underWeights, calculationHeight};

/// As large as the columns let numbers be; narrow where they let them not be.
void chooseDigits(SoftmaxGeometry& g, double smallest) {
    const double inset = std::min(12 * g.textScale, 0.2 * g.pitch); // of the frame of the asked one
    // Scores have one character less and a sign.
    const auto type = numberType(
        {.cell = {g.pitch, 0}, .inset = inset, .most = 14 * g.textScale, .least = smallest}, {5, 4},
        0);
    g.narrow = !type;
    g.characters = type ? type->characters : 5;
    g.digits = type ? type->pixels : std::max(12 * g.textScale, smallest);
}

void layoutTitle(SoftmaxGeometry& g, const SoftmaxGeometryInput& in, double height) {
    const double s = g.textScale;
    double width = 0;
    for (const double word : in.phaseWidths)
        width += word + 2 * switchPadding * s;
    const bool beside = in.titleWidth + 16 * s + width <= in.area.width();
    g.title = QRectF(in.area.left(), in.area.top(),
                     beside ? in.area.width() - width - 16 * s : in.area.width(), height);
    double left = std::floor(beside ? in.area.right() - width : in.area.left());
    const double top =
        std::floor(beside ? in.area.top() + (height - 26 * s) / 2 : g.title.bottom() + 4 * s);
    for (std::size_t i = 0; i < softmaxPhases; ++i) {
        const double each = std::floor(in.phaseWidths[i] + 2 * switchPadding * s);
        g.phases[i] = QRectF(left, top, each, 26 * s);
        left += each;
    }
}

} // namespace

SoftmaxGeometry layoutSoftmax(const SoftmaxGeometryInput& in) {
    SoftmaxGeometry g;
    const double s = g.textScale = in.textScale;
    g.columns = std::max<Index>(in.columns, 1);
    const double wordsWidth = in.wordsWidth + 28 * s; // with the numbers of the axes
    const double room = std::max(40 * s, in.area.width() - wordsWidth - totalsWidth * s);
    g.pitch = std::min(columnPitch * s, room / static_cast<double>(g.columns));
    if (g.pitch > 8)
        g.pitch = std::floor(g.pitch); // gaps are equally wide
    chooseDigits(g, in.smallestDigits);

    layoutTitle(g, in, titleHeight.natural * s);
    const double switchBelow =
        g.phases[0].top() >= g.title.bottom() ? g.phases[0].bottom() - g.title.bottom() : 0;
    const int noteLines =
        in.noteWidth > 0 ? 1 + static_cast<int>(1.15 * in.noteWidth / in.area.width()) : 0;
    const double noteHeight = noteLines > 0 ? (noteLines * noteLine + 8) * s : 0;

    // Low areas first take air and the length of bars, then the colour bar.
    const Stretch& remark = g.narrow ? remarkHeight : underTitle;
    double least = remark.least * s;
    double natural = remark.natural * s;
    for (const Stretch& stretch : allButRemarkAndBar) {
        least += stretch.least * s;
        natural += stretch.natural * s;
    }
    g.least = least + switchBelow + noteHeight;
    const double height = in.area.height() - switchBelow - noteHeight;
    const bool hasBar = height >= least + barHeight.least * s;
    const double rest = height - (hasBar ? barHeight.least * s : 0);
    const double part = std::clamp((rest - least) / (natural - least), 0.0, 1.0);

    const double left = in.area.left() + wordsWidth;
    const double width = g.pitch * static_cast<double>(g.columns);
    double y = g.title.bottom() + switchBelow;
    const auto skip = [&](const Stretch& stretch) { y += stretch.at(part) * s; };
    const auto row = [&](const Stretch& stretch) {
        const QRectF rect(left, y, width, stretch.at(part) * s);
        y = rect.bottom();
        return rect;
    };
    g.remark = QRectF(in.area.left(), y, in.area.width(), remark.at(part) * s);
    skip(remark);
    g.labels = row(labelHeight);
    skip(underLabels);
    g.scores = row(cellHeight);
    g.belowScores = row(maxHeight);
    skip(underMax);
    g.exponentials = row(exponentialHeight);
    g.belowExponentials = row(numberHeight);
    skip(underNumbers);
    g.aboveSum = row(axisHeight);
    g.sum = row(sumHeight);
    g.belowSum = row(axisHeight);
    skip(aboveQuotients);
    g.quotients = row(quotientHeight);
    skip(underQuotients);
    g.weights = row(cellHeight);
    skip(underWeights);
    g.calculation = row(calculationHeight);
    // Two keys are no room for two axes with three numbers each.
    const double sumWidth = std::max(width, std::min(room, 4.0 * columnPitch * s));
    for (QRectF* rect : {&g.aboveSum, &g.sum, &g.belowSum})
        rect->setWidth(sumWidth);
    g.words = QRectF(in.area.left(), g.labels.top(), in.wordsWidth, y - g.labels.top());
    g.totals = QRectF(left + sumWidth, g.labels.top(), totalsWidth * s, y - g.labels.top());
    g.calculation.setLeft(in.area.left());
    g.calculation.setRight(in.area.right());
    if (noteLines > 0) {
        g.note = QRectF(in.area.left(), y, in.area.width(), noteHeight);
        y = g.note.bottom();
    }
    if (hasBar) {
        g.colourBar = QRectF(left, y, in.area.right() - left, barHeight.least * s);
        y = g.colourBar.bottom();
    }
    g.bottom = y;
    return g;
}

QRectF SoftmaxGeometry::slot(const QRectF& row, Index i) const {
    const double inset = pitch > 8 ? pitch / 8 : pitch > 3 ? 0.5 : 0;
    return column(row, i).adjusted(inset, 0, -inset, 0);
}

QRectF SoftmaxGeometry::bar(const QRectF& row, Index i, double value) const {
    const QRectF whole = slot(row, i);
    const double length = std::isfinite(value) ? std::clamp(value, 0.0, 1.0) * whole.height() : 0;
    return {whole.left(), whole.bottom() - length, whole.width(), length};
}

QRectF SoftmaxGeometry::segment(double before, double after, double all) const {
    const double unit = all > 0 && std::isfinite(all) ? sum.width() / all : 0;
    return {sum.left() + before * unit, sum.top(), (after - before) * unit, sum.height()};
}

QRectF SoftmaxGeometry::writing(const QRectF& row, Index i) const {
    if (!narrow)
        return column(row, i);
    const double wide = digits * figureEm * (characters + 1);
    const double centre = column(row, i).center().x();
    const double left = std::min(centre - wide / 2, row.left() + columns * pitch - wide);
    return {std::max(left, row.left()), row.top(), wide, row.height()};
}

std::optional<Index> SoftmaxGeometry::columnAt(QPointF point) const {
    const bool inRows = (point.y() >= labels.top() && point.y() <= belowExponentials.bottom()) ||
                        (point.y() >= quotients.top() && point.y() <= weights.bottom());
    const double place = (point.x() - labels.left()) / pitch;
    if (!inRows || place < 0 || place >= static_cast<double>(columns))
        return std::nullopt;
    return static_cast<Index>(place);
}

std::optional<SoftmaxPhase> SoftmaxGeometry::phaseAt(QPointF point) const {
    for (std::size_t i = 0; i < softmaxPhases; ++i) {
        if (phases[i].contains(point))
            return static_cast<SoftmaxPhase>(i);
    }
    return std::nullopt;
}

std::vector<Index> writtenColumns(const SoftmaxGeometry& geometry,
                                  const std::vector<Index>& first) {
    std::vector<Index> written;
    if (!geometry.narrow) {
        for (Index i = 0; i < geometry.columns; ++i)
            written.push_back(i);
        return written;
    }
    const QRectF& row = geometry.labels;
    for (const Index i : first) {
        const QRectF place = geometry.writing(row, i);
        const bool free = std::ranges::none_of(written, [&](Index other) {
            return std::fabs(geometry.writing(row, other).center().x() - place.center().x()) <
                   place.width();
        });
        if (free)
            written.push_back(i);
    }
    std::ranges::sort(written);
    return written;
}

} // namespace headscope
