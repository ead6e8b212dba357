// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the main window: the menu, the panel in the place of the setup, what is locked.
#include "window/main_window.h"

#include "editors/setup_panel.h"
#include "examples/examples.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_session.h"
#include "lessons/lesson_words.h"
#include "scene/math_text.h"
#include "window/actions.h"
#include "window/cross_fade.h"
#include "window/experiment_file.h"
#include "window/left_side.h"
#include "window/page_stack.h"
#include "window/presentation.h"
#include "window/side_panel.h"
#include "window/status_line.h"

#include <QActionGroup>
#include <QFile>
#include <QFileDialog>

#include <algorithm>

namespace headscope {

namespace {

constexpr int lessonWidth = 360;
constexpr int narrowLessonWidth = 320; ///< below 1024
constexpr int usualWidth = 256;

int placeInMenu(const LessonPointer& lesson) {
    const auto all = lessons();
    const auto found = std::ranges::find_if(
        all, [&](const LessonPointer& one) { return lesson && one == lesson; });
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

} // namespace

void MainWindow::connectLessons() {
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
    connect(m_actions->leaveLesson, &QAction::triggered, m_lessons, &LessonSession::close);
    connect(m_actions->hideAnswers, &QAction::toggled, m_lessons,
            &LessonSession::setHidesAnswers);
    connect(m_actions->clearProgress, &QAction::triggered, this, [this] {
        m_preferences.lessonsDone.clear();
        if (m_remembering)
            savePreferences(m_preferences);
        showLessonMenu();
        m_status->showMessage(tr("The progress of the lessons is cleared."));
    });
    connect(m_lessons, &LessonSession::opened, this, [this] {
        m_pages->open(m_lessons->lesson()->show.view);
        showLesson();
    });
    connect(m_lessons, &LessonSession::changed, this, &MainWindow::showLesson);
    connect(m_lessons, &LessonSession::revealing, this, [this] {
        if (!m_workspace.display().reducedMotion && isVisible())
            m_fade->hold(*m_pages);
    });
    connect(m_lessons, &LessonSession::failed, this,
            [this](const Error& error) { m_status->setError(error); });
    connect(m_lessons, &LessonSession::finished, this, [this](const QString& id) {
        if (!m_preferences.lessonsDone.contains(id))
            m_preferences.lessonsDone << id;
        showLessonMenu();
    });
    connect(m_lessonPanel, &LessonPanel::lessonAsked, this, &MainWindow::openLesson);
    connect(m_leftSide, &LeftSide::chosen, this, [this](bool lesson) {
        m_left->setName(lesson ? tr("Lesson") : tr("Setup"));
    });
}

bool MainWindow::openLesson(const QString& id) {
    const LessonPointer lesson = findLesson(id.toStdString());
    showLessonMenu(); // who chose the open one again has unchecked it
    return lesson && beginLesson(lesson);
}

bool MainWindow::openLessonFile(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        m_status->setError(makeError(HEADSCOPE_MESSAGE("Message", "cannot read %1: %2"),
                                     path.toStdString(), file.errorString().toStdString()));
        return false;
    }
    // One byte more than it may have says that it is too large.
    const QByteArray bytes = file.read(static_cast<qint64>(mostLessonBytes) + 1);
    Result<Lesson> lesson = readLesson({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (!lesson) {
        m_status->setError(lesson.error());
        return false;
    }
    return beginLesson(std::make_shared<const Lesson>(std::move(*lesson)));
}

bool MainWindow::beginLesson(const std::shared_ptr<const Lesson>& lesson) {
    const Experiment& experiment = m_workspace.experiment();
    // Somebody's own sentence, not an example that stands there by chance.
    const bool own = !isUnedited(experiment) && !m_lessons->lesson() &&
                     lessonStart(*lesson, experiment).ok();
    if (!own && !m_lessons->lesson() && !m_file->mayLeave())
        return false;
    const Status status = m_lessons->open(lesson, own);
    tell(status);
    if (status)
        showLesson();
    return status.ok();
}

void MainWindow::showLesson() {
    const bool open = m_lessons->lesson() != nullptr;
    const bool present = m_lessons->state() != nullptr;
    if (open && !present)
        return; // its first picture is on the way
    if (std::exchange(m_inLesson, open) != open) {
        if (open) {
            m_left->setFolded(false);
            m_left->setOpenWidth(width() < 1024 ? narrowLessonWidth : lessonWidth);
            m_right->setFolded(true);
        } else {
            m_leftSide->showEditors();
            m_left->setOpenWidth(std::max(usualWidth, m_preferences.setupWidth));
            m_left->setFolded(m_preferences.setupFolded);
            m_right->setFolded(m_preferences.inspectorFolded);
            foldByWidth();
        }
        m_left->setName(open ? tr("Lesson") : tr("Setup"));
    }
    if (open && m_shownLesson != m_lessons->lesson()) {
        m_leftSide->showLesson(placeInMenu(m_lessons->lesson()),
                               static_cast<int>(lessons().size()));
    }
    m_shownLesson = m_lessons->lesson();
    if (!m_lessons->isWaiting())
        m_fade->fade();
    m_actions->hideAnswers->setChecked(m_lessons->hidesAnswers());
    showLessonMenu();
    lockControls();
}

void MainWindow::showLessonMenu() {
    std::vector<LessonEntry> entries;
    for (const LessonPointer& lesson : lessons()) {
        QString title;
        for (const TextPiece& piece : lesson->title.in(lessonLanguage()))
            title += QString::fromStdString(piece.words);
        const QString id = QString::fromStdString(lesson->id);
        entries.push_back({id, withoutMarkup(title), m_preferences.lessonsDone.contains(id)});
    }
    m_actions->showLessons(
        entries, m_lessons->lesson() ? QString::fromStdString(m_lessons->lesson()->id) : QString());
}

void MainWindow::lockControls() {
    const LessonState* state = m_lessons->state();
    const auto locked = [state](const char* edit) { return state && state->locks(edit); };
    const bool heads = locked("heads");
    const bool masks = locked("causal") || locked("forbid");
    SetupPanel::Locks locks;
    locks.heads = heads;
    locks.widths = locked("key_dim") || locked("value_dim");
    locks.scale = locked("scale");
    locks.masks = masks || locked("dropout") || locked("fully_masked");
    m_setup->setLocks(locks, tr("It would give the answer away: first answer the question of the "
                                "lesson."));
    m_actions->moreHeads->setEnabled(!heads);
    m_actions->fewerHeads->setEnabled(!heads);
    m_actions->causal->setEnabled(!masks);
}

} // namespace headscope
