// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens of the Lines page and the numbers beside them.
#include "pages/lines/lines_painting.h"
#include "pages/lines/lines_words.h"
#include "painters/matrix_painter.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double numberPixels = 13;

void paintToken(QPainter& painter, const LinesSheet& sheet, const QRectF& place, LinesSide side,
                Index token, const QString& text) {
    const Theme& colours = theme(sheet.theme);
    const double s = sheet.geometry.textScale;
    const AskedToken* asked = sheet.asked;
    const bool isAsked = asked && asked->side == side && asked->token == token;
    const bool isHeld = asked && asked->side != side && asked->holds(sheet.picture, token);
    const bool atRight = side == LinesSide::Key;
    const bool hidden = atRight && sheet.picture.hidden[static_cast<std::size_t>(token)] != 0;
    if (isAsked) {
        const double height = std::min(place.height() - 2, 34 * s);
        painter.fillRect(QRectF(place.left() - (atRight ? 6 * s : 0),
                                place.center().y() - height / 2, place.width() + 6 * s, height),
                         colours.accent);
    }
    painter.setPen(isAsked ? colours.accentText : isHeld ? colours.text : colours.secondary);
    QFont font = textFont(14 * s, isAsked || isHeld ? QFont::Bold : QFont::Normal);
    font.setStrikeOut(hidden);
    painter.setFont(font);
    if (hidden && !isAsked)
        painter.setPen(colours.inactive);
    drawElidedText(painter, place, (atRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                   text);
}

/// One number of the table: how much the asked token and the one of this row have to do with each
/// other in one head.
void paintNumber(QPainter& painter, const LinesSheet& sheet, const QRectF& place,
                 const AskedColumn& column, std::size_t row, const LinesTrack& track) {
    const Theme& colours = theme(sheet.theme);
    const double s = sheet.geometry.textScale;
    const float weight = column.weights[row];
    const double slot = 42 * s;
    const double left = place.center().x() - slot / 2;
    if (sheet.picture.hidden[sheet.asked->side == LinesSide::Query
                                 ? row
                                 : static_cast<std::size_t>(sheet.asked->token)])
        return; // no number is 0 because it is hidden
    if (column.masked[row] && weight == 0.0F) {
        painter.fillRect(QRectF(left, place.center().y() - 6 * s, slot, 12 * s),
                         markBrush(CellMark::Masked, colours));
        return;
    }
    const bool held = column.held[row] != 0;
    const bool bars = place.height() >= 34 * s;
    painter.setFont(numberFont(numberPixels * s, held ? QFont::Bold : QFont::Normal));
    painter.setPen(held ? colours.text : colours.secondary);
    const QRectF text(left, place.top(), place.right() - left, place.height() - (bars ? 5 * s : 0));
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, cellText(weight, 5));
    if (bars && held)
        painter.fillRect(QRectF(left, place.center().y() + 8 * s,
                                slot * std::clamp(static_cast<double>(weight), 0.0, 1.0), 3 * s),
                         trackColour(track, colours));
}

/// Σ and number of the held weights, below each column.
void paintSums(QPainter& painter, const LinesSheet& sheet) {
    const LinesGeometry& geometry = sheet.geometry;
    const Theme& colours = theme(sheet.theme);
    const double s = geometry.textScale;
    const AskedToken& asked = *sheet.asked;
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.secondary);
    drawElidedText(painter, geometry.heldLabel, Qt::AlignLeft | Qt::AlignVCenter,
                   LinesWords::held(asked.side));
    drawElidedText(painter, geometry.countLabel, Qt::AlignLeft | Qt::AlignVCenter,
                   LinesWords::count(asked.side));
    painter.setFont(numberFont(numberPixels * s));
    painter.setPen(colours.text);
    for (std::size_t place = 0; place < geometry.columns.size(); ++place) {
        const AskedColumn& column =
            asked.columns[place + static_cast<std::size_t>(geometry.firstColumn)];
        const bool whole = std::fabs(column.sum - 1) <= sumTolerance(column.weights.size());
        const auto at = [&](const QRectF& label) {
            QRectF rect = geometry.below(static_cast<int>(place), label);
            rect.setLeft(rect.center().x() - 21 * s);
            return rect;
        };
        painter.drawText(at(geometry.heldLabel), Qt::AlignLeft | Qt::AlignVCenter,
                         whole ? QStringLiteral("1") : cellText(static_cast<float>(column.sum), 5));
        painter.drawText(at(geometry.countLabel), Qt::AlignLeft | Qt::AlignVCenter,
                         QString::number(column.count));
    }
}

} // namespace

std::vector<int> writtenTokens(const LinesSheet& sheet, LinesSide side) {
    const LinesPicture& picture = sheet.picture;
    const auto count = static_cast<int>(side == LinesSide::Query ? picture.queries : picture.keys);
    std::vector<int> first;
    if (sheet.asked && sheet.geometry.isDense()) {
        if (sheet.asked->side == side) {
            first.push_back(static_cast<int>(sheet.asked->token));
        } else { // whom its strongest lines lead to
            const std::vector<WeightLine>& lines = sheet.asked->lines;
            for (auto line = lines.rbegin(); line != lines.rend(); ++line)
                first.push_back(
                    static_cast<int>(side == LinesSide::Query ? line->query : line->key));
        }
    }
    return writtenTokens(sheet.geometry, count, first);
}

void paintTokens(QPainter& painter, const LinesSheet& sheet) {
    const LinesGeometry& geometry = sheet.geometry;
    const LinesPicture& picture = sheet.picture;
    painter.save();
    if (geometry.most > 0)
        painter.setClipRect(geometry.rows, Qt::IntersectClip);
    for (const int token : writtenTokens(sheet, LinesSide::Query))
        paintToken(painter, sheet, geometry.queryLabel(token), LinesSide::Query, token,
                   picture.queryWords.value(token));
    for (const int token : writtenTokens(sheet, LinesSide::Key))
        paintToken(painter, sheet, geometry.keyLabel(token), LinesSide::Key, token,
                   picture.keyWords.value(token));
    if (sheet.asked && sheet.asked->side == LinesSide::Query && sheet.asked->possible == 0 &&
        picture.hiddenCount == 0) {
        const Theme& colours = theme(sheet.theme);
        painter.setPen(colours.secondary);
        painter.setFont(textFont(13 * geometry.textScale));
        const QRectF row = geometry.queryLabel(static_cast<int>(sheet.asked->token));
        painter.drawText(
            QRectF(geometry.lines.left(), row.top(), geometry.lines.width(), row.height()),
            Qt::AlignLeft | Qt::AlignVCenter, LinesWords::masked());
    }
    painter.restore();
}

void paintTable(QPainter& painter, const LinesSheet& sheet) {
    const AskedToken* asked = sheet.asked;
    if (!asked || sheet.geometry.columns.empty())
        return;
    const LinesGeometry& geometry = sheet.geometry;
    const LinesPicture& picture = sheet.picture;
    const Theme& colours = theme(sheet.theme);
    const double s = geometry.textScale;
    const bool ofKey = asked->side == LinesSide::Key;
    painter.save();
    if (geometry.most > 0)
        painter.setClipRect(geometry.rows, Qt::IntersectClip);
    const double right = geometry.columns.back().right();
    const double left = ofKey && !geometry.names.isEmpty() ? geometry.names.left()
                        : ofKey                            ? geometry.columns.front().left()
                                                           : geometry.keyLabels.left();
    for (const int row : writtenTokens(sheet, ofKey ? LinesSide::Query : LinesSide::Key)) {
        const QRectF band = geometry.queryLabel(row);
        if (!geometry.isDense())
            painter.fillRect(QRectF(left, std::round(band.bottom()) - 1, right - left, 1),
                             colours.hairline);
        if (ofKey && !geometry.names.isEmpty()) {
            painter.setFont(textFont(13 * s));
            painter.setPen(colours.secondary);
            drawElidedText(painter,
                           QRectF(geometry.names.left(), band.top(), geometry.names.width() - 4 * s,
                                  band.height()),
                           Qt::AlignLeft | Qt::AlignVCenter, picture.queryLabels.value(row));
        }
        for (std::size_t place = 0; place < geometry.columns.size(); ++place) {
            const std::size_t track = place + static_cast<std::size_t>(geometry.firstColumn);
            const QRectF number = geometry.number(static_cast<int>(place), row);
            const bool isCell = sheet.cell && sheet.cell->panel == picture.tracks[track].panel &&
                                (ofKey ? sheet.cell->row : sheet.cell->column) == row;
            if (isCell)
                painter.fillRect(number.adjusted(4 * s, 1, -4 * s, -1), colours.accentTint);
            paintNumber(painter, sheet, number, asked->columns[track],
                        static_cast<std::size_t>(row), picture.tracks[track]);
        }
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.text);
        for (const std::vector<QPointF>& pin : numberPins(sheet, row))
            painter.drawPolygon(pin.data(), static_cast<int>(pin.size()));
        painter.restore();
    }
    painter.restore();
    paintSums(painter, sheet);
}

} // namespace headscope
