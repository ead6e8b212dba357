// SPDX-License-Identifier: GPL-3.0-or-later
// Attention, encoders and decoders with typed numbers against PyTorch in float64, which computes
// everything from the held stage on (make_reference_held.py). The measure is PyTorch's own float32
// error on the same numbers.
#include "formats/trace_json.h"
#include "support/reference_difference.h"
#include "support/reference_model.h"
#include "support/test_program.h"

#include <QtTest>

using namespace headscope;

namespace {

const QString typedFolder = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/held");
const std::string stagePrefix = "stage:";

ModelProblem plainProblem(const ReferenceFile& file) {
    ModelProblem problem;
    problem.config.architecture = Architecture::Attention;
    AttentionProblem& attention = problem.attention;
    attention.config.modelDim = static_cast<Index>(file.number("d_model"));
    attention.config.heads = static_cast<Index>(file.number("heads"));
    attention.mask.causal = file.number("causal") != 0;
    attention.queryInput = file.tensor("input:query_input");
    if (file.has("input:key_input"))
        attention.keyInput = file.tensor("input:key_input");
    if (file.has("input:key_padding"))
        attention.mask.keyPadding = file.tensor("input:key_padding");
    for (const ProjectionRoles& projection : projections) {
        for (const Role role : {projection.weight, projection.bias})
            attention.weights.set(role, file.tensor("input:" + std::string(infoOf(role).name)));
    }
    return problem;
}

std::vector<TypedNumber> typedNumbersOf(const ReferenceFile& file, bool plain) {
    const ReferenceFile::Entry& rows = file["held"];
    std::vector<TypedNumber> typedNumbers;
    for (Index row = 0; row < rows.shape[0]; ++row) {
        const auto at = [&](Index column) {
            return static_cast<Index>(
                rows.values[static_cast<std::size_t>(row * rows.shape[1] + column)]);
        };
        TypedNumber number;
        const bool decoder = at(0) > 0;
        if (!plain)
            number.scope =
                Scope::of(decoder ? ModelPart::Decoder : ModelPart::Encoder, at(1),
                          at(0) == 2 ? Sublayer::CrossAttention : Sublayer::SelfAttention);
        number.name = stagesToType()[static_cast<std::size_t>(at(2))];
        number.batch = at(3);
        number.head = at(4);
        number.query = at(5);
        number.key = at(6);
        number.value =
            static_cast<float>(file["held_values"].values[static_cast<std::size_t>(row)]);
        typedNumbers.push_back(number);
    }
    return typedNumbers;
}

/// In the order of batch-first layout.
Tensor batchFirst(const Tensor& tensor) {
    static constexpr std::size_t squares[] = {2, 3, 0, 1};
    static constexpr std::size_t contexts[] = {1, 2, 0, 3};
    if (tensor.axes()[0] == Axis::Batch || tensor.rank() < 3)
        return tensor.contiguous();
    if (tensor.rank() == 3)
        return tensor.transposed(0, 1).contiguous();
    return tensor.permuted(tensor.axes()[2] == Axis::Batch ? squares : contexts).contiguous();
}

} // namespace

class TestTypedNumbersReference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void enough_configurations();
    void every_stage_is_as_exact_as_pytorch_data();
    void every_stage_is_as_exact_as_pytorch();
};

void TestTypedNumbersReference::enough_configurations() {
    QVERIFY(QDir(typedFolder).entryList({QStringLiteral("*.ref")}).size() >= 13);
}

void TestTypedNumbersReference::every_stage_is_as_exact_as_pytorch_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<Layout>("layout");
    QTest::addColumn<WeightLayout>("weights");
    for (const QFileInfo& info : QDir(typedFolder).entryInfoList({QStringLiteral("*.ref")})) {
        const auto row = [&](const char* what, Layout layout, WeightLayout weights) {
            QTest::newRow(qPrintable(info.completeBaseName() + QLatin1String(what)))
                << info.filePath() << layout << weights;
        };
        row(" batch first", Layout::BatchFirst, WeightLayout::Fused);
        row(" sequence first", Layout::SequenceFirst, WeightLayout::Fused);
        row(" per head", Layout::BatchFirst, WeightLayout::PerHead);
    }
}

void TestTypedNumbersReference::every_stage_is_as_exact_as_pytorch() {
    QFETCH(QString, path);
    QFETCH(Layout, layout);
    QFETCH(WeightLayout, weights);
    const ReferenceFile file(path.toStdString());
    const bool plain = file.has("plain");
    ModelProblem problem = plain ? plainProblem(file) : ReferenceModel(file).problem();
    problem.attention.typedNumbers = typedNumbersOf(file, plain);
    problem.attention.config.weightLayout = weights;
    problem.attention = inLayout(std::move(problem.attention), layout);
    const Result<Trace> trace = runModel(problem);
    QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
    int compared = 0;
    for (const auto& [name, expected] : file.entries()) {
        const std::string stage =
            name.starts_with(stagePrefix) ? name.substr(stagePrefix.size()) : "";
        const auto found = std::ranges::find(trace->steps(), stage, qualifiedName);
        // "last" is the last of the others; positions have no batch, or one of 1.
        if (found == trace->steps().end() || found->name == TensorName::PositionalEncoding)
            continue;
        const std::string text = difference(file, stage, batchFirst(found->result));
        QVERIFY2(text.empty(), text.c_str());
        ++compared;
    }
    // Scores, scaled, masked, weights, context and output of every attention at least.
    QVERIFY(compared >= 6);
    for (const TypedNumber& number : problem.attention.typedNumbers) {
        const TraceStep* const step = trace->find(number.name, number.scope.path());
        const Cell cell = cellOf(number, step->result.axes());
        QCOMPARE(step->result.at(cell), number.value);
        QVERIFY(typedAt(*step, cell));
        // A computed number would be another one, or the check above says nothing.
        QVERIFY(std::abs(typedAt(*step, cell)->wouldBe - number.value) > 0.01F);
    }
}

HEADSCOPE_TEST(TestTypedNumbersReference, QCoreApplication)
#include "test_typed_numbers_reference.moc"
