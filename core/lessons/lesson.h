// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson_text.h"
#include "support/index.h"
#include "trace/tensor_name.h"

#include <map>
#include <utility>

namespace headscope {

/// Something in the picture that words of a lesson point at. Counted from 0; a part that is not
/// there means all: without a key it is a row, without a query and a key a head.
struct LessonMark {
    std::optional<Expression> layer; ///< of a trained model; nothing: that of the lesson
    std::optional<Expression> head;
    std::optional<Expression> query;
    std::optional<Expression> key;
    std::optional<TensorName> stage; ///< the stop of the strip that computes it
};

/// One ordinary edit by its name (lesson_edits.h).
struct LessonEdit {
    std::string name;
    std::map<std::string, Expression> numbers; ///< "value", or those of membersOfEdit()
    std::string choice; ///< of those that choose: "auto", "zeros", "batch_first"
};

/// Names found in the run: those of `over` with which `largest` is largest, where `where` holds;
/// without `over` a number alone.
struct LessonPick {
    static constexpr Index mostPlaces = 64; ///< of each name, that are searched

    std::vector<std::pair<std::string, Expression>> over; ///< each name with how many there are
    std::optional<Expression> where;
    LessonText missing; ///< words for what is not there where nothing suits; may be empty
    Expression largest; ///< of a number alone, that number
    std::string name;   ///< of a number alone
};

struct LessonParagraph {
    LessonText text;
    std::optional<Expression> holds; ///< when it is true; nothing: always
    LessonText otherwise;            ///< said where it is not true any more; may be empty
};

struct LessonOption {
    LessonText text;
    LessonText note; ///< beside it, smaller; may be empty
    Expression right;
    LessonText wrong; ///< the counterexample, for who chose it and it is not right
    std::string mark; ///< a place that it stands for: it has the letter of the option
};

struct LessonQuestion {
    enum class Kind : std::uint8_t { Choice, Number, Pair };
    Kind kind = Kind::Choice;
    LessonText heading;
    LessonText prompt; ///< may be empty
    /// By which control of the window a person makes the edits; then that answers the question as
    /// well, once they have said what they expect, and not before. May be empty.
    LessonText yourself;
    /// The answer is the run of the start after these edits.
    std::vector<LessonEdit> edits;
    std::vector<LessonOption> options; ///< of Choice

    Expression answer = Expression::constant(0); ///< of Number
    Expression tolerance = Expression::constant(0);
    Expression low = Expression::constant(0);
    Expression high = Expression::constant(1);
    std::optional<Expression> now; ///< the same number before the edits
    int decimals = 2;              ///< of what is typed

    LessonMark cell;  ///< of Pair: what is to be clicked
    LessonText wrong; ///< of Number and Pair: the counterexample

    std::string look; ///< a mark to look at as somebody goes on to it; may be empty
    std::string show; ///< a mark to look at once it is answered; may be empty
    std::vector<LessonParagraph> explanation;
    std::vector<LessonText> hints;
    std::vector<std::string> locks; ///< names of edits that would give the answer away
    bool ofOwn = false; ///< what it comes to is of the numbers at hand: asked at the very end
};

struct LessonTry {
    LessonText text;
    std::vector<LessonEdit> edits;
    std::size_t after = 0; ///< so many questions are to be answered before
};

/// What a person sees first.
struct LessonShow {
    std::string view = "heads";
    TensorName stage = TensorName::AttentionWeights;
    LessonMark cell;
    /// Of a trained model, from 0: whose attention the lesson is about; nothing: the first.
    std::optional<Expression> layer;
};

/// A trained model that comes along, with what it reads.
struct LessonModel {
    std::string name; ///< of its folder; empty: the lesson is about an experiment
    std::string text;
    LessonText meaning; ///< of that text; may be empty
};

/// A lesson as its file says it (resources/lessons/README.md). Everything in it that is counted
/// is computed from the experiment at hand; names stand for
///   picks   found in the run at the start, the same from then on
///   lets    numbers of the run at hand; w@start is that of the start, w@answer that of the run
///           that answers the question
///   facts   lesson_facts.h
struct Lesson {
    std::string id;
    LessonText title;
    LessonText shortTitle; ///< where there is little room; the title where the file has none
    Index minutes = 4;
    std::string example; ///< what it begins on where the person's own experiment does not suit
    LessonModel model;   ///< in the place of an example
    std::vector<LessonEdit> start;
    LessonShow show;
    Expression applies = Expression::constant(1); ///< to which experiments
    std::vector<LessonPick> picks;
    std::vector<std::pair<std::string, Expression>> lets;
    std::map<std::string, LessonMark> marks;
    std::vector<LessonParagraph> text;
    std::vector<LessonQuestion> questions;
    std::vector<LessonTry> tries;
};

} // namespace headscope
