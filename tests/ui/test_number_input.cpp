// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/number_input.h"
#include "support/test_program.h"
#include "words/numbers/number_format.h"

#include <QtTest>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <limits>

using namespace headscope;

class TestNumberInput : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbers_data();
    void numbers();
    void no_numbers_data();
    void no_numbers();
    void minus_infinity_only_where_it_may_stand();
    void blocks_data();
    void blocks();
    void no_blocks_data();
    void no_blocks();
    void property_full_text_reads_back_bit_for_bit();
};

void TestNumberInput::numbers_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<float>("value");
    const auto row = [](const char* name, const char* text, float value) {
        QTest::newRow(name) << QString::fromUtf8(text) << value;
    };
    row("point", "0.25", .25F);
    row("comma", "0,25", .25F);
    row("without_a_leading_zero", ".5", .5F);
    row("spaces_around", "  -3 ", -3);
    row("plus", "+2", 2);
    row("a_real_minus", "−0.5", -.5F);
    row("exponent", "1e-4", 1e-4F);
    row("wide_digits_of_chinese_input", "１．５", 1.5F);
    row("a_chinese_full_stop", "1。5", 1.5F);
    row("wide_minus_and_comma", "－２，５", -2.5F);
    row("too_small_is_zero", "1e-60", 0);
    row("largest", "3.4028235e38", std::numeric_limits<float>::max());
}

void TestNumberInput::numbers() {
    QFETCH(QString, text);
    QFETCH(float, value);
    const Result<float> read = parseNumber(text);
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    QCOMPARE(std::bit_cast<std::uint32_t>(*read), std::bit_cast<std::uint32_t>(value));
}

void TestNumberInput::no_numbers_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* text, const char* says) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(says);
    };
    row("words", "abc", "“abc” is not a number");
    row("nothing", "", "would be empty");
    row("only_spaces", "  ", "would be empty");
    row("nan", "nan", "NaN cannot be typed");
    row("infinity", "inf", "infinity cannot be typed");
    row("the_sign_of_infinity", "∞", "infinity cannot be typed");
    row("minus_infinity", "-∞", "infinity cannot be typed");
    row("something_behind", "1 2", "is not a number");
    row("two_points", "1.2.3", "is not a number");
    row("group_and_decimal_signs", "1,234.5", "is not a number");
    row("two_signs", "+-1", "is not a number");
    row("hexadecimal", "0x10", "is not a number");
    row("beyond_float32", "1e39", "beyond what a float32 can hold");
    row("beyond_double", "-1e999", "beyond what a float32 can hold");
    row("a_chinese_number", "三", "is not a number");
}

void TestNumberInput::no_numbers() {
    QFETCH(QString, text);
    QFETCH(QString, says);
    const Result<float> read = parseNumber(text);
    QVERIFY(!read.ok());
    const QString sentence = QString::fromStdString(read.error().text());
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
}

void TestNumberInput::minus_infinity_only_where_it_may_stand() {
    QCOMPARE(*parseNumber(QStringLiteral("-inf"), true), -std::numeric_limits<float>::infinity());
    QCOMPARE(*parseNumber(QStringLiteral("−∞"), true), -std::numeric_limits<float>::infinity());
    QVERIFY(!parseNumber(QStringLiteral("inf"), true).ok());
    QVERIFY(!parseNumber(QStringLiteral("nan"), true).ok());
}

void TestNumberInput::blocks_data() {
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* text) {
        QTest::newRow(name) << QString::fromUtf8(text);
    };
    row("a_spreadsheet", "1\t2.5\n-3\t4\n");
    row("a_spreadsheet_of_windows", "1\t2.5\r\n-3\t4\r\n");
    row("a_spreadsheet_with_decimal_commas", "1\t2,5\n-3\t4\n");
    row("numpy", "[[ 1.   2.5]\n [-3.   4. ]]");
    row("python", "[[1, 2.5],\n [-3, 4]]");
    row("torch", "[[ 1.0000,  2.5000],\n        [-3.0000,  4.0000]]");
    row("spaces", "1 2.5\n-3 4");
    row("semicolons_and_decimal_commas", "1;2,5\n-3;4");
}

void TestNumberInput::blocks() {
    QFETCH(QString, text);
    const Result<NumberBlock> block = parseNumberBlock(text);
    QVERIFY2(block.ok(), block.ok() ? "" : block.error().text().c_str());
    QCOMPARE(*block, (NumberBlock{{1, 2.5F}, {-3, 4}}));
}

void TestNumberInput::no_blocks_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("a_word_is_named_with_its_place")
        << QStringLiteral("1\t2\n3\tx\n")
        << QStringLiteral("row 2, column 2 of what was pasted is “x”");
    QTest::newRow("an_empty_cell")
        << QStringLiteral("1\t\t3\n") << QStringLiteral("row 1, column 2");
    QTest::newRow("uneven_rows") << QStringLiteral("1\t2\n3\n") << QStringLiteral("row 2");
    QTest::newRow("nothing") << QString() << QStringLiteral("holds no numbers");
    QTest::newRow("only_brackets") << QStringLiteral("[]") << QStringLiteral("holds no numbers");
    QTest::newRow("infinity") << QStringLiteral("1\tinf\n") << QStringLiteral("row 1, column 2");
}

void TestNumberInput::no_blocks() {
    QFETCH(QString, text);
    QFETCH(QString, says);
    const Result<NumberBlock> block = parseNumberBlock(text);
    QVERIFY(!block.ok());
    const QString sentence = QString::fromStdString(block.error().text());
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
}

void TestNumberInput::property_full_text_reads_back_bit_for_bit() {
    QVERIFY(rc::check("what is copied can be pasted", [] {
        const auto value = std::bit_cast<float>(*rc::gen::arbitrary<std::uint32_t>());
        RC_PRE(std::isfinite(value));
        const Result<float> read = parseNumber(fullText(value));
        RC_ASSERT(read.ok());
        RC_ASSERT(std::bit_cast<std::uint32_t>(*read) == std::bit_cast<std::uint32_t>(value));
    }));
}

HEADSCOPE_TEST(TestNumberInput, QCoreApplication)
#include "test_number_input.moc"
