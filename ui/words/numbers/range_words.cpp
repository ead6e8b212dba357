// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/numbers/range_words.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace headscope {

std::optional<ValueRange> typedRangeFrom(const QString& text) {
    QString points = text;
    if (!points.contains(u'.'))
        points.replace(u',', u'.');
    const QStringList ends = points.split(u':');
    if (ends.size() != 2)
        return std::nullopt;
    bool isLow = false;
    bool isHigh = false;
    const ValueRange range{QLocale::c().toDouble(ends[0].trimmed(), &isLow),
                           QLocale::c().toDouble(ends[1].trimmed(), &isHigh)};
    const bool good = isLow && isHigh && std::isfinite(range.low) && std::isfinite(range.high) &&
                      range.low < range.high;
    return good ? std::optional(range) : std::nullopt;
}

QString typedRangeText(const ValueRange& range) {
    const auto number = [](double value) {
        return QString::number(value, 'g', QLocale::FloatingPointShortest);
    };
    return number(range.low) + u':' + number(range.high);
}

QString rangeName(const ValueRange& range) {
    if (range.low > 0 || (range.low < 0 && range.low != -range.high)) // typed
        return rangeText(range.low) + QStringLiteral(" – ") + rangeText(range.high);
    return (range.low < 0 ? QStringLiteral("±") : QStringLiteral("0 – ")) + rangeText(range.high);
}

QString rangeName(const ValueScale& scale) {
    if (!scale.isPerRow())
        return rangeName(static_cast<const ValueRange&>(scale));
    return (scale.low < 0 ? QStringLiteral("±") : QStringLiteral("0 – ")) +
           QCoreApplication::translate("Range", "largest of the row");
}

std::pair<QString, QString> scaleEnds(const ValueScale& scale) {
    if (!scale.isPerRow())
        return {rangeText(scale.low), rangeText(scale.high)};
    const QString largest = QCoreApplication::translate("Range", "largest of the row");
    return {scale.low < 0 ? QStringLiteral("−") + QCoreApplication::translate("Range", "largest")
                          : QStringLiteral("0"),
            largest};
}

QStringList scaleWords(const RangeChoice& choice, const ValueScale& scale, bool several,
                       Index row) {
    const QString root =
        scale.squareRoot ? QCoreApplication::translate("Range", "square root") : QString();
    QStringList wholes;
    if (scale.isPerRow() && row >= 0)
        wholes << QCoreApplication::translate("Range", "this row: %1")
                      .arg(rangeName(scale.rangeOf(row)));
    else if (scale.isPerRow())
        wholes << QCoreApplication::translate("Range", "each row on its own range");
    else if (several && !choice.typed)
        wholes << (choice == RangeMode::PerHead
                       ? QCoreApplication::translate("Range", "range of this head")
                       : QCoreApplication::translate("Range", "one range for all heads"));
    wholes << QString(); // the ends of the bar say it
    for (QString& words : wholes) {
        if (!root.isEmpty())
            words = words.isEmpty()
                        ? root
                        : QCoreApplication::translate("Range", "%1, square root").arg(words);
    }
    if (!root.isEmpty())
        wholes << QStringLiteral("√"); // as on the button
    return wholes;
}

} // namespace headscope
