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

/// One pixel towards a colour, by 0 to 256 parts of 256.
QRgb mixed(QRgb under, QRgb over, unsigned part) {
    const auto channel = [&](unsigned shift) {
        const unsigned from = (under >> shift) & 0xFFU;
        const unsigned to = (over >> shift) & 0xFFU;
        return ((from * (256 - part) + to * part + 128) >> 8U) << shift;
    };
    return 0xFF000000U | channel(16) | channel(8) | channel(0);
}

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
        const float level = 1 / std::sqrt(1 + slope * slope);
        const float span = reach / level;
        const int first = std::max(0, static_cast<int>(std::ceil(middle - span - 0.5F)));
        const int last = std::min(height - 1, static_cast<int>(std::floor(middle + span - 0.5F)));
        QRgb* pixel = pixels + first * stride + static_cast<qsizetype>(column);
        for (int row = first; row <= last; ++row, pixel += stride) {
            const float away = std::fabs(static_cast<float>(row) + 0.5F - middle) * level;
            const float covered = std::min(reach - away, most);
            if (covered > 0)
                *pixel = mixed(*pixel, colour, static_cast<unsigned>(covered * parts + 0.5F));
        }
    }
}

} // namespace headscope
