// SPDX-License-Identifier: GPL-3.0-or-later
// Times whole runs of a trained model, every stage of every head kept, on one thread:
//   bench_model FOLDER TOKENS RUNS      prints the processor's milliseconds of each run
#include "checkpoint/checkpoint_run.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

using namespace headscope;

int main(int count, char** arguments) {
    if (count != 4) {
        std::fputs("bench_model FOLDER TOKENS RUNS\n", stderr);
        return 2;
    }
    const Result<Checkpoint> checkpoint = openCheckpoint(arguments[1]);
    if (!checkpoint) {
        std::fputs(checkpoint.error().text().c_str(), stderr);
        return 1;
    }
    std::vector<Index> words;
    for (Index i = 0; i < std::atol(arguments[2]); ++i)
        words.push_back((i * 7919 + 13) % checkpoint->config.vocabulary);
    for (int run = -1; run < std::atoi(arguments[3]); ++run) { // the first one reads the weights
        const std::clock_t start = std::clock();
        const Result<Trace> trace = runCheckpoint(*checkpoint, {{words}, {}}, {.threads = 1});
        const std::clock_t end = std::clock();
        if (!trace)
            return 1;
        if (run >= 0)
            std::printf("%.1f\n", 1000.0 * static_cast<double>(end - start) / CLOCKS_PER_SEC);
    }
    return 0;
}
