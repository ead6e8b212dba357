// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/product_painter.h"
#include "type/fonts.h"
#include "words/numbers/number_format.h"
#include "words/typed_number_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// "+ 0.386", "− 0.889": a term as it is added.
QString signedText(const QString& number) {
    if (number.startsWith(QChar(0x2212)))
        return QStringLiteral("− ") + number.mid(1);
    return QStringLiteral("+ ") + number;
}

/// The number of such a text.
QString signless(QString text) {
    return text.remove(u' ').remove(u'+');
}

/// The products and the bias, with signs. `before`: what the terms that are not in view come to; it
/// has the place behind all of them.
QStringList productTexts(const CellUnderWay& cell, std::optional<double> before = {}) {
    std::vector<double> products;
    for (const Term& term : cell.explanation.terms)
        products.push_back(static_cast<double>(term.product));
    if (cell.explanation.bias)
        products.push_back(static_cast<double>(*cell.explanation.bias));
    if (before)
        products.push_back(*before);
    QStringList texts = columnTexts(products);
    for (QString& text : texts)
        text = signedText(text);
    return texts;
}

} // namespace

SumTexts sumTexts(const CellUnderWay& cell) {
    std::vector<double> left;
    std::vector<double> right;
    for (const Term& term : cell.explanation.terms) {
        left.push_back(static_cast<double>(term.left));
        right.push_back(static_cast<double>(term.right));
    }
    return {columnTexts(left), columnTexts(right), productTexts(cell)};
}

std::size_t firstShown(const CellUnderWay& cell, std::size_t room) {
    const std::size_t count = cell.partial.terms;
    if (count <= room)
        return 0;
    // Before the first term none is the current one, and none is past.
    const bool begun = cell.partial.done > 0 || cell.partial.current < count;
    const std::size_t at = begun ? std::min(cell.partial.current, count - 1) : 0;
    return std::clamp<std::size_t>(at > room / 2 ? at - room / 2 : 0, 0, count - room);
}

void paintRunningSum(QPainter& painter, const QRectF& area, const StepScene& scene,
                     const CellUnderWay& cell, const SumTexts& texts, double s) {
    const Theme& colours = theme(scene.display.theme);
    const Explanation& explanation = cell.explanation;
    const PartialCell& partial = cell.partial;
    const double titleHeight = 24 * s;
    const double resultHeight = 30 * s;
    const QRectF title(area.left(), area.top(), area.width(), titleHeight);
    painter.setFont(textFont(13 * s, QFont::DemiBold));
    painter.setPen(colours.text);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, StepsPictureWords::tr("Running sum"));
    const std::size_t count = cell.partial.terms;
    const std::size_t shownTerm = std::min(partial.current + 1, count);
    painter.setPen(colours.accent);
    painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter,
                     partial.done == 0 && partial.current == count
                         ? StepsPictureWords::tr("terms: %1").arg(count)
                         : StepsPictureWords::tr("term %1 of %2").arg(shownTerm).arg(count));

    const QRectF list(area.left(), title.bottom() + 2 * s, area.width(),
                      area.height() - titleHeight - resultHeight - 4 * s);
    const double line = std::clamp(list.height() / static_cast<double>(count), 17 * s, 27 * s);
    const auto room =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::max(1.0, list.height() / line)));
    const std::size_t first = firstShown(cell, room);
    // Terms that have no line: those before as their sum, those behind as how many they are; but
    // not in the line of the term that is added now.
    const std::size_t end = std::min(first + room, count);
    const bool cutBefore = first > 0 && room > 1 && first < partial.current;
    const bool cutBehind = end < count && partial.current + 1 < end;
    const QStringList products =
        cutBefore ? productTexts(cell, explanation.terms[first].partialSum) : texts.products;
    // Six columns: left × right = product, each right-aligned.
    double pixels = std::max(std::min(13 * s, line * 0.72), leastType(scene, 9));
    const auto widest = [&](const QStringList& column) {
        qsizetype width = 0;
        for (const QString& text : column)
            width = std::max(width, text.size());
        return static_cast<double>(width);
    };
    const double glyphs = widest(texts.left) + widest(texts.right) + widest(products) + 6 + 3;
    pixels = std::min(pixels, (list.width() - 16 * s) / glyphs / 0.6);
    const double glyph = 0.6 * pixels;
    for (std::size_t i = first; i < end; ++i) {
        const QRectF row(list.left(), list.top() + static_cast<double>(i - first) * line,
                         list.width(), line);
        const bool current = i == partial.current;
        const bool future = i >= partial.done && !current;
        if (current)
            painter.fillRect(row, colours.accentTint);
        painter.setFont(numberFont(pixels, current ? QFont::Bold : QFont::Normal));
        painter.setPen(future ? colours.inactive : colours.text);
        const auto index = static_cast<qsizetype>(i);
        double right = row.right() - 8 * s;
        const auto write = [&](const QString& text, double width) {
            painter.drawText(
                QRectF(right - width * glyph - 2, row.top(), width * glyph + 2, row.height()),
                Qt::AlignRight | Qt::AlignVCenter, text);
            right -= width * glyph;
        };
        const bool before = cutBefore && i == first;
        if (before || (cutBehind && i + 1 == end)) {
            painter.setPen(before ? colours.text : colours.inactive);
            if (before)
                write(products.last(), widest(products) + 1);
            painter.setFont(textFont(pixels));
            painter.drawText(
                QRectF(row.left() + 8 * s, row.top(), right - row.left() - 8 * s, row.height()),
                Qt::AlignLeft | Qt::AlignVCenter,
                before ? StepsPictureWords::tr("terms 1 – %1").arg(first + 1)
                       : StepsPictureWords::tr("and %1 more").arg(count - i));
            continue;
        }
        write(products.value(index), widest(products) + 1);
        if (i >= explanation.terms.size()) {
            painter.setFont(textFont(pixels));
            painter.drawText(
                QRectF(row.left() + 8 * s, row.top(), right - row.left() - 8 * s, row.height()),
                Qt::AlignRight | Qt::AlignVCenter, StepsPictureWords::tr("bias"));
            continue;
        }
        write(equalsSign(readNumber(texts.left.value(index)) * readNumber(texts.right.value(index)),
                         signless(products.value(index))),
              2);
        write(texts.right.value(index), widest(texts.right) + 1);
        write(QStringLiteral("×"), 2);
        write(texts.left.value(index), widest(texts.left) + 1);
    }
    const QRectF result(list.left(), area.bottom() - resultHeight, list.width(), resultHeight);
    painter.setPen(QPen(colours.hairline, 1));
    painter.drawLine(QPointF(result.left(), std::round(result.top()) - 0.5),
                     QPointF(result.right(), std::round(result.top()) - 0.5));
    // A number that somebody typed is not what its terms add up to.
    const bool typed = partial.isComplete() && explanation.wouldBe;
    painter.setFont(textFont(14 * s));
    painter.setPen(colours.text);
    painter.drawText(result, Qt::AlignLeft | Qt::AlignVCenter,
                     typed                  ? typedText(*explanation.wouldBe)
                     : partial.isComplete() ? StepsPictureWords::tr("sum")
                                            : StepsPictureWords::tr("so far"));
    painter.setFont(numberFont(20 * s, QFont::Bold));
    painter.drawText(result.adjusted(0, 0, -8 * s, 0), Qt::AlignRight | Qt::AlignVCenter,
                     resultText(static_cast<double>(shownValue(explanation, partial))));
}

} // namespace headscope
