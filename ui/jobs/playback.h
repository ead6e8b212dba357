// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace headscope {

/// The one door for time: asks for the next stop at a steady pace while it plays.
class Playback : public QObject {
    Q_OBJECT

public:
    explicit Playback(QObject* parent = nullptr);

    bool isPlaying() const { return m_timer.isActive(); }
    double speed() const { return m_speed; }
    void play();
    void pause();
    void setSpeed(double speed);

Q_SIGNALS:
    void nextDue();
    void changed();

private:
    QTimer m_timer;
    double m_speed = 1;
};

} // namespace headscope
