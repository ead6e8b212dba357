// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run.h"
#include "source/attention_axes.h"
#include "support/result.h"

namespace headscope {

/// One array of a file, as it was saved; all its axes are Axis::Feature.
struct NamedArray {
    std::string name;
    Tensor tensor;

    bool operator==(const NamedArray&) const = default;
};

/// What a file holds, whatever its format.
struct ArrayFile {
    std::vector<NamedArray> arrays;
    std::vector<ArrayFacts> others = {}; ///< arrays that are no attention, and were not read
    TokenLists tokens;                   ///< one list for each sequence; empty: it has no words
    std::optional<TokenLists> keyTokens;
};

/// An attention that was computed elsewhere: its numbers as they were saved, and what somebody said
/// of them. Every choice is an edit; the numbers never change.
struct FileAttention {
    std::string name;               ///< of the file, for people
    std::vector<NamedArray> arrays; ///< attentions alone, layers in their order
    ArrayAxes axes;                 ///< of every array
    bool axesSaid = false;          ///< by a person; else they are a guess
    bool scores = false;            ///< values before the softmax, which the engine computes
    bool rawPieces = false;         ///< words stay the pieces of a tokenizer that they are
    TokenLists tokens;              ///< of the queries; empty: nobody named them
    std::optional<TokenLists> keyTokens;
    std::vector<std::string> leftOut; ///< names of arrays that are no attention

    bool operator==(const FileAttention&) const = default;
};

/// What the command line or a person says of a file; else it is guessed.
struct AttentionChoices {
    std::optional<ArrayAxes> axes;
    std::optional<bool> scores;
    bool rawPieces = false;
    TokenLists tokens; ///< go before those of the file
    std::optional<TokenLists> keyTokens;
};

/// Takes what is an attention out of a file. An Error where there is none, or where the words or
/// axes do not fit.
Result<FileAttention> attentionFrom(ArrayFile file, const std::string& name,
                                    const AttentionChoices& choices);

/// Whether the numbers of its first layer sum to 1 along some axis, as those of no inputs do.
bool sumsToOne(const FileAttention& attention);

/// Its arrays as guessAxes() takes them.
std::vector<ArrayFacts> factsOf(const FileAttention& attention);
/// How else it could be read; empty: there is no other way.
std::vector<ArrayAxes> otherAxesOf(const FileAttention& attention);

/// Whether there is a run of it, without making that; the Error is its own.
Status checkAttention(const FileAttention& attention);
/// The run that every view shows: one block for each attention. Errors say which axis or how many
/// words do not fit.
Result<std::shared_ptr<const Run>> runOf(const FileAttention& attention);

/// What is not as in an attention after its softmax.
struct AttentionDoubts {
    Index rows = 0;      ///< of all heads and layers
    Index offSum = 0;    ///< of them, whose sum is not 1, though not 0
    Index zero = 0;      ///< all 0, as padding is
    double farthest = 1; ///< the sum that is farthest from 1
    Index negative = 0;  ///< values
    Index noNumber = 0;  ///< values

    bool any() const { return offSum + negative + noNumber > 0; }
};
AttentionDoubts doubtsOf(const Run& run);
/// A sentence each: what the doubts are, what was left out of the file. Of scores, nothing is in
/// doubt but what is no number.
std::vector<Error> remarksOn(const FileAttention& attention, const AttentionDoubts& doubts);

} // namespace headscope
