// SPDX-License-Identifier: GPL-3.0-or-later
// The words and arcs around the memory strip.
#include "head_shapes/offset_hops.h"
#include "pages/shapes/picture/axis_text.h"
#include "pages/shapes/picture/memory_painter.h"
#include "pages/shapes/shapes_words.h"
#include "type/fonts.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace headscope {

namespace {

QString memoryWord(const char* source) {
    return QCoreApplication::translate("Shapes", source);
}

/// A name and a value, or two values with an arrow where a step changes it.
struct Fact {
    QString name;
    std::optional<AxisText> before;
    AxisText now;

    double width(const QFont& nameFont, double scale) const {
        const double arrow = before ? before->width() + 44 * scale : 0;
        return QFontMetricsF(nameFont).horizontalAdvance(name) + 10 * scale + arrow + now.width();
    }
};

AxisText plain(const QString& value, const QFont& font) {
    AxisText text;
    text.parts << value;
    text.font = font;
    return text;
}

} // namespace

void paintMemoryHeader(QPainter& painter, const StepFrame& frame) {
    const Journey& journey = frame.model.right;
    const std::size_t step = frame.position.move;
    const double scale = frame.geometry.scale;
    const Theme& theme = frame.style.theme();
    const QRectF& rect = frame.geometry.memoryHeader;
    const QFont mono = numberFont(14 * scale);
    const QFont monoBold = numberFont(14 * scale, QFont::Bold);
    const QFont nameFont = textFont(13 * scale);
    const Tensor& now = journey[step].tensor;
    const bool compare = step > 0;
    const Tensor& before = journey[compare ? step - 1 : 0].tensor;
    const auto answer = [](const Tensor& tensor) {
        return tensor.isContiguous() ? memoryWord(QT_TRANSLATE_NOOP("Shapes", "yes"))
                                     : memoryWord(QT_TRANSLATE_NOOP("Shapes", "no"));
    };
    std::vector<Fact> facts(3);
    facts[0].name = memoryWord(QT_TRANSLATE_NOOP("Shapes", "shape"));
    facts[0].now = sizesText(now.shape(), now.axes(), monoBold);
    facts[1].name = memoryWord(QT_TRANSLATE_NOOP("Shapes", "strides"));
    facts[1].now = sizesText(now.strides(), now.axes(), monoBold);
    facts[2].name = memoryWord(QT_TRANSLATE_NOOP("Shapes", "contiguous"));
    facts[2].now = plain(answer(now), textFont(14 * scale, QFont::Bold));
    if (compare) {
        facts[0].before = sizesText(before.shape(), before.axes(), mono);
        facts[1].before = sizesText(before.strides(), before.axes(), mono);
        facts[2].before = plain(answer(before), textFont(14 * scale));
    }
    const double gap = 28 * scale;
    const auto total = [&] {
        double width = gap * static_cast<double>(facts.size() - 1);
        for (const Fact& fact : facts)
            width += fact.width(nameFont, scale);
        return width;
    };
    const QFont titleFont = textFont(16 * scale, QFont::DemiBold);
    const QString title = memoryWord(QT_TRANSLATE_NOOP("Shapes", "Memory"));
    const double titleWidth = QFontMetricsF(titleFont).horizontalAdvance(title) + 16 * scale;
    const QString note = frame.model.numbered
                             ? memoryWord(QT_TRANSLATE_NOOP(
                                   "Shapes", "numbered by place: the experiment's numbers repeat"))
                             : memoryWord(QT_TRANSLATE_NOOP("Shapes", "%1 float32, as stored"))
                                   .arg(qint64{now.elementCount()});
    const double noteWidth = QFontMetricsF(nameFont).horizontalAdvance(note);
    // That the numbers are no computed ones is said wherever there is room for a word.
    const double taken = titleWidth + (frame.model.numbered ? noteWidth + gap : 0);
    // What does not change is left out first, then what was before, then what matters least.
    for (Fact& fact : facts) {
        if (total() > rect.width() - taken && fact.before && fact.before->parts == fact.now.parts)
            fact.before.reset();
    }
    for (std::size_t i = facts.size(); i-- > 0;) {
        if (total() > rect.width() - taken)
            facts[i].before.reset();
    }
    while (total() > rect.width() - taken && facts.size() > 1)
        facts.pop_back();

    painter.setFont(titleFont);
    painter.setPen(theme.text);
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, title);
    double x = rect.right() - total();
    if (rect.left() + titleWidth + noteWidth + gap <= x + 1) {
        painter.setFont(nameFont);
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(rect.left() + titleWidth, rect.top(), noteWidth + 2, rect.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, note);
    }
    const double baseline = rect.center().y() + 5 * scale;
    const auto paintValue = [&](const AxisText& value, const QColor& colour) {
        if (value.families.empty()) {
            painter.setFont(value.font);
            painter.setPen(colour);
            painter.drawText(QPointF(x, baseline), value.parts.front());
            x += QFontMetricsF(value.font).horizontalAdvance(value.parts.front());
        } else {
            value.paint(painter, {x, baseline}, colour, scale);
            x += value.width();
        }
    };
    for (const Fact& fact : facts) {
        painter.setFont(nameFont);
        painter.setPen(theme.secondary);
        painter.drawText(QPointF(x, baseline), fact.name);
        x += QFontMetricsF(nameFont).horizontalAdvance(fact.name) + 10 * scale;
        if (fact.before) {
            paintValue(*fact.before, theme.secondary);
            painter.setFont(textFont(14 * scale));
            painter.setPen(theme.secondary);
            painter.drawText(QRectF(x, rect.top(), 44 * scale, rect.height()), Qt::AlignCenter,
                             QStringLiteral("→"));
            x += 44 * scale;
        }
        paintValue(fact.now, theme.text);
        x += gap;
    }
}

void paintHops(QPainter& painter, const StepFrame& frame) {
    const Journey& journey = frame.model.right;
    const std::size_t step = frame.position.move;
    const QRectF& rect = frame.geometry.hops;
    if (!frame.element || rect.isEmpty() || !journey.follows(step) || journey[step].copies())
        return;
    const double scale = frame.geometry.scale;
    const Tensor& tensor = journey[step].tensor;
    const Cell cell = journey.cellOf(step, *frame.element);
    const MemoryStrip strip = stripOf(frame.geometry.strip, journey, step, frame.element,
                                      frame.geometry.tokens, frame.style, scale);
    const QFont nameFont = textFont(12 * scale);
    const QFont valueFont = numberFont(12 * scale, QFont::Bold);
    struct Label {
        QString name, value;
        double left = 0, width = 0;
    };
    std::vector<Label> labels;
    const double labelHeight = 18 * scale;
    const double arcTop = rect.top() + labelHeight + 4 * scale;
    const double lowest = strip.isWhole() ? strip.rect.top() - 2 : strip.overview.top() - 2;
    const auto xOf = [&](Index at) {
        if (strip.isWhole())
            return strip.cellRect(static_cast<double>(at)).center().x();
        return strip.overview.left() + (static_cast<double>(at) + 0.5) * strip.overview.width() /
                                           static_cast<double>(strip.count);
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const OffsetHop& hop : offsetHops(tensor, cell)) {
        const Axis axis = tensor.axes()[hop.axis];
        Label label;
        label.name = axisSymbol(axis);
        label.value = QStringLiteral("%1 × %2").arg(qint64{hop.index}).arg(qint64{hop.stride});
        label.width = QFontMetricsF(nameFont).horizontalAdvance(label.name) + 6 * scale +
                      QFontMetricsF(valueFont).horizontalAdvance(label.value);
        const double left = xOf(hop.from);
        const double right = xOf(hop.to);
        label.left = (left + right) / 2 - label.width / 2;
        labels.push_back(label);
        if (hop.index == 0)
            continue;
        // So many single hops as can be told apart, else one for all.
        const Index hops = (right - left) / static_cast<double>(hop.index) >= 8 ? hop.index : 1;
        painter.setPen(QPen(axisColour(axisFamily(axis)), 3 * scale));
        for (Index i = 0; i < hops; ++i) {
            const double from =
                left + (right - left) * static_cast<double>(i) / static_cast<double>(hops);
            const double to =
                left + (right - left) * static_cast<double>(i + 1) / static_cast<double>(hops);
            const double gap = std::min(2 * scale, (to - from) / 4);
            const double corner = std::min(6 * scale, (to - from) / 2 - gap);
            QPainterPath arc(QPointF(from + gap, lowest));
            arc.lineTo(from + gap, arcTop + corner);
            arc.quadTo(from + gap, arcTop, from + gap + corner, arcTop);
            arc.lineTo(to - gap - corner, arcTop);
            arc.quadTo(to - gap, arcTop, to - gap, arcTop + corner);
            arc.lineTo(to - gap, lowest);
            painter.drawPath(arc);
        }
    }
    // Labels in the order of the axes, none over another.
    double free = rect.left();
    for (Label& label : labels) {
        label.left = std::max(label.left, free);
        free = label.left + label.width + 14 * scale;
    }
    double limit = rect.right();
    for (std::size_t i = labels.size(); i-- > 0;) {
        labels[i].left = std::min(labels[i].left, limit - labels[i].width);
        limit = labels[i].left - 14 * scale;
    }
    if (limit + 14 * scale >= rect.left() - 1) {
        const Theme& theme = frame.style.theme();
        for (const Label& label : labels) {
            const QRectF box(label.left, rect.top(), label.width + 2, labelHeight);
            painter.setFont(nameFont);
            painter.setPen(theme.secondary);
            painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, label.name);
            painter.setFont(valueFont);
            painter.setPen(theme.text);
            painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, label.value);
        }
    }
    painter.restore();
}

} // namespace headscope
