// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_options.h"

#include "experiment/examples.h"

#include <QFile>

#include <charconv>

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

Result<ProblemRequest> exampleRequest(const QCommandLineParser& parser) {
    for (const QCommandLineOption& option : problemOptions()) {
        const QString name = option.names().constFirst();
        if (name != "example"_L1 && parser.isSet(name))
            return makeError(HEADSCOPE_MESSAGE("Message", "--example brings its own inputs: "
                                                          "leave out --%1"),
                             name.toStdString());
    }
    ProblemRequest request;
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
        {u"weights"_s, u"state dict of PyTorch's nn.MultiheadAttention"_s, u"FILE.safetensors"_s},
        {u"heads"_s, u"number of heads; must divide d_model"_s, u"H"_s},
        {u"mask"_s,
         u"causal, or a file [query, key], [batch, query, key] or [batch, heads, query, key]: "
         "bool, true = may attend, or float, which is added; may be given more than once"_s,
         u"causal|FILE.npy"_s},
        {u"key-padding"_s, u"bool [batch, key], true = a real token"_s, u"FILE.npy"_s},
        {u"seq-first"_s, u"inputs and output are [sequence, batch, d_model]"_s},
    };
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
    request.sequenceFirst = parser.isSet(u"seq-first"_s);
    for (const QString& mask : parser.values(u"mask"_s)) {
        if (mask == "causal"_L1)
            request.causal = true;
        else
            request.maskFiles.push_back(pathOf(mask));
    }
    const Result<Index> heads = positiveNumber(parser.value(u"heads"_s), "--heads");
    if (!heads)
        return heads.error();
    request.heads = *heads;
    return request;
}

} // namespace headscope
