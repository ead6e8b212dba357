// SPDX-License-Identifier: GPL-3.0-or-later
// Which head stands where, and which one is meant.
#include "pages/layers/layers_view.h"

#include <algorithm>

namespace headscope {

int LayersView::headAt(const Place& place) const {
    return static_cast<int>(rowAt(place).order[static_cast<std::size_t>(place.column)]);
}

const std::optional<HeadBar>& LayersView::barAt(const Place& place) const {
    static const std::optional<HeadBar> none;
    const auto head = static_cast<std::size_t>(headAt(place));
    const Row& row = rowAt(place);
    return head < row.bars.size() ? row.bars[head] : none;
}

std::optional<LayersView::Place> LayersView::placeAt(QPointF position) const {
    const std::optional<Place> place = m_geometry.placeAt(position, m_heads);
    if (!place || headAt(*place) >= static_cast<int>(rowAt(*place).heads.size()))
        return std::nullopt;
    return place;
}

std::optional<LayersView::Place> LayersView::placeOf(const std::string& scope, int head) const {
    const auto row = std::ranges::find(m_scopes, scope);
    if (row == m_scopes.end())
        return std::nullopt;
    const int at = static_cast<int>(row - m_scopes.begin());
    for (int column = 0; column < m_heads; ++column) {
        if (headAt({at, column}) == head &&
            head < static_cast<int>(rowAt({at, column}).heads.size()))
            return Place{at, column};
    }
    return std::nullopt;
}

std::optional<LayersView::Place> LayersView::shownPlace() const {
    return placeOf(m_scene.selection.scope, m_scene.selection.panel);
}

std::optional<LayersView::Place> LayersView::cursor() const {
    return m_cursor ? placeOf(m_cursor->first, m_cursor->second) : std::nullopt;
}

std::optional<LayersView::Place> LayersView::meant() const {
    if (m_hovered)
        return m_hovered;
    if (const std::optional<Place> at = cursor())
        return at;
    if (const std::optional<Place> shown = shownPlace())
        return shown;
    return mostPlace(); // what is open is in one of both states only
}

std::optional<LayersView::Place> LayersView::mostPlace() const {
    if (!m_comparison || !m_comparison->most)
        return std::nullopt;
    const LayersComparison::Place& most = *m_comparison->most;
    return placeOf(m_comparison->attentions[most.attention].difference.scope,
                   static_cast<int>(most.head));
}

} // namespace headscope
