// SPDX-License-Identifier: GPL-3.0-or-later
// One step of the descent: its numbers, and walking it.
#include "head_fit/descent_numbers.h"
#include "head_fit/walk.h"
#include "support/test_program.h"
#include "support/ticket_painting.h"

#include <QtTest>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;

namespace {

FitOptions fewSteps(Index steps) {
    FitOptions options;
    options.starts = 1;
    options.steps = steps;
    return options;
}

HeadWeights someWeights(const FitProblem& problem) {
    return beginWalk(problem, fewSteps(0)).value().weights;
}

double nats(const FitProblem& problem, const HeadWeights& weights) {
    return fittedHead(problem, weights).bits * std::log(2.0);
}

/// The same weights with one number moved.
Tensor moved(const Tensor& tensor, std::size_t place, float by) {
    const Tensor whole = tensor.contiguous();
    std::vector<float> values(whole.values().begin(), whole.values().end());
    values[place] += by;
    return Tensor::fromValues(tensor.shape(), tensor.axes(), values);
}

} // namespace

class TestPaintingWalk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbers_are_those_of_the_head();
    void gradients_are_central_differences();
    void a_walk_is_the_search_bit_for_bit();
    void a_walk_goes_on_from_any_record();
    void the_update_is_what_the_next_step_adds();
    void an_optimum_has_no_next_step();
    void a_rate_that_is_too_large_is_said();
};

void TestPaintingWalk::numbers_are_those_of_the_head() {
    const FitProblem problem = ticketPainting("own");
    const HeadWeights weights = someWeights(problem);
    const DescentNumbers numbers = descentNumbers(problem, weights);
    const FittedHead head = fittedHead(problem, weights);
    const PaintTarget& target = problem.target;
    for (Index query = 0; query < target.queries; ++query) {
        double missing = 0;
        double largest = -1e9;
        double sum = 0;
        for (Index key = 0; key < target.keys; ++key) {
            // By hand: x·W_Q times y·W_K, feature by feature.
            double score = 0;
            for (Index k = 0; k < weights.keyDim(); ++k) {
                double q = 0;
                double c = 0;
                for (Index i = 0; i < problem.queryWidth(); ++i) {
                    q += double{problem.queryInput(query, i)} * double{weights.query(i, k)};
                    c += double{problem.keyInput(key, i)} * double{weights.key(i, k)};
                }
                score += q * c;
                QVERIFY(std::fabs(
                            numbers.query[static_cast<std::size_t>(query * weights.keyDim() + k)] -
                            q) < 1e-12);
            }
            const std::size_t place = target.place(query, key);
            QVERIFY(std::fabs(numbers.scores[place] - score) < 1e-10);
            QVERIFY(std::fabs(numbers.scaledScores[place] - score / std::sqrt(2.0)) < 1e-10);
            missing += numbers.missing[place];
            largest = std::max(largest, numbers.scaledScores[place]);
        }
        for (Index key = 0; key < target.keys; ++key)
            sum += std::exp(numbers.scaledScores[target.place(query, key)] - largest);
        for (Index key = 0; key < target.keys; ++key) {
            const std::size_t place = target.place(query, key);
            QVERIFY(std::fabs(head.attention[place] -
                              std::exp(numbers.scaledScores[place] - largest) / sum) < 1e-12);
        }
        QVERIFY(std::fabs(missing - head.rowBits[static_cast<std::size_t>(query)]) < 1e-9);
    }
}

void TestPaintingWalk::gradients_are_central_differences() {
    const FitProblem problem = ticketPainting("own");
    const HeadWeights weights = someWeights(problem);
    const DescentNumbers numbers = descentNumbers(problem, weights);
    constexpr float step = 1.0F / 1024; // exact in float32 beside numbers of this size
    for (std::size_t i = 0; i < numbers.queryGradient.size(); ++i) {
        HeadWeights up = weights;
        HeadWeights down = weights;
        up.query = moved(weights.query, i, step);
        down.query = moved(weights.query, i, -step);
        const double change =
            double{up.query.contiguous().values()[i]} - double{down.query.contiguous().values()[i]};
        QVERIFY(std::fabs((nats(problem, up) - nats(problem, down)) / change -
                          numbers.queryGradient[i]) < 1e-5);
        up = down = weights;
        up.key = moved(weights.key, i, step);
        down.key = moved(weights.key, i, -step);
        const double other =
            double{up.key.contiguous().values()[i]} - double{down.key.contiguous().values()[i]};
        QVERIFY(std::fabs((nats(problem, up) - nats(problem, down)) / other -
                          numbers.keyGradient[i]) < 1e-5);
    }
    // (A − T) / n, of ten painted rows.
    const FittedHead head = fittedHead(problem, weights);
    for (std::size_t i = 0; i < numbers.scoreGradient.size(); ++i)
        QVERIFY(std::fabs(numbers.scoreGradient[i] -
                          (head.attention[i] - double{problem.target.weights[i]}) / 10) < 1e-12);
}

void TestPaintingWalk::a_walk_is_the_search_bit_for_bit() {
    const FitProblem problem = ticketPainting("own");
    const HeadFit search = fitHead(problem, fewSteps(9)).value();
    HeadFit walk = beginWalk(problem, fewSteps(9)).value();
    QVERIFY(walk.isWalk);
    QCOMPARE(walk.descents.history.size(), std::size_t{1});
    for (Index step = 0; step < 9; ++step)
        walk = walkOn(walk, walk.descents.history.size() - 1, 1).value();
    QCOMPARE(walk.descents.history.size(), search.descents.history.size());
    for (std::size_t i = 0; i < walk.descents.history.size(); ++i) {
        QCOMPARE(walk.descents.history[i].step, search.descents.history[i].step);
        QCOMPARE(walk.descents.history[i].bits, search.descents.history[i].bits);
        QVERIFY(walk.descents.history[i].weights == search.descents.history[i].weights);
    }
    QVERIFY(walk.weights == rounded(search.descents.history.back().weights));
}

void TestPaintingWalk::a_walk_goes_on_from_any_record() {
    const FitProblem problem = ticketPainting("own");
    FitOptions options = fewSteps(200);
    options.starts = 3;
    const HeadFit search = fitHead(problem, options).value();
    const auto at =
        static_cast<std::size_t>(std::ranges::find(search.descents.history, 11, &FitRecord::step) -
                                 search.descents.history.begin());
    const HeadFit walk = walkOn(search, at, 1).value();
    QCOMPARE(walk.descents.history.size(), at + 2);
    QCOMPARE(walk.descents.history.back().step, Index{12});
    // The search recorded step 12, too: the same start, the same memory of Adam.
    QVERIFY(walk.descents.history.back().weights == search.descents.history[at + 1].weights);
}

void TestPaintingWalk::the_update_is_what_the_next_step_adds() {
    const FitProblem problem = ticketPainting("own");
    const HeadFit walk = walkOn(beginWalk(problem, fewSteps(9)).value(), 0, 4).value();
    const HeadWeights update = nextUpdate(walk, 2).value();
    const PreciseWeights& before = walk.descents.history[2].weights;
    const PreciseWeights& after = walk.descents.history[3].weights;
    const PreciseWeights precise = preciseOf(update);
    double largest = 0;
    for (std::size_t i = 0; i < before.query.size(); ++i) {
        QCOMPARE(static_cast<float>(precise.query[i]),
                 static_cast<float>(after.query[i] - before.query[i]));
        largest = std::max(largest, std::fabs(precise.query[i]));
    }
    QVERIFY(largest > 0.01); // the rate is 0.1
}

void TestPaintingWalk::an_optimum_has_no_next_step() {
    FitOptions options = fewSteps(50);
    options.keyDim = 4;
    const HeadFit exact = fitHead(ticketPainting("own"), options).value();
    QVERIFY(exact.isOptimum);
    const std::size_t last = exact.descents.history.size() - 1;
    QVERIFY(!nextUpdate(exact, last));
    QVERIFY(nextUpdate(exact, last - 1));
}

void TestPaintingWalk::a_rate_that_is_too_large_is_said() {
    FitOptions options = fewSteps(5);
    options.rate = 1e300;
    const FitProblem problem = ticketPainting("own");
    const HeadFit begun = beginWalk(problem, options).value();
    const Result<HeadFit> walked = walkOn(begun, 0, 3);
    QVERIFY(!walked);
    QVERIFY(QString::fromStdString(walked.error().text()).contains(QStringLiteral("rate")));
    QCOMPARE(begun.descents.history.size(), std::size_t{1}); // what was there stays
}

HEADSCOPE_TEST(TestPaintingWalk, QCoreApplication)
#include "test_painting_walk.moc"
