// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/train_options.h"

#include "learning/training/recipe_names.h"
#include "learning/training/training.h"
#include "options/option_table.h"
#include "options/option_words.h"

#include <algorithm>
#include <array>
#include <limits>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

using Recipe = TrainingRecipe;

/// What own text is cut into: a Recipe knows whether by character.
constexpr std::pair<std::string_view, bool> tokenWords[] = {{"characters", true}, {"words", false}};

template <class Value> QString wordOf(const Value& value) {
    if constexpr (std::is_same_v<Value, bool>)
        return value ? u"characters"_s : u"words"_s;
    else if constexpr (std::is_enum_v<Value>)
        return QString::fromStdString(optionWord(choiceName(value)));
    else
        return QString::fromStdString(numberWord(value));
}

/// "(default: 32)", or where they differ that each task has its own.
template <class Field> QString presetOf(const Field& field) {
    const auto first = field(recipeOf(tasks().front().kind));
    const bool isOne = std::ranges::all_of(
        tasks(), [&](const TaskInfo& task) { return field(recipeOf(task.kind)) == first; });
    return isOne ? u" (default: %1)"_s.arg(wordOf(first)) : u" (default: by task)"_s;
}

// How an option is read into a field, by what that is.
void readField(OptionReader& in, const char* option, Index& value) {
    in.number(option, Bounds<Index>{0, std::numeric_limits<Index>::max()}, value);
}
void readField(OptionReader& in, const char* option, std::uint64_t& seed) {
    in.seed(option, seed);
}
void readField(OptionReader& in, const char* option, float& value) {
    constexpr double any = std::numeric_limits<double>::max();
    double number = value;
    in.number(option, -any, any, "a number", number);
    value = static_cast<float>(number);
}
void readField(OptionReader& in, const char* option, bool& byCharacter) {
    in.word(option, tokenWords, byCharacter);
}
template <class Choice>
requires std::is_enum_v<Choice>
void readField(OptionReader& in, const char* option, Choice& choice) {
    in.choice(option, choice);
}
template <class Value>
void readField(OptionReader& in, const char* option, std::optional<Value>& value) {
    Value given{};
    readField(in, option, given);
    if (in.status() && in.isSet(option))
        value = given;
}

/// An option that is one field of a recipe, by the way to it, without what the tasks preset.
template <auto... way> OptionTable<Recipe>::Row field(const QCommandLineOption& option) {
    return {option, [](auto& in, auto n, auto& r) { readField(in, n, (r.*....*way)); }};
}
/// The same with that, and with the words that it takes.
template <auto... way> OptionTable<Recipe>::Row preset(QCommandLineOption option) {
    const auto valueOf = [](const Recipe& r) { return (r.*....*way); };
    using Value = decltype(valueOf(Recipe()));
    QString words;
    if constexpr (std::is_same_v<Value, bool>)
        words = u": "_s + QString::fromStdString(listed(tokenWords));
    else if constexpr (std::is_enum_v<Value>)
        words = u": "_s + choiceWords<Value>();
    option.setDescription(option.description() + presetOf(valueOf) + words);
    return field<way...>(option);
}

/// "1,1" or "2": layers of the encoder and of the decoder.
void readLayers(OptionReader& in, const char* option, Recipe& recipe) {
    if (!in.isSet(option))
        return;
    const QStringList parts = in.text(option).split(u',');
    std::array<Index, 2> layers{};
    bool ok = parts.size() <= 2;
    for (qsizetype i = 0; ok && i < parts.size(); ++i)
        layers[static_cast<std::size_t>(i)] = parts[i].toUInt(&ok);
    if (!ok)
        return in.refuse(option, "two numbers such as 1,1");
    recipe.encoderLayers = layers[0];
    recipe.decoderLayers = parts.size() == 2 ? layers[1] : layers[0];
}

std::string taskNames() {
    std::string names;
    for (const TaskInfo& info : tasks())
        names.append(names.empty() ? "" : ", ").append(info.name);
    return names;
}

const OptionTable<Recipe>& recipeTable() {
    static const OptionTable<Recipe> table({
        {{u"task"_s, u"what is learnt: "_s + QString::fromStdString(taskNames()), u"TASK"_s}},
        {{u"data"_s,
          u"its data instead of its own: pairs with a tab between, lines, or a text; the formats "
          "are those that the window shows"_s,
          u"FILE"_s}},
        {{u"watch"_s, u"the line that is watched, and held out"_s, u"LINE"_s},
         [](OptionReader& in, const char* n, Recipe& r) { r.watched = in.text(n).toStdString(); }},
        {{u"layers"_s,
          u"of the encoder and of the decoder, such as 0,1; one number: of an encoder"_s, u"E,D"_s},
         readLayers},
        preset<&Recipe::seed>(
            seedOption(u"the first weights, the order of the batches, cards and the dropout"_s)),
        preset<&Recipe::dataSeed>(
            {u"data-seed"_s, u"of the data that a task makes and of what is held out"_s, u"N"_s}),
        preset<&Recipe::heads>({u"heads"_s, u"number of heads of each attention"_s, u"H"_s}),
        preset<&Recipe::modelDim>({u"d-model"_s, u"width of the model"_s, u"N"_s}),
        field<&Recipe::keyDim>(
            {u"d-k"_s, u"width of one head (default: d_model / heads)"_s, u"N"_s}),
        field<&Recipe::hiddenDim>(
            {u"d-ff"_s, u"inner width of the feed-forward networks (default: 2 · d_model)"_s,
             u"N"_s}),
        preset<&Recipe::dropout>(
            {u"dropout"_s, u"share of the attention weights that is dropped while it learns"_s,
             u"P"_s}),
        preset<&Recipe::steps>({u"steps"_s, u"how many steps"_s, u"N"_s}),
        preset<&Recipe::recordEvery>(
            {u"record-every"_s, u"steps between two records of the history"_s, u"N"_s}),
        preset<&Recipe::batch>({u"batch"_s, u"sentences of one step"_s, u"N"_s}),
        preset<&Recipe::heldOut>({u"held-out"_s, u"of the data that is held out"_s, u"SHARE"_s}),
        preset<&Recipe::optimiser, &OptimiserConfig::rate>({u"rate"_s, u"learning rate"_s, u"R"_s}),
        preset<&Recipe::optimiser, &OptimiserConfig::momentum>(
            {u"momentum"_s, u"of --optimiser momentum"_s, u"M"_s}),
        preset<&Recipe::optimiser, &OptimiserConfig::beta1>({u"beta1"_s, u"of Adam"_s, u"B"_s}),
        preset<&Recipe::optimiser, &OptimiserConfig::beta2>({u"beta2"_s, u"of Adam"_s, u"B"_s}),
        preset<&Recipe::optimiser, &OptimiserConfig::epsilon>({u"epsilon"_s, u"of Adam"_s, u"E"_s}),
        preset<&Recipe::optimiser, &OptimiserConfig::weightDecay>(
            {u"weight-decay"_s,
             u"weights shrink by rate · D in each step, apart from the gradient"_s, u"D"_s}),
        field<&Recipe::optimiser, &OptimiserConfig::clip>(
            {u"clip"_s, u"the length of all gradients together is at most this"_s, u"LENGTH"_s}),
        preset<&Recipe::optimiser, &OptimiserConfig::warmUp>(
            {u"warm-up"_s, u"steps over which the rate grows in a straight line"_s, u"N"_s}),
        preset<&Recipe::optimiser, &OptimiserConfig::decayStart>(
            {u"decay-start"_s, u"of the steps, after which the rate falls"_s, u"SHARE"_s}),
        preset<&Recipe::smoothing>({u"smoothing"_s, u"label smoothing"_s, u"SHARE"_s}),
        preset<&Recipe::context>(
            {u"context"_s, u"own text: tokens that the model sees at once"_s, u"N"_s}),
        preset<&Recipe::optimiser, &OptimiserConfig::kind>(
            {u"optimiser"_s, u"how steps are made"_s, u"WORD"_s}),
        preset<&Recipe::optimiser, &OptimiserConfig::decay>(
            {u"decay"_s, u"what the rate does behind the warm-up"_s, u"WORD"_s}),
        preset<&Recipe::norm>({u"norm"_s, u"of the layers"_s, u"WORD"_s}),
        preset<&Recipe::placement>(
            {u"placement"_s, u"the norm behind each part or before it"_s, u"WORD"_s}),
        preset<&Recipe::activation>(
            {u"activation"_s, u"of the feed-forward networks"_s, u"WORD"_s}),
        preset<&Recipe::byCharacter>({u"tokenizer"_s, u"own text: what a token is"_s, u"WORD"_s}),
        preset<&Recipe::language>({u"sentences"_s,
                                   u"language of the data that cards and positions come with"_s,
                                   u"WORD"_s}),
    });
    return table;
}

} // namespace

QList<QCommandLineOption> recipeOptions() {
    return recipeTable().options();
}

Result<TrainingRecipe> recipeFrom(const Call& call) {
    const QCommandLineParser& parser = call.parser;
    const QString name = parser.value(u"task"_s);
    const std::optional<TaskKind> task = taskFrom(name.toStdString());
    if (!task && !parser.isSet(u"task"_s))
        return makeError("--task is missing: one of %1 is needed", taskNames());
    if (!task)
        return wrongOption("task", "one of " + taskNames(), name);
    TrainingRecipe recipe = recipeOf(*task);
    OptionReader in(parser);
    recipeTable().read(in, recipe);
    if (!in.status())
        return in.status().error();
    Call known = call;
    known.recipe = &recipe;
    for (const Status& status : {checkOptions(known), validate(recipe)}) {
        if (!status)
            return status.error();
    }
    return recipe;
}

Result<TrainingRecipe> recipeToGoOn(const QCommandLineParser& parser, TrainingRecipe recipe) {
    OptionReader in(parser);
    readField(in, "steps", recipe.steps);
    if (!in.status())
        return in.status().error();
    if (const Status status = validate(recipe); !status)
        return status.error();
    return recipe;
}

Error withItsOption(const TrainingRecipe& recipe, const std::string& data, Error error) {
    // Whatever is gone without it is its fault.
    const auto isGoneFor = [&](const TrainingRecipe& other) {
        const Result<Training> training = Training::create(other);
        return training || !(training.error() == error);
    };
    TrainingRecipe other = recipe;
    other.watched.clear();
    if (!recipe.watched.empty() && isGoneFor(other))
        return inFile("--watch", std::move(error));
    other.text.clear();
    if (!data.empty() && isGoneFor(other))
        return inFile(data, std::move(error));
    return error;
}

} // namespace headscope
