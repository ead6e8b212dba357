// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace headscope {

class Playback;

/// Back, play or pause, forward, and the speed, beside the pipeline strip.
class PlaybackBar : public QWidget {
    Q_OBJECT

public:
    explicit PlaybackBar(Playback& playback, QWidget* parent = nullptr);
    /// How large the buttons are; 1: those of the window.
    void setScale(double scale);

Q_SIGNALS:
    void backAsked();
    void forwardAsked();
    void playAsked();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();
    void update();

    Playback& m_playback;
    int m_icon = 16; ///< side, in pixels
    QToolButton* m_back;
    QToolButton* m_play;
    QToolButton* m_forward;
    QToolButton* m_speed;
};

} // namespace headscope
