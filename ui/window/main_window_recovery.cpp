// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does so that nothing unsaved is lost.
#include "recovery/recovery.h"
#include "window/main_window.h"
#include "window/status_line.h"

namespace headscope {

void MainWindow::keepRecovery(const QString& folder) {
    if (auto slot = RecoverySlot::create(folder))
        keepRecovery(std::move(slot));
    else
        say(makeError(HEADSCOPE_MESSAGE("Message", "unsaved changes cannot be kept for the next "
                                                   "start: %1 cannot be written"),
                      folder.toStdString()));
}

void MainWindow::keepRecovery(std::unique_ptr<RecoverySlot> slot) {
    if (m_recovery)
        m_recovery->discard();
    delete m_recovery;
    m_recovery = new Recovery(m_workspace.document(), std::move(slot), this);
    connect(m_recovery, &Recovery::failed, this, &MainWindow::say);
}

void MainWindow::showRecovered(const RecoveryContent& content) {
    Document& document = m_workspace.document();
    document.replace(*content.experiment, content.path, content.stamp, false, content.beside);
    m_status->showMessage(tr("Recovered; it is not saved yet."));
}

bool MainWindow::finishRecovery() {
    return !m_recovery || m_recovery->finish();
}

bool MainWindow::isUntouched() const {
    const Document& document = m_workspace.document();
    return document.revision() == 0 && document.place().path.isEmpty();
}

void MainWindow::say(const Error& error) {
    m_status->setFailure(error);
}

void MainWindow::sayOutOfMemory() {
    say(makeError(HEADSCOPE_MESSAGE("Message", "there is not enough memory for that; the "
                                               "experiment stays as it is")));
}

} // namespace headscope
