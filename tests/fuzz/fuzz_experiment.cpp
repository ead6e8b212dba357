// SPDX-License-Identifier: GPL-3.0-or-later
#include "../support/experiment_from_json.h"
#include "document/experiment_json.h"
#include "learning/history/training_json.h"
#include "transformer/run_model.h"

#include <cstdlib>

using namespace headscope;

/// Whatever is accepted is a valid problem, and survives being written and read
/// again; a refusal says why.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    DocumentExtras beside;
    const Result<Source> read = experimentSourceFromJson(text, &beside);
    if (!read) {
        if (read.error().text().empty())
            std::abort();
        return 0;
    }
    const Experiment& experiment = *read->experiment();
    if (!validate(modelProblemOf(experiment)))
        std::abort();
    const PackedTrainingPointer kept = read->training();
    if (kept) {
        const Result<TakenTraining> training = trainingFromJson(kept->content().json);
        if (!training && training.error().text().empty())
            std::abort();
    }
    DocumentExtras readAgain;
    const Result<Source> again =
        experimentSourceFromJson(experimentToJson(experiment, beside, kept), &readAgain);
    if (!again || !(*again->experiment() == experiment) || !sameTraining(again->training(), kept) ||
        readAgain.pins.size() != beside.pins.size() || readAgain.profile != beside.profile ||
        !(readAgain.views == beside.views) || !(readAgain.lastView == beside.lastView))
        std::abort();
    for (std::size_t i = 0; i < beside.pins.size(); ++i) {
        // A training beside a pinned state is not kept.
        const Experiment& pinned = *beside.pins[i].source.experiment();
        if (!validate(modelProblemOf(pinned)) ||
            !(*readAgain.pins[i].source.experiment() == pinned) ||
            readAgain.pins[i].source.training() || readAgain.pins[i].name != beside.pins[i].name)
            std::abort();
    }
    return 0;
}
