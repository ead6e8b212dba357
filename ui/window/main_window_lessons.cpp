// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the main window: the menu, the panel in the place of the setup, what is locked.
#include "window/main_window.h"

#include "editors/setup_panel.h"
#include "editors/trained_model_panel.h"
#include "files/file_reading.h"
#include "formats/byte_source.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_room.h"
#include "lessons/lesson_session.h"
#include "lessons/lesson_words.h"
#include "lessons/slide/lesson_slide.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_panel.h"
#include "pages/shapes/shapes_session.h"
#include "window/actions.h"
#include "window/cross_fade.h"
#include "window/experiment_file.h"
#include "window/left_side.h"
#include "window/page_stack.h"
#include "window/prepared_walk.h"
#include "window/presentation.h"
#include "window/projector.h"
#include "window/side_panel.h"
#include "window/status_line.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QKeyEvent>
#include <QTimer>

#include <algorithm>

namespace headscope {

namespace {

constexpr int usualWidth = 256;

} // namespace

void MainWindow::connectLessons() {
    connectShapes();
    m_fade = new CrossFade(centralWidget());
    showLessonMenu();
    connect(m_actions->lessons, &QActionGroup::triggered, this,
            [this](QAction* action) { openLesson(action->data().toString()); });
    connect(m_actions->ownLesson, &QAction::triggered, this, [this] {
        const QString path =
            QFileDialog::getOpenFileName(this, tr("Open a lesson"), m_file->folder(),
                                         tr("Lessons (*.lesson.json);;All files (*)"));
        if (!path.isEmpty())
            openLessonFile(path);
    });
    connect(m_actions->hideAnswers, &QAction::toggled, m_lessons, &LessonSession::setHidesAnswers);
    connect(m_actions->nextOnProjector, &QAction::triggered, this, &MainWindow::nextOnProjector);
    connect(m_lessonPanel, &LessonPanel::projectorAsked, this, &MainWindow::nextOnProjector);
    connect(m_actions->clearProgress, &QAction::triggered, this, [this] {
        m_preferences.lessonsDone.clear();
        if (m_remembering)
            savePreferences(m_preferences);
        showLessonMenu();
        m_status->showMessage(tr("The progress of the lessons is cleared."));
    });
    connect(m_actions->leaveLesson, &QAction::triggered, m_lessons, &LessonSession::close);
    connect(m_lessons, &LessonSession::opened, this, [this] {
        m_pages->open(m_lessons->lesson()->show.view);
        if (m_lessons->lesson()->show.view == "heads")
            m_pages->page().showView({}); // all of the matrix; what was seen of it comes back
        restoreWrongWay();
        // The wrong way beside the right one is what the lesson of the shapes asks about.
        if (m_lessons->lesson()->show.view == "shapes")
            m_wrongWasShown = showWrongWay(false);
        showLesson();
        // Who opened it answers next; a class is asked on the slide.
        if (!m_presentation->isOn())
            QTimer::singleShot(0, m_lessonPanel, &LessonPanel::takeKeyboard);
    });
    connect(m_lessons, &LessonSession::changed, this, &MainWindow::showLesson);
    connect(m_lessons, &LessonSession::revealing, this, [this] {
        if (!m_workspace.display().reducedMotion && isVisible())
            m_fade->hold(*m_pages);
    });
    connect(m_lessons, &LessonSession::failed, this,
            [this](const Error& error) { m_status->setFailure(error); });
    connect(m_lessons, &LessonSession::finished, this,
            [this](const QString& id, bool byThemselves) {
                if (m_wrongWasShown)
                    page<ShapesPage>().showMisplaced(); // the explanation speaks of it
                if (!byThemselves || m_preferences.lessonsDone.contains(id))
                    return;
                m_preferences.lessonsDone << id;
                showLessonMenu();
            });
    connect(m_lessonPanel, &LessonPanel::lessonAsked, this, &MainWindow::openLesson);
    connect(m_lessons, &LessonSession::lessonAsked, this, &MainWindow::openLesson);
    connect(m_lessonPanel, &LessonPanel::pictureAsked, this, [this] {
        m_slide->isHidden() ? m_pages->page().keyboard().setFocus() : m_slide->setFocus();
    });
    connect(m_lessons, &LessonSession::ownAsked, this, [this] {
        setPresentation(false); // there is nothing to type into
        m_lessons->close();
        m_status->showLastingMessage(
            tr("Type your sentence, then press Enter: a question is asked about it."));
        if (m_workspace.document().source().model())
            m_model->awaitText();
        else
            m_setup->awaitTokens();
    });
    // A turn later: they are said while a key or a click is on its way.
    connect(m_setup, &SetupPanel::tokensTyped, this, &MainWindow::askOwn, Qt::QueuedConnection);
    connect(m_model, &TrainedModelPanel::textTyped, this, &MainWindow::askOwn,
            Qt::QueuedConnection);
    connect(m_leftSide, &LeftSide::chosen, this,
            [this](bool lesson) { m_left->setName(lesson ? tr("Lesson") : tr("Setup")); });
}

bool MainWindow::openLesson(const QString& id) {
    const LessonPointer lesson = findLesson(id.toStdString());
    showLessonMenu(); // who chose the open one again has unchecked it
    return lesson && beginLesson(lesson);
}

bool MainWindow::openLessonFile(const QString& path) {
    std::optional<Result<Lesson>> lesson =
        m_file->reading().read<Lesson>(path, [](const std::string& name) -> Result<Lesson> {
            const Result<std::unique_ptr<ByteSource>> file = headscope::openFile(name);
            if (!file)
                return file.error();
            // One byte more than it may have says that it is too large.
            std::string bytes(static_cast<std::size_t>(
                                  std::min<std::uint64_t>((*file)->size(), mostLessonBytes + 1)),
                              '\0');
            if (const Status read = (*file)->readAt(0, bytes); !read)
                return read.error();
            return readLesson(bytes);
        });
    if (!lesson)
        return false; // given up
    if (!*lesson) {
        m_status->setFailure(lesson->error());
        return false;
    }
    return beginLesson(std::make_shared<const Lesson>(std::move(lesson->value())));
}

bool MainWindow::beginLesson(const std::shared_ptr<const Lesson>& lesson) {
    const bool own = m_lessons->suitsOwn(*lesson);
    if (!m_lessons->lesson())
        m_walk->putAside();
    const Status status = m_lessons->open(lesson, own);
    if (!status && !m_lessons->lesson())
        m_walk->forgetAside();
    tell(status);
    if (status)
        showLesson();
    return status.ok();
}

void MainWindow::askOwn() {
    if (m_lessons->lesson() || !m_lessons->hasOwn())
        return; // another lesson was opened meanwhile, or nothing was typed
    m_walk->putAside();
    if (m_lessons->askOwn())
        return showLesson();
    m_walk->forgetAside();
    m_status->showMessage(tr("No lesson has a question about that sentence."));
}

void MainWindow::showLesson() {
    const bool open = m_lessons->lesson() != nullptr;
    const bool present = m_lessons->state() != nullptr;
    if (open && !present)
        return; // its first picture is on the way
    if (std::exchange(m_inLesson, open) != open) {
        if (open) {
            m_left->setFolded(false);
            suitLesson();
            m_right->setFolded(true);
            // The texts of lessons speak of rows and columns.
            m_actions->rowsAreKeys->setChecked(false);
        } else {
            m_actions->rowsAreKeys->setChecked(m_preferences.rowsAreKeys);
            restoreWrongWay();
            m_leftSide->showEditors();
            m_left->setOpenWidth(std::max(usualWidth, m_preferences.setupWidth));
            m_left->setFolded(m_preferences.setupFolded);
            m_right->setFolded(m_preferences.inspectorFolded);
            foldByWidth();
        }
        if (!open && m_walk->bringBack()) {
            m_status->showMessage(tr("The lesson is left: what you had is back as it was."));
            QMetaObject::invokeMethod(
                this,
                [this] {
                    followLanguage(); // which waited for the end of the lesson
                    m_walk->goOn();
                },
                Qt::QueuedConnection);
        }
        m_left->setName(open ? tr("Lesson") : tr("Setup"));
        showUnderSetup();
        showAround();
    }
    if (open && m_shownLesson != m_lessons->lesson())
        m_leftSide->showLesson();
    m_leftSide->setProgress(m_lessons->progress());
    m_shownLesson = m_lessons->lesson();
    if (!m_lessons->isWaiting())
        m_fade->fade();
    m_actions->hideAnswers->setChecked(m_lessons->hidesAnswers());
    showLessonMenu();
    if (m_workspace.display().notes == open)
        changeDisplay([open](DisplayOptions& display) { display.notes = !open; });
    showProjected();
    lockControls();
    updateTitle();
    showSlide();
}

void MainWindow::connectShapes() {
    ShapesSession& session = page<ShapesPage>().session();
    ShapesOptions options = session.options();
    options.wrongShown = m_preferences.wrongWay;
    options.placesShown = m_preferences.places;
    session.setOptions(options);
    connect(&page<ShapesPage>().panel(), &ShapesPanel::optionsAsked, this,
            [this](const ShapesOptions& chosen) {
                if (!m_wrongWasShown) // a lesson shows and hides it as it needs it
                    m_preferences.wrongWay = chosen.wrongShown;
                m_preferences.places = chosen.placesShown;
            });
}

bool MainWindow::showWrongWay(bool shown) {
    ShapesSession& session = page<ShapesPage>().session();
    ShapesOptions options = session.options();
    const bool before = std::exchange(options.wrongShown, shown);
    session.setOptions(options);
    return before;
}

void MainWindow::restoreWrongWay() {
    if (const std::optional<bool> shown = std::exchange(m_wrongWasShown, std::nullopt))
        showWrongWay(*shown);
}

void MainWindow::suitLesson() {
    if (m_inLesson)
        m_left->setOpenWidth(isInNarrowWindow(*this) ? narrowLessonWidth : lessonWidth);
}

void MainWindow::showLessonMenu() {
    std::vector<LessonEntry> entries;
    for (const LessonPointer& lesson : lessons()) {
        const QString id = QString::fromStdString(lesson->id);
        entries.push_back({id, lessonTitle(*lesson), m_preferences.lessonsDone.contains(id)});
    }
    m_lessons->setDone(m_preferences.lessonsDone);
    m_actions->showLessons(
        entries, m_lessons->lesson() ? QString::fromStdString(m_lessons->lesson()->id) : QString());
}

void MainWindow::lockControls() {
    const SetupPanel::Locks locks = lessonLocks();
    m_toolBar->setSequenceLocked(locks.tokens);
    m_setup->setLocks(locks, tr("It would give the answer away: first answer the question "
                                "of the lesson."));
    allowActions();
}

SetupPanel::Locks MainWindow::lessonLocks() const {
    const LessonState* state = m_lessons->state();
    const auto locked = [state](std::initializer_list<std::string_view> edits) {
        return state && std::ranges::any_of(
                            edits, [state](std::string_view edit) { return state->locks(edit); });
    };
    SetupPanel::Locks locks;
    locks.heads = locked({"heads"});
    locks.widths = locked({"key_dim", "value_dim"});
    locks.scale = locked({"scale"});
    locks.layout = locked({"layout"});
    locks.masks = locked({"causal", "allow", "forbid", "turn_mask", "no_mask", "fully_masked",
                          "dropout", "dropout_seed"});
    if (state && !state->isDone())
        locks.tokens = tr("The questions of the lesson are about this sentence: behind the last one "
                          "it can be changed.");
    return locks;
}

void MainWindow::showSlide() {
    const bool slide = m_presentation->isOn() && m_lessons->state();
    const bool changed = m_slide->isHidden() == slide;
    m_lessons->setPresented(slide || isProjecting());
    m_lessonPanel->setProjected(isProjecting());
    m_actions->nextOnProjector->setEnabled(isProjecting() && m_lessons->state());
    if (!changed)
        return;
    m_pages->setVisible(!slide);
    m_slide->setVisible(slide);
    if (slide) {
        m_slide->setScene(m_workspace.scene());
        m_slide->setFocus();
    } else {
        m_pages->page().keyboard().setFocus();
    }
}

void MainWindow::connectProjection() {
    m_walk = new PreparedWalk({m_workspace, *m_pages, *m_lessons, *m_actions, *m_file, *m_status,
                               [this](const QString& lesson) { return openLesson(lesson); }},
                              *this);
    connect(m_walk, &PreparedWalk::captionChanged, this, [this](const QString& caption) {
        m_presentation->setCaption(caption);
        if (m_projector)
            m_projector->setCaption(caption);
    });
    connect(m_walk, &PreparedWalk::arrived, this, [this] {
        if (m_projector)
            m_projector->follow();
    });
    connect(m_actions->projector, &QAction::triggered, this, [this](bool on) {
        if (on)
            openProjector();
        else
            m_projector->close();
    });
}

void MainWindow::nextOnProjector() {
    if (m_lessons->state() && isProjecting())
        m_lessons->goOn();
}

void MainWindow::openProjector() {
    if (!m_projector) {
        m_projector = new Projector(*m_lessons, *m_pages, this);
        connect(m_projector, &Projector::closed, this, [this] {
            m_actions->projector->setChecked(false);
            showSlide();
        });
        connect(m_projector, &Projector::resized, this, &MainWindow::showProjected);
        connect(m_projector, &Projector::keyPressed, this, &MainWindow::projectorKey);
        m_projector->setCaption(m_walk->caption());
        // Keys of menus are those of one window, unless another has the actions, too. F11 is its
        // own there.
        for (QAction* action : findChildren<QAction*>()) {
            if (action != m_actions->presentation && !action->shortcuts().isEmpty())
                m_projector->addAction(action);
        }
    }
    m_projector->open();
    showProjected();
    showSlide();
}

bool MainWindow::isProjecting() const {
    return m_projector && m_projector->isVisible();
}

void MainWindow::showProjected() {
    if (isProjecting())
        m_projector->setScene(m_workspace.scene());
}

void MainWindow::projectorKey(QKeyEvent* event) {
    if (m_walk->handleKey(event->key()) || m_slide->handleKey(event->key()))
        return;
    if (event->key() != Qt::Key_Escape)
        keyPressEvent(event);
    else if (m_walk->isOn())
        m_walk->setOn(false);
    else
        m_projector->close();
}

} // namespace headscope
