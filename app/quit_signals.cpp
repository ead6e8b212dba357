// SPDX-License-Identifier: GPL-3.0-or-later
#include "quit_signals.h"

#include <QSocketNotifier>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace headscope {

namespace {

constexpr std::array<int, 3> signals = {SIGTERM, SIGHUP, SIGINT};
std::array<int, 2> pipeEnds = {-1, -1};

/// All that a handler may do: the rest waits until the event loop looks into the pipe.
void onSignal(int signal) {
    const int before = errno;
    const auto byte = static_cast<char>(signal);
    [[maybe_unused]] const ssize_t written = ::write(pipeEnds[1], &byte, 1);
    errno = before;
}

} // namespace

QuitSignals::QuitSignals(QObject* parent)
    : QObject(parent) {
    if (::pipe2(pipeEnds.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return; // the signals end the process, as they do without us
    m_notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &QuitSignals::read);
    for (const int signal : signals) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN) // as nohup wants it
            continue;
        struct sigaction action {};
        action.sa_handler = onSignal;
        action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
    }
}

QuitSignals::~QuitSignals() {
    if (!m_notifier)
        return;
    for (const int signal : signals) {
        struct sigaction now {};
        sigaction(signal, nullptr, &now);
        if (now.sa_handler == onSignal)
            std::signal(signal, SIG_DFL);
    }
    delete m_notifier;
    ::close(pipeEnds[0]);
    ::close(pipeEnds[1]);
}

void QuitSignals::read() {
    char byte = 0;
    while (::read(pipeEnds[0], &byte, 1) == 1)
        m_received = byte;
    if (m_received != 0)
        Q_EMIT asked();
}

} // namespace headscope
