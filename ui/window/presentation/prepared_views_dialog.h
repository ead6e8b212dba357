// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/document.h"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace headscope {

/// The list of prepared views, to be put into another order, renamed and deleted. Each change is a
/// step to undo, here as in the window.
class PreparedViewsDialog : public QDialog {
    Q_OBJECT

public:
    explicit PreparedViewsDialog(Document& document, QWidget* parent = nullptr);

    QListWidget& list() { return *m_list; }

private:
    void showViews();
    void allow();
    void move(int by);
    void remove();
    void rename(int row, const QString& title);

    Document& m_document;
    QListWidget* m_list;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_rename;
    QPushButton* m_delete;
};

} // namespace headscope
