// SPDX-License-Identifier: GPL-3.0-or-later
// Small things of the window: recent files, motion, boxes that let go of the keys, captions.
#include "disk/file_io.h"
#include "document/experiment_json.h"
#include "editors/tensors/math_combo_box.h"
#include "editors/tensors/tensor_panel.h"
#include "examples/examples.h"
#include "forms/fold_section.h"
#include "pages/heads/heads_view.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/actions.h"
#include "window/files/recent_files.h"
#include "window/frame/page_stack.h"
#include "window/frame/side_panel.h"
#include "window/frame/view_header.h"
#include "window/system_motion.h"
#include "words/learnt_words.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QSettings>

using namespace headscope;
using namespace Qt::StringLiterals;

namespace {

QComboBox* boxNamed(const QWidget& window, const QString& name) {
    for (QComboBox* box : window.findChildren<QComboBox*>()) {
        if (box->accessibleName() == name)
            return box;
    }
    return nullptr;
}

QStringList filesIn(const RecentFiles& menu) {
    QStringList files;
    for (const QAction* action : menu.actions()) {
        if (!action->data().toString().isEmpty())
            files << action->data().toString();
    }
    return files;
}

/// The letter that Alt, or the letter alone in an open menu, reaches; none for 0.
QChar letterOf(const QString& text) {
    const QKeySequence keys = QKeySequence::mnemonic(text);
    return keys.isEmpty() ? QChar() : QChar(keys[0].key() & 0xffff);
}

/// The entries of `menu` that share a letter with one before them.
QStringList sharedLetters(const QWidget& menu) {
    QStringList shared;
    QMap<QChar, QString> taken;
    for (const QAction* action : menu.actions()) {
        const QChar letter = letterOf(action->text());
        if (letter.isNull() || !action->isVisible())
            continue;
        if (taken.contains(letter))
            shared << taken[letter] + u" | "_s + action->text();
        taken.insert(letter, action->text());
    }
    return shared;
}

} // namespace

class TestComforts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void a_choice_from_a_list_gives_the_keys_to_the_picture();
    void a_step_without_the_list_stays_in_the_box();
    void esc_in_a_list_is_no_choice();
    void files_that_were_opened_are_in_the_menu();
    void recent_files_are_few_and_once_each();
    void recent_files_are_kept_where_they_may_be();
    void settings_of_systems_say_whether_motion_is_reduced_data();
    void settings_of_systems_say_whether_motion_is_reduced();
    void files_of_desktops_say_whether_motion_is_reduced();
    void the_system_reduces_motion_until_somebody_chooses();
    void the_left_panel_can_be_dragged_and_is_remembered();
    void the_table_keeps_its_place_under_any_setup_data();
    void the_table_keeps_its_place_under_any_setup();
    void a_name_that_is_too_long_ends_in_dots();
    void no_tab_is_cut_short_data();
    void no_tab_is_cut_short();
    void captions_are_written_at_every_size_data();
    void captions_are_written_at_every_size();
    void each_entry_of_a_menu_has_a_letter_of_its_own_data();
    void each_entry_of_a_menu_has_a_letter_of_its_own();
};

void TestComforts::a_choice_from_a_list_gives_the_keys_to_the_picture() {
    const auto window = shownWindow(findExample("ticket")->make());
    QComboBox* box = boxNamed(*window, u"Colour map"_s);
    QVERIFY(box);
    box->setFocus();
    box->showPopup();
    QTest::keyClick(box->view(), Qt::Key_Down);
    QTest::keyClick(box->view(), Qt::Key_Return);
    window->settle();
    QCOMPARE(box->currentIndex(), 1);
    QCOMPARE(window->workspace().display().map, ColourMap::Cividis);
    // Where no window is active, as behind a list on this platform, it is who gets the keys next.
    QCOMPARE(window->focusWidget(), &window->pages().page().keyboard());
    // A key for the stages changes no colours.
    QTest::keyClick(window->focusWidget(), Qt::Key_Home);
    QCOMPARE(window->workspace().display().map, ColourMap::Cividis);
    QCOMPARE(window->workspace().selection().stage, Stage::Input);
}

void TestComforts::a_step_without_the_list_stays_in_the_box() {
    const auto window = shownWindow(findExample("ticket")->make());
    QComboBox* box = boxNamed(*window, u"Colour map"_s);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Down);
    QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(window->workspace().display().map, ColourMap::Magma);
    QCOMPARE(window->focusWidget(), box);
}

void TestComforts::esc_in_a_list_is_no_choice() {
    const auto window = shownWindow(findExample("ticket")->make());
    QComboBox* box = boxNamed(*window, u"Colour map"_s);
    box->setFocus();
    box->showPopup();
    QTest::keyClick(box->view(), Qt::Key_Escape);
    window->settle();
    QCOMPARE(window->focusWidget(), box);
    QTest::keyClick(box, Qt::Key_Down); // not taken for what the list would have told
    QCOMPARE(window->focusWidget(), box);
}

void TestComforts::files_that_were_opened_are_in_the_menu() {
    const QTemporaryDir folder;
    const auto window = shownWindow(findExample("ticket")->make());
    const RecentFiles& menu = *window->findChild<Actions*>()->recent;
    QCOMPARE(filesIn(menu), QStringList());
    QVERIFY(!menu.isEmpty()); // it says that there is none
    QStringList paths;
    for (const char* id : {"arange", "cross"}) {
        paths << folder.filePath(QLatin1String(id) + u" & co.headscope"_s);
        QVERIFY(writeFileAtomically(paths.last().toStdString(),
                                    experimentToJson(findExample(id)->make()))
                    .ok());
        QVERIFY(window->openFile(paths.last()));
        window->settle();
    }
    QCOMPARE(filesIn(menu), (QStringList{paths[1], paths[0]}));
    QVERIFY(menu.actions().first()->text().startsWith(u"cross && co.headscope — "_s));
    menu.actions()[1]->trigger();
    window->settle();
    QCOMPARE(window->workspace().experiment(), findExample("arange")->make());
    QCOMPARE(filesIn(menu), paths);
    menu.actions().last()->trigger();
    QCOMPARE(filesIn(menu), QStringList());
}

void TestComforts::recent_files_are_few_and_once_each() {
    RecentFiles menu;
    for (int i = 0; i < 30; ++i)
        menu.add(u"/tmp/%1.headscope"_s.arg(i % 15));
    QCOMPARE(menu.paths().size(), RecentFiles::most);
    QCOMPARE(menu.paths().first(), u"/tmp/14.headscope"_s);
    QCOMPARE(menu.paths().last(), u"/tmp/5.headscope"_s);
    menu.add(u"/tmp/7.headscope"_s);
    QCOMPARE(menu.paths().size(), RecentFiles::most);
    QCOMPARE(menu.paths().first(), u"/tmp/7.headscope"_s);
    QCOMPARE(menu.paths().count(u"/tmp/7.headscope"_s), 1);
}

void TestComforts::recent_files_are_kept_where_they_may_be() {
    const QTemporaryDir folder;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    QCoreApplication::setOrganizationName(u"HeadScopeTest"_s);
    RecentFiles here;
    here.add(u"/tmp/a.headscope"_s);
    RecentFiles kept;
    kept.setStored(true);
    QCOMPARE(kept.paths(), QStringList());
    kept.add(u"/tmp/b.headscope"_s);
    RecentFiles later;
    later.setStored(true);
    QCOMPARE(later.paths(), QStringList{u"/tmp/b.headscope"_s});
    QCOMPARE(here.paths(), QStringList{u"/tmp/a.headscope"_s});
}

void TestComforts::settings_of_systems_say_whether_motion_is_reduced_data() {
    QTest::addColumn<QString>("group");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QVariant>("value");
    QTest::addColumn<int>("reduced"); // −1: nothing
    const auto row = [](const char* name, const QString& group, const QString& key,
                        const QVariant& value,
                        int reduced) { QTest::newRow(name) << group << key << value << reduced; };
    const QString portal = u"org.freedesktop.appearance"_s;
    const QString gnome = u"org.gnome.desktop.interface"_s;
    const QString kde = u"org.kde.kdeglobals.KDE"_s;
    row("portal_reduced", portal, u"reduced-motion"_s, 1U, 1);
    row("portal_none", portal, u"reduced-motion"_s, 0U, 0);
    row("portal_other", portal, u"color-scheme"_s, 1U, -1);
    row("portal_nonsense", portal, u"reduced-motion"_s, u"much"_s, -1);
    row("gnome_off", gnome, u"enable-animations"_s, false, 1);
    row("gnome_on", gnome, u"enable-animations"_s, true, 0);
    row("kde_none", kde, u"AnimationDurationFactor"_s, u"0"_s, 1);
    row("kde_quick", kde, u"AnimationDurationFactor"_s, u"0.25"_s, 0);
    row("kde_nonsense", kde, u"AnimationDurationFactor"_s, u""_s, -1);
}

void TestComforts::settings_of_systems_say_whether_motion_is_reduced() {
    QFETCH(QString, group);
    QFETCH(QString, key);
    QFETCH(QVariant, value);
    QFETCH(int, reduced);
    const std::optional<bool> said = reducedMotionFrom(group, key, value);
    QCOMPARE(said ? int(*said) : -1, reduced);
}

void TestComforts::files_of_desktops_say_whether_motion_is_reduced() {
    const QTemporaryDir folder;
    const auto put = [&](const QString& name, const std::string& text) {
        const QString path = folder.filePath(name);
        return QDir().mkpath(QFileInfo(path).path()) &&
               writeFileAtomically(path.toStdString(), text).ok();
    };
    QCOMPARE(reducedMotionIn(folder.path()), std::nullopt);
    QVERIFY(put(u"kdeglobals"_s, "[KDE]\nAnimationDurationFactor=0\n"));
    QCOMPARE(reducedMotionIn(folder.path()), std::optional(true));
    QVERIFY(put(u"gtk-3.0/settings.ini"_s, "[Settings]\ngtk-enable-animations=1\n"));
    QCOMPARE(reducedMotionIn(folder.path()), std::optional(false));
    QVERIFY(put(u"gtk-4.0/settings.ini"_s, "[Settings]\ngtk-enable-animations=false\n"));
    QCOMPARE(reducedMotionIn(folder.path()), std::optional(true));
}

void TestComforts::the_system_reduces_motion_until_somebody_chooses() {
    const auto window = shownWindow(findExample("ticket")->make());
    const auto isReduced = [&] { return window->workspace().display().reducedMotion; };
    QVERIFY(!isReduced());
    window->setSystemMotion(true);
    QVERIFY(isReduced());
    window->setSystemMotion(false);
    QVERIFY(!isReduced());
    window->setSystemMotion(true);
    window->findChild<Actions*>()->reducedMotion->trigger(); // the person wants motion
    QVERIFY(!isReduced());
    window->setSystemMotion(false);
    window->setSystemMotion(true);
    QVERIFY(!isReduced());
}

void TestComforts::the_left_panel_can_be_dragged_and_is_remembered() {
    const auto window = shownWindow(findExample("ticket")->make());
    SidePanel& panel = *window->findChild<SidePanel*>();
    const int usual = panel.width();
    QWidget* grip = nullptr;
    for (QWidget* child : panel.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        if (child->cursor().shape() == Qt::SplitHCursor)
            grip = child;
    }
    QVERIFY(grip && grip->isVisible());
    const auto dragTo = [&](int x) {
        const QPointF at = panel.mapToGlobal(QPointF(x, 300));
        QMouseEvent move(QEvent::MouseMove, grip->mapFromGlobal(at), at, Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(grip, &move);
        window->settle();
        return panel.width();
    };
    QCOMPARE(dragTo(usual + 80), usual + 80);
    QCOMPARE(grip->geometry().right(), panel.width() - 1);
    QCOMPARE(dragTo(10), usual); // never narrower than its fields
    QCOMPARE(dragTo(5000), 480);
    panel.setFolded(true);
    QVERIFY(!grip->isVisible());
    panel.setFolded(false);
    QCOMPARE(panel.width(), 480);
    QTest::mouseDClick(grip, Qt::LeftButton);
    QCOMPARE(panel.width(), usual);

    Preferences wide = lightPreferences();
    wide.setupWidth = 333;
    MainWindow other(findExample("ticket")->make(), wide);
    other.setRemembering(false);
    QCOMPARE(other.findChild<SidePanel*>()->openWidth(), 333);
}

void TestComforts::the_table_keeps_its_place_under_any_setup_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("large") << QSize(1440, 900);
    QTest::newRow("projector") << QSize(1280, 768);
    QTest::newRow("low") << QSize(1280, 600);
}

void TestComforts::the_table_keeps_its_place_under_any_setup() {
    QFETCH(QSize, size);
    const auto window = shownWindow(findExample("encoder-decoder")->make());
    window->resize(size);
    for (FoldSection* section : window->findChildren<FoldSection*>())
        section->setOpen(true);
    window->settle();
    QTest::qWait(20);
    const SidePanel& panel = *window->findChild<SidePanel*>();
    QVERIFY(!panel.isFolded());
    QWidget& table = *window->findChild<TensorPanel*>()->table();
    const QRect seen(table.mapTo(&panel, QPoint(0, 0)), table.size());
    QVERIFY2(panel.rect().contains(seen), qPrintable(QStringLiteral("%1 + %2 of %3")
                                                         .arg(seen.top())
                                                         .arg(seen.height())
                                                         .arg(panel.height())));
    QVERIFY(table.height() >= 80);
}

void TestComforts::a_name_that_is_too_long_ends_in_dots() {
    MathComboBox box;
    box.addItem(u"W_{Q}  query weight of the decoder"_s);
    box.resize(600, 28);
    box.show();
    QCOMPARE(box.writtenText(), box.currentText());
    for (const int width : {200, 140, 100, 70, 40}) {
        box.resize(width, 28);
        const QString text = box.writtenText();
        QVERIFY2(text.endsWith(u'…') && text.size() < box.currentText().size(), qPrintable(text));
        QCOMPARE(text.count(u'{'), text.count(u'}'));
        QVERIFY(!text.endsWith(u"_…"_s));
        if (width >= 70)
            QVERIFY2(text.startsWith(u"W_{Q}"_s), qPrintable(text));
    }
}

void TestComforts::no_tab_is_cut_short_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size :
         {QSize(1024, 768), QSize(1280, 800), QSize(1440, 900), QSize(1920, 1080)})
        QTest::addRow("%d", size.width()) << size;
}

void TestComforts::no_tab_is_cut_short() {
    QFETCH(QSize, size);
    for (const Language language : {Language::English, Language::Chinese}) {
        for (const char* example : {"ticket", "encoder-decoder", "cat-learnt"}) {
            const auto window = shownWindow(findExample(example)->source());
            lookShortly(*window);
            useLanguage(language);
            window->resize(size);
            window->settle();
            const auto* tabs = window->findChild<ViewHeader*>()->findChild<QTabBar*>();
            for (const char* page : {"heads", "shapes", "lines", "layers", "train", "paint"}) {
                window->showPage(page);
                window->settle();
                QVERIFY2(tabs->width() >= tabs->sizeHint().width(),
                         qPrintable(QStringLiteral("%1, %2: %3 of %4")
                                        .arg(QLatin1String(example), QLatin1String(page))
                                        .arg(tabs->width())
                                        .arg(tabs->sizeHint().width())));
            }
        }
    }
    useLanguage(Language::English);
}

void TestComforts::captions_are_written_at_every_size_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("chinese");
    for (const char* example : {"ticket", "ticket-learnt", "cat-learnt", "causal-padding", "cross",
                                "concat", "paper-size", "fully-masked"}) {
        for (const QSize size : {QSize(1024, 768), QSize(1440, 900), QSize(1920, 1080)}) {
            for (const bool chinese : {false, true})
                QTest::addRow("%s %d %s", example, size.width(), chinese ? "zh" : "en")
                    << QString::fromLatin1(example) << size << chinese;
        }
    }
}

void TestComforts::captions_are_written_at_every_size() {
    QFETCH(QString, example);
    QFETCH(QSize, size);
    QFETCH(bool, chinese);
    const Example& made = *findExample(example.toStdString());
    const auto window = shownWindow(made.source());
    useLanguage(chinese ? Language::Chinese : Language::English);
    window->showPage("heads");
    window->resize(size);
    window->settle();
    const HeadsView& view = *window->findChild<HeadsView*>();
    // What the head has learnt comes before what the example says.
    const RunOrigin& origin = window->workspace().scene().run->origin();
    const std::string& scope = window->workspace().selection().scope;
    const std::optional<HeadLearnt> learnt =
        headLearnt(origin, scope, window->workspace().selection().panel);
    QCOMPARE(learnt.has_value(), example.endsWith(QStringLiteral("-learnt")));
    QCOMPARE(view.picture().writtenNote(), learnt ? learnt->evidence : runNote(origin));
    // With the example's own words behind that its weights are dice, where they are.
    QVERIFY(learnt || view.picture().writtenNote().endsWith(
                          QCoreApplication::translate("Example", made.explanation)));
    const HeadsGeometry& geometry = view.geometryNow();
    if (!geometry.caption.isEmpty()) {
        QVERIFY(!geometry.caption.intersects(geometry.columnAxis));
        QVERIFY(!geometry.caption.intersects(geometry.title));
        QVERIFY(geometry.viewport.height() >= 160);
    }
    // What somebody edits is the example no more.
    QVERIFY(window->workspace().edit(want::Causal{!window->workspace().experiment().causal}).ok());
    window->settle();
    const QString otherwise = diceSentence(window->workspace().scene().run->origin());
    QCOMPARE(view.picture().writtenNote(), otherwise);
    QCOMPARE(otherwise.isEmpty(), false);
    useLanguage(Language::English);
}

void TestComforts::each_entry_of_a_menu_has_a_letter_of_its_own_data() {
    QTest::addColumn<Language>("language");
    QTest::newRow("English") << Language::English;
    QTest::newRow("Chinese") << Language::Chinese;
}

void TestComforts::each_entry_of_a_menu_has_a_letter_of_its_own() {
    QFETCH(const Language, language);
    const auto window = shownWindow(findExample("ticket")->make());
    useLanguage(language);
    QCoreApplication::processEvents();
    QCOMPARE(window->menuBar()->actions().first()->text().contains(u"文件"_s),
             language == Language::Chinese);
    QCOMPARE(sharedLetters(*window->menuBar()), QStringList());
    int entries = 0;
    for (const QMenu* menu : window->menuBar()->findChildren<QMenu*>()) {
        QCOMPARE(sharedLetters(*menu), QStringList());
        entries += static_cast<int>(menu->actions().size());
    }
    QVERIFY(entries > 40);
}

HEADSCOPE_TEST(TestComforts, QApplication)
#include "test_comforts.moc"
