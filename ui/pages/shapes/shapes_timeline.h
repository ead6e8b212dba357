// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/picture/timeline_painter.h"
#include "pages/shapes/shapes_scene.h"
#include "pages/time_line.h"

namespace headscope {

/// The line of time with the names of the steps.
class ShapesTimeline : public TimeLine {
    Q_OBJECT

public:
    explicit ShapesTimeline(QWidget* parent = nullptr);

    void setShapes(const ShapesScene& scene);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    TimelineBar barNow() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    std::optional<Time> timePointedAt(double x) const override;

private:
    ShapesScene m_scene;
};

} // namespace headscope
