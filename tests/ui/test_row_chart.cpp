// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/row_chart.h"
#include "support/test_program.h"

#include <QApplication>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QToolTip>
#include <QtTest>

#include <cmath>

using namespace headscope;

namespace {

RowChartData rowOf(Index keys, Index asked) {
    RowChartData data;
    for (Index key = 0; key < keys; ++key) {
        data.labels += QStringLiteral("w%1").arg(key + 1);
        data.weights.push_back(key == keys / 4 ? 0.5F : 0.5F / static_cast<float>(keys));
        data.masked.push_back(false);
    }
    data.asked = asked;
    return data;
}

/// How many pixels of a column of the picture have (nearly) that colour.
int countColour(const QImage& image, int x, const QColor& colour) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        const QColor pixel = image.pixelColor(x, y);
        if (std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
                std::abs(pixel.blue() - colour.blue()) <
            12)
            ++count;
    }
    return count;
}

QImage shown(RowChart& chart) {
    chart.resize(272, 112);
    chart.show();
    QCoreApplication::processEvents();
    return chart.grab().toImage();
}

/// The widget's x of a key: the middle of all positions that name it.
int xOf(const RowChart& chart, Index key) {
    int first = -1;
    int last = -1;
    for (int x = 0; x < chart.width(); ++x) {
        if (chart.keyAt(x) == key) {
            first = first < 0 ? x : first;
            last = x;
        }
    }
    return (first + last) / 2;
}

} // namespace

class TestRowChart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void costs_nothing_until_it_is_shown();
    void what_is_no_number_has_no_height();
    void the_largest_bar_is_the_highest();
    void the_asked_bar_is_seen_among_many_data();
    void the_asked_bar_is_seen_among_many();
    void there_are_no_more_bars_than_pixels();
    void masked_keys_are_hatched_and_nan_has_its_colour();
    void keys_and_pointer_walk_along_the_row();
    void colours_follow_the_theme();
    void says_what_it_shows();
};

void TestRowChart::costs_nothing_until_it_is_shown() {
    RowChart chart;
    chart.setData(rowOf(512, 3), ThemeKind::Light, 1);
    QVERIFY(!chart.hasPlot());
    QVERIFY(chart.findChildren<QWidget*>().isEmpty());
    shown(chart);
    QVERIFY(chart.hasPlot());
}

void TestRowChart::what_is_no_number_has_no_height() {
    QCOMPARE(RowChart::barHeight(0.25F), 0.25);
    QCOMPARE(RowChart::barHeight(-1.0F), 0.0);
    for (const float value : {NAN, INFINITY, -INFINITY})
        QCOMPARE(RowChart::barHeight(value), 0.0);
}

void TestRowChart::the_largest_bar_is_the_highest() {
    RowChart chart;
    chart.setData(rowOf(16, 10), ThemeKind::Light, 1);
    const QImage picture = shown(chart);
    const QColor bar = theme(ThemeKind::Light).neutralBar;
    const int high = countColour(picture, xOf(chart, 4), bar);
    const int low = countColour(picture, xOf(chart, 5), bar);
    QVERIFY2(high > 40, qPrintable(QString::number(high)));
    QVERIFY(low >= 1 && low < high / 4);
}

void TestRowChart::the_asked_bar_is_seen_among_many_data() {
    QTest::addColumn<int>("keys");
    QTest::newRow("keys_1") << 1;
    QTest::newRow("keys_13") << 13;
    QTest::newRow("keys_512") << 512;
    QTest::newRow("keys_4096") << 4096;
}

void TestRowChart::the_asked_bar_is_seen_among_many() {
    QFETCH(int, keys);
    RowChart chart;
    chart.setData(rowOf(keys, keys / 4), ThemeKind::Light, 1);
    const QImage picture = shown(chart);
    int tallest = 0;
    const int centre = xOf(chart, keys / 4);
    for (int x = std::max(0, centre - 2); x <= centre + 2; ++x)
        tallest = std::max(tallest, countColour(picture, x, theme(ThemeKind::Light).accent));
    QVERIFY2(tallest > 40, qPrintable(QString::number(tallest)));
}

void TestRowChart::there_are_no_more_bars_than_pixels() {
    RowChart chart;
    chart.setData(rowOf(4096, 7), ThemeKind::Light, 1);
    const QImage picture = shown(chart);
    QVERIFY2(chart.barCount() > 100 && chart.barCount() <= chart.width(),
             qPrintable(QString::number(chart.barCount())));
    // The largest of the keys that share a bar is its height.
    const QColor bar = theme(ThemeKind::Light).neutralBar;
    int tallest = 0;
    const int centre = xOf(chart, 1024);
    for (int x = std::max(0, centre - 4); x <= centre + 4; ++x)
        tallest = std::max(tallest, countColour(picture, x, bar));
    QVERIFY2(tallest > 40, qPrintable(QString::number(tallest)));
    chart.setData(rowOf(40, 7), ThemeKind::Light, 1);
    QCOMPARE(chart.barCount(), 40);
}

void TestRowChart::masked_keys_are_hatched_and_nan_has_its_colour() {
    RowChartData data = rowOf(16, 1);
    for (std::size_t key = 8; key < 12; ++key) {
        data.masked[key] = true;
        data.weights[key] = 0;
    }
    data.weights[14] = NAN;
    RowChart chart;
    chart.setData(data, ThemeKind::Light, 1);
    const QImage picture = shown(chart);
    const QColor window = theme(ThemeKind::Light).window;
    QVERIFY(countColour(picture, xOf(chart, 14), QColor::fromRgb(nanColour())) > 60);
    const int hatched = countColour(picture, xOf(chart, 9), window);
    const int empty = countColour(picture, xOf(chart, 13), window);
    QVERIFY2(hatched < empty, "the lines of the hatch are there");
}

void TestRowChart::keys_and_pointer_walk_along_the_row() {
    RowChart chart;
    chart.setData(rowOf(40, 20), ThemeKind::Light, 1);
    shown(chart);
    QSignalSpy asked(&chart, &RowChart::keyAsked);
    QWidget* plot = chart.focusProxy();
    QVERIFY(plot);
    QCOMPARE(plot->focusPolicy(), Qt::StrongFocus);
    const std::pair<Qt::Key, Index> moves[] = {{Qt::Key_Left, 19},   {Qt::Key_Right, 21},
                                               {Qt::Key_Home, 0},    {Qt::Key_End, 39},
                                               {Qt::Key_PageUp, 10}, {Qt::Key_PageDown, 30}};
    for (const auto& [key, expected] : moves) {
        asked.clear();
        QTest::keyClick(plot, key);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<Index>(), expected);
    }
    for (const Index key : {0, 7, 39}) {
        asked.clear();
        QTest::mouseClick(plot, Qt::LeftButton, {}, QPoint(xOf(chart, key), 50));
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<Index>(), key);
    }
    asked.clear();
    QTest::mouseClick(plot, Qt::LeftButton, {}, QPoint(2, 50)); // the numbers of the axis
    QCOMPARE(asked.size(), 0);
    chart.setData(rowOf(40, 0), ThemeKind::Light, 1);
    QTest::keyClick(plot, Qt::Key_Left);
    QCOMPARE(asked.size(), 0);
}

void TestRowChart::colours_follow_the_theme() {
    RowChart chart;
    chart.setData(rowOf(16, 4), ThemeKind::Light, 1);
    QCOMPARE(shown(chart).pixelColor(271, 111), theme(ThemeKind::Light).window);
    chart.setData(rowOf(16, 4), ThemeKind::Dark, 1);
    const QImage dark = shown(chart);
    QCOMPARE(dark.pixelColor(271, 111), theme(ThemeKind::Dark).window);
    QVERIFY(countColour(dark, xOf(chart, 4), theme(ThemeKind::Dark).accent) > 40);
}

void TestRowChart::says_what_it_shows() {
    RowChart chart;
    RowChartData data = rowOf(16, 4);
    chart.setData(data, ThemeKind::Light, 1);
    shown(chart);
    for (const QWidget* widget : {static_cast<QWidget*>(&chart), chart.focusProxy()}) {
        QVERIFY(!widget->accessibleName().isEmpty());
        QVERIFY(widget->accessibleDescription().contains(QStringLiteral("w5")));
        QVERIFY(widget->accessibleDescription().contains(QStringLiteral("0.5")));
    }
    data.masked[4] = true;
    chart.setData(data, ThemeKind::Light, 1);
    QVERIFY(chart.accessibleDescription().contains(QStringLiteral("masked")));
    const QPoint place(xOf(chart, 9), 40);
    QHelpEvent help(QEvent::ToolTip, place, chart.mapToGlobal(place));
    QCoreApplication::sendEvent(chart.focusProxy(), &help);
    QVERIFY(QToolTip::text().contains(QStringLiteral("w10")));
}

HEADSCOPE_TEST(TestRowChart, QApplication)
#include "test_row_chart.moc"
