// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_sheet.h"

#include "scene/panels/typed_number_mark.h"

#include <algorithm>
#include <cmath>

namespace headscope {

LinesLabels linesLabels(const LinesPicture& picture, const QStringList& queryWords,
                        const QStringList& keyWords, const LinesGeometry& geometry) {
    const FontMeasure measure;
    const double s = geometry.textScale;
    // Cut as bold ones, so that no word changes when it is asked.
    const auto tokens = [&](const QStringList& words, const QRectF& column) {
        return measure.elidedApart(words, static_cast<int>(std::lround(tokenPixels * s)),
                                   column.width(), true);
    };
    LinesLabels labels{
        tokens(queryWords, geometry.queryLabels), tokens(keyWords, geometry.keyLabels), {}};
    if (!geometry.names.isEmpty())
        labels.names =
            measure.elidedApart(picture.queryLabels, static_cast<int>(std::lround(13 * s)),
                                geometry.names.width() - 4 * s);
    return labels;
}

double widestToken(const QStringList& words, double textScale) {
    const FontMeasure measure;
    double em = 0;
    for (const QString& word : words)
        em = std::max(em, measure.emWidth(word, FigureFont::Text, true));
    return tokenPixels * textScale * em;
}

std::vector<int> writtenTokens(const LinesDrawingInput& input, LinesSide side) {
    const LinesPicture& picture = input.picture;
    const auto count = static_cast<int>(side == LinesSide::Query ? picture.queries : picture.keys);
    std::vector<int> first;
    if (input.asked && input.geometry.isDense()) {
        if (input.asked->side == side) {
            first.push_back(static_cast<int>(input.asked->token));
        } else { // whom its strongest lines lead to
            const std::vector<WeightLine>& lines = input.asked->lines;
            for (auto line = lines.rbegin(); line != lines.rend(); ++line)
                first.push_back(
                    static_cast<int>(side == LinesSide::Query ? line->query : line->key));
        }
    }
    return writtenTokens(input.geometry, count, first);
}

std::vector<std::vector<QPointF>> linePins(const LinesDrawingInput& input) {
    constexpr double fromEnd = 0.14; // of the line
    std::vector<std::vector<QPointF>> pins;
    const LinesPicture& picture = input.picture;
    if (input.geometry.isDense())
        return pins;
    const bool ofKey = input.asked && input.asked->side == LinesSide::Key;
    const double side = 13 * input.geometry.textScale;
    const std::vector<int> lanes = picture.lanes();
    for (const WeightLine& line : input.asked ? input.asked->lines : picture.lines) {
        const auto track = static_cast<std::size_t>(line.track);
        if (!picture.isTyped(picture.tracks[track], line.query, line.key))
            continue;
        // The needle stands on the line.
        const QPointF point =
            input.geometry.onLine(static_cast<int>(line.query), static_cast<int>(line.key),
                                  lanes[track], ofKey ? fromEnd : 1 - fromEnd);
        pins.push_back(pinShape({point.x() - side / 2, point.y() - side, side, side}));
    }
    return pins;
}

std::vector<std::vector<QPointF>> numberPins(const LinesDrawingInput& input, int row) {
    std::vector<std::vector<QPointF>> pins;
    const LinesPicture& picture = input.picture;
    const AskedToken& asked = *input.asked;
    const double s = input.geometry.textScale;
    const bool ofKey = asked.side == LinesSide::Key;
    const Index query = ofKey ? Index{row} : asked.token;
    const Index key = ofKey ? asked.token : Index{row};
    if (picture.hidden[static_cast<std::size_t>(key)])
        return pins;
    for (std::size_t place = 0; place < input.geometry.columns.size(); ++place) {
        const auto track = place + static_cast<std::size_t>(input.geometry.firstColumn);
        if (!picture.isTyped(picture.tracks[track], query, key))
            continue;
        const QRectF number = input.geometry.number(static_cast<int>(place), row);
        const double side = 8 * s;
        pins.push_back(pinShape({number.center().x() - (numberSlot / 2 + 2) * s - side,
                                 input.geometry.numberY(row) - side / 2, side, side}));
    }
    return pins;
}

QColor trackColour(const LinesTrack& track, const Theme& colours) {
    return track.head < 0 ? colours.neutralBar : headColour(track.head, colours.kind);
}

} // namespace headscope
