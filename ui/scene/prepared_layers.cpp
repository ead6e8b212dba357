// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/prepared_layers.h"

#include "scene/value_range.h"
#include "support/parallel.h"

#include <algorithm>

namespace headscope {

namespace {
PreparedPanel preparedOf(MatrixPanel panel, const CancellationToken& token) {
    PreparedPanel made;
    made.panel = std::move(panel);
    made.levels = PanelLevels(made.panel, token);
    made.largest = largestMagnitude(made.panel, token);
    made.rows = rowMagnitudes(made.panel, token);
    return made;
}
} // namespace

PreparedPanel preparedMean(const PreparedLayers::Attention& attention) {
    std::vector<MatrixPanel> heads;
    for (const PreparedPanel& head : attention.heads)
        heads.push_back(head.panel);
    return preparedOf(meanOfHeads(heads), {});
}

ValueScale PreparedLayers::Attention::range(const PreparedPanel& panel,
                                            const RangeChoice& choice) const {
    return scaleFrom(name, choice, panel.largest, panel.rows, [this](TensorName of) {
        const auto found = largest.find(of);
        return found == largest.end() ? 0.0 : found->second;
    });
}

Stage stageInLayers(const Selection& selection) {
    return isHeadStage(selection.stage) ? selection.stage : Stage::Weights;
}

bool suits(const PreparedLayers& layers, const Scene& scene) {
    return scene.blocks && layers.whole == scene.blocks->whole &&
           layers.sequence == scene.selection.sequence &&
           layers.stage == stageInLayers(scene.selection);
}

std::shared_ptr<const PreparedLayers> prepareLayers(const Scene& scene,
                                                    const Execution& execution) {
    auto layers = std::make_shared<PreparedLayers>();
    layers->whole = scene.blocks->whole;
    layers->sequence = scene.selection.sequence;
    layers->stage = stageInLayers(scene.selection);
    for (const TraceScope& scope : scene.blocks->scopes) {
        if (scope.kind != ScopeKind::Attention || execution.cancellation.isCancelled())
            continue;
        const Trace block = slice(*scene.blocks->whole, scope.path).trace;
        PreparedLayers::Attention attention;
        attention.scope = scope.path;
        // A mask may be one for all heads: the overview shows what it made of the scores.
        const std::vector<TensorName> tensors = tensorsOf(layers->stage, block);
        if (!tensors.empty())
            attention.name = tensors.front();
        const std::vector<MatrixPanel> panels =
            panelsOf(block, scene.run->tokens(scope.path), attention.name, layers->sequence, false,
                     execution);
        attention.heads.resize(panels.size());
        parallelFor(std::ssize(panels), execution, [&](Index head) {
            const auto place = static_cast<std::size_t>(head);
            attention.heads[place] = preparedOf(panels[place], execution.cancellation);
        });
        double& own = attention.largest[attention.name];
        for (const PreparedPanel& head : attention.heads)
            own = std::max(own, head.largest);
        for (const TensorName other : comparedWith(attention.name)) {
            if (other != attention.name)
                attention.largest[other] =
                    largestOfSequence(block, other, layers->sequence, execution);
        }
        layers->attentions.push_back(std::move(attention));
    }
    return layers;
}

std::shared_ptr<const PreparedLayers> preparedLayers(const Scene& scene) {
    if (!scene.blocks)
        return nullptr;
    if (scene.layers && suits(*scene.layers, scene))
        return scene.layers;
    return prepareLayers(scene, {});
}

Index layersWork(const Scene& scene) {
    Index numbers = 0;
    const Index tensors = stageInLayers(scene.selection) == Stage::Weights ? 1 : 3;
    for (const TraceStep& step : scene.blocks->whole->steps()) {
        if (step.name == TensorName::AttentionWeights)
            numbers += tensors * step.result.elementCount();
    }
    return numbers;
}

} // namespace headscope
