// SPDX-License-Identifier: GPL-3.0-or-later
#include "quit_signals.h"

#include "signal_handlers.h"

#include <QSocketNotifier>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace headscope {

namespace {

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
    handleQuitSignals(onSignal);
}

QuitSignals::~QuitSignals() {
    if (!m_notifier)
        return;
    forgetQuitSignals(onSignal);
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
