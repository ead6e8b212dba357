// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
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
    QString title;    ///< empty: the sheet's own
    QString fileName; ///< of the experiment; may be empty
    QString made;     ///< for the foot

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

/// All pages as a PDF; the same document gives the same bytes.
Result<QByteArray> worksheetPdf(const WorksheetDocument& document);
/// The sheet in LaTeX, to go on from.
QByteArray worksheetTex(const WorksheetDocument& document);
/// One page, from 0, as a PNG.
Result<QByteArray> worksheetPng(const WorksheetDocument& document, int page, double dotsPerInch);

} // namespace headscope
