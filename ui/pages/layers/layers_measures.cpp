// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_measures.h"

#include "words/measure_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

/// Means from the largest to the smallest; places of equal ones keep their order.
std::vector<std::size_t> fromLargest(std::vector<std::size_t> places,
                                     const std::vector<std::optional<double>>& means) {
    std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
        if (means[a].has_value() != means[b].has_value())
            return means[a].has_value();
        return means[a] && *means[a] > *means[b];
    });
    return places;
}

std::vector<std::size_t> firstPlaces(std::size_t count) {
    std::vector<std::size_t> places(count);
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
}

std::optional<double> numberOf(const std::optional<HeadBar>& bar) {
    if (!bar || !std::isfinite(bar->value))
        return std::nullopt;
    return bar->value;
}

/// The mean of those that are numbers.
class Mean {
public:
    void add(const std::optional<HeadBar>& bar) {
        if (const std::optional<double> value = numberOf(bar)) {
            m_sum += *value;
            ++m_count;
        }
    }
    std::optional<double> value() const {
        return m_count > 0 ? std::optional(m_sum / m_count) : std::nullopt;
    }

private:
    double m_sum = 0;
    int m_count = 0;
};

} // namespace

const HeadMeasures* LayersMeasures::find(std::string_view scope, std::size_t head) const {
    const auto found = heads.find(scope);
    return found != heads.end() && head < found->second.size() ? &found->second[head] : nullptr;
}

std::shared_ptr<const LayersMeasures> measureLayers(std::shared_ptr<const Run> run, Index sequence,
                                                    const Execution& execution) {
    auto measures = std::make_shared<LayersMeasures>();
    for (const TraceScope& scope : run->scopes()) {
        if (scope.kind == ScopeKind::Attention && !execution.cancellation.isCancelled())
            measures->heads[scope.path] = measureHeads(*run, scope.path, sequence, execution);
    }
    measures->run = std::move(run);
    measures->sequence = sequence;
    return measures;
}

Index measureLayersWork(const Run& run) {
    Index work = 0;
    for (const TraceScope& scope : run.scopes()) {
        if (scope.kind == ScopeKind::Attention)
            work += measureWork(run, scope.path);
    }
    return work;
}

LayersBars barsOf(const LayersMeasures& measures, Measure measure,
                  const std::vector<std::string>& scopes) {
    LayersBars bars;
    bars.question = measureQuestion(measure);
    bars.largest = 0;
    bool allCross = true;
    Index measured = 0;
    Index noShares = 0;
    for (const std::string& scope : scopes) {
        auto& row = bars.rows.emplace_back();
        allCross = allCross && !measures.run->isSelfAttention(scope);
        const auto found = measures.heads.find(scope);
        for (std::size_t head = 0; found != measures.heads.end() && head < found->second.size();
             ++head) {
            const std::optional<MeanOfRows>& mean = found->second[head][measure];
            measured += found->second[head].queries;
            noShares += found->second[head].noShares;
            auto& bar = row.emplace_back();
            if (!mean)
                continue;
            bar = HeadBar{mean->value, mean->even, measureNumber(measure, mean->value),
                          measureTip(static_cast<int>(head), *mean)};
            bars.largest = std::max(bars.largest, mean->largest);
            bars.even = true;
        }
    }
    const QString without = noSharesText(measured, noShares);
    bars.scale = !bars.even && !without.isEmpty() ? without
                 : !bars.even                     ? whyNoMeasure(measure, allCross)
                                                  : measureScale(measure, bars.largest);
    if (bars.even && !without.isEmpty())
        bars.scale += QStringLiteral(", ") + without;
    return bars;
}

std::optional<double> meanOf(const std::vector<std::optional<HeadBar>>& bars) {
    Mean mean;
    for (const std::optional<HeadBar>& bar : bars)
        mean.add(bar);
    return mean.value();
}

std::optional<double> meanOfHead(const LayersBars& bars, std::size_t head) {
    Mean mean;
    for (const auto& row : bars.rows) {
        if (head < row.size())
            mean.add(row[head]);
    }
    return mean.value();
}

LayersArrangement arrangedBy(LayersOrder order, const LayersBars& bars,
                             const std::vector<int>& groups, std::size_t heads) {
    LayersArrangement arranged;
    const auto count = static_cast<std::size_t>(std::accumulate(groups.begin(), groups.end(), 0));
    arranged.rows = firstPlaces(count);
    std::vector<std::size_t> columns = firstPlaces(heads);
    const bool any = bars.rows.size() == count;
    if (any && (order == LayersOrder::Layers || order == LayersOrder::LayersAndHeads)) {
        std::vector<std::optional<double>> means;
        for (const auto& row : bars.rows)
            means.push_back(meanOf(row));
        arranged.rows.clear();
        std::size_t first = 0;
        for (const int rows : groups) {
            std::vector<std::size_t> group(static_cast<std::size_t>(rows));
            std::iota(group.begin(), group.end(), first);
            first += group.size();
            group = fromLargest(std::move(group), means);
            arranged.rows.insert(arranged.rows.end(), group.begin(), group.end());
        }
    }
    if (any && (order == LayersOrder::Heads || order == LayersOrder::LayersAndHeads)) {
        std::vector<std::optional<double>> means;
        for (std::size_t head = 0; head < heads; ++head)
            means.push_back(meanOfHead(bars, head));
        columns = fromLargest(std::move(columns), means);
    }
    for (const std::size_t row : arranged.rows) {
        auto& own = arranged.heads.emplace_back(columns);
        if (!any || order != LayersOrder::Within)
            continue;
        std::vector<std::optional<double>> values(heads);
        for (std::size_t head = 0; head < std::min(heads, bars.rows[row].size()); ++head)
            values[head] = numberOf(bars.rows[row][head]);
        own = fromLargest(std::move(own), values);
    }
    return arranged;
}

} // namespace headscope
