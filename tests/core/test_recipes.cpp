// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "experiment/compact_experiment.h"
#include "experiment/edits/edit.h"
#include "experiment/given_tensors.h"
#include "support/edits.h"
#include "support/test_program.h"
#include "tensor/recipes.h"
#include "transformer/model_parameters.h"

#include <QtTest>

#include <atomic>
#include <ctime>
#include <numeric>
#include <set>
#include <thread>

using namespace headscope;
using namespace headscope::testing;

namespace {

constexpr Index blockSize = 64'000; // a block that the next one of its size takes over

std::shared_ptr<const recipes::Recipe> counting() {
    return std::make_shared<const recipes::Recipe>(recipes::Recipe{
        {20, blockSize / 20}, {Axis::ModelDim, Axis::HiddenDim}, [](float* numbers) {
            std::iota(numbers, numbers + blockSize, 0.0F);
        }});
}

} // namespace

class TestRecipes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void copies_know_it_and_parts_and_changed_ones_do_not();
    void a_storage_in_the_same_place_knows_nothing();
    void every_tensor_is_visited();
    void what_is_used_elsewhere_is_not_dropped();
    void numbers_are_made_once_when_they_are_read();
    void an_edit_makes_no_numbers();
    void an_edit_of_sizes_makes_no_inputs_and_masks();
    void untouched_numbers_of_the_seed_do_not_depend_on_the_way();
};

void TestRecipes::copies_know_it_and_parts_and_changed_ones_do_not() {
    const auto recipe = counting();
    const Tensor made = recipes::make(recipe);
    const Tensor copy = made;
    QVERIFY(recipes::of(copy) == recipe);
    QVERIFY(recipes::of(copy.withAxes({Axis::HiddenDim, Axis::ModelDim})) == recipe);
    QVERIFY(!recipes::of(made.selected(0, 3)));
    QVERIFY(!recipes::of(made.transposed(0, 1)));
    QVERIFY(!recipes::of(made.withElement({0, 0}, 7)));
    Tensor written = recipes::make(recipe);
    written.mutableData()[0] = 7;
    QVERIFY(!recipes::of(written));
    QVERIFY(recipes::of(copy) == recipe);
}

void TestRecipes::a_storage_in_the_same_place_knows_nothing() {
    std::set<const float*> places;
    {
        std::vector<Tensor> made;
        for (int i = 0; i < 20; ++i)
            made.push_back(recipes::make(counting()));
        for (const Tensor& tensor : made)
            places.insert(tensor.data());
    }
    int usedAgain = 0;
    std::vector<Tensor> others;
    for (int i = 0; i < 20; ++i) {
        others.push_back(
            Tensor::filled({20, blockSize / 20}, {Axis::ModelDim, Axis::HiddenDim}, 1));
        usedAgain += places.contains(others.back().data());
        QVERIFY(!recipes::of(others.back()));
    }
    QVERIFY(usedAgain > 0);
}

void TestRecipes::every_tensor_is_visited() {
    // What a copy made of visits holds is all that an experiment is equal by.
    for (const Example& example : examples()) {
        const Experiment experiment = example.make();
        std::vector<Tensor> tensors;
        forEachTensor(experiment, [&](const Tensor& tensor) { tensors.push_back(tensor); });
        Experiment emptied = experiment;
        forEachTensor(emptied, [](Tensor& tensor) { tensor = Tensor(); });
        CountedMemory typed;
        typed.add(emptied);
        QCOMPARE(typed.bytes(), std::size_t{0});
        auto next = tensors.begin();
        forEachTensor(emptied, [&](Tensor& tensor) { tensor = *next++; });
        QVERIFY(emptied == experiment);
    }
}

void TestRecipes::what_is_used_elsewhere_is_not_dropped() {
    const Experiment experiment = findExample("paper-size")->make();
    CountedMemory used;
    used.add(experiment);
    CompactExperiment kept(std::make_shared<const Experiment>(experiment));
    kept.shrink(used);
    QVERIFY(kept.isWhole());
    kept.shrink({});
    QVERIFY(!kept.isWhole());
    CountedMemory left;
    kept.addMemory(left);
    QVERIFY(left.bytes() < used.bytes() / 5);
    QVERIFY(*kept.restore() == experiment);
    QVERIFY(kept.isWhole());
}

void TestRecipes::numbers_are_made_once_when_they_are_read() {
    std::atomic<int> made = 0;
    const auto recipe = std::make_shared<const recipes::Recipe>(recipes::Recipe{
        {20, blockSize / 20}, {Axis::ModelDim, Axis::HiddenDim}, [&](float* numbers) {
            ++made;
            std::iota(numbers, numbers + blockSize, 0.0F);
        }});
    const Tensor tensor = recipes::make(recipe);
    const Tensor turned = tensor.transposed(0, 1);
    const Tensor row = tensor.selected(0, 3);
    QVERIFY(tensor == turned.transposed(0, 1)); // the same storage
    QCOMPARE(made.load(), 0);
    // Whoever comes first makes them, the others wait: all read the same.
    std::vector<std::thread> readers;
    std::atomic<int> wrong = 0;
    for (int i = 0; i < 4; ++i) {
        readers.emplace_back([&, i] {
            const Index column = 7 + i;
            const auto expected = static_cast<float>(3 * (blockSize / 20) + column);
            wrong += tensor(3, column) != expected || turned(column, 3) != expected ||
                     row(column) != expected || turned.contiguous()(column, 3) != expected;
        });
    }
    for (std::thread& reader : readers)
        reader.join();
    QCOMPARE(wrong.load(), 0);
    QCOMPARE(made.load(), 1);
}

void TestRecipes::an_edit_makes_no_numbers() {
    // The window's thread edits; 500 million numbers would take it longer than this test may run.
    Experiment experiment = findExample("stack")->make();
    for (const Index width : {240, 480, 960, 24, 960}) {
        const Result<Experiment> next = withModelDim(experiment, width);
        QVERIFY(next.ok());
        experiment = *next;
    }
    // What grew from a typed number is only known when it is made: two of them are not compared.
    Experiment typed = findExample("stack")->make();
    const Scope scope = firstAttention(typed.model);
    const Tensor& query = typed.weights.at(Role::QueryWeight, scope);
    typed.weights.set(Role::QueryWeight, scope, query.withElement({0, 0}, 42));
    const Result<Experiment> one = withModelDim(typed, 960);
    const Result<Experiment> other = withModelDim(typed, 960);
    QVERIFY(one.ok() && other.ok());
    const auto makes = [&](Role role) {
        return recipes::comparingMakes(one->weights.at(role, scope),
                                       other->weights.at(role, scope));
    };
    QVERIFY(makes(Role::QueryWeight));
    QVERIFY(!makes(Role::KeyWeight));
    Experiment seeded = experiment;
    const std::clock_t start = std::clock();
    // The same number typed again gives the same experiment, by another way.
    const Result<Experiment> again = withModelDim(findExample("stack")->make(), 960);
    QVERIFY(again.ok());
    QVERIFY(again->weights == experiment.weights);
    for (std::uint64_t seed = 900'001; seed <= 900'030; ++seed) {
        seeded = withSeed(experiment, seed);
        QVERIFY(!(seeded == experiment));
        CompactExperiment kept(std::make_shared<const Experiment>(seeded));
        kept.shrink({});
        QVERIFY(!kept.isWhole());
        (void)kept.restore();
    }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    QVERIFY2(seconds < 2, qPrintable(QString::number(seconds)));
}

void TestRecipes::an_edit_of_sizes_makes_no_inputs_and_masks() {
    Experiment start = *withModelDim(findExample("arange")->make(), 960);
    start.keyTokens = start.tokens;
    start.keyInput = start.queryInput;
    start.mayAttend =
        Tensor::filled({start.batch(), 3, 3}, {Axis::Batch, Axis::Query, Axis::Key}, 1);
    const Index batch = start.batch();
    const LayoutSizes shown{batch, 3, start.config.heads, 960 / start.config.heads};
    LayoutSizes larger = shown;
    larger.batch = 40;
    larger.sequence = 100;
    for (const bool ofKeys : {false, true}) {
        const Result<Experiment> next = withLayoutSizes(start, shown, larger, false, ofKeys);
        QVERIFY2(next.ok(), next.ok() ? "" : next.error().text().c_str());
        const Tensor& input = ofKeys ? *next->keyInput : next->queryInput;
        QCOMPARE(recipes::bytesToMake(input), Index{40 * 100 * 960 * sizeof(float)});
        QCOMPARE(recipes::bytesToMake(*next->mayAttend), Index{40 * 3 * 100 * sizeof(float)});
        const auto tensors = {&next->queryInput, &*next->keyInput, &*next->mayAttend};
        for (const Tensor* tensor : tensors)
            QVERIFY(recipes::bytesToMake(*tensor) > 0);
        // What is made then is what stood there, and the tokens' own behind it.
        QCOMPARE(input(0, 2, 5), start.queryInput(0, 2, 5));
        QCOMPARE(input(batch + 3, 1, 7), start.queryInput(batch - 1, 1, 7));
        QCOMPARE((*next->mayAttend)(0, 2, 2), 1.0F);
    }
}

void TestRecipes::untouched_numbers_of_the_seed_do_not_depend_on_the_way() {
    const Experiment start = findExample("paper-size")->make();
    const Result<Experiment> there = withModelDim(start, 768);
    QVERIFY(there.ok());
    const Result<Experiment> back = withModelDim(*there, 512);
    QVERIFY(back.ok());
    QVERIFY(back->weights == start.weights);
    // A number that somebody typed stays where it is, with all that the seed gave around it.
    Experiment typed = start;
    const Tensor& weight = start.weights.at(Role::QueryWeight);
    typed.weights.set(Role::QueryWeight, weight.withElement({3, 5}, 42));
    const Result<Experiment> larger = withModelDim(typed, 768);
    QVERIFY(larger.ok());
    const Tensor& wide = larger->weights.at(Role::QueryWeight);
    QCOMPARE(wide(3, 5), 42.0F);
    QVERIFY(wide == there->weights.at(Role::QueryWeight).withElement({3, 5}, 42));
    QVERIFY(larger->weights.at(Role::KeyWeight) == there->weights.at(Role::KeyWeight));
}

HEADSCOPE_TEST(TestRecipes, QCoreApplication)
#include "test_recipes.moc"
