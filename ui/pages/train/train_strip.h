// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/train_scene.h"

#include <QWidget>

class QToolButton;

namespace headscope {

/// One training step from its data to the optimiser, run again and again; a stop that is an
/// attention chooses what the film shows, "gradient" shows ∂loss/∂scores. Beside it the player
/// of the recording and how fast the training goes.
class TrainStrip : public QWidget {
    Q_OBJECT

public:
    explicit TrainStrip(QWidget* parent = nullptr);

    void setScene(const TrainScene& scene);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QPointF markAt(int place) const;
    int current() const;

Q_SIGNALS:
    void attentionAsked(const std::string& scope, headscope::TrainValues values);
    void backAsked();
    void playAsked();
    void forwardAsked();
    /// Steps per second at most; 0: as fast as it can.
    void paceAsked(double stepsPerSecond);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    bool opens(int place) const;
    int placeAt(QPointF position) const;
    void ask(int place);
    QString tipOf(int place) const;
    void retranslate();
    void paintShape(QPainter& painter, const StepStop& stop, QPointF centre, bool current) const;
    double stopsWidth() const;
    double px(double pixels) const { return pixels * m_scene.display.textScale; }

    TrainScene m_scene;
    QToolButton* m_back;
    QToolButton* m_play;
    QToolButton* m_forward;
    QToolButton* m_pace;
    double m_stepsPerSecond = 0;
};

} // namespace headscope
