// SPDX-License-Identifier: GPL-3.0-or-later
// A score or a weight is typed in its cell: what then stands there, is marked, listed, said,
// undone and restored.
#include "cells/number_editor.h"
#include "editors/setup_panel.h"
#include "editors/typed_numbers_panel.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "figure/figure.h"
#include "inspector/inspector.h"
#include "pages/heads/heads_view.h"
#include "scene/panels/typed_number_mark.h"
#include "support/derivation.h"
#include "support/derivation_rows.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/frame/status_line.h"
#include "words/numbers/number_format.h"
#include "words/stage_text.h"
#include "words/typed_number_text.h"
#include "workspace/workspace.h"

#include <QApplication>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

struct ShownTyped {
    explicit ShownTyped(Experiment experiment = example("ticket"), Stage stage = Stage::Weights)
        : window(shownWindow(std::move(experiment))) {
        workspace().showStage(stage, 0);
        workspace().showPanel(1);
        settle();
    }
    void settle() { window->settle(); }
    Workspace& workspace() { return window->workspace(); }
    HeadsView& view() { return *window->findChild<HeadsView*>(); }
    /// Where a number is typed into a cell; nullptr: nowhere.
    NumberEditor* editor() {
        auto* const found = view().findChild<NumberEditor*>();
        return found && found->isOpen() ? found : nullptr;
    }
    const Experiment& experiment() { return workspace().experiment(); }
    QPoint pointOf(Index row, Index column) {
        return view().geometryNow().matrix.cellRect(row, column).center().toPoint();
    }
    /// As a mouse does it: the first click comes before.
    void doubleClick(Index row, Index column) {
        QTest::mouseClick(&view(), Qt::LeftButton, {}, pointOf(row, column));
        settle();
        QTest::mouseDClick(&view(), Qt::LeftButton, {}, pointOf(row, column));
        QTest::mouseRelease(&view(), Qt::LeftButton, {}, pointOf(row, column));
        settle();
    }
    /// Types into the cell and says yes.
    void type(Index row, Index column, const QString& text) {
        doubleClick(row, column);
        QVERIFY(editor());
        QTest::keyClicks(editor(), text);
        QTest::keyClick(editor(), Qt::Key_Return);
        settle();
    }
    const MatrixPanel& panel() {
        return view().panels()[static_cast<std::size_t>(view().shownPanel())];
    }
    QString status() { return window->findChild<StatusLine*>()->text(); }
    TypedNumbersPanel& list() { return *window->findChild<TypedNumbersPanel*>(); }

    std::unique_ptr<MainWindow> window;
};

/// "head 2, 机票 → 订了" in weights.
const TypedNumber ticketBooks = {Scope(), TensorName::AttentionWeights, 0, 1, 9, 5, 0};

TypedNumber with(TypedNumber number, float value) {
    number.value = value;
    return number;
}

} // namespace

class TestTypedNumbersWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void a_double_click_types_a_number_data();
    void a_double_click_types_a_number();
    void escape_and_the_same_number_change_nothing();
    void what_is_no_number_stays_with_a_sentence();
    void tab_goes_on_along_the_row();
    void keys_alone_hold_and_release();
    void the_same_cell_again_is_one_step_to_undo();
    void a_model_holds_in_the_block_that_is_shown();
    void what_cannot_be_held_opens_no_editor();
    void small_cells_keep_their_double_click();
    void the_editor_follows_its_cell();
    void the_setup_lists_what_is_held();
    void a_long_place_is_cut_where_all_are_the_same();
    void the_list_leads_to_another_sequence();
    void a_figure_has_the_pin_and_its_legend();
    void the_status_line_counts_them();
    void a_pin_stands_in_the_cell();
    void a_masked_pair_that_is_typed_shows_its_number();
    void the_inspector_says_what_it_would_be_data();
    void the_inspector_says_what_it_would_be();
};

void TestTypedNumbersWindow::a_double_click_types_a_number_data() {
    QTest::addColumn<Stage>("stage");
    QTest::addColumn<TensorName>("name");
    QTest::addColumn<QString>("undo");
    QTest::newRow("score") << Stage::Scores << TensorName::Scores << "type score 1.5";
    QTest::newRow("scaled") << Stage::Scaled << TensorName::ScaledScores << "type scaled score 1.5";
    QTest::newRow("masked") << Stage::Masked << TensorName::MaskedScores << "type masked score 1.5";
    QTest::newRow("weight") << Stage::Weights << TensorName::AttentionWeights << "type weight 1.5";
}

void TestTypedNumbersWindow::a_double_click_types_a_number() {
    QFETCH(Stage, stage);
    QFETCH(TensorName, name);
    QFETCH(QString, undo);
    ShownTyped shown(withCausal(example("ticket"), true), stage);
    const float before = shown.panel().matrix(9, 5);
    shown.type(9, 5, QStringLiteral("1,5"));
    TypedNumber number = with(ticketBooks, 1.5F);
    number.name = name;
    QCOMPARE(shown.experiment().typedNumbers, std::vector{number});
    QCOMPARE(shown.panel().matrix(9, 5), 1.5F);
    QVERIFY(shown.panel().typedAt(9, 5));
    QCOMPARE(shown.panel().typedAt(9, 5)->wouldBe, before);
    QVERIFY(!shown.editor());
    QVERIFY(shown.view().hasFocus());
    QVERIFY(shown.view().accessibleDescription().contains(typedText(before)));
    QUndoStack& stack = shown.workspace().document().undoStack();
    QCOMPARE(stack.undoText(), undo);
    stack.undo();
    shown.settle();
    QVERIFY(shown.experiment().typedNumbers.empty());
    QCOMPARE(shown.panel().matrix(9, 5), before);
    QVERIFY(shown.panel().typedNumbers.empty());
}

void TestTypedNumbersWindow::escape_and_the_same_number_change_nothing() {
    ShownTyped shown;
    const auto revision = shown.workspace().document().revision();
    shown.doubleClick(9, 5);
    QVERIFY(shown.editor());
    QCOMPARE(shown.editor()->selectedText(), shown.editor()->text());
    QTest::keyClicks(shown.editor(), QStringLiteral("7"));
    QTest::keyClick(shown.editor(), Qt::Key_Escape);
    QVERIFY(!shown.editor());
    shown.doubleClick(9, 5);
    QTest::keyClick(shown.editor(), Qt::Key_Return);
    shown.settle();
    QVERIFY(!shown.editor());
    QCOMPARE(shown.workspace().document().revision(), revision);
    QVERIFY(!shown.workspace().selection().solo);
}

void TestTypedNumbersWindow::what_is_no_number_stays_with_a_sentence() {
    ShownTyped shown;
    shown.doubleClick(9, 5);
    NumberEditor* const editor = shown.editor();
    QVERIFY(editor && editor->sentence().isEmpty());
    for (const char* text : {"much", "nan", "-inf", "1e60", ""}) {
        editor->selectAll();
        QTest::keyClick(editor, Qt::Key_Delete);
        QTest::keyClicks(editor, QLatin1String(text));
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY2(shown.editor() == editor, text);
        QVERIFY2(!editor->sentence().isEmpty(), text);
        QCOMPARE(editor->accessibleDescription(), editor->sentence());
        QVERIFY(shown.experiment().typedNumbers.empty());
    }
    // Typing on takes the sentence away.
    QTest::keyClicks(editor, QStringLiteral("0.5"));
    QVERIFY(editor->sentence().isEmpty());
    QTest::keyClick(editor, Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.experiment().typedNumbers, std::vector{with(ticketBooks, 0.5F)});
}

void TestTypedNumbersWindow::tab_goes_on_along_the_row() {
    ShownTyped shown;
    shown.doubleClick(8, 9);
    QTest::keyClicks(shown.editor(), QStringLiteral("0.25"));
    QTest::keyClick(shown.editor(), Qt::Key_Tab);
    shown.settle();
    QVERIFY(shown.editor());
    QTest::keyClicks(shown.editor(), QStringLiteral("0.75"));
    QTest::keyClick(shown.editor(), Qt::Key_Tab, Qt::ShiftModifier);
    shown.settle();
    QVERIFY(shown.editor());
    QCOMPARE(shown.editor()->text(), QStringLiteral("0.25"));
    QTest::keyClick(shown.editor(), Qt::Key_Escape);
    TypedNumber first = with(ticketBooks, 0.25F);
    first.query = 8;
    first.key = 9;
    TypedNumber second = with(ticketBooks, 0.75F);
    second.query = 9;
    second.key = 0;
    QCOMPARE(shown.experiment().typedNumbers, (std::vector{first, second}));
}

void TestTypedNumbersWindow::keys_alone_hold_and_release() {
    ShownTyped shown;
    HeadsView& view = shown.view();
    view.setFocus();
    shown.workspace().hover(PanelCell{1, 9, 4});
    shown.settle();
    QTest::keyClick(&view, Qt::Key_Right);
    shown.settle();
    QTest::keyClick(&view, Qt::Key_F2);
    QVERIFY(shown.editor());
    QVERIFY2(shown.editor()->accessibleName().contains(QStringLiteral("机票")) &&
                 shown.editor()->accessibleName().contains(QStringLiteral("订了")),
             qPrintable(shown.editor()->accessibleName()));
    // Keys that mean something to the window are text here.
    QTest::keyClicks(shown.editor(), QStringLiteral("0.5"));
    QCOMPARE(shown.editor()->text(), QStringLiteral("0.5"));
    QTest::keyClick(shown.editor(), Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.experiment().typedNumbers, std::vector{with(ticketBooks, 0.5F)});
    QVERIFY(view.hasFocus());
    QTest::keyClick(&view, Qt::Key_Delete);
    shown.settle();
    QVERIFY(shown.experiment().typedNumbers.empty());
    QCOMPARE(shown.workspace().document().undoStack().undoText(),
             QStringLiteral("restore a computed number"));
    // Where nothing is typed there is nothing to restore.
    const auto revision = shown.workspace().document().revision();
    QTest::keyClick(&view, Qt::Key_Backspace);
    QCOMPARE(shown.workspace().document().revision(), revision);
}

void TestTypedNumbersWindow::the_same_cell_again_is_one_step_to_undo() {
    ShownTyped shown;
    QUndoStack& stack = shown.workspace().document().undoStack();
    const int before = stack.count();
    shown.type(9, 5, QStringLiteral("0.5"));
    shown.type(9, 5, QStringLiteral("0.25"));
    QCOMPARE(stack.count(), before + 1);
    QCOMPARE(shown.experiment().typedNumbers, std::vector{with(ticketBooks, 0.25F)});
    shown.type(9, 6, QStringLiteral("0.5"));
    QCOMPARE(stack.count(), before + 2);
    stack.undo();
    stack.undo();
    shown.settle();
    QVERIFY(shown.experiment().typedNumbers.empty());
}

void TestTypedNumbersWindow::a_model_holds_in_the_block_that_is_shown() {
    ShownTyped shown(example("encoder-decoder"));
    const Scope cross = Scope::of(ModelPart::Decoder, 0, Sublayer::CrossAttention);
    shown.workspace().showScope(cross.path());
    shown.workspace().showStage(Stage::Weights, 0);
    shown.workspace().showPanel(0);
    shown.settle();
    shown.type(1, 2, QStringLiteral("0.5"));
    QCOMPARE(shown.experiment().typedNumbers,
             (std::vector{TypedNumber{cross, TensorName::AttentionWeights, 0, 0, 1, 2, 0.5F}}));
    QCOMPARE(shown.panel().matrix(1, 2), 0.5F);
    QVERIFY(shown.list().rows().at(0)->accessibleName().startsWith(
        typedPlaceText(shown.experiment().typedNumbers[0], shown.workspace().scene().tokens(), 1)));
}

void TestTypedNumbersWindow::what_cannot_be_held_opens_no_editor() {
    ShownTyped shown;
    const int mean = shown.experiment().config.heads;
    shown.workspace().showPanel(static_cast<int>(mean));
    shown.workspace().hover(PanelCell{mean, 1, 1});
    shown.settle();
    QTest::keyClick(&shown.view(), Qt::Key_F2);
    QVERIFY(!shown.editor());
    QVERIFY2(shown.status().contains(QStringLiteral("taken of all heads")),
             qPrintable(shown.status()));
    for (std::size_t tensor = 0; tensor < 3; ++tensor) { // Q, K and V
        shown.workspace().showStage(Stage::Projections, tensor);
        shown.workspace().hover(PanelCell{0, 1, 1});
        shown.settle();
        QTest::keyClick(&shown.view(), Qt::Key_F2);
        QVERIFY(!shown.editor());
        const QString why = QStringLiteral("not into: ") + tensorTitle(shown.panel().name);
        QVERIFY2(shown.status().contains(why), qPrintable(shown.status()));
    }
    // Of a stage that has no such cell a double click means the matrix.
    shown.workspace().showStage(Stage::Split, 1);
    shown.settle();
    QVERIFY(shown.view().valuesFit());
    shown.doubleClick(1, 1);
    QVERIFY(!shown.editor());
    QVERIFY(shown.workspace().selection().solo);
    shown.doubleClick(1, 1);
    QVERIFY(!shown.workspace().selection().solo);
    // Where others can be typed it says why this one cannot, and no more.
    shown.workspace().showStage(Stage::Weights, 0);
    shown.workspace().showPanel(mean);
    shown.settle();
    shown.doubleClick(1, 1);
    QVERIFY(!shown.editor());
    QVERIFY(!shown.workspace().selection().solo);
    QVERIFY2(shown.status().contains(QStringLiteral("taken of all heads")),
             qPrintable(shown.status()));
    // That is past once another one is.
    shown.workspace().showPanel(0);
    shown.settle();
    shown.doubleClick(1, 1);
    QVERIFY(shown.editor());
    QVERIFY2(!shown.status().contains(QStringLiteral("taken of all heads")),
             qPrintable(shown.status()));
}

void TestTypedNumbersWindow::small_cells_keep_their_double_click() {
    ShownTyped shown(sentence(60, 8, 2));
    QVERIFY(!shown.view().valuesFit());
    shown.doubleClick(9, 5);
    QVERIFY(!shown.editor());
    QVERIFY(shown.workspace().selection().solo);
    // The keyboard types into any cell.
    QTest::keyClick(&shown.view(), Qt::Key_F2);
    QVERIFY(shown.editor());
    QVERIFY(shown.view().rect().contains(shown.editor()->geometry()));
}

void TestTypedNumbersWindow::the_editor_follows_its_cell() {
    ShownTyped shown;
    shown.doubleClick(0, 0);
    NumberEditor* const editor = shown.editor();
    QVERIFY(editor);
    shown.window->resize(1100, 800);
    shown.settle();
    QVERIFY(editor->isVisible());
    QVERIFY(shown.view().rect().contains(editor->geometry()));
    QVERIFY(editor->geometry().contains(shown.pointOf(0, 0)));
    // Another head has another cell there.
    shown.workspace().showPanel(2);
    shown.settle();
    QVERIFY(!shown.editor());
    QVERIFY(shown.experiment().typedNumbers.empty());
}

void TestTypedNumbersWindow::the_setup_lists_what_is_held() {
    ShownTyped shown;
    QVERIFY(!shown.list().isVisible());
    const float would = shown.panel().matrix(9, 5);
    shown.type(9, 5, QStringLiteral("0.5"));
    QVERIFY(shown.list().isVisible());
    QCOMPARE(shown.list().count(), qsizetype{1});
    TypedNumberRow* const row = shown.list().rows().at(0);
    QCOMPARE(row->accessibleName(), QStringLiteral("head 2, 机票 → 订了: weight 0.5, would be ") +
                                        numberText(static_cast<double>(would)));
    // A click goes there, from wherever one is.
    shown.workspace().showStage(Stage::Scores, 0);
    shown.workspace().showPanel(3);
    shown.settle();
    row->click();
    shown.settle();
    QCOMPARE(shown.workspace().selection().stage, Stage::Weights);
    QVERIFY(shown.workspace().selection().locked == (PanelCell{1, 9, 5}));
    row->findChild<QToolButton*>()->click();
    shown.settle();
    QVERIFY(shown.experiment().typedNumbers.empty());
    QVERIFY(!shown.list().isVisible());
    // Of many the first ones have rows, and all can be restored at once.
    Experiment many = shown.experiment();
    for (Index i = 0; i < 30; ++i)
        many = *withTypedNumber(many, {Scope(), TensorName::Scores, 0, 0, i / 10, i % 10, 1});
    shown.workspace().document().edit(QStringLiteral("many"), many);
    shown.settle();
    QCOMPARE(shown.list().count(), qsizetype{30});
    const auto visible = [](const TypedNumberRow* each) { return each->isVisible(); };
    QCOMPARE(std::ranges::count_if(shown.list().rows(), visible), 20);
    for (QPushButton* button : shown.list().findChildren<QPushButton*>())
        button->click();
    shown.settle();
    QVERIFY(shown.experiment().typedNumbers.empty());
}

void TestTypedNumbersWindow::a_long_place_is_cut_where_all_are_the_same() {
    TypedNumberRow row(nullptr);
    row.resize(220, row.sizeHint().height());
    const auto image = [&](const QString& key) {
        row.setTexts({QStringLiteral("Decoder layer 12: cross-attention"),
                      QStringLiteral("sequence 3"), QStringLiteral("head 2"),
                      QStringLiteral("word → ") + key},
                     QStringLiteral("weight 0.5"), QStringLiteral("Restore"));
        return row.grab().toImage();
    };
    QVERIFY(image(QStringLiteral("one")) != image(QStringLiteral("two")));
    QVERIFY(row.toolTip().contains(QStringLiteral("Decoder layer 12")));
}

void TestTypedNumbersWindow::the_list_leads_to_another_sequence() {
    const Experiment padded = example("causal-padding");
    ShownTyped shown(*withTypedNumber(padded, {Scope(), TensorName::Scores, 2, 0, 1, 0, 1.5F}));
    QCOMPARE(shown.workspace().selection().sequence, Index{0});
    QVERIFY(shown.list().rows().at(0)->accessibleName().startsWith(
        QStringLiteral("sequence 3, head 1, ")));
    shown.list().rows().at(0)->click();
    shown.settle();
    QCOMPARE(shown.workspace().selection().sequence, Index{2});
    QCOMPARE(shown.workspace().selection().stage, Stage::Scores);
    QVERIFY(shown.workspace().selection().locked == (PanelCell{0, 1, 0}));
    QCOMPARE(shown.panel().matrix(1, 0), 1.5F);
}

void TestTypedNumbersWindow::a_figure_has_the_pin_and_its_legend() {
    const auto svgOf = [](const Experiment& experiment) {
        const Scene scene = sceneOf(experiment);
        FigureRequest request;
        request.trace = scene.trace;
        request.run = scene.run;
        return renderFigure(request, FigureFormat::Svg).value();
    };
    const Experiment plain = example("ticket");
    const float would =
        sceneOf(plain).trace->find(TensorName::AttentionWeights)->result(0, 1, 9, 5);
    const QByteArray before = svgOf(plain);
    const QByteArray after = svgOf(*withTypedNumber(plain, with(ticketBooks, would)));
    // One pin in the cell and one in the legend, with its word.
    QCOMPARE(after.count("<polygon"), before.count("<polygon") + 2);
    QVERIFY(!before.contains(">typed<"));
    QVERIFY(after.contains(">typed<"));
}

void TestTypedNumbersWindow::the_status_line_counts_them() {
    ShownTyped shown;
    QVERIFY(shown.status().contains(QStringLiteral("every row sums to 1")));
    QVERIFY(!shown.status().contains(QStringLiteral("held")));
    shown.type(9, 5, QStringLiteral("0.5"));
    QVERIFY2(shown.status().contains(QStringLiteral("1 number typed")), qPrintable(shown.status()));
    QVERIFY(shown.status().contains(QStringLiteral("not every row sums to 1")));
    shown.type(9, 6, QStringLiteral("0.25"));
    QVERIFY(shown.status().contains(QStringLiteral("2 numbers typed")));
}

void TestTypedNumbersWindow::a_pin_stands_in_the_cell() {
    // Inside the cell, away from its digits.
    for (const double side : {28.0, 44.0, 90.0}) {
        const QRectF cell(10, 20, side, side);
        for (const QPointF& corner : typedMark(cell)) {
            QVERIFY(cell.contains(corner));
            QVERIFY(corner.y() < cell.center().y() - 0.1 * side);
        }
        QCOMPARE(typedMark(cell).size(), pinShape(cell).size());
    }
    QCOMPARE(typedMark({0, 0, 12, 12}).size(), std::size_t{3});
    QVERIFY(typedMark({0, 0, 5, 5}).empty());
    // In the window: the colours of the corner are those of the cell and of its ink.
    ShownTyped shown;
    const auto pixels = [&] {
        const QRectF cell = shown.view().geometryNow().matrix.cellRect(9, 5);
        const std::vector<QPointF> pin = typedMark(cell);
        const QRectF around = QPolygonF(QList<QPointF>(pin.begin(), pin.end())).boundingRect();
        return shown.view().grab(around.toAlignedRect()).toImage();
    };
    const Experiment plain = shown.experiment();
    // The very number that is computed there: the pin is all that differs.
    shown.workspace().document().edit(
        QStringLiteral("hold"),
        *withTypedNumber(plain, with(ticketBooks, shown.panel().matrix(9, 5))));
    const QImage before = pixels();
    shown.settle();
    const QImage after = pixels();
    QVERIFY(before != after);
    const QRgb ground = before.pixel(0, 0);
    int inked = 0;
    for (int y = 0; y < after.height(); ++y) {
        for (int x = 0; x < after.width(); ++x)
            inked += after.pixel(x, y) == textColourOn(ground).rgb();
    }
    QVERIFY(inked >= 12);
}

void TestTypedNumbersWindow::a_masked_pair_that_is_typed_shows_its_number() {
    const Experiment causal = withCausal(example("ticket"), true);
    Scene scene =
        sceneOf(*withTypedNumber(causal, {Scope(), TensorName::MaskedScores, 0, 0, 2, 5, 1}));
    for (const TensorName name : {TensorName::MaskedScores, TensorName::AttentionWeights}) {
        const auto panels = panelsOf(*scene.trace, name, 0, true);
        QCOMPARE(panels[0].markOf(2, 5), CellMark::None);
        QCOMPARE(panels[0].markOf(2, 6), CellMark::Masked);
        QCOMPARE(panels[1].markOf(2, 5), CellMark::Masked); // another head
        QCOMPARE(panels[0].typedNumbers.size(), std::size_t{name == TensorName::MaskedScores});
        QVERIFY(panels[4].typedNumbers.empty()); // the mean
    }
    QCOMPARE(panelsOf(*scene.trace, TensorName::MayAttend, 0)[0].matrix(2, 5), 0.0F);
    // A weight alone shows in the weights alone.
    scene =
        sceneOf(*withTypedNumber(causal, {Scope(), TensorName::AttentionWeights, 0, 0, 2, 5, 1}));
    QCOMPARE(panelsOf(*scene.trace, TensorName::MaskedScores, 0)[0].markOf(2, 5), CellMark::Masked);
    QCOMPARE(panelsOf(*scene.trace, TensorName::AttentionWeights, 0)[0].markOf(2, 5),
             CellMark::None);
    MatrixPanel turned = panelsOf(*scene.trace, TensorName::AttentionWeights, 0)[0];
    turned.turn();
    QVERIFY(turned.typedAt(5, 2) && !turned.typedAt(2, 5));
    // A dropped weight that is typed is no dropped one, even where it is 0.
    const Experiment dropping = *withDropout(example("ticket"), 0.3F);
    scene = sceneOf(dropping);
    const auto dropped = panelsOf(*scene.trace, TensorName::DroppedWeights, 0)[0];
    for (Index key = 0; key < 10; ++key) {
        scene = sceneOf(
            *withTypedNumber(dropping, {Scope(), TensorName::DroppedWeights, 0, 0, 1, key, 0}));
        QCOMPARE(panelsOf(*scene.trace, TensorName::DroppedWeights, 0)[0].markOf(1, key),
                 CellMark::None);
    }
    QVERIFY(dropped.typedNumbers.empty());
}

void TestTypedNumbersWindow::the_inspector_says_what_it_would_be_data() {
    QTest::addColumn<Stage>("stage");
    QTest::addColumn<TensorName>("name");
    QTest::addColumn<Layout>("layout");
    for (const Layout layout : {Layout::BatchFirst, Layout::SequenceFirst}) {
        const auto row = [&](const char* name, Stage stage, TensorName tensor) {
            QTest::addRow("%s %s", name, layout == Layout::BatchFirst ? "batch" : "sequence")
                << stage << tensor << layout;
        };
        row("score", Stage::Scores, TensorName::Scores);
        row("scaled", Stage::Scaled, TensorName::ScaledScores);
        row("masked", Stage::Masked, TensorName::MaskedScores);
        row("weight", Stage::Weights, TensorName::AttentionWeights);
    }
}

void TestTypedNumbersWindow::the_inspector_says_what_it_would_be() {
    QFETCH(Stage, stage);
    QFETCH(TensorName, name);
    QFETCH(Layout, layout);
    const Experiment plain = withLayout(example("ticket"), layout);
    TypedNumber number = with(ticketBooks, 0.5F);
    number.name = name;
    const Scene scene = asking(sceneOf(*withTypedNumber(plain, number)), stage, {1, 9, 5});
    const Derivation derivation = derivationOf(scene);
    QCOMPARE(derivation.result.value, 0.5);
    const float would = scene.trace->find(name)->typedNumbers.at(0).wouldBe;
    QVERIFY2(derivation.caption.endsWith(typedText(would)), qPrintable(derivation.caption));
    // What was computed stands before what was typed.
    const auto rows = rowsOf(derivation, Kind::Equation);
    const auto typed = std::ranges::find(rows, QStringLiteral("typed instead"),
                                         [](const DerivationRow* row) { return row->label; });
    QVERIFY(typed != rows.end());
    QCOMPARE((*typed)->numbers[0].value, 0.5);
    QVERIFY(std::any_of(rows.begin(), typed, [&](const DerivationRow* row) {
        return row->numbers[0].value == static_cast<double>(would);
    }));
    // Beside it nothing is special, but the key that is typed says so.
    const Derivation beside = derivationOf(asking(scene, Stage::Weights, {1, 9, 4}));
    const auto keys = rowsOf(beside, Kind::Key);
    QCOMPARE(keys.size(), std::size_t{10});
    const bool inTable = name == TensorName::AttentionWeights || name == TensorName::MaskedScores;
    QCOMPARE(keys[5]->label.endsWith(QStringLiteral(", typed")), inTable);
    QVERIFY(!keys[6]->label.contains(QStringLiteral("typed")));
    QVERIFY(!beside.caption.contains(QStringLiteral("typed")));
}

HEADSCOPE_TEST(TestTypedNumbersWindow, QApplication)
#include "test_typed_numbers_window.moc"
