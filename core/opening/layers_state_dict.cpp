// SPDX-License-Identifier: GPL-3.0-or-later
#include "opening/layers_state_dict.h"

#include "transformer/model_parameters.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace headscope {

namespace {

using Shapes = std::map<std::string, Shape, std::less<>>;
using StateDict = std::map<std::string, Tensor, std::less<>>;

// The names are those of torch/nn/modules/transformer.py.

constexpr std::string_view selfAttention = "self_attn.";
constexpr std::string_view crossAttention = "multihead_attn.";

/// What a layer calls its parts, "norm1." and so on; empty where their names stand beside it.
std::string_view partName(const Scope& scope) {
    const bool decodes = scope.part == ModelPart::Decoder;
    const bool isNorm = scope.kind() == ScopeKind::Norm;
    switch (scope.sublayer) {
    case Sublayer::SelfAttention: return isNorm ? "norm1." : selfAttention;
    case Sublayer::CrossAttention: return isNorm ? "norm2." : crossAttention;
    case Sublayer::FeedForward: return !isNorm ? "" : decodes ? "norm3." : "norm2.";
    case Sublayer::None: break;
    }
    return {};
}

/// What a parameter is called in a part that is no attention.
std::string_view nameInPart(Role role) {
    switch (role) {
    case Role::NormGain: return "weight";
    case Role::NormShift: return "bias";
    case Role::HiddenWeight: return "linear1.weight";
    case Role::HiddenBias: return "linear1.bias";
    case Role::FeedForwardWeight: return "linear2.weight";
    case Role::FeedForwardBias: return "linear2.bias";
    default: return {};
    }
}

/// "layers." and 3 of "layers.3."; nothing where it ends with no number.
std::optional<std::pair<std::string, Index>> numbered(std::string_view prefix) {
    if (!prefix.ends_with('.'))
        return std::nullopt;
    prefix.remove_suffix(1);
    const std::size_t dot = prefix.rfind('.');
    const std::size_t begin = dot == prefix.npos ? 0 : dot + 1;
    Index number = 0;
    const char* const end = prefix.data() + prefix.size();
    const auto [stop, code] = std::from_chars(prefix.data() + begin, end, number);
    if (begin == prefix.size() || code != std::errc() || stop != end || number < 0)
        return std::nullopt;
    return std::pair(std::string(prefix.substr(0, begin)), number);
}

/// Layers with what the names of all of them begin with.
struct Stack {
    StoredLayers layers;
    std::string prefix;
};

/// Finds the layers among the names and shapes of a file.
class Finder {
public:
    Finder(const Shapes& shapes, const std::vector<StoredAttention>& attentions)
        : m_shapes(shapes) {
        for (const StoredAttention& attention : attentions)
            m_attentions.emplace(attention.prefix, &attention);
    }

    std::vector<StoredWeights> found() {
        std::map<std::string, std::map<Index, std::string>> groups;
        std::vector<std::string> singles;
        for (const auto& [prefix, attention] : m_attentions) {
            if (!prefix.ends_with(selfAttention))
                continue;
            std::string layer = prefix.substr(0, prefix.size() - selfAttention.size());
            if (!isLayer(layer))
                continue;
            if (const auto place = numbered(layer))
                groups[place->first].emplace(place->second, layer);
            singles.push_back(std::move(layer));
        }
        std::vector<Stack> stacks;
        for (const auto& [prefix, layers] : groups) {
            if (const auto stack = stackOf(prefix, layers))
                stacks.push_back(*stack);
        }
        std::vector<StoredWeights> weights;
        addTransformers(stacks, weights);
        for (const Stack& stack : stacks)
            add({&stack, 1}, stack.prefix, weights);
        std::ranges::stable_sort(singles, {}, [](const std::string& layer) {
            const auto place = numbered(layer);
            return place ? *place : std::pair(layer, Index{0});
        });
        for (const std::string& layer : singles) {
            const Stack alone = {{partOf(layer), {layer}, {}}, layer};
            add({&alone, 1}, layer, weights);
        }
        return weights;
    }

private:
    bool has(const std::string& name) const { return m_shapes.contains(name); }
    ModelPart partOf(const std::string& layer) const {
        return m_attentions.contains(layer + std::string(crossAttention)) ? ModelPart::Decoder
                                                                          : ModelPart::Encoder;
    }
    /// All of a layer that is never missing.
    bool isLayer(const std::string& layer) const {
        const ModelPart part = partOf(layer);
        const auto matrix = [&](const char* name) {
            const auto found = m_shapes.find(layer + name);
            return found != m_shapes.end() && found->second.size() == 2;
        };
        return matrix("linear1.weight") && matrix("linear2.weight") &&
               has(layer + "norm1.weight") && has(layer + "norm2.weight") &&
               (part == ModelPart::Encoder || has(layer + "norm3.weight"));
    }
    /// Layers 0, 1, … of one kind; nothing where one is missing among them.
    std::optional<Stack> stackOf(const std::string& prefix,
                                 const std::map<Index, std::string>& layers) const {
        Stack stack = {{partOf(layers.begin()->second), {}, {}}, prefix};
        StoredLayers& stored = stack.layers;
        for (const auto& [number, layer] : layers) {
            if (number != std::ssize(stored.prefixes) || partOf(layer) != stored.part)
                return std::nullopt;
            stored.prefixes.push_back(layer);
        }
        constexpr std::string_view list = "layers.";
        if (prefix.ends_with(list)) {
            std::string norm = prefix.substr(0, prefix.size() - list.size()) + "norm.";
            if (has(norm + "weight"))
                stored.norm = std::move(norm);
        }
        return stack;
    }
    /// An encoder with the decoder beside it.
    void addTransformers(const std::vector<Stack>& stacks, std::vector<StoredWeights>& weights) {
        constexpr std::string_view encoder = "encoder.layers.";
        for (const Stack& first : stacks) {
            if (first.layers.part != ModelPart::Encoder || !first.prefix.ends_with(encoder))
                continue;
            const std::string around = first.prefix.substr(0, first.prefix.size() - encoder.size());
            const auto second = std::ranges::find_if(stacks, [&](const Stack& stack) {
                return stack.layers.part == ModelPart::Decoder &&
                       stack.prefix == around + "decoder.layers.";
            });
            if (second != stacks.end() && first.layers.norm.empty() == second->layers.norm.empty())
                add(std::vector{first, *second}, around, weights);
        }
    }
    void add(std::span<const Stack> stacks, const std::string& prefix,
             std::vector<StoredWeights>& weights) {
        StoredWeights one;
        const std::string& first = stacks.front().layers.prefixes.front();
        one.attention = *m_attentions.at(first + std::string(selfAttention));
        one.attention.prefix = prefix;
        one.attention.tensors.clear();
        one.attention.leftOut.clear();
        const bool single = first == prefix;
        const bool decodes = stacks.back().layers.part == ModelPart::Decoder;
        one.className = stacks.size() == 2  ? "nn.Transformer"
                        : single && decodes ? "nn.TransformerDecoderLayer"
                        : single            ? "nn.TransformerEncoderLayer"
                        : decodes           ? "nn.TransformerDecoder"
                                            : "nn.TransformerEncoder";
        ModelConfig model;
        model.architecture = decodes ? Architecture::EncoderDecoder : Architecture::Encoder;
        model.layers = 0;
        for (const Stack& stack : stacks) {
            const StoredLayers& layers = stack.layers;
            const auto count = static_cast<Index>(layers.prefixes.size());
            if (layers.part == ModelPart::Decoder)
                model.decoderLayers = count;
            else
                model.layers = count;
            for (const std::string& layer : layers.prefixes)
                addNames(layer, one.attention.tensors);
            if (!layers.norm.empty())
                addNames(layers.norm, one.attention.tensors);
            one.stacks.push_back(layers);
        }
        model.feedForwardDim = m_shapes.at(first + "linear1.weight")[0];
        model.lastNorm = !one.stacks.front().norm.empty();
        one.model = model;
        std::ranges::sort(one.attention.tensors);
        if (!single || !numbered(prefix)) // a layer among others is whole
            addLeftOut(one.attention);
        weights.push_back(std::move(one));
    }
    void addNames(const std::string& prefix, std::vector<std::string>& names) const {
        for (auto it = m_shapes.lower_bound(prefix);
             it != m_shapes.end() && it->first.starts_with(prefix); ++it)
            names.push_back(it->first);
    }
    /// By what the other names begin with.
    void addLeftOut(StoredAttention& attention) const {
        std::set<std::string> parts;
        for (const auto& [name, shape] : m_shapes) {
            if (!std::ranges::binary_search(attention.tensors, name))
                parts.insert(name.substr(0, name.find('.')));
        }
        attention.leftOut.assign(parts.begin(), parts.end());
    }

    const Shapes& m_shapes;
    std::map<std::string, const StoredAttention*> m_attentions;
};

/// Takes the tensors of layers and checks them against what the first one makes of the model.
class LayersReader {
public:
    LayersReader(const StoredWeights& weights, const StateDict& tensors)
        : m_weights(weights)
        , m_tensors(tensors) {}

    Result<Parameters> read() {
        const StoredAttention& first = m_weights.attention;
        ModelDescription description;
        // All heads as one: the shapes of a layer do not depend on how many there are.
        description.attention.modelDim = first.modelDim;
        description.attention.heads = 1;
        description.attention.keyDim = first.keyDims;
        description.attention.valueDim = first.valueDims;
        description.model = *m_weights.model;
        if (const auto sizes = headSizes(description.attention); !sizes)
            return sizes.error();
        if (const auto width = feedForwardDim(description.model, first.modelDim); !width)
            return width.error();
        forEachParameter(description, [this](const ParameterPlace& place) {
            read(place);
            return !m_error;
        });
        if (m_error)
            return *m_error;
        return std::move(m_parameters);
    }

private:
    const StoredLayers& stackOf(const Scope& scope) const {
        return *std::ranges::find(m_weights.stacks, scope.part, &StoredLayers::part);
    }
    /// What the names of a block begin with: "layers.0.norm1.", "norm." of the one behind the last
    /// layer, "layers.0." of a feed-forward network.
    std::string prefixOf(const Scope& scope) const {
        const StoredLayers& stack = stackOf(scope);
        return scope.layer ? stack.prefixes[static_cast<std::size_t>(*scope.layer)] +
                                 std::string(partName(scope))
                           : stack.norm;
    }
    void read(const ParameterPlace& place) {
        const std::string prefix = prefixOf(place.scope);
        const Role role = place.info.role;
        if (place.scope.kind() == ScopeKind::Attention) {
            if (place.scope != m_scope) {
                Result<Parameters> attention = weightsFromStateDict(m_tensors, prefix);
                if (!attention)
                    return fail(attention.error());
                m_attention = std::move(*attention);
                m_scope = place.scope;
            }
            if (const Tensor* const found = m_attention.find(role))
                keep(place, *found, prefix);
            return;
        }
        const std::string name = prefix + std::string(nameInPart(role));
        const auto found = m_tensors.find(name);
        if (found == m_tensors.end() && !place.info.optional)
            return fail(makeError(HEADSCOPE_MESSAGE("Message",
                                                    "the weights have no %1, which the state dict "
                                                    "of %2 has"),
                                  name, std::string(m_weights.className)));
        if (found == m_tensors.end())
            return;
        const Tensor& stored = found->second;
        const bool turned = place.info.axes.size() == 2 && stored.rank() == 2;
        keep(place, turned ? stored.transposed(0, 1) : stored, name);
    }
    void keep(const ParameterPlace& place, const Tensor& tensor, const std::string& name) {
        const RoleInfo& info = place.info;
        if (tensor.shape() != place.shape)
            return fail(makeError(
                HEADSCOPE_MESSAGE("Message", "%1: %2 is %3; the first layer makes it %4"), name,
                std::string(info.name), shapeText(tensor.shape()), shapeText(place.shape)));
        m_parameters.set(info.role, place.scope, tensor.withAxes(info.axes).contiguous());
    }
    void fail(Error error) { m_error = std::move(error); }

    const StoredWeights& m_weights;
    const StateDict& m_tensors;
    Parameters m_parameters;
    std::optional<Scope> m_scope; ///< of the attention that was read last, …
    Parameters m_attention;       ///< … and what it has
    std::optional<Error> m_error;
};

} // namespace

std::string StoredWeights::name() const {
    const std::string& prefix = attention.prefix;
    return prefix.substr(0, prefix.size() - (prefix.ends_with('.') ? 1 : 0));
}

bool StoredWeights::contains(const StoredWeights& other) const {
    return model && attention.tensors.size() > other.attention.tensors.size() &&
           std::ranges::all_of(other.attention.tensors, [&](const std::string& name) {
               return std::ranges::binary_search(attention.tensors, name);
           });
}

Result<std::vector<StoredWeights>> weightsIn(const Shapes& shapes) {
    Result<std::vector<StoredAttention>> attentions = attentionsIn(shapes);
    if (!attentions)
        return attentions.error();
    std::vector<StoredWeights> weights = Finder(shapes, *attentions).found();
    for (StoredAttention& attention : *attentions)
        weights.push_back({std::move(attention)});
    return weights;
}

Result<Parameters> parametersOf(const StoredWeights& weights, const StateDict& tensors) {
    return weights.model ? LayersReader(weights, tensors).read()
                         : weightsFromStateDict(tensors, weights.attention.prefix);
}

} // namespace headscope
