// SPDX-License-Identifier: GPL-3.0-or-later
// The enlarged matrix from closer by: wheel, drag, keys, minimap; and what is drawn and said.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/heads/heads_sums.h"
#include "pages/heads/heads_view.h"
#include "plots/matrix_plot.h"
#include "scene/value_range.h"
#include "support/edits.h"
#include "support/test_program.h"
#include "words/language.h"
#include "words/numbers/number_format.h"
#include "workspace/workspace.h"

#include <QApplication>
#include <QWheelEvent>
#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace headscope;
using namespace headscope::testing;

namespace {

Experiment sentence(Index tokens, bool causal = false) {
    TokenList words;
    for (Index i = 0; i < tokens; ++i)
        words.push_back("word" + std::to_string(i + 1));
    Experiment experiment = withBatch(findExample("paper-size")->make(), 1).value();
    experiment = withTokens(experiment, TokenSide::Query, 0, words).value();
    experiment = withHeads(withModelDim(experiment, 8).value(), 2).value();
    return withCausal(experiment, causal);
}

/// A Heads view with a workspace behind it, as the window connects them.
struct ShownZoom {
    explicit ShownZoom(Experiment experiment, QSize size = {900, 700})
        : workspace(std::move(experiment)) {
        QObject::connect(&workspace, &Workspace::sceneChanged, &view, &HeadsView::setScene);
        QObject::connect(&view, &HeadsView::hovered, &workspace, &Workspace::hover);
        QObject::connect(&view, &HeadsView::locked, &workspace, &Workspace::lock);
        QObject::connect(&view, &HeadsView::panelAsked, &workspace, &Workspace::showPanel);
        QObject::connect(&view, &HeadsView::soloAsked, &workspace, &Workspace::setSolo);
        view.resize(size);
        view.show();
        settle();
    }
    void settle() {
        workspace.finish();
        QCoreApplication::processEvents();
    }
    const HeadsGeometry& layout() const { return view.geometryNow(); }
    void wheel(QPointF at, int notches) {
        QWheelEvent event(at, view.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&view, &event);
    }
    void press(QEvent::Type type, QPointF at, Qt::MouseButtons buttons) {
        QMouseEvent event(type, at, view.mapToGlobal(at),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, buttons,
                          Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &event);
    }
    void drag(QPointF from, QPointF to) {
        press(QEvent::MouseButtonPress, from, Qt::LeftButton);
        for (int i = 1; i <= 8; ++i)
            press(QEvent::MouseMove, from + (to - from) * i / 8, Qt::LeftButton);
        press(QEvent::MouseButtonRelease, to, Qt::NoButton);
    }
    /// In cells as drawn.
    QPointF placeAt(QPointF point) const {
        const MatrixGeometry& matrix = layout().matrix;
        return {(point.x() - matrix.origin.x()) / matrix.pitchX,
                (point.y() - matrix.origin.y()) / matrix.pitchY};
    }
    void turn() {
        DisplayOptions display = workspace.display();
        display.rowsAreKeys = !display.rowsAreKeys;
        workspace.setDisplay(display);
        settle();
    }
    MatrixPlot& plot() { return *view.findChild<MatrixPlot*>(); }

    Workspace workspace;
    HeadsView view;
};

bool isInside(const HeadsGeometry& geometry) {
    const QRectF all = geometry.matrix.bounds();
    const QRectF& seen = geometry.viewport;
    return seen.left() >= all.left() - 0.01 && seen.top() >= all.top() - 0.01 &&
           seen.right() <= all.right() + 1 && seen.bottom() <= all.bottom() + 1;
}

} // namespace

class TestHeadsZoom : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_wheel_keeps_what_is_under_the_pointer_data();
    void the_wheel_keeps_what_is_under_the_pointer();
    void dragging_moves_and_never_leaves_the_matrix_data();
    void dragging_moves_and_never_leaves_the_matrix();
    void shift_and_drag_zoom_to_a_box();
    void double_click_and_home_show_all_of_it();
    void plus_and_minus_zoom_and_arrows_scroll();
    void pointing_and_clicking_find_the_cell_data();
    void pointing_and_clicking_find_the_cell();
    void cells_are_drawn_where_they_are_hit_data();
    void cells_are_drawn_where_they_are_hit();
    void cells_have_digits_as_soon_as_they_are_legible_data();
    void cells_have_digits_as_soon_as_they_are_legible();
    void pooled_cells_show_their_largest_and_it_is_said();
    void sums_are_of_what_is_seen_data();
    void sums_are_of_what_is_seen();
    void the_minimap_shows_the_viewport_and_moves_it();
    void labels_keep_apart_and_inside_data();
    void labels_keep_apart_and_inside();
    void another_head_and_stage_keep_the_zoom();
    void another_size_begins_with_the_whole();
    void a_turn_keeps_the_corner();
    void asked_from_elsewhere_is_brought_in();
    void given_rows_and_columns_are_shown_data();
    void given_rows_and_columns_are_shown();
};

void TestHeadsZoom::the_wheel_keeps_what_is_under_the_pointer_data() {
    QTest::addColumn<int>("tokens");
    QTest::addColumn<bool>("solo");
    for (const int tokens : {10, 40, 128, 512}) {
        for (const bool solo : {false, true})
            QTest::addRow("%d_tokens%s", tokens, solo ? "_solo" : "") << tokens << solo;
    }
}

void TestHeadsZoom::the_wheel_keeps_what_is_under_the_pointer() {
    QFETCH(int, tokens);
    QFETCH(bool, solo);
    ShownZoom shown(sentence(tokens));
    shown.workspace.setSolo(solo);
    shown.settle();
    const QRectF whole = shown.layout().viewport;
    const QPointF at = whole.topLeft() + QPointF(whole.width() * 0.4, whole.height() * 0.6);
    int steps = 0;
    for (int step = 0; step < 24; ++step) {
        const QPointF before = shown.placeAt(at);
        const double pitch = shown.layout().matrix.pitchX;
        shown.wheel(at, 1);
        if (shown.layout().matrix.pitchX <= pitch)
            continue;
        ++steps;
        QVERIFY(isInside(shown.layout()));
        const QPointF moved = (shown.placeAt(at) - before) * shown.layout().matrix.pitchX;
        // An edge may forbid it in the first steps; else whole pixels are all that differs.
        const QRectF all = shown.layout().matrix.bounds();
        const QRectF& seen = shown.layout().viewport;
        const bool freeX = all.left() < seen.left() - 1 && all.right() > seen.right() + 1;
        const bool freeY = all.top() < seen.top() - 1 && all.bottom() > seen.bottom() + 1;
        QVERIFY(!freeX || std::abs(moved.x()) <= 0.51);
        QVERIFY(!freeY || std::abs(moved.y()) <= 0.51);
    }
    QVERIFY(steps >= 2);
    QCOMPARE(shown.layout().matrix.pitchX, largestZoomedPitch);
    for (int step = 0; step < 40; ++step)
        shown.wheel(at, -1);
    QVERIFY(!shown.layout().zoomed);
    QCOMPARE(shown.layout().viewport, whole);
}

void TestHeadsZoom::dragging_moves_and_never_leaves_the_matrix_data() {
    QTest::addColumn<QPointF>("by");
    QTest::newRow("left_up") << QPointF(-60, -40);
    QTest::newRow("right_down") << QPointF(60, 40);
    QTest::newRow("far_left") << QPointF(-5000, 3);
    QTest::newRow("far_right_and_down") << QPointF(5000, 5000);
    QTest::newRow("far_up") << QPointF(0, -5000);
}

void TestHeadsZoom::dragging_moves_and_never_leaves_the_matrix() {
    QFETCH(QPointF, by);
    ShownZoom shown(sentence(128));
    const QPointF at = shown.layout().viewport.center();
    for (int i = 0; i < 8; ++i)
        shown.wheel(at, 1);
    const auto locked = shown.workspace.selection().locked;
    const QPointF before = shown.placeAt(at);
    const double pitch = shown.layout().matrix.pitchX;
    shown.drag(at, at + by);
    shown.settle();
    QVERIFY(isInside(shown.layout()));
    const QPointF moved = (before - shown.placeAt(at)) * pitch;
    if (std::abs(by.x()) < 1000 && std::abs(by.y()) < 1000)
        QVERIFY(std::abs(moved.x() - by.x()) <= 1 && std::abs(moved.y() - by.y()) <= 1);
    else
        QVERIFY(moved.manhattanLength() > 100);
    QVERIFY2(shown.workspace.selection().locked == locked, "a drag is no click");
}

void TestHeadsZoom::shift_and_drag_zoom_to_a_box() {
    for (const bool turned : {false, true}) {
        ShownZoom shown(sentence(128));
        if (turned)
            shown.turn();
        const CellSpan wanted{40, 52, 70, 90};
        const QRectF box = shown.layout().matrix.rectOf(wanted).adjusted(1, 1, -1, -1);
        const auto send = [&](QEvent::Type type, QPointF at, Qt::MouseButtons buttons) {
            QMouseEvent event(type, at, shown.view.mapToGlobal(at),
                              type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, buttons,
                              Qt::ShiftModifier);
            QCoreApplication::sendEvent(&shown.view, &event);
        };
        // A box that is none shows and asks nothing.
        const auto locked = shown.workspace.selection().locked;
        send(QEvent::MouseButtonPress, box.center(), Qt::LeftButton);
        send(QEvent::MouseButtonRelease, box.center() + QPointF(1, 1), Qt::NoButton);
        QVERIFY(!shown.layout().zoomed);
        send(QEvent::MouseButtonPress, box.bottomRight(), Qt::LeftButton);
        send(QEvent::MouseMove, box.center(), Qt::LeftButton);
        send(QEvent::MouseMove, box.topLeft(), Qt::LeftButton);
        send(QEvent::MouseButtonRelease, box.topLeft(), Qt::NoButton);
        QVERIFY(shown.layout().zoomed && isInside(shown.layout()));
        const CellSpan seen = shown.view.seenCells();
        QVERIFY(seen.firstRow <= wanted.firstRow && seen.endRow >= wanted.endRow);
        QVERIFY(seen.firstColumn <= wanted.firstColumn && seen.endColumn >= wanted.endColumn);
        // As closely as the box allows: on one side nothing else is seen.
        QVERIFY(seen.rows() <= wanted.rows() + 2 || seen.columns() <= wanted.columns() + 2);
        QCOMPARE(shown.workspace.selection().locked, locked);
    }
}

void TestHeadsZoom::double_click_and_home_show_all_of_it() {
    ShownZoom shown(sentence(128));
    const HeadsGeometry whole = shown.layout();
    const QPointF at = whole.viewport.center();
    shown.wheel(at, 5);
    QVERIFY(shown.layout().zoomed);
    QTest::mouseDClick(&shown.view, Qt::LeftButton, {}, at.toPoint());
    shown.settle();
    QVERIFY(!shown.layout().zoomed);
    QVERIFY(!shown.workspace.selection().solo);
    QCOMPARE(shown.layout().viewport, whole.viewport);
    shown.wheel(at, 5);
    QTest::keyClick(&shown.view, Qt::Key_Home);
    QVERIFY(!shown.layout().zoomed);
    QCOMPARE(shown.layout().matrix.bounds(), whole.matrix.bounds());
}

void TestHeadsZoom::plus_and_minus_zoom_and_arrows_scroll() {
    ShownZoom shown(sentence(128));
    shown.workspace.hover(PanelCell{0, 60, 60});
    shown.settle();
    for (int i = 0; i < 12; ++i)
        QTest::keyClick(&shown.view, Qt::Key_Plus);
    QVERIFY(shown.layout().matrix.pitchX > 30);
    QVERIFY(shown.layout().viewport.contains(shown.layout().matrix.cellRect(60, 60)));
    for (const auto& [key, cell] : {std::pair(Qt::Key_Right, MatrixGeometry::Position{60, 100}),
                                    std::pair(Qt::Key_Down, MatrixGeometry::Position{100, 100}),
                                    std::pair(Qt::Key_Left, MatrixGeometry::Position{100, 3}),
                                    std::pair(Qt::Key_Up, MatrixGeometry::Position{0, 3})}) {
        for (int i = 0; i < 128; ++i) {
            const auto asked = shown.workspace.selection().asked();
            if (asked->row == cell.row && asked->column == cell.column)
                break;
            QTest::keyClick(&shown.view, key);
            shown.settle();
            const auto now = shown.workspace.selection().asked();
            QVERIFY(shown.layout().viewport.contains(
                shown.layout().matrix.cellRect(now->row, now->column)));
        }
        QCOMPARE(shown.workspace.selection().asked()->row, cell.row);
        QCOMPARE(shown.workspace.selection().asked()->column, cell.column);
    }
    for (int i = 0; i < 30; ++i)
        QTest::keyClick(&shown.view, Qt::Key_Minus);
    QVERIFY(!shown.layout().zoomed);
}

void TestHeadsZoom::pointing_and_clicking_find_the_cell_data() {
    QTest::addColumn<bool>("turned");
    QTest::newRow("rows_are_queries") << false;
    QTest::newRow("rows_are_keys") << true;
}

void TestHeadsZoom::pointing_and_clicking_find_the_cell() {
    QFETCH(bool, turned);
    ShownZoom shown(sentence(128));
    if (turned)
        shown.turn();
    const QRectF seen = shown.layout().viewport;
    shown.wheel(seen.topLeft() + QPointF(seen.width() * 0.7, seen.height() * 0.2), 8);
    const MatrixGeometry& matrix = shown.layout().matrix;
    const CellSpan span = shown.view.seenCells();
    QVERIFY(span.firstRow > 0 || span.firstColumn > 0);
    for (const auto& [row, column] : {std::pair(span.firstRow + 1, span.firstColumn + 1),
                                      std::pair(span.endRow - 2, span.firstColumn + 3),
                                      std::pair(span.firstRow + 2, span.endColumn - 2)}) {
        const QPoint at = matrix.cellRect(row, column).center().toPoint();
        shown.press(QEvent::MouseMove, at, Qt::NoButton);
        shown.settle();
        QVERIFY(shown.workspace.selection().hovered == (PanelCell{0, row, column}));
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, at);
        shown.settle();
        QVERIFY(shown.workspace.selection().locked == (PanelCell{0, row, column}));
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, at);
        shown.settle();
        QVERIFY(!shown.workspace.selection().locked);
    }
    // Beside the viewport there are no cells, however far the matrix reaches.
    const QRectF now = shown.layout().viewport;
    const auto hovered = shown.workspace.selection().hovered;
    shown.press(QEvent::MouseMove, QPointF(now.left() - 20, now.center().y()), Qt::NoButton);
    shown.settle();
    QVERIFY(shown.workspace.selection().hovered == hovered);
}

void TestHeadsZoom::cells_are_drawn_where_they_are_hit_data() {
    QTest::addColumn<bool>("turned");
    QTest::addColumn<int>("notches");
    for (const bool turned : {false, true}) {
        for (const int notches : {0, 2, 4, 9})
            QTest::addRow("%s_%d", turned ? "turned" : "straight", notches) << turned << notches;
    }
}

void TestHeadsZoom::cells_are_drawn_where_they_are_hit() {
    QFETCH(bool, turned);
    QFETCH(int, notches);
    ShownZoom shown(sentence(120, true));
    DisplayOptions display = shown.workspace.display();
    display.rowsAreKeys = turned;
    display.valuesInCells = false;
    shown.workspace.setDisplay(display);
    shown.workspace.lock(std::nullopt);
    shown.workspace.hover(std::nullopt);
    shown.settle();
    const QRectF all = shown.layout().viewport;
    // Where something is left by the mask.
    shown.wheel(all.topLeft() + (turned ? QPointF(all.width() * 0.6, all.height() * 0.4)
                                        : QPointF(all.width() * 0.4, all.height() * 0.6)),
                notches);
    const MatrixPanel& panel = shown.view.panels()[0];
    const ValueRange range = *shown.view.content().range();
    const QImage image = shown.view.grab().toImage();
    const CellSpan span = shown.view.seenCells();
    int probed = 0;
    for (Index row = span.firstRow + 1; row < span.endRow - 1; row += 3) {
        for (Index column = span.firstColumn + 1; column < span.endColumn - 1; column += 2) {
            const QPointF centre = shown.layout().matrix.cellRect(row, column).center();
            const QColor seen(
                image.pixel(static_cast<int>(centre.x()), static_cast<int>(centre.y())));
            if (column > row) {
                QVERIFY(seen.rgb() != colourOf(ColourMap::Viridis, range, 0));
            } else {
                QCOMPARE(
                    seen.name(),
                    QColor(colourOf(ColourMap::Viridis, range, panel.matrix(row, column))).name());
                ++probed;
            }
        }
    }
    QVERIFY(probed > 10);
}

void TestHeadsZoom::cells_have_digits_as_soon_as_they_are_legible_data() {
    // Three glyphs of 9.5 pixels' type and 4 pixels of air; a sign is a fourth.
    QTest::addColumn<Stage>("stage");
    QTest::addColumn<double>("pitch");
    QTest::newRow("weights") << Stage::Weights << 3 * 0.6 * 9.5 + 4;
    QTest::newRow("scores") << Stage::Scores << 4 * 0.6 * 9.5 + 4;
}

void TestHeadsZoom::cells_have_digits_as_soon_as_they_are_legible() {
    QFETCH(Stage, stage);
    QFETCH(double, pitch);
    ShownZoom shown(sentence(128));
    shown.workspace.showStage(stage);
    shown.workspace.lock(std::nullopt);
    shown.workspace.hover(std::nullopt);
    shown.settle();
    const QPointF at = shown.layout().viewport.center();
    int with = 0;
    for (int step = 0; step < 24; ++step) {
        shown.wheel(at, 1);
        const bool large = shown.layout().matrix.pitchX >= pitch;
        QCOMPARE(shown.view.valuesFit(), large);
        const CellSpan span = shown.view.seenCells();
        const QRect cell = shown.layout()
                               .matrix.cellRect(span.firstRow + 1, span.firstColumn + 1)
                               .toRect()
                               .adjusted(1, 1, -1, -1);
        const QImage image = shown.view.grab(cell).toImage();
        bool plain = true;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                plain = plain && image.pixel(x, y) == image.pixel(0, 0);
        }
        QCOMPARE(plain, !large);
        with += large;
    }
    QVERIFY(with > 1);
}

void TestHeadsZoom::pooled_cells_show_their_largest_and_it_is_said() {
    constexpr Index tokens = 1100;
    ShownZoom shown(sentence(tokens), {620, 560});
    const QString whole = shown.view.picture().seenText(1);
    QVERIFY(whole.startsWith(QStringLiteral("8 × 8 cells per pixel, the largest")));
    const QRectF all = shown.layout().viewport;
    while (shown.view.picture().pooledCells(1) != 2)
        shown.wheel(all.topLeft() + QPointF(100, 120), 1);
    QVERIFY(shown.layout().zoomed);
    QVERIFY(shown.view.picture().seenText(1).startsWith(
        QStringLiteral("2 × 2 cells per pixel, the largest · queries ")));
    shown.workspace.lock(std::nullopt);
    shown.workspace.hover(std::nullopt);
    shown.settle();
    const MatrixPanel& panel = shown.view.panels()[0];
    const MatrixGeometry geometry = shown.layout().matrix.pooled(2);
    const QRectF seen = shown.layout().viewport.adjusted(4, 4, -4, -4);
    const CellSpan span = geometry.spanIn(seen);
    const QImage image = shown.view.grab().toImage();
    const ValueRange range = *shown.view.content().range();
    int probed = 0;
    for (Index y = span.firstRow; y < span.endRow; y += 11) {
        for (Index x = span.firstColumn; x < span.endColumn; x += 7) {
            float largest = 0;
            for (Index row = 2 * y; row < std::min(tokens, 2 * y + 2); ++row) {
                for (Index column = 2 * x; column < std::min(tokens, 2 * x + 2); ++column)
                    largest = std::max(largest, panel.matrix(row, column));
            }
            const QPointF centre = geometry.cellRect(y, x).center();
            const QColor pixel(
                image.pixel(static_cast<int>(centre.x()), static_cast<int>(centre.y())));
            QCOMPARE(pixel.name(), QColor(colourOf(ColourMap::Viridis, range, largest)).name());
            ++probed;
        }
    }
    QVERIFY(probed > 200);
    while (shown.layout().matrix.pitchX < 1)
        shown.wheel(all.center(), 1);
    QVERIFY(!shown.view.picture().seenText(1).contains(QStringLiteral("largest")));
    useLanguage(Language::Chinese);
    shown.view.showWhole();
    QVERIFY(shown.view.picture().seenText(1).startsWith(QStringLiteral("每像素 8 × 8 个单元格")));
    useLanguage(Language::English);
}

void TestHeadsZoom::sums_are_of_what_is_seen_data() {
    QTest::addColumn<bool>("turned");
    QTest::newRow("rows_are_queries") << false;
    QTest::newRow("rows_are_keys") << true;
}

void TestHeadsZoom::sums_are_of_what_is_seen() {
    QFETCH(bool, turned);
    ShownZoom shown(sentence(60));
    if (turned)
        shown.turn();
    QVERIFY(!shownSums(shown.view.picture()).part);
    QCOMPARE(shownSums(shown.view.picture()).sums.rows.size(), std::size_t{60});
    shown.wheel(shown.layout().viewport.center(), 5);
    const ShownSums sums = shownSums(shown.view.picture());
    QVERIFY(sums.part);
    const CellSpan span = sums.span;
    QVERIFY(span.rows() < 60 && span.columns() < 60);
    const MatrixPanel& panel = shown.view.panels()[0];
    double largestDifference = 0;
    for (Index row = span.firstRow; row < span.endRow; ++row) {
        double sum = 0;
        for (Index column = span.firstColumn; column < span.endColumn; ++column)
            sum += panel.matrix(row, column);
        const double shownSum = sums.sums.rows[static_cast<std::size_t>(row - span.firstRow)];
        largestDifference = std::max(largestDifference, std::abs(sum - shownSum));
        // Under the pointer in full, where the row's sum is written.
        const QRectF cell = shown.layout().matrix.cellRect(row, span.firstColumn + 1);
        const QPointF at = turned
                               ? QPointF(cell.center().x(), shown.layout().columnSums.center().y())
                               : QPointF(shown.layout().rowSums.center().x(), cell.center().y());
        QVERIFY2(sumTip(shown.view.picture(), at).endsWith(fullNumber(shownSum)),
                 qPrintable(sumTip(shown.view.picture(), at)));
        QVERIFY(sumTip(shown.view.picture(), at).contains(QStringLiteral("in view")));
    }
    QVERIFY(largestDifference < 1e-6);
    shown.view.showWhole();
    QVERIFY(!shownSums(shown.view.picture()).part);
}

void TestHeadsZoom::the_minimap_shows_the_viewport_and_moves_it() {
    ShownZoom shown(sentence(128));
    QVERIFY(shown.layout().minimap.bounds().isEmpty());
    shown.wheel(shown.layout().viewport.center(), 6);
    const auto agrees = [&] {
        const HeadsGeometry& geometry = shown.layout();
        const QRectF frame = minimapFrame(geometry);
        const QPointF first = shown.placeAt(geometry.viewport.topLeft());
        const QPointF last = shown.placeAt(geometry.viewport.bottomRight());
        const MatrixGeometry& map = geometry.minimap;
        const QRectF wanted(map.origin + QPointF(first.x() * map.pitchX, first.y() * map.pitchY),
                            map.origin + QPointF(last.x() * map.pitchX, last.y() * map.pitchY));
        return std::abs(frame.left() - wanted.left()) < 1e-6 &&
               std::abs(frame.bottom() - wanted.bottom()) < 1e-6 &&
               std::abs(frame.width() - wanted.width()) < 1e-6 &&
               map.bounds().adjusted(-1, -1, 1, 1).contains(frame);
    };
    QVERIFY(agrees());
    // The frame follows the pointer that took hold of it, until an edge stops it.
    const QPointF centre = minimapFrame(shown.layout()).center();
    shown.drag(centre + QPointF(2, 3), centre + QPointF(12, -7));
    QVERIFY(agrees());
    const QPointF moved = minimapFrame(shown.layout()).center() - centre;
    QVERIFY(std::abs(moved.x() - 10) < 0.5 && std::abs(moved.y() + 10) < 0.5);
    shown.drag(minimapFrame(shown.layout()).center(), centre + QPointF(2000, 2000));
    QVERIFY(agrees());
    QVERIFY(isInside(shown.layout()));
    QCOMPARE(shown.view.seenCells().endRow, Index{128});
    // A click beside it jumps there.
    const QRectF map = shown.layout().minimap.bounds();
    const QPointF at = map.topLeft() + QPointF(map.width() * 0.5, map.height() * 0.4);
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, at.toPoint());
    QVERIFY(agrees());
    QVERIFY((minimapFrame(shown.layout()).center() - QPointF(at.toPoint())).manhattanLength() < 1);
    // Beside the enlarged matrix stand the heads as before.
    QCOMPARE(shown.layout().thumbnails.size(), std::size_t{2});
    for (const Thumbnail& thumbnail : shown.layout().thumbnails)
        QVERIFY(!thumbnail.frame.intersects(map));
}

void TestHeadsZoom::labels_keep_apart_and_inside_data() {
    QTest::addColumn<int>("tokens");
    QTest::addColumn<int>("notches");
    QTest::addColumn<bool>("turned");
    QTest::addColumn<QSize>("size");
    for (const int tokens : {10, 40, 128}) {
        for (const int notches : {0, 3, 6, 9}) {
            for (const bool turned : {false, true}) {
                for (const QSize size : {QSize(900, 700), QSize(420, 330)})
                    QTest::addRow("%d_tokens_%d_notches_%s_%d", tokens, notches,
                                  turned ? "turned" : "straight", size.width())
                        << tokens << notches << turned << size;
            }
        }
    }
}

void TestHeadsZoom::labels_keep_apart_and_inside() {
    QFETCH(int, tokens);
    QFETCH(int, notches);
    QFETCH(bool, turned);
    QFETCH(QSize, size);
    TokenList words;
    for (Index i = 0; i < tokens; ++i)
        words.push_back(i % 3 == 0 ? "a_word_that_is_much_longer_than_its_cell"
                                   : "w" + std::to_string(i));
    ShownZoom shown(withTokens(sentence(tokens), TokenSide::Query, 0, words).value(), size);
    if (turned)
        shown.turn();
    const QRectF all = shown.layout().viewport;
    shown.wheel(all.topLeft() + QPointF(all.width() * 0.3, all.height() * 0.6), notches);
    shown.workspace.lock(
        PanelCell{0, shown.view.seenCells().firstRow + 2, shown.view.seenCells().firstColumn + 1});
    shown.settle();
    for (const Qt::Orientation side : {Qt::Horizontal, Qt::Vertical}) {
        const auto& labels = shown.plot().labels(side);
        QVERIFY(!labels.empty());
        int asked = 0;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            asked += labels[i].asked;
            const QRectF& rect = labels[i].rect;
            const bool across = side == Qt::Horizontal;
            const double length = labels[i].upright ? rect.height() : rect.width();
            const TokenAxis& axis =
                across ? shown.plot().picture().across : shown.plot().picture().down;
            // Of many tokens every label has its place, and small cells have nothing else.
            QCOMPARE(axis.positioned, tokens > 16);
            QCOMPARE(labels[i].position,
                     axis.positioned ? QString::number(labels[i].index + 1) : QString());
            const double pitch =
                across ? shown.layout().matrix.pitchX : shown.layout().matrix.pitchY;
            if (axis.positioned && pitch < 13.5)
                QVERIFY(!axis.tokens);
            if (!axis.tokens && !labels[i].asked) {
                QVERIFY(labels[i].text.isEmpty());
                QCOMPARE((labels[i].index + 1) % 5, Index{0});
                continue;
            }
            QVERIFY2(labels[i].text.endsWith(QChar(0x2026)) || !labels[i].text.isEmpty() ||
                         length < 24,
                     qPrintable(labels[i].text));
            QVERIFY(labels[i].text.size() < 12 || length > 60);
            for (std::size_t j = 0; j < i; ++j) {
                const QRectF both = rect.intersected(labels[j].rect);
                QVERIFY2(
                    both.width() < 0.5 || both.height() < 0.5,
                    qPrintable(
                        QStringLiteral("%1 and %2").arg(labels[i].index).arg(labels[j].index)));
            }
            // Not further out of the viewport than half a line.
            const QRectF& seen = shown.layout().viewport;
            QVERIFY((across
                         ? rect.center().x() >= seen.left() && rect.center().x() <= seen.right()
                         : rect.center().y() >= seen.top() && rect.center().y() <= seen.bottom()));
        }
        QCOMPARE(asked, 1);
    }
}

void TestHeadsZoom::another_head_and_stage_keep_the_zoom() {
    ShownZoom shown(sentence(128));
    shown.wheel(shown.layout().viewport.center(), 7);
    const MatrixGeometry zoomed = shown.layout().matrix;
    shown.workspace.showPanel(1);
    shown.settle();
    QCOMPARE(shown.layout().matrix.origin, zoomed.origin);
    QCOMPARE(shown.layout().matrix.pitchX, zoomed.pitchX);
    const CellSpan seen = shown.view.seenCells();
    shown.workspace.showStage(Stage::Scores); // without sums there is more room
    shown.settle();
    QCOMPARE(shown.layout().matrix.pitchX, zoomed.pitchX);
    QCOMPARE(shown.view.seenCells().firstRow, seen.firstRow);
    QCOMPARE(shown.view.seenCells().firstColumn, seen.firstColumn);
    shown.workspace.showStage(Stage::Input);
    shown.settle();
    QVERIFY(!shown.layout().zoomed); // 128 × 8
    shown.workspace.showStage(Stage::Weights);
    shown.settle();
    QCOMPARE(shown.layout().matrix.origin, zoomed.origin);
    // Other numbers of the same size: the place that is looked at stays.
    shown.workspace.document().edit(QStringLiteral("seed"),
                                    withSeed(shown.workspace.experiment(), 99));
    shown.settle();
    QCOMPARE(shown.layout().matrix.origin, zoomed.origin);
    QVERIFY(shown.layout().zoomed);
}

void TestHeadsZoom::another_size_begins_with_the_whole() {
    ShownZoom shown(sentence(60));
    shown.wheel(shown.layout().viewport.center(), 7);
    QVERIFY(shown.layout().zoomed);
    shown.workspace.document().edit(QStringLiteral("tokens"), sentence(61));
    shown.settle();
    QCOMPARE(shown.layout().matrix.rows, Index{61});
    QVERIFY(!shown.layout().zoomed);
    shown.workspace.document().undoStack().undo();
    shown.settle();
    QCOMPARE(shown.layout().matrix.rows, Index{60});
    QVERIFY(!shown.layout().zoomed);
}

void TestHeadsZoom::a_turn_keeps_the_corner() {
    ShownZoom shown(sentence(128));
    const QRectF all = shown.layout().viewport;
    shown.wheel(all.topLeft() + QPointF(all.width() * 0.6, all.height() * 0.3), 8);
    const CellSpan before = shown.view.seenCells();
    const double pitch = shown.layout().matrix.pitchX;
    shown.turn();
    QVERIFY(shown.layout().matrix.turned);
    QCOMPARE(shown.layout().matrix.pitchX, pitch);
    QVERIFY(std::abs(static_cast<double>(shown.view.seenCells().firstRow - before.firstRow)) <= 1);
    QVERIFY(std::abs(
                static_cast<double>(shown.view.seenCells().firstColumn - before.firstColumn)) <= 1);
}

void TestHeadsZoom::asked_from_elsewhere_is_brought_in() {
    ShownZoom shown(sentence(128));
    shown.workspace.lock(PanelCell{0, 5, 5});
    shown.settle();
    shown.wheel(shown.layout().viewport.topLeft() + QPointF(20, 20), 9);
    QVERIFY(shown.view.seenCells().endRow < 100);
    shown.workspace.lock(PanelCell{0, 120, 90}); // as the inspector's row chart does
    shown.settle();
    QVERIFY(shown.layout().viewport.contains(shown.layout().matrix.cellRect(120, 90)));
}

void TestHeadsZoom::given_rows_and_columns_are_shown_data() {
    QTest::addColumn<bool>("turned");
    QTest::newRow("rows_are_queries") << false;
    QTest::newRow("rows_are_keys") << true;
}

void TestHeadsZoom::given_rows_and_columns_are_shown() {
    QFETCH(bool, turned);
    ShownZoom shown(sentence(128));
    if (turned)
        shown.turn();
    for (const CellSpan& span :
         {CellSpan{110, 124, 100, 120}, CellSpan{0, 64, 3, 20}, CellSpan{7, 8, 9, 10}}) {
        shown.view.showCells(span);
        const CellSpan seen = shown.view.seenCells();
        QVERIFY(seen.firstRow <= span.firstRow && seen.endRow >= span.endRow);
        QVERIFY(seen.firstColumn <= span.firstColumn && seen.endColumn >= span.endColumn);
        QVERIFY(isInside(shown.layout()));
    }
    QCOMPARE(shown.layout().matrix.pitchX, largestZoomedPitch);
}

HEADSCOPE_TEST(TestHeadsZoom, QApplication)
#include "test_heads_zoom.moc"
