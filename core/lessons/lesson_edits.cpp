// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_edits.h"

#include "attention/masks/mask_combination.h"
#include "checkpoint/model_source.h"
#include "experiment/choice_names.h"
#include "experiment/edits/edit.h"
#include "lessons/lesson_changes.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr std::string_view editNames[] = {
    "scale",          "heads",           "key_dim",        "value_dim",  "dropout",
    "dropout_seed",   "causal",          "fully_masked",   "layout",     "allow",
    "forbid",         "turn_mask",       "no_mask",        "positions",  "input",
    "exchange_words", "keys_as_queries", "exchange_heads", "mean_heads", "late_mask",
    "hold",           "biases",          "seed",           "switch_off", "switch_on",
    "all_on",         "copy_word"};

constexpr LessonEditMember pairMembers[] = {{"query"}, {"key", false}};
constexpr LessonEditMember inputMembers[] = {{"word", false}, {"feature", false}, {"times"}};
constexpr LessonEditMember copyMembers[] = {{"from"}, {"to"}};
constexpr LessonEditMember exchangeMembers[] = {{"first"}, {"second"}};
constexpr LessonEditMember switchMembers[] = {{"layer"}, {"head"}};
constexpr LessonEditMember holdMembers[] = {{"head"}, {"query"}, {"key"}, {"value"}};

/// The numbers of an edit as they are here.
class Numbers {
public:
    Numbers(const LessonEdit& edit, const ExpressionScope& scope) {
        for (const auto& [name, expression] : edit.numbers)
            m_values[name] = expression.value(scope);
    }
    bool has(const char* name) const { return m_values.contains(name); }
    /// NaN where it has no value, which every edit refuses.
    double number(const char* name = "value") const {
        const auto found = m_values.find(name);
        return found != m_values.end() && found->second ? *found->second : std::nan("");
    }
    /// −1 where it is no place.
    Index index(const char* name = "value") const {
        const double value = number(name);
        return value >= 0 && value < 1e9 ? static_cast<Index>(std::llround(value)) : Index{-1};
    }
    /// Nothing where nobody named it.
    std::optional<Index> indexIfAny(const char* name) const {
        return has(name) ? std::optional(index(name)) : std::nullopt;
    }

private:
    std::map<std::string, std::optional<double>> m_values;
};

Error notHere(const std::string& name) {
    return makeError(HEADSCOPE_MESSAGE("Message", "the lesson's edit “%1” is not possible here"),
                     name);
}

template <class Choice> std::optional<Choice> chosen(const std::string& name) {
    for (const auto& [known, value] : ChoiceNames<Choice>::all) {
        if (known == name)
            return value;
    }
    return std::nullopt;
}

/// One pair, or a row where no key is named.
Result<Experiment> withPairOrRow(const Experiment& experiment, const Numbers& numbers, bool allowed,
                                 Index sequence) {
    const Index query = numbers.index("query");
    const Index first = numbers.has("key") ? numbers.index("key") : 0;
    const Index last = numbers.has("key") ? first : experiment.maskKeyLength() - 1;
    if (query < 0 || first < 0)
        return notHere(allowed ? "allow" : "forbid");
    return withPairs(experiment, sequence, query, {first, last + 1}, allowed);
}

Experiment withTurnedMask(const Experiment& experiment) {
    Tensor mask = maskToPaintOn(experiment);
    if (experiment.mayAttend) // both hold
        mask = allowedByBoth(mask, *experiment.mayAttend);
    Tensor turned = Tensor::uninitialized(mask.shape(), mask.axes());
    const Tensor from = mask.contiguous();
    std::ranges::transform(from.values(), turned.mutableData(),
                           [](float may) { return may != 0 ? 0.0F : 1.0F; });
    Experiment next = experiment;
    next.causal = false;
    next.window.reset();
    next.prefix.reset();
    return withPaintedMask(next, turned);
}

bool isOfModel(std::string_view edit) {
    return edit == "all_on" || edit.starts_with("switch_");
}

/// One head off or on, or all on.
Result<ModelSource> withModelEdit(ModelSource model, const LessonEdit& edit,
                                  const Numbers& numbers) {
    const CheckpointConfig& config = model.model->checkpoint.config;
    if (edit.name == "all_on") {
        model.off.heads.clear();
        return model;
    }
    const Index layer = numbers.index("layer");
    const Index head = numbers.index("head");
    if (!isOfModel(edit.name) || config.model.architecture == Architecture::EncoderDecoder ||
        layer < 0 || layer >= config.model.layers || head < 0 || head >= config.attention.heads)
        return notHere(edit.name);
    const HeadPlace place{Scope::of(ModelPart::Layers, layer, Sublayer::SelfAttention), head};
    model.off = switched(model.off, std::span(&place, 1), edit.name == "switch_off");
    return model;
}

Result<Experiment> withEdit(const Experiment& experiment, const LessonEdit& edit,
                            const Numbers& numbers, Index sequence) {
    const std::string& name = edit.name;
    const bool automatic = edit.choice == "auto";
    if (isOfModel(name))
        return notHere(name);
    const auto size = [&] { return automatic ? std::nullopt : std::optional(numbers.index()); };
    if (name == "scale") {
        if (automatic)
            return withScale(experiment, std::nullopt);
        const auto scale = static_cast<float>(numbers.number());
        if (!std::isfinite(scale))
            return notHere(name);
        return withScale(experiment, scale);
    }
    if (name == "heads")
        return withHeads(experiment, numbers.index());
    if (name == "key_dim")
        return withKeyDim(experiment, size());
    if (name == "value_dim")
        return withValueDim(experiment, size());
    if (name == "dropout") {
        const auto probability = static_cast<float>(numbers.number());
        if (!std::isfinite(probability))
            return notHere(name);
        return withDropout(experiment, probability);
    }
    if (name == "dropout_seed") {
        Experiment next = experiment;
        next.config.dropoutSeed = static_cast<std::uint64_t>(std::max<Index>(0, numbers.index()));
        return next;
    }
    if (name == "causal")
        return withCausal(experiment, numbers.number() != 0);
    if (name == "fully_masked") {
        const auto choice = chosen<FullyMasked>(edit.choice);
        return choice ? Result(withFullyMasked(experiment, *choice)) : notHere(name);
    }
    if (name == "layout") {
        const auto choice = chosen<Layout>(edit.choice);
        return choice ? Result(withLayout(experiment, *choice)) : notHere(name);
    }
    if (name == "allow" || name == "forbid")
        return withPairOrRow(experiment, numbers, name == "allow", sequence);
    if (name == "turn_mask")
        return withTurnedMask(experiment);
    if (name == "positions") {
        ModelConfig model = experiment.model;
        model.positions = numbers.number() != 0;
        return withModel(experiment, model);
    }
    if (name == "biases")
        return withBiases(experiment, numbers.number() != 0);
    if (name == "seed")
        return withSeed(experiment,
                        static_cast<std::uint64_t>(std::max<Index>(0, numbers.index())));
    if (name == "input")
        return withInputTimes(experiment, sequence, numbers.indexIfAny("word"),
                              numbers.indexIfAny("feature"),
                              static_cast<float>(numbers.number("times")));
    if (name == "copy_word")
        return withCopiedWord(experiment, sequence, numbers.index("from"), numbers.index("to"));
    if (name == "exchange_words")
        return withExchangedWords(experiment, sequence, numbers.index("first"),
                                  numbers.index("second"));
    if (name == "keys_as_queries")
        return withKeysAsQueries(experiment);
    if (name == "exchange_heads")
        return withExchangedHeads(experiment, numbers.index("first"), numbers.index("second"));
    if (name == "mean_heads")
        return withMeanHeads(experiment);
    if (name == "late_mask")
        return withLateMask(experiment, sequence, numbers.index());
    if (name == "hold")
        return withTypedWeight(experiment, sequence, numbers.index("head"), numbers.index("query"),
                               numbers.index("key"), static_cast<float>(numbers.number("value")));
    Experiment next = withPaintedMask(withCausal(experiment, false), std::nullopt);
    next.window.reset();
    next.prefix.reset();
    next.additiveMask.reset();
    return next;
}

} // namespace

bool isLessonEdit(std::string_view name) {
    return std::ranges::find(editNames, name) != std::end(editNames);
}

std::span<const LessonEditMember> membersOfEdit(std::string_view name) {
    using Members = std::span<const LessonEditMember>;
    return name == "allow" || name == "forbid" ? Members(pairMembers)
           : name == "input"                   ? Members(inputMembers)
           : name == "copy_word"               ? Members(copyMembers)
           : name.starts_with("exchange_")     ? Members(exchangeMembers)
           : name.starts_with("switch_")       ? Members(switchMembers)
           : name == "hold"                    ? Members(holdMembers)
                                               : Members();
}

Result<Source> withLessonEdits(const Source& source, const std::vector<LessonEdit>& edits,
                               const ExpressionScope& scope) {
    if (const auto experiment = source.experiment()) {
        Result<Experiment> next = withLessonEdits(*experiment, edits, scope);
        return next ? Result<Source>(source.with(std::move(*next))) : next.error();
    }
    if (!source.model())
        return edits.empty() ? Result<Source>(source) : notHere(edits.front().name);
    ModelSource next = *source.model();
    for (const LessonEdit& edit : edits) {
        Result<ModelSource> edited = withModelEdit(std::move(next), edit, Numbers(edit, scope));
        if (!edited)
            return edited.error();
        next = std::move(*edited);
    }
    return next == *source.model() ? source : Source(std::make_shared<const ModelSource>(next));
}

Result<Experiment> withLessonEdits(const Experiment& experiment,
                                   const std::vector<LessonEdit>& edits,
                                   const ExpressionScope& scope) {
    std::vector<Numbers> numbers;
    for (const LessonEdit& edit : edits)
        numbers.emplace_back(edit, scope);
    Experiment next = experiment;
    const auto sequence = static_cast<Index>(scope.number("sequence").value_or(0));
    for (std::size_t i = 0; i < edits.size(); ++i) {
        Result<Experiment> edited = withEdit(next, edits[i], numbers[i], sequence);
        if (!edited)
            return edited.error();
        next = std::move(*edited);
    }
    return next;
}

} // namespace headscope
