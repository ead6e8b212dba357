// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QLineEdit>
#include <QTimer>

namespace headscope::testing {

/// Answers the dialog that comes next, from within its own event loop, and tells what it
/// was; no dialog, no text.
class AnswerDialog : public QObject {
public:
    /// Presses the button whose text holds `part`.
    explicit AnswerDialog(QString part)
        : m_part(std::move(part)) {
        connect(&m_timer, &QTimer::timeout, this, &AnswerDialog::look);
        m_timer.start(5);
    }

    const QString& seen() const { return m_seen; }

private:
    void look() {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        if (auto* files = qobject_cast<QFileDialog*>(dialog)) { // `part` is the path
            m_timer.stop();
            m_seen = files->windowTitle();
            files->findChild<QLineEdit*>()->setText(m_part);
            QMetaObject::invokeMethod(files, "accept");
            return;
        }
        for (QAbstractButton* button : dialog->findChildren<QAbstractButton*>()) {
            if (!button->text().remove(u'&').contains(m_part))
                continue;
            m_timer.stop();
            m_seen = dialog->windowTitle();
            button->click();
            return;
        }
    }

    QString m_part;
    QString m_seen;
    QTimer m_timer;
};

} // namespace headscope::testing
