// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/derivation/derivation_geometry.h"
#include "inspector/derivation/derivation_parts.h"
#include "support/derivation.h"
#include "support/derivation_rows.h"
#include "support/test_program.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "type/wrapped_text.h"
#include "words/numbers/number_format.h"

#include <QApplication>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// Nothing reaches beyond the panel, no two texts of one line lie on each other.
void checkLayout(const Scene& scene, const Derivation& derivation, double width, double scale) {
    DerivationStyle style;
    style.width = width;
    style.scale = scale;
    style.trace = scene.trace.get();
    style.reachable = [](const Trace&, const TraceCell&) { return true; };
    const DerivationGeometry geometry = layoutDerivation(derivation, style);
    for (const LaidPiece& piece : geometry.pieces) {
        if (piece.kind != LaidPiece::Kind::Text)
            continue;
        const double textWidth = mathTextWidth(piece.text, piece.font);
        double left = piece.rect.left();
        if (piece.alignment & Qt::AlignRight)
            left = piece.rect.right() - textWidth;
        else if (piece.alignment & Qt::AlignHCenter)
            left = piece.rect.center().x() - textWidth / 2;
        QVERIFY2(left >= -1 && left + textWidth <= width + 1,
                 qPrintable(QStringLiteral("%1 at %2 … %3 of %4")
                                .arg(piece.text)
                                .arg(left)
                                .arg(left + textWidth)
                                .arg(width)));
        QVERIFY(piece.rect.bottom() <= geometry.height);
    }
    for (std::size_t i = 0; i < geometry.targets.size(); ++i) {
        for (std::size_t j = i + 1; j < geometry.targets.size(); ++j) {
            // 3 px around each number are for the pointer and may meet.
            const QRectF a = geometry.targets[i].rect.adjusted(3.5 * scale, 1, -3.5 * scale, -1);
            const QRectF b = geometry.targets[j].rect.adjusted(3.5 * scale, 1, -3.5 * scale, -1);
            QVERIFY2(!a.intersects(b), "two numbers lie on each other");
        }
    }
}

} // namespace

class TestDerivationGeometry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void layout_fits_data();
    void layout_fits();
    void columns_keep_what_a_number_says_data();
    void columns_keep_what_a_number_says();
    void huge_terms_of_a_sum_are_short();
    void lines_break_between_words_and_characters();
};

void TestDerivationGeometry::layout_fits_data() {
    QTest::addColumn<double>("width");
    QTest::addColumn<double>("scale");
    QTest::newRow("as_designed") << 272.0 << 1.0;
    QTest::newRow("scroll_bar") << 260.0 << 1.0;
    QTest::newRow("presentation") << 435.0 << 1.6;
    QTest::newRow("large_type_in_a_narrow_panel") << 272.0 << 1.6;
}

void TestDerivationGeometry::layout_fits() {
    QFETCH(double, width);
    QFETCH(double, scale);
    Experiment longWords = example("ticket");
    longWords.tokens[0][9] = "Donaudampfschifffahrtsgesellschaft";
    longWords.tokens[0][5] = "antidisestablishmentarianism";
    const Scene scenes[] = {sceneOf(longWords), sceneOf(withCausal(example("ticket"), true)),
                            sceneOf(sentence(40, 128, 2)), sceneOf(overflowing(example("ticket")))};
    for (const Scene& scene : scenes) {
        for (int s = 0; s < stageCount; ++s) {
            const auto stage = static_cast<Stage>(s);
            const auto tensors = tensorsOf(stage, *scene.trace);
            for (std::size_t t = 0; t < tensors.size(); ++t) {
                for (const PanelCell& cell : someCells(scene, tensors[t]))
                    checkLayout(scene, derivationOf(asking(scene, stage, cell, t)), width, scale);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }
}

void TestDerivationGeometry::columns_keep_what_a_number_says_data() {
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<QStringList>("texts");
    const auto row = [](const char* name, const QList<double>& values, const char* texts) {
        QTest::newRow(name) << values << QString::fromUtf8(texts).split(u' ');
    };
    row("two_decimals_lose_nothing", {0.8, 0.9, 0.25}, "0.80 0.90 0.25");
    row("float_tenths_have_one_decimal", {static_cast<double>(0.8F), static_cast<double>(0.1F)},
        "0.8 0.1");
    row("whole_numbers_have_none", {33, 1}, "33 1");
    row("four_digits_of_the_largest", {-2.3204, 5.94001, 0.0449}, "−2.320 5.940 0.045");
    row("weights_have_four_decimals", {0.37851, 0.00104}, "0.3785 0.0010");
    row("small_ones_never_read_as_zero", {0.5123, 0.00000123}, "0.5123 1.2e−6");
    row("zero_is_plain", {0.5, 0}, "0.5 0");
    row("infinite_and_nan", {INFINITY, -INFINITY, std::nan("")}, "∞ −∞ NaN");
    row("huge_beside_middling", {3e38, 0.4}, "3.0e38 0.4000");
    row("single_small_number", {6.05e-8}, "6.05e−8");
}

void TestDerivationGeometry::columns_keep_what_a_number_says() {
    QFETCH(QList<double>, values);
    QFETCH(QStringList, texts);
    QCOMPARE(columnTexts({values.data(), static_cast<std::size_t>(values.size())}), texts);
}

void TestDerivationGeometry::huge_terms_of_a_sum_are_short() {
    std::vector<DerivationRow> rows;
    for (const double value : {1.2345e30, -7.6543e29, 0.4})
        rows.push_back(equationRow({}, computedNumber(value), false));
    const QString sum = QStringLiteral("4.69e29");
    alignSum(rows, 0, sum);
    double printed = 0;
    for (const DerivationRow& row : rows) {
        const QString& text = row.numbers.front().text;
        QVERIFY2(text.size() <= 12, qPrintable(text));
        printed += readNumber(text);
    }
    QCOMPARE(equalsSign(printed, sum), QStringLiteral("="));
}

void TestDerivationGeometry::lines_break_between_words_and_characters() {
    const QFont font = textFont(12);
    const QString english = QStringLiteral("What is kept is scaled by 1 ÷ (1 − p) = 1.43.");
    const QStringList lines = wrapMarkup(english, font, 120);
    QVERIFY(lines.size() > 1);
    QCOMPARE(lines.join(u' '), english);
    const QString chinese = QStringLiteral("这个查询的所有键都被遮住了，softmax 没有可分的份额。");
    const QStringList cut = wrapMarkup(chinese, font, 100);
    QVERIFY(cut.size() > 2);
    for (const QString& line : cut) {
        QVERIFY(mathTextWidth(line, font) <= 100);
        QVERIFY2(!line.startsWith(u'，') && !line.startsWith(u'。'), qPrintable(line));
    }
    for (const QString& line : wrapMarkup(QString(80, u'w'), font, 100))
        QVERIFY(mathTextWidth(line, font) <= 100);
    QCOMPARE(wrapMarkup({}, font, 100), QStringList{QString()});
}

HEADSCOPE_TEST(TestDerivationGeometry, QApplication)
#include "test_derivation_geometry.moc"
