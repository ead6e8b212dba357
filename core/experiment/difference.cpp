// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/difference.h"

#include "experiment/edits/edit_typed_numbers.h"
#include "experiment/given_tensors.h"
#include "experiment/typed_number_difference.h"
#include "tensor/recipes.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace headscope {

namespace {

using Kind = ExperimentChange::Kind;

constexpr TensorName inputs[] = {TensorName::QueryInput, TensorName::KeyInput,
                                 TensorName::ValueInput};

/// A setting that can be taken over by itself.
struct Setting {
    Kind kind;
    bool (*differs)(const Experiment& a, const Experiment& b);
    void (*take)(Experiment& into, const Experiment& from);
};

/// Compares and copies the same members, which `members` ties.
template <auto members> Setting settingOf(Kind kind) {
    return {kind, [](const Experiment& a, const Experiment& b) { return members(a) != members(b); },
            [](Experiment& into, const Experiment& from) { members(into) = members(from); }};
}

std::span<const Setting> settings() {
    static const Setting all[] = {
        settingOf<[](auto& e) { return std::tie(e.model.positions, e.model.rotaryTheta); }>(
            Kind::Positions),
        settingOf<[](auto& e) { return std::tie(e.model.residual); }>(Kind::Residual),
        settingOf<[](auto& e) { return std::tie(e.model.activation); }>(Kind::Activation),
        settingOf<[](auto& e) {
            return std::tie(e.model.norm, e.model.epsilon, e.model.compareNorms);
        }>(Kind::Norm),
        settingOf<[](auto& e) { return std::tie(e.causal, e.causalAlignment); }>(Kind::Causal),
        settingOf<[](auto& e) { return std::tie(e.window); }>(Kind::Window),
        settingOf<[](auto& e) { return std::tie(e.prefix); }>(Kind::Prefix),
        settingOf<[](auto& e) { return std::tie(e.maskPadding); }>(Kind::MaskPadding),
        settingOf<[](auto& e) { return std::tie(e.config.scale); }>(Kind::Scale),
        {Kind::Dropout,
         [](const Experiment& a, const Experiment& b) {
             // With a new seed other weights are dropped, too; without dropout none are.
             return a.config.dropout != b.config.dropout ||
                    (a.config.dropout > 0 && a.config.dropoutSeed != b.config.dropoutSeed &&
                     a.seed == b.seed);
         },
         [](Experiment& into, const Experiment& from) {
             into.config.dropout = from.config.dropout;
             into.config.dropoutSeed = from.config.dropoutSeed;
         }},
        settingOf<[](auto& e) { return std::tie(e.config.fullyMasked); }>(Kind::FullyMasked),
        settingOf<[](auto& e) { return std::tie(e.config.layout, e.config.weightLayout); }>(
            Kind::Layout),
    };
    return all;
}

/// The config with all but its sizes as nobody chose them.
AttentionConfig sizesOf(const AttentionConfig& config) {
    AttentionConfig sizes;
    sizes.modelDim = config.modelDim;
    sizes.heads = config.heads;
    sizes.keyDim = config.keyDim;
    sizes.valueDim = config.valueDim;
    return sizes;
}

/// What of the model changes by itself, without any other weights.
void takeOwnSettings(ModelConfig& into, const ModelConfig& from) {
    into.positions = from.positions;
    into.rotaryTheta = from.rotaryTheta;
    into.residual = from.residual;
    into.activation = from.activation;
    into.norm = from.norm;
    into.epsilon = from.epsilon;
    into.compareNorms = from.compareNorms;
}

/// What of the model decides which weights there are.
ModelConfig shapeOf(ModelConfig model) {
    takeOwnSettings(model, {});
    return model;
}

void takeSizes(Experiment& into, const Experiment& from) {
    into.config.modelDim = from.config.modelDim;
    into.config.heads = from.config.heads;
    into.config.keyDim = from.config.keyDim;
    into.config.valueDim = from.config.valueDim;
    const ModelConfig before = into.model;
    into.model = from.model;
    takeOwnSettings(into.model, before); // they have changes of their own
    into.vocabulary = from.vocabulary;
}

void takeWeights(Experiment& into, const Experiment& from) {
    into.seed = from.seed;
    into.config.dropoutSeed = from.config.dropoutSeed;
    into.weightSource = from.weightSource;
    into.weights = from.weights;
}

void takeTokens(Experiment& into, const Experiment& from) {
    into.tokens = from.tokens;
    into.keyTokens = from.keyTokens;
    into.queryInput = from.queryInput;
    into.keyInput = from.keyInput;
    into.valueInput = from.valueInput;
    into.mayAttend = from.mayAttend;
    into.additiveMask = from.additiveMask;
}

Index widthOf(const Tensor* tensor) {
    return tensor ? tensor->shape().back() : 0;
}

bool sameShape(const Tensor* a, const Tensor* b) {
    return !a == !b && (!a || a->shape() == b->shape());
}

bool sameBits(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

/// Calls visit(cell) for every number that differs; both have one shape.
template <class Visit> void eachDifference(const Tensor& a, const Tensor& b, Visit visit) {
    if (a.elementCount() == 0 || recipes::haveOneOrigin(a, b))
        return;
    Cell cell(a.rank(), 0);
    for (;;) {
        if (!sameBits(a.at(cell), b.at(cell)))
            visit(cell);
        std::size_t axis = a.rank();
        while (axis > 0 && ++cell[axis - 1] == a.size(axis - 1))
            cell[--axis] = 0;
        if (axis == 0)
            return;
    }
}

/// One change for each number, as long as they are few, else one for the tensor.
void addNumbers(std::vector<ExperimentChange>& changes, const Scope& scope, TensorName name,
                const Tensor& from, const Tensor& to) {
    std::vector<ExperimentChange> named;
    Index count = 0;
    eachDifference(from, to, [&](const Cell& cell) {
        if (++count > mostNamedNumbers)
            return;
        ExperimentChange change;
        change.kind = Kind::Number;
        change.scope = scope;
        change.tensor = name;
        change.cell = cell;
        change.from = from.at(cell);
        change.to = to.at(cell);
        named.push_back(change);
    });
    if (count <= mostNamedNumbers) {
        changes.insert(changes.end(), named.begin(), named.end());
        return;
    }
    ExperimentChange change;
    change.kind = Kind::Numbers;
    change.scope = scope;
    change.tensor = name;
    change.count = count;
    changes.push_back(change);
}

void addPresence(std::vector<ExperimentChange>& changes, const Scope& scope, TensorName name) {
    ExperimentChange change;
    change.kind = Kind::Presence;
    change.scope = scope;
    change.tensor = name;
    changes.push_back(change);
}

void add(std::vector<ExperimentChange>& changes, Kind kind, Index count = 0) {
    ExperimentChange change;
    change.kind = kind;
    change.count = count;
    changes.push_back(change);
}

/// Whether both have the same weights but for those that a block may do without.
bool haveOneSetOfWeights(const Experiment& a, const Experiment& b) {
    const auto covers = [](const Experiment& some, const Experiment& others) {
        return std::ranges::all_of(some.weights.entries(), [&](const Parameters::Entry& entry) {
            const Tensor* other = others.weights.find(entry.role, entry.scope);
            return other ? other->shape() == entry.tensor.shape() : infoOf(entry.role).optional;
        });
    };
    return covers(a, b) && covers(b, a);
}

void addWeights(std::vector<ExperimentChange>& changes, const Experiment& from,
                const Experiment& to) {
    for (const Parameters::Entry& entry : from.weights.entries()) {
        const TensorName name = tensorName(entry.role);
        if (const Tensor* other = to.weights.find(entry.role, entry.scope))
            addNumbers(changes, entry.scope, name, entry.tensor, *other);
        else
            addPresence(changes, entry.scope, name);
    }
    for (const Parameters::Entry& entry : to.weights.entries()) {
        if (!from.weights.find(entry.role, entry.scope))
            addPresence(changes, entry.scope, tensorName(entry.role));
    }
}

bool sameMask(const std::optional<Tensor>& a, const std::optional<Tensor>& b) {
    return a.has_value() == b.has_value() && (!a || *a == *b);
}

/// How many pairs differ; 0 where only one has a mask, or another shape.
Index pairsBetween(const std::optional<Tensor>& a, const std::optional<Tensor>& b) {
    Index count = 0;
    if (a && b && a->shape() == b->shape())
        eachDifference(*a, *b, [&](const Cell&) { ++count; });
    return count;
}

void takeTensor(Experiment& into, const Experiment& from, const Scope& scope, TensorName name) {
    if (const std::optional<Role> role = infoOf(name).role) {
        if (const Tensor* tensor = from.weights.find(*role, scope))
            into.weights.set(*role, scope, *tensor);
        else
            into.weights.erase(*role, scope);
        return;
    }
    *givenTensor(into, scope, name) = *givenTensor(from, scope, name);
}

void eraseShifts(Parameters& weights) {
    std::vector<Scope> norms;
    for (const Parameters::Entry& entry : weights.entries()) {
        if (entry.role == Role::NormShift)
            norms.push_back(entry.scope);
    }
    for (const Scope& norm : norms)
        weights.erase(Role::NormShift, norm);
}

/// A norm that adds nothing had no β, whatever weights came before; another one has those of
/// `from`.
void takeShifts(Parameters& into, const Parameters& from) {
    for (const Parameters::Entry& entry : from.entries()) {
        const Tensor* const gain = into.find(Role::NormGain, entry.scope);
        if (entry.role == Role::NormShift && gain && gain->shape() == entry.tensor.shape())
            into.set(entry.role, entry.scope, entry.tensor);
    }
}

void takeNumber(Experiment& into, const ExperimentChange& change) {
    if (const std::optional<Role> role = infoOf(change.tensor).role)
        into.weights.set(*role, change.scope,
                         into.weights.at(*role, change.scope).withElement(change.cell, change.to));
    else {
        Tensor& tensor = *givenTensor(into, change.scope, change.tensor);
        tensor = tensor.withElement(change.cell, change.to);
    }
}

} // namespace

std::vector<ExperimentChange> changesBetween(const Experiment& from, const Experiment& to) {
    std::vector<ExperimentChange> changes;
    bool otherInputs = from.tokens != to.tokens || from.keyTokens != to.keyTokens;
    bool otherWidths = false;
    for (const TensorName name : inputs) {
        const Tensor* const a = givenTensor(from, {}, name);
        const Tensor* const b = givenTensor(to, {}, name);
        otherInputs = otherInputs || !sameShape(a, b);
        otherWidths = otherWidths || (a && b && widthOf(a) != widthOf(b));
    }
    const bool otherSizes =
        sizesOf(from.config) != sizesOf(to.config) || shapeOf(from.model) != shapeOf(to.model) ||
        from.vocabulary != to.vocabulary || otherWidths || !haveOneSetOfWeights(from, to);
    // Wider inputs and the weights that suit them belong together.
    const bool together = otherSizes && otherWidths;
    if (otherInputs && !together)
        add(changes, Kind::Tokens);
    if (otherSizes)
        add(changes, Kind::Sizes);
    const bool otherSeed =
        !otherSizes && (from.seed != to.seed || from.weightSource != to.weightSource);
    if (otherSeed)
        add(changes, Kind::Seed);
    for (const TensorName name : inputs) {
        const Tensor* const a = givenTensor(from, {}, name);
        if (a && !otherInputs && !together)
            addNumbers(changes, {}, name, *a, *givenTensor(to, {}, name));
    }
    if (!otherSizes && !otherSeed)
        addWeights(changes, from, to);
    for (const Setting& setting : settings()) {
        if (setting.differs(from, to))
            add(changes, setting.kind);
    }
    if (!otherInputs) {
        if (!sameMask(from.mayAttend, to.mayAttend))
            add(changes, Kind::PaintedMask, pairsBetween(from.mayAttend, to.mayAttend));
        if (!sameMask(from.additiveMask, to.additiveMask))
            add(changes, Kind::AdditiveMask);
    }
    addTypedChanges(changes, from, to);
    return changes;
}

Experiment withChange(const Experiment& base, const Experiment& to,
                      const ExperimentChange& change) {
    Experiment next = base;
    switch (change.kind) {
    case Kind::Tokens:
        takeTokens(next, to);
        releasePlaceless(next);
        break;
    case Kind::Sizes:
        if (widthOf(&base.queryInput) != widthOf(&to.queryInput) ||
            (base.keyInput && to.keyInput && widthOf(&*base.keyInput) != widthOf(&*to.keyInput)) ||
            (base.valueInput && to.valueInput &&
             widthOf(&*base.valueInput) != widthOf(&*to.valueInput)))
            takeTokens(next, to);
        takeSizes(next, to);
        takeWeights(next, to);
        releasePlaceless(next);
        break;
    case Kind::Seed: takeWeights(next, to); break;
    case Kind::Number: takeNumber(next, change); break;
    case Kind::Numbers:
    case Kind::Presence: takeTensor(next, to, change.scope, change.tensor); break;
    case Kind::PaintedMask: next.mayAttend = to.mayAttend; break;
    case Kind::AdditiveMask: next.additiveMask = to.additiveMask; break;
    case Kind::Typed:
    case Kind::Restored:
    case Kind::TypedNumbers: takeTypedChange(next, to, change); break;
    default:
        for (const Setting& setting : settings()) {
            if (setting.kind == change.kind)
                setting.take(next, to);
        }
        releasePlaceless(next); // without dropout there are no dropped weights
    }
    if (next.model.norm == NormKind::Rms) // a norm that adds nothing has no β
        eraseShifts(next.weights);
    else if (base.model.norm == NormKind::Rms)
        takeShifts(next.weights, to.weights);
    return next;
}

} // namespace headscope
