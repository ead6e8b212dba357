// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/preferences.h"
#include "workspace/workspace.h"

#include <QMainWindow>

namespace headscope {

class Actions;
class Appearance;
class BlackScreen;
class DocumentEdits;
class EditorColumn;
class ExperimentFile;
class Exporter;
class FileActions;
class Help;
class LessonMode;
class LessonPanel;
class LessonSession;
class LessonSlide;
class Offers;
class PageFrame;
class PageStack;
class PreparedWalk;
class Presentation;
class Projector;
class StatusLine;
class ToolBar;
class UnsavedGuard;
class WindowKeys;
struct PageFigures;
struct RecoveryContent;

/// The window: brings the workspace and the views together. What views and
/// editors want comes as signals; what they show goes out as the Scene.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(Source source, const Preferences& preferences, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workspace& workspace() { return m_workspace; }
    PageStack& pages() { return *m_pages; }
    /// The page of that class.
    template <class Kind> Kind& page() { return *findChild<Kind*>(); }
    /// Opens the page of that name (registry.cpp), where it has something to show.
    void showPage(std::string_view id);

    void setLanguage(Language language);
    void setPresentation(bool on);
    /// Which controls it offers.
    void setProfile(const Profile& profile);
    /// The views that were prepared beforehand.
    PreparedWalk& prepared() { return *m_walk; }
    /// Opens an experiment file; says in a sentence what is wrong with it, if anything.
    bool openFile(const QString& path) { return openFiles({path}); }
    /// The same of one, or of inputs and weights.
    bool openFiles(const QStringList& paths);
    /// Opens one of the program's lessons: LessonMode::open().
    bool openLesson(const QString& id);
    /// Of what is in front: the page, or the slide of a lesson.
    PageFigures figures() const;
    LessonSession& lessonSession() { return *m_lessons; }
    LessonPanel& lessonPanel() { return *m_lessonPanel; }
    /// Keeps what is unsaved; nowhere unless it is told where (keepIn()).
    UnsavedGuard& unsaved() { return *m_unsaved; }
    /// Shows an experiment that was not saved, which still belongs to its file.
    void showRecovered(const RecoveryContent& content);
    /// Writes what was chosen, as closing does.
    void remember();
    /// Whether this is how the window opened: nothing was edited or opened.
    bool isUntouched() const;
    /// Says something that the person should know, until the next change.
    void say(const Error& error);
    void sayOutOfMemory();
    /// Waits for the newest trace and lets every view show it.
    void settle();
    /// Saves geometry and choices at closing; screenshots and tests leave them alone.
    void setRemembering(bool remembering);
    /// Whether the system asks for less motion; what the person chose goes before.
    void setSystemMotion(bool reduced);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void makeHelpers();
    void connectActions();
    void connectScene();
    void connectEditors();
    void connectPages();
    void connectLessons();
    void connectProjection();
    void showScene(const Scene& scene);
    /// What the shown page wants around it.
    void showAround();
    /// The page that the example is about.
    void showFocus();
    void showDocument();
    void turnLesson(bool on);
    void retranslate();
    void carryOut(const Intent& intent);
    void look(const want::Look& wanted);
    void edit(const want::Edit& wanted);
    /// Train, with the words of the sentence that learnt weights do not know.
    void learnVocabulary();
    /// A sentence about what an edit did or a file came with.
    void sayOfEdit(const QString& sentence);
    /// Tells the pages that a file holds what they show, once they show what it holds.
    void settlePages();
    /// Type as large as presentation mode has it on this screen, else its usual size.
    void suitScreen();
    /// Asks about what pages hold that no experiment has; whether the window may go.
    bool mayLoseUnsaved();

    Preferences m_preferences;
    Workspace m_workspace;
    std::unique_ptr<DocumentEdits> m_edits;
    std::unique_ptr<UnsavedGuard> m_unsaved;
    PageStack* m_pages;
    Actions* m_actions;
    Appearance* m_appearance;
    ExperimentFile* m_file;
    Presentation* m_presentation;
    BlackScreen* m_black;
    ToolBar* m_toolBar;
    EditorColumn* m_editors;
    PageFrame* m_frame;
    StatusLine* m_status;
    LessonSession* m_lessons;
    LessonPanel* m_lessonPanel;
    LessonSlide* m_slide;
    Exporter* m_exporter;
    Help* m_help;
    Projector* m_projector;
    LessonMode* m_lesson;
    PreparedWalk* m_walk;
    FileActions* m_document;
    std::unique_ptr<Offers> m_offers;
    std::unique_ptr<WindowKeys> m_keys;
    bool m_remembering = true;
    bool m_settling = false;    ///< the document was saved, or another one opened
    std::string m_shownExample; ///< that the page was chosen for
};

} // namespace headscope
