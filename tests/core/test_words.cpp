// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces merged to words: sums over keys, means over queries. The numbers are small enough for a
// head.
#include "measures/words.h"
#include "run/analyses.h"
#include "run/finished_attention.h"
#include "support/finished_run.h"
#include "support/random_model.h"
#include "support/recompute.h"
#include "support/test_program.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

const Axes wordAxes = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};

std::vector<float> numbersIn(const Tensor& tensor) {
    const Tensor dense = tensor.contiguous();
    return {dense.values().begin(), dense.values().end()};
}

/// "un", "happy", " cat": two words, of two heads.
Result<Run> unhappyCat() {
    RunLabels labels;
    labels.tokens = {{"un", "happy", " cat"}};
    return finishedRun(
        Tensor::fromValues({1, 2, 3, 3}, wordAxes,
                           std::vector<float>{1, 0, 0, 0.5F, 0.5F, 0, 0.25F, 0.25F, 0.5F, //
                                              0.25F, 0.25F, 0.5F, 0, 0.5F, 0.5F, 0, 0, 1}),
        labels);
}

/// A model of two layers whose words go on with others.
Run modelInPieces(ModelShape shape) {
    const Result<Trace> trace = runModel(randomModel(shape));
    RunLabels labels;
    labels.tokens = TokenLists(static_cast<std::size_t>(shape.attention.batch),
                               TokenList{" a", "b", " c", "d", "e"});
    return *withAnalyses(Run(std::make_shared<const Trace>(*trace), labels));
}

ModelShape fiveWords() {
    ModelShape shape;
    shape.config.layers = 2;
    shape.config.feedForwardDim = 5;
    shape.attention.queries = 5;
    shape.attention.batch = 1;
    return shape;
}

} // namespace

class TestWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pieces_belong_to_words_data() {
        QTest::addColumn<QStringList>("pieces");
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QList<int>>("owners");
        QTest::newRow("spaces") << QStringList{"Data", " visual", "ization", "!"}
                                << QStringList{"Data", " visualization!"} << QList<int>{0, 1, 1, 1};
        QTest::newRow("word_pieces")
            << QStringList{"[CLS]", "un", "##happy", "cat", "[SEP]"}
            << QStringList{"[CLS]", "unhappy", "cat", "[SEP]"} << QList<int>{0, 1, 1, 2, 3};
        QTest::newRow("no_marks") << QStringList{"the", "cat"} << QStringList{"the", "cat"}
                                  << QList<int>{0, 1};
        QTest::newRow("nothing") << QStringList{} << QStringList{} << QList<int>{};
    }
    void pieces_belong_to_words() {
        QFETCH(QStringList, pieces);
        QFETCH(QStringList, words);
        QFETCH(QList<int>, owners);
        TokenList list;
        for (const QString& piece : pieces)
            list.push_back(piece.toStdString());
        const PieceWords merged = wordsOfPieces(list);
        QStringList found;
        for (const std::string& word : merged.words)
            found << QString::fromStdString(word);
        QCOMPARE(found, words);
        QCOMPARE(QList<int>(merged.owner.begin(), merged.owner.end()), owners);
    }

    void keys_are_added_up_and_queries_averaged() {
        const Result<Run> pieces = unhappyCat();
        QVERIFY(pieces);
        const auto words = inWords(*pieces);
        QVERIFY(words && words->isInWords() && !pieces->isInWords());
        const Tensor& merged = words->trace()->find(TensorName::AttentionWeights)->result;
        QCOMPARE(merged.shape(), (Shape{1, 2, 2, 2}));
        QCOMPARE(numbersIn(merged), (std::vector<float>{1, 0, 0.5F, 0.5F, 0.5F, 0.5F, 0, 1}));
        QCOMPARE(words->tokens({}).keys->front(), (TokenList{"unhappy", " cat"}));
        QCOMPARE(words->labels().tokens.front().size(), std::size_t{3});
    }
    void where_no_token_goes_on_with_a_word_there_is_nothing_to_merge() {
        RunLabels labels;
        labels.tokens = {{"the", "cat"}};
        const Result<Run> run = finishedRun(Tensor::filled({1, 1, 2, 2}, wordAxes, 0.5F), labels);
        QVERIFY(run && !hasWordPieces(*run));
        QVERIFY(!inWords(*run));
        QVERIFY(hasWordPieces(*unhappyCat()));
    }
    void each_side_has_words_of_its_own() {
        RunLabels labels;
        labels.tokens = {{" a", "b"}};
        labels.keyTokens = TokenLists{{" x", " y", "z"}};
        const Result<Run> run =
            finishedRun(Tensor::fromValues({1, 1, 2, 3}, wordAxes,
                                           std::vector<float>{0.5F, 0.25F, 0.25F, 0, 0.5F, 0.5F}),
                        labels);
        QVERIFY(run);
        const auto words = inWords(*run);
        QVERIFY(words);
        QCOMPARE(numbersIn(words->trace()->find(TensorName::AttentionWeights)->result),
                 (std::vector<float>{0.25F, 0.75F}));
    }

    void every_cell_of_words_follows_from_its_pieces() {
        for (const bool sequenceFirst : {false, true}) {
            ModelShape shape = fiveWords();
            shape.attention.sequenceFirst = sequenceFirst;
            shape.attention.causal = true;
            const auto words = inWords(modelInPieces(shape));
            QVERIFY(words);
            const std::string scope = "encoder/1/self_attention";
            const Trace block = slice(*words->trace(), scope).trace;
            const std::string unexplained = firstUnexplained(block, shape.attention.seed, scope);
            QVERIFY2(unexplained.empty(), unexplained.c_str());
            QVERIFY(block.find(TensorName::AttentionWeights) && block.find(TensorName::Rollout));
            QVERIFY(!block.find(TensorName::Scores));
        }
    }
    void a_pair_of_words_is_masked_where_all_of_its_pieces_are() {
        ModelShape shape = fiveWords();
        shape.attention.causal = true;
        const auto words = inWords(modelInPieces(shape));
        const TraceStep* const may =
            words->trace()->find(TensorName::MayAttend, "encoder/0/self_attention");
        QVERIFY(may);
        QCOMPARE(numbersIn(may->result), (std::vector<float>{1, 0, 1, 1}));
    }
    void all_other_blocks_stay_as_they_are() {
        const Run pieces = modelInPieces(fiveWords());
        const auto words = inWords(pieces);
        QVERIFY(words);
        QCOMPARE(words->scopes().size(), pieces.scopes().size());
        for (std::size_t i = 0; i < pieces.scopes().size(); ++i)
            QVERIFY(words->scopes()[i] == pieces.scopes()[i]);
        const std::string norm = "encoder/1/self_attention_norm";
        QCOMPARE(words->tokens(norm).queries->front().size(), std::size_t{5});
        QCOMPARE(words->tokens("encoder/1/self_attention").queries->front().size(), std::size_t{2});
        QVERIFY(words->trace()->find(TensorName::NormOutput, norm)->result ==
                pieces.trace()->find(TensorName::NormOutput, norm)->result);
        QVERIFY(words->isSelfAttention("encoder/1/self_attention"));
    }
    void what_weights_are_merged_of_stands_beside_their_block() {
        const auto words = inWords(modelInPieces(fiveWords()));
        const TraceStep* const merged =
            words->trace()->find(TensorName::AttentionWeights, "encoder/0/self_attention");
        const TraceStep& pieces = (*words->trace())[merged->operands[0]];
        QCOMPARE(withoutPieces(pieces.scope), std::string_view("encoder/0/self_attention"));
        QCOMPARE(withoutPieces("encoder/0/self_attention"),
                 std::string_view("encoder/0/self_attention"));
        QVERIFY(pieces.name == TensorName::PieceWeights);
    }
};

HEADSCOPE_TEST(TestWords, NoApplication)
#include "test_words.moc"
