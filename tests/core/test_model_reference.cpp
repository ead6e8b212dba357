// SPDX-License-Identifier: GPL-3.0-or-later
// Norms, encoder and decoder layers and stacks of them against PyTorch in
// float64. The measure is PyTorch's own float32 error on the same numbers, in the
// stage or in one before it (make_reference_model.py).
#include "formats/trace_json.h"
#include "support/reference_difference.h"
#include "support/reference_model.h"
#include "support/test_program.h"
#include "transformer/layers/norm.h"

#include <QtTest>

using namespace headscope;

namespace {

const QString modelFolder = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/model");
const std::string prefix = "stage:";

/// The output of the last layer, in whatever block it stands.
const TraceStep* lastStepOf(const Trace& trace) {
    const std::vector<TraceStep>& steps = trace.steps();
    for (std::size_t i = steps.size(); i-- > 0;) {
        if (steps[i].scope != "prediction")
            return &steps[i];
    }
    return nullptr;
}

void fileRows(bool normsAlone) {
    QTest::addColumn<QString>("path");
    for (const QFileInfo& info : QDir(modelFolder).entryInfoList({QStringLiteral("*.ref")})) {
        if (ReferenceFile(info.filePath().toStdString()).has("norm_alone") == normsAlone)
            QTest::newRow(qPrintable(info.completeBaseName())) << info.filePath();
    }
}

} // namespace

class TestModelReference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void enough_configurations();
    void every_stage_is_as_exact_as_pytorch_data();
    void every_stage_is_as_exact_as_pytorch();
    void sequence_first_gives_the_same_data();
    void sequence_first_gives_the_same();
    void norm_alone_is_as_exact_as_pytorch_data();
    void norm_alone_is_as_exact_as_pytorch();
};

void TestModelReference::enough_configurations() {
    QVERIFY(QDir(modelFolder).entryList({QStringLiteral("*.ref")}).size() >= 49);
}

void TestModelReference::every_stage_is_as_exact_as_pytorch_data() {
    fileRows(false);
}

void TestModelReference::every_stage_is_as_exact_as_pytorch() {
    QFETCH(QString, path);
    const ReferenceFile file(path.toStdString());
    const Result<Trace> trace = runModel(ReferenceModel(file).problem());
    QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
    int compared = 0;
    for (const auto& [name, expected] : file.entries()) {
        if (!name.starts_with(prefix))
            continue;
        const std::string stage = name.substr(prefix.size());
        const auto& steps = trace->steps();
        const auto found = std::ranges::find(steps, stage, qualifiedName);
        const TraceStep* step = found == steps.end() ? nullptr : &*found;
        if (stage == "last")
            step = lastStepOf(*trace);
        QVERIFY2(step, (stage + " is missing").c_str());
        const std::string text = difference(file, stage, step->result);
        QVERIFY2(text.empty(), text.c_str());
        ++compared;
    }
    // A layer that is looked into has at least 13 stages.
    QVERIFY(compared == 1 || compared >= 13 * file.number("layers"));
}

void TestModelReference::sequence_first_gives_the_same_data() {
    fileRows(false);
}

void TestModelReference::sequence_first_gives_the_same() {
    QFETCH(QString, path);
    const ReferenceFile file(path.toStdString());
    ModelProblem problem = ReferenceModel(file).problem();
    problem.attention = inLayout(std::move(problem.attention), Layout::SequenceFirst);
    const Result<Trace> trace = runModel(problem);
    QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
    const std::string text =
        difference(file, "last", lastStepOf(*trace)->result.transposed(0, 1).contiguous());
    QVERIFY2(text.empty(), text.c_str());
}

void TestModelReference::norm_alone_is_as_exact_as_pytorch_data() {
    fileRows(true);
}

void TestModelReference::norm_alone_is_as_exact_as_pytorch() {
    QFETCH(QString, path);
    const ReferenceFile file(path.toStdString());
    const Tensor x = file.tensor("input:x");
    const Tensor gain = file.tensor("input:norm_gain");
    const Tensor shift = file.tensor("input:norm_shift");
    const NormInput input = {x, gain, &shift, static_cast<float>(file.number("epsilon"))};
    Normalisation norm;
    QVERIFY(file.number("batch_norm") != 0 ? batchNorm(input, {}, norm)
                                           : layerNorm(input, {}, norm));
    const std::pair<const char*, const Tensor*> stages[] = {{"mean", &norm.mean},
                                                            {"variance", &norm.variance},
                                                            {"normalised", &norm.normalised},
                                                            {"norm_output", &norm.output}};
    for (const auto& [stage, tensor] : stages) {
        const std::string text = difference(file, stage, *tensor);
        QVERIFY2(text.empty(), text.c_str());
    }
}

HEADSCOPE_TEST(TestModelReference, QCoreApplication)
#include "test_model_reference.moc"
