// SPDX-License-Identifier: GPL-3.0-or-later
#include "opening/state_dict.h"

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

/// Numbers in names count as numbers: "layers.10." comes behind "layers.9.".
bool comesBefore(std::string_view a, std::string_view b) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto numberAt = [&](std::string_view text) {
        const auto end = std::ranges::find_if_not(text, isDigit);
        return text.substr(0, static_cast<std::size_t>(end - text.begin()));
    };
    while (!a.empty() && !b.empty()) {
        if (isDigit(a.front()) && isDigit(b.front())) {
            const std::string_view first = numberAt(a);
            const std::string_view second = numberAt(b);
            if (first != second)
                return first.size() != second.size() ? first.size() < second.size()
                                                     : first < second;
            a.remove_prefix(first.size());
            b.remove_prefix(second.size());
            continue;
        }
        if (a.front() != b.front())
            return a.front() < b.front();
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return a.size() < b.size();
}

template <class Tensors>
std::vector<std::string> prefixesOf(const Tensors& tensors, const Names& names) {
    std::set<std::string> prefixes;
    for (const auto& [name, tensor] : tensors) {
        if (auto prefix = prefixOf(name, names))
            prefixes.insert(*prefix);
    }
    std::vector<std::string> ordered(prefixes.begin(), prefixes.end());
    std::ranges::stable_sort(ordered, comesBefore);
    return ordered;
}

/// Whether a name is labml's alone; "output.weight" may be any layer's.
template <class Tensors> bool isOfLabml(const Tensors& tensors) {
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

/// "a, b, c, …": some of the names, so that a sentence can say what there is.
template <class Tensors> std::string someNames(const Tensors& tensors) {
    constexpr std::size_t most = 5;
    std::string text;
    std::size_t count = 0;
    for (const auto& [name, tensor] : tensors) {
        if (count++ == most)
            return text + ", …";
        text += (text.empty() ? "" : ", ") + (name.empty() ? "one tensor without a name" : name);
    }
    return text;
}

/// Whose state dict it is, and the prefixes under which there is an attention.
template <class Tensors> Result<std::vector<Place>> findAttentions(const Tensors& tensors) {
    const Names* names = &pytorch;
    std::vector<std::string> prefixes = prefixesOf(tensors, pytorch);
    if (prefixes.empty() && isOfLabml(tensors)) {
        names = &labml;
        prefixes = prefixesOf(tensors, labml);
    }
    if (prefixes.empty() && tensors.empty())
        return makeError(HEADSCOPE_MESSAGE(
            "Message", "the weights are not the state dict of a PyTorch nn.MultiheadAttention: "
                       "in_proj_weight and out_proj.weight are missing"));
    if (prefixes.empty())
        return makeError(
            HEADSCOPE_MESSAGE("Message",
                              "the weights are not the state dict of a PyTorch "
                              "nn.MultiheadAttention: in_proj_weight and out_proj.weight are "
                              "missing. They have %1"),
            someNames(tensors));
    std::vector<Place> places;
    for (const std::string& prefix : prefixes)
        places.push_back({names, prefix});
    return places;
}

/// The one of the prefix, or the only one.
template <class Tensors>
Result<Place> findAttention(const Tensors& tensors, const std::optional<std::string>& prefix) {
    const Result<std::vector<Place>> places = findAttentions(tensors);
    if (!places)
        return places.error();
    for (const Place& place : *places) {
        if (prefix ? place.prefix == *prefix : places->size() == 1)
            return place;
    }
    return makeError(HEADSCOPE_MESSAGE("Message", "the weights hold several attention layers "
                                                  "(\"%1\" and \"%2\"): "
                                                  "save the state dict of one of them"),
                     places->front().prefix, places->back().prefix);
}

/// Whether only a part of nn.MultiheadAttention is called like that.
bool isOwnName(std::string_view name) {
    constexpr std::string_view own[] = {"in_proj", "q_proj", "k_proj",
                                        "v_proj",  "bias_",  "out_proj"};
    return std::ranges::any_of(own,
                               [&](std::string_view begin) { return name.starts_with(begin); });
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
    Index m_width = 0;     ///< embed_dim, E
    Index m_keyDims = 0;   ///< heads · d_k, E by itself
    Index m_valueDims = 0; ///< heads · d_v
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
    // Other names are other layers, or a mask that was registered, but for those that only
    // attention begins with.
    const auto mayBeAnothers = [&](std::string_view name) {
        return &m_names == &pytorch && !isOwnName(name);
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

/// Some of the rows of a fused weight, or of a fused bias.
Tensor rowsFrom(const Tensor& fused, Index first, Index rows) {
    Shape shape = fused.shape();
    shape[0] = rows;
    const Index width = fused.rank() == 1 ? 1 : fused.size(1);
    const Tensor values = fused.contiguous();
    return Tensor::fromValues(shape, Axes(shape.size(), Axis::Feature),
                              values.values().subspan(static_cast<std::size_t>(first * width),
                                                      static_cast<std::size_t>(rows * width)));
}

Status Reader::readFused(const Tensor& fused) {
    m_width = fused.size(1);
    if (fused.size(0) % 3 != 0)
        return makeError(
            HEADSCOPE_MESSAGE("Message", "%1 has shape %2: it must be [3·d_model, d_model]"),
            full(m_names.fusedWeight), shapeText(fused.shape()));
    m_keyDims = m_valueDims = fused.size(0) / 3;
    for (std::size_t i = 0; i < m_names.weights.size(); ++i)
        keep(projections[i].weight, rowsFrom(fused, static_cast<Index>(i) * m_keyDims, m_keyDims));
    return Done{};
}

Status Reader::readSeparate() {
    for (std::size_t i = 0; i < m_names.weights.size(); ++i) {
        const Result<Tensor> weight = matrix(m_names.weights[i]);
        if (!weight)
            return weight.error();
        if (i == 0) {
            m_width = weight->size(1);
            m_keyDims = weight->size(0);
        }
        if (i == 2)
            m_valueDims = weight->size(0);
        const Index rows = i == 2 ? m_valueDims : m_keyDims;
        if (Status fits = checkShape(m_names.weights[i], *weight, {rows, weight->size(1)}); !fits)
            return fits;
        keep(projections[i].weight, *weight);
    }
    return Done{};
}

/// A bias that is not there is none: each projection for itself.
Status Reader::readBiases() {
    const std::array<Index, 4> widths = {m_keyDims, m_keyDims, m_valueDims, m_width};
    if (const Tensor* fused = find(m_names.fusedBias)) {
        if (Status fits = checkShape(m_names.fusedBias, *fused, {2 * m_keyDims + m_valueDims});
            !fits)
            return fits;
        for (std::size_t i = 0; i < m_names.weights.size(); ++i)
            keep(projections[i].bias,
                 rowsFrom(*fused, static_cast<Index>(i) * m_keyDims, widths[i]));
    }
    for (std::size_t i = 0; i < projections.size(); ++i) {
        const std::string_view name =
            i < m_names.biases.size() ? m_names.biases[i] : m_names.outputBias;
        const Tensor* bias = find(name);
        if (!bias)
            continue;
        if (Status fits = checkShape(name, *bias, {widths[i]}); !fits)
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
    if (Status fits = checkShape(m_names.outputWeight, *output, {m_width, m_valueDims}); !fits)
        return fits.error();
    keep(Role::OutputWeight, *output);
    if (const Status biases = readBiases(); !biases)
        return biases.error();
    return std::move(m_weights);
}

} // namespace

std::vector<Index> StoredAttention::possibleHeads() const {
    std::vector<Index> heads;
    for (Index count = 1; count <= std::min(keyDims, valueDims); ++count) {
        if (keyDims % count == 0 && valueDims % count == 0)
            heads.push_back(count);
    }
    return heads;
}

namespace {

using Shapes = std::map<std::string, Shape, std::less<>>;

/// The sizes of an attention whose names are there, as far as they can be read of them.
void readSizes(const Shapes& shapes, const Names& names, StoredAttention& attention) {
    const auto matrix = [&](std::string_view name) -> const Shape* {
        const auto found = shapes.find(attention.prefix + std::string(name));
        return name.empty() || found == shapes.end() || found->second.size() != 2 ? nullptr
                                                                                  : &found->second;
    };
    if (const Shape* const fused = matrix(names.fusedWeight)) {
        attention.modelDim = (*fused)[1];
        attention.keyDims = attention.valueDims = (*fused)[0] / 3;
    } else if (const Shape* const query = matrix(names.weights[0])) {
        attention.modelDim = (*query)[1];
        attention.keyDims = attention.valueDims = (*query)[0];
        if (const Shape* const value = matrix(names.weights[2]))
            attention.valueDims = (*value)[0];
    }
}

/// Names that stand beside an attention: below its own prefix, and in the layer around it.
void readLeftOut(const Shapes& shapes, const std::vector<Place>& places,
                 StoredAttention& attention) {
    std::string around = attention.prefix;
    if (!around.empty()) {
        around.pop_back();
        around.resize(around.rfind('.') == std::string::npos ? 0 : around.rfind('.') + 1);
    }
    for (auto it = shapes.lower_bound(around); it != shapes.end() && it->first.starts_with(around);
         ++it) {
        const std::string& name = it->first;
        const bool isAttentions = std::ranges::any_of(places, [&](const Place& place) {
            const bool inside = name.starts_with(place.prefix);
            return inside && !place.prefix.empty() && place.prefix != attention.prefix;
        });
        if (isAttentions || std::ranges::find(attention.tensors, name) != attention.tensors.end())
            continue;
        const bool below = name.starts_with(attention.prefix);
        const std::size_t begin = below ? attention.prefix.size() : around.size();
        const std::string part = name.substr(0, name.find('.', begin));
        if (attention.leftOut.empty() || attention.leftOut.back() != part)
            attention.leftOut.push_back(part);
    }
}

} // namespace

Result<std::vector<StoredAttention>> attentionsIn(const Shapes& shapes) {
    const Result<std::vector<Place>> places = findAttentions(shapes);
    if (!places)
        return places.error();
    std::vector<StoredAttention> attentions;
    for (const Place& place : *places) {
        StoredAttention attention;
        attention.prefix = place.prefix;
        readSizes(shapes, *place.names, attention);
        for (const std::string_view name : place.names->all()) {
            const std::string full = place.prefix + std::string(name);
            if (shapes.contains(full))
                attention.tensors.push_back(full);
        }
        // What only attention begins with is read too, so that a slip is told.
        for (const auto& [name, shape] : shapes) {
            if (name.starts_with(place.prefix) &&
                (place.names == &labml ||
                 isOwnName(std::string_view(name).substr(place.prefix.size()))) &&
                std::ranges::find(attention.tensors, name) == attention.tensors.end())
                attention.tensors.push_back(name);
        }
        readLeftOut(shapes, *places, attention);
        attentions.push_back(std::move(attention));
    }
    // Names that attention's share with other layers ("out_proj.weight") are none by themselves.
    if (std::ranges::any_of(attentions, [](const auto& one) { return one.modelDim > 0; }))
        std::erase_if(attentions, [](const auto& one) { return one.modelDim == 0; });
    return attentions;
}

Result<Parameters> weightsFromStateDict(const StateDict& tensors,
                                        const std::optional<std::string>& prefix) {
    const Result<Place> place = findAttention(tensors, prefix);
    if (!place)
        return place.error();
    return Reader(tensors, *place).read();
}

} // namespace headscope
