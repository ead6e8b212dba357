// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/memory_painter.h"

#include "pages/shapes/picture/cell_batch.h"
#include "pages/shapes/shapes_words.h"
#include "timeline/easing.h"
#include "type/fonts.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double smallestCell = 14;
constexpr double usualCell = 32;
constexpr double overviewHeight = 8;

/// The step that wrote the memory of a step, and what its elements are in order.
struct Written {
    std::size_t step = 0;
    Tensor order;
};

Written writtenBy(const Journey& journey, std::size_t step) {
    Written written{journey.firstStep(), journey[journey.firstStep()].tensor};
    for (std::size_t i = journey.firstStep() + 1; i <= step; ++i) {
        if (journey[i].copies())
            written = {i, journey[i].copiedFrom};
    }
    return written;
}

/// The steps whose memory is drawn: of the step before, and of the step.
struct Shown {
    std::size_t before = 0;
    std::size_t now = 0;
};

Shown shownSteps(const Journey& journey, std::size_t step) {
    const std::size_t now = std::clamp(step, journey.firstStep(), journey.lastStep());
    return {std::max(now, journey.firstStep() + 1) - 1, now};
}

/// All of the memory as one bar; a pixel shows the first element that lies there.
void paintOverview(QPainter& painter, const MemoryStrip& strip, const Journey& journey,
                   std::size_t step, const ElementStyle& style, double filled) {
    const int pixels = std::max(1, static_cast<int>(strip.overview.width()));
    QImage bar(pixels, 1, QImage::Format_RGB32);
    auto* line = reinterpret_cast<QRgb*>(bar.scanLine(0));
    const QRgb empty = style.theme().hairline.rgb();
    for (int x = 0; x < pixels; ++x) {
        const Index place = strip.count * x / pixels;
        line[x] = static_cast<double>(x) < filled * pixels
                      ? style.fill(journey.elementAtStorageIndex(
                            step, place + (journey[step].tensor.offset())))
                      : empty;
    }
    painter.drawImage(strip.overview, bar);
    if (strip.shown < strip.count) {
        const double per = strip.overview.width() / static_cast<double>(strip.count);
        const QRectF window(strip.overview.left() + static_cast<double>(strip.first) * per,
                            strip.overview.top() - 2,
                            std::max(3.0, static_cast<double>(strip.shown) * per),
                            strip.overview.height() + 4);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(style.theme().text, 1));
        painter.drawRect(window);
    }
}

/// Which elements lie together, by the outer axes of what was written.
void paintBrackets(QPainter& painter, const MemoryStrip& strip, const Tensor& order,
                   const QRectF& rect, const ElementStyle& style, double scale) {
    const std::size_t outer = order.rank() >= 4 ? order.rank() - 2 : order.rank() - 1;
    Index length = 1;
    for (std::size_t i = outer; i < order.rank(); ++i)
        length *= order.size(i);
    const QFont font = textFont(12 * scale);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    const double width = static_cast<double>(length) * strip.cell;
    if (width < 12 * scale)
        return;
    const Index firstGroup = strip.first / length;
    const Index lastGroup = (strip.first + strip.shown - 1) / length;
    for (Index group = firstGroup; group <= lastGroup; ++group) {
        const double left =
            std::max(strip.cellRect(static_cast<double>(group * length)).left(), strip.rect.left());
        const double right =
            std::min(strip.cellRect(static_cast<double>((group + 1) * length)).left(),
                     strip.cellRect(static_cast<double>(strip.first + strip.shown)).left());
        if (right - left < 8)
            continue;
        Shape sizes;
        for (std::size_t i = 0; i < outer; ++i)
            sizes.push_back(order.size(i));
        const Cell index = cellInOrder(group, sizes);
        Index sample = -1;
        for (std::size_t i = 0; i < outer; ++i) {
            if (order.axes()[i] == Axis::Batch)
                sample = index[i];
        }
        QStringList names;
        for (std::size_t i = 0; i < outer; ++i) {
            if (order.size(i) > 1 || outer == 1)
                names << style.axisName(axisFamily(order.axes()[i]), index[i], sample);
        }
        QString name = names.join(QStringLiteral(" · "));
        if (metrics.horizontalAdvance(name) > right - left - 4)
            name = names.isEmpty() ? QString() : names.back();
        painter.setPen(QPen(style.theme().inactive, 1));
        const double top = rect.top() + 2 * scale;
        painter.drawPolyline(
            QPolygonF{QPointF(left + 0.5, top), QPointF(left + 0.5, top + 5 * scale),
                      QPointF(right - 7.5, top + 5 * scale), QPointF(right - 7.5, top)});
        if (metrics.horizontalAdvance(name) > right - left)
            continue;
        painter.setPen(style.theme().secondary);
        painter.drawText(QRectF(left, top + 7 * scale, right - left - 7, 18 * scale),
                         Qt::AlignCenter, name);
    }
}

/// `start` is where a window of it begins, as long as `focus` is in it.
MemoryStrip stripFrom(const QRectF& rect, Index count, Index start, std::optional<Index> focus,
                      const ElementStyle& style, double scale) {
    MemoryStrip strip;
    strip.rect = rect;
    strip.count = count;
    strip.shown = count;
    strip.cell = std::min(usualCell * scale, rect.width() / static_cast<double>(count));
    if (strip.cell >= smallestCell * scale) {
        strip.cell = std::floor(strip.cell);
        return strip;
    }
    strip.cell = std::floor(style.readableCell(scale));
    strip.shown = std::clamp<Index>(static_cast<Index>(rect.width() / strip.cell), 1, count);
    strip.first = std::clamp<Index>(start, 0, count - strip.shown);
    if (focus && (*focus < strip.first || *focus >= strip.first + strip.shown))
        strip.first = std::clamp<Index>(*focus - strip.shown / 2, 0, count - strip.shown);
    strip.overview =
        QRectF(rect.left(), rect.top(), std::floor(static_cast<double>(strip.shown) * strip.cell),
               overviewHeight * scale);
    return strip;
}

/// How far the numbers of a product are computed, row by row, as the blocks show it.
bool isComputed(const Tensor& tensor, Index place, double progress) {
    const Index row = place / tensor.shape().back();
    const Index rows = tensor.elementCount() / tensor.shape().back();
    return progress >= 1 || staggered(progress, row, rows) >= 1;
}

/// The memory of a tensor whose numbers are no elements of the journey: the x before the
/// projection, the output behind W_O.
void paintOtherMemory(QPainter& painter, const StepFrame& frame) {
    const std::size_t step = frame.position.move;
    const Tensor& tensor = frame.model.right[step].tensor;
    const double progress = step > frame.model.right.lastStep() ? frame.position.progress : 1;
    const std::size_t tokens = tensor.axisOf(Axis::Sequence);
    const Index start =
        tokens < tensor.rank() ? frame.geometry.tokens.first * tensor.strides()[tokens] : 0;
    const MemoryStrip strip = stripFrom(frame.geometry.strip, tensor.elementCount(), start, {},
                                        frame.style, frame.geometry.scale);
    const QRgb fill = frame.style.theme().neutralBar.rgb();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (!strip.isWhole())
        painter.fillRect(strip.overview, QColor::fromRgb(fill));
    CellBatch batch(frame.style);
    for (Index place = strip.first; place < strip.first + strip.shown; ++place) {
        const QRectF rect = strip.cellRect(static_cast<double>(place));
        if (isComputed(tensor, place, progress))
            batch.addValue(tensor.data()[place], fill, rect);
        else
            batch.addGhost(fill, rect);
    }
    batch.paint(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    paintBrackets(painter, strip, tensor, frame.geometry.stripLabels, frame.style,
                  frame.geometry.scale);
    painter.restore();
}

} // namespace

QRectF MemoryStrip::cellRect(double place) const {
    const double top = isWhole() ? rect.top() : overview.bottom() + 4;
    return {rect.left() + (place - static_cast<double>(first)) * cell, top, cell,
            std::min(cell, rect.bottom() - top)};
}

std::optional<Index> MemoryStrip::placeAt(QPointF point) const {
    if (!overview.isEmpty() && overview.adjusted(0, -3, 0, 3).contains(point)) {
        const auto place = static_cast<Index>((point.x() - overview.left()) / overview.width() *
                                              static_cast<double>(count));
        return std::clamp<Index>(place, 0, count - 1);
    }
    const QRectF cells(rect.left(), cellRect(0).top(), static_cast<double>(shown) * cell,
                       cellRect(0).height());
    if (!cells.contains(point))
        return std::nullopt;
    return std::min(first + static_cast<Index>((point.x() - rect.left()) / cell),
                    first + shown - 1);
}

MemoryStrip stripOf(const QRectF& rect, const Journey& journey, std::size_t step,
                    std::optional<Index> element, const TokenWindow& tokens,
                    const ElementStyle& style, double scale) {
    const auto placeOf = [&](Index of) {
        return journey.storageIndexOf(step, of) - journey[step].tensor.offset();
    };
    return stripFrom(rect, journey.elementCount(),
                     placeOf(journey.elementOf({0, tokens.first, 0, 0})),
                     element ? std::optional(placeOf(*element)) : std::nullopt, style, scale);
}

void paintMemory(QPainter& painter, const StepFrame& frame) {
    const Journey& journey = frame.model.right;
    if (!journey.follows(frame.position.move))
        return paintOtherMemory(painter, frame);
    const ShapesGeometry& geometry = frame.geometry;
    const Shown shown = shownSteps(journey, frame.position.move);
    const bool copies = journey[shown.now].copies() && shown.now == frame.position.move;
    const auto placeOf = [&](std::size_t step) {
        return frame.element
                   ? journey.storageIndexOf(step, *frame.element) - journey[step].tensor.offset()
                   : 0;
    };
    const std::size_t drawn = copies ? shown.before : shown.now;
    MemoryStrip strip = stripOf(geometry.strip, journey, drawn, frame.element, geometry.tokens,
                                frame.style, geometry.scale);
    // A memory that was just written moves up to where memory is drawn.
    const bool justWritten =
        drawn > journey.firstStep() && journey[drawn].copies() && drawn + 1 == frame.position.move;
    const bool arrives = copies ? false : shown.now + 1 == frame.position.move && justWritten;
    const bool viewAfterCopy = !copies && frame.position.move > journey.firstStep() + 1 &&
                               frame.position.move - 1 > journey.firstStep() &&
                               journey.follows(frame.position.move) &&
                               journey[frame.position.move - 1].copies();
    if (arrives || viewAfterCopy) {
        const double t = eased(Easing::Smooth, frame.position.lead / 0.35);
        strip.rect.translate(0, (geometry.newStrip.top() - geometry.strip.top()) * (1 - t));
        if (!strip.overview.isEmpty())
            strip.overview.moveTop(strip.rect.top());
    }

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto paintCells = [&](const MemoryStrip& cells, std::size_t step) {
        CellBatch batch(frame.style);
        const Tensor& tensor = journey[step].tensor;
        const bool made =
            journey[step].operation == LayoutOperation::Project && step == frame.position.move;
        for (Index place = cells.first; place < cells.first + cells.shown; ++place) {
            const QRectF rect = cells.cellRect(static_cast<double>(place));
            if (made && !isComputed(tensor, place, frame.position.progress))
                batch.addGhost(frame.style.theme().controlBorder.rgb(), rect);
            else
                batch.add(journey.elementAtStorageIndex(step, place + tensor.offset()), rect);
        }
        batch.paint(painter);
    };
    if (!strip.isWhole())
        paintOverview(painter, strip, journey, drawn, frame.style, 1);
    paintCells(strip, drawn);
    if (!copies) {
        painter.setRenderHint(QPainter::Antialiasing);
        paintBrackets(painter, strip, writtenBy(journey, drawn).order, geometry.stripLabels,
                      frame.style, geometry.scale);
    } else {
        const MemoryStrip target = stripOf(geometry.newStrip, journey, shown.now, frame.element,
                                           geometry.tokens, frame.style, geometry.scale);
        if (!target.isWhole()) {
            paintOverview(painter, target, journey, shown.now, frame.style,
                          frame.position.progress);
            if (frame.position.progress >= 1)
                paintCells(target, shown.now);
        } else {
            CellBatch batch(frame.style);
            CellBatch flying(frame.style);
            for (Index element = 0; element < journey.elementCount(); ++element) {
                const MemoryPlace place =
                    memoryPlace(journey, shown.now, element, frame.position.progress);
                const QRectF end = target.cellRect(
                    static_cast<double>(journey.storageIndexOf(shown.now, element)));
                if (place.level <= 0) {
                    batch.addGhost(frame.style.theme().controlBorder.rgb(), end);
                    continue;
                }
                QRectF rect = strip.cellRect(place.place);
                rect.moveTop(std::lerp(rect.top(), end.top(), place.level));
                (place.level < 1 ? flying : batch).add(element, rect);
            }
            // What was copied is still there, but nobody reads it any more.
            if (frame.position.progress > 0) {
                QColor veil = frame.style.theme().base;
                veil.setAlphaF(0.6F);
                for (Index place = 0; place < journey.elementCount(); ++place) {
                    const Index element = journey.elementAtStorageIndex(
                        shown.before, place + journey[shown.before].tensor.offset());
                    if (memoryPlace(journey, shown.now, element, frame.position.progress).level > 0)
                        painter.fillRect(strip.cellRect(static_cast<double>(place)), veil);
                }
            }
            batch.paint(painter);
            flying.paint(painter);
        }
        if (frame.element && target.isWhole() && frame.position.progress >= 1)
            paintFocusFrame(painter, target.cellRect(static_cast<double>(placeOf(shown.now))),
                            frame.elementLocked);
    }
    if (frame.element && journey.follows(drawn))
        paintFocusFrame(painter, strip.cellRect(static_cast<double>(placeOf(drawn))),
                        frame.elementLocked);
    painter.restore();
}

} // namespace headscope
