// SPDX-License-Identifier: GPL-3.0-or-later
#include "film/gif_forecast.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headscope {

GifForecast::GifForecast(GifRequest request)
    : m_request(std::move(request)) {
    constexpr double hundredths = 100;
    for (int i = 0; i < m_request.frames; ++i)
        m_seconds += std::max(2, m_request.delay(i)) / hundredths;
    m_request.progress = nullptr;
}

/// In the middle of equal stretches, in an order that has seen the whole early: beginning, middle
/// and end of a film move differently.
int GifForecast::firstOf(int sample) const {
    static constexpr std::array<int, mostSamples> order = {0, 6, 11, 3, 9, 1, 7, 4, 10, 2, 8, 5};
    const int pairs = std::max(1, m_request.frames - 1);
    return static_cast<int>((2 * order[static_cast<std::size_t>(sample)] + 1) * qint64{pairs} /
                            (2 * mostSamples));
}

qint64 GifForecast::bytesOf(const QImage& first, const QImage& second) const {
    GifRequest pair;
    pair.size = m_request.size;
    pair.frames = second.isNull() ? 1 : 2;
    pair.paint = [&](int i) { return i == 0 ? first : second; };
    pair.delay = [](int) { return 2; };
    const Result<GifFile> file = encodeGif(pair);
    return file ? file->content.size() : 0;
}

void GifForecast::sample() {
    if (isDone())
        return;
    const int first = firstOf(m_samples++);
    const QImage image = m_request.paint(first);
    const qint64 alone = bytesOf(image, {});
    m_alone += static_cast<double>(alone);
    if (first + 1 < m_request.frames)
        m_change += static_cast<double>(bytesOf(image, m_request.paint(first + 1)) - alone);
}

qint64 GifForecast::bytes() const {
    if (m_samples == 0)
        return 0;
    return std::llround((m_alone + m_change * (m_request.frames - 1)) / m_samples);
}

GifForecast forecastOf(GifRequest request) {
    GifForecast forecast(std::move(request));
    while (!forecast.isDone())
        forecast.sample();
    return forecast;
}

} // namespace headscope
