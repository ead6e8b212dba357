// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers_state_dict.h"

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

/// What a layer calls its parts, "norm1." and so on; empty where it has no such part.
std::string_view partName(ModelPart stack, const Scope& scope) {
    const bool decodes = stack == ModelPart::Decoder;
    if (scope.kind() == ScopeKind::Norm) {
        switch (scope.sublayer) {
        case Sublayer::SelfAttention: return "norm1.";
        case Sublayer::CrossAttention: return "norm2.";
        case Sublayer::FeedForward: return decodes ? "norm3." : "norm2.";
        case Sublayer::None: return "norm.";
        }
    }
    return scope.sublayer == Sublayer::SelfAttention    ? selfAttention
           : scope.sublayer == Sublayer::CrossAttention ? crossAttention
                                                        : std::string_view();
}

/// "norm1.weight" of a parameter that is no attention's.
std::string tensorNameOf(ModelPart stack, const Scope& scope, Role role) {
    const std::string part(partName(stack, scope));
    switch (role) {
    case Role::NormGain: return part + "weight";
    case Role::NormShift: return part + "bias";
    case Role::HiddenWeight: return "linear1.weight";
    case Role::HiddenBias: return "linear1.bias";
    case Role::FeedForwardWeight: return "linear2.weight";
    case Role::FeedForwardBias: return "linear2.bias";
    default: return {};
    }
}

std::string withoutDot(std::string_view prefix) {
    return std::string(prefix.substr(0, prefix.size() - (prefix.ends_with('.') ? 1 : 0)));
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

/// Layers that follow each other in one part of a model.
struct Stack {
    ModelPart part = ModelPart::Encoder;
    std::vector<std::string> layers; ///< the prefix of each, in their order
    std::string prefix;              ///< that all of them share
    std::string norm;                ///< "encoder.norm." of the one behind them; empty: none
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
            const Stack alone = {partOf(layer), {layer}, layer, {}};
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
        Stack stack = {partOf(layers.begin()->second), {}, prefix, {}};
        for (const auto& [number, layer] : layers) {
            if (number != std::ssize(stack.layers) || partOf(layer) != stack.part)
                return std::nullopt;
            stack.layers.push_back(layer);
        }
        constexpr std::string_view list = "layers.";
        if (prefix.ends_with(list)) {
            std::string norm = prefix.substr(0, prefix.size() - list.size()) + "norm.";
            if (has(norm + "weight"))
                stack.norm = std::move(norm);
        }
        return stack;
    }
    /// An encoder with the decoder beside it.
    void addTransformers(const std::vector<Stack>& stacks, std::vector<StoredWeights>& weights) {
        constexpr std::string_view encoder = "encoder.layers.";
        for (const Stack& first : stacks) {
            if (first.part != ModelPart::Encoder || !first.prefix.ends_with(encoder))
                continue;
            const std::string around = first.prefix.substr(0, first.prefix.size() - encoder.size());
            const auto second = std::ranges::find_if(stacks, [&](const Stack& stack) {
                return stack.part == ModelPart::Decoder &&
                       stack.prefix == around + "decoder.layers.";
            });
            if (second != stacks.end() && first.norm.empty() == second->norm.empty())
                add(std::vector{first, *second}, around, weights);
        }
    }
    void add(std::span<const Stack> stacks, const std::string& prefix,
             std::vector<StoredWeights>& weights) {
        StoredWeights one;
        one.attention =
            *m_attentions.at(stacks.front().layers.front() + std::string(selfAttention));
        one.attention.prefix = prefix;
        one.attention.tensors.clear();
        one.attention.leftOut.clear();
        const bool single = stacks.front().layers.front() == prefix;
        const bool decodes = stacks.back().part == ModelPart::Decoder;
        one.className = stacks.size() == 2  ? "nn.Transformer"
                        : single && decodes ? "nn.TransformerDecoderLayer"
                        : single            ? "nn.TransformerEncoderLayer"
                        : decodes           ? "nn.TransformerDecoder"
                                            : "nn.TransformerEncoder";
        ModelConfig model;
        model.architecture = decodes ? Architecture::EncoderDecoder : Architecture::Encoder;
        model.layers = 0;
        for (const Stack& stack : stacks) {
            const auto count = static_cast<Index>(stack.layers.size());
            if (stack.part == ModelPart::Decoder)
                model.decoderLayers = count;
            else
                model.layers = count;
            for (const std::string& layer : stack.layers)
                addNames(layer, one.attention.tensors);
            if (!stack.norm.empty())
                addNames(stack.norm, one.attention.tensors);
        }
        model.feedForwardDim = m_shapes.at(stacks.front().layers.front() + "linear1.weight")[0];
        model.lastNorm = !stacks.front().norm.empty();
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
        const ModelConfig& model = *m_weights.model;
        for (const ModelPart part : {ModelPart::Encoder, ModelPart::Decoder}) {
            for (Index layer = 0; layer < layersOf(model, part); ++layer) {
                for (const Sublayer sublayer : sublayersOf(part)) {
                    const Scope scope = Scope::of(part, layer, sublayer);
                    if (sublayer != Sublayer::FeedForward)
                        readAttention(scope);
                    else
                        readParts(scope);
                    readParts(scope.norm());
                }
            }
            if (layersOf(model, part) > 0 && hasLastNorm(model))
                readParts(Scope::lastNorm(part));
        }
        if (m_error)
            return *m_error;
        return std::move(m_parameters);
    }

private:
    /// "encoder.layers.0." of a block in a layer, "encoder." of the norm behind the last.
    std::string prefixOf(const Scope& scope) const {
        const std::string& own = m_weights.attention.prefix;
        const bool single = m_weights.className.ends_with("Layer");
        std::string stack = own;
        if (m_weights.className == "nn.Transformer")
            stack += scope.part == ModelPart::Encoder ? "encoder.layers." : "decoder.layers.";
        if (scope.layer)
            return single ? own : stack + std::to_string(*scope.layer) + '.';
        return stack.substr(0, stack.size() - std::string_view("layers.").size());
    }
    void readAttention(const Scope& scope) {
        const std::string prefix = prefixOf(scope) + std::string(partName(scope.part, scope));
        const Result<Parameters> attention = weightsFromStateDict(m_tensors, prefix);
        if (!attention) {
            fail(attention.error());
            return;
        }
        for (const Parameters::Entry& entry : attention->entries())
            keep(scope, entry.role, entry.tensor, prefix);
    }
    void readParts(const Scope& scope) {
        const std::string prefix = prefixOf(scope);
        for (const RoleInfo& info : roles()) {
            const std::string name =
                info.block == scope.kind() ? tensorNameOf(scope.part, scope, info.role) : "";
            if (name.empty())
                continue;
            const auto found = m_tensors.find(prefix + name);
            if (found == m_tensors.end()) {
                if (!info.optional)
                    fail(makeError(HEADSCOPE_MESSAGE("Message",
                                                     "the weights have no %1, which the state dict "
                                                     "of %2 has"),
                                   prefix + name, std::string(m_weights.className)));
                continue;
            }
            const Tensor& stored = found->second;
            const bool turned = info.axes.size() == 2 && stored.rank() == 2;
            keep(scope, info.role, turned ? stored.transposed(0, 1) : stored, prefix + name);
        }
    }
    void keep(const Scope& scope, Role role, const Tensor& tensor, const std::string& name) {
        const RoleInfo& info = infoOf(role);
        Shape expected;
        for (const Axis axis : info.axes)
            expected.push_back(sizeOf(axis));
        if (tensor.shape() == expected)
            m_parameters.set(role, scope, tensor.withAxes(info.axes).contiguous());
        else
            fail(makeError(
                HEADSCOPE_MESSAGE("Message", "%1: %2 is %3; the first layer makes it %4"), name,
                std::string(info.name), shapeText(tensor.shape()), shapeText(expected)));
    }
    Index sizeOf(Axis axis) const {
        switch (axis) {
        case Axis::HeadsKeyDim: return m_weights.attention.keyDims;
        case Axis::HeadsValueDim: return m_weights.attention.valueDims;
        case Axis::HiddenDim: return *m_weights.model->feedForwardDim;
        default: return m_weights.attention.modelDim;
        }
    }
    void fail(const Error& error) {
        if (!m_error)
            m_error = error;
    }

    const StoredWeights& m_weights;
    const StateDict& m_tensors;
    Parameters m_parameters;
    std::optional<Error> m_error;
};

} // namespace

std::string StoredWeights::name() const {
    return withoutDot(attention.prefix);
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
