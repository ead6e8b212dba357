// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_sheet.h"
#include "pages/layers/layers_view.h"
#include "scene/value_range.h"
#include "support/edits.h"
#include "support/model_scenes.h"
#include "support/test_program.h"

#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

class TestLayersView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rows_of_one_kind_stand_together();
    void thumbnails_show_the_weights_of_their_head();
    void layout_shows_all_or_scrolls_data();
    void layout_shows_all_or_scrolls();
    void few_heads_stand_side_by_side();
    void a_click_chooses_and_a_double_click_opens();
    void keyboard_walks_and_opens();
    void nothing_is_computed_while_hidden();
    void plain_attention_has_one_row();
    void the_mean_of_the_heads_is_a_figure();
};

namespace {

struct ShownLayers {
    explicit ShownLayers(Index layers, const std::string& scope = "encoder/0/self_attention") {
        experiment = translation();
        scene = blockScene(translationTrace(experiment, layers), experiment, scope);
        view.setRoom({800, 600});
        view.resize(800, 600);
        view.show();
        view.setScene(scene);
    }
    Experiment experiment;
    Scene scene;
    LayersView view;
};

} // namespace

void TestLayersView::rows_of_one_kind_stand_together() {
    const Experiment experiment = translation();
    LayersPicture picture;
    picture.setScene(
        blockScene(translationTrace(experiment, 2), experiment, "encoder/0/self_attention"));
    picture.build();
    picture.layOut({800, 600}, 1);
    QCOMPARE(picture.scopes(),
             (std::vector<std::string>{"encoder/0/self_attention", "encoder/1/self_attention",
                                       "decoder/0/self_attention", "decoder/1/self_attention",
                                       "decoder/0/cross_attention", "decoder/1/cross_attention"}));
    QCOMPARE(picture.geometry().headings.size(), std::size_t{3});
}

void TestLayersView::thumbnails_show_the_weights_of_their_head() {
    ShownLayers shown(1);
    const QImage picture = shown.view.grab().toImage();
    const LayersGeometry& geometry = shown.view.geometryNow();
    int probed = 0;
    for (std::size_t row = 0; row < shown.view.picture().scopes().size(); ++row) {
        const Trace block =
            slice(*shown.scene.blocks->whole, shown.view.picture().scopes()[row]).trace;
        const auto panels = panelsOf(block, TensorName::AttentionWeights, 0);
        for (std::size_t head = 0; head < panels.size(); ++head) {
            const Tensor& weights = panels[head].matrix;
            const QRectF square = geometry.thumbnail(static_cast<int>(row), static_cast<int>(head));
            const double pitch =
                square.width() / static_cast<double>(std::max(weights.size(0), weights.size(1)));
            for (Index query = 0; query < weights.size(0); ++query) {
                for (Index key = 0; key < weights.size(1); ++key) {
                    if (panels[head].isMasked(query, key))
                        continue;
                    const QPointF centre =
                        square.topLeft() + QPointF((static_cast<double>(key) + 0.5) * pitch,
                                                   (static_cast<double>(query) + 0.5) * pitch);
                    const QRgb wanted = colourOf(ColourMap::Viridis, {0, 1}, weights(query, key));
                    QCOMPARE(picture.pixel(centre.toPoint()) | 0xff000000U, wanted | 0xff000000U);
                    ++probed;
                }
            }
        }
    }
    QVERIFY(probed > 100);
}

void TestLayersView::layout_shows_all_or_scrolls_data() {
    QTest::addColumn<int>("encoder");
    QTest::addColumn<int>("heads");
    QTest::addColumn<double>("scale");
    QTest::addColumn<bool>("scrolls");
    QTest::newRow("two_layers_of_two_heads") << 2 << 2 << 1.0 << false;
    QTest::newRow("twelve_layers_of_twelve_heads") << 12 << 12 << 1.0 << false;
    QTest::newRow("thirty_six_rows_scroll") << 36 << 12 << 1.0 << true;
    QTest::newRow("presentation") << 12 << 12 << 1.6 << true;
}

void TestLayersView::layout_shows_all_or_scrolls() {
    QFETCH(int, encoder);
    QFETCH(int, heads);
    QFETCH(double, scale);
    QFETCH(bool, scrolls);
    LayersGeometryInput in;
    in.width = 880;
    in.height = 640;
    in.groups = {encoder};
    in.heads = heads;
    in.labelWidth = 60;
    in.textScale = scale;
    const LayersGeometry geometry = layoutLayers(in);
    QCOMPARE(geometry.size.height() > in.height, scrolls);
    QCOMPARE(static_cast<int>(geometry.rows.size()), encoder);
    for (int row = 0; row < encoder; ++row) {
        for (int head = 0; head < heads; ++head) {
            const QRectF square = geometry.thumbnail(row, head);
            QVERIFY(QRectF(QPointF(), geometry.size).contains(square));
            QCOMPARE(geometry.placeAt(square.center(), heads), (LayersGeometry::Place{row, head}));
        }
    }
    QVERIFY(!geometry.placeAt({-1, -1}, heads));
    // The names of the marks have the whole width, however few heads there are.
    QVERIFY(geometry.legend.right() >= in.width - 24);
    QVERIFY(!geometry.placeAt({0, geometry.rows[0].y() + 1}, heads));
}

void TestLayersView::few_heads_stand_side_by_side() {
    LayersGeometryInput in;
    in.width = 880;
    in.height = 640;
    in.groups = {2, 2, 2};
    in.heads = 2;
    in.labelWidth = 50;
    in.headingWidth = 160;
    const LayersGeometry few = layoutLayers(in);
    QCOMPARE(few.headings[0].top(), few.headings[2].top());
    QVERIFY(few.headings[0].right() < few.headings[2].left());
    QVERIFY(few.size.width() <= in.width);
    in.heads = 12; // too many for that
    const LayersGeometry many = layoutLayers(in);
    QVERIFY(many.headings[0].top() < many.headings[2].top());
    QCOMPARE(many.headings[0].left(), many.headings[2].left());
    // Rows keep their order either way, and no two thumbnails touch.
    for (const LayersGeometry& geometry : {few, many}) {
        for (int a = 0; a < 6; ++a)
            for (int b = 0; b < a; ++b)
                QVERIFY(!geometry.thumbnail(a, 1).intersects(geometry.thumbnail(b, 1)));
    }
}

void TestLayersView::a_click_chooses_and_a_double_click_opens() {
    ShownLayers shown(2);
    QSignalSpy chosen(&shown.view, &LayersView::headChosen);
    QSignalSpy asked(&shown.view, &LayersView::headAsked);
    const QPoint at = shown.view.geometryNow().thumbnail(4, 3).center().toPoint();
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, at);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(asked.size(), 0);
    QCOMPARE(chosen[0][0].value<std::string>(), std::string("decoder/0/cross_attention"));
    QCOMPARE(chosen[0][1].toInt(), 3);
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {}, at);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].value<std::string>(), std::string("decoder/0/cross_attention"));
    QCOMPARE(asked[0][1].toInt(), 3);
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, {2, 2});
    QCOMPARE(asked.size(), 1);
    QCOMPARE(chosen.size(), 1);
}

void TestLayersView::keyboard_walks_and_opens() {
    ShownLayers shown(2);
    QSignalSpy asked(&shown.view, &LayersView::headAsked);
    QSignalSpy moved(&shown.view, &LayersView::cursorMoved);
    shown.view.setFocus();
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Down, Qt::Key_Right})
        QTest::keyClick(&shown.view, key);
    QVERIFY(shown.view.cursor().has_value());
    const LayersView::Place here = *shown.view.cursor();
    QVERIFY(here.row == 1 && here.column >= 1);
    QVERIFY(moved.size() >= 3);
    QVERIFY(shown.view.accessibleDescription().contains(QStringLiteral("encoder 2")));
    QTest::keyClick(&shown.view, Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].value<std::string>(), std::string("encoder/1/self_attention"));
    QCOMPARE(asked[0][1].toInt(), here.column);
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(&shown.view, Qt::Key_Down);
    QCOMPARE(shown.view.cursor()->row, 5);
}

void TestLayersView::nothing_is_computed_while_hidden() {
    const Experiment experiment = translation();
    LayersView view;
    view.setScene(
        blockScene(translationTrace(experiment, 1), experiment, "encoder/0/self_attention"));
    QVERIFY(view.picture().scopes().empty());
    view.show();
    QCOMPARE(view.picture().scopes().size(), std::size_t{3});
}

void TestLayersView::plain_attention_has_one_row() {
    const Experiment experiment = findExample("ticket")->make();
    LayersView view;
    view.show();
    view.setScene(blockScene(runAttention(problemOf(experiment)).value(), experiment, ""));
    QCOMPARE(view.picture().scopes(), std::vector<std::string>{""});
}

void TestLayersView::the_mean_of_the_heads_is_a_figure() {
    ShownLayers shown(2);
    const LayersPicture& picture = shown.view.picture();
    QVERIFY(picture.hasMean());
    const LayersPicture mean = picture.meanOfHeads();
    QCOMPARE(mean.rows().size(), picture.scopes().size());
    std::size_t place = 0;
    for (const LayersPicture::Row& row : mean.rows()) {
        QCOMPARE(row.attention->heads.size(), std::size_t{1});
        const Tensor& drawn = row.attention->heads.front().panel.matrix;
        const Trace block = slice(*shown.scene.blocks->whole, picture.scopes()[place++]).trace;
        const Tensor& weights = block[TensorName::AttentionWeights];
        const Index heads = weights.size(1);
        for (Index query = 0; query < drawn.size(0); ++query) {
            for (Index key = 0; key < drawn.size(1); ++key) {
                double sum = 0;
                for (Index head = 0; head < heads; ++head)
                    sum += static_cast<double>(weights(0, head, query, key));
                QCOMPARE(drawn(query, key), static_cast<float>(sum / static_cast<double>(heads)));
            }
        }
    }
    const Result<QByteArray> svg = renderLayers({mean}, FigureFormat::Svg);
    QVERIFY(svg && svg->contains("mean of the heads"));
}

HEADSCOPE_TEST(TestLayersView, QApplication)
#include "test_layers_view.moc"
