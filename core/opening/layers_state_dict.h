// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "opening/state_dict.h"
#include "transformer/model.h"

namespace headscope {

/// Layers that follow each other in one part of a model.
struct StoredLayers {
    ModelPart part = ModelPart::Encoder;
    std::vector<std::string> prefixes; ///< "layers.0." of each, in their order
    std::string norm;                  ///< "norm." of the one behind them; empty: there is none
};

/// What can be opened of a file of weights: one attention, or PyTorch's layers around some.
struct StoredWeights {
    /// Of layers the sizes of the first attention, what all their names begin with, the tensors of
    /// all of them, and what the file has besides.
    StoredAttention attention;
    /// Of layers what the file says of them; activation, ε and the place of the norms are
    /// PyTorch's defaults, for no file says them. Nothing: an attention alone.
    std::optional<ModelConfig> model = {};
    std::vector<StoredLayers> stacks = {}; ///< of layers
    std::string_view className = {};       ///< "nn.TransformerEncoder"; of layers

    /// "layers.0": what its names begin with, without the last dot.
    std::string name() const;
    bool contains(const StoredWeights& other) const;
};

/// What a file has, by the names and shapes of its tensors: nn.Transformer, stacks of
/// nn.TransformerEncoderLayer or nn.TransformerDecoderLayer in their order, with the norm behind
/// the last one where there is one, each of these layers, and the attentions of attentionsIn();
/// what contains others stands before them. An Error as of attentionsIn().
Result<std::vector<StoredWeights>>
weightsIn(const std::map<std::string, Shape, std::less<>>& shapes);

/// Those weights as the model has them; `tensors` are at least weights.attention.tensors. An Error
/// says which tensor is missing or has another shape than the first layer makes it, and errors are
/// those of weightsFromStateDict().
Result<Parameters> parametersOf(const StoredWeights& weights,
                                const std::map<std::string, Tensor, std::less<>>& tensors);

} // namespace headscope
