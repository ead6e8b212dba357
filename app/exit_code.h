// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope {

/// Exit statuses of every command: 0 done, 1 it failed, 2 it was called wrongly.
enum ExitCode : int { exitDone = 0, exitFailure = 1, exitUsage = 2 };

} // namespace headscope
