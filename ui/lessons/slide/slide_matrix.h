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

    const QStringList& rowWords() const { return m_rowWords; }
    const QStringList& columnWords() const { return m_columnWords; }
    /// In bold type of so many pixels.
    double widestColumnWord(double pixels) const;
    /// What is asked about stands out.
    bool asksRow(Index row) const;
    bool asksColumn(Index column) const;
    /// What people choose from; each has a letter.
    const std::vector<MatrixRing>& choices() const { return m_choices; }
    /// "The locked cell", where people choose from none.
    const std::optional<PanelCell>& locked() const { return m_locked; }
    /// Of weights.
    double rowSum(Index row) const;

    bool operator==(const SlideMatrix&) const = default;

private:
    std::shared_ptr<const PreparedStage> m_stage;
    Stage m_shown = Stage::Weights;
    int m_panel = 0;
    DisplayOptions m_display;
    QStringList m_rowWords;
    QStringList m_columnWords;
    std::vector<MatrixRing> m_choices;
    std::optional<PanelCell> m_locked;
};

} // namespace headscope
