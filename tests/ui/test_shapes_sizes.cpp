// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes that are typed in the Shapes view change the experiment in these sizes and
// in no others.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_panel.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "type/fonts.h"
#include "window/main_window.h"
#include "window/style.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QSpinBox>
#include <QUndoStack>
#include <QtTest>

#include <algorithm>

using namespace headscope;
using namespace Qt::StringLiterals;

class TestShapesSizes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void batch_alone_leaves_the_widths();
    void heads_with_their_own_width();
    void heads_with_automatic_width();
    void width_of_the_values();
    void width_of_the_contexts_that_are_merged();
    void longer_and_shorter_sequences();
    void a_number_is_typed_digit_by_digit();
    void padded_sequences_stay_padded();
    void keys_of_cross_attention();
    void heads_in_the_middle_of_a_move();
    void width_that_heads_do_not_divide_is_refused();
    void the_wrong_way_says_beside_which_step_it_stands();

private:
    void open(Experiment experiment, const ShapesOptions& options = {});
    void type(const QString& field, int value);
    QSpinBox* field(const QString& name);
    const Experiment& experiment() { return m_window->workspace().experiment(); }
    const Journey& journey() { return m_window->page<ShapesPage>().session().scene().model->right; }

    std::unique_ptr<MainWindow> m_window;
};

void TestShapesSizes::initTestCase() {
    dressAsTheProgram();
}

void TestShapesSizes::cleanup() {
    m_window.reset();
}

void TestShapesSizes::open(Experiment experiment, const ShapesOptions& options) {
    m_window = shownWindow(std::move(experiment), false);
    m_window->showPage("shapes");
    m_window->page<ShapesPage>().session().setOptions(options);
    m_window->settle();
}

QSpinBox* TestShapesSizes::field(const QString& name) {
    for (QSpinBox* box : m_window->page<ShapesPage>().panel().findChildren<QSpinBox*>()) {
        if (box->accessibleName() == name)
            return box;
    }
    return nullptr;
}

void TestShapesSizes::type(const QString& name, int value) {
    QSpinBox* box = field(name);
    QVERIFY2(box, qPrintable(name));
    box->setValue(value);
    m_window->settle();
}

void TestShapesSizes::batch_alone_leaves_the_widths() {
    const Experiment before = findExample("ticket")->make();
    QVERIFY(before.config.heads * before.config.keyDim.value_or(0) != before.config.modelDim);
    open(before);
    type(QStringLiteral("Batch size"), 2);
    QCOMPARE(experiment().batch(), Index{2});
    QVERIFY(experiment().config == before.config);
    QVERIFY(experiment().weights == before.weights);
    QCOMPARE(journey().sizes().batch, Index{2});
}

void TestShapesSizes::heads_with_their_own_width() {
    open(findExample("ticket")->make());
    // The field says what is cut, heads · d_k, and not the width of the model.
    QCOMPARE(field(QStringLiteral("Model width"))->value(), 16);
    type(QStringLiteral("Number of heads"), 2);
    QCOMPARE(experiment().config.heads, Index{2});
    QCOMPARE(experiment().config.keyDim.value_or(0), Index{8});
    QCOMPARE(experiment().config.modelDim, Index{4});
    QVERIFY((journey().sizes() == LayoutSizes{1, 10, 2, 8}));
}

void TestShapesSizes::heads_with_automatic_width() {
    open(findExample("arange")->make());
    QCOMPARE(field(QStringLiteral("Model width"))->value(), 6);
    type(QStringLiteral("Number of heads"), 2);
    QVERIFY(!experiment().config.keyDim);
    QVERIFY((journey().sizes() == LayoutSizes{2, 3, 2, 3}));
    type(QStringLiteral("Model width"), 8);
    QCOMPARE(experiment().config.modelDim, Index{8});
    QVERIFY((journey().sizes() == LayoutSizes{2, 3, 2, 4}));
}

void TestShapesSizes::width_of_the_values() {
    const Experiment before = findExample("ticket")->make();
    ShapesOptions options;
    options.of = SplitOf::Value;
    open(before, options);
    type(QStringLiteral("Model width"), 24);
    QCOMPARE(experiment().config.valueDim.value_or(0), Index{6});
    QCOMPARE(experiment().config.keyDim, before.config.keyDim);
    QCOMPARE(journey().sizes().headDim, Index{6});
}

void TestShapesSizes::width_of_the_contexts_that_are_merged() {
    const Experiment before = findExample("ticket")->make();
    ShapesOptions options;
    options.path = LayoutPath::Merge;
    open(before, options);
    type(QStringLiteral("Model width"), 20);
    QCOMPARE(experiment().config.valueDim.value_or(0), Index{5});
    QCOMPARE(experiment().config.modelDim, before.config.modelDim);
    QVERIFY((journey().sizes() == LayoutSizes{1, 10, 4, 5}));
}

void TestShapesSizes::longer_and_shorter_sequences() {
    open(findExample("arange")->make());
    type(QStringLiteral("Sequence length"), 5);
    QCOMPARE(journey().sizes().sequence, Index{5});
    for (const TokenList& tokens : experiment().tokens)
        QCOMPARE(tokens.size(), std::size_t{5});
    type(QStringLiteral("Sequence length"), 2);
    QCOMPARE(journey().sizes().sequence, Index{2});
    m_window->workspace().document().undoStack().undo();
    m_window->settle();
    QVERIFY(journey().sizes().sequence != 2);
}

void TestShapesSizes::a_number_is_typed_digit_by_digit() {
    const Experiment before = findExample("ticket-learnt-en")->make();
    open(before);
    QSpinBox* box = field(QStringLiteral("Sequence length"));
    box->setFocus();
    box->selectAll();
    for (const QChar digit : QStringLiteral("12")) {
        QTest::keyClicks(box, digit);
        m_window->settle();
    }
    // On the way it was one word; all ten are there again, and two of them twice.
    TokenList expected = before.tokens.front();
    expected.insert(expected.end(), before.tokens.front().begin(),
                    before.tokens.front().begin() + 2);
    QCOMPARE(experiment().tokens.front(), expected);
    m_window->workspace().document().undoStack().undo();
    QVERIFY(experiment() == before);
}

void TestShapesSizes::padded_sequences_stay_padded() {
    const Experiment before = findExample("causal-padding")->make();
    open(before);
    const auto shortest = std::ranges::min(before.tokens, {}, &TokenList::size);
    QVERIFY(static_cast<Index>(shortest.size()) < before.queryLength());
    type(QStringLiteral("Sequence length"), static_cast<int>(before.queryLength()) + 1);
    QCOMPARE(experiment().queryLength(), before.queryLength() + 1);
    QVERIFY(std::ranges::find(experiment().tokens, shortest) != experiment().tokens.end());
    for (const TokenList& tokens : experiment().tokens)
        QVERIFY(static_cast<Index>(tokens.size()) != before.queryLength());
}

void TestShapesSizes::keys_of_cross_attention() {
    Experiment cross = findExample("arange")->make();
    cross.keyTokens = cross.tokens;
    cross.keyInput = cross.queryInput;
    ShapesOptions options;
    options.of = SplitOf::Key;
    open(std::move(cross), options);
    type(QStringLiteral("Sequence length"), 4);
    QCOMPARE(experiment().keyLength(), Index{4});
    QCOMPARE(experiment().queryLength(), Index{3});
    QCOMPARE(journey().sizes().sequence, Index{4});
    type(QStringLiteral("Number of heads"), 2);
    QCOMPARE(experiment().queryLength(), Index{3});
    QCOMPARE(journey().sizes().heads, Index{2});
}

void TestShapesSizes::heads_in_the_middle_of_a_move() {
    open(findExample("arange")->make());
    Animation& animation = m_window->page<ShapesPage>().session().animation();
    std::size_t transpose = 0;
    while (journey()[transpose].operation != LayoutOperation::Transpose)
        ++transpose;
    animation.seek(animation.timeline().timeOf(transpose, 0.5));
    type(QStringLiteral("Number of heads"), 6);
    const TimelinePosition position = m_window->page<ShapesPage>().session().scene().position();
    QCOMPARE(position.move, transpose);
    QVERIFY(std::abs(position.progress - 0.5) < 1e-3);
    QCOMPARE(journey().sizes().heads, Index{6});
    m_window->workspace().document().undoStack().undo();
    m_window->settle();
    QCOMPARE(m_window->page<ShapesPage>().session().scene().position().move, transpose);
    QCOMPARE(journey().sizes().heads, Index{3});
}

void TestShapesSizes::width_that_heads_do_not_divide_is_refused() {
    const Experiment before = findExample("arange")->make();
    open(before);
    type(QStringLiteral("Number of heads"), 4);
    QVERIFY(experiment() == before);
    QCOMPARE(field(QStringLiteral("Number of heads"))->value(), 4);
    type(QStringLiteral("Number of heads"), 2);
    QCOMPARE(experiment().config.heads, Index{2});
}

void TestShapesSizes::the_wrong_way_says_beside_which_step_it_stands() {
    open(findExample("arange")->make());
    ShapesPanel& panel = m_window->page<ShapesPage>().panel();
    const auto said = [&panel] {
        QStringList texts;
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            if (label->isVisibleTo(&panel))
                texts << label->text();
        }
        return texts;
    };
    const QString place = QStringLiteral("It stands beside the step transpose(1,\u00A02).");
    const auto boxes = panel.findChildren<QCheckBox*>();
    const auto wrong = std::ranges::find(boxes, u"Show the wrong way"_s, &QCheckBox::text);
    QVERIFY(wrong != boxes.end());
    for (const bool shown : {true, false, true}) {
        if ((*wrong)->isChecked() != shown)
            (*wrong)->click();
        m_window->settle();
        QVERIFY2(said().contains(place) == shown, qPrintable(said().join(u"; "_s)));
    }
    // With one head nothing can be in the wrong one.
    type(u"Number of heads"_s, 1);
    m_window->settle();
    QVERIFY(said().contains(u"With these sizes every element is in its place"_s));
}

HEADSCOPE_TEST(TestShapesSizes, QApplication)
#include "test_shapes_sizes.moc"
