// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/wrong_way.h"
#include "support/test_program.h"

#include <rapidcheck.h>

#include <QtTest>

using namespace headscope;

namespace {

LayoutSizes someSizes(LayoutPath path, MemoryOrder order) {
    LayoutSizes sizes;
    sizes.batch = *rc::gen::inRange<Index>(1, 5);
    sizes.sequence = *rc::gen::inRange<Index>(1, 6);
    sizes.heads = *rc::gen::inRange<Index>(1, 5);
    sizes.headDim = *rc::gen::inRange<Index>(1, 5);
    if (path == LayoutPath::SideBySide)
        sizes.batch = 1;
    else if (order == MemoryOrder::Unbatched)
        sizes.sequence = 1;
    return sizes;
}

Journey someJourney() {
    const auto path =
        *rc::gen::element(LayoutPath::Split, LayoutPath::Merge, LayoutPath::SideBySide);
    auto order = *rc::gen::element(MemoryOrder::BatchFirst, MemoryOrder::SequenceFirst,
                                   MemoryOrder::Unbatched);
    if (path == LayoutPath::SideBySide)
        order = MemoryOrder::BatchFirst;
    return makeJourney(arangeRequest(path, order, someSizes(path, order))).value();
}

/// The number in a cell of an arange journey is the element's name.
Index named(const Tensor& tensor, const Cell& cell) {
    return static_cast<Index>(tensor.at(cell));
}

Journey arange36(LayoutPath path = LayoutPath::Split, MemoryOrder order = MemoryOrder::BatchFirst) {
    return makeJourney(arangeRequest(path, order, {2, 3, 3, 2})).value();
}

} // namespace

class TestJourney : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void split_of_arange_36();
    void merge_undoes_split();
    void sequence_first_permutes();
    void rows_without_a_sequence();
    void matrices_side_by_side_data();
    void matrices_side_by_side();
    void nothing_is_copied_where_one_head_needs_no_copy();
    void projections_are_steps_that_nothing_can_be_followed_through();
    void source_that_is_a_part_of_another_tensor();
    void refuses_what_does_not_fit();

    void every_element_is_in_every_step_exactly_once();
    void offsets_from_strides_are_those_of_the_storage();
    void homes_are_where_the_right_way_leads();

    void view_without_transpose_misplaces_24_of_36();
    void every_wrong_way_misplaces_where_sizes_allow_it();
    void wrong_ways_count_as_brute_force_does();
    void one_head_cannot_be_misplaced_by_a_view();
};

void TestJourney::split_of_arange_36() {
    const Journey journey = arange36();
    QCOMPARE(journey.steps().size(), std::size_t{4});
    QCOMPARE(stepName(journey[1]), std::string("view"));
    QCOMPARE(stepName(journey[2]), std::string("transpose(1, 2)"));
    QCOMPARE(stepName(journey[3]), std::string("reshape"));
    QCOMPARE(journey[1].tensor.strides(), (Strides{18, 6, 2, 1}));
    QCOMPARE(journey[2].tensor.strides(), (Strides{18, 2, 6, 1}));
    QCOMPARE(journey[3].tensor.shape(), (Shape{6, 3, 2}));
    QVERIFY(journey[1].tensor.isContiguous());
    QVERIFY(!journey[2].tensor.isContiguous());
    QCOMPARE(journey[1].copiedBytes, 0);
    QCOMPARE(journey[2].copiedBytes, 0);
    QCOMPARE(journey[3].copiedBytes, 144);
    // The element of the README's picture: sample 2, head 2, token 3, second feature.
    QCOMPARE(journey.cellOf(2, 33), (Cell{1, 1, 2, 1}));
    QCOMPARE(journey.cellOf(1, 33), (Cell{1, 2, 1, 1}));
    QCOMPARE(journey.storageIndexOf(2, 33), 33);
    QCOMPARE(journey.storageIndexOf(3, 33), 29);
    QCOMPARE(journey.homeOf(33), (ElementHome{1, 2, 1, 1}));
}

void TestJourney::merge_undoes_split() {
    const Journey split = arange36();
    JourneyRequest request;
    request.path = LayoutPath::Merge;
    request.source = split[2].tensor;
    const Journey merge = makeJourney(request).value();
    const Tensor& merged = merge[merge.lastStep()].tensor;
    QVERIFY(merged == split[0].tensor.withAxes(merged.axes()));
    QCOMPARE(stepName(merge[2]), std::string("contiguous"));
    QCOMPARE(merge[2].copiedBytes, 144);
    QCOMPARE(merge[3].copiedBytes, 0);
}

void TestJourney::sequence_first_permutes() {
    const Journey journey = arange36(LayoutPath::Split, MemoryOrder::SequenceFirst);
    QCOMPARE(journey[0].tensor.shape(), (Shape{3, 2, 6}));
    QCOMPARE(stepName(journey[2]), std::string("permute(1, 2, 0, 3)"));
    QCOMPARE(journey[2].tensor.shape(), (Shape{2, 3, 3, 2}));
    QCOMPARE(journey[2].tensor.strides(), (Strides{6, 2, 12, 1}));
    const Journey merge = arange36(LayoutPath::Merge, MemoryOrder::SequenceFirst);
    QCOMPARE(merge[merge.lastStep()].tensor.shape(), (Shape{3, 2, 6}));
}

void TestJourney::rows_without_a_sequence() {
    const Journey journey =
        makeJourney(arangeRequest(LayoutPath::Split, MemoryOrder::Unbatched, {4, 1, 3, 2})).value();
    QCOMPARE(journey[0].tensor.shape(), (Shape{4, 6}));
    QCOMPARE(journey[1].tensor.shape(), (Shape{4, 3, 2}));
    QCOMPARE(journey[2].tensor.shape(), (Shape{3, 4, 2}));
    QCOMPARE(stepName(journey[2]), std::string("transpose(0, 1)"));
    QCOMPARE(journey.homeOf(9), (ElementHome{1, 0, 1, 1}));
}

void TestJourney::matrices_side_by_side_data() {
    QTest::addColumn<int>("tokens");
    QTest::addColumn<int>("heads");
    QTest::newRow("two_tokens_three_heads") << 2 << 3;
    QTest::newRow("hundred_tokens_eight_heads") << 100 << 8;
}

void TestJourney::matrices_side_by_side() {
    QFETCH(int, tokens);
    QFETCH(int, heads);
    const Journey journey =
        makeJourney(
            arangeRequest(LayoutPath::SideBySide, MemoryOrder::BatchFirst, {1, tokens, heads, 3}))
            .value();
    const Tensor& source = journey[0].tensor;
    const Tensor& merged = journey[1].tensor;
    QCOMPARE(merged.shape(), (Shape{tokens, Index{heads} * 3}));
    for (Index head = 0; head < heads; ++head) {
        for (Index token = 0; token < tokens; ++token) {
            for (Index i = 0; i < 3; ++i)
                QCOMPARE(merged(token, head * 3 + i), source(head, token, i));
        }
    }
}

void TestJourney::nothing_is_copied_where_one_head_needs_no_copy() {
    const Journey journey =
        makeJourney(arangeRequest(LayoutPath::Split, MemoryOrder::BatchFirst, {2, 3, 1, 4}))
            .value();
    QCOMPARE(journey[journey.lastStep()].copiedBytes, 0);
    QVERIFY(journey[journey.lastStep()].tensor.sharesStorageWith(journey[0].tensor));
}

void TestJourney::projections_are_steps_that_nothing_can_be_followed_through() {
    JourneyRequest request =
        arangeRequest(LayoutPath::Split, MemoryOrder::BatchFirst, {2, 3, 3, 2});
    request.projectedFrom = Tensor::filled({2, 3, 5}, Axes(3, Axis::Feature), 1);
    const Journey journey = makeJourney(request).value();
    QCOMPARE(journey.firstStep(), std::size_t{1});
    QVERIFY(!journey.follows(0));
    QCOMPARE(stepName(journey[1]), std::string("projection"));
    QCOMPARE(journey[0].tensor.shape(), (Shape{2, 3, 5}));
    QCOMPARE(journey.cellOf(journey.arrangedStep(), 33), (Cell{1, 1, 2, 1}));

    JourneyRequest merge = arangeRequest(LayoutPath::Merge, MemoryOrder::BatchFirst, {2, 3, 3, 2});
    merge.projectedTo = Tensor::filled({2, 3, 7}, Axes(3, Axis::Feature), 1);
    const Journey merged = makeJourney(merge).value();
    QCOMPARE(merged.steps().size(), std::size_t{5});
    QVERIFY(!merged.follows(4));
    QCOMPARE(stepName(merged, 4), std::string("W_O"));
    QCOMPARE(stepName(merged, 0), std::string("context"));
    QCOMPARE(stepName(journey, 0), std::string("x"));
}

void TestJourney::source_that_is_a_part_of_another_tensor() {
    // One of several: contiguous, but it does not begin where its memory begins.
    const Tensor many = arangeTensor({2, 2, 3, 6}, Axes(4, Axis::Feature));
    JourneyRequest request;
    request.heads = 3;
    request.source = many.selected(0, 1);
    const Journey journey = makeJourney(request).value();
    QCOMPARE(journey[0].tensor.offset(), 36);
    QCOMPARE(journey.cellOf(2, 33), (Cell{1, 1, 2, 1}));
    QCOMPARE(journey.elementAt(2, {1, 1, 2, 1}), 33);
    QCOMPARE(journey.storageIndexOf(2, 33), 69);
    QCOMPARE(journey.storageIndexOf(3, 33), 29);
}

void TestJourney::refuses_what_does_not_fit() {
    JourneyRequest request =
        arangeRequest(LayoutPath::Split, MemoryOrder::BatchFirst, {2, 3, 3, 2});
    request.heads = 4;
    QCOMPARE(makeJourney(request).error().text(),
             std::string("4 heads do not divide the width 6 of (2, 3, 6)"));
    request.heads = 0;
    QVERIFY(!makeJourney(request));
    request.heads = 3;
    request.path = LayoutPath::Merge;
    QCOMPARE(makeJourney(request).error().text(),
             std::string("the tensor of shape (2, 3, 6) has 3 axes, but this path starts from 4"));
    request.path = LayoutPath::Split;
    request.source = Tensor::filled({2, 0, 6}, Axes(3, Axis::Feature), 0);
    QVERIFY(!makeJourney(request));
}

void TestJourney::every_element_is_in_every_step_exactly_once() {
    QVERIFY(rc::check("every element is in every step exactly once", [] {
        const Journey journey = someJourney();
        for (std::size_t step = journey.firstStep(); step <= journey.lastStep(); ++step) {
            const Tensor& tensor = journey[step].tensor;
            RC_ASSERT(tensor.elementCount() == journey.elementCount());
            std::vector<int> seen(static_cast<std::size_t>(journey.elementCount()), 0);
            Cell cell(tensor.rank(), 0);
            do {
                const Index element = journey.elementAt(step, cell);
                RC_ASSERT(element == named(tensor, cell));
                RC_ASSERT(journey.cellOf(step, element) == cell);
                ++seen[static_cast<std::size_t>(element)];
            } while (advance(cell, tensor.shape()));
            RC_ASSERT(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));
        }
    }));
}

void TestJourney::offsets_from_strides_are_those_of_the_storage() {
    QVERIFY(rc::check("offsets from strides are those of the storage", [] {
        const Journey journey = someJourney();
        for (std::size_t step = journey.firstStep(); step <= journey.lastStep(); ++step) {
            const Tensor& tensor = journey[step].tensor;
            for (Index element = 0; element < journey.elementCount(); ++element) {
                const Cell cell = journey.cellOf(step, element);
                Index offset = 0;
                for (std::size_t i = 0; i < cell.size(); ++i)
                    offset += cell[i] * tensor.stride(i);
                RC_ASSERT(journey.storageIndexOf(step, element) == offset);
                RC_ASSERT(static_cast<Index>(tensor.data()[offset]) == element);
                RC_ASSERT(journey.elementAtStorageIndex(step, offset) == element);
            }
        }
    }));
}

void TestJourney::homes_are_where_the_right_way_leads() {
    QVERIFY(rc::check("homes are where the right way leads", [] {
        const Journey journey = someJourney();
        const Tensor& arranged = journey[journey.arrangedStep()].tensor;
        const LayoutSizes& sizes = journey.sizes();
        for (Index element = 0; element < journey.elementCount(); ++element) {
            const ElementHome home = journey.homeOf(element);
            RC_ASSERT(journey.elementOf(home) == element);
            Cell cell;
            for (const Axis axis : arranged.axes()) {
                switch (axisFamily(axis)) {
                case AxisFamily::Batch: cell.push_back(home.sample); break;
                case AxisFamily::Sequence: cell.push_back(home.token); break;
                case AxisFamily::Heads: cell.push_back(home.head); break;
                case AxisFamily::Features:
                    cell.push_back(journey.path() == LayoutPath::Split
                                       ? home.feature
                                       : home.head * sizes.headDim + home.feature);
                    break;
                }
            }
            RC_ASSERT(named(arranged, cell) == element);
        }
    }));
}

void TestJourney::view_without_transpose_misplaces_24_of_36() {
    const Journey right = arange36();
    const Journey wrong = wrongJourney(right, {WrongWay::Kind::NoTranspose, 0, 0});
    QCOMPARE(countMisplaced(right, wrong), (MisplaceCount{36, 24, 0, 0}));
    QCOMPARE(wrong[wrong.lastStep()].tensor.shape(), right[right.arrangedStep()].tensor.shape());
    QCOMPARE(misplaceOf(right, wrong, {0, 0, 0, 0}), Misplace::None);
    QCOMPARE(misplaceOf(right, wrong, {0, 0, 1, 0}), Misplace::Head);
    QCOMPARE(misplaceOf(right, wrong, {0, 1, 1, 0}), Misplace::None);
    // Merging without transposing back.
    const Journey merge = arange36(LayoutPath::Merge);
    const Journey wrongMerge = wrongJourney(merge, wrongWays(merge).front());
    QCOMPARE(wrongMerge[wrongMerge.lastStep()].tensor.shape(), (Shape{2, 3, 6}));
    QCOMPARE(countMisplaced(merge, wrongMerge), (MisplaceCount{36, 24, 0, 0}));
}

void TestJourney::every_wrong_way_misplaces_where_sizes_allow_it() {
    QVERIFY(rc::check("the wrong ways misplace where sizes allow it", [] {
        LayoutPath path =
            *rc::gen::element(LayoutPath::Split, LayoutPath::Merge, LayoutPath::SideBySide);
        auto order = *rc::gen::element(MemoryOrder::BatchFirst, MemoryOrder::SequenceFirst);
        // Sizes that differ and exceed 1: no exchange of axes can be without effect.
        const Journey right = makeJourney(arangeRequest(path, order, {2, 3, 5, 4})).value();
        const std::vector<WrongWay> ways = wrongWays(right);
        RC_ASSERT(ways.size() >= 3);
        RC_ASSERT(ways.front().kind == WrongWay::Kind::NoTranspose);
        for (const WrongWay& way : ways) {
            const MisplaceCount count = countMisplaced(right, wrongJourney(right, way));
            RC_ASSERT(count.misplaced() > 0);
        }
    }));
}

void TestJourney::wrong_ways_count_as_brute_force_does() {
    QVERIFY(rc::check("wrong ways count as brute force does", [] {
        const Journey right = someJourney();
        const std::vector<WrongWay> ways = wrongWays(right);
        const WrongWay way = ways[*rc::gen::inRange<std::size_t>(0, ways.size())];
        const Journey wrong = wrongJourney(right, way);
        // The numbers of arange, read out of the two tensors, cell by cell.
        const Tensor& belongs = right[right.arrangedStep()].tensor;
        const Tensor& stands = wrong[wrong.lastStep()].tensor;
        RC_ASSERT(belongs.shape() == stands.shape());
        MisplaceCount expected;
        Cell cell(belongs.rank(), 0);
        do {
            const ElementHome here = right.homeOf(named(belongs, cell));
            const ElementHome own = right.homeOf(named(stands, cell));
            ++expected.elements;
            Misplace place = Misplace::None;
            if (own.head != here.head || own.sample != here.sample) {
                ++expected.wrongHead;
                place = Misplace::Head;
            } else if (own.token != here.token) {
                ++expected.wrongToken;
                place = Misplace::Token;
            } else if (own.feature != here.feature) {
                ++expected.wrongFeature;
                place = Misplace::Feature;
            }
            RC_ASSERT(misplaceOf(right, wrong, cell) == place);
        } while (advance(cell, belongs.shape()));
        RC_ASSERT(countMisplaced(right, wrong) == expected);
        RC_CLASSIFY(expected.misplaced() > 0, "misplaces");
    }));
}

void TestJourney::one_head_cannot_be_misplaced_by_a_view() {
    const Journey right =
        makeJourney(arangeRequest(LayoutPath::Split, MemoryOrder::BatchFirst, {2, 3, 1, 4}))
            .value();
    const Journey wrong = wrongJourney(right, {WrongWay::Kind::NoTranspose, 0, 0});
    QCOMPARE(countMisplaced(right, wrong).misplaced(), 0);
}

HEADSCOPE_TEST(TestJourney, QCoreApplication)
#include "test_journey.moc"
