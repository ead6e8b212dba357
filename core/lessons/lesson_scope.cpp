// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_scope.h"

#include "support/visible_text.h"

#include <algorithm>
#include <cmath>

namespace headscope {

LessonScope::LessonScope(const Lesson& lesson, const LessonNumbers& picks, Moments moments,
                         const LessonFacts& facts, LessonNumbers variables)
    : m_lesson(lesson)
    , m_picks(picks)
    , m_moments(moments)
    , m_facts(facts)
    , m_variables(std::move(variables)) {}

const LessonFacts* LessonScope::factsOf(std::string_view moment) const {
    return moment == "start" ? &m_moments.start : moment == "answer" ? m_moments.answer : nullptr;
}

std::optional<double> LessonScope::number(std::string_view name) const {
    if (const std::size_t at = name.find('@'); at != std::string_view::npos) {
        const LessonFacts* facts = factsOf(name.substr(at + 1));
        if (!facts)
            return std::nullopt;
        return LessonScope(m_lesson, m_picks, m_moments, *facts, m_variables)
            .number(name.substr(0, at));
    }
    const std::string key(name);
    for (const LessonNumbers* known : {&m_variables, &m_picks}) {
        if (const auto found = known->find(key); found != known->end())
            return found->second;
    }
    if (name == "sequence")
        return static_cast<double>(m_facts.moment().sequence);
    const auto found =
        std::ranges::find(m_lesson.lets, key, &std::pair<std::string, Expression>::first);
    return found != m_lesson.lets.end() ? found->second.value(*this) : m_facts.number(name);
}

std::optional<double> LessonScope::call(std::string_view function,
                                        std::span<const double> arguments) const {
    const std::size_t at = function.find('@');
    if (at == std::string_view::npos)
        return m_facts.call(function, arguments, &m_moments.start);
    const LessonFacts* facts = factsOf(function.substr(at + 1));
    return facts ? facts->call(function.substr(0, at), arguments, &m_moments.start) : std::nullopt;
}

LessonSizes::LessonSizes(const Source& source, Index sequence)
    : m_facts({source, nullptr, sequence}) {}

std::optional<double> LessonSizes::number(std::string_view name) const {
    return name == "sequence" ? std::optional(static_cast<double>(m_facts.moment().sequence))
                              : m_facts.number(name);
}

std::optional<double> LessonSizes::call(std::string_view, std::span<const double>) const {
    return std::nullopt;
}

namespace {

/// The next place, the last axis first; false behind the last one.
bool advancePlace(std::vector<Index>& place, const std::vector<Index>& counts) {
    for (std::size_t i = place.size(); i-- > 0;) {
        if (++place[i] < counts[i])
            return true;
        place[i] = 0;
    }
    return false;
}

/// Where `largest` is largest; empty where nothing suits.
std::vector<Index> bestPlace(const LessonPick& pick, LessonScope& scope,
                             const CancellationToken& token) {
    std::vector<Index> counts;
    constexpr auto mostPlaces = static_cast<double>(LessonPick::mostPlaces);
    for (const auto& [name, expression] : pick.over)
        counts.push_back(
            static_cast<Index>(std::clamp(expression.value(scope).value_or(0), 0.0, mostPlaces)));
    std::vector<Index> best;
    if (std::ranges::find(counts, 0) != counts.end())
        return best;
    double largest = 0;
    std::vector<Index> place(counts.size(), 0);
    do {
        if (token.isCancelled())
            return {};
        for (std::size_t i = 0; i < place.size(); ++i)
            scope.set(pick.over[i].first, static_cast<double>(place[i]));
        if (pick.where && !pick.where->holds(scope))
            continue;
        const auto value = pick.largest.value(scope);
        if (value && !std::isnan(*value) && (best.empty() || *value > largest)) {
            largest = *value;
            best = place;
        }
    } while (advancePlace(place, counts));
    return best;
}

Error missingIn(const LessonPick& pick, Language language) {
    std::string said;
    for (const TextPiece& piece : pick.missing.in(language))
        said += piece.words;
    if (said.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "no words here have such weights or scores "
                                                      "as it is about"));
    return {visibleText(said), {}}; // of a file: no key of a translation
}

} // namespace

Error inWordsOf(const Lesson& lesson, const Error& error, Language language) {
    const auto said = std::ranges::find_if(lesson.picks, [&error](const LessonPick& pick) {
        return !pick.missing.isEmpty() && missingIn(pick, Language::English) == error;
    });
    return said == lesson.picks.end() ? error : missingIn(*said, language);
}

Result<LessonNumbers> findPicks(const Lesson& lesson, const LessonFacts& start,
                                const CancellationToken& token) {
    LessonNumbers picks;
    for (const LessonPick& pick : lesson.picks) {
        LessonScope scope(lesson, picks, {start}, start);
        if (pick.over.empty()) {
            const auto value = pick.largest.value(scope);
            if (!value)
                return missingIn(pick, Language::English);
            picks[pick.name] = *value;
            continue;
        }
        const std::vector<Index> best = bestPlace(pick, scope, token);
        if (best.empty())
            return missingIn(pick, Language::English);
        for (std::size_t i = 0; i < best.size(); ++i)
            picks[pick.over[i].first] = static_cast<double>(best[i]);
    }
    return picks;
}

} // namespace headscope
