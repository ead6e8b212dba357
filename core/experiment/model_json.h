// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "experiment/json_reader.h"
#include "experiment/json_writer.h"

namespace headscope {

// The part of an experiment's file that says what stands around attention:
//   "model": { "architecture": "encoder", "layers": 12, "d_ff": null, … },  with "decoder_layers"
//       where a decoder has another number of them;
//   "encoder": [ { "self_attention": { "query_weight": …, … },
//                  "self_attention_norm": { "norm_gain": …, "norm_shift": … },
//                  "feed_forward": { "hidden_weight": …, … }, "feed_forward_norm": … }, … ],
//   "decoder": …, "encoder_norm": …, "decoder_norm": …, "prediction": …
// Plain attention has the members of "self_attention" themselves.

/// The name of the object that a block stands in, beside others of its layer or of the file.
std::string nameInFile(const Scope& scope);

JsonWriter modelJson(const ModelConfig& config);
void addModelWeights(JsonWriter& writer, const Experiment& experiment);

ModelConfig modelFrom(const nlohmann::json& object, std::optional<Error>& error);
/// Reads the weights of the model that the experiment already has.
void readModelWeights(JsonReader& reader, Experiment& experiment, std::optional<Error>& error);

} // namespace headscope
