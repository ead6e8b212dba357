// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/colour_glyphs.h"

#include "type/fonts.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QImage>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QRawFont>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// What an emoji font may draw; all others are not looked up.
bool mayHaveColours(const QString& text) {
    return std::ranges::any_of(text.toUcs4(), [](char32_t letter) {
        return QChar::category(letter) == QChar::Symbol_Other || letter == 0x20E3 ||
               QChar::category(letter) == QChar::Other_PrivateUse; // keycaps of labels
    });
}

bool hasColours(const QString& text, const QFont& font) {
    if (!mayHaveColours(text))
        return false;
    QTextLayout layout(text, font);
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    return std::ranges::any_of(layout.glyphRuns(), [](const QGlyphRun& run) {
        const QRawFont raw = run.rawFont();
        return std::ranges::any_of(
            std::initializer_list<const char*>{"CBDT", "sbix", "COLR"},
            [&](const char* table) { return !raw.fontTable(table).isEmpty(); });
    });
}

/// Hands all that is painted on to another painter, pictures in the place of signs with colours.
class ForwardingEngine : public QPaintEngine {
public:
    explicit ForwardingEngine(QPainter& target)
        : QPaintEngine(AllFeatures)
        , m_target(target) {}

    Type type() const override { return User; }
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }

    void updateState(const QPaintEngineState& now) override {
        const DirtyFlags changed = now.state();
        if (changed & DirtyTransform)
            m_target.setTransform(now.transform());
        if (changed & DirtyPen)
            m_target.setPen(now.pen());
        if (changed & DirtyBrush)
            m_target.setBrush(now.brush());
        if (changed & DirtyBrushOrigin)
            m_target.setBrushOrigin(now.brushOrigin());
        if (changed & DirtyFont)
            m_target.setFont(now.font());
        if (changed & DirtyBackground)
            m_target.setBackground(now.backgroundBrush());
        if (changed & DirtyBackgroundMode)
            m_target.setBackgroundMode(now.backgroundMode());
        if (changed & DirtyOpacity)
            m_target.setOpacity(now.opacity());
        if (changed & DirtyCompositionMode)
            m_target.setCompositionMode(now.compositionMode());
        if (changed & DirtyHints) {
            m_target.setRenderHints(m_target.renderHints(), false);
            m_target.setRenderHints(now.renderHints(), true);
        }
        if (changed & DirtyClipRegion)
            m_target.setClipRegion(now.clipRegion(), now.clipOperation());
        if (changed & DirtyClipPath)
            m_target.setClipPath(now.clipPath(), now.clipOperation());
        if (changed & DirtyClipEnabled)
            m_target.setClipping(now.isClipEnabled());
    }

    void drawRects(const QRectF* rects, int count) override { m_target.drawRects(rects, count); }
    void drawRects(const QRect* rects, int count) override { m_target.drawRects(rects, count); }
    void drawLines(const QLineF* lines, int count) override { m_target.drawLines(lines, count); }
    void drawLines(const QLine* lines, int count) override { m_target.drawLines(lines, count); }
    void drawEllipse(const QRectF& rect) override { m_target.drawEllipse(rect); }
    void drawEllipse(const QRect& rect) override { m_target.drawEllipse(rect); }
    void drawPath(const QPainterPath& path) override { m_target.drawPath(path); }
    void drawPoints(const QPointF* points, int count) override {
        m_target.drawPoints(points, count);
    }
    void drawPoints(const QPoint* points, int count) override {
        m_target.drawPoints(points, count);
    }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        polygon(points, count, mode);
    }
    void drawPolygon(const QPoint* points, int count, PolygonDrawMode mode) override {
        polygon(points, count, mode);
    }
    void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override {
        m_target.drawPixmap(target, pixmap, source);
    }
    void drawTiledPixmap(const QRectF& target, const QPixmap& pixmap,
                         const QPointF& offset) override {
        m_target.drawTiledPixmap(target, pixmap, offset);
    }
    void drawImage(const QRectF& target, const QImage& image, const QRectF& source,
                   Qt::ImageConversionFlags flags) override {
        m_target.drawImage(target, image, source, flags);
    }

    void drawTextItem(const QPointF& origin, const QTextItem& item) override {
        if (hasColours(item.text(), item.font()))
            drawPicture(origin, item);
        else
            m_target.drawTextItem(origin, item);
    }

private:
    QPainter& m_target;

    template <class Point> void polygon(const Point* points, int count, PolygonDrawMode mode) {
        switch (mode) {
        case PolylineMode: m_target.drawPolyline(points, count); break;
        case ConvexMode: m_target.drawConvexPolygon(points, count); break;
        case WindingMode: m_target.drawPolygon(points, count, Qt::WindingFill); break;
        case OddEvenMode: m_target.drawPolygon(points, count, Qt::OddEvenFill); break;
        }
    }

    void drawPicture(const QPointF& origin, const QTextItem& item) {
        constexpr int pixels = 128; // about as large as the pictures in emoji fonts are
        QFont large = item.font();
        large.setPixelSize(pixels);
        const QFontMetricsF metrics(large);
        const double advance = metrics.horizontalAdvance(item.text());
        if (advance <= 0)
            return;
        constexpr int margin = pixels / 4; // pictures stick out of their line
        const QSizeF size(advance + 2 * margin, metrics.height() + 2 * margin);
        QImage image(size.toSize() + QSize(1, 1), QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.setFont(large);
        painter.setPen(m_target.pen());
        painter.drawText(QPointF(margin, margin + metrics.ascent()), item.text());
        painter.end();
        const double scale = item.width() / advance;
        m_target.save();
        m_target.setRenderHint(QPainter::LosslessImageRendering);
        m_target.drawImage(QRectF(origin - QPointF(margin, margin + metrics.ascent()) * scale,
                                  QSizeF(image.size()) * scale),
                           image);
        m_target.restore();
    }
};

/// As large and as fine as the device of the painter that it forwards to.
class ForwardingDevice : public QPaintDevice {
public:
    explicit ForwardingDevice(QPainter& target)
        : m_target(*target.device())
        , m_engine(target) {}

    QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
        case PdmWidth: return m_target.width();
        case PdmHeight: return m_target.height();
        case PdmWidthMM: return m_target.widthMM();
        case PdmHeightMM: return m_target.heightMM();
        case PdmNumColors: return m_target.colorCount();
        case PdmDepth: return m_target.depth();
        case PdmDpiX: return m_target.logicalDpiX();
        case PdmDpiY: return m_target.logicalDpiY();
        case PdmPhysicalDpiX: return m_target.physicalDpiX();
        case PdmPhysicalDpiY: return m_target.physicalDpiY();
        case PdmDevicePixelRatio: return 1;
        case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
        }
        return QPaintDevice::metric(metric);
    }

private:
    const QPaintDevice& m_target;
    mutable ForwardingEngine m_engine; // a device hands it out as if it were not its own
};

} // namespace

bool hasColourFont() {
    static const bool found = hasColours(QStringLiteral("\U0001F600"), textFont(16));
    return found;
}

void paintWithColourGlyphs(QPainter& painter, const std::function<void(QPainter&)>& paint) {
    if (!hasColourFont())
        return paint(painter);
    ForwardingDevice device(painter);
    painter.save();
    {
        QPainter forwarded(&device);
        forwarded.setTransform(painter.transform());
        paint(forwarded);
    }
    painter.restore();
}

} // namespace headscope
