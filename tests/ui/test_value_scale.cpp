// SPDX-License-Identifier: GPL-3.0-or-later
// Where values stand on a colour map: ranges of a whole matrix and of each row, square roots; and
// that cells, bar, pooled pictures and figures are drawn by the same scale.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "figure/figure_content.h"
#include "pages/heads/heads_view.h"
#include "painters/matrix_painter.h"
#include "scene/prepared_stage.h"
#include "support/numbers.h"
#include "support/test_program.h"
#include "words/numbers/range_words.h"
#include "words/statements.h"
#include "workspace/workspace.h"

#include <QApplication>
#include <QtTest>
#include <rapidcheck.h>

#include <cmath>

using namespace headscope;

namespace {

double part() {
    return *rc::gen::inRange(0, 100001) / 100000.0;
}

/// Any scale over `rows` rows.
ValueScale anyScale(Index rows) {
    const double largest = std::pow(10.0, *rc::gen::inRange(-6, 7)) * (1 + part());
    ValueScale scale = rangeUpTo(largest, *rc::gen::arbitrary<bool>());
    scale.squareRoot = *rc::gen::arbitrary<bool>();
    if (*rc::gen::arbitrary<bool>()) {
        auto each = std::make_shared<std::vector<double>>();
        for (Index row = 0; row < rows; ++row)
            each->push_back(*rc::gen::inRange(0, 5) == 0 ? 0 : largest * part());
        scale.rows = each;
    }
    return scale;
}

MatrixPanel anyPanel(Index rows, Index columns, bool weights) {
    std::vector<float> values;
    for (Index i = 0; i < rows * columns; ++i)
        values.push_back(static_cast<float>(weights ? part() : 20 * part() - 10));
    MatrixPanel panel;
    panel.name = weights ? TensorName::AttentionWeights : TensorName::Scores;
    panel.matrix = Tensor::fromValues({rows, columns}, {Axis::Query, Axis::Key}, values);
    return panel;
}

const std::array<RangeChoice, 8>& allChoices() {
    static const std::array<RangeChoice, 8> choices = [] {
        std::array<RangeChoice, 8> made;
        for (int i = 0; i < 8; ++i)
            made[static_cast<std::size_t>(i)] = {static_cast<RangeMode>(i / 2), i % 2 == 1};
        return made;
    }();
    return choices;
}

} // namespace

class TestValueScale : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void larger_values_never_stand_before_smaller_ones();
    void zero_keeps_its_place_and_signs_are_mirrored();
    void the_bar_is_read_back_as_it_was_written();
    void a_row_of_its_own_does_not_depend_on_the_others();
    void the_square_root_of_a_quarter_is_a_half();
    void rows_under_one_pixel_share_the_largest();
    void what_nobody_sees_does_not_count();
    void what_was_prepared_is_what_is_computed_data();
    void what_was_prepared_is_what_is_computed();
    void cells_are_drawn_by_the_scale();
    void a_figure_says_and_draws_the_same();
    void the_bar_says_what_holds_data();
    void the_bar_says_what_holds();
    void a_cell_is_seen_in_its_row_s_colour();
};

void TestValueScale::larger_values_never_stand_before_smaller_ones() {
    QVERIFY(rc::check("monotone and within the bar", [] {
        const ValueScale scale = anyScale(4);
        const Index row = *rc::gen::inRange<Index>(0, 4);
        const double a = (2 * part() - 1) * scale.high * 1.5;
        const double b = (2 * part() - 1) * scale.high * 1.5;
        const double first = scale.placeOf(std::min(a, b), row);
        const double second = scale.placeOf(std::max(a, b), row);
        RC_ASSERT(first >= 0 && second <= 1);
        RC_ASSERT(first <= second);
        RC_ASSERT(scale.placeOf(-HUGE_VAL, row) == 0 && scale.placeOf(HUGE_VAL, row) == 1);
        RC_ASSERT(std::isnan(scale.placeOf(std::nan(""), row)));
    }));
}

void TestValueScale::zero_keeps_its_place_and_signs_are_mirrored() {
    QVERIFY(rc::check("0 at the start or in the middle", [] {
        const ValueScale scale = anyScale(3);
        const Index row = *rc::gen::inRange<Index>(0, 3);
        RC_ASSERT(scale.placeOf(0, row) == (scale.low < 0 ? 0.5 : 0.0));
        if (scale.low >= 0)
            return;
        const double value = part() * scale.high;
        RC_ASSERT(std::fabs(scale.placeOf(value, row) + scale.placeOf(-value, row) - 1) < 1e-12);
        // The colour says the sign, however small the value.
        RC_ASSERT(value == 0 || scale.placeOf(value, row) > 0.5);
    }));
}

void TestValueScale::the_bar_is_read_back_as_it_was_written() {
    QVERIFY(rc::check("valueAt and placeOf undo each other", [] {
        const ValueScale scale = anyScale(2);
        const double place = part();
        RC_ASSERT(std::fabs(scale.placeOf(scale.valueAt(place), -1) - place) < 1e-6);
        RC_ASSERT(scale.valueAt(0) == scale.low && scale.valueAt(1) == scale.high);
    }));
}

void TestValueScale::a_row_of_its_own_does_not_depend_on_the_others() {
    QVERIFY(rc::check("a row times c has the same colours", [] {
        MatrixPanel panel = anyPanel(3, 5, *rc::gen::arbitrary<bool>());
        const auto coloured = [](const MatrixPanel& shown, bool root) {
            ValueScale scale =
                rangeUpTo(largestMagnitude(shown.matrix, {}), isSequential(shown.name));
            scale.rows = rowMagnitudes(shown, {});
            scale.squareRoot = root;
            return cellImage(shown, {ColourMap::Viridis, scale, ThemeKind::Light}, false);
        };
        const bool root = *rc::gen::arbitrary<bool>();
        const QImage before = coloured(panel, root);
        const Index changed = *rc::gen::inRange<Index>(0, 3);
        const float factor = static_cast<float>(std::ldexp(1.0, *rc::gen::inRange(-6, 6)));
        std::vector<float> values;
        for (Index row = 0; row < 3; ++row) {
            for (Index column = 0; column < 5; ++column)
                values.push_back(panel.matrix(row, column) * (row == changed ? factor : 1));
        }
        panel.matrix = Tensor::fromValues({3, 5}, {Axis::Query, Axis::Key}, values);
        RC_ASSERT(coloured(panel, root) == before);
        // The largest of every row has the colour of an end.
        for (Index row = 0; row < 3; ++row) {
            bool end = false;
            for (int column = 0; column < 5; ++column) {
                const QRgb pixel = before.pixel(column, static_cast<int>(row));
                end = end || pixel == colourAt(ColourMap::Viridis, 0) ||
                      pixel == colourAt(ColourMap::Viridis, 1);
            }
            RC_ASSERT(end);
        }
    }));
}

void TestValueScale::the_square_root_of_a_quarter_is_a_half() {
    ValueScale weights = ValueRange{0, 1};
    weights.squareRoot = true;
    QCOMPARE(weights.placeOf(0.25, 0), 0.5);
    QCOMPARE(weights.placeOf(0.01, 0), 0.1);
    ValueScale scores = ValueRange{-8, 8};
    scores.squareRoot = true;
    QCOMPARE(scores.placeOf(2, 0), 0.75);
    QCOMPARE(scores.placeOf(-2, 0), 0.25);
    QCOMPARE(scores.placeOf(0, 0), 0.5);
}

void TestValueScale::rows_under_one_pixel_share_the_largest() {
    QVERIFY(rc::check("a pooled row has the largest range of its rows", [] {
        const Index rows = *rc::gen::inRange<Index>(1, 12);
        const Index factor = *rc::gen::inRange<Index>(1, 5);
        const MatrixPanel panel = anyPanel(rows, 4, *rc::gen::arbitrary<bool>());
        ValueScale scale = rangeUpTo(largestMagnitude(panel.matrix, {}), isSequential(panel.name));
        scale.rows = rowMagnitudes(panel, {});
        const ValueScale less = scale.pooled(factor);
        RC_ASSERT(std::ssize(*less.rows) == (rows + factor - 1) / factor);
        // As of the pooled picture itself: what is drawn stays within the bar.
        const MatrixPanel small = pooled(panel, factor);
        RC_ASSERT(*rowMagnitudes(small, {}) == *less.rows);
    }));
}

void TestValueScale::what_nobody_sees_does_not_count() {
    MatrixPanel panel;
    panel.name = TensorName::MaskedScores;
    panel.matrix = Tensor::fromValues(
        {4, 3}, {Axis::Query, Axis::Key},
        std::vector<float>{1, 9, -infinity, -2, infinity, std::nanf(""), 0, 0, 0, 7, 7, 7});
    panel.mayAttend = Tensor::fromValues({4, 3}, {Axis::Query, Axis::Key},
                                         std::vector<float>{1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    panel.paddingFrom = 3;
    QCOMPARE(*rowMagnitudes(panel, {}), (std::vector<double>{1, 2, 0, 0}));
    ValueScale scale = ValueRange{-9, 9};
    scale.rows = rowMagnitudes(panel, {});
    QCOMPARE(scale.rangeOf(0), (ValueRange{-1, 1}));
    QCOMPARE(scale.rangeOf(1), (ValueRange{-2, 2}));
    QCOMPARE(scale.rangeOf(2), (ValueRange{-1, 1})); // only zeros: never empty
}

void TestValueScale::what_was_prepared_is_what_is_computed_data() {
    QTest::addColumn<QString>("id");
    for (const char* id : {"ticket", "causal-padding", "cross", "fully-masked"})
        QTest::newRow(id) << QString::fromLatin1(id);
}

void TestValueScale::what_was_prepared_is_what_is_computed() {
    QFETCH(QString, id);
    Workspace workspace(findExample(id.toStdString())->source());
    workspace.finish();
    for (const Stage stage : {Stage::Input, Stage::Scores, Stage::Masked, Stage::Weights}) {
        workspace.showStage(stage);
        workspace.finish();
        const Scene& scene = workspace.scene();
        if (!shownTensor(scene))
            continue;
        const auto prepared = preparedStage(scene);
        for (std::size_t i = 0; i < prepared->panels.size(); ++i) {
            for (const RangeChoice& choice : allChoices()) {
                const ValueScale fast = prepared->range(i, choice);
                const ValueScale slow = scaleOf(*scene.trace, prepared->panels[i].panel,
                                                scene.selection.sequence, choice);
                QCOMPARE(fast.low, slow.low);
                QCOMPARE(fast.high, slow.high);
                QCOMPARE(fast.squareRoot, choice.squareRoot);
                QCOMPARE(slow.squareRoot, choice.squareRoot);
                QCOMPARE(fast.isPerRow(), choice == RangeMode::PerRow);
                if (fast.isPerRow())
                    QCOMPARE(*fast.rows, *slow.rows);
            }
        }
    }
}

void TestValueScale::cells_are_drawn_by_the_scale() {
    QVERIFY(rc::check("every pixel of the picture, turned or not", [] {
        const MatrixPanel panel = anyPanel(4, 6, *rc::gen::arbitrary<bool>());
        ValueScale scale = rangeUpTo(largestMagnitude(panel.matrix, {}), isSequential(panel.name));
        scale.squareRoot = *rc::gen::arbitrary<bool>();
        scale.rows = rowMagnitudes(panel, {});
        const CellColours colours{ColourMap::RedBlue, scale, ThemeKind::Dark};
        const bool turned = *rc::gen::arbitrary<bool>();
        const CellSpan span{1, 4, 2, 6};
        const QImage image = cellImage(panel, colours, turned, span);
        MatrixPanel exchanged = panel;
        exchanged.turn();
        const QImage other = cellImage(exchanged, colours, false);
        for (int row = 1; row < 4; ++row) {
            for (int column = 2; column < 6; ++column) {
                const QRgb wanted =
                    colourOf(ColourMap::RedBlue, scale, panel.matrix(row, column), row);
                RC_ASSERT((turned ? image.pixel(row - 1, column - 2)
                                  : image.pixel(column - 2, row - 1)) == wanted);
                RC_ASSERT(other.pixel(row, column) == wanted);
            }
        }
    }));
}

void TestValueScale::a_figure_says_and_draws_the_same() {
    Workspace workspace(findExample("ticket")->make());
    workspace.finish();
    const Scene& scene = workspace.scene();
    FigureRequest request;
    request.trace = scene.trace;
    request.run = scene.run;
    for (const TensorName tensor : {TensorName::AttentionWeights, TensorName::ScaledScores}) {
        request.tensor = tensor;
        for (const bool keys : {false, true}) {
            request.rowsAreKeys = keys;
            request.range = {RangeMode::PerRow, true};
            const FigureContent content = figureContent(request).value();
            QCOMPARE(content.ranges.size(), std::size_t{4});
            QVERIFY(content.geometry.barLabels.last().contains(QStringLiteral("largest")));
            QVERIFY(content.geometry.legendTexts.contains(
                QStringLiteral("each row has its own range")));
            QVERIFY(
                content.geometry.legendTexts.contains(QStringLiteral("colours by square root")));
            for (std::size_t head = 0; head < 4; ++head) {
                const MatrixPanel& panel = content.panels[head];
                QCOMPARE(panel.turned, keys);
                // A query's largest is at an end of its own range, whichever way it is drawn.
                for (Index query = 0; query < 10; ++query) {
                    double farthest = 0;
                    for (Index key = 0; key < 10; ++key) {
                        const Index row = keys ? key : query;
                        const Index column = keys ? query : key;
                        const double place = content.ranges[head].placeOf(
                            panel.matrix(row, column), panel.scaleRow(row, column));
                        farthest = std::max(farthest, content.ranges[head].low < 0
                                                          ? std::fabs(2 * place - 1)
                                                          : place);
                    }
                    QCOMPARE(farthest, 1.0);
                }
            }
        }
    }
    request.tensor = TensorName::AttentionWeights;
    request.range = {RangeMode::Fixed, true};
    QCOMPARE(figureContent(request).value().geometry.barLabels,
             (QStringList{QStringLiteral("0"), QStringLiteral("0.25"), QStringLiteral("1")}));
    request.range = RangeMode::Fixed;
    QCOMPARE(figureContent(request).value().geometry.barLabels,
             (QStringList{QStringLiteral("0"), QStringLiteral("0.5"), QStringLiteral("1")}));
}

void TestValueScale::the_bar_says_what_holds_data() {
    QTest::addColumn<Stage>("stage");
    QTest::newRow("scores") << Stage::Scores;
    QTest::newRow("weights") << Stage::Weights;
}

void TestValueScale::the_bar_says_what_holds() {
    QFETCH(Stage, stage);
    Workspace workspace(findExample("ticket")->make());
    HeadsView view;
    connect(&workspace, &Workspace::sceneChanged, &view, &HeadsView::setScene);
    view.resize(900, 700);
    view.show();
    workspace.finish();
    workspace.showStage(stage);
    workspace.finish();
    for (const RangeChoice& choice : allChoices()) {
        DisplayOptions display = workspace.display();
        display.range = choice;
        workspace.setDisplay(display);
        workspace.lock(std::nullopt);
        workspace.hover(std::nullopt);
        workspace.finish();
        QCoreApplication::processEvents();
        const ValueScale scale = *view.content().range();
        const auto [low, high] = view.content().rangeTexts();
        const bool perRow = choice == RangeMode::PerRow;
        QCOMPARE(scale.isPerRow(), perRow);
        QCOMPARE(high.contains(QStringLiteral("largest of the row")), perRow);
        QCOMPARE(low == QStringLiteral("0"), stage == Stage::Weights);
        // What may not be left out is in the shortest words too.
        QCOMPARE(view.content().rangeWords().last() == QStringLiteral("√"), choice.squareRoot);
        QCOMPARE(view.content().rangeWords().first().contains(QStringLiteral("square root")),
                 choice.squareRoot);
        QCOMPARE(view.content().rangeWords().first().contains(QStringLiteral("each row")), perRow);
        workspace.lock(PanelCell{0, 3, 4});
        workspace.finish();
        QCoreApplication::processEvents();
        QCOMPARE(view.content().rangeWords().first().contains(rangeName(scale.rangeOf(3))), perRow);
    }
}

void TestValueScale::a_cell_is_seen_in_its_row_s_colour() {
    Workspace workspace(findExample("ticket")->make());
    HeadsView view;
    connect(&workspace, &Workspace::sceneChanged, &view, &HeadsView::setScene);
    view.resize(900, 700);
    view.show();
    workspace.finish();
    workspace.showStage(Stage::Weights);
    DisplayOptions display = workspace.display();
    display.range = {RangeMode::PerRow, true};
    display.valuesInCells = false;
    workspace.setDisplay(display);
    workspace.finish();
    QCoreApplication::processEvents();
    const QImage image = view.grab().toImage();
    const MatrixPanel& panel = view.panels()[static_cast<std::size_t>(view.shownPanel())];
    for (Index row = 0; row < 10; ++row) {
        for (Index column = 0; column < 10; ++column) {
            const QPoint centre =
                view.geometryNow().matrix.cellRect(row, column).center().toPoint();
            QCOMPARE(QColor(image.pixel(centre)).name(),
                     QColor(colourOf(ColourMap::Viridis, *view.content().range(),
                                     panel.matrix(row, column), row))
                         .name());
        }
    }
}

HEADSCOPE_TEST(TestValueScale, QApplication)
#include "test_value_scale.moc"
