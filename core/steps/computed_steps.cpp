// SPDX-License-Identifier: GPL-3.0-or-later
#include "steps/computed_steps.h"

#include <algorithm>

namespace headscope {

namespace {

constexpr Time lead{500'000};
constexpr Time hold{700'000};

MoveTiming timingOf(const Trace& block, std::size_t step, StepForm form) {
    const TraceStep& made = block[step];
    switch (form) {
    case StepForm::Product:
        // As many parts as a cell has terms: they are what is read.
        return {lead,
                std::max(Time{2'400'000}, moveTime(block[made.operands[0]].result.shape().back())),
                hold};
    case StepForm::Softmax: return {lead, Time{4'000'000}, hold};
    case StepForm::Masking:
    case StepForm::CellByCell:
    case StepForm::Reduction: return {lead, Time{1'800'000}, hold};
    case StepForm::Splitting:
    case StepForm::Joining:
    case StepForm::Rearranging: return {lead, Time{1'200'000}, hold};
    }
    return {lead, Time{1'200'000}, hold};
}

/// Whether the heads of what a rearrangement was given are those of its result.
StepForm rearrangement(const Tensor& before, const Tensor& after) {
    if (after.has(Axis::Heads) && !before.has(Axis::Heads))
        return StepForm::Splitting;
    if (before.has(Axis::Heads) && !after.has(Axis::Heads))
        return StepForm::Joining;
    return StepForm::Rearranging;
}

} // namespace

std::vector<ComputedStep> computedSteps(const Trace& block) {
    const std::size_t count = block.steps().size();
    // Who reads what: a rearrangement that only another one reads is part of that.
    std::vector<std::size_t> readers(count, 0);
    std::vector<std::size_t> reader(count, count);
    for (std::size_t step = 0; step < count; ++step) {
        for (const std::size_t operand : block[step].operands) {
            ++readers[operand];
            reader[operand] = step;
        }
    }
    const auto isPassing = [&](std::size_t step) {
        return isLayout(block[step].operation) && readers[step] == 1 &&
               isLayout(block[reader[step]].operation);
    };
    std::vector<ComputedStep> steps;
    for (std::size_t step = 0; step < count; ++step) {
        const TraceStep& made = block[step];
        const std::optional<StepForm> form = infoOf(made.operation).form;
        if (!form || made.result.isEmpty() || isPassing(step) || masksNothing(made))
            continue;
        ComputedStep stop{step, step, *form, {}};
        if (isLayout(made.operation)) {
            while (isPassing(block[stop.first].operands[0]))
                stop.first = block[stop.first].operands[0];
            stop.form = rearrangement(block[block[stop.first].operands[0]].result, made.result);
        }
        stop.timing = timingOf(block, step, stop.form);
        steps.push_back(stop);
    }
    return steps;
}

Timeline timelineOf(const std::vector<ComputedStep>& steps) {
    std::vector<MoveTiming> timings;
    timings.reserve(steps.size());
    for (const ComputedStep& step : steps)
        timings.push_back(step.timing);
    return Timeline(timings);
}

} // namespace headscope
