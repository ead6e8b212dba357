// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/multi_head_attention.h"
#include "examples/origin.h"
#include "experiment/edits/edit.h"
#include "inspector/derivation/trace_walk.h"
#include "scene/panels/matrix_panel.h"
#include "scene/scene.h"
#include "support/edits.h"
#include "support/example.h"

#include <cmath>
#include <limits>

namespace headscope::testing {

/// A scene with the trace of the experiment; ends the test program where it cannot be computed.
inline Scene sceneOf(const Experiment& experiment) {
    Scene scene;
    auto trace = runAttention(problemOf(experiment));
    if (!trace)
        qFatal("%s", trace.error().text().c_str());
    scene.trace = std::make_shared<const Trace>(std::move(*trace));
    scene.run = runOf(experiment, scene.trace);
    return scene;
}

inline Scene asking(Scene scene, Stage stage, PanelCell cell, std::size_t tensor = 0) {
    scene.selection.stage = stage;
    scene.selection.tensor = tensor;
    scene.selection.locked = cell;
    return scene;
}

/// The ticket sentence with query 4 painted out of every key.
inline Experiment withFullyMaskedRow(const Experiment& experiment, Index query) {
    Experiment masked = experiment;
    for (Index key = 0; key < experiment.keyLength(); ++key)
        masked = *withPair(masked, 0, query, key, false);
    return masked;
}

/// One token whose query and key overflow, so that softmax meets ∞ − ∞.
inline Experiment overflowing(const Experiment& experiment) {
    Experiment huge = experiment;
    for (Index i = 0; i < huge.queryInput.size(2); ++i)
        huge.queryInput = huge.queryInput.withElement({0, 1, i}, 3e38F);
    for (const Role role : {Role::QueryWeight, Role::KeyWeight}) {
        const Tensor& weight = huge.weights.at(role);
        huge.weights.set(role, Tensor::filled(weight.shape(), weight.axes(), 1.0F));
    }
    return huge;
}

/// `tokens` distinct words of width `width`, all numbers from the seed.
inline Experiment sentence(Index tokens, Index width, Index heads) {
    Experiment experiment = example("ticket");
    TokenList words;
    for (Index i = 0; i < tokens; ++i)
        words.push_back("w" + std::to_string(i + 1));
    experiment.seed = 7;
    experiment = *withModelDim(experiment, width);
    experiment = *withKeyDim(experiment, std::nullopt);
    experiment = *withHeads(experiment, heads);
    return *withTokens(experiment, TokenSide::Query, 0, words);
}

/// What a Destination shows: the inverse of destinationOf().
inline std::optional<TraceCell> traceCellAt(const Trace& trace, Index sequence,
                                            const Destination& at) {
    const std::vector<TensorName> tensors = tensorsOf(at.stage, trace);
    if (at.tensor >= tensors.size())
        return std::nullopt;
    const std::vector<MatrixPanel> panels = slicesOf(trace, tensors[at.tensor], sequence);
    if (at.cell.panel < 0 || static_cast<std::size_t>(at.cell.panel) >= panels.size())
        return std::nullopt;
    const MatrixPanel& panel = panels[static_cast<std::size_t>(at.cell.panel)];
    if (at.cell.row < 0 || at.cell.row >= panel.matrix.size(0) || at.cell.column < 0 ||
        at.cell.column >= panel.matrix.size(1))
        return std::nullopt;
    return TraceCell{panel.step, panel.cellAt(at.cell.row, at.cell.column)};
}

} // namespace headscope::testing
