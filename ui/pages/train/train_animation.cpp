// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_animation.h"

#include "pages/train/train_view.h"

#include <algorithm>

namespace headscope {

QImage trainImage(const TrainScene& scene, QSize size, double scale) {
    TrainView view;
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.resize(size);
    view.setScene(scene);
    view.setRoom(size);
    const QSize whole(size.width(), std::max(size.height(), view.minimumSizeHint().height()));
    view.resize(whole);
    view.setRoom(whole);
    view.show(); // plots are laid out when they are shown
    QImage image((QSizeF(whole) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(theme(scene.display.theme).base);
    view.render(&image);
    return image.convertToFormat(QImage::Format_RGB32);
}

Result<GifFile> encodeTraining(const TrainAnimation& animation) {
    TrainScene scene = animation.scene;
    scene.follow = false;
    scene.playing = false;
    const auto last = static_cast<int>(scene.moment.records.size()) - 1;
    GifRequest request;
    request.frames = last + 1;
    request.size = trainImage(scene, animation.size).size();
    request.paint = [&](int frame) {
        scene.playhead = static_cast<std::size_t>(frame);
        return trainImage(scene, animation.size);
    };
    constexpr int held = 150;
    request.delay = [&](int frame) {
        return frame == 0 || frame == last ? held : std::max(2, animation.milliseconds / 10);
    };
    request.progress = animation.progress;
    request.cancellation = animation.cancellation;
    return encodeGif(request);
}

} // namespace headscope
