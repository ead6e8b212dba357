// SPDX-License-Identifier: GPL-3.0-or-later
// The page Steps in the window, by mouse and keys.
#include "support/window_harness.h"

#include "controls/segmented_control.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/page_time.h"
#include "pages/steps/picture/product_painter.h"
#include "pages/steps/steps_canvas.h"
#include "pages/steps/steps_page.h"
#include "pages/steps/steps_view.h"
#include "steps/head_sum.h"
#include "strip/pipeline_strip.h"
#include "support/test_program.h"
#include "support/text_probe.h"
#include "window/frame/page_stack.h"
#include "words/numbers/number_format.h"

#include <QApplication>
#include <QSignalSpy>

using namespace headscope;

class TestStepsPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void opens_at_the_shown_stage_with_all_its_numbers();
    void space_plays_the_next_move_and_the_strip_follows();
    void page_keys_go_to_the_next_block();
    void the_strip_leads_to_the_beginning_of_a_stage();
    void a_click_asks_and_escape_lets_go();
    void arrows_walk_and_enter_locks();
    void digits_choose_the_head();
    void the_timeline_is_dragged();
    void cells_have_the_colours_of_their_numbers();
    void what_is_not_computed_yet_is_blank();
    void weights_come_with_the_row_that_is_told();
    void rows_stack_up_to_the_row_of_the_result();
    void heads_add_up_to_the_row_of_the_result_data();
    void heads_add_up_to_the_row_of_the_result();
    void only_w_o_is_told_as_a_sum_over_heads();
    void every_block_of_a_model_has_its_stops();
    void a_hidden_page_plays_no_more();
    void reduced_motion_cuts();
    void the_screen_reader_hears_the_asked_cell();
    void large_matrices_show_the_asked_cell_with_its_neighbours();
    void a_low_window_scrolls_to_what_lies_below();
    void a_small_window_has_numbers_of_a_part_and_turns_pages();

private:
    struct Opened {
        std::unique_ptr<MainWindow> window;
        StepsPage& page;
        StepsSession& session;
        StepsCanvas& canvas;
    };
    static Opened opened(const char* example, Stage stage) {
        auto window = shownWindow(findExample(example)->source());
        window->workspace().showStage(stage);
        window->settle();
        window->showPage("steps");
        window->settle();
        auto& page = window->page<StepsPage>();
        page.keyboard().setFocus();
        return {std::move(window), page, page.session(), page.steps().canvas()};
    }
    /// The example asks about a cell itself.
    static void askNothing(const Opened& at) {
        Q_EMIT at.page.asked(want::Lock{});
        Q_EMIT at.page.asked(want::Hover{});
        at.window->settle();
    }
    static TensorName nameOf(const StepScene& scene) {
        return (*scene.trace)[scene.picture->stop.step].name;
    }
    static QPoint middle(const StepsCanvas& canvas, Index row, Index column) {
        return canvas.picture().result()->cell(row, column).center().toPoint();
    }
};

void TestStepsPage::opens_at_the_shown_stage_with_all_its_numbers() {
    const Opened at = opened("ticket", Stage::Scores);
    QCOMPARE(nameOf(at.session.scene()), TensorName::Scores);
    QCOMPARE(at.session.scene().progress(), 1.0);
    const Tensor& matrix = at.session.scene().picture->result.panel.matrix;
    QCOMPARE(at.canvas.picture().moment.made, matrix.elementCount());
    QCOMPARE(matrix(3, 2), (*at.window->workspace().scene().trace)[TensorName::Scores](0, 0, 3, 2));
}

void TestStepsPage::space_plays_the_next_move_and_the_strip_follows() {
    const Opened at = opened("ticket", Stage::Scores);
    askNothing(at);
    QTest::keyClick(&at.page.keyboard(), Qt::Key_Space);
    QVERIFY(at.session.animation().state().playing);
    at.session.animation().setElapsed(Time{60'000'000});
    QVERIFY(!at.session.animation().state().playing);
    at.window->settle();
    QCOMPARE(nameOf(at.session.scene()), TensorName::ScaledScores);
    QCOMPARE(at.session.scene().progress(), 1.0);
    QCOMPARE(at.window->workspace().selection().stage, Stage::Scaled);
    QTest::keyClick(&at.page.keyboard(), Qt::Key_Left);
    at.window->settle();
    QCOMPARE(at.window->workspace().selection().stage, Stage::Scores);
    QTest::keyClick(&at.page.keyboard(), Qt::Key_End);
    at.window->settle();
    QCOMPARE(at.window->workspace().selection().stage, Stage::Output);
    QTest::keyClick(&at.page.keyboard(), Qt::Key_Home);
    at.window->settle();
    QCOMPARE(at.window->workspace().selection().stage, Stage::Projections);
    QCOMPARE(at.session.animation().time(), Time{0});
}

void TestStepsPage::page_keys_go_to_the_next_block() {
    const Opened at = opened("stack", Stage::Weights);
    const std::string first = at.window->workspace().selection().scope;
    QTest::keyClick(&at.page.keyboard(), Qt::Key_PageDown);
    at.window->settle();
    const std::string second = at.window->workspace().selection().scope;
    QVERIFY(second != first);
    QTest::keyClick(&at.page.keyboard(), Qt::Key_PageUp);
    at.window->settle();
    QCOMPARE(at.window->workspace().selection().scope, first);
}

void TestStepsPage::the_strip_leads_to_the_beginning_of_a_stage() {
    const Opened at = opened("ticket", Stage::Output);
    askNothing(at);
    QVERIFY(at.page.time()->seekStage(Stage::Scores));
    at.window->settle();
    QCOMPARE(nameOf(at.session.scene()), TensorName::Scores);
    QCOMPARE(at.session.scene().progress(), 0.0);
    QCOMPARE(at.canvas.picture().moment.made, Index{0});
    QCOMPARE(at.window->workspace().selection().stage, Stage::Scores);
    // There is no mask: what comes behind it.
    QVERIFY(at.page.time()->seekStage(Stage::Masked));
    QCOMPARE(nameOf(at.session.scene()), TensorName::AttentionWeights);
    // Somebody else leads to the end.
    at.window->workspace().showStage(Stage::Context);
    at.window->settle();
    QCOMPARE(nameOf(at.session.scene()), TensorName::HeadContext);
    QCOMPARE(at.session.scene().progress(), 1.0);
}

void TestStepsPage::a_click_asks_and_escape_lets_go() {
    const Opened at = opened("ticket", Stage::Scores);
    QTest::mouseMove(&at.canvas, middle(at.canvas, 4, 5));
    at.window->settle();
    QCOMPARE(at.session.scene().asked, (MatrixGeometry::Position{4, 5}));
    QVERIFY(!at.session.scene().locked);
    QTest::mouseClick(&at.canvas, Qt::LeftButton, {}, middle(at.canvas, 4, 5));
    at.window->settle();
    QVERIFY(at.session.scene().locked);
    QCOMPARE(at.window->workspace().selection().locked, (PanelCell{0, 4, 5}));
    const StepMoment& moment = at.canvas.picture().moment;
    QVERIFY(moment.cell && moment.cell->asked && moment.cell->partial.isComplete());
    QCOMPARE(shownValue(moment.cell->explanation, moment.cell->partial),
             (*at.session.scene().trace)[TensorName::Scores](0, 0, 4, 5));
    // The question stays from the scores to the weights.
    QVERIFY(at.page.time()->seekStage(Stage::Weights));
    at.window->settle();
    QCOMPARE(at.session.scene().asked, (MatrixGeometry::Position{4, 5}));
    QTest::keyClick(&at.page.keyboard(), Qt::Key_Escape);
    at.window->settle();
    QVERIFY(!at.window->workspace().selection().locked);
}

void TestStepsPage::arrows_walk_and_enter_locks() {
    const Opened at = opened("ticket", Stage::Scores);
    askNothing(at);
    // With the first one the cursor appears.
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Right}) {
        QTest::keyClick(&at.page.keyboard(), key);
        at.window->settle();
    }
    QCOMPARE(at.session.scene().asked, (MatrixGeometry::Position{1, 1}));
    QTest::keyClick(&at.page.keyboard(), Qt::Key_Return);
    at.window->settle();
    QVERIFY(at.session.scene().locked);
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(&at.page.keyboard(), Qt::Key_Up);
        at.window->settle();
    }
    QCOMPARE(at.session.scene().asked, (MatrixGeometry::Position{0, 1}));
    QVERIFY(at.session.scene().locked);
}

void TestStepsPage::digits_choose_the_head() {
    const Opened at = opened("ticket", Stage::Scores);
    QTest::keyClick(&at.page.keyboard(), Qt::Key_3);
    at.window->settle();
    QCOMPARE(at.session.scene().picture->head, 2);
    QCOMPARE(at.session.scene().picture->result.panel.matrix(1, 2),
             (*at.session.scene().trace)[TensorName::Scores](0, 2, 1, 2));
    QTest::keyClick(&at.page.keyboard(), Qt::Key_9); // there are four
    at.window->settle();
    QCOMPARE(at.session.scene().picture->head, 2);
}

void TestStepsPage::the_timeline_is_dragged() {
    const Opened at = opened("ticket", Stage::Scores);
    // The strip is the one line of time: between its marks it is dragged.
    auto& strip = *at.window->findChild<PipelineStrip*>();
    const QPointF from = strip.markOf(Stage::Split);
    const QPointF to = strip.markOf(Stage::Scores);
    const auto between = [&](double part) { return (from + part * (to - from)).toPoint(); };
    QSignalSpy places(&strip, &PipelineStrip::placeAsked);
    QTest::mousePress(&strip, Qt::LeftButton, {}, between(0.4));
    QCOMPARE(places.count(), 1);
    at.window->settle();
    const Time first = at.session.animation().time();
    QCOMPARE(at.page.time()->place()->stage, Stage::Scores);
    QVERIFY(std::abs(at.page.time()->place()->part - 0.4) < 0.05);
    QMouseEvent move(QEvent::MouseMove, QPointF(between(0.6)),
                     strip.mapToGlobal(QPointF(between(0.6))), Qt::LeftButton, Qt::LeftButton, {});
    QApplication::sendEvent(&strip, &move);
    QVERIFY(at.session.animation().time() > first);
    QVERIFY(std::abs(at.page.time()->place()->part - 0.6) < 0.05);
    QTest::mouseRelease(&strip, Qt::LeftButton, {}, between(0.6));
}

void TestStepsPage::cells_have_the_colours_of_their_numbers() {
    const Opened at = opened("ticket", Stage::Scores);
    DisplayOptions display = at.window->workspace().display();
    display.valuesInCells = false;
    at.window->workspace().setDisplay(display);
    at.window->settle();
    const QImage image = at.canvas.grab().toImage();
    const StepMatrix& matrix = at.session.scene().picture->result;
    for (Index row = 0; row < 10; ++row) {
        for (Index column = 0; column < 10; ++column)
            QCOMPARE(QColor(image.pixel(middle(at.canvas, row, column))),
                     QColor::fromRgb(colourOf(matrix.map, matrix.scale,
                                              matrix.panel.matrix(row, column), row)));
    }
}

void TestStepsPage::what_is_not_computed_yet_is_blank() {
    const Opened at = opened("ticket", Stage::Scores);
    askNothing(at);
    DisplayOptions display = at.window->workspace().display();
    display.valuesInCells = false;
    at.window->workspace().setDisplay(display);
    const Timeline& timeline = at.session.scene().stops->timeline;
    at.session.animation().seek(timeline.timeOf(at.session.stop(), 0.5));
    at.window->settle();
    const QImage image = at.canvas.grab().toImage();
    const QColor base = theme(ThemeKind::Light).base;
    QCOMPARE(at.canvas.picture().moment.made, Index{50});
    QVERIFY(QColor(image.pixel(middle(at.canvas, 4, 9))) != base);
    QCOMPARE(QColor(image.pixel(middle(at.canvas, 9, 9))), base);
}

void TestStepsPage::weights_come_with_the_row_that_is_told() {
    const Opened at = opened("ticket", Stage::Weights);
    askNothing(at);
    const Timeline& timeline = at.session.scene().stops->timeline;
    for (const double progress : {0.2, 0.6, 0.95, 1.0}) {
        at.session.animation().seek(timeline.timeOf(at.session.stop(), progress));
        at.window->settle();
        at.canvas.grab();
        QCOMPARE(at.canvas.picture().moment.made, progress < 1 ? Index{0} : Index{100});
    }
}

void TestStepsPage::rows_stack_up_to_the_row_of_the_result() {
    const Opened at = opened("ticket", Stage::Context);
    askNothing(at);
    QVERIFY(at.page.steps().order().isVisible());
    at.session.setOrder(StepOrder::SumOfRows);
    DisplayOptions display = at.window->workspace().display();
    display.valuesInCells = false;
    at.window->workspace().setDisplay(display);
    at.window->settle();
    QVERIFY(at.canvas.picture().rows);
    const RowsGeometry& rows = *at.canvas.picture().rows;
    const StepMatrix& result = at.session.scene().picture->result;
    const QImage image = at.canvas.grab().toImage();
    // The last row, where the move has ended.
    for (Index column = 0; column < 4; ++column) {
        const QPoint centre = rows.sum.cell(0, column).center().toPoint();
        QCOMPARE(
            QColor(image.pixel(centre)),
            QColor::fromRgb(colourOf(result.map, result.scale, result.panel.matrix(9, column), 9)));
    }
}

void TestStepsPage::heads_add_up_to_the_row_of_the_result_data() {
    QTest::addColumn<QByteArray>("example");
    QTest::addColumn<QSize>("size");
    for (const char* example : {"ticket-learnt-en", "ticket", "paper-size"}) {
        for (const QSize size : {QSize(1440, 900), QSize(1024, 768)})
            QTest::addRow("%s_%d", example, size.width()) << QByteArray(example) << size;
    }
}

void TestStepsPage::heads_add_up_to_the_row_of_the_result() {
    QFETCH(QByteArray, example);
    QFETCH(QSize, size);
    const Opened at = opened(example.constData(), Stage::Output);
    at.window->resize(size);
    askNothing(at);
    Q_EMIT at.page.steps().orderAsked(StepOrder::SumOfHeads);
    at.window->settle();
    const StepScene& scene = at.session.scene();
    QCOMPARE(orderOf(scene), StepOrder::SumOfHeads);
    const auto heads = static_cast<std::size_t>(at.window->workspace().scene().run->heads());
    QCOMPARE(scene.picture->headsOfColumns, static_cast<Index>(heads));
    QVERIFY(at.canvas.picture().headsSum);
    const HeadsSumGeometry& geometry = *at.canvas.picture().headsSum;
    QCOMPARE(geometry.added.y.count,
             static_cast<Index>(heads) + (scene.picture->operands.size() > 2 ? 1 : 0));
    // Everything lies in the picture, one below the other.
    const QRectF area(at.canvas.rect());
    for (const QRectF& part : {geometry.added.bounds(), geometry.own.bounds(),
                               geometry.sum.bounds(), geometry.scale, geometry.ownName})
        QVERIFY2(area.contains(part), qPrintable(QStringLiteral("%1 %2 %3 %4")
                                                     .arg(part.x())
                                                     .arg(part.y())
                                                     .arg(part.width())
                                                     .arg(part.height())));
    QVERIFY(geometry.added.bounds().bottom() < geometry.sum.bounds().top());
    QVERIFY(geometry.own.bounds().right() < geometry.added.bounds().left());
    // A column of the sum is asked by a click; what is said is the sum of the heads so far.
    const Index column = geometry.sum.x.first;
    QTest::mouseClick(&at.canvas, Qt::LeftButton, Qt::NoModifier,
                      geometry.sum.cell(0, column).center().toPoint());
    at.window->settle();
    QVERIFY(scene.asked && scene.locked);
    QCOMPARE(scene.asked->column, column);
    const Explanation cell = explain(*scene.trace, scene.picture->stop.step,
                                     scene.picture->result.panel.cellAt(0, column));
    const std::vector<double> parts = headParts(cell, static_cast<Index>(heads));
    QCOMPARE(parts.size(), heads);
    double sum = 0;
    const Timeline& timeline = scene.stops->timeline;
    const double lines = static_cast<double>(geometry.added.y.count);
    for (std::size_t head = 0; head < heads; ++head) {
        sum += parts[head];
        at.session.animation().seek(
            timeline.timeOf(at.session.stop(), (static_cast<double>(head) + 0.75) / lines));
        at.window->settle();
        const StepMoment& moment = at.canvas.picture().moment;
        QVERIFY(moment.cell);
        QCOMPARE(moment.cell->partial.done, (head + 1) * cell.terms.size() / heads);
        if (!moment.cell->partial.isComplete())
            QVERIFY(std::fabs(moment.cell->partial.sum - sum) <= 1e-9 * (1 + std::fabs(sum)));
        QVERIFY(!at.canvas.grab().isNull());
    }
    at.session.animation().seek(timeline.timeOf(at.session.stop(), 1));
    at.window->settle();
    // In the end the run's own number, bit for bit.
    const StepMoment& moment = at.canvas.picture().moment;
    QCOMPARE(shownValue(moment.cell->explanation, moment.cell->partial),
             scene.picture->result.panel.matrix(0, column));
    // The printed line computes.
    int lineCount = 0;
    for (const WrittenText& written : textsOf(at.canvas)) {
        const QStringList words = written.text.split(u' ');
        const qsizetype equals = words.indexOf(QStringLiteral("="));
        if (equals < 3 || equals + 2 != words.size() ||
            (words[1] != QStringLiteral("+") && words[1] != QStringLiteral("−")))
            continue;
        double printed = readNumber(words[0]);
        for (qsizetype i = 1; i < equals; i += 2)
            printed += (words[i] == QStringLiteral("+") ? 1 : -1) * readNumber(words[i + 1]);
        QCOMPARE(equalsSign(printed, words.last()), QStringLiteral("="));
        ++lineCount;
    }
    QCOMPARE(lineCount, 1);
}

void TestStepsPage::only_w_o_is_told_as_a_sum_over_heads() {
    const Opened at = opened("ticket-learnt-en", Stage::Output);
    Q_EMIT at.page.steps().orderAsked(StepOrder::SumOfHeads);
    at.window->settle();
    QCOMPARE(at.page.steps().order().count(), 3);
    QCOMPARE(at.page.steps().order().current(), static_cast<int>(StepOrder::SumOfHeads));
    QCOMPARE(stopTitle(at.session.scene()), QStringLiteral("Σ_{h} head_{h}·W_{O,h} + b_{O}"));
    QCOMPARE(QString::fromStdString(codeText(stepCode(at.session.scene()))),
             QStringLiteral("output = sum(context[..., h*4:(h+1)*4] @ W_o[h*4:(h+1)*4] for h in "
                            "range(4)) + b_o  # (1, 10, 16)"));
    at.window->workspace().showStage(Stage::Context);
    at.window->settle();
    QCOMPARE(at.page.steps().order().count(), 2);
    QCOMPARE(orderOf(at.session.scene()), StepOrder::DotProduct);
    QVERIFY(at.canvas.picture().product && !at.canvas.picture().headsSum);
    // It is told so again where it can be.
    at.window->workspace().showStage(Stage::Output);
    at.window->settle();
    QVERIFY(at.canvas.picture().headsSum);
    // As a dot product its heads stand above the columns that are theirs.
    Q_EMIT at.page.steps().orderAsked(StepOrder::DotProduct);
    at.window->settle();
    const ProductGeometry& product = *at.canvas.picture().product;
    QVERIFY(product.heads > 0);
    QVERIFY(product.leftName.bottom() <= product.left.y.origin - product.heads);
    const QImage image = at.canvas.grab().toImage();
    for (int head = 0; head < 4; ++head) {
        const QRectF first = product.left.cell(0, 4 * head);
        const QPoint rule(qRound(first.center().x()), qRound(product.left.y.origin - 4));
        QCOMPARE(QColor(image.pixel(rule)), headColour(head, ThemeKind::Light));
    }
}

void TestStepsPage::every_block_of_a_model_has_its_stops() {
    const Opened at = opened("encoder-decoder", Stage::Weights);
    int blocks = 0;
    for (const TraceScope& scope : at.window->workspace().scene().blocks->scopes) {
        at.window->workspace().showScope(scope.path);
        at.window->settle();
        if (!at.page.available(at.window->workspace().scene()))
            continue;
        ++blocks;
        at.window->showPage("steps");
        at.window->settle();
        const StepStops& stops = *at.session.scene().stops;
        for (std::size_t stop = 0; stop < stops.steps.size(); ++stop) {
            for (const double progress : {0.0, 0.4, 1.0}) {
                at.session.animation().seek(stops.timeline.timeOf(stop, progress));
                at.window->settle();
                QCOMPARE(at.session.scene().picture->stop.step, stops.steps[stop].step);
                QVERIFY(!at.canvas.grab().isNull());
            }
        }
    }
    QVERIFY(blocks > 8);
}

void TestStepsPage::a_hidden_page_plays_no_more() {
    const Opened at = opened("ticket", Stage::Scores);
    QTest::keyClick(&at.page.keyboard(), Qt::Key_Space);
    QVERIFY(at.session.animation().state().playing);
    at.window->showPage("heads");
    at.window->settle();
    QVERIFY(!at.session.animation().state().playing);
    QVERIFY(at.session.scene().isEmpty());
}

void TestStepsPage::reduced_motion_cuts() {
    const Opened at = opened("ticket", Stage::Scores);
    DisplayOptions display = at.window->workspace().display();
    display.reducedMotion = true;
    at.window->workspace().setDisplay(display);
    const Timeline& timeline = at.session.scene().stops->timeline;
    at.session.animation().seek(timeline.timeOf(at.session.stop(), 0.5));
    at.window->settle();
    QCOMPARE(at.session.scene().progress(), 1.0);
}

void TestStepsPage::the_screen_reader_hears_the_asked_cell() {
    const Opened at = opened("ticket", Stage::Scores);
    QVERIFY(!at.canvas.accessibleName().isEmpty());
    QTest::mouseClick(&at.canvas, Qt::LeftButton, {}, middle(at.canvas, 9, 5));
    at.window->settle();
    QVERIFY(at.canvas.accessibleDescription().contains(QStringLiteral("机票")));
    QVERIFY(at.canvas.accessibleDescription().contains(QStringLiteral("订了")));
}

void TestStepsPage::a_low_window_scrolls_to_what_lies_below() {
    const Opened at = opened("ticket", Stage::Weights);
    at.window->resize(720, 520);
    at.window->settle();
    const StepsPicture& picture = at.canvas.picture();
    QVERIFY(picture.softmax->geometry.bottom <= picture.frame.code.top());
    QVERIFY(picture.frame.code.bottom() <= at.canvas.height());
    const auto visible = [&] { return at.canvas.visibleRegion().boundingRect(); };
    const auto weight = [&](Index column) {
        const SoftmaxGeometry& geometry = at.canvas.picture().softmax->geometry;
        return geometry.cell(geometry.weights, column).center().toPoint();
    };
    QVERIFY(!visible().contains(weight(3)));
    QTest::keyClick(&at.page.keyboard(), Qt::Key_Right);
    at.window->settle();
    QVERIFY(visible().contains(weight(3)));

    at.window->workspace().showStage(Stage::Scores);
    at.window->settle();
    QVERIFY(at.canvas.picture().leastHeight(at.canvas.height()) <= at.canvas.height());
    at.window->resize(1440, 900);
    at.window->settle();
    QCOMPARE(visible(), at.canvas.rect());
}

void TestStepsPage::large_matrices_show_the_asked_cell_with_its_neighbours() {
    const Opened at = opened("concat", Stage::Scores);
    askNothing(at);
    QVERIFY(!at.canvas.picture().result()->isEven() ||
            at.canvas.picture().result()->cell(0, 0).width() < 24);
    at.window->workspace().lock(PanelCell{0, 30, 20});
    at.window->settle();
    const LensMatrix& result = *at.canvas.picture().result();
    QVERIFY(!result.isEven());
    for (Index row = 29; row <= 31; ++row) {
        for (Index column = 19; column <= 21; ++column) {
            QVERIFY(result.cell(row, column).width() >= 24);
            QVERIFY(result.cell(row, column).height() >= 14);
            const auto found = result.cellAt(result.cell(row, column).center());
            QVERIFY(found && found->row == row && found->column == column);
        }
    }
    QVERIFY(result.cell(2, 2).width() < 24);
    QVERIFY(!leftOutText({&result}, true, LensLook()).isEmpty());
}

void TestStepsPage::a_small_window_has_numbers_of_a_part_and_turns_pages() {
    const Opened at = opened("ticket-learnt", Stage::Output);
    askNothing(at);
    const auto numbersOf = [&](const LensMatrix& lens) {
        const QRectF cell = lens.cell(lens.y.largeFirst, lens.x.largeFirst);
        return cell.width() >= 26 && cell.height() >= 14;
    };
    for (const QSize size : {QSize(1024, 700), QSize(1024, 768), QSize(1440, 900)}) {
        at.window->resize(size);
        at.window->settle();
        const std::size_t stop = at.session.stop();
        const Timeline& time = at.session.animation().timeline();
        const Time begun = time.moveStartOf(stop);
        const Time length = time.moveEndOf(stop) - begun;
        std::set<Index> pages;
        for (const double progress : {0.0, 0.02, 0.5, 0.99, 1.0}) {
            at.session.animation().seek(begun +
                                        std::chrono::duration_cast<Time>(progress * length));
            at.window->settle();
            const StepsPicture& picture = at.canvas.picture();
            QVERIFY(picture.product);
            QVERIFY(numbersOf(picture.product->left));
            QVERIFY(numbersOf(picture.product->right));
            QVERIFY(numbersOf(picture.product->result));
            QVERIFY(picture.product->left.isWhole());
            QVERIFY(picture.product->result.isWhole());
            const auto& cell = picture.moment.cell;
            QVERIFY(!cell || picture.product->result.y.isLarge(cell->place.row));
            QVERIFY(!cell || picture.product->result.x.isLarge(cell->place.column));
            pages.insert(picture.product->result.y.largeFirst);
        }
        QVERIFY(at.canvas.picture().result()->y.isEven() || pages.size() > 1);
    }
}

HEADSCOPE_TEST(TestStepsPage, QApplication)
#include "test_steps_page.moc"
