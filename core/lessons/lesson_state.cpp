// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_state.h"

#include "lessons/lesson_edits.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// A lesson keeps its start and its answers; larger runs are not for reading cell by cell.
constexpr Index mostScores = Index{1} << 22;
/// Pairs and heads that are searched for what a lesson looks for.
constexpr double mostPlaces = 64;

} // namespace

/// What names stand for at a moment.
class LessonState::Scope : public ExpressionScope {
public:
    using Variables = std::map<std::string, double>;

    /// `answer`: what @answer stands for, nullptr: nothing yet.
    Scope(const LessonState& state, const LessonFacts& facts, const LessonFacts* answer,
          Variables variables = {})
        : m_state(state)
        , m_facts(facts)
        , m_answer(answer)
        , m_variables(std::move(variables)) {}

    void set(const std::string& name, double value) { m_variables[name] = value; }

    std::optional<double> number(std::string_view name) const override {
        if (const std::size_t at = name.find('@'); at != std::string_view::npos) {
            const LessonFacts* facts = factsOf(name.substr(at + 1));
            return facts ? Scope(m_state, *facts, m_answer, m_variables).number(name.substr(0, at))
                         : std::nullopt;
        }
        const std::string key(name);
        for (const auto* known : {&m_variables, &m_state.m_picks}) {
            if (const auto found = known->find(key); found != known->end())
                return found->second;
        }
        if (name == "sequence")
            return static_cast<double>(m_facts.moment().sequence);
        const auto& lets = m_state.m_lesson->lets;
        const auto found =
            std::ranges::find(lets, key, &std::pair<std::string, Expression>::first);
        return found != lets.end() ? found->second.value(*this) : m_facts.number(name);
    }

    std::optional<double> call(std::string_view function,
                               std::span<const double> arguments) const override {
        const std::size_t at = function.find('@');
        if (at == std::string_view::npos)
            return m_facts.call(function, arguments);
        const LessonFacts* facts = factsOf(function.substr(at + 1));
        return facts ? facts->call(function.substr(0, at), arguments) : std::nullopt;
    }

private:
    const LessonFacts* factsOf(std::string_view when) const {
        return when == "start" ? &m_state.m_start : when == "answer" ? m_answer : nullptr;
    }

    const LessonState& m_state;
    const LessonFacts& m_facts;
    const LessonFacts* m_answer;
    Variables m_variables;
};

namespace {

SaidText saidWith(const TextPieces& pieces, const ExpressionScope& scope) {
    SaidText said;
    for (const TextPiece& piece : pieces) {
        const bool bound = piece.kind == TextPiece::Kind::Number ||
                           piece.kind == TextPiece::Kind::Query ||
                           piece.kind == TextPiece::Kind::Key;
        said.push_back({piece.kind, piece.words,
                        bound ? piece.expression.value(scope) : std::nullopt, piece.decimals});
    }
    return said;
}

/// Facts of an experiment that nobody has run.
class SizesScope : public ExpressionScope {
public:
    explicit SizesScope(const Experiment& experiment)
        : m_facts({std::make_shared<const Experiment>(experiment), nullptr, 0}) {}
    std::optional<double> number(std::string_view name) const override {
        return name == "sequence" ? 0 : m_facts.number(name);
    }
    std::optional<double> call(std::string_view, std::span<const double>) const override {
        return std::nullopt;
    }

private:
    LessonFacts m_facts;
};

Error doesNotSuit() {
    return makeError(HEADSCOPE_MESSAGE("Message", "this lesson does not suit the experiment: it "
                                                  "has no such heads, sizes or numbers"));
}

} // namespace

Result<Experiment> lessonStart(const Lesson& lesson, const Experiment& experiment) {
    const SizesScope scope(experiment);
    // What only a run can say is asked as soon as there is one.
    if (lesson.applies.value(scope).value_or(1) == 0 || experiment.batch() * experiment.config.heads *
                                                experiment.queryLength() * experiment.keyLength() >
                                            mostScores)
        return doesNotSuit();
    return withLessonEdits(experiment, lesson.start, scope);
}

bool LessonState::find(const LessonPick& pick) {
    Scope scope(*this, m_start, nullptr);
    if (pick.over.empty()) {
        const auto value = pick.largest.value(scope);
        if (value)
            m_picks[pick.name] = *value;
        return value.has_value();
    }
    std::vector<Index> counts;
    for (const auto& [name, expression] : pick.over)
        counts.push_back(static_cast<Index>(
            std::clamp(expression.value(scope).value_or(0), 0.0, mostPlaces)));
    if (std::ranges::find(counts, 0) != counts.end())
        return false;
    std::vector<Index> place(counts.size(), 0);
    std::vector<Index> best;
    double largest = 0;
    for (bool more = true; more;) {
        for (std::size_t i = 0; i < place.size(); ++i)
            scope.set(pick.over[i].first, static_cast<double>(place[i]));
        if (!pick.where || pick.where->holds(scope)) {
            const auto value = pick.largest.value(scope);
            if (value && !std::isnan(*value) && (best.empty() || *value > largest)) {
                largest = *value;
                best = place;
            }
        }
        more = false;
        for (std::size_t i = place.size(); i-- > 0 && !more;) { // the next place, the last first
            more = ++place[i] < counts[i];
            if (!more)
                place[i] = 0;
        }
    }
    for (std::size_t i = 0; i < best.size(); ++i)
        m_picks[pick.over[i].first] = static_cast<double>(best[i]);
    return !best.empty();
}

Result<LessonState> LessonState::begin(std::shared_ptr<const Lesson> lesson, LessonMoment start) {
    LessonState state(std::move(lesson), LessonFacts(std::move(start)));
    // What somebody typed into a stage keeps to none of the rules that a lesson is about.
    if (!state.start().experiment->held.empty())
        return doesNotSuit();
    state.m_questions.resize(state.m_lesson->questions.size());
    for (const LessonPick& pick : state.m_lesson->picks) {
        if (!state.find(pick))
            return doesNotSuit();
    }
    if (!state.m_lesson->applies.holds(Scope(state, state.m_start, nullptr)))
        return doesNotSuit();
    return state;
}

void LessonState::see(LessonMoment now) {
    m_now = LessonFacts(std::move(now));
}

bool LessonState::isAtStart() const {
    return now().experiment == start().experiment || *now().experiment == *start().experiment;
}

bool LessonState::isToldOf() const {
    return isAtStart() || std::ranges::any_of(m_questions, [&](const Question& question) {
               return question.answer &&
                      *question.answer->moment().experiment == *now().experiment;
           });
}

std::size_t LessonState::open() const {
    return static_cast<std::size_t>(
        std::ranges::find_if(m_questions, [](const Question& q) { return !q.verdict; }) -
        m_questions.begin());
}

void LessonState::predict(std::size_t question, LessonAnswer answer) {
    if (question != open())
        return;
    const LessonQuestion& asked = m_lesson->questions[question];
    if (asked.kind == LessonQuestion::Kind::Choice && answer.option >= asked.options.size())
        return;
    if (asked.kind == LessonQuestion::Kind::Number) {
        const double low = number(asked.low, question).value_or(answer.number);
        const double high = number(asked.high, question).value_or(answer.number);
        if (std::isnan(answer.number) || !(low <= high))
            return;
        answer.number = std::clamp(answer.number, low, high);
    }
    m_questions[question].said = answer;
}

bool LessonState::mayReveal(std::size_t question) const {
    return question == open() && m_questions[question].said.has_value();
}

Result<Experiment> LessonState::answerExperiment(std::size_t question) const {
    return withLessonEdits(*start().experiment, m_lesson->questions[question].edits,
                           Scope(*this, m_start, nullptr));
}

void LessonState::reveal(std::size_t question, LessonMoment answer) {
    if (question != open())
        return;
    Question& state = m_questions[question];
    const LessonQuestion& asked = m_lesson->questions[question];
    state.answer.emplace(std::move(answer));
    const Scope scope(*this, *state.answer, &*state.answer);
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

Result<Experiment> LessonState::tryExperiment(std::size_t place) const {
    return withLessonEdits(*now().experiment, m_lesson->tries[place].edits,
                           Scope(*this, m_now, nullptr));
}

bool LessonState::locks(std::string_view edit) const {
    return !isDone() &&
           std::ranges::find(m_lesson->questions[open()].locks, edit) !=
               m_lesson->questions[open()].locks.end();
}

std::vector<SaidParagraph> LessonState::text(LessonLanguage language) const {
    std::vector<SaidParagraph> said;
    const Scope nowScope(*this, m_now, nullptr);
    const Scope startScope(*this, m_start, nullptr);
    for (const LessonParagraph& paragraph : m_lesson->text) {
        const bool holds = !paragraph.holds || paragraph.holds->holds(nowScope);
        said.push_back({saidWith(paragraph.text.in(language), holds ? nowScope : startScope), holds,
                        saidWith(paragraph.otherwise.in(language), nowScope)});
    }
    return said;
}

SaidText LessonState::said(const LessonText& text, LessonLanguage language,
                           std::size_t question) const {
    const auto& answer = m_questions[question].answer;
    return saidWith(text.in(language), Scope(*this, m_start, answer ? &*answer : nullptr));
}

SaidText LessonState::said(const LessonText& text, LessonLanguage language) const {
    return saidWith(text.in(language), Scope(*this, m_now, nullptr));
}

std::vector<SaidText> LessonState::explanation(std::size_t question,
                                               LessonLanguage language) const {
    std::vector<SaidText> all;
    const auto& answer = m_questions[question].answer;
    if (!answer)
        return all;
    const Scope scope(*this, *answer, &*answer);
    for (const LessonParagraph& paragraph : m_lesson->questions[question].explanation) {
        if (!paragraph.holds || paragraph.holds->holds(scope))
            all.push_back(saidWith(paragraph.text.in(language), scope));
    }
    return all;
}

SaidText LessonState::counterexample(std::size_t question, LessonLanguage language) const {
    const Question& state = m_questions[question];
    if (!state.verdict || !state.said || state.verdict->right)
        return {};
    const LessonQuestion& asked = m_lesson->questions[question];
    const LessonText& text = asked.kind == LessonQuestion::Kind::Choice
                                 ? asked.options[state.said->option].wrong
                                 : asked.wrong;
    return saidWith(text.in(language),
                    Scope(*this, *state.answer, &*state.answer,
                          {{"you", state.said->number},
                           {"you_head", static_cast<double>(state.said->head)},
                           {"you_query", static_cast<double>(state.said->query)},
                           {"you_key", static_cast<double>(state.said->key)}}));
}

std::optional<double> LessonState::number(const Expression& expression,
                                          std::size_t question) const {
    const auto& answer = m_questions[question].answer;
    return expression.value(Scope(*this, m_start, answer ? &*answer : nullptr));
}

LessonPlace LessonState::place(const LessonMark& mark) const {
    const Scope scope(*this, m_start, nullptr);
    const auto at = [&](const std::optional<Expression>& expression) -> std::optional<Index> {
        const auto value = expression ? expression->value(scope) : std::nullopt;
        return value && *value >= 0 ? std::optional(static_cast<Index>(*value)) : std::nullopt;
    };
    return {at(mark.head), at(mark.query), at(mark.key), mark.stage};
}

std::optional<LessonPlace> LessonState::place(const std::string& mark) const {
    const auto found = m_lesson->marks.find(mark);
    if (found == m_lesson->marks.end())
        return std::nullopt;
    return place(found->second);
}

} // namespace headscope
