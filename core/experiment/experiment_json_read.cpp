// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment_json.h"

#include "experiment/beside_json.h"
#include "experiment/edit_held.h"
#include "experiment/fitting.h"
#include "experiment/json_guard.h"
#include "experiment/json_reader.h"
#include "experiment/model_json.h"
#include "experiment/read_choice.h"
#include "experiment/view_json.h"
#include "source/source_json.h"
#include "transformer/run_model.h"

namespace headscope {

namespace {

using nlohmann::json;
using Limits = ExperimentLimits;

constexpr const char* formatName = "headscope-experiment";
constexpr std::size_t mostNameBytes = 1000; ///< of a pin
constexpr std::size_t mostProfileBytes = 200;

Status checkFormat(const json& file) {
    if (!file.is_object() || !file.contains("format") || file["format"] != formatName)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "this is not a HeadScope experiment; such a file "
                                           "is a JSON object with \"format\": \"%1\""),
                         formatName);
    const json found = file.value("version", json());
    if (found.is_number_unsigned() && found.get<std::uint64_t>() >= 1 &&
        found.get<std::uint64_t>() <= experimentVersion)
        return Done{};
    if (found.is_number_unsigned() && found.get<std::uint64_t>() > experimentVersion)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the experiment has version %1; this HeadScope "
                                           "reads version %2, a newer one is needed"),
                         found.get<std::uint64_t>(), experimentVersion);
    return makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "version",
                     "a whole number from 1 to " + std::to_string(experimentVersion));
}

WeightSource sourceFrom(const json& object, std::optional<Error>& error) {
    JsonReader reader(object, "weight_source.", error);
    WeightSource source;
    const std::string kind = reader.text("kind", 16);
    if (kind == "identity")
        source.kind = WeightSource::Kind::Identity;
    else if (kind == "file")
        source.kind = WeightSource::Kind::File;
    else if (kind != "random")
        reader.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "weight_source.kind",
                              "\"random\", \"identity\" / \"file\""));
    source.sigma = reader.number("sigma", false).value_or(1);
    if (source.sigma < 0)
        reader.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must not be negative"),
                              "weight_source.sigma"));
    source.modelDim = reader.size("d_model", Limits::modelDim, false).value_or(1);
    reader.refuseOthers();
    return source;
}

AttentionConfig configFrom(const json& object, std::optional<Error>& error) {
    JsonReader reader(object, "config.", error);
    AttentionConfig config;
    config.modelDim = reader.size("d_model", Limits::modelDim, false).value_or(1);
    config.heads = reader.size("heads", Limits::heads, false).value_or(1);
    config.keyDim = reader.size("d_k", Limits::modelDim, true);
    config.valueDim = reader.size("d_v", Limits::modelDim, true);
    config.scale = reader.number("scale", true);
    config.dropout = reader.number("dropout", false).value_or(0);
    config.dropoutSeed = reader.seed("dropout_seed");
    readChoice(reader, "config.", "layout", config.layout);
    readChoice(reader, "config.", "weight_layout", config.weightLayout);
    readChoice(reader, "config.", "fully_masked", config.fullyMasked);
    reader.refuseOthers();
    return config;
}

Status checkLists(const char* name, const std::vector<TokenList>& lists, const char* inputName,
                  const Tensor& input) {
    if (static_cast<Index>(lists.size()) != input.size(0))
        return makeError(HEADSCOPE_MESSAGE("Message", "“%1” has %2 sequences and “%3” has %4; the "
                                                      "numbers must be equal"),
                         name, lists.size(), inputName, input.size(0));
    if (longest(lists) != input.size(1))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the longest sequence of “%1” has %2 tokens and "
                                           "“%3” has %4 rows; the numbers must be equal"),
                         name, longest(lists), inputName, input.size(1));
    return Done{};
}

Status checkParts(const Experiment& experiment) {
    if (experiment.keyTokens.has_value() != experiment.keyInput.has_value())
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "“%1” and “%2” belong together; both are there in "
                                           "cross-attention, else none"),
                         "key_tokens", "key_input");
    if (experiment.valueInput && !experiment.keyInput)
        return makeError(HEADSCOPE_MESSAGE("Message", "“%1” is only possible together with “%2”"),
                         "value_input", "key_input");
    Status status = checkLists("tokens", experiment.tokens, "query_input", experiment.queryInput);
    if (!status || !experiment.keyInput)
        return status;
    return checkLists("key_tokens", *experiment.keyTokens, "key_input", *experiment.keyInput);
}

Status checkMask(const std::optional<Tensor>& mayAttend) {
    if (!mayAttend)
        return Done{};
    for (const float value : mayAttend->values()) {
        if (value != 0 && value != 1)
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "“%1” must hold nothing but 0 and 1, but has "
                                               "%2"),
                             "may_attend", value);
    }
    return Done{};
}

Status checkVocabulary(const Experiment& experiment) {
    const Tensor* const weight =
        experiment.weights.find(Role::VocabularyWeight, Scope::of(ModelPart::Prediction));
    if (!weight || weight->shape().back() == static_cast<Index>(experiment.vocabulary.size()))
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "“%1” has %2 words and “%3” has %4 columns; "
                                                  "there must be one for each word"),
                     "vocabulary", experiment.vocabulary.size(), "prediction.vocabulary_weight",
                     weight->shape().back());
}

/// With its number a file of thousands of lines is mended.
Error heldError(std::size_t number, const Error& wrong) {
    return makeError(HEADSCOPE_MESSAGE("Message", "number %1 of “held” in the file: %2. Correct it "
                                                  "there (places count from 0), or take it out"),
                     number, wrong.text());
}

std::vector<HeldNumber> heldFrom(JsonReader& file, std::optional<Error>& error) {
    std::vector<HeldNumber> held;
    if (error) // of what stands before
        return held;
    for (const json* const entry : file.objectsUpTo("held", mostHeldNumbers)) {
        JsonReader reader(*entry, "held.", error);
        HeldNumber& number = held.emplace_back();
        const std::string path = reader.text("scope", 64);
        const std::string stage = reader.text("name", 64);
        number.batch = reader.size("batch", Limits::batch - 1, false, 0).value_or(0);
        number.head = reader.size("head", Limits::heads - 1, false, 0).value_or(0);
        number.query = reader.size("query", Limits::tokens - 1, false, 0).value_or(0);
        number.key = reader.size("key", Limits::tokens - 1, false, 0).value_or(0);
        number.value = reader.number("value", false).value_or(0);
        reader.refuseOthers();
        const std::optional<Scope> scope = Scope::parse(path);
        const std::optional<TensorName> name = tensorNameFrom(stage);
        if (scope)
            number.scope = *scope;
        else
            reader.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "held.scope",
                                  "the path of an attention, as \"encoder/0/self_attention\""));
        if (name)
            number.name = *name;
        else
            reader.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "held.name",
                                  "the name of a stage, as \"attention_weights\""));
        if (error) {
            error = heldError(held.size(), *error);
            break;
        }
    }
    return held;
}

/// Which entry has no place, or that of another one.
Status checkEntries(const Experiment& experiment, const std::vector<HeldNumber>& held) {
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (const Status status = checkHeld(experiment, held[i]); !status)
            return heldError(i + 1, status.error());
        for (std::size_t j = 0; j < i; ++j) {
            if (held[j].place() == held[i].place())
                return makeError(HEADSCOPE_MESSAGE("Message", "numbers %1 and %2 of “held” in the "
                                                              "file stand at one place; take one "
                                                              "of them out"),
                                 j + 1, i + 1);
        }
    }
    return Done{};
}

/// An older file with what it does not say: the first ones were of plain attention, laid out in one
/// way, and weights were those of the width that there is.
json upToDate(json file) {
    const auto add = [](json& object, const char* name, json value) {
        if (object.is_object())
            object.emplace(name, std::move(value));
    };
    json& config = file["config"];
    add(config, "layout", choiceName(Layout::BatchFirst));
    add(config, "weight_layout", choiceName(WeightLayout::Fused));
    add(config, "fully_masked", choiceName(FullyMasked::Zeros));
    add(file["weight_source"], "d_model",
        config.is_object() ? config.value("d_model", json()) : json());
    add(file, "causal_alignment", choiceName(CausalAlignment::UpperLeft));
    for (const char* const name : {"window", "prefix"})
        add(file, name, nullptr);
    add(file, "model", json::parse(modelJson({}).text()));
    add(file, "vocabulary", json::array());
    file["version"] = experimentVersion;
    return file;
}

/// One experiment, without what stands beside it.
Result<Experiment> experimentFrom(const json& object, bool mayHaveBeside) {
    if (Status status = checkFormat(object); !status)
        return status.error();
    if (object["version"] < experimentVersion)
        return experimentFrom(upToDate(object), mayHaveBeside);

    const Axes inputAxes = {Axis::Batch, Axis::Sequence, Axis::ModelDim};
    const Axes maskAxes = {Axis::Batch, Axis::Query, Axis::Key};
    const Axes flatMaskAxes = {Axis::Query, Axis::Key};
    const Axes headMaskAxes = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};
    std::optional<Error> error;
    JsonReader reader(object, "", error);
    Experiment experiment;
    reader.text("format", 64);
    reader.seed("version");
    experiment.example = reader.text("example", 64);
    experiment.tokens = reader.wordLists("tokens", Limits::tokens, Limits::tokenBytes);
    if (reader.has("key_tokens"))
        experiment.keyTokens = reader.wordLists("key_tokens", Limits::tokens, Limits::tokenBytes);
    if (reader.has("raw_pieces"))
        experiment.rawPieces = reader.boolean("raw_pieces");
    experiment.config = configFrom(reader.object("config"), error);
    experiment.weightSource = sourceFrom(reader.object("weight_source"), error);
    experiment.seed = reader.seed("seed");
    experiment.causal = reader.boolean("causal");
    readChoice(reader, "", "causal_alignment", experiment.causalAlignment);
    experiment.window = reader.size("window", Limits::tokens, true);
    experiment.prefix = reader.size("prefix", Limits::tokens, true);
    experiment.maskPadding = reader.boolean("mask_padding");
    experiment.mayAttend = reader.tensorIfAny("may_attend", {maskAxes, flatMaskAxes, headMaskAxes});
    experiment.additiveMask =
        reader.tensorIfAny("additive_mask", {maskAxes, flatMaskAxes, headMaskAxes}, true);
    experiment.queryInput = reader.tensor("query_input", {inputAxes});
    experiment.keyInput = reader.tensorIfAny("key_input", {inputAxes});
    experiment.valueInput = reader.tensorIfAny("value_input", {inputAxes});
    experiment.model = modelFrom(reader.object("model"), error);
    experiment.vocabulary = reader.words("vocabulary", Limits::elements, Limits::tokenBytes);
    readModelWeights(reader, experiment, error);
    if (reader.has("held"))
        experiment.held = heldFrom(reader, error);
    if (reader.has("training"))
        experiment.training = std::make_shared<const KeptTraining>(reader.anything("training"));
    for (const char* const member : {"pins", "profile", "views", "last_view"}) {
        if (mayHaveBeside && reader.has(member))
            reader.anything(member); // read behind all else
    }
    reader.refuseOthers();
    if (error)
        return *error;

    if (Status status = checkParts(experiment); !status)
        return status.error();
    if (Status status = checkMask(experiment.mayAttend); !status)
        return status.error();
    if (Status status = checkVocabulary(experiment); !status)
        return status.error();
    if (Status status = checkEntries(experiment, experiment.held); !status)
        return status.error();
    std::ranges::sort(experiment.held, {}, &HeldNumber::place);
    if (Status status = validate(modelProblemOf(experiment)); !status)
        return status.error();
    return experiment;
}

Result<std::vector<Pin>> pinsFrom(const json& file) {
    std::vector<Pin> pins;
    if (!file.contains("pins"))
        return pins;
    const json& list = file["pins"];
    if (!list.is_array() || list.size() > mostPins)
        return makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "pins",
                         "a list of " + std::to_string(mostPins) + " states at most");
    for (const json& entry : list) {
        std::optional<Error> error;
        if (!entry.is_object())
            return makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "pins",
                             "a list of objects");
        JsonReader reader(entry, "pins.", error);
        const std::string name = reader.text("name", mostNameBytes);
        const bool finished = reader.has("attention");
        const std::string attention = finished ? reader.anything("attention") : std::string();
        const json* const object = finished ? nullptr : &reader.object("experiment");
        reader.refuseOthers();
        if (error)
            return *error;
        const auto read = [&]() -> Result<Source> {
            if (finished)
                return sourceFromJson(attention);
            Result<Experiment> experiment = experimentFrom(*object, false);
            return experiment ? Result<Source>(Source(std::move(*experiment))) : experiment.error();
        };
        Result<Source> source = read();
        if (!source)
            return makeError(HEADSCOPE_MESSAGE("Message", "in the pinned state “%1”: %2"), name,
                             source.error().text());
        pins.push_back({pins.size() + 1, name, std::move(*source)});
    }
    return pins;
}

Result<Profile> profileOf(const json& file) {
    if (!file.contains("profile"))
        return Profile();
    const json& text = file["profile"];
    if (!text.is_string() || text.get_ref<const std::string&>().size() > mostProfileBytes)
        return makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), "profile",
                         "a text such as \"tokens,masks\"");
    return profileFrom(text.get_ref<const std::string&>());
}

Status readViews(const json& file, BesideExperiment& beside) {
    std::optional<Error> error;
    JsonReader reader(file, "", error);
    if (reader.has("views")) {
        for (const json* view : reader.objectsUpTo("views", static_cast<Index>(mostViews)))
            beside.views.push_back(viewFrom(*view, "views.", beside.pins.size(), error));
    }
    if (reader.has("last_view"))
        beside.lastView =
            viewFrom(reader.object("last_view"), "last_view.", beside.pins.size(), error);
    return error ? Status(*error) : Status(Done{});
}

} // namespace

Result<Experiment> experimentFromJson(std::string_view text, BesideExperiment* beside) {
    const Result<json> parsed = parseUntrustedJson(text);
    if (!parsed)
        return parsed.error();
    Result<Experiment> experiment = experimentFrom(*parsed, true);
    if (!experiment || !beside)
        return experiment;
    Result<BesideExperiment> read = besideFrom(*parsed);
    if (!read)
        return read.error();
    *beside = std::move(*read);
    return experiment;
}

Result<BesideExperiment> besideFrom(const json& file) {
    Result<std::vector<Pin>> pins = pinsFrom(file);
    if (!pins)
        return pins.error();
    const Result<Profile> profile = profileOf(file);
    if (!profile)
        return profile.error();
    BesideExperiment read{std::move(*pins), *profile};
    if (const Status views = readViews(file, read); !views)
        return views.error();
    return read;
}

} // namespace headscope
