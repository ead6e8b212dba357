// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_reader.h"

#include "lessons/lesson_edits.h"
#include "lessons/lesson_facts.h"

#include <algorithm>

namespace headscope {

namespace {

constexpr std::size_t mostText = 2000;

bool isWord(const std::string& text) {
    return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
}

/// "w" of "w@answer".
std::string withoutMoment(const std::string& name) {
    return name.substr(0, name.find('@'));
}

bool hasKnownMoment(const std::string& name) {
    const std::size_t at = name.find('@');
    return at == std::string::npos || name.substr(at) == "@start" || name.substr(at) == "@answer";
}

} // namespace

void LessonReader::fail(Error found) {
    if (!m_error)
        m_error = std::move(found);
}

void LessonReader::mustBe(const std::string& path, const std::string& what) {
    fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), path, what));
}

std::string LessonReader::below(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
}

bool LessonReader::isObject(const Json& value, const std::string& path,
                            std::set<std::string_view> members) {
    if (!value.is_object()) {
        mustBe(path, "an object");
        return false;
    }
    for (const auto& [name, member] : value.items()) {
        if (!members.contains(name))
            fail(makeError(HEADSCOPE_MESSAGE("Message", "a lesson has no member “%1”"),
                           below(path, name)));
    }
    return !m_error;
}

const LessonReader::Json* LessonReader::member(const Json& object, const std::string& path,
                                               const char* name, bool needed) {
    const auto found = object.find(name);
    if (found != object.end())
        return &*found;
    if (needed)
        fail(makeError(HEADSCOPE_MESSAGE("Message", "the member “%1” is missing"),
                       below(path, name)));
    return nullptr;
}

void LessonReader::list(const Json* value, const std::string& path,
                        const std::function<void(const Json&, const std::string&)>& read,
                        std::size_t least) {
    if (!value)
        return;
    if (!value->is_array() || value->size() < least || value->size() > mostEntries)
        return mustBe(path, "a list of " + std::to_string(least) + " to " +
                                std::to_string(mostEntries) + " entries");
    for (std::size_t i = 0; i < value->size() && !m_error; ++i)
        read((*value)[i], path + "[" + std::to_string(i) + "]");
}

std::string LessonReader::word(const Json* value, const std::string& path) {
    if (!value)
        return {};
    if (!value->is_string() || !isWord(value->get_ref<const std::string&>())) {
        mustBe(path, "a name of letters, digits, _ and -");
        return {};
    }
    return value->get<std::string>();
}

Index LessonReader::whole(const Json* value, const std::string& path, Index least, Index most) {
    if (!value)
        return least;
    if (!value->is_number_integer() || *value < least || *value > most) {
        mustBe(path,
               "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        return least;
    }
    return value->get<Index>();
}

Expression LessonReader::expression(const Json* value, const std::string& path) {
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

std::optional<Expression> LessonReader::expressionIfAny(const Json& object, const std::string& path,
                                                        const char* name) {
    const Json* value = member(object, path, name, false);
    return value ? std::optional(expression(value, below(path, name))) : std::nullopt;
}

std::string LessonReader::plainText(const Json* value, const std::string& path) {
    if (!value)
        return {};
    if (!value->is_string() || value->get_ref<const std::string&>().empty() ||
        value->get_ref<const std::string&>().size() > mostText) {
        mustBe(path, "a text of 1 to 2000 bytes");
        return {};
    }
    return value->get<std::string>();
}

TextPieces LessonReader::pieces(const Json* value, const std::string& path) {
    const std::string text = plainText(value, path);
    if (text.empty())
        return {};
    Result<TextPieces> parsed = parseLessonText(text);
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

LessonText LessonReader::languages(const Json& object, const std::string& path) {
    LessonText text;
    text.english = pieces(member(object, path, "en"), path + ".en");
    text.chinese = pieces(member(object, path, "zh"), path + ".zh");
    return text;
}

LessonText LessonReader::text(const Json* value, const std::string& path) {
    return value && isObject(*value, path, {"en", "zh"}) ? languages(*value, path) : LessonText();
}

LessonText LessonReader::textIfAny(const Json& object, const std::string& path, const char* name) {
    return text(member(object, path, name, false), below(path, name));
}

std::optional<TensorName> LessonReader::tensor(const Json& value, const std::string& path) {
    const auto name =
        value.is_string() ? tensorNameFrom(value.get_ref<const std::string&>()) : std::nullopt;
    if (!name)
        mustBe(path, "the name of a tensor, such as \"scaled_scores\"");
    return name;
}

LessonMark LessonReader::mark(const Json& value, const std::string& path) {
    LessonMark mark;
    if (!isObject(value, path, {"layer", "head", "query", "key", "stage"}))
        return mark;
    mark.layer = expressionIfAny(value, path, "layer");
    mark.head = expressionIfAny(value, path, "head");
    mark.query = expressionIfAny(value, path, "query");
    mark.key = expressionIfAny(value, path, "key");
    if (const Json* stage = member(value, path, "stage", false))
        mark.stage = tensor(*stage, below(path, "stage"));
    return mark;
}

std::string LessonReader::markName(const Json& value, const std::string& path) {
    std::string found = word(&value, path);
    m_marks.emplace_back(path, found);
    return found;
}

std::string LessonReader::markName(const Json& object, const std::string& path, const char* name) {
    const Json* value = member(object, path, name, false);
    return value ? markName(*value, below(path, name)) : std::string();
}

LessonEdit LessonReader::edit(const Json& value, const std::string& path) {
    LessonEdit edit;
    if (++m_edits > mostEdits)
        fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1”: a lesson has at most %2 edits"), path,
                       mostEdits));
    if (!value.is_object() || value.size() != 1 || !isLessonEdit(value.begin().key())) {
        mustBe(path, "one edit with its name, such as {\"heads\": 2}");
        return edit;
    }
    edit.name = value.begin().key();
    const Json& what = value.begin().value();
    const std::string place = below(path, edit.name);
    if (what.is_boolean())
        edit.numbers["value"] = Expression::constant(what.get<bool>() ? 1 : 0);
    else if (const auto members = membersOfEdit(edit.name); !members.empty()) {
        std::set<std::string_view> names;
        for (const LessonEditMember& member : members)
            names.insert(member.name);
        if (!isObject(what, place, names))
            return edit;
        for (const auto& [name, needed] : members) {
            const std::string key(name);
            if (const Json* number = member(what, place, key.c_str(), needed))
                edit.numbers[key] = expression(number, below(place, key));
        }
    } else if (what == "auto" || edit.name == "fully_masked" || edit.name == "layout")
        edit.choice = word(&what, place);
    else
        edit.numbers["value"] = expression(&what, place);
    return edit;
}

std::vector<LessonEdit> LessonReader::edits(const Json& object, const std::string& path,
                                            const char* name) {
    std::vector<LessonEdit> all;
    list(member(object, path, name, false), below(path, name),
         [&](const Json& value, const std::string& at) { all.push_back(edit(value, at)); });
    return all;
}

std::vector<LessonParagraph> LessonReader::paragraphs(const Json& object, const std::string& path,
                                                      const char* name) {
    std::vector<LessonParagraph> all;
    list(
        member(object, path, name), below(path, name),
        [&](const Json& value, const std::string& at) {
            if (!isObject(value, at, {"en", "zh", "holds", "otherwise"}))
                return;
            all.push_back({languages(value, at), expressionIfAny(value, at, "holds"),
                           textIfAny(value, at, "otherwise")});
        },
        1);
    return all;
}

void LessonReader::checkNames(const std::string& path, const Expression& expression,
                              const std::set<std::string>& known) {
    for (const std::string& name : expression.names()) {
        const std::string base = withoutMoment(name);
        if (!hasKnownMoment(name) || (!known.contains(base) && !LessonFacts::knows(base)))
            fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1”: a lesson knows no “%2”"), path,
                           name));
    }
    for (const auto& [name, arguments] : expression.functions()) {
        if (!isBuiltIn(name, arguments) &&
            !(hasKnownMoment(name) && LessonFacts::knows(withoutMoment(name), arguments)))
            fail(makeError(
                HEADSCOPE_MESSAGE("Message", "“%1”: a lesson knows no function “%2” of %3"), path,
                name, arguments));
    }
}

void LessonReader::checkNames(const Lesson& lesson) {
    std::set<std::string> known = {"sequence", "you", "you_head", "you_query", "you_key"};
    for (const LessonPick& pick : lesson.picks) {
        known.insert(pick.name);
        for (const auto& [name, count] : pick.over)
            known.insert(name);
    }
    // A let may use those before it, so that none waits for itself.
    for (const auto& [name, expression] : lesson.lets) {
        checkNames("let." + name, expression, known);
        known.insert(name);
    }
    for (const auto& [path, expression] : m_asked)
        checkNames(path, expression, known);
    for (const auto& [path, mark] : m_marks) {
        if (!lesson.marks.contains(mark))
            fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1”: the lesson has no mark “%2”"), path,
                           mark));
    }
}

void LessonReader::checkWork(const Lesson& lesson) {
    // A let is computed whenever it is named, with all that it names itself.
    std::map<std::string, Index> lets;
    const auto ofName = [&lets](const std::string& name) {
        const auto found = lets.find(withoutMoment(name));
        return found == lets.end() ? Index{1} : found->second;
    };
    for (const auto& [name, expression] : lesson.lets)
        lets.emplace(name, std::min(Expression::mostSteps, 1 + expression.steps(ofName)));
    Index said = 0;
    for (const auto& [path, expression] : m_asked) {
        if (!path.starts_with("find"))
            said = std::min(Expression::mostSteps, said + expression.steps(ofName));
    }
    if (said > mostSteps)
        fail(makeError(HEADSCOPE_MESSAGE("Message", "the expressions of the lesson take %1 steps, "
                                                    "each name of “let” with its own; at most %2 "
                                                    "are allowed"),
                       said, mostSteps));
    Index found = 0;
    for (const LessonPick& pick : lesson.picks) {
        Index steps = pick.largest.steps(ofName) + (pick.where ? pick.where->steps(ofName) : 0);
        for (std::size_t i = 0; i < pick.over.size(); ++i)
            steps = std::min(Expression::mostSteps, steps) * LessonPick::mostPlaces;
        found = std::min(Expression::mostSteps, found + steps);
    }
    if (found > mostFindSteps)
        fail(
            makeError(HEADSCOPE_MESSAGE("Message", "what the lesson finds takes up to %1 steps, at "
                                                   "most %2 are allowed: let “find” go over fewer "
                                                   "names"),
                      found, mostFindSteps));
}

} // namespace headscope
