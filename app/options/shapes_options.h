// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/journey.h"
#include "options/block_choice.h"
#include "options/option_meaning.h"
#include "options/option_reader.h"

#include <QCommandLineParser>

namespace headscope {

/// What journeys are about, on the command line: an example, plain sizes, or files
/// as for "run". Shared by the commands that show journeys.
QList<QCommandLineOption> journeyOptions();

/// What these options come to.
struct LoadedJourneys {
    Journey split;
    std::optional<Journey> merge;
    std::optional<Journey> sideBySide;
    std::shared_ptr<const BlockMap> blocks{}; ///< null where there is only one block
};

/// Reads these options out of a call whose parser knows them. The Error is one of
/// usage, unless `failed` says that files or the computation failed.
Result<LoadedJourneys> loadJourneys(const Call& call, bool& failed);

/// --element, counted in memory from 0.
QCommandLineOption elementOption();
void readElement(OptionReader& reader, const char* option, std::optional<Index>& element);

} // namespace headscope
