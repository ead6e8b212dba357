// SPDX-License-Identifier: GPL-3.0-or-later
// Every option of every command, and of `export` against every kind of figure: it changes what
// comes out, or is refused in one sentence. None is taken and ignored.
#include "document/experiment_json.h"
#include "examples/examples.h"
#include "exit_code.h"
#include "options/export_options.h"
#include "options/option_meaning.h"
#include "options/train_picture.h"
#include "support/command_call.h"
#include "support/file_texts.h"
#include "support/page_situations.h"
#include "support/test_program.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

const QString reference = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/run/");
/// A model whose tokens are pieces of words.
const QString modelOfPieces = QStringLiteral(HEADSCOPE_TEST_DATA "/../resources/models/kjv-gpt2");

struct Kind {
    QString view;
    QStringList call;
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = [] {
        std::vector<Kind> kinds{
            {u"compare"_s, {u"--example"_s, u"ticket-learnt"_s, u"--compare"_s, u"ticket"_s}}};
        for (const PageEntry& entry : pageEntries()) {
            if (entry.id == "paint") // takes the options of headscope paint
                continue;
            const PageSituation& needs = situationOf(entry.id);
            const QString view = QString::fromLatin1(entry.id);
            QStringList call{u"--view"_s, view};
            if (needs.example)
                call << u"--example"_s << QString::fromLatin1(needs.example);
            else
                call << u"--model"_s << modelOfPieces << u"--text"_s
                     << QString::fromLatin1(needs.text);
            kinds.push_back({view, call});
        }
        return kinds;
    }();
    return all;
}

/// Whether it is what a page draws, with the options of that and no more.
bool isOfPage(const QString& view) {
    return view != "heads"_L1 && view != "compare"_L1 && view != "lines"_L1 && view != "train"_L1;
}

/// What needs another example than the options around it.
bool isTriedElsewhere(const QString& view, const QString& option) {
    // One sequence, equal models, and as many layers as it has; the row of a text is asked anyway.
    if (view == "layers"_L1)
        return option == "sequence"_L1 || option == "compare"_L1 || option == "scope"_L1 ||
               option == "cell"_L1 || option == "head"_L1;
    if (view == "norm"_L1)
        return option == "sequence"_L1 || option == "head"_L1; // it has one of each
    if (view == "compare"_L1 && option == "words"_L1)
        return true; // of two models, in the window
    return view == "shapes"_L1 && (option == "scope"_L1 || option == "sequence"_L1);
}

/// What an option is tried with, besides what else it needs.
struct Trial {
    QStringList given;     ///< the option and its value
    QStringList besides{}; ///< in both calls
    QString ending = u"svg"_s;
};

/// An option that is not here is none of a figure: it belongs to what is computed or trained.
std::optional<Trial> trialOf(const QString& option, const QString& view) {
    const bool train = view == "train"_L1;
    if (isOfPage(view) && option == "compare"_L1)
        return Trial{{u"--compare"_s, u"stack"_s}};
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
        {u"compare"_s, "ticket"}, {u"head"_s, "2"},        {u"cell"_s, "2,2"},
        {u"path"_s, "merge"},     {u"step"_s, "view"},     {u"element"_s, "3"},
        {u"measure"_s, "none"},   {u"zoom"_s, "2-3,1-2"},  {u"lesson"_s, "which-root"},
        {u"question"_s, "1"},
    };
    if (option == "order"_L1) // of a product
        return Trial{{u"--order"_s, u"rows"_s}, {u"--stage"_s, u"head_context"_s}};
    if (option == "progress"_L1) // of what moves
        return Trial{{u"--progress"_s, u"0.25"_s}, {u"--step"_s, u"transpose"_s}};
    if (option == "heads"_L1 && !train)
        return std::nullopt; // how many there are, beside inputs
    if (option == "show"_L1)
        return with(isOfPage(view) ? "mean" : "2");
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
        option == "crop"_L1 || option == "no-values"_L1 || option == "square-root"_L1 ||
        option == "words"_L1)
        return Trial{{u"--"_s + option}};
    const auto found = values.find(option);
    return found == values.end() ? std::nullopt : std::optional(with(found->second));
}

/// A call, and what options do in it.
struct Context {
    const char* name;
    QString call;
    QString ending;   ///< of --out; "" where there is none, "/" a folder
    const char* acts; ///< options with their values, ';' between
    const char* does_nothing;
};

const std::vector<Context>& contexts() {
    static const QString inputs =
        u" --query %1self_attention/q.npy --weights %1self_attention/w.safetensors --heads 2"_s.arg(
            reference);
    static const QString trained = QStringLiteral(HEADSCOPE_TEST_DATA "/reference/checkpoint/gpt2");
    static const QString boolMask = u" --mask %1bool_mask/bool_mask.npy"_s.arg(reference);
    static const QString masked =
        u" --query %1bool_mask/q.npy --weights %1bool_mask/w.safetensors --heads 2"_s.arg(
            reference) +
        boolMask;
    static const QString layers =
        u" --query %1encoder_layer/q.npy --weights %1encoder_layer/w.safetensors --heads 2"_s.arg(
            reference);
    static const QString cross =
        u" --query %1causal_with_more_keys/q.npy --weights %1causal_with_more_keys/w.safetensors --heads 2 --key %1causal_with_more_keys/k.npy"_s
            .arg(reference);
    static const std::vector<Context> all = {
        {"run", u"run --example ticket"_s, u"/"_s,
         "--mask causal;--window 2;--prefix 2;--fully-masked nan;--scale 0.3;--dropout 0.5;--bias "
         "all;--hold scores:1,2,1=3;--seq-first;--weight-layout per-head",
         "--layer a;--axes query,key;--values scores;--raw-pieces;--text a;--ids 1;--target-ids "
         "1;--off 1.1;--off-by mean;--lens;"
         "--seed 7;--mask-means masked;--causal-alignment lower-right;--query q.npy;--key "
         "k.npy;--value v.npy;--weights w.safetensors;--heads 2;--key-padding p.npy;--activation "
         "gelu;--placement pre"},
        {"run_of_a_trained_model", u"run --model %1 --ids 3,1"_s.arg(trained), u"/"_s,
         "--off 1.2;--lens", "--causal-alignment lower-right;--target-ids 1;--off-by mean"},
        {"run_without_a_head", u"run --model %1 --ids 3,1 --off 1.2"_s.arg(trained), u"/"_s,
         "--off-by mean", ""},
        {"heads_of_a_trained_model", u"heads --model %1 --ids 3,1,4"_s.arg(trained), u""_s,
         "--off 1.2;--layer 2;--head 2", "--window 2;--scale 0.3;--fully-masked nan"},
        {"heads_of_pieces", u"heads --model %1 --ids 40,77,258,804"_s.arg(modelOfPieces), u""_s,
         "--words", ""},
        {"run_drawn", u"run --example ticket --dropout 0.5"_s, u"/"_s, "--seed 7", ""},
        {"run_masked", u"run"_s + masked, u"/"_s, "--mask-means masked", ""},
        {"run_layers", u"run"_s + layers, u"/"_s, "--activation gelu;--placement pre", ""},
        {"run_cross", u"run --mask causal"_s + cross, u"/"_s, "--causal-alignment lower-right", ""},
        {"heads", u"heads --example ticket"_s, u""_s,
         "--mask causal;--window 2;--prefix 2;--scale 0.3;--hold scores:1,2,1=3;--head 2",
         "--layer a;--axes query,key;--values scores;--raw-pieces;--text a;--ids 1;--off "
         "1.1;--off-by mean;"
         "--seed 7;--dropout 0.5;--seq-first;--mask-means masked;--causal-alignment "
         "lower-right;--query q.npy;--key k.npy;--value v.npy;--weights w.safetensors;--heads "
         "2;--key-padding p.npy;--activation gelu;--placement pre"},
        {"heads_of_a_model", u"heads --example encoder-decoder"_s, u""_s,
         "--dropout 0.5;--scope decoder/0/cross_attention", ""},
        {"export", u"export --example ticket"_s, u".svg"_s,
         "--mask causal;--window 2;--prefix 2;--scale 0.3;--dropout 0.5;--bias all;--hold "
         "scores:1,2,1=3;--show 2",
         "--seed 7;--seq-first;--mask-means masked;--causal-alignment lower-right;--query "
         "q.npy;--key k.npy;--value v.npy;--weights w.safetensors;--key-padding p.npy;--dpi 77;"
         "--activation gelu;--placement pre"},
        {"export_scores", u"export --example ticket --stage scores"_s, u".svg"_s,
         "--rows keys;--letters;--columns 1;--colours grey", "--colours magma"},
        {"export_output", u"export --example ticket --stage output"_s, u".svg"_s, "",
         "--colours magma;--rows keys;--letters;--columns 1"},
        {"export_table", u"export --view train --task copy --steps 2"_s, u".csv"_s, "--seed 9",
         "--part film;--size 900x700;--dpi 99;--values scores;--playhead 1;--theme dark;--colours "
         "magma;--language zh;--scope encoder/0/self_attention"},
        {"shapes", u"shapes --example arange"_s, u""_s,
         "--mask causal;--window 2;--prefix 2;--scale 0.3;--dropout 0.5;--seq-first;--wrong;--path "
         "merge",
         "--layer a;--seed 7;--mask-means masked;--causal-alignment lower-right;--query "
         "q.npy;--key "
         "k.npy;--value v.npy;--weights w.safetensors;--heads 2;--key-padding p.npy;--activation "
         "gelu;--placement pre"},
        {"shapes_split", u"shapes --example ticket --path split"_s, u""_s,
         "--of value;--seq-first;--wrong;--shape 2,3,6",
         "--mask causal;--window 2;--prefix 2;--scale 0.3;--fully-masked nan;--dropout 0.5;--hold "
         "scores:1,2,1=3"},
        {"shapes_merge", u"shapes --example ticket --path merge"_s, u""_s,
         "--mask causal;--seq-first;--hold scores:1,2,1=3", "--of value"},
        {"shapes_side", u"shapes --example ticket --path side-by-side"_s, u""_s, "--mask causal",
         "--of value;--seq-first"},
        {"shapes_sizes", u"shapes --shape 2,3,6 --heads 3"_s, u""_s, "--seq-first;--path merge",
         "--of value;--mask causal;--scale 0.3;--bias all;--hold scores:1,1,1=2;--memory-limit "
         "1G;--scope a;--fully-masked nan"},
        {"shapes_of_a_model", u"shapes --example encoder-decoder"_s, u""_s,
         "--scope decoder/0/self_attention", "--text a;--ids 1;--off 1.1;--off-by mean"},
        {"shapes_of_a_trained_model", u"shapes --model %1 --ids 3,1,4"_s.arg(trained), u""_s,
         "--layer 2;--scope layers/1/self_attention;--of key;--seq-first",
         "--window 2;--scale 0.3;--fully-masked nan;--hold scores:1,1,1=2"},
        {"animate_a_trained_model",
         u"animate --model %1 --ids 3,1,4 --view steps --size 640x480 --fps 1 --from scores --to scores"_s
             .arg(trained),
         u".gif"_s, "--layer 2;--head 2", "--scale 0.3"},
        {"animate", u"animate --example arange --fps 10 --from view --to transpose"_s, u".gif"_s,
         "--colour token;--dialect numpy;--no-wrong;--element 3;--theme dark;--language zh;--size "
         "500x400;--fps 3;--from transpose;--speed 2;--once",
         "--mask causal;--window 2;--prefix 2;--scale 0.3;--dropout 0.5;--head 2;--cell "
         "2,2;--sequence 1;--order rows;--task copy;--steps 3;--values scores"},
        {"animate_steps",
         u"animate --view steps --example ticket --size 640x480 --fps 1 --from scores --to scores"_s,
         u".gif"_s,
         "--head 2;--cell 10,6;--order rows;--dialect numpy;--to scaled_scores;--speed 3",
         "--mask causal;--scale 0.3;--seed 7;--dropout 0.5;--path merge;--no-wrong;--colour "
         "token;--element 3;--of value;--hold scores:1,1,1=2;--memory-limit 1G"},
        {"animate_merge", u"animate --example arange --fps 1"_s, u".gif"_s, "--path merge", ""},
        {"animate_train", u"animate --view train --task copy --steps 2 --size 560x360 --fps 2"_s,
         u".gif"_s, "--seed 9;--heads 4;--dropout 0.2;--values scores;--from 2;--to 0",
         "--path merge;--speed 2;--dialect numpy;--scope "
         "encoder/0/self_attention;--head 2;--momentum 0.5;--context 9"},
        {"worksheet", u"worksheet --example ticket"_s, u".tex"_s,
         "--stages scores;--blanks 3;--seed 3;--digits 3;--first-tokens 2;--show 2;--paper "
         "letter;--language zh;--title T;--no-solutions;--one-file;--as-it-is;--mask "
         "causal;--window 2;--prefix "
         "2;--scale 0.3;--dropout 0.5;--bias all;--hold scores:1,2,1=3",
         "--layer a;--seq-first;--mask-means masked;--causal-alignment lower-right;--query "
         "q.npy;--key k.npy;--value v.npy;--weights w.safetensors;--heads 2;--key-padding "
         "p.npy;--activation gelu;--placement pre"},
        {"train", u"train --task copy --steps 2"_s, u".headscope"_s,
         "--seed 9;--data-seed 3;--heads 4;--d-model 16;--d-k 3;--d-ff 17;--dropout 0.1;--batch "
         "8;--held-out 0.3;--rate 0.01;--beta1 0.5;--beta2 0.5;--epsilon 0.1;--weight-decay "
         "0.1;--clip 0.1;--warm-up 2;--decay cosine;--decay-start 0.2;--smoothing 0.2;--layers "
         "1,2;--optimiser sgd;--norm batch;--placement pre;--activation gelu;--record-every "
         "1;--steps 3",
         "--momentum 0.5;--context 9;--tokenizer words;--sentences en"},
        {"train_sgd", u"train --task copy --steps 2 --optimiser momentum --decay none"_s,
         u".headscope"_s, "--momentum 0.5",
         "--beta1 0.5;--beta2 0.5;--epsilon 0.1;--decay-start 0.2"},
        {"train_one_attention", u"train --task positions --steps 2"_s, u".headscope"_s,
         "--rate 0.01;--sentences en",
         "--layers 2;--d-ff 17;--norm batch;--placement pre;--activation gelu"},
    };
    return all;
}

QStringList listOf(const char* options) {
    return QString::fromUtf8(options).split(u';', Qt::SkipEmptyParts);
}

} // namespace

class TestExportKinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    /// An option is asked for by who knows it.
    void init() { QTest::failOnWarning(QRegularExpression(u"QCommandLineParser"_s)); }
    void an_option_acts_or_is_refused_data();
    void an_option_acts_or_is_refused();
    void every_option_of_a_figure_is_tried();
    void an_option_of_a_command_acts_or_is_refused_data();
    void an_option_of_a_command_acts_or_is_refused();
    void every_option_of_a_command_is_tried();
    void nothing_is_no_value();
    void a_former_name_is_taken_and_said_data();
    void a_former_name_is_taken_and_said();
    void what_stands_behind_two_dashes_is_no_option();

private:
    QByteArray resultOf(const QStringList& arguments, const QString& ending, Outcome& outcome);

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
        const QString& view = kinds()[kind].view;
        for (const QCommandLineOption& each : options) {
            const QString option = each.names().constFirst();
            const bool isCall =
                option == "help"_L1 || option == "out"_L1 || option == "view"_L1 ||
                option == "example"_L1 ||
                (option == "compare"_L1 && (view == "heads"_L1 || view == "compare"_L1)) ||
                isTriedElsewhere(view, option);
            const bool tried =
                trialOf(option, view).has_value() || !belongsToView(u"export"_s, option, view);
            if (!isCall && tried)
                QTest::addRow("%s_%s", qPrintable(view), qPrintable(option))
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
    Trial trial = trialOf(option, figure.view).value_or(Trial{{alone}});
    if (option == "order"_L1 && figure.view == "layers"_L1)
        trial = Trial{{u"--order"_s, u"within"_s}};
    if (option == "progress"_L1 && figure.view == "steps"_L1)
        trial.besides.clear();
    if (figure.view == "norm"_L1 && (option == "stage"_L1 || option == "scope"_L1))
        trial = Trial{{u"--"_s + option,
                       option == "stage"_L1 ? u"variance"_s : u"encoder/0/feed_forward_norm"_s}};
    QStringList base = figure.call;
    // Some need a model, or several sequences.
    if (figure.view == "train"_L1 && option == "scope"_L1) {
        base = {u"--view"_s, u"train"_s};
    } else if (base.contains(u"--example"_s) && figure.view != "norm"_L1 &&
               (option == "scope"_L1 || option == "sequence"_L1)) {
        const bool scope = option == "scope"_L1;
        base[base.indexOf(u"--example"_s) + 1] = scope ? u"encoder-decoder"_s : u"causal-padding"_s;
        if (figure.view == "compare"_L1)
            base[base.indexOf(u"--compare"_s) + 1] =
                scope ? u"encoder-decoder"_s : u"fully-masked"_s;
    }
    if (option == "words"_L1 && base.contains(u"--example"_s) &&
        belongsToView(u"export"_s, option, figure.view)) {
        base[base.indexOf(u"--example"_s) + 1] = modelOfPieces;
        base[base.indexOf(u"--example"_s)] = u"--model"_s;
        base << u"--text"_s << u"And Nebuchadnezzar spake"_s;
    }
    const QString file = m_folder.filePath(u"figure."_s + trial.ending);
    QFile::remove(file);
    if (!belongsToView(u"export"_s, option, figure.view)) {
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
    if (option == "stage"_L1 && figure.view == "lines"_L1) { // of which it has few
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
    for (const QCommandLineOption& option : sourceOptions())
        computed << option.names().constFirst();
    for (const QCommandLineOption& option : exportOptions()) {
        const QString name = option.names().constFirst();
        QVERIFY2(computed.contains(name) || trialOf(name, u"heads"_s), qPrintable(name));
    }
}

/// All that a call writes and prints, but for how long it took.
QByteArray TestExportKinds::resultOf(const QStringList& arguments, const QString& ending,
                                     Outcome& outcome) {
    const QString out = m_folder.filePath(u"result"_s + (ending == "/"_L1 ? QString() : ending));
    QFile::remove(out);
    (void)withoutFolder(out);
    const QString beside = m_folder.filePath(u"result-solutions"_s + ending);
    QFile::remove(beside);
    outcome = call(arguments + (ending.isEmpty() ? QStringList() : QStringList{u"--out"_s, out}));
    QByteArray result = ending.isEmpty() ? outcome.out.toUtf8() : QByteArray();
    if (ending != "/"_L1)
        return QFile::exists(out)
                   ? contentOf(out) + (QFile::exists(beside) ? contentOf(beside) : QByteArray())
                   : result;
    for (const QFileInfo& file : QDir(out).entryInfoList(QDir::Files, QDir::Name))
        result += file.fileName().toUtf8() + contentOf(file.filePath());
    return result;
}

void TestExportKinds::an_option_of_a_command_acts_or_is_refused_data() {
    QTest::addColumn<int>("context");
    QTest::addColumn<QString>("given");
    QTest::addColumn<bool>("acts");
    for (int i = 0; i < static_cast<int>(contexts().size()); ++i) {
        const Context& context = contexts()[static_cast<std::size_t>(i)];
        for (const bool acts : {true, false}) {
            for (const QString& given : listOf(acts ? context.acts : context.does_nothing))
                QTest::addRow("%s %s", context.name, qPrintable(given)) << i << given << acts;
        }
    }
}

void TestExportKinds::an_option_of_a_command_acts_or_is_refused() {
    QFETCH(const int, context);
    QFETCH(const QString, given);
    QFETCH(const bool, acts);
    const Context& tried = contexts()[static_cast<std::size_t>(context)];
    const QStringList base = tried.call.split(u' ');
    Outcome outcome;
    QByteArray& before = m_files[base + QStringList{tried.ending}];
    if (before.isEmpty())
        before = resultOf(base, tried.ending, outcome);
    QVERIFY2(!before.isEmpty(), qPrintable(outcome.err));
    QStringList arguments = base;
    // Sizes stand instead of an example.
    if (given.startsWith("--shape"_L1) && acts)
        arguments = {u"shapes"_s, u"--path"_s, u"split"_s, u"--heads"_s, u"3"_s};
    const QByteArray after = resultOf(arguments + given.split(u' '), tried.ending, outcome);
    if (acts) {
        QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
        QVERIFY2(after != before, "the option was taken and ignored");
        return;
    }
    QCOMPARE(outcome.status, int{exitUsage});
    const QString start =
        u"headscope %1: %2 does nothing "_s.arg(base[0], given.section(u' ', 0, 0));
    QVERIFY2(outcome.err.startsWith(start), qPrintable(outcome.err));
    QVERIFY2(outcome.err.contains(u": it goes with "_s), qPrintable(outcome.err));
    QVERIFY(after.isEmpty());
}

/// So that a new option is not forgotten: those of screenshot and paint have tests of their own.
void TestExportKinds::every_option_of_a_command_is_tried() {
    static const QStringList always = {u"out"_s,     u"help"_s,  u"example"_s,     u"view"_s,
                                       u"history"_s, u"log"_s,   u"resume"_s,      u"task"_s,
                                       u"data"_s,    u"watch"_s, u"memory-limit"_s};
    for (const QString& command : {u"run"_s, u"heads"_s, u"shapes"_s, u"worksheet"_s, u"train"_s}) {
        QString tried;
        for (const Context& context : contexts()) {
            if (context.call.startsWith(command + u' '))
                tried += u' ' + context.call + u' ' +
                         QString::fromUtf8(context.acts).replace(u';', u' ') + u' ' +
                         QString::fromUtf8(context.does_nothing).replace(u';', u' ');
        }
        const QStringList words = tried.split(u' ');
        static const QRegularExpression name(u"^  --([a-z0-9-]+)"_s,
                                             QRegularExpression::MultilineOption);
        for (const auto& match : name.globalMatch(call({command, u"--help"_s}).out)) {
            const QString option = match.captured(1);
            // Words and files of attention have tests of their own.
            if (always.contains(option) || option == "key-tokens"_L1 || option == "attention"_L1 ||
                (option == "tokens"_L1 && (command != "worksheet"_L1 && command != "train"_L1)) ||
                (command == "heads"_L1 && (option == "bias"_L1 || option == "fully-masked"_L1)) ||
                (command == "worksheet"_L1 &&
                 (option == "sequence"_L1 || option == "scope"_L1 || option == "fully-masked"_L1)))
                continue;
            QVERIFY2(words.contains(u"--"_s + option), qPrintable(command + u" --"_s + option));
        }
    }
}

void TestExportKinds::nothing_is_no_value() {
    for (const QString& line :
         {u"run --example ticket --weight-layout"_s, u"run --example ticket --key"_s,
          u"export --example ticket --title"_s, u"animate --from"_s, u"worksheet --first-tokens"_s,
          u"train --task copy --history"_s, u"paint --example ticket --figure"_s,
          u"screenshot --step"_s, u"heads --example"_s, u"shapes --path"_s}) {
        const QStringList words = line.split(u' ');
        const Outcome outcome = call(words + QStringList{QString()});
        QCOMPARE(outcome.status, int{exitUsage});
        QVERIFY2(
            outcome.err.startsWith(u"headscope %1: %2 takes "_s.arg(words[0], words.constLast())) &&
                outcome.err.contains(u"was given nothing"_s),
            qPrintable(outcome.err));
    }
}

void TestExportKinds::a_former_name_is_taken_and_said_data() {
    QTest::addColumn<QString>("former");
    QTest::addColumn<QString>("now");
    const auto row = [](const char* former, const char* now) {
        QTest::newRow(former) << QString::fromLatin1(former) << QString::fromLatin1(now);
    };
    row("export --example ticket --heads 1,3", "export --example ticket --show 1,3");
    row("export --example ticket --heads=mean", "export --example ticket --show=mean");
    const QByteArray weights = u"export --query %1self_attention/q.npy --weights "
                               "%1self_attention/w.safetensors --heads 2"_s.arg(reference)
                                   .toUtf8();
    row(weights + " --heads 1", weights + " --show 1");
    const QByteArray model = " --model " + modelOfPieces.toUtf8() + " --text begin ";
    row("generate" + model + "--tokens 2 --ids",
        "generate" + model + "--max-new-tokens 2 --print-ids");
    row("ablate" + model + "--target 7", "ablate" + model + "--token 7");
    // What stands behind an option is its value, however it looks.
    row("export --example ticket --title --heads", "export --example ticket --title --heads");
    row("worksheet --example ticket --tokens 3 --head 2 --steps scores",
        "worksheet --example ticket --first-tokens 3 --show 2 --stages scores");
    const QString text = m_folder.filePath(u"text.txt"_s);
    QFile file(text);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("the cat sat on the mat and the dog sat on the log ").repeated(60));
    const QByteArray train = "train --task own-text --steps 2 --data " + text.toUtf8();
    row(train + " --tokens words", train + " --tokenizer words");
}

void TestExportKinds::a_former_name_is_taken_and_said() {
    QFETCH(QString, former);
    QFETCH(QString, now);
    static const std::map<QString, QString> endings = {
        {u"train"_s, u".headscope"_s}, {u"export"_s, u".svg"_s},   {u"screenshot"_s, u".png"_s},
        {u"worksheet"_s, u".tex"_s},   {u"generate"_s, QString()}, {u"ablate"_s, QString()}};
    const QString ending = endings.at(now.section(u' ', 0, 0));
    Outcome said;
    Outcome outcome;
    const QByteArray written = resultOf(former.split(u' '), ending, said);
    QVERIFY2(said.status == exitDone, qPrintable(said.err));
    QCOMPARE(written, resultOf(now.split(u' '), ending, outcome));
    QVERIFY2(!outcome.err.contains(u" is called "_s), qPrintable(outcome.err));
    const QStringList words = now.split(u' ');
    const QStringList before = former.split(u' ');
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (words[i] != before[i])
            QVERIFY2(said.err.contains(u": %1 is called %2 now\n"_s.arg(
                         before[i].section(u'=', 0, 0), words[i].section(u'=', 0, 0))),
                     qPrintable(said.err));
    }
}

void TestExportKinds::what_stands_behind_two_dashes_is_no_option() {
    const QString file = m_folder.filePath(u"dashes.svg"_s);
    const QStringList base = {u"export"_s, u"--example"_s, u"ticket"_s, u"--out"_s, file};
    for (const QString& word : {u"--mask=causal"_s, u"--no-values"_s, u"--help"_s}) {
        const Outcome outcome = call(base + QStringList{u"--"_s, word});
        QCOMPARE(outcome.status, int{exitUsage});
        QVERIFY2(outcome.err.contains(u"\"%1\" belongs to no option"_s.arg(word)),
                 qPrintable(outcome.err));
        QVERIFY(!QFile::exists(file));
    }
    // A file may be called like one.
    const QString there = QDir::currentPath();
    QVERIFY(QDir::setCurrent(m_folder.path()));
    QFile experiment(u"--mask.headscope"_s);
    QVERIFY(experiment.open(QIODevice::WriteOnly));
    const std::string json = experimentToJson(findExample("ticket")->make());
    experiment.write(json.data(), static_cast<qint64>(json.size()));
    experiment.close();
    const Outcome named = call({u"heads"_s, u"--"_s, u"--mask.headscope"_s});
    QVERIFY(QDir::setCurrent(there));
    QVERIFY2(named.status == exitDone, qPrintable(named.err));
    QCOMPARE(named.out, call({u"heads"_s, u"--example"_s, u"ticket"_s}).out);
    QVERIFY(wantsWindow({u"--"_s, u"-x.headscope"_s}));
    QVERIFY(wantsWindow({u"--profile"_s, u"masks"_s, u"--"_s, u"-x.headscope"_s}));
    QVERIFY(!wantsWindow({u"-x.headscope"_s}));
}

HEADSCOPE_TEST(TestExportKinds, headscope::testing::NoApplication)
#include "test_export_kinds.moc"
