// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/edit_typed_numbers.h"
#include "inspector/derivation/panel_cache.h"
#include "inspector/derivation/trace_walk.h"
#include "support/derivation.h"
#include "support/derivation_rows.h"
#include "support/test_program.h"
#include "words/statements.h"

#include <QApplication>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

class TestDerivation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_chain_stops_at_the_stage_that_is_shown();
    void the_ticket_is_told_as_a_person_would();
    void softmax_quotient_recomputes_the_weight();
    void masked_pairs_say_why();
    void fully_masked_row_shows_zeros_and_says_so();
    void nan_says_where_it_begins();
    void overflow_says_that_it_is_one();
    void one_token_attends_to_itself();
    void long_rows_are_a_chart_and_the_largest_keys();
    void keys_out_of_view_say_where_they_are();
    void a_long_row_lies_on_its_text();
    void long_sums_show_the_largest_terms_and_the_rest();
    void a_component_unfolds_its_terms();
    void dropout_tells_kept_from_dropped();
    void typed_scale_is_named();
    void mean_and_maximum_list_the_heads();
    void moves_lead_to_the_cell_they_come_from();
    void what_does_not_exist_is_empty();
    void tokens_are_no_markup();
    void a_projection_names_its_bias();
    void a_formula_over_typed_numbers_says_so();
};

void TestDerivation::the_chain_stops_at_the_stage_that_is_shown() {
    const Scene scene = sceneOf(withCausal(example("ticket"), true));
    const auto at = [&](Stage stage) { return derivationOf(asking(scene, stage, {1, 9, 5})); };
    const Derivation scores = at(Stage::Scores);
    QVERIFY(says(scores, QStringLiteral("score  q · k")));
    QVERIFY(!says(scores, QStringLiteral("√d_k")));
    QVERIFY(!says(scores, QStringLiteral("mask")));
    const Derivation scaled = at(Stage::Scaled);
    QVERIFY(says(scaled, QStringLiteral("√d_k")));
    QVERIFY(!says(scaled, QStringLiteral("mask: ")));
    const Derivation masked = at(Stage::Masked);
    QVERIFY(says(masked, QStringLiteral("mask: allowed")));
    QVERIFY(!says(masked, QStringLiteral("softmax")));
    QVERIFY(!firstRow(masked, Kind::Key));
    const Derivation weights = at(Stage::Weights);
    QVERIFY(says(weights, QStringLiteral("softmax of the query “机票”")));
    QVERIFY(says(weights, QStringLiteral("Σ over 10 keys = context of “机票”")) ||
            says(weights, QStringLiteral("context of “机票”")));
}

void TestDerivation::the_ticket_is_told_as_a_person_would() {
    const Scene scene = sceneOf(example("ticket"));
    const Derivation derivation = derivationOf(asking(scene, Stage::Weights, {1, 9, 5}));
    QCOMPARE(derivation.badge->text, QStringLiteral("2"));
    QCOMPARE(derivation.title, QStringList({QStringLiteral("query"), QStringLiteral("机票"),
                                            QStringLiteral("→ key"), QStringLiteral("订了")}));
    QCOMPARE(derivation.caption, QStringLiteral("of the attention"));
    QVERIFY(says(derivation, QStringLiteral("q = x(机票 ticket) · W_Q, head 2")));
    QVERIFY(says(derivation, QStringLiteral("k = x(订了 book) · W_K, head 2")));
    const auto keys = rowsOf(derivation, Kind::Key);
    QCOMPARE(keys.size(), std::size_t{10});
    QCOMPARE(keys[0]->label, QStringLiteral("我 (1) I"));
    QCOMPARE(keys[4]->label, QStringLiteral("我 (5) me"));
    double sum = 0;
    for (const DerivationRow* key : keys) {
        QCOMPARE(key->asked, key == keys[5]);
        QCOMPARE(*key->fraction, key->numbers[1].value);
        sum += key->numbers[1].value;
    }
    QVERIFY(std::fabs(sum - 1) < 1e-5);
}

void TestDerivation::softmax_quotient_recomputes_the_weight() {
    const Scene scene = sceneOf(example("one-row"));
    for (Index key = 0; key < 10; ++key) {
        const Derivation derivation = derivationOf(asking(scene, Stage::Weights, {0, 0, key}));
        const auto keys = rowsOf(derivation, Kind::Key);
        QCOMPARE(keys.size(), std::size_t{10});
        double maximum = -INFINITY;
        for (const DerivationRow* row : keys)
            maximum = std::max(maximum, row->numbers[0].value);
        double sum = 0;
        for (const DerivationRow* row : keys)
            sum += std::exp(row->numbers[0].value - maximum);
        const double weight =
            std::exp(keys[static_cast<std::size_t>(key)]->numbers[0].value - maximum) / sum;
        QVERIFY(std::fabs(weight - derivation.result.value) < 1e-6);
        QVERIFY(says(derivation, QStringLiteral(") ÷ ")));
    }
}

void TestDerivation::masked_pairs_say_why() {
    const Experiment ticket = example("ticket");
    const Scene causal = sceneOf(withCausal(ticket, true));
    const Derivation later = derivationOf(asking(causal, Stage::Weights, {0, 2, 5}));
    QCOMPARE(later.result.text, QStringLiteral("0"));
    QVERIFY(says(later, QStringLiteral("mask: not allowed")));
    QVERIFY(says(later, QStringLiteral("Causal")));
    QVERIFY(!says(later, QStringLiteral("Painted")));
    QVERIFY(later.swatch.style() == Qt::TexturePattern);
    const Derivation earlier = derivationOf(asking(causal, Stage::Weights, {0, 5, 2}));
    QVERIFY(says(earlier, QStringLiteral("mask: allowed")));
    QVERIFY(!says(earlier, QStringLiteral("Causal")));
    QVERIFY(earlier.swatch.style() == Qt::SolidPattern);

    const Scene painted = sceneOf(*withPair(ticket, 0, 1, 2, false));
    const Derivation off = derivationOf(asking(painted, Stage::Masked, {3, 1, 2}));
    QVERIFY(says(off, QStringLiteral("Painted")));
    QCOMPARE(off.result.text, QStringLiteral("−∞"));

    Scene padded = sceneOf(example("causal-padding"));
    const auto& lists = padded.run->labels().tokens;
    const Index length = example("causal-padding").queryLength();
    Index shorter = -1;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        if (static_cast<Index>(lists[i].size()) < length)
            shorter = static_cast<Index>(i);
    }
    QVERIFY(shorter >= 0);
    padded.selection.sequence = shorter;
    const Derivation behind =
        derivationOf(asking(padded, Stage::Weights, {0, length - 1, length - 1}));
    QVERIFY(says(behind, QStringLiteral("Padding")));

    Experiment added = ticket;
    added.additiveMask = Tensor::filled({10, 10}, {Axis::Query, Axis::Key}, 0.5F)
                             .withElement({9, 9}, -std::numeric_limits<float>::infinity());
    const Scene additive = sceneOf(added);
    const Derivation plus = derivationOf(asking(additive, Stage::Masked, {0, 0, 0}));
    QVERIFY(says(plus, QStringLiteral("+ the value of the added mask = 0.5")));
    const Derivation minus = derivationOf(asking(additive, Stage::Masked, {0, 9, 9}));
    QVERIFY(says(minus, QStringLiteral("mask: not allowed")));
}

void TestDerivation::fully_masked_row_shows_zeros_and_says_so() {
    const Scene scene = sceneOf(withFullyMaskedRow(example("ticket"), 3));
    const Derivation derivation = derivationOf(asking(scene, Stage::Weights, {0, 3, 5}));
    QCOMPARE(derivation.result.text, QStringLiteral("0"));
    for (const DerivationRow* key : rowsOf(derivation, Kind::Key)) {
        QCOMPARE(key->numbers[1].text, QStringLiteral("0"));
        QCOMPARE(key->numbers[0].text, QStringLiteral("−∞"));
        QVERIFY(key->masked);
    }
    QVERIFY(says(derivation, QStringLiteral("Every key is masked")));
    QVERIFY(!says(derivation, QStringLiteral("e^(−∞")));
    const Derivation neighbour = derivationOf(asking(scene, Stage::Weights, {0, 4, 5}));
    QVERIFY(!says(neighbour, QStringLiteral("Every key is masked")));
}

void TestDerivation::nan_says_where_it_begins() {
    const Scene scene = sceneOf(overflowing(example("ticket")));
    const Tensor& weights = (*scene.trace)[TensorName::AttentionWeights];
    QVERIFY(std::isnan(weights(0, 0, 1, 1)));
    const Derivation derivation = derivationOf(asking(scene, Stage::Weights, {0, 1, 1}));
    QCOMPARE(derivation.result.text, QStringLiteral("NaN"));
    const DerivationRow* note = firstRow(derivation, Kind::Note);
    QVERIFY(note && note->warning);
    QVERIFY(note->label.startsWith(QStringLiteral("NaN begins in the softmax")));
    // Further down the chain the softmax is named too, with the cell to go to.
    const Derivation output = derivationOf(asking(scene, Stage::Output, {0, 1, 0}));
    QCOMPARE(output.result.text, QStringLiteral("NaN"));
    QVERIFY(firstRow(output, Kind::Note)->label.contains(QStringLiteral("softmax")));
    const ShownNumber& origin = output.sections.front().rows.back().numbers.front();
    QVERIFY(origin.source.has_value());
    QCOMPARE((*scene.trace)[origin.source->step].name, TensorName::AttentionWeights);
}

void TestDerivation::overflow_says_that_it_is_one() {
    const Scene scene = sceneOf(overflowing(example("ticket")));
    const Derivation derivation = derivationOf(asking(scene, Stage::Scores, {0, 1, 1}));
    QCOMPARE(derivation.result.text, QStringLiteral("∞"));
    QVERIFY(says(derivation, QStringLiteral("3.4·10^38")));
    // A masked score is −∞ on purpose: no warning.
    const Scene causal = sceneOf(withCausal(example("ticket"), true));
    const Derivation masked = derivationOf(asking(causal, Stage::Masked, {0, 0, 9}));
    QCOMPARE(masked.result.text, QStringLiteral("−∞"));
    QVERIFY(!says(masked, QStringLiteral("float32")));
}

void TestDerivation::one_token_attends_to_itself() {
    const Scene scene = sceneOf(sentence(1, 4, 2));
    const Derivation derivation = derivationOf(asking(scene, Stage::Weights, {0, 0, 0}));
    QCOMPARE(derivation.result.text, QStringLiteral("1"));
    QCOMPARE(rowsOf(derivation, Kind::Key).size(), std::size_t{1});
}

void TestDerivation::long_rows_are_a_chart_and_the_largest_keys() {
    const Scene scene = sceneOf(sentence(512, 8, 2));
    const Derivation derivation = derivationOf(asking(scene, Stage::Weights, {1, 300, 77}));
    QVERIFY(derivation.chart.has_value());
    QCOMPARE(derivation.chart->weights.size(), std::size_t{512});
    QCOMPARE(derivation.chart->asked, Index{77});
    const Tensor& weights = (*scene.trace)[TensorName::AttentionWeights];
    std::vector<float> sorted;
    for (Index key = 0; key < 512; ++key) {
        QCOMPARE(derivation.chart->weights[static_cast<std::size_t>(key)], weights(0, 1, 300, key));
        sorted.push_back(weights(0, 1, 300, key));
    }
    std::ranges::sort(sorted, std::ranges::greater{});
    const auto keys = rowsOf(derivation, Kind::Key);
    QCOMPARE(keys.size(), std::size_t{7}); // six and the asked one
    double shown = 0;
    for (std::size_t i = 0; i < 7; ++i)
        shown += keys[i]->numbers[1].value;
    for (std::size_t i = 0; i < 6; ++i)
        QCOMPARE(static_cast<float>(keys[i]->numbers[1].value), sorted[i]);
    QVERIFY(keys[6]->asked);
    // The others together: the row sums to 1.
    const auto equations = rowsOf(derivation, Kind::Equation);
    const auto rest = std::ranges::find_if(equations, [](const DerivationRow* row) {
        return row->label.startsWith(QStringLiteral("505 other"));
    });
    QVERIFY(rest != equations.end());
    QVERIFY(std::fabs(shown + (*rest)->numbers[0].value - 1) < 1e-4);
    QCOMPARE(rowsOf(derivation, Kind::Chart).size(), std::size_t{1});
    QVERIFY(!derivationOf(asking(sceneOf(sentence(12, 8, 2)), Stage::Weights, {0, 0, 0})).chart);
    QVERIFY(derivationOf(asking(sceneOf(sentence(13, 8, 2)), Stage::Weights, {0, 0, 0})).chart);
}

void TestDerivation::keys_out_of_view_say_where_they_are() {
    const Scene scene = asking(sceneOf(sentence(200, 8, 2)), Stage::Weights, {0, 90, 77});
    PanelCache cache;
    const auto keysOf = [&](const std::optional<CellSpan>& seen, bool turned) {
        Scene shown = scene;
        shown.display.rowsAreKeys = turned;
        return derivationOf(shown, {}, cache, seen);
    };
    const Derivation unseen = keysOf(std::nullopt, false);
    for (const DerivationRow* row : rowsOf(unseen, Kind::Key))
        QVERIFY(row->outside.isEmpty());
    const CellSpan seen{80, 100, 60, 120};
    for (const bool turned : {false, true}) {
        const Derivation derivation = keysOf(seen, turned);
        int outside = 0;
        for (const DerivationRow* row : rowsOf(derivation, Kind::Key)) {
            const Index key = row->numbers[1].source->cell[3];
            const QChar arrow = key < 60 ? (turned ? QChar(0x2191) : QChar(0x2190))
                                         : (turned ? QChar(0x2193) : QChar(0x2192));
            QCOMPARE(row->outside.isEmpty(), key >= 60 && key < 120);
            QCOMPARE(row->outside.contains(arrow), key < 60 || key >= 120);
            outside += !row->outside.isEmpty();
        }
        QVERIFY(outside > 0);
    }
}

void TestDerivation::a_long_row_lies_on_its_text() {
    Scene scene =
        asking(sceneOf(withCausal(sentence(200, 8, 2), true)), Stage::Weights, {0, 150, 9});
    const Derivation derivation = derivationOf(scene);
    const DerivationRow* row = firstRow(derivation, Kind::Text);
    QVERIFY(row);
    QCOMPARE(row->texts.size(), std::size_t{2}); // around the key, and around the query
    const Tensor& weights = (*scene.trace)[TensorName::AttentionWeights];
    const QStringList words = axisLabels(scene.tokens(), Axis::Key, 0, 200);
    bool query = false;
    for (const ShownText& text : row->texts) {
        QVERIFY(!text.around.empty());
        for (const ShownText::Token& token : text.tokens) {
            QVERIFY(words[token.key].startsWith(token.word));
            QCOMPARE(token.isQuery, token.key == 150);
            query = query || token.isQuery;
            const float weight = weights(0, 0, 150, token.key);
            QCOMPARE(static_cast<float>(token.number.value), weight);
            QCOMPARE(token.ground.has_value(), token.key <= 150); // masked ones have no colour
            if (token.ground)
                QCOMPARE(token.ground->rgb(),
                         colourOf(ColourMap::Viridis, ValueRange{0, 1}, weight));
        }
    }
    QVERIFY(query);
    scene.selection.locked = PanelCell{0, 12, 9};
    QCOMPARE(firstRow(derivationOf(scene), Kind::Text)->texts.size(), std::size_t{1});
    // Another text has no query in it.
    QVERIFY(!firstRow(derivationOf(asking(sceneOf(example("cross")), Stage::Weights, {0, 1, 2})),
                      Kind::Text));
}

void TestDerivation::long_sums_show_the_largest_terms_and_the_rest() {
    const Scene scene = sceneOf(sentence(6, 128, 2));
    const Derivation derivation = derivationOf(asking(scene, Stage::Scores, {0, 2, 3}));
    const auto terms = rowsOf(derivation, Kind::Term);
    QCOMPARE(terms.size(), std::size_t{6});
    const Tensor& query = (*scene.trace)[TensorName::Query];
    const Tensor& key = (*scene.trace)[TensorName::Key];
    double rest = 0;
    double smallest = INFINITY;
    double magnitude = 0;
    for (const DerivationRow* term : terms)
        smallest = std::min(smallest, std::fabs(term->numbers[2].value));
    for (Index i = 0; i < 64; ++i) {
        const double product =
            static_cast<double>(query(0, 0, 2, i)) * static_cast<double>(key(0, 0, 3, i));
        magnitude += std::fabs(product);
        const bool shown = std::ranges::any_of(terms, [&](const DerivationRow* term) {
            return term->label == QString::number(i + 1);
        });
        if (!shown) {
            rest += product;
            QVERIFY(std::fabs(product) <= smallest * 1.000001);
        }
    }
    const DerivationRow* more = nullptr;
    for (const DerivationRow* row : rowsOf(derivation, Kind::Equation)) {
        if (row->label.contains(QStringLiteral("58")))
            more = row;
    }
    QVERIFY(more);
    QVERIFY(std::fabs(more->numbers[0].value - rest) < 1e-6 * magnitude);
}

void TestDerivation::a_component_unfolds_its_terms() {
    const Scene scene = asking(sceneOf(sentence(6, 128, 2)), Stage::Scores, {0, 2, 3});
    Unfolding unfolding;
    QCOMPARE(firstRow(derivationOf(scene), Kind::Components)->numbers.size(), std::size_t{8});
    unfolding.all[0] = true;
    unfolding.component[0] = 40;
    const Derivation open = derivationOf(scene, unfolding);
    const DerivationRow* vector = firstRow(open, Kind::Components);
    QCOMPARE(vector->numbers.size(), std::size_t{64});
    QCOMPARE(vector->marked.value_or(0), std::size_t{40});
    QCOMPARE(open.sections[0].rows.size(), std::size_t{1 + 1 + 1 + 6 + 1});
    const ShownNumber& component = open.sections[0].rows[2].numbers[0];
    QCOMPARE(component.value, vector->numbers[40].value);
    double sum = 0;
    for (std::size_t i = 3; i < 10; ++i)
        sum += open.sections[0].rows[i].numbers.back().value;
    QVERIFY(std::fabs(sum - component.value) < 1e-4);
    // A component that a smaller d_k does not have any more is simply closed.
    const Scene small = asking(sceneOf(sentence(6, 8, 2)), Stage::Scores, {0, 2, 3});
    QVERIFY(!firstRow(derivationOf(small, unfolding), Kind::Components)->marked);
}

void TestDerivation::dropout_tells_kept_from_dropped() {
    const Scene scene = sceneOf(*withDropout(example("ticket"), 0.5F));
    const Tensor& dropped = (*scene.trace)[TensorName::DroppedWeights];
    const Tensor& weights = (*scene.trace)[TensorName::AttentionWeights];
    int kept = 0;
    int gone = 0;
    for (Index q = 0; q < 10; ++q) {
        for (Index k = 0; k < 10; ++k) {
            const Derivation derivation = derivationOf(asking(scene, Stage::Dropped, {0, q, k}));
            QCOMPARE(static_cast<float>(derivation.result.value), dropped(0, 0, q, k));
            if (weights(0, 0, q, k) == 0)
                continue;
            const bool isGone = dropped(0, 0, q, k) == 0;
            QCOMPARE(says(derivation, QStringLiteral("dropout: dropped")), isGone);
            QCOMPARE(says(derivation, QStringLiteral("dropout: kept, × 2")), !isGone);
            ++(isGone ? gone : kept);
        }
    }
    QVERIFY(kept > 0 && gone > 0);
}

void TestDerivation::typed_scale_is_named() {
    const Scene scene = sceneOf(*withScale(example("ticket"), 0.25F));
    const Derivation derivation = derivationOf(asking(scene, Stage::Scaled, {0, 1, 2}));
    QVERIFY(says(derivation, QStringLiteral("× 0.25 instead of ÷ √4")));
    QVERIFY(!says(derivation, QStringLiteral("√d_k")));
}

void TestDerivation::mean_and_maximum_list_the_heads() {
    const Scene scene = sceneOf(example("ticket"));
    const Tensor& weights = (*scene.trace)[TensorName::AttentionWeights];
    const Derivation mean = derivationOf(asking(scene, Stage::Weights, {4, 9, 5}));
    const auto heads = rowsOf(mean, Kind::Key);
    QCOMPARE(heads.size(), std::size_t{4});
    double sum = 0;
    for (Index h = 0; h < 4; ++h) {
        QCOMPARE(static_cast<float>(heads[static_cast<std::size_t>(h)]->numbers[0].value),
                 weights(0, h, 9, 5));
        sum += heads[static_cast<std::size_t>(h)]->numbers[0].value;
    }
    QVERIFY(std::fabs(mean.result.value - sum / 4) < 1e-7);
    const Derivation largest = derivationOf(asking(scene, Stage::Weights, {5, 9, 5}));
    for (const DerivationRow* head : rowsOf(largest, Kind::Key))
        QCOMPARE(head->asked, head->numbers[0].value == largest.result.value);
}

void TestDerivation::moves_lead_to_the_cell_they_come_from() {
    const Scene scene = sceneOf(example("arange"));
    const Derivation derivation = derivationOf(asking(scene, Stage::Split, {1, 2, 1}));
    QCOMPARE(derivation.sections.front().rows.size(), std::size_t{2}); // transpose, view
    for (const DerivationRow& row : derivation.sections.front().rows) {
        QCOMPARE(row.numbers[0].value, derivation.result.value);
        const Tensor& from = (*scene.trace)[row.numbers[0].source->step].result;
        QCOMPARE(from.storageIndex(row.numbers[0].source->cell),
                 (*scene.trace)[TensorName::Query].storageIndex({0, 1, 2, 1}));
    }
    QVERIFY(says(derivation, QStringLiteral("memory untouched")));
    const Derivation merged = derivationOf(asking(scene, Stage::Merge, {0, 2, 3}));
    QVERIFY(says(merged, QStringLiteral("copied from")));
    QVERIFY(says(merged, QStringLiteral("Σ weight × v(key)")));
}

void TestDerivation::what_does_not_exist_is_empty() {
    QVERIFY(derivationOf({}).isEmpty());
    const Scene scene = sceneOf(example("ticket"));
    QVERIFY(derivationOf(scene).isEmpty());
    for (const PanelCell& cell : {PanelCell{-1, 0, 0}, PanelCell{6, 0, 0}, PanelCell{0, 10, 0},
                                  PanelCell{0, 0, 10}, PanelCell{0, -1, 0}, PanelCell{5, 0, 10}})
        QVERIFY(derivationOf(asking(scene, Stage::Weights, cell)).isEmpty());
    QVERIFY(derivationOf(asking(scene, Stage::Weights, {0, 0, 0}, 5)).isEmpty());
    QVERIFY(plainText({}).isEmpty());
}

void TestDerivation::tokens_are_no_markup() {
    Experiment experiment = example("ticket");
    experiment.tokens[0][9] = "_{x}%2\n";
    const Derivation derivation =
        derivationOf(asking(sceneOf(experiment), Stage::Weights, {0, 9, 5}));
    QVERIFY(says(derivation, QStringLiteral("q = x(_{x}%2\\n) · W_Q, head 1")));
}

void TestDerivation::a_projection_names_its_bias() {
    const Experiment plain = example("ticket");
    const Experiment biased = withBiases(plain, true);
    const auto titles = [](const Experiment& experiment) {
        QStringList all;
        for (const DerivationSection& section :
             derivationOf(asking(sceneOf(experiment), Stage::Weights, {1, 9, 5})).sections)
            all << section.title;
        return all.join(u'\n');
    };
    QVERIFY(titles(plain).contains(QStringLiteral("q = x(机票 ticket) · W_{Q}, head 2")));
    QVERIFY2(titles(biased).contains(QStringLiteral("q = x(机票 ticket) · W_{Q} + b_{Q}, head 2")),
             qPrintable(titles(biased)));
    QVERIFY(titles(biased).contains(QStringLiteral("· W_{K} + b_{K}, head 2")));
}

void TestDerivation::a_formula_over_typed_numbers_says_so() {
    const Experiment plain = example("ticket");
    const auto formula = [](const Experiment& experiment, TensorName name) {
        return statementOf(sceneOf(experiment), name).formula;
    };
    TypedNumber number;
    number.head = 1;
    number.query = 9;
    number.key = 5;
    number.value = 0.5F;
    const Experiment typed = *withTypedNumber(plain, number);
    const QString softmax = formula(plain, TensorName::AttentionWeights);
    QVERIFY(!softmax.contains(QStringLiteral("typed")));
    QCOMPARE(formula(typed, TensorName::AttentionWeights),
             softmax + QStringLiteral(", 1 of it typed"));
    // What comes of it spells it out, what is before it does not.
    QVERIFY(formula(typed, TensorName::HeadContext).endsWith(QStringLiteral("typed")));
    QCOMPARE(formula(typed, TensorName::Scores), formula(plain, TensorName::Scores));
}

HEADSCOPE_TEST(TestDerivation, QApplication)
#include "test_derivation.moc"
