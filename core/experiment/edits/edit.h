// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "head_shapes/journey.h"
#include "trace/tensor_name.h"

#include <span>
#include <string_view>

namespace headscope {

// Every edit is a pure function from an experiment to the next one, or an Error
// that says what would be right. Where sizes change, the overlapping part of
// every tensor is kept and the rest is filled from the seed; numbers that are still
// the seed's follow the spread that suits the new size (weight_spread.h), so that they
// do not depend on the way there. Fused weights stay untouched as long as d_model and
// heads · d_k stay the same.

/// `heads` itself where it divides modelDim, else the next below and, if any, the
/// next above that do: what a person is offered instead.
std::vector<Index> headsThatDivide(Index modelDim, Index heads);

/// Several sizes at once, where one alone would not fit the others.
Result<Experiment> withConfig(const Experiment& experiment, const AttentionConfig& config);
Result<Experiment> withHeads(const Experiment& experiment, Index heads);
/// The next number of heads in that direction (1 or −1) that suits: with an automatic d_k only
/// divisors of d_model do.
Result<Experiment> withNextHeads(const Experiment& experiment, Index by);
/// Nothing: automatic (d_model / heads).
Result<Experiment> withKeyDim(const Experiment& experiment, std::optional<Index> keyDim);
/// Nothing: automatic (d_k).
Result<Experiment> withValueDim(const Experiment& experiment, std::optional<Index> valueDim);
Result<Experiment> withScale(const Experiment& experiment, std::optional<float> scale);
Result<Experiment> withDropout(const Experiment& experiment, float probability);
/// What a row becomes whose keys are all masked.
Experiment withFullyMasked(const Experiment& experiment, FullyMasked fullyMasked);
/// The order of the axes in the trace; the experiment's own tensors stay batch-first.
Experiment withLayout(const Experiment& experiment, Layout layout);
/// How the trace shows the weights; the experiment's own stay fused.
Experiment withWeightLayout(const Experiment& experiment, WeightLayout weightLayout);
/// The bias of one of the four projections, in every layer: added as zeros, or removed.
Experiment withBias(const Experiment& experiment, Role bias, bool on);
/// Those of all four projections.
Experiment withBiases(const Experiment& experiment, bool biases);

enum class TokenSide : std::uint8_t { Query, Key };
/// New tokens for one sequence. As many as before are new names, which replace no number: a row
/// that was given stays where it is (read from a file, typed or learnt; the seed's own row of a
/// word goes with the word). Of more or fewer, tokens before and behind the part that changed
/// keep their rows. In that part, a token that was there before takes the row of its first
/// occurrence (in this sequence, else in any other); a new one gets its row from the
/// seed, the same row wherever it stands. Where the rows were only counted ("1", "2", …), the
/// words name them in their order. An Error for an empty list.
Result<Experiment> withTokens(const Experiment& experiment, TokenSide side, Index sequence,
                              const TokenList& tokens);
/// Splits at white space; brackets hold a token together: "[我] [New York] ticket".
/// Inside of brackets further pairs belong to the token ("[[CLS]]" is the token
/// "[CLS]") and a backslash takes the next character as it is. A bracket that is
/// never closed is an ordinary character. Empty brackets are no token.
TokenList parseTokens(const std::string& text);
/// The text that parseTokens reads back: brackets only where a token needs them.
std::string tokensText(const TokenList& tokens);

/// The same for every sequence at once: one list for each.
Result<Experiment> withAllTokens(const Experiment& experiment, TokenSide side,
                                 const std::vector<TokenList>& lists);

/// Sequences added as copies of the last one, or removed from the end.
Result<Experiment> withBatch(const Experiment& experiment, Index batch);

/// Changes what differs between the sizes that a tensor of heads has and those that are wanted:
/// the batch, the heads and their width (d_v or d_k where the experiment says them, else by
/// d_model), and the tokens, which are repeated or left out at the end.
/// \param ofValue the heads are d_v wide; \param ofKeys the sequence is that of the keys.
Result<Experiment> withLayoutSizes(const Experiment& experiment, const LayoutSizes& shown,
                                   const LayoutSizes& wanted, bool ofValue, bool ofKeys);

/// A new seed regenerates all that came from the seed: the weights, where they
/// are random. Typed embeddings stay.
Experiment withSeed(const Experiment& experiment, std::uint64_t seed);
/// Regenerates all weights from `source`.
Experiment withWeightSource(const Experiment& experiment, WeightSource source);

Experiment withCausal(const Experiment& experiment, bool causal);
Experiment withCausalAlignment(const Experiment& experiment, CausalAlignment alignment);
/// Nothing: no window. An Error where it is not from 1 to ExperimentLimits::tokens.
Result<Experiment> withWindow(const Experiment& experiment, std::optional<Index> window);
/// Nothing: no prefix. An Error as of withWindow().
Result<Experiment> withPrefix(const Experiment& experiment, std::optional<Index> prefix);
Experiment withMaskPadding(const Experiment& experiment, bool maskPadding);
/// Whether pieces of a tokenizer are shown as they are; no number changes.
Experiment withRawPieces(const Experiment& experiment, bool raw);
/// Sets the pairs of one query with these keys in the painted mask of one sequence; the mask comes
/// to be (all 1) with the first call, as [batch, query, key].
Result<Experiment> withPairs(const Experiment& experiment, Index sequence, Index query,
                             KeyRange keys, bool mayAttend);
/// The same of one pair.
Result<Experiment> withPair(const Experiment& experiment, Index sequence, Index query, Index key,
                            bool mayAttend);
/// The pair allowed where the painted mask forbids it, and forbidden where it is allowed; a
/// painted mask that forbids nothing goes. An Error where the mask does not hold in the block.
Result<Experiment> withTurnedPair(const Experiment& experiment, std::string_view scope,
                                  Index sequence, Index query, Index key);
/// What painting by hand begins with, [batch, query, key]: what causal, alignment,
/// window and prefix allow.
Tensor maskToPaintOn(const Experiment& experiment);
/// Nothing: no painted mask.
Experiment withPaintedMask(const Experiment& experiment, std::optional<Tensor> mayAttend);

/// The tensor of that name that a person may edit: inputs, weights, biases,
/// MayAttend, AdditiveMask; nullptr for all that is computed or absent.
/// It stands in a trace as scope/name: the weights, γ and β of every layer. The scope is the step's
/// own ("encoder/0/feed_forward"), where "" means what stands in no block. The masks are found in
/// every self-attention that they hold in.
const Tensor* editableTensor(const Experiment& experiment, std::string_view scope, TensorName name);
/// One number of it typed. An Error where that is NaN or infinite, where the name
/// cannot be edited, or where the cell is out of range.
Result<Experiment> withCell(const Experiment& experiment, std::string_view scope, TensorName name,
                            const Cell& cell, float value);

/// W_Q [width, d_k] and W_K of one head of plain attention replaced, so that it has the scores that
/// they give by themselves: its biases of query and key are 0, positions are added if asked for. A
/// narrower head is filled up with columns of 0 to the d_k of the experiment; a wider one widens
/// all of them likewise. What 1/√d_k changes by that, W_Q makes good. No other head changes,
/// but by the positions.
Result<Experiment> withHeadWeights(const Experiment& experiment, Index head,
                                   const Tensor& queryWeight, const Tensor& keyWeight,
                                   bool positions);

struct CellValue {
    Cell cell;
    float value = 0;
};
/// Several numbers of one tensor at once, such as a pasted block; all or none.
Result<Experiment> withCells(const Experiment& experiment, std::string_view scope, TensorName name,
                             std::span<const CellValue> values);

/// What stands around attention: architecture, layers, d_ff, norms, positions. What
/// overlaps is kept, the rest comes from the seed. From plain attention to a stack
/// the weights become those of the first layer's self-attention, and back; fresh ones spread as
/// suits. An encoder with a decoder reads the tokens as the target and the key tokens as the
/// source, which comes to be as a copy of the tokens where there is none; an
/// encoder alone has no key tokens.
Result<Experiment> withModel(const Experiment& experiment, const ModelConfig& model);
/// The words of the prediction behind a stack; none: no prediction.
Result<Experiment> withVocabulary(const Experiment& experiment, const TokenList& vocabulary);

} // namespace headscope
