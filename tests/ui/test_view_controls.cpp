// SPDX-License-Identifier: GPL-3.0-or-later
// The controls over the view say and offer what means something there; and an example
// opens on what it is about.
#include "examples/examples.h"
#include "experiment/edit.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_view.h"
#include "scene/fonts.h"
#include "scene/value_range.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/actions.h"
#include "window/main_window.h"
#include "window/page_stack.h"
#include "window/style.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QtTest>

using namespace headscope;

class TestViewControls : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup() { m_window.reset(); }
    void rows_are_keys_only_where_there_are_keys_data();
    void rows_are_keys_only_where_there_are_keys();
    void the_choice_is_remembered();
    void values_only_where_they_fit();
    void the_range_says_what_holds_data();
    void the_range_says_what_holds();
    void the_range_rests_where_it_means_nothing();
    void an_example_opens_on_what_it_is_about_data();
    void an_example_opens_on_what_it_is_about();
    void attention_of_shapes_knows_its_masks_and_words();

private:
    void open(const char* id);
    void settle() { m_window->settle(); }
    QWidget* control(const QString& accessibleName);
    QAction* action(const QString& text);

    std::unique_ptr<MainWindow> m_window;
};

void TestViewControls::initTestCase() {
    dressAsTheProgram();
}

void TestViewControls::open(const char* id) {
    m_window = shownWindow(findExample(id)->make());
}

QWidget* TestViewControls::control(const QString& accessibleName) {
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (widget->accessibleName() == accessibleName)
            return widget;
    }
    return nullptr;
}

QAction* TestViewControls::action(const QString& text) {
    for (QAction* each : m_window->findChildren<QAction*>()) {
        if (each->text().remove(u'&') == text)
            return each;
    }
    return nullptr;
}

void TestViewControls::rows_are_keys_only_where_there_are_keys_data() {
    QTest::addColumn<int>("stage");
    QTest::addColumn<bool>("offered");
    for (const Stage stage : stagesOf(ScopeKind::Attention)) {
        if (stage == Stage::Dropped) // the ticket has no dropout
            continue;
        QTest::newRow(("stage_" + std::to_string(static_cast<int>(stage))).c_str())
            << static_cast<int>(stage) << (stage >= Stage::Scores && stage <= Stage::Weights);
    }
}

void TestViewControls::rows_are_keys_only_where_there_are_keys() {
    QFETCH(int, stage);
    QFETCH(bool, offered);
    open("ticket");
    m_window->workspace().showStage(static_cast<Stage>(stage));
    settle();
    QCOMPARE(control(QStringLiteral("What the rows are"))->isVisible(), offered);
    QCOMPARE(action(QStringLiteral("Rows are keys"))->isEnabled(), offered);
    // And what is not offered turns nothing.
    action(QStringLiteral("Rows are keys"))->setChecked(true);
    settle();
    QVERIFY(m_window->workspace().display().rowsAreKeys);
    QCOMPARE(m_window->page<HeadsPage>().heads().geometryNow().matrix.turned, offered);
}

void TestViewControls::the_choice_is_remembered() {
    open("ticket");
    action(QStringLiteral("Rows are keys"))->trigger();
    settle();
    m_window->workspace().showStage(Stage::Input);
    settle();
    QVERIFY(!m_window->page<HeadsPage>().heads().geometryNow().matrix.turned);
    m_window->workspace().showStage(Stage::Scores);
    settle();
    QVERIFY(m_window->page<HeadsPage>().heads().geometryNow().matrix.turned);
    m_window->showPage("shapes");
    settle();
    QVERIFY(!action(QStringLiteral("Rows are keys"))->isEnabled());
    QVERIFY(!action(QStringLiteral("Values in cells"))->isEnabled());
    QVERIFY(action(QStringLiteral("Values in cells"))->isChecked());
}

void TestViewControls::values_only_where_they_fit() {
    open("ticket");
    QVERIFY(control(QStringLiteral("Values in cells"))->isEnabled());
    QVERIFY(action(QStringLiteral("Values in cells"))->isEnabled());
    open("concat"); // 100 tokens
    m_window->workspace().showStage(Stage::Weights);
    settle();
    auto* values = qobject_cast<QCheckBox*>(control(QStringLiteral("Values in cells")));
    QVERIFY(values->isVisible() && !values->isEnabled());
    QVERIFY(values->isChecked()); // waits
    QVERIFY(values->toolTip().contains(QStringLiteral("too small")));
}

void TestViewControls::the_range_says_what_holds_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("stage");
    QTest::addColumn<int>("mode");
    for (const char* id : {"ticket", "arange", "one-row"}) {
        for (const Stage stage : {Stage::Input, Stage::Scores, Stage::Weights, Stage::Output}) {
            for (const RangeMode mode :
                 {RangeMode::Fixed, RangeMode::AllHeads, RangeMode::PerHead, RangeMode::PerRow})
                QTest::newRow(qPrintable(QStringLiteral("%1_stage_%2_mode_%3")
                                             .arg(QString::fromLatin1(id))
                                             .arg(static_cast<int>(stage))
                                             .arg(static_cast<int>(mode))))
                    << QString::fromLatin1(id) << static_cast<int>(stage) << static_cast<int>(mode);
        }
    }
}

void TestViewControls::the_range_says_what_holds() {
    QFETCH(QString, id);
    QFETCH(int, stage);
    QFETCH(int, mode);
    open(id.toLatin1().constData());
    auto* box = qobject_cast<QComboBox*>(control(QStringLiteral("Range of the colours")));
    DisplayOptions display = m_window->workspace().display();
    display.range = static_cast<RangeMode>(mode);
    m_window->workspace().setDisplay(display);
    m_window->workspace().showStage(static_cast<Stage>(stage));
    settle();
    const Scene& scene = m_window->workspace().scene();
    const MatrixPanel& panel = m_window->page<HeadsPage>().heads().panels().front();
    const ValueRange range = rangeOf(*scene.trace, panel, 0, display.range.mode);
    QVERIFY(box->isEnabled());
    if (display.range == RangeMode::PerRow) { // no two numbers hold for all rows
        QCOMPARE(box->currentText(), QStringLiteral("per row"));
        return;
    }
    QVERIFY2(box->currentText().contains(rangeName(range)), qPrintable(box->currentText()));
    const bool around = range.low < 0;
    QCOMPARE(box->currentText().contains(u'±'), around);
    QCOMPARE(box->currentText().contains(QStringLiteral("0 – ")), !around);
}

void TestViewControls::the_range_rests_where_it_means_nothing() {
    open("norms");
    auto* box = qobject_cast<QComboBox*>(control(QStringLiteral("Range of the colours")));
    QVERIFY(!box->isEnabled()); // both norms in one range, always
    m_window->workspace().showScope("encoder/0/self_attention");
    settle();
    QVERIFY(box->isEnabled());
    m_window->showPage("shapes");
    settle();
    QVERIFY(!box->isEnabled());
}

void TestViewControls::an_example_opens_on_what_it_is_about_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("scope");
    QTest::addColumn<int>("stage");
    QTest::addColumn<QString>("page");
    const auto row = [](const char* id, const char* scope, Stage stage,
                        const char* page = "heads") {
        QTest::newRow(id) << QString::fromLatin1(id) << QString::fromLatin1(scope)
                          << static_cast<int>(stage) << QString::fromLatin1(page);
    };
    row("ticket", "", Stage::Weights);
    row("ticket-learnt", "", Stage::Weights);
    row("arange", "", Stage::Split);
    row("one-row", "", Stage::Weights);
    row("concat", "", Stage::Merge);
    row("paper-size", "", Stage::Weights);
    row("causal-padding", "", Stage::Weights);
    row("fully-masked", "", Stage::Weights);
    row("wrong-scale", "", Stage::Weights);
    row("cross", "", Stage::Weights);
    row("positions", "positions", Stage::Embedded);
    row("norms", "encoder/0/self_attention_norm", Stage::Normalised, "norm");
    row("encoder-decoder", "decoder/1/cross_attention", Stage::Weights);
    row("cat-learnt", "decoder/0/cross_attention", Stage::Weights);
    row("stack", "encoder/0/self_attention", Stage::Weights, "layers");
    // None is missing here.
    QCOMPARE(examplesIn(Language::English).size(), std::size_t{15});
}

void TestViewControls::an_example_opens_on_what_it_is_about() {
    QFETCH(QString, id);
    QFETCH(QString, scope);
    QFETCH(int, stage);
    QFETCH(QString, page);
    const auto check = [&] {
        const Selection& selection = m_window->workspace().selection();
        QCOMPARE(QString::fromStdString(selection.scope), scope);
        QCOMPARE(static_cast<int>(selection.stage), stage);
        PageStack& pages = m_window->pages();
        QCOMPARE(&pages.page(), pages.find(page.toStdString()));
        QVERIFY(!selection.locked);
    };
    open(id.toLatin1().constData());
    check();
    // The same from the chooser, wherever one was before.
    for (const char* before : {"ticket", "stack"}) {
        if (id == QLatin1String(before))
            continue;
        open(before);
        m_window->workspace().showStage(Stage::Scores);
        m_window->workspace().lock(PanelCell{1, 2, 1});
        settle();
        auto* chooser = qobject_cast<QComboBox*>(control(QStringLiteral("Example")));
        // The chooser has the one in the words of who reads it.
        const std::string_view offered =
            findExample(id.toStdString(), Language::English)->id;
        const int index =
            chooser->findData(QString::fromUtf8(offered.data(), std::ssize(offered)));
        QVERIFY(index >= 0);
        chooser->setCurrentIndex(index);
        Q_EMIT chooser->activated(index);
        settle();
        check();
    }
}

void TestViewControls::attention_of_shapes_knows_its_masks_and_words() {
    open("causal-padding");
    m_window->showPage("shapes");
    ShapesOptions options = m_window->page<ShapesPage>().desk().options();
    options.attentionShown = true;
    m_window->page<ShapesPage>().desk().setOptions(options);
    settle();
    const ShapesScene& scene = m_window->page<ShapesPage>().desk().scene();
    QVERIFY(scene.model->hasAttention());
    QVERIFY(scene.run);
    const AxisTokens tokens = scene.run->tokens(scene.scope);
    for (Index sequence = 0; sequence < 3; ++sequence) {
        const auto right =
            panelsOf(*scene.model->rightAttention, tokens, TensorName::AttentionWeights, sequence);
        const auto wrong =
            panelsOf(*scene.model->wrongAttention, tokens, TensorName::AttentionWeights, sequence);
        QCOMPARE(right.size(), wrong.size());
        int masked = 0;
        for (Index query = 0; query < 7; ++query) {
            for (Index key = 0; key < 7; ++key) {
                QCOMPARE(wrong[0].markOf(query, key), right[0].markOf(query, key));
                masked += right[0].markOf(query, key) != CellMark::None;
            }
        }
        QVERIFY(masked > 0);
        QCOMPARE(rowLabels(tokens, wrong[0], sequence), rowLabels(tokens, right[0], sequence));
    }
}

HEADSCOPE_TEST(TestViewControls, QApplication)
#include "test_view_controls.moc"
