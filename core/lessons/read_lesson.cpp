// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/json_guard.h"
#include "lessons/lesson_edits.h"
#include "lessons/lesson_reader.h"
#include "lessons/lessons.h"

#include <nlohmann/json.hpp>

namespace headscope {

namespace {

using nlohmann::json;

constexpr const char* lessonFormat = "headscope-lesson";

std::string below(const std::string& path, const char* name) {
    return LessonReader::below(path, name);
}

void readOptions(LessonReader& reader, const json& value, const std::string& path,
                 LessonQuestion& question) {
    const auto read = [&](const json& object, const std::string& at) {
        if (!reader.isObject(object, at, {"text", "note", "right", "wrong", "mark"}))
            return;
        LessonOption option;
        option.text = reader.text(reader.member(object, at, "text"), below(at, "text"));
        option.note = reader.textIfAny(object, at, "note");
        option.right = reader.expression(reader.member(object, at, "right"), below(at, "right"));
        option.wrong = reader.textIfAny(object, at, "wrong");
        option.mark = reader.markName(object, at, "mark");
        question.options.push_back(std::move(option));
    };
    reader.list(reader.member(value, path, "options"), below(path, "options"), read, 2);
}

void readNumber(LessonReader& reader, const json& value, const std::string& path,
                LessonQuestion& question) {
    const auto needed = [&](const char* name) {
        return reader.expression(reader.member(value, path, name), below(path, name));
    };
    question.answer = needed("answer");
    question.tolerance = needed("tolerance");
    question.low = needed("low");
    question.high = needed("high");
    question.now = reader.expressionIfAny(value, path, "now");
    if (const json* decimals = reader.member(value, path, "decimals", false))
        question.decimals = static_cast<int>(reader.whole(decimals, below(path, "decimals"), 0, 6));
}

LessonQuestion questionFrom(LessonReader& reader, const json& value, const std::string& path) {
    LessonQuestion question;
    if (!reader.isObject(value, path, {"kind",    "heading",     "prompt",    "do",    "yourself",
                                       "options", "answer",      "tolerance", "low",   "high",
                                       "now",     "decimals",    "cell",      "wrong", "look",
                                       "show",    "explanation", "hints",     "locks", "own"}))
        return question;
    using Kind = LessonQuestion::Kind;
    const std::string kind = reader.word(reader.member(value, path, "kind"), below(path, "kind"));
    if (kind == "number")
        question.kind = Kind::Number;
    else if (kind == "cell")
        question.kind = Kind::Pair;
    else if (kind != "choice")
        reader.mustBe(below(path, "kind"), "\"choice\", \"number\" or \"cell\"");
    question.heading = reader.text(reader.member(value, path, "heading"), below(path, "heading"));
    question.prompt = reader.textIfAny(value, path, "prompt");
    question.edits = reader.edits(value, path, "do");
    question.yourself = reader.textIfAny(value, path, "yourself");
    question.wrong = reader.textIfAny(value, path, "wrong");
    question.explanation = reader.paragraphs(value, path, "explanation");
    question.look = reader.markName(value, path, "look");
    question.show = reader.markName(value, path, "show");
    reader.list(reader.member(value, path, "hints", false), below(path, "hints"),
                [&](const json& hint, const std::string& at) {
                    question.hints.push_back(reader.text(&hint, at));
                });
    reader.list(reader.member(value, path, "locks", false), below(path, "locks"),
                [&](const json& lock, const std::string& at) {
                    question.locks.push_back(reader.word(&lock, at));
                    if (!isLessonEdit(question.locks.back()))
                        reader.mustBe(at, "the name of an edit, such as \"heads\"");
                });
    if (const json* own = reader.member(value, path, "own", false)) {
        if (!own->is_boolean())
            reader.mustBe(below(path, "own"), "true or false");
        else
            question.ofOwn = own->get<bool>();
    }
    if (question.kind == Kind::Choice)
        readOptions(reader, value, path, question);
    if (question.kind == Kind::Number)
        readNumber(reader, value, path, question);
    if (question.kind == Kind::Pair) {
        if (const json* cell = reader.member(value, path, "cell"))
            question.cell = reader.mark(*cell, below(path, "cell"));
        if (!question.cell.query && !question.cell.key)
            reader.mustBe(below(path, "cell"), "a query, a key or both");
    }
    return question;
}

LessonPick pickFrom(LessonReader& reader, const json& value, const std::string& path) {
    LessonPick pick;
    if (value.is_object() && value.contains("over")) {
        if (!reader.isObject(value, path, {"over", "where", "largest", "missing"}))
            return pick;
        const json& over = value["over"];
        if (!over.is_object() || over.empty() || over.size() > 3) {
            reader.mustBe(path + ".over", "an object of one to three names");
            return pick;
        }
        for (const auto& [name, count] : over.items()) {
            const json written = name;
            pick.over.emplace_back(reader.word(&written, path + ".over"),
                                   reader.expression(&count, path + ".over." + name));
        }
        pick.where = reader.expressionIfAny(value, path, "where");
        pick.missing = reader.textIfAny(value, path, "missing");
        pick.largest = reader.expression(reader.member(value, path, "largest"), path + ".largest");
        return pick;
    }
    if (!value.is_object() || value.size() != 1) {
        reader.mustBe(path, "one name with its expression, or what is largest over some names");
        return pick;
    }
    const json written = value.begin().key();
    pick.name = reader.word(&written, path);
    pick.largest = reader.expression(&value.begin().value(), path + "." + pick.name);
    return pick;
}

void readModel(LessonReader& reader, const json& start, Lesson& lesson) {
    lesson.model.name = reader.word(&start["model"], "start.model");
    lesson.model.text = reader.plainText(reader.member(start, "start", "text"), "start.text");
    lesson.model.meaning = reader.textIfAny(start, "start", "meaning");
    if (start.contains("example"))
        reader.mustBe("start", "either an example or a model");
}

void readStart(LessonReader& reader, const json& start, Lesson& lesson) {
    if (!reader.isObject(start, "start",
                         {"example", "model", "text", "meaning", "edits", "view", "stage", "layer",
                          "head", "query", "key"}))
        return;
    if (start.contains("model"))
        readModel(reader, start, lesson);
    else
        lesson.example = reader.word(reader.member(start, "start", "example"), "start.example");
    lesson.start = reader.edits(start, "start", "edits");
    if (const json* view = reader.member(start, "start", "view", false))
        lesson.show.view = reader.word(view, "start.view");
    if (const json* stage = reader.member(start, "start", "stage", false))
        lesson.show.stage =
            reader.tensor(*stage, "start.stage").value_or(TensorName::AttentionWeights);
    lesson.show.layer = reader.expressionIfAny(start, "start", "layer");
    lesson.show.cell.head = reader.expressionIfAny(start, "start", "head");
    lesson.show.cell.query = reader.expressionIfAny(start, "start", "query");
    lesson.show.cell.key = reader.expressionIfAny(start, "start", "key");
}

void readLet(LessonReader& reader, const json& value, const std::string& path, Lesson& lesson) {
    if (!value.is_object() || value.size() != 1)
        return reader.mustBe(path, "one name with its expression");
    const json name = value.begin().key();
    lesson.lets.emplace_back(reader.word(&name, path),
                             reader.expression(&value.begin().value(), path));
}

void readMarks(LessonReader& reader, const json& marks, Lesson& lesson) {
    if (!marks.is_object() || marks.size() > LessonReader::mostEntries)
        return reader.mustBe("marks", "an object");
    for (const auto& [name, value] : marks.items())
        lesson.marks[name] = reader.mark(value, "marks." + name);
}

void readTry(LessonReader& reader, const json& value, const std::string& path, Lesson& lesson) {
    if (!reader.isObject(value, path, {"text", "do", "after"}))
        return;
    LessonTry attempt;
    attempt.text = reader.text(reader.member(value, path, "text"), below(path, "text"));
    attempt.edits = reader.edits(value, path, "do");
    if (const json* after = reader.member(value, path, "after", false))
        attempt.after = static_cast<std::size_t>(
            reader.whole(after, below(path, "after"), 0, LessonReader::mostEntries));
    lesson.tries.push_back(std::move(attempt));
}

Lesson lessonFrom(const json& file, LessonReader& reader) {
    Lesson lesson;
    if (!reader.isObject(file, "",
                         {"format", "version", "id", "title", "short", "minutes", "start",
                          "applies", "find", "let", "marks", "text", "questions", "try"}))
        return lesson;
    reader.whole(reader.member(file, "", "version"), "version", 1, 1);
    lesson.id = reader.word(reader.member(file, "", "id"), "id");
    lesson.title = reader.text(reader.member(file, "", "title"), "title");
    lesson.shortTitle = reader.textIfAny(file, "", "short");
    if (lesson.shortTitle.isEmpty())
        lesson.shortTitle = lesson.title;
    lesson.minutes = reader.whole(reader.member(file, "", "minutes"), "minutes", 1, 60);
    if (const json* start = reader.member(file, "", "start"))
        readStart(reader, *start, lesson);
    if (const auto applies = reader.expressionIfAny(file, "", "applies"))
        lesson.applies = *applies;
    using Path = const std::string&;
    reader.list(reader.member(file, "", "find", false), "find", [&](const json& value, Path path) {
        lesson.picks.push_back(pickFrom(reader, value, path));
    });
    reader.list(reader.member(file, "", "let", false), "let",
                [&](const json& value, Path path) { readLet(reader, value, path, lesson); });
    if (const json* marks = reader.member(file, "", "marks", false))
        readMarks(reader, *marks, lesson);
    lesson.text = reader.paragraphs(file, "", "text");
    reader.list(
        reader.member(file, "", "questions"), "questions",
        [&](const json& value, Path path) {
            lesson.questions.push_back(questionFrom(reader, value, path));
        },
        1);
    reader.list(reader.member(file, "", "try", false), "try",
                [&](const json& value, Path path) { readTry(reader, value, path, lesson); });
    if (!reader.error())
        reader.checkNames(lesson);
    if (!reader.error())
        reader.checkWork(lesson);
    for (const LessonTry& attempt : lesson.tries) {
        if (attempt.after > lesson.questions.size())
            reader.mustBe("try.after", "no more than there are questions");
    }
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
    const json* format =
        parsed->is_object() && parsed->contains("format") ? &(*parsed)["format"] : nullptr;
    if (!format || *format != lessonFormat)
        return makeError(HEADSCOPE_MESSAGE("Message", "this is not a HeadScope lesson; such a file "
                                                      "is a JSON object with \"format\": \"%1\""),
                         lessonFormat);
    LessonReader reader;
    Lesson lesson = lessonFrom(*parsed, reader);
    if (reader.error())
        return *reader.error();
    return lesson;
}

} // namespace headscope
