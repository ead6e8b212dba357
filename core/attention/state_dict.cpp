// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/state_dict.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>
#include <vector>

namespace headscope {

namespace {

using StateDict = std::map<std::string, Tensor, std::less<>>;

/// What a class calls the parts of attention; empty where it has no such part.
struct Names {
    std::string_view className;
    std::string_view fusedWeight, fusedBias; ///< query, key and value in one
    std::array<std::string_view, 3> weights; ///< of query, key, value
    std::array<std::string_view, 3> biases;
    std::string_view outputWeight, outputBias;
    std::array<std::string_view, 2> unsupported;

    std::vector<std::string_view> all() const {
        std::vector<std::string_view> names = {fusedWeight, fusedBias, outputWeight, outputBias};
        names.insert(names.end(), weights.begin(), weights.end());
        names.insert(names.end(), biases.begin(), biases.end());
        names.insert(names.end(), unsupported.begin(), unsupported.end());
        std::erase(names, std::string_view());
        return names;
    }
};

const Names pytorch = {"nn.MultiheadAttention",
                       "in_proj_weight",
                       "in_proj_bias",
                       {"q_proj_weight", "k_proj_weight", "v_proj_weight"},
                       {},
                       "out_proj.weight",
                       "out_proj.bias",
                       {"bias_k", "bias_v"}};
/// Its class has a linear layer for each, so that value alone may have a bias.
const Names labml = {"labml's MultiHeadAttention",
                     {},
                     {},
                     {"query.linear.weight", "key.linear.weight", "value.linear.weight"},
                     {"query.linear.bias", "key.linear.bias", "value.linear.bias"},
                     "output.weight",
                     "output.bias",
                     {}};

/// "self_attn." of "self_attn.out_proj.weight"; nothing where the name is not
/// one of attention's, or where it only ends like one ("xin_proj_weight").
std::optional<std::string> prefixOf(std::string_view name, const Names& names) {
    for (const std::string_view known : names.all()) {
        if (!name.ends_with(known))
            continue;
        const std::string_view prefix = name.substr(0, name.size() - known.size());
        if (prefix.empty() || prefix.ends_with('.'))
            return std::string(prefix);
    }
    return std::nullopt;
}

std::set<std::string> prefixesOf(const StateDict& tensors, const Names& names) {
    std::set<std::string> prefixes;
    for (const auto& [name, tensor] : tensors) {
        if (auto prefix = prefixOf(name, names))
            prefixes.insert(*prefix);
    }
    return prefixes;
}

/// Whether a name is labml's alone; "output.weight" may be any layer's.
bool isOfLabml(const StateDict& tensors) {
    return std::ranges::any_of(tensors, [](const auto& tensor) {
        return std::ranges::any_of(labml.weights, [&](std::string_view name) {
            return std::string_view(tensor.first).ends_with(name);
        });
    });
}

struct Place {
    const Names* names = nullptr;
    std::string prefix;
};

/// Whose state dict it is, and the one prefix that attention's names share.
Result<Place> findAttention(const StateDict& tensors) {
    const Names* names = &pytorch;
    std::set<std::string> prefixes = prefixesOf(tensors, pytorch);
    if (prefixes.empty() && isOfLabml(tensors)) {
        names = &labml;
        prefixes = prefixesOf(tensors, labml);
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
    return Place{names, *prefixes.begin()};
}

/// Looks names up under the prefix and checks shapes while it hands them out.
class Reader {
public:
    Reader(const StateDict& tensors, const Place& place)
        : m_tensors(tensors)
        , m_names(*place.names)
        , m_prefix(place.prefix) {}

    Result<Parameters> read();

private:
    const Tensor* find(std::string_view name) const {
        const auto found = m_tensors.find(full(name));
        return name.empty() || found == m_tensors.end() ? nullptr : &found->second;
    }
    std::string full(std::string_view name) const { return m_prefix + std::string(name); }
    Error missing(std::string_view name) const {
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the weights have no %1, which the state dict of "
                                           "%2 has"),
                         full(name), std::string(m_names.className));
    }
    void keep(Role role, const Tensor& tensor);
    Status checkNames() const;
    Result<Tensor> matrix(std::string_view name) const;
    Status checkShape(std::string_view name, const Tensor& tensor, const Shape& expected) const;
    Status readFused(const Tensor& fused);
    Status readSeparate();
    Status readBiases();

    const StateDict& m_tensors;
    const Names& m_names;
    std::string m_prefix;
    Parameters m_weights;
    Index m_width = 0; ///< embed_dim, E
};

Status Reader::checkNames() const {
    for (const std::string_view name : m_names.unsupported) {
        if (find(name))
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "the weights have %1 (add_bias_kv=True), a learned "
                                               "extra key that is not supported: use a "
                                               "layer without it"),
                             full(name));
    }
    if (find(m_names.fusedWeight)) {
        for (const std::string_view name : m_names.weights) {
            if (find(name))
                return makeError(HEADSCOPE_MESSAGE("Message", "the weights have both %1 and %2: "
                                                              "only one of them can be meant"),
                                 full(m_names.fusedWeight), full(name));
        }
    }
    // Without a prefix other names are other layers, but for those that only attention begins with.
    const bool othersAllowed = m_prefix.empty() && &m_names == &pytorch;
    const auto mayBeAnothers = [&](std::string_view name) {
        constexpr std::string_view own[] = {"in_proj", "q_proj", "k_proj",
                                            "v_proj",  "bias_",  "out_proj"};
        return othersAllowed && std::ranges::none_of(own, [&](std::string_view begin) {
                   return name.starts_with(begin);
               });
    };
    const std::vector<std::string_view> known = m_names.all();
    for (auto it = m_tensors.lower_bound(m_prefix);
         it != m_tensors.end() && it->first.starts_with(m_prefix); ++it) {
        const std::string_view name = std::string_view(it->first).substr(m_prefix.size());
        if (std::ranges::find(known, name) == known.end() && !mayBeAnothers(name))
            return makeError(
                HEADSCOPE_MESSAGE("Message", "the weights have %1, which %2 does not know"),
                it->first, std::string(m_names.className));
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

/// Keeps one as the engine reads it: PyTorch's [out, in] as [in, out], in memory too.
void Reader::keep(Role role, const Tensor& tensor) {
    const Tensor turned = tensor.rank() == 2 ? tensor.transposed(0, 1) : tensor;
    m_weights.set(role, turned.withAxes(infoOf(role).axes).contiguous());
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
            full(m_names.fusedWeight), shapeText(fused.shape()));
    for (std::size_t i = 0; i < m_names.weights.size(); ++i)
        keep(projections[i].weight, third(fused, static_cast<Index>(i)));
    return Done{};
}

Status Reader::readSeparate() {
    for (std::size_t i = 0; i < m_names.weights.size(); ++i) {
        const Result<Tensor> weight = matrix(m_names.weights[i]);
        if (!weight)
            return weight.error();
        if (i == 0)
            m_width = weight->size(1);
        if (Status fits = checkShape(m_names.weights[i], *weight, {m_width, weight->size(1)});
            !fits)
            return fits;
        keep(projections[i].weight, *weight);
    }
    return Done{};
}

/// A bias that is not there is none: each projection for itself.
Status Reader::readBiases() {
    if (const Tensor* fused = find(m_names.fusedBias)) {
        if (Status fits = checkShape(m_names.fusedBias, *fused, {3 * m_width}); !fits)
            return fits;
        for (std::size_t i = 0; i < m_names.biases.size(); ++i)
            keep(projections[i].bias, third(*fused, static_cast<Index>(i)));
    }
    for (std::size_t i = 0; i < projections.size(); ++i) {
        const std::string_view name =
            i < m_names.biases.size() ? m_names.biases[i] : m_names.outputBias;
        const Tensor* bias = find(name);
        if (!bias)
            continue;
        if (Status fits = checkShape(name, *bias, {m_width}); !fits)
            return fits;
        keep(projections[i].bias, *bias);
    }
    return Done{};
}

Result<Parameters> Reader::read() {
    if (const Status names = checkNames(); !names)
        return names.error();
    Status projections = Done{};
    const auto isThere = [this](std::string_view name) { return find(name) != nullptr; };
    if (find(m_names.fusedWeight)) {
        const Result<Tensor> fused = matrix(m_names.fusedWeight);
        if (!fused)
            return fused.error();
        projections = readFused(*fused);
    } else if (m_names.fusedWeight.empty() || std::ranges::any_of(m_names.weights, isThere)) {
        projections = readSeparate();
    } else {
        return missing(m_names.fusedWeight);
    }
    if (!projections)
        return projections.error();
    const Result<Tensor> output = matrix(m_names.outputWeight);
    if (!output)
        return output.error();
    if (Status fits = checkShape(m_names.outputWeight, *output, {m_width, m_width}); !fits)
        return fits.error();
    keep(Role::OutputWeight, *output);
    if (const Status biases = readBiases(); !biases)
        return biases.error();
    return std::move(m_weights);
}

} // namespace

Result<Parameters> weightsFromStateDict(const std::map<std::string, Tensor, std::less<>>& tensors) {
    const Result<Place> place = findAttention(tensors);
    if (!place)
        return place.error();
    return Reader(tensors, *place).read();
}

} // namespace headscope
