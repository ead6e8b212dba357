// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/heads/heads_view.h"
#include "scene/value_range.h"
#include "support/edits.h"
#include "support/test_program.h"
#include "workspace/workspace.h"

#include <QApplication>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTextDocument>
#include <QToolTip>
#include <QtTest>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// A Heads view with a workspace behind it, as the window connects them.
struct ShownHeads {
    explicit ShownHeads(Source source)
        : workspace(std::move(source)) {
        QObject::connect(&workspace, &Workspace::sceneChanged, &view, &HeadsView::setScene);
        QObject::connect(&view, &HeadsView::hovered, &workspace, &Workspace::hover);
        QObject::connect(&view, &HeadsView::locked, &workspace, &Workspace::lock);
        QObject::connect(&view, &HeadsView::panelAsked, &workspace, &Workspace::showPanel);
        QObject::connect(&view, &HeadsView::soloAsked, &workspace, &Workspace::setSolo);
        DisplayOptions plain;
        plain.valuesInCells = false;
        workspace.setDisplay(plain);
        view.resize(880, 690);
        view.show();
        settle();
    }
    void settle() {
        workspace.finish();
        QCoreApplication::processEvents();
    }
    QRgb pixelOf(Index row, Index column) {
        const QPoint centre = view.geometryNow().matrix.cellRect(row, column).center().toPoint();
        return view.grab().toImage().pixel(centre * view.devicePixelRatioF());
    }
    QPoint pointOf(Index row, Index column) {
        return view.geometryNow().matrix.cellRect(row, column).center().toPoint();
    }

    Workspace workspace;
    HeadsView view;
};

/// Two tokens ±√(ln 3 / 2) and projections that change nothing: the scores are ± ln 3 / 2,
/// and softmax makes 0.75 and 0.25 of them.
Experiment threeQuarters() {
    Experiment experiment = withBiases(findExample("ticket")->make(), false);
    experiment = withTokens(experiment, TokenSide::Query, 0, {"a", "b"}).value();
    AttentionConfig one;
    one.heads = 1;
    one.modelDim = 1;
    experiment = withConfig(experiment, one).value();
    experiment = withWeightSource(experiment, {WeightSource::Kind::Identity});
    const float x = std::sqrt(std::log(3.0F) / 2);
    experiment = withCell(experiment, TensorName::QueryInput, {0, 0, 0}, x).value();
    return withCell(experiment, TensorName::QueryInput, {0, 1, 0}, -x).value();
}

} // namespace

class TestHeadsView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cell_colours_are_those_of_the_trace_data();
    void cell_colours_are_those_of_the_trace();
    void masked_cells_are_hatched_not_coloured();
    void transposed_drawing_exchanges_rows_and_columns();
    void a_tip_shows_tokens_that_look_like_html();
    void click_locks_and_a_second_click_releases();
    void hovering_a_small_matrix_previews_its_head();
    void double_click_solos();
    void arrow_keys_move_the_cursor_and_a_reader_hears_it();
    void another_stage_repaints();
    void every_stage_of_every_example_paints_data();
    void every_stage_of_every_example_paints();
    void cells_that_share_a_pixel_show_the_largest_data();
    void cells_that_share_a_pixel_show_the_largest();
};

void TestHeadsView::cell_colours_are_those_of_the_trace_data() {
    QTest::addColumn<Stage>("stage");
    QTest::addColumn<QString>("own");
    QTest::addColumn<QString>("other");
    // Of matplotlib: viridis at 0.75 and 0.25 of [0, 1], the ends of RdBu_r.
    QTest::newRow("weights") << Stage::Weights << "#5ec962"
                             << "#3b528b";
    QTest::newRow("scores") << Stage::Scores << "#67001f"
                            << "#053061";
    QTest::newRow("scaled") << Stage::Scaled << "#67001f"
                            << "#053061";
}

void TestHeadsView::cell_colours_are_those_of_the_trace() {
    QFETCH(Stage, stage);
    QFETCH(QString, own);
    QFETCH(QString, other);
    ShownHeads shown(threeQuarters());
    shown.workspace.showStage(stage);
    shown.settle();
    QCOMPARE(QColor(shown.pixelOf(0, 0)).name(), own);
    QCOMPARE(QColor(shown.pixelOf(1, 1)).name(), own);
    QCOMPARE(QColor(shown.pixelOf(0, 1)).name(), other);
    QCOMPARE(QColor(shown.pixelOf(1, 0)).name(), other);
}

void TestHeadsView::masked_cells_are_hatched_not_coloured() {
    ShownHeads shown(withCausal(findExample("ticket")->make(), true));
    const QImage image = shown.view.grab().toImage();
    const QRect cell =
        shown.view.geometryNow().matrix.cellRect(2, 7).toRect().adjusted(2, 2, -2, -2);
    QSet<QRgb> colours;
    for (int y = cell.top(); y < cell.bottom(); ++y) {
        for (int x = cell.left(); x < cell.right(); ++x)
            colours.insert(image.pixel(x, y));
    }
    QVERIFY(colours.contains(theme(ThemeKind::Light).window.rgb()));
    QVERIFY(colours.size() > 1);
    QVERIFY(!colours.contains(colourOf(ColourMap::Viridis, {0, 1}, 0)));
}

void TestHeadsView::transposed_drawing_exchanges_rows_and_columns() {
    ShownHeads shown(findExample("ticket")->make());
    const QRgb before = shown.pixelOf(4, 8);
    const QPoint at = shown.pointOf(4, 8);
    DisplayOptions display = shown.workspace.display();
    display.rowsAreKeys = true;
    shown.workspace.setDisplay(display);
    shown.settle();
    QCOMPARE(shown.pixelOf(4, 8), before);
    QVERIFY(at != shown.pointOf(4, 8));
}

void TestHeadsView::a_tip_shows_tokens_that_look_like_html() {
    Experiment experiment = findExample("ticket")->make();
    experiment.tokens.front()[1] = "<s>";
    ShownHeads shown(std::move(experiment));
    const QPoint place = shown.pointOf(1, 0);
    QHelpEvent help(QEvent::ToolTip, place, shown.view.mapToGlobal(place));
    QCoreApplication::sendEvent(&shown.view, &help);
    QVERIFY(!QToolTip::text().isEmpty());
    QTextDocument read;
    if (Qt::mightBeRichText(QToolTip::text())) // as a tool tip does
        read.setHtml(QToolTip::text());
    else
        read.setPlainText(QToolTip::text());
    QVERIFY2(read.toPlainText().contains(u"query <s>"), qPrintable(read.toPlainText()));
}

void TestHeadsView::click_locks_and_a_second_click_releases() {
    ShownHeads shown(findExample("ticket")->make());
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.pointOf(3, 5));
    shown.settle();
    QVERIFY(shown.workspace.selection().locked == (PanelCell{0, 3, 5}));
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.pointOf(3, 5));
    shown.settle();
    QVERIFY(!shown.workspace.selection().locked);
}

void TestHeadsView::hovering_a_small_matrix_previews_its_head() {
    ShownHeads shown(findExample("ticket")->make());
    QCOMPARE(shown.view.shownPanel(), 0);
    const QPointF at = shown.view.geometryNow().thumbnails[2].matrix.cellRect(1, 1).center();
    QTest::mouseMove(&shown.view, at.toPoint());
    shown.settle();
    QCOMPARE(shown.view.shownPanel(), 2);
    QVERIFY(shown.workspace.selection().hovered == (PanelCell{2, 1, 1}));
    QCOMPARE(shown.workspace.selection().panel, 0);
    QTest::mouseMove(&shown.view, shown.pointOf(0, 0));
    shown.settle();
    QCOMPARE(shown.view.shownPanel(), 0);
}

void TestHeadsView::double_click_solos() {
    ShownHeads shown(findExample("ticket")->make());
    const QPointF at = shown.view.geometryNow().thumbnails[1].title.center();
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {}, at.toPoint());
    shown.settle();
    QVERIFY(shown.workspace.selection().solo);
    QCOMPARE(shown.workspace.selection().panel, 1);
    QVERIFY(shown.view.geometryNow().thumbnails.empty());
}

void TestHeadsView::arrow_keys_move_the_cursor_and_a_reader_hears_it() {
    ShownHeads shown(findExample("ticket")->make());
    shown.workspace.hover(PanelCell{0, 0, 0});
    shown.settle();
    QTest::keyClick(&shown.view, Qt::Key_Down);
    shown.settle();
    QTest::keyClick(&shown.view, Qt::Key_Right);
    shown.settle();
    QVERIFY(shown.workspace.selection().hovered == (PanelCell{0, 1, 1}));
    QVERIFY(shown.view.accessibleDescription().contains(QStringLiteral("请")));
    QTest::keyClick(&shown.view, Qt::Key_Return);
    shown.settle();
    QVERIFY(shown.workspace.selection().locked == (PanelCell{0, 1, 1}));
    for (int i = 0; i < 20; ++i) {
        QTest::keyClick(&shown.view, Qt::Key_Up);
        shown.settle();
    }
    QCOMPARE(shown.workspace.selection().locked->row, Index{0});
}

void TestHeadsView::another_stage_repaints() {
    ShownHeads shown(findExample("ticket")->make());
    const QImage weights = shown.view.grab().toImage();
    shown.workspace.showStage(Stage::Scores);
    shown.settle();
    QVERIFY(shown.view.grab().toImage() != weights);
}

void TestHeadsView::every_stage_of_every_example_paints_data() {
    QTest::addColumn<QString>("example");
    for (const Example& example : examples())
        QTest::newRow(example.id.data())
            << QString::fromUtf8(example.id.data(), static_cast<qsizetype>(example.id.size()));
}

void TestHeadsView::every_stage_of_every_example_paints() {
    QFETCH(QString, example);
    ShownHeads shown(findExample(example.toStdString())->source());
    for (int i = 0; i < stageCount; ++i) {
        const auto tensors = tensorsOf(static_cast<Stage>(i), *shown.workspace.scene().trace);
        for (std::size_t tensor = 0; tensor < tensors.size(); ++tensor) {
            shown.workspace.showStage(static_cast<Stage>(i), tensor);
            shown.settle();
            const QImage image = shown.view.grab().toImage();
            const QPoint centre = shown.pointOf(0, 0);
            const MatrixPanel& panel =
                shown.view.panels()[static_cast<std::size_t>(shown.view.shownPanel())];
            if (shown.view.geometryNow().matrix.pitchX < 4 || panel.isMasked(0, 0) ||
                shown.workspace.selection().asked() == PanelCell{0, 0, 0})
                continue;
            const ValueRange range =
                rangeOf(*shown.workspace.scene().trace, panel, 0, RangeMode::Fixed);
            const QRgb expected =
                colourOf(mapOf(panel.name, ColourMap::Viridis), range, panel.matrix(0, 0));
            QCOMPARE(QColor(image.pixel(centre)).name(), QColor(expected).name());
        }
    }
}

void TestHeadsView::cells_that_share_a_pixel_show_the_largest_data() {
    QTest::addColumn<Stage>("stage");
    QTest::addColumn<bool>("causal");
    QTest::newRow("weights") << Stage::Weights << false;
    QTest::newRow("scores") << Stage::Scores << false;
    QTest::newRow("masked_scores") << Stage::Masked << true;
}

void TestHeadsView::cells_that_share_a_pixel_show_the_largest() {
    QFETCH(Stage, stage);
    QFETCH(bool, causal);
    constexpr Index tokens = 1100; // some cells share a pixel of 400 or so
    Experiment experiment = withBatch(findExample("paper-size")->make(), 1).value();
    experiment = withTokens(experiment, TokenSide::Query, 0, TokenList(tokens, "word")).value();
    experiment = withHeads(withModelDim(experiment, 8).value(), 2).value();
    ShownHeads shown(withCausal(experiment, causal));
    shown.workspace.showStage(stage);
    shown.settle();
    const MatrixPanel& panel = shown.view.panels()[0];
    const MatrixGeometry& geometry = shown.view.geometryNow().matrix;
    const Index cells = shown.view.picture().pooledCells(1);
    QVERIFY(cells >= 2);
    QVERIFY(geometry.pitchX * static_cast<double>(cells) >= 0.99);
    shown.workspace.hover(std::nullopt);
    shown.workspace.lock(std::nullopt);
    shown.settle();
    const QImage image = shown.view.grab().toImage();
    const ValueRange range = rangeOf(*shown.workspace.scene().trace, panel, 0, RangeMode::Fixed);
    int probed = 0;
    for (Index y = 3; y < tokens / cells - 3; y += 17) {
        for (Index x = 1; x < tokens / cells - 3; x += 13) {
            float expected = 0;
            bool any = false;
            for (Index row = y * cells; row < (y + 1) * cells; ++row) {
                for (Index column = x * cells; column < (x + 1) * cells; ++column) {
                    if (causal && column > row)
                        continue;
                    any = true;
                    if (std::abs(panel.matrix(row, column)) > std::abs(expected))
                        expected = panel.matrix(row, column);
                }
            }
            const double pitch = geometry.pitchX * static_cast<double>(cells);
            const QPointF centre =
                geometry.origin +
                QPointF(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5) * pitch;
            const QColor seen(
                image.pixel(static_cast<int>(centre.x()), static_cast<int>(centre.y())));
            const QColor wanted =
                any ? QColor(colourOf(mapOf(panel.name, ColourMap::Viridis), range, expected))
                    : theme(ThemeKind::Light).hatchLight;
            QCOMPARE(seen.name(), wanted.name());
            ++probed;
        }
    }
    QVERIFY(probed > 200);
}

HEADSCOPE_TEST(TestHeadsView, QApplication)
#include "test_heads_view.moc"
