// SPDX-License-Identifier: GPL-3.0-or-later
// A walk through all views in all sizes: no text lies on another one and none is cut.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "learning/history/learnt_tokens.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/layers/layers_page.h"
#include "pages/paint/paint_page.h"
#include "pages/shapes/shapes_page.h"
#include "pages/steps/steps_page.h"
#include "pages/train/train_page.h"
#include "support/edits.h"
#include "support/page_situations.h"
#include "support/test_program.h"
#include "support/text_probe.h"
#include "support/window_harness.h"
#include "window/frame/page_stack.h"

#include <QApplication>
#include <QLabel>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

struct Situation {
    std::string name;
    const char* example; ///< nullptr: the page's own, or its model
    std::string page;
    /// What somebody does there before looking.
    std::function<void(MainWindow&)> act;
};

void train(MainWindow& window, TaskKind task) {
    TrainingRecipe recipe = recipeOf(task);
    recipe.modelDim = 8;
    recipe.batch = 8;
    recipe.steps = 12;
    recipe.recordEvery = 3;
    auto& page = window.page<TrainPage>();
    page.controller().setRecipe(recipe);
    page.start();
    window.settle();
}

void openPaintStop(MainWindow& window, PaintStop stop) {
    paintPattern(window);
    window.page<PaintPage>().session().setStop(stop);
}

std::vector<Situation> situations() {
    const auto nothing = [](MainWindow&) {};
    const auto scores = [](MainWindow& window) {
        window.workspace().showStage(Stage::Scores);
        window.workspace().lock(PanelCell{2, 3, 1});
    };
    const auto compare = [](MainWindow& window) {
        QTest::keyClick(&window.page<HeadsPage>().keyboard(), Qt::Key_P);
        Document& document = window.workspace().document();
        document.edit(QStringLiteral("one"), withCausal(*document.experiment(), true));
        window.settle();
        window.page<HeadsPage>().setComparing(true);
    };
    const auto compareLayers = [](MainWindow& window) {
        auto& page = window.page<LayersPage>();
        QTest::keyClick(&page.keyboard(), Qt::Key_P);
        Document& document = window.workspace().document();
        document.edit(QStringLiteral("one"), withCausal(*document.experiment(), true));
        document.edit(QStringLiteral("two"),
                      *withCell(*document.experiment(), TensorName::QueryInput, {0, 1, 1}, 2.4F));
        window.settle();
        page.setComparing(true);
    };
    const auto learnt = [](MainWindow& window) {
        TrainingRecipe recipe = recipeOf(TaskKind::Translate);
        recipe.steps = 40;
        recipe.recordEvery = 10;
        window.page<TrainPage>().controller().setRecipe(recipe);
        window.page<TrainPage>().start();
    };
    const auto step = [](std::size_t at) {
        return [at](MainWindow& window) {
            Animation& animation = window.page<ShapesPage>().session().animation();
            const std::size_t last = animation.timeline().moveCount() - 1;
            animation.seek(animation.timeline().timeOf(std::min(at, last), 1));
        };
    };
    // A moment of the page Steps, with a cell asked or none.
    const auto moment = [](Stage stage, double progress, std::optional<PanelCell> cell,
                           StepOrder order = StepOrder::DotProduct) {
        return [=](MainWindow& window) {
            window.workspace().showStage(stage);
            window.workspace().lock(cell);
            window.workspace().hover(cell);
            window.settle();
            StepsSession& steps = window.page<StepsPage>().session();
            steps.setOrder(order);
            steps.animation().seek(steps.scene().stops->timeline.timeOf(steps.stop(), progress));
        };
    };
    const auto trained = [](TaskKind task) {
        return [task](MainWindow& window) { train(window, task); };
    };
    const auto stage = [](StepStop::Kind kind) {
        return [kind](MainWindow& window) {
            train(window, TaskKind::Translate);
            window.page<TrainPage>().controller().setStop(kind);
        };
    };
    const auto painting = [](PaintStop at) {
        return [at](MainWindow& window) { openPaintStop(window, at); };
    };
    const auto asked = [](Index query, Index key) {
        return [=](MainWindow& window) {
            window.workspace().showStage(Stage::Weights);
            window.workspace().lock(PanelCell{0, query, key});
            DisplayOptions display = window.workspace().display();
            display.range = {RangeMode::PerRow, true};
            window.workspace().setDisplay(display);
        };
    };
    const auto newWords = [](MainWindow& window) {
        const TokenList words = parseTokens("I had Lucy help me book the ticket to Oslo");
        const Source& shown = window.workspace().document().source();
        const Result<Experiment> own =
            withLearntTokens(*shown.experiment(), shown.training(), TokenSide::Query, 0, words);
        if (!own)
            qFatal("the sentence was refused");
        window.workspace().document().edit(QStringLiteral("own"), *own);
        window.settle();
    };
    const auto zoomed = [asked](MainWindow& window) {
        asked(50, 40)(window);
        window.settle();
        window.page<HeadsPage>().heads().showCells({46, 60, 34, 50});
    };
    std::vector<Situation> all;
    for (const PageEntry& entry : pageEntries())
        all.push_back({std::string(entry.id), nullptr, std::string(entry.id), nothing});
    const std::vector<Situation> more = {
        {"heads, ten words", "ticket", "heads", nothing},
        {"heads, every row by itself", "ticket", "heads", asked(9, 5)},
        {"heads, many tokens", "concat", "heads", asked(50, 40)},
        {"heads, zoomed", "concat", "heads", zoomed},
        {"text, ten words", "ticket", "text", asked(9, 5)},
        {"text, many tokens", "concat", "text", asked(50, 40)},
        {"text, two inputs", "cross", "text", asked(1, 2)},
        {"heads, scores and a locked cell", "ticket", "heads", scores},
        {"heads, large", "paper-size", "heads", nothing},
        {"heads, a model", "stack", "heads", nothing},
        {"heads, learnt", "cat-learnt", "heads", nothing},
        {"heads, padding", "causal-padding", "heads", nothing},
        {"heads, two inputs", "cross", "heads", scores},
        {"compare", "ticket", "heads", compare},
        {"compare, padding", "causal-padding", "heads", compare},
        {"shapes, first", "ticket", "shapes", step(0)},
        {"shapes, second", "ticket", "shapes", step(1)},
        {"shapes, last", "ticket", "shapes", step(9)},
        {"shapes, counted", "arange", "shapes", step(2)},
        {"steps, projection", "ticket", "steps", moment(Stage::Projections, 0.5, {})},
        {"steps, split", "ticket", "steps", moment(Stage::Split, 0.5, {})},
        {"steps, running sum", "ticket", "steps", moment(Stage::Scores, 0.6, PanelCell{0, 9, 5})},
        {"steps, scaled", "ticket", "steps", moment(Stage::Scaled, 1, PanelCell{0, 9, 5})},
        {"steps, masked", "causal-padding", "steps", moment(Stage::Masked, 1, PanelCell{0, 2, 1})},
        {"steps, softmax", "ticket", "steps", moment(Stage::Weights, 1, PanelCell{0, 9, 5})},
        {"steps, context", "ticket", "steps", moment(Stage::Context, 0.4, {})},
        {"steps, rows of V", "ticket", "steps",
         moment(Stage::Context, 0.7, PanelCell{0, 9, 1}, StepOrder::SumOfRows)},
        {"steps, merged", "ticket", "steps", moment(Stage::Merge, 1, PanelCell{0, 9, 1})},
        {"steps, many tokens", "concat", "steps", moment(Stage::Scores, 0.5, PanelCell{0, 50, 40})},
        {"steps, wide", "paper-size", "steps", moment(Stage::Output, 0.5, PanelCell{0, 3, 20})},
        {"steps, a model", "stack", "steps", moment(Stage::Scores, 1, PanelCell{0, 2, 1})},
        {"lines, ten words", "ticket", "lines", nothing},
        {"lines, two inputs", "cross", "lines", nothing},
        {"lines, learnt", "ticket-learnt-en", "lines", nothing},
        {"heads, new words", "ticket-learnt-en", "heads", newWords},
        {"lines, new words", "ticket-learnt-en", "lines", newWords},
        {"steps, new words", "ticket-learnt-en", "steps", newWords},
        {"lines, many", "paper-size", "lines", nothing},
        {"layers, two sides", "encoder-decoder", "layers", nothing},
        {"layers, compared", "stack", "layers", compareLayers},
        {"layers, two sides compared", "encoder-decoder", "layers", compareLayers},
        {"train, before", "ticket", "train", nothing},
        {"train, translated", "ticket", "train", trained(TaskKind::Translate)},
        {"train, forty steps", "ticket", "train", learnt},
        {"train, sorted", "ticket", "train", trained(TaskKind::Sort)},
        {"train, data", "ticket", "train", stage(StepStop::Kind::Data)},
        {"train, logits", "ticket", "train", stage(StepStop::Kind::Logits)},
        {"train, loss", "ticket", "train", stage(StepStop::Kind::Loss)},
        {"train, optimiser", "ticket", "train", stage(StepStop::Kind::Optimiser)},
        {"paint, before", "ticket-learnt", "paint", nothing},
        {"paint, inputs", "ticket", "paint", painting(PaintStop::Inputs)},
        {"paint, scores", "ticket", "paint", painting(PaintStop::Scores)},
        {"paint, weights", "ticket", "paint", painting(PaintStop::Weights)},
        {"paint, gradient", "ticket", "paint", painting(PaintStop::Gradient)},
        {"paint, update", "cross", "paint", painting(PaintStop::Update)},
        {"paint, distance", "ticket-learnt", "paint", painting(PaintStop::Missing)},
    };
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace

class TestTextWalk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void every_text_has_its_place_data();
    void every_text_has_its_place();
};

void TestTextWalk::every_text_has_its_place_data() {
    QTest::addColumn<std::size_t>("place");
    QTest::addColumn<Language>("language");
    const std::vector<Situation> all = situations();
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const Language language : {Language::English, Language::Chinese})
            QTest::addRow("%s, %s", all[i].name.c_str(), qPrintable(languageCode(language)))
                << i << language;
    }
}

void TestTextWalk::every_text_has_its_place() {
    QFETCH(std::size_t, place);
    QFETCH(Language, language);
    const Situation situation = situations()[place];
    const auto window = situation.example ? shownWindow(findExample(situation.example)->source())
                                          : windowFor(situation.page);
    lookShortly(*window);
    window->setLanguage(language);
    window->showPage(situation.page);
    window->settle();
    situation.act(*window);
    window->settle();
    QStringList found;
    const auto look = [&](const QSize& size, const char* how) {
        window->resize(size);
        window->settle();
        QCoreApplication::processEvents();
        const std::vector<WrittenText> texts = seenTextsOf(*window);
        QVERIFY(texts.size() > 20);
        for (const QString& wrong :
             {overlapIn(seenPartsOf(texts)), cutIn(texts, scrolledRooms(*window))}) {
            if (!wrong.isEmpty())
                found << QStringLiteral("%1x%2%3: %4")
                             .arg(size.width())
                             .arg(size.height())
                             .arg(QLatin1String(how), wrong);
        }
    };
    // The second one is 2560 x 1440 at 200 %.
    for (const QSize size : {QSize(1024, 768), QSize(1280, 720), QSize(1440, 900),
                             QSize(1920, 1080), QSize(2560, 1440)})
        look(size, "");
    window->setPresentation(true);
    for (QObject* child : window->children()) { // the hint how to leave lies on the picture
        if (auto* hint = qobject_cast<QLabel*>(child))
            hint->hide();
    }
    for (const QSize size : {QSize(1024, 768), QSize(1920, 1080)})
        look(size, ", presented");
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

HEADSCOPE_TEST(TestTextWalk, QApplication)
#include "test_text_walk.moc"
