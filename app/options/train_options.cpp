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

QString wordOf(Index number) {
    return QString::number(number);
}
QString wordOf(float number) {
    return QString::fromStdString(shortestText(number));
}
QString wordOf(bool byCharacter) {
    return byCharacter ? u"characters"_s : u"words"_s;
}
template <class Choice>
requires std::is_enum_v<Choice> QString wordOf(Choice choice) {
    return QString::fromStdString(optionWord(choiceName(choice)));
}

/// "(default: 32)", or where they differ that each task has its own.
template <class Field> QString presetOf(const Field& field) {
    const auto first = field(recipeOf(tasks().front().kind));
    const bool isOne = std::ranges::all_of(
        tasks(), [&](const TaskInfo& task) { return field(recipeOf(task.kind)) == first; });
    return isOne ? u" (default: %1)"_s.arg(wordOf(first)) : u" (default: by task)"_s;
}

void readWhole(OptionReader& in, const char* option, auto& value) {
    in.number(option, Bounds<Index>{0, std::numeric_limits<Index>::max()}, value);
}
void readReal(OptionReader& in, const char* option, auto& value) {
    constexpr double any = std::numeric_limits<double>::max();
    double number = 0;
    in.number(option, -any, any, "a number", number);
    if (in.status() && in.isSet(option))
        value = static_cast<float>(number);
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
        {seedOption(u"the first weights, the order of the batches, cards and the dropout"_s +
                    presetOf([](const Recipe& r) { return static_cast<Index>(r.seed); })),
         [](OptionReader& in, const char* n, Recipe& r) { in.seed(n, r.seed); }},
        {{u"data-seed"_s,
          u"of the data that a task makes and of what is held out"_s +
              presetOf([](const Recipe& r) { return static_cast<Index>(r.dataSeed); }),
          u"N"_s},
         [](OptionReader& in, const char* n, Recipe& r) { in.seed(n, r.dataSeed); }},
        {{u"heads"_s, u"number of heads of each attention"_s + presetOf([](const Recipe& r) {
                          return r.heads;
                      }),
          u"H"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readWhole(in, n, r.heads); }},
        {{u"d-model"_s,
          u"width of the model"_s + presetOf([](const Recipe& r) { return r.modelDim; }), u"N"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readWhole(in, n, r.modelDim); }},
        {{u"d-k"_s, u"width of one head (default: d_model / heads)"_s, u"N"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readWhole(in, n, r.keyDim); }},
        {{u"d-ff"_s, u"inner width of the feed-forward networks (default: 2 · d_model)"_s, u"N"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readWhole(in, n, r.hiddenDim); }},
        {{u"dropout"_s,
          u"share of the attention weights that is dropped while it learns"_s +
              presetOf([](const Recipe& r) { return r.dropout; }),
          u"P"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readReal(in, n, r.dropout); }},
        {{u"steps"_s, u"how many steps"_s + presetOf([](const Recipe& r) { return r.steps; }),
          u"N"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readWhole(in, n, r.steps); }},
        {{u"record-every"_s,
          u"steps between two records of the history"_s +
              presetOf([](const Recipe& r) { return r.recordEvery; }),
          u"N"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readWhole(in, n, r.recordEvery); }},
        {{u"batch"_s,
          u"sentences of one step"_s + presetOf([](const Recipe& r) { return r.batch; }), u"N"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readWhole(in, n, r.batch); }},
        {{u"held-out"_s,
          u"of the data that is held out"_s + presetOf([](const Recipe& r) { return r.heldOut; }),
          u"SHARE"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readReal(in, n, r.heldOut); }},
        {{u"rate"_s,
          u"learning rate"_s + presetOf([](const Recipe& r) { return r.optimiser.rate; }), u"R"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readReal(in, n, r.optimiser.rate); }},
        {{u"momentum"_s, u"of --optimiser momentum"_s + presetOf([](const Recipe& r) {
                             return r.optimiser.momentum;
                         }),
          u"M"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readReal(in, n, r.optimiser.momentum); }},
        {{u"beta1"_s, u"of Adam"_s + presetOf([](const Recipe& r) { return r.optimiser.beta1; }),
          u"B"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readReal(in, n, r.optimiser.beta1); }},
        {{u"beta2"_s, u"of Adam"_s + presetOf([](const Recipe& r) { return r.optimiser.beta2; }),
          u"B"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readReal(in, n, r.optimiser.beta2); }},
        {{u"epsilon"_s,
          u"of Adam"_s + presetOf([](const Recipe& r) { return r.optimiser.epsilon; }), u"E"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readReal(in, n, r.optimiser.epsilon); }},
        {{u"weight-decay"_s,
          u"weights shrink by rate · D in each step, apart from the gradient"_s +
              presetOf([](const Recipe& r) { return r.optimiser.weightDecay; }),
          u"D"_s},
         [](OptionReader& in, const char* n, Recipe& r) {
             readReal(in, n, r.optimiser.weightDecay);
         }},
        {{u"clip"_s, u"the length of all gradients together is at most this"_s, u"LENGTH"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readReal(in, n, r.optimiser.clip); }},
        {{u"warm-up"_s,
          u"steps over which the rate grows in a straight line"_s +
              presetOf([](const Recipe& r) { return r.optimiser.warmUp; }),
          u"N"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readWhole(in, n, r.optimiser.warmUp); }},
        {{u"decay-start"_s,
          u"of the steps, after which the rate falls"_s +
              presetOf([](const Recipe& r) { return r.optimiser.decayStart; }),
          u"SHARE"_s},
         [](OptionReader& in, const char* n, Recipe& r) {
             readReal(in, n, r.optimiser.decayStart);
         }},
        {{u"smoothing"_s,
          u"label smoothing"_s + presetOf([](const Recipe& r) { return r.smoothing; }), u"SHARE"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readReal(in, n, r.smoothing); }},
        {{u"context"_s,
          u"own text: tokens that the model sees at once"_s +
              presetOf([](const Recipe& r) { return r.context; }),
          u"N"_s},
         [](OptionReader& in, const char* n, Recipe& r) { readWhole(in, n, r.context); }},
        {{u"optimiser"_s,
          u"how steps are made"_s + presetOf([](const Recipe& r) { return r.optimiser.kind; }) +
              u": "_s + choiceWords<OptimiserKind>(),
          u"WORD"_s},
         [](OptionReader& in, const char* n, Recipe& r) { in.choice(n, r.optimiser.kind); }},
        {{u"decay"_s,
          u"what the rate does behind the warm-up"_s +
              presetOf([](const Recipe& r) { return r.optimiser.decay; }) + u": "_s +
              choiceWords<Decay>(),
          u"WORD"_s},
         [](OptionReader& in, const char* n, Recipe& r) { in.choice(n, r.optimiser.decay); }},
        {{u"norm"_s,
          u"of the layers"_s + presetOf([](const Recipe& r) { return r.norm; }) + u": "_s +
              choiceWords<NormKind>(),
          u"WORD"_s},
         [](OptionReader& in, const char* n, Recipe& r) { in.choice(n, r.norm); }},
        {{u"placement"_s,
          u"the norm behind each part or before it"_s +
              presetOf([](const Recipe& r) { return r.placement; }) + u": "_s +
              choiceWords<NormPlacement>(),
          u"WORD"_s},
         [](OptionReader& in, const char* n, Recipe& r) { in.choice(n, r.placement); }},
        {{u"activation"_s,
          u"of the feed-forward networks"_s +
              presetOf([](const Recipe& r) { return r.activation; }) + u": "_s +
              choiceWords<Activation>(),
          u"WORD"_s},
         [](OptionReader& in, const char* n, Recipe& r) { in.choice(n, r.activation); }},
        {{u"tokenizer"_s,
          u"own text: what a token is"_s + presetOf([](const Recipe& r) { return r.byCharacter; }) +
              u": "_s + QString::fromStdString(listed(tokenWords)),
          u"WORD"_s},
         [](OptionReader& in, const char* n, Recipe& r) { in.word(n, tokenWords, r.byCharacter); }},
        {{u"sentences"_s,
          u"language of the data that cards and positions come with"_s +
              presetOf([](const Recipe& r) { return r.language; }) + u": "_s +
              choiceWords<Language>(),
          u"WORD"_s},
         [](OptionReader& in, const char* n, Recipe& r) { in.choice(n, r.language); }},
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
    readWhole(in, "steps", recipe.steps);
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
