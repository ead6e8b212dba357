// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace headscope {

/// A small circle for each lesson: those before are filled, the present one is marked.
class LessonDots : public QWidget {
public:
    explicit LessonDots(QWidget* parent = nullptr);

    void setPlace(int place, int count);
    QSize sizeHint() const override { return {m_count * pitch, 16}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int pitch = 15;
    int m_place = 0;
    int m_count = 0;
};

/// Draws them with the first one's middle at `first`; `unit`: how large.
void paintLessonDots(QPainter& painter, QPointF first, double unit, int place, int count,
                     const QPalette& colours);

} // namespace headscope
