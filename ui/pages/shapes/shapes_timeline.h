// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/picture/timeline_painter.h"
#include "pages/shapes/shapes_scene.h"

#include <QWidget>

namespace headscope {

/// The line of time, to be dragged. The keys belong to the view.
class ShapesTimeline : public QWidget {
    Q_OBJECT

public:
    explicit ShapesTimeline(QWidget* parent = nullptr);

    void setShapes(const ShapesScene& scene);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    TimelineBar barNow() const;

Q_SIGNALS:
    void seekAsked(headscope::Time time);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void seekTo(double x);

    ShapesScene m_scene;
};

} // namespace headscope
