// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/heads_command.h"

#include "command_line.h"
#include "commands/run_remarks.h"
#include "exit_code.h"
#include "measures/head_measures.h"
#include "options/block_choice.h"
#include "options/model_options.h"
#include "options/option_meaning.h"
#include "options/option_reader.h"
#include "options/run_options.h"
#include "support/execution.h"
#include "words/numbers/number_format.h"

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

QList<QCommandLineOption> headsOptions() {
    return sourceOptions() +
           QList<QCommandLineOption>{mergeOption(),
                                     {u"scope"_s,
                                      u"this attention alone, such as decoder/0/cross_attention"_s,
                                      u"PATH"_s},
                                     {u"head"_s, u"this head alone, from 1"_s, u"H"_s},
                                     {u"help"_s, u"this text"_s}};
}

/// Rows of this head that have no entropy, as somebody typed less than nothing into them.
Index rowsWithoutEntropy(const HeadMeasures& head) {
    const std::optional<MeanOfRows>& entropy = head[Measure::Entropy];
    return head.queries - (entropy ? entropy->queries : 0);
}

QString numberOf(const HeadMeasures& head, Measure measure) {
    const std::optional<MeanOfRows>& mean = head[measure];
    return mean ? fullNumber(mean->value) : QString();
}

/// Which lines are wanted.
struct Chosen {
    std::optional<std::string> scope; ///< else all attentions
    std::optional<Index> head;        ///< from 1; else all
};

Result<Chosen> chosenHeads(const QCommandLineParser& parser) {
    Chosen chosen;
    OptionReader reader(parser);
    readScope(reader, "scope", chosen.scope);
    reader.number("head", Index{1}, std::numeric_limits<Index>::max(), chosen.head);
    if (!reader.status())
        return reader.status().error();
    return chosen;
}

/// An Error where the run has no such attention, or none of its attentions such a head.
Status checkThere(const Chosen& chosen, const Run& run) {
    Index most = 0;
    std::vector<TraceScope> attentions;
    for (const TraceScope& scope : run.scopes()) {
        const TraceStep* const weights =
            run.trace()->find(TensorName::AttentionWeights, scope.path);
        if (!weights)
            continue;
        attentions.push_back(scope);
        if (!chosen.scope || scope.path == *chosen.scope)
            most = std::max(most, weights->result.size(weights->result.axisOf(Axis::Heads)));
    }
    if (chosen.scope && most == 0)
        return noSuchBlock(*chosen.scope, attentions);
    if (chosen.head && *chosen.head > most)
        return makeError("--head: there is no head %1; there are %2", *chosen.head, most);
    return Done{};
}

} // namespace

CommandManual headsManual() {
    return {{u"heads --query Q.npy --weights W.safetensors --heads H"_s, u"heads --example NAME"_s,
             u"heads FILE.headscope"_s, u"heads --attention FILE [--tokens FILE]"_s,
             u"heads --model FOLDER --text TEXT [--layer N] [--head H]"_s},
            u"Prints what each head looks at as CSV: a line for each attention (scope; empty\n"
            "where there is only one), sequence and head, both from 1. Every number is a mean\n"
            "over the queries that may look at any key; padding is none of them, be it behind\n"
            "the words or, in self-attention, said by --key-padding. w is a row of the\n"
            "attention weights before dropout, i the place of the query, j that of a key:\n"
            "\n"
            "entropy_bits   sum of -w log2 w; 0 where one key has it all, log2(n) of n alike;\n"
            "               rows with a typed w below 0 have none and are left out of it\n"
            "mean_distance  sum of w |i - j|, in tokens\n"
            "first          w of the first key\n"
            "previous       w of the key before the query, from the second query on\n"
            "next           w of the key behind it, up to the last query but one\n"
            "self           w of the query's own place\n"
            "separators     w of punctuation and special tokens such as [SEP] and <s>\n"
            "equal_tokens   w of other keys with the query's token, where there are such keys\n"
            "\n"
            "Empty where it has no meaning: distance, previous, next and self in\n"
            "cross-attention, separators where the keys have none, equal_tokens where no\n"
            "token repeats or nobody named the tokens of cross-attention."_s,
            headsOptions()};
}

int headsCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    QCommandLineParser parser;
    if (const auto ended = parseOrEnd(parser, u"heads"_s, headsManual(), arguments, out, err))
        return *ended;
    const Result<Chosen> chosen = chosenHeads(parser);
    if (!chosen)
        return calledWrongly(err, u"heads"_s, printable(chosen.error()));
    const Result<ProblemRequest> request = problemRequest(parser);
    if (!request)
        return calledWrongly(err, u"heads"_s, printable(request.error()));
    Call call{u"heads"_s, parser};
    if (const Status useful = checkOptions(call); !useful)
        return calledWrongly(err, call.command, printable(useful.error()));
    const Result<OpenedExperiment> opened = openSource(*request);
    if (!opened)
        return failed(err, opened.error());
    call.experiment = opened->isExperiment() ? &opened->experiment : nullptr;
    if (const Status useful = checkOptions(call); !useful)
        return calledWrongly(err, call.command, printable(useful.error()));
    printQuestions(err, *opened);
    const auto run = computeRun(*opened, *request, WeightsRead::Once);
    if (!run)
        return failed(err, run.error());
    if (const Status there = checkThere(*chosen, **run); !there)
        return calledWrongly(err, u"heads"_s, printable(there.error()));

    printNoNumbers(err, *(*run)->trace());
    Execution execution;
    execution.threads = allThreads();
    out << "scope,sequence,head";
    for (const Measure measure : allMeasures)
        out << ',' << QLatin1String(measureName(measure));
    out << '\n';
    Index withoutEntropy = 0;
    Index noShares = 0;
    for (const TraceScope& scope : (*run)->scopes()) {
        if (chosen->scope && scope.path != *chosen->scope)
            continue;
        for (Index sequence = 0; sequence < (*run)->batch(); ++sequence) {
            for (const HeadMeasures& head : measureHeads(**run, scope.path, sequence, execution)) {
                if (chosen->head && head.head + 1 != *chosen->head)
                    continue;
                out << QString::fromStdString(scope.path) << ',' << qint64{sequence + 1} << ','
                    << qint64{head.head + 1};
                for (const Measure measure : allMeasures)
                    out << ',' << numberOf(head, measure);
                out << '\n';
                withoutEntropy += rowsWithoutEntropy(head);
                noShares += head.noShares;
            }
        }
    }
    if (noShares > 0)
        err << u"headscope: no measure counts the "_s
            << (noShares == 1
                    ? u"row that does not sum to 1, goes below 0 or holds NaN\n"_s
                    : u"%1 rows that do not sum to 1, go below 0 or hold NaN\n"_s.arg(noShares));
    if (withoutEntropy > 0)
        err << u"headscope: %1 %2 a typed weight below 0: entropy_bits leaves %3 out\n"_s
                   .arg(withoutEntropy)
                   .arg(withoutEntropy == 1 ? u"row holds"_s : u"rows hold"_s,
                        withoutEntropy == 1 ? u"it"_s : u"them"_s);
    return exitDone;
}

} // namespace headscope
