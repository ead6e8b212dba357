// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/option_meaning.h"

#include "checkpoint/model_folder.h"
#include "experiment/experiment.h"
#include "figure/figure.h"
#include "learning/tasks/task.h"
#include "learning/training/recipe.h"
#include "options/option_reader.h"
#include "options/run_options.h"
#include "options/train_options.h"
#include "source/array_file.h"

#include <QFile>

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

/// Options of commands that mean something in some views alone, or where something else is given.
/// All lines about an option have to hold.
struct Meaning {
    const char* commands;
    const char* options; ///< "@recipe": all of recipeOptions()
    const char* views;   ///< empty: any
    bool (*holds)(const Call&, const QString& option) = nullptr;
    const char* why = "here";    ///< where that does not hold: "--seed does nothing …"
    const char* where = nullptr; ///< "it goes with …"
};

bool namesStage(const Call& call, std::initializer_list<const char*> stages) {
    return std::ranges::any_of(stages, [stage = call.text("stage")](const char* name) {
        return stage == QLatin1String(name);
    });
}

bool writesPng(const Call& call, const char* option) {
    const QString format = call.text("format");
    return format.isEmpty()
               ? figureFormatOf(call.text(option)).value_or(FigureFormat::Png) == FigureFormat::Png
               : format == "png"_L1;
}

bool writesTable(const Call& call) {
    return call.text("out").endsWith(".csv"_L1, Qt::CaseInsensitive);
}

/// A plain attention whose mask and weights nothing behind it hands on.
bool isAttention(const Call& call) {
    return call.experiment && call.experiment->model.architecture == Architecture::Attention;
}

/// What --path says; animate splits where it is silent, shapes splits and merges.
QString pathOf(const Call& call) {
    return call.has("path") || call.command != "animate"_L1 ? call.text("path") : u"split"_s;
}

constexpr auto isAdam = [](const Call& c, const QString&) {
    return !c.recipe || c.recipe->optimiser.kind == OptimiserKind::Adam;
};
constexpr auto isOwnText = [](const Call& c, const QString&) {
    return !c.recipe || c.recipe->task == TaskKind::OwnText;
};
/// Of a painting: `paint --figure`, and `export --view paint`.
constexpr auto drawsFigure = [](const Call& c, const QString&) {
    return c.view == "paint"_L1 || c.has("figure");
};
constexpr auto hasLesson = [](const Call& c, const QString&) { return c.has("lesson"); };

constexpr Meaning meanings[] = {
    // Inputs and masks.
    {"run heads export shapes animate worksheet", "query key value weights", "",
     [](const Call& c, const QString&) { return !c.namesExperiment(); },
     "beside an experiment, which brings its own inputs", "--query, --weights and --heads"},
    {"run heads export screenshot",
     "query key value weights mask key-padding mask-means causal-alignment window prefix "
     "fully-masked scale bias seq-first hold memory-limit",
     "", [](const Call& c, const QString&) { return !c.namesAttention(); },
     "beside an attention that is finished", "an experiment"},
    {"run heads export screenshot shapes animate",
     "query key value weights mask key-padding mask-means causal-alignment window prefix "
     "fully-masked scale bias hold dropout seed",
     "", [](const Call& c, const QString&) { return !c.namesModel(); }, "beside a trained model",
     "an experiment"},
    {"run heads export screenshot", "seq-first", "",
     [](const Call& c, const QString&) { return !c.namesModel(); }, "beside a trained model",
     "an experiment"},
    {"run heads export screenshot shapes animate", "text ids off off-by lens", "",
     [](const Call& c, const QString&) { return c.namesModel(); }, "without a trained model",
     "--model FOLDER"},
    {"screenshot", "layer", "", [](const Call& c, const QString&) { return c.has("model"); },
     "without a trained model", "--model FOLDER"},
    {"run heads export screenshot", "axes", "",
     [](const Call& c, const QString&) { return c.namesAttention(); },
     "without an attention from a file", "--attention FILE"},
    {"screenshot", "tokens key-tokens", "",
     [](const Call& c, const QString&) { return c.namesAttention(); },
     "without an attention from a file", "--attention FILE"},
    {"run heads", "raw-pieces", "",
     [](const Call& c, const QString&) { return c.namesAttention(); },
     "without an attention from a file", "--attention FILE"},
    {"run heads", "values", "", [](const Call& c, const QString&) { return c.namesAttention(); },
     "without an attention from a file", "--attention FILE"},
    {"run heads export shapes animate worksheet", "heads", "",
     [](const Call& c, const QString&) {
         return !c.namesExperiment() || c.namesInputs() || c.view == "train"_L1;
     },
     "beside an experiment, which brings its own inputs", "--query, --weights and --heads"},
    {"shapes animate",
     "query key value weights layer tokens key-tokens example model mask key-padding mask-means "
     "causal-alignment window prefix fully-masked scale dropout seed bias hold memory-limit scope "
     "of",
     "", [](const Call& c, const QString&) { return !c.has("shape"); },
     "beside --shape, which brings its own numbers", "an experiment or --query"},
    {"run heads export shapes animate worksheet", "key-padding layer", "",
     [](const Call& c, const QString& option) {
         return c.namesInputs() || (option == "layer"_L1 && c.has("model"));
     },
     "beside an experiment, which brings its own inputs", "--query, --weights and --heads"},
    {"export heads worksheet", "seq-first", "",
     [](const Call& c, const QString&) { return c.namesInputs(); },
     "where no inputs are read from files", "--query"},
    {"shapes animate", "seq-first", "",
     [](const Call& c, const QString&) {
         return c.namesInputs() || pathOf(c) != "side-by-side"_L1;
     },
     "with --path side-by-side", "--path split or merge"},
    {"run heads export shapes animate worksheet", "mask-means", "",
     [](const Call& c, const QString&) {
         return c.has("key-padding") ||
                std::ranges::any_of(c.parser.values(u"mask"_s),
                                    [](const QString& mask) { return mask != "causal"_L1; });
     },
     "without a mask from a file", "--mask FILE.npy or --key-padding"},
    {"run heads export shapes animate worksheet", "causal-alignment", "",
     [](const Call& c, const QString&) {
         return !c.experiment || c.experiment->causal || c.experiment->window ||
                c.experiment->prefix;
     },
     "where no mask follows the order of the tokens", "--mask causal, --window or --prefix"},
    {"heads", "dropout seed", "", [](const Call& c, const QString&) { return !isAttention(c); },
     "to weights before dropout", "run"},
    {"run heads export shapes animate", "seed", "",
     [](const Call& c, const QString&) {
         return !c.experiment || c.experiment->config.dropout > 0 || c.view == "train"_L1;
     },
     "where nothing is drawn", "--dropout"},
    // Splitting and merging heads.
    {"worksheet", "one-file", "",
     [](const Call& c, const QString&) { return !c.has("no-solutions"); }, "without solutions",
     "solutions"},
    {"shapes animate", "of", "",
     [](const Call& c, const QString&) {
         return c.view == "steps"_L1 || pathOf(c).isEmpty() || pathOf(c) == "split"_L1;
     },
     "where heads are merged", "--path split"},
    {"shapes animate",
     "mask key-padding mask-means causal-alignment window prefix fully-masked scale dropout seed "
     "hold",
     "",
     [](const Call& c, const QString&) {
         return !isAttention(c) || c.view == "train"_L1 || pathOf(c) != "split"_L1;
     },
     "before the scores", "--path merge or side-by-side"},
    // Views.
    {"animate",
     "shape query key value weights tokens key-tokens mask key-padding mask-means "
     "causal-alignment window prefix fully-masked scale bias seq-first hold memory-limit of path "
     "no-wrong colour element",
     "shapes"},
    {"animate", "layer", "shapes steps"},
    {"animate", "layer", "",
     [](const Call& c, const QString&) { return c.view != "steps"_L1 || c.has("model"); },
     "without a trained model", "--model FOLDER"},
    {"animate", "heads dropout seed", "shapes train"},
    {"animate", "dialect scope model text ids off off-by", "shapes steps"},
    {"animate", "speed", "shapes steps"},
    {"animate", "head cell sequence order", "steps"},
    {"export", "compare", "heads layers compare"},
    {"export", "words", "heads lines text layers compare"},
    {"export", "part", "train"},
    {"export", "sequence", "heads lines steps shapes text layers norm compare"},
    {"export",
     "query key value weights layer tokens key-tokens mask key-padding mask-means "
     "causal-alignment window prefix fully-masked scale bias seq-first hold",
     "heads lines steps shapes text layers norm compare lesson"},
    {"export",
     "layer tokens key-tokens mask key-padding mask-means causal-alignment window prefix "
     "fully-masked scale dropout seed bias seq-first hold",
     "",
     [](const Call& c, const QString&) {
         return !c.has("lesson") || c.namesExperiment() || c.namesInputs();
     },
     "to the example of a lesson", "an experiment that is named"},
    {"export", "format memory-limit",
     "heads lines steps shapes text layers lens parts norm compare lesson"},
    {"export", "lesson question", "lesson"},
    {"export", "stage", "heads lines steps layers norm compare"},
    {"export", "show", "heads lines text layers compare"},
    {"export", "show", "",
     [](const Call& c, const QString&) {
         const bool showsOne = c.view == "text"_L1 || c.view == "layers"_L1;
         return !showsOne || c.text("show") == "mean"_L1;
     },
     "to a page that shows one head", "--head"},
    {"export", "show", "",
     [](const Call& c, const QString&) {
         return c.view != "layers"_L1 || !c.has("compare") || c.text("show") != "mean"_L1;
     },
     "to layers that are compared head by head", "--view compare"},
    {"export", "head", "heads lines steps text layers norm"},
    {"export", "scope", "heads lines steps shapes text layers train norm compare"},
    {"export", "cell", "steps text layers norm"},
    {"export", "path step element", "shapes"},
    {"export", "progress", "shapes steps"},
    {"export", "measure", "layers"},
    {"export", "order", "layers steps"},
    {"export", "preset title subtitle no-title", "heads lines"},
    {"export", "columns letters caption crop square-root rows", "heads"},
    {"export", "zoom", "heads lines compare"},
    {"export", "colours", "heads train compare"},
    {"export", "range no-values", "heads compare"},
    {"export", "ask-query ask-key kept hide renormalise no-self", "lines"},
    {"screenshot", "question hide-answers", "", hasLesson, "without a lesson", "--lesson"},
    {"screenshot", "view stage head cell scope sequence", "",
     [](const Call& c, const QString&) { return !c.has("lesson"); },
     "with --lesson, which begins in a view of its own", "a picture without a lesson"},
    {"screenshot", "hold", "",
     [](const Call& c, const QString&) { return !c.has("lesson") || c.namesExperiment(); },
     "to the example of a lesson", "an experiment that is named"},
    {"screenshot", "path step element", "shapes"},
    {"screenshot", "progress", "shapes steps"},
    {"screenshot", "measure", "layers"},
    {"screenshot", "order", "layers steps"},
    {"screenshot", "open", "train paint"},
    {"screenshot", "pattern", "paint"},
    {"screenshot", "zoom", "heads"},
    {"screenshot", "compare", "heads layers"},
    {"screenshot", "words", "heads lines text layers"},
    {"screenshot", "stage", "heads steps layers norm"},
    {"screenshot", "head", "heads steps lines text layers train norm"},
    {"screenshot", "cell", "heads steps lines text layers norm"},
    {"screenshot", "sequence", "heads shapes steps lines text layers paint norm"},
    // Pictures.
    {"export", "renormalise", "", [](const Call& c, const QString&) { return c.has("hide"); },
     "where nothing is left out of the rows", "--hide"},
    {"export", "colours", "",
     [](const Call& c, const QString&) {
         return c.text("colours") == "grey"_L1 || c.text("colours") == "paper"_L1 ||
                !namesStage(c, {"scores", "scaled_scores", "masked_scores", "head_context",
                                "concatenated_context", "output"});
     },
     "to numbers below and above 0, which are blue and red or grey", "weights"},
    {"export", "rows", "",
     [](const Call& c, const QString&) {
         return !namesStage(c, {"head_context", "concatenated_context", "output"});
     },
     "to a stage that has no keys", "scores or weights"},
    {"export", "columns letters", "",
     [](const Call& c, const QString&) {
         return !namesStage(c, {"concatenated_context", "output"});
     },
     "to one matrix", "a stage of several heads"},
    {"export", "dpi", "", [](const Call& c, const QString&) { return writesPng(c, "out"); },
     "where there are no pixels", "a PNG"},
    {"export", "part size dpi theme colours playhead values language scope", "",
     [](const Call& c, const QString&) { return !writesTable(c); }, "in a table", "a picture"},
    {"paint", "size dpi theme language rows-are-keys", "", drawsFigure, "without a figure",
     "--figure"},
    {"paint", "dpi", "",
     [](const Call& c, const QString&) {
         return writesPng(c, c.view == "paint"_L1 ? "out" : "figure");
     },
     "where there are no pixels", "a PNG"},
    // Trainings.
    {"train", "@recipe task", "",
     [](const Call& c, const QString& option) { return !c.has("resume") || option == "steps"_L1; },
     "with --resume, where the recipe is that of the training", "a new training"},
    {"export animate", "@recipe", "",
     [](const Call& c, const QString&) { return c.has("task") || c.view != "train"_L1; },
     "to a training that is there", "--task"},
    {"screenshot", "heads", "", [](const Call& c, const QString&) { return c.has("task"); },
     "to a picture of the window, where one head is enlarged", "--task; --head says which one"},
    {"screenshot", "@recipe", "", [](const Call& c, const QString&) { return c.has("task"); },
     "to a training that is there", "--task"},
    {"train export animate screenshot", "momentum", "",
     [](const Call& c, const QString&) {
         return !c.recipe || c.recipe->optimiser.kind == OptimiserKind::Momentum;
     },
     "here", "--optimiser momentum"},
    {"train export animate screenshot", "beta1 beta2 epsilon", "", isAdam, "here",
     "--optimiser adam"},
    {"train export animate screenshot", "decay-start", "",
     [](const Call& c, const QString&) {
         return !c.recipe || c.recipe->optimiser.decay != Decay::None;
     },
     "here", "--decay linear or cosine"},
    {"train export animate screenshot", "tokenizer context", "", isOwnText, "here",
     "--task own-text"},
    {"train export animate screenshot", "sentences", "",
     [](const Call& c, const QString&) {
         return !c.recipe || (hasLanguages(c.recipe->task) && !c.has("data"));
     },
     "to data in one language", "the data that cards-dense, cards-plain and positions come with"},
    {"run heads export shapes animate worksheet", "activation placement", "",
     [](const Call& c, const QString&) { return c.recipe || (c.namesInputs() && !isAttention(c)); },
     "here", "--weights of whole layers"},
    {"train export animate screenshot", "layers d-ff norm placement activation", "",
     [](const Call& c, const QString&) {
         return !c.recipe || infoOf(c.recipe->task).data != DataKind::Relations;
     },
     "to one attention alone", "a task with layers, such as --task copy"},
};

bool isAmong(const char* words, const QString& word) {
    return QString::fromLatin1(words).split(u' ').contains(word);
}

bool isOfRecipe(const QString& option) {
    const QList<QCommandLineOption> options = recipeOptions();
    return option != "task"_L1 && std::ranges::any_of(options, [&](const QCommandLineOption& one) {
               return one.names().contains(option);
           });
}

bool isAbout(const Meaning& meaning, const QString& command, const QString& option) {
    return isAmong(meaning.commands, command) &&
           (isAmong(meaning.options, option) ||
            (isAmong(meaning.options, u"@recipe"_s) && isOfRecipe(option)));
}

/// Those that only a training has belong to its view; in screenshots every page shows the model.
bool isOfTraining(const QString& command, const QString& option) {
    static const QStringList ofAll = {u"heads"_s, u"seed"_s, u"dropout"_s, u"activation"_s,
                                      u"placement"_s};
    return (command == "export"_L1 || command == "animate"_L1) && !ofAll.contains(option) &&
           (isOfRecipe(option) || option == "task"_L1 || option == "playhead"_L1 ||
            option == "values"_L1);
}

/// What is said of an attention by a name that a training has an option of, too.
bool isOfAttention(const Call& call, const QString& option) {
    return call.namesAttention() && option == "values"_L1;
}

QStringList viewsOf(const Meaning& meaning) {
    return QString::fromLatin1(meaning.views).split(u' ', Qt::SkipEmptyParts);
}

/// Whether an option of its own asks for what is drawn.
bool hasOwnOption(const QString& view) {
    return view == "compare"_L1 || view == "lesson"_L1;
}

/// How a view is asked for.
QString wayTo(const QString& view) {
    return (hasOwnOption(view) ? u"--"_s : u"--view "_s) + view;
}

/// "--view heads, lines or --compare".
QString listOf(const QStringList& views, const QString& option) {
    QStringList pages;
    QStringList others;
    for (const QString& view : views) {
        if (!hasOwnOption(view))
            pages << view;
        else if (view != option || views.size() == 1) // it asks for its own
            others << wayTo(view);
    }
    if (!pages.isEmpty())
        pages.front() = wayTo(pages.front());
    return anyOf(pages + others);
}

Error doesNothing(const QString& option, const QString& why, const QString& where) {
    return makeError("--%1 does nothing %2: it goes with %3", option.toStdString(),
                     why.toStdString(), where.toStdString());
}

} // namespace

bool Call::has(const char* option) const {
    return parser.optionNames().contains(QLatin1String(option));
}

QString Call::text(const char* option) const {
    return has(option) ? parser.value(QLatin1String(option)) : QString();
}

bool Call::namesExperiment() const {
    return has("example") || has("attention") || has("model") ||
           !parser.positionalArguments().isEmpty();
}

bool Call::namesAttention() const {
    const QStringList files = parser.positionalArguments();
    return has("attention") ||
           (files.size() == 1 && arrayFormatOf(files.constFirst().toStdString()) &&
            filesTogether(parser).query.empty()) ||
           !filesTogether(parser).attention.path.empty();
}

bool Call::namesModel() const {
    const QStringList files = parser.positionalArguments();
    return has("model") ||
           (files.size() == 1 &&
            looksLikeModelFolder(QFile::encodeName(files.constFirst()).toStdString()));
}

bool Call::namesInputs() const {
    return (!namesExperiment() && hasInputOptions(parser)) || !filesTogether(parser).query.empty();
}

Status checkOptions(const Call& call) {
    for (const QString& option : call.parser.optionNames()) {
        if (isOfAttention(call, option))
            continue;
        if (isOfTraining(call.command, option) && !call.view.isEmpty() && call.view != "train"_L1)
            return doesNothing(option, u"in "_s + wayTo(call.view), wayTo(u"train"_s));
        for (const Meaning& meaning : meanings) {
            if (!isAbout(meaning, call.command, option))
                continue;
            const QStringList views = viewsOf(meaning);
            if (!views.isEmpty() && !call.view.isEmpty() && !views.contains(call.view))
                return doesNothing(option, u"in "_s + wayTo(call.view), listOf(views, option));
            if (meaning.holds && !meaning.holds(call, option))
                return doesNothing(option, QString::fromLatin1(meaning.why),
                                   QString::fromLatin1(meaning.where));
        }
    }
    return Done{};
}

bool belongsToView(const QString& command, const QString& option, const QString& view) {
    if (isOfTraining(command, option))
        return view == "train"_L1;
    return std::ranges::all_of(meanings, [&](const Meaning& meaning) {
        const QStringList views = viewsOf(meaning);
        return !isAbout(meaning, command, option) || views.isEmpty() || views.contains(view);
    });
}

} // namespace headscope
