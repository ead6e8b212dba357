// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/experiment_json.h"

#include "document/extras_json.h"
#include "document/model_json.h"
#include "document/view_json.h"
#include "experiment/choice_names.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "experiment/edits/fitting.h"
#include "json/json_reader.h"
#include "json/json_writer.h"
#include "transformer/run_model.h"

namespace headscope {

template <> struct ChoiceNames<WeightSource::Kind> {
    static constexpr std::pair<std::string_view, WeightSource::Kind> all[] = {
        {"random", WeightSource::Kind::Random},
        {"identity", WeightSource::Kind::Identity},
        {"file", WeightSource::Kind::File}};
};

namespace {

using nlohmann::json;
using Limits = ExperimentLimits;

constexpr const char* formatName = "headscope-experiment";

/// With its number a file of thousands of lines is mended.
Error typedNumberError(std::size_t number, const Error& wrong) {
    return makeError(HEADSCOPE_MESSAGE("Message", "number %1 of “held” in the file: %2. Correct it "
                                                  "there (places count from 0), or take it out"),
                     number, wrong.text());
}

constexpr auto weightSourceFields = [](auto& fields, auto& source) {
    fields.needed("kind", source.kind);
    fields.needed("sigma", source.sigma);
    fields.needed("d_model", source.modelDim, Whole{1, Limits::modelDim});
};

constexpr auto configFields = [](auto& fields, auto& config) {
    fields.needed("d_model", config.modelDim, Whole{1, Limits::modelDim});
    fields.needed("heads", config.heads, Whole{1, Limits::heads});
    fields.orNull("d_k", config.keyDim, Whole{1, Limits::modelDim});
    fields.orNull("d_v", config.valueDim, Whole{1, Limits::modelDim});
    fields.orNull("scale", config.scale);
    fields.needed("dropout", config.dropout);
    fields.needed("dropout_seed", config.dropoutSeed);
    fields.needed("layout", config.layout);
    fields.needed("weight_layout", config.weightLayout);
    fields.needed("fully_masked", config.fullyMasked);
};

constexpr auto typedFields = [](auto& fields, auto& typed) {
    constexpr As attention{&Scope::path, &Scope::parse,
                           "the path of an attention, as \"encoder/0/self_attention\"", Text{64}};
    fields.needed("scope", typed.scope, attention);
    fields.needed("name", typed.name, stageInFile);
    fields.needed("batch", typed.batch, Whole{0, Limits::batch - 1});
    fields.needed("head", typed.head, Whole{0, Limits::heads - 1});
    fields.needed("query", typed.query, Whole{0, Limits::tokens - 1});
    fields.needed("key", typed.key, Whole{0, Limits::tokens - 1});
    fields.needed("value", typed.value);
};

constexpr As trainingJson{[](const PackedTrainingPointer& training) -> const std::string& {
                              return training->content().json;
                          },
                          [](std::string text) -> std::optional<PackedTrainingPointer> {
                              return std::make_shared<const PackedTraining>(std::move(text));
                          },
                          "", AnyJson()};

constexpr auto experimentFields = [](auto& fields, auto& e, auto& training) {
    const Numbers input = {{{Axis::Batch, Axis::Sequence, Axis::ModelDim}}, Limits::elements};
    const Numbers mask = {{{Axis::Batch, Axis::Query, Axis::Key},
                           {Axis::Query, Axis::Key},
                           {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key}},
                          Limits::elements};
    constexpr Words words = {Limits::tokens, Limits::tokenBytes};
    std::string format = formatName; // checkFormat() looks at both
    std::uint64_t version = experimentVersion;
    fields.needed("format", format, Text{64});
    fields.needed("version", version);
    fields.needed("example", e.example, Text{64});
    fields.needed("tokens", e.tokens, words);
    fields.ifAny("key_tokens", e.keyTokens, words);
    fields.unlessDefault("raw_pieces", e.rawPieces);
    fields.needed("config", e.config, configFields);
    fields.needed("weight_source", e.weightSource, weightSourceFields);
    fields.needed("seed", e.seed);
    fields.needed("causal", e.causal);
    fields.needed("causal_alignment", e.causalAlignment);
    fields.orNull("window", e.window, Whole{1, Limits::tokens});
    fields.orNull("prefix", e.prefix, Whole{1, Limits::tokens});
    fields.needed("mask_padding", e.maskPadding);
    fields.ifAny("may_attend", e.mayAttend, mask);
    fields.ifAny("additive_mask", e.additiveMask, Numbers{mask.axes, mask.most, true});
    fields.needed("query_input", e.queryInput, input);
    fields.ifAny("key_input", e.keyInput, input);
    fields.ifAny("value_input", e.valueInput, input);
    fields.needed("model", e.model, modelFields);
    fields.needed("vocabulary", e.vocabulary, Words{Limits::elements, Limits::tokenBytes});
    weightFields(fields, e);
    fields.unlessDefault("held", e.typedNumbers,
                         List{mostTypedNumbers, typedFields, &typedNumberError});
    fields.unlessDefault("training", training, trainingJson);
};

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
    if (experiment.weightSource.sigma < 0)
        return makeError(HEADSCOPE_MESSAGE("Message", "“%1” must not be negative"),
                         "weight_source.sigma");
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

Status checkMask(const Experiment& experiment) {
    if (!experiment.mayAttend)
        return Done{};
    for (const float value : experiment.mayAttend->values()) {
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

/// Which entry has no place, or that of another one.
Status checkEntries(const Experiment& experiment) {
    const std::vector<TypedNumber>& typedNumbers = experiment.typedNumbers;
    for (std::size_t i = 0; i < typedNumbers.size(); ++i) {
        if (const Status status = checkTypedNumber(experiment, typedNumbers[i]); !status)
            return typedNumberError(i + 1, status.error());
        for (std::size_t j = 0; j < i; ++j) {
            if (typedNumbers[j].place() == typedNumbers[i].place())
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
    add(file, "model", json::parse(jsonText(ModelConfig(), modelFields)));
    add(file, "vocabulary", json::array());
    file["version"] = experimentVersion;
    return file;
}

} // namespace

std::string experimentToJson(const Experiment& experiment, const DocumentExtras& extras,
                             const PackedTrainingPointer& training) {
    JsonWriter writer;
    experimentFields(writer, experiment, training);
    addExtras(writer, extras);
    return writer.text() + "\n";
}

Result<Source> experimentFrom(const json& object, const std::vector<std::string>& left) {
    if (Status status = checkFormat(object); !status)
        return status.error();
    if (object["version"] < experimentVersion)
        return experimentFrom(upToDate(object), left);

    std::optional<Error> error;
    JsonReader reader(object, "", error);
    Experiment experiment;
    PackedTrainingPointer training;
    experimentFields(reader, experiment, training);
    reader.leave(left);
    reader.refuseOthers();
    if (error)
        return *error;
    if (const Result<HeadSizes> sizes = headSizes(experiment.config); !sizes)
        return sizes.error();
    for (const auto check : {&checkParts, &checkMask, &checkVocabulary, &checkEntries}) {
        if (const Status status = check(experiment); !status)
            return status.error();
    }
    std::ranges::sort(experiment.typedNumbers, {}, &TypedNumber::place);
    if (Status status = validate(modelProblemOf(experiment)); !status)
        return status.error();
    return Source(std::move(experiment), std::move(training));
}

} // namespace headscope
