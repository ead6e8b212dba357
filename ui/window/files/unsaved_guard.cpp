// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/files/unsaved_guard.h"

#include "recovery/recovery.h"
#include "window/frame/status_line.h"
#include "workspace/document.h"

#include <QFileInfo>

namespace headscope {

UnsavedGuard::UnsavedGuard(Document& document, StatusLine& status)
    : m_document(document)
    , m_status(status) {
    connect(&document, &Document::changed, this, &UnsavedGuard::warn);
    connect(&document, &Document::placeChanged, this, &UnsavedGuard::warn);
}

UnsavedGuard::~UnsavedGuard() = default;

void UnsavedGuard::keepIn(const QString& folder) {
    if (auto slot = RecoverySlot::create(folder))
        keepIn(std::move(slot));
    else
        setFailed(folder);
}

void UnsavedGuard::keepIn(std::unique_ptr<RecoverySlot> slot) {
    discard();
    m_recovery.reset();
    const QString folder = QFileInfo(slot->file()).path();
    m_recovery = std::make_unique<Recovery>(m_document, std::move(slot));
    connect(m_recovery.get(), &Recovery::failed, this, [this, folder] { setFailed(folder); });
    connect(m_recovery.get(), &Recovery::worked, this, [this] { setFailed({}); });
    setFailed({});
}

bool UnsavedGuard::finish() {
    return !m_recovery || m_recovery->finish();
}

void UnsavedGuard::discard() {
    if (m_recovery)
        m_recovery->discard();
}

void UnsavedGuard::setFailed(const QString& folder) {
    m_failedFolder = folder;
    warn();
}

void UnsavedGuard::warn() {
    // While nothing is unsaved it concerns nobody.
    const bool concerns = !m_failedFolder.isEmpty() && !m_document.isSaved();
    m_status.setWarning(
        concerns ? std::optional(makeError(
                       HEADSCOPE_MESSAGE("Message", "unsaved changes are kept nowhere, because %1 "
                                                    "cannot be written: save them (Ctrl+S) before "
                                                    "HeadScope ends"),
                       m_failedFolder.toStdString()))
                 : std::nullopt);
}

} // namespace headscope
