// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/prepared_stage.h"

#include "scene/value_range.h"
#include "support/parallel.h"

#include <algorithm>

namespace headscope {

namespace {

/// The marks that cells really have, in the order of their names.
std::vector<CellMark> marksIn(const MatrixPanel& panel, const CancellationToken& token) {
    std::vector<CellMark> possible = panel.possibleMarks();
    std::ranges::sort(possible);
    std::vector<CellMark> found;
    const auto isMissing = [&](CellMark mark) {
        return mark != CellMark::None && std::ranges::find(found, mark) == found.end();
    };
    for (Index row = 0;
         row < panel.matrix.size(0) && found.size() < possible.size() && !token.isCancelled();
         ++row) {
        for (Index column = 0; column < panel.matrix.size(1); ++column) {
            if (const CellMark mark = panel.markOf(row, column); isMissing(mark))
                found.push_back(mark);
        }
    }
    std::ranges::sort(found);
    return found;
}

/// Scores of a model are computed when they are first read: here, so that nobody who paints or
/// explains a cell has to.
void readScores(const Trace& block, const CancellationToken& token) {
    for (const TensorName name :
         {TensorName::Scores, TensorName::ScaledScores, TensorName::MaskedScores}) {
        const TraceStep* const step = block.find(name);
        if (step && !token.isCancelled())
            (void)step->result.data();
    }
}

} // namespace

ValueScale PreparedStage::range(std::size_t panel, const RangeChoice& choice) const {
    const PreparedPanel& shown = panels[panel];
    return scaleFrom(shown.panel.name, choice, shown.largest, shown.rows, [this](TensorName of) {
        const auto found = largest.find(of);
        return found == largest.end() ? 0.0 : found->second;
    });
}

bool suits(const PreparedStage& stage, const Scene& scene) {
    return stage.trace == scene.trace && stage.sequence == scene.selection.sequence &&
           shownTensor(scene) == stage.name;
}

std::shared_ptr<const PreparedStage> prepareStage(const Scene& scene, const Execution& execution,
                                                  const PreparedStage* before) {
    const std::optional<TensorName> name = shownTensor(scene);
    auto stage = std::make_shared<PreparedStage>();
    stage->trace = scene.trace;
    stage->sequence = scene.selection.sequence;
    const CancellationToken& token = execution.cancellation;
    if (before && before->trace == stage->trace && before->sequence == stage->sequence) {
        stage->largest = before->largest;
        stage->rowSums = before->rowSums;
        stage->forbiddenPairs = before->forbiddenPairs;
    } else {
        readScores(*stage->trace, token);
        stage->rowSums = checkRowSums(*stage->trace, scene.tokens(), stage->sequence, execution);
        stage->forbiddenPairs = forbiddenPairs(*stage->trace, stage->sequence, token);
    }
    if (!name || token.isCancelled())
        return stage;
    stage->name = *name;
    const std::vector<MatrixPanel> panels =
        panelsOf(*scene.trace, scene.tokens(), *name, scene.selection.sequence, true, execution);
    stage->panels.resize(panels.size());
    parallelFor(static_cast<Index>(panels.size()), execution, [&](Index i) {
        PreparedPanel& prepared = stage->panels[static_cast<std::size_t>(i)];
        prepared.panel = panels[static_cast<std::size_t>(i)];
        prepared.levels = PanelLevels(prepared.panel, token);
        prepared.largest = largestMagnitude(prepared.panel, token);
        prepared.rows = rowMagnitudes(prepared.panel, token);
        prepared.marks = marksIn(prepared.panel, token);
        if (isWeights(*name))
            prepared.sums = sumsOf(prepared.panel, token);
    });
    double& own = stage->largest[*name];
    own = 0;
    for (const PreparedPanel& prepared : stage->panels) {
        if (prepared.panel.kind != MatrixPanel::Kind::MeanHead)
            own = std::max(own, prepared.largest);
    }
    for (const TensorName other : comparedWith(*name)) {
        if (!stage->largest.contains(other) && !token.isCancelled())
            stage->largest[other] =
                largestOfSequence(*scene.trace, other, stage->sequence, execution);
    }
    return stage;
}

std::shared_ptr<const PreparedStage> preparedStage(const Scene& scene) {
    if (scene.isEmpty())
        return nullptr;
    if (scene.stage && suits(*scene.stage, scene))
        return scene.stage;
    return prepareStage(scene, {}, scene.stage.get());
}

Index preparationWork(const Scene& scene) {
    Index numbers = 0;
    const auto add = [&](const TraceStep* step, Index times) {
        if (step)
            numbers += times * step->result.elementCount();
    };
    // Every stage may be gone to next, so the largest tensors count.
    add(scene.trace->find(TensorName::AttentionWeights), 3);
    if (const auto name = shownTensor(scene))
        add(scene.trace->find(*name), 1);
    return numbers;
}

} // namespace headscope
