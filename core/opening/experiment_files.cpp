// SPDX-License-Identifier: GPL-3.0-or-later
#include "opening/experiment_files.h"

#include "attention/mask_combination.h"
#include "attention/state_dict.h"
#include "experiment/experiment_json.h"
#include "experiment/experiment_run.h"
#include "formats/file_io.h"
#include "formats/safetensors.h"
#include "formats/token_list.h"
#include "opening/read_inputs.h"
#include "opening/read_mask.h"
#include "source/array_file.h"
#include "source/source_json.h"

#include <algorithm>
#include <filesystem>

namespace headscope {

namespace {

namespace fs = std::filesystem;

Result<OpenedExperiment> openOwnFormat(const std::string& path) {
    Result<std::string> text = readFile(path);
    if (!text)
        return text.error();
    BesideExperiment beside;
    Result<Source> source = sourceFromJson(*text, &beside);
    if (!source)
        return inFile(path, source.error());
    OpenedExperiment opened;
    opened.attention = source->attention();
    if (const auto experiment = source->experiment())
        opened.experiment = *experiment;
    opened.content = std::move(*text);
    opened.beside = std::move(beside);
    return opened;
}

Status readWeights(const std::string& path, Experiment& experiment) {
    const Result<NamedTensors> tensors = readSafetensors(path);
    if (!tensors)
        return tensors.error();
    Result<Parameters> weights = weightsFromStateDict(*tensors);
    if (!weights)
        return inFile(path, weights.error());
    experiment.weights = std::move(*weights);
    experiment.config.modelDim = experiment.weights.at(Role::QueryWeight).size(0);
    experiment.weightSource = {WeightSource::Kind::File, 1, experiment.config.modelDim};
    return Done{};
}

/// Key padding as a mask over pairs: no query may attend there.
Tensor overPairs(const Tensor& padding, Index queries) {
    const Index batch = padding.size(0);
    const Index keys = padding.size(1);
    Tensor mask =
        Tensor::uninitialized({batch, queries, keys}, {Axis::Batch, Axis::Query, Axis::Key});
    float* to = mask.mutableData();
    for (Index sequence = 0; sequence < batch; ++sequence) {
        for (Index query = 0; query < queries; ++query) {
            for (Index key = 0; key < keys; ++key)
                *to++ = padding(sequence, key);
        }
    }
    return mask;
}

/// The file of that name beside another, if there is one.
std::string beside(const std::string& path, const char* name) {
    const fs::path candidate = fs::path(path).parent_path() / name;
    std::error_code ignored;
    return fs::is_regular_file(candidate, ignored) ? candidate.string() : std::string();
}

} // namespace

std::vector<std::string> filesOf(const ExperimentFiles& files) {
    std::vector<std::string> all = files.masks;
    const AttentionFiles& attention = files.attention;
    for (const std::string* file :
         {&files.experiment, &files.query, &files.key, &files.value, &files.weights,
          &files.keyPadding, &attention.path, &attention.tokens, &attention.keyTokens}) {
        if (!file->empty())
            all.push_back(*file);
    }
    return all;
}

namespace {

/// The words that a file has for the queries; for the keys where it names those by themselves.
Status takeTokens(const std::string& path, AttentionChoices& choices) {
    Result<TokenFile> words = readTokenFile(path);
    if (!words)
        return words.error();
    choices.tokens = std::move(words->lists);
    if (words->keyLists)
        choices.keyTokens = std::move(words->keyLists);
    return Done{};
}

} // namespace

Result<FileAttention> openAttention(const AttentionFiles& files) {
    AttentionChoices choices;
    choices.axes = files.axes;
    choices.scores = files.scores;
    choices.rawPieces = files.rawPieces;
    if (!files.tokens.empty()) {
        if (const Status taken = takeTokens(files.tokens, choices); !taken)
            return taken.error();
    }
    if (!files.keyTokens.empty()) {
        Result<TokenFile> words = readTokenFile(files.keyTokens);
        if (!words)
            return words.error();
        choices.keyTokens = std::move(words->lists);
    }
    Result<ArrayFile> read = readArrayFile(files.path);
    if (!read)
        return read.error();
    const std::string name = fs::path(files.path).filename().string();
    if (files.tokens.empty() && read->tokens.empty()) {
        const std::string stem = fs::path(files.path).stem().string();
        for (const std::string& words : {stem + ".tokens.json", stem + ".tokens.txt",
                                         std::string("tokens.json"), std::string("tokens.txt")}) {
            const std::string found = beside(files.path, words.c_str());
            AttentionChoices with = choices;
            if (found.empty() || !takeTokens(found, with))
                continue;
            if (Result<FileAttention> attention = attentionFrom(*read, name, with))
                return attention; // else they are somebody else's
        }
    }
    Result<FileAttention> attention = attentionFrom(std::move(*read), name, choices);
    return attention ? std::move(attention) : inFile(files.path, attention.error());
}

Result<OpenedExperiment> openExperiment(const ExperimentFiles& files) {
    if (!files.attention.path.empty()) {
        Result<FileAttention> attention = openAttention(files.attention);
        if (!attention)
            return attention.error();
        OpenedExperiment opened;
        opened.attention = std::make_shared<const FileAttention>(std::move(*attention));
        return opened;
    }
    if (!files.experiment.empty())
        return openOwnFormat(files.experiment);
    OpenedExperiment opened;
    Experiment& experiment = opened.experiment;
    if (const Status read = readWeights(files.weights, experiment); !read)
        return read.error();
    experiment.config.heads = files.heads;
    if (const Status read = readInputs(files, opened); !read)
        return read.error();
    const auto places = [&](const Tensor& input) {
        return TokenLists(static_cast<std::size_t>(input.size(0)), placeTokens(input.size(1)));
    };
    experiment.tokens = places(experiment.queryInput);
    if (experiment.keyInput)
        experiment.keyTokens = places(*experiment.keyInput);
    if (files.sequenceFirst && !opened.unbatched)
        experiment.config.layout = Layout::SequenceFirst;
    if (const Status read = readMasks(files, opened); !read)
        return read.error();
    return opened;
}

Status readMasks(const ExperimentFiles& files, OpenedExperiment& opened) {
    Experiment& experiment = opened.experiment;
    MaskReading reading;
    reading.sizes = {experiment.batch(), experiment.config.heads, experiment.queryLength(),
                     experiment.maskKeyLength()};
    reading.sequenceFirst = files.sequenceFirst && !opened.unbatched;
    reading.trueMeansMasked = files.trueMeansMasked.value_or(false);
    reading.meaningIsSaid = files.trueMeansMasked.has_value();
    MaskOptions mask;
    mask.mayAttend = experiment.mayAttend;
    mask.additive = experiment.additiveMask;
    for (const std::string& path : files.masks) {
        if (Status read = readMask(path, reading, mask, opened.questions); !read)
            return read;
    }
    if (!files.keyPadding.empty()) {
        if (Status read = readKeyPadding(files.keyPadding, reading, mask, opened.questions); !read)
            return read;
        const Tensor pairs = overPairs(*mask.keyPadding, reading.sizes.queries);
        mask.mayAttend = mask.mayAttend ? allowedByBoth(*mask.mayAttend, pairs) : pairs;
        opened.keyPadding = std::move(mask.keyPadding);
    }
    experiment.mayAttend = std::move(mask.mayAttend);
    experiment.additiveMask = std::move(mask.additive);
    return Done{};
}

namespace {

/// Whether a file is an attention by itself, without anything said of it. Arrays of NumPy and
/// tensors may be inputs and weights as well.
bool isAttentionFile(const std::string& path, bool alone) {
    const ArrayFormat* const format = arrayFormatOf(path);
    if (!format)
        return false;
    const fs::path name = fs::path(path).filename();
    if (format->ending == ".npy")
        return alone && name != "query.npy" && name != "key.npy" && name != "value.npy" &&
               beside(path, "weights.safetensors").empty();
    if (format->ending == ".safetensors")
        return alone && holdsAttention(path);
    return true;
}

/// Of several files: whether this one is of words. JSON may be either; its name says it, or that
/// another file is the attention.
bool isWordsFile(const std::string& path, std::span<const std::string> paths) {
    if (path.ends_with(".txt"))
        return true;
    const std::string name = lowerCase(fs::path(path).filename().string());
    return path.ends_with(".json") &&
           (name.find("token") != name.npos || name.find("word") != name.npos ||
            std::ranges::any_of(paths, [](const std::string& other) {
                return !other.ends_with(".json") && arrayFormatOf(other);
            }));
}

/// The attention and its words among files; empty where there is none.
AttentionFiles attentionNamed(std::span<const std::string> paths) {
    AttentionFiles files;
    std::vector<std::string> words;
    for (const std::string& path : paths) {
        if (paths.size() > 1 && isWordsFile(path, paths))
            words.push_back(path);
    }
    for (const std::string& path : paths) {
        const bool isWords = std::ranges::find(words, path) != words.end();
        if (isWords || !isAttentionFile(path, paths.size() == words.size() + 1))
            continue;
        if (!files.path.empty())
            return {};
        files.path = path;
    }
    if (files.path.empty() || words.size() + 1 != paths.size() || words.size() > 1)
        return {};
    if (!words.empty())
        files.tokens = words.front();
    return files;
}

} // namespace

Result<ExperimentFiles> filesNamed(std::span<const std::string> paths) {
    ExperimentFiles files;
    files.attention = attentionNamed(paths);
    if (!files.attention.path.empty())
        return files;
    for (const std::string& path : paths) {
        const fs::path name = fs::path(path).filename();
        std::string& role = name.extension() == ".safetensors" ? files.weights
                            : name == "key.npy"                ? files.key
                            : name == "value.npy"              ? files.value
                            : name.extension() == ".npy"       ? files.query
                                                               : files.experiment;
        if (!role.empty())
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 and %2 cannot be opened together: "
                                                          "one experiment, or inputs (.npy) and "
                                                          "weights (.safetensors)"),
                             role, path);
        role = path;
    }
    if (!files.experiment.empty() || paths.empty()) {
        if (paths.size() > 1)
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 is an experiment of its own: open "
                                                          "it alone"),
                             files.experiment);
        return files;
    }
    const auto lookFor = [&](std::string& role, const char* name) {
        if (role.empty())
            role = beside(paths.front(), name);
    };
    lookFor(files.query, "query.npy");
    lookFor(files.weights, "weights.safetensors");
    lookFor(files.key, "key.npy");
    lookFor(files.value, "value.npy");
    if (files.query.empty() || files.weights.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is not all: %2 belongs beside it"),
                         paths.front(), files.query.empty() ? "query.npy" : "weights.safetensors");
    return files;
}

} // namespace headscope
