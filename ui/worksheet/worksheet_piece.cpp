// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet_piece.h"

#include "scene/palette.h"

#include <algorithm>

namespace headscope {

namespace {
constexpr double lineHeight = 1.35;
} // namespace

void WorksheetPiece::add(const WorksheetPiece& piece, QPointF at) {
    for (Fill fill : piece.fills) {
        fill.rect.translate(at);
        fills.push_back(fill);
    }
    for (const QRectF& rect : piece.hatched)
        hatched.push_back(rect.translated(at));
    for (Line line : piece.lines) {
        for (QPointF& point : line.points)
            point += at;
        lines.push_back(std::move(line));
    }
    for (Label label : piece.labels) {
        label.text.origin += at;
        label.text.box.translate(at);
        labels.push_back(std::move(label));
    }
    size = {std::max(size.width(), at.x() + piece.size.width()),
            std::max(size.height(), at.y() + piece.size.height())};
}

void WorksheetPiece::addLine(QPointF from, QPointF to, QRgb colour, double width) {
    lines.push_back({{from, to}, colour, width});
}

void WorksheetPiece::addFrame(const QRectF& rect, QRgb colour, double width) {
    lines.push_back({{rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft(),
                      rect.topLeft(), rect.topRight()},
                     colour,
                     width});
}

WorksheetPiece::Label WorksheetStyle::label(const QString& text, QPointF origin,
                                            const FigureLook& look, QRgb colour, bool math) const {
    FigureText line = figureLine(text, origin, look, scale);
    line.math = math;
    measure.place(line);
    return {std::move(line), colour};
}

double WorksheetStyle::width(const QString& text, const FigureLook& look, bool math) const {
    return label(text, {}, look, 0, math).text.box.width();
}

QRgb WorksheetStyle::ink() {
    return theme(ThemeKind::Light).text.rgb();
}

QRgb WorksheetStyle::grey() {
    return theme(ThemeKind::Light).secondary.rgb();
}

QRgb WorksheetStyle::hairline() {
    return theme(ThemeKind::Light).controlBorder.rgb();
}

QRgb WorksheetStyle::answer() {
    return theme(ThemeKind::Light).accent.rgb();
}

WorksheetPiece paragraph(const WorksheetStyle& style, const QString& text, double width,
                         const FigureLook& look, QRgb colour) {
    WorksheetPiece piece;
    const double height = style(look.pixels) * lineHeight;
    const int pixels = style.label({}, {}, look, colour).text.pixels;
    double y = 0;
    for (const QString& line : linesOf(text, style.measure, pixels, width)) {
        if (!line.isEmpty())
            piece.labels.push_back(style.label(line, {0, y + style(look.pixels)}, look, colour));
        y += height;
    }
    piece.size = {width, y};
    return piece;
}

} // namespace headscope
