// SPDX-License-Identifier: GPL-3.0-or-later
#include "opening/experiment_files.h"

#include "attention/masks/mask_combination.h"
#include "attention/number_check.h"
#include "checkpoint/model_source.h"
#include "disk/file_io.h"
#include "document/experiment_json.h"
#include "experiment/choice_names.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/fitting.h"
#include "experiment/experiment_run.h"
#include "formats/other_file.h"
#include "formats/safetensors.h"
#include "formats/tensor_file.h"
#include "formats/token_list.h"
#include "opening/read_inputs.h"
#include "opening/read_mask.h"
#include "source/array_file.h"
#include "source/source_json.h"
#include "support/listed.h"
#include "transformer/model_parameters.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace headscope {

namespace {

namespace fs = std::filesystem;

/// The weights of a file that is open. The Error names no file.
Result<std::vector<StoredWeights>> weightsAmong(const TensorFile& file) {
    std::map<std::string, Shape, std::less<>> shapes;
    for (const auto& [name, tensor] : file.tensors())
        shapes.emplace(name, shapeOf(tensor));
    return weightsIn(shapes);
}

Result<OpenedExperiment> openModelOf(const ExperimentFiles& files) {
    auto model = openModel(files.experiment);
    if (!model)
        return model.error();
    ModelSource source = modelSource(std::move(*model));
    source.text = files.text.value_or(files.ids.empty() ? source.text : std::string());
    source.ids = files.ids;
    source.off = files.off;
    OpenedExperiment opened;
    const Result<ModelWords> words = wordsOf(source);
    if (!words)
        return words.error();
    opened.remarks = words->remarks;
    opened.model = std::make_shared<const ModelSource>(std::move(source));
    return opened;
}

Result<OpenedExperiment> openOwnFormat(const ExperimentFiles& files) {
    const std::string& path = files.experiment;
    if (files.text || !files.ids.empty() || looksLikeModelFolder(path))
        return openModelOf(files);
    Result<std::string> text = readFile(path);
    if (!text)
        return text.error();
    DocumentExtras extras;
    Result<Source> source = sourceFromJson(*text, &extras);
    if (!source) {
        const std::optional<Error> other = otherFileError(MemorySource(*text, path));
        const bool isOurs = path.ends_with(".headscope") || text->find('{') < 4; // behind a mark
        return other ? *other
               : isOurs
                   ? inFile(path, source.error())
                   : makeError(HEADSCOPE_MESSAGE("Message",
                                                 "%1 is none of the files that are opened by "
                                                 "themselves: .headscope, %2, or the folder of a "
                                                 "model; words go beside one of these"),
                               path, arrayFilePatterns());
    }
    OpenedExperiment opened;
    opened.attention = source->attention();
    opened.model = source->model();
    if (const auto experiment = source->experiment())
        opened.experiment = *experiment;
    opened.training = source->training();
    opened.content = std::move(*text);
    opened.extras = std::move(extras);
    return opened;
}

Error headsDoNotDivide(const StoredAttention& attention, Index heads) {
    std::string possible;
    for (const Index count : attention.possibleHeads())
        possible += (possible.empty() ? "" : ", ") + std::to_string(count);
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "%1 heads do not divide the inner width %2 of the "
                                       "weights: it is divided by %3"),
                     heads, attention.keyDims, possible);
}

/// "a (d_model 6), b (d_model 8)".
std::string layersText(const std::vector<StoredWeights>& all) {
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == most)
            return text + ", …";
        text += (i == 0 ? "" : ", ") + all[i].name() + " (d_model " +
                std::to_string(all[i].attention.modelDim) + ")";
    }
    return text;
}

/// Those that are meant. The Error names no file.
Result<StoredWeights> chosenWeights(const std::vector<StoredWeights>& all,
                                    const std::optional<std::string>& layer) {
    std::vector<StoredWeights> meant;
    const auto take = [&](auto&& isMeant) {
        if (meant.empty())
            std::ranges::copy_if(all, std::back_inserter(meant), isMeant);
    };
    if (layer) {
        const std::string name =
            layer->ends_with('.') ? layer->substr(0, layer->size() - 1) : *layer;
        take([&](const StoredWeights& one) { return one.name() == name; });
        // "encoder" means what is below it, where that is one.
        take([&](const StoredWeights& one) { return one.name().starts_with(name + '.'); });
    } else {
        meant = all;
    }
    if (const StoredWeights* const whole = wholeOf(meant))
        return *whole;
    if (meant.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no attention \"%1\": there are %2"),
                         *layer, layersText(all));
    return makeError(HEADSCOPE_MESSAGE("Message", "the weights hold several attention layers, of "
                                                  "which --layer PREFIX chooses one: %1"),
                     layersText(meant));
}

/// What was assumed of layers, and what of the file is no part of them.
void sayWhatWasTaken(const ExperimentFiles& files, const StoredWeights& weights,
                     OpenedExperiment& opened) {
    if (weights.model && (!files.activation || !files.placement)) {
        const ModelConfig& model = opened.experiment.model;
        opened.remarks.push_back(makeError(
            HEADSCOPE_MESSAGE("Message", "%1 has the layers of a %2; no file says their "
                                         "activation and where their norms stand: taken are %3 "
                                         "and %4 (--activation, --placement)"),
            files.weights, std::string(weights.className),
            std::string(choiceName(model.activation)), std::string(choiceName(model.placement))));
    }
    if (weights.attention.leftOut.empty())
        return;
    const std::string leftOut = listed(weights.attention.leftOut);
    opened.remarks.push_back(
        weights.model ? makeError(HEADSCOPE_MESSAGE("Message",
                                                    "of %1 only the layers are read; left out: %2"),
                                  files.weights, leftOut)
                      : makeError(HEADSCOPE_MESSAGE(
                                      "Message", "of %1 only the attention is read; left out: %2"),
                                  files.weights, leftOut));
}

Status readWeights(const ExperimentFiles& files, OpenedExperiment& opened) {
    Experiment& experiment = opened.experiment;
    const std::string& path = files.weights;
    const Result<TensorFile> file = TensorFile::open(path);
    if (!file)
        return file.error();
    const Result<std::vector<StoredWeights>> all = weightsAmong(*file);
    if (!all)
        return inFile(path, all.error());
    const Result<StoredWeights> weights = chosenWeights(*all, files.layer);
    if (!weights)
        return inFile(path, weights.error());
    const StoredAttention& attention = weights->attention;
    NamedTensors tensors;
    for (const std::string& name : attention.tensors) {
        Result<Tensor> tensor = file->read(name);
        if (!tensor)
            return tensor.error();
        if (const Status finite = checkFinite(*tensor, name, {}); !finite)
            return inFile(path, finite.error());
        tensors.emplace(name, std::move(*tensor));
    }
    Result<Parameters> parameters = parametersOf(*weights, tensors);
    if (!parameters)
        return inFile(path, parameters.error());
    experiment.weights = std::move(*parameters);
    experiment.model = weights->model.value_or(ModelConfig());
    if (weights->model) {
        experiment.model.activation = files.activation.value_or(experiment.model.activation);
        experiment.model.placement = files.placement.value_or(experiment.model.placement);
    }
    AttentionConfig& config = experiment.config;
    const Scope first = firstAttention(experiment.model);
    config.modelDim = experiment.weights.at(Role::QueryWeight, first).size(0);
    config.heads = files.heads.value_or(likelyHeads(attention));
    const Index keyDims = experiment.weights.at(Role::QueryWeight, first).size(1);
    const Index valueDims = experiment.weights.at(Role::ValueWeight, first).size(1);
    if (keyDims != config.modelDim || valueDims != config.modelDim) {
        if (config.heads < 1 || keyDims % config.heads != 0 || valueDims % config.heads != 0)
            return inFile(path, headsDoNotDivide(attention, config.heads));
        config.keyDim = keyDims / config.heads;
        config.valueDim = valueDims / config.heads;
    }
    experiment.weightSource = {WeightSource::Kind::File, 1, config.modelDim};
    sayWhatWasTaken(files, *weights, opened);
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

/// Words for sequences of so many places each: one list for every sequence, or one for all.
Result<std::vector<TokenList>> fitting(const TokenFile::Lists& lists, const std::string& path,
                                       Index batch, Index length) {
    if (std::ssize(lists) != batch && lists.size() != 1)
        return makeError(
            HEADSCOPE_MESSAGE("Message", "%1 names %2 sequences, and the inputs have %3"), path,
            lists.size(), batch);
    std::vector<TokenList> words;
    for (Index i = 0; i < batch; ++i)
        words.push_back(lists[lists.size() == 1 ? 0 : static_cast<std::size_t>(i)]);
    for (const TokenList& list : words) {
        if (std::ssize(list) != length)
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 has %2 words, and the inputs have %3 "
                                                          "tokens"),
                             path, list.size(), length);
        for (const std::string& word : list) {
            if (word.size() > ExperimentLimits::tokenBytes)
                return makeError(HEADSCOPE_MESSAGE("Message", "a word of %1 is %2 bytes long; at "
                                                              "most %3 are possible"),
                                 path, word.size(), ExperimentLimits::tokenBytes);
        }
    }
    return words;
}

/// The file of that name beside another, if there is one.
std::string inSameFolder(const std::string& path, const char* name) {
    const fs::path candidate = fs::path(path).parent_path() / name;
    std::error_code ignored;
    return fs::is_regular_file(candidate, ignored) ? candidate.string() : std::string();
}

bool isOneOf(const fs::path& name, std::initializer_list<const char*> extensions) {
    return std::ranges::find(extensions, name.extension()) != extensions.end();
}

/// Words, and what sentences call where they come from.
struct NamedWords {
    TokenFile words;
    std::string name;
};

/// The words of a file, or words themselves: a text as the window takes it, "The cat sat", or a
/// JSON list. The Error says so of what is neither.
Result<NamedWords> wordsNamed(const std::string& said) {
    std::error_code ignored;
    if (fs::exists(said, ignored) || isOneOf(said, {".txt", ".json"})) {
        Result<TokenFile> file = readTokenFile(said);
        return file ? Result<NamedWords>({std::move(*file), said}) : file.error();
    }
    if (said.starts_with('[')) {
        if (Result<TokenFile> listed = tokenFileFrom(said, "tokens.json"))
            return NamedWords{std::move(*listed), "the list of words"};
    }
    const TokenList words = parseTokens(said);
    if (words.size() < 2)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "\"%1\" is no file of words; words themselves "
                                           "are a text such as \"The cat sat\", or "
                                           "[\"The\", \"cat\"]"),
                         said);
    const std::string first = tokensText({words.begin(), words.begin() + 2});
    return NamedWords{{{words}, {}}, '"' + first + (words.size() > 2 ? " …\"" : "\"")};
}

} // namespace

Result<std::vector<StoredWeights>> weightsInFile(const std::string& path) {
    const Result<TensorFile> file = TensorFile::open(path);
    if (!file)
        return file.error();
    Result<std::vector<StoredWeights>> weights = weightsAmong(*file);
    return weights ? weights : inFile(path, weights.error());
}

const StoredWeights* wholeOf(std::span<const StoredWeights> weights) {
    const auto whole = std::ranges::find_if(weights, [&](const StoredWeights& one) {
        return std::ranges::all_of(weights, [&](const StoredWeights& other) {
            return &other == &one || one.contains(other);
        });
    });
    return whole == weights.end() ? nullptr : &*whole;
}

Index likelyHeads(const StoredAttention& attention) {
    const std::vector<Index> possible = attention.possibleHeads();
    constexpr Index usual = 64; // d_k of most models
    if (attention.keyDims > usual && attention.keyDims % usual == 0 &&
        std::ranges::find(possible, attention.keyDims / usual) != possible.end())
        return attention.keyDims / usual;
    for (const Index count : {8, 4, 2}) {
        if (count < attention.keyDims && std::ranges::find(possible, count) != possible.end())
            return count;
    }
    return possible.empty() ? 1 : possible.front();
}

Status readTokens(const ExperimentFiles& files, OpenedExperiment& opened) {
    Experiment& experiment = opened.experiment;
    // What brings its own words is edited as by hand; inputs that are read get names.
    const bool onlyNames = files.experiment.empty() && !files.query.empty();
    const auto take = [&](const std::string& path, bool ofKeys,
                          const TokenFile::Lists& lists) -> Status {
        if (!onlyNames) {
            std::vector<TokenList> all = lists;
            if (all.size() == 1)
                all.resize(static_cast<std::size_t>(experiment.batch()), lists.front());
            Result<Experiment> next =
                withAllTokens(experiment, ofKeys ? TokenSide::Key : TokenSide::Query, all);
            if (!next)
                return inFile(path, next.error());
            experiment = std::move(*next);
            return Done{};
        }
        const Tensor& input = ofKeys ? *experiment.keyInput : experiment.queryInput;
        Result<std::vector<TokenList>> words =
            fitting(lists, path, experiment.batch(), input.size(1));
        if (!words)
            return words.error();
        // Not an edit: not even a row that happens to be the seed's follows its word.
        if (ofKeys)
            experiment.keyTokens = std::move(*words);
        else
            experiment.tokens = std::move(*words);
        return Done{};
    };
    const auto read = [&](const std::string& path, bool ofKeys) -> Status {
        const Result<NamedWords> named = wordsNamed(path);
        if (!named)
            return named.error();
        const TokenFile& file = named->words;
        if (!ofKeys && file.keyLists && files.keyTokens.empty() && experiment.isCross()) {
            if (Status taken = take(named->name, true, *file.keyLists); !taken)
                return taken;
        }
        if (ofKeys && !experiment.isCross())
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "%1 names keys, but these are the queries: "
                                               "--tokens names both"),
                             named->name);
        return take(named->name, ofKeys, file.lists);
    };
    for (const auto& [path, ofKeys] :
         {std::pair(files.tokens, false), std::pair(files.keyTokens, true)}) {
        if (path.empty())
            continue;
        const Status taken = read(path, ofKeys);
        if (!taken && !files.wordsFound)
            return taken;
        // What nobody asked for keeps nothing from being opened.
        opened.remarks.push_back(taken
                                     ? makeError(HEADSCOPE_MESSAGE("Message", "the words are those "
                                                                              "of %1"),
                                                 path)
                                     : taken.error());
        if (taken && !files.wordsFound)
            opened.remarks.pop_back();
    }
    return Done{};
}

namespace {

/// The words of the queries; of the keys where they name those by themselves.
Status takeTokens(const std::string& said, AttentionChoices& choices) {
    Result<NamedWords> named = wordsNamed(said);
    if (!named)
        return named.error();
    choices.tokens = std::move(named->words.lists);
    if (named->words.keyLists)
        choices.keyTokens = std::move(named->words.keyLists);
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
        Result<NamedWords> named = wordsNamed(files.keyTokens);
        if (!named)
            return named.error();
        choices.keyTokens = std::move(named->words.lists);
    }
    Result<ArrayFile> read = readArrayFile(files.path);
    if (!read)
        return read.error();
    const std::string name = fs::path(files.path).filename().string();
    if (files.tokens.empty() && read->tokens.empty()) {
        const std::string stem = fs::path(files.path).stem().string();
        for (const std::string& words : {stem + ".tokens.json", stem + ".tokens.txt",
                                         std::string("tokens.json"), std::string("tokens.txt")}) {
            const std::string found = inSameFolder(files.path, words.c_str());
            AttentionChoices with = choices;
            if (found.empty() || !takeTokens(found, with))
                continue;
            if (Result<FileAttention> attention = attentionFrom(*read, name, with))
                return attention; // else they are somebody else's
        }
    }
    Result<FileAttention> attention = attentionFrom(std::move(*read), name, choices);
    if (!attention)
        return inFile(files.path, attention.error());
    // Nobody said that it is one, its names say something else, and so do its numbers.
    const auto isInput = [](const NamedArray& array) { return isInputName(array.name); };
    if (!choices.axes && !choices.scores && std::ranges::all_of(attention->arrays, isInput) &&
        !sumsToOne(*attention))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 has inputs (%2) and no attention: weights belong "
                                           "beside it (%1 weights.safetensors); --axes reads it as "
                                           "an attention"),
                         files.path, attention->arrays.front().name);
    return attention;
}

namespace {

/// Words that came with the inputs name their rows, unless somebody named others.
Status takeOwnWords(const ExperimentFiles& files, ArrayFile words, OpenedExperiment& opened) {
    Experiment& experiment = opened.experiment;
    const auto take = [&](const TokenLists& lists, const Tensor& input, TokenLists& to) -> Status {
        Result<TokenLists> fit = fitting(lists, files.query, experiment.batch(), input.size(1));
        if (!fit)
            return fit.error();
        to = std::move(*fit);
        return Done{};
    };
    const auto isNamed = [&](const std::string& path) {
        return !path.empty() && !files.wordsFound;
    };
    if (!words.tokens.empty() && !isNamed(files.tokens)) {
        if (Status taken = take(words.tokens, experiment.queryInput, experiment.tokens); !taken)
            return taken;
    }
    if (words.keyTokens && experiment.keyInput && !isNamed(files.keyTokens))
        return take(*words.keyTokens, *experiment.keyInput, *experiment.keyTokens);
    return Done{};
}

} // namespace

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
        return openOwnFormat(files);
    OpenedExperiment opened;
    Experiment& experiment = opened.experiment;
    if (const Status read = readWeights(files, opened); !read)
        return read.error();
    ArrayFile words;
    if (const Status read = readInputs(files, opened, words); !read)
        return read.error();
    const auto places = [&](const Tensor& input) {
        return TokenLists(static_cast<std::size_t>(input.size(0)), placeTokens(input.size(1)));
    };
    experiment.tokens = places(experiment.queryInput);
    if (experiment.keyInput)
        experiment.keyTokens = places(*experiment.keyInput);
    const bool ownWords = !words.tokens.empty() || words.keyTokens;
    if (const Status read = takeOwnWords(files, std::move(words), opened); !read)
        return read.error();
    ExperimentFiles named = files;
    if (ownWords && files.wordsFound) // the inputs' own go before what lies beside them
        named.tokens = named.keyTokens = {};
    if (const Status read = readTokens(named, opened); !read)
        return read.error();
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
               inSameFolder(path, "weights.safetensors").empty();
    if (format->isOfTensors)
        return alone && holdsAttention(path);
    if (format->ending == ".npz") // beside weights it is inputs where it calls them so
        return alone && (inSameFolder(path, "weights.safetensors").empty() || !namesInputs(path));
    return true;
}

/// Of files that were chosen together: whether this one is the weights. Of two files of tensors it
/// is the one that has an attention's.
bool isWeightsFile(const std::string& path, std::span<const std::string> paths) {
    const auto isOfTensors = [](const std::string& one) {
        const ArrayFormat* const format = arrayFormatOf(one);
        return format && format->isOfTensors;
    };
    return isOfTensors(path) &&
           (std::ranges::count_if(paths, isOfTensors) == 1 || weightsInFile(path).ok());
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

void findWords(ExperimentFiles& files) {
    if (!files.tokens.empty() || !files.keyTokens.empty())
        return;
    const auto lookFor = [&](std::string& role, const char* name) {
        if (role.empty())
            role = inSameFolder(files.query, name);
    };
    lookFor(files.tokens, "tokens.txt");
    lookFor(files.tokens, "tokens.json");
    if (!files.key.empty()) {
        lookFor(files.keyTokens, "key_tokens.txt");
        lookFor(files.keyTokens, "key_tokens.json");
    }
    files.wordsFound = true;
}

Result<ExperimentFiles> filesNamed(std::span<const std::string> paths) {
    ExperimentFiles files;
    files.attention = attentionNamed(paths);
    if (!files.attention.path.empty())
        return files;
    for (const std::string& path : paths) {
        const fs::path name = fs::path(path).filename();
        const bool isWeights = isWeightsFile(path, paths);
        const bool isWords = paths.size() > 1 && isOneOf(name, {".txt", ".json"});
        const std::string stem = name.stem().string();
        const bool ofKeys = stem.starts_with("key_tokens") || stem.starts_with("key-tokens");
        std::string& role = isWeights              ? files.weights
                            : isWords && ofKeys    ? files.keyTokens
                            : isWords              ? files.tokens
                            : !arrayFormatOf(path) ? files.experiment
                            : stem == "key"        ? files.key
                            : stem == "value"      ? files.value
                                                   : files.query;
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
            role = inSameFolder(paths.front(), name);
    };
    lookFor(files.query, "query.npy");
    lookFor(files.weights, "weights.safetensors");
    lookFor(files.key, "key.npy");
    lookFor(files.value, "value.npy");
    findWords(files);
    if (files.query.empty() || files.weights.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is not all: %2 belongs beside it, or is "
                                                      "chosen together with it"),
                         paths.front(), files.query.empty() ? "query.npy" : "weights.safetensors");
    return files;
}

} // namespace headscope
