// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/edit_typed_numbers.h"
#include "inspector/derivation/trace_walk.h"
#include "support/derivation.h"
#include "support/derivation_rows.h"
#include "support/inspector_scenes.h"
#include "support/test_program.h"

#include <QApplication>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// What a shown text stands for, and how far the number may be from it.
std::pair<double, double> read(QString text) {
    text.replace(QChar(0x2212), u'-');
    if (text == QStringLiteral("NaN"))
        return {std::nan(""), 0};
    if (text.endsWith(u'\u221E'))
        return {text.startsWith(u'-') ? -INFINITY : INFINITY, 0};
    bool ok = false;
    if (text[0] == u'<' || text[0] == u'>') { // "<.0001", ">.9999": the middle of what is meant
        const double bound = QLocale::c().toDouble(text.mid(1), &ok);
        const bool small = std::fabs(bound) < 0.5;
        const double middle = small ? bound / 2 : (bound + std::copysign(1, bound)) / 2;
        return {middle, std::fabs(bound - middle)};
    }
    const double value = QLocale::c().toDouble(text, &ok);
    if (!ok)
        qFatal("not a number: %s", qPrintable(text));
    const qsizetype e = text.indexOf(u'e');
    const QString mantissa = text.left(e);
    const qsizetype point = mantissa.indexOf(u'.');
    const auto decimals = point < 0 ? 0 : mantissa.size() - point - 1;
    const int exponent = e < 0 ? 0 : text.mid(e + 1).toInt();
    return {value, 0.5000001 * std::pow(10.0, exponent - static_cast<int>(decimals))};
}

void checkNumbers(const Scene& scene, const Derivation& derivation) {
    for (const ShownNumber* number : numbersOf(derivation)) {
        const auto [value, tolerance] = read(number->text);
        QVERIFY2(same(number->value, value) || std::fabs(number->value - value) <= tolerance,
                 qPrintable(QStringLiteral("%1 is shown as %2")
                                .arg(number->value, 0, 'g', 17)
                                .arg(number->text)));
        QVERIFY2(number->value == 0 || value != 0 || std::isnan(number->value),
                 "a number that is not zero reads as zero");
        if (!number->source)
            continue;
        QVERIFY2(same(number->value, valueOf(*scene.trace, *number->source)),
                 qPrintable(number->text));
        QVERIFY(!number->full.isEmpty());
        const auto there = destinationOf(*scene.trace, scene.selection.sequence, *number->source);
        if (there) {
            const auto back = traceCellAt(*scene.trace, scene.selection.sequence, *there);
            QVERIFY(back.has_value());
            QVERIFY(*back == *number->source);
        }
    }
}

/// Every "left × right = product", and every sum under its title.
void checkArithmetic(const Derivation& derivation) {
    for (const DerivationSection& section : derivation.sections) {
        double sum = 0;
        double magnitude = 0;
        bool sums = section.value.has_value() && section.value->source.has_value();
        for (const DerivationRow& row : section.rows) {
            if (row.kind == Kind::Term) {
                const double product = row.numbers[0].value * row.numbers[1].value;
                QVERIFY(same(product, row.numbers[2].value) ||
                        std::fabs(product - row.numbers[2].value) <= 1e-6 * std::fabs(product));
                sum += row.numbers[2].value;
                magnitude += std::fabs(row.numbers[2].value);
            } else if (row.kind == Kind::Equation) {
                sum += row.numbers[0].value; // the rest, or a bias
                magnitude += std::fabs(row.numbers[0].value);
            } else {
                sums = false;
            }
        }
        if (sums && !section.rows.empty() && section.rows.front().kind == Kind::Term &&
            std::isfinite(sum))
            QVERIFY2(std::fabs(sum - section.value->value) <= 1e-5 * magnitude + 1e-12,
                     qPrintable(section.title));
    }
}

} // namespace

class TestDerivationNumbers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_number_is_that_of_the_trace_data();
    void every_number_is_that_of_the_trace();
};

void TestDerivationNumbers::every_number_is_that_of_the_trace_data() {
    QTest::addColumn<Experiment>("experiment");
    QTest::addColumn<int>("sequence");
    for (const Example& one : examples()) // the blocks of models are in test_block_inspector
        if (one.make().model.architecture == Architecture::Attention)
            QTest::newRow(one.id.data()) << one.make() << 0;
    const Experiment ticket = example("ticket");
    QTest::newRow("last_sequence_of_a_padded_batch") << example("causal-padding") << 2;
    QTest::newRow("causal") << withCausal(ticket, true) << 0;
    QTest::newRow("biases") << withBiases(ticket, true) << 0;
    QTest::newRow("dropout") << *withDropout(ticket, 0.3F) << 0;
    QTest::newRow("fully_masked_row") << withFullyMaskedRow(ticket, 3) << 0;
    QTest::newRow("overflow_to_nan") << overflowing(ticket) << 0;
    QTest::newRow("one_token") << sentence(1, 4, 2) << 0;
    QTest::newRow("keys_512") << sentence(512, 8, 2) << 0;
    QTest::newRow("d_k_64") << sentence(6, 128, 2) << 0;
    Experiment added = ticket;
    added.additiveMask = Tensor::filled({10, 10}, {Axis::Query, Axis::Key}, 0.5F)
                             .withElement({9, 9}, -std::numeric_limits<float>::infinity());
    QTest::newRow("additive_mask") << added << 0;
    Experiment cross = ticket;
    cross.keyTokens = std::vector<TokenList>{{"I", "book", "it"}};
    cross.keyInput = Tensor::filled({1, 3, 4}, {Axis::Batch, Axis::Sequence, Axis::ModelDim}, 0.25F)
                         .withElement({0, 1, 2}, -1.5F);
    QTest::newRow("cross_attention") << cross << 0;
    // A number is held in each stage of a cell that is asked below, and of one beside it.
    Experiment typed = *withDropout(withCausal(ticket, true), 0.3F);
    for (const TensorName stage : stagesToType()) {
        typed = *withTypedNumber(typed, {Scope(), stage, 0, 0, 5, 5, 1.25F});
        typed = *withTypedNumber(typed, {Scope(), stage, 0, 1, 0, 9, -0.75F}); // masked
    }
    QTest::newRow("held") << typed << 0;
    QTest::newRow("held_sequence_first") << withLayout(typed, Layout::SequenceFirst) << 0;
}

void TestDerivationNumbers::every_number_is_that_of_the_trace() {
    QFETCH(Experiment, experiment);
    QFETCH(int, sequence);
    Scene scene = sceneOf(experiment);
    scene.selection.sequence = sequence;
    int checked = 0;
    for (int s = 0; s < stageCount; ++s) {
        const auto stage = static_cast<Stage>(s);
        const auto tensors = tensorsOf(stage, *scene.trace);
        for (std::size_t t = 0; t < tensors.size(); ++t) {
            for (const PanelCell& cell : someCells(scene, tensors[t])) {
                const Scene asked = asking(scene, stage, cell, t);
                const Derivation derivation = derivationOf(asked);
                QVERIFY(!derivation.isEmpty());
                const auto panels = panelsOf(*scene.trace, tensors[t], sequence, true);
                const float value =
                    panels[static_cast<std::size_t>(cell.panel)].matrix(cell.row, cell.column);
                QVERIFY(same(derivation.result.value, value));
                checkNumbers(asked, derivation);
                checkArithmetic(derivation);
                if (QTest::currentTestFailed()) {
                    qInfo("stage %d, tensor %zu, panel %d, row %td, column %td", s, t, cell.panel,
                          cell.row, cell.column);
                    return;
                }
                ++checked;
            }
        }
    }
    QVERIFY(checked >= 40);
}

HEADSCOPE_TEST(TestDerivationNumbers, QApplication)
#include "test_derivation_numbers.moc"
