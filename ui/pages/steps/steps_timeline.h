// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/step_scene.h"

#include <QWidget>

namespace headscope {

/// The line of time, to be dragged: every stop equally wide. The keys belong to the view.
class StepsTimeline : public QWidget {
    Q_OBJECT

public:
    explicit StepsTimeline(QWidget* parent = nullptr);

    void setSteps(const StepScene& scene);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Where the shown time stands, and the time that a point means.
    double xNow() const;
    Time timeAt(double x) const;

Q_SIGNALS:
    void seekAsked(headscope::Time time);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRectF line() const;
    double stopWidth() const;

    StepScene m_scene;
};

} // namespace headscope
