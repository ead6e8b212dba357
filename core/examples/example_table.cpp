// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/example_data.h"

namespace headscope {

namespace {

using enum ExampleNumbers::Kind;
using Kind = WeightSource::Kind;

constexpr const char* ticketSentence = "我 请 李雷 帮 我 订了 去 北京 的 机票";
constexpr const char* ticketSentenceEn = "I had Tom help me book the ticket to Paris";
constexpr ExampleGloss ticketGloss = {"I asked [Li Lei] help me book to Beijing of ticket",
                                      Language::English};
constexpr ExampleGloss ticketGlossZh = {"我 让 汤姆 帮 我 订 那张 机票 到 巴黎", Language::Chinese};
constexpr ExampleGloss catGloss = {"I have a cat", Language::English};
constexpr ExampleGloss catGlossZh = {"我 有 一只 猫", Language::Chinese};
constexpr ExampleGloss begunCatGloss = {"〈开始〉 我 有 一只 猫", Language::Chinese};
constexpr std::array<float, 40> ticketNumbers = {
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
constexpr std::array persons = {"李雷", "韩梅梅", "小明", "小红"};
constexpr std::array cities = {"北京", "上海", "广州", "成都", "西安", "杭州", "南京", "昆明"};
constexpr std::array personsEn = {"Tom", "Anna", "Ben", "Lily"};
constexpr std::array citiesEn = {"Paris", "Rome",  "Cairo", "Lima",
                                 "Oslo",  "Delhi", "Quito", "Seoul"};

constexpr std::array oneRowQuery = {1.0F};
// Query 1 times key s is the score s, and the scale of d_k = 1 is 1.
constexpr std::array oneRowScores = {1.1F, 1.4F, 1.6F, 1.9F, 1.1F, 2.8F, 1.5F, 2.2F, .5F, 2.0F};

} // namespace

constinit const std::array<ExampleData, exampleCount> exampleTable = {{
    {
        .id = "ticket-learnt",
        .title = HEADSCOPE_MESSAGE("Example", "Book a ticket, learnt"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "Ten words, each a row of 16 numbers, seen by four heads of 4 with weights "
                       "that were learnt (task “cards, dense”): what each head has learnt stands "
                       "beside it, measured on held-out sentences; this seed was chosen out of 8 "
                       "for a readable picture."),
        .words = {.gloss = ticketGloss},
        .englishId = "ticket-learnt-en",
        .english = {.gloss = ticketGlossZh},
        .learnt = true,
    },
    {
        .id = "ticket",
        .title = HEADSCOPE_MESSAGE("Example", "Book a flight"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example",
            "The weights are dice, drawn and not learnt; the ten words of a textbook are "
            "rows of four numbers, and 我 (I) stands at 1 and at 5 with the same ones, so "
            "these two rows agree in every head."),
        .words = {.sentences = {ticketSentence}, .gloss = ticketGloss},
        .numbers = {Listed, ticketNumbers},
        .config = {.modelDim = 4, .heads = 4, .keyDim = 4, .valueDim = 4},
        .seed = 3066,
        .weights = {.sigma = 3},
    },
    {
        .id = "arange",
        .title = HEADSCOPE_MESSAGE("Example", "The numbers 0 to 35"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "The numbers 0 to 35 as batch 2, sequence 3, d_model 6 with identity "
                       "weights: every number keeps its value while it is cut into 3 heads."),
        .focus = {.tensor = TensorName::Query},
        .words = {.sentences = {"a b c", "d e f"}},
        .numbers = {Counted},
        .config = {.modelDim = 6, .heads = 3},
        .weights = {Kind::Identity},
    },
    {
        .id = "one-row",
        .title = HEADSCOPE_MESSAGE("Example", "One row of scores"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example",
            "The ten scores of 机票 (ticket) and their true softmax, .05 .07 .08 .11 .05 .27 "
            ".07 .15 .03 .12; a textbook prints .05 .08 .10 .15 .05 .25 .10 .18 .02 .12, which "
            "sums to 1.10 and so cannot be one."),
        .words = {.sentences = {"机票"}, .gloss = {"ticket", Language::English}},
        .numbers = {Listed, oneRowQuery},
        .keyWords = ExampleWords{.sentences = {ticketSentence}, .gloss = ticketGloss},
        .keyNumbers = {Listed, oneRowScores},
        .config = {.modelDim = 1, .heads = 1},
        .weights = {Kind::Identity},
    },
    {
        .id = "concat",
        .title = HEADSCOPE_MESSAGE("Example", "Eight heads side by side"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "100 tokens of width 3 through 8 heads with d_v = 3: side by side the "
                       "heads give a matrix of 100 × 24, which W_O brings back to width 3."),
        .focus = {.tensor = TensorName::ConcatenatedContext},
        .words = {.counted = 100},
        .config = {.modelDim = 3, .heads = 8, .keyDim = 3, .valueDim = 3},
        .seed = 58,
        .weights = {.sigma = 3},
    },
    {
        .id = "paper-size",
        .title = HEADSCOPE_MESSAGE("Example", "As large as in the paper"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "32 sentences of 10 tokens with d_model 512 and 8 heads of 64, the "
                       "sizes of “Attention Is All You Need”."),
        .words = {.sentences = {ticketSentence},
                  .instead = {{{2, persons}, {7, cities}}},
                  .gloss = ticketGloss},
        .englishId = "paper-size-en",
        .english = {.sentences = {ticketSentenceEn},
                    .instead = {{{2, personsEn}, {9, citiesEn}}},
                    .gloss = ticketGlossZh},
        // Numbers from 0 to 1 have one direction in common, and 512 of them drown the
        // differences between tokens: mean 0 and variance 1, as after layer normalisation.
        .numbers = {Normal},
        .config = {.modelDim = 512, .heads = 8},
        .seed = 512,
        .weights = {.sigma = 0.0441941731F}, // 1/√512
    },
    {
        .id = "causal-padding",
        .title = HEADSCOPE_MESSAGE("Example", "Causal mask and padding"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "Three sentences of different lengths in one batch: no token looks at "
                       "a later one, and none looks at the padding behind a shorter sentence."),
        .words = {.sentences = {"我 有 一只 猫 和 一只 狗", "我 有 一只 猫", "我 的 电脑 坏 了"},
                  .gloss = {"I have a cat and a dog", Language::English}},
        .englishId = "causal-padding-en",
        .english = {.sentences = {"I have a cat and a dog", "I have a cat",
                                  "my laptop will not start"},
                    .gloss = {"我 有 一只 猫 和 一只 狗", Language::Chinese}},
        .config = {.modelDim = 8, .heads = 2},
        .seed = 107,
        .causal = true,
    },
    {
        .id = "fully-masked",
        .title = HEADSCOPE_MESSAGE("Example", "Fully masked row"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "The third word may look at no key at all, so its softmax has nothing to "
                       "share out: choose whether its row is zeros, NaN or uniform, as different "
                       "programs do."),
        .words = {.sentences = {"我 有 一只 猫"}, .gloss = catGloss},
        .englishId = "fully-masked-en",
        .english = {.sentences = {"I have a cat"}, .gloss = catGlossZh},
        .config = {.modelDim = 4, .heads = 2},
        .seed = 27968,
        .weights = {.sigma = 2},
        .maskedQuery = 2,
    },
    {
        .id = "wrong-scale",
        .title = HEADSCOPE_MESSAGE("Example", "The usual wrong scale"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "The scale is 1/√d_model = 0.125 instead of 1/√d_k = 0.354 of one head, "
                       "a usual mistake: all rows are flatter than they should be."),
        .words = {.sentences = {ticketSentence}, .gloss = ticketGloss},
        .englishId = "wrong-scale-en",
        .english = {.sentences = {ticketSentenceEn}, .gloss = ticketGlossZh},
        .config = {.modelDim = 64, .heads = 8, .scale = 0.125F},
        .seed = 65,
        .weights = {.sigma = 0.353553385F}, // 1/√8
    },
    {
        .id = "cross",
        .title = HEADSCOPE_MESSAGE("Example", "Cross-attention"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "Two English words look at three Chinese ones through 2 heads of 4: the "
                       "scores of each head are a matrix of 2 × 3."),
        .words = {.sentences = {"a cat"}, .gloss = {"一只 猫", Language::Chinese}},
        .keyWords =
            ExampleWords{.sentences = {"有 一只 猫"}, .gloss = {"have a cat", Language::English}},
        .config = {.modelDim = 8, .heads = 2},
        .seed = 231,
    },
    {
        .id = "positions",
        .title = HEADSCOPE_MESSAGE("Example", "Positions"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "Sines and cosines of the position are added to the embeddings: one word "
                       "stands at 1 and at 5 with the same 16 numbers, and only now do its two "
                       "rows differ."),
        .focus = {.scope = "positions", .tensor = TensorName::EmbeddedInput},
        .words = {.sentences = {ticketSentence}, .gloss = ticketGloss},
        .englishId = "positions-en",
        .english = {.sentences = {"the dog that chased the cat ran home last night"},
                    .gloss = {"这只 狗 那个 追了 这只 猫 跑 回家 昨 晚", Language::Chinese}},
        .config = {.modelDim = 16, .heads = 4},
        .seed = 10000,
        .weights = {.sigma = .4F},
        .model = {.positions = true},
    },
    {
        .id = "norms",
        .title = HEADSCOPE_MESSAGE("Example", "Layer norm and batch norm"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "Both norms of the same matrix: layer norm gives every row mean 0 and "
                       "variance 1, batch norm every column."),
        .focus = {.scope = "encoder/0/self_attention_norm", .tensor = TensorName::Normalised},
        .words = {.sentences = {ticketSentence}, .gloss = ticketGloss},
        .englishId = "norms-en",
        .english = {.sentences = {ticketSentenceEn}, .gloss = ticketGlossZh},
        .numbers = {Listed, ticketNumbers},
        .config = {.modelDim = 4, .heads = 2},
        .seed = 86,
        .model = {.architecture = Architecture::Encoder,
                  .placement = NormPlacement::Pre,
                  .compareNorms = true},
    },
    {
        .id = "encoder-decoder",
        .title = HEADSCOPE_MESSAGE("Example", "Encoder and decoder"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "我 有 一只 猫 (I have a cat) goes through the encoder, <Begin> I have a "
                       "cat through the decoder, whose five words look at those four in every "
                       "cross-attention, 5 × 4: the last matrix is fitted so that each word "
                       "guesses the next one."),
        .words = {.sentences = {"<Begin> I have a cat"}, .gloss = begunCatGloss},
        .keyWords = ExampleWords{.sentences = {"我 有 一只 猫"}, .gloss = catGloss},
        .vocabulary = "I have a cat <end>",
        .config = {.modelDim = 8, .heads = 2},
        .seed = 1706,
        .model = {.architecture = Architecture::EncoderDecoder, .layers = 2, .positions = true},
        .causal = true,
        .fittedLogit = 4,
    },
    {
        .id = "cat-learnt",
        .title = HEADSCOPE_MESSAGE("Example", "I have a cat, learnt"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example",
            "我 有 一只 猫 → I have a cat, learnt from other pairs of its kind: each row looks at "
            "the source of the word that it says next, with .80 of the weight of head 2 in "
            "held-out sentences (an even look: .22), and head 1 looks at 一只 (a) where cat is "
            "said, which decides between cat and cats; this seed was chosen out of 8 for a "
            "readable picture."),
        .focus = {.scope = "decoder/0/cross_attention"},
        .words = {.gloss = begunCatGloss},
        .keyWords = ExampleWords{.gloss = catGloss},
        .learnt = true,
    },
    {
        .id = "stack",
        .title = HEADSCOPE_MESSAGE("Example", "Twelve layers"),
        .explanation = HEADSCOPE_MESSAGE(
            "Example", "The ticket sentence through 12 encoder layers of 12 heads each, 144 "
                       "heads: what one layer gives out, the next one takes in."),
        .focus = {.allLayers = true},
        .words = {.sentences = {ticketSentence}, .gloss = ticketGloss},
        .englishId = "stack-en",
        .english = {.sentences = {ticketSentenceEn}, .gloss = ticketGlossZh},
        .numbers = {Listed, ticketNumbers},
        .config = {.modelDim = 4, .heads = 12, .keyDim = 4},
        .seed = 12,
        .weights = {.sigma = 1.25F},
        // Otherwise the first layer would see the bare embeddings, which are too much
        // alike for heads that differ.
        .model = {.architecture = Architecture::Encoder,
                  .layers = 12,
                  .placement = NormPlacement::Pre},
    },
}};

} // namespace headscope
