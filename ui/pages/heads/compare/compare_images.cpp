// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/compare/compare_sheet.h"

namespace headscope {

namespace {

constexpr Index mostSingleCells = 20000;

/// One pixel a cell or for some cells; masked ones flat.
CompareImages::Picture pictureOf(const MatrixPanel& panel, const PanelLevels& levels,
                                 const CellColours& colours, double devicePitch) {
    const PanelLevels::Level level = levels.at(panel, devicePitch);
    CompareImages::Picture picture;
    picture.factor = level.factor;
    picture.image = cellImage(level.panel, colours, false);
    const QRgb flat = markStyle(CellMark::Masked, theme(colours.theme)).flat;
    for (int y = 0; y < picture.image.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(picture.image.scanLine(y));
        for (int x = 0; x < picture.image.width(); ++x) {
            if (qAlpha(line[x]) == 0)
                line[x] = flat;
        }
    }
    return picture;
}

} // namespace

CompareImages makeImages(const CompareContent& content, const CompareGeometry& geometry,
                         double deviceScale) {
    CompareImages images;
    if (content.a.panels.empty() || content.b.panels.empty())
        return images;
    const auto isLarge = [](const MatrixPanel& panel, const MatrixGeometry& matrix) {
        return matrix.pitchX < 4 || panel.matrix.elementCount() > mostSingleCells;
    };
    const MatrixPanel& a = content.a.panels[content.shown];
    const MatrixPanel& b = content.b.panels[content.shown];
    if (isLarge(a, geometry.a))
        images.a = pictureOf(a, content.a.levels, content.colours, geometry.a.pitchX * deviceScale);
    if (isLarge(b, geometry.b))
        images.b = pictureOf(b, content.b.levels, content.colours, geometry.b.pitchX * deviceScale);
    if (!content.hasDifference())
        return images;
    const MatrixPanel& moved = content.differencePanels[content.shown];
    if (isLarge(moved, geometry.difference))
        images.difference =
            pictureOf(moved, content.differenceLevels[content.shown], content.differenceColours,
                      geometry.difference.pitchX * deviceScale);
    for (std::size_t i = 0; i < geometry.heads.size(); ++i)
        images.heads.push_back(pictureOf(content.differencePanels[i], content.differenceLevels[i],
                                         content.differenceColours,
                                         geometry.heads[i].matrix.pitchX * deviceScale));
    return images;
}

} // namespace headscope
