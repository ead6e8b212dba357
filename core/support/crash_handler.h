// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// What still happens when the program ends by a mistake of its own (SIGSEGV, SIGBUS,
/// SIGFPE, SIGILL, SIGABRT, an exception that nobody caught): what is unsaved is kept,
/// one sentence on the standard error says so, and the signal goes on to the system, so
/// that the exit status tells and a core can be written.
namespace headscope::crash_handler {

/// What became of the work that was not saved.
enum class Work { None, Kept, Lost };

/// Asked where the program crashed, in the signal handler: it may do only what is safe
/// there (man 7 signal-safety).
using LastAct = Work (*)();

/// Once, at the start of main, in the thread whose stack may overflow. A sanitizer's own
/// handlers stay.
void install();
/// nullptr: nothing can be unsaved.
void setLastAct(LastAct act);

} // namespace headscope::crash_handler
