// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic by itself, in whichever variant the loader chose; ctest runs
// this program and the comparison with PyTorch once for every variant.
#include "kernels/kernels.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

using namespace headscope;
using kernels::Index;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float guard = 12345.0F; ///< stands where nothing may be written

std::vector<float> random(Index count, unsigned seed) {
    std::mt19937 generator(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values)
        value = normal(generator);
    return values;
}

std::vector<float> softmaxOf(const std::vector<float>& scores) {
    std::vector<float> weights(scores.size() + 1, guard);
    kernels::softmax(scores.data(), static_cast<Index>(scores.size()), weights.data());
    Q_ASSERT(weights.back() == guard);
    weights.pop_back();
    return weights;
}

bool isNaN(float value) {
    return std::isnan(value);
}

} // namespace

class TestKernels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void loader_chose_the_variant_asked_for();
    void product_of_any_sizes();
    void product_with_transposed_right_hand_side();
    void product_respects_strides_and_neighbours();
    void blocks_change_no_bit();
    void scale_and_mask_of_any_length();
    void softmax_of_any_length_is_exact();
    void softmax_of_extreme_scores_data();
    void softmax_of_extreme_scores();
    void row_goes_through_all_stages();
    void softmax_in_place();
    void fully_masked_rows_become_what_is_asked();
    void first_number_that_is_not_finite_is_found();
};

void TestKernels::loader_chose_the_variant_asked_for() {
    const QByteArray wanted = qgetenv("HEADSCOPE_EXPECTED_VARIANT");
    if (wanted.isEmpty())
        QSKIP("no variant asked for");
#if defined(__x86_64__)
    if (wanted == "x86-64-v3" && !__builtin_cpu_supports("avx2"))
        QSKIP("this processor cannot run it");
#endif
    QCOMPARE(QByteArray(kernels::variant()), wanted);
}

void TestKernels::product_of_any_sizes() {
    for (const Index rows : {1, 2, 3, 5, 11, 12, 13, 29}) {
        for (const Index depth : {1, 2, 7, 33}) {
            for (Index columns = 1; columns <= 70; ++columns) {
                const auto a = random(rows * depth, 1);
                const auto b = random(depth * columns, 2);
                const auto bias = random(columns, 3);
                std::vector<float> packed(
                    static_cast<std::size_t>(kernels::packedSize(depth, columns)));
                kernels::pack(b.data(), columns, depth, columns, packed.data());
                std::vector<float> c(static_cast<std::size_t>(rows * columns + 1), guard);
                kernels::multiply({a.data(), depth, packed.data(), bias.data(), c.data(), columns,
                                   rows, depth, columns});
                QCOMPARE(c.back(), guard);
                for (Index i = 0; i < rows; ++i) {
                    for (Index j = 0; j < columns; ++j) {
                        double sum = static_cast<double>(bias[static_cast<std::size_t>(j)]);
                        for (Index k = 0; k < depth; ++k)
                            sum +=
                                static_cast<double>(a[static_cast<std::size_t>(i * depth + k)]) *
                                static_cast<double>(b[static_cast<std::size_t>(k * columns + j)]);
                        const auto value =
                            static_cast<double>(c[static_cast<std::size_t>(i * columns + j)]);
                        QVERIFY2(std::abs(value - sum) < 2e-5,
                                 qPrintable(QStringLiteral("%1x%2x%3 at %4, %5")
                                                .arg(rows)
                                                .arg(depth)
                                                .arg(columns)
                                                .arg(i)
                                                .arg(j)));
                    }
                }
            }
        }
    }
}

void TestKernels::product_with_transposed_right_hand_side() {
    for (const Index columns : {1, 4, 31, 32, 33, 65}) {
        const Index depth = 9;
        const auto b = random(columns * (depth + 2), 4); // rows apart by depth + 2
        std::vector<float> turned(static_cast<std::size_t>(depth * columns));
        for (Index j = 0; j < columns; ++j) {
            for (Index k = 0; k < depth; ++k)
                turned[static_cast<std::size_t>(k * columns + j)] =
                    b[static_cast<std::size_t>(j * (depth + 2) + k)];
        }
        const auto size = static_cast<std::size_t>(kernels::packedSize(depth, columns));
        std::vector<float> expected(size, guard);
        std::vector<float> packed(size, -guard);
        kernels::pack(turned.data(), columns, depth, columns, expected.data());
        kernels::packTransposed(b.data(), depth + 2, depth, columns, packed.data());
        QVERIFY(packed == expected);
    }
}

void TestKernels::product_respects_strides_and_neighbours() {
    // A block of 5 × 7 inside of wider matrices: what lies around stays.
    const Index rows = 5;
    const Index depth = 3;
    const Index columns = 7;
    const auto a = random(rows * 10, 5);
    const auto b = random(depth * 20, 6);
    std::vector<float> packed(static_cast<std::size_t>(kernels::packedSize(depth, columns)));
    kernels::pack(b.data() + 4, 20, depth, columns, packed.data());
    std::vector<float> c(static_cast<std::size_t>(rows * 16), guard);
    kernels::multiply({.left = a.data() + 2,
                       .leftStride = 10,
                       .packed = packed.data(),
                       .result = c.data() + 3,
                       .resultStride = 16,
                       .rows = rows,
                       .depth = depth,
                       .columns = columns});
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = 0; j < 16; ++j) {
            const float value = c[i * 16 + j];
            if (j < 3 || j >= 10) {
                QCOMPARE(value, guard);
                continue;
            }
            double sum = 0;
            for (std::size_t k = 0; k < 3; ++k)
                sum +=
                    static_cast<double>(a[i * 10 + 2 + k]) * static_cast<double>(b[k * 20 + j + 1]);
            QVERIFY(std::abs(static_cast<double>(value) - sum) < 1e-5);
        }
    }
}

void TestKernels::blocks_change_no_bit() {
    const Index rows = 50;
    const Index depth = 300;
    const Index columns = 40;
    const auto a = random(rows * depth, 7);
    const auto b = random(depth * columns, 8);
    std::vector<float> packed(static_cast<std::size_t>(kernels::packedSize(depth, columns)));
    kernels::pack(b.data(), columns, depth, columns, packed.data());
    const auto count = static_cast<std::size_t>(rows * columns);
    std::vector<float> whole(count);
    kernels::multiply(
        {a.data(), depth, packed.data(), nullptr, whole.data(), columns, rows, depth, columns});
    for (const Index block : {1, 2, 5, 7, 12, 24}) {
        std::vector<float> parts(count);
        for (Index first = 0; first < rows; first += block)
            kernels::multiply({a.data() + first * depth, depth, packed.data(), nullptr,
                               parts.data() + first * columns, columns,
                               std::min(block, rows - first), depth, columns});
        QVERIFY(parts == whole);
    }
}

void TestKernels::scale_and_mask_of_any_length() {
    for (Index count = 1; count <= 70; ++count) {
        const auto size = static_cast<std::size_t>(count);
        const auto x = random(count, 9);
        auto additive = random(count, 10);
        additive[0] = -infinity;
        std::vector<float> allowed(size);
        for (std::size_t i = 0; i < size; ++i)
            allowed[i] = i % 3 == 1 ? 0.0F : 1.0F;
        std::vector<float> y(size + 1, guard);
        kernels::scale(x.data(), count, 0.25F, y.data());
        for (std::size_t i = 0; i < size; ++i)
            QCOMPARE(y[i], x[i] * 0.25F);
        QCOMPARE(y[size], guard);
        for (int parts = 0; parts < 4; ++parts) {
            kernels::applyMask(x.data(), parts & 1 ? allowed.data() : nullptr,
                               parts & 2 ? additive.data() : nullptr, count, y.data());
            for (std::size_t i = 0; i < size; ++i) {
                const float sum = parts & 2 ? x[i] + additive[i] : x[i];
                QVERIFY(y[i] == ((parts & 1) && allowed[i] == 0.0F ? -infinity : sum));
            }
            QCOMPARE(y[size], guard);
        }
    }
}

void TestKernels::softmax_of_any_length_is_exact() {
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

void TestKernels::softmax_of_extreme_scores_data() {
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

void TestKernels::softmax_of_extreme_scores() {
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

void TestKernels::row_goes_through_all_stages() {
    for (Index count = 1; count <= 70; ++count) {
        const auto size = static_cast<std::size_t>(count);
        const auto scores = random(count, static_cast<unsigned>(count));
        auto additive = random(count, 13);
        additive[size / 2] = -infinity;
        std::vector<float> allowed(size, 1.0F);
        allowed[size - 1] = 0.0F;
        for (int parts = 0; parts < 4; ++parts) {
            const float* mayAttend = parts & 1 ? allowed.data() : nullptr;
            const float* added = parts & 2 ? additive.data() : nullptr;
            std::vector<float> scaled(size + 1, guard);
            std::vector<float> masked(size + 1, guard);
            std::vector<float> weights(size + 1, guard);
            kernels::weigh({scores.data(), count, 0.3F, mayAttend, added, scaled.data(),
                            parts ? masked.data() : nullptr, weights.data()});
            std::vector<float> expected(size + 1, guard);
            kernels::scale(scores.data(), count, 0.3F, expected.data());
            QVERIFY(scaled == expected);
            if (parts)
                kernels::applyMask(scaled.data(), mayAttend, added, count, expected.data());
            QVERIFY(masked == (parts ? expected : std::vector<float>(size + 1, guard)));
            kernels::softmax(expected.data(), count, expected.data());
            QVERIFY(weights == expected);
        }
    }
}

void TestKernels::fully_masked_rows_become_what_is_asked() {
    constexpr float masked = -HUGE_VALF;
    for (const Index count : {1, 3, 4, 8, 15, 16, 17, 33, 100}) {
        const auto size = static_cast<std::size_t>(count);
        const std::vector<float> scores(size, masked);
        for (const float wanted : {0.0F, 0.25F, std::nanf("")}) {
            // One more element than the row has: it must stay what it was.
            std::vector<float> weights(size + 1, 7.0F);
            kernels::softmax(scores.data(), count, weights.data(), wanted);
            std::vector<float> weighed(size + 1, 7.0F);
            std::vector<float> scaled(size);
            kernels::weigh({.scores = scores.data(),
                            .count = count,
                            .scaled = scaled.data(),
                            .weights = weighed.data(),
                            .fullyMasked = wanted});
            for (std::size_t i = 0; i < size; ++i) {
                QVERIFY(weights[i] == wanted || (std::isnan(wanted) && std::isnan(weights[i])));
                QVERIFY(weighed[i] == wanted || (std::isnan(wanted) && std::isnan(weighed[i])));
            }
            QCOMPARE(weights[size], 7.0F);
            QCOMPARE(weighed[size], 7.0F);
            // A row with one open key is not asked about, and NaN is not a mask.
            std::vector<float> open = scores;
            open[size / 2] = -3.0F;
            kernels::softmax(open.data(), count, weights.data(), wanted);
            for (std::size_t i = 0; i < size; ++i)
                QCOMPARE(weights[i], i == size / 2 ? 1.0F : 0.0F);
            open[size / 2] = std::nanf("");
            kernels::softmax(open.data(), count, weights.data(), wanted);
            for (std::size_t i = 0; i < size; ++i)
                QVERIFY(std::isnan(weights[i]));
        }
    }
}

void TestKernels::softmax_in_place() {
    auto row = random(77, 11);
    const auto weights = softmaxOf(row);
    kernels::softmax(row.data(), 77, row.data());
    QVERIFY(row == weights);
}

void TestKernels::first_number_that_is_not_finite_is_found() {
    for (const Index count : {0, 1, 7, 64, 1000, 5000}) {
        auto values = random(count, 12);
        QCOMPARE(kernels::findNonFinite(values.data(), count), count);
        for (Index at = 0; at < count; at += 1 + count / 37) {
            for (const float bad : {notANumber, infinity, -infinity}) {
                const float good = std::exchange(values[static_cast<std::size_t>(at)], bad);
                QCOMPARE(kernels::findNonFinite(values.data(), count), at);
                values[static_cast<std::size_t>(at)] = good;
            }
        }
        if (count)
            values[0] = std::numeric_limits<float>::max();
        QCOMPARE(kernels::findNonFinite(values.data(), count), count);
    }
}

QTEST_GUILESS_MAIN(TestKernels)
#include "test_kernels.moc"
