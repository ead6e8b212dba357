// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>

namespace headscope {

/// What a signal calls; it may do what a handler may, and no more.
using SignalHandler = void (*)(int);

/// SIGTERM, SIGHUP and SIGINT call it once: a second one of the same ends the process at once.
/// What is ignored, as nohup wants it, stays ignored.
void handleQuitSignals(SignalHandler handler);
/// Those that still call it end the process again, as they do without us.
void forgetQuitSignals(SignalHandler handler);

} // namespace headscope
