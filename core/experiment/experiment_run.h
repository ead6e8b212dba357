// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "run/run.h"

namespace headscope {

RunLabels labelsOf(const Experiment& experiment);

/// The words at the axes of one attention; they live as long as the labels.
AxisTokens tokensOf(const Experiment& experiment, const Scope& scope, const RunLabels& labels);

/// Whether the mask of the experiment holds in a block; the attentions that look at the source
/// of a translation know no more than where that ends.
bool holdsOwnMask(const Experiment& experiment, std::string_view scope);

/// The experiment as a run, with its words and masks; `origin` says the rest of where it
/// comes from.
std::shared_ptr<const Run> runOf(const Experiment& experiment, std::shared_ptr<const Trace> trace,
                                 RunOrigin origin);

} // namespace headscope
