// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/curve_raster.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// The cubic from (0, 0) to (1, 1) with the handles (½, 0) and (½, 1), by its parameter.
double xAt(double t) {
    return 1.5 * t * (1 - t) + t * t * t;
}
double yAt(double t) {
    return t * t * (3 - 2 * t);
}

double parameterAt(double x) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < 30; ++i) { // x grows with t
        const double middle = (low + high) / 2;
        (xAt(middle) < x ? low : high) = middle;
    }
    return (low + high) / 2;
}

/// A colour whose pixels are mixed: red and blue at once, none of which grows into the other's
/// bits.
class Ink {
public:
    explicit Ink(QRgb colour)
        : m_redBlue(colour & outer)
        , m_green((colour & inner) >> 8U) {}

    /// A pixel towards it, by 0 to 256 parts of 256; differences may wrap, their sums do not.
    QRgb over(QRgb under, unsigned part) const {
        const unsigned redBlue = under & outer;
        const unsigned green = (under & inner) >> 8U;
        const unsigned mixedRedBlue = (redBlue << 8U) + (m_redBlue - redBlue) * part + 0x00800080U;
        const unsigned mixedGreen = (green << 8U) + (m_green - green) * part + 0x80U;
        return 0xFF000000U | ((mixedRedBlue >> 8U) & outer) | (mixedGreen & inner);
    }

private:
    static constexpr unsigned outer = 0x00FF00FFU;
    static constexpr unsigned inner = 0x0000FF00U;
    unsigned m_redBlue;
    unsigned m_green;
};

} // namespace

CurveRaster::CurveRaster(QImage& image)
    : m_image(image)
    , m_places(static_cast<std::size_t>(std::max(0, image.width()))) {
    const double columns = image.width();
    for (std::size_t column = 0; column < m_places.size(); ++column) {
        const double t = parameterAt((static_cast<double>(column) + 0.5) / columns);
        const double across = 1.5 - 3 * t + 3 * t * t; // dx / dt
        m_places[column] = {static_cast<float>(yAt(t)),
                            static_cast<float>(6 * t * (1 - t) / across / columns)};
    }
}

void CurveRaster::draw(double left, double right, double width, QRgb colour, double opacity) {
    const auto from = static_cast<float>(left);
    const auto rise = static_cast<float>(right - left);
    const auto reach = static_cast<float>(width / 2 + 0.5); // half a pixel of every edge
    const auto parts = static_cast<float>(256 * std::clamp(opacity, 0.0, 1.0));
    // Thinner than a pixel it covers none wholly.
    const auto most = static_cast<float>(std::min(1.0, width));
    const Ink ink(colour);
    const int height = m_image.height();
    const qsizetype stride = m_image.bytesPerLine() / qsizetype{sizeof(QRgb)};
    auto* const pixels = reinterpret_cast<QRgb*>(m_image.bits());
    // A steep curve is in the image for a few columns only; heights grow from left to right.
    const float margin = reach * (1 + 1.5F * std::fabs(rise) / static_cast<float>(m_places.size()));
    const auto columnAt = [&](float y) {
        const auto isBefore = [&](const Place& place, float limit) {
            return rise > 0 ? from + rise * place.height < limit
                            : from + rise * place.height > limit;
        };
        return static_cast<std::size_t>(
            std::lower_bound(m_places.begin(), m_places.end(), y, isBefore) - m_places.begin());
    };
    const float above = -margin;
    const float below = static_cast<float>(height) + margin;
    if (std::max(from, from + rise) < above || std::min(from, from + rise) > below)
        return;
    const std::size_t begin = rise == 0 ? 0 : columnAt(rise > 0 ? above : below);
    const std::size_t end = rise == 0 ? m_places.size() : columnAt(rise > 0 ? below : above);
    for (std::size_t column = begin; column < end; ++column) {
        const float middle = from + rise * m_places[column].height;
        const float slope = rise * m_places[column].slope;
        // What is so far across the curve is so much farther up or down.
        const float steep = std::sqrt(1 + slope * slope);
        const float level = 1 / steep;
        const float span = reach * steep;
        // As many rows as the curve can touch, which hardly changes from column to column: a row
        // more that it does not touch costs less than a count that nobody can foresee.
        const float top = middle - span + 0.5F;
        const int touched = static_cast<int>(2 * span) + 1;
        const int first = static_cast<int>(top + 65536.0F) - 65536; // as floor() for what is seen
        const int begins = std::max(first, 0);
        const int ends = std::min(first + touched, height);
        QRgb* pixel = pixels + begins * stride + static_cast<qsizetype>(column);
        float away = (static_cast<float>(begins) + 0.5F - middle) * level;
        for (int row = begins; row < ends; ++row, pixel += stride, away += level) {
            const float covered = std::max(std::min(reach - std::fabs(away), most), 0.0F);
            *pixel =
                ink.over(*pixel, static_cast<unsigned>(static_cast<int>(covered * parts + 0.5F)));
        }
    }
}

} // namespace headscope
