// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/state_dict.h"

#include <array>
#include <iterator>
#include <set>
#include <string_view>

namespace headscope {

namespace {

using StateDict = std::map<std::string, Tensor, std::less<>>;

constexpr std::array<std::string_view, 9> knownNames = {
    "in_proj_weight", "q_proj_weight", "k_proj_weight",   "v_proj_weight", "in_proj_bias",
    "bias_k",         "bias_v",        "out_proj.weight", "out_proj.bias"};

bool isKnown(std::string_view name) {
    for (const std::string_view known : knownNames) {
        if (name == known)
            return true;
    }
    return false;
}

/// "self_attn." of "self_attn.out_proj.weight"; nothing where the name is not
/// one of attention's, or where it only ends like one ("xin_proj_weight").
std::optional<std::string> prefixOf(std::string_view name) {
    for (const std::string_view known : knownNames) {
        if (!name.ends_with(known))
            continue;
        const std::string_view prefix = name.substr(0, name.size() - known.size());
        if (prefix.empty() || prefix.ends_with('.'))
            return std::string(prefix);
    }
    return std::nullopt;
}

/// The one prefix that attention's names share.
Result<std::string> commonPrefix(const StateDict& tensors) {
    std::set<std::string> prefixes;
    for (const auto& [name, tensor] : tensors) {
        if (auto prefix = prefixOf(name))
            prefixes.insert(*prefix);
    }
    if (prefixes.empty())
        return makeError(HEADSCOPE_MESSAGE(
            "Message", "the weights are not the state dict of a PyTorch nn.MultiheadAttention: "
                       "in_proj_weight and out_proj.weight are missing"));
    if (prefixes.size() > 1)
        return makeError(HEADSCOPE_MESSAGE("Message", "the weights hold several attention layers "
                                                      "(\"%1\" and \"%2\"): "
                                                      "save the state dict of one of them"),
                         *prefixes.begin(), *std::next(prefixes.begin()));
    return *prefixes.begin();
}

/// Looks names up under the prefix and checks shapes while it hands them out.
class Reader {
public:
    Reader(const StateDict& tensors, std::string prefix)
        : m_tensors(tensors)
        , m_prefix(std::move(prefix)) {}

    Result<AttentionWeights> read();

private:
    const Tensor* find(std::string_view name) const {
        const auto found = m_tensors.find(m_prefix + std::string(name));
        return found == m_tensors.end() ? nullptr : &found->second;
    }
    std::string full(std::string_view name) const { return m_prefix + std::string(name); }
    Error missing(std::string_view name) const {
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the weights have no %1, which the state dict of "
                                           "nn.MultiheadAttention has"),
                         full(name));
    }
    Status checkNames() const;
    Result<Tensor> matrix(std::string_view name) const;
    Status checkShape(std::string_view name, const Tensor& tensor, const Shape& expected) const;
    Status readFused(const Tensor& fused);
    Status readSeparate();
    Status readBiases();

    const StateDict& m_tensors;
    std::string m_prefix;
    AttentionWeights m_weights;
    Index m_width = 0; ///< embed_dim, E
};

Status Reader::checkNames() const {
    for (const std::string_view name : {"bias_k", "bias_v"}) {
        if (find(name))
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "the weights have %1 (add_bias_kv=True), a learned "
                                               "extra key that is not supported: use a "
                                               "layer without it"),
                             full(name));
    }
    if (find("in_proj_weight")) {
        for (const std::string_view name : {"q_proj_weight", "k_proj_weight", "v_proj_weight"}) {
            if (find(name))
                return makeError(HEADSCOPE_MESSAGE("Message", "the weights have both %1 and %2: "
                                                              "only one of them can be meant"),
                                 full("in_proj_weight"), full(name));
        }
    }
    if (m_prefix.empty())
        return Done{}; // other names are other layers
    for (auto it = m_tensors.lower_bound(m_prefix);
         it != m_tensors.end() && it->first.starts_with(m_prefix); ++it) {
        if (!isKnown(std::string_view(it->first).substr(m_prefix.size())))
            return makeError(HEADSCOPE_MESSAGE("Message", "the weights have %1, which "
                                                          "nn.MultiheadAttention does not know"),
                             it->first);
    }
    return Done{};
}

Result<Tensor> Reader::matrix(std::string_view name) const {
    const Tensor* tensor = find(name);
    if (!tensor)
        return missing(name);
    if (tensor->rank() != 2 || tensor->isEmpty())
        return makeError(
            HEADSCOPE_MESSAGE("Message", "%1 has shape %2: a matrix [out, in] is needed"),
            full(name), shapeText(tensor->shape()));
    return *tensor;
}

Status Reader::checkShape(std::string_view name, const Tensor& tensor,
                          const Shape& expected) const {
    if (tensor.shape() == expected)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 has shape %2: with d_model %3 it must be %4"),
                     full(name), shapeText(tensor.shape()), m_width, shapeText(expected));
}

/// PyTorch's [out, in] as [in, out], in memory too: the engine reads rows.
Tensor inputMajor(const Tensor& weight, Axis in, Axis out) {
    return weight.transposed(0, 1).withAxes({in, out}).contiguous();
}

/// A third of the rows of a fused weight, or of a fused bias.
Tensor third(const Tensor& fused, Index index) {
    Shape shape = fused.shape();
    shape[0] /= 3;
    Index count = 1;
    for (const Index size : shape)
        count *= size;
    const Tensor values = fused.contiguous();
    return Tensor::fromValues(shape, Axes(shape.size(), Axis::Feature),
                              values.values().subspan(static_cast<std::size_t>(index * count),
                                                      static_cast<std::size_t>(count)));
}

Status Reader::readFused(const Tensor& fused) {
    m_width = fused.size(1);
    if (fused.size(0) % 3 != 0 || fused.size(0) / 3 != m_width)
        return makeError(
            HEADSCOPE_MESSAGE("Message", "%1 has shape %2: it must be [3·d_model, d_model]"),
            full("in_proj_weight"), shapeText(fused.shape()));
    m_weights.query = inputMajor(third(fused, 0), Axis::ModelDim, Axis::HeadsKeyDim);
    m_weights.key = inputMajor(third(fused, 1), Axis::ModelDim, Axis::HeadsKeyDim);
    m_weights.value = inputMajor(third(fused, 2), Axis::ModelDim, Axis::HeadsValueDim);
    return Done{};
}

Status Reader::readSeparate() {
    const Result<Tensor> query = matrix("q_proj_weight");
    if (!query)
        return query.error();
    m_width = query->size(1);
    if (Status fits = checkShape("q_proj_weight", *query, {m_width, m_width}); !fits)
        return fits;
    const Result<Tensor> key = matrix("k_proj_weight");
    if (!key)
        return key.error();
    if (Status fits = checkShape("k_proj_weight", *key, {m_width, key->size(1)}); !fits)
        return fits;
    const Result<Tensor> value = matrix("v_proj_weight");
    if (!value)
        return value.error();
    if (Status fits = checkShape("v_proj_weight", *value, {m_width, value->size(1)}); !fits)
        return fits;
    m_weights.query = inputMajor(*query, Axis::ModelDim, Axis::HeadsKeyDim);
    m_weights.key = inputMajor(*key, Axis::ModelDim, Axis::HeadsKeyDim);
    m_weights.value = inputMajor(*value, Axis::ModelDim, Axis::HeadsValueDim);
    return Done{};
}

Status Reader::readBiases() {
    if (const Tensor* fused = find("in_proj_bias")) {
        if (Status fits = checkShape("in_proj_bias", *fused, {3 * m_width}); !fits)
            return fits;
        m_weights.queryBias = third(*fused, 0).withAxes({Axis::HeadsKeyDim});
        m_weights.keyBias = third(*fused, 1).withAxes({Axis::HeadsKeyDim});
        m_weights.valueBias = third(*fused, 2).withAxes({Axis::HeadsValueDim});
    }
    if (const Tensor* bias = find("out_proj.bias")) {
        if (Status fits = checkShape("out_proj.bias", *bias, {m_width}); !fits)
            return fits;
        m_weights.outputBias = bias->contiguous().withAxes({Axis::ModelDim});
    }
    return Done{};
}

Result<AttentionWeights> Reader::read() {
    if (const Status names = checkNames(); !names)
        return names.error();
    Status projections = Done{};
    if (find("in_proj_weight")) {
        const Result<Tensor> fused = matrix("in_proj_weight");
        if (!fused)
            return fused.error();
        projections = readFused(*fused);
    } else if (find("q_proj_weight") || find("k_proj_weight") || find("v_proj_weight")) {
        projections = readSeparate();
    } else {
        return missing("in_proj_weight");
    }
    if (!projections)
        return projections.error();
    const Result<Tensor> output = matrix("out_proj.weight");
    if (!output)
        return output.error();
    if (Status fits = checkShape("out_proj.weight", *output, {m_width, m_width}); !fits)
        return fits.error();
    m_weights.output = inputMajor(*output, Axis::HeadsValueDim, Axis::ModelDim);
    if (const Status biases = readBiases(); !biases)
        return biases.error();
    return std::move(m_weights);
}

} // namespace

Result<AttentionWeights>
weightsFromStateDict(const std::map<std::string, Tensor, std::less<>>& tensors) {
    const Result<std::string> prefix = commonPrefix(tensors);
    if (!prefix)
        return prefix.error();
    return Reader(tensors, *prefix).read();
}

} // namespace headscope
