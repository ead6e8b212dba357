// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/export/figure_export.h"
#include "window/files/save_dialog.h"

#include <QTimer>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace headscope {

/// Asks for size, format and look of a figure, shows it as it will be, and
/// saves it, both outside the window's thread. Accepted means: the file is there.
class ExportDialog : public SaveDialog {
    Q_OBJECT

public:
    /// `request.part` is what is seen of a matrix: a choice, beside all of it.
    ExportDialog(FigureRequest request, const QString& folder, QWidget* parent = nullptr);

    /// The request as the fields have it now.
    FigureRequest request() const;
    FigureFormat format() const;
    /// Renders and writes, with progress, and is accepted; a sentence in the dialog where
    /// that fails.
    void saveTo(const QString& path);

protected:
    void save() override;
    void giveUp() override { m_file.cancel(); }

private:
    void fillFields();
    void usePreset(int index);
    void unitChanged();
    void updatePreview();
    void showPreview(const Result<std::vector<QByteArray>>& png);
    QSizeF sizeInPixels() const;
    FigurePreset preset() const;
    /// What can be typed is what the preset leaves open.
    void enableFields();

    FigureRequest m_request;
    QComboBox* m_preset;
    QDoubleSpinBox* m_width;
    QDoubleSpinBox* m_height;
    QComboBox* m_unit;
    QComboBox* m_format;
    QSpinBox* m_dpi;
    QLabel* m_dpiLabel;
    QComboBox* m_heads;
    QComboBox* m_theme;
    QCheckBox* m_root; ///< colours by the square root
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
    QCheckBox* m_part; ///< only what is seen
    QLabel* m_preview;
    QLabel* m_notes; ///< what has no room
    QTimer m_previewTimer;
    int m_shownUnit = 0;
    bool m_previewFailed = false;
    FigureExport m_previews;
    FigureExport m_file;
};

} // namespace headscope
