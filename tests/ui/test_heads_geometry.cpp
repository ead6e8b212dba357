// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_geometry.h"
#include "painters/number_type.h"
#include "support/test_program.h"

#include <QApplication>
#include <QtTest>

using namespace headscope;

namespace {

HeadsGeometryInput input(QSizeF area, int panels, int summaries, Index rows, Index columns) {
    HeadsGeometryInput in;
    in.area = QRectF(QPointF(24, 12), area);
    in.panels = panels;
    in.summaries = summaries;
    in.rows = rows;
    in.columns = columns;
    in.sums = true;
    return in;
}

} // namespace

class TestHeadsGeometry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cells_and_points_agree();
    void turned_geometry_exchanges_the_sides();
    void label_steps_are_numbers_that_people_count_in();
    void a_number_is_as_large_as_its_cell_lets_it_data();
    void a_number_is_as_large_as_its_cell_lets_it();
    void narrower_cells_have_fewer_characters();
    void ticket_has_cells_of_full_size_and_numbers();
    void everything_is_inside_and_apart_data();
    void everything_is_inside_and_apart();
    void solo_gives_the_room_to_one();
    void a_wide_window_is_used();
};

void TestHeadsGeometry::cells_and_points_agree() {
    for (const bool turned : {false, true}) {
        const auto geometry = MatrixGeometry::fitted(QRectF(10, 20, 300, 200), 7, 13, 48, turned);
        for (Index row = 0; row < 7; ++row) {
            for (Index column = 0; column < 13; ++column) {
                const auto hit = geometry.cellAt(geometry.cellRect(row, column).center());
                QVERIFY(hit);
                QCOMPARE(hit->row, row);
                QCOMPARE(hit->column, column);
            }
        }
        QVERIFY(!geometry.cellAt({9, 30}));
        QVERIFY(!geometry.cellAt(geometry.bounds().bottomRight() + QPointF(3, 3)));
    }
}

void TestHeadsGeometry::turned_geometry_exchanges_the_sides() {
    const auto straight = MatrixGeometry::fitted(QRectF(0, 0, 400, 400), 2, 5, 48, false);
    const auto turned = MatrixGeometry::fitted(QRectF(0, 0, 400, 400), 2, 5, 48, true);
    QCOMPARE(straight.bounds().size().transposed(), turned.bounds().size());
    QCOMPARE(straight.cellRect(1, 4).topLeft(), turned.cellRect(1, 4).topLeft().transposed());
}

void TestHeadsGeometry::label_steps_are_numbers_that_people_count_in() {
    QCOMPARE(labelStep(20, 16), Index{1});
    QCOMPARE(labelStep(10, 16), Index{2});
    QCOMPARE(labelStep(4, 16), Index{5});
    QCOMPARE(labelStep(1, 16), Index{20});
    QCOMPARE(labelStep(0.1, 16), Index{200});
}

void TestHeadsGeometry::a_number_is_as_large_as_its_cell_lets_it_data() {
    QTest::addColumn<NumberRoom>("room");
    QTest::addColumn<int>("glyphs");
    QTest::addColumn<double>("pixels"); // 0: it does not fit
    const auto row = [](const char* name, const NumberRoom& room, int glyphs, double pixels) {
        QTest::newRow(name) << room << glyphs << pixels;
    };
    row("as_wide_as_its_glyphs", {.cell = {36, 20}}, 5, 12);
    row("one_glyph_more", {.cell = {36, 20}}, 6, 10);
    row("an_inset_stays_free", {.cell = {36, 20}, .inset = 6}, 5, 10);
    row("no_larger_than_allowed", {.cell = {60, 20}, .most = 13}, 5, 13);
    row("just_readable", {.cell = {30, 20}, .least = 10}, 5, 10);
    row("not_readable", {.cell = {29.9, 20}, .least = 10}, 5, 0);
    row("largest_is_not_readable", {.cell = {60, 20}, .most = 8, .least = 9}, 5, 0);
    row("smallest_cell", {.cell = {24, 14}, .smallest = {24, 14}}, 4, 10);
    row("too_narrow_a_cell", {.cell = {23.9, 14}, .smallest = {24, 14}}, 4, 0);
    row("too_low_a_cell", {.cell = {24, 13.9}, .smallest = {24, 14}}, 4, 0);
    row("air_around_it", {.cell = {36, 20}, .em = 0.9}, 4, 10);
    row("nothing_is_left", {.cell = {4, 20}, .inset = 5}, 3, 0);
}

void TestHeadsGeometry::a_number_is_as_large_as_its_cell_lets_it() {
    QFETCH(const NumberRoom, room);
    QFETCH(const int, glyphs);
    QFETCH(const double, pixels);
    const auto found = numberPixels(room, glyphs);
    QCOMPARE(found.has_value(), pixels > 0);
    if (found)
        QVERIFY(std::abs(*found - pixels) < 1e-9);
}

void TestHeadsGeometry::narrower_cells_have_fewer_characters() {
    int before = 5;
    for (double width = 60; width > 0; --width) {
        const NumberRoom room{.cell = {width, 20}, .inset = 3, .most = 13, .least = 9};
        const auto type = numberType(room, {5, 4, 3}, 1);
        const int characters = type ? type->characters : 0;
        QVERIFY(characters <= before);
        // With its sign it fits, and one character more would not.
        if (type)
            QVERIFY((characters + 1) * figureEm * type->pixels + 3 <= width + 1e-9);
        if (characters < 5)
            QVERIFY(!numberPixels(room, (characters > 0 ? characters : 2) + 2));
        before = characters;
    }
    QCOMPARE(before, 0);
}

void TestHeadsGeometry::ticket_has_cells_of_full_size_and_numbers() {
    // The centre of a window of 1440 × 900.
    const HeadsGeometry geometry = layoutHeads(input({832, 664}, 6, 2, 10, 10));
    QVERIFY2(geometry.matrix.pitchX >= 44, qPrintable(QString::number(geometry.matrix.pitchX)));
    QVERIFY(!geometry.columnLabelsUpright);
    QCOMPARE(geometry.thumbnails.size(), std::size_t{6});
}

void TestHeadsGeometry::everything_is_inside_and_apart_data() {
    QTest::addColumn<QSizeF>("area");
    QTest::addColumn<int>("panels");
    QTest::addColumn<int>("summaries");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    for (const QSizeF size :
         {QSizeF(832, 664), QSizeF(696, 532), QSizeF(420, 400), QSizeF(1800, 1200)}) {
        for (const int heads : {1, 2, 4, 8, 12, 32}) {
            for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{
                     {10, 10}, {1, 10}, {1, 1}, {128, 128}, {5, 40}, {512, 512}}) {
                const int summaries = heads > 1 ? 2 : 0;
                QTest::addRow("%gx%g %d heads of %dx%d", size.width(), size.height(), heads, rows,
                              columns)
                    << size << heads + summaries << summaries << rows << columns;
            }
        }
    }
}

void TestHeadsGeometry::everything_is_inside_and_apart() {
    QFETCH(QSizeF, area);
    QFETCH(int, panels);
    QFETCH(int, summaries);
    QFETCH(int, rows);
    QFETCH(int, columns);
    const HeadsGeometryInput in = input(area, panels, summaries, rows, columns);
    const HeadsGeometry geometry = layoutHeads(in);
    const QRectF room = in.area.adjusted(-1, -1, 1, 1);
    QVERIFY(room.contains(geometry.matrix.bounds()));
    QVERIFY(room.contains(geometry.rowSums));
    QVERIFY(geometry.matrix.pitchX > 0);
    std::vector<QRectF> parts = {geometry.matrix.bounds(), geometry.rowLabels,
                                 geometry.columnLabels, geometry.rowSums, geometry.columnSums};
    for (const Thumbnail& thumbnail : geometry.thumbnails) {
        QVERIFY(room.contains(thumbnail.matrix.bounds()));
        QVERIFY(thumbnail.frame.contains(thumbnail.matrix.bounds().adjusted(0, 0, -1, -1)));
        parts.push_back(thumbnail.matrix.bounds());
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::size_t j = i + 1; j < parts.size(); ++j) {
            const QRectF both = parts[i].intersected(parts[j]);
            QVERIFY2(both.width() < 1 || both.height() < 1,
                     qPrintable(QStringLiteral("%1 and %2 overlap").arg(i).arg(j)));
        }
    }
}

void TestHeadsGeometry::solo_gives_the_room_to_one() {
    HeadsGeometryInput in = input({832, 664}, 10, 2, 40, 40);
    const double shared = layoutHeads(in).matrix.pitchX;
    in.solo = true;
    const HeadsGeometry alone = layoutHeads(in);
    QVERIFY(alone.thumbnails.empty());
    QVERIFY(alone.matrix.pitchX >= shared);
}

void TestHeadsGeometry::a_wide_window_is_used() {
    // The centre of a window of 2560 × 1440: no hole between the matrix and the small ones.
    const HeadsGeometry geometry = layoutHeads(input({1950, 1200}, 6, 2, 10, 10));
    QVERIFY2(geometry.matrix.pitchX >= 84, qPrintable(QString::number(geometry.matrix.pitchX)));
    double right = 0;
    for (const Thumbnail& head : geometry.thumbnails) {
        const double gap = head.frame.left() - geometry.rowSums.right();
        QVERIFY2(gap >= 0, qPrintable(QString::number(gap)));
        right = std::max(right, head.frame.right());
    }
    QVERIFY(geometry.thumbnails.front().frame.left() - geometry.rowSums.right() <= 120);
    QVERIFY(geometry.thumbnails.front().matrix.pitchX >= 20);
    QVERIFY(right <= 24 + 1950);
    // A matrix of few cells keeps its sentence below it, apart from the small ones.
    const HeadsGeometry small = layoutHeads(input({1950, 1200}, 4, 2, 2, 3));
    QVERIFY(small.thumbnails.front().frame.left() >= small.note.right());
    QVERIFY(small.thumbnails.front().frame.left() - small.note.right() <= 120);
}

HEADSCOPE_TEST(TestHeadsGeometry, QApplication)
#include "test_heads_geometry.moc"
