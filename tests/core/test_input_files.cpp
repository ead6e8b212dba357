// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment_run.h"
#include "formats/npy/npy.h"
#include "formats/safetensors.h"
#include "formats/tensor_data.h"
#include "opening/experiment_files.h"
#include "support/tensor_files.h"
#include "support/test_program.h"
#include "support/torch_bytes.h"

#include <QTemporaryDir>
#include <QtTest>

#include <limits>
#include <random>

using namespace headscope;
using namespace headscope::testing;

namespace {

const std::string inputWeights =
    HEADSCOPE_TEST_DATA "/reference/run/self_attention/w.safetensors"; // d_model 8

Tensor inputTensor(const Shape& shape, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> uniform(-1, 1);
    Tensor tensor = Tensor::uninitialized(shape, Axes(shape.size(), Axis::Feature));
    for (Index i = 0; i < tensor.elementCount(); ++i)
        tensor.mutableData()[i] = uniform(random);
    return tensor;
}

std::string npyOf(const Tensor& tensor) {
    std::string buffer;
    const Tensor dense = tensor.contiguous();
    return npyHeader(tensor.shape()) + std::string(littleEndianBytes(dense, buffer));
}

/// The words of a .npy of "<U1".
std::string npyLetters(const std::string& letters) {
    std::string header = "{'descr': '<U1', 'fortran_order': False, 'shape': (" +
                         std::to_string(letters.size()) + ",), }";
    header.resize(117, ' ');
    std::string bytes = std::string("\x93NUMPY\x01\x00", 8) + littleEndian(118, 2) + header + "\n";
    for (const char letter : letters)
        bytes += littleEndian(static_cast<unsigned char>(letter), 4);
    return bytes;
}

std::string pickledInput(const std::string& name, const std::string& storage) {
    return pickledText(name) + pickledTensor("FloatStorage", storage, 0, {3, 8}, {8, 1});
}

std::string floatsOf(const Tensor& tensor) {
    const std::span<const float> values = tensor.values();
    return floatBytes({values.begin(), values.end()});
}

} // namespace

/// Inputs of an experiment out of files that hold several arrays.
class TestInputFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void arrays_are_taken_by_their_names_data();
    void arrays_are_taken_by_their_names();
    void one_array_is_the_queries();
    void words_in_the_file_name_the_rows();
    void masks_are_found_among_other_arrays();
    void inputs_alone_are_no_attention();
    void what_is_not_there_is_said_data();
    void what_is_not_there_is_said();
    void numbers_that_are_none_name_their_file();
    void files_chosen_together_find_their_roles();

private:
    const QTemporaryDir m_folder;
    std::string in(const char* name) const { return pathIn(m_folder, name); }
    Result<OpenedExperiment> opened(const std::string& query, const std::string& key = {}) const {
        ExperimentFiles files;
        files.query = query;
        files.key = key;
        files.weights = inputWeights;
        files.heads = 2;
        return openExperiment(files);
    }
};

void TestInputFiles::arrays_are_taken_by_their_names_data() {
    QTest::addColumn<QString>("file");
    const Tensor query = inputTensor({3, 8}, 1);
    const Tensor key = inputTensor({3, 8}, 2);
    const Tensor value = inputTensor({3, 8}, 3);
    const auto row = [&](const char* file, const std::string& bytes) {
        QVERIFY(putFile(in(file), bytes));
        QTest::newRow(file) << QString::fromLatin1(file);
    };
    row("long.npz", zipOf({{"value.npy", npyOf(value)},
                           {"attention_mask.npy", npyOf(inputTensor({1, 3}, 4))},
                           {"key.npy", npyOf(key)},
                           {"query.npy", npyOf(query)}}));
    row("short.npz",
        zipOf({{"Q.npy", npyOf(query)}, {"K.npy", npyOf(key)}, {"V.npy", npyOf(value)}}));
    row("q.pt", zipOf({{"q/data.pkl", "\x80\x02}(" + pickledInput("v", "2") +
                                          pickledInput("k", "1") + pickledInput("q", "0") + "u."},
                       {"q/data/0", floatsOf(query)},
                       {"q/data/1", floatsOf(key)},
                       {"q/data/2", floatsOf(value)}}));
    row("q.json", R"({"query": [[1, 2, 3, 4, 5, 6, 7, 8]], "key": [[1, 1, 1, 1, 1, 1, 1, 1]]})");
    QVERIFY(writeSafetensors(in("q.safetensors"),
                             {{"batch.query", query}, {"batch.key", key}, {"batch.value", value}})
                .ok());
    QTest::newRow("q.safetensors") << QStringLiteral("q.safetensors");
    QVERIFY(writeNpy(in("query.npy"), query).ok());
}

void TestInputFiles::arrays_are_taken_by_their_names() {
    QFETCH(QString, file);
    const auto found = opened(in(qPrintable(file)));
    QVERIFY2(found.ok(), found.ok() ? "" : found.error().text().c_str());
    const Experiment& experiment = found->experiment;
    if (file == QLatin1String("q.json")) {
        QCOMPARE(experiment.queryInput(0, 0, 7), 8.F);
        QCOMPARE((*experiment.keyInput)(0, 0, 7), 1.F);
        QVERIFY(!experiment.valueInput);
        return;
    }
    const auto holds = [](const Tensor& input, unsigned seed) {
        return std::ranges::equal(input.contiguous().values(), inputTensor({3, 8}, seed).values());
    };
    QVERIFY(holds(experiment.queryInput, 1));
    QVERIFY(holds(*experiment.keyInput, 2));
    QVERIFY(holds(*experiment.valueInput, 3));
    QCOMPARE(found->remarks.size(), std::size_t{file == QLatin1String("long.npz")});
    // A file of their own for the keys goes before those beside the queries.
    const auto other = opened(in(qPrintable(file)), in("query.npy"));
    QVERIFY2(other.ok(), other.ok() ? "" : other.error().text().c_str());
    QVERIFY(holds(*other->experiment.keyInput, 1));
}

void TestInputFiles::one_array_is_the_queries() {
    const Tensor x = inputTensor({2, 3, 8}, 5);
    QVERIFY(putFile(in("one.npz"), zipOf({{"arr_0.npy", npyOf(x)}})));
    QVERIFY(putFile(in("table.csv"), "cat,1,2,3,4,5,6,7,8\nsat,8,7,6,5,4,3,2,1\n"));
    const auto one = opened(in("one.npz"), in("one.npz"));
    QVERIFY2(one.ok(), one.ok() ? "" : one.error().text().c_str());
    QVERIFY(std::ranges::equal(one->experiment.queryInput.values(), x.values()));
    QVERIFY(*one->experiment.keyInput == one->experiment.queryInput);
    const auto table = opened(in("table.csv"));
    QVERIFY2(table.ok(), table.ok() ? "" : table.error().text().c_str());
    QVERIFY(table->experiment.tokens == (TokenLists{{"cat", "sat"}}));
    QCOMPARE(table->experiment.queryInput(0, 1, 0), 8.F);
    QVERIFY(!table->experiment.isCross());
}

void TestInputFiles::words_in_the_file_name_the_rows() {
    const Tensor query = inputTensor({3, 8}, 1);
    const std::string q = npyOf(query);
    QVERIFY(putFile(in("words.npz"), zipOf({{"query.npy", q}, {"tokens.npy", npyLetters("abc")}})));
    QVERIFY(putFile(in("many.npz"), zipOf({{"query.npy", q}, {"tokens.npy", npyLetters("abcd")}})));
    const auto named = opened(in("words.npz"));
    QVERIFY2(named.ok(), named.ok() ? "" : named.error().text().c_str());
    QVERIFY(named->experiment.tokens == (TokenLists{{"a", "b", "c"}}));
    QVERIFY(std::ranges::equal(named->experiment.queryInput.values(), query.values()));
    const auto many = opened(in("many.npz"));
    QVERIFY(!many);
    QVERIFY2(many.error().text().find("4 words") != std::string::npos, many.error().text().c_str());
    // What a person names goes before it.
    QVERIFY(putFile(in("others.txt"), "x\ny\nz\n"));
    ExperimentFiles files;
    files.query = in("words.npz");
    files.weights = inputWeights;
    files.tokens = in("others.txt");
    const auto others = openExperiment(files);
    QVERIFY2(others.ok(), others.ok() ? "" : others.error().text().c_str());
    QVERIFY(others->experiment.tokens == (TokenLists{{"x", "y", "z"}}));
    // What merely lies beside it does not.
    files.wordsFound = true;
    QVERIFY(openExperiment(files)->experiment.tokens == (TokenLists{{"a", "b", "c"}}));
}

void TestInputFiles::masks_are_found_among_other_arrays() {
    QVERIFY(writeNpy(in("x.npy"), inputTensor({1, 3, 8}, 1)).ok());
    Tensor causal = Tensor::filled({3, 3}, Axes(2, Axis::Feature), 0);
    for (const Index place : {1, 2, 5})
        causal.mutableData()[place] = -1e9F;
    Tensor padding = Tensor::filled({1, 3}, Axes(2, Axis::Feature), 0);
    padding.mutableData()[2] = -1e9F;
    QVERIFY(writeSafetensors(in("both.safetensors"),
                             {{"src_key_padding_mask", padding}, {"src_mask", causal}})
                .ok());
    QVERIFY(writeSafetensors(in("two.safetensors"), {{"a", causal}, {"b", causal}}).ok());
    QVERIFY(putFile(in("mask.json"), "[[true, false, false], [true, true, false], [1, 1, 1]]"));
    QVERIFY(putFile(in("mask.csv"), "1,0,0\n1,1,0\n1,1,1\n"));
    QVERIFY(putFile(in("added.csv"), "0,-inf,-inf\n0,0,-inf\n0,0,0\n"));
    ExperimentFiles files;
    files.query = in("x.npy");
    files.weights = inputWeights;
    files.heads = 2;
    files.keyPadding = in("both.safetensors");
    const auto padded = openExperiment(files);
    QVERIFY2(padded.ok(), padded.ok() ? "" : padded.error().text().c_str());
    QVERIFY(std::ranges::equal(padded->keyPadding->values(), std::array{1.0F, 1.0F, 0.0F}));
    files.keyPadding = {};
    for (const char* name : {"both.safetensors", "mask.json", "mask.csv", "added.csv"}) {
        files.masks = {in(name)};
        const auto masked = openExperiment(files);
        QVERIFY2(masked.ok(), masked.ok() ? name : masked.error().text().c_str());
        const Experiment& experiment = masked->experiment;
        const bool isAdded = experiment.additiveMask.has_value();
        QCOMPARE(isAdded, name[0] == 'b' || name[0] == 'a');
        const Tensor mask = isAdded ? *experiment.additiveMask : *experiment.mayAttend;
        for (Index query = 0; query < 3; ++query) {
            for (Index key = 0; key < 3; ++key) {
                const float value = mask.rank() == 2 ? mask(query, key) : mask(0, query, key);
                QCOMPARE(isAdded ? value == 0 : value == 1, key <= query);
            }
        }
    }
    files.masks = {in("two.safetensors")};
    const auto none = openExperiment(files);
    QVERIFY(!none);
    QVERIFY2(none.error().text().find("2 tensors (a, b)") != std::string::npos,
             none.error().text().c_str());
}

void TestInputFiles::inputs_alone_are_no_attention() {
    const Tensor inputs = inputTensor({2, 3, 8}, 1);
    QVERIFY(writeNpy(in("x.npy"), inputs).ok());
    QVERIFY(putFile(in("alone.npz"), zipOf({{"query.npy", npyOf(inputs)}})));
    QVERIFY(writeNpy(in("other.npy"), inputs).ok());
    for (const char* name : {"x.npy", "alone.npz"}) {
        AttentionFiles files;
        files.path = in(name);
        const auto refused = openAttention(files);
        QVERIFY2(!refused, name);
        QVERIFY2(refused.error().text().find("weights belong beside it") != std::string::npos,
                 refused.error().text().c_str());
        files.axes = axesFrom("heads,query,key").value();
        QVERIFY2(openAttention(files).ok(), name); // who says so
    }
    AttentionFiles files;
    files.path =
        in("other.npy"); // nothing is known of it: its rows are said to be none of an attention
    QVERIFY(openAttention(files).ok());
    QVERIFY(writeNpy(in("x.npy"), Tensor::filled({2, 4, 4}, Axes(3, Axis::Feature), 0.25F)).ok());
    files.path = in("x.npy"); // whatever it is called
    QVERIFY(openAttention(files).ok());
}

void TestInputFiles::what_is_not_there_is_said_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<QString>("says");
    const std::string x = npyOf(inputTensor({3, 8}, 1));
    QTest::newRow("no_name_is_an_inputs")
        << zipOf({{"a.npy", x}, {"b.npy", x}}) << QStringLiteral("several arrays (a, b)");
    QTest::newRow("no_query") << zipOf({{"key.npy", x}, {"value.npy", x}})
                              << QStringLiteral("no array called query, but key, value");
    QTest::newRow("four_axes") << zipOf({{"query.npy", npyOf(inputTensor({1, 1, 3, 8}, 1))}})
                               << QStringLiteral("has shape (1, 1, 3, 8)");
    Tensor odd = inputTensor({3, 8}, 1);
    odd.mutableData()[10] = std::numeric_limits<float>::quiet_NaN();
    QTest::newRow("nan") << zipOf({{"query.npy", npyOf(odd)}})
                         << QStringLiteral("query_input[b=0, s=1, d=2] is not a number");
    QTest::newRow("nan_of_a_key") << zipOf({{"query.npy", x}, {"key.npy", npyOf(odd)}})
                                  << QStringLiteral("key_input[b=0, s=1, d=2]");
    QTest::newRow("nothing") << zipOf({}) << QStringLiteral("several arrays");
}

void TestInputFiles::what_is_not_there_is_said() {
    QFETCH(std::string, bytes);
    QFETCH(QString, says);
    QVERIFY(putFile(in("wrong.npz"), bytes));
    const auto wrong = opened(in("wrong.npz"));
    QVERIFY(!wrong);
    const QString said = QString::fromStdString(wrong.error().text());
    QVERIFY2(said.contains(says) && said.contains(QLatin1String("wrong.npz")), qPrintable(said));
}

void TestInputFiles::numbers_that_are_none_name_their_file() {
    QVERIFY(writeNpy(in("x.npy"), inputTensor({3, 8}, 1)).ok());
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Tensor mask = Tensor::filled({3, 3}, Axes(2, Axis::Feature), 0);
    mask.mutableData()[5] = nan;
    QVERIFY(writeNpy(in("mask.npy"), mask).ok());
    ExperimentFiles files;
    files.query = in("x.npy");
    files.weights = inputWeights;
    files.masks = {in("mask.npy")};
    const auto masked = openExperiment(files);
    QVERIFY(!masked);
    const QString said = QString::fromStdString(masked.error().text());
    QVERIFY2(said.contains(QStringLiteral("mask.npy[1, 2] is nan")), qPrintable(said));
    const Axes two(2, Axis::Feature);
    Tensor wrong = Tensor::filled({24, 8}, two, .5F);
    wrong.mutableData()[9] = -std::numeric_limits<float>::infinity();
    QVERIFY(writeSafetensors(
                in("nan.safetensors"),
                {{"in_proj_weight", wrong}, {"out_proj.weight", Tensor::filled({8, 8}, two, .5F)}})
                .ok());
    files.masks = {};
    files.weights = in("nan.safetensors");
    const auto weighed = openExperiment(files);
    QVERIFY(!weighed);
    const QString weight = QString::fromStdString(weighed.error().text());
    QVERIFY2(weight.contains(QStringLiteral("nan.safetensors: in_proj_weight[i=1, j=1]")),
             qPrintable(weight));
}

void TestInputFiles::files_chosen_together_find_their_roles() {
    const Tensor query = inputTensor({3, 8}, 1);
    QVERIFY(writeSafetensors(in("x.safetensors"), {{"x", query}}).ok());
    QVERIFY(putFile(in("in.npz"), zipOf({{"query.npy", npyOf(query)}})));
    for (const char* inputs : {"x.safetensors", "in.npz"}) {
        const std::array<std::string, 2> paths = {in(inputs), inputWeights};
        const auto files = filesNamed(paths);
        QVERIFY2(files.ok(), files.ok() ? "" : files.error().text().c_str());
        QCOMPARE(QString::fromStdString(files->query), QString::fromStdString(in(inputs)));
        QCOMPARE(files->weights, inputWeights);
        QVERIFY(openExperiment(*files).ok());
    }
    // Alone it is an attention, but where weights lie beside it and it calls its arrays inputs.
    const std::array<std::string, 1> alone = {in("in.npz")};
    QCOMPARE(filesNamed(alone)->attention.path, alone[0]);
    QVERIFY(QFile::copy(QString::fromStdString(inputWeights),
                        m_folder.filePath(QStringLiteral("weights.safetensors"))));
    QCOMPARE(filesNamed(alone)->query, alone[0]);
}

HEADSCOPE_TEST(TestInputFiles, NoApplication)
#include "test_input_files.moc"
