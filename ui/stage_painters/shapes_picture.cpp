// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage_painters/shapes_picture.h"

#include "scene/fonts.h"
#include "scene/shapes_words.h"
#include "stage_painters/block_painter.h"
#include "stage_painters/cell_batch.h"
#include "stage_painters/code_painter.h"
#include "stage_painters/magnifier.h"
#include "stage_painters/memory_painter.h"
#include "stage_painters/timeline_painter.h"

#include <QFontMetricsF>
#include <QPainter>

namespace headscope {

namespace {

StageFrame frameOf(const ShapesScene& scene, const ShapesLayout& layout,
                   const ElementStyle& style) {
    return {*scene.model, layout, style, scene.position(), scene.element, scene.elementLocked};
}

void paintTitle(QPainter& painter, const StageFrame& frame) {
    if (frame.layout.title.isEmpty())
        return;
    const double scale = frame.layout.scale;
    const QString sentence = stepSentence(frame.model.right, frame.position.stage);
    QFont font = textFont(20 * scale, QFont::DemiBold);
    if (QFontMetricsF(font).horizontalAdvance(sentence) > frame.layout.title.width())
        font = textFont(15 * scale, QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(frame.style.theme().text);
    painter.drawText(frame.layout.title, Qt::AlignLeft | Qt::AlignVCenter, sentence);
}

void paintWrongPanel(QPainter& painter, const StageFrame& frame) {
    const ShapesModel& model = frame.model;
    if (!frame.layout.wrong)
        return;
    const ShapesPanel& panel = *frame.layout.wrong;
    const Theme& theme = frame.style.theme();
    const double scale = frame.layout.scale;
    const Journey& wrong = *model.wrong;
    const double bottom = frame.layout.code.top();
    painter.fillRect(QRectF(frame.layout.divider, panel.title.top(), 1, bottom - panel.title.top()),
                     theme.hairline);
    paintPanelWords(painter, panel, wrong[wrong.lastStep()].tensor,
                    wrongTitle(model.right, model.wrongWay), frame.style, scale, true);
    if (model.right.elementCount() <= mostSingleElements)
        paintWrong(painter, model, panel.blocks, frame.style, scale);
    else
        paintWrongCrowd(painter, frame);
    if (frame.element) {
        const QRectF rect = cellRect(panel.blocks, wrong.cellOf(wrong.lastStep(), *frame.element));
        paintFocusFrame(painter, rect, frame.elementLocked);
    }
    const QFont font = textFont(15 * scale, QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(model.misplaced.misplaced() > 0 ? theme.error : theme.text);
    painter.drawText(frame.layout.verdict, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     misplacedSentence(model.right, model.misplaced));
}

} // namespace

void paintShapes(QPainter& painter, const ShapesScene& scene, const ShapesLayout& layout) {
    const Theme& colours = theme(scene.display.theme);
    const ElementStyle style(scene.model->right, scene.options.colour, colours);
    const StageFrame frame = frameOf(scene, layout, style);
    painter.setRenderHint(QPainter::TextAntialiasing);
    paintTitle(painter, frame);
    paintMemoryHeader(painter, frame);
    if (scene.options.placesShown)
        paintHops(painter, frame);
    paintMemory(painter, frame);
    paintWrongPanel(painter, frame);
    paintStage(painter, frame);
    // The code line.
    painter.fillRect(
        QRectF(layout.memoryHeader.left(), layout.code.top(), layout.memoryHeader.width(), 1),
        colours.hairline);
    const double scale = layout.scale;
    paintCode(painter, layout.code.adjusted(0, 40 * scale, -16 * scale, 0),
              codeLine(scene.model->right, frame.position.stage, scene.options.dialect), colours,
              scale, true);
    if (layout.wrong)
        paintCode(
            painter, layout.wrongCode,
            codeLine(*scene.model->wrong, scene.model->wrong->lastStep(), scene.options.dialect),
            colours, scale * 0.85, false);
}

void paintShapesFigure(QPainter& painter, const ShapesScene& scene, QSizeF size) {
    const double scale = scene.display.textScale;
    painter.fillRect(QRectF(QPointF(0, 0), size), theme(scene.display.theme).base);
    const double timelineHeight = 72 * scale;
    ShapesLayoutInput input;
    input.size = QSizeF(size.width(), size.height() - timelineHeight);
    input.scale = scale;
    const ShapesLayout layout =
        layoutShapes(*scene.model, scene.position().stage, scene.options.placesShown, input);
    paintShapes(painter, scene, layout);
    const QRectF rect(input.margin + 8, size.height() - timelineHeight,
                      size.width() - 2 * input.margin - 16, timelineHeight);
    paintTimeline(painter, timelineBar(rect, scene.model->timeline.stageCount(), scale), scene);
}

std::optional<Index> elementAt(const ShapesScene& scene, const ShapesLayout& layout,
                               QPointF point) {
    const Journey& journey = scene.model->right;
    const TimelinePosition position = scene.position();
    const std::size_t step = position.stage;
    const Point place{point.x(), point.y()};
    const auto inPanel = [&](const Journey& of, std::size_t shown,
                             const BlockGeometry& blocks) -> std::optional<Index> {
        const auto found = blocks.placeAt(place);
        if (!found || !of.follows(shown))
            return std::nullopt;
        return of.elementAt(shown, blocks.arrangement().cellOf(*found));
    };
    if (layout.wrong) {
        const Journey& wrong = *scene.model->wrong;
        if (const auto element = inPanel(wrong, wrong.lastStep(), layout.wrong->blocks))
            return element;
    }
    // A place counts for the element that is there, or that was or will be there.
    if (layout.after) {
        if (const auto element = inPanel(journey, step, layout.after->blocks))
            return element;
    }
    if (const auto element = inPanel(journey, step > 0 ? step - 1 : 0, layout.before.blocks))
        return element;
    const std::size_t shown = std::clamp(step, journey.firstStep(), journey.lastStep());
    const bool copies = journey[shown].copies() && shown == step;
    const auto inStrip = [&](const QRectF& rect, std::size_t of) -> std::optional<Index> {
        const Index offset = journey[of].tensor.offset();
        const Index focus = scene.element ? journey.storageIndexOf(of, *scene.element) - offset : 0;
        const auto found =
            stripFor(rect, journey.elementCount(), focus, layout.scale).placeAt(point);
        if (!found)
            return std::nullopt;
        return journey.elementAtStorageIndex(of, *found + offset);
    };
    if (const auto element = inStrip(layout.strip, copies ? shown - 1 : shown))
        return element;
    if (copies)
        return inStrip(layout.newStrip, shown);
    return std::nullopt;
}

} // namespace headscope
