// SPDX-License-Identifier: GPL-3.0-or-later
// A row of a head laid onto its text: lines, colours, questions, and the figure of it.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/text/text_page.h"
#include "pages/text/text_sheet.h"
#include "pages/text/text_view.h"
#include "pages/text/text_words.h"
#include "support/edits.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "words/numbers/number_format.h"

#include <QApplication>
#include <QScrollBar>
#include <QtTest>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

using namespace headscope;
using namespace headscope::testing;

namespace {

Experiment sentence(Index tokens, bool causal = false) {
    TokenList words;
    for (Index i = 0; i < tokens; ++i)
        words.push_back("word" + std::to_string(i % 37));
    Experiment experiment = withBatch(findExample("paper-size")->make(), 1).value();
    experiment = withTokens(experiment, TokenSide::Query, 0, words).value();
    experiment = withHeads(withModelDim(experiment, 8).value(), 2).value();
    return withCausal(experiment, causal);
}

struct ShownText {
    explicit ShownText(Experiment experiment, QSize size = {900, 600})
        : workspace(std::move(experiment)) {
        QObject::connect(&workspace, &Workspace::sceneChanged, &view, &TextView::setScene);
        QObject::connect(&view, &TextView::hovered, &workspace, &Workspace::hover);
        QObject::connect(&view, &TextView::locked, &workspace, &Workspace::lock);
        QObject::connect(&view, &TextView::headAsked, &workspace, &Workspace::showPanel);
        view.resize(size);
        view.show();
        settle();
        workspace.showStage(Stage::Weights);
        workspace.lock(std::nullopt);
        workspace.hover(std::nullopt);
        settle();
    }
    void settle() {
        workspace.finish();
        QCoreApplication::processEvents();
    }
    void point(QPointF at, bool press) {
        QMouseEvent event(press ? QEvent::MouseButtonPress : QEvent::MouseMove, at,
                          view.viewport()->mapToGlobal(at), press ? Qt::LeftButton : Qt::NoButton,
                          press ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &event);
        settle();
    }
    const Selection& selection() const { return workspace.selection(); }

    Workspace workspace;
    TextView view;
};

} // namespace

class TestTextPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void lines_hold_every_token_once_and_break_between_words();
    void points_find_the_token_they_lie_on();
    void a_token_that_is_pointed_at_asks();
    void a_click_holds_and_lets_go();
    void every_key_has_the_colour_of_its_weight_data();
    void every_key_has_the_colour_of_its_weight();
    void masked_keys_have_no_colour();
    void of_two_texts_the_upper_one_asks();
    void keys_walk_over_tokens_and_heads();
    void a_question_from_elsewhere_is_scrolled_to();
    void the_title_says_the_asked_pair();
    void the_figure_has_all_of_the_text();
    void the_page_is_in_the_window();
};

void TestTextPage::lines_hold_every_token_once_and_break_between_words() {
    QVERIFY(rc::check("in order, inside, no overlap", [] {
        TokenWords words;
        std::vector<double> widths;
        const int count = *rc::gen::inRange(0, 80);
        const bool pieces = *rc::gen::arbitrary<bool>();
        TextFlowStyle style;
        style.width = *rc::gen::inRange(60, 400);
        for (int i = 0; i < count; ++i) {
            words.words << QStringLiteral("w");
            widths.push_back(*rc::gen::inRange(1, 90));
            if (pieces)
                words.starts.push_back(i == 0 || *rc::gen::arbitrary<bool>());
            if (pieces)
                words.spaces.push_back(words.starts.back() && *rc::gen::arbitrary<bool>());
        }
        const TextFlow flow = flowText(words, widths, style);
        RC_ASSERT(flow.boxes.size() == widths.size());
        for (std::size_t i = 0; i < flow.boxes.size(); ++i) {
            const QRectF& box = flow.boxes[i];
            RC_ASSERT(box.left() >= 0 && box.right() <= style.width + 1e-9);
            RC_ASSERT(box.top() >= 0 && box.bottom() <= flow.height + 1e-9);
            // Written inside of its box, at its right where a space is a part of it.
            const double written = std::min(widths[i], style.width - 2 * style.inset);
            RC_ASSERT(std::fabs(box.right() - style.inset - written - flow.lefts[i]) < 1e-9);
            if (i == 0)
                continue;
            const QRectF& before = flow.boxes[i - 1];
            const bool sameLine = before.top() == box.top();
            RC_ASSERT((sameLine ? box.left() >= before.right() : box.top() > before.top()));
            RC_ASSERT(sameLine || box.left() == 0);
            if (sameLine || words.startsWord(static_cast<Index>(i)))
                continue;
            // A word that is cut is wider than a line.
            Index first = static_cast<Index>(i);
            while (!words.startsWord(first))
                --first;
            double whole = 0;
            for (Index at = first; at < count && (at == first || !words.startsWord(at)); ++at)
                whole +=
                    std::min(widths[static_cast<std::size_t>(at)] + 2 * style.inset, style.width) +
                    1;
            RC_ASSERT(whole - 1 > style.width);
        }
    }));
}

void TestTextPage::points_find_the_token_they_lie_on() {
    QVERIFY(rc::check("tokenAt and between", [] {
        TokenWords words;
        std::vector<double> widths;
        const int count = *rc::gen::inRange(1, 60);
        for (int i = 0; i < count; ++i) {
            words.words << QStringLiteral("w");
            widths.push_back(*rc::gen::inRange(5, 60));
        }
        const TextFlow flow = flowText(words, widths, {});
        for (Index i = 0; i < count; ++i)
            RC_ASSERT(flow.tokenAt(flow.boxes[static_cast<std::size_t>(i)].center()) == i);
        const double top = *rc::gen::inRange(-20, 300);
        const double bottom = top + *rc::gen::inRange(0, 100);
        const auto [first, end] = flow.between(top, bottom);
        for (Index i = 0; i < count; ++i) {
            const QRectF& box = flow.boxes[static_cast<std::size_t>(i)];
            if (box.bottom() > top && box.top() < bottom)
                RC_ASSERT(i >= first && i < end);
        }
        RC_ASSERT(!flow.tokenAt({5, -40}) && !flow.tokenAt({5, flow.height + 40}));
    }));
}

void TestTextPage::a_token_that_is_pointed_at_asks() {
    ShownText shown(sentence(60));
    QVERIFY(!shown.view.picture().query);
    shown.point(shown.view.boxOf(12, true).center(), false);
    QVERIFY(shown.selection().hovered);
    QCOMPARE(shown.selection().hovered->row, Index{12});
    QCOMPARE(shown.view.picture().query, std::optional<Index>(12));
    // Of the row the largest weight is named.
    const MatrixPanel& panel = *shown.view.picture().panel;
    for (Index key = 0; key < 60; ++key)
        QVERIFY(panel.matrix(12, key) <= panel.matrix(12, shown.selection().hovered->column));
}

void TestTextPage::a_click_holds_and_lets_go() {
    ShownText shown(sentence(60));
    const QPointF at = shown.view.boxOf(7, true).center();
    shown.point(at, true);
    QVERIFY(shown.selection().locked && shown.selection().locked->row == 7);
    // Another token is then a key of the held question.
    shown.point(shown.view.boxOf(3, true).center(), false);
    QCOMPARE(shown.view.picture().query, std::optional<Index>(7));
    QCOMPARE(shown.view.picture().pointed, std::optional<Index>(3));
    QVERIFY(shown.view.said().pointed.contains(QStringLiteral("word3")));
    shown.point(at, true);
    QVERIFY(!shown.selection().locked);
}

void TestTextPage::every_key_has_the_colour_of_its_weight_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("root");
    for (int mode = 0; mode < 4; ++mode) {
        for (const bool root : {false, true})
            QTest::addRow("mode_%d%s", mode, root ? "_root" : "") << mode << root;
    }
}

void TestTextPage::every_key_has_the_colour_of_its_weight() {
    QFETCH(int, mode);
    QFETCH(bool, root);
    ShownText shown(sentence(40, true));
    DisplayOptions display = shown.workspace.display();
    display.range = {static_cast<RangeMode>(mode), root};
    shown.workspace.setDisplay(display);
    shown.workspace.lock(PanelCell{0, 30, 5});
    shown.settle();
    const TextPicture& picture = shown.view.picture();
    const QImage image = shown.view.viewport()->grab().toImage();
    for (Index key = 0; key <= 30; ++key) {
        const QRectF box = shown.view.boxOf(key, true);
        const QColor seen(image.pixel((box.topLeft() + QPointF(1.5, 1.5)).toPoint()));
        if (key == 30)
            continue; // framed
        QCOMPARE(seen.name(), QColor(colourOf(ColourMap::Viridis, picture.colours.range,
                                              picture.panel->matrix(30, key), 30))
                                  .name());
    }
}

void TestTextPage::masked_keys_have_no_colour() {
    ShownText shown(sentence(40, true));
    shown.workspace.lock(PanelCell{0, 20, 5});
    shown.settle();
    const TextPicture& picture = shown.view.picture();
    for (Index key = 0; key < 40; ++key)
        QCOMPARE(picture.colourOfKey(key).has_value(), key <= 20);
}

void TestTextPage::of_two_texts_the_upper_one_asks() {
    ShownText shown(findExample("cross")->make());
    const TextPicture& picture = shown.view.picture();
    QVERIFY(!picture.self);
    QCOMPARE(picture.queries.words.size(), 2);
    QCOMPARE(picture.keys.words.size(), 3);
    QVERIFY(shown.view.boxOf(0, false).bottom() < shown.view.boxOf(0, true).top());
    shown.point(shown.view.boxOf(2, true).center(), false);
    QVERIFY(!shown.selection().hovered); // nobody looks yet
    shown.point(shown.view.boxOf(1, false).center(), false);
    QCOMPARE(shown.view.picture().query, std::optional<Index>(1));
    shown.point(shown.view.boxOf(2, true).center(), false);
    QCOMPARE(shown.selection().hovered, (std::optional(PanelCell{0, 1, 2})));
}

void TestTextPage::keys_walk_over_tokens_and_heads() {
    ShownText shown(sentence(20));
    QTest::keyClick(&shown.view, Qt::Key_Right);
    shown.settle();
    QCOMPARE(shown.view.picture().query, std::optional<Index>(0));
    QTest::keyClick(&shown.view, Qt::Key_Right);
    shown.settle();
    QCOMPARE(shown.view.picture().query, std::optional<Index>(1));
    QTest::keyClick(&shown.view, Qt::Key_Return);
    shown.settle();
    QVERIFY(shown.selection().locked && shown.selection().locked->row == 1);
    QTest::keyClick(&shown.view, Qt::Key_Down);
    shown.settle();
    QCOMPARE(shown.selection().panel, 1);
    QCOMPARE(shown.view.picture().panel->head, 1);
    QTest::keyClick(&shown.view, Qt::Key_Down);
    QTest::keyClick(&shown.view, Qt::Key_Up);
    shown.settle();
    QCOMPARE(shown.selection().panel, 0);
}

void TestTextPage::a_question_from_elsewhere_is_scrolled_to() {
    ShownText shown(sentence(2048), {700, 500});
    QVERIFY(shown.view.verticalScrollBar()->maximum() > 1000);
    shown.workspace.lock(PanelCell{0, 1500, 3});
    shown.settle();
    const QRectF body = shown.view.geometryNow().body;
    QVERIFY(body.contains(shown.view.boxOf(1500, false).center()));
    QVERIFY(!body.contains(shown.view.boxOf(3, true).center()));
    // What is pointed at does not move away.
    const int before = shown.view.verticalScrollBar()->value();
    shown.workspace.lock(std::nullopt);
    shown.settle();
    shown.point(shown.view.boxOf(1490, true).center(), false);
    QCOMPARE(shown.view.verticalScrollBar()->value(), before);
}

void TestTextPage::the_title_says_the_asked_pair() {
    ShownText shown(findExample("ticket")->make());
    QVERIFY(shown.view.said().title.startsWith(QStringLiteral("Point at")));
    shown.workspace.lock(PanelCell{0, 9, 5});
    shown.settle();
    const QString number = cellText(shown.view.picture().panel->matrix(9, 5), 6);
    QCOMPARE(shown.view.said().title,
             QStringLiteral("“机票” (ticket) looks at “订了” (book) with %1").arg(number));
    QVERIFY(shown.view.said().subtitle.contains(QStringLiteral("head 1")));
    QCOMPARE(shown.view.accessibleName(), shown.view.said().title);
}

void TestTextPage::the_figure_has_all_of_the_text() {
    Workspace workspace(findExample("ticket")->make());
    workspace.finish();
    workspace.showStage(Stage::Weights);
    workspace.lock(PanelCell{1, 9, 5});
    workspace.showPanel(1);
    workspace.finish();
    TextFigure figure;
    figure.scene = workspace.scene();
    const QByteArray svg = renderText(figure, FigureFormat::Svg).value();
    const QString text = QString::fromUtf8(svg);
    for (const QString& word : textPicture(figure.scene).keys.words)
        QVERIFY2(text.contains(word), qPrintable(word));
    QVERIFY(text.contains(QStringLiteral("looks at")));
    for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Pdf})
        QVERIFY(renderText(figure, format).value().size() > 1000);
    figure.scene = {};
    QVERIFY(!renderText(figure, FigureFormat::Svg).ok());
}

void TestTextPage::the_page_is_in_the_window() {
    const auto window = shownWindow(findExample("ticket")->make());
    window->showPage("text");
    window->settle();
    TextPage& page = window->page<TextPage>();
    QVERIFY(page.isShown());
    QCOMPARE(page.text().picture().keys.words.size(), 10);
    window->workspace().showStage(Stage::Scores);
    window->settle();
    QVERIFY(!page.isShown()); // scores are no shares of a whole
}

HEADSCOPE_TEST(TestTextPage, QApplication)
#include "test_text_page.moc"
