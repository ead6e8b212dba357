// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/colour_glyphs.h"
#include "figure/figure.h"
#include "figure/figure_text.h"
#include "support/figure_scenes.h"
#include "support/test_program.h"
#include "type/fonts.h"

#include <QApplication>
#include <QPainter>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

QByteArray pdfOf(const FigureRequest& request) {
    const auto pdf = renderFigure(request, FigureFormat::Pdf);
    return pdf.ok() ? *pdf : QByteArray();
}

/// All streams of the file, unpacked where they are packed.
QList<QByteArray> streamsOf(const QByteArray& pdf) {
    QList<QByteArray> streams;
    for (qsizetype at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at)) {
        const qsizetype begin = at + 7;
        const qsizetype end = pdf.indexOf("endstream", begin);
        if (end < 0)
            break;
        const QByteArray content = pdf.mid(begin, end - begin);
        // Packed ones begin with zlib's mark. qUncompress wants the size in front,
        // which is only a hint.
        streams << (content.startsWith('\x78')
                        ? qUncompress(QByteArray::fromHex("00100000") + content)
                        : content);
        at = end + 9;
    }
    return streams;
}

FigureScene sentence() {
    const TokenList tokens = {"我", "请", "李雷", "Tag<b>"};
    return figureScene(TensorName::AttentionWeights, 2, tokens, tokens,
                       [](Index head, Index row, Index column) {
                           return static_cast<float>(head + row * 4 + column) / 32;
                       });
}

} // namespace

class TestFigurePdf : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_page_has_the_wanted_size_and_a_title();
    void no_picture_is_lossy();
    void fonts_are_embedded_and_text_can_be_found();
    void signs_in_colours_are_pictures_and_all_else_is_not();
    void cells_are_vectors();
    void many_cells_are_one_lossless_image_for_each_head();
    void the_ground_is_painted();
    void the_same_request_gives_the_same_bytes();
};

void TestFigurePdf::the_page_has_the_wanted_size_and_a_title() {
    FigureRequest request = sentence().request();
    request.size = QSize(960, 480);
    request.source = QStringLiteral("(Book) a \\flight");
    const QByteArray pdf = pdfOf(request);
    QVERIFY(pdf.startsWith("%PDF-1."));
    QVERIFY(pdf.trimmed().endsWith("%%EOF"));
    QVERIFY(pdf.contains("/MediaBox [0 0 720"));
    QCOMPARE(pdf.count("/Type /Page\n"), 1);
    // UTF-16 big endian: "Attention …".
    QVERIFY(pdf.contains("/Title"));
    QVERIFY(pdf.contains("/Creator"));
}

void TestFigurePdf::no_picture_is_lossy() {
    const TokenList tokens = manyTokens(160);
    for (const FigureScene& scene :
         {sentence(), figureScene(TensorName::AttentionWeights, 2, tokens, tokens,
                                  [](Index, Index row, Index column) {
                                      return static_cast<float>((row * column) % 7) / 7;
                                  })}) {
        const QByteArray pdf = pdfOf(scene.request());
        QVERIFY(!pdf.isEmpty());
        QVERIFY(!pdf.contains("DCTDecode"));
        QVERIFY(!pdf.contains("JPXDecode"));
    }
}

void TestFigurePdf::fonts_are_embedded_and_text_can_be_found() {
    const QByteArray pdf = pdfOf(sentence().request());
    const auto descriptors = pdf.count("/Type /FontDescriptor");
    QVERIFY(descriptors >= 2); // text and numbers at least
    QCOMPARE(pdf.count("/FontFile2 ") + pdf.count("/FontFile3 "), descriptors);
    QVERIFY(pdf.count("/ToUnicode") >= descriptors);
    QByteArray tables;
    for (const QByteArray& stream : streamsOf(pdf)) {
        if (stream.contains("begincmap"))
            tables += stream.toLower();
    }
    // 我, 请, 李, 雷, "<" and the arrow are found by who searches for them.
    for (const char* code : {"<6211>", "<8bf7>", "<674e>", "<96f7>", "<003c>", "<2192>"})
        QVERIFY2(tables.contains(code), code);
}

void TestFigurePdf::signs_in_colours_are_pictures_and_all_else_is_not() {
    if (!hasColourFont())
        QSKIP("no font with colours is installed here");
    // A family, a flag, a skin tone, a heart between two people, a keycap: one sign each.
    const TokenList tokens = {"\U0001F468\u200D\U0001F469\u200D\U0001F467", "\U0001F1E9\U0001F1EA",
                              "\U0001F44D\U0001F3FD",
                              "\U0001F469\u200D\u2764\uFE0F\u200D\U0001F468", "1\uFE0F\u20E3"};
    FigureRequest request =
        figureScene(TensorName::AttentionWeights, 1, tokens, tokens, [](Index, Index, Index) {
            return 0.25F;
        }).request();
    const QByteArray pdf = pdfOf(request);
    QVERIFY(!pdf.contains("DCTDecode"));
    QVERIFY(pdf.contains("/Subtype /Image"));
    // As at the rows so at the columns.
    qsizetype pictures = 0;
    for (const QByteArray& stream : streamsOf(pdf))
        pictures += stream.count(" Do\n");
    QCOMPARE(pictures, qsizetype{10});
    QVERIFY(pdf == pdfOf(request));
    const FontMeasure measure;
    const auto width = [&](const char* text) {
        return measure.emWidth(QString::fromUtf8(text), FigureFont::Text, false);
    };
    QCOMPARE(width("1\uFE0F\u20E3"), width("\U0001F355"));
    QCOMPARE(width("a 1\uFE0F\u20E3 (8)"), width("a ") + width("\U0001F355") + width(" (8)"));
    // Painted through the same door, all else is what it was.
    const QFont font = textFont(40);
    const auto paint = [&](QPainter& painter) {
        painter.setFont(font);
        painter.translate(10, 60);
        painter.rotate(10);
        painter.fillRect(QRectF(0, 0, 80, 20), Qt::red);
        painter.setOpacity(0.5);
        painter.save();
        painter.setClipRect(QRectF(0, -40, 90, 60));
        painter.drawText(QPointF(0, 0), QStringLiteral("Abc √ 猫"));
        painter.restore();
        painter.setPen(QPen(Qt::blue, 3, Qt::DashLine));
        painter.drawLine(QPointF(5, 30), QPointF(150, 40));
        painter.drawEllipse(QRectF(90, 0, 30, 20));
    };
    QImage direct(200, 160, QImage::Format_RGB32);
    QImage forwarded = direct;
    for (QImage* image : {&direct, &forwarded}) {
        image->fill(Qt::white);
        QPainter painter(image);
        image == &direct ? paint(painter) : paintWithColourGlyphs(painter, paint);
    }
    QCOMPARE(forwarded, direct);
}

void TestFigurePdf::cells_are_vectors() {
    FigureRequest request = sentence().request();
    request.values = false;
    const QByteArray pdf = pdfOf(request);
    QVERIFY(!pdf.contains("/Subtype /Image"));
    qsizetype rectangles = 0;
    for (const QByteArray& stream : streamsOf(pdf))
        rectangles += stream.count(" re\n");
    QVERIFY2(rectangles >= 32 + 256, qPrintable(QString::number(rectangles))); // cells and bar
}

void TestFigurePdf::many_cells_are_one_lossless_image_for_each_head() {
    const TokenList tokens = manyTokens(160);
    const QByteArray pdf =
        pdfOf(figureScene(TensorName::AttentionWeights, 2, tokens, tokens,
                          [](Index head, Index row, Index column) {
                              return static_cast<float>((row + column * 3 + head) % 11) / 11;
                          })
                  .request());
    QCOMPARE(pdf.count("/Subtype /Image"), 2);
    QVERIFY(pdf.contains("/FlateDecode"));
    QVERIFY(!pdf.contains("/Interpolate true"));
}

void TestFigurePdf::the_ground_is_painted() {
    FigureRequest request = sentence().request();
    request.theme = ThemeKind::Dark;
    const QColor base = theme(ThemeKind::Dark).base;
    const QByteArray wanted = QByteArray::number(base.redF(), 'f', 9).left(5);
    bool found = false;
    for (const QByteArray& stream : streamsOf(pdfOf(request)))
        found = found || stream.contains(wanted);
    QVERIFY(found);
}

void TestFigurePdf::the_same_request_gives_the_same_bytes() {
    const FigureRequest request = sentence().request();
    const QByteArray first = pdfOf(request);
    QTest::qWait(1100); // another second, another date
    const QByteArray second = pdfOf(request);
    QVERIFY(!first.isEmpty());
    QVERIFY(first == second);
    QVERIFY(!first.contains("Date"));
}

HEADSCOPE_TEST(TestFigurePdf, QApplication)
#include "test_figure_pdf.moc"
