// SPDX-License-Identifier: GPL-3.0-or-later
// The Shapes view in the window: keys, edits in the middle of a move, languages, themes.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/heads/heads_view.h"
#include "pages/shapes/picture/block_painter.h"
#include "pages/shapes/picture/pointed_rings.h"
#include "pages/shapes/shapes_canvas.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_view.h"
#include "pages/shapes/shapes_words.h"
#include "strip/pipeline_strip.h"
#include "support/edits.h"
#include "support/test_program.h"
#include "support/text_probe.h"
#include "support/window_harness.h"
#include "type/fonts.h"
#include "window/appearance.h"
#include "window/frame/page_stack.h"
#include "window/main_window.h"
#include "window/style.h"
#include "words/error_text.h"
#include "words/numbers/number_format.h"

#include <QApplication>
#include <QScrollBar>
#include <QSpinBox>
#include <QWheelEvent>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// A step of the split by its place: x, projection, view, transpose, reshape.
enum StepOfSplit : std::size_t { AtX, AtProjection, AtView, AtTranspose, AtReshape };

QSpinBox* spinBoxNamed(QWidget& window, const QString& name) {
    for (auto* box : window.findChildren<QSpinBox*>()) {
        if (box->isVisible() && box->accessibleName() == name)
            return box;
    }
    return nullptr;
}

} // namespace

class TestShapesView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void a_number_that_is_no_share_is_rounded();
    void shows_the_experiment_and_what_misplaces_it();
    void keys_of_time();
    void keys_of_heads();
    void keys_of_the_cursor();
    void tokens_are_scrolled_by_wheel_bar_and_cursor();
    void f11_keeps_the_moment();
    void undo_of_an_edit_in_the_middle_of_a_move();
    void heads_change_in_the_middle_of_a_move();
    void heads_change_while_it_plays();
    void tokens_change_in_the_middle_of_a_move();
    void languages_and_themes_in_the_middle_of_a_move();
    void a_size_changes_nothing_else();
    void sizes_that_do_not_divide_are_refused();
    void a_size_that_cannot_be_marks_its_field();
    void so_does_one_of_numbered_elements();
    void attention_of_both_ways_differs();
    void words_beside_the_picture_point_into_it();
    void keys_in_the_strip_are_steps_of_the_picture();
    void a_large_tensor_leaves_the_window_free();
    void what_is_too_large_is_said();
    void every_number_of_the_ticket_can_be_read_on_a_small_screen_data();
    void every_number_of_the_ticket_can_be_read_on_a_small_screen();

private:
    void open(const char* example);
    ShapesPage& tab() { return m_window->page<ShapesPage>(); }
    ShapesSession& session() { return tab().session(); }
    Animation& animation() { return session().animation(); }
    TimelinePosition position() { return session().scene().position(); }
    QImage picture() { return tab().shapes().canvas().grab().toImage(); }
    void moveTo(std::size_t step, double progress);
    void settle();
    void key(Qt::Key code, Qt::KeyboardModifiers modifiers = {});
    /// What a view that never saw another moment shows of this scene.
    QImage freshPicture();

    std::unique_ptr<MainWindow> m_window;
};

void TestShapesView::initTestCase() {
    dressAsTheProgram();
}

void TestShapesView::init() {
    useLanguage(Language::English);
    open("arange");
}

void TestShapesView::open(const char* example) {
    // The page is open before the first trace is there.
    m_window = std::make_unique<MainWindow>(findExample(example)->source(), lightPreferences());
    m_window->setRemembering(false);
    m_window->resize(1440, 900);
    m_window->showPage("shapes");
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    m_window->activateWindow();
    settle();
    tab().shapes().setFocus();
}

void TestShapesView::settle() {
    m_window->settle();
    session().finish();
    m_window->settle();
}

void TestShapesView::key(Qt::Key code, Qt::KeyboardModifiers modifiers) {
    QWidget* focus = m_window->focusWidget();
    QTest::keyClick(focus ? focus : m_window.get(), code, modifiers);
    settle();
}

void TestShapesView::moveTo(std::size_t step, double progress) {
    animation().seek(animation().timeline().timeOf(step, progress));
    settle();
}

QImage TestShapesView::freshPicture() {
    ShapesView fresh;
    fresh.resize(tab().shapes().size());
    fresh.setAttribute(Qt::WA_DontShowOnScreen);
    fresh.show();
    fresh.setShapes(session().scene());
    QCoreApplication::sendPostedEvents();
    return fresh.canvas().grab().toImage();
}

void TestShapesView::shows_the_experiment_and_what_misplaces_it() {
    const ShapesScene& scene = session().scene();
    QVERIFY(scene.model);
    QCOMPARE(scene.model->right.elementCount(), Index{36});
    QCOMPARE(scene.model->misplaced.wrongHead, Index{24});
    QCOMPARE(position().move, std::size_t{AtX});
}

void TestShapesView::keys_of_time() {
    // Space plays one move and stops at its end; the clock is not waited for.
    for (const StepOfSplit step : {AtProjection, AtView, AtTranspose, AtReshape}) {
        key(Qt::Key_Space);
        QVERIFY(session().scene().playback.playing);
        animation().setElapsed(animation().timeline().duration());
        QVERIFY(!session().scene().playback.playing);
        QCOMPARE(position().move, std::size_t{step});
        QCOMPARE(position().progress, 1.0);
    }
    key(Qt::Key_Left);
    QCOMPARE(position().move, std::size_t{AtTranspose});
    QCOMPARE(position().progress, 1.0);
    key(Qt::Key_Home);
    QCOMPARE(animation().time(), Time{0});
    key(Qt::Key_Right);
    QVERIFY(session().scene().playback.playing);
    // Space again: it stops where it is.
    animation().setElapsed(animation().timeline().moveStartOf(AtProjection) + Time{1000} -
                           session().scene().playback.from);
    key(Qt::Key_Space);
    QVERIFY(!session().scene().playback.playing);
    QCOMPARE(position().move, std::size_t{AtProjection});
    QVERIFY(position().progress < 1);
    key(Qt::Key_End);
    QCOMPARE(position().move, std::size_t{AtReshape});
    QCOMPARE(position().progress, 1.0);
}

void TestShapesView::keys_of_heads() {
    const QImage all = picture();
    key(Qt::Key_2);
    QCOMPARE(session().options().soloHead, std::optional<Index>(1));
    QVERIFY(picture() != all);
    key(Qt::Key_9); // there are three
    QVERIFY(!session().options().soloHead);
    key(Qt::Key_3);
    QCOMPARE(session().options().soloHead, std::optional<Index>(2));
    key(Qt::Key_0);
    QVERIFY(!session().options().soloHead);
    QCOMPARE(picture(), all);
}

void TestShapesView::keys_of_the_cursor() {
    moveTo(AtTranspose, 1);
    key(Qt::Key_Down);
    QCOMPARE(session().scene().element, std::optional<Index>(0));
    QVERIFY(session().scene().elementLocked);
    // In (bs, heads, seq, d_k) the next row of a head is the next token: 6 further in memory.
    key(Qt::Key_Down);
    QCOMPARE(session().scene().element, std::optional<Index>(6));
    key(Qt::Key_Right);
    QCOMPARE(session().scene().element, std::optional<Index>(7));
    QVERIFY2(tab().shapes().status().contains(QStringLiteral("0·18 + 0·2 + 1·6 + 1·1 = 7")),
             qPrintable(tab().shapes().status()));
    // Over the edge of the head into the next one.
    key(Qt::Key_Right);
    QCOMPARE(session().scene().element, std::optional<Index>(8));
    key(Qt::Key_Up);
    QCOMPARE(session().scene().element, std::optional<Index>(2));
    key(Qt::Key_Left);
    QCOMPARE(session().scene().element, std::optional<Index>(1));
    key(Qt::Key_Escape);
    QVERIFY(!session().scene().element);
    // With the pointer on an element, Enter locks it.
    const auto at = tab().shapes().canvas().elementRect(20);
    QVERIFY(at);
    QTest::mouseMove(&tab().shapes().canvas(), at->center().toPoint());
    settle();
    QCOMPARE(session().scene().element, std::optional<Index>(20));
    QVERIFY(!session().scene().elementLocked);
    key(Qt::Key_Return);
    QVERIFY(session().scene().elementLocked);
}

void TestShapesView::tokens_are_scrolled_by_wheel_bar_and_cursor() {
    open("ticket-learnt-en");
    ShapesOptions options = session().options();
    options.wrongShown = true;
    session().setOptions(options);
    settle();
    const auto transpose = session().scene().model->right.arrangedStep();
    moveTo(transpose, 1);
    ShapesCanvas& canvas = tab().shapes().canvas();
    const auto shown = [&] { return canvas.geometryNow().tokens; };
    QVERIFY(canvas.geometryNow().wrong);
    const Index count = shown().count;
    QVERIFY(count > 1 && count < 10);
    QCOMPARE(shown().first, Index{0});
    auto* bar = canvas.findChild<QScrollBar*>();
    QVERIFY(bar && bar->isVisible());
    QCOMPARE(bar->maximum(), static_cast<int>(10 - count));
    QVERIFY(canvas.geometryNow().remark.contains(bar->geometry().center()));
    const auto turn = [&](int by) {
        const QPointF at = canvas.geometryNow().before.space.center();
        QWheelEvent wheel(at, canvas.mapToGlobal(at), {}, {0, by}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&canvas, &wheel);
        settle();
    };
    const QImage atFirst = picture();
    turn(-120);
    QCOMPARE(shown().first, Index{1});
    QCOMPARE(bar->value(), 1);
    QVERIFY(picture() != atFirst);
    turn(600);
    QCOMPARE(shown().first, Index{0});
    bar->setValue(bar->maximum());
    settle();
    QCOMPARE(shown().first, 10 - count);
    QCOMPARE(position().move, transpose); // time stands still
    // The cursor brings its token into the picture.
    key(Qt::Key_Down);
    QCOMPARE(session().scene().element, std::optional<Index>(0));
    QCOMPARE(shown().first, Index{0});
    QVERIFY(canvas.elementRect(0));
    for (Index token = 0; token < count; ++token)
        key(Qt::Key_Down);
    QCOMPARE(shown().first, Index{1});
    QVERIFY(canvas.elementRect(*session().scene().element));
    QCOMPARE(picture(), freshPicture());
    // Another sentence begins with its first token.
    key(Qt::Key_Escape);
    bar->setValue(bar->maximum());
    open("ticket-learnt");
    QCOMPARE(session().options().firstToken, Index{0});
}

void TestShapesView::f11_keeps_the_moment() {
    moveTo(AtTranspose, 0.5);
    key(Qt::Key_F11);
    QVERIFY(m_window->workspace().display().presentation);
    QVERIFY(tab().shapes().isVisible());
    QCOMPARE(position().move, std::size_t{AtTranspose});
    QCOMPARE(position().progress, 0.5);
    key(Qt::Key_Escape);
    QVERIFY(!m_window->workspace().display().presentation);
    QCOMPARE(position().progress, 0.5);
}

void TestShapesView::undo_of_an_edit_in_the_middle_of_a_move() {
    moveTo(AtTranspose, 0.5);
    const QImage before = picture();
    const Experiment original = m_window->workspace().experiment();
    m_window->workspace().document().edit(
        QStringLiteral("another number"),
        withCell(original, TensorName::QueryInput, {0, 0, 0}, 77.0F).value());
    settle();
    QCOMPARE(position().progress, 0.5);
    QVERIFY(picture() != before);
    QCOMPARE(picture(), freshPicture());
    key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(m_window->workspace().experiment() == original);
    QCOMPARE(position().move, std::size_t{AtTranspose});
    QCOMPARE(position().progress, 0.5);
    QCOMPARE(picture(), before);
}

void TestShapesView::heads_change_in_the_middle_of_a_move() {
    moveTo(AtTranspose, 0.4);
    key(Qt::Key_Down); // an element is asked for
    for (const Index heads : {2, 1, 6, 3}) {
        m_window->workspace().document().edit(
            QStringLiteral("heads"), withHeads(m_window->workspace().experiment(), heads).value());
        settle();
        QCOMPARE(session().scene().model->right.sizes().heads, heads);
        QCOMPARE(position().move, std::size_t{AtTranspose});
        // Its time may be rounded to a microsecond.
        QVERIFY(std::abs(position().progress - 0.4) < 1e-4);
        QCOMPARE(picture(), freshPicture());
    }
}

void TestShapesView::heads_change_while_it_plays() {
    moveTo(AtView, 1);
    key(Qt::Key_Space);
    animation().setElapsed(animation().timeline().timeOf(AtTranspose, 0.5) -
                           session().scene().playback.from);
    m_window->workspace().document().edit(QStringLiteral("heads"),
                                          withHeads(m_window->workspace().experiment(), 2).value());
    settle();
    QVERIFY(session().scene().playback.playing);
    animation().setElapsed(animation().timeline().duration());
    QVERIFY(!session().scene().playback.playing);
    QCOMPARE(position().move, std::size_t{AtTranspose});
    QCOMPARE(position().progress, 1.0);
    QCOMPARE(picture(), freshPicture());
}

void TestShapesView::tokens_change_in_the_middle_of_a_move() {
    moveTo(AtReshape, 0.7);
    QSpinBox* tokens = spinBoxNamed(*m_window, QStringLiteral("Sequence length"));
    QVERIFY(tokens);
    tokens->setValue(5);
    settle();
    QCOMPARE(m_window->workspace().experiment().queryLength(), Index{5});
    QCOMPARE(session().scene().model->right.sizes().sequence, Index{5});
    QCOMPARE(position().move, std::size_t{AtReshape});
    QVERIFY(std::abs(position().progress - 0.7) < 1e-4);
    QCOMPARE(picture(), freshPicture());
    tab().shapes().setFocus();
    key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(session().scene().model->right.sizes().sequence, Index{3});
}

void TestShapesView::languages_and_themes_in_the_middle_of_a_move() {
    moveTo(AtTranspose, 0.5);
    const QImage english = picture();
    m_window->setLanguage(Language::Chinese);
    settle();
    QVERIFY(picture() != english);
    QCOMPARE(picture(), freshPicture());
    m_window->findChild<Appearance*>()->setTheme(ThemeChoice::Dark);
    settle();
    QCOMPARE(picture(), freshPicture());
    m_window->setLanguage(Language::English);
    m_window->findChild<Appearance*>()->setTheme(ThemeChoice::Light);
    settle();
    QCOMPARE(position().progress, 0.5);
    QCOMPARE(picture(), english);
}

void TestShapesView::a_size_changes_nothing_else() {
    open("ticket"); // d_model 4, but d_k 4 by hand: heads·d_k is 16
    const AttentionConfig before = m_window->workspace().experiment().config;
    QSpinBox* tokens = spinBoxNamed(*m_window, QStringLiteral("Sequence length"));
    QVERIFY(tokens);
    tokens->setValue(7);
    settle();
    QCOMPARE(m_window->workspace().experiment().queryLength(), Index{7});
    QVERIFY(m_window->workspace().experiment().config == before);
    QSpinBox* heads = spinBoxNamed(*m_window, QStringLiteral("Number of heads"));
    QVERIFY(heads);
    heads->setValue(2);
    settle();
    const AttentionConfig after = m_window->workspace().experiment().config;
    QCOMPARE(after.modelDim, before.modelDim);
    QCOMPARE(after.heads, Index{2});
    QCOMPARE(after.keyDim, std::optional<Index>(8));
    QCOMPARE(session().scene().model->right.sizes().headDim, Index{8});
}

void TestShapesView::sizes_that_do_not_divide_are_refused() {
    const Experiment before = m_window->workspace().experiment();
    QSpinBox* heads = spinBoxNamed(*m_window, QStringLiteral("Number of heads"));
    QVERIFY(heads);
    heads->setValue(4);
    settle();
    QVERIFY(m_window->workspace().experiment() == before);
    QVERIFY2(heads->accessibleDescription().contains(
                 QStringLiteral("4 heads do not divide d_model = 6")),
             qPrintable(heads->accessibleDescription()));
    heads->setValue(6);
    settle();
    QCOMPARE(m_window->workspace().experiment().config.heads, Index{6});
}

void TestShapesView::a_size_that_cannot_be_marks_its_field() {
    const Experiment before = m_window->workspace().experiment();
    QSpinBox* batch = spinBoxNamed(*m_window, QStringLiteral("Batch size"));
    QSpinBox* tokens = spinBoxNamed(*m_window, QStringLiteral("Sequence length"));
    QVERIFY(batch && tokens);
    batch->setValue(9999999);
    settle();
    QVERIFY(m_window->workspace().experiment() == before);
    QCOMPARE(batch->value(), 9999999); // as it was typed, and why not
    QVERIFY2(batch->accessibleDescription().contains(QStringLiteral("9999999")),
             qPrintable(batch->accessibleDescription()));
    // Another field is another try: what was refused before is given up.
    tokens->setValue(2);
    settle();
    QCOMPARE(batch->value(), 2);
    QVERIFY(!batch->accessibleDescription().contains(QStringLiteral("9999999")));
    QCOMPARE(session().scene().model->right.sizes().sequence, Index{2});
}

void TestShapesView::so_does_one_of_numbered_elements() {
    ShapesOptions options = session().options();
    options.values = ShapesValues::Arange;
    session().setOptions(options);
    settle();
    const LayoutSizes before = session().scene().model->right.sizes();
    QSpinBox* batch = spinBoxNamed(*m_window, QStringLiteral("Batch size"));
    QSpinBox* tokens = spinBoxNamed(*m_window, QStringLiteral("Sequence length"));
    batch->setValue(9999999);
    settle();
    QVERIFY(session().scene().error);
    QVERIFY2(batch->accessibleDescription().contains(translated(*session().scene().error)),
             qPrintable(batch->accessibleDescription()));
    QVERIFY(session().scene().model->right.sizes() == before); // the picture stays
    batch->setValue(3);
    settle();
    QVERIFY(!session().scene().error);
    QVERIFY(!batch->accessibleDescription().contains(QStringLiteral("more than")));
    QCOMPARE(session().scene().model->right.sizes().batch, Index{3});
    tokens->setValue(9999999);
    settle();
    QVERIFY(tokens->accessibleDescription().contains(QStringLiteral("more than")));
    QVERIFY(!batch->accessibleDescription().contains(QStringLiteral("more than")));
}

void TestShapesView::attention_of_both_ways_differs() {
    open("ticket");
    const QImage without = picture();
    ShapesOptions options = session().options();
    options.attentionShown = true;
    session().setOptions(options);
    settle();
    const ShapesModel& model = *session().scene().model;
    QVERIFY(model.hasAttention());
    // The right ones are the experiment's own, to the bit.
    const Tensor& traced =
        m_window->workspace().scene().trace->find(TensorName::AttentionWeights)->result;
    QVERIFY((*model.rightAttention)[TensorName::AttentionWeights] == traced);
    QVERIFY(!((*model.wrongAttention)[TensorName::AttentionWeights] == traced));
    QVERIFY(picture() != without);
}

void TestShapesView::keys_in_the_strip_are_steps_of_the_picture() {
    m_window->workspace().showStage(Stage::Weights);
    settle();
    auto* strip = m_window->findChild<PipelineStrip*>();
    QTest::mouseClick(strip, Qt::LeftButton, {}, strip->markOf(Stage::Split).toPoint());
    settle();
    moveTo(0, 0);
    strip->setFocus();
    key(Qt::Key_Right);
    QCOMPARE(&m_window->pages().page(), m_window->pages().find("shapes"));
    QTRY_VERIFY(std::pair(position().move, position().progress) > std::pair(std::size_t{0}, 0.0));
    m_window->showPage("heads");
    settle();
    QCOMPARE(m_window->workspace().selection().stage, Stage::Weights);
}

void TestShapesView::words_beside_the_picture_point_into_it() {
    const auto rings = [&] {
        return pointedRings(session().scene(), tab().shapes().canvas().geometryNow());
    };
    const auto inside = [](const std::vector<QRectF>& all, const QRectF& rect) {
        return std::ranges::count_if(
            all, [&](const QRectF& ring) { return ring.contains(rect.center()); });
    };
    moveTo(AtTranspose, 1);
    QVERIFY(rings().empty());
    const Journey& journey = session().scene().model->right;
    const ShapesGeometry& geometry = tab().shapes().canvas().geometryNow();
    // A head: its numbers in both tensors, and no others.
    PointedAt head;
    head.panel = 1;
    PointedAt token;
    token.row = 2;
    for (const PointedAt& at : {head, token}) {
        const QImage before = picture();
        m_window->workspace().point({at});
        settle();
        QVERIFY(picture() != before);
        for (Index element = 0; element < journey.elementCount(); ++element) {
            const ElementHome home = journey.homeOf(element);
            const bool meant = home.sample == 0 && (!at.panel || home.head == *at.panel) &&
                               (!at.row || home.token == *at.row);
            for (const auto& [step, blocks] : {std::pair(AtView, &geometry.before.blocks),
                                               std::pair(AtTranspose, &geometry.after->blocks)})
                QCOMPARE(inside(rings(), cellRect(*blocks, journey.cellOf(step, element))),
                         meant ? 1 : 0);
        }
    }
    // A stop of the strip: the whole tensor that it comes to; a pair of tokens has no place here.
    PointedAt stop;
    stop.stage = Stage::Split;
    m_window->workspace().point({stop});
    settle();
    QCOMPARE(rings().size(), std::size_t{1});
    for (Index element = 0; element < journey.elementCount(); ++element) {
        const QRectF rect = cellRect(geometry.after->blocks, journey.cellOf(AtTranspose, element));
        QVERIFY(rings().front().contains(rect));
    }
    PointedAt pair = token;
    pair.column = 1;
    m_window->workspace().point({pair});
    settle();
    QVERIFY(rings().empty());
    m_window->workspace().point({});
}

void TestShapesView::a_large_tensor_leaves_the_window_free() {
    ShapesOptions options = session().options();
    options.values = ShapesValues::Arange;
    options.sizes = {16, 1024, 16, 64}; // 2^24 elements
    const auto small = session().scene().model;
    session().setOptions(options);
    // The request is in work elsewhere; the picture of before still answers.
    QCOMPARE(session().scene().model, small);
    session().hover(3);
    QCOMPARE(session().scene().element, std::optional<Index>(3));
    session().finish();
    QCOMPARE(session().scene().model->right.elementCount(), Index{1} << 24);
    moveTo(AtTranspose, 0.5);
    QVERIFY(!picture().isNull());
    session().hover(Index{1} << 23);
    // The magnifier shows the element and its neighbours.
    QCOMPARE(picture(), freshPicture());
    QVERIFY(tab().shapes().status().contains(QString::number(1 << 23)));
}

void TestShapesView::what_is_too_large_is_said() {
    const auto small = session().scene().model;
    ShapesOptions options = session().options();
    options.values = ShapesValues::Arange;
    options.sizes = {17, 1024, 16, 64};
    session().setOptions(options);
    session().finish();
    QVERIFY(session().scene().error);
    QCOMPARE(session().scene().model, small);
    QVERIFY(!tab().shapes().status().isEmpty());
    options.sizes = {2, 3, 3, 2};
    session().setOptions(options);
    session().finish();
    QVERIFY(!session().scene().error);
}

void TestShapesView::every_number_of_the_ticket_can_be_read_on_a_small_screen_data() {
    QTest::addColumn<bool>("folded");
    QTest::addColumn<int>("step");
    for (const bool folded : {false, true}) {
        for (const StepOfSplit step : {AtX, AtProjection, AtView, AtTranspose, AtReshape})
            QTest::addRow("%s_%d", folded ? "folded" : "open", static_cast<int>(step))
                << folded << static_cast<int>(step);
    }
}

/// In the cells, or where they have no room for numbers, in a lens that the status line tells of.
void TestShapesView::every_number_of_the_ticket_can_be_read_on_a_small_screen() {
    QFETCH(const bool, folded);
    QFETCH(const int, step);
    open("ticket");
    m_window->resize(1024, 768);
    settle();
    if (folded)
        key(Qt::Key_F9);
    moveTo(static_cast<std::size_t>(step), 1);
    ShapesCanvas& canvas = tab().shapes().canvas();
    QCOMPARE(tab().shapes().status().contains(magnifierHint()), !canvas.showsNumbers());
    const Journey& journey = session().scene().model->right;
    const auto count = [](const std::vector<WrittenText>& texts, const QString& wanted) {
        return std::ranges::count(texts, wanted, &WrittenText::text);
    };
    if (canvas.showsNumbers() || !journey.follows(static_cast<std::size_t>(step)))
        return;
    const std::vector<WrittenText> before = textsOf(canvas);
    for (const Index element : {Index{0}, Index{37}, Index{159}}) {
        session().hover(element);
        settle();
        const std::vector<WrittenText> texts = textsOf(canvas);
        const Tensor& values = journey[journey.firstStep()].tensor;
        const QString number = elementText(values.at(journey.cellOf(journey.firstStep(), element)));
        QVERIFY2(count(texts, number) > 0, qPrintable(number));
        QVERIFY(texts.size() > before.size() + 15); // and those around it
        const QString word = session().scene().words[0].value(journey.homeOf(element).token);
        QVERIFY(!word.isEmpty() && tab().shapes().status().contains(word));
        // In the lens, too.
        const auto named = [&](const WrittenText& text) { return text.text.contains(word[0]); };
        QVERIFY(std::ranges::count_if(texts, named) > std::ranges::count_if(before, named));
    }
}

void TestShapesView::a_number_that_is_no_share_is_rounded() {
    QCOMPARE(elementText(0.996F), QStringLiteral("1.00"));
    QCOMPARE(elementText(-0.996F), QStringLiteral("−1.00"));
    QCOMPARE(elementText(0.004F), QStringLiteral("<.01"));
    QCOMPARE(elementText(0.57F), QStringLiteral("0.57"));
}

HEADSCOPE_TEST(TestShapesView, QApplication)
#include "test_shapes_view.moc"
