// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/paint/picture/paint_picture.h"

#include <QWidget>

namespace headscope {

class DescentPlot;

/// The centre of the Paint page: the painting, what the head does, their difference, the way of
/// the descent, and the weights. Emits what the person wants; shows what it is given.
class PaintView : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit PaintView(QWidget* parent = nullptr);

    void setPaint(const PaintScene& scene);
    const PaintGeometry& geometryNow() const { return m_picture.geometry; }
    /// Where the colours of the weights are chosen.
    const ColourPlace& colourPlace() const { return m_picture.colourPlace; }
    /// The cells of the painting.
    std::vector<CellTable> cellTables() override;
    DescentPlot* plot() const { return m_plot; }
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Its parts have other places.
    void laidOut();
    void asked(std::optional<headscope::PaintCell> cell);
    void strokeBegun();
    void painted(const headscope::PaintCell& cell, headscope::PaintBrush brush);
    void strokeEnded();
    void weightPicked(const headscope::PaintCell& cell);
    void recordAsked(int record);
    void playAsked();
    void undoAsked();
    void redoAsked();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void relayout();
    void placeColours();
    void retranslate();
    PaintRoom room() const;
    PaintCell cursor() const;

    PaintPicture m_picture;
    DescentPlot* m_plot;
    std::optional<PaintBrush> m_stroke; ///< while a button is down
    std::optional<PaintCell> m_lastPainted;
};

} // namespace headscope
