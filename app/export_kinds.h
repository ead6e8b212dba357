// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <QCommandLineParser>

namespace headscope {

/// What `headscope export` draws.
enum class ExportKind : std::uint8_t {
    Heads,
    Compare, ///< --compare: A, B and B − A of one head
    Lines,   ///< --view lines
    Train,   ///< --view train: the film and the curves of a training
};

/// By --view and --compare. The Error is one of usage.
Result<ExportKind> exportKind(const QCommandLineParser& parser);

/// Whether an option of the command does anything in figures of that kind.
bool belongsTo(const QString& option, ExportKind kind);

/// A sentence about the first option that does not; empty where all do.
QString strayExportOption(const QCommandLineParser& parser, ExportKind kind);

} // namespace headscope
