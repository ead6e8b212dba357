// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/crowd_image.h"

#include "head_shapes/wrong_way.h"

#include <cmath>

namespace headscope {

namespace {

/// Which part of a drawing a row or a column of pixels crosses: the drawing is a
/// grid of blocks, so the two directions do not depend on each other.
std::vector<std::optional<PlacedBlock>> placesAlong(const BlockGeometry& blocks, int pixels,
                                                    bool across) {
    std::vector<std::optional<PlacedBlock>> places(static_cast<std::size_t>(pixels));
    const Point first = blocks.blockOrigin(0, 0);
    const Extent cell = blocks.cellExtent();
    for (int i = 0; i < pixels; ++i) {
        // The other direction stays in the middle of the very first cell.
        const double middle = i + 0.5;
        const Point point = across ? Point{blocks.origin().x + middle, first.y + cell.height / 2}
                                   : Point{first.x + cell.width / 2, blocks.origin().y + middle};
        places[static_cast<std::size_t>(i)] = blocks.placeAt(point);
    }
    return places;
}

QRgb hatched(QRgb colour, QRgb error, int x, int y) {
    return (x + y) % 4 < 2 ? error : colour;
}

} // namespace

CrowdImage makeCrowdImage(const Journey& journey, std::size_t step, const BlockGeometry& blocks,
                          const ElementStyle& style, const StepGroups* moving,
                          const Journey* right) {
    const int width = static_cast<int>(std::ceil(blocks.extent().width));
    const int height = static_cast<int>(std::ceil(blocks.extent().height));
    CrowdImage image;
    image.colours =
        QImage(std::max(1, width), std::max(1, height), QImage::Format_ARGB32_Premultiplied);
    image.colours.fill(Qt::transparent);
    image.groups.assign(static_cast<std::size_t>(image.colours.width()) *
                            static_cast<std::size_t>(image.colours.height()),
                        CrowdImage::noGroup);
    const auto across = placesAlong(blocks, width, true);
    const auto down = placesAlong(blocks, height, false);
    const BlockArrangement& arrangement = blocks.arrangement();
    const QRgb error = style.theme().error.rgb();
    // Pixels of one cell, across and down, show the same element: it is looked for once.
    struct Pixel {
        QRgb colour = 0;
        bool filled = false;
        bool misplaced = false;
        std::uint32_t group = CrowdImage::noGroup;
    };
    std::vector<Pixel> pixels(static_cast<std::size_t>(std::max(0, width)));
    const auto lookUp = [&](const PlacedBlock& vertical) {
        for (std::size_t x = 0; x < pixels.size(); ++x) {
            const auto& horizontal = across[x];
            if (x > 0 && horizontal == across[x - 1]) {
                pixels[x] = pixels[x - 1];
                continue;
            }
            Pixel& pixel = pixels[x];
            pixel = {};
            if (!horizontal)
                continue;
            // Lines and blocks that go on in further rows add up from both directions.
            PlacedBlock place;
            place.line = vertical.line + horizontal->line;
            place.block = vertical.block + horizontal->block;
            place.row = vertical.row;
            place.column = horizontal->column;
            if (place.line >= arrangement.lines() || place.block >= arrangement.blocks())
                continue;
            const Cell cell = arrangement.cellOf(place);
            const Index element = journey.elementAt(step, cell);
            pixel.filled = true;
            pixel.colour = style.fill(element);
            pixel.misplaced = right && misplaceOf(*right, journey, cell) != Misplace::None;
            pixel.group = moving ? static_cast<std::uint32_t>(moving->of(element)) : 0;
        }
    };
    for (int y = 0; y < height; ++y) {
        const auto& vertical = down[static_cast<std::size_t>(y)];
        if (!vertical)
            continue;
        if (y == 0 || vertical != down[static_cast<std::size_t>(y) - 1])
            lookUp(*vertical);
        auto* line = reinterpret_cast<QRgb*>(image.colours.scanLine(y));
        std::uint32_t* groups =
            image.groups.data() +
            static_cast<std::size_t>(y) * static_cast<std::size_t>(image.colours.width());
        for (int x = 0; x < width; ++x) {
            const Pixel& pixel = pixels[static_cast<std::size_t>(x)];
            if (!pixel.filled)
                continue;
            line[x] = pixel.misplaced ? hatched(pixel.colour, error, x, y) : pixel.colour;
            groups[x] = pixel.group;
        }
    }
    return image;
}

} // namespace headscope
