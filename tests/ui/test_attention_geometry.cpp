// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/attention_geometry.h"
#include "support/test_program.h"

#include <QApplication>
#include <QtTest>

using namespace headscope;

class TestAttentionGeometry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everything_has_its_place_data();
    void everything_has_its_place();
    void labels_make_way_for_cells();
};

void TestAttentionGeometry::everything_has_its_place_data() {
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<int>("heads");
    QTest::addColumn<int>("queries");
    QTest::addColumn<int>("keys");
    QTest::addColumn<double>("scale");
    QTest::newRow("as_at_1440") << QSizeF(1140, 440) << 4 << 10 << 10 << 1.0;
    QTest::newRow("as_at_1024") << QSizeF(720, 330) << 4 << 10 << 10 << 1.0;
    QTest::newRow("as_at_720") << QSizeF(420, 200) << 4 << 10 << 10 << 1.0;
    QTest::newRow("presentation") << QSizeF(1800, 640) << 8 << 10 << 10 << 1.6;
    QTest::newRow("twelve_heads") << QSizeF(1140, 440) << 12 << 10 << 10 << 1.0;
    QTest::newRow("many_tokens") << QSizeF(1140, 440) << 2 << 512 << 512 << 1.0;
    QTest::newRow("one_query") << QSizeF(1140, 440) << 1 << 1 << 10 << 1.0;
    QTest::newRow("few_keys") << QSizeF(1140, 440) << 2 << 5 << 4 << 1.0;
}

void TestAttentionGeometry::everything_has_its_place() {
    QFETCH(QSizeF, size);
    QFETCH(int, heads);
    QFETCH(int, queries);
    QFETCH(int, keys);
    QFETCH(double, scale);
    AttentionGeometryInput in;
    in.area = QRectF(QPointF(20, 200), size);
    in.heads = heads;
    in.queries = queries;
    in.keys = keys;
    in.scale = scale;
    const AttentionGeometry geometry = layoutAttention(in);
    const QRectF area = in.area.adjusted(-0.5, -0.5, 0.5, 0.5);
    QVERIFY(area.contains(geometry.legend));
    QVERIFY(area.contains(geometry.keyAxis));
    QCOMPARE(geometry.right.heads.size(), static_cast<std::size_t>(heads));
    QCOMPARE(geometry.wrong.heads.size(), static_cast<std::size_t>(heads));
    for (const AttentionRow* row : {&geometry.right, &geometry.wrong}) {
        QVERIFY(area.contains(row->title));
        QVERIFY(area.contains(row->queryAxis));
        QVERIFY(area.contains(row->queryLabels));
        for (std::size_t head = 0; head < row->heads.size(); ++head) {
            const QRectF cells = row->heads[head].bounds();
            QVERIFY(area.contains(cells));
            QVERIFY(!cells.intersects(row->names[head]));
            QVERIFY(!cells.intersects(row->queryLabels));
            QVERIFY(!cells.intersects(geometry.keyLabels));
            QVERIFY(!cells.intersects(geometry.legend));
            if (head > 0)
                QVERIFY(row->heads[head - 1].bounds().right() < cells.left());
            // A key stands under the same key.
            QCOMPARE(geometry.wrong.heads[head].origin.x(), geometry.right.heads[head].origin.x());
        }
    }
    QVERIFY(geometry.right.heads.front().bounds().bottom() < geometry.wrong.title.top());
}

void TestAttentionGeometry::labels_make_way_for_cells() {
    AttentionGeometryInput in;
    in.queries = in.keys = 10;
    in.area = QRectF(0, 0, 900, 400);
    QVERIFY(!layoutAttention(in).keyLabels.isEmpty());
    in.area.setHeight(170);
    QVERIFY(layoutAttention(in).keyLabels.isEmpty());
    QVERIFY(layoutAttention(in).right.heads.front().pitchY >= 1);
}

HEADSCOPE_TEST(TestAttentionGeometry, QApplication)
#include "test_attention_geometry.moc"
