// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/multi_head_attention.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/new_rows.h"
#include "experiment/edits/seeded_values.h"
#include "support/edits.h"
#include "support/example.h"
#include "support/numbers.h"
#include "support/random_experiment.h"
#include "support/test_program.h"
#include "transformer/run_model.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// Two sequences, so that one can be shorter: 4 tokens, then 2.
Experiment twoSequences() {
    Experiment e = *withBatch(ticket(), 2);
    e = *withTokens(e, TokenSide::Query, 0, {"a", "b", "c", "d"});
    return *withTokens(e, TokenSide::Query, 1, {"x", "a"});
}

std::vector<float> rowOf(const Tensor& input, Index sequence, Index position) {
    std::vector<float> row;
    for (Index i = 0; i < input.size(2); ++i)
        row.push_back(input(sequence, position, i));
    return row;
}

bool contains(const Error& error, const char* part) {
    return error.text().find(part) != std::string::npos;
}

} // namespace

class TestExperimentEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void seeded_values_depend_on_nothing_but_their_place();
    void seeded_values_are_normal();
    void a_filled_row_equals_its_single_values();
    void embeddings_are_hundredths_from_the_token();

    void heads_cut_the_same_weights_differently();
    void heads_that_do_not_divide_are_refused_with_the_nearest();
    void offered_heads_data();
    void offered_heads();
    void a_size_that_goes_and_comes_back_changes_nothing();
    void typed_weights_survive_where_sizes_overlap();
    void identity_stays_identity_when_it_grows();
    void absurd_sizes_are_refused_data();
    void absurd_sizes_are_refused();
    void several_sizes_together_may_fit_where_one_does_not();
    void model_dim_takes_the_key_input_of_its_width_along();

    void tokens_that_stay_keep_their_rows();
    void a_row_edited_at_one_place_survives_typing_elsewhere();
    void equal_tokens_get_equal_rows();
    void new_names_leave_given_rows();
    void rows_that_were_only_counted_are_named_in_order();
    void rows_of_the_seed_follow_their_words();
    void all_sequences_at_once_are_as_one_after_the_other();
    void shorter_sequences_are_padded_with_zeros();
    void the_longest_sequence_gone_takes_its_padding_along();
    void no_tokens_are_refused();
    void a_new_sequence_is_a_copy_of_the_last();

    void a_new_seed_changes_random_weights_only();
    void biases_come_as_zeros_and_go();
    void a_cell_is_changed_alone();
    void wrong_cells_are_refused_data();
    void wrong_cells_are_refused();
    void several_cells_are_all_or_none();
    void a_pair_is_forbidden_in_its_sequence_only();
    void a_mask_shared_by_all_sequences_becomes_one_for_each();
    void painting_starts_from_the_causal_mask();
    void a_mask_follows_the_tokens();
    void padding_of_the_problem_follows_the_lengths();

    void property_every_accepted_edit_is_valid();
    void property_edits_leave_what_they_started_from_alone();
    void property_names_never_replace_numbers();
};

void TestExperimentEdit::seeded_values_depend_on_nothing_but_their_place() {
    const float value = seededNormal(7, "query_weight", 3, 4);
    QCOMPARE(seededNormal(7, "query_weight", 3, 4), value);
    QVERIFY(seededNormal(8, "query_weight", 3, 4) != value);
    QVERIFY(seededNormal(7, "key_weight", 3, 4) != value);
    QVERIFY(seededNormal(7, "query_weight", 4, 4) != value);
    QVERIFY(seededNormal(7, "query_weight", 3, 5) != value);
}

void TestExperimentEdit::seeded_values_are_normal() {
    constexpr int rows = 200;
    constexpr int columns = 501; // odd, so that a pair is cut
    double sum = 0;
    double squares = 0;
    int beyondTwo = 0;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const auto z = static_cast<double>(seededNormal(
                1, "test", static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)));
            sum += z;
            squares += z * z;
            beyondTwo += std::fabs(z) > 2 ? 1 : 0;
        }
    }
    constexpr double n = rows * columns;
    // Five standard errors each.
    QVERIFY(std::fabs(sum / n) < 5 / std::sqrt(n));
    QVERIFY(std::fabs(squares / n - 1) < 5 * std::sqrt(2 / n));
    QVERIFY(std::fabs(beyondTwo / n - 0.0455) < 5 * std::sqrt(0.0455 / n));
}

void TestExperimentEdit::a_filled_row_equals_its_single_values() {
    std::vector<float> row(7);
    for (const std::uint64_t first : {0U, 1U, 2U, 5U}) {
        fillSeededNormal(row, 3, "s", 9, first, 0.5F);
        for (std::size_t i = 0; i < row.size(); ++i)
            QCOMPARE(row[i], seededNormal(3, "s", 9, first + i) * 0.5F);
    }
}

void TestExperimentEdit::embeddings_are_hundredths_from_the_token() {
    const auto rowOfToken = [](std::string_view token, std::size_t width) {
        std::vector<float> row(width);
        fillSeededEmbedding(row, 5, token);
        return row;
    };
    const std::vector<float> cat = rowOfToken("猫", 2000);
    std::set<float> seen;
    for (const float value : cat) {
        QVERIFY(value >= 0.01F && value <= 1.0F);
        QCOMPARE(value, static_cast<float>(std::round(static_cast<double>(value) * 100) / 100));
        seen.insert(value);
    }
    QCOMPARE(seen.size(), std::size_t{100}); // all of 0.01 … 1.00 occur
    QVERIFY(rowOfToken("猫", 2) != rowOfToken("狗", 2));
    // A number does not depend on how wide the row is.
    QVERIFY(rowOfToken("猫", 2) == std::vector<float>(cat.begin(), cat.begin() + 2));
}

void TestExperimentEdit::heads_cut_the_same_weights_differently() {
    const Experiment before = *withKeyDim(*withValueDim(ticket(), std::nullopt), std::nullopt);
    const Result<Experiment> after = withHeads(before, 2);
    QVERIFY(after.ok());
    QCOMPARE(after->config.heads, Index{2});
    QVERIFY(after->weights.at(Role::QueryWeight)
                .sharesStorageWith(before.weights.at(Role::QueryWeight)));
    QVERIFY(after->weights == before.weights);
    QVERIFY(after->queryInput == before.queryInput);
}

void TestExperimentEdit::heads_that_do_not_divide_are_refused_with_the_nearest() {
    const Experiment e = *withKeyDim(ticket(), std::nullopt);
    const Result<Experiment> refused = withHeads(e, 3);
    QVERIFY(!refused.ok());
    QVERIFY(contains(refused.error(), "2 or 4 heads"));
    // With a typed d_k any number of heads is right.
    QVERIFY(withHeads(ticket(), 3).ok());
}

void TestExperimentEdit::offered_heads_data() {
    QTest::addColumn<int>("modelDim");
    QTest::addColumn<int>("heads");
    QTest::addColumn<QList<int>>("offered");
    QTest::newRow("one_that_divides_is_offered_alone") << 12 << 4 << QList<int>{4};
    QTest::newRow("below_and_above") << 12 << 5 << QList<int>{4, 6};
    QTest::newRow("a_prime_offers_its_ends") << 7 << 3 << QList<int>{1, 7};
    QTest::newRow("more_heads_than_features") << 4 << 9 << QList<int>{4};
    QTest::newRow("zero_heads") << 4 << 0 << QList<int>{1};
}

void TestExperimentEdit::offered_heads() {
    QFETCH(int, modelDim);
    QFETCH(int, heads);
    QFETCH(QList<int>, offered);
    QList<int> found;
    for (const Index size : headsThatDivide(modelDim, heads))
        found << static_cast<int>(size);
    QCOMPARE(found, offered);
}

void TestExperimentEdit::a_size_that_goes_and_comes_back_changes_nothing() {
    const Experiment before = findExample("causal-padding")->make();
    const auto back = [&](const Result<Experiment>& smaller, auto restore) {
        return smaller.ok() && *restore(*smaller) == before;
    };
    QVERIFY(back(withModelDim(before, 2), [](const Experiment& e) { return withModelDim(e, 8); }));
    QVERIFY(back(withModelDim(before, 64), [](const Experiment& e) { return withModelDim(e, 8); }));
    QVERIFY(back(withKeyDim(before, 1),
                 [](const Experiment& e) { return withKeyDim(e, std::nullopt); }));
    QVERIFY(back(withHeads(before, 8), [](const Experiment& e) { return withHeads(e, 2); }));
}

void TestExperimentEdit::typed_weights_survive_where_sizes_overlap() {
    Experiment e = *withCell(ticket(), TensorName::QueryWeight, {1, 2}, 42);
    e = *withModelDim(e, 8);
    QVERIFY(e.weights.at(Role::QueryWeight).shape() == (Shape{8, 16}));
    QCOMPARE(e.weights.at(Role::QueryWeight)(1, 2), 42.0F);
    e = *withHeads(e, 1); // d_k 4: the first four columns stay
    QVERIFY(e.weights.at(Role::QueryWeight).shape() == (Shape{8, 4}));
    QCOMPARE(e.weights.at(Role::QueryWeight)(1, 2), 42.0F);
    QCOMPARE(e.weights.at(Role::QueryWeight)(0, 3),
             seededNormal(e.seed, "query_weight", 0, 3) * std::sqrt(6.0F / 8));
}

void TestExperimentEdit::identity_stays_identity_when_it_grows() {
    const Experiment e = *withModelDim(*withHeads(findExample("arange")->make(), 1), 9);
    for (const Tensor* weight :
         {&e.weights.at(Role::QueryWeight), &e.weights.at(Role::OutputWeight)}) {
        QVERIFY(weight->shape() == (Shape{9, 9}));
        for (Index r = 0; r < 9; ++r)
            for (Index c = 0; c < 9; ++c)
                QCOMPARE((*weight)(r, c), r == c ? 1.0F : 0.0F);
    }
}

void TestExperimentEdit::absurd_sizes_are_refused_data() {
    QTest::addColumn<QString>("size");
    QTest::addColumn<qint64>("value");
    for (const char* size : {"heads", "d_model", "d_k", "d_v", "batch"}) {
        for (const qint64 value :
             {qint64{0}, qint64{-1}, qint64{1} << 40, std::numeric_limits<qint64>::max()})
            QTest::addRow("%s_%lld", size, static_cast<long long>(value))
                << QString::fromLatin1(size) << value;
    }
}

void TestExperimentEdit::absurd_sizes_are_refused() {
    QFETCH(QString, size);
    QFETCH(qint64, value);
    const Experiment e = ticket();
    const Index typed = value;
    const Result<Experiment> refused = size == QLatin1String("heads")     ? withHeads(e, typed)
                                       : size == QLatin1String("d_model") ? withModelDim(e, typed)
                                       : size == QLatin1String("d_k")     ? withKeyDim(e, typed)
                                       : size == QLatin1String("d_v")     ? withValueDim(e, typed)
                                                                          : withBatch(e, typed);
    QVERIFY(!refused.ok());
    QVERIFY(contains(refused.error(), std::to_string(value).c_str()));
    QVERIFY(contains(refused.error(), "between 1 and"));
}

void TestExperimentEdit::several_sizes_together_may_fit_where_one_does_not() {
    const Experiment e = *withKeyDim(ticket(), std::nullopt);
    QVERIFY(!withHeads(e, 3).ok());
    QVERIFY(!withModelDim(e, 6).ok());
    AttentionConfig config = e.config;
    config.heads = 3;
    config.modelDim = 6;
    const Result<Experiment> both = withConfig(e, config);
    QVERIFY(both.ok());
    QVERIFY(validate(problemOf(*both)).ok());
}

void TestExperimentEdit::model_dim_takes_the_key_input_of_its_width_along() {
    const Experiment e = findExample("one-row")->make();
    const Result<Experiment> wider = withModelDim(e, 3);
    QVERIFY(wider.ok());
    QCOMPARE(wider->keyInput->size(2), Index{3});
    QCOMPARE((*wider->keyInput)(0, 5, 0), 2.8F);
    QVERIFY(validate(problemOf(*wider)).ok());
}

void TestExperimentEdit::tokens_that_stay_keep_their_rows() {
    const Experiment before = ticket();
    TokenList tokens = before.tokens[0];
    tokens.insert(tokens.begin() + 2, "韩梅梅");
    const Result<Experiment> after = withTokens(before, TokenSide::Query, 0, tokens);
    QVERIFY(after.ok());
    QCOMPARE(after->queryLength(), Index{11});
    QCOMPARE(rowOf(after->queryInput, 0, 1), rowOf(before.queryInput, 0, 1));
    QCOMPARE(rowOf(after->queryInput, 0, 3), rowOf(before.queryInput, 0, 2));
    QCOMPARE(rowOf(after->queryInput, 0, 10), rowOf(before.queryInput, 0, 9));
    std::vector<float> fresh(static_cast<std::size_t>(before.queryInput.size(2)));
    fillSeededEmbedding(fresh, before.seed, "韩梅梅");
    QCOMPARE(rowOf(after->queryInput, 0, 2), fresh);
}

void TestExperimentEdit::a_row_edited_at_one_place_survives_typing_elsewhere() {
    // 我 stands at 1 and 5; only the one at 5 is edited.
    const Experiment before = *withCell(ticket(), TensorName::QueryInput, {0, 4, 0}, 0.75F);
    TokenList tokens = before.tokens[0];
    tokens.push_back("了");
    const Experiment after = *withTokens(before, TokenSide::Query, 0, tokens);
    QCOMPARE(after.queryInput(0, 0, 0), 0.2F);
    QCOMPARE(after.queryInput(0, 4, 0), 0.75F);
}

void TestExperimentEdit::equal_tokens_get_equal_rows() {
    const Experiment e = *withTokens(ticket(), TokenSide::Query, 0, {"new", "我", "new", "old"});
    QCOMPARE(rowOf(e.queryInput, 0, 0), rowOf(e.queryInput, 0, 2));
    QCOMPARE(rowOf(e.queryInput, 0, 1), (std::vector<float>{.2F, .1F, .4F, .5F}));
    QVERIFY(rowOf(e.queryInput, 0, 0) != rowOf(e.queryInput, 0, 3));
}

/// Numbers that were read, typed or learnt, under other words: the same number of them.
void TestExperimentEdit::new_names_leave_given_rows() {
    const Experiment before = ticket(); // its rows were typed
    TokenList names;
    for (std::size_t i = 0; i < before.tokens[0].size(); ++i)
        names.push_back("word " + std::to_string(i));
    const Experiment after = *withTokens(before, TokenSide::Query, 0, names);
    QVERIFY(after.queryInput == before.queryInput);
    QVERIFY(newRows(before, TokenSide::Query, 0, names).empty());
    // Also where they are the words of other rows.
    TokenList turned = before.tokens[0];
    std::ranges::reverse(turned);
    QVERIFY(withTokens(before, TokenSide::Query, 0, turned)->queryInput == before.queryInput);
    // One more is new, and said to be.
    names.push_back("more");
    QVERIFY(newRows(after, TokenSide::Query, 0, names) == std::vector<Index>{10});
    const Experiment longer = *withTokens(after, TokenSide::Query, 0, names);
    QCOMPARE(rowOf(longer.queryInput, 0, 9), rowOf(before.queryInput, 0, 9));
}

void TestExperimentEdit::rows_that_were_only_counted_are_named_in_order() {
    Experiment e = ticket();
    e.tokens[0] = placeTokens(10);
    const TokenList fewer = {"The", "cat", "sat"};
    const Experiment shorter = *withTokens(e, TokenSide::Query, 0, fewer);
    TokenList more = fewer;
    for (Index i = 0; i < 9; ++i)
        more.push_back("w" + std::to_string(i));
    const Experiment longer = *withTokens(e, TokenSide::Query, 0, more);
    for (Index i = 0; i < 10; ++i) {
        if (i < 3)
            QCOMPARE(rowOf(shorter.queryInput, 0, i), rowOf(e.queryInput, 0, i));
        QCOMPARE(rowOf(longer.queryInput, 0, i), rowOf(e.queryInput, 0, i));
    }
    QVERIFY(newRows(e, TokenSide::Query, 0, more) == (std::vector<Index>{10, 11}));
}

void TestExperimentEdit::rows_of_the_seed_follow_their_words() {
    Experiment e = ticket();
    const TokenList words = {"one", "two", "three"};
    e = *withTokens(e, TokenSide::Query, 0, words); // all of them new
    const Experiment typed = *withCell(e, TensorName::QueryInput, {0, 1, 0}, 5.0F);
    const Experiment after = *withTokens(typed, TokenSide::Query, 0, {"four", "five", "one"});
    std::vector<float> four(4);
    fillSeededEmbedding(four, e.seed, "four");
    QCOMPARE(rowOf(after.queryInput, 0, 0), four);
    QCOMPARE(rowOf(after.queryInput, 0, 1), rowOf(typed.queryInput, 0, 1)); // typed: it stays
    QCOMPARE(rowOf(after.queryInput, 0, 2), rowOf(e.queryInput, 0, 0));
    QVERIFY(newRows(e, TokenSide::Query, 0, {"six"}).empty()); // there was nothing given
}

void TestExperimentEdit::all_sequences_at_once_are_as_one_after_the_other() {
    const Experiment before = *withCell(twoSequences(), TensorName::QueryInput, {1, 1, 0}, 0.75F);
    std::vector<TokenList> lists = before.tokens;
    for (TokenList& tokens : lists)
        tokens.insert(tokens.begin(), {tokens.back(), "new"});
    Experiment each = before;
    for (std::size_t i = 0; i < lists.size(); ++i)
        each = *withTokens(each, TokenSide::Query, static_cast<Index>(i), lists[i]);
    QVERIFY(*withAllTokens(before, TokenSide::Query, lists) == each);
    lists.pop_back();
    QVERIFY(!withAllTokens(before, TokenSide::Query, lists).ok());
    lists.emplace_back();
    QVERIFY(!withAllTokens(before, TokenSide::Query, lists).ok());
}

void TestExperimentEdit::shorter_sequences_are_padded_with_zeros() {
    const Experiment e = twoSequences();
    QVERIFY(e.queryInput.shape() == (Shape{2, 4, 4}));
    QCOMPARE(rowOf(e.queryInput, 1, 2), std::vector<float>(4, 0.0F));
    QCOMPARE(rowOf(e.queryInput, 1, 3), std::vector<float>(4, 0.0F));
    QCOMPARE(rowOf(e.queryInput, 1, 1), rowOf(e.queryInput, 0, 0)); // "a" in both
}

void TestExperimentEdit::the_longest_sequence_gone_takes_its_padding_along() {
    const Experiment before = *withBatch(
        *withTokens(twoSequences(), TokenSide::Query, 1, {"1", "2", "3", "4", "5", "6"}), 2);
    QCOMPARE(before.queryLength(), Index{6});
    const Experiment after = *withBatch(before, 1);
    QVERIFY(after.queryInput.shape() == (Shape{1, 4, 4}));
    QVERIFY(validate(problemOf(after)).ok());
}

void TestExperimentEdit::no_tokens_are_refused() {
    const Result<Experiment> refused = withTokens(twoSequences(), TokenSide::Query, 1, {});
    QVERIFY(!refused.ok());
    QVERIFY(contains(refused.error(), "sequence 2 has no tokens"));
    QVERIFY(!withTokens(ticket(), TokenSide::Query, 1, {"a"}).ok());
    const TokenList endless = {std::string(100000, 'x')};
    QVERIFY(!withTokens(ticket(), TokenSide::Query, 0, endless).ok());
    const TokenList many(20000, "x");
    QVERIFY(!withTokens(ticket(), TokenSide::Query, 0, many).ok());
}

void TestExperimentEdit::a_new_sequence_is_a_copy_of_the_last() {
    const Experiment e = *withBatch(ticket(), 3);
    QCOMPARE(e.tokens.size(), std::size_t{3});
    QVERIFY(e.tokens[2] == e.tokens[0]);
    QVERIFY(e.queryInput.selected(0, 2) == e.queryInput.selected(0, 0));
    QVERIFY(*withBatch(e, 1) == ticket());
}

void TestExperimentEdit::a_new_seed_changes_random_weights_only() {
    const Experiment before = ticket();
    const Experiment after = withSeed(before, 1);
    QVERIFY(!(after.weights.at(Role::QueryWeight) == before.weights.at(Role::QueryWeight)));
    QVERIFY(!(after.weights.at(Role::OutputWeight) == before.weights.at(Role::OutputWeight)));
    QVERIFY(after.queryInput == before.queryInput);
    QVERIFY(withSeed(after, before.seed) == before);
    const Experiment identity = findExample("arange")->make();
    QVERIFY(withSeed(identity, 9).weights == identity.weights);
}

void TestExperimentEdit::biases_come_as_zeros_and_go() {
    const Experiment e = withBiases(ticket(), true);
    QVERIFY(e.weights.at(Role::QueryBias).shape() == Shape{16});
    QVERIFY(e.weights.at(Role::OutputBias).shape() == Shape{4});
    for (const float value : e.weights.at(Role::ValueBias).values())
        QCOMPARE(value, 0.0F);
    const Experiment typed = *withCell(e, TensorName::KeyBias, {3}, 2);
    QCOMPARE(withModelDim(typed, 8)->weights.at(Role::KeyBias)(3), 2.0F);
    QVERIFY(withBiases(typed, true) == typed);
    QVERIFY(withBiases(e, false) == ticket());
}

void TestExperimentEdit::a_cell_is_changed_alone() {
    const Experiment before = ticket();
    const Experiment after = *withCell(before, TensorName::QueryInput, {0, 9, 3}, -1.5F);
    QCOMPARE(after.queryInput(0, 9, 3), -1.5F);
    QCOMPARE(before.queryInput(0, 9, 3), 0.4F);
    int changed = 0;
    for (std::size_t i = 0; i < 40; ++i)
        changed += after.queryInput.values()[i] != before.queryInput.values()[i] ? 1 : 0;
    QCOMPARE(changed, 1);
    QVERIFY(after.weights == before.weights);
}

void TestExperimentEdit::wrong_cells_are_refused_data() {
    QTest::addColumn<int>("name");
    QTest::addColumn<QList<int>>("cell");
    QTest::addColumn<float>("value");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* title, TensorName name, const QList<int>& cell, float value,
                        const char* says) {
        QTest::newRow(title) << static_cast<int>(name) << cell << value << QString::fromUtf8(says);
    };
    row("nan", TensorName::QueryWeight, {0, 0}, notANumber, "not a number");
    row("infinity", TensorName::QueryInput, {0, 0, 0}, infinity, "infinite");
    row("minus_infinity", TensorName::QueryInput, {0, 0, 0}, -infinity, "infinite");
    row("computed_tensors_cannot_be_edited", TensorName::Scores, {0, 0, 0, 0}, 1, "is computed");
    row("absent_biases_cannot_be_edited", TensorName::QueryBias, {0}, 1, "query_bias");
    row("beyond_the_last_row", TensorName::QueryInput, {0, 4, 0}, 1, "shape is (2, 4, 4)");
    row("negative", TensorName::QueryWeight, {0, -1}, 1, "shape is (4, 16)");
    row("too_few_indices", TensorName::QueryInput, {0, 0}, 1, "shape is (2, 4, 4)");
    row("padding_stays_zero", TensorName::QueryInput, {1, 2, 0}, 1, "padding behind its 2 tokens");
    row("a_mask_is_0_or_1", TensorName::MayAttend, {0, 0, 0}, 0.5F, "cannot be 0.5");
}

void TestExperimentEdit::wrong_cells_are_refused() {
    QFETCH(int, name);
    QFETCH(QList<int>, cell);
    QFETCH(float, value);
    QFETCH(QString, says);
    const Experiment e = *withPair(twoSequences(), 0, 0, 1, false);
    Cell place;
    for (const int index : cell)
        place.push_back(index);
    const Result<Experiment> refused = withCell(e, static_cast<TensorName>(name), place, value);
    QVERIFY(!refused.ok());
    const QString sentence = QString::fromStdString(refused.error().text());
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
}

void TestExperimentEdit::several_cells_are_all_or_none() {
    const Experiment e = ticket();
    const std::vector<CellValue> good = {{{0, 0, 0}, 1}, {{0, 1, 1}, 2}};
    const Experiment after = *withCells(e, TensorName::QueryInput, good);
    QCOMPARE(after.queryInput(0, 0, 0), 1.0F);
    QCOMPARE(after.queryInput(0, 1, 1), 2.0F);
    const std::vector<CellValue> bad = {{{0, 0, 0}, 1}, {{0, 10, 1}, 2}};
    QVERIFY(!withCells(e, TensorName::QueryInput, bad).ok());
    QVERIFY(*withCells(e, TensorName::QueryInput, {}) == e);
}

void TestExperimentEdit::a_pair_is_forbidden_in_its_sequence_only() {
    const Experiment e = *withPair(twoSequences(), 1, 0, 1, false);
    QVERIFY(e.mayAttend->shape() == (Shape{2, 4, 4}));
    QCOMPARE((*e.mayAttend)(1, 0, 1), 0.0F);
    QCOMPARE((*e.mayAttend)(0, 0, 1), 1.0F);
    QCOMPARE((*withPair(e, 1, 0, 1, true)->mayAttend)(1, 0, 1), 1.0F);
    const Result<Trace> trace = runAttention(problemOf(e));
    QVERIFY(trace.ok());
    QCOMPARE((*trace)[TensorName::AttentionWeights](1, 0, 0, 1), 0.0F);
    QVERIFY((*trace)[TensorName::AttentionWeights](0, 0, 0, 1) > 0.0F);
    QVERIFY(!withPair(e, 2, 0, 1, true).ok());
}

void TestExperimentEdit::a_mask_shared_by_all_sequences_becomes_one_for_each() {
    const Tensor flat = Tensor::filled({4, 4}, {Axis::Query, Axis::Key}, 1);
    const Experiment e = withPaintedMask(twoSequences(), flat);
    const Experiment after = *withPair(e, 1, 2, 3, false);
    QVERIFY(after.mayAttend->shape() == (Shape{2, 4, 4}));
    QCOMPARE((*after.mayAttend)(0, 2, 3), 1.0F);
    QCOMPARE((*after.mayAttend)(1, 2, 3), 0.0F);
    const Tensor perHead =
        Tensor::filled({1, 4, 4, 4}, {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key}, 1);
    const Experiment heads = *withPair(withPaintedMask(twoSequences(), perHead), 1, 2, 3, false);
    QVERIFY(heads.mayAttend->shape() == (Shape{2, 4, 4, 4}));
    for (Index head = 0; head < 4; ++head) {
        QCOMPARE((*heads.mayAttend)(0, head, 2, 3), 1.0F);
        QCOMPARE((*heads.mayAttend)(1, head, 2, 3), 0.0F);
    }
    QVERIFY(validate(problemOf(heads)).ok());
}

void TestExperimentEdit::painting_starts_from_the_causal_mask() {
    const Experiment e = withCausal(twoSequences(), true);
    const Tensor mask = maskToPaintOn(e);
    for (Index sequence = 0; sequence < 2; ++sequence)
        for (Index query = 0; query < 4; ++query)
            for (Index key = 0; key < 4; ++key)
                QCOMPARE(mask(sequence, query, key), key <= query ? 1.0F : 0.0F);
    const Tensor open = maskToPaintOn(twoSequences());
    QCOMPARE(std::count(open.values().begin(), open.values().end(), 1.0F), std::ptrdiff_t{32});
}

void TestExperimentEdit::a_mask_follows_the_tokens() {
    Experiment e = *withPair(twoSequences(), 0, 1, 0, false);
    e = *withTokens(e, TokenSide::Query, 0, {"a", "b", "c", "d", "e"});
    QVERIFY(e.mayAttend->shape() == (Shape{2, 5, 5}));
    QCOMPARE((*e.mayAttend)(0, 1, 0), 0.0F);
    QCOMPARE((*e.mayAttend)(0, 1, 4), 1.0F);
    e = *withBatch(e, 3);
    QVERIFY(e.mayAttend->shape() == (Shape{3, 5, 5}));
    QVERIFY(validate(problemOf(e)).ok());
}

void TestExperimentEdit::padding_of_the_problem_follows_the_lengths() {
    QVERIFY(!problemOf(ticket()).mask.keyPadding);
    const Experiment e = twoSequences();
    const auto padding = problemOf(e).mask.keyPadding;
    QVERIFY(padding.has_value());
    QCOMPARE(QList<float>(padding->values().begin(), padding->values().end()),
             (QList<float>{1, 1, 1, 1, 1, 1, 0, 0}));
    QVERIFY(!problemOf(withMaskPadding(e, false)).mask.keyPadding);
}

void TestExperimentEdit::property_every_accepted_edit_is_valid() {
    QVERIFY(rc::check("every accepted edit gives a valid problem", [] {
        const Experiment e = randomExperiment();
        const Status status = validate(modelProblemOf(e));
        if (!status)
            RC_FAIL(status.error().text());
        RC_ASSERT(static_cast<Index>(e.tokens.size()) == e.batch());
        std::size_t longestList = 0;
        for (const TokenList& list : e.tokens)
            longestList = std::max(longestList, list.size());
        RC_ASSERT(static_cast<Index>(longestList) == e.queryLength());
        for (Index sequence = 0; sequence < e.batch(); ++sequence) {
            const TokenList& list = e.tokens[static_cast<std::size_t>(sequence)];
            for (auto position = static_cast<Index>(list.size()); position < e.queryLength();
                 ++position)
                RC_ASSERT(rowOf(e.queryInput, sequence, position) ==
                          std::vector<float>(static_cast<std::size_t>(e.queryInput.size(2)), 0.0F));
        }
    }));
}

void TestExperimentEdit::property_edits_leave_what_they_started_from_alone() {
    QVERIFY(rc::check("an edit does not write into the experiment that it starts from", [] {
        const Experiment before = randomExperiment();
        // A copy with memory of its own: equal tensors that share memory prove nothing.
        std::vector<std::vector<float>> values;
        for (std::size_t i = 0; i < tensorNameCount; ++i) {
            const Tensor* tensor = editableTensor(before, static_cast<TensorName>(i));
            values.emplace_back();
            if (tensor)
                values.back().assign(tensor->values().begin(), tensor->values().end());
        }
        const Experiment after = afterRandomEdit(before);
        RC_CLASSIFY(!(after == before), "changed");
        for (std::size_t i = 0; i < tensorNameCount; ++i) {
            const Tensor* tensor = editableTensor(before, static_cast<TensorName>(i));
            RC_ASSERT((tensor ? std::vector<float>(tensor->values().begin(), tensor->values().end())
                              : std::vector<float>()) == values[i]);
        }
    }));
}

/// Bit for bit, in every stage: of rows that are no seed's, names are only what they are called.
void TestExperimentEdit::property_names_never_replace_numbers() {
    QVERIFY(rc::check("other words for own rows leave every number", [] {
        Experiment e = ticket();
        std::vector<float> own;
        for (Index i = 0; i < e.queryInput.elementCount(); ++i)
            own.push_back(static_cast<float>(*rc::gen::inRange(-400, 400)) / 100 + 0.003F);
        e.queryInput = Tensor::fromValues(e.queryInput.shape(), e.queryInput.axes(), own);
        const auto words = *rc::gen::container<TokenList>(
            static_cast<std::size_t>(e.queryLength()),
            rc::gen::elementOf(TokenList{"我", "New York", "a", "1", "[CLS]", "▁the"}));
        const Result<Experiment> named = withTokens(e, TokenSide::Query, 0, words);
        RC_ASSERT(named.ok());
        RC_ASSERT(named->tokens.front() == words);
        const Trace before = *runModel(modelProblemOf(e), {});
        const Trace after = *runModel(modelProblemOf(*named), {});
        RC_ASSERT(before.steps().size() == after.steps().size());
        for (std::size_t i = 0; i < before.steps().size(); ++i)
            RC_ASSERT(before.steps()[i].result == after.steps()[i].result);
    }));
}

HEADSCOPE_TEST(TestExperimentEdit, QCoreApplication)
#include "test_experiment_edit.moc"
