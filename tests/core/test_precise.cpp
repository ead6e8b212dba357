// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/precise.h"
#include "support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

using namespace headscope;

namespace {

std::vector<double> randomNumbers(std::size_t count, double size, unsigned seed) {
    std::mt19937 generator(seed);
    std::normal_distribution<double> normal(0, size);
    std::vector<double> numbers(count);
    for (double& number : numbers)
        number = normal(generator);
    return numbers;
}

constexpr double doubleInfinity = std::numeric_limits<double>::infinity();

} // namespace

class TestPrecise : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void products_are_sums_in_order();
    void a_transposed_left_side_is_the_same();
    void exponentials_are_as_exact_as_the_library_s();
    void masked_keys_have_no_weight();
    void a_row_of_nothing_is_zero();
    void not_a_number_spreads();
    void adam_takes_its_first_step_by_the_rate();
    void adam_keeps_to_its_bound();
};

void TestPrecise::products_are_sums_in_order() {
    for (const auto [rows, inner, columns] :
         {std::array<Index, 3>{1, 1, 1}, {2, 4, 10}, {7, 13, 5}, {3, 64, 33}}) {
        const auto left = randomNumbers(static_cast<std::size_t>(rows * inner), 1, 1);
        const auto right = randomNumbers(static_cast<std::size_t>(inner * columns), 1, 2);
        std::vector<double> result(static_cast<std::size_t>(rows * columns), 99);
        arithmetic::multiply(denseMatrix(left.data(), rows, inner),
                             denseMatrix(right.data(), inner, columns),
                             denseMatrix(result.data(), rows, columns));
        for (Index row = 0; row < rows; ++row) {
            for (Index column = 0; column < columns; ++column) {
                double sum = 0;
                for (Index k = 0; k < inner; ++k) {
                    // Two roundings for each term, as the library makes them.
                    const volatile double term =
                        left[static_cast<std::size_t>(row * inner + k)] *
                        right[static_cast<std::size_t>(k * columns + column)];
                    sum += term;
                }
                QCOMPARE(result[static_cast<std::size_t>(row * columns + column)], sum);
            }
        }
    }
}

void TestPrecise::a_transposed_left_side_is_the_same() {
    const auto left = randomNumbers(12, 1, 3); // [3, 4]
    std::vector<double> turned(12);            // [4, 3]
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column)
            turned[column * 3 + row] = left[row * 4 + column];
    }
    const auto right = randomNumbers(20, 1, 4); // [4, 5]
    std::vector<double> a(15);
    std::vector<double> b(15);
    arithmetic::multiply(denseMatrix(left.data(), 3, 4), denseMatrix(right.data(), 4, 5),
                         denseMatrix(a.data(), 3, 5));
    arithmetic::multiply(denseMatrix<const double>(turned.data(), 4, 3).transposed(),
                         denseMatrix(right.data(), 4, 5), denseMatrix(b.data(), 3, 5));
    QCOMPARE(a, b);
}

/// Two keys with scores 0 and x <= 0: the weights are 1 / (1 + e^x) and e^x / (1 + e^x).
void TestPrecise::exponentials_are_as_exact_as_the_library_s() {
    double worst = 0;
    for (double x = 0; x > -700; x -= 0.0137) {
        const std::vector<double> scores = {0, x};
        std::vector<double> weights(2);
        double logSum = 0;
        arithmetic::softmax(denseMatrix(scores.data(), 1, 2), denseMatrix(weights.data(), 1, 2),
                            &logSum);
        const double expected = std::exp(x) / (1 + std::exp(x));
        worst = std::max(worst, std::fabs(weights[1] - expected) / expected);
        QVERIFY(std::fabs(logSum - std::log1p(std::exp(x))) < 4e-16);
    }
    QVERIFY2(worst < 1e-15, qPrintable(QString::number(worst)));
    const std::vector<double> far = {5, -1000};
    std::vector<double> weights(2);
    double logSum = 0;
    arithmetic::softmax(denseMatrix(far.data(), 1, 2), denseMatrix(weights.data(), 1, 2), &logSum);
    QCOMPARE(weights, (std::vector<double>{1, 0}));
    QCOMPARE(logSum, 5.0);
}

void TestPrecise::masked_keys_have_no_weight() {
    const std::vector<double> scores = {std::log(3.0), -doubleInfinity, 0};
    std::vector<double> weights(3);
    double logSum = 0;
    arithmetic::softmax(denseMatrix(scores.data(), 1, 3), denseMatrix(weights.data(), 1, 3),
                        &logSum);
    QVERIFY(std::fabs(weights[0] - 0.75) < 1e-15);
    QCOMPARE(weights[1], 0.0);
    QVERIFY(std::fabs(weights[2] - 0.25) < 1e-15);
}

void TestPrecise::a_row_of_nothing_is_zero() {
    std::vector<double> scores = {-doubleInfinity, -doubleInfinity, 1, 1};
    std::vector<double> logSums(2);
    arithmetic::softmax(denseMatrix<const double>(scores.data(), 2, 2),
                        denseMatrix(scores.data(), 2, 2), logSums.data());
    QCOMPARE(scores, (std::vector<double>{0, 0, 0.5, 0.5}));
    QCOMPARE(logSums[0], -doubleInfinity);
}

void TestPrecise::not_a_number_spreads() {
    const std::vector<double> scores = {0, std::nan(""), 0};
    std::vector<double> weights(3);
    double logSum = 0;
    arithmetic::softmax(denseMatrix(scores.data(), 1, 3), denseMatrix(weights.data(), 1, 3),
                        &logSum);
    QVERIFY(std::isnan(weights[0]));
    QVERIFY(std::isnan(logSum));
}

/// m̂ / √v̂ is the sign of the gradient in the first step, whatever its size.
void TestPrecise::adam_takes_its_first_step_by_the_rate() {
    const std::vector<double> gradient = {1e-3, -7, 250};
    std::vector<double> mean(3);
    std::vector<double> square(3);
    std::vector<double> values = {1, 1, 1};
    arithmetic::AdamStep adam;
    adam.count = 3;
    adam.gradient = gradient.data();
    adam.mean = mean.data();
    adam.square = square.data();
    adam.values = values.data();
    adam.rate = 0.25;
    arithmetic::adam(adam);
    QVERIFY(std::fabs(values[0] - 0.75) < 1e-5); // ε counts where a gradient is small
    QVERIFY(std::fabs(values[1] - 1.25) < 1e-8);
    QVERIFY(std::fabs(values[2] - 0.75) < 1e-8);
}

void TestPrecise::adam_keeps_to_its_bound() {
    const double gradient = -1;
    double mean = 0;
    double square = 0;
    double value = 0;
    arithmetic::AdamStep adam{.count = 1,
                              .gradient = &gradient,
                              .mean = &mean,
                              .square = &square,
                              .values = &value,
                              .rate = 0.4,
                              .largest = 1};
    for (int step = 0; step < 10; ++step) {
        arithmetic::adam(adam);
        adam.meanPower *= arithmetic::adamMean;
        adam.squarePower *= arithmetic::adamSquare;
    }
    QCOMPARE(value, 1.0);
}

HEADSCOPE_TEST(TestPrecise, QCoreApplication)
#include "test_precise.moc"
