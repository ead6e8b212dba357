// SPDX-License-Identifier: GPL-3.0-or-later
// What marks typed weights on the Lines page.
#include "pages/lines/lines_painting.h"

#include "scene/typed_number_mark.h"

#include <QPainter>

namespace headscope {

namespace {
constexpr double onLine = 13;
constexpr double atNumber = 8;
constexpr double fromEnd = 0.14; ///< of the line
constexpr double numberSlot = 42;
} // namespace

std::vector<std::vector<QPointF>> linePins(const LinesSheet& sheet) {
    std::vector<std::vector<QPointF>> pins;
    const LinesPicture& picture = sheet.picture;
    if (sheet.geometry.isDense())
        return pins;
    const bool ofKey = sheet.asked && sheet.asked->side == LinesSide::Key;
    const double side = onLine * sheet.geometry.textScale;
    const std::vector<int> lanes = picture.lanes();
    for (const WeightLine& line : sheet.asked ? sheet.asked->lines : picture.lines) {
        const auto track = static_cast<std::size_t>(line.track);
        if (!picture.isTyped(picture.tracks[track], line.query, line.key))
            continue;
        // The needle stands on the line.
        const QPointF point =
            sheet.geometry.onLine(static_cast<int>(line.query), static_cast<int>(line.key),
                                  lanes[track], ofKey ? fromEnd : 1 - fromEnd);
        pins.push_back(pinShape({point.x() - side / 2, point.y() - side, side, side}));
    }
    return pins;
}

std::vector<std::vector<QPointF>> numberPins(const LinesSheet& sheet, int row) {
    std::vector<std::vector<QPointF>> pins;
    const LinesPicture& picture = sheet.picture;
    const AskedToken& asked = *sheet.asked;
    const double s = sheet.geometry.textScale;
    const bool ofKey = asked.side == LinesSide::Key;
    const Index query = ofKey ? Index{row} : asked.token;
    const Index key = ofKey ? asked.token : Index{row};
    if (picture.hidden[static_cast<std::size_t>(key)])
        return pins;
    for (std::size_t place = 0; place < sheet.geometry.columns.size(); ++place) {
        const auto track = place + static_cast<std::size_t>(sheet.geometry.firstColumn);
        if (!picture.isTyped(picture.tracks[track], query, key))
            continue;
        const QRectF number = sheet.geometry.number(static_cast<int>(place), row);
        const double side = atNumber * s;
        const double bar = number.height() >= 34 * s ? 2.5 * s : 0; // one below the number
        pins.push_back(pinShape({number.center().x() - (numberSlot / 2 + 2) * s - side,
                                 number.center().y() - bar - side / 2, side, side}));
    }
    return pins;
}

void paintLinePins(QPainter& painter, const LinesSheet& sheet) {
    const std::vector<std::vector<QPointF>> pins = linePins(sheet);
    if (pins.empty())
        return;
    const Theme& colours = theme(sheet.theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (sheet.geometry.most > 0)
        painter.setClipRect(sheet.geometry.rows, Qt::IntersectClip);
    for (const std::vector<QPointF>& pin : pins) {
        painter.setPen(QPen(colours.base, linePinEdge * sheet.geometry.textScale));
        painter.setBrush(colours.base);
        painter.drawPolygon(pin.data(), static_cast<int>(pin.size()));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.text);
        painter.drawPolygon(pin.data(), static_cast<int>(pin.size()));
    }
    painter.restore();
}

} // namespace headscope
