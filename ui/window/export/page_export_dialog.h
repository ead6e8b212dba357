// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "film/gif_forecast.h"
#include "pages/page_figures.h"
#include "window/export/save_dialog.h"

#include <QTimer>

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
    /// Writes what is chosen; what went wrong is a sentence in the dialog.
    void saveTo(const QString& path);

protected:
    void save() override;
    void giveUp() override { m_cancellation.cancel(); }

private:
    void declareFields();
    void declareStop(const char* label, std::size_t FilmChoice::*stop);
    void declareSize();
    void declareTime();
    void layOut();
    /// A picture, or the film behind them, as it is proposed.
    void choose(int what);
    /// What the fields say is followed, but for what goes on while they are changed.
    void later();
    void renew();
    void sample();
    void paintPreview();
    void showForecast();
    const PageFigure& figure() const;
    QStringList formats() const;
    QSize smallest() const;
    int largestSide() const;
    /// The sentence for a choice that cannot be; empty where it can.
    QString objection() const;

    PageFigures m_figures;
    int m_what = 0;   ///< place among the stills, the film behind them
    int m_format = 0; ///< place in formats()
    QSize m_size;     ///< in pixels
    int m_dpi = 96;
    ThemeKind m_theme = ThemeKind::Light;
    bool m_titled = true;
    FilmChoice m_film; ///< but for what pictures have, too, and the speed
    int m_speed;       ///< place in the list
    bool m_once = false;
    QLabel* m_preview;
    QLabel* m_forecastLabel;
    QTimer m_timer; ///< a moment of rest: typing a size is several changes
    QTimer m_sampling;
    std::optional<GifForecast> m_forecast;
    CancellationToken m_cancellation;
};

} // namespace headscope
