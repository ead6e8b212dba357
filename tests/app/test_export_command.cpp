// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "examples/origin.h"
#include "exit_code.h"
#include "experiment/experiment_run.h"
#include "formats/npy/npy.h"
#include "formats/safetensors.h"
#include "scene/palette.h"
#include "support/command_call.h"
#include "support/file_texts.h"
#include "support/tensor_files.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "transformer/run_model.h"
#include "window/export/page_export_dialog.h"
#include "window/frame/page_stack.h"
#include "words/learnt_words.h"

#include <QApplication>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

Outcome callExport(const QStringList& arguments) {
    return call(QStringList{u"export"_s} + arguments);
}

} // namespace

class TestExportCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void letters_that_no_font_has_are_said_data();
    void letters_that_no_font_has_are_said();
    void every_example_in_every_format_data();
    void every_example_in_every_format();
    void every_stage_of_an_example();
    void the_block_of_a_model_is_chosen();
    void numbers_that_are_held_are_said();
    void options_change_the_picture();
    void chosen_heads_are_drawn();
    void presets_are_so_wide_and_type_so_large_data();
    void presets_are_so_wide_and_type_so_large();
    void words_of_a_figure_are_chosen();
    void columns_and_crop_change_the_page();
    void what_is_all_masked_lacks_no_numbers();
    void languages_differ_in_words_not_in_numbers();
    void files_take_the_options_of_run();
    void wrong_usage_is_explained_data();
    void wrong_usage_is_explained();
    void two_processes_write_the_same_bytes();
    void a_full_device_is_a_failure();
    void an_old_file_stays_where_nothing_new_is_complete();
    void no_display_is_needed();
    void a_page_is_written_as_the_window_writes_it_data();
    void a_page_is_written_as_the_window_writes_it();
    void an_attention_from_a_file_is_drawn_as_its_run_data();
    void an_attention_from_a_file_is_drawn_as_its_run();
    void pages_say_what_an_attention_from_a_file_lacks();
    void a_painting_is_searched_for_and_drawn();
    void the_slide_of_a_lesson_is_drawn();
    void what_heads_have_learnt_stands_at_them();
    void foreign_words_stand_with_what_they_mean();

private:
    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    /// The weights of all encoder layers of an example as one file, and its words as another.
    QStringList layersOf(const QString& example, int layers) const;
};

void TestExportCommand::what_heads_have_learnt_stands_at_them() {
    const QString file = path(u"learnt.svg"_s);
    const auto texts = [&file](const QStringList& more) {
        const Outcome outcome =
            callExport(QStringList{u"--example"_s, u"ticket-learnt-en"_s, u"--out"_s, file} + more);
        return outcome.status == exitDone ? textsOf(file) : QStringList();
    };
    // The window's own words of each head, under its title.
    const Example& example = *findExample("ticket-learnt-en");
    const Experiment& learnt = example.original();
    const auto trace = std::make_shared<const Trace>(runModel(modelProblemOf(learnt)).value());
    const RunOrigin origin = runOf(learnt, trace, example.source().training())->origin();
    const QStringList whole = texts({});
    const QStringList one = texts({u"--show"_s, u"4"_s});
    for (int head = 0; head < 4; ++head) {
        const QString job = headLearnt(origin, "", head)->brief;
        QVERIFY2(whole.contains(job), qPrintable(job));
        QCOMPARE(one.contains(job), head == 3);
    }
    QVERIFY(texts({u"--preset"_s, u"85mm"_s}).contains(headLearnt(origin, "", 3)->brief));
    // Nothing is claimed of others.
    QVERIFY(!texts({u"--mask"_s, u"causal"_s}).contains(headLearnt(origin, "", 3)->brief));
}

void TestExportCommand::foreign_words_stand_with_what_they_mean() {
    static const QRegularExpression chinese(u"\\p{Han}"_s);
    for (const QStringList& view : {QStringList(), QStringList{u"--view"_s, u"lines"_s},
                                    QStringList{u"--view"_s, u"text"_s}}) {
        const QString file = path(u"glossed.svg"_s);
        const Outcome outcome = callProgram(
            QStringList{u"export"_s, u"--example"_s, u"ticket"_s, u"--out"_s, file} + view);
        QCOMPARE(outcome.status, int(exitDone));
        for (const QString& text : textsOf(file).filter(chinese)) {
            static const QRegularExpression latin(u"[A-Za-z]"_s);
            QVERIFY2(text.contains(latin), qPrintable(text));
        }
    }
}

void TestExportCommand::initTestCase() {
    QVERIFY(m_folder.isValid());
}

void TestExportCommand::every_example_in_every_format_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("ending");
    for (const char* example : {"ticket", "ticket-learnt", "arange", "one-row", "concat",
                                "causal-padding", "fully-masked", "cross", "positions", "norms",
                                "encoder-decoder", "cat-learnt", "stack"}) {
        for (const char* ending : {"png", "svg", "pdf"})
            QTest::addRow("%s_%s", example, ending)
                << QString::fromLatin1(example) << QString::fromLatin1(ending);
    }
    QTest::newRow("paper-size_png") << u"paper-size"_s << u"PNG"_s;
}

void TestExportCommand::every_example_in_every_format() {
    QFETCH(QString, example);
    QFETCH(QString, ending);
    const QString file = path(example + u'.' + ending);
    const Outcome outcome = callExport({u"--example"_s, example, u"--out"_s, file});
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.status, int(exitDone));
    QCOMPARE(outcome.out, file + u'\n');
    const QByteArray content = contentOf(file);
    const QByteArray mark = ending.toLower() == "png"_L1   ? QByteArray("\x89PNG\r\n\x1a\n")
                            : ending.toLower() == "svg"_L1 ? QByteArray("<?xml")
                                                           : QByteArray("%PDF-");
    QVERIFY(content.startsWith(mark));
    QVERIFY(content.size() > 10000);
    if (mark == "<?xml")
        QVERIFY(textsOf(file).contains(u"key →"_s));
}

void TestExportCommand::every_stage_of_an_example() {
    const QString file = path(u"stage.svg"_s);
    const Outcome unknown = callExport({u"--out"_s, file, u"--example"_s, u"causal-padding"_s,
                                        u"--stage"_s, u"dropped_weights"_s});
    QCOMPARE(unknown.status, int(exitUsage));
    // The sentence lists what there is, and all of that can be drawn.
    QString list = unknown.err.section(u"it has "_s, 1).section(u'\n', 0, 0);
    const QStringList stages = list.split(u", "_s);
    QVERIFY(stages.size() > 15);
    QVERIFY(stages.contains(u"may_attend"_s) && stages.contains(u"output"_s));
    for (const QString& stage : stages) {
        const Outcome outcome = callExport({u"--out"_s, file, u"--example"_s, u"causal-padding"_s,
                                            u"--sequence"_s, u"2"_s, u"--stage"_s, stage});
        QVERIFY2(outcome.status == exitDone, qPrintable(stage + outcome.err));
        QVERIFY(textsOf(file).size() > 5);
    }
}

void TestExportCommand::the_block_of_a_model_is_chosen() {
    const QString file = path(u"block.svg"_s);
    const auto texts = [&](const QStringList& more) {
        const Outcome outcome =
            callExport(QStringList{u"--out"_s, file, u"--example"_s, u"encoder-decoder"_s} + more);
        return outcome.status == exitDone ? textsOf(file) : QStringList{outcome.err};
    };
    const QStringList source = {u"我"_s, u"有"_s, u"一只"_s, u"猫"_s};
    const QStringList target = {u"I"_s, u"have"_s, u"cat"_s};
    // Behind a word stands what it means.
    const auto contains = [](const QStringList& all, const QString& word) {
        return all.contains(word) || std::ranges::any_of(all, [&](const QString& text) {
                   return text.startsWith(word + u' ');
               });
    };
    const auto has = [&](const QStringList& all, const QStringList& words) {
        return std::ranges::all_of(words, [&](const QString& word) { return contains(all, word); });
    };
    const auto hasAny = [&](const QStringList& all, const QStringList& words) {
        return std::ranges::any_of(words, [&](const QString& word) { return contains(all, word); });
    };
    // By itself the first attention, which is the encoder's, with the words of the source.
    const QStringList first = texts({});
    QVERIFY(has(first, source) && !hasAny(first, target));
    QCOMPARE(texts({u"--scope"_s, u"encoder/0/self_attention"_s}), first);
    const QStringList self = texts({u"--scope"_s, u"decoder/1/self_attention"_s});
    QVERIFY(has(self, target) && !hasAny(self, source));
    const QStringList cross = texts({u"--scope"_s, u"decoder/1/cross_attention"_s});
    QVERIFY(has(cross, target) && has(cross, source));
    // By itself the first block that has the stage.
    QVERIFY(has(texts({u"--stage"_s, u"probabilities"_s}), target));
    QVERIFY(has(texts({u"--stage"_s, u"norm_output"_s}), source));

    const QString wrong = texts({u"--scope"_s, u"encoder/7/self_attention"_s}).join(QString());
    QVERIFY2(
        wrong.contains(u"there is no block \"encoder/7/self_attention\""_s) &&
            wrong.contains(u"there are encoder/0/self_attention, encoder/1/self_attention, "_s) &&
            wrong.contains(u" more"_s),
        qPrintable(wrong));
    const QString half = texts({u"--scope"_s, u"decoder/1"_s}).join(QString());
    QVERIFY2(half.contains(u"there are decoder/1/"_s), qPrintable(half));
    QVERIFY2(half.contains(u"decoder/1/cross_attention, "_s), qPrintable(half));
    const Outcome plain = callExport(
        {u"--out"_s, file, u"--example"_s, u"ticket"_s, u"--scope"_s, u"encoder/norm"_s});
    QCOMPARE(plain.status, int(exitUsage));
    QVERIFY2(plain.err.contains(u"leave it out"_s), qPrintable(plain.err));
}

void TestExportCommand::numbers_that_are_held_are_said() {
    const QString file = path(u"held.svg"_s);
    for (const auto& [hold, said] : {std::pair(u"scores:1,1,1=5"_s, true), {QString(), false}}) {
        QStringList arguments = {u"--out"_s,  file,           u"--example"_s,
                                 u"ticket"_s, u"--caption"_s, u"auto"_s};
        if (!hold.isEmpty())
            arguments += {u"--hold"_s, hold};
        const Outcome outcome = callExport(arguments);
        QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
        QCOMPARE(textsOf(file).join(u'\n').contains(u"1 number typed"_s), said);
    }
}

void TestExportCommand::options_change_the_picture() {
    const auto image = [&](const QStringList& more) {
        const QString file = path(u"options.png"_s);
        const Outcome outcome = callExport(QStringList{u"--out"_s, file} + more);
        return outcome.status == exitDone ? QImage(file) : QImage();
    };
    const QImage plain = image({});
    QCOMPARE(plain.size(), QSize(1600, 900));
    QCOMPARE(plain.pixel(0, 0), QRgb{0xffffffff});
    QCOMPARE(image({u"--example"_s, u"ticket-learnt-en"_s}), plain);
    QCOMPARE(image({u"--theme"_s, u"dark"_s}).pixel(0, 0), theme(ThemeKind::Dark).base.rgb());
    QCOMPARE(image({u"--size"_s, u"640x480"_s}).size(), QSize(640, 480));
    QCOMPARE(image({u"--size"_s, u"640x480"_s, u"--dpi"_s, u"192"_s}).size(), QSize(1280, 960));
    for (const QStringList& option :
         {QStringList{u"--colours"_s, u"magma"_s}, QStringList{u"--range"_s, u"all"_s},
          QStringList{u"--range"_s, u"head"_s}, QStringList{u"--range"_s, u"row"_s},
          QStringList{u"--square-root"_s}, QStringList{u"--rows"_s, u"keys"_s},
          QStringList{u"--no-values"_s}, QStringList{u"--stage"_s, u"scores"_s}}) {
        const QImage other = image(option);
        QVERIFY(!other.isNull());
        QVERIFY2(other != plain, qPrintable(option.join(u' ')));
    }
}

void TestExportCommand::presets_are_so_wide_and_type_so_large_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("example");
    QTest::addColumn<double>("millimetres");
    QTest::addColumn<double>("points");
    for (const char* example : {"ticket", "cross", "causal-padding", "concat", "stack"}) {
        for (const auto& [preset, wide, points] :
             {std::tuple("85mm", 85.0, 6.0), {"174mm", 174.0, 6.0}, {"slide", 338.6667, 10.0}})
            QTest::addRow("%s %s", preset, example)
                << QString::fromLatin1(preset) << QString::fromLatin1(example) << wide << points;
    }
}

void TestExportCommand::presets_are_so_wide_and_type_so_large() {
    QFETCH(QString, preset);
    QFETCH(QString, example);
    QFETCH(double, millimetres);
    QFETCH(double, points);
    const QString file = path(u"preset.svg"_s);
    const Outcome outcome = callExport(
        {u"--example"_s, example, u"--preset"_s, preset, u"--letters"_s, u"--out"_s, file});
    QCOMPARE(outcome.status, int(exitDone));
    QXmlStreamReader xml(contentOf(file));
    double unit = 0; // in points
    bool isLetter = false;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QXmlStreamAttributes attributes = xml.attributes();
        if (xml.name() == "svg"_L1) {
            const double width = attributes.value("width"_L1).toDouble();
            QVERIFY(std::abs(width * 25.4 / 96 - millimetres) < 0.01);
            unit = width * 0.75 / attributes.value("viewBox"_L1).split(u' ')[2].toDouble();
        }
        if (xml.name() == "text"_L1) {
            QVERIFY(attributes.value("font-size"_L1).toDouble() * unit > points - 0.001);
            isLetter =
                isLetter || xml.readElementText(QXmlStreamReader::IncludeChildElements) == "a"_L1;
        }
    }
    QVERIFY(!xml.hasError());
    QVERIFY(isLetter);
}

void TestExportCommand::words_of_a_figure_are_chosen() {
    const QString file = path(u"words.svg"_s);
    const auto exported = [&](const QStringList& more) {
        const Outcome outcome =
            callExport(QStringList{u"--example"_s, u"ticket"_s, u"--out"_s, file} + more);
        return outcome.status == exitDone ? textsOf(file) : QStringList();
    };
    const QStringList plain = exported({});
    QVERIFY(plain.contains(u"Attention weights"_s) &&
            plain.contains(u"Book a flight · dice: nothing was learnt"_s));
    const QStringList own = exported(
        {u"--title"_s, u"Who?"_s, u"--subtitle"_s, u"of four"_s, u"--caption"_s, u"Look."_s});
    QVERIFY(own.contains(u"Who?"_s) && own.contains(u"of four"_s) && own.contains(u"Look."_s));
    QVERIFY(!own.contains(u"Attention weights"_s) && own.filter(u"Book a flight"_s).isEmpty());
    const QStringList none = exported({u"--no-title"_s});
    QVERIFY(!none.isEmpty() && !none.contains(u"Attention weights"_s));
    const QStringList itself = exported({u"--caption"_s, u"auto"_s});
    QVERIFY(std::ranges::any_of(itself, [](const QString& text) {
        return text.startsWith(u"Attention weights = softmax(Q·K^T ÷ √4): rows are query"_s);
    }));
}

void TestExportCommand::columns_and_crop_change_the_page() {
    const auto sizeOf = [&](const QStringList& more) {
        const QString file = path(u"page.png"_s);
        const Outcome outcome =
            callExport(QStringList{u"--example"_s, u"ticket"_s, u"--out"_s, file} + more);
        return outcome.status == exitDone ? QImage(file).size() : QSize();
    };
    QCOMPARE(sizeOf({}), QSize(1600, 900));
    const QSize cropped = sizeOf({u"--crop"_s});
    QVERIFY(cropped.width() < 1600 || cropped.height() < 900);
    QVERIFY(!cropped.isEmpty());
    const QSize one = sizeOf({u"--crop"_s, u"--columns"_s, u"1"_s});
    const QSize four = sizeOf({u"--crop"_s, u"--columns"_s, u"4"_s});
    QVERIFY(one.height() > one.width() && four.width() > four.height());
    QCOMPARE(sizeOf({u"--preset"_s, u"85mm"_s}).width(), 1004); // at 300 dpi
    QCOMPARE(sizeOf({u"--preset"_s, u"85mm"_s, u"--dpi"_s, u"600"_s}).width(), 2008);
    // In millimetres, of any preset: 120 mm at 300 dpi, and at 96.
    QCOMPARE(sizeOf({u"--preset"_s, u"174mm"_s, u"--size"_s, u"120x80.5mm"_s}), QSize(1417, 951));
    QCOMPARE(sizeOf({u"--size"_s, u"120x80mm"_s}), QSize(454, 302));
    QCOMPARE(
        sizeOf({u"--view"_s, u"lines"_s, u"--preset"_s, u"85mm"_s, u"--size"_s, u"120x90mm"_s}),
        QSize(1417, 1063));
}

void TestExportCommand::chosen_heads_are_drawn() {
    const QString file = path(u"heads.svg"_s);
    const auto titles = [&](const QString& list) {
        callExport({u"--out"_s, file, u"--show"_s, list});
        return textsOf(file).filter(QRegularExpression(u"^head [0-9]+$"_s));
    };
    QCOMPARE(titles(u"1,3"_s), (QStringList{u"head 1"_s, u"head 3"_s}));
    QCOMPARE(titles(u"4,1"_s), (QStringList{u"head 4"_s, u"head 1"_s}));
    QCOMPARE(titles(u"2-4"_s), (QStringList{u"head 2"_s, u"head 3"_s, u"head 4"_s}));
    QCOMPARE(titles(u"all"_s).size(), qsizetype{4});
}

void TestExportCommand::what_is_all_masked_lacks_no_numbers() {
    const auto saidOf = [&](const QString& zoom) {
        return callExport({u"--example"_s, u"ticket"_s, u"--mask"_s, u"causal"_s, u"--zoom"_s, zoom,
                           u"--preset"_s, u"85mm"_s, u"--out"_s, path(u"page.svg"_s)})
            .err;
    };
    QVERIFY(saidOf(u"1-10,1-10"_s).contains(u"smaller than"_s));
    QCOMPARE(saidOf(u"1-2,5-6"_s), QString());
}

void TestExportCommand::languages_differ_in_words_not_in_numbers() {
    const QString file = path(u"language.svg"_s);
    const auto numbers = [&](const QString& language) {
        callExport({u"--out"_s, file, u"--example"_s, u"ticket"_s, u"--language"_s, language});
        return textsOf(file).filter(QRegularExpression(u"^[0-9<.]+$"_s));
    };
    const QStringList english = numbers(u"en"_s);
    QVERIFY(textsOf(file).contains(u"key →"_s));
    QVERIFY(english.size() > 400);
    QCOMPARE(numbers(u"zh"_s), english);
    QVERIFY(textsOf(file).contains(u"李雷"_s));
}

void TestExportCommand::files_take_the_options_of_run() {
    const std::vector<float> inputs(2 * 3 * 4, 0.5F);
    const std::vector<float> square(4 * 4, 0.25F);
    const std::vector<float> packed(12 * 4, 0.25F);
    const Axes plain3 = {Axis::Feature, Axis::Feature, Axis::Feature};
    const Axes plain2 = {Axis::Feature, Axis::Feature};
    const QString query = path(u"q.npy"_s);
    const QString weights = path(u"w.safetensors"_s);
    QVERIFY(writeNpy(query.toStdString(), Tensor::fromValues({2, 3, 4}, plain3, inputs)).ok());
    NamedTensors tensors;
    tensors["in_proj_weight"] = Tensor::fromValues({12, 4}, plain2, packed);
    tensors["out_proj.weight"] = Tensor::fromValues({4, 4}, plain2, square);
    QVERIFY(writeSafetensors(weights.toStdString(), tensors).ok());
    const QString file = path(u"files.svg"_s);
    const QStringList common = {u"--query"_s, query, u"--weights"_s, weights, u"--out"_s, file};
    const auto heads = [&] {
        return textsOf(file).filter(QRegularExpression(u"^head [0-9]+$"_s)).size();
    };

    Outcome outcome = callExport(common + QStringList{u"--heads"_s, u"4"_s});
    QCOMPARE(outcome.err, QString());
    QCOMPARE(heads(), qsizetype{4});
    QVERIFY(textsOf(file).contains(u"0.333"_s));
    QVERIFY(textsOf(file).contains(u"sequence 1 of 2"_s));
    outcome = callExport(common + QStringList{u"--heads"_s, u"4"_s, u"--show"_s, u"2,3"_s});
    QCOMPARE(outcome.status, int(exitDone));
    QCOMPARE(heads(), qsizetype{2});
    outcome = callExport(common + QStringList{u"--show"_s, u"all"_s, u"--heads"_s, u"2"_s,
                                              u"--mask"_s, u"causal"_s});
    QCOMPARE(outcome.status, int(exitDone));
    QCOMPARE(heads(), qsizetype{2});
    QVERIFY(textsOf(file).contains(u"masked"_s));
    const std::vector<float> huge(inputs.size(), 1e30F);
    QVERIFY(writeNpy(query.toStdString(), Tensor::fromValues({2, 3, 4}, plain3, huge)).ok());
    outcome = callExport(common + QStringList{u"--heads"_s, u"2"_s});
    QCOMPARE(outcome.status, int(exitDone));
    QVERIFY2(outcome.err.contains(u"12 rows of attention_weights hold NaN"_s),
             qPrintable(outcome.err));
    // 3 does not divide 4: computing fails, which is no matter of usage.
    outcome = callExport(common + QStringList{u"--heads"_s, u"3"_s});
    QCOMPARE(outcome.status, int(exitFailure));
    outcome = callExport(common);
    QCOMPARE(outcome.status, int(exitUsage));
    QVERIFY(outcome.err.contains(u"--heads"_s));
    outcome = callExport({u"--query"_s, path(u"none.npy"_s), u"--weights"_s, weights, u"--heads"_s,
                          u"2"_s, u"--out"_s, file});
    QCOMPARE(outcome.status, int(exitFailure));
    QVERIFY(outcome.err.contains(u"none.npy"_s));
}

void TestExportCommand::wrong_usage_is_explained_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QStringList& arguments, const QString& says) {
        QTest::newRow(name) << arguments << says;
    };
    const QString out = u"--out=x.png"_s;
    row("no_target", {}, u"ends in .png, .svg or .pdf"_s);
    row("unknown_ending", {u"--out=x.gif"_s}, u".png, .svg or .pdf"_s);
    row("no_ending", {u"--out=x"_s}, u".png, .svg or .pdf"_s);
    row("unknown_stage", {out, u"--stage=foo"_s}, u"attention_weights"_s);
    row("stage_that_is_not_there", {out, u"--stage=key_input"_s}, u"attention_weights"_s);
    row("head_beyond_the_last", {out, u"--show=5"_s}, u"which has 4"_s);
    row("preset_and_pixels", {out, u"--preset=85mm"_s, u"--size=800x600"_s},
        u"--size beside --preset takes millimetres, such as 174x90mm"_s);
    row("millimetres_too_small", {out, u"--size=10x10mm"_s}, u"63x48mm to 5292x5292mm"_s);
    row("unknown_preset", {out, u"--preset=90mm"_s}, u"85mm, 174mm, slide or free"_s);
    row("title_and_none", {out, u"--title=a"_s, u"--no-title"_s}, u"leave out one"_s);
    row("no_columns", {out, u"--columns=0"_s}, u"--columns takes a number from 1"_s);
    row("zoom_beyond_the_last", {out, u"--zoom=3-11,1-2"_s},
        u"--zoom: the matrix has 10 rows and 10 columns"_s);
    row("zoom_backwards", {out, u"--zoom=3-1,1-2"_s}, u"such as 3-9,1-12"_s);
    row("zoom_of_text", {out, u"--view=text"_s, u"--zoom=1-2,1-2"_s},
        u"--zoom does nothing in --view text: it goes with --view heads, lines or --compare"_s);
    row("zoom_of_lines_beyond_the_last", {out, u"--view=lines"_s, u"--zoom=9-11,1-2"_s},
        u"the matrix has 10 rows and 10 columns"_s);
    row("mean_of_what_has_none", {out, u"--show=mean"_s, u"--stage=head_context"_s},
        u"\"head_context\" has no mean of several heads"_s);
    row("mean_compared_of_what_has_none",
        {out, u"--compare=ticket-learnt"_s, u"--show=mean"_s, u"--stage=output"_s},
        u"\"output\" has no mean of several heads"_s);
    row("head_zero", {out, u"--show=0"_s}, u"numbers from 1"_s);
    row("a_hundred_thousand_heads", {out, u"--show=1-99999"_s}, u"no head 5 "_s);
    row("heads_named_too_often", {out, u"--show=1-99999,1-99999"_s}, u"more than 100000 heads"_s);
    row("heads_as_words", {out, u"--show=one"_s}, u"1,3"_s);
    row("heads_backwards", {out, u"--show=3-1"_s}, u"2-5"_s);
    row("size_of_one_number", {out, u"--size=1600"_s}, u"1600x900"_s);
    row("size_too_small", {out, u"--size=10x10"_s}, u"240x180"_s);
    row("size_too_large", {out, u"--size=99999x99999"_s}, u"20000x20000"_s);
    row("theme", {out, u"--theme=blue"_s}, u"light or dark"_s);
    row("colours", {out, u"--colours=jet"_s}, u"viridis, cividis, magma, grey or paper"_s);
    row("language", {out, u"--language=fr"_s}, u"en or zh"_s);
    row("range", {out, u"--range=log"_s}, u"fixed, all, head or row"_s);
    row("rows", {out, u"--rows=both"_s}, u"queries or keys"_s);
    row("dpi", {out, u"--dpi=0"_s}, u"24 to 1200"_s);
    row("format", {out, u"--format=gif"_s}, u"png, svg or pdf"_s);
    row("sequence_zero", {out, u"--sequence=0"_s}, u"from 1"_s);
    row("sequence_beyond_the_last", {out, u"--sequence=2"_s}, u"from 1 to 1"_s);
    row("unknown_example", {out, u"--example=foo"_s}, u"ticket"_s);
    row("unknown_option", {out, u"--frame"_s}, u"frame"_s);
    row("stray_argument", {out, u"ticket"_s}, u"ticket"_s);
}

void TestExportCommand::wrong_usage_is_explained() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const Outcome outcome = callExport(arguments);
    QCOMPARE(outcome.status, int(exitUsage));
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    QCOMPARE(outcome.out, QString());
    QVERIFY(!QFile::exists(u"x.png"_s));
}

/// Two processes: what depends on a seed of Qt's own is another one in each.
void TestExportCommand::two_processes_write_the_same_bytes() {
    for (const QString& ending : {u".png"_s, u".svg"_s, u".pdf"_s}) {
        QByteArray first;
        for (int i = 0; i < 3; ++i) {
            const QString file = path(u"again"_s + ending);
            QProcess program;
            program.start(QStringLiteral(HEADSCOPE_PROGRAM), {u"export"_s, u"--out"_s, file});
            QVERIFY(program.waitForFinished(-1));
            QCOMPARE(program.exitCode(), int(exitDone));
            if (i == 0)
                first = contentOf(file);
            QVERIFY(!first.isEmpty());
            QVERIFY2(contentOf(file) == first, qPrintable(ending));
        }
    }
}

void TestExportCommand::a_full_device_is_a_failure() {
    if (!QFile::exists(u"/dev/full"_s))
        QSKIP("no /dev/full here");
    for (const QString& format : {u"png"_s, u"svg"_s, u"pdf"_s}) {
        const Outcome outcome = callExport({u"--out"_s, u"/dev/full"_s, u"--format"_s, format});
        QCOMPARE(outcome.status, int(exitFailure));
        QVERIFY2(outcome.err.contains(u"/dev/full"_s), qPrintable(outcome.err));
    }
}

void TestExportCommand::an_old_file_stays_where_nothing_new_is_complete() {
    const QString folder = path(u"none"_s);
    const Outcome missing = callExport({u"--out"_s, folder + u"/x.png"_s});
    QCOMPARE(missing.status, int(exitFailure));
    QVERIFY(missing.err.contains(folder));
    const QString file = path(u"kept.png"_s);
    QFile old(file);
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
    old.close();
    QCOMPARE(callExport({u"--out"_s, file, u"--show"_s, u"9"_s}).status, int(exitUsage));
    QCOMPARE(contentOf(file), QByteArray("old"));
    QCOMPARE(callExport({u"--out"_s, file}).status, int(exitDone));
    QVERIFY(contentOf(file).startsWith("\x89PNG"));
}

void TestExportCommand::letters_that_no_font_has_are_said_data() {
    QTest::addColumn<QString>("fonts");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("said");
    const QString latin = u"<dir>/usr/share/fonts/truetype/noto</dir>"_s; // fonts-noto-core, -mono
    const QStringList ticket = {u"--example"_s, u"ticket"_s};
    const QStringList arange = {u"--example"_s, u"arange"_s};
    const auto row = [](const char* name, const QString& fonts, const QStringList& arguments,
                        int status, const QString& said) {
        QTest::newRow(name) << fonts << arguments << status << said;
    };
    const QString none = u"the Debian packages fonts-noto-core and fonts-noto-mono have them"_s;
    for (const QString& ending : {u".png"_s, u".svg"_s})
        row(qPrintable(u"none "_s + ending), {},
            QStringList{u"export"_s} + arange + QStringList{u"--out"_s, ending}, exitFailure, none);
    row("none, the window", {}, QStringList{u"screenshot"_s, u"--out"_s, u".png"_s}, exitFailure,
        none);
    row("none, a film", {}, QStringList{u"animate"_s, u"--to"_s, u"view"_s, u"--out"_s, u".gif"_s},
        exitFailure, none);
    row("none, paper", {},
        QStringList{u"worksheet"_s} + ticket + QStringList{u"--out"_s, u".pdf"_s}, exitFailure,
        none);
    row("none, LaTeX", {},
        QStringList{u"worksheet"_s} + ticket + QStringList{u"--out"_s, u".tex"_s}, exitDone, {});
    row("no Chinese", latin, QStringList{u"export"_s} + ticket + QStringList{u"--out"_s, u".png"_s},
        exitDone, u"fonts-noto-cjk of Debian has it"_s);
    row("no Chinese, none shown", latin,
        QStringList{u"export"_s} + arange + QStringList{u"--out"_s, u".png"_s}, exitDone, {});
    row("no Chinese for its words", latin,
        QStringList{u"export"_s} + arange +
            QStringList{u"--language"_s, u"zh"_s, u"--out"_s, u".png"_s},
        exitDone, u"fonts-noto-cjk of Debian has it"_s);
}

void TestExportCommand::letters_that_no_font_has_are_said() {
    QFETCH(const QString, fonts);
    QFETCH(QStringList, arguments);
    QFETCH(const int, status);
    QFETCH(const QString, said);
    const QTemporaryDir folder;
    QFile configuration(folder.filePath(u"fonts.conf"_s));
    QVERIFY(configuration.open(QIODevice::WriteOnly));
    configuration.write("<?xml version=\"1.0\"?><fontconfig>" + fonts.toUtf8() + "<cachedir>" +
                        folder.path().toUtf8() + "/cache</cachedir></fontconfig>");
    configuration.close();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"FONTCONFIG_FILE"_s, configuration.fileName());
    const QString out = folder.filePath(u"out"_s) + arguments.takeLast();
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(HEADSCOPE_PROGRAM), arguments + QStringList{out});
    QVERIFY(process.waitForFinished(-1));
    const QString errors = QString::fromUtf8(process.readAllStandardError());
    QVERIFY2(process.exitCode() == status, qPrintable(errors));
    QVERIFY2(errors.contains(said) && (!said.isEmpty() || !errors.contains(u"font"_s)),
             qPrintable(errors));
    QCOMPARE(QFileInfo::exists(out), status == exitDone);
}

void TestExportCommand::no_display_is_needed() {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        environment.remove(QString::fromLatin1(name));
    process.setProcessEnvironment(environment);
    const QString file = path(u"process.png"_s);
    process.start(QStringLiteral(HEADSCOPE_PROGRAM),
                  {u"export"_s, u"--example"_s, u"ticket"_s, u"--out"_s, file});
    QVERIFY(process.waitForFinished(-1));
    QCOMPARE(process.exitCode(), int(exitDone));
    QCOMPARE(QString::fromUtf8(process.readAllStandardOutput()), file + u'\n');
    QCOMPARE(QImage(file).size(), QSize(1600, 900));
    // The same numbers give the same bytes in another process.
    const QString again = path(u"again.png"_s);
    QCOMPARE(callExport({u"--out"_s, again, u"--example"_s, u"ticket"_s}).status, int(exitDone));
    QCOMPARE(contentOf(again), contentOf(file));
}

void TestExportCommand::a_page_is_written_as_the_window_writes_it_data() {
    QTest::addColumn<QString>("example");
    // Those whose picture is no moment of a time, and is painted by no painter of Qt.
    QTest::newRow("text") << u"ticket"_s;
    QTest::newRow("layers") << u"stack"_s;
}

void TestExportCommand::a_page_is_written_as_the_window_writes_it() {
    QFETCH(const QString, example);
    const QString view = QString::fromLatin1(QTest::currentDataTag());
    dressAsTheProgram();
    // As it opens: what somebody has asked for since is in the window's file only.
    MainWindow window(findExample(example.toStdString())->source(), Preferences());
    window.setRemembering(false);
    window.show();
    window.settle();
    window.showPage(view.toStdString());
    window.settle();
    const PageFigures figures = window.pages().page().figures();
    const QString file = path(view + u".svg"_s);
    const Outcome outcome =
        callProgram({u"export"_s, u"--view"_s, view, u"--example"_s, example, u"--out"_s, file});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QCOMPARE(outcome.out, file + u'\n');
    PageExportDialog dialog(figures, false, m_folder.path());
    const QString own = path(view + u"-window.svg"_s);
    dialog.saveTo(own);
    QVERIFY(!contentOf(file).isEmpty());
    QVERIFY2(contentOf(own) == contentOf(file), qPrintable(file));
}

QStringList TestExportCommand::layersOf(const QString& example, int layers) const {
    const QString stages = path(example + u"-stages"_s);
    if (!QFileInfo::exists(stages) &&
        call({u"run"_s, u"--example"_s, example, u"--out"_s, stages}).status != exitDone)
        return {};
    std::vector<float> values;
    Shape shape;
    for (int layer = 0; layer < layers; ++layer) {
        const QString block = layers == 1 ? QString() : u"encoder/%1/self_attention/"_s.arg(layer);
        const auto weights =
            readNpy((stages + u'/' + block + u"attention_weights.npy"_s).toStdString());
        if (!weights)
            return {};
        shape = weights->tensor.shape();
        const Tensor dense = weights->tensor.contiguous();
        values.insert(values.end(), dense.values().begin(), dense.values().end());
    }
    const Shape all = {layers, shape[0], shape[1], shape[2], shape[3]};
    const QString file = path(example + u".npy"_s);
    const QString words = path(example + u".txt"_s);
    QFile text(words);
    const Experiment experiment = findExample(example.toStdString())->make();
    if (!text.open(QIODevice::WriteOnly) ||
        !writeNpy(file.toStdString(), Tensor::fromValues(all, Axes(5, Axis::Feature), values)))
        return {};
    for (const std::string& word : experiment.tokens.front())
        text.write(QByteArray::fromStdString(word) + '\n');
    return {u"--attention"_s, file, u"--axes"_s, u"layers,batch,heads,query,key"_s,
            u"--tokens"_s,    words};
}

void TestExportCommand::an_attention_from_a_file_is_drawn_as_its_run_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<int>("layers");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("heads") << u"wrong-scale-en"_s << 1 << QStringList{u"--no-title"_s};
    QTest::newRow("lines") << u"wrong-scale-en"_s << 1
                           << QStringList{u"--view"_s, u"lines"_s, u"--no-title"_s};
    QTest::newRow("text") << u"wrong-scale-en"_s << 1
                          << QStringList{u"--view"_s, u"text"_s, u"--cell"_s, u"10,6"_s};
    QTest::newRow("layers") << u"stack-en"_s << 12 << QStringList{u"--view"_s, u"layers"_s};
}

/// What `run` wrote and what it was computed from are one picture, but for what is said of them.
void TestExportCommand::an_attention_from_a_file_is_drawn_as_its_run() {
    QFETCH(const QString, example);
    QFETCH(const int, layers);
    QFETCH(const QStringList, options);
    const QStringList file = layersOf(example, layers);
    QVERIFY(!file.isEmpty());
    const auto drawn = [&](const QStringList& source, const QString& name) {
        const Outcome outcome =
            callProgram(QStringList{u"export"_s, u"--out"_s, path(name)} + options + source);
        if (outcome.status != exitDone)
            qWarning("%s", qPrintable(outcome.err));
        return shapesOf(path(name));
    };
    const QStringList run = drawn({u"--example"_s, example}, u"of-run.svg"_s);
    QVERIFY(run.size() > 10);
    QCOMPARE(drawn(file, u"of-file.svg"_s), run);
}

void TestExportCommand::pages_say_what_an_attention_from_a_file_lacks() {
    const QStringList file = layersOf(u"ticket"_s, 1);
    QVERIFY(!file.isEmpty());
    const auto said = [&](const QStringList& options) {
        return callProgram(QStringList{u"export"_s, u"--out"_s, path(u"lacks.svg"_s)} + options +
                           file)
            .err;
    };
    for (const char* view : {"steps", "shapes"})
        QVERIFY2(said({u"--view"_s, QString::fromLatin1(view)}).contains(u"computed elsewhere"_s),
                 view);
    QVERIFY(said({u"--view"_s, u"layers"_s}).contains(u"one attention only"_s));
    QVERIFY(said({u"--view"_s, u"text"_s, u"--head"_s, u"9"_s}).contains(u"there are 4 heads"_s));
    QVERIFY(!QFile::exists(path(u"lacks.svg"_s)));
}

void TestExportCommand::a_painting_is_searched_for_and_drawn() {
    const QString file = path(u"painting.svg"_s);
    const Tensor target = Tensor::filled({10, 10}, {Axis::Query, Axis::Key}, 0.1F);
    QVERIFY(writeNpy(path(u"target.npy"_s).toStdString(), target).ok());
    const Outcome outcome = call({u"export"_s, u"--view"_s, u"paint"_s, u"--example"_s, u"ticket"_s,
                                  u"--target"_s, path(u"target.npy"_s), u"--starts"_s, u"1"_s,
                                  u"--steps"_s, u"20"_s, u"--out"_s, file});
    QVERIFY2(outcome.status == exitDone, qPrintable(outcome.err));
    QCOMPARE(outcome.out, file + u'\n');
    QVERIFY(contentOf(file).contains("<svg"));
    QCOMPARE(call({u"export"_s, u"--view=paint"_s, u"--example"_s, u"ticket"_s}).status,
             int{exitUsage});
}

void TestExportCommand::the_slide_of_a_lesson_is_drawn() {
    const QString file = path(u"slide.svg"_s);
    const auto exported = [&](const QStringList& options) {
        QFile::remove(file);
        return callProgram(QStringList{u"export"_s, u"--out"_s, file} + options);
    };
    const auto drawn = [&](const QStringList& options) { // empty: nothing was
        return exported(options).status == exitDone ? textsOf(file).join(u' ') : QString();
    };
    const QStringList lesson = {u"--lesson"_s, u"which-root"_s};
    const QString first = drawn(lesson);
    QVERIFY2(first.contains(u"Which"_s), qPrintable(first));
    const QString second = drawn(lesson + QStringList{u"--question"_s, u"2"_s});
    QVERIFY(!second.isEmpty() && second != first);
    QVERIFY(drawn(lesson + QStringList{u"--language"_s, u"zh"_s}).contains(u"除以"_s));
    // On what somebody has, where that suits.
    const QString plain = drawn({u"--lesson"_s, u"mask-first"_s});
    const QString own = drawn({u"--lesson"_s, u"mask-first"_s, u"--example"_s, u"ticket-learnt"_s});
    QVERIFY(!plain.isEmpty() && !own.isEmpty() && own != plain);
    const auto said = [&](const QStringList& options) { return exported(options).err; };
    QVERIFY(said({u"--lesson"_s, u"no-such"_s}).contains(u"there is no lesson"_s));
    QVERIFY(said(lesson + QStringList{u"--question"_s, u"99"_s}).contains(u"--question takes"_s));
    QVERIFY(said(lesson + QStringList{u"--head"_s, u"2"_s}).contains(u"in --lesson"_s));
    QVERIFY(said(lesson + QStringList{u"--view"_s, u"text"_s}).contains(u"leave out one"_s));
}

HEADSCOPE_TEST(TestExportCommand, QApplication)
#include "test_export_command.moc"
