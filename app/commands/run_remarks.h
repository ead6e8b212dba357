// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

class QTextStream;

namespace headscope {

/// What people should know of the numbers of a run, though nothing failed: rows that may look at
/// no key, numbers that float32 could not hold, dropout. A line each, or none.
void printRunRemarks(QTextStream& err, const Trace& trace);
/// Of these only why some are no numbers, for who shows a part of them.
void printNoNumbers(QTextStream& err, const Trace& trace);

} // namespace headscope
