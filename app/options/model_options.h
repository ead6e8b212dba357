// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/checkpoint_run.h"
#include "options/option_reader.h"

#include <QCommandLineParser>
#include <QList>

namespace headscope {

/// A model folder and what it is to read, as the command line says it; no file was opened yet.
struct ModelRequest {
    std::string folder;
    std::optional<std::string> text; ///< else the ids
    WordIds ids;
    HeadsOff off;
};

/// "1,2,3;4,5": a list of ids for each sequence. The Error is one of usage, about the option.
Result<std::vector<std::vector<Index>>> idsFrom(const QString& text, const char* option);

/// --model, --text, --ids, --off and --off-by.
QList<QCommandLineOption> modelOptions();
/// --target-ids.
QCommandLineOption targetOption();

/// --off and --off-by. The Error is one of usage.
Result<HeadsOff> headsOffFrom(const QCommandLineParser& parser);

/// The block that is asked for: that of --scope, or "layers/4/self_attention" of --layer 5 beside
/// --model; where none is, it stays. An Error is one of usage.
void readScope(OptionReader& in, const char* option, std::optional<std::string>& scope);

/// Reads these; nothing without --model. The Error is one of usage: about what is no list of ids,
/// and about options of experiments, which do nothing beside a model, unless `also` has them.
Result<std::optional<ModelRequest>> modelRequest(const QCommandLineParser& parser,
                                                 const QStringList& also);

} // namespace headscope
