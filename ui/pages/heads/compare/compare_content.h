// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/compare_text.h"
#include "measures/comparison.h"
#include "painters/matrix_painter.h"
#include "scene/compared.h"
#include "scene/panels/matrix_panel.h"
#include "scene/panels/pooled_panel.h"
#include "scene/scene.h"

namespace headscope {

/// One side of a comparison as it is drawn.
struct ComparePart {
    QString name;  ///< "pinned: Book a flight", "now · head 2"
    QString place; ///< block, sequence or head, where a side says its own; may be empty
    std::vector<MatrixPanel> panels; ///< the compared heads
    PanelLevels levels;              ///< of the shown one, for small drawings
    QStringList rowLabels;
    QStringList columnLabels;
    std::vector<double> received; ///< Σ of the shown head's columns; empty without a panel
    bool masked = false;          ///< the shown head hides a pair at least
};

/// All that a comparison says, composed once for the picture, the figure and the tests.
struct CompareContent {
    TensorName name = TensorName::AttentionWeights;
    ComparePart a;
    ComparePart b;
    /// B − A of every compared head; empty where `why` says why there is none.
    std::vector<MatrixDifference> differences;
    std::vector<MatrixPanel> differencePanels; ///< the same as they are drawn
    std::vector<PanelLevels> differenceLevels;
    QStringList rowLabels; ///< of A and B on one grid: "我", "我 | 你"
    QString why;
    std::vector<int> heads; ///< of A, from 0: what the panels are, but for a mean behind them
    std::size_t shown = 0;  ///< the enlarged panel: a head, or the mean
    bool ownHead = false;   ///< a head beside another one: there is only that pair
    CellColours colours;    ///< of A and B, one range
    CellColours differenceColours;
    std::vector<double> outputMoved; ///< ‖B − A‖ ÷ ‖A‖ of every query; empty where not to be had
    bool weights = true;             ///< rows sum to 1: what moved is a share
    std::vector<CellChange> most;
    std::vector<CompareEdit> edits;
    QString title;   ///< the answer: "Two edits moved 84 % of head 4's attention"
    QString detail;  ///< "from 机票 −4.4 to 李雷 +2.0"
    QString measure; ///< "84 % = mean of row moved"

    bool hasDifference() const { return !differences.empty(); }
    const MatrixDifference& difference() const { return differences[shown]; }
    /// Whether the enlarged panel is the mean of the heads.
    bool isMean() const { return a.panels[shown].kind == MatrixPanel::Kind::MeanHead; }
};

/// nullptr where there is nothing to compare yet. A function of the scene: runs, selection and
/// display options. What is cancelled is of no use.
std::shared_ptr<const CompareContent> compareContent(const Scene& scene,
                                                     const CancellationToken& token = {});
/// Leaves of every matrix the queries and keys of a part, for a figure: what is said of the whole
/// stays, and so do colours and ranges. An Error where the matrices have no such part.
Status cutTo(CompareContent& content, const CellSpan& part);
/// How many numbers it looks at.
Index compareWork(const Scene& scene);

/// A difference as a cell shows it: signed, two decimals, "·" under .005, "0" where equal.
QString differenceText(float difference);

/// Which cells B − A has: drawn at the corner, with the number of what was lost or won.
bool isMaskedInOne(const MatrixDifference& difference, Index query, Index key);

} // namespace headscope
