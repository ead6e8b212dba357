// SPDX-License-Identifier: GPL-3.0-or-later
#include "opening/read_inputs.h"

#include "formats/tensor_file.h"

namespace headscope {

namespace {

/// One of query, key and value, batch-first.
struct Input {
    Tensor tensor;
    bool unbatched = false;
};

Result<Input> readInput(const std::string& path, bool sequenceFirst) {
    Result<NpyArray> array = readArray(path);
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

/// Two files must agree in one size; `sentence` says in which.
Status agree(const char* sentence, const std::string& first, Index firstSize,
             const std::string& second, Index secondSize) {
    if (firstSize == secondSize)
        return Done{};
    return makeError(sentence, first, firstSize, second, secondSize);
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
Result<Tensor> readPartner(const std::string& path, const ExperimentFiles& files,
                           const Input& query) {
    Result<Input> input = readInput(path, files.sequenceFirst);
    if (!input)
        return input.error();
    if (input->unbatched != query.unbatched)
        return makeError(HEADSCOPE_MESSAGE("Message", "one of %1 and %2 has a batch axis, "
                                                      "the other has none: both need one, or none"),
                         files.query, path);
    if (const Status same =
            agree(HEADSCOPE_MESSAGE("Message", "the batch size of %1 is %2, but that of %3 is %4: "
                                               "they must be equal"),
                  files.query, query.tensor.size(0), path, input->tensor.size(0));
        !same)
        return same.error();
    return std::move(input->tensor);
}

} // namespace

Status readInputs(const ExperimentFiles& files, OpenedExperiment& opened) {
    Experiment& experiment = opened.experiment;
    const Result<Input> query = readInput(files.query, files.sequenceFirst);
    if (!query)
        return query.error();
    experiment.queryInput = query->tensor;
    opened.unbatched = query->unbatched;
    const std::string& keyPath = files.key.empty() ? files.query : files.key;
    if (!files.key.empty()) {
        Result<Tensor> key = readPartner(files.key, files, *query);
        if (!key)
            return key.error();
        experiment.keyInput = std::move(*key);
    }
    const std::string& valuePath = files.value.empty() ? keyPath : files.value;
    if (!files.value.empty()) {
        Result<Tensor> value = readPartner(files.value, files, *query);
        if (!value)
            return value.error();
        experiment.valueInput = std::move(*value);
        if (!experiment.keyInput) // values of their own make a side of their own
            experiment.keyInput = experiment.queryInput;
    }
    const Tensor& keys = experiment.keyInput ? *experiment.keyInput : experiment.queryInput;
    const Tensor& values = experiment.valueInput ? *experiment.valueInput : keys;
    if (Status same =
            agree(HEADSCOPE_MESSAGE("Message", "the number of tokens of %1 is %2, but that of %3 "
                                               "is %4: they must be equal"),
                  keyPath, keys.size(1), valuePath, values.size(1));
        !same)
        return same;
    const auto fits = [&](const std::string& path, const Tensor& input, Role weight) {
        return fitsWeights(path, input.size(2), files.weights,
                           experiment.weights.at(weight).size(0));
    };
    Status status = fits(files.query, experiment.queryInput, Role::QueryWeight);
    if (status)
        status = fits(keyPath, keys, Role::KeyWeight);
    return status ? fits(valuePath, values, Role::ValueWeight) : status;
}

} // namespace headscope
