// SPDX-License-Identifier: GPL-3.0-or-later
// The film strip and the curves of a training as a figure and as a table.
#include "disk/file_io.h"
#include "figure/figure_canvas.h"
#include "learning/history/summary.h"
#include "pages/train/picture/train_curves.h"
#include "pages/train/train_figure.h"
#include "pages/train/train_page.h"
#include "pages/train/train_sheet.h"
#include "support/page_files.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "training/training_session.h"
#include "words/language.h"

#include <QApplication>
#include <QImage>
#include <QXmlStreamReader>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// What is painted, without a device.
class Recorder : public FigureCanvas {
public:
    struct Grid {
        MatrixGeometry matrix;
        std::vector<QRgb> colours;
    };
    void fill(const QRectF&, QRgb) override {}
    void cells(const MatrixGeometry& matrix, const std::vector<QRgb>& colours) override {
        grids.push_back({matrix, colours});
    }
    void cellImage(const MatrixGeometry&, const QImage&) override {}
    void hatch(const std::vector<QRectF>&, QRgb, QRgb, double, double) override {}
    void gradient(const QRectF&, const std::vector<QRgb>&) override {}
    void line(const std::vector<QPointF>& points, QRgb, double width,
              const std::vector<double>&) override {
        lines.emplace_back(points, width);
    }
    void polygon(const std::vector<QPointF>&, QRgb) override {}
    void text(const FigureText& text, QRgb) override { texts << text.text; }

    std::vector<Grid> grids;
    std::vector<std::pair<std::vector<QPointF>, double>> lines;
    QStringList texts;
};

} // namespace

class TestTrainFigure : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void the_film_shows_the_heads_of_the_records();
    void the_curves_go_through_what_was_measured();
    void a_part_is_that_part_alone();
    void long_trainings_keep_their_peaks();
    void the_same_bytes_each_time_data();
    void the_same_bytes_each_time();
    void speaks_both_languages();
    void the_table_is_that_of_the_training();
    void the_page_writes_what_the_ending_says();
    void what_cannot_be_is_said();

private:
    Recorder painted(const TrainFigure& figure) {
        Recorder canvas;
        TrainSheet sheet(figure);
        sheet.paint(canvas, sheet.sheet());
        return canvas;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<QWidget> m_owner;
    TrainPage* m_page = nullptr;
    TrainFigure m_figure;
};

void TestTrainFigure::initTestCase() {
    dressAsTheProgram();
    m_owner = std::make_unique<QWidget>();
    m_page = new TrainPage(m_owner.get());
    m_page->setShown(true);
    TrainingRecipe recipe = recipeOf(TaskKind::Translate);
    recipe.modelDim = 8;
    recipe.batch = 8;
    recipe.steps = 12;
    recipe.recordEvery = 3;
    m_page->controller().setRecipe(recipe);
    m_page->start();
    m_page->finish();
    QCOMPARE(m_page->training().moment.records.size(), std::size_t{5});
}

void TestTrainFigure::init() {
    useLanguage(Language::English);
    m_figure = {};
    m_figure.scene = m_page->training();
}

void TestTrainFigure::the_film_shows_the_heads_of_the_records() {
    const Recorder canvas = painted(m_figure);
    const TrainScene& scene = m_figure.scene;
    QCOMPARE(canvas.grids.size(), std::size_t{5 * 4}); // records, heads
    double before = -1;
    for (std::size_t i = 0; i < canvas.grids.size(); ++i) {
        const auto& [matrix, colours] = canvas.grids[i];
        const RecordedStep& step = *scene.moment.records[i / 4];
        const Tensor& weights = scene.tensor(step);
        QCOMPARE(matrix.rows, weights.size(2));
        QCOMPARE(matrix.columns, weights.size(3));
        for (Index row = 0; row < matrix.rows; ++row) {
            for (Index key = 0; key < matrix.columns; ++key)
                QCOMPARE(colours[static_cast<std::size_t>(row * matrix.columns + key)],
                         colourOf(ColourMap::Viridis, {0, 1},
                                  weights(0, static_cast<Index>(i % 4), row, key)));
        }
        const double middle = matrix.bounds().center().x();
        QVERIFY(i % 4 != 0 || middle > before);
        before = middle;
    }
    for (const char* text : {"0", "3", "6", "9", "12", "head 1", "head 4"})
        QVERIFY2(canvas.texts.contains(QLatin1String(text)), text);
}

void TestTrainFigure::the_curves_go_through_what_was_measured() {
    const Recorder canvas = painted(m_figure);
    const TrainingMoment& moment = m_figure.scene.moment;
    const double top = lossTop(moment);
    // Of the lines through five points: held-out loss, words, sentences.
    std::vector<std::vector<QPointF>> curves;
    std::vector<QPointF> batch;
    for (const auto& [points, width] : canvas.lines) {
        if (points.size() == 5)
            curves.push_back(points);
        else if (points.size() == 12)
            batch = points;
    }
    QCOMPARE(curves.size(), std::size_t{3});
    QCOMPARE(batch.size(), std::size_t{12});
    // Two points of the batch's line give the scale; all others have to agree with it.
    const auto& losses = *moment.losses;
    const double perNat = (batch[0].y() - batch[11].y()) / (losses[11].loss - losses[0].loss);
    const double zero = batch[0].y() + perNat * losses[0].loss;
    QVERIFY(perNat > 0 && perNat * top > 50);
    for (std::size_t i = 0; i < 12; ++i)
        QVERIFY(std::abs(batch[i].y() - (zero - perNat * losses[i].loss)) < 1e-6);
    for (std::size_t i = 0; i < 5; ++i) {
        const Evaluation& measured = moment.records[i]->evaluation();
        QVERIFY(std::abs(curves[0][i].y() - (zero - perNat * measured.loss)) < 1e-6);
        QVERIFY(std::abs(curves[0][i].x() - curves[1][i].x()) < 1e-9);
        QVERIFY(curves[1][i].y() <= curves[2][i].y()); // words are right at least as often
    }
    QVERIFY(std::abs(batch[3].x() - curves[0][1].x()) < 1e-6); // step 3
}

void TestTrainFigure::a_part_is_that_part_alone() {
    m_figure.part = TrainPart::Film;
    const Recorder film = painted(m_figure);
    QCOMPARE(film.grids.size(), std::size_t{20});
    QVERIFY(film.lines.empty());
    m_figure.part = TrainPart::Curves;
    const Recorder curves = painted(m_figure);
    QVERIFY(curves.grids.empty());
    QVERIFY(curves.lines.size() > 5);
    QVERIFY(!curves.texts.contains(QStringLiteral("head 1")));
}

void TestTrainFigure::long_trainings_keep_their_peaks() {
    auto losses = std::make_shared<std::vector<StepReport>>();
    for (Index step = 0; step < 50'000; ++step)
        losses->push_back({step, step == 31'234 ? 7.5 : 1.0, 1, 0.1F});
    m_figure.scene.moment.losses = losses;
    m_figure.scene.moment.stepsDone = 50'000;
    const Recorder canvas = painted(m_figure);
    const auto batch = std::ranges::max_element(canvas.lines, {},
                                                [](const auto& line) { return line.first.size(); });
    const std::vector<QPointF>& points = batch->first;
    QVERIFY(points.size() > 500 && points.size() <= 2002);
    const double usual = points.front().y();
    const auto peak =
        std::ranges::min_element(points, {}, [](const QPointF& at) { return at.y(); });
    QVERIFY(peak->y() < usual - 100);
    QVERIFY(std::abs((peak->x() - points.front().x()) / (points.back().x() - points.front().x()) -
                     31'234.0 / 50'000) < 0.001);
    QCOMPARE(std::ranges::count_if(points, [&](const QPointF& at) { return at.y() < usual - 1; }),
             1);
    QCOMPARE(lossTop(m_figure.scene.moment), 8.0);
}

void TestTrainFigure::the_same_bytes_each_time_data() {
    QTest::addColumn<int>("format");
    QTest::newRow("png") << int(FigureFormat::Png);
    QTest::newRow("svg") << int(FigureFormat::Svg);
    QTest::newRow("pdf") << int(FigureFormat::Pdf);
}

void TestTrainFigure::the_same_bytes_each_time() {
    QFETCH(int, format);
    const auto once = renderTraining(m_figure, static_cast<FigureFormat>(format));
    const auto twice = renderTraining(m_figure, static_cast<FigureFormat>(format));
    QVERIFY(once.ok());
    QVERIFY(once->size() > 5000);
    QCOMPARE(*once, *twice);
    m_figure.scene.display.theme = ThemeKind::Dark;
    QVERIFY(*renderTraining(m_figure, static_cast<FigureFormat>(format)) != *once);
}

void TestTrainFigure::speaks_both_languages() {
    const QStringList english = painted(m_figure).texts;
    useLanguage(Language::Chinese);
    const QStringList chinese = painted(m_figure).texts;
    QCOMPARE(english.size(), chinese.size());
    QVERIFY(english.contains(QStringLiteral("Loss")));
    QVERIFY(!chinese.contains(QStringLiteral("Loss")));
    // Nothing but numbers, names of the data and units is the same.
    static const QRegularExpression words(QStringLiteral("[A-Za-z]{4,}"));
    for (const QString& text : chinese) {
        const bool ofData = text.contains(QStringLiteral("have"));
        QVERIFY2(ofData || !words.match(text).hasMatch() || text == QStringLiteral("nats"),
                 qPrintable(text));
    }
}

void TestTrainFigure::the_table_is_that_of_the_training() {
    Result<Training> training = Training::create(m_figure.scene.moment.recipe);
    TrainingHistory history;
    history.add({0, training->parameters(), training->evaluate()});
    while (!training->isFinished()) {
        history.add(*training->advance());
        if (history.wantsRecord(training->stepsDone(), 3, 12))
            history.add({training->stepsDone(), training->parameters(), training->evaluate()});
    }
    QCOMPARE(trainingTable(m_figure.scene.moment), trainingLog(history));
}

void TestTrainFigure::the_page_writes_what_the_ending_says() {
    for (const char* name : {"a.svg", "a.PNG", "a.pdf", "a.csv"}) {
        const QString path = m_folder.filePath(QLatin1String(name));
        QVERIFY(writeFigure(*m_page, path).ok());
        const std::string content = *readFile(path.toStdString());
        const std::string mark = QByteArray(name).toLower().endsWith("png")   ? "\x89PNG"
                                 : QByteArray(name).toLower().endsWith("svg") ? "<?xml"
                                 : QByteArray(name).endsWith("pdf")           ? "%PDF-"
                                                                              : "step,loss";
        QVERIFY2(content.starts_with(mark), name);
    }
    QXmlStreamReader xml(QByteArray::fromStdString(
        *readFile(m_folder.filePath(QStringLiteral("a.svg")).toStdString())));
    while (!xml.atEnd())
        xml.readNext();
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
}

void TestTrainFigure::what_cannot_be_is_said() {
    QVERIFY(!writeFigure(*m_page, m_folder.filePath(QStringLiteral("a.txt"))).ok());
    QVERIFY(!writeFigure(*m_page, QStringLiteral("/nowhere/a.svg")).ok());
    m_figure.size = {10, 10};
    QVERIFY(!renderTraining(m_figure, FigureFormat::Svg).ok());
    m_figure.size = {30000, 1000};
    QVERIFY(!renderTraining(m_figure, FigureFormat::Svg).ok());
    m_figure.size = {600, 400};
    QVERIFY(renderTraining(m_figure, FigureFormat::Svg).ok());
    QVERIFY(!renderTraining({}, FigureFormat::Svg).ok());
}

HEADSCOPE_TEST(TestTrainFigure, QApplication)
#include "test_train_figure.moc"
