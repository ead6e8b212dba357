// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run.h"

#include <string_view>

namespace headscope {

/// Which word each piece of a text belongs to, and these words.
struct PieceWords {
    TokenList words;          ///< a space that the first piece owns stays before it
    std::vector<Index> owner; ///< of every piece: the place of its word

    bool operator==(const PieceWords&) const = default;
};
/// Of pieces as wordPieces() tells them apart.
PieceWords wordsOfPieces(const TokenList& pieces);

/// Whether a run has attentions, and tokens that go on with a word.
bool hasWordPieces(const Run& run);
/// The run whose attentions count words: of the weights, those behind dropout and the rollout, what
/// the pieces of a word are looked at is added up and what they look at is averaged, so that rows
/// that sum to 1 still do (Operation::MergeWords). Attentions have no other stage then, since
/// scores and vectors are those of pieces; all other blocks stay as they are. nullptr where there
/// is no attention, or no token goes on with a word.
std::shared_ptr<const Run> inWords(const Run& run);
/// Of a step of such a run that stands beside its attention, as what its weights are made of: the
/// path of that; else its own.
std::string_view withoutPieces(std::string_view scope);

} // namespace headscope
