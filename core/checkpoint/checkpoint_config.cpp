// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/checkpoint_config.h"

#include "json/json_guard.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace headscope {

namespace {

using nlohmann::json;
using Names = std::initializer_list<const char*>; ///< that one field has in different models

/// Far more than any model has; what is beyond is a damaged file.
constexpr Index mostLayers = 10'000;
constexpr Index mostOfAnything = Index{1} << 31;

/// Reads fields under any of their names, and keeps the first thing that is wrong.
class ConfigReader {
public:
    /// The object outlives the reader.
    ConfigReader(const json& object, std::string path)
        : m_object(object)
        , m_path(std::move(path)) {}

    const std::optional<Error>& error() const { return m_error; }
    void fail(Error error) {
        if (!m_error)
            m_error = std::move(error);
    }
    const std::string& path() const { return m_path; }

    /// A whole number from 1 on, which must be there unless there is one `otherwise`.
    Index size(Names names, Index most = mostOfAnything, std::optional<Index> otherwise = {}) {
        const json* const value = find(names);
        if (!value && otherwise)
            return *otherwise;
        if (!value) {
            fail(makeError(HEADSCOPE_MESSAGE("Message", "%1 has no %2"), m_path, listed(names)));
            return 1;
        }
        if (!value->is_number_integer() || *value < 1 || *value > most) {
            fail(makeError(HEADSCOPE_MESSAGE("Message", "%1: %2 is %3: a whole number from 1 to %4 "
                                                        "is needed"),
                           m_path, m_found, value->dump().substr(0, 40), most));
            return 1;
        }
        return value->get<Index>();
    }
    /// An id of a word, or nothing: one that is no id is none.
    std::optional<Index> id(Names names) {
        const json* const value = find(names);
        return value && value->is_number_integer() && *value >= 0 && *value < mostOfAnything
                   ? std::optional(value->get<Index>())
                   : std::nullopt;
    }
    std::vector<Index> ids(Names names) {
        std::vector<Index> all;
        const json* const value = find(names);
        const auto take = [&](const json& one) {
            if (one.is_number_integer() && one >= 0 && one < mostOfAnything)
                all.push_back(one.get<Index>());
        };
        if (value && value->is_array())
            std::ranges::for_each(*value, take);
        else if (value)
            take(*value);
        return all;
    }
    bool flag(Names names, bool otherwise) {
        const json* const value = find(names);
        if (value && !value->is_boolean())
            fail(makeError(HEADSCOPE_MESSAGE("Message", "%1: %2 is %3: true or false is needed"),
                           m_path, m_found, value->dump().substr(0, 40)));
        return value && value->is_boolean() ? value->get<bool>() : otherwise;
    }
    /// A number above 0, which must be there unless there is one `otherwise`.
    float positive(Names names, std::optional<float> otherwise = {}) {
        const json* const value = find(names);
        if (!value && otherwise)
            return *otherwise;
        if (!value) {
            fail(makeError(HEADSCOPE_MESSAGE("Message", "%1 has no %2"), m_path, listed(names)));
            return 1;
        }
        const double number = value->is_number() ? value->get<double>() : 0;
        if (!(number > 0 && std::isfinite(static_cast<float>(number))))
            fail(makeError(HEADSCOPE_MESSAGE("Message", "%1: %2 is %3: a number above 0 is needed"),
                           m_path, m_found, value->dump().substr(0, 40)));
        return static_cast<float>(number);
    }
    std::string text(Names names) {
        const json* const value = find(names);
        if (value && !value->is_string())
            fail(makeError(HEADSCOPE_MESSAGE("Message", "%1: %2 is %3: a word is needed"), m_path,
                           m_found, value->dump().substr(0, 40)));
        return value && value->is_string() ? value->get<std::string>() : std::string();
    }
    /// nullptr where it is missing or null.
    const json* find(Names names) {
        for (const char* const name : names) {
            const auto found = m_object.find(name);
            if (found != m_object.end() && !found->is_null()) {
                m_found = name;
                return &*found;
            }
        }
        return nullptr;
    }

private:
    static std::string listed(Names names) {
        std::string text;
        for (const char* const name : names)
            text.append(text.empty() ? "" : " / ").append(name);
        return text;
    }

    const json& m_object;
    std::string m_path;
    std::string m_found;
    std::optional<Error> m_error;
};

/// The longest name of a class that a family's begin with: DistilBert is no Bert.
const ModelFamily* familyOfClass(std::string_view className) {
    const ModelFamily* best = nullptr;
    for (const ModelFamily& family : modelFamilies()) {
        if (className.starts_with(family.classes) &&
            (!best || family.classes.size() > best->classes.size()))
            best = &family;
    }
    return best;
}

/// By the tensors alone: that whose modules are all there.
const ModelFamily* familyOfTensors(const FolderTensors& tensors) {
    const auto has = [&](std::string_view ending) {
        return std::ranges::any_of(tensors, [&](const auto& entry) {
            return std::string_view(entry.first).ends_with(ending);
        });
    };
    for (const ModelFamily& family : modelFamilies()) {
        const bool all = std::ranges::all_of(family.modules, [&](const ModelModule& module) {
            if (module.kind == ModelModule::Kind::QueryNorm ||
                module.kind == ModelModule::Kind::KeyNorm)
                return true; // some have none
            std::string name(module.name);
            if (const std::size_t star = name.find('*'); star != name.npos)
                name.replace(star, 1, "0");
            return has(name + ".weight");
        });
        if (all)
            return &family;
    }
    return nullptr;
}

Result<const ModelFamily*> familyOf(ConfigReader& config, const std::string& className,
                                    const ModelFolder& folder) {
    const std::string type = config.text({"model_type"});
    for (const ModelFamily& family : modelFamilies()) {
        if (family.type == type)
            return &family;
    }
    const ModelFamily* family = type.empty() ? familyOfClass(className) : nullptr;
    if (!family && type.empty() && className.empty())
        family = familyOfTensors(folder.tensors);
    if (family)
        return family;
    if (type.empty() && className.empty())
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 names no model_type, and the names of the "
                                           "tensors are those of none that is known "
                                           "here: %2"),
                         config.path(), familyNames());
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "%1 is a model of the type \"%2\"; known here are "
                                       "%3"),
                     config.path(), type.empty() ? className : type, familyNames());
}

struct NamedActivation {
    std::string_view name;
    Activation activation;
};
constexpr NamedActivation namedActivations[] = {
    {"relu", Activation::Relu},
    {"gelu", Activation::Gelu},
    {"gelu_python", Activation::Gelu},
    {"gelu_new", Activation::GeluTanh},
    {"gelu_fast", Activation::GeluTanh},
    {"gelu_accurate", Activation::GeluTanh},
    {"gelu_pytorch_tanh", Activation::GeluTanh},
    {"silu", Activation::Silu},
    {"swish", Activation::Silu},
    {"quick_gelu", Activation::QuickGelu},
    {"tanh", Activation::Tanh},
};

Activation activationIn(ConfigReader& config, Activation otherwise) {
    const std::string name = config.text({"activation_function", "hidden_act", "activation"});
    if (name.empty())
        return otherwise;
    std::string known;
    for (const NamedActivation& each : namedActivations) {
        if (each.name == name)
            return each.activation;
        known.append(known.empty() ? "" : ", ").append(each.name);
    }
    config.fail(makeError(HEADSCOPE_MESSAGE("Message", "%1 asks for the activation \"%2\"; known "
                                                       "here are %3"),
                          config.path(), name, known));
    return otherwise;
}

/// What a config may ask for that is not computed here.
void refuseUnknown(ConfigReader& config) {
    if (const json* const quantised = config.find({"quantization_config"})) {
        const auto method =
            quantised->is_object() ? quantised->find("quant_method") : quantised->end();
        const bool named =
            quantised->is_object() && method != quantised->end() && method->is_string();
        config.fail(makeError(HEADSCOPE_MESSAGE("Message", "%1 is a model whose numbers are packed "
                                                           "(%2); F32, F16 and BF16 are read"),
                              config.path(),
                              named ? method->get<std::string>() : std::string("quantised")));
    }
    const std::string places = config.text({"position_embedding_type"});
    if (!places.empty() && places != "absolute")
        config.fail(makeError(HEADSCOPE_MESSAGE("Message", "%1 asks for positions of the kind "
                                                           "\"%2\"; known here is absolute"),
                              config.path(), places));
}

/// θ and how frequencies are stretched, as either spelling says it: rope_scaling beside rope_theta,
/// or (transformers 5) rope_parameters with both.
void readRotary(ConfigReader& config, ModelConfig& model) {
    model.rotaryTheta = config.positive({"rope_theta"}, 10000);
    const json* const said = config.find({"rope_parameters", "rope_scaling"});
    if (!said)
        return;
    if (!said->is_object())
        return config.fail(makeError(HEADSCOPE_MESSAGE("Message", "%1: rope_scaling is %2: an "
                                                                  "object is needed"),
                                     config.path(), said->dump().substr(0, 40)));
    ConfigReader rotary(*said, config.path());
    model.rotaryTheta = rotary.positive({"rope_theta"}, *model.rotaryTheta);
    const std::string kind = rotary.text({"rope_type", "type"});
    RotaryScaling& scaling = model.rotaryScaling;
    if (kind == "linear") {
        scaling.kind = RotaryScaling::Kind::Linear;
    } else if (kind == "llama3") {
        scaling.kind = RotaryScaling::Kind::Llama3;
        scaling.low = rotary.positive({"low_freq_factor"});
        scaling.high = rotary.positive({"high_freq_factor"});
        scaling.original = rotary.positive({"original_max_position_embeddings"});
        if (!(scaling.high > scaling.low))
            rotary.fail(
                makeError(HEADSCOPE_MESSAGE("Message", "%1: high_freq_factor %2 is not above "
                                                       "low_freq_factor %3"),
                          config.path(), scaling.high, scaling.low));
    } else if (!kind.empty() && kind != "default") {
        rotary.fail(
            makeError(HEADSCOPE_MESSAGE("Message", "%1 asks for rotary positions of the kind "
                                                   "\"%2\"; known here are default, linear "
                                                   "and llama3"),
                      config.path(), kind));
    }
    scaling.factor = scaling.kind == RotaryScaling::Kind::None ? rotary.positive({"factor"}, 1)
                                                               : rotary.positive({"factor"});
    if (rotary.error())
        config.fail(*rotary.error());
}

void readSizes(ConfigReader& config, CheckpointConfig& read) {
    const ModelFamily& family = *read.family;
    AttentionConfig& attention = read.attention;
    ModelConfig& model = read.model;
    const bool translates = family.architecture == Architecture::EncoderDecoder;
    attention.modelDim = config.size({"n_embd", "hidden_size", "dim", "d_model"});
    attention.heads =
        config.size({"n_head", "num_attention_heads", "n_heads", "encoder_attention_heads"});
    if (family.rotary) {
        const Index shared = config.size({"num_key_value_heads"}, mostOfAnything, attention.heads);
        if (shared > attention.heads || attention.heads % shared != 0)
            config.fail(makeError(HEADSCOPE_MESSAGE("Message", "%1: %2 heads of keys do not divide "
                                                               "the %3 heads of the queries"),
                                  config.path(), shared, attention.heads));
        else if (shared != attention.heads)
            attention.keyValueHeads = shared;
        if (config.find({"head_dim"}))
            attention.keyDim = config.size({"head_dim"});
        if (const float part = config.positive({"partial_rotary_factor"}, 1); part != 1)
            config.fail(makeError(HEADSCOPE_MESSAGE("Message", "%1 turns only a part of each head "
                                                               "(partial_rotary_factor %2), which "
                                                               "is not known here"),
                                  config.path(), part));
        readRotary(config, model);
    }
    model.layers =
        config.size({"n_layer", "encoder_layers", "num_hidden_layers", "n_layers"}, mostLayers);
    model.feedForwardDim = config.size(
        {"n_inner", "intermediate_size", "hidden_dim", "encoder_ffn_dim"}, mostOfAnything,
        family.type == "gpt2" ? std::optional(4 * attention.modelDim) : std::nullopt);
    if (translates) {
        model.decoderLayers = config.size({"decoder_layers"}, mostLayers);
        read.decoderHeads = config.size({"decoder_attention_heads"});
        read.decoderHiddenDim = config.size({"decoder_ffn_dim"});
    }
    read.vocabulary = config.size({"vocab_size"});
    read.firstPlace = family.firstPlace;
    if (family.places == WordPlaces::Learnt)
        read.places = config.size({"n_positions", "max_position_embeddings", "n_ctx"});
    if (family.segments)
        read.segments = config.size({"type_vocab_size"}, mostOfAnything, 2);
}

/// Whether a layer looks through the window, as layer_types says; Qwen writes from which layer on.
bool hasWindow(ConfigReader& config, const CheckpointConfig& read, Index layer) {
    const json* const types = config.find({"layer_types"});
    if (!types)
        return read.family->type == "mistral" ||
               layer >= config.size({"max_window_layers"}, mostOfAnything, 28);
    const auto at = static_cast<std::size_t>(layer);
    const bool there = types->is_array() && at < types->size() && (*types)[at].is_string();
    const std::string type = there ? (*types)[at].get<std::string>() : std::string();
    if (type != "full_attention" && type != "sliding_attention")
        config.fail(makeError(HEADSCOPE_MESSAGE("Message", "%1: layer_types does not say of layer "
                                                           "%2 whether it is full_attention or "
                                                           "sliding_attention"),
                              config.path(), layer + 1));
    return type == "sliding_attention";
}

/// Windows that are on; Qwen2 writes one that is off.
void readWindows(ConfigReader& config, CheckpointConfig& read) {
    const bool mistral = read.family->type == "mistral";
    if (!read.family->rotary || !config.flag({"use_sliding_window"}, mistral) ||
        !config.find({"sliding_window"}))
        return;
    const Index window = config.size({"sliding_window"});
    for (Index layer = 0; layer < read.model.layers; ++layer)
        read.windows.push_back(hasWindow(config, read, layer) ? std::optional(window)
                                                              : std::nullopt);
}

Result<json> objectIn(const std::string& text, const std::string& path) {
    Result<json> parsed = parseUntrustedJson(text);
    if (!parsed)
        return inFile(path, parsed.error());
    if (!parsed->is_object())
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is no JSON object"), path);
    return parsed;
}

/// Of lists of ids those that are one alone.
std::vector<Index> wordsOfOneId(const json* lists) {
    std::vector<Index> words;
    for (const json& list : lists && lists->is_array() ? *lists : json::array()) {
        if (list.is_array() && list.size() == 1 && list[0].is_number_integer())
            words.push_back(list[0].get<Index>());
    }
    return words;
}

/// How texts end: generation_config.json, where there is one, goes before config.json.
Status readGeneration(const ModelFolder& folder, CheckpointConfig& read) {
    if (folder.generation.empty())
        return Done{};
    const std::string path = folder.path + "/generation_config.json";
    const Result<json> object = objectIn(folder.generation, path);
    if (!object)
        return object.error();
    ConfigReader config(*object, path);
    if (config.find({"eos_token_id"}))
        read.ends = config.ids({"eos_token_id"});
    if (const json* const never = config.find({"bad_words_ids"}))
        read.never = wordsOfOneId(never);
    if (!read.decoderStart)
        read.decoderStart = config.id({"decoder_start_token_id"});
    return Done{};
}

std::string sumText(Index encoder, std::optional<Index> decoder) {
    return std::to_string(encoder) + (decoder ? " + " + std::to_string(*decoder) : std::string());
}

} // namespace

std::optional<Index> CheckpointConfig::longest() const {
    return places ? std::optional(std::max<Index>(0, places - firstPlace)) : std::nullopt;
}

AttentionConfig CheckpointConfig::attentionOf(ModelPart part) const {
    AttentionConfig config = attention;
    if (part == ModelPart::Decoder)
        config.heads = decoderHeads.value_or(config.heads);
    return config;
}

Index CheckpointConfig::hiddenDimOf(ModelPart part) const {
    const Index encoder = *model.feedForwardDim;
    return part == ModelPart::Decoder ? decoderHiddenDim.value_or(encoder) : encoder;
}

std::string CheckpointConfig::layersText() const {
    return sumText(model.layers, model.decoderLayers);
}

std::string CheckpointConfig::headsText() const {
    return sumText(attention.heads, decoderHeads == attention.heads ? std::nullopt : decoderHeads);
}

Result<CheckpointConfig> readCheckpointConfig(const ModelFolder& folder) {
    const std::string path = folder.path + "/config.json";
    const Result<json> object = objectIn(folder.config, path);
    if (!object)
        return object.error();
    ConfigReader config(*object, path);
    CheckpointConfig read;
    if (const json* const classes = config.find({"architectures"});
        classes && classes->is_array() && !classes->empty() && classes->front().is_string())
        read.className = classes->front().get<std::string>();
    refuseUnknown(config);
    if (config.error())
        return *config.error();
    const Result<const ModelFamily*> family = familyOf(config, read.className, folder);
    if (!family)
        return family.error();
    read.family = *family;
    ModelConfig& model = read.model;
    model.architecture = read.family->architecture;
    model.placement = read.family->placement;
    model.norm = read.family->norm;
    model.gated = read.family->gated;
    readSizes(config, read);
    model.activation = activationIn(config, read.family->activation);
    model.epsilon = config.positive({"layer_norm_epsilon", "layer_norm_eps", "rms_norm_eps"},
                                    read.family->epsilon);
    read.attention.fullyMasked = FullyMasked::Uniform; // masked with the smallest number, not −∞
    if (!config.flag({"scale_attn_weights"}, true))
        read.attention.scale = 1.0F;
    model.scaleByLayer = config.flag({"scale_attn_by_inverse_layer_idx"}, false);
    read.causal = read.family->causal || config.flag({"is_decoder"}, false) ||
                  model.architecture == Architecture::EncoderDecoder;
    readWindows(config, read);
    read.tied = config.flag({"tie_word_embeddings"}, read.family->tied);
    if (config.flag({"scale_embedding"}, false))
        read.embeddingFactor = static_cast<float>(std::sqrt(read.attention.modelDim));
    read.padding = config.id({"pad_token_id"});
    if (read.firstPlace > 0)
        read.firstPlace = read.padding.value_or(read.firstPlace - 1) + 1;
    read.beginning = config.id({"bos_token_id"});
    read.decoderStart = config.id({"decoder_start_token_id"});
    read.ends = config.ids({"eos_token_id"});
    read.never = wordsOfOneId(config.find({"bad_words_ids"}));
    if (const Status said = readGeneration(folder, read); !said)
        return said.error();
    if (config.error())
        return *config.error();
    for (const ModelPart part : {ModelPart::Encoder, ModelPart::Decoder}) {
        if (const Result<HeadSizes> sizes = headSizes(read.attentionOf(part)); !sizes)
            return inFile(path, sizes.error());
    }
    return read;
}

} // namespace headscope
