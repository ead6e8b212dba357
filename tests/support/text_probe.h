// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QScrollBar>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace headscope {

/// A run of text as it was written: one font, one line.
struct WrittenText {
    QString text;
    double pixels = 0; ///< of the type, as it arrives on the device
    QRectF ink;        ///< about where letters are: from the height of a capital to the base line
    QRectF clip;       ///< of the painter and of the device
    QRectF room;       ///< the same, before something is scrolled
};

/// Hears every text that is painted and paints nothing.
class TextListener : public QPaintEngine {
public:
    TextListener()
        : QPaintEngine(QPaintEngine::AllFeatures) {}

    std::vector<WrittenText> texts;

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState& now) override {
        if (now.state() & DirtyTransform)
            m_transform = now.transform();
    }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        if (item.text().trimmed().isEmpty())
            return;
        const double pixels = item.font().pixelSize();
        WrittenText written;
        written.text = item.text();
        written.pixels = pixels * std::sqrt(std::abs(m_transform.determinant()));
        written.ink = m_transform.mapRect(
            QRectF(at.x(), at.y() - 0.72 * pixels, item.width(), 0.72 * pixels));
        const QPaintDevice* device = painter()->device();
        written.clip = QRectF(0, 0, device->width(), device->height());
        if (painter()->hasClipping())
            written.clip &= m_transform.mapRect(painter()->clipBoundingRect());
        texts.push_back(written);
    }

private:
    QTransform m_transform;
};

/// A sheet of so many pixels on which only texts leave a trace.
class TextProbe : public QPaintDevice {
public:
    explicit TextProbe(QSize size)
        : m_size(size) {}

    const std::vector<WrittenText>& texts() const { return m_listener.texts; }
    QPaintEngine* paintEngine() const override { return &m_listener; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
        case PdmWidth: return m_size.width();
        case PdmHeight: return m_size.height();
        case PdmDepth: return 32;
        case PdmNumColors: return 1 << 24;
        case PdmDevicePixelRatio: return 1;
        case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
        default: return 96;
        }
    }

private:
    QSize m_size;
    mutable TextListener m_listener;
};

/// What a widget and its children write, in coordinates of the widget.
inline std::vector<WrittenText> textsOf(QWidget& widget) {
    TextProbe probe(widget.size());
    widget.render(&probe, {}, {}, QWidget::DrawChildren);
    return probe.texts();
}

/// The same widget by widget: what its parents leave of a widget is part of the clip.
inline std::vector<WrittenText> seenTextsOf(QWidget& window) {
    std::vector<WrittenText> all;
    QList<QWidget*> widgets = window.findChildren<QWidget*>();
    widgets.prepend(&window);
    for (QWidget* widget : widgets) {
        if (!widget->isVisible() || widget->window() != &window)
            continue;
        const QRectF visible = widget->visibleRegion().boundingRect();
        TextProbe probe(widget->size());
        widget->render(&probe, {}, {}, {});
        const QPointF corner = widget->mapTo(&window, QPoint());
        const auto* area = qobject_cast<QAbstractScrollArea*>(widget->parentWidget());
        const bool scrolls = area && area->viewport() == widget &&
                             (area->verticalScrollBar()->maximum() > 0 ||
                              area->horizontalScrollBar()->maximum() > 0);
        for (WrittenText text : probe.texts()) {
            text.room = scrolls ? QRectF(text.ink).adjusted(-1, -1, 1, 1) : text.clip;
            text.room.translate(corner);
            text.clip &= visible;
            text.clip.translate(corner);
            text.ink.translate(corner);
            all.push_back(text);
        }
    }
    return all;
}

/// The first two texts that lie on each other by more than a pixel, in words; else empty.
inline QString overlapIn(const std::vector<WrittenText>& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        for (std::size_t j = i + 1; j < texts.size(); ++j) {
            const QRectF both = texts[i].ink & texts[j].ink;
            if (both.width() > 1.5 && both.height() > 1.5)
                return QStringLiteral("“%1” and “%2” at %3, %4")
                    .arg(texts[i].text, texts[j].text)
                    .arg(both.x())
                    .arg(both.y());
        }
    }
    return {};
}

/// Where what is scrolled ends: there a line may be cut.
inline std::vector<QRectF> scrolledRooms(QWidget& window) {
    std::vector<QRectF> rooms;
    for (auto* area : window.findChildren<QAbstractScrollArea*>()) {
        if (!area->isVisible())
            continue;
        const QScrollBar* across = area->horizontalScrollBar();
        const QScrollBar* down = area->verticalScrollBar();
        if (across->maximum() > across->minimum() || down->maximum() > down->minimum())
            rooms.push_back(QRectF(area->mapTo(&window, QPoint()), area->size()));
    }
    return rooms;
}

/// The first text that loses more than a pixel and a half of its letters, in words.
inline QString cutIn(const std::vector<WrittenText>& texts, const std::vector<QRectF>& rooms) {
    for (const WrittenText& text : texts) {
        const QRectF seen = text.ink & text.clip;
        if (seen.isEmpty() ||
            (text.ink.width() - seen.width() < 1.5 && text.ink.height() - seen.height() < 1.5))
            continue;
        const bool scrolled = std::ranges::any_of(
            rooms, [&](const QRectF& room) { return room.contains(text.clip.center()); });
        if (!scrolled)
            return QStringLiteral("“%1” at %2, %3 is cut: %4 × %5 of %6 × %7")
                .arg(text.text)
                .arg(text.ink.x())
                .arg(text.ink.y())
                .arg(seen.width())
                .arg(seen.height())
                .arg(text.ink.width())
                .arg(text.ink.height());
    }
    return {};
}

/// What can be seen of them.
inline std::vector<WrittenText> seenPartsOf(const std::vector<WrittenText>& texts) {
    std::vector<WrittenText> in;
    for (WrittenText text : texts) {
        text.ink &= text.clip;
        if (!text.ink.isEmpty())
            in.push_back(text);
    }
    return in;
}

} // namespace headscope
