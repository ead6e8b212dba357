// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_panel.h"

#include "controls/scroll_around.h"
#include "lessons/lesson_neighbours.h"
#include "lessons/lesson_room.h"
#include "lessons/lesson_text_view.h"
#include "lessons/lesson_tries.h"
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

} // namespace

LessonPanel::LessonPanel(LessonSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_hide(new QCheckBox(this))
    , m_projector(new QPushButton(this))
    , m_neighbours(new LessonNeighbours(this)) {
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
    rows->addWidget(scroll, 1);

    rows->addWidget(lessonLine(this));
    auto* teacher = new QHBoxLayout;
    teacher->setContentsMargins(16, 9, 16, 9);
    teacher->addWidget(m_hide);
    teacher->addStretch();
    teacher->addWidget(m_projector);
    rows->addLayout(teacher);
    rows->addWidget(lessonLine(this));
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
    m_projector->setToolTip(
        tr("Shows this lesson on the projector, or goes on there alone: what nobody "
           "answered is shown first"));
    m_parts.clear();
    refresh();
}

const std::vector<QPushButton*>& LessonPanel::tries() const {
    return m_tries->buttons();
}

QPushButton* LessonPanel::backButton() const {
    return m_tries->backButton();
}

QString LessonPanel::parts() const {
    if (!m_session.state())
        return {};
    QStringList all{QString::number(static_cast<int>(currentLanguage())),
                    QString::number(isInNarrowWindow(*this) ? 1 : 0)};
    for (std::size_t i = 0; i < m_session.lesson()->questions.size(); ++i)
        all << QuestionBox::partsOf(m_session, i);
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
    m_tries->refresh();
}

void LessonPanel::takeKeyboard() {
    if (m_open >= m_boxes.size() || !m_boxes[m_open]->focusFirst())
        Q_EMIT pictureAsked();
}

void LessonPanel::keyPressEvent(QKeyEvent* event) {
    auto* button = qobject_cast<QAbstractButton*>(focusWidget());
    if (button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        return button->click();
    QWidget::keyPressEvent(event);
}

void LessonPanel::clear() {
    m_parts.clear();
    m_paragraphs.clear();
    m_boxes.clear();
    m_tries = nullptr;
    if (!m_body)
        return;
    m_body->hide();
    m_body->deleteLater(); // it may be one of its own buttons that asked
    m_body = nullptr;
}

void LessonPanel::rebuild() {
    // Not the panel's own, which is whatever in it had the keyboard last.
    const QWidget* const focus = window()->focusWidget();
    const bool hadFocus = m_body && focus && (m_body == focus || m_body->isAncestorOf(focus));
    clear();
    m_parts = parts();
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
    const SaidText name = state.said(lesson.title, currentLanguage());
    title->setText(mathHtml(markupText(name, m_session)));
    title->setAccessibleName(plainText(name, m_session));
    intro->addWidget(title);
    for (std::size_t i = 0; i < 2 * lesson.text.size(); ++i) {
        auto* view =
            i % 2 == 0 ? new LessonTextView(14, 22, m_body) : new LessonTextView(13, 20, m_body);
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
    rows->addWidget(lessonLine(m_body));
    m_tries = new LessonTries(m_session, m_body);
    rows->addWidget(m_tries);
    rows->addStretch();
    m_bodyRows->addWidget(m_body);

    const bool sameQuestion = m_open == state.open();
    m_open = state.open();
    m_neighbours->setLesson(m_session.lesson());
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

void LessonPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // In a narrow window a question is laid out otherwise.
    if (m_session.state() && m_parts != parts())
        QTimer::singleShot(0, this, &LessonPanel::refresh);
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
