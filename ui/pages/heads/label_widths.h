// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "words/token_words.h"

#include <QFont>

namespace headscope {

/// What is measured of the words at both sides of a matrix before it is laid out, in pixels.
class LabelWidths {
public:
    /// Where words and type are as before, nothing is measured: shaping a few hundred words costs
    /// more than an edit of one number may. `glosses` are those of the rows, in small type.
    void measure(const QStringList& rows, const QStringList& columns, const QStringList& glosses,
                 const QFont& font, double textScale);

    /// Of the widest word; more than 128 no word has, as longer ones are elided.
    double rows() const { return m_rowWidth; }
    double columns() const { return m_columnWidth; }
    /// Of the positions that stand beside the words of a side; 0 where none do.
    double positionsOf(const SideWords& side) const;

    /// The type of positions, times the scale of the text.
    static constexpr double positionPixels = 11;

private:
    QStringList m_rows;
    QStringList m_columns;
    QStringList m_glosses;
    int m_pixels = 0;
    double m_rowWidth = 0;
    double m_columnWidth = 0;
    double m_digitWidth = 0;
};

} // namespace headscope
