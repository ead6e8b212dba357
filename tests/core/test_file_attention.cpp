// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "examples/origin.h"
#include "experiment/difference.h"
#include "experiment/edits/edit.h"
#include "experiment/experiment_run.h"
#include "formats/npy/npy.h"
#include "formats/safetensors.h"
#include "formats/tensor_data.h"
#include "formats/token_list.h"
#include "formats/zip_file.h"
#include "opening/experiment_files.h"
#include "run/readable_tokens.h"
#include "source/array_file.h"
#include "source/source_json.h"
#include "support/experiment_from_json.h"
#include "support/test_program.h"
#include "support/torch_bytes.h"
#include "transformer/run_model.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <rapidcheck.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// Rows that sum to 1, all different.
Tensor weightsOf(const Shape& shape) {
    Tensor tensor = Tensor::uninitialized(shape, Axes(shape.size(), Axis::Feature));
    const Index keys = shape.back();
    float* to = tensor.mutableData();
    for (Index i = 0; i < tensor.elementCount(); i += keys) {
        for (Index k = 0; k < keys; ++k)
            to[i + k] =
                k == (i / keys) % keys ? 1.0F - 0.125F * static_cast<float>(keys - 1) : 0.125F;
    }
    return tensor;
}

std::string npyBytes(const Tensor& tensor) {
    std::string buffer;
    const Tensor dense = tensor.contiguous();
    return npyHeader(tensor.shape()) + std::string(littleEndianBytes(dense, buffer));
}

void put(std::string& to, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
        to += static_cast<char>((i < 8 ? value >> (8 * i) : 0) & 0xFFU);
}

std::string rawDeflated(const std::string& bytes) {
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

/// As numpy.savez (stored) and numpy.savez_compressed write an archive.
struct Zip {
    std::string bytes;
    std::string directory;
    int entries = 0;

    void add(const std::string& name, const std::string& content, bool deflates = false,
             std::optional<std::uint64_t> announced = {}) {
        const std::string packed = deflates ? rawDeflated(content) : content;
        const std::uint64_t size = announced.value_or(content.size());
        const auto head = [&](std::string& to, bool central) {
            if (central)
                put(to, 20, 2);
            put(to, 20, 2);
            put(to, 0, 2);
            put(to, deflates ? 8 : 0, 2);
            put(to, 0, 4);
            put(to, 0, 4);
            put(to, packed.size(), 4);
            put(to, size, 4);
            put(to, name.size(), 2);
            put(to, 0, 2);
        };
        const std::size_t offset = bytes.size();
        bytes += std::string("PK\x03\x04", 4);
        head(bytes, false);
        bytes += name + packed;
        directory += std::string("PK\x01\x02", 4);
        head(directory, true);
        put(directory, 0, 2 + 2 + 2 + 4);
        put(directory, offset, 4);
        directory += name;
        ++entries;
    }
    std::string file() const {
        std::string all = bytes + directory + std::string("PK\x05\x06", 4);
        put(all, 0, 4);
        put(all, static_cast<std::uint64_t>(entries), 2);
        put(all, static_cast<std::uint64_t>(entries), 2);
        put(all, directory.size(), 4);
        put(all, bytes.size(), 4);
        put(all, 0, 2);
        return all;
    }
};

/// A .npy as NumPy writes it, of any dtype; empty: of records.
std::string npyOf(const char* descr, const char* shape, const std::string& data,
                  bool fortran = false) {
    const std::string dtype = *descr == '\0' ? "[('a', '<f4')]" : "'" + std::string(descr) + "'";
    std::string header = "{'descr': " + dtype +
                         ", 'fortran_order': " + (fortran ? "True" : "False") +
                         ", 'shape': " + shape + ", }";
    header.resize(117, ' ');
    header += '\n';
    std::string bytes("\x93NUMPY\x01\x00", 8);
    put(bytes, header.size(), 2);
    return bytes + header + data;
}

/// What is in a file of that name with that content, read as it would be from a disk.
Result<FileAttention> attentionIn(const char* name, const std::string& content,
                                  const AttentionChoices& choices = {}) {
    const ArrayFormat* const format = arrayFormatOf(name);
    Result<ArrayFile> file = format->read(MemorySource(content, name), attentionsAmong);
    return file ? attentionFrom(std::move(*file), name, choices) : file.error();
}

ArrayAxes axesNamed(const char* text) {
    return *axesFrom(text);
}

QStringList scopesIn(const Run& run) {
    QStringList scopes;
    for (const TraceScope& scope : run.scopes())
        scopes << QString::fromStdString(scope.path);
    return scopes;
}

} // namespace

class TestFileAttention : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void axes_are_guessed_as_people_save_them_data();
    void axes_are_guessed_as_people_save_them();
    void what_is_doubtful_has_alternatives();
    void numbers_say_which_axis_the_keys_are_data();
    void numbers_say_which_axis_the_keys_are();
    void words_say_how_many_sequences_there_are();
    void one_list_of_words_names_all_sequences();
    void fewer_words_than_places_are_said();
    void arrays_of_a_cache_are_its_patterns();
    void what_a_run_wrote_gives_back_its_picture_data();
    void what_a_run_wrote_gives_back_its_picture();
    void scores_become_the_weights_of_the_engine();
    void layers_may_differ_in_size();
    void a_translation_has_both_sides();
    void archives_stored_and_deflated_are_read();
    void archives_may_hold_other_things();
    void words_of_numpy_have_either_order();
    void json_has_layers_and_words();
    void bertviz_names_kinds_and_both_sides();
    void parts_of_a_whole_are_left_out();
    void torch_saves_layers_and_words_data();
    void torch_saves_layers_and_words();
    void weights_are_told_from_attentions_data();
    void weights_are_told_from_attentions();
    void tables_with_and_without_words();
    void a_row_of_numbers_is_no_row_of_words_data();
    void a_row_of_numbers_is_no_row_of_words();
    void digits_are_words_beside_words_data();
    void digits_are_words_beside_words();
    void tables_have_any_separator_and_comma();
    void long_tables_have_a_row_for_each_weight_data();
    void long_tables_have_a_row_for_each_weight();
    void scripts_are_read_as_json();
    void heads_of_their_own_become_layers();
    void steps_of_generate_become_layers();
    void what_a_file_is_its_content_says_data();
    void what_a_file_is_its_content_says();
    void pieces_become_text();
    void pieces_of_an_experiment_become_text();
    void odd_rows_are_counted();
    void words_of_a_text_are_lines_or_one_sentence();
    void words_have_files_of_any_kind();
    void words_that_do_not_fit_are_refused();
    void refusals_say_what_stands_there();
    void a_saved_attention_comes_back_whole();
    void property_names_and_axes_never_replace_numbers();
    void hostile_archives_are_refused_data();
    void hostile_archives_are_refused();
    void hostile_texts_are_refused_data();
    void hostile_texts_are_refused();
};

void TestFileAttention::axes_are_guessed_as_people_save_them_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QList<int>>("shape");
    QTest::addColumn<QString>("axes");
    const auto row = [](const char* tag, const char* name, const QList<int>& shape,
                        const char* axes) {
        QTest::newRow(tag) << QString::fromLatin1(name) << shape << QString::fromLatin1(axes);
    };
    row("one_head", "a", {5, 5}, "query,key");
    row("heads", "a", {8, 5, 7}, "heads,query,key");
    row("layers_heads", "a", {12, 8, 5, 5}, "layers,heads,query,key");
    row("batch_of_one", "a", {1, 8, 5, 5}, "batch,heads,query,key");
    row("stacked_tuple", "a", {12, 1, 8, 5, 5}, "layers,batch,heads,query,key");
    row("letters_say_it", "attn_BHQK", {4, 8, 5, 5}, "batch,heads,query,key");
    row("own_trace", "attention_weights", {2, 8, 5, 5}, "batch,heads,query,key");
    row("one_of_a_cache", "blocks.3.attn.hook_pattern", {4, 8, 5, 5}, "batch,heads,query,key");
}

void TestFileAttention::axes_are_guessed_as_people_save_them() {
    QFETCH(QString, name);
    QFETCH(QList<int>, shape);
    QFETCH(QString, axes);
    ArrayFacts facts{name.toStdString(), {}};
    for (const int size : shape)
        facts.shape.push_back(size);
    QCOMPARE(QString::fromStdString(axesText(guessAxes({&facts, 1}).axes)), axes);
    QCOMPARE(QString::fromStdString(axesText(*axesFrom(axes.toStdString()))), axes);
}

void TestFileAttention::what_is_doubtful_has_alternatives() {
    const ArrayFacts doubtful{"a", {2, 8, 5, 5}};
    QVERIFY(guessAxes({&doubtful, 1}).others == std::vector({axesNamed("batch,heads,query,key")}));
    const ArrayFacts clear{"a", {1, 8, 5, 5}};
    QVERIFY(guessAxes({&clear, 1}).others.empty());
    for (const char* wrong : {"", "query", "heads,query", "query,key,key", "rows,columns"})
        QVERIFY2(!axesFrom(wrong), wrong);
}

void TestFileAttention::numbers_say_which_axis_the_keys_are_data() {
    QTest::addColumn<QList<int>>("shape"); // of layers or batch, heads, queries and keys
    QTest::addColumn<QList<int>>("order"); // in which these were saved
    QTest::addColumn<QString>("axes");
    QTest::newRow("query_key_heads") << QList{2, 3, 4} << QList{1, 2, 0} << "query,key,heads";
    QTest::newRow("heads_key_query") << QList{2, 4, 4} << QList{0, 2, 1} << "heads,key,query";
    QTest::newRow("key_query") << QList{4, 4} << QList{1, 0} << "key,query";
    QTest::newRow("labml") << QList{2, 3, 5, 5} << QList{2, 3, 0, 1} << "query,key,batch,heads";
    QTest::newRow("heads_at_the_end")
        << QList{2, 3, 4, 6} << QList{0, 2, 3, 1} << "batch,query,key,heads";
    QTest::newRow("as_usual") << QList{2, 3, 4} << QList{0, 1, 2} << "heads,query,key";
}

void TestFileAttention::numbers_say_which_axis_the_keys_are() {
    QFETCH(QList<int>, shape);
    QFETCH(QList<int>, order);
    QFETCH(QString, axes);
    Shape sizes;
    std::vector<std::size_t> places;
    for (int axis = 0; axis < shape.size(); ++axis) {
        sizes.push_back(shape[axis]);
        places.push_back(static_cast<std::size_t>(order[axis]));
    }
    // Causal and even: its columns do not sum to 1.
    Tensor weights = Tensor::filled(sizes, Axes(sizes.size(), Axis::Feature), 0);
    const Index keys = sizes.back();
    for (Index row = 0; row < weights.elementCount() / keys; ++row) {
        const Index seen = row % sizes[sizes.size() - 2] + 1;
        std::fill_n(weights.mutableData() + row * keys, seen, 1.0F / static_cast<float>(seen));
    }
    const auto read = attentionIn("a.npy", npyBytes(weights.permuted(places).contiguous()));
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    QCOMPARE(QString::fromStdString(axesText(read->axes)), axes);
    const auto run = runOf(*read);
    QVERIFY(run.ok());
    QCOMPARE(doubtsOf(**run).offSum, Index{0});
    const bool isUsual = axes.endsWith(u"query,key"_qs);
    std::string said;
    for (const Error& remark : remarksOn(*read, doubtsOf(**run)))
        said += remark.text();
    QCOMPARE(said.find("sum to 1 along axis") == std::string::npos, isUsual);
    // What was said goes before what the numbers say.
    QCOMPARE(otherAxesOf(*read).empty(), shape.size() == 2 && isUsual);
    AttentionChoices choices;
    choices.axes = guessAxes(factsOf(*read)).axes;
    const auto told =
        attentionIn("a.npy", npyBytes(weights.permuted(places).contiguous()), choices);
    QVERIFY(told.ok());
    QVERIFY(told->axes == *choices.axes);
}

void TestFileAttention::words_say_how_many_sequences_there_are() {
    const std::string words = R"("tokens": [["a", "b"], ["c", "d"]])";
    const std::string matrix = "[[1, 0], [0.5, 0.5]]";
    const std::string heads = "[" + matrix + ", " + matrix + ", " + matrix + "]";
    const auto two =
        attentionIn("a.json", "{" + words + R"(, "attention": [)" + heads + ", " + heads + "]}");
    QVERIFY2(two.ok(), two.ok() ? "" : two.error().text().c_str());
    QVERIFY(two->axes == axesNamed("batch,heads,query,key"));
    const auto run = runOf(*two);
    QVERIFY(run.ok());
    QCOMPARE((*run)->batch(), Index{2});
    // Three arrays for two lists: nobody can tell.
    QVERIFY(!attentionIn("a.json", "{" + words + R"(, "attention": )" + heads + "}"));
}

void TestFileAttention::one_list_of_words_names_all_sequences() {
    AttentionChoices choices;
    choices.axes = axesNamed("batch,heads,query,key");
    choices.tokens = {{"a", "b", "c"}};
    const auto attention = attentionIn("a.npy", npyBytes(weightsOf({2, 1, 3, 3})), choices);
    QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
    const auto run = runOf(*attention);
    QVERIFY(run.ok());
    QVERIFY((*run)->labels().tokens == (TokenLists{{"a", "b", "c"}, {"a", "b", "c"}}));
    const std::vector<Error> remarks = remarksOn(*attention, doubtsOf(**run));
    QCOMPARE(remarks.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(remarks.front().text()),
             QStringLiteral("one list of words names all 2 sequences"));
    // Three lists name no two sequences.
    choices.tokens = {{"a"}, {"b"}, {"c"}};
    QVERIFY(!attentionIn("a.npy", npyBytes(weightsOf({2, 1, 3, 3})), choices));
}

void TestFileAttention::fewer_words_than_places_are_said() {
    AttentionChoices choices;
    choices.tokens = {{"a", "b"}};
    const auto attention = attentionIn("a.npy", npyBytes(weightsOf({3, 3})), choices);
    QVERIFY(attention.ok());
    const std::vector<Error> remarks = remarksOn(*attention, {});
    QCOMPARE(remarks.size(), std::size_t{1});
    QVERIFY2(remarks.front().text().starts_with("there are 2 words for 3 places"),
             remarks.front().text().c_str());
    // A shorter sequence beside a whole one is what padding is.
    choices.axes = axesNamed("batch,query,key");
    choices.tokens = {{"a", "b", "c"}, {"a", "b"}};
    const auto padded = attentionIn("a.npy", npyBytes(weightsOf({2, 3, 3})), choices);
    QVERIFY(padded.ok());
    QVERIFY(remarksOn(*padded, {}).empty());
}

void TestFileAttention::arrays_of_a_cache_are_its_patterns() {
    std::vector<ArrayFacts> arrays;
    for (const char* name : {"blocks.10.attn.hook_pattern", "blocks.9.attn.hook_pattern",
                             "blocks.9.attn.hook_attn_scores", "blocks.9.attn.hook_q"})
        arrays.push_back({name, {1, 2, 3, 3}});
    QVERIFY(attentionsAmong(arrays) == (std::vector<std::size_t>{1, 0}));
    QCOMPARE(*layerNamed(arrays[0].name), Index{10});
    // What a tokenizer saved beside it is no attention.
    const std::vector<ArrayFacts> beside = {
        {"attention_mask", {1, 3}}, {"attentions", {2, 1, 2, 3, 3}}, {"input_ids", {1, 3}}};
    QVERIFY(attentionsAmong(beside) == std::vector<std::size_t>{1});
    const std::vector<ArrayFacts> unnamed = {{"input_ids", {1, 3}}, {"w", {2, 3, 3}}};
    QVERIFY(attentionsAmong(unnamed) == std::vector<std::size_t>{1});
}

void TestFileAttention::what_a_run_wrote_gives_back_its_picture_data() {
    QTest::addColumn<QString>("example");
    for (const char* id : {"ticket", "cross"})
        QTest::newRow(id) << QString::fromLatin1(id);
}

void TestFileAttention::what_a_run_wrote_gives_back_its_picture() {
    QFETCH(QString, example);
    const Experiment experiment = findExample(example.toStdString())->make();
    const Trace trace = *runModel(modelProblemOf(experiment), {});
    const Tensor& weights = trace[TensorName::AttentionWeights];
    AttentionChoices choices;
    choices.tokens = experiment.tokens;
    choices.keyTokens = experiment.keyTokens;
    const auto attention = attentionIn("attention_weights.npy", npyBytes(weights), choices);
    QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
    const auto run = runOf(*attention);
    QVERIFY(run.ok());
    QVERIFY((*(*run)->trace())[TensorName::AttentionWeights] == weights); // bit for bit
    QVERIFY((*run)->labels().tokens == experiment.tokens);
    QVERIFY(*(*run)->tokens("").keys == experiment.keySideTokens());
    QCOMPARE((*run)->isSelfAttention(""), !experiment.isCross());
}

void TestFileAttention::scores_become_the_weights_of_the_engine() {
    const Experiment experiment = findExample("ticket")->make();
    const Trace trace = *runModel(modelProblemOf(experiment), {});
    AttentionChoices choices;
    choices.axes = axesNamed("batch,heads,query,key");
    choices.scores = true;
    const auto attention =
        attentionIn("scores.npy", npyBytes(trace[TensorName::ScaledScores]), choices);
    QVERIFY(attention.ok());
    const auto run = runOf(*attention);
    QVERIFY(run.ok());
    QVERIFY((*(*run)->trace())[TensorName::AttentionWeights] ==
            trace[TensorName::AttentionWeights]);
    QVERIFY(!doubtsOf(**run).any());
}

void TestFileAttention::layers_may_differ_in_size() {
    Zip zip;
    zip.add("layer_10.npy", npyBytes(weightsOf({1, 2, 4, 4})));
    zip.add("layer_9.npy", npyBytes(weightsOf({1, 3, 4, 6})));
    const auto attention = attentionIn("a.npz", zip.file());
    QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
    const auto run = runOf(*attention);
    QVERIFY(run.ok());
    QCOMPARE(scopesIn(**run), QStringList({"layers/0/self_attention", "layers/1/self_attention"}));
    QCOMPARE((*(*run)->trace())[0].result.size(1), Index{3}); // 9 comes before 10
}

void TestFileAttention::a_translation_has_both_sides() {
    Zip zip;
    zip.add("cross_attentions.npy", npyBytes(weightsOf({2, 1, 2, 3, 4})));
    zip.add("decoder_attentions.npy", npyBytes(weightsOf({2, 1, 2, 3, 3})));
    zip.add("encoder_attentions.npy", npyBytes(weightsOf({2, 1, 2, 4, 4})));
    AttentionChoices choices;
    choices.tokens = {{"ein", "kleiner", "Hund"}};
    choices.keyTokens = TokenLists{{"a", "little", "dog", "."}};
    const auto attention = attentionIn("a.npz", zip.file(), choices);
    QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
    QCOMPARE(attention->arrays.front().name, std::string("encoder_attentions")); // as they run
    const auto run = runOf(*attention);
    QVERIFY(run.ok());
    QCOMPARE(scopesIn(**run),
             QStringList({"encoder/0/self_attention", "encoder/1/self_attention",
                          "decoder/0/self_attention", "decoder/0/cross_attention",
                          "decoder/1/self_attention", "decoder/1/cross_attention"}));
    const auto words = [&](const char* scope) {
        const AxisTokens tokens = (*run)->tokens(scope);
        return std::pair((*tokens.queries)[0].size(), (*tokens.keys)[0].size());
    };
    QVERIFY(words("encoder/0/self_attention") == std::pair(std::size_t{4}, std::size_t{4}));
    QVERIFY(words("decoder/0/self_attention") == std::pair(std::size_t{3}, std::size_t{3}));
    QVERIFY(words("decoder/0/cross_attention") == std::pair(std::size_t{3}, std::size_t{4}));
    QVERIFY((*run)->isSelfAttention("encoder/1/self_attention"));
    QVERIFY(!(*run)->isSelfAttention("decoder/1/cross_attention"));
}

void TestFileAttention::archives_stored_and_deflated_are_read() {
    const Tensor weights = weightsOf({2, 3, 3});
    for (const bool deflates : {false, true}) {
        Zip zip;
        zip.add("attention.npy", npyBytes(weights), deflates);
        std::string words = "{'descr': '<U2', 'fortran_order': False, 'shape': (3,), }";
        words.resize(117, ' ');
        words += '\n';
        std::string strings = std::string("\x93NUMPY\x01\x00", 8);
        put(strings, words.size(), 2);
        strings += words;
        for (const char32_t letter : U"a\0\u4E2D\u6587b\0") {
            if (strings.size() < 10 + words.size() + 24)
                put(strings, letter, 4);
        }
        zip.add("tokens.npy", strings, deflates);
        const auto attention = attentionIn("a.npz", zip.file());
        QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
        QVERIFY(attention->arrays.front().tensor == weights);
        QVERIFY(attention->tokens == (TokenLists{{"a", "中文", "b"}}));
    }
}

void TestFileAttention::json_has_layers_and_words() {
    const auto read = [](const char* text) { return attentionIn("a.json", text); };
    const auto plain = read("{\"tokens\": [\"a\", \"b\"], \"attention\": [[[0.5, 0.5], [1, 0]]]}");
    QVERIFY(plain.ok());
    QVERIFY(plain->tokens == (TokenLists{{"a", "b"}}));
    QVERIFY(plain->axes == axesNamed("heads,query,key"));
    // Layers of their own sizes, and layers as objects.
    const auto layers = read("[[[[1]]], [[[1, 0], [0, 1]]]]");
    QVERIFY2(layers.ok(), layers.ok() ? "" : layers.error().text().c_str());
    QCOMPARE(layers->arrays.size(), std::size_t{2});
    const auto objects = read("{\"layers\": [{\"layer\": 0, \"attn\": [[1, 0], [0, 1]]}, "
                              "{\"layer\": 1, \"attn\": [[0, 1], [1, 0]]}]}");
    QVERIFY2(objects.ok(), objects.ok() ? "" : objects.error().text().c_str());
    QCOMPARE(objects->arrays.size(), std::size_t{2});
    // Words lie beside the numbers that they are of, as tensor2tensor writes them.
    const auto inside = read("{\"all\": {\"attn\": [[0.5, 0.5], [1, 0]], \"left_text\": [\"a\", "
                             "\"b\"], \"right_text\": [\"c\", \"d\"]}}");
    QVERIFY2(inside.ok(), inside.ok() ? "" : inside.error().text().c_str());
    QVERIFY(inside->tokens == (TokenLists{{"a", "b"}}));
    QVERIFY(*inside->keyTokens == (TokenLists{{"c", "d"}}));
    // What Python writes that is no JSON.
    const auto special = read("[[NaN, 1], [-Infinity, Infinity]]");
    QVERIFY(special.ok());
    const Tensor& numbers = special->arrays.front().tensor;
    QVERIFY(std::isnan(numbers(0, 0)) && numbers(1, 0) == -HUGE_VALF && numbers(1, 1) == HUGE_VALF);
}

void TestFileAttention::bertviz_names_kinds_and_both_sides() {
    // [layers, heads, query, key] each: two layers of one head; three words become two.
    const std::string encoder = "[[[[1,0,0],[0,1,0],[0,0,1]]],[[[0,1,0],[1,0,0],[0,0,1]]]]";
    const std::string decoder = "[[[[1,0],[0.5,0.5]]],[[[0,1],[1,0]]]]";
    const std::string cross = "[[[[1,0,0],[0,0.25,0.75]]],[[[0,0,1],[0,1,0]]]]";
    const std::string source = R"(["ein","Hund","."])";
    const auto entry = [](const std::string& name, const std::string& numbers,
                          const std::string& left, const std::string& right) {
        return "{\"name\":\"" + name + "\",\"attn\":" + numbers + ",\"left_text\":" + left +
               ",\"right_text\":" + right + "}";
    };
    for (const std::string& target :
         {std::string(R"(["a","dog"])"), std::string(R"(["ein","."])")}) {
        const std::string list = "[" + entry("Encoder", encoder, source, source) + "," +
                                 entry("Decoder", decoder, target, target) + "," +
                                 entry("Cross", cross, target, source) + "]";
        for (const std::string& text : {list, "{\"attention\":" + list + ",\"layer\":null}"}) {
            const auto attention = attentionIn("a.json", text);
            QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
            QVERIFY(otherAxesOf(*attention).empty()); // its shape is not in doubt
            const auto run = runOf(*attention);
            QVERIFY(run.ok());
            QCOMPARE(scopesIn(**run),
                     QStringList({"encoder/0/self_attention", "encoder/1/self_attention",
                                  "decoder/0/self_attention", "decoder/0/cross_attention",
                                  "decoder/1/self_attention", "decoder/1/cross_attention"}));
            const AxisTokens encoded = (*run)->tokens("encoder/1/self_attention");
            QVERIFY((*encoded.queries)[0] == (TokenList{"ein", "Hund", "."}));
            const AxisTokens crossed = (*run)->tokens("decoder/1/cross_attention");
            QVERIFY((*crossed.queries)[0].size() == 2 &&
                    (*crossed.queries)[0] != (*crossed.keys)[0]);
            QVERIFY(*crossed.keys == *encoded.queries);
            QCOMPARE((*(*run)->trace())[3].result(0, 0, 1, 2), 0.75F);
        }
    }
    // The words of an encoder alone, and those of a copy.
    const auto alone = attentionIn("a.json", "[" + entry("Encoder", encoder, source, source) + "]");
    QVERIFY(alone.ok());
    QVERIFY(alone->tokens == (TokenLists{{"ein", "Hund", "."}}) && !alone->keyTokens);
    const auto copied =
        attentionIn("a.json", "[" + entry("Encoder", encoder, source, source) + "," +
                                  entry("Cross", encoder, source, source) + "]");
    QVERIFY(copied.ok());
    QVERIFY(copied->keyTokens == std::optional(copied->tokens));
}

void TestFileAttention::parts_of_a_whole_are_left_out() {
    const auto attention = attentionIn(
        "a.json", R"([{"name":"All","attn":[[[[1,0],[0,1]]],[[[0,1],[1,0]]]],"left_text":["a","b"],
                      "right_text":["a","b"]},
                     {"name":"Sentence A -> Sentence A","attn":[[[[1]]],[[[0]]]],
                      "left_text":["a"],"right_text":["a"]}])");
    QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
    QCOMPARE(attention->arrays.size(), std::size_t{1});
    QVERIFY(attention->axes == axesNamed("layers,heads,query,key"));
    QVERIFY(attention->tokens == (TokenLists{{"a", "b"}}));
    QVERIFY(attention->leftOut == (std::vector<std::string>{"Sentence A -> Sentence A"}));
}

namespace {

std::string pickledList(const std::vector<std::string>& words) {
    std::string bytes = "](";
    for (const std::string& word : words)
        bytes += pickledText(word);
    return bytes + "e";
}

/// [1, heads, tokens, tokens] of a storage that begins with those numbers.
std::string pickledLayer(const char* storage, int heads, int tokens) {
    const int matrix = tokens * tokens;
    return pickledTensor("FloatStorage", storage, 0, {1, heads, tokens, tokens},
                         {heads * matrix, matrix, tokens, 1});
}

std::string torchOf(const std::string& pickle) {
    std::vector<float> quarters(32, 0.25F);
    quarters[1] = 0.75F;
    return zipOf({{"a/data.pkl", "\x80\x02" + pickle + "."},
                  {"a/data/0", floatBytes(quarters)},
                  {"a/data/1", floatBytes(std::vector<float>(32, 0.5F))},
                  {"a/version", "3\n"}});
}

} // namespace

void TestFileAttention::torch_saves_layers_and_words_data() {
    QTest::addColumn<std::string>("pickle");
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("axes");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* tag, const std::string& pickle, const QStringList& names,
                        const char* axes, const QStringList& words = {}) {
        QTest::newRow(tag) << pickle << names << QString::fromLatin1(axes) << words;
    };
    const std::string two = pickledLayer("0", 2, 2) + pickledLayer("1", 2, 2);
    row("a_tuple_of_layers", two + "\x86", {"0", "1"}, "batch,heads,query,key");
    row("a_list_of_sizes", "](" + pickledLayer("0", 1, 4) + pickledLayer("1", 2, 4) + "e",
        {"0", "1"}, "batch,heads,query,key");
    row("a_tensor", pickledTensor("FloatStorage", "0", 0, {2, 2, 2}, {4, 2, 1}), {""},
        "heads,query,key");
    row("one_matrix", pickledTensor("FloatStorage", "0", 0, {2, 2}, {1, 2}), {""}, "query,key");
    row("a_dictionary_with_words",
        "}(" + pickledText("tokens") + pickledList({"a", ""}) + pickledText("attentions") + two +
            "\x86" + pickledText("input_ids") +
            pickledTensor("FloatStorage", "0", 0, {1, 2}, {2, 1}) + "u",
        {"attentions.0", "attentions.1"}, "batch,heads,query,key", {"a", " "});
}

void TestFileAttention::torch_saves_layers_and_words() {
    QFETCH(std::string, pickle);
    QFETCH(QStringList, names);
    QFETCH(QString, axes);
    QFETCH(QStringList, words);
    for (const char* file : {"a.pt", "a.pth", "a.bin"}) {
        const auto attention = attentionIn(file, torchOf(pickle));
        QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
        QStringList found;
        for (const NamedArray& array : attention->arrays)
            found << QString::fromStdString(array.name);
        QCOMPARE(found, names);
        QCOMPARE(QString::fromStdString(axesText(attention->axes)), axes);
        QStringList said;
        for (const TokenList& list : attention->tokens) {
            for (const std::string& word : list)
                said << QString::fromStdString(word);
        }
        QCOMPARE(said, words);
        const Tensor first = attention->arrays.front().tensor.contiguous();
        const bool turned = first.rank() == 2; // its strides are those of a transpose
        QCOMPARE(first.values()[turned ? 2 : 1], 0.75F);
        QVERIFY(runOf(*attention).ok());
    }
}

void TestFileAttention::weights_are_told_from_attentions_data() {
    QTest::addColumn<std::string>("pickle");
    QTest::addColumn<bool>("attention");
    const auto named = [](const char* name, const std::string& tensor) {
        return "}(" + pickledText(name) + tensor + "u";
    };
    const std::string matrix = pickledTensor("FloatStorage", "0", 0, {2, 2}, {2, 1});
    QTest::newRow("a_layer") << pickledLayer("0", 2, 2) << true;
    QTest::newRow("a_matrix") << matrix << true;
    QTest::newRow("a_named_matrix") << named("attn", matrix) << true;
    QTest::newRow("an_input") << named("x", matrix) << false;
    QTest::newRow("weights") << named("attn.in_proj_weight", matrix) << false;
    QTest::newRow("weights_of_a_convolution")
        << named("conv.weight", pickledLayer("0", 2, 2)) << false;
    QTest::newRow("attention_by_name") << named("attn_weight", pickledLayer("0", 2, 2)) << true;
    QTest::newRow("weights_with_a_token_of_their_own")
        << "}(" + pickledText("cls_token") + pickledLayer("0", 2, 2) + pickledText("norm.bias") +
               matrix + "u"
        << false;
}

void TestFileAttention::weights_are_told_from_attentions() {
    QFETCH(std::string, pickle);
    QFETCH(bool, attention);
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "a.pt");
    QVERIFY(putFile(path, torchOf(pickle)));
    QCOMPARE(holdsAttention(path), attention);
}

void TestFileAttention::archives_may_hold_other_things() {
    const Tensor weights = weightsOf({2, 3, 3});
    const std::string object = npyOf("|O", "()", "\x80\x04.");
    Zip zip;
    zip.add("attention.npy", npyBytes(weights));
    zip.add("settings.npy", object);
    zip.add("model.npy", npyOf("<U1", "()", std::string("m\0\0\0", 4)));
    zip.add("tokens.npy", npyOf("|S1", "(3,)", "abc"));
    zip.add("labels.npy", npyOf("|S1", "(1,)", "x"));
    const auto attention = attentionIn("a.npz", zip.file());
    QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
    QVERIFY(attention->arrays.front().tensor == weights);
    QVERIFY(attention->tokens == (TokenLists{{"a", "b", "c"}}));
    QVERIFY(attention->leftOut == (std::vector<std::string>{"settings", "model", "labels"}));
    // The attention itself is never taken for something else.
    Zip broken;
    broken.add("attentions.npy", object);
    broken.add("hidden.npy", npyBytes(weights));
    const auto refused = attentionIn("a.npz", broken.file());
    QVERIFY(!refused);
    QVERIFY2(refused.error().text().find("pickled") != std::string::npos,
             refused.error().text().c_str());
}

void TestFileAttention::words_of_numpy_have_either_order() {
    std::string big;
    for (const char letter : {'a', 'b', 'c'})
        big += std::string("\0\0\0", 3) + letter;
    const auto read = [](const std::string& bytes) {
        const Result<TokenFile> file = tokenFileFrom(bytes, "tokens.npy");
        return file ? file->lists : TokenLists();
    };
    QVERIFY(read(npyOf(">U1", "(3,)", big)) == (TokenLists{{"a", "b", "c"}}));
    QVERIFY(read(npyOf("|S1", "(2, 3)", "abcdef")) ==
            (TokenLists{{"a", "b", "c"}, {"d", "e", "f"}}));
    QVERIFY(read(npyOf("|S1", "(2, 3)", "adbecf", true)) ==
            (TokenLists{{"a", "b", "c"}, {"d", "e", "f"}}));
    // Half of a pair of UTF-16 is no letter.
    QVERIFY(read(npyOf("<U1", "(1,)", std::string("\x00\xD8\0\0", 4))) == (TokenLists{{"\uFFFD"}}));
    QVERIFY(read(npyOf("<U1", "(4,)", big)).empty()); // there are three
}

void TestFileAttention::tables_with_and_without_words() {
    const auto bare = attentionIn("a.csv", "0.25,0.75\n1,0\n");
    QVERIFY(bare.ok());
    QVERIFY(bare->tokens.empty());
    QCOMPARE(bare->arrays.front().tensor(0, 1), 0.75F);
    const auto both = attentionIn(
        "a.csv", ",\"a,b\",\"say \"\"c\"\"\"\n\"a,b\",1,0\n\"say \"\"c\"\"\",0.5,0.5\r\n");
    QVERIFY2(both.ok(), both.ok() ? "" : both.error().text().c_str());
    QVERIFY(both->tokens == (TokenLists{{"a,b", "say \"c\""}}));
    QVERIFY(!both->keyTokens);
    const auto cross = attentionIn("a.tsv", "\tx\ty\tz\nq\t1\t0\t0\n");
    QVERIFY2(cross.ok(), cross.ok() ? "" : cross.error().text().c_str());
    QVERIFY(cross->tokens == (TokenLists{{"q"}}));
    QVERIFY(*cross->keyTokens == (TokenLists{{"x", "y", "z"}}));
}

void TestFileAttention::a_row_of_numbers_is_no_row_of_words_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* tag, const char* text, const char* says) {
        QTest::newRow(tag) << QByteArray(text) << QString::fromLatin1(says);
    };
    row("causal", "1.0,\n0.5,0.5\n", "row 1, column 2 is empty");
    row("causal_of_three", "1,,\n0.5,0.5,\n.2,.3,.5\n", "row 1, column 2 is empty");
    row("a_dash", "0.5,-\n0.5,0.5\n0.2,0.8\n", "row 1, column 2: \"-\" is no number");
    row("no_diagonal", ",0.5\n0.5,0.5\n", "row 1, column 1 is empty");
    row("a_blank_side", "0.5,0.5\n,1.0\n", "row 2, column 1 is empty");
    row("a_slip_in_the_first_row", "0.5,x\n0.1,0.9\n0.2,0.8\n", "row 1, column 2: \"x\"");
    row("a_slip_in_the_first_column", "0.5,0.5\nx,1.0\n", "row 2, column 1: \"x\"");
    row("words_at_the_side", "the,1.0,\ncat,0.5,0.5\n", "row 1, column 3 is empty");
    row("words_at_both_sides", ",a,b\nx,0.5,\ny,0.5,0.5\n", "row 2, column 3 is empty");
    row("ragged", "0.5,0.5\n0.1,0.2,0.7\n", "row 2 has 3 cells, but row 1 has 2");
}

void TestFileAttention::a_row_of_numbers_is_no_row_of_words() {
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const auto attention = attentionIn("a.csv", text.toStdString());
    QVERIFY(!attention);
    const QString said = QString::fromStdString(attention.error().text());
    QVERIFY2(said.contains(says), qPrintable(said));
}

void TestFileAttention::digits_are_words_beside_words_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("queries");
    QTest::addColumn<QStringList>("keys"); ///< empty: the same
    const auto row = [](const char* tag, const char* text, const char* queries,
                        const char* keys = "") {
        const auto listed = [](const char* words) {
            return QString::fromLatin1(words).split(u'|', Qt::SkipEmptyParts);
        };
        QTest::newRow(tag) << QByteArray(text) << listed(queries) << listed(keys);
    };
    row("above_a_square", "in,1969,\",\"\n0.5,0.3,0.2\n1,0,0\n0,0,1\n", "in|1969|,");
    row("beside_a_square", "in,0.5,0.5\n1969,0.25,0.75\n", "in|1969");
    row("at_both_sides", "word,in,1969\nin,0.5,0.5\n1969,0.25,0.75\n", "in|1969");
    row("first_of_the_side", ",1969,was\n1969,0.5,0.5\nwas,0.25,0.75\n", "1969|was");
    row("without_a_corner", "in,1969\nin,0.5,0.5\n1969,0.25,0.75\n", "in|1969");
    row("numbered_by_pandas", ",0,1\n0,0.5,0.5\n1,0.25,0.75\n", "0|1");
    row("a_dash_among_words", "well,-,known\n0.5,0.25,0.25\n1,0,0\n0,0,1\n", "well|-|known");
    row("bread", "my,nan,is\n0.5,0.25,0.25\n1,0,0\n0,0,1\n", "my|nan|is");
    row("above_other_queries", ",in,1969\nx,0.5,0.5\n", "x", "in|1969");
}

void TestFileAttention::digits_are_words_beside_words() {
    QFETCH(QByteArray, text);
    QFETCH(QStringList, queries);
    QFETCH(QStringList, keys);
    const auto attention = attentionIn("a.csv", text.toStdString());
    QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
    const auto listed = [](const TokenLists& lists) {
        QStringList words;
        for (const std::string& word : lists.front())
            words << QString::fromStdString(word);
        return words;
    };
    QCOMPARE(listed(attention->tokens), queries);
    QCOMPARE(attention->keyTokens ? listed(*attention->keyTokens) : QStringList(), keys);
    const Tensor& numbers = attention->arrays.front().tensor;
    QCOMPARE(numbers.shape(),
             (Shape{queries.size(), keys.isEmpty() ? queries.size() : keys.size()}));
    QCOMPARE(numbers(0, 0), 0.5F);
}

void TestFileAttention::tables_have_any_separator_and_comma() {
    const auto numbers = [](const char* name, const char* text) {
        const auto attention = attentionIn(name, text);
        if (!attention) {
            qWarning("%s", attention.error().text().c_str());
            return std::vector<float>();
        }
        const std::span<const float> values = attention->arrays.front().tensor.values();
        return std::vector<float>(values.begin(), values.end());
    };
    const std::vector<float> expected = {0.25F, 0.75F, 1, 0};
    QVERIFY(numbers("a.csv", "0,25;0,75\n1;0\n") == expected);
    QVERIFY(numbers("a.csv", ";Der;Hund\r\nDer;0,25;0,75\r\nHund;1,0;0\r\n") == expected);
    QVERIFY(numbers("a.tsv", "0,25\t0,75\n1\t0\n") == expected);
    QVERIFY(numbers("a.csv", "\"0,25\",\"0,75\"\n1,0\n") == expected);
    QVERIFY(numbers("a.csv", "0.25;0.75\n1e0;0\n") == expected);
    // numpy.savetxt() as it is, and with a header.
    QVERIFY(numbers("a.csv", "2.5e-01 7.5e-01\n1e+00 0e+00\n") == expected);
    QVERIFY(numbers("a.csv", "# layer 3\n2.5e-01 7.5e-01\n1e+00 0e+00\n") == expected);
    // As Excel writes them.
    QVERIFY(numbers("a.csv", "sep=;\n0,25;0,75\n1;0\n") == expected);
    QVERIFY(numbers("a.csv", ";a;b\r\na;25%;75 %\r\nb;100%;0%\r\n") == expected);
    QVERIFY(numbers("a.csv", "0.25,0.75,\n1,0,\n") == expected);
    QVERIFY(numbers("a.csv", "0.25,0.75\r1,0\r") == expected);
    std::string wide = "\xFF\xFE";
    for (const char letter : std::string("0,25\t0,75\n1\t0\n"))
        wide += {letter, '\0'};
    const auto unicode = attentionIn("a.tsv", wide);
    QVERIFY2(unicode.ok(), unicode.ok() ? "" : unicode.error().text().c_str());
    QCOMPARE(unicode->arrays.front().tensor(0, 1), 0.75F);
    // A word that is a separator of other tables.
    const auto marks = attentionIn("a.csv", ",\"a\",;\na,1,0\n;,0.5,0.5\n");
    QVERIFY2(marks.ok(), marks.ok() ? "" : marks.error().text().c_str());
    QVERIFY(marks->tokens == (TokenLists{{"a", ";"}}));
}

void TestFileAttention::long_tables_have_a_row_for_each_weight_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("axes");
    QTest::addColumn<QList<float>>("numbers");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* tag, const char* text, const char* axes,
                        const QList<float>& numbers, const QStringList& words = {}) {
        QTest::newRow(tag) << QByteArray(text) << QString::fromLatin1(axes) << numbers << words;
    };
    row("all_columns_in_any_order",
        "weight,key,query,head,layer,batch\n0.5,0,0,0,0,0\n0.25,1,0,0,0,0\n0.75,0,0,0,1,0\n"
        "0.125,1,0,0,1,0\n",
        "layers,batch,heads,query,key", {0.5F, 0.25F, 0.75F, 0.125F});
    row("from_one_on", "head,query,key,weight\n1,1,1,1\n1,2,1,0.5\n1,2,2,0.5\n1,1,2,0\n",
        "heads,query,key", {1, 0, 0.5F, 0.5F});
    row("german", "query;key;weight\n0;0;0,5\n0;1;0,5\n1;0;0,25\n1;1;0,75\n", "query,key",
        {0.5F, 0.5F, 0.25F, 0.75F});
    row("words", "query\tkey\tattention\nthe\tthe\t1\ncat\tthe\t0.5\ncat\tcat\t0.5\n", "query,key",
        {1, 0, 0.5F, 0.5F}, {"the", "cat"});
    row("words_beside_places_and_an_index",
        ",query,key,weight,query_token,key_token\n0,0,0,1,a,a\n1,1,0,0.5,a,a\n2,1,1,0.5,a,a\n",
        "query,key", {1, 0, 0.5F, 0.5F}, {"a", "a"});
    const float none = std::numeric_limits<float>::quiet_NaN();
    row("pairs_left_out", "query,key,weight\n0,0,1\n1,1,0.5\n", "query,key", {1, 0, none, 0.5F});
}

void TestFileAttention::long_tables_have_a_row_for_each_weight() {
    QFETCH(QByteArray, text);
    QFETCH(QString, axes);
    QFETCH(QList<float>, numbers);
    QFETCH(QStringList, words);
    const auto attention = attentionIn("a.csv", text.toStdString());
    QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
    QCOMPARE(QString::fromStdString(axesText(attention->axes)), axes);
    QVERIFY(otherAxesOf(*attention).empty());
    const std::span<const float> found = attention->arrays.front().tensor.values();
    QCOMPARE(std::ssize(found), numbers.size());
    for (qsizetype i = 0; i < numbers.size(); ++i) {
        const float value = found[static_cast<std::size_t>(i)];
        QVERIFY2(std::isnan(numbers[i]) ? std::isnan(value) : value == numbers[i],
                 qPrintable(QString::number(i)));
    }
    QStringList said;
    for (const TokenList& list : attention->tokens) {
        for (const std::string& word : list)
            said << QString::fromStdString(word);
    }
    QCOMPARE(said, words);
    QVERIFY(!attention->keyTokens);
}

void TestFileAttention::scripts_are_read_as_json() {
    const auto plain = attentionIn("ex.js", R"js(export const ex0 = {
            prompt: 'it\'s "so"; {',
            tokens: ['it', " is", `so`], /* three */
            outputs: {
                block_0_attn_head_1_attn_softmax: { data: [[1, 0, 0], [5e-1, 0.5, 0], [0, 0, 1.0]], },
                block_0_attn_head_0_attn_softmax: { data: [[1, 0, 0], [2.5e-1, 0.75, 0], [0, 0, 1]] },
                block_0_attn_head_0_attn: { data: [[7, 7, 7], [-7, 7, 7], [7, 7, undefined]] },
            },
        };
        const other = [1];)js");
    QVERIFY2(plain.ok(), plain.ok() ? "" : plain.error().text().c_str());
    QVERIFY(plain->tokens == (TokenLists{{"it", " is", "so"}}));
    QVERIFY(plain->axes == axesNamed("heads,query,key"));
    QCOMPARE(plain->arrays.size(), std::size_t{1});
    const Tensor& weights = plain->arrays.front().tensor;
    QCOMPARE(weights(0, 1, 0), 0.25F);
    QCOMPARE(weights(1, 1, 0), 0.5F);
    QVERIFY(otherAxesOf(*plain).empty());
}

void TestFileAttention::heads_of_their_own_become_layers() {
    Zip zip;
    for (const char* name : {"layer10_head0", "layer9_head1", "layer9_head0", "layer10_head1"})
        zip.add(std::string(name) + ".npy", npyBytes(weightsOf({4, 4})));
    const auto attention = attentionIn("a.npz", zip.file());
    QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
    const auto run = runOf(*attention);
    QVERIFY(run.ok());
    QCOMPARE(scopesIn(**run).size(), qsizetype{2});
    QCOMPARE((*(*run)->trace())[0].result.size(1), Index{2});
}

void TestFileAttention::steps_of_generate_become_layers() {
    const auto step = [](const char* storage, int queries, int keys) {
        return pickledTensor("FloatStorage", storage, 0, {1, 2, queries, keys},
                             {2 * queries * keys, queries * keys, keys, 1});
    };
    // Of two layers: a prompt of two tokens, and two more.
    const std::string tuple = "(" + step("0", 2, 2) + step("1", 2, 2) + "\x86" + step("1", 1, 3) +
                              step("1", 1, 3) + "\x86" + step("0", 1, 4) + step("1", 1, 4) +
                              "\x86t";
    const auto attention = attentionIn("a.pt", torchOf(tuple));
    QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
    QCOMPARE(attention->arrays.size(), std::size_t{2});
    const Tensor& first = attention->arrays.front().tensor;
    QVERIFY(first.shape() == (Shape{1, 2, 4, 4}));
    QCOMPARE(first(0, 0, 0, 1), 0.75F); // of the prompt
    QCOMPARE(first(0, 0, 0, 2), 0.F);   // came later
    QCOMPARE(first(0, 1, 2, 2), 0.5F);
    QCOMPARE(first(0, 1, 2, 3), 0.F);
    QCOMPARE(first(0, 0, 3, 1), 0.75F);
    // Steps that lack a layer stay what they are.
    const auto torn = attentionIn("a.pt", torchOf("(" + step("0", 2, 2) + step("1", 2, 2) + "\x86" +
                                                  step("1", 1, 3) + "\x85t"));
    QVERIFY2(torn.ok(), torn.ok() ? "" : torn.error().text().c_str());
    QCOMPARE(torn->arrays.size(), std::size_t{3});
}

void TestFileAttention::what_a_file_is_its_content_says_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* tag, const char* name, const std::string& bytes,
                        const char* says) {
        QTest::newRow(tag) << QString::fromLatin1(name) << bytes << QString::fromLatin1(says);
    };
    const std::string npz = zipOf({{"attn.npy", npyBytes(weightsOf({2, 3, 3}))}});
    row("npz_as_pt", "a.pt", npz, "");
    row("pt_as_npz", "a.npz", torchOf(pickledLayer("0", 2, 2)), "");
    row("npy_as_npz", "b.npz", npyBytes(weightsOf({2, 3, 3})), "");
    row("a_pickle", "a.pkl",
        std::string("\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00\x8c\x05", 13) + "numpy",
        "is a pickle, which may run code");
    row("an_old_pt", "old.pt",
        std::string("\x80\x02\x8a\x0al\xfc\x9c"
                    "F\xf9 ",
                    10),
        "before 1.6");
    for (const char* name : {"old.npz", "old.npy", "old.json", "old.safetensors"})
        row(name, name,
            std::string("\x80\x02\x8a\x0al\xfc\x9c"
                        "F\xf9 j\xa8P\x19.",
                        16),
            "before 1.6");
    const std::string page = "<!DOCTYPE html>\n<html><body>Sign in</body></html>\n";
    const std::string pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    for (const char* name : {"p.npz", "p.npy", "p.pt", "p.safetensors", "p.json", "p.csv"}) {
        row(qPrintable(u"a_page_as_"_qs + name), name, page, "is a page of the web");
        row(qPrintable(u"a_pointer_as_"_qs + name), name, pointer, "is only a git-lfs pointer");
    }
    const std::string hdf =
        std::string("\x89HDF\r\n\x1A\n\0\0\0\0\0\x08\x08\0", 16) + std::string(80, '\xFF');
    const std::string gzip =
        std::string("\x1F\x8B\x08\0\0\0\0\0\x02\xFF", 10) + std::string(20, 'x');
    for (const char* name : {"h.npz", "h.npy", "h.pt", "h.safetensors", "h.json", "h.csv"}) {
        row(qPrintable(u"hdf5_as_"_qs + name), name, hdf, "is a file of HDF5");
        row(qPrintable(u"gzip_as_"_qs + name), name, gzip, "is packed with gzip");
    }
    for (const char* name : {"s.safetensors", "s.pt", "s.bin", "s.npz", "s.npy", "s.json", "s.csv"})
        row(qPrintable(u"safetensors_as_"_qs + name), name,
            *safetensorsContent("s", {{"attentions", weightsOf({2, 3, 3})}}), "");
    row("an_index_of_torch", "pytorch_model.bin.index.json",
        R"({"metadata": {"total_size": 8}, "weight_map": {"h.0.attn": "part-1-of-2.bin",
            "h.1.attn": "part-2-of-2.bin", "h.2.attn": "part-2-of-2.bin"}})",
        "the layer (part-1-of-2.bin, part-2-of-2.bin)");
    row("an_index_of_nothing", "model.index.json", R"({"weight_map": {"h.0": "x.ckpt"}})",
        "the layer (weight_map)");
    row("weights", "w.pt",
        torchOf("}(" + pickledText("attn.in_proj_weight") +
                pickledTensor("FloatStorage", "0", 0, {2, 2}, {2, 1}) + "u"),
        "no attention of 2 to 5 axes");
}

void TestFileAttention::what_a_file_is_its_content_says() {
    QFETCH(QString, name);
    QFETCH(std::string, bytes);
    QFETCH(QString, says);
    const QTemporaryDir folder;
    AttentionFiles files;
    files.path = pathIn(folder, qPrintable(name));
    QVERIFY(putFile(files.path, bytes));
    const auto attention = openAttention(files);
    if (says.isEmpty()) {
        QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
        return;
    }
    QVERIFY(!attention);
    const QString said = QString::fromStdString(attention.error().text());
    QVERIFY2(said.contains(says), qPrintable(said));
    // A file is named once.
    QVERIFY2(!said.startsWith(QString::fromStdString(files.path + ": " + files.path)),
             qPrintable(said));
}

void TestFileAttention::pieces_become_text() {
    QVERIFY(readableTokens({"The", "Ġcat", "Ċ"}) == (TokenList{"The", " cat", "\n"}));
    QVERIFY(readableTokens({"▁The", "c", "at"}) == (TokenList{" The", "c", "at"}));
    QVERIFY(readableTokens({"[CLS]", "play", "##ing"}) == (TokenList{"[CLS]", " play", "ing"}));
    QVERIFY(readableTokens({"<0xE4>", "<0xB8>", "<0xAD>", "▁a"}) ==
            (TokenList{"中 1/3", "中 2/3", "中 3/3", " a"}));
    // "é" of byte-level BPE, in one piece and in two.
    QVERIFY(readableTokens({"ĠcafÃ©", "Ã", "©"}) == (TokenList{" café", "é 1/2", "é 2/2"}));
    QVERIFY(hasTokenizerPieces({{"a", "b"}, {"Ġa"}}) && !hasTokenizerPieces({{"a", "b"}}));
    const TokenLists lists = {{"a", "Ġb"}, {"c"}};
    QVERIFY(readableTokens(lists, true) == lists);
    QVERIFY(readableTokens(lists, false) == (TokenLists{{"a", " b"}, {"c"}}));
    const TokenList plain = {"A", "plain", "sentence", "#1"};
    QVERIFY(readableTokens(plain) == plain);
}

void TestFileAttention::pieces_of_an_experiment_become_text() {
    Experiment experiment = findExample("arange")->make();
    const TokenList pieces(experiment.tokens.front().size(), "Ġx");
    experiment.tokens.assign(experiment.tokens.size(), pieces);
    QVERIFY(experiment.vocabulary.empty());
    const TokenList text(pieces.size(), " x");
    QVERIFY(labelsOf(experiment).tokens.front() == text);
    const Experiment raw = withRawPieces(experiment, true);
    QVERIFY(labelsOf(raw).tokens.front() == pieces);
    // What a person chose is in the file, and nothing else of an experiment is.
    const auto again = experimentFromJson(experimentToJson(raw));
    QVERIFY2(again.ok(), again.ok() ? "" : again.error().text().c_str());
    QVERIFY(*again == raw);
    QVERIFY(experimentToJson(experiment).find("raw_pieces") == std::string::npos);
    QVERIFY(!changesBetween(experiment, raw).size());
    // Words of a vocabulary are looked up in it as they are.
    experiment.vocabulary = {"Ġx"};
    QVERIFY(labelsOf(experiment).tokens.front() == pieces);
}

void TestFileAttention::odd_rows_are_counted() {
    const auto attention =
        attentionIn("a.json", "[[0.5, 0.25, 0.25], [0.5, 0.25, 0.75], [0, 0, 0], [NaN, -1, 2]]");
    QVERIFY(attention.ok());
    const auto run = runOf(*attention);
    QVERIFY(run.ok());
    const AttentionDoubts doubts = doubtsOf(**run);
    QCOMPARE(doubts.rows, Index{4});
    QCOMPARE(doubts.offSum, Index{1});
    QCOMPARE(doubts.farthest, 1.5);
    QCOMPARE(doubts.zero, Index{1});
    QCOMPARE(doubts.negative, Index{1});
    QCOMPARE(doubts.noNumber, Index{1});
    QCOMPARE(remarksOn(*attention, doubts).size(), std::size_t{4});
}

void TestFileAttention::words_of_a_text_are_lines_or_one_sentence() {
    const auto words = [](const char* text) {
        const Result<TokenFile> file = tokenFileFrom(text, "tokens.txt");
        return file ? file->lists.front() : TokenList();
    };
    QVERIFY(words("New York\nis\r\n \nbig\n\n") == (TokenList{"New York", "is", " ", "big"}));
    QVERIFY(words("  The cat  sat\n") == (TokenList{"The", "cat", "sat"}));
    QVERIFY(words("one\n") == (TokenList{"one"}));
    QVERIFY(words("  \n") == (TokenList{"  "}));
}

void TestFileAttention::words_have_files_of_any_kind() {
    const auto words = [](const std::string& text, const char* name) {
        const Result<TokenFile> file = tokenFileFrom(text, name);
        return file ? file->lists.front() : TokenList();
    };
    QVERIFY(words("The\tcat\tsat", "tokens.txt") == (TokenList{"The", "cat", "sat"}));
    // A piece that decodes to nothing.
    QVERIFY(words(R"(["a", "", "b"])", "tokens.json") == (TokenList{"a", " ", "b"}));
    QVERIFY(words(R"({"input_tokens": ["a"]})", "tokens.json") == TokenList{"a"});
    using namespace std::string_literals;
    QVERIFY(words("\xFF\xFE\x2D\x4E\n\0b\0"s, "tokens.txt") == (TokenList{"中", "b"}));
    QVERIFY(words("\xFE\xFF\xD8\x3D\xDE\x00"s, "tokens.txt") == TokenList{"😀"});
}

void TestFileAttention::refusals_say_what_stands_there() {
    const auto said = [](const char* name, const std::string& content) {
        const auto attention = attentionIn(name, content);
        return attention ? QString() : QString::fromStdString(attention.error().text());
    };
    const QString lines = said("a.json", "{\"attention\": [[1]]}\n{\"attention\": [[1]]}\n");
    QVERIFY2(lines.contains(u"line 2, column 1 begins a second value"_qs), qPrintable(lines));
    const QString members = said("trace.json", R"({"version": 1, "steps": [{"name": "x"}]})");
    QVERIFY2(members.contains(u"[heads, query, key], but steps, version"_qs), qPrintable(members));
    const QString quoted = said("a.json", R"([["0.5", "0.5"]])");
    QVERIFY2(quoted.contains(u"[0][0]” is the text \"0.5\""_qs), qPrintable(quoted));
    // A layer without attention: those behind it would be called by other numbers.
    const QString hole =
        said("a.pt", torchOf(pickledLayer("0", 2, 2) + "N" + pickledLayer("1", 2, 2) + "\x87"));
    QVERIFY2(hole.contains(u"a.pt has None in the place of tensor 1:"_qs), qPrintable(hole));
    const QString named =
        said("a.pt", torchOf("}(" + pickledText("loss") + "N" + pickledText("attentions") + "](N" +
                             pickledLayer("0", 2, 2) + "eu"));
    QVERIFY2(named.contains(u"None in the place of tensor attentions.0:"_qs), qPrintable(named));
    QCOMPARE(said("a.pt", torchOf("}(" + pickledText("loss") + "N" + pickledText("attentions") +
                                  "](" + pickledLayer("0", 2, 2) + "eu")),
             QString());
    // The line that converts is one for a shell.
    const QString old = said("l 'g.pt", std::string("\x80\x02\x8a\x0al\xfc\x9c"
                                                    "F\xf9 j\xa8P\x19.",
                                                    16));
    QVERIFY2(old.contains(uR"x(sys.argv[1])" 'l '\''g.pt' writes)x"_qs), qPrintable(old));
    const QString record = said("a.npy", npyOf("", "(1,)", std::string(4, '\0')));
    QVERIFY2(record.contains(u"array of records"_qs), qPrintable(record));
    const QString strings = said("a.npy", npyOf("|S1", "(3,)", "abc"));
    QVERIFY2(strings.contains(u"holds words"_qs), qPrintable(strings));
}

void TestFileAttention::words_that_do_not_fit_are_refused() {
    AttentionChoices choices;
    choices.tokens = {{"a", "b", "c"}};
    const auto many = attentionIn("a.json", "[[1, 0], [0, 1]]", choices);
    QVERIFY(!many);
    QVERIFY2(many.error().text().find('3') != std::string::npos, many.error().text().c_str());
    choices = {};
    choices.axes = axesNamed("heads,query,key");
    const auto rank = attentionIn("a.json", "[[1, 0], [0, 1]]", choices);
    QVERIFY(!rank);
    QVERIFY2(rank.error().text().find("(2, 2)") != std::string::npos, rank.error().text().c_str());
}

void TestFileAttention::a_saved_attention_comes_back_whole() {
    Zip zip;
    zip.add("layer_0.npy", npyBytes(weightsOf({1, 2, 4, 4})));
    zip.add("layer_1.npy", npyBytes(weightsOf({1, 2, 4, 4})));
    zip.add("embedding.npy", npyBytes(weightsOf({4})));
    AttentionChoices choices;
    choices.tokens = {{"a", "\"b\"", "中", "▁d"}};
    choices.rawPieces = true;
    choices.axes = axesNamed("batch,heads,query,key");
    const auto attention = attentionIn("a.npz", zip.file(), choices);
    QVERIFY2(attention.ok(), attention.ok() ? "" : attention.error().text().c_str());
    const Source source(std::make_shared<const FileAttention>(*attention));
    DocumentExtras beside;
    beside.pins.push_back({1, "mine", source});
    beside.pins.push_back({2, "an experiment", Source(findExample("ticket")->make())});
    const std::string text = sourceToJson(source, beside);
    DocumentExtras read;
    const Result<Source> again = sourceFromJson(text, &read);
    QVERIFY2(again.ok(), again.ok() ? "" : again.error().text().c_str());
    QVERIFY(*again->attention() == *attention);
    QCOMPARE(read.pins.size(), std::size_t{2});
    QVERIFY(*read.pins[0].source.attention() == *attention);
    QVERIFY(*read.pins[1].source.experiment() == findExample("ticket")->make());
    // An experiment keeps a pinned attention as well.
    const std::string experiment = sourceToJson(findExample("ticket")->make(), beside);
    const Result<Source> other = sourceFromJson(experiment, &read);
    QVERIFY2(other.ok(), other.ok() ? "" : other.error().text().c_str());
    QVERIFY(*read.pins[0].source.attention() == *attention);
    // A file that is cut or changed is a sentence.
    QVERIFY(!sourceFromJson(std::string_view(text).substr(0, text.size() / 2)));
    std::string shorter = text;
    shorter.replace(shorter.find("\"shape\""), 9, "\"shape\": ");
    shorter.replace(text.find("float32") + 12, 8, "");
    QVERIFY(!sourceFromJson(shorter));
}

/// Whatever a file holds, and however it is named: each number stands where it was saved.
void TestFileAttention::property_names_and_axes_never_replace_numbers() {
    QVERIFY(rc::check("numbers stand where they were saved, whatever they are called", [] {
        const auto size = [] { return *rc::gen::inRange<Index>(1, 5); };
        const Shape sizes = {size(), size(), size(), size(), size()};
        std::vector<ArrayAxis> order = {ArrayAxis::Layers, ArrayAxis::Batch, ArrayAxis::Heads,
                                        ArrayAxis::Query, ArrayAxis::Key};
        std::ranges::shuffle(order, std::mt19937(*rc::gen::arbitrary<unsigned>()));
        Shape shape;
        for (const ArrayAxis axis : order)
            shape.push_back(sizes[static_cast<std::size_t>(axis)]);
        const Index count =
            std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>());
        std::vector<float> values(static_cast<std::size_t>(count));
        std::iota(values.begin(), values.end(), 1.0F);
        const Tensor saved = Tensor::fromValues(shape, Axes(5, Axis::Feature), values);
        ArrayFile file{{{"attentions", saved}}, {}, {}, {}};
        AttentionChoices choices;
        choices.axes = ArrayAxes(order.begin(), order.end());
        const Result<FileAttention> plain = attentionFrom(file, "a.npy", choices);
        RC_ASSERT(plain.ok());
        FileAttention named = *plain;
        named.tokens.assign(static_cast<std::size_t>(sizes[1]),
                            TokenList(static_cast<std::size_t>(sizes[3]), "word"));
        named.keyTokens = TokenLists(static_cast<std::size_t>(sizes[1]),
                                     TokenList(static_cast<std::size_t>(sizes[4]), "key"));
        const auto before = runOf(*plain);
        const auto after = runOf(named);
        RC_ASSERT(before.ok() && after.ok());
        // What is told beside the attentions is no attention.
        const auto weightsIn = [](const Run& run) {
            std::vector<Tensor> all;
            for (const TraceStep& step : run.trace()->steps()) {
                if (step.name == TensorName::AttentionWeights)
                    all.push_back(step.result);
            }
            return all;
        };
        const std::vector<Tensor> layers = weightsIn(**before);
        RC_ASSERT(std::ssize(layers) == sizes[0]);
        RC_ASSERT(layers == weightsIn(**after));
        for (Index layer = 0; layer < sizes[0]; ++layer) {
            const Tensor& weights = layers[static_cast<std::size_t>(layer)];
            Cell cell(4, 0);
            for (Index i = 0; i < weights.elementCount(); ++i) {
                Cell from;
                for (const ArrayAxis axis : order)
                    from.push_back(axis == ArrayAxis::Layers
                                       ? layer
                                       : cell[static_cast<std::size_t>(axis) - 1]);
                RC_ASSERT(weights.at(cell) == saved.at(from));
                advance(cell, weights.shape());
            }
        }
    }));
}

void TestFileAttention::hostile_archives_are_refused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* tag, const std::string& bytes, const char* says) {
        QTest::newRow(tag) << QByteArray::fromStdString(bytes) << QString::fromLatin1(says);
    };
    const std::string array = npyBytes(weightsOf({2, 3, 3}));
    Zip twice;
    twice.add("a.npy", array);
    twice.add("a.npy", array);
    row("a_name_twice", twice.file(), "twice");
    for (const char* name : {"/etc/a.npy", "../a.npy", "b/../../a.npy", "C:\\a.npy"}) {
        Zip away;
        away.add(name, array);
        row(name, away.file(), "leads out");
    }
    Zip huge;
    huge.add("a.npy", array, true, 0xFFFFFFF0);
    row("a_size_that_cannot_be", huge.file(), "damaged");
    Zip bombs; // 1.5 GB of zeros in a megabyte, if anybody unpacked them
    for (const char* name : {"layer_0.npy", "layer_1.npy", "layer_2.npy"})
        bombs.add(name, "\x93NUMPY", true, std::uint64_t{1} << 29U);
    row("more_than_is_unpacked", bombs.file(), "damaged");
    Zip bomb;
    bomb.add("a.npy", npyHeader({1 << 20, 64}) + std::string(std::size_t{1} << 22U, '\0'), true);
    row("an_array_that_is_not_there", bomb.file(), "bytes");
    Zip good;
    good.add("a.npy", array);
    const std::string file = good.file();
    row("cut_short", file.substr(0, file.size() / 2), "damaged");
    row("empty", "", "damaged");
    std::string many = file; // 65,535 entries in a directory of one
    many.replace(many.size() - 12, 2, "\xFE\xFF");
    row("more_entries_than_there_are", many, "damaged");
    row("no_array", Zip().file(), "no attention");
}

void TestFileAttention::hostile_archives_are_refused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    const auto attention = attentionIn("a.npz", bytes.toStdString());
    QVERIFY(!attention);
    const QString said = QString::fromStdString(attention.error().text());
    QVERIFY2(said.contains(says), qPrintable(said));
    QVERIFY2(!said.contains(u'\n'), qPrintable(said));
}

void TestFileAttention::hostile_texts_are_refused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* tag, const char* name, const std::string& bytes) {
        QTest::newRow(tag) << QString::fromLatin1(name) << QByteArray::fromStdString(bytes);
    };
    row("ragged", "a.json", "[[1, 0], [1]]");
    row("words_for_numbers", "a.json", "[[1, \"x\"], [0, 1]]");
    row("deep", "a.json", std::string(100'000, '['));
    row("an_announcement", "a.json", "[[" + std::string(3, '0') + "]]");
    row("nothing", "a.json", "{}");
    row("ragged_table", "a.csv", "1,2\n1\n");
    row("no_numbers", "a.csv", "a,b\nc,d\n");
    row("empty_table", "a.csv", "\n\n");
    row("a_pair_twice", "a.csv", "query,key,weight\n0,0,1\n0,0,1\n");
    row("places_far_away", "a.csv", "query,key,weight\n0,0,1\n9999999,9999999,1\n");
    row("many_layers_of_one", "a.csv", "layer,query,key,weight\n0,0,0,1\n9000000,0,0,1\n");
    row("no_weight", "a.csv", "query,key,weight\n0,0,x\n");
    row("a_short_row", "a.csv", "query,key,weight\n0,0,1\n0,1\n");
    row("no_rows", "a.csv", "query,key,weight\n");
    // Many layers, all of them the same eight numbers.
    std::string layers = "(";
    for (int layer = 0; layer < 12'000; ++layer)
        layers += layer == 0 ? pickledLayer("0", 2, 2) + "q\x01" : "h\x01";
    row("12000_layers_of_a_pickle", "a.pt", torchOf(layers + "t"));
    // [8192, 8192] with strides of 0, four times.
    const std::string size = "M" + littleEndian(8192, 2);
    const std::string wide = "ctorch._utils\n_rebuild_tensor_v2\n((" + pickledText("storage") +
                             "ctorch\nFloatStorage\n" + pickledText("0") + pickledText("cpu") +
                             pickledNumber(32) + "tQ" + pickledNumber(0) + "(" + size + size + "t" +
                             pickledTuple({0, 0}) +
                             "\x89"
                             "ccollections\nOrderedDict\n)RtRq\x01";
    row("one_number_as_a_gigabyte", "a.pt", torchOf("(" + wide + "h\x01h\x01h\x01t"));
    row("a_script_of_nothing", "a.js", "const x");
    row("a_script_that_is_cut", "a.js", "const x = {a: [[1, 0], [0");
    row("a_string_without_end", "a.js", "const x = {a: 'b");
    std::string header = "{";
    for (int layer = 0; layer < 20'000; ++layer)
        header += "\"l" + std::to_string(layer) +
                  "\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]},";
    header.back() = '}';
    std::string tensors;
    put(tensors, header.size(), 8);
    row("20000_layers", "a.safetensors", tensors + header);
    std::string beyond;
    put(beyond, ~std::uint64_t{0}, 8);
    row("a_header_of_2_to_the_64", "a.safetensors", beyond);
}

void TestFileAttention::hostile_texts_are_refused() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    const auto attention = attentionIn(qPrintable(name), bytes.toStdString());
    QVERIFY(!attention);
    const QString said = QString::fromStdString(attention.error().text());
    QVERIFY2(!said.isEmpty() && !said.contains(u'\n') && said.size() < 400, qPrintable(said));
}

HEADSCOPE_TEST(TestFileAttention, NoApplication)
#include "test_file_attention.moc"
