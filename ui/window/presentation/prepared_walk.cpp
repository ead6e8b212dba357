// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/presentation/prepared_walk.h"

#include "document/experiment_json.h"
#include "lessons/lesson_session.h"
#include "lessons/lesson_words.h"
#include "pages/page_request.h"
#include "window/actions.h"
#include "window/files/experiment_file.h"
#include "window/frame/page_stack.h"
#include "window/frame/status_line.h"
#include "window/presentation/prepared_views_dialog.h"
#include "words/error_text.h"
#include "words/statements.h"
#include "workspace/workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QInputDialog>
#include <QShortcut>

#include <algorithm>
#include <array>
#include <utility>

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
    return view.page == pageEntries().front().id && view.stage == TensorName::AttentionWeights &&
           !view.cell && !view.zoom && !view.alone && !view.compared &&
           view.head.value_or(0) == 0 && view.sequence.value_or(0) == 0 &&
           view.scope.value_or(std::string()).empty();
}

} // namespace

PreparedWalk::PreparedWalk(const Parts& parts, QWidget& window)
    : QObject(&window)
    , m_parts(parts)
    , m_window(window) {
    Document& document = m_parts.workspace.document();
    const Actions& actions = m_parts.actions;
    connect(actions.keepView, &QAction::triggered, this, &PreparedWalk::keep);
    connect(actions.walkViews, &QAction::triggered, this, &PreparedWalk::setOn);
    connect(actions.arrangeViews, &QAction::triggered, this,
            [this] { PreparedViewsDialog(m_parts.workspace.document(), &m_window).exec(); });
    connect(actions.prepared, &QActionGroup::triggered, this,
            [this](QAction* action) { showAt(static_cast<std::size_t>(action->data().toInt())); });
    connect(&document, &Document::viewsChanged, this, &PreparedWalk::showMenu);
    m_parts.file.setView([this]() -> std::optional<PreparedView> {
        // What is saved is what the person had before a lesson.
        PreparedView now = m_aside.value_or(view());
        now.lesson.clear(); // whose edits opening a file does not repeat
        now.question = 0;
        now.hidesAnswers = false;
        if (now.compared && !isKept(*now.compared))
            now.compared.reset();
        return isUsual(now) ? std::nullopt : std::optional(now);
    });
    connect(&m_parts.file, &ExperimentFile::opened, this, [this] {
        m_place = 0;
        m_toShow.reset(); // which was of what stood there before
        m_aside.reset();
        if (const auto& last = m_parts.workspace.document().extras().lastView)
            show(*last);
    });
    // Only during a walk are these its keys; else they are those of whoever has the focus.
    for (const Qt::Key key : {Qt::Key_Space, Qt::Key_PageDown, Qt::Key_PageUp}) {
        auto* shortcut = new QShortcut(QKeySequence(key), &m_window);
        shortcut->setEnabled(false);
        connect(shortcut, &QShortcut::activated, this, [this, key] { handleKey(key); });
        m_keys << shortcut;
    }
    connect(&m_parts.lessons, &LessonSession::changed, this, &PreparedWalk::goOn);
    showMenu();
}

PreparedView PreparedWalk::view() const {
    PreparedView view = m_parts.workspace.view();
    view.page = m_parts.pages.id();
    m_parts.pages.page().keepView(view);
    // One that somebody wrote has no id that is known everywhere.
    const LessonPointer lesson = m_parts.lessons.lesson();
    if (m_parts.lessons.state() && findLesson(lesson->id) == lesson) {
        view.lesson = lesson->id;
        view.question = static_cast<int>(m_parts.lessons.current());
        view.hidesAnswers = m_parts.lessons.hidesAnswers();
    }
    return view;
}

void PreparedWalk::show(const PreparedView& view) {
    const bool sameLesson = m_parts.lessons.lesson() && m_parts.lessons.lesson()->id == view.lesson;
    // From one lesson to the next what the person had stays put aside.
    if (!sameLesson &&
        (view.lesson.empty() || !m_parts.openLesson(QString::fromStdString(view.lesson))))
        m_parts.lessons.close();
    m_toShow = view;
    m_lookedAt = false;
    goOn();
}

bool PreparedWalk::bringBack() {
    if (!m_aside)
        return false;
    m_toShow = std::exchange(m_aside, std::nullopt);
    m_lookedAt = false;
    return true;
}

void PreparedWalk::goOn() {
    // A lesson begins somewhere itself, before.
    if (!m_toShow || m_parts.lessons.isWaiting())
        return;
    const auto openPage = [this] {
        if (!m_toShow->page.empty() && m_toShow->page != m_parts.pages.id())
            m_parts.pages.open(m_toShow->page);
    };
    if (!std::exchange(m_lookedAt, true)) {
        // The page that is left may have no such stage, and would go to one that it has.
        openPage();
        return m_parts.workspace.look(*m_toShow); // showScene() follows
    }
    const Scene& scene = m_parts.workspace.scene();
    if (m_parts.workspace.isComputing() || scene.isEmpty() ||
        scene.revision != m_parts.workspace.document().revision() ||
        !(scene.selection == m_parts.workspace.selection()))
        return;
    openPage(); // that had nothing to show of the block before
    const PreparedView view = *std::exchange(m_toShow, std::nullopt);
    // Once the page has its size.
    QMetaObject::invokeMethod(
        this,
        [this, view] {
            if (m_toShow)
                return;                                  // somebody went on
            (void)m_parts.pages.page().showView({view}); // as near as it has it
            Q_EMIT arrived();
            if (view.lesson.empty() || !m_parts.lessons.state())
                return;
            m_parts.lessons.setHidesAnswers(view.hidesAnswers);
            m_parts.lessons.passTo(static_cast<std::size_t>(view.question));
        },
        Qt::QueuedConnection);
}

QString PreparedWalk::proposedTitle() const {
    if (m_parts.lessons.state())
        return lessonTitle(*m_parts.lessons.lesson());
    const Scene& scene = m_parts.workspace.scene();
    QStringList parts = {m_parts.pages.page().words(scene).name};
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

void PreparedWalk::keep() {
    Document& document = m_parts.workspace.document();
    if (document.views().size() >= mostViews)
        return m_parts.status.showMessage(
            tr("A file keeps %1 views at most; delete one first.").arg(mostViews));
    PreparedView kept = view();
    QInputDialog asks(&m_window);
    asks.setWindowTitle(tr("Keep this view"));
    asks.setLabelText(tr("Title of the view"));
    asks.setTextValue(proposedTitle());
    asks.resize(480, asks.sizeHint().height()); // a title of some words
    const bool agreed = asks.exec() == QDialog::Accepted;
    const QString title = asks.textValue().simplified().left(longestTitle);
    if (!agreed || title.isEmpty())
        return;
    kept.title = title.toStdString();
    if (kept.compared) {
        // A step of the history and a file from elsewhere are in no file of this experiment.
        kept.compared->a = m_parts.workspace.comparisons().kept(kept.compared->a);
        kept.compared->b = m_parts.workspace.comparisons().kept(kept.compared->b);
    }
    PreparedViews views = document.views();
    views.push_back(std::move(kept));
    document.setViews(tr("keep a view"), std::move(views));
    m_parts.status.showMessage(
        tr("Kept as view %1; F6 begins to walk through them.").arg(document.views().size()));
}

void PreparedWalk::showAt(std::size_t place) {
    const PreparedViews& views = m_parts.workspace.document().views();
    if (place >= views.size())
        return;
    m_place = place;
    show(views[place]);
    showMenu();
}

void PreparedWalk::setOn(bool on) {
    if (on && m_parts.workspace.document().views().empty()) {
        m_parts.status.showMessage(tr("There are no prepared views yet: View ▸ Keep this view "
                                      "keeps what you see."));
        on = false;
    }
    m_on = on;
    for (QShortcut* key : m_keys)
        key->setEnabled(on);
    if (on)
        showAt(0);
    else
        m_parts.status.showMessage({});
    showMenu();
}

void PreparedWalk::walk(int by) {
    const auto last = static_cast<std::ptrdiff_t>(m_parts.workspace.document().views().size()) - 1;
    const auto next = static_cast<std::ptrdiff_t>(m_place) + by;
    if (m_on && next >= 0 && next <= last)
        showAt(static_cast<std::size_t>(next));
}

bool PreparedWalk::handleKey(int key) {
    const bool forward = key == Qt::Key_Space || key == Qt::Key_PageDown;
    if (!m_on || (!forward && key != Qt::Key_PageUp))
        return false;
    // On the slide of a lesson Space shows the answers first.
    const LessonState* lesson = m_parts.lessons.isPresented() ? m_parts.lessons.state() : nullptr;
    if (key == Qt::Key_Space && lesson && !lesson->isDone())
        m_parts.lessons.advance();
    else
        walk(forward ? 1 : -1);
    return true;
}

QString PreparedWalk::caption() const {
    const PreparedViews& views = m_parts.workspace.document().views();
    if (!m_on || m_place >= views.size())
        return {};
    return tr("%1 of %2: %3")
        .arg(m_place + 1)
        .arg(views.size())
        .arg(visibleName(QString::fromStdString(views[m_place].title)));
}

void PreparedWalk::showMenu() {
    const PreparedViews& views = m_parts.workspace.document().views();
    if (m_on && views.empty())
        return setOn(false);
    m_place = std::min(m_place, views.empty() ? 0 : views.size() - 1);
    QStringList titles;
    for (const PreparedView& view : views)
        titles << visibleName(QString::fromStdString(view.title));
    m_parts.actions.showPrepared(titles, m_on ? std::optional(m_place) : std::nullopt);
    Q_EMIT captionChanged(caption());
    if (m_on)
        m_parts.status.showLastingMessage(
            tr("%1 — Space, Page Down: next · Page Up: back · Esc ends the walk").arg(caption()));
}

} // namespace headscope
