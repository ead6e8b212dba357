// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "forms/form.h"

#include <QDialog>

class QDialogButtonBox;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace headscope {

/// A dialog that writes a file outside the window's thread: fields that are locked meanwhile, a
/// sentence where it fails, progress, and two buttons. Accepted means: the file is there.
class SaveDialog : public QDialog {
    Q_OBJECT

public:
    QString path() const { return m_path; }
    QString folder() const { return m_folder; }
    bool isSaving() const { return m_saving; }

    /// While it saves, that is given up and no file is left; else the dialog closes.
    void reject() override;

protected:
    SaveDialog(const QString& folder, QWidget* parent);

    /// What can be changed, in lines; what is refused of it is said before any other sentence.
    Form& form() { return m_form; }
    QFormLayout& lines() { return *m_lines; }
    QWidget& fields() { return *m_fields; }
    /// What stands in the dialog from above; addFoot() comes last.
    QVBoxLayout& rows() { return *m_rows; }
    void addFoot();
    /// A further button there, beside that which saves.
    QPushButton* addButton(const QString& text);
    /// Asks for a name and saves.
    virtual void save() = 0;
    /// Gives up what is written.
    virtual void giveUp() = 0;

    /// What can be changed is locked while the file is written.
    void setSaving(bool saving);
    /// Whether there is anything to save.
    void setSavable(bool savable);
    void showProgress(double done);
    void showError(const QString& sentence);
    /// The file is there.
    void acceptFile(const QString& path);

private:
    QString m_folder;
    QString m_path;
    QWidget* m_fields;
    QFormLayout* m_lines;
    Form m_form;
    QVBoxLayout* m_rows;
    QString m_failure; ///< what showError() got last
    QString m_refusal; ///< of a field
    QLabel* m_error;
    QProgressBar* m_progress;
    QDialogButtonBox* m_buttons = nullptr;
    QPushButton* m_save = nullptr;
    QList<QPushButton*> m_others; ///< of addButton()
    bool m_saving = false;
};

} // namespace headscope
