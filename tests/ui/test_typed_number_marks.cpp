// SPDX-License-Identifier: GPL-3.0-or-later
// Typed numbers are marked wherever they are drawn, and said where an edit takes them along.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "pages/layers/layers_sheet.h"
#include "pages/layers/layers_view.h"
#include "pages/lines/lines_figure.h"
#include "pages/lines/lines_page.h"
#include "pages/lines/lines_sheet.h"
#include "pages/lines/lines_view.h"
#include "pages/text/text_sheet.h"
#include "pages/text/text_view.h"
#include "scene/value_range.h"
#include "support/example.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/frame/status_line.h"

#include <QApplication>
#include <QSignalSpy>

using namespace headscope;
using namespace Qt::StringLiterals;

namespace {

/// "head 2, 机票 → 订了" with a number of one's own.
TypedNumber typedNumber(float value, Scope scope = {}) {
    return {scope, TensorName::AttentionWeights, 0, 1, 9, 5, value};
}

Experiment encoder() {
    ModelConfig model = ticket().model;
    model.architecture = Architecture::Encoder;
    return *withModel(ticket(), model);
}

QRectF boundsOf(const std::vector<QPointF>& shape) {
    return QPolygonF(QList<QPointF>(shape.begin(), shape.end())).boundingRect();
}

qsizetype polygonsOf(const Result<QByteArray>& svg) {
    if (!svg)
        throw std::runtime_error(svg.error().text());
    return svg->count("<polygon");
}

Scene panelSceneOf(const Experiment& experiment, int panel) {
    Workspace workspace(experiment);
    workspace.finish();
    workspace.showStage(Stage::Weights, 0);
    workspace.showPanel(panel);
    workspace.lock(PanelCell{panel, 9, 5});
    workspace.finish();
    return workspace.scene();
}

} // namespace

class TestTypedNumberMarks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void a_line_has_its_pin_and_its_number_too();
    void low_rows_have_no_pins();
    void a_word_has_a_corner_or_a_pin_at_its_number();
    void layers_mark_the_cell_of_the_head();
    void figures_have_the_marks_of_the_pages();
    void another_architecture_says_what_it_costs();
    void what_goes_with_its_place_is_said_and_comes_back();
    void one_step_says_all_that_it_costs();
    void releasing_costs_nothing();

private:
    static QString status(MainWindow& window) { return window.findChild<StatusLine*>()->text(); }
};

void TestTypedNumberMarks::a_line_has_its_pin_and_its_number_too() {
    const auto window = shownWindow(*withTypedNumber(ticket(), typedNumber(0.9F)));
    window->showPage("lines");
    window->settle();
    LinesView& view = window->page<LinesPage>().lines();
    window->workspace().lock(PanelCell{1, 9, 5});
    window->settle();
    const auto sheet = [&view] {
        return LinesDrawingInput{view.picture(), view.geometryNow(),
                                 view.asked() ? &*view.asked() : nullptr};
    };
    const auto pins = linePins(sheet());
    QCOMPARE(pins.size(), std::size_t{1});
    // The needle stands on the line of that weight, nearer to the key, whose lines are apart.
    const QRectF pin = boundsOf(pins.front());
    const LinesGeometry& geometry = view.geometryNow();
    const int lane = view.picture().lanes()[1];
    double nearest = 1e9;
    for (double part = 0; part <= 1; part += 0.001) {
        const QPointF away =
            geometry.onLine(9, 5, lane, part) - QPointF(pin.center().x(), pin.bottom());
        nearest = std::min(nearest, std::hypot(away.x(), away.y()));
    }
    QVERIFY2(nearest < 1, qPrintable(QString::number(nearest)));
    QVERIFY(pin.center().x() > geometry.lines.center().x());
    // Its number, and no other one.
    std::size_t numbers = 0;
    for (int row = 0; row < 10; ++row) {
        const auto marks = numberPins(sheet(), row);
        numbers += marks.size();
        QCOMPARE(marks.size(), std::size_t(row == 5));
    }
    QCOMPARE(numbers, std::size_t{1});
    QVERIFY(geometry.number(1, 5).contains(boundsOf(numberPins(sheet(), 5).front())));
    // It is painted: the middle of its head has the colour of text.
    const QImage image = view.viewport()->grab().toImage();
    const QPointF head = QPointF(pin.center().x(), pin.top() + 0.25 * pin.height());
    QCOMPARE(QColor(image.pixel((head * image.devicePixelRatio()).toPoint())),
             theme(ThemeKind::Light).text);
    // Asked from the key, its lines are apart at the queries.
    view.setChoice([&view] {
        LinesChoice choice = view.choice();
        choice.side = LinesSide::Key;
        return choice;
    }());
    window->settle();
    QVERIFY(view.asked() && view.asked()->side == LinesSide::Key);
    QCOMPARE(linePins(sheet()).size(), std::size_t{1});
    QVERIFY(boundsOf(linePins(sheet()).front()).center().x() <
            view.geometryNow().lines.center().x());
    QCOMPARE(numberPins(sheet(), 9).size(), std::size_t{1});
}

void TestTypedNumberMarks::low_rows_have_no_pins() {
    const auto window = shownWindow(*withTypedNumber(ticket(), typedNumber(0.9F)));
    window->showPage("lines");
    window->settle();
    LinesView& view = window->page<LinesPage>().lines();
    LinesGeometry low = view.geometryNow();
    low.pitch = low.lineHeight() - 1;
    const LinesDrawingInput input{view.picture(), low};
    QVERIFY(linePins(input).empty());
    low.pitch = low.lineHeight();
    QCOMPARE(linePins(input).size(), std::size_t{1});
}

void TestTypedNumberMarks::a_word_has_a_corner_or_a_pin_at_its_number() {
    const Scene scene = panelSceneOf(*withTypedNumber(ticket(), typedNumber(0.9F)), 1);
    const TextPicture picture = textPicture(scene);
    QVERIFY(picture.query == Index{9});
    for (Index key = 0; key < 10; ++key)
        QCOMPARE(picture.isTyped(key), key == 5);
    // With numbers below the words, in a window, and without, in a figure.
    TextView view;
    view.resize(900, 600);
    view.setScene(scene);
    view.show();
    QCoreApplication::processEvents();
    const QImage marked = view.viewport()->grab().toImage();
    Scene released = panelSceneOf(ticket(), 1);
    view.setScene(released);
    QCoreApplication::processEvents();
    const QImage plain = view.viewport()->grab().toImage();
    const TextGeometry geometry =
        layoutText(picture, textWidths(picture), view.viewport()->size(), 1);
    QVERIFY(geometry.numbers);
    const QRectF box =
        geometry.keys.boxes[5].translated(geometry.body.topLeft() + geometry.keyArea.topLeft());
    // Right of the number and below the word nothing stood before.
    const auto dark = [&](const QImage& image) {
        int count = 0;
        const QRect room = QRectF(box.center().x() + 16, box.bottom() + 4, 20, 16).toRect();
        for (int y = room.top(); y <= room.bottom(); ++y) {
            for (int x = room.left(); x <= room.right(); ++x)
                count += qGray(image.pixel(x, y)) < 160;
        }
        return count;
    };
    QVERIFY(dark(marked) > dark(plain) + 10);
}

void TestTypedNumberMarks::layers_mark_the_cell_of_the_head() {
    const Scope scope = Scope::of(ModelPart::Encoder, 0, Sublayer::SelfAttention);
    const Scene scene = panelSceneOf(
        *withTypedNumber(encoder(), {scope, TensorName::AttentionWeights, 0, 1, 2, 1, 0.125F}), 1);
    LayersView view;
    view.setRoom({800, 600});
    view.resize(800, 600);
    view.show();
    view.setScene(scene);
    QCOMPARE(view.picture().scopes().front(), scope.path());
    const QRectF square = view.geometryNow().thumbnail(0, 1);
    const Trace block = slice(*scene.blocks->whole, scope.path()).trace;
    const Tensor weights = panelsOf(block, TensorName::AttentionWeights, 0)[1].matrix;
    const double pitch =
        square.width() / static_cast<double>(std::max(weights.size(0), weights.size(1)));
    QVERIFY2(pitch >= 7, qPrintable(QString::number(pitch)));
    const QImage image = view.grab().toImage();
    const auto pixel = [&](double query, double key) {
        const QPointF at = square.topLeft() + QPointF(key * pitch, query * pitch);
        return QColor(image.pixel((at * image.devicePixelRatio()).toPoint())).rgb();
    };
    const QRgb ground = colourOf(ColourMap::Viridis, {0, 1}, 0.125F);
    const auto apart = [](QRgb a, QRgb b) {
        return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) +
               std::abs(qBlue(a) - qBlue(b));
    };
    // The upper right corner of the cell, and of no cell beside it.
    QVERIFY(apart(pixel(2.12, 1.88), ground) > 200);
    QVERIFY(apart(pixel(2.5, 1.5), ground) < 12);
    const QRgb other = colourOf(ColourMap::Viridis, {0, 1}, weights(3, 1));
    QVERIFY(apart(pixel(3.12, 1.88), other) < 12);
}

void TestTypedNumberMarks::figures_have_the_marks_of_the_pages() {
    const Experiment typed = *withTypedNumber(ticket(), typedNumber(0.9F));
    const Scene with = panelSceneOf(typed, 1);
    const Scene without = panelSceneOf(ticket(), 1);
    const auto text = [](const Scene& scene) {
        return polygonsOf(renderText({.scene = scene}, FigureFormat::Svg));
    };
    QCOMPARE(text(with), text(without) + 1);
    const auto lines = [](const Scene& scene) {
        const LinesPicture picture = linesPicture(scene, {});
        return polygonsOf(renderLines({picture, askedToken(picture, scene)}, FigureFormat::Svg));
    };
    QVERIFY(lines(with) > lines(without));
    LayersView view;
    view.setRoom({800, 600});
    view.resize(800, 600);
    view.show();
    view.setScene(with);
    QCOMPARE(polygonsOf(renderLayers({view.picture()}, FigureFormat::Svg)), qsizetype{1});
}

void TestTypedNumberMarks::another_architecture_says_what_it_costs() {
    Experiment typed = ticket();
    for (const Index key : {1, 2, 3})
        typed = *withTypedNumber(typed, {Scope(), TensorName::Scores, 0, 0, 0, key, 1.5F});
    const auto window = shownWindow(typed);
    ModelConfig model = typed.model;
    model.architecture = Architecture::Encoder;
    Document& document = window->workspace().document();
    document.edit(u"change the model"_s, *withModel(typed, model));
    window->settle();
    QVERIFY(window->workspace().experiment().typedNumbers.empty());
    const QString said = u"3 typed numbers went with the block"_s;
    QCOMPARE(document.undoStack().undoText(), u"change the model (%1)"_s.arg(said));
    QVERIFY2(status(*window).startsWith(said), qPrintable(status(*window)));
    document.undoStack().undo();
    window->settle();
    QCOMPARE(window->workspace().experiment().typedNumbers, typed.typedNumbers);
    QVERIFY2(!status(*window).contains(u"went with"_s), qPrintable(status(*window)));
}

void TestTypedNumberMarks::what_goes_with_its_place_is_said_and_comes_back() {
    const Experiment typed = *withTypedNumber(*withTypedNumber(ticket(), typedNumber(0.5F)),
                                              {Scope(), TensorName::Scores, 0, 3, 0, 0, 2.0F});
    Document document(typed);
    QSignalSpy lost(&document, &Document::typedNumbersLost);
    document.edit(u"fewer heads"_s, *withHeads(typed, 2));
    QCOMPARE(lost.size(), 1);
    QCOMPARE(lost.front().front().toString(), u"1 typed number went with its place"_s);
    QCOMPARE(document.experiment()->typedNumbers,
             std::vector{typedNumber(0.5F)}); // whose place is there
    // What still has a block keeps its number.
    const Scope first = Scope::of(ModelPart::Encoder, 0, Sublayer::SelfAttention);
    const Experiment stack =
        *withTypedNumber(encoder(), {first, TensorName::Scores, 0, 0, 1, 1, 3.0F});
    Document layered(stack);
    QSignalSpy kept(&layered, &Document::typedNumbersLost);
    ModelConfig model = stack.model;
    ++model.layers;
    layered.edit(u"more layers"_s, *withModel(stack, model));
    QCOMPARE(layered.experiment()->typedNumbers, stack.typedNumbers);
    QCOMPARE(kept.size(), 0);
}

void TestTypedNumberMarks::one_step_says_all_that_it_costs() {
    // Head 4 goes first, then head 2: both are undone at once.
    const Experiment typed = *withTypedNumber(*withTypedNumber(ticket(), typedNumber(0.5F)),
                                              {Scope(), TensorName::Scores, 0, 3, 0, 0, 2.0F});
    Document document(typed);
    document.edit(u"heads"_s, *withHeads(typed, 2), u"heads"_s);
    QCOMPARE(document.undoStack().undoText(), u"heads (1 typed number went with its place)"_s);
    document.edit(u"heads"_s, *withHeads(typed, 1), u"heads"_s);
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(document.undoStack().undoText(), u"heads (2 typed numbers went with their places)"_s);
    document.edit(u"heads"_s, *withHeads(typed, 8), u"heads"_s);
    QCOMPARE(document.undoStack().undoText(), u"heads"_s);
    QCOMPARE(document.experiment()->typedNumbers, typed.typedNumbers);
}

void TestTypedNumberMarks::releasing_costs_nothing() {
    const Experiment typed = *withTypedNumber(ticket(), typedNumber(0.5F));
    Document document(typed);
    QSignalSpy lost(&document, &Document::typedNumbersLost);
    document.edit(u"release"_s, withoutTypedNumbers(typed));
    QCOMPARE(lost.size(), 0);
    QCOMPARE(document.undoStack().undoText(), u"release"_s);
}

HEADSCOPE_TEST(TestTypedNumberMarks, QApplication)
#include "test_typed_number_marks.moc"
