// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope {

/// SIGINT, SIGTERM and SIGHUP while this lives, for work that ends at a good place by itself: it
/// asks received() there. A second one of the same ends the process at once. One of a process.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    /// Which one came; 0: none.
    static int received();
};

} // namespace headscope
