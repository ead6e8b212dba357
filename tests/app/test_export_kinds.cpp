// SPDX-License-Identifier: GPL-3.0-or-later
// Every option of `export` against every kind of figure: it changes the file, or is refused in one
// sentence. None is taken and ignored.
#include "exit_code.h"
#include "export_kinds.h"
#include "export_options.h"
#include "support/command_call.h"
#include "support/file_texts.h"
#include "support/test_program.h"
#include "train_picture.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

struct Kind {
    ExportKind kind;
    const char* name;
    QStringList call;
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = {
        {ExportKind::Heads, "heads", {u"--example"_s, u"causal-padding"_s}},
        {ExportKind::Compare,
         "compare",
         {u"--example"_s, u"ticket-learnt"_s, u"--compare"_s, u"ticket"_s}},
        {ExportKind::Lines,
         "lines",
         {u"--view"_s, u"lines"_s, u"--example"_s, u"causal-padding"_s}},
        {ExportKind::Train, "train", {u"--view"_s, u"train"_s, u"--example"_s, u"ticket-learnt"_s}},
    };
    return all;
}

/// What an option is tried with, besides what else it needs.
struct Trial {
    QStringList given;     ///< the option and its value
    QStringList besides{}; ///< in both calls
    QString ending = u"svg"_s;
};

/// An option that is not here is none of a figure: it belongs to what is computed or trained.
std::optional<Trial> trialOf(const QString& option, ExportKind kind) {
    const bool train = kind == ExportKind::Train;
    const auto with = [&](const char* value) {
        return Trial{{u"--"_s + option, QString::fromUtf8(value)}};
    };
    const std::map<QString, const char*> values = {
        {u"part"_s, "curves"},    {u"stage"_s, "scores"},  {u"sequence"_s, "2"},
        {u"preset"_s, "85mm"},    {u"size"_s, "900x700"},  {u"columns"_s, "1"},
        {u"title"_s, "T"},        {u"subtitle"_s, "S"},    {u"caption"_s, "C"},
        {u"theme"_s, "dark"},     {u"colours"_s, "magma"}, {u"range"_s, "head"},
        {u"rows"_s, "keys"},      {u"ask-query"_s, "2"},   {u"ask-key"_s, "2"},
        {u"kept"_s, "60"},        {u"hide"_s, "first"},    {u"language"_s, "zh"},
        {u"compare"_s, "ticket"},
    };
    if (option == "heads"_L1 && !train)
        return with("2");
    if (option == "dpi"_L1)
        return Trial{{u"--dpi"_s, u"77"_s}, {}, u"png"_s};
    if (option == "format"_L1)
        return with("pdf");
    if (option == "scope"_L1 && train)
        return Trial{{u"--scope"_s, u"encoder/0/self_attention"_s},
                     {u"--task"_s, u"translate"_s, u"--layers"_s, u"1,1"_s, u"--steps"_s, u"2"_s}};
    if (option == "scope"_L1)
        return with("decoder/0/cross_attention");
    if (option == "renormalise"_L1)
        return Trial{{u"--renormalise"_s}, {u"--hide"_s, u"1"_s, u"--ask-query"_s, u"2"_s}};
    if (option == "no-self"_L1 || option == "letters"_L1 || option == "no-title"_L1 ||
        option == "crop"_L1 || option == "no-values"_L1 || option == "square-root"_L1)
        return Trial{{u"--"_s + option}};
    const auto found = values.find(option);
    return found == values.end() ? std::nullopt : std::optional(with(found->second));
}

} // namespace

class TestExportKinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void an_option_acts_or_is_refused_data();
    void an_option_acts_or_is_refused();
    void every_option_of_a_figure_is_tried();

private:
    QTemporaryDir m_folder;
    std::map<QStringList, QByteArray> m_files;

    Outcome draw(const QStringList& arguments, const QString& file) {
        return call(QStringList{u"export"_s, u"--out"_s, file} + arguments);
    }
};

void TestExportKinds::an_option_acts_or_is_refused_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("option");
    QTest::addColumn<bool>("isSwitch");
    const QList<QCommandLineOption> options = withTrainPictureOptions(exportOptions());
    for (std::size_t kind = 0; kind < kinds().size(); ++kind) {
        for (const QCommandLineOption& each : options) {
            const QString option = each.names().constFirst();
            const bool isCall = option == "help"_L1 || option == "out"_L1 || option == "view"_L1 ||
                                option == "example"_L1 ||
                                (option == "compare"_L1 && kinds()[kind].kind < ExportKind::Lines);
            const bool tried = trialOf(option, kinds()[kind].kind).has_value() ||
                               !belongsTo(option, kinds()[kind].kind);
            if (!isCall && tried)
                QTest::addRow("%s_%s", kinds()[kind].name, qPrintable(option))
                    << static_cast<int>(kind) << option << each.valueName().isEmpty();
        }
    }
}

void TestExportKinds::an_option_acts_or_is_refused() {
    QFETCH(const int, kind);
    QFETCH(const QString, option);
    const Kind& figure = kinds()[static_cast<std::size_t>(kind)];
    QFETCH(const bool, isSwitch);
    const QString alone = u"--"_s + option + (isSwitch ? QString() : u"=1"_s);
    const Trial trial = trialOf(option, figure.kind).value_or(Trial{{alone}});
    QStringList base = figure.call;
    // Some need a model, or several sequences.
    if (figure.kind == ExportKind::Train && option == "scope"_L1) {
        base = {u"--view"_s, u"train"_s};
    } else if (option == "scope"_L1 || option == "sequence"_L1) {
        const bool scope = option == "scope"_L1;
        base[base.indexOf(u"--example"_s) + 1] = scope ? u"encoder-decoder"_s : u"causal-padding"_s;
        if (figure.kind == ExportKind::Compare)
            base[base.indexOf(u"--compare"_s) + 1] =
                scope ? u"encoder-decoder"_s : u"fully-masked"_s;
    }
    const QString file = m_folder.filePath(u"figure."_s + trial.ending);
    QFile::remove(file);
    if (!belongsTo(option, figure.kind)) {
        const Outcome outcome = draw(base + trial.given, file);
        QCOMPARE(outcome.status, int{exitUsage});
        const QStringList lines = outcome.err.split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2); // the sentence, and where there is help
        QVERIFY2(lines[0].startsWith(u"headscope export: --%1 "_s.arg(option)),
                 qPrintable(lines[0]));
        QVERIFY(!QFile::exists(file));
        return;
    }
    base += trial.besides;
    if (option == "stage"_L1 && figure.kind == ExportKind::Lines) { // of which it has few
        const Outcome outcome = draw(base + trial.given, file);
        QCOMPARE(outcome.status, int{exitUsage});
        QVERIFY2(outcome.err.contains(u"--view lines draws attention_weights or dropped_weights"_s),
                 qPrintable(outcome.err));
        return;
    }
    const auto contentOfCall = [&](const QStringList& arguments) {
        const Outcome outcome = draw(arguments, file);
        if (outcome.status != exitDone)
            qWarning("%s", qPrintable(outcome.err));
        return outcome.status == exitDone ? contentOf(file) : QByteArray();
    };
    QByteArray& before = m_files[base + QStringList{trial.ending}];
    if (before.isEmpty())
        before = contentOfCall(base);
    const QByteArray after = contentOfCall(base + trial.given);
    QVERIFY(!before.isEmpty() && !after.isEmpty());
    QVERIFY2(before != after, "the option was taken and ignored");
}

/// So that a new option is not forgotten here: what is not tried belongs to what is computed.
void TestExportKinds::every_option_of_a_figure_is_tried() {
    QStringList computed{u"help"_s, u"out"_s, u"view"_s};
    for (const QCommandLineOption& option : problemOptions())
        computed << option.names().constFirst();
    for (const QCommandLineOption& option : exportOptions()) {
        const QString name = option.names().constFirst();
        QVERIFY2(computed.contains(name) || trialOf(name, ExportKind::Heads), qPrintable(name));
    }
}

HEADSCOPE_TEST(TestExportKinds, headscope::testing::NoApplication)
#include "test_export_kinds.moc"
