// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/actions.h"

#include "window/files/recent_files.h"
#include "window/frame/tool_bar.h"
#include "window/profile_menu.h"
#include "words/language.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>
#include <QUndoStack>

#include <algorithm>

namespace headscope {

QAction* Actions::add(QMenu* menu, const QKeySequence& key) {
    auto* action = new QAction(this);
    action->setShortcut(key);
    menu->addAction(action);
    return action;
}

Actions::Actions(QMenuBar& bar, QUndoStack& undoStack, const PageStack& pages, QObject* parent)
    : QObject(parent)
    , m_undoStack(undoStack)
    , m_file(bar.addMenu(QString()))
    , m_edit(bar.addMenu(QString()))
    , m_view(bar.addMenu(QString()))
    , m_prepared(nullptr)
    , m_themeMenu(nullptr)
    , m_languageMenu(nullptr)
    , m_attention(bar.addMenu(QString()))
    , m_lessons(bar.addMenu(QString()))
    , m_page(bar.addMenu(QString()))
    , m_help(bar.addMenu(QString())) {
    m_page->menuAction()->setVisible(false);
    open = add(m_file, QKeySequence(Qt::CTRL | Qt::Key_O));
    openModel = add(m_file, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    recent = new RecentFiles(&bar);
    m_file->addMenu(recent);
    reload = add(m_file, QKeySequence(Qt::Key_F5));
    save = add(m_file, QKeySequence(Qt::CTRL | Qt::Key_S));
    saveAs = add(m_file, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    m_file->addSeparator();
    exportFigure = add(m_file, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    exportAnimation = add(m_file);
    print = add(m_file, QKeySequence(Qt::CTRL | Qt::Key_P));
    exportData = add(m_file);
    worksheet = add(m_file);
    copyPicture = add(m_file, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    m_file->addSeparator();
    quit = add(m_file, QKeySequence(Qt::CTRL | Qt::Key_Q));

    undo = add(m_edit, QKeySequence(Qt::CTRL | Qt::Key_Z));
    redo = add(m_edit);
    m_edit->addSeparator();
    copyMatrix = add(m_edit); // fields have the key for themselves
    m_edit->addSeparator();
    profile = new ProfileMenu(&bar);
    m_edit->addMenu(profile);
    redo->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});

    // Space, arrows, digits, Home and End are the window's, not menu shortcuts:
    // a shortcut would take them from the field in which somebody types.
    views = new QActionGroup(this);
    const auto tabs = static_cast<int>(pages.tabs().size());
    for (int tab = 0; tab < tabs; ++tab) {
        const int digit = (tab + 1) % 10;
        // There are ten digits, and a key that two pages have opens neither.
        QAction* action = add(m_view, tab < 10 ? QKeySequence(Qt::ALT | Qt::Key(Qt::Key_0 + digit))
                                               : QKeySequence());
        action->setCheckable(true);
        action->setData(tab);
        views->addAction(action);
    }
    m_view->setToolTipsVisible(true); // why a page is not open
    m_view->addSeparator();
    nextStage = add(m_view);
    previousStage = add(m_view);
    allHeads = add(m_view);
    m_view->addSeparator();
    valuesInCells = add(m_view);
    valuesInCells->setCheckable(true);
    rowsAreKeys = add(m_view, QKeySequence(Qt::CTRL | Qt::Key_T));
    rowsAreKeys->setCheckable(true);
    words = add(m_view);
    words->setCheckable(true);
    summaries = add(m_view);
    summaries->setCheckable(true);
    m_view->addSeparator();
    keepView = add(m_view, QKeySequence(Qt::CTRL | Qt::Key_K));
    m_prepared = m_view->addMenu(QString());
    walkViews = add(m_prepared, QKeySequence(Qt::Key_F6));
    walkViews->setCheckable(true);
    arrangeViews = add(m_prepared);
    m_prepared->addSeparator();
    prepared = new QActionGroup(this);
    prepared->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    m_view->addSeparator();
    foldSetup = add(m_view, QKeySequence(Qt::Key_F9));
    foldSetup->setCheckable(true);
    foldInspector = add(m_view, QKeySequence(Qt::Key_F10));
    foldInspector->setCheckable(true);
    presentation = add(m_view, QKeySequence(Qt::Key_F11));
    presentation->setCheckable(true);
    projector = add(m_view, QKeySequence(Qt::SHIFT | Qt::Key_F11));
    projector->setCheckable(true);
    spotlight = add(m_view);
    spotlight->setCheckable(true);
    reducedMotion = add(m_view);
    reducedMotion->setCheckable(true);
    m_view->addSeparator();
    m_themeMenu = m_view->addMenu(QString());
    theme = new QActionGroup(this);
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark}) {
        QAction* action = add(m_themeMenu);
        action->setCheckable(true);
        action->setData(QVariant::fromValue(choice));
        theme->addAction(action);
    }
    m_languageMenu = m_view->addMenu(QString());
    language = new QActionGroup(this);
    for (const Language each : {Language::English, Language::Chinese}) {
        QAction* action = add(m_languageMenu);
        action->setCheckable(true);
        action->setData(languageCode(each));
        // A language is written in itself, so that whoever needs it finds it.
        action->setText(each == Language::English ? QStringLiteral("English")
                                                  : QStringLiteral("简体中文"));
        language->addAction(action);
    }

    moreHeads = add(m_attention, QKeySequence(Qt::CTRL | Qt::Key_Up));
    fewerHeads = add(m_attention, QKeySequence(Qt::CTRL | Qt::Key_Down));
    m_attention->addSeparator();
    causal = add(m_attention, QKeySequence(Qt::CTRL | Qt::Key_M));
    causal->setCheckable(true);
    togglePair = add(m_attention);
    m_attention->addSeparator();
    newSeed = add(m_attention, QKeySequence(Qt::CTRL | Qt::Key_R));

    lessons = new QActionGroup(this);
    lessons->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    m_lessons->addSeparator();
    ownLesson = add(m_lessons);
    leaveLesson = add(m_lessons);
    m_lessons->addSeparator();
    hideAnswers = add(m_lessons);
    hideAnswers->setCheckable(true);
    nextOnProjector = add(m_lessons);
    nextOnProjector->setEnabled(false);
    m_lessons->addSeparator();
    clearProgress = add(m_lessons);

    beginHere = add(m_help);
    beginHere->setCheckable(true);
    whatIsThis = add(m_help, QKeySequence(Qt::Key_F1));
    handbook = add(m_help, QKeySequence(Qt::SHIFT | Qt::Key_F1));
    about = add(m_help);

    connect(&m_undoStack, &QUndoStack::indexChanged, this, &Actions::updateUndoTexts);
    connect(undo, &QAction::triggered, &m_undoStack, &QUndoStack::undo);
    connect(redo, &QAction::triggered, &m_undoStack, &QUndoStack::redo);
    quit->setMenuRole(QAction::QuitRole);
    about->setMenuRole(QAction::AboutRole);
    retranslate();
}

void Actions::updateUndoTexts() {
    undo->setEnabled(m_undoStack.canUndo());
    redo->setEnabled(m_undoStack.canRedo());
    undo->setText(m_undoStack.canUndo() ? tr("&Undo: %1").arg(m_undoStack.undoText())
                                        : tr("&Undo"));
    redo->setText(m_undoStack.canRedo() ? tr("&Redo: %1").arg(m_undoStack.redoText())
                                        : tr("&Redo"));
    undo->setToolTip(undo->text().remove(u'&') + QStringLiteral("  (Ctrl+Z)"));
    redo->setToolTip(redo->text().remove(u'&') + QStringLiteral("  (Ctrl+Shift+Z)"));
}

void Actions::showTabs(const PageStack& pages, const std::vector<PageStack::Tab>& tabs) {
    for (std::size_t tab = 0; tab < tabs.size(); ++tab) {
        QAction* action = views->actions()[static_cast<qsizetype>(tab)];
        action->setText(tabs[tab].action);
        action->setEnabled(tabs[tab].open);
        action->setToolTip(tabs[tab].why);
        action->setChecked(static_cast<int>(tab) == pages.currentTab());
    }
    const QList<QAction*> own = pages.page().parts().actions;
    m_page->setTitle(tabs[static_cast<std::size_t>(pages.currentTab())].name);
    m_page->menuAction()->setVisible(!own.isEmpty());
    // QList's own comparison gives memcmp a null pointer where both are empty.
    if (std::ranges::equal(m_page->actions(), own))
        return;
    for (QAction* action : m_page->actions())
        m_page->removeAction(action);
    m_page->addActions(own);
}

void Actions::showLessons(const std::vector<LessonEntry>& entries, const QString& played) {
    const QList<QAction*> before = lessons->actions();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto place = static_cast<qsizetype>(i);
        QAction* action = place < before.size() ? before[place] : nullptr;
        if (!action) {
            action = new QAction(this);
            action->setCheckable(true);
            lessons->addAction(action);
            m_lessons->insertAction(ownLesson, action);
        }
        action->setData(entries[i].id);
        // A letter of its own has each of the first nine: a menu knows no key of two digits.
        const QString letter = i < 9 ? QStringLiteral("&") : QString();
        const QString name = letter + QStringLiteral("%1  %2").arg(i + 1).arg(entries[i].title);
        action->setText(entries[i].done ? name + QStringLiteral("\t✓") : name);
        action->setChecked(entries[i].id == played);
    }
    leaveLesson->setEnabled(!played.isEmpty());
    hideAnswers->setEnabled(!played.isEmpty());
}

void Actions::showPrepared(const QStringList& titles, std::optional<std::size_t> walked) {
    for (QAction* action : prepared->actions()) {
        prepared->removeAction(action);
        m_prepared->removeAction(action);
        action->deleteLater(); // it may be the one that was just chosen
    }
    for (qsizetype i = 0; i < titles.size(); ++i) {
        QAction* action = m_prepared->addAction(QStringLiteral("%1  %2").arg(i + 1).arg(
            QString(titles[i]).replace(QStringLiteral("&"), QStringLiteral("&&"))));
        action->setData(static_cast<int>(i));
        action->setCheckable(true);
        action->setChecked(walked == static_cast<std::size_t>(i));
        prepared->addAction(action);
    }
    walkViews->setChecked(walked.has_value());
    arrangeViews->setEnabled(!titles.isEmpty());
}

void Actions::setLessonsOffered(bool offered) {
    m_lessons->menuAction()->setVisible(offered);
}

void Actions::retranslate() {
    m_file->setTitle(tr("&File"));
    m_edit->setTitle(tr("&Edit"));
    m_view->setTitle(tr("&View"));
    m_attention->setTitle(tr("&Attention"));
    m_lessons->setTitle(tr("&Lessons"));
    ownLesson->setText(tr("&Own lesson…"));
    leaveLesson->setText(tr("&Leave the lesson"));
    hideAnswers->setText(tr("&Hide answers"));
    nextOnProjector->setText(tr("&Next on projector"));
    clearProgress->setText(tr("&Clear progress"));
    m_help->setTitle(tr("&Help"));
    m_themeMenu->setTitle(tr("Th&eme"));
    m_languageMenu->setTitle(tr("&Language"));
    open->setText(tr("&Open…"));
    openModel->setText(tr("Open &model…"));
    recent->setTitle(tr("Open &recent"));
    profile->retranslate();
    reload->setText(tr("Re&load"));
    save->setText(tr("&Save"));
    saveAs->setText(tr("Save &as…"));
    exportFigure->setText(tr("&Export figure…"));
    exportAnimation->setText(tr("Export a&nimation…"));
    print->setText(tr("&Print figure…"));
    exportData->setText(tr("Export &data…"));
    worksheet->setText(tr("&Worksheet…"));
    copyPicture->setText(tr("&Copy figure"));
    copyMatrix->setText(tr("Copy &matrix") + QStringLiteral("\tCtrl+C"));
    quit->setText(tr("&Quit"));
    nextStage->setText(tr("Next sta&ge") + QStringLiteral("\tSpace"));
    previousStage->setText(tr("Pre&vious stage") + QStringLiteral("\t←"));
    allHeads->setText(tr("&All heads") + QStringLiteral("\t0"));
    valuesInCells->setText(tr("Values in &cells"));
    rowsAreKeys->setText(tr("Ro&ws are keys"));
    words->setText(tr("Pieces merged to words"));
    summaries->setText(tr("Mean and largest of the heads"));
    keepView->setText(tr("&Keep this view…"));
    m_prepared->setTitle(tr("Views prepared be&forehand"));
    walkViews->setText(tr("&Walk through them: Space, Page Down, Page Up; Esc ends it"));
    arrangeViews->setText(tr("&Arrange…"));
    foldSetup->setText(tr("Set&up and tensors"));
    foldInspector->setText(tr("Inspect&or"));
    presentation->setText(tr("Prese&ntation"));
    projector->setText(tr("Projector window"));
    spotlight->setText(tr("Spotlight on the asked row and colu&mn") + QStringLiteral("\tL"));
    reducedMotion->setText(tr("Re&duced motion"));
    theme->actions()[0]->setText(tr("As the system"));
    theme->actions()[1]->setText(tr("Light"));
    theme->actions()[2]->setText(tr("Dark"));
    moreHeads->setText(tr("&More heads"));
    fewerHeads->setText(tr("&Fewer heads"));
    causal->setText(tr("&Causal mask"));
    togglePair->setText(tr("Allow or forbid the &asked pair") + QStringLiteral("\tM"));
    newSeed->setText(tr("New &seed"));
    beginHere->setText(tr("&Begin here"));
    whatIsThis->setText(tr("&What am I looking at?"));
    handbook->setText(tr("&Handbook"));
    about->setText(tr("&About HeadScope"));
    updateUndoTexts();
}

} // namespace headscope
