// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_painting.h"

#include "pages/lines/curve_raster.h"
#include "pages/lines/lines_words.h"
#include "scene/fonts.h"
#include "scene/math_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

struct Ends {
    QPointF from;
    QPointF to;
};

Ends endsOf(const LinesGeometry& geometry, const WeightLine& line, int track) {
    return {QPointF(geometry.lines.left(), geometry.lineY(static_cast<int>(line.query), track)),
            QPointF(geometry.lines.right(), geometry.lineY(static_cast<int>(line.key), track))};
}

/// Hands every line that could be seen to `draw`: its ends, pen, colour and opacity.
template <class Draw>
void forLines(const LinesSheet& sheet, const std::vector<WeightLine>& lines, double opacity,
              const Draw& draw) {
    constexpr double margin = 10;
    const LinesGeometry& geometry = sheet.geometry;
    const std::vector<int> lanes = sheet.picture.lanes();
    std::vector<QColor> colours;
    for (const LinesTrack& track : sheet.picture.tracks)
        colours.push_back(trackColour(track, theme(sheet.theme)));
    for (const WeightLine& line : lines) {
        const auto track = static_cast<std::size_t>(line.track);
        const Ends ends = endsOf(geometry, line, lanes[track]);
        if (std::max(ends.from.y(), ends.to.y()) < geometry.rows.top() - margin ||
            std::min(ends.from.y(), ends.to.y()) > geometry.rows.bottom() + margin)
            continue;
        const auto weight = static_cast<double>(line.weight);
        draw(ends, lineWidthOf(weight) * geometry.textScale, colours[track],
             lineOpacityOf(weight) * opacity);
    }
}

void paintBadge(QPainter& painter, const QRectF& place, const LinesTrack& track, double scale,
                const Theme& colours) {
    const double side = 18 * scale;
    const QRectF badge(place.center().x() - side / 2, place.center().y() - side / 2, side, side);
    const QColor colour = trackColour(track, colours);
    if (track.head < 0) {
        painter.setFont(textFont(13 * scale));
        painter.setPen(colours.secondary);
        painter.drawText(place, Qt::AlignCenter, QStringLiteral("x̄"));
        return;
    }
    if (track.drawn) {
        painter.fillRect(badge, colour);
        painter.setPen(textColourOn(colour.rgb()));
    } else { // its numbers stay
        painter.setPen(QPen(colour, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(badge.adjusted(1, 1, -1, -1));
        painter.setPen(colours.secondary);
    }
    painter.setFont(textFont(11 * scale, QFont::Bold));
    painter.drawText(badge, Qt::AlignCenter, QString::number(track.head + 1));
}

void paintLegend(QPainter& painter, const LinesSheet& sheet) {
    const LinesGeometry& geometry = sheet.geometry;
    const Theme& colours = theme(sheet.theme);
    const double s = geometry.textScale;
    const QRectF& place = geometry.legend;
    painter.setFont(textFont(12 * s));
    painter.setPen(colours.secondary);
    const QFontMetricsF metrics(painter.font());
    const QString words = LinesWords::weight();
    const QString fixed = LinesWords::fixedScale();
    const double begin = metrics.horizontalAdvance(words) + 16 * s;
    // Numbers of 11 px need 30 beside each other.
    const double step = std::min(52 * s, (place.width() - begin) / legendWeights.size());
    const double sample = step - 8 * s;
    const double samples = step * legendWeights.size();
    const QRectF line(place.left(), place.top(), place.width(), 20 * s);
    if (step < 34 * s)
        return; // no part of a scale
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, words);
    if (begin + samples + metrics.horizontalAdvance(fixed) + 8 * s <= place.width())
        painter.drawText(line.adjusted(begin + samples, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         fixed);
    for (std::size_t i = 0; i < legendWeights.size(); ++i) {
        const double weight = legendWeights[i];
        const double left = place.left() + begin + static_cast<double>(i) * step;
        QColor ink = colours.text;
        ink.setAlphaF(static_cast<float>(lineOpacityOf(weight)));
        const double width = lineWidthOf(weight) * s;
        painter.fillRect(QRectF(left, line.center().y() - width / 2, sample, width), ink);
        painter.setFont(numberFont(11 * s));
        painter.setPen(colours.secondary);
        painter.drawText(QRectF(left, line.bottom(), sample, 18 * s), Qt::AlignCenter,
                         QString::number(weight));
    }
}

} // namespace

QColor trackColour(const LinesTrack& track, const Theme& colours) {
    if (track.head < 0)
        return colours.neutralBar;
    return headColour(track.head, colours.kind);
}

QImage allLines(const LinesSheet& sheet, double ratio, bool faded) {
    const QRectF& room = sheet.geometry.lines;
    QImage image((room.size() * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme(sheet.theme).base);
    CurveRaster raster(image);
    forLines(sheet, sheet.picture.lines, faded ? fadedOpacity : 1,
             [&](const Ends& ends, double width, const QColor& colour, double opacity) {
                 raster.draw((ends.from.y() - room.top()) * ratio,
                             (ends.to.y() - room.top()) * ratio, width * ratio, colour.rgb(),
                             opacity);
             });
    return image;
}

QImage withAskedLines(QImage image, const LinesSheet& sheet) {
    const QRectF& room = sheet.geometry.lines;
    const double ratio = image.devicePixelRatio();
    const QRgb base = theme(sheet.theme).base.rgb();
    // Hundreds of edges leave nothing of what lies under them, and take half of the time.
    constexpr std::size_t mostEdges = 200;
    const bool edged = sheet.asked->lines.size() <= mostEdges;
    CurveRaster raster(image);
    forLines(sheet, sheet.asked->lines, 1,
             [&](const Ends& ends, double width, const QColor& colour, double opacity) {
                 const double left = (ends.from.y() - room.top()) * ratio;
                 const double right = (ends.to.y() - room.top()) * ratio;
                 if (edged)
                     raster.draw(left, right, (width + 2) * ratio, base, 1);
                 raster.draw(left, right, width * ratio, colour.rgb(), opacity);
             });
    return image;
}

void paintSurround(QPainter& painter, const LinesSheet& sheet) {
    const LinesGeometry& geometry = sheet.geometry;
    const LinesPicture& picture = sheet.picture;
    const Theme& colours = theme(sheet.theme);
    const double s = geometry.textScale;
    // What the picture says goes before what it is made of.
    painter.setFont(textFont(20 * s, QFont::DemiBold));
    painter.setPen(colours.text);
    const QString title = LinesWords::title(picture, sheet.asked);
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(title);
    const QFontMetricsF large(painter.font());
    drawElidedText(painter, geometry.title, Qt::AlignLeft | Qt::AlignVCenter, title);
    const double base = geometry.title.center().y() + (large.ascent() - large.descent()) / 2;
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.secondary);
    const double left = geometry.title.left() + width + 16 * s;
    QString words = LinesWords::subtitle(picture, sheet.asked);
    if (sheet.presented) // which has no slider
        words += QStringLiteral(" · ") +
                 LinesWords::kept(sheet.asked ? sheet.asked->percent : picture.percent);
    if (left + 40 * s < geometry.title.right())
        painter.drawText(QPointF(left, base),
                         QFontMetricsF(painter.font())
                             .elidedText(words, Qt::ElideRight, geometry.title.right() - left));
    painter.setPen(colours.text);
    if (!geometry.subtitle.isEmpty())
        drawElidedText(painter, geometry.subtitle, Qt::AlignLeft | Qt::AlignVCenter,
                       sheet.sentence);
    painter.setPen(colours.secondary);
    painter.drawText(geometry.queryHeader, Qt::AlignLeft | Qt::AlignVCenter,
                     LinesWords::queryHeader());
    painter.drawText(geometry.keyHeader, Qt::AlignLeft | Qt::AlignVCenter, LinesWords::keyHeader());
    if (sheet.asked && sheet.asked->side == LinesSide::Key && !geometry.names.isEmpty())
        drawElidedText(painter, geometry.namesHeader, Qt::AlignLeft | Qt::AlignVCenter,
                       LinesWords::namesHeader());
    for (std::size_t column = 0; column < geometry.columnHeads.size(); ++column) {
        const std::size_t track = column + static_cast<std::size_t>(geometry.firstColumn);
        paintBadge(painter, geometry.columnHeads[column], picture.tracks[track], s, colours);
    }
    painter.setFont(textFont(16 * s, QFont::DemiBold));
    painter.setPen(colours.secondary);
    // No text is written into an empty rectangle: it would stand somewhere else.
    if (!geometry.earlier.isEmpty())
        painter.drawText(geometry.earlier, Qt::AlignCenter, QStringLiteral("‹"));
    if (!geometry.later.isEmpty())
        painter.drawText(geometry.later, Qt::AlignCenter, QStringLiteral("›"));
    paintLegend(painter, sheet);
}

} // namespace headscope
