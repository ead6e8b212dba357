// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/text/torch_print.h"
#include "support/test_program.h"

#include <QDir>
#include <QtTest>

#include <charconv>

using namespace headscope;
using namespace Qt::StringLiterals;

namespace {

/// The tensor that a file of tests/reference/prints describes, and its print.
struct Print {
    Tensor tensor;
    QByteArray expected;
};

QList<QByteArray> wordsAfter(const QByteArray& line, const char* first) {
    QList<QByteArray> words = line.split(' ');
    if (words.takeFirst() != first)
        qFatal("a line does not begin with \"%s\"", first);
    words.removeAll(QByteArray());
    return words;
}

/// "-0x1.8p-1", "inf", "nan", "0.25"; std::strtof() would read them as the locale has it.
float numberOf(std::string_view text) {
    const bool negative = text.starts_with('-');
    text.remove_prefix(negative ? 1 : 0);
    const bool hex = text.starts_with("0x");
    text.remove_prefix(hex ? 2 : 0);
    float value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value,
                                      hex ? std::chars_format::hex : std::chars_format::general);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size())
        qFatal("a print has something that is no number");
    return negative ? -value : value;
}

Print readPrint(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    Shape shape;
    for (const QByteArray& word : wordsAfter(file.readLine().trimmed(), "shape"))
        shape.push_back(word.toLongLong());
    Index count = 0;
    checkedElementCount(shape, count);
    const QList<QByteArray> words = wordsAfter(file.readLine().trimmed(), "values");
    std::vector<float> values;
    if (words.value(0) == "ramp") {
        for (Index i = 0; i < count; ++i)
            values.push_back(static_cast<float>(i) * words[2].toFloat() + words[1].toFloat());
    } else {
        for (const QByteArray& word : words)
            values.push_back(numberOf(word.toStdString()));
    }
    Print print;
    print.tensor = Tensor::fromValues(shape, Axes(shape.size(), Axis::Feature), values);
    const QList<QByteArray> layout = file.readLine().trimmed().split(' ');
    if (layout[0] == "transpose")
        print.tensor = print.tensor.transposed(layout[1].toULongLong(), layout[2].toULongLong());
    print.expected = file.readAll();
    print.expected.chop(1);
    return print;
}

} // namespace

class TestTorchPrint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void prints_as_pytorch_data();
    void prints_as_pytorch();
    void four_tensors_of_the_arange_journey();
};

void TestTorchPrint::prints_as_pytorch_data() {
    QTest::addColumn<QString>("path");
    const QDir folder(QStringLiteral(HEADSCOPE_TEST_DATA "/reference/prints"));
    const QFileInfoList files = folder.entryInfoList({u"*.txt"_s}, QDir::Files, QDir::Name);
    QVERIFY(files.size() >= 20);
    for (const QFileInfo& file : files)
        QTest::newRow(qPrintable(file.completeBaseName())) << file.filePath();
}

void TestTorchPrint::prints_as_pytorch() {
    QFETCH(QString, path);
    const Print print = readPrint(path);
    QCOMPARE(QByteArray::fromStdString(torchText(print.tensor)), print.expected);
}

void TestTorchPrint::four_tensors_of_the_arange_journey() {
    // The journey itself, not tensors of the same numbers.
    const Print x =
        readPrint(QStringLiteral(HEADSCOPE_TEST_DATA "/reference/prints/arange_2_3_6.txt"));
    const Axes axes(4, Axis::Feature);
    const Tensor split = x.tensor.view({2, 3, 3, 2}, axes).value();
    const Tensor heads = split.transposed(1, 2);
    const Tensor flat = heads.reshaped({6, 3, 2}, Axes(3, Axis::Feature));
    QVERIFY(!heads.isContiguous());
    const auto expected = [](const char* name) {
        return readPrint(QStringLiteral(HEADSCOPE_TEST_DATA "/reference/prints/") +
                         QLatin1String(name) + u".txt"_s)
            .expected;
    };
    QCOMPARE(QByteArray::fromStdString(torchText(split)), expected("arange_2_3_3_2"));
    QCOMPARE(QByteArray::fromStdString(torchText(heads)), expected("arange_2_3_3_2_transposed"));
    QCOMPARE(flat.shape(), (Shape{6, 3, 2}));
    const Tensor again = flat.view({2, 3, 3, 2}, axes).value();
    QCOMPARE(QByteArray::fromStdString(torchText(again)), expected("arange_2_3_3_2_transposed"));
}

HEADSCOPE_TEST(TestTorchPrint, QCoreApplication)
#include "test_torch_print.moc"
