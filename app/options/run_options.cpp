// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/run_options.h"

#include "checkpoint/model_source.h"
#include "command_line.h"
#include "examples/examples.h"
#include "experiment/choice_names.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "experiment/experiment_run.h"
#include "formats/tensor_file.h"
#include "measures/words.h"
#include "opening/read_inputs.h"
#include "options/hold_option.h"
#include "options/memory_limit.h"
#include "options/model_options.h"
#include "options/option_table.h"
#include "options/option_words.h"
#include "source/array_file.h"
#include "support/execution.h"
#include "transformer/run_model.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

namespace headscope {

using namespace Qt::StringLiterals;
using namespace std::string_view_literals;

namespace {

std::string pathOf(const QString& text) {
    return QFile::encodeName(text).toStdString();
}

/// Paths that belong to no option.
std::vector<std::string> filesOf(const QCommandLineParser& parser) {
    std::vector<std::string> paths;
    for (const QString& file : parser.positionalArguments())
        paths.push_back(pathOf(file));
    return paths;
}

constexpr std::pair<std::string_view, bool> maskMeanings[] = {{"may-attend", false},
                                                              {"masked", true}};
constexpr std::pair<std::string_view, bool> arrayValues[] = {{"weights", false}, {"scores", true}};

constexpr Bounds<Index> anyCount{1, std::numeric_limits<Index>::max()};

/// The endings of what arrays are read from: ".npz, .safetensors or .pt".
QString arrayEndings(bool (*isMeant)(const ArrayFormat&)) {
    QStringList endings;
    for (const ArrayFormat& format : arrayFormats()) {
        if (isMeant(format))
            endings << QString::fromUtf8(format.ending.data(), std::ssize(format.ending));
    }
    return anyOf(endings);
}

/// "all", "none", or some of the four such as "value,output".
void readBiases(OptionReader& reader, const char* option, ProblemRequest& request) {
    if (!reader.isSet(option))
        return;
    const QString text = reader.text(option);
    request.biases.emplace();
    if (text == "none"_L1)
        return;
    if (text == "all"_L1) {
        for (const ProjectionRoles& projection : projections)
            request.biases->push_back(projection.bias);
        return;
    }
    static const QStringList words = {u"query"_s, u"key"_s, u"value"_s, u"output"_s};
    for (const QString& word : text.split(u',')) {
        const qsizetype found = words.indexOf(word.trimmed());
        if (found < 0)
            return reader.refuse(option, "all, none or some of query, key, value, output");
        request.biases->push_back(projections[static_cast<std::size_t>(found)].bias);
    }
}

/// What is said of an attention from a file. The words of other inputs are not these.
Status readAttention(const QCommandLineParser& parser, AttentionFiles& files) {
    const QStringList given = parser.optionNames(); // not every parser knows them
    const auto path = [&](const QString& option) {
        return given.contains(option) ? pathOf(parser.value(option)) : std::string();
    };
    if (given.contains(u"tokens"_s)) // else those that lay beside it
        files.tokens = path(u"tokens"_s);
    files.keyTokens = path(u"key-tokens"_s);
    files.rawPieces = given.contains(u"raw-pieces"_s);
    if (given.contains(u"axes"_s)) {
        Result<ArrayAxes> axes = axesFrom(parser.value(u"axes"_s).toStdString());
        if (!axes)
            return axes.error();
        files.axes = std::move(*axes);
    }
    OptionReader reader(parser);
    if (given.contains(u"values"_s))
        reader.word("values", arrayValues, files.scores);
    return reader.status();
}

const OptionTable<ProblemRequest>& choiceOptions() {
    static const OptionTable<ProblemRequest> table({
        {{u"layer"_s,
          u"of weights from a file the prefix of their names, such as encoder.layers, layers.0 or "
          "layers.0.self_attn; where one layer of a trained model is shown its number, from 1"_s,
          u"LAYER"_s},
         [](auto& in, auto n, auto& r) {
             if (in.isSet(n))
                 r.files.layer = in.text(n).toStdString();
         }},
        {{u"activation"_s,
          u"of whole layers, which no file says (default: relu): "_s + choiceWords<Activation>(),
          u"WORD"_s},
         [](auto& in, auto n, auto& r) { in.choice(n, r.files.activation); }},
        {{u"placement"_s,
          u"of whole layers, which no file says: post (default), or pre as with norm_first=True"_s,
          u"WORD"_s},
         [](auto& in, auto n, auto& r) { in.choice(n, r.files.placement); }},
        {{u"mask"_s,
          u"causal, or a file that broadcasts to [batch, heads, query, key]: "
          "bool, true = may attend, or float, which is added; several apply together"_s,
          u"causal|FILE.npy"_s},
         [](auto& in, auto n, auto& r) {
             for (const QString& mask : in.texts(n)) {
                 if (mask == "causal"_L1)
                     r.causal = true;
                 else
                     r.files.masks.push_back(pathOf(mask));
             }
         }},
        {{u"key-padding"_s,
          u"[batch, key], true or 1 = a real token; floats of 0 and -inf are added"_s,
          u"FILE.npy"_s},
         [](auto& in, auto n, auto& r) {
             if (in.isSet(n))
                 r.files.keyPadding = pathOf(in.text(n));
         }},
        {{u"mask-means"_s,
          u"what true means in bool masks and key padding: may-attend (default), or masked as in "
          "nn.MultiheadAttention"_s,
          u"MEANING"_s},
         [](auto& in, auto n, auto& r) { in.word(n, maskMeanings, r.files.trueMeansMasked); }},
        {{u"causal-alignment"_s,
          u"where lengths differ: upper-left (default) puts query 1 at key 1, lower-right the last "
          "query at the last key"_s,
          u"CORNER"_s},
         [](auto& in, auto n, auto& r) { in.choice(n, r.alignment); }},
        {{u"window"_s, u"only keys less than N places away may be attended"_s, u"N"_s},
         [](auto& in, auto n, auto& r) { in.number(n, anyCount, r.window); }},
        {{u"prefix"_s, u"the first N keys may be attended by all, later ones causally"_s, u"N"_s},
         [](auto& in, auto n, auto& r) { in.number(n, anyCount, r.prefix); }},
        {{u"fully-masked"_s,
          u"what a row becomes whose keys are all masked: zeros (default), nan or uniform"_s,
          u"CHOICE"_s},
         [](auto& in, auto n, auto& r) { in.choice(n, r.fullyMasked); }},
        {{u"scale"_s, u"instead of 1/sqrt(d_k) of one head"_s, u"NUMBER"_s},
         [](auto& in, auto n, auto& r) {
             constexpr float largest = std::numeric_limits<float>::max();
             in.number(n, -largest, largest, "a finite number such as 0.5", r.scale);
         }},
        {{u"dropout"_s, u"probability that a weight is dropped (default: 0)"_s, u"P"_s},
         [](auto& in, auto n, auto& r) {
             constexpr float belowOne = 1 - std::numeric_limits<float>::epsilon() / 2;
             in.number(n, 0.0F, belowOne, "a probability from 0 to below 1", r.dropout);
         }},
        {seedOption(u"the dropout (default: 0)"_s),
         [](auto& in, auto n, auto& r) { in.seed(n, r.seed); }},
        {{u"bias"_s,
          u"which projections add a bias: all, none, or some of query, key, value, output "
          "(default: those that the weights have); a new one is 0"_s,
          u"LIST"_s},
         readBiases},
        {{u"seq-first"_s,
          u"inputs are [sequence, batch, d_model] and so are all stages, scores [query, key, "
          "batch, heads]; masks may be [query or 1, key, batch or 1]"_s},
         [](auto& in, auto n, auto& r) { r.files.sequenceFirst = in.isSet(n); }},
    });
    return table;
}

/// All that can be chosen for files and for examples alike.
Status readChoices(const QCommandLineParser& parser, ProblemRequest& request) {
    OptionReader reader(parser);
    if (request.files.attention.path.empty()) {
        for (const auto& [option, words] : {std::pair("tokens", &request.files.tokens),
                                            std::pair("key-tokens", &request.files.keyTokens)}) {
            if (!reader.isSet(option))
                continue;
            *words = pathOf(reader.text(option));
            request.files.wordsFound = false;
        }
    }
    request.rawPieces = reader.isSet("raw-pieces");
    request.words = reader.isSet("words");
    choiceOptions().read(reader, request);
    if (!reader.status())
        return reader.status();
    Result<std::vector<TypedNumber>> typed = typedNumbers(parser);
    if (!typed)
        return typed.error();
    request.typedNumbers = std::move(*typed);
    const Result<std::optional<Index>> memoryLimit = memoryLimitFrom(parser);
    if (!memoryLimit)
        return memoryLimit.error();
    request.memoryLimit = *memoryLimit;
    return Done{};
}

Error isMissing(const char* option) {
    return makeError(HEADSCOPE_MESSAGE("Message", "--%1 is missing: --query, --weights and --heads "
                                                  "are needed, or --example, or FILE.headscope"),
                     option);
}

/// What is said where nothing says how many heads the weights of that path have, with what it may
/// be where they can be read.
Error headsMissing(const std::string& path) {
    const Result<std::vector<StoredWeights>> weights = weightsInFile(path);
    if (!weights)
        return isMissing("heads");
    const StoredAttention& attention = weights->front().attention;
    std::string possible;
    for (const Index heads : attention.possibleHeads())
        possible += (possible.empty() ? "" : ", ") + std::to_string(heads);
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "--heads is missing: %1 does not say how many there "
                                       "are; its inner width %2 is divided by %3"),
                     path, attention.keyDims, possible);
}

/// Queries that nobody named and that are the last tokens of a cache of keys are counted as those.
void nameCached(Experiment& experiment) {
    const Index cached = experiment.keyLength() - experiment.queryLength();
    if (experiment.causalAlignment != CausalAlignment::LowerRight || cached < 1 ||
        !arePlaces(experiment.tokens))
        return;
    for (TokenList& tokens : experiment.tokens) {
        for (std::size_t i = 0; i < tokens.size(); ++i)
            tokens[i] = std::to_string(cached + static_cast<Index>(i) + 1);
    }
}

/// The choices of the command line in what an example or files brought.
void choose(const ProblemRequest& request, Experiment& experiment) {
    if (request.biases) {
        for (const ProjectionRoles& projection : projections)
            experiment.weights.setBias(projection.bias,
                                       std::ranges::find(*request.biases, projection.bias) !=
                                           request.biases->end());
    }
    experiment.causal = experiment.causal || request.causal;
    experiment.causalAlignment = request.alignment.value_or(experiment.causalAlignment);
    if (request.window)
        experiment.window = request.window;
    if (request.prefix)
        experiment.prefix = request.prefix;
    experiment.rawPieces = experiment.rawPieces || request.rawPieces;
    nameCached(experiment);
    AttentionConfig& config = experiment.config;
    config.fullyMasked = request.fullyMasked.value_or(config.fullyMasked);
    if (request.scale)
        config.scale = request.scale;
    config.dropout = request.dropout.value_or(config.dropout);
    config.dropoutSeed = request.seed.value_or(config.dropoutSeed);
}

} // namespace

std::string openingExample(const QCommandLineParser& parser) {
    const Language language =
        parser.value(u"language"_s) == "zh"_L1 ? Language::Chinese : Language::English;
    return std::string(examplesIn(language).front()->id);
}

std::string exampleNames() {
    std::string names;
    for (const Example& example : examples()) {
        names += names.empty() ? "" : ", ";
        names += example.id;
    }
    return names;
}

Result<Index> positiveNumber(const QString& text, const char* option) {
    const std::optional<Index> number = numberFrom<Index>(text);
    if (!number || *number < 1)
        return wrongOption(option, boundsText(Bounds<Index>{1, std::numeric_limits<Index>::max()}),
                           text);
    return *number;
}

QList<QCommandLineOption> wordsOptions() {
    return {
        {u"tokens"_s,
         u"words of the queries, and of the keys where they are the same: a file of text, one a "
         "line, or a JSON list (a list of lists for a batch), or the words themselves, such as "
         "\"The cat sat\"; no number changes for names"_s,
         u"FILE|WORDS"_s},
        {u"key-tokens"_s, u"words of the keys, where these are others"_s, u"FILE|WORDS"_s},
    };
}

QCommandLineOption mergeOption() {
    return {u"words"_s, u"pieces of a tokenizer are merged to words: weights are summed over the "
                        "keys of a word and averaged over its queries"_s};
}

QList<QCommandLineOption> problemOptions() {
    // What says which experiment it is.
    const QList<QCommandLineOption> inputs{
        {u"example"_s,
         u"compute an example instead of files: "_s + QString::fromStdString(exampleNames()),
         u"NAME"_s},
        {u"query"_s,
         u"queries [batch, sequence, d_model], or without batch: .npy, or a %1 that calls its "
         "arrays query, key and value, with words called tokens"_s.arg(arrayEndings(
             [](const ArrayFormat& each) { return !each.isText && each.ending != ".npy"; })),
         u"FILE"_s},
        {u"key"_s, u"keys, for cross-attention; otherwise those beside the queries, or these"_s,
         u"FILE"_s},
        {u"value"_s, u"values; otherwise those beside the queries, or the keys"_s, u"FILE"_s},
        {u"weights"_s,
         u"state dict of PyTorch's nn.MultiheadAttention, nn.TransformerEncoder, nn.Transformer "
         "and their layers, of labml's MultiHeadAttention, or of a model that has some; "
         ".safetensors, or .pt of torch.save"_s,
         u"FILE"_s},
        {u"heads"_s, u"number of heads; must divide d_model"_s, u"H"_s},
    };
    return wordsOptions() + inputs + choiceOptions().options() +
           QList<QCommandLineOption>{holdOption(), memoryLimitOption()};
}

QList<QCommandLineOption> sourceOptions() {
    return problemOptions() + attentionOptions() + modelOptions();
}

QList<QCommandLineOption> attentionOptions() {
    return {
        {u"attention"_s,
         u"an attention that was computed elsewhere, instead of an experiment: "_s +
             arrayEndings([](const ArrayFormat&) { return true; }),
         u"FILE"_s},
        {u"axes"_s,
         u"what its axes count, such as layers,heads,query,key; otherwise guessed and said"_s,
         u"LIST"_s},
        {u"values"_s,
         u"what it holds: weights (default), or scores, whose softmax is computed; of a training: "
         "weights, scores or gradient"_s,
         u"WHAT"_s},
        {u"raw-pieces"_s, u"words as a tokenizer cut them, with its marks, instead of as text"_s},
    };
}

bool hasInputOptions(const QCommandLineParser& parser) {
    return std::ranges::any_of(std::array{"query", "key", "value", "weights"},
                               [&](const char* option) {
                                   return parser.optionNames().contains(
                                       QLatin1String(option)); // not every parser knows it
                               });
}

bool namesInputs(const QCommandLineParser& parser) {
    return hasInputOptions(parser) || !filesTogether(parser).query.empty();
}

namespace {

/// Whether one file is inputs, by its name, whose weights are to lie beside it, and nothing says
/// that it is an attention all the same.
bool isInputsFile(const QCommandLineParser& parser, const std::string& path) {
    const QStringList given = parser.optionNames();
    return arrayFormatOf(path) && isInputName(std::filesystem::path(path).stem().string()) &&
           !given.contains(u"axes"_s) && !given.contains(u"values"_s);
}

} // namespace

ExperimentFiles filesTogether(const QCommandLineParser& parser) {
    const std::vector<std::string> paths = filesOf(parser);
    if (paths.empty() || (paths.size() == 1 && !isInputsFile(parser, paths.front())))
        return {};
    Result<ExperimentFiles> files = filesNamed(paths);
    return files ? std::move(*files) : ExperimentFiles();
}

void printQuestions(QTextStream& err, const OpenedExperiment& opened) {
    for (const std::vector<Error>* sentences : {&opened.remarks, &opened.questions}) {
        for (const Error& sentence : *sentences)
            err << "headscope: " << printable(sentence) << '\n';
    }
}

namespace {

Error twoExperiments(const std::string& one, const std::string& other) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 and %2 are two experiments: leave out one"),
                     one, other);
}

/// An Error for one file alone that is weights. What cannot be read its reader refuses.
Status checkNoWeights(const std::string& path, const ArrayFormat& format) {
    if (!format.isOfTensors || holdsAttention(path) || !TensorFile::open(path))
        return Done{};
    return makeError("%1 looks like weights, which have inputs beside them: name both, as in "
                     "\"query.npy %1 --heads 8\", or --attention where it is an attention",
                     path);
}

} // namespace

Result<std::optional<ProblemRequest>> wholeRequest(const QCommandLineParser& parser) {
    ProblemRequest request;
    const QStringList files = parser.positionalArguments();
    const auto hasOption = [&](const char* option) { // not every parser knows it
        return parser.optionNames().contains(QLatin1String(option));
    };
    if (!files.isEmpty()) {
        for (const QString& file : files) {
            if (!looksLikeFile(file))
                return makeError(HEADSCOPE_MESSAGE("Message", "\"%1\" belongs to no option"),
                                 file.toStdString());
        }
        const std::string path = pathOf(files[0]);
        for (const char* option : {"example", "attention", "model"}) {
            if (hasOption(option))
                return twoExperiments(path, "--" + std::string(option));
        }
        const ArrayFormat* const format = arrayFormatOf(path);
        if (files.size() > 1) { // as the window takes them
            Result<ExperimentFiles> named = filesNamed(filesOf(parser));
            if (!named)
                return named.error();
            request.files = std::move(*named);
            if (request.files.attention.path.empty())
                return std::optional(request);
        } else if (!format) {
            request.files.experiment = path;
            return std::optional(request);
        } else if (ExperimentFiles together = filesTogether(parser); !together.query.empty()) {
            request.files = std::move(together);
            return std::optional(request);
        } else if (const auto named = filesNamed(filesOf(parser));
                   hasOption("heads") && isInputsFile(parser, path) && !named) {
            return named.error(); // what is missing beside it
        } else if (const Status isAttention = checkNoWeights(path, *format); !isAttention) {
            return isAttention.error();
        } else {
            request.files.attention.path = path;
        }
    }
    if (hasOption("attention")) {
        if (hasOption("example"))
            return twoExperiments("--attention", "--example");
        request.files.attention.path = pathOf(parser.value(u"attention"_s));
    }
    if (hasOption("model")) {
        if (hasOption("attention") || hasOption("example"))
            return twoExperiments("--model", hasOption("example") ? "--example" : "--attention");
        request.files.experiment = pathOf(parser.value(u"model"_s));
    }
    if (hasOption("text") && hasOption("ids"))
        return makeError(HEADSCOPE_MESSAGE("Message", "--text and --ids both say what the model "
                                                      "reads: leave out one"));
    if (hasOption("text"))
        request.files.text = parser.value(u"text"_s).toStdString();
    if (hasOption("ids")) {
        auto ids = idsFrom(parser.value(u"ids"_s), "ids");
        if (!ids)
            return ids.error();
        request.files.ids = std::move(ids->front());
    }
    if (hasOption("off") || hasOption("off-by")) {
        auto off = headsOffFrom(parser);
        if (!off)
            return off.error();
        request.files.off = std::move(*off);
    }
    if (hasOption("model"))
        return std::optional(request);
    if (!request.files.attention.path.empty()) {
        const Status read = readAttention(parser, request.files.attention);
        return read ? Result<std::optional<ProblemRequest>>(std::optional(request)) : read.error();
    }
    if (!parser.isSet(u"example"_s))
        return std::optional<ProblemRequest>();
    request.example = parser.value(u"example"_s).toStdString();
    if (!findExample(request.example))
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no example \"%1\": there are %2"),
                         request.example, exampleNames());
    return std::optional(request);
}

Result<ProblemRequest> problemRequest(const QCommandLineParser& parser,
                                      std::string_view otherwise) {
    const Result<std::optional<ProblemRequest>> whole = wholeRequest(parser);
    if (!whole)
        return whole.error();
    const QString heads = parser.value(u"heads"_s);
    const bool named = *whole || !heads.isEmpty() || hasInputOptions(parser);
    ProblemRequest request = whole->value_or(ProblemRequest());
    if (!named)
        request.example = otherwise;
    const Status choices = readChoices(parser, request);
    if (choices && !request.files.query.empty()) { // inputs and weights that were named together
        if (heads.isEmpty())
            return headsMissing(request.files.weights);
        const Result<Index> count = positiveNumber(heads, "heads");
        if (!count)
            return count.error();
        request.files.heads = *count;
    }
    if (*whole || !request.example.empty())
        return choices ? Result<ProblemRequest>(request) : choices.error();
    for (const auto& [needed, text] :
         {std::pair("query", parser.value(u"query"_s)),
          std::pair("weights", parser.value(u"weights"_s)), std::pair("heads", heads)}) {
        if (text.isEmpty())
            return needed == "heads"sv ? headsMissing(pathOf(parser.value(u"weights"_s)))
                                       : isMissing(needed);
    }
    if (!choices)
        return choices.error();
    ExperimentFiles& files = request.files;
    files.query = pathOf(parser.value(u"query"_s));
    files.key = pathOf(parser.value(u"key"_s));
    files.value = pathOf(parser.value(u"value"_s));
    files.weights = pathOf(parser.value(u"weights"_s));
    findWords(files);
    const Result<Index> count = positiveNumber(heads, "heads");
    if (!count)
        return count.error();
    files.heads = *count;
    return request;
}

namespace {

/// Of an attention: how it was read where that is in doubt, and what is not as in an attention.
Status askOf(const std::string& path, OpenedExperiment& opened) {
    const FileAttention& attention = *opened.attention;
    const std::vector<ArrayAxes> others =
        attention.axesSaid ? std::vector<ArrayAxes>() : otherAxesOf(attention);
    if (!others.empty())
        opened.questions.push_back(makeError("%1 is read as %2; --axes %3 would read it otherwise",
                                             path, axesText(attention.axes),
                                             axesText(others.front())));
    const auto run = runOf(attention);
    if (!run)
        return run.error();
    for (Error& remark : remarksOn(attention, doubtsOf(**run)))
        opened.questions.push_back(inFile(path, std::move(remark)));
    return Done{};
}

} // namespace

Error needsOperands(const std::string& attention) {
    return makeError("%1 is an attention that was computed elsewhere: this needs an experiment "
                     "with queries, keys and values",
                     attention);
}

Result<OpenedExperiment> openComputed(const ProblemRequest& request) {
    Result<OpenedExperiment> opened = openSource(request);
    if (opened && opened->attention)
        return needsOperands(opened->attention->name);
    return opened;
}

Result<OpenedExperiment> openProblem(const ProblemRequest& request) {
    Result<OpenedExperiment> opened = openComputed(request);
    if (opened && opened->model)
        return makeError("%1 is a trained model: this needs an experiment with queries, keys and "
                         "values",
                         request.files.experiment);
    return opened;
}

Result<OpenedExperiment> openSource(const ProblemRequest& request) {
    OpenedExperiment opened;
    if (!request.example.empty()) {
        const Example& example = *findExample(request.example);
        opened.experiment = example.make();
        opened.training = example.source().training();
    } else {
        Result<OpenedExperiment> read = openExperiment(request.files);
        if (!read)
            return read;
        opened = std::move(read).value();
        if (opened.model)
            return opened;
        if (opened.attention) {
            const AttentionFiles& files = request.files.attention;
            const Status asked =
                askOf(files.path.empty() ? request.files.experiment : files.path, opened);
            return asked ? Result<OpenedExperiment>(std::move(opened)) : asked.error();
        }
    }
    // What is whole by itself has only its own masks yet.
    const bool whole = !request.example.empty() || !request.files.experiment.empty();
    if (whole && request.files.sequenceFirst)
        opened.experiment.config.layout = Layout::SequenceFirst;
    if (whole) {
        for (const auto& read : {readTokens, readMasks}) {
            if (const Status status = read(request.files, opened); !status)
                return status.error();
        }
    }
    choose(request, opened.experiment);
    for (const TypedNumber& number : request.typedNumbers) {
        Result<Experiment> typed = withTypedNumber(opened.experiment, number);
        if (!typed)
            return typed.error();
        opened.experiment = std::move(*typed);
    }
    const bool hasSource = opened.experiment.keyInput.has_value();
    if (!request.files.query.empty() && !hasSource &&
        opened.experiment.model.architecture == Architecture::EncoderDecoder)
        return makeError(
            "--key is missing: the decoder in %1 reads a target (--query) and looks at a "
            "source (--key)",
            request.files.weights);
    if (const Status valid = validate(modelProblemOf(opened.experiment)); !valid)
        return valid.error();
    return opened;
}

Result<std::shared_ptr<const Run>> computeRun(const Experiment& experiment,
                                              std::optional<Index> limit,
                                              const PackedTrainingPointer& training) {
    const ModelProblem problem = modelProblemOf(experiment);
    if (const Status fits = checkMemoryLimit(problem, limit); !fits)
        return fits.error();
    RunOptions options;
    options.threads = allThreads();
    Result<Trace> trace = runModel(problem, options);
    if (!trace)
        return trace.error();
    return runOf(experiment, std::make_shared<const Trace>(std::move(trace).value()), training);
}

Status checkMemory(const OpenedExperiment& opened, std::optional<Index> limit) {
    if (opened.attention)
        return Done{};
    if (!opened.model)
        return checkMemoryLimit(modelProblemOf(opened.experiment), limit);
    const Result<ModelWords> words = wordsOf(*opened.model);
    if (!words)
        return words.error();
    const auto options =
        optionsWithin(*opened.model->model, words->ids, false, WeightsRead::Often, limit);
    return options ? Status(Done{}) : options.error();
}

Result<std::shared_ptr<const Run>> computeRun(const OpenedExperiment& opened,
                                              std::optional<Index> limit, WeightsRead read) {
    if (opened.attention)
        return runOf(*opened.attention);
    if (opened.model) {
        Result<ModelWords> words = wordsOf(*opened.model);
        if (!words)
            return words.error();
        const auto options = optionsWithin(*opened.model->model, words->ids, false, read, limit);
        return options ? runOf(*opened.model, std::move(*words), *options) : options.error();
    }
    Result<std::shared_ptr<const Run>> run = computeRun(opened.experiment, limit, opened.training);
    if (!run || !opened.keyPadding)
        return run;
    RunOrigin origin = (*run)->origin();
    for (auto& [scope, rules] : origin.masks) {
        if (holdsOwnMask(opened.experiment, scope))
            rules.keyPadding = opened.keyPadding;
    }
    return std::make_shared<const Run>((*run)->trace(), (*run)->labels(), std::move(origin));
}

Error nothingToMerge() {
    return makeError("--words has nothing to merge: no token goes on with a word");
}

Result<std::shared_ptr<const Run>> computeRun(const OpenedExperiment& opened,
                                              const ProblemRequest& request, WeightsRead read) {
    // Words are merged of all attentions.
    Result<std::shared_ptr<const Run>> run =
        computeRun(opened, request.memoryLimit, request.words ? WeightsRead::Often : read);
    if (!run || !request.words)
        return run;
    std::shared_ptr<const Run> words = inWords(**run);
    return words ? Result<std::shared_ptr<const Run>>(std::move(words)) : nothingToMerge();
}

} // namespace headscope
