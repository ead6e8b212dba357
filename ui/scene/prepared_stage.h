// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/panels/pooled_panel.h"
#include "scene/panels/row_sums.h"
#include "scene/scene.h"
#include "scene/value_scale.h"
#include "support/execution.h"

#include <map>

namespace headscope {

/// So many numbers are passed over at once: less than a millisecond, and nothing flickers.
inline constexpr Index workAtOnce = Index{1} << 18;

/// A panel and what costs a pass over its matrix.
struct PreparedPanel {
    MatrixPanel panel;
    PanelLevels levels;
    MatrixSums sums;             ///< of weights; else empty
    std::vector<CellMark> marks; ///< that cells have
    double largest = 0;          ///< magnitude of the finite values
    RowMagnitudes rows;          ///< of each row
};

/// What is drawn of one tensor of a block and said of it, as far as that costs a pass
/// over whole matrices. Made once outside the window's thread, never changed.
struct PreparedStage {
    std::shared_ptr<const Trace> trace; ///< of the block
    TensorName name = TensorName::QueryInput;
    Index sequence = 0;
    std::vector<PreparedPanel> panels;
    /// Of all tensors that a range of this stage rests on, of the sequence: the largest
    /// magnitude of their finite values.
    std::map<TensorName, double> largest;
    RowSums rowSums; ///< of the block
    std::optional<Index> forbiddenPairs;

    /// As scaleOf(trace, panel, …).
    ValueScale range(std::size_t panel, const RangeChoice& choice) const;
};

/// Whether `stage` is what `scene` shows.
bool suits(const PreparedStage& stage, const Scene& scene);

/// Passes over all that `scene` shows; `before`, of the same trace and sequence, spares
/// some. What comes of a cancelled call is of no use.
std::shared_ptr<const PreparedStage> prepareStage(const Scene& scene, const Execution& execution,
                                                  const PreparedStage* before = nullptr);
/// What the scene brings with it; made here where it brings nothing that suits, which
/// takes the time that the workspace spares the window.
std::shared_ptr<const PreparedStage> preparedStage(const Scene& scene);
/// How many numbers prepareStage() has to look at.
Index preparationWork(const Scene& scene);

} // namespace headscope
