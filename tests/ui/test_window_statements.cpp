// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the window say of each other: strip, views, status line, chooser.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/layers/layers_view.h"
#include "pages/shapes/picture/block_painter.h"
#include "pages/shapes/picture/shapes_picture.h"
#include "pages/shapes/shapes_canvas.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_view.h"
#include "pages/shapes/shapes_words.h"
#include "strip/pipeline_strip.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "type/fonts.h"
#include "window/frame/status_line.h"
#include "window/frame/tool_bar.h"
#include "window/main_window.h"
#include "window/style.h"
#include "words/stage_text.h"

#include <QApplication>
#include <QComboBox>
#include <QPainter>
#include <QToolButton>
#include <QtTest>

using namespace headscope;

class TestWindowStatements : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup() { m_window.reset(); }
    void the_window_opens_on_the_weights();
    void layers_show_what_the_strip_marks();
    void layers_open_on_an_attention();
    void strip_goes_along_with_the_steps_of_shapes_data();
    void strip_goes_along_with_the_steps_of_shapes();
    void the_strip_leads_to_the_steps_of_shapes();
    void elements_stand_under_the_words_of_their_step();
    void words_of_the_wrong_way_are_not_cut_off_data();
    void words_of_the_wrong_way_are_not_cut_off();
    void the_sentence_of_shapes_stays_with_shapes();
    void a_failure_is_said_until_somebody_looks_elsewhere();
    void memory_of_x_holds_the_numbers_of_x();
    void an_edited_example_does_not_go_by_its_name();

private:
    void open(const char* example);
    void settle() { m_window->settle(); }
    Stage marked() { return m_window->workspace().selection().stage; }
    void click(Stage stage);
    ShapesSession& session() { return m_window->page<ShapesPage>().session(); }

    std::unique_ptr<MainWindow> m_window;
};

void TestWindowStatements::initTestCase() {
    dressAsTheProgram();
}

void TestWindowStatements::open(const char* example) {
    m_window = shownWindow(findExample(example)->source());
}

void TestWindowStatements::click(Stage stage) {
    auto* strip = m_window->findChild<PipelineStrip*>();
    QTest::mouseClick(strip, Qt::LeftButton, {}, strip->markOf(stage).toPoint());
    settle();
}

void TestWindowStatements::the_window_opens_on_the_weights() {
    for (const char* example : {"ticket", "stack"}) {
        open(example);
        QCOMPARE(marked(), Stage::Weights);
        m_window.reset();
    }
}

void TestWindowStatements::layers_show_what_the_strip_marks() {
    open("encoder-decoder");
    m_window->workspace().showStage(Stage::Split);
    m_window->showPage("layers");
    settle();
    auto* layers = m_window->findChild<LayersView*>();
    QVERIFY(layers->isVisible());
    QCOMPARE(marked(), Stage::Weights);
    QCOMPARE(layers->picture().shown(), TensorName::AttentionWeights);
    for (const auto& [stage, name] : {std::pair(Stage::Scores, TensorName::Scores),
                                      std::pair(Stage::Scaled, TensorName::ScaledScores),
                                      std::pair(Stage::Masked, TensorName::MaskedScores),
                                      std::pair(Stage::Weights, TensorName::AttentionWeights)}) {
        click(stage);
        QVERIFY(layers->isVisible());
        QCOMPARE(marked(), stage);
        QCOMPARE(layers->picture().shown(), name);
        QCOMPARE(layers->picture().subject(), tensorTitle(name));
    }
    // What it cannot show leads to the view that can.
    click(Stage::Split);
    QVERIFY(!layers->isVisible());
    QVERIFY(m_window->page<HeadsPage>().heads().isVisible());
    QCOMPARE(marked(), Stage::Split);
}

void TestWindowStatements::layers_open_on_an_attention() {
    open("encoder-decoder");
    m_window->workspace().showScope("encoder/1/feed_forward");
    settle();
    m_window->showPage("layers");
    settle();
    QVERIFY(m_window->findChild<LayersView*>()->isVisible());
    QCOMPARE(m_window->workspace().selection().scope, std::string("encoder/1/self_attention"));
    QCOMPARE(marked(), Stage::Weights);
    m_window->workspace().showScope("encoder/1/feed_forward");
    settle();
    QVERIFY(!m_window->findChild<LayersView*>()->isVisible());
}

void TestWindowStatements::strip_goes_along_with_the_steps_of_shapes_data() {
    QTest::addColumn<int>("path");
    QTest::addColumn<QList<int>>("stages");
    const auto list = [](std::initializer_list<Stage> stages) {
        QList<int> numbers;
        for (const Stage stage : stages)
            numbers << static_cast<int>(stage);
        return numbers;
    };
    QTest::newRow("split") << static_cast<int>(LayoutPath::Split)
                           << list({Stage::Input, Stage::Projections, Stage::Split, Stage::Split,
                                    Stage::Split});
    QTest::newRow("merge") << static_cast<int>(LayoutPath::Merge)
                           << list({Stage::Context, Stage::Merge, Stage::Merge, Stage::Merge,
                                    Stage::Output});
    QTest::newRow("side_by_side") << static_cast<int>(LayoutPath::SideBySide)
                                  << list({Stage::Context, Stage::Merge, Stage::Output});
}

void TestWindowStatements::strip_goes_along_with_the_steps_of_shapes() {
    QFETCH(int, path);
    QFETCH(QList<int>, stages);
    open("ticket");
    m_window->showPage("shapes");
    settle();
    ShapesOptions options = session().options();
    options.path = static_cast<LayoutPath>(path);
    session().setOptions(options);
    settle();
    const Journey& journey = session().scene().model->right;
    QCOMPARE(journey.steps().size(), static_cast<std::size_t>(stages.size()));
    for (std::size_t step = 0; step < journey.steps().size(); ++step) {
        session().animation().seek(session().scene().model->timeline.moveEndOf(step));
        settle();
        QCOMPARE(session().scene().position().move, step);
        QCOMPARE(static_cast<int>(marked()), stages[static_cast<qsizetype>(step)]);
    }
}

void TestWindowStatements::the_strip_leads_to_the_steps_of_shapes() {
    open("ticket");
    m_window->showPage("shapes");
    settle();
    for (const Stage stage : {Stage::Merge, Stage::Projections, Stage::Output, Stage::Input,
                              Stage::Context, Stage::Split}) {
        click(stage);
        QVERIFY(m_window->page<ShapesPage>().shapes().isVisible());
        QCOMPARE(marked(), stage);
        QCOMPARE(stageOfStep(session().scene().model->right, session().scene().position().move),
                 stage);
    }
    click(Stage::Weights);
    QVERIFY(m_window->page<HeadsPage>().heads().isVisible());
    QCOMPARE(marked(), Stage::Weights);
}

void TestWindowStatements::elements_stand_under_the_words_of_their_step() {
    // Chosen in the strip, a step shows the tensor before it where "before" is written.
    open("arange");
    m_window->showPage("shapes");
    settle();
    for (const Stage stage : {Stage::Split, Stage::Input, Stage::Split}) {
        click(stage);
        const ShapesScene& scene = session().scene();
        const std::size_t step = scene.position().move;
        if (step == 0)
            continue;
        const ShapesCanvas& canvas = m_window->page<ShapesPage>().shapes().canvas();
        const BlockGeometry& before = canvas.geometryNow().before.blocks;
        const Journey& journey = scene.model->right;
        for (Index element = 0; element < journey.elementCount(); ++element)
            QCOMPARE(canvas.elementRect(element),
                     cellRect(before, journey.cellOf(step - 1, element)));
    }
}

void TestWindowStatements::words_of_the_wrong_way_are_not_cut_off_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Language>("language");
    QTest::addColumn<bool>("presentation");
    const std::pair<const char*, Language> languages[] = {{"english", Language::English},
                                                          {"chinese", Language::Chinese}};
    for (const auto& [name, language] : languages) {
        for (const QSize size : {QSize(720, 520), QSize(1024, 768), QSize(1440, 900)}) {
            QTest::addRow("%s_%d", name, size.width()) << size << language << false;
            if (size.width() > 720) // no projector is so small
                QTest::addRow("%s_%d_presented", name, size.width()) << size << language << true;
        }
    }
}

void TestWindowStatements::words_of_the_wrong_way_are_not_cut_off() {
    QFETCH(QSize, size);
    QFETCH(Language, language);
    QFETCH(bool, presentation);
    open("arange");
    m_window->showPage("shapes");
    m_window->setLanguage(language);
    m_window->setPresentation(presentation);
    m_window->showNormal();
    for (const char* example : {"arange", "one-row", "concat", "stack", "ticket"}) {
        Q_EMIT m_window->findChild<ToolBar*>()->exampleChosen(QString::fromLatin1(example));
        m_window->resize(size);
        m_window->showPage("shapes");
        settle();
        session().finish();
        settle();
        const ShapesScene& scene = session().scene();
        const ShapesGeometry& geometry =
            m_window->page<ShapesPage>().shapes().canvas().geometryNow();
        const double s = scene.display.textScale;
        const auto& [right, wrong, way] =
            std::tie(scene.model->right, *scene.model->wrong, scene.model->wrongWay);
        const QString verdict = misplacedSentence(right, scene.model->misplaced);
        const QFontMetricsF metrics(textFont(12 * s, QFont::DemiBold));
        const QRectF words =
            metrics.boundingRect(geometry.verdict, Qt::AlignLeft | Qt::TextWordWrap, verdict);
        const QString told = QStringLiteral("%1: %2 in %3 × %4")
                                 .arg(QLatin1String(example), verdict)
                                 .arg(geometry.verdict.width())
                                 .arg(geometry.verdict.height());
        QVERIFY2(words.width() <= geometry.verdict.width() &&
                     words.height() <= geometry.verdict.height() + 1,
                 qPrintable(told));
        // It stands beside the right way only where something is misplaced.
        QVERIFY(scene.model->misplaced.misplaced() > 0 || !geometry.wrong);
        if (geometry.wrong)
            QVERIFY2(panelWordsWidth(wrong[wrong.lastStep()].tensor, wrongTitle(right, way), s) <=
                         geometry.wrong->title.width() + 1,
                     qPrintable(told));
        // The buttons under the pictures lie within their row and above the transport.
        const QWidget& view = m_window->page<ShapesPage>().shapes();
        for (const QToolButton* button : view.findChildren<QToolButton*>()) {
            if (!button->isVisible())
                continue;
            const QRect place(button->mapTo(&view, QPoint(0, 0)), button->size());
            QVERIFY2(place.width() >= button->sizeHint().width() &&
                         button->visibleRegion().boundingRect().size() == button->size(),
                     qPrintable(told + QStringLiteral("; the button ") + button->text()));
        }
    }
}

void TestWindowStatements::a_failure_is_said_until_somebody_looks_elsewhere() {
    open("ticket");
    const auto* status = m_window->findChild<StatusLine*>();
    const QString facts = status->text();
    Workspace& workspace = m_window->workspace();
    m_window->say(makeError("this file cannot be read"));
    QCOMPARE(status->text(), QStringLiteral("this file cannot be read"));
    workspace.hover(PanelCell{0, 3, 2});
    settle();
    QCOMPARE(status->text(), QStringLiteral("this file cannot be read"));
    workspace.lock(PanelCell{0, 3, 2});
    settle();
    QVERIFY(status->text().contains(QStringLiteral("locked")));
    workspace.lock({});
    settle();
    QCOMPARE(status->text(), facts);
    // What is true of another stage is not said as if it were of the one that is shown.
    workspace.showStage(Stage::Scores);
    settle();
    QVERIFY2(status->text().contains(QStringLiteral("✓ weights: rows sum to 1")),
             qPrintable(status->text()));
}

void TestWindowStatements::the_sentence_of_shapes_stays_with_shapes() {
    open("ticket");
    const auto* status = m_window->findChild<StatusLine*>();
    const QString facts = status->text();
    m_window->showPage("shapes");
    settle();
    const QString sentence = stepSentence(session().scene().model->right, 0);
    QCOMPARE(status->text(), sentence);
    m_window->showPage("heads");
    settle();
    QVERIFY2(!status->text().contains(sentence), qPrintable(status->text()));
    m_window->workspace().showStage(Stage::Weights); // the journey began before it
    settle();
    QCOMPARE(status->text(), facts);
}

void TestWindowStatements::memory_of_x_holds_the_numbers_of_x() {
    // Two runs of the same x through other weights: what is drawn of step x is the same.
    open("ticket");
    const auto pictures = [&](std::size_t step) {
        QList<QImage> images;
        for (const std::uint64_t seed : {1, 2}) {
            m_window->workspace().document().edit(QStringLiteral("seed"),
                                                  withSeed(findExample("ticket")->make(), seed));
            settle();
            ShapesScene scene = session().scene();
            scene.time = scene.model->timeline.moveEndOf(step);
            scene.options.wrongShown = false;
            QImage image(1200, 800, QImage::Format_RGB32);
            QPainter painter(&image);
            ShapesModel model = *scene.model;
            model.wrong.reset();
            model.longestNumber = 6; // the size of all digits is that of q's longest number
            scene.model = std::make_shared<const ShapesModel>(std::move(model));
            paintShapesFigure(painter, scene, image.size());
            painter.end();
            images << image;
        }
        return images;
    };
    m_window->showPage("shapes");
    settle();
    const Tensor given = (*m_window->workspace().scene().trace)[TensorName::QueryInput];
    const QList<QImage> ofX = pictures(0);
    QCOMPARE((*m_window->workspace().scene().trace)[TensorName::QueryInput], given);
    QCOMPARE(ofX[0], ofX[1]);
    const QList<QImage> ofQ = pictures(1);
    QVERIFY(ofQ[0] != ofQ[1]);
}

void TestWindowStatements::an_edited_example_does_not_go_by_its_name() {
    open("ticket");
    QComboBox* chooser = nullptr;
    for (auto* box : m_window->findChildren<QComboBox*>()) {
        if (box->accessibleName() == QStringLiteral("Example"))
            chooser = box;
    }
    QVERIFY(chooser);
    QCOMPARE(chooser->currentText(), QStringLiteral("Book a flight"));
    Document& document = m_window->workspace().document();
    document.edit(QStringLiteral("causal"), withCausal(*document.experiment(), true));
    settle();
    QCOMPARE(chooser->currentIndex(), -1);
    QCOMPARE(chooser->placeholderText(), QStringLiteral("Book a flight, edited"));
    document.undoStack().undo();
    settle();
    QCOMPARE(chooser->currentText(), QStringLiteral("Book a flight"));
    document.edit(QStringLiteral("own"),
                  *withTokens(*document.experiment(), TokenSide::Query, 0, {"I", "like", "tea"}));
    settle();
    QCOMPARE(chooser->placeholderText(), QStringLiteral("own sentence"));
}

HEADSCOPE_TEST(TestWindowStatements, QApplication)
#include "test_window_statements.moc"
