// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/palette.h"
#include "tensor/tensor.h"

#include <QWidget>

#include <vector>

class QToolButton;

namespace headscope {

/// What a StopStrip shows.
struct StopStripPicture {
    struct Stop {
        QString symbol; ///< markup of math_text.h
        QString tip;
        Shape shape;
        Axes axes;
        bool opens = true; ///< whether there is something to show of it
    };
    std::vector<Stop> stops;
    int current = -1; ///< −1: none of them is shown
    bool playing = false;
    bool playable = true; ///< there is more than one moment
    ThemeKind theme = ThemeKind::Light;
    double textScale = 1;
    bool presented = false; ///< in presentation mode: no letter below 20 of 1080, nor a small k
};

/// One step of a computation that is done again and again, as stops that a click or the arrows
/// open; at the right the player of its recording.
class StopStrip : public QWidget {
    Q_OBJECT

public:
    explicit StopStrip(QWidget* parent = nullptr);

    void setPicture(const StopStripPicture& picture);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QPointF markAt(int place) const;
    int current() const { return m_picture.current; }
    const StopStripPicture& picture() const { return m_picture; }

Q_SIGNALS:
    void stopAsked(int place);
    void backAsked();
    void playAsked();
    void forwardAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

    /// One more button at the right end.
    QToolButton* addButton(int width);

private:
    bool opens(int place) const;
    int placeAt(QPointF position) const;
    void ask(int place);
    void dress();
    void placeButtons();
    void paintShape(QPainter& painter, const StopStripPicture::Stop& stop, QPointF centre,
                    bool current) const;
    double stopsWidth() const;
    int count() const { return static_cast<int>(m_picture.stops.size()); }
    double px(double pixels) const { return pixels * m_picture.textScale; }

    StopStripPicture m_picture;
    std::vector<QToolButton*> m_buttons; ///< back, play, forward, and what was added
};

} // namespace headscope
