// SPDX-License-Identifier: GPL-3.0-or-later
// Every stage against PyTorch in float64. The measure is PyTorch's own float32
// error on the same numbers.
#include "attention/multi_head_attention.h"
#include "support/edits.h"
#include "support/reference_file.h"
#include "support/tensor_difference.h"
#include "support/test_program.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

const QString folder = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/attention");

AttentionProblem problemOf(const ReferenceFile& file) {
    const auto optional = [&](const std::string& name) -> std::optional<Tensor> {
        if (!file.has("input:" + name))
            return std::nullopt;
        return file.tensor("input:" + name);
    };
    AttentionProblem problem;
    problem.queryInput = file.tensor("input:query_input");
    problem.keyInput = optional("key_input");
    problem.valueInput = optional("value_input");
    problem.config.modelDim = static_cast<Index>(file.number("d_model"));
    problem.config.heads = static_cast<Index>(file.number("heads"));
    problem.config.keyDim = static_cast<Index>(file.number("d_k"));
    problem.config.valueDim = static_cast<Index>(file.number("d_v"));
    if (file.has("scale"))
        problem.config.scale = static_cast<float>(file.number("scale"));
    for (const ProjectionRoles& projection : projections) {
        for (const Role role : {projection.weight, projection.bias}) {
            if (const auto tensor = optional(std::string(infoOf(role).name)))
                problem.weights.set(role, *tensor);
        }
    }
    const auto numberOr = [&](const std::string& name, double otherwise) {
        return file.has(name) ? file.number(name) : otherwise;
    };
    if (numberOr("sequence_first", 0) != 0)
        problem.config.layout = Layout::SequenceFirst;
    problem.config.fullyMasked = static_cast<FullyMasked>(numberOr("fully_masked", 0));
    problem.config.dropout = static_cast<float>(numberOr("dropout", 0));
    problem.config.dropoutSeed = static_cast<std::uint64_t>(numberOr("seed", 0));
    if (numberOr("lower_right", 0) != 0)
        problem.mask.alignment = CausalAlignment::LowerRight;
    if (file.has("window"))
        problem.mask.window = static_cast<Index>(file.number("window"));
    if (file.has("prefix"))
        problem.mask.prefix = static_cast<Index>(file.number("prefix"));
    problem.mask.causal = file.number("causal") != 0;
    problem.mask.keyPadding = optional("key_padding");
    problem.mask.mayAttend = optional("may_attend_mask");
    problem.mask.additive = optional("additive_mask");
    return problem;
}

/// Half the distance of float32 numbers around the largest finite one.
double halfUlpOfLargest(const std::vector<double>& values) {
    double largest = 0;
    for (const double value : values) {
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    }
    const auto single = static_cast<float>(largest);
    return static_cast<double>(std::nextafter(single, HUGE_VALF) - single) / 2;
}

} // namespace

class TestAttentionReference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void enough_configurations();
    void every_stage_is_as_exact_as_pytorch_data();
    void every_stage_is_as_exact_as_pytorch();
};

void TestAttentionReference::enough_configurations() {
    QVERIFY(QDir(folder).entryList({QStringLiteral("*.ref")}).size() >= 120);
}

void TestAttentionReference::every_stage_is_as_exact_as_pytorch_data() {
    QTest::addColumn<QString>("path");
    const QFileInfoList files = QDir(folder).entryInfoList({QStringLiteral("*.ref")});
    for (const QFileInfo& info : files)
        QTest::newRow(qPrintable(info.completeBaseName())) << info.filePath();
}

void TestAttentionReference::every_stage_is_as_exact_as_pytorch() {
    QFETCH(QString, path);
    const ReferenceFile file(path.toStdString());
    AttentionProblem problem = problemOf(file);
    const Result<Trace> trace = runAttention(problem);
    QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
    int compared = 0;
    const std::string prefix = "stage:";
    for (const auto& [name, expected] : file.entries()) {
        if (!name.starts_with(prefix))
            continue;
        const std::string stage = name.substr(prefix.size());
        const auto tensorName = tensorNameFrom(stage);
        QVERIFY2(tensorName && trace->find(*tensorName), stage.c_str());
        const Tensor& tensor = (*trace)[*tensorName];
        QVERIFY2(tensor.shape() == expected.shape, stage.c_str());
        const double tolerance =
            4 * std::max(file.number("error:" + stage), halfUlpOfLargest(expected.values));
        const std::string difference = differenceText(stage, tensor, expected.values, tolerance);
        QVERIFY2(difference.empty(), difference.c_str());
        ++compared;
    }
    QCOMPARE(compared, problem.config.dropout > 0 ? 14 : 13);
    problem.config.weightLayout = WeightLayout::PerHead;
    const Result<Trace> perHead = runAttention(problem);
    QVERIFY(perHead.ok());
    for (const TensorName name :
         {TensorName::Value, TensorName::Scores, TensorName::AttentionWeights, TensorName::Output})
        QVERIFY((*perHead)[name] == (*trace)[name]);
}

HEADSCOPE_TEST(TestAttentionReference, QCoreApplication)
#include "test_attention_reference.moc"
