// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

#include <QWidget>

namespace headscope {

/// The map of the computation: every stage with its symbol and its shape; click
/// or arrow keys choose one.
class PipelineStrip : public QWidget {
    Q_OBJECT

public:
    explicit PipelineStrip(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// Where the mark of a stage is, for tests and tool tips.
    QPointF markOf(Stage stage) const;

Q_SIGNALS:
    void stageAsked(headscope::Stage stage);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Stop {
        QString symbol;
        QString word; ///< in the place of a shape, if any
        PerAxis<AxisFamily> families;
        Shape sizes;
        bool active = true; ///< false: the mask stage without a mask
    };

    static QString shapeText(const Stop& stop);

    void rebuild();
    void chooseShapeSize();
    std::optional<Stage> stageAt(QPointF position) const;
    void paintShape(QPainter& painter, const Stop& stop, QPointF centre, bool current) const;
    /// Smaller where stops are close together.
    QFont fontFor(const QString& symbol, bool current) const;
    double scale() const { return m_scene.display.textScale; }

    Scene m_scene;
    std::array<Stop, stageCount> m_stops;
    double m_shapePixels = 12;
};

} // namespace headscope
