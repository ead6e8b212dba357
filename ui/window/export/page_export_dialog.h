// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/gif_forecast.h"
#include "pages/page_figures.h"
#include "window/files/save_dialog.h"

#include <QTimer>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace headscope {

/// Asks how a picture or the film of a page is wanted, shows it and says what it will be, and saves
/// it. What pages draw is drawn in the window's thread: films go on by turns of its events.
/// Accepted means: the file is there.
class PageExportDialog : public SaveDialog {
    Q_OBJECT

public:
    /// `film`: the dialog begins with the film, where there is one.
    PageExportDialog(PageFigures figures, bool film, const QString& folder,
                     QWidget* parent = nullptr);

    bool isFilm() const;
    /// As the fields have it now.
    PageLook look() const;
    FilmChoice filmChoice() const;
    /// "svg", "pdf", "png", "csv" or "gif".
    QString ending() const;
    /// "80 frames at most · 4.0 s · about 0.4 MB"; of a picture its size on paper.
    QString forecast() const;
    /// Takes all samples of the estimate, and paints the preview.
    void finish();
    /// Writes what is chosen; what went wrong is a sentence in the dialog.
    void saveTo(const QString& path);

protected:
    void save() override;
    void giveUp() override { m_cancellation.cancel(); }

private:
    void fillFields();
    void layOut();
    /// The proposals of what is chosen now.
    void propose();
    /// What can be chosen of it, and nothing else.
    void showFields();
    void later();
    void renew();
    void sample();
    void paintPreview();
    void showForecast();
    const PageFigure& figure() const;
    /// The sentence for a choice that cannot be; empty where it can.
    QString objection() const;

    PageFigures m_figures;
    QComboBox* m_what; ///< data: place among the stills, −1: the film
    QComboBox* m_format;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QLabel* m_times;
    QSpinBox* m_dpi;
    QComboBox* m_theme;
    QComboBox* m_from;
    QComboBox* m_to;
    QSpinBox* m_frames;
    QComboBox* m_speed;
    QCheckBox* m_once; ///< of the film
    QFormLayout* m_form;
    QLabel* m_preview;
    QLabel* m_forecastLabel;
    QTimer m_timer; ///< a moment of rest: typing a size is several changes
    QTimer m_sampling;
    std::optional<GifForecast> m_forecast;
    CancellationToken m_cancellation;
};

} // namespace headscope
