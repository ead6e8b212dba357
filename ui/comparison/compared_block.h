// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "measures/comparison.h"
#include "painters/matrix_painter.h"
#include "scene/compared.h"
#include "scene/panels/matrix_panel.h"
#include "scene/scene.h"

namespace headscope {

/// One attention of one side of a comparison, cut out of its run.
struct ComparedBlock {
    std::shared_ptr<const Trace> trace;
    std::string scope;
    Index sequence = 0;
    AxisTokens tokens;
};

/// The block that a side says, else the selected one; nothing where its run has none such.
std::optional<ComparedBlock> comparedBlock(const Compared::Side& side, const Selection& selection);
/// Its heads at one tensor [query, key], queries as rows; empty where it has no such tensor.
/// `withMean` appends the mean of several.
std::vector<MatrixPanel> comparedHeads(const ComparedBlock& block, TensorName name,
                                       bool withMean = false);
ComparedMatrix comparedMatrix(const MatrixPanel& panel);
/// What moved from `a` to a head of the block, or to the mean behind its heads; nothing where it
/// has no such head, or one of another size.
std::optional<MatrixDifference> movedTo(const ComparedBlock& block, TensorName name,
                                        std::size_t head, const MatrixPanel& a);
/// How many numbers a comparison of both sides looks at: of one attention, the largest, or of all.
Index comparedWork(const Compared& compared, bool ofAll);
/// B − A as a panel, with all that `a` says of it: what is hatched in both is hatched.
MatrixPanel differencePanel(const MatrixDifference& difference, const MatrixPanel& a,
                            const MatrixPanel& b);

/// The words of both at one row or column: "cat | dog" where they differ; of the longer one alone
/// where the other has none.
QStringList sharedLabels(QStringList a, const QStringList& b);
/// One range for A and B, whose largest magnitude that is; weights from 0, else symmetric.
CellColours comparedColours(TensorName name, double largest, const DisplayOptions& display);
/// B − A always diverges around 0: ±1 for weights on a fixed range, else ± the largest.
CellColours differenceColours(TensorName name, double largest, const DisplayOptions& display);

} // namespace headscope
