// SPDX-License-Identifier: GPL-3.0-or-later
// Which controls a class is given: the file's profile, the menu, what is refused.
#include "disk/file_io.h"
#include "document/experiment_json.h"
#include "editors/mask_panel.h"
#include "editors/setup_panel.h"
#include "editors/tensors/tensor_panel.h"
#include "editors/token_edit.h"
#include "examples/examples.h"
#include "forms/spin_boxes.h"
#include "support/experiment_from_json.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/frame/page_stack.h"
#include "window/profile_menu.h"

#include <QApplication>
#include <QMenuBar>
#include <QTemporaryDir>

using namespace headscope;
using namespace Qt::StringLiterals;

class TestProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void init() { m_window = shownWindow(findExample("ticket")->make()); }
    void cleanup() { m_window.reset(); }
    void a_file_opens_with_only_its_controls();
    void the_menu_gives_and_takes_controls();
    void what_is_not_offered_is_not_done_by_keys_either();
    void pages_that_are_not_offered_cannot_be_opened();
    void it_is_saved_and_is_no_step_to_undo();
    void nothing_at_the_left_where_nothing_is_offered();

private:
    Document& document() { return m_window->workspace().document(); }
    template <class Widget> Widget& one() { return *m_window->findChild<Widget*>(); }
    void offer(const char* controls) { m_window->setProfile(*profileFrom(controls)); }
    std::unique_ptr<MainWindow> m_window;
};

void TestProfile::a_file_opens_with_only_its_controls() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"class.headscope"_s);
    QVERIFY(writeFileAtomically(
                path.toStdString(),
                experimentToJson(findExample("cross")->make(), {{}, *profileFrom("tokens,masks")}))
                .ok());
    QVERIFY(one<TensorPanel>().isVisible());
    QVERIFY(m_window->openFile(path));
    m_window->settle();
    // Those of an attention from a file are not for an experiment.
    const auto edits = one<SetupPanel>().findChildren<TokenEdit*>();
    QCOMPARE(edits.size(), qsizetype{2});
    QVERIFY(std::ranges::all_of(edits, [](TokenEdit* edit) { return edit->isVisible(); }));
    QVERIFY(one<MaskPanel>().isVisible()); // unfolded, there is nothing else
    QVERIFY(!one<TensorPanel>().isVisible());
    for (SizeSpinBox* size : m_window->findChildren<SizeSpinBox*>())
        QVERIFY2(!size->isVisible() || one<MaskPanel>().isAncestorOf(size),
                 qPrintable(size->accessibleName()));
    QVERIFY(document().isSaved());
    // All the same, it is an experiment like others: what is offered works.
    edits.front()->setPlainText(u"a b c"_s);
    m_window->settle();
    QCOMPARE(m_window->workspace().experiment().tokens.front().size(), std::size_t{3});
}

void TestProfile::the_menu_gives_and_takes_controls() {
    auto& menu = one<ProfileMenu>();
    QAction* const tensors = menu.actions()[static_cast<int>(Control::Tensors)];
    QAction* const all = menu.actions().back();
    QVERIFY(tensors->isChecked() && !all->isEnabled());
    tensors->trigger();
    QVERIFY(!one<TensorPanel>().isVisible());
    QVERIFY(!document().profile().offers(Control::Tensors));
    QVERIFY(document().profile().offers(Control::Masks));
    all->trigger();
    QVERIFY(one<TensorPanel>().isVisible());
    QVERIFY(tensors->isChecked() && document().profile().isWhole());
}

void TestProfile::what_is_not_offered_is_not_done_by_keys_either() {
    m_window->workspace().lock(PanelCell{0, 2, 3});
    m_window->settle();
    const Experiment before = m_window->workspace().experiment();
    offer("tokens");
    QWidget& keyboard = m_window->pages().page().keyboard();
    QTest::keyClick(&keyboard, Qt::Key_M);
    QTest::keyClick(&keyboard, Qt::Key_Up, Qt::ControlModifier);
    QTest::keyClick(&keyboard, Qt::Key_M, Qt::ControlModifier);
    QTest::keyClick(&keyboard, Qt::Key_R, Qt::ControlModifier);
    m_window->settle();
    QVERIFY(m_window->workspace().experiment() == before);
    offer("all");
    QTest::keyClick(&keyboard, Qt::Key_M);
    m_window->settle();
    QVERIFY(m_window->workspace().experiment().mayAttend.has_value());
}

void TestProfile::pages_that_are_not_offered_cannot_be_opened() {
    m_window->showPage("paint");
    QCOMPARE(m_window->pages().find("paint"), &m_window->pages().page());
    offer("tokens,train");
    QVERIFY(m_window->pages().find("paint") != &m_window->pages().page());
    m_window->showPage("paint");
    QVERIFY(m_window->pages().find("paint") != &m_window->pages().page());
    m_window->showPage("train");
    QCOMPARE(m_window->pages().find("train"), &m_window->pages().page());
    offer("all");
    m_window->showPage("paint");
    QCOMPARE(m_window->pages().find("paint"), &m_window->pages().page());
}

void TestProfile::it_is_saved_and_is_no_step_to_undo() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"mine.headscope"_s);
    QVERIFY(writeFileAtomically(path.toStdString(), experimentToJson(findExample("ticket")->make()))
                .ok());
    QVERIFY(m_window->openFile(path));
    offer("masks");
    QVERIFY(!document().isSaved());
    QVERIFY(!document().undoStack().canUndo());
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(document().isSaved());
    DocumentExtras beside;
    QVERIFY(experimentFromJson(*readFile(path.toStdString()), &beside).ok());
    QVERIFY(beside.profile == *profileFrom("masks"));
    // An example that a student opens keeps what the teacher chose.
    document().begin(u"open"_s, findExample("cross")->make());
    QVERIFY(document().profile() == *profileFrom("masks"));
}

void TestProfile::nothing_at_the_left_where_nothing_is_offered() {
    const int before = m_window->pages().width();
    offer("train,paint");
    m_window->settle();
    QVERIFY(m_window->pages().width() > before + 200);
    offer("all");
    m_window->settle();
    QCOMPARE(m_window->pages().width(), before);
}

HEADSCOPE_TEST(TestProfile, QApplication)
#include "test_profile.moc"
