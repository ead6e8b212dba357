// SPDX-License-Identifier: GPL-3.0-or-later
// What each head looks at: the second page of the inspector.
#include "controls/segmented_control.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "inspector/each_head_view.h"
#include "inspector/inspector.h"
#include "pages/lines/lines_bar.h"
#include "pages/lines/lines_page.h"
#include "pages/lines/lines_view.h"
#include "run/finished_attention.h"
#include "support/finished_run.h"
#include "support/test_program.h"
#include "support/window_harness.h"

#include <QApplication>
#include <QToolButton>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

std::vector<HeadMeasures> measuresOf(const std::vector<float>& weights, Index heads, Index count,
                                     RunLabels labels = {}) {
    const Run run =
        *finishedRun(Tensor::fromValues({1, heads, count, count}, Axes(4, Axis::Feature), weights),
                     std::move(labels));
    return measureHeads(run, "", 0);
}

const EachHeadGroup& groupOf(const EachHead& content, Measure measure) {
    return *std::ranges::find(content.groups, measure, &EachHeadGroup::measure);
}

} // namespace

class TestEachHead : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void numbers_are_those_of_the_measures();
    void what_has_no_meaning_says_why();
    void a_name_comes_with_its_evidence();
    void nothing_overlaps_and_numbers_fit();
    void the_page_opens_beside_lines_and_stays_chosen();
    void a_question_sorts_the_chips();
    void a_bar_chooses_its_head();
    void keys_sort_too();
    void bars_end_where_their_numbers_say();
    void blocks_without_heads_have_no_such_page();
    void a_long_sentence_is_measured_beside();

private:
    void open(const char* example) {
        m_window = shownWindow(findExample(example)->source());
        m_window->showPage("lines");
        m_window->settle();
    }
    Inspector& inspector() { return *m_window->findChild<Inspector*>(); }
    EachHeadView& view() { return *inspector().eachHead(); }
    LinesView& lines() { return m_window->page<LinesPage>().lines(); }

    std::unique_ptr<MainWindow> m_window;
};

void TestEachHead::numbers_are_those_of_the_measures() {
    open("ticket");
    const Scene& scene = m_window->workspace().scene();
    const auto measured = measureHeads(*scene.run, "", 0);
    const EachHead& content = view().content();
    QCOMPARE(content.groups.size(), measureCount);
    QCOMPARE(content.over, u"means over the 10 queries"_s);
    for (const EachHeadGroup& group : content.groups) {
        for (std::size_t head = 0; head < group.answers.size(); ++head) {
            const MeanOfRows& mean = *measured[head][group.measure];
            QCOMPARE(group.answers[head].value, mean.value);
            QCOMPARE(group.answers[head].even, mean.even);
            QVERIFY(mean.value <= group.largest + 1e-9);
        }
        const auto most = std::ranges::count(group.answers, true, &EachHeadGroup::Answer::most);
        QCOMPARE(most, group.answers.empty() ? 0 : 1);
    }
    const EachHeadGroup& entropy = groupOf(content, Measure::Entropy);
    QCOMPARE(entropy.answers[0].text, u"2.10"_s);
    QVERIFY(entropy.answers[0].most);
    QCOMPARE(entropy.scale, u"entropy, 0 – 3.32 bits"_s);
    QCOMPARE(groupOf(content, Measure::Distance).scale, u"mean distance, 0 – 9 tokens"_s);
    QCOMPARE(groupOf(content, Measure::First).answers[0].text, u"0.308"_s);
}

void TestEachHead::what_has_no_meaning_says_why() {
    open("ticket");
    const EachHeadGroup& separators = groupOf(view().content(), Measure::Separators);
    QVERIFY(separators.answers.empty());
    QCOMPARE(separators.scale, u"none in this sentence"_s);
    open("cross");
    QCOMPARE(groupOf(view().content(), Measure::Distance).scale, u"not in cross-attention"_s);
    QVERIFY(!groupOf(view().content(), Measure::Entropy).answers.empty());
}

void TestEachHead::a_name_comes_with_its_evidence() {
    // Head 1 looks back, head 2 spreads evenly.
    const EachHead content = EachHeadWords::describe(
        measuresOf({1,     0,      0,      0,     1,     0,     0,     0,     0.125F, 0.75F, 0.125F,
                    0,     0.125F, 0.125F, 0.5F,  0.25F, 0.25F, 0.25F, 0.25F, 0.25F,  0.25F, 0.25F,
                    0.25F, 0.25F,  0.25F,  0.25F, 0.25F, 0.25F, 0.25F, 0.25F, 0.25F,  0.25F},
                   2, 4),
        false);
    QCOMPARE(content.names,
             QStringList{u"Head 1 looks like a previous-token head: 0.625 of its weight, from the "
                         "third query on."_s});
    open("ticket");
    QVERIFY(!view().content().named);
    QCOMPARE(view().content().names.size(), 1);
    open("cross");
    QCOMPARE(view().content().names, QStringList{u"not in cross-attention"_s});
}

void TestEachHead::nothing_overlaps_and_numbers_fit() {
    open("ticket");
    for (const double width : {200.0, 304.0, 486.0}) {
        for (const double scale : {1.0, 1.6}) {
            const EachHeadGeometry geometry = layoutEachHead(view().content(), width, scale);
            std::vector<QRectF> rects = {geometry.top};
            for (const EachHeadGeometry::Group& group : geometry.groups) {
                rects.push_back(group.title);
                rects.insert(rects.end(), group.rows.begin(), group.rows.end());
            }
            rects.push_back(geometry.namesTitle);
            rects.insert(rects.end(), geometry.names.begin(), geometry.names.end());
            for (std::size_t i = 1; i < rects.size(); ++i)
                QVERIFY(rects[i].top() >= rects[i - 1].bottom() - 0.01);
            QVERIFY(rects.back().bottom() <= geometry.height);
            const QFontMetricsF metrics(numberFont(13 * scale, QFont::Bold));
            for (const EachHeadGeometry::Group& group : geometry.groups) {
                for (const QRectF& row : group.rows) {
                    QVERIFY(geometry.badge(row).right() < geometry.bar(row).left());
                    QVERIFY(geometry.bar(row).right() <= geometry.number(row).left());
                    QVERIFY(metrics.horizontalAdvance(u">.999"_s) <= geometry.number(row).width());
                    QVERIFY(row.right() <= width);
                }
            }
        }
    }
}

void TestEachHead::the_page_opens_beside_lines_and_stays_chosen() {
    open("ticket");
    QVERIFY(view().isVisible());
    QCOMPARE(inspector().pages()->current(), 1);
    m_window->showPage("heads");
    m_window->settle();
    QVERIFY(!view().isVisible());
    Q_EMIT inspector().pages()->chosen(1);
    QVERIFY(view().isVisible());
    m_window->showPage("lines");
    m_window->settle();
    Q_EMIT inspector().pages()->chosen(0);
    QVERIFY(!view().isVisible());
    m_window->showPage("heads");
    m_window->settle();
    QVERIFY(view().isVisible());
    m_window->showPage("lines");
    m_window->settle();
    QVERIFY(!view().isVisible());
}

void TestEachHead::a_question_sorts_the_chips() {
    open("ticket");
    const auto& geometry = view().geometryNow();
    const auto title = [&](Measure measure) {
        return geometry.groups[static_cast<std::size_t>(measure)].title.center().toPoint();
    };
    const auto order = [this] {
        std::vector<int> heads;
        for (const LinesTrack& track : lines().picture().tracks)
            heads.push_back(track.head);
        return heads;
    };
    QTest::mouseClick(&view(), Qt::LeftButton, {}, title(Measure::Distance));
    m_window->settle();
    QCOMPARE(order(), (std::vector<int>{0, 1, 3, 2})); // 3.85, 3.62, 3.40, 3.07
    QTest::mouseClick(&view(), Qt::LeftButton, {}, title(Measure::Previous));
    m_window->settle();
    QCOMPARE(order(), (std::vector<int>{2, 1, 0, 3}));
    std::vector<int> chips = {0, 1, 2, 3};
    std::ranges::sort(chips, {}, [this](int head) { return lines().bar()->chip(head)->x(); });
    QCOMPARE(chips, (std::vector<int>{2, 1, 0, 3}));
    // Other weights, another order.
    QVERIFY(m_window->workspace().edit(want::NewSeed{}));
    m_window->settle();
    const auto measured = measureHeads(*m_window->workspace().scene().run, "", 0);
    QCOMPARE(order(), headsBy(measured, Measure::Previous));
    QTest::mouseClick(&view(), Qt::LeftButton, {}, title(Measure::Previous));
    m_window->settle();
    QCOMPARE(order(), (std::vector<int>{0, 1, 2, 3}));
    QTest::mouseClick(&view(), Qt::LeftButton, {},
                      title(Measure::Separators)); // nothing to sort by
    QVERIFY(!view().sortedBy());
}

void TestEachHead::a_bar_chooses_its_head() {
    open("ticket");
    QTest::mouseClick(&view(), Qt::LeftButton, {},
                      view().geometryNow().groups[0].rows[2].center().toPoint());
    m_window->settle();
    QCOMPARE(m_window->workspace().selection().panel, 2);
}

void TestEachHead::keys_sort_too() {
    open("ticket");
    view().setFocus();
    QTest::keyClick(&view(), Qt::Key_Down);
    QTest::keyClick(&view(), Qt::Key_Return);
    QVERIFY(view().sortedBy() == Measure::Distance);
    QTest::keyClick(&view(), Qt::Key_Return);
    QVERIFY(!view().sortedBy());
    QVERIFY(view().accessibleDescription().contains(u"2.10, 2.01, 1.59, 1.29"_s));
}

void TestEachHead::bars_end_where_their_numbers_say() {
    open("ticket");
    const QImage picture = view().grab().toImage();
    const EachHeadGeometry& geometry = view().geometryNow();
    const QRgb ink = theme(ThemeKind::Light).neutralBar.rgb();
    for (const EachHeadGroup& group : view().content().groups) {
        const auto& rows =
            geometry.groups[static_cast<std::size_t>(&group - view().content().groups.data())].rows;
        for (std::size_t head = 0; head < rows.size(); ++head) {
            const QRectF bar = geometry.bar(rows[head]);
            const double share = group.answers[head].value / group.largest;
            const double end = bar.left() + bar.width() * share;
            const double mark = bar.left() + bar.width() * group.answers[head].even / group.largest;
            const int y = static_cast<int>(bar.center().y());
            for (const double away : {-3.0, 3.0}) {
                const double x = end + away;
                if (x < bar.left() + 1 || x > bar.right() - 1 || std::fabs(x - mark) < 3)
                    continue;
                QCOMPARE(picture.pixel(static_cast<int>(x), y) == ink, away < 0);
            }
        }
    }
}

void TestEachHead::blocks_without_heads_have_no_such_page() {
    open("stack");
    QVERIFY(inspector().pages()->isVisible());
    m_window->workspace().showScope("encoder/0/feed_forward");
    m_window->settle();
    QVERIFY(!inspector().pages()->isVisible());
    QVERIFY(!view().isVisible());
    m_window->workspace().showScope("encoder/1/self_attention");
    m_window->settle();
    QVERIFY(inspector().pages()->isVisible());
}

void TestEachHead::a_long_sentence_is_measured_beside() {
    open("ticket");
    Experiment experiment = findExample("ticket")->make();
    TokenList words;
    for (int i = 0; i < 300; ++i)
        words.push_back("w" + std::to_string(i));
    experiment = withTokens(experiment, TokenSide::Query, 0, words).value();
    m_window->workspace().document().edit(u"long"_s, experiment);
    m_window->settle();
    view().finish();
    QCOMPARE(view().content().over, u"means over the 300 queries"_s);
}

HEADSCOPE_TEST(TestEachHead, QApplication)
#include "test_each_head.moc"
