// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/json_guard.h"
#include "lessons/lesson_edits.h"
#include "lessons/lesson_facts.h"
#include "lessons/lessons.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <set>

namespace headscope {

namespace {

using nlohmann::json;

constexpr const char* lessonFormat = "headscope-lesson";
constexpr std::size_t mostText = 2000;
constexpr std::size_t mostEntries = 40; ///< of any list

/// Keeps the first thing that is wrong; after that nothing counts.
class Reader {
public:
    std::optional<Error> error;

    void fail(Error found) {
        if (!error)
            error = std::move(found);
    }
    void mustBe(const std::string& path, const char* what) {
        fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), path, what));
    }

    /// Refuses what is no object, or has members of other names.
    bool isObject(const json& value, const std::string& path, std::set<std::string_view> members) {
        if (!value.is_object()) {
            mustBe(path, "an object");
            return false;
        }
        for (const auto& [name, member] : value.items()) {
            if (!members.contains(name))
                fail(makeError(HEADSCOPE_MESSAGE("Message", "a lesson has no member “%1”"),
                               path.empty() ? name : path + "." + name));
        }
        return !error;
    }
    /// nullptr where it is missing, which `needed` refuses.
    const json* member(const json& object, const std::string& path, const char* name,
                       bool needed = true) {
        const auto found = object.find(name);
        if (found != object.end())
            return &*found;
        if (needed)
            fail(makeError(HEADSCOPE_MESSAGE("Message", "the member “%1” is missing"),
                           path.empty() ? name : path + "." + name));
        return nullptr;
    }
    static std::string below(const std::string& path, const std::string& name) {
        return path.empty() ? name : path + "." + name;
    }

    std::string word(const json* value, const std::string& path) {
        const auto isWord = [](const std::string& text) {
            return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
                return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-';
            });
        };
        if (!value)
            return {};
        if (!value->is_string() || !isWord(value->get_ref<const std::string&>())) {
            mustBe(path, "a name of letters, digits, _ and -");
            return {};
        }
        return value->get<std::string>();
    }

    Index whole(const json* value, const std::string& path, Index least, Index most) {
        if (!value)
            return least;
        if (!value->is_number_integer() || *value < least || *value > most) {
            mustBe(path, ("a whole number from " + std::to_string(least) + " to " +
                          std::to_string(most))
                             .c_str());
            return least;
        }
        return value->get<Index>();
    }

    Expression expression(const json* value, const std::string& path) {
        if (!value)
            return Expression::constant(0);
        if (value->is_number())
            return Expression::constant(value->get<double>());
        if (!value->is_string()) {
            mustBe(path, "an expression, such as \"weight(h, q, k)\", or a number");
            return Expression::constant(0);
        }
        Result<Expression> parsed = Expression::parse(value->get_ref<const std::string&>());
        if (!parsed) {
            fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1”: %2"), path, parsed.error().text()));
            return Expression::constant(0);
        }
        m_asked.emplace_back(path, *parsed);
        return std::move(*parsed);
    }
    std::optional<Expression> expressionIfAny(const json& object, const std::string& path,
                                              const char* name) {
        const json* value = member(object, path, name, false);
        return value ? std::optional(expression(value, below(path, name))) : std::nullopt;
    }

    TextPieces pieces(const json* value, const std::string& path) {
        if (!value)
            return {};
        if (!value->is_string() || value->get_ref<const std::string&>().empty() ||
            value->get_ref<const std::string&>().size() > mostText) {
            mustBe(path, "a text of 1 to 2000 bytes");
            return {};
        }
        Result<TextPieces> parsed = parseLessonText(value->get_ref<const std::string&>());
        if (!parsed) {
            fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1”: %2"), path, parsed.error().text()));
            return {};
        }
        for (const TextPiece& piece : *parsed) {
            if (piece.kind == TextPiece::Kind::MarkBegin)
                m_marks.emplace_back(path, piece.words);
            else
                m_asked.emplace_back(path, piece.expression);
        }
        return std::move(*parsed);
    }
    /// {"en": …, "zh": …}
    LessonText text(const json* value, const std::string& path, bool more = false) {
        LessonText text;
        if (!value || (!more && !isObject(*value, path, {"en", "zh"})))
            return text;
        text.english = pieces(member(*value, path, "en"), path + ".en");
        text.chinese = pieces(member(*value, path, "zh"), path + ".zh");
        return text;
    }
    LessonText textIfAny(const json& object, const std::string& path, const char* name) {
        return text(member(object, path, name, false), below(path, name));
    }

    /// Calls `read` for each entry of a list.
    void list(const json* value, const std::string& path,
              const std::function<void(const json&, const std::string&)>& read,
              std::size_t least = 0) {
        if (!value)
            return;
        if (!value->is_array() || value->size() < least || value->size() > mostEntries)
            return mustBe(path, ("a list of " + std::to_string(least) + " to " +
                                 std::to_string(mostEntries) + " entries")
                                    .c_str());
        for (std::size_t i = 0; i < value->size() && !error; ++i)
            read((*value)[i], path + "[" + std::to_string(i) + "]");
    }

    LessonMark mark(const json& value, const std::string& path) {
        LessonMark mark;
        if (!isObject(value, path, {"head", "query", "key", "stage"}))
            return mark;
        mark.head = expressionIfAny(value, path, "head");
        mark.query = expressionIfAny(value, path, "query");
        mark.key = expressionIfAny(value, path, "key");
        if (const json* stage = member(value, path, "stage", false))
            mark.stage = tensor(*stage, below(path, "stage"));
        return mark;
    }
    std::optional<TensorName> tensor(const json& value, const std::string& path) {
        const auto name = value.is_string() ? tensorNameFrom(value.get_ref<const std::string&>())
                                            : std::nullopt;
        if (!name)
            mustBe(path, "the name of a tensor, such as \"scaled_scores\"");
        return name;
    }

    LessonEdit edit(const json& value, const std::string& path) {
        LessonEdit edit;
        if (!value.is_object() || value.size() != 1 || !isLessonEdit(value.begin().key())) {
            mustBe(path, "one edit with its name, such as {\"heads\": 2}");
            return edit;
        }
        edit.name = value.begin().key();
        const json& what = value.begin().value();
        const std::string place = below(path, edit.name);
        if (what.is_boolean())
            edit.numbers["value"] = Expression::constant(what.get<bool>() ? 1 : 0);
        else if (edit.name == "allow" || edit.name == "forbid") {
            if (!isObject(what, place, {"query", "key"}))
                return edit;
            edit.numbers["query"] = expression(member(what, place, "query"), place + ".query");
            if (const auto key = expressionIfAny(what, place, "key"))
                edit.numbers["key"] = *key;
        } else if (what == "auto" || edit.name == "fully_masked" || edit.name == "layout")
            edit.choice = word(&what, place);
        else
            edit.numbers["value"] = expression(&what, place);
        return edit;
    }
    std::vector<LessonEdit> edits(const json& object, const std::string& path, const char* name) {
        std::vector<LessonEdit> all;
        list(member(object, path, name, false), below(path, name),
             [&](const json& value, const std::string& at) { all.push_back(edit(value, at)); });
        return all;
    }

    std::vector<LessonParagraph> paragraphs(const json& object, const std::string& path,
                                            const char* name) {
        std::vector<LessonParagraph> all;
        list(member(object, path, name), below(path, name),
             [&](const json& value, const std::string& at) {
                 if (!isObject(value, at, {"en", "zh", "holds", "otherwise"}))
                     return;
                 LessonParagraph paragraph;
                 paragraph.text = text(&value, at, true);
                 paragraph.holds = expressionIfAny(value, at, "holds");
                 paragraph.otherwise = textIfAny(value, at, "otherwise");
                 all.push_back(std::move(paragraph));
             },
             1);
        return all;
    }

    LessonQuestion question(const json& value, const std::string& path);
    LessonPick pick(const json& value, const std::string& path);
    void check(const Lesson& lesson);
    std::string markName(const json& object, const std::string& path, const char* name) {
        const json* value = member(object, path, name, false);
        if (!value)
            return {};
        std::string found = word(value, below(path, name));
        m_marks.emplace_back(below(path, name), found);
        return found;
    }

private:
    std::vector<std::pair<std::string, Expression>> m_asked; ///< with their paths
    std::vector<std::pair<std::string, std::string>> m_marks;
};

LessonQuestion Reader::question(const json& value, const std::string& path) {
    LessonQuestion question;
    if (!isObject(value, path,
                  {"kind", "heading", "prompt", "do", "options", "answer", "tolerance", "low",
                   "high", "now", "decimals", "cell", "wrong", "show", "candidates",
                   "explanation", "hints", "locks"}))
        return question;
    using Kind = LessonQuestion::Kind;
    const std::string kind = word(member(value, path, "kind"), below(path, "kind"));
    if (kind == "number")
        question.kind = Kind::Number;
    else if (kind == "cell")
        question.kind = Kind::Pair;
    else if (kind != "choice")
        mustBe(below(path, "kind"), "\"choice\", \"number\" or \"cell\"");
    question.heading = text(member(value, path, "heading"), below(path, "heading"));
    question.prompt = textIfAny(value, path, "prompt");
    question.edits = edits(value, path, "do");
    question.wrong = textIfAny(value, path, "wrong");
    question.explanation = paragraphs(value, path, "explanation");
    question.show = markName(value, path, "show");
    list(member(value, path, "hints", false), below(path, "hints"),
         [&](const json& hint, const std::string& at) {
             question.hints.push_back(text(&hint, at));
         });
    list(member(value, path, "locks", false), below(path, "locks"),
         [&](const json& lock, const std::string& at) {
             question.locks.push_back(word(&lock, at));
             if (!isLessonEdit(question.locks.back()))
                 mustBe(at, "the name of an edit, such as \"heads\"");
         });
    list(member(value, path, "candidates", false), below(path, "candidates"),
         [&](const json& mark, const std::string& at) {
             question.candidates.push_back(word(&mark, at));
             m_marks.emplace_back(at, question.candidates.back());
         });
    if (question.kind == Kind::Choice)
        list(member(value, path, "options"), below(path, "options"),
             [&](const json& object, const std::string& at) {
                 if (!isObject(object, at, {"text", "note", "right", "wrong", "mark"}))
                     return;
                 LessonOption option;
                 option.text = text(member(object, at, "text"), below(at, "text"));
                 option.note = textIfAny(object, at, "note");
                 option.right = expression(member(object, at, "right"), below(at, "right"));
                 option.wrong = textIfAny(object, at, "wrong");
                 option.mark = markName(object, at, "mark");
                 question.options.push_back(std::move(option));
             },
             2);
    if (question.kind == Kind::Number) {
        question.answer = expression(member(value, path, "answer"), below(path, "answer"));
        question.tolerance =
            expression(member(value, path, "tolerance"), below(path, "tolerance"));
        question.low = expression(member(value, path, "low"), below(path, "low"));
        question.high = expression(member(value, path, "high"), below(path, "high"));
        question.now = expressionIfAny(value, path, "now");
        if (const json* decimals = member(value, path, "decimals", false))
            question.decimals =
                static_cast<int>(whole(decimals, below(path, "decimals"), 0, 6));
    }
    if (question.kind == Kind::Pair) {
        if (const json* cell = member(value, path, "cell"))
            question.cell = mark(*cell, below(path, "cell"));
        if (!question.cell.query && !question.cell.key)
            mustBe(below(path, "cell"), "a query, a key or both");
    }
    return question;
}

LessonPick Reader::pick(const json& value, const std::string& path) {
    LessonPick pick;
    if (value.is_object() && value.contains("over")) {
        if (!isObject(value, path, {"over", "where", "largest"}))
            return pick;
        const json& over = value["over"];
        if (!over.is_object() || over.empty() || over.size() > 3) {
            mustBe(path + ".over", "an object of one to three names");
            return pick;
        }
        for (const auto& [name, count] : over.items()) {
            const json written = name;
            pick.over.emplace_back(word(&written, path + ".over"),
                                   expression(&count, path + ".over." + name));
        }
        pick.where = expressionIfAny(value, path, "where");
        pick.largest = expression(member(value, path, "largest"), path + ".largest");
        return pick;
    }
    if (!value.is_object() || value.size() != 1) {
        mustBe(path, "one name with its expression, or what is largest over some names");
        return pick;
    }
    const json written = value.begin().key();
    pick.name = word(&written, path);
    pick.largest = expression(&value.begin().value(), path + "." + pick.name);
    return pick;
}

void Reader::check(const Lesson& lesson) {
    std::set<std::string> known = {"sequence", "you", "you_head", "you_query", "you_key"};
    for (const LessonPick& pick : lesson.picks) {
        known.insert(pick.name);
        for (const auto& [name, count] : pick.over)
            known.insert(name);
    }
    const auto base = [](const std::string& name) { return name.substr(0, name.find('@')); };
    const auto hasMoment = [](const std::string& name) {
        const std::size_t at = name.find('@');
        return at == std::string::npos || name.substr(at) == "@start" ||
               name.substr(at) == "@answer";
    };
    const auto checkNames = [&](const std::string& path, const Expression& expression) {
        for (const std::string& name : expression.names()) {
            if (!hasMoment(name) ||
                (!known.contains(base(name)) && !LessonFacts::knows(base(name))))
                fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1”: a lesson knows no “%2”"), path,
                               name));
        }
        for (const auto& [name, arguments] : expression.functions()) {
            if (!isBuiltIn(name, arguments) &&
                !(hasMoment(name) && LessonFacts::knows(base(name), arguments)))
                fail(makeError(HEADSCOPE_MESSAGE("Message",
                                                 "“%1”: a lesson knows no function “%2” of %3"),
                               path, name, arguments));
        }
    };
    // A let may use those before it, so that none waits for itself.
    for (const auto& [name, expression] : lesson.lets) {
        checkNames("let." + name, expression);
        known.insert(name);
    }
    for (const auto& [path, expression] : m_asked)
        checkNames(path, expression);
    for (const auto& [path, mark] : m_marks) {
        if (!lesson.marks.contains(mark))
            fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1”: the lesson has no mark “%2”"), path,
                           mark));
    }
    for (const LessonTry& attempt : lesson.tries) {
        if (attempt.after > lesson.questions.size())
            mustBe("try.after", "no more than there are questions");
    }
}

Lesson lessonFrom(const json& file, Reader& reader) {
    Lesson lesson;
    if (!reader.isObject(file, "",
                         {"format", "version", "id", "title", "minutes", "start", "applies",
                          "find", "let", "marks", "text", "questions", "try"}))
        return lesson;
    reader.whole(reader.member(file, "", "version"), "version", 1, 1);
    lesson.id = reader.word(reader.member(file, "", "id"), "id");
    lesson.title = reader.text(reader.member(file, "", "title"), "title");
    lesson.minutes = reader.whole(reader.member(file, "", "minutes"), "minutes", 1, 60);
    if (const json* start = reader.member(file, "", "start");
        start && reader.isObject(*start, "start",
                                 {"example", "edits", "view", "stage", "head", "query", "key"})) {
        lesson.example = reader.word(reader.member(*start, "start", "example"), "start.example");
        lesson.start = reader.edits(*start, "start", "edits");
        if (const json* view = reader.member(*start, "start", "view", false))
            lesson.show.view = reader.word(view, "start.view");
        if (const json* stage = reader.member(*start, "start", "stage", false))
            lesson.show.stage =
                reader.tensor(*stage, "start.stage").value_or(TensorName::AttentionWeights);
        lesson.show.cell.head = reader.expressionIfAny(*start, "start", "head");
        lesson.show.cell.query = reader.expressionIfAny(*start, "start", "query");
        lesson.show.cell.key = reader.expressionIfAny(*start, "start", "key");
    }
    if (const auto applies = reader.expressionIfAny(file, "", "applies"))
        lesson.applies = *applies;
    reader.list(reader.member(file, "", "find", false), "find",
                [&](const json& value, const std::string& path) {
                    lesson.picks.push_back(reader.pick(value, path));
                });
    reader.list(reader.member(file, "", "let", false), "let",
                [&](const json& value, const std::string& path) {
                    if (!value.is_object() || value.size() != 1)
                        return reader.mustBe(path, "one name with its expression");
                    const json name = value.begin().key();
                    lesson.lets.emplace_back(reader.word(&name, path),
                                             reader.expression(&value.begin().value(), path));
                });
    if (const json* marks = reader.member(file, "", "marks", false)) {
        if (!marks->is_object() || marks->size() > mostEntries)
            reader.mustBe("marks", "an object");
        else
            for (const auto& [name, value] : marks->items())
                lesson.marks[name] = reader.mark(value, "marks." + name);
    }
    lesson.text = reader.paragraphs(file, "", "text");
    reader.list(reader.member(file, "", "questions"), "questions",
                [&](const json& value, const std::string& path) {
                    lesson.questions.push_back(reader.question(value, path));
                },
                1);
    reader.list(reader.member(file, "", "try", false), "try",
                [&](const json& value, const std::string& path) {
                    if (!reader.isObject(value, path, {"text", "do", "after"}))
                        return;
                    LessonTry attempt;
                    attempt.text = reader.text(reader.member(value, path, "text"), path + ".text");
                    attempt.edits = reader.edits(value, path, "do");
                    if (const json* after = reader.member(value, path, "after", false))
                        attempt.after =
                            static_cast<std::size_t>(reader.whole(after, path + ".after", 0, 40));
                    lesson.tries.push_back(std::move(attempt));
                });
    if (!reader.error)
        reader.check(lesson);
    return lesson;
}

} // namespace

Result<Lesson> readLesson(std::string_view text) {
    if (text.size() > mostLessonBytes)
        return makeError(HEADSCOPE_MESSAGE("Message", "a lesson file has at most %1 bytes"),
                         mostLessonBytes);
    const Result<json> parsed = parseUntrustedJson(text);
    if (!parsed)
        return parsed.error();
    const json* format = parsed->is_object() && parsed->contains("format") ? &(*parsed)["format"]
                                                                           : nullptr;
    if (!format || *format != lessonFormat)
        return makeError(HEADSCOPE_MESSAGE("Message", "this is not a HeadScope lesson; such a file "
                                                      "is a JSON object with \"format\": \"%1\""),
                         lessonFormat);
    Reader reader;
    Lesson lesson = lessonFrom(*parsed, reader);
    if (reader.error)
        return *reader.error;
    return lesson;
}

} // namespace headscope
