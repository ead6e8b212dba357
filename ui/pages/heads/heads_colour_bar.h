// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/colour_place.h"
#include "pages/heads/heads_picture.h"

class QPainter;

namespace headscope {

/// What stands at the colour bar of the enlarged matrix, from the left: the ends around the bar,
/// the names of marks, the choices, and words about the range.
class HeadsColourBar {
public:
    /// Of a picture that shows something and is laid out; it is to outlive this.
    explicit HeadsColourBar(const HeadsPicture& picture);

    /// The bar itself, in whole pixels.
    const QRectF& bar() const { return m_bar; }
    /// Where the colours are chosen; on nothing where there is no room for that, nor in
    /// presentation mode.
    ColourPlace choicesOn(QWidget& view) const;
    /// All but the bar itself.
    void paint(QPainter& painter) const;

private:
    double scale() const { return m_content.display().textScale; }
    const std::vector<CellMark>& marks() const {
        return m_content.prepared(m_content.shownPanel()).marks;
    }
    /// What is chosen beside it, and how much room that takes.
    ColourPlace choices() const;
    double choicesRoom() const;

    const HeadsContent& m_content;
    const HeadsGeometry& m_geometry;
    QFont m_font; ///< of the ends: numbers, or words where each row has its own
    QString m_low;
    QString m_high;
    QRectF m_bar;
    double m_end = 0; ///< behind the number at its end
};

} // namespace headscope
