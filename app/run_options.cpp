// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_options.h"

#include "command_line.h"
#include "experiment/choice_names.h"
#include "experiment/examples.h"
#include "memory_limit.h"

#include <QFile>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

std::string pathOf(const QString& text) {
    return QFile::encodeName(text).toStdString();
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
    const std::string digits = text.toStdString();
    const char* end = digits.data() + digits.size();
    Index number = 0;
    const auto parsed = std::from_chars(digits.data(), end, number);
    if (parsed.ec != std::errc{} || parsed.ptr != end || number < 1)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is \"%2\": a whole number from 1 on "
                                                      "is needed"),
                         option, digits);
    return number;
}

/// One of a few words, with '-' where files have '_'.
template <class Choice>
Status readChoice(const QCommandLineParser& parser, const char* option,
                  std::optional<Choice>& choice) {
    if (!parser.isSet(QLatin1String(option)))
        return Done{};
    const std::string text = parser.value(QLatin1String(option)).toStdString();
    std::string possible;
    for (const auto& [name, value] : ChoiceNames<Choice>::all) {
        std::string word(name);
        std::ranges::replace(word, '_', '-');
        if (word == text) {
            choice = value;
            return Done{};
        }
        possible += (possible.empty() ? "" : ", ") + word;
    }
    return makeError(HEADSCOPE_MESSAGE("Message", "--%1 is \"%2\": one of %3 is needed"), option,
                     text, possible);
}

/// A number as C writes it, whatever the locale.
template <class Number>
Status readNumber(const QCommandLineParser& parser, const char* option, const char* wanted,
                  std::optional<Number>& number) {
    if (!parser.isSet(QLatin1String(option)))
        return Done{};
    const std::string text = parser.value(QLatin1String(option)).toStdString();
    const char* end = text.data() + text.size();
    Number value = 0;
    const auto parsed = std::from_chars(text.data(), end, value);
    bool good = parsed.ec == std::errc{} && parsed.ptr == end;
    if constexpr (std::is_floating_point_v<Number>)
        good = good && std::isfinite(value);
    if (!good)
        return makeError(HEADSCOPE_MESSAGE("Message", "--%1 is \"%2\": %3 is needed"), option, text,
                         wanted);
    number = value;
    return Done{};
}

Status readLength(const QCommandLineParser& parser, const char* option,
                  std::optional<Index>& length) {
    if (!parser.isSet(QLatin1String(option)))
        return Done{};
    const std::string name = std::string("--") + option;
    const Result<Index> number = positiveNumber(parser.value(QLatin1String(option)), name.c_str());
    if (!number)
        return number.error();
    length = *number;
    return Done{};
}

Status readMaskMeaning(const QCommandLineParser& parser, ProblemRequest& request) {
    if (!parser.isSet(u"mask-means"_s))
        return Done{};
    const QString meaning = parser.value(u"mask-means"_s);
    if (meaning != "may-attend"_L1 && meaning != "masked"_L1)
        return makeError(HEADSCOPE_MESSAGE("Message", "--%1 is \"%2\": one of %3 is needed"),
                         "mask-means", meaning.toStdString(), "may-attend, masked");
    request.trueMeansMasked = meaning == "masked"_L1;
    return Done{};
}

/// "all", "none", or some of the four such as "value,output".
Status readBiases(const QCommandLineParser& parser, ProblemRequest& request) {
    if (!parser.isSet(u"bias"_s))
        return Done{};
    const QString text = parser.value(u"bias"_s);
    request.biases.emplace();
    if (text == "none"_L1)
        return Done{};
    if (text == "all"_L1) {
        for (const ProjectionRoles& projection : projections)
            request.biases->push_back(projection.bias);
        return Done{};
    }
    static const QStringList words = {u"query"_s, u"key"_s, u"value"_s, u"output"_s};
    for (const QString& word : text.split(u',')) {
        const qsizetype found = words.indexOf(word.trimmed());
        if (found < 0)
            return makeError(HEADSCOPE_MESSAGE("Message", "--%1 is \"%2\": %3 is needed"), "bias",
                             text.toStdString(), "all, none or some of query, key, value, output");
        request.biases->push_back(projections[static_cast<std::size_t>(found)].bias);
    }
    return Done{};
}

/// All that can be chosen for files and for examples alike.
Status readChoices(const QCommandLineParser& parser, ProblemRequest& request) {
    request.sequenceFirst = parser.isSet(u"seq-first"_s);
    for (const QString& mask : parser.values(u"mask"_s)) {
        if (mask == "causal"_L1)
            request.causal = true;
        else
            request.maskFiles.push_back(pathOf(mask));
    }
    for (const Status& status :
         {readMaskMeaning(parser, request), readBiases(parser, request),
          readChoice(parser, "causal-alignment", request.alignment),
          readLength(parser, "window", request.window),
          readLength(parser, "prefix", request.prefix),
          readChoice(parser, "fully-masked", request.fullyMasked),
          readNumber(parser, "scale", "a finite number such as 0.5", request.scale),
          readNumber(parser, "dropout", "a probability from 0 to below 1", request.dropout),
          readNumber(parser, "seed", "a whole number from 0 on", request.seed)}) {
        if (!status)
            return status;
    }
    const Result<std::optional<Index>> memoryLimit = memoryLimitFrom(parser);
    if (!memoryLimit)
        return memoryLimit.error();
    request.memoryLimit = *memoryLimit;
    if (request.dropout && !(*request.dropout >= 0 && *request.dropout < 1))
        return makeError(HEADSCOPE_MESSAGE("Message", "--%1 is \"%2\": %3 is needed"), "dropout",
                         parser.value(u"dropout"_s).toStdString(),
                         "a probability from 0 to below 1");
    return Done{};
}

Result<ProblemRequest> exampleRequest(const QCommandLineParser& parser) {
    for (const char* name : {"query", "key", "value", "weights", "heads", "key-padding"}) {
        if (parser.isSet(QLatin1String(name)))
            return makeError(HEADSCOPE_MESSAGE("Message", "--example brings its own inputs: "
                                                          "leave out --%1"),
                             name);
    }
    ProblemRequest request;
    if (const Status choices = readChoices(parser, request); !choices)
        return choices.error();
    request.example = parser.value(u"example"_s).toStdString();
    if (!findExample(request.example))
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no example \"%1\": there are %2"),
                         request.example, exampleNames());
    return request;
}

} // namespace

QList<QCommandLineOption> problemOptions() {
    return {
        {u"example"_s,
         u"compute an example instead of files: "_s + QString::fromStdString(exampleNames()),
         u"NAME"_s},
        {u"query"_s, u"queries [batch, sequence, d_model], or without batch"_s, u"FILE.npy"_s},
        {u"key"_s, u"keys, for cross-attention; otherwise the queries"_s, u"FILE.npy"_s},
        {u"value"_s, u"values; otherwise the keys"_s, u"FILE.npy"_s},
        {u"weights"_s,
         u"state dict of PyTorch's nn.MultiheadAttention or labml's MultiHeadAttention"_s,
         u"FILE.safetensors"_s},
        {u"heads"_s, u"number of heads; must divide d_model"_s, u"H"_s},
        {u"mask"_s,
         u"causal, or a file [query, key], [batch, query, key] or [batch, heads, query, key]: "
         "bool, true = may attend, or float, which is added; several apply together"_s,
         u"causal|FILE.npy"_s},
        {u"key-padding"_s, u"bool [batch, key], true = a real token"_s, u"FILE.npy"_s},
        {u"mask-means"_s,
         u"what true means in bool masks and key padding: may-attend (default), or masked as in "
         "nn.MultiheadAttention"_s,
         u"MEANING"_s},
        {u"causal-alignment"_s,
         u"where lengths differ: upper-left (default) puts query 1 at key 1, lower-right the last "
         "query at the last key"_s,
         u"CORNER"_s},
        {u"window"_s, u"only keys less than N places away may be attended"_s, u"N"_s},
        {u"prefix"_s, u"the first N keys may be attended by all, later ones causally"_s, u"N"_s},
        {u"fully-masked"_s,
         u"what a row becomes whose keys are all masked: zeros (default), nan or uniform"_s,
         u"CHOICE"_s},
        {u"scale"_s, u"instead of 1/sqrt(d_k) of one head"_s, u"NUMBER"_s},
        {u"dropout"_s, u"probability that a weight is dropped (default: 0)"_s, u"P"_s},
        {u"seed"_s, u"seed of the dropout (default: 0)"_s, u"N"_s},
        {u"bias"_s,
         u"which projections add a bias: all, none, or some of query, key, value, output (default: "
         "those that the weights have); a new one is 0"_s,
         u"LIST"_s},
        {u"seq-first"_s,
         u"inputs are [sequence, batch, d_model] and so are all stages, scores [query, key, batch, "
         "heads]; masks may be [query or 1, key, batch or 1]"_s},
        memoryLimitOption(),
    };
}

void printQuestions(QTextStream& err, const LoadedProblem& loaded) {
    for (const Error& question : loaded.questions)
        err << "headscope: " << printable(question) << '\n';
}

Result<ProblemRequest> problemRequest(const QCommandLineParser& parser) {
    if (parser.isSet(u"example"_s))
        return exampleRequest(parser);
    for (const char* needed : {"query", "weights", "heads"}) {
        if (parser.value(QLatin1String(needed)).isEmpty())
            return makeError(HEADSCOPE_MESSAGE("Message", "--%1 is missing: --query, --weights and "
                                                          "--heads are needed, or --example"),
                             needed);
    }
    ProblemRequest request;
    request.query = pathOf(parser.value(u"query"_s));
    request.key = pathOf(parser.value(u"key"_s));
    request.value = pathOf(parser.value(u"value"_s));
    request.weights = pathOf(parser.value(u"weights"_s));
    request.keyPadding = pathOf(parser.value(u"key-padding"_s));
    if (const Status choices = readChoices(parser, request); !choices)
        return choices.error();
    const Result<Index> heads = positiveNumber(parser.value(u"heads"_s), "--heads");
    if (!heads)
        return heads.error();
    request.heads = *heads;
    return request;
}

} // namespace headscope
