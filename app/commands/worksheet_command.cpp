// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/worksheet_command.h"

#include "command_line.h"
#include "display.h"
#include "exit_code.h"
#include "files/write_bytes.h"
#include "fonts_here.h"
#include "options/option_meaning.h"
#include "options/option_table.h"
#include "options/option_words.h"
#include "options/run_options.h"
#include "output.h"
#include "worksheet/worksheet_document.h"

#include <QFile>

#include <algorithm>
#include <limits>

namespace headscope {

using namespace Qt::StringLiterals;

template <> struct ChoiceNames<WorksheetPaper> {
    static constexpr std::pair<std::string_view, WorksheetPaper> all[] = {
        {"a4", WorksheetPaper::A4}, {"letter", WorksheetPaper::Letter}};
};

namespace {

const QString worksheetName = u"worksheet"_s;
constexpr int mostAsked = 999;

std::string stepNames() {
    std::string names;
    for (const WorksheetStepName& known : worksheetStepNames())
        names.append(names.empty() ? "" : ", ").append(known.name);
    return names;
}

/// What the command was asked for.
struct SheetCall {
    ProblemRequest problem;
    WorksheetRequest sheet;
    bool cutsTokens = false; ///< a person said how many
    bool cutsHeads = false;
    Language language = Language::English;
    Output out;
};

void readSteps(OptionReader& reader, const char* option, WorksheetOptions& options) {
    if (!reader.isSet(option))
        return;
    options.steps.clear();
    for (const QString& word : reader.text(option).split(u',')) {
        const std::string name = word.trimmed().toStdString();
        const auto known = std::ranges::find(worksheetStepNames(), name, &WorksheetStepName::name);
        if (known == worksheetStepNames().end())
            return reader.refuse(option, "some of " + stepNames());
        for (const WorksheetStep step : known->steps) {
            if (std::ranges::find(options.steps, step) == options.steps.end())
                options.steps.push_back(step);
        }
    }
}

/// "1" or "1,3", from 1.
void readHeads(OptionReader& reader, const char* option, SheetCall& call) {
    WorksheetCut& cut = call.sheet.cut;
    call.cutsHeads = reader.isSet(option);
    if (!call.cutsHeads || reader.text(option) == "all"_L1)
        return;
    for (const QString& word : reader.text(option).split(u',')) {
        const auto head = numberFrom<int>(word.trimmed());
        if (!head || *head < 1)
            return reader.refuse(option, "all, or numbers from 1 such as 1,3");
        if (std::ranges::find(cut.heads, *head - 1) == cut.heads.end())
            cut.heads.push_back(*head - 1);
    }
    std::ranges::sort(cut.heads);
}

const OptionTable<SheetCall>& sheetOptions() {
    static const OptionTable<SheetCall> table({
        {{u"scope"_s,
          u"the block of a model, such as encoder/0/self_attention (default: the first attention)"_s,
          u"PATH"_s},
         [](auto& in, auto n, auto& c) {
             if (in.isSet(n))
                 c.sheet.scope = in.text(n).toStdString();
         }},
        {{u"stages"_s,
          u"what is practised, some of "_s + QString::fromStdString(stepNames()) +
              u" (default: scores,scaled,softmax,context)"_s,
          u"LIST"_s},
         [](auto& in, auto n, auto& c) { readSteps(in, n, c.sheet.options); }},
        {{u"blanks"_s, u"how many boxes are to be filled in (default: 12, or as many as can be)"_s,
          u"N"_s},
         [](auto& in, auto n, auto& c) {
             in.number(n, 1, mostAsked, c.sheet.options.blanks);
             c.sheet.options.fewerBlanks = !in.isSet(n);
         }},
        {seedOption(u"the boxes (default: 1)"_s),
         [](auto& in, auto n, auto& c) { in.seed(n, c.sheet.options.seed); }},
        {{u"digits"_s,
          u"decimals of every number, 0 to %1 (default: 2)"_s.arg(worksheetMostDecimals), u"N"_s},
         [](auto& in, auto n, auto& c) {
             in.number(n, 0, worksheetMostDecimals, c.sheet.options.decimals);
         }},
        {{u"first-tokens"_s,
          u"the first N tokens, computed anew (default: all of up to 5, else 4)"_s, u"N"_s},
         [](auto& in, auto n, auto& c) {
             in.number(n, Index{1}, worksheetMostSide, c.sheet.cut.tokens);
             c.cutsTokens = in.isSet(n);
         }},
        {{u"show"_s,
          u"the heads that it has: all, or some, such as 1,3 (default: 1, or all where stages set "
          "heads side by side)"_s,
          u"LIST"_s},
         readHeads},
        {{u"sequence"_s, u"the sequence of the batch, from 1 (default: 1)"_s, u"N"_s},
         [](auto& in, auto n, auto& c) {
             Index sequence = 1;
             in.number(n, Index{1}, std::numeric_limits<Index>::max(), sequence);
             c.sheet.options.sequence = sequence - 1;
         }},
        {{u"paper"_s, u"a4 (default) or letter"_s, u"PAPER"_s},
         [](auto& in, auto n, auto& c) { in.choice(n, c.sheet.paper); }},
        {languageOption(), [](auto& in, auto n, auto& c) { in.choice(n, c.language); }},
        {{u"title"_s, u"instead of \"Attention by hand\""_s, u"TEXT"_s},
         [](auto& in, auto n, auto& c) { c.sheet.title = in.text(n); }},
        {{u"no-solutions"_s, u"without the solutions"_s},
         [](auto& in, auto n, auto& c) { c.sheet.solutions = !in.isSet(n); }},
        {{u"one-file"_s, u"the solutions behind the questions, and not in a file of their own "
                         "(NAME-solutions.pdf)"_s},
         [](auto& in, auto n, auto& c) { c.sheet.apart = !in.isSet(n); }},
        {{u"as-it-is"_s,
          u"the numbers of the experiment, even where its weights read 0.00 or 0.99"_s},
         [](auto& in, auto n, auto& c) { c.sheet.handy = !in.isSet(n); }},
        {{u"out"_s, u"the sheet; the ending decides: .pdf or .tex (LaTeX)"_s, u"FILE"_s}},
        {{u"help"_s, u"this text"_s}},
    });
    return table;
}

Result<SheetCall> readSheetCall(const QCommandLineParser& parser) {
    SheetCall call;
    Result<ProblemRequest> problem = problemRequest(parser, openingExample(parser));
    if (!problem)
        return problem.error();
    call.problem = std::move(problem).value();
    call.problem.seed.reset(); // here it is that of the boxes
    OptionReader reader(parser);
    sheetOptions().read(reader, call);
    if (!reader.status())
        return reader.status().error();
    Result<Output> out = readOutput(parser, {u".pdf"_s, u".tex"_s});
    if (!out)
        return out.error();
    call.out = std::move(*out);
    return call;
}

QList<QCommandLineOption> worksheetOptions() {
    // The dropout keeps its own seed, and so do words.
    return withOptions({}, problemOptions(), {u"seed"_s, u"tokens"_s}) + sheetOptions().options();
}

/// The command that makes this sheet again, without where it goes and how it is dressed.
QString madeText(const QCommandLineParser& parser, const std::string& example,
                 const WorksheetRequest& request) {
    QStringList line = {u"headscope"_s, u"worksheet"_s};
    if (!example.empty() && !parser.isSet(u"example"_s))
        line << u"--example"_s << QString::fromStdString(example);
    for (const QString& file : parser.positionalArguments())
        line << file.section(u'/', -1);
    for (const QCommandLineOption& option : worksheetOptions()) {
        const QString name = option.names().constFirst();
        static const QStringList dress = {u"out"_s,          u"paper"_s,        u"language"_s,
                                          u"title"_s,        u"no-solutions"_s, u"one-file"_s,
                                          u"first-tokens"_s, u"show"_s,         u"memory-limit"_s};
        if (!parser.isSet(name) || dress.contains(name))
            continue;
        if (option.valueName().isEmpty()) {
            line << u"--"_s + name;
        } else {
            const bool isFile = option.valueName().contains("FILE"_L1);
            for (const QString& value : parser.values(name))
                line << u"--"_s + name << (isFile ? value.section(u'/', -1) : value);
        }
    }
    if (request.cut.tokens)
        line << u"--first-tokens"_s << QString::number(*request.cut.tokens);
    QStringList heads;
    for (const Index head : request.cut.heads)
        heads << QString::number(head + 1);
    if (!heads.isEmpty())
        line << u"--show"_s << heads.join(u',');
    return printable(line.join(u' '));
}

/// What was cut although nobody said so.
void printCut(QTextStream& err, const SheetCall& call, const WorksheetCut& chosen,
              const Experiment& experiment) {
    const Index tokens = std::max(experiment.queryLength(), experiment.keyLength());
    if (!call.cutsTokens && chosen.tokens)
        err << "headscope: of " << qint64{tokens} << " tokens the sheet has the first "
            << qint64{*chosen.tokens} << ", computed anew; --first-tokens takes up to "
            << qint64{worksheetMostSide} << '\n';
    if (!call.cutsHeads && !chosen.heads.empty())
        err << "headscope: of " << qint64{experiment.config.heads} << " heads the sheet has head "
            << qint64{chosen.heads.front() + 1} << "; --show takes others, or all\n";
}

} // namespace

CommandManual worksheetManual() {
    return {
        {u"worksheet --out FILE [--example NAME] [OPTIONS]"_s,
         u"worksheet --out FILE FILE.headscope [OPTIONS]"_s,
         u"worksheet --out FILE --query FILE.npy --weights FILE.safetensors --heads H [OPTIONS]"_s},
        u"Writes attention as an exercise on paper: matrices with numbered boxes that can\n"
        "all be computed from what is printed, formulas, lines to write on, and the\n"
        "solutions, each with its working, as NAME-solutions beside it. As PDFs of at\n"
        "most two pages, or as LaTeX to go on from.\n"
        "\n"
        "Where weights would read 0.00 or 0.99, queries and keys are made smaller or\n"
        "larger until they lie between 0.05 and 0.8, and the sheet says so.\n"
        "\n"
        "What is too large for that is cut, and the command says so: to the first 4\n"
        "tokens, computed anew, and to head 1. No display is needed."_s,
        worksheetOptions()};
}

int worksheetCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    QCommandLineParser parser;
    if (const auto ended =
            parseOrEnd(parser, worksheetName, worksheetManual(), arguments, out, err))
        return *ended;
    Result<SheetCall> call = readSheetCall(parser);
    if (!call)
        return calledWrongly(err, worksheetName, printable(call.error()));
    Call given{worksheetName, parser};
    if (const Status useful = checkOptions(given); !useful)
        return calledWrongly(err, worksheetName, printable(useful.error()));
    if (const Status writable = checkOutput(call->out); !writable)
        return failed(err, writable.error());
    Result<OpenedExperiment> opened = openProblem(call->problem);
    if (!opened)
        return failed(err, opened.error());
    given.experiment = &opened->experiment;
    if (const Status useful = checkOptions(given); !useful)
        return calledWrongly(err, worksheetName, printable(useful.error()));
    printQuestions(err, *opened);

    WorksheetRequest& request = call->sheet;
    const auto experiment = std::make_shared<const Experiment>(std::move(opened->experiment));
    const WorksheetCut suggested = suggestedCut(*experiment, request.options.steps);
    if (!call->cutsTokens)
        request.cut.tokens = suggested.tokens;
    if (!call->cutsHeads)
        request.cut.heads = suggested.heads;
    printCut(err, *call, request.cut, *experiment);
    request.experiment = experiment;
    request.fileName = QFile::decodeName(call->problem.files.experiment.c_str());
    request.made = madeText(parser, call->problem.example, request);

    const FontsWithoutDisplay fonts;
    useLanguage(call->language);
    const bool latex = call->out.path.endsWith(".tex"_L1, Qt::CaseInsensitive);
    if (!latex) { // which has fonts of its own
        if (const Status readable = checkFonts(wordsOf(*experiment), err); !readable)
            return failed(err, readable.error());
    }
    const auto compute = [&call](const Experiment& cut) {
        return computeRun(cut, call->problem.memoryLimit);
    };
    const Result<WorksheetDocument> document = makeWorksheetDocument(request, compute);
    if (!document)
        return failed(err, document.error());
    if (document->leftOut > 0)
        err << "headscope: without " << qint64{document->leftOut}
            << (document->leftOut == 1 ? " typed number" : " typed numbers")
            << " beyond the tokens of the sheet\n";
    const Result<std::vector<WorksheetFile>> files = worksheetFiles(*document, call->out.path);
    if (!files)
        return failed(err, files.error());
    for (const WorksheetFile& file : *files) {
        const Output named{call->out.endings, file.path};
        if (const Status written = writeBytes(named.fileName(), file.content); !written)
            return failed(err, written.error());
    }
    const auto pages = static_cast<int>(document->pages.pages.size());
    const std::size_t blanks = document->sheet.blanks.size();
    out << call->out.path << "  " << blanks << (blanks == 1 ? " blank" : " blanks");
    const QString beside = files->size() > 1 ? files->back().path : QString();
    if (latex) { // its pages are LaTeX's affair
        out << '\n';
        if (!beside.isEmpty())
            out << beside << '\n';
        return exitDone;
    }
    if (!beside.isEmpty()) {
        const int solved = pages - document->pages.questions;
        out << ", " << document->pages.questions
            << (document->pages.questions == 1 ? " page" : " pages") << '\n'
            << beside << "  " << solved << (solved == 1 ? " page" : " pages") << '\n';
        return exitDone;
    }
    out << ", " << document->pages.questions
        << (document->pages.questions == 1 ? " page" : " pages") << ", "
        << pages - document->pages.questions << " of solutions\n";
    return exitDone;
}

} // namespace headscope
