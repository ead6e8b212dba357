// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/colour_place.h"
#include "pages/train/train_geometry.h"
#include "pages/train/train_scene.h"

#include <QImage>
#include <QTimer>
#include <QWidget>

#include <map>

namespace headscope {

class CurvePlot;
class PlayheadMarks;

/// The middle of the Train page: loss and accuracy, below them every head at recorded steps,
/// then one head at the playhead beside another step, and what the model says. A function of
/// its scene; it gives back what is wanted. Belongs into a scroll area.
class TrainView : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit TrainView(QWidget* parent = nullptr);

    void setScene(const TrainScene& scene);
    const TrainScene& scene() const { return m_scene; }
    /// The room that the scroll area has; the view is at least as large.
    void setRoom(QSize room);
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

    const TrainGeometry& geometryNow() const { return m_geometry; }
    /// The records that have a column, by their places.
    const std::vector<std::size_t>& columns() const { return m_columns; }
    /// The range that the colours stand for.
    const ValueScale& range() const { return m_range; }
    /// Where the colours of the heads are chosen.
    const ColourPlace& colourPlace() const { return m_colourPlace; }
    /// What is measured is called: "held out", or "learnt" where a text repeats itself.
    static QString heldOutName(const Dataset& data);
    /// The enlarged head at the playhead, and at the other step.
    std::vector<CellTable> cellTables() override;
    /// What a point of the picture says; empty where it says nothing.
    QString describe(QPointF position) const;

Q_SIGNALS:
    /// Its parts have other places.
    void laidOut();
    /// The training that was put aside.
    void bringBackAsked();
    void playheadAsked(std::size_t record);
    void headAsked(int head);
    /// The playhead's record is to stay at the right; nothing: the newest again.
    void pinAsked(std::optional<headscope::Index> step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    friend class PlayheadMarks;

    /// "head 1, step 200: “cat” looks at “the”: 0.93"
    QString cellWords(const RecordedStep& step, Index row, Index column) const;
    /// Whether undo brings a training back: nothing happened since it was put aside.
    bool isUndo(const QKeyEvent& event) const;
    void relayout();
    void showCurves();
    void chooseColumns();
    void chooseRange();
    void placeColours();
    QString valuesText() const; ///< of the legend: what the colours stand for
    QString cornerText() const; ///< of the legend; empty: no relation is marked
    void seek(double x);
    bool overTime(QPointF position) const;
    bool overFilm(QPointF position) const;
    QRectF besideLabel() const;

    // train_view_painting.cpp, train_view_heads.cpp
    void paintLabels(QPainter& painter) const;
    void paintCurveWords(QPainter& painter) const;
    void paintFilm(QPainter& painter);
    void paintOpening(QPainter& painter) const;
    void paintWordMarks(QPainter& painter, const RecordedStep& step, double x) const;
    void paintHeads(QPainter& painter) const;
    void paintMatrix(QPainter& painter, const RecordedStep& step, const QRectF& rect,
                     const RecordedStep* from) const;
    void paintAnswer(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    void paintPlayhead(QPainter& painter) const;
    // train_view_stage.cpp
    void paintStage(QPainter& painter) const;
    void paintStageTitle(QPainter& painter, const QString& title, const QString& note) const;
    void paintMissing(QPainter& painter, const QRectF& area) const;
    void paintData(QPainter& painter, const QRectF& area) const;
    void paintLogits(QPainter& painter, const QRectF& area) const;
    void paintLoss(QPainter& painter, const QRectF& area) const;
    void paintUpdate(QPainter& painter, const QRectF& area) const;
    QImage picture(const RecordedStep& step, int head);
    QRgb colour(float value) const;
    bool isMasked(const RecordedStep& step, int head, Index row, Index column) const;
    double px(double pixels) const { return pixels * m_geometry.scale; }

    TrainScene m_scene;
    TrainGeometry m_geometry;
    QSize m_room;
    CurvePlot* m_loss;
    CurvePlot* m_accuracy;
    PlayheadMarks* m_marks;
    std::vector<std::size_t> m_columns;
    ValueScale m_range = ValueRange{0, 1};
    ColourPlace m_colourPlace;
    ColourMap m_map = ColourMap::Viridis;
    double m_lossTop = 4;
    std::map<std::pair<const RecordedStep*, int>, QImage> m_pictures;
    bool m_dragging = false;
    /// While a recording plays, cells cross over from the record before.
    std::shared_ptr<const RecordedStep> m_from;
    QTimer m_crossing;
    double m_crossed = 1;
};

} // namespace headscope
