// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

#include <map>

namespace headscope {

/// What every head of every attention of a run looks at, in one sequence.
struct LayersMeasures {
    std::shared_ptr<const Run> run;
    Index sequence = 0;
    std::map<std::string, std::vector<HeadMeasures>, std::less<>> heads; ///< by scope

    bool suits(const Scene& scene) const {
        return run == scene.run && sequence == scene.selection.sequence;
    }
    /// nullptr where nothing is known of it.
    const HeadMeasures* find(std::string_view scope, std::size_t head) const;
};
/// What comes of a cancelled call is of no use.
std::shared_ptr<const LayersMeasures> measureLayers(std::shared_ptr<const Run> run, Index sequence,
                                                    const Execution& execution = {});
/// How many weights that has to look at.
Index measureLayersWork(const Run& run);

/// What stands under one head.
struct HeadBar {
    double value = 0;           ///< NaN where a row holds one
    std::optional<double> even; ///< what an even spread would be
    QString text;
    QString tip;
};

/// What stands under the heads: one measure of all of them, on one scale.
struct LayersBars {
    QString question;   ///< "how spread a row is"
    QString scale;      ///< "entropy, 0 – 3.32 bits"; where no head has it, why
    double largest = 1; ///< of the scale, from 0
    bool even = false;  ///< some have a mark
    /// Of rows in their order, by head; nothing where it has no meaning.
    std::vector<std::vector<std::optional<HeadBar>>> rows;
};

/// One measure of the attentions `scopes`. Numbers, words and scale are those of the inspector.
LayersBars barsOf(const LayersMeasures& measures, Measure measure,
                  const std::vector<std::string>& scopes);

/// The mean of what is a number; nothing where nothing is.
std::optional<double> meanOf(const std::vector<std::optional<HeadBar>>& bars);
/// The same of the head of one number, over all rows.
std::optional<double> meanOfHead(const LayersBars& bars, std::size_t head);

/// In which order rows and heads stand.
struct LayersArrangement {
    std::vector<std::size_t> rows;               ///< which row stands at each place
    std::vector<std::vector<std::size_t>> heads; ///< at these places: which head in each column
};
/// `groups`: how many rows each group has; rows stay in their groups. What has no number comes
/// last, of equal ones the earlier first. By number where there are no bars.
LayersArrangement arrangedBy(LayersOrder order, const LayersBars& bars,
                             const std::vector<int>& groups, std::size_t heads);

} // namespace headscope
