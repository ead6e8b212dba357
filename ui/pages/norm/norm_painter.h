// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/norm/norm_picture.h"

class QPainter;

namespace headscope {

/// Draws the norms of a block on a screen or in a file.
class NormPainter {
    Q_DECLARE_TR_FUNCTIONS(Norm)

public:
    /// In the area that the picture is laid out in. `forPaper`: nothing of what is only there to be
    /// used.
    NormPainter(QPainter& painter, const QRectF& area, const NormPicture& picture, bool forPaper)
        : m_painter(painter)
        , m_area(area)
        , m_picture(picture)
        , m_asked(picture.askedTarget())
        , m_locked(picture.scene().selection.locked.has_value())
        , m_forPaper(forPaper) {}

    /// The cell under the pointer comes before the one that was asked for.
    void setHover(const std::optional<NormTarget>& hover) {
        if (hover) {
            m_asked = hover;
            m_locked = false;
        }
    }
    void paint() const;

private:
    void paintSide(std::size_t index) const;
    void paintLabels(const NormSide& side) const;
    void paintCells(const CellGrid& grid, const Tensor& values, bool coloured, bool byColumn) const;
    void paintColourBar() const;

    QPainter& m_painter;
    QRectF m_area;
    const NormPicture& m_picture;
    std::optional<NormTarget> m_asked;
    bool m_locked;
    bool m_forPaper;
};

} // namespace headscope
