// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/norm/norm_geometry.h"
#include "scene/scene.h"

#include <QCoreApplication>

#include <array>

namespace headscope {

/// One of the two norms: its block of the trace.
struct NormBlock {
    std::string scope;
    bool layer = true; ///< of each token by itself
    bool root = false; ///< by the mean of the squares alone, which stands for `mean`
    Tensor values;     ///< of the shown stage, [tokens, features] of the sequence
    Tensor mean;       ///< [tokens or 1, features or 1]
    Tensor variance;   ///< empty of an RMS norm
    Tensor gain;       ///< [features]
    Tensor shift;      ///< empty where none is added
};

/// A cell of one grid of one norm.
struct NormTarget {
    std::size_t side = 0;
    TensorName name = TensorName::Normalised;
    Index row = 0;
    Index column = 0;
    bool operator==(const NormTarget&) const = default;

    /// γ or β.
    bool isParameter() const {
        return name == TensorName::NormGain || name == TensorName::NormShift;
    }
};

/// The norms of a block, what is said of their cells, and where these lie: for the window and for a
/// file.
class NormPicture {
    Q_DECLARE_TR_FUNCTIONS(Norm)

public:
    NormPicture() = default;
    /// Empty where the scene shows no norm.
    explicit NormPicture(const Scene& scene);
    /// Lays it out anew; beside a single norm so much room is kept to offer the other one.
    void layOut(const QRectF& area, double offerWidth);

    /// One in which another cell may be asked for, and all else is as in the one before.
    void setScene(const Scene& scene) { m_scene = scene; }
    const Scene& scene() const { return m_scene; }
    const std::vector<NormBlock>& sides() const { return m_sides; }
    const NormGeometry& geometry() const { return m_geometry; }
    /// What the cells of the matrix are.
    TensorName shown() const { return m_shown; }
    const ValueRange& range() const { return m_range; }
    const QStringList& rowLabels() const { return m_rowLabels; }
    /// What stands beside the title: block, formula or tensor; the first that has room.
    QStringList subtitles() const;
    QString sideTitle(const NormBlock& side) const;
    /// Whether the cells of the matrix are large enough for numbers.
    bool valuesFit() const;
    /// Whether γ and β can be typed and the other norm set beside it; not of a trained model.
    bool isEditable() const;

    /// What has a grid of its own on a side: what is shown, then what was taken of it.
    std::array<TensorName, 5> tensorsOf(std::size_t side) const;
    std::optional<NormTarget> targetAt(QPointF position) const;
    /// The target that the scene asks about, in the block that it shows.
    std::optional<NormTarget> askedTarget() const;
    /// The stage and the cell that a target asks about.
    std::pair<Stage, PanelCell> questionOf(const NormTarget& target) const;
    float valueOf(const NormTarget& target) const;
    const MatrixGeometry& gridOf(const NormTarget& target) const;
    QString describe(const NormTarget& target) const;

private:
    Stage stageOfTarget(const NormTarget& target) const;

    Scene m_scene;
    std::vector<NormBlock> m_sides;
    TensorName m_shown = TensorName::NormOutput;
    ValueRange m_range;
    NormGeometry m_geometry;
    QStringList m_rowLabels;
};

} // namespace headscope
