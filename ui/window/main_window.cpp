// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/main_window.h"

#include "controls/scroll_around.h"
#include "controls/snug_scroll_area.h"
#include "editors/attention_panel.h"
#include "editors/continue_panel.h"
#include "editors/held_panel.h"
#include "editors/mask_panel.h"
#include "editors/setup_panel.h"
#include "editors/tensor_panel.h"
#include "editors/trained_model_panel.h"
#include "examples/origin.h"
#include "experiment/experiment_run.h"
#include "inspector/inspector.h"
#include "jobs/animation.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_session.h"
#include "lessons/lessons.h"
#include "lessons/slide/lesson_slide.h"
#include "pages/page_time.h"
#include "recovery/recovery.h"
#include "scene/error_text.h"
#include "scene/fonts.h"
#include "scene/statements.h"
#include "strip/block_strip.h"
#include "strip/pipeline_strip.h"
#include "transformer/model_parameters.h"
#include "window/actions.h"
#include "window/axes_bar.h"
#include "window/begin_here.h"
#include "window/black_screen.h"
#include "window/colour_choices.h"
#include "window/combo_focus.h"
#include "window/cross_fade.h"
#include "window/document_edits.h"
#include "window/experiment_file.h"
#include "window/figure_export.h"
#include "window/left_side.h"
#include "window/matrix_copy.h"
#include "window/memory_question.h"
#include "window/page_run_bar.h"
#include "window/page_stack.h"
#include "window/playback_bar.h"
#include "window/prepared_walk.h"
#include "window/presentation.h"
#include "window/profile_menu.h"
#include "window/projector.h"
#include "window/recent_files.h"
#include "window/screen_room.h"
#include "window/side_panel.h"
#include "window/slot.h"
#include "window/status_line.h"
#include "window/style.h"
#include "window/tool_bar.h"
#include "window/view_header.h"
#include "window/weights_bar.h"

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
constexpr int widestLeft = 480;
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

MainWindow::MainWindow(Source source, const Preferences& preferences, QWidget* parent)
    : QMainWindow(parent)
    , m_preferences(preferences)
    , m_workspace(std::move(source))
    , m_edits(std::make_unique<DocumentEdits>(m_workspace.document())) {
    systemIsDark(); // asked before any palette of ours is set
    setAcceptDrops(true);
    m_pages = new PageStack(this);
    m_actions = new Actions(*menuBar(), m_workspace.document().undoStack(), *m_pages, this);
    m_file = new ExperimentFile(m_workspace.document(), this);
    m_copy = new FigureExport(this);
    m_matrixCopy = new MatrixCopy(this);
    m_presentation = new Presentation(*this);
    if (!preferences.experimentFolder.isEmpty())
        m_file->setFolder(preferences.experimentFolder);
    new MemoryQuestion(m_workspace, this);
    buildCentre();
    connectActions();
    connectViews();
    connectPages();
    connectEditors();
    connectLessons();
    connectProjection();

    DisplayOptions display;
    display.map = preferences.map;
    display.range = preferences.range;
    display.valuesInCells = preferences.valuesInCells;
    display.rowsAreKeys = preferences.rowsAreKeys;
    display.words = preferences.words;
    display.summaries = preferences.summaries;
    display.layers = preferences.layers;
    display.dialect = preferences.dialect;
    display.reducedMotion = preferences.reducedMotion.value_or(false);
    m_workspace.setDisplay(display);
    applyTheme();
    if (preferences.setupWidth > 0)
        m_left->setOpenWidth(std::clamp(preferences.setupWidth, leftWidth, widestLeft));
    m_left->setFolded(preferences.setupFolded);
    m_right->setFolded(preferences.inspectorFolded);
    openOnScreen(*this, preferences.geometry, designSize, leastSize);
    retranslate();
    showEditors();
    m_pages->page().keyboard().setFocus();
    setRemembering(true);
    new ComboFocus(this, [this] { return &m_pages->page().keyboard(); });
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

    auto* editors = new YieldingColumn;
    auto* editorRows = new QVBoxLayout(editors);
    editorRows->setContentsMargins(0, 0, 0, 0);
    editorRows->setSpacing(0);
    m_setup = new SetupPanel(*m_edits, editors);
    m_tensors = new TensorPanel(*m_edits, editors);
    // However much of the setup is unfolded, the table keeps its place: the setup scrolls.
    m_setupScroll = new SnugScrollArea(m_setup, editors);
    editorRows->addWidget(m_setupScroll);
    m_attention = new AttentionPanel(editors);
    editorRows->addWidget(m_attention);
    m_model = new TrainedModelPanel(editors);
    editorRows->addWidget(m_model);
    m_tensorLine = hairline(editors);
    editorRows->addWidget(m_tensorLine);
    editorRows->addWidget(m_tensors, 1);
    m_begin = new BeginHere(editors);
    editorRows->addWidget(m_begin, 1);
    editorRows->addStretch(); // where the tensors are not offered
    m_leftSlot = new Slot(editors);
    auto* scroll = new QScrollArea;
    scrollAround(*scroll, *m_leftSlot);
    m_lessons = new LessonSession(m_workspace, this);
    m_lessonPanel = new LessonPanel(*m_lessons);
    m_leftSide = new LeftSide(scroll, m_lessonPanel);
    m_left = new SidePanel(SidePanel::Edge::Left, leftWidth, m_leftSide, root);
    m_left->setResizable(leftWidth, widestLeft);
    connect(m_left, &SidePanel::widthChosen, this, [this](int width) {
        if (!m_inLesson)
            m_preferences.setupWidth = width;
    });
    columns->addWidget(m_left);

    auto* centre = new QVBoxLayout;
    centre->setSpacing(0);
    columns->addLayout(centre, 1);
    auto* map = new QWidget;
    auto* mapRows = new QVBoxLayout(map);
    mapRows->setContentsMargins(0, 0, 0, 0);
    mapRows->setSpacing(0);
    m_blocks = new BlockStrip(map);
    mapRows->addWidget(m_blocks);
    m_stripRow = new QWidget(map);
    auto* stripRow = new QHBoxLayout(m_stripRow);
    stripRow->setContentsMargins(0, 0, 0, 0);
    stripRow->setSpacing(0);
    m_strip = new PipelineStrip(m_stripRow);
    m_playbackBar = new PlaybackBar(m_playback, m_stripRow);
    stripRow->addWidget(m_strip, 1);
    stripRow->addWidget(m_playbackBar);
    mapRows->addWidget(m_stripRow);
    m_stripSlot = new Slot(map, root);
    centre->addWidget(m_stripSlot);
    m_header = new ViewHeader(*m_pages, root);
    m_colours = new ColourChoices(m_pages);
    centre->addWidget(m_header);
    m_pageRun = new PageRunBar(root);
    centre->addWidget(m_pageRun);
    m_axesBar = new AxesBar(root);
    centre->addWidget(m_axesBar);
    auto* const weights = new WeightsBar(root);
    centre->addWidget(weights);
    connect(
        m_file, &ExperimentFile::weightsOpened, weights,
        [this, weights](const ExperimentFiles& files, const std::vector<StoredWeights>& stored) {
            const Experiment& experiment = m_workspace.experiment();
            weights->ask(
                files, stored,
                experiment.weights.at(Role::QueryWeight, firstAttention(experiment.model)));
        });
    connect(weights, &WeightsBar::answered, m_file, &ExperimentFile::readAgain);
    connect(&m_workspace.document(), &Document::changed, weights,
            [this, weights] { weights->setExperiment(m_workspace.experiment()); });
    centre->addWidget(m_pages, 1);
    m_slide = new LessonSlide(*m_lessons, slidePicture, root);
    m_slide->hide();
    centre->addWidget(m_slide, 1);

    m_inspector = new Inspector;
    m_rightSlot = new Slot(m_inspector);
    m_right = new SidePanel(SidePanel::Edge::Right, rightWidth, m_rightSlot, root);
    columns->addWidget(m_right);

    m_status = new StatusLine(root);
    rows->addWidget(m_status);
    rows->addWidget(&m_presentation->hint()); // a line of its own, over nothing
    setCentralWidget(root);
    m_black = new BlackScreen(this);
}

void MainWindow::connectViews() {
    connect(&m_workspace, &Workspace::sceneChanged, this, &MainWindow::showScene);
    connect(&m_workspace, &Workspace::errorChanged, this,
            [this] { m_status->setError(m_workspace.error()); });
    connect(&m_workspace, &Workspace::letGo, this, [this] {
        m_status->showLastingMessage(
            tr("Computing; the last picture is gone, because there is not enough "
               "memory for both."));
    });
    connect(m_toolBar, &ToolBar::exampleChosen, this, &MainWindow::openExample);
    connect(m_toolBar, &ToolBar::sequenceChosen, &m_workspace, &Workspace::showSequence);
    connect(m_colours, &ColourChoices::mapChosen, this, [this](ColourMap map) {
        changeDisplay([map](DisplayOptions& display) { display.map = map; });
    });
    connect(m_colours, &ColourChoices::rangeChosen, this, [this](const RangeChoice& choice) {
        changeDisplay([&choice](DisplayOptions& display) { display.range = choice; });
    });
    connect(m_playbackBar, &PlaybackBar::backAsked, this, [this] { stepStage(-1); });
    connect(m_playbackBar, &PlaybackBar::forwardAsked, this, [this] { stepStage(1); });
    connect(m_playbackBar, &PlaybackBar::playAsked, this, [this] {
        if (PageTime* const time = m_pages->page().time())
            return time->animation().togglePlaying();
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
}

void MainWindow::connectEditors() {
    connect(&m_workspace.document(), &Document::changed, this, &MainWindow::showEditors);
    connect(m_setup, &SetupPanel::rejected, this,
            [this](QWidget*, const QString& sentence) { m_status->showMessage(sentence); });
    // What an edit or a file came with would be gone with the run before, which is shown yet.
    const auto say = [this](const QString& sentence) {
        if (m_workspace.isComputing() && !sentence.isEmpty())
            m_status->announce(sentence);
        else
            m_status->showMessage(sentence);
    };
    connect(m_setup, &SetupPanel::said, this, say);
    connect(m_tensors, &TensorPanel::rejected, this,
            [this](QWidget*, const QString& sentence) { m_status->showMessage(sentence); });
    connect(m_tensors, &TensorPanel::cellActivated, &m_workspace, &Workspace::hoverTensorCell);
    connect(m_setup, &SetupPanel::tensorsUnfolded, this, &MainWindow::showUnderSetup);
    connect(m_setup, &SetupPanel::unfoldedChosen, this,
            [this](const QStringList& names) { m_preferences.setupUnfolded = names; });
    connect(m_setup, &SetupPanel::vocabularyAsked, this, &MainWindow::learnVocabulary);
    m_setup->setUnfolded(m_preferences.setupUnfolded);
    connectBeginning();
    connectAttention();
    connect(&m_setup->held(), &HeldPanel::asked, this, &MainWindow::carryOut);
    m_setup->masks().setReading(m_file->reading());
    connect(&m_file->reading(), &FileReading::announcedChanged, this, [this] {
        const FileReading& reading = m_file->reading();
        m_status->setReading(visibleName(reading.announced()), reading.seconds());
    });
    connect(m_file, &ExperimentFile::failed, this,
            [this](const Error& error) { m_status->setFailure(error); });
    connect(m_file, &ExperimentFile::said, this, say);
    connect(m_file, &ExperimentFile::changedOutside, this, [this] {
        m_status->showLastingMessage(
            tr("“%1” was changed by another program; File ▸ Reload (F5) shows what it holds now")
                .arg(visibleName(QFileInfo(m_file->watched()).fileName())));
    });
    connect(&m_workspace.document(), &Document::heldLost, m_status, &StatusLine::announce);
    connect(&m_workspace.document(), &Document::placeChanged, this, [this] {
        updateTitle();
        m_settling = true;
        settlePages();
    });
    connect(&m_workspace.document(), &Document::profileChanged, this, &MainWindow::showProfile);
    connect(m_actions->profile, &ProfileMenu::chosen, this, &MainWindow::setProfile);
}

void MainWindow::connectBeginning() {
    const auto hide = [this](bool hidden) {
        m_preferences.beginHidden = hidden;
        showUnderSetup();
    };
    connect(m_begin, &BeginHere::hideAsked, this, [hide] { hide(true); });
    connect(m_actions->beginHere, &QAction::triggered, this, [hide](bool shown) { hide(!shown); });
    connect(m_begin, &BeginHere::lessonAsked, this,
            [this] { openLesson(QString::fromStdString(lessons().front()->id)); });
    connect(m_begin, &BeginHere::stepsAsked, this, [this] {
        m_pages->open("steps");
        PageTime* const time = m_pages->page().time();
        if (!time)
            return; // this block computes nothing
        time->animation().goToStart();
        time->animation().togglePlaying();
        m_pages->page().keyboard().setFocus();
    });
    connect(m_begin, &BeginHere::ownAsked, m_setup, &SetupPanel::askForTokens);
}

void MainWindow::connectAttention() {
    const auto edit = [this](const QString& text, const FileAttentionPointer& next,
                             const QString& field) {
        m_workspace.document().edit(text, next, field);
    };
    connect(m_attention, &AttentionPanel::edited, this, edit);
    connect(m_attention, &AttentionPanel::fieldLeft, this,
            [this] { m_workspace.document().endMerge(); });
    connect(m_model, &TrainedModelPanel::edited, this,
            [this](const QString& text, const ModelSourcePointer& next, const QString& field) {
                m_workspace.document().edit(text, next, field);
            });
    connect(m_model, &TrainedModelPanel::asked, this, &MainWindow::carryOut);
    connect(m_axesBar, &AxesBar::chosen, this,
            [edit](const FileAttentionPointer& next) { edit(tr("read the axes"), next, {}); });
}

void MainWindow::showSource() {
    const FileAttentionPointer attention = m_workspace.document().source().attention();
    const Scene& scene = m_workspace.scene();
    // The run of what stands here may still be on its way.
    const ModelSourcePointer model = m_workspace.document().source().model();
    const bool current = (attention || model) && !scene.ofPage && !m_workspace.isComputing();
    m_setupScroll->setVisible(m_workspace.document().source().experiment() != nullptr);
    m_attention->show(attention, current ? scene.run : nullptr, scene.selection.sequence);
    m_model->show(model, current ? scene.run : nullptr, scene.selection.target);
    m_axesBar->show(attention);
    showUnderSetup();
}

void MainWindow::showUnderSetup() {
    const bool isExperiment = m_workspace.document().source().experiment() != nullptr;
    const bool tensors = isExperiment && m_setup->showsTensors();
    for (QWidget* part : {m_tensorLine, static_cast<QWidget*>(m_tensors)})
        part->setVisible(tensors);
    m_begin->setVisible(isExperiment && !m_preferences.beginHidden && !m_inLesson && !tensors &&
                        m_workspace.document().profile().isWhole());
    m_actions->beginHere->setChecked(!m_preferences.beginHidden);
}

void MainWindow::showEditors() {
    const Experiment& experiment = m_workspace.experiment();
    m_setup->show(m_workspace.selection().sequence);
    m_tensors->showExperiment();
    m_actions->causal->setChecked(experiment.causal);
    showSource();
    m_status->setError(m_workspace.error());
    updateTitle();
}

void MainWindow::settle() {
    m_fade->finish();
    // What waits in the event loop may be an edit; its trace is waited for, and
    // then shown; layouts that follow from it take a turn more.
    QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    do {
        m_workspace.finish();
        QCoreApplication::sendPostedEvents();
        m_lessons->finish();
        m_model->continuation().finish();
        for (Page* page : m_pages->pages())
            page->finish();
        m_copy->finish();
        m_matrixCopy->finish();
        for (int turn = 0; turn < 2; ++turn) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
        }
        // What is typed waits a moment for more of it, which may be over only now.
        if (m_projector)
            m_projector->finish();
    } while (m_workspace.isComputing() || m_workspace.isAnnouncing() || m_lessons->isBeginning());
    m_fade->finish();
    m_slide->finish();
}

void MainWindow::setRemembering(bool remembering) {
    m_remembering = remembering;
    m_actions->recent->setStored(remembering);
}

void MainWindow::setSystemMotion(bool reduced) {
    if (!m_preferences.reducedMotion)
        m_actions->reducedMotion->setChecked(reduced);
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
    for (QAction* action : m_actions->theme->actions())
        action->setChecked(action->data().value<ThemeChoice>() == m_preferences.theme);
    changeDisplay([kind](DisplayOptions& display) { display.theme = kind; });
}

void MainWindow::setLanguage(Language language) {
    m_preferences.language = language;
    useLanguage(language);
    for (QAction* action : m_actions->language->actions())
        action->setChecked(action->data().toString() == languageCode(language));
    updateTitle();
}

void MainWindow::setPresentation(bool on) {
    if (m_presentation->isOn() == on)
        return;
    m_presentation->set(on, m_lessons->state() != nullptr);
    m_actions->presentation->setChecked(on);
    changeDisplay([on](DisplayOptions& display) { display.presentation = on; });
    if (!on) // a light that was pointed at a row of the lesson
        m_actions->spotlight->setChecked(false);
    suitScreen();
    for (QWidget* widget :
         std::initializer_list<QWidget*>{menuBar(), m_toolBar, m_left, m_status, m_header})
        widget->setVisible(!on);
    showAround();
    // A window that leaves the full screen gets its own size back in its own time, and says so.
    if (on || !isVisible())
        foldWhereCrossed();
    m_pages->page().keyboard().setFocus();
    showSlide();
}

void MainWindow::retranslate() {
    m_actions->retranslate();
    m_actions->showTabs(*m_pages);
    m_left->setName(m_inLesson ? tr("Lesson") : tr("Setup"));
    showLessonMenu();
    m_right->setName(tr("Inspector"));
    m_walk->retranslate();
    updateTitle();
}

void MainWindow::updateTitle() {
    QString name = visibleName(QFileInfo(m_file->path()).fileName());
    const Document& document = m_workspace.document();
    const bool isExample = document.source().experiment() &&
                           originOf(m_workspace.experiment()).likeness == Likeness::Example;
    // The name of an example may say what the question of a lesson on it asks for.
    const bool asked =
        m_lessons->state() && m_lessons->state()->asksForScale() && !m_lessons->ground().isEmpty();
    m_toolBar->setExample(isExample && !asked ? m_workspace.experiment().example : std::string(),
                          asked ? tr("Example of the lesson") : documentTitle(document));
    m_actions->reload->setEnabled(!m_file->watched().isEmpty());
    name.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]")); // else Qt's own mark
    setWindowTitle(name.isEmpty() ? QStringLiteral("HeadScope")
                                  : QStringLiteral("%1[*] – HeadScope").arg(name));
    setWindowModified(!name.isEmpty() && !m_workspace.document().isSaved());
    sayWhatIsUnkept();
}

} // namespace headscope
