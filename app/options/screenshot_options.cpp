// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/screenshot_options.h"

#include "document/experiment_json.h"
#include "head_fit/presets.h"
#include "options/hold_option.h"
#include "options/model_options.h"
#include "options/option_meaning.h"
#include "options/option_reader.h"
#include "options/option_words.h"
#include "options/train_picture.h"
#include "pages/registry.h"

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

/// Pixels for each logical pixel.
constexpr Bounds<double> screenScales{1, 4};

/// "heads, shapes or norm": the names of the pages.
QString viewNames() {
    QStringList names;
    for (const PageEntry& entry : pageEntries())
        names << QString::fromLatin1(entry.id);
    return anyOf(std::move(names));
}

/// "diagonal, previous, first, causal or relations".
std::string patternNames() {
    QStringList names;
    for (const PaintPreset& preset : paintPresets())
        names << QString::fromUtf8(preset.name.data(), std::ssize(preset.name));
    return anyOf(names << QString::fromLatin1(relationsPattern)).toStdString();
}

void readPattern(OptionReader& in, const char* option, ScreenshotOptions& options) {
    const std::string& name = options.view.pattern;
    options.view.pattern = in.text(option).toStdString();
    if (!name.empty() && name != relationsPattern &&
        std::ranges::find(paintPresets(), name, &PaintPreset::name) == paintPresets().end())
        in.refuse(option, patternNames());
}

constexpr std::pair<std::string_view, PaintStop> paintStopNames[] = {
    {"inputs", PaintStop::Inputs},     {"projected", PaintStop::Projected},
    {"scores", PaintStop::Scores},     {"scaled", PaintStop::Scaled},
    {"softmax", PaintStop::Weights},   {"kl", PaintStop::Missing},
    {"gradient", PaintStop::Gradient}, {"update", PaintStop::Update}};
constexpr std::pair<std::string_view, StepStop::Kind> trainStopNames[] = {
    {"data", StepStop::Kind::Data},
    {"logits", StepStop::Kind::Logits},
    {"loss", StepStop::Kind::Loss},
    {"optimiser", StepStop::Kind::Optimiser}};

/// What a table calls so; nothing where it has no such word.
template <class Value, std::size_t count>
std::optional<Value> named(const std::pair<std::string_view, Value> (&words)[count],
                           const std::string& word) {
    const auto* const found =
        std::ranges::find(words, word, &std::pair<std::string_view, Value>::first);
    return found == std::end(words) ? std::nullopt : std::optional(found->second);
}

/// --open, a stage of one step of Train or Paint.
Status readOpen(const QString& view, const std::string& open, PageRequest& page,
                TrainingView* training) {
    if (open.empty())
        return Done{};
    page.paintStop = view == "paint"_L1 ? named(paintStopNames, open) : std::nullopt;
    if (page.paintStop && page.pattern.empty())
        return makeError("--open: nothing is painted yet; --pattern says what");
    if (training)
        training->stop = view == "train"_L1 ? named(trainStopNames, open) : std::nullopt;
    if (page.paintStop || (training && training->stop))
        return Done{};
    return makeError("--open: there is no stage \"%1\" there; train has %2, paint %3", open,
                     listed(trainStopNames), listed(paintStopNames));
}

/// A view of the file says all of what these say.
void readPrepared(OptionReader& in, const char* option, ScreenshotOptions& options) {
    std::optional<int> number;
    in.number(option, 1, static_cast<int>(mostViews), number);
    if (!number)
        return;
    options.prepared = static_cast<std::size_t>(*number - 1);
    for (const char* other :
         {"view", "scope", "path", "step", "progress", "element", "stage", "open", "pattern",
          "head", "cell", "zoom", "sequence", "compare", "lesson", "question", "hide-answers"}) {
        if (in.isSet(other))
            in.fail(makeError("--%1 does not go with --prepared: the view says it", other));
    }
}

void readProfile(OptionReader& in, const char* option, ScreenshotOptions& options) {
    if (!in.isSet(option))
        return;
    const Result<Profile> profile = profileFrom(in.text(option).toStdString());
    if (profile)
        options.profile = *profile;
    else
        in.fail(profile.error());
}

const OptionTable<ScreenshotOptions>& windowOptions() {
    static const OptionTable<ScreenshotOptions> table({
        {{u"out"_s, u"the PNG to write"_s, u"FILE.png"_s}},
        {{u"example"_s, u"what is shown (default: the learnt sentence in the language)"_s,
          u"NAME"_s}},
        {{u"view"_s, u"the view: %1 (default: what the example is about)"_s.arg(viewNames()),
          u"VIEW"_s},
         [](auto& in, auto n, auto& o) {
             o.view.page = in.text(n).toStdString();
             if (in.isSet(n) && !findPage(o.view.page))
                 in.refuse(n, viewNames().toStdString());
         }},
        {{u"open"_s,
          u"of train and paint: the stage of one step that is open: data, logits, loss or "
          "optimiser; inputs, projected, scores, scaled, softmax, kl, gradient or update"_s,
          u"STAGE"_s}},
        {{u"pattern"_s,
          u"of paint: what is painted: %1 (default: nothing)"_s.arg(
              QString::fromStdString(patternNames())),
          u"NAME"_s},
         readPattern},
        {{u"zoom"_s, u"show these rows and columns of the enlarged matrix, from 1: 3-9,1-12"_s,
          u"ROWS,COLUMNS"_s},
         [](auto& in, auto n, auto& o) { o.view.zoom = zoomOf(in, n); }},
        {{u"prepared"_s, u"one of the file's prepared views, from 1"_s, u"N"_s}, readPrepared},
        {{u"size"_s, u"of the window (default: 1440x900)"_s, u"WxH"_s},
         [](auto& in, auto n, auto& o) {
             in.size(n, {720, 520}, {8192, 8192}, "1440x900", o.size);
         }},
        {{u"pixel-ratio"_s,
          u"pixels for each logical pixel, %1 (default: 1)"_s.arg(boundsWords(screenScales)),
          u"S"_s},
         [](auto& in, auto n, auto& o) { in.number(n, screenScales, o.scale); }},
        {themeOption(), [](auto& in, auto n, auto& o) { in.choice(n, o.theme); }},
        {coloursOption(), [](auto& in, auto n, auto& o) { in.choice(n, o.map); }},
        {rangeOption(), [](auto& in, auto n, auto& o) { in.range(n, o.range); }},
        {squareRootOption(), [](auto& in, auto n, auto& o) { o.range.squareRoot = in.isSet(n); }},
        {languageOption(), [](auto& in, auto n, auto& o) { in.choice(n, o.language); }},
        {{u"profile"_s,
          u"the controls that are offered: all, none, or some, with commas between, of %1"_s.arg(
              QString::fromStdString(controlNames()).replace(u","_s, u", "_s)),
          u"CONTROLS"_s},
         readProfile},
        {{u"presentation"_s, u"presentation mode: larger type, only the picture"_s},
         [](auto& in, auto n, auto& o) { o.presentation = in.isSet(n); }},
        {{u"timing"_s, u"say on the standard error when the first frame is painted"_s},
         [](auto& in, auto n, auto& o) { o.timing = in.isSet(n); }},
        {mergeOption(), [](auto& in, auto n, auto& o) { o.problem.words = in.isSet(n); }},
        {{u"help"_s, u"this text"_s}},
    });
    return table;
}

Status readTrainingOptions(const Call& call, ScreenshotOptions& options) {
    if (!asksForTraining(call.parser))
        return Done{};
    Result<TrainingView> training = trainPictureFrom(call);
    if (!training)
        return training.error();
    options.training = std::move(*training);
    // What is chosen is chosen of the trained model.
    options.training->scope =
        std::exchange(options.view.scope, std::nullopt).value_or(std::string());
    options.training->head = std::exchange(options.view.head, std::nullopt);
    return Done{};
}

} // namespace

QList<QCommandLineOption> screenshotOptions() {
    return withTrainPictureOptions(
        windowOptions().options() + shownPageOptions().options() + lessonOptions().options() +
        QList<QCommandLineOption>{holdOption()} + attentionOptions() + wordsOptions() +
        modelOptions() +
        QList<QCommandLineOption>{
            {u"layer"_s, u"of a trained model: the layer, from 1"_s, u"LAYER"_s}});
}

Result<ScreenshotOptions> readScreenshotOptions(const QCommandLineParser& parser) {
    ScreenshotOptions options;
    const Result<Output> output = readOutput(parser, {u".png"_s});
    if (!output)
        return output.error();
    options.out = *output;
    const Result<std::optional<ProblemRequest>> whole = wholeRequest(parser);
    if (!whole)
        return whole.error();
    // A training of its own needs an experiment without one, which the page would open.
    options.problem.example = parser.isSet(u"task"_s) ? "ticket" : openingExample(parser);
    options.problem = whole->value_or(options.problem);
    Result<std::vector<TypedNumber>> typed = typedNumbers(parser);
    if (!typed)
        return typed.error();
    options.problem.typedNumbers = std::move(*typed);

    OptionReader reader(parser);
    windowOptions().read(reader, options);
    lessonOptions().read(reader, options.lesson);
    // Where none is named, it is that of the heads in which options mean something.
    const Call call{u"screenshot"_s, parser,
                    reader.isSet("view")      ? QString::fromStdString(options.view.page)
                    : asksForTraining(parser) ? u"train"_s
                                              : u"heads"_s};
    if (const Status useful = checkOptions(call); !useful)
        reader.fail(useful.error());
    shownPageOptions().read(reader, options);
    if (!reader.status())
        return reader.status().error();
    if (const Status training = readTrainingOptions(call, options); !training)
        return training.error();
    if (const Status open = readOpen(call.view, reader.text("open").toStdString(), options.view,
                                     options.training ? &*options.training : nullptr);
        !open)
        return open.error();
    return options;
}

} // namespace headscope
