// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/picture/train_colours.h"
#include "pages/train/picture/train_geometry.h"
#include "pages/train/train_scene.h"

namespace headscope {

/// The picture of a training as it lies in a room: where its parts are, which records have a
/// column of the film, what the colours stand for, and what a point of it says.
class TrainArrangement {
public:
    /// Shows another scene; nothing has another place before layOut().
    void setScene(const TrainScene& scene) { m_scene = scene; }
    /// In a picture of that size, of which so much is in sight without scrolling. The scene must
    /// not be empty.
    void layOut(QSizeF size, double heightInSight);

    const TrainScene& scene() const { return m_scene; }
    const TrainGeometry& geometry() const { return m_geometry; }
    QSizeF size() const { return m_size; }
    /// Pixels of the design, as large as the type is.
    double px(double pixels) const { return pixels * m_geometry.scale; }
    /// The records that have a column, by their places.
    const std::vector<std::size_t>& columns() const { return m_columns; }
    const TrainColours& colours() const { return m_colours; }
    /// Where the axis of the loss ends.
    double lossTop() const { return m_lossTop; }

    /// Whether a cell of the shown attention can have no value.
    bool isMasked(const RecordedStep& step, int head, Index row, Index column) const;

    /// Whether a point chooses a step: it is over the time axis.
    bool isOverTime(QPointF position) const;
    /// The record that is nearest to a place on the time axis.
    std::size_t recordAt(double x) const;
    /// The head whose row of the film is there.
    std::optional<int> headAt(QPointF position) const;
    /// Whether the step of the matrix beside the playhead's is named there: a click pins it.
    bool isOnPin(QPointF position) const;
    /// The enlarged matrices, and of which record each is; none where a stop has their place.
    std::vector<std::pair<MatrixGeometry, const RecordedStep*>> matrices() const;
    /// A cell of one of them, by its place among matrices().
    struct Cell {
        std::size_t matrix = 0;
        Index row = 0;
        Index column = 0;
        bool operator==(const Cell&) const = default;
    };
    bool has(const Cell& cell) const;
    std::optional<Cell> cellAt(QPointF position) const;
    QRectF rectOf(const Cell& cell) const;
    /// What a point says; empty where it says nothing.
    QString describe(QPointF position) const;
    /// Of the enlarged head: "head 1, step 200: “cat” looks at “the”: 0.93"
    QString wordsOf(const Cell& cell) const;

private:
    TrainScene m_scene;
    QSizeF m_size;
    TrainGeometry m_geometry;
    std::vector<std::size_t> m_columns;
    TrainColours m_colours;
    double m_lossTop = 4;
};

} // namespace headscope
