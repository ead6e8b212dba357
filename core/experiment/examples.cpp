// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/examples.h"

#include "experiment/edit.h"
#include "experiment/example_parts.h"
#include "experiment/fitting.h"
#include "experiment/seeded_values.h"

#include <array>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {
const Axes inputAxes = {Axis::Batch, Axis::Sequence, Axis::ModelDim};
} // namespace

Experiment blank(const char* id, std::vector<TokenList> tokens, Index modelDim, Index heads,
                 std::uint64_t seed, WeightSource source) {
    Experiment experiment;
    experiment.example = id;
    experiment.tokens = std::move(tokens);
    experiment.config.modelDim = modelDim;
    experiment.config.heads = heads;
    experiment.config.dropoutSeed = seed;
    experiment.seed = seed;
    experiment.weightSource = source;
    experiment.weightSource.modelDim = modelDim;
    experiment.queryInput = seededInput(experiment.tokens, modelDim, seed);
    return experiment;
}

Experiment fit(Experiment experiment) {
    return fitted(std::move(experiment)).value();
}

Tensor ticketEmbeddings() {
    constexpr std::array<float, 40> embeddings = {
        .2F, .1F, .4F, .5F, // 我
        .6F, .3F, .2F, .1F, // 请
        .9F, .7F, .4F, .2F, // 李雷
        .3F, .8F, .6F, .3F, // 帮
        .2F, .1F, .4F, .5F, // 我
        .8F, .4F, .3F, .2F, // 订了
        .5F, .6F, .4F, .1F, // 去
        .9F, .8F, .5F, .3F, // 北京
        .1F, .2F, .1F, .2F, // 的
        .8F, .9F, .6F, .4F, // 机票
    };
    return Tensor::fromValues({1, 10, 4}, inputAxes, embeddings);
}

namespace {

Experiment ticket() {
    Experiment experiment =
        blank("ticket", {parseTokens(ticketSentence)}, 4, 4, 3066, randomWeights(3));
    experiment.queryInput = ticketEmbeddings();
    experiment.config.keyDim = 4;
    experiment.config.valueDim = 4;
    return fit(std::move(experiment));
}

Experiment arange() {
    Experiment experiment =
        blank("arange", {{"a", "b", "c"}, {"d", "e", "f"}}, 6, 3, 0, identityWeights);
    std::array<float, 36> numbers{};
    std::iota(numbers.begin(), numbers.end(), 0.0F);
    experiment.queryInput = Tensor::fromValues({2, 3, 6}, inputAxes, numbers);
    return fit(std::move(experiment));
}

Experiment oneRow() {
    Experiment experiment = blank("one-row", {{"机票"}}, 1, 1, 0, identityWeights);
    experiment.queryInput = Tensor::filled({1, 1, 1}, inputAxes, 1);
    experiment.keyTokens = {{parseTokens(ticketSentence)}};
    // Query 1 times key s is the score s, and the scale of d_k = 1 is 1.
    constexpr std::array<float, 10> scores = {1.1F, 1.4F, 1.6F, 1.9F, 1.1F,
                                              2.8F, 1.5F, 2.2F, .5F,  2.0F};
    experiment.keyInput = Tensor::fromValues({1, 10, 1}, inputAxes, scores);
    return fit(std::move(experiment));
}

Experiment concat() {
    TokenList tokens;
    for (int i = 1; i <= 100; ++i)
        tokens.push_back(std::to_string(i));
    Experiment experiment = blank("concat", {tokens}, 3, 8, 58, randomWeights(3));
    experiment.config.keyDim = 3;
    experiment.config.valueDim = 3;
    return fit(std::move(experiment));
}

/// The ticket sentence with four names and eight cities.
std::vector<TokenList> thirtyTwoSentences() {
    std::vector<TokenList> sentences;
    for (const char* person : {"李雷", "韩梅梅", "小明", "小红"}) {
        for (const char* city : {"北京", "上海", "广州", "成都", "西安", "杭州", "南京", "昆明"}) {
            TokenList sentence = parseTokens(ticketSentence);
            sentence[2] = person;
            sentence[7] = city;
            sentences.push_back(std::move(sentence));
        }
    }
    return sentences;
}

Experiment paperSize() {
    constexpr Index width = 512;
    Experiment experiment = blank("paper-size", thirtyTwoSentences(), width, 8, 512,
                                  randomWeights(1.0F / std::sqrt(static_cast<float>(width))));
    // Numbers from 0 to 1 have one direction in common, and 512 of them drown the
    // differences between tokens: mean 0 and variance 1, as after layer normalisation.
    Tensor input = Tensor::uninitialized({32, 10, width}, inputAxes);
    float* row = input.mutableData();
    for (const TokenList& sentence : experiment.tokens) {
        for (const std::string& token : sentence) {
            fillSeededNormal({row, width}, experiment.seed, token, 0, 0, 1);
            row += width;
        }
    }
    experiment.queryInput = input;
    return fit(std::move(experiment));
}

Experiment causalPadding() {
    Experiment experiment = blank("causal-padding",
                                  {parseTokens("I have a cat and a dog"),
                                   parseTokens("我 有 一只 猫"), parseTokens("我 的 laptop 坏 了")},
                                  8, 2, 107, randomWeights(1));
    experiment.causal = true;
    return fit(std::move(experiment));
}

template <Experiment (*make)()> const Experiment& madeOnce() {
    static const Experiment made = make();
    return made;
}

constexpr std::array<Example, 13> all = {{
    {"ticket", HEADSCOPE_MESSAGE("Example", "Book a flight"),
     HEADSCOPE_MESSAGE("Example",
                       "Ten words, each a row of four numbers, seen by four heads: 我 stands "
                       "at 1 and at 5 with the same numbers, so these two rows agree in "
                       "every head."),
     madeOnce<ticket>},
    {"arange",
     HEADSCOPE_MESSAGE("Example", "The numbers 0 to 35"),
     HEADSCOPE_MESSAGE("Example",
                       "The numbers 0 to 35 as batch 2, sequence 3, d_model 6 with identity "
                       "weights: every number keeps its value while it is cut into 3 heads."),
     madeOnce<arange>,
     {.tensor = TensorName::Query}},
    {"one-row", HEADSCOPE_MESSAGE("Example", "One row of scores"),
     HEADSCOPE_MESSAGE("Example",
                       "The ten scores of 机票 and their true softmax, .05 .07 .08 .11 .05 .27 "
                       ".07 .15 .03 .12; a textbook prints .05 .08 .10 .15 .05 .25 .10 .18 "
                       ".02 .12, which sums to 1.10 and so cannot be one."),
     madeOnce<oneRow>},
    {"concat",
     HEADSCOPE_MESSAGE("Example", "Eight heads side by side"),
     HEADSCOPE_MESSAGE("Example",
                       "100 tokens of width 3 through 8 heads with d_v = 3: side by side the "
                       "heads give a matrix of 100 × 24, which W_O brings back to width 3."),
     madeOnce<concat>,
     {.tensor = TensorName::ConcatenatedContext}},
    {"paper-size", HEADSCOPE_MESSAGE("Example", "As large as in the paper"),
     HEADSCOPE_MESSAGE("Example",
                       "32 sentences of 10 tokens with d_model 512 and 8 heads of 64, the "
                       "sizes of “Attention Is All You Need”."),
     madeOnce<paperSize>},
    {"causal-padding", HEADSCOPE_MESSAGE("Example", "Causal mask and padding"),
     HEADSCOPE_MESSAGE("Example",
                       "Three sentences of different lengths in one batch: no token looks at "
                       "a later one, and none looks at the padding behind a shorter sentence."),
     madeOnce<causalPadding>},
    {"fully-masked", HEADSCOPE_MESSAGE("Example", "Fully masked row"),
     HEADSCOPE_MESSAGE("Example",
                       "The third word may look at no key at all, so its softmax has nothing to "
                       "share out: choose whether its row is zeros, NaN or uniform, as different "
                       "programs do."),
     madeOnce<fullyMaskedExample>},
    {"wrong-scale", HEADSCOPE_MESSAGE("Example", "The usual wrong scale"),
     HEADSCOPE_MESSAGE("Example",
                       "The scale is 1/√d_model = 0.125 instead of 1/√d_k = 0.354 of one head, "
                       "a usual mistake: all rows are flatter than they should be."),
     madeOnce<wrongScaleExample>},
    {"cross", HEADSCOPE_MESSAGE("Example", "Cross-attention"),
     HEADSCOPE_MESSAGE("Example",
                       "Two English words look at three Chinese ones through 2 heads of 4: the "
                       "scores of each head are a matrix of 2 × 3."),
     madeOnce<crossExample>},
    {"positions",
     HEADSCOPE_MESSAGE("Example", "Positions"),
     HEADSCOPE_MESSAGE("Example",
                       "Sines and cosines of the position are added to the embeddings: 我 "
                       "stands at 1 and at 5 with the same 16 numbers, and only now do its two "
                       "rows differ."),
     madeOnce<positionsExample>,
     {.scope = "positions", .tensor = TensorName::EmbeddedInput}},
    {"norms",
     HEADSCOPE_MESSAGE("Example", "Layer norm and batch norm"),
     HEADSCOPE_MESSAGE("Example",
                       "Both norms of the same matrix: layer norm gives every row mean 0 and "
                       "variance 1, batch norm every column."),
     madeOnce<normsExample>,
     {.scope = "encoder/0/self_attention_norm", .tensor = TensorName::Normalised}},
    {"encoder-decoder", HEADSCOPE_MESSAGE("Example", "Encoder and decoder"),
     HEADSCOPE_MESSAGE("Example",
                       "我 有 一只 猫 goes through the encoder, <Begin> I have a cat through the "
                       "decoder, whose five words look at those four in every cross-attention, "
                       "5 × 4: the last matrix is fitted so that each word guesses the next one."),
     madeOnce<encoderDecoderExample>},
    {"stack",
     HEADSCOPE_MESSAGE("Example", "Twelve layers"),
     HEADSCOPE_MESSAGE("Example",
                       "The ticket sentence through 12 encoder layers of 12 heads each, 144 "
                       "heads: what one layer gives out, the next one takes in."),
     madeOnce<stackExample>,
     {.allLayers = true}},
}};

} // namespace

std::span<const Example> examples() {
    return all;
}

const Example* findExample(std::string_view id) {
    for (const Example& example : all) {
        if (example.id == id)
            return &example;
    }
    return nullptr;
}

bool isUnedited(const Experiment& experiment) {
    const Example* example = findExample(experiment.example);
    return example && experiment == example->original();
}

} // namespace headscope
