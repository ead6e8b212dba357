// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/state_dict.h"
#include "experiment/edit.h"
#include "experiment/examples.h"
#include "formats/npy.h"
#include "formats/safetensors.h"
#include "load_mask.h"
#include "memory_limit.h"
#include "run_options.h"

#include <algorithm>
#include <thread>

namespace headscope {

namespace {

/// One of --query, --key, --value, batch-first.
struct Input {
    Tensor tensor;
    bool unbatched = false;
};

Result<Input> readInput(const std::string& path, bool sequenceFirst) {
    Result<NpyArray> array = readNpy(path);
    if (!array)
        return array.error();
    const Tensor& read = array->tensor;
    if ((read.rank() != 2 && read.rank() != 3) || read.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 has shape %2: inputs are [batch, sequence, "
                                           "d_model] or [sequence, d_model], "
                                           "none of these 0"),
                         path, shapeText(read.shape()));
    Input input;
    const Axes axes = {Axis::Batch, Axis::Sequence, Axis::ModelDim};
    input.unbatched = read.rank() == 2;
    if (input.unbatched)
        input.tensor = read.reshaped({1, read.size(0), read.size(1)}, axes);
    else if (sequenceFirst)
        input.tensor = read.transposed(0, 1).contiguous().withAxes(axes);
    else
        input.tensor = read.withAxes(axes);
    return input;
}

/// Two files must agree in one size.
Status agree(const std::string& what, const std::string& first, Index firstSize,
             const std::string& second, Index secondSize) {
    if (firstSize == secondSize)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "the %1 of %2 is %3, but that of %4 is %5: "
                                                  "they must be equal"),
                     what, first, firstSize, second, secondSize);
}

Status fitsWeights(const std::string& path, Index width, const std::string& weights,
                   Index expected) {
    if (width == expected)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "the vectors of %1 have %2 numbers, "
                                                  "but the weights of %3 take %4"),
                     path, width, weights, expected);
}

/// A second or third input, which must go with the queries.
Result<Tensor> readPartner(const std::string& path, const ProblemRequest& request,
                           const Input& query) {
    Result<Input> input = readInput(path, request.sequenceFirst);
    if (!input)
        return input.error();
    if (input->unbatched != query.unbatched)
        return makeError(HEADSCOPE_MESSAGE("Message", "one of %1 and %2 has a batch axis, "
                                                      "the other has none: both need one, or none"),
                         request.query, path);
    if (const Status same =
            agree("batch size", request.query, query.tensor.size(0), path, input->tensor.size(0));
        !same)
        return same.error();
    return std::move(input->tensor);
}

Status readInputs(const ProblemRequest& request, LoadedProblem& loaded) {
    AttentionProblem& problem = loaded.problem;
    const Result<Input> query = readInput(request.query, request.sequenceFirst);
    if (!query)
        return query.error();
    problem.queryInput = query->tensor;
    loaded.unbatched = query->unbatched;
    if (!request.key.empty()) {
        Result<Tensor> key = readPartner(request.key, request, *query);
        if (!key)
            return key.error();
        problem.keyInput = std::move(*key);
    }
    if (!request.value.empty()) {
        Result<Tensor> value = readPartner(request.value, request, *query);
        if (!value)
            return value.error();
        problem.valueInput = std::move(*value);
    }
    const std::string& keyPath = request.key.empty() ? request.query : request.key;
    const std::string& valuePath = request.value.empty() ? keyPath : request.value;
    if (Status same = agree("number of tokens", keyPath, problem.keys().size(1), valuePath,
                            problem.values().size(1));
        !same)
        return same;
    const auto fits = [&](const std::string& path, const Tensor& input, Role weight) {
        return fitsWeights(path, input.size(2), request.weights,
                           problem.weights.at(weight).size(0));
    };
    Status status = fits(request.query, problem.queryInput, Role::QueryWeight);
    if (status)
        status = fits(keyPath, problem.keys(), Role::KeyWeight);
    return status ? fits(valuePath, problem.values(), Role::ValueWeight) : status;
}

/// What may be chosen for files and examples alike.
void choose(const ProblemRequest& request, AttentionConfig& config, MaskOptions& mask) {
    mask.causal = mask.causal || request.causal;
    mask.alignment = request.alignment.value_or(mask.alignment);
    if (request.window)
        mask.window = request.window;
    if (request.prefix)
        mask.prefix = request.prefix;
    config.fullyMasked = request.fullyMasked.value_or(config.fullyMasked);
    if (request.scale)
        config.scale = request.scale;
    config.dropout = request.dropout.value_or(config.dropout);
    config.dropoutSeed = request.seed.value_or(config.dropoutSeed);
}

/// The biases that were asked for, where any were named.
void chooseBiases(const ProblemRequest& request, Parameters& weights) {
    if (!request.biases)
        return;
    for (const ProjectionRoles& projection : projections)
        weights.setBias(projection.bias, std::ranges::find(*request.biases, projection.bias) !=
                                             request.biases->end());
}

MaskReading readingOf(const ProblemRequest& request, const LoadedProblem& loaded) {
    const AttentionProblem& problem = loaded.problem;
    MaskReading reading;
    // With a decoder the masks are those of the target's self-attention.
    const bool decoder = loaded.model.architecture == Architecture::EncoderDecoder;
    reading.sizes = {problem.batch(), problem.config.heads, problem.queryLength(),
                     decoder ? problem.queryLength() : problem.keyLength()};
    reading.sequenceFirst = request.sequenceFirst && !loaded.unbatched;
    reading.trueMeansMasked = request.trueMeansMasked.value_or(false);
    reading.meaningIsSaid = request.trueMeansMasked.has_value();
    return reading;
}

Status readMasks(const ProblemRequest& request, LoadedProblem& loaded) {
    const MaskReading reading = readingOf(request, loaded);
    MaskOptions& mask = loaded.problem.mask;
    for (const std::string& path : request.maskFiles) {
        if (Status read = readMask(path, reading, mask, loaded.questions); !read)
            return read;
    }
    if (request.keyPadding.empty())
        return Done{};
    return readKeyPadding(request.keyPadding, reading, mask, loaded.questions);
}

Result<LoadedProblem> loadExample(const ProblemRequest& request) {
    LoadedProblem loaded;
    Experiment example = findExample(request.example)->make();
    chooseBiases(request, example.weights);
    loaded.layout = request.sequenceFirst ? Layout::SequenceFirst : example.config.layout;
    example.config.layout = Layout::BatchFirst;
    ModelProblem model = modelProblemOf(example);
    loaded.problem = std::move(model.attention);
    loaded.model = model.config;
    loaded.sourcePadding = std::move(model.sourcePadding);
    AttentionProblem& problem = loaded.problem;
    choose(request, problem.config, problem.mask);
    if (const Status read = readMasks(request, loaded); !read)
        return read.error();
    // The figure is labelled by what the experiment says.
    example.config = problem.config;
    example.causal = problem.mask.causal;
    example.causalAlignment = problem.mask.alignment;
    example.window = problem.mask.window;
    example.prefix = problem.mask.prefix;
    example.mayAttend = problem.mask.mayAttend;
    example.additiveMask = problem.mask.additive;
    loaded.example = std::move(example);
    if (const Status valid = validate(modelProblemOf(loaded)); !valid)
        return valid.error();
    return loaded;
}

Result<LoadedProblem> loadFiles(const ProblemRequest& request) {
    LoadedProblem loaded;
    AttentionProblem& problem = loaded.problem;
    const Result<NamedTensors> tensors = readSafetensors(request.weights);
    if (!tensors)
        return tensors.error();
    Result<Parameters> weights = weightsFromStateDict(*tensors);
    if (!weights)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1: %2"), request.weights,
                         weights.error().text());
    problem.weights = std::move(*weights);
    chooseBiases(request, problem.weights);
    problem.config.modelDim = problem.weights.at(Role::QueryWeight).size(0);
    problem.config.heads = request.heads;
    if (const Status read = readInputs(request, loaded); !read)
        return read.error();
    if (request.sequenceFirst && !loaded.unbatched)
        loaded.layout = Layout::SequenceFirst;

    choose(request, problem.config, problem.mask);
    if (const Status read = readMasks(request, loaded); !read)
        return read.error();
    if (const Status valid = validate(problem); !valid)
        return valid.error();
    return loaded;
}

} // namespace

Result<LoadedProblem> loadProblem(const ProblemRequest& request) {
    Result<LoadedProblem> loaded =
        request.example.empty() ? loadFiles(request) : loadExample(request);
    if (loaded)
        loaded->memoryLimit = request.memoryLimit;
    return loaded;
}

ModelProblem modelProblemOf(const LoadedProblem& loaded) {
    return {loaded.problem, loaded.model, loaded.sourcePadding};
}

Result<Trace> computeProblem(const LoadedProblem& loaded) {
    const ModelProblem problem = modelProblemOf(loaded);
    if (const Status fits = checkMemoryLimit(problem, loaded.memoryLimit); !fits)
        return fits.error();
    RunOptions options;
    options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    return runModel(problem, options);
}

} // namespace headscope
