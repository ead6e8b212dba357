// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_geometry.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double smallestPitch = 24;
constexpr double columnWidth = 70;
constexpr double smallestColumn = 58;
constexpr double printedColumn = 48;
constexpr double legendColumn = 24;
constexpr double widestLabel = 150;
constexpr double labelGap = 10;
constexpr int mostColumns = 6;
constexpr double largestTrackGap = 7;

} // namespace

double lineWidthOf(double weight) {
    return 0.8 + 7.2 * std::clamp(weight, 0.0, 1.0);
}

double lineOpacityOf(double weight) {
    return 0.35 + 0.6 * std::clamp(weight, 0.0, 1.0);
}

std::optional<int> LinesGeometry::tokenAt(double y, int count) const {
    if (y < rows.top() || y >= rows.bottom() || pitch <= 0)
        return std::nullopt;
    const int token = static_cast<int>(std::floor((y - rows.top() + scroll) / pitch));
    return token >= 0 && token < count ? std::optional(token) : std::nullopt;
}

std::pair<int, int> LinesGeometry::seen() const {
    const double from = scroll / pitch;
    const double to = (scroll + rows.height()) / pitch;
    return {std::max(0, static_cast<int>(std::ceil(from - 0.5))),
            static_cast<int>(std::floor(to + 0.5))};
}

double LinesGeometry::labelY(int token) const {
    const double middle = row(token).center().y();
    const double half = lineHeight() / 2;
    return isDense() && rows.height() > 2 * half
               ? std::clamp(middle, rows.top() + half, rows.bottom() - half)
               : middle;
}

std::vector<int> writtenTokens(const LinesGeometry& geometry, int count,
                               const std::vector<int>& first) {
    std::vector<int> written;
    const auto isInView = [&](int token) {
        const QRectF band = geometry.row(token);
        if (geometry.isDense())
            return band.center().y() >= geometry.rows.top() &&
                   band.center().y() <= geometry.rows.bottom();
        // A band that is cut off at an edge has its label all the same, and that is cut off, too.
        return band.bottom() > geometry.rows.top() && band.top() < geometry.rows.bottom();
    };
    if (!geometry.isDense()) {
        for (int token = 0; token < count; ++token) {
            if (isInView(token))
                written.push_back(token);
        }
        return written;
    }
    const double high = geometry.lineHeight();
    const auto add = [&](int token) {
        const auto next = std::ranges::lower_bound(written, token);
        const auto covers = [&](int other) {
            return std::abs(geometry.labelY(other) - geometry.labelY(token)) < high - 1e-6;
        };
        if (token < 0 || token >= count || !isInView(token) ||
            (next != written.end() && covers(*next)) ||
            (next != written.begin() && covers(*std::prev(next))))
            return;
        written.insert(next, token);
    };
    std::ranges::for_each(first, add);
    const int every = std::max(1, static_cast<int>(std::ceil(high / geometry.pitch)));
    const auto [begin, end] = geometry.seen();
    for (int token = begin - begin % every; token < std::min(end, count); token += every)
        add(token);
    return written;
}

QPointF LinesGeometry::onLine(int query, int key, int track, double part) const {
    const double from = lineY(query, track);
    const double to = lineY(key, track);
    return {lines.left() + lines.width() * (1.5 * part * (1 - part) + part * part * part),
            from + (to - from) * part * part * (3 - 2 * part)};
}

LinesGeometry layoutLines(const LinesGeometryInput& in) {
    LinesGeometry geometry;
    const double s = in.textScale;
    geometry.textScale = s;
    geometry.tracks = std::max(1, in.tracks);
    const double left = in.margin;
    const double width = std::max(in.size.width() - 2 * in.margin, 200.0);

    // From the top: title, controls, names of the columns, rows, sums and legend.
    geometry.title = QRectF(left, 12, width, in.titled ? 32 * s : 0);
    geometry.subtitle = QRectF(left, geometry.title.bottom(), width, in.subtitleHeight);
    geometry.bar = QRectF(left, geometry.subtitle.bottom() + 4, width, in.barHeight);
    const double header = geometry.bar.bottom() + (in.barHeight > 0 ? 8 : 0);
    const double headerHeight = 28 * s;
    const double footer = 52 * s;
    const double rowsTop = header + headerHeight;
    const double room = std::max(in.size.height() - 12 - footer - rowsTop, smallestPitch * s);
    const int count = std::max({1, in.queries, in.keys});
    const double fitting = room / count;
    geometry.ownPitch = std::clamp(std::floor(fitting), smallestPitch * s, largestLinesPitch * s);
    if (in.whole && fitting < smallestPitch * s)
        geometry.ownPitch = fitting;
    geometry.smallestPitch = std::min(fitting, geometry.ownPitch);
    geometry.pitch = in.pitch > 0
                         ? std::clamp(in.pitch, geometry.smallestPitch, largestLinesPitch * s)
                         : geometry.ownPitch;
    const double rowsHeight = std::min(room, geometry.pitch * count);
    geometry.most = std::max(0.0, geometry.pitch * count - rowsHeight);
    geometry.scroll = std::clamp(in.scroll, 0.0, geometry.most);
    geometry.rows = QRectF(left, rowsTop, width, rowsHeight);
    // Of low rows the lines of all heads begin at one place.
    geometry.trackGap =
        std::clamp((geometry.pitch - 6) / geometry.tracks, 0.0, largestTrackGap * s);

    // From the right: as many columns of numbers as leave the lines their room.
    const double label = std::min(widestLabel * s, 0.2 * width);
    const double queryLabel = std::min(in.queryLabelWidth + 8 * s, label);
    // "→ key" stands over them.
    const double keyLabel = std::max(std::min(in.keyLabelWidth + 8 * s, label), 48 * s);
    const double beside = width - queryLabel - keyLabel - 2 * labelGap;
    int columns = in.printed ? in.columns : std::clamp(in.columns, 0, mostColumns);
    const double arrows = in.columns > columns ? 2 * 20 * s : 0;
    const double narrowest = in.printed ? printedColumn : smallestColumn;
    while (columns > 1 && beside - arrows - columns * narrowest * s < in.leastLines)
        --columns;
    const double arrow = in.columns > columns && !in.printed ? 20 * s : 0;
    double numbers = columns * columnWidth * s;
    if (beside - 2 * arrow - numbers < in.leastLines)
        numbers = columns * narrowest * s;
    // Long lines are hard to follow: what a wide window has more goes to both.
    double spare = beside - 2 * arrow - numbers - std::max(rowsHeight, 352 * s);
    // Where a key is asked the rows of the table are queries, which are named there.
    // Far enough from the keys not to be read as one with them.
    const double apart = 14 * s;
    const double names = apart + std::clamp(queryLabel, 54 * s, 96 * s);
    const bool named =
        in.numbers && columns > 0 && beside - 2 * arrow - numbers - names >= 1.5 * in.leastLines;
    if (named)
        spare -= names;
    if (!in.numbers)
        numbers = columns * legendColumn * s;
    else if (spare > 0 && columns > 0)
        numbers = std::max(numbers, std::min(numbers + spare / 2, columns * in.widestColumn * s));
    const double wide = columns > 0 ? numbers / columns : 0;
    const double linesWidth = std::max(beside - 2 * arrow - numbers - (named ? names : 0), 20.0);

    geometry.queryLabels = QRectF(left, rowsTop, queryLabel, rowsHeight);
    geometry.lines =
        QRectF(geometry.queryLabels.right() + labelGap, rowsTop, linesWidth, rowsHeight);
    geometry.keyLabels = QRectF(geometry.lines.right() + labelGap, rowsTop, keyLabel, rowsHeight);
    geometry.queryHeader =
        QRectF(left, header, queryLabel + labelGap + linesWidth / 2, headerHeight);
    geometry.firstColumn = std::clamp(in.firstColumn, 0, std::max(0, in.columns - columns));
    if (named) {
        geometry.names =
            QRectF(geometry.keyLabels.right() + apart, rowsTop, names - apart, rowsHeight);
        geometry.namesHeader =
            QRectF(geometry.names.left(), header, geometry.names.width(), headerHeight);
    }
    const double numbersLeft = geometry.keyLabels.right() + (named ? names : 0) + arrow;
    geometry.keyHeader = QRectF(geometry.keyLabels.left(), header, keyLabel, headerHeight);
    for (int column = 0; column < columns; ++column) {
        const double x = numbersLeft + column * wide;
        geometry.columns.emplace_back(x, rowsTop, wide, rowsHeight);
        geometry.columnHeads.emplace_back(x, header, wide, headerHeight);
    }
    if (arrow > 0 && geometry.firstColumn > 0)
        geometry.earlier = QRectF(numbersLeft - arrow, header, arrow, headerHeight);
    if (arrow > 0 && geometry.firstColumn + columns < in.columns)
        geometry.later = QRectF(numbersLeft + numbers, header, arrow, headerHeight);

    const double below = geometry.rows.bottom() + 8 * s;
    const double footLine = 20 * s;
    const double labelLeft = geometry.keyLabels.left();
    const double labelWidth = std::max(0.0, numbersLeft - labelLeft);
    geometry.heldLabel = QRectF(labelLeft, below, labelWidth, footLine);
    geometry.countLabel = QRectF(labelLeft, below + footLine, labelWidth, footLine);
    geometry.legend = QRectF(left, below, geometry.lines.right() - left, 2 * footLine);
    return geometry;
}

} // namespace headscope
