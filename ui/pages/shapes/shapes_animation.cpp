// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_animation.h"

#include "pages/shapes/picture/shapes_picture.h"

#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {
constexpr int heldHundredths = 150;
constexpr std::int64_t hundredth = 10'000; ///< microseconds
} // namespace

QImage shapesImage(const ShapesScene& scene, QSize size) {
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    paintShapesFigure(painter, scene, size);
    return image;
}

Result<GifFile> encodeShapes(const ShapesAnimation& animation) {
    const Timeline& timeline = animation.scene.model->timeline;
    // GIFs count hundredths of a second: 2 of them are 50 frames per second.
    const int rate = std::clamp(animation.framesPerSecond, 1, 50);
    const int delay = std::max(2, (100 + rate / 2) / rate);
    // The first frame is held: what the step before left has arrived in it.
    const Time begin = timeline.moveStartOf(animation.from);
    const Time end = std::max(begin, timeline.moveEndOf(animation.to));
    const Time tick{delay * hundredth};
    // The last frame is the end itself, wherever the ticks fall.
    const auto ticks = static_cast<int>((end - begin + tick - Time{1}) / tick);
    GifRequest request;
    request.size = animation.size;
    request.frames = ticks + 1;
    request.cancellation = animation.cancellation;
    request.progress = animation.progress;
    request.delay = [=](int i) { return i == 0 || i == ticks ? heldHundredths : delay; };
    request.paint = [&](int i) {
        ShapesScene scene = animation.scene;
        scene.time = i == ticks ? end : begin + i * tick;
        return shapesImage(scene, animation.size);
    };
    return encodeGif(request);
}

} // namespace headscope
