// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "experiment/experiment_run.h"
#include "lessons/lesson_changes.h"
#include "lessons/lesson_edits.h"
#include "lessons/lesson_files.h"
#include "lessons/lesson_state.h"
#include "lessons/lessons.h"
#include "support/edits.h"
#include "support/lesson_play.h"
#include "support/test_program.h"
#include "transformer/run_model.h"

#include <QFile>
#include <QtTest>

#include <rapidcheck.h>

#include <cmath>
#include <map>

using namespace headscope;
using namespace headscope::testing;

namespace {

LessonMoment momentOf(const Experiment& experiment) {
    Result<Trace> trace = runModel(modelProblemOf(experiment));
    if (!trace)
        qFatal("%s", trace.error().text().c_str());
    return {std::make_shared<const Experiment>(experiment),
            runOf(experiment, std::make_shared<const Trace>(std::move(*trace)), {}), 0};
}

/// Of lessons that are played on an experiment.
Result<Experiment> experimentOf(const Result<Source>& source) {
    return source ? Result<Experiment>(*source->experiment()) : source.error();
}

std::vector<LessonPointer> experimentLessons() {
    std::vector<LessonPointer> all(lessons().begin(), lessons().end());
    std::erase_if(all, [](const LessonPointer& l) { return !l->model.name.empty(); });
    return all;
}

Result<Experiment> startOn(const Lesson& lesson, const Experiment& experiment) {
    return experimentOf(lessonStart(lesson, experiment));
}

/// The run of an experiment is asked for again and again.
const LessonMoment& rememberedMoment(const Experiment& experiment) {
    static std::vector<LessonMoment> all;
    for (const LessonMoment& moment : all) {
        if (*moment.experiment() == experiment)
            return moment;
    }
    all.push_back(momentOf(experiment));
    return all.back();
}

/// A scope of a few numbers.
class NamedNumbers : public ExpressionScope {
public:
    std::map<std::string, double> values;
    std::optional<double> number(std::string_view name) const override {
        const auto found = values.find(std::string(name));
        return found == values.end() ? std::nullopt : std::optional(found->second);
    }
    std::optional<double> call(std::string_view function,
                               std::span<const double> arguments) const override {
        if (function == "twice" && arguments.size() == 1)
            return 2 * arguments[0];
        return std::nullopt;
    }
};

std::optional<double> valueOf(const char* text, const NamedNumbers& scope = {}) {
    const Result<Expression> expression = Expression::parse(text);
    if (!expression)
        qFatal("%s: %s", text, expression.error().text().c_str());
    return expression->value(scope);
}

/// What a text asks of the run and points at, whatever the language says around it.
std::multiset<std::string> boundOf(const TextPieces& pieces) {
    std::multiset<std::string> all;
    for (const TextPiece& piece : pieces) {
        if (piece.kind == TextPiece::Kind::MarkBegin)
            all.insert("mark " + piece.words);
    }
    return all;
}

std::string minimal(const std::string& more = {}, const std::string& question = {}) {
    return R"({"format":"headscope-lesson","version":1,"id":"own","title":{"en":"a","zh":"b"},)"
           R"("minutes":3,"start":{"example":"ticket"},"text":[{"en":"w is {w:3}","zh":"w {w:3}"}],)"
           R"("let":[{"w":"weight(0, 0, 0) + 0"}],"questions":[)" +
           (question.empty()
                ? std::string(
                      R"({"kind":"number","heading":{"en":"?","zh":"?"},"answer":"w",)"
                      R"("tolerance":"0.1","low":0,"high":1,"explanation":[{"en":"e","zh":"e"}]})")
                : question) +
           "]" + more + "}";
}

} // namespace

class TestLessons : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void expressions_mean_what_they_say();
    void an_expression_without_a_value_has_none();
    void any_text_is_read_or_refused();
    void numbers_that_are_written_are_read();
    void lessons_are_read_in_their_order();
    void both_languages_say_the_same();
    void every_lesson_plays_to_its_end_on_every_example();
    void the_answer_is_that_of_the_engine();
    void which_root_is_that_of_the_mock();
    void a_sentence_says_when_it_is_not_true_any_more();
    void edits_are_ordinary_ones();
    void a_question_can_be_passed();
    void a_turned_mask_keeps_to_all_that_held();
    void a_lesson_has_its_place_and_a_short_name();
    void a_newcomer_may_change_anything_meanwhile();
    void hostile_files_are_refused_in_one_sentence_data();
    void hostile_files_are_refused_in_one_sentence();
    void any_bytes_are_read_or_refused();
    void nobody_waits_for_what_is_cancelled();
    void what_goes_through_a_row_is_what_its_cells_say();
    void no_number_is_told_before_it_is_asked();
    void a_word_stands_in_no_marks_of_its_own();
    void what_goes_through_many_numbers_is_what_they_say();
    void what_moved_is_measured_from_the_start();
    void edits_of_lessons_do_what_they_say();
    void heads_are_averaged_by_their_rows_of_the_output_matrix();
    void what_a_lesson_claims_holds_on_sentences_that_nobody_chose();
    void every_question_is_asked_or_refused_of_any_experiment_data();
    void every_question_is_asked_or_refused_of_any_experiment();
    void rows_after_dropout_are_not_said_to_sum_to_one_by_chance();
    void a_lesson_is_about_the_sequence_that_is_looked_at();
    void elements_are_those_of_the_attention_that_is_asked();
    void what_a_masked_row_became_is_told_from_the_run();
    void a_factor_that_is_asked_for_is_not_told();
    void what_scores_become_can_be_read_in_three_decimals();
    void what_is_missing_is_said_in_the_words_of_the_lesson();
    void nothing_is_asked_of_numbers_that_are_zero();
    void padding_answers_nothing();
    void what_is_tried_out_is_locked_as_in_the_setup();
    void what_is_asked_stands_nowhere_in_the_row();
    void biases_stay_in_the_lesson_about_their_origin();
    void an_output_that_does_not_move_is_not_said_to_tell_heads_apart();
    void small_probabilities_have_one_answer();
    void a_variance_is_said_of_the_head_that_is_shown();
};

void TestLessons::expressions_mean_what_they_say() {
    NamedNumbers scope;
    scope.values = {{"a", 3}, {"b", 4}, {"w@start", 0.25}};
    QCOMPARE(*valueOf("1 + 2 * 3"), 7.0);
    QCOMPARE(*valueOf("(1 + 2) * 3"), 9.0);
    QCOMPARE(*valueOf("8 - 4 - 2"), 2.0);
    QCOMPARE(*valueOf("8 / 4 / 2"), 1.0);
    QCOMPARE(*valueOf("2 ^ 3 ^ 2"), 512.0);
    QCOMPARE(*valueOf("-2 ^ 2"), -4.0);
    QCOMPARE(*valueOf("sqrt(a * a + b * b)", scope), 5.0);
    QCOMPARE(*valueOf("twice(a) + w@start", scope), 6.25);
    QCOMPARE(*valueOf("a < b and not a = b", scope), 1.0);
    QCOMPARE(*valueOf("a > b or a != b", scope), 1.0);
    QCOMPARE(*valueOf("min(a, b) + max(a, b) + round(2.6) + floor(2.6) + abs(-1)", scope), 13.0);
    QCOMPARE(*valueOf("is_nan(0 / 0)"), 1.0);
    QCOMPARE(*valueOf("0 / 0 = 0 / 0"), 0.0);
}

void TestLessons::an_expression_without_a_value_has_none() {
    QVERIFY(!valueOf("unknown + 1"));
    QVERIFY(!valueOf("unknown(1)"));
    // The second is not asked where the first decides.
    QCOMPARE(*valueOf("0 and unknown"), 0.0);
    QCOMPARE(*valueOf("1 or unknown"), 1.0);
    QVERIFY(!valueOf("1 and unknown"));
    const NamedNumbers scope;
    QVERIFY(!Expression::parse("unknown")->holds(scope));
}

void TestLessons::any_text_is_read_or_refused() {
    for (const char* wrong : {"", "1 +", "(1", "1)", "a b", "1..2", "f(,)", "f(1,)", "@a", "1e999",
                              "a +* b", "\"a\"", "a; b"})
        QVERIFY2(!Expression::parse(wrong), wrong);
    QVERIFY(!Expression::parse(std::string(60, '(') + "1" + std::string(60, ')')));
    QVERIFY(!Expression::parse(std::string(300, '-') + "1"));
    QVERIFY(!Expression::parse(std::string(501, '1')));
    const auto any = rc::check([](const std::string& text) {
        const Result<Expression> read = Expression::parse(text);
        if (!read)
            RC_ASSERT(!read.error().text().empty());
    });
    QVERIFY(any);
    const auto alphabet = rc::check([] {
        const auto text = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("01.ab()+-*/^<>=!, @e_")));
        const Result<Expression> read = Expression::parse(text);
        if (read) {
            const auto value = read->value(NamedNumbers());
            RC_ASSERT(!value || !std::isfinite(*value) || *value == *value);
        }
    });
    QVERIFY(alphabet);
}

void TestLessons::numbers_that_are_written_are_read() {
    const auto same = rc::check([](int a, int b, int c) {
        const double x = a % 1000;
        const double y = b % 1000;
        const double z = c % 1000 + 1000.5;
        NamedNumbers scope;
        scope.values = {{"x", x}, {"y", y}, {"z", z}};
        RC_ASSERT(*valueOf("x + y * z", scope) == x + y * z);
        RC_ASSERT(*valueOf("(x - y) / z", scope) == (x - y) / z);
        RC_ASSERT(*valueOf("x - y - z", scope) == x - y - z);
        RC_ASSERT((*valueOf("x <= y", scope) != 0) == (x <= y));
    });
    QVERIFY(same);
}

void TestLessons::lessons_are_read_in_their_order() {
    QStringList ids;
    for (const LessonPointer& lesson : lessons()) {
        ids << QString::fromStdString(lesson->id);
        QVERIFY(lesson->model.name.empty() == (findExample(lesson->example) != nullptr));
        QVERIFY(lesson->minutes >= 3 && lesson->minutes <= 6);
        QVERIFY(lesson->questions.size() == 2 || lesson->questions.size() == 3);
        QVERIFY(!lesson->tries.empty());
        for (const LessonQuestion& question : lesson->questions)
            QCOMPARE(question.hints.size(), std::size_t{2});
        QCOMPARE(findLesson(lesson->id), lesson);
    }
    QCOMPARE(ids.join(u' '),
             QStringLiteral("which-axis one-input scores-weights heads-features heads-beside "
                            "why-root which-root mask-first mask-polarity fully-masked "
                            "dropout-sum weight-reason word-order view-transpose more-heads "
                            "previous-token first-token"));
    QVERIFY(!findLesson("no-such-lesson"));
}

void TestLessons::both_languages_say_the_same() {
    for (const LessonPointer& lesson : lessons()) {
        const auto same = [&](const LessonText& text) {
            QVERIFY2(text.english.empty() == text.chinese.empty(), lesson->id.c_str());
            QVERIFY2(boundOf(text.english) == boundOf(text.chinese), lesson->id.c_str());
        };
        same(lesson->title);
        for (const LessonParagraph& paragraph : lesson->text) {
            same(paragraph.text);
            same(paragraph.otherwise);
        }
        for (const LessonQuestion& question : lesson->questions) {
            same(question.heading);
            same(question.prompt);
            same(question.wrong);
            for (const LessonOption& option : question.options) {
                same(option.text);
                same(option.wrong);
            }
            for (const LessonParagraph& paragraph : question.explanation)
                same(paragraph.text);
            for (const LessonText& hint : question.hints)
                same(hint);
        }
        for (const LessonTry& attempt : lesson->tries)
            same(attempt.text);
    }
}

void TestLessons::every_lesson_plays_to_its_end_on_every_example() {
    std::map<std::string, int> played;
    for (const LessonPointer& lesson : experimentLessons()) {
        for (const Example& example : examples()) {
            const Result<Experiment> start = startOn(*lesson, example.make());
            if (!start) {
                QVERIFY2(example.id != lesson->example, lesson->id.c_str());
                continue;
            }
            const Result<LessonState> begun = LessonState::begin(lesson, rememberedMoment(*start));
            const std::string where = lesson->id + " on " + std::string(example.id);
            if (!begun) {
                QVERIFY2(example.id != lesson->example, where.c_str());
                continue;
            }
            ++played[lesson->id];
            for (const bool right : {true, false}) {
                LessonState state = *begun;
                QVERIFY(state.isAtStart());
                for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
                    QCOMPARE(state.open(), i);
                    QVERIFY(!state.mayReveal(i)); // nobody has said anything
                    const Result<Experiment> answer = experimentOf(state.answerSource(i));
                    QVERIFY2(answer.ok(), where.c_str());
                    const LessonMoment& moment = rememberedMoment(*answer);
                    // What is right is not known before; somebody else finds out.
                    LessonState looked = state;
                    looked.predict(i, {});
                    looked.reveal(i, moment);
                    QVERIFY2(looked.verdict(i).has_value(), where.c_str());
                    const LessonVerdict verdict = *looked.verdict(i);
                    if (lesson->questions[i].kind == LessonQuestion::Kind::Choice)
                        QVERIFY2(std::ranges::count(verdict.options, true) == 1, where.c_str());
                    state.predict(i, answerOf(state, i, verdict, right));
                    QVERIFY(state.mayReveal(i));
                    state.see(moment);
                    state.reveal(i, moment);
                    QVERIFY2(state.verdict(i)->right == right, where.c_str());
                    state.hint(i);
                    state.hint(i);
                    state.hint(i);
                    QCOMPARE(state.hints(i), std::size_t{2});
                    for (const Language language : bothLanguages) {
                        const auto complete = [&](const SaidText& text) {
                            QVERIFY2(isComplete(text), (where + ": " + words(text)).c_str());
                        };
                        const LessonQuestion& question = lesson->questions[i];
                        complete(state.said(question.heading, language, i));
                        complete(state.said(question.prompt, language, i));
                        for (const LessonOption& option : question.options)
                            complete(state.said(option.text, language, i));
                        for (const LessonText& hint : question.hints)
                            complete(state.said(hint, language, i));
                        QVERIFY2(!state.explanation(i, language).empty(), where.c_str());
                        for (const SaidText& text : state.explanation(i, language))
                            complete(text);
                        complete(state.counterexample(i, language));
                        QCOMPARE(state.counterexample(i, language).empty(), right);
                    }
                }
                QVERIFY(state.isDone());
                QCOMPARE(state.predicted(), lesson->questions.size());
                for (std::size_t i = 0; i < lesson->tries.size(); ++i) {
                    QVERIFY(!state.isTryLocked(i));
                    const Result<Experiment> tried = experimentOf(state.trySource(i));
                    QCOMPARE(state.isTryOffered(i),
                             tried.ok() && !(*tried == *state.now().experiment()));
                    // What does not suit the sizes is refused in a sentence.
                    if (!tried)
                        QVERIFY(!tried.error().text().empty());
                    else
                        QVERIFY2(validate(modelProblemOf(*tried)).ok(), where.c_str());
                    if (example.id == lesson->example)
                        QVERIFY2(tried.ok(), where.c_str());
                }
            }
        }
    }
    // Each on its own example and on others, too.
    for (const LessonPointer& lesson : experimentLessons())
        QVERIFY2(played[lesson->id] >= 3, lesson->id.c_str());
}

void TestLessons::the_answer_is_that_of_the_engine() {
    const LessonPointer lesson = findLesson("more-heads");
    const Experiment start = *startOn(*lesson, findExample("paper-size")->make());
    LessonState state = *LessonState::begin(lesson, rememberedMoment(start));
    const Experiment answer = *experimentOf(state.answerSource(1));
    QCOMPARE(answer.config.heads, 2 * start.config.heads);
    QVERIFY(answer == *withHeads(start, 2 * start.config.heads));
    // Counted against the tensors themselves.
    const LessonMoment& moment = rememberedMoment(answer);
    Index parameters = 0;
    for (const TensorName name : {TensorName::QueryWeight, TensorName::KeyWeight,
                                  TensorName::ValueWeight, TensorName::OutputWeight})
        parameters += (*moment.run->trace())[name].elementCount();
    QCOMPARE(*LessonFacts(moment).number("parameters"), static_cast<double>(parameters));
    QCOMPARE(*LessonFacts(moment).number("score_numbers"),
             static_cast<double>((*moment.run->trace())[TensorName::Scores].elementCount()));
}

void TestLessons::which_root_is_that_of_the_mock() {
    const LessonPointer lesson = findLesson("which-root");
    const Experiment example = findExample("wrong-scale")->make();
    const Experiment start = *startOn(*lesson, example);
    QVERIFY(start == example); // the example is just the mistake that the lesson is about
    LessonState state = *LessonState::begin(lesson, rememberedMoment(start));
    const auto place = state.place("cell");
    QVERIFY(place);
    QCOMPARE(*place->head, Index{0});
    QCOMPARE(*place->query, Index{2});
    QCOMPARE(*place->key, Index{7});
    for (std::size_t i = 0; i < 2; ++i) {
        LessonAnswer said;
        said.number = 0.45;
        state.predict(i, said);
        state.reveal(i, rememberedMoment(*experimentOf(state.answerSource(i))));
    }
    QCOMPARE(state.verdict(0)->options, (std::vector<bool>{false, true, false}));
    QVERIFY(std::abs(*state.verdict(1)->answer - 0.6729) < 0.00005);
    QVERIFY(std::abs(state.verdict(1)->difference + 0.2229) < 0.0001);
    QVERIFY(!state.verdict(1)->right);
}

void TestLessons::a_sentence_says_when_it_is_not_true_any_more() {
    const LessonPointer lesson = findLesson("which-root");
    const Experiment start = *startOn(*lesson, findExample("wrong-scale")->make());
    LessonState state = *LessonState::begin(lesson, rememberedMoment(start));
    const SaidText before = state.text(Language::English).front().text;
    QVERIFY(state.text(Language::English).front().holds);
    state.see(rememberedMoment(*withScale(start, std::nullopt)));
    QVERIFY(!state.isAtStart());
    const SaidParagraph after = state.text(Language::English).front();
    QVERIFY(!after.holds);
    QCOMPARE(words(after.text), words(before)); // the numbers of the start stay
    QVERIFY2(words(after.otherwise).find("0.67") != std::string::npos,
             words(after.otherwise).c_str());
    state.see(rememberedMoment(start));
    QVERIFY(state.isAtStart());
    QVERIFY(state.text(Language::English).front().holds);
}

void TestLessons::edits_are_ordinary_ones() {
    const Experiment ticket = findExample("ticket")->make();
    const auto edited = [&](const char* edits) {
        const std::string file =
            minimal(std::string(R"(,"try":[{"text":{"en":"t","zh":"t"},"do":)") + edits + "}]");
        const Result<Lesson> lesson = readLesson(file);
        if (!lesson)
            qFatal("%s", lesson.error().text().c_str());
        const auto shared = std::make_shared<const Lesson>(*lesson);
        return experimentOf(LessonState::begin(shared, rememberedMoment(ticket))->trySource(0));
    };
    QVERIFY(*edited(R"([{"heads":2}])") == *withHeads(ticket, 2));
    QVERIFY(*edited(R"([{"scale":"2 * scale"}])") == *withScale(ticket, 1.0F));
    QVERIFY(*edited(R"([{"causal":true}])") == withCausal(ticket, true));
    QVERIFY(*edited(R"([{"dropout":0.5}])") == *withDropout(ticket, 0.5F));
    QVERIFY(*edited(R"([{"layout":"sequence_first"}])") ==
            withLayout(ticket, Layout::SequenceFirst));
    QVERIFY(*edited(R"([{"forbid":{"query":1,"key":2}}])") == *withPair(ticket, 0, 1, 2, false));
    QVERIFY(*edited(R"([{"fully_masked":"nan"}])") == withFullyMasked(ticket, FullyMasked::NaN));
    QVERIFY(!edited(R"([{"fully_masked":"other"}])"));
    QVERIFY(!edited(R"([{"heads":"0 / 0"}])"));
    QVERIFY(!edited(R"([{"scale":"1 / 0"}])"));
    QVERIFY(!edited(R"([{"forbid":{"query":99}}])"));
    // Turned twice it is what it was.
    const Experiment causal = withCausal(ticket, true);
    const Experiment turned = *edited(R"([{"causal":true},{"turn_mask":true}])");
    const Experiment back = *edited(R"([{"causal":true},{"turn_mask":true},{"turn_mask":true}])");
    const auto weights = [](const Experiment& experiment) {
        return (*rememberedMoment(experiment).run->trace())[TensorName::AttentionWeights];
    };
    QVERIFY(weights(back) == weights(causal));
    QVERIFY(!(weights(turned) == weights(causal)));
}

void TestLessons::a_question_can_be_passed() {
    const LessonPointer lesson = findLesson("which-root");
    const Experiment start = *startOn(*lesson, findExample("wrong-scale")->make());
    LessonState state = *LessonState::begin(lesson, rememberedMoment(start));
    QVERIFY(state.isAsked(0) && !state.isAsked(1));
    state.pass(1); // not asked yet
    QCOMPARE(state.open(), std::size_t{0});
    state.pass(0);
    QCOMPARE(state.open(), std::size_t{1});
    QVERIFY(state.isAsked(0) && state.isAsked(1));
    QCOMPARE(state.answered(), std::size_t{0});
    QVERIFY(state.locks("scale"));
    QVERIFY(state.isTryLocked(2));
    state.pass(1); // there is nothing to go on to
    QCOMPARE(state.open(), std::size_t{1});
    // The later one first.
    state.predict(1, {});
    state.reveal(1, rememberedMoment(*experimentOf(state.answerSource(1))));
    QVERIFY(state.verdict(1) && !state.isDone());
    QVERIFY(state.locks("scale"));
    state.predict(0, {});
    QVERIFY(state.mayReveal(0));
    state.reveal(0, rememberedMoment(*experimentOf(state.answerSource(0))));
    QVERIFY(state.isDone() && !state.locks("scale"));
    QCOMPARE(state.predicted(), std::size_t{2});
}

void TestLessons::a_turned_mask_keeps_to_all_that_held() {
    // A window and a painted pair: what either forbids may be looked at when it is turned.
    const Experiment ticket = findExample("ticket")->make();
    const Experiment both = *withPair(*withWindow(ticket, 3), 0, 5, 5, false);
    const auto shared = std::make_shared<const Lesson>(
        *readLesson(minimal(R"(,"try":[{"text":{"en":"t","zh":"t"},"do":[{"turn_mask":true}]}])")));
    const LessonState state = *LessonState::begin(shared, rememberedMoment(both));
    const LessonFacts before(rememberedMoment(both));
    const LessonFacts after(rememberedMoment(*experimentOf(state.trySource(0))));
    for (Index query = 0; query < ticket.queryLength(); ++query)
        for (Index key = 0; key < ticket.keyLength(); ++key) {
            const double place[] = {static_cast<double>(query), static_cast<double>(key)};
            QCOMPARE(*after.call("allowed", place), 1 - *before.call("allowed", place));
        }
}

void TestLessons::a_lesson_has_its_place_and_a_short_name() {
    for (std::size_t i = 0; i < lessons().size(); ++i) {
        QCOMPARE(placeOfLesson(lessons()[i]).value(), i);
        QVERIFY(!lessons()[i]->shortTitle.isEmpty());
    }
    // Somebody's own is none of them, whatever it is called.
    QVERIFY(!placeOfLesson(std::make_shared<const Lesson>(*lessons().front())));
    QVERIFY(!placeOfLesson(nullptr));
    const Lesson plain = *readLesson(minimal());
    QCOMPARE(plain.shortTitle.english.front().words, plain.title.english.front().words);
}

void TestLessons::a_newcomer_may_change_anything_meanwhile() {
    // Whatever is tried in between, every text can be said, and what answers stays the same.
    for (const LessonPointer& lesson : experimentLessons()) {
        const Experiment start = *startOn(*lesson, findExample(lesson->example)->make());
        LessonState state = *LessonState::begin(lesson, rememberedMoment(start));
        const Experiment answer = *experimentOf(state.answerSource(0));
        for (const Example& other : examples()) {
            if (other.id == "stack" || other.id.starts_with("paper-size")) // large
                continue;
            state.see(rememberedMoment(other.make()));
            for (const Language language : bothLanguages) {
                for (const SaidParagraph& paragraph : state.text(language)) {
                    if (!paragraph.holds)
                        QVERIFY2(isComplete(paragraph.text), lesson->id.c_str());
                }
            }
            QVERIFY(*experimentOf(state.answerSource(0)) == answer);
        }
    }
}

void TestLessons::hostile_files_are_refused_in_one_sentence_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char* name, const std::string& file, const char* named) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << QByteArray(named);
    };
    row("empty", "", "");
    row("no json", "lesson", "");
    row("another format", R"({"format":"headscope-experiment"})", "headscope-lesson");
    row("format is a number", R"({"format":1})", "headscope-lesson");
    row("list", "[]", "headscope-lesson");
    row("unknown member", minimal(R"(,"colour":"red")"), "colour");
    row("member twice", minimal(R"(,"minutes":4)"), "minutes");
    row("deep", minimal(R"(,"marks":)" + std::string(40, '[') + std::string(40, ']')), "");
    row("unknown name", minimal(R"(,"applies":"speed > 1")"), "speed");
    row("unknown function", minimal(R"(,"applies":"run(1) > 1")"), "run");
    row("wrong number of arguments", minimal(R"(,"applies":"weight(1) > 1")"), "weight");
    row("unknown moment", minimal(R"(,"applies":"heads@later > 1")"), "heads@later");
    row(
        "let waits for itself",
        [] {
            std::string file = minimal();
            file.replace(file.find("weight(0, 0, 0)"), 15, "w + 1");
            return file;
        }(),
        "let.w");
    row("unreadable expression", minimal(R"(,"applies":"1 +")"), "applies");
    row("marks is a list", minimal(R"(,"marks":[])"), "marks");
    row("unknown stage", minimal(R"(,"marks":{"a":{"stage":"soup"}})"), "marks.a.stage");
    row("unknown edit", minimal(R"(,"try":[{"text":{"en":"a","zh":"a"},"do":[{"delete":1}]}])"),
        "try[0].do[0]");
    row("unknown member of an edit",
        minimal(R"(,"try":[{"text":{"en":"a","zh":"a"},"do":[{"input":{"times":0,"colour":1}}]}])"),
        "input.colour");
    row("edit without what it needs",
        minimal(R"(,"try":[{"text":{"en":"a","zh":"a"},"do":[{"exchange_heads":{"first":0}}]}])"),
        "exchange_heads.second");
    row("two edits in one",
        minimal(R"(,"try":[{"text":{"en":"a","zh":"a"},"do":[{"heads":1,"scale":1}]}])"),
        "try[0].do[0]");
    row("one language", minimal(R"(,"try":[{"text":{"en":"a"},"do":[]}])"), "zh");
    row("empty text", minimal(R"(,"try":[{"text":{"en":"","zh":"a"},"do":[]}])"), "en");
    row("unclosed brace", minimal(R"(,"try":[{"text":{"en":"{w","zh":"a"},"do":[]}])"), "{w");
    row("unclosed mark", minimal(R"(,"try":[{"text":{"en":"[w","zh":"a"},"do":[]}])"), "[w");
    row("unknown mark", minimal(R"(,"try":[{"text":{"en":"[w](x) y","zh":"a"},"do":[]}])"), "x");
    row("after more questions",
        minimal(R"(,"try":[{"text":{"en":"a","zh":"a"},"do":[],"after":9}])"), "try.after");
    row("no kind", minimal({}, R"({"heading":{"en":"a","zh":"a"}})"), "kind");
    row("unknown kind", minimal({}, R"({"kind":"essay","heading":{"en":"a","zh":"a"}})"),
        "questions[0].kind");
    row("one option",
        minimal({}, R"({"kind":"choice","heading":{"en":"a","zh":"a"},"explanation":)"
                    R"([{"en":"e","zh":"e"}],"options":[{"text":{"en":"a","zh":"a"},"right":1}]})"),
        "options");
    row(
        "huge number of minutes",
        [] {
            std::string file = minimal();
            file.replace(file.find("\"minutes\":3"), 11, "\"minutes\":1e300");
            return file;
        }(),
        "minutes");
    // Of 28 kB: each searches 64³ places.
    row(
        "finds that take minutes",
        [] {
            std::string finds;
            for (int i = 0; i < 40; ++i)
                finds += std::string(i == 0 ? "" : ",") +
                         R"({"over":{"a":64,"b":64,"c":64},"where":")" + std::string(36, '-') +
                         R"(1 < 2","largest":"a"})";
            return minimal(",\"find\":[" + finds + "]");
        }(),
        "find");
    row(
        "lets that double",
        [] {
            std::string file = minimal();
            std::string lets = R"({"x0":"heads"},)";
            for (int i = 1; i < 39; ++i)
                lets += "{\"x" + std::to_string(i) + "\":\"x" + std::to_string(i - 1) + " + x" +
                        std::to_string(i - 1) + "\"},";
            file.replace(file.find(R"({"w":)"), 0, lets);
            file.replace(file.find("weight(0, 0, 0)"), 15, "x38");
            return file;
        }(),
        "let");
    row(
        "edits without end",
        [] {
            std::string edits;
            for (int i = 0; i < 40; ++i)
                edits += std::string(i == 0 ? "" : ",") + R"({"heads":1})";
            const std::string one = R"({"text":{"en":"a","zh":"a"},"do":[)" + edits + "]}";
            return minimal(",\"try\":[" + one + "," + one + "," + one + "]");
        }(),
        "80");
    row("too large", std::string(mostLessonBytes + 1, ' '), "bytes");
}

void TestLessons::hostile_files_are_refused_in_one_sentence() {
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, named);
    const Result<Lesson> read =
        readLesson({file.constData(), static_cast<std::size_t>(file.size())});
    QVERIFY(!read);
    const QByteArray sentence = QByteArray::fromStdString(read.error().text());
    QVERIFY(!sentence.isEmpty() && !sentence.contains('\n'));
    QVERIFY2(sentence.contains(named), sentence.constData());
}

void TestLessons::any_bytes_are_read_or_refused() {
    QVERIFY(readLesson(minimal()).ok());
    // A file that is cut or scratched anywhere is read or refused, never more.
    const std::string whole = minimal();
    for (std::size_t end = 0; end < whole.size(); ++end)
        QVERIFY(!readLesson(whole.substr(0, end)));
    const auto scratched = rc::check([&whole](std::size_t at, char with) {
        std::string file = whole;
        file[at % file.size()] = with;
        const Result<Lesson> read = readLesson(file);
        if (!read)
            RC_ASSERT(!read.error().text().empty());
    });
    QVERIFY(scratched);
}

void TestLessons::nobody_waits_for_what_is_cancelled() {
    const LessonPointer lesson = findLesson("scores-weights");
    const LessonMoment& moment = rememberedMoment(*startOn(*lesson, findExample("ticket")->make()));
    const CancellationToken token = CancellationToken::create();
    QVERIFY(findPicks(*lesson, LessonFacts(moment), token));
    QVERIFY(LessonState::begin(lesson, moment, token));
    token.cancel();
    QVERIFY(!findPicks(*lesson, LessonFacts(moment), token));
    QVERIFY(!LessonState::begin(lesson, moment, token));
}

void TestLessons::what_goes_through_a_row_is_what_its_cells_say() {
    for (const char* id : {"ticket", "causal-padding", "cross"}) {
        const Experiment experiment = *withDropout(findExample(id)->make(), 0.3F);
        const LessonFacts facts(rememberedMoment(experiment));
        const auto ask = [&facts](const char* function, std::vector<double> arguments) {
            return facts.call(function, arguments);
        };
        const double keys = *facts.number("keys");
        const double queries = *facts.number("queries");
        for (double head = 0; head < *facts.number("heads"); ++head) {
            for (double query = 0; query < queries; ++query) {
                double sum = 0;
                double dropped = 0;
                double largest = 0;
                double factor = 0;
                double allowed = 0;
                for (double key = 0; key < keys; ++key) {
                    const double weight = *ask("weight", {head, query, key});
                    sum += weight;
                    largest = std::max(largest, weight);
                    dropped += *ask("dropped", {head, query, key});
                    if (weight > 0)
                        factor = std::max(factor, *ask("dropped", {head, query, key}) / weight);
                    allowed += *ask("allowed", {query, key});
                }
                for (int again = 0; again < 2; ++again) {
                    QCOMPARE(*ask("row_sum", {head, query}), sum);
                    QCOMPARE(*ask("dropped_sum", {head, query}), dropped);
                    QCOMPARE(*ask("largest_weight", {head, query}), largest);
                    QCOMPARE(*ask("kept_factor", {head, query}), factor);
                    QCOMPARE(*ask("allowed_keys", {query}), allowed);
                }
            }
        }
        double column = 0;
        for (double query = 0; query < queries; ++query)
            column += *ask("weight", {0, query, keys - 1});
        QCOMPARE(*ask("column_sum", {0, keys - 1}), column);
        for (const double nowhere : {-1.0, 0.5, 1e6, std::nan("")}) {
            QVERIFY(!ask("row_sum", {0, nowhere}));
            QVERIFY(!ask("column_sum", {nowhere, 0}));
            QVERIFY(!ask("allowed_keys", {nowhere}));
        }
    }
}

void TestLessons::no_number_is_told_before_it_is_asked() {
    for (const LessonPointer& lesson : experimentLessons()) {
        const Experiment start = *startOn(*lesson, findExample(lesson->example)->make());
        for (const bool right : {true, false}) {
            LessonState state = *LessonState::begin(lesson, rememberedMoment(start));
            std::vector<SaidText> said; // all that can be read by then
            for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
                const LessonQuestion& asked = lesson->questions[i];
                said.push_back(state.said(asked.heading, Language::English, i));
                said.push_back(state.said(asked.prompt, Language::English, i));
                for (const SaidParagraph& paragraph : state.text(Language::English))
                    said.push_back(paragraph.text);
                const LessonMoment& moment = rememberedMoment(*experimentOf(state.answerSource(i)));
                LessonState looked = state;
                looked.predict(i, {});
                looked.reveal(i, moment);
                const LessonVerdict verdict = *looked.verdict(i);
                // 0 and 1 are in every text.
                if (verdict.answer && *verdict.answer != 0 && *verdict.answer != 1) {
                    for (const SaidText& text : said) {
                        for (const SaidPiece& piece : text)
                            QVERIFY2(!piece.value || *piece.value != *verdict.answer,
                                     (lesson->id + ": " + words(text)).c_str());
                    }
                }
                state.predict(i, answerOf(state, i, verdict, right));
                state.reveal(i, moment);
                said.push_back(state.counterexample(i, Language::English));
                for (const SaidText& text : state.explanation(i, Language::English))
                    said.push_back(text);
            }
        }
    }
}

void TestLessons::a_word_stands_in_no_marks_of_its_own() {
    // They come with the word, from one function of the window.
    for (const std::string_view file : lessonFiles()) {
        for (const char* twice : {"“{query:", "“{key:", "\\\"{query:", "\\\"{key:"})
            QVERIFY2(file.find(twice) == std::string_view::npos, twice);
    }
}

void TestLessons::what_goes_through_many_numbers_is_what_they_say() {
    for (const char* id : {"ticket", "causal-padding", "cross", "ticket-learnt"}) {
        for (const Layout layout : {Layout::BatchFirst, Layout::SequenceFirst}) {
            const LessonFacts facts(rememberedMoment(withLayout(findExample(id)->make(), layout)));
            const auto ask = [&facts](const char* function, std::vector<double> arguments) {
                return facts.call(function, arguments);
            };
            const double heads = *facts.number("heads");
            const double queries = *facts.number("queries");
            const double keys = *facts.number("keys");
            double largest = 0;
            std::map<std::string, double> variance;
            double differ = 0;
            for (double head = 0; head < heads; ++head) {
                for (const char* stage : {"scored", "scaled"}) {
                    double mean = 0;
                    for (double query = 0; query < queries; ++query) {
                        for (double key = 0; key < keys; ++key)
                            mean += *ask(stage, {head, query, key}) / (queries * keys);
                    }
                    for (double query = 0; query < queries; ++query) {
                        for (double key = 0; key < keys; ++key)
                            variance[stage] += std::pow(*ask(stage, {head, query, key}) - mean, 2) /
                                               (queries * keys * heads);
                    }
                }
                for (double query = 0; query < queries; ++query)
                    largest += *ask("largest_weight", {head, query}) / (heads * queries);
                for (double key = 0; key < keys; ++key)
                    differ = std::max(differ, std::abs(*ask("weight", {head, 0, key}) -
                                                       *ask("weight", {head, 1, key})));
            }
            QVERIFY(std::abs(*ask("score_variance", {}) / variance["scored"] - 1) < 1e-9);
            double ofHeads = 0;
            for (double head = 0; head < heads; ++head)
                ofHeads += *ask("head_score_variance", {head}) / heads;
            QVERIFY(std::abs(ofHeads / variance["scored"] - 1) < 1e-9);
            QVERIFY(!ask("head_score_variance", {heads}));
            for (double head = 0; head < heads; ++head) {
                std::vector<double> row;
                for (double key = 0; key < keys; ++key)
                    row.push_back(*ask("weight", {head, 0, key}));
                std::ranges::sort(row, std::greater<>());
                QCOMPARE(*ask("second_weight", {head, 0}), row[1]);
            }
            const Tensor& input = facts.moment().experiment()->queryInput;
            double word = 0;
            for (Index i = 0; i < input.size(2); ++i)
                word += std::pow(input(0, 1, i), 2);
            QVERIFY(std::abs(*ask("word_length", {1}) - std::sqrt(word)) < 1e-6);
            double feature = 0;
            for (Index i = 0; i < static_cast<Index>(queries); ++i)
                feature += std::pow(input(0, i, 1), 2);
            QVERIFY(std::abs(*ask("feature_length", {1}) - std::sqrt(feature)) < 1e-6);
            QVERIFY(!ask("word_length", {queries}));
            QVERIFY(!ask("feature_length", {static_cast<double>(input.size(2))}));
            QCOMPARE(*facts.number("columns"),
                     static_cast<double>(facts.moment().experiment()->keyLength()));
            QVERIFY(std::abs(*ask("scaled_variance", {}) / variance["scaled"] - 1) < 1e-9);
            QVERIFY(std::abs(*ask("mean_largest_weight", {}) - largest) < 1e-12);
            QCOMPARE(*ask("rows_differ", {0, 1}), differ);
            QCOMPARE(*ask("rows_differ", {1, 1}), 0.0);
            QVERIFY(!ask("rows_differ", {0, queries}));
            QVERIFY(!ask("share_of_output", {heads, 0, 0}));
            QVERIFY(!ask("context", {0, 0, *facts.number("d_v")}));
            QVERIFY(!ask("output_moved", {0})); // from which start?
            // Weights · V, by hand.
            const Trace& trace = *facts.moment().run->trace();
            double context = 0;
            for (double key = 0; key < keys; ++key) {
                Cell cell;
                for (const Axis axis : trace[TensorName::Value].axes())
                    cell.push_back(axis == Axis::Key        ? static_cast<Index>(key)
                                   : axis == Axis::ValueDim ? Index{1}
                                                            : Index{0});
                context += *ask("weight", {0, 1, key}) * trace[TensorName::Value].at(cell);
            }
            QVERIFY(std::abs(*ask("context", {0, 1, 1}) - context) < 1e-5);
        }
    }
    const LessonFacts ticket(rememberedMoment(findExample("ticket")->make()));
    const auto same = [&ticket](double a, double b) {
        const double places[] = {a, b};
        return ticket.call("same_vector", places);
    };
    QCOMPARE(*same(0, 4), 1.0); // 我 and 我
    QCOMPARE(*same(0, 1), 0.0);
    QVERIFY(!same(0, 10));
    QCOMPARE(*ticket.number("drawn"), 1.0);
    QCOMPARE(*ticket.number("biased"), 0.0);
    const LessonFacts learnt(rememberedMoment(findExample("ticket-learnt")->make()));
    QCOMPARE(*learnt.number("drawn"), 0.0);
    QCOMPARE(*learnt.number("biased"), 1.0);
    const LessonFacts placed(rememberedMoment(findExample("positions")->make()));
    QCOMPARE(*placed.number("positions"), 1.0);
    QCOMPARE(*placed.number("seed"), 10000.0);
}

void TestLessons::what_moved_is_measured_from_the_start() {
    for (const char* id : {"ticket", "ticket-learnt-en", "positions-en"}) {
        const Experiment start = findExample(id)->make();
        const LessonFacts before(rememberedMoment(start));
        for (const auto& [head, query, key] : {std::array<Index, 3>{0, 0, 0}, {2, 5, 3}}) {
            const Experiment held = *withTypedWeight(start, 0, head, query, key, 0);
            const LessonFacts after(rememberedMoment(held));
            const Tensor a = (*before.moment().run->trace())[TensorName::Output];
            const Tensor b = (*after.moment().run->trace())[TensorName::Output];
            double moved = 0;
            double length = 0;
            for (Index j = 0; j < a.size(2); ++j) {
                moved += std::pow(double{b(0, query, j)} - a(0, query, j), 2);
                length += std::pow(double{a(0, query, j)}, 2);
            }
            const double row[] = {static_cast<double>(query)};
            const double expected = std::sqrt(moved) / std::sqrt(length);
            QVERIFY(std::abs(*after.call("output_moved", row, &before) - expected) < 1e-9);
            // What goes with a weight is known before it goes.
            const double place[] = {static_cast<double>(head), row[0], static_cast<double>(key)};
            QVERIFY(std::abs(*before.call("share_of_output", place) - expected) < 1e-5);
            QCOMPARE(*after.call("moved_heads", {}, &before), 1.0);
            QCOMPARE(*before.call("moved_heads", {}, &before), 0.0);
        }
        const LessonFacts fewer(rememberedMoment(*withHeads(start, 2)));
        QVERIFY(!fewer.call("moved_heads", {}, &before)); // there is nothing to compare
    }
}

void TestLessons::edits_of_lessons_do_what_they_say() {
    const Experiment ticket = findExample("ticket")->make();
    const LessonFacts before(rememberedMoment(ticket));
    const auto factsOf = [](const Result<Experiment>& experiment) {
        if (!experiment)
            qFatal("%s", experiment.error().text().c_str());
        return LessonFacts(rememberedMoment(*experiment));
    };
    const auto ask = [](const LessonFacts& facts, const char* function,
                        std::vector<double> arguments) { return *facts.call(function, arguments); };
    // Both the query and the key of a word are made of its numbers.
    const LessonFacts doubled = factsOf(withInputTimes(ticket, 0, 2, std::nullopt, 2));
    QCOMPARE(ask(doubled, "scored", {1, 2, 2}), 4 * ask(before, "scored", {1, 2, 2}));
    QCOMPARE(ask(doubled, "scored", {1, 2, 3}), 2 * ask(before, "scored", {1, 2, 3}));
    QCOMPARE(ask(doubled, "scored", {1, 3, 2}), 2 * ask(before, "scored", {1, 3, 2}));
    QCOMPARE(ask(doubled, "scored", {1, 3, 4}), ask(before, "scored", {1, 3, 4}));
    const Experiment feature = *withInputTimes(ticket, 0, std::nullopt, 1, 0);
    for (Index word = 0; word < 10; ++word) {
        QCOMPARE(feature.queryInput(0, word, 1), 0.0F);
        QCOMPARE(feature.queryInput(0, word, 2), ticket.queryInput(0, word, 2));
    }
    const LessonFacts tied = factsOf(withKeysAsQueries(ticket));
    QVERIFY(std::abs(ask(tied, "scored", {0, 2, 6}) - ask(tied, "scored", {0, 6, 2})) < 1e-4);
    // What a word is given goes with it.
    const Experiment exchanged = *withExchangedWords(ticket, 0, 2, 6);
    QCOMPARE(exchanged.tokens[0][2], ticket.tokens[0][6]);
    QVERIFY(*withExchangedWords(exchanged, 0, 2, 6) == ticket);
    const LessonFacts other = factsOf(exchanged);
    QVERIFY(std::abs(ask(other, "weight", {3, 7, 6}) - ask(before, "weight", {3, 7, 2})) < 1e-6);
    // Tables of heads change places.
    const LessonFacts heads = factsOf(withExchangedHeads(ticket, 0, 3));
    QCOMPARE(ask(heads, "weight", {0, 7, 2}), ask(before, "weight", {3, 7, 2}));
    QCOMPARE(ask(heads, "weight", {1, 7, 2}), ask(before, "weight", {1, 7, 2}));
    QVERIFY(*withExchangedHeads(*withExchangedHeads(ticket, 0, 3), 3, 0) == ticket);
    // What a late mask leaves is what it was.
    const LessonFacts late = factsOf(withLateMask(ticket, 0, 1));
    double sum = 0;
    for (double key = 0; key < 10; ++key) {
        const double was = key <= 3 ? ask(before, "weight", {1, 3, key}) : 0;
        QCOMPARE(ask(late, "weight", {1, 3, key}), was);
        QCOMPARE(ask(late, "weight", {0, 3, key}), ask(before, "weight", {0, 3, key}));
        sum += was;
    }
    QCOMPARE(ask(late, "row_sum", {1, 3}), sum);
    const std::array<Result<Experiment>, 9> nowhere = {
        withInputTimes(ticket, 0, 10, std::nullopt, 2),
        withInputTimes(ticket, 0, std::nullopt, 4, 2),
        withExchangedWords(ticket, 0, -1, 2),
        withExchangedWords(findExample("cross")->make(), 0, 0, 1),
        withKeysAsQueries(findExample("stack")->make()),
        withExchangedHeads(ticket, 0, 4),
        withMeanHeads(findExample("stack")->make()),
        withLateMask(findExample("concat")->make(), 0, 0), // more numbers than can be held
        withTypedWeight(ticket, 0, 0, 0, 10, 0),
    };
    for (const Result<Experiment>& refused : nowhere)
        QVERIFY(!refused && !refused.error().text().empty());
}

void TestLessons::heads_are_averaged_by_their_rows_of_the_output_matrix() {
    const Experiment start = findExample("ticket-learnt")->make();
    const LessonFacts facts(rememberedMoment(start));
    const Trace& trace = *rememberedMoment(*withMeanHeads(start)).run->trace();
    const Tensor& matrix = start.weights.at(Role::OutputWeight);
    const Tensor* bias = start.weights.find(Role::OutputBias);
    for (Index column = 0; column < 16; ++column) {
        double sum = bias ? (*bias)(column) : 0;
        for (Index i = 0; i < 4; ++i) {
            double mean = 0;
            for (double head = 0; head < 4; ++head) {
                const double place[] = {head, 3, static_cast<double>(i)};
                mean += *facts.call("context", place) / 4;
            }
            for (Index head = 0; head < 4; ++head)
                sum += mean * matrix(4 * head + i, column);
        }
        QVERIFY(std::abs(trace[TensorName::Output](0, 3, column) - sum) < 1e-4);
    }
}

void TestLessons::what_a_lesson_claims_holds_on_sentences_that_nobody_chose() {
    // The letters of the right options; # for what is typed or clicked.
    const std::map<std::string, QStringList> claims = {
        {"which-axis", {"B#"}},
        {"one-input", {"CCA"}},
        {"heads-features", {"BAB", "BAA"}}, // A: where W_Q mixes no features, as it says then
        {"heads-beside", {"AA", "AB"}},     // B: less than a tenth, as it says then
        {"why-root", {"BBA"}},
        {"mask-first", {"B##"}},
        {"mask-polarity", {"#B"}},
        {"weight-reason", {"#A"}},
        {"word-order", {"AAB"}}};
    std::map<std::string, int> played;
    const std::array bases = {"ticket", "ticket-learnt-en",  "wrong-scale-en", "positions-en",
                              "arange", "causal-padding-en", "fully-masked-en"};
    const char* const vocabulary[] = {"the", "dog", "sees", "a", "red", "house", "and", "she"};
    std::uint64_t state = 2024;
    const auto next = [&state](std::uint64_t below) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return (state >> 33U) % below;
    };
    for (int round = 0; round < 28; ++round) {
        Experiment own = findExample(bases[static_cast<std::size_t>(round) % bases.size()])->make();
        TokenList tokens;
        const std::uint64_t count = 5 + next(6);
        for (std::uint64_t i = 0; i < count; ++i)
            tokens.emplace_back(vocabulary[next(std::size(vocabulary))]);
        own = withSeed(*withTokens(own, TokenSide::Query, 0, tokens), next(1000000));
        for (const auto& [id, patterns] : claims) {
            const LessonPointer lesson = findLesson(id);
            const Result<Experiment> start = startOn(*lesson, own);
            const Result<LessonState> begun =
                start ? LessonState::begin(lesson, momentOf(*start)) : start.error();
            if (!begun)
                continue; // it takes its example
            LessonState playing = *begun;
            QString right;
            for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
                const LessonMoment moment = momentOf(*experimentOf(playing.answerSource(i)));
                playing.predict(i, {});
                playing.see(moment);
                playing.reveal(i, moment);
                const LessonVerdict& verdict = *playing.verdict(i);
                QString letter = QStringLiteral("#");
                for (std::size_t option = 0; option < verdict.options.size(); ++option) {
                    if (verdict.options[option])
                        letter = QChar(u'A' + static_cast<char16_t>(option));
                }
                right += letter;
                for (const SaidText& text : playing.explanation(i, Language::English))
                    QVERIFY2(isComplete(text), words(text).c_str());
            }
            QVERIFY2(patterns.contains(right),
                     qPrintable(QStringLiteral("%1: %2").arg(QString::fromStdString(id), right)));
            ++played[id];
        }
    }
    for (const auto& [id, patterns] : claims)
        QVERIFY2(played[id] >= 3, id.c_str());
}

void TestLessons::every_question_is_asked_or_refused_of_any_experiment_data() {
    QTest::addColumn<std::shared_ptr<const Experiment>>("experiment");
    const auto row = [](const char* name, const Experiment& experiment) {
        QTest::newRow(name) << std::make_shared<const Experiment>(experiment);
    };
    const Experiment learnt = findExample("ticket-learnt-en")->make();
    const auto said = [&learnt](const TokenList& tokens) {
        return *withTokens(learnt, TokenSide::Query, 0, tokens);
    };
    row("one token", said({"I"}));
    row("two tokens", said({"I", "had"}));
    row("equal words", said({"book", "book", "book", "book", "book"}));
    row("one head", *withHeads(learnt, 1));
    Experiment hidden = *withPair(learnt, 0, 2, 0, false);
    for (Index key = 0; key < learnt.keyLength(); ++key)
        hidden = *withPair(hidden, 0, 2, key, false);
    row("a row of NaN", withFullyMasked(hidden, FullyMasked::NaN));
    row("an even row", withFullyMasked(hidden, FullyMasked::Uniform));
    for (const float scale : {0.0F, 0.1F, 1.0F, -1.0F, 100.0F})
        row(qPrintable(QStringLiteral("scale %1").arg(double{scale})), *withScale(learnt, scale));
    row("causal", withCausal(learnt, true));
    AttentionConfig config = learnt.config;
    config.heads = 3;
    config.keyDim = 5;
    config.valueDim = 5;
    row("3 heads of width 5", *withConfig(learnt, config));
    row("Chinese", findExample("ticket-learnt")->make());
    row("dropout", *withDropout(learnt, 0.5F));
    Experiment nothing = learnt;
    nothing.queryInput = Tensor::filled(learnt.queryInput.shape(), learnt.queryInput.axes(), 0.0F);
    row("words of zeros", nothing);
    const auto wide = [&learnt](Index heads, Index keyDim, Index modelDim) {
        return withSeed(*withKeyDim(*withHeads(*withModelDim(learnt, modelDim), heads), keyDim), 5);
    };
    row("heads of two numbers", wide(8, 2, 16));
    row("wide heads", wide(4, 32, 16));
    row("few numbers in all heads", wide(2, 4, 16));
    row("narrow words", wide(4, 4, 8));
    row("three heads", wide(3, 8, 24));
    row("48 words", said(TokenList(48, "book")));
    row("48 drawn words", withSeed(said(TokenList(48, "book")), 5));
    row("drawn, of zeros", withWeightSource(nothing, {WeightSource::Kind::Random, 0.35F}));
    for (const float sigma : {0.001F, 10.0F})
        row(qPrintable(QStringLiteral("drawn, sigma %1").arg(double{sigma})),
            withWeightSource(learnt, {WeightSource::Kind::Random, sigma}));
    const Experiment translation = findExample("encoder-decoder")->make();
    row("a translation", translation);
    row("a shorter translation", *withTokens(translation, TokenSide::Query, 0, {"<Begin>", "I"}));
    row("all for one of three words",
        *withScale(*withTokens(findExample("arange")->make(), TokenSide::Query, 0, {"a", "b", "c"}),
                   100.0F));
    row("values of one number", *withValueDim(learnt, 1));
    row("another sentence", findExample("cross")->make());
    row("a held weight",
        *withTypedNumber(learnt, {Scope(), TensorName::AttentionWeights, 0, 1, 2, 3, .5F}));
    row("two sequences", *withBatch(learnt, 2));
    row("window of one", *withWindow(learnt, 1));
}

void TestLessons::every_question_is_asked_or_refused_of_any_experiment() {
    QFETCH(std::shared_ptr<const Experiment>, experiment);
    for (const LessonPointer& lesson : lessons()) {
        const Result<Experiment> start = startOn(*lesson, *experiment);
        const Result<LessonState> begun =
            start ? LessonState::begin(lesson, momentOf(*start)) : start.error();
        if (!begun) { // in words, not in those of the file
            const std::string why = begun.error().text();
            QVERIFY2(why.find("it asks for") == std::string::npos, (lesson->id + why).c_str());
            continue;
        }
        LessonState state = *begun;
        for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
            const std::string where = lesson->id + " " + std::to_string(i + 1);
            const LessonQuestion& asked = lesson->questions[i];
            const Result<Experiment> answer = experimentOf(state.answerSource(i));
            QVERIFY2(answer.ok(), where.c_str());
            const LessonMoment moment = momentOf(*answer);
            LessonState looked = state;
            looked.predict(i, {});
            looked.see(moment);
            looked.reveal(i, moment);
            const LessonVerdict verdict = *looked.verdict(i);
            if (asked.kind == LessonQuestion::Kind::Choice) {
                QVERIFY2(std::ranges::count(verdict.options, true) == 1, where.c_str());
            } else if (asked.kind == LessonQuestion::Kind::Number) {
                // What is right can be typed.
                QVERIFY2(verdict.answer && *state.number(asked.low, i) <= *verdict.answer + 1e-9 &&
                             *verdict.answer <= *state.number(asked.high, i) + 1e-9,
                         where.c_str());
            }
            for (const bool right : {true, false}) {
                LessonState one = state;
                one.predict(i, answerOf(one, i, verdict, right));
                one.see(moment);
                one.reveal(i, moment);
                for (const Language language : bothLanguages) {
                    std::vector<SaidText> all = one.explanation(i, language);
                    QVERIFY2(!all.empty(), where.c_str());
                    for (const LessonText* text : {&asked.heading, &asked.prompt})
                        all.push_back(one.said(*text, language, i));
                    for (const LessonOption& option : asked.options)
                        all.push_back(one.said(option.text, language, i));
                    all.push_back(one.counterexample(i, language));
                    QVERIFY2(all.back().empty() == right, where.c_str());
                    for (const SaidText& text : all) {
                        QVERIFY2(isComplete(text), (where + ": " + words(text)).c_str());
                        // Only what is about such a row says NaN.
                        for (const SaidPiece& piece : text)
                            QVERIFY2(!piece.value || std::isfinite(*piece.value) ||
                                         (lesson->id == "fully-masked" && i == 0),
                                     (where + ": " + words(text)).c_str());
                    }
                }
            }
            state.predict(i, answerOf(state, i, verdict, true));
            state.see(moment);
            state.reveal(i, moment);
        }
    }
}

void TestLessons::a_lesson_is_about_the_sequence_that_is_looked_at() {
    const Experiment own = findExample("causal-padding-en")->make();
    const LessonPointer lesson = findLesson("fully-masked");
    for (Index sequence = 0; sequence < own.batch(); ++sequence) {
        const Result<Experiment> start = experimentOf(lessonStart(*lesson, own, sequence));
        QVERIFY(start.ok());
        LessonMoment moment = momentOf(*start);
        moment.sequence = sequence;
        LessonState state = LessonState::begin(lesson, moment).value();
        for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
            LessonMoment answer = momentOf(*experimentOf(state.answerSource(i)));
            answer.sequence = sequence;
            state.predict(i, {});
            state.see(answer);
            state.reveal(i, answer);
        }
        QCOMPARE(state.verdict(0)->options, (std::vector<bool>{false, true, false})); // NaN
        QVERIFY(std::abs(*state.verdict(1)->answer - 1.0 / 7) < 1e-6); // padding is seen as well
        const std::string hint =
            words(state.said(lesson->questions[1].hints[1], Language::English, 1));
        QVERIFY2(hint.find(" 7 ") != std::string::npos, hint.c_str());
        const bool padded = *LessonFacts(moment).number("keys") < 7;
        QCOMPARE(state.explanation(1, Language::English).size(), std::size_t{padded ? 2U : 1U});
    }
}

void TestLessons::elements_are_those_of_the_attention_that_is_asked() {
    // The decoder's two words are not the encoder's four, which the first attention is about.
    const Experiment translation =
        *withTokens(findExample("encoder-decoder")->make(), TokenSide::Query, 0, {"<Begin>", "I"});
    const LessonFacts facts(momentOf(translation));
    QCOMPARE(*facts.number("queries"), 4.0);
    QCOMPARE(*facts.number("elements"), 4.0 * 8);
    QVERIFY(*facts.number("misplaced") <= *facts.number("elements"));
}

void TestLessons::rows_after_dropout_are_not_said_to_sum_to_one_by_chance() {
    // In the first of these the row that is asked about happens to keep half of its weight.
    for (const char* id : {"ticket-learnt-en", "ticket-learnt", "ticket", "positions-en"}) {
        const LessonPointer lesson = findLesson("dropout-sum");
        const Experiment start = *startOn(*lesson, findExample(id)->make());
        LessonState state = *LessonState::begin(lesson, rememberedMoment(start));
        state.predict(0, {});
        state.reveal(0, rememberedMoment(*experimentOf(state.answerSource(0))));
        QVERIFY2(state.verdict(0)->options == (std::vector<bool>{false, true}), id);
        // The row of its own example, in either language, is none that happens to.
        const auto total = state.number(*Expression::parse("total@answer"), 0);
        if (std::string_view(id).starts_with("ticket-learnt"))
            QVERIFY2(std::abs(*total - 1) > 0.05, qPrintable(QString::number(*total)));
    }
}

void TestLessons::what_a_masked_row_became_is_told_from_the_run() {
    const LessonPointer lesson = findLesson("mask-polarity");
    const Experiment learnt = findExample("ticket-learnt-en")->make();
    std::set<std::string> told;
    for (const FullyMasked choice : {FullyMasked::Zeros, FullyMasked::NaN, FullyMasked::Uniform}) {
        const Experiment start = *startOn(*lesson, withFullyMasked(learnt, choice));
        LessonState state = *LessonState::begin(lesson, rememberedMoment(start));
        state.predict(0, {});
        state.reveal(0, rememberedMoment(*experimentOf(state.answerSource(0))));
        const std::vector<SaidText> why = state.explanation(0, Language::English);
        QCOMPARE(why.size(), std::size_t{2});
        told.insert(words(why.front()));
    }
    QCOMPARE(told.size(), std::size_t{3});
}

void TestLessons::a_factor_that_is_asked_for_is_not_told() {
    const LessonPointer lesson = findLesson("which-root");
    const Experiment start = *startOn(*lesson, findExample("wrong-scale-en")->make());
    LessonState state = *LessonState::begin(lesson, rememberedMoment(start));
    QVERIFY(state.asksForScale());
    state.predict(0, {});
    state.reveal(0, rememberedMoment(*experimentOf(state.answerSource(0))));
    QVERIFY(state.locks("scale") && !state.asksForScale()); // the next one asks for a weight
    for (const LessonPointer& other : experimentLessons()) {
        if (other == lesson)
            continue;
        const Experiment first = *startOn(*other, findExample(other->example)->make());
        QVERIFY(!LessonState::begin(other, rememberedMoment(first))->asksForScale());
    }
}

void TestLessons::what_scores_become_can_be_read_in_three_decimals() {
    const LessonPointer lesson = findLesson("scores-weights");
    const auto shown = [](double weight) { return std::lround(1000 * weight); };
    const auto said = [](const char* base, const TokenList& tokens) {
        return *withTokens(findExample(base)->make(), TokenSide::Query, 0, tokens);
    };
    const std::vector<Experiment> asked = {
        findExample("ticket-learnt")->make(),
        findExample("ticket-learnt-en")->make(),
        findExample("cross")->make(),
        findExample("ticket")->make(),
        said("ticket-learnt-en", {"the", "dog", "saw", "the", "big", "cat"}),
        said("ticket-learnt", {"我", "爱", "北京"}),
        said("positions-en", {"she", "sees", "the", "red", "house"})};
    for (const Experiment& experiment : asked) {
        const Experiment start = *startOn(*lesson, experiment);
        const LessonMoment begun = momentOf(start);
        LessonState state = *LessonState::begin(lesson, begun);
        const LessonPlace large = *state.place("s");
        const LessonPlace small = *state.place("t");
        const auto weightAt = [](const LessonMoment& moment, const LessonPlace& at) {
            const double place[] = {static_cast<double>(*at.head), static_cast<double>(*at.query),
                                    static_cast<double>(*at.key)};
            return *LessonFacts(moment).call("weight", place);
        };
        // Both weights have digits that can be divided by each other, before and after.
        const LessonMoment doubled = momentOf(*experimentOf(state.answerSource(0)));
        const double before = weightAt(begun, large) / weightAt(begun, small);
        for (const LessonMoment* moment : {&begun, &doubled}) {
            for (const LessonPlace* at : {&large, &small})
                QVERIFY(shown(weightAt(*moment, *at)) >= 5);
        }
        const double after = weightAt(doubled, large) / weightAt(doubled, small);
        QVERIFY(std::abs(after / (before * before) - 1) < 0.001);
        QVERIFY(std::abs(2 * before - before * before) > 0.05); // two answers are two
        // Without the large one, the small one is seen to grow.
        const LessonMoment hidden = momentOf(*experimentOf(state.answerSource(1)));
        QVERIFY(shown(weightAt(hidden, small)) > shown(weightAt(begun, small)));
    }
}

void TestLessons::what_is_missing_is_said_in_the_words_of_the_lesson() {
    const auto refusal = [](const char* id, const TokenList& tokens) {
        const LessonPointer lesson = findLesson(id);
        const Experiment start =
            *startOn(*lesson, *withTokens(findExample("ticket-learnt-en")->make(), TokenSide::Query,
                                          0, tokens));
        const Result<LessonState> begun = LessonState::begin(lesson, momentOf(start));
        if (begun)
            qFatal("%s suits", id);
        return std::pair(
            QString::fromStdString(begun.error().text()),
            QString::fromStdString(inWordsOf(*lesson, begun.error(), Language::Chinese).text()));
    };
    const auto once = refusal("word-order", {"I", "had", "Tom", "help", "me"});
    QVERIFY2(once.first.contains(u"stands in the sentence twice"), qPrintable(once.first));
    QVERIFY2(once.second.contains(u"出现两次"), qPrintable(once.second));
    // The word stands there twice, and no other words do.
    const auto alone = refusal("word-order", {"the", "the", "the", "the", "the"});
    QVERIFY2(alone.first.contains(u"two others"), qPrintable(alone.first));
    // The same word in other numbers is another matter than one that gives all to one word.
    Experiment otherNumbers = *withTokens(findExample("ticket-learnt-en")->make(), TokenSide::Query,
                                          0, {"I", "had", "Tom", "had", "me"});
    otherNumbers = *withCell(otherNumbers, TensorName::QueryInput, {0, 3, 0}, 7);
    const LessonPointer order = findLesson("word-order");
    const auto differs = LessonState::begin(order, momentOf(*startOn(*order, otherNumbers)));
    QVERIFY(!differs);
    QVERIFY2(differs.error().text().find("other numbers in X") != std::string::npos,
             differs.error().text().c_str());
    const auto even = refusal("scores-weights", {"the", "the", "the"});
    QVERIFY2(even.first.contains(u"three decimals"), qPrintable(even.first));
    // An error that is none of the lesson's own stays as it is.
    const Error other = makeError("it needs %1", 2);
    QVERIFY(inWordsOf(*findLesson("word-order"), other, Language::Chinese) == other);
}

void TestLessons::nothing_is_asked_of_numbers_that_are_zero() {
    const LessonPointer lesson = findLesson("heads-features");
    const Experiment learnt = findExample("ticket-learnt-en")->make();
    std::vector<CellValue> cells;
    for (Index word = 0; word < learnt.queryLength(); ++word)
        cells.push_back({{0, word, 0}, 0.0F}); // the first feature
    const Index middle = learnt.queryLength() / 2;
    for (Index feature = 0; feature < learnt.config.modelDim; ++feature)
        cells.push_back({{0, middle, feature}, 0.0F}); // and a word
    const Experiment own = *withCells(learnt, TensorName::QueryInput, cells);
    LessonState state = *LessonState::begin(lesson, momentOf(*startOn(*lesson, own)));
    QCOMPARE(*state.number(*Expression::parse("f"), 0), 1.0);
    QVERIFY(*state.number(*Expression::parse("r"), 0) != static_cast<double>(middle));
    for (const std::size_t question : {1U, 2U}) {
        const LessonMoment moment = momentOf(*experimentOf(state.answerSource(question)));
        QVERIFY(!(*moment.experiment() == *state.start().experiment()));
        const LessonFacts before(state.start());
        QVERIFY(*LessonFacts(moment).call("moved_heads", {}, &before) > 0);
    }
}

void TestLessons::padding_answers_nothing() {
    const Experiment own = findExample("causal-padding-en")->make();
    for (const char* id : {"mask-polarity", "mask-first", "which-axis"}) {
        const LessonPointer lesson = findLesson(id);
        for (Index sequence = 0; sequence < own.batch(); ++sequence) {
            const Result<Experiment> start = experimentOf(lessonStart(*lesson, own, sequence));
            if (!start)
                continue;
            LessonMoment moment = momentOf(*start);
            moment.sequence = sequence;
            const Result<LessonState> begun = LessonState::begin(lesson, moment);
            if (!begun)
                continue;
            LessonState state = *begun;
            const auto isCell = [](const LessonQuestion& q) {
                return q.kind == LessonQuestion::Kind::Pair;
            };
            const auto cell = static_cast<std::size_t>(
                std::ranges::find_if(lesson->questions, isCell) - lesson->questions.begin());
            for (std::size_t i = 0; i < cell; ++i)
                state.pass(i);
            const auto queries = static_cast<Index>(*LessonFacts(moment).number("queries"));
            LessonAnswer said;
            said.query = queries;
            QVERIFY2(!state.predict(cell, said) && !state.mayReveal(cell), id);
            said.query = queries - 1;
            QVERIFY2(state.predict(cell, said), id);
            // What is right can be clicked.
            QVERIFY2(!state.place(lesson->questions[cell].cell).query ||
                         *state.place(lesson->questions[cell].cell).query < queries,
                     id);
        }
    }
}

void TestLessons::what_is_tried_out_is_locked_as_in_the_setup() {
    int locked = 0;
    for (const LessonPointer& lesson : experimentLessons()) {
        const Experiment start = *startOn(*lesson, findExample(lesson->example)->make());
        LessonState state = *LessonState::begin(lesson, rememberedMoment(start));
        for (std::size_t i = 0; i <= lesson->questions.size(); ++i) {
            for (std::size_t place = 0; place < lesson->tries.size(); ++place) {
                const auto& edits = lesson->tries[place].edits;
                const bool gives = std::ranges::any_of(
                    edits, [&](const LessonEdit& edit) { return state.locks(edit.name); });
                locked += gives && lesson->tries[place].after <= i ? 1 : 0;
                QVERIFY2(!gives || state.isTryLocked(place), lesson->id.c_str());
                QVERIFY2(!state.isTryLocked(place) || state.opensAfter(place) > i,
                         lesson->id.c_str());
                QVERIFY2(state.opensAfter(place) <= lesson->questions.size(), lesson->id.c_str());
            }
            if (i == lesson->questions.size())
                break;
            const LessonMoment& moment = rememberedMoment(*experimentOf(state.answerSource(i)));
            state.predict(i, {});
            state.reveal(i, moment);
        }
    }
    QVERIFY(locked >= 5); // by a question alone
}

void TestLessons::what_is_asked_stands_nowhere_in_the_row() {
    const LessonPointer lesson = findLesson("which-axis");
    for (const char* id : {"ticket-learnt-en", "ticket-learnt", "ticket", "positions-en"}) {
        const Result<Experiment> start = startOn(*lesson, findExample(id)->make());
        const Result<LessonState> begun =
            start ? LessonState::begin(lesson, rememberedMoment(*start)) : start.error();
        if (!begun) {
            QVERIFY2(!std::string_view(id).starts_with("ticket-learnt"), id);
            continue;
        }
        LessonState state = *begun;
        const auto shown = [](std::optional<double> number) { return std::lround(1000 * *number); };
        const LessonMoment& answer = rememberedMoment(*experimentOf(state.answerSource(0)));
        const LessonPlace place = *state.place("c");
        const double at[] = {static_cast<double>(*place.head), static_cast<double>(*place.query),
                             static_cast<double>(*place.key)};
        const long right = shown(LessonFacts(answer).call("weight", at));
        const LessonFacts before(state.start());
        for (double key = 0; key < *before.number("keys"); ++key) {
            for (const auto& [query, other] : {std::pair(at[1], key), std::pair(key, at[2])}) {
                const double cell[] = {at[0], query, other};
                QVERIFY2(shown(before.call("weight", cell)) != right, id);
            }
        }
        // The two wrong numbers are others, as they are written.
        state.predict(0, {});
        state.reveal(0, answer);
        QCOMPARE(state.verdict(0)->options, (std::vector<bool>{false, true, false}));
        // No other cell of the row grows as much.
        const LessonMoment& both = rememberedMoment(*experimentOf(state.answerSource(1)));
        const LessonPlace most = state.place(lesson->questions[1].cell);
        double grown = 0;
        Index found = -1;
        for (Index key = 0; key < static_cast<Index>(*before.number("keys")); ++key) {
            const double cell[] = {at[0], static_cast<double>(*most.query),
                                   static_cast<double>(key)};
            const double by =
                *LessonFacts(both).call("weight", cell) - *LessonFacts(answer).call("weight", cell);
            if (by > grown) {
                grown = by;
                found = key;
            }
        }
        QCOMPARE(found, *most.key);
    }
}

void TestLessons::biases_stay_in_the_lesson_about_their_origin() {
    const LessonPointer lesson = findLesson("one-input");
    Experiment own = findExample("positions-en")->make();
    own = withSeed(withBiases(own, true), 7);
    const Experiment start = *startOn(*lesson, own);
    QVERIFY(start.weights == own.weights);
    LessonState state = *LessonState::begin(lesson, momentOf(start));
    for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
        const LessonMoment moment = momentOf(*experimentOf(state.answerSource(i)));
        state.predict(i, {});
        state.reveal(i, moment);
    }
    QCOMPARE(state.verdict(1)->options, (std::vector<bool>{false, false, true, false}));
    QCOMPARE(state.verdict(2)->options, (std::vector<bool>{true, false}));
}

void TestLessons::an_output_that_does_not_move_is_not_said_to_tell_heads_apart() {
    const LessonPointer lesson = findLesson("heads-beside");
    Experiment own = findExample("ticket-learnt-en")->make();
    const Tensor& output = own.weights.at(Role::OutputWeight);
    own.weights.set(Role::OutputWeight, Tensor::filled(output.shape(), output.axes(), 0.0F));
    LessonState state = *LessonState::begin(lesson, momentOf(*startOn(*lesson, own)));
    for (std::size_t i = 0; i < 2; ++i) {
        state.predict(i, {});
        state.reveal(i, momentOf(*experimentOf(state.answerSource(i))));
        const std::vector<SaidText> why = state.explanation(i, Language::English);
        QCOMPARE(why.size(), std::size_t{1});
        QVERIFY2(words(why.front()).find("did not move") != std::string::npos,
                 words(why.front()).c_str());
    }
}

void TestLessons::small_probabilities_have_one_answer() {
    // Whatever a probability was and is: one option is right, and it is what is said.
    for (const auto& [id, question] :
         {std::pair("previous-token", std::size_t{2}), std::pair("first-token", std::size_t{0})}) {
        const LessonQuestion& asked = findLesson(id)->questions[question];
        for (const double before : {0.9, 0.3, 0.074, 0.002}) {
            for (const double part : {0.0, 0.2, 0.49, 0.58, 0.85, 0.95, 1.05, 1.2}) {
                NamedNumbers scope;
                scope.values = {{"p@start", before}, {"p", before * part}};
                const auto right = [&](std::size_t option) {
                    return asked.options[option].right.holds(scope);
                };
                int count = 0;
                for (std::size_t option = 0; option < asked.options.size(); ++option)
                    count += right(option) ? 1 : 0;
                QVERIFY2(count == 1, id);
                QCOMPARE(right(0), part < 0.5); // "falls to less than half"
            }
        }
    }
}

void TestLessons::a_variance_is_said_of_the_head_that_is_shown() {
    const LessonPointer lesson = findLesson("why-root");
    const Experiment start = *startOn(*lesson, findExample("wrong-scale-en")->make());
    const LessonState state = *LessonState::begin(lesson, rememberedMoment(start));
    const LessonFacts facts(state.start());
    const double head[] = {static_cast<double>(*state.place("head")->head)};
    const SaidText said = state.text(Language::English)[1].text;
    for (const auto wanted :
         {facts.call("head_score_variance", head), facts.call("score_variance", {})}) {
        QVERIFY2(std::ranges::any_of(said,
                                     [&](const SaidPiece& piece) { return piece.value == wanted; }),
                 words(said).c_str());
    }
    QVERIFY(*facts.call("head_score_variance", head) != *facts.call("score_variance", {}));
}

HEADSCOPE_TEST(TestLessons, QCoreApplication)
#include "test_lessons.moc"
