// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients of small models, stage by stage, and the losses of 20 steps of every task against
// PyTorch in float64 (tests/reference/make_reference_learning.py).
#include "disk/file_io.h"
#include "formats/safetensors.h"
#include "formats/trace_json.h"
#include "learning/training/recipe_json.h"
#include "learning/training/training.h"
#include "operations/backward/gradients.h"
#include "support/reference_difference.h"
#include "support/reference_model.h"
#include "support/tensor_files.h"
#include "support/test_program.h"
#include "trace/trace_writer.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

const QString learningFolder = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/learning");
constexpr Index comparedSteps = 20;

/// The settings of the compared trainings: between them all optimisers, schedules and norms.
TrainingRecipe comparedRecipe(TaskKind task) {
    TrainingRecipe recipe = recipeOf(task);
    recipe.steps = comparedSteps;
    OptimiserConfig& optimiser = recipe.optimiser;
    switch (task) {
    case TaskKind::Translate:
        recipe.encoderLayers = 0;
        optimiser.clip = 0.5F;
        break;
    case TaskKind::CardsPlain: optimiser.weightDecay = 0.3F; break;
    case TaskKind::Positions: recipe.norm = NormKind::Batch; break;
    case TaskKind::Copy:
        optimiser = {
            .kind = OptimiserKind::Momentum, .rate = 0.05F, .weightDecay = 0.1F, .clip = {}};
        recipe.encoderLayers = 2;
        break;
    case TaskKind::Reverse:
        optimiser = {.kind = OptimiserKind::Sgd, .rate = 0.3F, .clip = {}};
        recipe.norm = NormKind::Batch;
        break;
    case TaskKind::Sort:
        optimiser.warmUp = 5;
        optimiser.decay = Decay::Cosine;
        recipe.placement = NormPlacement::Pre;
        recipe.activation = Activation::Gelu;
        break;
    case TaskKind::OwnText:
        recipe.text = "the cat sat on the mat; the dog sat on the log; the bird sat on the tree. "
                      "the cat saw the dog, the dog saw the bird, the bird saw the cat, and so on.";
        recipe.batch = 4;
        recipe.context = 12;
        break;
    default: break;
    }
    return recipe;
}

/// What PyTorch starts from: the first weights and 20 batches.
NamedTensors dumpOf(const Training& training) {
    NamedTensors tensors;
    for (const Parameters::Entry& entry : training.parameters().entries())
        tensors.emplace("parameter:" + pathOf(entry.scope, entry.role), entry.tensor);
    for (Index step = 0; step < comparedSteps; ++step) {
        const Batch batch = training.learner().batchAt(step);
        const std::string prefix =
            QStringLiteral("step%1:").arg(step, 2, 10, QLatin1Char('0')).toStdString();
        tensors.emplace(prefix + "tokens", batch.tokens);
        tensors.emplace(prefix + "targets", batch.targets);
        if (batch.source)
            tensors.emplace(prefix + "source", *batch.source);
        if (batch.cards)
            tensors.emplace(prefix + "cards", *batch.cards);
        if (batch.padding)
            tensors.emplace(prefix + "padding", *batch.padding);
        if (batch.sourcePadding)
            tensors.emplace(prefix + "source_padding", *batch.sourcePadding);
    }
    return tensors;
}

} // namespace

class TestLearningReference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_gradient_is_as_exact_as_pytorch_data();
    void every_gradient_is_as_exact_as_pytorch();
    void losses_of_twenty_steps_are_those_of_pytorch_data();
    void losses_of_twenty_steps_are_those_of_pytorch();
    void dumps_what_trainings_start_from();
};

void TestLearningReference::every_gradient_is_as_exact_as_pytorch_data() {
    QTest::addColumn<QString>("path");
    int count = 0;
    for (const QFileInfo& info : QDir(learningFolder).entryInfoList({QStringLiteral("*.ref")})) {
        if (!ReferenceFile(info.filePath().toStdString()).has("decoder"))
            continue;
        QTest::newRow(qPrintable(info.completeBaseName())) << info.filePath();
        ++count;
    }
    QVERIFY(count >= 8);
}

void TestLearningReference::every_gradient_is_as_exact_as_pytorch() {
    QFETCH(QString, path);
    const ReferenceFile file(path.toStdString());
    const Result<Trace> model = runModel(ReferenceModel(file).problem());
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().text().c_str());
    Trace trace = *model;
    const std::size_t logits = *trace.indexOf(TensorName::Logits, "prediction");
    const auto smoothing = static_cast<float>(file.number("smoothing"));
    const Tensor given = file.tensor("input:targets");
    TraceWriter writer(trace, "loss");
    const std::size_t targets = writer.add(TensorName::Targets, Operation::Input, given);
    const ConstMatrix rows = rowsOf(trace[logits].result);
    const double loss = arithmetic::crossEntropy({rows, given.data(), 1, smoothing});
    const std::vector<float> value = {static_cast<float>(loss)};
    const Tensor number = Tensor::fromValues({1}, {Axis::Feature}, value);
    const std::string wrongLoss = difference(file, "loss", number);
    QVERIFY2(wrongLoss.empty(), wrongLoss.c_str());
    const std::size_t end =
        writer.add(TensorName::Loss, Operation::CrossEntropy, number, {logits, targets}, smoothing);
    Gradients gradients(trace);
    QVERIFY(gradients.goBack(end));
    int compared = 0;
    for (const auto& [name, expected] : file.entries()) {
        if (!name.starts_with("stage:") || name == "stage:loss")
            continue;
        const std::string stage = name.substr(6);
        const auto found = std::ranges::find(trace.steps(), stage, qualifiedName);
        QVERIFY2(found != trace.steps().end(), (stage + " is missing").c_str());
        const auto step = static_cast<std::size_t>(found - trace.steps().begin());
        QVERIFY2(gradients.has(step), (stage + " has no gradient").c_str());
        const std::string text = difference(file, stage, gradients[step]);
        QVERIFY2(text.empty(), text.c_str());
        ++compared;
    }
    QVERIFY(compared > 15);
}

void TestLearningReference::losses_of_twenty_steps_are_those_of_pytorch_data() {
    QTest::addColumn<int>("task");
    for (const TaskInfo& info : tasks())
        QTest::newRow(std::string(info.name).c_str()) << static_cast<int>(info.kind);
}

void TestLearningReference::losses_of_twenty_steps_are_those_of_pytorch() {
    QFETCH(int, task);
    const auto kind = static_cast<TaskKind>(task);
    const ReferenceFile file((learningFolder + QStringLiteral("/trainings.ref")).toStdString());
    Result<Training> training = Training::create(comparedRecipe(kind));
    QVERIFY2(training.ok(), training.ok() ? "" : training.error().text().c_str());
    const std::vector<double>& expected = file[std::string(infoOf(kind).name)].values;
    QCOMPARE(expected.size(), std::size_t{comparedSteps});
    for (const double loss : expected) {
        const Result<StepReport> report = training->advance();
        QVERIFY2(report.ok(), report.ok() ? "" : report.error().text().c_str());
        QVERIFY2(std::abs(report->loss - loss) <= 1e-4 * std::abs(loss),
                 qPrintable(QStringLiteral("step %1: %2 != %3")
                                .arg(report->step)
                                .arg(report->loss, 0, 'g', 9)
                                .arg(loss, 0, 'g', 9)));
    }
    QVERIFY(expected.back() < expected.front()); // something was learnt
}

/// For the script: with HEADSCOPE_DUMP_TRAININGS=DIR, what it starts from is written there.
void TestLearningReference::dumps_what_trainings_start_from() {
    const QByteArray target = qgetenv("HEADSCOPE_DUMP_TRAININGS");
    if (target.isEmpty())
        QSKIP("nobody asked for it");
    for (const TaskInfo& info : tasks()) {
        const Result<Training> training = Training::create(comparedRecipe(info.kind));
        QVERIFY2(training.ok(), training.ok() ? "" : training.error().text().c_str());
        const std::string base = target.toStdString() + '/' + std::string(info.name);
        QVERIFY(writeSafetensors(base + ".safetensors", dumpOf(*training)).ok());
        QVERIFY(writeFileAtomically(base + ".json", recipeToJson(training->recipe())).ok());
    }
}

HEADSCOPE_TEST(TestLearningReference, QCoreApplication)
#include "test_learning_reference.moc"
