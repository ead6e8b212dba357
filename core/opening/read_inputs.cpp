// SPDX-License-Identifier: GPL-3.0-or-later
#include "opening/read_inputs.h"

#include "attention/number_check.h"
#include "formats/tensor_file.h"
#include "source/array_file.h"
#include "transformer/model_parameters.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headscope {

namespace {

enum class InputRole : std::uint8_t { Query, Key, Value };

/// What an array of that name is; nothing: its name does not say it.
std::optional<InputRole> roleNamed(std::string_view name) {
    using Names = std::initializer_list<std::string_view>;
    const std::string word = lowerCase(name.substr(name.find_last_of("./") + 1));
    const auto isOneOf = [&](const Names& names) {
        return std::ranges::find(names, word) != names.end();
    };
    if (isOneOf({"query", "q", "queries", "query_input", "x", "input", "inputs", "embeddings",
                 "hidden_states", "last_hidden_state"}))
        return InputRole::Query;
    if (isOneOf({"key", "k", "keys", "key_input", "memory", "encoder_hidden_states"}))
        return InputRole::Key;
    if (isOneOf({"value", "v", "values", "value_input"}))
        return InputRole::Value;
    return std::nullopt;
}

/// The inputs among the arrays of a file: those with such names, the first of each, else one
/// that is alone.
std::vector<std::size_t> inputsAmong(std::span<const ArrayFacts> arrays) {
    std::vector<std::size_t> chosen;
    std::array<bool, 3> found{};
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const std::optional<InputRole> role = roleNamed(arrays[i].name);
        if (role && !std::exchange(found[static_cast<std::size_t>(*role)], true))
            chosen.push_back(i);
    }
    if (chosen.empty() && arrays.size() == 1)
        chosen.push_back(0);
    return chosen;
}

std::string namesOf(const std::vector<ArrayFacts>& arrays) {
    constexpr std::size_t most = 6;
    std::string text;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        if (i == most)
            return text + ", …";
        text += (i == 0 ? "" : ", ") + arrays[i].name;
    }
    return text;
}

/// The arrays of a file that are inputs, and its words.
Result<ArrayFile> readInputFile(const std::string& path) {
    const ArrayFormat* const format = arrayFormatOf(path);
    if (!format || format->ending == ".npy") { // an array alone, whatever it is called
        Result<NpyArray> array = readArray(path);
        if (!array)
            return array.error();
        ArrayFile file;
        file.arrays.push_back({"", std::move(array->tensor)});
        return file;
    }
    Result<ArrayFile> file = readArrayFile(path, inputsAmong);
    if (!file)
        return file.error();
    std::vector<ArrayFacts> facts;
    for (const NamedArray& array : file->arrays)
        facts.push_back({array.name, array.tensor.shape()});
    std::vector<NamedArray> inputs;
    for (const std::size_t i : inputsAmong(facts)) {
        inputs.push_back(std::move(file->arrays[i]));
        facts[i].shape = {};
    }
    for (ArrayFacts& other : facts) {
        if (!other.shape.empty())
            file->others.push_back(std::move(other));
    }
    file->arrays = std::move(inputs);
    if (file->arrays.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has several arrays (%2), none of them "
                                                      "called query, key or value: call one so, "
                                                      "or save it alone"),
                         path, namesOf(file->others));
    return file;
}

/// That of the role; an array that is alone has whatever role it is asked for. nullptr: there is
/// none.
const Tensor* inputOf(const ArrayFile& file, InputRole role) {
    const auto found = std::ranges::find_if(
        file.arrays, [&](const NamedArray& array) { return roleNamed(array.name) == role; });
    if (found != file.arrays.end())
        return &found->tensor;
    return file.arrays.size() == 1 ? &file.arrays.front().tensor : nullptr;
}

Result<const Tensor*> neededInput(const ArrayFile& file, const std::string& path, InputRole role,
                                  std::string_view word) {
    if (const Tensor* const found = inputOf(file, role))
        return found;
    std::vector<ArrayFacts> facts;
    for (const NamedArray& array : file.arrays)
        facts.push_back({array.name, {}});
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 has no array called %2, but %3"), path,
                     std::string(word), namesOf(facts));
}

/// One of query, key and value, batch-first.
struct Input {
    Tensor tensor;
    bool unbatched = false;
};

Result<Input> asInput(const std::string& path, const Tensor& read, bool sequenceFirst,
                      TensorName name) {
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
    if (const Status finite = checkFinite(input.tensor, snakeCase(name), {}); !finite)
        return inFile(path, finite.error());
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
Result<Tensor> asPartner(const std::string& path, const Tensor& read, InputRole role,
                         const ExperimentFiles& files, const Input& query) {
    Result<Input> input =
        asInput(path, read, files.sequenceFirst,
                role == InputRole::Key ? TensorName::KeyInput : TensorName::ValueInput);
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

/// Keys or values: of a file of their own, else of that of the queries where it has some. Nothing:
/// there are none.
Result<std::optional<Tensor>> readPartner(const std::string& own, InputRole role,
                                          std::string_view word, const ArrayFile& ofQueries,
                                          const ExperimentFiles& files, const Input& query) {
    if (own.empty()) {
        const Tensor* const beside =
            ofQueries.arrays.size() > 1 ? inputOf(ofQueries, role) : nullptr;
        if (!beside)
            return std::optional<Tensor>();
        Result<Tensor> tensor = asPartner(files.query, *beside, role, files, query);
        return tensor ? Result<std::optional<Tensor>>(std::move(*tensor)) : tensor.error();
    }
    const Result<ArrayFile> file = readInputFile(own);
    if (!file)
        return file.error();
    const Result<const Tensor*> found = neededInput(*file, own, role, word);
    if (!found)
        return found.error();
    Result<Tensor> tensor = asPartner(own, **found, role, files, query);
    return tensor ? Result<std::optional<Tensor>>(std::move(*tensor)) : tensor.error();
}

} // namespace

bool isInputName(std::string_view name) {
    return roleNamed(name).has_value();
}

bool namesInputs(const std::string& path) {
    const Result<ArrayFile> file = readArrayFile(path, inputsAmong);
    return file && std::ranges::any_of(file->arrays, [](const NamedArray& array) {
               return roleNamed(array.name).has_value();
           });
}

Status readInputs(const ExperimentFiles& files, OpenedExperiment& opened, ArrayFile& words) {
    Experiment& experiment = opened.experiment;
    Result<ArrayFile> file = readInputFile(files.query);
    if (!file)
        return file.error();
    const Result<const Tensor*> read = neededInput(*file, files.query, InputRole::Query, "query");
    if (!read)
        return read.error();
    const Result<Input> query =
        asInput(files.query, **read, files.sequenceFirst, TensorName::QueryInput);
    if (!query)
        return query.error();
    experiment.queryInput = query->tensor;
    opened.unbatched = query->unbatched;
    Result<std::optional<Tensor>> key =
        readPartner(files.key, InputRole::Key, "key", *file, files, *query);
    if (!key)
        return key.error();
    experiment.keyInput = std::move(*key);
    Result<std::optional<Tensor>> value =
        readPartner(files.value, InputRole::Value, "value", *file, files, *query);
    if (!value)
        return value.error();
    experiment.valueInput = std::move(*value);
    if (experiment.valueInput &&
        !experiment.keyInput) // values of their own make a side of their own
        experiment.keyInput = experiment.queryInput;
    const std::string& keyPath = files.key.empty() ? files.query : files.key;
    const std::string& valuePath = files.value.empty() ? keyPath : files.value;
    if (!file->others.empty())
        opened.remarks.push_back(
            makeError(HEADSCOPE_MESSAGE("Message", "of %1 only the inputs are read; left out: %2"),
                      files.query, namesOf(file->others)));
    words.tokens = std::move(file->tokens);
    words.keyTokens = std::move(file->keyTokens);
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
                           experiment.weights.at(weight, firstAttention(experiment.model)).size(0));
    };
    Status status = fits(files.query, experiment.queryInput, Role::QueryWeight);
    if (status)
        status = fits(keyPath, keys, Role::KeyWeight);
    return status ? fits(valuePath, values, Role::ValueWeight) : status;
}

} // namespace headscope
