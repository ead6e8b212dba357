// SPDX-License-Identifier: GPL-3.0-or-later
#include "film/gif_palette.h"

#include <algorithm>
#include <array>
#include <limits>

namespace headscope {

namespace {

struct Counted {
    QRgb colour;
    qint64 count;
};

int channel(QRgb colour, int which) {
    return which == 0 ? qRed(colour) : which == 1 ? qGreen(colour) : qBlue(colour);
}

/// A box of colours for the median cut (Heckbert 1982).
struct Box {
    std::vector<Counted> colours;
    qint64 weight = 0; ///< pixels times the longest side: the box to be cut next

    void measure() {
        qint64 pixels = 0;
        int longest = 0;
        for (int which = 0; which < 3; ++which)
            longest = std::max(longest, spread(which));
        for (const Counted& each : colours)
            pixels += each.count;
        weight = pixels * longest;
    }
    int spread(int which) const {
        int low = 255;
        int high = 0;
        for (const Counted& each : colours) {
            low = std::min(low, channel(each.colour, which));
            high = std::max(high, channel(each.colour, which));
        }
        return high - low;
    }
    QRgb mean() const {
        std::array<qint64, 3> sum{};
        qint64 pixels = 0;
        for (const Counted& each : colours) {
            for (int which = 0; which < 3; ++which)
                sum[static_cast<std::size_t>(which)] += each.count * channel(each.colour, which);
            pixels += each.count;
        }
        const auto rounded = [&](std::size_t which) {
            return static_cast<int>((sum[which] + pixels / 2) / pixels);
        };
        return qRgb(rounded(0), rounded(1), rounded(2));
    }
    /// The half above the median of the longest side; this keeps the other.
    Box cut() {
        int which = 0;
        for (int other = 1; other < 3; ++other) {
            if (spread(other) > spread(which))
                which = other;
        }
        std::sort(colours.begin(), colours.end(), [which](const Counted& a, const Counted& b) {
            const int left = channel(a.colour, which);
            const int right = channel(b.colour, which);
            return left != right ? left < right : a.colour < b.colour;
        });
        qint64 all = 0;
        for (const Counted& each : colours)
            all += each.count;
        qint64 below = 0;
        std::size_t at = 0;
        while (at + 1 < colours.size() && (at == 0 || below + colours[at].count <= all / 2))
            below += colours[at++].count;
        Box upper;
        upper.colours.assign(colours.begin() + static_cast<std::ptrdiff_t>(at), colours.end());
        colours.resize(at);
        measure();
        upper.measure();
        return upper;
    }
};

} // namespace

void GifColours::add(const QImage& frame) {
    const QImage image = frame.convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        // Runs of one colour are counted with one look-up.
        for (int x = 0; x < image.width();) {
            const QRgb colour = line[x] | 0xff000000;
            int end = x + 1;
            while (end < image.width() && (line[end] | 0xff000000) == colour)
                ++end;
            m_counts[colour] += end - x;
            x = end;
        }
    }
}

GifPalette GifColours::palette() const {
    std::vector<Counted> all;
    all.reserve(static_cast<std::size_t>(m_counts.size()));
    for (auto each = m_counts.begin(); each != m_counts.end(); ++each)
        all.push_back({each.key(), each.value()});
    std::sort(all.begin(), all.end(), [](const Counted& a, const Counted& b) {
        return a.count != b.count ? a.count > b.count : a.colour < b.colour;
    });
    GifPalette palette;
    constexpr std::size_t most = GifPalette::mostColours;
    const std::size_t exact = all.size() <= most ? all.size() : most / 2;
    for (std::size_t i = 0; i < exact; ++i)
        palette.m_colours.push_back(all[i].colour);
    if (exact == all.size())
        return palette;
    std::vector<Box> boxes(1);
    boxes[0].colours.assign(all.begin() + static_cast<std::ptrdiff_t>(exact), all.end());
    boxes[0].measure();
    while (boxes.size() < most - exact) {
        const auto heaviest =
            std::max_element(boxes.begin(), boxes.end(),
                             [](const Box& a, const Box& b) { return a.weight < b.weight; });
        if (heaviest->colours.size() < 2)
            break;
        Box upper = heaviest->cut();
        boxes.push_back(std::move(upper));
    }
    for (const Box& box : boxes)
        palette.m_colours.push_back(box.mean());
    return palette;
}

quint8 GifPalette::indexOf(QRgb colour) {
    colour |= 0xff000000;
    const auto known = m_nearest.constFind(colour);
    if (known != m_nearest.constEnd())
        return *known;
    std::size_t nearest = 0;
    int least = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < m_colours.size() && least > 0; ++i) {
        // The eye weighs green most (as in luminance, rounded).
        const int red = qRed(colour) - qRed(m_colours[i]);
        const int green = qGreen(colour) - qGreen(m_colours[i]);
        const int blue = qBlue(colour) - qBlue(m_colours[i]);
        const int distance = 3 * red * red + 6 * green * green + blue * blue;
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    m_nearest.insert(colour, static_cast<quint8>(nearest));
    return static_cast<quint8>(nearest);
}

} // namespace headscope
