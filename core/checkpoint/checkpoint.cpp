// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/checkpoint.h"

#include "support/listed.h"
#include "tensor/recipes.h"

#include <algorithm>
#include <limits>
#include <set>

namespace headscope {

namespace {

using Kind = ModelModule::Kind;

/// How the numbers of a parameter lie in the tensor of a file.
enum class Form : std::uint8_t { AsItIs, Transposed, FirstThird, SecondThird, LastThird };

bool isThird(Form form) {
    return form == Form::FirstThird || form == Form::SecondThird || form == Form::LastThird;
}

/// A third of the columns of the stored matrix, or its transpose.
void copyForm(const Tensor& stored, Form form, const Shape& shape, float* to) {
    const float* const from = stored.data();
    const Index columns = shape.back();
    const Index rows = stored.elementCount() / (isThird(form) ? 3 * columns : columns);
    if (form == Form::Transposed) {
        // Blocks of both fit into the first cache: a column at a time misses it at every number.
        constexpr Index block = 32;
        for (Index r = 0; r < rows; r += block) {
            for (Index c = 0; c < columns; ++c) {
                for (Index i = r; i < std::min(r + block, rows); ++i)
                    to[i * columns + c] = from[c * rows + i];
            }
        }
        return;
    }
    const Index first = columns * (static_cast<Index>(form) - static_cast<Index>(Form::FirstThird));
    for (Index row = 0; row < rows; ++row)
        std::copy_n(from + row * 3 * columns + first, columns, to + row * columns);
}

/// A parameter whose numbers are read when the first of them is needed. A file that ends meanwhile,
/// though it was long enough when it was opened, gives NaN.
Tensor readLater(const FolderTensor& tensor, const std::string& name, Form form, const Shape& shape,
                 const Axes& axes) {
    Index count = 1;
    for (const Index size : shape)
        count *= size;
    const auto fill = [tensor, name, form, shape, count](float* to) {
        const auto nothing = [&] {
            std::fill_n(to, count, std::numeric_limits<float>::quiet_NaN());
        };
        if (form == Form::AsItIs) { // in its place, without another one of its size
            if (!readTensor(tensor, name, {to, static_cast<std::size_t>(count)}))
                nothing();
            return;
        }
        const Result<Tensor> stored = readTensor(tensor, name);
        if (stored)
            copyForm(*stored, form, shape, to);
        else
            nothing();
    };
    return recipes::make(std::make_shared<const recipes::Recipe>(recipes::Recipe{
        shape, axes, fill,
        tensor.file->name() + ':' + name + ':' + std::to_string(static_cast<int>(form))}));
}

/// Whether a tensor of this name says nothing new: a mask or table that is computed, the words'
/// table or a bias once more.
bool isKnownCopy(std::string_view name) {
    constexpr std::string_view endings[] = {".attn.bias",
                                            ".masked_bias",
                                            "inv_freq",
                                            "position_ids",
                                            "token_type_ids",
                                            "embed_positions.weight",
                                            "embed_tokens.weight",
                                            "predictions.decoder.bias",
                                            "lm_head.decoder.bias"};
    return std::ranges::any_of(endings,
                               [name](std::string_view ending) { return name.ends_with(ending); });
}

/// Finds the tensors of a family in a folder and makes parameters of them.
class ParameterReader {
public:
    ParameterReader(const ModelFolder& folder, const CheckpointConfig& config)
        : m_folder(folder)
        , m_config(config) {}

    Status read(Checkpoint& checkpoint) {
        findPrefix();
        for (const ModelModule& module : m_config.family->modules)
            readModule(module, m_base, true);
        if (!m_error) // a head may stand for a tensor that has the wrong size
            readHead();
        if (m_error)
            return *m_error;
        checkpoint.predicts =
            m_parameters.find(Role::VocabularyWeight, Scope::of(ModelPart::Prediction));
        checkpoint.parameters = std::make_shared<const FileParameters>(std::move(m_parameters));
        for (const auto& [name, tensor] : m_folder.tensors) {
            if (!m_used.contains(name) && !isKnownCopy(name))
                checkpoint.unused.push_back(name);
        }
        return Done{};
    }

private:
    void findPrefix();
    void readModule(const ModelModule& module, const std::string& prefix, bool needed);
    void readLayer(const ModelModule& module, const std::string& name, Index layer, bool needed);
    void readHead();
    bool readOne(const std::string& name, Form form, const Scope& scope, Role role, bool needed);

    const FolderTensor* find(const std::string& name, std::string& as) const;
    Shape shapeOfRole(const Scope& scope, Role role) const;
    Index sizeOf(Axis axis, const Scope& scope) const;

    const ModelFolder& m_folder;
    const CheckpointConfig& m_config;
    Parameters m_parameters;
    std::string m_wrapper; ///< that all names begin with
    std::string m_base;    ///< that of the bare model, wrapper included
    std::set<std::string> m_used;
    std::optional<Error> m_error;
};

/// "module.transformer." or nothing, by the shortest name that ends with the anchor.
void ParameterReader::findPrefix() {
    const ModelFamily& family = *m_config.family;
    std::optional<std::string> prefix;
    for (const auto& [name, tensor] : m_folder.tensors) {
        if (!name.ends_with(family.anchor))
            continue;
        const std::string before = name.substr(0, name.size() - family.anchor.size());
        if ((before.empty() || before.ends_with('.')) &&
            (!prefix || before.size() < prefix->size()))
            prefix = before;
    }
    m_base = prefix.value_or(std::string(family.base));
    m_wrapper = m_base.ends_with(family.base) ? m_base.substr(0, m_base.size() - family.base.size())
                                              : m_base;
}

/// BERT's oldest files call gain and shift of its norms gamma and beta.
const FolderTensor* ParameterReader::find(const std::string& name, std::string& as) const {
    as = name;
    auto found = m_folder.tensors.find(as);
    const auto tryEnding = [&](std::string_view ending, std::string_view old) {
        if (found != m_folder.tensors.end() || !name.ends_with(ending))
            return;
        as = name.substr(0, name.size() - ending.size()).append(old);
        found = m_folder.tensors.find(as);
    };
    tryEnding("LayerNorm.weight", "LayerNorm.gamma");
    tryEnding("LayerNorm.bias", "LayerNorm.beta");
    return found == m_folder.tensors.end() ? nullptr : &found->second;
}

Index ParameterReader::sizeOf(Axis axis, const Scope& scope) const {
    const AttentionConfig attention = m_config.attentionOf(scope.part);
    switch (axis) {
    case Axis::HeadsKeyDim: return attention.heads * headSizes(attention)->keyDim;
    case Axis::HeadsValueDim: return attention.heads * headSizes(attention)->valueDim;
    case Axis::HiddenDim:
        return scope.part == ModelPart::Pooler || scope.part == ModelPart::PredictionTransform
                   ? attention.modelDim
                   : m_config.hiddenDimOf(scope.part);
    case Axis::Vocabulary:
        return scope.part == ModelPart::SegmentEmbedding ? m_config.segments : m_config.vocabulary;
    case Axis::Sequence: return m_config.places;
    default: return attention.modelDim;
    }
}

Shape ParameterReader::shapeOfRole(const Scope& scope, Role role) const {
    Shape shape;
    for (const Axis axis : infoOf(role).axes)
        shape.push_back(sizeOf(axis, scope));
    const AttentionConfig attention = m_config.attentionOf(scope.part);
    const HeadSizes sizes = *headSizes(attention);
    const Index shared = attention.keyValueHeads.value_or(attention.heads);
    if (role == Role::KeyWeight || role == Role::KeyBias)
        shape.back() = shared * sizes.keyDim;
    if (role == Role::ValueWeight || role == Role::ValueBias)
        shape.back() = shared * sizes.valueDim;
    if (scope.place == Scope::Place::QueryNorm || scope.place == Scope::Place::KeyNorm)
        shape.back() = sizes.keyDim;
    return shape;
}

bool ParameterReader::readOne(const std::string& name, Form form, const Scope& scope, Role role,
                              bool needed) {
    if (m_error)
        return false;
    std::string as;
    const FolderTensor* const found = find(name, as);
    if (!found) {
        if (needed)
            m_error =
                makeError(HEADSCOPE_MESSAGE("Message", "%1 has no tensor %2, which a model of "
                                                       "the type %3 needs"),
                          m_folder.path, name, std::string(m_config.family->type));
        return false;
    }
    const Shape shape = shapeOfRole(scope, role);
    Shape expected = shape;
    if (form == Form::Transposed)
        std::swap(expected[0], expected[1]);
    if (isThird(form))
        expected.back() *= 3;
    Shape stored = shapeOf(found->stored);
    while (stored.size() > expected.size() && stored[0] == 1) // final_logits_bias [1, vocabulary]
        stored = Shape(std::span(stored.begin() + 1, stored.end()));
    if (stored != expected) {
        m_error =
            makeError(HEADSCOPE_MESSAGE("Message", "%1 of %2 is %3, but config.json makes it "
                                                   "%4"),
                      as, m_folder.path, shapeText(shapeOf(found->stored)), shapeText(expected));
        return false;
    }
    if (!found->stored.unreadable.empty()) {
        m_error = readTensor(*found, as).error();
        return false;
    }
    if (isInteger(found->stored.data.type)) {
        m_error = makeError(HEADSCOPE_MESSAGE("Message", "%1 of %2 holds whole numbers, as packed "
                                                         "models do; F32, F16 and BF16 are read"),
                            as, m_folder.path);
        return false;
    }
    m_used.insert(as);
    m_parameters.set(role, scope, readLater(*found, as, form, shape, infoOf(role).axes));
    return true;
}

/// The bias that goes with a weight.
Role biasOf(Role weight) {
    switch (weight) {
    case Role::QueryWeight: return Role::QueryBias;
    case Role::KeyWeight: return Role::KeyBias;
    case Role::ValueWeight: return Role::ValueBias;
    case Role::OutputWeight: return Role::OutputBias;
    case Role::HiddenWeight: return Role::HiddenBias;
    case Role::GateWeight: return Role::GateBias;
    case Role::FeedForwardWeight: return Role::FeedForwardBias;
    default: return Role::VocabularyBias;
    }
}

void ParameterReader::readLayer(const ModelModule& module, const std::string& name, Index layer,
                                bool needed) {
    Scope scope = Scope::of(module.part);
    if (module.name.find('*') != module.name.npos)
        scope = Scope::of(module.part, layer, module.sublayer);
    switch (module.kind) {
    case Kind::Vector: readOne(name, Form::AsItIs, scope, module.role, needed); return;
    case Kind::Table: readOne(name + ".weight", Form::AsItIs, scope, module.role, needed); return;
    case Kind::Norm:
        readOne(name + ".weight", Form::AsItIs, scope.norm(), Role::NormGain, needed);
        if (m_config.model.norm != NormKind::Rms)
            readOne(name + ".bias", Form::AsItIs, scope.norm(), Role::NormShift, needed);
        return;
    case Kind::QueryNorm:
        readOne(name + ".weight", Form::AsItIs, scope.queryNorm(), Role::NormGain, false);
        return;
    case Kind::KeyNorm:
        readOne(name + ".weight", Form::AsItIs, scope.keyNorm(), Role::NormGain, false);
        return;
    case Kind::Linear:
    case Kind::Conv:
        needed = needed && module.part != ModelPart::Pooler;
        if (readOne(name + ".weight", module.kind == Kind::Linear ? Form::Transposed : Form::AsItIs,
                    scope, module.role, needed))
            readOne(name + ".bias", Form::AsItIs, scope, biasOf(module.role), false);
        return;
    case Kind::Fused:
        for (const auto& [role, form] : {std::pair(Role::QueryWeight, Form::FirstThird),
                                         std::pair(Role::KeyWeight, Form::SecondThird),
                                         std::pair(Role::ValueWeight, Form::LastThird)}) {
            if (readOne(name + ".weight", form, scope, role, needed))
                readOne(name + ".bias", form, scope, biasOf(role), false);
        }
    }
}

void ParameterReader::readModule(const ModelModule& module, const std::string& prefix,
                                 bool needed) {
    const std::size_t star = module.name.find('*');
    if (star == module.name.npos) {
        readLayer(module, prefix + std::string(module.name), 0, needed);
        return;
    }
    const Index layers = layersOf(m_config.model, module.part);
    for (Index layer = 0; layer < layers && !m_error; ++layer)
        readLayer(module, prefix + std::string(module.name).replace(star, 1, std::to_string(layer)),
                  layer, needed);
}

/// The prediction, where the file has one: the whole of it, or what the table of the words does
/// in its place.
void ParameterReader::readHead() {
    const ModelFamily& family = *m_config.family;
    const auto isTransform = [](const ModelModule& module) {
        return module.part == ModelPart::PredictionTransform;
    };
    std::string as;
    if (family.transforms) {
        const auto first = std::ranges::find_if(family.head, isTransform);
        if (first == family.head.end() ||
            !find(m_wrapper + std::string(first->name) + ".weight", as))
            return;
    }
    const Scope prediction = Scope::of(ModelPart::Prediction);
    for (const ModelModule& module : family.head) {
        const bool matrix = module.role == Role::VocabularyWeight && module.kind == Kind::Linear;
        readModule(module, m_wrapper, isTransform(module));
        // The bias stands even where the matrix does not.
        if (matrix && !m_parameters.find(Role::VocabularyWeight, prediction))
            readOne(m_wrapper + std::string(module.name) + ".bias", Form::AsItIs, prediction,
                    Role::VocabularyBias, false);
    }
    const bool own = m_parameters.find(Role::VocabularyWeight, prediction);
    if (!m_config.tied && own)
        return;
    if (!m_config.tied && !family.transforms) {
        m_parameters.erase(Role::VocabularyBias, prediction);
        return;
    }
    // Tied after loading, whatever the file has: as transformers does.
    const Scope words = Scope::of(ModelPart::Embedding);
    for (const ModelModule& module : family.modules) {
        if (module.kind == Kind::Table && module.part == words.part) {
            const FolderTensor* const found =
                find(m_base + std::string(module.name) + ".weight", as);
            if (found)
                m_parameters.set(Role::VocabularyWeight, prediction,
                                 readLater(*found, as, Form::Transposed,
                                           shapeOfRole(prediction, Role::VocabularyWeight),
                                           infoOf(Role::VocabularyWeight).axes));
        }
    }
}

} // namespace

Result<Checkpoint> openCheckpoint(const std::string& path) {
    Result<ModelFolder> folder = openModelFolder(path);
    if (!folder)
        return folder.error();
    Result<CheckpointConfig> config = readCheckpointConfig(*folder);
    if (!config)
        return config.error();
    Checkpoint checkpoint;
    checkpoint.config = std::move(*config);
    if (const Status read = ParameterReader(*folder, checkpoint.config).read(checkpoint); !read)
        return read.error();
    checkpoint.folder = std::move(*folder);
    return checkpoint;
}

std::optional<Error> remarkOnUnused(const Checkpoint& checkpoint) {
    constexpr std::size_t mostNames = 3;
    const std::vector<std::string>& unused = checkpoint.unused;
    if (unused.empty())
        return std::nullopt;
    return makeError(HEADSCOPE_MESSAGE("Message", "tensors of the model that are not used here: "
                                                  "%1 (%2)"),
                     static_cast<Index>(unused.size()), listed(unused, mostNames));
}

} // namespace headscope
