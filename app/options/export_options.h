// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "options/option_meaning.h"
#include "options/run_options.h"
#include "output.h"
#include "pages/lines/lines_picture.h"
#include "scene/compared.h"
#include "words/language.h"

#include <QString>

namespace headscope {

/// What `headscope export` draws.
enum class ExportKind : std::uint8_t {
    Heads,
    Compare, ///< --compare: A, B and B − A of one head
    Lines,   ///< --view lines
    Train,   ///< --view train: the film and the curves of a training
    Page,    ///< what any other page draws of what it shows
};
/// By --view and --compare. The Error is one of usage.
Result<ExportKind> exportKind(const QCommandLineParser& parser);
/// The view of Call; that of a page is what --view says.
QString viewOf(ExportKind kind);

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
    FigureRequest figure;             ///< without trace and experiment
    std::optional<std::string> scope; ///< the block of a model; nothing: the first that has it
    FigureFormat format = FigureFormat::Png;
    Language language = Language::English;
    std::optional<ComparedSide> compared; ///< A; what is computed is B
    LinesRequest lines;
    bool sizeGiven = false;
    Output out;
};

/// All options of the command, for its help as well.
QList<QCommandLineOption> exportOptions();

/// Reads them out of a parser that knows them. The Error is one of usage and
/// says what would be possible.
Result<ExportOptions> readExportOptions(const QCommandLineParser& parser, ExportKind kind);

} // namespace headscope
