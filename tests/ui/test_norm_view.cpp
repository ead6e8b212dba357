// SPDX-License-Identifier: GPL-3.0-or-later
#include "cells/number_editor.h"
#include "checkpoint/model_source.h"
#include "experiment/edits/edit.h"
#include "pages/norm/norm_view.h"
#include "painters/matrix_painter.h"
#include "painters/number_type.h"
#include "scene/value_range.h"
#include "transformer/run_model.h"

#include "support/edits.h"
#include "support/model_scenes.h"
#include "support/test_program.h"

#include <QApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// The ticket sentence in an encoder of one layer.
Experiment encoder(NormKind kind, bool compared) {
    Experiment experiment = findExample("ticket")->make();
    ModelConfig model;
    model.architecture = Architecture::Encoder;
    model.norm = kind;
    model.compareNorms = compared;
    return withModel(experiment, model).value();
}

struct ShownNorm {
    explicit ShownNorm(const Experiment& experiment, Stage stage = Stage::Normalised,
                       const std::string& scope = "encoder/0/self_attention_norm") {
        scene = blockScene(runModel(modelProblemOf(experiment)).value(), experiment, scope);
        scene.selection.stage = stage;
        view.resize(880, 640);
        view.show();
        view.setScene(scene);
    }
    NumberEditor& editor() { return *view.findChild<NumberEditor*>(); }
    QPushButton& compare() { return *view.findChild<QPushButton*>(); }

    Scene scene;
    NormView view;
};

} // namespace

class TestNormView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void both_norms_stand_side_by_side_data();
    void both_norms_stand_side_by_side();
    void rows_stand_together_in_one_and_columns_in_the_other();
    void cells_have_the_colours_of_their_values();
    void one_norm_offers_the_other();
    void an_rms_norm_has_a_mean_of_squares_and_no_shift();
    void a_layer_norm_stands_beside_an_rms_norm();
    void hover_asks_for_the_cell();
    void click_locks_also_in_the_other_norm();
    void at_the_mean_a_cell_asks_for_the_mean_of_its_row();
    void gain_is_typed();
    void what_is_no_number_stays_with_a_sentence();
    void what_is_computed_says_that_it_is();
    void gain_of_the_compared_norm_is_that_of_the_chosen_one();
    void keyboard_walks_locks_and_edits();
    void numbers_are_written_where_there_is_room_data();
    void numbers_are_written_where_there_is_room();
    void the_frame_of_a_locked_cell_leaves_its_number_free();
    void gain_without_room_for_numbers_is_a_row_of_colours();
    void the_norm_of_a_trained_model_offers_no_edit();
    void fits_data();
    void fits();
};

void TestNormView::both_norms_stand_side_by_side_data() {
    QTest::addColumn<bool>("layerChosen");
    QTest::newRow("layer_norm_chosen") << true;
    QTest::newRow("batch_norm_chosen") << false;
}

void TestNormView::both_norms_stand_side_by_side() {
    QFETCH(bool, layerChosen);
    ShownNorm shown(encoder(layerChosen ? NormKind::Layer : NormKind::Batch, true));
    QCOMPARE(shown.view.sides().size(), std::size_t{2});
    const NormBlock& layer = shown.view.sides()[0];
    const NormBlock& batch = shown.view.sides()[1];
    QVERIFY(layer.layer && !batch.layer);
    QCOMPARE(layer.mean.shape(), (Shape{10, 1}));
    QCOMPARE(batch.mean.shape(), (Shape{1, 4}));
    QVERIFY(shown.compare().isHidden());
    // Each has mean 0 and variance 1 along its own direction.
    for (Index row = 0; row < 10; ++row) {
        double sum = 0;
        for (Index column = 0; column < 4; ++column)
            sum += static_cast<double>(layer.values(row, column));
        QVERIFY(std::fabs(sum) < 1e-5);
    }
    for (Index column = 0; column < 4; ++column) {
        double sum = 0;
        for (Index row = 0; row < 10; ++row)
            sum += static_cast<double>(batch.values(row, column));
        QVERIFY(std::fabs(sum) < 1e-5);
    }
}

void TestNormView::rows_stand_together_in_one_and_columns_in_the_other() {
    ShownNorm shown(encoder(NormKind::Layer, true));
    const NormSide& layer = shown.view.geometryNow().sides[0];
    const NormSide& batch = shown.view.geometryNow().sides[1];
    QVERIFY(layer.matrix.gapX < layer.matrix.gapY);
    QVERIFY(batch.matrix.gapX > batch.matrix.gapY);
    // What was taken of a row stands beside it, what was taken of a column below it.
    QCOMPARE(layer.mean.cellRect(3, 0).center().y(), layer.matrix.cellRect(3, 0).center().y());
    QVERIFY(layer.mean.cellRect(3, 0).left() > layer.matrix.bounds().right());
    QCOMPARE(batch.mean.cellRect(0, 2).center().x(), batch.matrix.cellRect(0, 2).center().x());
    QVERIFY(batch.mean.cellRect(0, 2).top() > batch.matrix.bounds().bottom());
}

void TestNormView::cells_have_the_colours_of_their_values() {
    ShownNorm shown(encoder(NormKind::Layer, true));
    shown.scene.display.valuesInCells = false;
    shown.view.setScene(shown.scene);
    const QImage picture = shown.view.grab().toImage();
    double largest = 0;
    for (const NormBlock& side : shown.view.sides())
        for (const float value : side.values.contiguous().values())
            largest = std::max(largest, std::fabs(static_cast<double>(value)));
    for (std::size_t i = 0; i < 2; ++i) {
        const NormBlock& side = shown.view.sides()[i];
        const MatrixGeometry& grid = shown.view.geometryNow().sides[i].matrix;
        for (Index row = 0; row < grid.rows; ++row) {
            for (Index column = 0; column < grid.columns; ++column)
                QCOMPARE(
                    picture.pixel(grid.cellRect(row, column).center().toPoint()),
                    colourOf(ColourMap::RedBlue, {-largest, largest}, side.values(row, column)) |
                        0xff000000U);
        }
    }
}

void TestNormView::one_norm_offers_the_other() {
    ShownNorm shown(encoder(NormKind::Layer, false));
    QCOMPARE(shown.view.sides().size(), std::size_t{1});
    QVERIFY(shown.compare().isVisible());
    QVERIFY(shown.compare().text().contains(QStringLiteral("batch norm")));
    QSignalSpy asked(&shown.view, &NormView::comparisonAsked);
    QTest::keyClick(&shown.compare(), Qt::Key_Space);
    QCOMPARE(asked.size(), 1);
}

void TestNormView::an_rms_norm_has_a_mean_of_squares_and_no_shift() {
    ShownNorm shown(encoder(NormKind::Rms, false), Stage::MeanSquare);
    QCOMPARE(shown.view.sides().size(), std::size_t{1});
    const NormBlock& side = shown.view.sides()[0];
    QVERIFY(side.root && side.layer && side.variance.isEmpty() && side.shift.isEmpty());
    for (Index row = 0; row < 10; ++row) {
        double sum = 0;
        for (Index column = 0; column < 4; ++column)
            sum += std::pow(static_cast<double>(side.values(row, column)), 2);
        QVERIFY(std::fabs(static_cast<double>(side.mean(row, 0)) - sum / 4) < 1e-5 * sum);
    }
    QVERIFY(shown.compare().text().contains(QStringLiteral("layer norm")));
    // A cell asks for the mean of its row; β cannot be asked for.
    QSignalSpy asked(&shown.view, &NormView::cellAsked);
    const NormSide& laid = shown.view.geometryNow().sides[0];
    QCOMPARE(laid.shift.rows, Index{0});
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, laid.mean.cellRect(3, 0).center().toPoint());
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][1].value<Stage>(), Stage::MeanSquare);
    QCOMPARE(asked[0][3].value<PanelCell>(), (PanelCell{0, 3, 0}));
    shown.view.grab(); // nothing that is lacking is painted
}

void TestNormView::a_layer_norm_stands_beside_an_rms_norm() {
    ShownNorm shown(encoder(NormKind::Rms, true));
    QCOMPARE(shown.view.sides().size(), std::size_t{2});
    QVERIFY(shown.view.sides()[0].root != shown.view.sides()[1].root);
    for (const NormBlock& side : shown.view.sides())
        QVERIFY(side.layer && side.shift.isEmpty() && side.variance.isEmpty() == side.root);
    shown.view.grab();
}

void TestNormView::hover_asks_for_the_cell() {
    ShownNorm shown(encoder(NormKind::Layer, true));
    QSignalSpy hovered(&shown.view, &NormView::hovered);
    const MatrixGeometry& own = shown.view.geometryNow().sides[0].matrix;
    QTest::mouseMove(&shown.view, own.cellRect(2, 3).center().toPoint());
    QCOMPARE(hovered.size(), 1);
    QCOMPARE(hovered[0][0].value<std::optional<PanelCell>>(), (PanelCell{0, 2, 3}));
    // The norm beside it is another block: it is asked with a click.
    QTest::mouseMove(&shown.view,
                     shown.view.geometryNow().sides[1].matrix.cellRect(2, 3).center().toPoint());
    QCOMPARE(hovered.size(), 1);
}

void TestNormView::click_locks_also_in_the_other_norm() {
    ShownNorm shown(encoder(NormKind::Layer, true));
    QSignalSpy asked(&shown.view, &NormView::cellAsked);
    for (std::size_t side = 0; side < 2; ++side) {
        QTest::mouseClick(
            &shown.view, Qt::LeftButton, {},
            shown.view.geometryNow().sides[side].matrix.cellRect(1, 2).center().toPoint());
        QCOMPARE(asked.last()[0].value<std::string>(), shown.view.sides()[side].scope);
        QCOMPARE(asked.last()[1].value<Stage>(), Stage::Normalised);
        QCOMPARE(asked.last()[3].value<PanelCell>(), (PanelCell{0, 1, 2}));
    }
    QCOMPARE(shown.view.sides()[1].scope, std::string("encoder/0/self_attention_norm/batch"));
}

void TestNormView::at_the_mean_a_cell_asks_for_the_mean_of_its_row() {
    ShownNorm shown(encoder(NormKind::Layer, true), Stage::Mean);
    QSignalSpy asked(&shown.view, &NormView::cellAsked);
    QTest::mouseClick(&shown.view, Qt::LeftButton, {},
                      shown.view.geometryNow().sides[0].matrix.cellRect(5, 3).center().toPoint());
    QCOMPARE(asked.last()[3].value<PanelCell>(), (PanelCell{0, 5, 0}));
    QTest::mouseClick(&shown.view, Qt::LeftButton, {},
                      shown.view.geometryNow().sides[1].matrix.cellRect(5, 3).center().toPoint());
    QCOMPARE(asked.last()[3].value<PanelCell>(), (PanelCell{0, 0, 3}));
    QTest::mouseClick(&shown.view, Qt::LeftButton, {},
                      shown.view.geometryNow().sides[0].variance.cellRect(4, 0).center().toPoint());
    QCOMPARE(asked.last()[1].value<Stage>(), Stage::Variance);
}

void TestNormView::gain_is_typed() {
    ShownNorm shown(encoder(NormKind::Layer, true));
    QSignalSpy typed(&shown.view, &NormView::parameterTyped);
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {},
                       shown.view.geometryNow().sides[0].gain.cellRect(0, 2).center().toPoint());
    QVERIFY(shown.editor().isVisible());
    QCOMPARE(shown.editor().text(), QStringLiteral("1"));
    QTest::keyClicks(&shown.editor(), QStringLiteral("2.5"));
    QTest::keyClick(&shown.editor(), Qt::Key_Return);
    QVERIFY(!shown.editor().isVisible());
    QCOMPARE(typed.size(), 1);
    QCOMPARE(typed[0][0].value<std::string>(), std::string("encoder/0/self_attention_norm"));
    QCOMPARE(typed[0][1].value<TensorName>(), TensorName::NormGain);
    QCOMPARE(typed[0][2].value<Index>(), Index{2});
    QCOMPARE(typed[0][3].toFloat(), 2.5F);
}

void TestNormView::what_is_no_number_stays_with_a_sentence() {
    ShownNorm shown(encoder(NormKind::Layer, true));
    QSignalSpy typed(&shown.view, &NormView::parameterTyped);
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {},
                       shown.view.geometryNow().sides[0].gain.cellRect(0, 2).center().toPoint());
    QTest::keyClicks(&shown.editor(), QStringLiteral("much"));
    QTest::keyClick(&shown.editor(), Qt::Key_Return);
    QVERIFY(shown.editor().isOpen());
    QVERIFY2(shown.editor().sentence().contains(QStringLiteral("“much”")),
             qPrintable(shown.editor().sentence()));
    QTest::keyClick(&shown.editor(), Qt::Key_Escape);
    QVERIFY(!shown.editor().isVisible());
    QVERIFY(typed.isEmpty());
}

void TestNormView::what_is_computed_says_that_it_is() {
    ShownNorm shown(encoder(NormKind::Layer, true));
    QSignalSpy said(&shown.view, &NormView::said);
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {},
                       shown.view.geometryNow().sides[0].matrix.cellRect(1, 2).center().toPoint());
    QVERIFY(!shown.editor().isVisible());
    QCOMPARE(said.size(), 1);
    QVERIFY(said[0][0].toString().contains(QStringLiteral("into γ and β here")));
}

void TestNormView::gain_of_the_compared_norm_is_that_of_the_chosen_one() {
    ShownNorm shown(encoder(NormKind::Layer, true));
    QSignalSpy typed(&shown.view, &NormView::parameterTyped);
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {},
                       shown.view.geometryNow().sides[1].shift.cellRect(0, 1).center().toPoint());
    QTest::keyClicks(&shown.editor(), QStringLiteral("-1"));
    QTest::keyClick(&shown.editor(), Qt::Key_Return);
    QCOMPARE(typed.size(), 1);
    QCOMPARE(typed[0][0].value<std::string>(), std::string("encoder/0/self_attention_norm"));
    QCOMPARE(typed[0][1].value<TensorName>(), TensorName::NormShift);
}

void TestNormView::keyboard_walks_locks_and_edits() {
    ShownNorm shown(encoder(NormKind::Layer, true));
    QObject::connect(&shown.view, &NormView::hovered, &shown.view,
                     [&](const std::optional<PanelCell>& cell) {
                         shown.scene.selection.hovered = cell;
                         shown.view.setScene(shown.scene);
                     });
    QTest::keyClick(&shown.view, Qt::Key_Down); // the cursor appears
    QTest::keyClick(&shown.view, Qt::Key_Down);
    QTest::keyClick(&shown.view, Qt::Key_Right);
    QCOMPARE(shown.scene.selection.hovered, (PanelCell{0, 1, 1}));
    QVERIFY(!shown.view.accessibleDescription().isEmpty());
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(&shown.view, Qt::Key_Right);
    QCOMPARE(shown.scene.selection.hovered, (PanelCell{0, 1, 3}));
    QSignalSpy asked(&shown.view, &NormView::cellAsked);
    QTest::keyClick(&shown.view, Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
    QTest::keyClick(&shown.view, Qt::Key_F2);
    QVERIFY(shown.editor().isVisible());
}

void TestNormView::numbers_are_written_where_there_is_room_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("compared");
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("written");
    QTest::newRow("one_norm_as_at_1440") << QSize(880, 640) << false << 8 << true;
    QTest::newRow("one_norm_as_at_1024") << QSize(744, 500) << false << 8 << true;
    QTest::newRow("both_as_at_1440") << QSize(880, 640) << true << 8 << true;
    QTest::newRow("both_of_four") << QSize(744, 500) << true << 4 << true;
    QTest::newRow("sixty_four_features") << QSize(880, 640) << true << 64 << false;
}

void TestNormView::numbers_are_written_where_there_is_room() {
    QFETCH(QSize, size);
    QFETCH(bool, compared);
    QFETCH(int, width);
    QFETCH(bool, written);
    ShownNorm shown(withModelDim(encoder(NormKind::Layer, compared), width).value());
    shown.view.resize(size);
    QCOMPARE(shown.view.valuesFit(), written);
    const NormGeometry& geometry = shown.view.geometryNow();
    const NormSide& side = geometry.sides.front();
    QCOMPARE(typeFor(side.gain, 1).has_value(), written);
    QCOMPARE(typeFor(side.shift, 1).has_value(), written);
    // One norm alone takes the room of the other.
    if (!compared)
        QVERIFY(side.variance.bounds().right() > 0.75 * size.width());
    // What is written lies within its cell, as wide as numbers become.
    if (const auto type = typeFor(side.matrix, 1)) {
        QVERIFY(type->pixels >= 9);
        QVERIFY((type->characters + 1) * 0.6 * type->pixels <= side.matrix.cellRect(0, 0).width());
    }
}

void TestNormView::the_frame_of_a_locked_cell_leaves_its_number_free() {
    for (const double width : {28.0, 33.0, 40.0, 47.0, 64.0}) {
        const MatrixGeometry grid{{0, 0}, 1, 1, width, 24};
        const std::optional<NumberType> type = typeFor(grid, 1);
        QVERIFY(type.has_value());
        const CellFrame inner = lockFrames(grid.cellRect(0, 0)).back();
        const double room = inner.box.width() - 2 * inner.width;
        const double longest = (type->characters + 1) * figureEm * type->pixels;
        QVERIFY2(longest <= room + 1e-9, qPrintable(QString::number(width)));
    }
}

void TestNormView::gain_without_room_for_numbers_is_a_row_of_colours() {
    ShownNorm shown(withModelDim(encoder(NormKind::Layer, false), 64).value());
    const NormBlock& side = shown.view.sides().front();
    double largest = 0;
    for (const float value : side.values.contiguous().values())
        largest = std::max(largest, std::fabs(static_cast<double>(value)));
    const QImage picture = shown.view.grab().toImage();
    const NormSide& laid = shown.view.geometryNow().sides.front();
    for (const auto& [grid, values] :
         {std::pair(&laid.gain, &side.gain), std::pair(&laid.shift, &side.shift)}) {
        for (Index column = 0; column < grid->columns; ++column)
            QCOMPARE(picture.pixel(grid->cellRect(0, column).center().toPoint()),
                     colourOf(ColourMap::RedBlue, {-largest, largest}, (*values)(column)) |
                         0xff000000U);
    }
}

void TestNormView::the_norm_of_a_trained_model_offers_no_edit() {
    ShownNorm shown(encoder(NormKind::Layer, false));
    RunOrigin origin = shown.scene.run->origin();
    origin.model = std::make_shared<const OpenModel>();
    shown.scene.run = std::make_shared<const Run>(shown.scene.run->trace(),
                                                  shown.scene.run->labels(), std::move(origin));
    shown.view.setScene(shown.scene);
    QVERIFY(!shown.compare().isVisible());
    QSignalSpy said(&shown.view, &NormView::said);
    const QPointF gain = shown.view.geometryNow().sides[0].gain.cellRect(0, 2).center();
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {}, gain.toPoint());
    QVERIFY(!shown.editor().isVisible());
    QVERIFY(said.last()[0].toString().contains(QStringLiteral("of a model")));
    for (const CellTable& table : shown.view.cellTables()) {
        if (const std::optional<CellPlace> place = table.at(gain))
            QVERIFY(!table.tip(*place).contains(QStringLiteral("Double-click")));
    }
}

void TestNormView::fits_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("width");
    QTest::newRow("as_at_1440") << QSize(880, 640) << 4;
    QTest::newRow("as_at_1024") << QSize(744, 500) << 4;
    QTest::newRow("wide_model") << QSize(880, 640) << 64;
    QTest::newRow("smallest_window") << QSize(672, 271) << 4;
    QTest::newRow("wide_model_in_the_smallest_window") << QSize(672, 271) << 64;
}

void TestNormView::fits() {
    QFETCH(QSize, size);
    QFETCH(int, width);
    ShownNorm shown(withModelDim(encoder(NormKind::Layer, true), width).value());
    shown.view.resize(size);
    const QRectF area(QPointF(), size);
    const NormGeometry& geometry = shown.view.geometryNow();
    for (const NormSide& side : geometry.sides) {
        for (const MatrixGeometry* grid :
             {&side.matrix, &side.mean, &side.variance, &side.gain, &side.shift})
            QVERIFY2(area.contains(grid->bounds()),
                     qPrintable(QString::number(grid->bounds().right())));
        QVERIFY(!side.matrix.bounds().intersects(side.mean.bounds()));
        QVERIFY(!side.gain.bounds().intersects(side.mean.bounds()));
        QVERIFY(!side.gain.bounds().intersects(geometry.colourBar));
        QVERIFY(!side.shift.bounds().intersects(geometry.colourBar));
        // Whatever is given up in a low area: what is drawn lies one below the other.
        double bottom = area.top();
        for (const QRectF& row : {side.title, side.explanation, side.columnAxis, side.columnLabels,
                                  side.matrix.bounds(), side.gain.bounds(), side.shift.bounds()}) {
            if (row.isEmpty())
                continue;
            QVERIFY(row.top() >= bottom);
            bottom = row.bottom();
        }
        QVERIFY(side.matrix.rowRect(1).top() > side.matrix.rowRect(0).top());
    }
    QVERIFY(geometry.sides[0].mean.bounds().right() < geometry.sides[1].title.left());
}

HEADSCOPE_TEST(TestNormView, QApplication)
#include "test_norm_view.moc"
