// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_runner.h"
#include "quit_signals.h"
#include "recovery/recovery_question.h"
#include "window/preferences.h"
#include "window/system_motion.h"

#include <QString>

#include <memory>
#include <vector>

namespace headscope {

class MainWindow;

/// The windows of one process, from the first one to the end of the last: what was left
/// unsaved is offered, what is unsaved is kept, whatever ends the process.
class WindowSession : public QObject {
    Q_OBJECT

public:
    /// A QApplication is there. Opens the first window.
    WindowSession(Preferences preferences, QString recoveryFolder);
    ~WindowSession() override;

    MainWindow& firstWindow() { return *m_windows.front(); }
    /// Asks what shall become of what was left, as soon as that is read: many and large
    /// files do not keep the window from opening.
    void offerRecovery();
    /// Until the last window is closed or a signal asks for it.
    int exec();
    /// The signal that asked, to be passed on when all is done; 0: none did.
    int signal() const { return m_signals.received(); }
    /// Says that in the window that is used.
    void sayOutOfMemory();

    static QString usualRecoveryFolder();

private:
    void ask(std::vector<LeftExperiment> left);
    MainWindow& open(bool keepsRecovery);

    Preferences m_preferences;
    QString m_folder;
    QuitSignals m_signals;
    SystemMotion m_motion;
    std::vector<std::unique_ptr<MainWindow>> m_windows;
    LatestRunner<QString, std::vector<LeftExperiment>> m_left; ///< last: it asks in the windows
};

} // namespace headscope
