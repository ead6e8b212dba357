// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_geometry.h"
#include "support/test_program.h"

#include <QApplication>
#include <QtTest>

using namespace headscope;
using namespace Qt::StringLiterals;

namespace {

struct Named {
    QString name;
    QRectF rect;
};

/// What must not cover each other, of the parts that there are.
QList<Named> partsOf(const LinesGeometry& geometry) {
    QList<Named> parts = {{u"title"_s, geometry.title},
                          {u"bar"_s, geometry.bar},
                          {u"query labels"_s, geometry.queryLabels},
                          {u"lines"_s, geometry.lines},
                          {u"key labels"_s, geometry.keyLabels},
                          {u"names"_s, geometry.names},
                          {u"query header"_s, geometry.queryHeader},
                          {u"key header"_s, geometry.keyHeader},
                          {u"names header"_s, geometry.namesHeader},
                          {u"earlier"_s, geometry.earlier},
                          {u"later"_s, geometry.later},
                          {u"held"_s, geometry.heldLabel},
                          {u"count"_s, geometry.countLabel},
                          {u"legend"_s, geometry.legend}};
    for (std::size_t column = 0; column < geometry.columns.size(); ++column) {
        const auto below = [&](const QRectF& label) {
            const QRectF& place = geometry.columns[column];
            return QRectF(place.left(), label.top(), place.width(), label.height());
        };
        parts << Named{QStringLiteral("column %1").arg(column), geometry.columns[column]}
              << Named{QStringLiteral("head %1").arg(column), geometry.columnHeads[column]}
              << Named{QStringLiteral("sum %1").arg(column), below(geometry.heldLabel)}
              << Named{QStringLiteral("count %1").arg(column), below(geometry.countLabel)};
    }
    parts.removeIf([](const Named& part) { return part.rect.isEmpty(); });
    return parts;
}

LinesGeometryInput ticket(QSizeF size) {
    LinesGeometryInput in;
    in.size = size;
    in.queries = in.keys = 10;
    in.tracks = in.columns = 4;
    in.queryLabelWidth = in.keyLabelWidth = 44;
    in.barHeight = 32;
    return in;
}

} // namespace

class TestLinesGeometry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothing_covers_anything_or_is_cut_data();
    void nothing_covers_anything_or_is_cut();
    void the_fixed_scale();
    void lanes_of_a_token_stay_in_its_row();
    void rows_never_get_lower_than_24();
    void all_of_many_rows_are_in_view_until_they_are_zoomed();
    void no_written_token_covers_another();
    void more_than_six_columns_turn();
    void a_point_finds_its_token();
    void rows_fill_the_height_of_a_large_window();
};

void TestLinesGeometry::nothing_covers_anything_or_is_cut_data() {
    QTest::addColumn<LinesGeometryInput>("in");
    // The room that a page has in windows of these sizes.
    for (const QSizeF size : {QSizeF(672, 306), QSizeF(744, 554), QSizeF(880, 660),
                              QSizeF(1360, 840), QSizeF(2000, 1200), QSizeF(1900, 900)}) {
        for (const int tokens : {1, 5, 10, 40, 512}) {
            for (const int heads : {1, 4, 8, 12}) {
                for (const double scale : {1.0, 1.6}) {
                    for (const double label : {10.0, 44.0, 400.0}) {
                        LinesGeometryInput in = ticket(size);
                        in.queries = tokens;
                        in.keys = tokens > 5 ? tokens - 3 : tokens + 2;
                        in.tracks = in.columns = heads;
                        in.firstColumn = heads > 6 ? 3 : 0;
                        in.textScale = scale;
                        in.queryLabelWidth = label * scale;
                        in.keyLabelWidth = (label + 20) * scale;
                        in.barHeight = (heads > 4 ? 64 : 32) * scale;
                        QTest::addRow("%gx%g_%d_tokens_%d_heads_%g_labels_%g", size.width(),
                                      size.height(), tokens, heads, scale, label)
                            << in;
                    }
                }
            }
        }
    }
}

void TestLinesGeometry::nothing_covers_anything_or_is_cut() {
    QFETCH(const LinesGeometryInput, in);
    const LinesGeometry geometry = layoutLines(in);
    // In presentation mode a very small window has no room for everything.
    const bool tiny = in.size.height() < 420 * in.textScale || in.size.width() < 640 * in.textScale;
    const QList<Named> parts = partsOf(geometry);
    const QRectF view(QPointF(0, 0), in.size);
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (!tiny)
            QVERIFY2(view.adjusted(-0.01, -0.01, 0.01, 0.01).contains(parts[i].rect),
                     qPrintable(parts[i].name));
        for (qsizetype j = i + 1; j < parts.size(); ++j) {
            const QRectF both =
                parts[i].rect.intersected(parts[j].rect).adjusted(0.01, 0.01, -0.01, -0.01);
            QVERIFY2(both.isEmpty() || both.width() <= 0 || both.height() <= 0,
                     qPrintable(parts[i].name + u" and "_s + parts[j].name));
        }
    }
    QVERIFY(geometry.pitch >= 24 * in.textScale);
    if (!tiny) {
        QVERIFY(geometry.lines.width() >= 100);
        for (const QRectF& column : geometry.columns)
            QVERIFY(column.width() >= 50 * in.textScale);
    }
}

void TestLinesGeometry::the_fixed_scale() {
    QCOMPARE(lineWidthOf(0), 0.8);
    QCOMPARE(lineWidthOf(1), 8.0);
    QCOMPARE(lineWidthOf(0.5), 4.4);
    QCOMPARE(lineOpacityOf(0), 0.35);
    QCOMPARE(lineOpacityOf(1), 0.95);
    QCOMPARE(lineWidthOf(2), 8.0); // of what dropout scaled
}

void TestLinesGeometry::lanes_of_a_token_stay_in_its_row() {
    for (const int heads : {1, 4, 12, 48}) {
        LinesGeometryInput in = ticket({880, 660});
        in.tracks = in.columns = heads;
        const LinesGeometry geometry = layoutLines(in);
        QCOMPARE(geometry.lineY(3, 0) + geometry.lineY(3, heads - 1),
                 2 * geometry.row(3).center().y());
        QVERIFY(geometry.lineY(3, 0) > geometry.row(3).top());
        QVERIFY(geometry.lineY(3, heads - 1) < geometry.row(3).bottom());
        if (heads == 4)
            QCOMPARE(geometry.lineY(3, 1) - geometry.lineY(3, 0), 7.0);
        QVERIFY(geometry.lineY(3, heads - 1) < geometry.lineY(4, 0));
    }
}

void TestLinesGeometry::rows_never_get_lower_than_24() {
    LinesGeometryInput in = ticket({880, 660});
    in.queries = in.keys = 512;
    const LinesGeometry top = layoutLines(in);
    QCOMPARE(top.pitch, 24.0);
    QCOMPARE(top.most, 512 * 24 - top.rows.height());
    in.scroll = 1e6;
    const LinesGeometry end = layoutLines(in);
    QCOMPARE(end.scroll, end.most);
    QCOMPARE(end.row(511).bottom(), end.rows.bottom());
    QVERIFY(end.row(0).bottom() < end.rows.top());
}

void TestLinesGeometry::all_of_many_rows_are_in_view_until_they_are_zoomed() {
    LinesGeometryInput in = ticket({880, 660});
    in.queries = in.keys = 512;
    in.whole = true;
    LinesGeometry geometry = layoutLines(in);
    QCOMPARE(geometry.most, 0.0);
    QVERIFY(std::abs(geometry.row(511).bottom() - geometry.rows.bottom()) < 1e-6);
    QVERIFY(!geometry.isZoomed());
    QCOMPARE(geometry.seen(), std::pair(0, 512));
    in.pitch = 30;
    in.scroll = 300;
    geometry = layoutLines(in);
    QVERIFY(geometry.isZoomed());
    QCOMPARE(geometry.seen().first, 10);
    QCOMPARE(geometry.row(10).top(), geometry.rows.top());
    in.pitch = 1e-3; // not smaller than whole
    QCOMPARE(layoutLines(in).pitch, geometry.smallestPitch);
    QCOMPARE(layoutLines(in).scroll, 0.0);
    in.pitch = 1e9;
    QCOMPARE(layoutLines(in).pitch, largestLinesPitch);
    // Few rows have the height that they had.
    in.pitch = 0;
    in.queries = in.keys = 10;
    const LinesGeometry whole = layoutLines(in);
    in.whole = false;
    QCOMPARE(whole.pitch, layoutLines(in).pitch);
}

void TestLinesGeometry::no_written_token_covers_another() {
    for (const int count : {12, 41, 100, 512, 4096}) {
        for (const double pitch : {0.0, 3.0, 11.0, 30.0}) {
            LinesGeometryInput in = ticket({880, 660});
            in.queries = in.keys = count;
            in.whole = true;
            in.pitch = pitch;
            in.scroll = 40;
            const LinesGeometry geometry = layoutLines(in);
            const std::vector<int> wanted = {7, 8, count - 1, count / 2, -1, count};
            const std::vector<int> written = writtenTokens(geometry, count, wanted);
            QVERIFY(!written.empty());
            QVERIFY(std::ranges::is_sorted(written));
            const auto [first, end] = geometry.seen();
            if (first <= 7 && 7 < end) // the first that is wanted is there
                QVERIFY(std::ranges::binary_search(written, 7));
            for (std::size_t i = 0; i < written.size(); ++i) {
                QVERIFY(written[i] >= 0 && written[i] < count);
                const QRectF label = geometry.keyLabel(written[i]);
                QVERIFY(label.intersects(geometry.rows));
                if (geometry.isDense())
                    QVERIFY(geometry.rows.contains(label.center()));
                if (i > 0)
                    QVERIFY(geometry.keyLabel(written[i - 1]).bottom() <= label.top() + 1e-6);
            }
        }
    }
}

void TestLinesGeometry::more_than_six_columns_turn() {
    LinesGeometryInput in = ticket({1360, 840});
    in.tracks = in.columns = 12;
    LinesGeometry geometry = layoutLines(in);
    QCOMPARE(geometry.columns.size(), std::size_t{6});
    QVERIFY(geometry.earlier.isEmpty() && !geometry.later.isEmpty());
    in.firstColumn = 99;
    geometry = layoutLines(in);
    QCOMPARE(geometry.firstColumn, 6);
    QVERIFY(!geometry.earlier.isEmpty() && geometry.later.isEmpty());
    in.columns = 6;
    geometry = layoutLines(in);
    QVERIFY(geometry.earlier.isEmpty() && geometry.later.isEmpty());
}

void TestLinesGeometry::a_point_finds_its_token() {
    LinesGeometryInput in = ticket({880, 300});
    in.scroll = 30;
    const LinesGeometry geometry = layoutLines(in);
    QVERIFY(geometry.most > 30);
    for (int token = 0; token < 10; ++token) {
        const double y = geometry.row(token).center().y();
        if (geometry.rows.contains(QPointF(geometry.rows.center().x(), y)))
            QCOMPARE(geometry.tokenAt(y, 10), std::optional(token));
    }
    QVERIFY(!geometry.tokenAt(geometry.rows.top() - 1, 10));
    QVERIFY(!geometry.tokenAt(geometry.rows.bottom() + 1, 10));
    QVERIFY(!geometry.tokenAt(geometry.row(4).center().y(), 3));
}

void TestLinesGeometry::rows_fill_the_height_of_a_large_window() {
    const LinesGeometry geometry = layoutLines(ticket({880, 660}));
    QVERIFY(geometry.pitch >= 44);
    QCOMPARE(geometry.most, 0.0);
    QVERIFY(geometry.lines.width() >= 352);
    QVERIFY(geometry.legend.bottom() <= 660);
}

HEADSCOPE_TEST(TestLinesGeometry, QApplication)
#include "test_lines_geometry.moc"
