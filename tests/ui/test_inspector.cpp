// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/derivation_view.h"
#include "inspector/inspector.h"
#include "plots/row_chart.h"
#include "support/inspector_scenes.h"
#include "support/test_program.h"
#include "support/window_harness.h"

#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QToolTip>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// An inspector of the designed size that shows the scene.
struct ShownInspector {
    explicit ShownInspector(const Scene& scene) {
        inspector.setScene(scene);
        inspector.resize(304, 780);
        inspector.show();
        QCoreApplication::processEvents();
    }
    DerivationView& view() { return *inspector.view(); }
    QPoint centreOf(const LaidTarget& target) {
        return (target.rect.center() + QPointF(view().contentLeft(), 0)).toPoint();
    }
    void click(const LaidTarget& target) {
        QTest::mouseClick(&view(), Qt::LeftButton, {}, centreOf(target));
    }
    const LaidTarget* firstAction(bool component) {
        for (const LaidTarget& target : view().geometryNow().targets) {
            if (target.action && target.action->component.has_value() == component)
                return &target;
        }
        return nullptr;
    }

    Inspector inspector;
};

Scene ticketAt(Stage stage, PanelCell cell) {
    return asking(sceneOf(example("ticket")), stage, cell);
}

} // namespace

class TestInspector : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void without_a_question_it_says_how_to_ask();
    void the_lock_is_visible_only_while_it_holds();
    void escape_and_the_button_release();
    void an_operand_leads_to_its_cell();
    void every_operand_is_reached_with_the_keyboard();
    void a_vector_unfolds_by_click_and_by_key();
    void the_locked_cell_wins_over_the_hovered_one();
    void while_hidden_it_does_not_work();
    void the_same_scene_is_not_explained_again();
    void hidden_it_keeps_no_old_run();
    void nobody_has_to_hear_every_key_of_a_long_row();
    void a_long_row_shows_a_chart_that_leads_on();
    void the_derivation_is_copied_in_full_precision();
    void tool_tips_have_full_precision();
    void it_scrolls_to_the_cursor();
    void the_swatch_has_the_colour_of_the_cell();
    void another_language_is_spoken_at_once();
    void has_names_for_those_who_listen();
    void paints_both_themes();
    void a_shrinking_experiment_leaves_no_stale_cursor();
};

void TestInspector::without_a_question_it_says_how_to_ask() {
    ShownInspector shown(sceneOf(example("ticket")));
    QVERIFY(shown.view().derivation().isEmpty());
    QVERIFY(shown.view().accessibleDescription().contains(QStringLiteral("Esc")));
    // The words are painted: the panel is not one colour.
    const QImage picture = shown.view().grab().toImage();
    QSet<QRgb> colours;
    for (int y = 0; y < 60; ++y) {
        for (int x = 0; x < picture.width(); ++x)
            colours += picture.pixel(x, y);
    }
    QVERIFY(colours.size() > 8);
    // And no scene at all is no reason to fail.
    ShownInspector empty({});
    QVERIFY(empty.view().derivation().isEmpty());
}

void TestInspector::the_lock_is_visible_only_while_it_holds() {
    Scene scene = ticketAt(Stage::Weights, {1, 9, 5});
    ShownInspector shown(scene);
    QVERIFY(named<QToolButton>(shown.inspector, "lock")->isVisible());
    scene.selection.hovered = std::exchange(scene.selection.locked, std::nullopt);
    shown.inspector.setScene(scene);
    QVERIFY(!named<QToolButton>(shown.inspector, "lock")->isVisible());
    QCOMPARE(shown.view().derivation().title[3], QStringLiteral("订了"));
}

void TestInspector::escape_and_the_button_release() {
    Scene scene = ticketAt(Stage::Weights, {1, 9, 5});
    ShownInspector shown(scene);
    QSignalSpy released(&shown.inspector, &Inspector::released);
    QTest::mouseClick(named<QToolButton>(shown.inspector, "lock"), Qt::LeftButton);
    QCOMPARE(released.size(), 1);
    QTest::keyClick(&shown.view(), Qt::Key_Escape);
    QCOMPARE(released.size(), 2);
    scene.selection.locked.reset();
    shown.inspector.setScene(scene);
    QTest::keyClick(&shown.view(), Qt::Key_Escape);
    QCOMPARE(released.size(), 2);
}

void TestInspector::an_operand_leads_to_its_cell() {
    const Scene scene = ticketAt(Stage::Weights, {1, 9, 5});
    ShownInspector shown(scene);
    int asked = 0;
    Destination last;
    connect(&shown.inspector, &Inspector::stepAsked, this,
            [&](Stage stage, std::size_t tensor, PanelCell cell) {
                last = {stage, tensor, cell};
                ++asked;
            });
    int reachable = 0;
    const auto targets = shown.view().geometryNow().targets;
    for (const LaidTarget& target : targets) {
        if (!target.source)
            continue;
        ++reachable;
        shown.click(target);
        QCOMPARE(asked, reachable);
        const auto there = traceCellAt(*scene.trace, 0, last);
        QVERIFY(there.has_value());
        QVERIFY(*there == *target.source);
    }
    // q, k with 4 inputs each, score, scaled, 10 × (score, weight), weight, context.
    QVERIFY2(reachable >= 30, qPrintable(QString::number(reachable)));
}

void TestInspector::every_operand_is_reached_with_the_keyboard() {
    ShownInspector shown(ticketAt(Stage::Scores, {1, 9, 5}));
    DerivationView& view = shown.view();
    QVERIFY(view.focusPolicy() & Qt::TabFocus);
    view.setFocus(Qt::TabFocusReason);
    QSignalSpy asked(&shown.inspector, &Inspector::stepAsked);
    QSet<int> visited;
    for (int i = 0; i < 200; ++i) {
        if (view.cursor() >= 0)
            visited += view.cursor();
        QTest::keyClick(&view, i == 0 ? Qt::Key_Down : Qt::Key_Right);
    }
    visited += view.cursor();
    QTest::keyClick(&view, Qt::Key_Up);
    const int before = view.cursor();
    QTest::keyClick(&view, Qt::Key_Down);
    QVERIFY(before != view.cursor());
    for (int i = 0; i < 200; ++i) {
        QTest::keyClick(&view, Qt::Key_Left);
        visited += view.cursor();
    }
    const auto& targets = view.geometryNow().targets;
    for (std::size_t i = 0; i < targets.size(); ++i)
        QCOMPARE(visited.contains(static_cast<int>(i)),
                 targets[i].source.has_value() || targets[i].action.has_value());
    while (targets[static_cast<std::size_t>(view.cursor())].action)
        QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Return);
    QTest::keyClick(&view, Qt::Key_Space);
    QCOMPARE(asked.size(), 2);
}

void TestInspector::a_vector_unfolds_by_click_and_by_key() {
    ShownInspector shown(asking(sceneOf(sentence(6, 128, 2)), Stage::Scores, {0, 2, 3}));
    const double closed = shown.view().geometryNow().height;
    const LaidTarget* all = shown.firstAction(false);
    QVERIFY(all);
    shown.click(*all);
    QVERIFY(shown.view().unfolding().all[0]);
    QVERIFY(shown.view().geometryNow().height > closed);
    shown.click(*shown.firstAction(false));
    QCOMPARE(shown.view().geometryNow().height, closed);

    const LaidTarget& component = *shown.firstAction(true);
    const QPoint place = shown.centreOf(component);
    QHelpEvent help(QEvent::ToolTip, place, shown.view().mapToGlobal(place));
    QCoreApplication::sendEvent(&shown.view(), &help);
    QVERIFY(QToolTip::text().startsWith(component.tip));
    QCOMPARE(QToolTip::text().count(QStringLiteral(" × ")), 6); // the largest terms
    shown.click(component);
    QCOMPARE(shown.view().unfolding().component[0].value_or(-1), Index{0});
    QVERIFY(shown.view().geometryNow().height > closed);
    QTest::keyClick(&shown.view(), Qt::Key_Down); // to the first number
    QTest::keyClick(&shown.view(), Qt::Key_Return);
    QVERIFY(!shown.view().unfolding().component[0].has_value());
    QCOMPARE(shown.view().geometryNow().height, closed);
}

void TestInspector::the_locked_cell_wins_over_the_hovered_one() {
    Scene scene = ticketAt(Stage::Weights, {1, 9, 5});
    scene.selection.hovered = PanelCell{1, 0, 0};
    ShownInspector shown(scene);
    QCOMPARE(shown.view().derivation().title[1], QStringLiteral("机票"));
}

void TestInspector::while_hidden_it_does_not_work() {
    Inspector inspector;
    inspector.setScene(ticketAt(Stage::Weights, {1, 9, 5}));
    QVERIFY(inspector.view()->derivation().isEmpty());
    inspector.show();
    QVERIFY(!inspector.view()->derivation().isEmpty());
}

void TestInspector::the_same_scene_is_not_explained_again() {
    const Scene scene = ticketAt(Stage::Weights, {1, 3, 2});
    ShownInspector shown(scene);
    const LaidPiece* const laid = shown.view().geometryNow().pieces.data();
    shown.inspector.setScene(scene);
    QCOMPARE(shown.view().geometryNow().pieces.data(), laid);
    Scene other = scene;
    other.selection.locked->column = 3;
    shown.inspector.setScene(other);
    QVERIFY(shown.view().geometryNow().pieces.data() != laid);
}

void TestInspector::hidden_it_keeps_no_old_run() {
    Scene scene = ticketAt(Stage::Weights, {1, 3, 2});
    const std::weak_ptr<const Trace> old = scene.trace;
    ShownInspector shown(scene);
    shown.inspector.hide();
    scene = ticketAt(Stage::Weights, {1, 3, 2});
    shown.inspector.setScene(scene);
    QVERIFY(old.expired());
    shown.inspector.show();
    QVERIFY(!shown.view().derivation().isEmpty());
    // Nor where the new one is not asked about.
    const std::weak_ptr<const Trace> asked = scene.trace;
    scene = sceneOf(example("ticket"));
    scene.selection.locked.reset();
    shown.inspector.setScene(scene);
    QVERIFY(asked.expired());
}

void TestInspector::nobody_has_to_hear_every_key_of_a_long_row() {
    const ShownInspector shown(asking(sceneOf(sentence(512, 8, 2)), Stage::Weights, {1, 300, 77}));
    const DerivationView& view = *shown.inspector.view();
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("w78")));
    QVERIFY2(view.accessibleDescription().count(u'\n') < 100,
             qPrintable(QString::number(view.accessibleDescription().count(u'\n'))));
    QVERIFY(plainText(view.derivation()).count(u'\n') > 512); // a copy has them all
}

void TestInspector::a_long_row_shows_a_chart_that_leads_on() {
    Scene scene = asking(sceneOf(sentence(512, 8, 2)), Stage::Weights, {1, 300, 77});
    ShownInspector shown(scene);
    auto* chart = shown.view().findChild<RowChart*>();
    QVERIFY(chart && chart->isVisible());
    QCOMPARE(chart->data().weights.size(), std::size_t{512});
    QCOMPARE(chart->geometry().size(), shown.view().geometryNow().chart.toAlignedRect().size());
    Destination last;
    connect(&shown.inspector, &Inspector::stepAsked, this,
            [&](Stage stage, std::size_t tensor, PanelCell cell) {
                last = {stage, tensor, cell};
            });
    QTest::keyClick(chart->focusProxy(), Qt::Key_Right);
    QVERIFY((last == Destination{Stage::Weights, 0, {1, 300, 78}}));
    scene.selection.stage = Stage::Scores;
    shown.inspector.setScene(scene);
    QVERIFY(!chart->isVisible());
    // A short row never makes one.
    ShownInspector shortRow(ticketAt(Stage::Weights, {0, 0, 0}));
    QVERIFY(!shortRow.view().findChild<RowChart*>());
}

void TestInspector::the_derivation_is_copied_in_full_precision() {
    const Scene scene = ticketAt(Stage::Weights, {1, 9, 5});
    ShownInspector shown(scene);
    QTest::keySequence(&shown.view(), QKeySequence::Copy);
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY(text.startsWith(QStringLiteral("[2] query 机票 → key 订了\n")));
    QVERIFY(!text.contains(QStringLiteral("_{")));
    const float weight = (*scene.trace)[TensorName::AttentionWeights](0, 1, 9, 5);
    const float q = (*scene.trace)[TensorName::Query](0, 1, 9, 0);
    for (const float value : {weight, q}) {
        bool found = false;
        for (const QString& word : text.split(QRegularExpression(QStringLiteral("\\s+")))) {
            bool ok = false;
            found = found || (word.toFloat(&ok) == value && ok);
        }
        QVERIFY2(found, qPrintable(text));
    }
}

void TestInspector::tool_tips_have_full_precision() {
    const Scene scene = ticketAt(Stage::Weights, {1, 9, 5});
    ShownInspector shown(scene);
    int tips = 0;
    for (const LaidTarget& target : shown.view().geometryNow().targets) {
        if (!target.source)
            continue;
        bool ok = false;
        QCOMPARE(target.tip.toFloat(&ok), valueOf(*scene.trace, *target.source));
        QVERIFY(ok);
        ++tips;
    }
    QVERIFY(tips > 20);
    const LaidTarget& result = shown.view().geometryNow().targets.front();
    const QPoint place = shown.centreOf(result);
    QHelpEvent help(QEvent::ToolTip, place, shown.view().mapToGlobal(place));
    QCoreApplication::sendEvent(&shown.view(), &help);
    QVERIFY(QToolTip::text().startsWith(result.tip));
}

void TestInspector::it_scrolls_to_the_cursor() {
    ShownInspector shown(ticketAt(Stage::Weights, {1, 9, 5}));
    shown.inspector.resize(304, 240);
    QCoreApplication::processEvents();
    auto* scroll = qobject_cast<QScrollArea*>(shown.view().parentWidget()->parentWidget());
    QVERIFY(scroll);
    QVERIFY(scroll->verticalScrollBar()->maximum() > 0);
    QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
    shown.view().setFocus(Qt::TabFocusReason);
    for (int i = 0; i < 100; ++i)
        QTest::keyClick(&shown.view(), Qt::Key_Down);
    const auto cursor = static_cast<std::size_t>(shown.view().cursor());
    const QRectF rect = shown.view().geometryNow().targets[cursor].rect;
    const double top = rect.top() - scroll->verticalScrollBar()->value();
    QVERIFY(top >= 0 && top + rect.height() <= scroll->viewport()->height());
    // The last line's end is within reach too.
    scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
    QVERIFY(shown.view().geometryNow().height - scroll->verticalScrollBar()->value() <=
            scroll->viewport()->height() + 1);
}

void TestInspector::the_swatch_has_the_colour_of_the_cell() {
    Scene scene = ticketAt(Stage::Weights, {1, 9, 5});
    const float weight = (*scene.trace)[TensorName::AttentionWeights](0, 1, 9, 5);
    for (const ColourMap map : sequentialMaps) {
        scene.display.map = map;
        ShownInspector shown(scene);
        const QImage picture = shown.view().grab().toImage();
        QCOMPARE(picture.pixelColor(16 + 20, 33 + 20).rgb(), colourOf(map, {0, 1}, weight));
    }
}

void TestInspector::another_language_is_spoken_at_once() {
    class Shout : public QTranslator {
    public:
        bool isEmpty() const override { return false; }
        QString translate(const char* context, const char* text, const char*, int) const override {
            const bool ours = QByteArrayView(context).endsWith("Inspector");
            return ours ? QString::fromUtf8(text).toUpper() : QString();
        }
    };
    ShownInspector shown(ticketAt(Stage::Weights, {1, 9, 5}));
    QCOMPARE(shown.view().derivation().caption, QStringLiteral("of the attention"));
    Shout shout;
    QCoreApplication::installTranslator(&shout);
    QCoreApplication::processEvents();
    QCOMPARE(shown.view().derivation().caption, QStringLiteral("OF THE ATTENTION"));
    QVERIFY(named<QToolButton>(shown.inspector, "lock")
                ->toolTip()
                .startsWith(QStringLiteral("LOCKED")));
    QCoreApplication::removeTranslator(&shout);
    QCoreApplication::processEvents();
    QCOMPARE(shown.view().derivation().caption, QStringLiteral("of the attention"));
}

void TestInspector::has_names_for_those_who_listen() {
    ShownInspector shown(ticketAt(Stage::Weights, {1, 9, 5}));
    QVERIFY(!shown.inspector.accessibleName().isEmpty());
    QVERIFY(!named<QToolButton>(shown.inspector, "lock")->accessibleName().isEmpty());
    DerivationView& view = shown.view();
    QVERIFY(!view.accessibleName().isEmpty());
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("softmax of the query “机票”")));
    view.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&view, Qt::Key_Down);
    const LaidTarget& target = view.geometryNow().targets[static_cast<std::size_t>(view.cursor())];
    QVERIFY(view.accessibleDescription().contains(target.tip));
}

void TestInspector::paints_both_themes() {
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        Scene scene = ticketAt(Stage::Weights, {1, 9, 5});
        scene.display.theme = kind;
        ShownInspector shown(scene);
        const QImage picture = shown.inspector.grab().toImage();
        QCOMPARE(picture.pixelColor(2, 700), theme(kind).window);
        QCOMPARE(picture.pixelColor(2, 2), theme(kind).window);
        // The row of the asked key has the accent's tint from edge to edge.
        const auto& pieces = shown.view().geometryNow().pieces;
        const auto tint = std::ranges::find_if(pieces, [&](const LaidPiece& piece) {
            return piece.kind == LaidPiece::Kind::Fill &&
                   piece.brush.color() == theme(kind).accentTint;
        });
        QVERIFY(tint != pieces.end());
        const QPoint place = shown.view().mapTo(
            &shown.inspector, QPoint(10, static_cast<int>(tint->rect.center().y())));
        QCOMPARE(picture.pixelColor(place), theme(kind).accentTint);
    }
}

void TestInspector::a_shrinking_experiment_leaves_no_stale_cursor() {
    ShownInspector shown(ticketAt(Stage::Weights, {3, 9, 9}));
    shown.view().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&shown.view(), Qt::Key_Up); // anywhere
    for (int i = 0; i < 60; ++i)
        QTest::keyClick(&shown.view(), Qt::Key_Right);
    QVERIFY(shown.view().cursor() > 0);
    const Experiment small = *withTokens(example("ticket"), TokenSide::Query, 0, {"我", "请"});
    // The question is about a cell that is gone: nothing is asked any more.
    shown.inspector.setScene(asking(sceneOf(small), Stage::Weights, {3, 9, 9}));
    QVERIFY(shown.view().derivation().isEmpty());
    QCOMPARE(shown.view().cursor(), -1);
    QTest::keyClick(&shown.view(), Qt::Key_Return);
    shown.view().grab();
}

HEADSCOPE_TEST(TestInspector, QApplication)
#include "test_inspector.moc"
