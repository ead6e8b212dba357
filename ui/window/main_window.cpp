// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/main_window.h"

#include "editors/mask_panel.h"
#include "editors/setup_panel.h"
#include "editors/tensor_panel.h"
#include "experiment/experiment_run.h"
#include "inspector/inspector.h"
#include "pages/heads/heads_view.h"
#include "pages/layers/layers_view.h"
#include "pages/norm/norm_view.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_panel.h"
#include "pages/shapes/shapes_view.h"
#include "recovery/recovery.h"
#include "scene/error_text.h"
#include "scene/fonts.h"
#include "scene/statements.h"
#include "strip/block_strip.h"
#include "strip/pipeline_strip.h"
#include "window/actions.h"
#include "window/experiment_file.h"
#include "window/figure_export.h"
#include "window/memory_question.h"
#include "window/playback_bar.h"
#include "window/presentation.h"
#include "window/screen_room.h"
#include "window/side_panel.h"
#include "window/status_line.h"
#include "window/style.h"

#include <QActionGroup>
#include <QApplication>
#include <QBoxLayout>
#include <QFileInfo>
#include <QFrame>
#include <QMenuBar>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStyleHints>

namespace headscope {

namespace {

constexpr int leftWidth = 256;
constexpr int rightWidth = 304;
constexpr QSize designSize(1440, 900);
constexpr QSize leastSize(720, 520);

QFrame* hairline(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    return line;
}

/// Whether the system asks for a dark interface. Qt 6.4 has no colour scheme of
/// its own: the system palette tells by its lightness.
bool systemIsDark() {
    static const bool dark = [] {
        const QPalette palette = QGuiApplication::palette();
        return palette.color(QPalette::Window).lightness() <
               palette.color(QPalette::WindowText).lightness();
    }();
    return dark;
}

} // namespace

MainWindow::MainWindow(Experiment experiment, const Preferences& preferences, QWidget* parent)
    : QMainWindow(parent)
    , m_preferences(preferences)
    , m_workspace(std::move(experiment)) {
    systemIsDark(); // asked before any palette of ours is set
    setAcceptDrops(true);
    m_actions = new Actions(*menuBar(), m_workspace.document().undoStack(), this);
    m_file = new ExperimentFile(m_workspace.document(), this);
    m_copy = new FigureExport(this);
    m_presentation = new Presentation(*this);
    if (!preferences.experimentFolder.isEmpty())
        m_file->setFolder(preferences.experimentFolder);
    new MemoryQuestion(m_workspace, this);
    buildCentre();
    connectActions();
    connectViews();
    connectEditors();
    connectShapes();

    DisplayOptions display;
    display.map = preferences.map;
    display.valuesInCells = preferences.valuesInCells;
    display.rowsAreKeys = preferences.rowsAreKeys;
    display.reducedMotion = preferences.reducedMotion;
    m_workspace.setDisplay(display);
    applyTheme();
    m_left->setFolded(preferences.setupFolded);
    m_right->setFolded(preferences.inspectorFolded);
    openOnScreen(*this, preferences.geometry, designSize, leastSize);
    retranslate();
    showEditors();
    m_heads->setFocus();
}

MainWindow::~MainWindow() {
    // The widgets ask the workspace until they are gone, so they go first; so does what
    // keeps its document. What the end of the document changes concerns nobody any more.
    delete m_recovery;
    m_workspace.document().disconnect(this);
    delete takeCentralWidget();
}

void MainWindow::buildCentre() {
    auto* root = new QWidget(this);
    auto* rows = new QVBoxLayout(root);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_toolBar = new ToolBar(m_actions->undo, m_actions->redo, m_actions->exportFigure, root);
    rows->addWidget(m_toolBar);
    rows->addWidget(hairline(root));

    auto* columns = new QHBoxLayout;
    columns->setSpacing(0);
    rows->addLayout(columns, 1);

    m_leftContent = new QWidget;
    auto* editors = new QVBoxLayout(m_leftContent);
    editors->setContentsMargins(0, 0, 0, 0);
    editors->setSpacing(0);
    m_setup = new SetupPanel(m_leftContent);
    m_tensors = new TensorPanel(m_leftContent);
    editors->addWidget(m_setup);
    m_setupRule = hairline(m_leftContent);
    editors->addWidget(m_setupRule);
    editors->addWidget(m_tensors, 1);
    m_shapes = new ShapesTab(this);
    m_shapes->panel().hide();
    editors->addWidget(&m_shapes->panel(), 1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_leftContent);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    m_left = new SidePanel(SidePanel::Edge::Left, leftWidth, scroll, root);
    columns->addWidget(m_left);

    auto* centre = new QVBoxLayout;
    centre->setSpacing(0);
    columns->addLayout(centre, 1);
    m_blocks = new BlockStrip(root);
    centre->addWidget(m_blocks);
    m_stripRow = new QWidget(root);
    auto* stripRow = new QHBoxLayout(m_stripRow);
    stripRow->setContentsMargins(0, 0, 0, 0);
    stripRow->setSpacing(0);
    m_strip = new PipelineStrip(m_stripRow);
    m_playbackBar = new PlaybackBar(m_playback, m_stripRow);
    stripRow->addWidget(m_strip, 1);
    stripRow->addWidget(m_playbackBar);
    centre->addWidget(m_stripRow);
    m_header = new ViewHeader(root);
    centre->addWidget(m_header);
    m_views = new QStackedWidget(root);
    m_heads = new HeadsView(m_views);
    m_views->addWidget(m_heads);
    m_norm = new NormView(m_views);
    m_views->addWidget(m_norm);
    m_layers = new LayersView;
    m_layersScroll = new QScrollArea(m_views);
    m_layersScroll->setWidget(m_layers);
    m_layersScroll->setWidgetResizable(true);
    m_layersScroll->setFrameShape(QFrame::NoFrame);
    m_layersScroll->setFocusPolicy(Qt::NoFocus);
    m_layersScroll->viewport()->installEventFilter(this);
    m_views->addWidget(m_layersScroll);
    m_views->addWidget(&m_shapes->view());
    centre->addWidget(m_views, 1);

    m_inspector = new Inspector;
    m_right = new SidePanel(SidePanel::Edge::Right, rightWidth, m_inspector, root);
    columns->addWidget(m_right);

    m_status = new StatusLine(root);
    rows->addWidget(m_status);
    setCentralWidget(root);
}

void MainWindow::connectViews() {
    connect(&m_workspace, &Workspace::sceneChanged, this, &MainWindow::showScene);
    connect(&m_workspace, &Workspace::errorChanged, this,
            [this] { m_status->setError(m_workspace.error()); });
    connect(&m_workspace, &Workspace::letGo, this, [this] {
        m_status->showMessage(tr("Computing; the last picture is gone, because there is not enough "
                                 "memory for both."));
    });
    connect(m_heads, &HeadsView::laidOut, this, &MainWindow::updateControls);
    connect(m_heads, &HeadsView::hovered, &m_workspace, &Workspace::hover);
    connect(m_heads, &HeadsView::locked, &m_workspace, &Workspace::lock);
    connect(m_heads, &HeadsView::panelAsked, &m_workspace, &Workspace::showPanel);
    connect(m_heads, &HeadsView::soloAsked, &m_workspace, &Workspace::setSolo);
    connect(m_heads, &HeadsView::pairToggled, this, &MainWindow::togglePair);
    connect(m_strip, &PipelineStrip::stageAsked, this, [this](Stage stage) {
        // Shapes follows as far as heads are split and merged, Layers to queries by keys.
        if (shapesShown() && m_shapes->showStage(stage))
            return;
        const bool layers = m_header->currentView() == View::Layers && isQueryKeyStage(stage);
        if (!layers)
            showView(View::Heads);
        m_workspace.showStage(stage);
    });
    connect(m_inspector, &Inspector::released, &m_workspace, [this] { m_workspace.lock({}); });
    connect(m_inspector, &Inspector::stepAsked, this,
            [this](Stage stage, std::size_t tensor, const PanelCell& cell) {
                m_workspace.showStage(stage, tensor);
                m_workspace.lock(cell);
            });
    connect(m_header, &ViewHeader::tensorChosen, &m_workspace, [this](std::size_t tensor) {
        m_workspace.showStage(m_workspace.selection().stage, tensor);
    });
    connect(m_header, &ViewHeader::viewChosen, this, [this] { showScene(m_workspace.scene()); });
    connectBlocks();
    connect(m_header, &ViewHeader::valuesToggled, m_actions->valuesInCells, &QAction::setChecked);
    connect(m_header, &ViewHeader::rowsAreKeysChosen, m_actions->rowsAreKeys, &QAction::setChecked);
    connect(m_toolBar, &ToolBar::exampleChosen, this, &MainWindow::openExample);
    connect(m_toolBar, &ToolBar::sequenceChosen, &m_workspace, &Workspace::showSequence);
    connect(m_toolBar, &ToolBar::colourMapChosen, this, [this](ColourMap map) {
        changeDisplay([map](DisplayOptions& display) { display.map = map; });
    });
    connect(m_toolBar, &ToolBar::rangeChosen, this, [this](RangeMode mode) {
        changeDisplay([mode](DisplayOptions& display) { display.range = mode; });
    });
    connect(m_toolBar, &ToolBar::themeChosen, this, &MainWindow::setTheme);
    connect(m_playbackBar, &PlaybackBar::backAsked, this, [this] { stepStage(-1); });
    connect(m_playbackBar, &PlaybackBar::forwardAsked, this, [this] { stepStage(1); });
    connect(m_playbackBar, &PlaybackBar::playAsked, this, [this] {
        if (m_playback.isPlaying())
            return m_playback.pause();
        if (!m_workspace.hasStage(1))
            m_workspace.showStart();
        m_playback.play();
    });
    connect(&m_playback, &Playback::nextDue, this, [this] {
        if (!m_workspace.hasStage(1))
            return m_playback.pause();
        stepStage(1);
    });
    connect(m_left, &SidePanel::foldToggled, m_actions->foldSetup,
            [this](bool folded) { m_actions->foldSetup->setChecked(!folded); });
    connect(m_right, &SidePanel::foldToggled, m_actions->foldInspector,
            [this](bool folded) { m_actions->foldInspector->setChecked(!folded); });
}

void MainWindow::connectEditors() {
    connect(&m_workspace.document(), &Document::changed, this, &MainWindow::showEditors);
    connect(m_setup, &SetupPanel::edited, this,
            [this](const QString& text, const Experiment& next, const QString& mergeKey) {
                edit(text, next, mergeKey);
            });
    connect(m_setup, &SetupPanel::rejected, this,
            [this](QWidget*, const QString& sentence) { m_status->showMessage(sentence); });
    connect(m_tensors, &TensorPanel::edited, this,
            [this](const QString& text, const Experiment& next, const QString& mergeKey) {
                edit(text, next, mergeKey);
            });
    connect(m_tensors, &TensorPanel::rejected, this,
            [this](QWidget*, const QString& sentence) { m_status->showMessage(sentence); });
    connect(m_tensors, &TensorPanel::cellActivated, this, &MainWindow::askTableCell);
    m_setup->masks().setReading(m_file->reading());
    connect(&m_file->reading(), &FileReading::announcedChanged, this, [this] {
        const FileReading& reading = m_file->reading();
        m_status->setReading(visibleName(reading.announced()), reading.seconds());
    });
    connect(m_file, &ExperimentFile::failed, this,
            [this](const Error& error) { m_status->setError(error); });
    connect(m_file, &ExperimentFile::changedOutside, this, [this] {
        m_status->showMessage(
            tr("“%1” was changed by another program; File ▸ Reload (F5) shows what it holds now")
                .arg(visibleName(QFileInfo(m_file->path()).fileName())));
    });
    connect(&m_workspace.document(), &Document::placeChanged, this, &MainWindow::updateTitle);
}

void MainWindow::showScene(const Scene& scene) {
    m_heads->setScene(scene);
    m_norm->setScene(scene);
    m_layers->setScene(scene);
    m_blocks->setScene(scene);
    m_strip->setScene(scene);
    m_shapes->setScene(scene);
    m_header->setScene(scene);
    if (scene.run &&
        std::exchange(m_shownExample, scene.run->origin().example) != scene.run->origin().example)
        showFocus();
    chooseView();
    m_toolBar->setScene(scene);
    m_status->setScene(scene);
    m_inspector->setScene(scene); // hidden, it only lets go of the old one
    m_tensors->setScene(scene);
    m_setup->setExperiment(m_workspace.experiment(), scene.selection.sequence);
    for (QAction* view : m_actions->views->actions())
        view->setEnabled(hasView(scene, static_cast<View>(view->data().toInt())));
    m_actions->togglePair->setEnabled(isQueryKeyStage(scene.selection.stage) &&
                                      scene.selection.asked().has_value());
}

void MainWindow::showEditors() {
    const Experiment& experiment = m_workspace.experiment();
    m_setup->setExperiment(experiment, m_workspace.selection().sequence);
    m_tensors->setExperiment(experiment);
    m_actions->causal->setChecked(experiment.causal);
    m_status->setError(m_workspace.error());
    updateTitle();
}

void MainWindow::settle() {
    // What waits in the event loop may be an edit; its trace is waited for, and
    // then shown; layouts that follow from it take a turn more.
    QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    m_workspace.finish();
    QCoreApplication::sendPostedEvents();
    m_shapes->desk().finish();
    m_copy->finish();
    for (int turn = 0; turn < 2; ++turn) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    }
}

void MainWindow::setTheme(ThemeChoice choice) {
    m_preferences.theme = choice;
    applyTheme();
}

void MainWindow::applyTheme() {
    const bool dark = m_preferences.theme == ThemeChoice::Dark ||
                      (m_preferences.theme == ThemeChoice::System && systemIsDark());
    const ThemeKind kind = dark ? ThemeKind::Dark : ThemeKind::Light;
    QApplication::setPalette(paletteOf(theme(kind)));
    m_toolBar->setThemeChoice(m_preferences.theme);
    for (QAction* action : m_actions->theme->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(m_preferences.theme));
    changeDisplay([kind](DisplayOptions& display) { display.theme = kind; });
}

void MainWindow::setLanguage(Language language) {
    m_preferences.language = language;
    useLanguage(language);
    for (QAction* action : m_actions->language->actions())
        action->setChecked(action->data().toString() == languageCode(language));
}

void MainWindow::setPresentation(bool on) {
    if (m_presentation->isOn() == on)
        return;
    m_presentation->set(on);
    m_actions->presentation->setChecked(on);
    changeDisplay([on](DisplayOptions& display) {
        display.presentation = on;
        display.textScale = on ? 1.6 : 1.0;
    });
    for (QWidget* widget :
         std::initializer_list<QWidget*>{menuBar(), m_toolBar, m_left, m_status, m_header})
        widget->setVisible(!on);
    chooseView();
    // A window that leaves the full screen gets its own size back in its own time, and says so.
    if (on || !isVisible())
        foldWhereCrossed();
    shownView().setFocus();
}

void MainWindow::retranslate() {
    m_actions->retranslate();
    m_left->setName(tr("Setup"));
    m_right->setName(tr("Inspector"));
    updateTitle();
}

void MainWindow::updateTitle() {
    QString name = visibleName(QFileInfo(m_file->path()).fileName());
    const RunOrigin origin = originOf(m_workspace.experiment());
    m_toolBar->setExample(origin.likeness == Likeness::Example ? origin.example : std::string(),
                          runTitle(origin, m_file->path()));
    m_actions->reload->setEnabled(!name.isEmpty());
    name.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]")); // else Qt's own mark
    setWindowTitle(name.isEmpty() ? QStringLiteral("HeadScope")
                                  : QStringLiteral("%1[*] – HeadScope").arg(name));
    setWindowModified(!name.isEmpty() && !m_workspace.document().isSaved());
}

} // namespace headscope
