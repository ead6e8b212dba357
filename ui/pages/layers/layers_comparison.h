// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/compare_text.h"
#include "pages/layers/layers_measures.h"
#include "painters/matrix_painter.h"
#include "scene/compared.h"
#include "scene/prepared_layers.h"

namespace headscope {

/// Which of both sides of a comparison is shown large.
enum class ComparedPart : std::uint8_t { A, B, Difference };

/// Every head of every layer in A and in B, and B − A.
struct LayersComparison {
    struct Head {
        PreparedPanel a;
        PreparedPanel b;
        double moved = 0;     ///< the mean over the queries of ½ Σ |B − A|
        double largest = 0;   ///< of the finite |B − A|
        Index unmeasured = 0; ///< as MatrixDifference::unmeasured
    };
    struct Attention {
        PreparedLayers::Attention difference; ///< B − A: one panel for each of `heads`
        std::vector<Head> heads;
        QStringList rowLabels;    ///< "A | B" where the words differ
        QStringList columnLabels; ///< the same
        QString note;             ///< why there is no B − A: "only in B"
    };
    std::vector<Attention> attentions; ///< in the order of the computation
    TensorName name = TensorName::AttentionWeights;
    bool weights = true;     ///< rows sum to 1: what moved is a share
    double largestValue = 0; ///< of A and B
    double largest = 0;      ///< of all |B − A|
    Index unmeasured = 0;    ///< of all heads
    std::vector<CompareEdit> edits;
    QString title;   ///< the answer: where most moved, and how much
    QString detail;  ///< "mean of all 24 heads 12 %"
    QString measure; ///< "84 % = mean of row moved"

    struct Place {
        std::size_t attention = 0;
        std::size_t head = 0;
        bool operator==(const Place&) const = default;
    };
    /// The head that moved most, of equal ones the first; nothing where none is compared.
    std::optional<Place> most;

    /// By what heads are ordered: what moved of weights, else the largest |B − A|.
    double movedOf(const Head& head) const { return weights ? head.moved : head.largest; }
    /// One range for A and B, and a symmetric one for all B − A.
    CellColours colours(const DisplayOptions& display) const;
    CellColours differenceColours(const DisplayOptions& display) const;
    /// What stands under the heads of those attentions.
    LayersBars bars(const std::vector<std::size_t>& attentions) const;
};

/// nullptr where there is nothing to compare yet. A function of the scene: runs, stage, sequence.
/// What is cancelled is of no use.
std::shared_ptr<const LayersComparison> compareLayers(const Scene& scene,
                                                      const Execution& execution = {});
/// How many numbers it looks at.
Index compareLayersWork(const Scene& scene);

} // namespace headscope
