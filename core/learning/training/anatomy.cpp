// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/training/anatomy.h"

#include "arithmetic/backward.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

double squareSum(const Tensor& tensor) {
    const Tensor whole = tensor.contiguous();
    return arithmetic::sumOfSquares(whole.data(), whole.elementCount());
}

double squareSum(const Tensor& after, const Tensor& before) {
    double sum = 0;
    const Tensor a = after.contiguous();
    const Tensor b = before.contiguous();
    for (std::size_t i = 0; i < a.values().size(); ++i) {
        const double change =
            static_cast<double>(a.values()[i]) - static_cast<double>(b.values()[i]);
        sum += change * change;
    }
    return sum;
}

std::string sentenceOf(const Sample& sample, const Dataset& data) {
    std::string text;
    const auto add = [&text](const std::string& word) { text += text.empty() ? word : ' ' + word; };
    if (!data.isTranslation()) {
        for (const int word : sample.tokens)
            add(data.words[word]);
        return text;
    }
    for (const int word : sample.source)
        add(data.sourceWords[word]);
    add("→");
    for (const int target : sample.targets) {
        if (target >= 0)
            add(data.classes[static_cast<std::size_t>(target)]);
    }
    return text;
}

} // namespace

std::optional<StepAnatomy> anatomyOf(const Training& training, const CancellationToken& token) {
    const Result<Training::NextStep> next = training.nextStep(token);
    if (!next)
        return std::nullopt;
    StepAnatomy anatomy;
    anatomy.loss = next->report.loss;
    anatomy.rate = next->report.rate;
    for (const Sample* const sample : next->batch.samples)
        anatomy.batch.push_back(sentenceOf(*sample, training.data()));
    const TrainingState before = training.state();
    TrainingState after = before;
    takeStep(training.recipe().optimiser, before.step, training.recipe().steps, next->gradients,
             after.parameters, after.optimiser);
    const auto old = before.parameters.entries();
    const auto moved = after.parameters.entries();
    for (std::size_t i = 0; i < old.size(); ++i) {
        // A norm belongs to what it stands behind.
        Scope whose = old[i].scope;
        whose.place = Scope::Place::Itself;
        const std::string scope = whose.path();
        auto block = std::ranges::find(anatomy.blocks, scope, &BlockStep::scope);
        if (block == anatomy.blocks.end())
            block = anatomy.blocks.insert(block, BlockStep{scope, 0, 0, 0, 0});
        block->count += old[i].tensor.elementCount();
        block->weights += squareSum(old[i].tensor);
        block->gradient += squareSum(next->gradients[i]);
        block->update += squareSum(moved[i].tensor, old[i].tensor);
    }
    for (BlockStep& block : anatomy.blocks) {
        block.weights = std::sqrt(block.weights);
        block.gradient = std::sqrt(block.gradient);
        block.update = std::sqrt(block.update);
    }
    return anatomy;
}

} // namespace headscope
