// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/slide/slide_geometry.h"
#include "painters/matrix_painter.h"
#include "painters/matrix_rings.h"
#include "scene/prepared_stage.h"
#include "scene/scene.h"

#include <QCoreApplication>

namespace headscope {

/// The matrix of a slide: one panel of the shown stage with its words, as a picture that lasts
/// as long as two of them are equal.
class SlideMatrix {
    Q_DECLARE_TR_FUNCTIONS(SlideMatrix)

public:
    SlideMatrix() = default;
    explicit SlideMatrix(const Scene& scene);

    /// The shown stage has no matrix, or nothing is computed yet.
    bool isEmpty() const { return !m_stage || m_stage->panels.empty(); }
    const MatrixPanel& panel() const;
    TensorName tensor() const { return m_stage->name; }
    Stage stage() const { return m_shown; }
    CellColours colours() const;
    const DisplayOptions& display() const { return m_display; }
    /// In a window of that size.
    SlideGeometry laidOut(QSizeF size) const;

    /// Cells and words; those of what is asked about are tinted.
    void paint(QPainter& painter, const SlideGeometry& geometry) const;
    /// Rings with their letters around what people choose from, else around the locked cell.
    void paintRings(QPainter& painter, const SlideGeometry& geometry) const;
    /// A frame along a row, from query to key; at its end the sum. `along` is from 0 to 1.
    void paintSweep(QPainter& painter, const SlideGeometry& geometry, Index row,
                    double along) const;

    bool operator==(const SlideMatrix&) const = default;

private:
    bool asksRow(Index row) const;
    bool asksColumn(Index column) const;
    void paintRowWords(QPainter& painter, const SlideGeometry& geometry) const;
    void paintColumnWords(QPainter& painter, const SlideGeometry& geometry) const;
    double widestColumnWord(double pixels) const;

    std::shared_ptr<const PreparedStage> m_stage;
    Stage m_shown = Stage::Weights;
    int m_panel = 0;
    DisplayOptions m_display;
    QStringList m_rowWords;
    QStringList m_columnWords;
    std::vector<MatrixRing> m_choices; ///< those with letters
    /// What "the locked cell" is, where people choose from none.
    std::optional<PanelCell> m_locked;
};

} // namespace headscope
