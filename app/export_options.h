// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "output.h"
#include "run_options.h"
#include "scene/compared.h"
#include "window/language.h"

#include <QString>

namespace headscope {

/// What `headscope export` was asked for, before anything is computed.
struct ExportOptions {
    ProblemRequest problem;
    FigureRequest figure;             ///< without trace and experiment
    std::optional<std::string> scope; ///< the block of a model; nothing: the first that has it
    FigureFormat format = FigureFormat::Png;
    Language language = Language::English;
    std::optional<ComparedSide> compared; ///< A; what is computed is B
    bool sizeGiven = false;
    Output out;
};

/// All options of the command, for its help as well.
QList<QCommandLineOption> exportOptions();

/// Reads them out of a parser that knows them. The Error is one of usage and
/// says what would be possible.
Result<ExportOptions> readExportOptions(const QCommandLineParser& parser);

} // namespace headscope
