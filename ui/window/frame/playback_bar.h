// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/playback_state.h"

#include <QWidget>

class QToolButton;

namespace headscope {

class Animation;
class Playback;

/// Back, play or pause, forward, and the speed, beside the pipeline strip: the one place from
/// which what moves is driven.
class PlaybackBar : public QWidget {
    Q_OBJECT

public:
    explicit PlaybackBar(Playback& playback, QWidget* parent = nullptr);
    /// Whose clock it shows and sets; nullptr: that of the stages.
    void setAnimation(Animation* animation);
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

    bool isPlaying() const;
    double speed() const;

    Playback& m_playback;
    Animation* m_animation = nullptr;
    PlaybackState m_shownState; ///< of it
    int m_icon = 16;            ///< side, in pixels
    QToolButton* m_back;
    QToolButton* m_play;
    QToolButton* m_forward;
    QToolButton* m_speed;
};

} // namespace headscope
