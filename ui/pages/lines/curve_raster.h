// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include <vector>

namespace headscope {

/// Draws curves from the left edge of an image to its right one, which leave and arrive level: the
/// cubic whose handles are half-way. All of them are one curve, stretched, so where it is at a
/// column is found once; a curve then costs some microseconds where a stroked path takes a hundred.
/// Edges are smoothed by their distance from the curve.
class CurveRaster {
public:
    /// `image` has QImage::Format_RGB32 and outlives this.
    explicit CurveRaster(QImage& image);

    /// From `left` to `right`, heights in pixels of the image from its top; `width` across the
    /// curve, in pixels. Opacity from 0 to 1.
    void draw(double left, double right, double width, QRgb colour, double opacity);

private:
    /// Of the curve from height 0 to 1 at the middle of a column.
    struct Place {
        float height = 0;
        float slope = 0; ///< by a pixel
    };
    QImage& m_image;
    std::vector<Place> m_places;
};

} // namespace headscope
