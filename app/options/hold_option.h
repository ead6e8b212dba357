// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "trace/typed_number.h"

#include <QCommandLineParser>

#include <vector>

namespace headscope {

/// --hold STAGE:HEAD,QUERY,KEY=NUMBER, as often as there are numbers.
QCommandLineOption holdOption();

/// The numbers that a parser with that option holds; all places are counted from 1. Whether there
/// are such places is for the experiment to say. The Error is one of usage.
Result<std::vector<TypedNumber>> typedNumbers(const QCommandLineParser& parser);

} // namespace headscope
