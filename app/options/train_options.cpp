// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/train_options.h"

#include "learning/training/recipe_names.h"
#include "learning/training/training.h"
#include "options/option_reader.h"
#include "options/option_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

using Recipe = TrainingRecipe;

/// An option that is one number.
struct NumberOption {
    const char* name;
    const char* value;
    const char* help;
    bool whole;
    void (*set)(Recipe&, double);
};

/// An option that is one of a few words.
struct WordOption {
    const char* name;
    const char* help;
    QString (*words)();
    void (*read)(OptionReader&, const char* name, Recipe&);
};

/// What own text is cut into: a Recipe knows whether by character.
constexpr std::pair<std::string_view, bool> tokenWords[] = {{"characters", true}, {"words", false}};

constexpr std::array<NumberOption, 20> numbers = {{
    {"heads", "H", "number of heads of each attention", true,
     [](Recipe& r, double v) { r.heads = static_cast<Index>(v); }},
    {"d-model", "N", "width of the model (default: 32)", true,
     [](Recipe& r, double v) { r.modelDim = static_cast<Index>(v); }},
    {"d-k", "N", "width of one head (default: d_model / heads)", true,
     [](Recipe& r, double v) { r.keyDim = static_cast<Index>(v); }},
    {"d-ff", "N", "inner width of the feed-forward networks (default: 2 · d_model)", true,
     [](Recipe& r, double v) { r.hiddenDim = static_cast<Index>(v); }},
    {"dropout", "P", "share of the attention weights that is dropped while it learns", false,
     [](Recipe& r, double v) { r.dropout = static_cast<float>(v); }},
    {"steps", "N", "how many steps", true,
     [](Recipe& r, double v) { r.steps = static_cast<Index>(v); }},
    {"record-every", "N", "steps between two records of the history", true,
     [](Recipe& r, double v) { r.recordEvery = static_cast<Index>(v); }},
    {"batch", "N", "sentences of one step", true,
     [](Recipe& r, double v) { r.batch = static_cast<Index>(v); }},
    {"held-out", "SHARE", "of the data that is held out (default: 0.2)", false,
     [](Recipe& r, double v) { r.heldOut = static_cast<float>(v); }},
    {"rate", "R", "learning rate", false,
     [](Recipe& r, double v) { r.optimiser.rate = static_cast<float>(v); }},
    {"momentum", "M", "of --optimiser momentum (default: 0.9)", false,
     [](Recipe& r, double v) { r.optimiser.momentum = static_cast<float>(v); }},
    {"beta1", "B", "of Adam (default: 0.9)", false,
     [](Recipe& r, double v) { r.optimiser.beta1 = static_cast<float>(v); }},
    {"beta2", "B", "of Adam", false,
     [](Recipe& r, double v) { r.optimiser.beta2 = static_cast<float>(v); }},
    {"epsilon", "E", "of Adam (default: 1e-8)", false,
     [](Recipe& r, double v) { r.optimiser.epsilon = static_cast<float>(v); }},
    {"weight-decay", "D", "weights shrink by rate · D in each step, apart from the gradient", false,
     [](Recipe& r, double v) { r.optimiser.weightDecay = static_cast<float>(v); }},
    {"clip", "LENGTH", "the length of all gradients together is at most this", false,
     [](Recipe& r, double v) { r.optimiser.clip = static_cast<float>(v); }},
    {"warm-up", "N", "steps over which the rate grows in a straight line", true,
     [](Recipe& r, double v) { r.optimiser.warmUp = static_cast<Index>(v); }},
    {"decay-start", "SHARE", "of the steps, after which the rate falls", false,
     [](Recipe& r, double v) { r.optimiser.decayStart = static_cast<float>(v); }},
    {"smoothing", "SHARE", "label smoothing", false,
     [](Recipe& r, double v) { r.smoothing = static_cast<float>(v); }},
    {"context", "N", "own text: tokens that the model sees at once (default: 32)", true,
     [](Recipe& r, double v) { r.context = static_cast<Index>(v); }},
}};

constexpr std::array<WordOption, 7> words = {{
    {"optimiser", "how steps are made (default: adam)", choiceWords<OptimiserKind>,
     [](OptionReader& in, const char* name, Recipe& r) { in.choice(name, r.optimiser.kind); }},
    {"decay", "what the rate does behind the warm-up", choiceWords<Decay>,
     [](OptionReader& in, const char* name, Recipe& r) { in.choice(name, r.optimiser.decay); }},
    {"norm", "of the layers (default: layer)", choiceWords<NormKind>,
     [](OptionReader& in, const char* name, Recipe& r) { in.choice(name, r.norm); }},
    {"placement", "the norm behind each part or before it (default: post)",
     choiceWords<NormPlacement>,
     [](OptionReader& in, const char* name, Recipe& r) { in.choice(name, r.placement); }},
    {"activation", "of the feed-forward networks (default: relu)", choiceWords<Activation>,
     [](OptionReader& in, const char* name, Recipe& r) { in.choice(name, r.activation); }},
    {"tokenizer", "own text: what a token is (default: characters)",
     [] { return QString::fromStdString(listed(tokenWords)); },
     [](OptionReader& in, const char* name, Recipe& r) {
         in.word(name, tokenWords, r.byCharacter);
     }},
    {"sentences", "language of the data that cards and positions come with (default: zh)",
     choiceWords<Language>,
     [](OptionReader& in, const char* name, Recipe& r) { in.choice(name, r.language); }},
}};

void readNumber(OptionReader& in, const NumberOption& option, Recipe& recipe) {
    if (!in.isSet(option.name))
        return;
    constexpr double largest = 9007199254740992.0; // whole numbers of a double end there
    constexpr double any = std::numeric_limits<double>::max();
    const char* const wanted = option.whole ? "a whole number from 0 on" : "a number";
    double value = 0;
    in.number(option.name, option.whole ? 0 : -any, option.whole ? largest : any, wanted, value);
    if (in.status() && option.whole && value != std::floor(value))
        in.refuse(option.name, wanted);
    if (in.status())
        option.set(recipe, value);
}

/// "1,1" or "2": layers of the encoder and of the decoder.
void readLayers(OptionReader& in, Recipe& recipe) {
    if (!in.isSet("layers"))
        return;
    const QStringList parts = in.text("layers").split(u',');
    std::array<Index, 2> layers{};
    bool ok = parts.size() <= 2;
    for (qsizetype i = 0; ok && i < parts.size(); ++i)
        layers[static_cast<std::size_t>(i)] = parts[i].toUInt(&ok);
    if (!ok)
        return in.refuse("layers", "two numbers such as 1,1");
    recipe.encoderLayers = layers[0];
    recipe.decoderLayers = parts.size() == 2 ? layers[1] : layers[0];
}

} // namespace

QList<QCommandLineOption> recipeOptions() {
    QStringList names;
    for (const TaskInfo& info : tasks())
        names += QString::fromUtf8(info.name);
    QList<QCommandLineOption> options = {
        {u"task"_s, u"what is learnt: %1"_s.arg(names.join(u", "_s)), u"TASK"_s},
        {u"data"_s,
         u"its data instead of its own: pairs with a tab between, lines, or a text; the "
         "formats are those that the window shows"_s,
         u"FILE"_s},
        {u"watch"_s, u"the line that is watched, and held out"_s, u"LINE"_s},
        {u"layers"_s,
         u"of the encoder and of the decoder, such as 0,1; one number: of an encoder"_s, u"E,D"_s},
        seedOption(u"the first weights, the order of the batches, cards and the dropout"_s),
        {u"data-seed"_s, u"of the data that a task makes and of what is held out"_s, u"N"_s},
    };
    for (const NumberOption& option : numbers)
        options.append({QString::fromLatin1(option.name), QString::fromUtf8(option.help),
                        QString::fromLatin1(option.value)});
    for (const WordOption& option : words)
        options.append({QString::fromLatin1(option.name),
                        u"%1: %2"_s.arg(QString::fromUtf8(option.help), option.words()),
                        u"WORD"_s});
    return options;
}

Result<TrainingRecipe> recipeFrom(const Call& call) {
    const QCommandLineParser& parser = call.parser;
    const QString name = parser.value(u"task"_s);
    const std::optional<TaskKind> task = taskFrom(name.toStdString());
    if (!task) {
        std::string names;
        for (const TaskInfo& info : tasks())
            names.append(names.empty() ? "" : ", ").append(info.name);
        if (!parser.isSet(u"task"_s))
            return makeError("--task is missing: one of %1 is needed", names);
        return wrongOption("task", "one of " + names, name);
    }
    TrainingRecipe recipe = recipeOf(*task);
    OptionReader in(parser);
    for (const NumberOption& option : numbers)
        readNumber(in, option, recipe);
    for (const WordOption& option : words)
        option.read(in, option.name, recipe);
    readLayers(in, recipe);
    in.seed("seed", recipe.seed);
    in.seed("data-seed", recipe.dataSeed);
    recipe.watched = parser.value(u"watch"_s).toStdString();
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
    const auto* const steps =
        std::ranges::find(numbers, std::string_view("steps"),
                          [](const NumberOption& option) { return std::string_view(option.name); });
    OptionReader in(parser);
    readNumber(in, *steps, recipe);
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
