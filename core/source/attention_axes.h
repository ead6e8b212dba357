// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "tensor/dims.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headscope {

/// What an axis of a saved attention counts.
enum class ArrayAxis : std::uint8_t { Layers, Batch, Heads, Query, Key };
/// Of all axes of an array, in its order.
using ArrayAxes = std::vector<ArrayAxis>;

/// A to Z as a to z.
std::string lowerCase(std::string_view text);

/// "layers,heads,query,key", as --axes and files have it.
std::string axesText(const ArrayAxes& axes);
/// Reads it back: two to five axes, each once, query and key among them.
Result<ArrayAxes> axesFrom(std::string_view text);

/// What is known of one array before anybody asks what it means.
struct ArrayFacts {
    std::string name; ///< as in the file; empty where it has none
    Shape shape;
};

/// Where an array stands in a model, as far as its name says that.
enum class AttentionKind : std::uint8_t { Plain, Encoder, Decoder, Cross };
AttentionKind kindNamed(std::string_view name);

/// Whether an array is called so: "attn", "attention" or "pattern", and not the mask of one.
bool isAttentionName(std::string_view name);

/// Whether an array is called as the parameters of a layer are: "attn.in_proj_weight".
bool isWeightName(std::string_view name);

/// The arrays of a file that are attentions, by their places, an encoder's first and within a kind
/// in the order of their layers: those named as patterns or attentions where there are any, else
/// all of rank 2 to 5. Empty: there are none.
std::vector<std::size_t> attentionsAmong(std::span<const ArrayFacts> arrays);
/// A number that names a layer from 0 on ("blocks.7.attn"); nothing where there is none.
std::optional<Index> layerNamed(std::string_view name);

/// A name that counts heads ("block_0_head_3_attn"), split: what the heads of one layer share, and
/// which of them it is. Nothing where it counts none.
std::optional<std::pair<std::string, Index>> headNamed(std::string_view name);

/// How arrays are to be read, and how else they could be.
struct AxesGuess {
    ArrayAxes axes;
    std::vector<ArrayAxes> others; ///< that would be another picture; empty: nothing is in doubt
};
/// `arrays`: attentions alone, of one rank. Several of one kind are layers, each of its own size.
AxesGuess guessAxes(std::span<const ArrayFacts> arrays);

} // namespace headscope
