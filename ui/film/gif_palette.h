// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QRgb>

#include <vector>

namespace headscope {

/// The colours of an animation: all of them where there are few enough, else the
/// most frequent ones exactly and the others (the edges of letters) grouped.
class GifPalette {
public:
    /// One of 256 stays free: encoders mark unchanged pixels with it.
    static constexpr std::size_t mostColours = 255;

    const std::vector<QRgb>& colours() const { return m_colours; }
    /// The index of the nearest colour. Remembers what it was asked.
    quint8 indexOf(QRgb colour);

private:
    friend class GifColours;
    std::vector<QRgb> m_colours;
    QHash<QRgb, quint8> m_nearest;
};

/// Counts the colours of all frames, then makes the palette.
class GifColours {
public:
    void add(const QImage& frame);
    GifPalette palette() const;

private:
    QHash<QRgb, qint64> m_counts;
};

} // namespace headscope
