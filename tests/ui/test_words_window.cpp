// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces merged to words in the window: every view of weights has them, what needs operands stays
// with pieces.
#include "checkpoint/model_source.h"
#include "controls/segmented_control.h"
#include "examples/examples.h"
#include "figure/figure.h"
#include "inspector/derivation/derivation.h"
#include "measures/words.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/page_figures.h"
#include "scene/prepared_layers.h"
#include "scene/prepared_stage.h"
#include "support/derivation.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/actions.h"
#include "window/frame/page_stack.h"
#include "window/frame/view_header.h"
#include "words/statements.h"

#include <QAbstractButton>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

class TestWordsWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void init() {
        m_window = shownWindow(findExample("ticket")->make());
        openCarriedModel(*m_window, "And Nebuchadnezzar spake unto Israel", 0);
        m_window->showPage("heads");
        m_window->settle();
    }
    void cleanup() { m_window.reset(); }

    void the_switch_is_there_where_tokens_are_pieces();
    void every_view_of_weights_counts_words();
    void what_needs_operands_stays_with_pieces();
    void what_is_asked_is_asked_anew();
    void nothing_is_typed_into_words();
    void a_comparison_counts_words_too();
    void the_inspector_says_what_each_piece_has();
    void figures_say_that_they_are_of_words();
    void an_edit_stays_in_words();

private:
    const Scene& scene() { return m_window->workspace().scene(); }
    void setWords(bool on) {
        DisplayOptions display = m_window->workspace().display();
        display.words = on;
        m_window->workspace().setDisplay(display);
        m_window->settle();
    }
    Index keysShown() { return preparedStage(scene())->panels.front().panel.matrix.size(1); }
    Index pieces() {
        const Run& run = scene().pieces ? *scene().pieces : *scene().run;
        return std::ssize(run.labels().tokens.front());
    }
    SegmentedControl* chooser() {
        return byAccessibleName<SegmentedControl>(*m_window, QStringLiteral("Words or pieces"));
    }

    std::unique_ptr<MainWindow> m_window;
};

void TestWordsWindow::the_switch_is_there_where_tokens_are_pieces() {
    QVERIFY(chooser());
    QCOMPARE(chooser()->current(), 1);
    chooser()->findChildren<QAbstractButton*>().front()->click();
    m_window->settle();
    QVERIFY(scene().run->isInWords());
    QCOMPARE(chooser()->current(), 0);
    m_window->workspace().document().begin(QStringLiteral("open"),
                                           Source(findExample("ticket")->make()));
    m_window->settle();
    QVERIFY(!chooser() && !scene().run->isInWords());
}

void TestWordsWindow::every_view_of_weights_counts_words() {
    const Index many = pieces();
    QCOMPARE(keysShown(), many);
    setWords(true);
    const auto merged = wordsOfPieces(scene().pieces->labels().tokens.front());
    const Index words = std::ssize(merged.words);
    QVERIFY(words < many && words == 5);
    QCOMPARE(keysShown(), words);
    for (const char* page : {"heads", "lines", "text", "layers"}) {
        m_window->showPage(page);
        m_window->settle();
        QVERIFY2(scene().run->isInWords(), page);
    }
    const auto layers = preparedLayers(scene());
    QVERIFY(!layers->attentions.empty());
    for (const PreparedLayers::Attention& attention : layers->attentions)
        QCOMPARE(attention.heads.front().panel.matrix.size(1), words);
    // A row of shares stays one.
    double sum = 0;
    for (Index key = 0; key < words; ++key)
        sum += double{layers->attentions.front().heads.front().panel.matrix(words - 1, key)};
    QVERIFY(std::abs(sum - 1) < 1e-5);
    QCOMPARE(rowLabels(scene().tokens(), layers->attentions.front().heads.front().panel, 0).last(),
             QStringLiteral("Israel"));
}

void TestWordsWindow::what_needs_operands_stays_with_pieces() {
    setWords(true);
    for (const char* page : {"steps", "shapes", "lens", "parts"}) {
        m_window->showPage(page);
        m_window->settle();
        QCOMPARE(m_window->pages().id(), std::string(page));
        QVERIFY2(!scene().run->isInWords(), page);
        QVERIFY(!chooser()->isEnabled());
        QCOMPARE(chooser()->current(), 1);
        m_window->showPage("heads");
        m_window->settle();
        QVERIFY(scene().run->isInWords() && chooser()->isEnabled());
    }
}

void TestWordsWindow::what_is_asked_is_asked_anew() {
    m_window->workspace().lock(PanelCell{0, pieces() - 1, pieces() - 1});
    m_window->settle();
    setWords(true);
    QVERIFY(!scene().selection.locked);
    const PanelCell asked = scene().selection.asked().value_or(PanelCell{0, -1, -1});
    QVERIFY(asked.row >= 0 && asked.row < keysShown() && asked.column < keysShown());
    // A stage of pieces is none of words.
    setWords(false);
    m_window->workspace().showStage(Stage::Scores);
    m_window->settle();
    setWords(true);
    QCOMPARE(scene().selection.stage, Stage::Weights);
}

void TestWordsWindow::nothing_is_typed_into_words() {
    setWords(true);
    m_window->workspace().lock(PanelCell{0, 1, 0});
    m_window->settle();
    QVERIFY(scene().isReadOnly());
    QVERIFY(!m_window->pages().page().askedPair());
}

void TestWordsWindow::a_comparison_counts_words_too() {
    setWords(true);
    m_window->workspace().comparisons().carryOut(want::Compare{true});
    ComparedSide now;
    now.state = "now";
    m_window->workspace().comparisons().carryOut(
        want::CompareSide{false, now}); // what was before has no pieces
    m_window->settle();
    QVERIFY(scene().compared && scene().compared->a.run && scene().compared->b.run);
    QVERIFY(scene().compared->a.run->isInWords() && scene().compared->b.run->isInWords());
    setWords(false);
    QVERIFY(!scene().compared->b.run->isInWords());
}

void TestWordsWindow::the_inspector_says_what_each_piece_has() {
    setWords(true);
    m_window->workspace().lock(PanelCell{0, 1, 0});
    m_window->settle();
    const Derivation said = derivationOf(scene());
    QCOMPARE(said.title.value(1), QStringLiteral("Nebuchadnezzar"));
    const std::vector<Index> owners = wordsOfPieces(scene().pieces->labels().tokens.front()).owner;
    const auto ofQuery = std::ranges::count(owners, Index{1});
    QVERIFY(ofQuery > 1);
    const std::vector<DerivationRow>& rows = said.sections.front().rows;
    QCOMPARE(std::ssize(rows), ofQuery + 2); // the pieces, their mean, a sentence
    double sum = 0;
    for (std::ptrdiff_t i = 0; i < ofQuery; ++i)
        sum += rows[static_cast<std::size_t>(i)].numbers.front().value;
    QVERIFY(std::abs(sum / static_cast<double>(ofQuery) - said.result.value) < 1e-6);
}

void TestWordsWindow::figures_say_that_they_are_of_words() {
    setWords(true);
    FigureRequest request;
    request.run = scene().run;
    request.trace = scene().trace;
    request.blocks = scene().blocks;
    const Result<QByteArray> file = renderFigure(request, FigureFormat::Svg);
    QVERIFY(file);
    const QString svg = QString::fromUtf8(*file);
    for (const char* words : {"in words", "sum over keys, mean over queries", "Nebuchadnezzar"})
        QVERIFY2(svg.contains(QLatin1String(words)), words);
}

void TestWordsWindow::an_edit_stays_in_words() {
    setWords(true);
    ModelSource source = *m_window->workspace().document().source().model();
    source.text = "And Nebuchadnezzar spake";
    m_window->workspace().document().begin(QStringLiteral("type"),
                                           std::make_shared<const ModelSource>(source));
    m_window->settle();
    QVERIFY(scene().run->isInWords());
    QCOMPARE(keysShown(), Index{3});
}

HEADSCOPE_TEST(TestWordsWindow, QApplication)
#include "test_words_window.moc"
