// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_panel.h"

#include "controls/icons.h"
#include "lessons/lesson_text_view.h"
#include "lessons/lesson_words.h"
#include "lessons/question_box.h"
#include "scene/fonts.h"
#include "scene/math_text.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>

namespace headscope {

namespace {

/// As wide as it is given, whatever its content would like: it never scrolls sideways.
class LessonColumn : public QWidget {
public:
    using QWidget::QWidget;
    QSize minimumSizeHint() const override { return {0, QWidget::minimumSizeHint().height()}; }
};

QWidget* lessonLine(QWidget* parent) {
    auto* line = new QWidget(parent);
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    return line;
}

/// Where a lesson stands among those of the program; −1: it is somebody's own.
int placeOf(const LessonPointer& lesson) {
    const auto all = lessons();
    const auto found = std::ranges::find_if(
        all, [&](const LessonPointer& one) { return lesson && one->id == lesson->id; });
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

} // namespace

LessonPanel::LessonPanel(LessonSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_rows(new QVBoxLayout(this))
    , m_hide(new QCheckBox(this))
    , m_projector(new QPushButton(this))
    , m_previous(new QPushButton(this))
    , m_next(new QPushButton(this)) {
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(0);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* holder = new LessonColumn(scroll);
    auto* holderRows = new QVBoxLayout(holder);
    holderRows->setContentsMargins(0, 0, 0, 0);
    m_bodyRows = holderRows;
    m_scroll = scroll;
    scroll->setWidget(holder);
    m_rows->addWidget(scroll, 1);

    m_rows->addWidget(lessonLine(this));
    auto* teacher = new QHBoxLayout;
    teacher->setContentsMargins(16, 9, 16, 9);
    teacher->addWidget(m_hide);
    teacher->addStretch();
    teacher->addWidget(m_projector);
    m_rows->addLayout(teacher);
    m_rows->addWidget(lessonLine(this));
    auto* beside = new QHBoxLayout;
    beside->setContentsMargins(10, 4, 10, 4);
    for (QPushButton* button : {m_previous, m_next})
        button->setFlat(true);
    beside->addWidget(m_previous);
    beside->addStretch();
    beside->addWidget(m_next);
    m_rows->addLayout(beside);

    connect(&session, &LessonSession::changed, this, &LessonPanel::refresh);
    connect(m_hide, &QCheckBox::toggled, &session, &LessonSession::setHidesAnswers);
    connect(m_projector, &QPushButton::clicked, this, &LessonPanel::projectorAsked);
    const auto go = [this](int by) {
        const int place = placeOf(m_session.lesson()) + by;
        if (place >= 0 && place < static_cast<int>(lessons().size()))
            Q_EMIT lessonAsked(
                QString::fromStdString(lessons()[static_cast<std::size_t>(place)]->id));
    };
    connect(m_previous, &QPushButton::clicked, this, [go] { go(-1); });
    connect(m_next, &QPushButton::clicked, this, [go] { go(1); });
    retranslate();
}

void LessonPanel::retranslate() {
    m_hide->setText(tr("Hide answers"));
    m_hide->setToolTip(
        tr("Hides answers, explanations and what gives them away, here and on the projector"));
    m_hide->setAccessibleName(m_hide->text());
    m_projector->setText(tr("Next on projector"));
    m_projector->setToolTip(tr("Shows this lesson on the projector, or goes on there alone"));
    m_parts.clear();
    refresh();
}

QString LessonPanel::parts() const {
    if (!m_session.state())
        return {};
    QStringList all{QString::number(static_cast<int>(lessonLanguage()))};
    for (std::size_t i = 0; i < m_session.lesson()->questions.size(); ++i)
        all << QuestionBox::partsOf(m_session, i);
    return all.join(u'|');
}

void LessonPanel::refresh() {
    if (!m_session.state())
        return;
    const QString now = parts();
    if (now != m_parts) {
        m_parts = now;
        rebuild();
    }
    const LessonState& state = *m_session.state();
    const std::vector<SaidParagraph> text = state.text(lessonLanguage());
    for (std::size_t i = 0; i < text.size(); ++i) {
        LessonTextView* said = m_paragraphs[2 * i];
        LessonTextView* otherwise = m_paragraphs[2 * i + 1];
        said->setText(richText(text[i].text, m_session), plainText(text[i].text, m_session));
        said->setQuiet(!text[i].holds);
        said->setHeld(m_session.heldMark());
        const QString then = tr("This was said of the start.");
        const QString rest = richText(text[i].otherwise, m_session);
        otherwise->setText(rest.isEmpty() ? then : then + u' ' + rest,
                           then + u' ' + plainText(text[i].otherwise, m_session));
        otherwise->setVisible(!text[i].holds);
    }
    for (QuestionBox* box : m_boxes)
        box->refresh();
    for (std::size_t i = 0; i < m_tries.size(); ++i) {
        m_tries[i]->setText(plainText(
            state.said(m_session.lesson()->tries[i].text, lessonLanguage()), m_session));
        m_tries[i]->setEnabled(!state.isTryLocked(i) && !m_session.isWaiting());
    }
    if (m_back) {
        const bool atStart = state.isAtStart();
        m_back->setEnabled(!atStart);
        m_changed->setText(atStart ? tr("nothing changed yet") : tr("changed"));
        m_since->setVisible(state.answered() > 0 && !state.isToldOf());
    }
}

void LessonPanel::takeKeyboard() {
    if (m_open >= m_boxes.size() || !m_boxes[m_open]->focusFirst())
        Q_EMIT pictureAsked();
}

void LessonPanel::fitNeighbours() {
    // Both stand in one line; a button keeps some room around its words.
    const int room = (width() - 26) / 2 - 22;
    for (QPushButton* button : {m_previous, m_next})
        button->setText(button->fontMetrics().elidedText(button->accessibleName(), Qt::ElideRight,
                                                         std::max(40, room)));
}

void LessonPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitNeighbours();
}

void LessonPanel::keyPressEvent(QKeyEvent* event) {
    auto* button = qobject_cast<QAbstractButton*>(focusWidget());
    if (button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        return button->click();
    QWidget::keyPressEvent(event);
}

void LessonPanel::rebuild() {
    const bool hadFocus =
        m_body && (m_body == focusWidget() || m_body->isAncestorOf(focusWidget()));
    if (m_body) {
        m_body->hide();
        m_body->deleteLater(); // it may be one of its own buttons that asked
    }
    m_paragraphs.clear();
    m_boxes.clear();
    m_tries.clear();
    m_body = new QWidget(m_scroll->widget());
    auto* rows = new QVBoxLayout(m_body);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    const LessonState& state = *m_session.state();
    const Lesson& lesson = *m_session.lesson();

    auto* intro = new QVBoxLayout;
    intro->setContentsMargins(16, 6, 16, 14);
    intro->setSpacing(8);
    auto* title = new QLabel(m_body);
    title->setFont(textFont(20, QFont::DemiBold));
    title->setWordWrap(true);
    title->setTextFormat(Qt::RichText);
    const SaidText name = state.said(lesson.title, lessonLanguage());
    title->setText(mathHtml(markupText(name, m_session)));
    title->setAccessibleName(plainText(name, m_session));
    intro->addWidget(title);
    for (std::size_t i = 0; i < 2 * lesson.text.size(); ++i) {
        auto* view = i % 2 == 0 ? new LessonTextView(14, 22, m_body)
                                : new LessonTextView(13, 20, m_body);
        connect(view, &LessonTextView::pointed, &m_session, &LessonSession::pointAt);
        connect(view, &LessonTextView::clicked, &m_session, &LessonSession::hold);
        m_paragraphs.push_back(view);
        intro->addWidget(view);
    }
    rows->addLayout(intro);
    for (std::size_t i = 0; i < lesson.questions.size(); ++i) {
        m_boxes.push_back(new QuestionBox(m_session, i, m_body));
        rows->addWidget(m_boxes.back());
    }
    addTries();
    rows->addStretch();
    m_bodyRows->addWidget(m_body);

    const bool sameQuestion = m_open == state.open();
    m_open = state.open();
    const int place = placeOf(m_session.lesson());
    const auto all = lessons();
    const auto say = [&](QPushButton* button, int at, const QString& pattern) {
        const bool there = place >= 0 && at >= 0 && at < static_cast<int>(all.size());
        button->setVisible(there);
        if (!there)
            return;
        // A title speaks of no run: the pieces are words alone.
        QString words;
        for (const TextPiece& piece :
             all[static_cast<std::size_t>(at)]->title.in(lessonLanguage()))
            words += QString::fromStdString(piece.words);
        const QString text = pattern.arg(at + 1).arg(withoutMarkup(words));
        button->setAccessibleName(text);
        button->setToolTip(text);
    };
    say(m_previous, place - 1, QStringLiteral("‹ %1 %2"));
    say(m_next, place + 1, QStringLiteral("%1 %2 ›"));
    fitNeighbours();
    // What came of it, and what is asked next, is seen without a hand at the wheel.
    if (state.answered() > 0 && !m_boxes.empty()) {
        QWidget* seen = m_boxes[std::min(m_open, m_boxes.size() - 1)];
        // Paragraphs know how high they are once they are as wide as the column.
        for (const int wait : {0, 60})
            QTimer::singleShot(wait, seen, [this, seen] {
                m_scroll->ensureWidgetVisible(seen, 0, 8);
                m_scroll->horizontalScrollBar()->setValue(0);
            });
    }
    if (hadFocus && m_open < m_boxes.size()) // the keyboard goes on where the lesson does
        QTimer::singleShot(0, m_boxes[m_open], [this, box = m_boxes[m_open], sameQuestion] {
            if (sameQuestion && box->hintButton() && box->hintButton()->isEnabled())
                box->hintButton()->setFocus();
            else if (!box->focusFirst())
                Q_EMIT pictureAsked();
        });
    else if (hadFocus)
        QTimer::singleShot(0, this, &LessonPanel::pictureAsked);
}

void LessonPanel::addTries() {
    auto* rows = static_cast<QVBoxLayout*>(m_body->layout());
    const LessonState& state = *m_session.state();
    const Lesson& lesson = *m_session.lesson();
    rows->addWidget(lessonLine(m_body));
    auto* part = new QVBoxLayout;
    part->setContentsMargins(16, 12, 16, 12);
    part->setSpacing(8);
    auto* head = new QHBoxLayout;
    auto* title = new QLabel(tr("TRY IT YOURSELF"), m_body);
    title->setFont(textFont(12, QFont::DemiBold));
    title->setForegroundRole(QPalette::PlaceholderText);
    m_changed = new QLabel(m_body);
    m_changed->setFont(textFont(12));
    m_changed->setForegroundRole(QPalette::PlaceholderText);
    head->addWidget(title);
    head->addStretch();
    head->addWidget(m_changed);
    part->addLayout(head);
    m_since = new QLabel(tr("You changed the experiment since: what is explained above is of the "
                            "runs that it names."),
                         m_body);
    m_since->setFont(textFont(13));
    m_since->setWordWrap(true);
    m_since->hide();
    part->addWidget(m_since);
    // Side by side as long as they fit.
    const int room = window()->width() < 1100 ? 262 : 318; // in a narrow window less
    QHBoxLayout* line = nullptr;
    int used = room;
    std::size_t locked = 0;
    for (std::size_t i = 0; i < lesson.tries.size(); ++i) {
        const QString text =
            plainText(state.said(lesson.tries[i].text, lessonLanguage()), m_session);
        auto* button = new QPushButton(text, m_body);
        button->setAccessibleName(text);
        if (state.isTryLocked(i)) {
            locked = std::max(locked, lesson.tries[i].after);
            button->setIcon(paletteIcon(QStringLiteral("lock"), palette()));
            button->setToolTip(tr("Opens after question %1: before, it would give the answer away")
                                   .arg(lesson.tries[i].after));
        }
        connect(button, &QPushButton::clicked, this, [this, i] { m_session.attempt(i); });
        const int wide = button->sizeHint().width() + 8;
        if (used + wide > room) {
            line = new QHBoxLayout;
            line->setSpacing(8);
            part->addLayout(line);
            line->addStretch();
            used = 0;
        }
        line->insertWidget(line->count() - 1, button);
        used += wide;
        m_tries.push_back(button);
    }
    auto* foot = new QHBoxLayout;
    auto* reason = new QLabel(m_body);
    reason->setFont(textFont(12));
    reason->setForegroundRole(QPalette::PlaceholderText);
    reason->setText(locked > 0 ? tr("What is locked opens after question %1.").arg(locked)
                               : QString());
    foot->addWidget(reason);
    foot->addStretch();
    m_back = new QPushButton(tr("Back to the start"), m_body);
    m_back->setIcon(paletteIcon(QStringLiteral("undo"), palette()));
    m_back->setFlat(true);
    m_back->setToolTip(tr("One step, which can be undone"));
    connect(m_back, &QPushButton::clicked, &m_session, &LessonSession::backToStart);
    part->addLayout(foot);
    part->addWidget(m_back, 0, Qt::AlignRight);
    rows->addLayout(part);
}

void LessonPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange) { // icons
        m_parts.clear();
        refresh();
    }
    QWidget::changeEvent(event);
}

} // namespace headscope
