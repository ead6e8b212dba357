// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/generate_command.h"

#include "checkpoint/generate.h"
#include "command_line.h"
#include "exit_code.h"
#include "options/model_options.h"
#include "options/option_table.h"
#include "options/option_words.h"
#include "support/execution.h"
#include "tokenizers/tokenizer_folder.h"

#include <QFile>

#include <algorithm>
#include <limits>
#include <utility>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

/// What the command was asked for.
struct GenerateCall {
    QString model;
    QString text;
    GenerateRequest request{.words = {}, .target = {}, .count = 50, .draw = {}};
    bool ids = false; ///< are printed
};

const OptionTable<GenerateCall>& generateOptions() {
    static const OptionTable<GenerateCall> table({
        {{u"model"_s, u"the folder of the model"_s, u"FOLDER"_s},
         [](auto& in, auto n, auto& c) { c.model = in.text(n); }},
        {{u"text"_s,
          u"what is there already; of a model that translates, the sentence. Of a model "
          "without a tokenizer ids such as 15,3,7. Nothing: the model's first token"_s,
          u"TEXT"_s},
         [](auto& in, auto n, auto& c) { c.text = in.text(n); }},
        {{u"max-new-tokens"_s, u"how many tokens come at most (default: 50)"_s, u"N"_s},
         [](auto& in, auto n, auto& c) {
             in.number(n, Index{0}, Index{std::numeric_limits<int>::max()}, c.request.count);
         }},
        {{u"temperature"_s,
          u"logits are divided by it, then one is drawn; 0 (default): the likeliest is taken"_s,
          u"T"_s},
         [](auto& in, auto n, auto& c) {
             in.number(n, 0.0, 1e6, "a number from 0 on", c.request.draw.temperature);
         }},
        {{u"top-k"_s, u"drawn among so many of the likeliest only"_s, u"K"_s},
         [](auto& in, auto n, auto& c) {
             in.number(n, Index{1}, Index{std::numeric_limits<int>::max()}, c.request.draw.topK);
         }},
        {{u"top-p"_s, u"drawn among the likeliest only that together have this probability"_s,
          u"P"_s},
         [](auto& in, auto n, auto& c) {
             in.number(n, 1e-12, 1.0, "a number above 0, up to 1", c.request.draw.topP);
         }},
        {seedOption(u"the tokens (default: 0)"_s),
         [](auto& in, auto n, auto& c) { in.seed(n, c.request.draw.seed); }},
        {{u"print-ids"_s, u"ids instead of text"_s},
         [](auto& in, auto n, auto& c) { c.ids = in.isSet(n); }},
        {{u"help"_s, u"this text"_s}},
    });
    return table;
}

Result<GenerateCall> readGenerateCall(const QCommandLineParser& parser) {
    GenerateCall call;
    OptionReader in(parser);
    generateOptions().read(in, call);
    if (!in.status())
        return in.status().error();
    for (const char* const option : {"top-k", "top-p", "seed"}) {
        if (in.isSet(option) && call.request.draw.temperature == 0)
            return makeError("--%1 does nothing %2: it goes with %3", option,
                             "where the likeliest is taken", "--temperature");
    }
    return call;
}

/// Writes tokens as they come: ids, or their text.
class Printer {
public:
    Printer(QTextStream& out, const std::optional<Tokenizer>& tokenizer, bool ids)
        : m_out(out)
        , m_ids(ids || !tokenizer) {
        if (!m_ids)
            m_text.emplace(*tokenizer, true);
    }
    void add(Index id) {
        if (m_ids)
            m_out << (m_any ? " " : "") << qint64{id};
        else
            m_out << QString::fromStdString(m_text->add(static_cast<TokenId>(id)));
        m_any = true;
        m_out.flush();
    }

private:
    QTextStream& m_out;
    bool m_ids;
    bool m_any = false;
    std::optional<TokenTextStream> m_text;
};

/// What the model is to go on with.
Result<std::vector<Index>> startOf(const QString& text, const std::optional<Tokenizer>& tokenizer,
                                   const CheckpointConfig& config) {
    std::vector<Index> words;
    const bool translates = config.model.architecture == Architecture::EncoderDecoder;
    if (tokenizer) {
        const Result<Encoding> encoding = tokenizer->encode(text.toStdString());
        if (!encoding)
            return encoding.error();
        for (const TokenId id : encoding->ids())
            words.push_back(id);
    } else if (!text.trimmed().isEmpty()) {
        auto ids = idsFrom(text, "text");
        if (!ids)
            return ids.error();
        words = std::move(ids->front());
    }
    if (words.empty()) {
        std::optional<Index> first = config.beginning;
        if (tokenizer && tokenizer->firstToken())
            first = *tokenizer->firstToken();
        if (!first && !config.ends.empty())
            first = config.ends.front();
        if (first && !translates)
            words.push_back(*first);
    }
    return words;
}

} // namespace

CommandManual generateManual() {
    return {{u"generate --model FOLDER --text TEXT [--max-new-tokens N] [OPTIONS]"_s},
            u"Goes on with a text as a trained model does, token by token, and prints the\n"
            "text and what follows; of a translation what follows alone. It ends with\n"
            "the model's own end, which is not printed as text."_s,
            generateOptions().options()};
}

int generateCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, u"generate"_s, generateManual(), arguments, out, err))
        return *ended;
    const auto wrong = [&](const Error& error) {
        return calledWrongly(err, u"generate"_s, printable(error));
    };
    const Result<GenerateCall> call = readGenerateCall(parser);
    if (!call)
        return wrong(call.error());
    if (call->model.isEmpty())
        return wrong(makeError(HEADSCOPE_MESSAGE("Message", "--model is missing: the folder of a "
                                                            "trained model is needed")));
    const std::string folder = QFile::encodeName(call->model).toStdString();
    const Result<Checkpoint> model = openCheckpoint(folder);
    if (!model)
        return failed(err, model.error());
    if (const Status can = canGenerate(*model); !can) // before anything is printed
        return failed(err, can.error());
    const bool translates = model->config.model.architecture == Architecture::EncoderDecoder;
    const auto tokenizerOf = [&](TokenizerSide side) -> Result<std::optional<Tokenizer>> {
        if (!hasTokenizer(model->folder.path))
            return std::optional<Tokenizer>();
        Result<Tokenizer> read = openTokenizer(model->folder.path, side);
        if (!read)
            return read.error();
        return std::optional(std::move(*read));
    };
    const auto source = tokenizerOf(TokenizerSide::Source);
    const auto target = translates && source ? tokenizerOf(TokenizerSide::Target) : source;
    if (!source || !target)
        return failed(err, (source ? target : source).error());
    const auto words = startOf(call->text, *source, model->config);
    if (!words)
        return failed(err, words.error());
    GenerateRequest request = call->request;
    request.words = *words;
    RunOptions options;
    options.threads = allThreads();
    Printer printer(out, *target, call->ids);
    // What is there already is printed once it is known to be read.
    bool printed = translates; // of that what follows alone
    const auto printStart = [&] {
        if (!std::exchange(printed, true))
            std::ranges::for_each(request.words, [&](Index id) { printer.add(id); });
    };
    const Result<Generated> generated = generate(*model, request, options, [&](Index id) {
        printStart();
        printer.add(id);
    });
    if (!generated)
        return failed(err, generated.error());
    printStart();
    out << '\n';
    if (generated->end == GenerateEnd::Places)
        err << u"headscope: the model has places for %1 tokens; %2 of %3 came\n"_s
                   .arg(*model->config.longest())
                   .arg(generated->words.size())
                   .arg(request.count);
    return exitDone;
}

} // namespace headscope
