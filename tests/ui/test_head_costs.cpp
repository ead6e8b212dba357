// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the inspector that says what heads cost.
#include "controls/segmented_control.h"
#include "examples/examples.h"
#include "inspector/head_costs_view.h"
#include "inspector/inspector.h"
#include "support/test_program.h"
#include "support/text_probe.h"
#include "support/window_harness.h"

#include <QAbstractButton>
#include <QApplication>
#include <QtTest>

using namespace headscope;

class TestHeadCosts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void cleanup() { m_window.reset(); }
    void counts_are_written_exactly_or_with_a_unit_data();
    void counts_are_written_exactly_or_with_a_unit();
    void the_page_says_what_the_sizes_at_hand_cost();
    void the_rule_is_chosen();
    void what_cannot_be_shared_is_said();
    void every_text_has_its_place_data();
    void every_text_has_its_place();

private:
    HeadCostsView& open(const char* example, Language language = Language::English);
    std::unique_ptr<MainWindow> m_window;
};

namespace {

QString plain(QString text) {
    return text.replace(QChar(0x202F), u' ');
}

const HeadCosts::Row& rowOf(const HeadCosts& costs, std::size_t group, const QString& name) {
    for (const HeadCosts::Row& row : costs.groups[group].rows) {
        if (row.name == name)
            return row;
    }
    throw std::runtime_error("no such row");
}

} // namespace

HeadCostsView& TestHeadCosts::open(const char* example, Language language) {
    m_window = shownWindow(findExample(example)->source());
    m_window->setLanguage(language);
    auto* inspector = m_window->findChild<Inspector*>();
    const auto buttons = inspector->pages()->findChildren<QAbstractButton*>();
    QTest::mouseClick(buttons.last(), Qt::LeftButton);
    m_window->settle();
    return *inspector->costs();
}

void TestHeadCosts::counts_are_written_exactly_or_with_a_unit_data() {
    QTest::addColumn<Index>("count");
    QTest::addColumn<QString>("text");
    QTest::newRow("0") << Index{0} << QStringLiteral("0");
    QTest::newRow("999") << Index{999} << QStringLiteral("999");
    QTest::newRow("1000") << Index{1000} << QStringLiteral("1 000");
    QTest::newRow("999999") << Index{999999} << QStringLiteral("999 999");
    QTest::newRow("1000000") << Index{1000000} << QStringLiteral("1 M");
    QTest::newRow("1048576") << Index{1048576} << QStringLiteral("1.049 M");
    QTest::newRow("999999999") << Index{999999999} << QStringLiteral("1 G");
    QTest::newRow("17e12") << Index{17179869184000} << QStringLiteral("17.18 T");
}

void TestHeadCosts::counts_are_written_exactly_or_with_a_unit() {
    QFETCH(Index, count);
    QFETCH(QString, text);
    QCOMPARE(plain(countText(count)), text);
}

void TestHeadCosts::the_page_says_what_the_sizes_at_hand_cost() {
    // d_model 512, 8 heads of 64.
    const HeadCostsView& view = open("paper-size");
    QVERIFY(view.isVisible());
    const HeadCosts& costs = view.content();
    QCOMPARE(costs.columns.size(), std::size_t{3});
    QCOMPARE(costs.columns[0].heads, QStringLiteral("1 head"));
    QCOMPARE(costs.columns[0].width, QStringLiteral("d_{k} 512"));
    QCOMPARE(costs.columns[1].heads, QStringLiteral("8 heads"));
    QVERIFY(costs.columns[1].now);
    QCOMPARE(costs.columns[2].width, QStringLiteral("d_{k} 32"));
    const QStringList parameters = rowOf(costs, 0, QStringLiteral("all")).exact;
    QCOMPARE(parameters, QStringList(3, parameters[1])); // the heads change nothing
    const Trace& trace = *m_window->workspace().scene().trace;
    Index counted = 0;
    for (const TensorName name :
         {TensorName::QueryWeight, TensorName::KeyWeight, TensorName::ValueWeight,
          TensorName::OutputWeight, TensorName::QueryBias, TensorName::KeyBias,
          TensorName::ValueBias, TensorName::OutputBias}) {
        if (const TraceStep* step = trace.find(name))
            counted += step->result.elementCount();
    }
    QCOMPARE(parameters[1], QString::number(counted));
    const Tensor& scores = trace[TensorName::Scores];
    const Index pairs = scores.size(0) * scores.size(2) * scores.size(3);
    QCOMPARE(rowOf(costs, 2, QStringLiteral("scores")).exact,
             (QStringList{QString::number(pairs), QString::number(8 * pairs),
                          QString::number(16 * pairs)}));
    QVERIFY2(costs.sentence.contains(QStringLiteral("parameters × 1,")),
             qPrintable(costs.sentence));
    QVERIFY(costs.sentence.contains(QStringLiteral("scores × 2,")));
}

void TestHeadCosts::the_rule_is_chosen() {
    HeadCostsView& view = open("paper-size");
    const QString before = view.content().sentence;
    QTest::mouseClick(view.widths().findChildren<QAbstractButton*>().last(), Qt::LeftButton);
    QCOMPARE(view.content().columns[2].width, QStringLiteral("d_{k} 64"));
    QVERIFY(view.content().sentence != before);
    QVERIFY(view.content().sentence.contains(
        QStringLiteral("multiplications of the projections × 2,")));
}

void TestHeadCosts::what_cannot_be_shared_is_said() {
    AttentionSizes sizes;
    sizes.heads = sizes.keyDim = sizes.valueDim = 3;
    const HeadCosts costs = HeadCostWords::describe(sizes, HeadWidth::Shared);
    QCOMPARE(costs.columns[2].width, QStringLiteral("–"));
    QCOMPARE(costs.sentence, QStringLiteral("9 columns cannot be shared by 6 heads."));
}

void TestHeadCosts::every_text_has_its_place_data() {
    QTest::addColumn<QByteArray>("example");
    QTest::addColumn<Language>("language");
    for (const char* example : {"ticket", "paper-size", "cross", "stack", "causal-padding"}) {
        for (const Language language : {Language::English, Language::Chinese})
            QTest::addRow("%s, %s", example, qPrintable(languageCode(language)))
                << QByteArray(example) << language;
    }
}

void TestHeadCosts::every_text_has_its_place() {
    QFETCH(QByteArray, example);
    QFETCH(Language, language);
    HeadCostsView& view = open(example.constData(), language);
    const std::vector<WrittenText> texts = textsOf(view);
    QVERIFY(texts.size() > 40);
    const QString overlap = overlapIn(texts);
    QVERIFY2(overlap.isEmpty(), qPrintable(overlap));
    for (const WrittenText& text : texts)
        QVERIFY2(QRectF(view.rect()).contains(text.ink), qPrintable(text.text));
}

HEADSCOPE_TEST(TestHeadCosts, QApplication)
#include "test_head_costs.moc"
