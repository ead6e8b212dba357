// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does so that nothing unsaved is lost.
#include "recovery/recovery.h"
#include "window/main_window.h"
#include "window/prepared_walk.h"
#include "window/status_line.h"

#include <QFileInfo>

namespace headscope {

void MainWindow::keepRecovery(const QString& folder) {
    if (auto slot = RecoverySlot::create(folder))
        keepRecovery(std::move(slot));
    else
        setUnkept(folder);
}

void MainWindow::keepRecovery(std::unique_ptr<RecoverySlot> slot) {
    if (m_recovery)
        m_recovery->discard();
    delete m_recovery;
    const QString folder = QFileInfo(slot->file()).path();
    m_recovery = new Recovery(m_workspace.document(), std::move(slot), this);
    connect(m_recovery, &Recovery::failed, this, [this, folder] { setUnkept(folder); });
    connect(m_recovery, &Recovery::worked, this, [this] { setUnkept({}); });
    setUnkept({});
}

void MainWindow::setUnkept(const QString& folder) {
    m_unkeptFolder = folder;
    sayWhatIsUnkept();
}

void MainWindow::sayWhatIsUnkept() {
    // While nothing is unsaved it concerns nobody.
    const bool concerns = !m_unkeptFolder.isEmpty() && !m_workspace.document().isSaved();
    m_status->setWarning(
        concerns ? std::optional(makeError(
                       HEADSCOPE_MESSAGE("Message", "unsaved changes are kept nowhere, because %1 "
                                                    "cannot be written: save them (Ctrl+S) before "
                                                    "HeadScope ends"),
                       m_unkeptFolder.toStdString()))
                 : std::nullopt);
}

void MainWindow::showRecovered(const RecoveryContent& content) {
    Document& document = m_workspace.document();
    document.replace(content.source, content.path, content.stamp, false, content.beside);
    if (content.beside.lastView)
        m_walk->show(*content.beside.lastView);
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
