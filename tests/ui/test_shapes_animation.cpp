// SPDX-License-Identifier: GPL-3.0-or-later
// Time in the Shapes picture: seeking equals playing, and what is written as a GIF.
#include "attention/multi_head_attention.h"
#include "examples/examples.h"
#include "experiment/experiment_run.h"
#include "jobs/animation.h"
#include "pages/shapes/picture/shapes_picture.h"
#include "pages/shapes/picture/step_painter.h"
#include "pages/shapes/shapes_animation.h"
#include "pages/shapes/shapes_words.h"
#include "support/edits.h"
#include "support/test_program.h"

#include <QApplication>
#include <QBuffer>
#include <QImageReader>
#include <QtTest>

#include <algorithm>
#include <set>

using namespace headscope;
using namespace headscope::testing;

namespace {

ShapesScene arange(const LayoutSizes& sizes, LayoutPath path = LayoutPath::Split,
                   MemoryOrder order = MemoryOrder::BatchFirst) {
    ShapesScene scene;
    scene.options.values = ShapesValues::Arange;
    scene.options.sizes = sizes;
    scene.options.path = path;
    scene.options.order = order;
    scene.model = makeShapesModel(nullptr, scene.options).value();
    return scene;
}

ShapesAnimation wholeJourney(const ShapesScene& scene) {
    ShapesAnimation animation;
    animation.scene = scene;
    animation.choice.to = scene.model->right.lastStep();
    return animation;
}

struct ReadFrame {
    QImage image;
    int delay = 0; ///< milliseconds
};

/// What Qt's own reader makes of a file.
std::vector<ReadFrame> readBack(QByteArray content) {
    QBuffer buffer(&content);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, "gif");
    std::vector<ReadFrame> frames;
    while (reader.canRead()) {
        ReadFrame frame;
        frame.image = reader.read();
        if (frame.image.isNull())
            break;
        frame.image.convertTo(QImage::Format_RGB32);
        frame.delay = reader.nextImageDelay();
        frames.push_back(frame);
    }
    return frames;
}

/// How far two pictures are apart.
struct Difference {
    double same = 0;   ///< share of the pixels that are equal, [0, 1]
    double mean = 256; ///< of a channel
};

Difference difference(const QImage& a, const QImage& b) {
    if (a.size() != b.size())
        return {};
    qint64 same = 0;
    qint64 sum = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y);
            const QRgb q = b.pixel(x, y);
            same += p == q;
            sum += std::abs(qRed(p) - qRed(q)) + std::abs(qGreen(p) - qGreen(q)) +
                   std::abs(qBlue(p) - qBlue(q));
        }
    }
    const double pixels = static_cast<double>(a.width()) * a.height();
    return {static_cast<double>(same) / pixels, static_cast<double>(sum) / (3 * pixels)};
}

} // namespace

class TestShapesAnimation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void seek_equals_play_data();
    void seek_equals_play();
    void reduced_motion_cuts();
    void every_element_arrives_where_the_tensor_has_it_data();
    void every_element_arrives_where_the_tensor_has_it();
    void cells_keep_their_size_between_panels_and_steps();
    void what_moves_meets_no_other_group_and_no_name_data();
    void what_moves_meets_no_other_group_and_no_name();
    void numbers_of_ten_tokens_can_be_read_data();
    void numbers_of_ten_tokens_can_be_read();
    void the_default_sentence_can_be_read_both_ways_data();
    void the_default_sentence_can_be_read_both_ways();
    void what_cannot_be_read_is_said_data();
    void what_cannot_be_read_is_said();
    void areas_of_any_size_are_painted_data();
    void areas_of_any_size_are_painted();
    void gif_is_read_back_data();
    void gif_is_read_back();
    void gif_of_few_colours_is_exact();
    void gif_of_a_small_journey_is_small();
    void gif_can_be_cancelled();
    void gif_of_no_size_is_refused();
};

void TestShapesAnimation::seek_equals_play_data() {
    QTest::addColumn<LayoutSizes>("sizes");
    QTest::addColumn<LayoutPath>("path");
    QTest::addColumn<MemoryOrder>("order");
    QTest::addColumn<double>("speed");
    QTest::addColumn<bool>("reduced");
    QTest::addColumn<bool>("dark");
    const auto row = [](const char* name, LayoutSizes sizes, LayoutPath path, MemoryOrder order,
                        double speed, bool reduced, bool dark) {
        QTest::newRow(name) << sizes << path << order << speed << reduced << dark;
    };
    row("split_36", {2, 3, 3, 2}, LayoutPath::Split, MemoryOrder::BatchFirst, 1, false, false);
    row("split_36_fast_dark", {2, 3, 3, 2}, LayoutPath::Split, MemoryOrder::BatchFirst, 4, false,
        true);
    row("split_sequence_first_slow", {2, 4, 2, 3}, LayoutPath::Split, MemoryOrder::SequenceFirst,
        0.25, false, false);
    row("rows_only", {4, 1, 2, 3}, LayoutPath::Split, MemoryOrder::Unbatched, 1, false, true);
    row("merge_36", {2, 3, 3, 2}, LayoutPath::Merge, MemoryOrder::BatchFirst, 1, false, true);
    row("side_by_side", {1, 5, 8, 3}, LayoutPath::SideBySide, MemoryOrder::BatchFirst, 1, false,
        false);
    row("split_36_reduced", {2, 3, 3, 2}, LayoutPath::Split, MemoryOrder::BatchFirst, 1, true,
        false);
    row("blocks_16384", {8, 16, 8, 16}, LayoutPath::Split, MemoryOrder::BatchFirst, 1, false, true);
}

void TestShapesAnimation::seek_equals_play() {
    QFETCH(LayoutSizes, sizes);
    QFETCH(LayoutPath, path);
    QFETCH(MemoryOrder, order);
    QFETCH(double, speed);
    QFETCH(bool, reduced);
    QFETCH(bool, dark);
    ShapesScene played = arange(sizes, path, order);
    played.display.reducedMotion = reduced;
    played.display.theme = dark ? ThemeKind::Dark : ThemeKind::Light;
    ShapesScene sought = played;
    const QSize size(720, 540);
    Animation player;
    player.setTimeline(played.model->timeline);
    player.setSpeed(speed);
    player.play();
    const Time whole = played.model->timeline.duration();
    constexpr int moments = 24;
    for (int i = 0; i <= moments && player.state().playing; ++i) {
        // Frames in between are dropped or painted as they come.
        const Time elapsed{
            static_cast<Time::rep>(static_cast<double>(whole.count()) / speed * i / moments)};
        player.setElapsed(elapsed - Time{std::min<Time::rep>(elapsed.count(), 12'345)});
        played.time = player.time();
        shapesImage(played, size);
        player.setElapsed(elapsed);
        played.time = player.time();
        played.playback = player.state();
        const QImage asPlayed = shapesImage(played, size);
        // A player that never ran, and came from the other end.
        Animation seeker;
        seeker.setTimeline(sought.model->timeline);
        seeker.goToEnd();
        seeker.seek(player.time());
        sought.time = seeker.time();
        QCOMPARE(sought.time, played.time);
        QCOMPARE(asPlayed, shapesImage(sought, size));
    }
}

void TestShapesAnimation::reduced_motion_cuts() {
    ShapesScene scene = arange({2, 3, 3, 2});
    scene.display.reducedMotion = true;
    const Timeline& timeline = scene.model->timeline;
    std::vector<QImage> pictures;
    for (double progress = 0.05; progress < 1; progress += 0.3) {
        scene.time = timeline.timeOf(3, progress);
        pictures.push_back(shapesImage(scene, {720, 540}));
    }
    for (const QImage& picture : pictures)
        QCOMPARE(picture, pictures.front());
    scene.display.reducedMotion = false;
    scene.time = timeline.timeOf(3, 0.35);
    QVERIFY(shapesImage(scene, {720, 540}) != pictures.front());
}

void TestShapesAnimation::every_element_arrives_where_the_tensor_has_it_data() {
    seek_equals_play_data();
}

void TestShapesAnimation::every_element_arrives_where_the_tensor_has_it() {
    QFETCH(LayoutSizes, sizes);
    QFETCH(LayoutPath, path);
    QFETCH(MemoryOrder, order);
    const ShapesScene scene = arange(sizes, path, order);
    if (scene.model->right.elementCount() > mostSingleElements)
        return;
    const Journey& journey = scene.model->right;
    ShapesGeometryInput input;
    input.size = QSizeF(1000, 620);
    for (std::size_t step = journey.firstStep() + 1; step <= journey.lastStep(); ++step) {
        const ShapesGeometry geometry = layoutShapes(*scene.model, step, true, input);
        const ElementStyle style(*scene.model, scene.options, theme(ThemeKind::Light));
        const StepFrame frame{*scene.model, geometry, style, {step, 1, 1}, {}, false};
        const ElementPlaces places(frame);
        const BlockGeometry& blocks = geometry.after->blocks;
        // From the tensor to the place, by value: arange names its elements.
        const Tensor& tensor = journey[step].tensor;
        Cell cell(tensor.rank(), 0);
        std::set<std::pair<double, double>> taken;
        do {
            const auto element = static_cast<Index>(tensor.at(cell));
            const PlacedBlock place = blocks.arrangement().placeOf(cell);
            const Point expected = blocks.at(place);
            const auto drawn = places.at(element);
            QVERIFY(drawn);
            QCOMPARE(drawn->topLeft(), QPointF(expected.x, expected.y));
            QVERIFY2(taken.emplace(expected.x, expected.y).second, "two elements at one place");
        } while (advance(cell, tensor.shape()));
        QCOMPARE(static_cast<Index>(taken.size()), journey.elementCount());
    }
}

void TestShapesAnimation::cells_keep_their_size_between_panels_and_steps() {
    const ShapesScene scene = arange({2, 3, 3, 2});
    const Journey& journey = scene.model->right;
    for (int width = 1000; width < 1800; width += 13) {
        for (const double label : {48.0, 51.37, 66.2}) {
            ShapesGeometryInput input;
            input.size = QSizeF(width, 0.6 * width);
            input.labelWidth = label;
            double cell = 0;
            for (std::size_t step = 1; step <= journey.lastStep(); ++step) {
                const ShapesGeometry geometry = layoutShapes(*scene.model, step, true, input);
                if (cell == 0)
                    cell = geometry.before.blocks.measures().cellWidth;
                QCOMPARE(geometry.before.blocks.measures().cellWidth, cell);
                QCOMPARE(geometry.after->blocks.measures().cellWidth, cell);
                QCOMPARE(geometry.wrong->blocks.measures().cellWidth, cell);
                // Nothing lies on something else.
                const auto bottom = [](const BlockGeometry& blocks) {
                    return blocks.origin().y + blocks.extent().height;
                };
                QVERIFY(bottom(geometry.before.blocks) < geometry.separator);
                QVERIFY(bottom(geometry.wrong->blocks) < geometry.separator);
                QVERIFY(geometry.before.blocks.origin().x + geometry.before.blocks.extent().width <
                        geometry.after->blocks.origin().x);
                QVERIFY(geometry.after->blocks.origin().x + geometry.after->blocks.extent().width <
                        geometry.divider);
            }
        }
    }
}

namespace {

/// Where the names of a labelled drawing stand.
std::vector<QRectF> namesOf(const BlockGeometry& blocks) {
    std::vector<QRectF> names;
    if (!blocks.isLabelled())
        return names;
    const BlockMeasures& m = blocks.measures();
    const Extent block = blocks.blockExtent();
    for (Index line = 0; line < blocks.arrangement().lines(); ++line) {
        for (Index i = 0; i < blocks.arrangement().blocks(); ++i) {
            const Point at = blocks.blockOrigin(line, i);
            names.emplace_back(at.x, at.y - m.header, block.width, m.header - m.lane);
            if (i == 0)
                names.emplace_back(at.x - m.label, at.y, m.label - 8, block.height);
        }
    }
    return names;
}

bool meets(const QRectF& a, const QRectF& b) {
    const QRectF both = a & b;
    return both.width() > 0.5 && both.height() > 0.5;
}

} // namespace

void TestShapesAnimation::what_moves_meets_no_other_group_and_no_name_data() {
    QTest::addColumn<LayoutPath>("path");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("sequence");
    QTest::addColumn<QSizeF>("size");
    for (const auto& [name, path] :
         {std::pair("split", LayoutPath::Split), std::pair("merge", LayoutPath::Merge)}) {
        for (const auto& [batch, sequence] : {std::pair(2, 3), std::pair(1, 10)}) {
            for (const QSizeF size :
                 {QSizeF(720, 520), QSizeF(1088, 616), QSizeF(1640, 796), QSizeF(2200, 1100)})
                QTest::addRow("%s, %d of %d, %gx%g", name, batch, sequence, size.width(),
                              size.height())
                    << path << batch << sequence << size;
        }
    }
}

void TestShapesAnimation::what_moves_meets_no_other_group_and_no_name() {
    QFETCH(LayoutPath, path);
    QFETCH(int, batch);
    QFETCH(int, sequence);
    QFETCH(QSizeF, size);
    ShapesOptions options;
    options.path = path;
    const auto model =
        shapesModel(makeJourney(arangeRequest(path, MemoryOrder::BatchFirst,
                                              {batch, sequence, batch == 1 ? 4 : 3, 2}))
                        .value(),
                    options);
    const Journey& journey = model->right;
    ShapesGeometryInput input;
    input.size = size;
    int flights = 0;
    for (std::size_t step = journey.firstStep() + 1; step <= journey.lastStep(); ++step) {
        const ShapesGeometry geometry = layoutShapes(*model, step, true, input);
        const LaneMotion motion(journey, step, geometry.before.blocks, geometry.after->blocks);
        std::vector<QRectF> names = namesOf(geometry.before.blocks);
        if (!geometry.before.blocks.isLabelled() || !geometry.after->blocks.isLabelled())
            continue;
        std::ranges::copy(namesOf(geometry.after->blocks), std::back_inserter(names));
        for (const DrawnTensor* panel : {&geometry.before, &*geometry.after}) {
            names.push_back(panel->title);
            names.push_back(panel->axes);
        }
        for (double progress = 0.004; progress < 1; progress += 0.0137) {
            std::vector<std::pair<Index, QRectF>> resting;
            std::vector<std::pair<Index, QRectF>> moving;
            std::set<Index> groups;
            for (Index element = 0; element < journey.elementCount(); ++element) {
                const Box box = motion.at(element, progress);
                const double own = motion.progressOf(element, progress);
                const Index group = motion.groups().of(element);
                const bool flies = own > 0 && own < 1;
                (flies ? moving : resting)
                    .emplace_back(group, QRectF(box.x, box.y, box.width, box.height));
                if (flies)
                    groups.insert(group);
            }
            if (!journey[step].copies())
                QVERIFY(groups.size() <= 1);
            flights += static_cast<int>(moving.size());
            for (const auto& [group, rect] : moving) {
                for (const auto& [other, place] : resting)
                    QVERIFY2(group == other || !meets(rect, place),
                             qPrintable(QStringLiteral("step %1 at %2: group %3 lies on group %4")
                                            .arg(step)
                                            .arg(progress)
                                            .arg(group)
                                            .arg(other)));
                for (const QRectF& name : names)
                    QVERIFY2(!meets(rect, name),
                             qPrintable(QStringLiteral("step %1 at %2: group %3 lies on a name at "
                                                       "%4, %5")
                                            .arg(step)
                                            .arg(progress)
                                            .arg(group)
                                            .arg(name.x())
                                            .arg(name.y())));
                QVERIFY(rect.left() >= 0 && rect.right() <= size.width());
            }
        }
    }
    QVERIFY(flights > 0);
}

void TestShapesAnimation::numbers_of_ten_tokens_can_be_read_data() {
    QTest::addColumn<QSizeF>("size");
    // The canvas of a window of so many pixels.
    QTest::newRow("1440x900") << QSizeF(1184, 616);
    QTest::newRow("1920x1080") << QSizeF(1664, 796);
    QTest::newRow("2560x1440") << QSizeF(2304, 1156);
}

void TestShapesAnimation::numbers_of_ten_tokens_can_be_read() {
    QFETCH(QSizeF, size);
    const auto trace = std::make_shared<const Trace>(
        runAttention(problemOf(findExample("ticket")->make())).value());
    for (const LayoutPath path : {LayoutPath::Split, LayoutPath::Merge}) {
        ShapesScene scene;
        scene.options.path = path;
        scene.model = makeShapesModel(trace, scene.options).value();
        ShapesGeometryInput input = geometryInput(scene);
        input.size = size;
        const ElementStyle style(scene);
        for (std::size_t step = 0; step < scene.model->right.steps().size(); ++step) {
            const ShapesGeometry geometry = layoutShapes(*scene.model, step, true, input);
            for (const auto* panel : {&geometry.after, &geometry.wrong}) {
                if (!*panel)
                    continue;
                const Extent cell = (*panel)->blocks.cellExtent();
                QVERIFY2(style.numbersFit({cell.width, cell.height}),
                         qPrintable(QStringLiteral("step %1: %2 × %3")
                                        .arg(step)
                                        .arg(cell.width)
                                        .arg(cell.height)));
                const QRectF space = (*panel)->space;
                const Extent extent = (*panel)->blocks.extent();
                QVERIFY(extent.width <= space.width() + 1 && extent.height <= space.height() + 1);
                QVERIFY(space.bottom() <= geometry.separator);
            }
        }
    }
}

namespace {

/// Every drawn tensor of a step.
std::vector<const DrawnTensor*> panelsOf(const ShapesGeometry& geometry) {
    std::vector<const DrawnTensor*> panels = {&geometry.before};
    for (const auto* panel : {&geometry.after, &geometry.wrong}) {
        if (*panel)
            panels.push_back(&**panel);
    }
    return panels;
}

/// Nothing is cut off: the blocks lie in their space, and that above the code line.
void checkSpace(const ShapesGeometry& geometry) {
    for (const DrawnTensor* panel : panelsOf(geometry)) {
        const Extent extent = panel->blocks.extent();
        const Point at = panel->blocks.origin();
        QVERIFY2(at.x + extent.width <= panel->space.right() + 1.5 &&
                     at.y + extent.height <= panel->space.bottom() + 1.5,
                 qPrintable(QStringLiteral("%1 × %2 in %3 × %4")
                                .arg(extent.width)
                                .arg(extent.height)
                                .arg(panel->space.width())
                                .arg(panel->space.height())));
        QVERIFY(panel->space.bottom() <= geometry.separator + 0.5);
        QVERIFY(geometry.remark.isEmpty() || geometry.remark.bottom() <= panel->title.top() + 0.5);
    }
}

} // namespace

void TestShapesAnimation::the_default_sentence_can_be_read_both_ways_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QSizeF>("size");
    // The canvas of a window of so many pixels.
    for (const auto& [window, size] :
         {std::pair("1440x900", QSizeF(1184, 675)), std::pair("1024x768", QSizeF(768, 545))}) {
        for (const char* id : {"ticket-learnt", "ticket-learnt-en"})
            QTest::addRow("%s_%s", id, window) << QByteArray(id) << size;
    }
}

void TestShapesAnimation::the_default_sentence_can_be_read_both_ways() {
    QFETCH(QByteArray, id);
    QFETCH(QSizeF, size);
    const auto trace = std::make_shared<const Trace>(
        runAttention(problemOf(findExample(id.constData())->make())).value());
    for (const LayoutPath path : {LayoutPath::Split, LayoutPath::Merge}) {
        for (const MemoryOrder order : {MemoryOrder::BatchFirst, MemoryOrder::SequenceFirst}) {
            ShapesScene scene;
            scene.options.path = path;
            scene.options.order = order;
            scene.options.wrongShown = true;
            scene.model = makeShapesModel(trace, scene.options).value();
            const Journey& journey = scene.model->right;
            const ElementStyle style(scene);
            const Index all = journey.sizes().sequence;
            for (Index first = 0; first < all; first += 3) {
                scene.options.firstToken = first;
                ShapesGeometryInput input = geometryInput(scene);
                input.size = size;
                input.withTitle = false;
                for (std::size_t step = 0; step < journey.steps().size(); ++step) {
                    scene.time = scene.model->timeline.timeOf(step, 1);
                    const ShapesGeometry geometry = layoutShapes(*scene.model, step, false, input);
                    checkSpace(geometry);
                    for (const DrawnTensor* panel : panelsOf(geometry)) {
                        const Extent cell = panel->blocks.cellExtent();
                        QVERIFY2(style.numbersFit({cell.width, cell.height}) &&
                                     style.numberFont({cell.width, cell.height}).pixelSize() >= 9,
                                 qPrintable(QStringLiteral("step %1: %2 × %3")
                                                .arg(step)
                                                .arg(cell.width)
                                                .arg(cell.height)));
                    }
                    // Both ways beside each other where the right one has gone right.
                    QVERIFY(step != journey.arrangedStep() || (geometry.after && geometry.wrong));
                    // What is not drawn is named, and can be scrolled to.
                    const TokenWindow& tokens = geometry.tokens;
                    const QString said = remarkText(scene, geometry);
                    QCOMPARE(tokens.count == 0, said.isEmpty());
                    if (tokens.count == 0)
                        continue;
                    // Sequence first, every merged token has a line of its own, and names above it.
                    const bool lines =
                        order == MemoryOrder::SequenceFirst && path == LayoutPath::Merge;
                    QVERIFY2(tokens.count >= (lines ? 1 : 2), qPrintable(said));
                    QCOMPARE(tokens.first, std::min(first, all - tokens.count));
                    QCOMPARE(said, shownTokensText(tokens.first, tokens.count, all));
                    QVERIFY(said.contains(QStringLiteral("of 10")));
                    if (!journey.follows(step))
                        continue;
                    const StepFrame frame{*scene.model, geometry, style, {step, 1, 1}, {}, false};
                    const ElementPlaces places(frame);
                    for (Index element = 0; element < journey.elementCount(); ++element)
                        QCOMPARE(places.at(element).has_value(),
                                 tokens.contains(journey.homeOf(element).token));
                }
            }
        }
    }
}

void TestShapesAnimation::what_cannot_be_read_is_said_data() {
    QTest::addColumn<LayoutSizes>("sizes");
    QTest::newRow("two_heads_of_eight") << LayoutSizes{1, 10, 2, 8};
    QTest::newRow("eight_heads_of_64") << LayoutSizes{1, 10, 8, 64};
    QTest::newRow("a_batch_of_two") << LayoutSizes{2, 10, 4, 4};
    QTest::newRow("forty_tokens") << LayoutSizes{1, 40, 4, 4};
    QTest::newRow("one_token_of_8_by_64") << LayoutSizes{1, 1, 8, 64};
}

void TestShapesAnimation::what_cannot_be_read_is_said() {
    QFETCH(LayoutSizes, sizes);
    for (const LayoutPath path : {LayoutPath::Split, LayoutPath::Merge}) {
        for (const MemoryOrder order : {MemoryOrder::BatchFirst, MemoryOrder::SequenceFirst}) {
            ShapesScene scene = arange(sizes, path, order);
            const ElementStyle style(scene);
            for (const QSizeF size : {QSizeF(1184, 675), QSizeF(768, 545)}) {
                ShapesGeometryInput input = geometryInput(scene);
                input.size = size;
                input.withTitle = false;
                for (std::size_t step = 0; step < scene.model->right.steps().size(); ++step) {
                    const ShapesGeometry geometry = layoutShapes(*scene.model, step, false, input);
                    checkSpace(geometry);
                    bool readable = true;
                    for (const DrawnTensor* panel : panelsOf(geometry)) {
                        if (panel == &geometry.before && geometry.after)
                            continue;
                        const Extent cell = panel->blocks.cellExtent();
                        readable = readable && style.numbersFit({cell.width, cell.height});
                    }
                    const QString said = remarkText(scene, geometry);
                    QVERIFY2(readable || said.contains(QStringLiteral("lens")), qPrintable(said));
                    QVERIFY(geometry.tokens.count == 0 || said.startsWith(QStringLiteral("token")));
                }
            }
        }
    }
}

void TestShapesAnimation::areas_of_any_size_are_painted_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("a_pixel") << QSize(1, 1);
    QTest::newRow("a_stamp") << QSize(60, 40);
    QTest::newRow("least_of_a_gif") << QSize(480, 360);
    QTest::newRow("low") << QSize(1200, 120);
    QTest::newRow("narrow") << QSize(30, 900);
    QTest::newRow("smallest_window") << QSize(720, 250);
}

void TestShapesAnimation::areas_of_any_size_are_painted() {
    QFETCH(QSize, size);
    for (const LayoutSizes sizes : {LayoutSizes{2, 3, 3, 2}, LayoutSizes{2048, 2, 2, 8}}) {
        ShapesScene scene = arange(sizes);
        scene.options.placesShown = true;
        for (std::size_t step = 0; step < scene.model->timeline.moveCount(); ++step) {
            for (const double progress : {0.0, 0.5, 1.0}) {
                scene.time = scene.model->timeline.timeOf(step, progress);
                QCOMPARE(shapesImage(scene, size).size(), size);
            }
            for (const bool withChooser : {true, false}) {
                ShapesGeometryInput input;
                input.size = size;
                input.withChooser = withChooser;
                const ShapesGeometry geometry = layoutShapes(*scene.model, step, true, input);
                // Whatever is given up: what is drawn lies one below the other.
                const QRectF rows[] = {geometry.memoryHeader, geometry.hops,
                                       geometry.strip,        geometry.stripLabels,
                                       geometry.before.title, geometry.before.axes,
                                       geometry.before.space};
                double bottom = 0;
                for (const QRectF& row : rows) {
                    if (row.isEmpty())
                        continue;
                    QVERIFY(row.top() >= bottom);
                    bottom = row.bottom();
                }
                QVERIFY(geometry.before.blocks.cellExtent().height > 0);
                QVERIFY(geometry.separator >= bottom);
            }
        }
    }
}

void TestShapesAnimation::gif_is_read_back_data() {
    QTest::addColumn<int>("framesPerSecond");
    QTest::addColumn<bool>("dark");
    QTest::newRow("five_frames_per_second_light") << 5 << false;
    QTest::newRow("twenty_frames_per_second_dark") << 20 << true;
    QTest::newRow("more_than_fifty_are_fifty") << 200 << false;
}

void TestShapesAnimation::gif_is_read_back() {
    QFETCH(int, framesPerSecond);
    QFETCH(bool, dark);
    ShapesAnimation animation = wholeJourney(arange({2, 3, 3, 2}));
    animation.scene.display.theme = dark ? ThemeKind::Dark : ThemeKind::Light;
    animation.choice.framesPerSecond = framesPerSecond;
    animation.choice.size = {480, 360};
    animation.choice.from = 3;
    animation.choice.to = 3;
    double done = -1;
    GifRequest request = shapesFilm(animation);
    request.progress = [&](double now) {
        QVERIFY(now >= done && now <= 1);
        done = now;
    };
    const Result<GifFile> file = encodeGif(request);
    QVERIFY(file.ok());
    QVERIFY(done > 0.9);
    const std::vector<ReadFrame> frames = readBack(file->content);
    QCOMPARE(static_cast<int>(frames.size()), file->frames);
    QVERIFY(frames.size() > 3);
    int whole = 0;
    for (const ReadFrame& frame : frames) {
        QVERIFY2(frame.delay >= 20, qPrintable(QString::number(frame.delay)));
        whole += frame.delay;
    }
    QVERIFY(frames.front().delay >= 1000);
    QVERIFY(frames.back().delay >= 1000);
    const Timeline& timeline = animation.scene.model->timeline;
    const Time length = timeline.moveEndOf(3) - timeline.moveStartOf(3);
    // What it takes, and the two frames that stay; the ticks are whole hundredths.
    QVERIFY(std::abs(whole - 3000 - static_cast<int>(length.count() / 1000)) <= 250);

    ShapesScene scene = animation.scene;
    scene.time = timeline.moveStartOf(3);
    const QImage first = shapesImage(scene, animation.choice.size);
    scene.time = timeline.moveEndOf(3);
    const QImage last = shapesImage(scene, animation.choice.size);
    // The palette has the picture's own colours; only edges of letters are grouped.
    const auto isRight = [](const QImage& read, const QImage& painted, const QImage& other) {
        const Difference found = difference(read, painted);
        qInfo("%.4f of the pixels are equal, mean difference %.3f", found.same, found.mean);
        return found.same > 0.9 && found.mean < 0.5 &&
               found.mean < difference(read, other).mean / 4;
    };
    QVERIFY(isRight(frames.front().image, first, last));
    QVERIFY(isRight(frames.back().image, last, first));
    // It repeats for ever.
    QVERIFY(file->content.contains(QByteArray("NETSCAPE2.0\x03\x01\x00\x00", 15)));
}

void TestShapesAnimation::gif_of_few_colours_is_exact() {
    const auto frame = [](int i) {
        QImage image(64, 48, QImage::Format_RGB32);
        image.fill(qRgb(255, 255, 255));
        for (int y = 0; y < 10; ++y) {
            for (int x = 0; x < 10; ++x)
                image.setPixel(x + 5 * i, y + 2 * i, qRgb(0x56, 0xB4, 0xE9 - i));
        }
        return image;
    };
    GifRequest request;
    request.size = {64, 48};
    request.frames = 8;
    request.paint = frame;
    request.delay = [](int i) { return i == 0 ? 1 : 7; };
    const Result<GifFile> file = encodeGif(request);
    QVERIFY(file.ok());
    const std::vector<ReadFrame> frames = readBack(file->content);
    QCOMPARE(frames.size(), std::size_t{8});
    for (std::size_t i = 0; i < frames.size(); ++i) {
        QCOMPARE(frames[i].image, frame(static_cast<int>(i)));
        QCOMPARE(frames[i].delay, i == 0 ? 20 : 70);
    }
}

void TestShapesAnimation::gif_of_a_small_journey_is_small() {
    ShapesAnimation animation = wholeJourney(arange({2, 3, 3, 2}));
    animation.choice.to = animation.scene.model->right.steps().size() - 1;
    const Result<GifFile> file = encodeGif(shapesFilm(animation));
    QVERIFY(file.ok());
    QVERIFY2(file->content.size() < 1'500'000, qPrintable(QString::number(file->content.size())));
}

void TestShapesAnimation::gif_can_be_cancelled() {
    ShapesAnimation animation = wholeJourney(arange({2, 3, 3, 2}));
    animation.choice.size = {480, 360};
    GifRequest request = shapesFilm(animation);
    request.cancellation = CancellationToken::create();
    int told = 0;
    request.progress = [&](double) {
        if (++told == 3)
            request.cancellation.cancel();
    };
    const Result<GifFile> file = encodeGif(request);
    QVERIFY(!file.ok());
    QVERIFY(told < 10);
}

void TestShapesAnimation::gif_of_no_size_is_refused() {
    for (const QSize size : {QSize(0, 10), QSize(10, -1), QSize(70000, 10)}) {
        GifRequest request;
        request.size = size;
        request.paint = [size](int) { return QImage(size, QImage::Format_RGB32); };
        request.delay = [](int) { return 2; };
        QVERIFY(!encodeGif(request).ok());
    }
}

HEADSCOPE_TEST(TestShapesAnimation, QApplication)
#include "test_shapes_animation.moc"
