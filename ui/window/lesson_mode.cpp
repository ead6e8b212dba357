// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/lesson_mode.h"

#include "disk/byte_source.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_session.h"
#include "lessons/lesson_words.h"
#include "lessons/slide/lesson_slide.h"
#include "window/actions.h"
#include "window/appearance.h"
#include "window/files/experiment_file.h"
#include "window/frame/left_side.h"
#include "window/frame/page_stack.h"
#include "window/frame/sides.h"
#include "window/frame/status_line.h"
#include "window/presentation/cross_fade.h"
#include "window/presentation/presentation.h"
#include "window/presentation/projector.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QMainWindow>
#include <QTimer>

#include <algorithm>

namespace headscope {

LessonMode::LessonMode(const Parts& parts, QMainWindow& window)
    : QObject(&window)
    , m_parts(parts)
    , m_window(window)
    , m_fade(new CrossFade(window.centralWidget())) {
    showMenu();
    const Actions& actions = m_parts.actions;
    connect(actions.lessons, &QActionGroup::triggered, this,
            [this](QAction* action) { open(action->data().toString()); });
    connect(actions.ownLesson, &QAction::triggered, this, [this] {
        const QString path =
            QFileDialog::getOpenFileName(&m_window, tr("Open a lesson"), m_parts.file.folder(),
                                         tr("Lessons (*.lesson.json);;All files (*)"));
        if (!path.isEmpty())
            openFile(path);
    });
    connect(actions.hideAnswers, &QAction::toggled, &m_parts.session,
            &LessonSession::setHidesAnswers);
    connect(actions.nextOnProjector, &QAction::triggered, this, &LessonMode::nextOnProjector);
    connect(&m_parts.panel, &LessonPanel::projectorAsked, this, &LessonMode::nextOnProjector);
    connect(actions.clearProgress, &QAction::triggered, this, [this] {
        m_parts.preferences.lessonsDone.clear();
        Q_EMIT progressCleared();
        showMenu();
        m_parts.status.showMessage(tr("The progress of the lessons is cleared."));
    });
    connect(actions.leaveLesson, &QAction::triggered, &m_parts.session, &LessonSession::close);
    connectSession();
    connect(&m_parts.panel, &LessonPanel::lessonAsked, this, &LessonMode::open);
    connect(&m_parts.panel, &LessonPanel::pictureAsked, this, [this] {
        m_parts.slide.isHidden() ? m_parts.pages.page().keyboard().setFocus()
                                 : m_parts.slide.setFocus();
    });
    connect(&m_parts.leftSide, &LeftSide::chosen, &m_parts.sides, &Sides::nameLeft);
}

void LessonMode::connectSession() {
    LessonSession& session = m_parts.session;
    connect(&session, &LessonSession::opened, this, &LessonMode::showFirst);
    connect(&session, &LessonSession::changed, this, &LessonMode::show);
    connect(&session, &LessonSession::revealing, this, [this] {
        if (!m_parts.workspace.display().reducedMotion && m_window.isVisible())
            m_fade->hold(m_parts.pages);
    });
    connect(&session, &LessonSession::failed, &m_parts.status, &StatusLine::setFailure);
    connect(&session, &LessonSession::finished, this, [this](const QString& id, bool byThemselves) {
        if (m_page)
            m_page->lesson(LessonStep::Answered);
        if (!byThemselves || m_parts.preferences.lessonsDone.contains(id))
            return;
        m_parts.preferences.lessonsDone << id;
        showMenu();
    });
    connect(&session, &LessonSession::lessonAsked, this, &LessonMode::open);
}

bool LessonMode::open(const QString& id) {
    const LessonPointer lesson = findLesson(id.toStdString());
    showMenu(); // who chose the open one again has unchecked it
    return lesson && begin(lesson);
}

void LessonMode::openFirst() {
    open(QString::fromStdString(lessons().front()->id));
}

bool LessonMode::openFile(const QString& path) {
    std::optional<Result<Lesson>> lesson =
        m_parts.file.reading().read<Lesson>(path, [](const std::string& name) -> Result<Lesson> {
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
        m_parts.status.setFailure(lesson->error());
        return false;
    }
    return begin(std::make_shared<const Lesson>(std::move(lesson->value())));
}

bool LessonMode::begin(const std::shared_ptr<const Lesson>& lesson) {
    LessonSession& session = m_parts.session;
    const bool own = session.suitsOwn(*lesson);
    if (!session.lesson())
        Q_EMIT aboutToOpen();
    const Status status = session.open(lesson, own);
    if (!status && !session.lesson())
        Q_EMIT notOpened();
    m_parts.status.tell(status);
    if (status)
        show();
    return status.ok();
}

void LessonMode::askOwn() {
    if (m_parts.session.lesson() || !m_parts.session.hasOwn())
        return; // another lesson was opened meanwhile, or nothing was typed
    Q_EMIT aboutToOpen();
    if (m_parts.session.askOwn())
        return show();
    Q_EMIT notOpened();
    m_parts.status.showMessage(tr("No lesson has a question about that sentence."));
}

void LessonMode::showFirst() {
    const std::string view = m_parts.session.lesson()->show.view;
    m_parts.pages.open(view);
    endOnPage();
    m_page = m_parts.pages.find(view);
    if (m_page)
        m_page->lesson(LessonStep::Begins);
    show();
    // Who opened it answers next; a class is asked on the slide.
    if (!m_parts.presentation.isOn())
        QTimer::singleShot(0, &m_parts.panel, &LessonPanel::takeKeyboard);
}

void LessonMode::endOnPage() {
    if (Page* const page = std::exchange(m_page, nullptr))
        page->lesson(LessonStep::Ends);
}

void LessonMode::show() {
    LessonSession& session = m_parts.session;
    const bool open = session.lesson() != nullptr;
    if (open && !session.state())
        return; // its first picture is on the way
    if (std::exchange(m_on, open) != open) {
        if (!open) {
            endOnPage();
            m_parts.leftSide.showEditors();
        }
        m_parts.sides.setLesson(open);
        m_parts.appearance.setLesson(open);
        Q_EMIT turned(open);
    }
    if (open && m_shown != session.lesson())
        m_parts.leftSide.showLesson();
    m_parts.leftSide.setProgress(session.progress());
    m_shown = session.lesson();
    if (!session.isWaiting())
        m_fade->fade();
    m_parts.actions.hideAnswers->setChecked(session.hidesAnswers());
    showMenu();
    m_parts.projector.setScene(m_parts.workspace.scene());
    Q_EMIT changed();
    showSlide();
}

void LessonMode::showMenu() {
    const QStringList& done = m_parts.preferences.lessonsDone;
    std::vector<LessonEntry> entries;
    for (const LessonPointer& lesson : lessons()) {
        const QString id = QString::fromStdString(lesson->id);
        entries.push_back({id, lessonTitle(*lesson), done.contains(id)});
    }
    m_parts.session.setDone(done);
    const LessonPointer played = m_parts.session.lesson();
    m_parts.actions.showLessons(entries, played ? QString::fromStdString(played->id) : QString());
}

SetupPanel::Locks LessonMode::locks() const {
    const LessonState* state = m_parts.session.state();
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
        locks.tokens =
            tr("The questions of the lesson are about this sentence: behind the last one "
               "it can be changed.");
    return locks;
}

bool LessonMode::locksHeads() const {
    const LessonState* state = m_parts.session.state();
    return state && state->locks("switch_off");
}

void LessonMode::showSlide() {
    const bool present = m_parts.session.state() != nullptr;
    const bool projects = m_parts.projector.isVisible();
    const bool slide = m_parts.presentation.isOn() && present;
    const bool changed = m_parts.slide.isHidden() == slide;
    m_parts.session.setPresented(slide || projects);
    m_parts.panel.setProjected(projects);
    m_parts.actions.nextOnProjector->setEnabled(projects && present);
    if (!changed)
        return;
    m_parts.pages.setVisible(!slide);
    m_parts.slide.setVisible(slide);
    if (slide) {
        m_parts.slide.setScene(m_parts.workspace.scene());
        m_parts.slide.setFocus();
    } else {
        m_parts.pages.page().keyboard().setFocus();
    }
}

void LessonMode::nextOnProjector() {
    if (m_parts.session.state() && m_parts.projector.isVisible())
        m_parts.session.goOn();
}

void LessonMode::finishFading() {
    m_fade->finish();
}

} // namespace headscope
