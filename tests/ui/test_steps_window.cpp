// SPDX-License-Identifier: GPL-3.0-or-later
// The page Steps and what stands around it: what a lesson's words point at, the keys of Heads,
// the language of the code line.
#include "support/window_harness.h"

#include "controls/segmented_control.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/heads/heads_page.h"
#include "pages/shapes/shapes_page.h"
#include "pages/steps/steps_animation.h"
#include "pages/steps/steps_canvas.h"
#include "pages/steps/steps_page.h"
#include "pages/steps/steps_view.h"
#include "support/test_program.h"

#include <QApplication>

using namespace headscope;

class TestStepsWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void marks_of_a_lesson_have_rings_data();
    void marks_of_a_lesson_have_rings();
    void marks_of_other_places_have_none_data();
    void marks_of_other_places_have_none();
    void a_row_of_the_joined_heads_is_one_ring();
    void figures_have_no_rings();
    void keys_walk_as_in_heads();
    void order_and_dialect_stay_while_another_page_is_shown();
    void the_dialect_is_remembered();

private:
    static PointedAt mark(std::optional<int> panel, std::optional<Index> row = {},
                          std::optional<Index> column = {}, std::optional<Stage> stage = {}) {
        PointedAt at;
        at.panel = panel;
        at.row = row;
        at.column = column;
        at.stage = stage;
        return at;
    }
    static std::unique_ptr<MainWindow> opened(Stage stage) {
        auto window = shownWindow(findExample("ticket")->make());
        window->workspace().showStage(stage);
        window->settle();
        window->showPage("steps");
        Q_EMIT window->page<StepsPage>().asked(want::Lock{});
        Q_EMIT window->page<StepsPage>().asked(want::Hover{});
        window->settle();
        return window;
    }
    static StepsCanvas& canvasOf(MainWindow& window) {
        return window.page<StepsPage>().steps().canvas();
    }
    /// Whether the four sides around a place have the accent, two pixels outside.
    static int ringedSides(MainWindow& window, const QRectF& place) {
        const QImage image = canvasOf(window).grab().toImage();
        const QRgb accent = theme(ThemeKind::Light).accent.rgb();
        const QPoint middle = place.center().toPoint();
        // Off the middle, where an arrow or a word could stand.
        const QPoint at = middle + QPoint(3, 3);
        const QPoint sides[] = {{qRound(place.left()) - 2, at.y()},
                                {qRound(place.right()) + 1, at.y()},
                                {at.x(), qRound(place.top()) - 2},
                                {at.x(), qRound(place.bottom()) + 1}};
        return static_cast<int>(std::ranges::count_if(
            sides, [&](const QPoint& side) { return image.pixel(side) == accent; }));
    }
};

void TestStepsWindow::marks_of_a_lesson_have_rings_data() {
    QTest::addColumn<PointedAt>("at");
    QTest::addColumn<CellSpan>("cells");
    QTest::newRow("a_row") << mark(0, 3) << CellSpan{3, 4, 0, 10};
    QTest::newRow("a_column") << mark(0, {}, 2) << CellSpan{0, 10, 2, 3};
    QTest::newRow("a_cell") << mark(0, 9, 5) << CellSpan{9, 10, 5, 6};
    QTest::newRow("a_cell_of_the_stage") << mark(0, 4, 4, Stage::Scores) << CellSpan{4, 5, 4, 5};
    QTest::newRow("the_head") << mark(0) << CellSpan{0, 10, 0, 10};
    QTest::newRow("of_any_head") << mark({}, 6) << CellSpan{6, 7, 0, 10};
}

void TestStepsWindow::marks_of_a_lesson_have_rings() {
    QFETCH(PointedAt, at);
    QFETCH(CellSpan, cells);
    const auto window = opened(Stage::Scores);
    const StepsPicture& picture = canvasOf(*window).picture();
    const LensMatrix& result = *picture.result();
    const QRectF place = result.cell(cells.firstRow, cells.firstColumn) |
                         result.cell(cells.endRow - 1, cells.endColumn - 1);
    QCOMPARE(ringedSides(*window, place), 0);
    window->workspace().point({at});
    window->settle();
    QCOMPARE(ringedSides(*window, place), 4);
    window->workspace().point({});
    window->settle();
    QCOMPARE(ringedSides(*window, place), 0);
}

void TestStepsWindow::marks_of_other_places_have_none_data() {
    QTest::addColumn<PointedAt>("at");
    QTest::newRow("another_head") << mark(1, 3);
    QTest::newRow("another_stage") << mark(0, 3, {}, Stage::Weights);
    QTest::newRow("a_stop_of_the_strip") << mark({}, {}, {}, Stage::Scores);
    QTest::newRow("outside") << mark(0, 10);
}

void TestStepsWindow::marks_of_other_places_have_none() {
    QFETCH(PointedAt, at);
    const auto window = opened(Stage::Scores);
    const QImage before = canvasOf(*window).grab().toImage();
    window->workspace().point({at});
    window->settle();
    QCOMPARE(window->page<StepsPage>().session().scene().pointed.size(), std::size_t{1});
    QCOMPARE(canvasOf(*window).grab().toImage(), before);
}

void TestStepsWindow::a_row_of_the_joined_heads_is_one_ring() {
    const auto window = opened(Stage::Merge);
    const StepsPicture& picture = canvasOf(*window).picture();
    QVERIFY(picture.heads && picture.heads->joined);
    const StepScene& scene = window->page<StepsPage>().session().scene();
    const Index columns = scene.picture->result.panel.matrix.size(1);
    const auto place = picture.placeOf({2, 3, 0, columns}, scene);
    QVERIFY(place);
    QCOMPARE(place->left(), picture.heads->heads.front().row(2).left());
    QCOMPARE(place->right(), picture.heads->heads.back().row(2).right());
    window->workspace().point({mark({}, 2)});
    window->settle();
    QCOMPARE(ringedSides(*window, *place), 4);
    // Told as a sum of rows there is the last row alone.
    window->page<StepsPage>().session().setOrder(StepOrder::SumOfRows);
    window->workspace().showStage(Stage::Scores);
    window->settle();
    const StepsPicture& rows = canvasOf(*window).picture();
    QVERIFY(rows.rows);
    QVERIFY(!rows.placeOf({2, 3, 0, 10}, scene));
    QCOMPARE(rows.placeOf({9, 10, 4, 5}, scene), std::optional(rows.rows->sum.cell(0, 4)));
}

void TestStepsWindow::figures_have_no_rings() {
    const auto window = opened(Stage::Scores);
    StepScene scene = window->page<StepsPage>().session().scene();
    const QImage plain = stepsImage(scene, QSize(1200, 760));
    scene.pointed = {mark(0, 3)};
    QCOMPARE(stepsImage(scene, QSize(1200, 760)), plain);
}

/// The same keys move the same cell, whether it is asked or locked.
void TestStepsWindow::keys_walk_as_in_heads() {
    const auto window = opened(Stage::Scores);
    struct Seen {
        std::optional<PanelCell> hovered;
        std::optional<PanelCell> locked;
        bool operator==(const Seen&) const = default;
    };
    const auto walk = [&](const char* page, QWidget& keyboard) {
        window->showPage(page);
        window->workspace().lock({});
        window->workspace().hover(PanelCell{0, 4, 4});
        window->settle();
        keyboard.setFocus();
        std::vector<Seen> seen;
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Right, Qt::Key_Return, Qt::Key_Left,
                                  Qt::Key_Up, Qt::Key_Up, Qt::Key_Return, Qt::Key_Right}) {
            QTest::keyClick(&keyboard, key);
            window->settle();
            const Selection& selection = window->workspace().selection();
            seen.push_back({selection.hovered, selection.locked});
        }
        return seen;
    };
    const std::vector<Seen> steps = walk("steps", window->page<StepsPage>().keyboard());
    QCOMPARE(steps[1].hovered, std::optional(PanelCell{0, 5, 5}));
    QVERIFY(!steps[1].locked);
    QCOMPARE(steps[5].locked, std::optional(PanelCell{0, 3, 4}));
    QVERIFY(steps == walk("heads", window->page<HeadsPage>().keyboard()));
}

void TestStepsWindow::order_and_dialect_stay_while_another_page_is_shown() {
    const auto window = opened(Stage::Scores);
    StepsPage& page = window->page<StepsPage>();
    Q_EMIT page.steps().orderAsked(StepOrder::SumOfRows);
    Q_EMIT page.steps().dialectAsked(CodeDialect::Einops);
    window->showPage("heads");
    window->settle();
    window->showPage("steps");
    window->settle();
    QCOMPARE(page.session().scene().order, StepOrder::SumOfRows);
    QCOMPARE(page.session().scene().display.dialect, CodeDialect::Einops);
}

void TestStepsWindow::the_dialect_is_remembered() {
    const Preferences kept = loadPreferences();
    {
        const auto window = opened(Stage::Scores);
        window->setRemembering(true);
        StepsPage& page = window->page<StepsPage>();
        SegmentedControl& dialects = page.steps().dialects();
        Q_EMIT dialects.chosen(static_cast<int>(CodeDialect::NumPy));
        window->settle();
        QCOMPARE(page.session().scene().display.dialect, CodeDialect::NumPy);
        // It is one choice for all code lines.
        QCOMPARE(window->workspace().display().dialect, CodeDialect::NumPy);
        window->close();
    }
    QCOMPARE(loadPreferences().dialect, CodeDialect::NumPy);
    MainWindow next(findExample("ticket")->make(), loadPreferences());
    next.setRemembering(false);
    next.settle();
    next.showPage("shapes");
    next.settle();
    QCOMPARE(next.page<ShapesPage>().session().scene().display.dialect, CodeDialect::NumPy);
    next.showPage("steps");
    next.settle();
    QCOMPARE(next.page<StepsPage>().session().scene().display.dialect, CodeDialect::NumPy);
    QCOMPARE(next.page<StepsPage>().steps().dialects().current(),
             static_cast<int>(CodeDialect::NumPy));
    savePreferences(kept);
}

HEADSCOPE_TEST(TestStepsWindow, QApplication)
#include "test_steps_window.moc"
