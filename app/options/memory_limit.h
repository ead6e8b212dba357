// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/model_source.h"
#include "transformer/model.h"

#include <QCommandLineParser>

#include <optional>

namespace headscope {

/// --memory-limit, for every command that computes.
QCommandLineOption memoryLimitOption();
/// What it says, in bytes; nothing where it is not given. The Error is one of usage.
Result<std::optional<Index>> memoryLimitFrom(const QCommandLineParser& parser);
/// Whether so many bytes, nothing being more than can be counted, keep to the limit; without one,
/// to the memory that is free.
Status checkMemoryLimit(std::optional<Index> bytes, std::optional<Index> limit);
/// How a trained model runs under the limit, by all threads (leanOptions). An Error where even the
/// leanest way is too much.
Result<RunOptions> optionsWithin(const OpenModel& model, const WordIds& ids, bool allScores,
                                 WeightsRead read, std::optional<Index> limit);
/// Whether all stages do.
Status checkMemoryLimit(const ModelProblem& problem, std::optional<Index> limit);

} // namespace headscope
