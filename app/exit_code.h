// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope {

/// Exit statuses of every command: 0 done, 1 it failed, 2 it was called wrongly; where a signal
/// ended it early, and it wrote what it had by then, the number of the signal is added to 128.
enum ExitCode : int { exitDone = 0, exitFailure = 1, exitUsage = 2, exitSignalled = 128 };

} // namespace headscope
