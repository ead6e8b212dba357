// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/number_answer.h"

#include "forms/field_row.h"
#include "forms/spin_boxes.h"
#include "lessons/lesson_room.h"
#include "lessons/lesson_words.h"
#include "lessons/number_line.h"
#include "type/fonts.h"

#include <QBoxLayout>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QSignalBlocker>

#include <cmath>

namespace headscope {

namespace {

/// What is no part of a number is for the lesson: N goes on.
class PredictionBox : public NumberSpinBox {
public:
    using NumberSpinBox::NumberSpinBox;

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_N && event->modifiers() == Qt::NoModifier)
            return event->ignore();
        NumberSpinBox::keyPressEvent(event);
    }
};

} // namespace

NumberAnswer::NumberAnswer(LessonSession& session, std::size_t question, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_question(question)
    , m_line(new NumberLine(this)) {
    const LessonState& state = *session.state();
    const double low = state.number(asked().low, question).value_or(0);
    const double high = std::max(low, state.number(asked().high, question).value_or(1));
    m_line->setRange(low, high, lessonNumber(low, -1), lessonNumber(high, -1));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    rows->addLayout(row);
    row->setSpacing(14);
    row->addWidget(m_line, 1);
    const bool open = !state.verdict(question);
    m_line->setEnabled(open);
    if (open) {
        addField(low, high);
        row->addWidget(m_field, 0, Qt::AlignTop);
        auto* refusal = new QLabel(this);
        refusal->setFont(textFont(lessonType));
        refusal->setForegroundRole(QPalette::BrightText);
        refusal->setTextFormat(Qt::PlainText);
        refusal->setWordWrap(true);
        refusal->hide();
        rows->addWidget(refusal);
        connect(FieldCheck::of(m_field), &FieldCheck::changed, this,
                [this, refusal](const QString& sentence) {
                    markRefused(*m_field, !sentence.isEmpty(), palette());
                    refusal->setText(sentence);
                    refusal->setVisible(!sentence.isEmpty());
                });
    }
}

void NumberAnswer::addField(double low, double high) {
    const int decimals = asked().decimals;
    auto* field = new PredictionBox(this);
    field->setSmallest(low);
    m_field = field;
    m_field->setFont(numberFont(lessonType));
    m_field->setDecimals(decimals);
    m_field->setSingleStep(std::max(std::pow(10.0, -decimals), (high - low) / 100));
    // One step below the range stands for nothing said yet.
    m_field->setRange(low - m_field->singleStep(), high);
    m_field->setSpecialValueText(QStringLiteral("?"));
    m_field->setAccessibleName(tr("Your prediction"));
    m_field->setFixedWidth(decimals == 0 && high > 999 ? 100 : 78);
    connect(m_field, &QDoubleSpinBox::valueChanged, this, [this, low](double value) {
        if (value >= low)
            predict(value);
    });
    // What was said first stays, as nobody can take a prediction back.
    FieldCheck::of(field)->setBack([field, low] {
        return std::function<void()>([field, low, before = field->value()] {
            field->setValue(before < low ? field->value() : before);
        });
    });
    connect(m_line, &NumberLine::valueChosen, this, &NumberAnswer::predict);
}

void NumberAnswer::predict(double value) {
    const double unit = std::pow(10.0, asked().decimals);
    LessonAnswer answer;
    answer.number = std::round(value * unit) / unit;
    m_session.predict(m_question, answer);
}

void NumberAnswer::refresh() {
    const LessonState& state = *m_session.state();
    const auto& said = state.prediction(m_question);
    const auto& verdict = state.verdict(m_question);
    m_line->setNow(asked().now ? state.number(*asked().now, m_question) : std::nullopt,
                   state.isAtStart());
    m_line->setValue(said ? std::optional(said->number) : std::nullopt);
    m_line->setAnswer(verdict && !m_session.hidesAnswers() ? verdict->answer : std::nullopt);
    if (!m_field)
        return;
    const QSignalBlocker quiet(m_field);
    if (!said)
        m_field->setValue(m_field->minimum());
    else if (m_field->value() != said->number)
        m_field->setValue(said->number);
}

AnswerSlot::AnswerSlot(const LessonSession& session, std::size_t question, QWidget* parent)
    : QLabel(parent)
    , m_session(session)
    , m_question(question) {
    setFont(textFont(18));
    setTextFormat(Qt::RichText);
    setWordWrap(true); // before what says where the number comes from, not within the number
}

void AnswerSlot::refresh() {
    const NumberWords words =
        numberWords(*m_session.state(), m_question, !m_session.hidesAnswers());
    setText(QStringLiteral("<span style=\"font-family:'%1'; color:%2\">%3</span>"
                           "<span style=\"font-family:'%1'; font-weight:600\">%4</span>"
                           "<span style=\"font-size:%6px; color:%2\">&nbsp;&nbsp; %5</span>")
                .arg(numberFont(18).family().toHtmlEscaped(),
                     palette().color(QPalette::PlaceholderText).name(),
                     QString(words.before).replace(u' ', QChar::Nbsp), words.answer,
                     tr("computed here").replace(u' ', QChar::Nbsp), QString::number(lessonType)));
}

} // namespace headscope
