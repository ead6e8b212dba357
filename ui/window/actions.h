// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/frame/page_stack.h"

#include <QObject>

#include <optional>
#include <vector>

class QAction;
class QActionGroup;
class QMenu;
class QMenuBar;
class QUndoStack;

namespace headscope {

class ProfileMenu;
class RecentFiles;

/// A lesson of the menu, as it is called and whether it was played to its end.
struct LessonEntry {
    QString id;
    QString title;
    bool done = false;
};

/// Every action of the menus, with its key; the window connects them.
class Actions : public QObject {
    Q_OBJECT

public:
    Actions(QMenuBar& bar, QUndoStack& undoStack, const PageStack& pages, QObject* parent);

    void retranslate();
    /// Names the tabs and checks the shown one; the page's own actions get a menu.
    void showTabs(const PageStack& pages, const std::vector<PageStack::Tab>& tabs);
    /// The lessons of the program, in their order; `played` is the one that is open.
    void showLessons(const std::vector<LessonEntry>& entries, const QString& played);
    /// The prepared views by their titles; `walked`: the one at which a walk stands.
    void showPrepared(const QStringList& titles, std::optional<std::size_t> walked);
    /// A profile may leave the menu out.
    void setLessonsOffered(bool offered);
    /// The undo action says what it would undo.
    void updateUndoTexts();

    QAction* open;
    QAction* openModel;
    RecentFiles* recent;
    QAction* reload;
    QAction* save;
    QAction* saveAs;
    QAction* exportFigure;
    QAction* exportAnimation;
    QAction* print;
    QAction* exportData;
    QAction* worksheet;
    QAction* copyPicture;
    QAction* copyMatrix;
    QAction* quit;
    ProfileMenu* profile;
    QAction* undo;
    QAction* redo;
    QAction* nextStage;
    QAction* previousStage;
    QAction* allHeads;
    QAction* valuesInCells;
    QAction* rowsAreKeys;
    QAction* words;
    QAction* summaries;
    QActionGroup* views; ///< data: the place of the page
    QAction* keepView;
    QAction* walkViews;
    QAction* projector; ///< checked: its window shows the pages, not a lesson alone
    QAction* arrangeViews;
    QActionGroup* prepared; ///< data: the place in the list
    QAction* foldSetup;
    QAction* foldInspector;
    QAction* presentation;
    QAction* spotlight;
    QAction* reducedMotion;
    QActionGroup* theme;    ///< data: ThemeChoice
    QActionGroup* language; ///< data: code
    QAction* moreHeads;
    QAction* fewerHeads;
    QAction* causal;
    QAction* togglePair;
    QAction* newSeed;
    QActionGroup* lessons; ///< data: id
    QAction* ownLesson;
    QAction* leaveLesson;
    QAction* hideAnswers;
    QAction* nextOnProjector;
    QAction* clearProgress;
    QAction* beginHere;
    QAction* whatIsThis;
    QAction* handbook;
    QAction* about;

private:
    QAction* add(QMenu* menu, const QKeySequence& key = {});

    QUndoStack& m_undoStack;
    QMenu* m_file;
    QMenu* m_edit;
    QMenu* m_view;
    QMenu* m_prepared;
    QMenu* m_themeMenu;
    QMenu* m_languageMenu;
    QMenu* m_attention;
    QMenu* m_lessons;
    QMenu* m_page; ///< of the shown page
    QMenu* m_help;
};

} // namespace headscope
