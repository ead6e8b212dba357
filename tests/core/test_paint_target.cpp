// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/presets.h"
#include "head_fit/target.h"
#include "support/test_program.h"

#include <QtTest>
#include <rapidcheck.h>

using namespace headscope;

namespace {

std::vector<float> row(const PaintTarget& target, Index query) {
    std::vector<float> weights;
    for (Index key = 0; key < target.keys; ++key)
        weights.push_back(target.at(query, key));
    return weights;
}

Tensor matrix(const Shape& shape, std::initializer_list<float> values) {
    return Tensor::fromValues(shape, {Axis::Feature, Axis::Feature}, std::vector<float>(values));
}

std::vector<std::uint8_t> everything(Index count) {
    return std::vector<std::uint8_t>(static_cast<std::size_t>(count), 1);
}

} // namespace

class TestPaintTarget : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void others_give_in_proportion();
    void the_only_painted_cell_is_the_whole_row();
    void rows_may_stay_as_they_are_painted();
    void masked_cells_take_no_paint();
    void erasing_gives_to_the_others();
    void the_last_cell_takes_its_row_with_it();
    void an_even_row_knows_its_mask();
    void a_mask_takes_paint_away();
    void another_sentence_keeps_what_overlaps();
    void any_strokes_keep_rows_at_one();
    void files_are_taken_or_refused_data();
    void files_are_taken_or_refused();
    void presets_fit_every_size();
    void presets_are_what_they_say();
};

void TestPaintTarget::others_give_in_proportion() {
    PaintTarget target = emptyTarget(1, 3);
    target.weights = {0.75F, 0.25F, 0};
    target = withPaint(target, 0, 2, 0.5F, true);
    QCOMPARE(row(target, 0), (std::vector<float>{0.375F, 0.125F, 0.5F}));
}

void TestPaintTarget::the_only_painted_cell_is_the_whole_row() {
    const PaintTarget one = withPaint(emptyTarget(2, 3), 1, 2, 0.4F, true);
    QCOMPARE(row(one, 1), (std::vector<float>{0, 0, 1}));
    QVERIFY(!one.isPainted(0));
    const PaintTarget two = withPaint(one, 1, 0, 0.25F, true);
    QCOMPARE(row(two, 1), (std::vector<float>{0.25F, 0, 0.75F}));
}

void TestPaintTarget::rows_may_stay_as_they_are_painted() {
    const PaintTarget target = withPaint(emptyTarget(1, 2), 0, 0, 0.4F, false);
    QCOMPARE(row(target, 0), (std::vector<float>{0.4F, 0}));
    QCOMPARE(row(withRowsAtOne(target), 0), (std::vector<float>{1, 0}));
}

void TestPaintTarget::masked_cells_take_no_paint() {
    PaintTarget target = emptyTarget(1, 2);
    target.mayAttend = {1, 0};
    QCOMPARE(withPaint(target, 0, 1, 1, true), target);
}

void TestPaintTarget::erasing_gives_to_the_others() {
    PaintTarget target = emptyTarget(1, 3);
    target.weights = {0.5F, 0.25F, 0.25F};
    QCOMPARE(row(withoutPaint(target, 0, 0, true), 0), (std::vector<float>{0, 0.5F, 0.5F}));
    QCOMPARE(row(withoutPaint(target, 0, 0, false), 0), (std::vector<float>{0, 0.25F, 0.25F}));
}

void TestPaintTarget::the_last_cell_takes_its_row_with_it() {
    const PaintTarget target = withPaint(emptyTarget(1, 3), 0, 1, 1, true);
    QVERIFY(!withoutPaint(target, 0, 1, true).isPainted(0));
    QCOMPARE(withoutPaint(target, 0, 0, true), target);
}

void TestPaintTarget::an_even_row_knows_its_mask() {
    PaintTarget target = emptyTarget(1, 3);
    target.mayAttend = {1, 0, 1};
    QCOMPARE(row(withEvenRow(target, 0), 0), (std::vector<float>{0.5F, 0, 0.5F}));
    target.mayAttend = {0, 0, 0};
    QVERIFY(!withEvenRow(target, 0).isPainted(0));
}

void TestPaintTarget::a_mask_takes_paint_away() {
    PaintTarget target = emptyTarget(2, 2);
    target.weights = {0.5F, 0.5F, 0, 1};
    const PaintTarget masked = withMask(target, {1, 0, 1, 0});
    QCOMPARE(row(masked, 0), (std::vector<float>{1, 0}));
    QVERIFY(!masked.isPainted(1));
    QCOMPARE(masked.paintedRows(), Index{1});
}

void TestPaintTarget::another_sentence_keeps_what_overlaps() {
    PaintTarget target = emptyTarget(2, 3);
    target.weights = {0.25F, 0.25F, 0.5F, 0, 0, 1};
    const PaintTarget smaller = resized(target, 2, 2);
    QCOMPARE(row(smaller, 0), (std::vector<float>{0.5F, 0.5F}));
    QVERIFY(!smaller.isPainted(1));
    const PaintTarget larger = resized(target, 3, 4);
    QCOMPARE(row(larger, 0), (std::vector<float>{0.25F, 0.25F, 0.5F, 0}));
    QVERIFY(!larger.isPainted(2));
}

/// After any strokes every row sums to 1 or is not painted, weights are from 0 to 1, and no
/// masked cell has paint.
void TestPaintTarget::any_strokes_keep_rows_at_one() {
    const bool holds = rc::check([] {
        PaintTarget target =
            emptyTarget(*rc::gen::inRange<Index>(1, 5), *rc::gen::inRange<Index>(1, 6));
        for (std::uint8_t& may : target.mayAttend)
            may = *rc::gen::weightedElement<std::uint8_t>({{3, 1}, {1, 0}});
        for (int stroke = *rc::gen::inRange(1, 40); stroke > 0; --stroke) {
            const Index query = *rc::gen::inRange<Index>(0, target.queries);
            const Index key = *rc::gen::inRange<Index>(0, target.keys);
            const float weight = static_cast<float>(*rc::gen::inRange(0, 101)) / 100;
            switch (*rc::gen::inRange(0, 4)) {
            case 0: target = withoutPaint(target, query, key, true); break;
            case 1: target = withEvenRow(target, query); break;
            default: target = withPaint(target, query, key, weight, true);
            }
            if (target.isPainted(query))
                RC_ASSERT(std::fabs(target.rowSum(query) - 1) < 1e-5);
        }
        for (std::size_t i = 0; i < target.weights.size(); ++i) {
            RC_ASSERT(target.weights[i] >= 0 && target.weights[i] <= 1);
            RC_ASSERT(target.mayAttend[i] != 0 || target.weights[i] == 0);
        }
    });
    QVERIFY(holds);
}

void TestPaintTarget::files_are_taken_or_refused_data() {
    QTest::addColumn<Tensor>("weights");
    QTest::addColumn<QString>("error"); ///< empty: taken
    const float nan = std::numeric_limits<float>::quiet_NaN();
    QTest::newRow("rows_at_one") << matrix({2, 2}, {1, 0, 0.5F, 0.5F}) << QString();
    QTest::newRow("a_row_not_painted") << matrix({2, 2}, {0, 0, 0.5F, 0.5F}) << QString();
    QTest::newRow("rounded") << matrix({2, 2}, {0.333F, 0.6668F, 1, 0}) << QString();
    QTest::newRow("two_in_a_row") << matrix({2, 2}, {1, 1, 0, 1})
                                  << "target[0, :] sums to 2: 1 is needed, or 0 where "
                                     "nothing is asked of the row";
    QTest::newRow("negative") << matrix({2, 2}, {1.5F, -0.5F, 0, 1})
                              << "target[0, 1] is -0.5: a weight from 0 to 1 is needed";
    QTest::newRow("nan") << matrix({2, 2}, {1, 0, nan, 1})
                         << "target[1, 0] is nan: a weight from 0 to 1 is needed";
    QTest::newRow("nothing") << matrix({2, 2}, {0, 0, 0, 0})
                             << "the target is all zeros: no row of it asks for anything";
}

void TestPaintTarget::files_are_taken_or_refused() {
    QFETCH(const Tensor, weights);
    QFETCH(const QString, error);
    const Result<PaintTarget> target = targetFrom(weights, everything(4));
    if (!error.isEmpty()) {
        QVERIFY(!target);
        QCOMPARE(QString::fromStdString(target.error().text()), error);
        return;
    }
    QVERIFY(target.ok());
    for (Index query = 0; query < 2; ++query) {
        if (target->isPainted(query))
            QVERIFY(std::fabs(target->rowSum(query) - 1) < 1e-6);
    }
    const Result<PaintTarget> masked = targetFrom(matrix({1, 2}, {0.5F, 0.5F}), {1, 0});
    QVERIFY(!masked);
    QVERIFY(QString::fromStdString(masked.error().text()).contains(QLatin1String("forbids")));
}

void TestPaintTarget::presets_fit_every_size() {
    for (const PaintPreset& preset : paintPresets()) {
        for (const auto& [queries, keys] :
             {std::pair<Index, Index>{1, 1}, {10, 10}, {2, 5}, {5, 2}}) {
            const PaintTarget target =
                presetTarget(preset, queries, keys, everything(queries * keys));
            for (Index query = 0; query < queries; ++query)
                QVERIFY(std::fabs(target.rowSum(query) - 1) < 1e-6);
        }
    }
}

void TestPaintTarget::presets_are_what_they_say() {
    const auto named = [](std::string_view name) {
        const auto found = std::ranges::find(paintPresets(), name, &PaintPreset::name);
        return presetTarget(*found, 3, 3, everything(9));
    };
    QCOMPARE(named("diagonal").weights, (std::vector<float>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
    QCOMPARE(named("previous").weights, (std::vector<float>{1, 0, 0, 1, 0, 0, 0, 1, 0}));
    QCOMPARE(named("first").weights, (std::vector<float>{1, 0, 0, 1, 0, 0, 1, 0, 0}));
    const float third = 1.0F / 3;
    QCOMPARE(named("causal").weights,
             (std::vector<float>{1, 0, 0, 0.5F, 0.5F, 0, third, third, third}));
    QCOMPARE(
        std::ranges::count_if(ticketRelations().weights, [](float weight) { return weight > 0; }),
        std::ptrdiff_t{10});
    QCOMPARE(ticketRelations().at(5, 9), 1.0F); // 订了 → 机票
}

HEADSCOPE_TEST(TestPaintTarget, QCoreApplication)
#include "test_paint_target.moc"
