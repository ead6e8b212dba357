// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_panel.h"

#include "controls/hairline.h"
#include "controls/scroll_around.h"
#include "lessons/lesson_neighbours.h"
#include "lessons/lesson_next_words.h"
#include "lessons/lesson_room.h"
#include "lessons/lesson_text_view.h"
#include "lessons/lesson_tries.h"
#include "lessons/lesson_words.h"
#include "lessons/question_box.h"
#include "type/fonts.h"
#include "type/math_text.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

constexpr int onwardAbove = 4; ///< the button that leads on, and below
constexpr int onwardBelow = 6;

/// As wide as it is given, whatever its content would like: it never scrolls sideways.
class LessonColumn : public QWidget {
public:
    using QWidget::QWidget;
    QSize minimumSizeHint() const override { return {0, QWidget::minimumSizeHint().height()}; }
};

} // namespace

LessonPanel::LessonPanel(LessonSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_onward(new QPushButton(this))
    , m_hide(new QCheckBox(this))
    , m_projector(new QPushButton(this))
    , m_neighbours(new LessonNeighbours(this)) {
    m_arriving.setSingleShot(true);
    m_arriving.setInterval(60);
    connect(&m_arriving, &QTimer::timeout, this, [this] { m_arrive(); });
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* scroll = new QScrollArea(this);
    auto* holder = new LessonColumn(scroll);
    auto* holderRows = new QVBoxLayout(holder);
    holderRows->setContentsMargins(0, 0, 0, 0);
    m_bodyRows = holderRows;
    m_scroll = scroll;
    scrollAround(*scroll, *holder);
    connect(scroll->verticalScrollBar(), &QScrollBar::actionTriggered, this,
            [this] { m_places = false; });
    rows->addWidget(scroll, 1);

    m_onward->setFont(textFont(lessonType));
    m_onward->setProperty("accent", true);
    m_onward->setObjectName("onward");
    m_onward->hide();
    auto* onward = new QVBoxLayout;
    onward->setContentsMargins(16, onwardAbove, 16, onwardBelow);
    onward->addWidget(m_onward, 0, Qt::AlignRight);
    rows->addLayout(onward);
    connect(m_onward, &QPushButton::clicked, this, [this] { goOn(); });
    rows->addWidget(hairline(this));
    auto* teacher = new QHBoxLayout;
    teacher->setContentsMargins(16, 9, 16, 9);
    teacher->addWidget(m_hide);
    teacher->addStretch();
    teacher->addWidget(m_projector);
    m_projector->setObjectName("projector");
    m_projector->hide();
    rows->addLayout(teacher);
    rows->addWidget(hairline(this));
    rows->addWidget(m_neighbours);

    connect(&session, &LessonSession::changed, this, &LessonPanel::refresh);
    connect(m_hide, &QCheckBox::toggled, &session, &LessonSession::setHidesAnswers);
    connect(m_projector, &QPushButton::clicked, this, &LessonPanel::projectorAsked);
    connect(m_neighbours, &LessonNeighbours::asked, this, &LessonPanel::lessonAsked);
    retranslate();
}

void LessonPanel::retranslate() {
    m_hide->setText(tr("Hide answers"));
    m_hide->setToolTip(
        tr("Hides answers, explanations and what gives them away, here and on the projector"));
    m_hide->setAccessibleName(m_hide->text());
    m_projector->setText(tr("Next on projector"));
    m_onward->setText(tr("Next question") + QStringLiteral("  ↓  N"));
    m_onward->setAccessibleName(tr("Next question"));
    m_projector->setToolTip(
        tr("The lesson on the projector goes on: what nobody answered is shown first"));
    m_parts.clear();
    refresh();
}

void LessonPanel::setProjected(bool projected) {
    m_projector->setVisible(projected);
}

QString LessonPanel::parts() const {
    if (!m_session.state())
        return {};
    QStringList all{QString::number(static_cast<int>(currentLanguage())),
                    QString::number(isInNarrowWindow(*this) ? 1 : 0)};
    for (std::size_t i = 0; i < m_session.lesson()->questions.size(); ++i)
        all << QuestionBox::partsOf(m_session, i);
    all << m_session.askAgainWords();
    return all.join(u'|');
}

void LessonPanel::refresh() {
    const QSignalBlocker quiet(m_hide);
    m_hide->setChecked(m_session.hidesAnswers());
    // Another lesson, or the same one again, is made of parts of its own.
    if (!m_session.state())
        return clear();
    if (m_parts != parts())
        rebuild();
    const LessonState& state = *m_session.state();
    const std::vector<SaidParagraph> text = state.text(currentLanguage());
    for (std::size_t i = 0; i < text.size(); ++i) {
        LessonTextView* said = m_paragraphs[2 * i];
        LessonTextView* otherwise = m_paragraphs[2 * i + 1];
        said->setText(richText(text[i].text, state), plainText(text[i].text, state));
        said->setQuiet(!text[i].holds);
        said->setHeld(m_session.heldMark());
        const QString then = tr("This was said of the start.");
        const QString rest = richText(text[i].otherwise, state);
        otherwise->setText(rest.isEmpty() ? then : then + u' ' + rest,
                           then + u' ' + plainText(text[i].otherwise, state));
        otherwise->setVisible(!text[i].holds);
    }
    m_nextWords->refresh();
    for (QuestionBox* box : m_boxes)
        box->refresh();
    m_tries->refresh();
}

void LessonPanel::takeKeyboard() {
    if (m_open >= m_boxes.size() || !m_boxes[m_open]->focusFirst())
        Q_EMIT pictureAsked();
}

QuestionBox* LessonPanel::focusedBox() const {
    const QWidget* const focus = focusWidget();
    const auto found = std::ranges::find_if(m_boxes, [focus](const QuestionBox* box) {
        return focus && (box == focus || box->isAncestorOf(focus));
    });
    return found == m_boxes.end() ? nullptr : *found;
}

bool LessonPanel::eventFilter(QObject* watched, QEvent* event) {
    // The answer is in the picture: arrow keys lead there, from wherever the lesson stands.
    if (event->type() == QEvent::KeyPress && watched != m_body) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key < Qt::Key_Left || key > Qt::Key_Down)
            return false;
        Q_EMIT pictureAsked();
        if (QWidget* const there = window()->focusWidget(); there && !isAncestorOf(there))
            QCoreApplication::sendEvent(there, event);
        return true;
    }
    if (watched == m_body && event->type() == QEvent::Resize && m_places)
        QTimer::singleShot(0, m_body, [this] { showPlace(); });
    return QWidget::eventFilter(watched, event);
}

bool LessonPanel::showClicked() {
    const std::optional<std::size_t> clicked = m_session.clickedCell();
    QuestionBox* const box = clicked ? this->box(*clicked) : nullptr;
    if (!box || !box->showButton() || !box->showButton()->isEnabled())
        return false;
    box->showButton()->click();
    return true;
}

bool LessonPanel::goOn() {
    const LessonState* state = m_session.state();
    if (!state || m_session.isWaiting())
        return false;
    if (showClicked())
        return true;
    if (state->isDone()) {
        m_session.goOn();
        return true;
    }
    QuestionBox* const box = focusedBox();
    const bool leadsOn = m_revealed && !m_onward->isHidden();
    // Of a number that is typed, only Enter says that it is what is expected.
    if (!leadsOn && box && box->choices() && box->showButton() && box->showButton()->isEnabled()) {
        box->showButton()->click();
        return true;
    }
    if (!m_revealed)
        return false;
    m_revealed = false;
    m_onward->hide();
    showPlace();
    focusOpen(false);
    m_session.lookAtOpen();
    return true;
}

void LessonPanel::keyPressEvent(QKeyEvent* event) {
    if ((event->key() == Qt::Key_N || event->key() == Qt::Key_Space) &&
        event->modifiers() == Qt::NoModifier && !event->isAutoRepeat() &&
        (goOn() || (focusWidget() && focusedBox() == focusWidget())))
        return; // nor does the strip go on while a cell is to be clicked
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        QuestionBox* const box = focusedBox();
        auto* const button = qobject_cast<QAbstractButton*>(focusWidget());
        // Who chose, or typed a number, has said what to expect.
        const bool said =
            box && (button ? button->isChecked() : box->field() && box->field() == focusWidget());
        if (said && box->showButton())
            return box->showButton()->click();
        if (!button && showClicked())
            return;
        if (box && box == focusWidget()) // no cell is clicked yet, and nothing else is meant
            return;
        if (button)
            return button->click();
    }
    QWidget::keyPressEvent(event);
}

void LessonPanel::clear() {
    m_parts.clear();
    m_paragraphs.clear();
    m_boxes.clear();
    m_tries = nullptr;
    m_end = nullptr;
    m_nextWords = nullptr;
    m_note = nullptr;
    m_onward->hide();
    if (!m_session.state())
        m_answered = 0;
    if (!m_body)
        return;
    m_arriving.stop(); // the keyboard may be elsewhere
    m_body->hide();
    m_body->deleteLater(); // it may be one of its own buttons that asked
    m_body = nullptr;
}

void LessonPanel::rebuild() {
    // Not the panel's own, which is whatever in it had the keyboard last.
    const QWidget* const focus = window()->focusWidget();
    const bool hadFocus =
        m_body && focus && (focus == this || m_body == focus || m_body->isAncestorOf(focus));
    if (hadFocus)
        setFocus(); // what had it goes, and it would be given to whatever comes next
    clear();
    m_parts = parts();
    m_body = new QWidget(m_scroll->widget());
    m_body->installEventFilter(this);
    m_places = true;
    auto* rows = new QVBoxLayout(m_body);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    const LessonState& state = *m_session.state();
    const Lesson& lesson = *m_session.lesson();

    addIntroduction(*rows);
    for (std::size_t i = 0; i < lesson.questions.size(); ++i) {
        m_boxes.push_back(new QuestionBox(m_session, i, m_body));
        rows->addWidget(m_boxes.back());
    }
    addEnd(*rows);
    rows->addWidget(hairline(m_body));
    m_tries = new LessonTries(m_session, m_body);
    m_tries->setVisible(!lesson.tries.empty());
    rows->addWidget(m_tries);
    rows->addStretch();
    m_bodyRows->addWidget(m_body);

    const bool sameQuestion = m_open == state.open();
    m_open = state.open();
    // Who asks for a hint is at the next question already.
    const bool goesOn = m_open < m_boxes.size() && state.hints(m_open) > 0;
    m_revealed = state.answered() > 0 && !goesOn && (state.answered() != m_answered || m_revealed);
    m_answered = state.answered();
    m_neighbours->setLesson(m_session.lesson());
    // What came of it, and what is asked next, is seen without a hand at the wheel. Paragraphs know
    // how high they are once they are as wide as the column.
    QTimer::singleShot(0, m_body, [this] { scrollToPlace(); });
    m_arrive = [this, hadFocus, sameQuestion] {
        const bool both = showPlace();
        if (hadFocus && both)
            focusOpen(sameQuestion);
        else if (hadFocus)
            m_onward->setFocus();
    };
    m_arriving.start();
}

void LessonPanel::finish() {
    if (!m_arriving.isActive())
        return;
    m_arriving.stop();
    m_arrive();
}

void LessonPanel::focusOpen(bool sameQuestion) {
    // The keyboard goes on where the lesson does.
    QuestionBox* box = this->box(m_open);
    if (box && sameQuestion && box->hintButton() && box->hintButton()->isEnabled())
        box->hintButton()->setFocus();
    else if (m_open == m_boxes.size() && m_end)
        m_end->setFocus();
    else if (!box || !box->focusFirst()) {
        // It stays in the lesson, where Enter spends no hint, and arrow keys lead to the picture.
        if (!box)
            return Q_EMIT pictureAsked();
        box->setFocusPolicy(Qt::StrongFocus);
        for (QWidget* const part :
             {static_cast<QWidget*>(box), static_cast<QWidget*>(box->hintButton())}) {
            if (part)
                part->installEventFilter(this);
        }
        box->setFocus();
    }
}

bool LessonPanel::isSeen(const QWidget& box) const {
    const int top =
        box.mapTo(m_scroll->widget(), QPoint()).y() - m_scroll->verticalScrollBar()->value();
    return top >= 0 && top + box.height() <= m_scroll->viewport()->height();
}

bool LessonPanel::showPlace() {
    if (m_boxes.empty())
        return true;
    bool both = scrollToPlace();
    // The room of the button is theirs, too, where nobody has to be led on.
    const int strip = m_onward->sizeHint().height() + onwardAbove + onwardBelow;
    const int room = m_scroll->viewport()->height() + (m_onward->isHidden() ? 0 : strip);
    // Without what the answered question can do without, both may have room, or it alone.
    QuestionBox* const answered = m_revealed && m_answered > 0 ? m_boxes[m_answered - 1] : nullptr;
    if (heightShown() > room && answered && answered->spareHeight() > 0 &&
        (heightShown() - answered->spareHeight() <= room || answered->height() > room - strip)) {
        answered->shorten();
        both = scrollToPlace();
    }
    const bool hadFocus = m_onward->hasFocus();
    const auto leadOn = [&](bool leads) {
        if (leads == m_onward->isHidden()) {
            m_onward->setVisible(leads);
            layout()->activate();
            both = scrollToPlace(); // in the room that is left, or has become free
        }
    };
    const bool mayLead = m_revealed && m_open < m_boxes.size();
    leadOn(mayLead && !both && heightShown() > room);
    leadOn(mayLead && !both); // it was not enough, by a hair
    if (hadFocus && m_onward->isHidden())
        focusOpen(false);
    return m_onward->isHidden();
}

const QWidget* LessonPanel::firstShown() const {
    return m_boxes[m_revealed && m_answered > 0 ? m_answered - 1
                                                : std::min(m_open, m_boxes.size() - 1)];
}

const QWidget* LessonPanel::lastShown() const {
    return m_end ? static_cast<const QWidget*>(m_end)
                 : m_boxes[std::min(m_open, m_boxes.size() - 1)];
}

int LessonPanel::heightShown() const {
    const QWidget* const last = lastShown();
    return last->mapTo(m_scroll->widget(), QPoint(0, last->height() + (m_end ? 8 : 0))).y() -
           firstShown()->mapTo(m_scroll->widget(), QPoint()).y();
}

bool LessonPanel::scrollToPlace() {
    if (m_boxes.empty())
        return true;
    m_scroll->widget()->layout()->activate();
    const QWidget* const first = firstShown();
    const QWidget* const last = lastShown();
    const auto topOf = [this](const QWidget* widget) {
        return widget->mapTo(m_scroll->widget(), QPoint()).y();
    };
    QScrollBar* bar = m_scroll->verticalScrollBar();
    m_scroll->horizontalScrollBar()->setValue(0);
    const int room = m_scroll->viewport()->height();
    const int top = topOf(first);
    const int bottom = top + heightShown();
    // At the beginning the introduction, too, as far as the question leaves room.
    const int begin = m_answered == 0 && m_open == 0 ? 0 : bar->value();
    if (bottom - top > room) // no half of a question under what came of the last one
        bar->setValue(first == last ? top : std::min(top, top + first->height() - room));
    else
        bar->setValue(std::clamp(begin, bottom - room, top));
    return isSeen(*last) && isSeen(*first);
}

void LessonPanel::addIntroduction(QVBoxLayout& rows) {
    const LessonState& state = *m_session.state();
    const Lesson& lesson = *m_session.lesson();
    auto* intro = new QVBoxLayout;
    intro->setContentsMargins(16, 4, 8, 10);
    intro->setSpacing(6);
    auto* head = new QHBoxLayout;
    auto* title = new QLabel(m_body);
    title->setFont(textFont(20, QFont::DemiBold));
    title->setWordWrap(true);
    title->setTextFormat(Qt::RichText);
    const SaidText name = state.said(lesson.title, currentLanguage());
    title->setText(mathHtml(markupText(name, state)));
    title->setAccessibleName(plainText(name, state));
    head->addWidget(title, 1);
    auto* leave = new QPushButton(QStringLiteral("✕"), m_body);
    leave->setFlat(true);
    leave->setFixedSize(32, 28);
    leave->setToolTip(tr("Leave the lesson: what you had comes back as it was (Esc)"));
    leave->setAccessibleName(tr("Leave the lesson"));
    connect(leave, &QPushButton::clicked, &m_session, &LessonSession::close);
    head->addWidget(leave, 0, Qt::AlignTop);
    intro->addLayout(head);
    const bool again = m_session.isAskingAgain();
    if (again || !m_session.ground().isEmpty()) {
        QString words = again ? tr("The same question, now about what you had.")
                              : m_session.ground() + sentenceGap() + tr("What you had comes back.");
        if (const QString why = m_session.unsuited(); !again && !why.isEmpty())
            words += sentenceGap() + tr("That does not suit this lesson: %1.").arg(why);
        m_note = new QLabel(words, m_body);
        m_note->setTextFormat(Qt::PlainText);
        m_note->setFont(textFont(lessonType));
        m_note->setForegroundRole(QPalette::PlaceholderText);
        m_note->setWordWrap(true);
        intro->addWidget(m_note);
    }
    for (std::size_t i = 0; i < 2 * lesson.text.size(); ++i) {
        auto* view = new LessonTextView(lessonType, lessonLeading, m_body);
        connect(view, &LessonTextView::pointed, &m_session, &LessonSession::pointAt);
        connect(view, &LessonTextView::clicked, &m_session, &LessonSession::hold);
        m_paragraphs.push_back(view);
        intro->addWidget(view);
    }
    m_nextWords = new LessonNextWords(m_session, m_body);
    intro->addWidget(m_nextWords);
    rows.addLayout(intro);
}

void LessonPanel::addEnd(QVBoxLayout& rows) {
    const LessonState& state = *m_session.state();
    const bool again = m_session.isAskingAgain();
    const bool own = m_session.isAskingOwn();
    const bool isOurs = placeOfLesson(m_session.lesson()).has_value();
    if (!again && (!state.isDone() || !(isOurs || own) || m_session.hidesAnswers()))
        return;
    auto* end = new QVBoxLayout;
    end->setContentsMargins(16, 4, 16, 10);
    m_end = new QPushButton(m_body);
    m_end->setObjectName("end");
    m_end->setFont(textFont(lessonType));
    m_end->setProperty("accent", state.isDone());
    if (again) {
        m_end->setText(tr("Back to the lesson"));
        connect(m_end, &QPushButton::clicked, &m_session, &LessonSession::backToLesson);
    } else if (own) {
        m_end->setText(tr("Back to my sentence"));
        connect(m_end, &QPushButton::clicked, &m_session, &LessonSession::close);
    } else if (const LessonPointer after = m_session.following()) {
        m_end->setText(tr("Next lesson: %1").arg(lessonTitle(*after, true)));
        connect(m_end, &QPushButton::clicked, this,
                [this, id = QString::fromStdString(after->id)] { Q_EMIT lessonAsked(id); });
    } else {
        // Behind the last one the person's own words are what is left to ask about.
        auto* said = new QLabel(
            tr("That was the last lesson. Try one question on your own sentence."), m_body);
        said->setFont(textFont(lessonType));
        said->setWordWrap(true);
        end->addWidget(said);
        m_end->setText(m_session.hasOwn() ? tr("A question on my sentence")
                                          : tr("Type my own sentence"));
        connect(m_end, &QPushButton::clicked, &m_session, &LessonSession::goOn);
    }
    end->addWidget(m_end, 0, Qt::AlignLeft);
    rows.addLayout(end);
}

void LessonPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // In a narrow window a question is laid out otherwise.
    if (m_session.state() && m_parts != parts())
        QTimer::singleShot(0, this, &LessonPanel::refresh);
    else if (m_body)
        QTimer::singleShot(0, m_body, [this] { showPlace(); });
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
