// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/main_window.h"

#include "controls/hairline.h"
#include "editors/continue_panel.h"
#include "examples/examples.h"
#include "jobs/animation.h"
#include "learning/history/vocabulary_recipe.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_session.h"
#include "lessons/slide/lesson_slide.h"
#include "pages/page_time.h"
#include "recovery/recovery_content.h"
#include "support/cases.h"
#include "window/actions.h"
#include "window/appearance.h"
#include "window/combo_focus.h"
#include "window/export/exporter.h"
#include "window/files/document_edits.h"
#include "window/files/experiment_file.h"
#include "window/files/file_actions.h"
#include "window/files/memory_question.h"
#include "window/files/recent_files.h"
#include "window/files/unsaved_guard.h"
#include "window/frame/editor_column.h"
#include "window/frame/page_frame.h"
#include "window/frame/page_stack.h"
#include "window/frame/sides.h"
#include "window/frame/stage_bar.h"
#include "window/frame/status_line.h"
#include "window/frame/tool_bar.h"
#include "window/help.h"
#include "window/lesson_mode.h"
#include "window/offers.h"
#include "window/presentation/black_screen.h"
#include "window/presentation/prepared_walk.h"
#include "window/presentation/presentation.h"
#include "window/presentation/projector.h"
#include "window/profile_menu.h"
#include "window/screen_room.h"
#include "window/window_keys.h"

#include <QActionGroup>
#include <QBoxLayout>
#include <QCloseEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>

#include <utility>

namespace headscope {

MainWindow::MainWindow(Source source, const Preferences& preferences, QWidget* parent)
    : QMainWindow(parent)
    , m_preferences(preferences)
    , m_workspace(std::move(source))
    , m_edits(std::make_unique<DocumentEdits>(m_workspace.document()))
    , m_pages(new PageStack(this))
    , m_actions(new Actions(*menuBar(), m_workspace.document().undoStack(), *m_pages, this))
    , m_appearance(new Appearance(m_preferences, m_workspace, *m_actions, this))
    , m_file(new ExperimentFile(m_workspace.document(), this))
    , m_presentation(new Presentation(*this)) {
    setAcceptDrops(true);
    if (!preferences.experimentFolder.isEmpty())
        m_file->setFolder(preferences.experimentFolder);
    new MemoryQuestion(m_workspace, this);
    build();
    makeHelpers();
    connectActions();
    connectScene();
    connectEditors();
    connectPages();
    connectLessons();

    m_appearance->apply();
    m_frame->sides().apply();
    openOnScreen(*this, preferences.geometry, QSize(1440, 900), QSize(720, 520));
    retranslate();
    showDocument();
    m_pages->page().keyboard().setFocus();
    setRemembering(true);
    new ComboFocus(this, [this] { return &m_pages->page().keyboard(); });
}

MainWindow::~MainWindow() {
    // The widgets ask the workspace until they are gone, so they go first; so does what
    // keeps its document. What the end of the document changes concerns nobody any more.
    m_unsaved.reset();
    m_workspace.document().disconnect();
    delete takeCentralWidget();
}

void MainWindow::build() {
    auto* root = new QWidget(this);
    auto* rows = new QVBoxLayout(root);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_toolBar = new ToolBar(m_actions->undo, m_actions->redo, m_actions->exportFigure, root);
    rows->addWidget(m_toolBar);
    rows->addWidget(hairline(root));
    m_editors =
        new EditorColumn(m_workspace, *m_edits, m_preferences, *m_actions, m_file->reading());
    m_lessons = new LessonSession(m_workspace, this);
    m_lessonPanel = new LessonPanel(*m_lessons);
    m_slide = new LessonSlide(*m_lessons, slidePicture);
    m_frame = new PageFrame(
        {m_preferences, m_workspace, *m_pages, *m_actions, *m_appearance, *m_presentation},
        m_editors, m_lessonPanel, m_slide, root);
    rows->addWidget(m_frame, 1);
    m_status = new StatusLine(root);
    rows->addWidget(m_status);
    rows->addWidget(&m_presentation->hint()); // a line of its own, over nothing
    setCentralWidget(root);
    m_black = new BlackScreen(this);
}

void MainWindow::makeHelpers() {
    m_unsaved = std::make_unique<UnsavedGuard>(m_workspace.document(), *m_status);
    m_exporter = new Exporter(
        {m_preferences, m_workspace, *m_pages, *m_slide, *m_file, *m_status, *this}, *m_actions);
    m_help = new Help({m_preferences, m_workspace, *m_pages, *m_lessons, *this}, *m_actions);
    m_projector = new Projector(*m_lessons, *m_pages, this);
    m_lesson = new LessonMode({m_preferences, m_workspace, *m_pages, *m_actions, *m_file, *m_status,
                               *m_appearance, m_frame->sides(), m_frame->leftSide(),
                               *m_presentation, *m_projector, *m_lessons, *m_lessonPanel, *m_slide},
                              *this);
    m_walk = new PreparedWalk({m_workspace, *m_pages, *m_lessons, *m_actions, *m_file, *m_status,
                               [this](const QString& lesson) { return openLesson(lesson); }},
                              *this);
    m_document = new FileActions({m_workspace, *m_file, *m_actions, *m_toolBar, m_frame->weights(),
                                  *m_status, *m_lessons, *m_walk},
                                 *this);
    m_offers = std::make_unique<Offers>(Offers::Parts{m_workspace, *m_pages, *m_actions, *m_toolBar,
                                                      m_editors->setup(), *m_lesson});
    m_keys = std::make_unique<WindowKeys>(
        WindowKeys::Parts{m_workspace, *m_pages, *m_actions, m_file->reading(), *m_presentation,
                          *m_black, m_frame->stages(), m_editors->continuation(), *m_lessons,
                          *m_lessonPanel, *m_slide, *m_exporter, *m_projector, *m_walk});
}

void MainWindow::connectActions() {
    // A menu bar that is hidden, as in presentation mode, would take its keys with it.
    addActions(m_actions->findChildren<QAction*>(Qt::FindDirectChildrenOnly));
    connect(m_actions->recent, &RecentFiles::chosen, this, &MainWindow::openFile);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    StageBar* const stages = &m_frame->stages();
    connect(m_actions->nextStage, &QAction::triggered, stages, [stages] { stages->step(1); });
    connect(m_actions->previousStage, &QAction::triggered, stages, [stages] { stages->step(-1); });
    connect(m_actions->allHeads, &QAction::triggered, this, [this] { m_workspace.setSolo(false); });
    connect(m_actions->presentation, &QAction::toggled, this, &MainWindow::setPresentation);
    connect(m_actions->language, &QActionGroup::triggered, this, [this](QAction* action) {
        setLanguage(languageFrom(action->data().toString()).value_or(Language::English));
        m_document->followLanguage();
    });
    const auto edits = [this](QAction* action, const std::function<want::Edit(bool)>& wanted) {
        connect(action, &QAction::triggered, this, [this, wanted](bool on) { edit(wanted(on)); });
    };
    edits(m_actions->moreHeads, [](bool) { return want::NextHeads{1}; });
    edits(m_actions->fewerHeads, [](bool) { return want::NextHeads{-1}; });
    edits(m_actions->causal, [](bool on) { return want::Causal{on}; });
    edits(m_actions->newSeed, [](bool) { return want::NewSeed{}; });
    connect(m_actions->togglePair, &QAction::triggered, this, [this] {
        if (const auto pair = m_pages->page().askedPair())
            edit(*pair);
    });
    connect(m_actions->profile, &ProfileMenu::chosen, this, &MainWindow::setProfile);
}

void MainWindow::connectScene() {
    connect(&m_workspace, &Workspace::sceneChanged, this, &MainWindow::showScene);
    connect(&m_workspace, &Workspace::errorChanged, this,
            [this] { m_status->setError(m_workspace.error()); });
    connect(&m_workspace, &Workspace::letGo, this, [this] {
        m_status->showLastingMessage(
            tr("Computing; the last picture is gone, because there is not enough "
               "memory for both."));
    });
    const Document& document = m_workspace.document();
    connect(&document, &Document::changed, this, &MainWindow::showDocument);
    connect(&document, &Document::placeChanged, this, [this] {
        m_settling = true;
        settlePages();
    });
    connect(&document, &Document::profileChanged, this, [this] {
        m_offers->showProfile();
        showAround();
    });
    connect(m_toolBar, &ToolBar::sequenceChosen, &m_workspace, &Workspace::showSequence);
}

void MainWindow::connectEditors() {
    connect(m_file, &ExperimentFile::said, this, &MainWindow::sayOfEdit);
    connect(m_editors, &EditorColumn::asked, this, &MainWindow::carryOut);
    connect(m_editors, &EditorColumn::said, this, &MainWindow::sayOfEdit);
    connect(m_editors, &EditorColumn::rejected, m_status, &StatusLine::showMessage);
    connect(m_editors, &EditorColumn::vocabularyAsked, this, &MainWindow::learnVocabulary);
    connect(m_editors, &EditorColumn::typed, m_lesson, &LessonMode::askOwn);
    connect(m_editors, &EditorColumn::lessonAsked, m_lesson, &LessonMode::openFirst);
    connect(m_editors, &EditorColumn::stepsAsked, this, [this] {
        m_pages->open("steps");
        PageTime* const time = m_pages->page().time();
        if (!time)
            return; // this block computes nothing
        time->animation().goToStart();
        time->animation().togglePlaying();
        m_pages->page().keyboard().setFocus();
    });
}

void MainWindow::connectPages() {
    for (Page* page : m_pages->pages())
        page->recall(m_preferences.pages);
    connect(m_pages, &PageStack::asked, this, &MainWindow::carryOut);
    connect(m_pages, &PageStack::entryAsked, &m_workspace, &Workspace::setSelection);
    connect(m_pages, &PageStack::aboutToOpen, this,
            [this] { m_pages->setScene(m_workspace.scene()); });
    connect(m_pages, &PageStack::changed, this, &MainWindow::showAround);
    connect(m_pages, &PageStack::failed, this, &MainWindow::say);
    connect(m_pages, &PageStack::said, m_status, &StatusLine::showMessage);
    connect(m_actions->views, &QActionGroup::triggered, m_pages,
            [this](QAction* action) { m_pages->openFromMenu(action->data().toInt()); });
    connect(&m_frame->sides(), &Sides::chosen, this, [this] { showScene(m_workspace.scene()); });
}

void MainWindow::connectLessons() {
    connect(m_lesson, &LessonMode::aboutToOpen, m_walk, &PreparedWalk::putAside);
    connect(m_lesson, &LessonMode::notOpened, m_walk, &PreparedWalk::forgetAside);
    connect(m_lesson, &LessonMode::turned, this, &MainWindow::turnLesson);
    connect(m_lesson, &LessonMode::changed, this, [this] {
        m_offers->showLocks();
        m_document->showTitle();
    });
    connect(m_lesson, &LessonMode::progressCleared, this, [this] {
        if (m_remembering)
            savePreferences(m_preferences);
    });
    connect(m_lessons, &LessonSession::ownAsked, this, [this] {
        setPresentation(false); // there is nothing to type into
        m_lessons->close();
        m_status->showLastingMessage(
            tr("Type your sentence, then press Enter: a question is asked about it."));
        m_editors->awaitText();
    });
    connectProjection();
}

void MainWindow::connectProjection() {
    connect(m_walk, &PreparedWalk::captionChanged, m_presentation, &Presentation::setCaption);
    connect(m_walk, &PreparedWalk::captionChanged, m_projector, &Projector::setCaption);
    connect(m_walk, &PreparedWalk::arrived, m_projector, &Projector::follow);
    connect(&m_frame->stages(), &StageBar::timeChanged, m_projector, &Projector::follow);
    connect(m_projector, &Projector::resized, this,
            [this] { m_projector->setScene(m_workspace.scene()); });
    connect(m_projector, &Projector::opened, m_lesson, &LessonMode::showSlide);
    connect(m_projector, &Projector::closed, m_lesson, &LessonMode::showSlide);
    connect(m_projector, &Projector::closed, this,
            [this] { m_actions->projector->setChecked(false); });
    connect(m_projector, &Projector::keyPressed, this,
            [this](QKeyEvent* event) { m_keys->handleOnProjector(*event); });
    connect(m_actions->projector, &QAction::triggered, this, [this](bool on) {
        if (!on) {
            m_projector->close();
            return;
        }
        // Keys of menus are those of one window, unless another has the actions, too. F11 is its
        // own there.
        for (QAction* action : findChildren<QAction*>()) {
            if (action != m_actions->presentation && !action->shortcuts().isEmpty())
                m_projector->addAction(action);
        }
        m_projector->open();
    });
}

void MainWindow::showScene(const Scene& scene) {
    m_frame->setScene(scene);
    if (!m_slide->isHidden())
        m_slide->setScene(scene);
    m_projector->setScene(scene);
    // A run that a page lends is no example that somebody opened.
    if (scene.run && !scene.ofPage &&
        std::exchange(m_shownExample, scene.run->origin().example) != scene.run->origin().example)
        showFocus();
    m_toolBar->setScene(scene);
    m_status->setScene(scene);
    m_editors->setScene(scene);
    m_frame->showDocument();
    m_offers->allowActions();
    settlePages();
    m_walk->goOn();
}

void MainWindow::showAround() {
    m_status->setViewSentence(m_frame->showPage(m_lesson->isOn() || m_offers->hasEditors()).status);
    m_projector->follow();
}

void MainWindow::turnLesson(bool on) {
    if (!on && m_walk->bringBack()) {
        m_status->showMessage(tr("The lesson is left: what you had is back as it was."));
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_document->followLanguage(); // which waited for the end of the lesson
                m_walk->goOn();
            },
            Qt::QueuedConnection);
    }
    m_editors->setLesson(on);
    showAround();
}

void MainWindow::showFocus() {
    const Example* example = findExample(m_workspace.experiment().example);
    if (example && example->focus.allLayers)
        m_pages->open("layers");
    else if (!m_pages->page().kind().staysForExample)
        m_pages->openTab(0);
}

void MainWindow::showDocument() {
    m_editors->showDocument();
    m_frame->showDocument();
    m_actions->causal->setChecked(m_workspace.experiment().causal);
    m_status->setError(m_workspace.error());
    m_document->showTitle();
}

void MainWindow::retranslate() {
    m_actions->retranslate();
    m_actions->showTabs(*m_pages, m_pages->tabs());
    m_lesson->showMenu();
    m_frame->sides().retranslate();
    m_walk->retranslate();
    m_document->showTitle();
}

void MainWindow::setProfile(const Profile& profile) {
    m_workspace.document().setProfile(profile);
}

void MainWindow::carryOut(const Intent& intent) {
    std::visit(Cases{[this](const want::Look& wanted) { look(wanted); },
                     [this](const want::Display& wanted) { m_appearance->carryOut(wanted); },
                     [this](const want::Copy& wanted) { m_exporter->carryOut(wanted); },
                     [this](const want::Comparison& wanted) {
                         m_workspace.comparisons().carryOut(wanted);
                     },
                     [this](const want::Edit& wanted) { edit(wanted); }},
               intent);
}

void MainWindow::look(const want::Look& wanted) {
    m_workspace.look(wanted);
    if (std::holds_alternative<want::Head>(wanted)) {
        m_pages->openTab(0);
        m_pages->page().keyboard().setFocus();
    }
}

void MainWindow::edit(const want::Edit& wanted) {
    if (const QString refusal = m_offers->refusal(wanted); !refusal.isEmpty())
        return m_status->showMessage(refusal);
    const Status status = m_workspace.edit(wanted);
    m_status->tell(status);
    if (!status)
        m_pages->page().refused(wanted, status.error());
}

void MainWindow::learnVocabulary() {
    const std::optional<TrainingRecipe> recipe =
        recipeForNewWords(m_workspace.experiment(), m_workspace.document().source().training());
    if (!recipe)
        return; // its words are known since
    m_pages->open("train");
    m_pages->find("train")->learn(*recipe);
    if (recipe->task == TaskKind::OwnText)
        m_status->showLastingMessage(
            tr("The sentence is built like none that was learnt: it is learnt by heart, each word "
               "from those before it, and what is held out is the same text."));
}

void MainWindow::sayOfEdit(const QString& sentence) {
    // It would be gone with the run before, which is shown yet.
    if (m_workspace.isComputing() && !sentence.isEmpty())
        m_status->announce(sentence);
    else
        m_status->showMessage(sentence);
}

void MainWindow::settlePages() {
    const Document& document = m_workspace.document();
    // The trace of what was saved may still be on its way.
    if (!m_settling || m_workspace.isComputing() ||
        m_workspace.scene().revision != document.revision())
        return;
    m_settling = false;
    if (!document.isSaved())
        return;
    for (Page* page : m_pages->pages())
        page->settled();
}

void MainWindow::settle() {
    m_lesson->finishFading();
    // What waits in the event loop may be an edit; its trace is waited for, and
    // then shown; layouts that follow from it take a turn more.
    QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    do {
        m_workspace.finish();
        QCoreApplication::sendPostedEvents();
        m_lessons->finish();
        m_editors->continuation().finish();
        for (Page* page : m_pages->pages())
            page->finish();
        m_exporter->finish();
        m_lessonPanel->finish();
        for (int turn = 0; turn < 2; ++turn) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
        }
        // What is typed waits a moment for more of it, which may be over only now.
        m_projector->finish();
    } while (m_workspace.isComputing() || m_workspace.isAnnouncing() || m_lessons->isBeginning() ||
             m_lessonPanel->isArriving());
    m_lesson->finishFading();
    m_slide->finish();
}

void MainWindow::showPage(std::string_view id) {
    m_pages->open(id);
}

bool MainWindow::openFiles(const QStringList& paths) {
    if (paths.size() == 1 && paths.first().endsWith(QStringLiteral(".lesson.json")))
        return m_lesson->openFile(paths.first());
    return m_file->open(paths);
}

PageFigures MainWindow::figures() const {
    return m_exporter->figures();
}

bool MainWindow::openLesson(const QString& id) {
    return m_lesson->open(id);
}

void MainWindow::showRecovered(const RecoveryContent& content) {
    Document& document = m_workspace.document();
    document.replace(content.source, content.path, content.stamp, false, content.extras);
    if (content.extras.lastView)
        m_walk->show(*content.extras.lastView);
    m_status->showMessage(tr("Recovered; it is not saved yet."));
}

bool MainWindow::isUntouched() const {
    const Document& document = m_workspace.document();
    return document.revision() == 0 && document.place().path.isEmpty();
}

void MainWindow::say(const Error& error) {
    m_status->setFailure(error);
}

void MainWindow::sayOutOfMemory() {
    say(makeError(HEADSCOPE_MESSAGE("Message", "there is not enough memory for that; the "
                                               "experiment stays as it is")));
}

void MainWindow::setLanguage(Language language) {
    m_appearance->setLanguage(language);
    m_document->showTitle();
}

void MainWindow::setSystemMotion(bool reduced) {
    m_appearance->setSystemMotion(reduced);
}

void MainWindow::setRemembering(bool remembering) {
    m_remembering = remembering;
    m_actions->recent->setStored(remembering);
}

void MainWindow::remember() {
    if (!m_remembering)
        return;
    m_preferences.geometry = m_presentation->geometry();
    m_help->remember();
    m_preferences.experimentFolder = m_file->folder();
    savePreferences(m_preferences);
}

void MainWindow::setPresentation(bool on) {
    if (m_presentation->isOn() == on)
        return;
    m_presentation->set(on, m_lessons->state() != nullptr);
    m_actions->presentation->setChecked(on);
    m_appearance->change([on](DisplayOptions& display) { display.presentation = on; });
    if (!on) // a light that was pointed at a row of the lesson
        m_actions->spotlight->setChecked(false);
    suitScreen();
    for (QWidget* widget : std::initializer_list<QWidget*>{menuBar(), m_toolBar, m_status})
        widget->setVisible(!on);
    showAround();
    // A window that leaves the full screen gets its own size back in its own time, and says so.
    if (on || !isVisible())
        m_frame->sides().foldWhereCrossed();
    m_pages->page().keyboard().setFocus();
    m_lesson->showSlide();
}

void MainWindow::suitScreen() {
    const double scale = m_presentation->isOn() ? presentedScale(size()) : 1.0;
    m_frame->stages().setScale(m_presentation->isOn() ? scale / presentedTextScale * 1.5 : 1.0);
    if (scale != m_workspace.display().textScale)
        m_appearance->change([scale](DisplayOptions& display) { display.textScale = scale; });
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (m_presentation->isOn())
        suitScreen();
    m_frame->sides().foldWhereCrossed();
    m_frame->sides().suitLesson();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    // Reached only where the focused widget has no use for the key.
    if (!m_keys->handle(*event))
        QMainWindow::keyPressEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        // Once the parts have their own words again: what they made of the scene is in words too.
        QMetaObject::invokeMethod(
            this,
            [this] {
                for (Page* page : m_pages->pages())
                    page->retranslated();
                m_workspace.retranslate();
                showScene(m_workspace.scene());
            },
            Qt::QueuedConnection);
    }
    // Who comes back from another program may have changed the file there.
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_file->look();
    QMainWindow::changeEvent(event);
}

bool MainWindow::mayLoseUnsaved() {
    QStringList lost;
    for (const Page* page : m_pages->pages()) {
        if (const QString sentence = page->unsaved(); !sentence.isEmpty())
            lost << sentence;
    }
    if (lost.isEmpty())
        return true;
    lost << tr("Closing the window loses that.");
    return QMessageBox::question(this, tr("Not taken over"), lost.join(u' '),
                                 QMessageBox::Discard | QMessageBox::Cancel,
                                 QMessageBox::Cancel) == QMessageBox::Discard;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_file->reading().cancel();
    if (!mayLoseUnsaved() || !m_file->mayReplace()) {
        event->ignore();
        return;
    }
    m_exporter->cancel();
    remember();
    m_unsaved->discard();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    openFiles(paths);
}

} // namespace headscope
