// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/optimiser/optimiser.h"
#include "learning/tasks/dataset.h"
#include "transformer/model.h"

namespace headscope {

/// All that decides how a training goes: a value that a person edits. The same recipe gives
/// the same numbers, bit for bit.
struct TrainingRecipe {
    TaskKind task = TaskKind::Translate;
    std::string text;                      ///< the data as edited; empty: the task's own
    std::string watched;                   ///< the sentence that is watched; empty: the task's own
    Language language = Language::Chinese; ///< of the task's own text
    // Sizes. Tasks of cards and positions are one attention and a linear answer, and have no
    // layers; all but translations have encoder layers alone.
    Index encoderLayers = 1;
    Index decoderLayers = 1;
    Index heads = 4;
    Index modelDim = 32;
    std::optional<Index> keyDim;    ///< d_k of one head; automatic: modelDim / heads
    std::optional<Index> hiddenDim; ///< d_ff; automatic: 2 · modelDim
    Activation activation = Activation::Relu;
    NormKind norm = NormKind::Layer;
    NormPlacement placement = NormPlacement::Post;
    float dropout = 0; ///< of the attention weights while it learns
    // How it learns.
    OptimiserConfig optimiser;
    float smoothing = 0.1F; ///< label smoothing
    Index batch = 32;       ///< sentences of one step
    Index steps = 480;
    Index recordEvery = 40; ///< steps between two records
    std::uint64_t seed = 8; ///< of the first weights, the order of the batches, cards, dropout
    // What it learns from.
    std::uint64_t dataSeed = 7; ///< of the task's own text and of what is held out
    float heldOut = 0.2F;
    bool byCharacter = true; ///< own text
    Index context = 32;      ///< own text

    bool operator==(const TrainingRecipe&) const = default;
};

/// The settings that were measured to work.
TrainingRecipe recipeOf(TaskKind task);

/// Whether the sizes and settings make sense by themselves; data are looked at when a
/// training is made.
Status validate(const TrainingRecipe& recipe);

DatasetRequest datasetRequestOf(const TrainingRecipe& recipe);

} // namespace headscope
