// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/export/figure_export.h"
#include "window/export/save_dialog.h"

#include <QTimer>

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
    FigureFormat format() const { return m_format; }
    /// Renders and writes, with progress, and is accepted; a sentence in the dialog where
    /// that fails.
    void saveTo(const QString& path);

protected:
    void save() override;
    void giveUp() override { m_file.cancel(); }

private:
    void declareSize();
    void declareFormat();
    void declareContent();
    void declareWords();
    /// A line of them, with a box that says whether there are any.
    void declareWords(const char* name, QString& words, bool& on, const QString& placeholder);
    /// Shows what other fields follow from it; the preview follows too.
    void change();
    void setSize(const QSizeF& pixels);
    void usePreset(int place);
    void updatePreview();
    void showPreview(const Result<std::vector<QByteArray>>& png);
    double pixelsPerUnit() const;
    FigurePreset preset() const;

    FigureRequest m_request;
    FigureFormat m_format = FigureFormat::Png;
    int m_preset = 0; ///< place in the list
    int m_unit = 0;   ///< of the size, as well
    QSizeF m_size;    ///< in pixels
    bool m_captioned = false;
    QString m_caption;
    bool m_onlySeen = false;
    QLabel* m_preview;
    QLabel* m_notes; ///< what has no room
    QTimer m_previewTimer;
    bool m_previewFailed = false;
    FigureExport m_previews;
    FigureExport m_file;
};

} // namespace headscope
