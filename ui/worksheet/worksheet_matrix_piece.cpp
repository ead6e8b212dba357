// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet_matrix_piece.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

// In half points.
constexpr FigureLook numberLook{
    .pixels = 19, .anchor = FigureAnchor::End, .font = FigureFont::Number};
constexpr FigureLook labelLook{.pixels = 17};
constexpr FigureLook symbolLook{.pixels = 21, .bold = true};
constexpr FigureLook axisLook{.pixels = 15};
constexpr FigureLook tinyLook{.pixels = 13, .bold = true};
constexpr double captionHeight = 30;
constexpr double headerHeight = 26;
constexpr double widestLabel = 120;
constexpr double widestCaption = 220; ///< over a matrix that is narrower
constexpr double cellPadding = 18;
constexpr double writableCell = 84; ///< wide enough for handwriting, 15 mm

/// How large the parts of a matrix come out.
struct MatrixSizes {
    double labels = 0;
    double cell = 0;
    double number = 0; ///< the widest
    double row = 0;
};

MatrixSizes sizesOf(const WorksheetStyle& style, const WorksheetMatrix& matrix,
                    const QString& corner, bool solved) {
    MatrixSizes sizes;
    bool hasBlanks = false;
    for (const WorksheetCell& cell : matrix.cells) {
        sizes.number = std::max(sizes.number, style.width(onPaper(cell.text), numberLook));
        hasBlanks = hasBlanks || cell.isBlank();
    }
    double widestColumn = 0;
    for (const std::string& column : matrix.columns)
        widestColumn = std::max(widestColumn, style.width(onPaper(column), labelLook));
    sizes.cell = std::max({sizes.number + style(cellPadding),
                           style(hasBlanks && !solved ? writableCell : 46),
                           std::min(widestColumn, style(widestLabel - 40)) + style(8)});
    for (const std::string& row : matrix.rows)
        sizes.labels = std::max(sizes.labels, style.width(onPaper(row), labelLook));
    sizes.labels = std::min(sizes.labels, style(widestLabel));
    sizes.labels = std::max(sizes.labels, style.width(corner, axisLook, true)) + style(12);
    sizes.row = style(solved ? 32 : hasBlanks ? 44 : 34);
    return sizes;
}

} // namespace

WorksheetPiece matrixPiece(const WorksheetStyle& style, const Worksheet& sheet,
                           const WorksheetWords& words, std::size_t index, bool solved) {
    const WorksheetMatrix& matrix = sheet.matrices[index];
    const WorksheetWords::Matrix& said = words.matrices[index];
    const QString rowWord = onPaper(said.row);
    const QString corner = rowWord.isEmpty() ? onPaper(said.column) + QStringLiteral(" →")
                                             : rowWord + QStringLiteral(" ↓ ") +
                                                   onPaper(said.column) + QStringLiteral(" →");
    const MatrixSizes sizes = sizesOf(style, matrix, corner, solved);
    WorksheetPiece piece;
    const double top = style(captionHeight + headerHeight);
    const double right = sizes.labels + sizes.cell * static_cast<double>(matrix.columnCount());
    const double bottom = top + sizes.row * static_cast<double>(matrix.rowCount());

    const double captionLine = style(21);
    const auto symbol = style.label(onPaper(said.symbol), {0, captionLine}, symbolLook,
                                    WorksheetStyle::ink(), true);
    piece.labels.push_back(symbol);
    const QString title = style.measure.elided(
        onPaper(said.title), static_cast<int>(std::lround(style(labelLook.pixels))),
        std::max(right, style(widestCaption)) - symbol.text.box.width() - style(10));
    const auto caption = style.label(title, {symbol.text.box.right() + style(10), captionLine},
                                     labelLook, WorksheetStyle::grey());
    piece.labels.push_back(caption);
    const double headerLine = style(captionHeight + 19);
    piece.labels.push_back(
        style.label(corner, {0, headerLine}, axisLook, WorksheetStyle::grey(), true));
    const auto elided = [&](const std::string& text, double width) {
        return style.measure.elided(onPaper(text),
                                    static_cast<int>(std::lround(style(labelLook.pixels))), width);
    };
    FigureLook middle = labelLook;
    middle.anchor = FigureAnchor::Middle;
    for (Index column = 0; column < matrix.columnCount(); ++column) {
        const double x = sizes.labels + sizes.cell * (static_cast<double>(column) + 0.5);
        piece.labels.push_back(
            style.label(elided(matrix.columns[static_cast<std::size_t>(column)], sizes.cell - 4),
                        {x, headerLine}, middle, WorksheetStyle::ink()));
    }
    for (Index line = 0; line <= matrix.rowCount(); ++line) {
        const double y = top + sizes.row * static_cast<double>(line);
        piece.addLine({sizes.labels, y}, {right, y}, WorksheetStyle::hairline(), style(1));
    }
    for (Index line = 0; line <= matrix.columnCount(); ++line) {
        const double x = sizes.labels + sizes.cell * static_cast<double>(line);
        piece.addLine({x, top}, {x, bottom}, WorksheetStyle::hairline(), style(1));
    }
    for (Index row = 0; row < matrix.rowCount(); ++row) {
        const double y = top + sizes.row * static_cast<double>(row);
        const double base = y + sizes.row / 2;
        const std::string& word = matrix.rows[static_cast<std::size_t>(row)];
        if (!word.empty())
            piece.labels.push_back(
                style.label(elided(word, sizes.labels - style(12)),
                            {0, base + style(labelLook.pixels) * middleToBaseline}, labelLook,
                            WorksheetStyle::ink()));
        for (Index column = 0; column < matrix.columnCount(); ++column) {
            const WorksheetCell& cell = matrix.at(row, column);
            const QRectF box(sizes.labels + sizes.cell * static_cast<double>(column), y, sizes.cell,
                             sizes.row);
            if (cell.isBlank()) {
                piece.addFrame(box, solved ? WorksheetStyle::answer() : WorksheetStyle::ink(),
                               style(2.5));
                auto tiny = style.label(QString::number(cell.blank),
                                        box.topLeft() + QPointF(style(5), style(14)), tinyLook,
                                        solved ? WorksheetStyle::answer() : WorksheetStyle::ink());
                if (!solved)
                    piece.labels.push_back(std::move(tiny));
            }
            if (cell.isBlank() && !solved)
                continue;
            const QPointF end(box.center().x() + sizes.number / 2,
                              base + style(numberLook.pixels) * middleToBaseline);
            FigureLook look = numberLook;
            look.bold = cell.isBlank();
            auto number =
                style.label(onPaper(cell.text), end, look,
                            cell.isBlank() ? WorksheetStyle::answer() : WorksheetStyle::ink());
            number.text.role = FigureRole::CellValue;
            number.text.panel = static_cast<int>(index);
            number.text.index = static_cast<int>(matrix.placeOfCell(row, column));
            if (std::isinf(cell.number)) {
                piece.hatched.push_back(box.adjusted(style(1), style(1), -style(1), -style(1)));
                const QRectF plate = number.text.box.adjusted(-style(4), style(2), style(4), 0);
                piece.fills.push_back({plate.intersected(box), 0xffffffff});
            }
            if (cell.typed) // behind the number, where every cell has its padding
                piece.labels.push_back(style.label(QStringLiteral("*"),
                                                   end + QPointF(style(1), -style(4)), tinyLook,
                                                   WorksheetStyle::ink()));
            piece.labels.push_back(std::move(number));
        }
    }
    piece.size = {std::max(right, caption.text.box.right()), bottom};
    return piece;
}

WorksheetPiece writingPiece(const WorksheetStyle& style, const Worksheet& sheet, std::size_t task,
                            double width, double room) {
    WorksheetPiece piece;
    const int columns = width >= style(760) ? 2 : 1;
    const double gap = style(40);
    const double entry = (width - gap * (columns - 1)) / columns;
    const double height = style(room);
    const FigureLook look{.pixels = 18, .bold = true};
    int place = 0;
    for (const WorksheetBlank& blank : sheet.blanks) {
        if (blank.task != task)
            continue;
        const double x = (entry + gap) * (place % columns);
        const double y = height * (place / columns + 1);
        const auto number = style.label(QString::number(blank.number), {x, y - style(5)}, look,
                                        WorksheetStyle::ink());
        piece.addLine({x + style(34), y}, {x + entry, y}, WorksheetStyle::hairline(), style(1.2));
        piece.labels.push_back(number);
        ++place;
    }
    piece.size = {width, height * ((place + columns - 1) / columns) + style(4)};
    return piece;
}

WorksheetPiece workingPiece(const WorksheetStyle& style, const Worksheet& sheet,
                            const WorksheetWords& words, std::size_t task, double width) {
    WorksheetPiece piece;
    const FigureLook numberOf{.pixels = 16, .bold = true};
    const FigureLook look{.pixels = 16};
    const FigureLook answerLook{.pixels = 16, .bold = true};
    const double indent = style(30);
    const double height = style(23);
    double y = 0;
    for (const WorksheetBlank& blank : sheet.blanks) {
        if (blank.task != task)
            continue;
        piece.labels.push_back(style.label(QString::number(blank.number), {0, y + style(18)},
                                           numberOf, WorksheetStyle::answer()));
        double x = indent;
        const auto write = [&](const QString& text, const FigureLook& how, QRgb colour, bool math) {
            const double wide = style.width(text, how, math);
            if (x > indent && x + wide > width) {
                x = indent;
                y += height;
            }
            piece.labels.push_back(style.label(text, {x, y + style(18)}, how, colour, math));
            x += wide;
        };
        const QString space = QStringLiteral(" ");
        const double gap =
            style.width(QStringLiteral("n n"), look) - style.width(QStringLiteral("nn"), look);
        QStringList terms = onPaper(blank.working).split(QStringLiteral(" + "), Qt::SkipEmptyParts);
        for (qsizetype i = 0; i < terms.size(); ++i) {
            const QString term = i == 0 ? terms[i] : QStringLiteral("+ ") + terms[i];
            write(term, look, WorksheetStyle::ink(), true);
            x += gap;
        }
        x += style(4);
        const QString answer = onPaper(sheet.cellOf(blank).text);
        write(QStringLiteral("= ") + answer, answerLook, WorksheetStyle::answer(), false);
        if (!blank.own.empty()) {
            x += style(10);
            write(u'(' + onPaper(words.own).arg(onPaper(blank.own)) + u')', look,
                  WorksheetStyle::grey(), false);
        }
        y += height + style(4);
    }
    piece.size = {width, y};
    return piece;
}

} // namespace headscope
