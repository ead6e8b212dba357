// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure.h"
#include "inspector/derivation.h"
#include "pages/heads/heads_view.h"
#include "run/finished_attention.h"
#include "scene/prepared_stage.h"
#include "scene/stage.h"
#include "support/test_program.h"
#include "window/status_line.h"

#include <QApplication>
#include <QtTest>

using namespace headscope;

namespace {

/// Two heads in which "sees" looks at "two" (head 1) and at "one" (head 2).
Scene finished() {
    const std::vector<float> values = {.1F, .7F, .2F, 1, 0, 0, .7F, .2F, .1F, 0, 0, 1};
    const Tensor weights = Tensor::fromValues({1, 2, 2, 3}, Axes(4, Axis::Feature), values);
    const Result<Run> run =
        finishedAttention(weights, {{{"sees", "looks"}}, TokenLists{{"one", "two", "three"}}, {}});
    Scene scene;
    scene.run = std::make_shared<const Run>(*run);
    scene.trace = scene.run->trace();
    scene.stage = preparedStage(scene);
    return scene;
}

} // namespace

/// An attention that no engine of ours computed is shown as every other run.
class TestFinishedAttention : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_heads_view_shows_it();
    void a_cell_is_named_by_its_words();
    void a_figure_has_its_words();
    void the_status_line_says_no_seed();
};

void TestFinishedAttention::the_heads_view_shows_it() {
    Scene scene = finished();
    QCOMPARE(stagesOf(scene.kind(), *scene.trace), std::vector{Stage::Weights});
    HeadsView view;
    view.resize(900, 600);
    view.setScene(scene);
    QVERIFY(!view.grab().isNull());
    // Another run with the same numbers and other words is another picture.
    const QImage before = view.grab().toImage();
    RunLabels other = scene.run->labels();
    other.tokens.front().front() = "elsewhere";
    scene.run = std::make_shared<const Run>(
        *finishedAttention((*scene.trace)[TensorName::AttentionWeights], std::move(other)));
    scene.trace = scene.run->trace();
    scene.stage = preparedStage(scene);
    view.setScene(scene);
    QVERIFY(view.grab().toImage() != before);
}

void TestFinishedAttention::a_cell_is_named_by_its_words() {
    Scene scene = finished();
    scene.selection.locked = PanelCell{0, 0, 1};
    const Derivation derivation = derivationOf(scene, {});
    const QString title = derivation.title.join(u' ');
    QVERIFY2(title.contains(QStringLiteral("sees")) && title.contains(QStringLiteral("two")),
             qPrintable(title));
    QCOMPARE(derivation.result.value, double{.7F});
}

void TestFinishedAttention::a_figure_has_its_words() {
    const Scene scene = finished();
    FigureRequest request;
    request.trace = scene.trace;
    request.run = scene.run;
    const auto svg = renderFigure(request, FigureFormat::Svg);
    QVERIFY(svg.ok());
    for (const char* word : {"sees", "looks", "one", "two", "three"})
        QVERIFY2(svg->contains(word), word);
}

void TestFinishedAttention::the_status_line_says_no_seed() {
    const Scene scene = finished();
    StatusLine line;
    line.resize(900, 30);
    line.setScene(scene);
    const QString said = line.accessibleName() + line.accessibleDescription();
    for (const QLabel* label : line.findChildren<QLabel*>())
        QVERIFY2(!label->text().contains(QStringLiteral("seed")), qPrintable(label->text()));
    QVERIFY(!said.contains(QStringLiteral("seed")));
}

HEADSCOPE_TEST(TestFinishedAttention, QApplication)
#include "test_finished_attention.moc"
