// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "learning/tasks/dataset.h"
#include "learning/training/recipe.h"
#include "support/execution.h"
#include "trace/trace.h"
#include "transformer/model_parameters.h"

namespace headscope {

/// Some samples as tensors, shorter ones padded behind.
struct Batch {
    Tensor tokens; ///< ids, [batch, sequence]
    std::optional<Tensor> source;
    std::optional<Tensor> cards;
    Tensor targets;                      ///< [batch, sequence, groups]; −1: not asked
    std::optional<Tensor> padding;       ///< [batch, sequence], 1 = a real token; if any is not
    std::optional<Tensor> sourcePadding; ///< of the source
    std::vector<const Sample*> samples;  ///< which ones they are
};

/// What a recipe and its data come to: which parameters there are, and how a batch goes
/// through them. It holds no numbers that are learnt.
class Learner {
public:
    /// Of a recipe that validate() accepts; An Error where sizes do not
    /// fit each other.
    static Result<Learner> create(const TrainingRecipe& recipe,
                                  std::shared_ptr<const Dataset> data);
    /// With the data that the recipe asks for; an Error as of makeDataset(), too.
    static Result<Learner> create(const TrainingRecipe& recipe);

    /// Fresh parameters: embeddings normal, projections as Glorot and Bengio (2010), other
    /// matrices as nn.Linear begins; every one with a stream of the seed named after its place.
    Parameters initialParameters() const;
    bool forEachParameter(const std::function<bool(const ParameterPlace&)>& visit) const;

    /// The batch of a step, out of epochs that are shuffled anew each time.
    Batch batchAt(Index step) const;
    /// Those samples; cards, where there are any, are drawn from that stream.
    Batch batchOf(std::span<const Sample* const> samples, std::string_view stream,
                  std::uint64_t number) const;

    struct Pass {
        Trace run;
        std::size_t logits = 0;
        std::size_t loss = 0;
    };
    /// Up to the loss. `step` chooses what dropout drops; nothing: none, as when it is
    /// evaluated. Nothing where it was cancelled.
    std::optional<Pass> forward(const Parameters& parameters, const Batch& batch, float smoothing,
                                std::optional<Index> step, const Execution& execution = {}) const;

    /// The learnt model on one sentence as an ordinary experiment: its inputs are the embedded
    /// tokens. What stands behind plain attention, the answer of cards and positions, is no
    /// part of it.
    Experiment experiment(const Parameters& parameters, const Sample& sample) const;

    /// The rows that the model looks up for one sentence, [1, tokens, d_model]: words times what
    /// a stack multiplies them by, or words, cards and places added up.
    Tensor embedded(const Parameters& parameters, const Sample& sample) const;
    /// The same of the source of a translation.
    Tensor embeddedSource(const Parameters& parameters, const Sample& sample) const;

    const Dataset& data() const { return *m_data; }
    const TrainingRecipe& recipe() const { return m_recipe; }

private:
    Learner(const TrainingRecipe& recipe, std::shared_ptr<const Dataset> data);
    /// What a stack multiplies embeddings by: √d_model.
    float embeddingFactor() const;

    TrainingRecipe m_recipe;
    std::shared_ptr<const Dataset> m_data;
    ModelDescription m_model;
};

} // namespace headscope
