// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix as text: what is read back is what was written, number for number.
#include "formats/npy/npy.h"
#include "formats/text/matrix_text.h"
#include "formats/text/tensor_csv.h"
#include "support/numbers.h"
#include "support/tensor_files.h"
#include "support/test_program.h"

#include <QtTest>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace headscope;
using namespace headscope::testing;

namespace {

LabelledMatrix matrixOf(const std::vector<std::string>& rows,
                        const std::vector<std::string>& columns, const std::vector<float>& values) {
    const Shape shape{static_cast<Index>(rows.size()), static_cast<Index>(columns.size())};
    return {"scores, head 1", "query \\ key", rows, columns,
            Tensor::fromValues(shape, {Axis::Query, Axis::Key}, values)};
}

/// RFC 4180, read without the code that wrote it.
std::vector<std::vector<std::string>> tableOf(const std::string& text, char separator) {
    std::vector<std::vector<std::string>> table(1, std::vector<std::string>(1));
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (quoted) {
            if (letter != '"')
                table.back().back() += letter;
            else if (i + 1 < text.size() && text[i + 1] == '"')
                table.back().back() += text[++i];
            else
                quoted = false;
        } else if (letter == '"') {
            quoted = true;
        } else if (letter == separator) {
            table.back().emplace_back();
        } else if (letter == '\n') {
            table.emplace_back(1);
        } else {
            table.back().back() += letter;
        }
    }
    table.pop_back(); // behind the last line end
    return table;
}

/// As strtof reads it, which knows nan and inf.
float numberOf(const std::string& text) {
    char* end = nullptr;
    const float number = std::strtof(text.c_str(), &end);
    return *end == '\0' && !text.empty() ? number : 12345.0F;
}

bool isSame(float a, float b) {
    return (std::isnan(a) && std::isnan(b)) ||
           std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

/// Any float32 but signalling ones: all exponents.
std::vector<float> anyNumbers(std::size_t count) {
    std::mt19937 draw(7);
    std::vector<float> values;
    while (values.size() < count)
        values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(draw())));
    values[0] = -infinity;
    values[1] = 0;
    values[2] = -0.0F;
    values[3] = std::numeric_limits<float>::quiet_NaN();
    values[4] = std::numeric_limits<float>::denorm_min();
    return values;
}

std::vector<std::string> words(std::size_t count) {
    std::vector<std::string> result = {"我", "a,b", "say \"no\"", "tab\tand\nline", "=1+1", ""};
    while (result.size() < count)
        result.push_back("w" + std::to_string(result.size()));
    result.resize(count);
    return result;
}

} // namespace

class TestMatrixText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_small_one_as_every_format_data();
    void a_small_one_as_every_format();
    void tables_read_back_bit_by_bit_data();
    void tables_read_back_bit_by_bit();
    void latex_reads_back_bit_by_bit();
    void numpy_reads_it_as_it_was();
    void latex_escapes_words();
    void a_row_keeps_its_words();
    void html_says_what_is_a_number_and_what_a_word();
    void a_turned_view_is_written_as_it_is_seen();
    void a_tensor_has_a_line_for_each_number();
    void a_tensor_of_many_pieces_reads_back();
    void what_is_given_up_or_full_is_an_error();
};

void TestMatrixText::a_small_one_as_every_format_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, MatrixFormat format, const char* text) {
        QTest::newRow(name) << static_cast<int>(format) << QString::fromUtf8(text);
    };
    row("tsv", MatrixFormat::Tsv, "query \\ key\t我\tb\n我\t0.75\t-inf\nb\t-1.5\t1e-10\n");
    row("csv", MatrixFormat::Csv, "query \\ key,我,b\n我,0.75,-inf\nb,-1.5,1e-10\n");
    row("latex", MatrixFormat::Latex,
        "% scores, head 1, \\usepackage{booktabs}\n\\begin{tabular}{lrr}\n\\toprule\n"
        "query \\textbackslash{} key & 我 & b \\\\\n\\midrule\n我 & 0.75 & $-\\infty$ \\\\\n"
        "b & $-1.5$ & $1 \\times 10^{-10}$ \\\\\n\\bottomrule\n\\end{tabular}\n");
    row("numpy", MatrixFormat::NumPy,
        "# scores, head 1; query \\ key: 我 b\nnp.array([\n    [0.75, -np.inf],  # 我\n"
        "    [-1.5, 1e-10],  # b\n], dtype=np.float32)\n");
}

void TestMatrixText::a_small_one_as_every_format() {
    QFETCH(int, format);
    QFETCH(QString, text);
    const LabelledMatrix matrix =
        matrixOf({"我", "b"}, {"我", "b"}, {0.75F, -infinity, -1.5F, 1e-10F});
    QCOMPARE(QString::fromStdString(matrixText(matrix, static_cast<MatrixFormat>(format))), text);
}

void TestMatrixText::tables_read_back_bit_by_bit_data() {
    QTest::addColumn<bool>("tabs");
    QTest::newRow("tsv") << true;
    QTest::newRow("csv") << false;
}

void TestMatrixText::tables_read_back_bit_by_bit() {
    QFETCH(bool, tabs);
    const LabelledMatrix matrix = matrixOf(words(40), words(50), anyNumbers(2000));
    const auto table = tableOf(matrixText(matrix, tabs ? MatrixFormat::Tsv : MatrixFormat::Csv),
                               tabs ? '\t' : ',');
    QCOMPARE(table.size(), std::size_t{41});
    for (const auto& row : table)
        QCOMPARE(row.size(), std::size_t{51});
    QCOMPARE(table[0][0], matrix.corner);
    for (std::size_t row = 0; row < 40; ++row) {
        QCOMPARE(table[row + 1][0], matrix.rows[row]);
        for (std::size_t column = 0; column < 50; ++column) {
            QCOMPARE(table[0][column + 1], matrix.columns[column]);
            const float wanted = matrix.values(static_cast<Index>(row), static_cast<Index>(column));
            QVERIFY2(isSame(numberOf(table[row + 1][column + 1]), wanted),
                     table[row + 1][column + 1].c_str());
        }
    }
}

void TestMatrixText::latex_reads_back_bit_by_bit() {
    const std::vector<float> values = anyNumbers(600);
    const LabelledMatrix matrix = matrixOf(words(20), words(30), values);
    const QString text = QString::fromStdString(matrixText(matrix, MatrixFormat::Latex));
    const QStringList lines = text.split(u'\n');
    const qsizetype first = lines.indexOf(QStringLiteral("\\midrule")) + 1;
    QCOMPARE(lines[first + 20], QStringLiteral("\\bottomrule"));
    for (int row = 0; row < 20; ++row) {
        QString line = lines[first + row];
        QVERIFY(line.endsWith(QStringLiteral(" \\\\")));
        line.chop(3);
        const QStringList cells = line.split(QStringLiteral(" & "));
        QCOMPARE(cells.size(), 31);
        for (int column = 0; column < 30; ++column) {
            QString cell = cells[column + 1];
            cell.remove(u'$').replace(QStringLiteral(" \\times 10^{"), QStringLiteral("e"));
            cell.remove(u'}').replace(QStringLiteral("\\infty"), QStringLiteral("inf"));
            QVERIFY2(isSame(numberOf(cell.toStdString()),
                            values[static_cast<std::size_t>(row * 30 + column)]),
                     qPrintable(cells[column + 1]));
        }
    }
}

void TestMatrixText::numpy_reads_it_as_it_was() {
    const std::vector<float> values = anyNumbers(600);
    const LabelledMatrix matrix = matrixOf(words(20), words(30), values);
    const QString text = QString::fromStdString(matrixText(matrix, MatrixFormat::NumPy));
    QStringList lines = text.split(u'\n');
    QCOMPARE(lines.size(), 1 + 1 + 20 + 1 + 1); // comment, bracket, rows, bracket, nothing
    for (int row = 0; row < 20; ++row) {
        const QString& line = lines[2 + row];
        const qsizetype end = line.indexOf(QStringLiteral("],  # "));
        QVERIFY2(line.startsWith(QStringLiteral("    [")) && end > 0, qPrintable(line));
        const QStringList cells = line.mid(5, end - 5).split(QStringLiteral(", "));
        QCOMPARE(cells.size(), 30);
        for (int column = 0; column < 30; ++column) {
            QString cell = cells[column];
            cell.remove(QStringLiteral("np."));
            QVERIFY2(isSame(numberOf(cell.toStdString()),
                            values[static_cast<std::size_t>(row * 30 + column)]),
                     qPrintable(cells[column]));
        }
    }
}

void TestMatrixText::latex_escapes_words() {
    const LabelledMatrix matrix = matrixOf({"50% & #1_{a}"}, {"\\x^~<$>"}, {1});
    const QString text = QString::fromStdString(matrixText(matrix, MatrixFormat::Latex));
    QVERIFY2(text.contains(QStringLiteral("50\\% \\& \\#1\\_\\{a\\} & 1 ")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("\\textbackslash{}x\\textasciicircum{}\\textasciitilde{}"
                                          "\\textless{}\\$\\textgreater{}")),
             qPrintable(text));
    // Words of a formula, and what an encoding or a language makes something else of.
    const LabelledMatrix odd = matrixOf({"\"a\" -- |"}, {"\u2212\u221E"}, {1});
    const QString written = QString::fromStdString(matrixText(odd, MatrixFormat::Latex));
    QVERIFY2(written.contains(QStringLiteral(
                 "\\texttt{\\symbol{34}}a\\texttt{\\symbol{34}} -{}- \\textbar{} & 1 ")),
             qPrintable(written));
    QVERIFY2(written.contains(QStringLiteral("$-$$\\infty $")), qPrintable(written));
    // Nor does a word turn or hide what stands beside it.
    const LabelledMatrix turning = matrixOf({"a\u202Eb\x7f"}, {"c\u2066\n"}, {1});
    for (const MatrixFormat format : {MatrixFormat::Latex, MatrixFormat::NumPy}) {
        const std::string shown = matrixText(turning, format);
        for (const char* raw : {"\u202E", "\u2066", "\x7f"})
            QVERIFY2(shown.find(raw) == std::string::npos, shown.c_str());
        QVERIFY2(shown.find("u202Eb") != std::string::npos, shown.c_str());
    }
}

/// 0.103 is no 103 in German, and "1/2" no date.
void TestMatrixText::html_says_what_is_a_number_and_what_a_word() {
    LabelledMatrix matrix;
    matrix.corner = "query \\ key";
    matrix.rows = {"1/2"};
    matrix.columns = {"a<b", "c & d"};
    matrix.values =
        Tensor::fromValues({1, 2}, {Axis::Query, Axis::Key}, std::vector<float>{0.103F, -INFINITY});
    const std::string html = matrixHtml(matrix);
    for (const char* part :
         {"xmlns:x=\"urn:schemas-microsoft-com:office:excel\"", ">1/2</th>", "sdnum=\"1033;0;@\"",
          ">a&lt;b</th>", ">c &amp; d</th>",
          "<td sdval=\"0.103\" sdnum=\"1033;\" x:num=\"0.103\">0.103</td>", ">-inf</th>"})
        QVERIFY2(html.find(part) != std::string::npos, part);
}

void TestMatrixText::a_row_keeps_its_words() {
    const LabelledMatrix matrix = matrixOf({"a", "b"}, {"x", "y"}, {1, 2, 3, 4});
    QCOMPARE(matrixText(rowOf(matrix, 1), MatrixFormat::Csv),
             std::string("query \\ key,x,y\nb,3,4\n"));
}

void TestMatrixText::a_turned_view_is_written_as_it_is_seen() {
    LabelledMatrix matrix = matrixOf({"a", "b"}, {"x", "y"}, {1, 2, 3, 4});
    matrix.values = matrix.values.transposed(0, 1);
    std::swap(matrix.rows, matrix.columns);
    QCOMPARE(matrixText(rowOf(matrix, 1), MatrixFormat::Csv),
             std::string("query \\ key,a,b\ny,2,4\n"));
}

void TestMatrixText::a_tensor_has_a_line_for_each_number() {
    // [batch 2, heads 1, query 2]; the second sequence has a word less.
    const Tensor tensor = Tensor::fromValues({2, 1, 2}, {Axis::Batch, Axis::Heads, Axis::Query},
                                             std::vector<float>{0.5F, -infinity, 3, 1e-7F});
    std::string text;
    const auto write = [&](std::string_view piece) {
        text += piece;
        return Status(Done{});
    };
    QVERIFY(writeTensorCsv(tensor, "scores", {{}, {}, {{"我", "a,b"}, {"x"}}}, write));
    QCOMPARE(text, std::string("batch,heads,query,query_word,scores\n"
                               "1,1,1,我,0.5\n"
                               "1,1,2,\"a,b\",-inf\n"
                               "2,1,1,x,3\n"
                               "2,1,2,,1e-07\n"));
}

void TestMatrixText::a_tensor_of_many_pieces_reads_back() {
    const std::vector<float> values = anyNumbers(60 * 50 * 40);
    const Tensor tensor =
        Tensor::fromValues({60, 50, 40}, {Axis::Heads, Axis::Query, Axis::Key}, values)
            .transposed(1, 2);
    std::string text;
    int pieces = 0;
    double last = 0;
    const auto write = [&](std::string_view piece) {
        text += piece;
        ++pieces;
        return Status(Done{});
    };
    QVERIFY(writeTensorCsv(tensor, "w", {{}, {}, {}}, write, {}, [&](double done) {
        QVERIFY(done > last && done < 1);
        last = done;
    }));
    QVERIFY(pieces > 1);
    const auto table = tableOf(text, ',');
    QCOMPARE(table.size(), values.size() + 1);
    std::size_t line = 1;
    for (Index head = 0; head < 60; ++head) {
        for (Index key = 0; key < 40; ++key) {
            for (Index query = 0; query < 50; ++query, ++line) {
                QCOMPARE(table[line][0], std::to_string(head + 1));
                QCOMPARE(table[line][1], std::to_string(key + 1));
                QCOMPARE(table[line][2], std::to_string(query + 1));
                QVERIFY(isSame(numberOf(table[line][3]), tensor(head, key, query)));
            }
        }
    }
    // The other format, in as many pieces: the file that writeNpy() writes.
    text.clear();
    QVERIFY(writeTensorNpy(tensor, write));
    const std::string header = npyHeader(tensor.shape());
    QCOMPARE(text.substr(0, header.size()), header);
    QCOMPARE(text.size(), header.size() + values.size() * sizeof(float));
    const Tensor whole = tensor.contiguous();
    QCOMPARE(std::memcmp(text.data() + header.size(), whole.data(), values.size() * sizeof(float)),
             0);
}

void TestMatrixText::what_is_given_up_or_full_is_an_error() {
    const Tensor tensor = Tensor::filled({400, 400}, {Axis::Query, Axis::Key}, 0.125F);
    CancellationToken token = CancellationToken::create();
    int pieces = 0;
    const auto cancelling = [&](std::string_view) {
        ++pieces;
        token.cancel();
        return Status(Done{});
    };
    QVERIFY(!writeTensorCsv(tensor, "w", {{}, {}}, cancelling, token));
    QCOMPARE(pieces, 1);
    const auto full = [](std::string_view) { return Status(makeError("full")); };
    const Status written = writeTensorCsv(tensor, "w", {{}, {}}, full);
    QVERIFY(!written);
    QCOMPARE(written.error().text(), std::string("full"));
    QVERIFY(!writeTensorNpy(tensor, full));
}

HEADSCOPE_TEST(TestMatrixText, headscope::testing::NoApplication)
#include "test_matrix_text.moc"
