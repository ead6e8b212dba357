// SPDX-License-Identifier: GPL-3.0-or-later
// Every stop of every block of every example in words, in both languages, against the trace.
#include "examples/examples.h"
#include "experiment/experiment_run.h"
#include "pages/steps/picture/cells_painter.h"
#include "pages/steps/picture/words_painter.h"
#include "steps/partial_cell.h"
#include "support/printed_line.h"
#include "support/test_program.h"
#include "transformer/run_model.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/language.h"
#include "words/numbers/number_format.h"
#include "words/stage_text.h"

#include <QApplication>
#include <QtTest>

using namespace headscope;

namespace {

/// Calls `visit` with a scene for every stop, no cell asked.
template <class Visit> void eachStop(const Example& example, const Visit& visit) {
    const Experiment experiment = example.make();
    const auto trace = std::make_shared<const Trace>(runModel(modelProblemOf(experiment)).value());
    const auto run = std::make_shared<const Run>(trace, labelsOf(experiment));
    for (const TraceScope& scope : run->scopes()) {
        Scene scene;
        scene.run = run;
        scene.trace = std::make_shared<const Trace>(slice(*trace, scope.path).trace);
        scene.selection.scope = scope.path;
        const auto stops = stepStops(*scene.trace);
        for (const ComputedStep& stop : stops->steps) {
            StepScene step;
            step.run = run;
            step.trace = scene.trace;
            step.scope = scope.path;
            step.stops = stops;
            step.picture = stepPicture(scene, stop);
            const auto place = static_cast<std::size_t>(&stop - stops->steps.data());
            step.time = stops->timeline.moveEndOf(place);
            visit(step);
        }
    }
}

/// First, last and a cell between.
std::vector<MatrixGeometry::Position> someCells(const StepScene& scene) {
    const Tensor& matrix = scene.picture->result.panel.matrix;
    return {
        {0, 0}, {matrix.size(0) - 1, matrix.size(1) - 1}, {matrix.size(0) / 2, matrix.size(1) / 3}};
}

const char* const smallExamples[] = {"ticket", "causal-padding", "fully-masked", "wrong-scale",
                                     "cross",  "norms",          "positions",    "encoder-decoder"};

} // namespace

class TestStepWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_stop_is_told_data();
    void every_stop_is_told();
    void words_have_room();
    void a_weight_is_an_answer();
    void no_number_is_told_before_it_is_made();
    void a_typed_scale_is_named();
    void every_line_computes_as_it_is_printed_data();
    void every_line_computes_as_it_is_printed();
    void a_bias_is_named_where_it_is_added();
    void cleanup() { useLanguage(Language::English); }
};

void TestStepWords::every_stop_is_told_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<int>("language");
    for (const char* example : smallExamples) {
        QTest::addRow("%s_en", example) << QString::fromLatin1(example) << 0;
        QTest::addRow("%s_zh", example) << QString::fromLatin1(example) << 1;
    }
}

void TestStepWords::every_stop_is_told() {
    QFETCH(QString, example);
    QFETCH(int, language);
    const Example* found = findExample(example.toStdString());
    QVERIFY(found);
    useLanguage(static_cast<Language>(language));
    int stops = 0;
    eachStop(*found, [&](StepScene& scene) {
        ++stops;
        const StepWords words = stepWords(scene, stepMoment(scene));
        const QByteArray where(tensorTitle(scene.picture->name).toUtf8());
        QVERIFY2(!words.what.isEmpty(), where);
        QVERIFY2(!words.what.contains(u'%'), where);
        QVERIFY2(words.asked.isEmpty(), where);
        for (const MatrixGeometry::Position& cell : someCells(scene)) {
            scene.asked = cell;
            const MatrixPanel& panel = scene.picture->result.panel;
            const QString sentence = stepWords(scene, stepMoment(scene)).asked;
            QVERIFY2(!sentence.isEmpty(), where);
            QVERIFY2(!sentence.contains(u'%'), where);
            const CellMark mark = panel.markOf(cell.row, cell.column);
            const bool said = mark == CellMark::None;
            const QString number = cellText(panel.matrix(cell.row, cell.column), 6);
            QVERIFY2(!said || sentence.contains(number), qPrintable(sentence + u' ' + number));
            const QString row = scene.picture->result.rows.value(cell.row);
            const bool hasRow = panel.matrix.size(0) > 1 && mark != CellMark::Padding;
            QVERIFY2(!hasRow || sentence.contains(row), qPrintable(sentence));
        }
    });
    QVERIFY(stops >= 8);
}

/// Two lines are as much as the page gives them beside the softmax at 1440 pixels.
void TestStepWords::words_have_room() {
    for (const Language language : {Language::English, Language::Chinese}) {
        useLanguage(language);
        for (const char* example : smallExamples) {
            eachStop(*findExample(example), [&](StepScene& scene) {
                const StepLines lines =
                    layoutStepWords(QRectF(0, 0, 720, 40), stepWords(scene, stepMoment(scene)), 1);
                QVERIFY2(!lines.what.join(QString()).contains(u'…'),
                         qPrintable(lines.what.join(u' ')));
                QVERIFY(lines.height() <= 40);
                scene.asked = someCells(scene).back();
                const StepLines asked =
                    layoutStepWords(QRectF(0, 0, 720, 60), stepWords(scene, stepMoment(scene)), 1);
                QVERIFY(!asked.asked.isEmpty() && !asked.what.isEmpty());
                QVERIFY(asked.height() <= 60);
                for (const QString& line : asked.asked)
                    QVERIFY(mathTextWidth(line, textFont(13, QFont::DemiBold)) <= 721);
            });
        }
    }
}

void TestStepWords::a_weight_is_an_answer() {
    int weights = 0;
    eachStop(*findExample("ticket"), [&](StepScene& scene) {
        if (scene.picture->name != TensorName::AttentionWeights)
            return;
        ++weights;
        scene.asked = MatrixGeometry::Position{9, 5};
        const QString sentence = stepWords(scene, stepMoment(scene)).asked;
        const Tensor& values = (*scene.trace)[TensorName::Value];
        QVERIFY(sentence.startsWith(QStringLiteral("“机票” asks, “订了” answers with ")));
        for (Index i = 0; i < 4; ++i)
            QVERIFY(sentence.contains(cellText(values(0, scene.picture->head, 5, i), 4)));
    });
    QCOMPARE(weights, 1);
}

void TestStepWords::no_number_is_told_before_it_is_made() {
    int told = 0;
    eachStop(*findExample("ticket"), [&](StepScene& scene) {
        scene.asked = MatrixGeometry::Position{9, 2};
        const float number = scene.picture->result.panel.matrix(9, 2);
        const std::size_t stop = scene.position().move;
        scene.time = scene.stops->timeline.timeOf(stop, 0.4);
        const QString before = stepWords(scene, stepMoment(scene)).asked;
        QVERIFY2(!before.contains(cellText(number, 6)), qPrintable(before));
        if (scene.picture->stop.form == StepForm::Product) {
            const PartialCell partial =
                partialCell(explain(*scene.trace, scene.picture->stop.step,
                                    scene.picture->result.panel.cellAt(9, 2)),
                            scene.progress());
            QVERIFY(before.contains(cellText(static_cast<float>(partial.sum), 6)));
            QVERIFY(before.contains(QStringLiteral("so far")));
            ++told;
        }
    });
    QCOMPARE(told, 6);
}

void TestStepWords::a_typed_scale_is_named() {
    const auto scaleOf = [](const char* example) {
        QString words;
        eachStop(*findExample(example), [&](StepScene& scene) {
            if (scene.picture->operation == Operation::Scale)
                words = stepWords(scene, stepMoment(scene)).what;
        });
        return words;
    };
    QVERIFY(scaleOf("ticket").contains(QStringLiteral("÷ √4")));
    QVERIFY(!scaleOf("wrong-scale").contains(u'√'));
}

void TestStepWords::every_line_computes_as_it_is_printed_data() {
    QTest::addColumn<QString>("example");
    for (const char* example : smallExamples)
        QTest::newRow(example) << QString::fromLatin1(example);
}

/// Below the picture and in the sentence: what is printed is what is computed with.
void TestStepWords::every_line_computes_as_it_is_printed() {
    QFETCH(const QString, example);
    int lines = 0;
    const auto check = [&](const QString& line) {
        // What is left out of a long sum is not printed.
        if (line.isEmpty() || !line.contains(QStringLiteral(" = ")) || line.contains(u'…'))
            return;
        QVERIFY2(testing::PrintedLine::holds(line), qPrintable(line));
        ++lines;
    };
    eachStop(*findExample(example.toStdString()), [&](StepScene& scene) {
        const Tensor& matrix = scene.picture->result.panel.matrix;
        for (Index row = 0; row < matrix.size(0); ++row) {
            for (Index column = 0; column < std::min<Index>(matrix.size(1), 6); ++column) {
                scene.asked = MatrixGeometry::Position{row, column};
                const StepMoment moment = stepMoment(scene);
                if (moment.cell)
                    check(calculationText(scene, *moment.cell));
                const QString said = stepWords(scene, moment).asked;
                check(said.section(QStringLiteral(": "), -1));
            }
        }
    });
    QVERIFY2(lines > 10, qPrintable(QString::number(lines)));
}

void TestStepWords::a_bias_is_named_where_it_is_added() {
    int named = 0;
    for (const char* example : smallExamples) {
        eachStop(*findExample(example), [&](StepScene& scene) {
            const TraceStep& step = (*scene.trace)[scene.picture->stop.step];
            if (step.operation != Operation::Linear)
                return;
            const bool has = step.operands.size() > 2;
            const QString words = stepWords(scene, stepMoment(scene)).what;
            QCOMPARE(words.contains(QStringLiteral(" is added to each row.")), has);
            named += has;
        });
    }
    QVERIFY(named > 3);
}

HEADSCOPE_TEST(TestStepWords, QApplication)
#include "test_step_words.moc"
