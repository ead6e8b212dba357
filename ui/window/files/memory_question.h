// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QMessageBox>
#include <QPointer>

namespace headscope {

/// Asks before more memory is taken than is free. The question does not stop the window;
/// the next edit answers it with no.
class MemoryQuestion : public QObject {
    Q_OBJECT

public:
    MemoryQuestion(Workspace& workspace, QWidget* window);

    /// The open question, or nullptr.
    QMessageBox* box() const { return m_box; }

private:
    void ask(const MemoryShortage& shortage);
    void close();

    Workspace& m_workspace;
    QWidget* m_window;
    QPointer<QMessageBox> m_box;
};

} // namespace headscope
