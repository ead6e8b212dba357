// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_animation.h"

#include "film/timeline_film.h"
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

GifRequest trainFilm(const TrainAnimation& animation) {
    TrainScene scene = animation.scene;
    scene.follow = false;
    scene.playing = false;
    const std::size_t all = scene.moment.records.size();
    const auto last = static_cast<int>(std::min(animation.to.value_or(all - 1), all - 1)) -
                      static_cast<int>(animation.from);
    return filmOfRecords(last + 1, trainImage(scene, animation.size).size(), animation.milliseconds,
                         [scene, size = animation.size, from = animation.from](int frame) {
                             TrainScene shown = scene;
                             shown.playhead = from + static_cast<std::size_t>(frame);
                             return trainImage(shown, size);
                         });
}

} // namespace headscope
