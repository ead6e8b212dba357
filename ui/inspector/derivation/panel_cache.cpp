// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/panel_cache.h"

#include "scene/prepared_stage.h"
#include "scene/value_range.h"

namespace headscope {

const std::vector<MatrixPanel>& PanelCache::panels(const Scene& scene, TensorName name,
                                                   bool withSummaries) {
    const Index sequence = scene.selection.sequence;
    const bool same = m_trace == scene.trace && m_name == name && m_sequence == sequence;
    if (same && (m_summaries || !withSummaries))
        return m_panels;
    m_trace = scene.trace;
    m_name = name;
    m_sequence = sequence;
    m_summaries = withSummaries;
    m_ranges.clear();
    if (scene.stage && suits(*scene.stage, scene) && scene.stage->name == name) {
        m_summaries = true; // passed over already
        m_panels.clear();
        for (const PreparedPanel& prepared : scene.stage->panels)
            m_panels.push_back(prepared.panel);
    } else {
        m_panels = panelsOf(*scene.trace, scene.tokens(), name, sequence, withSummaries);
    }
    return m_panels;
}

ValueScale PanelCache::range(const Scene& scene, std::size_t place) {
    if (m_choice != scene.display.range)
        m_ranges.clear();
    m_choice = scene.display.range;
    const auto found = m_ranges.find(place);
    if (found != m_ranges.end())
        return found->second;
    const bool known = scene.stage && suits(*scene.stage, scene) && scene.stage->name == m_name;
    const ValueScale range = known ? scene.stage->range(place, m_choice)
                                   : scaleOf(*scene.trace, m_panels[place], m_sequence, m_choice);
    // With one range for all heads the next head's is known too.
    if (m_choice == RangeMode::PerHead || m_choice == RangeMode::PerRow)
        m_ranges.emplace(place, range);
    else
        for (std::size_t i = 0; i < m_panels.size(); ++i)
            m_ranges.emplace(i, range);
    return range;
}

} // namespace headscope
