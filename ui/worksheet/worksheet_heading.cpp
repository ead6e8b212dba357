// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet_heading.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headscope {

namespace {

constexpr double headingIndent = 44;

/// Tasks have Roman numbers: letters are matrices, and numbers are boxes.
QString romanNumber(std::size_t number) {
    constexpr std::array<std::pair<std::size_t, const char*>, 5> signs = {
        {{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}}};
    QString text;
    for (const auto& [value, sign] : signs) {
        for (; number >= value; number -= value)
            text += QLatin1String(sign);
    }
    return text;
}

/// A title in type as large as one line of it may have, else in lines of the smallest; gives the
/// base line of the last.
double titleLines(WorksheetPiece& piece, const WorksheetStyle& style, const QString& text,
                  double width, double base) {
    constexpr std::array<double, 3> sizes = {36, 30, 24};
    for (const double pixels : sizes) {
        const FigureLook look{.pixels = pixels, .bold = true};
        const bool last = pixels == sizes.back();
        if (!last && style.width(text, look) > width)
            continue;
        // Bold letters are wider than those that lines are measured by.
        const int measured = static_cast<int>(std::lround(style(pixels) * 1.1));
        const QStringList lines =
            last ? linesOf(text, style.measure, measured, width) : QStringList{text};
        for (qsizetype i = 0; i < lines.size(); ++i) {
            base += i > 0 ? style(pixels) * 1.3 : 0;
            piece.labels.push_back(style.label(lines[i], {0, base}, look, WorksheetStyle::ink()));
        }
        break;
    }
    return base;
}

} // namespace

WorksheetPiece headerPiece(const WorksheetStyle& style, const WorksheetWords& words, double width,
                           bool solved) {
    WorksheetPiece piece;
    const FigureLook source{.pixels = 19};
    const double first = style(34);
    const double fields = solved ? 0 : style(400);
    double y = titleLines(piece, style, onPaper(solved ? words.solutions : words.title),
                          width - fields, first);
    if (!solved) {
        double x = width - fields + style(30);
        const FigureLook field{.pixels = 18};
        const auto line = [&](const std::string& name, double length) {
            const auto label =
                style.label(onPaper(name), {x, first}, field, WorksheetStyle::grey());
            x = label.text.box.right() + style(8);
            piece.labels.push_back(label);
            const double end = std::min(width, x + length);
            piece.addLine({x, first + style(2)}, {end, first + style(2)},
                          WorksheetStyle::hairline(), style(1.2));
            x = end + style(16);
        };
        line(words.name, style(150));
        line(words.date, style(400));
    }
    y += style(16);
    if (solved && !words.title.empty()) {
        const QString of = words.source.empty() ? onPaper(words.title)
                                                : onPaper(words.title) + QStringLiteral(" · ") +
                                                      onPaper(words.source);
        piece.add(paragraph(style, of, width, source, WorksheetStyle::grey()), {0, y});
    } else if (!words.source.empty()) {
        piece.add(paragraph(style, onPaper(words.source), width, source, WorksheetStyle::grey()),
                  {0, y});
    }
    if (!solved)
        piece.add(paragraph(style, onPaper(words.instruction), width, {.pixels = 20},
                            WorksheetStyle::ink()),
                  {0, std::max(piece.size.height(), y) + style(4)});
    return piece;
}

WorksheetPiece headingPiece(const WorksheetStyle& style, const WorksheetWords& words,
                            std::size_t task, double width, bool solved) {
    const WorksheetWords::Task& said = words.tasks[task];
    WorksheetPiece piece;
    piece.addLine({0, 0}, {width, 0}, WorksheetStyle::ink(), style(1.5));
    const FigureLook look{.pixels = 22, .bold = true};
    const FigureLook formulaLook{.pixels = 22};
    const double base = style(27);
    const auto number = style.label(romanNumber(task + 1), {0, base}, look, WorksheetStyle::ink());
    const double indent = std::max(style(headingIndent), number.text.box.right() + style(12));
    piece.labels.push_back(number);
    piece.labels.push_back(
        style.label(onPaper(said.heading), {indent, base}, look, WorksheetStyle::ink()));
    FigureLook right = formulaLook;
    right.anchor = FigureAnchor::End;
    piece.labels.push_back(
        style.label(onPaper(said.formula), {width, base}, right, WorksheetStyle::ink(), true));
    piece.size = {width, style(36)};
    if (!solved)
        piece.add(paragraph(style, onPaper(said.how), width - indent, {.pixels = 17},
                            WorksheetStyle::grey()),
                  {indent, style(34)});
    return piece;
}

WorksheetPiece footPiece(const WorksheetStyle& style, const WorksheetWords& words, double width,
                         int page, int pages) {
    WorksheetPiece piece;
    const FigureLook look{.pixels = 14};
    FigureLook last = look;
    last.anchor = FigureAnchor::End;
    const auto number = style.label(onPaper(words.page).arg(page + 1).arg(pages), {width, 0}, last,
                                    WorksheetStyle::grey());
    const QString made = style.measure.elided(onPaper(words.made), 14, number.text.box.left() - 40);
    if (!made.isEmpty())
        piece.labels.push_back(style.label(made, {0, 0}, look, WorksheetStyle::grey()));
    piece.labels.push_back(number);
    return piece;
}

} // namespace headscope
