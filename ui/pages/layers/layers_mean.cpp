// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_mean.h"

#include "pages/layers/layers_picture.h"
#include "scene/value_range.h"
#include "words/measure_text.h"

#include <QCoreApplication>

namespace headscope {

namespace {

/// The mean of what stands under the heads of a layer.
std::optional<HeadBar> meanBar(const LayersFigure::Row& row, std::optional<Measure> measure) {
    std::vector<std::optional<HeadBar>> bars;
    for (const auto& head : row.columns)
        bars.push_back(head ? head->bar : std::nullopt);
    const std::optional<double> mean = meanOf(bars);
    if (!mean || !measure)
        return std::nullopt;
    const auto even = bars.front() ? bars.front()->even : std::nullopt;
    return HeadBar{*mean, even, measureNumber(*measure, *mean), {}};
}

} // namespace

DrawnLayers layersWithMean(const LayersPicture& picture) {
    DrawnLayers layers;
    if (picture.isComparing() || picture.columns() < 2)
        return layers;
    for (const LayersPicture::Row& row : picture.rows())
        layers.emplace_back(picture.prepared(), row.attention);
    return layers;
}

LayersFigure withMeanOfHeads(LayersFigure figure, const DrawnLayers& layers,
                             const DisplayOptions& display) {
    auto next = layers.begin();
    for (LayersFigure::Group& group : figure.groups) {
        for (LayersFigure::Row& row : group.rows) {
            const PreparedLayers::Attention& layer = **next++;
            auto mean = std::make_shared<const PreparedPanel>(preparedMean(layer));
            const CellColours colours{mapOf(layer.name, display.map),
                                      layer.range(*mean, display.range), display.theme};
            const auto bar = meanBar(row, display.layers.measure);
            row.columns = {LayersFigure::Head{std::move(mean), colours, -1, bar}};
            row.mean.clear();
        }
    }
    figure.meanLabel = QCoreApplication::translate("LayersMean", "mean of the heads");
    if (!figure.bars.isEmpty())
        figure.bars.front() =
            QCoreApplication::translate("LayersMean", "%1, mean of the heads").arg(figure.bars[0]);
    figure.columnMeans.clear();
    figure.ownOrder.clear();
    return figure;
}

} // namespace headscope
