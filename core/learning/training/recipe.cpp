// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/training/recipe.h"

namespace headscope {

namespace {

Status checkCount(const char* name, Index count, Index least, Index most) {
    if (count >= least && count <= most)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "“%1” is %2; it must be between %3 and %4"), name,
                     count, least, most);
}

Status checkShare(const char* name, float share, float most) {
    if (share >= 0 && share <= most)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "“%1” is %2; it must be between %3 and %4"), name,
                     share, 0, most);
}

} // namespace

TrainingRecipe recipeOf(TaskKind task) {
    TrainingRecipe recipe;
    recipe.task = task;
    switch (infoOf(task).data) {
    case DataKind::Pairs:
        if (task == TaskKind::Translate)
            break;
        recipe.heads = 2;
        recipe.optimiser.rate = 3e-3F;
        recipe.optimiser.decay = Decay::Linear;
        recipe.optimiser.decayStart = 0.5F;
        recipe.steps = 600;
        break;
    case DataKind::Relations:
        recipe.optimiser.rate = 5e-3F;
        recipe.optimiser.beta2 = 0.999F;
        recipe.optimiser.decay = Decay::Linear;
        recipe.optimiser.decayStart = 0.5F;
        recipe.smoothing = 0;
        recipe.batch = 64;
        recipe.steps = 1500;
        recipe.recordEvery = 50;
        recipe.seed = 3;
        break;
    case DataKind::Sequences:
        recipe.heads = 2;
        recipe.smoothing = 0;
        recipe.encoderLayers = task == TaskKind::PreviousToken ? 1 : 2;
        recipe.decoderLayers = 0;
        recipe.optimiser.rate = 3e-3F;
        recipe.optimiser.decay = Decay::Linear;
        recipe.optimiser.decayStart = 0.5F;
        if (task == TaskKind::Induction) {
            recipe.optimiser.rate = 5e-3F;
            recipe.steps = 1500;
            recipe.recordEvery = 50;
        }
        break;
    case DataKind::Text:
        recipe.optimiser.rate = 3e-3F;
        recipe.smoothing = 0;
        recipe.encoderLayers = 2;
        recipe.decoderLayers = 0;
        break;
    }
    return recipe;
}

Status validate(const TrainingRecipe& recipe) {
    if (recipe.steps < 1)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "there are %1 steps: nothing would be learnt; "
                                           "at least 1 is needed"),
                         recipe.steps);
    const DataKind kind = infoOf(recipe.task).data;
    Status status = checkCount("steps", recipe.steps, 1, 10'000'000);
    if (status)
        status = checkCount("batch", recipe.batch, 1, 4096);
    if (status)
        status = checkCount("record_every", recipe.recordEvery, 1, 10'000'000);
    if (status)
        status = checkCount("d_model", recipe.modelDim, 1, 1024);
    if (status && recipe.keyDim)
        status = checkCount("d_k", *recipe.keyDim, 1, 1024);
    if (status)
        status = checkCount("heads", recipe.heads, 1, 64);
    if (status && recipe.hiddenDim)
        status = checkCount("d_ff", *recipe.hiddenDim, 1, 4096);
    if (status && kind != DataKind::Relations)
        status =
            checkCount("encoder_layers", recipe.encoderLayers, kind == DataKind::Pairs ? 0 : 1, 12);
    if (status && kind == DataKind::Pairs)
        status = checkCount("decoder_layers", recipe.decoderLayers, 1, 12);
    if (status)
        status = checkCount("context", recipe.context, 2, 256);
    if (status)
        status = checkShare("dropout", recipe.dropout, 0.95F);
    if (status)
        status = checkShare("smoothing", recipe.smoothing, 0.95F);
    if (status)
        status = checkShare("held_out", recipe.heldOut, 0.9F);
    return status ? validate(recipe.optimiser) : status;
}

DatasetRequest datasetRequestOf(const TrainingRecipe& recipe) {
    return {.task = recipe.task,
            .text = recipe.text,
            .watched = recipe.watched,
            .language = recipe.language,
            .seed = recipe.dataSeed,
            .heldOut = recipe.heldOut,
            .byCharacter = recipe.byCharacter,
            .context = recipe.context};
}

} // namespace headscope
