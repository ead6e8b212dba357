// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_page.h"

#include "figure/colour_glyphs.h"
#include "figure/painter_canvas.h"
#include "figure/svg_canvas.h"
#include "scene/panels/matrix_panel.h"
#include "support/cancellation.h"

#include <QBuffer>
#include <QImageWriter>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double referenceDpi = 96;
constexpr int pdfDpi = 1200;
constexpr double mostPixels = 400e6; ///< of a raster: 1.6 GB while it is drawn

Error encodingFailed(const char* format) {
    return makeError(HEADSCOPE_MESSAGE("Message", "the figure could not be encoded as %1"), format);
}

/// Keeps nothing more once nobody wants it. It does not refuse: Qt's PNG writer then loses
/// the row that it works on and complains on the standard error.
class StoppableBuffer : public QBuffer {
public:
    explicit StoppableBuffer(CancellationToken token)
        : m_token(std::move(token)) {}

protected:
    qint64 writeData(const char* data, qint64 size) override {
        return m_token.isCancelled() ? size : QBuffer::writeData(data, size);
    }

private:
    CancellationToken m_token;
};

void paintPage(const FigurePage& page, QPainter& painter, PainterCanvas::Device device,
               double scale) {
    if (page.paintDirectly)
        return page.paintDirectly(painter);
    PainterCanvas canvas(painter, device, scale);
    page.paint(canvas);
}

/// What a painter paints is written down by Qt.
QByteArray svgOfPainter(const FigurePage& page) {
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(referenceDpi));
    generator.setSize(page.size.toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), page.size));
    generator.setTitle(visibleLabel(page.title).toHtmlEscaped()); // it escapes nothing itself
    generator.setDescription(QStringLiteral("HeadScope"));
    QPainter painter(&generator);
    page.paintDirectly(painter);
    painter.end();
    return buffer.data();
}

Result<QByteArray> pngOf(const FigurePage& page, const FigureWork& work) {
    const double scale = page.dotsPerInch / referenceDpi;
    const QSize pixels(static_cast<int>(std::lround(page.size.width() * scale)),
                       static_cast<int>(std::lround(page.size.height() * scale)));
    const double count = static_cast<double>(pixels.width()) * pixels.height();
    QImage image;
    if (count <= mostPixels)
        image = QImage(pixels, QImage::Format_RGB32);
    if (image.isNull())
        return makeError(HEADSCOPE_MESSAGE("Message", "a picture of %1x%2 pixels needs more memory "
                                                      "than there is: choose a smaller size or "
                                                      "fewer dots per inch"),
                         pixels.width(), pixels.height());
    image.fill(page.ground);
    QPainter painter(&image);
    painter.scale(scale * page.unit, scale * page.unit);
    paintPage(page, painter, PainterCanvas::Device::Raster, scale * page.unit);
    painter.end();

    const int perMetre = static_cast<int>(std::lround(page.dotsPerInch / 0.0254));
    image.setDotsPerMeterX(perMetre);
    image.setDotsPerMeterY(perMetre);
    StoppableBuffer buffer(work.cancellation);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    // Flat colours pack well at once; the slow levels gain a few per cent.
    writer.setCompression(40);
    writer.setText(QStringLiteral("Title"), visibleLabel(page.title));
    writer.setText(QStringLiteral("Description"), visibleLabel(page.description));
    writer.setText(QStringLiteral("Software"), QStringLiteral("HeadScope"));
    if (work.isCancelled())
        return cancelled();
    const bool isWritten = writer.write(image);
    if (work.isCancelled())
        return cancelled();
    if (!isWritten)
        return encodingFailed("PNG");
    return buffer.data();
}

/// Blanks the only thing in a PDF that is not the picture's: when it was made. The
/// length stays, for a table at the end counts bytes.
void removeDate(QByteArray& file) {
    const qsizetype begin = file.indexOf("/CreationDate (");
    const qsizetype end = file.indexOf('\n', begin);
    if (begin >= 0 && end >= 0)
        std::fill(file.begin() + begin, file.begin() + end, ' ');
}

QPageSize pageSizeOf(const FigurePage& page) {
    return QPageSize(page.size * 72 / referenceDpi, QPageSize::Point, QString(),
                     QPageSize::ExactMatch);
}

} // namespace

void paintOn(QPainter& painter, const FigurePage& page, double scale) {
    paintPage(page, painter, PainterCanvas::Device::Vector, scale);
}

Result<QByteArray> renderPdf(std::span<const FigurePage> pages, const FigureWork& work) {
    StoppableBuffer buffer(work.cancellation);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(pageSizeOf(pages.front()));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(pdfDpi);
    writer.setTitle(visibleLabel(pages.front().title));
    writer.setCreator(QStringLiteral("HeadScope"));
    QPainter painter;
    if (!painter.begin(&writer))
        return encodingFailed("PDF");
    for (const FigurePage& page : pages) {
        if (&page != &pages.front()) {
            writer.setPageSize(pageSizeOf(page));
            if (!writer.newPage())
                return encodingFailed("PDF");
        }
        painter.resetTransform();
        paintWithColourGlyphs(painter, [&page](QPainter& onPage) {
            // The page is a whole number of points, the picture need not be.
            onPage.fillRect(onPage.window(), page.ground);
            const double scale = pdfDpi / referenceDpi * page.unit;
            onPage.scale(scale, scale);
            paintPage(page, onPage, PainterCanvas::Device::Vector, scale);
        });
    }
    const bool isComplete = painter.end();
    QByteArray file = buffer.data();
    if (work.isCancelled())
        return cancelled();
    if (!isComplete || !file.trimmed().endsWith("%%EOF"))
        return encodingFailed("PDF");
    removeDate(file);
    return file;
}

Result<QByteArray> renderPage(const FigurePage& page, FigureFormat format, const FigureWork& work) {
    switch (format) {
    case FigureFormat::Png: return pngOf(page, work);
    case FigureFormat::Pdf: return renderPdf({&page, 1}, work);
    case FigureFormat::Svg: break;
    }
    if (page.paintDirectly)
        return svgOfPainter(page);
    SvgCanvas canvas(page.size, page.unit, page.title, page.description);
    page.paint(canvas);
    if (work.isCancelled())
        return cancelled();
    return canvas.take();
}

} // namespace headscope
