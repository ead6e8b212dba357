// SPDX-License-Identifier: GPL-3.0-or-later
// Two states beside each other in every head of every layer.
#include "controls/segmented_control.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/heads/compare/compare_view.h"
#include "pages/heads/heads_page.h"
#include "pages/layers/head_preview.h"
#include "pages/layers/layers_bar.h"
#include "pages/layers/layers_page.h"
#include "pages/layers/layers_sheet.h"
#include "pages/layers/layers_view.h"
#include "strip/pipeline_strip.h"
#include "support/edits.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "words/block_text.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>

#include <cmath>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

/// As a test for itself: the mean over the queries of ½ Σ |B − A| of one head, and the largest.
std::pair<double, double> plainDifference(const Run& a, const std::string& scopeA, Index headA,
                                          const Run& b, const std::string& scopeB, Index headB,
                                          TensorName name = TensorName::AttentionWeights) {
    const Tensor& from = a.trace()->find(name, scopeA)->result;
    const Tensor& to = b.trace()->find(name, scopeB)->result;
    double sum = 0;
    double largest = 0;
    for (Index query = 0; query < from.size(2); ++query) {
        double row = 0;
        for (Index key = 0; key < from.size(3); ++key) {
            const double moved =
                double{to(0, headB, query, key)} - double{from(0, headA, query, key)};
            row += std::abs(moved);
            largest = std::max(largest, std::abs(moved));
        }
        sum += row / 2;
    }
    return {sum / static_cast<double>(from.size(2)), largest};
}

} // namespace

class TestLayersCompare : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void every_number_is_that_of_a_plain_search_data();
    void every_number_is_that_of_a_plain_search();
    void the_picture_is_b_minus_a_on_one_range();
    void a_layer_that_one_state_lacks_says_so();
    void another_layer_stands_beside_every_one();
    void a_head_stands_beside_every_one();
    void scores_have_no_share_that_moved();
    void holding_a_shows_a_large();
    void what_only_one_state_masks_has_a_corner();
    void an_edit_taken_out_leaves_b_without_it();
    void without_an_edit_nothing_moved();
    void heads_are_sorted_by_what_moved();
    void other_sizes_have_no_difference_and_say_why();
    void who_leaves_the_page_holds_nothing();
    void a_long_sentence_is_compared_beside();
    void the_answer_leads_to_its_head();
    void the_comparison_goes_along_to_heads_and_back();
    void the_figure_says_what_the_view_says();
    void nothing_overlaps_in_the_bar_data();
    void nothing_overlaps_in_the_bar();
    void the_strip_says_what_only_one_state_has();

private:
    /// Pinned in Layers, then edited: the first number of X, and a causal mask where `masked`.
    void open(const char* example, bool masked = true) {
        m_window = shownWindow(findExample(example)->source());
        m_window->showPage("layers");
        m_window->settle();
        m_before = m_window->workspace().scene().run;
        QTest::keyClick(&page().keyboard(), Qt::Key_P);
        Document& document = m_window->workspace().document();
        document.edit(u"one"_s,
                      *withCell(*document.experiment(), TensorName::QueryInput, {0, 0, 0}, 2.5F));
        if (masked)
            document.edit(u"two"_s, withCausal(*document.experiment(), true));
        m_window->settle();
        page().setComparing(true);
        settle();
        m_after = m_window->workspace().scene().run;
    }
    void settle() {
        m_window->settle();
        page().finish();
    }
    LayersPage& page() { return m_window->page<LayersPage>(); }
    LayersView& view() { return page().layers(); }
    const LayersComparison& comparison() {
        if (!view().picture().comparison())
            throw std::runtime_error("nothing is compared");
        return *view().picture().comparison();
    }
    void chooseA(const ComparedSide& side) {
        m_window->workspace().comparisons().carryOut(want::CompareSide{false, side});
        settle();
    }

    std::unique_ptr<MainWindow> m_window;
    std::shared_ptr<const Run> m_before;
    std::shared_ptr<const Run> m_after;
};

void TestLayersCompare::every_number_is_that_of_a_plain_search_data() {
    QTest::addColumn<QByteArray>("example");
    QTest::newRow("encoder-decoder") << QByteArray("encoder-decoder");
    QTest::newRow("stack") << QByteArray("stack");
}

void TestLayersCompare::every_number_is_that_of_a_plain_search() {
    QFETCH(QByteArray, example);
    open(example.constData());
    double most = -1;
    double sum = 0;
    int count = 0;
    QString where;
    for (const auto& attention : comparison().attentions) {
        const std::string& scope = attention.difference.scope;
        QVERIFY(attention.note.isEmpty());
        for (std::size_t head = 0; head < attention.heads.size(); ++head) {
            const auto [moved, largest] =
                plainDifference(*m_before, scope, static_cast<Index>(head), *m_after, scope,
                                static_cast<Index>(head));
            QVERIFY(std::abs(attention.heads[head].moved - moved) <= 1e-12);
            QVERIFY(std::abs(attention.heads[head].largest - largest) <= 1e-6);
            sum += moved;
            ++count;
            if (moved > most) {
                most = moved;
                where = u"%1, head %2"_s.arg(blockName(scope)).arg(head + 1);
            }
        }
    }
    QCOMPARE(count, static_cast<int>(m_after->heads() * std::ranges::count(m_after->scopes(),
                                                                           ScopeKind::Attention,
                                                                           &TraceScope::kind)));
    // The decoder is masked causally as it is, so the second edit is none there.
    const std::size_t edits = example == "stack" ? 2 : 1;
    QCOMPARE(comparison().title,
             u"%1 moved most in %2: %3"_s.arg(editCountText(edits), where, percentText(most)));
    QCOMPARE(comparison().detail,
             u"mean of all %1 heads %2"_s.arg(count).arg(percentText(sum / count)));
    QCOMPARE(comparison().edits.size(), edits);
    for (const CompareEdit& edit : comparison().edits)
        QVERIFY2(edit.alone.startsWith(u"on its own "_s), qPrintable(edit.alone));
    // Under each head stands its number.
    for (int row = 0; row < static_cast<int>(view().picture().scopes().size()); ++row) {
        const std::string& scope = view().picture().scopeAt({row, 0});
        for (int head = 0; head < static_cast<int>(m_after->heads()); ++head)
            QCOMPARE(
                view().picture().barAt({row, head})->text,
                percentText(plainDifference(*m_before, scope, head, *m_after, scope, head).first));
    }
}

void TestLayersCompare::the_picture_is_b_minus_a_on_one_range() {
    open("stack", false);
    const QImage picture = view().grab().toImage();
    int probed = 0;
    for (int row = 0; row < 12; ++row) {
        const std::string& scope = view().picture().scopeAt({row, 0});
        const Tensor& a = m_before->trace()->find(TensorName::AttentionWeights, scope)->result;
        const Tensor& b = m_after->trace()->find(TensorName::AttentionWeights, scope)->result;
        for (int head = 0; head < 12; ++head) {
            const QRectF square = view().geometryNow().thumbnail(row, head);
            const double pitch = square.width() / 10;
            for (Index query = 0; query < 10; query += 3) {
                for (Index key = 0; key < 10; key += 3) {
                    const QPointF centre =
                        square.topLeft() + QPointF((static_cast<double>(key) + 0.5) * pitch,
                                                   (static_cast<double>(query) + 0.5) * pitch);
                    const QRgb wanted = colourOf(ColourMap::RedBlue, {-1, 1},
                                                 b(0, head, query, key) - a(0, head, query, key));
                    QCOMPARE(picture.pixel(centre.toPoint()) | 0xff000000U, wanted | 0xff000000U);
                    ++probed;
                }
            }
        }
    }
    QCOMPARE(probed, 12 * 12 * 16);
}

void TestLayersCompare::a_layer_that_one_state_lacks_says_so() {
    open("encoder-decoder");
    chooseA({"example/cat-learnt", {}, {}, {}});
    int onlyB = 0;
    for (const auto& attention : comparison().attentions) {
        if (attention.note.isEmpty())
            continue;
        QCOMPARE(attention.note, u"only in B"_s);
        QVERIFY(attention.heads.empty());
        ++onlyB;
    }
    QCOMPARE(onlyB, 4); // the encoder and both second layers
    QVERIFY2(comparison().title.startsWith(u"A and B differ most in decoder 1"_s),
             qPrintable(comparison().title));
    m_window->workspace().comparisons().carryOut(want::SwapSides{});
    settle();
    QCOMPARE(std::ranges::count(comparison().attentions, u"only in A"_s,
                                &LayersComparison::Attention::note),
             4);
    // The keys pass over what has no heads.
    view().setFocus();
    for (int i = 0; i < 8; ++i) {
        QTest::keyClick(&view(), Qt::Key_Down);
        QVERIFY(page().preview().head().has_value());
    }
    QVERIFY(!m_window->grab().isNull());
}

void TestLayersCompare::another_layer_stands_beside_every_one() {
    open("stack");
    chooseA({stateNow, std::string("encoder/3/self_attention"), {}, {}});
    QCOMPARE(comparison().attentions.size(), std::size_t{12});
    for (const auto& attention : comparison().attentions) {
        for (std::size_t head = 0; head < 12; ++head) {
            const auto plain =
                plainDifference(*m_after, "encoder/3/self_attention", static_cast<Index>(head),
                                *m_after, attention.difference.scope, static_cast<Index>(head));
            QVERIFY(std::abs(attention.heads[head].moved - plain.first) <= 1e-12);
        }
    }
    QCOMPARE(comparison().attentions[3].heads[0].largest, 0.0);
    QVERIFY(comparison().edits.empty());
}

void TestLayersCompare::a_head_stands_beside_every_one() {
    open("encoder-decoder");
    chooseA({stateNow, {}, {}, 1});
    for (const auto& attention : comparison().attentions) {
        const std::string& scope = attention.difference.scope;
        for (std::size_t head = 0; head < attention.heads.size(); ++head) {
            const auto plain =
                plainDifference(*m_after, scope, 1, *m_after, scope, static_cast<Index>(head));
            QVERIFY(std::abs(attention.heads[head].moved - plain.first) <= 1e-12);
        }
        QCOMPARE(attention.heads[1].largest, 0.0);
    }
}

void TestLayersCompare::scores_have_no_share_that_moved() {
    open("encoder-decoder");
    m_window->workspace().showStage(Stage::Scores);
    settle();
    QCOMPARE(comparison().name, TensorName::Scores);
    double most = 0;
    for (const auto& attention : comparison().attentions) {
        const std::string& scope = attention.difference.scope;
        for (std::size_t head = 0; head < attention.heads.size(); ++head) {
            const auto plain = plainDifference(*m_before, scope, static_cast<Index>(head), *m_after,
                                               scope, static_cast<Index>(head), TensorName::Scores);
            QVERIFY(std::abs(attention.heads[head].largest - plain.second) <= 1e-5);
            most = std::max(most, attention.heads[head].largest);
        }
    }
    QCOMPARE(comparison().largest, most);
    QVERIFY2(comparison().title.startsWith(u"One edit changed the scores most in "_s),
             qPrintable(comparison().title));
    QCOMPARE(view().picture().bars().largest, most);
    QCOMPARE(comparison().differenceColours(m_window->workspace().display()).range,
             ValueScale(ValueRange{-most, most}));
}

void TestLayersCompare::holding_a_shows_a_large() {
    open("stack");
    HeadPreview& preview = page().preview();
    const auto matrixNow = [&] { return preview.head()->panel->panel.matrix; };
    const LayersComparison::Head& head = comparison().attentions[0].heads[0];
    m_window->workspace().showScope("encoder/0/self_attention");
    m_window->workspace().showPanel(0);
    settle();
    QVERIFY(matrixNow() == comparison().attentions[0].difference.heads[0].panel.matrix);
    view().setFocus();
    QTest::keyPress(&view(), Qt::Key_A);
    QVERIFY(matrixNow() == head.a.panel.matrix);
    QVERIFY(preview.head()->name.endsWith(u"· A"_s));
    QTest::keyRelease(&view(), Qt::Key_A);
    QVERIFY(preview.head()->name.endsWith(u"B − A"_s));
    auto* part = page().bar().findChild<SegmentedControl*>();
    part->setCurrent(1);
    Q_EMIT part->chosen(1);
    QVERIFY(matrixNow() == head.b.panel.matrix);
    QCOMPARE(preview.head()->colours.range, ValueScale(ValueRange{0, 1}));
}

void TestLayersCompare::what_only_one_state_masks_has_a_corner() {
    open("stack");
    const HeadPreview& preview = page().preview();
    QCOMPARE(preview.corners().size(), std::size_t{45}); // all keys behind their query
    for (const QPolygonF& corner : preview.corners()) {
        const auto cell = preview.plot().picture().geometry.cellAt(corner.boundingRect().center());
        QVERIFY(cell && cell->column > cell->row);
    }
    view().setPart(ComparedPart::B);
    QVERIFY(preview.corners().empty());
    view().setPart(ComparedPart::Difference);
    m_window->workspace().document().undoStack().undo(); // the mask
    settle();
    QVERIFY(preview.corners().empty());
}

void TestLayersCompare::an_edit_taken_out_leaves_b_without_it() {
    open("stack");
    const auto boxes = page().bar().findChildren<QCheckBox*>();
    QCOMPARE(boxes.size(), 2);
    const QString alone = comparison().edits[0].alone;
    boxes[1]->setChecked(false);
    settle();
    QVERIFY2(comparison().title.startsWith(u"One edit moved most in "_s),
             qPrintable(comparison().title));
    QVERIFY(!comparison().edits[1].taken);
    QVERIFY(m_window->workspace().experiment().causal);
}

void TestLayersCompare::without_an_edit_nothing_moved() {
    m_window = shownWindow(findExample("stack")->make());
    m_window->showPage("layers");
    page().setComparing(true);
    settle();
    QCOMPARE(comparison().title, u"Nothing moved"_s);
    QCOMPARE(comparison().detail,
             u"A and B are one state: change something, or choose another A"_s);
    QCOMPARE(comparison().largest, 0.0);
}

void TestLayersCompare::heads_are_sorted_by_what_moved() {
    open("stack");
    DisplayOptions display = m_window->workspace().display();
    display.layers.order = LayersOrder::Within;
    m_window->workspace().setDisplay(display);
    settle();
    for (int row = 0; row < 12; ++row) {
        for (int column = 1; column < 12; ++column)
            QVERIFY(view().picture().barAt({row, column - 1})->value >=
                    view().picture().barAt({row, column})->value);
    }
}

void TestLayersCompare::other_sizes_have_no_difference_and_say_why() {
    open("stack");
    Document& document = m_window->workspace().document();
    document.edit(u"three"_s,
                  *withTokens(*document.experiment(), TokenSide::Query, 0, {"a", "b", "c"}));
    settle();
    QVERIFY(!comparison().most);
    QVERIFY2(comparison().detail.contains(u"10 × 10"_s) && comparison().detail.contains(u"3 × 3"_s),
             qPrintable(comparison().detail));
    QVERIFY(!m_window->grab().isNull());
}

void TestLayersCompare::who_leaves_the_page_holds_nothing() {
    open("stack");
    m_window->showPage("lines");
    settle();
    QVERIFY(!view().picture().comparison());
    QVERIFY(!m_window->workspace().scene().compared);
    m_window->showPage("layers");
    settle();
    QVERIFY(view().picture().comparison());
    QVERIFY(comparison().title.startsWith(u"Two edits moved most in "_s));
    page().setComparing(false);
    settle();
    QVERIFY(!view().picture().comparison());
    QCOMPARE(view().picture().shown(), TensorName::AttentionWeights);
    QCOMPARE(view().picture().scopes().size(), std::size_t{12});
    QCOMPARE(view().picture().bars().question, u"how spread a row is"_s);
}

void TestLayersCompare::a_long_sentence_is_compared_beside() {
    m_window = shownWindow(findExample("stack")->make());
    TokenList words;
    for (int i = 0; i < 60; ++i)
        words.push_back("w" + std::to_string(i));
    Document& document = m_window->workspace().document();
    document.edit(u"long"_s, *withTokens(*document.experiment(), TokenSide::Query, 0, words));
    m_window->showPage("layers");
    settle();
    QTest::keyClick(&page().keyboard(), Qt::Key_P);
    m_before = m_window->workspace().scene().run;
    document.edit(u"mask"_s, withCausal(*document.experiment(), true));
    page().setComparing(true);
    settle();
    QVERIFY(compareLayersWork(m_window->workspace().scene()) > workAtOnce);
    QVERIFY(
        std::abs(comparison().attentions[7].heads[5].moved -
                 plainDifference(*m_before, "encoder/7/self_attention", 5,
                                 *m_window->workspace().scene().run, "encoder/7/self_attention", 5)
                     .first) <= 1e-12);
}

void TestLayersCompare::the_answer_leads_to_its_head() {
    open("stack");
    QTest::mouseClick(&page().bar(), Qt::LeftButton, {},
                      page().bar().titleRect().center().toPoint());
    settle();
    const LayersComparison::Place most = *comparison().most;
    const std::string& scope = comparison().attentions[most.attention].difference.scope;
    QCOMPARE(m_window->workspace().selection().scope, scope);
    QCOMPARE(m_window->workspace().selection().panel, static_cast<int>(most.head));
    QVERIFY(
        comparison().title.contains(u"%1, head %2:"_s.arg(blockName(scope)).arg(most.head + 1)));
    QVERIFY(page().preview().head()->panel->panel.matrix ==
            comparison().attentions[most.attention].difference.heads[most.head].panel.matrix);
}

void TestLayersCompare::the_comparison_goes_along_to_heads_and_back() {
    open("stack");
    QTest::mouseClick(&page().bar(), Qt::LeftButton, {},
                      page().bar().titleRect().center().toPoint());
    settle();
    const LayersComparison::Place most = *comparison().most;
    const double moved = comparison().attentions[most.attention].heads[most.head].moved;
    QTest::keyClick(&view(), Qt::Key_Return);
    settle();
    HeadsPage& heads = m_window->page<HeadsPage>();
    heads.finish();
    QVERIFY(heads.isShown() && heads.isComparing());
    // The same head of the same block, and the same number.
    QVERIFY(heads.comparison().content());
    QCOMPARE(heads.comparison().content()->difference().moved, moved);
    heads.setComparing(false);
    settle();
    m_window->showPage("layers");
    settle();
    QVERIFY(!page().isComparing());
    QVERIFY(!view().picture().comparison());
    QVERIFY(!m_window->workspace().scene().compared);
}

void TestLayersCompare::the_figure_says_what_the_view_says() {
    open("encoder-decoder");
    LayersFigure figure{view().picture()};
    figure.width = 1400;
    const Result<QByteArray> svg = renderLayers(figure, FigureFormat::Svg);
    QVERIFY(svg.ok());
    QStringList said{comparison().title,
                     comparison().detail,
                     view().picture().bars().question,
                     view().picture().bars().scale,
                     u"B − A, attention weights"_s,
                     u"decoder · cross-attention"_s};
    for (int row = 0; row < static_cast<int>(view().picture().scopes().size()); ++row) {
        for (int head = 0; head < 2; ++head)
            said << view().picture().barAt({row, head})->text;
    }
    for (const QString& text : said)
        QVERIFY2(svg->contains(text.toHtmlEscaped().toUtf8()), qPrintable(text));
    QVERIFY(renderLayers(figure, FigureFormat::Pdf).ok());
    // Cell by cell, as the view has it: red and blue around 0.
    const QImage picture = QImage::fromData(*renderLayers(figure, FigureFormat::Png), "png")
                               .convertToFormat(QImage::Format_RGB32);
    QVERIFY(picture.width() <= 1400);
    const Tensor& moved = comparison().attentions[0].difference.heads[0].panel.matrix;
    QSet<QRgb> colours;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            colours << (picture.pixel(x, y) | 0xff000000U);
    }
    for (Index query = 0; query < moved.size(0); ++query) {
        for (Index key = 0; key < moved.size(1); ++key)
            QVERIFY(colours.contains(
                colourOf(ColourMap::RedBlue, ValueRange{-1, 1}, moved(query, key))));
    }
    // Of one state it names what it is taken from.
    page().setComparing(false);
    settle();
    const Result<QByteArray> alone = renderLayers({view().picture()}, FigureFormat::Svg);
    QVERIFY(alone.ok());
    for (const QString& text : {u"attention weights"_s, u"Encoder and decoder"_s,
                                u"how spread a row is"_s, u"even spread"_s})
        QVERIFY2(alone->contains(text.toUtf8()), qPrintable(text));
    QVERIFY(!renderLayers({}, FigureFormat::Svg).ok());
}

void TestLayersCompare::nothing_overlaps_in_the_bar_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Language>("language");
    for (const QSize size :
         {QSize(720, 520), QSize(1024, 768), QSize(1440, 900), QSize(2560, 1440)}) {
        for (const Language language : {Language::English, Language::Chinese})
            QTest::addRow("%dx%d, %s", size.width(), size.height(),
                          qPrintable(languageCode(language)))
                << size << language;
    }
}

void TestLayersCompare::nothing_overlaps_in_the_bar() {
    QFETCH(QSize, size);
    QFETCH(Language, language);
    open("stack");
    useLanguage(language);
    m_window->resize(size);
    for (const bool comparing : {true, false}) {
        page().setComparing(comparing);
        settle();
        LayersBar& bar = page().bar();
        std::vector<QRect> parts;
        for (const QWidget* widget : bar.findChildren<QWidget*>()) {
            const bool isControl = qobject_cast<const QComboBox*>(widget) ||
                                   qobject_cast<const QAbstractButton*>(widget) ||
                                   qobject_cast<const QLabel*>(widget);
            // Buttons of one control stand side by side.
            if (!isControl || !widget->isVisible() ||
                qobject_cast<SegmentedControl*>(widget->parentWidget()))
                continue;
            parts.emplace_back(widget->mapTo(&bar, QPoint(0, 0)), widget->size());
        }
        for (const QWidget* widget : bar.findChildren<SegmentedControl*>()) {
            if (widget->isVisible())
                parts.emplace_back(widget->mapTo(&bar, QPoint(0, 0)), widget->size());
        }
        QVERIFY(parts.size() >= 4);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            QVERIFY2(bar.rect().contains(parts[i]), qPrintable(u"part %1 leaves the bar"_s.arg(i)));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(!parts[i].intersects(parts[j]),
                         qPrintable(u"parts %1 and %2 overlap"_s.arg(j).arg(i)));
        }
    }
    useLanguage(Language::English);
}

void TestLayersCompare::the_strip_says_what_only_one_state_has() {
    open("encoder-decoder", false);
    auto* strip = m_window->findChild<PipelineStrip*>();
    const auto wordOf = [&](Stage stage) {
        const auto stop = std::ranges::find(strip->stops(), stage, &PipelineStrip::Stop::stage);
        return stop == strip->stops().end() ? u"no stop"_s : stop->word;
    };
    m_window->workspace().showScope("encoder/0/self_attention");
    settle();
    QCOMPARE(wordOf(Stage::Masked), u"none"_s);
    QCOMPARE(wordOf(Stage::Dropped), u"no stop"_s);
    Document& document = m_window->workspace().document();
    document.edit(u"drop"_s, *withDropout(*document.experiment(), .25F));
    settle();
    QCOMPARE(wordOf(Stage::Dropped), u"only in B"_s);
    QCOMPARE(wordOf(Stage::Weights), QString());
    m_window->workspace().comparisons().carryOut(want::SwapSides{});
    settle();
    QCOMPARE(wordOf(Stage::Dropped), u"only in A"_s);
    // Also where the newest state has no such stage any more.
    m_window->workspace().comparisons().carryOut(want::SwapSides{});
    settle();
    QTest::keyClick(&page().keyboard(), Qt::Key_P);
    document.edit(u"drop not"_s, *withDropout(*document.experiment(), 0));
    settle();
    QCOMPARE(wordOf(Stage::Dropped), u"only in A"_s);
    QVERIFY(!m_window->grab().isNull());
    page().setComparing(false);
    settle();
    QCOMPARE(wordOf(Stage::Dropped), u"no stop"_s);
}

HEADSCOPE_TEST(TestLayersCompare, QApplication)
#include "test_layers_compare.moc"
