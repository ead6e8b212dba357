// SPDX-License-Identifier: GPL-3.0-or-later
#include "export_kinds.h"

#include "export_options.h"
#include "train_picture.h"

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

/// Which kinds an option is for, as bits.
constexpr unsigned of(ExportKind kind) {
    return 1U << static_cast<unsigned>(kind);
}
constexpr unsigned ofHeads = of(ExportKind::Heads);
constexpr unsigned ofCompare = of(ExportKind::Compare);
constexpr unsigned ofLines = of(ExportKind::Lines);
constexpr unsigned ofTrain = of(ExportKind::Train);

struct OptionUse {
    const char* option;
    unsigned kinds;
};

/// All options but those of what is computed, and those that only a training has.
constexpr OptionUse uses[] = {
    {"help", ofHeads | ofCompare | ofLines | ofTrain},
    {"out", ofHeads | ofCompare | ofLines | ofTrain},
    {"view", ofHeads | ofCompare | ofLines | ofTrain},
    {"part", ofTrain},
    {"compare", ofCompare},
    {"stage", ofHeads | ofCompare | ofLines},
    {"scope", ofHeads | ofCompare | ofLines | ofTrain},
    {"heads", ofHeads | ofCompare | ofLines},
    {"sequence", ofHeads | ofCompare | ofLines},
    {"preset", ofHeads | ofLines},
    {"size", ofHeads | ofCompare | ofLines | ofTrain},
    {"dpi", ofHeads | ofCompare | ofLines | ofTrain},
    {"columns", ofHeads},
    {"letters", ofHeads},
    {"title", ofHeads | ofLines},
    {"subtitle", ofHeads | ofLines},
    {"no-title", ofHeads | ofLines},
    {"caption", ofHeads},
    {"crop", ofHeads},
    {"theme", ofHeads | ofCompare | ofLines | ofTrain},
    {"colours", ofHeads | ofCompare | ofTrain},
    {"range", ofHeads | ofCompare},
    {"square-root", ofHeads},
    {"rows", ofHeads},
    {"no-values", ofHeads | ofCompare},
    {"ask-query", ofLines},
    {"ask-key", ofLines},
    {"kept", ofLines},
    {"hide", ofLines},
    {"renormalise", ofLines},
    {"no-self", ofLines},
    {"language", ofHeads | ofCompare | ofLines | ofTrain},
    {"format", ofHeads | ofCompare | ofLines},
    {"example", ofHeads | ofCompare | ofLines | ofTrain},
};

bool has(const QList<QCommandLineOption>& options, const QString& name) {
    return std::ranges::any_of(
        options, [&](const QCommandLineOption& one) { return one.names().contains(name); });
}

unsigned kindsOf(const QString& option) {
    // --heads and --seed mean something else to a training, but something.
    const unsigned ofTraining = has(trainPictureOptions(), option) ? ofTrain : 0;
    const auto use = std::ranges::find_if(
        uses, [&](const OptionUse& one) { return option == QLatin1String(one.option); });
    if (use != std::end(uses))
        return use->kinds | ofTraining;
    // The inputs of what is computed.
    return (has(exportOptions(), option) ? ofHeads | ofCompare | ofLines : 0) | ofTraining;
}

/// How a figure is asked for.
QString wayTo(ExportKind kind) {
    switch (kind) {
    case ExportKind::Heads: return u"--view heads"_s;
    case ExportKind::Compare: return u"--compare"_s;
    case ExportKind::Lines: return u"--view lines"_s;
    case ExportKind::Train: return u"--view train"_s;
    }
    return {};
}

} // namespace

Result<ExportKind> exportKind(const QCommandLineParser& parser) {
    const QString view = parser.value(u"view"_s);
    if (view == "lines"_L1)
        return ExportKind::Lines;
    if (view == "train"_L1)
        return ExportKind::Train;
    if (view == "heads"_L1)
        return parser.isSet(u"compare"_s) ? ExportKind::Compare : ExportKind::Heads;
    return makeError("there is no figure of the view \"%1\"; there are heads, lines and train",
                     view.toStdString());
}

bool belongsTo(const QString& option, ExportKind kind) {
    return (kindsOf(option) & of(kind)) != 0;
}

QString strayExportOption(const QCommandLineParser& parser, ExportKind kind) {
    for (const QString& given : parser.optionNames()) {
        if (belongsTo(given, kind))
            continue;
        if (given == "compare"_L1) // it is asked for in the view of the heads
            return u"--compare belongs to --view heads"_s;
        // In the heads' own view two figures can be meant.
        if (kind == ExportKind::Compare && belongsTo(given, ExportKind::Heads))
            return u"--%1 is for the figure of the heads, not for --compare"_s.arg(given);
        for (const ExportKind other :
             {ExportKind::Heads, ExportKind::Lines, ExportKind::Train, ExportKind::Compare}) {
            if (belongsTo(given, other))
                return u"--%1 belongs to %2"_s.arg(given, wayTo(other));
        }
    }
    return {};
}

} // namespace headscope
