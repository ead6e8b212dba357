// SPDX-License-Identifier: GPL-3.0-or-later
#include "signal_handlers.h"

#include <array>

namespace headscope {

namespace {

constexpr std::array<int, 3> quitSignals = {SIGTERM, SIGHUP, SIGINT};

} // namespace

void handleQuitSignals(SignalHandler handler) {
    for (const int signal : quitSignals) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN)
            continue;
        struct sigaction action {};
        action.sa_handler = handler;
        action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
    }
}

void forgetQuitSignals(SignalHandler handler) {
    for (const int signal : quitSignals) {
        struct sigaction now {};
        sigaction(signal, nullptr, &now);
        if (now.sa_handler == handler)
            std::signal(signal, SIG_DFL);
    }
}

} // namespace headscope
