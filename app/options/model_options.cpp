// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/model_options.h"

#include "options/option_reader.h"
#include "options/run_options.h"

#include <QFile>

namespace headscope {

using namespace Qt::StringLiterals;

Result<std::vector<std::vector<Index>>> idsFrom(const QString& text, const char* option) {
    std::vector<std::vector<Index>> lists;
    for (const QString& sequence : text.split(u';')) {
        auto& list = lists.emplace_back();
        for (const QString& word : sequence.split(u',')) {
            const std::optional<Index> id = numberFrom<Index>(word.trimmed());
            if (!id || *id < 0)
                return wrongOption(option,
                                   "a list of ids such as 15,3,7; sequences are parted by ;", text);
            list.push_back(*id);
        }
    }
    return lists;
}

QList<QCommandLineOption> modelOptions() {
    return {
        {u"model"_s,
         u"a trained model instead: its folder as transformers saves it, with config.json and "
         "model.safetensors"_s,
         u"FOLDER"_s},
        {u"text"_s, u"what the model reads"_s, u"TEXT"_s},
        {u"ids"_s, u"the same as ids of its tokens: 15,3,7; several sequences: 15,3,7;4,9"_s,
         u"IDS"_s},
        {u"off"_s,
         u"heads that are switched off: 5.3,5.4 are heads 3 and 4 of layer 5, both from 1. The "
         "model runs on from what they give instead"_s,
         u"HEADS"_s},
        {u"off-by"_s,
         u"what that is: zero (default), or mean: at each token the mean over all tokens of the "
         "text"_s,
         u"WHAT"_s},
    };
}

Result<HeadsOff> headsOffFrom(const QCommandLineParser& parser) {
    HeadsOff off;
    OptionReader reader(parser);
    reader.choice("off-by", off.by);
    if (reader.isSet("off-by") && !reader.isSet("off"))
        return makeError("--%1 does nothing %2: it goes with %3", "off-by",
                         "where all heads are on", "--off");
    std::vector<HeadPlace> heads;
    const QStringList given = reader.isSet("off") ? reader.text("off").split(u',') : QStringList();
    for (const QString& text : given) {
        const QStringList parts = text.trimmed().split(u'.');
        const auto layer = numberFrom<Index>(parts.value(0));
        const auto head = numberFrom<Index>(parts.value(1));
        if (parts.size() != 2 || !layer || !head || *layer < 1 || *head < 1) {
            reader.refuse("off", "heads such as 5.3,5.4: layer and head, both from 1");
            break;
        }
        heads.push_back(
            {Scope::of(ModelPart::Layers, *layer - 1, Sublayer::SelfAttention), *head - 1});
    }
    if (!reader.status())
        return reader.status().error();
    return switched(off, heads, true);
}

QCommandLineOption targetOption() {
    return {u"target-ids"_s, u"of a model that translates: what it has written so far, as ids"_s,
            u"IDS"_s};
}

void readScope(OptionReader& in, const char* option, std::optional<std::string>& scope) {
    if (in.isSet(option))
        scope = in.text(option).toStdString();
    if (!in.isSet("model") || !in.isSet("layer"))
        return;
    if (scope)
        return in.fail(makeError("--scope and --layer both name a block: leave out one"));
    const Result<Index> layer = positiveNumber(in.text("layer"), "layer");
    if (layer)
        scope = Scope::of(ModelPart::Layers, *layer - 1, Sublayer::SelfAttention).path();
    else
        in.fail(layer.error());
}

Result<std::optional<ModelRequest>> modelRequest(const QCommandLineParser& parser,
                                                 const QStringList& also) {
    const QStringList given = parser.optionNames(); // not every parser knows all of them
    if (!given.contains(u"model"_s)) {
        for (const char* const option : {"text", "ids", "target-ids", "off", "off-by"}) {
            if (given.contains(QLatin1String(option)))
                return makeError("--%1 does nothing %2: it goes with %3", option, "without a model",
                                 "--model FOLDER");
        }
        return std::optional<ModelRequest>();
    }
    const QStringList own =
        QStringList{u"model"_s, u"text"_s, u"ids"_s, u"target-ids"_s, u"off"_s, u"off-by"_s} + also;
    for (const QString& option : given) {
        if (!own.contains(option))
            return makeError("--%1 does nothing %2: it goes with %3", option.toStdString(),
                             "beside --model", "an experiment");
    }
    if (!parser.positionalArguments().isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "--model and a file are given: one of both is "
                                           "needed"));
    ModelRequest request;
    request.folder = QFile::encodeName(parser.value(u"model"_s)).toStdString();
    if (parser.isSet(u"text"_s) == parser.isSet(u"ids"_s))
        return makeError(HEADSCOPE_MESSAGE("Message", "--text or --ids says what the model reads: "
                                                      "one of both is needed"));
    if (parser.isSet(u"text"_s)) {
        request.text = parser.value(u"text"_s).toStdString();
    } else {
        auto ids = idsFrom(parser.value(u"ids"_s), "ids");
        if (!ids)
            return ids.error();
        request.ids.words = std::move(*ids);
    }
    if (given.contains(u"target-ids"_s)) {
        auto target = idsFrom(parser.value(u"target-ids"_s), "target-ids");
        if (!target)
            return target.error();
        request.ids.target = std::move(*target);
    }
    auto off = headsOffFrom(parser);
    if (!off)
        return off.error();
    request.off = std::move(*off);
    return std::optional(std::move(request));
}

} // namespace headscope
