// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "examples/examples.h"

#include <initializer_list>

namespace headscope {

/// The words of one side of an example.
struct ExampleWords {
    /// Words in the place of another one of the first sentence.
    struct Instead {
        std::size_t place = 0;
        std::span<const char* const> words = {};
    };

    std::array<const char*, 3> sentences = {}; ///< as parseTokens() reads them; fewer end early
    /// As many sequences as there are combinations, where there are any; the last place changes
    /// fastest.
    std::array<Instead, 2> instead = {};
    /// What the words of the first sentence mean to who reads the other language.
    ExampleGloss gloss = {};
    Index counted = 0; ///< the words "1", "2" … so many, in the place of sentences
};

/// Where the numbers of the words come from.
struct ExampleNumbers {
    enum class Kind : std::uint8_t {
        Seeded,  ///< as of typed words: 0.01 … 1.00, from the seed and the word
        Listed,  ///< `list`, in C order
        Counted, ///< 0, 1, 2 …
        Normal,  ///< mean 0 and variance 1, from the seed and the word
    };
    Kind kind = Kind::Seeded;
    std::span<const float> list = {};
};

/// An example as data: all that it does not leave as a fresh experiment has it.
struct ExampleData {
    std::string_view id;
    const char* title;
    const char* explanation;
    ExampleFocus focus = {};

    /// In Chinese, or the same for every reader.
    ExampleWords words = {};
    /// The same example for who reads English, under an id of its own; empty: there is one for all.
    std::string_view englishId = {};
    ExampleWords english = {};
    ExampleNumbers numbers = {};
    std::optional<ExampleWords> keyWords = {}; ///< nothing: self-attention
    ExampleNumbers keyNumbers = {};
    const char* vocabulary = ""; ///< the words that a prediction chooses from

    AttentionConfig config = {};
    std::uint64_t seed = 0;
    WeightSource weights = {};
    ModelConfig model = {};
    bool causal = false;
    std::optional<Index> maskedQuery = {}; ///< may look at no key
    /// The prediction is fitted so that each word gives the next one this logit, others 0.
    std::optional<double> fittedLogit = {};
    /// Words, sizes and numbers come from learntData() of the id, but for what its words mean.
    bool learnt = false;
};

/// In the order of the chooser; the first one is what the program opens with.
inline constexpr std::size_t exampleCount = 15;
extern const std::array<ExampleData, exampleCount> exampleTable;

} // namespace headscope
