// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/safetensors.h"
#include "formats/tensor_file.h"
#include "formats/torch_file.h"
#include "support/file_bytes.h"
#include "support/largest_allocation.h"
#include "support/tensor_files.h"
#include "support/test_program.h"
#include "support/torch_bytes.h"

#include <QtTest>

#include <bit>
#include <random>

using namespace headscope;
using namespace headscope::testing;

namespace {

std::string fileOf(const std::string& json, const std::string& data) {
    return littleEndian(json.size(), 8) + json + data;
}

std::string entry(const std::string& name, const std::string& dtype, const std::string& shape,
                  const std::string& offsets) {
    return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
           ",\"data_offsets\":" + offsets + "}";
}

std::string one(const std::string& dtype, const std::string& shape, const std::string& offsets) {
    return "{" + entry("a", dtype, shape, offsets) + "}";
}

Result<NamedTensors> parse(const std::string& bytes) {
    return readSafetensors(MemorySource(bytes, "w.safetensors"));
}

const std::string sixteen(16, '\0');
/// Two tensors, 5 of U8 and 2 of F32 that begin at an odd offset.
const std::string unaligned = fileOf(
    "{" + entry("b", "F32", "[1,2]", "[5,13]") + "," + entry("a", "U8", "[5]", "[0,5]") + "}",
    std::string("\1\2\3\4\5", 5) + littleEndian(std::bit_cast<std::uint32_t>(1.5F), 4) +
        littleEndian(std::bit_cast<std::uint32_t>(-2.0F), 4));

} // namespace

class TestSafetensors : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void unaligned_data_is_read();
    void every_dtype_data();
    void every_dtype();
    void accepted_data();
    void accepted();
    void refused_data();
    void refused();
    void writes_as_the_reference_does();
    void round_trip_keeps_every_bit();
    void names_survive();
    void many_tensors();
    void every_truncation_is_refused();
    void every_changed_byte_is_survived();
    void too_little_memory_names_the_file();
    void lying_lengths_get_no_memory();
    void write_failures_are_reported();
    void torch_files_are_read();
    void torch_strides_are_honoured();
    void torch_pickles_run_nothing_data();
    void torch_pickles_run_nothing();
    void every_instruction_and_truncation_of_a_pickle_is_survived();
    void files_under_a_wrong_name_are_called_what_they_are_data();
    void files_under_a_wrong_name_are_called_what_they_are();
};

void TestSafetensors::unaligned_data_is_read() {
    const Result<NamedTensors> tensors = parse(unaligned);
    QVERIFY(tensors.ok());
    QCOMPARE(tensors->size(), std::size_t{2});
    QVERIFY(tensors->at("b").shape() == (Shape{1, 2}));
    QCOMPARE(tensors->at("b")(0, 0), 1.5F);
    QCOMPARE(tensors->at("b")(0, 1), -2.0F);
    QCOMPARE(tensors->at("a")(4), 5.0F);
}

void TestSafetensors::every_dtype_data() {
    QTest::addColumn<int>("size");
    QTest::addColumn<quint64>("bits");
    QTest::addColumn<float>("value");
    QTest::newRow("F64") << 8 << quint64{0xC004000000000000} << -2.5F;
    QTest::newRow("F32") << 4 << quint64{0x3FC00000} << 1.5F;
    QTest::newRow("F16") << 2 << quint64{0x3555} << 0.333251953125F;
    QTest::newRow("BF16") << 2 << quint64{0xC049} << -3.140625F;
    QTest::newRow("I64") << 8 << ~quint64{1} << -2.0F;
    QTest::newRow("I32") << 4 << quint64{0xFFFFFFFE} << -2.0F;
    QTest::newRow("I16") << 2 << quint64{0xFFFE} << -2.0F;
    QTest::newRow("I8") << 1 << quint64{0xFE} << -2.0F;
    QTest::newRow("U64") << 8 << quint64{1} << 1.0F;
    QTest::newRow("U32") << 4 << quint64{0x80000000} << 2147483648.0F;
    QTest::newRow("U16") << 2 << quint64{0xFFFE} << 65534.0F;
    QTest::newRow("U8") << 1 << quint64{0xFE} << 254.0F;
    QTest::newRow("BOOL") << 1 << quint64{1} << 1.0F;
}

void TestSafetensors::every_dtype() {
    QFETCH(int, size);
    QFETCH(quint64, bits);
    QFETCH(float, value);
    const std::string end = std::to_string(2 * size);
    const auto tensors = parse(fileOf(one(QTest::currentDataTag(), "[2]", "[0," + end + "]"),
                                      littleEndian(0, size) + littleEndian(bits, size)));
    QVERIFY2(tensors.ok(), tensors.ok() ? "" : tensors.error().text().c_str());
    QCOMPARE(tensors->at("a")(0), 0.0F);
    QCOMPARE(tensors->at("a")(1), value);
}

void TestSafetensors::accepted_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<int>("count");
    const auto row = [](const char* name, const std::string& bytes, int count) {
        QTest::newRow(name) << bytes << count;
    };
    const std::string a = one("F32", "[2,2]", "[0,16]");
    row("plain", fileOf(a, sixteen), 1);
    row("no_tensors", fileOf("{}", ""), 0);
    row("white_space_around", fileOf(" \n\t" + a + "   \r\n", sixteen), 1);
    row("metadata",
        fileOf("{\"__metadata__\":{\"format\":\"pt\",\"x\":\"\"}," + a.substr(1), sixteen), 1);
    row("metadata_null", fileOf("{\"__metadata__\":null," + a.substr(1), sixteen), 1);
    row("one_element", fileOf(one("F32", "[]", "[0,4]"), sixteen.substr(0, 4)), 1);
    row("no_elements", fileOf(one("F32", "[3,0]", "[0,0]"), ""), 1);
    row("unknown_member",
        fileOf("{\"a\":{\"x\":[1,{\"y\":[null,true,-1,1.5,\"\"]}],\"dtype\":\"F32\",\"z\":{},"
               "\"shape\":[4],\"data_offsets\":[0,16],\"w\":18446744073709551616}}",
               sixteen),
        1);
    row("empty_name", fileOf("{" + entry("", "F32", "[4]", "[0,16]") + "}", sixteen), 1);
    row("empty_tensors_share_a_place",
        fileOf("{" + entry("a", "F32", "[0]", "[0,0]") + "," + entry("b", "F32", "[4]", "[0,16]") +
                   "," + entry("c", "I8", "[0,2]", "[16,16]") + "}",
               sixteen),
        3);
}

void TestSafetensors::accepted() {
    QFETCH(std::string, bytes);
    QFETCH(int, count);
    const Result<NamedTensors> tensors = parse(bytes);
    QVERIFY2(tensors.ok(), tensors.ok() ? "" : tensors.error().text().c_str());
    QCOMPARE(static_cast<int>(tensors->size()), count);
}

void TestSafetensors::refused_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("says");
    const auto row = [](const char* name, const std::string& bytes, const std::string& says) {
        QTest::newRow(name) << bytes << says;
    };
    const auto header = [&](const char* name, const std::string& json, const std::string& says) {
        row(name, fileOf(json, sixteen), says);
    };
    row("empty", "", "fewer than 8 bytes");
    row("seven_bytes", "1234567", "fewer than 8 bytes");
    row("git_lfs_pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
        "git lfs pull");
    row("length_100000001", littleEndian(100'000'001, 8) + sixteen, "more than the allowed");
    row("length_with_high_bytes", std::string(8, '\xFF') + sixteen, "more than the allowed");
    row("length_beyond_the_file", littleEndian(17, 8) + sixteen, "only 16 follow");
    row("length_0", littleEndian(0, 8), "not valid JSON");
    row("one_byte_0xFF", fileOf("\xFF", ""), "not valid JSON");
    row("one_brace", fileOf("{", ""), "not valid JSON");
    const std::string a = one("F32", "[2,2]", "[0,16]");
    header("text_behind_the_object", a + "x", "not valid JSON");
    header("zero_bytes_behind_the_object", a + std::string(3, '\0'), "not valid JSON");
    header("zero_byte_within", a.substr(0, 5) + '\0' + a.substr(5), "not valid JSON");
    header("byte_order_mark", "\xEF\xBB\xBF" + a, "not valid JSON");
    header("invalid_utf8", "{\"a\xC3\x28" + a.substr(3), "not valid JSON");
    header("overlong_utf8", "{\"a\xC0\x80" + a.substr(3), "not valid JSON");
    header("surrogate_in_utf8", "{\"a\xED\xA0\x80" + a.substr(3), "not valid JSON");
    header("lonely_surrogate_escape", "{\"a\\ud800" + a.substr(3), "not valid JSON");
    header("comment", "/* */" + a, "not valid JSON");
    header("trailing_comma", a.substr(0, a.size() - 1) + ",}", "not valid JSON");
    header("NaN", one("F32", "[NaN]", "[0,16]"), "not valid JSON");
    header("leading_zero", one("F32", "[04]", "[0,16]"), "not valid JSON");
    header("array_at_the_top", "[" + a + "]", "not an object");
    header("number_at_the_top", "5", "not an object");
    header("null_at_the_top", "null", "not an object");
    header("number_as_metadata", "{\"__metadata__\":{\"a\":1}," + a.substr(1), "not an object");
    header("object_in_metadata", "{\"__metadata__\":{\"a\":{}}," + a.substr(1), "not an object");
    header("array_as_metadata", "{\"__metadata__\":[]," + a.substr(1), "not an object");
    header("metadata_twice", "{\"__metadata__\":{},\"__metadata__\":{}," + a.substr(1), "twice");
    header("name_twice", "{" + entry("a", "F32", "[0]", "[0,0]") + "," + a.substr(1),
           "\"a\" twice");
    header("escaped_name_twice", "{" + entry("\\u0061", "F32", "[0]", "[0,0]") + "," + a.substr(1),
           "\"a\" twice");
    header("member_twice",
           "{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}",
           "\"dtype\" twice");
    header("tensor_is_null", "{\"a\":null}", "described wrongly");
    header("tensor_is_a_number", "{\"a\":1}", "described wrongly");
    header("tensor_is_an_array", "{\"a\":[]}", "described wrongly");
    header("no_dtype", "{\"a\":{\"shape\":[4],\"data_offsets\":[0,16]}}", "described wrongly");
    header("no_shape", "{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,16]}}", "described wrongly");
    header("no_offsets", "{\"a\":{\"dtype\":\"F32\",\"shape\":[4]}}", "described wrongly");
    header("dtype_is_a_number", "{\"a\":{\"dtype\":32,\"shape\":[4],\"data_offsets\":[0,16]}}",
           "described wrongly");
    header("shape_is_a_number", one("F32", "4", "[0,16]"), "described wrongly");
    header("shape_is_nested", one("F32", "[[4]]", "[0,16]"), "described wrongly");
    header("negative_size", one("F32", "[-4]", "[0,16]"), "described wrongly");
    header("float_as_size", one("F32", "[4.0]", "[0,16]"), "described wrongly");
    header("exponent_as_size", one("F32", "[4e0]", "[0,16]"), "described wrongly");
    header("text_as_size", one("F32", "[\"4\"]", "[0,16]"), "described wrongly");
    header("size_beyond_64_bits", one("F32", "[18446744073709551616]", "[0,16]"),
           "described wrongly");
    header("one_offset", one("F32", "[4]", "[0]"), "described wrongly");
    header("three_offsets", one("F32", "[4]", "[0,16,16]"), "described wrongly");
    header("offset_beyond_64_bits", one("F32", "[4]", "[0,18446744073709551632]"),
           "described wrongly");
    header("unknown_dtype", one("F31", "[4]", "[0,16]"), "unknown dtype F31");
    header("dtype_in_lower_case", one("f32", "[4]", "[0,16]"), "unknown dtype f32");
    header("size_beyond_the_schema", one("U8", "[281474976710656]", "[0,16]"), "beyond 2^48");
    header("shape_2_by_2_64_minus_2", one("U8", "[2,18446744073709551614]", "[0,16]"),
           "beyond 2^48");
    header("shape_2_by_2_63_minus_1", one("I32", "[2,9223372036854775807]", "[0,16]"),
           "beyond 2^48");
    header("product_wraps", one("U8", "[281474976710655,281474976710655,4]", "[0,16]"),
           "which its shape");
    header("product_of_bits_wraps", one("F32", "[134217728,4294967296,32]", "[0,0]"),
           "which its shape");
    header("zero_hides_no_overflow",
           "{" + entry("a", "F32", "[0,281474976710655,281474976710655]", "[0,0]") + "," +
               entry("b", "F32", "[4]", "[0,16]") + "}",
           "no memory");
    header("seven_axes", one("F32", "[1,1,1,1,1,1,4]", "[0,16]"), "more than 6 axes");
    header("first_does_not_begin_at_0", one("F32", "[3]", "[4,16]"), "holes and overlaps");
    header("hole",
           "{" + entry("a", "F32", "[1]", "[0,4]") + "," + entry("b", "F32", "[2]", "[8,16]") + "}",
           "holes and overlaps");
    header("overlap",
           "{" + entry("a", "F32", "[2]", "[0,8]") + "," + entry("b", "F32", "[3]", "[4,16]") + "}",
           "holes and overlaps");
    header("end_before_begin",
           "{" + entry("a", "F32", "[4]", "[0,16]") + "," + entry("b", "F32", "[0]", "[16,12]") +
               "}",
           "holes and overlaps");
    std::string shared = "{";
    for (char name = 'a'; name < 'k'; ++name)
        shared += (name == 'a' ? "" : ",") + entry(std::string(1, name), "F32", "[4]", "[0,16]");
    header("ten_tensors_on_one_range", shared + "}", "holes and overlaps");
    header("fewer_bytes_than_the_shape", one("F32", "[5]", "[0,16]"), "which its shape");
    header("more_bytes_than_the_shape", one("F32", "[3]", "[0,16]"), "which its shape");
    header("half_a_byte", one("F4", "[31]", "[0,16]"), "which its shape");
    header("trailing_bytes", one("F32", "[3]", "[0,12]"), "behind its end");
    header("data_beyond_the_file", one("F32", "[5]", "[0,20]"), "cut short");
    row("two_bytes_missing", fileOf(a, sixteen.substr(2)), "cut short");
    header("four_bit_floats", one("F4", "[32]", "[0,16]"), "dtype F4");
    header("eight_bit_floats", one("F8_E4M3", "[16]", "[0,16]"), "dtype F8_E4M3");
    header("complex", one("C64", "[2]", "[0,16]"), "dtype C64");
    row("double_beyond_float32",
        fileOf(one("F64", "[]", "[0,8]"), littleEndian(std::bit_cast<std::uint64_t>(1e39), 8)),
        "too large");
}

void TestSafetensors::refused() {
    QFETCH(std::string, bytes);
    QFETCH(std::string, says);
    const Result<NamedTensors> tensors = parse(bytes);
    QVERIFY(!tensors.ok());
    const std::string sentence = tensors.error().text();
    QVERIFY2(sentence.find(says) != std::string::npos, sentence.c_str());
}

void TestSafetensors::writes_as_the_reference_does() {
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "w.safetensors");
    QVERIFY(writeSafetensors(path, {}));
    const std::string empty = "{\"__metadata__\":{\"format\":\"pt\"}}";
    QCOMPARE(fileBytes(path), fileOf(empty + std::string((8 - empty.size() % 8) % 8, ' '), ""));

    const Tensor x =
        Tensor::fromValues({1, 2}, {Axis::Feature, Axis::Feature}, std::vector<float>{1.5F, -2.0F});
    QVERIFY(writeSafetensors(path, {{"b", x}, {"B", x.transposed(0, 1)}}));
    std::string json = "{\"__metadata__\":{\"format\":\"pt\"}," +
                       entry("B", "F32", "[2,1]", "[0,8]") + "," +
                       entry("b", "F32", "[1,2]", "[8,16]") + "}";
    json.append((8 - json.size() % 8) % 8, ' ');
    const std::string data = littleEndian(std::bit_cast<std::uint32_t>(1.5F), 4) +
                             littleEndian(std::bit_cast<std::uint32_t>(-2.0F), 4);
    QCOMPARE(fileBytes(path), fileOf(json, data + data));
}

void TestSafetensors::round_trip_keeps_every_bit() {
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "w.safetensors");
    std::mt19937 random(7); // NOLINT: the same cases every time
    for (int round = 0; round < 100; ++round) {
        NamedTensors tensors;
        for (std::size_t count = random() % 5; count > 0; --count) {
            Shape shape;
            for (std::size_t axes = random() % 7; axes > 0; --axes)
                shape.push_back(static_cast<Index>(random() % 4));
            Tensor tensor = Tensor::uninitialized(shape, Axes(shape.size(), Axis::Feature));
            for (Index i = 0; i < tensor.elementCount(); ++i)
                tensor.mutableData()[i] = std::bit_cast<float>(
                    static_cast<std::uint32_t>(random() | (i % 4 == 3 ? 0x7F800000U : 0U)));
            tensors.emplace("layer." + std::to_string(random()), tensor);
        }
        QVERIFY(writeSafetensors(path, tensors));
        const Result<NamedTensors> read = readSafetensors(path);
        QVERIFY(read.ok());
        QVERIFY(*read == tensors);
    }
}

void TestSafetensors::names_survive() {
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "w.safetensors");
    NamedTensors tensors;
    for (const std::string& name : {std::string(), std::string("\"\\/\n\t\x01"),
                                    std::string("注意力🙂"), std::string("a\0b", 3)})
        tensors.emplace(name, Tensor::filled({1}, {Axis::Feature}, 1.0F));
    QVERIFY(writeSafetensors(path, tensors));
    const Result<NamedTensors> read = readSafetensors(path);
    QVERIFY(read.ok());
    QVERIFY(*read == tensors);
    const Tensor x = Tensor::filled({1}, {Axis::Feature}, 1.0F);
    QVERIFY(!writeSafetensors(path, {{"__metadata__", x}}).ok());
    QVERIFY(!writeSafetensors(path, {{"a\xFF", x}}).ok());
    QVERIFY(*readSafetensors(path) == tensors);
}

void TestSafetensors::many_tensors() {
    std::string json = "{";
    for (int i = 0; i < 100'000; ++i)
        json += (i ? "," : "") + entry("t" + std::to_string(i), "U8", "[1]",
                                       "[" + std::to_string(i) + "," + std::to_string(i + 1) + "]");
    const Result<NamedTensors> tensors = parse(fileOf(json + "}", std::string(100'000, '\1')));
    QVERIFY(tensors.ok());
    QCOMPARE(tensors->size(), std::size_t{100'000});
}

void TestSafetensors::every_truncation_is_refused() {
    for (std::size_t k = 0; k < unaligned.size(); ++k)
        QVERIFY2(!parse(unaligned.substr(0, k)).ok(), std::to_string(k).c_str());
    QVERIFY(!parse(unaligned + '\0').ok());
}

void TestSafetensors::every_changed_byte_is_survived() {
    largestAllocation = 0;
    int accepted = 0;
    for (std::size_t i = 0; i < unaligned.size(); ++i) {
        for (int change = 1; change < 256; ++change) {
            std::string damaged = unaligned;
            damaged[i] = static_cast<char>(damaged[i] ^ change);
            const Result<NamedTensors> tensors = parse(damaged);
            if (!tensors.ok())
                continue;
            ++accepted;
            Index elements = 0;
            for (const auto& [name, tensor] : *tensors)
                elements += tensor.elementCount();
            QVERIFY(elements <= 13);
        }
    }
    QVERIFY(accepted >= 13 * 255); // any change of the data alone is legal
    QVERIFY2(largestAllocation < 65536, std::to_string(largestAllocation).c_str());
}

/// A sparse file of half a petabyte is honest and too large.
void TestSafetensors::too_little_memory_names_the_file() {
    class Sparse : public ByteSource {
    public:
        Sparse()
            : ByteSource("w.safetensors") {}
        std::uint64_t size() const override { return m_head.size() + (std::uint64_t{1} << 49U); }
        Status readAt(std::uint64_t offset, std::span<char> target) const override {
            for (std::size_t i = 0; i < target.size(); ++i)
                target[i] = offset + i < m_head.size() ? m_head[offset + i] : '\0';
            return Done{};
        }

    private:
        std::string m_head = fileOf(one("F32", "[140737488355328]", "[0,562949953421312]"), "");
    };
    const Result<NamedTensors> tensors = readSafetensors(Sparse());
    QVERIFY(!tensors.ok());
    QCOMPARE(tensors.error().text(),
             std::string("there is not enough memory to read tensor a of w.safetensors"));
}

void TestSafetensors::lying_lengths_get_no_memory() {
    largestAllocation = 0;
    QVERIFY(!parse(littleEndian(100'000'000, 8) + "{}").ok());
    QVERIFY(!parse(fileOf(one("F32", "[1000000000]", "[0,4000000000]"), sixteen)).ok());
    QVERIFY2(largestAllocation < 65536, std::to_string(largestAllocation).c_str());
}

void TestSafetensors::write_failures_are_reported() {
    const Tensor x = Tensor::filled({1}, {Axis::Feature}, 1.0F);
    QVERIFY(!writeSafetensors("/dev/full", {{"a", x}}).ok());
    QVERIFY(!readSafetensors("/nonexistent/directory/w.safetensors").ok());
}

namespace {

/// {"attn": {"weight": [2, 3], "half": [1]}, "epoch": 3}, with what a state dict has around.
std::string torchFile(const std::string& pickle = {}) {
    const std::string inner = "ccollections\nOrderedDict\n)R(" + pickledText("weight") +
                              pickledTensor("FloatStorage", "0", 0, {2, 3}, {3, 1}) +
                              pickledText("half") + pickledTensor("HalfStorage", "1", 1, {1}, {1}) +
                              "u}(" + pickledText("_metadata") + "Nub";
    const std::string whole =
        "\x80\x02}(" + pickledText("attn") + inner + pickledText("epoch") + pickledNumber(3) + "u.";
    return zipOf({{"m/data.pkl", pickle.empty() ? whole : pickle},
                  {"m/data/0", floatBytes({0, 1, 2, 3, 4, 5})},
                  {"m/data/1", std::string("\x00\x00\x00\x3e", 4)},
                  {"m/version", "3\n"}});
}

Result<StoredTensors> torchTensors(const std::string& bytes) {
    return readTorchFile(MemorySource(bytes, "w.pt"));
}

} // namespace

void TestSafetensors::torch_files_are_read() {
    const std::string bytes = torchFile();
    const Result<StoredTensors> tensors = torchTensors(bytes);
    QVERIFY2(tensors.ok(), tensors ? "" : tensors.error().text().c_str());
    QCOMPARE(tensors->size(), std::size_t{2});
    const MemorySource source(bytes, "w.pt");
    const Result<Tensor> weight =
        readStoredTensor(source, tensors->at("attn.weight"), "attn.weight");
    QVERIFY(weight.ok());
    QVERIFY(weight->shape() == (Shape{2, 3}));
    QCOMPARE((*weight)(1, 0), 3.0F);
    QCOMPARE((*readStoredTensor(source, tensors->at("attn.half"), "h"))(0), 1.5F);
}

void TestSafetensors::torch_strides_are_honoured() {
    const auto read = [](const std::vector<int>& shape, const std::vector<int>& strides,
                         int offset) -> Result<Tensor> {
        const std::string bytes = torchFile(
            "\x80\x02" + pickledTensor("FloatStorage", "0", offset, shape, strides) + ".");
        const Result<StoredTensors> tensors = torchTensors(bytes);
        if (!tensors)
            return tensors.error();
        return readStoredTensor(MemorySource(bytes, "w.pt"), tensors->begin()->second, "t");
    };
    const Result<Tensor> turned = read({3, 2}, {1, 3}, 0); // a transposed [2, 3]
    QVERIFY(turned.ok());
    QCOMPARE((*turned)(2, 1), 5.0F);
    QCOMPARE((*turned)(1, 0), 1.0F);
    const Result<Tensor> expanded = read({4, 2}, {0, 1}, 4);
    QVERIFY(expanded.ok());
    QCOMPARE((*expanded)(3, 1), 5.0F);
    QVERIFY(!read({3, 2}, {1, 3}, 1).ok()); // one element behind the end
    QVERIFY(!read({2}, {255}, 0).ok());
    QVERIFY(read({0, 5}, {5, 1}, 0).ok());
}

void TestSafetensors::torch_pickles_run_nothing_data() {
    QTest::addColumn<std::string>("pickle");
    QTest::addColumn<std::string>("says");
    const auto row = [](const char* name, const std::string& pickle, const char* says) {
        QTest::newRow(name) << "\x80\x02" + pickle << std::string(says);
    };
    row("a_call", "cos\nsystem\n(" + pickledText("true") + "tR.", "asks for os.system");
    row("by_stack", pickledText("builtins") + pickledText("eval") + "\x93.", "builtins.eval");
    row("a_module", "ctorch.nn.modules.activation\nMultiheadAttention\n)\x81.",
        "torch.nn.modules.activation.MultiheadAttention");
    row("a_set", "\x8f.", "instruction 143");
    row("an_instance", "(ios\nsystem\n.", "instruction 105");
    row("an_extension", "\x82\x01.", "instruction 130");
    row("text_of_protocol_0", "I1\n.", "instruction 73");
    row("no_end", "N", "damaged");
    row("too_little", "t.", "damaged");
    row("a_memo_that_is_not_there", "h\x07.", "damaged");
    row("a_storage_called", "ctorch\nFloatStorage\n)R.", "damaged");
    row("another_storage", pickledTensor("FloatStorage", "7", 0, {1}, {1}) + ".", "storage 7");
    row("nothing", "}.", "holds no tensors");
    row("in_itself",
        "]q\x01h\x01"
        "a.",
        "nested too deep");
    std::string twice = pickledTensor("FloatStorage", "0", 0, {1}, {1}) + "q\x01";
    for (int i = 0; i < 30; ++i)
        twice += "0(h\x01h\x01tq\x01"; // each holds the one before twice
    row("doubled_thirty_times", twice + ".", "too much");
}

void TestSafetensors::torch_pickles_run_nothing() {
    QFETCH(std::string, pickle);
    QFETCH(std::string, says);
    const Result<StoredTensors> tensors = torchTensors(torchFile(pickle));
    QVERIFY(!tensors.ok());
    QVERIFY2(tensors.error().text().find(says) != std::string::npos,
             tensors.error().text().c_str());
}

void TestSafetensors::every_instruction_and_truncation_of_a_pickle_is_survived() {
    const std::string good = torchFile();
    for (std::size_t size = 0; size < good.size(); ++size) {
        const Result<StoredTensors> cut = torchTensors(good.substr(0, size));
        QVERIFY(!cut.ok() && !cut.error().text().empty());
    }
    const std::string start = "\x80\x02(" + pickledText("a") + "K\x01}]";
    for (int code = 0; code < 256; ++code) {
        for (const char* rest : {"", "\xff\xff\xff\xff\xff\xff\xff\xff.", "a\nb\n.", "\x01t."})
            (void)torchTensors(torchFile(start + static_cast<char>(code) + rest));
    }
    largestAllocation = 0;
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (const int change : {1, 0x40, 0xff}) {
            std::string damaged = good;
            damaged[i] = static_cast<char>(damaged[i] ^ change);
            const MemorySource source(damaged, "w.pt");
            const Result<StoredTensors> tensors = readTorchFile(source);
            if (!tensors)
                continue;
            for (const auto& [name, stored] : *tensors)
                (void)readStoredTensor(source, stored, name);
        }
    }
    QVERIFY2(largestAllocation < 1 << 20, std::to_string(largestAllocation).c_str());
}

void TestSafetensors::files_under_a_wrong_name_are_called_what_they_are_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("says");
    const auto row = [](const char* name, const std::string& bytes, const char* says) {
        QTest::newRow(name) << bytes << std::string(says);
    };
    row("index",
        R"({"metadata": {}, "weight_map": {"a": "m-1.safetensors", "b": "m-2.safetensors"}})",
        "index of a model in several files: open the one that has the layer (m-1.safetensors, "
        "m-2.safetensors)");
    row("page", "<!DOCTYPE html><html><head>", "page of the web");
    row("pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0", "git lfs pull");
    row("gguf", "GGUF\x03" + std::string(40, 'x'), ".gguf");
    row("npy", npyHeader({1}) + "0000", "NumPy");
    row("before_1_6", std::string("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."),
        "sys.argv[1])\" 'w.safetensors' writes it anew");
    row("npz", zipOf({{"query.npy", "x"}}), "arrays of NumPy (query)");
}

void TestSafetensors::files_under_a_wrong_name_are_called_what_they_are() {
    QFETCH(std::string, bytes);
    QFETCH(std::string, says);
    const auto file =
        TensorFile::open(std::make_shared<const MemorySource>(bytes, "w.safetensors"));
    QVERIFY(!file.ok());
    QVERIFY2(file.error().text().find(says) != std::string::npos, file.error().text().c_str());
    // A file of torch.save() is read, whatever it is called.
    const std::string torch = torchFile();
    QVERIFY(TensorFile::open(std::make_shared<const MemorySource>(torch, "w.safetensors")).ok());
}

HEADSCOPE_TEST(TestSafetensors, QCoreApplication)
#include "test_safetensors.moc"
