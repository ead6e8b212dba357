// SPDX-License-Identifier: GPL-3.0-or-later
#include "stop_signals.h"

#include "signal_handlers.h"

namespace headscope {

namespace {

/// A handler may write nothing else.
volatile std::sig_atomic_t lastSignal = 0;

void noteSignal(int signal) {
    lastSignal = signal;
}

} // namespace

StopSignals::StopSignals() {
    lastSignal = 0;
    handleQuitSignals(noteSignal);
}

StopSignals::~StopSignals() {
    forgetQuitSignals(noteSignal);
}

int StopSignals::received() {
    return lastSignal;
}

} // namespace headscope
