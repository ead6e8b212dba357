// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons that are played on a trained model. The expected numbers are PyTorch's
// (tests/reference/checkpoint/make_lessons.py).
#include "checkpoint/model_source.h"
#include "examples/examples.h"
#include "lessons/lesson_edits.h"
#include "lessons/lessons.h"
#include "support/lesson_play.h"
#include "support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

/// A model of the program, or one of the tests, by its folder.
ModelSourcePointer modelIn(const char* folder, const std::string& text) {
    static std::map<std::string, std::shared_ptr<const OpenModel>> open;
    auto& model = open[folder];
    if (!model) {
        auto opened = openModel(std::string(HEADSCOPE_TEST_DATA) + "/" + folder);
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        model = *opened;
    }
    ModelSource source = modelSource(model);
    source.text = text;
    return std::make_shared<const ModelSource>(source);
}

constexpr const char* languageModel = "../resources/models/kjv-gpt2";
constexpr const char* maskedModel = "../resources/models/kjv-bert";

LessonMoment modelMoment(const Source& source) {
    auto run = runOf(*source.model(), *wordsOf(*source.model()), {});
    if (!run)
        qFatal("%s", run.error().text().c_str());
    return {source, *run, 0};
}

std::vector<LessonPointer> modelLessons() {
    std::vector<LessonPointer> all(lessons().begin(), lessons().end());
    std::erase_if(all, [](const LessonPointer& l) { return l->model.name.empty(); });
    return all;
}

/// On a text; an Error where it does not suit.
Result<LessonState> begunOn(const LessonPointer& lesson, const ModelSourcePointer& model) {
    const Result<Source> start = lessonStart(*lesson, model);
    return start ? LessonState::begin(lesson, modelMoment(*start)) : start.error();
}

LessonState begunOnItsOwn(const LessonPointer& lesson) {
    return *begunOn(lesson, modelIn(languageModel, lesson->model.text));
}

/// What a name of the lesson comes to at the start.
double numberOf(const LessonState& state, const char* text) {
    const auto value = state.number(*Expression::parse(text), 0);
    if (!value)
        qFatal("%s has no value", text);
    return *value;
}

QJsonObject expectedOf(const std::string& lesson) {
    QFile file(QStringLiteral(HEADSCOPE_TEST_DATA "/reference/checkpoint/lessons.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no expected numbers");
    return QJsonDocument::fromJson(file.readAll())
        .object()[QString::fromStdString(lesson)]
        .toObject();
}

bool isNear(double a, double b) {
    return std::abs(a - b) < 2e-5;
}

/// Everything that stands there to be read while a question is open.
std::vector<SaidText> readable(const LessonState& state, std::size_t question) {
    std::vector<SaidText> said;
    const LessonQuestion& asked = state.lesson().questions[question];
    for (const LessonText* text : {&asked.heading, &asked.prompt, &asked.yourself})
        said.push_back(state.said(*text, Language::English, question));
    for (const SaidParagraph& paragraph : state.text(Language::English))
        said.push_back(paragraph.text);
    return said;
}

} // namespace

class TestModelLessons : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void there_are_two_at_the_end();
    void their_numbers_are_those_of_the_reference();
    void they_find_the_heads_that_the_reference_finds();
    void they_play_to_their_end_on_texts_that_nobody_chose();
    void nothing_is_told_before_it_is_asked();
    void a_model_without_such_a_head_says_so();
    void who_does_it_by_hand_has_answered();
    void a_head_is_not_switched_before_somebody_said_what_to_expect();
    void a_layer_is_asked_as_its_own_attention();
    void edits_are_of_one_kind_alone();
    void places_that_are_not_there_have_no_value();
    void files_say_a_model_or_an_example();
};

void TestModelLessons::there_are_two_at_the_end() {
    const std::vector<LessonPointer> all = modelLessons();
    QCOMPARE(all.size(), std::size_t{2});
    QCOMPARE(*placeOfLesson(all[0]), lessons().size() - 2);
    for (const LessonPointer& lesson : all) {
        QCOMPARE(lesson->model.name, std::string("kjv-gpt2"));
        QVERIFY(!lesson->model.meaning.isEmpty());
    }
}

void TestModelLessons::their_numbers_are_those_of_the_reference() {
    for (const LessonPointer& lesson : modelLessons()) {
        const QJsonObject expected = expectedOf(lesson->id);
        LessonState state = begunOnItsOwn(lesson);
        const bool previous = lesson->id == "previous-token";
        const ModelWords read = *wordsOf(*state.start().source.model());
        QJsonArray ids;
        for (const Index id : read.ids.words.front())
            ids.append(static_cast<qint64>(id));
        QCOMPARE(ids, expected[u"ids"].toArray());
        QCOMPARE(numberOf(state, "t"), expected[u"likeliest"].toDouble());
        const auto near = [&](const char* text, double wanted) {
            QVERIFY2(isNear(numberOf(state, text), wanted), (lesson->id + ": " + text).c_str());
        };
        const QJsonObject shares = expected[u"shares"].toObject();
        near("p", expected[u"probability"].toDouble());
        near("w", expected[u"weight"].toDouble());
        near("previous_share(l, h)", shares[u"previous"].toDouble());
        near("first_share(l, h)", shares[u"first"].toDouble());
        near("self_share(l, h)", shares[u"self"].toDouble());
        near("added(l, h, q)", expected[u"added"].toDouble());
        near(previous ? "added(l, g, q)" : "added(m, g, q)", expected[u"other_added"].toDouble());
        near(previous ? "largest_weight(l, g, q)" : "largest_weight(m, g, q)",
             expected[u"other_largest"].toDouble());
        // What the questions are answered with: the head off, and the other one off.
        for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
            const ModelSourcePointer answer = state.answerSource(i)->model();
            const bool isOff = answer->off.any();
            const LessonMoment moment = modelMoment(answer);
            const double said =
                *LessonFacts(moment).call("probability", std::vector{numberOf(state, "t")});
            const bool ofOther = i + 1 == lesson->questions.size();
            QVERIFY(isNear(said, expected[!isOff    ? "probability"
                                          : ofOther ? "other_off"
                                                    : "off"]
                                     .toDouble()));
        }
    }
}

void TestModelLessons::they_find_the_heads_that_the_reference_finds() {
    for (const LessonPointer& lesson : modelLessons()) {
        const QJsonObject expected = expectedOf(lesson->id);
        const LessonState state = begunOnItsOwn(lesson);
        const QJsonArray head = expected[u"head"].toArray();
        const QJsonArray other = expected[u"other"].toArray();
        QCOMPARE(numberOf(state, "l"), head[0].toDouble());
        QCOMPARE(numberOf(state, "h"), head[1].toDouble());
        QCOMPARE(numberOf(state, "g"), other[1].toDouble());
        QCOMPARE(numberOf(state, lesson->id == "first-token" ? "m" : "l"), other[0].toDouble());
        QCOMPARE(state.scope(), attentionOf(head[0].toInteger()));
    }
    // What the lessons are about, on the texts that were chosen for it: one head matters, and the
    // other one does not.
    const QJsonObject previous = expectedOf("previous-token");
    QVERIFY(previous[u"off"].toDouble() < 0.25 * previous[u"probability"].toDouble());
    QVERIFY(std::abs(previous[u"other_off"].toDouble() - previous[u"probability"].toDouble()) <
            0.05);
    const QJsonObject first = expectedOf("first-token");
    QVERIFY(std::abs(first[u"off"].toDouble() - first[u"probability"].toDouble()) < 0.01);
    QVERIFY(first[u"weight"].toDouble() > 0.6);
    QVERIFY(first[u"other_off"].toDouble() < 0.65 * first[u"probability"].toDouble());
}

void TestModelLessons::they_play_to_their_end_on_texts_that_nobody_chose() {
    constexpr const char* texts[] = {"And the children of",
                                     "In those days there was no king",
                                     "The LORD is my shepherd",
                                     "x y z",
                                     "a a a a a a",
                                     "And it came to pass in those days, that he went out",
                                     "Thou shalt not",
                                     "the the the"};
    for (const LessonPointer& lesson : modelLessons()) {
        int played = 0;
        std::vector<std::string> all(std::begin(texts), std::end(texts));
        all.push_back(lesson->model.text);
        for (const std::string& text : all) {
            const Result<LessonState> begun = begunOn(lesson, modelIn(languageModel, text));
            const std::string where = lesson->id + " on " + text;
            if (!begun) { // in words, not in those of the file
                QVERIFY2(begun.error().text().find("it asks for") == std::string::npos,
                         where.c_str());
                QVERIFY(text != lesson->model.text);
                continue;
            }
            ++played;
            for (const bool right : {true, false}) {
                LessonState state = *begun;
                for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
                    const LessonQuestion& asked = lesson->questions[i];
                    const Result<Source> answer = state.answerSource(i);
                    QVERIFY2(answer.ok(), where.c_str());
                    const LessonMoment moment = modelMoment(*answer);
                    LessonState looked = state;
                    looked.predict(i, {});
                    looked.reveal(i, moment);
                    const LessonVerdict verdict = *looked.verdict(i);
                    if (asked.kind == LessonQuestion::Kind::Choice)
                        QVERIFY2(std::ranges::count(verdict.options, true) == 1, where.c_str());
                    else
                        QVERIFY2(*verdict.answer >= *state.number(asked.low, i) &&
                                     *verdict.answer <= *state.number(asked.high, i),
                                 where.c_str());
                    state.predict(i, answerOf(state, i, verdict, right));
                    state.see(moment);
                    state.reveal(i, moment);
                    QVERIFY2(state.verdict(i)->right == right, where.c_str());
                    for (const Language spoken : bothLanguages) {
                        QVERIFY2(!state.explanation(i, spoken).empty(), where.c_str());
                        std::vector<SaidText> said = state.explanation(i, spoken);
                        said.push_back(state.counterexample(i, spoken));
                        for (const LessonText* part :
                             {&asked.heading, &asked.prompt, &asked.yourself})
                            said.push_back(state.said(*part, spoken, i));
                        for (const LessonText& hint : asked.hints)
                            said.push_back(state.said(hint, spoken, i));
                        for (const SaidParagraph& paragraph : state.text(spoken))
                            said.push_back(paragraph.text);
                        for (const SaidText& part : said)
                            QVERIFY2(isComplete(part), (where + ": " + words(part)).c_str());
                        QCOMPARE(state.counterexample(i, spoken).empty(), right);
                    }
                }
                QVERIFY(state.isDone());
                for (std::size_t i = 0; i < lesson->tries.size(); ++i)
                    QVERIFY2(state.trySource(i).ok(), where.c_str());
            }
        }
        QVERIFY2(played >= 3, lesson->id.c_str());
    }
}

void TestModelLessons::nothing_is_told_before_it_is_asked() {
    for (const LessonPointer& lesson : modelLessons()) {
        LessonState state = begunOnItsOwn(lesson);
        std::vector<SaidText> said;
        for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
            for (SaidText& text : readable(state, i))
                said.push_back(std::move(text));
            const LessonMoment moment = modelMoment(*state.answerSource(i));
            state.predict(i, {});
            LessonState looked = state;
            looked.reveal(i, moment);
            if (const auto answer = looked.verdict(i)->answer) {
                for (const SaidText& text : said) {
                    for (const SaidPiece& piece : text)
                        QVERIFY2(!piece.value || *piece.value != *answer,
                                 (lesson->id + ": " + words(text)).c_str());
                }
            }
            state.reveal(i, moment);
            for (SaidText& text : state.explanation(i, Language::English))
                said.push_back(std::move(text));
        }
    }
}

void TestModelLessons::a_model_without_such_a_head_says_so() {
    const LessonPointer previous = findLesson("previous-token");
    const LessonPointer first = findLesson("first-token");
    const auto refusal = [](const LessonPointer& lesson, const Source& source) {
        const Result<Source> start = lessonStart(*lesson, source);
        if (!start)
            return QString::fromStdString(start.error().text());
        const Result<LessonState> begun = LessonState::begin(lesson, modelMoment(*start));
        return begun ? QString() : QString::fromStdString(begun.error().text());
    };
    // On this text no head of the model gives most of its rows there.
    const QString none = refusal(
        previous, modelIn(languageModel, "In the beginning God created the heaven and the earth."));
    QVERIFY2(none.contains(u"to the token before"_s), qPrintable(none));
    QVERIFY(refusal(first, modelIn(languageModel, "a b")).contains(u"to the first token"_s));
    // A model that fills in a mask says no next token; an experiment is no model.
    QVERIFY(refusal(previous, modelIn(maskedModel, "And the LORD spake unto [MASK]."))
                .contains(u"which token comes next"_s));
    const Experiment ticket = findExample("ticket")->make();
    QVERIFY(refusal(previous, ticket).contains(u"about a trained model"_s));
    QVERIFY(refusal(findLesson("which-axis"), modelIn(languageModel, "And the"))
                .contains(u"is a trained model"_s));
    // Heads that are off are on again in the lesson.
    ModelSource off = *modelIn(languageModel, previous->model.text);
    off.off = switched(off.off, std::vector{HeadPlace{*Scope::parse(attentionOf(2)), 1}}, true);
    const Result<Source> start = lessonStart(*previous, std::make_shared<const ModelSource>(off));
    QVERIFY(!start->model()->off.any());
}

void TestModelLessons::who_does_it_by_hand_has_answered() {
    const LessonPointer lesson = findLesson("previous-token");
    LessonState state = begunOnItsOwn(lesson);
    const auto reveal = [&](std::size_t question) {
        state.predict(question, {});
        state.reveal(question, modelMoment(*state.answerSource(question)));
    };
    reveal(0);
    const LessonMoment off = modelMoment(*state.answerSource(1));
    state.see(off);
    QVERIFY(!state.answeredByHand()); // nobody has said anything
    state.predict(1, {});
    QCOMPARE(state.answeredByHand(), std::optional(std::size_t{1}));
    state.see(state.start());
    QVERIFY(!state.answeredByHand()); // it is not done yet
    state.see(modelMoment(*state.answerSource(2)));
    QVERIFY(!state.answeredByHand()); // another head
    state.see(off);
    state.reveal(1, off);
    QVERIFY(!state.answeredByHand()); // it has its answer
    // A question that nobody is asked to do is not answered by hand.
    const LessonPointer first = findLesson("first-token");
    LessonState other = begunOnItsOwn(first);
    other.predict(0, {});
    other.reveal(0, modelMoment(*other.answerSource(0)));
    other.predict(1, {});
    other.see(other.start());
    QVERIFY(!other.answeredByHand());
}

void TestModelLessons::a_head_is_not_switched_before_somebody_said_what_to_expect() {
    for (const LessonPointer& lesson : modelLessons()) {
        LessonState state = begunOnItsOwn(lesson);
        for (std::size_t i = 0; i < lesson->questions.size(); ++i) {
            QVERIFY2(state.locks("switch_off"), lesson->id.c_str());
            state.predict(i, {});
            QCOMPARE(state.locks("switch_off"), lesson->questions[i].yourself.isEmpty());
            state.reveal(i, modelMoment(*state.answerSource(i)));
        }
        QVERIFY(!state.locks("switch_off"));
    }
}

void TestModelLessons::a_layer_is_asked_as_its_own_attention() {
    const LessonMoment moment = modelMoment(modelIn(languageModel, "And the children of Israel"));
    const LessonFacts all(moment);
    for (const double layer : {0.0, 1.0, 2.0, 3.0}) {
        const LessonFacts one(moment, static_cast<Index>(layer));
        for (const double head : {0.0, 3.0}) {
            const std::vector<double> cell{head, 2, 1};
            const std::vector<double> layered{layer, head, 2, 1};
            QCOMPARE(all.call("weight", layered), one.call("weight", cell));
            QVERIFY(one.call("weight", cell));
            QCOMPARE(all.call("previous_share", std::vector{layer, head}),
                     one.call("previous_share", std::vector{head}));
            QCOMPARE(all.call("added", std::vector{layer, head, 2.0}),
                     one.call("added", std::vector{head, 2.0}));
        }
    }
    double total = 0;
    for (Index token = 0; token < std::ssize(moment.run->labels().vocabulary); ++token)
        total += *all.call("probability", std::vector{static_cast<double>(token)});
    QVERIFY(std::abs(total - 1) < 1e-6);
    QCOMPARE(all.number("layers"), std::optional(4.0));
    QCOMPARE(all.number("heads"), std::optional(4.0));
    QCOMPARE(all.number("trained"), std::optional(1.0));
    QCOMPARE(all.number("next_token"), std::optional(1.0));
}

void TestModelLessons::edits_are_of_one_kind_alone() {
    class Nothing : public ExpressionScope {
        std::optional<double> number(std::string_view) const override { return std::nullopt; }
        std::optional<double> call(std::string_view, std::span<const double>) const override {
            return std::nullopt;
        }
    } nothing;
    const auto edit = [](const std::string& name, double layer, double head) {
        return std::vector{LessonEdit{
            name,
            {{"layer", Expression::constant(layer)}, {"head", Expression::constant(head)}},
            {}}};
    };
    const Source model = modelIn(languageModel, "And the");
    const Source experiment = findExample("ticket")->make();
    const Result<Source> off = withLessonEdits(model, edit("switch_off", 2, 1), nothing);
    QVERIFY(off->model()->off.contains(*HeadPlace::parse("layers/2/self_attention/1")));
    QCOMPARE(off->model()->off.heads.size(), std::size_t{1});
    const Result<Source> on = withLessonEdits(*off, edit("switch_on", 2, 1), nothing);
    QVERIFY(*on->model() == *model.model());
    QVERIFY(*withLessonEdits(*off, {LessonEdit{"all_on", {}, {}}}, nothing)->model() ==
            *model.model());
    for (const auto& [layer, head] : {std::pair(4.0, 0.0), {0.0, 4.0}, {-1.0, 0.0}, {1e18, 0.0}})
        QVERIFY(!withLessonEdits(model, edit("switch_off", layer, head), nothing));
    QVERIFY(!withLessonEdits(experiment, edit("switch_off", 0, 0), nothing));
    QVERIFY(!withLessonEdits(model, {LessonEdit{"mean_heads", {}, {}}}, nothing));
}

void TestModelLessons::places_that_are_not_there_have_no_value() {
    const LessonFacts facts(modelMoment(modelIn(languageModel, "And the children")));
    for (const double nowhere : {-1.0, 0.5, 1e6, 1e300, std::nan("")}) {
        QVERIFY(!facts.call("probability", std::vector{nowhere}));
        QVERIFY(!facts.call("previous_share", std::vector{0.0, nowhere}));
        QVERIFY(!facts.call("previous_share", std::vector{nowhere, 0.0}));
        QVERIFY(!facts.call("added", std::vector{0.0, nowhere, 0.0}));
        QVERIFY(!facts.call("added", std::vector{0.0, 0.0, nowhere}));
        QVERIFY(!facts.call("weight", std::vector{nowhere, 0.0, 0.0, 0.0}));
    }
    // What is an experiment's has no value, and the other way round.
    for (const char* name : {"scale", "dropout", "parameters", "misplaced", "seed", "drawn"})
        QVERIFY2(!facts.number(name), name);
    QVERIFY(!facts.call("same_vector", std::vector{0.0, 1.0}));
    const LessonFacts experiment(
        {std::make_shared<const Experiment>(findExample("ticket")->make()), nullptr, 0});
    for (const char* name : {"layers", "likeliest"})
        QVERIFY2(!experiment.number(name), name);
    QCOMPARE(experiment.number("trained"), std::optional(0.0));
    QVERIFY(!experiment.call("probability", std::vector{0.0}));
}

void TestModelLessons::files_say_a_model_or_an_example() {
    const auto file = [](const std::string& start) {
        return R"({"format":"headscope-lesson","version":1,"id":"own","title":{"en":"a","zh":"b"},)"
               R"("minutes":3,"start":{)" +
               start +
               R"(},"text":[{"en":"{token:likeliest}","zh":"{token:likeliest}"}],"questions":[)"
               R"({"kind":"number","heading":{"en":"?","zh":"?"},"answer":"layers","tolerance":0,)"
               R"("low":0,"high":9,"explanation":[{"en":"e","zh":"e"}]}]})";
    };
    const Result<Lesson> lesson =
        readLesson(file(R"("model":"kjv-gpt2","text":"And the","layer":"layers - 1")"));
    QVERIFY2(lesson.ok(), lesson ? "" : lesson.error().text().c_str());
    const Result<LessonState> begun =
        begunOn(std::make_shared<const Lesson>(*lesson), modelIn(languageModel, "And the"));
    QCOMPARE(begun->scope(), std::string("layers/3/self_attention"));
    QVERIFY(isComplete(begun->text(Language::English).front().text));
    for (const auto& [start, named] :
         {std::pair(R"("model":"kjv-gpt2")", "start.text"),
          {R"("model":"../../etc","text":"a")", "start.model"},
          {R"("model":"kjv-gpt2","text":"")", "start.text"},
          {R"("model":"kjv-gpt2","text":"a","example":"ticket")", "start"},
          {R"("text":"a")", "start.example"}}) {
        const Result<Lesson> refused = readLesson(file(start));
        QVERIFY2(!refused && refused.error().text().find(named) != std::string::npos, start);
    }
}

HEADSCOPE_TEST(TestModelLessons, QCoreApplication)
#include "test_model_lessons.moc"
