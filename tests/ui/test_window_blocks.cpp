// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson about a whole model, by keys and clicks as a person makes them.
#include "cells/number_editor.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "forms/fold_section.h"
#include "inspector/derivation/derivation_view.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/layers/layers_view.h"
#include "pages/norm/norm_view.h"
#include "strip/block_strip.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "type/fonts.h"
#include "window/frame/status_line.h"
#include "window/main_window.h"
#include "window/style.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QtTest>

using namespace headscope;

namespace {

template <class T> T* byName(QWidget& window, const QString& name) {
    for (T* widget : window.findChildren<T*>()) {
        if (widget->accessibleName() == name && widget->isVisible())
            return widget;
    }
    qFatal("no control is called %s", qPrintable(name));
}

/// The example of twelve layers with fewer of them, each normed behind its sum.
Experiment stackWithNormsBehind(Index layers) {
    const Experiment stack = findExample("stack")->make();
    ModelConfig model = stack.model;
    model.layers = layers;
    model.placement = NormPlacement::Post;
    return withModel(stack, model).value();
}

} // namespace

class TestWindowBlocks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void blocks_are_walked_with_the_page_keys();
    void layers_open_a_head();
    void a_received_number_leads_to_its_block();
    void every_mask_norm_and_block_is_edited_undone_and_seen_data();
    void every_mask_norm_and_block_is_edited_undone_and_seen();
    void gain_is_edited_in_the_norm_view();
    void every_block_is_painted();

private:
    void settle() { m_window->settle(); }
    void key(Qt::Key code);

    std::unique_ptr<MainWindow> m_window;
};

void TestWindowBlocks::initTestCase() {
    dressAsTheProgram();
}

void TestWindowBlocks::init() {
    m_window = shownWindow(findExample("ticket")->make());
}

void TestWindowBlocks::key(Qt::Key code) {
    QWidget* focus = m_window->focusWidget();
    QTest::keyClick(focus ? focus : m_window.get(), code);
    settle();
}

void TestWindowBlocks::blocks_are_walked_with_the_page_keys() {
    auto* strip = m_window->findChild<BlockStrip*>();
    QVERIFY(!strip->isVisible());
    m_window->workspace().document().edit(QStringLiteral("model"),
                                          findExample("encoder-decoder")->make());
    settle();
    QVERIFY(strip->isVisible());
    m_window->workspace().showStart();
    settle();
    m_window->page<HeadsPage>().heads().setFocus();
    std::vector<std::string> visited{m_window->workspace().selection().scope};
    for (std::size_t i = 1; i < m_window->workspace().scene().blocks->scopes.size(); ++i) {
        key(Qt::Key_PageDown);
        QVERIFY(m_window->workspace().selection().scope != visited.back());
        visited.push_back(m_window->workspace().selection().scope);
        QVERIFY(strip->accessibleDescription().size() > 5);
    }
    key(Qt::Key_PageDown); // nothing behind the last one
    QCOMPARE(m_window->workspace().selection().scope, visited.back());
    key(Qt::Key_PageUp);
    QCOMPARE(m_window->workspace().selection().scope, visited[visited.size() - 2]);
}

void TestWindowBlocks::layers_open_a_head() {
    m_window->workspace().document().edit(QStringLiteral("model"), findExample("stack")->make());
    settle();
    m_window->showPage("layers");
    settle();
    auto* layers = m_window->findChild<LayersView*>();
    QVERIFY(layers->isVisible());
    QVERIFY(!m_window->page<HeadsPage>().heads().isVisible());
    QCOMPARE(layers->picture().scopes().size(), std::size_t{12});
    const QPoint at = layers->geometryNow().thumbnail(6, 3).center().toPoint();
    QTest::mouseClick(layers, Qt::LeftButton, {}, at);
    settle();
    QVERIFY(layers->isVisible()); // chosen, and large beside the others
    QCOMPARE(m_window->workspace().selection().scope, std::string("encoder/6/self_attention"));
    QCOMPARE(m_window->workspace().selection().panel, 3);
    QTest::mouseDClick(layers, Qt::LeftButton, {}, at);
    settle();
    QVERIFY(m_window->page<HeadsPage>().heads().isVisible());
    QCOMPARE(m_window->workspace().selection().scope, std::string("encoder/6/self_attention"));
    QCOMPARE(m_window->workspace().selection().panel, 3);
    QCOMPARE(m_window->page<HeadsPage>().heads().shownPanel(), 3);
    // Without layers there is nothing to show, and the heads come back.
    m_window->showPage("layers");
    m_window->workspace().document().undoStack().undo();
    settle();
    QVERIFY(m_window->page<HeadsPage>().heads().isVisible());
}

void TestWindowBlocks::a_received_number_leads_to_its_block() {
    m_window->workspace().document().edit(QStringLiteral("model"), stackWithNormsBehind(4));
    settle();
    m_window->workspace().showScope("encoder/3/self_attention");
    m_window->workspace().showStage(Stage::Input);
    m_window->workspace().lock(PanelCell{0, 2, 1});
    settle();
    auto* view = m_window->findChild<DerivationView*>();
    std::optional<QPointF> number;
    for (const LaidTarget& target : view->geometryNow().targets) {
        if (target.elsewhere)
            number = target.rect.center() + QPointF(view->contentLeft(), 0);
    }
    QVERIFY(number.has_value());
    const Tensor input = (*m_window->workspace().scene().trace)[TensorName::QueryInput];
    QTest::mouseClick(view, Qt::LeftButton, {}, number->toPoint());
    settle();
    QCOMPARE(m_window->workspace().selection().scope, std::string("encoder/2/feed_forward_norm"));
    QCOMPARE(m_window->workspace().selection().stage, Stage::NormOutput);
    QCOMPARE(m_window->workspace().selection().locked, (PanelCell{0, 2, 1}));
    QVERIFY((*m_window->workspace().scene().trace)[TensorName::NormOutput] == input);
}

void TestWindowBlocks::every_mask_norm_and_block_is_edited_undone_and_seen_data() {
    QTest::addColumn<QString>("control");
    QTest::addColumn<bool>("isModel"); // of the stack, shown at its first attention
    QTest::newRow("causal") << "Causal mask" << false;
    QTest::newRow("window") << "Window" << false;
    QTest::newRow("prefix") << "Prefix" << false;
    QTest::newRow("painted_causal") << "Causal mask" << true;
    QTest::newRow("window_in_a_stack") << "Window" << true;
    QTest::newRow("positions") << "Positions" << false;
    QTest::newRow("residual") << "Residual connections" << true;
    QTest::newRow("model") << "Model" << false;
    QTest::newRow("layers") << "Layers" << true;
    QTest::newRow("d_ff") << "d_ff" << true;
    QTest::newRow("activation") << "Activation" << true;
    QTest::newRow("norm") << "Norm" << true;
    QTest::newRow("place_of_the_norm") << "Place of the norm" << true;
    QTest::newRow("both_norms") << "Both norms side by side" << true;
    QTest::newRow("scale") << "Scale" << false;
    QTest::newRow("layout") << "Layout" << false;
    QTest::newRow("weights_per_head") << "How the weights are held" << false;
}

void TestWindowBlocks::every_mask_norm_and_block_is_edited_undone_and_seen() {
    QFETCH(QString, control);
    QFETCH(bool, isModel);
    if (isModel) {
        m_window->workspace().document().edit(QStringLiteral("model"), stackWithNormsBehind(2));
        settle();
        // What is changed shows behind it: in the last block.
        m_window->workspace().showScope("encoder/1/feed_forward_norm");
        settle();
    }
    for (FoldSection* section : m_window->findChildren<FoldSection*>())
        section->setOpen(true);
    settle();
    QUndoStack& stack = m_window->workspace().document().undoStack();
    const int steps = stack.count();
    const Experiment before = m_window->workspace().experiment();
    const Trace wholeBefore = *m_window->workspace().scene().blocks->whole;
    const QImage pictureBefore = m_window->grab().toImage();

    QWidget* field = byName<QWidget>(*m_window, control);
    QVERIFY(field->isVisible());
    field->setFocus();
    if (qobject_cast<QCheckBox*>(field))
        QTest::keyClick(field, Qt::Key_Space);
    else if (qobject_cast<QComboBox*>(field))
        QTest::keyClick(field, Qt::Key_Down);
    else
        QTest::keyClick(field, Qt::Key_Up);
    settle();
    QCOMPARE(stack.count(), steps + 1);
    QVERIFY(!(m_window->workspace().experiment() == before));
    QVERIFY(!(*m_window->workspace().scene().blocks->whole == wholeBefore));
    QVERIFY(m_window->grab().toImage() != pictureBefore);

    stack.undo();
    settle();
    QVERIFY(m_window->workspace().experiment() == before);
    QVERIFY(*m_window->workspace().scene().blocks->whole == wholeBefore);
}

void TestWindowBlocks::gain_is_edited_in_the_norm_view() {
    m_window->workspace().document().edit(QStringLiteral("model"), findExample("norms")->make());
    settle();
    std::string scope;
    for (const TraceScope& candidate : m_window->workspace().scene().blocks->scopes) {
        if (candidate.kind == ScopeKind::Norm && scope.empty())
            scope = candidate.path;
    }
    m_window->workspace().showScope(scope);
    settle();
    auto* norm = m_window->findChild<NormView*>();
    QVERIFY(norm->isVisible());
    QCOMPARE(norm->sides().size(), std::size_t{2});
    const QImage before = norm->grab().toImage();
    QTest::mouseDClick(norm, Qt::LeftButton, {},
                       norm->geometryNow().sides[0].gain.cellRect(0, 1).center().toPoint());
    auto* editor = norm->findChild<NumberEditor*>();
    QTest::keyClicks(editor, QStringLiteral("3"));
    QTest::keyClick(editor, Qt::Key_Return);
    settle();
    QCOMPARE((*m_window->workspace().scene().trace)[TensorName::NormGain](1), 3.0F);
    QVERIFY(norm->grab().toImage() != before);
    m_window->workspace().document().undoStack().undo();
    settle();
    QCOMPARE((*m_window->workspace().scene().trace)[TensorName::NormGain](1), 1.0F);
    // Words in the field of a number are refused in a sentence.
    QTest::mouseDClick(norm, Qt::LeftButton, {},
                       norm->geometryNow().sides[0].shift.cellRect(0, 1).center().toPoint());
    QTest::keyClicks(editor, QStringLiteral("many"));
    QTest::keyClick(editor, Qt::Key_Return);
    settle();
    QVERIFY(editor->isOpen() && editor->sentence().contains(QStringLiteral("many")));
    QTest::keyClick(editor, Qt::Key_Escape);
}

void TestWindowBlocks::every_block_is_painted() {
    m_window->workspace().document().edit(QStringLiteral("model"),
                                          findExample("encoder-decoder")->make());
    settle();
    const std::vector<TraceScope> scopes = m_window->workspace().scene().blocks->scopes;
    for (const TraceScope& scope : scopes) {
        m_window->workspace().showScope(scope.path);
        settle();
        for (const Stage stage : stagesOf(scope.kind, *m_window->workspace().scene().trace)) {
            m_window->workspace().showStage(stage);
            settle();
            QVERIFY(!m_window->grab().isNull());
        }
        QVERIFY(!m_window->findChild<StatusLine*>()->text().isEmpty());
    }
}

HEADSCOPE_TEST(TestWindowBlocks, QApplication)
#include "test_window_blocks.moc"
