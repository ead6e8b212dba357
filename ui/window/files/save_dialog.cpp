// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/files/save_dialog.h"

#include "controls/field_row.h"
#include "controls/spin_boxes.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>

namespace headscope {

namespace {
constexpr int wholeProgress = 1000;
} // namespace

SaveDialog::SaveDialog(const QString& folder, QWidget* parent)
    : QDialog(parent)
    , m_folder(folder)
    , m_fields(new QWidget(this))
    , m_rows(new QVBoxLayout(this))
    , m_error(new QLabel(this))
    , m_progress(new QProgressBar(this)) {
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

void SaveDialog::showSentence() {
    const auto refused = std::ranges::find_if(m_checks, [this](const FieldCheck* check) {
        const QWidget& field = *check->field();
        return !check->sentence().isEmpty() && field.isVisibleTo(this) &&
               field.isEnabledTo(m_fields);
    });
    m_error->setText(refused == m_checks.end() ? m_failure : (*refused)->sentence());
}

void SaveDialog::showProgress(double done) {
    m_progress->setValue(static_cast<int>(wholeProgress * done));
}

void SaveDialog::showError(const QString& sentence) {
    m_failure = sentence;
    showSentence();
}

void SaveDialog::watchFields() {
    for (FieldCheck* const check : findChildren<FieldCheck*>()) {
        connect(check, &FieldCheck::changed, this, [this, check](const QString& sentence) {
            markRefused(*check->field(), !sentence.isEmpty(), palette());
            showSentence();
        });
        m_checks.push_back(check);
    }
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
