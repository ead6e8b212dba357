// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/label_widths.h"

#include "plots/matrix_plot.h"
#include "type/fonts.h"

#include <QFontMetricsF>

#include <algorithm>

namespace headscope {

namespace {

constexpr double widestLabel = 128; ///< longer tokens are elided

/// How wide a label is about, in halves of a Chinese character.
qsizetype roughWidth(const QString& label) {
    constexpr char16_t firstWide = 0x2E80;
    return label.size() + std::ranges::count_if(label, [](QChar c) { return c >= firstWide; });
}

/// Of many labels only those are measured that may be the widest: 8,192 took 17 ms.
double widestOf(QStringList labels, const QFont& font) {
    constexpr qsizetype mostMeasured = 256;
    if (labels.size() > mostMeasured) {
        std::ranges::nth_element(labels, labels.begin() + mostMeasured, std::ranges::greater{},
                                 roughWidth);
        labels.resize(mostMeasured);
    }
    const QFontMetricsF metrics(font);
    double widest = 0;
    for (const QString& label : labels) {
        if (widest < widestLabel)
            widest = std::max(widest, metrics.horizontalAdvance(label));
    }
    return std::min(widest, widestLabel);
}

} // namespace

void LabelWidths::measure(const QStringList& rows, const QStringList& columns,
                          const QStringList& glosses, const QFont& font, double textScale) {
    if (m_rows == rows && m_columns == columns && m_glosses == glosses &&
        m_pixels == font.pixelSize())
        return;
    m_rows = rows;
    m_columns = columns;
    m_glosses = glosses;
    m_pixels = font.pixelSize();
    m_digitWidth = QFontMetricsF(numberFont(positionPixels * textScale, QFont::DemiBold))
                       .horizontalAdvance(u'0');
    const QFont small = textFont(glossSize * font.pixelSize());
    m_rowWidth = std::max(widestOf(rows, font), widestOf(glosses, small));
    m_columnWidth = widestOf(columns, font);
}

double LabelWidths::positionsOf(const SideWords& side) const {
    return side.positioned
               ? m_digitWidth * static_cast<double>(QString::number(side.words.size()).size())
               : 0;
}

} // namespace headscope
