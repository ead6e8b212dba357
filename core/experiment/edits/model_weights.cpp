// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/model_weights.h"

#include "experiment/edits/fitting.h"
#include "experiment/edits/seeded_values.h"
#include "experiment/edits/weight_spread.h"
#include "tensor/recipes.h"
#include "tensor/storage.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace headscope {

namespace {

/// What a matrix is filled with where there is nothing yet.
struct FreshMatrix {
    Shape shape; ///< [rows, columns]
    Axes axes;
    std::string stream; ///< of the seed
    WeightSource::Kind kind = WeightSource::Kind::Random;
    float sigma = 1;       ///< standard deviation of random numbers
    float formerSigma = 1; ///< the one with which the old matrix was filled
    std::uint64_t seed = 0;
};

void fillFresh(std::span<float> values, const FreshMatrix& fresh, Index row, Index firstColumn,
               float sigma) {
    if (fresh.kind == WeightSource::Kind::Identity) {
        std::fill(values.begin(), values.end(), 0.0F);
        const Index diagonal = row - firstColumn;
        if (diagonal >= 0 && diagonal < static_cast<Index>(values.size()))
            values[static_cast<std::size_t>(diagonal)] = 1;
        return;
    }
    fillSeededNormal(values, fresh.seed, fresh.stream, static_cast<std::uint64_t>(row),
                     static_cast<std::uint64_t>(firstColumn), sigma);
}

std::span<float> rowOf(float* data, Index columns, Index row) {
    return {data + row * columns, static_cast<std::size_t>(columns)};
}

/// Whether numbers that the seed gave are others now.
bool followsTheSeed(const FreshMatrix& fresh) {
    return fresh.kind != WeightSource::Kind::Identity && fresh.sigma != fresh.formerSigma;
}

/// Numbers of `old` that stay, which is all of them where none follows; the rest is fresh.
void fillUp(float* data, const Tensor& old, const FreshMatrix& fresh) {
    const bool follows = followsTheSeed(fresh);
    const Index rows = fresh.shape[0];
    const Index columns = fresh.shape[1];
    const bool usable = old.rank() == 2;
    std::vector<float> former;
    for (Index row = 0; row < rows; ++row) {
        const Index kept = usable && row < old.size(0) ? std::min(columns, old.size(1)) : 0;
        const std::span<float> values = rowOf(data, columns, row);
        const Index firstFresh = follows ? 0 : kept;
        fillFresh(values.subspan(static_cast<std::size_t>(firstFresh)), fresh, row, firstFresh,
                  fresh.sigma);
        former.resize(static_cast<std::size_t>(follows ? kept : 0));
        fillFresh(former, fresh, row, 0, fresh.formerSigma);
        for (Index column = 0; column < kept; ++column) {
            const auto i = static_cast<std::size_t>(column);
            const float number = old(row, column);
            if (!follows || number != former[i])
                values[i] = number;
        }
    }
}

/// Fresh numbers of that spread are the same wherever this is.
std::string seedOf(const FreshMatrix& fresh, float sigma) {
    if (fresh.kind == WeightSource::Kind::Identity)
        return "identity";
    return std::to_string(fresh.seed) + ' ' + fresh.stream + ' ' +
           std::to_string(std::bit_cast<std::uint32_t>(sigma));
}

/// Whether all numbers of `old` are those that the seed gave. Large ones know it or not, and are
/// not looked at: they may not be made yet.
bool isOfTheSeed(const Tensor& old, const FreshMatrix& fresh) {
    if (const std::shared_ptr<const recipes::Recipe> recipe = recipes::of(old))
        return recipe->origin == seedOf(fresh, fresh.formerSigma);
    if (old.rank() != 2 || old.elementCount() > smallStorage)
        return false;
    std::vector<float> given(static_cast<std::size_t>(old.size(1)));
    for (Index row = 0; row < old.size(0); ++row) {
        fillFresh(given, fresh, row, 0, fresh.formerSigma);
        for (Index column = 0; column < old.size(1); ++column) {
            if (old(row, column) != given[static_cast<std::size_t>(column)])
                return false;
        }
    }
    return true;
}

/// `old` where the two overlap, the rest fresh. Numbers of `old` that the seed gave and
/// nobody changed since are fresh as well: they follow where sigma changes.
Tensor fittedMatrix(const Tensor& old, const FreshMatrix& fresh) {
    if (old.shape() == fresh.shape && !followsTheSeed(fresh))
        return old;
    if (old.rank() == 2 && !old.isEmpty() && !isOfTheSeed(old, fresh))
        return recipes::makeOnce(
            {fresh.shape, fresh.axes, [old, fresh](float* data) { fillUp(data, old, fresh); }});
    // Undo drops what the seed makes again.
    return recipes::make(std::make_shared<const recipes::Recipe>(recipes::Recipe{
        fresh.shape, fresh.axes, [fresh](float* data) { fillUp(data, Tensor(), fresh); },
        seedOf(fresh, fresh.sigma)}));
}

/// What overlaps is kept, the rest is `fresh`.
Tensor fittedVector(const Tensor& old, Index size, Axis axis, float fresh) {
    if (old.shape() == Shape{size})
        return old;
    Tensor result = Tensor::filled({size}, {axis}, fresh);
    const Index kept = old.rank() == 1 ? std::min(size, old.size(0)) : 0;
    for (Index i = 0; i < kept; ++i)
        result.mutableData()[i] = old(i);
    return result;
}

/// Plain attention and the first attention of a stack are one and the same.
void moveFirstAttention(Parameters& weights, const ModelConfig& model) {
    const Scope to = firstAttention(model);
    if (weights.find(Role::QueryWeight, to))
        return;
    const Scope from = model.architecture == Architecture::Attention
                           ? Scope::of(ModelPart::Encoder, 0, Sublayer::SelfAttention)
                           : Scope();
    for (const RoleInfo& info : roles()) {
        if (const Tensor* const tensor = weights.find(info.role, from))
            weights.set(info.role, to, Tensor(*tensor));
    }
}

/// Makes one parameter after the other fit.
class WeightFitter {
public:
    /// `anew`: no matrix is kept.
    WeightFitter(const Experiment& experiment, bool anew)
        : m_experiment(experiment)
        , m_former(experiment.weights)
        , m_anew(anew) {
        moveFirstAttention(m_former, experiment.model);
    }

    std::optional<Tensor> fitted(const ParameterPlace& place) const {
        const RoleInfo& info = place.info;
        const Tensor* const former = m_former.find(info.role, place.scope);
        if (info.axes.size() == 2)
            return matrix(place, former && !m_anew ? *former : Tensor());
        if (!former && info.optional && !isNewWithIt(place))
            return std::nullopt;
        return fittedVector(former ? *former : Tensor(), place.shape[0], info.axes[0],
                            info.initial);
    }

private:
    /// A new layer has the biases that the first one has.
    bool isNewWithIt(const ParameterPlace& place) const {
        if (place.scope.kind() != ScopeKind::Attention)
            return isNewAround(place.scope, place.info.role);
        const Scope first = firstAttention(m_experiment.model);
        return !m_former.find(Role::QueryWeight, place.scope) &&
               m_former.find(place.info.role, first);
    }

    /// What stands around attention has biases, but where others of its kind have none.
    bool isNewAround(const Scope& scope, Role bias) const {
        const Role weight = bias == Role::NormShift         ? Role::NormGain
                            : bias == Role::VocabularyBias  ? Role::VocabularyWeight
                            : bias == Role::FeedForwardBias ? Role::FeedForwardWeight
                                                            : Role::HiddenWeight;
        if (m_former.find(weight, scope)) // a gate that is added is as the rest is
            return bias == Role::GateBias && !m_former.find(Role::GateWeight, scope) &&
                   m_former.find(Role::HiddenBias, scope);
        const auto others = [&](Role role) {
            return std::ranges::any_of(m_former.entries(),
                                       [role](const auto& entry) { return entry.role == role; });
        };
        return !others(weight) || others(bias == Role::GateBias ? Role::HiddenBias : bias);
    }

    Tensor matrix(const ParameterPlace& place, const Tensor& former) const {
        const bool usable = former.rank() == 2 && !former.isEmpty();
        // A word keeps its numbers when another one comes or goes: the spread follows d_model
        // alone.
        const bool keeps =
            place.info.role == Role::VocabularyWeight && usable && former.size(0) == place.shape[0];
        FreshMatrix fresh;
        fresh.shape = place.shape;
        fresh.axes = place.info.axes;
        fresh.stream = pathOf(place.scope, place.info.role);
        fresh.kind = m_experiment.weightSource.kind;
        fresh.sigma = spread(place, place.shape, m_experiment.config.modelDim);
        fresh.formerSigma = usable && !keeps
                                ? spread(place, former.shape(), formerModelDim(place.scope))
                                : fresh.sigma;
        fresh.seed = m_experiment.seed;
        return fittedMatrix(former, fresh);
    }

    float spread(const ParameterPlace& place, const Shape& shape, Index modelDim) const {
        const WeightSource& source = m_experiment.weightSource;
        return place.scope == Scope() ? sigmaAt(source, modelDim)
                                      : source.sigma * suitableSpread(place.info.role, shape);
    }

    Index formerModelDim(const Scope& scope) const {
        const Tensor* const query = m_former.find(Role::QueryWeight, scope);
        return query && query->rank() == 2 ? query->size(0) : m_experiment.config.modelDim;
    }

    const Experiment& m_experiment;
    Parameters m_former;
    bool m_anew;
};

void fit(Experiment& experiment, bool anew) {
    const WeightFitter fitter(experiment, anew);
    Parameters fitted;
    forEachParameter(descriptionOf(experiment), [&](const ParameterPlace& place) {
        if (std::optional<Tensor> tensor = fitter.fitted(place))
            fitted.set(place.info.role, place.scope, std::move(*tensor));
        return true;
    });
    // What nothing changed in goes on sharing. No number is looked at: it may not be made yet.
    const auto same = [](const Parameters::Entry& a, const Parameters::Entry& b) {
        return a.scope == b.scope && a.role == b.role && a.tensor.shape() == b.tensor.shape() &&
               a.tensor.axes() == b.tensor.axes() && a.tensor.sharesStorageWith(b.tensor);
    };
    if (!std::ranges::equal(fitted.entries(), experiment.weights.entries(), same))
        experiment.weights = std::move(fitted);
}

/// Numbers in all layers of these sizes; every size is within its own limit.
Index elementsOf(const Experiment& experiment, const ModelConfig& model, const HeadSizes& sizes,
                 Index hidden) {
    const Index width = experiment.config.modelDim;
    const Index attention = 2 * width * experiment.config.heads * (sizes.keyDim + sizes.valueDim);
    const Index feedForward = (model.gated ? 3 : 2) * width * hidden;
    Index encoder = 0;
    Index decoder = 0;
    Index all = 0;
    const bool fits = !__builtin_mul_overflow(layersOf(model, ModelPart::Encoder),
                                              attention + feedForward, &encoder) &&
                      !__builtin_mul_overflow(layersOf(model, ModelPart::Decoder),
                                              2 * attention + feedForward, &decoder) &&
                      !__builtin_add_overflow(encoder, decoder, &all);
    return fits ? all : std::numeric_limits<Index>::max();
}

} // namespace

Status checkModelSizes(const Experiment& experiment, const HeadSizes& sizes) {
    using L = ExperimentLimits;
    const ModelConfig& model = experiment.model;
    const bool bare = model.architecture == Architecture::EncoderDecoder && model.decoderLayers;
    const Index layers = bare && model.layers == 0 ? *model.decoderLayers : model.layers;
    if (std::min(layers, model.decoderLayers.value_or(1)) < 1)
        return makeError(HEADSCOPE_MESSAGE("Message", "the number of layers is %1; it must be "
                                                      "at least 1"),
                         std::min(layers, model.decoderLayers.value_or(1)));
    const auto checkElements = [&](const ModelConfig& of, Index hidden) -> Status {
        const Index elements = elementsOf(experiment, of, sizes, hidden);
        if (elements <= L::modelElements)
            return Done{};
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "all layers together would have %1 numbers and the "
                                           "limit is %2; use fewer layers or smaller sizes"),
                         elements, L::modelElements);
    };
    // Plain attention keeps the number of layers for later; no file could keep a larger one.
    if (model.architecture == Architecture::Attention) {
        ModelConfig later = model;
        later.architecture = Architecture::EncoderDecoder;
        const Index most = std::max(model.layers, model.decoderLayers.value_or(1));
        return most > L::modelElements ? checkElements(later, 1) : Done{};
    }
    const Result<Index> hidden = feedForwardDim(model, experiment.config.modelDim);
    if (!hidden)
        return hidden.error();
    if (*hidden > L::hiddenDim)
        return makeError(HEADSCOPE_MESSAGE("Message", "d_ff is %1; it must be between 1 and %2"),
                         *hidden, L::hiddenDim);
    Status status =
        checkTensorSize(TensorName::HiddenWeight, {experiment.config.modelDim, *hidden});
    if (status)
        status = checkElements(model, *hidden);
    const auto words = static_cast<Index>(experiment.vocabulary.size());
    return status
               ? checkTensorSize(TensorName::VocabularyWeight, {experiment.config.modelDim, words})
               : status;
}

ModelDescription descriptionOf(const Experiment& experiment) {
    const Tensor& keys = experiment.keyInput ? *experiment.keyInput : experiment.queryInput;
    const Tensor& values = experiment.valueInput ? *experiment.valueInput : keys;
    return {.attention = experiment.config,
            .model = experiment.model,
            .keyWidth = keys.size(2),
            .valueWidth = values.size(2),
            .vocabulary = static_cast<Index>(experiment.vocabulary.size())};
}

void fitWeights(Experiment& experiment) {
    fit(experiment, false);
}

void regenerateWeights(Experiment& experiment) {
    fit(experiment, true);
}

} // namespace headscope
