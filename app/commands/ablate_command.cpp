// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/ablate_command.h"

#include "checkpoint/head_effects.h"
#include "checkpoint/model_source.h"
#include "command_line.h"
#include "exit_code.h"
#include "options/memory_limit.h"
#include "options/model_options.h"
#include "options/option_reader.h"
#include "support/execution.h"
#include "words/numbers/number_format.h"

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

QList<QCommandLineOption> ablateOptions() {
    return modelOptions() +
           QList<QCommandLineOption>{
               {u"token"_s,
                u"the token that is asked about, as text or as an id; the likeliest unless it says "
                "so"_s,
                u"TOKEN"_s},
               memoryLimitOption(),
               {u"help"_s, u"this text"_s},
           };
}

/// A token by its text in the vocabulary, by its spelling, or by its id; who gives the text as ids
/// means one by a number.
std::optional<Index> tokenOf(const OpenModel& model, const QString& text, bool readsIds) {
    const std::optional<Index> number = numberFrom<Index>(text);
    if (readsIds && number)
        return number;
    const std::string word = text.toStdString();
    const auto found = std::ranges::find(model.vocabulary, word);
    if (found != model.vocabulary.end())
        return static_cast<Index>(found - model.vocabulary.begin());
    if (model.tokenizer) {
        if (const std::optional<TokenId> id = model.tokenizer->idOf(word))
            return *id;
    }
    return number;
}

} // namespace

CommandManual ablateManual() {
    return {{u"ablate --model FOLDER --text TEXT [--token TOKEN]"_s},
            u"Prints as CSV what each head of a trained model does for the next token, or for the\n"
            "one at the first [MASK]: a line for each layer and head, both from 1.\n"
            "\n"
            "contribution      to the logit of the token, through the last norm as it was; empty\n"
            "                  where a norm stands behind each sum\n"
            "probability_off   of the token with the head switched off: its part of W_O is 0\n"
            "\n"
            "On the standard error stand the token, its probability with all heads, and what is\n"
            "no head's share of the logit."_s,
            ablateOptions()};
}

int ablateCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, u"ablate"_s, ablateManual(), arguments, out, err))
        return *ended;
    const Result<std::optional<ModelRequest>> request =
        modelRequest(parser, {u"token"_s, u"memory-limit"_s});
    if (!request)
        return calledWrongly(err, u"ablate"_s, printable(request.error()));
    if (!*request)
        return calledWrongly(
            err, u"ablate"_s,
            printable(makeError(HEADSCOPE_MESSAGE("Message", "--model is missing: the folder of a "
                                                             "trained model is needed"))));
    const auto model = openModel((*request)->folder);
    if (!model)
        return failed(err, model.error());
    ModelSource source;
    source.model = *model;
    source.text = (*request)->text.value_or(std::string());
    if (!(*request)->text)
        source.ids = (*request)->ids.words.front();
    const Result<ModelWords> words = wordsOf(source);
    if (!words)
        return failed(err, words.error());
    HeadQuestion question;
    question.off = (*request)->off;
    question.words = words->ids.words.front();
    question.place = askedPlace((*model)->checkpoint.config, words->labels);
    if (!question.place)
        return failed(err,
                      makeError(HEADSCOPE_MESSAGE("Message", "there is no [MASK] in the text: "
                                                             "this model says what is masked")));
    if (parser.isSet(u"token"_s)) {
        question.target = tokenOf(**model, parser.value(u"token"_s), !(*request)->text);
        if (!question.target)
            return calledWrongly(
                err, u"ablate"_s,
                printable(makeError(HEADSCOPE_MESSAGE("Message", "\"%1\" is no token of the model"),
                                    parser.value(u"token"_s).toStdString())));
    }
    const Result<std::optional<Index>> limit = memoryLimitFrom(parser);
    if (!limit)
        return calledWrongly(err, u"ablate"_s, printable(limit.error()));
    const Result<RunOptions> options =
        optionsWithin(**model, words->ids, false, WeightsRead::Once, *limit);
    if (!options)
        return failed(err, options.error());
    const Result<HeadEffects> effects = headEffects((*model)->checkpoint, question, *options);
    if (!effects)
        return failed(err, effects.error());
    err << u"headscope: token %1 (\"%2\"): probability %3, logit %4"_s.arg(effects->target)
               .arg(QString::fromStdString(
                   (*model)->vocabulary[static_cast<std::size_t>(effects->target)]))
               .arg(fullNumber(effects->probability), fullNumber(effects->logit));
    if (effects->rest)
        err << u", of which %1 is no head's"_s.arg(fullNumber(*effects->rest));
    err << '\n';
    out << "layer,head,contribution,probability_off\n";
    for (const HeadEffect& effect : effects->heads)
        out << qint64{effect.layer + 1} << ',' << qint64{effect.head + 1} << ','
            << (effect.contribution ? fullNumber(*effect.contribution) : QString()) << ','
            << fullNumber(effect.probabilityOff) << '\n';
    return exitDone;
}

} // namespace headscope
