// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual.h"

#include "command_line.h"
#include "examples/examples.h"
#include "learning/tasks/task.h"
#include "learning/training/recipe_names.h"
#include "options/option_reader.h"
#include "options/option_words.h"
#include "pages/registry.h"
#include "trace/tensor_name.h"

#include <algorithm>
#include <map>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

/// Lines of at most 80 letters, the first one already `indent` letters in.
QString wrapped(const QString& text, qsizetype indent) {
    QString lines;
    qsizetype column = indent;
    for (const QString& word : text.split(u' ')) {
        if (column > indent && column + 1 + word.size() > 80) {
            lines += u'\n' + QString(indent, u' ');
            column = indent;
        } else if (column > indent) {
            lines += u' ';
            ++column;
        }
        lines += word;
        column += word.size();
    }
    return lines;
}

QString nameOf(const QCommandLineOption& option) {
    return "--"_L1 + option.names().constFirst();
}

/// A text without what troff would take for a command of its own.
QString roff(QString text) {
    text.replace(u'\\', u"\\e"_s).replace(u'-', u"\\-"_s);
    QStringList lines = text.split(u'\n');
    for (QString& line : lines) {
        if (line.startsWith(u'.') || line.startsWith(u'\''))
            line.prepend(u"\\&"_s);
    }
    return lines.join(u'\n');
}

/// Lines as they are broken.
QString roffLines(const QString& text) {
    return u".PP\n.nf\n"_s + roff(text) + u"\n.fi\n"_s;
}

QString roffOptions(const QList<QCommandLineOption>& options) {
    QString page;
    for (const QCommandLineOption& option : options) {
        page += u".TP\n.B "_s + roff(nameOf(option));
        if (!option.valueName().isEmpty())
            page += u" \\fI"_s + roff(option.valueName()) + u"\\fR"_s;
        page += u'\n' + roff(option.description()) + u'\n';
    }
    return page;
}

QString usageLines(const QStringList& usage) {
    return "headscope "_L1 + usage.join("\nheadscope "_L1);
}

template <class Choice> QStringList choices() {
    QStringList words;
    for (const auto& [name, choice] : ChoiceNames<Choice>::all)
        words += QString::fromStdString(optionWord(name));
    return words;
}

template <auto all, auto name> QStringList namesOf() {
    QStringList words;
    for (const auto& one : all())
        words += QString::fromUtf8(one.*name);
    return words;
}

struct OptionWords {
    const char* option;
    QStringList (*words)();
};

/// Of options whose words stand in a table; those of others stand in their value, "queries|keys".
constexpr OptionWords wordTable[] = {
    {"activation", choices<Activation>},
    {"causal-alignment", choices<CausalAlignment>},
    {"colour", choices<ShapesColour>},
    {"colours", choices<ColourMap>},
    {"decay", choices<Decay>},
    {"dialect", choices<CodeDialect>},
    {"example", namesOf<examples, &Example::id>},
    {"fully-masked", choices<FullyMasked>},
    {"language", choices<Language>},
    {"norm", choices<NormKind>},
    {"off-by", choices<OffBy>},
    {"optimiser", choices<OptimiserKind>},
    {"path", choices<LayoutPath>},
    {"placement", choices<NormPlacement>},
    {"stage", namesOf<tensorNames, &TensorInfo::name>},
    {"task", namesOf<tasks, &TaskInfo::name>},
    {"theme", choices<ThemeKind>},
    {"view", namesOf<pageEntries, &PageEntry::id>},
    {"weight-layout", choices<WeightLayout>},
};

/// What can stand behind an option.
struct OptionValues {
    QStringList words;
    bool files = false;
};

OptionValues valuesOf(const QCommandLineOption& option) {
    OptionValues values;
    const QString name = option.names().constFirst();
    for (const OptionWords& row : wordTable) {
        if (name == QLatin1String(row.option))
            values.words = row.words();
    }
    for (const QString& part : option.valueName().split(u'|')) {
        values.files = part.startsWith("FILE"_L1) || part == "DIR"_L1 || part == "FOLDER"_L1;
        if (values.files)
            break; // behind it stand other endings: FILE.svg|pdf|png
        const bool isWord = std::ranges::all_of(part, [](QChar letter) {
            return letter.isLower() || letter.isDigit() || letter == u'-';
        });
        if (isWord && !part.isEmpty() && option.valueName().contains(u'|'))
            values.words += part;
    }
    return values;
}

/// Options with what they say.
QString optionLines(const QList<QCommandLineOption>& options) {
    QStringList names;
    qsizetype width = 0;
    for (const QCommandLineOption& option : options) {
        QString name = nameOf(option);
        if (!option.valueName().isEmpty())
            name += u' ' + option.valueName();
        width = std::max(width, name.size());
        names += name;
    }
    QString text = u"Options:\n"_s;
    for (qsizetype i = 0; i < options.size(); ++i)
        text += u"  %1  %2\n"_s.arg(names[i], -static_cast<int>(width))
                    .arg(wrapped(options[i].description(), width + 4));
    return text;
}

} // namespace

QString helpText(const CommandManual& manual, const QString& commands) {
    QString text;
    for (const QString& line : manual.usage)
        text += (text.isEmpty() ? "Usage: headscope "_L1 : "       headscope "_L1) +
                wrapped(line, 17) + u'\n';
    for (const QString& line : manual.description.split(u'\n'))
        text += u'\n' + wrapped(line, 0);
    return text + u"\n\n"_s + commands + optionLines(manual.options);
}

QString manPage() {
    const CommandManual program = programManual();
    QString page = u".TH HEADSCOPE 1 \"\" \"HeadScope " HEADSCOPE_VERSION "\"\n"
                   ".SH NAME\nheadscope \\- shows what multi\\-head attention really does\n"
                   ".SH SYNOPSIS\n"_s +
                   roffLines(usageLines(program.usage)) + u".SH DESCRIPTION\n"_s +
                   roffLines(program.description) + u".SH OPTIONS\n"_s +
                   roffOptions(program.options) + u".SH COMMANDS\n"_s;
    for (const Command& command : commands()) {
        const CommandManual manual = command.manual();
        page += u".SS headscope %1\n"_s.arg(QLatin1String(command.name)) +
                roffLines(usageLines(manual.usage)) + roffLines(manual.description) +
                roffOptions(manual.options);
    }
    return page + u".SH EXIT STATUS\n"_s + roff(exitStatusLine()) + u'\n';
}

QString bashCompletion() {
    QStringList names;
    QString optionsOf;
    std::map<QString, OptionValues> values; // an option means the same in every command
    const auto add = [&](const QString& command, const QList<QCommandLineOption>& options) {
        QStringList own;
        for (const QCommandLineOption& option : options) {
            own += nameOf(option);
            if (option.valueName().isEmpty())
                continue;
            const OptionValues found = valuesOf(option);
            OptionValues& all = values[nameOf(option)];
            all.words += found.words;
            all.words.removeDuplicates();
            all.files = all.files || found.files;
        }
        optionsOf += u"    %1) options='%2' ;;\n"_s.arg(command, own.join(u' '));
    };
    for (const Command& command : commands()) {
        names += QLatin1String(command.name);
        add(names.constLast(), command.manual().options);
    }
    add(u"*"_s, programManual().options);
    QString valueCases;
    for (const auto& [option, taken] : values)
        valueCases += u"    %1) words='%2' files=%3 ;;\n"_s.arg(option, taken.words.join(u' '),
                                                                taken.files ? u"yes"_s : u"no"_s);
    return u"# Completes headscope in bash; made by \"headscope --completion\".\n"
           "_headscope() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local options words='' files=yes\n"
           "    case ${COMP_WORDS[1]} in\n"
           "%1"
           "    esac\n"
           "    case $before in\n"
           "%2"
           "    *)\n"
           "        [[ $COMP_CWORD == 1 ]] && words='%3'\n"
           "        [[ $word == -* ]] && words=$options files=no ;;\n"
           "    esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
           "    [[ $files == yes ]] && COMPREPLY+=($(compgen -f -- \"$word\"))\n"
           "}\n"
           "complete -o filenames -F _headscope headscope\n"_s.arg(optionsOf, valueCases,
                                                                   names.join(u' '));
}

} // namespace headscope
