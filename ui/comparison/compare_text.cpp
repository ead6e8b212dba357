// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/compare_text.h"

#include <cmath>

namespace headscope {

QString editCountText(std::size_t count) {
    static constexpr const char* words[] = {QT_TRANSLATE_NOOP("CompareWords", "One edit"),
                                            QT_TRANSLATE_NOOP("CompareWords", "Two edits"),
                                            QT_TRANSLATE_NOOP("CompareWords", "Three edits"),
                                            QT_TRANSLATE_NOOP("CompareWords", "Four edits"),
                                            QT_TRANSLATE_NOOP("CompareWords", "Five edits"),
                                            QT_TRANSLATE_NOOP("CompareWords", "Six edits"),
                                            QT_TRANSLATE_NOOP("CompareWords", "Seven edits"),
                                            QT_TRANSLATE_NOOP("CompareWords", "Eight edits"),
                                            QT_TRANSLATE_NOOP("CompareWords", "Nine edits")};
    if (count >= 1 && count <= std::size(words))
        return CompareWords::tr(words[count - 1]);
    return CompareWords::tr("%1 edits").arg(count);
}

QString percentText(double share) {
    if (std::isnan(share))
        return QStringLiteral("NaN");
    const double percent = share * 100;
    if (share == 0)
        return QStringLiteral("0 %");
    if (percent < 1)
        return QStringLiteral("<1 %");
    if (share < 1 && percent > 99)
        return QStringLiteral(">99 %");
    return QStringLiteral("%1 %").arg(std::lround(percent));
}

QString movedText(double moved, Index unmeasured) {
    return moved == 0 && unmeasured > 0 ? QStringLiteral("NaN") : percentText(moved);
}

QString aloneText(const MatrixDifference& difference) {
    return CompareWords::tr("on its own %1")
        .arg(movedText(difference.moved, difference.unmeasured));
}

QString unmeasuredText(Index pairs) {
    return CompareWords::tr("%n pair(s) are NaN or ∞ in A or B alone", nullptr,
                            static_cast<int>(pairs));
}

bool comparesPlaces(const Compared& compared) {
    const auto isElsewhere = [](const Compared::Side& side) {
        return side.side.state.starts_with(stateOfFile) ||
               side.side.state.starts_with(stateOfExample);
    };
    return compared.a.side.scope || compared.b.side.scope || compared.a.side.sequence ||
           compared.b.side.sequence || compared.a.side.head || compared.b.side.head ||
           isElsewhere(compared.a) || isElsewhere(compared.b);
}

std::optional<QString> nothingMovedText(const Compared& compared, bool places, std::size_t edits) {
    if (compared.a.side == compared.b.side)
        return CompareWords::tr("A and B are one state: change something, or choose another A");
    if (places)
        return CompareWords::tr("both are equal");
    if (edits == 0)
        return CompareWords::tr("no edit lies between A and B");
    return std::nullopt;
}

QString compareSizesText(const MatrixPanel& a, const MatrixPanel& b) {
    const auto size = [](const MatrixPanel& panel) {
        return QStringLiteral("%1 × %2")
            .arg(qint64{panel.matrix.size(0)})
            .arg(qint64{panel.matrix.size(1)});
    };
    return CompareWords::tr("B − A is not drawn: A has %1 queries and keys, B has %2.")
        .arg(size(a), size(b));
}

} // namespace headscope
