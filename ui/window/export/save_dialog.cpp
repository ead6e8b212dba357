// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/save_dialog.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QProgressBar>
#include <QPushButton>

namespace headscope {

namespace {
constexpr int wholeProgress = 1000;
} // namespace

SaveDialog::SaveDialog(const QString& folder, QWidget* parent)
    : QDialog(parent)
    , m_folder(folder)
    , m_fields(new QWidget(this))
    , m_lines(new QFormLayout(m_fields))
    , m_form(this, nullptr)
    , m_rows(new QVBoxLayout(this))
    , m_error(new QLabel(this))
    , m_progress(new QProgressBar(this)) {
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_form.setLines(m_lines);
    connect(&m_form, &Form::said, this, [this](const QString& sentence) {
        m_refusal = sentence;
        showError(m_failure);
    });
    m_rows->setContentsMargins(24, 24, 24, 16);
    m_rows->setSpacing(16);
    m_error->setWordWrap(true);
    m_error->setTextFormat(Qt::PlainText);
    m_error->setForegroundRole(QPalette::BrightText);
    m_progress->setAccessibleName(tr("Progress of the export"));
    m_progress->setRange(0, wholeProgress);
    m_progress->setTextVisible(false);
    QSizePolicy keeps = m_progress->sizePolicy();
    keeps.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(keeps);
    m_progress->hide();
}

void SaveDialog::addFoot() {
    m_buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* const buttons = m_buttons;
    m_save = buttons->addButton(tr("Save as…"), QDialogButtonBox::ActionRole);
    m_save->setDefault(true);
    m_rows->addWidget(m_error);
    auto* lowest = new QHBoxLayout;
    lowest->addWidget(m_progress, 1);
    lowest->addWidget(buttons);
    m_rows->addLayout(lowest);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &SaveDialog::save);
}

QPushButton* SaveDialog::addButton(const QString& text) {
    QPushButton* const button = m_buttons->addButton(text, QDialogButtonBox::ActionRole);
    button->setAutoDefault(false);
    m_others << button;
    return button;
}

void SaveDialog::setSaving(bool saving) {
    m_saving = saving;
    m_fields->setEnabled(!saving);
    setSavable(!saving);
    m_progress->setValue(0);
    m_progress->setVisible(saving);
}

void SaveDialog::setSavable(bool savable) {
    m_save->setEnabled(savable && !m_saving);
    for (QPushButton* const button : m_others)
        button->setEnabled(savable && !m_saving);
}

void SaveDialog::showProgress(double done) {
    m_progress->setValue(static_cast<int>(wholeProgress * done));
}

void SaveDialog::showError(const QString& sentence) {
    m_failure = sentence;
    m_error->setText(m_refusal.isEmpty() ? m_failure : m_refusal);
}

void SaveDialog::acceptFile(const QString& path) {
    m_path = path;
    m_folder = QFileInfo(path).absolutePath();
    accept();
}

void SaveDialog::reject() {
    if (!m_saving)
        return QDialog::reject();
    giveUp();
    setSaving(false);
    showError(tr("The export was cancelled; no file was written."));
}

} // namespace headscope
