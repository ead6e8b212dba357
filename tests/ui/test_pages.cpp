// SPDX-License-Identifier: GPL-3.0-or-later
// What holds of every page, whichever there are; and how they and the window stand to each other.
#include "support/text_probe.h"
#include "support/window_harness.h"

#include "attention/multi_head_attention.h"
#include "editors/tensors/tensor_panel.h"
#include "examples/examples.h"
#include "examples/origin.h"
#include "experiment/edits/edit.h"
#include "experiment/experiment_run.h"
#include "jobs/animation.h"
#include "jobs/playback.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/layers/layers_page.h"
#include "pages/layers/layers_view.h"
#include "pages/page_figures.h"
#include "pages/page_request.h"
#include "pages/page_time.h"
#include "pages/registry.h"
#include "pages/shapes/shapes_page.h"
#include "pages/train/train_page.h"
#include "support/choose_tensor.h"
#include "support/edits.h"
#include "support/page_situations.h"
#include "support/test_program.h"
#include "window/frame/page_stack.h"

#include "window/export/page_export_dialog.h"

#include <QAction>
#include <QApplication>
#include <QSignalSpy>
#include <QTabBar>

#include <algorithm>
#include <set>

using namespace headscope;
using namespace headscope::testing;

class TestPages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void a_page_that_is_opened_stays_while_its_stage_is_prepared();
    void every_page_says_what_it_is();
    void only_the_shown_page_gets_the_scene();
    void a_hidden_page_holds_no_old_run();
    void a_page_is_left_where_it_has_nothing_to_show();
    void a_lent_run_is_shown_everywhere_until_it_is_given_back();
    void an_edit_ends_the_loan();
    void a_switched_language_leaves_no_text_behind_data();
    void a_switched_language_leaves_no_text_behind();
    void playback_asks_at_a_steady_pace();
    void a_page_with_its_own_time_leaves_the_stage_of_the_others_data();
    void a_page_with_its_own_time_leaves_the_stage_of_the_others();
    void long_texts_are_opened_as_text();
    void the_registry_says_what_pages_draw();
    void a_page_says_what_it_has_not();

private:
    /// The run of an experiment as somebody else computes it.
    static std::shared_ptr<const Run> runOfOther(const Experiment& experiment) {
        return runOf(experiment,
                     std::make_shared<const Trace>(runAttention(problemOf(experiment)).value()),
                     originOf(experiment));
    }
};

void TestPages::the_registry_says_what_pages_draw() {
    QCOMPARE(QString::fromStdString(pagesThatDraw(Draws::Film)),
             QStringLiteral("steps, shapes, train and paint"));
    for (const PageEntry& entry : pageEntries()) {
        const auto window = windowFor(entry.id);
        window->showPage(std::string(entry.id));
        window->settle();
        if (entry.id == "paint") // whose figure is that of a search
            paintPattern(*window);
        Page* page = window->pages().find(entry.id);
        QCOMPARE(page, &window->pages().page());
        const PageFigures figures = page->figures();
        QVERIFY(!figures.stills.empty());
        // More can be chosen of it, in a dialog of its own.
        QCOMPARE(figures.stills.front().request.has_value(), entry.id == "heads");
        QVERIFY(!figures.film || entry.draws == Draws::Film);
        if (!figures.possible) // nothing was trained, or painted
            continue;
        QCOMPARE(figures.film.has_value(), entry.draws == Draws::Film);
        for (const PageFigure& figure : figures.stills) {
            for (const FigureFormat format :
                 {FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Png}) {
                const Result<QByteArray> file = figure.render(format, figure.look);
                QVERIFY2(file.ok() && !file->isEmpty(), entry.id.data());
                if (format == FigureFormat::Svg)
                    QVERIFY(file->contains("<text")); // text is text
                if (format == FigureFormat::Pdf)
                    QVERIFY(file->contains("/FontFile"));
                if (format != FigureFormat::Png)
                    continue;
                // Light on white, and dark where that is asked for.
                QCOMPARE(QImage::fromData(*file).pixel(1, 1), qRgb(255, 255, 255));
                PageLook dark = figure.look;
                dark.theme = ThemeKind::Dark;
                const QImage night = QImage::fromData(*figure.render(format, dark));
                QVERIFY(qGray(night.pixel(1, 1)) < 64);
            }
            PageLook huge = figure.look;
            huge.size = QSize(90000, 90000);
            QVERIFY2(!figure.render(FigureFormat::Svg, huge).ok(), entry.id.data());
        }
        if (!figures.film)
            continue;
        // What is in front, and no more; of a search the whole way.
        if (entry.id == "paint") {
            QCOMPARE(figures.film->choice.to + 1,
                     static_cast<std::size_t>(figures.film->stops.size()));
            continue;
        }
        QCOMPARE(figures.film->choice.from, figures.film->choice.to);
        if (figures.film->stops.size() < 2) { // one step of a training, as Train opens
            const PageExportDialog still(figures, true, QDir::tempPath());
            QVERIFY(!still.isFilm());
            continue;
        }
        QVERIFY(figures.film->choice.to < static_cast<std::size_t>(figures.film->stops.size()));
        FilmChoice whole = figures.film->choice;
        whole.from = 0;
        whole.to = static_cast<std::size_t>(figures.film->stops.size()) - 1;
        QVERIFY(figures.film->film(figures.film->choice).frames < figures.film->film(whole).frames);
    }
    const auto trained = shownWindow(findExample("stack")->make());
    trained->showPage("train");
    trained->page<TrainPage>().takeStep();
    trained->settle();
    QVERIFY(trained->pages().find("train")->figures().film->stops.size() > 1);
}

void TestPages::a_page_says_what_it_has_not() {
    const auto window = shownWindow(findExample("ticket")->make());
    const auto said = [&](std::string_view id, const PageRequest& request) {
        window->showPage(id);
        window->settle();
        const Status shown = window->pages().page().showView(request);
        return shown ? QString() : QString::fromStdString(shown.error().text());
    };
    PageRequest zoomed;
    zoomed.zoom = CellSpan{2, 5, 0, 4};
    QCOMPARE(said("heads", zoomed), QString());
    QVERIFY(window->pages().page().controls().seen);
    zoomed.zoom->endRow = 11;
    QCOMPARE(said("heads", zoomed),
             QStringLiteral("--zoom: the matrix has 10 rows and 10 columns"));
    QVERIFY(!window->pages().page().controls().seen); // all is shown instead
    PageRequest moment;
    moment.step = "transpose"; // without its arguments, as people type it
    moment.progress = 0.5;
    QCOMPARE(said("shapes", moment), QString());
    PreparedView kept;
    window->pages().page().keepView(kept);
    QCOMPARE(QString::fromStdString(kept.step), QStringLiteral("transpose(1, 2)"));
    QCOMPARE(kept.progress, std::optional(0.5));
    moment.step = "flatten";
    QVERIFY(said("shapes", moment).startsWith(QStringLiteral("--step: there is no step")));
    PageRequest training;
    training.training = TrainingView{.recipe = recipeOf(TaskKind::Copy), .ownTask = true};
    training.training->recipe.steps = 2;
    training.training->scope = "nowhere";
    QVERIFY(said("train", training).startsWith(QStringLiteral("--scope nowhere: the model has")));
}

void TestPages::every_page_says_what_it_is() {
    const auto window = shownWindow(findExample("ticket")->make());
    std::set<std::string_view> ids;
    std::set<QString> explanations;
    for (const PageEntry& entry : pageEntries()) {
        QVERIFY(ids.insert(entry.id).second);
        Page* page = window->pages().find(entry.id);
        QVERIFY(page);
        const PageWords words = page->words(window->workspace().scene());
        QVERIFY(explanations.insert(page->explanation()).second);
        QVERIFY(!words.name.isEmpty());
        QCOMPARE(words.action.contains(u'&'), entry.reach != Reach::InPlaceOf);
        QCOMPARE(entry.id == entry.of,
                 entry.reach == Reach::Tab || entry.reach == Reach::Laboratory);
    }
    for (const PageEntry& entry : pageEntries())
        QVERIFY(ids.contains(entry.of));
    const auto tabs = window->pages().tabs();
    for (std::size_t i = 0; i < tabs.size(); ++i) {
        QCOMPARE(window->findChild<QTabBar*>()->tabText(static_cast<int>(i)), tabs[i].name);
        // Alt+n opens the n-th.
        bool found = false;
        for (const QAction* action : window->findChildren<QAction*>()) {
            if (action->text() != tabs[i].action)
                continue;
            found = true;
            QCOMPARE(action->shortcut(), i < 10 ? QKeySequence(QStringLiteral("Alt+%1").arg(
                                                      (static_cast<int>(i) + 1) % 10))
                                                : QKeySequence());
        }
        QVERIFY(found);
    }
}

void TestPages::a_page_with_its_own_time_leaves_the_stage_of_the_others_data() {
    QTest::addColumn<QByteArray>("page");
    QTest::newRow("steps") << QByteArray("steps");
    QTest::newRow("shapes") << QByteArray("shapes");
}

void TestPages::a_page_with_its_own_time_leaves_the_stage_of_the_others() {
    QFETCH(const QByteArray, page);
    const auto window = shownWindow(findExample("ticket")->make());
    const auto stage = [&] { return window->workspace().selection().stage; };
    QCOMPARE(stage(), Stage::Weights);
    window->showPage(page.toStdString());
    window->settle();
    window->pages().page().time()->animation().goToEnd();
    window->settle();
    QVERIFY(stage() != Stage::Weights); // the strip follows
    window->showPage("heads");
    window->settle();
    QCOMPARE(stage(), Stage::Weights);
    QCOMPARE(&window->pages().page(), window->pages().find("heads"));
    // From one of them to the other, and back.
    window->showPage("shapes");
    window->settle();
    window->showPage("steps");
    window->settle();
    window->pages().page().time()->animation().goToStart();
    window->settle();
    window->showPage("heads");
    window->settle();
    QCOMPARE(stage(), Stage::Weights);
    // A stage that somebody chose from elsewhere meanwhile is meant.
    window->showPage(page.toStdString());
    window->settle();
    window->pages().page().time()->animation().goToEnd();
    window->settle();
    window->workspace().showStage(Stage::Scores);
    window->showPage("heads");
    window->settle();
    QCOMPARE(stage(), Stage::Scores);
}

void TestPages::long_texts_are_opened_as_text() {
    const auto window = shownWindow(findExample("ticket")->make());
    PageStack& pages = window->pages();
    auto* tabs = window->findChild<QTabBar*>();
    int lines = 0;
    while (pages.tabs()[static_cast<std::size_t>(lines)].id != "lines")
        ++lines;
    tabs->setCurrentIndex(lines);
    QCOMPARE(&pages.page(), pages.find("lines"));
    // Who types goes on until there are so many, and undoes it.
    const Experiment& few = window->workspace().experiment();
    window->workspace().document().edit(
        QStringLiteral("words"),
        withTokens(few, TokenSide::Query, 0, TokenList(45, "word")).value());
    window->settle();
    QCOMPARE(&pages.page(), pages.find("text"));
    QCOMPARE(tabs->currentIndex(), lines);
    window->workspace().document().undoStack().undo();
    window->settle();
    QCOMPARE(&pages.page(), pages.find("lines"));
    tabs->setCurrentIndex(0);
    window->workspace().document().begin(QStringLiteral("long"), findExample("concat")->make());
    window->settle();
    tabs->setCurrentIndex(lines);
    QCOMPARE(&pages.page(), pages.find("text"));
    QCOMPARE(tabs->currentIndex(), lines); // a way of that
    // Whoever chose one way finds it again.
    window->showPage("lines");
    tabs->setCurrentIndex(0);
    tabs->setCurrentIndex(lines);
    QCOMPARE(&pages.page(), pages.find("lines"));
}

void TestPages::only_the_shown_page_gets_the_scene() {
    const auto window = shownWindow(findExample("ticket")->make());
    HeadsView& heads = window->page<HeadsPage>().heads();
    QSignalSpy laidOut(&heads, &HeadsView::laidOut);
    window->showPage("shapes");
    window->settle();
    laidOut.clear();
    QVERIFY(window->workspace().edit(want::NewSeed{}).ok());
    window->settle();
    QCOMPARE(laidOut.count(), 0);
    QVERIFY(heads.panels().empty()); // it let go of the old run, and made no pictures of the new
    window->showPage("heads");
    window->workspace().showStage(Stage::Weights);
    window->settle();
    QCOMPARE(heads.panels().size(), std::size_t{6});
    const Tensor& weights =
        window->workspace().scene().trace->find(TensorName::AttentionWeights)->result;
    QCOMPARE(heads.panels()[0].matrix(3, 2), weights(0, 0, 3, 2));
}

void TestPages::a_hidden_page_holds_no_old_run() {
    const auto window = shownWindow(findExample("stack")->make());
    for (const char* page : {"layers", "shapes", "heads", "layers", "heads"}) {
        window->showPage(page);
        window->settle();
    }
    const std::weak_ptr<const Trace> old = window->workspace().scene().run->trace();
    QVERIFY(window->workspace().edit(want::NewSeed{}).ok());
    window->settle();
    QTRY_VERIFY(old.expired());
}

void TestPages::a_page_is_left_where_it_has_nothing_to_show() {
    const auto window = shownWindow(findExample("encoder-decoder")->make());
    PageStack& pages = window->pages();
    window->showPage("shapes");
    window->settle();
    QCOMPARE(&pages.page(), pages.find("shapes"));
    window->workspace().showScope("encoder/0/feed_forward");
    window->settle();
    QCOMPARE(&pages.page(), pages.find("heads"));
    for (const PageStack::Tab& tab : pages.tabs())
        QVERIFY(tab.id != "shapes" || !tab.open);
    window->showPage("shapes"); // nothing happens
    QCOMPARE(&pages.page(), pages.find("heads"));
    // A norm stands in the place of the heads.
    window->workspace().showScope("encoder/0/feed_forward_norm");
    window->workspace().showStage(Stage::Normalised);
    window->settle();
    QCOMPARE(&pages.page(), pages.find("norm"));
    QCOMPARE(pages.currentTab(), 0);
}

void TestPages::a_lent_run_is_shown_everywhere_until_it_is_given_back() {
    const auto window = shownWindow(findExample("ticket")->make());
    const auto own = window->workspace().scene().run;
    const auto ofPage = runOfOther(withSeed(findExample("ticket")->make(), 99));
    const float value = ofPage->trace()->find(TensorName::AttentionWeights)->result(0, 2, 4, 1);
    Q_EMIT window->page<HeadsPage>().asked(want::ShowRun{ofPage, {}});
    window->settle();
    QCOMPARE(window->workspace().scene().run, ofPage);
    QVERIFY(window->workspace().scene().ofPage);
    QCOMPARE(window->page<HeadsPage>().heads().panels()[2].matrix(4, 1), value);
    // Its weights are those of the table, and cannot be typed.
    auto* table = window->findChild<TensorPanel*>();
    chooseTensor(*table, TensorName::QueryWeight);
    const auto* model = qobject_cast<const QAbstractItemView*>(table->table())->model();
    QVERIFY(!(model->flags(model->index(0, 0)) & Qt::ItemIsEditable));
    window->showPage("shapes");
    window->settle();
    QCOMPARE(window->page<ShapesPage>().session().scene().run, ofPage);
    Q_EMIT window->page<ShapesPage>().asked(want::ShowRun{});
    window->settle();
    QCOMPARE(window->workspace().scene().run, own);
    QVERIFY(!window->workspace().scene().ofPage);
    QVERIFY(model->flags(model->index(0, 0)) & Qt::ItemIsEditable);
}

void TestPages::an_edit_ends_the_loan() {
    const auto window = shownWindow(findExample("ticket")->make());
    const auto ofPage = runOfOther(withSeed(findExample("ticket")->make(), 99));
    Q_EMIT window->page<HeadsPage>().asked(want::ShowRun{ofPage, {}});
    window->settle();
    Q_EMIT window->page<HeadsPage>().asked(want::TurnPair{3, 4});
    window->settle();
    QVERIFY(!window->workspace().scene().ofPage);
    QVERIFY(window->workspace().scene().run != ofPage);
    QVERIFY(window->workspace().experiment().mayAttend.has_value());
    // And what somebody made is adopted as one step.
    const Experiment made = withSeed(findExample("ticket")->make(), 7);
    Q_EMIT window->page<HeadsPage>().asked(
        want::Adopt{QStringLiteral("take it over"), std::make_shared<const Experiment>(made)});
    window->settle();
    QVERIFY(window->workspace().experiment() == made);
    QCOMPARE(window->workspace().document().undoStack().undoText(), QStringLiteral("take it over"));
}

void TestPages::a_switched_language_leaves_no_text_behind_data() {
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<bool>("presented");
    for (const PageEntry& entry : pageEntries()) {
        const QByteArray page = entry.id.data();
        for (const bool presented : {false, true})
            QTest::addRow("%s%s", page.constData(), presented ? ", presented" : "")
                << page << presented;
    }
}

namespace {

/// Lines break elsewhere in a panel that kept its width, and each run takes its own time.
QString lettersOf(const QStringList& texts) {
    QString letters;
    for (const QChar c : texts.join(u' ')) {
        if (c.isLetter())
            letters.append(c);
    }
    std::ranges::sort(letters);
    return letters;
}

} // namespace

/// What is written after a switch is what a window writes that was opened in that language.
void TestPages::a_switched_language_leaves_no_text_behind() {
    QFETCH(const QByteArray, page);
    QFETCH(const bool, presented);
    const PageSituation& situation = situationOf(page.toStdString());
    const auto textsWith = [&](Language before, Language after) {
        useLanguage(before);
        MainWindow window(findExample(situation.example ? situation.example : "ticket")->source(),
                          lightPreferences());
        window.setRemembering(false);
        window.resize(1440, 900);
        window.setPresentation(presented);
        window.setAttribute(Qt::WA_DontShowOnScreen);
        window.show();
        window.settle(); // before there is a run no page has anything to show
        if (situation.text)
            openCarriedModel(window, situation.text);
        window.showPage(page.toStdString());
        window.settle();
        window.workspace().lock(PanelCell{0, 2, 1});
        window.settle();
        window.setLanguage(after);
        window.settle();
        QStringList all;
        if (&window.pages().page() == window.pages().find(page.toStdString())) {
            for (const WrittenText& text : seenTextsOf(window))
                all << text.text;
        }
        useLanguage(Language::English);
        return all;
    };
    for (const auto& [before, after] : {std::pair(Language::English, Language::Chinese),
                                        std::pair(Language::Chinese, Language::English)}) {
        const QStringList switched = textsWith(before, after);
        const QStringList opened = textsWith(after, after);
        QVERIFY(opened.size() > 20);
        if (lettersOf(switched) == lettersOf(opened))
            continue;
        QStringList stale = switched;
        for (const QString& text : opened)
            stale.removeOne(text);
        QFAIL(qPrintable(stale.join(QStringLiteral(" | "))));
    }
}

void TestPages::playback_asks_at_a_steady_pace() {
    Playback playback;
    QSignalSpy due(&playback, &Playback::nextDue);
    playback.setSpeed(4); // 375 ms
    QElapsedTimer time;
    time.start();
    playback.play();
    QTRY_COMPARE(due.count(), 2);
    QVERIFY2(time.elapsed() >= 740, qPrintable(QString::number(time.elapsed())));
    playback.pause();
    QVERIFY(!playback.isPlaying());
    QTest::qWait(500);
    QCOMPARE(due.count(), 2);
}

/// 100 tokens of eight heads take a moment to prepare.
void TestPages::a_page_that_is_opened_stays_while_its_stage_is_prepared() {
    const auto window = shownWindow(findExample("concat")->make());
    window->workspace().showStage(Stage::Merge);
    window->settle();
    window->showPage("text");
    // What is said meanwhile comes with the selection of before.
    window->workspace().point({PointedAt{}});
    window->workspace().point({});
    QCOMPARE(window->findChild<PageStack*>()->find("text"),
             &window->findChild<PageStack*>()->page());
    window->settle();
    QCOMPARE(window->findChild<PageStack*>()->find("text"),
             &window->findChild<PageStack*>()->page());
    QCOMPARE(window->workspace().selection().stage, Stage::Weights);
    // To select what it does not show leaves it as before.
    window->workspace().showStage(Stage::Merge);
    window->settle();
    QVERIFY(window->findChild<PageStack*>()->find("text") !=
            &window->findChild<PageStack*>()->page());
}

HEADSCOPE_TEST(TestPages, QApplication)
#include "test_pages.moc"
