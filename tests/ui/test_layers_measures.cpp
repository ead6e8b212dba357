// SPDX-License-Identifier: GPL-3.0-or-later
// What stands under the heads of the overview, and the order that it puts them in.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "inspector/each_head.h"
#include "pages/layers/head_preview.h"
#include "pages/layers/layers_bar.h"
#include "pages/layers/layers_page.h"
#include "pages/layers/layers_view.h"
#include "scene/value_range.h"
#include "support/test_program.h"
#include "support/window_harness.h"

#include <QApplication>
#include <QComboBox>

#include <cmath>
#include <numeric>
#include <random>

using namespace headscope;

namespace {

/// Rows of numbers, some of which are missing or no numbers, with many equal ones.
LayersBars randomBars(std::mt19937& random, std::size_t rows, std::size_t heads) {
    LayersBars bars;
    std::uniform_int_distribution<int> number(0, 6);
    for (std::size_t row = 0; row < rows; ++row) {
        auto& drawn = bars.rows.emplace_back();
        for (std::size_t head = 0; head < heads; ++head) {
            const int value = number(random);
            auto& bar = drawn.emplace_back();
            if (value == 0)
                continue;
            bar = HeadBar{value == 1 ? std::nan("") : value * 0.25, {}, {}, {}};
        }
    }
    return bars;
}

/// As a test for itself: −1 where there is no number.
double plainMean(const std::vector<std::optional<HeadBar>>& bars) {
    double sum = 0;
    int count = 0;
    for (const auto& bar : bars) {
        if (bar && !std::isnan(bar->value)) {
            sum += bar->value;
            ++count;
        }
    }
    return count == 0 ? -1 : sum / count;
}

std::vector<std::optional<HeadBar>> columnOf(const LayersBars& bars, std::size_t head) {
    std::vector<std::optional<HeadBar>> column;
    for (const auto& row : bars.rows)
        column.push_back(row[head]);
    return column;
}

bool isPermutation(std::vector<std::size_t> order, std::size_t count) {
    std::ranges::sort(order);
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return order == all;
}

} // namespace

class TestLayersMeasures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void numbers_are_those_of_the_inspector_data();
    void numbers_are_those_of_the_inspector();
    void orders_are_those_of_a_plain_sort();
    void the_boxes_choose_measure_and_order();
    void a_box_keeps_its_place_in_another_language();
    void a_sorted_picture_is_that_of_its_head();
    void the_cursor_goes_along_with_its_head();
    void the_large_head_says_what_it_looks_at();
    void the_large_head_gives_a_little_room_to_its_lines();
    void the_choice_is_remembered();
    void nothing_overlaps_data();
    void nothing_overlaps();
    void long_sentences_are_measured_beside();

private:
    void open(const char* example) {
        m_window = shownWindow(findExample(example)->source());
        m_window->showPage("layers");
        m_window->settle();
    }
    LayersPage& page() { return m_window->page<LayersPage>(); }
    LayersView& view() { return page().layers(); }
    void look(std::optional<Measure> measure, LayersOrder order = LayersOrder::Number) {
        DisplayOptions display = m_window->workspace().display();
        display.layers = {measure, order};
        m_window->workspace().setDisplay(display);
        m_window->settle();
    }

    std::unique_ptr<MainWindow> m_window;
};

void TestLayersMeasures::numbers_are_those_of_the_inspector_data() {
    QTest::addColumn<QByteArray>("example");
    for (const char* example : {"encoder-decoder", "stack", "cat-learnt"})
        QTest::newRow(example) << QByteArray(example);
}

void TestLayersMeasures::numbers_are_those_of_the_inspector() {
    QFETCH(QByteArray, example);
    open(example.constData());
    const Run& run = *m_window->workspace().scene().run;
    int compared = 0;
    for (const Measure measure : allMeasures) {
        look(measure);
        for (std::size_t row = 0; row < view().picture().scopes().size(); ++row) {
            const std::string& scope = view().picture().scopeAt({static_cast<int>(row), 0});
            const EachHead said =
                EachHeadWords::describe(measureHeads(run, scope, 0), !run.isSelfAttention(scope));
            const EachHeadGroup& group =
                *std::ranges::find(said.groups, measure, &EachHeadGroup::measure);
            for (int head = 0; head < static_cast<int>(run.heads()); ++head) {
                const LayersView::Place place{static_cast<int>(row), head};
                const std::optional<HeadBar>& bar = view().picture().barAt(place);
                QCOMPARE(bar.has_value(), !group.answers.empty());
                if (!bar)
                    continue;
                const EachHeadGroup::Answer& answer = group.answers[static_cast<std::size_t>(head)];
                QCOMPARE(bar->value, answer.value);
                QCOMPARE(*bar->even, answer.even);
                QCOMPARE(bar->text, answer.text);
                QVERIFY(bar->value <= view().picture().bars().largest + 1e-9);
                QCOMPARE(view().picture().bars().question, group.question);
                ++compared;
            }
        }
    }
    QVERIFY(compared >= 12);
}

void TestLayersMeasures::orders_are_those_of_a_plain_sort() {
    std::mt19937 random(11);
    for (int round = 0; round < 200; ++round) {
        const std::size_t heads = 1 + random() % 6;
        const std::vector<int> groups(1 + random() % 3, static_cast<int>(1 + random() % 5));
        const auto rows =
            static_cast<std::size_t>(std::accumulate(groups.begin(), groups.end(), 0));
        const LayersBars bars = randomBars(random, rows, heads);
        for (int order = 0; order < layersOrderCount; ++order) {
            const auto by = static_cast<LayersOrder>(order);
            const LayersArrangement arranged = arrangedBy(by, bars, groups, heads);
            QVERIFY(isPermutation(arranged.rows, rows));
            QCOMPARE(arranged.heads.size(), rows);
            const bool sortsRows = by == LayersOrder::Layers || by == LayersOrder::LayersAndHeads;
            const bool sortsHeads = by == LayersOrder::Heads || by == LayersOrder::LayersAndHeads;
            std::size_t first = 0;
            for (const int count : groups) {
                for (std::size_t i = first; i < first + static_cast<std::size_t>(count); ++i) {
                    // In its group, and behind one that has as much and stood before it.
                    QVERIFY(arranged.rows[i] >= first &&
                            arranged.rows[i] < first + static_cast<std::size_t>(count));
                    if (i == first)
                        continue;
                    const std::size_t before = arranged.rows[i - 1];
                    const double a = sortsRows ? plainMean(bars.rows[before]) : 0;
                    const double b = sortsRows ? plainMean(bars.rows[arranged.rows[i]]) : 0;
                    QVERIFY(a > b || (a == b && before < arranged.rows[i]));
                }
                first += static_cast<std::size_t>(count);
            }
            for (std::size_t place = 0; place < rows; ++place) {
                const std::vector<std::size_t>& columns = arranged.heads[place];
                QVERIFY(isPermutation(columns, heads));
                const auto& row = bars.rows[arranged.rows[place]];
                for (std::size_t i = 1; i < heads; ++i) {
                    const auto valueOf = [&](std::size_t head) {
                        return by == LayersOrder::Within ? plainMean({row[head]})
                               : sortsHeads              ? plainMean(columnOf(bars, head))
                                                         : 0;
                    };
                    const double a = valueOf(columns[i - 1]);
                    const double b = valueOf(columns[i]);
                    QVERIFY(a > b || (a == b && columns[i - 1] < columns[i]));
                }
            }
        }
    }
}

void TestLayersMeasures::the_boxes_choose_measure_and_order() {
    open("stack");
    QCOMPARE(view().picture().bars().question, QStringLiteral("how spread a row is"));
    QComboBox& measure =
        *byAccessibleName<QComboBox>(page().bar(), QStringLiteral("Under each head"));
    const int place = measure.findText(QStringLiteral("at the first token"));
    measure.setCurrentIndex(place);
    Q_EMIT measure.activated(place);
    m_window->settle();
    QCOMPARE(m_window->workspace().display().layers.measure, Measure::First);
    QCOMPARE(view().picture().bars().question, QStringLiteral("at the first token"));
    QComboBox& order = *byAccessibleName<QComboBox>(page().bar(), QStringLiteral("Order"));
    const int layers = order.findText(QStringLiteral("layers by their means"));
    order.setCurrentIndex(layers);
    Q_EMIT order.activated(layers);
    m_window->settle();
    std::vector<double> means;
    for (int row = 0; row < 12; ++row) {
        double sum = 0;
        for (int head = 0; head < 12; ++head)
            sum += view().picture().barAt({row, head})->value;
        means.push_back(sum);
    }
    QVERIFY(std::ranges::is_sorted(means, std::ranges::greater{}));
    QVERIFY(means.front() > means.back());
    // Without anything under the heads they stand by their numbers again, and nothing else is to
    // be had.
    measure.setCurrentIndex(0);
    Q_EMIT measure.activated(0);
    m_window->settle();
    QVERIFY(!order.isEnabled());
    QCOMPARE(view().picture().scopes().front(), std::string("encoder/0/self_attention"));
    QCOMPARE(view().geometryNow().barHeight, 0.0);
}

/// A box that is resized once more, a moment after the window is done, is cut for that moment.
void TestLayersMeasures::a_box_keeps_its_place_in_another_language() {
    struct Resizes : QObject {
        int count = 0;
        bool eventFilter(QObject*, QEvent* event) override {
            count += event->type() == QEvent::Resize;
            return false;
        }
    } resizes;
    open("stack");
    for (const Language language : {Language::Chinese, Language::English}) {
        m_window->setLanguage(language);
        m_window->settle();
        const auto boxes = page().bar().findChildren<QComboBox*>(Qt::FindDirectChildrenOnly);
        QCOMPARE(boxes.size(), qsizetype{2});
        for (QComboBox* box : boxes) {
            QVERIFY(box->isVisible());
            box->installEventFilter(&resizes);
        }
        QTest::qWait(60); // a box of Qt that adjusts itself does it after 20 ms
        for (QComboBox* box : boxes)
            box->removeEventFilter(&resizes);
        QCOMPARE(resizes.count, 0);
    }
}

void TestLayersMeasures::a_sorted_picture_is_that_of_its_head() {
    open("stack");
    for (const LayersOrder order : {LayersOrder::LayersAndHeads, LayersOrder::Within}) {
        look(Measure::Entropy, order);
        const QImage picture = view().grab().toImage();
        int probed = 0;
        for (int row = 0; row < 12; ++row) {
            const auto block = slice(*m_window->workspace().scene().run->trace(),
                                     view().picture().scopeAt({row, 0}));
            const auto panels = panelsOf(block.trace, TensorName::AttentionWeights, 0);
            for (int column = 0; column < 12; ++column) {
                const Tensor& weights =
                    panels[static_cast<std::size_t>(view().picture().headAt({row, column}))].matrix;
                const QRectF square = view().geometryNow().thumbnail(row, column);
                const double pitch = square.width() / 10;
                for (Index i = 0; i < 10; ++i) {
                    const QPointF centre =
                        square.topLeft() + QPointF((static_cast<double>(i) + 0.5) * pitch,
                                                   (static_cast<double>(9 - i) + 0.5) * pitch);
                    const QRgb wanted = colourOf(ColourMap::Viridis, {0, 1}, weights(9 - i, i));
                    QCOMPARE(picture.pixel(centre.toPoint()) | 0xff000000U, wanted | 0xff000000U);
                    ++probed;
                }
            }
        }
        QCOMPARE(probed, 1440);
    }
}

void TestLayersMeasures::the_cursor_goes_along_with_its_head() {
    open("stack");
    view().setFocus();
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Down, Qt::Key_Down, Qt::Key_Right})
        QTest::keyClick(&view(), key);
    const LayersView::Place before = *view().cursor();
    const std::string scope = view().picture().scopeAt(before);
    const int head = view().picture().headAt(before);
    const auto shown = page().preview().head()->panel->panel.matrix;
    look(Measure::Previous, LayersOrder::LayersAndHeads);
    const LayersView::Place now = *view().cursor();
    QCOMPARE(view().picture().scopeAt(now), scope);
    QCOMPARE(view().picture().headAt(now), head);
    QVERIFY(page().preview().head()->panel->panel.matrix == shown);
}

void TestLayersMeasures::the_large_head_says_what_it_looks_at() {
    open("stack");
    look(Measure::Self);
    m_window->workspace().showScope("encoder/4/self_attention");
    m_window->workspace().showPanel(6);
    m_window->settle();
    const HeadPreview::Head& head = *page().preview().head();
    const HeadMeasures measures =
        measureHeads(*m_window->workspace().scene().run, "encoder/4/self_attention", 0)[6];
    QCOMPARE(head.lines.size(), std::size_t{7}); // the sentence has no separators
    std::size_t line = 0;
    for (const Measure measure : allMeasures) {
        if (!measures[measure])
            continue;
        const MeanOfRows& mean = *measures[measure];
        QCOMPARE(head.lines[line].share, mean.value / mean.largest);
        QCOMPARE(head.lines[line].even, mean.even / mean.largest);
        QCOMPARE(head.lines[line].chosen, measure == Measure::Self);
        ++line;
    }
    QVERIFY2(head.said.startsWith(QStringLiteral("at itself ")), qPrintable(head.said));
    QVERIFY(!page().preview().linesRect().isEmpty());
    QVERIFY(!page().preview().linesRect().intersects(page().preview().plot().picture().viewport));
}

void TestLayersMeasures::the_large_head_gives_a_little_room_to_its_lines() {
    open("stack");
    look(Measure::Self);
    HeadPreview preview;
    const auto at = [&](double height) {
        preview.resize(324, static_cast<int>(std::ceil(height)));
        preview.setHead(m_window->workspace().scene(), page().preview().head());
        return double(preview.plot().picture().viewport.height());
    };
    const double side = at(1000);
    const double needed = preview.linesRect().bottom() + 16;
    QVERIFY(needed < 990); // so that the width bounds the matrix
    QCOMPARE(at(needed), side);
    QVERIFY(!preview.linesRect().isEmpty());
    QVERIFY(at(needed - 0.1 * side) < side);
    QVERIFY(at(needed - 0.1 * side) > 0.8 * side);
    QVERIFY(!preview.linesRect().isEmpty());
    QVERIFY(preview.linesRect().bottom() + 16 <= preview.height());
    QVERIFY(preview.linesRect().top() >= preview.plot().picture().viewport.bottom());
    QCOMPARE(at(needed - 0.3 * side), side);
    QVERIFY(preview.linesRect().isEmpty());
}

void TestLayersMeasures::the_choice_is_remembered() {
    Preferences preferences = loadPreferences();
    for (const LayersLook& look : {LayersLook{std::nullopt, LayersOrder::Within},
                                   LayersLook{Measure::EqualTokens, {}}, LayersLook{}}) {
        preferences.layers = look;
        savePreferences(preferences);
        QVERIFY(loadPreferences().layers == look);
    }
    // What somebody chooses is what is saved.
    open("stack");
    look(Measure::Entropy);
    QComboBox& order = *byAccessibleName<QComboBox>(page().bar(), QStringLiteral("Order"));
    order.setCurrentIndex(4);
    Q_EMIT order.activated(4);
    m_window->settle();
    QCOMPARE(m_window->workspace().display().layers.order, LayersOrder::Within);
}

void TestLayersMeasures::nothing_overlaps_data() {
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<int>("layers");
    QTest::addColumn<double>("scale");
    for (const QSizeF size :
         {QSizeF(420, 300), QSizeF(760, 500), QSizeF(1140, 620), QSizeF(2100, 1100)}) {
        for (const int layers : {1, 2, 12}) {
            for (const double scale : {1.0, 1.7})
                QTest::addRow("%gx%g, %d layers, %g", size.width(), size.height(), layers, scale)
                    << size << layers << scale;
        }
    }
}

void TestLayersMeasures::nothing_overlaps() {
    QFETCH(QSizeF, size);
    QFETCH(int, layers);
    QFETCH(double, scale);
    for (const bool own : {false, true}) {
        for (const std::size_t groups : {1U, 3U}) {
            LayersGeometryInput in;
            in.width = size.width();
            in.height = size.height();
            in.groups.assign(groups, layers);
            in.heads = layers;
            in.labelWidth = 60 * scale;
            in.headingWidth = 150 * scale;
            in.textScale = scale;
            in.bars = true;
            in.ownOrder = own;
            in.barNumberWidth = 34 * scale;
            in.barPieces = {170 * scale, 130 * scale, 90 * scale, 220 * scale};
            const LayersGeometry geometry = layoutLayers(in);
            std::vector<QRectF> parts = geometry.barPieces;
            QCOMPARE(parts.size(), std::size_t{4});
            parts.push_back(geometry.legend);
            if (geometry.scale != geometry.legend)
                parts.push_back(geometry.scale);
            parts.insert(parts.end(), geometry.headLines.begin(), geometry.headLines.end());
            if (groups > 1)
                for (const QRectF& heading : geometry.headings)
                    parts.push_back(heading);
            for (int row = 0; row < static_cast<int>(geometry.rows.size()); ++row) {
                parts.push_back(geometry.rowLabels[static_cast<std::size_t>(row)]);
                for (int column = 0; column < in.heads; ++column) {
                    parts.push_back(geometry.thumbnail(row, column));
                    parts.push_back(geometry.bar(row, column));
                    QCOMPARE(geometry.placeAt(geometry.bar(row, column).center(), in.heads),
                             (LayersGeometry::Place{row, column}));
                }
            }
            for (std::size_t i = 0; i < parts.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    const QRectF both = parts[i].intersected(parts[j]);
                    QVERIFY2(both.width() < 1 || both.height() < 1,
                             qPrintable(QStringLiteral("parts %1 and %2").arg(j).arg(i)));
                }
            }
            // A number has room beside a bar that can still be read.
            if (geometry.barNumbers)
                QVERIFY(geometry.barWidth >= in.barNumberWidth + 30 * scale);
        }
    }
}

void TestLayersMeasures::long_sentences_are_measured_beside() {
    open("stack");
    TokenList words;
    for (int i = 0; i < 90; ++i)
        words.push_back("w" + std::to_string(i));
    m_window->workspace().document().edit(
        QStringLiteral("long"),
        *withTokens(m_window->workspace().experiment(), TokenSide::Query, 0, words));
    m_window->settle();
    page().finish();
    const Run& run = *m_window->workspace().scene().run;
    QVERIFY(measureLayersWork(run) > workAtOnce);
    const std::vector<HeadMeasures> heads = measureHeads(run, "encoder/11/self_attention", 0);
    for (int head = 0; head < 12; ++head)
        QCOMPARE(view().picture().barAt({11, head})->value,
                 heads[static_cast<std::size_t>(head)][Measure::Entropy]->value);
    // Who leaves the page holds nothing of the run.
    m_window->showPage("heads");
    m_window->settle();
    QVERIFY(view().picture().bars().rows.empty());
}

HEADSCOPE_TEST(TestLayersMeasures, QApplication)
#include "test_layers_measures.moc"
