// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/offset_hops.h"
#include "head_shapes/step_motion.h"
#include "support/test_program.h"

#include <rapidcheck.h>

#include <QtTest>

#include <array>
#include <cmath>
#include <set>

using namespace headscope;

namespace {

Journey someJourney() {
    const auto path =
        *rc::gen::element(LayoutPath::Split, LayoutPath::Merge, LayoutPath::SideBySide);
    auto order = *rc::gen::element(MemoryOrder::BatchFirst, MemoryOrder::SequenceFirst,
                                   MemoryOrder::Unbatched);
    LayoutSizes sizes{*rc::gen::inRange<Index>(1, 5), *rc::gen::inRange<Index>(1, 6),
                      *rc::gen::inRange<Index>(1, 5), *rc::gen::inRange<Index>(1, 5)};
    if (path == LayoutPath::SideBySide) {
        order = MemoryOrder::BatchFirst;
        sizes.batch = 1;
    } else if (order == MemoryOrder::Unbatched) {
        sizes.sequence = 1;
    }
    return makeJourney(arangeRequest(path, order, sizes)).value();
}

/// The drawing of a step in a space of some size, somewhere.
BlockGeometry drawn(const Journey& journey, std::size_t step) {
    const Extent space{static_cast<double>(*rc::gen::inRange(60, 900)),
                       static_cast<double>(*rc::gen::inRange(60, 700))};
    const Point origin{static_cast<double>(*rc::gen::inRange(0, 1000)),
                       static_cast<double>(*rc::gen::inRange(0, 500))};
    return BlockGeometry::fitted(BlockArrangement(journey[step].tensor, journey.sizes()), space, 36)
        .movedTo(origin);
}

std::size_t someMovingStep(const Journey& journey) {
    return *rc::gen::inRange(journey.firstStep() + 1, journey.lastStep() + 1);
}

Journey arange36() {
    return makeJourney(arangeRequest(LayoutPath::Split, MemoryOrder::BatchFirst, {2, 3, 3, 2}))
        .value();
}

BlockGeometry roomy(const Journey& journey, std::size_t step) {
    return BlockGeometry::fitted(BlockArrangement(journey[step].tensor, journey.sizes()),
                                 {480, 330}, 36);
}

} // namespace

class TestBlockGeometry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void arange_36_has_the_measures_of_the_drawing();
    void blocks_follow_the_axes_data();
    void blocks_follow_the_axes();
    void batch_heads_is_drawn_as_batch_and_heads();
    void places_and_cells_are_each_others_reverse();
    void some_of_the_tokens_are_drawn_alone();
    void drawings_fit_into_their_space();
    void millions_of_elements_fit_too();
    void every_cell_has_a_size_in_any_space();
    void every_cell_is_found_under_its_own_centre();
    void nothing_is_found_between_the_blocks();

    void every_element_is_somewhere_exactly_once();
    void moves_end_where_the_tensor_says();
    void rows_reach_their_height_in_the_first_half();
    void heads_move_one_after_another();
    void memory_stays_unless_it_is_copied();
    void copied_memory_is_filled_from_its_beginning();
    void hops_add_up_to_the_offset();
    void timelines_have_a_stage_for_each_step();
};

void TestBlockGeometry::arange_36_has_the_measures_of_the_drawing() {
    const Journey journey = arange36();
    const BlockGeometry before = roomy(journey, 1);
    QCOMPARE(before.measures(), BlockMeasures{});
    QCOMPARE(before.blocksAcross(), 3);
    QCOMPARE(before.linesAcross(), 1);
    // Sample 1, token 2, head 1: one block of two cells and a gap further right.
    QCOMPARE(before.at(Cell{0, 0, 0, 0}), (Point{48, 20}));
    QCOMPARE(before.at(Cell{0, 1, 0, 0}), (Point{48 + 72 + 20, 20}));
    QCOMPARE(before.at(Cell{0, 0, 2, 1}), (Point{48 + 36, 20 + 72}));
    QCOMPARE(before.at(Cell{1, 0, 0, 0}), (Point{48, 20 + 108 + 24 + 20}));
    QCOMPARE(before.extent(), (Extent{48 + 3 * 72 + 2 * 20, 2 * (20 + 108) + 24}));
}

void TestBlockGeometry::blocks_follow_the_axes_data() {
    QTest::addColumn<int>("path");
    QTest::addColumn<int>("order");
    QTest::addColumn<int>("step");
    QTest::addColumn<QList<int>>("counts");
    const auto row = [](const char* name, LayoutPath path, MemoryOrder order, int step,
                        const QList<int>& counts) {
        QTest::newRow(name) << static_cast<int>(path) << static_cast<int>(order) << step << counts;
    };
    // lines, blocks, rows, columns for batch 2, sequence 3, heads 4, head size 5
    using enum LayoutPath;
    using enum MemoryOrder;
    row("x_has_a_line_for_each_sample", Split, BatchFirst, 0, {2, 1, 3, 20});
    row("view_has_a_block_for_each_token", Split, BatchFirst, 1, {2, 3, 4, 5});
    row("transpose_has_a_block_for_each_head", Split, BatchFirst, 2, {2, 4, 3, 5});
    row("reshape_keeps_the_blocks", Split, BatchFirst, 3, {2, 4, 3, 5});
    row("sequence_first_view", Split, SequenceFirst, 1, {3, 2, 4, 5});
    row("sequence_first_permute", Split, SequenceFirst, 2, {2, 4, 3, 5});
    row("rows_are_one_block", Split, Unbatched, 0, {1, 1, 2, 20});
    row("cut_rows_are_blocks", Split, Unbatched, 1, {1, 2, 4, 5});
    row("heads_of_rows", Split, Unbatched, 2, {1, 4, 2, 5});
    row("merged", Merge, BatchFirst, 3, {2, 1, 3, 20});
    row("matrices_lie_side_by_side", SideBySide, BatchFirst, 0, {1, 4, 3, 5});
    row("joined_matrices_are_one", SideBySide, BatchFirst, 1, {1, 1, 3, 20});
}

void TestBlockGeometry::blocks_follow_the_axes() {
    QFETCH(int, path);
    QFETCH(int, order);
    QFETCH(int, step);
    QFETCH(QList<int>, counts);
    LayoutSizes sizes{2, 3, 4, 5};
    if (static_cast<MemoryOrder>(order) == MemoryOrder::Unbatched)
        sizes.sequence = 1;
    const Journey journey = makeJourney(arangeRequest(static_cast<LayoutPath>(path),
                                                      static_cast<MemoryOrder>(order), sizes))
                                .value();
    const BlockArrangement blocks(journey[static_cast<std::size_t>(step)].tensor, journey.sizes());
    QCOMPARE(blocks.lines(), counts[0]);
    QCOMPARE(blocks.blocks(), counts[1]);
    QCOMPARE(blocks.rows(), counts[2]);
    QCOMPARE(blocks.columns(), counts[3]);
}

void TestBlockGeometry::batch_heads_is_drawn_as_batch_and_heads() {
    const Journey journey = arange36();
    const BlockArrangement flat(journey[3].tensor, journey.sizes());
    QCOMPARE(flat.placeOf({4, 2, 1}), (PlacedBlock{1, 1, 2, 1}));
    const BlockArrangement heads(journey[2].tensor, journey.sizes());
    for (Index element = 0; element < 36; ++element)
        QCOMPARE(flat.placeOf(journey.cellOf(3, element)),
                 heads.placeOf(journey.cellOf(2, element)));
}

void TestBlockGeometry::places_and_cells_are_each_others_reverse() {
    QVERIFY(rc::check("places and cells are each other's reverse", [] {
        const Journey journey = someJourney();
        for (std::size_t step = journey.firstStep(); step <= journey.lastStep(); ++step) {
            const Tensor& tensor = journey[step].tensor;
            const BlockArrangement blocks(tensor, journey.sizes());
            RC_ASSERT(blocks.lines() * blocks.blocks() * blocks.rows() * blocks.columns() ==
                      tensor.elementCount());
            Cell cell(tensor.rank(), 0);
            do {
                const PlacedBlock place = blocks.placeOf(cell);
                RC_ASSERT(place.line < blocks.lines() && place.block < blocks.blocks());
                RC_ASSERT(place.row < blocks.rows() && place.column < blocks.columns());
                RC_ASSERT(blocks.cellOf(place) == cell);
            } while (advance(cell, tensor.shape()));
        }
    }));
}

void TestBlockGeometry::some_of_the_tokens_are_drawn_alone() {
    for (const LayoutPath path : {LayoutPath::Split, LayoutPath::Merge, LayoutPath::SideBySide}) {
        for (const MemoryOrder order : {MemoryOrder::BatchFirst, MemoryOrder::SequenceFirst}) {
            const bool one = path == LayoutPath::SideBySide;
            if (one && order == MemoryOrder::SequenceFirst)
                continue;
            const LayoutSizes sizes{one ? 1 : 2, 5, 3, 2};
            const Journey journey = makeJourney(arangeRequest(path, order, sizes)).value();
            for (std::size_t step = 0; step <= journey.lastStep(); ++step) {
                const Tensor& tensor = journey[step].tensor;
                const BlockArrangement some(tensor, sizes, {2, 3});
                Cell cell(tensor.rank(), 0);
                std::set<std::array<Index, 4>> places;
                do {
                    const Index token = journey.homeOf(journey.elementAt(step, cell)).token;
                    QCOMPARE(some.shows(cell), token >= 2);
                    if (!some.shows(cell))
                        continue;
                    const PlacedBlock place = some.placeOf(cell);
                    QVERIFY(some.cellOf(place) == cell);
                    QVERIFY(place.line < some.lines() && place.block < some.blocks());
                    QVERIFY(place.row < some.rows() && place.column < some.columns());
                    places.insert({place.line, place.block, place.row, place.column});
                } while (advance(cell, tensor.shape()));
                QCOMPARE(static_cast<Index>(places.size()), sizes.elements() / 5 * 3);
                QCOMPARE(some.lines() * some.blocks() * some.rows() * some.columns(),
                         sizes.elements() / 5 * 3);
            }
        }
    }
}

void TestBlockGeometry::drawings_fit_into_their_space() {
    QVERIFY(rc::check("drawings fit into their space", [] {
        LayoutSizes sizes{*rc::gen::inRange<Index>(1, 40), *rc::gen::inRange<Index>(1, 200),
                          *rc::gen::inRange<Index>(1, 17), *rc::gen::inRange<Index>(1, 65)};
        RC_PRE(sizes.elements() < 200'000);
        const Journey journey =
            makeJourney(arangeRequest(LayoutPath::Split, MemoryOrder::BatchFirst, sizes)).value();
        const Extent space{static_cast<double>(*rc::gen::inRange(200, 1200)),
                           static_cast<double>(*rc::gen::inRange(150, 800))};
        for (std::size_t step = 0; step <= journey.lastStep(); ++step) {
            const BlockGeometry geometry =
                BlockGeometry::fitted(BlockArrangement(journey[step].tensor, sizes), space, 36);
            const Extent extent = geometry.extent();
            const Extent cell = geometry.cellExtent();
            RC_ASSERT(cell.width > 0 && cell.height > 0);
            RC_ASSERT(cell.width <= 36 && cell.height <= 36);
            if (std::min(cell.width, cell.height) >= 4)
                RC_ASSERT(cell.width == cell.height);
            RC_ASSERT(extent.width <= space.width + 1e-6);
            RC_ASSERT(extent.height <= space.height + 1e-6);
        }
    }));
}

void TestBlockGeometry::millions_of_elements_fit_too() {
    const Extent space{460, 320};
    for (const LayoutSizes& sizes : {LayoutSizes{32, 1024, 8, 64}, LayoutSizes{1, 1 << 18, 4, 16},
                                     LayoutSizes{4096, 1, 64, 64}}) {
        QVERIFY(sizes.elements() == Index{1} << 24);
        const Journey journey =
            makeJourney(arangeRequest(LayoutPath::Split, MemoryOrder::BatchFirst, sizes)).value();
        for (std::size_t step = 0; step <= journey.lastStep(); ++step) {
            const BlockGeometry geometry =
                BlockGeometry::fitted(BlockArrangement(journey[step].tensor, sizes), space, 36);
            const Extent cell = geometry.cellExtent();
            QVERIFY(cell.width > 0 && cell.height > 0);
            QVERIFY(geometry.extent().width <= space.width + 1e-6);
            QVERIFY(geometry.extent().height <= space.height + 1e-6);
            // Much of the space is used, whatever the shape.
            const double used = cell.width * cell.height * static_cast<double>(sizes.elements());
            QVERIFY2(used > 0.3 * space.width * space.height, "the cells are needlessly small");
        }
    }
}

void TestBlockGeometry::every_cell_has_a_size_in_any_space() {
    for (const LayoutSizes sizes : {LayoutSizes{2, 3, 3, 2}, LayoutSizes{32, 10, 8, 64}}) {
        const Journey journey =
            makeJourney(arangeRequest(LayoutPath::Split, MemoryOrder::BatchFirst, sizes)).value();
        for (std::size_t step = 0; step < journey.steps().size(); ++step) {
            for (const Extent space : {Extent{0, 0}, Extent{-300, 200}, Extent{200, -300},
                                       Extent{0.01, 5000}, Extent{3, 3}, Extent{NAN, -INFINITY}}) {
                const BlockGeometry blocks = BlockGeometry::fitted(
                    BlockArrangement(journey[step].tensor, journey.sizes()), space, 36);
                for (const double size : {blocks.cellExtent().width, blocks.cellExtent().height,
                                          blocks.extent().width, blocks.extent().height}) {
                    QVERIFY(size > 0);
                    QVERIFY(size < 1e6);
                }
            }
        }
    }
}

void TestBlockGeometry::every_cell_is_found_under_its_own_centre() {
    QVERIFY(rc::check("every cell is found under its own centre", [] {
        const Journey journey = someJourney();
        const auto step = *rc::gen::inRange(journey.firstStep(), journey.lastStep() + 1);
        const BlockGeometry geometry = drawn(journey, step);
        const Extent size = geometry.cellExtent();
        std::set<std::pair<double, double>> corners;
        for (Index element = 0; element < journey.elementCount(); ++element) {
            const Cell cell = journey.cellOf(step, element);
            const Point corner = geometry.at(cell);
            RC_ASSERT(corners.insert({corner.x, corner.y}).second);
            const auto place =
                geometry.placeAt({corner.x + size.width / 2, corner.y + size.height / 2});
            RC_ASSERT(place.has_value());
            RC_ASSERT(geometry.arrangement().cellOf(*place) == cell);
        }
    }));
}

void TestBlockGeometry::nothing_is_found_between_the_blocks() {
    const Journey journey = arange36();
    const BlockGeometry geometry = roomy(journey, 1);
    QVERIFY(!geometry.placeAt({47, 30}));              // the label
    QVERIFY(!geometry.placeAt({60, 10}));              // the header
    QVERIFY(!geometry.placeAt({48 + 72 + 10, 30}));    // the gap
    QVERIFY(!geometry.placeAt({60, 20 + 108 + 12}));   // between the lines
    QVERIFY(!geometry.placeAt({48 + 3 * 92 + 1, 30})); // right of all
    QVERIFY(!geometry.placeAt({-1, -1}));
    QVERIFY(!geometry.placeAt({1e18, 1e18}));
    QVERIFY(geometry.placeAt({48, 20}).has_value());
}

void TestBlockGeometry::every_element_is_somewhere_exactly_once() {
    QVERIFY(rc::check("every element is somewhere exactly once", [] {
        const Journey journey = someJourney();
        const std::size_t step = someMovingStep(journey);
        const BlockGeometry from = drawn(journey, step - 1);
        const BlockGeometry to = drawn(journey, step);
        const StepMotion motion(journey, step, from, to);
        const double progress = *rc::gen::inRange(0, 10001) / 10000.0;
        const double left = std::min(from.origin().x, to.origin().x);
        const double top = std::min(from.origin().y, to.origin().y);
        const double right =
            std::max(from.origin().x + from.extent().width, to.origin().x + to.extent().width);
        const double bottom =
            std::max(from.origin().y + from.extent().height, to.origin().y + to.extent().height);
        std::set<std::pair<double, double>> resting;
        for (Index element = 0; element < journey.elementCount(); ++element) {
            const Point place = motion.at(element, progress);
            RC_ASSERT(place.x >= left && place.x <= right);
            RC_ASSERT(place.y >= top && place.y <= bottom);
            const double own = motion.groups().progressOf(motion.groups().of(element), progress);
            // Those that wait and those that have arrived stand where the tensors say.
            if (own == 0)
                RC_ASSERT(place == from.at(journey.cellOf(step - 1, element)));
            if (own == 1) {
                RC_ASSERT(place == to.at(journey.cellOf(step, element)));
                RC_ASSERT(resting.insert({place.x, place.y}).second);
            }
        }
    }));
}

void TestBlockGeometry::moves_end_where_the_tensor_says() {
    QVERIFY(rc::check("moves end where the engine's tensor says", [] {
        const Journey journey = someJourney();
        const std::size_t step = someMovingStep(journey);
        const BlockGeometry to = drawn(journey, step);
        const StepMotion motion(journey, step, drawn(journey, step - 1), to);
        // Read out of the tensor: the number in a cell is the name of the element.
        const Tensor& tensor = journey[step].tensor;
        Cell cell(tensor.rank(), 0);
        do {
            const auto element = static_cast<Index>(tensor.at(cell));
            RC_ASSERT(motion.at(element, 1) == to.at(cell));
        } while (advance(cell, tensor.shape()));
    }));
}

void TestBlockGeometry::rows_reach_their_height_in_the_first_half() {
    const Journey journey = arange36();
    const BlockGeometry from = roomy(journey, 1);
    const BlockGeometry to = roomy(journey, 2).movedTo({500, 0});
    const StepMotion motion(journey, 2, from, to);
    const Point start{0, 0};
    const Point end{100, 50};
    QCOMPARE(motion.between(start, end, 0), start);
    QCOMPARE(motion.between(start, end, 1), end);
    QCOMPARE(motion.between(start, end, 0.5).y, 50.0);
    QCOMPARE(motion.between(start, end, 0.5).x, 50.0);
    QVERIFY(motion.between(start, end, 0.25).y < 50);
    QVERIFY(motion.between(start, end, 0.75).x > 50);
    // Pieces that become one row go apart first.
    const Journey merge =
        makeJourney(arangeRequest(LayoutPath::Merge, MemoryOrder::BatchFirst, {2, 3, 3, 2}))
            .value();
    const StepMotion joining(merge, 3, roomy(merge, 2), roomy(merge, 3));
    QCOMPARE(joining.between(start, end, 0.5).x, 100.0);
    QCOMPARE(joining.between(start, end, 0.5).y, 25.0);
}

void TestBlockGeometry::heads_move_one_after_another() {
    const Journey journey = arange36();
    const BlockGeometry from = roomy(journey, 1);
    const BlockGeometry to = roomy(journey, 2).movedTo({500, 0});
    const StepMotion motion(journey, 2, from, to);
    QCOMPARE(motion.groups().count(), 3);
    for (Index element = 0; element < 36; ++element) {
        const Index head = journey.homeOf(element).head;
        QCOMPARE(motion.groups().of(element), head);
        const Point place = motion.at(element, 0.5);
        if (head == 0)
            QCOMPARE(place, to.at(journey.cellOf(2, element)));
        if (head == 1)
            QVERIFY(place.x > from.at(journey.cellOf(1, element)).x);
        if (head == 2)
            QCOMPARE(place, from.at(journey.cellOf(1, element)));
    }
    // A view fills token after token, a copy row after row.
    QCOMPARE(StepGroups(journey, 1).count(), 3);
    QCOMPARE(StepGroups(journey, 1).of(33), journey.homeOf(33).token);
    QCOMPARE(StepGroups(journey, 3).count(), 18);
}

void TestBlockGeometry::memory_stays_unless_it_is_copied() {
    QVERIFY(rc::check("memory stays unless it is copied", [] {
        const Journey journey = someJourney();
        const std::size_t step = someMovingStep(journey);
        const double progress = *rc::gen::inRange(0, 1001) / 1000.0;
        for (Index element = 0; element < journey.elementCount(); ++element) {
            const Index before = journey.storageIndexOf(step - 1, element);
            const Index after = journey.storageIndexOf(step, element);
            const MemoryPlace start = memoryPlace(journey, step, element, 0);
            const MemoryPlace now = memoryPlace(journey, step, element, progress);
            const MemoryPlace end = memoryPlace(journey, step, element, 1);
            RC_ASSERT(start == (MemoryPlace{static_cast<double>(before), 0}));
            if (journey[step].copies()) {
                RC_ASSERT(end == (MemoryPlace{static_cast<double>(after), 1}));
            } else {
                RC_ASSERT(now == start);
                RC_ASSERT(before == after);
            }
        }
    }));
}

void TestBlockGeometry::copied_memory_is_filled_from_its_beginning() {
    const Journey journey = arange36();
    double before = 2;
    for (Index place = 0; place < 36; ++place) {
        const Index element = journey.elementAtStorageIndex(3, place);
        const double level = memoryPlace(journey, 3, element, 0.5).level;
        QVERIFY(level <= before);
        before = level;
    }
    QCOMPARE(memoryPlace(journey, 3, journey.elementAtStorageIndex(3, 0), 0.5).level, 1.0);
    QCOMPARE(memoryPlace(journey, 3, journey.elementAtStorageIndex(3, 35), 0.5).level, 0.0);
}

void TestBlockGeometry::hops_add_up_to_the_offset() {
    const Journey journey = arange36();
    QCOMPARE(QString::fromStdString(offsetText(journey[2].tensor, {1, 1, 2, 1})),
             QStringLiteral("1·18 + 1·2 + 2·6 + 1·1 = 33"));
    const auto hops = offsetHops(journey[2].tensor, {1, 1, 2, 1});
    QCOMPARE(hops.size(), std::size_t{4});
    QCOMPARE(hops[2], (OffsetHop{2, 2, 6, 20, 32}));
    QVERIFY(rc::check("hops add up to the offset", [] {
        const Journey some = someJourney();
        const auto step = *rc::gen::inRange(some.firstStep(), some.lastStep() + 1);
        const auto element = *rc::gen::inRange<Index>(0, some.elementCount());
        const auto walk = offsetHops(some[step].tensor, some.cellOf(step, element));
        Index place = 0;
        for (const OffsetHop& hop : walk) {
            RC_ASSERT(hop.from == place);
            place += hop.index * hop.stride;
            RC_ASSERT(hop.to == place);
        }
        RC_ASSERT(place == some.storageIndexOf(step, element));
    }));
}

void TestBlockGeometry::timelines_have_a_stage_for_each_step() {
    const Journey journey = arange36();
    const Timeline timeline = journeyTimeline(journey);
    QCOMPARE(timeline.moveCount(), journey.steps().size());
    QCOMPARE(timeline.move(0).move, Time{0});
    QVERIFY(timeline.move(2).move > Time{0});
    QVERIFY(timeline.move(3).move > timeline.move(2).move);
    // The first "next" plays the first move.
    QCOMPARE(timeline.nextStop(Time{0}), timeline.moveEndOf(1));
}

HEADSCOPE_TEST(TestBlockGeometry, QCoreApplication)
#include "test_block_geometry.moc"
