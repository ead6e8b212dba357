// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"
#include "lessons/lesson_facts.h"
#include "support/cancellation.h"
#include "support/language.h"
#include "support/result.h"

namespace headscope {

/// Names with their numbers: what a lesson found, and for a text what somebody said.
using LessonNumbers = std::map<std::string, double>;

/// What the names of a lesson stand for at a moment: its picks and lets, then the facts.
/// Holds none of what it is made of.
class LessonScope : public ExpressionScope {
public:
    /// The moments that a name can ask for.
    struct Moments {
        const LessonFacts& start;            ///< name@start
        const LessonFacts* answer = nullptr; ///< name@answer; nullptr: none is known yet
    };

    /// `facts` are those of a name without a moment.
    LessonScope(const Lesson& lesson, const LessonNumbers& picks, Moments moments,
                const LessonFacts& facts, LessonNumbers variables = {});

    void set(const std::string& name, double value) { m_variables[name] = value; }

    std::optional<double> number(std::string_view name) const override;
    std::optional<double> call(std::string_view function,
                               std::span<const double> arguments) const override;

private:
    /// nullptr where nothing is known of that moment.
    const LessonFacts* factsOf(std::string_view moment) const;

    const Lesson& m_lesson;
    const LessonNumbers& m_picks;
    Moments m_moments;
    const LessonFacts& m_facts;
    LessonNumbers m_variables;
};

/// What an experiment or a model says that nobody has run: its sizes, with the words of one
/// sequence.
class LessonSizes : public ExpressionScope {
public:
    explicit LessonSizes(const Source& source, Index sequence = 0);

    std::optional<double> number(std::string_view name) const override;
    std::optional<double> call(std::string_view function,
                               std::span<const double> arguments) const override;

private:
    LessonFacts m_facts;
};

/// What the picks of a lesson are at its start. An Error says in English what is missing where one
/// of them is not to be found; it means nothing where nobody waits for them any more.
Result<LessonNumbers> findPicks(const Lesson& lesson, const LessonFacts& start,
                                const CancellationToken& token = {});
/// The same in that language, where a lesson has its own words for it; any other error as it is.
Error inWordsOf(const Lesson& lesson, const Error& error, Language language);

} // namespace headscope
