// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/run_command.h"
#include "display.h"
#include "examples/examples.h"
#include "exit_code.h"
#include "experiment/experiment_run.h"
#include "formats/npy/npy.h"
#include "formats/safetensors.h"
#include "formats/trace_json.h"
#include "support/command_call.h"
#include "support/file_bytes.h"
#include "support/tensor_files.h"
#include "support/test_program.h"
#include "trace/tensor_name.h"
#include "transformer/run_model.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>

#include <array>
#include <bit>
#include <clocale>
#include <cmath>
#include <limits>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

const QString references = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/run");

/// The arguments of a reference case, with whole paths.
QStringList argumentsOf(const QString& name) {
    const QDir folder(references + u'/' + name);
    QFile file(folder.filePath(u"arguments"_s));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QStringList arguments = {u"run"_s};
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts))
        arguments += line.contains(u'.') ? folder.filePath(line) : line;
    return arguments;
}

/// The options of the case self_attention (batch 2, 3 tokens, d_model 8, 2 heads)
/// with some replaced: an empty value leaves the option out.
QStringList selfAttentionWith(const QList<std::pair<QString, QString>>& changes) {
    QStringList arguments = argumentsOf(u"self_attention"_s);
    for (const auto& [option, value] : changes) {
        const qsizetype at = arguments.indexOf(option);
        if (at >= 0)
            arguments.remove(at, 2);
        if (!value.isEmpty())
            arguments += {option, value};
    }
    return arguments;
}

Tensor zeros(const Shape& shape) {
    return Tensor::filled(shape, Axes(shape.size(), Axis::Feature), 0.0F);
}

/// A .npy file of zeros of some dtype.
std::string zerosNpy(const std::string& descr, const std::string& shape, std::size_t bytes) {
    const std::string dict =
        "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
    return "\x93NUMPY" + littleEndian(1, 2) + littleEndian(dict.size(), 2) + dict +
           std::string(bytes, '\0');
}

double largestValue(const Tensor& tensor) {
    double largest = 0;
    for (const float value : tensor.values())
        largest = std::max(largest, std::abs(static_cast<double>(value)));
    return largest;
}

/// Float64 in a .npy file, unrounded: what the expected results are kept in.
std::vector<double> doublesOf(const std::string& bytes) {
    const std::size_t start = bytes.find('\n') + 1;
    std::vector<double> values((bytes.size() - start) / sizeof(double));
    std::memcpy(values.data(), bytes.data() + start, values.size() * sizeof(double));
    return values;
}

/// "headscope tokenize" with a small tokenizer and that standard input.
Outcome tokenize(const QString& model, const QStringList& options, const QByteArray& input) {
    QProcess process;
    startProgram(process,
                 QStringList{u"tokenize"_s, u"--model"_s,
                             QStringLiteral(HEADSCOPE_TEST_DATA "/reference/tokenizers/") + model} +
                     options);
    process.write(input);
    process.closeWriteChannel();
    return outcomeOf(process);
}

} // namespace

class TestRunCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void agrees_with_pytorch_data();
    void agrees_with_pytorch();
    void every_stage_is_written_and_described();
    void sequence_first_turns_every_stage();
    void weights_per_head_change_no_number();
    void scale_and_dropout_are_as_typed();
    void examples_take_choices_too();
    void numbers_are_held();
    void fully_masked_rows_are_as_chosen_data();
    void fully_masked_rows_are_as_chosen();
    void inverted_files_are_questioned_data();
    void inverted_files_are_questioned();
    void masks_broadcast_as_in_pytorch_data();
    void masks_broadcast_as_in_pytorch();
    void paddings_of_tokenizers_are_read_data();
    void paddings_of_tokenizers_are_read();
    void the_smallest_float64_is_minus_infinity();
    void words_change_no_number();
    void words_that_do_not_fit_are_refused();
    void one_attention_of_a_model_is_chosen();
    void a_part_of_whole_layers_is_chosen();
    void a_decoder_asks_for_its_source_data();
    void a_decoder_asks_for_its_source();
    void layers_without_a_width_are_refused();
    void masks_that_fit_both_orders_are_questioned();
    void sequence_first_masks_name_the_axis_that_is_wrong();
    void floats_that_look_like_flags_are_questioned();
    void unbatched_inputs_give_an_unbatched_output();
    void every_example_runs_data();
    void every_example_runs();
    void models_take_the_choices_of_attention();
    void called_wrongly_data();
    void called_wrongly();
    void does_not_fit_data();
    void does_not_fit();
    void numbers_that_are_not_finite_are_refused();
    void what_float32_cannot_hold_is_said();
    void full_mask_gives_zeros();
    void results_go_into_a_new_or_an_empty_folder();
    void paths_may_be_chinese();
    void a_decimal_comma_changes_nothing();
    void files_are_the_same_in_every_locale();
    void no_display_is_a_sentence_data();
    void no_display_is_a_sentence();
    void a_screen_that_is_not_there_is_a_sentence();
    void help_and_version_need_no_display_data();
    void help_and_version_need_no_display();
    void biases_are_chosen_one_by_one_data();
    void biases_are_chosen_one_by_one();
    void a_pipe_without_a_writer_is_refused();
    void names_reach_no_message_as_they_are_data();
    void names_reach_no_message_as_they_are();
    void help_fits_a_terminal();
    void the_process_gives_its_status();
    void texts_become_ids_and_back_data();
    void texts_become_ids_and_back();
    void ids_come_as_soon_as_their_line();
    void tokenize_says_what_is_wrong_data();
    void tokenize_says_what_is_wrong();
    void a_full_standard_output_is_a_failure();
    void typing_mistakes_get_a_hint();
};

void TestRunCommand::agrees_with_pytorch_data() {
    QTest::addColumn<QString>("name");
    const QStringList names = QDir(references).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QVERIFY(names.size() >= 45);
    for (const QString& name : names)
        QTest::newRow(qPrintable(name)) << name;
}

void TestRunCommand::agrees_with_pytorch() {
    QFETCH(QString, name);
    const QTemporaryDir folder;
    const std::string reference = (references + u'/' + name + u'/').toStdString();
    const Outcome outcome = call(argumentsOf(name) + QStringList{u"--out"_s, folder.path()});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QVERIFY(outcome.err.isEmpty());
    const Result<NpyArray> tolerances = readNpy(reference + "tolerance.npy");
    QVERIFY(tolerances.ok());
    Index kind = 0;
    // Of whole layers one stage has a name of its own.
    const bool layers = QFile::exists(QString::fromStdString(reference + "stage"));
    const std::string named = layers ? fileBytes(reference + "stage") : std::string();
    const std::string whole = named.substr(0, named.find('\n'));
    const std::vector<const char*> stages =
        !layers ? std::vector{"output", "attention_weights"} : std::vector{"output"};
    for (const char* stage : stages) {
        const std::string expectedPath = reference + "expected_" + stage + ".npy";
        const Result<NpyArray> expected = readNpy(expectedPath);
        const Result<NpyArray> ours =
            readNpy(pathIn(folder, layers ? whole.c_str() : stage) + ".npy");
        QVERIFY(expected.ok() && ours.ok());
        QVERIFY2(ours->tensor.shape() == expected->tensor.shape(),
                 (std::string(stage) + shapeText(ours->tensor.shape())).c_str());
        const std::vector<double> exact = doublesOf(fileBytes(expectedPath));
        QCOMPARE(static_cast<Index>(exact.size()), ours->tensor.elementCount());
        double error = 0;
        for (std::size_t i = 0; i < exact.size(); ++i)
            error = std::max(error, std::abs(ours->tensor.values()[i] - exact[i]));
        // Of a dozen numbers PyTorch may hit all by chance: two units in the last
        // place of the largest one are always allowed.
        const double units = 2 * 0x1p-23 * largestValue(expected->tensor);
        const double tolerance =
            std::max<double>(static_cast<double>(tolerances->tensor(kind++)), units);
        QVERIFY2(error <= tolerance, qPrintable(u"%1: error %2, allowed %3"_s.arg(
                                         QString::fromLatin1(stage), QString::number(error),
                                         QString::number(tolerance))));
    }
}

void TestRunCommand::every_stage_is_written_and_described() {
    const QTemporaryDir folder;
    const QString name = u"all_masks_together"_s; // batch 3, 4 tokens, d_model 8, 2 heads
    const Outcome outcome = call(argumentsOf(name) + QStringList{u"--out"_s, folder.path()});
    QCOMPARE(outcome.status, int{exitDone});
    const QJsonArray steps =
        QJsonDocument::fromJson(QByteArray::fromStdString(fileBytes(pathIn(folder, "trace.json"))))
            .object()[u"steps"_s]
            .toArray();
    QStringList files = {u"trace.json"_s};
    if (QFile::exists(folder.filePath(u"attention_weights.tokens.json"_s)))
        files += u"attention_weights.tokens.json"_s; // where there are words
    QStringList names;
    const QStringList lines = outcome.out.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), steps.size() + 1);
    for (qsizetype i = 0; i < steps.size(); ++i) {
        const QJsonObject step = steps[i].toObject();
        for (const QJsonValueConstRef operand : step[u"operands"_s].toArray())
            QVERIFY(names.contains(operand.toString())); // an earlier step
        names += step[u"name"_s].toString();
        QVERIFY(tensorNameFrom(names.back().toStdString()).has_value());
        files += step[u"file"_s].toString();
        const Result<NpyArray> array = readNpy(folder.filePath(files.back()).toStdString());
        QVERIFY(array.ok());
        QJsonArray shape;
        for (const Index size : array->tensor.shape())
            shape += static_cast<qint64>(size);
        QCOMPARE(step[u"shape"_s].toArray(), shape);
        QCOMPARE(step[u"axes"_s].toArray().size(), shape.size());
        QVERIFY(lines[i].startsWith(folder.filePath(files.back()) + u"  ("_s));
    }
    files.sort();
    QCOMPARE(entriesOf(folder), files);
    for (const char* stage :
         {"query_input", "query_weight", "projected_query", "query", "key", "value", "scores",
          "scaled_scores", "may_attend", "additive_mask", "masked_scores", "attention_weights",
          "head_context", "concatenated_context", "output"})
        QVERIFY2(names.contains(QLatin1String(stage)), stage);
    QVERIFY(readNpy(pathIn(folder, "scores.npy"))->tensor.shape() == (Shape{3, 2, 4, 4}));
    QVERIFY(readNpy(pathIn(folder, "head_context.npy"))->tensor.shape() == (Shape{3, 2, 4, 4}));
    QVERIFY(readNpy(pathIn(folder, "concatenated_context.npy"))->tensor.shape() ==
            (Shape{3, 4, 8}));
}

void TestRunCommand::sequence_first_turns_every_stage() {
    const QTemporaryDir folder;
    const Outcome outcome = call(argumentsOf(u"sequence_first"_s) + // batch 2, 4 tokens
                                 QStringList{u"--mask"_s, u"causal"_s, u"--out"_s, folder.path()});
    QCOMPARE(outcome.status, int{exitDone});
    const auto shapeOf = [&](const char* name) {
        return readNpy(pathIn(folder, name) + ".npy")->tensor.shape();
    };
    QVERIFY(shapeOf("output") == (Shape{4, 2, 8}));
    QVERIFY(shapeOf("query_input") == (Shape{4, 2, 8}));
    QVERIFY(shapeOf("projected_key") == (Shape{4, 2, 8}));
    QVERIFY(shapeOf("query") == (Shape{4, 2, 2, 4}));
    QVERIFY(shapeOf("attention_weights") == (Shape{4, 4, 2, 2}));
    QVERIFY(shapeOf("may_attend") == (Shape{4, 4, 2}));
    QVERIFY(shapeOf("head_context") == (Shape{4, 2, 2, 4}));
    QVERIFY(shapeOf("concatenated_context") == (Shape{4, 2, 8}));
    QVERIFY(outcome.out.contains(u"output.npy  (4, 2, 8)  [query, batch, d_model]"_s));
    QVERIFY(outcome.out.contains(u"scores.npy  (4, 4, 2, 2)  [query, key, batch, heads]"_s));
    const QString json = QString::fromStdString(fileBytes(pathIn(folder, "trace.json")));
    const QJsonArray steps = QJsonDocument::fromJson(json.toUtf8())[u"steps"_s].toArray();
    const auto found = std::ranges::find_if(
        steps, [](const QJsonValue& step) { return step[u"name"_s] == u"output"_s; });
    QVERIFY(found != steps.end());
    const QJsonObject output = found->toObject();
    QVERIFY(shapeOf("value_weighted") == (Shape{4, 4, 2, 2}));
    QVERIFY(shapeOf("value_norm") == (Shape{4, 2, 2, 1}));
    QCOMPARE(output[u"axes"_s].toArray(), (QJsonArray{u"query"_s, u"batch"_s, u"d_model"_s}));
    QCOMPARE(output[u"shape"_s].toArray(), (QJsonArray{4, 2, 8}));
}

void TestRunCommand::weights_per_head_change_no_number() {
    const QTemporaryDir folder;
    const QStringList arguments = argumentsOf(u"all_masks_together"_s); // d_model 8, 2 heads
    for (const QString& layout : {u"fused"_s, u"per-head"_s}) {
        const Outcome outcome = call(arguments + QStringList{u"--weight-layout"_s, layout,
                                                             u"--out"_s, folder.filePath(layout)});
        QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    }
    const auto bytes = [&](const char* name) { return fileBytes(pathIn(folder, name)); };
    for (const char* name : {"query.npy", "scores.npy", "attention_weights.npy", "output.npy"})
        QVERIFY(bytes((std::string("fused/") + name).c_str()) ==
                bytes((std::string("per-head/") + name).c_str()));
    const Result<NpyArray> weight = readNpy(pathIn(folder, "per-head/query_weight.npy"));
    QVERIFY(weight.ok() && weight->tensor.shape() == (Shape{2, 8, 4}));
    QVERIFY(!QFileInfo::exists(folder.filePath(u"per-head/projected_query.npy"_s)));
}

void TestRunCommand::scale_and_dropout_are_as_typed() {
    const QTemporaryDir folder;
    const auto run = [&](const QString& name, const QStringList& more) {
        return call(selfAttentionWith({}) + more + QStringList{u"--out"_s, folder.filePath(name)});
    };
    QCOMPARE(run(u"plain"_s, {}).status, int{exitDone});
    QCOMPARE(run(u"scaled"_s, {u"--scale"_s, u"0.125"_s}).status, int{exitDone});
    const auto tensor = [&](const char* path) { return readNpy(pathIn(folder, path))->tensor; };
    const Tensor scores = tensor("scaled/scores.npy");
    const Tensor scaled = tensor("scaled/scaled_scores.npy");
    QVERIFY(scores == tensor("plain/scores.npy"));
    for (std::size_t i = 0; i < scores.values().size(); ++i)
        QCOMPARE(scaled.values()[i], scores.values()[i] * 0.125F);

    const QStringList half = {u"--dropout"_s, u"0.5"_s, u"--seed"_s};
    const Outcome outcome = run(u"seed7"_s, half + QStringList{u"7"_s});
    QCOMPARE(outcome.status, int{exitDone});
    QVERIFY(outcome.err.contains(u"need not sum to 1"_s));
    QCOMPARE(run(u"seed7again"_s, half + QStringList{u"7"_s}).status, int{exitDone});
    QCOMPARE(run(u"seed8"_s, half + QStringList{u"8"_s}).status, int{exitDone});
    const Tensor weights = tensor("seed7/attention_weights.npy");
    const Tensor dropped = tensor("seed7/dropped_weights.npy");
    for (std::size_t i = 0; i < weights.values().size(); ++i) {
        const float value = dropped.values()[i];
        QVERIFY(value == 0.0F || value == weights.values()[i] * 2);
    }
    QVERIFY(dropped == tensor("seed7again/dropped_weights.npy"));
    QVERIFY(!(dropped == tensor("seed8/dropped_weights.npy")));
}

void TestRunCommand::examples_take_choices_too() {
    const QTemporaryDir folder;
    const Outcome outcome =
        call({u"run"_s, u"--example"_s, u"ticket"_s, u"--mask"_s, u"causal"_s, u"--window"_s,
              u"2"_s, u"--seq-first"_s, u"--out"_s, folder.path()});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    const Tensor mask = readNpy(pathIn(folder, "may_attend.npy"))->tensor;
    QVERIFY(mask.shape() == (Shape{10, 10, 1}));
    QCOMPARE(mask(5, 3, 0), 0.0F);
    QCOMPARE(mask(5, 4, 0), 1.0F);
    QCOMPARE(mask(5, 5, 0), 1.0F);
    QCOMPARE(mask(5, 6, 0), 0.0F);
}

void TestRunCommand::numbers_are_held() {
    const QTemporaryDir folder;
    const QString out = folder.path();
    const Outcome held =
        call({u"run"_s, u"--example"_s, u"encoder-decoder"_s, u"--hold"_s,
              u"decoder/0/cross_attention/attention_weights:1,2,3=0.5"_s, u"--hold"_s,
              u"encoder/0/self_attention/scores:1,1,1,1=-2"_s, u"--out"_s, out});
    QCOMPARE(held.status, exitDone);
    const auto numberIn = [&](const QString& name, const Cell& cell) {
        return readNpy(folder.filePath(name + u".npy"_s).toStdString())->tensor.at(cell);
    };
    QCOMPARE(numberIn(u"decoder/0/cross_attention/attention_weights"_s, {0, 0, 1, 2}), 0.5F);
    QCOMPARE(numberIn(u"encoder/0/self_attention/scores"_s, {0, 0, 0, 0}), -2.0F);
    QFile json(out + u"/trace.json"_s);
    QVERIFY(json.open(QIODevice::ReadOnly));
    int found = 0;
    const QJsonArray steps = QJsonDocument::fromJson(json.readAll())[u"steps"_s].toArray();
    for (const QJsonValue& step : steps) {
        for (const QJsonValue& cell : step[u"held"_s].toArray()) {
            QVERIFY(cell[u"would_be"_s].isDouble());
            ++found;
        }
    }
    QCOMPARE(found, 2);
    for (const QString& wrong : {u"scores"_s, u"scores:1,1,1"_s, u"scores:1,1=2"_s,
                                 u"scores:0,1,1=2"_s, u"sores:1,1,1=2"_s, u"scores:1,1,1,1,1=2"_s,
                                 u"scores:1,1,1=much"_s, u"a/scores:1,1,1=2"_s}) {
        const Outcome refused =
            call({u"run"_s, u"--example"_s, u"ticket"_s, u"--hold"_s, wrong, u"--out"_s, out});
        QCOMPARE(refused.status, exitUsage);
        QVERIFY2(refused.err.contains(u"--hold takes"_s), qPrintable(refused.err));
    }
    for (const QString& outside : {u"scores:5,1,1=2"_s, u"output:1,1,1=2"_s, u"scores:1,1,1=nan"_s,
                                   u"dropped_weights:1,1,1=2"_s}) {
        const Outcome refused =
            call({u"run"_s, u"--example"_s, u"ticket"_s, u"--hold"_s, outside, u"--out"_s, out});
        QVERIFY(refused.status != exitDone);
        QVERIFY2(!refused.err.isEmpty(), qPrintable(outside));
    }
}

void TestRunCommand::fully_masked_rows_are_as_chosen_data() {
    QTest::addColumn<QString>("choice");
    QTest::addColumn<float>("weight");
    QTest::addColumn<QString>("says");
    QTest::newRow("zeros") << u"zeros"_s << 0.0F << u"zeros, as scaled_dot"_s;
    QTest::newRow("nan") << u"nan"_s << std::numeric_limits<float>::quiet_NaN()
                         << u"NaN, as nn.MultiheadAttention"_s;
    QTest::newRow("uniform") << u"uniform"_s << 1.0F / 3 << u"1/keys"_s;
}

void TestRunCommand::fully_masked_rows_are_as_chosen() {
    QFETCH(QString, choice);
    QFETCH(float, weight);
    QFETCH(QString, says);
    const QTemporaryDir folder;
    QVERIFY(putFile(pathIn(folder, "mask.npy"), zerosNpy("|b1", "(3, 3)", 9)));
    const Outcome outcome =
        call(selfAttentionWith({{u"--mask"_s, folder.filePath(u"mask.npy"_s)}}) +
             QStringList{u"--fully-masked"_s, choice, u"--out"_s, folder.filePath(u"out"_s)});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QVERIFY2(outcome.err.contains(u"12 rows of attention_weights are fully masked"_s),
             qPrintable(outcome.err));
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    QVERIFY(!outcome.err.contains(u"too large"_s));
    const Result<NpyArray> weights = readNpy(pathIn(folder, "out/attention_weights.npy"));
    for (const float value : weights->tensor.values())
        QVERIFY(value == weight || (std::isnan(value) && std::isnan(weight)));
}

void TestRunCommand::inverted_files_are_questioned_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<std::string>("file");
    QTest::addColumn<QString>("question"); // empty: none
    const auto row = [](const char* name, const char* option, const std::string& shape,
                        const std::string& flags, const char* question) {
        std::string file = zerosNpy("|b1", shape, flags.size());
        for (std::size_t i = 0; i < flags.size(); ++i)
            file[file.size() - flags.size() + i] = flags[i] == '1' ? '\1' : '\0';
        QTest::newRow(name) << QString::fromLatin1(option) << file << QString::fromLatin1(question);
    };
    row("causal", "--mask", "(3, 3)", "100110111", "");
    row("causal_inverted", "--mask", "(3, 3)", "011001000", "may look at itself");
    row("causal_inverted_for_each_sequence", "--mask", "(2, 3, 3)", "011001000011001000",
        "may look at itself");
    row("only_one_sequence_inverted", "--mask", "(2, 3, 3)", "011001000100110111", "");
    row("all_but_the_diagonal", "--mask", "(3, 3)", "011101110", "may look at itself");
    row("any_other_mask", "--mask", "(3, 3)", "010001100", "");
    row("padding", "--key-padding", "(2, 3)", "111100", "");
    row("padding_inverted", "--key-padding", "(2, 3)", "001011", "begins with padding");
    row("padding_inverted_with_a_full_sequence", "--key-padding", "(2, 3)", "000011",
        "begins with padding");
    row("padding_in_front", "--key-padding", "(2, 3)", "111011", "");
    row("nothing_real", "--key-padding", "(2, 3)", "000000", "");
}

void TestRunCommand::inverted_files_are_questioned() {
    QFETCH(QString, option);
    QFETCH(std::string, file);
    QFETCH(QString, question);
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"made.npy"_s);
    QVERIFY(putFile(path.toStdString(), file));
    const auto run = [&](const QStringList& more) {
        return call(selfAttentionWith({{option, path}}) + more +
                    QStringList{u"--out"_s, withoutFolder(folder.filePath(u"out"_s))});
    };
    const Outcome outcome = run({});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QCOMPARE(outcome.err.contains(u"inverted?"_s), !question.isEmpty());
    if (!question.isEmpty()) {
        QVERIFY2(outcome.err.contains(question), qPrintable(outcome.err));
        QVERIFY(outcome.err.contains(path));
        QVERIFY(outcome.err.contains(u"--mask-means masked"_s));
    }
    // What the person says is not questioned, and "masked" is the opposite.
    const char* stage = "out/may_attend.npy";
    const Tensor asRead = readNpy(pathIn(folder, stage))->tensor;
    const Outcome said = run({u"--mask-means"_s, u"may-attend"_s});
    QVERIFY(!said.err.contains(u"inverted?"_s));
    QVERIFY(readNpy(pathIn(folder, stage))->tensor == asRead);
    QVERIFY(!run({u"--mask-means"_s, u"masked"_s}).err.contains(u"inverted?"_s));
    const Tensor opposite = readNpy(pathIn(folder, stage))->tensor;
    for (std::size_t i = 0; i < asRead.values().size(); ++i)
        QCOMPARE(opposite.values()[i], 1.0F - asRead.values()[i]);
}

/// Four sequences of four tokens: [4, 4, 4] could be either order.
/// Batch 2, 2 heads, 3 queries and keys; only key 3 of sequence 2 is forbidden, or all keys 3.
void TestRunCommand::masks_broadcast_as_in_pytorch_data() {
    QTest::addColumn<std::string>("shape");
    QTest::addColumn<std::string>("flags");
    QTest::addColumn<bool>("onlySecond");
    const auto row = [](const char* name, const char* shape, const char* flags, bool onlySecond) {
        QTest::newRow(name) << std::string(shape) << std::string(flags) << onlySecond;
    };
    row("S", "(3,)", "110", false);
    row("1S", "(1, 3)", "110", false);
    row("BS", "(2, 3)", "111110", true);
    row("B1S", "(2, 1, 3)", "111110", true);
    row("B11S", "(2, 1, 1, 3)", "111110", true);
    row("111S", "(1, 1, 1, 3)", "110", false);
    row("1HLS", "(1, 2, 1, 3)", "110110", false);
    row("BLS", "(2, 3, 3)", "111111111110110110", true);
    row("five_axes", "(2, 1, 1, 1, 3)", "", false);
}

void TestRunCommand::masks_broadcast_as_in_pytorch() {
    QFETCH(std::string, shape);
    QFETCH(std::string, flags);
    QFETCH(bool, onlySecond);
    for (const char* dtype : {"|b1", "|u1"}) { // 0 and 1 of whole numbers are flags, too
        const QTemporaryDir folder;
        std::string file = zerosNpy(dtype, shape, flags.empty() ? 6 : flags.size());
        for (std::size_t i = 0; i < flags.size(); ++i)
            file[file.size() - flags.size() + i] = flags[i] == '1' ? '\1' : '\0';
        QVERIFY(putFile(pathIn(folder, "m.npy"), file));
        const Outcome outcome =
            call(selfAttentionWith({{u"--mask"_s, folder.filePath(u"m.npy"_s)}}) +
                 QStringList{u"--out"_s, folder.filePath(u"out"_s)});
        if (flags.empty()) {
            QCOMPARE(outcome.status, int{exitFailure});
            continue;
        }
        QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
        const Tensor weights = readNpy(pathIn(folder, "out/attention_weights.npy"))->tensor;
        Cell cell(4, 0);
        do {
            const bool forbidden = cell[3] == 2 && (cell[0] == 1 || !onlySecond);
            QCOMPARE(weights.at(cell) == 0, forbidden);
        } while (advance(cell, weights.shape()));
    }
}

void TestRunCommand::paddings_of_tokenizers_are_read_data() {
    QTest::addColumn<std::string>("dtype");
    QTest::addColumn<std::string>("shape");
    QTest::addColumn<QList<float>>("numbers"); // of two sequences; the last token of 2 is padding
    const float none = -std::numeric_limits<float>::infinity();
    const QList<float> ids = {1, 1, 1, 1, 1, 0};
    const QList<float> infinite = {0, 0, 0, 0, 0, none};
    QTest::newRow("int64") << std::string("<i8") << std::string("(2, 3)") << ids;
    QTest::newRow("float_flags") << std::string("<f4") << std::string("(2, 3)") << ids;
    QTest::newRow("float_added") << std::string("<f4") << std::string("(2, 3)") << infinite;
    QTest::newRow("finite_added") << std::string("<f4") << std::string("(2, 3)")
                                  << QList<float>{0, 0, 0, 0, 0, -1e9F};
    QTest::newRow("four_axes") << std::string("<f4") << std::string("(2, 1, 1, 3)") << infinite;
}

void TestRunCommand::paddings_of_tokenizers_are_read() {
    QFETCH(std::string, dtype);
    QFETCH(std::string, shape);
    QFETCH(QList<float>, numbers);
    const std::size_t size = dtype == "<i8" ? 8 : 4;
    std::string file = zerosNpy(dtype, shape, 6 * size);
    for (std::size_t i = 0; i < 6; ++i) {
        const float number = numbers[static_cast<qsizetype>(i)];
        const auto bits = size == 8 ? static_cast<std::uint64_t>(number)
                                    : std::uint64_t{std::bit_cast<std::uint32_t>(number)};
        file.replace(file.size() - (6 - i) * size, size,
                     littleEndian(bits, static_cast<int>(size)));
    }
    const QTemporaryDir folder;
    QVERIFY(putFile(pathIn(folder, "p.npy"), file));
    const Outcome outcome =
        call(selfAttentionWith({{u"--key-padding"_s, folder.filePath(u"p.npy"_s)}}) +
             QStringList{u"--out"_s, folder.filePath(u"out"_s)});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QVERIFY2(!outcome.err.contains(u"inverted"_s), qPrintable(outcome.err));
    const Tensor may = readNpy(pathIn(folder, "out/may_attend.npy"))->tensor;
    Cell cell(3, 0);
    do {
        QCOMPARE(may.at(cell), cell[0] == 1 && cell[2] == 2 ? 0.0F : 1.0F);
    } while (advance(cell, may.shape()));
}

void TestRunCommand::the_smallest_float64_is_minus_infinity() {
    std::string file = zerosNpy("<f8", "(3, 3)", 72);
    const auto smallest = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::lowest());
    file.replace(file.size() - 64, 8, littleEndian(smallest, 8)); // query 1, key 2
    const QTemporaryDir folder;
    QVERIFY(putFile(pathIn(folder, "m.npy"), file));
    const Outcome outcome = call(selfAttentionWith({{u"--mask"_s, folder.filePath(u"m.npy"_s)}}) +
                                 QStringList{u"--out"_s, folder.filePath(u"out"_s)});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    const Tensor mask = readNpy(pathIn(folder, "out/additive_mask.npy"))->tensor;
    QCOMPARE(mask(0, 0, 1), -std::numeric_limits<float>::infinity());
    QCOMPARE(mask(0, 0, 0), 0.0F);
}

/// Bit for bit, whatever the words are; also where they say what the seed would draw.
void TestRunCommand::words_change_no_number() {
    const QTemporaryDir folder;
    const auto run = [&](const char* out, const QStringList& more) {
        return call(
            argumentsOf(u"all_masks_together"_s) + more +
            QStringList{u"--out"_s, withoutFolder(folder.filePath(QString::fromLatin1(out)))});
    };
    QVERIFY(run("plain", {}).status == exitDone);
    QVERIFY(putFile(pathIn(folder, "t.txt"), "The\r\ncat\n \n[CLS]\n\n"));
    QVERIFY(
        putFile(pathIn(folder, "t.json"), R"([["a","b","c","d"],["1","2","3","4"],[7,8,9,10]])"));
    // In a file, or themselves.
    for (const QString& words :
         {folder.filePath(u"t.txt"_s), folder.filePath(u"t.json"_s), u"The cat sat [New York]"_s,
          uR"([["a","b","c","d"],["1","2","3","4"],["7","8","9","10"]])"_s}) {
        const Outcome named = run("named", {u"--tokens"_s, words});
        QVERIFY2(named.status == exitDone, qPrintable(named.err));
        const QDir plain(folder.filePath(u"plain"_s));
        const QStringList stages = plain.entryList({u"*.npy"_s});
        QVERIFY(stages.size() > 10);
        for (const QString& stage : stages)
            QCOMPARE(bytesOf(folder.filePath(u"named/"_s + stage)), bytesOf(plain.filePath(stage)));
    }
}

void TestRunCommand::words_that_do_not_fit_are_refused() {
    const QTemporaryDir folder;
    const auto says = [&](const std::string& file, const std::string& content) {
        if (!putFile(pathIn(folder, file.c_str()), content))
            return QString();
        const Outcome outcome = call(
            selfAttentionWith({{u"--tokens"_s, folder.filePath(QString::fromStdString(file))}}) +
            QStringList{u"--out"_s, folder.filePath(u"out"_s)});
        return outcome.status == exitFailure ? outcome.err : QString();
    };
    QVERIFY(says("t.txt", "a\nb\n").contains(u"t.txt has 2 words, and the inputs have 3 tokens"_s));
    QVERIFY(says("t.txt", "a\n\nb\n").contains(u"word 2 of"_s));
    QVERIFY(says("t.txt", "").contains(u"names no words"_s));
    QVERIFY(says("t.txt", "a\nb\n\xff\n").contains(u"UTF-8"_s));
    QVERIFY(says("t.json", R"([["a","b","c"],["a","b","c"],["a","b","c"]])")
                .contains(u"names 3 sequences, and the inputs have 2"_s));
    QVERIFY(says("t.json", R"({"text": "a b c"})").contains(u"no list of words"_s));
    QVERIFY(says("t.json", R"([1.5, "b", "c"])").contains(u"no list of words"_s));
    // Words themselves, and what may be a file that is not there.
    const auto of = [&](const QString& words) {
        const Outcome outcome = call(selfAttentionWith({{u"--tokens"_s, words}}) +
                                     QStringList{u"--out"_s, folder.filePath(u"out"_s)});
        return outcome.status == exitFailure ? outcome.err : QString();
    };
    QVERIFY(of(u"The cat sat down"_s)
                .contains(u"\"The cat …\" has 4 words, and the inputs have 3 tokens"_s));
    QVERIFY(of(u"cat"_s).contains(u"\"cat\" is no file of words"_s));
    QVERIFY(of(u"7"_s).contains(u"\"7\" is no file of words"_s));
    QVERIFY(of(u"my words.txt"_s).contains(u"my words.txt"_s));
    QVERIFY(!of(u"my words.txt"_s).contains(u"has 2 words"_s));
}

/// A model with two attentions, a mask that was registered and a feed-forward.
void TestRunCommand::one_attention_of_a_model_is_chosen() {
    const QTemporaryDir folder;
    const QStringList plain = selfAttentionWith({});
    const QString path = plain[plain.indexOf(u"--weights"_s) + 1];
    const Result<NamedTensors> one = readSafetensors(path.toStdString());
    QVERIFY(one.ok());
    NamedTensors model;
    for (const auto& [name, tensor] : *one) {
        model["layers.1.self_attn." + name] = tensor;
        model["layers.0.self_attn." + name] = zeros(tensor.shape());
    }
    model["layers.1.self_attn.mask"] = zeros({3, 3});
    model["layers.1.linear1.weight"] = zeros({16, 8});
    const std::string file = pathIn(folder, "model.safetensors");
    QVERIFY(writeSafetensors(file, model).ok());
    const auto run = [&](const char* out, const QStringList& more) {
        return call(
            selfAttentionWith({{u"--weights"_s, QString::fromStdString(file)}}) + more +
            QStringList{u"--out"_s, withoutFolder(folder.filePath(QString::fromLatin1(out)))});
    };
    const Outcome several = run("none", {});
    QCOMPARE(several.status, int{exitFailure});
    QVERIFY2(several.err.contains(u"layers.0.self_attn (d_model 8), layers.1.self_attn"_s) &&
                 several.err.contains(u"--layer"_s),
             qPrintable(several.err));
    QVERIFY(run("none", {u"--layer"_s, u"layers.2"_s}).err.contains(u"there is no attention"_s));
    QVERIFY(call(plain + QStringList{u"--out"_s, folder.filePath(u"plain"_s)}).status == exitDone);
    for (const char* layer : {"layers.1.self_attn", "layers.1.self_attn.", "layers.1"}) {
        const Outcome chosen = run("chosen", {u"--layer"_s, QString::fromLatin1(layer)});
        QVERIFY2(chosen.status == exitDone, qPrintable(chosen.err));
        QVERIFY2(chosen.err.contains(u"left out: layers.1.linear1, layers.1.self_attn.mask"_s),
                 qPrintable(chosen.err));
        QCOMPARE(bytesOf(folder.filePath(u"chosen/output.npy"_s)),
                 bytesOf(folder.filePath(u"plain/output.npy"_s)));
    }
}

void TestRunCommand::a_decoder_asks_for_its_source_data() {
    QTest::addColumn<QString>("heads");
    QTest::newRow("decoder_layer") << u"2"_s;
    QTest::newRow("transformer") << u"2"_s;
}

void TestRunCommand::a_decoder_asks_for_its_source() {
    QFETCH(const QString, heads);
    const QTemporaryDir folder;
    const QString reference = references + u'/' + QLatin1String(QTest::currentDataTag());
    const QStringList given = {u"run"_s,
                               u"--query"_s,
                               reference + u"/q.npy"_s,
                               u"--weights"_s,
                               reference + u"/w.safetensors"_s,
                               u"--heads"_s,
                               heads,
                               u"--out"_s,
                               folder.filePath(u"out"_s)};
    const Outcome without = call(given);
    QCOMPARE(without.status, int{exitFailure});
    QVERIFY2(without.err.startsWith(u"headscope: --key is missing: the decoder in "_s),
             qPrintable(without.err));
    QVERIFY(!QFileInfo::exists(folder.filePath(u"out"_s)));
    const Outcome with = call(given + QStringList{u"--key"_s, reference + u"/k.npy"_s});
    QVERIFY2(with.status == exitDone, qPrintable(with.err));
}

/// What a stack of layers has besides: each layer, and each attention.
void TestRunCommand::a_part_of_whole_layers_is_chosen() {
    const QTemporaryDir folder;
    const auto run = [&](const QStringList& more) {
        const QString reference = references + u"/encoder_with_a_norm/"_s;
        return call(QStringList{u"run"_s, u"--query"_s, reference + u"q.npy"_s, u"--weights"_s,
                                reference + u"w.safetensors"_s, u"--heads"_s, u"2"_s, u"--out"_s,
                                withoutFolder(folder.filePath(u"out"_s))} +
                    more);
    };
    const auto wrote = [&](const char* file) {
        return QFileInfo::exists(folder.filePath(u"out/"_s + QString::fromLatin1(file)));
    };
    const Outcome whole = run({});
    QVERIFY2(whole.status == exitDone, qPrintable(whole.err));
    QVERIFY2(whole.err.contains(u"the layers of a nn.TransformerEncoder"_s) &&
                 whole.err.contains(u"relu and post (--activation, --placement)"_s),
             qPrintable(whole.err));
    QVERIFY(wrote("encoder/1/feed_forward_norm/norm_output.npy"));
    QVERIFY(wrote("encoder/norm/norm_output.npy"));
    const Outcome layer = run(
        {u"--layer"_s, u"layers.1"_s, u"--activation"_s, u"gelu"_s, u"--placement"_s, u"pre"_s});
    QVERIFY2(layer.status == exitDone, qPrintable(layer.err));
    QCOMPARE(layer.err, QString());
    QVERIFY(wrote("encoder/0/feed_forward_residual/residual.npy"));
    QVERIFY(!wrote("encoder/norm/norm_output.npy"));
    const Outcome attention = run({u"--layer"_s, u"layers.1.self_attn"_s});
    QVERIFY2(attention.status == exitDone, qPrintable(attention.err));
    QVERIFY2(attention.err.contains(u"left out: layers.1.linear1"_s), qPrintable(attention.err));
    QVERIFY(wrote("output.npy"));
    const Outcome none = run({u"--layer"_s, u"decoder"_s});
    QVERIFY2(none.err.contains(u"layers (d_model 8), layers.0 (d_model 8), layers.1 (d_model 8), "
                               "layers.0.self_attn (d_model 8)"_s),
             qPrintable(none.err));
}

/// Shapes of which no layer can be made are said, whatever else fits.
void TestRunCommand::layers_without_a_width_are_refused() {
    const QTemporaryDir folder;
    const QString reference = references + u"/encoder_layer/"_s;
    const Result<NamedTensors> layer =
        readSafetensors((reference + u"w.safetensors"_s).toStdString());
    QVERIFY(layer.ok());
    const auto says = [&](const char* name, const Shape& shape) {
        NamedTensors wrong = *layer;
        wrong[name] = zeros(shape);
        const std::string file = pathIn(folder, "wrong.safetensors");
        if (!writeSafetensors(file, wrong))
            return u"not written"_s;
        const Outcome outcome = call({u"run"_s, u"--query"_s, reference + u"q.npy"_s,
                                      u"--weights"_s, QString::fromStdString(file), u"--heads"_s,
                                      u"2"_s, u"--out"_s, folder.filePath(u"out"_s)});
        return outcome.status == exitFailure ? outcome.err : u"taken"_s;
    };
    QVERIFY(says("self_attn.in_proj_weight", {2, 8}).contains(u"wrong.safetensors: "_s));
    QVERIFY(says("linear2.weight", {8, 11}).contains(u"linear2.weight"_s));
    QVERIFY(says("norm1.weight", {7}).contains(u"norm1.weight: norm_gain is"_s));
    QCOMPARE(says("linear1.weight", {8}), u"taken"_s); // no layer, but its attention
}

void TestRunCommand::masks_that_fit_both_orders_are_questioned() {
    const QTemporaryDir folder;
    std::vector<float> numbers(4 * 4 * 8, 0.5F);
    std::string input = zerosNpy("<f4", "(4, 4, 8)", numbers.size() * sizeof(float));
    std::memcpy(input.data() + input.size() - numbers.size() * sizeof(float), numbers.data(),
                numbers.size() * sizeof(float));
    std::string mask = zerosNpy("|b1", "(4, 4, 4)", 64);
    std::fill(mask.end() - 64, mask.end(), '\1');
    QVERIFY(putFile(pathIn(folder, "q.npy"), input));
    const auto run = [&] {
        return call(
            selfAttentionWith({{u"--query"_s, folder.filePath(u"q.npy"_s)},
                               {u"--mask"_s, folder.filePath(u"mask.npy"_s)}}) +
            QStringList{u"--seq-first"_s, u"--out"_s, withoutFolder(folder.filePath(u"out"_s))});
    };
    QVERIFY(putFile(pathIn(folder, "mask.npy"), mask));
    QVERIFY(!run().err.contains(u"two orders"_s)); // both come to the same
    mask[mask.size() - 64 + 1 * 16 + 2 * 4 + 3] = '\0';
    QVERIFY(putFile(pathIn(folder, "mask.npy"), mask));
    const Outcome outcome = run();
    QVERIFY2(outcome.err.contains(u"fits two orders of axes"_s), qPrintable(outcome.err));
    // Query 1 may not look at key 2 in sequence 3.
    const Tensor weights = readNpy(pathIn(folder, "out/attention_weights.npy"))->tensor;
    QCOMPARE(weights(1, 2, 3, 0), 0.0F);
    QVERIFY(weights(2, 3, 1, 0) > 0.0F);
}

void TestRunCommand::sequence_first_masks_name_the_axis_that_is_wrong() {
    const QTemporaryDir folder; // [sequence 2, batch 3]
    const auto run = [&](const std::string& shape, std::size_t count) {
        putFile(pathIn(folder, "mask.npy"), zerosNpy("|b1", shape, count));
        return call(selfAttentionWith({{u"--mask"_s, folder.filePath(u"mask.npy"_s)}}) +
                    QStringList{u"--seq-first"_s, u"--out"_s, folder.filePath(u"out"_s)});
    };
    const Outcome query = run("(3, 2, 1)", 6);
    QCOMPARE(query.status, int{exitFailure});
    QVERIFY2(query.err.contains(u"the first axis of"_s) &&
                 query.err.contains(u"mask.npy (query) has size 3"_s),
             qPrintable(query.err));
    QVERIFY(run("(2, 3, 3)", 18).err.contains(u"(key) has size 3"_s));
    // (2, 2, 2) would be one mask for each of two heads.
    QVERIFY(run("(2, 2, 4)", 16).err.contains(u"(batch) has size 4"_s));
}

void TestRunCommand::floats_that_look_like_flags_are_questioned() {
    const QTemporaryDir folder;
    std::string file = zerosNpy("<f4", "(3, 3)", 36);
    const float one = 1;
    std::memcpy(file.data() + file.size() - 8, &one, sizeof one);
    QVERIFY(putFile(pathIn(folder, "mask.npy"), file));
    const Outcome outcome =
        call(selfAttentionWith({{u"--mask"_s, folder.filePath(u"mask.npy"_s)}}) +
             QStringList{u"--out"_s, folder.filePath(u"out"_s)});
    QCOMPARE(outcome.status, int{exitDone});
    QVERIFY2(outcome.err.contains(u"say who may attend?"_s), qPrintable(outcome.err));
}

void TestRunCommand::unbatched_inputs_give_an_unbatched_output() {
    const QTemporaryDir folder;
    for (const QStringList& more : {QStringList(), QStringList{u"--seq-first"_s}}) {
        const Outcome outcome = call(argumentsOf(u"unbatched"_s) + more +
                                     QStringList{u"--out"_s, withoutFolder(folder.path())});
        QCOMPARE(outcome.status, int{exitDone});
        QVERIFY(readNpy(pathIn(folder, "output.npy"))->tensor.shape() == (Shape{4, 8}));
        QVERIFY(readNpy(pathIn(folder, "attention_weights.npy"))->tensor.shape() ==
                (Shape{1, 2, 4, 4}));
    }
}

void TestRunCommand::every_example_runs_data() {
    QTest::addColumn<QString>("id");
    for (const Example& example : examples()) {
        const QByteArray id(example.id.data(), static_cast<qsizetype>(example.id.size()));
        QTest::newRow(id.constData()) << QString::fromLatin1(id);
    }
}

void TestRunCommand::every_example_runs() {
    QFETCH(QString, id);
    const QTemporaryDir folder;
    const Outcome outcome = call({u"run"_s, u"--example"_s, id, u"--out"_s, folder.path()});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    // Every step of the trace is there, in the folder of its block.
    const Experiment experiment = findExample(id.toStdString())->make();
    const auto computed =
        std::make_shared<const Trace>(runModel(modelProblemOf(experiment)).value());
    const Trace trace = *runOf(experiment, computed, RunOrigin())->trace();
    QFile json(folder.filePath(u"trace.json"_s));
    QVERIFY(json.open(QIODevice::ReadOnly));
    const QJsonArray steps = QJsonDocument::fromJson(json.readAll())["steps"_L1].toArray();
    QCOMPARE(static_cast<std::size_t>(steps.size()), trace.steps().size());
    for (std::size_t i = 0; i < trace.steps().size(); ++i) {
        const QJsonObject step = steps[static_cast<qsizetype>(i)].toObject();
        QCOMPARE(step["name"_L1].toString().toStdString(), qualifiedName(trace[i]));
        const Result<NpyArray> read =
            readNpy(folder.filePath(step["file"_L1].toString()).toStdString());
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
        QVERIFY(read->tensor.withAxes(trace[i].result.axes()) == trace[i].result.contiguous());
    }
}

void TestRunCommand::models_take_the_choices_of_attention() {
    const QTemporaryDir folder;
    const Outcome outcome =
        call({u"run"_s, u"--example"_s, u"encoder-decoder"_s, u"--window"_s, u"2"_s,
              u"--seq-first"_s, u"--dropout"_s, u"0.5"_s, u"--out"_s, folder.path()});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QVERIFY2(outcome.err.contains(u"need not sum to 1"_s), qPrintable(outcome.err));
    const auto shapeOf = [&](const char* name) {
        const Result<NpyArray> read = readNpy(pathIn(folder, name));
        return read ? read->tensor.shape() : Shape{};
    };
    QVERIFY(shapeOf("decoder/0/self_attention/may_attend.npy") == (Shape{5, 5, 1}));
    QVERIFY(shapeOf("decoder/1/cross_attention/dropped_weights.npy") == (Shape{5, 4, 1, 2}));
    QVERIFY(shapeOf("encoder/1/feed_forward_norm/norm_output.npy") == (Shape{4, 1, 8}));
    QVERIFY(shapeOf("prediction/probabilities.npy") == (Shape{5, 1, 5}));
    // The window holds in the decoder's own attention alone.
    QVERIFY(!QFile::exists(folder.filePath(u"encoder/0/self_attention/may_attend.npy"_s)));
    QVERIFY(!QFile::exists(folder.filePath(u"decoder/0/cross_attention/may_attend.npy"_s)));
}

void TestRunCommand::called_wrongly_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QStringList& arguments, const QString& says) {
        QTest::newRow(name) << arguments << says;
    };
    const QString heads = u"--heads"_s;
    row("no_options", {u"run"_s}, u"--query is missing"_s);
    row("no_weights", selfAttentionWith({{u"--weights"_s, {}}}), u"--weights is missing"_s);
    row("no_heads", selfAttentionWith({{heads, {}}}), u"--heads is missing"_s);
    for (const char* wrong : {"0", "-2", "two", "2.0", "2x", " 2", "99999999999999999999"})
        row(qPrintable(u"heads_"_s + QLatin1String(wrong)),
            selfAttentionWith({{heads, QLatin1String(wrong)}}), u"whole number from 1"_s);
    const auto choice = [&](const char* name, const char* option, const char* value,
                            const char* says) {
        row(name, selfAttentionWith({{QLatin1String(option), QLatin1String(value)}}),
            QLatin1String(says));
    };
    choice("scale_is_text", "--scale", "half", "--scale takes a finite number");
    choice("scale_is_infinite", "--scale", "inf", "a finite number");
    choice("scale_has_a_comma", "--scale", "0,5", "a finite number");
    choice("dropout_of_everything", "--dropout", "1", "a probability from 0 to below 1");
    choice("dropout_negative", "--dropout", "-0.5", "a probability from 0 to below 1");
    choice("dropout_not_a_number", "--dropout", "nan", "a probability from 0 to below 1");
    choice("seed_negative", "--seed", "-1", "a whole number from 0 on");
    choice("window_of_nothing", "--window", "0", "--window takes a whole number from 1 on");
    choice("prefix_is_text", "--prefix", "two",
           "--prefix takes a whole number from 1 on, not \"two\"");
    choice("unknown_corner", "--causal-alignment", "upper_left",
           "takes upper-left or lower-right, not");
    choice("unknown_fully_masked", "--fully-masked", "zero", "takes zeros, nan or uniform, not");
    choice("unknown_meaning", "--mask-means", "true", "takes may-attend or masked, not");
    choice("unknown_weight_layout", "--weight-layout", "heads", "takes fused or per-head, not");
    row("unknown_option", selfAttentionWith({}) + QStringList{u"--head"_s, u"2"_s}, u"head"_s);
    row("stray_argument", selfAttentionWith({}) + QStringList{u"stray"_s}, u"\"stray\""_s);
    row("unknown_example", {u"run"_s, u"--example"_s, u"none"_s},
        u"there is no example \"none\": there are ticket"_s);
    row("example_and_files", {u"run"_s, u"--example"_s, u"ticket"_s, heads, u"2"_s},
        u"--heads does nothing beside an experiment"_s);
}

void TestRunCommand::called_wrongly() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const QTemporaryDir folder;
    const Outcome outcome = call(arguments + QStringList{u"--out"_s, folder.filePath(u"out"_s)});
    QCOMPARE(outcome.status, int{exitUsage});
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    QVERIFY(outcome.err.contains(u"headscope run --help"_s));
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(entriesOf(folder).isEmpty());
    if (QTest::currentDataTag() == QByteArray("no_options")) {
        const Outcome without = call(selfAttentionWith({}));
        QCOMPARE(without.status, int{exitUsage});
        QVERIFY(without.err.contains(u"--out is missing"_s));
        const Outcome cut = call(selfAttentionWith({}) + QStringList{u"--out"_s});
        QCOMPARE(cut.status, int{exitUsage});
        QVERIFY(cut.err.contains(u"out"_s));
    }
}

void TestRunCommand::does_not_fit_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("value");
    QTest::addColumn<std::string>("bytes"); // of a file that is the value, if any
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char* name, const char* option, const std::string& bytes,
                        const QStringList& says) {
        QTest::newRow(name) << QString::fromLatin1(option) << u"made"_s << bytes << says;
    };
    const auto floats = [](const Shape& shape) {
        return npyHeader(shape) +
               std::string(static_cast<std::size_t>(zeros(shape).elementCount()) * 4, '\0');
    };
    const QString made = u"made"_s;
    QTest::newRow("heads_do_not_divide")
        << u"--heads"_s << u"3"_s << std::string() << QStringList{u"3"_s, u"8"_s};
    QTest::newRow("missing_file") << u"--query"_s << u"/nonexistent/q.npy"_s << std::string()
                                  << QStringList{u"/nonexistent/q.npy"_s};
    row("truncated_query", "--query", floats({2, 3, 8}).substr(0, 200), {made});
    row("query_is_no_npy", "--query", "hello", {made, u"not a .npy file"_s});
    row("query_of_one_axis", "--query", floats({8}), {made, u"(8,)"_s});
    row("query_of_four_axes", "--query", floats({1, 2, 3, 8}), {made, u"(1, 2, 3, 8)"_s});
    row("query_without_tokens", "--query", floats({2, 0, 8}), {made, u"(2, 0, 8)"_s});
    row("query_of_another_width", "--query", floats({2, 3, 6}),
        {made, u"6 numbers"_s, u"w.safetensors take 8"_s});
    row("key_of_another_width", "--key", floats({2, 3, 6}), {made, u"6 numbers"_s});
    row("key_of_another_batch", "--key", floats({4, 3, 8}), {made, u"batch"_s, u"4"_s, u"2"_s});
    row("key_without_batch", "--key", floats({3, 8}), {made, u"batch axis"_s});
    row("value_of_another_length", "--value", floats({2, 4, 8}), {made, u"tokens"_s, u"4"_s});
    row("weights_are_no_safetensors", "--weights", "hello", {made, u"8 bytes"_s});
    row("weights_are_a_pointer", "--weights", "version https://git-lfs.github.com/spec/v1\n",
        {made, u"git lfs pull"_s});
    row("weights_are_something_else", "--weights", littleEndian(2, 8) + "{}",
        {made, u"nn.MultiheadAttention"_s});
    row("mask_of_another_length", "--mask", zerosNpy("|b1", "(3, 4)", 12),
        {made, u"(3, 4)"_s, u"(3, 3)"_s});
    row("mask_of_another_batch", "--mask", zerosNpy("|b1", "(3, 3, 3)", 27), {made, u"(2, 2)"_s});
    row("mask_of_other_heads", "--mask", zerosNpy("|b1", "(2, 3, 3, 3)", 54), {made, u"(2, 2)"_s});
    // 0 and 1 are flags, whatever they are kept in; other numbers are none.
    const auto withOther = [](std::string file) {
        file[file.size() - 4] = '\x3f'; // 63, or a float of about 1e-43
        return file;
    };
    row("mask_of_integers", "--mask", withOther(zerosNpy("<i4", "(3, 3)", 36)),
        {made, u"integers"_s, u"save it as bool"_s});
    row("padding_of_integers", "--key-padding", withOther(zerosNpy("|u1", "(2, 3)", 6)),
        {made, u"bool"_s});
    row("padding_of_floats", "--key-padding", withOther(zerosNpy("<f4", "(2, 3)", 24)),
        {made, u"bool"_s});
    row("mask_of_no_sequence", "--mask", zerosNpy("|b1", "(4, 3)", 12), {made, u"(4, 3)"_s});
    row("padding_of_another_length", "--key-padding", zerosNpy("|b1", "(2, 4)", 8),
        {made, u"(2, 4)"_s, u"(2, 3)"_s});
    row("padding_without_batch", "--key-padding", zerosNpy("|b1", "(3,)", 3), {made, u"(2, 3)"_s});
    QTest::newRow("target_is_a_file")
        << u"--out"_s << made << std::string("kept") << QStringList{made, u"directory"_s};
    QTest::newRow("target_below_a_file")
        << u"--out"_s << u"made/x"_s << std::string("kept") << QStringList{u"made/x"_s};
    QTest::newRow("target_is_a_device")
        << u"--out"_s << u"/dev/full"_s << std::string() << QStringList{u"/dev/full"_s};
}

void TestRunCommand::does_not_fit() {
    QFETCH(QString, option);
    QFETCH(QString, value);
    QFETCH(std::string, bytes);
    QFETCH(QStringList, says);
    const QTemporaryDir folder;
    if (value.startsWith(u"made"_s)) {
        QVERIFY(putFile(pathIn(folder, "made"), bytes));
        value = folder.filePath(value);
    }
    QStringList arguments = selfAttentionWith({{option, value}});
    if (option != "--out"_L1)
        arguments += {u"--out"_s, folder.filePath(u"out"_s)};
    const Outcome outcome = call(arguments);
    QCOMPARE(outcome.status, int{exitFailure});
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.err.count(u'\n'), 1); // one sentence
    for (const QString& part : says)
        QVERIFY2(outcome.err.contains(part), qPrintable(outcome.err));
    QVERIFY(!QFileInfo::exists(folder.filePath(u"out"_s)));
    if (!bytes.empty())
        QCOMPARE(fileBytes(pathIn(folder, "made")), bytes);
}

void TestRunCommand::numbers_that_are_not_finite_are_refused() {
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "x");
    const auto failsWith = [&](const QString& option) {
        const Outcome outcome = call(selfAttentionWith({{option, QString::fromStdString(path)}}) +
                                     QStringList{u"--out"_s, folder.filePath(u"out"_s)});
        return outcome.status == exitFailure && !outcome.err.isEmpty() &&
               !QFileInfo::exists(folder.filePath(u"out"_s));
    };
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        QVERIFY(writeNpy(path, zeros({2, 3, 8}).withElement({1, 2, 7}, bad)));
        QVERIFY(failsWith(u"--query"_s));
        QVERIFY(writeNpy(path, zeros({3, 3}).withElement({1, 2}, bad)));
        QVERIFY(failsWith(u"--mask"_s));
        NamedTensors weights = {{"in_proj_weight", zeros({24, 8})},
                                {"out_proj.weight", zeros({8, 8}).withElement({7, 7}, bad)}};
        QVERIFY(writeSafetensors(path, weights));
        QVERIFY(failsWith(u"--weights"_s));
    }
    // −∞ in a mask is what masks are made of.
    QVERIFY(writeNpy(path, zeros({3, 3}).withElement({1, 2}, -INFINITY)));
    QVERIFY(!failsWith(u"--mask"_s));
}

void TestRunCommand::what_float32_cannot_hold_is_said() {
    const QTemporaryDir folder;
    const std::string query = pathIn(folder, "query.npy");
    const std::string weights = pathIn(folder, "weights.safetensors");
    const auto filled = [](const Shape& shape, float value) {
        return Tensor::filled(shape, Axes(shape.size(), Axis::Feature), value);
    };
    int calls = 0;
    const auto saidBy = [&](const QString& command, float input, float ofOutput) {
        const bool written =
            writeNpy(query, filled({2, 4}, input)).ok() &&
            writeSafetensors(weights, {{"in_proj_weight", filled({12, 4}, 1)},
                                       {"out_proj.weight", filled({4, 4}, ofOutput)}})
                .ok();
        QStringList arguments = {command,
                                 u"--query"_s,
                                 QString::fromStdString(query),
                                 u"--weights"_s,
                                 QString::fromStdString(weights),
                                 u"--heads"_s,
                                 u"2"_s};
        if (command == u"run"_s)
            arguments << u"--out"_s << folder.filePath(u"stages%1"_s.arg(++calls));
        const Outcome outcome = call(arguments);
        return written && outcome.status == exitDone ? outcome.err : u"failed: "_s + outcome.err;
    };
    for (const QString& command : {u"run"_s, u"heads"_s}) {
        QCOMPARE(saidBy(command, 1, 1), QString());
        QCOMPARE(saidBy(command, 1e30F, 1),
                 u"headscope: 4 rows of attention_weights hold NaN: the scores are too large for "
                 "float32\n"_s);
        QCOMPARE(saidBy(command, 1, 3e38F),
                 u"headscope: 8 numbers of output are infinite or NaN: too large for float32\n"_s);
    }
}

void TestRunCommand::full_mask_gives_zeros() {
    const QTemporaryDir folder;
    QVERIFY(putFile(pathIn(folder, "mask.npy"), zerosNpy("|b1", "(1, 1, 3, 3)", 9)));
    const Outcome outcome =
        call(selfAttentionWith({{u"--mask"_s, folder.filePath(u"mask.npy"_s)}}) +
             QStringList{u"--out"_s, folder.filePath(u"out"_s)});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    const Result<NpyArray> weights = readNpy(pathIn(folder, "out/attention_weights.npy"));
    QVERIFY(weights.ok());
    QVERIFY(weights->tensor == zeros({2, 2, 3, 3}));
    // Why a measure is empty is said; that a row is zeros is seen.
    QStringList heads = selfAttentionWith({{u"--mask"_s, folder.filePath(u"mask.npy"_s)}});
    heads[0] = u"heads"_s;
    QCOMPARE(call(heads).err, QString());
    QVERIFY(call(heads + QStringList{u"--fully-masked"_s, u"nan"_s})
                .err.contains(u"12 rows of attention_weights are fully masked"_s));
}

void TestRunCommand::results_go_into_a_new_or_an_empty_folder() {
    const QTemporaryDir folder;
    const QString out = folder.filePath(u"out"_s);
    QVERIFY(QDir().mkpath(out));
    const QStringList arguments = selfAttentionWith({}) + QStringList{u"--out"_s, out};
    QCOMPARE(call(arguments).status, int{exitDone});
    const std::string result = fileBytes(pathIn(folder, "out/output.npy"));
    // Said before anything is read: the query is not there.
    const Outcome again = call(selfAttentionWith({{u"--query"_s, folder.filePath(u"none.npy"_s)}}) +
                               QStringList{u"--out"_s, out});
    QCOMPARE(again.status, int{exitFailure});
    QCOMPARE(again.err, u"headscope: the folder %1 is not empty; choose a new one, or move it "
                        "away\n"_s.arg(out));
    QCOMPARE(fileBytes(pathIn(folder, "out/output.npy")), result);
}

void TestRunCommand::paths_may_be_chinese() {
    const QTemporaryDir folder;
    const QString target = folder.filePath(u"结果/头 一"_s);
    const Outcome outcome = call(selfAttentionWith({}) + QStringList{u"--out"_s, target});
    QCOMPARE(outcome.status, int{exitDone});
    QVERIFY(QFileInfo::exists(target + u"/output.npy"_s));
    QVERIFY(outcome.out.contains(target + u"/output.npy"_s));
}

void TestRunCommand::a_decimal_comma_changes_nothing() {
    const QTemporaryDir folder;
    const QStringList arguments = argumentsOf(u"all_masks_together"_s);
    const auto run = [&](const QString& name) {
        return call(arguments + QStringList{u"--out"_s, folder.filePath(name)}).status;
    };
    QCOMPARE(run(u"plain"_s), int{exitDone});
    const std::string before = std::setlocale(LC_ALL, nullptr);
    if (!std::setlocale(LC_ALL, "de_DE.UTF-8"))
        QSKIP("the locale de_DE.UTF-8 is not installed (Debian: locales-all)");
    QCOMPARE(std::string(std::localeconv()->decimal_point), std::string(","));
    const int status = run(u"german"_s);
    std::setlocale(LC_ALL, before.c_str());
    QCOMPARE(status, int{exitDone});
    const QStringList files = QDir(folder.filePath(u"plain"_s)).entryList(QDir::Files);
    QVERIFY(files.size() > 20);
    for (const QString& file : files)
        QVERIFY(fileBytes(folder.filePath(u"plain/"_s + file).toStdString()) ==
                fileBytes(folder.filePath(u"german/"_s + file).toStdString()));
}

namespace {

/// The program itself, without any display.
struct Program {
    explicit Program(const QStringList& arguments) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QLatin1String(name));
        process.setProcessEnvironment(environment);
        process.setProgram(QStringLiteral(HEADSCOPE_PROGRAM));
        process.setArguments(arguments);
    }
    int status() {
        process.start();
        return process.waitForFinished(-1) && process.exitStatus() == QProcess::NormalExit
                   ? process.exitCode()
                   : -1;
    }
    QString out() { return QString::fromUtf8(process.readAllStandardOutput()); }
    QString err() { return QString::fromUtf8(process.readAllStandardError()); }

    QProcess process;
};

} // namespace

void TestRunCommand::no_display_is_a_sentence_data() {
    QTest::addColumn<QString>("display");
    QTest::newRow("none") << QString();
    QTest::newRow("one_that_is_gone") << u":4321"_s;
    QTest::newRow("a_name_that_is_none") << u"nonsense"_s;
}

void TestRunCommand::no_display_is_a_sentence() {
    QFETCH(const QString, display);
    Program program({u"x.headscope"_s});
    QProcessEnvironment environment = program.process.processEnvironment();
    if (!display.isEmpty())
        environment.insert(u"DISPLAY"_s, display);
    program.process.setProcessEnvironment(environment);
    QCOMPARE(program.status(), int{exitUsage});
    QCOMPARE(program.err(), QString::fromLatin1(noDisplayText));
}

/// As QApplication ends where a server has no such screen, which only that finds out.
void TestRunCommand::a_screen_that_is_not_there_is_a_sentence() {
    int ends[2] = {};
    QCOMPARE(::pipe(ends), 0);
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        ::dup2(ends[1], STDERR_FILENO);
        const EndsWithoutDisplay ending;
        qFatal("no Qt platform plugin could be initialized");
    }
    ::close(ends[1]);
    QFile err;
    QVERIFY(err.open(ends[0], QIODevice::ReadOnly, QFileDevice::AutoCloseHandle));
    QCOMPARE(err.readAll(), QByteArray(noDisplayText));
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), int{exitUsage});
}

void TestRunCommand::files_are_the_same_in_every_locale() {
    const QTemporaryDir folder;
    const QList<QStringList> wanted = {
        {u"export"_s, u"--example"_s, u"ticket"_s, u"--out"_s, u"heads.png"_s},
        {u"worksheet"_s, u"--example"_s, u"ticket"_s, u"--language"_s, u"zh"_s, u"--out"_s,
         u"sheet.tex"_s},
        {u"screenshot"_s, u"--example"_s, u"ticket"_s, u"--view"_s, u"train"_s, u"--out"_s,
         u"window.png"_s}};
    // Japanese: the same characters have other glyphs there. Pashto: the only decimal sign of the
    // C library that is more than one byte.
    for (const QStringList& arguments : wanted) {
        QByteArray plain;
        for (const QString& locale : {u"C.UTF-8"_s, u"de_DE.UTF-8"_s, u"ar_EG.UTF-8"_s,
                                      u"ja_JP.UTF-8"_s, u"ps_AF.UTF-8"_s}) {
            const QString path = folder.filePath(arguments.last());
            Program program(arguments.mid(0, arguments.size() - 1) + QStringList{path});
            QProcessEnvironment environment = program.process.processEnvironment();
            environment.insert(u"LC_ALL"_s, locale);
            program.process.setProcessEnvironment(environment);
            QVERIFY2(program.status() == exitDone, qPrintable(program.err()));
            const QByteArray bytes = QByteArray::fromStdString(fileBytes(path.toStdString()));
            QVERIFY(!bytes.isEmpty());
            if (plain.isEmpty())
                plain = bytes;
            QVERIFY2(bytes == plain, qPrintable(locale + u": "_s + arguments.last()));
        }
    }
}

void TestRunCommand::help_and_version_need_no_display_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("begins");
    QTest::newRow("help") << QStringList{u"--help"_s} << u"Usage: headscope [FILE]"_s;
    QTest::newRow("version") << QStringList{u"--version"_s} << u"headscope 0."_s;
    for (const Command& command : commands()) {
        const QString name = QLatin1String(command.name);
        QTest::newRow(qPrintable(u"help_of_"_s + name))
            << QStringList{name, u"--help"_s} << u"Usage: headscope "_s + name;
    }
}

void TestRunCommand::help_and_version_need_no_display() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, begins);
    Program program(arguments);
    QCOMPARE(program.status(), int{exitDone});
    QVERIFY(program.out().startsWith(begins));
    QCOMPARE(program.err(), QString());
}

void TestRunCommand::biases_are_chosen_one_by_one_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("biases");
    const QStringList example = {u"run"_s, u"--example"_s, u"encoder-decoder"_s};
    const QStringList files = argumentsOf(u"self_attention"_s); // has all four
    QTest::newRow("example_as_it_is") << example << QStringList();
    QTest::newRow("example_value_and_output")
        << example + QStringList{u"--bias"_s, u"value,output"_s}
        << QStringList{u"output_bias"_s, u"value_bias"_s};
    QTest::newRow("example_all") << example + QStringList{u"--bias"_s, u"all"_s}
                                 << QStringList{u"key_bias"_s, u"output_bias"_s, u"query_bias"_s,
                                                u"value_bias"_s};
    QTest::newRow("files_as_they_are")
        << files << QStringList{u"key_bias"_s, u"output_bias"_s, u"query_bias"_s, u"value_bias"_s};
    QTest::newRow("files_value_alone")
        << files + QStringList{u"--bias"_s, u"value"_s} << QStringList{u"value_bias"_s};
    QTest::newRow("files_none") << files + QStringList{u"--bias=none"_s} << QStringList();
}

void TestRunCommand::biases_are_chosen_one_by_one() {
    QFETCH(const QStringList, arguments);
    QFETCH(const QStringList, biases);
    const QTemporaryDir folder;
    const Outcome outcome = call(arguments + QStringList{u"--out"_s, folder.path()});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QStringList found;
    const bool isModel = arguments.contains(u"encoder-decoder"_s);
    const QDir block(isModel ? folder.filePath(u"decoder/1/cross_attention"_s) : folder.path());
    for (const QString& file : block.entryList({u"*_bias.npy"_s}, QDir::Files, QDir::Name))
        found << file.chopped(4);
    QCOMPARE(found, biases);
}

/// A reader that turned its other end over to somebody who never comes. Each waits for some
/// seconds, so all of them do at once.
void TestRunCommand::a_pipe_without_a_writer_is_refused() {
    const QTemporaryDir folder;
    std::array<QProcess, 6> processes;
    const std::array<QString, processes.size()> options = {
        u"--query"_s, u"--key"_s, u"--value"_s, u"--weights"_s, u"--mask"_s, u"--key-padding"_s};
    const auto pipeOf = [&](const QString& option) { return folder.filePath(u"pipe"_s + option); };
    for (std::size_t i = 0; i < processes.size(); ++i) {
        const QString pipe = pipeOf(options[i]);
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        startProgram(processes[i],
                     selfAttentionWith({{options[i], pipe},
                                        {u"--out"_s, folder.filePath(u"out"_s + options[i])}}));
    }
    for (std::size_t i = 0; i < processes.size(); ++i) {
        const Outcome outcome = outcomeOf(processes[i]);
        QVERIFY2(outcome.status == exitFailure, qPrintable(options[i]));
        QVERIFY2(outcome.err.contains(pipeOf(options[i])), qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains(u"nobody writes"_s), qPrintable(outcome.err));
    }
}

void TestRunCommand::names_reach_no_message_as_they_are_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString name = u"a\u202Egnp\u001B[2J\n.npy"_s;
    // A folder that does not come to be.
    const std::pair<QString, QString> out = {u"--out"_s, QDir::tempPath() + u"/no results"_s};
    QTest::newRow("file") << selfAttentionWith({{u"--query"_s, name}, out});
    QTest::newRow("option") << QStringList{u"run"_s, u"--"_s + name};
    QTest::newRow("value") << selfAttentionWith({{u"--seed"_s, name}, out});
    QTest::newRow("command") << QStringList{name};
    QTest::newRow("stray") << QStringList{u"run"_s, name, out.first, out.second};
    QTest::newRow("target") << QStringList{u"screenshot"_s, u"--out"_s, name};
    QTest::newRow("step") << QStringList{u"shapes"_s, u"--path"_s, name};
    QTest::newRow("scope") << QStringList{u"export"_s, u"--scope"_s, name, u"--out"_s,
                                          u"/dev/null"_s};
}

void TestRunCommand::names_reach_no_message_as_they_are() {
    QFETCH(QStringList, arguments);
    const Outcome outcome = call(arguments);
    QVERIFY(outcome.status != exitDone);
    QVERIFY2(outcome.err.contains(u"a\\u202Egnp\\u001B[2J\\n.npy"_s), qPrintable(outcome.err));
    QVERIFY(!outcome.err.contains(QChar(0x202E)) && !outcome.err.contains(QChar(0x1B)));
    QVERIFY(outcome.err.count(u'\n') <= 2);
}

void TestRunCommand::help_fits_a_terminal() {
    for (const Command& command : commands()) {
        const Outcome outcome = call({QLatin1String(command.name), u"--help"_s});
        bool options = false;
        for (const QString& line : outcome.out.split(u'\n', Qt::SkipEmptyParts)) {
            QVERIFY2(line.size() <= 80, qPrintable(line));
            // What an option does stands beside it, in a column.
            if (options)
                QVERIFY2(line.startsWith("  --"_L1) || line.startsWith("      "_L1),
                         qPrintable(line));
            options = options || line == "Options:"_L1;
        }
        QVERIFY(options);
    }
}

void TestRunCommand::the_process_gives_its_status() {
    const QTemporaryDir folder;
    Program done({u"run"_s, u"--example"_s, u"ticket"_s, u"--out"_s, folder.filePath(u"out"_s)});
    QCOMPARE(done.status(), int{exitDone});
    QCOMPARE(done.err(), QString());
    QVERIFY(done.out().contains(u"out/attention_weights.npy  (1, 4, 10, 10)"_s));

    Program failed({u"run"_s, u"--example"_s, u"ticket"_s, u"--out"_s, u"/dev/null"_s});
    QCOMPARE(failed.status(), int{exitFailure});
    QCOMPARE(failed.out(), QString());
    QVERIFY(failed.err().startsWith(u"headscope: "_s));

    Program wrong({u"run"_s, u"--nothing"_s});
    QCOMPARE(wrong.status(), int{exitUsage});
    QCOMPARE(wrong.out(), QString());
}

void TestRunCommand::a_full_standard_output_is_a_failure() {
    const QTemporaryDir folder;
    Program program({u"run"_s, u"--example"_s, u"ticket"_s, u"--out"_s, folder.filePath(u"out"_s)});
    program.process.setStandardOutputFile(u"/dev/full"_s);
    QCOMPARE(program.status(), int{exitFailure});
    QVERIFY(program.err().contains(u"standard output"_s));
    Program help({u"--help"_s});
    help.process.setStandardOutputFile(u"/dev/full"_s);
    QCOMPARE(help.status(), int{exitFailure});
}

void TestRunCommand::typing_mistakes_get_a_hint() {
    const Outcome near = call({u"rum"_s});
    QCOMPARE(near.status, int{exitUsage});
    QVERIFY2(near.err.contains(u"did you mean \"run\"?"_s), qPrintable(near.err));
    const Outcome far = call({u"attention"_s});
    QCOMPARE(far.status, int{exitUsage});
    QVERIFY(!far.err.contains(u"did you mean"_s));
    QVERIFY(far.err.contains(u"headscope --help"_s));
    QCOMPARE(call({u"--nothing"_s}).status, int{exitUsage});
    QVERIFY(wantsWindow({}));
    QVERIFY(wantsWindow({u"lesson.headscope"_s}));
    QVERIFY(wantsWindow({u"/missing/lesson"_s}));
    QVERIFY(!wantsWindow({u"run"_s}));
    QVERIFY(!wantsWindow({u"rum"_s}));
    QVERIFY(!wantsWindow({u"--help"_s}));
}

void TestRunCommand::texts_become_ids_and_back_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QString>("out");
    QTest::addColumn<QString>("err");
    const auto row = [](const char* name, const char* model, const QStringList& options,
                        const QByteArray& input, const char* out, const char* err = "") {
        QTest::newRow(name) << QString::fromLatin1(model) << options << input
                            << QString::fromUtf8(out) << QString::fromUtf8(err);
    };
    row("lines", "bert", {}, "heads words\r\n\nthe", "2 99 100 3\n2 3\n2 96 3\n");
    row("without_special", "bert", {u"--no-special"_s}, "heads words\n\n[MASK]\n", "99 100\n\n4\n");
    row("nothing", "bert", {}, "", "");
    row("pieces", "gpt2", {u"--pieces"_s}, "the\twords\xF0\x9F\x99\x82\n",
        "t\the\t\\t\tw\tord\ts\t\\xF0\t\\x9F\t\\x99\t\\x82\n");
    row("json", "bert", {u"--json"_s}, "[\"heads\",\n \"]\\\"\", \"\"]\n[]\n",
        "[[2,99,3],[2,27,1,3],[2,3]]\n[]\n");
    row("json_pieces", "bert", {u"--json"_s, u"--pieces"_s}, "[\"heads\"]",
        "[[\"[CLS]\",\"heads\",\"[SEP]\"]]\n");
    row("half_a_surrogate", "gpt2", {u"--json"_s}, "[\"\\ud800\", \"\\ud83d\\ude42\", \"\\u0000\"]",
        "[[239,191,189],[240,159,153,130],[0]]\n");
    row("decode", "bert", {u"--decode"_s}, "2 99 100 3\n\n", "[CLS] heads words [SEP]\n\n");
    row("decode_without_special", "bert", {u"--decode"_s, u"--no-special"_s}, "2 99 100 3",
        "heads words\n");
    row("mark_of_byte_order", "gpt2", {u"--json"_s}, "[\"\xEF\xBB\xBF\"]", "[[239,187,191]]\n");
    row("decode_json", "gpt2", {u"--decode"_s, u"--json"_s}, "[[240,159,153,130],[10],[]]",
        "[\"🙂\",\"\\n\",\"\"]\n");
    row("other_side", "marian", {u"--side"_s, u"target"_s, u"--pieces"_s, u"--no-special"_s}, "the",
        " the\n");
    row("no_utf8", "gpt2", {}, "a\xFF\n", "97 239 191 189\n",
        "headscope: text 1: the text is no UTF-8 at byte 2 (such places: 1); U+FFFD stands there "
        "now\n");
    row("no_such_token", "gpt2", {u"--decode"_s}, "97 100000", "a\n",
        "headscope: text 1: no token has the id 100000; it is left out\n");
}

void TestRunCommand::texts_become_ids_and_back() {
    QFETCH(QString, model);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, input);
    QFETCH(QString, out);
    QFETCH(QString, err);
    const Outcome outcome = tokenize(model, options, input);
    QCOMPARE(outcome.out, out);
    QCOMPARE(outcome.err, err);
    QCOMPARE(outcome.status, int{exitDone});
}

void TestRunCommand::ids_come_as_soon_as_their_line() {
    for (const QStringList& options : {QStringList(), QStringList{u"--json"_s}}) {
        QProcess process;
        startProgram(process,
                     QStringList{u"tokenize"_s, u"--model"_s,
                                 QStringLiteral(HEADSCOPE_TEST_DATA "/reference/tokenizers/bert")} +
                         options);
        for (int i = 0; i < 2; ++i) {
            process.write(options.isEmpty() ? "heads\n" : "[\"heads\"]\n");
            QByteArray answer;
            while (!answer.endsWith('\n') && process.waitForReadyRead(-1))
                answer += process.readAllStandardOutput();
            QCOMPARE(answer, QByteArray(options.isEmpty() ? "2 99 3\n" : "[[2,99,3]]\n"));
        }
        process.closeWriteChannel();
        QCOMPARE(outcomeOf(process).status, int{exitDone});
    }
}

void TestRunCommand::tokenize_says_what_is_wrong_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const QStringList& options, const QByteArray& input,
                        int status, const QString& said) {
        QTest::newRow(name) << options << input << status << said;
    };
    row("a_file", {u"text.txt"_s}, "", exitUsage, u"leave out \"text.txt\""_s);
    row("side", {u"--side"_s, u"left"_s}, "", exitUsage, u"source or target, not \"left\""_s);
    row("pieces_and_decode", {u"--pieces"_s, u"--decode"_s}, "", exitUsage,
        u"--pieces does nothing"_s);
    row("no_id", {u"--decode"_s}, "1\nx\n", exitFailure, u"line 2: \"x\" is no id of a token"_s);
    row("no_json", {u"--json"_s}, "[\"a\"", exitFailure, u"no JSON list"_s);
    row("an_object", {u"--json"_s}, "{}", exitFailure, u"no JSON list: it is an object"_s);
    row("no_text", {u"--json"_s}, "[\"a\",3]", exitFailure, u"text 2: it is no text"_s);
    row("no_number", {u"--json"_s, u"--decode"_s}, "[[\"a\"]]", exitFailure,
        u"text 1: \"a\" is no id of a token"_s);
}

void TestRunCommand::tokenize_says_what_is_wrong() {
    QFETCH(QStringList, options);
    QFETCH(QByteArray, input);
    QFETCH(int, status);
    QFETCH(QString, said);
    const Outcome outcome = tokenize(u"bert"_s, options, input);
    QCOMPARE(outcome.status, status);
    QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
    const Outcome missing = tokenize(u"nowhere"_s, {}, {});
    QCOMPARE(missing.status, int{exitFailure});
    QVERIFY2(missing.err.contains(u"is no folder"_s), qPrintable(missing.err));
    QCOMPARE(call({u"tokenize"_s}).status, int{exitUsage});
}

HEADSCOPE_TEST(TestRunCommand, QCoreApplication)
#include "test_run_command.moc"
