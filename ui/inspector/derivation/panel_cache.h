// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/panels/matrix_panel.h"
#include "scene/scene.h"
#include "scene/value_scale.h"

#include <map>

namespace headscope {

/// The panels of the tensor in question and their ranges, kept while the pointer
/// moves over one picture: both cost a pass over all heads (64 ms under an added
/// mask of 512 × 512).
class PanelCache {
public:
    /// As panelsOf(); the summaries only once they are asked for.
    const std::vector<MatrixPanel>& panels(const Scene& scene, TensorName name, bool withSummaries);
    /// As scaleOf(), of one of panels().
    ValueScale range(const Scene& scene, std::size_t place);

private:
    std::shared_ptr<const Trace> m_trace; ///< held, so that its address stays its own
    TensorName m_name = TensorName::QueryInput;
    Index m_sequence = 0;
    bool m_summaries = false;
    RangeChoice m_choice;
    std::vector<MatrixPanel> m_panels;
    std::map<std::size_t, ValueScale> m_ranges; ///< by panel
};

} // namespace headscope
