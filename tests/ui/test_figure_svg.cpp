// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/multi_head_attention.h"
#include "examples/examples.h"
#include "examples/origin.h"
#include "figure/figure.h"
#include "figure/figure_content.h"
#include "figure/figure_painter.h"
#include "figure/svg_canvas.h"
#include "support/edits.h"
#include "support/figure_scenes.h"
#include "support/test_program.h"

#include <QApplication>
#include <QXmlStreamReader>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// What a reader finds in the file.
struct SvgDocument {
    bool wellFormed = false;
    QString error;
    QString title;
    QStringList texts;
    QStringList families;
    QStringList cellColours; ///< of the rectangles in groups of cells, in order
    int images = 0;
    int maskedGroups = 0;
    QImage image; ///< the first one
    QStringList elements;
};

SvgDocument parsed(const QByteArray& svg) {
    SvgDocument document;
    QXmlStreamReader xml(svg);
    QStringList classes;
    QString text;
    bool inText = false;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement()) {
            const QString name = xml.name().toString();
            const auto attributes = xml.attributes();
            document.elements << name;
            classes << attributes.value(QStringLiteral("class")).toString();
            if (name == QStringLiteral("text")) {
                inText = true;
                text.clear();
                document.families << attributes.value(QStringLiteral("font-family")).toString();
            } else if (name == QStringLiteral("title") && document.title.isEmpty()) {
                document.title = xml.readElementText();
                classes.removeLast();
            } else if (name == QStringLiteral("rect") &&
                       classes.contains(QStringLiteral("cells"))) {
                document.cellColours << attributes.value(QStringLiteral("fill")).toString();
            } else if (name == QStringLiteral("image")) {
                const QString link = attributes
                                         .value(QStringLiteral("http://www.w3.org/1999/xlink"),
                                                QStringLiteral("href"))
                                         .toString();
                const QString head = QStringLiteral("data:image/png;base64,");
                if (document.images++ == 0 && link.startsWith(head))
                    document.image =
                        QImage::fromData(QByteArray::fromBase64(link.mid(head.size()).toLatin1()));
            }
            if (classes.size() && classes.constLast() == QStringLiteral("masked"))
                ++document.maskedGroups;
        } else if (xml.isCharacters() && inText) {
            text += xml.text();
        } else if (xml.isEndElement()) {
            if (!classes.isEmpty())
                classes.removeLast();
            if (xml.name() == QStringLiteral("text")) {
                inText = false;
                document.texts << text;
            }
        }
    }
    document.wellFormed = !xml.hasError();
    document.error = xml.errorString();
    return document;
}

SvgDocument rendered(const FigureRequest& request) {
    const auto svg = renderFigure(request, FigureFormat::Svg);
    if (!svg) {
        SvgDocument document;
        document.error = QString::fromStdString(svg.error().text());
        return document;
    }
    return parsed(*svg);
}

const TokenList fourTokens = {"我", "请", "李雷", "我"};

FigureScene fourByFour() {
    return figureScene(TensorName::AttentionWeights, 2, fourTokens, fourTokens,
                       [](Index head, Index row, Index column) {
                           return static_cast<float>(head * 16 + row * 4 + column) / 32;
                       });
}

} // namespace

class TestFigureSvg : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_file_is_well_formed_and_says_everything();
    void dangerous_text_is_escaped_and_read_back_data();
    void dangerous_text_is_escaped_and_read_back();
    void each_cell_is_one_rectangle_of_its_colour();
    void masked_cells_are_hatched_and_have_no_rectangle();
    void many_cells_are_one_lossless_image_for_each_head();
    void formulas_have_sub_and_superscripts();
    void the_same_request_gives_the_same_bytes();
    void chosen_heads_come_in_their_order();
    void turned_figures_exchange_the_axes();
    void the_mean_of_the_heads_is_none_of_them();
    void one_head_is_as_wide_as_two_columns();
    void a_part_has_the_colours_and_words_of_the_whole();
    void a_part_of_rows_with_their_own_ranges();
    void heads_with_ranges_of_their_own_say_them();
    void impossible_requests_are_explained();
};

void TestFigureSvg::the_file_is_well_formed_and_says_everything() {
    FigureRequest request = fourByFour().request();
    request.source = QStringLiteral("Book a flight");
    const SvgDocument svg = rendered(request);
    QVERIFY2(svg.wellFormed, qPrintable(svg.error));
    for (const char* text : {"Attention weights", "Book a flight", "head 1", "head 2", "我 (1)",
                             "请", "李雷", "我 (4)", "key →", "query ↓", "0", "0.5", "1", "0.969"})
        QVERIFY2(svg.texts.contains(QString::fromUtf8(text)), text);
    QVERIFY(svg.title.contains(QStringLiteral("Book a flight")));
    for (const char* name : {"title", "desc", "metadata"})
        QVERIFY(svg.elements.contains(QString::fromLatin1(name)));
    QVERIFY(svg.families.contains(QString())); // the root's family
    QVERIFY(svg.families.join(u' ').contains(QStringLiteral("Noto Sans Mono")));
}

void TestFigureSvg::dangerous_text_is_escaped_and_read_back_data() {
    QTest::addColumn<QString>("token");
    QTest::addColumn<QString>("shown");
    const auto same = [](const char* name, const QString& token) {
        QTest::newRow(name) << token << token;
    };
    same("tag", QStringLiteral("<s>"));
    same("end_of_document", QStringLiteral("</svg>"));
    same("entity", QStringLiteral("&amp;"));
    same("quotes", QStringLiteral("\"it's\""));
    same("end_of_cdata", QStringLiteral("]]>"));
    same("comment", QStringLiteral("<!--x"));
    same("markup_of_formulas", QStringLiteral("a_{b}^{c}"));
    same("placeholder", QStringLiteral("%1%2"));
    same("spaces_inside", QStringLiteral("New  York"));
    same("beyond_the_first_plane", QStringLiteral("🐱𝕏"));
    QTest::newRow("newline") << QStringLiteral("a\nb") << QStringLiteral("a\\nb");
    QTest::newRow("controls") << QString::fromLatin1("\x01\x1f\x7f")
                              << QStringLiteral("\\u0001\\u001F\\u007F");
    QTest::newRow("not_a_character") << QString(QChar(0xfffe)) << QStringLiteral("\\uFFFE");
    QTest::newRow("turning") << QStringLiteral("a\u202Eb\u2066c\u200F")
                             << QStringLiteral("a\\u202Eb\\u2066c\\u200F");
}

void TestFigureSvg::dangerous_text_is_escaped_and_read_back() {
    QFETCH(QString, token);
    QFETCH(QString, shown);
    FigureRequest request = figureScene(TensorName::AttentionWeights, 1, {token.toStdString(), "b"},
                                        {"c", "d"}, [](Index, Index, Index) { return 0.5F; })
                                .request();
    request.source = token;
    const SvgDocument svg = rendered(request);
    QVERIFY2(svg.wellFormed, qPrintable(svg.error));
    QVERIFY(svg.texts.contains(shown));
    QVERIFY2(svg.title.endsWith(shown), qPrintable(svg.title));
    QCOMPARE(svg.cellColours.size(), qsizetype{4});
    // Neither does the writer alone let anything through.
    SvgCanvas canvas(QSizeF(10, 10), 1, token, token);
    const SvgDocument alone = parsed(canvas.take());
    QVERIFY(alone.wellFormed);
    QCOMPARE(alone.title, shown);
}

void TestFigureSvg::each_cell_is_one_rectangle_of_its_colour() {
    const FigureScene scene = fourByFour();
    const SvgDocument svg = rendered(scene.request());
    QCOMPARE(svg.cellColours.size(), qsizetype{32});
    for (int i = 0; i < 32; ++i)
        QCOMPARE(svg.cellColours[i],
                 QColor(colourOf(ColourMap::Viridis, {0, 1}, static_cast<float>(i) / 32)).name());
    QCOMPARE(svg.images, 0);
}

void TestFigureSvg::masked_cells_are_hatched_and_have_no_rectangle() {
    FigureScene scene = fourByFour();
    addMask(scene, {1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1});
    const SvgDocument svg = rendered(scene.request());
    QCOMPARE(svg.cellColours.size(), qsizetype{20});
    QCOMPARE(svg.maskedGroups, 3); // one for each head, one for the legend
    QVERIFY(svg.texts.contains(QStringLiteral("masked")));
    QVERIFY(!rendered(fourByFour().request()).texts.contains(QStringLiteral("masked")));
    // The last rows are written, the masked ones are not.
    QVERIFY(svg.texts.contains(QStringLiteral("0.969")));
    QVERIFY(!svg.texts.contains(QStringLiteral("0.031")));
}

void TestFigureSvg::many_cells_are_one_lossless_image_for_each_head() {
    const TokenList tokens = manyTokens(160);
    const auto value = [](Index head, Index row, Index column) {
        return static_cast<float>((row * 160 + column + head) % 997) / 997;
    };
    const SvgDocument svg =
        rendered(figureScene(TensorName::AttentionWeights, 2, tokens, tokens, value).request());
    QVERIFY(svg.wellFormed);
    QCOMPARE(svg.images, 2);
    QCOMPARE(svg.cellColours.size(), qsizetype{0});
    QVERIFY(!svg.image.isNull() && svg.image.width() % 160 == 0);
    const int factor = svg.image.width() / 160;
    for (int row = 0; row < 160; ++row) {
        for (int column = 0; column < 160; ++column)
            QCOMPARE(svg.image.pixel(column * factor + factor / 2, row * factor + factor / 2),
                     colourOf(ColourMap::Viridis, {0, 1}, value(0, row, column)));
    }
}

void TestFigureSvg::formulas_have_sub_and_superscripts() {
    const Experiment ticket = findExample("ticket")->make();
    FigureRequest request;
    request.trace = std::make_shared<const Trace>(*runAttention(problemOf(ticket)));
    request.run = runOf(ticket, request.trace);
    const auto svg = renderFigure(request, FigureFormat::Svg);
    QVERIFY(svg.ok());
    QVERIFY(parsed(*svg).texts.contains(QStringLiteral("= softmax(Q·KT ÷ √4)")));
    QVERIFY(svg->contains("<tspan dy=\"-5.7\" font-size=\"10.8\">T</tspan>"));
    // While a lesson asks by what scores are divided, no figure tells it.
    request.told = false;
    for (const TensorName name : {TensorName::AttentionWeights, TensorName::ScaledScores}) {
        request.tensor = name;
        const auto asked = renderFigure(request, FigureFormat::Svg);
        QVERIFY(asked.ok());
        QVERIFY(asked->contains("÷ ?"));
        QVERIFY(!asked->contains("√"));
    }
}

void TestFigureSvg::the_same_request_gives_the_same_bytes() {
    const FigureRequest request = fourByFour().request();
    const auto first = renderFigure(request, FigureFormat::Svg);
    const auto second = renderFigure(request, FigureFormat::Svg);
    QVERIFY(first.ok() && second.ok());
    QVERIFY(*first == *second);
}

void TestFigureSvg::chosen_heads_come_in_their_order() {
    FigureRequest request = fourByFour().request();
    request.heads = {1};
    const SvgDocument svg = rendered(request);
    QVERIFY(svg.texts.contains(QStringLiteral("head 2")));
    QVERIFY(!svg.texts.contains(QStringLiteral("head 1")));
    QCOMPARE(svg.cellColours.size(), qsizetype{16});
    QCOMPARE(svg.cellColours.constFirst(),
             QColor(colourOf(ColourMap::Viridis, {0, 1}, 0.5F)).name());
}

void TestFigureSvg::turned_figures_exchange_the_axes() {
    FigureRequest request =
        figureScene(
            TensorName::AttentionWeights, 1, {"q1", "q2"}, {"k1", "k2", "k3"},
            [](Index, Index row, Index column) { return static_cast<float>(row * 3 + column) / 6; })
            .request();
    request.rowsAreKeys = true;
    const SvgDocument svg = rendered(request);
    QVERIFY(svg.texts.contains(QStringLiteral("key ↓")));
    QVERIFY(svg.texts.contains(QStringLiteral("query →")));
    // The first row is key 1: queries 1 and 2.
    QCOMPARE(svg.cellColours[1], QColor(colourOf(ColourMap::Viridis, {0, 1}, 0.5F)).name());
}

void TestFigureSvg::the_mean_of_the_heads_is_none_of_them() {
    FigureRequest request = fourByFour().request();
    request.mean = true;
    request.heads = {1}; // the mean is of all
    const SvgDocument svg = rendered(request);
    QVERIFY(svg.texts.contains(QStringLiteral("Attention weights, mean of the heads")));
    for (const QString& text : svg.texts)
        QVERIFY2(!text.startsWith(QStringLiteral("head ")), qPrintable(text));
    QCOMPARE(svg.cellColours.size(), qsizetype{16});
    for (qsizetype i = 0; i < 16; ++i)
        QCOMPARE(
            svg.cellColours[i],
            QColor(colourOf(ColourMap::Viridis, {0, 1}, static_cast<float>(8 + i) / 32)).name());
    QVERIFY(svg.title.contains(QStringLiteral("mean of the heads")));
}

void TestFigureSvg::one_head_is_as_wide_as_two_columns() {
    const TokenList tokens = manyTokens(40);
    FigureRequest request =
        figureScene(TensorName::AttentionWeights, 2, tokens, tokens, [](Index, Index, Index) {
            return 0.5F;
        }).request();
    request.preset = FigurePreset::Columns;
    request.heads = {0};
    const auto content = figureContent(request);
    QVERIFY(content.ok());
    const FigureGeometry geometry = layoutFigure(content->geometry, FontMeasure());
    QVERIFY(geometry.matrices.front().bounds().width() > 0.85 * geometry.size.width());
    QCOMPARE(geometry.columnStep, Index{1}); // every label has room
    QCOMPARE(geometry.rowStep, Index{1});
    QVERIFY(geometry.size.height() * pixelsPerHalfPoint / pixelsPerMillimetre < 247);
}

void TestFigureSvg::a_part_has_the_colours_and_words_of_the_whole() {
    FigureScene scene = fourByFour();
    std::vector<float> may(16, 1);
    may[2 * 4 + 3] = 0; // 李雷 may not look at the second 我
    addMask(scene, may);
    FigureRequest request = scene.request();
    request.range = RangeMode::PerHead;
    request.part = CellSpan{1, 3, 1, 4};
    const auto colour = [](float value, float largest) {
        return QColor(colourOf(ColourMap::Viridis, {0, largest}, value)).name();
    };
    for (const bool turned : {false, true}) {
        request.rowsAreKeys = turned;
        const SvgDocument svg = rendered(request);
        QVERIFY2(svg.wellFormed, qPrintable(svg.error));
        for (const char* text : {"请", "李雷", "我 (4)", "queries 2–3 × keys 2–4 of 4 × 4"})
            QVERIFY2(svg.texts.contains(QString::fromUtf8(text)), text);
        QVERIFY(!svg.texts.contains(QString::fromUtf8("我 (1)")));
        QCOMPARE(svg.cellColours.size(), qsizetype{2 * 5});
        QCOMPARE(svg.cellColours[0], colour(5 / 32.F, 15 / 32.F));
        QCOMPARE(svg.cellColours[1], colour((turned ? 9 : 6) / 32.F, 15 / 32.F));
        QVERIFY(svg.maskedGroups > 0);
    }
}

void TestFigureSvg::a_part_of_rows_with_their_own_ranges() {
    FigureRequest request = fourByFour().request();
    request.heads = {0};
    request.range = RangeMode::PerRow;
    request.part = CellSpan{3, 4, 0, 4};
    const SvgDocument svg = rendered(request);
    QCOMPARE(svg.cellColours.size(), qsizetype{4});
    QCOMPARE(svg.cellColours[3], QColor(colourAt(ColourMap::Viridis, 1)).name());
}

void TestFigureSvg::heads_with_ranges_of_their_own_say_them() {
    FigureRequest request = fourByFour().request();
    request.range = RangeMode::PerHead;
    const SvgDocument svg = rendered(request);
    QVERIFY(svg.texts.contains(QStringLiteral("0 – 0.4688")));
    QVERIFY(svg.texts.contains(QStringLiteral("0 – 0.9688")));
    QCOMPARE(svg.cellColours[15], QColor(colourAt(ColourMap::Viridis, 1)).name());
    QCOMPARE(svg.cellColours[31], QColor(colourAt(ColourMap::Viridis, 1)).name());
}

void TestFigureSvg::impossible_requests_are_explained() {
    const auto sentence = [](const FigureRequest& request) {
        const auto result = renderFigure(request, FigureFormat::Svg);
        return result.ok() ? std::string() : result.error().text();
    };
    FigureRequest request = fourByFour().request();
    request.tensor = TensorName::Scores;
    QCOMPARE(sentence(request), std::string("there is no \"scores\" in this computation"));
    request = fourByFour().request();
    request.heads = {2};
    QCOMPARE(sentence(request),
             std::string("head 3 does not exist: the heads of \"attention_weights\" are 1 to 2"));
    request = fourByFour().request();
    request.sequence = 1;
    QCOMPARE(sentence(request), std::string("sequence 2 does not exist: there are 1 to 1"));
    request = figureScene(TensorName::AttentionWeights, 1, fourTokens, fourTokens,
                          [](Index, Index, Index) { return 0.25F; })
                  .request();
    request.mean = true;
    QCOMPARE(sentence(request), std::string("\"attention_weights\" has no mean of several heads"));
    request = fourByFour().request();
    request.part = CellSpan{0, 5, 0, 4};
    QCOMPARE(sentence(request), std::string("the matrix has 4 rows and 4 columns, not those that "
                                            "are asked for"));
    request = fourByFour().request();
    request.size = QSize(100, 100);
    QCOMPARE(sentence(request), std::string("a figure of 100x100 is not possible: it can be from "
                                            "240x180 to 20000x20000"));
}

HEADSCOPE_TEST(TestFigureSvg, QApplication)
#include "test_figure_svg.moc"
