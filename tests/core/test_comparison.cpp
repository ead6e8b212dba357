// SPDX-License-Identifier: GPL-3.0-or-later
// What moved from one matrix to another.
#include "measures/comparison.h"
#include "support/numbers.h"
#include "support/test_program.h"

#include <QtTest>

#include <cmath>
#include <rapidcheck.h>

using namespace headscope;

namespace {

Tensor matrix(Index rows, Index columns, const std::vector<float>& values) {
    return Tensor::fromValues({rows, columns}, {Axis::Query, Axis::Key}, values);
}

} // namespace

class TestComparison : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_row_that_turns_round_moved_wholly();
    void what_is_masked_in_one_is_marked_and_counts();
    void masked_in_both_is_no_change();
    void what_became_no_number_is_not_nothing();
    void padding_moves_nothing();
    void a_row_that_is_no_number_is_left_out_of_the_mean();
    void an_output_of_length_0_has_no_relative_change();
    void measures_agree_with_plain_loops();
    void the_largest_changes_agree_with_a_stable_sort();
};

void TestComparison::a_row_that_turns_round_moved_wholly() {
    const MatrixDifference difference =
        differenceOf({matrix(2, 2, {1, 0, .5F, .5F}), {}}, {matrix(2, 2, {0, 1, .5F, .5F}), {}});
    QCOMPARE(difference.rowMoved, (std::vector<double>{1, 0}));
    QCOMPARE(difference.moved, .5);
    QCOMPARE(difference.received, (std::vector<double>{-1, 1}));
    QCOMPARE(difference.largest, 1.);
    QCOMPARE(difference.difference(0, 0), -1.0F);
}

void TestComparison::what_is_masked_in_one_is_marked_and_counts() {
    const MatrixDifference difference = differenceOf({matrix(1, 2, {.25F, .75F}), {}},
                                                     {matrix(1, 2, {1, 0}), matrix(1, 2, {1, 0})});
    QCOMPARE(difference.maskedAt(0, 0), MaskedIn::Neither);
    QCOMPARE(difference.maskedAt(0, 1), MaskedIn::OnlyB);
    QCOMPARE(difference.difference(0, 1), -.75F); // what was lost
    QCOMPARE(difference.moved, .75);
}

void TestComparison::masked_in_both_is_no_change() {
    const Tensor mask = matrix(1, 2, {1, 0});
    const MatrixDifference difference =
        differenceOf({matrix(1, 2, {3, -infinity}), mask}, {matrix(1, 2, {5, -infinity}), mask});
    QCOMPARE(difference.maskedAt(0, 1), MaskedIn::Both);
    QCOMPARE(difference.difference(0, 1), 0.0F);
    QCOMPARE(difference.largest, 2.);
}

void TestComparison::what_became_no_number_is_not_nothing() {
    const Tensor none = matrix(1, 2, {0, 0});
    const Tensor zeros = matrix(1, 2, {0, 0});
    const Tensor nans = matrix(1, 2, {notANumber, notANumber});
    // A fully masked row, as zeros and as NaN.
    const MatrixDifference became = differenceOf({zeros, none}, {nans, none});
    QVERIFY(std::isnan(became.difference(0, 0)));
    QCOMPARE(became.maskedAt(0, 0), MaskedIn::Both);
    QCOMPARE(became.unmeasured, Index{2});
    QVERIFY(!became.isNothing());
    QVERIFY(std::isnan(became.rowMoved[0]));
    // NaN in both is the same in both, and no number.
    const MatrixDifference same = differenceOf({nans, none}, {nans, none});
    QVERIFY(same.isNothing());
    QVERIFY(std::isnan(same.difference(0, 0)));
    // Equal shares of what is all masked are a difference to none.
    const MatrixDifference shared = differenceOf({zeros, none}, {matrix(1, 2, {.5F, .5F}), none});
    QCOMPARE(shared.largest, .5);
    QCOMPARE(shared.moved, .5);
    // A score that only B masks.
    const MatrixDifference masked =
        differenceOf({matrix(1, 2, {3, 1}), {}}, {matrix(1, 2, {3, -infinity}), none});
    QCOMPARE(masked.largest, 0.);
    QCOMPARE(masked.unmeasured, Index{1});
    // Padding asks for nothing.
    QVERIFY(differenceOf({zeros, none, 0}, {nans, none}).isNothing());
}

void TestComparison::padding_moves_nothing() {
    const MatrixDifference difference =
        differenceOf({matrix(2, 1, {0, 0}), {}, 1}, {matrix(2, 1, {.5F, 1}), {}});
    QCOMPARE(difference.rowMoved, (std::vector<double>{.25, 0}));
    QCOMPARE(difference.moved, .25);
    QCOMPARE(difference.received, std::vector<double>{.5});
}

void TestComparison::a_row_that_is_no_number_is_left_out_of_the_mean() {
    const MatrixDifference difference =
        differenceOf({matrix(2, 1, {1, 1}), {}}, {matrix(2, 1, {notANumber, .5F}), {}});
    QVERIFY(std::isnan(difference.rowMoved[0]));
    QCOMPARE(difference.moved, .25);
    QCOMPARE(difference.received, std::vector<double>{-.5});
    QCOMPARE(largestChanges(difference, 8), (std::vector<CellChange>{{1, 0, -.5F}}));
}

void TestComparison::an_output_of_length_0_has_no_relative_change() {
    const std::vector<double> changes =
        relativeRowChanges(matrix(3, 2, {0, 0, 0, 0, 3, 4}), matrix(3, 2, {0, 0, 1, 0, 3, -1}));
    QCOMPARE(changes[0], 0.);
    QVERIFY(std::isnan(changes[1]));
    QCOMPARE(changes[2], 1.);
}

void TestComparison::measures_agree_with_plain_loops() {
    QVERIFY(rc::check("row moved, received and the mean", [] {
        const Index queries = *rc::gen::inRange<Index>(1, 6);
        const Index keys = *rc::gen::inRange<Index>(1, 6);
        const auto numbers = [&] {
            std::vector<float> values;
            for (Index i = 0; i < queries * keys; ++i)
                values.push_back(static_cast<float>(*rc::gen::inRange(-8, 9)) / 8);
            return values;
        };
        const std::vector<float> a = numbers();
        const std::vector<float> b = numbers();
        const MatrixDifference difference =
            differenceOf({matrix(queries, keys, a), {}}, {matrix(queries, keys, b), {}});
        double all = 0;
        for (Index q = 0; q < queries; ++q) {
            double row = 0;
            for (Index k = 0; k < keys; ++k)
                row += std::abs(b[static_cast<std::size_t>(q * keys + k)] -
                                a[static_cast<std::size_t>(q * keys + k)]);
            RC_ASSERT(difference.rowMoved[static_cast<std::size_t>(q)] == row / 2);
            all += row / 2;
        }
        RC_ASSERT(difference.moved == all / static_cast<double>(queries));
        for (Index k = 0; k < keys; ++k) {
            double column = 0;
            for (Index q = 0; q < queries; ++q)
                column += b[static_cast<std::size_t>(q * keys + k)] -
                          a[static_cast<std::size_t>(q * keys + k)];
            RC_ASSERT(difference.received[static_cast<std::size_t>(k)] == column);
        }
    }));
}

void TestComparison::the_largest_changes_agree_with_a_stable_sort() {
    QVERIFY(rc::check("the largest in their order", [] {
        const Index keys = *rc::gen::inRange<Index>(1, 6);
        const auto values = *rc::gen::container<std::vector<int>>(
            static_cast<std::size_t>(keys * 3), rc::gen::inRange(-4, 5));
        std::vector<float> b(values.begin(), values.end());
        const MatrixDifference difference = differenceOf(
            {matrix(3, keys, std::vector<float>(b.size(), 0)), {}}, {matrix(3, keys, b), {}});
        std::vector<CellChange> all;
        for (std::size_t i = 0; i < b.size(); ++i) {
            if (b[i] != 0)
                all.push_back({static_cast<Index>(i) / keys, static_cast<Index>(i) % keys, b[i]});
        }
        std::ranges::stable_sort(all, [](const CellChange& x, const CellChange& y) {
            return std::abs(x.change) > std::abs(y.change);
        });
        const auto most = *rc::gen::inRange<std::size_t>(0, 10);
        all.resize(std::min(all.size(), most));
        RC_ASSERT(largestChanges(difference, most) == all);
    }));
}

HEADSCOPE_TEST(TestComparison, headscope::testing::NoApplication)
#include "test_comparison.moc"
