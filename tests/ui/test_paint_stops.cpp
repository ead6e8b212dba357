// SPDX-License-Identifier: GPL-3.0-or-later
// The strip of the Paint page and what its stops open, Step and Reset, and the turned drawing.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/paint/paint_findings.h"
#include "pages/paint/paint_page.h"
#include "pages/paint/paint_panel.h"
#include "pages/paint/paint_stops.h"
#include "pages/paint/paint_view.h"
#include "pages/paint/paint_words.h"
#include "pages/paint/picture/paint_matrices.h"
#include "support/edits.h"
#include "support/page_files.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "type/fonts.h"
#include "window/main_window.h"
#include "window/style.h"
#include "words/numbers/number_format.h"

#include <QAbstractButton>
#include <QApplication>
#include <QtTest>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;

class TestPaintStops : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void every_stop_opens_its_matrices();
    void keys_and_values_of_another_side_have_their_own_rows();
    void the_gradient_and_the_step_stand_in_the_tables();
    void an_optimum_says_that_no_step_follows();
    void tables_have_their_length();
    void step_goes_on_from_the_playhead();
    void reset_begins_and_start_looks_again();
    void many_presses_are_as_many_steps();
    void a_stroke_ends_a_walk();
    void space_plays_the_way();
    void rows_are_keys_as_everywhere();
    void the_figure_is_of_what_is_shown();
    void every_example_has_every_stage_data();
    void every_example_has_every_stage();
    void another_width_or_sentence_under_an_open_stage();
    void fewer_tokens_leave_no_question_behind();
    void numbers_that_cannot_be_are_said_data();
    void numbers_that_cannot_be_are_said();

private:
    PaintPage& page() { return m_window->page<PaintPage>(); }
    const PaintScene& scene() { return page().session().scene(); }
    void open(const char* example, Index keyDim = 2);
    void openStop(PaintStop stop);
    void press(const QString& text);

    std::unique_ptr<MainWindow> m_window;
};

void TestPaintStops::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new Style);
    QApplication::setFont(textFont(14));
    useLanguage(Language::English);
}

void TestPaintStops::init() {
    open("ticket");
}

void TestPaintStops::open(const char* example, Index keyDim) {
    m_window = std::make_unique<MainWindow>(findExample(example)->source(), Preferences{});
    m_window->setRemembering(false);
    m_window->resize(1440, 900);
    m_window->show();
    m_window->settle();
    FitOptions options;
    options.keyDim = keyDim;
    options.starts = 2;
    options.steps = 400;
    page().session().setOptions(options);
    m_window->showPage("paint");
    m_window->settle();
    paintPattern(*m_window);
}

void TestPaintStops::openStop(PaintStop stop) {
    QTest::mouseClick(&page().strip(), Qt::LeftButton, {},
                      page().strip().markAt(static_cast<int>(stop)).toPoint());
    m_window->settle();
    QCOMPARE(scene().stop, stop);
    QCOMPARE(page().strip().current(), static_cast<int>(stop));
}

void TestPaintStops::press(const QString& text) {
    for (QAbstractButton* each : page().panel().findChildren<QAbstractButton*>()) {
        if (each->text() == text && each->isVisible()) {
            QVERIFY2(each->isEnabled(), qPrintable(text));
            QTest::mouseClick(each, Qt::LeftButton);
            return;
        }
    }
    QFAIL(qPrintable(text));
}

void TestPaintStops::every_stop_opens_its_matrices() {
    page().session().setRecord(5);
    const HeadWeights weights = scene().weights;
    const DescentNumbers wanted = descentNumbers(*scene().problem, weights);
    openStop(PaintStop::Inputs);
    auto shown = paintMatrices(scene());
    QCOMPARE(shown[0].columns, Index{4});
    QCOMPARE(shown[0].values[4], static_cast<double>(scene().problem->queryInput(1, 0)));
    QCOMPARE(shown[1].rows, Index{0}); // one input for both sides
    openStop(PaintStop::Projected);
    shown = paintMatrices(scene());
    QVERIFY(shown[0].values == wanted.query);
    QVERIFY(shown[1].values == wanted.key);
    openStop(PaintStop::Scores);
    QVERIFY(paintMatrices(scene())[0].values == wanted.scores);
    openStop(PaintStop::Scaled);
    QVERIFY(paintMatrices(scene())[0].values == wanted.scaledScores);
    openStop(PaintStop::Weights);
    shown = paintMatrices(scene());
    QVERIFY(shown[0].values == scene().now.attention);
    QCOMPARE(shown[1].range, (ValueRange{-1, 1}));
    openStop(PaintStop::Missing);
    shown = paintMatrices(scene());
    double sum = 0;
    for (const double bits : shown[1].values)
        sum += bits;
    QVERIFY(std::fabs(sum / 10 - scene().now.bits) < 1e-9);
    openStop(PaintStop::Gradient);
    QVERIFY(paintMatrices(scene())[1].values == wanted.scoreGradient);
    openStop(PaintStop::Update);
    QVERIFY(scene().update);
    QCOMPARE(paintMatrices(scene())[1].rows, Index{10});
    QVERIFY(!m_window->grab().isNull());
}

void TestPaintStops::keys_and_values_of_another_side_have_their_own_rows() {
    open("cross");
    openStop(PaintStop::Inputs);
    const auto shown = paintMatrices(scene());
    QCOMPARE(shown[0].rowLabels, scene().queryLabels);
    QCOMPARE(shown[1].rowLabels, scene().keyLabels);
    QCOMPARE(shown[1].rows, Index{3});
    QVERIFY(!m_window->grab().isNull());
}

void TestPaintStops::the_gradient_and_the_step_stand_in_the_tables() {
    page().session().setRecord(5);
    openStop(PaintStop::Gradient);
    const DescentNumbers numbers = descentNumbers(*scene().problem, scene().weights);
    std::optional<PaintTables> tables = paintTables(scene());
    QVERIFY(tables && !tables->sameRange);
    QVERIFY(tables->tables[0].values == scene().weights.query.contiguous());
    for (std::size_t i = 0; i < numbers.keyGradient.size(); ++i)
        QCOMPARE(tables->tables[3].values.values()[i], static_cast<float>(numbers.keyGradient[i]));
    openStop(PaintStop::Update);
    tables = paintTables(scene());
    QVERIFY(tables->tables[1].values == scene().update->query);
    // What it says, the next record has.
    const FitRecord& next = scene().fit->descents.history[6];
    const FitRecord& here = scene().fit->descents.history[5];
    QCOMPARE(next.step, here.step + 1);
    const HeadWeights after = rounded(next.weights);
    for (Index i = 0; i < 4; ++i)
        QVERIFY(std::fabs(after.query(i, 1) - scene().weights.query(i, 1) -
                          scene().update->query(i, 1)) < 1e-5F);
}

void TestPaintStops::an_optimum_says_that_no_step_follows() {
    open("ticket", 4);
    QVERIFY(scene().fit->isOptimum);
    openStop(PaintStop::Update);
    QVERIFY(!scene().update);
    const auto shown = paintMatrices(scene());
    QCOMPARE(shown[1].rows, Index{0});
    QVERIFY(shown[1].title.contains(QStringLiteral("optimum")));
}

void TestPaintStops::tables_have_their_length() {
    const std::optional<PaintTables> tables = paintTables(scene());
    double sum = 0;
    for (Index row = 0; row < 4; ++row) {
        for (Index column = 0; column < 2; ++column)
            sum +=
                double{scene().weights.key(row, column)} * double{scene().weights.key(row, column)};
    }
    QCOMPARE(tables->tables[3].norm, std::sqrt(sum));
}

void TestPaintStops::step_goes_on_from_the_playhead() {
    page().session().setRecord(7);
    const FitRecord next = scene().fit->descents.history[8];
    press(QStringLiteral("Step"));
    m_window->settle();
    QCOMPARE(scene().step(), next.step);
    QVERIFY(scene().fit->isWalk);
    QVERIFY(scene().weights == rounded(next.weights));
    QCOMPARE(scene().fit->descents.history.size(), std::size_t{9});
    QVERIFY2(verdictTitle(scene()).contains(QStringLiteral("At step")),
             qPrintable(verdictTitle(scene())));
}

void TestPaintStops::reset_begins_and_start_looks_again() {
    const auto found = scene().fit;
    press(QStringLiteral("Reset"));
    m_window->settle();
    QCOMPARE(scene().step(), Index{0});
    QCOMPARE(scene().fit->descents.history.size(), std::size_t{1});
    // The bar of this d_k still has what was found.
    QVERIFY(verdictSource(scene()).contains(QStringLiteral("bar")));
    Q_EMIT page().findings().keyDimAsked(2);
    QVERIFY(scene().fit == found);
    QVERIFY(scene().isFound());
    press(QStringLiteral("Reset"));
    m_window->settle();
    QCOMPARE(scene().step(), Index{0});
    press(QStringLiteral("Start"));
    m_window->settle();
    QVERIFY(!scene().fit->isWalk);
    QVERIFY(scene().fit->weights == found->weights); // nothing was lost
}

void TestPaintStops::many_presses_are_as_many_steps() {
    press(QStringLiteral("Reset"));
    for (int i = 0; i < 5; ++i)
        press(QStringLiteral("Step"));
    m_window->settle();
    QCOMPARE(scene().step(), Index{5});
}

void TestPaintStops::a_stroke_ends_a_walk() {
    press(QStringLiteral("Reset"));
    m_window->settle();
    page().session().paintCell({0, 0}, PaintBrush::Paint);
    m_window->settle();
    QVERIFY(!scene().fit->isWalk);
    QVERIFY(scene().fit->problem == *scene().problem);
}

void TestPaintStops::space_plays_the_way() {
    const std::size_t last = scene().record;
    QTest::keyClick(&page().keyboard(), Qt::Key_Space);
    QVERIFY(scene().playing);
    QCOMPARE(scene().record, std::size_t{0}); // it was at its end
    QTRY_VERIFY(scene().record >= 2);
    QTest::keyClick(&page().keyboard(), Qt::Key_Space);
    QVERIFY(!scene().playing);
    QVERIFY(scene().record < last);
}

void TestPaintStops::rows_are_keys_as_everywhere() {
    QVERIFY(page().controls().rowsAreKeys);
    DisplayOptions display = m_window->workspace().display();
    display.rowsAreKeys = true;
    m_window->workspace().setDisplay(display);
    m_window->settle();
    QVERIFY(scene().isTurned());
    const PaintGeometry& at = page().painting().geometryNow();
    const MatrixGeometry& cells = at.cells[PaintGeometry::Target];
    const QRectF cell = cells.cellRect(2, 7);
    QVERIFY(std::fabs(cell.left() - at.matrices[0].left() - 2 * cells.pitchX) < 1e-6);
    QVERIFY(std::fabs(cell.top() - at.matrices[0].top() - 7 * cells.pitchY) < 1e-6);
    QTest::mouseClick(&page().painting(), Qt::LeftButton, {}, cell.center().toPoint());
    m_window->settle();
    QCOMPARE(scene().problem->target.at(2, 7), 1.0F);
    QCOMPARE(scene().asked, (std::optional<PaintCell>{{2, 7}}));
    QTest::keyClick(&page().keyboard(), Qt::Key_Right);
    QCOMPARE(scene().asked, (std::optional<PaintCell>{{3, 7}})); // to the next query
    QTest::keyClick(&page().keyboard(), Qt::Key_Down);
    QCOMPARE(scene().asked, (std::optional<PaintCell>{{3, 8}}));
    QVERIFY(!m_window->grab().isNull());
}

void TestPaintStops::the_figure_is_of_what_is_shown() {
    QTemporaryDir folder;
    page().session().setRecord(5);
    const QString number = fixedText(scene().now.bits, 4);
    const QString path = folder.filePath(QStringLiteral("figure.svg"));
    QVERIFY(writeFigure(page(), path).ok());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    QVERIFY2(text.contains(number), qPrintable(number));
    QVERIFY(text.contains(QStringLiteral("step 5")));
    QVERIFY(!writeFigure(page(), folder.filePath(QStringLiteral("figure.doc"))).ok());
    QVERIFY(writeFigure(page(), folder.filePath(QStringLiteral("figure.pdf"))).ok());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), qsizetype{2});
}

void TestPaintStops::every_example_has_every_stage_data() {
    QTest::addColumn<QByteArray>("example");
    for (const char* example :
         {"ticket", "causal-padding", "cross", "one-row", "fully-masked", "wrong-scale", "arange"})
        QTest::newRow(example) << QByteArray(example);
}

void TestPaintStops::every_example_has_every_stage() {
    QFETCH(const QByteArray, example);
    open(example.constData(), 1);
    if (!page().isShown())
        QSKIP("Paint has nothing to show of it");
    for (const bool turned : {false, true}) {
        DisplayOptions display = m_window->workspace().display();
        display.rowsAreKeys = turned;
        m_window->workspace().setDisplay(display);
        for (const PaintStop stop : paintStopOrder) {
            page().session().setStop(stop);
            m_window->settle();
            QVERIFY(!page().painting().grab().isNull());
            for (const PaintMatrix& matrix : paintMatrices(scene()))
                QCOMPARE(matrix.values.size(),
                         static_cast<std::size_t>(matrix.rows * matrix.columns));
        }
    }
    QTemporaryDir folder;
    if (scene().fit)
        QVERIFY(writeFigure(page(), folder.filePath(QStringLiteral("figure.png"))).ok());
}

void TestPaintStops::another_width_or_sentence_under_an_open_stage() {
    for (const PaintStop stop : paintStopOrder) {
        open("ticket");
        openStop(stop);
        page().session().setPlaying(true);
        const Result<Experiment> wider = withModelDim(m_window->workspace().experiment(), 12);
        QVERIFY(wider.ok());
        m_window->workspace().document().edit(QStringLiteral("width"), *wider);
        QVERIFY(!m_window->grab().isNull());
        m_window->settle();
        QVERIFY(!m_window->grab().isNull());
        QCOMPARE(scene().problem->queryWidth(), Index{12});
        m_window->workspace().document().begin(QStringLiteral("example"),
                                               findExample("cross")->make());
        QVERIFY(!m_window->grab().isNull());
        m_window->settle();
        QVERIFY(!m_window->grab().isNull());
        QCOMPARE(scene().problem->target.keys, Index{3});
    }
}

void TestPaintStops::fewer_tokens_leave_no_question_behind() {
    page().session().setAsked(PaintCell{9, 9});
    m_window->settle();
    Result<Experiment> shorter =
        withTokens(m_window->workspace().experiment(), TokenSide::Query, 0, {"a", "b", "c"});
    QVERIFY(shorter.ok());
    m_window->workspace().document().edit(QStringLiteral("tokens"), *shorter);
    QVERIFY(!m_window->grab().isNull());
    m_window->settle();
    QCOMPARE(scene().problem->target.queries, Index{3});
    QVERIFY(!scene().asked || (scene().asked->query < 3 && scene().asked->key < 3));
    QVERIFY(!m_window->grab().isNull());
}

void TestPaintStops::numbers_that_cannot_be_are_said_data() {
    QTest::addColumn<float>("number");
    QTest::newRow("not a number") << std::nanf("");
    QTest::newRow("infinite") << INFINITY;
    QTest::newRow("too large") << 3e38F;
}

/// One sentence at the side, and Start, Step and Reset do no harm.
void TestPaintStops::numbers_that_cannot_be_are_said() {
    QFETCH(const float, number);
    if (const auto next =
            withCell(m_window->workspace().experiment(), TensorName::QueryInput, {0, 3, 1}, number))
        m_window->workspace().document().edit(QStringLiteral("cell"), *next);
    m_window->settle();
    for (const PaintStop stop : paintStopOrder) {
        page().session().setStop(stop);
        page().session().walk();
        m_window->settle();
        page().session().start();
        m_window->settle();
        page().session().reset();
        m_window->settle();
        QVERIFY(!m_window->grab().isNull());
    }
    const bool taken =
        m_window->workspace().experiment().queryInput.contiguous().data()[13] == number ||
        std::isnan(number);
    if (taken && !scene().fit) {
        QVERIFY(page().session().refusal());
        const QString said = page().findings().text();
        QVERIFY2(said.contains(QStringLiteral("finite")), qPrintable(said));
    }
    m_window->workspace().document().undoStack().undo();
    m_window->settle();
    page().session().start();
    m_window->settle();
    QVERIFY(scene().fit);
    QVERIFY(!page().session().refusal());
}

HEADSCOPE_TEST(TestPaintStops, QApplication)
#include "test_paint_stops.moc"
