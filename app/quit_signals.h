// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace headscope {

/// SIGTERM, SIGHUP and SIGINT as an event of the window's thread. A second one of the same
/// ends the process at once: it may be because the window does not answer.
class QuitSignals : public QObject {
    Q_OBJECT

public:
    explicit QuitSignals(QObject* parent = nullptr);
    ~QuitSignals() override;

    /// Which one came; 0: none.
    int received() const { return m_received; }

Q_SIGNALS:
    void asked();

private:
    void read();

    QSocketNotifier* m_notifier = nullptr;
    int m_received = 0;
};

} // namespace headscope
