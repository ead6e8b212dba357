// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/choice_answer.h"

#include "lessons/lesson_room.h"
#include "lessons/lesson_words.h"
#include "type/fonts.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QKeyEvent>
#include <QLabel>
#include <QRadioButton>
#include <QSignalBlocker>

#include <algorithm>

namespace headscope {

namespace {

/// Beside a button, for a choice and its note. A longer choice has two lines; a note that finds no
/// room stands below.
constexpr int choiceRoom = 325;
constexpr int narrowChoiceRoom = 200;
constexpr int betweenChoiceAndNote = 12;
constexpr int belowChoice = 24; ///< how far the note below is indented

/// Space chooses; what is chosen leaves it to the lesson, which goes on.
class ChoiceButton : public QRadioButton {
public:
    using QRadioButton::QRadioButton;

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Space && isChecked() && !event->isAutoRepeat())
            return event->ignore();
        QRadioButton::keyPressEvent(event);
    }
};

QLabel* wrapped(const QString& text, double pixels, QFont::Weight weight, QWidget* parent) {
    auto* made = new QLabel(text, parent);
    made->setFont(textFont(pixels, weight));
    made->setWordWrap(true);
    return made;
}

} // namespace

ChoiceAnswer::ChoiceAnswer(LessonSession& session, std::size_t question, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_question(question)
    , m_buttons(new QButtonGroup(this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(6);
    for (std::size_t i = 0; i < asked().options.size(); ++i)
        addOption(i, *rows);
    if (const auto& said = session.state()->prediction(question))
        setChosen(said->option);
    connect(m_buttons, &QButtonGroup::idClicked, this, [this](int id) {
        LessonAnswer answer;
        answer.option = static_cast<std::size_t>(id);
        m_session.predict(m_question, answer);
    });
}

QString ChoiceAnswer::words(const LessonText& text) const {
    const LessonState& state = *m_session.state();
    return plainText(state.said(text, currentLanguage(), m_question), state);
}

QString ChoiceAnswer::beside(std::size_t option) const {
    const LessonState& state = *m_session.state();
    const auto& verdict = state.verdict(m_question);
    const auto& said = state.prediction(m_question);
    QStringList all;
    if (const QString note = words(asked().options[option].note); !note.isEmpty())
        all << note;
    if (verdict && said && said->option == option)
        all << tr("you");
    if (verdict && !m_session.hidesAnswers() && verdict->options[option])
        all << tr("✓ computed");
    return all.join(QStringLiteral(" · "));
}

void ChoiceAnswer::addOption(std::size_t option, QVBoxLayout& rows) {
    const auto& verdict = m_session.state()->verdict(m_question);
    QString text = words(asked().options[option].text);
    if (std::ranges::any_of(asked().options,
                            [](const LessonOption& any) { return !any.mark.empty(); }))
        text = QStringLiteral("%1   %2").arg(optionLetter(option)).arg(text);
    const QString note = words(asked().options[option].note);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    const int width = QFontMetrics(textFont(lessonType)).horizontalAdvance(text);
    const int noteWidth =
        QFontMetrics(textFont(lessonType, QFont::DemiBold)).horizontalAdvance(beside(option));
    const int room = isInNarrowWindow(*this) ? narrowChoiceRoom : choiceRoom;
    const bool isLong = width > room;
    const bool isBelow = width + betweenChoiceAndNote + noteWidth > room;
    auto* button = new ChoiceButton(isLong ? QString() : text, this);
    button->setFont(textFont(lessonType));
    button->setAccessibleName(note.isEmpty() ? text : QStringLiteral("%1, %2").arg(text, note));
    button->setEnabled(!verdict);
    m_buttons->addButton(button, static_cast<int>(option));
    std::vector<QWidget*>& parts = m_parts.emplace_back();
    parts.push_back(button);
    row->addWidget(button, 0, isLong ? Qt::AlignTop : Qt::AlignVCenter);
    if (isLong) {
        QLabel* label = wrapped(text, lessonType, QFont::Normal, this);
        label->setBuddy(button);
        row->addWidget(label, 1);
        parts.push_back(label);
    }
    QLabel* label =
        wrapped(beside(option), lessonType, verdict ? QFont::DemiBold : QFont::Normal, this);
    if (!verdict || m_session.hidesAnswers() || !verdict->options[option])
        label->setForegroundRole(QPalette::PlaceholderText);
    parts.push_back(label);
    if (!isBelow) {
        row->addWidget(label, 1);
        return rows.addLayout(row);
    }
    label->setIndent(belowChoice);
    label->setHidden(label->text().isEmpty());
    row->addStretch();
    rows.addLayout(row);
    rows.addWidget(label);
}

void ChoiceAnswer::setChosen(std::size_t option) {
    const QSignalBlocker quiet(m_buttons);
    m_buttons->button(static_cast<int>(option))->setChecked(true);
}

std::vector<QWidget*> ChoiceAnswer::spare() const {
    std::vector<QWidget*> all;
    const auto& verdict = m_session.state()->verdict(m_question);
    const auto& said = m_session.state()->prediction(m_question);
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const bool counts = !verdict || verdict->options[i] || (said && said->option == i);
        for (QWidget* part : m_parts[i]) {
            if (!counts && !part->isHidden())
                all.push_back(part);
        }
    }
    return all;
}

void ChoiceAnswer::takeFocus() {
    if (!m_buttons->buttons().isEmpty())
        m_buttons->buttons().first()->setFocus();
}

} // namespace headscope
