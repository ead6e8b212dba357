// SPDX-License-Identifier: GPL-3.0-or-later
// Painted heads against PyTorch in float64: attention, loss, gradients, forty steps of
// torch.optim.Adam, and the limit that L-BFGS finds (make_reference_painting.py).
#include "head_fit/head_descent.h"
#include "head_fit/limit/optimum.h"
#include "support/reference_file.h"
#include "support/test_program.h"

#include <QtTest>

using namespace headscope;

namespace {

const QString folder = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/painting");

FitProblem problemFrom(const ReferenceFile& file) {
    FitProblem problem;
    problem.queryInput = file.tensor("query_input");
    problem.keyInput = file.tensor("key_input");
    const ReferenceFile::Entry& target = file["target"];
    problem.target = emptyTarget(target.shape[0], target.shape[1]);
    problem.target.weights.assign(target.values.begin(), target.values.end());
    const std::vector<double>& mask = file["may_attend"].values;
    problem.target.mayAttend.assign(mask.begin(), mask.end());
    if (file.has("scale"))
        problem.scale = file.number("scale");
    return problem;
}

HeadWeights weightsFrom(const ReferenceFile& file) {
    return {file.tensor("query_weight"), file.tensor("key_weight")};
}

/// Ours is [d_k, width], PyTorch's [width, d_k].
QString turnedDifference(const std::vector<double>& ours, const ReferenceFile::Entry& expected,
                         double tolerance) {
    const Index width = expected.shape[0];
    const Index keyDim = expected.shape[1];
    double largest = 0;
    for (const double number : expected.values)
        largest = std::max(largest, std::fabs(number));
    for (Index row = 0; row < width; ++row) {
        for (Index column = 0; column < keyDim; ++column) {
            const double wanted = expected.values[static_cast<std::size_t>(row * keyDim + column)];
            const double is = ours[static_cast<std::size_t>(column * width + row)];
            if (!(std::fabs(is - wanted) <= tolerance * std::max(1e-3, largest)))
                return QStringLiteral("[%1, %2]: %3 != %4")
                    .arg(row)
                    .arg(column)
                    .arg(is, 0, 'g', 17)
                    .arg(wanted, 0, 'g', 17);
        }
    }
    return {};
}

} // namespace

class TestPaintingReference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void enough_configurations();
    void is_as_pytorch_data();
    void is_as_pytorch();
    void limit_is_pytorch_s_data();
    void limit_is_pytorch_s();

private:
    static void rows() {
        QTest::addColumn<QString>("path");
        for (const QFileInfo& info : QDir(folder).entryInfoList({QStringLiteral("*.ref")}))
            QTest::newRow(qPrintable(info.completeBaseName())) << info.filePath();
    }
};

void TestPaintingReference::enough_configurations() {
    QVERIFY(QDir(folder).entryList({QStringLiteral("*.ref")}).size() >= 15);
}

void TestPaintingReference::is_as_pytorch_data() {
    rows();
}

void TestPaintingReference::is_as_pytorch() {
    QFETCH(const QString, path);
    const ReferenceFile file(path.toStdString());
    HeadDescent descent(problemFrom(file), preciseOf(weightsFrom(file)));
    const std::vector<double>& losses = file["losses"].values;
    for (std::size_t step = 0; step < losses.size(); ++step) {
        descent.evaluate();
        QVERIFY2(std::fabs(descent.bits() - losses[step]) < 1e-9,
                 qPrintable(QStringLiteral("step %1: %2 != %3")
                                .arg(step)
                                .arg(descent.bits(), 0, 'g', 17)
                                .arg(losses[step], 0, 'g', 17)));
        if (step == 0) {
            const std::vector<double>& attention = file["attention"].values;
            for (std::size_t i = 0; i < attention.size(); ++i)
                QVERIFY(std::fabs(descent.attention()[i] - attention[i]) < 1e-14);
            const std::vector<double>& bits = file["row_bits"].values;
            const std::vector<double> ours = descent.rowBits();
            for (std::size_t i = 0; i < bits.size(); ++i)
                QVERIFY(std::fabs(ours[i] - bits[i]) < 1e-12);
            QCOMPARE(turnedDifference(descent.queryGradient(), file["query_gradient"], 1e-13),
                     QString());
            QCOMPARE(turnedDifference(descent.keyGradient(), file["key_gradient"], 1e-13),
                     QString());
        }
        if (step + 1 < losses.size())
            descent.step(0.1, 0);
    }
    QCOMPARE(turnedDifference(descent.weights().query, file["query_weight_after"], 1e-8),
             QString());
    QCOMPARE(turnedDifference(descent.weights().key, file["key_weight_after"], 1e-8), QString());
}

void TestPaintingReference::limit_is_pytorch_s_data() {
    rows();
}

void TestPaintingReference::limit_is_pytorch_s() {
    QFETCH(const QString, path);
    const ReferenceFile file(path.toStdString());
    const FitOptimum optimum = fitOptimum(problemFrom(file)).value();
    // L-BFGS comes from above and may stop a little before the end.
    const double limit = file.number("limit");
    const QByteArray text = QByteArray::number(optimum.bits, 'g', 12) + " against " +
                            QByteArray::number(limit, 'g', 12) + ", gap " +
                            QByteArray::number(optimum.gap());
    QVERIFY2(std::fabs(optimum.bits - limit) < 1e-6, text.constData());
    QVERIFY2(optimum.gap() < 1e-8, text.constData());
    QVERIFY2(optimum.lowerBound < limit + 1e-8, text.constData());
}

HEADSCOPE_TEST(TestPaintingReference, QCoreApplication)
#include "test_painting_reference.moc"
