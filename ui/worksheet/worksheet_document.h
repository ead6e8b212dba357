// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "figure/figure_page.h"
#include "run/run.h"
#include "worksheet/worksheet_cut.h"
#include "worksheet/worksheet_layout.h"
#include "worksheet/worksheet_text.h"

#include <QByteArray>

#include <functional>
#include <memory>

namespace headscope {

/// What a sheet is made of.
struct WorksheetRequest {
    std::shared_ptr<const Experiment> experiment; ///< whole: the sheet says what was cut
    std::optional<std::string> scope;             ///< nothing: the first attention
    WorksheetOptions options;                     ///< but for the heads
    WorksheetCut cut;
    WorksheetPaper paper = WorksheetPaper::A4;
    bool solutions = true;
    bool apart = true; ///< the solutions are a file of their own
    bool handy = true; ///< queries and keys are made such that hands can compute the weights
    QString title;     ///< empty: the sheet's own
    QString fileName;  ///< of the experiment; may be empty
    QString made;      ///< for the foot

    /// With the same experiment, not with an equal one.
    bool operator==(const WorksheetRequest&) const = default;
};

/// A sheet with its words and pages.
struct WorksheetDocument {
    Worksheet sheet;
    WorksheetWords words;
    WorksheetPages pages;
    WorksheetPaper paper = WorksheetPaper::A4;
    bool solutions = true;
    bool apart = true;
    double factor = 1; ///< of queries and keys
    Index leftOut = 0; ///< typed numbers that lie beyond the cut
};

/// Computes an experiment; the sheet's is a small one.
using ComputeRun = std::function<Result<std::shared_ptr<const Run>>(const Experiment&)>;
/// That of the program itself.
Result<std::shared_ptr<const Run>> computeWorksheetRun(const Experiment& experiment);

/// Cuts, computes, chooses what is asked and lays it out, with words in the language of the
/// installed translators. Needs a QGuiApplication (fonts).
Result<WorksheetDocument> makeWorksheetDocument(const WorksheetRequest& request,
                                                const ComputeRun& compute = computeWorksheetRun);

/// One of the files of a sheet.
struct WorksheetFile {
    QString path;
    QByteArray content;
};
/// Where the solutions of a sheet go that are a file of their own: "sheet-solutions.pdf".
QString solutionsPath(const QString& path);
/// The files of a sheet that is called so: the questions, with the solutions behind them or in a
/// file of their own; by the ending LaTeX, to go on from, or a PDF. The same document gives the
/// same bytes.
Result<std::vector<WorksheetFile>> worksheetFiles(const WorksheetDocument& document,
                                                  const QString& path);
/// The pages, to be painted while the document lives: on a printer.
std::vector<FigurePage> worksheetFigurePages(const WorksheetDocument& document);
/// One page, from 0, as a PNG.
Result<QByteArray> worksheetPng(const WorksheetDocument& document, int page, double dotsPerInch);

} // namespace headscope
