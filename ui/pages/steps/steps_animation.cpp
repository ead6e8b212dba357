// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/steps_animation.h"

#include "pages/steps/picture/steps_picture.h"
#include "scene/error_text.h"
#include "scene/math_text.h"

#include <QBuffer>
#include <QImageWriter>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <map>

namespace headscope {

namespace {

constexpr int heldHundredths = 150;
constexpr std::int64_t microsecondsOfHundredth = 10'000;
constexpr int pixelsPerInch = 96;
constexpr int printedDots = 1200; ///< of a PDF, per inch
constexpr int imageScale = 2;     ///< of a PNG

void paintMoment(QPainter& painter, const StepScene& scene, QSize size) {
    StepScene still = scene;
    still.display.presentation = false;
    still.display.textScale = 1;
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size)), theme(still.display.theme).base);
    StepsPicture picture = layoutSteps(QSizeF(size), still);
    paintSteps(painter, picture, still);
    paintStepCode(painter, picture.frame.code, still);
}

Result<QByteArray> pdfOfMoment(const StepScene& scene, QSize size, const QString& title) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QSizeF(size) * 72 / pixelsPerInch, QPageSize::Point, QString(),
                                 QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(printedDots);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("HeadScope"));
    QPainter painter;
    if (!painter.begin(&writer))
        return makeError(HEADSCOPE_MESSAGE("Message", "the picture cannot be encoded as %1"),
                         "PDF");
    const double scale = static_cast<double>(printedDots) / pixelsPerInch;
    painter.scale(scale, scale);
    paintMoment(painter, scene, size);
    painter.end();
    return buffer.data();
}

QByteArray svgOfMoment(const StepScene& scene, QSize size, const QString& title) {
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(pixelsPerInch);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(title.toHtmlEscaped()); // it escapes nothing itself
    generator.setDescription(QStringLiteral("HeadScope"));
    QPainter painter(&generator);
    paintMoment(painter, scene, size);
    painter.end();
    return buffer.data();
}

} // namespace

QImage stepsImage(const StepScene& scene, QSize size) {
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    paintMoment(painter, scene, size);
    return image;
}

Result<QByteArray> renderSteps(const StepScene& scene, FigureFormat format, QSize size) {
    if (scene.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message", "this block computes nothing"));
    if (const Status possible = checkFigureSize(size); !possible)
        return possible.error();
    const QString title = plainTitle(scene);
    if (format == FigureFormat::Pdf)
        return pdfOfMoment(scene, size, title);
    if (format == FigureFormat::Svg)
        return svgOfMoment(scene, size, title);
    QImage image(size * imageScale, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.scale(imageScale, imageScale);
    paintMoment(painter, scene, size);
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    writer.setText(QStringLiteral("Title"), title);
    writer.setText(QStringLiteral("Software"), QStringLiteral("HeadScope"));
    if (!writer.write(image))
        return makeError(HEADSCOPE_MESSAGE("Message", "the picture cannot be encoded as %1"),
                         "PNG");
    return buffer.data();
}

Result<GifFile> encodeSteps(const StepsAnimation& animation) {
    const Timeline& timeline = animation.steps.stops->timeline;
    // GIFs count hundredths of a second: 2 of them are 50 frames per second.
    const int rate = std::clamp(animation.framesPerSecond, 1, 50);
    const int delay = std::max(2, (100 + rate / 2) / rate);
    const Time begin = timeline.moveStartOf(animation.from);
    const Time end = std::max(begin, timeline.moveEndOf(animation.to));
    const Time tick{delay * microsecondsOfHundredth};
    // The last frame is the end itself, wherever the ticks fall.
    const auto ticks = static_cast<int>((end - begin + tick - Time{1}) / tick);
    std::map<std::size_t, std::shared_ptr<const StepPicture>> pictures;
    for (std::size_t stop = animation.from; stop <= animation.to; ++stop)
        pictures[stop] = stepPicture(animation.scene, animation.steps.stops->steps[stop]);
    GifRequest request;
    request.size = animation.size;
    request.frames = ticks + 1;
    request.cancellation = animation.cancellation;
    request.progress = animation.progress;
    request.delay = [=](int i) { return i == 0 || i == ticks ? heldHundredths : delay; };
    request.paint = [&](int i) {
        StepScene scene = animation.steps;
        scene.time = i == ticks ? end : begin + i * tick;
        scene.picture = pictures.at(scene.position().stage);
        const Tensor& matrix = scene.picture->result.panel.matrix;
        scene.asked.reset();
        scene.locked = false;
        if (matrix.axes()[0] == Axis::Query && matrix.axes()[1] == Axis::Key && animation.cell &&
            animation.cell->row < matrix.size(0) && animation.cell->column < matrix.size(1)) {
            scene.asked = animation.cell;
            scene.locked = true;
        }
        return stepsImage(scene, animation.size);
    };
    return encodeGif(request);
}

} // namespace headscope
