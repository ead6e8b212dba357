// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure.h"
#include "figure/figure_content.h"
#include "support/figure_scenes.h"
#include "support/numbers.h"
#include "support/test_program.h"

#include <QApplication>
#include <QtTest>

#include <set>

using namespace headscope;
using namespace headscope::testing;

namespace {

QImage imageOf(const FigureRequest& request) {
    const auto png = renderFigure(request, FigureFormat::Png);
    return png.ok() ? QImage::fromData(*png, "PNG") : QImage();
}

FigureGeometry layoutOf(const FigureRequest& request) {
    const auto content = figureContent(request);
    if (!content)
        qFatal("%s", content.error().text().c_str());
    return layoutFigure(content->geometry, FontMeasure());
}

/// The middle of a cell in pixels of the image.
QPoint middleOf(const MatrixGeometry& matrix, Index row, Index column, double scale) {
    const QPointF middle = matrix.cellRect(row, column).center() * scale;
    return {static_cast<int>(middle.x()), static_cast<int>(middle.y())};
}

FigureScene weights(Index heads, Index rows, Index columns) {
    return figureScene(TensorName::AttentionWeights, heads, manyTokens(rows), manyTokens(columns),
                       [=](Index head, Index row, Index column) {
                           return static_cast<float>((head * 31 + row * 7 + column * 3) % 101) /
                                  100;
                       });
}

} // namespace

class TestFigurePng : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cells_have_their_colours_data();
    void cells_have_their_colours();
    void neighbours_that_touch_leave_no_line();
    void nan_has_its_own_colour_and_a_legend();
    void infinities_take_the_ends();
    void masked_cells_are_hatched_not_coloured();
    void scores_are_symmetric_and_zero_is_neutral();
    void values_are_written_in_the_readable_colour();
    void size_and_resolution_are_as_wanted();
    void metadata_say_what_it_is();
    void the_same_request_gives_the_same_bytes();
    void dark_figures_have_a_dark_ground();
    void more_pixels_than_memory_is_an_error();
};

void TestFigurePng::cells_have_their_colours_data() {
    QTest::addColumn<int>("heads");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<double>("dpi");
    QTest::newRow("one_cell") << 1 << 1 << 1 << 96.0;
    QTest::newRow("sentence") << 4 << 10 << 10 << 96.0;
    QTest::newRow("print_resolution") << 4 << 10 << 10 << 300.0;
    QTest::newRow("uneven_scale") << 3 << 7 << 12 << 123.0;
    QTest::newRow("thirty_two_heads") << 32 << 10 << 10 << 96.0;
    QTest::newRow("touching_cells") << 1 << 100 << 100 << 96.0;
    QTest::newRow("an_image_of_cells") << 1 << 256 << 256 << 96.0;
}

void TestFigurePng::cells_have_their_colours() {
    QFETCH(int, heads);
    QFETCH(int, rows);
    QFETCH(int, columns);
    QFETCH(double, dpi);
    const FigureScene scene = weights(heads, rows, columns);
    FigureRequest request = scene.request();
    request.values = false;
    request.dotsPerInch = dpi;
    const QImage image = imageOf(request);
    QVERIFY(!image.isNull());
    const FigureGeometry geometry = layoutOf(request);
    const Tensor& tensor = scene.trace.steps().front().result;
    for (int head = 0; head < heads; ++head) {
        const MatrixGeometry& matrix = geometry.matrices[static_cast<std::size_t>(head)];
        for (Index row = 0; row < rows; ++row) {
            for (Index column = 0; column < columns; ++column)
                QCOMPARE(image.pixel(middleOf(matrix, row, column, dpi / 96)),
                         colourOf(ColourMap::Viridis, {0, 1}, tensor(0, head, row, column)));
        }
    }
}

void TestFigurePng::neighbours_that_touch_leave_no_line() {
    const auto one = [](Index, Index, Index) { return 1.0F; };
    FigureRequest request =
        figureScene(TensorName::AttentionWeights, 1, manyTokens(100), manyTokens(100), one)
            .request();
    for (const double dpi : {96.0, 131.0, 300.0}) {
        request.dotsPerInch = dpi;
        const QImage image = imageOf(request).convertToFormat(QImage::Format_RGB32);
        const MatrixGeometry matrix = layoutOf(request).matrices.front();
        QCOMPARE(matrix.gapX, 0.0);
        const QPoint from = middleOf(matrix, 0, 0, dpi / 96);
        const QPoint to = middleOf(matrix, 99, 99, dpi / 96);
        const QRgb wanted = colourAt(ColourMap::Viridis, 1);
        int others = 0;
        for (int y = from.y(); y <= to.y(); ++y) {
            const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
            for (int x = from.x(); x <= to.x(); ++x)
                others += line[x] == wanted ? 0 : 1;
        }
        QCOMPARE(others, 0);
    }
}

void TestFigurePng::nan_has_its_own_colour_and_a_legend() {
    FigureRequest request = figureScene(TensorName::AttentionWeights, 1, {"a", "b"}, {"a", "b"},
                                        [](Index, Index row, Index column) {
                                            return row == 0 && column == 1 ? notANumber : 0.25F;
                                        })
                                .request();
    request.values = false;
    const QImage image = imageOf(request);
    const FigureGeometry geometry = layoutOf(request);
    QCOMPARE(image.pixel(middleOf(geometry.matrices[0], 0, 1, 1)), nanColour());
    QCOMPARE(geometry.swatches.size(), std::size_t{1});
    QCOMPARE(image.pixel(geometry.swatches[0].rect.center().toPoint()), nanColour());
}

void TestFigurePng::infinities_take_the_ends() {
    FigureRequest request =
        figureScene(TensorName::Scores, 1, {"a"}, {"a", "b", "c"}, [](Index, Index, Index column) {
            return column == 0 ? -infinity : column == 1 ? infinity : 2.0F;
        }).request();
    request.values = false;
    const QImage image = imageOf(request);
    const MatrixGeometry matrix = layoutOf(request).matrices[0];
    QCOMPARE(image.pixel(middleOf(matrix, 0, 0, 1)), colourAt(ColourMap::RedBlue, 0));
    QCOMPARE(image.pixel(middleOf(matrix, 0, 1, 1)), colourAt(ColourMap::RedBlue, 1));
    QCOMPARE(image.pixel(middleOf(matrix, 0, 2, 1)), colourAt(ColourMap::RedBlue, 1));
}

void TestFigurePng::masked_cells_are_hatched_not_coloured() {
    for (const Index count : {Index{4}, Index{256}}) {
        FigureScene scene =
            figureScene(TensorName::AttentionWeights, 1, manyTokens(count), manyTokens(count),
                        [](Index, Index, Index) { return 0.0F; });
        std::vector<float> may;
        for (Index row = 0; row < count; ++row)
            for (Index column = 0; column < count; ++column)
                may.push_back(column <= row ? 1.0F : 0.0F);
        addMask(scene, may);
        FigureRequest request = scene.request();
        request.values = false;
        const QImage image = imageOf(request);
        const MatrixGeometry matrix = layoutOf(request).matrices[0];
        // A part of the upper right corner, some 30 pixels wide.
        const QRectF corner = matrix.bounds();
        std::set<QRgb> colours;
        for (int y = 2; y < 30; ++y)
            for (int x = 2; x < 30; ++x)
                colours.insert(image.pixel(static_cast<int>(corner.right()) - x,
                                           static_cast<int>(corner.top()) + y));
        const Theme& light = theme(ThemeKind::Light);
        QVERIFY(colours.count(light.window.rgb()));
        QVERIFY(colours.count(light.hatch.rgb()));
        QVERIFY(!colours.count(colourAt(ColourMap::Viridis, 0)));
        QCOMPARE(image.pixel(middleOf(matrix, count - 1, 0, 1)), colourAt(ColourMap::Viridis, 0));
    }
}

void TestFigurePng::scores_are_symmetric_and_zero_is_neutral() {
    FigureRequest request =
        figureScene(TensorName::Scores, 1, {"a"}, {"a", "b", "c"}, [](Index, Index, Index column) {
            return static_cast<float>(column) - 0.0F - 1.0F;
        }).request();
    request.values = false;
    const QImage image = imageOf(request);
    const MatrixGeometry matrix = layoutOf(request).matrices[0];
    QCOMPARE(image.pixel(middleOf(matrix, 0, 0, 1)), colourAt(ColourMap::RedBlue, 0));
    QCOMPARE(image.pixel(middleOf(matrix, 0, 1, 1)), QRgb{0xfff7f7f7});
    QCOMPARE(image.pixel(middleOf(matrix, 0, 2, 1)), colourAt(ColourMap::RedBlue, 1));
}

void TestFigurePng::values_are_written_in_the_readable_colour() {
    FigureRequest request =
        figureScene(TensorName::AttentionWeights, 1, {"a"}, {"a", "b"},
                    [](Index, Index, Index column) { return column == 0 ? 0.0F : 1.0F; })
            .request();
    const QImage image = imageOf(request);
    const FigureGeometry geometry = layoutOf(request);
    QVERIFY(geometry.valuePixels > 0);
    for (const Index column : {0, 1}) {
        const QRect cell = geometry.matrices[0].cellRect(0, column).toRect();
        const QRgb wanted =
            textColourOn(colourAt(ColourMap::Viridis, static_cast<double>(column))).rgb();
        bool found = false;
        for (int y = cell.top(); y < cell.bottom(); ++y)
            for (int x = cell.left(); x < cell.right(); ++x)
                found = found || image.pixel(x, y) == wanted;
        QVERIFY(found);
    }
}

void TestFigurePng::size_and_resolution_are_as_wanted() {
    FigureRequest request = weights(2, 4, 4).request();
    request.size = QSize(801, 453);
    QCOMPARE(imageOf(request).size(), QSize(801, 453));
    request.size = QSize(336, 252);
    request.dotsPerInch = 300;
    const QImage print = imageOf(request);
    QCOMPARE(print.size(), QSize(1050, 788));
    QCOMPARE(print.dotsPerMeterX(), 11811);
    QCOMPARE(print.dotsPerMeterY(), 11811);
}

void TestFigurePng::metadata_say_what_it_is() {
    FigureRequest request = weights(2, 4, 4).request();
    request.source = QStringLiteral("订票 <1>");
    const QImage image = imageOf(request);
    QVERIFY(image.text(QStringLiteral("Title")).contains(QStringLiteral("订票 <1>")));
    QVERIFY(
        image.text(QStringLiteral("Description")).contains(QStringLiteral("Attention weights")));
    QCOMPARE(image.text(QStringLiteral("Software")), QStringLiteral("HeadScope"));
}

void TestFigurePng::the_same_request_gives_the_same_bytes() {
    const FigureRequest request = weights(3, 5, 5).request();
    const auto first = renderFigure(request, FigureFormat::Png);
    const auto second = renderFigure(request, FigureFormat::Png);
    QVERIFY(first.ok() && second.ok());
    QVERIFY(*first == *second);
}

void TestFigurePng::dark_figures_have_a_dark_ground() {
    FigureRequest request = weights(2, 4, 4).request();
    request.theme = ThemeKind::Dark;
    const QImage image = imageOf(request);
    QCOMPARE(image.pixel(0, 0), theme(ThemeKind::Dark).base.rgb());
    QCOMPARE(image.pixel(image.width() - 1, image.height() - 1), theme(ThemeKind::Dark).base.rgb());
}

void TestFigurePng::more_pixels_than_memory_is_an_error() {
    FigureRequest request = weights(1, 2, 2).request();
    request.size = QSize(20000, 20000);
    request.dotsPerInch = 1200;
    const auto png = renderFigure(request, FigureFormat::Png);
    QVERIFY(!png.ok());
    QVERIFY(png.error().text().find("250000x250000 pixels") != std::string::npos);
}

HEADSCOPE_TEST(TestFigurePng, QApplication)
#include "test_figure_png.moc"
