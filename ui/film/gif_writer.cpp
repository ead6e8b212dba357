// SPDX-License-Identifier: GPL-3.0-or-later
#include "film/gif_writer.h"

#include "film/gif_palette.h"

#include <cgif.h>

#include <algorithm>

namespace headscope {

namespace {

constexpr int shortestDelay = 2;
constexpr int longestDelay = 65535;
constexpr int largestSide = 65535;

int append(void* context, const uint8_t* data, const size_t count) {
    static_cast<QByteArray*>(context)->append(reinterpret_cast<const char*>(data),
                                              static_cast<qsizetype>(count));
    return 0;
}

Error filmCancelled() {
    return makeError(HEADSCOPE_MESSAGE("Message", "the animation was cancelled"));
}

Error couldNot() {
    return makeError(HEADSCOPE_MESSAGE("Message", "the animation cannot be encoded: there is not "
                                                  "enough memory"));
}

/// The encoder, closed whatever happens.
class Encoder {
public:
    Encoder(QByteArray& out, QSize size, const GifPalette& palette, bool repeats) {
        for (const QRgb colour : palette.colours()) {
            m_palette.push_back(static_cast<uint8_t>(qRed(colour)));
            m_palette.push_back(static_cast<uint8_t>(qGreen(colour)));
            m_palette.push_back(static_cast<uint8_t>(qBlue(colour)));
        }
        CGIF_Config config{};
        config.pGlobalPalette = m_palette.data();
        config.numGlobalPaletteEntries = static_cast<uint16_t>(palette.colours().size());
        config.attrFlags = CGIF_ATTR_IS_ANIMATED | (repeats ? 0U : CGIF_ATTR_NO_LOOP);
        config.width = static_cast<uint16_t>(size.width());
        config.height = static_cast<uint16_t>(size.height());
        config.numLoops = CGIF_INFINITE_LOOP; // where it repeats at all
        config.pWriteFn = append;
        config.pContext = &out;
        m_gif = cgif_newgif(&config);
    }
    Encoder(const Encoder&) = delete;
    Encoder& operator=(const Encoder&) = delete;
    ~Encoder() { close(); }

    bool add(std::vector<uint8_t>& indices, int delay) {
        if (!m_gif)
            return false;
        CGIF_FrameConfig frame{};
        frame.pImageData = indices.data();
        frame.delay = static_cast<uint16_t>(delay);
        frame.genFlags = CGIF_FRAME_GEN_USE_DIFF_WINDOW | CGIF_FRAME_GEN_USE_TRANSPARENCY;
        return cgif_addframe(m_gif, &frame) == CGIF_OK;
    }
    /// Encoders hold back the last frame until then.
    bool close() {
        if (!m_gif)
            return false;
        const bool good = cgif_close(m_gif) == CGIF_OK;
        m_gif = nullptr;
        return good;
    }

private:
    CGIF* m_gif = nullptr;
    std::vector<uint8_t> m_palette;
};

void toIndices(const QImage& image, GifPalette& palette, std::vector<uint8_t>& indices) {
    indices.resize(static_cast<std::size_t>(image.width()) *
                   static_cast<std::size_t>(image.height()));
    std::size_t at = 0;
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        QRgb last = line[0];
        uint8_t index = palette.indexOf(last);
        for (int x = 0; x < image.width(); ++x) {
            if (line[x] != last) {
                last = line[x];
                index = palette.indexOf(last);
            }
            indices[at++] = index;
        }
    }
}

} // namespace

Result<GifFile> encodeGif(const GifRequest& request) {
    if (request.size.width() < 1 || request.size.height() < 1 ||
        request.size.width() > largestSide || request.size.height() > largestSide)
        return makeError(HEADSCOPE_MESSAGE("Message", "a GIF cannot be %1 × %2 pixels large: each "
                                                      "side takes 1 to %3"),
                         request.size.width(), request.size.height(), largestSide);
    if (request.frames < 1)
        return makeError(HEADSCOPE_MESSAGE("Message", "an animation needs a picture at least"));
    const auto tell = [&](double done) {
        if (request.progress)
            request.progress(done);
    };
    const auto painted = [&](int i) {
        return request.paint(i).convertToFormat(QImage::Format_RGB32);
    };
    // Painting twice costs less than keeping hundreds of frames.
    GifColours colours;
    for (int i = 0; i < request.frames; ++i) {
        if (request.cancellation.isCancelled())
            return filmCancelled();
        colours.add(painted(i));
        tell(0.5 * (i + 1) / request.frames);
    }
    GifPalette palette = colours.palette();
    GifFile file;
    Encoder encoder(file.content, request.size, palette, request.repeats);
    std::vector<uint8_t> waiting;
    std::vector<uint8_t> next;
    qint64 delay = 0;
    const auto flush = [&] {
        // A picture that stays longer than a GIF can say is several frames.
        while (delay > 0) {
            const auto part = static_cast<int>(std::min<qint64>(delay, longestDelay));
            if (!encoder.add(waiting, part))
                return false;
            ++file.frames;
            delay -= part;
        }
        return true;
    };
    for (int i = 0; i < request.frames; ++i) {
        if (request.cancellation.isCancelled())
            return filmCancelled();
        toIndices(painted(i), palette, next);
        if (i > 0 && next != waiting) {
            if (!flush())
                return couldNot();
        }
        std::swap(waiting, next);
        delay += std::max(shortestDelay, request.delay(i));
        tell(0.5 + 0.5 * (i + 1) / request.frames);
    }
    if (!flush() || !encoder.close())
        return couldNot();
    return file;
}

} // namespace headscope
