// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/crash_handler.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <unistd.h>

namespace headscope::crash_handler {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

constexpr std::array<int, 5> signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

std::atomic<LastAct> lastAct{nullptr};
std::atomic<pid_t> crashing{0}; ///< the thread that was the first
std::array<char, 200> uncaught{};

const char* nameOf(int signal) {
    switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGILL: return "SIGILL";
    default: return "SIGABRT";
    }
}

void say(const char* text) {
    std::size_t left = std::strlen(text);
    while (left > 0) {
        const ssize_t count = ::write(STDERR_FILENO, text, left);
        if (count < 0 && errno != EINTR)
            return;
        if (count > 0) {
            text += count;
            left -= static_cast<std::size_t>(count);
        }
    }
}

[[noreturn]] void goOn(int signal) {
    std::signal(signal, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    std::raise(signal);
    ::_exit(128 + signal); // only where somebody else caught it
}

void onCrash(int signal) {
    pid_t nobody = 0;
    const pid_t here = ::gettid();
    if (!crashing.compare_exchange_strong(nobody, here)) {
        if (nobody == here) // what follows crashed itself
            goOn(signal);
        while (true) // the other thread ends all of us
            ::pause();
    }
    const LastAct act = lastAct.load();
    const Work work = act ? act() : Work::None;
    say("headscope: a mistake in HeadScope itself ended it (");
    say(uncaught[0] ? uncaught.data() : nameOf(signal));
    say(!act                 ? "); files that were not finished are as they were before\n"
        : work == Work::Kept ? "); what was not saved is kept, and the next start offers it\n"
        : work == Work::Lost ? "); the last change that was not saved could not be kept\n"
                             : "); nothing was unsaved\n");
    goOn(signal);
}

/// Says what nobody caught, then goes the way of the other signals.
[[noreturn]] void onTerminate() {
    try {
        if (const std::exception_ptr exception = std::current_exception())
            std::rethrow_exception(exception);
    } catch (const std::exception& exception) {
        std::snprintf(uncaught.data(), uncaught.size(), "an error that nobody expected: %s",
                      exception.what());
    } catch (...) {
        std::snprintf(uncaught.data(), uncaught.size(), "an error that nobody expected");
    }
    std::abort();
}

} // namespace

void install() {
    if (sanitized)
        return;
    // A stack that overflowed has no room for a handler.
    alignas(64) static std::array<char, std::size_t{64} << 10> memory;
    stack_t stack{};
    stack.ss_sp = memory.data();
    stack.ss_size = memory.size();
    sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_handler = onCrash;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (const int signal : signals)
        sigaction(signal, &action, nullptr);
    std::set_terminate(onTerminate);
}

void setLastAct(LastAct act) {
    lastAct = act;
}

} // namespace headscope::crash_handler
