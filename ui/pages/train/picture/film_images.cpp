// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/film_images.h"

#include <QPainter>

#include <cmath>

namespace headscope {

namespace {

QImage drawn(const TrainArrangement& layout, const RecordedStep& step, int head,
             double pixelRatio) {
    const QSizeF size = layout.geometry().picture;
    QImage image((size * pixelRatio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(pixelRatio);
    const Theme& colours = theme(layout.scene().display.theme);
    image.fill(colours.base);
    const Tensor& tensor = layout.scene().tensor(step);
    const double w = size.width() / static_cast<double>(tensor.size(3));
    const double h = size.height() / static_cast<double>(tensor.size(2));
    const double gap = w >= 6 && h >= 6 ? 1 : 0;
    QPainter painter(&image);
    for (Index row = 0; row < tensor.size(2); ++row) {
        for (Index column = 0; column < tensor.size(3); ++column) {
            const double x = std::round(static_cast<double>(column) * w);
            const double y = std::round(static_cast<double>(row) * h);
            const QRectF cell(x, y, std::round(static_cast<double>(column + 1) * w) - x - gap,
                              std::round(static_cast<double>(row + 1) * h) - y - gap);
            if (layout.isMasked(step, head, row, column))
                painter.fillRect(cell, colours.hairline);
            else
                painter.fillRect(
                    cell, QColor::fromRgb(layout.colours().of(tensor(0, head, row, column))));
        }
    }
    painter.end();
    return image;
}

} // namespace

void FilmImages::follow(const TrainArrangement& layout, double pixelRatio) {
    const TrainScene& scene = layout.scene();
    Look look(scene.moment.learner, scene.scope, scene.values, layout.colours(),
              scene.display.theme, layout.geometry().picture, pixelRatio);
    // A long training at a large size: what is not drawn any more goes.
    constexpr std::size_t most = 4096;
    if (look == m_look && m_images.size() <= most)
        return;
    m_look = std::move(look);
    m_images.clear();
}

const QImage& FilmImages::image(const TrainArrangement& layout, const RecordedStep& step,
                                int head) {
    QImage& image = m_images[{step.step(), head}];
    if (image.isNull())
        image = drawn(layout, step, head, std::get<double>(m_look));
    return image;
}

} // namespace headscope
