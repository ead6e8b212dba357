// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "film/gif_writer.h"

#include <QtGlobal>

namespace headscope {

/// What a GIF will be, before it is written. Frames and time follow from the request; its bytes are
/// estimated from some of its frames, each with the one behind it, and grow surer with each.
class GifForecast {
public:
    explicit GifForecast(GifRequest request);

    /// At most: neighbours that are equal become one that stays longer.
    int frames() const { return m_request.frames; }
    double seconds() const { return m_seconds; }

    /// Paints and packs two frames. Nothing happens once all samples are taken.
    void sample();
    bool isDone() const { return m_samples >= mostSamples || m_request.frames < 1; }
    /// The estimate so far; 0 before the first sample, and where there is nothing to encode.
    qint64 bytes() const;

private:
    static constexpr int mostSamples = 12;

    int firstOf(int sample) const;
    qint64 bytesOf(const QImage& first, const QImage& second) const;

    GifRequest m_request;
    double m_seconds = 0;
    int m_samples = 0;
    double m_alone = 0;  ///< of a frame that follows none, of all samples
    double m_change = 0; ///< of one that follows another
};

/// With all of its samples, at once.
GifForecast forecastOf(GifRequest request);

} // namespace headscope
