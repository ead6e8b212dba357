// SPDX-License-Identifier: GPL-3.0-or-later
// Two states beside each other: what is said of them, and what people do with them.
#include "attention/multi_head_attention.h"
#include "comparison/compared_block.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "pages/heads/compare/compare_figure.h"
#include "pages/heads/compare/compare_view.h"
#include "pages/heads/heads_page.h"
#include "support/edits.h"
#include "support/example.h"
#include "support/test_program.h"
#include "support/window_harness.h"

#include <QtTest>
#include <QtWidgets>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// As a test for itself: the weights of a head, and the mean of half of what moved.
double movedBetween(const Experiment& a, const Experiment& b, Index head) {
    const Result<Trace> before = runAttention(problemOf(a));
    const Result<Trace> after = runAttention(problemOf(b));
    const Tensor& from = (*before)[TensorName::AttentionWeights];
    const Tensor& to = (*after)[TensorName::AttentionWeights];
    double sum = 0;
    for (Index query = 0; query < from.size(2); ++query) {
        double row = 0;
        for (Index key = 0; key < from.size(3); ++key)
            row += std::abs(double{to(0, head, query, key)} - double{from(0, head, query, key)});
        sum += row / 2;
    }
    return sum / static_cast<double>(from.size(2));
}

Experiment withNumber(const Experiment& experiment) {
    return *withCell(experiment, TensorName::QueryInput, {0, 7, 1}, 2.4F);
}

HeadsPage& headsOf(MainWindow& window) {
    return window.page<HeadsPage>();
}

const CompareContent& contentOf(MainWindow& window) {
    const CompareContent* content = headsOf(window).comparison().content();
    if (!content)
        throw std::runtime_error("nothing is compared");
    return *content;
}

/// The window as a person has it after a pin and two edits, comparing.
std::unique_ptr<MainWindow> comparingWindow() {
    auto window = shownWindow(ticket());
    window->workspace().showPanel(3);
    QTest::keyClick(&headsOf(*window).keyboard(), Qt::Key_P);
    Document& document = window->workspace().document();
    document.edit(QStringLiteral("one"), withNumber(*document.experiment()));
    document.edit(QStringLiteral("two"), withCausal(*document.experiment(), true));
    window->settle();
    headsOf(*window).setComparing(true);
    window->settle();
    return window;
}

QPoint middleOf(const MatrixGeometry& matrix, Index row, Index column) {
    return matrix.cellRect(row, column).center().toPoint();
}

} // namespace

class TestCompare : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void the_title_is_the_answer();
    void the_mean_of_the_heads_is_compared();
    void each_edit_tells_what_it_does_alone();
    void an_edit_that_cannot_stand_alone_says_nothing_of_itself();
    void an_edit_taken_out_leaves_b_without_it();
    void the_cells_that_changed_most_are_those_of_a_plain_search();
    void a_pin_survives_edits_undo_and_another_example();
    void undo_goes_on_below_a_pin();
    void without_an_edit_nothing_moved();
    void of_a_head_that_stayed_the_output_may_have_moved();
    void rows_that_became_nan_did_move();
    void other_sizes_have_no_difference_and_say_why();
    void a_head_stands_beside_another();
    void a_head_that_is_chosen_while_a_state_is_run_is_kept();
    void holding_a_shows_a_in_the_place_of_b();
    void a_of_another_size_stands_whole_in_the_place_of_b();
    void a_click_locks_the_cell_in_all_three();
    void the_sides_fold_and_come_back();
    void a_failing_state_says_why();
    void a_stage_that_only_b_has_is_said();
    void where_nothing_is_typed_it_says_so();
    void scores_that_are_masked_in_one_do_not_hide_the_others();
    void the_difference_can_be_copied();
    void the_figure_says_what_the_view_says();
    void a_part_is_drawn_as_it_stands_in_the_whole();
    void states_are_called_in_the_language_that_is_chosen();
    void nothing_overlaps_at_any_size_data();
    void nothing_overlaps_at_any_size();
};

void TestCompare::the_title_is_the_answer() {
    const auto window = comparingWindow();
    const double moved = movedBetween(ticket(), withCausal(withNumber(ticket()), true), 3);
    const CompareContent& content = contentOf(*window);
    QCOMPARE(content.difference().moved, moved);
    QCOMPARE(
        content.title,
        QStringLiteral("Two edits moved %1 % of head 4’s attention").arg(std::lround(moved * 100)));
    QVERIFY(content.measure.startsWith(percentText(moved)));
    // Row by row, and every head has its own.
    for (std::size_t head = 0; head < 4; ++head)
        QCOMPARE(content.differences[head].moved,
                 movedBetween(ticket(), withCausal(withNumber(ticket()), true),
                              static_cast<Index>(head)));
}

void TestCompare::the_mean_of_the_heads_is_compared() {
    const auto window = comparingWindow();
    window->workspace().showPanel(4); // behind the heads
    window->settle();
    const CompareContent& content = contentOf(*window);
    QVERIFY(content.isMean());
    QCOMPARE(content.heads.size(), std::size_t{4});
    const auto meanOf = [](const MatrixPanel& panel, const std::vector<MatrixPanel>& heads) {
        double largest = 0;
        for (Index row = 0; row < panel.matrix.size(0); ++row) {
            for (Index column = 0; column < panel.matrix.size(1); ++column) {
                double sum = 0;
                for (std::size_t head = 0; head < 4; ++head)
                    sum += double{heads[head].matrix(row, column)};
                largest = std::max(largest, std::abs(sum / 4 - double{panel.matrix(row, column)}));
            }
        }
        return largest;
    };
    QVERIFY(meanOf(content.a.panels[content.shown], content.a.panels) < 1e-6);
    QVERIFY(meanOf(content.b.panels[content.shown], content.b.panels) < 1e-6);
    QCOMPARE(content.title,
             QStringLiteral("Two edits moved %1 % of the attention, mean of the heads")
                 .arg(std::lround(content.difference().moved * 100)));
    QVERIFY(content.edits[1].alone.startsWith(u"on its own "_qs));
    // A cell that is asked is one of the mean.
    const auto copied = headsOf(*window).matrix();
    QVERIFY(copied && copied->name.find("mean of the heads") != std::string::npos);
}

void TestCompare::each_edit_tells_what_it_does_alone() {
    const auto window = comparingWindow();
    const CompareContent& content = contentOf(*window);
    QCOMPARE(content.edits.size(), std::size_t{2});
    QCOMPARE(content.edits[0].subject, u"X[北京, 2]"_qs);
    QCOMPARE(content.edits[0].change, u"0.8 → 2.4"_qs);
    QCOMPARE(content.edits[0].alone,
             u"on its own "_qs + percentText(movedBetween(ticket(), withNumber(ticket()), 3)));
    QCOMPARE(content.edits[1].subject, u"causal mask"_qs);
    QCOMPARE(content.edits[1].change, u"off → on"_qs);
    QCOMPARE(content.edits[1].alone,
             u"on its own "_qs +
                 percentText(movedBetween(ticket(), withCausal(ticket(), true), 3)));
}

void TestCompare::an_edit_that_cannot_stand_alone_says_nothing_of_itself() {
    const auto window = shownWindow(findExample("arange")->make());
    QTest::keyClick(&headsOf(*window).keyboard(), Qt::Key_P);
    Document& document = window->workspace().document();
    // Four heads do not divide d_model = 6: only a typed d_k lets them be.
    document.edit(QStringLiteral("d_k"), *withKeyDim(*document.experiment(), 2));
    document.edit(QStringLiteral("d_v"), *withValueDim(*document.experiment(), 2));
    document.edit(QStringLiteral("heads"), *withHeads(*document.experiment(), 4));
    QCOMPARE(document.experiment()->config.heads, Index{4});
    window->settle();
    headsOf(*window).setComparing(true);
    window->settle();
    const CompareContent& content = contentOf(*window);
    QVERIFY(!content.edits.empty());
    QVERIFY(
        std::ranges::any_of(content.edits, [](const auto& edit) { return edit.alone.isEmpty(); }));
}

void TestCompare::an_edit_taken_out_leaves_b_without_it() {
    const auto window = comparingWindow();
    const auto boxes = headsOf(*window).comparison().findChildren<QCheckBox*>();
    QCOMPARE(boxes.size(), 2);
    QTest::mouseClick(boxes[1], Qt::LeftButton, {}, QPoint(10, boxes[1]->height() / 2));
    window->settle();
    QVERIFY(!contentOf(*window).edits[1].taken);
    QCOMPARE(contentOf(*window).difference().moved,
             movedBetween(ticket(), withNumber(ticket()), 3));
    QVERIFY(contentOf(*window).title.startsWith(u"One edit moved"_qs));
    // The document has it all the same.
    QVERIFY(window->workspace().experiment().causal);
}

void TestCompare::the_cells_that_changed_most_are_those_of_a_plain_search() {
    const auto window = comparingWindow();
    const CompareContent& content = contentOf(*window);
    QCOMPARE(content.most.size(), std::size_t{8});
    const Tensor& moved = content.difference().difference;
    for (const CellChange& change : content.most) {
        QCOMPARE(moved(change.query, change.key), change.change);
        int larger = 0;
        for (const float other : moved.values())
            larger += std::abs(other) > std::abs(change.change);
        QVERIFY(larger < 8);
    }
}

void TestCompare::a_pin_survives_edits_undo_and_another_example() {
    const auto window = comparingWindow();
    Document& document = window->workspace().document();
    QCOMPARE(document.pins().size(), std::size_t{1});
    document.undoStack().undo();
    document.undoStack().undo();
    window->settle();
    QCOMPARE(document.pins().size(), std::size_t{1});
    QCOMPARE(contentOf(*window).title, u"Nothing moved"_qs);
    document.begin(QStringLiteral("open"), findExample("arange")->make());
    window->settle();
    QCOMPARE(document.pins().size(), std::size_t{1});
    QVERIFY(*document.pins()[0].source.experiment() == ticket());
}

void TestCompare::undo_goes_on_below_a_pin() {
    const auto window = shownWindow(ticket());
    Document& document = window->workspace().document();
    document.edit(QStringLiteral("one"), withNumber(ticket()));
    window->settle();
    QTest::keyClick(&headsOf(*window).keyboard(), Qt::Key_P);
    document.undoStack().undo();
    window->settle();
    QVERIFY(*document.pins()[0].source.experiment() == withNumber(ticket()));
    headsOf(*window).setComparing(true);
    window->settle();
    QCOMPARE(contentOf(*window).edits.size(), std::size_t{1});
    QCOMPARE(contentOf(*window).edits[0].change, u"2.4 → 0.8"_qs);
}

void TestCompare::without_an_edit_nothing_moved() {
    const auto window = shownWindow(ticket());
    headsOf(*window).setComparing(true);
    window->settle();
    QCOMPARE(contentOf(*window).title, u"Nothing moved"_qs);
    QCOMPARE(contentOf(*window).detail,
             u"A and B are one state: change something, or choose another A"_qs);
    // Who edits now is told what that did, without having pinned anything.
    window->workspace().document().edit(QStringLiteral("one"), withNumber(ticket()));
    window->settle();
    QVERIFY2(contentOf(*window).title.startsWith(u"One edit moved"_qs),
             qPrintable(contentOf(*window).title));
}

void TestCompare::of_a_head_that_stayed_the_output_may_have_moved() {
    const auto window = shownWindow(ticket());
    window->workspace().showPanel(1);
    QTest::keyClick(&headsOf(*window).keyboard(), Qt::Key_P);
    Document& document = window->workspace().document();
    TypedNumber number; // of head 1
    number.query = 2;
    number.key = 3;
    number.value = 0.9F;
    document.edit(QStringLiteral("one"), *withTypedNumber(*document.experiment(), number));
    window->settle();
    headsOf(*window).setComparing(true);
    window->settle();
    QVERIFY(contentOf(*window).outputMoved[2] > 0);
    QCOMPARE(contentOf(*window).title, u"Head 2 did not move"_qs);
}

/// A row that may look at nothing, as zeros and as NaN: under the same mask.
void TestCompare::rows_that_became_nan_did_move() {
    Experiment masked = ticket();
    for (Index key = 0; key < 10; ++key)
        masked = *withPair(masked, 0, 4, key, false);
    const auto window = shownWindow(withFullyMasked(masked, FullyMasked::Zeros));
    headsOf(*window).setComparing(true);
    window->settle();
    QCOMPARE(contentOf(*window).title, u"Nothing moved"_qs);
    window->workspace().document().edit(QStringLiteral("nan"),
                                        withFullyMasked(masked, FullyMasked::NaN));
    window->settle();
    const CompareContent& content = contentOf(*window);
    QCOMPARE(content.title, u"10 pairs are NaN or ∞ in A or B alone"_qs);
    QCOMPARE(content.edits.front().alone, u"on its own NaN"_qs);
    for (Index key = 0; key < 10; ++key) {
        QVERIFY(!isMaskedInOne(content.difference(), 4, key));
        QCOMPARE(content.differencePanels[content.shown].markOf(4, key), CellMark::None);
        QCOMPARE(differenceText(content.difference().difference(4, key)), u"NaN"_qs);
    }
    // Equal shares are a difference to zeros that can be measured.
    window->workspace().document().edit(QStringLiteral("even"),
                                        withFullyMasked(masked, FullyMasked::Uniform));
    window->settle();
    QVERIFY(contentOf(*window).title.contains(u"moved 5 %"_qs));
    QVERIFY(!isMaskedInOne(contentOf(*window).difference(), 4, 0));
}

void TestCompare::other_sizes_have_no_difference_and_say_why() {
    const auto window = comparingWindow();
    Document& document = window->workspace().document();
    document.edit(QStringLiteral("three"),
                  *withTokens(*document.experiment(), TokenSide::Query, 0, {"a", "b", "c"}));
    window->settle();
    const CompareContent& content = contentOf(*window);
    QVERIFY(!content.hasDifference());
    QVERIFY2(content.why.contains(u"10 × 10"_qs) && content.why.contains(u"3 × 3"_qs),
             qPrintable(content.why));
    QVERIFY(!window->grab().isNull());
    // Every row of the longer one has its word.
    QCOMPARE(content.rowLabels.size(), qsizetype{10});
    QCOMPARE(content.rowLabels.back(), content.a.rowLabels.back());
    QCOMPARE(sharedLabels({u"I"_qs, u"have"_qs}, {u"I"_qs, u"had"_qs, u"cats"_qs}),
             (QStringList{u"I"_qs, u"have | had"_qs, u"cats"_qs}));
}

void TestCompare::a_head_stands_beside_another() {
    const auto window = shownWindow(ticket());
    headsOf(*window).setComparing(true);
    window->settle();
    QComboBox& menu = headsOf(*window).comparison().choice(false);
    const int place = menu.findText(u"now · head 2"_qs);
    QVERIFY(place >= 0);
    menu.setCurrentIndex(place);
    Q_EMIT menu.activated(place);
    window->workspace().showPanel(3);
    window->settle();
    const CompareContent& content = contentOf(*window);
    QCOMPARE(content.a.panels.front().head, 1);
    QCOMPARE(content.b.panels.front().head, 3);
    QVERIFY2(content.title.startsWith(u"Heads 2 and 4 differ in "_qs), qPrintable(content.title));
    QVERIFY(content.edits.empty());
}

void TestCompare::a_head_that_is_chosen_while_a_state_is_run_is_kept() {
    const auto window = comparingWindow();
    Workspace& workspace = window->workspace();
    const ComparedSide before = workspace.scene().compared->b.side;
    ComparedSide other = workspace.scene().compared->a.side;
    workspace.comparisons().carryOut(want::CompareSide{true, other});
    other.head = 2; // while the other state is on its way
    workspace.comparisons().carryOut(want::CompareSide{true, other});
    window->settle();
    QVERIFY(workspace.scene().compared->b.side == other);
    QVERIFY(!(before == other));
}

void TestCompare::holding_a_shows_a_in_the_place_of_b() {
    const auto window = comparingWindow();
    CompareView& view = headsOf(*window).comparison();
    const QImage before = view.grab().toImage();
    QTest::keyPress(&view, Qt::Key_A);
    QVERIFY(view.showsA());
    QVERIFY(view.grab().toImage() != before);
    QTest::keyRelease(&view, Qt::Key_A);
    QVERIFY(!view.showsA());
    QCOMPARE(view.grab().toImage(), before);
}

void TestCompare::a_of_another_size_stands_whole_in_the_place_of_b() {
    const auto window = comparingWindow();
    Document& document = window->workspace().document();
    document.edit(QStringLiteral("three"),
                  *withTokens(*document.experiment(), TokenSide::Query, 0, {"a", "b", "c"}));
    window->settle();
    CompareView& view = headsOf(*window).comparison();
    for (const bool swapped : {false, true}) {
        if (swapped)
            window->workspace().comparisons().carryOut(want::SwapSides{});
        window->settle();
        const CompareGeometry geometry = view.geometryNow();
        QVERIFY(geometry.a.rows != geometry.b.rows);
        const QPointF moved = geometry.b.origin - geometry.a.origin;
        const QImage apart = view.grab().toImage();
        QTest::keyPress(&view, Qt::Key_A);
        const QImage typed = view.grab().toImage();
        for (Index row = 0; row < geometry.a.rows; ++row) {
            for (Index column = 0; column <= row; ++column) { // the others are hatched
                // Beside its digits, and inside the frame of the asked one.
                const QPointF corner = geometry.a.cellRect(row, column).topLeft() + QPointF(6, 6);
                QCOMPARE(typed.pixel((corner + moved).toPoint()), apart.pixel(corner.toPoint()));
            }
        }
        // Where A has no cells there is no number of anybody's.
        for (Index row = geometry.a.rows; row < geometry.b.rows; ++row)
            QCOMPARE(typed.pixel((geometry.b.cellRect(row, 2).center()).toPoint()),
                     apart.pixel(apart.width() - 4, apart.height() - 4));
        QTest::keyRelease(&view, Qt::Key_A);
    }
}

void TestCompare::a_click_locks_the_cell_in_all_three() {
    const auto window = comparingWindow();
    CompareView& view = headsOf(*window).comparison();
    for (const MatrixGeometry* matrix :
         {&view.geometryNow().a, &view.geometryNow().b, &view.geometryNow().difference}) {
        QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(*matrix, 6, 3));
        QCOMPARE(window->workspace().selection().locked, (PanelCell{3, 6, 3}));
        window->settle();
        QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(*matrix, 6, 3));
        QVERIFY(!window->workspace().selection().locked);
        window->settle();
    }
    QTest::mouseClick(&view, Qt::LeftButton, {},
                      view.geometryNow().most.front().center().toPoint());
    const CellChange& first = contentOf(*window).most.front();
    QCOMPARE(window->workspace().selection().locked, (PanelCell{3, first.query, first.key}));
    window->settle();
    QTest::mouseClick(&view, Qt::LeftButton, {},
                      view.geometryNow().heads[1].frame.center().toPoint());
    QCOMPARE(window->workspace().selection().panel, 1);
}

void TestCompare::the_sides_fold_and_come_back() {
    const auto window = shownWindow(ticket());
    const int before = headsOf(*window).view().width();
    headsOf(*window).setComparing(true);
    window->settle();
    QVERIFY(headsOf(*window).view().width() > before + 400);
    headsOf(*window).setComparing(false);
    window->settle();
    QCOMPARE(headsOf(*window).view().width(), before);
}

void TestCompare::a_failing_state_says_why() {
    const auto window = comparingWindow();
    window->workspace().comparisons().carryOut(
        want::CompareSide{false, {"file//nowhere/a.headscope", {}, {}, {}}});
    window->settle();
    const auto& compared = window->workspace().scene().compared;
    QVERIFY(compared->error.has_value());
    QVERIFY(!headsOf(*window).comparison().content());
    QVERIFY(!window->grab().isNull());
}

void TestCompare::a_stage_that_only_b_has_is_said() {
    const auto window = comparingWindow();
    Document& document = window->workspace().document();
    document.edit(QStringLiteral("three"), *withDropout(*document.experiment(), .25F));
    window->settle();
    window->workspace().showStage(Stage::Dropped);
    window->settle();
    const CompareContent& content = contentOf(*window);
    QVERIFY(!content.hasDifference());
    QVERIFY2(content.detail.contains(u" in A"_qs), qPrintable(content.detail));
    QVERIFY(!window->grab().isNull());
}

void TestCompare::where_nothing_is_typed_it_says_so() {
    const auto window = comparingWindow();
    auto* view = window->findChild<CompareView*>();
    QVERIFY(view);
    QStringList said;
    connect(view, &CompareView::said, this, [&](const QString& words) { said << words; });
    QTest::keyClick(view, Qt::Key_F2);
    QTest::mouseDClick(view, Qt::LeftButton, {},
                       view->geometryNow().b.cellRect(1, 1).center().toPoint());
    QCOMPARE(said.size(), 2);
    QVERIFY(said[0].contains(u"not into a comparison"_qs) && said[0] == said[1]);
}

void TestCompare::scores_that_are_masked_in_one_do_not_hide_the_others() {
    const auto window = comparingWindow();
    window->workspace().showStage(Stage::Masked);
    window->settle();
    const CompareContent& content = contentOf(*window);
    QVERIFY(content.hasDifference());
    QVERIFY(std::isinf(content.difference().difference(0, 9)));
    QCOMPARE(content.difference().maskedAt(0, 9), MaskedIn::OnlyB);
    QVERIFY(std::isfinite(content.difference().largest));
    QVERIFY2(content.title.contains(u"masked scores"_qs), qPrintable(content.title));
    QVERIFY(!window->grab().isNull());
}

void TestCompare::the_difference_can_be_copied() {
    const auto window = comparingWindow();
    const std::optional<LabelledMatrix> matrix = headsOf(*window).matrix();
    QVERIFY(matrix.has_value());
    QVERIFY(matrix->values == contentOf(*window).difference().difference);
    QCOMPARE(matrix->rows.size(), std::size_t{10});
    QVERIFY(matrix->name.starts_with("B - A"));
}

void TestCompare::the_figure_says_what_the_view_says() {
    const auto window = comparingWindow();
    const Result<QByteArray> svg =
        renderComparison({window->workspace().scene(), {}, 96}, FigureFormat::Svg);
    QVERIFY(svg.ok());
    const CompareContent& content = contentOf(*window);
    for (const QString& text : {content.title, content.measure, content.edits[0].subject,
                                content.edits[1].alone, u"B − A"_qs})
        QVERIFY2(svg->contains(text.toHtmlEscaped().toUtf8()), qPrintable(text));
    QVERIFY(renderComparison({window->workspace().scene(), {}, 96}, FigureFormat::Pdf).ok());
}

void TestCompare::a_part_is_drawn_as_it_stands_in_the_whole() {
    const auto window = comparingWindow();
    const CompareContent& whole = contentOf(*window);
    CompareContent cut = whole;
    QVERIFY(cutTo(cut, {2, 5, 4, 10}).ok());
    const MatrixDifference& difference = cut.difference();
    QCOMPARE(difference.difference.shape(), (Shape{3, 6}));
    for (Index query = 0; query < 3; ++query) {
        QCOMPARE(difference.rowMoved[static_cast<std::size_t>(query)],
                 whole.difference().rowMoved[static_cast<std::size_t>(query + 2)]);
        for (Index key = 0; key < 6; ++key) {
            QCOMPARE(difference.difference(query, key),
                     whole.difference().difference(query + 2, key + 4));
            QCOMPARE(difference.maskedAt(query, key),
                     whole.difference().maskedAt(query + 2, key + 4));
            QCOMPARE(cut.a.panels[cut.shown].matrix(query, key),
                     whole.a.panels[whole.shown].matrix(query + 2, key + 4));
        }
    }
    QCOMPARE(cut.rowLabels, whole.rowLabels.mid(2, 3));
    QCOMPARE(cut.a.columnLabels, whole.a.columnLabels.mid(4, 6));
    QVERIFY(cut.colours == whole.colours);
    QVERIFY(cut.differenceColours == whole.differenceColours);
    QCOMPARE(cut.title, whole.title);
    for (const CellChange& change : cut.most)
        QCOMPARE(change.change, whole.difference().difference(change.query + 2, change.key + 4));
    QVERIFY(!cutTo(cut, {0, 4, 0, 4}).ok()); // it has three rows now
    CompareFigure figure{window->workspace().scene(), {}, 96, CellSpan{2, 5, 4, 10}};
    const Result<QByteArray> svg = renderComparison(figure, FigureFormat::Svg);
    QVERIFY(svg && svg->contains("queries 3–5 of 10, keys 5–10 of 10"));
}

void TestCompare::states_are_called_in_the_language_that_is_chosen() {
    const auto window = comparingWindow();
    const CompareView& view = headsOf(*window).comparison();
    QCOMPARE(view.choice(true).currentText(), u"now"_qs);
    useLanguage(Language::Chinese);
    window->settle();
    QCOMPARE(view.choice(true).currentText(), u"现在"_qs);
    QVERIFY(contentOf(*window).edits[1].change.startsWith(u"关"_qs));
    useLanguage(Language::English);
    window->settle();
    QCOMPARE(view.choice(true).currentText(), u"now"_qs);
}

void TestCompare::nothing_overlaps_at_any_size_data() {
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<int>("tokens");
    QTest::addColumn<double>("scale");
    for (const QSizeF size : {QSizeF(976, 560), QSizeF(1392, 660), QSizeF(1872, 840),
                              QSizeF(2512, 1200), QSizeF(672, 330)}) {
        for (const int tokens : {1, 3, 10, 40, 512}) {
            for (const double scale : {1.0, 1.6})
                QTest::addRow("%gx%g, %d tokens, %g", size.width(), size.height(), tokens, scale)
                    << size << tokens << scale;
        }
    }
}

void TestCompare::nothing_overlaps_at_any_size() {
    QFETCH(QSizeF, size);
    QFETCH(int, tokens);
    QFETCH(double, scale);
    CompareGeometryInput in;
    in.area = QRectF(QPointF(24, 10), size);
    in.rows = in.columns = in.rowsB = in.columnsB = tokens;
    in.heads = 8;
    in.rowLabelWidth = 60;
    in.columnLabelWidth = 36;
    in.textScale = scale;
    const CompareGeometry geometry = layoutCompare(in);
    std::vector<QRectF> parts = {
        geometry.title,     geometry.measure,    geometry.edits,
        geometry.pin,       geometry.a.bounds(), geometry.difference.bounds(),
        geometry.rowLabels, geometry.bar,        geometry.differenceBar};
    if (!geometry.together)
        parts.push_back(geometry.b.bounds());
    for (const QRectF& part :
         {geometry.moved, geometry.output, geometry.mostTitle, geometry.headsTitle})
        if (!part.isEmpty())
            parts.push_back(part);
    for (const QRectF& line : geometry.most)
        parts.push_back(line);
    const QRectF room = in.area.adjusted(-1, -1, 1, 1);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        QVERIFY2(room.left() <= parts[i].left() && parts[i].right() <= room.right(),
                 qPrintable(QStringLiteral("part %1 leaves the view").arg(i)));
        for (std::size_t j = i + 1; j < parts.size(); ++j) {
            const QRectF both = parts[i].intersected(parts[j]);
            QVERIFY2(both.width() < 1 || both.height() < 1,
                     qPrintable(QStringLiteral("parts %1 and %2 overlap").arg(i).arg(j)));
        }
    }
}

HEADSCOPE_TEST(TestCompare, QApplication)
#include "test_compare.moc"
