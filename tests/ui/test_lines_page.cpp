// SPDX-License-Identifier: GPL-3.0-or-later
// The Lines page in the window, driven by mouse and keys.
#include "controls/segmented_control.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/lines/lines_bar.h"
#include "pages/lines/lines_page.h"
#include "pages/lines/lines_view.h"
#include "pages/page_export.h"
#include "support/answer_dialog.h"
#include "support/test_program.h"
#include "support/window_harness.h"

#include <QApplication>
#include <QMenu>
#include <QScrollBar>
#include <QSlider>
#include <QToolButton>

using namespace headscope;
using namespace Qt::StringLiterals;

class TestLinesPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void init() { open("ticket"); }
    void cleanup() { m_window.reset(); }
    void the_question_is_that_of_the_heads();
    void pointing_isolates_a_token();
    void a_click_holds_and_escape_lets_go();
    void a_number_of_the_table_is_asked();
    void keys_walk_and_tab_changes_the_side();
    void digits_and_chips_choose_heads();
    void the_mean_is_a_head_of_its_own();
    void the_slider_keeps_more_or_less();
    void other_stages_leave_the_page_and_it_comes_back_to_weights();
    void a_long_sentence_is_seen_whole_and_zoomed();
    void zoom_keeps_what_is_under_the_pointer();
    void a_drag_pans_and_asks_nobody();
    void the_keys_zoom_as_on_the_matrix();
    void a_long_sentence_scrolls_to_who_is_asked();
    void dropped_weights_have_lines_too();
    void lines_are_where_the_geometry_says();
    void an_edit_changes_the_lines();
    void keys_are_hidden_and_shown_again();
    void the_figure_is_exported();

private:
    void open(const char* example) {
        m_window = shownWindow(findExample(example)->source());
        m_window->showPage("lines");
        m_window->settle();
        view().setFocus();
    }
    LinesView& view() { return m_window->page<LinesPage>().lines(); }
    const Selection& selection() { return m_window->workspace().selection(); }
    /// Zooms to those tokens, counted from 0, at the height that both zooms have in common.
    void showTokens(Index first, Index end) {
        const LinesGeometry& now = view().geometryNow();
        const double pitch = now.rows.height() / static_cast<double>(end - first);
        const double factor = pitch / now.pitch;
        view().zoomBy(factor,
                      now.rows.top() + (static_cast<double>(first) * pitch - now.scroll * factor) /
                                           (factor - 1));
    }
    void pointAt(QPointF place) {
        QMouseEvent move(QEvent::MouseMove, place, view().viewport()->mapToGlobal(place),
                         Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(view().viewport(), &move);
        m_window->settle();
    }
    void click(QPointF place) {
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, place.toPoint());
        m_window->settle();
    }
    void key(Qt::Key code, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(m_window->focusWidget(), code, modifiers);
        m_window->settle();
    }
    QPointF queryPlace(int token) { return view().geometryNow().queryLabel(token).center(); }
    QPointF keyPlace(int token) { return view().geometryNow().keyLabel(token).center(); }

    void openLong(int tokens) {
        Experiment experiment = findExample("ticket")->make();
        TokenList words;
        for (int i = 0; i < tokens; ++i)
            words.push_back("w" + std::to_string(i));
        experiment = withTokens(experiment, TokenSide::Query, 0, words).value();
        m_window->workspace().document().edit(u"long"_s, experiment);
        m_window->settle();
    }
    void wheel(QPointF place, int notches) {
        QWheelEvent turn(place, view().viewport()->mapToGlobal(place), {}, {0, 120 * notches},
                         Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view().viewport(), &turn);
        m_window->settle();
    }
    QString said() { return view().accessibleDescription(); }

    std::unique_ptr<MainWindow> m_window;
};

void TestLinesPage::the_question_is_that_of_the_heads() {
    QVERIFY(view().isVisible());
    QCOMPARE(view().asked()->token, Index{9}); // the first question of the window
    QCOMPARE(view().accessibleName(), u"“机票” (ticket) looks at 6 of 10 keys"_s);
    m_window->workspace().lock(PanelCell{1, 3, 4});
    m_window->settle();
    QCOMPARE(view().asked()->token, Index{3});
    m_window->showPage("heads");
    m_window->settle();
    QCOMPARE(selection().locked, std::optional(PanelCell{1, 3, 4}));
}

void TestLinesPage::pointing_isolates_a_token() {
    for (int token = 0; token < 10; ++token) {
        pointAt(queryPlace(token));
        QCOMPARE(view().asked()->side, LinesSide::Query);
        QCOMPARE(view().asked()->token, Index{token});
        QCOMPARE(selection().hovered->row, Index{token});
        // The cell that stands for it is the strongest of the head.
        const auto& weights = view().asked()->columns[0].weights;
        QCOMPARE(weights[static_cast<std::size_t>(selection().hovered->column)],
                 *std::ranges::max_element(weights));
    }
    pointAt(keyPlace(7));
    QCOMPARE(view().asked()->side, LinesSide::Key);
    QCOMPARE(view().asked()->token, Index{7});
    QCOMPARE(selection().hovered->column, Index{7});
    QVERIFY(view().accessibleName().endsWith(u"look at “北京” (Beijing)"_s));
    // Between the two columns nobody is meant, and who was asked stays.
    pointAt({view().geometryNow().lines.center().x(), queryPlace(2).y()});
    QCOMPARE(view().asked()->token, Index{7});
}

void TestLinesPage::a_click_holds_and_escape_lets_go() {
    click(queryPlace(3));
    QVERIFY(selection().locked);
    pointAt(queryPlace(5));
    QCOMPARE(view().asked()->token, Index{3});
    click(queryPlace(3)); // once more lets go
    QVERIFY(!selection().locked);
    click(keyPlace(4));
    QCOMPARE(selection().locked->column, Index{4});
    key(Qt::Key_Escape);
    QVERIFY(!selection().locked);
    QVERIFY(view().isVisible());
}

void TestLinesPage::a_number_of_the_table_is_asked() {
    pointAt(queryPlace(9));
    pointAt(view().geometryNow().number(2, 5).center());
    QCOMPARE(selection().hovered, std::optional(PanelCell{2, 9, 5}));
    QCOMPARE(view().asked()->token, Index{9});
    click(view().geometryNow().number(2, 5).center());
    QCOMPARE(selection().locked, std::optional(PanelCell{2, 9, 5}));
    QCOMPARE(selection().panel, 2);
    key(Qt::Key_Escape);
    pointAt(keyPlace(5));
    pointAt(view().geometryNow().number(1, 3).center());
    QCOMPARE(selection().hovered, std::optional(PanelCell{1, 3, 5}));
    QCOMPARE(view().asked()->side, LinesSide::Key);
}

void TestLinesPage::keys_walk_and_tab_changes_the_side() {
    pointAt(queryPlace(9));
    key(Qt::Key_Up);
    QCOMPARE(view().asked()->token, Index{8});
    key(Qt::Key_Down);
    key(Qt::Key_Down); // the last one stays
    QCOMPARE(view().asked()->token, Index{9});
    key(Qt::Key_Tab);
    QVERIFY(view().hasFocus());
    QCOMPARE(view().choice().side, LinesSide::Key);
    key(Qt::Key_Up);
    QCOMPARE(view().asked()->side, LinesSide::Key);
    key(Qt::Key_Tab, Qt::ShiftModifier);
    QVERIFY(view().hasFocus());
    QCOMPARE(view().choice().side, LinesSide::Query);
    key(Qt::Key_Return);
    QVERIFY(selection().locked);
    const Index held = view().asked()->token;
    key(Qt::Key_Up); // the lock walks along
    QCOMPARE(selection().locked->row, std::max<Index>(0, held - 1));
    key(Qt::Key_Tab);
    key(Qt::Key_Tab); // nobody is caught here
    QVERIFY(!view().hasFocus());
}

void TestLinesPage::digits_and_chips_choose_heads() {
    key(Qt::Key_3);
    QCOMPARE(view().picture().heads, LinesHeads::One);
    QCOMPARE(view().picture().tracks.front().head, 2);
    auto* chip = view().bar()->chip(1);
    QTest::mouseClick(chip, Qt::LeftButton);
    m_window->settle();
    QCOMPARE(view().picture().tracks.front().head, 1);
    QVERIFY(chip->isChecked() && !view().bar()->chip(2)->isChecked());
    view().setFocus();
    key(Qt::Key_0);
    QCOMPARE(view().picture().heads, LinesHeads::All);
    const auto all = view().picture().lines.size();
    QTest::mouseClick(chip, Qt::LeftButton);
    m_window->settle();
    QVERIFY(view().picture().lines.size() < all);
    QVERIFY(!chip->isChecked());
    QTest::mouseClick(chip, Qt::LeftButton);
    m_window->settle();
    QCOMPARE(view().picture().lines.size(), all);
    QTest::mouseDClick(chip, Qt::LeftButton);
    m_window->settle();
    QVERIFY(selection().solo);
    QCOMPARE(selection().panel, 1);
}

void TestLinesPage::the_mean_is_a_head_of_its_own() {
    auto* header = m_window->page<LinesPage>().parts().header;
    auto* heads = header->findChild<SegmentedControl*>();
    QVERIFY(heads->isVisible());
    Q_EMIT heads->chosen(2);
    m_window->settle();
    QCOMPARE(view().picture().heads, LinesHeads::Mean);
    QCOMPARE(selection().panel, 4);
    QVERIFY(!view().bar()->chip(0)->isEnabled());
    pointAt(queryPlace(2));
    QCOMPARE(selection().hovered->panel, 4);
    Q_EMIT heads->chosen(1);
    m_window->settle();
    QCOMPARE(view().picture().heads, LinesHeads::One);
    QCOMPARE(heads->current(), 1);
    Q_EMIT heads->chosen(0);
    m_window->settle();
    QCOMPARE(view().picture().heads, LinesHeads::All);
}

void TestLinesPage::the_slider_keeps_more_or_less() {
    QSlider* slider = view().bar()->slider();
    std::size_t before = 0;
    for (const int percent : {50, 70, 90, 99, 100}) {
        slider->setValue(percent);
        QCOMPARE(view().picture().percent, percent);
        QVERIFY(view().picture().lines.size() > before);
        before = view().picture().lines.size();
    }
    QCOMPARE(before, std::size_t{400});
}

void TestLinesPage::other_stages_leave_the_page_and_it_comes_back_to_weights() {
    m_window->workspace().showStage(Stage::Scores);
    m_window->settle();
    QVERIFY(!view().isVisible());
    m_window->showPage("lines");
    m_window->settle();
    QVERIFY(view().isVisible());
    QCOMPARE(selection().stage, Stage::Weights);
    QVERIFY(!view().picture().isEmpty());
}

/// Over 40 tokens: the asked row alone until few are in view, and then the lines between those.
void TestLinesPage::a_long_sentence_is_seen_whole_and_zoomed() {
    openLong(60);
    QVERIFY(view().picture().askedOnly);
    QVERIFY(!view().verticalScrollBar()->isVisible());
    QCOMPARE(view().geometryNow().seen(), std::pair(0, 60));
    QVERIFY(view().picture().lines.empty() && !view().asked()->lines.empty());
    QVERIFY(said().contains(u"of this token alone"_s));
    QVERIFY(said().contains(u"zoom in to 40 tokens for all lines"_s));

    showTokens(10, 50);
    QCOMPARE(view().geometryNow().seen(), std::pair(10, 50));
    QVERIFY(!view().picture().hasOnlyAsked());
    QVERIFY(said().contains(u"tokens 11–50 of 60 in view"_s));
    // All that hold so much of a row in view, and of these the ones that end in view.
    const Tensor& weights = (*m_window->workspace().scene().trace)[TensorName::AttentionWeights];
    std::set<std::tuple<int, Index, Index>> expected;
    Index leaving = 0;
    const int percent = view().picture().percent;
    for (int head = 0; head < 4; ++head) {
        for (Index query = 10; query < 50; ++query) {
            std::vector<std::pair<float, Index>> row;
            double whole = 0;
            for (Index key = 0; key < 60; ++key) {
                row.emplace_back(-weights(0, head, query, key), key);
                whole += static_cast<double>(weights(0, head, query, key));
            }
            std::ranges::sort(row);
            double held = 0;
            for (const auto& [negative, key] : row) {
                if (100 * held >= percent * whole)
                    break;
                held -= static_cast<double>(negative);
                if (key >= 10 && key < 50)
                    expected.insert({head, query, key});
                else
                    ++leaving;
            }
        }
    }
    std::set<std::tuple<int, Index, Index>> drawn;
    for (const WeightLine& line : view().picture().lines)
        drawn.insert({line.track, line.query, line.key});
    QVERIFY(!drawn.empty() && leaving > 0);
    QVERIFY(drawn == expected);
    QCOMPARE(view().picture().leaving, leaving);
    QVERIFY(said().contains(u"%1 more lead out of view"_s.arg(leaving)));
    QVERIFY(drawn.size() <= mostLines);

    // One token more in view, and the asked one is alone again.
    showTokens(10, 51);
    QVERIFY(view().picture().hasOnlyAsked() && view().picture().lines.empty());
}

void TestLinesPage::zoom_keeps_what_is_under_the_pointer() {
    openLong(100);
    const LinesGeometry& geometry = view().geometryNow();
    const QPointF at(geometry.lines.center().x(),
                     geometry.rows.top() + 0.4 * geometry.rows.height());
    const auto placeAt = [&] {
        return (at.y() - geometry.rows.top() + geometry.scroll) / geometry.pitch;
    };
    const double before = placeAt();
    double pitch = geometry.pitch;
    for (int i = 0; i < 6; ++i) {
        wheel(at, 1);
        QVERIFY(std::abs(geometry.pitch - 1.25 * pitch) < 1e-6);
        pitch = geometry.pitch;
        QVERIFY(std::abs(placeAt() - before) < 1.0 / geometry.pitch);
    }
    QVERIFY(geometry.isZoomed());
    for (int i = 0; i < 30; ++i)
        wheel(at, 1); // no row is higher than 96
    QCOMPARE(geometry.pitch, 96.0);
    QVERIFY(std::abs(placeAt() - before) < 1.0);
    for (int i = 0; i < 60; ++i)
        wheel(at, -1);
    QVERIFY(!geometry.isZoomed());
    QCOMPARE(geometry.scroll, 0.0);
}

void TestLinesPage::a_drag_pans_and_asks_nobody() {
    openLong(100);
    showTokens(20, 40);
    const std::optional<PanelCell> locked = selection().locked;
    const std::pair<int, int> seen = view().geometryNow().seen();
    const QPoint from = view().geometryNow().queryLabel(30).center().toPoint();
    const int rows = qRound(5 * view().geometryNow().pitch);
    QTest::mousePress(view().viewport(), Qt::LeftButton, {}, from);
    for (const int by : {rows / 2, rows}) {
        const QPointF to = from - QPointF(0, by);
        QMouseEvent move(QEvent::MouseMove, to, view().viewport()->mapToGlobal(to), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(view().viewport(), &move);
    }
    QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, from - QPoint(0, rows));
    m_window->settle();
    QCOMPARE(view().geometryNow().seen(), std::pair(seen.first + 5, seen.second + 5));
    QCOMPARE(selection().locked, locked);
    QCOMPARE(view().picture().seen, (std::pair<Index, Index>(seen.first + 5, seen.second + 5)));
    // A click without a drag is a question as ever.
    click(queryPlace(30));
    QCOMPARE(selection().locked->row, Index{30});
}

void TestLinesPage::the_keys_zoom_as_on_the_matrix() {
    openLong(60);
    const LinesGeometry& geometry = view().geometryNow();
    const double whole = geometry.pitch;
    key(Qt::Key_Plus, Qt::ShiftModifier);
    QCOMPARE(geometry.pitch, 1.25 * whole);
    key(Qt::Key_Equal);
    key(Qt::Key_Minus);
    QVERIFY(std::abs(geometry.pitch - 1.25 * whole) < 1e-6);
    const Stage stage = selection().stage;
    key(Qt::Key_Home);
    QCOMPARE(geometry.pitch, whole);
    QVERIFY(!geometry.isZoomed());
    QCOMPARE(selection().stage, stage);
    key(Qt::Key_Home); // nothing is to be fitted any more: it goes to the first stage
    QVERIFY(selection().stage != stage);
}

void TestLinesPage::a_long_sentence_scrolls_to_who_is_asked() {
    openLong(60);
    showTokens(0, 20);
    QVERIFY(view().verticalScrollBar()->isVisible());
    m_window->workspace().lock(PanelCell{0, 2, 2});
    m_window->settle();
    const auto isInView = [this](Index token) {
        const QRectF row = view().geometryNow().row(static_cast<int>(token));
        const QRectF rows = view().geometryNow().rows;
        return row.top() >= rows.top() - 1 && row.bottom() <= rows.bottom() + 1;
    };
    for (int i = 0; i < 57; ++i) {
        key(Qt::Key_Down);
        QVERIFY(isInView(view().asked()->token));
    }
    QCOMPARE(view().asked()->token, Index{59});
    for (int i = 0; i < 59; ++i)
        key(Qt::Key_Up);
    QVERIFY(isInView(0));
}

void TestLinesPage::dropped_weights_have_lines_too() {
    Experiment experiment = findExample("ticket")->make();
    experiment.config.dropout = 0.5F;
    m_window->workspace().document().edit(u"dropout"_s, experiment);
    m_window->settle();
    m_window->workspace().showStage(Stage::Dropped);
    m_window->settle();
    QVERIFY(view().isVisible());
    QCOMPARE(view().picture().stage->name, TensorName::DroppedWeights);
    const auto all = view().picture().lines.size();
    QVERIFY(all > 0);
    for (const WeightLine& line : view().picture().lines)
        QVERIFY(line.weight > 0);
}

void TestLinesPage::lines_are_where_the_geometry_says() {
    m_window->workspace().lock(PanelCell{2, 9, 5});
    m_window->settle();
    const QImage picture = view().viewport()->grab().toImage();
    const LinesGeometry& geometry = view().geometryNow();
    // Head 3 of 机票 looks at 订了 with .93: its line leaves and arrives in its own lane.
    const QColor green = headColour(2, ThemeKind::Light);
    for (const QPointF& place : {QPointF(geometry.lines.left() + 2, geometry.lineY(9, 2)),
                                 QPointF(geometry.lines.right() - 3, geometry.lineY(5, 2))}) {
        const QColor seen = picture.pixelColor(place.toPoint());
        QVERIFY2(std::abs(seen.red() - green.red()) < 40 &&
                     std::abs(seen.green() - green.green()) < 40 &&
                     std::abs(seen.blue() - green.blue()) < 40,
                 qPrintable(seen.name()));
    }
    QCOMPARE(picture.pixelColor(
                 (geometry.queryLabel(9).bottomLeft() + QPointF(2, -geometry.pitch / 2)).toPoint()),
             theme(ThemeKind::Light).accent);
}

void TestLinesPage::an_edit_changes_the_lines() {
    const auto before = view().picture().lines;
    QVERIFY(m_window->workspace().edit(want::Causal{true}));
    m_window->settle();
    QVERIFY(view().picture().lines != before);
    for (const WeightLine& line : view().picture().lines)
        QVERIFY(line.key <= line.query);
    m_window->workspace().document().undoStack().undo();
    m_window->settle();
    QVERIFY(view().picture().lines == before);
}

void TestLinesPage::keys_are_hidden_and_shown_again() {
    LinesPage& page = m_window->page<LinesPage>();
    const auto all = view().picture().lines;
    const QList<QAction*> actions = page.parts().actions; // to itself, first, separators, padding …
    actions[1]->trigger();
    QCOMPARE(view().picture().hiddenCount, Index{1});
    actions[4]->trigger();
    QVERIFY(view().choice().hidden.renormalised);
    QVERIFY(view().accessibleDescription().contains(u"renormalised to 1"_s));
    // A right click hides any.
    const QPoint place = keyPlace(6).toPoint();
    QContextMenuEvent click(QContextMenuEvent::Mouse, place, view().viewport()->mapToGlobal(place));
    QApplication::sendEvent(view().viewport(), &click);
    auto* menu = view().findChild<QMenu*>();
    QVERIFY(menu);
    menu->actions().first()->trigger();
    QCOMPARE(view().picture().hiddenCount, Index{2});
    QVERIFY(view().picture().hidden[6]);
    // Places of other words are not hidden.
    const Experiment other = withTokens(m_window->workspace().experiment(), TokenSide::Query, 0,
                                        {"a", "b", "c", "d", "e", "f", "g", "h"})
                                 .value();
    m_window->workspace().document().edit(u"words"_s, other);
    m_window->settle();
    QCOMPARE(view().picture().hiddenCount, Index{1});
    m_window->workspace().document().undoStack().undo();
    m_window->settle();
    actions[5]->trigger();
    QCOMPARE(view().picture().hiddenCount, Index{0});
    QVERIFY(view().picture().lines == all);
}

void TestLinesPage::the_figure_is_exported() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"lines.svg"_s);
    const PageFigure figure = m_window->page<LinesPage>().figures().stills.front();
    QVERIFY(PageExport::write(figure, path, figure.look).ok());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray svg = file.readAll();
    QVERIFY(svg.contains("“机票” (ticket) looks at 6 of 10 keys"));
    QVERIFY(svg.contains("Book a flight"));
}

HEADSCOPE_TEST(TestLinesPage, QApplication)
#include "test_lines_page.moc"
