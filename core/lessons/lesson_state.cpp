// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_state.h"

#include "checkpoint/model_source.h"
#include "lessons/lesson_edits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

namespace {

/// A lesson keeps its start and its answers; larger runs are not for reading cell by cell.
constexpr Index mostScores = Index{1} << 22;
constexpr double mostLayers = 1e6; ///< that somebody could mean

/// What a condition such as "queries >= 2" asks for, where it does not hold.
Error notHolding(const Expression& condition, const ExpressionScope& scope) {
    const std::string& text = condition.text();
    constexpr std::pair<std::string_view, const char*> plain[] = {
        {"self", HEADSCOPE_MESSAGE("Message", "it is about a sentence that looks at itself; here "
                                              "one looks at another")},
        {"mask_holds", HEADSCOPE_MESSAGE("Message", "it hides words by the mask of the setup, "
                                                    "which does not hold in this attention")},
        {"plain", HEADSCOPE_MESSAGE("Message", "it is about one attention; here is a whole model")},
        {"next_token", HEADSCOPE_MESSAGE("Message", "it is about a model that says which token "
                                                    "comes next, and this one does not")},
        {"drawn", HEADSCOPE_MESSAGE("Message", "it is about weights that are freshly drawn, as "
                                               "before any training; here they are not")},
        {"d_k < d_model", HEADSCOPE_MESSAGE("Message", "it is about heads that are narrower than a "
                                                       "word; here one head is as wide")},
        {"floor(d_model / (2 * heads)) * 2 * heads = d_model",
         HEADSCOPE_MESSAGE("Message",
                           "it doubles the heads, and d_model cannot be shared out among "
                           "twice as many as here")}};
    for (const auto& [asked, words] : plain) {
        if (text == asked)
            return makeError(words);
    }
    constexpr std::pair<std::string_view, const char*> counted[] = {
        {"queries >= ", HEADSCOPE_MESSAGE("Message", "it needs at least %1 words that look "
                                                     "(queries); here is the number: %2")},
        {"queries <= ", HEADSCOPE_MESSAGE("Message", "it takes at most %1 words that look "
                                                     "(queries); here is the number: %2")},
        {"keys >= ", HEADSCOPE_MESSAGE("Message", "it needs at least %1 words to look at (keys); "
                                                  "here is the number: %2")},
        {"heads >= ",
         HEADSCOPE_MESSAGE("Message", "it needs at least %1 heads; here is the number: %2")},
        {"d_k >= ", HEADSCOPE_MESSAGE("Message", "it needs heads of at least %1 numbers (d_k); "
                                                 "here is the number: %2")},
        {"d_k <= ", HEADSCOPE_MESSAGE("Message", "it takes heads of at most %1 numbers (d_k); "
                                                 "here is the number: %2")},
        {"d_v >= ", HEADSCOPE_MESSAGE("Message", "it needs values of at least %1 numbers (d_v); "
                                                 "here is the number: %2")},
        {"heads * d_k >= ",
         HEADSCOPE_MESSAGE("Message", "it needs heads of at least %1 numbers together (heads · "
                                      "d_k); here is the number: %2")},
        {"d_model >= ", HEADSCOPE_MESSAGE("Message", "it needs words of at least %1 numbers "
                                                     "(d_model); here is the number: %2")}};
    for (const auto& [begin, words] : counted) {
        if (!text.starts_with(begin))
            continue;
        const Result<Expression> count = Expression::parse(begin.substr(0, begin.size() - 4));
        return makeError(words, text.substr(begin.size()),
                         static_cast<Index>(count->value(scope).value_or(0)));
    }
    return makeError(HEADSCOPE_MESSAGE("Message", "it asks for “%1”, which does not hold here"),
                     text);
}

/// The first condition that does not hold, of those that have a value.
std::optional<Error> unmet(const Lesson& lesson, const ExpressionScope& scope, bool hasRun) {
    for (const Expression& condition : lesson.applies.conditions()) {
        if (condition.value(scope).value_or(hasRun ? 0 : 1) == 0)
            return notHolding(condition, scope);
    }
    return std::nullopt;
}

Result<Index> scoresOf(const Source& source) {
    if (const auto experiment = source.experiment())
        return experiment->batch() * experiment->config.heads * experiment->queryLength() *
               experiment->keyLength();
    const Result<ModelWords> words = wordsOf(*source.model());
    if (!words)
        return words.error();
    const CheckpointConfig& config = source.model()->model->checkpoint.config;
    const Index length = longestOf(words->ids.words);
    return config.model.layers * config.attention.heads * length * length;
}

bool isSame(const Source& a, const Source& b) {
    if (a == b)
        return true;
    if (a.experiment() && b.experiment())
        return *a.experiment() == *b.experiment();
    return a.model() && b.model() && *a.model() == *b.model();
}

} // namespace

std::optional<Error> wrongKind(const Lesson& lesson, const Source& source) {
    const bool ofModel = !lesson.model.name.empty();
    if (source.attention())
        return makeError(HEADSCOPE_MESSAGE("Message", "what you had was computed elsewhere, and "
                                                      "cannot be computed anew here"));
    if (ofModel && !source.model())
        return makeError(HEADSCOPE_MESSAGE("Message", "it is about a trained model, and what you "
                                                      "had is none"));
    if (!ofModel && source.model())
        return makeError(HEADSCOPE_MESSAGE("Message", "it changes sizes and weights, and what you "
                                                      "had is a trained model"));
    return std::nullopt;
}

Result<Source> lessonStart(const Lesson& lesson, const Source& source, Index sequence) {
    if (const auto error = wrongKind(lesson, source))
        return *error;
    const LessonSizes scope(source, sequence);
    // What only a run can say is asked as soon as there is one.
    if (const auto error = unmet(lesson, scope, false))
        return *error;
    const Result<Index> scores = scoresOf(source);
    if (!scores)
        return scores.error();
    if (*scores > mostScores)
        return makeError(HEADSCOPE_MESSAGE("Message", "it is asked of at most %1 scores; here is "
                                                      "the number: %2"),
                         mostScores, *scores);
    // What somebody typed into a stage keeps to none of the rules that a lesson is about.
    if (source.experiment() && !source.experiment()->typedNumbers.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "numbers that somebody typed into a stage "
                                                      "do not keep to what it is about"));
    return withLessonEdits(source, lesson.start, scope);
}

LessonScope LessonState::scopeOf(const LessonFacts& facts, const LessonFacts* answer,
                                 LessonNumbers variables) const {
    return {*m_lesson, m_picks, {m_start, answer}, facts, std::move(variables)};
}

Result<LessonState> LessonState::begin(std::shared_ptr<const Lesson> lesson, LessonMoment start,
                                       const CancellationToken& token) {
    LessonState state(std::move(lesson), LessonFacts(std::move(start)));
    state.m_questions.resize(state.m_lesson->questions.size());
    Result<LessonNumbers> picks = findPicks(*state.m_lesson, state.m_start, token);
    if (!picks)
        return picks.error();
    state.m_picks = std::move(*picks);
    if (const std::optional<Expression>& layer = state.m_lesson->show.layer) {
        const auto found = layer->value(state.scopeOf(state.m_start));
        if (found && *found >= 0 && *found < mostLayers)
            state.m_layer = static_cast<Index>(*found);
        state.m_start = LessonFacts(state.start(), state.m_layer);
    }
    if (const auto error = unmet(*state.m_lesson, state.scopeOf(state.m_start), true))
        return *error;
    state.m_now = state.m_start; // with what was counted on the way
    return state;
}

void LessonState::see(LessonMoment now) {
    m_offered.clear();
    m_now = factsOf(std::move(now));
}

LessonFacts LessonState::factsOf(LessonMoment moment) const {
    // What was counted in the run of the start is not counted again.
    return moment.run == start().run && moment.sequence == start().sequence && isStart(moment)
               ? m_start
               : LessonFacts(std::move(moment), m_layer);
}

bool LessonState::isStart(const LessonMoment& moment) const {
    return isSame(moment.source, start().source);
}

bool LessonState::isNow(const LessonMoment& moment) const {
    return isSame(moment.source, now().source);
}

bool LessonState::isAtStart() const {
    return isNow(start());
}

bool LessonState::isToldOf() const {
    return isAtStart() || std::ranges::any_of(m_questions, [&](const Question& question) {
               return question.answer && isNow(question.answer->moment());
           });
}

std::size_t LessonState::open() const {
    return static_cast<std::size_t>(
        std::ranges::find_if(m_questions,
                             [](const Question& q) { return !q.verdict && !q.passed; }) -
        m_questions.begin());
}

bool LessonState::isAsked(std::size_t question) const {
    return question < m_questions.size() && !m_questions[question].verdict &&
           (m_questions[question].passed || question == open());
}

std::size_t LessonState::answered() const {
    return static_cast<std::size_t>(
        std::ranges::find_if(m_questions, [](const Question& q) { return !q.verdict; }) -
        m_questions.begin());
}

std::size_t LessonState::predicted() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(m_questions, [](const Question& q) { return q.verdict && q.said; }));
}

void LessonState::pass(std::size_t question) {
    if (question == open() && question + 1 < m_questions.size())
        m_questions[question].passed = true;
}

bool LessonState::predict(std::size_t question, LessonAnswer answer) {
    if (!isAsked(question))
        return false;
    const LessonQuestion& asked = m_lesson->questions[question];
    if (asked.kind == LessonQuestion::Kind::Choice && answer.option >= asked.options.size())
        return false;
    if (asked.kind == LessonQuestion::Kind::Number) {
        const double low = number(asked.low, question).value_or(answer.number);
        const double high = number(asked.high, question).value_or(answer.number);
        if (std::isnan(answer.number) || !(low <= high))
            return false;
        answer.number = std::clamp(answer.number, low, high);
    }
    if (asked.kind == LessonQuestion::Kind::Pair && !isOfWords(answer))
        return false;
    return std::exchange(m_questions[question].said, answer) != answer;
}

bool LessonState::isOfWords(const LessonAnswer& answer) const {
    return static_cast<double>(answer.query) < m_start.number("queries").value_or(0) &&
           static_cast<double>(answer.key) < m_start.number("keys").value_or(0);
}

bool LessonState::mayReveal(std::size_t question) const {
    return isAsked(question) && m_questions[question].said.has_value();
}

Result<Source> LessonState::answerSource(std::size_t question) const {
    return withLessonEdits(start().source, m_lesson->questions[question].edits, scopeOf(m_start));
}

std::optional<std::size_t> LessonState::answeredByHand() const {
    for (std::size_t i = 0; i < m_questions.size(); ++i) {
        if (!mayReveal(i) || m_lesson->questions[i].yourself.isEmpty())
            continue;
        const Result<Source> answer = answerSource(i);
        if (answer && isSame(*answer, now().source))
            return i;
    }
    return std::nullopt;
}

void LessonState::reveal(std::size_t question, LessonMoment answer) {
    if (!isAsked(question))
        return;
    Question& state = m_questions[question];
    const LessonQuestion& asked = m_lesson->questions[question];
    state.answer = factsOf(std::move(answer));
    const LessonScope scope = scopeOf(*state.answer, &*state.answer);
    LessonVerdict verdict;
    switch (asked.kind) {
    case LessonQuestion::Kind::Choice:
        for (const LessonOption& option : asked.options)
            verdict.options.push_back(option.right.holds(scope));
        verdict.right = state.said && verdict.options[state.said->option];
        break;
    case LessonQuestion::Kind::Number: {
        verdict.answer = asked.answer.value(scope);
        if (!state.said)
            break;
        verdict.difference = state.said->number - verdict.answer.value_or(state.said->number);
        // What is typed has so many decimals: half of the last one is no mistake.
        const double least = 0.5 * std::pow(10.0, -asked.decimals);
        verdict.exact = std::abs(verdict.difference) < least;
        const double tolerance = std::max(asked.tolerance.value(scope).value_or(0), least);
        verdict.right = std::abs(verdict.difference) <= tolerance * (1 + 1e-9);
        break;
    }
    case LessonQuestion::Kind::Pair: {
        const LessonPlace right = place(asked.cell);
        verdict.query = right.query;
        verdict.key = right.key;
        verdict.right = state.said && (!right.query || *right.query == state.said->query) &&
                        (!right.key || *right.key == state.said->key);
        break;
    }
    }
    state.verdict = verdict;
}

void LessonState::hint(std::size_t question) {
    std::size_t& hints = m_questions[question].hints;
    hints = std::min(hints + 1, m_lesson->questions[question].hints.size());
}

std::size_t LessonState::opensAfter(std::size_t place) const {
    const LessonTry& attempt = m_lesson->tries[place];
    std::size_t after = attempt.after;
    for (std::size_t i = after; i < m_questions.size(); ++i) {
        const std::vector<std::string>& locks = m_lesson->questions[i].locks;
        const bool isLocked = std::ranges::any_of(attempt.edits, [&locks](const LessonEdit& edit) {
            return std::ranges::find(locks, edit.name) != locks.end();
        });
        if (!m_questions[i].verdict && isLocked)
            after = i + 1;
    }
    return after;
}

bool LessonState::isTryLocked(std::size_t place) const {
    const LessonTry& attempt = m_lesson->tries[place];
    return answered() < attempt.after ||
           std::ranges::any_of(attempt.edits,
                               [this](const LessonEdit& edit) { return locks(edit.name); });
}

Result<Source> LessonState::trySource(std::size_t place) const {
    return withLessonEdits(now().source, m_lesson->tries[place].edits, scopeOf(m_now));
}

bool LessonState::isTryOffered(std::size_t place) const {
    m_offered.resize(m_lesson->tries.size());
    std::optional<bool>& offered = m_offered[place];
    if (!offered) {
        const Result<Source> tried = trySource(place);
        offered = tried && !isSame(*tried, now().source);
    }
    return *offered;
}

bool LessonState::locks(std::string_view edit) const {
    for (std::size_t i = 0; i < m_questions.size(); ++i) {
        const LessonQuestion& question = m_lesson->questions[i];
        // Who has said what to expect may make the edit that they were asked to make.
        const bool mayTry = m_questions[i].said && !question.yourself.isEmpty();
        if (isAsked(i) && !mayTry &&
            std::ranges::find(question.locks, edit) != question.locks.end())
            return true;
    }
    return false;
}

bool LessonState::asksForScale() const {
    for (std::size_t i = 0; i < m_questions.size(); ++i) {
        const LessonQuestion& question = m_lesson->questions[i];
        if (isAsked(i) && question.edits.empty() &&
            std::ranges::find(question.locks, "scale") != question.locks.end())
            return true;
    }
    return false;
}

std::vector<SaidParagraph> LessonState::text(Language language) const {
    std::vector<SaidParagraph> said;
    const LessonScope nowScope = scopeOf(m_now);
    const LessonScope startScope = scopeOf(m_start);
    for (const LessonParagraph& paragraph : m_lesson->text) {
        const bool holds = !paragraph.holds || paragraph.holds->holds(nowScope);
        said.push_back({saidWith(paragraph.text.in(language), holds ? nowScope : startScope), holds,
                        saidWith(paragraph.otherwise.in(language), nowScope)});
    }
    return said;
}

SaidText LessonState::said(const LessonText& text, Language language, std::size_t question) const {
    const auto& answer = m_questions[question].answer;
    return saidWith(text.in(language), scopeOf(m_start, answer ? &*answer : nullptr));
}

SaidText LessonState::said(const LessonText& text, Language language) const {
    return saidWith(text.in(language), scopeOf(m_now));
}

std::vector<SaidText> LessonState::explanation(std::size_t question, Language language) const {
    std::vector<SaidText> all;
    const auto& answer = m_questions[question].answer;
    if (!answer)
        return all;
    const LessonScope scope = scopeOf(*answer, &*answer);
    for (const LessonParagraph& paragraph : m_lesson->questions[question].explanation) {
        if (!paragraph.holds || paragraph.holds->holds(scope))
            all.push_back(saidWith(paragraph.text.in(language), scope));
    }
    return all;
}

SaidText LessonState::counterexample(std::size_t question, Language language) const {
    const Question& state = m_questions[question];
    if (!state.verdict || !state.said || state.verdict->right)
        return {};
    const LessonQuestion& asked = m_lesson->questions[question];
    const LessonText& text = asked.kind == LessonQuestion::Kind::Choice
                                 ? asked.options[state.said->option].wrong
                                 : asked.wrong;
    return saidWith(text.in(language),
                    scopeOf(*state.answer, &*state.answer,
                            {{"you", state.said->number},
                             {"you_head", static_cast<double>(state.said->head)},
                             {"you_query", static_cast<double>(state.said->query)},
                             {"you_key", static_cast<double>(state.said->key)}}));
}

std::optional<double> LessonState::number(const Expression& expression,
                                          std::size_t question) const {
    const auto& answer = m_questions[question].answer;
    return expression.value(scopeOf(m_start, answer ? &*answer : nullptr));
}

LessonPlace LessonState::place(const LessonMark& mark) const {
    const LessonScope scope = scopeOf(m_start);
    const auto at = [&](const std::optional<Expression>& expression) -> std::optional<Index> {
        const auto value = expression ? expression->value(scope) : std::nullopt;
        return value && *value >= 0 ? std::optional(static_cast<Index>(*value)) : std::nullopt;
    };
    const std::optional<Index> layer = at(mark.layer);
    const bool ofModel = start().source.model() != nullptr;
    return {layer     ? attentionOf(*layer)
            : ofModel ? this->scope()
                      : std::string(),
            at(mark.head), at(mark.query), at(mark.key), mark.stage};
}

std::optional<LessonPlace> LessonState::place(const std::string& mark) const {
    const auto found = m_lesson->marks.find(mark);
    if (found == m_lesson->marks.end())
        return std::nullopt;
    return place(found->second);
}

std::optional<LessonPlace> LessonState::rightPlace(std::size_t question) const {
    const std::optional<LessonVerdict>& verdict = m_questions[question].verdict;
    if (!verdict)
        return std::nullopt;
    const LessonQuestion& asked = m_lesson->questions[question];
    if (asked.kind == LessonQuestion::Kind::Pair)
        return place(asked.cell);
    for (std::size_t i = 0; i < asked.options.size(); ++i) {
        if (verdict->options[i])
            return place(asked.options[i].mark);
    }
    return std::nullopt;
}

} // namespace headscope
