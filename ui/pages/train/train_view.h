// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/colour_place.h"
#include "pages/train/picture/film_images.h"
#include "pages/train/picture/train_painters.h"

#include <QTimer>
#include <QWidget>

namespace headscope {

class CurvePlot;

/// The middle of the Train page: loss and accuracy, below them every head at recorded steps,
/// then one head at the playhead beside another step, and what the model says. A function of
/// its scene; it gives back what is wanted. Belongs into a scroll area.
class TrainView : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit TrainView(QWidget* parent = nullptr);

    void setScene(const TrainScene& scene);
    /// The room that the scroll area has; the view is at least as large.
    void setRoom(QSize room);
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

    /// What is shown, and where.
    const TrainArrangement& shown() const { return m_layout; }
    /// Where the colours of the heads are chosen.
    ColourPlace colourPlace();
    /// The enlarged head at the playhead, and at the other step.
    std::vector<CellTable> cellTables() override;

Q_SIGNALS:
    /// There is another room for it: its parts have other places.
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
    using Cell = TrainArrangement::Cell;

    const TrainScene& scene() const { return m_layout.scene(); }
    /// Whether undo brings a training back: nothing happened since it was put aside.
    bool isUndo(const QKeyEvent& event) const;
    void relayout();
    void stand(std::optional<Cell> cell);
    /// Says the cell where the keys stand.
    void describe();

    TrainArrangement m_layout;
    QSize m_room;
    FilmImages m_images;
    CurvePlot* m_loss;
    CurvePlot* m_accuracy;
    QWidget* m_playhead; ///< over the plots, which are widgets of their own
    bool m_dragging = false;
    std::optional<Cell> m_cursor; ///< where the keys stand; nowhere: they are those of the time
    /// While a recording plays, cells cross over from the record before.
    TrainCrossing m_crossing;
    QTimer m_crossingTimer;
};

} // namespace headscope
