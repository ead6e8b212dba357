// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/files/memory_question.h"

#include <QMessageBox>
#include <QPushButton>

namespace headscope {

MemoryQuestion::MemoryQuestion(Workspace& workspace, QWidget* window)
    : QObject(window)
    , m_workspace(workspace)
    , m_window(window) {
    connect(&workspace, &Workspace::memoryShort, this, &MemoryQuestion::ask);
    connect(&workspace.document(), &Document::changed, this, &MemoryQuestion::close);
}

void MemoryQuestion::ask(const MemoryShortage& shortage) {
    close();
    m_box = new QMessageBox(QMessageBox::Warning, tr("Not enough memory"),
                            tr("This needs about %1 MiB of memory, and %2 MiB are free.")
                                .arg(qint64{shortage.neededMebibytes()})
                                .arg(qint64{shortage.availableMebibytes()}),
                            QMessageBox::NoButton, m_window);
    m_box->setInformativeText(tr("If the memory runs out, the system may end HeadScope or other "
                                 "programs. Until you decide, the last picture stays."));
    QPushButton* anyway = m_box->addButton(tr("Compute anyway"), QMessageBox::AcceptRole);
    m_box->setDefaultButton(m_box->addButton(tr("Do not compute"), QMessageBox::RejectRole));
    m_box->setAttribute(Qt::WA_DeleteOnClose);
    connect(anyway, &QPushButton::clicked, &m_workspace, &Workspace::computeAnyway);
    m_box->open(); // the window lives on
}

void MemoryQuestion::close() {
    delete m_box;
}

} // namespace headscope
