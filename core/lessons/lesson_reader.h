// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <set>

namespace headscope {

/// The members that lessons are made of, out of JSON that somebody wrote. Keeps the first thing
/// that is wrong; after that nothing counts. A path says where it stands: "questions[0].answer".
class LessonReader {
public:
    using Json = nlohmann::json;

    static constexpr std::size_t mostEntries = 40; ///< of any list

    const std::optional<Error>& error() const { return m_error; }
    void fail(Error found);
    /// Fails with "“PATH” must be WHAT".
    void mustBe(const std::string& path, const std::string& what);
    static std::string below(const std::string& path, const std::string& name);

    /// Refuses what is no object, or has members of other names.
    bool isObject(const Json& value, const std::string& path, std::set<std::string_view> members);
    /// nullptr where it is missing, which `needed` refuses.
    const Json* member(const Json& object, const std::string& path, const char* name,
                       bool needed = true);
    /// Calls `read` for each entry of a list; nullptr is none.
    void list(const Json* value, const std::string& path,
              const std::function<void(const Json&, const std::string&)>& read,
              std::size_t least = 0);

    // nullptr is read as nothing: an empty word, the least number, 0, no text.
    std::string word(const Json* value, const std::string& path);
    Index whole(const Json* value, const std::string& path, Index least, Index most);
    Expression expression(const Json* value, const std::string& path);
    LessonText text(const Json* value, const std::string& path);
    /// As it stands there, of 1 to 2000 bytes.
    std::string plainText(const Json* value, const std::string& path);
    std::optional<Expression> expressionIfAny(const Json& object, const std::string& path,
                                              const char* name);
    LessonText textIfAny(const Json& object, const std::string& path, const char* name);
    std::optional<TensorName> tensor(const Json& value, const std::string& path);

    LessonMark mark(const Json& value, const std::string& path);
    /// The name of a mark; empty where there is no such member.
    std::string markName(const Json& object, const std::string& path, const char* name);
    std::string markName(const Json& value, const std::string& path);
    std::vector<LessonEdit> edits(const Json& object, const std::string& path, const char* name);
    std::vector<LessonParagraph> paragraphs(const Json& object, const std::string& path,
                                            const char* name);

    /// Refuses names that the lesson does not know, in all that was read.
    void checkNames(const Lesson& lesson);
    /// Refuses what takes longer than a window can wait: the texts, questions and tries of a lesson
    /// have mostSteps together, what it finds in the run has mostFindSteps.
    void checkWork(const Lesson& lesson);
    static constexpr Index mostSteps = 20'000;
    static constexpr Index mostFindSteps = 50'000'000;
    static constexpr std::size_t mostEdits = 80; ///< of a lesson: each makes an experiment anew

private:
    TextPieces pieces(const Json* value, const std::string& path);
    /// Both languages out of an object that may have other members, too.
    LessonText languages(const Json& object, const std::string& path);
    LessonEdit edit(const Json& value, const std::string& path);
    void checkNames(const std::string& path, const Expression& expression,
                    const std::set<std::string>& known);

    std::optional<Error> m_error;
    std::vector<std::pair<std::string, Expression>> m_asked; ///< with their paths
    std::vector<std::pair<std::string, std::string>> m_marks;
    std::size_t m_edits = 0;
};

} // namespace headscope
