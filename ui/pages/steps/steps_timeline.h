// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/step_scene.h"
#include "pages/time_line.h"

namespace headscope {

/// The line of time: every stop equally wide.
class StepsTimeline : public TimeLine {
    Q_OBJECT

public:
    explicit StepsTimeline(QWidget* parent = nullptr);

    void setSteps(const StepScene& scene);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Where the shown time stands, and the time that a point means.
    double xNow() const;
    Time timeAt(double x) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    std::optional<Time> timePointedAt(double x) const override;

private:
    QRectF line() const;
    double stopWidth() const;

    StepScene m_scene;
};

} // namespace headscope
