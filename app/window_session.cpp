// SPDX-License-Identifier: GPL-3.0-or-later
#include "window_session.h"

#include "examples/examples.h"
#include "recovery/recovery_writer.h"
#include "window/files/unsaved_guard.h"
#include "window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QStandardPaths>

namespace headscope {

WindowSession::WindowSession(Preferences preferences, QString recoveryFolder)
    : m_preferences(std::move(preferences))
    , m_folder(std::move(recoveryFolder))
    , m_left([](const QString& folder, const CancellationToken&) { return leftIn(folder); },
             [this](std::vector<LeftExperiment> left) { ask(std::move(left)); }) {
    crash_handler::setLastAct(&RecoveryWriter::finishAllAfterCrash);
    // Without asking: nobody may be there to answer, and nothing is lost.
    connect(&m_signals, &QuitSignals::asked, this, [this] {
        for (const auto& window : m_windows) {
            window->unsaved().finish();
            window->remember();
        }
        QCoreApplication::exit(1);
    });
    open(true);
}

WindowSession::~WindowSession() {
    m_windows.clear();
    crash_handler::setLastAct(nullptr);
}

QString WindowSession::usualRecoveryFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
           QStringLiteral("/recovery");
}

MainWindow& WindowSession::open(bool keepsRecovery) {
    m_windows.push_back(
        std::make_unique<MainWindow>(examplesIn(currentLanguage()).front()->make(), m_preferences));
    MainWindow& window = *m_windows.back();
    window.setSystemMotion(m_motion.isReduced());
    connect(&m_motion, &SystemMotion::changed, &window, &MainWindow::setSystemMotion);
    if (keepsRecovery)
        window.unsaved().keepIn(m_folder);
    window.show();
    return window;
}

void WindowSession::offerRecovery() {
    m_left.request(m_folder);
}

void WindowSession::ask(std::vector<LeftExperiment> left) {
    if (left.empty())
        return;
    RecoveryQuestion question(left, &firstWindow());
    question.exec();
    if (question.answer() == RecoveryQuestion::Answer::Later)
        return;
    for (LeftExperiment& each : left) {
        if (question.answer() == RecoveryQuestion::Answer::Discard) {
            QFile::remove(each.slot->file());
            continue;
        }
        if (!each.content) {
            firstWindow().say(each.content.error());
            continue;
        }
        MainWindow& window = firstWindow().isUntouched() ? firstWindow() : open(false);
        // The window goes on with the same file, so that there is no moment without one.
        window.unsaved().keepIn(std::move(each.slot));
        window.showRecovered(*each.content);
    }
}

int WindowSession::exec() {
    return QApplication::exec();
}

void WindowSession::sayOutOfMemory() {
    for (const auto& window : m_windows) {
        if (window->isVisible())
            window->sayOutOfMemory();
    }
}

} // namespace headscope
