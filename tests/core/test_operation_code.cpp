// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of every operation. They stand in tests/reference/steps, where make_code_lines.py
// writes them after it ran each on its operands and found the trace's numbers.
#include "attention/multi_head_attention.h"
#include "formats/npy/npy.h"
#include "steps/computed_steps.h"
#include "steps/head_sum.h"
#include "steps/operation_code.h"
#include "support/random_model.h"
#include "support/tensor_files.h"
#include "support/test_program.h"
#include "trace/scopes.h"

#include <QDir>
#include <QFile>
#include <QTextStream>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

Trace attention(ProblemShape shape, std::optional<float> scale = {}) {
    AttentionProblem problem = randomProblem(shape);
    problem.config.scale = scale;
    return runAttention(problem).value();
}

Trace model(const ModelShape& shape) {
    return runModel(randomModel(shape)).value();
}

/// All keys of the third query are masked.
Trace emptyRow(FullyMasked choice, bool sequenceFirst) {
    ProblemShape shape;
    shape.fullyMasked = choice;
    AttentionProblem problem = randomProblem(shape);
    Tensor may = Tensor::filled({4, 4}, {Axis::Query, Axis::Key}, 1);
    for (Index key = 0; key < 4; ++key)
        may = may.withElement({2, key}, 0);
    problem.mask.mayAttend = may;
    if (sequenceFirst)
        problem = inLayout(std::move(problem), Layout::SequenceFirst);
    return runAttention(problem).value();
}

/// Three numbers that somebody typed.
Trace typedNumbers(bool sequenceFirst, Index batch = 2) {
    ProblemShape shape;
    shape.batch = batch;
    AttentionProblem problem = randomProblem(shape);
    problem.typedNumbers = {{{}, TensorName::Scores, 0, 1, 2, 3, 1.5F},
                            {{}, TensorName::MaskedScores, batch - 1, 0, 1, 1, 0.25F},
                            {{}, TensorName::AttentionWeights, 0, 1, 3, 2, 0.5F}};
    if (sequenceFirst)
        problem = inLayout(std::move(problem), Layout::SequenceFirst);
    return runAttention(problem).value();
}

ModelShape encoderShape() {
    ModelShape shape;
    shape.config.feedForwardDim = 5;
    shape.config.positions = true;
    return shape;
}

/// What a model that learns begins with.
Trace lookup() {
    Trace trace;
    TraceStep ids;
    ids.name = TensorName::TokenIds;
    ids.result =
        Tensor::fromValues({1, 3}, {Axis::Batch, Axis::Sequence}, std::array<float, 3>{2, 0, 1});
    TraceStep table;
    table.name = TensorName::EmbeddingWeight;
    table.operation = Operation::Parameter;
    table.result = Tensor::fromValues({4, 2}, {Axis::Vocabulary, Axis::ModelDim},
                                      std::array<float, 8>{1, 2, 3, 4, 5, 6, 7, 8});
    TraceStep step;
    step.name = TensorName::Embedding;
    step.operation = Operation::Lookup;
    step.operands = {trace.add(ids), trace.add(table)};
    step.factor = 1.5F;
    step.result = Tensor::fromValues({1, 3, 2}, {Axis::Batch, Axis::Sequence, Axis::ModelDim},
                                     std::array<float, 6>{7.5F, 9, 1.5F, 3, 4.5F, 6});
    trace.add(step);
    return trace;
}

struct Case {
    QString name;
    Trace trace;
};

std::vector<Case> cases() {
    const auto named = [](const char* name, Trace trace) {
        return Case{QString::fromLatin1(name), std::move(trace)};
    };
    ModelShape encoder = encoderShape();
    ModelShape batchNorm = encoderShape();
    batchNorm.config.norm = NormKind::Batch;
    batchNorm.config.activation = Activation::Gelu;
    batchNorm.config.placement = NormPlacement::Pre;
    ModelShape sequenceFirst = batchNorm;
    sequenceFirst.attention.sequenceFirst = true;
    ModelShape translation = encoderShape();
    translation.config.architecture = Architecture::EncoderDecoder;
    translation.vocabulary = 7;
    translation.sourcePadding = true;
    const auto shaped = [](auto change) {
        ProblemShape shape;
        change(shape);
        return shape;
    };
    std::vector<Case> all;
    all.push_back(named("plain", attention({})));
    all.push_back(named("no_bias", attention(shaped([](auto& s) { s.biases = false; }))));
    all.push_back(named("causal_padding_sequence_first", attention(shaped([](auto& s) {
                            s.causal = s.padding = s.sequenceFirst = true;
                        }))));
    all.push_back(named("heads_apart", attention(shaped([](auto& s) { s.perHead = true; }))));
    all.push_back(named("heads_apart_sequence_first",
                        attention(shaped([](auto& s) { s.perHead = s.sequenceFirst = true; }))));
    all.push_back(named("cross_both_masks", attention(shaped([](auto& s) {
                            s.cross = s.valuesApart = true;
                            s.keys = 5;
                            s.mayAttendAxes = 4;
                            s.additiveAxes = 3;
                        }))));
    all.push_back(named("cross_both_masks_sequence_first", attention(shaped([](auto& s) {
                            s.cross = s.sequenceFirst = true;
                            s.keys = 5;
                            s.mayAttendAxes = 4;
                            s.additiveAxes = 3;
                        }))));
    all.push_back(named("added_mask", attention(shaped([](auto& s) { s.additiveAxes = 4; }))));
    all.push_back(named("dropout", attention(shaped([](auto& s) { s.dropout = 0.2F; }))));
    all.push_back(named("typed_scale", attention({}, 0.125F)));
    all.push_back(named("empty_row_zeros", emptyRow(FullyMasked::Zeros, false)));
    all.push_back(named("empty_row_nan", emptyRow(FullyMasked::NaN, false)));
    all.push_back(named("empty_row_uniform", emptyRow(FullyMasked::Uniform, false)));
    all.push_back(named("empty_row_zeros_sequence_first", emptyRow(FullyMasked::Zeros, true)));
    all.push_back(named("empty_row_uniform_sequence_first", emptyRow(FullyMasked::Uniform, true)));
    all.push_back(named("typed_numbers", typedNumbers(false)));
    all.push_back(named("typed_numbers_sequence_first", typedNumbers(true)));
    all.push_back(named("encoder", model(encoder)));
    all.push_back(named("encoder_batch_norm", model(batchNorm)));
    all.push_back(named("encoder_sequence_first", model(sequenceFirst)));
    all.push_back(named("encoder_decoder", model(translation)));
    all.push_back(named("lookup", lookup()));
    return all;
}

QString text(const Trace& block, std::size_t step, CodeDialect dialect) {
    return QString::fromStdString(codeText(codeLine(block, step, dialect)));
}

constexpr CodeDialect pythons[] = {CodeDialect::PyTorch, CodeDialect::NumPy, CodeDialect::Einops};

/// A block's lines as the file of reference has them.
QStringList linesOf(const Trace& block) {
    QStringList lines;
    for (std::size_t step = 0; step < block.steps().size(); ++step) {
        for (const CodeDialect dialect : pythons) {
            const QString line = text(block, step, dialect);
            if (!line.isEmpty())
                lines << QString::fromLatin1(dialectName(dialect)) + u'\t' + line;
        }
    }
    return lines;
}

QString referenceFile(const QString& name) {
    return QStringLiteral(HEADSCOPE_TEST_DATA "/reference/steps/%1.txt").arg(name);
}

/// The lines of one case with their operands and results, for make_code_lines.py.
class Bundle {
public:
    explicit Bundle(const QString& folder)
        : m_folder(folder)
        , m_file(m_folder.filePath(QStringLiteral("steps.txt"))) {
        QVERIFY(m_folder.mkpath(QStringLiteral(".")));
        QVERIFY(m_file.open(QIODevice::WriteOnly | QIODevice::Text));
    }
    void add(const Trace& block, const QString& scope) {
        QTextStream out(&m_file);
        out << "scope\t" << scope << '\n';
        const std::vector<ComputedStep> stops = computedSteps(block);
        for (std::size_t step = 0; step < block.steps().size(); ++step) {
            const TraceStep& made = block[step];
            if (text(block, step, CodeDialect::PyTorch).isEmpty())
                continue;
            const bool shown = std::ranges::find(stops, step, &ComputedStep::step) != stops.end();
            out << (shown ? "stop\t" : "step\t") << QString::fromStdString(codeName(made.name))
                << '\t' << kept(made.result) << '\n';
            for (std::size_t i = 0; i < made.operands.size(); ++i) {
                const TraceStep& operand =
                    block[i == 0 ? codeSource(block, step) : made.operands[i]];
                out << "operand\t" << QString::fromStdString(codeName(operand.name)) << '\t'
                    << kept(operand.result) << '\n';
            }
            if (made.operation == Operation::Dropout)
                out << "operand\tkept\t" << kept(keptBy(made.result)) << '\n';
            for (const CodeDialect dialect : pythons)
                out << "line\t" << dialectName(dialect) << '\t' << text(block, step, dialect)
                    << '\n';
        }
    }

private:
    static Tensor keptBy(const Tensor& dropped) {
        Tensor kept = Tensor::filled(dropped.shape(), dropped.axes(), 1);
        const Tensor packed = dropped.contiguous();
        for (Index i = 0; i < kept.elementCount(); ++i)
            kept.mutableData()[i] = packed.data()[i] == 0.0F ? 0.0F : 1.0F;
        return kept;
    }
    QString kept(const Tensor& tensor) {
        const QString name = QStringLiteral("t%1.npy").arg(m_count++);
        if (!writeNpy(m_folder.filePath(name).toStdString(), tensor))
            qFatal("cannot write %s", qPrintable(name));
        return name;
    }

    QDir m_folder;
    QFile m_file;
    int m_count = 0;
};

} // namespace

class TestOperationCode : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void python_lines_are_those_that_were_run_data();
    void python_lines_are_those_that_were_run();
    void nothing_to_compute_has_no_line();
    void sizes_know_their_axes();
    void w_o_is_a_sum_over_heads();
};

void TestOperationCode::python_lines_are_those_that_were_run_data() {
    QTest::addColumn<QString>("name");
    for (const Case& c : cases())
        QTest::newRow(qPrintable(c.name)) << c.name;
}

void TestOperationCode::python_lines_are_those_that_were_run() {
    QFETCH(QString, name);
    const std::vector<Case> all = cases();
    const auto found = std::ranges::find(all, name, &Case::name);
    const QString folder = qEnvironmentVariable("HEADSCOPE_CODE_LINES");
    std::optional<Bundle> bundle;
    if (!folder.isEmpty())
        bundle.emplace(QDir(folder).filePath(name));
    QStringList lines;
    for (const TraceScope& scope : scopesOf(found->trace)) {
        const Trace block = slice(found->trace, scope.path).trace;
        lines << u'[' + QString::fromStdString(scope.path) + u']' << linesOf(block);
        if (bundle)
            bundle->add(block, QString::fromStdString(scope.path));
    }
    QVERIFY(lines.size() > 3);
    if (bundle)
        return;
    QFile file(referenceFile(name));
    QVERIFY2(file.open(QIODevice::ReadOnly | QIODevice::Text), qPrintable(file.fileName()));
    const QStringList expected = QString::fromUtf8(file.readAll()).trimmed().split(u'\n');
    for (qsizetype i = 0; i < std::min(lines.size(), expected.size()); ++i)
        QCOMPARE(lines[i], expected[i]);
    QCOMPARE(lines.size(), expected.size());
}

void TestOperationCode::nothing_to_compute_has_no_line() {
    const Trace t = attention({});
    for (std::size_t step = 0; step < t.steps().size(); ++step) {
        const Operation operation = t[step].operation;
        // Nobody masked anything here either.
        const bool given = operation == Operation::Input || operation == Operation::Parameter ||
                           operation == Operation::Mask || operation == Operation::ApplyMask;
        for (const CodeDialect dialect : pythons)
            QCOMPARE(codeLine(t, step, dialect).empty(), given);
    }
}

void TestOperationCode::sizes_know_their_axes() {
    const Trace t = attention({});
    std::vector<AxisFamily> families;
    QString current;
    for (const CodePart& part : codeLine(t, *t.indexOf(TensorName::Scores), CodeDialect::PyTorch)) {
        if (part.axis)
            families.push_back(*part.axis);
        if (part.current)
            current += QString::fromStdString(part.text);
    }
    QCOMPARE(families, (std::vector{AxisFamily::Batch, AxisFamily::Heads, AxisFamily::Sequence,
                                    AxisFamily::Sequence}));
    QCOMPARE(current, QStringLiteral("scores = q @ k.transpose(-2, -1)"));
}

void TestOperationCode::w_o_is_a_sum_over_heads() {
    const auto lineOf = [](const Trace& t, CodeDialect dialect) {
        return QString::fromStdString(
            codeText(headSumLine(t, *t.indexOf(TensorName::Output), dialect)));
    };
    for (const bool sequenceFirst : {false, true}) {
        ProblemShape shape;
        shape.sequenceFirst = sequenceFirst;
        const Trace t = attention(shape);
        const std::size_t step = *t.indexOf(TensorName::Output);
        const Index heads = headsOfProduct(t, step);
        const Tensor& context = t[t[step].operands[0]].result;
        const Index width = context.shape().back() / heads;
        QVERIFY(heads > 1);
        const QString slice = QStringLiteral("h*%1:(h+1)*%1").arg(width);
        for (const CodeDialect dialect : {CodeDialect::PyTorch, CodeDialect::NumPy})
            QVERIFY2(
                lineOf(t, dialect)
                    .startsWith(QStringLiteral("output = sum(context[..., %1] @ W_o[%1] for h in "
                                               "range(%2)) + b_o  # (")
                                    .arg(slice)
                                    .arg(heads)),
                qPrintable(lineOf(t, dialect)));
        const QString rows = sequenceFirst ? QStringLiteral("i b") : QStringLiteral("b i");
        QVERIFY2(lineOf(t, CodeDialect::Einops)
                     .startsWith(
                         QStringLiteral("output = einsum(rearrange(context, '%1 (h d) -> %1 h d', "
                                        "h=%2), rearrange(W_o, '(h d) m -> h d m', h=%2), '%1 h d, "
                                        "h d m -> %1 m') + b_o  # (")
                             .arg(rows)
                             .arg(heads)),
                 qPrintable(lineOf(t, CodeDialect::Einops)));
        // A cell is what its heads add, and the bias.
        const Tensor& output = t[step].result;
        for (Index i = 0; i < output.elementCount(); ++i) {
            const Index row = i / output.size(2);
            const Cell cell = {row / output.size(1), row % output.size(1), i % output.size(2)};
            const Explanation numbers = explain(t, step, cell);
            double sum = static_cast<double>(*numbers.bias);
            for (const double part : headParts(numbers, heads))
                sum += part;
            QVERIFY(std::fabs(sum - static_cast<double>(output.at(cell))) < 1e-5);
        }
        // No other product is one.
        for (std::size_t other = 0; other < t.steps().size(); ++other)
            QCOMPARE(headsOfProduct(t, other) > 0, other == step);
    }
}

HEADSCOPE_TEST(TestOperationCode, QCoreApplication)
#include "test_operation_code.moc"
