// SPDX-License-Identifier: GPL-3.0-or-later
// The examples whose weights were learnt do what their captions say, and come of their recipe.
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "examples/learnt_example.h"
#include "examples/origin.h"
#include "experiment/edits/edit.h"
#include "experiment/experiment_run.h"
#include "learning/history/learnt_evidence.h"
#include "learning/history/learnt_tokens.h"
#include "learning/history/vocabulary_recipe.h"
#include "learning/training/training.h"
#include "support/edits.h"
#include "support/experiment_from_json.h"
#include "support/sanitized.h"
#include "support/test_program.h"
#include "transformer/run_model.h"
#include "words/language.h"
#include "words/learnt_words.h"

#include <nlohmann/json.hpp>

#include <QApplication>
#include <QRegularExpression>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

constexpr const char* crossAttention = "decoder/0/cross_attention";

LearntModel modelOf(const char* id) {
    Result<LearntModel> model = readLearntModel(learntData(id));
    if (!model)
        qFatal("%s", model.error().text().c_str());
    return std::move(*model);
}

PackedTrainingPointer trainingOf(std::string_view id) {
    return findExample(id)->source().training();
}

Evaluation evaluationOf(const LearntModel& model) {
    return *evaluate(model.learner, model.parameters);
}

int relationOf(const LearntModel& model, std::string_view name) {
    const auto& relations = model.learner.data().relations;
    const auto found = std::ranges::find(relations, name, &Relation::name);
    return found == relations.end() ? -1 : static_cast<int>(found - relations.begin());
}

/// Of the example as the chooser makes it, [1, heads, query, key].
Tensor weightsOf(const char* id, const char* scope) {
    const Result<Trace> trace = runModel(modelProblemOf(findExample(id)->make()));
    return trace.value().find(TensorName::AttentionWeights, scope)->result;
}

/// ".97", as captions write a share.
QString written(double share) {
    const QString text = QString::number(share, 'f', 2);
    return text.startsWith(u'0') ? text.mid(1) : text;
}

QStringList numbersIn(const QString& text) {
    static const QRegularExpression number(QStringLiteral("[0-9]*\\.[0-9]+|[0-9]+"));
    QStringList found;
    for (auto each = number.globalMatch(text); each.hasNext();)
        found << each.next().captured();
    return found;
}

} // namespace

class TestLearntExamples : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_file_says_what_its_parameters_do_data();
    void the_file_says_what_its_parameters_do();
    void the_recipe_gives_the_file_data();
    void the_recipe_gives_the_file();
    void the_ticket_has_a_head_for_each_relation_data();
    void the_ticket_has_a_head_for_each_relation();
    void the_ticket_sentence_is_looked_at_as_its_relations_say();
    void evidence_is_what_the_training_measures();
    void an_own_sentence_keeps_what_was_learnt_data();
    void an_own_sentence_keeps_what_was_learnt();
    void typed_numbers_and_far_places_are_not_learnt();
    void a_capital_letter_makes_no_new_word();
    void a_sentence_without_spaces_is_cut_at_known_words_data();
    void a_sentence_without_spaces_is_cut_at_known_words();
    void new_words_can_be_learnt();
    void unlike_sentences_are_learnt_as_text();
    void changed_weights_are_counted();
    void nothing_is_claimed_of_other_heads_or_masks();
    void nothing_is_evaluated_for_nobody();
    void the_cat_is_aligned();
    void captions_say_what_was_measured_data();
    void captions_say_what_was_measured();
    void damaged_files_are_refused();
};

namespace {
void bothExamples() {
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("ticket-learnt") << QByteArray("ticket-learnt");
    QTest::newRow("ticket-learnt-en") << QByteArray("ticket-learnt-en");
    QTest::newRow("cat-learnt") << QByteArray("cat-learnt");
}
} // namespace

void TestLearntExamples::the_file_says_what_its_parameters_do_data() {
    bothExamples();
}

void TestLearntExamples::the_file_says_what_its_parameters_do() {
    QFETCH(QByteArray, id);
    const LearntModel model = modelOf(id);
    const Evaluation evaluation = evaluationOf(model);
    const auto result = nlohmann::json::parse(model.result);
    const TrainingRecipe& recipe = model.learner.recipe();
    QCOMPARE(result["seed"].get<std::uint64_t>(), recipe.seed);
    QCOMPARE(result["steps"].get<Index>(), recipe.steps);
    QCOMPARE(result["task"].get<std::string>(), std::string(infoOf(recipe.task).name));
    QVERIFY(QString::fromStdString(model.command)
                .contains(QStringLiteral("--seed %1").arg(recipe.seed)));
    QVERIFY(model.seedsTried >= static_cast<int>(recipe.seed));
    QVERIFY(std::abs(result["held_out"]["sentences"].get<double>() - evaluation.sentences) < 0.01);
    QVERIFY(evaluation.sentences >= 0.95);
    QVERIFY(result["agreement"].size() >= 2);
    for (const auto& each : result["agreement"]) {
        const Agreement* const found =
            evaluation.find(each["scope"].get<std::string>(), each["head"].get<Index>() - 1,
                            relationOf(model, each["relation"].get<std::string>()));
        QVERIFY(found);
        QVERIFY(std::abs(found->share - each["share"].get<double>()) < 1e-4);
        QVERIFY(std::abs(found->chance - each["chance"].get<double>()) < 1e-9);
    }
    for (const AnswerWord& word : evaluation.answer)
        QVERIFY(word.right.empty() || word.word == word.right);
    // The chooser has just this, on the sentence that is watched.
    Experiment learnt = model.experiment();
    learnt.example = id.toStdString();
    QVERIFY(learnt == findExample(id.toStdString())->make());
    QVERIFY(sameTraining(model.training(), trainingOf(id.toStdString())));
    QVERIFY(isUnedited(findExample(id.toStdString())->make()));
}

void TestLearntExamples::the_recipe_gives_the_file_data() {
    bothExamples();
}

void TestLearntExamples::the_recipe_gives_the_file() {
    QFETCH(QByteArray, id);
    if (sanitized && id.startsWith("ticket-learnt"))
        QSKIP("1,500 steps take minutes here");
    const LearntModel model = modelOf(id);
    Result<Training> training = Training::create(model.learner.recipe());
    QVERIFY(training.ok());
    while (!training->isFinished())
        QVERIFY(training->advance().ok());
    if (training->parameters() == model.parameters)
        return;
    // Another variant of the arithmetic rounds differently, and 1,500 steps later that shows:
    // then heads have to do the same, if not to the last bit.
    const Evaluation here = training->evaluate();
    QVERIFY(here.sentences >= 0.95);
    for (const Agreement& there : evaluationOf(model).agreement) {
        const Agreement* const found = here.find(there.scope, there.head, there.relation);
        QVERIFY(found);
        QVERIFY2(std::abs(found->share - there.share) < 0.15,
                 qPrintable(QStringLiteral("%1, not %2").arg(found->share).arg(there.share)));
    }
}

void TestLearntExamples::the_ticket_has_a_head_for_each_relation_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<std::vector<int>>("heads"); // of object, place, doer, coreferent
    QTest::addColumn<int>("jobless");
    QTest::newRow("zh") << QByteArray("ticket-learnt") << std::vector{0, 2, 3, 3} << 1;
    QTest::newRow("en") << QByteArray("ticket-learnt-en") << std::vector{2, 3, 0, 0} << 1;
}

void TestLearntExamples::the_ticket_has_a_head_for_each_relation() {
    QFETCH(QByteArray, id);
    QFETCH(std::vector<int>, heads);
    QFETCH(int, jobless);
    const LearntModel model = modelOf(id);
    const Evaluation evaluation = evaluationOf(model);
    constexpr std::array relations = {"object", "place", "doer", "coreferent"};
    for (std::size_t i = 0; i < relations.size(); ++i) {
        const Agreement* const found =
            evaluation.find("", heads[i], relationOf(model, relations[i]));
        QVERIFY(found);
        QVERIFY2(found->share >= 0.95, relations[i]);
        QVERIFY(found->chance < 0.12);
        QVERIFY(evaluation.find("", jobless, relationOf(model, relations[i]))->share < 0.4);
    }
    // Heads share the width, so that a score is four products.
    const Experiment experiment = findExample(id.toStdString())->make();
    QCOMPARE(experiment.config.modelDim, Index{16});
    QCOMPARE(experiment.config.heads, Index{4});
    QVERIFY(!experiment.config.keyDim || *experiment.config.keyDim == 4);
}

void TestLearntExamples::the_ticket_sentence_is_looked_at_as_its_relations_say() {
    for (const char* id : {"ticket-learnt", "ticket-learnt-en"}) {
        const LearntModel model = modelOf(id);
        const Tensor weights = weightsOf(id, "");
        // The relations of the watched sentence, each in the head that has learnt it.
        const auto evidence = learntEvidence(findExample(id)->make(), trainingOf(id));
        QVERIFY(evidence);
        int looked = 0;
        for (const Reference& each : model.learner.data().watched.references) {
            const std::string& name =
                model.learner.data().relations[static_cast<std::size_t>(each.relation)].name;
            for (const HeadEvidence& head : evidence->heads) {
                const auto jobs = head.jobs();
                if (std::ranges::find(jobs, name, &RelationShare::relation) == jobs.end())
                    continue;
                const float weight = weights(0, head.head, each.query, each.keys.front());
                QVERIFY2(weight > 0.85F, qPrintable(QStringLiteral("%1, head %2, %3 to %4: %5")
                                                        .arg(QLatin1String(id))
                                                        .arg(head.head + 1)
                                                        .arg(each.query)
                                                        .arg(each.keys.front())
                                                        .arg(weight)));
                ++looked;
            }
        }
        QVERIFY(looked >= 11);
    }
    QCOMPARE(findExample("ticket-learnt")->make().tokens, findExample("ticket")->make().tokens);
    QCOMPARE(findExample("ticket-learnt-en")->make().tokens.front().size(), std::size_t{10});
}

void TestLearntExamples::evidence_is_what_the_training_measures() {
    for (const char* id : {"ticket-learnt", "ticket-learnt-en", "cat-learnt"}) {
        const LearntModel model = modelOf(id);
        const Evaluation evaluation = evaluationOf(model);
        Experiment experiment = findExample(id)->make();
        const PackedTrainingPointer training = trainingOf(id);
        const auto evidence = learntEvidence(experiment, training);
        QVERIFY(evidence);
        std::size_t measured = 0;
        for (const HeadEvidence& head : evidence->heads) {
            QVERIFY(
                std::ranges::is_sorted(head.shares, std::ranges::greater(), &RelationShare::share));
            for (const RelationShare& share : head.shares) {
                const Agreement* const found =
                    evaluation.find(head.scope, head.head, relationOf(model, share.relation));
                QVERIFY(found);
                QCOMPARE(share.share, found->share);
                QCOMPARE(share.chance, found->chance);
                ++measured;
            }
        }
        QCOMPARE(measured, evaluation.agreement.size());
        // Of the same weights on other words it still holds; of other weights nothing is known.
        const std::shared_ptr<const Trace> trace =
            std::make_shared<const Trace>(runModel(modelProblemOf(experiment)).value());
        QVERIFY(runOf(experiment, trace, training)->origin().weights == WeightOrigin::Learnt);
        const auto run = runOf(experiment, trace, training);
        QVERIFY(run->origin().learnt && *run->origin().learnt == *evidence);
        experiment = withSeed(withWeightSource(experiment, {}), 4);
        QVERIFY(!learntEvidence(experiment, training));
        QVERIFY(runOf(experiment, trace, training)->origin().weights == WeightOrigin::Drawn);
    }
    QVERIFY(!learntEvidence(findExample("ticket")->make(), nullptr));
}

void TestLearntExamples::an_own_sentence_keeps_what_was_learnt_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("known");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<QList<int>>("fresh");
    QTest::newRow("en") << QByteArray("ticket-learnt-en")
                        << QByteArray("you had Ben help you find the map to Rome")
                        << QByteArray("you had Lucy help you find the map to Oslo")
                        << QList<int>{2, 9};
    QTest::newRow("zh") << QByteArray("ticket-learnt") << QByteArray("你 请 小明 帮 你 买了 地图")
                        << QByteArray("你 请 小李 帮 你 买了 地图") << QList<int>{2};
    QTest::newRow("cat") << QByteArray("cat-learnt") << QByteArray("<Begin> I have a cat")
                         << QByteArray("<Begin> I have a parrot") << QList<int>{4};
}

void TestLearntExamples::an_own_sentence_keeps_what_was_learnt() {
    QFETCH(const QByteArray, id);
    QFETCH(const QByteArray, known);
    QFETCH(const QByteArray, other);
    QFETCH(const QList<int>, fresh);
    const LearntModel model = modelOf(id);
    const Experiment example = findExample(id.toStdString())->make();
    const PackedTrainingPointer training = trainingOf(id.toStdString());
    QVERIFY(unlearntOf(example, training).isEmpty());
    const auto typed = [&training](const Experiment& experiment, const QByteArray& text) {
        return withLearntTokens(experiment, training, TokenSide::Query, 0,
                                parseTokens(text.toStdString()))
            .value();
    };
    // Words that it knows have the numbers that they had in the training, whatever stood there.
    const Experiment own = typed(example, known);
    Sample sample;
    for (const std::string& word : own.tokens.front())
        sample.tokens.push_back(model.learner.data().words.find(word).value());
    QVERIFY(own.queryInput == model.learner.embedded(model.parameters, sample));
    QVERIFY(unlearntOf(own, training).isEmpty());
    // New ones are drawn, the same each time, and named; the others keep theirs.
    const Experiment strange = typed(own, other);
    QVERIFY(strange == typed(example, other));
    const Unlearnt unlearnt = unlearntOf(strange, training);
    QCOMPARE(unlearnt.tokens.front().size(), static_cast<std::size_t>(fresh.size()));
    for (const UnlearntToken& token : unlearnt.tokens.front()) {
        QVERIFY(fresh.contains(static_cast<int>(token.place)));
        QVERIFY(token.why == NotLearnt::Word);
    }
    for (Index place = 0; place < strange.queryLength(); ++place) {
        bool same = true;
        for (Index i = 0; i < strange.config.modelDim; ++i)
            same = same && strange.queryInput(0, place, i) == own.queryInput(0, place, i);
        QCOMPARE(same, !fresh.contains(static_cast<int>(place)));
    }
    // What a run says of it, and what is read back from a file.
    const auto trace = std::make_shared<const Trace>(runModel(modelProblemOf(strange)).value());
    const RunOrigin origin = runOf(strange, trace, training)->origin();
    QVERIFY(origin.unlearnt == unlearnt);
    QVERIFY(origin.learnt && *origin.learnt == *learntEvidence(example, training));
    const Experiment back = experimentFromJson(experimentToJson(strange)).value();
    QVERIFY(unlearntOf(back, training) == unlearnt);
    // With the first words again it is what it was.
    QVERIFY(typed(strange, QByteArray::fromStdString(tokensText(example.tokens.front()))) ==
            example);
    // The sentence is of this one, and no claim is left of the words that nobody learnt.
    const QString said = unlearntSentence(origin, labelsOf(strange));
    QVERIFY(said.startsWith(QStringLiteral("%1 of ").arg(fresh.size())));
    const std::string& scope = origin.learnt->heads.front().scope;
    const auto qualified = headLearnt(origin, scope, 0);
    const auto whole = headLearnt(runOf(example, trace, training)->origin(), scope, 0);
    QVERIFY(qualified && whole);
    QVERIFY(qualified->evidence.contains(u'*'));
    QVERIFY(!whole->evidence.contains(u'*'));
}

void TestLearntExamples::typed_numbers_and_far_places_are_not_learnt() {
    const Experiment example = findExample("ticket-learnt-en")->make();
    const PackedTrainingPointer training = trainingOf("ticket-learnt-en");
    Experiment typed = withCell(example, TensorName::QueryInput, {0, 3, 5}, 0.25F).value();
    const UnlearntToken numbers{3, NotLearnt::Numbers};
    QVERIFY(unlearntOf(typed, training).tokens.front() == std::vector{numbers});
    // They stay with their word, where another word changes, and where it moves.
    typed = withLearntTokens(typed, training, TokenSide::Query, 0,
                             parseTokens("today I had Ben help me book the ticket to Rome"))
                .value();
    QCOMPARE(typed.queryInput(0, 4, 5), 0.25F);
    const UnlearntToken moved{4, NotLearnt::Numbers};
    QVERIFY(unlearntOf(typed, training).tokens.front() == std::vector{moved});
    // No sentence of the training has more than eleven words.
    const Experiment longer =
        withLearntTokens(example, training, TokenSide::Query, 0,
                         parseTokens("I had Tom help me book the ticket to Paris today you find"))
            .value();
    const std::vector<UnlearntToken> far = {{11, NotLearnt::Place}, {12, NotLearnt::Place}};
    QVERIFY(unlearntOf(longer, training).tokens.front() == far);
    // Of other sizes nothing is known, and rows are drawn as everywhere.
    const Experiment wide = withModelDim(example, 20).value();
    QVERIFY(unlearntOf(wide, training).isEmpty());
    QVERIFY(withLearntTokens(wide, training, TokenSide::Query, 0, {"Tom"}).value() ==
            withTokens(wide, TokenSide::Query, 0, {"Tom"}).value());
}

void TestLearntExamples::a_capital_letter_makes_no_new_word() {
    const Experiment example = findExample("ticket-learnt-en")->make();
    const PackedTrainingPointer training = trainingOf("ticket-learnt-en");
    const auto typed = [&](const char* text) {
        return withLearntTokens(example, training, TokenSide::Query, 0, parseTokens(text)).value();
    };
    const Experiment known = typed("you had Ben help you find the map to Rome");
    const Experiment own = typed("You had ben help you find THE map to Rome");
    QVERIFY(own.queryInput == known.queryInput);
    QCOMPARE(tokensText(own.tokens.front()),
             std::string("You had ben help you find THE map to Rome"));
    QVERIFY(typed("you had Ben help you find the (map) to Rome.").queryInput == known.queryInput);
    QVERIFY(unlearntOf(own, training).isEmpty());
    QVERIFY(!recipeForNewWords(own, training));
    QVERIFY(meantWords(known, training).empty());
    QCOMPARE(meantWords(own, training),
             (std::vector<MeantWord>{{"You", "you"}, {"ben", "Ben"}, {"THE", "the"}}));
    const auto trace = std::make_shared<const Trace>(runModel(modelProblemOf(own)).value());
    QCOMPARE(meantSentence(runOf(own, trace, training)->origin()),
             QStringLiteral("“You” has the numbers of “you”; “ben” has the numbers of “Ben”; "
                            "“THE” has the numbers of “the”"));
    // Beside a new word it is learnt as it is known.
    const auto recipe =
        recipeForNewWords(typed("He had Lucy help him find the map to Rome"), training);
    QVERIFY(recipe);
    const Result<Dataset> data = makeDataset(datasetRequestOf(*recipe));
    QVERIFY2(data.ok(), data.ok() ? "" : data.error().text().c_str());
    QCOMPARE(tokensText(data->watchedTokens),
             std::string("he had Lucy help him find the map to Rome"));
}

void TestLearntExamples::a_sentence_without_spaces_is_cut_at_known_words_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words"); // empty: it stays
    QTest::newRow("all_known") << QByteArray("我请李雷帮我订了去北京的机票")
                               << QByteArray("我 请 李雷 帮 我 订了 去 北京 的 机票");
    QTest::newRow("a_name_between") << QByteArray("我请欧阳锋帮我订了去北京的机票。")
                                    << QByteArray("我 请 欧阳锋 帮 我 订了 去 北京 的 机票 。");
    QTest::newRow("a_foreign_name") << QByteArray("我想请Tom帮我订去北京的机票")
                                    << QByteArray("我 想 请 Tom 帮 我 订 去 北京 的 机票");
    QTest::newRow("a_known_word") << QByteArray("机票") << QByteArray();
    QTest::newRow("one_known_word_in_it") << QByteArray("北京人") << QByteArray();
    QTest::newRow("nothing_known") << QByteArray("乱七八糟") << QByteArray();
}

void TestLearntExamples::a_sentence_without_spaces_is_cut_at_known_words() {
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, words);
    const auto cut = [&text](const char* id) {
        return cutAtKnownWords(findExample(id)->make(), trainingOf(id), TokenSide::Query,
                               text.toStdString());
    };
    QCOMPARE(tokensText(cut("ticket-learnt")), words.toStdString());
    QVERIFY(cut("ticket").empty()); // nothing was learnt there
}

void TestLearntExamples::new_words_can_be_learnt() {
    const auto recipeOfSentence = [](const char* id, const char* text) {
        const PackedTrainingPointer training = trainingOf(id);
        return recipeForNewWords(withLearntTokens(findExample(id)->make(), training,
                                                  TokenSide::Query, 0, parseTokens(text))
                                     .value(),
                                 training);
    };
    for (const char* id : {"ticket-learnt", "ticket"})
        QVERIFY(!recipeForNewWords(findExample(id)->make(), trainingOf(id)));
    const std::tuple<const char*, const char*, const char*> sentences[] = {
        {"ticket-learnt-en", "I had Tom help me book the ticket to Oslo", "Oslo"},
        {"ticket-learnt-en", "he had Lucy help him find the map to Rome", "Lucy"},
        {"ticket-learnt", "我 请 李雷 帮 我 订了 去 拉萨 的 机票", "拉萨"},
        {"cat-learnt", "<Begin> I have a parrot", "parrot"}};
    for (const auto& [id, text, word] : sentences) {
        const std::optional<TrainingRecipe> recipe = recipeOfSentence(id, text);
        QVERIFY(recipe && validate(*recipe));
        QVERIFY(recipe->task == modelOf(id).learner.recipe().task);
        const Result<Dataset> data = makeDataset(datasetRequestOf(*recipe));
        QVERIFY2(data.ok(), data.ok() ? "" : data.error().text().c_str());
        // It is held out itself, with what is asked about it, and its words are learnt from others.
        QCOMPARE(tokensText(data->watchedTokens), std::string(text));
        QVERIFY(!data->watched.references.empty());
        const std::optional<int> number = data->words.find(word);
        QVERIFY(number);
        const auto with = std::ranges::count_if(data->train, [&](const Sample& sample) {
            return std::ranges::count(sample.tokens, *number) > 0;
        });
        QVERIFY2(with >= 10,
                 qPrintable(QStringLiteral("%1: %2").arg(QString::fromUtf8(word)).arg(with)));
    }
}

void TestLearntExamples::unlike_sentences_are_learnt_as_text() {
    for (const char* id : {"ticket-learnt", "ticket-learnt-en", "cat-learnt"}) {
        Experiment experiment = findExample(id)->make();
        experiment = withLearntTokens(experiment, trainingOf(id), TokenSide::Query, 0,
                                      parseTokens("all cats sleep [all day] long"))
                         .value();
        const std::optional<TrainingRecipe> recipe = recipeForNewWords(experiment, trainingOf(id));
        QVERIFY(recipe && validate(*recipe));
        QVERIFY(recipe->task == TaskKind::OwnText);
        QCOMPARE(recipe->modelDim, experiment.config.modelDim);
        const Result<Dataset> data = makeDataset(datasetRequestOf(*recipe));
        QVERIFY2(data.ok(), data.ok() ? "" : data.error().text().c_str());
        for (const std::string& word : experiment.tokens.front())
            QVERIFY(data->words.find(word));
        QCOMPARE(data->watchedTokens, experiment.tokens.front());
        // Start is there to be pressed.
        const Result<Training> training = Training::create(*recipe);
        QVERIFY2(training.ok(), training.ok() ? "" : training.error().text().c_str());
    }
}

void TestLearntExamples::changed_weights_are_counted() {
    const auto originOfRun = [](const Experiment& experiment,
                                const PackedTrainingPointer& training = {}) {
        const auto trace =
            std::make_shared<const Trace>(runModel(modelProblemOf(experiment)).value());
        return runOf(experiment, trace, training)->origin();
    };
    for (const Example& example : examples()) {
        if (example.id.starts_with("paper-size"))
            continue;
        const RunOrigin origin = originOfRun(example.make(), example.source().training());
        QCOMPARE(origin.changedWeights, Index{0});
        QVERIFY(origin.unlearnt.isEmpty());
    }
    // A stack has the weights of plain attention in its first layer: nobody typed them.
    ModelConfig stack;
    stack.architecture = Architecture::Encoder;
    stack.layers = 2;
    QCOMPARE(originOfRun(withModel(findExample("ticket")->make(), stack).value()).changedWeights,
             Index{0});
    for (const char* id : {"ticket", "ticket-learnt"}) {
        Experiment experiment = findExample(id)->make();
        const PackedTrainingPointer training = trainingOf(id);
        const Index all = originOfRun(experiment, training).weightNumbers;
        for (Index i = 0; i < 3; ++i)
            experiment =
                withCell(experiment, TensorName::QueryWeight, {0, i}, 9.0F + static_cast<float>(i))
                    .value();
        const RunOrigin origin = originOfRun(experiment, training);
        QCOMPARE(origin.changedWeights, Index{3});
        QCOMPARE(origin.weightNumbers, all);
        QVERIFY(origin.weights == (training ? WeightOrigin::Altered : WeightOrigin::Drawn));
        QVERIFY(!origin.learnt);
        QVERIFY(weightsSentence(origin, "").contains(QStringLiteral(" 3 of %1 ").arg(all)));
    }
}

void TestLearntExamples::nothing_is_claimed_of_other_heads_or_masks() {
    const Experiment learnt = findExample("ticket-learnt-en")->make();
    const PackedTrainingPointer training = trainingOf("ticket-learnt-en");
    const auto originOfRun = [&training](const Experiment& e) {
        const auto trace = std::make_shared<const Trace>(runModel(modelProblemOf(e)).value());
        return runOf(e, trace, training)->origin();
    };
    const Experiment others[] = {*withHeads(learnt, 8),
                                 *withHeads(learnt, 2),
                                 withCausal(learnt, true),
                                 *withWindow(learnt, 2),
                                 *withPair(learnt, 0, 1, 2, false),
                                 *withScale(learnt, 1.0F),
                                 *withDropout(learnt, 0.5F)};
    for (const Experiment& other : others) {
        const RunOrigin origin = originOfRun(other);
        QVERIFY(origin.weights == WeightOrigin::Learnt);
        QVERIFY(!origin.learnt && origin.unclaimed == Unclaimed::OtherHeads);
        QVERIFY(!headLearnt(origin, "", 0));
        QVERIFY(weightsSentence(origin, "").contains(QStringLiteral("other heads or masks")));
    }
    // Of a sentence without one known word nothing is claimed, of one with a single one it is.
    const auto ofWords = [&](const char* text) {
        return originOfRun(
            withLearntTokens(learnt, training, TokenSide::Query, 0, parseTokens(text)).value());
    };
    const RunOrigin strange = ofWords("Dogs chase cats because cats run");
    QVERIFY(!strange.learnt && strange.unclaimed == Unclaimed::OtherWords);
    QVERIFY(!headLearnt(strange, "", 0));
    QVERIFY(weightsSentence(strange, "").contains(QStringLiteral("none of these words")));
    QVERIFY(weightsNote(strange, "").contains(QStringLiteral("nothing is claimed")));
    QVERIFY(ofWords("Dogs chase the cats").learnt);
    // How the numbers lie changes none of them.
    QVERIFY(originOfRun(withLayout(learnt, Layout::SequenceFirst)).learnt);
}

void TestLearntExamples::nothing_is_evaluated_for_nobody() {
    // A training that nobody has asked about yet.
    Experiment experiment = findExample("ticket-learnt")->make();
    const auto training =
        std::make_shared<const PackedTraining>(trainingOf("ticket-learnt")->content().json);
    const auto trace = std::make_shared<const Trace>(runModel(modelProblemOf(experiment)).value());
    const CancellationToken token = CancellationToken::create();
    token.cancel();
    QVERIFY(!runOf(experiment, trace, training, token)->origin().learnt);
    QVERIFY(runOf(experiment, trace, training)->origin().learnt);
    // Another source says that they are not learnt, whatever numbers they are.
    experiment.weightSource.kind = WeightSource::Kind::Random;
    QVERIFY(!learntEvidence(experiment, training));
}

void TestLearntExamples::the_cat_is_aligned() {
    const LearntModel model = modelOf("cat-learnt");
    const Experiment experiment = findExample("cat-learnt")->make();
    QCOMPARE(experiment.tokens[0], (TokenList{"<Begin>", "I", "have", "a", "cat"}));
    QCOMPARE(experiment.keyTokens->front(), (TokenList{"我", "有", "一只", "猫"}));
    const Tensor weights = weightsOf("cat-learnt", crossAttention);
    for (Index word = 0; word < 4; ++word)
        QVERIFY(weights(0, 1, word, word) > 0.9F);
    // Where cat is said head 1 looks at the quantity.
    QVERIFY(weights(0, 0, 3, 2) > 0.9F);
    // The sentence was not learnt from.
    for (const Sample& sample : model.learner.data().train)
        QVERIFY(sample.source != model.learner.data().watched.source);
    // What the experiment answers is the sentence.
    const Result<Trace> trace = runModel(modelProblemOf(experiment));
    const Tensor& said = trace->find(TensorName::Probabilities, "prediction")->result;
    const std::vector<std::string> right = {"I", "have", "a", "cat", "<End>"};
    for (Index row = 0; row < said.size(1); ++row) {
        const float* const first = said.data() + row * said.size(2);
        const auto best = std::max_element(first, first + said.size(2)) - first;
        QCOMPARE(experiment.vocabulary[static_cast<std::size_t>(best)],
                 right[static_cast<std::size_t>(row)]);
    }
}

void TestLearntExamples::captions_say_what_was_measured_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<bool>("chinese");
    for (const char* id : {"ticket-learnt", "ticket-learnt-en", "cat-learnt"}) {
        QTest::addRow("%s, en", id) << QByteArray(id) << false;
        QTest::addRow("%s, zh", id) << QByteArray(id) << true;
    }
}

void TestLearntExamples::captions_say_what_was_measured() {
    QFETCH(QByteArray, id);
    QFETCH(bool, chinese);
    useLanguage(chinese ? Language::Chinese : Language::English);
    const LearntModel model = modelOf(id);
    const Evaluation evaluation = evaluationOf(model);
    const auto share = [&](const char* scope, Index head, const char* relation) {
        return written(evaluation.find(scope, head, relationOf(model, relation))->share);
    };
    const auto chance = [&](const char* scope, const char* relation) {
        return written(evaluation.find(scope, 0, relationOf(model, relation))->chance);
    };
    const Example& example = *findExample(id.toStdString());
    const QString caption = QCoreApplication::translate("Example", example.explanation);
    QCOMPARE(caption != QString::fromUtf8(example.explanation), chinese);
    const QString tried = QString::number(model.seedsTried);
    // Head and share by turns, chance, and out of how many seeds it was chosen.
    const QStringList said = numbersIn(caption);
    if (id == "cat-learnt") {
        QStringList wanted = {share(crossAttention, 1, "source word"), QStringLiteral("2"),
                              chance(crossAttention, "source word"), QStringLiteral("1"), tried};
        if (chinese)
            wanted.swapItemsAt(0, 1);
        QCOMPARE(said, wanted);
        return;
    }
    // What heads have learnt stands beside them, not here.
    QCOMPARE(said, (QStringList{QString::number(model.learner.recipe().modelDim),
                                QString::number(model.learner.recipe().modelDim /
                                                model.learner.recipe().heads),
                                tried}));
}

void TestLearntExamples::damaged_files_are_refused() {
    const std::string whole(learntData("ticket-learnt"));
    QVERIFY(readLearntModel(whole).ok());
    for (const char* name : {"format", "seeds_tried", "recipe", "result", "parameters"}) {
        auto file = nlohmann::json::parse(whole);
        file.erase(name);
        QVERIFY2(!readLearntModel(file.dump()).ok(), name);
    }
    auto cut = nlohmann::json::parse(whole);
    auto& first = *cut["parameters"].begin();
    first = first.get<std::string>().substr(4);
    QVERIFY(!readLearntModel(cut.dump()).ok());
    QVERIFY(!readLearntModel("").ok());
    QVERIFY(learntData("ticket").empty());
}

HEADSCOPE_TEST(TestLearntExamples, QApplication)
#include "test_learnt_examples.moc"
