// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_text.h"

#include <QColor>

#include <string>
#include <vector>

namespace headscope {

/// Words and numbers of a sheet, which core keeps as UTF-8.
inline QString onPaper(const std::string& text) {
    return QString::fromStdString(text);
}

/// Something on a sheet of paper, in half points: painted from below as fills, hatched cells,
/// lines, texts.
struct WorksheetPiece {
    struct Label {
        FigureText text; ///< of a cell: panel is its matrix, index its place in it
        QRgb colour = 0;
    };
    struct Line {
        std::vector<QPointF> points;
        QRgb colour = 0;
        double width = 1;
    };
    struct Fill {
        QRectF rect;
        QRgb colour = 0;
    };
    QSizeF size;
    std::vector<Fill> fills;
    std::vector<QRectF> hatched;
    std::vector<Line> lines;
    std::vector<Label> labels;

    /// Puts another one into this, at a place of it.
    void add(const WorksheetPiece& piece, QPointF at);
    void addLine(QPointF from, QPointF to, QRgb colour, double width);
    void addFrame(const QRectF& rect, QRgb colour, double width);
};

/// How pieces are written: black on white, whatever the window looks like.
struct WorksheetStyle {
    const TextMeasure& measure;
    double scale = 1;

    double operator()(double halfPoints) const { return halfPoints * scale; }
    /// One line of text; its box is known.
    WorksheetPiece::Label label(const QString& text, QPointF origin, const FigureLook& look,
                                QRgb colour, bool math = false) const;
    double width(const QString& text, const FigureLook& look, bool math = false) const;

    static QRgb ink();
    static QRgb grey();
    static QRgb hairline();
    static QRgb answer();
};

/// Text in as many lines as the width asks for, each below the other.
WorksheetPiece paragraph(const WorksheetStyle& style, const QString& text, double width,
                         const FigureLook& look, QRgb colour);

} // namespace headscope
