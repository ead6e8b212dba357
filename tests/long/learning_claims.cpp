// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of the tasks, over eight seeds: how soon they are solved and where heads look.
// It takes some minutes (preset `long`); prints what it measured, as the README shows it.
#include "learning/training/training.h"

#include <QtTest>

using namespace headscope;

namespace {

constexpr std::uint64_t seeds = 8;

/// How one training went.
struct Outcome {
    Evaluation evaluation; ///< at the end
    Index solved = -1;     ///< the first look at which 95 % of the sentences were right
    std::size_t relations = 0;
    Index heads = 0;
    std::vector<std::string> scopes;

    double share(int relation, Index head, std::string_view scope) const {
        const Agreement* const found = evaluation.find(scope, head, relation);
        return found ? found->share : 0;
    }
    /// The largest share of any head in a block.
    double best(int relation, std::string_view scope) const {
        double largest = 0;
        for (Index head = 0; head < heads; ++head)
            largest = std::max(largest, share(relation, head, scope));
        return largest;
    }
};

Outcome outcomeOf(TrainingRecipe recipe, std::uint64_t seed) {
    recipe.seed = seed;
    Result<Training> training = Training::create(recipe);
    if (!training)
        qFatal("%s", training.error().text().c_str());
    Outcome outcome;
    outcome.heads = recipe.heads;
    while (!training->isFinished()) {
        if (const auto report = training->advance(); !report)
            qFatal("%s", report.error().text().c_str());
        if (training->stepsDone() % 20 == 0 && outcome.solved < 0 &&
            training->evaluate().sentences >= 0.95)
            outcome.solved = training->stepsDone();
    }
    outcome.evaluation = training->evaluate();
    return outcome;
}

std::vector<Outcome> outcomesOf(const TrainingRecipe& recipe) {
    std::vector<Outcome> outcomes;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        outcomes.push_back(outcomeOf(recipe, seed));
    return outcomes;
}

template <class Condition>
int count(const std::vector<Outcome>& outcomes, const Condition& condition) {
    return static_cast<int>(std::ranges::count_if(outcomes, condition));
}

/// "words 1.000, sentences 1.000, solved at 120; .63 .71 .72 .68 | …", a line for each seed.
void print(const char* name, const std::vector<Outcome>& outcomes) {
    std::uint64_t seed = 0;
    for (const Outcome& outcome : outcomes) {
        QString shares;
        int relation = -1;
        std::string scope;
        for (const Agreement& each : outcome.evaluation.agreement) {
            if (each.scope != scope)
                shares += QStringLiteral(" [%1]").arg(QString::fromStdString(each.scope));
            scope = each.scope;
            relation = each.relation;
            shares += QStringLiteral(" %1:%2").arg(relation).arg(each.share, 0, 'f', 2);
        }
        qInfo("%s seed %d: words %.3f sentences %.3f solved at %d%s", name,
              static_cast<int>(++seed), outcome.evaluation.words, outcome.evaluation.sentences,
              static_cast<int>(outcome.solved), qPrintable(shares));
    }
}

const std::string cross = "decoder/0/cross_attention";
const std::string plainAttention;
enum CardRelation { Object, Place, Doer, Coreferent };

} // namespace

class LearningClaims : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void translation_is_solved_and_aligned();
    void an_encoder_is_not_needed_to_translate();
    void two_layers_translate();
    void dense_cards_make_heads_specialise();
    void plain_cards_need_one_head();
    void positions_are_solved_without_looking();
    void letters_are_rearranged_data();
    void letters_are_rearranged();
    void the_token_before_is_found();
    void induction_happens_in_the_second_layer();
};

void LearningClaims::translation_is_solved_and_aligned() {
    const std::vector<Outcome> outcomes = outcomesOf(recipeOf(TaskKind::Translate));
    print("translate 1+1", outcomes);
    QCOMPARE(count(outcomes, [](const Outcome& o) { return o.solved > 0 && o.solved <= 200; }), 8);
    QCOMPARE(count(outcomes, [](const Outcome& o) { return o.evaluation.sentences >= 0.95; }), 8);
    QVERIFY(count(outcomes, [](const Outcome& o) { return o.best(0, cross) >= 0.6; }) >= 6);
}

void LearningClaims::an_encoder_is_not_needed_to_translate() {
    TrainingRecipe recipe = recipeOf(TaskKind::Translate);
    recipe.encoderLayers = 0;
    recipe.heads = 2;
    recipe.optimiser.rate = 3e-3F;
    recipe.steps = 400;
    const std::vector<Outcome> outcomes = outcomesOf(recipe);
    print("translate 0+1", outcomes);
    QCOMPARE(count(outcomes, [](const Outcome& o) { return o.solved > 0 && o.solved <= 120; }), 8);
    QVERIFY(count(outcomes, [](const Outcome& o) { return o.best(0, cross) >= 0.65; }) >= 6);
}

void LearningClaims::two_layers_translate() {
    TrainingRecipe recipe = recipeOf(TaskKind::Translate);
    recipe.encoderLayers = recipe.decoderLayers = 2;
    recipe.heads = 2;
    recipe.optimiser.rate = 3e-3F;
    recipe.steps = 400;
    const std::vector<Outcome> outcomes = outcomesOf(recipe);
    print("translate 2+2", outcomes);
    QCOMPARE(count(outcomes, [](const Outcome& o) { return o.evaluation.sentences >= 0.95; }), 8);
}

void LearningClaims::dense_cards_make_heads_specialise() {
    const std::vector<Outcome> outcomes = outcomesOf(recipeOf(TaskKind::CardsDense));
    print("cards, dense", outcomes);
    QCOMPARE(count(outcomes, [](const Outcome& o) { return o.evaluation.sentences >= 0.95; }), 8);
    // Every relation has a head with at least .8.
    QVERIFY(count(outcomes, [](const Outcome& o) {
                return std::min({o.best(Object, plainAttention), o.best(Place, plainAttention),
                                 o.best(Doer, plainAttention)}) >= 0.8;
            }) >= 4);
    // No head does them all.
    QCOMPARE(count(outcomes,
                   [](const Outcome& o) {
                       for (Index head = 0; head < o.heads; ++head) {
                           if (std::min({o.share(Object, head, plainAttention),
                                         o.share(Place, head, plainAttention),
                                         o.share(Doer, head, plainAttention)}) >= 0.6)
                               return true;
                       }
                       return false;
                   }),
             0);
}

void LearningClaims::plain_cards_need_one_head() {
    const std::vector<Outcome> outcomes = outcomesOf(recipeOf(TaskKind::CardsPlain));
    print("cards, plain", outcomes);
    QCOMPARE(count(outcomes, [](const Outcome& o) { return o.evaluation.sentences >= 0.95; }), 8);
    const auto oneDoesAll = [](const Outcome& o) {
        for (Index head = 0; head < o.heads; ++head) {
            if (std::min({o.share(Object, head, plainAttention),
                          o.share(Place, head, plainAttention),
                          o.share(Coreferent, head, plainAttention)}) >= 0.85)
                return true;
        }
        return false;
    };
    QVERIFY(count(outcomes, oneDoesAll) >= 5);
}

void LearningClaims::positions_are_solved_without_looking() {
    const std::vector<Outcome> outcomes = outcomesOf(recipeOf(TaskKind::Positions));
    print("positions", outcomes);
    QCOMPARE(count(outcomes, [](const Outcome& o) { return o.evaluation.sentences >= 0.95; }), 8);
    QVERIFY(count(outcomes, [](const Outcome& o) {
                return std::max(o.best(Object, plainAttention), o.best(Place, plainAttention)) <=
                       0.5;
            }) >= 6);
}

void LearningClaims::letters_are_rearranged_data() {
    QTest::addColumn<int>("task");
    for (const TaskKind task : {TaskKind::Copy, TaskKind::Reverse, TaskKind::Sort})
        QTest::newRow(std::string(infoOf(task).name).c_str()) << static_cast<int>(task);
}

void LearningClaims::letters_are_rearranged() {
    QFETCH(int, task);
    const std::vector<Outcome> outcomes = outcomesOf(recipeOf(static_cast<TaskKind>(task)));
    print(std::string(infoOf(static_cast<TaskKind>(task)).name).c_str(), outcomes);
    QVERIFY(count(outcomes, [](const Outcome& o) { return o.evaluation.sentences >= 0.95; }) >= 7);
    QVERIFY(count(outcomes, [](const Outcome& o) { return o.best(0, cross) >= 0.65; }) >= 6);
}

void LearningClaims::the_token_before_is_found() {
    const std::vector<Outcome> outcomes = outcomesOf(recipeOf(TaskKind::PreviousToken));
    print("previous token", outcomes);
    QCOMPARE(count(outcomes, [](const Outcome& o) { return o.evaluation.sentences >= 0.95; }), 8);
}

void LearningClaims::induction_happens_in_the_second_layer() {
    const std::vector<Outcome> outcomes = outcomesOf(recipeOf(TaskKind::Induction));
    print("induction", outcomes);
    QVERIFY(count(outcomes, [](const Outcome& o) { return o.evaluation.words >= 0.98; }) >= 7);
    QVERIFY(count(outcomes, [](const Outcome& o) {
                return o.best(1, "encoder/1/self_attention") >= 0.75;
            }) >= 6);
    const auto secondLayer = [](const Outcome& o) {
        return o.best(1, "encoder/1/self_attention") > 2 * o.best(1, "encoder/0/self_attention");
    };
    QVERIFY(count(outcomes, secondLayer) >= 7);
}

QTEST_GUILESS_MAIN(LearningClaims)
#include "learning_claims.moc"
