// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/slide/slide_question.h"

#include "type/math_text.h"

namespace headscope {

namespace {

std::vector<std::pair<QString, QString>> keysOf(const LessonSession& session) {
    const LessonState& state = *session.state();
    const bool last = session.current() + 1 >= state.lesson().questions.size();
    const bool open = state.isAsked(session.current());
    std::vector<std::pair<QString, QString>> keys;
    const auto add = [&keys](const char* key, const QString& what) {
        keys.emplace_back(QString::fromLatin1(key), what);
    };
    if (open || !last)
        keys.emplace_back(SlideQuestion::tr("Space"),
                          open ? SlideQuestion::tr("show") : SlideQuestion::tr("go on"));
    if (open)
        add("H", SlideQuestion::tr("hint"));
    if (!last && (!open || session.hidesAnswers()))
        add("N", SlideQuestion::tr("next question"));
    else if (state.isDone() && session.isAskingAgain())
        add("N", SlideQuestion::tr("the lesson"));
    else if (state.isDone() && !session.hidesAnswers() && session.following())
        add("N", SlideQuestion::tr("next lesson"));
    else if (last && state.isDone() && (session.leadsToOwn() || session.isAskingOwn()))
        add("N", SlideQuestion::tr("my sentence"));
    if (last || (open && !session.hidesAnswers()))
        add("Esc", SlideQuestion::tr("leave"));
    return keys;
}

} // namespace

SlideQuestion::SlideQuestion(const LessonSession& session)
    : shown(session.showsAnswer())
    , progress(session.progress())
    , isChinese(currentLanguage() == Language::Chinese) {
    const LessonState& state = *session.state();
    const std::size_t current = session.current();
    const LessonQuestion& question = state.lesson().questions[current];
    const auto words = [&](const LessonText& text) {
        return markupText(state.said(text, currentLanguage(), current), state);
    };
    number = progress.place ? tr("Lesson %1").arg(*progress.place + 1) : tr("Lesson");
    title = words(state.lesson().title);
    shortTitle = words(state.lesson().shortTitle);
    if (current == 0 && !shown)
        ground = session.ground();
    heading = words(question.heading);
    if (!shown) // why it is so takes its room
        prompt = words(question.prompt);
    kind = question.kind;
    for (std::size_t i = 0; i < question.options.size(); ++i)
        options.push_back({withoutMarkup(words(question.options[i].text)),
                           withoutMarkup(words(question.options[i].note)),
                           shown && state.verdict(current)->options[i]});
    place = QStringLiteral("?");
    if (const auto right = shown ? state.rightPlace(current) : std::nullopt) {
        const QString row = right->query ? axisWord(state, false, *right->query) : QString();
        const QString column = right->key ? axisWord(state, true, *right->key) : QString();
        place = right->query && right->key ? tr("row %1, column %2").arg(row, column)
                : right->query             ? tr("row %1").arg(row)
                                           : tr("column %1").arg(column);
    }
    if (kind == LessonQuestion::Kind::Number)
        value = numberWords(state, current, shown);
    if (shown) {
        for (const SaidText& why : state.explanation(current, currentLanguage()))
            below << markupText(why, state);
        belowPixels = 30;
    } else if (state.hints(current) > 0) {
        for (std::size_t i = 0; i < state.hints(current); ++i)
            below << tr("Hint %1: ").arg(i + 1) + words(question.hints[i]);
        belowPixels = 28;
    } else {
        below << (kind == LessonQuestion::Kind::Number ? tr("Say a number first, then see.")
                                                       : tr("Hands up first, then see."));
        belowPixels = 34;
    }
    keys = keysOf(session);
}

} // namespace headscope
