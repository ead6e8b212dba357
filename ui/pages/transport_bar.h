// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/playback_state.h"

#include <QWidget>

class QComboBox;

namespace headscope {

class Animation;
class TimeLine;
class TransportButton;

/// Below a picture that moves: back, play, forward, the speed and the line of time. It shows a
/// playback state, and drives the clock that it is of.
class TransportBar : public QWidget {
    Q_OBJECT

public:
    /// Takes the line of time; `below`: pixels under all of them.
    TransportBar(TimeLine* timeline, int below, QWidget* parent = nullptr);

    /// What people ask for goes to that clock.
    void drive(Animation& animation);
    void show(const PlaybackState& state);
    using QWidget::show;
    void setScale(double scale);
    /// Space, the arrows, Home and End; false: another key.
    bool handleKey(int key);

Q_SIGNALS:
    void playToggled();
    void stepForwardAsked();
    void stepBackAsked();
    void startAsked();
    void endAsked();
    void speedAsked(double speed);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void namePlay();

    PlaybackState m_state;
    TransportButton* m_back;
    TransportButton* m_play;
    TransportButton* m_forward;
    QComboBox* m_speed;
    TimeLine* m_timeline;
};

} // namespace headscope
