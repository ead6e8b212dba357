// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"

#include <QDialog>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace headscope {

/// Asks for size, format and look of a figure, shows it as it will be, and
/// saves it. Accepted means: the file is there.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    ExportDialog(FigureRequest request, const QString& folder, QWidget* parent = nullptr);

    QString path() const { return m_path; }
    QString folder() const { return m_folder; }
    /// The request as the fields have it now.
    FigureRequest request() const;
    FigureFormat format() const;
    /// Renders and writes; an Error in the dialog where that fails.
    bool saveTo(const QString& path);

private:
    void fillFields();
    void usePreset(int index);
    void unitChanged();
    void updatePreview();
    void save();
    QSizeF sizeInPixels() const;

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
    QLabel* m_preview;
    QLabel* m_error;
    QPushButton* m_save;
    QTimer m_previewTimer;
    int m_shownUnit = 0;
};

/// The figure as PNG and SVG, for whoever pastes it.
Status copyFigureToClipboard(const FigureRequest& request);

} // namespace headscope
