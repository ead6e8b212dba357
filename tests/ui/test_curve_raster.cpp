// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/curve_raster.h"
#include "support/test_program.h"

#include <QApplication>
#include <QPainterPath>
#include <QtTest>

using namespace headscope;

namespace {

QImage blank(QSize size) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    return image;
}

/// How dark a column is, in pixels of black: the width of the curve up and down.
double inkOf(const QImage& image, int column) {
    double ink = 0;
    for (int row = 0; row < image.height(); ++row)
        ink += 1 - qRed(image.pixel(column, row)) / 255.0;
    return ink;
}

/// The middle of the ink of a column.
double middleOf(const QImage& image, int column) {
    double ink = 0;
    double sum = 0;
    for (int row = 0; row < image.height(); ++row) {
        const double dark = 1 - qRed(image.pixel(column, row)) / 255.0;
        ink += dark;
        sum += dark * (row + 0.5);
    }
    return sum / ink;
}

} // namespace

class TestCurveRaster : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_curve_is_where_the_path_is_data();
    void a_curve_is_where_the_path_is();
    void a_level_line_has_its_width();
    void opacity_mixes();
    void what_is_outside_is_cut();
};

void TestCurveRaster::a_curve_is_where_the_path_is_data() {
    QTest::addColumn<double>("left");
    QTest::addColumn<double>("right");
    QTest::addColumn<double>("width");
    for (const double width : {0.8, 2.5, 8.0}) {
        QTest::addRow("level_%g", width) << 50.0 << 50.0 << width;
        QTest::addRow("down_%g", width) << 20.0 << 180.0 << width;
        QTest::addRow("up_%g", width) << 180.5 << 20.25 << width;
        QTest::addRow("steep_%g", width) << 15.0 << 580.0 << width;
        QTest::addRow("out_%g", width) << -300.0 << 300.0 << width;
        QTest::addRow("far_out_%g", width) << 9000.0 << 100.0 << width;
    }
}

/// Against the cubic itself, walked along in small steps: as much ink as a stroke of that width
/// leaves in a column, around the height where the curve is.
void TestCurveRaster::a_curve_is_where_the_path_is() {
    QFETCH(const double, left);
    QFETCH(const double, right);
    QFETCH(const double, width);
    const QSize size(200, 600);
    QImage own = blank(size);
    CurveRaster(own).draw(left, right, width, qRgb(0, 0, 0), 1);
    QPainterPath curve(QPointF(0, left));
    curve.cubicTo(100, left, 100, right, 200, right);
    constexpr int steps = 20000;
    std::vector<double> heights(200, 0);
    std::vector<double> slopes(200, 0);
    QPointF before = curve.pointAtPercent(0);
    const auto at = [&](int step) {
        const double t = static_cast<double>(step) / steps;
        const double u = 1 - t;
        return QPointF(3 * u * u * t * 100 + 3 * u * t * t * 100 + t * t * t * 200,
                       u * u * u * left + 3 * u * u * t * left + 3 * u * t * t * right +
                           t * t * t * right);
    };
    for (int step = 1; step <= steps; ++step) {
        const QPointF now = at(step);
        const int column = static_cast<int>(std::floor(now.x() - 0.5));
        if (column >= 0 && column < 200 && before.x() < column + 0.5 && now.x() >= column + 0.5) {
            heights[static_cast<std::size_t>(column)] = now.y();
            slopes[static_cast<std::size_t>(column)] =
                (now.y() - before.y()) / (now.x() - before.x());
        }
        before = now;
    }
    int compared = 0;
    for (int column = 1; column < 199; ++column) {
        const auto place = static_cast<std::size_t>(column);
        const double ink = width * std::hypot(1, slopes[place]);
        const double room = ink + 2 * std::hypot(1, slopes[place]);
        if (heights[place] < room || heights[place] > size.height() - room)
            continue; // cut by an edge
        ++compared;
        QVERIFY2(std::fabs(inkOf(own, column) - ink) < 0.1 + 0.05 * ink,
                 qPrintable(QStringLiteral("column %1: %2, stroke %3")
                                .arg(column)
                                .arg(inkOf(own, column))
                                .arg(ink)));
        QVERIFY(std::fabs(middleOf(own, column) - heights[place]) < 0.6);
    }
    QVERIFY(compared > (std::fabs(right - left) > 5000 ? 0 : 60));
}

void TestCurveRaster::a_level_line_has_its_width() {
    QImage image = blank({40, 40});
    CurveRaster(image).draw(20, 20, 4, qRgb(0, 0, 0), 1);
    for (int column = 0; column < 40; ++column) {
        QCOMPARE(inkOf(image, column), 4.0);
        QCOMPARE(qRed(image.pixel(column, 17)), 255);
        QCOMPARE(qRed(image.pixel(column, 18)), 0);
        QCOMPARE(qRed(image.pixel(column, 21)), 0);
        QCOMPARE(qRed(image.pixel(column, 22)), 255);
    }
}

void TestCurveRaster::opacity_mixes() {
    QImage image = blank({20, 20});
    CurveRaster raster(image);
    raster.draw(10, 10, 6, qRgb(200, 100, 0), 0.5);
    QCOMPARE(image.pixel(10, 10), qRgb(228, 178, 128));
    raster.draw(10, 10, 6, qRgb(0, 0, 0), 1);
    QCOMPARE(image.pixel(10, 10), qRgb(0, 0, 0));
    raster.draw(10, 10, 6, qRgb(255, 255, 255), 0);
    QCOMPARE(image.pixel(10, 10), qRgb(0, 0, 0));
}

void TestCurveRaster::what_is_outside_is_cut() {
    const QImage before = blank({30, 30});
    QImage image = before;
    CurveRaster raster(image);
    for (const auto& [left, right] :
         {std::pair(-50.0, -20.0), std::pair(60.0, 90.0), std::pair(-1e6, -5e5)})
        raster.draw(left, right, 8, qRgb(0, 0, 0), 1);
    QCOMPARE(image, before);
    raster.draw(-1e6, 1e6, 1, qRgb(0, 0, 0), 1); // goes through, in less than a column
    QVERIFY(image.pixelColor(0, 15) == QColor(Qt::white));
    QVERIFY(image.pixelColor(29, 15) == QColor(Qt::white));
    QImage empty;
    CurveRaster(empty).draw(0, 1, 1, qRgb(0, 0, 0), 1);
}

HEADSCOPE_TEST(TestCurveRaster, QApplication)
#include "test_curve_raster.moc"
