// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/precise.h"
#include "head_fit/head_fit.h"
#include "head_fit/key_plane.h"
#include "head_fit/limit/row_space.h"
#include "support/test_program.h"
#include "support/ticket_painting.h"

#include <QtTest>
#include <rapidcheck.h>

#include <cmath>
#include <random>

using namespace headscope;
using namespace headscope::testing;

namespace {

Tensor inputOf(Index rows, Index width, const std::vector<float>& values) {
    return Tensor::fromValues({rows, width}, {Axis::Sequence, Axis::ModelDim}, values);
}

/// Self-attention of tokens with one-hot rows: any of them can be told from any other.
FitProblem freeTokens(const PaintTarget& target) {
    const Index count = target.queries;
    std::vector<float> values(static_cast<std::size_t>(count * count));
    for (Index i = 0; i < count; ++i)
        values[static_cast<std::size_t>(i * count + i)] = 1;
    FitProblem problem;
    problem.queryInput = inputOf(count, count, values);
    problem.keyInput = problem.queryInput;
    problem.target = target;
    return problem;
}

FitOptions quick(Index keyDim) {
    FitOptions options;
    options.keyDim = keyDim;
    options.starts = 4;
    options.steps = 1500;
    return options;
}

} // namespace

class TestPaintLimits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_table_of_limits_data();
    void the_table_of_limits();
    void twins_cost_what_a_person_counts();
    void twins_under_a_mask();
    void a_mask_does_what_weights_cannot();
    void limits_are_below_all_that_is_found();
    void the_optimum_s_weights_reach_it();
    void large_models_are_computed_too();
    void single_features_win_two_rows();
    void single_features_can_do_what_needs_two_keys();
    void proofs_hold_whatever_is_tried();
    void verdicts_say_what_is_known_data();
    void verdicts_say_what_is_known();
    void right_rows_and_ties();
    void a_key_that_shares_with_its_twin_is_no_right_row();
    void rows_are_combinations_of_a_basis();
    void a_positive_definite_matrix_is_solved();
    void corners_of_the_plane();
    void farthest_keys_win_rows();
};

void TestPaintLimits::the_table_of_limits_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<bool>("positions");
    QTest::addColumn<double>("limit");
    QTest::addColumn<double>("twins");
    QTest::newRow("diagonal") << "diagonal" << false << 0.2 << 0.2;
    QTest::newRow("previous") << "previous" << false << 0.5 << 0.5;
    QTest::newRow("first") << "first" << false << 1.0 << 1.0;
    // The features do not carry it: more is lost than twins cost.
    QTest::newRow("causal") << "causal" << false << 0.835145366 << 0.287496454;
    QTest::newRow("own") << "own" << false << 0.3 << 0.3;
    QTest::newRow("diagonal_positions") << "diagonal" << true << 0.0 << 0.0;
    QTest::newRow("previous_positions") << "previous" << true << 0.0 << 0.0;
    QTest::newRow("first_positions") << "first" << true << 0.0 << 0.0;
    QTest::newRow("causal_positions") << "causal" << true << 0.798228780 << 0.0;
    QTest::newRow("own_positions") << "own" << true << 0.685750195 << 0.0;
}

void TestPaintLimits::the_table_of_limits() {
    QFETCH(const QString, preset);
    QFETCH(const bool, positions);
    QFETCH(const double, limit);
    QFETCH(const double, twins);
    const FitLimits limits = fitLimits(ticketPainting(preset.toStdString(), positions)).value();
    QVERIFY2(std::fabs(limits.optimum.bits - limit) < 1e-7,
             qPrintable(QString::number(limits.optimum.bits, 'g', 12)));
    QVERIFY2(std::fabs(limits.twins.bits - twins) < 1e-6,
             qPrintable(QString::number(limits.twins.bits, 'g', 12)));
    QVERIFY(limits.optimum.isCertain());
    QCOMPARE(limits.optimum.enoughKeyDim, Index{4});
}

/// 我 stands at 1 and at 5: the rows that look at one of them lose a bit each.
void TestPaintLimits::twins_cost_what_a_person_counts() {
    const TwinCost own = twinCost(ticketPainting("own"));
    QCOMPARE(own.keyTwins, (std::vector<std::vector<Index>>{{0, 4}}));
    const std::vector<double> expected = {1, 0, 0, 1, 1, 0, 0, 0, 0, 0};
    for (std::size_t row = 0; row < expected.size(); ++row)
        QVERIFY(std::fabs(own.rowBits[row] - expected[row]) < 1e-9);
    // Two queries that are one, asked for two things: each gets half of both.
    PaintTarget target = emptyTarget(2, 2);
    target.weights = {1, 0, 0, 1};
    FitProblem problem;
    problem.queryInput = inputOf(2, 1, {1, 1});
    problem.keyInput = inputOf(2, 1, {1, 2});
    problem.target = target;
    const TwinCost queries = twinCost(problem);
    QCOMPARE(queries.bits, 1.0);
    QCOMPARE(queries.queryTwins, (std::vector<std::vector<Index>>{{0, 1}}));
    QVERIFY(queries.keyTwins.empty());
    problem.target.weights = {1, 0, 0, 0}; // nobody asks the other one for anything
    QCOMPARE(twinCost(problem).bits, 0.0);
}

void TestPaintLimits::twins_under_a_mask() {
    // Keys 0 and 1 are one; whoever may look at only one of them loses nothing.
    FitProblem problem;
    problem.queryInput = inputOf(2, 1, {1, 2});
    problem.keyInput = inputOf(2, 1, {3, 3});
    problem.target = emptyTarget(2, 2);
    problem.target.mayAttend = {1, 0, 1, 1};
    problem.target.weights = {1, 0, 1, 0};
    QCOMPARE(twinCost(problem).rowBits, (std::vector<double>{0, 1}));
    // Equal queries with other masks need not have equal rows.
    problem.queryInput = inputOf(2, 1, {1, 1});
    problem.keyInput = inputOf(2, 1, {3, 4});
    problem.target.weights = {1, 0, 0, 1};
    QCOMPARE(twinCost(problem).bits, 0.0);
}

void TestPaintLimits::a_mask_does_what_weights_cannot() {
    FitProblem problem = ticketPainting("causal");
    QVERIFY(fitLimits(problem)->optimum.bits > 0.8);
    for (Index query = 0; query < 10; ++query) {
        for (Index key = query + 1; key < 10; ++key)
            problem.target.mayAttend[problem.target.place(query, key)] = 0;
    }
    const HeadFit fit = fitHead(problem, quick(1)).value();
    QVERIFY(fit.limits.optimum.bits < 1e-9);
    QVERIFY(fit.verdict.isDone());
}

/// Random problems: no start comes below the limit, and the limit is not below what twins cost.
void TestPaintLimits::limits_are_below_all_that_is_found() {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (int round = 0; round < 40; ++round) {
        const Index queries = 2 + round % 5;
        const Index keys = 2 + round / 5 % 4;
        const Index width = 1 + round % 3;
        std::vector<float> x(static_cast<std::size_t>(queries * width));
        std::vector<float> y(static_cast<std::size_t>(keys * width));
        for (float& value : x)
            value = uniform(random);
        for (float& value : y)
            value = uniform(random);
        std::copy_n(y.begin(), width, y.end() - width); // the first and the last are twins
        FitProblem problem;
        problem.queryInput = inputOf(queries, width, x);
        problem.keyInput = inputOf(keys, width, y);
        problem.target = emptyTarget(queries, keys);
        for (Index query = 0; query < queries; ++query) {
            for (int stroke = 0; stroke < 2; ++stroke)
                problem.target =
                    withPaint(problem.target, query,
                              static_cast<Index>(random() % static_cast<unsigned>(keys)),
                              round % 2 ? 1.0F : std::fabs(uniform(random)), true);
        }
        const HeadFit fit = fitHead(problem, quick(width)).value();
        const FitOptimum& optimum = fit.limits.optimum;
        QVERIFY(optimum.bits <= fit.head.bits + 1e-9);
        QVERIFY(optimum.lowerBound <= optimum.bits);
        QVERIFY(fit.limits.twins.bits <= optimum.bits + 1e-9);
        QVERIFY2(optimum.isCertain(),
                 qPrintable(QStringLiteral("round %1: gap %2").arg(round).arg(optimum.gap())));
        for (const double bits : fit.descents.startBits)
            QVERIFY(bits >= optimum.lowerBound);
        QVERIFY(fit.head.bits >= optimum.lowerBound);
        // Before anything was found it holds, too: also of the optimum's own weights.
        const FitOptimum alone = fitOptimum(problem).value();
        QVERIFY2(alone.lowerBound <= fit.descents.bestBits,
                 qPrintable(QString::number(alone.lowerBound - fit.descents.bestBits)));
        HeadDescent there(problem, alone.weights);
        there.evaluate();
        QVERIFY2(alone.lowerBound <= there.bits(),
                 qPrintable(QString::number(alone.lowerBound - there.bits())));
    }
}

void TestPaintLimits::the_optimum_s_weights_reach_it() {
    for (const char* preset : {"diagonal", "previous", "first", "causal", "own"}) {
        for (const bool positions : {false, true}) {
            const FitProblem problem = ticketPainting(preset, positions);
            const FitOptimum optimum = fitOptimum(problem).value();
            QCOMPARE(optimum.weights.keyDim, optimum.enoughKeyDim);
            const FittedHead head = fittedHead(problem, rounded(optimum.weights));
            QVERIFY2(std::fabs(head.bits - optimum.bits) < 1e-4,
                     qPrintable(QString::number(head.bits)));
        }
    }
}

/// More numbers in M than Newton's method is asked for: what twins cost is the bound then.
void TestPaintLimits::large_models_are_computed_too() {
    PaintTarget target = emptyTarget(40, 40);
    for (Index query = 0; query < 40; ++query)
        target = withPaint(target, query, (query * 7) % 40, 1, true);
    const FitOptimum optimum = fitOptimum(freeTokens(target)).value();
    QCOMPARE(optimum.lowerBound, 0.0);
    QVERIFY2(optimum.bits < 1e-3, qPrintable(QString::number(optimum.bits)));
}

void TestPaintLimits::single_features_win_two_rows() {
    // Five tokens, each asked for itself: three rows lose a bit at least.
    PaintTarget target = emptyTarget(5, 5);
    for (Index i = 0; i < 5; ++i)
        target = withPaint(target, i, i, 1, true);
    const SingleFeatureProof proof = singleFeatureProof(freeTokens(target));
    QCOMPARE(proof.differentKeys, Index{5});
    QCOMPARE(proof.bits, 3.0 / 5);
    QCOMPARE(singleFeatureProof(ticketPainting("own")).differentKeys, Index{7});
}

void TestPaintLimits::single_features_can_do_what_needs_two_keys() {
    PaintTarget target = emptyTarget(4, 4);
    for (Index i = 0; i < 4; ++i)
        target = withPaint(target, i, i % 2, 1, true);
    const FitProblem problem = freeTokens(target);
    QCOMPARE(singleFeatureProof(problem).bits, 0.0);
    QVERIFY(fitHead(problem, quick(1))->verdict.isDone());
    // Under a mask every row has a largest key of its own.
    PaintTarget causal = emptyTarget(5, 5);
    for (Index query = 0; query < 5; ++query) {
        causal = withPaint(causal, query, query, 1, true);
        for (Index key = query + 1; key < 5; ++key)
            causal.mayAttend[causal.place(query, key)] = 0;
    }
    QCOMPARE(singleFeatureProof(freeTokens(causal)).bits, 0.0);
    QVERIFY(fitHead(freeTokens(causal), quick(1))->verdict.isDone());
    // Even rows need nothing at all.
    PaintTarget even = emptyTarget(3, 3);
    for (Index i = 0; i < 3; ++i)
        even = withEvenRow(even, i);
    QCOMPARE(singleFeatureProof(freeTokens(even)).bits, 0.0);
}

/// Random d_k = 1 heads on random paintings: none comes below what is proven.
void TestPaintLimits::proofs_hold_whatever_is_tried() {
    const bool holds = rc::check([] {
        const Index count = *rc::gen::inRange<Index>(2, 6);
        const Index width = *rc::gen::inRange<Index>(1, 4);
        std::vector<float> x(static_cast<std::size_t>(count * width));
        for (float& value : x)
            value = static_cast<float>(*rc::gen::inRange(-2, 3)); // twins are frequent
        FitProblem problem;
        problem.queryInput = inputOf(count, width, x);
        problem.keyInput = problem.queryInput;
        problem.target = emptyTarget(count, count);
        for (Index query = 0; query < count; ++query) {
            for (int stroke = 0; stroke < 2; ++stroke)
                problem.target =
                    withPaint(problem.target, query, *rc::gen::inRange<Index>(0, count),
                              static_cast<float>(*rc::gen::inRange(1, 11)) / 10, true);
        }
        const SingleFeatureProof proof = singleFeatureProof(problem);
        const auto weights = [width] {
            std::vector<float> values(static_cast<std::size_t>(width));
            for (float& value : values)
                value = static_cast<float>(*rc::gen::inRange(-300, 301)) / 30;
            return Tensor::fromValues({width, 1}, {Axis::ModelDim, Axis::KeyDim}, values);
        };
        RC_ASSERT(fittedHead(problem, {weights(), weights()}).bits >= proof.bits - 1e-9);
        RC_ASSERT(twinCost(problem).bits <= fitOptimum(problem)->bits + 1e-9);
    });
    QVERIFY(holds);
}

void TestPaintLimits::verdicts_say_what_is_known_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<bool>("positions");
    QTest::addColumn<Index>("keyDim");
    QTest::addColumn<bool>("bounded");
    QTest::addColumn<QString>("verdict");
    QTest::newRow("one_feature") << "own" << false << Index{1} << false << "proof";
    QTest::newRow("one_feature_bounded") << "own" << false << Index{1} << true << "proof";
    QTest::newRow("one_feature_is_enough") << "first" << true << Index{1} << false << "best found";
    QTest::newRow("between") << "own" << false << Index{2} << false << "best found";
    QTest::newRow("between_too") << "own" << false << Index{3} << false << "best found";
    QTest::newRow("all_features") << "own" << false << Index{4} << false << "exact";
    QTest::newRow("all_features_bounded") << "own" << false << Index{4} << true << "best found";
}

void TestPaintLimits::verdicts_say_what_is_known() {
    QFETCH(const QString, preset);
    QFETCH(const bool, positions);
    QFETCH(const Index, keyDim);
    QFETCH(const bool, bounded);
    QFETCH(const QString, verdict);
    const FitLimits limits = fitLimits(ticketPainting(preset.toStdString(), positions)).value();
    QCOMPARE(QString::fromUtf8(nameOf(verdictOf(limits, keyDim, bounded, 1.5).kind).data()),
             verdict);
    QVERIFY(!verdictOf(limits, keyDim, bounded, 0.05).isDone());
    QVERIFY(verdictOf(limits, keyDim, bounded, 0.0499).isDone());
}

void TestPaintLimits::right_rows_and_ties() {
    PaintTarget target = emptyTarget(3, 3);
    target.weights = {1, 0, 0, 0.5F, 0.5F, 0, 0, 0, 0};
    const FitProblem problem = freeTokens(target);
    const Tensor zeros = Tensor::filled({3, 1}, {Axis::ModelDim, Axis::KeyDim}, 0);
    const FittedHead even = fittedHead(problem, {zeros, zeros}); // a tie says nothing
    QCOMPARE(even.rightRows, Index{0});
    QCOMPARE(even.rowIsRight, (std::vector<bool>{false, false, false}));
    QVERIFY(std::fabs(even.paintedMass - 0.5) < 1e-12); // 1/3 and 2/3
    QVERIFY(std::fabs(even.rowBits[0] - std::log2(3.0)) < 1e-12);
    QCOMPARE(even.rowBits[2], 0.0);
    const FittedHead wrong =
        fittedHead(problem, {inputOf(3, 1, {1, 1, 1}), inputOf(3, 1, {0, 0, 5})});
    QCOMPARE(wrong.rightRows, Index{0});
}

void TestPaintLimits::a_key_that_shares_with_its_twin_is_no_right_row() {
    // Keys 0 and 1 have one row: what is painted on one of them goes to both.
    PaintTarget target = emptyTarget(2, 3);
    target.weights = {1, 0, 0, 0, 0, 1};
    FitProblem problem = freeTokens(target);
    problem.queryInput = inputOf(2, 2, {1, 0, 0, 1});
    problem.keyInput = inputOf(3, 2, {1, 0, 1, 0, 0, 1});
    const Tensor eight = inputOf(2, 2, {8, 0, 0, 8});
    const FittedHead head = fittedHead(problem, {eight, eight});
    QVERIFY(std::fabs(head.attention[0] - 0.5) < 1e-6);
    QCOMPARE(head.rowIsRight, (std::vector<bool>{false, true}));
    QCOMPARE(head.rightRows, Index{1});
    // Both painted alike: there is nothing to tell apart.
    problem.target.weights = {0.5F, 0.5F, 0, 0, 0, 1};
    QCOMPARE(fittedHead(problem, {eight, eight}).rightRows, Index{2});
}

void TestPaintLimits::rows_are_combinations_of_a_basis() {
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    for (const auto& [rows, width, rank] :
         {std::array<Index, 3>{5, 3, 3}, {3, 5, 3}, {6, 6, 2}, {4, 4, 1}}) {
        std::vector<float> values(static_cast<std::size_t>(rows * width));
        std::vector<double> left(static_cast<std::size_t>(rows * rank));
        std::vector<double> right(static_cast<std::size_t>(rank * width));
        for (double& value : left)
            value = std::round(static_cast<double>(normal(random)) * 8);
        for (double& value : right)
            value = std::round(static_cast<double>(normal(random)) * 8);
        for (Index row = 0; row < rows; ++row) {
            for (Index column = 0; column < width; ++column) {
                double sum = 0;
                for (Index k = 0; k < rank; ++k)
                    sum += left[static_cast<std::size_t>(row * rank + k)] *
                           right[static_cast<std::size_t>(k * width + column)];
                values[static_cast<std::size_t>(row * width + column)] = static_cast<float>(sum);
            }
        }
        const RowSpace space = rowSpaceOf(inputOf(rows, width, values));
        QCOMPARE(space.rank, rank);
        for (Index row = 0; row < rows; ++row) {
            for (Index column = 0; column < width; ++column) {
                double sum = 0;
                for (Index k = 0; k < rank; ++k)
                    sum += space.coordinates[static_cast<std::size_t>(row * rank + k)] *
                           space.basis[static_cast<std::size_t>(k * width + column)];
                QVERIFY(
                    std::fabs(sum - static_cast<double>(
                                        values[static_cast<std::size_t>(row * width + column)])) <
                    1e-9);
            }
        }
    }
    QCOMPARE(rowSpaceOf(inputOf(2, 2, {0, 0, 0, 0})).rank, Index{1});
}

void TestPaintLimits::a_positive_definite_matrix_is_solved() {
    std::vector<double> matrix = {4, 0, 0, 2, 5, 0, 1, 3, 6}; // its lower half
    std::vector<double> right = {4 + 4 + 3, 2 + 10 + 9, 1 + 6 + 18};
    QVERIFY(arithmetic::solvePositive(denseMatrix(matrix.data(), 3, 3), right.data()));
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(std::fabs(right[i] - static_cast<double>(i + 1)) < 1e-12);
    std::vector<double> indefinite = {1, 0, 2, 1};
    std::vector<double> any = {1, 1};
    QVERIFY(!arithmetic::solvePositive(denseMatrix(indefinite.data(), 2, 2), any.data()));
    std::vector<double> broken = {std::nan("")};
    std::vector<double> one = {1};
    QVERIFY(!arithmetic::solvePositive(denseMatrix(broken.data(), 1, 1), one.data()));
}

void TestPaintLimits::corners_of_the_plane() {
    FitProblem problem;
    problem.keyInput = inputOf(6, 2, {0, 0, 2, 0, 2, 2, 0, 2, 1, 1, 2, 0});
    problem.queryInput = problem.keyInput;
    problem.target = emptyTarget(6, 6);
    const Tensor identity = inputOf(2, 2, {1, 0, 0, 1});
    const KeyPlane plane = keyPlaneOf(problem, {identity, identity}).value();
    QCOMPARE(plane.hull, (std::vector<Index>{0, 1, 2, 3}));
    QCOMPARE(plane.isCorner, (std::vector<bool>{true, true, true, true, false, true}));
    const Tensor first = inputOf(2, 1, {1, 0});
    const KeyPlane line = keyPlaneOf(problem, {first, first}).value();
    QCOMPARE(line.isCorner, (std::vector<bool>{true, true, true, true, false, true}));
    QCOMPARE(line.hull.size(), std::size_t{2});
    const Tensor wide = inputOf(2, 3, {1, 0, 0, 0, 1, 0});
    QVERIFY(!keyPlaneOf(problem, {wide, wide}));
}

/// Whatever the query is, the key with the most weight stands at a corner.
void TestPaintLimits::farthest_keys_win_rows() {
    std::mt19937 random(11);
    std::normal_distribution<float> normal;
    for (int round = 0; round < 50; ++round) {
        std::vector<float> q(8);
        std::vector<float> k(8);
        for (float& value : q)
            value = normal(random) * 3;
        for (float& value : k)
            value = normal(random) * 3;
        const HeadWeights weights = {inputOf(4, 2, q), inputOf(4, 2, k)};
        const FitProblem problem = ticketPainting("own");
        const FittedHead head = fittedHead(problem, weights);
        const KeyPlane plane = keyPlaneOf(problem, weights).value();
        for (Index query = 0; query < 10; ++query) {
            const auto first = head.attention.begin() + query * 10;
            const auto most = std::max_element(first, first + 10) - first;
            QVERIFY(plane.isCorner[static_cast<std::size_t>(most)]);
        }
    }
}

HEADSCOPE_TEST(TestPaintLimits, QCoreApplication)
#include "test_paint_limits.moc"
