// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/timeline_painter.h"

#include "pages/shapes/shapes_words.h"
#include "type/fonts.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>

#include <cmath>

namespace headscope {

TimelineBar timelineBar(const QRectF& rect, std::size_t steps, double scale) {
    TimelineBar bar;
    bar.line =
        QRectF(rect.left(), std::round(rect.center().y()) - 2 * scale, rect.width(), 4 * scale);
    bar.steps = steps;
    return bar;
}

QRectF TimelineBar::stepRect(std::size_t step) const {
    const double width = line.width() / static_cast<double>(steps);
    return {line.left() + width * static_cast<double>(step), line.top(), width, line.height()};
}

double TimelineBar::xOf(const TimelinePosition& position) const {
    const QRectF step = stepRect(position.move);
    // The first step has nothing to move: it is its own beginning.
    return step.left() + step.width() * (position.move == 0 ? 0 : position.progress);
}

void paintTimeline(QPainter& painter, const TimelineBar& bar, const ShapesScene& scene) {
    const Theme& colours = theme(scene.display.theme);
    const double scale = scene.display.textScale;
    const Journey& journey = scene.model->right;
    const TimelinePosition position = scene.position();
    const double x = bar.xOf(position);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(bar.line, colours.controlBorder);
    painter.fillRect(QRectF(bar.line.topLeft(), QPointF(x, bar.line.bottom())), colours.accent);
    for (std::size_t step = 0; step <= bar.steps; ++step) {
        const double tick = step < bar.steps ? bar.stepRect(step).left() : bar.line.right() - 2;
        painter.fillRect(
            QRectF(std::round(tick), bar.line.top() - 5 * scale, 2, bar.line.height() + 10 * scale),
            tick <= x ? colours.accent : colours.controlBorder);
    }
    for (std::size_t step = 0; step < bar.steps; ++step) {
        const QRectF part = bar.stepRect(step);
        const bool current = step == position.move;
        const QRectF above(part.left() + 2, bar.line.top() - 30 * scale, part.width() - 4,
                           22 * scale);
        const QRectF below(part.left() + 2, bar.line.bottom() + 8 * scale, part.width() - 4,
                           20 * scale);
        const QString text = QString::fromStdString(stepName(journey, step));
        const QFont name = fittedFont(numberFont(14 * scale, current ? QFont::Bold : QFont::Normal),
                                      text, above.width(), 10 * scale);
        painter.setFont(name);
        painter.setPen(current                ? colours.accent
                       : step < position.move ? colours.text
                                              : colours.secondary);
        painter.drawText(above, Qt::AlignCenter,
                         QFontMetricsF(name).elidedText(text, Qt::ElideRight, above.width()));
        const bool moving = current && position.progress > 0 && position.progress < 1;
        const QString note =
            moving ? QLocale::c().toString(std::floor(position.progress * 100), 'f', 0) +
                         QStringLiteral(" %")
                   : stepNote(journey, step);
        const QFont small = fittedFont(textFont(12 * scale, moving ? QFont::Bold : QFont::Normal),
                                       note, below.width(), 10 * scale);
        painter.setFont(small);
        painter.setPen(moving ? colours.text : colours.secondary);
        painter.drawText(below, Qt::AlignCenter,
                         QFontMetricsF(small).elidedText(note, Qt::ElideRight, below.width()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.base, 2 * scale));
    painter.setBrush(colours.accent);
    painter.drawEllipse(QPointF(x, bar.line.center().y()), 8 * scale, 8 * scale);
    painter.restore();
}

} // namespace headscope
