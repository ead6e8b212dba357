// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic by itself, in whichever variant the loader chose; ctest runs
// this program and the comparison with PyTorch once for every variant.
#include "arithmetic/activations.h"
#include "arithmetic/arithmetic.h"
#include "support/numbers.h"
#include "support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

using namespace headscope;

namespace {

constexpr float guard = 12345.0F; ///< stands where nothing may be written

std::vector<float> random(Index count, unsigned seed) {
    std::mt19937 generator(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values)
        value = normal(generator);
    return values;
}

/// The first `size` elements as one row.
ConstMatrix rowOf(const std::vector<float>& values) {
    return denseMatrix(values.data(), 1, static_cast<Index>(values.size()));
}
Matrix rowOf(std::vector<float>& values, std::size_t size) {
    return denseMatrix(values.data(), 1, static_cast<Index>(size));
}

float at(ConstMatrix m, Index row, Index column) {
    return m.data[row * m.rowStride + column * m.columnStride];
}

/// The largest |result − (left · right + bias)|, as a multiple of 2⁻²⁴ Σ|products|.
double errorOfProduct(ConstMatrix left, ConstMatrix right, const float* bias, ConstMatrix result) {
    double largest = 0;
    for (Index i = 0; i < result.rows; ++i) {
        for (Index j = 0; j < result.columns; ++j) {
            double sum = bias ? static_cast<double>(bias[j]) : 0.0;
            double size = std::abs(sum);
            for (Index k = 0; k < left.columns; ++k) {
                const double product =
                    static_cast<double>(at(left, i, k)) * static_cast<double>(at(right, k, j));
                sum += product;
                size += std::abs(product);
            }
            const double error = std::abs(static_cast<double>(at(result, i, j)) - sum);
            largest = std::max(largest, error / (size * 0x1p-24));
        }
    }
    return largest;
}

std::vector<float> softmaxOf(const std::vector<float>& scores) {
    std::vector<float> weights(scores.size() + 1, guard);
    arithmetic::softmax(rowOf(scores), rowOf(weights, scores.size()));
    Q_ASSERT(weights.back() == guard);
    weights.pop_back();
    return weights;
}

bool isNaN(float value) {
    return std::isnan(value);
}

} // namespace

class TestArithmetic : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void loader_chose_the_variant_asked_for();
    void product_of_any_sizes();
    void product_with_transposed_right_hand_side();
    void product_respects_strides_and_neighbours();
    void blocks_of_rows_change_no_bit_data();
    void blocks_of_rows_change_no_bit();
    void place_in_memory_changes_no_bit_data();
    void place_in_memory_changes_no_bit();
    void scale_and_mask_of_any_length();
    void one_row_of_a_mask_stands_for_all();
    void softmax_of_any_length_is_exact();
    void softmax_of_extreme_scores_data();
    void softmax_of_extreme_scores();
    void softmax_in_place();
    void fully_masked_rows_become_what_is_asked();
    void first_number_that_is_not_finite_is_found();
    void norms_use_the_mean_and_the_variance_that_they_give();
};

void TestArithmetic::loader_chose_the_variant_asked_for() {
    const QByteArray wanted = qgetenv("HEADSCOPE_EXPECTED_VARIANT");
    if (wanted.isEmpty())
        QSKIP("no variant asked for");
#if defined(__x86_64__)
    if (wanted == "x86-64-v3" && !__builtin_cpu_supports("avx2"))
        QSKIP("this processor cannot run it");
#endif
    QCOMPARE(QByteArray(arithmetic::variant()), wanted);
}

void TestArithmetic::product_of_any_sizes() {
    for (const Index rows : {1, 2, 3, 5, 11, 12, 13, 29}) {
        for (const Index depth : {1, 2, 7, 33}) {
            for (Index columns = 1; columns <= 70; ++columns) {
                const auto a = random(rows * depth, 1);
                const auto b = random(depth * columns, 2);
                const auto bias = random(columns, 3);
                std::vector<float> c(static_cast<std::size_t>(rows * columns + 1), guard);
                const ConstMatrix left = denseMatrix(a.data(), rows, depth);
                const ConstMatrix right = denseMatrix(b.data(), depth, columns);
                const Matrix result = denseMatrix(c.data(), rows, columns);
                arithmetic::multiply(left, right, result, bias.data());
                QCOMPARE(c.back(), guard);
                const double error = errorOfProduct(left, right, bias.data(), result);
                QVERIFY2(error < 6, qPrintable(QStringLiteral("%1x%2x%3: %4")
                                                   .arg(rows)
                                                   .arg(depth)
                                                   .arg(columns)
                                                   .arg(error)));
            }
        }
    }
}

void TestArithmetic::product_with_transposed_right_hand_side() {
    for (const Index rows : {1, 7, 40}) {
        for (const Index columns : {1, 4, 31, 32, 33, 65}) {
            for (const Index depth : {1, 9, 300}) {
                const auto a = random(rows * depth, 5);
                const auto b = random(columns * (depth + 2), 4); // rows apart by depth + 2
                std::vector<float> c(static_cast<std::size_t>(rows * columns + 1), guard);
                const ConstMatrix left = denseMatrix(a.data(), rows, depth);
                const ConstMatrix right =
                    ConstMatrix{b.data(), columns, depth, depth + 2}.transposed();
                const Matrix result = denseMatrix(c.data(), rows, columns);
                arithmetic::multiply(left, right, result);
                QCOMPARE(c.back(), guard);
                QVERIFY(errorOfProduct(left, right, nullptr, result) < 6);
            }
        }
    }
}

void TestArithmetic::product_respects_strides_and_neighbours() {
    // A block of 5 × 7 inside of wider matrices: what lies around stays.
    const auto a = random(5 * 10, 5);
    const auto b = random(3 * 20, 6);
    const ConstMatrix left = {a.data() + 2, 5, 3, 10};
    const ConstMatrix right = {b.data() + 4, 3, 7, 20};
    std::vector<float> c(5 * 16, guard);
    const Matrix result = {c.data() + 3, 5, 7, 16};
    arithmetic::multiply(left, right, result);
    QVERIFY(errorOfProduct(left, right, nullptr, result) < 6);
    for (std::size_t i = 0; i < c.size(); ++i) {
        if (i % 16 < 3 || i % 16 >= 10)
            QCOMPARE(c[i], guard);
    }
}

void TestArithmetic::blocks_of_rows_change_no_bit_data() {
    QTest::addColumn<int>("columns");
    for (const int columns : {1, 3, 8, 24, 40, 65, 300})
        QTest::addRow("%d_columns", columns) << columns;
}

void TestArithmetic::blocks_of_rows_change_no_bit() {
    QFETCH(int, columns);
    const Index rows = 50;
    const Index depth = 700;
    const auto a = random(rows * depth, 7);
    const auto b = random(depth * columns, 8);
    const ConstMatrix left = denseMatrix(a.data(), rows, depth);
    const ConstMatrix right = denseMatrix(b.data(), depth, columns);
    std::vector<float> whole(static_cast<std::size_t>(rows * columns));
    const Matrix expected = denseMatrix(whole.data(), rows, columns);
    arithmetic::multiply(left, right, expected);
    QVERIFY(errorOfProduct(left, right, nullptr, expected) < 6);
    for (const Index block : {1, 2, 3, 5, 7, 12, 24}) {
        std::vector<float> parts(whole.size());
        const Matrix result = denseMatrix(parts.data(), rows, columns);
        for (Index first = 0; first < rows; first += block) {
            const Index count = std::min(block, rows - first);
            arithmetic::multiply(left.middleRows(first, count), right,
                                 result.middleRows(first, count));
        }
        QVERIFY(parts == whole);
    }
}

void TestArithmetic::place_in_memory_changes_no_bit_data() {
    QTest::addColumn<int>("columns");
    for (const int columns : {1, 2, 3, 4, 9, 10, 17, 40, 101})
        QTest::addRow("%d_columns", columns) << columns;
}

void TestArithmetic::place_in_memory_changes_no_bit() {
    // The same numbers, from every place that differs to a register of any size.
    QFETCH(int, columns);
    const Index rows = 7;
    const Index count = rows * columns;
    const auto x = random(count, 21);
    const auto weight = random(Index{columns} * columns, 22);
    const auto parameter = random(columns, 23);
    std::vector<std::vector<float>> expected;
    for (Index offset = 0; offset < 16; ++offset) {
        const auto moved = [&](const std::vector<float>& values) {
            std::vector<float> copy(static_cast<std::size_t>(offset), guard);
            copy.insert(copy.end(), values.begin(), values.end());
            return copy;
        };
        const auto from = moved(x);
        const auto right = moved(weight);
        const auto vector = moved(parameter);
        const ConstMatrix left = denseMatrix(from.data() + offset, rows, columns);
        const ConstMatrix square = denseMatrix(right.data() + offset, columns, columns);
        std::vector<std::vector<float>> results(8, std::vector<float>(moved(x).size()));
        const auto to = [&](std::size_t i) {
            return denseMatrix(results[i].data() + offset, rows, columns);
        };
        arithmetic::multiply(left, square, to(0), vector.data() + offset);
        arithmetic::multiply(left, square.transposed(), to(1));
        arithmetic::softmax(left, to(2));
        arithmetic::gelu(left, to(3));
        std::vector<float> mean(static_cast<std::size_t>(std::max(rows, Index{columns})));
        std::vector<float> variance = mean;
        const auto norm = [&](std::size_t normalised) {
            return arithmetic::Norm{
                left,        vector.data() + offset, vector.data() + offset, 1e-5F,
                mean.data(), variance.data(),        to(normalised),         to(normalised + 1)};
        };
        arithmetic::normaliseRows(norm(4));
        arithmetic::normaliseColumns(norm(6));
        for (std::vector<float>& result : results)
            result.erase(result.begin(), result.begin() + offset);
        if (offset == 0)
            expected = results;
        for (std::size_t i = 0; i < results.size(); ++i)
            QVERIFY2(results[i] == expected[i],
                     qPrintable(QStringLiteral("result %1 at offset %2").arg(i).arg(offset)));
    }
}

void TestArithmetic::scale_and_mask_of_any_length() {
    for (Index count = 1; count <= 70; ++count) {
        const auto size = static_cast<std::size_t>(count);
        const auto x = random(count, 9);
        auto additive = random(count, 10);
        additive[0] = -infinity;
        std::vector<float> allowed(size);
        for (std::size_t i = 0; i < size; ++i)
            allowed[i] = i % 3 == 1 ? 0.0F : 1.0F;
        std::vector<float> y(size + 1, guard);
        arithmetic::scale(rowOf(x), 0.25F, rowOf(y, size));
        for (std::size_t i = 0; i < size; ++i)
            QCOMPARE(y[i], x[i] * 0.25F);
        QCOMPARE(y[size], guard);
        for (int parts = 1; parts < 4; ++parts) {
            arithmetic::mask(rowOf(x), parts & 1 ? rowOf(allowed) : ConstMatrix(),
                             parts & 2 ? rowOf(additive) : ConstMatrix(), rowOf(y, size));
            for (std::size_t i = 0; i < size; ++i) {
                const float sum = parts & 2 ? x[i] + additive[i] : x[i];
                QVERIFY(y[i] == ((parts & 1) && allowed[i] == 0.0F ? -infinity : sum));
            }
            QCOMPARE(y[size], guard);
        }
    }
}

void TestArithmetic::one_row_of_a_mask_stands_for_all() {
    const auto x = random(3 * 5, 14);
    const std::vector<float> allowed = {1, 0, 1, 0, 0};
    std::vector<float> y(15);
    arithmetic::mask(denseMatrix(x.data(), 3, 5), {allowed.data(), 3, 5, 0}, {},
                     denseMatrix(y.data(), 3, 5));
    for (std::size_t i = 0; i < 15; ++i)
        QCOMPARE(y[i], allowed[i % 5] == 0.0F ? -infinity : x[i]);
}

void TestArithmetic::softmax_of_any_length_is_exact() {
    for (Index count = 1; count <= 300; ++count) {
        auto scores = random(count, static_cast<unsigned>(count));
        for (float& score : scores)
            score *= 5.0F;
        if (count > 3)
            scores[2] = -infinity;
        const auto weights = softmaxOf(scores);
        const auto maximum = static_cast<double>(*std::max_element(scores.begin(), scores.end()));
        double sum = 0;
        for (const float score : scores)
            sum += std::exp(static_cast<double>(score) - maximum);
        for (std::size_t i = 0; i < scores.size(); ++i) {
            const double exact = std::exp(static_cast<double>(scores[i]) - maximum) / sum;
            const double difference = std::abs(static_cast<double>(weights[i]) - exact);
            if (exact == 0) {
                QCOMPARE(weights[i], 0.0F);
                continue;
            }
            // The difference of two scores is rounded, to half an ulp of at most `depth`;
            // e^x, the sum and the quotient cost some ulps more.
            const double depth = maximum - static_cast<double>(scores[i]);
            QVERIFY(difference <= exact * 0x1p-23 * (5 + depth));
        }
        if (count > 3)
            QCOMPARE(weights[2], 0.0F);
    }
}

void TestArithmetic::softmax_of_extreme_scores_data() {
    QTest::addColumn<QList<float>>("scores");
    QTest::addColumn<QList<float>>("weights");
    const auto row = [](const char* name, const QList<float>& scores, const QList<float>& weights) {
        QTest::newRow(name) << scores << weights;
    };
    const float ln3 = std::log(3.0F);
    row("ln_3", {ln3, 0}, {0.75F, 0.25F});
    row("one_score", {-1e30F}, {1});
    row("all_equal", {7, 7, 7, 7}, {0.25F, 0.25F, 0.25F, 0.25F});
    row("plus_minus_ten_thousand", {1e4F, -1e4F}, {1, 0});
    row("largest_numbers", {3e38F, -3e38F, 3e38F}, {0.5F, 0, 0.5F});
    row("fully_masked", {-infinity, -infinity, -infinity}, {0, 0, 0});
    row("only_one_allowed", {-infinity, -5, -infinity}, {0, 1, 0});
    row("denormal_scores", {1e-40F, 0}, {0.5F, 0.5F});
    row("denormal_weight", {0, -100}, {1, std::exp(-100.0F)});
    row("below_the_smallest_denormal", {0, -104.5F}, {1, 0});
    row("nan_poisons_the_row", {0, notANumber, 1}, {notANumber, notANumber, notANumber});
    row("nan_among_masked", {-infinity, notANumber}, {notANumber, notANumber});
    row("plus_infinity_as_in_pytorch", {0, infinity}, {notANumber, notANumber});
}

void TestArithmetic::softmax_of_extreme_scores() {
    QFETCH(QList<float>, scores);
    QFETCH(QList<float>, weights);
    // As it stands, and as part of rows longer than any register.
    for (const int copies : {0, 5, 40}) {
        std::vector<float> row(scores.begin(), scores.end());
        row.insert(row.end(), static_cast<std::size_t>(copies), -infinity);
        const auto result = softmaxOf(row);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const float poisoned = isNaN(weights[0]) ? notANumber : 0.0F;
            const float wanted = i < static_cast<std::size_t>(weights.size())
                                     ? weights[static_cast<qsizetype>(i)]
                                     : poisoned;
            QVERIFY2(isNaN(wanted)
                         ? isNaN(result[i])
                         : std::abs(result[i] - wanted) <=
                               wanted * 0x1p-22F + std::numeric_limits<float>::denorm_min(),
                     qPrintable(QString::number(static_cast<double>(result[i]))));
            QVERIFY(wanted != 0.0F || result[i] == 0.0F);
        }
    }
}

void TestArithmetic::fully_masked_rows_become_what_is_asked() {
    constexpr float masked = -HUGE_VALF;
    for (const Index count : {1, 3, 4, 8, 15, 16, 17, 33, 100}) {
        const auto size = static_cast<std::size_t>(count);
        const std::vector<float> scores(size, masked);
        for (const float wanted : {0.0F, 0.25F, std::nanf("")}) {
            // One more element than the row has: it must stay what it was.
            std::vector<float> weights(size + 1, 7.0F);
            arithmetic::softmax(rowOf(scores), rowOf(weights, size), wanted);
            for (std::size_t i = 0; i < size; ++i)
                QVERIFY(weights[i] == wanted || (std::isnan(wanted) && std::isnan(weights[i])));
            QCOMPARE(weights[size], 7.0F);
            // A row with one open key is not asked about, and NaN is not a mask.
            std::vector<float> open = scores;
            open[size / 2] = -3.0F;
            arithmetic::softmax(rowOf(open), rowOf(weights, size), wanted);
            for (std::size_t i = 0; i < size; ++i)
                QCOMPARE(weights[i], i == size / 2 ? 1.0F : 0.0F);
            open[size / 2] = std::nanf("");
            arithmetic::softmax(rowOf(open), rowOf(weights, size), wanted);
            for (std::size_t i = 0; i < size; ++i)
                QVERIFY(std::isnan(weights[i]));
        }
    }
}

void TestArithmetic::softmax_in_place() {
    auto row = random(77, 11);
    const auto weights = softmaxOf(row);
    arithmetic::softmax(rowOf(row), rowOf(row, 77));
    QVERIFY(row == weights);
}

void TestArithmetic::first_number_that_is_not_finite_is_found() {
    for (const Index count : {0, 1, 7, 64, 1000, 5000}) {
        auto values = random(count, 12);
        QCOMPARE(arithmetic::findNonFinite(values.data(), count), count);
        for (Index at = 0; at < count; at += 1 + count / 37) {
            for (const float bad : {notANumber, infinity, -infinity}) {
                const float good = std::exchange(values[static_cast<std::size_t>(at)], bad);
                QCOMPARE(arithmetic::findNonFinite(values.data(), count), at);
                values[static_cast<std::size_t>(at)] = good;
            }
        }
        if (count)
            values[0] = std::numeric_limits<float>::max();
        QCOMPARE(arithmetic::findNonFinite(values.data(), count), count);
    }
}

void TestArithmetic::norms_use_the_mean_and_the_variance_that_they_give() {
    // Both are rounded to float32 before they are used. A compiler that leaves this rounding out
    // (GCC 12 does, vectors of 512 bits) gives a number that does not follow from what is shown.
    for (const Index columns : {1, 5, 8, 9, 20}) {
        const Index rows = 6;
        const auto size = static_cast<std::size_t>(rows * columns);
        const std::vector<float> x = random(rows * columns, 7);
        const std::vector<float> gain(static_cast<std::size_t>(columns), 1.0F);
        const std::vector<float> shift(static_cast<std::size_t>(columns), 0.0F);
        for (const bool ofRows : {true, false}) {
            std::vector<float> mean(static_cast<std::size_t>(std::max(rows, columns)));
            std::vector<float> variance(mean.size());
            std::vector<float> normalised(size);
            std::vector<float> output(size);
            const arithmetic::Norm norm{.x = denseMatrix(x.data(), rows, columns),
                                        .gain = gain.data(),
                                        .shift = shift.data(),
                                        .epsilon = 1e-5F,
                                        .mean = mean.data(),
                                        .variance = variance.data(),
                                        .normalised = denseMatrix(normalised.data(), rows, columns),
                                        .output = denseMatrix(output.data(), rows, columns)};
            if (ofRows)
                arithmetic::normaliseRows(norm);
            else
                arithmetic::normaliseColumns(norm);
            for (Index row = 0; row < rows; ++row) {
                for (Index column = 0; column < columns; ++column) {
                    const auto of = static_cast<std::size_t>(ofRows ? row : column);
                    const auto cell = static_cast<std::size_t>(row * columns + column);
                    const double wanted =
                        (static_cast<double>(x[cell]) - static_cast<double>(mean[of])) /
                        std::sqrt(static_cast<double>(variance[of]) + static_cast<double>(1e-5F));
                    QVERIFY2(std::abs(static_cast<double>(normalised[cell]) - wanted) <=
                                 1.2e-7 * std::abs(wanted),
                             qPrintable(QStringLiteral("%1 columns, row %2, column %3")
                                            .arg(columns)
                                            .arg(row)
                                            .arg(column)));
                }
            }
        }
    }
}

HEADSCOPE_TEST(TestArithmetic, QCoreApplication)
#include "test_arithmetic.moc"
