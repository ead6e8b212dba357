// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/numbers.h"
#include "support/test_program.h"
#include "words/numbers/number_format.h"

#include <QtTest>

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace headscope;

namespace {

/// Every kind of float: random bits, so all magnitudes occur alike, and plain ones.
std::vector<float> manyFloats() {
    std::mt19937 random(20240611);
    std::vector<float> values = {1e-45F,
                                 -1e-45F,
                                 0.0005F,
                                 0.00049F,
                                 0.9995F,
                                 0.99951F,
                                 9.9995F,
                                 99.995F,
                                 999.5F,
                                 9999.5F,
                                 99999.5F,
                                 1e10F,
                                 std::numeric_limits<float>::max(),
                                 std::numeric_limits<float>::lowest()};
    std::uniform_real_distribution<float> unit(-1.5F, 1.5F);
    for (int i = 0; i < 20000; ++i) {
        const auto bits = static_cast<std::uint32_t>(random());
        float value = 0;
        std::memcpy(&value, &bits, sizeof value);
        if (std::isfinite(value) && value != 0)
            values.push_back(value);
        values.push_back(unit(random) * 1.0F);
        values.push_back(unit(random) * 1000.0F);
    }
    return values;
}

double parsed(QString text) {
    text.replace(QChar(0x2212), u'-');
    bool ok = false;
    const double value = text.toDouble(&ok);
    return ok ? value : std::numeric_limits<double>::quiet_NaN();
}

/// The weight of the last digit written: 0.001 of "1.234", 100 of "1.2e3".
double lastDigit(const QString& text) {
    const qsizetype e = text.indexOf(u'e');
    const QString digits = e < 0 ? text : text.left(e);
    const qsizetype point = digits.indexOf(u'.');
    const auto decimals = point < 0 ? 0 : digits.size() - point - 1;
    const double scale = e < 0 ? 1 : std::pow(10.0, parsed(text.mid(e + 1)));
    return scale * std::pow(10.0, -static_cast<double>(decimals));
}

} // namespace

class TestNumberFormat : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cell_text_data();
    void cell_text();
    void cell_text_is_narrow_true_and_never_looks_like_zero();
    void short_text_data();
    void short_text();
    void short_text_has_four_significant_digits();
    void full_text_reads_back_bit_for_bit();
    void fixed_text_keeps_its_decimals();
    void sums_never_look_like_nothing_or_like_all_data();
    void sums_never_look_like_nothing_or_like_all();
    void results_have_no_negative_exponent();
    void range_ends_have_no_idle_zeros();
};

void TestNumberFormat::cell_text_data() {
    QTest::addColumn<float>("value");
    QTest::addColumn<int>("width");
    QTest::addColumn<QString>("text");
    QTest::newRow("three_decimals") << 0.0178F << 5 << QStringLiteral("0.018");
    QTest::newRow("smallest_that_is_written") << 0.0005F << 5 << QStringLiteral("0.001");
    QTest::newRow("smaller_than_written") << 0.00049F << 5 << QStringLiteral("<.001");
    QTest::newRow("denormal") << 1e-45F << 5 << QStringLiteral("<.001");
    QTest::newRow("small_and_negative") << -0.0001F << 5 << QStringLiteral(">−.001");
    QTest::newRow("ten") << 10.0F << 5 << QStringLiteral("10.00");
    QTest::newRow("rounds_up_to_a_wider_number") << 9.9996F << 5 << QStringLiteral("10.00");
    QTest::newRow("negative_in_four") << -0.57F << 4 << QStringLiteral("−0.57");
    QTest::newRow("negative_in_five") << -0.57F << 5 << QStringLiteral("−0.570");
    QTest::newRow("zero") << 0.0F << 5 << QStringLiteral("0");
    QTest::newRow("minus_zero") << -0.0F << 5 << QStringLiteral("0");
    QTest::newRow("one") << 1.0F << 5 << QStringLiteral("1.000");
    QTest::newRow("hundreds") << 123.456F << 5 << QStringLiteral("123.5");
    QTest::newRow("whole_number") << 12345.6F << 5 << QStringLiteral("12346");
    QTest::newRow("too_long") << 123456.0F << 5 << QStringLiteral("1.2e5");
    QTest::newRow("largest_float")
        << -std::numeric_limits<float>::max() << 5 << QStringLiteral("−3e38");
    QTest::newRow("rounds_up_to_an_exponent") << 99999.9F << 5 << QStringLiteral("1.0e5");
    QTest::newRow("narrow") << 0.04F << 3 << QStringLiteral("<.1");
    QTest::newRow("narrow_thousands") << 1500.0F << 3 << QStringLiteral("2e3");
    QTest::newRow("wide_keeps_three_decimals") << 0.123456F << 8 << QStringLiteral("0.123");
    QTest::newRow("almost_one") << 0.9996F << 5 << QStringLiteral(">.999");
    QTest::newRow("one_ulp_below_one") << 0.99999994F << 4 << QStringLiteral(">.99");
    QTest::newRow("almost_minus_one") << -0.9997F << 5 << QStringLiteral("<−.999");
    QTest::newRow("just_not_rounded_up") << 0.9994F << 5 << QStringLiteral("0.999");
    QTest::newRow("infinity") << infinity << 5 << QStringLiteral("∞");
    QTest::newRow("minus_infinity") << -infinity << 5 << QStringLiteral("−∞");
    QTest::newRow("nan") << notANumber << 5 << QStringLiteral("NaN");
}

void TestNumberFormat::cell_text() {
    QFETCH(float, value);
    QFETCH(int, width);
    QTEST(cellText(value, width), "text");
    // Of numbers that are no shares 1 is one like all; small ones never look like nothing.
    QCOMPARE(cellText(-0.97F, 3, NearOne::Rounded), QStringLiteral("−1.0"));
    QCOMPARE(cellText(0.9996F, 5, NearOne::Rounded), QStringLiteral("1.000"));
    QCOMPARE(cellText(0.04F, 3, NearOne::Rounded), QStringLiteral("<.1"));
}

void TestNumberFormat::cell_text_is_narrow_true_and_never_looks_like_zero() {
    const QRegularExpression anyDigit(QStringLiteral("[1-9]"));
    for (const float value : manyFloats()) {
        for (int width = 3; width <= 8; ++width) {
            const QString text = cellText(value, width);
            const QByteArray where =
                QStringLiteral("%1 in %2: '%3'").arg(fullText(value)).arg(width).arg(text).toUtf8();
            QVERIFY2(text.contains(anyDigit), where);
            const bool negative = text[0] == QChar(0x2212) || text.mid(1, 1) == QChar(0x2212);
            QVERIFY2(negative == (value < 0), where);
            const qsizetype most = width == 3 && std::fabs(value) >= 9.5e9F ? 4 : width;
            QVERIFY2(text.size() - (negative ? 1 : 0) <= most, where);
            if (text[0] == u'<' || text[0] == u'>') {
                const double bound = parsed(text.mid(1));
                QVERIFY2(text[0] == u'<' ? value < bound : value > bound, where);
                // A bound says nothing wrong about the other side: neither 0 nor 1 and more.
                QVERIFY2(std::fabs(value) < 1, where);
                QVERIFY2(text.size() == qMin(width, 5) + (value < 0 ? 1 : 0), where);
            } else {
                const double error = std::fabs(parsed(text) - static_cast<double>(value));
                QVERIFY2(error <= lastDigit(text) * 0.5000001, where);
            }
        }
    }
}

void TestNumberFormat::short_text_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("below_one") << 0.37851 << QStringLiteral("0.3785");
    QTest::newRow("above_one") << 1.5142 << QStringLiteral("1.514");
    QTest::newRow("negative") << -2.32 << QStringLiteral("−2.320");
    QTest::newRow("thousands") << 1234.5 << QStringLiteral("1234");
    QTest::newRow("rounds_up_to_the_next_power") << 9.99996 << QStringLiteral("10.00");
    QTest::newRow("millions") << 1.2345e6 << QStringLiteral("1.234e6");
    QTest::newRow("small") << 0.0012345678 << QStringLiteral("0.001235");
    QTest::newRow("very_small") << -1.25e-7 << QStringLiteral("−1.250e−7");
    QTest::newRow("zero") << 0.0 << QStringLiteral("0");
    QTest::newRow("infinity") << -std::numeric_limits<double>::infinity() << QStringLiteral("−∞");
}

void TestNumberFormat::short_text() {
    QFETCH(double, value);
    QTEST(shortText(value), "text");
}

void TestNumberFormat::short_text_has_four_significant_digits() {
    for (const float value : manyFloats()) {
        const QString text = shortText(value);
        if (text[0] == u'<' || text[0] == u'>') {
            QVERIFY2(std::fabs(value) > 0.9999F && std::fabs(value) < 1, qPrintable(text));
            continue;
        }
        const double error =
            std::fabs(parsed(text) - value) / std::fabs(static_cast<double>(value));
        QVERIFY2(error <= 0.000501, qPrintable(text));
        QVERIFY2(text.size() <= 11, qPrintable(text));
    }
}

void TestNumberFormat::full_text_reads_back_bit_for_bit() {
    for (const float value : manyFloats()) {
        const QByteArray text = fullText(value).toLatin1();
        float back = 0;
        const auto end = std::from_chars(text.begin(), text.end(), back).ptr;
        QVERIFY2(end == text.end() && back == value, text);
    }
    QCOMPARE(fullText(-0.0F), QStringLiteral("-0"));
    QCOMPARE(fullText(0.1F), QStringLiteral("0.1"));
    QCOMPARE(fullText(-notANumber), QStringLiteral("nan"));
    QCOMPARE(fullText(-infinity), QStringLiteral("-inf"));
}

void TestNumberFormat::fixed_text_keeps_its_decimals() {
    QCOMPARE(fixedText(1, 2), QStringLiteral("1.00"));
    QCOMPARE(fixedText(-0.575, 2), QStringLiteral("−0.57"));
    QCOMPARE(fixedText(-0.0, 2), QStringLiteral("0.00"));
    QCOMPARE(fixedText(12.5, 0), QStringLiteral("12"));
    QCOMPARE(fixedText(1e300, 1).size(), qsizetype{303});
    QCOMPARE(fixedText(std::numeric_limits<double>::quiet_NaN(), 3), QStringLiteral("NaN"));
}

void TestNumberFormat::sums_never_look_like_nothing_or_like_all_data() {
    QTest::addColumn<double>("sum");
    QTest::addColumn<QString>("text");
    QTest::newRow("column_that_receives_little") << 0.004 << QStringLiteral("<.01");
    QTest::newRow("column_that_receives_next_to_nothing") << 4.75e-32 << QStringLiteral("<.01");
    QTest::newRow("nothing") << 0.0 << QStringLiteral("0");
    QTest::newRow("row_as_float32_adds_it_up") << 0.9999998 << QStringLiteral("1.00");
    QTest::newRow("row_that_dropout_thinned") << 0.997 << QStringLiteral(">.99");
    QTest::newRow("half") << 0.5 << QStringLiteral("0.50");
    QTest::newRow("several_queries") << 3.278 << QStringLiteral("3.28");
    QTest::newRow("typed_weights") << -9999.994 << QStringLiteral("−9999.99");
    QTest::newRow("typed_weights_without_room") << 12345.52 << QStringLiteral("1.23e4");
    QTest::newRow("rounded_up_to_no_room") << 9999.999 << QStringLiteral("1.00e4");
    QTest::newRow("typed_infinity_nearly") << -1e30 << QStringLiteral("−1.00e30");
    QTest::newRow("nan") << std::numeric_limits<double>::quiet_NaN() << QStringLiteral("NaN");
}

void TestNumberFormat::sums_never_look_like_nothing_or_like_all() {
    QFETCH(double, sum);
    QTEST(sumText(sum, 10), "text");
}

void TestNumberFormat::results_have_no_negative_exponent() {
    QCOMPARE(resultText(4.75e-32), QStringLiteral("<.0001"));
    QCOMPARE(resultText(-4.75e-32), QStringLiteral(">−.0001"));
    QCOMPARE(resultText(0.99999), QStringLiteral(">.9999"));
    QCOMPARE(resultText(0), QStringLiteral("0"));
    for (const float value : manyFloats()) {
        const QString text = resultText(value);
        QVERIFY2(!text.contains(QStringLiteral("e−")), qPrintable(text));
        if (text[0] == u'<')
            QVERIFY2(value < parsed(text.mid(1)), qPrintable(text));
        else if (text[0] == u'>')
            QVERIFY2(value > parsed(text.mid(1)), qPrintable(text));
        else
            QVERIFY2(parsed(text) != 0 && (std::fabs(value) >= 1) == (std::fabs(parsed(text)) >= 1),
                     qPrintable(fullText(value) + u' ' + text));
    }
}

void TestNumberFormat::range_ends_have_no_idle_zeros() {
    QCOMPARE(rangeText(1), QStringLiteral("1"));
    QCOMPARE(rangeText(-10), QStringLiteral("−10"));
    QCOMPARE(rangeText(2.5), QStringLiteral("2.5"));
    QCOMPARE(rangeText(1200), QStringLiteral("1200"));
    QCOMPARE(rangeText(0), QStringLiteral("0"));
}

HEADSCOPE_TEST(TestNumberFormat, QCoreApplication)
#include "test_number_format.moc"
