// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/colour_place.h"
#include "pages/paint/paint_geometry.h"
#include "pages/paint/paint_matrices.h"

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
    const PaintGeometry& geometryNow() const { return m_geometry; }
    /// Where the colours of the weights are chosen.
    const ColourPlace& colourPlace() const { return m_colourPlace; }
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
    double textScale() const;
    bool isPresented() const { return m_scene.display.presentation; }
    /// Nothing was looked for yet: there is the square, and what to do in it.
    bool opens() const { return !m_scene.isEmpty() && !m_scene.painting && !m_scene.isBusy; }
    PaintCell cursor() const;
    void moveCursor(Index down, Index right);

    void paintOpening(QPainter& painter) const;
    void paintTitles(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintTarget(QPainter& painter) const;
    void paintMatrix(QPainter& painter, std::size_t place) const;
    void paintRows(QPainter& painter, std::size_t place) const;
    void paintCell(QPainter& painter, const QRectF& rect, QRgb colour, double value) const;
    void paintMarks(QPainter& painter) const;
    /// At most so long; returns where it ends. A narrow one says "±" once.
    double paintBar(QPainter& painter, const QRectF& rect, ColourMap map, const ValueRange& range,
                    double most) const;
    void paintBars(QPainter& painter) const;
    void paintWeights(QPainter& painter) const;
    void paintVerdict(QPainter& painter) const;

    PaintScene m_scene;
    std::array<PaintMatrix, 2> m_matrices; ///< right of the painting
    std::optional<PaintTables> m_tables;
    PaintGeometry m_geometry;
    ColourPlace m_colourPlace;
    DescentPlot* m_plot;
    std::optional<PaintBrush> m_stroke; ///< while a button is down
    std::optional<PaintCell> m_lastPainted;
};

} // namespace headscope
