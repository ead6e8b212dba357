// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/panels/pooled_panel.h"
#include "scene/prepared_stage.h"
#include "support/numbers.h"
#include "support/test_program.h"

#include <QApplication>
#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

using namespace headscope;

namespace {

MatrixPanel panelOf(Index rows, Index columns, const std::vector<float>& values) {
    MatrixPanel panel;
    panel.matrix = Tensor::fromValues({rows, columns}, {Axis::Query, Axis::Key}, values);
    return panel;
}

MatrixPanel randomPanel(Index rows, Index columns, double masked, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::uniform_real_distribution<double> uniform;
    std::vector<float> values;
    std::vector<float> may;
    for (Index i = 0; i < rows * columns; ++i) {
        values.push_back(uniform(random) < 0.001 ? notANumber : normal(random));
        may.push_back(uniform(random) < masked ? 0.0F : 1.0F);
    }
    MatrixPanel panel = panelOf(rows, columns, values);
    if (masked > 0)
        panel.mayAttend = Tensor::fromValues({rows, columns}, panel.matrix.axes(), may);
    return panel;
}

bool same(float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

} // namespace

class TestPooledPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_largest_magnitude_wins_data();
    void the_largest_magnitude_wins();
    void masked_cells_do_not_count();
    void every_level_is_that_of_its_own_cells_data();
    void every_level_is_that_of_its_own_cells();
    void a_level_has_a_pixel_for_each_cell_data();
    void a_level_has_a_pixel_for_each_cell();
    void turned_tensors_are_pooled_as_they_are_seen();
};

void TestPooledPanel::the_largest_magnitude_wins_data() {
    QTest::addColumn<std::vector<float>>("values");
    QTest::addColumn<float>("expected");
    QTest::newRow("positive") << std::vector<float>{1, 2, 3, 0.5F} << 3.0F;
    QTest::newRow("negative_is_larger") << std::vector<float>{1, -4, 3, 2} << -4.0F;
    QTest::newRow("zeros") << std::vector<float>{0, 0, 0, 0} << 0.0F;
    QTest::newRow("infinity") << std::vector<float>{1, -infinity, 3, 2} << -infinity;
    QTest::newRow("nan_first") << std::vector<float>{notANumber, 5, infinity, 2} << notANumber;
    QTest::newRow("nan_last") << std::vector<float>{7, 5, 1, notANumber} << notANumber;
}

void TestPooledPanel::the_largest_magnitude_wins() {
    QFETCH(std::vector<float>, values);
    QFETCH(float, expected);
    const MatrixPanel result = pooled(panelOf(2, 2, values), 2);
    QCOMPARE(result.matrix.shape(), (Shape{1, 1}));
    QVERIFY(same(result.matrix(0, 0), expected));
}

void TestPooledPanel::masked_cells_do_not_count() {
    MatrixPanel panel = panelOf(2, 4, {9, 1, -infinity, -infinity, 2, 3, notANumber, -infinity});
    panel.mayAttend =
        Tensor::fromValues({2, 4}, panel.matrix.axes(), std::vector<float>{0, 1, 0, 0, 1, 1, 0, 0});
    const MatrixPanel result = pooled(panel, 2);
    QCOMPARE(result.matrix(0, 0), 3.0F);
    QVERIFY(!result.isMasked(0, 0));
    QVERIFY(result.isMasked(0, 1));
}

void TestPooledPanel::every_level_is_that_of_its_own_cells_data() {
    QTest::addColumn<Index>("rows");
    QTest::addColumn<Index>("columns");
    QTest::addColumn<double>("masked");
    QTest::newRow("square") << Index{64} << Index{64} << 0.0;
    QTest::newRow("odd") << Index{67} << Index{131} << 0.0;
    QTest::newRow("masked") << Index{67} << Index{131} << 0.6;
    QTest::newRow("nearly_all_masked") << Index{100} << Index{90} << 0.98;
    QTest::newRow("flat") << Index{1} << Index{500} << 0.0;
    QTest::newRow("more_than_a_screen") << Index{40} << Index{2500} << 0.3;
}

void TestPooledPanel::every_level_is_that_of_its_own_cells() {
    QFETCH(Index, rows);
    QFETCH(Index, columns);
    QFETCH(double, masked);
    const MatrixPanel panel = randomPanel(rows, columns, masked, 3);
    const PanelLevels levels(panel);
    int pooledLevels = 0;
    for (double pitch = 2; pitch > 1e-3; pitch /= 1.7) {
        const PanelLevels::Level level = levels.at(panel, pitch);
        pooledLevels += level.factor > 1;
        for (Index y = 0; y < level.panel.matrix.size(0); ++y) {
            for (Index x = 0; x < level.panel.matrix.size(1); ++x) {
                bool any = false;
                float expected = 0;
                for (Index row = y * level.factor; row < std::min(rows, (y + 1) * level.factor);
                     ++row) {
                    for (Index column = x * level.factor;
                         column < std::min(columns, (x + 1) * level.factor); ++column) {
                        if (panel.isMasked(row, column))
                            continue;
                        const float value = panel.matrix(row, column);
                        const bool larger =
                            std::isnan(value) || std::abs(value) > std::abs(expected);
                        if (!any || (larger && !std::isnan(expected)))
                            expected = value;
                        any = true;
                    }
                }
                QCOMPARE(level.panel.isMasked(y, x), !any);
                if (any)
                    QVERIFY(same(level.panel.matrix(y, x), expected));
            }
        }
    }
    QVERIFY(pooledLevels > 0);
}

void TestPooledPanel::a_level_has_a_pixel_for_each_cell_data() {
    QTest::addColumn<Index>("size");
    QTest::addColumn<double>("pixels");
    for (const Index size : {10, 64, 100, 512, 1500})
        for (const double pixels : {20.0, 60.0, 150.0, 560.0, 1100.0})
            QTest::addRow("%lld_on_%.0f", static_cast<long long>(size), pixels) << size << pixels;
}

void TestPooledPanel::a_level_has_a_pixel_for_each_cell() {
    QFETCH(Index, size);
    QFETCH(double, pixels);
    const MatrixPanel panel = randomPanel(1, size, 0, 5);
    const PanelLevels levels(panel);
    const PanelLevels::Level level = levels.at(panel, pixels / static_cast<double>(size));
    const auto cells = static_cast<double>(level.panel.matrix.size(1));
    QVERIFY2(cells <= pixels * 1.01 + 1, "more cells than pixels");
    if (level.factor > 2 && size <= 1024)
        QVERIFY2(cells * 2 > pixels * 0.98 - 2, "a finer level would have done");
    if (static_cast<double>(size) <= pixels)
        QCOMPARE(level.factor, Index{1});
}

void TestPooledPanel::turned_tensors_are_pooled_as_they_are_seen() {
    MatrixPanel panel = randomPanel(30, 50, 0, 9);
    const MatrixPanel expected = pooled(panel, 4);
    panel.matrix = panel.matrix.transposed(0, 1);
    const MatrixPanel result = pooled(panel, 4);
    for (Index row = 0; row < expected.matrix.size(0); ++row) {
        for (Index column = 0; column < expected.matrix.size(1); ++column)
            QVERIFY(same(result.matrix(column, row), expected.matrix(row, column)));
    }
}

HEADSCOPE_TEST(TestPooledPanel, QApplication)
#include "test_pooled_panel.moc"
