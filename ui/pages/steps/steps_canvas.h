// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/steps/picture/steps_picture.h"

#include <QWidget>

namespace headscope {

/// The picture of the page Steps. Points, keys and clicks come out as signals.
class StepsCanvas : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit StepsCanvas(QWidget* parent = nullptr);

    void setSteps(const StepScene& scene);
    const StepsPicture& picture() const { return m_picture; }
    /// Where the code line has room, between its controls.
    void setCodePlace(const QRectF& place);
    /// The asked cell in words: "query on, key cat: 0.70".
    QString describe(const MatrixGeometry::Position& cell) const;
    /// The cells of the result.
    std::vector<CellTable> cellTables() override;

Q_SIGNALS:
    void hovered(std::optional<headscope::MatrixGeometry::Position> cell);
    void locked(std::optional<headscope::MatrixGeometry::Position> cell);
    /// So much of the move is to be done.
    void momentAsked(double progress);
    /// The keyboard's cell is there now.
    void cursorMoved(const QRect& rect);
    void laidOut();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void relayout();
    void announce();
    std::optional<MatrixGeometry::Position> cellAt(QPointF point) const;

    StepScene m_scene;
    StepsPicture m_picture;
    QRectF m_codePlace;
};

} // namespace headscope
