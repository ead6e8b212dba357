// SPDX-License-Identifier: GPL-3.0-or-later
// Processor time of training steps: bench_learning [STEPS]. Prints the mean of a step in
// milliseconds, and that of an evaluation.
#include "learning/training/training.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

using namespace headscope;

namespace {

double processorSeconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace

int main(int count, char** arguments) {
    TrainingRecipe recipe = recipeOf(TaskKind::Translate);
    recipe.steps = count > 1 ? std::max(1, std::atoi(arguments[1])) : 480;
    Result<Training> training = Training::create(recipe);
    if (!training)
        return EXIT_FAILURE;
    const double start = processorSeconds();
    while (!training->isFinished()) {
        if (!training->advance().ok())
            return EXIT_FAILURE;
    }
    const double learnt = processorSeconds();
    constexpr int evaluations = 20;
    for (int i = 0; i < evaluations; ++i) {
        if (training->evaluate().sentences < 0)
            return EXIT_FAILURE;
    }
    std::printf("%.4f %.4f\n", 1e3 * (learnt - start) / static_cast<double>(recipe.steps),
                1e3 * (processorSeconds() - learnt) / evaluations);
    return EXIT_SUCCESS;
}
