// SPDX-License-Identifier: GPL-3.0-or-later
// Every operation around attention says how its numbers came to be.
#include "experiment/edits/edit.h"
#include "support/derivation.h"
#include "support/derivation_rows.h"
#include "support/edits.h"
#include "support/model_scenes.h"
#include "support/test_program.h"
#include "transformer/run_model.h"
#include "words/numbers/number_format.h"

#include <QApplication>
#include <QRegularExpression>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// The translation example through a model that has everything.
Experiment everything(bool pre, Activation activation, Layout layout = Layout::BatchFirst,
                      WeightLayout weights = WeightLayout::Fused) {
    Experiment experiment = findExample("encoder-decoder")->make();
    ModelConfig model = experiment.model;
    model.positions = true;
    model.compareNorms = true;
    model.activation = activation;
    model.placement = pre ? NormPlacement::Pre : NormPlacement::Post;
    experiment = withModel(experiment, model).value();
    return withWeightLayout(withLayout(experiment, layout), weights);
}

/// RMS norms, gated with SiLU, rotary positions.
Experiment likeLlama(const Experiment& experiment) {
    ModelConfig model = experiment.model;
    model.norm = NormKind::Rms;
    model.activation = Activation::Silu;
    model.gated = true;
    model.rotaryTheta = 10000.0F;
    return withModel(experiment, model).value();
}

Derivation asked(Scene scene, Stage stage, PanelCell cell, std::size_t tensor = 0) {
    scene.selection.stage = stage;
    scene.selection.tensor = tensor;
    scene.selection.locked = cell;
    return derivationOf(scene);
}

} // namespace

class TestBlockInspector : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_cell_of_every_block_is_explained_data();
    void every_cell_of_every_block_is_explained();
    void a_sum_names_both_parts();
    void a_mean_shows_the_numbers_it_was_taken_of();
    void a_variance_divides_by_n();
    void printed_lines_compute();
    void a_normalised_number_shows_mean_variance_and_epsilon();
    void rotary_positions_turn_pairs();
    void an_rms_norm_divides_by_the_root_of_the_mean_square();
    void gain_and_shift_are_operands();
    void relu_and_gelu_say_what_they_do();
    void a_position_is_a_sine_or_a_cosine();
    void the_next_word_is_a_softmax_over_the_vocabulary();
    void of_many_words_the_asked_one_keeps_its_rank();
    void what_was_received_leads_to_its_block();
    void what_was_given_leads_nowhere();
    void masks_of_places_give_their_reasons_data();
    void masks_of_places_give_their_reasons();
    void the_encoder_does_not_blame_the_mask_of_the_decoder();
    void fully_masked_rows_say_whose_way_it_is_data();
    void fully_masked_rows_say_whose_way_it_is();
};

void TestBlockInspector::every_cell_of_every_block_is_explained_data() {
    QTest::addColumn<bool>("pre");
    QTest::addColumn<bool>("gelu");
    QTest::addColumn<bool>("sequenceFirst");
    QTest::addColumn<bool>("perHead");
    QTest::newRow("post_relu") << false << false << false << false;
    QTest::newRow("pre_gelu") << true << true << false << false;
    QTest::newRow("sequence_first") << false << false << true << false;
    QTest::newRow("per_head_weights") << false << false << false << true;
    QTest::newRow("sequence_first_per_head") << true << true << true << true;
    QTest::newRow("llama") << true << false << false << false;
    QTest::newRow("llama_sequence_first") << true << false << true << false;
}

void TestBlockInspector::every_cell_of_every_block_is_explained() {
    QFETCH(bool, pre);
    QFETCH(bool, gelu);
    QFETCH(bool, sequenceFirst);
    QFETCH(bool, perHead);
    Experiment experiment = everything(pre, gelu ? Activation::Gelu : Activation::Relu,
                                       sequenceFirst ? Layout::SequenceFirst : Layout::BatchFirst,
                                       perHead ? WeightLayout::PerHead : WeightLayout::Fused);
    if (QByteArray(QTest::currentDataTag()).startsWith("llama"))
        experiment = likeLlama(experiment);
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    int explained = 0;
    for (const TraceScope& scope : scopesOf(whole)) {
        const Scene scene = blockScene(whole, experiment, scope.path);
        for (const Stage stage : stagesOf(scope.kind, *scene.trace)) {
            const auto tensors = tensorsOf(stage, *scene.trace);
            for (std::size_t tensor = 0; tensor < tensors.size(); ++tensor) {
                for (const PanelCell& cell : someCells(scene, tensors[tensor])) {
                    const Derivation derivation = asked(scene, stage, cell, tensor);
                    const QByteArray where = QByteArray::fromStdString(
                        scope.path + "/" + std::string(snakeCase(tensors[tensor])));
                    QVERIFY2(!derivation.isEmpty(), where);
                    QVERIFY2(!derivation.sections.empty(), where);
                    // Whatever claims to stand in the trace stands there.
                    for (const ShownNumber* number : numbersOf(derivation)) {
                        if (number->source)
                            QVERIFY2(same(number->value,
                                          (*scene.trace)[number->source->step].result.at(
                                              number->source->cell)) ||
                                         number->value >= 0, // squares of the variance
                                     where);
                        if (number->elsewhere)
                            QVERIFY2(same(number->value, whole[number->elsewhere->step].result.at(
                                                             number->elsewhere->cell)),
                                     where);
                    }
                    ++explained;
                }
            }
        }
    }
    QVERIFY(explained > 500);
}

void TestBlockInspector::a_sum_names_both_parts() {
    const Experiment experiment = everything(false, Activation::Relu);
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Scene scene = blockScene(whole, experiment, "encoder/0/self_attention_norm");
    const Derivation derivation = asked(scene, Stage::Residual, {0, 1, 2});
    const auto rows = rowsOf(derivation, Kind::Equation);
    QVERIFY(rows.size() >= 3);
    const double sum = rows[0]->numbers[0].value + rows[1]->numbers[0].value;
    QVERIFY(std::fabs(sum - derivation.result.value) < 1e-5);
    QVERIFY(rows[1]->label.startsWith(QStringLiteral("+ ")));
}

void TestBlockInspector::a_mean_shows_the_numbers_it_was_taken_of() {
    const Experiment experiment = everything(false, Activation::Relu);
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Scene scene = blockScene(whole, experiment, "encoder/0/self_attention_norm");
    const Derivation layer = asked(scene, Stage::Mean, {0, 2, 0});
    QVERIFY(says(layer, QStringLiteral("÷ 8"))); // d_model
    double sum = 0;
    const auto rows = rowsOf(layer, Kind::Equation);
    for (std::size_t i = 0; i < 8; ++i)
        sum += rows[i]->numbers[0].value;
    QVERIFY(std::fabs(sum / 8 - layer.result.value) < 1e-5);
    const Scene batch = blockScene(whole, experiment, "encoder/0/self_attention_norm/batch");
    QVERIFY(says(asked(batch, Stage::Mean, {0, 0, 3}), QStringLiteral("÷ 4"))); // source words
    QVERIFY(says(asked(batch, Stage::Mean, {0, 0, 3}), QStringLiteral("猫")));
}

void TestBlockInspector::a_variance_divides_by_n() {
    const Experiment experiment = everything(false, Activation::Relu);
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Scene scene = blockScene(whole, experiment, "encoder/0/self_attention_norm");
    const Derivation derivation = asked(scene, Stage::Variance, {0, 2, 0});
    QVERIFY(says(derivation, QStringLiteral("n − 1")));
    QVERIFY(says(derivation, QStringLiteral(")²")));
}

void TestBlockInspector::printed_lines_compute() {
    const auto columnSum = [](const DerivationSection& section, std::size_t rows) {
        double sum = 0;
        for (std::size_t i = 0; i < rows; ++i)
            sum += readNumber(section.rows[i].numbers.front().text);
        return sum;
    };
    const auto sectionWith = [](const Derivation& derivation, const QString& label) {
        for (const DerivationSection& section : derivation.sections) {
            for (const DerivationRow& row : section.rows) {
                if (row.label.startsWith(label))
                    return section;
            }
        }
        return DerivationSection{};
    };
    int squares = 0;
    int sums = 0;
    const Experiment experiment = everything(false, Activation::Relu);
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    for (const char* scope : {"encoder/0/self_attention_norm", "encoder/1/feed_forward_norm"}) {
        const Scene scene = blockScene(whole, experiment, scope);
        for (Index row = 0; row < 3; ++row) {
            // Both of a residual: x + f(x).
            for (Index column = 0; column < 8; ++column) {
                const Derivation sum = asked(scene, Stage::Residual, {0, row, column});
                const DerivationSection section = sectionWith(sum, QStringLiteral("="));
                QCOMPARE(section.rows.size(), std::size_t{3});
                // Where float32's own rounding of the sum moves the last digit, none lead there.
                const double exact =
                    section.rows[0].numbers.front().value + section.rows[1].numbers.front().value;
                if (equalsSign(exact, section.rows[2].numbers.front().text) != QStringLiteral("="))
                    continue;
                QVERIFY2(equalsSign(columnSum(section, 2), section.rows[2].numbers.front().text) ==
                             QStringLiteral("="),
                         qPrintable(section.rows[0].numbers.front().text + QStringLiteral(" + ") +
                                    section.rows[1].numbers.front().text + QStringLiteral(" = ") +
                                    section.rows[2].numbers.front().text + QStringLiteral(", of ") +
                                    section.rows[0].numbers.front().full + QStringLiteral(" + ") +
                                    section.rows[1].numbers.front().full));
                ++sums;
            }
            const Derivation variance = asked(scene, Stage::Variance, {0, row, 0});
            const DerivationSection section = sectionWith(variance, QStringLiteral("Σ ÷ n"));
            static const QRegularExpression square(
                QStringLiteral("^\\((.+) − \\(?([^()]+)\\)?\\)²$"));
            double all = 0;
            for (const DerivationRow& line : section.rows) {
                const auto match = square.match(line.label);
                if (match.hasMatch()) {
                    const double less =
                        readNumber(match.captured(1)) - readNumber(match.captured(2));
                    const QString& said = line.numbers.front().text;
                    QVERIFY2(equalsSign(less * less, said) == QStringLiteral("="),
                             qPrintable(line.label + QStringLiteral(" = ") + said));
                    all += readNumber(said);
                    ++squares;
                } else if (line.label.startsWith(QStringLiteral("Σ ÷ n = "))) {
                    const QString total = line.label.section(u' ', 4, 4);
                    QVERIFY2(equalsSign(all, total) == QStringLiteral("="),
                             qPrintable(QStringLiteral("%1, %2").arg(all).arg(total)));
                }
            }
        }
    }
    QVERIFY(squares > 20 && sums == 48);
}

void TestBlockInspector::a_normalised_number_shows_mean_variance_and_epsilon() {
    const Experiment experiment = everything(false, Activation::Relu);
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Scene scene = blockScene(whole, experiment, "encoder/0/self_attention_norm");
    const Derivation derivation = asked(scene, Stage::Normalised, {0, 1, 1});
    const auto rows = rowsOf(derivation, Kind::Equation);
    const double value = (rows[0]->numbers[0].value - rows[1]->numbers[0].value) /
                         std::sqrt(rows[2]->numbers[0].value + 1e-5);
    QVERIFY(std::fabs(value - derivation.result.value) < 1e-4);
    QVERIFY(says(derivation, QStringLiteral("1.00e−5")) ||
            says(derivation, QStringLiteral("1e-05")) || says(derivation, QStringLiteral("e−5")));
}

void TestBlockInspector::rotary_positions_turn_pairs() {
    const Experiment experiment = likeLlama(everything(true, Activation::Relu));
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Scene scene = blockScene(whole, experiment, "decoder/0/self_attention");
    const Derivation turned = asked(scene, Stage::Rotated, {0, 2, 0});
    QVERIFY(says(turned, QStringLiteral("×")));
    const Derivation cosine = asked(scene, Stage::Rotated, {0, 3, 0}, 2);
    QVERIFY(says(cosine, QStringLiteral("cos(3 × 1)")));
    QVERIFY(std::fabs(cosine.result.value - std::cos(3.0)) < 1e-6);
    // Cross-attention has two sequences, whose places do not compare.
    const Scene cross = blockScene(whole, experiment, "decoder/0/cross_attention");
    QVERIFY(tensorsOf(Stage::Rotated, *cross.trace).empty());
    // Scores are those of the turned rows.
    const Derivation score = asked(scene, Stage::Scores, {0, 2, 1});
    QVERIFY(!score.isEmpty());
}

void TestBlockInspector::an_rms_norm_divides_by_the_root_of_the_mean_square() {
    Experiment experiment = everything(false, Activation::Relu);
    ModelConfig model = experiment.model;
    model.norm = NormKind::Rms;
    experiment = withModel(experiment, model).value();
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Scene scene = blockScene(whole, experiment, "encoder/0/self_attention_norm");
    const Derivation squares = asked(scene, Stage::MeanSquare, {0, 1, 0});
    QVERIFY(says(squares, QStringLiteral("²")) && !says(squares, QStringLiteral("μ")));
    const Derivation derivation = asked(scene, Stage::Normalised, {0, 1, 1});
    const auto rows = rowsOf(derivation, Kind::Equation);
    QVERIFY(std::fabs(rows[0]->numbers[0].value / std::sqrt(rows[1]->numbers[0].value + 1e-5) -
                      derivation.result.value) < 1e-4);
    QVERIFY(says(derivation, QStringLiteral("÷ √(")));
    const Derivation output = asked(scene, Stage::NormOutput, {0, 0, 1});
    QVERIFY(says(output, QStringLiteral("×")) && !says(output, QStringLiteral("β")));
}

void TestBlockInspector::gain_and_shift_are_operands() {
    Experiment experiment = everything(false, Activation::Relu);
    const std::string scope = "encoder/0/self_attention_norm";
    experiment = withCell(experiment, scope, TensorName::NormGain, {1}, 3).value();
    experiment = withCell(experiment, scope, TensorName::NormShift, {1}, 7).value();
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Derivation derivation =
        asked(blockScene(whole, experiment, scope), Stage::NormOutput, {0, 0, 1});
    const DerivationRow* term = firstRow(derivation, Kind::Term);
    QVERIFY(term);
    QCOMPARE(term->numbers[1].value, 3.0);
    QVERIFY(std::fabs(term->numbers[2].value + 7 - derivation.result.value) < 1e-4);
    QVERIFY(says(derivation, QStringLiteral("+ β = 7")));
}

void TestBlockInspector::relu_and_gelu_say_what_they_do() {
    for (const auto& [activation, said] :
         {std::pair(Activation::Relu, "max("), std::pair(Activation::Gelu, "Φ(x)"),
          std::pair(Activation::GeluTanh, "tanh("), std::pair(Activation::Silu, "σ(x) = 1 ÷"),
          std::pair(Activation::QuickGelu, "σ(1.702·x) = 1 ÷"),
          std::pair(Activation::Tanh, "tanh(")}) {
        const Experiment experiment = everything(false, activation);
        const Trace whole = runModel(modelProblemOf(experiment)).value();
        const Scene scene = blockScene(whole, experiment, "encoder/1/feed_forward");
        const Derivation derivation = asked(scene, Stage::Activated, {0, 1, 5});
        QVERIFY(says(derivation, QString::fromUtf8(said)));
    }
}

void TestBlockInspector::a_position_is_a_sine_or_a_cosine() {
    const Experiment experiment = everything(false, Activation::Relu);
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Scene scene = blockScene(whole, experiment, "positions");
    const Derivation sine = asked(scene, Stage::Encoding, {0, 3, 2});
    QVERIFY(std::fabs(sine.result.value - std::sin(3 / std::pow(10000.0, 2.0 / 8))) < 1e-6);
    QVERIFY(says(sine, QStringLiteral("sin(3 ÷ 10)")));
    QVERIFY(says(asked(scene, Stage::Encoding, {0, 3, 3}), QStringLiteral("cos(3 ÷ 10)")));
}

void TestBlockInspector::the_next_word_is_a_softmax_over_the_vocabulary() {
    const Experiment experiment = everything(false, Activation::Relu);
    QVERIFY(!experiment.vocabulary.empty());
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Scene scene = blockScene(whole, experiment, "prediction");
    const Derivation derivation = asked(scene, Stage::Probabilities, {0, 2, 1});
    QCOMPARE(rowsOf(derivation, Kind::Key).size(), experiment.vocabulary.size());
    QVERIFY(says(derivation, QString::fromStdString(experiment.vocabulary[1])));
    QVERIFY(says(derivation, QStringLiteral("e^(")));
    // Ranked: the likeliest first.
    double before = 1;
    int rank = 0;
    for (const DerivationRow* row : rowsOf(derivation, Kind::Key)) {
        QVERIFY(row->label.startsWith(QStringLiteral("%1. ").arg(++rank)));
        QVERIFY(row->numbers[1].value <= before);
        before = row->numbers[1].value;
    }
    const Derivation logit = asked(scene, Stage::Logits, {0, 2, 1});
    QVERIFY(firstRow(logit, Kind::Term));
}

void TestBlockInspector::of_many_words_the_asked_one_keeps_its_rank() {
    const Experiment experiment = findExample("cat-learnt")->make();
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Scene scene = blockScene(whole, experiment, "prediction");
    const Tensor& all = scene.trace->find(TensorName::Probabilities)->result;
    for (Index word = 0; word < all.size(2); ++word) {
        Index above = 0;
        for (Index other = 0; other < all.size(2); ++other)
            above += all(0, 2, other) > all(0, 2, word) ? 1 : 0;
        int asks = 0;
        const Derivation derivation = asked(scene, Stage::Probabilities, {0, 2, word});
        for (const DerivationRow* row : rowsOf(derivation, Kind::Key)) {
            if (!row->asked)
                continue;
            ++asks;
            QCOMPARE(row->numbers[1].value, double{all(0, 2, word)});
            // Equal ones stand in the order of the vocabulary.
            const int rank = row->label.section(u'.', 0, 0).toInt();
            QVERIFY2(rank >= above + 1 && all(0, 2, word) <= 1, qPrintable(row->label));
            if (above == 0)
                QCOMPARE(rank, 1);
        }
        QCOMPARE(asks, 1);
    }
}

void TestBlockInspector::what_was_received_leads_to_its_block() {
    const Experiment experiment = everything(false, Activation::Relu);
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Scene scene = blockScene(whole, experiment, "encoder/1/self_attention");
    const Derivation derivation = asked(scene, Stage::Input, {0, 2, 3});
    std::optional<TraceCell> elsewhere;
    for (const ShownNumber* number : numbersOf(derivation)) {
        if (number->elsewhere)
            elsewhere = number->elsewhere;
    }
    QVERIFY(elsewhere.has_value());
    QCOMPARE(whole[elsewhere->step].scope, std::string("encoder/0/feed_forward_norm"));
    QCOMPARE(whole[elsewhere->step].name, TensorName::NormOutput);
    QVERIFY(says(derivation, QStringLiteral("encoder 1")));
    QVERIFY(!says(derivation, QStringLiteral("Given, not computed")));
}

void TestBlockInspector::what_was_given_leads_nowhere() {
    const Experiment experiment = everything(false, Activation::Relu);
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Scene scene = blockScene(whole, experiment, "positions");
    const Derivation derivation = asked(scene, Stage::Input, {0, 2, 3});
    QVERIFY(says(derivation, QStringLiteral("Given, not computed")));
    for (const ShownNumber* number : numbersOf(derivation))
        QVERIFY(!number->elsewhere);
}

void TestBlockInspector::masks_of_places_give_their_reasons_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("query");
    QTest::addColumn<int>("key");
    QTest::addColumn<QString>("words");
    QTest::newRow("causal") << "causal" << 2 << 5 << "Causal:";
    QTest::newRow("window_before") << "window" << 5 << 2 << "Window: only keys less than 2";
    QTest::newRow("window_behind") << "window" << 2 << 5 << "Window: only keys less than 2";
    QTest::newRow("prefix") << "prefix" << 3 << 6 << "Prefix: behind the first 3";
}

void TestBlockInspector::masks_of_places_give_their_reasons() {
    QFETCH(QString, kind);
    QFETCH(int, query);
    QFETCH(int, key);
    QFETCH(QString, words);
    for (const Layout layout : {Layout::BatchFirst, Layout::SequenceFirst}) {
        Experiment experiment = withLayout(findExample("ticket")->make(), layout);
        if (kind == QStringLiteral("causal"))
            experiment = withCausal(experiment, true);
        else if (kind == QStringLiteral("window"))
            experiment = withWindow(experiment, 2).value();
        else
            experiment = withPrefix(experiment, 3).value();
        const Scene scene =
            blockScene(runModel(modelProblemOf(experiment)).value(), experiment, "");
        for (const Stage stage : {Stage::Masked, Stage::Weights}) {
            const Derivation derivation = asked(scene, stage, {0, query, key});
            QVERIFY2(says(derivation, words), qPrintable(plainText(derivation)));
            QVERIFY(says(derivation, QStringLiteral("not allowed")));
        }
        // The table of the mask itself says the same.
        QVERIFY(says(asked(scene, Stage::Masked, {0, query, key}, 1), words));
        QVERIFY(!says(asked(scene, Stage::Masked, {0, 4, 4}), words));
    }
}

void TestBlockInspector::the_encoder_does_not_blame_the_mask_of_the_decoder() {
    const Experiment experiment = withCausal(everything(false, Activation::Relu), true);
    const Trace whole = runModel(modelProblemOf(experiment)).value();
    const Derivation encoder =
        asked(blockScene(whole, experiment, "encoder/0/self_attention"), Stage::Weights, {0, 0, 3});
    QVERIFY(!says(encoder, QStringLiteral("Causal")));
    const Derivation decoder =
        asked(blockScene(whole, experiment, "decoder/0/self_attention"), Stage::Weights, {0, 0, 3});
    QVERIFY(says(decoder, QStringLiteral("Causal")));
}

void TestBlockInspector::fully_masked_rows_say_whose_way_it_is_data() {
    QTest::addColumn<int>("choice");
    QTest::addColumn<QString>("library");
    QTest::newRow("zeros") << static_cast<int>(FullyMasked::Zeros)
                           << "scaled_dot_product_attention";
    QTest::newRow("nan") << static_cast<int>(FullyMasked::NaN) << "nn.MultiheadAttention";
    QTest::newRow("uniform") << static_cast<int>(FullyMasked::Uniform) << "smallest finite number";
}

void TestBlockInspector::fully_masked_rows_say_whose_way_it_is() {
    QFETCH(int, choice);
    QFETCH(QString, library);
    const Experiment experiment =
        withFullyMasked(withFullyMaskedRow(example("ticket"), 4), static_cast<FullyMasked>(choice));
    const Scene scene = blockScene(runModel(modelProblemOf(experiment)).value(), experiment, "");
    const Derivation derivation = asked(scene, Stage::Weights, {0, 4, 2});
    QVERIFY2(says(derivation, library), qPrintable(plainText(derivation)));
    // The picture shows what was chosen, not a hatch over it.
    const auto panels = panelsOf(*scene.trace, TensorName::AttentionWeights, 0);
    QCOMPARE(panels[0].isMasked(4, 2), choice == static_cast<int>(FullyMasked::Zeros));
    QVERIFY(panelsOf(*scene.trace, TensorName::MaskedScores, 0)[0].isMasked(4, 2));
}

HEADSCOPE_TEST(TestBlockInspector, QApplication)
#include "test_block_inspector.moc"
