// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "jobs/playback.h"
#include "window/preferences.h"
#include "window/view_header.h"
#include "workspace/workspace.h"

#include <QMainWindow>

class QScrollArea;
class QStackedWidget;

namespace headscope {

class Actions;
class Recovery;
class RecoverySlot;
struct RecoveryContent;
class BlockStrip;
class ExperimentFile;
class FigureExport;
class FileReading;
class HeadsView;
class LayersView;
class Inspector;
class NormView;
class PipelineStrip;
class PlaybackBar;
class Presentation;
class SetupPanel;
class ShapesTab;
class SidePanel;
class StatusLine;
class TensorPanel;
class ToolBar;

/// The window: brings the workspace and the views together. What views and
/// editors want comes as signals; what they show goes out as the Scene.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(Experiment experiment, const Preferences& preferences, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workspace& workspace() { return m_workspace; }
    HeadsView& headsView() { return *m_heads; }
    ShapesTab& shapes() { return *m_shapes; }
    /// What reads files for this window.
    FileReading& reading();
    /// Nothing happens where that view has nothing to show.
    void showView(View view);

    void setTheme(ThemeChoice choice);
    void setLanguage(Language language);
    void setPresentation(bool on);
    /// Opens an experiment file; says in a sentence what is wrong with it, if anything.
    bool openFile(const QString& path) { return openFiles({path}); }
    /// The same of one, or of inputs and weights.
    bool openFiles(const QStringList& paths);
    /// Keeps what is unsaved in that folder from now on; nowhere unless this is called.
    void keepRecovery(const QString& folder);
    /// Goes on with the recovery file that another window left.
    void keepRecovery(std::unique_ptr<RecoverySlot> slot);
    /// Shows an experiment that was not saved, which still belongs to its file.
    void showRecovered(const RecoveryContent& content);
    /// What is unsaved is on the disk.
    bool finishRecovery();
    /// Whether this is how the window opened: nothing was edited or opened.
    bool isUntouched() const;
    /// Says something that the person should know, until the next change.
    void say(const Error& error);
    void sayOutOfMemory();
    /// Waits for the newest trace and lets every view show it.
    void settle();
    /// Saves geometry and choices at closing; screenshots and tests leave them alone.
    void setRemembering(bool remembering) { m_remembering = remembering; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildCentre();
    void connectActions();
    void connectViews();
    void connectBlocks();
    void connectEditors();
    void connectShapes();
    bool shapesShown() const { return m_header->currentView() == View::Shapes; }
    void exportAnimation();
    void showScene(const Scene& scene);
    /// The view of the chosen tab that suits the shown block.
    void chooseView();
    /// The tab that the example is about.
    void showFocus();
    /// The one that takes the keys.
    QWidget& shownView() const;
    /// What the controls over the view say and allow, by what is shown in it.
    void updateControls();
    void followInLayers();
    void showEditors();
    void retranslate();
    void applyTheme();
    void foldByWidth();
    /// Only when a border is crossed: who unfolds a panel in a narrow window keeps it.
    void foldWhereCrossed();
    void updateTitle();

    void edit(const QString& text, Result<Experiment> next, const QString& mergeKey = {});
    void openExample(const QString& id);
    void changeHeads(Index by);
    void toggleAskedPair();
    void togglePair(Index query, Index key);
    void askTableCell(TensorName name, const Cell& cell);
    void stepStage(int by);
    FigureRequest figureRequest() const;
    void exportFigure();
    void copyFigure();
    void cancelCopy();
    void explainView();
    void showAbout();
    void changeDisplay(const std::function<void(DisplayOptions&)>& change);

    Preferences m_preferences;
    Workspace m_workspace;
    Playback m_playback;
    Actions* m_actions = nullptr;
    ExperimentFile* m_file = nullptr;
    FigureExport* m_copy = nullptr; ///< figures on their way to the clipboard
    Recovery* m_recovery = nullptr;
    Presentation* m_presentation = nullptr;
    ToolBar* m_toolBar = nullptr;
    SidePanel* m_left = nullptr;
    SidePanel* m_right = nullptr;
    QWidget* m_leftContent = nullptr;
    SetupPanel* m_setup = nullptr;
    TensorPanel* m_tensors = nullptr;
    QWidget* m_setupRule = nullptr; ///< between the two
    BlockStrip* m_blocks = nullptr;
    QWidget* m_stripRow = nullptr;
    PipelineStrip* m_strip = nullptr;
    PlaybackBar* m_playbackBar = nullptr;
    ViewHeader* m_header = nullptr;
    QStackedWidget* m_views = nullptr;
    HeadsView* m_heads = nullptr;
    ShapesTab* m_shapes = nullptr;
    NormView* m_norm = nullptr;
    LayersView* m_layers = nullptr;
    QScrollArea* m_layersScroll = nullptr;
    Inspector* m_inspector = nullptr;
    StatusLine* m_status = nullptr;
    bool m_remembering = true;
    bool m_setupFoldedByWidth = false;
    bool m_inspectorFoldedByWidth = false;
    std::string m_shownExample; ///< that the view was chosen for
    int m_foldedAtWidth = -1;   ///< the last width outside presentation mode
};

} // namespace headscope
