// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/npy/npy.h"
#include "support/file_bytes.h"
#include "support/largest_allocation.h"
#include "support/tensor_files.h"
#include "support/test_program.h"

#include <QtTest>

#include <bit>
#include <cmath>
#include <random>

using namespace headscope;
using namespace headscope::testing;

namespace {

std::string npyBytes(const std::string& dict, const std::string& data, int version = 1) {
    const int lengthBytes = version == 1 ? 2 : 4;
    return "\x93NUMPY" + littleEndian(static_cast<std::uint64_t>(version), 2) +
           littleEndian(dict.size(), lengthBytes) + dict + data;
}

std::string dictOf(const std::string& descr, const std::string& shape, bool fortran = false) {
    return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
           ", 'shape': " + shape + ", }\n";
}

template <class Number> std::string bytesOf(std::initializer_list<Number> numbers) {
    std::string bytes;
    for (const Number number : numbers) {
        if constexpr (sizeof(Number) == 8)
            bytes += littleEndian(std::bit_cast<std::uint64_t>(number), 8);
        else if constexpr (sizeof(Number) == 4)
            bytes += littleEndian(std::bit_cast<std::uint32_t>(number), 4);
        else
            bytes += littleEndian(static_cast<std::uint64_t>(number), sizeof(Number));
    }
    return bytes;
}

Result<NpyArray> parse(const std::string& bytes) {
    return readNpy(MemorySource(bytes, "a.npy"));
}

using Floats = std::vector<float>;
const std::string sixFloats = bytesOf<float>({0, 1, 2, 3, 4, 5});

} // namespace
Q_DECLARE_METATYPE(headscope::Shape)

class TestNpy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void accepted_data();
    void accepted();
    void refused_data();
    void refused();
    void writes_what_numpy_writes();
    void round_trip_keeps_every_bit();
    void all_half_precision_numbers();
    void doubles_round_and_must_fit();
    void every_truncation_is_refused();
    void every_flipped_bit_is_survived();
    void lying_headers_get_no_memory();
    void only_what_is_needed_is_read();
    void strided_tensors_are_written_in_c_order();
    void write_failures_are_reported();
};

void TestNpy::accepted_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<std::vector<float>>("values");
    QTest::addColumn<bool>("isBool");
    const auto row = [](const char* name, const std::string& bytes, const Shape& shape,
                        const Floats& values, bool isBool = false) {
        QTest::newRow(name) << bytes << shape << values << isBool;
    };
    const Floats six = {0, 1, 2, 3, 4, 5};
    row("float32", npyBytes(dictOf("<f4", "(2, 3)"), sixFloats), {2, 3}, six);
    row("version_2", npyBytes(dictOf("<f4", "(2, 3)"), sixFloats, 2), {2, 3}, six);
    row("version_3", npyBytes(dictOf("<f4", "(2, 3)"), sixFloats, 3), {2, 3}, six);
    row("without_byte_order", npyBytes(dictOf("f4", "(2, 3)"), sixFloats), {2, 3}, six);
    row("native_byte_order", npyBytes(dictOf("=f4", "(2, 3)"), sixFloats), {2, 3}, six);
    row("dtype_by_name", npyBytes(dictOf("float32", "(2, 3)"), sixFloats), {2, 3}, six);
    row("python_2_long", npyBytes(dictOf("<f4", "(2L, 3L)"), sixFloats), {2, 3}, six);
    row("trailing_data", npyBytes(dictOf("<f4", "(2, 3)"), sixFloats + "more"), {2, 3}, six);
    row("scalar", npyBytes(dictOf("<f4", "()"), bytesOf<float>({7})), {}, {7});
    row("one_axis", npyBytes(dictOf("<f4", "(2,)"), bytesOf<float>({7, 8})), {2}, {7, 8});
    row("no_elements", npyBytes(dictOf("<f4", "(3, 0)"), ""), {3, 0}, {});
    row("fortran_order", npyBytes(dictOf("<f4", "(2, 3)", true), sixFloats), {2, 3},
        {0, 2, 4, 1, 3, 5});
    row("fortran_order_rank_3", npyBytes(dictOf("<f4", "(1, 2, 3)", true), sixFloats), {1, 2, 3},
        {0, 2, 4, 1, 3, 5});
    row("six_axes", npyBytes(dictOf("<f4", "(1, 1, 2, 1, 3, 1)"), sixFloats), {1, 1, 2, 1, 3, 1},
        six);
    row("other_order_of_keys",
        npyBytes("{\"shape\":(2,3),\"fortran_order\":False,\"descr\":\"<f4\"}", sixFloats), {2, 3},
        six);
    row("padded_with_spaces", npyBytes(dictOf("<f4", "( 2 , 3 , )") + "      \n", sixFloats),
        {2, 3}, six);
    row("big_endian_float32", npyBytes(dictOf(">f4", "(1,)"), std::string("\x40\x49\x0F\xDB", 4)),
        {1}, {3.14159274F});
    row("big_endian_float64",
        npyBytes(dictOf(">f8", "(1,)"), std::string("\xC0\x04\0\0\0\0\0\0", 8)), {1}, {-2.5F});
    row("float64", npyBytes(dictOf("<f8", "(2,)"), bytesOf<double>({0.1, -1e300 * 0})), {2},
        {0.1F, -0.0F});
    row("float16", npyBytes(dictOf("<f2", "(2,)"), bytesOf<std::uint16_t>({0x3C00, 0xC100})), {2},
        {1, -2.5F});
    row("int8", npyBytes(dictOf("|i1", "(2,)"), std::string("\x80\x7F", 2)), {2}, {-128, 127});
    row("uint8", npyBytes(dictOf("|u1", "(2,)"), std::string("\x80\xFF", 2)), {2}, {128, 255});
    row("int16", npyBytes(dictOf("<i2", "(1,)"), littleEndian(0xFFFE, 2)), {1}, {-2});
    row("big_endian_int16", npyBytes(dictOf(">i2", "(1,)"), std::string("\x01\x02", 2)), {1},
        {258});
    row("uint16", npyBytes(dictOf("<u2", "(1,)"), littleEndian(0xFFFE, 2)), {1}, {65534});
    row("int32", npyBytes(dictOf("<i4", "(1,)"), littleEndian(0xFFFFFFFE, 4)), {1}, {-2});
    row("uint32", npyBytes(dictOf("<u4", "(1,)"), littleEndian(0xFFFFFFFF, 4)), {1},
        {4294967296.0F});
    row("int64", npyBytes(dictOf("<i8", "(1,)"), littleEndian(~std::uint64_t{0}, 8)), {1}, {-1});
    row("uint64", npyBytes(dictOf("<u8", "(1,)"), littleEndian(~std::uint64_t{0}, 8)), {1},
        {18446744073709551616.0F});
    row("bool", npyBytes(dictOf("|b1", "(3,)"), std::string("\0\1\2", 3)), {3}, {0, 1, 1}, true);
    row("bool_by_name", npyBytes(dictOf("bool", "(1,)"), "\1"), {1}, {1}, true);
}

void TestNpy::accepted() {
    QFETCH(std::string, bytes);
    QFETCH(Shape, shape);
    QFETCH(std::vector<float>, values);
    QFETCH(bool, isBool);
    const Result<NpyArray> array = parse(bytes);
    QVERIFY2(array.ok(), array.ok() ? "" : array.error().text().c_str());
    QVERIFY(array->tensor.shape() == shape);
    QVERIFY(array->tensor.isContiguous());
    QVERIFY(array->tensor == Tensor::fromValues(shape, Axes(shape.size(), Axis::Feature), values));
    QCOMPARE(array->isBool, isBool);
}

void TestNpy::refused_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("says");
    const auto row = [](const char* name, const std::string& bytes, const std::string& says) {
        QTest::newRow(name) << bytes << says;
    };
    const auto dict = [&](const char* name, const std::string& text, const std::string& says) {
        row(name, npyBytes(text, sixFloats), says);
    };
    row("empty", "", "not a .npy file");
    row("other_magic", "\x93NUMPX" + npyBytes(dictOf("<f4", "(2, 3)"), sixFloats).substr(6),
        "not a .npy file");
    row("archive", "PK\x03\x04" + std::string(100, 'x'), ".npz");
    row("git_lfs_pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
        "git lfs pull");
    row("version_0", npyBytes(dictOf("<f4", "(2, 3)"), sixFloats, 0), "version 0.0");
    row("version_4", npyBytes(dictOf("<f4", "(2, 3)"), sixFloats, 4), "version 4.0");
    std::string minor = npyBytes(dictOf("<f4", "(2, 3)"), sixFloats);
    minor[7] = 1;
    row("version_1_1", minor, "version 1.1");
    row("header_beyond_10000_bytes",
        npyBytes(dictOf("<f4", "(2, 3)") + std::string(10'000, ' '), sixFloats), "10000");
    row("header_length_lies", "\x93NUMPY" + littleEndian(2, 2) + littleEndian(9'000, 4) + "{}",
        "middle of its header");
    row("header_length_of_4_GB",
        "\x93NUMPY" + littleEndian(2, 2) + littleEndian(0xFFFFFFFF, 4) + "{}", "4294967295");
    dict("extra_key", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': 1}\n",
         "unknown member \"x\"");
    dict("missing_descr", "{'fortran_order': False, 'shape': (2, 3)}\n", "does not say its descr");
    dict("missing_order", "{'descr': '<f4', 'shape': (2, 3)}\n", "does not say its fortran_order");
    dict("missing_shape", "{'descr': '<f4', 'fortran_order': False}\n", "does not say its shape");
    dict("key_twice",
         "{'descr': '<f4', 'fortran_order': False, 'shape': (9, 9), 'shape': (2, 3)}\n",
         "shape twice");
    dict("list_as_shape", dictOf("<f4", "[2, 3]"), "not a tuple");
    dict("number_as_shape", dictOf("<f4", "6"), "not a tuple");
    dict("number_in_parentheses", dictOf("<f4", "(6)"), "not a tuple");
    dict("order_as_number", "{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 3), }\n",
         "neither True nor False");
    dict("negative_size", dictOf("<f4", "(2, -3)"), "negative");
    dict("float_as_size", dictOf("<f4", "(2.0, 3)"), "understood");
    dict("bool_as_size", dictOf("<f4", "(True, 3)"), "understood");
    dict("missing_comma", dictOf("<f4", "(2 3)"), "understood");
    dict("size_beyond_64_bits", dictOf("<f4", "(18446744073709551616,)"), "beyond 2^64");
    row("python_2_long_is_no_python_3", npyBytes(dictOf("<f4", "(2L, 3L)"), sixFloats, 3),
        "understood");
    dict("product_wraps_to_0", dictOf("<f4", "(4294967296, 4294967296, 4)"), "no memory");
    dict("product_wraps_to_6_floats", dictOf("<f4", "(4611686018427387905, 4, 6)"), "no memory");
    dict("zero_hides_no_overflow", dictOf("<f4", "(0, 9223372036854775807, 2)"), "no memory");
    dict("one_element_too_many", dictOf("<f4", "(7,)"), "takes 28 bytes, but only 24");
    dict("far_too_many_elements", dictOf("<f4", "(1099511627776,)"), "but only 24");
    dict("seven_axes", dictOf("<f4", "(1, 1, 1, 1, 1, 2, 3)"), "more than 6 axes");
    dict("objects", dictOf("|O", "(2, 3)"), "pickled");
    dict("void", dictOf("|V2", "(2, 3)"), "dtype |V2");
    dict("text", dictOf("<U4", "(2, 3)"), "dtype <U4");
    dict("bytes", dictOf("|S4", "(2, 3)"), "dtype |S4");
    dict("dates", dictOf("<M8[ns]", "(2, 3)"), "dtype <M8[ns]");
    dict("time_spans", dictOf("<m8[ns]", "(2, 3)"), "dtype <m8[ns]");
    dict("complex", dictOf("<c8", "(1, 3)"), "complex");
    dict("long_double", dictOf("<f16", "(1,)"), "dtype <f16");
    dict(
        "structured",
        "{'descr': [('a', '<f4'), ('b]', '<i4', (2,))], 'fortran_order': False, 'shape': (2,), }\n",
        "save one of its fields, as float32");
    dict("structured_without_end", "{'descr': [('a', '<f4'", "understood");
    dict("escaped_text", dictOf("<f\\x34", "(2, 3)"), "understood");
    dict("text_without_end", "{'descr': '<f4, }\n", "understood");
    dict("code_instead_of_a_dict", "__import__('os').system('true')\n", "understood");
    dict("something_behind_the_dict", dictOf("<f4", "(2, 3)") + "x", "understood");
    dict("dict_without_end", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)",
         "understood");
    row("double_beyond_float32", npyBytes(dictOf("<f8", "(2,)"), bytesOf<double>({0, 1e39})),
        "element 1 of a.npy is too large");
}

void TestNpy::refused() {
    QFETCH(std::string, bytes);
    QFETCH(std::string, says);
    const Result<NpyArray> array = parse(bytes);
    QVERIFY(!array.ok());
    const std::string sentence = array.error().text();
    QVERIFY2(sentence.find(says) != std::string::npos, sentence.c_str());
    QVERIFY2(sentence.find("a.npy") != std::string::npos, sentence.c_str());
}

void TestNpy::writes_what_numpy_writes() {
    const QTemporaryDir folder;
    const Tensor tensor =
        Tensor::fromValues({2, 3}, {Axis::Query, Axis::Key}, Floats{0, 1, 2, 3, 4, 5});
    QVERIFY(writeNpy(pathIn(folder, "a.npy"), tensor));
    // As NumPy 1.24 saves numpy.arange(6, dtype='<f4').reshape(2, 3).
    const std::string dict = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    const std::string expected = std::string("\x93NUMPY\x01\0v\0", 10) + dict +
                                 std::string(117 - dict.size(), ' ') + "\n" + sixFloats;
    QVERIFY(fileBytes(pathIn(folder, "a.npy")) == expected);
    QVERIFY(npyHeader({}).find("'shape': (),") != std::string::npos);
    QVERIFY(npyHeader({5}).find("'shape': (5,),") != std::string::npos);
    for (Index size = 1; size < Index{1} << 56; size *= 10)
        QCOMPARE(npyHeader({size, 1, 1, 1}).size() % 64, std::size_t{0});
}

void TestNpy::round_trip_keeps_every_bit() {
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "a.npy");
    std::mt19937 random(7); // NOLINT: the same cases every time
    for (int round = 0; round < 200; ++round) {
        Shape shape;
        for (std::size_t axes = random() % 7; axes > 0; --axes)
            shape.push_back(static_cast<Index>(random() % 5));
        Tensor tensor = Tensor::uninitialized(shape, Axes(shape.size(), Axis::Feature));
        for (Index i = 0; i < tensor.elementCount(); ++i) {
            // Every fourth one is an infinity or a NaN with some payload.
            const auto bits =
                static_cast<std::uint32_t>(random() | (i % 4 == 3 ? 0x7F800000U : 0U));
            tensor.mutableData()[i] = std::bit_cast<float>(bits);
        }
        QVERIFY(writeNpy(path, tensor));
        const Result<NpyArray> read = readNpy(path);
        QVERIFY(read.ok());
        QVERIFY(read->tensor == tensor);
        QVERIFY(!read->isBool && !read->isInteger);
    }
}

void TestNpy::all_half_precision_numbers() {
    std::string data;
    for (std::uint64_t half = 0; half < 65536; ++half)
        data += littleEndian(half, 2);
    const Result<NpyArray> array = parse(npyBytes(dictOf("<f2", "(65536,)"), data));
    QVERIFY(array.ok());
    for (Index half = 0; half < 65536; ++half) {
        const int exponent = static_cast<int>(half >> 10 & 31);
        const int fraction = static_cast<int>(half & 1023);
        const float value = array->tensor(half);
        QCOMPARE(std::signbit(value), half >= 32768);
        if (exponent == 31 && fraction != 0) {
            QVERIFY(std::isnan(value));
        } else {
            const double magnitude = exponent == 31  ? INFINITY
                                     : exponent == 0 ? std::ldexp(fraction, -24)
                                                     : std::ldexp(1024 + fraction, exponent - 25);
            QVERIFY(std::abs(static_cast<double>(value)) == magnitude);
        }
    }
}

void TestNpy::doubles_round_and_must_fit() {
    const double largest = std::numeric_limits<float>::max();
    const double half = std::nextafter(0x1.ffffffp127, 0.0); // still rounds down
    const auto fits =
        parse(npyBytes(dictOf("<f8", "(4,)"), bytesOf<double>({largest, -half, INFINITY, 1e-60})));
    QVERIFY(fits.ok());
    QCOMPARE(fits->tensor(0), std::numeric_limits<float>::max());
    QCOMPARE(fits->tensor(1), std::numeric_limits<float>::lowest());
    QVERIFY(std::isinf(fits->tensor(2)));
    QCOMPARE(fits->tensor(3), 0.0F);
    QVERIFY(!parse(npyBytes(dictOf("<f8", "()"), bytesOf<double>({0x1.ffffffp127}))).ok());
    QVERIFY(!parse(npyBytes(dictOf("<f8", "()"), bytesOf<double>({-1e308}))).ok());
}

void TestNpy::every_truncation_is_refused() {
    for (const int version : {1, 2, 3}) {
        const std::string whole = npyBytes(dictOf("<f4", "(2, 3)"), sixFloats, version);
        for (std::size_t k = 0; k < whole.size(); ++k)
            QVERIFY2(!parse(whole.substr(0, k)).ok(), std::to_string(k).c_str());
        QVERIFY(parse(whole).ok());
    }
}

void TestNpy::every_flipped_bit_is_survived() {
    const std::string whole = npyBytes(dictOf("<f8", "(2, 3)", true), sixFloats + sixFloats);
    largestAllocation = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        for (int change = 1; change < 256; ++change) {
            std::string damaged = whole;
            damaged[i] = static_cast<char>(damaged[i] ^ change);
            const Result<NpyArray> array = parse(damaged);
            // Whatever it is now, it holds no more than the file does.
            if (array.ok())
                QVERIFY(array->tensor.elementCount() <= static_cast<Index>(sixFloats.size() * 2));
        }
    }
    QVERIFY2(largestAllocation < 65536, std::to_string(largestAllocation).c_str());
}

void TestNpy::lying_headers_get_no_memory() {
    largestAllocation = 0;
    for (const char* shape : {"(1099511627776,)", "(1000000, 1000000)", "(2305843009213693951,)"})
        QVERIFY(!parse(npyBytes(dictOf("<f4", shape), sixFloats)).ok());
    QVERIFY(!parse("\x93NUMPY" + littleEndian(3, 2) + littleEndian(0xFFFFFFF0, 4)).ok());
    QVERIFY2(largestAllocation < 65536, std::to_string(largestAllocation).c_str());
}

void TestNpy::only_what_is_needed_is_read() {
    // A petabyte behind a small array, as a sparse file may pretend.
    class Endless : public ByteSource {
    public:
        Endless()
            : ByteSource("endless") {}
        std::uint64_t size() const override { return std::uint64_t{1} << 50U; }
        Status readAt(std::uint64_t offset, std::span<char> target) const override {
            for (std::size_t i = 0; i < target.size(); ++i)
                target[i] = offset + i < m_head.size() ? m_head[offset + i] : '\0';
            return Done{};
        }

    private:
        std::string m_head = npyBytes(dictOf("<f4", "(2, 3)"), sixFloats);
    };
    largestAllocation = 0;
    const Result<NpyArray> array = readNpy(Endless());
    QVERIFY(array.ok());
    QCOMPARE(array->tensor(1, 2), 5.0F);
    QVERIFY(largestAllocation < 65536);
}

void TestNpy::strided_tensors_are_written_in_c_order() {
    const QTemporaryDir folder;
    const Tensor tensor =
        Tensor::fromValues({2, 3}, {Axis::Query, Axis::Key}, Floats{0, 1, 2, 3, 4, 5});
    QVERIFY(writeNpy(pathIn(folder, "a.npy"), tensor.transposed(0, 1)));
    const Result<NpyArray> read = readNpy(pathIn(folder, "a.npy"));
    QVERIFY(read.ok());
    QVERIFY(read->tensor.shape() == (Shape{3, 2}));
    QCOMPARE(read->tensor(2, 1), 5.0F);
    QCOMPARE(read->tensor(0, 1), 3.0F);
}

void TestNpy::write_failures_are_reported() {
    const Tensor tensor = Tensor::filled({100}, {Axis::Feature}, 1.0F);
    QVERIFY(!writeNpy("/dev/full", tensor).ok());
    QVERIFY(!writeNpy("/nonexistent/directory/a.npy", tensor).ok());
    QVERIFY(!readNpy("/nonexistent/directory/a.npy").ok());
}

HEADSCOPE_TEST(TestNpy, QCoreApplication)
#include "test_npy.moc"
