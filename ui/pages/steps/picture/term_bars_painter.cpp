// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/product_painter.h"
#include "type/fonts.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// The number at a bar.
struct BarNumber {
    QRectF place;
    QString text;
    Qt::Alignment side;
    bool current = false; ///< the bar is under way
    bool future = false;
};

/// What a bar is worth: of a term, or of the bias behind them.
double worth(const CellUnderWay& cell, std::size_t i) {
    const Explanation& explanation = cell.explanation;
    return i < explanation.terms.size() ? static_cast<double>(explanation.terms[i].product)
                                        : static_cast<double>(explanation.bias.value_or(0));
}

} // namespace

void paintTermBars(QPainter& painter, const QRectF& area, const StepScene& scene,
                   const CellUnderWay& cell, const SumTexts& texts, double s) {
    const Theme& colours = theme(scene.display.theme);
    const PartialCell& partial = cell.partial;
    const std::size_t count = cell.partial.terms;
    if (count == 0 || area.height() < 30 * s)
        return;
    const double axisHeight = 22 * s;
    const double room = area.height() - axisHeight;
    // Of many terms those around the one that is under way.
    const auto most = static_cast<std::size_t>(room / (7 * s));
    const std::size_t first = firstShown(cell, most);
    const std::size_t end = std::min(count, first + most);
    const double line = std::min(21 * s, room / static_cast<double>(end - first));
    const bool named = line >= 14 * s;

    // From the least to the largest partial sum, with room for the numbers at both ends.
    double before = 0;
    for (std::size_t i = 0; i < first; ++i)
        before += worth(cell, i);
    double sum = before;
    double low = first == 0 ? 0 : before;
    double high = low;
    for (std::size_t i = first; i < end; ++i) {
        sum += worth(cell, i);
        low = std::min(low, sum);
        high = std::max(high, sum);
    }
    if (!std::isfinite(low) || !std::isfinite(high) || high <= low)
        return;
    // All figures are equally wide: the longest number is the widest one.
    const auto longest = std::ranges::max_element(texts.products, {}, &QString::size);
    const double label = QFontMetricsF(numberFont(12 * s)).horizontalAdvance(*longest) + 10 * s;
    const double names = 64 * s;
    const double left = area.left() + names + label;
    const double right = area.right() - label;
    const auto xOf = [&](double value) {
        return left + (value - low) / (high - low) * std::max(1.0, right - left);
    };
    const auto fill = [](double value) {
        return QColor::fromRgb(colourAt(ColourMap::RedBlue, value < 0 ? 0.08 : 0.92));
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double zero = std::round(xOf(0)) + 0.5;
    const bool hasZero = low <= 0 && high >= 0;
    const double bottom = area.top() + line * static_cast<double>(end - first);
    painter.setPen(colours.text);
    if (hasZero)
        painter.drawLine(QPointF(zero, area.top()), QPointF(zero, bottom + 4 * s));
    std::vector<BarNumber> numbers;
    sum = before;
    for (std::size_t i = first; i < end; ++i) {
        const double value = worth(cell, i);
        const double y = area.top() + static_cast<double>(i - first) * line;
        const bool current = i == partial.current;
        const bool future = i >= partial.done && !current;
        const double arrived = current ? std::min(1.0, 2 * partial.portion) : 1.0;
        const double from = xOf(sum);
        const double to = xOf(sum + value * arrived);
        const double inset = std::min(3 * s, line / 6);
        const QRectF bar = QRectF(QPointF(std::min(from, to), y + inset),
                                  QPointF(std::max(from, to), y + line - inset));
        if (future) {
            painter.setPen(QPen(colours.inactive, 1, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            if (line >= 8)
                painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
        } else {
            painter.fillRect(bar, fill(value));
        }
        sum += value;
        if (i + 1 < end && line >= 8 && i < partial.done) {
            const double x = std::round(xOf(sum)) + 0.5;
            painter.setPen(colours.secondary);
            painter.drawLine(QPointF(x, y + inset), QPointF(x, y + line + inset));
        }
        if (!named && !current)
            continue;
        const double textLine = std::max(line, 15 * s);
        const double middle = y + line / 2;
        const double tip = future || arrived >= 1 ? xOf(sum) : to;
        const QRectF beside =
            value < 0 ? QRectF(std::min(from, tip) - label, middle - textLine / 2, label - 6 * s,
                               textLine)
                      : QRectF(std::max(from, tip) + 6 * s, middle - textLine / 2, label, textLine);
        numbers.push_back({beside, texts.products.value(static_cast<qsizetype>(i)),
                           value < 0 ? Qt::AlignRight : Qt::AlignLeft, current, future});
        painter.setFont(textFont(12 * s, current ? QFont::DemiBold : QFont::Normal));
        painter.setPen(current ? colours.accent : future ? colours.inactive : colours.secondary);
        const QString name = i < cell.explanation.terms.size()
                                 ? StepsPictureWords::tr("term %1").arg(i + 1)
                                 : StepsPictureWords::tr("bias");
        painter.drawText(QRectF(area.left(), middle - textLine / 2, names - 8 * s, textLine),
                         Qt::AlignRight | Qt::AlignVCenter, name);
    }
    // Above all bars and lines, on a ground of their own.
    for (const BarNumber& number : numbers) {
        painter.setFont(numberFont(12 * s, number.current ? QFont::Bold : QFont::Normal));
        const QRectF ink =
            painter.boundingRect(number.place, number.side | Qt::AlignVCenter, number.text);
        painter.fillRect(ink.adjusted(-2 * s, 2 * s, 2 * s, -2 * s), colours.base);
        painter.setPen(number.future ? colours.inactive : colours.text);
        painter.drawText(number.place, number.side | Qt::AlignVCenter, number.text);
    }
    // Where the sum stands now.
    const double now = xOf(partial.sum);
    const QString nowText = shortText(
        cell.explanation.wouldBe ? partial.sum
                                 : static_cast<double>(shownValue(cell.explanation, partial)));
    painter.setPen(QPen(colours.accent, 2));
    painter.drawLine(QPointF(now, bottom - line * 0.2), QPointF(now, bottom + 4 * s));
    painter.setFont(numberFont(12 * s, QFont::Bold));
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(nowText) + 4;
    painter.drawText(QRectF(now - width / 2, bottom + 4 * s, width, axisHeight - 4 * s),
                     Qt::AlignCenter, nowText);
    if (hasZero && std::abs(now - zero) > width / 2 + 10 * s) {
        painter.setFont(numberFont(12 * s));
        painter.setPen(colours.secondary);
        painter.drawText(QRectF(zero - 8 * s, bottom + 4 * s, 16 * s, axisHeight - 4 * s),
                         Qt::AlignCenter, QStringLiteral("0"));
    }
    painter.restore();
}

} // namespace headscope
