// SPDX-License-Identifier: GPL-3.0-or-later
// Prepared views in the main window: keeping one, showing one, walking through them.
#include "experiment/experiment_json.h"
#include "lessons/lesson_session.h"
#include "lessons/lesson_words.h"
#include "lessons/slide/lesson_slide.h"
#include "scene/error_text.h"
#include "scene/statements.h"
#include "window/actions.h"
#include "window/experiment_file.h"
#include "window/main_window.h"
#include "window/page_stack.h"
#include "window/prepared_views_dialog.h"
#include "window/presentation.h"
#include "window/status_line.h"

#include <QAction>
#include <QActionGroup>
#include <QInputDialog>
#include <QShortcut>

#include <algorithm>

namespace headscope {

namespace {

/// Whether a file can keep what stands at both sides.
bool isKept(const PreparedView::Comparison& compared) {
    return std::ranges::all_of(std::array{&compared.a, &compared.b}, [](const ComparedSide* side) {
        return side->state == stateNow || side->state.starts_with(stateOfPin) ||
               side->state.starts_with(stateOfExample);
    });
}

/// Whether a file without a view opens just so.
bool isUsual(const PreparedView& view) {
    return view.page == "heads" && view.stage == TensorName::AttentionWeights && !view.cell &&
           !view.zoom && !view.alone && !view.compared && view.head.value_or(0) == 0 &&
           view.sequence.value_or(0) == 0 && view.scope.value_or(std::string()).empty();
}

} // namespace

void MainWindow::connectViewsToKeep() {
    Document& document = m_workspace.document();
    connect(m_actions->keepView, &QAction::triggered, this, &MainWindow::keepView);
    connect(m_actions->walkViews, &QAction::triggered, this, [this](bool on) { setWalking(on); });
    connect(m_actions->arrangeViews, &QAction::triggered, this,
            [this] { PreparedViewsDialog(m_workspace.document(), this).exec(); });
    connect(m_actions->prepared, &QActionGroup::triggered, this, [this](QAction* action) {
        showPrepared(static_cast<std::size_t>(action->data().toInt()));
    });
    connect(&document, &Document::viewsChanged, this, &MainWindow::showViewsMenu);
    m_file->setView([this]() -> std::optional<PreparedView> {
        // What is saved is what the person had before a lesson.
        PreparedView now = m_beforeLesson.value_or(view());
        now.lesson.clear(); // whose edits opening a file does not repeat
        now.question = 0;
        now.hidesAnswers = false;
        if (now.compared && !isKept(*now.compared))
            now.compared.reset();
        return isUsual(now) ? std::nullopt : std::optional(now);
    });
    connect(m_file, &ExperimentFile::opened, this, [this] {
        m_shownView = 0;
        m_toShow.reset(); // which was of what stood there before
        m_beforeLesson.reset();
        if (const auto& last = m_workspace.document().beside().lastView)
            showView(*last);
    });
    // Only during a walk are these its keys; else they are those of whoever has the focus.
    for (const auto& [key, by] : {std::pair(Qt::Key_Space, 1), std::pair(Qt::Key_PageDown, 1),
                                  std::pair(Qt::Key_PageUp, -1)}) {
        auto* shortcut = new QShortcut(QKeySequence(key), this);
        shortcut->setEnabled(false);
        connect(shortcut, &QShortcut::activated, this, [this, key = key, by = by] {
            // On the slide of a lesson Space shows the answers first.
            const LessonState* lesson = m_slide->isHidden() ? nullptr : m_lessons->state();
            if (key == Qt::Key_Space && lesson && !lesson->isDone())
                m_slide->handleKey(key);
            else
                walk(by);
        });
        m_walkKeys << shortcut;
    }
    connect(m_lessons, &LessonSession::changed, this, &MainWindow::goOnShowing);
    showViewsMenu();
}

PreparedView MainWindow::view() const {
    PreparedView view = m_workspace.view();
    view.page = m_pages->id();
    m_pages->page().keepView(view);
    // One that somebody wrote has no id that is known everywhere.
    const LessonPointer lesson = m_lessons->lesson();
    if (m_lessons->state() && findLesson(lesson->id) == lesson) {
        view.lesson = lesson->id;
        view.question = static_cast<int>(m_lessons->current());
        view.hidesAnswers = m_lessons->hidesAnswers();
    }
    return view;
}

void MainWindow::showView(const PreparedView& view) {
    const bool sameLesson = m_lessons->lesson() && m_lessons->lesson()->id == view.lesson;
    // From one lesson to the next what the person had stays put aside.
    if (!sameLesson && (view.lesson.empty() || !openLesson(QString::fromStdString(view.lesson))))
        m_lessons->close();
    m_toShow = view;
    m_lookedAt = false;
    goOnShowing();
}

void MainWindow::goOnShowing() {
    // A lesson begins somewhere itself, before.
    if (!m_toShow || m_lessons->isWaiting())
        return;
    const auto openPage = [this] {
        if (!m_toShow->page.empty() && m_toShow->page != m_pages->id())
            m_pages->open(m_toShow->page);
    };
    if (!std::exchange(m_lookedAt, true)) {
        // The page that is left may have no such stage, and would go to one that it has.
        openPage();
        return m_workspace.look(*m_toShow); // showScene() follows
    }
    const Scene& scene = m_workspace.scene();
    if (m_workspace.isComputing() || scene.isEmpty() ||
        scene.revision != m_workspace.document().revision() ||
        !(scene.selection == m_workspace.selection()))
        return;
    openPage(); // that had nothing to show of the block before
    const PreparedView view = *std::exchange(m_toShow, std::nullopt);
    // Once the page has its size.
    QMetaObject::invokeMethod(
        this,
        [this, view] {
            if (m_toShow)
                return; // somebody went on
            m_pages->page().showView(view);
            if (view.lesson.empty() || !m_lessons->state())
                return;
            m_lessons->setHidesAnswers(view.hidesAnswers);
            m_lessons->passTo(static_cast<std::size_t>(view.question));
        },
        Qt::QueuedConnection);
}

QString MainWindow::proposedTitle() const {
    if (m_lessons->state())
        return lessonTitle(*m_lessons->lesson());
    const Scene& scene = m_workspace.scene();
    QStringList parts = {m_pages->page().name(scene)};
    if (const auto tensor = scene.isEmpty() ? std::nullopt : shownTensor(scene)) {
        parts << statementOf(scene, *tensor).title;
        const Selection& selection = scene.selection;
        if (scene.run->heads() > 1 && selection.panel < scene.run->heads())
            parts << tr("head %1").arg(selection.panel + 1);
        if (selection.locked)
            parts << tr("cell %1, %2")
                         .arg(selection.locked->row + 1)
                         .arg(selection.locked->column + 1);
    }
    return parts.join(QStringLiteral(" · "));
}

void MainWindow::keepView() {
    Document& document = m_workspace.document();
    if (document.views().size() >= mostViews)
        return m_status->showMessage(
            tr("A file keeps %1 views at most; delete one first.").arg(mostViews));
    PreparedView kept = view();
    bool ok = false;
    const QString title = QInputDialog::getText(this, tr("Keep this view"), tr("Title of the view"),
                                                QLineEdit::Normal, proposedTitle(), &ok)
                              .simplified()
                              .left(longestTitle);
    if (!ok || title.isEmpty())
        return;
    kept.title = title.toStdString();
    if (kept.compared) {
        // A step of the history and a file from elsewhere are in no file of this experiment.
        kept.compared->a = m_workspace.comparisons().kept(kept.compared->a);
        kept.compared->b = m_workspace.comparisons().kept(kept.compared->b);
    }
    PreparedViews views = document.views();
    views.push_back(std::move(kept));
    document.setViews(tr("keep a view"), std::move(views));
    m_status->showMessage(
        tr("Kept as view %1; F6 begins to walk through them.").arg(document.views().size()));
}

void MainWindow::showPrepared(std::size_t place) {
    const PreparedViews& views = m_workspace.document().views();
    if (place >= views.size())
        return;
    m_shownView = place;
    showView(views[place]);
    showViewsMenu();
}

void MainWindow::setWalking(bool on) {
    if (on && m_workspace.document().views().empty()) {
        m_status->showMessage(tr("There are no prepared views yet: View ▸ Keep this view keeps "
                                 "what you see."));
        on = false;
    }
    m_walking = on;
    for (QShortcut* key : m_walkKeys)
        key->setEnabled(on);
    if (on)
        showPrepared(0);
    else
        m_status->showMessage({});
    showViewsMenu();
}

void MainWindow::walk(int by) {
    const auto last = static_cast<std::ptrdiff_t>(m_workspace.document().views().size()) - 1;
    const auto next = static_cast<std::ptrdiff_t>(m_shownView) + by;
    if (m_walking && next >= 0 && next <= last)
        showPrepared(static_cast<std::size_t>(next));
}

void MainWindow::showViewsMenu() {
    const PreparedViews& views = m_workspace.document().views();
    if (m_walking && views.empty())
        return setWalking(false);
    m_shownView = std::min(m_shownView, views.empty() ? 0 : views.size() - 1);
    QStringList titles;
    for (const PreparedView& view : views)
        titles << visibleName(QString::fromStdString(view.title));
    m_actions->showPrepared(titles, m_walking ? std::optional(m_shownView) : std::nullopt);
    QString caption;
    if (m_walking)
        caption = tr("%1 of %2: %3")
                      .arg(m_shownView + 1)
                      .arg(views.size())
                      .arg(titles[static_cast<qsizetype>(m_shownView)]);
    m_presentation->setCaption(caption);
    if (m_walking)
        m_status->showLastingMessage(
            tr("%1 — Space, Page Down: next · Page Up: back · Esc ends the walk").arg(caption));
}

} // namespace headscope
