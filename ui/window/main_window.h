// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editors/setup_panel.h"
#include "figure/figure.h"
#include "jobs/playback.h"
#include "window/preferences.h"
#include "workspace/workspace.h"

#include <QMainWindow>

namespace headscope {

class Actions;
class AttentionPanel;
class TrainedModelPanel;
class AxesBar;
class Animation;
class BlackScreen;
class DocumentEdits;
class Recovery;
class RecoverySlot;
struct Lesson;
struct RecoveryContent;
class BeginHere;
class BlockStrip;
class ColourChoices;
class ExperimentFile;
class FigureExport;
class FileReading;
class HandbookWindow;
class Inspector;
class CrossFade;
class LeftSide;
class PageRunBar;
class LessonPanel;
class LessonSession;
class LessonSlide;
class Projector;
class MatrixCopy;
class Page;
struct PageFigures;
class PageStack;
class PipelineStrip;
class PlaybackBar;
class PreparedWalk;
class Presentation;
class SidePanel;
class Slot;
class StatusLine;
class TensorPanel;
class ToolBar;
class ViewHeader;

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
    /// What reads files for this window.
    FileReading& reading();
    /// Opens the page of that name (registry.cpp), where it has something to show.
    void showPage(std::string_view id);

    void setTheme(ThemeChoice choice);
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
    /// Opens one of the program's lessons by its id, on the experiment as it stands where that
    /// suits and is no example, else on its own.
    bool openLesson(const QString& id);
    /// A lesson that somebody wrote; says in a sentence what is wrong with it, if anything.
    bool openLessonFile(const QString& path);
    LessonSession& lessonSession() { return *m_lessons; }
    LessonPanel& lessonPanel() { return *m_lessonPanel; }
    LessonSlide& lessonSlide() { return *m_slide; }
    /// Keeps what is unsaved in that folder from now on; nowhere unless this is called.
    void keepRecovery(const QString& folder);
    /// Goes on with the recovery file that another window left.
    void keepRecovery(std::unique_ptr<RecoverySlot> slot);
    /// Shows an experiment that was not saved, which still belongs to its file.
    void showRecovered(const RecoveryContent& content);
    /// What is unsaved is on the disk.
    bool finishRecovery();
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
    void buildCentre();
    void followLanguage();
    void connectActions();
    /// `chosen`: how the person left it; a page or a lesson that folds a side only borrows its
    /// room.
    void connectFold(SidePanel* side, QAction* action, bool& chosen);
    void connectViews();
    void connectPages();
    /// Code lines are in the language that was chosen last, on whichever page.
    void connectEditors();
    void showScene(const Scene& scene);
    /// What the shown page wants around it, and what its controls say and allow.
    void showAround();
    /// The moment of what moves, in the strip.
    void showTime();
    /// Offers the controls that the profile has, and no others.
    void showProfile();
    void allowActions();
    /// Whether the controls that an intent stands for are offered.
    bool offers(const Intent& intent) const;
    /// Whether there is anything for the left side.
    bool offersLeft() const;
    /// The page that the example is about.
    void showFocus();
    /// Whether the picture is of another run than the experiment's.
    void showPageRun();
    void carryOut(const Intent& intent);
    /// Says what is wrong, if anything; else what was said before is over.
    void tell(const Status& status);
    void showEditors();
    void connectBeginning();
    void connectAttention();
    /// The editors that the source has.
    void showSource();
    /// The table of the tensors where it is unfolded, else the doors to begin with.
    void showUnderSetup();
    /// Train, with the words of the sentence that learnt weights do not know.
    void learnVocabulary();
    void retranslate();
    void applyTheme();
    /// Asks about what pages hold that no experiment has; whether the window may go.
    bool mayLoseUnsaved();
    /// Tells the pages that a file holds what they show, once they show what it holds.
    void settlePages();
    void foldByWidth();
    /// Type as large as presentation mode has it on this screen, else its usual size.
    void suitScreen();
    /// Only when a border is crossed: who unfolds a panel in a narrow window keeps it.
    void foldWhereCrossed();
    /// Whether the page needs the width of both sides.
    void setWide(bool wide);
    void updateTitle();
    void setUnkept(const QString& folder);
    void sayWhatIsUnkept();

    void connectLessons();
    bool beginLesson(const std::shared_ptr<const Lesson>& lesson);
    /// A question of a lesson on the sentence that was typed for it.
    void askOwn();
    void showLesson();
    void showLessonMenu();
    /// What nobody asked for is not shown there, until they do.
    void connectShapes();
    /// The wrong way on Shapes; whether it was shown before.
    bool showWrongWay(bool shown);
    void restoreWrongWay();
    void lockControls();
    /// The width of the lesson, by that of the window.
    void suitLesson();
    SetupPanel::Locks lessonLocks() const;
    /// In presentation mode a lesson stands in the place of the page.
    void showSlide();
    void nextOnProjector();
    bool isProjecting() const;
    /// In its window, for the lesson or for the pages.
    void openProjector();
    /// It has what the window shows.
    void showProjected();
    void projectorKey(QKeyEvent* event);
    /// Views that were prepared, and the window for the class.
    void connectProjection();
    void openExample(const QString& id);
    void stepStage(int by);
    FigureRequest figureRequest() const;
    void exportFigure();
    void exportAnimation();
    void printFigure();
    void exportPage(PageFigures figures, bool film);
    void exportData();
    /// The experiment as an exercise on paper.
    void makeWorksheet();
    void copyFigure();
    /// The matrix of the shown page, as a table for spreadsheets.
    void copyMatrix();
    void cancelCopy();
    void explainView();
    /// The handbook, at the chapter about what is shown.
    void openHandbook();
    void showAbout();
    void changeDisplay(const std::function<void(DisplayOptions&)>& change);

    Preferences m_preferences;
    Workspace m_workspace;
    Playback m_playback;
    std::unique_ptr<DocumentEdits> m_edits;
    Actions* m_actions = nullptr;
    ExperimentFile* m_file = nullptr;
    FigureExport* m_copy = nullptr; ///< figures on their way to the clipboard
    MatrixCopy* m_matrixCopy = nullptr;
    Recovery* m_recovery = nullptr;
    QString m_unkeptFolder; ///< where recovery cannot be written; empty: it can
    Presentation* m_presentation = nullptr;
    BlackScreen* m_black = nullptr;
    ToolBar* m_toolBar = nullptr;
    LessonSession* m_lessons = nullptr;
    LessonPanel* m_lessonPanel = nullptr;
    LessonSlide* m_slide = nullptr;
    Projector* m_projector = nullptr; ///< made when it is asked for
    HandbookWindow* m_handbook = nullptr; ///< so is this
    PreparedWalk* m_walk = nullptr;
    CrossFade* m_fade = nullptr;      ///< from the picture before an answer to the one behind it
    LeftSide* m_leftSide = nullptr;
    SidePanel* m_left = nullptr;
    SidePanel* m_right = nullptr;
    Slot* m_leftSlot = nullptr;  ///< setup and tensors
    Slot* m_rightSlot = nullptr; ///< the inspector
    Slot* m_stripSlot = nullptr; ///< blocks, stages and playback
    SetupPanel* m_setup = nullptr;
    QWidget* m_setupScroll = nullptr;
    AttentionPanel* m_attention = nullptr; ///< in its place, of an attention from a file
    TrainedModelPanel* m_model = nullptr;  ///< or of a trained model
    AxesBar* m_axesBar = nullptr;          ///< how that is to be read
    TensorPanel* m_tensors = nullptr;
    QWidget* m_tensorLine = nullptr; ///< over them
    BeginHere* m_begin = nullptr;
    BlockStrip* m_blocks = nullptr;
    QWidget* m_stripRow = nullptr;
    PipelineStrip* m_strip = nullptr;
    PlaybackBar* m_playbackBar = nullptr;
    Animation* m_timed = nullptr; ///< of the shown page, whose changes the strip shows
    ViewHeader* m_header = nullptr;
    ColourChoices* m_colours = nullptr; ///< at the colour bar of the shown page
    PageRunBar* m_pageRun = nullptr;    ///< that a page's own run is shown
    PageStack* m_pages = nullptr;
    Inspector* m_inspector = nullptr;
    StatusLine* m_status = nullptr;
    bool m_remembering = true;
    bool m_wide = false;
    bool m_inLesson = false;
    bool m_settling = false;                    ///< the document was saved, or another one opened
    std::optional<bool> m_wrongWasShown;        ///< on Shapes, before a lesson that asks about it
    std::shared_ptr<const Lesson> m_shownLesson;
    bool m_setupFoldedByWidth = false;
    bool m_inspectorFoldedByWidth = false;
    std::string m_shownExample; ///< that the page was chosen for
    int m_foldedAtWidth = -1;   ///< the last width outside presentation mode
};

} // namespace headscope
