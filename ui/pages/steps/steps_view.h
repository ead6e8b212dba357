// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/colour_place.h"
#include "pages/steps/step_scene.h"

#include <QWidget>

class QToolButton;

namespace headscope {

class SegmentedControl;
class StepsCanvas;

/// The page Steps: the picture, the switch of the order and the line of time. A function of the
/// StepScene; what people want comes out as signals.
class StepsView : public QWidget {
    Q_OBJECT

public:
    explicit StepsView(QWidget* parent = nullptr);

    void setSteps(const StepScene& scene);
    const StepScene& scene() const { return m_scene; }
    StepsCanvas& canvas() { return *m_canvas; }
    SegmentedControl& order() { return *m_order; }
    /// Where the colours of the picture are chosen.
    ColourPlace colourPlace() const;
    /// Does what a key of the view asks; false where it means nothing here.
    bool handleKey(int key);
    /// The code line of the stop, to copy.
    QString codeText() const;
    SegmentedControl& dialects() { return *m_dialects; }
    /// One line for a status bar: the asked cell, or what the stop is.
    QString status() const;
    QSize minimumSizeHint() const override { return {480, 400}; }

Q_SIGNALS:
    /// Space, an arrow, Home or End: a key of the time.
    void timeKeyPressed(int key);
    void hovered(std::optional<headscope::MatrixGeometry::Position> cell);
    void locked(std::optional<headscope::MatrixGeometry::Position> cell);
    void headAsked(int head);
    void orderAsked(headscope::StepOrder order);
    void dialectAsked(headscope::CodeDialect dialect);
    void copyAsked(const QString& code);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void placeControls();
    void scaleControls(double scale);
    void retranslate();
    /// The orders in which the stop can be told.
    void showOrders();

    StepScene m_scene;
    StepsCanvas* m_canvas;
    SegmentedControl* m_order;
    QStringList m_orders; ///< that it offers
    SegmentedControl* m_dialects;
    QToolButton* m_copy;
    double m_scale = 1;
};

} // namespace headscope
