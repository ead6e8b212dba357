// SPDX-License-Identifier: GPL-3.0-or-later
// The softmax of a row as columns: the places of its parts over all sizes, and what is written on
// them against the trace.
#include "attention/multi_head_attention.h"
#include "pages/steps/softmax/softmax_painter.h"
#include "pages/steps/softmax/softmax_words.h"
#include "run/run.h"
#include "support/printed_line.h"
#include "support/random_problem.h"
#include "support/test_program.h"
#include "support/text_probe.h"
#include "words/asked_words.h"
#include "words/numbers/number_format.h"
#include "words/typed_number_text.h"

#include <QApplication>
#include <QtTest>

#include <algorithm>
#include <numeric>

using namespace headscope;

namespace {

struct Row {
    Trace trace;
    MatrixPanel panel;
    SoftmaxData data;
};

Trace traceOf(Index keys, FullyMasked fullyMasked = FullyMasked::Zeros, bool firstMasked = false) {
    ProblemShape shape;
    shape.batch = 1;
    shape.queries = keys;
    shape.fullyMasked = fullyMasked;
    shape.seed = 7;
    AttentionProblem problem = randomProblem(shape);
    problem.mask.causal = true;
    if (firstMasked) {
        Tensor may = Tensor::filled({keys, keys}, {Axis::Query, Axis::Key}, 1);
        for (Index key = 0; key < keys; ++key)
            may = may.withElement({1, key}, 0);
        problem.mask.mayAttend = may;
    }
    return runAttention(problem).value();
}

Row rowOf(Trace trace, Index row, std::optional<Index> asked) {
    MatrixPanel panel = panelsOf(trace, TensorName::AttentionWeights, 0)[1];
    QStringList labels;
    for (Index key = 0; key < panel.matrix.size(1); ++key)
        labels << QStringLiteral("word %1").arg(key + 1);
    SoftmaxRequest request{trace, panel, row, asked, labels.value(row), labels};
    request.scoreScale = ValueRange{-4, 4};
    request.weightScale = ValueRange{0, 1};
    const SoftmaxData data = softmaxData(request);
    return {trace, panel, data};
}

/// What is written at a moment, on a sheet with 20 pixels around the area.
std::vector<WrittenText> textsAt(const SoftmaxData& data, QSizeF size, double progress,
                                 double scale) {
    const SoftmaxLook look{ThemeKind::Light, scale, true, scale > 1};
    const SoftmaxGeometry geometry =
        layoutSoftmax(softmaxInput(QRectF(QPointF(20, 20), size), data, look));
    const double height = std::max(size.height() + 20, geometry.bottom) + 20;
    TextProbe probe(QSize(static_cast<int>(size.width()) + 40, static_cast<int>(height)));
    QPainter painter(&probe);
    paintSoftmax(painter, geometry, data, progress, look);
    painter.end();
    return probe.texts();
}

QStringList words(const std::vector<WrittenText>& texts) {
    QStringList all;
    for (const WrittenText& text : texts)
        all << text.text;
    return all;
}

} // namespace

class TestSoftmaxPicture : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbers_are_the_traces_data();
    void numbers_are_the_traces();
    void bars_and_segments_end_at_the_numbers();
    void rows_stand_under_each_other_data();
    void rows_stand_under_each_other();
    void no_text_lies_on_another_data();
    void no_text_lies_on_another();
    void moves_follow_each_other();
    void nothing_is_written_before_it_is_made();
    void at_the_end_every_weight_is_written();
    void many_keys_have_the_largest_in_numbers();
    void fully_masked_rows_are_explained_data();
    void fully_masked_rows_are_explained();
    void every_line_computes_as_it_is_printed();
    void a_typed_weight_is_said_to_be();
    void columns_and_phases_are_found();
};

void TestSoftmaxPicture::numbers_are_the_traces_data() {
    QTest::addColumn<qint64>("keys");
    for (const qint64 keys : {1, 2, 6, 19, 200})
        QTest::addRow("%lld", static_cast<long long>(keys)) << keys;
}

void TestSoftmaxPicture::numbers_are_the_traces() {
    QFETCH(qint64, keys);
    const Index row = keys / 2;
    const Row made = rowOf(traceOf(keys), row, 0);
    const Tensor& scores = made.trace[TensorName::MaskedScores];
    const Tensor& weights = made.trace[TensorName::AttentionWeights];
    double sum = 0;
    for (Index key = 0; key < keys; ++key) {
        const SoftmaxColumn& column = made.data[key];
        QCOMPARE(column.score, scores(0, 1, row, key));
        QCOMPARE(column.weight, weights(0, 1, row, key));
        QCOMPARE(column.isMasked(), key > row);
        sum += column.exponential;
        QVERIFY(std::fabs(column.sumSoFar - sum) < 1e-6 * sum);
        QVERIFY(std::fabs(column.exponential / made.data.sum - static_cast<double>(column.weight)) <
                1e-6);
    }
    QVERIFY(made.data.largest);
    for (Index key = 0; key < keys; ++key)
        QVERIFY(made.data[*made.data.largest].score >= made.data[key].score);
    QVERIFY(made.data.note.isEmpty());
}

void TestSoftmaxPicture::bars_and_segments_end_at_the_numbers() {
    const Row made = rowOf(traceOf(6), 4, 1);
    const SoftmaxGeometry g = layoutSoftmax(softmaxInput(QRectF(0, 0, 543, 690), made.data, {}));
    double right = g.sum.left();
    for (Index key = 0; key < 6; ++key) {
        const SoftmaxColumn& column = made.data[key];
        const QRectF bar = g.bar(g.exponentials, key, column.exponential);
        QCOMPARE(bar.bottom(), g.exponentials.bottom());
        QVERIFY(std::fabs(bar.height() - column.exponential * g.exponentials.height()) < 1e-9);
        const QRectF segment =
            g.segment(column.sumSoFar - column.exponential, column.sumSoFar, made.data.sum);
        QVERIFY(std::fabs(segment.left() - right) < 1e-4);
        right = segment.right();
    }
    QVERIFY(std::fabs(right - g.sum.right()) < 1e-4);
}

void TestSoftmaxPicture::rows_stand_under_each_other_data() {
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<qint64>("keys");
    QTest::addColumn<double>("scale");
    for (const QSizeF size :
         {QSizeF(480, 440), QSizeF(520, 600), QSizeF(700, 480), QSizeF(900, 1000)}) {
        for (const qint64 keys : {1, 2, 6, 10, 16, 60, 4096})
            QTest::addRow("%gx%g_%lld", size.width(), size.height(), static_cast<long long>(keys))
                << size << keys << 1.0;
    }
    QTest::newRow("presented") << QSizeF(1000, 860) << qint64{10} << 1.7;
    QTest::newRow("presented_many") << QSizeF(1600, 860) << qint64{100} << 1.7;
}

void TestSoftmaxPicture::rows_stand_under_each_other() {
    QFETCH(QSizeF, size);
    QFETCH(qint64, keys);
    QFETCH(double, scale);
    SoftmaxGeometryInput in;
    in.area = QRectF(QPointF(20, 20), size);
    in.columns = keys;
    in.textScale = scale;
    in.wordsWidth = 80 * scale;
    in.titleWidth = 200 * scale;
    in.phaseWidths = {30 * scale, 30 * scale, 30 * scale, 60 * scale};
    const SoftmaxGeometry g = layoutSoftmax(in);
    const QRectF rows[] = {
        g.title,    g.labels, g.scores,   g.belowScores, g.exponentials, g.belowExponentials,
        g.aboveSum, g.sum,    g.belowSum, g.quotients,   g.weights,      g.calculation};
    for (std::size_t i = 0; i + 1 < std::size(rows); ++i) {
        QVERIFY(rows[i].height() > 0);
        QVERIFY(rows[i].bottom() <= rows[i + 1].top() + 1e-9);
    }
    for (const QRectF& row : rows) {
        QVERIFY(row.left() >= in.area.left() - 1e-9);
        QVERIFY(row.right() <= in.area.right() + 1e-9);
    }
    QVERIFY(g.totals.right() <= in.area.right() + 1e-9);
    if (size.height() >= 600 * scale || scale == 1)
        QVERIFY(g.bottom <= in.area.bottom() + 1e-9);
    for (Index i = 0; i + 1 < keys; ++i)
        QVERIFY(g.cell(g.weights, i).right() <= g.cell(g.weights, i + 1).left() + 1e-9);
    QVERIFY(g.column(g.weights, keys - 1).right() <= g.totals.left() + 1e-6);
    std::vector<Index> wanted(static_cast<std::size_t>(keys));
    std::iota(wanted.begin(), wanted.end(), Index{0});
    const std::vector<Index> written = writtenColumns(g, wanted);
    QVERIFY(!written.empty());
    QCOMPARE(g.narrow, written.size() < wanted.size());
}

void TestSoftmaxPicture::no_text_lies_on_another_data() {
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<qint64>("keys");
    QTest::addColumn<double>("scale");
    for (const qint64 keys : {2, 6, 10, 14, 40, 900}) {
        QTest::addRow("beside_%lld", static_cast<long long>(keys))
            << QSizeF(520, 600) << keys << 1.0;
        QTest::addRow("low_%lld", static_cast<long long>(keys)) << QSizeF(700, 480) << keys << 1.0;
        QTest::addRow("presented_%lld", static_cast<long long>(keys))
            << QSizeF(1200, 860) << keys << 1.7;
    }
}

void TestSoftmaxPicture::no_text_lies_on_another() {
    QFETCH(QSizeF, size);
    QFETCH(qint64, keys);
    QFETCH(double, scale);
    for (const Index row : {Index{0}, Index{keys / 2}, Index{keys - 1}}) {
        const Row made = rowOf(traceOf(keys), row, row / 2);
        for (const double progress : {0.0, 0.2, 0.5, 0.6, 0.75, 1.0}) {
            const std::vector<WrittenText> texts = textsAt(made.data, size, progress, scale);
            // While parts fly from the bars to the sum only what stands still is compared.
            const QString overlap = overlapIn(texts);
            QVERIFY2(
                overlap.isEmpty(),
                qPrintable(QStringLiteral("row %1, %2: %3").arg(row).arg(progress).arg(overlap)));
            for (const WrittenText& text : texts) {
                QVERIFY2(text.clip.contains(text.ink), qPrintable(QStringLiteral("%1 at %2, %3")
                                                                      .arg(text.text)
                                                                      .arg(text.ink.x())
                                                                      .arg(text.ink.y())));
                if (scale > 1)
                    QVERIFY2(text.pixels >= 20, qPrintable(text.text));
            }
        }
    }
}

void TestSoftmaxPicture::moves_follow_each_other() {
    using enum SoftmaxPhase;
    for (int i = 0; i <= 400; ++i) {
        const double progress = i / 400.0;
        double later = 1;
        for (const SoftmaxPhase phase : {Max, Exponential, Sum, Quotient}) {
            const double done = softmaxProgress(phase, progress);
            QVERIFY(done <= later);
            QVERIFY(later == 1 || done == 0);
            later = done;
            QCOMPARE(softmaxProgress(phase, endOf(phase)), 1.0);
            QCOMPARE(softmaxPhaseAt(endOf(phase)), phase);
        }
    }
    QCOMPARE(softmaxPhaseAt(0), Max);
    QCOMPARE(endOf(Quotient), 1.0);
}

void TestSoftmaxPicture::nothing_is_written_before_it_is_made() {
    // A row whose second key has a power of its own and a weight that is another number.
    std::optional<Row> found;
    for (Index row = 2; row < 6 && !found; ++row) {
        Row made = rowOf(traceOf(6), row, 1);
        if (made.data.sum > 1.3 && made.data[1].exponential > 0.01 &&
            made.data[1].exponential < 0.99)
            found = std::move(made);
    }
    QVERIFY(found);
    const Row& made = *found;
    const QString weight = cellText(made.data[1].weight, 5);
    const QString power = cellText(static_cast<float>(made.data[1].exponential), 5);
    const QSizeF size(543, 690);
    QVERIFY(!words(textsAt(made.data, size, endOf(SoftmaxPhase::Max), 1)).contains(power));
    QVERIFY(words(textsAt(made.data, size, endOf(SoftmaxPhase::Exponential), 1)).contains(power));
    QVERIFY(!words(textsAt(made.data, size, endOf(SoftmaxPhase::Sum), 1)).contains(weight));
    QVERIFY(words(textsAt(made.data, size, 1, 1)).contains(weight));
    QVERIFY(!words(textsAt(made.data, size, endOf(SoftmaxPhase::Exponential), 1))
                 .contains(numberText(made.data.sum)));
    QVERIFY(words(textsAt(made.data, size, endOf(SoftmaxPhase::Sum), 1))
                .contains(numberText(made.data.sum)));
}

void TestSoftmaxPicture::at_the_end_every_weight_is_written() {
    const Row made = rowOf(traceOf(6), 4, 1);
    const QStringList written = words(textsAt(made.data, QSizeF(543, 690), 1, 1));
    for (Index key = 0; key <= 4; ++key)
        QVERIFY(written.count(cellText(made.data[key].weight, 5)) >=
                2); // above the bar, in the cell
    QVERIFY(written.contains(resultText(static_cast<double>(made.data[1].weight))));
    QVERIFY(written.contains(sumText(made.data.weightSum, 6)));
    QVERIFY(written.contains(QStringLiteral("−∞")));
}

void TestSoftmaxPicture::many_keys_have_the_largest_in_numbers() {
    const Row made = rowOf(traceOf(300), 299, 17);
    const QStringList written = words(textsAt(made.data, QSizeF(700, 600), 1, 1));
    QVERIFY(written.contains(cellText(made.data[17].weight, 5)));
    QVERIFY(written.contains(cellText(made.data[*made.data.largest].weight, 5)));
    QVERIFY(std::ranges::any_of(written, [](const QString& text) {
        return text.contains(QStringLiteral("of 300 in numbers"));
    }));
}

void TestSoftmaxPicture::fully_masked_rows_are_explained_data() {
    QTest::addColumn<int>("choice");
    QTest::newRow("zeros") << static_cast<int>(FullyMasked::Zeros);
    QTest::newRow("nan") << static_cast<int>(FullyMasked::NaN);
    QTest::newRow("uniform") << static_cast<int>(FullyMasked::Uniform);
}

void TestSoftmaxPicture::fully_masked_rows_are_explained() {
    QFETCH(int, choice);
    const Row made = rowOf(traceOf(6, static_cast<FullyMasked>(choice), true), 1, 2);
    QVERIFY(!made.data.largest);
    QVERIFY(!made.data.note.isEmpty());
    QVERIFY(softmaxSentence(made.data, 1).isEmpty()); // no quotient is claimed
    const float weight = made.panel.matrix(1, 2);
    QCOMPARE(cellText(made.data[2].weight), cellText(weight));
    const std::vector<WrittenText> texts = textsAt(made.data, QSizeF(543, 690), 1, 1);
    QVERIFY(overlapIn(texts).isEmpty());
    // Of zeros the slots are hatched; what counts after all has its number above its bar and in its
    // cell.
    const auto count = words(texts).count(cellText(weight, 5));
    QVERIFY(weight == 0.0F || count >= 12);
}

/// e^(s − max) = …, … ÷ … = …, and both in one line, as the inspector has it.
void TestSoftmaxPicture::every_line_computes_as_it_is_printed() {
    int lines = 0;
    for (unsigned seed = 1; seed <= 60; ++seed) {
        ProblemShape shape;
        shape.queries = 5;
        shape.keys = 5;
        shape.keyDim = 1 + seed % 4;
        shape.causal = seed % 3 == 0;
        shape.seed = seed;
        const Trace trace = runAttention(randomProblem(shape)).value();
        for (Index row = 0; row < 5; ++row) {
            for (Index key = 0; key < 5; ++key) {
                const Row made = rowOf(trace, row, key);
                const auto check = [&](const QString& line) {
                    QVERIFY2(testing::PrintedLine::holds(line), qPrintable(line));
                    ++lines;
                };
                for (const SoftmaxPhase phase :
                     {SoftmaxPhase::Exponential, SoftmaxPhase::Quotient}) {
                    const QString line = softmaxSentence(made.data, endOf(phase));
                    check(line.section(QStringLiteral(": "), 1));
                }
                const std::size_t step = *trace.indexOf(TensorName::AttentionWeights);
                const Explanation softmax = explain(trace, step, made.panel.cellAt(row, key));
                check(quotientText(softmax) + QStringLiteral(" = ") + numberText(softmax.result));
            }
        }
    }
    QCOMPARE(lines, 60 * 25 * 3);
}

void TestSoftmaxPicture::a_typed_weight_is_said_to_be() {
    ProblemShape shape;
    shape.batch = 1;
    shape.queries = 6;
    AttentionProblem problem = randomProblem(shape);
    problem.typedNumbers = {{{}, TensorName::AttentionWeights, 0, 1, 4, 2, 0.5F}};
    const Row made = rowOf(runAttention(problem).value(), 4, 2);
    const TraceStep& step = *made.trace.find(TensorName::AttentionWeights);
    QCOMPARE(step.typedNumbers.size(), std::size_t{1});
    for (Index key = 0; key < 6; ++key)
        QCOMPARE(made.data[key].insteadOf.has_value(), key == 2);
    QCOMPARE(*made.data[2].insteadOf, step.typedNumbers.front().wouldBe);
    QVERIFY(std::fabs(made.data.weightSum - 1) > 1e-3); // and so the row does not sum to 1
    const QString sentence = softmaxSentence(made.data, 1);
    QVERIFY(sentence.contains(typedText(step.typedNumbers.front().wouldBe)));
    QVERIFY(!sentence.contains(u'÷')); // no quotient gives it
    const std::vector<WrittenText> texts = textsAt(made.data, QSizeF(543, 690), 1, 1);
    QVERIFY(overlapIn(texts).isEmpty());
    QVERIFY(words(texts).contains(sumText(made.data.weightSum, 6)));
}

void TestSoftmaxPicture::columns_and_phases_are_found() {
    const Row made = rowOf(traceOf(6), 4, 1);
    const SoftmaxGeometry g = layoutSoftmax(softmaxInput(QRectF(0, 0, 543, 690), made.data, {}));
    for (Index key = 0; key < 6; ++key) {
        QCOMPARE(g.columnAt(g.cell(g.scores, key).center()), std::optional(key));
        QCOMPARE(g.columnAt(g.cell(g.weights, key).center()), std::optional(key));
    }
    QVERIFY(!g.columnAt(g.sum.center()));
    QVERIFY(!g.columnAt(QPointF(2, g.weights.center().y())));
    for (std::size_t i = 0; i < softmaxPhases; ++i)
        QCOMPARE(g.phaseAt(g.phases[i].center()), std::optional(static_cast<SoftmaxPhase>(i)));
    QVERIFY(!g.phaseAt(g.weights.center()));
}

HEADSCOPE_TEST(TestSoftmaxPicture, QApplication)
#include "test_softmax_picture.moc"
