// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/figure_export.h"

#include <QDialog>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace headscope {

/// Asks for size, format and look of a figure, shows it as it will be, and
/// saves it, both outside the window's thread. Accepted means: the file is there.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    ExportDialog(FigureRequest request, const QString& folder, QWidget* parent = nullptr);

    QString path() const { return m_path; }
    QString folder() const { return m_folder; }
    /// The request as the fields have it now.
    FigureRequest request() const;
    FigureFormat format() const;
    /// Renders and writes, with progress, and is accepted; a sentence in the dialog where
    /// that fails.
    void saveTo(const QString& path);
    bool isSaving() const { return m_saving; }

    /// While it saves, that is given up and no file is left; else the dialog closes.
    void reject() override;

private:
    void fillFields();
    void usePreset(int index);
    void unitChanged();
    void updatePreview();
    void save();
    void showPreview(const Result<std::vector<QByteArray>>& png);
    /// What can be changed is locked while the file is written.
    void setSaving(bool saving);
    QSizeF sizeInPixels() const;
    FigurePreset preset() const;
    /// What can be typed is what the preset leaves open.
    void enableFields();

    FigureRequest m_request;
    QString m_folder;
    QString m_path;
    QComboBox* m_preset;
    QDoubleSpinBox* m_width;
    QDoubleSpinBox* m_height;
    QComboBox* m_unit;
    QComboBox* m_format;
    QSpinBox* m_dpi;
    QLabel* m_dpiLabel;
    QComboBox* m_heads;
    QComboBox* m_theme;
    QCheckBox* m_values;
    QCheckBox* m_titled;
    QLineEdit* m_title;
    QLineEdit* m_subtitle;
    QCheckBox* m_captioned;
    QLineEdit* m_caption;
    QComboBox* m_range;
    QSpinBox* m_columns;
    QCheckBox* m_letters;
    QCheckBox* m_crop;
    QLabel* m_preview;
    QLabel* m_error;
    QLabel* m_notes; ///< what has no room
    QWidget* m_fields;
    QProgressBar* m_progress;
    QPushButton* m_save;
    QTimer m_previewTimer;
    int m_shownUnit = 0;
    bool m_saving = false;
    bool m_previewFailed = false;
    FigureExport m_previews;
    FigureExport m_file;
};

} // namespace headscope
