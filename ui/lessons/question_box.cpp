// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/question_box.h"

#include "controls/scroll_around.h"
#include "lessons/choice_answer.h"
#include "lessons/lesson_room.h"
#include "lessons/lesson_text_view.h"
#include "lessons/lesson_words.h"
#include "lessons/number_answer.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"

#include <QBoxLayout>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QResizeEvent>

#include <cmath>
#include <set>

namespace headscope {

namespace {

constexpr int badge = 20;
constexpr int indent = 31; ///< of what stands under the heading

/// Lines that wrap; in the width that they have none of them gives way.
class WrappedLabel : public QLabel {
public:
    using QLabel::QLabel;
    QSize minimumSizeHint() const override {
        const QSize usual = QLabel::minimumSizeHint();
        return wordWrap() ? QSize(usual.width(), heightForWidth(width())) : usual;
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        if (event->size().width() != event->oldSize().width())
            updateGeometry();
    }
};

QLabel* label(QWidget* parent, double pixels = lessonType, QFont::Weight weight = QFont::Normal) {
    auto* made = new WrappedLabel(parent);
    made->setFont(textFont(pixels, weight));
    made->setWordWrap(true);
    return made;
}

} // namespace

QString QuestionBox::partsOf(const LessonSession& session, std::size_t question) {
    const LessonState& state = *session.state();
    return QStringLiteral("%1 %2 %3 %4 %5")
               .arg(QString::fromStdString(session.lesson()->id) +
                    QString::number(session.isAskingAgain() ? 1 : 0))
               .arg(static_cast<int>(currentLanguage()))
               .arg(state.isAsked(question)   ? 1
                    : state.verdict(question) ? 2
                                              : 0)
               .arg(state.hints(question))
               .arg(session.hidesAnswers() ? 1 : 0) +
           session.refusal(question);
}

QuestionBox::QuestionBox(LessonSession& session, std::size_t question, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_question(question)
    , m_open(session.state()->isAsked(question))
    , m_done(session.state()->verdict(question).has_value())
    , m_column(new QVBoxLayout(this)) {
    keepWholeHeight(*this);
    m_column->setContentsMargins(16 + indent, 11, 16, 13);
    m_column->setSpacing(6);
    const LessonState& state = *session.state();
    const Language language = currentLanguage();
    const SaidText heading = state.said(asked().heading, language, question);
    auto* title = label(this, lessonType, m_open || m_done ? QFont::DemiBold : QFont::Normal);
    title->setTextFormat(Qt::RichText);
    title->setText(mathHtml(markupText(heading, state)));
    title->setAccessibleName(plainText(heading, state));
    if (!m_open && !m_done) {
        title->setForegroundRole(QPalette::PlaceholderText);
        title->setText(tr("opens after question %1").arg(question));
        m_column->addWidget(title);
        return;
    }
    m_column->addWidget(title);
    if (!asked().prompt.isEmpty()) {
        addText(state.said(asked().prompt, language, question));
        m_prompt = m_texts.back();
    }
    switch (asked().kind) {
    case LessonQuestion::Kind::Choice:
        m_choice = new ChoiceAnswer(session, question, this);
        m_column->addWidget(m_choice);
        break;
    case LessonQuestion::Kind::Number:
        m_number = new NumberAnswer(session, question, this);
        m_column->addWidget(m_number);
        break;
    case LessonQuestion::Kind::Pair:
        m_clicked = label(this);
        m_clicked->setForegroundRole(QPalette::PlaceholderText);
        setAccessibleName(plainText(heading, state));
        break;
    }
    if (m_open)
        addButtons();
    if (m_clicked) // below the buttons, which stay where they are as its lines become others
        m_column->addWidget(m_clicked);
    if (m_done)
        addVerdict();
    refresh();
}

const LessonQuestion& QuestionBox::asked() const {
    return m_session.lesson()->questions[m_question];
}

void QuestionBox::addText(const SaidText& text) {
    auto* view = new LessonTextView(lessonType, lessonLeading, this);
    view->setText(richText(text, *m_session.state()), plainText(text, *m_session.state()));
    connect(view, &LessonTextView::pointed, &m_session, &LessonSession::pointAt);
    connect(view, &LessonTextView::clicked, &m_session, &LessonSession::hold);
    m_texts.push_back(view);
    m_column->addWidget(view);
}

QString QuestionBox::sayNumber(double value) const {
    return fixedText(value, asked().decimals);
}

void QuestionBox::addButtons() {
    const LessonState& state = *m_session.state();
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_show = new QPushButton(tr("Show the answer"), this);
    m_show->setFont(textFont(lessonType));
    connect(m_show, &QPushButton::clicked, this, [this] {
        parentWidget()->setFocus(); // the button goes, the keyboard stays in the lesson
        m_session.reveal(m_question);
    });
    row->addWidget(m_show);
    const std::size_t all = asked().hints.size();
    if (all > 0) {
        m_hint = new QPushButton(tr("Hint"), this);
        m_hint->setFont(textFont(lessonType));
        m_hint->setToolTip(tr("A hint costs nothing"));
        m_hint->setEnabled(state.hints(m_question) < all);
        connect(m_hint, &QPushButton::clicked, this, [this] { m_session.hint(m_question); });
        row->addWidget(m_hint);
        m_hints = label(this);
        m_hints->setWordWrap(false);
        m_hints->setForegroundRole(QPalette::PlaceholderText);
        m_hints->setText(tr("%1 of %2 used").arg(state.hints(m_question)).arg(all));
        // Beside the buttons where the column is wide; below them in a narrow window.
        if (!isInNarrowWindow(*this)) {
            row->addStretch();
            row->addWidget(m_hints);
        }
    }
    row->addStretch();
    m_column->addLayout(row);
    // Below the buttons: who asks for a second one finds them in their place.
    for (std::size_t i = 0; i < state.hints(m_question); ++i) {
        SaidText hint = state.said(asked().hints[i], currentLanguage(), m_question);
        hint.insert(hint.begin(),
                    SaidPiece{TextPiece::Kind::Words, tr("Hint %1: ").arg(i + 1).toStdString(),
                              std::nullopt, -1});
        addText(hint);
    }
    m_reason = label(this);
    m_reason->setForegroundRole(QPalette::PlaceholderText);
    m_reason->setText(tr("First say what you expect."));
    m_column->addWidget(m_reason);
    if (m_hints && isInNarrowWindow(*this)) {
        m_column->addWidget(m_hints);
        m_hints->setVisible(state.hints(m_question) > 0); // that none was used says nothing
    }
    if (!asked().yourself.isEmpty())
        addText(state.said(asked().yourself, currentLanguage(), m_question));
    addSlot();
}

void QuestionBox::addSlot() {
    if (asked().kind != LessonQuestion::Kind::Number)
        return;
    m_slot = new AnswerSlot(m_session, m_question, this);
    m_column->addWidget(m_slot);
}

void QuestionBox::addVerdict() {
    const LessonState& state = *m_session.state();
    const LessonVerdict& verdict = *state.verdict(m_question);
    const auto& said = state.prediction(m_question);
    const bool hides = m_session.hidesAnswers();
    addSlot();
    if (!said) { // in front of a class
        auto* shown = label(this);
        shown->setForegroundRole(QPalette::PlaceholderText);
        shown->setText(tr("Shown to the class, not answered."));
        m_column->addWidget(shown);
    }
    if (hides) {
        auto* hidden = label(this);
        hidden->setForegroundRole(QPalette::PlaceholderText);
        hidden->setText(tr("The answer is hidden."));
        m_column->addWidget(hidden);
        return;
    }
    if (verdict.answer && said) {
        auto* how = label(this);
        const double off = std::abs(verdict.difference);
        const int decimals = asked().decimals;
        how->setText(verdict.exact ? tr("You said %1: that is it.").arg(sayNumber(said->number))
                     : verdict.right
                         ? tr("You said %1: close, %2 away.")
                               .arg(sayNumber(said->number),
                                    lessonNumber(off, decimals == 0 ? 0 : std::max(decimals, 2)))
                     : verdict.difference < 0
                         ? tr("You said %1: %2 too low.")
                               .arg(sayNumber(said->number), lessonNumber(off, decimals))
                         : tr("You said %1: %2 too high.")
                               .arg(sayNumber(said->number), lessonNumber(off, decimals)));
        m_column->addWidget(how);
    }
    const Language language = currentLanguage();
    const SaidText counter = state.counterexample(m_question, language);
    if (!counter.empty())
        addText(counter);
    for (const SaidText& why : state.explanation(m_question, language))
        addText(why);
    addAgain();
}

void QuestionBox::addAgain() {
    if (!m_session.mayAskAgain(m_question))
        return;
    m_again = new QPushButton(m_session.askAgainWords(isInNarrowWindow(*this)), this);
    m_again->setFont(textFont(lessonType));
    m_again->setObjectName("again");
    m_again->setToolTip(tr("The same question, computed from the run of what you had before the "
                           "lesson; the lesson waits"));
    connect(m_again, &QPushButton::clicked, this,
            [this] { (void)m_session.askAgain(m_question); }); // it says below why it cannot
    m_column->addWidget(m_again, 0, Qt::AlignLeft);
    // What kept the lesson from being about it keeps each question from it, too.
    const QString refusal = m_session.refusal(m_question);
    const QString why = refusal.isEmpty() ? m_session.unsuited() : refusal;
    m_again->setEnabled(why.isEmpty());
    if (why.isEmpty())
        return;
    auto* refused = label(this);
    refused->setForegroundRole(QPalette::PlaceholderText);
    refused->setTextFormat(Qt::PlainText);
    refused->setText(tr("It cannot be asked of that: %1.").arg(why));
    m_column->addWidget(refused);
}

void QuestionBox::refresh() {
    const LessonState& state = *m_session.state();
    for (LessonTextView* text : m_texts)
        text->setHeld(m_session.heldMark());
    const auto& said = state.prediction(m_question);
    if (m_choice && said)
        m_choice->setChosen(said->option);
    if (m_number)
        m_number->refresh();
    if (m_slot)
        m_slot->refresh();
    if (m_clicked) {
        const QString where =
            m_session.clickedPadding()
                ? tr("That cell is padding, no word stands there. Click another one.")
            : said ? tr("You clicked: query %1, key %2.")
                         .arg(axisWord(state, false, said->query), axisWord(state, true, said->key))
                   : tr("Click a cell in the picture, or go there with the arrow keys and press "
                        "Enter.");
        m_clicked->setText(where);
    }
    if (m_show) {
        m_show->setEnabled(said.has_value() && !m_session.isWaiting());
        m_show->setProperty("accent", m_show->isEnabled());
        m_show->setToolTip(said ? QString() : tr("First say what you expect."));
        m_reason->setVisible(!said);
    }
    update();
}

bool QuestionBox::focusFirst() {
    if (m_choice)
        m_choice->takeFocus();
    else if (field())
        field()->setFocus();
    else
        return false;
    return true;
}

std::vector<QWidget*> QuestionBox::spare() const {
    if (!m_done || m_session.hidesAnswers())
        return {};
    std::vector<QWidget*> all = m_choice ? m_choice->spare() : std::vector<QWidget*>();
    for (QWidget* part : {static_cast<QWidget*>(m_prompt), static_cast<QWidget*>(m_number)}) {
        if (part && !part->isHidden())
            all.push_back(part);
    }
    return all;
}

int QuestionBox::spareHeight() const {
    int height = 0;
    std::set<int> rows; // what stands side by side counts once
    for (const QWidget* part : spare()) {
        if (rows.insert(part->mapTo(this, part->rect().center()).y()).second)
            height += part->height() + m_column->spacing();
    }
    return height;
}

void QuestionBox::shorten() {
    for (QWidget* part : spare())
        part->hide();
}

QDoubleSpinBox* QuestionBox::field() const {
    return m_number ? m_number->field() : nullptr;
}

NumberLine* QuestionBox::line() const {
    return m_number ? m_number->line() : nullptr;
}

QButtonGroup* QuestionBox::choices() const {
    return m_choice ? m_choice->buttons() : nullptr;
}

void QuestionBox::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QPalette& colours = palette();
    const QColor accent = colours.color(QPalette::Highlight);
    painter.fillRect(QRect(0, 0, width(), 1), colours.mid());
    if (m_open)
        painter.fillRect(QRect(0, 1, 4, height() - 1), accent);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF circle(16, 11, badge, badge);
    painter.setPen(m_open || m_done ? QPen(Qt::NoPen) : QPen(colours.color(QPalette::Dark), 1.5));
    painter.setBrush(m_open   ? QBrush(accent)
                     : m_done ? colours.brush(QPalette::PlaceholderText)
                              : QBrush(Qt::NoBrush));
    painter.drawEllipse(circle.adjusted(1, 1, -1, -1));
    const QColor ink = m_open || m_done ? colours.color(QPalette::HighlightedText)
                                        : colours.color(QPalette::PlaceholderText);
    if (m_done) {
        painter.setPen(QPen(ink, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF c = circle.center();
        const QPointF tick[] = {
            {c.x() - 4, c.y() + 0.2}, {c.x() - 1, c.y() + 3.2}, {c.x() + 4.4, c.y() - 3.2}};
        painter.drawPolyline(tick, 3);
        return;
    }
    painter.setPen(ink);
    painter.setFont(textFont(lessonType, QFont::DemiBold));
    painter.drawText(circle, Qt::AlignCenter, QString::number(m_question + 1));
}

} // namespace headscope
