// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of every operation. Those of Python stand in tests/reference/steps, where
// make_code_lines.py writes them after it ran each on its operands and found the trace's numbers;
// those of Eigen are compiled here.
#include "attention/multi_head_attention.h"
#include "formats/npy.h"
#include "steps/computed_steps.h"
#include "steps/head_sum.h"
#include "steps/operation_code.h"
#include "support/random_model.h"
#include "support/test_program.h"
#include "trace/scopes.h"

#include <unsupported/Eigen/SpecialFunctions>

#include <Eigen/Dense>

#include <QDir>
#include <QFile>
#include <QTextStream>
#include <QtTest>

using namespace headscope;

namespace {

using Eigen::MatrixXf;
using Eigen::RowVectorXf;

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
    problem.held = {{{}, TensorName::Scores, 0, 1, 2, 3, 1.5F},
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

/// The matrix of sequence 1 (or the only one) and head 1 as Eigen's lines know it.
MatrixXf matrixOf(const Tensor& tensor, Index sequence = 1, Index head = 1) {
    std::vector<Index> at(tensor.rank(), 0);
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < tensor.rank(); ++i) {
        const Axis axis = tensor.axes()[i];
        if (axis == Axis::Batch)
            at[i] = std::min(sequence, tensor.size(i) - 1);
        else if (axis == Axis::Heads)
            at[i] = head;
        else
            free.push_back(i);
    }
    const Index rows = free.size() > 1 ? tensor.size(free[0]) : 1;
    const Index columns = tensor.size(free.back());
    MatrixXf matrix(rows, columns);
    Cell cell(tensor.rank(), 0);
    for (std::size_t i = 0; i < at.size(); ++i)
        cell[i] = at[i];
    for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < columns; ++column) {
            if (free.size() > 1)
                cell[free[0]] = row;
            cell[free.back()] = column;
            matrix(row, column) = tensor.at(cell);
        }
    }
    return matrix;
}

/// All rows of a tensor [.., .., width].
MatrixXf allRowsOf(const Tensor& tensor) {
    const Tensor packed = tensor.contiguous();
    return Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        packed.data(), packed.elementCount() / packed.shape().back(), packed.shape().back());
}

Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> allowed(const Tensor& mask) {
    return matrixOf(mask).array() != 0;
}

bool agree(const MatrixXf& ours, const MatrixXf& theirs) {
    if (ours.rows() != theirs.rows() || ours.cols() != theirs.cols())
        return false;
    for (Eigen::Index i = 0; i < ours.rows(); ++i) {
        for (Eigen::Index j = 0; j < ours.cols(); ++j) {
            const float a = ours(i, j);
            const float b = theirs(i, j);
            const bool same = a == b || (std::isnan(a) && std::isnan(b)) ||
                              std::fabs(a - b) <= 1e-5F * (1 + std::fabs(a));
            if (!same)
                return false;
        }
    }
    return true;
}

/// The statement of a line, without the sizes behind it.
QString statement(const Trace& block, TensorName name) {
    return text(block, *block.indexOf(name), CodeDialect::Eigen)
        .section(QStringLiteral("  // "), 0, 0);
}

QString sizes(const Trace& block, TensorName name) {
    return text(block, *block.indexOf(name), CodeDialect::Eigen)
        .section(QStringLiteral("  // "), 1);
}

} // namespace

// The line that the program shows for a step, and the same line run.
#define RUN(block, name, ...)                                                                      \
    QCOMPARE(statement(block, TensorName::name), QString::fromUtf8(#__VA_ARGS__));                 \
    __VA_ARGS__

#define RUN_AND_COMPARE(block, name, variable, ...)                                                \
    RUN(block, name, __VA_ARGS__)                                                                  \
    QVERIFY2(agree(matrixOf(block[TensorName::name]), variable), #name)

class TestOperationCode : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void python_lines_are_those_that_were_run_data();
    void python_lines_are_those_that_were_run();
    void eigen_lines_of_attention();
    void eigen_lines_of_heads_apart();
    void eigen_lines_of_masks();
    void eigen_lines_of_typed_numbers();
    void eigen_lines_of_a_layer();
    void eigen_lines_of_a_batch_norm();
    void eigen_lines_around_the_layers();
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

void TestOperationCode::eigen_lines_of_attention() {
    ProblemShape shape;
    shape.dropout = 0.2F;
    const Trace t = attention(shape);
    const int h = 1;
    const MatrixXf x = matrixOf(t[TensorName::QueryInput]);
    const MatrixXf W_q = matrixOf(t[TensorName::QueryWeight]);
    const RowVectorXf b_q = matrixOf(t[TensorName::QueryBias]);
    const MatrixXf k_h = matrixOf(t[TensorName::Key]);
    const MatrixXf v_h = matrixOf(t[TensorName::Value]);
    const MatrixXf kept = (matrixOf(t[TensorName::DroppedWeights]).array() != 0).cast<float>();
    const MatrixXf W_o = matrixOf(t[TensorName::OutputWeight]);
    const RowVectorXf b_o = matrixOf(t[TensorName::OutputBias]);
    MatrixXf q, q_h, scores, scaled, weights, dropped, context_h, output;
    RUN_AND_COMPARE(t, ProjectedQuery, q, q = (x * W_q).rowwise() + b_q;);
    RUN(t, SplitQuery, q_h = q.middleCols(h * 3, 3);)
    QVERIFY(agree(matrixOf(t[TensorName::Query]), q_h));
    RUN_AND_COMPARE(t, Query, q_h, q_h = q.middleCols(h * 3, 3););
    RUN_AND_COMPARE(t, Scores, scores, scores = q_h * k_h.transpose(););
    RUN_AND_COMPARE(t, ScaledScores, scaled, scaled = scores / std::sqrt(3.0f););
    RUN_AND_COMPARE(t, AttentionWeights, weights,
                    weights = (scaled.colwise() - scaled.rowwise().maxCoeff()).array().exp();
                    weights.array().colwise() /= weights.rowwise().sum().eval().array(););
    RUN_AND_COMPARE(t, DroppedWeights, dropped, dropped = weights.cwiseProduct(kept) * 1.25f;);
    RUN_AND_COMPARE(t, HeadContext, context_h, context_h = dropped * v_h;);
    MatrixXf context = matrixOf(t[TensorName::ConcatenatedContext]);
    context.middleCols(3, 3).setZero();
    RUN_AND_COMPARE(t, ConcatenatedContext, context, context.middleCols(h * 3, 3) = context_h;);
    RUN_AND_COMPARE(t, Output, output, output = (context * W_o).rowwise() + b_o;);
    QCOMPARE(sizes(t, TensorName::Scores), QStringLiteral("(4, 4), head h of one sequence"));
    QCOMPARE(sizes(t, TensorName::Output), QStringLiteral("(4, 6), one sequence"));

    shape.biases = false;
    const Trace bare = attention(shape, 0.125F);
    RUN_AND_COMPARE(bare, ProjectedQuery, q, q = x * W_q;);
    scores = matrixOf(bare[TensorName::Scores]);
    RUN_AND_COMPARE(bare, ScaledScores, scaled, scaled = scores * 0.125f;);
}

void TestOperationCode::eigen_lines_of_heads_apart() {
    ProblemShape shape;
    shape.perHead = true;
    const Trace t = attention(shape);
    const int h = 1;
    const MatrixXf x = matrixOf(t[TensorName::QueryInput]);
    const std::vector<MatrixXf> W_q = {matrixOf(t[TensorName::QueryWeight], 0, 0),
                                       matrixOf(t[TensorName::QueryWeight], 0, 1)};
    const MatrixXf b_q = allRowsOf(t[TensorName::QueryBias]);
    MatrixXf q_h;
    RUN_AND_COMPARE(t, Query, q_h, q_h = (x * W_q[h]).rowwise() + b_q.row(h););
    shape.biases = false;
    const Trace bare = attention(shape);
    RUN_AND_COMPARE(bare, Query, q_h, q_h = x * W_q[h];);
}

void TestOperationCode::eigen_lines_of_masks() {
    ProblemShape shape;
    shape.cross = true;
    shape.keys = 5;
    shape.additiveAxes = 3;
    MatrixXf masked, weights;
    const Trace added = attention(shape);
    MatrixXf scaled = matrixOf(added[TensorName::ScaledScores]);
    MatrixXf additive = matrixOf(added[TensorName::AdditiveMask]);
    RUN_AND_COMPARE(added, MaskedScores, masked, masked = scaled + additive;);
    shape.additiveAxes = 0;
    shape.mayAttendAxes = 4;
    const Trace forbidden = attention(shape);
    scaled = matrixOf(forbidden[TensorName::ScaledScores]);
    auto may_attend = allowed(forbidden[TensorName::MayAttend]);
    RUN_AND_COMPARE(forbidden, MaskedScores, masked,
                    masked = may_attend.select(scaled, -std::numeric_limits<float>::infinity()););
    shape.additiveAxes = 3;
    const Trace both = attention(shape);
    scaled = matrixOf(both[TensorName::ScaledScores]);
    may_attend = allowed(both[TensorName::MayAttend]);
    additive = matrixOf(both[TensorName::AdditiveMask]);
    RUN_AND_COMPARE(
        both, MaskedScores, masked,
        masked = may_attend.select(scaled + additive, -std::numeric_limits<float>::infinity()););

    const Trace zeros = emptyRow(FullyMasked::Zeros, false);
    masked = matrixOf(zeros[TensorName::MaskedScores]);
    RUN_AND_COMPARE(zeros, AttentionWeights, weights,
                    weights = (masked.colwise() - masked.rowwise().maxCoeff()).array().exp();
                    weights.array().colwise() /= weights.rowwise().sum().eval().array();
                    weights = weights.array().isNaN().select(0.0f, weights););
    const Trace nan = emptyRow(FullyMasked::NaN, false);
    RUN_AND_COMPARE(nan, AttentionWeights, weights,
                    weights = (masked.colwise() - masked.rowwise().maxCoeff()).array().exp();
                    weights.array().colwise() /= weights.rowwise().sum().eval().array(););
    const Trace uniform = emptyRow(FullyMasked::Uniform, false);
    RUN_AND_COMPARE(uniform, AttentionWeights, weights,
                    masked = masked.cwiseMax(std::numeric_limits<float>::lowest());
                    weights = (masked.colwise() - masked.rowwise().maxCoeff()).array().exp();
                    weights.array().colwise() /= weights.rowwise().sum().eval().array(););
}

void TestOperationCode::eigen_lines_of_typed_numbers() {
    const Trace t = typedNumbers(false, 1);
    const int h = 1;
    const MatrixXf q_h = matrixOf(t[TensorName::Query]);
    const MatrixXf k_h = matrixOf(t[TensorName::Key]);
    MatrixXf scores, masked;
    RUN_AND_COMPARE(t, Scores, scores, scores = q_h * k_h.transpose();
                    if (h == 1) scores(2, 3) = 1.5f;);
    const MatrixXf scaled = matrixOf(t[TensorName::ScaledScores]);
    RUN_AND_COMPARE(t, MaskedScores, masked, masked = scaled; if (h == 0) masked(1, 1) = 0.25f;);
    const Trace two = typedNumbers(false);
    QCOMPARE(sizes(two, TensorName::Scores),
             QStringLiteral("(4, 4), head h of one sequence; 1 typed instead, of all heads"));
}

void TestOperationCode::eigen_lines_of_a_layer() {
    const Trace whole = model(encoderShape());
    const Trace norm = slice(whole, "encoder/0/self_attention_norm").trace;
    MatrixXf x = matrixOf(norm[TensorName::Residual]);
    const RowVectorXf gamma = matrixOf(norm[TensorName::NormGain]);
    const RowVectorXf beta = matrixOf(norm[TensorName::NormShift]);
    Eigen::VectorXf mean, variance;
    MatrixXf normalised;
    RUN_AND_COMPARE(norm, Mean, mean, mean = x.rowwise().mean(););
    RUN_AND_COMPARE(norm, Variance, variance,
                    variance = (x.colwise() - mean).array().square().rowwise().mean(););
    RUN_AND_COMPARE(norm, Normalised, normalised,
                    normalised = (x.colwise() - mean).array().colwise() /
                                 (variance.array() + 1e-05f).sqrt(););
    RUN_AND_COMPARE(norm, NormOutput, x,
                    x = (normalised.array().rowwise() * gamma.array()).rowwise() + beta.array(););

    const Trace forward = slice(whole, "encoder/0/feed_forward").trace;
    const MatrixXf W_1 = matrixOf(forward[TensorName::HiddenWeight]);
    const RowVectorXf b_1 = matrixOf(forward[TensorName::HiddenBias]);
    const MatrixXf W_2 = matrixOf(forward[TensorName::FeedForwardWeight]);
    const RowVectorXf b_2 = matrixOf(forward[TensorName::FeedForwardBias]);
    x = matrixOf(forward[TensorName::QueryInput]);
    MatrixXf hidden, activated, output;
    RUN_AND_COMPARE(forward, Hidden, hidden, hidden = (x * W_1).rowwise() + b_1;);
    RUN_AND_COMPARE(forward, Activated, activated, activated = hidden.cwiseMax(0.0f););
    RUN_AND_COMPARE(forward, FeedForwardOutput, output,
                    output = (activated * W_2).rowwise() + b_2;);
}

void TestOperationCode::eigen_lines_of_a_batch_norm() {
    ModelShape shape = encoderShape();
    shape.config.norm = NormKind::Batch;
    shape.config.activation = Activation::Gelu;
    const Trace whole = model(shape);
    const Trace norm = slice(whole, "encoder/0/self_attention_norm").trace;
    const MatrixXf x = allRowsOf(norm[TensorName::Residual]);
    RowVectorXf mean, variance;
    MatrixXf normalised;
    RUN(norm, Mean, mean = x.colwise().mean();)
    QVERIFY(agree(allRowsOf(norm[TensorName::Mean]), mean));
    RUN(norm, Variance, variance = (x.rowwise() - mean).array().square().colwise().mean();)
    QVERIFY(agree(allRowsOf(norm[TensorName::Variance]), variance));
    RUN(norm, Normalised,
        normalised = (x.rowwise() - mean).array().rowwise() / (variance.array() + 1e-05f).sqrt();)
    QVERIFY(agree(allRowsOf(norm[TensorName::Normalised]), normalised));
    QCOMPARE(sizes(norm, TensorName::Normalised),
             QStringLiteral("(8, 6), the rows of all sequences"));

    const Trace forward = slice(whole, "encoder/0/feed_forward").trace;
    const MatrixXf hidden = matrixOf(forward[TensorName::Hidden]);
    MatrixXf activated;
    RUN_AND_COMPARE(forward, Activated, activated,
                    activated =
                        hidden.array() * (1 + (hidden.array() / std::sqrt(2.0f)).erf()) / 2;);
}

void TestOperationCode::eigen_lines_around_the_layers() {
    const Trace t = lookup();
    const std::vector<int> ids = {2, 0, 1};
    const MatrixXf E = allRowsOf(t[TensorName::EmbeddingWeight]);
    MatrixXf embedding;
    RUN_AND_COMPARE(t, Embedding, embedding, embedding = E(ids, Eigen::all) * 1.5f;);

    const Trace whole = model(encoderShape());
    const std::vector<TraceScope> scopes = scopesOf(whole);
    const auto scope = std::ranges::find(scopes, ScopeKind::Positions, &TraceScope::kind);
    QVERIFY(scope != scopes.end());
    const Trace block = slice(whole, scope->path).trace;
    MatrixXf x = matrixOf(block[TensorName::QueryInput]);
    MatrixXf positions;
    RUN_AND_COMPARE(block, PositionalEncoding, positions,
                    positions = Eigen::MatrixXf::NullaryExpr(4, 6, [](int p, int c) {
                        float a = p / std::pow(10000.0f, c / 2 * 2 / 6.0f);
                        return c % 2 ? std::cos(a) : std::sin(a);
                    }););
    RUN_AND_COMPARE(block, EmbeddedInput, x, x = x + positions;);
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
        // The engine's own matrices, head by head.
        const MatrixXf joined = matrixOf(context);
        const MatrixXf weight = matrixOf(t[t[step].operands[1]].result);
        const MatrixXf bias = matrixOf(t[t[step].operands[2]].result);
        MatrixXf output = bias.replicate(joined.rows(), 1);
        for (int h = 0; h < heads; ++h)
            output += joined.middleCols(h * width, width) * weight.middleRows(h * width, width);
        QVERIFY(output.isApprox(matrixOf(t[step].result), 1e-5F));
        QVERIFY2(lineOf(t, CodeDialect::Eigen)
                     .startsWith(QStringLiteral(
                                     "output = b_o.replicate(%1, 1); for (int h = 0; h < %2; ++h) "
                                     "output += context.middleCols(h * %3, %3) * "
                                     "W_o.middleRows(h * %3, %3);  // (")
                                     .arg(joined.rows())
                                     .arg(heads)
                                     .arg(width)),
                 qPrintable(lineOf(t, CodeDialect::Eigen)));
        const QString slice = QStringLiteral("h*%1:(h+1)*%1").arg(width);
        for (const CodeDialect dialect : {CodeDialect::PyTorch, CodeDialect::NumPy})
            QVERIFY2(lineOf(t, dialect).startsWith(
                         QStringLiteral("output = sum(context[..., %1] @ W_o[%1] for h in "
                                        "range(%2)) + b_o  # (")
                             .arg(slice)
                             .arg(heads)),
                     qPrintable(lineOf(t, dialect)));
        const QString rows = sequenceFirst ? QStringLiteral("i b") : QStringLiteral("b i");
        QVERIFY2(lineOf(t, CodeDialect::Einops)
                     .startsWith(QStringLiteral(
                                     "output = einsum(rearrange(context, '%1 (h d) -> %1 h d', "
                                     "h=%2), rearrange(W_o, '(h d) m -> h d m', h=%2), '%1 h d, "
                                     "h d m -> %1 m') + b_o  # (")
                                     .arg(rows)
                                     .arg(heads)),
                 qPrintable(lineOf(t, CodeDialect::Einops)));
        // A cell is what its heads add, and the bias.
        const Cell cell(t[step].result.rank(), 1);
        const Explanation numbers = explain(t, step, cell);
        double sum = static_cast<double>(*numbers.bias);
        for (const double part : headParts(numbers, heads))
            sum += part;
        QVERIFY(std::fabs(sum - static_cast<double>(numbers.result)) < 1e-5);
        // No other product is one.
        for (std::size_t other = 0; other < t.steps().size(); ++other)
            QCOMPARE(headsOfProduct(t, other) > 0, other == step);
    }
}

HEADSCOPE_TEST(TestOperationCode, QCoreApplication)
#include "test_operation_code.moc"
