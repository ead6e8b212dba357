// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "options/option_meaning.h"
#include "options/run_options.h"
#include "output.h"
#include "pages/lines/lines_picture.h"
#include "played_lesson.h"
#include "shown_page.h"
#include "words/language.h"

#include <QString>

namespace headscope {

/// What `headscope export` draws: --view, "compare" for --compare of heads,
/// "lesson" for --lesson. The Error is one of
/// usage.
Result<QString> exportedView(const QCommandLineParser& parser);

/// What of the lines is drawn, of --view lines.
struct LinesRequest {
    std::optional<Index> query; ///< whose row is asked, from 0
    std::optional<Index> key;   ///< or whose column
    int kept = 90;              ///< percent of a row
    bool toItself = true;
    HiddenKeys hidden{};
};

/// What `headscope export` was asked for, before anything is computed.
struct ExportOptions {
    ProblemRequest problem;
    FigureRequest figure; ///< without trace and experiment
    PlayedLesson lesson;  ///< whose slide is drawn
    ShownPage page;       ///< of which the figure has stage, sequence and head
    FigureFormat format = FigureFormat::Png;
    Language language = Language::English;
    LinesRequest lines;
    bool sizeGiven = false;
    Output out;
};

/// All options of the command, for its help as well.
QList<QCommandLineOption> exportOptions();

/// Reads them out of a call whose view is exportedView(). The Error is one of usage and
/// says what would be possible.
Result<ExportOptions> readExportOptions(const Call& call);

} // namespace headscope
