// SPDX-License-Identifier: GPL-3.0-or-later
// What is taken along: the figure, and the matrix of a head.
#include "pages/layers/layers_view.h"

#include "scene/joined.h"
#include "scene/labelled_matrix.h"
#include "scene/measure_text.h"
#include "scene/off_text.h"
#include "scene/statements.h"

namespace headscope {

LayersFigure LayersView::figure() const {
    LayersFigure figure;
    figure.title = m_comparing ? m_comparison ? m_comparison->title : QString() : subject();
    figure.subject = m_comparing ? subject() : QString();
    figure.detail = m_comparison ? m_comparison->detail : QString();
    if (!m_comparing && m_scene.run)
        figure.detail = joined({runTitle(m_scene.run->origin()), weightsSaid()});
    figure.common = commonColours();
    figure.range = rangeWords();
    figure.axes = axesText();
    figure.marks = allMarks();
    if (off() && off()->any())
        figure.off = offText(*off());
    figure.turned = m_scene.display.rowsAreKeys;
    figure.largestBar = m_bars.largest;
    for (const Piece& piece : barLegend()) {
        if (piece.text == evenSpreadText())
            figure.even = static_cast<int>(figure.bars.size());
        figure.bars << piece.text;
    }
    if (hasBars() && m_scene.display.layers.order == LayersOrder::Within)
        figure.ownOrder = ownOrderText();
    auto next = m_rows.begin();
    for (const Group& group : m_groups) {
        LayersFigure::Group& drawn = figure.groups.emplace_back();
        drawn.title = group.title;
        for (int i = 0; i < group.rows; ++i, ++next) {
            LayersFigure::Row& row = drawn.rows.emplace_back();
            row.label = next->label;
            row.note = next->note;
            if (const auto mean = meanOf(next->bars); mean && next->bars.size() > 1)
                row.mean = meanText(*mean);
            for (const std::size_t head : next->order) {
                auto& column = row.columns.emplace_back();
                if (head >= next->attention->heads.size())
                    continue;
                column = LayersFigure::Head{
                    {held(), &next->attention->heads[head]},
                    coloursOf(*next, head),
                    static_cast<int>(head),
                    head < next->bars.size() ? next->bars[head] : std::optional<HeadBar>(),
                    off() && off()->contains(next->attention->scope, static_cast<Index>(head))};
            }
        }
    }
    for (int column = 0; column < m_heads && !m_rows.empty(); ++column)
        figure.columnMeans << columnMean(column);
    return figure;
}

DrawnLayers LayersView::layersWithMean() const {
    DrawnLayers layers;
    if (m_comparing || m_heads < 2)
        return layers;
    for (const Row& row : m_rows)
        layers.emplace_back(m_prepared, row.attention);
    return layers;
}

std::shared_ptr<const void> LayersView::held() const {
    return m_comparing ? std::shared_ptr<const void>(m_comparison) : m_prepared;
}

std::optional<LabelledMatrix> LayersView::matrix() const {
    const std::optional<Place> place = cursor() ? cursor() : shownPlace();
    if (!place)
        return std::nullopt;
    const Row& row = rowAt(*place);
    const auto head = static_cast<std::size_t>(headAt(*place));
    if (head >= row.attention->heads.size())
        return std::nullopt;
    LabelledMatrix matrix =
        labelledMatrix(row.attention->heads[head].panel, m_scene.run->tokens(row.attention->scope),
                       m_scene.selection.sequence, m_scene.display.rowsAreKeys);
    matrix.name = row.attention->scope + ", " + matrix.name;
    if (m_comparing)
        matrix.name = "B - A, " + matrix.name;
    return matrix;
}

} // namespace headscope
