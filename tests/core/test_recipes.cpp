// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "experiment/edit.h"
#include "experiment/given_tensors.h"
#include "experiment/kept_experiment.h"
#include "tensor/recipes.h"

#include <QtTest>

#include <numeric>
#include <set>

using namespace headscope;

namespace {

constexpr Index size = 64'000; // a block that the next one of its size takes over

std::shared_ptr<const recipes::Recipe> counting() {
    return std::make_shared<const recipes::Recipe>([] {
        std::vector<float> values(size);
        std::iota(values.begin(), values.end(), 0.0F);
        return Tensor::fromValues({20, size / 20}, {Axis::ModelDim, Axis::HiddenDim}, values);
    });
}

} // namespace

class TestRecipes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void copies_know_it_and_parts_and_changed_ones_do_not();
    void a_storage_in_the_same_place_knows_nothing();
    void every_tensor_is_visited();
    void what_is_used_elsewhere_is_not_dropped();
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
        others.push_back(Tensor::filled({20, size / 20}, {Axis::ModelDim, Axis::HiddenDim}, 1));
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
        HeldMemory held;
        held.add(emptied);
        QCOMPARE(held.bytes(), std::size_t{0});
        auto next = tensors.begin();
        forEachTensor(emptied, [&](Tensor& tensor) { tensor = *next++; });
        QVERIFY(emptied == experiment);
    }
}

void TestRecipes::what_is_used_elsewhere_is_not_dropped() {
    const Experiment experiment = findExample("paper-size")->make();
    HeldMemory used;
    used.add(experiment);
    KeptExperiment kept(std::make_shared<const Experiment>(experiment));
    kept.shrink(used);
    QVERIFY(kept.isWhole());
    kept.shrink({});
    QVERIFY(!kept.isWhole());
    HeldMemory left;
    kept.addMemory(left);
    QVERIFY(left.bytes() < used.bytes() / 5);
    QVERIFY(*kept.restore() == experiment);
    QVERIFY(kept.isWhole());
}

QTEST_GUILESS_MAIN(TestRecipes)
#include "test_recipes.moc"
