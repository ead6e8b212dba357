// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_images.h"

#include <QPainter>

namespace headscope {

void HeadsImages::paint(QPainter& painter, const HeadsContent& content, int panel,
                        const MatrixGeometry& geometry, const QRectF& viewport, int place) {
    const PanelLevels::Level level = content.prepared(panel).levels.at(
        content.panel(panel), geometry.smallerPitch() * painter.device()->devicePixelRatioF());
    const MatrixGeometry pooled = geometry.pooled(level.factor);
    const CellSpan part = pooled.spanIn(viewport);
    if (part.cells() <= 0)
        return;
    const CellColours& colours = content.colours(panel);
    Image& image = m_images[place];
    if (image.panel != panel || image.factor != level.factor || image.part != part)
        image = {
            panel, level.factor, part,
            cellImage(level.panel, colours.pooled(level.factor), content.scene().isTurned(), part)};
    painter.save();
    // The last cells may stand for fewer, or be seen in part.
    painter.setClipRect(viewport);
    paintMatrix(painter, pooled, level.panel, part, image.cells, colours, false,
                content.display().textScale);
    painter.restore();
}

} // namespace headscope
