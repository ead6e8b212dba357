// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/svg_canvas.h"

#include "scene/panels/matrix_panel.h"
#include "type/math_text.h"

#include <QBuffer>
#include <QCoreApplication>

#include <algorithm>

namespace headscope {

namespace {

const QString textFamilies =
    QStringLiteral("'Noto Sans', 'Noto Sans Math', 'Noto Sans CJK SC', 'Noto Color Emoji', "
                   "sans-serif");
const QString numberFamilies =
    QStringLiteral("'Noto Sans Mono', 'Noto Sans Mono CJK SC', 'Noto Color Emoji', monospace");

/// At most three decimals, none that say nothing.
QString number(double value) {
    QString text = QString::number(value, 'f', 3);
    while (text.endsWith(u'0'))
        text.chop(1);
    if (text.endsWith(u'.'))
        text.chop(1);
    return text == QStringLiteral("-0") ? QStringLiteral("0") : text;
}

QString colourName(QRgb colour) {
    return QColor::fromRgb(colour).name();
}

QString pathOf(const QRectF& rect) {
    return QStringLiteral("M%1 %2h%3v%4h%5z")
        .arg(number(rect.left()), number(rect.top()), number(rect.width()), number(rect.height()),
             number(-rect.width()));
}

} // namespace

SvgCanvas::SvgCanvas(QSizeF size, double unit, const QString& ownTitle,
                     const QString& ownDescription)
    : m_xml(&m_bytes) {
    const QString title = visibleLabel(ownTitle);
    const QString description = visibleLabel(ownDescription);
    m_xml.writeStartDocument();
    m_xml.writeStartElement(QStringLiteral("svg"));
    m_xml.writeDefaultNamespace(QStringLiteral("http://www.w3.org/2000/svg"));
    m_xml.writeNamespace(QStringLiteral("http://www.w3.org/1999/xlink"), QStringLiteral("xlink"));
    m_xml.writeAttribute(QStringLiteral("version"), QStringLiteral("1.1"));
    m_xml.writeAttribute(QStringLiteral("width"), number(size.width()));
    m_xml.writeAttribute(QStringLiteral("height"), number(size.height()));
    m_xml.writeAttribute(
        QStringLiteral("viewBox"),
        QStringLiteral("0 0 %1 %2").arg(number(size.width() / unit), number(size.height() / unit)));
    m_xml.writeAttribute(QStringLiteral("role"), QStringLiteral("img"));
    m_xml.writeAttribute(QStringLiteral("font-family"), textFamilies);
    m_xml.writeAttribute(QStringLiteral("xml:space"), QStringLiteral("preserve"));
    m_xml.writeTextElement(QStringLiteral("title"), title);
    m_xml.writeTextElement(QStringLiteral("desc"), description);
    const QString rdf = QStringLiteral("http://www.w3.org/1999/02/22-rdf-syntax-ns#");
    const QString dublinCore = QStringLiteral("http://purl.org/dc/elements/1.1/");
    m_xml.writeStartElement(QStringLiteral("metadata"));
    m_xml.writeNamespace(rdf, QStringLiteral("rdf"));
    m_xml.writeNamespace(dublinCore, QStringLiteral("dc"));
    m_xml.writeStartElement(rdf, QStringLiteral("RDF"));
    m_xml.writeStartElement(rdf, QStringLiteral("Description"));
    m_xml.writeAttribute(rdf, QStringLiteral("about"), QString());
    m_xml.writeTextElement(dublinCore, QStringLiteral("title"), title);
    m_xml.writeTextElement(dublinCore, QStringLiteral("description"), description);
    m_xml.writeTextElement(dublinCore, QStringLiteral("creator"), QStringLiteral("HeadScope"));
    m_xml.writeEndElement();
    m_xml.writeEndElement();
    m_xml.writeEndElement();
}

void SvgCanvas::rect(const QRectF& rect, QRgb colour) {
    m_xml.writeEmptyElement(QStringLiteral("rect"));
    m_xml.writeAttribute(QStringLiteral("x"), number(rect.left()));
    m_xml.writeAttribute(QStringLiteral("y"), number(rect.top()));
    m_xml.writeAttribute(QStringLiteral("width"), number(rect.width()));
    m_xml.writeAttribute(QStringLiteral("height"), number(rect.height()));
    m_xml.writeAttribute(QStringLiteral("fill"), colourName(colour));
    if (qAlpha(colour) < 255)
        m_xml.writeAttribute(QStringLiteral("fill-opacity"), number(qAlpha(colour) / 255.0));
}

void SvgCanvas::fill(const QRectF& area, QRgb colour) {
    rect(area, colour);
}

void SvgCanvas::cells(const MatrixGeometry& matrix, const std::vector<QRgb>& colours) {
    m_xml.writeStartElement(QStringLiteral("g"));
    m_xml.writeAttribute(QStringLiteral("class"), QStringLiteral("cells"));
    m_xml.writeAttribute(QStringLiteral("shape-rendering"), QStringLiteral("crispEdges"));
    std::size_t place = 0;
    for (Index row = 0; row < matrix.rows; ++row) {
        for (Index column = 0; column < matrix.columns; ++column) {
            const QRgb colour = colours[place++];
            if (qAlpha(colour) != 0)
                rect(matrix.cellRect(row, column), colour);
        }
    }
    m_xml.writeEndElement();
}

void SvgCanvas::cellImage(const MatrixGeometry& matrix, const QImage& image) {
    // Some programs smooth whatever image-rendering says: each cell gets some pixels.
    const int factor = std::clamp(512 / std::max(image.width(), image.height()), 1, 8);
    QBuffer png;
    png.open(QIODevice::WriteOnly);
    enlarged(image, factor).convertToFormat(QImage::Format_ARGB32).save(&png, "PNG");
    const QRectF bounds = matrix.bounds();
    m_xml.writeEmptyElement(QStringLiteral("image"));
    m_xml.writeAttribute(QStringLiteral("x"), number(bounds.left()));
    m_xml.writeAttribute(QStringLiteral("y"), number(bounds.top()));
    m_xml.writeAttribute(QStringLiteral("width"), number(bounds.width()));
    m_xml.writeAttribute(QStringLiteral("height"), number(bounds.height()));
    m_xml.writeAttribute(QStringLiteral("preserveAspectRatio"), QStringLiteral("none"));
    m_xml.writeAttribute(QStringLiteral("image-rendering"), QStringLiteral("optimizeSpeed"));
    m_xml.writeAttribute(QStringLiteral("style"),
                         QStringLiteral("image-rendering:crisp-edges;image-rendering:pixelated"));
    m_xml.writeAttribute(QStringLiteral("xlink:href"),
                         QStringLiteral("data:image/png;base64,") +
                             QString::fromLatin1(png.data().toBase64()));
}

void SvgCanvas::hatch(const std::vector<QRectF>& region, QRgb ground, QRgb lines, double step,
                      double lineWidth) {
    if (region.empty())
        return;
    QString area;
    QRectF bounds;
    for (const QRectF& part : region) {
        area += pathOf(part);
        bounds |= part;
    }
    QString strokes;
    for (const QLineF& line : hatchLines(bounds, step))
        strokes +=
            QStringLiteral("M%1 %2L%3 %4")
                .arg(number(line.x1()), number(line.y1()), number(line.x2()), number(line.y2()));
    const QString clip = QStringLiteral("masked%1").arg(++m_clips);
    m_xml.writeStartElement(QStringLiteral("clipPath"));
    m_xml.writeAttribute(QStringLiteral("id"), clip);
    m_xml.writeEmptyElement(QStringLiteral("path"));
    m_xml.writeAttribute(QStringLiteral("d"), area);
    m_xml.writeEndElement();
    m_xml.writeStartElement(QStringLiteral("g"));
    m_xml.writeAttribute(QStringLiteral("class"), QStringLiteral("masked"));
    m_xml.writeEmptyElement(QStringLiteral("path"));
    m_xml.writeAttribute(QStringLiteral("d"), area);
    m_xml.writeAttribute(QStringLiteral("fill"), colourName(ground));
    m_xml.writeAttribute(QStringLiteral("shape-rendering"), QStringLiteral("crispEdges"));
    m_xml.writeEmptyElement(QStringLiteral("path"));
    m_xml.writeAttribute(QStringLiteral("d"), strokes);
    m_xml.writeAttribute(QStringLiteral("clip-path"), QStringLiteral("url(#%1)").arg(clip));
    m_xml.writeAttribute(QStringLiteral("stroke"), colourName(lines));
    m_xml.writeAttribute(QStringLiteral("stroke-width"), number(lineWidth));
    m_xml.writeEndElement();
}

void SvgCanvas::gradient(const QRectF& area, const std::vector<QRgb>& colours) {
    m_xml.writeStartElement(QStringLiteral("g"));
    m_xml.writeAttribute(QStringLiteral("class"), QStringLiteral("bar"));
    m_xml.writeAttribute(QStringLiteral("shape-rendering"), QStringLiteral("crispEdges"));
    const double part = area.width() / static_cast<double>(colours.size());
    for (std::size_t i = 0; i < colours.size(); ++i) {
        // Up to the right end, covered by the next one: no seam whatever the zoom.
        const double left = area.left() + part * static_cast<double>(i);
        rect(QRectF(left, area.top(), area.right() - left, area.height()), colours[i]);
    }
    m_xml.writeEndElement();
}

void SvgCanvas::line(const std::vector<QPointF>& points, QRgb colour, double width,
                     const std::vector<double>& dash) {
    QStringList places;
    for (const QPointF& point : points)
        places << number(point.x()) + u',' + number(point.y());
    m_xml.writeEmptyElement(QStringLiteral("polyline"));
    m_xml.writeAttribute(QStringLiteral("points"), places.join(u' '));
    m_xml.writeAttribute(QStringLiteral("fill"), QStringLiteral("none"));
    m_xml.writeAttribute(QStringLiteral("stroke"), colourName(colour));
    m_xml.writeAttribute(QStringLiteral("stroke-width"), number(width));
    m_xml.writeAttribute(QStringLiteral("stroke-linejoin"), QStringLiteral("round"));
    if (dash.empty())
        return;
    QStringList lengths;
    for (const double part : dash)
        lengths << number(part * width);
    m_xml.writeAttribute(QStringLiteral("stroke-dasharray"), lengths.join(u' '));
}

void SvgCanvas::polygon(const std::vector<QPointF>& corners, QRgb colour) {
    QStringList places;
    for (const QPointF& corner : corners)
        places << number(corner.x()) + u',' + number(corner.y());
    m_xml.writeEmptyElement(QStringLiteral("polygon"));
    m_xml.writeAttribute(QStringLiteral("points"), places.join(u' '));
    m_xml.writeAttribute(QStringLiteral("fill"), colourName(colour));
}

void SvgCanvas::text(const FigureText& text, QRgb colour) {
    m_xml.writeStartElement(QStringLiteral("text"));
    m_xml.writeAttribute(QStringLiteral("x"), number(text.origin.x()));
    m_xml.writeAttribute(QStringLiteral("y"), number(text.origin.y()));
    m_xml.writeAttribute(QStringLiteral("font-size"), QString::number(text.pixels));
    m_xml.writeAttribute(QStringLiteral("fill"), colourName(colour));
    if (text.font == FigureFont::Number)
        m_xml.writeAttribute(QStringLiteral("font-family"), numberFamilies);
    if (text.bold)
        m_xml.writeAttribute(QStringLiteral("font-weight"), QStringLiteral("600"));
    if (text.anchor != FigureAnchor::Start)
        m_xml.writeAttribute(QStringLiteral("text-anchor"), text.anchor == FigureAnchor::Middle
                                                                ? QStringLiteral("middle")
                                                                : QStringLiteral("end"));
    if (text.upright)
        m_xml.writeAttribute(QStringLiteral("transform"),
                             QStringLiteral("rotate(-90 %1 %2)")
                                 .arg(number(text.origin.x()), number(text.origin.y())));
    if (!text.math) {
        m_xml.writeCharacters(visibleLabel(text.text));
    } else {
        double lift = 0;
        for (const MathRun& run : mathRuns(visibleLabel(text.text))) {
            const double target = mathRunLift(run.level) * text.pixels;
            if (run.level == 0 && lift == 0) {
                m_xml.writeCharacters(run.text);
                continue;
            }
            m_xml.writeStartElement(QStringLiteral("tspan"));
            m_xml.writeAttribute(QStringLiteral("dy"), number(lift - target));
            m_xml.writeAttribute(QStringLiteral("font-size"),
                                 number(text.pixels * mathRunSize(run.level)));
            m_xml.writeCharacters(run.text);
            m_xml.writeEndElement();
            lift = target;
        }
    }
    m_xml.writeEndElement();
}

QByteArray SvgCanvas::take() {
    m_xml.writeEndElement();
    m_xml.writeEndDocument();
    return std::move(m_bytes);
}

} // namespace headscope
