// SPDX-License-Identifier: GPL-3.0-or-later
// The controls over the view say and offer what means something there; and an example
// opens on what it is about.
#include "controls/segmented_control.h"
#include "document/profile.h"
#include "editors/mask_panel.h"
#include "editors/setup_panel.h"
#include "editors/tensors/tensor_panel.h"
#include "editors/token_edit.h"
#include "examples/examples.h"
#include "examples/learnt_example.h"
#include "experiment/edits/edit.h"
#include "formats/npy/npy.h"
#include "forms/fold_section.h"
#include "jobs/animation.h"
#include "learning/training/evaluation.h"
#include "lessons/lesson_session.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/lines/lines_view.h"
#include "pages/page_time.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_view.h"
#include "pages/steps/steps_canvas.h"
#include "pages/train/train_page.h"
#include "plots/matrix_plot.h"
#include "support/edits.h"
#include "support/tensor_files.h"
#include "support/test_program.h"
#include "support/text_probe.h"
#include "support/window_harness.h"
#include "training/training_session.h"
#include "type/fonts.h"
#include "window/actions.h"
#include "window/frame/begin_here.h"
#include "window/frame/page_stack.h"
#include "window/main_window.h"
#include "window/style.h"
#include "words/learnt_words.h"
#include "words/numbers/range_words.h"
#include "words/statements.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSlider>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUndoStack>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

class TestViewControls : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup() {
        m_window.reset();
        useLanguage(Language::English);
    }
    void rows_are_keys_only_where_there_are_keys_data();
    void rows_are_keys_only_where_there_are_keys();
    void the_choice_is_remembered();
    void the_first_window_is_small_data();
    void the_first_window_is_small();
    void the_first_window_claims_what_was_measured_data();
    void the_first_window_claims_what_was_measured();
    void a_narrow_window_claims_it_as_well_data() {
        the_first_window_claims_what_was_measured_data();
    }
    void a_narrow_window_claims_it_as_well();
    void the_first_question_is_what_the_head_has_learnt_data();
    void the_first_question_is_what_the_head_has_learnt();
    void no_foreign_word_stands_without_gloss_data();
    void no_foreign_word_stands_without_gloss();
    void new_words_are_named_and_lead_to_train();
    void the_setup_is_as_high_as_what_it_says();
    void learnt_and_random_change_places();
    void what_is_unfolded_is_remembered();
    void three_doors_lead_in();
    void colours_are_offered_where_they_do_something();
    void colours_are_chosen_on_every_page_of_matrices_data();
    void colours_are_chosen_on_every_page_of_matrices();
    void values_only_where_they_fit();
    void a_range_is_typed_and_remembered();
    void a_question_about_a_mask_is_in_view_data();
    void a_question_about_a_mask_is_in_view();
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
    m_window = shownWindow(findExample(id)->source());
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
        if (stage == Stage::Dropped || stage == Stage::Rotated) // the ticket has neither
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

namespace {

/// What can be pressed or typed into; a choice of one from several, as the tabs are, counted once.
QStringList controlsOf(const QWidget& window) {
    QStringList found;
    for (const auto* bar : window.findChildren<QMenuBar*>()) {
        for (const QAction* menu : bar->actions()) {
            if (bar->isVisible() && menu->isVisible())
                found << QStringLiteral("menu ") + menu->text();
        }
    }
    for (const auto* bar : window.findChildren<QTabBar*>()) {
        if (bar->isVisible())
            found << QStringLiteral("tabs");
    }
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !widget->isEnabled() || widget->visibleRegion().isEmpty())
            continue;
        const QWidget* parent = widget->parentWidget();
        if (qobject_cast<const QAbstractSpinBox*>(parent) ||
            qobject_cast<const QComboBox*>(parent) ||
            qobject_cast<const SegmentedControl*>(parent) || qobject_cast<const QTabBar*>(parent) ||
            qobject_cast<const QMenuBar*>(parent))
            continue;
        const auto* text = qobject_cast<const QPlainTextEdit*>(widget);
        if (qobject_cast<const QAbstractButton*>(widget) ||
            qobject_cast<const QComboBox*>(widget) ||
            qobject_cast<const QAbstractSpinBox*>(widget) ||
            qobject_cast<const QLineEdit*>(widget) ||
            qobject_cast<const SegmentedControl*>(widget) || qobject_cast<const QSlider*>(widget) ||
            (text && !text->isReadOnly()))
            found << QString::fromLatin1(widget->metaObject()->className()) + u' ' +
                         widget->accessibleName();
    }
    return found;
}

} // namespace

void TestViewControls::the_first_window_is_small_data() {
    QTest::addColumn<bool>("chinese");
    QTest::addColumn<QByteArray>("example");
    QTest::newRow("en") << false << QByteArray("ticket");
    QTest::newRow("zh") << true << QByteArray("ticket");
    QTest::newRow("as it opens, en") << false << QByteArray("ticket-learnt-en");
    QTest::newRow("as it opens, zh") << true << QByteArray("ticket-learnt");
}

void TestViewControls::the_first_window_is_small() {
    QFETCH(bool, chinese);
    QFETCH(QByteArray, example);
    useLanguage(chinese ? Language::Chinese : Language::English);
    Preferences fresh;
    fresh.language = chinese ? Language::Chinese : Language::English;
    QVERIFY(example == "ticket" || examplesIn(fresh.language).front()->id == example.toStdString());
    MainWindow window(findExample(example.toStdString())->source(), fresh);
    window.setRemembering(false);
    window.resize(1440, 900);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.settle();
    const QStringList controls = controlsOf(window);
    const PageStack::Tab* text = nullptr;
    int tabs = 0;
    const std::vector<PageStack::Tab> pages = window.pages().tabs();
    for (const PageStack::Tab& tab : pages) {
        tabs += tab.open && tab.reach == Reach::Tab ? 1 : 0;
        text = tab.reach == Reach::WayOf && tab.open ? &tab : text;
    }
    QCOMPARE(tabs, 4);
    QVERIFY(text); // by a switch in Lines, or its key
    const auto menus = controls.filter(QRegularExpression(QStringLiteral("^menu "))).size();
    QCOMPARE(menus, 6);
    QVERIFY2(controls.size() - menus <= 25, qPrintable(controls.join(u'\n')));
    // No answer that nobody asked for.
    QCOMPARE(window.page<HeadsPage>().heads().panels().size(), std::size_t{4});
    window.showPage("shapes");
    window.settle();
    QVERIFY(!window.page<ShapesPage>().session().options().wrongShown);
    QVERIFY(!window.page<ShapesPage>().session().options().placesShown);
    useLanguage(Language::English);
}

void TestViewControls::a_narrow_window_claims_it_as_well() {
    QFETCH(const Language, language);
    open(examplesIn(language).front()->id.data());
    useLanguage(language);
    m_window->resize(1024, 768);
    settle();
    auto& view = *m_window->findChild<HeadsView*>();
    for (int head = 0; head < 4; ++head) {
        m_window->workspace().showPanel(head);
        settle();
        QVERIFY(view.valuesFit());
        const auto found = headLearnt(m_window->workspace().scene().run->origin(), "", head);
        QString all;
        for (const WrittenText& text : textsOf(view))
            all += text.text + u'\n';
        QVERIFY2(!view.picture().isNoteCut(), qPrintable(all));
        const QString title =
            all.section(u'\n', 0, 6); // the badge, and what stands behind it, in pieces
        for (const HeadLearnt::Job& job : found->jobs) {
            QVERIFY2(title.contains(job.relation), qPrintable(all));
            QVERIFY2(all.contains(job.share), qPrintable(all));
        }
    }
    // On a screen of that size a title bar and a panel take height; numbers are still there.
    m_window->resize(1024, 700);
    settle();
    QVERIFY(view.valuesFit());
}

void TestViewControls::the_first_window_claims_what_was_measured_data() {
    QTest::addColumn<Language>("language");
    QTest::newRow("en") << Language::English;
    QTest::newRow("zh") << Language::Chinese;
}

void TestViewControls::the_first_window_claims_what_was_measured() {
    QFETCH(const Language, language);
    const Example& first = *examplesIn(language).front();
    open(first.id.data());
    useLanguage(language);
    settle();
    const LearntModel model = readLearntModel(learntData(first.id)).value();
    const Evaluation evaluation = *evaluate(model.learner, model.parameters);
    const auto written = [](double share) {
        QString text = QString::number(share, 'f', 2);
        return text.startsWith(u'0') ? text.mid(1) : text;
    };
    const auto& view = *m_window->findChild<HeadsView*>();
    const QString all = weightsSentence(m_window->workspace().scene().run->origin(), "");
    for (int head = 0; head < 4; ++head) {
        m_window->workspace().showPanel(head);
        settle();
        int jobs = 0;
        double most = 0;
        for (const Agreement& agreement : evaluation.agreement) {
            if (agreement.head != head)
                continue;
            most = std::max(most, agreement.share);
            if (agreement.share < HeadEvidence::leastShare)
                continue;
            ++jobs;
            const std::string& name =
                model.learner.data().relations[static_cast<std::size_t>(agreement.relation)].name;
            const QString claim = relationName(name) + u' ' + written(agreement.share);
            QVERIFY2(view.picture().writtenNote().contains(claim),
                     qPrintable(view.picture().writtenNote()));
            QVERIFY(view.picture().writtenNote().contains(written(agreement.chance)));
            QVERIFY2(all.contains(claim), qPrintable(all));
        }
        const auto found = headLearnt(m_window->workspace().scene().run->origin(), "", head);
        QVERIFY(found);
        QCOMPARE(found->jobs.size(), qsizetype{jobs});
        if (jobs == 0) // it is said to have none
            QVERIFY(view.picture().writtenNote().contains(written(most)) &&
                    found->brief.contains(written(most)));
        // The other pages say the same.
        m_window->showPage("lines");
        settle();
        const auto& lines = *m_window->findChild<LinesView*>();
        QVERIFY(lines.accessibleDescription().contains(found->evidence) ||
                lines.accessibleDescription().contains(all));
        m_window->showPage("steps");
        settle();
        const auto& steps = *m_window->findChild<StepsCanvas*>();
        QVERIFY2(steps.accessibleDescription().contains(found->evidence),
                 qPrintable(steps.accessibleDescription()));
        m_window->showPage("heads");
        settle();
    }
}

void TestViewControls::the_first_question_is_what_the_head_has_learnt_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QStringList>("pairs"); // by the grammar of the sentence
    // Tom books and helps.
    QTest::newRow("en") << QByteArray("ticket-learnt-en")
                        << QStringList{QStringLiteral("book Tom"), QStringLiteral("help Tom")};
    // Whom one asks and helps, what is booked, where one goes for it.
    QTest::newRow("zh") << QByteArray("ticket-learnt")
                        << QStringList{QStringLiteral("请 李雷"), QStringLiteral("帮 我"),
                                       QStringLiteral("订了 机票"), QStringLiteral("去 机票")};
}

void TestViewControls::the_first_question_is_what_the_head_has_learnt() {
    QFETCH(const QByteArray, id);
    QFETCH(const QStringList, pairs);
    open(id.constData());
    const auto& asked = m_window->workspace().selection().hovered;
    QVERIFY(asked && asked->panel == 0);
    const TokenList& tokens = m_window->workspace().experiment().tokens.front();
    const auto word = [&tokens](Index place) {
        return QString::fromStdString(tokens[static_cast<std::size_t>(place)]);
    };
    const QString pair = word(asked->row) + u' ' + word(asked->column);
    QVERIFY2(pairs.contains(pair), qPrintable(pair));
}

void TestViewControls::no_foreign_word_stands_without_gloss_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<Language>("language");
    for (const Language language : {Language::English, Language::Chinese}) {
        for (const Example* example : examplesIn(language)) {
            if (!example->focus.allLayers)
                QTest::addRow("%s %s", example->id.data(), qPrintable(languageCode(language)))
                    << QByteArray(example->id.data()) << language;
        }
    }
}

void TestViewControls::no_foreign_word_stands_without_gloss() {
    QFETCH(const QByteArray, id);
    QFETCH(const Language, language);
    open(id.constData());
    useLanguage(language);
    settle();
    static const QRegularExpression chinese(QStringLiteral("\\p{Han}"));
    static const QRegularExpression english(QStringLiteral("[A-Za-z]{2}"));
    const QRegularExpression& foreign = language == Language::English ? chinese : english;
    const auto& view = *m_window->findChild<HeadsView*>();
    const auto& plot = *view.findChild<MatrixPlot*>();
    int glosses = 0;
    for (const Qt::Orientation side : {Qt::Horizontal, Qt::Vertical}) {
        for (const TokenLabel& label : plot.labels(side)) {
            QVERIFY2(!label.text.contains(foreign) || !label.gloss.isEmpty(),
                     qPrintable(label.text));
            QVERIFY(!label.gloss.contains(foreign));
            QVERIFY(!label.gloss.contains(u'…'));
            glosses += label.gloss.isEmpty() ? 0 : 1;
        }
    }
    // Who types a sentence knows what it means.
    auto* tokens = m_window->findChild<TokenEdit*>();
    tokens->setPlainText(tokens->toPlainText() + QStringLiteral(" x"));
    settle();
    for (const Qt::Orientation side : {Qt::Horizontal, Qt::Vertical}) {
        for (const TokenLabel& label : plot.labels(side))
            QVERIFY(label.gloss.isEmpty());
    }
    if (id == "ticket" && language == Language::English)
        QCOMPARE(glosses, 20);
}

void TestViewControls::the_setup_is_as_high_as_what_it_says() {
    m_window = shownWindow(findExample("ticket-learnt-en")->source());
    SetupPanel& setup = *m_window->findChild<SetupPanel*>();
    const int before = setup.height();
    Document& document = m_window->workspace().document();
    document.edit(QStringLiteral("words"),
                  *withTokens(*document.experiment(), TokenSide::Query, 0,
                              {"a", "green", "dragon", "asked", "for", "seven", "sandwiches"}));
    settle();
    QCoreApplication::processEvents();
    QVERIFY(setup.height() > before); // it says which words are new
    document.undoStack().undo();
    settle();
    QTest::qWait(50);
    QCOMPARE(setup.height(), before);
}

void TestViewControls::new_words_are_named_and_lead_to_train() {
    open("ticket-learnt-en");
    auto* setup = m_window->findChild<SetupPanel*>();
    const auto& view = *m_window->findChild<HeadsView*>();
    const auto& plot = *view.findChild<MatrixPlot*>();
    QLabel* said = nullptr;
    for (QLabel* label : setup->findChildren<QLabel*>()) {
        if (label->textInteractionFlags().testFlag(Qt::LinksAccessibleByKeyboard))
            said = label;
    }
    QVERIFY(said && !said->isVisible());
    const auto marked = [&] {
        QStringList words;
        for (const TokenLabel& label : plot.labels(Qt::Vertical)) {
            if (label.text.endsWith(u'*'))
                words << label.text;
        }
        return words;
    };
    QCOMPARE(marked(), QStringList());
    auto* tokens = m_window->findChild<TokenEdit*>();
    tokens->setPlainText(QStringLiteral("I had Lucy help me book the ticket to Oslo"));
    settle();
    QVERIFY(said->isVisible());
    QVERIFY2(said->text().startsWith(QStringLiteral("2 of 10 words")), qPrintable(said->text()));
    QCOMPARE(marked(), (QStringList{QStringLiteral("Lucy*"), QStringLiteral("Oslo*")}));
    QVERIFY(view.picture().writtenNote().contains(u'*'));
    // Undo takes it back; known words are no new ones.
    m_window->workspace().document().undoStack().undo();
    settle();
    QVERIFY(!said->isVisible());
    QCOMPARE(marked(), QStringList());
    tokens->setPlainText(QStringLiteral("I had Lily help me book the ticket to Oslo"));
    settle();
    QVERIFY2(said->text().startsWith(QStringLiteral("1 of 10 words")), qPrintable(said->text()));
    Q_EMIT said->linkActivated(QStringLiteral("#learn"));
    settle();
    QCOMPARE(&m_window->pages().page(), m_window->pages().find("train"));
    auto& train = m_window->page<TrainPage>();
    train.session().finish();
    settle();
    const TrainingMoment& moment = train.session().moment();
    QVERIFY(!moment.isEmpty());
    QVERIFY(moment.learner->data().words.find("Oslo"));
    QCOMPARE(moment.stepsDone, Index{0});
    QCOMPARE(tokensText(moment.learner->data().watchedTokens),
             std::string("I had Lily help me book the ticket to Oslo"));
}

void TestViewControls::learnt_and_random_change_places() {
    open("ticket-learnt");
    const Experiment learnt = m_window->workspace().experiment();
    const QString name = QStringLiteral("Weights: learnt or random");
    auto* choice = qobject_cast<SegmentedControl*>(control(name));
    QVERIFY(choice && choice->isVisible());
    QCOMPARE(choice->current(), 0);
    const QList<QAbstractButton*> buttons = choice->findChildren<QAbstractButton*>();
    QUndoStack& undo = m_window->workspace().document().undoStack();
    const int before = undo.index();
    buttons[0]->click(); // it is
    QCOMPARE(undo.index(), before);
    buttons[1]->click();
    settle();
    QCOMPARE(undo.index(), before + 1);
    QVERIFY(m_window->workspace().experiment().queryInput == learnt.queryInput);
    QVERIFY(m_window->workspace().scene().run->origin().weights == WeightOrigin::Drawn);
    buttons[0]->click();
    settle();
    QVERIFY(m_window->workspace().experiment() == learnt);
    undo.undo();
    settle();
    QCOMPARE(choice->current(), 1);
    undo.undo();
    settle();
    QCOMPARE(choice->current(), 0);
    // Of other sizes there are none, and the switch shows what there is.
    const Experiment wide =
        withWeightSource(withModelDim(learnt, 20).value(), {WeightSource::Kind::Random});
    m_window->workspace().document().edit(QStringLiteral("wide"), wide);
    settle();
    buttons[0]->click();
    settle();
    QVERIFY(m_window->workspace().experiment() == wide);
    QCOMPARE(choice->current(), 1);
    // Where nothing was learnt there is no choice.
    open("ticket");
    QVERIFY(!control(name)->isVisible());
}

void TestViewControls::what_is_unfolded_is_remembered() {
    MainWindow window(findExample("ticket")->make(), Preferences());
    window.setRemembering(false);
    window.resize(1440, 900);
    window.show();
    window.settle();
    auto* setup = window.findChild<SetupPanel*>();
    auto* tensors = window.findChild<TensorPanel*>();
    QVERIFY(!tensors->isVisible());
    QSignalSpy chosen(setup, &SetupPanel::unfoldedChosen);
    setup->findChild<FoldSection*>(QStringLiteral("tensors"))->heading()->click();
    QVERIFY(tensors->isVisible());
    setup->findChild<FoldSection*>(QStringLiteral("masks"))->heading()->click();
    const QStringList names = chosen.last().front().toStringList();
    QCOMPARE(names, (QStringList{QStringLiteral("masks"), QStringLiteral("tensors")}));
    Preferences next;
    next.setupUnfolded = names;
    MainWindow again(findExample("ticket")->make(), next);
    QVERIFY(again.findChild<FoldSection*>(QStringLiteral("masks"))->isOpen());
    QVERIFY(!again.findChild<FoldSection*>(QStringLiteral("sizes"))->isOpen());
}

void TestViewControls::three_doors_lead_in() {
    MainWindow window(findExample("ticket")->make(), Preferences());
    window.setRemembering(false);
    window.resize(1440, 900);
    window.show();
    window.settle();
    auto* begin = window.findChild<BeginHere*>();
    const QList<Door*> doors = begin->findChildren<Door*>();
    QCOMPARE(doors.size(), 3);
    QVERIFY(begin->isVisible());
    doors[2]->click();
    QCOMPARE(QApplication::focusWidget(), window.findChild<TokenEdit*>());
    QVERIFY(window.findChild<TokenEdit*>()->textCursor().hasSelection());
    doors[1]->click();
    window.settle();
    QCOMPARE(&window.pages().page(), window.pages().find("steps"));
    QVERIFY(window.pages().page().time()->animation().state().playing);
    window.pages().page().time()->animation().pause();
    doors[0]->click();
    window.settle();
    QVERIFY(window.lessonSession().lesson());
    QVERIFY(!begin->isVisibleTo(begin->parentWidget())); // beside a lesson they are in the way
    window.lessonSession().close();
    window.settle();
    QVERIFY(begin->isVisible());
    window.setProfile(profileFrom("tokens").value());
    QVERIFY(!begin->isVisible());
    window.setProfile(Profile());
    QVERIFY(begin->isVisible());
    QAction* back = nullptr;
    for (QAction* each : window.findChildren<QAction*>()) {
        if (each->text().remove(u'&') == QStringLiteral("Begin here"))
            back = each;
    }
    begin->findChild<QPushButton*>()->click();
    QVERIFY(!begin->isVisible());
    QVERIFY(!back->isChecked());
    back->trigger();
    QVERIFY(begin->isVisible());
}

void TestViewControls::colours_are_offered_where_they_do_something() {
    open("ticket");
    for (const Stage stage : stagesOf(ScopeKind::Attention)) {
        if (stage == Stage::Dropped)
            continue;
        m_window->workspace().showStage(stage);
        settle();
        const bool sequential = isSequential(*shownTensor(m_window->workspace().scene()));
        QCOMPARE(control(QStringLiteral("Colour map"))->isVisible(), sequential);
        QVERIFY(control(QStringLiteral("Range of the colours"))->isVisible());
    }
    QCOMPARE(control(QStringLiteral("Sequence of the batch"))->isVisible(), false);
    open("causal-padding");
    QCOMPARE(control(QStringLiteral("Sequence of the batch"))->isVisible(), true);
}

void TestViewControls::colours_are_chosen_on_every_page_of_matrices_data() {
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<QSize>("size");
    for (const char* page : {"heads", "steps", "train", "paint"}) {
        for (const QSize size : {QSize(1440, 900), QSize(1024, 768)})
            QTest::addRow("%s, %d", page, size.width()) << QByteArray(page) << size;
    }
}

/// The map and the square root change the picture, and are the same on every other page.
void TestViewControls::colours_are_chosen_on_every_page_of_matrices() {
    QFETCH(const QByteArray, page);
    QFETCH(const QSize, size);
    open("ticket");
    m_window->resize(size);
    lookShortly(*m_window);
    m_window->workspace().showStage(Stage::Weights);
    m_window->showPage(page.toStdString());
    settle();
    if (page == "paint")
        paintPattern(*m_window);
    auto* map = qobject_cast<QComboBox*>(control(QStringLiteral("Colour map")));
    auto* root = qobject_cast<QToolButton*>(control(QStringLiteral("Square root")));
    QWidget& view = m_window->pages().page().view();
    for (QWidget* each : std::initializer_list<QWidget*>{map, root}) {
        QVERIFY(each->isVisible());
        QVERIFY(each->focusPolicy() & Qt::TabFocus);
        const QRect place(each->mapTo(&view, QPoint()), each->size());
        QVERIFY(view.rect().contains(place));
    }
    // Only where it does something: elsewhere one range holds, always.
    QCOMPARE(control(QStringLiteral("Range of the colours"))->isVisible(), page == "heads");
    const QImage before = view.grab().toImage();
    map->setCurrentIndex(2);
    Q_EMIT map->activated(2);
    settle();
    QCOMPARE(m_window->workspace().display().map, ColourMap::Magma);
    const QImage magma = view.grab().toImage();
    QVERIFY(magma != before);
    root->click();
    settle();
    QVERIFY(m_window->workspace().display().range.squareRoot);
    QVERIFY(root->isVisible() && root->isChecked());
    root->setChecked(false); // its own look apart
    const QImage spread = view.grab().toImage();
    root->setChecked(true);
    QVERIFY(spread != magma);
    // Where nothing but the strip has scores, a map of weights is no choice.
    if (page == "steps") {
        m_window->workspace().showStage(Stage::Scores);
        settle();
        QVERIFY(!map->isVisible() && root->isVisible());
    }
}

void TestViewControls::a_range_is_typed_and_remembered() {
    open("ticket");
    m_window->workspace().showStage(Stage::Weights);
    settle();
    auto* range = qobject_cast<QComboBox*>(control(QStringLiteral("Range of the colours")));
    const int last = range->count() - 1;
    const auto type = [&](const QStringList& answers) {
        // Each in its turn, until the dialog is satisfied; then nothing is asked any more.
        QStringList asked;
        QTimer timer;
        connect(&timer, &QTimer::timeout, &timer, [&] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            if (!dialog || asked.size() >= answers.size())
                return;
            dialog->setTextValue(answers[asked.size()]);
            asked << dialog->labelText();
            asked.size() == answers.size() && answers.last().isEmpty() ? dialog->reject()
                                                                       : dialog->accept();
        });
        timer.start(5);
        range->setCurrentIndex(last);
        Q_EMIT range->activated(last);
        settle();
        return asked;
    };
    const QStringList asked =
        type({QStringLiteral("half"), QStringLiteral("1:0"), QStringLiteral("0 : 0,25")});
    QCOMPARE(asked.size(), qsizetype{3});
    QVERIFY(!asked[0].contains(QStringLiteral("below the second")));
    QVERIFY(asked[2].contains(QStringLiteral("below the second")));
    const std::optional<ValueRange> typed = ValueRange{0, .25};
    QVERIFY(m_window->workspace().display().range.typed == typed);
    QVERIFY2(range->currentText().contains(QStringLiteral("0.25")),
             qPrintable(range->currentText()));
    type({QString()}); // given up
    QVERIFY(m_window->workspace().display().range.typed == typed);
    // As the other choices are; another one takes its place.
    const Preferences kept = loadPreferences();
    Preferences now = kept;
    now.range = m_window->workspace().display().range;
    savePreferences(now);
    QVERIFY(loadPreferences().range == now.range);
    savePreferences(kept);
    range->setCurrentIndex(0);
    Q_EMIT range->activated(0);
    settle();
    QVERIFY(m_window->workspace().display().range == RangeMode::Fixed);
}

void TestViewControls::a_question_about_a_mask_is_in_view_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("small") << QSize(1024, 768);
    QTest::newRow("large") << QSize(1440, 900);
}

/// Whatever stands unfolded around it: a question that nobody sees is answered by nobody.
void TestViewControls::a_question_about_a_mask_is_in_view() {
    QFETCH(const QSize, size);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("mask.npy"));
    std::vector<float> later; // every query at what comes after it: added, 0 and 1 are no mask
    for (Index query = 0; query < 10; ++query) {
        for (Index key = 0; key < 10; ++key)
            later.push_back(key > query ? 1.0F : 0.0F);
    }
    QVERIFY(writeNpy(file.toStdString(),
                     Tensor::fromValues({10, 10}, {Axis::Query, Axis::Key}, later)));
    open("ticket");
    m_window->resize(size);
    auto* setup = m_window->findChild<SetupPanel*>();
    setup->setUnfolded({QStringLiteral("sizes"), QStringLiteral("masks"), QStringLiteral("model"),
                        QStringLiteral("tensors")});
    settle();
    MaskPanel& masks = setup->masks();
    masks.readFile(file);
    settle();
    const QScrollArea* area = nullptr;
    for (QWidget* around = setup; around && !area; around = around->parentWidget())
        area = qobject_cast<QScrollArea*>(around);
    QVERIFY(area);
    int seen = 0;
    for (QWidget* widget : masks.findChildren<QWidget*>()) {
        const auto* button = qobject_cast<QPushButton*>(widget);
        const auto* label = qobject_cast<QLabel*>(widget);
        if (!(button && (button->text() == QStringLiteral("Turn it round") ||
                         button->text() == QStringLiteral("Keep it"))) &&
            !(label && label->text().contains(QStringLiteral("holds only 0 and 1"))))
            continue;
        QVERIFY(widget->isVisible());
        QTRY_VERIFY(area->viewport()->rect().contains(
            QRect(widget->mapTo(area->viewport(), QPoint()), widget->size())));
        ++seen;
    }
    QCOMPARE(seen, 3);
}

void TestViewControls::values_only_where_they_fit() {
    open("ticket");
    QVERIFY(action(QStringLiteral("Values in cells"))->isEnabled());
    open("concat"); // 100 tokens
    m_window->workspace().showStage(Stage::Weights);
    settle();
    QAction* values = action(QStringLiteral("Values in cells"));
    QVERIFY(!values->isEnabled());
    QVERIFY(values->isChecked()); // waits
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
    QVERIFY(box->isVisible());
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
    QVERIFY(!box->isVisible()); // both norms in one range, always
    m_window->workspace().showScope("encoder/0/self_attention");
    settle();
    QVERIFY(box->isVisible());
    m_window->showPage("shapes");
    settle();
    QVERIFY(!box->isVisible());
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
        const std::string_view offered = findExample(id.toStdString(), Language::English)->id;
        const int index = chooser->findData(QString::fromUtf8(offered.data(), std::ssize(offered)));
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
    ShapesOptions options = m_window->page<ShapesPage>().session().options();
    options.attentionShown = true;
    m_window->page<ShapesPage>().session().setOptions(options);
    settle();
    const ShapesScene& scene = m_window->page<ShapesPage>().session().scene();
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
