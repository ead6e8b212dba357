// SPDX-License-Identifier: GPL-3.0-or-later
// What lies between two experiments, as single changes.
#include "examples/examples.h"
#include "experiment/difference.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "support/edits.h"
#include "support/example.h"
#include "support/random_experiment.h"
#include "support/test_program.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using Kind = ExperimentChange::Kind;

namespace {

/// What nothing is computed from is left aside.
Experiment bare(Experiment experiment) {
    experiment.example.clear();
    if (experiment.config.dropout == 0)
        experiment.config.dropoutSeed = 0;
    return experiment;
}

Experiment taken(const Experiment& from, const Experiment& to) {
    Experiment next = from;
    for (const ExperimentChange& change : changesBetween(from, to))
        next = withChange(next, to, change);
    return next;
}

std::vector<Kind> kindsOf(const std::vector<ExperimentChange>& changes) {
    std::vector<Kind> kinds;
    for (const ExperimentChange& change : changes)
        kinds.push_back(change.kind);
    return kinds;
}

} // namespace

class TestDifference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothing_lies_between_the_same();
    void two_edits_are_two_changes();
    void the_same_cell_twice_is_one_change();
    void many_numbers_of_a_tensor_are_one_change();
    void each_setting_is_its_own_change_data();
    void each_setting_is_its_own_change();
    void a_change_alone_leaves_the_others_out();
    void held_numbers_are_changes_of_their_own();
    void all_changes_lead_from_one_to_the_other();
};

void TestDifference::nothing_lies_between_the_same() {
    QVERIFY(changesBetween(ticket(), ticket()).empty());
    Experiment other = ticket();
    other.example = "cat";
    QVERIFY(changesBetween(ticket(), other).empty());
}

void TestDifference::two_edits_are_two_changes() {
    const Experiment a = ticket();
    const Experiment b = withCausal(*withCell(a, TensorName::QueryInput, {0, 7, 1}, 2.4F), true);
    const auto changes = changesBetween(a, b);
    QCOMPARE(kindsOf(changes), (std::vector{Kind::Number, Kind::Causal}));
    QCOMPARE(changes[0].tensor, TensorName::QueryInput);
    QCOMPARE(changes[0].cell, (Cell{0, 7, 1}));
    QCOMPARE(changes[0].from, .8F);
    QCOMPARE(changes[0].to, 2.4F);
}

void TestDifference::the_same_cell_twice_is_one_change() {
    const Experiment a = ticket();
    Experiment b = *withCell(a, TensorName::QueryWeight, {0, 1}, 1.0F);
    b = *withCell(b, TensorName::QueryWeight, {0, 1}, 3.0F);
    const auto changes = changesBetween(a, b);
    QCOMPARE(changes.size(), std::size_t{1});
    QCOMPARE(changes[0].to, 3.0F);
    b = *withCell(b, TensorName::QueryWeight, {0, 1}, a.weights.at(Role::QueryWeight)(0, 1));
    QVERIFY(changesBetween(a, b).empty());
}

void TestDifference::many_numbers_of_a_tensor_are_one_change() {
    const Experiment a = ticket();
    Experiment b = a;
    for (Index row = 0; row < mostNamedNumbers; ++row)
        b = *withCell(b, TensorName::QueryInput, {0, row, 0}, 9.0F);
    QCOMPARE(changesBetween(a, b).size(), static_cast<std::size_t>(mostNamedNumbers));
    b = *withCell(b, TensorName::QueryInput, {0, mostNamedNumbers, 0}, 9.0F);
    const auto changes = changesBetween(a, b);
    QCOMPARE(kindsOf(changes), std::vector{Kind::Numbers});
    QCOMPARE(changes[0].count, mostNamedNumbers + 1);
}

void TestDifference::each_setting_is_its_own_change_data() {
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<std::function<Experiment(const Experiment&)>>("edit");
    using Edit = std::function<Experiment(const Experiment&)>;
    const auto row = [](const char* name, Kind kind, Edit edit) {
        QTest::newRow(name) << kind << edit;
    };
    row("heads", Kind::Sizes, [](const Experiment& e) { return *withHeads(e, 2); });
    row("d_model", Kind::Sizes, [](const Experiment& e) { return *withModelDim(e, 8); });
    row("seed", Kind::Seed, [](const Experiment& e) { return withSeed(e, 99); });
    row("scale", Kind::Scale, [](const Experiment& e) { return *withScale(e, .125F); });
    row("dropout", Kind::Dropout, [](const Experiment& e) { return *withDropout(e, .25F); });
    row("window", Kind::Window, [](const Experiment& e) { return *withWindow(e, 3); });
    row("prefix", Kind::Prefix, [](const Experiment& e) { return *withPrefix(e, 3); });
    row("painted", Kind::PaintedMask,
        [](const Experiment& e) { return *withPair(e, 0, 1, 2, false); });
    row("held", Kind::Typed, [](const Experiment& e) {
        return *withTypedNumber(e, {Scope(), TensorName::Scores, 0, 1, 2, 3, 0.5F});
    });
    row("many_held", Kind::TypedNumbers, [](const Experiment& e) {
        Experiment next = e;
        for (Index key = 0; key <= mostNamedNumbers; ++key)
            next = *withTypedNumber(next, {Scope(), TensorName::Scores, 0, 1, 2, key, 0.5F});
        return next;
    });
    row("layout", Kind::Layout,
        [](const Experiment& e) { return withLayout(e, Layout::SequenceFirst); });
    row("tokens", Kind::Tokens, [](const Experiment& e) {
        return *withTokens(e, TokenSide::Query, 0, {"a", "b"});
    });
    row("one bias", Kind::Presence,
        [](const Experiment& e) { return withBias(e, Role::QueryBias, true); });
    row("positions", Kind::Positions, [](const Experiment& e) {
        ModelConfig model = e.model;
        model.positions = true;
        return *withModel(e, model);
    });
}

void TestDifference::each_setting_is_its_own_change() {
    QFETCH(Kind, kind);
    QFETCH(std::function<Experiment(const Experiment&)>, edit);
    const Experiment a = ticket();
    const Experiment b = edit(a);
    QCOMPARE(kindsOf(changesBetween(a, b)), std::vector{kind});
    QVERIFY(bare(taken(a, b)) == bare(b));
    QVERIFY(bare(taken(b, a)) == bare(a));
}

void TestDifference::a_change_alone_leaves_the_others_out() {
    const Experiment a = ticket();
    const Experiment number = *withCell(a, TensorName::QueryInput, {0, 7, 1}, 2.4F);
    const Experiment b = withCausal(number, true);
    const auto changes = changesBetween(a, b);
    QVERIFY(withChange(a, b, changes[0]) == number);
    QVERIFY(withChange(a, b, changes[1]) == withCausal(a, true));
}

void TestDifference::held_numbers_are_changes_of_their_own() {
    const Experiment plain = ticket();
    const TypedNumber one = {Scope(), TensorName::AttentionWeights, 0, 1, 2, 3, 0.5F};
    TypedNumber other = one;
    other.key = 4;
    const Experiment a = *withTypedNumber(plain, one);
    const Experiment b = *withTypedNumber(*withTypedNumber(plain, other), [&] {
        TypedNumber third = one;
        third.name = TensorName::Scores;
        return third;
    }());
    const auto changes = changesBetween(a, b);
    QCOMPARE(kindsOf(changes), (std::vector{Kind::Restored, Kind::Typed, Kind::Typed}));
    QCOMPARE(changes[0].cell, (Cell{0, 1, 2, 3}));
    QCOMPARE(changes[0].from, 0.5F);
    QVERIFY(withChange(a, b, changes[0]) == plain);
    QVERIFY(taken(a, b) == b);
    // Another number at the same place is held there, whatever was held before.
    TypedNumber changed = one;
    changed.value = 0.25F;
    const Experiment c = *withTypedNumber(a, changed);
    QCOMPARE(kindsOf(changesBetween(a, c)), std::vector{Kind::Typed});
    QVERIFY(taken(a, c) == c);
    // Fewer heads release what they take with them.
    TypedNumber last = one;
    last.head = 3;
    const Experiment d = *withTypedNumber(plain, last);
    const Experiment fewer = *withHeads(d, 2);
    QVERIFY(fewer.typedNumbers.empty());
    QVERIFY(withChange(d, fewer, changesBetween(d, fewer)[0]).typedNumbers.empty());
    QVERIFY(bare(taken(d, fewer)) == bare(fewer));
    QVERIFY(bare(taken(fewer, d)) == bare(d));
}

void TestDifference::all_changes_lead_from_one_to_the_other() {
    const bool typed = rc::check("from any experiment to any other", [] {
        Experiment a = findExample(*rc::gen::element<std::string>("ticket", "causal-padding",
                                                                  "cross", "encoder-decoder"))
                           ->make();
        const int before = *rc::gen::inRange(0, 4);
        for (int i = 0; i < before; ++i)
            a = testing::afterRandomEdit(a);
        Experiment b = a;
        const int edits = *rc::gen::inRange(0, 5);
        for (int i = 0; i < edits; ++i)
            b = testing::afterRandomEdit(b);
        RC_ASSERT(bare(taken(a, b)) == bare(b));
        RC_ASSERT(bare(taken(b, a)) == bare(a));
        RC_ASSERT(changesBetween(taken(a, b), b).empty());
    });
    QVERIFY(typed);
}

HEADSCOPE_TEST(TestDifference, headscope::testing::NoApplication)
#include "test_difference.moc"
