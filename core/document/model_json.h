// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/choice_names.h"
#include "experiment/edits/fitting.h"
#include "experiment/experiment.h"
#include "json/json_fields.h"
#include "transformer/model_parameters.h"

#include <algorithm>

namespace headscope {

// The part of an experiment's file that says what stands around attention:
//   "model": { "architecture": "encoder", "layers": 12, "d_ff": null, … },  with "decoder_layers"
//       where a decoder has another number of them;
//   "encoder": [ { "self_attention": { "query_weight": …, … },
//                  "self_attention_norm": { "norm_gain": …, "norm_shift": … },
//                  "feed_forward": { "hidden_weight": …, … }, "feed_forward_norm": … }, … ],
//   "decoder": …, "encoder_norm": …, "decoder_norm": …, "prediction": …
// Plain attention has the members of "self_attention" themselves.

inline constexpr auto modelFields = [](auto& fields, auto& model) {
    constexpr Index layersLimit = ExperimentLimits::modelElements;
    fields.needed("architecture", model.architecture);
    fields.needed("layers", model.layers, Whole{fields.has("decoder_layers") ? 0 : 1, layersLimit});
    fields.ifAny("decoder_layers", model.decoderLayers, Whole{1, layersLimit});
    fields.orNull("d_ff", model.feedForwardDim, Whole{1, ExperimentLimits::hiddenDim});
    fields.needed("activation", model.activation);
    fields.needed("norm", model.norm);
    fields.needed("placement", model.placement);
    fields.ifAny("last_norm", model.lastNorm);
    fields.needed("epsilon", model.epsilon);
    fields.needed("residual", model.residual);
    fields.needed("positions", model.positions);
    fields.needed("compare_norms", model.compareNorms);
    fields.unlessDefault("gated", model.gated);
    fields.ifAny("rotary_theta", model.rotaryTheta);
};

/// The weights of one block, in the object that it stands in.
template <class Fields, class Experiment>
void blockFields(Fields& fields, Experiment& experiment, const Scope& scope) {
    for (const RoleInfo& info : roles()) {
        if (info.block != scope.kind() || !hasRole(experiment.model, info.role))
            continue;
        std::optional<Tensor> tensor;
        if (const Tensor* const known = experiment.weights.find(info.role, scope))
            tensor = *known;
        else if (Fields::reads && !info.optional)
            tensor.emplace();
        const Numbers numbers = {{info.axes}, ExperimentLimits::elements};
        if (info.optional)
            fields.ifAny(info.name, tensor, numbers);
        else if (tensor)
            fields.needed(info.name, *tensor, numbers);
        if constexpr (Fields::reads) {
            if (tensor)
                experiment.weights.set(info.role, scope, std::move(*tensor));
        }
    }
}

/// The same as a member, beside other blocks of its layer or of the file.
template <class Fields, class Experiment>
void blockField(Fields& fields, Experiment& experiment, const Scope& scope) {
    std::string name = scope.nameInLayer();
    std::ranges::replace(name, '/', '_');
    fields.needed(name, experiment,
                  [&scope](auto& block, auto& whole) { blockFields(block, whole, scope); });
}

/// Those of an experiment, whose model and vocabulary are there already.
inline constexpr auto weightFields = [](auto& fields, auto& experiment) {
    const ModelConfig& model = experiment.model;
    if (model.architecture == Architecture::Attention)
        return blockFields(fields, experiment, Scope());
    for (const ModelPart stack : {ModelPart::Encoder, ModelPart::Decoder}) {
        if (layersOf(model, stack) == 0)
            continue;
        fields.objects(Scope::of(stack).path(), layersOf(model, stack),
                       [&](auto& each, Index layer) {
                           for (const Sublayer sublayer : sublayersOf(stack)) {
                               const Scope scope = Scope::of(stack, layer, sublayer);
                               blockField(each, experiment, scope);
                               blockField(each, experiment, scope.norm());
                           }
                       });
    }
    for (const ModelPart stack : {ModelPart::Encoder, ModelPart::Decoder}) {
        if (layersOf(model, stack) > 0 && hasLastNorm(model))
            blockField(fields, experiment, Scope::lastNorm(stack));
    }
    if (!experiment.vocabulary.empty())
        blockField(fields, experiment, Scope::of(ModelPart::Prediction));
};

} // namespace headscope
