// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/heads/heads_content.h"

#include <map>

class QPainter;

namespace headscope {

/// The cells of small matrices, coloured once for as long as the same of them is seen.
class HeadsImages {
public:
    /// Paints what is seen of a panel in small, with its marks. `place` tells apart where one is
    /// painted twice.
    void paint(QPainter& painter, const HeadsContent& content, int panel,
               const MatrixGeometry& geometry, const QRectF& viewport, int place);
    /// Other panels are shown.
    void clear() { m_images.clear(); }

private:
    struct Image {
        int panel = -1;
        Index factor = 0; ///< so many rows and columns share a pixel
        CellSpan part;    ///< that it shows, of what it was pooled to
        QImage cells;
    };
    std::map<int, Image> m_images; ///< by place
};

} // namespace headscope
