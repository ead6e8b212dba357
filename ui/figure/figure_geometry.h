// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_preset.h"
#include "figure/figure_text.h"
#include "painters/matrix_geometry.h"

#include <QSizeF>
#include <QStringList>

#include <optional>
#include <vector>

namespace headscope {

enum class LegendKind : std::uint8_t { Masked, Padding, Dropped, NotANumber, Typed };

/// What a layout must find room for; equal rows and columns in every panel.
struct FigureGeometryInput {
    QSizeF size;
    int panels = 1;
    Index rows = 1;
    Index columns = 1;
    QStringList rowLabels; ///< as many as rows
    QStringList columnLabels;
    bool rowNumbers = false; ///< the labels are 1, 2, 3 …
    bool columnNumbers = false;
    bool squareCells = true;
    int columnGroups = 0; ///< heads that lie side by side along the columns
    QString rowAxis;      ///< "query"; markup of math_text.h
    QString columnAxis;
    QString title;
    QString formula; ///< markup
    QString note;
    QStringList panelTitles; ///< empty, or one for each panel, beside a badge with its number
    QStringList badgeNumbers;
    QStringList panelNotes; ///< empty, or the range of each panel
    QStringList panelJobs;  ///< empty, or what each head has learnt, in a line under its title
    QStringList barLabels;  ///< from low to high, evenly spaced
    std::vector<LegendKind> legend;
    QStringList legendTexts;
    QString caption;                ///< below everything, in as many lines as it needs
    bool letters = false;           ///< a, b, c … before the titles of the panels
    int gridColumns = 0;            ///< 0: chosen
    std::optional<FigureType> type; ///< given sizes; nothing: they follow the page
    double margin = 0;              ///< of given sizes
    bool cropWidth = false;         ///< the page ends where its content does
    bool cropHeight = false;
    int valueCharacters[2] = {0, 0}; ///< of the widest cellText in 5 and in 4 characters; 0: none
};

struct FigureRule {
    int group = 0; ///< the head
    QRectF rect;
};

struct FigureSwatch {
    LegendKind kind = LegendKind::Masked;
    QRectF rect;
};

/// Where everything of a figure stands, in pixels of 1/96 inch, or in half points where sizes of
/// type are given.
struct FigureGeometry {
    QSizeF size;
    double scale = 1; ///< of type and spaces against 1600 × 900
    int gridColumns = 1;
    std::vector<MatrixGeometry> matrices; ///< one for each panel
    std::vector<QRectF> badges;           ///< one for each panel, or none
    std::vector<FigureRule> rules;
    QRectF bar;
    std::vector<double> barTicks; ///< x
    std::vector<FigureSwatch> swatches;
    std::vector<FigureText> texts;
    Index rowStep = 1; ///< one in so many labels is written
    Index columnStep = 1;
    int valuePixels = 0; ///< type size of the values in the cells; 0: they do not fit
    int valueWidth = 5;  ///< characters for cellText
};

/// Chooses the grid that gives the largest cells, how the labels stand and how
/// many of them are left out, so that nothing overlaps and nothing leaves the page. No panel where
/// nothing fits at sizes of type that are given.
FigureGeometry layoutFigure(const FigureGeometryInput& input, const TextMeasure& measure);

/// Which labels a step leaves: the first and every step-th after it; of numbers
/// those that the step divides, and the last where none does.
bool isFigureLabelled(Index index, Index step, Index count, bool numbers);
/// The smallest of 1, 2, 5, 10, 20, 50 … steps that leaves each label its space;
/// 0 where not even one label has it.
Index figureLabelStep(double pitch, double needed, Index count);

} // namespace headscope
