// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the window at random, by seeds, and says what broke:
// A failure prints its seed and every step; --seeds N --steps M does the same again.
#include "monkey.h"

#include "type/fonts.h"
#include "window/style.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QStandardPaths>

#include <csignal>
#include <cstdio>
#include <ctime>

#include <unistd.h>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 slow = 300;    ///< milliseconds for a step; told, no failure
constexpr unsigned stuck = 150; ///< seconds for a step, of the clock; it does not come back
StepLog stepLog;

} // namespace

/// Is there where a sanitizer is.
extern "C" [[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());

namespace {

void dumpSteps() {
    stepLog.dump();
}

void dieOf(int signal) {
    dumpSteps();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// Milliseconds that this thread, the window's, has worked: waiting for a computation or for
/// a busy machine is no freeze.
qint64 worked() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

/// The steps are written whatever ends the program.
void watchDeath() {
    static char stack[1 << 16]; // a stack that has overflowed is none to stand on
    stack_t other{};
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, nullptr);
    struct sigaction action {};
    action.sa_handler = dieOf;
    action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGABRT, SIGTERM, SIGINT, SIGALRM})
        sigaction(signal, &action, nullptr);
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(dumpSteps);
    } else { // the sanitizer tells more about these
        for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
            sigaction(signal, &action, nullptr);
    }
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new Style);
    QApplication::setFont(textFont(14));

    QCommandLineParser parser;
    parser.addOptions(
        {{u"seeds"_s, u"which, from - to"_s, u"A-B"_s, u"1-1000000"_s},
         {u"steps"_s, u"for each seed"_s, u"N"_s, u"300"_s},
         {u"seconds"_s, u"begin no further seed after that time"_s, u"S"_s, u"60"_s}});
    parser.addHelpOption();
    parser.process(application);
    static const QRegularExpression range(u"^(\\d+)(?:-(\\d+))?$"_s);
    const auto match = range.match(parser.value(u"seeds"_s));
    if (!match.hasMatch()) {
        std::fprintf(stderr, "--seeds takes numbers such as 7 or 1-100\n");
        return 2;
    }
    const std::uint32_t first = match.captured(1).toUInt();
    const std::uint32_t last = match.captured(2).isEmpty() ? first : match.captured(2).toUInt();
    const int steps = parser.value(u"steps"_s).toInt();
    const qint64 enough = parser.value(u"seconds"_s).toLongLong() * 1000;
    watchDeath();

    QElapsedTimer clock;
    clock.start();
    qint64 longest = 0;
    int failures = 0;
    std::uint32_t seed = first;
    for (; seed <= last && (seed == first || clock.elapsed() < enough); ++seed) {
        stepLog.clear();
        stepLog.add(u"seed %1"_s.arg(seed));
        Monkey monkey(seed, stepLog);
        QString wrong;
        for (int step = 0; step < steps && wrong.isEmpty(); ++step) {
            alarm(stuck);
            const qint64 before = worked();
            wrong = monkey.step();
            const qint64 took = worked() - before;
            longest = std::max(longest, took);
            if (took > slow)
                std::fprintf(stderr, "slow, %lld ms: seed %u,%s\n", static_cast<long long>(took),
                             seed, qPrintable(stepLog.last()));
        }
        alarm(2 * stuck); // every edit twice
        if (wrong.isEmpty())
            wrong = monkey.undoAndRedo();
        alarm(0);
        if (wrong.isEmpty())
            continue;
        stepLog.dump();
        std::fprintf(stderr, "seed %u: %s\n", seed, qPrintable(wrong));
        ++failures;
    }
    std::printf("%u seeds of %d steps, %d failed; the window worked %lld ms at the longest step\n",
                seed - first, steps, failures, static_cast<long long>(longest));
    return failures == 0 ? 0 : 1;
}
