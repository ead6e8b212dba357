// SPDX-License-Identifier: GPL-3.0-or-later
#include "stop_signals.h"

#include <array>

namespace headscope {

namespace {

constexpr std::array<int, 3> stopping = {SIGINT, SIGTERM, SIGHUP};
/// A handler may write nothing else.
volatile std::sig_atomic_t lastSignal = 0;

void noteSignal(int signal) {
    lastSignal = signal;
}

} // namespace

StopSignals::StopSignals() {
    lastSignal = 0;
    for (const int signal : stopping) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN) // as nohup wants it
            continue;
        struct sigaction action {};
        action.sa_handler = noteSignal;
        action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
    }
}

StopSignals::~StopSignals() {
    for (const int signal : stopping) {
        struct sigaction now {};
        sigaction(signal, nullptr, &now);
        if (now.sa_handler == noteSignal)
            std::signal(signal, SIG_DFL);
    }
}

int StopSignals::received() {
    return lastSignal;
}

} // namespace headscope
