// SPDX-License-Identifier: GPL-3.0-or-later
// A trained model in the window: heads switched off, what each layer would say, who did it.
#include "checkpoint/model_source.h"
#include "checkpoint/next_word.h"
#include "controls/click_list.h"
#include "controls/segmented_control.h"
#include "examples/examples.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/layers/layers_comparison.h"
#include "pages/layers/layers_page.h"
#include "pages/layers/layers_sheet.h"
#include "pages/layers/layers_view.h"
#include "pages/lens/lens_page.h"
#include "pages/lens/model_grid_view.h"
#include "pages/lens/parts_page.h"
#include "pages/page_figures.h"
#include "source/source_json.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/main_window.h"
#include "words/off_text.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace headscope;
using namespace headscope::testing;

namespace {

constexpr const char* layerTwo = "layers/1/self_attention";

/// What the lists of the window say of the model as a double: "+0.48" or "−.103".
double numberIn(QString text) {
    return text.section(u' ', 0, 0).replace(QChar(0x2212), u'-').toDouble();
}

QString visibleTextOf(const QByteArray& svg) {
    return QString::fromUtf8(svg);
}

} // namespace

class TestModelWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void init() { m_window = shownWindow(findExample("ticket")->make()); }
    void cleanup() { m_window.reset(); }

    void a_key_switches_a_head_off_and_undo_brings_it_back();
    void a_layer_and_a_way_are_switched_at_once();
    void the_panel_says_what_that_did();
    void crossed_out_heads_are_drawn_so_everywhere();
    void a_state_with_heads_off_is_compared();
    void the_lens_says_what_each_layer_would_say();
    void the_parts_of_a_logit_lead_to_their_heads();
    void each_head_is_tried_and_sorted();
    void a_masked_model_has_no_shares();
    void an_experiment_has_neither_lens_nor_parts();

private:
    void settle() { m_window->settle(); }
    Workspace& workspace() { return m_window->workspace(); }
    const ModelSource& model() { return *workspace().document().source().model(); }
    const HeadsOff& off() { return *workspace().scene().run->origin().off; }
    void ask(const want::Edit& edit) {
        QVERIFY(workspace().edit(edit));
        settle();
    }
    void key(QWidget& widget, Qt::Key code, Qt::KeyboardModifiers modifiers = {}) {
        widget.setFocus();
        QTest::keyClick(&widget, code, modifiers);
        settle();
    }
    float logit(Index id) {
        return logitsAt(
            *workspace().scene().run->trace(),
            *workspace().scene().run->origin().askedPlace)[static_cast<std::size_t>(id)];
    }

    std::unique_ptr<MainWindow> m_window;
};

void TestModelWindow::a_key_switches_a_head_off_and_undo_brings_it_back() {
    openCarriedModel(*m_window, "And the LORD spake unto", 0);
    m_window->showPage("layers");
    settle();
    LayersView& layers = m_window->page<LayersPage>().layers();
    const float before = logit(5);
    workspace().showScope(layerTwo);
    workspace().showPanel(2);
    settle();
    const HeadPlace head{*Scope::parse(layerTwo), 2};
    key(layers, Qt::Key_X);
    QCOMPARE(off().heads, std::vector<HeadPlace>{head});
    QVERIFY(model().off == off());
    QVERIFY(logit(5) != before);
    const float without = logit(5);
    // What the run was continued from comes to what a run of its own comes to.
    const auto alone = runOf(model(), *wordsOf(model()), {});
    QVERIFY(*(*alone)->trace() == *workspace().scene().run->trace());
    QCOMPARE(workspace().document().undoStack().undoText(),
             QStringLiteral("switch off layer 2, head 3"));
    key(layers, Qt::Key_X);
    QVERIFY(!off().any());
    QCOMPARE(logit(5), before);
    workspace().document().undoStack().undo();
    settle();
    QCOMPARE(logit(5), without);
    workspace().document().undoStack().undo();
    settle();
    QVERIFY(!off().any() && !workspace().scene().run->origin().logitsAsItIs);
    QCOMPARE(logit(5), before);
    // On Heads the enlarged one is meant.
    workspace().document().undoStack().redo();
    m_window->showPage("heads");
    settle();
    key(m_window->page<HeadsPage>().heads(), Qt::Key_X);
    QVERIFY(!off().any());
    // Of an experiment there is no head to be switched off.
    m_window->workspace().document().begin(QStringLiteral("open"),
                                           Source(findExample("stack")->make()));
    settle();
    const int steps = workspace().document().undoStack().count();
    key(m_window->page<HeadsPage>().heads(), Qt::Key_X);
    QCOMPARE(workspace().document().undoStack().count(), steps);
    QVERIFY(!workspace().edit(want::SwitchHeads{{head}, true}));
}

void TestModelWindow::a_layer_and_a_way_are_switched_at_once() {
    openCarriedModel(*m_window, "In the beginning God", 0);
    m_window->showPage("layers");
    workspace().showScope(layerTwo);
    settle();
    LayersView& layers = m_window->page<LayersPage>().layers();
    key(layers, Qt::Key_X, Qt::ShiftModifier);
    QCOMPARE(off().heads.size(), std::size_t{4});
    QVERIFY(std::ranges::all_of(
        off().heads, [](const HeadPlace& head) { return head.block == *Scope::parse(layerTwo); }));
    const float zero = logit(7);
    ask(want::SwitchBy{OffBy::Mean});
    QVERIFY(logit(7) != zero);
    QVERIFY(*(*runOf(model(), *wordsOf(model()), {}))->trace() ==
            *workspace().scene().run->trace());
    // A file keeps it.
    const auto read = sourceFromJson(sourceToJson(workspace().document().source()));
    QVERIFY(read && read->model()->off == model().off);
    key(layers, Qt::Key_X, Qt::ShiftModifier);
    QVERIFY(!off().any());
    QCOMPARE(off().by, OffBy::Mean);
}

void TestModelWindow::the_panel_says_what_that_did() {
    openCarriedModel(*m_window, "And the LORD spake unto", 0);
    auto* next = byAccessibleName<QListWidget>(*m_window, QStringLiteral("Next token"));
    const auto offList = [&] {
        return byAccessibleName<QListWidget>(*m_window, QStringLiteral("Heads switched off"));
    };
    QVERIFY(next && !offList());
    const Index likeliest = next->item(0)->data(Qt::UserRole).toLongLong();
    const auto probability = [&](const std::shared_ptr<const Run>& run) {
        const std::vector<float> logits = logitsAt(*run->trace(), *run->origin().askedPlace);
        const auto words = nextWords(logits, {});
        return std::ranges::find(words, likeliest, &NextWord::id)->probability;
    };
    const double before = probability(workspace().scene().run);
    const HeadPlace one{*Scope::parse(layerTwo), 0};
    const HeadPlace other{*Scope::parse("layers/2/self_attention"), 1};
    ask(want::SwitchHeads{{one, other}, true});
    const double after = probability(workspace().scene().run);
    auto* list = dynamic_cast<ClickList*>(offList());
    QVERIFY(list);
    QCOMPARE(list->count(), 2);
    bool said = false;
    const QString change = QStringLiteral("%1 → %2").arg(QString::number(before, 'f', 3),
                                                         QString::number(after, 'f', 3));
    for (const QLabel* label : m_window->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().endsWith(change));
    QVERIFY2(said, qPrintable(change));
    // Beside each token stands how its probability changed.
    for (int i = 0; i < next->count(); ++i) {
        if (next->item(i)->data(Qt::UserRole).toLongLong() != likeliest)
            continue;
        const QString text = next->item(i)->text().section(QStringLiteral("  "), 1, 1);
        QVERIFY(std::abs(numberIn(text) - (after - before)) < 6e-4);
    }
    // A click switches one on again; the button all.
    Q_EMIT list->chosen(list->item(0));
    settle();
    QCOMPARE(off().heads, std::vector<HeadPlace>{other});
    auto* all = byAccessibleName<QPushButton>(*m_window, QStringLiteral("All on"));
    all->click();
    settle();
    QVERIFY(!off().any() && !offList());
}

void TestModelWindow::crossed_out_heads_are_drawn_so_everywhere() {
    openCarriedModel(*m_window, "And the LORD spake unto Moses, saying", 0);
    m_window->showPage("layers");
    settle();
    LayersView& layers = m_window->page<LayersPage>().layers();
    const auto pictureOf = [&](int row, int column) {
        return layers.grab(layers.geometryNow().thumbnail(row, column).toRect()).toImage();
    };
    const QImage on = pictureOf(1, 1);
    const QImage neighbour = pictureOf(1, 2);
    QVERIFY(!layers.picture().off()->any());
    ask(want::SwitchHeads{{{*Scope::parse(layerTwo), 1}}, true});
    QVERIFY(pictureOf(1, 1) != on);
    QCOMPARE(pictureOf(1, 2), neighbour); // the layer itself looks where it looked
    QVERIFY(layers.picture().off()->any());
    for (int row = 0; row < layers.picture().groups().front().rows; ++row) {
        for (int column = 0; column < 4; ++column)
            QCOMPARE(layers.picture().isOff({row, column}), row == 1 && column == 1);
    }
    const auto svg = renderLayers({layers.picture()}, FigureFormat::Svg);
    QVERIFY(svg && visibleTextOf(*svg).contains(offText(*layers.picture().off())));
    // The small heads of the page of the heads.
    workspace().showScope(layerTwo);
    m_window->showPage("heads");
    settle();
    HeadsView& heads = m_window->page<HeadsPage>().heads();
    const auto small = [&] {
        return heads.grab(heads.geometryNow().thumbnails[1].matrix.bounds().toRect()).toImage();
    };
    const QImage crossed = small();
    ask(want::SwitchHeads{{{*Scope::parse(layerTwo), 1}}, false});
    QVERIFY(small() != crossed);
}

void TestModelWindow::a_state_with_heads_off_is_compared() {
    openCarriedModel(*m_window, "And the LORD spake unto", 0);
    m_window->showPage("layers");
    const HeadPlace head{*Scope::parse(layerTwo), 1};
    ask(want::SwitchHeads{{head}, true});
    m_window->page<LayersPage>().setComparing(true);
    settle();
    // Before the model was opened there was an experiment: A is the first that is of the model.
    const auto compared = workspace().scene().compared;
    QVERIFY(compared && compared->a.run && compared->b.run);
    QVERIFY(compared->a.run->origin().off && !compared->a.run->origin().off->any());
    QCOMPARE(compared->b.run->origin().off->heads, std::vector<HeadPlace>{head});
    const LayersComparison* comparison =
        m_window->page<LayersPage>().layers().picture().comparison().get();
    QVERIFY(comparison && comparison->most);
    QVERIFY(comparison->most->attention > 1); // what stands before the head is as it was
}

void TestModelWindow::the_lens_says_what_each_layer_would_say() {
    openCarriedModel(*m_window, "And the LORD spake unto", 0);
    m_window->showPage("lens");
    settle();
    ModelGridView& view = m_window->page<LensPage>().grid();
    QVERIFY(view.isVisible());
    const ModelGrid& grid = view.grid();
    const Run& run = *workspace().scene().run;
    QCOMPARE(grid.columns.size(), std::ssize(run.labels().tokens.front()));
    QCOMPARE(grid.rows.size(), 5);
    const auto lens = logitLens(model().model->checkpoint, *run.trace());
    QVERIFY(lens);
    for (int row = 0; row < grid.rows.size(); ++row) {
        for (int column = 0; column < grid.columns.size(); ++column) {
            const LensWord& word = lens->at(row, column).front();
            QCOMPARE(grid.at(row, column).word,
                     QString::fromStdString(
                         model().model->vocabulary[static_cast<std::size_t>(word.id)]));
        }
    }
    QCOMPARE(grid.askedColumn, std::optional(static_cast<int>(grid.columns.size()) - 1));
    // A click goes to that layer; the arrows and Enter, too.
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.cellRect(3, 1).center().toPoint());
    settle();
    QCOMPARE(workspace().selection().scope, std::string("layers/2/self_attention"));
    QVERIFY(view.isVisible());
    key(view, Qt::Key_Up);
    key(view, Qt::Key_Return);
    QCOMPARE(workspace().selection().scope, std::string(layerTwo));
    // The pointer rests where it was; the keys lead.
    QTest::mouseMove(view.viewport(), view.cellRect(3, 1).center().toPoint());
    const QImage pointed = view.viewport()->grab().toImage();
    key(view, Qt::Key_Right);
    QVERIFY(view.viewport()->grab().toImage() != pointed);
    // It is of the model as it is: heads that are off are off here.
    const ModelGrid before = grid;
    ask(want::SwitchHeads{{{*Scope::parse("layers/0/self_attention"), 0},
                           {*Scope::parse("layers/0/self_attention"), 1},
                           {*Scope::parse("layers/0/self_attention"), 2},
                           {*Scope::parse("layers/0/self_attention"), 3}},
                          true});
    QCOMPARE(view.grid().at(0, 2).number, before.at(0, 2).number);
    QVERIFY(view.grid().at(1, 2).number != before.at(1, 2).number);
    // What is taken along is what is shown.
    const PageFigures figures = m_window->page<LensPage>().figures();
    QCOMPARE(figures.stills.size(), std::size_t{1});
    const auto svg = figures.stills.front().render(FigureFormat::Svg, figures.stills.front().look);
    QVERIFY(svg && visibleTextOf(*svg).contains(view.grid().title));
    const QString table = QString::fromStdString(figures.stills.front().table());
    QCOMPARE(table.count(u'\n'), 1 + 5 * grid.columns.size() * 3);
}

void TestModelWindow::the_parts_of_a_logit_lead_to_their_heads() {
    openCarriedModel(*m_window, "And the LORD spake unto", 0);
    m_window->showPage("parts");
    settle();
    PartsPage& page = m_window->page<PartsPage>();
    ModelGridView& view = page.grid();
    QVERIFY(view.isVisible());
    QCOMPARE(view.grid().columns.size(), 5); // four heads and the feed-forward network
    QCOMPARE(view.grid().rows.size(), 4);
    const Run& run = *workspace().scene().run;
    const auto shares = contributionsTo(*run.trace(), *logitQuestion(run, std::nullopt));
    QVERIFY(shares);
    QCOMPARE(page.list().count(), 16);
    double last = 1e9;
    for (int i = 0; i < 16; ++i) {
        const double value = numberIn(page.list().item(i)->text());
        QVERIFY(value <= last);
        last = value;
    }
    double most = -1e9;
    for (const auto& layer : shares->layers)
        most = std::max(most, std::ranges::max(layer.heads));
    QVERIFY(std::abs(numberIn(page.list().item(0)->text()) - most) < 0.006);
    // Another token has other parts.
    const QString first = view.grid().title;
    page.token().setCurrentIndex(1);
    Q_EMIT page.token().activated(1);
    settle();
    QCOMPARE(workspace().selection().target,
             std::optional(Index{page.token().currentData().toLongLong()}));
    QVERIFY(view.grid().title != first);
    // A click goes to the head, X switches it off, and its cell is crossed out.
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.cellRect(2, 3).center().toPoint());
    settle();
    QCOMPARE(workspace().selection().scope, std::string("layers/2/self_attention"));
    QCOMPARE(workspace().selection().panel, 3);
    QVERIFY(!view.grid().at(2, 3).off);
    key(view, Qt::Key_X);
    QCOMPARE(off().heads, (std::vector<HeadPlace>{{*Scope::parse("layers/2/self_attention"), 3}}));
    QVERIFY(view.grid().at(2, 3).off);
    QCOMPARE(view.grid().at(2, 3).number, QStringLiteral("+0.00")); // it adds nothing
    Q_EMIT page.list().chosen(page.list().item(0));
    settle();
    QVERIFY(workspace().selection().scope != "layers/2/self_attention" ||
            workspace().selection().panel != 3);
}

void TestModelWindow::each_head_is_tried_and_sorted() {
    openCarriedModel(*m_window, "And the LORD spake unto", 0);
    m_window->showPage("parts");
    settle();
    PartsPage& page = m_window->page<PartsPage>();
    QPushButton& tryEach = *named<QPushButton>(page.view(), "tryEach");
    tryEach.click();
    settle();
    QCOMPARE(page.by().current(), 1);
    QVERIFY(!tryEach.isEnabled());
    const auto effects =
        headEffects(model().model->checkpoint, {wordsOf(model())->ids.words.front(), {}, {}}, {});
    QVERIFY(effects);
    double least = 1;
    for (const HeadEffect& effect : effects->heads)
        least = std::min(least, effect.probabilityOff - effects->probability);
    QVERIFY(std::abs(numberIn(page.list().item(0)->text()) - least) < 6e-4);
    QCOMPARE(page.grid().grid().columns.size(), 4);
    // Another run has not been tried.
    ask(want::SwitchHeads{{{*Scope::parse(layerTwo), 0}}, true});
    QCOMPARE(page.by().current(), 0);
    QVERIFY(tryEach.isEnabled());
}

void TestModelWindow::a_masked_model_has_no_shares() {
    openCarriedModel(*m_window, "And the LORD spake unto [MASK], saying,", 1);
    m_window->showPage("parts");
    settle();
    PartsPage& page = m_window->page<PartsPage>();
    QPushButton& tryEach = *named<QPushButton>(page.view(), "tryEach");
    QVERIFY(page.view().isVisible());
    QVERIFY(page.by().isHidden() && page.grid().grid().isEmpty());
    tryEach.click();
    settle();
    QCOMPARE(page.list().count(), 16);
    QVERIFY(!page.grid().grid().isEmpty());
    // Without a mask nothing is asked.
    openCarriedModel(*m_window, "And the LORD spake", 1);
    QVERIFY(!page.available(workspace().scene()));
    QVERIFY(m_window->page<LensPage>().available(workspace().scene()));
}

void TestModelWindow::an_experiment_has_neither_lens_nor_parts() {
    const Scene& scene = workspace().scene();
    QVERIFY(!m_window->page<LensPage>().available(scene));
    QVERIFY(!m_window->page<PartsPage>().available(scene));
}

HEADSCOPE_TEST(TestModelWindow, QApplication)
#include "test_model_window.moc"
