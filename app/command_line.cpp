// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

#include "commands/ablate_command.h"
#include "commands/animate_command.h"
#include "commands/export_command.h"
#include "commands/generate_command.h"
#include "commands/heads_command.h"
#include "commands/paint_command.h"
#include "commands/run_command.h"
#include "commands/screenshot_command.h"
#include "commands/shapes_command.h"
#include "commands/tokenize_command.h"
#include "commands/train_command.h"
#include "commands/window_command.h"
#include "commands/worksheet_command.h"
#include "document/profile.h"
#include "exit_code.h"
#include "options/option_reader.h"
#include "options/run_options.h"
#include "support/visible_text.h"

#include <QFileInfo>

#include <algorithm>
#include <map>
#include <new>
#include <vector>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

constexpr Command commandTable[] = {
    {"run", "compute multi-head attention and write every stage as .npy", runCommand, runManual},
    {"heads", "print what each head looks at as CSV", headsCommand, headsManual},
    {"export", "write the figure of the heads as PNG, SVG or PDF, without a display", exportCommand,
     exportManual},
    {"screenshot", "paint the whole window into a PNG, without a display", screenshotCommand,
     screenshotManual},
    {"animate", "write an animated GIF of Shapes, Steps or a training", animateCommand,
     animateManual},
    {"train", "teach a small model a task and write what it became", trainCommand, trainManual},
    {"paint", "look for the W_Q and W_K of a head whose attention is a given one", paintCommand,
     paintManual},
    {"shapes", "print how heads are split and merged, step by step", shapesCommand, shapesManual},
    {"tokenize", "print texts of the standard input as the ids of a model's tokens",
     tokenizeCommand, tokenizeManual},
    {"ablate", "print what each head of a trained model does for a token, as CSV", ablateCommand,
     ablateManual},
    {"generate", "go on with a text as a trained model does", generateCommand, generateManual},
    {"worksheet", "write attention as an exercise on paper, with its solutions", worksheetCommand,
     worksheetManual},
};

/// How many letters to insert, remove or replace (Levenshtein).
std::size_t distance(QStringView a, QStringView b) {
    std::vector<std::size_t> row(static_cast<std::size_t>(b.size()) + 1);
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = j;
    for (qsizetype i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], static_cast<std::size_t>(i) + 1);
        for (std::size_t j = 1; j < row.size(); ++j) {
            const bool same = a[i] == b[static_cast<qsizetype>(j) - 1];
            const std::size_t replaced = diagonal + (same ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

QString programHelp() {
    QString list = u"Commands:\n"_s;
    for (const Command& command : commands())
        list += u"  %1  %2\n"_s.arg(QLatin1String(command.name), -11)
                    .arg(QLatin1String(command.summary));
    return helpText(programManual(), list + u'\n') + u"\nExit status: "_s + exitStatusLine() +
           u'\n';
}

int unknownCommand(const QString& name, QTextStream& err) {
    QString sentence = u"there is no command \"%1\""_s.arg(name);
    const Command* nearest = nullptr;
    std::size_t best = 3; // further away is no typing mistake any more
    for (const Command& command : commands()) {
        const std::size_t letters = distance(name, QLatin1String(command.name).toString());
        if (letters < best) {
            best = letters;
            nearest = &command;
        }
    }
    if (nearest)
        sentence += u"; did you mean \"%1\"?"_s.arg(QLatin1String(nearest->name));
    return calledWrongly(err, {}, sentence);
}

/// What is read from files asks for its memory itself and says which file was too much.
int runOrSay(const Command& command, const QStringList& arguments, QTextStream& out,
             QTextStream& err) {
    try {
        return command.run(arguments, out, err);
    } catch (const std::bad_alloc&) {
        return failed(err, makeError(HEADSCOPE_MESSAGE("Message", "there is not enough memory for "
                                                                  "this")));
    }
}

} // namespace

CommandManual programManual() {
    return {{u"[FILE]..."_s, u"--attention FILE [--tokens FILE]"_s,
             u"--query FILE.npy --weights FILE --heads H"_s, u"--profile CONTROLS [FILE]..."_s,
             u"COMMAND [OPTIONS]"_s},
            u"Shows what multi-head attention really does. Without a command the window\n"
            "opens, with the experiment FILE if one is named, or with what options name as\n"
            "those of heads do."_s,
            {{u"profile"_s,
              u"the controls that the window offers: all, none, or some of "_s +
                  QString::fromStdString(controlNames()),
              u"CONTROLS"_s},
             {u"help"_s, u"this text; \"headscope COMMAND --help\" tells about a command"_s},
             {u"version"_s, u"the version"_s},
             {u"man-page"_s, u"all of it as a page for man"_s},
             {u"completion"_s, u"what completes commands and options in bash"_s}}};
}

QString exitStatusLine() {
    return u"0 done, 1 failed, 2 called wrongly."_s;
}

std::span<const Command> commands() {
    return commandTable;
}

bool looksLikeFile(const QString& argument) {
    return argument.contains(u'/') || argument.contains(u'.') || QFileInfo::exists(argument);
}

bool wantsWindow(const QStringList& arguments) {
    // Options that say what is opened, such as --attention: which file is what, and how it is read.
    const bool hasOptions = std::ranges::any_of(arguments, isWindowOption) &&
                            std::ranges::all_of(arguments, [](const QString& word) {
                                return !word.startsWith("--"_L1) || word == "--"_L1 ||
                                       isWindowOption(word) || word == QLatin1String(profileOption);
                            });
    const auto areFiles = [hasOptions](const QStringList& words) {
        if (hasOptions)
            return words.value(0).startsWith("--"_L1) || looksLikeFile(words.value(0));
        return words.value(0) == "--"_L1 || std::ranges::all_of(words, [](const QString& word) {
                   return !word.startsWith(u'-') && looksLikeFile(word);
               });
    };
    if (arguments.size() > 1 && arguments.constFirst() == QLatin1String(profileOption))
        return areFiles(arguments.mid(2));
    const auto isCommand = [&](const Command& command) {
        return arguments.constFirst() == QLatin1String(command.name);
    };
    return arguments.isEmpty() ||
           (std::ranges::none_of(commands(), isCommand) && areFiles(arguments));
}

int runCommandLine(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    const QString first = arguments.value(0);
    if (first == "--help"_L1 || first == "-h"_L1 || first == "help"_L1) {
        out << programHelp();
        return exitDone;
    }
    if (first == "--version"_L1 || first == "-v"_L1) {
        out << "headscope " << HEADSCOPE_VERSION << '\n';
        return exitDone;
    }
    if (first == "--man-page"_L1 || first == "--completion"_L1) {
        out << (first == "--man-page"_L1 ? manPage() : bashCompletion());
        return exitDone;
    }
    for (const Command& command : commands()) {
        if (first == QLatin1String(command.name))
            return runOrSay(command, arguments.mid(1), out, err);
    }
    if (first == QLatin1String(profileOption))
        return calledWrongly(err, {},
                             u"--profile takes the controls, then files: --profile "
                             "tokens,masks FILE.headscope"_s);
    if (first.startsWith(u'-'))
        return calledWrongly(err, {}, u"there is no option \"%1\" before a command"_s.arg(first));
    return unknownCommand(first, err);
}

namespace {

/// What stands behind --attention, of which a command need know nothing; empty: nothing.
QString attentionNamed(const QStringList& arguments) {
    const QString option = u"--attention"_s;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == option)
            return arguments.value(i + 1);
        if (arguments[i].startsWith(option + u'='))
            return arguments[i].mid(option.size() + 1);
    }
    return {};
}

/// Whether --heads of export says how many there are: of weights that are read, or of a training.
bool countsHeads(const QCommandLineParser& parser) {
    const QStringList given = parser.optionNames();
    return namesInputs(parser) || given.contains(u"task"_s) ||
           (given.contains(u"view"_s) && parser.value(u"view"_s) == "train"_L1);
}

/// An option by the name that it had when that meant something else in another command.
struct FormerName {
    const char* commands;
    const char* former;
    const char* name;
    /// Whether that is meant, of its value and those of the same option before it; nothing: always.
    bool (*isMeant)(const QCommandLineParser&, const QString& value,
                    const QStringList& before) = nullptr;
};

bool isWhole(const QString& text) {
    return numberFrom<qint64>(text).has_value();
}

constexpr FormerName formerNames[] = {
    {"ablate", "target", "token"},
    {"export", "heads", "show",
     [](const QCommandLineParser& parser, const QString& value, const QStringList& before) {
         // Of weights the first number was how many they have.
         return !countsHeads(parser) || !isWhole(value) || std::ranges::any_of(before, isWhole);
     }},
    {"generate", "ids", "print-ids"},
    {"generate", "tokens", "max-new-tokens"},
    {"run", "target", "target-ids"},
    {"screenshot", "scale", "pixel-ratio"},
    {"train", "tokens", "tokenizer"},
    {"export animate screenshot", "tokens", "tokenizer",
     [](const QCommandLineParser& parser, const QString&, const QStringList&) {
         return parser.optionNames().contains(u"task"_s) &&
                !parser.optionNames().contains(u"attention"_s);
     }},
    {"worksheet", "head", "show"},
    {"worksheet", "steps", "stages"},
    {"worksheet", "tokens", "first-tokens"},
};

/// The same with the names of today; what is replaced is said.
QStringList withTodaysNames(const QString& command, const QList<QCommandLineOption>& options,
                            const QStringList& arguments, const QCommandLineParser& parser,
                            QTextStream& err) {
    const auto optionOf = [&](const QString& name) {
        return std::ranges::find_if(options, [&](const QCommandLineOption& option) {
            return option.names().contains(name);
        });
    };
    QStringList all = arguments;
    QStringList said;
    std::map<QString, QStringList> values; // of each option, until here
    for (qsizetype i = 0; i < all.size() && all[i] != "--"_L1; ++i) {
        if (!all[i].startsWith("--"_L1))
            continue;
        const QString given = all[i].section(u'=', 0, 0).mid(2);
        const bool isJoined = all[i].contains(u'=');
        const QString value = isJoined ? all[i].section(u'=', 1) : all.value(i + 1);
        const QStringList before = values[given];
        values[given] += value;
        QString name = given;
        for (const FormerName& row : formerNames) {
            if (QString::fromLatin1(row.commands).split(u' ').contains(command) &&
                given == QLatin1String(row.former) &&
                optionOf(QLatin1String(row.name)) != options.end() &&
                (!row.isMeant || row.isMeant(parser, value, before)))
                name = QLatin1String(row.name);
        }
        if (name != given) {
            all[i].replace(2, given.size(), name);
            if (!said.contains(given))
                err << "headscope " << command << ": --" << given << " is called --" << name
                    << " now\n";
            said << given;
        }
        const auto option = optionOf(name);
        if (option != options.end() && !option->valueName().isEmpty() && !isJoined)
            ++i; // its value, however that looks
    }
    return all;
}

} // namespace

std::optional<int> parseOrEnd(QCommandLineParser& parser, const QString& command,
                              const CommandManual& manual, const QStringList& given,
                              QTextStream& out, QTextStream& err) {
    const QList<QCommandLineOption>& options = manual.options;
    parser.addOptions(options);
    const QStringList program{u"headscope"_s};
    bool understood = parser.parse(program + given);
    const QStringList arguments = withTodaysNames(command, options, given, parser, err);
    if (arguments != given)
        understood = parser.parse(program + arguments);
    if (parser.isSet(u"help"_s)) {
        out << helpText(manual);
        return exitDone;
    }
    if (!understood) {
        const bool takesExperiments =
            std::ranges::any_of(options, [](const QCommandLineOption& one) {
                return one.names().contains(u"example"_s);
            });
        const QString attention = attentionNamed(arguments);
        return calledWrongly(err, command,
                             takesExperiments && !attention.isEmpty() &&
                                     parser.unknownOptionNames().contains(u"attention"_s)
                                 ? printable(needsOperands(attention.toStdString()))
                                 : parser.errorText());
    }
    for (const QCommandLineOption& option : options) {
        const QString name = option.names().constFirst();
        const bool mayBeEmpty = name == "scope"_L1 || name == "text"_L1;
        if (!mayBeEmpty && !option.valueName().isEmpty() && parser.isSet(name) &&
            parser.values(name).contains(QString()))
            return calledWrongly(
                err, command,
                u"--%1 takes %2, and was given nothing"_s.arg(name, option.valueName()));
    }
    return std::nullopt;
}

QString printable(const Error& error) {
    return QString::fromStdString(error.text());
}

int failed(QTextStream& err, const Error& error) {
    err << "headscope: " << printable(error) << '\n';
    return exitFailure;
}

int calledWrongly(QTextStream& err, const QString& command, const QString& sentence) {
    const QString program = command.isEmpty() ? u"headscope"_s : "headscope "_L1 + command;
    err << program << ": " << QString::fromStdString(visibleText(sentence.toStdString())) << '\n'
        << "See: " << program << " --help\n";
    return exitUsage;
}

} // namespace headscope
